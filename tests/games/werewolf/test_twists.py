"""Events of the morning as a live round draws them, hidden decks, and what the dead guess."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from table.engine.play import play
from table.engine.requests import Clock, Draw, Say, Talk, Vote, Wake
from table.errors import RefusedError
from table.games.werewolf.evening import WerewolfEvening
from table.games.werewolf.rules import events
from table.games.werewolf.rules.deck import check_deck, check_pool, read_deck
from table.games.werewolf.rules.events import Dealt, Morning
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.pieces import Game
from table.games.werewolf.rules.rulebooks.best_of import BEST_OF
from table.games.werewolf.rules.script import day, deal, night, play_round
from table.games.werewolf.rules.twists.deck import TWISTS, draw_twist
from tests.kit.paths import SCENARIOS
from tests.kit.players import Dice, lay
from tests.kit.tables import rehearsed, written_in

VILLAGE = "werewolf werewolf seer angel witch hunter villager villager villager villager villager villager"


class Heard(Dice):
    """Dice that keep every request."""

    def __init__(self, seed: int, *, silence: float = 0.0, leaving: float = 0.0) -> None:
        super().__init__(seed, silence=silence, leaving=leaving)
        self.heard: list[Any] = []

    def __getattribute__(self, name: str) -> Any:
        found = super().__getattribute__(name)
        if name not in ("ask", "vote", "show", "say", "wake", "sleep", "draw", "clock"):
            return found

        def keeping(request: Any) -> Any:
            self.heard.append(request)
            return found(request)

        return keeping

    def said(self) -> list[Any]:
        return [request.event for request in self.heard if isinstance(request, Say)]


def mornings(said: Sequence[Any]) -> dict[int, list[str]]:
    """The events by the day they came on."""
    found: dict[int, list[str]] = {}
    day = -1
    for event in said:
        if isinstance(event, events.Day):
            day, found[event.number] = event.number, []
        elif isinstance(event, Morning):
            found[day].append(event.key)
    return found


def played(seed: int, **options: Any) -> Heard:
    """A round that goes on for as long as it can: nobody dies by night."""
    heard = Heard(seed, silence=0.7)
    play(play_round(lay(VILLAGE, rulebook=BEST_OF, stalemate=0, captain="day 2", **options)), heard)
    return heard


def test_ev_2_a_day_has_one_event_and_no_event_comes_twice() -> None:
    """EV-2: from day 1 on; the opening day of the Angel has none."""
    longest = 0
    for seed in range(30):
        found = mornings(played(seed, events="each morning").said())
        keys = [key for of_day in found.values() for key in of_day]
        assert found[0] == []
        assert all(len(of_day) == (day <= len(TWISTS)) for day, of_day in found.items() if day)
        assert len(set(keys)) == len(keys)
        longest = max(longest, len(keys))
    assert longest > 4


def test_ev_1_sometimes_is_a_lot_of_two() -> None:
    """EV-1: yes or no, with the same chance; with `never` no lot is drawn."""
    heard = [played(seed, events="sometimes") for seed in range(30)]
    lots = [draw for one in heard for draw in one.heard if isinstance(draw, Draw) and "comes" in draw.stream]
    assert {tuple(draw.choices) for draw in lots} == {(True, False)}
    came = Counter(bool(keys) for one in heard for day, keys in mornings(one.said()).items() if day)
    assert 0.3 < came[True] / came.total() < 0.7
    assert not any(isinstance(one, Draw) and "event" in one.stream for one in played(1).heard)


def test_ev_19_no_arrow_is_double_on_a_day_without_a_captain() -> None:
    """EV-19: the board shows the votes as they count."""
    table, _ = rehearsed(written_in(SCENARIOS / "EV-19.toml"))
    boards = [seen.board for seen in table.view.seen if seen.board.title == "Day 2" and seen.board.arrows]
    assert {(arrow.voter, arrow.weight) for arrow in boards[-1].arrows} == {(1, 1), (3, 1), (4, 1)}
    assert not any(place.against for board in boards for place in board.places)


class Top(Dice):
    """Draws the first of what is left."""

    def draw(self, request: Draw) -> Sequence[Any]:
        return request.choices[: request.count]


def drawn(game: Game) -> str | None:
    twist = play(draw_twist(game), Top(0))
    return twist.key if twist else None


def test_ev_5_what_could_do_nothing_is_put_under_the_deck() -> None:
    """EV-5: it comes back when the rest is gone, if it can do something then; else mornings are plain."""
    game = lay("werewolf seer villager villager villager villager villager villager")
    keys = [twist.key for twist in TWISTS]
    assert [drawn(game) for _ in range(10)] == [
        key for key in keys if key not in ("voices_below", "plain_folk")
    ]
    assert drawn(game) is None
    game.captain = game.seats[0]
    assert drawn(game) == "plain_folk"
    game.take_away(game.seats[7], "left")
    assert drawn(game) is None, "who left cannot be asked"
    game.take_away(game.seats[6], "voted")
    assert drawn(game) == "voices_below"
    assert drawn(game) is None


class Named(Heard):
    """Draws this event."""

    def __init__(self, key: str) -> None:
        super().__init__(0)
        self.key = key

    def draw(self, request: Draw) -> Sequence[Any]:
        if request.stream == "event":
            return [twist for twist in request.choices if twist.key == self.key]
        return super().draw(request)


def first_day(key: str, **options: Any) -> tuple[Game, list[Any]]:
    """The day after a first death, with this event; and what was requested in it."""
    game = lay(VILLAGE, rulebook=BEST_OF, events="each morning", captain="never", **options)
    game.number = 1
    game.take_away(game.seats[-1], "devoured")
    heard = Named(key)
    play(day(game), heard)
    return game, heard.heard


@pytest.mark.parametrize(("key", "calls"), [("deep_sleep", False), ("hush", True)])
def test_ev_7_a_slept_night_has_no_call_at_all(key: str, calls: bool) -> None:
    """EV-7, EV-20: neither a look nor the call of a card that is long gone."""
    game, _ = first_day(key)
    game.number = 2
    heard = Heard(0)
    play(night(game), heard)
    assert any(isinstance(one, Wake) for one in heard.heard) == calls


def test_ev_9_a_silent_debate_has_half_its_time_and_passes_on_no_claim() -> None:
    """EV-9: the clock runs for half of its length."""

    def debates(key: str) -> list[tuple[type, float]]:
        _, heard = first_day(key, claims=True)
        return [(type(one), one.share) for one in heard if isinstance(one, Clock)]

    assert debates("hush") == [(Clock, 0.5)]
    assert debates("dark_urn") == [(Talk, 1.0)]


def test_ev_26_the_question_comes_before_the_answers_of_the_dead() -> None:
    """EV-15, EV-26: somebody living is named, has time to ask, and only the dead answer."""
    game, heard = first_day("voices_below")
    names = [type(one.event).__name__ for one in heard if isinstance(one, Say)]
    assert names[:4] == ["Day", "Morning", "AsksTheDead", "DeadAnswer"]
    (question,) = (one for one in heard if isinstance(one, Clock) and one.key == "voices_question")
    (answers,) = (one for one in heard if isinstance(one, Vote) and one.key == "voices")
    assert question.hearing[0] in game.seats[:-1]
    assert dict(answers.choices) == {game.seats[-1]: (True, False)}


# Hidden decks

POOL = "werewolf=3,seer,witch,hunter,thief,angel,two_sisters=2,villager_villager,actor,villager=4"


def dealt(seed: int, players: int, pool: str = POOL) -> tuple[Game, Heard]:
    heard = Heard(seed)
    cards = read_deck(BEST_OF, pool)
    names = [str(number) for number in range(players)]
    rulebook = BEST_OF.with_deck(cards)
    return play(deal(rulebook, names, cards, Options(hide_deck=True)), heard), heard


def test_ch_54_a_hidden_deck_is_one_that_may_be_played() -> None:
    """CH-54: with both sisters or none, with two cards in the centre for a Thief, and without the Thief where
    everybody knows somebody's card. All that is said is the pool."""
    pool = read_deck(BEST_OF, POOL)
    kinds = Counter[str]()
    for seed in range(60):
        game, heard = dealt(seed, 9)
        cards = [*(seat.card for seat in game.seats), *game.centre]
        check_deck(BEST_OF, cards)
        assert not Counter(cards) - Counter(pool)
        assert len(game.centre) == 2 * any(card.key == "thief" for card in cards)
        assert game.deck == pool
        assert [event.deck for event in heard.said() if isinstance(event, Dealt)] == [pool]
        kinds.update({card.key for card in cards})
    assert set(kinds) == {card.key for card in pool}, "every card of the pool comes"
    assert all(kinds[key] < 60 for key in ("thief", "two_sisters", "angel")), "and none of these always"


