"""What every act keeps to: whole evenings are played, and each act on the stage is asked in each beat."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hardware.debounce import Kind
from table.engine.chance import Chance
from table.games.werewolf.bots import Bots
from table.gestures import Meaning
from table.publish.desk import NewsDesk
from table.publish.news import News
from table.room.act import Act, SeatGesture
from table.room.stage import Stage
from table.words.narration import Narration
from tests.appliance.hosting.test_host import GUEST, HOST, LONG_S, HostsTable
from tests.appliance.lobby.test_lobby import LobbyTable
from tests.appliance.lobby.test_show import ShowTable
from tests.appliance.service.test_service_menu import Deed, menu
from tests.appliance.service.test_service_room import Starting
from tests.appliance.walk.test_check import Round
from tests.appliance.walk.test_first_start import whole
from tests.appliance.walk.test_teaching import Hall
from tests.kit.parsed import parsed
from tests.kit.unwired import Unwired
from tests.project.test_layers import modules
from tests.room.test_room import before_the_deal, run
from tests.room.test_werewords_room import WORD, WordTable, scenario


class Stages:
    """All stages of a test, and the acts that were seen on them."""

    def __init__(self) -> None:
        self.of: dict[int, Stage] = {}
        self.seen: set[str] = set()

    def look(self, stage: Stage) -> None:
        """Asks each act on a stage all that a stage may ask, at a moment at which a beat is over."""
        self.of[id(stage)] = stage
        for act in stage.acts:
            self.seen |= {kind.__name__ for kind in type(act).__mro__}
            obeys(act, stage)


def obeys(act: Act, stage: Stage) -> None:
    now_s, seats, whole_ring = stage.time.now(), range(len(stage.village.names)), 3 * stage.rings.pixels
    rings = {len(shown) for seat in seats if (shown := act.ring(seat, now_s)) is not None}
    assert not rings or (len(rings) == 1 and max(rings) <= whole_ring)
    free = act.free_ring(now_s)
    assert free is None or len(free) in (0, whole_ring)
    slips = act.slips()
    assert slips is None or set(slips) <= set(seats)
    assert act.due_s() > now_s, "what was due is done in its beat: a stage would never sleep"
    assert isinstance(act.notice(), str)
    assert act.hides("a fault nobody knows") in (True, False)
    for seat in seats:
        if options := act.options(seat):
            numbers = [*options.numbers]
            assert len({*numbers}) == len(numbers)
            assert {options.at, *options.chosen} <= {*numbers, None}
            assert len(options.labels) in (0, len(numbers))
            assert not act.point(seat, 255), "an option that is not there"
        if seat not in stage.presses.phases:
            heard = SeatGesture(now_s, seat, 0, Kind.HOLD)
            assert not act.hear(heard, Meaning.AGREE), "a seat that is asked nothing agrees to nothing"


@pytest.fixture
def stages(monkeypatch: pytest.MonkeyPatch) -> Stages:
    found, beat = Stages(), Stage.beat

    def watched(stage: Stage) -> None:
        beat(stage)
        found.look(stage)

    monkeypatch.setattr(Stage, "beat", watched)
    return found


class Wire:
    """Takes the news of a table."""

    def tell(self, news: News) -> None:
        """Nobody reads them here."""

    def close(self) -> None:
        """Nothing to close."""


def lobby(_: Path) -> None:
    table = LobbyTable(taken=tuple(range(6)), host=2, has_phones=True, news=NewsDesk(Wire()))
    table.press(7, 20.0)
    table.run(until_s=30.0)


def service(_: Path) -> None:
    table = Starting()
    table.press(2, 10.0)
    assert table.room.run(menu(Deed()), Narration.load) == "open"


def check(folder: Path) -> None:
    assert all(line.passed for line in Round(folder).run())


def teaching(_: Path) -> None:
    Hall().press(5.0, "KEY_A").press(15.0, "KEY_S").press(25.0, "KEY_Q").teaching.run(None)


def first_start(_: Path) -> None:
    table = Unwired(4, 1, 16)
    table.run(whole(table))


def show(_: Path) -> None:
    assert ShowTable().show() is None


def hosted(_: Path) -> None:
    table = HostsTable((HOST, GUEST))
    table.clock.at(100.0, lambda: table.pods.push(HOST, 0))
    table.clock.at(100.0 + LONG_S, lambda: table.pods.release(HOST, 0))
    table.play()


def werewolf(_: Path) -> None:
    table = before_the_deal(Bots(Chance(5)), (2,))
    run(table, "werewolf=2,seer,witch,hunter,cupid,stuttering_judge,villager")


def words(_: Path) -> None:
    WordTable(scenario({"night": {"word": WORD}, "day": {}}))


PROGRAMMES: dict[Callable[[Path], None], set[str]] = {
    lobby: {"Lobby", "PhoneSeats", "NewsDesk"},
    service: {"ServiceRoom"},
    check: {"Walk", "HeardButtons"},
    teaching: {"Walk", "Keys"},
    first_start: {"Walk", "AnyContact"},
    show: {"Room", "ShownRound"},
    hosted: {"Room", "Hosting", "HostEar", "HostQuestions"},
    werewolf: {"Room", "Lights", "Pages", "Debate", "CoveredTimes", "_Turning"},
    words: {"Room", "QuestionsOfWords"},
}
"""What is played, and the acts it shows."""


@pytest.mark.parametrize("programme", PROGRAMMES, ids=lambda one: one.__name__)
def test_every_act_keeps_to_what_a_stage_asks(
    programme: Callable[[Path], None], stages: Stages, tmp_path: Path
) -> None:
    programme(tmp_path)
    assert PROGRAMMES[programme] - stages.seen == set()
    for stage in stages.of.values():
        left = {type(act).__name__ for act in stage.acts}
        lasting = {"Room", "Lights", "Pages", "Debate", "QuestionsOfWords"}
        assert left - lasting - {"PhoneSeats", "NewsDesk"} == set(), "what is over is off the stage"


def acts() -> Iterator[str]:
    """The names of all acts of the product."""
    for path in modules().values():
        for node in ast.walk(parsed(path.read_text("utf-8"))):
            bases = [ast.unparse(base) for base in getattr(node, "bases", ())]
            if isinstance(node, ast.ClassDef) and "Act" in bases and node.name != "Programme":
                yield node.name


def test_every_act_is_played_here() -> None:
    assert set(acts()) == set[str]().union(*PROGRAMMES.values())
