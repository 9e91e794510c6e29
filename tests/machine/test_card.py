"""A card, from its first start by cloud-init to the chronicle, without a network. The tests follow each other
on one card; nothing of it is changed, but that one can log in to it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from systemd.first_start import WORDS as WORDS_ADDED
from tests.machine import build, card
from tests.machine.machine import Machine, until
from tests.machine.people import Mounted, Party
from tests.machine.teaching import RINGS, teach
from tests.machine.test_evenings import TIMES, WORDS, play_on

CONTACTS = WORDS.places[:4]
ORDER = (2, 0, 3, 1)
"""Which of the contacts each seat has."""
TABLE = f'language = "en"\n{TIMES}{WORDS.game}'
MOUNTED = Mounted(3, clockwise=False)
LARGEST = 150_000_000
"""Bytes of the zip: half of what is free on the drive of Raspberry Pi OS."""
ON_ARM = os.environ.get("GAROU_CARD") == "arm"
"""The processor of a Pi, as `make machine-arm` asks for it; else that of a PC, which is faster."""


@pytest.fixture(scope="module")
def system(request: pytest.FixtureRequest) -> build.Base:
    """A card that nobody has started."""
    debian: build.Base = request.getfixturevalue("arm" if ON_ARM else "debian")
    with build.alone():
        return card.made(debian, TABLE)


@pytest.fixture(scope="module")
def machine(system: build.Base, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    """A machine that has the card."""
    folder = tmp_path_factory.mktemp("card")
    with Machine(system, build.overlay(system.disk, folder / "disk.qcow2"), folder) as one:
        yield one


def test_it_is_small(system: build.Base) -> None:
    assert card.packed(system.arch).stat().st_size < LARGEST


def test_its_screen_says_how_far_it_is_and_a_pulled_plug_stops_nothing(machine: Machine) -> None:
    until(lambda: "Garou is setting itself up" in card.on_its_screen(machine), 300)
    until(lambda: "4/7" in card.on_its_screen(machine), card.SETS_UP_S)
    machine.kill()
    machine.start()
    until(lambda: "4/7" in card.on_its_screen(machine) or card.is_off(machine), card.SETS_UP_S)


def test_it_starts_again_by_itself_and_the_board_is_there(machine: Machine) -> None:
    card.start_set_up(machine)
    assert {*WORDS_ADDED, card.READ_ONLY} <= {*machine.say("cat /boot/firmware/cmdline.txt").split()}


def test_what_its_owner_asked_of_the_imager_is_done_too(machine: Machine) -> None:
    assert machine.say("hostname; date +%Z; id -un ana").splitlines()[::2] == ["garou", "ana"]
    assert machine.say("readlink /etc/localtime").endswith("Europe/Paris")
    assert machine.say("cat /boot/firmware/user-data") == card.IMAGER.strip()


def test_no_port_is_open_but_the_phones(machine: Machine) -> None:
    assert card.open_ports(machine) == {"22", "8080"}, "the first one is the login of these tests"
    assert machine.run("systemctl is-enabled userconfig", check=False).stdout.strip() == "disabled"


def test_the_system_is_read_only_and_the_evenings_have_a_partition(machine: Machine) -> None:
    assert machine.say("findmnt -no FSTYPE /") == "overlay"
    assert machine.say("findmnt -no OPTIONS /boot/firmware").split(",")[0] == "ro"
    assert machine.say("lsblk -no LABEL $(findmnt -no SOURCE /var/lib/garou)") == "garou-state"
    assert int(machine.say("df --output=size -B1M /media/root-ro | tail -1")) > 5000, (
        "the system has the rest"
    )


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
