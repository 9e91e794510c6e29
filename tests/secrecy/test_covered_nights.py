"""Nights that cover what they hide: eyes down on the rings, presses of everybody, a sound beneath the voice;
and what is wrong with the table, told by day."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hardware import patterns
from hardware.clocks import VirtualClock
from hardware.interface import Edge
from hardware.simulated import SimulatedButtons, SimulatedVoice
from hardware.troubles import Trouble
from table.appliance.devices.heard_board import NIGHT_PART, Score
from table.board.board import SecretCircle
from table.engine.chance import Chance
from table.engine.play import Answerer, play
from table.engine.requests import Vote, Wake
from table.games.werewolf.bots import Bots
from table.games.werewolf.rules.deck import read_deck
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.roll_call import deal_by_hand
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.games.werewolf.rules.script import deal, play_round
from table.referee.referee import judge
from table.room.message_faces import READ_S
from table.room.room import Room
from table.room.speaking import GAP_S
from table.settings.settings import Eyes
from table.settings.times import Times
from table.words.narration import Narration
from tests.appliance.hosting.test_host import HOST, HostsTable
from tests.kit.players import CARDS, Dice
from tests.kit.sampling import some
from tests.kit.sounds import AmbienceChange
from tests.kit.tables import (
    NAMES,
    NARRATION,
    PIXELS,
    WHOLE_BOX,
    Planted,
    TestTable,
    Trace,
    after,
    light_of,
    plant,
    rehearsed,
    scenario,
    untouched,
)

SIMPLE = "werewolf werewolf seer villager villager villager villager villager"
ANA, BOB, CID, DEE, EVE, FAY, GUS, HAL = range(8)
CALLED = "thief werewolf werewolf cupid seer witch villager villager"


class DawnError(Exception):
    """The night is over."""


def until(table: TestTable, word: str, game: Callable[[], object]) -> TestTable:
    """Plays until this word comes, if it does."""

    def stop(_: Any) -> None:
        raise DawnError

    table.watch.first[word] = stop
    with suppress(DawnError):
        game()
    return table


def a_night(
    mind: Answerer,
    dealt: Sequence[str],
    centre: str = "",
    rulebook: str = "best-of",
    **more: Any,
) -> TestTable:
    """A first night of these cards, up to its dawn."""
    written = scenario(" ".join(dealt), {}, centre, rulebook=rulebook, captain="never", reveal="none")
    table = TestTable(mind, written.names, **more)
    return until(table, "say Dawn", lambda: judge(written, lambda _: table.room))


def sign(card: str, time_s: float) -> bytes:
    return patterns.sign(PIXELS, *CARDS[card].sign, time_s)


class ByNight(Dice):
    """Answers by lot at night, the pack as one, and never votes by day."""

    def vote(self, request: Vote) -> dict[Any, Any]:
        return super().vote(request) if request.key == "werewolves" else {}


class Mute(Dice):
    """Answers nothing."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, silence=1.0)


# Eyes down

BIDDEN = {
    "en": re.compile(r"\b(open|shut|close)s?\b.{0,12}\beyes|\beyes\b.{0,14}\b(shut|closed)|eyelids", re.I),
    "fr": re.compile(r"(ouvr|ferm)\w*.{0,12}\byeux|yeux.{0,14}\b(clos|fermés|ferment)|paupières", re.I),
}
"""Whoever hears this opens his eyes or closes them."""


@pytest.mark.parametrize(
    ("night", "prompt"), [("eyes_closed", "prompt.deal"), ("eyes_down", "prompt.deal_eyes_down")]
)
def test_with_eyes_down_the_deal_says_how_a_ring_calls_and_when_it_is_morning(
    night: Eyes, prompt: str
) -> None:
    """Whoever hears nothing and looks at no board knows both by his ring alone."""
    book = RULEBOOKS["thiercelieux"]
    cards = read_deck(book, "werewolf=2,seer,villager=5")
    table = TestTable(Mute(1), NAMES[:8], night=night)
    play(deal(book.with_deck(cards), table.seats, cards, Options()), table.room)
    deals = [seen.board for seen in table.view.seen if seen.board.scene == "deal" and seen.board.timer]
    captions = {board.caption for board in deals}
    assert captions == {table.room.narration.word(prompt)}


