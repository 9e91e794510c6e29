"""The rules of Mots-garous: tiles, deal, letters and clocks; random rounds; rounds that differ in secrets
only."""

from __future__ import annotations

import json
import random
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table.engine.play import play
from table.engine.requests import (
    Answering,
    Ask,
    Clock,
    Covered,
    Draw,
    Leavers,
    Press,
    Request,
    Say,
    Show,
    Sitter,
    Sleep,
    Unveil,
    Vote,
    Wake,
    Wanted,
    unveil,
)
from table.errors import LeakError, RefusedError
from table.games.scenario import plain
from table.games.werewords import referee as werewords_referee
from table.games.werewords.rules import calls, events, script
from table.games.werewords.rules.letters import (
    GIVEN_AWAY,
    first_letters,
    given_away,
    masked,
    positions,
    uncovers_s,
)
from table.games.werewords.rules.options import ALLOWED, Options
from table.games.werewords.rules.state import TOKENS, Ending, Round
from table.games.werewords.rules.tiles import TILES, Tile, check_set, usual
from tests.kit.paths import ROOT
from tests.kit.players import garou
from tests.kit.retold_werewords import NAMES, WORDS, a_file, a_set, retold
from tests.kit.sampling import few, some

SCENARIOS = sorted((ROOT / "tests" / "scenarios").glob("MG-*.toml"))
OF_THE_PAGE = (ROOT / "docs" / "scenarios.md").read_text("utf-8").partition("\n## Mots-garous\n")[2]


def tiles_of(keys: str) -> list[Tile]:
    return [TILES[key] for key in keys.split()]


# Letters


@pytest.mark.parametrize(
    ("word", "letters", "firsts"),
    [
        ("chat", "chat", "C"),
        ("arc-en-ciel", "arcenciel", "AEC"),
        ("l'école buissonnière", "lécolebuissonnière", "LÉB"),
        ("l’an\u00a0neuf", "lanneuf", "LAN"),
        ("e\u0301te\u0301", "été", "É"),
        ("  Le  Havre ", "LeHavre", "LH"),
        ("œil-de-bœuf", "œildebœuf", "ŒDB"),
        ("7e ciel, 14 Juillet !", "ecielJuillet", "ECJ"),
        ("1984", "", ""),
    ],
)
def test_mg_60_letters_and_first_letters(word: str, letters: str, firsts: str) -> None:
    """MG-60: words are parted by spaces, hyphens and apostrophes; only letters count."""
    assert positions(word) == list(letters)
    assert first_letters(word) == list(firsts)


def test_mg_60_an_accent_comes_with_its_letter() -> None:
    """Also a letter with an accent that is not a single character."""
    assert positions("x\u0302e\u0301") == ["x\u0302", "é"]
    assert first_letters("x\u0302e\u0301") == ["X\u0302"]
    assert masked("x\u0302e\u0301") == "__"
    assert masked("x\u0302e\u0301", {0}) == "x\u0302_"


def test_mg_60_marks_are_shown_from_the_start() -> None:
    assert masked("l'arc-en-ciel n° 7") == "_'___-__-____ _° 7"
    assert masked("Été d'or", {0, 4}) == "É__ _'o_"
    assert masked("été", {0, 1, 2}) == "été"


@pytest.mark.parametrize(
    ("letters", "given"), [(0, 0), (1, 1), (2, 1), (3, 1), (4, 2), (9, 4), (10, 5), (11, 5), (28, 5)]
)
def test_mg_38_how_many_letters_are_given_away(letters: int, given: int) -> None:
    """MG-38: five, at most half of them rounded down, at least one."""
    assert given_away("- " + "e\u0301" * letters) == given


# Tiles


@pytest.mark.parametrize("players", range(3, 21))
def test_mg_1_the_usual_set(players: int) -> None:
    """MG-1, MG-54: one tile more than players; a Werewolf, two from 7 players on, three from 12."""
    wolves = 1 if players <= 6 else 2 if players <= 11 else 3
    expected = {"mayor": 1, "seer": 1, "werewolf": wolves, "villager": players - 1 - wolves}
    assert Counter(tile.key for tile in usual(players)) == expected
    check_set(usual(players), players)


