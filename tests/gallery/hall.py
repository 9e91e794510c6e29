"""A table in memory whose board is only watched: bots play it, or the steps of a script press its buttons."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from functools import cache
from pathlib import Path
from types import GeneratorType
from typing import Any, NamedTuple, cast

import msgspec

from hardware.clocks import VirtualClock
from hardware.simulated import SimulatedButtons, SimulatedRings, SimulatedVoice
from table.appliance.host import Hosting, play_hosted
from table.appliance.menus import MenuTexts, TableChoices
from table.appliance.rounds import mind_of
from table.appliance.table import Table, telling_of
from table.appliance.tonight import Tonight
from table.board.board import Board, Scene
from table.board.view import USUAL, Look
from table.chronicle.board import chronicle
from table.chronicle.story import just_told
from table.engine.chance import Chance
from table.engine.public import Public
from table.evening.resume import Diary, EveningShelf
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

SEATS, PIXELS = 13, 24
SEED = 1
FOREVER_S = 40_000.0
"""A script that has not come to its end by then waits for what never comes."""


class Moment(NamedTuple):
    """A board, when it was seen, and the event that it was turned to last."""

    board: Board
    now_s: float
    event: Public | None = None
    frame: bytes = b""
    """What all rings show then, where a script has kept it."""


class Simulated(NamedTuple):
    """What the window of a simulated table shows below its board."""

    hint: str
    bots: frozenset[int]


class Shot(NamedTuple):
    """A picture of the gallery."""

    name: str
    says: str
    moment: Moment
    before: Moment | None = None
    """Of a motion: the board from which it comes; it is `after_s` under way."""
    after_s: float = 0.0
    look: Look = USUAL
    size: tuple[int, int] = (1920, 1080)
    window: Simulated | None = None


Wait = Callable[[Board], object] | float
"""What a script waits for: a board, once it stands; or so many seconds."""
Script = Generator[Wait, None, None]


class Watching:
    """A view that keeps every board that differs from the one before it and stands for a while, and goes on
    with a script as soon as the board stands there for which it waits."""

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
        """From now on the script goes on with what stands here; at its end the table is closed, and once more
        where it asks what shall become of its round."""
        self._script, self._wants = script, next(script)

    def show(self, board: Board, now_s: float) -> None:
        """Keeps it, if it is another."""
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
        """The board that stands here now."""
        return self.seen[-1]._replace(now_s=self._shown_s)

    @property
    def waits_for(self) -> str:
        """Where its script waits, from the outermost step to the innermost, and what stands there."""
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
        """Nothing to give back."""


class Hall:
    """A table of people at some seats and bots at all others, and fingers on its buttons.

    `more`: of the settings; `game`: how this house plays, where that is not the *Best Of* of experts.
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
        self.rings = SimulatedRings(seats, PIXELS)
        self.voice = SimulatedVoice(self.clock)
        self.devices = Devices(self.buttons, self.rings, self.voice, self.view, self.clock)
        self.host = 0
        self.kept: dict[str, Moment] = {}

    # Bots

    def round_of(self, evening: Evening, seed: int, told: bool = True) -> list[Moment]:
        """A whole round of bots, and then its chronicle."""
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
    ) -> dict[str, Moment]:
        """From switching on to the end of the script. Returns what it has kept."""
        self.view.follow(script)
        self.clock.at(FOREVER_S, self._never)
        while not self.view.closed:
            Tonight(self.opened, self.house, self.names, SEED, None, shelf, True, serve).play()
        return self.kept

    def opened(self, names: Sequence[str], narration: Narration) -> Table:
        """The table, as a real one is: with these devices."""
        table = Table(self.settings, names, narration, "log", 1.0)
        table.opened.face, table.opened.devices = None, self.devices
        return table

    def _never(self) -> None:
        raise LookupError(f"the script waits in vain at {self.view.waits_for}")

    def keep(self, name: str) -> None:
        """What stands there now is a picture."""
        self.kept[name] = self.view.stands._replace(frame=self.rings.frame)

    def touch(self, seat: int, for_s: float = PRESS_S) -> None:
        """A finger goes down here now."""
        now_s = self.clock.now()
        self.clock.at(now_s, lambda: self.buttons.push(seat, 0))
        self.clock.at(now_s + for_s, lambda: self.buttons.release(seat, 0))

    def hold(self, seat: int) -> None:
        """And stays for a hold."""
        self.touch(seat, HOLD_S)

    def hold_long(self, *seats: int) -> None:
        """And, at each of these seats, for a long one."""
        for seat in seats:
            self.touch(seat, LONG_HOLD_S)

    def sit(self, *seats: int) -> Script:
        """These sit down, one after the other."""
        for seat in seats:
            self.touch(seat)
            yield 3.0

    def turn_to(self, label: str) -> Script:
        """The host turns to this entry of the menu that is open."""
        while True:
            yield is_menu
            menu = self.view.stands.board.menu
            assert menu
            labels = [entry.label for entry in menu.entries]
            if menu.cursor == labels.index(label):
                return
            self.touch(self.host)
            yield 0.5

    def take(self, label: str) -> Script:
        """And takes it."""
        yield from self.turn_to(label)
        self.hold(self.host)
        yield 1.5

    def word(self, key: str, **facts: object) -> str:
        """A word of the room."""
        return self.narration.word(key, **facts)

    def text(self, key: str, **facts: object) -> str:
        """A word of the menus."""
        return MenuTexts(self.settings.language).text(key, **facts)

    def label(self, seat: int) -> str:
        """What the board calls a seat."""
        return self.narration.seat(NamedSeat(seat, self.names[seat])).label


class TellsItsView:
    """A telling that tells a view too what its board is about."""

    def __init__(self, telling: Telling, view: Watching) -> None:
        self._telling = telling
        self._view = view

    def __getattr__(self, name: str) -> Any:
        return getattr(self._telling, name)

    def show_on_board(self, board: Board, event: Public, *more: Any) -> None:
        """As it is told, and by what event."""
        self._telling.show_on_board(board, event, *more)
        self._view.event = event


@cache
def narrate(rulebook: str, language: str) -> Narration:
    """The telling of a rulebook."""
    return Narration.load(language, rulebook)


def house_of(settings: Settings) -> TableChoices:
    """All games, with the words that are shipped."""
    return TableChoices(
        settings,
        every_rulebook(RULEBOOKS),
        narrate,
        ["fr", "en"],
        simulated=False,
        lists=lambda: words_here(Owner(Path("nowhere")))[0],
    )


def is_menu(board: Board) -> bool:
    """Whether a menu is open."""
    return board.menu is not None


def is_told(board: Board, scene: Scene) -> bool:
    """Whether this is the scene, with the sentence that is spoken of it."""
    return board.scene == scene and bool(board.caption) and not board.menu


def scene(wanted: Scene, title: str = "") -> Callable[[Board], bool]:
    """Waits for this scene while a clock runs in it. `title`: what begins that of the board."""
    return lambda board: is_told(board, wanted) and bool(board.timer) and board.title.startswith(title)
