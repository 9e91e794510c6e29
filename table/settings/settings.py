"""The table's configuration: `table.toml`, either the owner's or the shipped one, which states the defaults.

Every key has a default, so an empty file is a table: eight seats of one button, simulated. A value
that cannot be used is an error that names the file, the line, the key, the value and what is allowed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta

from hardware.addresses import GIVEN
from hardware.outputs.choosing import AUTO, SETTINGS
from table.board.view import DisplayOptions
from table.games.werewolf.rules.options import ClaimsWhen, LevelKey, Options
from table.games.werewords.rules.options import Options as WordOptions
from table.paths import SHIPPED
from table.settings.times import Times
from table.settings.wiring import Pins, RingWiring
from table.words.lists import Difficulty

SEATS_MOST = 24
"""Seats of the largest table."""
CONFIG = SHIPPED
TABLE = CONFIG / "table.toml"
FRENCH, SYSTEM = "fr", "system"


SHOWN_S, ASKED_S, LONGEST_S = 3, 10, 120
"""Limits of a call's seconds: the least if something is shown; the least if something is asked, which leaves
time to read and to move the light at any pace; and the most."""
Rate = Annotated[int, Meta(ge=80, le=300)]
Loudness = Annotated[float, Meta(ge=0, le=1)]
"""Volume: 0 is silent, 1 is as recorded."""
Eyes = Literal["eyes_closed", "eyes_down"]
"""What players do at night: close their eyes, or look only at their own ring."""
PointingWhen = Literal["with bots", "always", "never"]
"""When a light turned in a debate shows on the board whom its player points at."""


class VoiceSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The narrator's voice."""

    enabled: bool = True
    rate: Rate = 150
    """Words a minute."""
    rates: dict[str, Rate] = {}
    """Words a minute of languages with a rate of their own."""
    volume: Loudness = 1.0
    menus: bool = False
    """Whether menus are read out, for those who do not see the board."""
    voices: dict[str, Annotated[str, Meta(min_length=1, max_length=200)]] = {}
    """Voices that replace the default of a language: an espeak name, or the file of a Piper voice."""


