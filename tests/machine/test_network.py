"""The first start of a card in a network. One of Debian's packages on its drive is lost: they come from the
system's own mirror, and nobody else is asked for anything. The tests follow each other on one card.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from systemd.first_start import SETUP
from tests.machine import build, card
from tests.machine.machine import Machine, until
from tests.machine.mirror import HOST, Mirror
from tests.machine.test_card import TABLE
from tests.machine.traffic import asked

LOST = "python3-evdev"
"""The package that the drive lacks, although its index names it."""
SOURCES = """
apt:
  preserve_sources_list: false
  sources_list: |
    deb [trusted=yes] http://{}:{} ./
"""
"""Has the system fetch its own packages from our mirror."""


@pytest.fixture(scope="module")
def system(debian: build.Base) -> build.Base:
    """A card that nobody has started."""
    with build.alone():
        return card.made(debian, TABLE)


@pytest.fixture(scope="module")
def mirror(system: build.Base) -> Iterator[Mirror]:
    with Mirror.of_card(card.packed(system.arch)) as one:
        yield one


@pytest.fixture(scope="module")
def machine(
    system: build.Base, mirror: Mirror, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Machine]:
    """A machine that has the card, in a network that asks for a login."""
    folder = tmp_path_factory.mktemp("network")
    files = {"user-data": card.IMAGER + SOURCES.format(HOST, mirror.port)}
    one = card.with_drive(system, folder, f"garou-setup/packages/{LOST}_*", files)
    disk = build.overlay(one.disk, folder / "disk.qcow2")
    with Machine(one, disk, folder, is_online=True) as started:
        yield started
    one.disk.unlink()


def test_where_every_answer_is_a_page_it_says_why_it_stops(machine: Machine) -> None:
    until(lambda: "has stopped" in card.on_its_screen(machine), card.SETS_UP_S)
    shown = " ".join(card.on_its_screen(machine).split())
    assert "the card's packages do not fit, and none came by the network" in shown
    assert "Switch off and on to try again" in shown
    assert "none came by the network" in machine.say(f"cat {SETUP}/log.txt")


def test_the_next_start_fetches_the_packages_and_the_board_is_there(machine: Machine, mirror: Mirror) -> None:
    mirror.asks_first = False
    machine.kill()
    machine.switch_on()
    until(lambda: machine.is_over, card.SETS_UP_S)  # It is set up before anybody can log in.
    card.start_set_up(machine)
    assert LOST in {name.partition("_")[0] for name in mirror.sent}


def test_it_has_asked_nobody_else_and_opens_no_port_but_the_phones(machine: Machine, mirror: Mirror) -> None:
    assert card.open_ports(machine) == {"22", "8080"}, "the first one is the login of these tests"
    assert asked(machine.folder) == {(HOST, mirror.port)}
