"""The card to flash, from its first start to the chronicle, on a Pi's processor with the card's own kernel.

The tests follow each other on one card. Nothing of it is changed, but that one can log in to it.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.machine import build, card
from tests.machine.machine import COLOURS, Machine, until
from tests.machine.people import Mounted, Party
from tests.machine.teaching import RINGS, teach
from tests.machine.test_evenings import TIMES, WORDS, play_on

CONTACTS = WORDS.places[:4]
ORDER = (2, 0, 3, 1)
"""Which of the contacts each seat has."""
MOUNTED = Mounted(3, clockwise=False)
LARGEST = 1_000_000_000
"""Bytes of the packed card."""


@pytest.fixture(scope="module")
def machine(arm: build.Base, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    """A machine that has the card."""
    system = card.flashed(arm, f'language = "en"\n{TIMES}{WORDS.game}')
    folder = tmp_path_factory.mktemp("card")
    with Machine(system, build.overlay(system.disk, folder / "disk.qcow2"), folder) as one:
        yield one


def test_it_is_small() -> None:
    assert card.packed().stat().st_size < LARGEST


def test_its_first_start_is_on_the_screen(machine: Machine) -> None:
    until(lambda: machine.is_active(), 300)
    assert machine.colours() > COLOURS
    assert machine.say("uname -m; hostname") == "aarch64\ngarou"


def test_the_system_is_read_only_and_the_evenings_have_the_rest_of_the_card(machine: Machine) -> None:
    assert machine.say("findmnt -no OPTIONS /").split(",")[0] == "ro"
    assert machine.say("findmnt -no OPTIONS /boot/firmware").split(",")[0] == "ro"
    free = int(machine.say("df --output=size -B1 /var/lib/garou | tail -1"))
    assert free > card.SIZE / 3


def test_a_round_by_contacts_and_rings_alone(machine: Machine) -> None:
    """It is taught by its buttons, and has its game from the card's own table.toml. The service was never
    started again."""
    with Party(machine, CONTACTS, on_wire=RINGS) as party:
        teach(party, ORDER, MOUNTED)
    until(lambda: "taught.toml" in machine.say("ls /var/lib/garou"))
    with Party(machine, [CONTACTS[contact] for contact in ORDER], mounted=MOUNTED) as party:
        party.sit_down(300)
        party.start_round()
        play_on(machine, party)
    assert machine.say("systemctl show -p NRestarts --value garou") == "0"
