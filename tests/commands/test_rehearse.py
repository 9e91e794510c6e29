"""Scenarios played through the whole table: what the referee says must come out of buttons and rings too."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from hardware.simulated import SimulatedButtons, SimulatedVoice
from table.appliance.rehearse import rehearse
from table.appliance.table import Table
from table.board.board import Board
from table.engine.play import Answerer
from table.errors import RefusedError, TableError
from table.games.scenario import FromFile
from table.games.scenario import Scenario as AnyScenario
from table.games.werewolf.referee import Scenario
from table.games.werewords.referee import Scenario as WordScenario
from table.referee.referee import judge, read_scenario
from table.room.choosing import Choosing
from table.settings.settings import Settings
from table.settings.times import Times
from table.words.narration import Narration
from tests.kit.paths import TESTS
from tests.kit.sampling import covering, some
from tests.kit.tables import NARRATION, RecordingView, TestTable, rehearsed, scenario, written_in

NIGHT_OF_ALL = {
    "thief": "right",
    "cupid": ["Ana", "Bob"],
    "seer": "Hal",
    "werewolves": "Dee",
    "witch": {"poison": "Gus"},
}


def whole() -> Scenario:
    """A round of all roles of the first box, to its end."""
    return scenario(
        "seer werewolf witch hunter cupid thief little_girl werewolf",
        {
            "night 1": NIGHT_OF_ALL,
            "dawn 1": {"hunter": "Hal"},
            "day 1": {
                "election": {"Ana": "Cid", "Bob": "Cid", "Cid": "Cid", "Eve": "Ana"},
                "vote": {"Ana": "Fay", "Bob": "Eve", "Cid": "Fay", "Eve": "Fay", "Fay": "Eve"},
            },
            "night 2": {"werewolves": "Eve", "seer": "Eve", "witch": {"heal": "Eve"}},
            "day 2": {"vote": {"Cid": "Bob", "Eve": "Bob"}},
        },
        centre="villager villager",
    )


BUSY = ("BO-1", "BO-3", "BO-17-not-lost", "LG-22-tied-twice", "LG-25-captain-asked", "LG-46", "LG-53")
"""Scenarios that ask most of what a table can be asked."""


def busy(stem: str) -> Scenario:
    return written_in(TESTS / "scenarios" / f"{stem}.toml")


@pytest.mark.parametrize("buttons", [1, 2, 3])
def test_a_round_comes_to_the_same_end_with_any_number_of_buttons(buttons: int) -> None:
    for written in (whole(), *map(busy, some(BUSY, of=2))):
        table, played = rehearsed(written, buttons=buttons)
        assert played == judge(written)
        assert table.lines


@pytest.mark.parametrize("pace", ["slow", "fast"])
def test_at_every_pace_there_is_time_enough_to_answer(pace: Any) -> None:
    for written in (whole(), busy("BO-17-not-lost")):
        assert rehearsed(written, times=Times(pace=pace))[1] == judge(written)


def test_hands_hurry_where_calls_are_short() -> None:
    """Twelve seats, one button, five seconds to answer and one for the disk; the seat to point at is nearly
    all round the table."""
    written = scenario(
        "seer" + " villager" * 8 + " werewolf werewolf villager",
        {"night 1": {"seer": "Kim", "werewolves": "Ana"}, "day 1": {}},
        captain="never",
    )
    times = Times(calls={"seer": 6.0, "werewolves": 6.0})
    assert rehearsed(written, times=times)[1] == judge(written)


def test_in_a_hurry_a_witch_says_both() -> None:
    """The second for the disk does not come out of the witch's time, however short her call."""
    written = scenario(
        "witch werewolf villager villager villager villager werewolf seer",
        {
            "night 1": {"seer": "Bob", "werewolves": "Fay", "witch": {"heal": "Fay", "poison": "Gus"}},
            "day 1": {},
        },
        captain="never",
    )

    def through(answers: FromFile) -> Answerer:
        table = TestTable(answers, written.names, seed=written.seed)
        table.room.pace.hurry()
        return table.room

    assert judge(written, through) == judge(written)


SCENARIOS = sorted((TESTS / "scenarios").glob("*.toml"))
"""Those of both games."""


def playable(path: Path) -> AnyScenario | None:
    """A scenario the referee accepts."""
    try:
        written = read_scenario(path)
        judge(written)
    except RefusedError:
        return None
    return written


