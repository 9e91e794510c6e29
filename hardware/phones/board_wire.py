"""What a table and the gateway tell each other about the board's page, over a Unix socket of its own.

It lies beside that of the phones, so that no press waits behind a picture. Messages are as long as they say,
like those in `wire`.
"""

from __future__ import annotations

from pathlib import Path
from typing import TypeAlias

import msgspec

Size: TypeAlias = tuple[int, int]
"""Width and height, in pixels."""


class BoardKeys(msgspec.Struct, frozen=True, tag="keys", forbid_unknown_fields=True):
    """What opens the board's page: `code` is typed once on a screen, which keeps `key` for later. Secret."""

    code: str
    key: str


class BoardCaption(msgspec.Struct, frozen=True, tag="said", forbid_unknown_fields=True):
    """The line that is being spoken. Public."""

    said: str


class BoardPicture(msgspec.Struct, frozen=True, tag="picture", forbid_unknown_fields=True):
    """What has changed on the picture for the screens of one size."""

    screen: Size
    size: Size
    """Of the picture: no larger than the screen. The first one of a size is whole."""
    strips: tuple[tuple[int, bytes], ...]
    """The top line of each strip that has changed, and the strip as JPEG."""


class BoardSound(msgspec.Struct, frozen=True, tag="sound", forbid_unknown_fields=True):
    """A moment of what the table plays: 16 bits, two channels, `SAMPLES_A_SECOND` frames a second. Public."""

    samples: bytes


class BoardPlays(msgspec.Struct, frozen=True, tag="plays", forbid_unknown_fields=True):
    """Whether the table plays on the page: then screens ask for the touch without which they may not."""

    plays: bool


class BoardScreens(msgspec.Struct, frozen=True, tag="screens", forbid_unknown_fields=True):
    """The screens that show the board now."""

    screens: tuple[Size, ...]
    """Their sizes; empty: nobody looks."""
    hears: bool
    """Whether one of them plays what it hears."""


BoardToGateway: TypeAlias = BoardKeys | BoardCaption | BoardPicture | BoardSound | BoardPlays


def board_socket(path: Path) -> Path:
    """Where table and gateway meet for the board. `path`: where they meet for the phones."""
    return path.with_suffix(".board")