class Sound(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where sound comes out, and sound besides the voice."""

    ambience: Loudness = 0.75
    """Volume of the night sound, which covers the clicks of the buttons; 0: off."""
    music: Loudness = 0.25
    """Volume of the music by day and between rounds; 0: off."""
    effects: Loudness = 0.5
    """Volume of the effects: a howl at nightfall, a cock at dawn, a clock that runs down; 0: off."""
    output: Annotated[str, Meta(extra={"names": SETTINGS})] = AUTO
    """Where voice and sounds come out: one of `SETTINGS`, or the name of a sound card."""


class ShowSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The demonstration round that the table plays while nobody sits at it."""

    enabled: bool = True
    volume: Loudness = 0.0
    """Factor on the volume of voice, night and effects during the show; 0: silent."""


class ScreenSettings(DisplayOptions, frozen=True, forbid_unknown_fields=True):
    """The public board, and how it is drawn."""

    fullscreen: bool = True
    rotate: Literal[0, 90, 180, 270] = 0
    """Degrees by which the picture is turned clockwise."""
    size: tuple[Annotated[int, Meta(ge=640, le=7680)], Annotated[int, Meta(ge=480, le=4320)]] = (1280, 720)
    """Width and height in pixels of a board in a window."""
    picture_m: Annotated[float, Meta(ge=0.1, le=10)] = 0.7
    """Height of the picture in metres, as the screen lies: 0.7 is a 55-inch television."""
    farthest_m: Annotated[float, Meta(ge=0.5, le=60)] = 4.2
    """Metres from the screen to the farthest player: sets the size of the letters."""
    font: tuple[Annotated[str, Meta(min_length=1, max_length=200)], ...] = ()
    """Fonts for letters that ours lack, the first that has one: installed families, or files."""
    captions: bool = True
    """Whether spoken lines are also shown as captions during a round."""


class PhoneSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Phones as seats."""

    enabled: bool = False
    only: bool = False
    """Whether a table that nobody has wired is played by phones alone."""
    seats: tuple[Annotated[int, Meta(ge=1, le=SEATS_MOST)], ...] = ()
    """Seats that a phone may take, numbered from 1; empty: all."""
    keep_names: bool = False
    """Whether typed names outlive the evening, and are written into the journal."""
    port: Annotated[int, Meta(ge=1, le=65535)] = 8080
    """The port that the gateway listens on."""
    address: Annotated[str, Meta(pattern=f"{GIVEN}|^\\Z", extra={"allowed": "allowed.phone_address"})] = ""
    """What phones open, instead of an address of this machine; empty: one of these."""


class BrokerSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The MQTT broker that `garou publish` and `garou venue` connect to."""

    host: Annotated[str, Meta(min_length=1, max_length=253)] = "localhost"
    port: Annotated[int, Meta(ge=1, le=65535)] = 8883
    tls: bool = True
    """Whether the connection is encrypted, and the broker's certificate checked."""
    ca: Annotated[str, Meta(max_length=400)] = ""
    """A file with the certificate of the authority that signed the broker's; empty: those of the system."""


class PublishSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What this table tells a broker."""

    enabled: bool = False
    table: str = "table-1"
    """Its name in all topics: a level of them, and the name of a user."""
    title: Annotated[str, Meta(max_length=40)] = ""
    """What people call it; empty: its name."""
    user: Annotated[str, Meta(max_length=80)] = ""
    """Its user at the broker; empty: its name."""
    password_file: Annotated[str, Meta(max_length=400)] = ""
    """The file with the password of that user; empty: none is sent."""
    home_assistant: bool = False
    """Whether Home Assistant is told of it."""


class VenueSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The page that shows many tables."""

    port: Annotated[int, Meta(ge=1, le=65535)] = 8090
    """The port that the page is served on."""
    title: Annotated[str, Meta(max_length=60)] = ""
    """What stands above the tables; empty: a line of ours."""
    user: Annotated[str, Meta(max_length=80)] = "venue"
    password_file: Annotated[str, Meta(max_length=400)] = ""
    """The file with the password of that user; empty: none is sent."""


class JournalSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which evenings are stored."""

    keep: Annotated[int, Meta(ge=1, le=10000)] = 50
    """How many of the latest evenings."""


class GameSettings(Options, frozen=True, forbid_unknown_fields=True):
    """How this owner plays: a rulebook, a deck and the options of a round."""

    stalemate: Annotated[int, Meta(ge=0, le=20)] = 3
    rulebook: Literal["thiercelieux", "family", "tit-albert", "best-of", "mots-garous"] = "thiercelieux"
    deck: Annotated[str, Meta(min_length=1, max_length=40)] = "beginner"
    """"beginner", "expert", "wild", "simplified", or a name of `[decks]`."""
    deal: Literal["ring", "cards"] = "ring"
    """LG-52: whether the rings show the roles, or the players hold cards of their own."""
    night: Eyes = "eyes_closed"
    cover_taps: bool = False
    """Whether everybody is asked to press now and then at night, so that a click does not give away who is
    called."""
    talk: bool = False
    """Whether a press in a debate opens more than being ready: to hear again what was told."""
    pointing: PointingWhen = "with bots"
    """When people may point at each other in a debate, and bots do."""
    claims: ClaimsWhen = "with bots"
    bots: bool = False
    """Whether bots play the empty chairs; a simulated table always fills them."""
    level: LevelKey = "regular"
    """How well they play Loups-Garous."""


class MotsGarous(WordOptions, frozen=True, forbid_unknown_fields=True):
    """How this owner plays Mots-garous (MG-5): options, tiles and words."""

    tiles: Annotated[str, Meta(min_length=1, max_length=200)] = "classic"
    """The name of a set, or the special tiles written out."""
    difficulty: Difficulty = "medium"
    categories: tuple[Annotated[str, Meta(min_length=1, max_length=20)], ...] = ()
    """Word categories; empty: all."""
    offered: Annotated[int, Meta(ge=2, le=8)] = 4
    """How many words the Mayor chooses from."""
    child_safe: bool = False
    """Whether only words suitable for children are offered."""


Layer = Mapping[str, Any]
"""Values by the dotted keys of a `table.toml`, from the service menu, the command line or a host. They are
checked before they get here."""

DeckText = Annotated[str, Meta(min_length=1, max_length=600)]
DeckTexts = dict[str, DeckText]
"""Decks by name, each as cards written out."""


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All of a `table.toml`."""

    language: Annotated[str, Meta(min_length=2, max_length=8)] = FRENCH
    """A shipped language or one of the owner's. A file may also say SYSTEM."""
    seats: Annotated[int, Meta(ge=1, le=SEATS_MOST)] = 8
    """Pods on the table. The rulebook says how many players it needs."""
    names: tuple[Annotated[str, Meta(min_length=1, max_length=20)], ...] = ()
    """A name for each seat, clockwise; empty: the hamlet's default names."""
    buttons: Annotated[int, Meta(ge=1, le=3)] = 1
    """Buttons of each seat."""
    pixels: Literal[16, 24] = 24
    """Pixels of each ring."""
    out_of_service: tuple[Annotated[int, Meta(ge=1, le=SEATS_MOST)], ...] = ()
    """Seats that are out of service, numbered from 1: they stay dark and are not played."""
    pins: Pins = Pins()
    rings: RingWiring = RingWiring()
    times: Times = Times()
    voice: VoiceSettings = VoiceSettings()
    sound: Sound = Sound()
    show: ShowSettings = ShowSettings()
    screen: ScreenSettings = ScreenSettings()
    phones: PhoneSettings = PhoneSettings()
    broker: BrokerSettings = BrokerSettings()
    publish: PublishSettings = PublishSettings()
    venue: VenueSettings = VenueSettings()
    journal: JournalSettings = JournalSettings()
    game: GameSettings = GameSettings()
    mots_garous: MotsGarous = MotsGarous()
    decks: DeckTexts = {}
    """The owner's decks."""

    def alone(self, players: int) -> int:
        """How many of so many players have no ring, and look at the board one after the other."""
        return min(players, len(self.rings.on_board))

    def value(self, key: str) -> Any:
        """The value of a dotted key."""
        return reduce(getattr, key.split("."), self)

    def over(self, layer: Layer) -> Settings:
        """These settings with an overlay applied."""
        return reduce(lambda under, key: _replaced(under, key.split("."), layer[key]), layer, self)


S = TypeVar("S", bound=msgspec.Struct)


def _replaced(under: S, steps: Sequence[str], value: Any) -> S:
    """A copy with the value at the end of this path replaced."""
    first, *rest = steps
    below = _replaced(getattr(under, first), rest, value) if rest else value
    return msgspec.structs.replace(under, **{first: below})


def checked(layer: Layer) -> Layer:
    """The values converted to the settings' types. Raises `ValueError` for an unknown key or a value that is
    not allowed."""
    written: dict[str, Any] = {}
    for key, value in layer.items():
        *tables, last = key.split(".")
        reduce(lambda under, table: under.setdefault(table, {}), tables, written)[last] = value
    settings = msgspec.convert(written, Settings)
    return {key: settings.value(key) for key in layer}
