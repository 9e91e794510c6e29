"""The chances of chosen cards: shipped ones, or the question that has to be counted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from table.games.all import game_of
from table.games.chances import often, shipped, verdict
from table.games.protocol import HostTexts, Offer
from table.settings.settings import Settings

SHOWN_CAMPS = 5
"""Number of camps that a menu names, the best first."""


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


def in_words(shares: Mapping[str, int], words: HostTexts, key: str = "chances") -> str:
    """Wins in a hundred rounds in sentences: all camps, the best first, and a verdict. `key`: of the text."""
    told = ", ".join(f"{words.titled('camp', camp)} {share}" for camp, share in _best_first(shares))
    return words.text(f"host.{key}", chances=told, verdict=judged(shares, words))


def in_brief(shares: Mapping[str, int], words: HostTexts, so_far: int = 0) -> str:
    """The same in as few words as a menu on the board has room for: the camps behind the best are one, and
    the verdict names one of the other camps at most. `so_far`: number of rounds counted, if counting goes on.
    """
    best = _best_first(shares)
    told = best[:SHOWN_CAMPS]
    if rest := sum(share for _, share in best[SHOWN_CAMPS:]):
        told.append(("others", rest))
    chances = ", ".join(f"{words.titled('camp', camp)} {share}" for camp, share in told)
    key = "host.chances_so_far" if so_far else "host.chances"
    return words.text(key, chances=chances, verdict=judged(shares, words, most=1), rounds=so_far)


def judged(shares: Mapping[str, int], words: HostTexts, most: int = 8) -> str:
    """The verdict as a part of a sentence: "fair", with the other camps that win often, at most `most`."""
    key, camps = verdict(shares), [words.titled("winner", camp) for camp in often(shares)][:most]
    best, more = (camps[:1], camps[1:]) if key == "other" else ([], camps)
    told = [words.text(f"verdict.{key}", winner=", ".join(best))]
    told += [words.text(f"verdict.{'too' if also else 'often'}", winner=one) for also, one in enumerate(more)]
    return ", ".join(told)


def _best_first(shares: Mapping[str, int]) -> list[tuple[str, int]]:
    """The camps that win at all, the best first."""
    return sorted(((camp, share) for camp, share in shares.items() if share), key=lambda one: -one[1])


def _typed(value: Any) -> str:
    """A value of an option as it is typed."""
    return str(value).lower() if isinstance(value, bool) else str(value)
