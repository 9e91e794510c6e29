"""Opens the board of a table: one function for each kind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from hardware.interface import Touches
from hardware.notify import ServiceManager
from hardware.simulated import SimulatedButtons, SimulatedRings, SimulatedSlips
from hardware.touches import NoTouches, QueuedTouches
from hardware.troubles import DeviceError, Trouble
from table.appliance.starting import Face, warn
from table.board.view import DisplayOptions, NoView, View
from table.room.village import NamedSeat
from table.settings.settings import Settings
from table.typefaces import Fonts, fonts_of
from table.words.narration import Narration
from table.words.troubles import Troubles

if TYPE_CHECKING:
    from hardware.phones.board_link import BoardLink
    from table.board.paint.art import Art
    from table.board.paint.fullscreen import FullScreen
    from table.board.paint.window import Window

WINDOW = (1280, 900)
"""Width and height of the simulated table in pixels, on a desktop that has the room."""


class WantedBoard(NamedTuple):
    """The board that is to be opened."""

    settings: Settings
    names: Sequence[str]
    """The pods' names."""
    narration: Narration
    face: Face | None
    """The face of the table; None for the screen of a real one."""
    bots: Callable[[], set[int]]
    """Returns the pods that nobody plays right now."""
    manager: ServiceManager
    """The service manager that started the table."""
    art: Art | None = None
    """The pictures of the board with the owner's; None: only ours."""
    music: Path | None = None
    """The folder of the owner's music."""
    state: Path | None = None
    """The folder of what the table keeps; None: the usual one."""
    page: BoardLink | None = None
    """The page that shows the board too; None: there is none."""

    @property
    def fonts(self) -> Fonts:
        """Our fonts, and the owner's."""
        return fonts_of(self.settings.screen.font)


class OpenBoard(NamedTuple):
    """An open board, and what may change about it while the table plays."""

    view: View
    look: Callable[[DisplayOptions], None] = lambda _: None
    """Changes how the board is drawn."""
    tell_in: Callable[[Narration], None] = lambda _: None
    """Changes the words for the seats, and for the hint of a simulated table."""
    blind: Trouble | None = None
    """Why the board is not seen; None: it is."""
    slips: SimulatedSlips | None = None
    """The words below each pod."""
    touches: Touches = NoTouches()
    """What the mouse points at."""
    is_page: bool = False
    """Whether only pages show it."""


def open_screen(wanted: WantedBoard) -> OpenBoard:
    """Opens the board of a real table, or the board alone in a window; lines of text if no display opens."""
    from hardware.screen import Screen
    from table.board.paint.fullscreen import FullScreen, PagedView
    from table.board.paint.layout import enlarged

    screen = wanted.settings.screen
    is_full = screen.fullscreen and wanted.face is None
    try:
        display = Screen(None if is_full else screen.size, resizable=True, rotate=screen.rotate)
        factor = enlarged(screen.farthest_m, screen.picture_m, screen.rotate in (90, 270))
        drawn = FullScreen(display, factor, art=wanted.art, fonts=wanted.fonts)
    except DeviceError as error:
        warn_without("no_board", wanted.narration, error.trouble)
        if wanted.page:
            return open_page(wanted, wanted.page)._replace(blind=error.trouble)
        return OpenBoard(_written_down(wanted), blind=error.trouble)
    view = PagedView(drawn, wanted.page, seen=True) if wanted.page else drawn
    return OpenBoard(view, _look_of(drawn))


def open_page(wanted: WantedBoard, page: BoardLink) -> OpenBoard:
    """Opens a board that only pages show: it is drawn in memory, as large as the largest of their screens."""
    from hardware.screen import MemoryScreen
    from table.board.paint.fullscreen import FullScreen, PagedView
    from table.board.paint.layout import enlarged

    screen = wanted.settings.screen
    factor = enlarged(screen.farthest_m, screen.picture_m)
    drawn = FullScreen(MemoryScreen(lambda: page.size), factor, art=wanted.art, fonts=wanted.fonts)
    return OpenBoard(PagedView(drawn, page, seen=False), _look_of(drawn), is_page=True)


def open_simulated(wanted: WantedBoard, buttons: SimulatedButtons, rings: SimulatedRings) -> OpenBoard:
    """Opens the board of a simulated table."""
    match wanted.face:
        case "window":
            return _window(wanted, buttons, rings)
        case "terminal":
            return _terminal(wanted, buttons, rings)
        case "log":
            return OpenBoard(_written_down(wanted))
        case "page" if wanted.page:
            return open_page(wanted, wanted.page)
        case _:
            return open_screen(wanted)


def _window(wanted: WantedBoard, buttons: SimulatedButtons, rings: SimulatedRings) -> OpenBoard:
    from table.board.paint.window import Window

    slips, touches = SimulatedSlips(), QueuedTouches()
    labels, hint = _worded(wanted, wanted.narration, "prompt.full")
    window = Window(
        *(WINDOW, buttons, rings),
        labels,
        hint,
        wanted.bots,
        slips=slips,
        art=wanted.art,
        rotate=wanted.settings.screen.rotate,
        touches=touches,
        fonts=wanted.fonts,
    )

    def tell_in(narration: Narration) -> None:
        window.labels, window.hint = _worded(wanted, narration, "prompt.full")

    return OpenBoard(window, _look_of(window), tell_in, slips=slips, touches=touches)


def _terminal(wanted: WantedBoard, buttons: SimulatedButtons, rings: SimulatedRings) -> OpenBoard:
    from table.board.terminal import Terminal

    terminal = Terminal(buttons, rings, *_worded(wanted, wanted.narration, "prompt.long"), wanted.bots)

    def tell_in(narration: Narration) -> None:
        terminal.labels, terminal.hint = _worded(wanted, narration, "prompt.long")
        terminal.small = narration.word("prompt.small")

    tell_in(wanted.narration)
    return OpenBoard(terminal, tell_in=tell_in)


def _look_of(drawn: Window | FullScreen) -> Callable[[DisplayOptions], None]:
    def look(look: DisplayOptions) -> None:
        drawn.look = look

    return look


def _worded(wanted: WantedBoard, narration: Narration, more: str) -> tuple[list[str], str]:
    """The names of a simulated table's pods, and the hint about its keys. `more`: key of the words after
    those about the buttons."""
    seats = [NamedSeat(index, name) for index, name in enumerate(wanted.names)]
    hint = narration.word(f"prompt.buttons.{wanted.settings.buttons}")
    return [narration.seat(seat).label for seat in seats], f"{hint} {narration.word(more)}"


def warn_without(what: Literal["no_board", "no_window"], narration: Narration, trouble: Trouble) -> None:
    """Prints why a part is missing, and that the table goes on without it."""
    warn(Troubles.of(narration).goes_on(what, trouble))


def _written_down(wanted: WantedBoard) -> View:
    """Opens a board of lines of text. A service manager's log is about the machine, so nothing of the board
    is written there."""
    if wanted.manager.listens:
        return NoView()
    from table.board.log import Plain

    return Plain()
