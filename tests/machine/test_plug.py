"""The plug of a table is pulled three times in one round, on a system that is never written to."""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random

from tests.machine.machine import Machine
from tests.machine.test_evenings import ROUND_S, WEREWOLF, open_table, people, play_on

COUNT = """
import sqlite3
evenings = sqlite3.connect("file:/var/lib/garou/evenings.sqlite?mode=ro", uri=True)
print(*evenings.execute("select count(*) from answers").fetchone())
"""
LOOK_S = 3.0
"""How often the answers on the disk are counted."""
READ_ONLY = "overlayroot=tmpfs:recurse=0"
"""What docs/appliance.md adds to the kernel's command line."""


def answers_in(machine: Machine) -> int:
    """How many answers are on the disk."""
    return int(machine.run("python3 -", given=COUNT.encode()).stdout)


def answered(machine: Machine, count: int, ago_s: float) -> Callable[[], bool]:
    """Returns whether so many answers are on the disk, and have been for so long."""
    look_s = ends_s = 0.0

    def is_so() -> bool:
        nonlocal look_s, ends_s
        now_s = time.monotonic()
        if not ends_s and now_s >= look_s:
            look_s = now_s + LOOK_S
            ends_s = now_s + ago_s if answers_in(machine) >= count else 0.0
        return 0.0 < ends_s <= now_s

    return is_so


def test_a_round_by_contacts_and_rings_alone_whose_plug_is_pulled_three_times(machine: Machine) -> None:
    """While they sit, in the deal, and at a random moment. Each time the table starts with the machine
    and offers to go on; no answer is lost, and the evening comes to its end. After the first time the system
    is no longer written to: its changes are in memory, and the evenings on a partition of their own."""
    lots = Random(17)
    open_table(machine, WEREWOLF)
    with people(machine, WEREWOLF) as party:
        party.sit_down()
        assert sorted(party.says(seat) for seat in range(8)) == ["host", *["taken"] * 7]
    machine.run("sync")
    machine.kill()
    machine.words = READ_ONLY
    machine.start()
    assert machine.say("findmnt -no FSTYPE /") == "overlay"
    assert machine.say("findmnt -no FSTYPE /var/lib/garou") == "ext4"
    with people(machine, WEREWOLF) as party:
        party.sit_down()
        party.start_round()
    answers = 0
    for _ in range(2):
        machine.kill()
        machine.start()
        with people(machine, WEREWOLF) as party:
            before = answers_in(machine)
            assert before >= answers
            party.go_on()
            party.play(ROUND_S, answered(machine, before + lots.randint(2, 8), lots.uniform(0.0, 15.0)))
            assert party.faults == []
            answers = answers_in(machine)
    with people(machine, WEREWOLF) as party:
        play_on(machine, party)
