"""Mots-garous in the room: the word on the board, floor and tokens, and what everybody perceives."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from io import StringIO
from itertools import groupby, pairwise, product, zip_longest
from math import inf
from pathlib import Path
from tempfile import NamedTemporaryFile
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest
from pygame import Surface

from hardware import patterns
from hardware.clocks import VirtualClock
from hardware.debounce import USUAL
from hardware.interface import Edge
from hardware.simulated import SimulatedButtons, SimulatedRings, SimulatedVoice
from hardware.troubles import Trouble
from table.appliance.hosting.host import Hosting
from table.appliance.hosting.stops import StoppedError
from table.appliance.menu.menus import MenuTexts, pages
from table.appliance.rehearse import rehearse
from table.appliance.rooms import telling_of
from table.appliance.table import Table
from table.board.board import Answer, Board, Place, Secret, SecretCircle
from table.board.log import Plain
from table.board.paint.scenes import Painter
from table.board.terminal import secret_lines
from table.board.view import DisplayOptions
from table.engine.chance import Chance
from table.engine.messages import Message
from table.engine.play import play
from table.engine.public import Public
from table.engine.requests import Answering, Call, Say, Show, Unveil, Wake
from table.errors import TableError, UnreadableError
from table.games.tempers import TEMPERS, Manner
from table.games.werewords.bots import WordBots
from table.games.werewords.evening import WordEvening
from table.games.werewords.referee import Scenario
from table.games.werewords.rules import events
from table.games.werewords.rules.box import MOTS_GAROUS
from table.games.werewords.rules.calls import calls
from table.games.werewords.rules.letters import uncovers_s
from table.games.werewords.rules.options import Options
from table.games.werewords.rules.script import deal
from table.games.werewords.rules.state import TOKENS, Round, Seat
from table.games.werewords.rules.tiles import MAYOR, SEER, TILES, VILLAGER, WEREWOLF, usual
from table.games.werewords.telling import SIGNS, WerewordsTelling, spelling
from table.gestures import Meaning
from table.referee.referee import judge, read_scenario
from table.room.acts.prompts import PROMPTS
from table.room.acts.reminders import GLANCE_S, NUDGES
from table.room.choosing import Tokens
from table.room.devices import Devices
from table.room.hands import HOLD_S, LONG_HOLD_S, PRESS_S
from table.room.private_words import PrivateWords
from table.room.room import Room
from table.room.speaking import CAPTION_S_A_LETTER
from table.room.trace import Trace, TracedView
from table.settings.settings import Eyes, Settings
from table.settings.times import Times, WordTimes
from table.words.catalogue import Catalogue
from table.words.narration import UNNAMED, Narration, spoken_in
from tests.kit.acts import Onlooker
from tests.kit.sampling import some
from tests.kit.tables import (
    Planted,
    RecordingSlips,
    RecordingView,
    SimulatedTable,
    Watch,
    after,
    light_of,
    plant,
    room_at,
    toml,
    untouched,
)
from tests.secrecy.test_covered_nights import BIDDEN

LANGUAGES = ("fr", "en")
LINES, WORDS = (spoken_in("mots-garous")[kind] for kind in ("lines", "words"))
NARRATION = {language: Narration.load(language, "mots-garous") for language in LANGUAGES}
NAMES = ("Ana", "Bob", "Cid", "Dee", "Eve")
ANA, BOB, CID, DEE, EVE = range(5)
TILES_DEALT = ("mayor", "seer", "werewolf", "villager", "villager")
WORD = "clair de lune"


class Nobody:
    """A view that nobody looks at."""

    closed = False

    def show(self, board: Board, now_s: float) -> None:
        """Nothing is drawn."""

    def close(self) -> None:
        """Nothing to give back."""


def scenario(
    turns: Mapping[str, Mapping[str, Any]],
    cards: Sequence[str] = TILES_DEALT,
    centre: str = "villager",
    **options: Any,
) -> Scenario:
    """A round whose Mayor is Ana, unless the cards say otherwise."""
    names = [*NAMES, "Fay", "Gus", "Hal", "Ian", "Joy", "Kim"][: len(cards)]
    lines = [
        'rulebook = "mots-garous"',
        f"seats = {toml(names)}",
        f"cards = {toml(list(cards))}",
        f"centre = {toml([centre])}",
        f"options = {{ {', '.join(f'{key} = {toml(value)}' for key, value in options.items())} }}",
    ]
    for at, answers in turns.items():
        lines += ["[[turns]]", f'at = "{at}"', *(f"{key} = {toml(one)}" for key, one in answers.items())]
    with NamedTemporaryFile("w", suffix=".toml", encoding="utf-8") as file:
        file.write("\n".join(lines))
        file.flush()
        read = read_scenario(Path(file.name))
    assert isinstance(read, Scenario)
    return read


class WordTable(SimulatedTable):
    """A round through the room, all in memory.

    `planted`: changes the table; `people`: those who have real fingers by day.
    """

    def __init__(
        self,
        played: Scenario,
        planted: Planted = untouched,
        people: Sequence[int] = (),
        buttons: int = 1,
        language: str = "fr",
        times: Times = Times(),  # noqa: B008 - frozen
        character_s: float = 0.06,
        night: Eyes = "eyes_closed",
        beat_s: float = float("inf"),
    ) -> None:
        super().__init__(len(played.names), buttons)
        self.played = played
        self.voice = SimulatedVoice(self.clock, character_s, record=True)
        self.slips = RecordingSlips(self.clock)
        self.trace = Trace()
        self.report: dict[str, Any] = {}
        told = WerewordsTelling(played.options, is_first=True)

        def through(answers: Any) -> Room:
            self.room = room_at(
                self.trace.of(self.devices(slips=self.slips)),
                NARRATION[language],
                times,
                answers,
                played.names,
                buttons,
                Chance(7),
                beat_s=beat_s,
                people_sit=False,
                night=night,
                telling=told,
            )
            self.watch = Watch(self.room)
            self.watch.first["say Day"] = lambda _: self.room.people.update(people)
            planted(self)
            return self.room

        with self.trace.overhearing():
            self.report = judge(played, through)

    @property
    def given(self) -> list[tuple[int | None, str]]:
        """The tokens that were given, and to whom."""
        said = [moment.request.event for moment in self.watch.moments if moment.key == "TokenGiven"]
        return [(event.seat.index if event.seat else None, event.token) for event in said]


def asked_by_day(
    fingers: Callable[[WordTable, float], object], buttons: int = 1, disk_s: float = 0.0, **options: Any
) -> WordTable:
    """A day on which everybody is a person.

    `fingers`: gets the table and when the questions begin; `disk_s`: how long every answer waits for a disk.
    """

    def planted(table: WordTable) -> None:
        def begin(request: Any) -> None:
            is_first = not any(moment.word == "clock" for moment in table.watch.moments)
            if isinstance(request, Answering) and not request.spent_s and is_first:
                fingers(table, table.clock.now())

        def write(_: Any, answer: Any) -> None:
            if disk_s and answer:
                table.room.stage.wait_until(table.clock.now() + disk_s)

        table.watch.first["clock"] = begin
        after(table.room, "clock", write)

    played = scenario({"night": {"word": WORD}, "day": {}}, **options)
    return WordTable(played, planted, people=range(5), buttons=buttons)


def presses(*done: tuple[int, float] | tuple[int, float, float]) -> Callable[[WordTable, float], None]:
    """Fingers: whose, how long after the questions have begun, and for how long."""

    def fingers(table: WordTable, began_s: float) -> None:
        for seat, at_s, *for_s in done:
            table.press(seat, began_s + at_s, for_s=for_s[0] if for_s else PRESS_S)

    return fingers


# ------------------------------------------------------------------------------------------- rehearsals


def test_a_table_that_gives_other_tokens_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    played = scenario({"night": {"word": WORD}, "day": {"tokens": [["Bob", "yes"]]}})
    monkeypatch.setattr("table.board.log.Plain", Nobody)
    monkeypatch.setattr(Tokens, "way_to", lambda *_: [Meaning.NEXT, Meaning.GIVE])
    with pytest.raises(TableError, match="differ in public"):
        rehearse(Table(Settings(), played.names, NARRATION["fr"], "log", 1.0), played)


# ------------------------------------------------------------------------------------------ by day


LOCK_AT_3_S = 3.0 + USUAL.hold_s


@pytest.mark.parametrize(
    ("pressed", "holds_s", "disk_s", "given"),
    [
        (((BOB, 2.0), (CID, 3.0)), (4.0, 8.0), 0.0, [(CID, "yes"), (None, "yes")]),
        (((BOB, 2.0), (EVE, 2.0), (CID, 2.0)), (3.0,), 0.0, [(BOB, "yes")]),
        (((DEE, LOCK_AT_3_S - 0.004 - PRESS_S),), (3.0,), 0.0, [(DEE, "yes")]),
        (((BOB, 2.0), (CID, 2.05)), (3.0,), 0.2, [(CID, "yes")]),
        (((BOB, 2.0),), (230.0,), 0.0, [(BOB, "yes")]),
    ],
    ids=["the latest", "nearest clockwise", "not settled yet", "being written", "MG-13: until answered"],
)
def test_mg_56_mg_13_the_latest_presser_before_the_lock_has_the_floor(
    pressed: Sequence[tuple[int, float]],
    holds_s: Sequence[float],
    disk_s: float,
    given: list[tuple[int | None, str]],
) -> None:
    """MG-56: of two at the same moment the nearest clockwise of the Mayor; also a contact not settled yet,
    or a press while an answer is written down. MG-13: whoever has asked keeps it till they are answered."""
    holds = ((ANA, at_s, HOLD_S) for at_s in holds_s)
    assert asked_by_day(presses(*pressed, *holds), disk_s=disk_s).given == given


def test_mg_56_a_press_before_the_lock_counts_though_it_was_told_late() -> None:
    def fingers(table: WordTable, began_s: float) -> None:
        locked_s = began_s + 3.0 + USUAL.hold_s
        table.hold(ANA, began_s + 3.0)
        for told_s, edge in (
            (locked_s - 0.08, Edge(locked_s - 0.1, DEE, 0, True, 0.02)),
            (locked_s - 0.001, Edge(locked_s - 0.021, DEE, 0, False, 0.02)),
        ):
            table.clock.at(told_s, partial(table.pods._changed, edge))

    assert asked_by_day(fingers).given == [(DEE, "yes")]


class Dealt(SimulatedTable):
    """A deal through the room, to five seats. `mayor`: who is it."""

    def __init__(
        self, planted: Planted = untouched, language: str = "fr", night: Eyes = "eyes_closed"
    ) -> None:
        super().__init__(5)
        told, mind = WerewordsTelling(Options(), is_first=True), WordBots(Chance(1), day_s=240.0)
        of = (self.devices(), NARRATION[language], Times(), mind, NAMES, 1, Chance(7))
        self.room = room_at(*of, night=night, telling=told)
        self.watch = Watch(self.room)
        planted(self)
        self.mayor = play(deal(NAMES, usual(5), Options(), [WORD], 1), self.room).mayor


def test_while_questions_are_asked_each_house_says_who_plays_there_and_a_persons_does_not() -> None:
    table = Dealt(language="en")
    village, say = table.room.village, table.room.announcements.say_and_wait
    village.tempers = [Manner((temper,)) for temper in TEMPERS[:5]]
    village.people.sit(BOB)
    told = []
    for event in (events.Night(), events.Day(), events.AccusationOpens()):
        say(event)
        told.append([place.says for place in village.board.places])
    nothing = [""] * 5
    assert told == [nothing, ["hothead", "", "loyal", "joker", "quiet"], nothing]


def test_a_press_while_an_answer_is_written_down_is_not_lost_in_the_deal() -> None:
    """All have seen their tiles within a second, and no disk is as fast."""

    def slow(table: Dealt) -> None:
        def look(request: Any) -> None:
            for seat in range(0 if request.spent_s else 5):
                table.hold(seat, table.clock.now() + 1.0)
                table.press(seat, table.clock.now() + 3.0 + 0.1 * seat)

        table.room.people.update(range(5))
        table.watch.first["clock"] = look
        after(table.room, "clock", lambda *_: table.room.stage.wait_until(table.clock.now() + 0.4))

    spent = [moment.ended_s - moment.began_s for moment in Dealt(slow).watch.moments if moment.key == "deal"]
    assert len(spent) == 5
    assert sum(spent) < 20.0 - 5 * 0.4


def unlit(table: WordTable | Dealt) -> None:
    """All are people, and none of them has a ring."""
    seats = range(len(table.room.village.names))
    table.room.people.update(seats)
    table.room.places.unlit = lambda: seats


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_rings_tiles_are_read_on_the_board_one_after_the_other(language: str) -> None:
    made = Dealt(unlit, language)
    tiles = [moment.request.value for moment in made.watch.moments if moment.word == "show"][:5]
    titles = [NARRATION[language].card(tile).title for tile in tiles]
    read = [seen.board.secret for seen in made.view.seen if isinstance(seen.board.secret, SecretCircle)]
    assert [title for title, _ in groupby(one.words.split("\n")[0] for one in read)] == [
        title for title, _ in groupby(titles)
    ]


def test_without_rings_the_word_and_all_that_is_learnt_stand_on_the_board() -> None:
    tiles = ("mayor", "seer", "werewolf", "minion", "mason", "mason", "beholder", "thing", "villager")
    played = scenario({"night": {"word": WORD, "thing": "Ian"}, "day": {}}, tiles)
    table = WordTable(played, unlit, language="en")
    shown: dict[str, list[str]] = {}
    for seen in table.view.seen:
        if isinstance(seen.board.secret, SecretCircle) and seen.board.secret.words:
            shown.setdefault(seen.board.headline, []).append(seen.board.secret.words)
    assert any("Cid" in words for words in shown["The Minion"])
    assert any("Bob" in words for words in shown["The Beholder"])
    [*others, last] = [words for words, _ in groupby(shown["The hand of the Thing"])]
    assert (set(others), last) == ({"Nothing for you."}, "The Thing is Hal.")
    assert any(isinstance(seen.board.secret, Secret) for seen in table.view.seen), "the word has its place"


def test_mg_56_the_mayor_does_not_take_the_floor_and_a_lit_ring_shows_who_has_it() -> None:
    table = asked_by_day(presses((ANA, 1.0), (BOB, 2.0), (ANA, 4.0, HOLD_S)))
    assert table.given == [(BOB, "no")]
    rings = [shown.frame[72 * BOB : 72 * (BOB + 1)] for shown in table.rings.shown]
    assert patterns.floor(24) in rings
    assert patterns.token(24, "no", 0.0) in rings
    asking = [seen.board for seen in table.view.seen if seen.board.places[BOB].asks]
    assert asking
    assert asking[0].headline == "Bob a la parole"
    assert table.view.seen[-1].board.heaps[0].left == 35


def test_mg_12_after_way_off_the_board_shows_that_an_answer_is_owed() -> None:
    """MG-12: the asker keeps the floor, on board and ring, and does not press again for the answer."""
    table = asked_by_day(
        presses(
            (BOB, 2.0),
            *((ANA, 3.0 + turn) for turn in range(4)),
            (ANA, 8.0, HOLD_S),
            *((ANA, 20.0 + turn) for turn in range(2)),
            (ANA, 24.0, HOLD_S),
        )
    )
    assert table.given[0] == (BOB, "way_off")
    assert table.given[1][0] == BOB
    owed = [seen.board for seen in table.view.seen if seen.board.places[BOB].token == "way_off"]
    assert owed
    assert all(board.places[BOB].asks for board in owed)
    assert owed[0].headline == "Bob a la parole"
    rings = [shown.frame[72 * BOB : 72 * (BOB + 1)] for shown in table.rings.shown]
    assert patterns.token(24, "way_off", 0.0) in rings
    assert not table.view.seen[-1].board.places[BOB].asks


def test_the_board_lists_who_asked_and_what_was_answered_in_order_and_again_when_it_is_taken_up() -> None:
    given = [["Bob", "yes"], ["Cid", "way_off"], ["Cid", "no"], ["table", "maybe"], ["Bob", "correct"]]
    turns: dict[str, dict[str, Any]] = {"night": {"word": WORD}, "day": {"tokens": given}}
    turns["vote"] = {"werewolves": {"Cid": "Dee"}}
    table = WordTable(scenario(turns))
    answers = [Answer(None if name == "table" else NAMES.index(name), token) for name, token in given]
    lists = [list(seen) for seen, _ in groupby(seen.board.answers for seen in table.view.seen)]
    assert lists == [answers[:count] for count in range(len(answers) + 1)], "until the round is over"
    said = [moment.request for moment in table.watch.moments if moment.word == "say"]
    table.room.mind = cast("Any", SimpleNamespace(say=lambda _: None))
    table.room.begin_round()
    assert table.room.board.answers == []
    for request in said:
        table.room.recall(request, None)
    assert table.room.board.answers == answers


def test_mg_12_after_way_off_the_mayor_s_ring_skips_so_close() -> None:
    """MG-12: after "way off" lies "correct"; four turns on it is there again."""
    assert asked_by_day(
        presses(
            (BOB, 2.0),
            *((ANA, 3.0 + turn) for turn in range(4)),
            (ANA, 8.0, HOLD_S),
            *((ANA, 20.0 + turn) for turn in range(4)),
            (ANA, 25.0, LONG_HOLD_S),
        )
    ).given[:2] == [(BOB, "way_off"), (BOB, "correct")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_mg_18_a_tile_that_was_named_lies_open_on_the_board_and_is_told(language: str) -> None:
    """MG-18: after the last is named; a Mayor who is named shows their role too."""
    vote = {"werewolves": {"Cid": "Ana"}}
    played = scenario({"night": {"word": WORD}, "day": {"tokens": [["Bob", "correct"]]}, "vote": vote})
    table = WordTable(played, language=language)
    said = [moment.key for moment in table.watch.moments if moment.word == "say"]
    assert said[said.index("Named") :] == ["Named", "TileShown", "RoundOver"]
    card = NARRATION[language].card(played.tiles[ANA]).title
    before_the_end = [seen.board for seen in table.view.seen if seen.board.scene == "ballots"]
    assert before_the_end[-1].places[ANA].card == card
    assert card in before_the_end[-1].headline
    assert card.casefold() in before_the_end[-1].caption.casefold()


@pytest.mark.parametrize(
    ("times", "told"),
    [
        (Times(), ("Une minute", "une minute")),
        (Times(pace="slow"), ("84 secondes",)),
        (Times(pace="fast"), ("42 secondes",)),
        (Times(mots_garous=WordTimes(debate_s=90)), ("90 secondes",)),
    ],
)
def test_mg_20_the_debate_says_the_time_there_is(times: Times, told: tuple[str, ...]) -> None:
    """MG-20: a minute at normal pace only, and unless the owner has set another time."""
    evening = WordEvening(MOTS_GAROUS, NAMES, usual(5), Options(), 1)
    telling = telling_of(evening, times)
    [(key, facts)] = telling.tell(events.DebateOpens())
    told_in = iter(range(3))
    wordings = [NARRATION["fr"].line(key, lambda _: next(told_in), **facts) for _ in range(3)]
    assert all(any(time in wording for time in told) for wording in wordings)


def test_mg_15_correct_needs_a_long_hold() -> None:
    table = asked_by_day(
        presses(
            (BOB, 1.0), *((ANA, 2.0 + turn) for turn in range(5)), (ANA, 10.0, 2.0), (ANA, 20.0, LONG_HOLD_S)
        )
    )
    assert table.given == [(BOB, "correct")]
    found = next(moment for moment in table.watch.moments if moment.key == "TokenGiven")
    begun = next(moment for moment in table.watch.moments if moment.word == "clock").began_s
    assert found.began_s - begun >= 23.0


@pytest.mark.parametrize("buttons", [1, 2, 3])
def test_the_mayor_s_gestures_with_one_two_and_three_buttons(buttons: int) -> None:
    turns, gives = (0, 0) if buttons == 1 else (buttons - 2, buttons - 1)

    def fingers(table: WordTable, began_s: float) -> None:
        table.press(BOB, began_s + 1.0)
        table.press(ANA, began_s + 2.0, button=turns)
        table.press(ANA, began_s + 3.0, gives, HOLD_S if buttons == 1 else PRESS_S)

    assert asked_by_day(fingers, buttons).given == [(BOB, "no")]


@pytest.mark.parametrize(("later_s", "counts"), [(-1e-6, True), (1e-3, False)])
def test_mg_49_an_answer_of_the_last_moment_counts(later_s: float, counts: bool) -> None:
    assert asked_by_day(presses((ANA, 240.0 - USUAL.hold_s + later_s, HOLD_S))).given == (
        [(None, "yes")] if counts else []
    )


def test_mg_50_what_is_used_up_is_passed_over() -> None:
    assert asked_by_day(presses((ANA, 1.0), (ANA, 2.0), (ANA, 3.0, HOLD_S)), maybe_tokens=0).given == [
        (None, "so_close")
    ]
    tokens = Tokens(TOKENS, "correct", 24)
    tokens.offer(("yes", "correct"))
    said = [tokens.hear(meant) for meant in tokens.way_to("correct")]
    assert said == [None, "correct"]
    assert tokens.hear(Meaning.GIVE) is None
    tokens.offer(("no",))
    assert tokens.hear(Meaning.GIVE) == "no"


def test_mg_51_the_pause_looks_the_same_whatever_the_mayor_says() -> None:
    def still(table: WordTable, began_s: float) -> None:
        """Players of whom nobody asks anything."""

    def mistaken(table: WordTable, began_s: float) -> None:
        table.hold(ANA, began_s + 246.0)
        table.hold(BOB, began_s + 245.0)

    plain, oops = asked_by_day(still, disk_s=0.05), asked_by_day(mistaken, disk_s=0.05)
    ends = [table.watch.moments for table in (plain, oops)]
    ended = [next(m for m in moments if m.key == "DayEnded") for moments in ends]
    assert [moment.request.event.oops for moment in ended] == [False, True]
    assert ended[0].began_s == ended[1].began_s
    # After it the caption is another.
    until = [
        [line for line in t.trace.lines if int(line[6:].split(",")[0]) < 1000 * ended[0].began_s]
        for t in (plain, oops)
    ]
    assert until[0] == until[1]
    assert len(until[0]) > 20


@pytest.mark.parametrize("asked_s", [20.0, 119.9])
def test_a_line_about_the_time_takes_no_question_away_before_it_is_read(asked_s: float) -> None:
    """Half of the day is over at 120 s: the line waits until the question has been read, which then comes
    back; a question nobody has seen yet waits for nothing."""
    question = "Est-ce que cela se mange, quand on a vraiment très faim ?"

    def fingers(table: WordTable, began_s: float) -> None:
        clock = table.clock
        clock.at(began_s + asked_s - 0.05, lambda: setattr(table.room.mind, "asks", question))
        table.press(BOB, began_s + asked_s - PRESS_S)
        clock.at(began_s + 135.0, lambda: setattr(table.room.mind, "asks", ""))
        table.hold(ANA, began_s + 140.0)

    table = asked_by_day(fingers)
    began_s = next(moment.began_s for moment in table.watch.moments if moment.word == "clock")
    told = [
        (seen.time_s - began_s, seen.board.caption)
        for seen in table.view.seen
        if seen.time_s - began_s < 138.0
    ]
    captions = [(at, caption) for (_, last), (at, caption) in pairwise(told) if caption != last]
    (first_s, first), (half_s, half), (again_s, again) = [one for one in captions if one[0] > 1.0]
    assert first == again == question
    assert first_s == pytest.approx(asked_s, abs=0.2)
    assert half in said("fr", "questions.half")
    assert half_s == pytest.approx(max(120.0, asked_s + CAPTION_S_A_LETTER * len(question)), abs=0.2)
    assert again_s - half_s == pytest.approx(max(GLANCE_S, CAPTION_S_A_LETTER * len(half)), abs=0.2)


@pytest.mark.parametrize("is_late", [False, True])
def test_a_line_said_in_passing_that_was_not_heard_is_written_long_enough_to_be_read(is_late: bool) -> None:
    """Also at a table without captions."""

    def fingers(table: WordTable, began_s: float) -> None:
        table.room.stage.speaking.captions = False
        table.clock.at(began_s + 130.0, lambda: setattr(table.voice, "missed", is_late))
        table.clock.at(began_s + 131.0, lambda: setattr(table.voice, "missed", False))
        presses((BOB, 150.0), (ANA, 155.0, HOLD_S))(table, began_s)

    table = asked_by_day(fingers)
    began_s = next(moment.began_s for moment in table.watch.moments if moment.word == "clock")
    captions = [(at, now) for (_, was), (at, now) in pairwise(captions_of(table)) if was != now]
    late = [(at, now) for at, now in captions if began_s + 128.0 <= at < began_s + 150.0]
    if not is_late:
        assert late == []
        return
    (late_s, line), (again_s, again) = late
    assert line in said("fr", "questions.half")
    assert began_s + 130.0 <= late_s <= began_s + 131.0, "in the next beat"
    assert again_s - late_s == pytest.approx(max(GLANCE_S, CAPTION_S_A_LETTER * len(line)), abs=0.2)
    assert again == table.room.narration.word("prompt.questions.1")


def test_a_late_answer_is_not_written_over_the_next_question() -> None:
    """At a table without captions: it would be read as the answer to that one."""
    question = "Est-ce que cela se mange ?"

    def fingers(table: WordTable, began_s: float) -> None:
        table.room.stage.speaking.captions = False
        presses((BOB, 10.0), (ANA, 15.0, HOLD_S))(table, began_s)
        table.clock.at(began_s + 17.0, lambda: setattr(table.room.mind, "asks", question))
        table.press(BOB, began_s + 18.0)
        table.clock.at(began_s + 20.0, lambda: setattr(table.voice, "missed", True))
        table.clock.at(began_s + 21.0, lambda: setattr(table.voice, "missed", False))

    table = asked_by_day(fingers)
    began_s = next(moment.began_s for moment in table.watch.moments if moment.word == "clock")
    assert [moment.key for moment in table.watch.moments].count("TokenGiven") == 1
    shown = [now for at, now in captions_of(table) if began_s <= at < began_s + 30.0]
    assert {*shown[shown.index(question) :]} == {question}


def test_an_answer_keeps_the_question_that_the_table_knows() -> None:
    """What people ask aloud it does not know."""
    question = "Est-ce que cela se mange ?"

    def fingers(table: WordTable, began_s: float) -> None:
        presses((BOB, 10.0), (ANA, 15.0, HOLD_S), (CID, 30.0), (ANA, 35.0, HOLD_S))(table, began_s)
        table.clock.at(began_s + 12.0, lambda: setattr(table.room.mind, "question", question))
        table.clock.at(began_s + 25.0, lambda: setattr(table.room.mind, "question", ""))

    table = asked_by_day(fingers)
    said = [moment.request.event for moment in table.watch.moments if moment.key == "TokenGiven"]
    assert [event.question for event in said] == [question, ""]


def test_once_an_answer_has_been_read_the_board_says_again_what_the_buttons_do() -> None:
    """A player who cannot hear, or came late, has no other way to know."""
    table = asked_by_day(presses((BOB, 10.0), (ANA, 15.0, HOLD_S)))
    began_s = next(moment.began_s for moment in table.watch.moments if moment.word == "clock")
    captions = [(at, now) for (_, was), (at, now) in pairwise(captions_of(table)) if was != now]
    prompt = table.room.narration.word("prompt.questions.1")
    (asked_s, asked), (answered_s, answered), (again_s, again) = [
        one for one in captions if began_s <= one[0] < began_s + 60.0
    ]
    assert asked == again == prompt
    assert asked_s == pytest.approx(began_s)
    assert answered in said("fr", "token.yes")
    assert again_s - answered_s == pytest.approx(GLANCE_S, abs=0.2)


def captions_of(table: WordTable) -> list[tuple[float, str]]:
    return [(seen.time_s, seen.board.caption) for seen in table.view.seen]


def said(language: str, key: str) -> list[str]:
    """All wordings of a line."""
    told = NARRATION[language]
    return [told.line(key, lambda _, at=at: at) for at in range(len(told.lines[key]))]  # type: ignore[misc]


def test_the_mayor_s_cursor_is_seen_by_nobody_till_it_is_locked() -> None:
    def turned(times: int) -> list[str]:
        return asked_by_day(presses(*((ANA, 5.0 + 0.4 * turn) for turn in range(times)))).trace.lines

    assert turned(0) == turned(1) == turned(4)


def test_as_much_light_for_every_token_and_another_face_for_each() -> None:
    for pixels in (16, 24):
        faces = [patterns.answer(pixels, index, 6, 0.0) for index in range(6)]
        assert len(set(faces)) == 6
        sheds = {(sum(any(face[at : at + 3]) for at in range(0, len(face), 3)), sum(face)) for face in faces}
        assert len(sheds) == 1
        given = [patterns.token(pixels, kind, 0.0) for kind in patterns.TOKENS]
        assert len(set(given)) == 6
    assert patterns.TOKENS == TOKENS


def test_mg_47_nobody_finds_himself_among_those_he_can_accuse() -> None:
    turned: list[tuple[int, set[int]]] = []

    def looks(table: WordTable) -> None:
        room = table.room
        chooses = room.questions.choosing

        def choosing(seat: int, choices: Sequence[Any], *more: Any, **kinds: Any) -> Any:
            if room.calls.call is None:
                turned.append((seat, {choice.index for choice in choices}))
            return chooses(seat, choices, *more, **kinds)

        plant(room.questions, choosing=choosing)

    a_night(planted=looks)
    assert turned == [(seat, set(range(5)) - {seat}) for seat in range(5)]


@pytest.mark.parametrize(("day_s", "every_s"), [(120.0, 20), (300.0, 20), (60.0, 10)])
def test_mg_38_letters_appear_every_twenty_seconds_or_faster_in_a_shorter_day(
    day_s: float, every_s: int
) -> None:
    """Never all the rest at once in the last moment."""
    played = scenario({"night": {"word": WORD, "letters": [3, 0, 10, 7, 5]}, "day": {}}, mode="speedwords")
    played.uncovers_s = uncovers_s(day_s)
    table = WordTable(played, times=Times(mots_garous=WordTimes(speedwords_s=day_s)))
    began_s = next(m for m in table.watch.moments if m.word == "clock").began_s
    shown = [
        (round(m.began_s - began_s), m.request.event.blanks)
        for m in table.watch.moments
        if m.key == "Uncovered"
    ]
    assert [at for at, _ in shown] == [every_s * number for number in range(1, 6)]
    assert shown[1][1] == "c__i_ __ ____"
    assert any(seen.board.headline.startswith("c\u00a0_\u00a0_\u00a0i") for seen in table.view.seen)


# ------------------------------------------------------------------------------------ the word, by night


def boards_with_secrets(table: WordTable) -> Iterator[tuple[float, Secret]]:
    for at_s, board in table.view.seen:
        if isinstance(board.secret, Secret):
            yield at_s, board.secret


def called_at(table: WordTable) -> Iterator[tuple[float, float, str]]:
    """The beginning and end of each call, with its key."""
    woken: dict[str, float] = {}
    for moment in table.watch.moments:
        if moment.word == "wake":
            woken[moment.key] = moment.began_s
        elif moment.word == "sleep":
            began_s = woken[moment.key]
            yield began_s, moment.ended_s, moment.key


def leaks(table: WordTable, word: str = WORD) -> list[str]:
    """Where others can perceive the word, or what the board shows to those called."""
    found = []
    shown = next((m.began_s for m in table.watch.moments if m.key == "WordShown"), inf)
    spans = [span for span in called_at(table) if span[2] in ("mayor", "seer", "werewolf", "werewolves")]
    for index, (at_s, board) in enumerate(table.view.seen):
        if board.secret and not any(began_s <= at_s < ended_s for began_s, ended_s, _ in spans):
            found.append("board outside a call")
        if word in (board.caption + board.headline + board.title + board.word) and at_s < shown:
            found.append("caption")
        if board.secret and index and board.caption != table.view.seen[index - 1].board.caption:
            found.append("something else is drawn before it is blanked")
    spoken = [one.line for one in table.voice.spoken if one.time_s < shown]
    if any(word in line for line in (*spoken, *(line for line, _ in table.voice.prepared))):
        found.append("voice")
    if any(word in line and int(line[6:].split(",")[0]) < 1000 * shown for line in table.trace.lines):
        found.append("trace")
    if any("secret" in line for line in table.trace.lines):
        found.append("trace of the secret")
    return found


def a_night(**more: Any) -> WordTable:
    return WordTable(scenario({"night": {"word": WORD}, "day": {}, "vote": {"accuse": {}}}), **more)


NIGHTS: tuple[Eyes, ...] = ("eyes_closed", "eyes_down")


@pytest.mark.parametrize("night", NIGHTS)
def test_mg_10_the_word_stands_on_the_board_for_those_called_as_long_as_they_are_and_nowhere_else(
    night: Eyes,
) -> None:
    table = a_night(night=night)
    assert table.report["state"] == "over"
    assert leaks(table) == []
    spans = list(called_at(table))
    for key in ("mayor", "seer", "werewolf"):
        [(began_s, ended_s)] = [(one, other) for one, other, name in spans if name == key]
        seen = [secret for at_s, secret in boards_with_secrets(table) if began_s < at_s < ended_s]
        assert any(secret.words == (WORD,) for secret in seen), key
    [mayor] = [span for span in spans if span[2] == "mayor"]
    choosing = [secret for at_s, secret in boards_with_secrets(table) if at_s < mayor[1]]
    assert [secret.at for secret in choosing if secret.at] == [(0,)]
    assert any(secret.locked == (0,) for secret in choosing)


def test_mg_10_the_board_is_blank_when_the_time_of_a_call_is_over_though_its_line_is_still_heard() -> None:
    table = a_night(character_s=0.4)
    asleep = {key: ended_s for _, ended_s, key in called_at(table)}
    woken = [one for one in table.watch.moments if one.word == "wake" and one.key in ("seer", "werewolf")]
    assert len(woken) == 2
    for one in woken:
        ends_s = one.ended_s + Times().call_s(one.request.call)
        assert any(line.time_s < ends_s < line.time_s + line.seconds for line in table.voice.spoken)
        stood = [at for at, _ in boards_with_secrets(table) if one.began_s < at < asleep[one.key]]
        blank = next(seen for seen in table.view.seen if seen.time_s > stood[-1] and not seen.board.secret)
        assert blank.time_s == pytest.approx(ends_s)


def test_mg_38_the_board_shows_the_pack_s_cursors_and_the_letters_given_away() -> None:
    cards = ("mayor", "seer", "werewolf", "werewolf", "villager", "villager", "villager")
    turns: dict[str, dict[str, Any]] = {"night": {"word": WORD, "letters": [3, 0, 10, 7, 5]}}
    table = WordTable(scenario(turns, cards, mode="speedwords"))
    given = [secret for _, secret in boards_with_secrets(table) if secret.spelling and secret.locked]
    assert given[-1].locked == (3, 0, 10, 7, 5)
    assert given[-1].spelling[3] == "i"
    assert any(secret.at for _, secret in boards_with_secrets(table))
    assert leaks(table) == []


def test_mg_57_of_a_word_of_the_mayor_s_own_nothing_is_shown_and_he_is_told_to_hide_his_paper() -> None:
    table = WordTable(scenario({"night": {}, "day": {}, "vote": {}}, word="own"))
    assert table.report["state"] == "over"
    assert not list(boards_with_secrets(table))
    lines = NARRATION["fr"].lines
    spoken = [one.line for one in table.voice.spoken]
    assert {"mayor", "seer", "werewolf"} == {key for _, _, key in called_at(table)}
    for key in ("paper.mayor", "paper.day"):
        assert set(spoken) & set(lines[key]), key
    assert not set(spoken) & {*lines["call.mayor.wake"], *lines["word.shown"]}


def with_the_word(leaks: Callable[[Room, str], object]) -> Planted:
    """A planted leak, as soon as somebody is shown the word."""

    def planted(table: WordTable) -> None:
        def shown(request: Any, _: None) -> None:
            if request.what == "word":
                leaks(table.room, request.value)

        after(table.room, "show", shown)

    return planted


def dawdles(table: WordTable) -> None:
    """A planted leak: the secret stays on the board while something else is drawn."""
    room = table.room
    veils = room.secrets.veil

    def veil() -> None:
        room.speaking.wait_for_line()
        room.board.caption = "..."
        room.stage.wait_until(room.time.now() + 0.1)
        veils()

    plant(room.secrets, veil=veil)


LEAKS: dict[str, Planted] = {
    "captions": with_the_word(lambda room, word: setattr(room.board, "caption", word)),
    "speaks": with_the_word(lambda room, word: room.speaking.voice.prepare([word], "fr")),
    "logs": with_the_word(lambda _, word: print(word)),
    "forgets": lambda table: plant(table.room.secrets, veil=lambda: None),
    "dawdles": dawdles,
}


@pytest.mark.parametrize(("leak", "night"), some(product(LEAKS, NIGHTS), of=2))
def test_a_planted_leak_of_the_word_is_found(leak: str, night: Eyes) -> None:
    assert leaks(a_night(planted=LEAKS[leak], night=night))


def test_a_trace_that_holds_what_is_unveiled_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = TracedView.show

    def show(self: TracedView, board: Board, now_s: float) -> None:
        if board.secret:
            self._trace.note(now_s, board={"secret": msgspec.to_builtins(board.secret)})
        shown(self, board, now_s)

    monkeypatch.setattr(TracedView, "show", show)
    assert "trace of the secret" in leaks(a_night())


def unlike(one: Sequence[str], other: Sequence[str]) -> tuple[str | None, str | None] | None:
    """The first difference of two traces."""
    return next(((ours, theirs) for ours, theirs in zip_longest(one, other) if ours != theirs), None)


ELEVEN = (
    *("mayor", "seer", "werewolf", "werewolf", "minion", "fortune_teller", "apprentice", "thing"),
    *("beholder", "doppelganger", "villager"),
)


RUNNING_S = 0.1
"""The beat of a clock that runs."""


def pair(
    planted: Planted = untouched,
    night: Eyes = "eyes_closed",
    buttons: int = 1,
    beat_s: float = float("inf"),
    **options: Any,
) -> tuple[list[str], list[str]]:
    """The traces of two rounds with the same tiles and the same day that differ in all secrets."""
    tokens = [["Bob", "yes"], ["Eve", "maybe"], ["table", "no"]]
    first, *others = ELEVEN
    traces = []
    for word, cards, centre, chosen in (
        (WORD, ELEVEN, "villager", {"doppelganger": "Bob", "thing": "Gus"}),
        ("loup", (first, *reversed(others[1:]), "villager"), "seer", {"doppelganger": "Gus", "thing": "Dee"}),
    ):
        turns: dict[str, dict[str, Any]] = {"night": {"word": word, **chosen}, "day": {"tokens": tokens}}
        played = scenario(turns, cards, centre, **options)
        table = WordTable(played, planted, buttons=buttons, night=night, beat_s=beat_s)
        traces.append(table.trace.lines)
    return traces[0], traces[1]


SAT = [("eyes_closed", 1), ("eyes_down", 2), ("eyes_closed", 3), ("eyes_down", 1)]


@pytest.mark.parametrize(("sat", "beat_s"), some(product(SAT, (float("inf"), RUNNING_S)), of=2))
def test_two_rounds_that_differ_in_secrets_have_the_same_public_trace(
    sat: tuple[Eyes, int], beat_s: float
) -> None:
    night, buttons = sat
    one, other = pair(untouched, night, buttons, beat_s)
    assert unlike(one, other) is None
    assert len(one) > 100


def ends_early(table: WordTable) -> None:
    """A planted leak: the call of a quick Mayor is over sooner."""

    def end(_: Any) -> None:
        secret = table.room.secrets.seen()
        if secret and len(secret.words[0]) > 8:
            table.room.calls.ends_s -= 1.0

    table.watch.first["sleep"] = end


def glows(table: WordTable) -> None:
    """A planted leak: the Mayor's ring is brighter the further the Mayor turns."""
    room = table.room

    def glow(_: float) -> None:
        secret = room.secrets.seen()
        if secret and secret.words[0] == WORD:
            room.stage.rings.show(bytes([1]) * (3 * 24 * len(room.village.names)))

    room.stage.enter(Onlooker(shown=glow))


