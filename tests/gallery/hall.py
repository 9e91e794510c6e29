"""A table in memory for pictures of its board: bots play it, or a script presses its buttons."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from types import GeneratorType
from typing import Any, NamedTuple, cast

import msgspec

from hardware.clocks import VirtualClock
from hardware.simulated import SimulatedButtons, SimulatedRings, SimulatedSlips, SimulatedVoice
from table.appliance.hosting.host import Hosting, play_hosted
from table.appliance.lobby.deck_processes import DeckFinder
from table.appliance.menu.menus import MenuTexts
from table.appliance.opening.choices import TableChoices
from table.appliance.opening.tonight import Tonight
from table.appliance.rooms import telling_of
from table.appliance.rounds import mind_of
from table.appliance.table import Table
from table.board.board import Board, Scene
from table.board.view import USUAL, DisplayOptions
from table.chronicle.board import chronicle
from table.chronicle.story import just_told
from table.engine.chance import Chance
from table.engine.public import Public
from table.evening.diary import Diary, EveningShelf
from table.games.all import every_rulebook
from table.games.evening import Evening
from table.games.telling import Telling
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.games.werewords.evening import WordEvening
from table.room.devices import Devices
from table.room.hands import HOLD_S, LONG_HOLD_S, PRESS_S
from table.room.room import Room
from table.room.stage import Stage
from table.room.village import NamedSeat
from table.settings.owner import Owner, words_here
from table.settings.settings import GameSettings as Game
from table.settings.settings import Settings
from table.settings.times import Times
from table.words.narration import Narration

TITLES: dict[str, dict[str, str]] = tomllib.loads(Path(__file__).with_name("titles.toml").read_text("utf-8"))
"""The titles of pictures, by chapter and name."""
SEATS, PIXELS = 13, 24
SEED = 1
FOREVER_S = 40_000.0
"""Seconds of the table's clock after which a script counts as stuck."""


class Moment(NamedTuple):
    """A board, when it was seen, and the last event it shows."""

    board: Board
    now_s: float
    event: Public | None = None
    frame: bytes = b""
    """What all rings showed, if a script kept the moment."""
    slips: Mapping[int, str] = {}
    """What all slips said, if a script kept the moment."""


class Touched(NamedTuple):
    """A finger of a script on a button, from when until when."""

    seat: int
    down_s: float
    up_s: float


class Simulated(NamedTuple):
    """What the window of a simulated table shows below the board."""

    hint: str
    bots: frozenset[int]


class Shot(NamedTuple):
    """A picture of the gallery."""

    name: str
    says: str
    moment: Moment
    before: Moment | None = None
    """Of a picture of a motion: the board it starts from, `after_s` seconds before."""
    after_s: float = 0.0
    look: DisplayOptions = USUAL
    size: tuple[int, int] = (1920, 1080)
    window: Simulated | None = None


Wait = Callable[[Board], object] | float
"""What a script waits for: a condition on the board, or seconds."""
Script = Generator[Wait, None, None]


