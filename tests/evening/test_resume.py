"""Power cuts: whatever the moment, the round goes on as if there had been none."""

from __future__ import annotations

import itertools
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hardware import patterns
from hardware.clocks import NothingToWaitForError
from table.appliance.opening.tonight import sat_in
from table.engine.chance import Chance
from table.engine.requests import Ask, Covered, Sitter, Wake
from table.errors import ClosedError
from table.evening.diary import Diary, EveningShelf
from table.evening.journal import Journal
from table.evening.journal_rows import seal
from table.evening.replay import evening_of, replay, setup_of
from table.evening.resume import ChangedError, decode, encode, word_of
from table.games.evening import RULES, Evening
from table.games.records import Standing, StoredEvening, unpacked
from table.games.werewolf.bots import Bots
from table.games.werewolf.rules.cards.stuttering_judge import stutter
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.games.werewolf.rules.rulebooks.best_of import BEST_OF
from table.games.werewords.rules.tiles import TILES
from table.room.pending_write import PendingWrite
from table.room.room import Room
from tests.kit.diaries import BOXES, RECORDED, Reseated, dice, evening, events_of, played, recordings
from tests.kit.paths import ROOT
from tests.kit.sampling import few, some
from tests.kit.tables import NAMES, NARRATION, PIXELS, TestTable, plant


def last(folder: Path) -> StoredEvening:
    journal = Journal(folder)
    try:
        return journal.evenings()[-1]
    finally:
        journal.close()


# Replay


def test_the_recorded_rounds_are_played_as_ever() -> None:
    """If this fails the rules play differently, and a round under way cannot go on after the update.

    If that is intended, `python -m tests.kit.diaries record` makes new recordings.
    """
    found = list(recordings())
    assert len(found) == 28
    assert {kept.setup.rulebook for kept in found} == set(BOXES)
    assert {key for kept in found if kept.setup.words for key in kept.setup.deck} == set(TILES)
    for kept in found:
        words = events_of(kept)
        assert words[-1] == kept.rounds[0][-1].answer[0]


def test_rules_that_play_the_recorded_rounds_differently_have_a_new_version() -> None:
    """If this fails the recordings are new.

    If the rules have changed since the last release, `RULES` is one more than there; then put the sum of the
    new file here.
    """
    sums = {2: "fb525be28ce4146bdce29f3c56761ae598d67041f3d826999a6edc7201e7ddea"}
    assert sums == {RULES: sha256(RECORDED.read_bytes()).hexdigest()}


@pytest.mark.parametrize("rules", [RULES - 1, RULES + 1])
def test_a_round_that_began_with_other_rules_is_put_aside_and_the_table_opens(
    tmp_path: Path, rules: int
) -> None:
    """Even though the round so far is played alike: later it might not be."""
    with closing(Journal(tmp_path)) as journal:
        played(journal, evening("thiercelieux", seed=1), Reseated(dice(1)))
        (kept,) = journal.evenings()
        journal.cut(msgspec.structs.replace(kept, rounds=[kept.rounds[0][:60]]))
        data = msgspec.msgpack.encode(msgspec.structs.replace(kept.setup, rules=rules, version="0.5.0"))
        journal._base.execute("UPDATE evenings SET setup = ?, seal = ?", (data, seal(b"", data)))
    shelf, warned = EveningShelf(tmp_path, 50), list[str]()
    assert shelf.unfinished(RULEBOOKS, None, warned.append) is None
    assert shelf.refused
    assert warned == [
        "a round was cut short and cannot go on: it was begun by garou 0.5.0, which has other rules. "
        "Its evening is kept for garou chronicle."
    ]
    shelf.close()
    with closing(Journal(tmp_path)) as journal:
        (kept,) = journal.evenings()
        assert (kept.lines, kept.left) == (60, True)
        assert journal.unfinished() is None


