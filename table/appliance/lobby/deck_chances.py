"""The chances of chosen cards: shipped ones, or the question that has to be counted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from table.games.all import game_of
from table.games.chances import often, shipped, verdict
from table.games.protocol import HostTexts, Offer
from table.settings.settings import Settings


class DeckQuestion(NamedTuple):
    """A question for chances. `deck`: its name or its cards. `players`: number of players. `given`: changed
    options, each as "key=value"; None if nobody can count with them."""

    rulebook: str
    deck: str
    players: int
    given: tuple[str, ...] | None

    @property
    def shipped(self) -> Mapping[str, int]:
        """Shipped wins of each camp in a hundred rounds; empty if there are none."""
        return {} if self.given is None or self.given else shipped(self.rulebook, self.deck, self.players)


def question(book: Any, offer: Offer, choices: Settings, players: int) -> DeckQuestion:
    """The question for chances with these choices. `offer`: what the game of the rulebook offers."""
    given = offer.given(book, choices)
    options = None if given is None else tuple(f"{key}={_typed(value)}" for key, value in given.items())
    return DeckQuestion(book.key, choices.value(game_of(book.key).deck_key), players, options)


def in_words(shares: Mapping[str, int], words: HostTexts, key: str = "chances", so_far: int = 0) -> str:
    """Wins in a hundred rounds as a sentence: all camps, the best first, and a verdict. `key`: of the text.
    `so_far`: number of rounds counted, if counting goes on."""
    best = sorted((camp for camp, share in shares.items() if share), key=lambda camp: -shares[camp])
    told = ", ".join(f"{words.titled('camp', camp)} {shares[camp]}" for camp in best)
    return words.text(f"host.{key}", chances=told, verdict=judged(shares, words), rounds=so_far)


def judged(shares: Mapping[str, int], words: HostTexts) -> str:
    """The verdict as a part of a sentence: "fair", with the other camps that win often."""
    key, camps = verdict(shares), [words.titled("winner", camp) for camp in often(shares)]
    most = camps[:1] if key == "other" else []
    told = [words.text(f"verdict.{key}", camp=", ".join(most))]
    if more := camps[len(most) :]:
        told.append(words.text("verdict.often", camps=", ".join(more)))
    return ", ".join(told)


def _typed(value: Any) -> str:
    """A value of an option as it is typed."""
    return str(value).lower() if isinstance(value, bool) else str(value)