class Watching:
    """A view that keeps every board that stood for a while, and runs a script.

    The script goes on as soon as a board satisfies what it waits for.
    """

    def __init__(self) -> None:
        self.closed = 0
        self._is_over = False
        self.seen: list[Moment] = []
        self.event: Public | None = None
        self._packed = b""
        self._shown_s = 0.0
        self._script: Script | None = None
        self._wants: Wait = 0.0
        self._since_s = 0.0

    def follow(self, script: Script) -> None:
        """Starts a script. When it ends the table is closed, then closed again where it offers to keep the
        round."""
        self._script, self._wants = script, next(script)

    def show(self, board: Board, now_s: float) -> None:
        """Keeps the board if it differs from the last one."""
        self.closed += self._is_over
        if self.seen and now_s > self._shown_s:
            self._go_on()
        self._shown_s = now_s
        packed = msgspec.msgpack.encode(board)
        if packed != self._packed:
            self._packed = packed
            if self.seen and self.seen[-1].now_s == now_s:
                self.seen.pop()
            self.seen.append(Moment(msgspec.msgpack.decode(packed, type=Board), now_s, self.event))

    @property
    def stands(self) -> Moment:
        """The board that is shown now."""
        return self.seen[-1]._replace(now_s=self._shown_s)

    @property
    def waits_for(self) -> str:
        """For an error: the steps the script is in, outermost first, and the board that is shown."""
        lines: list[str] = []
        step: Iterator[Any] | None = self._script
        while isinstance(step, GeneratorType) and step.gi_frame:
            lines.append(f"{step.gi_code.co_name}:{step.gi_frame.f_lineno}")
            step = step.gi_yieldfrom
        return f"{' > '.join(lines) or 'its end'}: {self.stands.board}"

    def _go_on(self) -> None:
        if self._script is None:
            return
        wants = self._wants
        if (
            self._shown_s < self._since_s + wants
            if isinstance(wants, float)
            else not wants(self.stands.board)
        ):
            return
        try:
            self._wants, self._since_s = self._script.send(None), self._shown_s
        except StopIteration:
            self._script, self._is_over = None, True
            self.closed += 1

    def close(self) -> None:
        """Closes nothing."""


class Hall:
    """A table with people at some seats and bots at all others, whose buttons a script presses.

    `game`: how this house plays, if not *Best Of* with the experts' cards; `more`: further settings.
    """

    def __init__(
        self, language: str, seats: int = SEATS, game: dict[str, Any] | None = None, **more: Any
    ) -> None:
        plays: dict[str, Any] = {"rulebook": "best-of", "deck": "expert", "bots": True, "captain": "start"}
        self.settings = Settings(language=language, seats=seats, game=Game(**(plays | (game or {}))), **more)
        self.clock, self.view = VirtualClock(), Watching()
        self.house = house_of(self.settings)
        self.narration = self.house.narration(self.settings.game.rulebook, language)
        self.names = list(self.narration.places)[:seats]
        self.buttons = SimulatedButtons(seats, 1, self.clock)
        self.rings = SimulatedRings(seats, PIXELS, record=self.clock)
        self.voice = SimulatedVoice(self.clock, record=True)
        self.slips = SimulatedSlips()
        self.devices = Devices(self.buttons, self.rings, self.voice, self.view, self.clock, slips=self.slips)
        self.host = 0
        self.kept: dict[str, Moment] = {}
        self.touches: list[Touched] = []

    # Bots

    def round_of(self, evening: Evening, seed: int, told: bool = True) -> list[Moment]:
        """Plays a whole round of bots, then shows its chronicle. Returns all boards."""
        language = self.settings.language

        def new_room() -> Hosting:
            mind = mind_of(evening, language)
            room = Room(
                Stage(self.devices, self.narration, self.names, 1, Chance(seed)),
                Times(),
                mind,
                telling=cast(Telling, TellsItsView(telling_of(evening, Times()), self.view)),
                night=self.settings.game.night,
            )
            room.speaking.captions = self.settings.screen.captions
            return Hosting(room)

        room, _ = play_hosted(evening, Diary(None, evening, language), new_room)
        assert room.played
        if told:
            pages = chronicle(evening, just_told(evening, room.played, self.narration), self.narration)
            if isinstance(evening, WordEvening):
                room.wait_for_other_words(0.0, evening.difficulty, pages)
            else:
                room.wait_for_another(0.0, pages)
        return self.view.seen

    # A script

    def play(
        self,
        script: Script,
        shelf: Callable[[], EveningShelf | None] = lambda: None,
        serve: Callable[[Table], bool] = lambda _: False,
        seed: int = SEED,
    ) -> dict[str, Moment]:
        """Runs the table until the script ends. Returns the moments it kept, by name."""
        self.view.follow(script)
        self.clock.at(FOREVER_S, self._never)
        while not self.view.closed:
            Tonight(self.opened, self.house, self.names, seed, None, shelf, True, serve).play()
        return self.kept

    def opened(self, names: Sequence[str], narration: Narration) -> Table:
        """Opens a table as a real one, with these devices."""
        table = Table(self.settings, names, narration, "log", 1.0)
        table.opened.face, table.opened.devices = None, self.devices
        return table

    def _never(self) -> None:
        raise LookupError(f"the script waits in vain at {self.view.waits_for}")

    def keep(self, name: str) -> None:
        """Keeps what is shown now as a picture."""
        self.kept[name] = self.view.stands._replace(frame=self.rings.frame, slips=self.slips.words)

    def touch(self, seat: int, for_s: float = PRESS_S) -> None:
        """Presses a button now."""
        now_s = self.clock.now()
        self.touches.append(Touched(seat, now_s, now_s + for_s))
        self.clock.at(now_s, lambda: self.buttons.push(seat, 0))
        self.clock.at(now_s + for_s, lambda: self.buttons.release(seat, 0))

    def hold(self, seat: int) -> None:
        """Presses a button for a hold."""
        self.touch(seat, HOLD_S)

    def hold_long(self, *seats: int) -> None:
        """Presses each of these buttons for a long hold."""
        for seat in seats:
            self.touch(seat, LONG_HOLD_S)

    def sit(self, *seats: int) -> Script:
        """These people sit down, one after the other."""
        for seat in seats:
            self.touch(seat)
            yield 3.0

    def turn_to(self, label: str) -> Script:
        """The host moves the cursor to this entry of the open menu, on whichever of its pages it is."""
        more = MenuTexts(self.settings.language).maybe("host.more_entries", "")
        while True:
            yield is_menu
            menu = self.view.stands.board.menu
            assert menu
            labels = [entry.label for entry in menu.entries]
            wanted = label if label in labels else more
            if menu.cursor != labels.index(wanted):
                self.touch(self.host)
            elif wanted == label:
                return
            else:
                self.hold(self.host)
            yield 0.5 if wanted == label else 1.5

    def take(self, label: str) -> Script:
        """The host chooses this entry of the open menu."""
        yield from self.turn_to(label)
        self.hold(self.host)
        yield 1.5

    def word(self, key: str, **facts: object) -> str:
        """One of the table's own words, in its language."""
        return self.narration.word(key, **facts)

    def text(self, key: str, **facts: object) -> str:
        """One of the words of the menus, in the table's language."""
        return MenuTexts(self.settings.language).text(key, **facts)

    def label(self, seat: int) -> str:
        """What the board calls a seat."""
        return self.narration.seat(NamedSeat(seat, self.names[seat])).label


