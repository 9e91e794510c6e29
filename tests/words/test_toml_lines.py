"""A value is written into an owner's file, and everything else in it stays as it is."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from table.words.toml_lines import with_value

BCM = ("pins", "bcm")
WRITTEN = 'bcm = [\n    ["usb:a/0:KEY_A"],\n    ["usb:a/0:KEY_B"],\n]'
SEATS = [["usb:a/0:KEY_A"], ["usb:a/0:KEY_B"]]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", f"[pins]\n{WRITTEN}\n"),
        ("seats = 2  # a small one", f"seats = 2  # a small one\n\n[pins]\n{WRITTEN}\n"),
        (
            '[pins]   # ours\nbackend = "gpiozero"\n[rings]\n',
            f'[pins]   # ours\n{WRITTEN}\nbackend = "gpiozero"\n[rings]\n',
        ),
        (
            "[pins]\nbcm = [[4], [5]]   # all\n",
            '[pins]\nbcm = [["usb:a/0:KEY_A"], ["usb:a/0:KEY_B"]]   # all\n',
        ),
        ("[pins]\nbcm = []  # none\n# bcm = [[1]]\n", f"[pins]\n{WRITTEN}  # none\n# bcm = [[1]]\n"),
        (
            "[pins]\nbcm = [  # [0], [1]\n  [4], # the Mill: ]\n\n  # free\n"
            "  ['0x20.GPA0'] ,\n]\nfactory = 'mock'",
            '[pins]\nbcm = [  # [0], [1]\n  ["usb:a/0:KEY_A"], # the Mill: ]\n\n  # free\n'
            "  [\"usb:a/0:KEY_B\"] ,\n]\nfactory = 'mock'\n",
        ),
        (
            '[pins]\nbcm = [["]"], ["a\\"]"], ["#"]]\n[rings]\nbackend = "spi"\n',
            f'[pins]\n{WRITTEN}\n[rings]\nbackend = "spi"\n',
        ),
        ("pins.bcm = [[1], [2]]\n", 'pins.bcm = [["usb:a/0:KEY_A"], ["usb:a/0:KEY_B"]]\n'),
    ],
)
def test_a_list_is_written_in_its_place(before: str, after: str) -> None:
    assert with_value(before, BCM, SEATS) == after
    assert tomllib.loads(after)["pins"]["bcm"] == SEATS


@pytest.mark.parametrize(
    ("before", "value", "after"),
    [
        ('[pins]\nbackend = "simulated"   # or\n', "gpiozero", '[pins]\nbackend = "gpiozero"   # or\n'),
        ("[pins]\nbackend='x'#y\n", "gpiozero", '[pins]\nbackend= "gpiozero"#y\n'),
        ("[pins]\nbackend = 12_0\n\n[a]\n", 3, "[pins]\nbackend = 3\n\n[a]\n"),
    ],
)
def test_a_single_value_is_written_in_its_place(before: str, value: Any, after: str) -> None:
    assert with_value(before, ("pins", "backend"), value) == after


@pytest.mark.parametrize(
    "text",
    ["pins = { bcm = [[1], [2]] }\n", "pins.backend = 'gpiozero'\n", 'names = """\n[pins]\nbcm = 1\n"""\n'],
)
def test_a_form_that_cannot_be_edited_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"pins|declare|overwrite|Cannot"):
        with_value(text, BCM, SEATS)
