"""Named random streams: drawing from one never shifts another.

What is secret in a round (the deal, what is drawn in a call, what bots think) is drawn from its key; what
everybody sees or hears (which wording is spoken, when a bot presses, a lot drawn aloud) from its public seed,
which is no function of the key. Of what is drawn from a key only what bots decide by day is ever public.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Sequence
from typing import TypeVar

S = TypeVar("S")

KEY_BYTES = 16
"""Bits of a round's key. 128 are too many to try, however much of the round is known."""


def new_key() -> str:
    """A new round key from the system's random source."""
    return secrets.token_hex(KEY_BYTES)


class Chance:
    """Random streams from a seed or a key. The same seed gives the same draws in each stream.

    Python hashes a seed that is a string with SHA-512 and seeds the Mersenne Twister with all of that, so
    nothing computable connects two streams, and an attack has to try all keys. But 624 outputs of a Mersenne
    Twister tell its state, and the state of one stream may tell its seed: so nothing that can be watched at
    length, such as wordings or moments, is drawn from a key. A bot's ballots are: a few choices in each
    stream.
    """

    def __init__(self, seed: int | str) -> None:
        self.seed = seed
        self._streams: dict[str, random.Random] = {}

    def stream(self, name: str) -> random.Random:
        """The generator for one purpose."""
        if name not in self._streams:
            self._streams[name] = random.Random(f"{self.seed}/{name}")
        return self._streams[name]

    def draw(self, stream: str, choices: Sequence[S], count: int = 1) -> tuple[S, ...]:
        """`count` of `choices`, without replacement, in the order drawn."""
        return tuple(self.stream(stream).sample(list(choices), count))


class OneChance(Chance):
    """One random stream under every name, for simulations: nobody watches them, and a stream takes time to
    make."""

    def __init__(self, seed: int | str) -> None:
        super().__init__(seed)
        self._lot = random.Random(f"{seed}")

    def stream(self, name: str) -> random.Random:  # noqa: ARG002 - there is only one
        """The generator, for any purpose."""
        return self._lot
