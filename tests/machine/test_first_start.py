"""A table that nobody has wired learns its seats on a real kernel: by contacts, and by what its rings show.

The people see only their rings, which all lie turned before them; each presses a button that nobody expects
there. The tests follow each other on one table.
"""

from __future__ import annotations

import time
import tomllib
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from table.appliance.service.menu import ServiceMenu
from table.board.board import Board
from table.settings.settings import GameSettings, ScreenSettings, Settings
from tests.appliance.service.test_service_menu import AtOnce, Deed
from tests.gallery.hall import Hall, Script, is_told
from tests.machine.machine import Machine, until
from tests.machine.people import ANSWERED_S, Mounted, Party
from tests.machine.picture import ALIKE, differs, drawn
from tests.machine.teaching import RINGS, Finger, asks_for_service, gap, runner, teach, ways

KERNEL = "spidev.bufsiz=8192"
"""Until somebody has said how many rings there are, frames are for all that may be (docs/appliance.md)."""
CONTACTS = ("5", "6", "12", "13", "16", "17", "22", "23")
ORDER = (5, 0, 3, 6, 1, 4, 7, 2)
"""Which of the contacts each seat has."""
MOUNTED = Mounted(3, clockwise=False)
"""The pixel at each player's own place; the others follow anticlockwise."""
TABLE = """
language = "en"
[screen]
calm = true
[game]
rulebook = "thiercelieux"
"""
UNIT = """
[Service]
ExecStart=
ExecStart=/opt/garou/current/.venv/bin/python -I -m table play --first-start
"""
SCREEN = ScreenSettings(calm=True)


def rings_in_service_menu() -> int:
    """How many entries the service menu has before that of the rings' directions."""
    made = ServiceMenu(Settings(language="en"), {}, ["en"], lambda _: (), Deed().deeds(), AtOnce)
    return [entry.label for entry in made.turning.menu().entries].index("Direction of the rings")


@pytest.fixture(scope="module")
def boards() -> dict[str, Board]:
    """What the program shows at a table like this one: how to play, while nobody sits; where the first to sit
    reports that the ring of seat 3 is dark, and what stays on the board."""
    usual = GameSettings()
    game = {"rulebook": usual.rulebook, "deck": usual.deck, "captain": usual.captain, "bots": False}
    hall = Hall("en", len(ORDER), game=game, screen=SCREEN)

    def script() -> Script:
        yield lambda board: is_told(board, "attract")
        welcome = hall.view.stands.board.headline
        yield lambda board: is_told(board, "attract") and board.headline != welcome
        hall.keep("how to play")
        yield from hall.sit(0, 2)
        yield 8.0
        hall.touch(0)
        yield 1.0
        yield from hall.turn_to(hall.word("host.dark"))
        hall.keep("menu")
        yield from hall.take(hall.word("host.dark"))
        yield from hall.turn_to(hall.label(2))
        hall.keep("which ring")
        yield from hall.take(hall.label(2))
        hall.keep("dark")
        yield from hall.turn_to(hall.word("host.as_before"))
        hall.keep("well")
        yield from hall.take(hall.word("host.as_before"))
        hall.keep("as before")

    return {name: moment.board for name, moment in hall.play(script()).items()}


def shows(machine: Machine, board: Board) -> Callable[[], bool]:
    """Returns whether the screen shows this board, pixel by pixel."""
    picture = drawn(board, Settings(screen=SCREEN), machine.picture().get_size())
    return lambda: differs(machine.picture(), picture) < ALIKE


@pytest.fixture(scope="module")
def taught(machine: Machine) -> dict[str, Any]:
    """What a table kept that was taught by its buttons."""
    machine.put(TABLE, "/etc/garou/table.toml")
    machine.put(UNIT, "/etc/systemd/system/garou.service.d/first.conf")
    machine.run("systemctl daemon-reload && systemctl start garou", timeout_s=200)
    with Party(machine, CONTACTS, on_wire=RINGS) as party:
        teach(party, ORDER, MOUNTED)
    until(lambda: "taught.toml" in machine.say("ls /var/lib/garou"))
    return tomllib.loads(machine.say("cat /var/lib/garou/taught.toml"))


@pytest.fixture(scope="module")
def party(machine: Machine, taught: dict[str, Any]) -> Iterator[Party]:
    """The people at the table as it was taught."""
    assert taught
    time.sleep(5.0)
    with Party(machine, CONTACTS, mounted=MOUNTED) as people:
        yield people


def test_each_ring_has_the_button_of_whoever_sits_at_it(taught: dict[str, Any]) -> None:
    assert taught["seats"] == len(ORDER)
    assert taught["bcm"] == [[int(CONTACTS[contact])] for contact in ORDER]
    assert (taught["first_pixel"], taught["clockwise"]) == MOUNTED


def test_the_screen_shows_what_the_program_draws(machine: Machine, boards: dict[str, Board]) -> None:
    """Pixel by pixel, a page that tells how to play; nobody sits."""
    until(shows(machine, boards["how to play"]), 180)


def test_who_presses_sits_and_their_ring_runs_clockwise(party: Party) -> None:
    """Seen from where they sit. Seats 1 and 3 press."""
    for seat in (0, 2):
        party.sit(seat, ORDER[seat])
    assert {party.says(seat) for seat in range(8) if seat not in (0, 2)} == {"free"}
    assert ways(party, 2, gap) == {1}
    assert party.faults == []


def test_a_ring_that_is_reported_dark_is_told_on_the_board(
    machine: Machine, party: Party, boards: dict[str, Board]
) -> None:
    """The host opens their menu with a press, and turns back to its last entry with an arrow of the keyboard.
    The second of the two who sit has the dark ring."""
    host = Finger(party, ORDER[0])
    party.press(host.contact)
    time.sleep(ANSWERED_S)
    machine.tell("sendkey up")
    until(shows(machine, boards["menu"]))
    host.take()
    host.turn(3)
    until(shows(machine, boards["which ring"]))
    host.take()
    until(shows(machine, boards["dark"]))
    machine.tell("sendkey up")
    until(shows(machine, boards["well"]))
    host.take()
    until(shows(machine, boards["as before"]))
    assert party.faults == []


def test_the_direction_of_one_ring_is_turned_in_the_service_menu(machine: Machine, party: Party) -> None:
    """Whoever holds a button while the table starts finds it. A light runs round the ring it is about: one
    way, and the other way once it is turned."""
    finger = Finger(party, ORDER[0])
    asks_for_service(party, ORDER[4], lambda: machine.run("systemctl restart garou", timeout_s=200))
    finger.turn(rings_in_service_menu())
    finger.take()
    assert ways(party, 0, runner) == {1}
    finger.take()
    assert ways(party, 0, runner) == {-1}
    finger.turn_until(lambda: all(runner(ring) is None for ring in party.rings))  # "Back"
    finger.take()
    changed = tomllib.loads(machine.say("cat /var/lib/garou/service.toml"))
    assert changed["clockwise"] == [True] + [False] * 7
    for seat in (4, 0, 1):
        party.sit(seat, ORDER[seat])
    assert (ways(party, 0, gap), ways(party, 1, gap)) == ({-1}, {1})
    assert party.faults == []
