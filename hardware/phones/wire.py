"""What a table and the gateway of its phones tell each other, over one Unix socket.

The table listens, the gateway connects. Each message is four bytes of length, big-endian, and one of these
structs as MessagePack. The gateway knows no rule and no words: everything a page says comes from the table.
A phone is known by its token, a random text that its browser keeps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, BinaryIO, Literal, TypeAlias

import msgspec

if TYPE_CHECKING:  # which a table has no use for
    from asyncio import StreamReader

MESSAGE_MOST = 1 << 16
"""Bytes of the longest message to the table."""
TO_GATEWAY_MOST = 1 << 22
"""Bytes of the longest message of the table: a whole picture, or more words than an owner's file may have."""
SLIP_BYTES = 420
"""Bytes of the longest slip, as UTF-8: every message to a phone has room for so many."""
CARD_BYTES = 440
"""Bytes of the longest sheet about one's own card, as UTF-8."""
TOLD_BYTES = 560
"""Bytes of the longest sheet of what one was told, as UTF-8."""
ROLE_BYTES = 40
"""Bytes of the longest key of a card whose picture a phone can show."""
NAME_MOST = 20
"""Characters of the longest name."""
TOKEN_BYTES = 32
"""Characters of a token: lower-case hexadecimal digits."""
TITLE_MOST = 28
"""Characters of the longest title of a list of words."""
LINES_MOST = 3500
"""Characters of the longest list of words that a phone may send."""
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


class PlaceState(msgspec.Struct, frozen=True):
    """One seat of what is played, as the board shows it."""

    name: str
    chair: int
    alive: bool = True
    card: str = ""
    """The title of its card, once everybody knows it."""
    captain: bool = False
    ready: bool = False
    """Has looked at the card, or is ready to vote."""
    marked: bool = False
    """Whether this moment is about this seat."""
    points_at: int = 0
    """The number of the seat it points at in a debate; 0: nobody."""
    asks: bool = False
    """Whether it has the floor."""
    token: str = ""
    """The last token given to it: "yes", "no", ..."""
    claims: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    """Keys of what everybody may know of its living player: "sun", "moon", "no_vote", ..."""
    forms: dict[str, str] = {}
    """Its name in sentences, by the forms that the page's texts use: "le" for "le Moulin"."""


class EntryState(msgspec.Struct, frozen=True):
    """One entry of the menu on the board."""

    label: str
    value: str
    note: str


class MenuState(msgspec.Struct, frozen=True):
    """The menu on the board. `at`: the number of the entry at the cursor, from 1; `host`: the number of the
    seat whose menu it is; 0: anybody's."""

    title: str
    entries: tuple[EntryState, ...]
    at: int
    hint: str
    host: int


class BoardState(msgspec.Struct, frozen=True):
    """What the board shows, for pages that draw it in their own way. Seats are numbered from 1, clockwise."""

    scene: str = ""
    title: str = ""
    headline: str = ""
    notice: str = ""
    question: str = ""
    """The key of the public question or time under way: "vote", "debate", ...; empty: none."""
    ends_s: float | None = None
    """When its clock ends, by the clock of `PublicTable.now_s`; None: no clock."""
    length_s: float = 0.0
    places: tuple[PlaceState, ...] = ()
    arrows: tuple[tuple[int, int, int], ...] = ()
    """Between the places now: voter, target, weight."""
    ballot: tuple[tuple[int, int, int], ...] = ()
    """The same of the last ballot of the round."""
    elects: bool = False
    """Whether that ballot was for somebody, not against."""
    deck: tuple[tuple[str, int], ...] = ()
    """The titles of the cards in play, and how many there are."""
    today: str = ""
    """What is new for this day or night; empty: nothing."""
    stage: tuple[str, ...] = ()
    """The titles of the cards that lie open in the middle."""
    heaps: tuple[tuple[str, str, int], ...] = ()
    """The tokens left: kind, title, number."""
    asked: tuple[tuple[int, str], ...] = ()
    """Mots-garous: who has asked (0: nobody had the floor), and the token that was the answer, in order."""
    menu: MenuState | None = None
    host: int = 0
    """The number of the host's seat; 0: nobody is the host."""
    rulebook: str = ""
    """The key of the rulebook, which may have pictures of its own."""


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
    is_prompt: bool = False
    """Whether `said` is what a button does, which a page says in its own way."""
    rules: tuple[tuple[str, str, str], ...] = ()
    """How the game is played that is chosen or under way, in pages: title, text, and the key of the card
    that it is about, or nothing."""
    board: BoardState = BoardState()
    now_s: float = 0.0
    """The table's clock as this was sent."""


class LightFrame(msgspec.Struct, frozen=True, tag="lights", forbid_unknown_fields=True):
    """One frame of all rings: chairs x pixels x 3 bytes, R G B; pixel 0 at six o'clock, then clockwise."""

    frame: bytes


