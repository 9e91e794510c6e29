"""What a table tells of itself: the board, in numbers and keys, when the board shows it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from table.board.board import Arrow, Board, Place, Timer
from table.publish.desk import NewsDesk
from table.publish.news import (
    EventNews,
    HealthNews,
    News,
    Playing,
    SpeakingNews,
    StateNews,
    events_between,
    state_of,
)
from table.publish.payloads import (
    PAYLOAD_BYTES_MOST,
    EventPayload,
    HealthPayload,
    StatePayload,
    event_payload,
    health_payload,
    state_payload,
)
from table.room.room import Room
from tests.appliance.lobby.test_lobby import LobbyTable
from tests.kit.tables import NAMES, rehearsed, scenario

PLAYING = Playing("thiercelieux", "en", 1)


class KeptWire:
    """A way out of the news that keeps them, and when."""

    def __init__(self) -> None:
        self.told: list[tuple[float, News]] = []
        self.now: Callable[[], float] = lambda: 0.0

    def attend(self, room: Room) -> None:
        """Keeps the news of a room."""
        self.now = room.time.now
        NewsDesk(self).attend(room.stage, lambda: PLAYING)

    def tell(self, news: News) -> None:
        self.told.append((self.now(), news))

    def close(self) -> None:
        """Nothing to close."""

    def events(self) -> list[EventNews]:
        return [news for _, news in self.told if isinstance(news, EventNews)]

    def states(self) -> list[StateNews]:
        return [news for _, news in self.told if isinstance(news, StateNews)]


def played(rulebook: str, cards: str, turns: dict[str, dict[str, Any]], **options: Any) -> KeptWire:
    wire = KeptWire()
    rehearsed(scenario(cards, turns, rulebook=rulebook, **options), planted=wire.attend)
    return wire


def test_a_round_is_told_as_the_board_shows_it() -> None:
    wire = played(
        "thiercelieux",
        "werewolf villager villager villager villager werewolf villager villager",
        {
            "night 1": {"werewolves": "Bob"},
            "day 1": {"vote": dict.fromkeys(("Ana", "Cid", "Dee", "Eve", "Gus", "Hal"), "Fay")},
            "night 2": {"werewolves": "Cid"},
            "day 2": {"vote": dict.fromkeys(("Dee", "Eve", "Gus", "Hal"), "Ana")},
        },
        captain="never",
    )
    events = wire.events()
    assert [event.event_type for event in events] == [
        *("nightfall", "dawn", "death", "vote", "death"),
        *("nightfall", "dawn", "death", "vote", "death", "victory"),
    ]
    deaths = [(one.seat, one.card) for one in events if one.event_type == "death"]
    assert deaths == [(2, "villager"), (6, "werewolf"), (3, "villager"), (1, "werewolf")]
    vote = next(event for event in events if event.event_type == "vote")
    assert {ballot.target for ballot in vote.ballots} == {6}
    assert (events[-1].winner, set(events[-1].seats)) == ("villagers", {2, 3, 4, 5, 7, 8})
    states = wire.states()
    assert next(state.living for state in states if state.phase == "over") == 4
    assert {seat.card for seat in states[-1].seats} == {"villager", "werewolf"}
    night = next(state for state in states if state.phase == "night")
    assert {seat.card for seat in night.seats} == {""}
    debate = next(state for state in states if state.clock_left_s)
    assert debate.clock_left_s == debate.clock_length_s


@pytest.mark.parametrize(
    ("falls", "answer", "scene"), [("hunter", "hunter", "shot"), ("villager", "successor", "succession")]
)
def test_a_growl_after_a_shot_or_a_succession_is_told_in_neither(falls: str, answer: str, scene: str) -> None:
    elects = answer == "successor"
    election = {"day 0": {"election": dict.fromkeys(("Ana", "Bob", "Dee"), "Cid")}}
    turns = {"night 1": {"werewolves": "Cid"}, "dawn 1": {answer: "Hal"}, "day 1": {}}
    wire = played(
        "best-of",
        f"werewolf bear_tamer {falls} {'villager ' * 5}",
        (election if elects else {}) | turns,
        captain="start" if elects else "never",
    )
    growl = next(at for at, (_, news) in enumerate(wire.told) if getattr(news, "event_type", "") == "growl")
    scenes = [news.scene for _, news in wire.told[:growl] if isinstance(news, StateNews)]
    assert scene in scenes
    assert scenes[-1] == "debate"


def test_no_name_and_no_sentence_leaves_the_table() -> None:
    wire = played(
        "thiercelieux",
        "werewolf villager villager villager villager villager villager villager",
        {"night 1": {"werewolves": "Bob"}},
    )
    told = msgspec.to_builtins([news for _, news in wire.told])
    whole, words = json.dumps(told), set(texts(told))
    assert not [name for name in NAMES if name in whole]
    assert not [word for word in words if " " in word], "only keys"
    assert len(words) > 5


def texts(value: Any) -> list[str]:
    """Every text in some data."""
    if isinstance(value, dict):
        return texts(list(value.values()))
    if isinstance(value, list | tuple):
        return [text for one in value for text in texts(one)]
    return [value] if isinstance(value, str) else []


@pytest.mark.in_step
def test_the_table_speaks_when_it_is_heard() -> None:
    wire = played(
        "thiercelieux",
        "werewolf villager villager villager villager villager villager villager",
        {"night 1": {"werewolves": "Bob"}},
    )
    spoken = [news.speaking for _, news in wire.told if isinstance(news, SpeakingNews)]
    assert len(spoken) >= 6
    assert all(one != other for one, other in pairwise(spoken))


def test_a_lobby_tells_who_may_come_and_who_needs_a_hand() -> None:
    desk = NewsDesk(wire := KeptWire())
    table = LobbyTable(news=desk)
    wire.now = table.clock.now
    desk.ill = ("no_sound",)
    table.sit(0, 1, 2)
    table.clock.at(60.0, desk.call_staff)
    table.clock.at(80.0, lambda: table.lobby.village.places.dark.add(6))
    table.run(until_s=100.0)
    seen = [(one.phase, one.open, one.players, one.free, one.staff) for one in wire.states()]
    assert list(dict.fromkeys(seen)) == [
        ("free", True, 0, 10, False),
        ("lobby", True, 1, 9, False),
        ("lobby", True, 2, 8, False),
        ("lobby", True, 3, 7, False),
        ("lobby", True, 3, 7, True),
    ]
    assert table.board_at(70.0).notice == "The staff are called"
    health = [(round(time_s), news) for time_s, news in wire.told if isinstance(news, HealthNews)]
    assert health[0] == (0, HealthNews(doctor=("no_sound",)))
    assert health[1][1] == HealthNews(True, (7,), ("no_sound",))
    assert len(health) == 2, "staff that are called are no fault"


def test_nobody_left_calls_no_staff() -> None:
    desk = NewsDesk(KeptWire())
    table = LobbyTable(news=desk)
    table.sit(0)
    table.clock.at(40.0, desk.call_staff)
    table.hold(0, 60.0)
    table.run(until_s=90.0)
    assert not desk.staff


def village(scene: Any, *alive: bool, **more: Any) -> Board:
    return Board(scene, places=[Place("Ana", one, home="mill") for one in alive], **more)


def between(before: Board, now: Board, playing: Sequence[Playing] = (PLAYING, PLAYING)) -> list[EventNews]:
    first, second = (
        state_of(board, range(len(board.places)), one, None)
        for board, one in zip((before, now), playing, strict=True)
    )
    return [*events_between(first, second, now, before.news)]


def test_what_is_told_again_happens_once() -> None:
    alive, dead = village("debate", True, True), village("debate", True, False)
    assert [one.event_type for one in between(alive, dead)] == ["death"]
    assert between(dead, alive) == [], "a vote that was taken back"
    assert between(alive, dead, (PLAYING, Playing("family", "en", 2))) == [], "another round"
    ballots = village("ballots", True, True, arrows=[Arrow(0, 1, 2)])
    assert [one.event_type for one in between(alive, ballots)] == ["vote"]
    assert between(ballots, ballots) == []
    lobby, round_over = Board(), village("over", True, winner="villagers")
    opened = (PLAYING, Playing("family", "en", open=True))
    assert [one.event_type for one in between(round_over, lobby, opened)] == ["lobby_open"]


def test_while_the_chronicle_is_shown_the_state_stays() -> None:
    before = state_of(village("over", True, False), (0, 1), PLAYING, None)
    told = state_of(village("told", True, True), (0, 1), PLAYING, before)
    assert told == msgspec.structs.replace(before, scene="told")


def test_every_payload_is_read_as_it_was_written_and_is_small() -> None:
    board = village("vote", *[True] * 24, timer=Timer(90.0, 60.0))
    board.places[3].card, board.places[3].role = "The Werewolf", "werewolf"
    state = msgspec.structs.replace(
        state_of(board, range(24), PLAYING, None), clock_left_s=30.0, over_in_s=60.5
    )
    payload = state_payload(state, "table-1", "Table 1", 1_760_000_000.25)
    assert (payload.clock_ends_at, payload.over_at) == (1_760_000_030.2, 1_760_000_060.8)
    arrows = [Arrow(seat, 0) for seat in range(24)]
    vote = between(village("vote", *[True] * 24), village("ballots", *[True] * 24, arrows=arrows))[0]
    for made, kind in (
        (payload, StatePayload),
        (health_payload(HealthNews(True, (1, 24), ("doctor.x",)), "table-1", 5.0), HealthPayload),
        (event_payload(vote, "table-1", 5.0), EventPayload),
    ):
        written = msgspec.json.encode(made)
        assert msgspec.json.decode(written, type=kind) == made
        assert len(written) < PAYLOAD_BYTES_MOST / 2
