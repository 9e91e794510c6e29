"""How Home Assistant finds a table by itself: the message of its MQTT device discovery."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from table.publish.news import EventType, Phase
from table.publish.payloads import OFFLINE, ONLINE, topic_of
from table.version import version

PREFIX = "homeassistant"
"""The first level of Home Assistant's own topics, unless somebody has changed it there."""
WHEN = "{{ value_json.%s | as_datetime if value_json.%s is not none else 'None' }}"


def discovery(table: str, title: str, texts: Mapping[str, str]) -> tuple[str, dict[str, Any]]:
    """The topic and the payload for one table. `texts`: what each entity is called, by key."""
    state, event = topic_of(table, "state"), topic_of(table, "event")

    def entity(key: str, platform: str, icon: str, topic: str = state, **more: Any) -> dict[str, Any]:
        named = {"platform": platform, "name": texts[key], "unique_id": f"garou_{table}_{key}"}
        return named | {"state_topic": topic, "icon": f"mdi:{icon}"} | more

    def number(key: str, icon: str) -> dict[str, Any]:
        return entity(key, "sensor", icon, value_template=f"{{{{ value_json.{key} }}}}")

    def moment(key: str, icon: str) -> dict[str, Any]:
        return entity(key, "sensor", icon, device_class="timestamp", value_template=WHEN % (key, key))

    def holds(key: str, icon: str, topic: str = state, **more: Any) -> dict[str, Any]:
        template = f"{{{{ 'ON' if value_json.{key} else 'OFF' }}}}"
        return entity(key, "binary_sensor", icon, topic, value_template=template, **more)

    components = {
        "phase": entity(
            "phase",
            "sensor",
            "theme-light-dark",
            device_class="enum",
            options=list(get_args(Phase)),
            value_template="{{ value_json.phase }}",
        ),
        "night": holds("night", "weather-night"),
        "event": entity("event", "event", "bell-ring", event, event_types=list(get_args(EventType))),
        "speaking": entity(
            "speaking",
            "binary_sensor",
            "account-voice",
            topic_of(table, "speaking"),
            payload_on="on",
            payload_off="off",
        ),
        "open": holds("open", "door-open"),
        "round": number("round", "counter"),
        "players": number("players", "account-group"),
        "living": number("living", "account-heart"),
        "dead": number("dead", "grave-stone"),
        "free": number("free", "seat"),
        "rulebook": number("rulebook", "book-open-variant"),
        "clock_ends_at": moment("clock_ends_at", "timer-sand"),
        "over_at": moment("over_at", "flag-checkered"),
        "staff": holds("staff", "hand-wave"),
        "fault": holds("fault", "alert", topic_of(table, "health"), device_class="problem"),
    }
    found = {
        "device": {
            "identifiers": [f"garou_{table}"],
            "name": title,
            "manufacturer": "Garou",
            "model": texts["model"],
            "sw_version": version(),
        },
        "origin": {"name": "garou", "sw_version": version()},
        "availability_topic": topic_of(table, "status"),
        "payload_available": ONLINE,
        "payload_not_available": OFFLINE,
        "qos": 1,
        "components": components,
    }
    return f"{PREFIX}/device/garou/{table}/config", found