SETS = [
    ("mayor seer werewolf villager", 3, None),
    ("mayor fortune_teller werewolf villager", 3, None),
    ("mayor seer werewolf werewolf villager villager", 5, None),
    ("mayor seer werewolf werewolf werewolf minion villager mason mason thing beholder apprentice", 11, None),
    ("mayor seer werewolf", 2, "seats: 2 players for mots-garous; allowed: 3 to 20"),
    ("mayor seer werewolf" + " villager" * 19, 21, "seats: 21 players for mots-garous; allowed: 3 to 20"),
    ("mayor mayor seer werewolf villager", 4, "cards: mayor 2 times; allowed: 1"),
    ("mayor seer" + " werewolf" * 4 + " villager" * 5, 10, "cards: werewolf 4 times; allowed: 1, 2 or 3"),
    ("mayor seer seer werewolf villager", 4, "cards: seer 2 times; allowed: 0 or 1"),
    ("mayor seer werewolf mason mason mason", 5, "cards: mason 3 times; allowed: 0 or 2"),
    ("mayor seer werewolf minion minion villager villager", 6, "cards: minion 2 times; allowed: 0 or 1"),
    (
        "mayor seer werewolf doppelganger",
        3,
        "cards: 1 of the village and 1 of the werewolves’ team (werewolf, minion); "
        "allowed: more of the village",
    ),
]


@pytest.mark.parametrize(("keys", "players", "refused"), SETS)
def test_mg_37_which_sets_can_be_played(keys: str, players: int, refused: str | None) -> None:
    """MG-37, MG-54: any other is refused with the reason."""
    if refused is None:
        check_set(tiles_of(keys), players)
        return
    with pytest.raises(RefusedError) as said:
        check_set(tiles_of(keys), players)
    assert str(said.value) == refused


# People at a table


class People:
    """Answers a round at random, as people do, and writes the scenario of the same round.

    `silence`: the chance that a player does not answer; `leaving`: that one has left when asked.
    """

    def __init__(self, lot: random.Random, *, silence: float = 0.0, leaving: float = 0.0) -> None:
        self.lot = lot
        self.silence = silence
        self.leaving = leaving
        self.day_s = 240.0
        self.at = "night"
        self.turns: dict[str, dict[str, Any]] = {"night": {}, "day": {"tokens": []}, "vote": {}}
        self.dealt: Sequence[Tile] = ()
        self.heard: list[Request] = []
        """All that was asked and said, in order."""
        self.shown: list[dict[str, Any]] = []

    def is_silent(self) -> bool:
        return self.lot.random() < self.silence

    def note(self, key: str, answer: Any) -> None:
        self.turns[self.at][key] = plain(answer)

    def ask(self, request: Ask) -> Sequence[Any]:
        self.heard.append(request)
        if self.is_silent():
            return ()
        answer = self.lot.choice(request.choices)
        self.note(request.key, answer)
        return (answer,)

    def vote(self, request: Vote) -> dict[Any, Any]:
        self.heard.append(request)
        votes = {
            voter: self.lot.choice(menu) for voter, menu in request.choices.items() if not self.is_silent()
        }
        if request.key != "letters":
            self.note({"pick": "werewolves", "picks": "werewolves"}.get(request.key, request.key), votes)
        return votes

    def show(self, request: Show) -> None:
        self.heard.append(request)
        if request.what == "letters":
            self.note("letters", request.value)
        if request.what in ("dealt", "offer"):
            return
        entry = {"at": self.at, "to": plain(request.to), "what": request.what}
        entry |= {"seat": request.seat.name} if request.seat else {}
        self.shown.append(entry | ({} if request.value is None else {"value": plain(request.value)}))

    def say(self, request: Say) -> None:
        self.heard.append(request)
        self.at = getattr(request.event, "moment", self.at)
        if isinstance(request.event, events.TokenGiven):
            asker = request.event.seat.name if request.event.seat else "table"
            self.turns["day"]["tokens"].append([asker, request.event.token])

    def wake(self, request: Wake) -> None:
        self.heard.append(request)

    def sleep(self, request: Sleep) -> None:
        self.heard.append(request)

    def draw(self, request: Draw) -> Sequence[Any]:
        self.heard.append(request)
        drawn = self.lot.sample(list(request.choices), request.count)
        if request.stream == "deal":
            self.dealt = drawn
        elif request.stream in ("doppelganger", "word", "thing"):
            self.note(request.stream, drawn[0])
        return drawn

    def clock(self, request: Clock) -> Press | None:
        self.heard.append(request)
        if not isinstance(request, Answering):
            if not request.hearing or self.lot.random() < 0.7:
                return None
            if request.key == "oops":
                self.note("oops", True)
            return Press(self.lot.choice(request.hearing), request.spent_s + 1.0)
        assert request.chooser
        at_s = request.spent_s + self.lot.uniform(0.0, 9.0)
        if at_s > (request.until_s or self.day_s):
            return None
        # The right word is not found by chance.
        choices = [choice for choice in request.choices if choice != "correct" or self.lot.random() < 0.2]
        if choices and self.lot.random() < 0.5:
            return Press(request.chooser, at_s, self.lot.choice(choices))
        return Press(self.lot.choice(request.hearing), at_s)

    def covered(self, request: Covered) -> Sequence[Sitter]:  # noqa: ARG002 - this game has no covered times
        return ()

    def leavers(self, request: Leavers) -> Sequence[Sitter]:
        self.heard.append(request)
        gone = [seat for seat in request.seats if self.lot.random() < self.leaving]
        if gone:
            self.note("left", gone)
        return gone

    def wanted(self, request: Wanted) -> bool:  # noqa: ARG002 - this game has no captain
        return False

    @property
    def said(self) -> list[Any]:
        """The public events."""
        return [request.event for request in self.heard if isinstance(request, Say)]

    def asked(self, kind: type[Any], key: str = "") -> list[Any]:
        """The questions of one kind."""
        return [one for one in self.heard if isinstance(one, kind) and getattr(one, "key", "") == key]