def logs_where_the_clock_runs(table: WordTable) -> None:
    """A planted leak: the word is on standard error, where the clock runs as at a real table."""
    if table.room.stage.beat_s < float("inf"):
        after(table.room, "show", lambda request, _: print(request.value, file=sys.stderr))


def test_a_word_logged_only_where_the_clock_runs_is_caught() -> None:
    assert unlike(*pair(logs_where_the_clock_runs, beat_s=RUNNING_S)) is not None


def names_the_called(table: WordTable) -> None:
    """A planted leak: the board says who shall open their eyes."""

    def name(request: Any, _: None) -> None:
        table.room.board.headline += " " + " ".join(seat.name for seat in request.seats)

    after(table.room, "wake", name)


@pytest.mark.parametrize(
    ("planted", "night"), some(product((ends_early, glows, names_the_called), NIGHTS), of=2)
)
def test_a_leak_planted_in_a_round_tells_two_rounds_apart(planted: Planted, night: Eyes) -> None:
    assert unlike(*pair(planted, night)) is not None


def test_a_mayor_s_cursor_that_glows_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Tokens, "face", lambda self, time_s: patterns.token(24, TOKENS[self.cursor], time_s))
    with pytest.raises(AssertionError):
        test_the_mayor_s_cursor_is_seen_by_nobody_till_it_is_locked()