@pytest.mark.parametrize("language", BIDDEN)
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_with_eyes_down_nobody_is_bidden_to_open_or_close_his_eyes(rulebook: str, language: str) -> None:
    """Neither by the voice nor on the board, from the roll-call to the first day."""
    book = RULEBOOKS[rulebook]
    cards = read_deck(book, "werewolf=2,seer,witch,hunter,cupid,thief,villager=4")
    nights: tuple[Eyes, ...] = ("eyes_closed", "eyes_down")
    for night in nights:
        table = TestTable(Bots(Chance(1)), NAMES[:9], night=night)
        table.room.village.narration = Narration.load(language, rulebook)

        def game(table: TestTable = table) -> None:
            dealt = deal_by_hand(book.with_deck(cards), table.seats, cards, Options(), simulated=True)
            play(play_round(play(dealt, table.room)), table.room)

        until(table, "say Day", game)
        told = [line for line in table.lines if BIDDEN[language].search(line)]
        headlines = {seen.board.headline for seen in table.view.seen}
        written = [headline for headline in headlines if BIDDEN[language].search(headline)]
        assert bool(told) == (night == "eyes_closed"), told
        assert written == [] or night == "eyes_closed"
        assert len(table.lines) > 20


@pytest.mark.in_step
def test_with_eyes_down_every_ring_shows_the_sign_of_the_card_that_is_called() -> None:
    """Those called are then asked, all others keep the sign until the call is over; nobody has to hear."""
    answers = {"night 1": {"seer": "Bob", "werewolves": "Dee"}, "day 1": {}}
    table, _ = rehearsed(scenario(SIMPLE, answers), night="eyes_down")
    for key, card, called in (("seer", "seer", {CID}), ("werewolves", "werewolf", {ANA, BOB})):
        wake = table.moment("wake", key)
        time_s = wake.ended_s - 0.01
        assert table.frame_at(time_s) == sign(card, time_s) * 8, "before anybody is asked"
        time_s = wake.ended_s + 6.0
        others = [seat for seat in range(8) if seat not in called]
        assert all(table.ring_at(seat, time_s) == sign(card, time_s) for seat in others)
        assert all(table.ring_at(seat, time_s) != sign(card, time_s) for seat in called)
        ended_s = next(told.time_s for told in table.trace().told if told.time_s > wake.ended_s)
        assert table.frame_at(ended_s + 0.2) == patterns.asleep(PIXELS, ended_s + 0.2) * 8
    told = [line for line in table.lines if "Seer" in line or "Werewolves" in line]
    assert len(told) >= 2, "and who does hear is told"


@pytest.mark.in_step
def test_with_eyes_down_the_sign_is_shown_whoever_wakes_and_the_dead_stay_dark() -> None:
    """LG-60: a Witch in the centre, or dead and not seen to be."""
    rest = [*SIMPLE.split()[:7], "thief"]
    buried = a_night(Mute(1), rest, "witch villager", "thiercelieux", night="eyes_down")
    time_s = buried.moment("wake", "witch").ended_s + 5.0
    assert buried.frame_at(time_s) == sign("witch", time_s) * 8
    turns = {"night 1": {"werewolves": "Cid"}, "day 1": {}, "night 2": {}, "day 2": {}}
    table, _ = rehearsed(scenario(SIMPLE, turns, reveal="none"), night="eyes_down")
    time_s = table.moment("wake", "seer", 1).ended_s + 5.0
    rings = [sign("seer", time_s)] * 8
    rings[CID] = patterns.dead(PIXELS)
    assert table.frame_at(time_s) == patterns.frame(rings)


@pytest.mark.parametrize(("pace", "factor"), [("slow", 1.4), ("normal", 1.0), ("fast", 0.7)])
def test_with_eyes_down_a_sign_is_not_read_faster_in_a_hurry_and_a_call_is_as_long(
    pace: Any, factor: float
) -> None:
    turns: dict[str, dict[str, Any]] = {"night 1": {}, "day 1": {}}
    table, _ = rehearsed(scenario(SIMPLE, turns), night="eyes_down", times=Times(pace=pace))
    wake, sleep = table.moment("wake", "seer"), table.moment("sleep", "seer")
    said = next(line for line in table.voice.spoken if line.time_s >= wake.began_s)
    assert wake.ended_s - said.time_s == pytest.approx(READ_S * max(1.0, factor))
    ending = next(line for line in table.voice.spoken if line.time_s >= wake.ended_s)
    length_s = Times(pace=pace).call_s(wake.request.call)
    assert ending.time_s - wake.ended_s == pytest.approx(length_s)
    assert sleep.ended_s > ending.time_s