class SlipTexts(msgspec.Struct, frozen=True, tag="words", forbid_unknown_fields=True):
    """The slips of these chairs; all others are empty. Secret: each for the phone of its chair alone."""

    slips: dict[int, str]


class SeatScreen(msgspec.Struct, frozen=True, array_like=True):
    """What a person may point at now. Options have numbers: those that are seats have the seat's, from 1, and
    nobody has 0; others are counted from 1. Secret: each for the phone of its chair alone."""

    seat: int = 0
    """The number of the person's own seat; 0: none in what is played."""
    phase: str = "idle"
    """What their touches mean, as in table/gestures.py."""
    key: int = 0
    """Names the options. A touch that names others comes too late, and is dropped."""
    options: tuple[int, ...] = ()
    """The numbers that may be pointed at, in order."""
    at: int | None = None
    """The number that the light is at."""
    chosen: tuple[int, ...] = ()
    locked: bool = False
    labels: tuple[str, ...] = ()
    """The options in words, if they are no seats. By night they are in the slip instead."""
    several: bool = False
    """Whether several may be chosen by day, until nobody, or the end of the time, says that these are all."""


class SeatScreens(msgspec.Struct, frozen=True, tag="screens", forbid_unknown_fields=True):
    """The screens of these chairs."""

    screens: dict[int, SeatScreen]


class Sheets(msgspec.Struct, frozen=True, array_like=True):
    """What one person may read again. Secret: for the phone of their chair alone."""

    card: str = ""
    """Their card, what it does, how it wins and how to play it; empty if the table has dealt none."""
    told: str = ""
    """The secret messages they were shown and their secret choices, night by night."""
    role: str = ""
    """The key of their card, by which its picture is found."""


class SeatSheets(msgspec.Struct, frozen=True, tag="sheets", forbid_unknown_fields=True):
    """What these chairs may read again."""

    sheets: dict[int, Sheets]


class WordPage(msgspec.Struct, frozen=True, tag="list", forbid_unknown_fields=True):
    """The list of words that one phone, the host's, may change now. `token`: empty: none may; `told`: what
    became of the list, and what cannot be used of it, a sentence each."""

    token: str = ""
    title: str = ""
    text: str = ""
    told: tuple[str, ...] = ()


class SeatAnswer(msgspec.Struct, frozen=True, tag="seated", forbid_unknown_fields=True):
    """Where a phone sits from now on. `chair`: None: nowhere; `why`: a sentence for its page, or empty."""

    token: str
    chair: int | None
    why: str = ""


class GatewayReady(msgspec.Struct, frozen=True, tag="here", forbid_unknown_fields=True):
    """The gateway is ready. `address`: what a phone opens, without "http://"; empty: this machine has no
    network. `name`: what it may open instead, where phones know names; `other`: the same as `address`, in
    another network of this machine; empty: none."""

    address: str
    name: str = ""
    other: str = ""


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


class WordsTyped(msgspec.Struct, frozen=True, tag="types", forbid_unknown_fields=True):
    """A list of words, typed at this phone: one a line. It is answered by `WordPage`, or dropped."""

    token: str
    title: str
    text: str


class PhoneLost(msgspec.Struct, frozen=True, tag="lost", forbid_unknown_fields=True):
    """No page of this phone is connected any more."""

    token: str


class PhoneEdge(msgspec.Struct, frozen=True, tag="touched", forbid_unknown_fields=True):
    """A button of a chair's page changed. `age_ms`: how long before it was sent, by the phone's own clock."""

    token: str
    button: int
    down: bool
    age_ms: int


class PhoneTouch(msgspec.Struct, frozen=True, tag="pointed", forbid_unknown_fields=True):
    """A finger on a chair's page has said something: an option, or one of the page's buttons.

    `option`: its number; None: no option.
    `kind`: 0, 1 or 2 for a press, a hold and a long hold.
    `key`: of the options it was made among.
    `held_ms`: how long the finger was down.
    `age_ms`: how long ago this was said.
    """

    token: str
    option: int | None
    kind: int
    key: int
    held_ms: int
    age_ms: int


ToGateway: TypeAlias = PublicTable | LightFrame | SlipTexts | SeatScreens | SeatSheets | SeatAnswer | WordPage
Asked: TypeAlias = SeatRequest | SeatReturn | WordsTyped | PhoneLost
ToTable: TypeAlias = GatewayReady | Asked | PhoneEdge | PhoneTouch


def packed(message: msgspec.Struct) -> bytes:
    """A message with its length before it."""
    body = msgspec.msgpack.encode(message)
    return len(body).to_bytes(4, "big") + body


async def received(reader: StreamReader) -> bytes:
    """The next message, still encoded, at the gateway's end. Raises `ValueError` if it is too long, and
    `asyncio.IncompleteReadError` at the end."""
    length = int.from_bytes(await reader.readexactly(4), "big")
    if length > TO_GATEWAY_MOST:
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
