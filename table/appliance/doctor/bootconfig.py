"""config.txt, which tells the firmware of a Pi how to set up its pins."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class BootConfig:
    """The lines of config.txt that this Pi reads."""

    values: Mapping[str, str]
    params: Mapping[str, str]
    """Of the dtparam lines."""
    overlays: Mapping[str, Mapping[str, str]]

    @classmethod
    def parsed(cls, text: str, family: str) -> BootConfig:
        """Reads the lines of sections for all, and for a Pi of this family."""
        mine = {"all", *SECTIONS.get(family, ())}
        values: dict[str, str] = {}
        params: dict[str, str] = {}
        overlays: dict[str, Mapping[str, str]] = {}
        reads = True
        for line in text.splitlines():
            said = line.partition("#")[0].strip()
            if section := re.fullmatch(r"\[(.*)\]", said):
                reads = section[1].strip().lower() in mine
            elif reads and "=" in said:
                key, _, value = (part.strip() for part in said.partition("="))
                if key == "dtparam":
                    params |= _params(value)
                elif key == "dtoverlay":
                    name, _, given = value.replace(":", ",", 1).partition(",")
                    overlays[name.strip()] = _params(given)
                else:
                    values[key] = value
        return cls(values, params, overlays)


SECTIONS: Mapping[str, Sequence[str]] = {
    "3": ("pi3",),
    "4": ("pi4",),
    "5": ("pi5",),
    "zero": ("pi0",),
    "zero 2": ("pi0", "pi0w", "pi02"),
}
"""The filters of config.txt that a Pi matches, besides [all].

Others (a serial number, a screen) are ignored.
"""


def _params(text: str) -> dict[str, str]:
    """ "spi=on,i2c_arm" as a table; a name alone is on."""
    pairs = (part.strip().partition("=") for part in text.split(",") if part.strip())
    return {name: value if equals else "on" for name, equals, value in pairs}