def test_with_eyes_down_a_look_is_as_it_always_was() -> None:
    """LG-48: a message for whom it concerns, for all others a ring that sleeps; no sign."""
    table, _ = rehearsed(
        scenario(CALLED, {"night 1": {"cupid": ["Bob", "Fay"]}, "day 1": {}}, "villager villager"),
        night="eyes_down",
    )
    time_s = table.moment("wake", "lovers").ended_s + 3.0
    rings = [patterns.asleep(PIXELS, time_s)] * 8
    rings[BOB] = patterns.cursor(PIXELS, table.pixel(BOB, FAY), time_s, locked=True)
    rings[FAY] = patterns.cursor(PIXELS, table.pixel(FAY, BOB), time_s, locked=True)
    assert table.frame_at(time_s) == patterns.frame(rings)
    assert table.board_at(time_s).scene == "look"


@pytest.mark.in_step
def test_lg_52_with_eyes_down_the_roll_call_shows_each_card_before_it_asks() -> None:
    cards = read_deck(RULEBOOKS["thiercelieux"], "werewolf=2,seer,villager=5")
    table = TestTable(Bots(Chance(1)), night="eyes_down")
    book = RULEBOOKS["thiercelieux"].with_deck(cards)
    play(deal_by_hand(book, table.seats, cards, Options(), simulated=True), table.room)
    wakes = table.moments("wake", "roll_call")
    assert [wake.request.call.card.key for wake in wakes] == ["werewolf", "seer"]
    for wake in wakes:
        time_s = wake.ended_s - 0.01
        assert table.frame_at(time_s) == sign(wake.request.call.card.key, time_s) * 8
    assert table.board_at(table.moment("say", "RollCall").ended_s - 0.1).headline == NARRATION["en"].word(
        "headline.roll_eyes_down"
    )


# Cover taps


def test_at_nightfall_all_are_asked_to_press_if_the_house_wants_it() -> None:
    turns: dict[str, dict[str, Any]] = {"night 1": {}, "day 1": {}, "night 2": {}}
    for cover_taps in (False, True):
        table, _ = rehearsed(scenario(SIMPLE, turns), cover_taps=cover_taps)
        wordings = NARRATION["en"].lines["cover.taps"]
        asked = [line.time_s for line in table.voice.spoken if line.line in wordings]
        falls = table.moments("say", "Nightfall")
        assert len(falls) == 2
        assert [
            any(fall.began_s <= time_s < fall.ended_s for time_s in asked) for fall in falls
        ] == [cover_taps] * 2  # fmt: skip


def tapping(table: TestTable) -> list[Edge]:
    """What the hands do from now on."""
    done: list[Edge] = []
    edges = table.room.presses.hands.edges

    def noted(now_s: float) -> list[Edge]:
        came = edges(now_s)
        done.extend(came)
        return came

    table.room.presses.hands.edges = noted  # type: ignore[method-assign]
    return done


@pytest.mark.parametrize("cover_taps", [False, True])
def test_hands_of_seats_nobody_sits_at_tap_at_every_call_if_the_house_wants_it(cover_taps: bool) -> None:
    """All of the living, and no person's: his hand is his own."""
    turns = {"night 1": {"werewolves": "Dee"}, "day 1": {}, "night 2": {}, "day 2": {}}
    made: list[tuple[TestTable, list[Edge]]] = []

    def through(mind: Answerer) -> Answerer:
        table = TestTable(mind, NAMES[:8], cover_taps=cover_taps)
        table.room.people.add(HAL)
        made.append((table, tapping(table)))
        return table.room

    written = scenario(SIMPLE, turns, captain="never")
    assert judge(written, through) == judge(written)
    table, edges = made[0]
    opened, closed = table.moment("wake", "seer", 1), table.moment("sleep", "seer", 1)
    length_s = Times().call_s(opened.request.call)
    during = [edge for edge in edges if opened.ended_s <= edge.time_s <= opened.ended_s + length_s]
    tapped = {edge.seat for edge in during}
    assert tapped == ({ANA, BOB, CID, EVE, FAY, GUS} - {CID} if cover_taps else set())
    assert sum(edge.down for edge in during) == sum(not edge.down for edge in during)
    assert closed.ended_s > opened.ended_s + length_s


