"""What Home Assistant reads: the discovery message, held against its published schema, and the blueprints."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
import yaml

from table.publish.discovery import discovery
from table.publish.news import EventType, Phase
from table.words.catalogue import shipped
from tests.kit.paths import ROOT

BLUEPRINTS = sorted((ROOT / "config/home-assistant").glob("*.yaml"))
DEVICE = {"identifiers", "connections", "manufacturer", "model", "name", "hw_version", "serial_number",
          "sw_version", "via_device", "suggested_area", "configuration_url"}  # fmt: skip
ORIGIN = {"name", "sw_version", "support_url"}
WHOLE = {"device", "origin", "components", "availability_topic", "payload_available", "payload_not_available",
         "state_topic", "command_topic", "qos", "encoding"}  # fmt: skip
ENTITY = {"platform", "name", "unique_id", "state_topic", "icon", "value_template", "device_class"}
OF_PLATFORM = {
    "sensor": {"options"},
    "binary_sensor": {"payload_on", "payload_off"},
    "event": {"event_types"},
}
"""What the schemas of Home Assistant's MQTT integration (schemas.py, entity.py, sensor.py, binary_sensor.py,
event.py of 2026) allow, as far as it is used here. Anything else is refused there, or not heard."""
DEVICE_CLASSES = {"sensor": {"enum", "timestamp"}, "binary_sensor": {"problem"}, "event": set[str]()}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_table_is_found_as_the_schema_wants_it(language: str) -> None:
    texts = shipped("venue", language)["entity"]
    topic, found = discovery("table-1", "By the window", texts)
    assert topic == "homeassistant/device/garou/table-1/config"
    assert found.keys() <= WHOLE
    assert found.keys() >= {"device", "origin", "components"}
    assert found["device"].keys() <= DEVICE
    assert found["device"]["identifiers"]
    assert found["origin"].keys() <= ORIGIN
    assert found["origin"]["name"]
    assert found["qos"] in (0, 1, 2)
    ids = [entity["unique_id"] for entity in found["components"].values()]
    assert len(set(ids)) == len(ids)
    for entity in found["components"].values():
        platform = entity["platform"]
        assert entity.keys() <= ENTITY | OF_PLATFORM[platform]
        assert entity.get("device_class") in {None, *DEVICE_CLASSES[platform]}
        assert not {"+", "#"} & set(entity["state_topic"])
        if entity.get("device_class") == "enum":
            assert entity["options"]
    assert found["components"]["phase"]["options"] == list(get_args(Phase))
    assert found["components"]["event"]["event_types"] == list(get_args(EventType))


class Blueprint(yaml.SafeLoader):  # type: ignore[misc]
    """YAML with the tag of Home Assistant's blueprints."""


Blueprint.add_constructor("!input", lambda loader, node: ("!input", loader.construct_scalar(node)))


def read(path: Path) -> Any:
    return yaml.load(path.read_text("utf-8"), Blueprint)


def inputs(value: Any) -> Iterator[str]:
    """Every input that is used."""
    if isinstance(value, tuple):
        yield value[1]
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from inputs(part)


@pytest.mark.parametrize("path", BLUEPRINTS, ids=lambda path: path.stem)
def test_a_blueprint_uses_what_it_asks_for(path: Path) -> None:
    found = read(path)
    head = found.pop("blueprint")
    assert head.keys() == {"name", "description", "domain", "homeassistant", "input"}
    assert head["domain"] == "automation"
    assert {*inputs(found)} == {*head["input"]}
    assert all({"name", "selector"} <= asked.keys() for asked in head["input"].values())
    assert {"mode", "triggers", "actions"} <= found.keys()
    assert found.keys() <= {"mode", "max", "max_exceeded", "triggers", "variables", "conditions", "actions"}


def seconds(step: Any) -> float:
    """How long a step waits before the next one."""
    delay = step.get("delay", {})
    return float(delay.get("milliseconds", 0) / 1000 + delay.get("seconds", 0))


def changes_a_second(found: Any) -> float:
    """Most changes of light in any second, of one run after the other."""
    moments, now_s = list[float](), 0.0
    for _ in range(10):
        for step in found["actions"]:
            if "choose" in step or step.get("action", "") in ("light.turn_on", "scene.turn_on"):
                moments.append(now_s)
            now_s += seconds(step)
    return max(sum(at <= other < at + 1 for other in moments) for at in moments)


def test_no_lamp_changes_more_than_three_times_a_second() -> None:
    lamps, breath = (read(ROOT / f"config/home-assistant/{name}.yaml") for name in ("lamps", "red-breath"))
    assert lamps["mode"] == "queued", "one run after the other"
    assert breath["mode"] == "single"
    assert changes_a_second(lamps) + changes_a_second(breath) <= 3
