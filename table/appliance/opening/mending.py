"""Shows on the board why a table cannot open, until that is mended.

People at the table have no log. The board names the file, line, key and allowed values, or the device that
does not open. The table opens again when one of the owner's files changes.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from hardware.clocks import LiveClock
from hardware.folders import found_in
from hardware.interface import Clock
from hardware.notify import ServiceManager
from hardware.troubles import DeviceError
from table.appliance.devices.watchdog_view import WatchdogView
from table.appliance.menu.menus import MenuTexts
from table.appliance.starting import end_on_signals
from table.appliance.walk.taught import language_of
from table.board.board import Board
from table.board.menu import Menu, MenuEntry
from table.board.view import View
from table.errors import ClosedError, TableError, UnreadableError
from table.settings.owner import Owner, state_directory
from table.words.troubles import english, troubles_of, wrong_with

LOOK_S = 1.0
"""Seconds between two checks for a change."""
RETRY_S = 300.0
"""Seconds after which the table tries again without a change: the fault may be elsewhere."""
CHARS = 440
"""Most letters of a sentence on the board, to be read from a chair. The log has the whole sentence."""

Stamps = frozenset[tuple[str, int, int]]


def stamps(owner: Owner) -> Stamps:
    """A fingerprint of the owner's files, which differs after any change."""
    found, paths = set(), [owner.table]
    with suppress(FileNotFoundError):  # A folder that vanishes while it is listed is a change too.
        paths += found_in(owner.folder, "**/*")
    for path in paths:
        with suppress(OSError):
            state = path.stat()
            found.add((str(path), state.st_mtime_ns, state.st_size))
    return frozenset(found)


def tell_on_board(
    error: TableError | DeviceError,
    owner: Owner,
    read: Stamps,
    manager: ServiceManager,
    view: Callable[[], View] | None = None,
    clock: Clock | None = None,
) -> bool:
    """Shows why the table does not open, until it is time to try again.

    `read`: the fingerprint of the owner's files from before. Returns False if there is no board. Raises
    `ClosedError` if somebody ends the table.
    """
    try:
        screen = (view or _screen)()
    except (TableError, DeviceError):
        return False
    clock = clock or LiveClock()
    watched = WatchdogView(screen, manager)
    manager.log(f"{english().any(wrong_with(error)).rstrip('.')}. The table waits until this is mended.")
    board = _told_to(owner, error)
    ends_s = clock.now() + RETRY_S
    end_on_signals()
    try:
        while clock.now() < ends_s and stamps(owner) == read:
            watched.show(board, clock.now())
            if watched.closed:
                raise ClosedError("closed by hand")
            clock.wait(clock.now() + LOOK_S)
    finally:
        watched.close()
    return True


def told(sentence: str, words: MenuTexts, hint: str = "hint") -> Board:
    """The board with the reason. `hint`: key of the text that says what to do."""
    shown = sentence if len(sentence) <= CHARS else f"{sentence[: CHARS - 2].rsplit(' ', 1)[0]} …"
    menu = Menu(words.text("mending.title"), [MenuEntry(shown)], 0, words.text(f"mending.{hint}"))
    return Board(headline=menu.title, menu=menu)


def _told_to(owner: Owner, error: TableError | DeviceError) -> Board:
    """The board for an error, in the language of the table. It has the shipped texts if the owner's cannot be
    read."""
    language = language_of(owner, state_directory())
    try:
        words = MenuTexts(language, owner.catalogue)
    except UnreadableError:
        words = MenuTexts(language)
    hint = "hint" if isinstance(error, UnreadableError) else "again"
    return told(troubles_of(owner.catalogue, language).any(wrong_with(error)), words, hint)


def _screen() -> View:
    """Opens the table's display, even if its settings cannot be read."""
    from hardware.screen import Screen
    from table.board.paint.fullscreen import FullScreen

    return FullScreen(Screen(None))