# Ambience


def test_the_night_is_heard_from_its_fall_to_dawn() -> None:
    turns: dict[str, dict[str, Any]] = {"night 1": {}, "day 1": {}, "night 2": {}, "day 2": {}}
    table, _ = rehearsed(scenario(SIMPLE, turns))
    wanted = []
    for number in range(2):
        for event, is_heard in (("Nightfall", True), ("Dawn", False)):
            moment = table.moment("say", event, number)
            faded = next(one for one in table.ambience.faded if one.time_s >= moment.began_s)
            assert faded.time_s <= moment.began_s + GAP_S
            wanted.append(AmbienceChange(faded.time_s, is_heard))
    assert table.ambience.faded == wanted


def test_the_roll_call_is_covered_too_and_the_deal_is_not() -> None:
    cards = read_deck(RULEBOOKS["thiercelieux"], "werewolf=2,seer,villager=5")
    table = TestTable(Bots(Chance(1)))
    book = RULEBOOKS["thiercelieux"].with_deck(cards)
    play(deal_by_hand(book, table.seats, cards, Options(), simulated=True), table.room)
    (began,) = table.ambience.faded
    assert began.is_heard
    assert table.moment("clock", "deal").ended_s < began.time_s <= table.moment("wake", "roll_call").began_s


def test_a_night_that_ends_the_round_is_heard_no_longer() -> None:
    """However a round ends, its winners stand in silence."""
    table = TestTable(Bots(Chance(5)))
    cards = read_deck(RULEBOOKS["thiercelieux"], "werewolf=2,seer,witch,villager=4")
    book = RULEBOOKS["thiercelieux"].with_deck(cards)
    dealt = deal_by_hand(book, table.seats, cards, Options(), simulated=True)
    play(play_round(play(dealt, table.room)), table.room)
    assert table.moment("say", "RoundOver")
    assert not table.ambience.is_heard


# Evenings that differ in nothing but secrets

PAIRS = [(night, cover) for night in ("eyes_closed", "eyes_down") for cover in (False, True)]


def nights(night: Eyes, cover_taps: bool, planted: Planted = untouched) -> Iterator[TestTable]:
    """First nights of the whole box: dealt and answered otherwise, by chance or not at all."""
    for number in some(range(5), of=4):
        cards, lot = list(WHOLE_BOX), Random(f"nights {number}")
        lot.shuffle(cards)
        while "werewolf" in cards[-2:] or "thief" in cards[-2:]:
            lot.shuffle(cards)
        mind = Mute(number) if number == 4 else ByNight(number, sense=True, silence=0.2 * number)
        drawn = mind.draw
        # Which cards lie open for an Actor is public.
        plant(mind, draw=lambda of, draw=drawn: of.choices[:3] if of.stream == "stage" else draw(of))
        centre = " ".join(cards[-2:])
        yield a_night(mind, cards[:-2], centre, planted=planted, night=night, cover_taps=cover_taps)


@pytest.mark.parametrize(("night", "cover_taps"), PAIRS)
def test_nights_that_differ_in_secrets_cannot_be_told_apart(night: Eyes, cover_taps: bool) -> None:
    """All that is said, shown, lit and heard, to its moment."""
    traces: list[Trace] = []
    frames = []
    for table in nights(night, cover_taps):
        traces.append(table.trace())
        frames.append(table.rings.shown)
        falls_s = next(seen.time_s for seen in table.view.seen if seen.board.scene == "night")
        lights = {light_of(frame, len(table.seats)) for at_s, frame in table.rings.shown if at_s > falls_s}
        assert lights == {((4, 4 * sum(patterns.NIGHT)),) * len(table.seats)}
    assert len(traces[0].told) > 2 * 15
    assert traces[0].ambience
    assert all(trace == traces[0] for trace in traces)
    assert all(shown != frames[0] for shown in frames[1:])


