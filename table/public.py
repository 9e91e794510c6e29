"""What the whole village may see and hear: a type of its own, so that nothing else is ever said aloud."""

from __future__ import annotations

import msgspec


class Public(msgspec.Struct, frozen=True, gc=False):
    """Something the whole village sees and hears. Only these can be said, drawn or logged."""
