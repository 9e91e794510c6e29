"""A card that is turned over before everybody: nothing public says which it is before it has turned."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import pytest

from hardware.clocks import VirtualClock
from hardware.simulated import SimulatedButtons, SimulatedRings, SimulatedVoice
from table.board.board import TURNING_S
from table.engine.chance import Chance
from table.games.evening import Evening
from table.games.werewolf.bots import Bots
from table.games.werewolf.evening import WerewolfEvening
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.games.werewords.bots import WordBots
from table.games.werewords.evening import WordEvening
from table.games.werewords.rules.box import MOTS_GAROUS, tiles_of
from table.games.werewords.rules.options import Options as WordOptions
from table.publish.news import EventNews, StateNews
from table.room.acts.announcements import DRUM_S
from table.room.devices import Devices
from table.room.room import Room
from table.settings.decks import deck_for
from table.settings.times import Times
from table.words.narration import Narration
from tests.kit.sampling import some
from tests.kit.sounds import Effect, SimulatedEffects
from tests.kit.tables import NAMES, PIXELS, RecordingView, Seen, Watch, rehearsed, room_at, scenario
from tests.publish.test_news import KeptWire


class Turn(NamedTuple):
    """A card that turns over at `at_s`, told from `from_s` on. `lines`: the wordings that name it; `before`,
    `after`: the boards before it turned, and those after."""

    seat: int
    title: str
    role: str
    lines: set[str]
    from_s: float
    at_s: float
    before: list[Seen]
    after: list[Seen]


def turns(room: Room, watch: Watch, boards: list[Seen]) -> Iterator[Turn]:
    """The cards that are turned over before the round is over."""
    boards = list({seen.time_s: seen for seen in boards}.values())  # the last one of each moment
    said = [moment for moment in watch.moments if moment.word == "say"]
    for number, seen in enumerate(boards[1:], 1):
        for seat, place in enumerate(seen.board.places):
            if place.card and not boards[number - 1].board.places[seat].card and seen.board.scene != "over":
                told = next(one for one in said if one.began_s <= seen.time_s <= one.ended_s)
                before = [one for one in boards[:number] if one.time_s >= told.began_s]
                after = [one for one in boards[number:] if one.time_s <= told.ended_s]
                key, facts = room.telling.tell(told.request.event)[-1]
                lines = {*room.narration.wordings(key, **facts)}
                yield Turn(seat, place.card, place.role, lines, told.began_s, seen.time_s, before, after)


def judge(
    room: Room,
    watch: Watch,
    wire: KeptWire,
    boards: list[Seen],
    spoken: Mapping[float, str],
    heard: Sequence[Effect],
) -> list[Turn]:
    """Nothing names a card until it has turned; then its sound, headline and voice do. Returns what was
    turned."""
    found = [*turns(room, watch, boards)]
    drums = [played.time_s for played in heard if played.key == "drum"]
    named = [(played.key, played.time_s) for played in heard if played.key.startswith("turned/")]
    assert [key for key, _ in named] == [f"turned/{turn.role}" for turn in found]
    assert [at_s for _, at_s in named] == pytest.approx([turn.at_s + TURNING_S for turn in found])
    assert len(drums) == len(found)
    for turn in found:
        seat, turned_s = turn.seat, turn.at_s + TURNING_S
        covered = [one for one in turn.before if one.board.places[seat].face_down]
        assert covered, "it lies face down first"
        assert turn.at_s - covered[0].time_s > DRUM_S / 2
        assert any(covered[0].time_s < drum_s < turn.at_s for drum_s in drums)
        turning = [one for one in turn.after if one.time_s < turned_s - 1e-6]
        unnamed = [one.board for one in (*turn.before, *turning)]
        assert not [board.headline for board in unnamed if turn.title in board.headline]
        hushed = [one for one in covered if one.board.hush]
        assert hushed, "it is dark and silent for a moment"
        assert not turn.after[0].board.hush
        quiet_s = hushed[0].time_s
        assert not [drum_s for drum_s in drums if quiet_s <= drum_s < hushed[-1].time_s]
        assert not [line for at_s, line in spoken.items() if quiet_s < at_s < turned_s - 1e-6]
        assert not {one.board.caption for one in (*covered, *turning)} & turn.lines
        has_turned = [one.board for one in turn.after if not one.board.places[seat].face_down]
        assert has_turned[-1].headline not in {board.headline for board in unnamed}
        assert any(turned_s - 1e-6 <= at_s for at_s in spoken if at_s <= turn.after[-1].time_s + 1.0)
        for at_s, news in wire.told:
            if isinstance(news, StateNews) and at_s < turned_s - 1e-6:
                assert [one.card for one in news.seats if one.seat == seat + 1] in ([], [""])
            if isinstance(news, EventNews) and news.event_type == "death" and news.seat == seat + 1:
                assert (at_s >= turned_s - 1e-6, news.card) == (True, turn.role)
    return found


def evening_of(rulebook: str, seed: int) -> Evening:
    names = NAMES[:8]
    if rulebook == MOTS_GAROUS.key:
        made = WordEvening(MOTS_GAROUS, names, tiles_of("deluxe", 8), WordOptions(), seed)
        made.choice = [f"pomme de terre {number}" for number in range(40)]
        return made
    book = RULEBOOKS[rulebook]
    return WerewolfEvening(book, names, deck_for(book, "expert", 8), Options(captain="start"), seed)


@pytest.mark.parametrize("rulebook", [*RULEBOOKS, MOTS_GAROUS.key])
@pytest.mark.parametrize("seed", some(range(1, 7), of=3))
def test_nothing_public_names_a_card_before_it_has_turned(rulebook: str, seed: int) -> None:
    """Board, voice, captions and what is published: at the vote, at dawn, in the word game."""
    evening = evening_of(rulebook, seed)
    clock, view = VirtualClock(), RecordingView()
    voice, effects = SimulatedVoice(clock, record=True), SimulatedEffects(clock)
    pods, rings = SimulatedButtons(8, 1, clock), SimulatedRings(8, PIXELS)
    bots = (
        WordBots(Chance(seed), (), "en", day_s=240.0)
        if isinstance(evening, WordEvening)
        else Bots(Chance(seed))
    )
    room = room_at(
        Devices(pods, rings, voice, view, clock, effects=effects),
        Narration.load("en", rulebook),
        Times(),
        bots,
        evening.names,
        1,
        Chance(seed),
        telling=evening.telling(Times()),
        memory=evening.memory,
    )
    watch, wire = Watch(room), KeptWire()
    wire.attend(room)
    evening.one_round(room)
    spoken = {line.time_s: line.line for line in voice.spoken}
    found = judge(room, watch, wire, view.seen, spoken, effects.played)
    assert found or rulebook == MOTS_GAROUS.key


DEATHS: dict[str, tuple[str, dict[str, dict[str, Any]], dict[str, Any]]] = {
    "vote": (
        "werewolf seer villager villager villager villager villager villager",
        {"night 1": {"werewolves": "Hal"}, "day 1": {"vote": {"Bob": "Ana", "Cid": "Ana"}}},
        {"captain": "never"},
    ),
    "shot": (
        "werewolf hunter villager villager villager villager villager werewolf",
        {"night 1": {"werewolves": "Bob"}, "dawn 1": {"hunter": "Ana"}, "day 1": {"vote": {"Cid": "Hal"}}},
        {"captain": "never"},
    ),
    "grief": (
        "werewolf cupid villager villager villager villager villager villager",
        {"night 1": {"cupid": ["Cid", "Dee"], "werewolves": "Cid"}, "day 1": {"vote": {"Bob": "Ana"}}},
        {"captain": "never"},
    ),
}


@pytest.mark.parametrize("death", DEATHS)
def test_a_death_of_each_kind_is_turned_over_in_the_same_order(death: str) -> None:
    cards, answers, options = DEATHS[death]
    wire = KeptWire()
    table, _ = rehearsed(scenario(cards, answers, **options), planted=wire.attend)
    found = judge(
        table.room,
        table.watch,
        wire,
        table.view.seen,
        {line.time_s: line.line for line in table.voice.spoken},
        table.effects.played,
    )
    died = [moment.request.event for moment in table.moments("say", "Death")]
    assert [turn.seat for turn in found] == [event.seat.index for event in died]
    assert death in {event.cause for event in died} | {"vote"}


def test_a_card_that_opens_and_whose_player_lives_is_turned_over_in_the_same_order() -> None:
    cards = "werewolf village_idiot villager villager villager villager villager villager"
    answers: dict[str, dict[str, Any]] = {
        "night 1": {"werewolves": "Hal"},
        "day 1": {"vote": {"Ana": "Bob", "Cid": "Bob"}},
    }
    table, _ = rehearsed(scenario(cards, answers, captain="never"))
    spoken = {line.time_s: line.line for line in table.voice.spoken}
    found = judge(table.room, table.watch, KeptWire(), table.view.seen, spoken, table.effects.played)
    assert [turn.role for turn in found] == ["villager", "village_idiot"]
    assert len(table.moments("say", "Pardoned")) == 1


def test_where_deaths_show_no_card_none_lies_there_and_no_drum_is_heard() -> None:
    cards, answers, options = DEATHS["vote"]
    table, _ = rehearsed(scenario(cards, answers, **options, reveal="none"))
    assert table.moments("say", "Death")
    assert not any(place.face_down for seen in table.view.seen for place in seen.board.places)
    heard = {played.key.partition("/")[0] for played in table.effects.played}
    assert not {"drum", "card", "turned"} & heard
    assert "won" in heard, "at the end every card is shown"


def test_a_round_that_was_cut_while_a_card_lay_face_down_shows_it_open() -> None:
    """What was told before the cut is told no more."""
    cards, answers, options = DEATHS["vote"]
    table, _ = rehearsed(scenario(cards, answers, **options))
    [*_, death] = table.moments("say", "Death")
    table.room.begin_round()
    table.room.recall(death.request, None)
    place = table.room.board.places[death.request.event.seat.index]
    assert (place.face_down, place.card) == (False, "Werewolf")
    assert "Werewolf" in table.room.board.headline