class TellsItsView:
    """A telling that also notes in a view which event each board shows."""

    def __init__(self, telling: Telling, view: Watching) -> None:
        self._telling = telling
        self._view = view

    def __getattr__(self, name: str) -> Any:
        return getattr(self._telling, name)

    def show_on_board(self, board: Board, event: Public, *more: Any) -> None:
        """Shows the board as the telling does, and notes its event."""
        self._telling.show_on_board(board, event, *more)
        self._view.event = event


@cache
def narrate(rulebook: str, language: str) -> Narration:
    """The words of a rulebook, in a language."""
    return Narration.load(language, rulebook)


def house_of(settings: Settings) -> TableChoices:
    """All games, with the shipped words."""
    return TableChoices(
        settings,
        every_rulebook(RULEBOOKS),
        narrate,
        ["fr", "en"],
        simulated=False,
        lists=partial(words_here, Owner(Path("nowhere"))),
        finder=DeckFinder(),
    )


def is_menu(board: Board) -> bool:
    """Whether a menu is open."""
    return board.menu is not None


def is_told(board: Board, scene: Scene) -> bool:
    """Whether the board shows this scene with its sentence, and no menu."""
    return board.scene == scene and bool(board.caption) and not board.menu


def scene(wanted: Scene, title: str = "") -> Callable[[Board], bool]:
    """A condition: the board shows this scene, and a clock runs. `title`: how the board's title begins."""
    return lambda board: is_told(board, wanted) and bool(board.timer) and board.title.startswith(title)