def a_round(
    keys: str, mayor: int = 0, words: Sequence[str] = ("chat",), offered: int = 4, **options: Any
) -> Round:
    """A round of these tiles, clockwise; `secret` is the Mayor's role."""
    tiles = tiles_of(keys)
    return Round(NAMES[: len(tiles)], tiles, mayor, Options(**options), words, offered)


# The deal


class Dealer(People):
    """Shuffles as told, in the next way each time."""

    def __init__(self, *deals: str) -> None:
        super().__init__(random.Random(1))
        self.deals = [tiles_of(deal) for deal in deals]

    def draw(self, request: Draw) -> Sequence[Any]:
        self.heard.append(request)
        assert request.stream == "deal"
        dealt = self.deals.pop(0)
        assert Counter(dealt) == Counter(request.choices)
        return dealt


FOUR = "villager werewolf mayor villager seer"


def dealt_by(dealer: Dealer, last_mayor: int | None = None) -> Round:
    tiles = sorted(dealer.deals[0], key=lambda tile: tile.key)
    names = NAMES[: len(tiles) - 1]
    return play(script.deal(names, tiles, Options(), ["chat"], 4, last_mayor), dealer)


def test_mg_2_everybody_is_shown_his_own_tile_and_nobody_elses() -> None:
    """MG-2, MG-3: the Mayor's own tile is open, and the Mayor sees the centre tile."""
    dealer = Dealer(FOUR)
    round_ = dealt_by(dealer)
    assert [seat.tile.key for seat in round_.seats] == ["villager", "werewolf", "seer", "villager"]
    shows = [request for request in dealer.heard if isinstance(request, Show)]
    assert [(one.what, one.to, one.seat, one.value) for one in shows] == [
        ("dealt", [seat], seat, seat.tile) for seat in round_.seats
    ]
    assert dealer.said[1:] == [events.MayorShown(round_.seats[2], False)]
    assert isinstance(dealer.said[0], events.Dealt)
    assert [tile.key for tile in dealer.said[0].tiles] == [
        "mayor",
        "seer",
        "villager",
        "villager",
        "werewolf",
    ]


def test_all_may_look_at_their_tiles_until_everybody_has() -> None:
    """Nobody waits for those who have pressed; the clock runs on."""

    class Looking(Dealer):
        def clock(self, request: Clock) -> Press | None:
            self.heard.append(request)
            return Press(request.hearing[-1], request.spent_s + 2.0) if len(request.hearing) > 1 else None

    dealer = Looking(FOUR)
    dealt_by(dealer)
    clocks = [(plain(one.hearing), one.spent_s) for one in dealer.asked(Clock, "deal")]
    assert clocks == [(list(NAMES[: 4 - number]), 2.0 * number) for number in range(4)]


# The night


ALL_TILES = (
    "seer villager werewolf werewolf doppelganger fortune_teller apprentice minion beholder mason mason thing"
)