class MusicOfANight:
    """Plays pieces of 40 seconds, and notes when each begins, and how loud."""

    LENGTH_S = 40.0

    def __init__(self) -> None:
        self.now_s = self._ends_s = 0.0
        self.noted: list[tuple[float, str, float]] = []
        self._track: Path | None = None

    @property
    def has_ended(self) -> bool:
        return self._track is not None and self.now_s >= self._ends_s

    def play(self, track: Path | None, volume: float, *, once: bool) -> Trouble | None:
        if track != self._track:
            self._track, self._ends_s = track, self.now_s + self.LENGTH_S if once else math.inf
            self.noted.append((self.now_s, track.name if track else "", volume))
        return None


def test_music_of_an_owner_tells_nights_apart_no_more_than_the_rest(tmp_path: Path) -> None:
    """Which piece, when and how loud; a whole night has one after the other."""
    (tmp_path / "night").mkdir()
    for name in ("a.ogg", "b.ogg", "c.ogg"):
        (tmp_path / "night" / name).touch()
    heard = []
    for table in nights("eyes_closed", False):
        music = MusicOfANight()
        score = Score(music, tmp_path / "ours", [tmp_path], "best-of", 0.5)
        for seen, later in pairwise(table.view.seen):
            while music.now_s < later.time_s:
                score.hear(seen.board)
                music.now_s += 0.5
        heard.append(music.noted)
    assert [name for _, name, _ in heard[0]][:4] == ["a.ogg", "b.ogg", "c.ogg", "a.ogg"]
    assert {volume for _, name, volume in heard[0] if name} == {0.5 * NIGHT_PART}
    assert all(noted == heard[0] for noted in heard)


def hurries_the_sign(room: Room) -> None:
    """Where nobody wakes, nobody needs time to know his sign."""
    wakes, night = room.wake, room.night

    def wake(request: Wake) -> None:
        told, night.eyes_down = night.eyes_down, night.eyes_down and bool(request.seats)
        wakes(request)
        night.eyes_down = told

    plant(room, wake=wake)


def covers_the_called(room: Room) -> None:
    """The sound of the night begins when somebody is called."""

    def woken(request: Wake, _: None) -> None:
        if not request.seats:
            room.ambience.end()

    after(room, "wake", woken)


@pytest.mark.parametrize("leak", [hurries_the_sign, covers_the_called])
def test_a_leak_planted_in_such_a_night_is_caught(leak: Planted) -> None:
    traces = (table.trace() for table in nights("eyes_down", True, leak))
    first = next(traces)
    assert any(trace != first for trace in traces)


# Troubles


STUCK = Trouble("buttons.held", seat=2, button=0, seconds=30.0)
SILENT_CHIP = Trouble("buttons.expander", address=0x20, seats=(0, 1, 2, 3))
TORN = Trouble("rings.failed", reason="ENODEV")
TOLD = {
    STUCK: "Seat 3, button 1: down for more than 30 s. Is it stuck?",
    SILENT_CHIP: "The expander 0x20 (seats 1 to 4) does not answer.",
    TORN: "The rings cannot be written: there is no such device.",
}


def with_troubles(buttons: Sequence[Trouble], rings: Trouble | None) -> TestTable:
    """Two days of a round at a table on which something is wrong all the time."""

    class Worn(SimulatedButtons):
        troubles = buttons  # type: ignore[assignment]

    def wire(clock: VirtualClock) -> SimulatedButtons:
        return Worn(8, 1, clock)

    turns: dict[str, dict[str, Any]] = {"night 1": {"cupid": ["Ana", "Bob"]}, "day 1": {}, "night 2": {}}
    written = scenario(CALLED, turns, "villager villager", captain="never")
    tables: list[TestTable] = []

    def through(mind: Answerer) -> Answerer:
        table = TestTable(mind, NAMES[:8], wire=wire)
        table.rings.trouble = rings
        tables.append(table)
        return table.room

    judge(written, through)
    return tables[0]


