"""What the whole village may see and hear: a type of its own, so that nothing else is ever said aloud."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

import msgspec

Kept: TypeAlias = tuple[str, ...]
"""The name of a word or an event in a kept round, and the fields that are kept of it, in their order.

A journal is full of them: a class and its fields may be renamed, these names may not. A field that is left
out follows from what was said before.
"""


class Public(msgspec.Struct, frozen=True, gc=False):
    """Something the whole village sees and hears. Only these can be said, drawn or logged."""

    kept: ClassVar[Kept]
    as_answer: ClassVar[tuple[str, ...]] = ()
    """The fields that are kept besides, as the answer to it: how a round has ended."""

    def kept_as(self) -> Kept:
        """Its name in a kept round, and the fields kept of it."""
        return self.kept