def test_mg_39_the_calls_of_a_night() -> None:
    """MG-39: in one order, by the tiles of the set; and with the Thing a look."""
    order = [call.key for call in calls.calls(tiles_of("mayor " + ALL_TILES), Options())]
    assert order == [
        *("doppelganger", "mayor", "seer", "fortune_teller", "apprentice", "werewolves", "minion"),
        *("beholder", "masons", "thing", "thing_look"),
    ]
    usual_calls = [call.key for call in calls.calls(usual(5), Options())]
    assert usual_calls == ["mayor", "seer", "werewolf"]
    looks = [call.key for call in calls.calls(tiles_of("mayor " + ALL_TILES), Options()) if call.is_look]
    assert looks == ["thing_look"]


def test_mg_10_a_call_lasts_as_long_whoever_answers_it() -> None:
    """MG-10, MG-39: the same calls, for the same times, also if the Mayor is called; and a Doppelgänger who
    becomes a Werewolf turns no singular into a plural."""

    def held(keys: str, silence: float) -> list[tuple[str, float]]:
        people = People(random.Random(keys), silence=silence)
        play(script.play_round(a_round(keys)), people)
        return [(one.call.key, one.call.seconds) for one in people.heard if isinstance(one, Wake | Sleep)]

    keys = "seer villager werewolf doppelganger apprentice thing"
    expected = held(keys, 0.0)
    order = ["doppelganger", "mayor", "seer", "apprentice", "werewolf", "thing", "thing_look"]
    assert [key for key, _ in expected] == [key for key in order for _ in range(2)]
    for other in (
        "werewolf villager seer doppelganger apprentice thing",
        "thing werewolf villager apprentice seer doppelganger",
    ):
        for silence in (0.0, 0.5, 1.0):
            assert held(other, silence) == expected


def test_mg_10_the_word_is_unveiled_in_calls_alone() -> None:
    """MG-10: by day it cannot even be asked for."""
    people = People(random.Random(1))
    play(script.play_round(a_round("seer fortune_teller werewolf apprentice villager")), people)
    called, eyes_open = "", []
    unveiled: list[tuple[str, str, list[str]]] = []
    for request in people.heard:
        match request:
            case Wake():
                called, eyes_open = request.call.key, list(request.seats)
            case Sleep():
                called, eyes_open = "", []
            case Unveil():
                assert set(request.to) <= set(eyes_open)
                unveiled.append((called, request.what, plain(request.to)))
    assert unveiled == [
        ("mayor", "offer", ["Ana"]),
        ("mayor", "word", ["Ana"]),
        ("seer", "word", ["Ana"]),
        ("fortune_teller", "first_letters", ["Bob"]),
        ("apprentice", "word", ["Dee"]),
        ("werewolf", "word", ["Cid"]),
    ]

    async def by_day() -> None:
        await unveil([], "word", "chat")

    with pytest.raises(LeakError):
        play(by_day(), people)


def test_mg_7_the_mayor_is_offered_a_few_words() -> None:
    """MG-7: drawn by lot, each once; fewer where there are not so many."""
    for words, offered in ((WORDS, 4), (WORDS[:2], 4), (WORDS, 8)):
        people = People(random.Random(1))
        round_ = a_round("seer villager werewolf villager", words=words, offered=offered)
        play(script.play_round(round_), people)
        [offer] = [one.value for one in people.heard if isinstance(one, Unveil) and one.what == "offer"]
        assert len(offer) == len(set(offer)) == min(offered, len(words))
        assert set(offer) <= set(words)
        assert people.asked(Ask, "word")[0].choices == offer
        assert round_.word in offer


def test_mg_38_a_pack_of_two_minds_draws_among_what_it_points_at_most() -> None:
    """MG-38: letter by letter, none twice."""

    class TwoMinds(People):
        def vote(self, request: Vote) -> dict[Any, Any]:
            if request.key != "letters":
                return super().vote(request)
            self.heard.append(request)
            wolves, menu = list(request.choices), next(iter(request.choices.values()))
            return {wolves[0]: menu[0], wolves[1]: menu[1], wolves[2]: menu[1]}

        def draw(self, request: Draw) -> Sequence[Any]:
            assert request.stream != "letters", "two of three agree"
            return super().draw(request)

    people = TwoMinds(random.Random(1))
    round_ = a_round("seer werewolf werewolf werewolf" + " villager" * 6, words=["cheval"], mode="speedwords")
    play(script.play_round(round_), people)
    assert round_.given_away == [1, 2, 3]
    votes = people.asked(Vote, "letters")
    assert [list(next(iter(vote.choices.values()))) for vote in votes] == [
        [0, 1, 2, 3, 4, 5],
        [0, 2, 3, 4, 5],
        [0, 3, 4, 5],
    ]
    closing = [round(vote.by, 2) for vote in votes]
    assert closing == [0.4, 0.65, 0.9], "the last stands a while before the call is over"