# ------------------------------------------------------------------------------------------ as it is drawn

LONG = ("pomme de terre en robe champ", "anticonstitutionnellement", "loup", "champs-élysées")
SHOWN = {
    "offered": Secret(LONG, at=(1,)),
    "locked": Secret(LONG, locked=(0,)),
    "word": Secret((LONG[0],), spelling(LONG[0])),
    "letters": Secret((LONG[0],), spelling(LONG[0]), at=(3,), locked=(0, 5)),
}


def drawn(seats: int, **shown: Any) -> Board:
    return Board("night", "Nuit", "Le Maire", "", places=[Place("Chaumière") for _ in range(seats)], **shown)


@pytest.mark.parametrize("secret", SHOWN.values(), ids=SHOWN)
def test_mg_10_nothing_of_the_word_is_left_on_the_picture(secret: Secret) -> None:
    used = Surface((1280, 720))
    painter = Painter(look=DisplayOptions(calm=True))
    for _ in range(3):
        painter.draw(used, drawn(8), 0.0)
    before = used.get_buffer().raw
    painter.draw(used, drawn(8, secret=secret), 1.0)
    assert used.get_buffer().raw != before
    for _ in range(3):
        painter.draw(used, drawn(8), 2.0)
    assert used.get_buffer().raw == before


