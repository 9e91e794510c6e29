"""Scenarios played through the whole table: what the referee says must come out of buttons and rings too."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise, product
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
from tests.kit.tables import NARRATION, RecordingView, TestTable, rehearsed, scenario

NIGHT_OF_ALL = {
    "thief": "right",
    "cupid": ["Ana", "Bob"],
    "seer": "Hal",
    "werewolves": "Dee",
    "witch": {"poison": "Gus"},
}


def written_here() -> dict[str, Scenario]:
    """Rounds that ask everything a table can be asked, and some that end early."""
    all_roles = "seer werewolf witch hunter cupid thief little_girl werewolf"
    simple = "werewolf werewolf seer villager villager villager villager villager"
    alone = "werewolf cupid seer villager villager villager villager villager"
    return {
        "all roles to the villagers' victory": scenario(
            all_roles,
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
        ),
        "a tied vote, a captain who decides, one who falls and is succeeded": scenario(
            simple,
            {
                "night 1": {"seer": "Ana", "werewolves": "Dee"},
                "day 1": {
                    "election": {"Ana": "Hal", "Bob": "Hal", "Cid": "Hal"},
                    "vote": {"Ana": "Eve", "Bob": "Eve", "Eve": "Ana", "Cid": "Ana"},
                    "captain_choice": "Eve",
                },
                "night 2": {"seer": "Bob", "werewolves": "Hal"},
                "dawn 2": {"successor": "Ana"},
                "day 2": {"vote": {"Ana": "Cid", "Bob": "Cid"}},
                "night 3": {"werewolves": "Fay"},
                "day 3": {"vote": {"Ana": "Gus", "Bob": "Gus", "Gus": "Ana"}},
            },
        ),
        "elections and votes that are tied again and again": scenario(
            simple,
            {
                "night 1": {"werewolves": {"Ana": "Dee", "Bob": "Eve"}},
                "day 1": {
                    "election": {"Ana": "Bob", "Bob": "Ana"},
                    "election_revote": {"Ana": "Bob", "Bob": "Ana", "Cid": "Ana"},
                    "vote": {"Gus": "Bob", "Hal": "Ana"},
                    "captain_choice": "Bob",
                },
                "night 2": {"werewolves": "undecided"},
                "day 2": {"vote": {}},
            },
        ),
        "a new vote with nobody in office": scenario(
            simple,
            {
                "day 1": {"vote": {"Cid": "Ana", "Dee": "Bob"}, "revotes": [{"Ana": "Bob", "Cid": "Bob"}]},
                "night 2": {},
            },
            captain="never",
        ),
        "lovers alone": scenario(
            alone,
            {
                "night 1": {"cupid": ["Ana", "Cid"], "werewolves": "Bob"},
                "day 1": {"vote": {"Cid": "Dee"}},
                "night 2": {"werewolves": "Eve"},
                "day 2": {"vote": {"Ana": "Fay"}},
                "night 3": {"werewolves": "Gus"},
                "day 3": {"vote": {"Ana": "Hal", "Cid": "Hal"}},
            },
            captain="never",
        ),
        "somebody leaves": scenario(
            simple,
            {"night 1": {"werewolves": "Dee", "left": ["Eve"]}, "day 1": {"left": ["Ana"]}, "night 2": {}},
            captain="start",
        ),
        "a bite, charms and candidates": scenario(
            "accursed_wolf_father werewolf piper wolf_hound villager villager villager villager",
            {
                "night 1": {
                    "wolf_hound": "werewolf",
                    "werewolves": "Hal",
                    "accursed_wolf_father": True,
                    "piper": ["Ana", "Gus"],
                },
                "day 1": {
                    "candidates": ["Eve", "Hal"],
                    "election": {"Ana": "Eve", "Bob": "Hal"},
                    "election_revote": {"Ana": "Hal", "Dee": "Hal"},
                    "vote": {"Ana": "Fay", "Hal": "Bob", "Gus": "Fay"},
                    "captain_choice": "Fay",
                },
                "night 2": {"werewolves": {"Bob": "Eve", "Hal": "Eve"}, "piper": ["Bob", "Dee"]},
                "day 2": {"vote": {"Cid": "Ana"}},
                "night 3": {"werewolves": "undecided", "piper": ["Hal"]},
            },
            rulebook="best-of",
        ),
        "a family's pack of which one sleeps": scenario(
            simple,
            {
                "night 1": {"werewolves": {"Bob": "Ana"}, "seer": "Ana"},
                "day 1": {"vote": {"Bob": "Cid", "Cid": "Dee"}, "revotes": [{"Eve": "Dee"}]},
                "night 2": {"seer": "Bob"},
                "dawn 2": {},
            },
            rulebook="family",
            captain="never",
        ),
        "waits for Cupid": scenario(alone, {"night 1": {}}),
    }


@pytest.mark.parametrize(("name", "buttons"), some(product(written_here(), (1, 2, 3)), of=2))
def test_a_scenario_comes_to_the_same_end_through_the_table(name: str, buttons: int) -> None:
    written = written_here()[name]
    wanted = judge(written)
    table, played = rehearsed(written, buttons=buttons)
    assert played == wanted
    assert table.lines


@pytest.mark.parametrize("pace", ["slow", "fast"])
@pytest.mark.parametrize("name", ["all roles to the villagers' victory", "a bite, charms and candidates"])
def test_at_every_pace_there_is_time_enough_to_answer(name: str, pace: Any) -> None:
    written = written_here()[name]
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
    written = written_here()["elections and votes that are tied again and again"]
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


@pytest.mark.parametrize("name", ["all roles to the villagers' victory", "lovers alone"])
def test_a_table_that_comes_to_another_end_is_found_out(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted fault: hands whose presses get lost."""
    written = written_here()[name]
    monkeypatch.setattr(Choosing, "way_to", lambda *_: [])
    with pytest.raises(TableError, match="the table and the referee differ"):
        rehearse(opened(written.names), written)


def test_rounds_of_a_rehearsal_do_not_depend_on_the_table_s_chance() -> None:
    """Lots come from the scenario's seed, whichever wordings and hesitations are drawn."""
    written = written_here()["elections and votes that are tied again and again"]
    first, second = (rehearsed(written, seed=seed) for seed in ("one", "two"))
    assert first[1] == second[1] == judge(written)
    assert first[0].lines != second[0].lines


def test_nobody_can_touch_a_rehearsal() -> None:
    """Pressing the pods of a table that rehearses changes nothing."""
    written = written_here()["all roles to the villagers' victory"]
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
