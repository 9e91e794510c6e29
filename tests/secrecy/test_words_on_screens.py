"""Mots-garous where everybody has a screen of their own: secret words are there, and not on the board."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from itertools import product
from typing import Any, cast

import pytest

from hardware.clocks import VirtualClock
from hardware.simulated import SimulatedButtons, SimulatedRings, SimulatedVoice
from table.board.board import Secret
from table.engine.chance import Chance
from table.engine.requests import Ask, Say, Show, Unveil, Vote, Wake
from table.games.werewords.evening import WordEvening
from table.games.werewords.rules import events
from table.games.werewords.rules.calls import calls
from table.games.werewords.rules.options import Options
from table.games.werewords.rules.tiles import MAYOR, SEER, WEREWOLF, Tile
from table.games.werewords.telling import ON_SCREENS, WerewordsTelling
from table.room.devices import Devices
from table.room.hands import HOLD_S
from table.room.room import Room
from table.settings.settings import Eyes
from table.settings.times import Times
from tests.evening.test_werewords_evening import house
from tests.kit.sampling import some
from tests.kit.tables import (
    NAMES as TABLE_NAMES,
)
from tests.kit.tables import (
    Planted,
    RecordingSlips,
    RecordingView,
    TestTable,
    after,
    plant,
    room_at,
    untouched,
)
from tests.room.test_werewords_room import (
    ANA,
    BOB,
    CID,
    EVE,
    LANGUAGES,
    LEAKS,
    NAMES,
    NARRATION,
    NIGHTS,
    WORD,
    Dealt,
    WordTable,
    all_calls,
    all_events,
    called_at,
    leaks,
    pair,
    scenario,
    unlike,
)

ALL = range(11)
LETTERS = [3, 0, 10, 7, 5]
READERS = {"mayor": {ANA}, "seer": {BOB}, "werewolf": {CID}}
"""Who reads the word in which call, as the tiles are dealt."""


def seat_people(room: Room, people: Collection[int] = ALL, screens: Collection[int] = ALL) -> None:
    """These people sit in the room, and these seats have a screen of their own."""
    room.people.update(seat for seat in people if seat < len(room.village.names))
    room.places.worded = lambda: screens


def sit(people: Collection[int] = ALL, screens: Collection[int] = ALL, also: Planted = untouched) -> Planted:
    """These people sit at the table, and these seats have a screen of their own."""

    def planted(table: Any) -> None:
        seat_people(table.room, people, screens)
        also(table)

    return planted


def a_night(planted: Planted, night: Eyes = "eyes_closed", language: str = "en", **options: Any) -> WordTable:
    turns: dict[str, dict[str, Any]] = {"night": {"word": WORD}, "day": {}, "vote": {"accuse": {}}}
    if options.get("mode") == "speedwords":
        turns["night"]["letters"] = LETTERS
    return WordTable(scenario(turns, **options), planted, night=night, language=language)


def on_board(table: WordTable) -> set[str]:
    """The calls in which the board shows words, and "" if it does at another time."""
    spans = list(called_at(table))
    shown = [seen.time_s for seen in table.view.seen if isinstance(seen.board.secret, Secret)]
    within = [[key for began_s, ended_s, key in spans if began_s <= at_s < ended_s] for at_s in shown]
    return {key for keys in within for key in keys or [""]}


def readers(table: WordTable) -> dict[str, set[int]]:
    """The seats on whose slips the word is, by call; "": at another time of the night."""
    spans, found = list(called_at(table)), dict[str, set[int]]()
    for at_s, slips in table.slips.shown:
        keys = [key for began_s, ended_s, key in spans if began_s <= at_s < ended_s] or [""]
        if seats := {seat for seat, text in slips.items() if WORD in text}:
            found.setdefault(keys[0], set()).update(seats)
    return found


@pytest.mark.parametrize(
    ("night", "mode", "language"), some(product(NIGHTS, ("classic", "speedwords"), LANGUAGES), of=3)
)
def test_the_word_is_on_the_slips_of_those_called_and_nowhere_else(
    night: Eyes, mode: str, language: str
) -> None:
    table = a_night(sit(), night, language, mode=mode)
    assert table.report["state"] == "over"
    assert on_board(table) == set()
    assert readers(table) == READERS
    assert leaks(table) == []


@pytest.mark.parametrize(
    ("people", "screens"), [(ALL, range(EVE)), ((ANA, CID), (ANA, BOB)), ((), ALL)], ids=str
)
def test_where_anybody_has_no_screen_the_board_shows_the_word_to_all_called(
    people: Collection[int], screens: Collection[int]
) -> None:
    table = a_night(sit(people, screens))
    assert on_board(table) == set(READERS)
    assert readers(table) == {key: seats for key, seats in READERS.items() if seats <= {*people}}


def test_a_seat_that_a_bot_plays_needs_no_screen() -> None:
    table = a_night(sit((BOB, CID), (BOB, CID)))
    assert on_board(table) == set()
    assert readers(table) == {"seer": {BOB}, "werewolf": {CID}}


def test_who_has_no_ring_reads_on_the_board_as_before() -> None:
    def unlit(table: WordTable) -> None:
        table.room.places.unlit = lambda: [EVE]

    assert on_board(a_night(sit(also=unlit))) == set(READERS)


def test_a_phone_that_is_lost_in_a_call_changes_the_next_call_and_not_this_one() -> None:
    """A word that no line has announced does not light the room."""
    screens = {*ALL}

    def loses(table: WordTable) -> None:
        lost = {"seer": screens.discard, "werewolf": screens.add}

        def shown(request: Any, _: None) -> None:
            call = table.room.calls.call
            if request.what == "word" and call and call.key in lost:
                lost.pop(call.key)(EVE)

        after(table.room, "show", shown)

    table = a_night(sit(screens=screens, also=loses))
    assert on_board(table) == {"werewolf"}
    assert readers(table) == READERS


def test_a_phone_that_is_away_as_a_call_is_announced_brings_the_word_back_to_the_board() -> None:
    screens = {*ALL}

    def loses(table: WordTable) -> None:
        table.watch.first |= {
            "wake seer": lambda _: screens.discard(EVE),
            "wake werewolf": lambda _: screens.add(EVE),
        }

    table = a_night(sit(screens=screens, also=loses), "eyes_down")
    assert on_board(table) == {"seer"}
    spoken = [one.line for one in table.voice.spoken]
    [[seer], [wolf]] = [
        [line for line in spoken if line.startswith(NARRATION["en"].word(f"call.{key}"))]
        for key in ("seer", "werewolf")
    ]
    reads, screen = ({*NARRATION["en"].lines[f"eyes_down.{key}"]} for key in ("read", "screen"))
    assert seer.replace("The Seer", "{called}") in reads
    assert wolf.replace("The Werewolf", "{called}") in screen


# What is said


OF_THE_BOARD = {"en": re.compile(r"\bboard\b"), "fr": re.compile(r"\btableau\b")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_before_the_day_no_wording_speaks_of_the_board(language: str) -> None:
    lines, told = NARRATION[language].lines, set[str]()
    by_day = (events.Day, events.WordShown)
    for telling, event in all_events():
        if not isinstance(event, by_day):
            said = telling.tell(event)
            both = (*telling.on_screens(said), *telling.on_screens(telling.with_eyes_down(said)))
            told |= {key for key, _ in both}
    for telling, call in all_calls():
        if telling.options.word == "list":
            bent = telling.wake_with_eyes_down(call, "")
            told |= {key for key, _ in (*telling.tell_wake(call), *telling.on_screens(bent))}
    assert not told & ON_SCREENS.keys()
    assert {*ON_SCREENS.values()} <= told
    assert {key for key in told if any(map(OF_THE_BOARD[language].search, lines[key]))} == set()


def test_a_word_on_paper_is_read_on_paper() -> None:
    own = WerewordsTelling(Options(word="own"), is_first=True)
    for call in calls((SEER, WEREWOLF, MAYOR), own.options):
        lines = own.wake_with_eyes_down(call, "")
        assert own.on_screens(lines) == lines


@pytest.mark.parametrize("screens", [ALL, range(EVE)])
def test_the_first_night_is_announced_as_it_will_be(screens: Collection[int]) -> None:
    spoken = {one.line for one in Dealt(sit(screens=screens), "en").voice.spoken}
    lines = NARRATION["en"].lines
    told = "deal.screens" if EVE in screens else "deal.board"
    assert [key for key in ("deal.screens", "deal.board") if spoken & {*lines[key]}] == [told]


# Choosing


def slips_of(table: TestTable, seat: int) -> list[str]:
    """What was on a slip, one after the other."""
    return [words[seat] for _, words in table.slips.shown if seat in words]


def test_the_mayor_chooses_among_numbered_words() -> None:
    evening = house(simulated=True, difficulty="easy").evening(house().settings, TABLE_NAMES[:6], range(6), 3)
    assert isinstance(evening, WordEvening)
    telling = WerewordsTelling(Options(), is_first=True)
    mind = evening.mind(Chance(1), Chance(2), "en")
    table = TestTable(mind, TABLE_NAMES[:6], narration=NARRATION["en"], telling=telling)
    seat_people(table.room)
    offered: list[str] = []
    mayor: list[int] = []

    def choose(request: Any) -> None:
        now_s = table.clock.now()
        offered.extend(request.choices)
        mayor.append(request.seat.index)
        seat = request.seat.index
        begins_s = max(now_s, table.room.messages.read_s)
        table.press(seat, begins_s + 1.0)
        table.press(seat, begins_s + 3.0, for_s=HOLD_S)

    table.watch.first["ask word"] = choose
    table.room.begin_round()
    evening.play_next(table.room)
    words, narration = NARRATION["en"].word, slips_of(table, mayor[0])
    numbers = [f"{number}. {word}" for number, word in enumerate(offered, 1)]
    assert len(numbers) == 4
    called, marked = words("call.mayor"), [numbers[0], f"> {numbers[1]}", *numbers[2:]]
    assert "\n".join([called, *numbers]) in narration, "to be read before the question"
    points, locked = words("slip.points", names=offered[1]), words("slip.locked", names=offered[1])
    assert "\n".join([called, points, *marked, words("prompt.choose.1")]) in narration
    assert "\n".join([called, locked, *marked, words("slip.unlock.1")]) in narration
    assert "\n".join([called, words("slip.secret.word", names=offered[1])]) in narration


def test_the_pack_chooses_among_numbered_letters() -> None:
    def press(table: WordTable) -> None:
        def turn(_: Any) -> None:
            table.watch.first.clear()
            table.press(CID, max(table.room.time.now(), table.room.messages.read_s) + 0.5)

        table.watch.first["vote letters"] = turn

    table = a_night(sit(also=press), mode="speedwords")
    slips = [words[CID] for _, words in table.slips.shown if CID in words]
    word = NARRATION["en"].word
    before = [word("call.werewolf"), word("slip.secret.word", names=WORD)]
    begun = [slip.splitlines() for slip in slips if "1. c, > 2. l, 3. a, 4. i, 5. r, 6. d, 7. e" in slip]
    assert begun
    assert begun[0][:2] == before
    assert begun[0][-1] == word("prompt.choose.1")
    left = [slip for slip in slips if "11. " in slip or "10. " in slip]
    assert any("10. " in slip and "11. " not in slip for slip in left), "a letter is given once"
    given = [secret for slip in slips for secret in slip.splitlines() if secret.startswith("Given away")]
    assert given


# A round that is taken up again


@pytest.mark.parametrize(
    ("tile", "reader", "pack"), [(SEER, BOB, ""), (WEREWOLF, CID, "Nobody else is in your pack.")]
)
def test_a_night_that_is_taken_up_again_shows_its_messages_on_slips_once_all_eyes_are_closed(
    tile: Tile, reader: int, pack: str
) -> None:
    played = scenario({"night": {"word": WORD}})
    clock = VirtualClock()
    view, pods, slips = RecordingView(), SimulatedButtons(5, 1, clock), RecordingSlips(clock)
    devices = Devices(pods, SimulatedRings(5, 24), SimulatedVoice(clock), view, clock, slips=slips)

    class Mind:
        def __getattr__(self, _: str) -> Callable[[Any], None]:
            return lambda _: None

    telling = WerewordsTelling(played.options, is_first=False)
    room = room_at(
        devices, NARRATION["en"], Times(), cast("Any", Mind()), NAMES, 1, Chance(1), telling=telling
    )
    seat_people(room)
    round_ = played.round()
    called = [round_.seats[reader]]
    woken = Wake(next(call for call in calls((SEER, WEREWOLF), Options()) if call.of is tile), called)
    room.people.host = ANA
    room.recall(Say(events.Night()), None)
    room.recall(woken, None)
    if tile is WEREWOLF:
        room.recall(Show(called, "pack", value=tuple(called)), None)
    room.recall(Unveil(called, "word", value=WORD), None)
    noted = room.sheets()[reader]
    confirmed: list[float] = []

    def confirm() -> None:
        assert not any(words for _, words in slips.shown)
        confirmed.append(clock.now())
        pods.push(ANA, 0)

    clock.at(60.0, confirm)
    clock.at(60.1, lambda: pods.release(ANA, 0))
    room.take_up(woken)
    room.stage.wait_until(clock.now() + 1.0)
    assert confirmed
    assert WORD in slips.words[reader]
    assert pack in slips.words[reader]
    assert {*slips.words} == {reader}
    assert room.sheets()[reader] == noted, "what they know is noted once"
    assert not any(seen.board.secret for seen in view.seen)


# Leaks


def by_night(table: WordTable) -> None:
    """People hold their buttons in the calls that ask them, and stand up by day."""

    def hold(request: Ask | Vote) -> None:
        asked = [request.seat] if isinstance(request, Ask) else [*request.choices]
        begins_s = max(table.room.time.now(), table.room.messages.read_s)
        for seat in asked:
            table.hold(seat.index, begins_s + 1.0)

    table.watch.first |= {"ask": hold, "vote letters": hold, "say Day": lambda _: table.room.people.clear()}


@pytest.mark.parametrize(
    ("night", "screens"), [("eyes_closed", ALL), ("eyes_down", ALL), ("eyes_down", range(6))]
)
def test_two_rounds_that_differ_in_secrets_have_the_same_public_trace(
    night: Eyes, screens: Collection[int]
) -> None:
    one, other = pair(sit(screens=screens, also=by_night), night)
    assert unlike(one, other) is None
    assert len(one) > 100


def test_a_table_that_asks_only_those_called_for_their_screens_is_caught() -> None:
    def asks(table: WordTable) -> None:
        def wake(request: Wake) -> None:
            seats = {seat.index for seat in request.seats}
            table.room.places.worded = lambda: ALL if seats <= {*range(6)} else range(6)

        by_night(table)
        table.watch.first["wake"] = wake

    assert unlike(*pair(sit(screens=range(6), also=asks), "eyes_down")) is not None


def test_a_word_that_is_on_the_board_all_the_same_is_caught() -> None:
    assert on_board(a_night(sit(also=lambda table: plant(table.room.secrets, announce=lambda: None))))


def test_a_word_on_the_slip_of_somebody_else_is_caught() -> None:
    def shows_all(table: WordTable) -> None:
        table.watch.first["show word"] = lambda request: setattr(
            request, "to", [*request.to, table.room.village.sitters()[EVE]]
        )

    assert readers(a_night(sit(also=shows_all))) != READERS


def test_a_slip_that_stays_after_its_call_is_caught() -> None:
    def stays(table: WordTable) -> None:
        plant(table.room.secrets, veil=lambda: None)

    assert readers(a_night(sit(also=stays))) != READERS


@pytest.mark.parametrize("leak", ["captions", "speaks", "logs"])
def test_a_word_that_leaks_elsewhere_is_caught(leak: str) -> None:
    assert leaks(a_night(sit(also=LEAKS[leak])))
