"""What a page and the gateway tell each other, and when: everything about it that needs no network."""

from __future__ import annotations

import math
from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from hardware.phones.wire import (
    CARD_BYTES,
    LINES_MOST,
    NAME_MOST,
    ROLE_BYTES,
    SLIP_BYTES,
    TITLE_MOST,
    TOKEN_BYTES,
    TOLD_BYTES,
    PublicTable,
    SeatScreen,
    Sheets,
    WordPage,
)

MESSAGE_BYTES_MOST = 256
"""Bytes of the longest message of a page."""
LIST_BYTES_MOST = 1 << 14
"""The same for the page that may send a list of words."""
A_SECOND = 50
"""Most messages, and most changes of buttons, that a page may send in a second."""
ASKS = (3, 6)
"""Requests of a page that go on to the table: in a second, and at once. Nobody taps faster."""
ASKS_OF_ONE_ADDRESS = (24, 64)
"""The same for all pages of one address, with their greetings: all phones of a table may come at once."""
RING_BYTES = 72
"""Bytes of the largest ring: 24 pixels of three."""
SCREEN_BYTES = 320
"""Bytes of what a person may point at, as JSON."""
LOOK_BYTES = 1 + RING_BYTES + 2 + SCREEN_BYTES + 2 + SLIP_BYTES
"""Bytes of every look."""
SHEETS_BYTES = 1 + 2 + ROLE_BYTES + 2 + CARD_BYTES + 2 + TOLD_BYTES
"""Bytes of every message with the sheets of a person."""
LABELS_BYTES = 1024
"""Bytes of every message with the options of a person in words."""
REFRESH_S = 1.0
"""Seconds after which every phone is sent a look by day, though nothing has changed."""
LOOKS_A_SECOND = 30
"""Looks that every phone is sent in a second while eyes are closed."""
SHEETS_EACH = 30
"""While eyes are closed, every phone is sent its sheets with each so many-th look."""

NO_SCREEN = SeatScreen()

Token = Annotated[str, Meta(pattern=rf"^[0-9a-f]{{{TOKEN_BYTES}}}\Z")]
Chair = Annotated[int, Meta(ge=0, le=63)]
Name = Annotated[str, Meta(max_length=NAME_MOST)]
Button = Annotated[int, Meta(ge=0, le=2)]
AgeMs = Annotated[int, Meta(ge=0, le=60_000)]
Option = Annotated[int, Meta(ge=0, le=255)]
Kind = Annotated[int, Meta(ge=0, le=2)]
Key = Annotated[int, Meta(ge=0, le=0xFFFF)]


class Hello(msgspec.Struct, frozen=True, tag="hello", tag_field="t", forbid_unknown_fields=True):
    """A page's first message."""

    token: Token


class Sit(msgspec.Struct, frozen=True, tag="sit", tag_field="t", forbid_unknown_fields=True):
    """Asks for a place, or for a name for one."""

    chair: Chair
    name: Name = ""
    takes: bool = True


class Leave(msgspec.Struct, frozen=True, tag="leave", tag_field="t", forbid_unknown_fields=True):
    """Gives the place back."""


class Fingers(msgspec.Struct, frozen=True, tag="fingers", tag_field="t", forbid_unknown_fields=True):
    """What fingers did since the last message.

    `e`: changes of buttons: button, whether it went down, milliseconds ago.
    `p`: touches: option or null, kind (0 press, 1 hold, 2 long hold), key of the options, milliseconds that
    the finger was down, milliseconds ago.
    `pad`: so that each message is as long as any other.
    """

    e: Annotated[list[tuple[Button, bool, AgeMs]], Meta(max_length=4)] = []
    p: Annotated[list[tuple[Option | None, Kind, Key, AgeMs, AgeMs]], Meta(max_length=3)] = []
    pad: str = ""


class Typed(msgspec.Struct, frozen=True, tag="list", tag_field="t", forbid_unknown_fields=True):
    """A list of words, one a line."""

    title: Annotated[str, Meta(max_length=TITLE_MOST)]
    text: Annotated[str, Meta(max_length=LINES_MOST)]


FromPage: TypeAlias = Hello | Sit | Leave | Fingers | Typed
_DECODER = msgspec.json.Decoder(FromPage)


def from_page(text: str | bytes, most: int = MESSAGE_BYTES_MOST) -> FromPage:
    """A message of a page, of `most` bytes. Raises `ValueError` if it is none."""
    if not isinstance(text, str) or len(text.encode()) > most:
        raise ValueError("no message of a page")
    message: FromPage = _DECODER.decode(text)
    return message