OF_WORDS = Narration.load("en", "mots-garous")


class Blind:
    """A view nobody looks at."""

    closed = False

    def show(self, board: Board, now_s: float) -> None:
        """Nothing is drawn."""

    def close(self) -> None:
        """Nothing to give back."""


def opened(names: Sequence[str], narration: Narration = NARRATION["en"]) -> Table:
    """A table without a board: drawing would cost more than playing."""
    table = Table(Settings(language="en"), names, narration, "log", 1.0)
    table.opened.devices = table.opened.devices._replace(view=Blind())
    return table


def shows(path: Path) -> set[str]:
    """What a scenario shows: its rulebook with every word of it and its output, and which event follows
    which."""
    written = re.sub(r"(?m)#.*$", "", path.read_text("utf-8"))
    output = path.with_suffix(".json").read_text("utf-8")
    (rulebook,) = re.findall(r'^rulebook = "(.*)"', written, re.MULTILINE) or [""]
    events = re.findall(r'"event": "(\w+)"', output)
    words = re.findall(r"\b[a-z_]{3,}\b", written) + re.findall(r'"(?:cause|of|winner)": "(\w+)"', output)
    return {f"{rulebook} {word}" for word in (*words, *events)} | {*map(" then ".join, pairwise(events))}


@pytest.mark.parametrize(
    "path", covering({path: shows(path) for path in SCENARIOS}), ids=lambda path: path.stem
)
def test_every_scenario_comes_to_the_same_end_through_the_table(path: Path) -> None:
    written = playable(path)
    if written is None:
        with pytest.raises(RefusedError):
            rehearse(opened(["Ana"]), read_scenario(path))
        return
    narration = OF_WORDS if isinstance(written, WordScenario) else NARRATION["en"]
    assert rehearse(opened(written.names, narration), written) == judge(written)


def test_a_rehearsal_is_told_with_the_narrators_memory() -> None:
    """`garou rehearse` says what a table would say: of a first quiet night that it is the first."""
    written = whole()
    table = opened(written.names)
    voice = SimulatedVoice(table.opened.devices.clock, record=True)
    table.opened.devices = table.opened.devices._replace(voice=voice)
    rehearse(table, written)
    first = NARRATION["en"].lines["dawn.break_first"]
    assert sum(line.line in first for line in voice.spoken) == 1


def test_what_is_refused_is_refused_before_the_table_says_a_word(capsys: pytest.CaptureFixture[str]) -> None:
    written = scenario(
        "werewolf werewolf seer villager villager villager villager villager",
        {"night 1": {"werewolves": "Bob"}},
    )
    with pytest.raises(RefusedError, match="Bob"):
        rehearse(opened(written.names), written)
    assert capsys.readouterr().out == ""


def test_a_table_that_comes_to_another_end_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted fault: hands whose presses get lost."""
    written = whole()
    monkeypatch.setattr(Choosing, "way_to", lambda *_: [])
    with pytest.raises(TableError, match="the table and the referee differ"):
        rehearse(opened(written.names), written)


def test_rounds_of_a_rehearsal_do_not_depend_on_the_table_s_chance() -> None:
    """Lots come from the scenario's seed, whichever wordings and hesitations are drawn."""
    written = busy("LG-25-by-lot")
    first, second = (rehearsed(written, seed=seed) for seed in ("one", "two"))
    assert first[1] == second[1] == judge(written)
    assert first[0].lines != second[0].lines


def test_nobody_can_touch_a_rehearsal() -> None:
    """Pressing the pods of a table that rehearses changes nothing."""
    written = whole()
    table = Table(Settings(), written.names, Narration.load("en"), "log", 1.0)
    devices = table.opened.devices
    assert isinstance(devices.buttons, SimulatedButtons)
    pods: SimulatedButtons = devices.buttons

    class Elbow(RecordingView):
        """A finger that presses each seat again and again."""

        def show(self, board: Board, now_s: float) -> None:
            super().show(board, now_s)
            for seat in range(8):
                (pods.push if int(now_s * 2) % 2 else pods.release)(seat, 0)

    table.opened.devices = devices._replace(view=Elbow())
    assert rehearse(table, written) == judge(written)
    assert pods.edges(), "the elbow was there"