@pytest.mark.parametrize(
    ("buttons", "rings", "told", "at_dawn"),
    [
        ((), None, "", ""),
        ((STUCK,), None, TOLD[STUCK], ""),
        ((), TORN, TOLD[TORN], TOLD[TORN]),
        ((STUCK,), TORN, f"{TOLD[STUCK]} (and 1 more)", TOLD[TORN]),
        (
            (SILENT_CHIP, STUCK),
            TORN,
            f"{TOLD[SILENT_CHIP]} (and 2 more)",
            f"{TOLD[SILENT_CHIP]} (and 1 more)",
        ),
    ],
)
def test_troubles_of_buttons_and_rings_stand_on_the_board_by_day_only(
    buttons: Sequence[Trouble], rings: Trouble | None, told: str, at_dawn: str
) -> None:
    """By night a button that has been down for long may be a secret choice; that it has been since is told
    with the first vote of the day."""
    table = with_troubles(buttons, rings)
    by_night = {seen.board.notice for seen in table.view.seen if seen.board.scene in ("night", "look")}
    by_day = [
        (seen.time_s, seen.board.notice)
        for seen in table.view.seen
        if seen.board.scene not in ("night", "look")
    ]
    vote, dawn = table.moment("vote", "vote"), table.moment("say", "Dawn")
    assert by_night == {""}
    assert {notice for at_s, notice in by_day if at_s < dawn.began_s} == {told}, "before the first night"
    assert {notice for at_s, notice in by_day if dawn.began_s < at_s < vote.began_s} == {at_dawn}
    fell_s = table.moment("say", "Nightfall", 1).ended_s
    assert {notice for at_s, notice in by_day if vote.began_s <= at_s < fell_s} == {told}


def test_a_trouble_that_is_mended_is_gone_and_the_voice_comes_first() -> None:
    table = TestTable(Bots(Chance(1)))
    table.clock.at(2.0, lambda: setattr(table.rings, "trouble", TORN))
    table.clock.at(4.0, lambda: table.voice.fail(Trouble("sound.stopped")))
    table.clock.at(6.0, lambda: setattr(table.rings, "trouble", None))
    table.room.pages.wait_for_another(9.0)
    silent = NARRATION["en"].word("notice.silent")
    notices = [table.board_at(time_s).notice for time_s in (1.9, 2.2, 4.2, 6.2)]
    assert notices == ["", TOLD[TORN], f"{silent} (and 1 more)", silent]


# A voice that fails

GUEST_SEER, RESTLESS = 0, 5


class Fading(SimulatedVoice):
    """Fails at a moment, and may come back at another; nobody is woken by either."""

    fails_s = mended_s = float("inf")

    @property
    def trouble(self) -> Trouble | None:
        return Trouble("sound.stopped") if self.fails_s <= self._clock.now() < self.mended_s else None

    @trouble.setter
    def trouble(self, _: Trouble | None) -> None:
        """It fails at its moment alone."""


def struck_dumb(
    in_s: float = 8.0,
    word: str = "wake seer",
    looks: bool = False,
    pressed_s: float = 60.0,
    mended_s: float = float("inf"),
    then: Callable[[HostsTable], None] = lambda _: None,
    planted: Planted = untouched,
    length_s: float = 420.0,
) -> HostsTable:
    """`length_s` of a round whose voice fails so long after a word; the host presses `pressed_s` after it.
    `looks`: the Seer has looked by then."""
    table = HostsTable(people=(HOST, GUEST_SEER, RESTLESS))
    table.planted, table.voice = planted, (voice := Fading(table.clock, record=True))

    def fail(now_s: float) -> None:
        if looks:
            table.press(GUEST_SEER, now_s + 4.0)
            table.hold(GUEST_SEER, now_s + 5.0)
        voice.fails_s, voice.mended_s = now_s + in_s, now_s + mended_s
        table.press(HOST, now_s + pressed_s)
        then(table)

    table.at(word, fail)
    table.play_for(length_s)
    return table


UNHEARD = NARRATION["en"].word("host.unheard")


def stood_unheard(table: HostsTable) -> tuple[float, float]:
    """From when to when the board said that the voice is gone."""
    seen = [one.time_s for one in table.view.seen if one.board.menu and one.board.menu.title == UNHEARD]
    return seen[0], next(one.time_s for one in table.view.seen if one.time_s > seen[-1])