def test_the_recorded_rounds_are_the_same_with_any_hash_seed() -> None:
    told = [
        subprocess.run(
            [sys.executable, "-m", "tests.kit.diaries", "replay"],
            cwd=ROOT,
            env=os.environ | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert told[0] == told[1]
    assert len(told[0]) == 65


def test_a_round_that_is_played_differently_is_found_out() -> None:
    kept = next(recordings())
    lines = kept.rounds[0]
    for place, line in enumerate(lines):
        kept.rounds = [
            [*lines[:place], msgspec.structs.replace(line, trace=line.trace ^ 1), *lines[place + 1 :]]
        ]
        with pytest.raises(ChangedError):
            events_of(kept)


def test_cards_this_program_does_not_know_are_no_evening() -> None:
    setup = setup_of(evening(), "en")
    for changed in ({"rulebook": "harvest"}, {"deck": ("harvester",)}, {"options": {"tie": "duel"}}):
        with pytest.raises(ChangedError):
            evening_of(msgspec.structs.replace(setup, **changed), RULEBOOKS)
    assert evening_of(setup, RULEBOOKS).rulebook is BEST_OF


def test_an_answer_is_one_that_could_be_given() -> None:
    seats = evening_seats()
    ask = Ask(seats[0], "seer", seats[1:])
    assert decode(ask, encode(ask, [seats[2]])) == [seats[2]]
    for wrong in ([0], [99], ["seer"], [True], [2, 2], 7, None):
        with pytest.raises(ChangedError):
            decode(ask, wrong)
    yes = Ask(seats[0], "bite", (False, True))
    assert decode(yes, encode(yes, [True])) == [True]
    with pytest.raises(ChangedError):
        decode(yes, [1])


def test_the_answer_of_a_covered_time_is_as_long_whoever_has_pressed() -> None:
    """So that neither the size of a write nor of the file tells whether anybody has."""
    seats = evening_seats()
    asked = seats[:2]
    covered = Covered(stutter, seats, asked)
    answers: tuple[Sequence[Sitter], ...] = ([], seats[:1], seats[1:2], asked)
    assert len({len(msgspec.msgpack.encode(encode(covered, answer))) for answer in answers}) == 1
    for answer in answers:
        assert decode(covered, encode(covered, answer)) == answer
    for wrong in ([True], [False] * (len(seats) - 1) + [True], 7, None):
        with pytest.raises(ChangedError):
            decode(covered, wrong)


def evening_seats() -> list[Any]:
    seen: list[Any] = []
    kept = next(recordings())
    replay(kept, 0, RULEBOOKS, lambda request, _: seen.append(request))
    return list(next(request.seats for request in seen if type(request).__name__ == "Leavers"))


# Cuts


def test_the_call_under_way_is_known(tmp_path: Path) -> None:
    """A cut inside a call: the table goes on with that call. A cut between two: with none."""
    journal = Journal(tmp_path)
    played(journal, evening(seed=3), Reseated(dice(3)))
    (kept,) = journal.evenings()
    journal.close()
    lines = kept.rounds[0]
    inside: str | None = None
    cuts = some(range(1, len(lines)), of=10)
    for number, line in enumerate(lines[:-1], start=1):
        word, _, key = line.word.partition(" ")
        inside = key if word == "wake" else None if word == "sleep" else inside
        if number not in cuts:
            continue
        folder = tmp_path / str(number)
        shutil.copytree(
            tmp_path, folder, ignore=lambda *_: [name.name for name in tmp_path.iterdir() if name.is_dir()]
        )
        cut = Journal(folder)
        cut.cut(StoredEvening(kept.number, 0.0, kept.setup, [lines[:number]]))
        part = cut.unfinished()
        assert part
        table = Reseated(dice(3))
        played(cut, evening_of(part.setup, RULEBOOKS), table, part)
        cut.close()
        (call,) = table.taken_up
        assert (call.call.key if isinstance(call, Wake) else None) == inside
        shutil.rmtree(folder)


@pytest.mark.parametrize(("pods", "needed"), [((), 8), ((0, 1, 2, 4, 5, 6, 9, 11), 12)])
def test_a_round_goes_on_at_any_table_that_has_its_seats(
    tmp_path: Path, pods: tuple[int, ...], needed: int
) -> None:
    begun = evening("thiercelieux", "beginner", 8)
    begun.pods = pods
    journal = Journal(tmp_path)
    diary = Diary(journal, begun, "en")
    diary.open(lambda: None)
    with pytest.raises(Stop):
        begun.play_next(diary.answerer(Cut(Reseated(dice(3)), lambda word: word.startswith("vote"))))  # type: ignore[arg-type]
    diary.close()
    journal.close()
    for seats in (None, 24, needed, needed - 1):
        shelf = EveningShelf(tmp_path, 50)
        told: list[str] = []
        found = shelf.unfinished(RULEBOOKS, seats, told.append)
        shelf.close()
        assert (found is None) == shelf.refused == (seats == needed - 1)
        assert [f"it needs {needed} seats, and this table has {seats}" in one for one in told] == (
            [True] if shelf.refused else []
        )


def test_the_rounds_of_an_evening_follow_each_other_over_a_cut(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    begun = evening(seed=6)
    diary = Diary(journal, begun, "en")
    diary.open(lambda: None)
    seeds = []
    for _ in range(3):
        seeds.append(begun.round_seed)
        last = begun.play_next(diary.answerer(Reseated(dice(begun.round_seed))))
    diary.close()
    kept = journal.evenings()[-1]
    assert [lines[-1].word for lines in kept.rounds] == ["say RoundOver"] * 3
    third = evening_of(kept.setup, RULEBOOKS, kept.rounds[:2])
    assert third.round_seed == seeds[2]
    kept.rounds[2] = kept.rounds[2][:40]
    journal.cut(kept)
    cut = journal.unfinished()
    assert cut
    again = Diary(journal, third, "en", cut)
    assert again.people == [0, 2]
    again.open(lambda: None)
    over = third.play_next(again.answerer(Reseated(dice(seeds[2]))))
    again.close()
    assert over.winner == last.winner
    whole = journal.evenings()[-1]
    assert len(whole.rounds) == 3
    assert not whole.unfinished
    journal.close()


def test_time_of_play_goes_on_where_it_was(tmp_path: Path) -> None:
    class Late(Reseated):
        def __init__(self, seed: int, now_s: float) -> None:
            super().__init__(dice(seed))
            self.now_s = now_s

        def play_s(self) -> float:
            self.now_s += 1.0
            return self.now_s

    journal = Journal(tmp_path)
    played(journal, evening(seed=3), Late(3, 500.0))
    kept = journal.evenings()[-1]
    assert [line.at_s for line in kept.rounds[0][:3]] == [1.0, 2.0, 3.0]
    kept.rounds[0] = kept.rounds[0][:20]
    journal.cut(kept)
    cut = journal.unfinished()
    played(journal, evening_of(kept.setup, RULEBOOKS), Late(3, 9000.0), cut)
    times = [line.at_s for line in unpacked(journal.evenings()[-1].rounds[0])]
    journal.close()
    assert times == [float(number) for number in range(1, len(times) + 1)]


# At the table


class Stop(Exception):  # noqa: N818 - not an error: here the power is cut
    """Stops the table, as a power cut."""


class Cut:
    """A table whose power is cut before a word of the game."""

    def __init__(self, room: Room, before: Callable[[str], bool]) -> None:
        self.room = room
        self.before = before

    def __getattr__(self, word: str) -> Any:
        return getattr(self.room, word)

    def word(self, request: Any) -> Any:
        if self.before(word_of(request)):
            raise Stop
        return getattr(self.room, type(request).__name__.lower())(request)

    ask = vote = draw = clock = covered = leavers = say = wake = sleep = show = word


def replays_at_once(room: Room) -> None:
    """Checks that a replay takes no time."""
    recalls = room.recall

    def recall(request: Any, answer: Any) -> None:
        assert room.time.now() == 0.0, "a replay is instant"
        recalls(request, answer)

    plant(room, recall=recall)


WITCHES = "werewolf=2,seer,witch,hunter,cupid,little_girl,villager"
JUDGED = "werewolf=2,seer,witch,hunter,cupid,stuttering_judge,villager"


def table_of(begun: Evening, **more: Any) -> TestTable:
    given = {"people_sit": True} | more
    return TestTable(Bots(Chance("bots")), begun.names, planted=replays_at_once, **given)


def cut_before(
    tmp_path: Path,
    before: Callable[[str], bool],
    people: Sequence[int] = (2, 5),
    deck: str = WITCHES,
    prepare: Callable[[TestTable], object] = id,
) -> tuple[Journal, StoredEvening]:
    """A round at a table whose power is cut before such a word. `prepare`: is given the table."""
    journal = Journal(tmp_path)
    begun = at_the_table(deck)
    table = table_of(begun)
    table.room.people.update(people)
    prepare(table)
    diary = Diary(journal, begun, "en")
    diary.open(lambda: None)
    table.room.begin_round()
    with pytest.raises(Stop):
        begun.play_next(diary.answerer(Cut(table.room, before)))
    diary.close()
    kept = journal.unfinished()
    assert kept
    return journal, kept


def at_the_table(deck: str = WITCHES) -> Evening:
    begun = evening("thiercelieux", deck, 8)
    begun.names = NAMES[:8]
    return begun


def again(
    journal: Journal, kept: StoredEvening, at_s: float | None = 60.0, host: int = 2
) -> tuple[TestTable, Evening]:
    """The table started again, its host pressing at that moment; it is stopped after the second night."""
    begun = evening_of(kept.setup, RULEBOOKS)
    table = table_of(begun)
    diary = Diary(journal, begun, "en", kept)
    table.room.people.update(diary.people)
    diary.open(lambda: None)
    if at_s is not None:
        table.press(host, at_s)
    table.room.begin_round()
    with suppress(NothingToWaitForError):
        begun.play_next(diary.answerer(table.room))
    diary.close()
    journal.close()
    return table, begun


def in_the_night(nth: int) -> Callable[[str], bool]:
    """Before the nth thing that is shown or asked at night, after the call was announced."""
    counter = itertools.count()
    return lambda word: (
        word.split()[0] in ("ask", "vote", "show", "sleep") and word != "show dealt" and next(counter) == nth
    )


@pytest.mark.parametrize("after_s", [2.0, 8.0, 12.0])
def test_a_covered_time_that_was_cut_is_held_again_whole(tmp_path: Path, after_s: float) -> None:
    """CH-25: it is never cut short, and a press before the cut does not count."""

    def cuts(table: TestTable) -> None:
        def stop() -> None:
            raise Stop

        def begins(request: Any) -> None:
            table.room.people.update(seat.index for seat in request.heard)
            for seat in request.heard:
                table.press(seat.index, table.clock.now() + 1.0)
            table.clock.at(table.clock.now() + after_s, stop)

        table.watch.first["covered"] = begins

    journal, kept = cut_before(tmp_path, lambda _: False, deck=JUDGED, prepare=cuts)
    assert not any(line.word.startswith("covered") for line in kept.rounds[0])
    table, _ = again(journal, kept)
    held = table.moment("covered", "stuttering_judge")
    assert held.began_s < 10.0
    assert held.ended_s - held.began_s > stutter.seconds
    assert held.answer == []


ASLEEP = {patterns.asleep(PIXELS, step * patterns.STEP_S) for step in range(600)}
DEAD = patterns.dead(PIXELS)


def shows_a_secret(table: TestTable, until_s: float) -> bool:
    """Whether any ring showed anything but sleep before this moment."""
    size = PIXELS * 3
    return any(
        frame[at : at + size] not in ASLEEP | {DEAD}
        for time_s, frame in table.rings.shown
        if time_s < until_s
        for at in range(0, len(frame), size)
    )


@pytest.mark.parametrize("nth", some(range(14), of=5))
def test_in_a_night_nothing_secret_comes_back_before_the_host_has_said_so(tmp_path: Path, nth: int) -> None:
    journal, kept = cut_before(tmp_path, in_the_night(nth))
    table, _ = again(journal, kept)
    assert not shows_a_secret(table, 60.0)
    assert "Cid" in table.lines[0], "the host is told to press"
    assert table.voice.spoken[1].time_s >= 60.0
    headlines = {seen.board.headline for seen in table.view.seen if seen.time_s < 60.0}
    assert headlines == {NARRATION["en"].word("headline.night")}
    assert len(table.lines) > 5, "and then it goes on"


def test_the_fault_of_showing_it_at_once_is_seen(tmp_path: Path) -> None:
    """A table that goes on with a night at once: the check above must fail."""
    journal, kept = cut_before(tmp_path, lambda word: word.startswith("ask seer"))
    begun = evening_of(kept.setup, RULEBOOKS)
    table = table_of(begun)

    def at_once(call: Wake | None) -> None:
        if call:
            table.room.calls.wake_and_wait(call)

    table.room.take_up = at_once  # type: ignore[method-assign]
    diary = Diary(journal, begun, "en", kept)
    diary.open(lambda: None)
    begun.play_next(diary.answerer(table.room))
    diary.close()
    journal.close()
    assert shows_a_secret(table, 60.0)


def test_without_the_hosts_press_a_night_waits_for_ever(tmp_path: Path) -> None:
    journal, kept = cut_before(tmp_path, lambda word: word.startswith("ask seer"))
    begun = evening_of(kept.setup, RULEBOOKS)
    table = table_of(begun, people_sit=False)
    table.room.people.update((2, 5))
    table.press(5, 40.0)  # not the host
    table.press(2, 1.0)  # too early: nobody's eyes can be closed yet
    ends_s = few(5000, 1000)
    table.clock.at(ends_s, lambda: setattr(table.view, "closed", True))
    diary = Diary(journal, begun, "en", kept)
    diary.open(lambda: None)
    with pytest.raises(ClosedError):
        begun.play_next(diary.answerer(table.room))
    diary.close()
    journal.close()
    assert table.clock.now() >= ends_s
    assert len(table.lines) == 1
    assert not shows_a_secret(table, ends_s)


def test_the_call_under_way_is_announced_afresh_whoever_had_answered(tmp_path: Path) -> None:
    """Cut before the Seer's answer and after it: the village hears and sees the same."""
    told = []
    for number in range(3):
        asked: list[str] = []

        def before(word: str, nth: int = number, asked: list[str] = asked) -> bool:
            if asked or word == "ask seer":
                asked.append(word)
            return len(asked) > nth

        journal, kept = cut_before(tmp_path / str(number), before)
        assert asked[-1].split()[0] == ("ask", "show", "sleep")[number]
        table, _ = again(journal, kept)
        told.append([(spoken.line, spoken.time_s) for spoken in table.voice.spoken[1:3]])
    assert told[0] == told[1] == told[2]


@pytest.mark.parametrize("nth", [0, 1, 5])
def test_by_day_the_board_is_as_it_was_and_the_round_goes_on(tmp_path: Path, nth: int) -> None:
    journal = Journal(tmp_path)
    begun = at_the_table()
    table = table_of(begun)
    diary = Diary(journal, begun, "en")
    diary.open(lambda: None)
    counter = itertools.count()

    def before(word: str) -> bool:
        return (
            word.split()[0] in ("clock", "vote")
            and "deal" not in word
            and table.room.calls.call is None
            and next(counter) == nth
        )

    table.room.begin_round()
    with pytest.raises(Stop):
        begun.play_next(diary.answerer(Cut(table.room, before)))
    diary.close()
    kept = journal.unfinished()
    assert kept
    was = msgspec.structs.replace(table.room.board, caption="", hint="", timer=None)
    later, resumed = again(journal, kept, None)
    first = later.view.seen[0].board
    assert msgspec.structs.replace(first, caption="", hint="", timer=None) == was
    assert resumed.played, "nobody has to press by day"


def test_bots_know_what_they_knew_and_end_the_round_as_they_would_have(tmp_path: Path) -> None:
    """Without people the round of a cut evening ends exactly as without the cut."""
    whole = at_the_table()
    table = table_of(whole)
    table.room.begin_round()
    over = whole.play_next(table.room)
    for number, word in enumerate(("ask seer", "vote werewolves", "clock debate", "vote vote")):
        journal, kept = cut_before(tmp_path / str(number), lambda said, here=word: said == here, people=())  # type: ignore[misc]
        _, resumed = again(journal, kept, None)
        assert [(seat.card.key, seat.cause) for seat in resumed.over.seats] == [
            (seat.card.key, seat.cause) for seat in over.seats
        ]


@pytest.mark.parametrize("seat", [0, 4])
def test_one_hold_declines_and_a_press_does_nothing(seat: int) -> None:
    table = table_of(at_the_table())
    table.press(seat, 3.0)
    assert table.room.pages.offer_and_wait(15.0)
    assert table.clock.now() >= 15.0
    declined = table_of(at_the_table())
    declined.hold(seat, 3.0)
    assert not declined.room.pages.offer_and_wait(15.0)
    assert declined.clock.now() < 10.0
    assert NARRATION["en"].word("headline.offer") == declined.view.seen[0].board.headline


def test_a_round_whose_phones_are_all_away_waits_for_the_first_to_come_back() -> None:
    """And may be given up meanwhile."""
    back_s = 200.0
    table = table_of(at_the_table())
    gone = lambda: table.clock.now() < back_s  # noqa: E731
    table.clock.at(back_s, lambda: None)
    assert table.room.pages.offer_and_wait(15.0, people=2, is_deserted=gone)
    assert table.clock.now() == pytest.approx(back_s + 15.0, abs=0.1)
    waiting, going_on = table.board_at(back_s - 1.0), table.board_at(back_s + 1.0)
    assert (waiting.caption, waiting.timer) == (NARRATION["en"].word("prompt.deserted"), None)
    assert going_on.caption == NARRATION["en"].word("prompt.decline")
    assert going_on.timer
    declined = table_of(at_the_table())
    for seat, at_s in ((0, 30.0), (1, 32.0)):
        declined.hold(seat, at_s)
    gone = lambda: True  # noqa: E731
    assert not declined.room.pages.offer_and_wait(15.0, people=2, host=0, is_deserted=gone)
    assert declined.clock.now() < 40.0


HOST_SAT = 3
"""The host of a round that was cut."""


@pytest.mark.parametrize(
    ("holds", "people", "declined_s"),
    [
        ([(0, 3.0)], 2, None),
        ([(HOST_SAT, 3.0)], 2, None),
        ([(0, 3.0), (0, 6.0), (0, 70.0)], 2, None),
        ([(0, 3.0), (HOST_SAT, 6.0)], 2, 6.0),
        ([(HOST_SAT, 3.0), (0, 6.0)], 2, 6.0),
        ([(0, 5.0), (4, 7.0)], 5, 65.0),
        ([(0, 3.0), (4, 66.0)], 5, 66.0),
        ([(0, 3.0), (4, 6.0), (HOST_SAT, 40.0)], 5, 40.0),
        ([(0, 3.0), (4, 80.0)], 5, None),
        ([(0, 5.0)], 1, 5.0),
    ],
)
def test_a_round_two_sat_in_is_given_up_by_two(
    holds: list[tuple[int, float]], people: int, declined_s: float | None
) -> None:
    """The host and anybody else, or any two once the host has held nothing for a minute. Otherwise a loser
    pulls the plug, holds a button, and reads."""
    table = table_of(at_the_table())
    for seat, at_s in holds:
        table.hold(seat, at_s)
    goes_on = table.room.pages.offer_and_wait(15.0, people=people, host=HOST_SAT)
    assert goes_on is (declined_s is None)
    if declined_s is None:
        assert table.clock.now() > holds[0][1] + 60.0 + 15.0 - 0.5
    else:
        assert table.clock.now() == pytest.approx(declined_s, abs=1.6)
    captions = {seen.board.caption for seen in table.view.seen}
    host = NARRATION["en"].word("prompt.decline_host", seat=table.room.village.sitters()[HOST_SAT])
    other = NARRATION["en"].word("prompt.decline_other")
    first = holds[0][0]
    if people > 1:
        assert (host in captions, other in captions) == (first != HOST_SAT, first == HOST_SAT)


def test_who_sat_in_a_round_that_was_cut_is_known_at_the_offer(tmp_path: Path) -> None:
    journal, kept = cut_before(tmp_path, lambda word: word.startswith("ask seer"), people=(2, 3, 7))
    journal.close()
    kept.standing = None
    assert sat_in(kept) == (3, 2)
    kept.standing = Standing(0, 0, "", 0.0, 7, gone=0, people=0b1, pods=tuple(range(10, 22)))
    assert sat_in(kept) == (4, 17), "at the pod the host has by now"


def test_a_button_that_is_down_from_before_declines_nothing() -> None:
    """An elbow that leans on it while the table starts."""
    table = table_of(at_the_table())
    table.pods.push(3, 0)
    table.room.presses.listen(0.0)
    table.clock.at(5.0, lambda: table.pods.release(3, 0))
    assert table.room.pages.offer_and_wait(15.0)


def test_the_board_says_by_day_that_nothing_is_kept() -> None:
    table = table_of(at_the_table(), unkept=lambda: "database or disk is full")
    table.room.begin_round()
    begun = at_the_table()
    begun.play_next(table.room)
    notice = NARRATION["en"].word("notice.unkept")
    scenes = {seen.board.scene for seen in table.view.seen if notice in seen.board.notice}
    assert "debate" in scenes
    assert not scenes & {"night", "look", "deal"}


def test_rings_and_board_go_on_while_the_disk_is_slow() -> None:
    """On a clock that runs, the room beats until the answer is written."""
    table = table_of(at_the_table())
    written = PendingWrite(lambda _: None)
    table.room.stage.beat_s = 1 / 60
    table.clock.at(2.0, written.set)
    table.room.wait_for(written)
    assert table.clock.now() == pytest.approx(2.0, abs=0.05)
    assert len(table.rings.shown) > 5
