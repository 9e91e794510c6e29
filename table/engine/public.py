"""The type of everything the whole village may see and hear. Nothing else can be said aloud."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

import msgspec

Kept: TypeAlias = tuple[str, ...]
"""The journal's name of a request or event, and the fields it stores, in order.

A journal is full of them: a class and its fields may be renamed, these names may not. A field that is left
out follows from what was said before.
"""


class Public(msgspec.Struct, frozen=True, gc=False):
    """Something the whole village sees and hears. Only these can be said, drawn or logged."""

    kept: ClassVar[Kept]
    as_answer: ClassVar[tuple[str, ...]] = ()
    """Fields stored as the answer to it, such as how a round ended."""

    def kept_as(self) -> Kept:
        """Its name in the journal, and the fields stored."""
        return self.kept