def test_ch_54_a_deck_that_hardly_fits_is_found_soon() -> None:
    """CH-54: copies come together, so a pool of few single cards needs no thousand deals."""
    _, heard = dealt(1, 8, "werewolf=1,two_sisters=2,three_brothers=3,thief,villager=3")
    assert len([one for one in heard.heard if isinstance(one, Draw) and one.stream == "pool"]) < 50


@pytest.mark.parametrize(
    ("pool", "players", "told"),
    [
        ("villager=9,seer", 8, "no deck for 8 players among 10 cards"),
        ("werewolf=9,seer,villager=2", 8, "no deck for 8 players among 12 cards"),
        ("werewolf=2,villager=5", 8, "no deck for 8 players among 7 cards"),
        ("werewolf=2,two_sisters=1,villager=8", 8, "1 card two_sisters"),
    ],
)
def test_ch_54_a_pool_without_a_deck_is_refused(pool: str, players: int, told: str) -> None:
    """CH-54: before anything is drawn from it for ever."""
    with pytest.raises(RefusedError, match=f"^pool: {told}"):
        check_pool(BEST_OF, read_deck(BEST_OF, pool), players)


def test_ch_54_cards_in_hand_hide_no_deck() -> None:
    """CH-54: players would see which cards they deal."""
    names = [str(number) for number in range(9)]
    evening = WerewolfEvening(BEST_OF, names, read_deck(BEST_OF, POOL), Options(hide_deck=True), 1)
    assert evening.check() == []
    evening.deal = "cards"
    with pytest.raises(RefusedError, match=r"^options: hide_deck = true with cards in hand"):
        evening.check()


# What the dead guess


def test_ch_56_the_dead_who_are_there_guess_among_the_living() -> None:
    """CH-56: at every ballot of a vote and at no election; the last of each is told when the round ends."""
    for seed in range(20):
        heard = Heard(seed, silence=0.2, leaving=0.05)
        game = lay(VILLAGE, rulebook=BEST_OF)
        over = play(play_round(game), heard)
        last: dict[Any, Any] = {}
        for one in heard.heard:
            if isinstance(one, Vote) and not one.key.startswith(("vote", "revote")):
                assert one.guesses == {}
            elif isinstance(one, Vote):
                assert not set(one.guesses) & set(one.choices)
                assert all(len(menu) >= len(one.choices) for menu in one.guesses.values())
                last |= dict.fromkeys(one.guesses)
        assert set(over.guesses) <= set(last)
        assert not any(seat.cause == "left" for seat in last)