def test_a_terminal_and_a_log_show_the_word_to_whom_it_is_for_alone() -> None:
    assert [line.plain.strip() for line in secret_lines(SHOWN["offered"], [])] == list(LONG)
    [letters] = secret_lines(SHOWN["letters"], [])
    assert letters.plain.replace(" ", "") == LONG[0].replace(" ", "")
    written = StringIO()
    Plain(written).show(drawn(3, secret=SHOWN["word"]), 0.0)
    assert "Le Maire" in written.getvalue()
    assert LONG[0] not in written.getvalue()


# -------------------------------------------------------------------------- a night that stands still


class StoppedHere(Exception):  # noqa: N818 - not an error: somebody wants the round to stop
    """The host wants his menu."""


def test_mg_61_whoever_stops_the_round_finds_the_board_blank_at_once() -> None:
    tables: list[WordTable] = []

    def stops(table: WordTable) -> None:
        tables.append(table)
        room = table.room

        def stop(_: float) -> None:
            if room.board.secret and room.calls.call and room.calls.call.key == "seer":
                raise StoppedHere

        room.stage.enter(Onlooker(beat=stop))

    with pytest.raises(StoppedHere):
        a_night(planted=stops)
    seen = tables[0].view.seen
    assert seen[-1].board.secret is None
    assert any(one.board.secret for one in seen)