# The day


class Speakers(People):
    """Players who do by day what is written: (who, the Mayor's token or None for the player's own press)."""

    def __init__(self, *does: tuple[str, str | None], oops: bool = False) -> None:
        super().__init__(random.Random(1))
        self.does = list(does)
        self.oops = oops

    def clock(self, request: Clock) -> Press | None:
        self.heard.append(request)
        if request.key == "oops" and request.hearing:
            return Press(request.hearing[0], 3.0) if self.oops else None
        if not isinstance(request, Answering) or not self.does:
            return None
        at_s = request.spent_s + 7.0
        if at_s > (request.until_s or self.day_s):
            return None
        name, token = self.does.pop(0)
        assert request.chooser
        if token is None:
            return Press(next(seat for seat in request.hearing if seat.name == name), at_s)
        assert token in request.choices
        return Press(request.chooser, at_s, token)


CLASSIC = "villager villager seer werewolf villager"


def day_of(
    *does: tuple[str, str | None], oops: bool = False, keys: str = CLASSIC, **options: Any
) -> Speakers:
    speakers = Speakers(*does, oops=oops)
    play(script.play_round(a_round(keys, **options)), speakers)
    assert not speakers.does
    return speakers


def test_mg_56_the_latest_presser_before_the_mayor_s_lock_has_the_floor() -> None:
    """MG-56: there is no queue; with no presser the token goes to the table; the Mayor cannot press."""
    people = day_of(
        ("Bob", None), ("Cid", None), ("Ana", "yes"), ("Ana", "no"), ("Eve", None), ("Ana", "maybe")
    )
    assert people.turns["day"]["tokens"] == [["Cid", "yes"], ["table", "no"], ["Eve", "maybe"]]
    taken = [event.seat.name for event in people.said if isinstance(event, events.FloorTaken)]
    assert taken == ["Bob", "Cid", "Eve"]
    for request in people.heard:
        if isinstance(request, Answering):
            assert plain(request.hearing) == ["Bob", "Cid", "Dee", "Eve"]
            assert request.chooser
            assert request.chooser.name == "Ana"


def test_mg_12_way_off_leaves_the_floor_where_it_is() -> None:
    """MG-12: the owed answer, and "correct", go to the player who asked, without another press."""
    people = day_of(
        ("Bob", None), ("Ana", "way_off"), ("Ana", "yes"), ("Ana", "no"), ("Eve", None), ("Ana", "correct")
    )
    assert people.turns["day"]["tokens"] == [
        ["Bob", "way_off"], ["Bob", "yes"], ["table", "no"], ["Eve", "correct"]
    ]  # fmt: skip
    offered = ["correct" in one.choices for one in people.asked(Answering, "questions.classic")]
    assert offered == [False, True, True, False, False, True]


def test_mg_49_correct_costs_no_yes_no_token() -> None:
    people = day_of(("Bob", None), ("Ana", "no"), ("Bob", None), ("Ana", "correct"))
    left = [event.left for event in people.said if isinstance(event, events.TokenGiven)]
    assert [one["yes_no"] for one in left] == [35, 35]
    assert [one["correct"] for one in left] == [1, 0]


def test_mg_38_a_letter_is_uncovered_every_20_s_of_the_day() -> None:
    """MG-38: whatever happens in between; in the pack's order, each once, then no more."""
    presses = [("Bob", None), ("Ana", "no"), ("Ana", "yes")] * 4
    keys, words = "villager villager seer werewolf villager", ["école"]
    people = day_of(*presses, keys=keys, words=words, mode="speedwords")
    clocks = people.asked(Answering, "questions.speedwords")
    assert [one.until_s for one in clocks] == [20.0] * 3 + [40.0] * 3 + [None] * 9
    assert [one.spent_s for one in clocks[:8]] == [0.0, 7.0, 14.0, 20.0, 27.0, 34.0, 40.0, 47.0]
    begun = next(event for event in people.said if isinstance(event, events.Day))
    assert begun.blanks == "_____"
    one, two = people.turns["night"]["letters"]
    told = [event for event in people.said if isinstance(event, events.Uncovered)]
    assert told == [
        events.Uncovered(one, "école"[one], masked("école", {one})),
        events.Uncovered(two, "école"[two], masked("école", {one, two})),
    ]