@pytest.mark.in_step
def test_a_night_whose_voice_fails_stands_still_and_goes_on_with_eyes_down() -> None:
    """At once, with a stroke for those who see nothing; nothing secret comes back before the host has said
    that all look at their rings. Then the call is announced afresh, and every ring makes its sign."""
    tables = [struck_dumb(looks=looks) for looks in (False, True)]
    assert tables[0].trace() == tables[1].trace()
    assert [any(m.word == "show" and m.key == "card" for m in table.watch.moments) for table in tables] == [
        False,
        True,
    ]
    for table in tables:
        called = table.moment("wake", "seer")
        told_s, gone_s = stood_unheard(table)
        assert called.began_s + 8.0 <= told_s <= called.began_s + 8.0 + 2 * patterns.STEP_S
        assert gone_s == pytest.approx(called.began_s + 60.1, abs=0.1), "as long as the host has not pressed"
        assert [effect.key for effect in table.effects.played if effect.time_s == told_s] == ["gong"]
        rings = {table.frame_at(told_s + after_s) for after_s in (0.2, 10.0, 40.0)}
        assert rings <= {patterns.asleep(PIXELS, told_s + after_s) * 8 for after_s in (0.2, 10.0, 40.0)}
        time_s = gone_s + 1.0
        assert table.frame_at(time_s) == sign("seer", time_s) * 8
        assert table.board_at(time_s).headline == NARRATION["en"].word("call.seer", card=CARDS["seer"])
        later = [line.line for line in table.voice.spoken if line.time_s > told_s]
        assert later == []


def test_without_rings_a_night_whose_voice_fails_shows_nothing_secret() -> None:
    """Nobody can look down at a ring, and nobody hears who is called."""

    def unlit(room: Room) -> None:
        room.places.unlit = lambda: range(8)

    def circles(looks: bool) -> list[float]:
        table = struck_dumb(planted=unlit, looks=looks)
        silent_s = table.moment("wake", "seer").began_s + 8.0
        assert UNHEARD not in [title for _, title, _ in table.menus()]
        shown = [one.time_s for one in table.view.seen if isinstance(one.board.secret, SecretCircle)]
        assert shown
        assert max(shown) < silent_s + 2 * patterns.STEP_S
        return shown

    circles(looks=False)
    circles(looks=True)


def test_a_voice_that_comes_back_does_not_close_eyes_again_in_that_round() -> None:
    """Not where it is taken up again from the host's menu either."""

    def stop(table: HostsTable) -> None:
        table.long(HOST, table.clock.now() + 110.0)
        table.press(HOST, table.clock.now() + 180.0)

    table = struck_dumb(mended_s=61.0, then=stop)
    _, gone_s = stood_unheard(table)
    assert table.rooms == 3
    told = [line.line for line in table.voice.spoken if line.time_s > gone_s]
    assert len(told) > 5
    assert [line for line in told if BIDDEN["en"].search(line)] == []
    menus = [title for _, title, _ in table.menus()]
    assert menus.count(UNHEARD) == 1, "told once"


def restless_as_it_fails(table: HostsTable) -> None:
    """Somebody's finger goes up and down all the while."""
    for number in range(8):
        table.press(RESTLESS, table.clock.now() + 8.01 + 0.03 * number, for_s=0.01)


def test_when_a_night_stands_still_hangs_on_nobodys_press() -> None:
    calm, tapped = struck_dumb(8.02), struck_dumb(8.02, then=restless_as_it_fails)
    assert stood_unheard(calm) == stood_unheard(tapped)
    assert calm.trace() == tapped.trace()


def hasty(room: Room) -> None:
    """A leak: the voice is asked at every beat, and a press is one."""

    def ask(_: float) -> None:
        room.speaking.trouble = room.speaking.voice.trouble

    plant(room.speaking, ask_voice=ask)


def test_a_night_that_stands_still_at_a_press_is_found_out() -> None:
    calm = struck_dumb(8.02, planted=hasty)
    tapped = struck_dumb(8.02, then=restless_as_it_fails, planted=hasty)
    assert stood_unheard(calm) != stood_unheard(tapped)


def test_by_day_a_round_whose_voice_fails_goes_on_and_its_next_night_is_one_of_eyes_down() -> None:
    """The words stand at nightfall, and nobody has to press for them."""
    table = struck_dumb(word="say DebateOpens", pressed_s=900.0, length_s=600.0)
    told_s, gone_s = stood_unheard(table)
    falls = table.moment("say", "Nightfall", 1)
    assert told_s == pytest.approx(falls.began_s, abs=8.0)
    assert gone_s - told_s < 8.0
    assert table.rooms == 2
    assert [title for _, title, _ in table.menus()] == [UNHEARD]
    captions = [board.caption for time_s, board in table.view.seen if time_s > gone_s]
    assert captions
    assert [caption for caption in captions if BIDDEN["en"].search(caption)] == []
    assert any(caption in NARRATION["en"].lines["eyes_down.night"] for caption in captions)
