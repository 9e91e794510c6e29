"""Where a machine can play, read from /proc/asound, /sys/class/drm and the environment."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from hardware.outputs.choosing import Card, Outputs

CARD = re.compile(r"^ *(\d+) \[(\S+) *\]: (\S+) - (.*)$", re.MULTILINE)
"""A card in /proc/asound/cards: its number, its name, its driver, its title."""
SERVERS = {"pipewire-0": "PipeWire", "pulse/native": "PulseAudio"}
"""The sockets of sound servers in the folder of a user's session, the first that is there counts."""
CONFIGURED = "etc/asound.conf"
"""Where the owner of a machine writes what ALSA plays on by default."""
SYSTEM_WIDE = "run/pulse/native"
"""The socket of a PulseAudio that all users share."""


def outputs_of(root: Path, environ: Mapping[str, str]) -> Outputs:
    """Where the machine with this root folder can play for a program with this environment."""
    is_configured, variable = os.path.exists(root / CONFIGURED), environ.get("AUDIODEV", "")
    return Outputs(_cards(root), _connectors(root), _server(root, environ), is_configured, variable)


def outputs_here() -> Outputs:
    """Where this machine can play."""
    return outputs_of(Path("/"), os.environ)


def _cards(root: Path) -> list[Card]:
    """The cards that can play. A microphone on USB is a card that cannot."""
    asound, listed = root / "proc/asound", ""
    with suppress(OSError):
        listed = (asound / "cards").read_text("utf-8", "replace")
    cards = []
    for number, name, driver, title in CARD.findall(listed):
        folder = asound / f"card{number}"
        if not folder.is_dir() or any(folder.glob("pcm*p")):
            cards.append(Card(name, driver == "USB-Audio", title.strip(), _port(root, number)))
    titles = Counter(card.title for card in cards)
    return [card._replace(has_double=bool(card.port) and titles[card.title] > 1) for card in cards]


def _port(root: Path, number: str) -> str:
    """The USB port of a card, as `hardware.buttons.usb_ports` names those of keys; empty if it has none."""
    plugged = (root / f"sys/class/sound/card{number}/device").resolve()
    for folder in plugged.parents:
        if re.fullmatch(r"usb\d+", folder.name):
            place = plugged.name.partition(":")[0].partition("-")[2]
            return f"usb-{folder.parent.name}-{place}"
    return ""


def _connectors(root: Path) -> dict[str, bool]:
    """Whether a screen is connected, by connector: "HDMI-A-1" for /sys/class/drm/card1-HDMI-A-1."""
    found: dict[str, bool] = {}
    for status in sorted((root / "sys/class/drm").glob("card*-HDMI-A-*/status")):
        with suppress(OSError):
            name = status.parent.name.partition("-")[2]
            found[name] = found.get(name, False) or status.read_text().strip() == "connected"
    return found


def _server(root: Path, environ: Mapping[str, str]) -> str:
    """The sound server that this program would reach."""
    if environ.get("PULSE_SERVER"):
        return "PulseAudio"
    if session := environ.get("XDG_RUNTIME_DIR", "").lstrip("/"):
        for socket, name in SERVERS.items():
            if os.path.exists(root / session / socket):
                return name
    return "PulseAudio" if os.path.exists(root / SYSTEM_WIDE) else ""