@pytest.mark.parametrize(("day_s", "every_s"), [(10.0, 10 / 6), (84.0, 14.0), (120.0, 20.0), (168.0, 20.0)])
def test_mg_38_in_a_short_day_letters_come_faster(day_s: float, every_s: float) -> None:
    """All letters that may be given away stand on the board before it is over."""
    assert uncovers_s(day_s) == every_s
    assert GIVEN_AWAY * uncovers_s(day_s) < day_s


ENDS: dict[Ending, tuple[list[tuple[str, str | None]], dict[str, Any]]] = {
    "found": ([("Bob", None), ("Ana", "correct")], {}),
    "time": ([("Ana", "no")], {}),
    "tokens": ([("Ana", "no")], {"yes_no_tokens": 1}),
}


@pytest.mark.parametrize("oops", [False, True])
@pytest.mark.parametrize("end", ENDS)
def test_mg_51_the_same_pause_follows_every_end_of_a_day(end: Ending, oops: bool) -> None:
    """MG-51, MG-17: only the Mayor may correct it, once; nothing is shown before it is over."""
    does, options = ENDS[end]
    people = day_of(*does, oops=oops, **options)
    stops = next(
        n for n, one in enumerate(people.heard) if isinstance(one, Say) and one.event == events.DayStops()
    )
    pause = people.heard[stops + 1 : stops + 2 + oops]
    hearing = [("oops", ["Ana"], 0.0), ("oops", [], 3.0)][: 1 + oops]
    assert [(one.key, plain(one.hearing), one.spent_s) for one in pause if isinstance(one, Clock)] == hearing
    ended = people.heard[stops + 2 + oops]
    other: Ending = "time" if end == "found" else "found"
    assert isinstance(ended, Say)
    assert ended.event == events.DayEnded(other if oops else end, oops)
    assert len(people.asked(Clock, "oops")) == 1 + oops
    shown = [
        type(event) for event in people.said if isinstance(event, events.WerewolfShown | events.DebateOpens)
    ]
    assert (shown == [events.WerewolfShown]) == ((other if oops else end) == "found")


@pytest.mark.parametrize(
    ("keys", "question"), [(CLASSIC, "pick"), ("villager werewolf seer werewolf villager villager", "picks")]
)
def test_mg_18_one_werewolf_has_another_clock_than_several(keys: str, question: str) -> None:
    """MG-18, MG-44: they may name anybody who has not been shown to be one of them."""
    people = day_of(("Eve", None), ("Ana", "correct"), keys=keys)
    [pick] = people.asked(Vote, question)
    wolves = [name for name, key in zip(NAMES, keys.split(), strict=False) if key == "werewolf"]
    others = [name for name in NAMES[: len(keys.split())] if name not in wolves]
    assert plain(pick.choices) == dict.fromkeys(wolves, others)


# The page about scenarios


def test_the_example_of_the_page_prints_what_stands_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    scenario, session = re.findall(r"```(?:toml|console)\n(.*?)```", OF_THE_PAGE, re.DOTALL)
    Path("moonlight.toml").write_text(scenario)
    command, shown = session.split("\n", 1)
    assert command == "$ garou referee moonlight.toml"
    told = garou("referee", "moonlight.toml")
    assert (told.code, told.err) == (0, "")
    head, tail = shown.split("...\n")
    assert told.out.startswith(head)
    assert told.out.endswith(tail)


def test_the_page_names_all_that_is_written_and_all_that_comes_out() -> None:
    code = {word for span in re.findall(r"`([^`\n]+)`", OF_THE_PAGE) for word in re.findall(r"\w+", span)}
    keys = {
        *werewords_referee.KEYS,
        *ALLOWED,
        *TILES,
        *TOKENS,
        "table",
        "list",
        "own",
        "classic",
        "speedwords",
    }
    for at, forms in werewords_referee.FORMS.items():
        keys |= {at, *forms}
    for path in SCENARIOS:
        output = json.loads(path.with_suffix(".json").read_text("utf-8"))
        keys |= {*output["natures"].values(), output["winner"] or "nobody"}
        for entry in (*output["shown"], *output["public"]):
            keys |= {*entry, *(entry[key] for key in ("what", "event", "how") if key in entry)}
    assert keys - code == {"seed", "to"}, "which are told further above"


