"""Service at the table: the service menu, the check, and a configuration that cannot be used."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from hardware.notify import ServiceManager
from table.appliance.doctor.examine import examine
from table.appliance.opening.mending import stamps, tell_on_board
from table.appliance.service.service import Service
from table.appliance.table import Table
from table.appliance.walk.check import Step
from table.appliance.walk.report import CheckTexts
from table.board.board import Board
from table.errors import ClosedError, UnreadableError
from table.settings.load import Report, settings_of
from table.settings.owner import Owner
from table.settings.wiring import RingWiring
from table.words.narration import Narration
from table.words.troubles import Troubles, troubles_of
from tests.appliance.doctor.test_doctor import GROUPS, SPI_TABLE, Bench
from tests.gallery.hall import TITLES, Hall, Moment, Script, narrate

TITLE = "Looked after by its buttons"
HELD_S = 4.0
"""Seconds a button is held while the table starts."""
BROKEN = 2
"""The seat whose player says that the red is wrong."""
SAYS = TITLES["service"]


def found(language: str) -> dict[str, Moment]:
    """The boards of this chapter."""
    hall = Hall(language, rings=RingWiring(backend="spi"))
    service = Service(wanted=False)
    service.settings(hall.settings, Path("nowhere"), ["fr", "en"], Report())
    with (
        TemporaryDirectory() as folder,
        patch("table.appliance.service.deeds.stick", lambda: None),
        patch("table.appliance.walk.check_table.Obliging", lambda *_: partial(answer, hall)),
    ):

        def serve(table: Table) -> bool:
            rulebook = hall.settings.game.rulebook
            return service.look_after(
                table,
                hall.names,
                lambda spoken: narrate(rulebook, spoken),
                Path(folder),
                str,
                partial(examined, Path(folder)),
            )

        moments = hall.play(steps(hall), serve=serve)
    return moments | {"mending": mending(language)}


def examined(folder: Path, narration: Narration) -> list[str]:
    """What the doctor finds on a Pi without a sound card whose user may not reach the pins."""
    pi = Bench(folder).change(groups=GROUPS - {"gpio"}).remove("proc/asound/cards")
    path, troubles = folder / "table.toml", Troubles.of(narration)
    path.write_text(SPI_TABLE, "utf-8")
    found = [one.told(troubles) for one in examine(pi.machine, path) if one.grade == "wrong"]
    return [" > ".join(filter(None, (one.found, one.mend))) for one in found]


def steps(hall: Hall) -> Script:
    """From switching on to the end of the check."""
    text = hall.text
    check = CheckTexts(hall.narration, hall.names)
    hall.buttons.push(1, 0)  # down before the table is there
    hall.clock.at(HELD_S, lambda: hall.buttons.release(1, 0))
    yield headline(text("service.let_go"))
    hall.keep("service_start")
    yield 3.0
    yield from hall.turn_to(text("service.check"))
    hall.keep("service")
    yield from hall.take(text("service.doctor"))
    hall.keep("doctor")
    yield from hall.take(text("service.back"))
    yield from hall.take(text("service.seats"))
    yield from hall.take(seat(hall, "seat", 3))
    hall.keep("service_seats")
    yield from hall.take(seat(hall, "seat", 3))
    yield from hall.take(text("service.back"))
    yield from hall.take(text("service.rings"))
    yield from hall.turn_to(seat(hall, "ring", 2))
    hall.keep("service_rings")
    yield from hall.take(text("service.back"))
    yield from hall.take(text("service.export"))
    yield 2.0
    hall.keep("export")
    yield from hall.take(text("service.off"))
    hall.keep("service_off")
    yield from hall.take(text("service.check"))
    yield headline(check.text("headline.press", 0))
    hall.keep("check_button")
    yield headline(check.text("headline.count", 0))
    hall.keep("check_ring")
    yield lambda board: board.scene == "test" and bool(board.caption)
    hall.keep("test")
    yield lambda board: board.menu is not None
    hall.keep("check_found")


def answer(hall: Hall, step: Step) -> None:
    """The player at the seat answers after a second: a press for yes, a hold for no."""
    is_wrong = step.key == "red" and step.seat == BROKEN
    touch = hall.hold if is_wrong else hall.touch
    hall.clock.at(hall.clock.now() + 1.0, lambda: touch(step.seat))


def seat(hall: Hall, key: str, number: int) -> str:
    """The name of a seat or its ring in the menu; `number` from 1."""
    return hall.text(f"service.{key}", number=number, name=hall.label(number - 1))


def headline(wanted: str) -> Callable[[Board], bool]:
    """A condition: the board has this headline."""
    return lambda board: board.headline == wanted


def mending(language: str) -> Moment:
    """The board of a table that cannot start because of its configuration."""
    hall = Hall(language)
    with TemporaryDirectory() as folder:
        owner = Owner(Path(folder))
        owner.own_table.write_text(f'language = "{language}"\n\n[voice]\nvolume = 7\n', "utf-8")
        try:
            settings_of(owner.table)
        except UnreadableError as error:
            sentence = troubles_of(owner.catalogue, language).any(error.wrong)
            told = UnreadableError(sentence.replace(folder, "/etc/garou"))
        hall.clock.at(10.0, lambda: setattr(hall.view, "closed", 1))
        try:
            tell_on_board(told, owner, stamps(owner), ServiceManager(""), lambda: hall.view, hall.clock)
        except ClosedError:
            return hall.view.stands
    raise LookupError("no board says what is to be mended")
