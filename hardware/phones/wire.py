"""What a table and the gateway of its phones tell each other, over one Unix socket.

The table listens, the gateway connects. Each message is four bytes of length, big-endian, and one of these
structs as MessagePack. The gateway knows no rule and no words: everything a page says comes from the table.
A phone is known by its token, a random text that its browser keeps.
"""

from __future__ import annotations

from asyncio import StreamReader
from typing import BinaryIO, Literal, TypeAlias

import msgspec

MESSAGE_MOST = 1 << 16
"""Bytes of the longest message."""
SLIP_BYTES = 420
"""Bytes of the longest slip, as UTF-8: every message to a phone has room for so many."""
NAME_MOST = 20
"""Characters of the longest name."""
TOKEN_BYTES = 32
"""Characters of a token: lower-case hexadecimal digits."""
SOCKET = "phones.sock"
"""The name of the socket, in the table's runtime folder."""


class ChairState(msgspec.Struct, frozen=True, array_like=True):
    """One place at the table, as everybody may see it."""

    label: str
    state: Literal["free", "phone", "pod", "bot", "shut"]
    """Nobody's; a phone's; somebody's at a pod; played by a bot; out of service."""
    takes: bool
    """Whether a phone may take it now."""
    named: bool
    """Whether a phone without a place may give it a name now: with it, or where somebody has a pod."""
    away: bool = False
    """Whether its phone is not connected."""


class PublicTable(msgspec.Struct, frozen=True, tag="table", forbid_unknown_fields=True):
    """What everybody may know of the table, and the words of the page. Public."""

    chairs: tuple[ChairState, ...]
    """Clockwise."""
    pixels: int
    """Of each ring, 16 or 24."""
    buttons: int
    """Of each seat."""
    language: str
    """As in HTML: "fr", "en"."""
    texts: dict[str, str]
    """The page's texts, by key."""
    covered: bool
    """Whether eyes are closed or rings covered: phones are then sent to and heard at a fixed pace."""
    opens: bool
    """Whether holding the button also opens the slip, as in the deal."""
    said: str
    """The last public sentence."""
    wait: str
    """Why a newcomer cannot sit down now, and for how long; empty: they can."""
    talk: tuple[str, ...] = ()
    """What can be done in this debate besides being ready to vote, in words and in order."""


class LightFrame(msgspec.Struct, frozen=True, tag="lights", forbid_unknown_fields=True):
    """One frame of all rings: chairs x pixels x 3 bytes, R G B; pixel 0 at six o'clock, then clockwise."""

    frame: bytes


class SlipTexts(msgspec.Struct, frozen=True, tag="words", forbid_unknown_fields=True):
    """The slips of these chairs; all others are empty. Secret: each for the phone of its chair alone."""

    slips: dict[int, str]


class SeatAnswer(msgspec.Struct, frozen=True, tag="seated", forbid_unknown_fields=True):
    """Where a phone sits from now on. `chair`: None: nowhere; `why`: a sentence for its page, or empty."""

    token: str
    chair: int | None
    why: str = ""


class GatewayReady(msgspec.Struct, frozen=True, tag="here", forbid_unknown_fields=True):
    """The gateway is ready. `address`: what a phone opens, without "http://"; empty: this machine has no
    network. `name`: what it may open instead, where phones know names; empty: none."""

    address: str
    name: str = ""


class SeatRequest(msgspec.Struct, frozen=True, tag="asks", forbid_unknown_fields=True):
    """A phone has connected, or asks for a chair. It is answered by `SeatAnswer`.

    `chair`: None: the one it has, if any; `name`: empty: none; `takes`: False: it only names the chair."""

    token: str
    chair: int | None = None
    name: str = ""
    takes: bool = True


class SeatReturn(msgspec.Struct, frozen=True, tag="leaves", forbid_unknown_fields=True):
    """The person at this phone gives its chair back. It is answered by `SeatAnswer`."""

    token: str


class PhoneLost(msgspec.Struct, frozen=True, tag="lost", forbid_unknown_fields=True):
    """No page of this phone is connected any more."""

    token: str


class PhoneEdge(msgspec.Struct, frozen=True, tag="touched", forbid_unknown_fields=True):
    """A button of a chair's page changed. `age_ms`: how long before it was sent, by the phone's own clock."""

    token: str
    button: int
    down: bool
    age_ms: int


ToGateway: TypeAlias = PublicTable | LightFrame | SlipTexts | SeatAnswer
ToTable: TypeAlias = GatewayReady | SeatRequest | SeatReturn | PhoneLost | PhoneEdge


def packed(message: msgspec.Struct) -> bytes:
    """A message with its length before it."""
    body = msgspec.msgpack.encode(message)
    return len(body).to_bytes(4, "big") + body


async def received(reader: StreamReader, most: int = MESSAGE_MOST) -> bytes:
    """The next message, still encoded, at the gateway's end. Raises `ValueError` if it is too long, and
    `asyncio.IncompleteReadError` at the end."""
    length = int.from_bytes(await reader.readexactly(4), "big")
    if length > most:
        raise ValueError(f"a message of {length} bytes")
    return await reader.readexactly(length)


def unpacked(stream: BinaryIO) -> bytes | None:
    """The next message, still encoded; None at the end. Raises `ValueError` if it is too long or cut off."""
    head = stream.read(4)
    if not head:
        return None
    length = int.from_bytes(head, "big")
    if len(head) < 4 or length > MESSAGE_MOST:
        raise ValueError(f"a message of {length} bytes")
    body = stream.read(length)
    if len(body) < length:
        raise ValueError("a message that was cut off")
    return body