# Rounds by lot


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_every_scenario_of_the_game_is_as_the_rules_are_told_again(path: Path) -> None:
    file = tomllib.loads(path.read_text("utf-8"))
    assert werewords_referee.read(file).play(lambda answers: answers) == retold(file)


@pytest.mark.parametrize("players", range(3, 21))
def test_files_by_lot_are_played_as_the_rules_are_told_again(players: int) -> None:
    """All sets, options and endings: 250 files for each number of players."""
    ends: Counter[str] = Counter()
    for number in range(few(250, 50)):
        file = a_file(random.Random(f"{players} {number}"), players)
        output = werewords_referee.read(deepcopy(file)).play(lambda answers: answers)
        again = retold(file)
        assert output == again
        assert list(output) == list(again)
        ends[output["winner"] or "waiting"] += 1
    assert len(ends) == 4
    assert min(ends.values()) >= few(5, 1)


def live(
    lot: random.Random, players: int, *, silence: float, leaving: float
) -> tuple[People, dict[str, Any]]:
    """Deals and plays a whole random round. Returns the round, and the file of the same."""
    tiles = tiles_of(" ".join(a_set(lot, players)))
    mode = lot.choice(["classic", "speedwords"])
    given_options: dict[str, Any] = {"mode": mode, "yes_no_tokens": lot.choice([5, 36])}
    last = lot.choice([None, *range(players)])
    people = People(lot, silence=silence, leaving=leaving)
    people.day_s = 120.0 if mode == "speedwords" else 240.0
    names = NAMES[:players]
    round_ = play(script.deal(names, tiles, Options(**given_options), WORDS, 4, last), people)
    people.heard.clear()
    play(script.play_round(round_), people)
    *cards, centre = (tile.key for tile in people.dealt)
    file: dict[str, Any] = {
        "rulebook": "mots-garous", "seats": list(names), "cards": cards, "centre": [centre],
        "options": given_options,
        "turns": [{"at": at, **keys} for at, keys in people.turns.items()],
    }  # fmt: skip
    file |= {} if last is None else {"last_mayor": names[last]}
    left = next((number for number, turn in enumerate(file["turns"]) if "left" in turn), 2)
    del file["turns"][left + 1 :]
    return people, file


@given(st.integers(3, 20), st.sampled_from([0.0, 0.3, 1.0]), st.sampled_from([0.0, 0.0, 0.01]), st.integers())
@settings(max_examples=few(1500, 150))
def test_rounds_by_lot_come_to_the_end_the_rules_tell(
    players: int, silence: float, leaving: float, seed: int
) -> None:
    """With presses, clocks and lots as at a table: a round always ends, and as its own file does."""
    people, file = live(random.Random(seed), players, silence=silence, leaving=leaving)
    over = people.said[-1]
    assert isinstance(over, events.RoundOver)
    expected = retold(file)
    assert (over.winner, plain(over.winners)) == (expected["winner"], expected["winners"])
    assert people.shown == expected["shown"]
    assert werewords_referee.read(file).play(lambda answers: answers) == expected
    uncovered = [
        (event.position, event.letter) for event in people.said if isinstance(event, events.Uncovered)
    ]
    given = people.turns["night"].get("letters", [])
    letters = positions(over.word)
    assert uncovered == [(position, letters[position]) for position in given[: len(uncovered)]]


# Secrecy

LAID_OPEN = (events.WordShown, events.Uncovered, events.RoundOver)
"""Events that tell a secret on purpose."""
TELLING = (events.WerewolfShown, events.TileShown)
"""Events from which on it is told who is who."""


class Village(People):
    """Answers by one lot in public and by another in secret."""

    def __init__(self, openly: int, secretly: int) -> None:
        super().__init__(random.Random(openly))
        self.openly, self.secretly = self.lot, random.Random(secretly)
        self.streams: set[tuple[str, bool]] = set()
        self.called = False

    def wake(self, request: Wake) -> None:
        super().wake(request)
        self.called, self.lot = True, self.secretly

    def sleep(self, request: Sleep) -> None:
        super().sleep(request)
        self.called, self.lot = False, self.openly

    def draw(self, request: Draw) -> Sequence[Any]:
        self.streams.add((request.stream, self.called))
        return super().draw(request)