def test_mg_61_nothing_of_the_word_comes_back_before_the_host_has_said_that_all_eyes_are_closed() -> None:
    played = scenario({"night": {"word": WORD}})
    clock = VirtualClock()
    view, pods = RecordingView(), SimulatedButtons(5, 1, clock)
    devices = Devices(pods, SimulatedRings(5, 24), SimulatedVoice(clock), view, clock)
    told = WerewordsTelling(played.options, is_first=False)

    class Mind:
        def __getattr__(self, _: str) -> Callable[[Any], None]:
            return lambda _: None

    mind: Any = Mind()
    room = room_at(devices, NARRATION["fr"], Times(), mind, NAMES, 1, Chance(1), telling=told)
    round_ = played.round()
    seer = next(call for call in calls((SEER, WEREWOLF), Options()) if call.key == "seer")
    woken = Wake(seer, [round_.seats[1]])
    room.people.sit(ANA)
    room.recall(Say(events.Night()), None)
    room.recall(woken, None)
    room.recall(Unveil([round_.seats[1]], "word", value=WORD), None)
    confirmed: list[float] = []

    def confirm() -> None:
        assert not any(seen.board.secret for seen in view.seen)
        confirmed.append(clock.now())
        pods.push(ANA, 0)

    clock.at(60.0, confirm)
    clock.at(60.1, lambda: pods.release(ANA, 0))
    room.take_up(woken)
    room.stage.wait_until(clock.now() + 1.0)
    assert confirmed
    assert view.seen[-1].board.secret == Secret((WORD,), spelling(WORD))