class Allowance:
    """How much may still be sent: `most` at once, and `a_second` in the long run. `now_s`: of the clock that
    it is asked by."""

    def __init__(self, a_second: float, most: float, now_s: float) -> None:
        self._a_second, self._most = a_second, most
        self._left = float(most)
        self._at_s = now_s

    def spend(self, cost: float, now_s: float) -> bool:
        """Whether this is still allowed. What is not costs nothing."""
        self._refill(now_s)
        if self._left < cost:
            return False
        self._left -= cost
        return True

    def is_whole(self, now_s: float) -> bool:
        """Whether nothing of it is spent."""
        self._refill(now_s)
        return self._left >= self._most

    def _refill(self, now_s: float) -> None:
        self._left = min(self._most, self._left + (now_s - self._at_s) * self._a_second)
        self._at_s = now_s


class AllowanceOfEach:
    """The same allowance for each address, remembered as long as it is not whole."""

    def __init__(self, a_second: float, most: float) -> None:
        self._each = a_second, most
        self._left: dict[str, Allowance] = {}

    def spend(self, address: str, now_s: float) -> bool:
        """Whether one more is allowed from there."""
        self._left = {each: left for each, left in self._left.items() if not left.is_whole(now_s)}
        return self._left.setdefault(address, Allowance(*self._each, now_s)).spend(1, now_s)

    def __len__(self) -> int:
        """How many addresses are remembered."""
        return len(self._left)


def cost_of(message: FromPage) -> int:
    """What a message costs of A_SECOND: each change of a button and each touch counts as one."""
    return max(1, len(message.e) + len(message.p)) if isinstance(message, Fingers) else 1


def look(ring: bytes, slip: str, screen: SeatScreen = NO_SCREEN) -> bytes:
    """What one phone shows, always LOOK_BYTES long: pixels, ring, then the screen without its labels, and the
    slip, each with its length before it."""
    head = bytes([len(ring) // 3]) + ring.ljust(RING_BYTES, b"\0")
    bare = msgspec.json.encode(msgspec.structs.replace(screen, labels=()))
    return head + _sized(bare, SCREEN_BYTES) + _sized(_short(slip, SLIP_BYTES), SLIP_BYTES)


def sheets(of: Sheets) -> bytes:
    """What one person may read again, always SHEETS_BYTES long: 0, then the key of their card, their card,
    and what they were told, each with its length before it."""
    parts = (of.role, ROLE_BYTES), (of.card, CARD_BYTES), (of.told, TOLD_BYTES)
    return b"\0" + b"".join(_sized(_short(text, most), most) for text, most in parts)


def labels(screen: SeatScreen) -> str:
    """The options of one person in words, always LABELS_BYTES long, for the day."""
    told = list(screen.labels)
    while len(text := msgspec.json.encode({"t": "labels", "key": screen.key, "labels": told})) > LABELS_BYTES:
        told = [label[: len(label) // 2] + "…" for label in told]
    return text.decode() + " " * (LABELS_BYTES - len(text))


def _short(text: str, most: int) -> bytes:
    """A text of at most so many bytes. One that is too long ends with an ellipsis."""
    whole = text.encode()
    return whole if len(whole) <= most else whole[: most - 3].decode(errors="ignore").encode() + "…".encode()


def _sized(part: bytes, most: int) -> bytes:
    """The length of a part in two bytes, then the part, filled up to `most` bytes."""
    return len(part).to_bytes(2, "big") + part.ljust(most, b"\0")


def next_look_s(covered: bool, has_news: bool, last_s: float) -> float:
    """When the next look is due after that of `last_s`. While eyes are closed: at the next of fixed moments,
    news or not. Else: at once where there is news, and after REFRESH_S without any, so that a page knows that
    its line is alive."""
    if covered:
        return (math.floor(last_s * LOOKS_A_SECOND + 1e-6) + 1) / LOOKS_A_SECOND
    return last_s if has_news else last_s + REFRESH_S


def public(table: PublicTable) -> str:
    """The public state as a page reads it: fields by name, in chairs too."""
    fields = msgspec.structs.asdict(table) | {"chairs": [msgspec.structs.asdict(one) for one in table.chairs]}
    return msgspec.json.encode({"t": "table", "table": fields}).decode()


def seated(chair: int | None, why: str) -> str:
    """The answer to what a page has asked."""
    return msgspec.json.encode({"t": "seat", "chair": chair, "why": why}).decode()


def word_page(page: WordPage | None) -> str:
    """The list of words that a page may change; None: none."""
    said = {"title": page.title, "text": page.text, "told": page.told} if page else None
    return msgspec.json.encode({"t": "list", "list": said}).decode()


GONE = '{"t":"gone"}'
"""The table is not there; it will be again."""