def in_public(heard: Sequence[Request]) -> list[Any]:
    """Everything that can be perceived of a round, up to where it is told who is who."""
    words: list[Any] = []
    called = False
    for request in heard:
        match request:
            case Wake(call=call):
                called = True
                words.append(("wake", call.key, call.seconds, call.is_look))
            case Sleep(call=call):
                called = False
                words.append(("sleep", call.key))
            case Say(event=event) if isinstance(event, TELLING):
                return words
            case Say(event=event):
                facts = (
                    ()
                    if isinstance(event, LAID_OPEN)
                    else [plain(getattr(event, field)) for field in event.__struct_fields__]
                )
                words.append((type(event).__name__, facts))
            case Clock(key=key, hearing=hearing, spent_s=spent_s):
                turned = (request.choices, request.until_s) if isinstance(request, Answering) else ()
                words.append((key, plain(hearing), spent_s, turned))
            case Vote(key=key, choices=choices) if not called:
                words.append((key, plain(choices)))
            case Leavers(seats=seats):
                words.append(("leavers", plain(seats)))
            case Ask() if not called:
                words.append((request.key, request.seat.name))
    return words


ALIKE = ("clair de lune", "trait de Paul", "nuage de lait")
"""Words whose blanks look the same."""


def pairs_differ(number: int) -> list[Any]:
    """Plays two rounds with the same public past, and returns the differences that can be perceived."""
    lot = random.Random(number)
    players = lot.randint(4, 12)
    tiles = a_set(lot, players)
    tiles.remove("mayor")
    mayor = lot.randrange(players)
    options = Options(mode=lot.choice(["classic", "speedwords"]), yes_no_tokens=lot.choice([4, 36]))
    openly = lot.getrandbits(32)
    publics = []
    for word in lot.sample(ALIKE, 2):
        lot.shuffle(tiles)
        village = Village(openly, lot.getrandbits(32))
        words = [word] if options.mode == "speedwords" else lot.sample(WORDS, 5)
        round_ = Round(NAMES[:players], tiles_of(" ".join(tiles)), mayor, options, words)
        play(script.play_round(round_), village)
        drawn = {stream for stream, is_secret in village.streams if not is_secret}
        assert not drawn, "what is drawn in secret could shift it"
        publics.append(in_public(village.heard))
    ours, theirs = publics
    return [pair for pair in zip(ours, theirs, strict=False) if pair[0] != pair[1]] + (
        [] if len(ours) == len(theirs) else [(len(ours), len(theirs))]
    )


@pytest.mark.parametrize("part", range(4))
def test_rounds_that_differ_in_secrets_have_the_same_public_words(part: int) -> None:
    """MG-10, MG-39: 2,000 pairs: cards, word, letters, taps and looks differ, and nobody can tell."""
    for number in some(range(500 * part, 500 * part + 500), of=5):
        assert pairs_differ(number) == []


Rule = Callable[..., Any]


def by_what_she_became(night: Rule) -> Rule:
    """A planted leak: calls are held by what a Doppelgänger becomes, as if the set had changed."""

    async def leaking(round_: Round) -> Any:
        tiles = [
            round_.others(seat)[0].tile if seat.tile is TILES["doppelganger"] else seat.tile
            for seat in round_.seats
        ]
        round_.tiles = (*tiles, TILES["doppelganger"])
        return await night(round_)

    return leaking


def unless_idle(calls_of: Rule) -> Rule:
    """A planted leak: an Apprentice is not called if the first seat is no Seer."""

    def leaking(tiles: Sequence[Tile], options: Options) -> list[Any]:
        return [
            call for call in calls_of(tiles, options) if tiles[0] is TILES["seer"] or call.key != "apprentice"
        ]

    return leaking


def never_maybe(questions: Rule) -> Rule:
    """A planted leak: a Mayor who is a Werewolf never gives a maybe."""

    async def leaking(round_: Round) -> Any:
        if round_.mayor in round_.pack:
            round_.left["maybe"] = 0
        return await questions(round_)

    return leaking


@pytest.mark.parametrize(
    ("rule", "leak"), [("night", by_what_she_became), ("calls", unless_idle), ("questions", never_maybe)]
)
def test_a_leak_planted_in_the_rules_is_caught(
    rule: str, leak: Callable[[Rule], Rule], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(script, rule, leak(getattr(script, rule)))
    assert any(pairs_differ(number) for number in range(300))


def test_by_type_no_event_but_those_that_lay_open_tells_a_tile() -> None:
    """Otherwise board, voice and trace could read it."""
    telling = {
        each.__name__
        for each in vars(events).values()
        if isinstance(each, type) and "Tile" in str(getattr(each, "__annotations__", {}))
    }
    assert telling == {"Dealt", "TileShown"}