# ------------------------------------------------------------------------------------------------- words


def all_events() -> Iterator[tuple[WerewordsTelling, Public]]:
    """Every event in every form that is told differently."""
    round_ = Round(
        NAMES, [TILES[key] for key in ("villager", "seer", "werewolf", "doppelganger", "mason")], 0, Options()
    )
    ana, bob, cid, dee, _ = round_.seats
    dee.role = SEER
    left = round_.left
    own = WerewordsTelling(Options(word="own"), is_first=True)
    fast = WerewordsTelling(Options(mode="speedwords"), is_first=False)
    first = WerewordsTelling(Options(), is_first=True)
    short = WerewordsTelling(Options(), is_first=False, debate_s=42.0)
    yield short, events.DebateOpens()
    yield own, events.Dealt(tuple(TILES.values()))
    yield own, events.Day()
    yield fast, events.Day("c__")
    yield fast, events.Uncovered(0, "c", "c__")
    for told in (
        events.Dealt(tuple(TILES.values())),
        events.DealtAgain(),
        events.MayorShown(ana, False),
        events.MayorShown(ana, True),
        events.Night(),
        events.Day(),
        events.FloorTaken(bob),
        *(events.TokenGiven(bob, token, left) for token in TOKENS),
        events.TokenGiven(None, "yes", left),
        events.DayStops(),
        *(events.DayEnded(how, False) for how in ("found", "time", "tokens")),
        *(events.DayEnded(how, True) for how in ("found", "time")),
        events.AfterTheDay(),
        events.WordShown(WORD),
        events.WerewolfShown(cid),
        events.PickOpens((cid,)),
        events.PickOpens((cid, dee)),
        events.Named(cid, bob),
        events.DebateOpens(),
        events.AccusationOpens(),
        events.Accusations({ana: bob}),
        events.Accusations({}),
        events.Void(),
        events.Accused(bob, 2),
        events.TileShown(bob, SEER),
        events.TileShown(dee, dee.tile, dee.role),
        events.SomebodyLeft((bob, cid)),
        *(
            events.RoundOver(winner, (bob,), round_.seats, ana, WORD)
            for winner in ("village", "werewolves", "nobody")
        ),
    ):
        yield first, told


