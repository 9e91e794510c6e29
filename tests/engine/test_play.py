"""The loop: answers reach the script, secrets stay secret, and a round is determined by its list of
answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from table.engine.chance import Chance
from table.engine.play import play
from table.engine.requests import (
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
    Vote,
    Wake,
    Wanted,
    ask,
    ask_several,
    clock,
    draw,
    leavers,
    say,
    show,
    shuffle,
    sleep,
    vote,
    wake,
)
from table.errors import LeakError, TableError
from table.games.werewolf.rules import events
from table.games.werewolf.rules.cards.seer import look
from table.games.werewolf.rules.cards.werewolf import meal
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.games.werewolf.rules.script import deal, play_round
from tests.kit.players import CARDS, Dice, Record, Repeat, lay

TABLE = lay("werewolf villager seer")
A, B, C = TABLE.seats
NIGHT = events.NoDeath("night")


class First:
    """Takes the first of every choice, and records every word."""

    def __init__(self) -> None:
        self.heard: list[Request] = []

    def ask(self, request: Ask) -> Sequence[Any]:
        self.heard.append(request)
        return tuple(request.choices[: request.count])

    def vote(self, request: Vote) -> dict[Any, Any]:
        self.heard.append(request)
        return {voter: menu[0] for voter, menu in request.choices.items()}

    def _hear(self, request: Any) -> None:
        self.heard.append(request)

    show = say = wake = sleep = _hear

    def draw(self, request: Draw) -> Sequence[Any]:
        self.heard.append(request)
        return tuple(request.choices[: request.count])

    def clock(self, request: Clock) -> Press | None:
        self.heard.append(request)
        return Press(request.hearing[0], 1.5) if request.hearing else None

    def covered(self, request: Covered) -> Sequence[Sitter]:
        self.heard.append(request)
        return request.heard

    def leavers(self, request: Leavers) -> Sequence[Sitter]:
        self.heard.append(request)
        return request.seats[:1]

    def wanted(self, request: Wanted) -> bool:
        self.heard.append(request)
        return True


class Silent(First):
    """Answers nothing."""

    def ask(self, request: Ask) -> Sequence[Any]:
        self.heard.append(request)
        return ()


# Answers


def test_every_word_brings_its_answer() -> None:
    async def script() -> list[Any]:
        return [
            await ask(A, "seer", [B, C]),
            await ask_several(A, "cupid", [A, B, C], 2),
            await vote("vote", {A: [B, C], B: [C]}),
            await show([A], "card", seat=B, value=B.card),  # type: ignore[func-returns-value]
            await say(NIGHT),  # type: ignore[func-returns-value]
            await draw("hunter", [C, B]),
            await shuffle("deal", [B, C]),
            await clock("debate", [C]),
            await clock("debate", [], 3.0),
            await leavers([A, B]),
        ]

    answerer = First()
    press = Press(C, 1.5)
    answers = [B, (A, B), {A: B, B: C}, None, None, C, (B, C), press, None, [A]]
    assert play(script(), answerer) == answers
    assert [repr(request) for request in answerer.heard] == [
        repr(request)
        for request in (
            Ask(A, "seer", [B, C], 1, False),
            Ask(A, "cupid", [A, B, C], 2, False),
            Vote("vote", {A: [B, C], B: [C]}),
            Show([A], "card", B, B.card),
            Say(NIGHT),
            Draw("hunter", [C, B], 1),
            Draw("deal", [B, C], 2),
            Clock("debate", [C], 0.0),
            Clock("debate", [], 3.0),
            Leavers([A, B]),
        )
    ]


def test_no_answer_is_none() -> None:
    async def script() -> tuple[object, object]:
        return await ask(A, "seer", [B, C]), await ask_several(A, "cupid", [A, B], 2, demanded=True)

    answerer = Silent()
    assert play(script(), answerer) == (None, ())
    assert [request.demanded for request in answerer.heard if isinstance(request, Ask)] == [False, True]


# Secrets


async def in_a_call(*words: Any) -> None:
    """A call with these words in it."""
    await wake(look, [C])
    for word in words:
        await word
    await sleep(look)


def test_secret_words_are_said_in_a_call() -> None:
    answerer = First()
    words = (
        ask(C, "seer", [A]),
        vote("werewolves", {A: [B]}),
        show([C], "card", seat=A),
        draw("cupid", [A]),
    )
    play(in_a_call(*words), answerer)
    assert [type(request) for request in answerer.heard] == [Wake, Ask, Vote, Show, Draw, Sleep]


@pytest.mark.parametrize(
    ("word", "request_type"),
    [
        (lambda: say(NIGHT), Say),
        (lambda: say(events.Death(A, A.card, "devoured", told=False)), Say),
        (lambda: clock("debate", [A]), Clock),
        (lambda: leavers([A]), Leavers),
        (lambda: wake(meal, [A]), Wake),
    ],
)
def test_a_public_word_in_a_call_is_a_leak(word: Any, request_type: type) -> None:
    answerer = First()
    with pytest.raises(LeakError, match=f"^{request_type.__name__} ") as leak:
        play(in_a_call(word()), answerer)
    assert request_type not in [type(request) for request in answerer.heard[1:]], "it reaches nobody"
    assert isinstance(leak.value, TableError)
    assert isinstance(leak.value, RuntimeError)
    # An error is logged: it may not tell whom the word was about, nor the card.
    assert "werewolf" not in str(leak.value)


@pytest.mark.parametrize("before", [(), (lambda: wake(look, [C]), lambda: sleep(look))])
def test_sleep_without_a_call_is_an_error(before: Sequence[Any]) -> None:
    async def script() -> None:
        for word in before:
            await word()
        await sleep(look)

    with pytest.raises(LeakError, match=r"^Sleep "):
        play(script(), First())


def test_a_leak_planted_in_a_card_ends_the_round(monkeypatch: pytest.MonkeyPatch) -> None:
    async def told_aloud(_: Any, seer: Any) -> None:
        await say(events.Death(seer, seer.card, "voted", told=True))

    monkeypatch.setattr(look, "alone", told_aloud)
    game = lay("werewolf villager seer", captain="never")
    answerer = First()
    with pytest.raises(LeakError):
        play(play_round(game), answerer)
    assert isinstance(answerer.heard[-1], Wake)


# Endings


class Closing:
    """A script that says whether it was closed."""

    def __init__(self) -> None:
        self.closed = False

    async def run(self) -> None:
        try:
            await ask(A, "seer", [B])
            await sleep(look)
        finally:
            self.closed = True


def test_the_script_is_closed_when_it_is_wrong() -> None:
    script = Closing()
    with pytest.raises(LeakError):
        play(script.run(), First())
    assert script.closed


def test_the_script_is_closed_when_an_answer_fails() -> None:
    class Cut(First):
        def ask(self, request: Ask) -> Sequence[Any]:
            raise ConnectionError(request.key)

    script = Closing()
    with pytest.raises(ConnectionError, match="seer"):
        play(script.run(), Cut())
    assert script.closed


def test_an_error_of_the_script_comes_through() -> None:
    async def script() -> None:
        await ask(A, "seer", [B])
        raise ZeroDivisionError("of the rules")

    with pytest.raises(ZeroDivisionError, match="of the rules"):
        play(script(), First())


# A round is its list of answers


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_round_of_all_its_cards_replayed_is_the_same_to_the_word(rulebook: str) -> None:
    """Every card of a box, with everything it asks, shows and draws."""
    book = RULEBOOKS[rulebook]
    deck = [card for card in book.cards for _ in range(card.copies or 1)]
    deck += [CARDS["villager"]] * max(0, book.least + 2 - len(deck))
    names = [str(number) for number in range(len(deck) - 2)]

    def heard(answerer: Record) -> Record:
        game = play(deal(book.with_deck(deck), names, deck, Options()), answerer)
        play(play_round(game), answerer)
        return answerer

    for seed in range(12):
        first = heard(Record(Dice(seed, silence=0.2, leaving=0.01, hurry=0.1, sense=seed % 2 == 0)))
        again = heard(Record(Repeat(first.answers)))
        assert again.requests == first.requests
        assert again.answers == first.answers


# Chance


def drawn(chance: Chance, stream: str, times: int = 20) -> list[tuple[int, ...]]:
    return [chance.draw(stream, range(100), 3) for _ in range(times)]


@pytest.mark.parametrize("seed", [0, 7, "evening/3"])
def test_what_is_drawn_from_one_stream_never_shifts_another(seed: int | str) -> None:
    alone = drawn(Chance(seed), "hunter")
    chance = Chance(seed)
    mixed: list[tuple[int, ...]] = []
    for number in range(20):
        drawn(chance, "thief", number)
        mixed += drawn(chance, "hunter", 1)
        chance.stream("cupid").random()
    assert mixed == alone


def test_streams_and_seeds_differ() -> None:
    draws = [drawn(Chance(seed), stream) for seed in (1, 2) for stream in ("vote", "election")]
    assert all(one != other for i, one in enumerate(draws) for other in draws[:i])


def test_a_draw_is_without_replacement() -> None:
    chance = Chance(4)
    for _ in range(50):
        assert sorted(chance.draw("deal", "abcdef", 6)) == list("abcdef")
    assert chance.draw("deal", [], 0) == ()
    with pytest.raises(ValueError, match="larger than population"):
        chance.draw("deal", "ab", 3)


def test_a_seed_may_be_written_as_text() -> None:
    """A seed typed at a command draws what the same number does."""
    assert drawn(Chance(1), "vote") == drawn(Chance("1"), "vote")


def test_an_answerer_that_has_come_to_its_end_is_not_the_end_of_the_script() -> None:
    class Exhausted(First):
        def draw(self, request: Draw) -> Sequence[Any]:  # noqa: ARG002 - nothing is left
            raise StopIteration

    async def script() -> str:
        await draw("a lot", [1, 2])
        return "over"

    with pytest.raises(StopIteration):
        play(script(), Exhausted())
