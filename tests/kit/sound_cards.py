"""Machines with sound cards and screens: folders as /proc and /sys have them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from hardware.outputs.reading import outputs_of
from hardware.outputs.sound_card import SoundCard

PI_4 = (
    "Headphones: bcm2835_headpho - bcm2835 Headphones",
    "vc4hdmi0: vc4-hdmi - vc4-hdmi-0",
    "vc4hdmi1: vc4-hdmi - vc4-hdmi-1",
)
"""The cards of a Pi 4 in the order of a start without a desktop."""
PI_3 = ("Headphones: bcm2835_headpho - bcm2835 Headphones", "vc4hdmi: vc4-hdmi - vc4-hdmi")
PI_5 = ("vc4hdmi0: vc4-hdmi - vc4-hdmi-0", "vc4hdmi1: vc4-hdmi - vc4-hdmi-1")
USB = "Device: USB-Audio - USB Audio Device"


DOUBLE = "Device_1: USB-Audio - USB Audio Device"
"""What the kernel calls the second of two equal cards."""


def lay_ports(root: Path, *places: str) -> None:
    """Plugs the first cards of a machine into these places of its USB."""
    for number, place in enumerate(places):
        plugged = root / f"sys/devices/platform/scb/0000:01:00.0/usb1/1-1/1-{place}/1-{place}:1.0"
        plugged.mkdir(parents=True, exist_ok=True)
        device = root / f"sys/class/sound/card{number}/device"
        device.parent.mkdir(parents=True, exist_ok=True)
        device.unlink(missing_ok=True)
        device.symlink_to(plugged)


def lay_cards(root: Path, *cards: str) -> None:
    """Lays the sound cards of a machine, numbered in this order."""
    lines = []
    for number, card in enumerate(cards):
        name, _, driver = card.partition(": ")
        title = driver.partition(" - ")[2]
        lines.append(f"{number:2} [{name:15}]: {driver}\n                      {title}\n")
    path = root / "proc/asound/cards"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(lines) or "--- no soundcards ---\n")


def lay_screens(root: Path, screens: Mapping[str, bool]) -> None:
    """Lays the HDMI ports of a machine, and whether a screen is connected to each."""
    for name, is_connected in screens.items():
        path = root / f"sys/class/drm/card1-{name}/status"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("connected\n" if is_connected else "disconnected\n")


class UsedCard(SoundCard):
    """The sound card of a machine in a folder, which notes in `used` where it was told to play. It opens no
    mixer."""

    def __init__(self, root: Path, setting: str = "auto") -> None:
        super().__init__(setting, lambda: outputs_of(root, {}))
        self.used: list[str] = []

    def use(self, setting: str) -> None:
        self.used.append(setting)


def pi_4(root: Path) -> UsedCard:
    """The sound card of a Pi 4 with a screen on its first port and a card on USB."""
    lay_cards(root, *PI_4, USB)
    lay_screens(root, {"HDMI-A-1": True, "HDMI-A-2": False})
    return UsedCard(root)