def test_the_board_knows_what_card_is_looked_for_while_the_pack_names_the_seer_and_no_longer() -> None:
    board = Board(places=[Place(name) for name in NAMES])
    sought: dict[str, set[str]] = {}
    for told, event in all_events():
        told.show_on_board(board, event, NARRATION["en"])
        sought.setdefault(type(event).__name__, set()).add(board.sought)
    assert {name for name, keys in sought.items() if keys == {"seer"}} == {"PickOpens", "Named"}
    assert sought["DebateOpens"] == sought["RoundOver"] == {""}


def all_calls() -> Iterator[tuple[WerewordsTelling, Call]]:
    for options in (Options(), Options(word="own"), Options(mode="speedwords")):
        for pack in ((WEREWOLF,), (WEREWOLF, WEREWOLF)):
            for call in calls((*TILES.values(), *pack[1:]), options):
                yield WerewordsTelling(options, is_first=False), call


BY_THE_HOST = {"eyes_down.pause", "eyes_down.resume", "host.unheard"}
"""Lines that a round which stood still says."""
WITHOUT_RINGS = {f"board.{key}" for key in ("deal", "dealt", "look", "alone", "shut", "honest")}
"""Lines of a table on which some have no ring."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_is_told_and_drawn_and_nothing_is_written_in_vain(language: str) -> None:
    narration = NARRATION[language]
    asked: set[str] = set()

    class Listening(Narration):
        def word(self, key: str, **facts: object) -> str:
            asked.add(key)
            return super().word(key, **facts)

    listening = Listening.__new__(Listening)
    listening.__dict__ = dict(narration.__dict__)
    keys: set[str] = {line for lines in NUDGES.values() for _, line in lines}
    board = Board()
    room = WordTable(scenario({"night": {"word": WORD}})).room
    board.places = room.board.places
    for telling, event in all_events():
        told = telling.tell(event)
        for key, facts in (*told, *telling.with_eyes_down(told), *telling.on_screens(told)):
            keys.add(key)
            assert 0 < len(narration.line(key, lambda count: count - 1, **facts)) <= 120
        for place in board.places:
            place.ready = True
        telling.show_on_board(board, event, listening)
        if isinstance(event, events.Day):
            assert not any(place.ready for place in board.places), "they had looked at their tiles"
        assert len(board.headline) <= 60
        assert all(bool(place.card) == bool(place.role) for place in board.places)
    for telling, call in all_calls():
        keys |= {key for key, _ in (*telling.tell_wake(call), *telling.tell_sleep(call))}
        telling.show_wake(board, call, listening)
        bent = (*telling.wake_with_eyes_down(call, board.headline), *telling.sleep_with_eyes_down(call))
        for key, facts in (*bent, *telling.on_screens(bent)):
            keys.add(key)
            assert 0 < len(narration.line(key, lambda count: count - 1, **facts)) <= 88
    village, tiles = room.village, WerewordsTelling(Options(), is_first=False)
    village.narration = listening
    slips, (first, second) = PrivateWords(village, 1), [Seat(0, NAMES[0], SEER), Seat(1, NAMES[1], SEER)]
    for what in ("pack", "masons", "minion", "seer_is", "neighbour"):
        assert slips.message(0, Show([first], what), Message(seats=(second,)))
    for what in ("word", "first_letters", "letters"):
        assert slips.secret(Show([first], what), SHOWN["letters"], is_asked=False)
    assert all(slips.unveiled(Show([first], what, value=[WORD])) for what in ("word", "first_letters"))
    assert all(listening.word(f"win.{key}") for tile in TILES.values() for key in tiles.wins(tile, ()))
    assert all(listening.word(f"advice.{key}") for key in TILES)
    tokens = Tokens(TOKENS, "correct", 24)
    tokens.offer(TOKENS)
    for _ in TOKENS:
        assert slips.token(tokens)
        tokens.hear(Meaning.NEXT)
    pages(MenuTexts(language), "mots-garous", listening, tuple(TILES.values()), Options(), 1)
    # A voice pack may say each of them without names.
    keys |= {f"{key}{UNNAMED}" for key in keys | BY_THE_HOST | WITHOUT_RINGS}
    assert keys | BY_THE_HOST | WITHOUT_RINGS >= set(LINES)
    prompts = {prompt.format(buttons=buttons) for prompt in PROMPTS.values() for buttons in (1, 2, 3)}
    asked |= (prompts | {"prompt.deal_eyes_down"}).intersection(WORDS)
    assert asked >= set(WORDS)
    assert asked <= set(narration.words)


def test_an_owner_says_a_line_of_this_game_in_words_of_his_own(tmp_path: Path) -> None:
    own = tmp_path / "narration" / "mots-garous" / "fr.toml"
    own.parent.mkdir(parents=True)
    own.write_text('[lines.token]\nyes = "Voui."\n', "utf-8")
    assert Narration.load("fr", "mots-garous", own=Catalogue(tmp_path)).lines["token.yes"] == ("Voui.",)
    own.write_text('[lines.token]\nyess = "Voui."\n', "utf-8")
    with pytest.raises(UnreadableError, match=r"did you mean lines\.token\.yes"):
        Narration.load("fr", "mots-garous", own=Catalogue(tmp_path))


def test_every_tile_but_the_mayor_s_has_a_sign_of_its_own() -> None:
    assert set(SIGNS) == set(TILES.values()) - {TILES["mayor"]}
    assert len(set(SIGNS.values())) == len(SIGNS)
    assert set(SIGNS.values()) <= set(patterns.SIGNS)
    told = WerewordsTelling(Options(), is_first=False)
    legend = told.legend_of(events.Dealt((TILES["mayor"], SEER, VILLAGER, VILLAGER)), NARRATION["fr"])
    assert [(sign.title, sign.copies) for sign in legend] == [("Voyante", 1), ("Villageois", 2)]


def test_letters_are_spelt_with_the_marks_that_follow_them() -> None:
    assert spelling("arc-en ciel") == ("a", "r", "c-", "e", "n ", "c", "i", "e", "l")
    assert spelling("¡été!") == ("¡é", "t", "é!")


@pytest.mark.parametrize("night", NIGHTS)
def test_by_night_every_ring_sheds_the_same_light(night: Eyes) -> None:
    table = a_night(night=night)
    began_s = next(m.began_s for m in table.watch.moments if m.word == "wake")
    ended_s = [m.ended_s for m in table.watch.moments if m.word == "sleep"][-1]
    lit = {light_of(frame, 5) for at_s, frame in table.rings.shown if began_s < at_s < ended_s}
    assert lit == {((4, 4 * sum(patterns.NIGHT)),) * 5}


# --------------------------------------------------------------------------------------------- eyes down


def called(table: WordTable, key: str) -> tuple[float, float]:
    """When those called have opened their eyes, or looked at their sign, and when the call was over."""
    woken = next(m for m in table.watch.moments if (m.word, m.key) == ("wake", key))
    return woken.ended_s, woken.ended_s + Times().call_s(woken.request.call)


def frame_at(table: WordTable, time_s: float) -> bytes:
    return [shown.frame for shown in table.rings.shown if shown.time_s <= time_s][-1]


def all_tiles(night: Eyes, **options: Any) -> WordTable:
    turns: dict[str, dict[str, Any]] = {
        "night": {"word": WORD, "doppelganger": "Bob", "thing": "Gus"},
        "day": {},
        "vote": {},
    }
    return WordTable(scenario(turns, ELEVEN, **options), night=night)


@pytest.mark.in_step
def test_with_eyes_down_all_rings_show_the_sign_of_the_tile_that_is_called_and_point_at_the_mayor() -> None:
    """The Mayor has no sign to learn: everybody knows who it is. A look shows its message or nothing."""
    table = all_tiles("eyes_down")
    tiles = {call.key: call.of for call in calls((*TILES.values(), WEREWOLF), Options())}
    woken = [m for m in table.watch.moments if m.word == "wake"]
    assert len(woken) > 8
    for moment in woken:
        time_s = moment.ended_s - 0.01
        tile = tiles[moment.key]
        if moment.request.call.is_look:
            rings = [patterns.asleep(24, time_s)] * 11
        elif tile is MAYOR:
            rings = [
                patterns.cursor(24, patterns.pixel_of(seat, ANA, 11, 24), time_s, locked=True)
                for seat in range(11)
            ]
        else:
            rings = [patterns.sign(24, *SIGNS[tile], time_s)] * 11
        assert frame_at(table, time_s) == patterns.frame(rings), moment.key


@pytest.mark.parametrize("pixels", [16, 24])
def test_a_ring_that_points_at_the_mayor_shows_no_sign_and_no_sleep(pixels: int) -> None:
    moments_s = [step * patterns.STEP_S for step in range(24 * 8 * 2)]
    signs = {patterns.sign(pixels, *sign, time_s) for sign in SIGNS.values() for time_s in moments_s}
    signs |= {patterns.asleep(pixels, time_s) for time_s in moments_s}
    needles = {patterns.cursor(pixels, target, 0.0, locked=True) for target in range(pixels)}
    assert not needles & signs


@pytest.mark.in_step
def test_with_eyes_down_who_reads_keeps_his_sign_and_who_is_told_by_his_ring_does_not() -> None:
    """The Seer's ring says throughout that she may look up; the Minion's points at the pack."""
    table = all_tiles("eyes_down")
    for key, seat, reads in (("seer", 1, True), ("minion", 4, False)):
        began_s, ends_s = called(table, key)
        for time_s in (began_s + 3.0, ends_s - 0.5):
            sign = patterns.sign(24, *SIGNS[TILES[key]], time_s)
            rings = frame_at(table, time_s)
            shown = [rings[at : at + 72] == sign for at in range(0, len(rings), 72)]
            assert shown == [reads or other != seat for other in range(11)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_with_eyes_down_nobody_is_bidden_to_open_or_close_his_eyes(language: str) -> None:
    """In no wording of a line, from the deal to the end."""
    narration = NARRATION[language]
    board, closed, bent = Board(), set[str](), set[str]()
    for telling, event in all_events():
        closed |= {key for key, _ in telling.tell(event)}
        bent |= {key for key, _ in telling.with_eyes_down(telling.tell(event))}
    for telling, call in all_calls():
        telling.show_wake(board, call, narration)
        closed |= {key for key, _ in (*telling.tell_wake(call), *telling.tell_sleep(call))}
        lines = (*telling.wake_with_eyes_down(call, board.headline), *telling.sleep_with_eyes_down(call))
        bent |= {key for key, _ in lines}

    def bidding(keys: set[str]) -> set[str]:
        wordings = {key: narration.lines[key] for key in keys | {"eyes_down.resume", "eyes_down.pause"}}
        return {key for key, said in wordings.items() if any(map(BIDDEN[language].search, said))}

    assert bidding(bent) == set()
    assert {"night.fall", "day.open", "day.blanks", "paper.day", "call.seer.wake"} <= bidding(closed)


def test_with_eyes_down_the_deal_says_what_a_sign_bids_and_how_the_mayor_is_called() -> None:
    narration = NARRATION["fr"]
    for night, prompt in (("eyes_closed", "prompt.deal"), ("eyes_down", "prompt.deal_eyes_down")):
        made = Dealt(night=night)  # type: ignore[arg-type]
        captions = {seen.board.caption for seen in made.view.seen if seen.board.timer}
        assert captions == {narration.word(prompt)}
        wordings = {
            narration.line("eyes_down.mayor", lambda _, n=n: n, seat=made.mayor)  # type: ignore[misc]
            for n in range(len(narration.lines["eyes_down.mayor"]))
        }
        assert bool({one.line for one in made.voice.spoken} & wordings) == (night == "eyes_down")


def test_how_one_chooses_is_written_under_the_calls_whose_choice_is_a_light_on_a_ring() -> None:
    """Not where words or letters stand on the board; nor with eyes down, since all are to look at their
    rings."""
    for night in NIGHTS:
        table = all_tiles(night)
        prompt = NARRATION["fr"].word("prompt.choose.1")
        written = {
            key
            for began_s, ended_s, key in called_at(table)
            for seen in table.view.seen
            if began_s < seen.time_s < ended_s and seen.board.caption == prompt
        }
        assert written == ({"doppelganger", "thing"} if night == "eyes_closed" else set())


def test_mg_61_where_the_voice_fails_in_a_call_the_word_is_gone_from_the_board_at_once() -> None:
    tables: list[WordTable] = []

    def fails(table: WordTable) -> None:
        tables.append(table)
        room = table.room

        def stand(_: Any) -> None:
            if not any(isinstance(act, Hosting) for act in room.stage.acts):
                hosting = Hosting(room)
                hosting.ear.stoppable = True
                room.stage.enter(hosting)

        def fail(_: Any) -> None:
            table.clock.at(table.clock.now() + 6.0, lambda: table.voice.fail(Trouble("sound.stopped")))

        table.watch.first |= {"wake": stand, "wake seer": fail}

    with pytest.raises(StoppedError) as stopped:
        a_night(planted=fails)
    assert stopped.value.why == "unheard"
    seen = tables[0].view.seen
    assert seen[-2].board.secret == Secret((WORD,), spelling(WORD))
    assert seen[-1].board.secret is None
    assert seen[-1].time_s <= tables[0].clock.now()
