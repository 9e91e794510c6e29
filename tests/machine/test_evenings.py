"""A whole evening on a real kernel, from sitting down to the chronicle, by contacts and rings alone.

One of werewolves is in test_plug.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from table.paths import SHIPPED
from tests.machine.machine import Machine, until
from tests.machine.people import Party

WIRES = "/sys/kernel/debug/garou"
PINS = ("5", "6", "12", "13", "16", "17", "22", "23")
EXPANDED = tuple(f"0x2{chip}.GP{port}{bit}" for chip in (0, 1) for port in "AB" for bit in range(3))
ROUND_S = 1800.0
"""How long a round may take, with an emulated processor."""
ANEW = "systemctl stop garou; rm -rf /var/lib/garou/*"
TIMES = """
[times]
pace = "fast"
deal_s = 60
debate_s = 30

[voice]
rate = 300

[screen]
calm = true
contrast = "high"
"""
"""The processor is emulated: it need not draw what moves, nor the land, whose curves take it very long
(docs/machine.md). The voice hurries."""


class Tabled(NamedTuple):
    """A table: its buttons, and what its table.toml says of the game."""

    places: Sequence[str]
    game: str


WEREWOLF = Tabled(PINS, '[game]\ndeck = "simplified"\ncaptain = "never"\n')
TWELVE = WEREWOLF._replace(places=EXPANDED)
WORDS = Tabled(PINS, '[game]\nrulebook = "mots-garous"\n[times.mots_garous]\nday_s = 60\ndebate_s = 10\n')


@contextmanager
def people(machine: Machine, table: Tabled) -> Iterator[Party]:
    """The people at a table that the service has opened."""
    until(lambda: machine.is_active(), 120)
    with Party(machine, table.places) as party:
        yield party


def open_table(machine: Machine, table: Tabled) -> None:
    """Writes the owner's files and starts the service with the machine, from now on."""
    shipped = (SHIPPED / "tables" / f"{len(table.places)}.toml").read_text("utf-8")
    buttons = ", ".join(f'["{place}"]' if "." in place else f"[{place}]" for place in table.places)
    wired = "\n".join(
        f"bcm = [{buttons}]" if line.startswith("bcm = ") else line for line in shipped.splitlines()
    )
    machine.put(f'language = "en"\n{wired}\n{TIMES}{table.game}', "/etc/garou/table.toml")
    machine.run("garou config && systemctl enable garou && systemctl reset-failed garou")
    machine.run("systemctl restart garou", timeout_s=200)


@contextmanager
def sitting(machine: Machine, table: Tabled) -> Iterator[Party]:
    """The people at a table without any evening yet; all of them sit."""
    machine.run(ANEW)
    open_table(machine, table)
    with people(machine, table) as party:
        party.sit_down()
        yield party


def over(machine: Machine) -> Callable[[], bool]:
    """Returns whether the round is over, by the table's log: nobody may have won."""
    look_s = 0.0

    def is_over() -> bool:
        nonlocal look_s
        if time.monotonic() < look_s:
            return False
        look_s = time.monotonic() + 5.0
        return "Round 1 is over" in machine.log()

    return is_over


def told(machine: Machine) -> list[dict[str, object]]:
    """The evenings, as the chronicle tells them."""
    found: list[dict[str, object]] = json.loads(machine.say("garou chronicle --json"))
    return found


def play_on(machine: Machine, party: Party) -> None:
    """Plays the round to its end and to the chronicle."""
    party.play(ROUND_S, over(machine))
    assert party.faults == []
    [evening] = told(machine)
    assert not evening["under_way"]


def test_a_round_of_twelve_on_expanders_one_of_which_was_away_for_a_while(machine: Machine) -> None:
    """It is away after they have sat down; the log names its seats, and they are heard again afterwards."""
    with sitting(machine, WORDS._replace(places=EXPANDED)) as party:
        machine.run(f"echo 1 > {WIRES}/0x21/absent")
        until(lambda: "0x21" in machine.log())
        machine.run(f"echo 1 > {WIRES}/0x21/reset; echo 0 > {WIRES}/0x21/absent")
        party.start_round()
        play_on(machine, party)
