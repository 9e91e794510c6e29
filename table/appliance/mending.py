"""A table nobody watches and that cannot open: the board says why until it is mended.

Whoever stands before the table has no log. He reads the file, the line, the key and what is allowed there, or
which device does not open; as soon as a file of the owner's has changed the table is opened again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import chain
from textwrap import wrap

from hardware.clocks import LiveClock
from hardware.interface import Clock
from hardware.notify import ServiceManager
from hardware.troubles import DeviceError
from table.appliance.menus import MenuTexts
from table.appliance.opening import CommandLine, Opening, language_of
from table.appliance.service import Service
from table.appliance.starting import end_on_signals, warn
from table.appliance.watchdog_view import WatchdogView
from table.appliance.word_stick import WordStick
from table.board.board import Board
from table.board.menu import Menu, MenuEntry
from table.board.view import View
from table.errors import ClosedError, TableError, UnreadableError
from table.house import Roles
from table.settings.owner import Owner, state_directory
from table.words.troubles import english, troubles_of, wrong_with

LOOK_S = 1.0
"""So often it is seen whether anything has changed."""
RETRY_S = 300.0
"""After so long it is tried again although nothing has: what is wrong may lie elsewhere."""
COLUMNS, LINES = 56, 8
"""As much of a sentence as can be read from a chair; the log has all of it."""

Stamps = frozenset[tuple[str, int, int]]


def play_until_closed(
    wanted: CommandLine, owner: Owner, roles: Callable[[], Roles], service: Service, manager: ServiceManager
) -> Sequence[str]:
    """Runs the table until it is closed. Returns what is printed at its end.

    It is opened anew after each change in the service menu, and once what kept it from opening is mended.
    `roles`: reads those of the house, each time. Raises `UnreadableError` or `DeviceError` where it cannot be
    opened and no board can say so.
    """
    told = None
    while told is None:
        read = stamps(owner)
        try:
            found = roles()
            stick = WordStick(tell=warn)
            told = Opening(wanted, owner, found, service, stick=stick, plays=True).play(manager)
        except (UnreadableError, DeviceError) as error:
            silent = wanted.simulated or not manager.listens
            try:
                if silent or not tell_on_board(error, owner, read, manager):
                    raise
            except ClosedError:
                return []
            if isinstance(error, DeviceError):
                raise  # the end of the process gives back what was opened before it; the next one tries again
    return told


def stamps(owner: Owner) -> Stamps:
    """What is different as soon as somebody changes a file of the owner's."""
    found = set()
    with suppress(FileNotFoundError):  # a folder that vanishes while it is listed is a change too
        for path in chain((owner.table,), owner.folder.rglob("*")):
            try:
                state = path.stat()
            except OSError:
                continue
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
    """Shows why the table does not open, until it may be tried again. `read`: the owner's files as they were
    then. False: there is no board. Raises `ClosedError` if somebody ends the table."""
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
    """The board that says so, line by line. `hint`: what is to be done."""
    lines = wrap(sentence, COLUMNS, max_lines=LINES, placeholder=" …", break_on_hyphens=False)
    menu = Menu(
        words.text("mending.title"), [MenuEntry(line) for line in lines], 0, words.text(f"mending.{hint}")
    )
    return Board(headline=menu.title, menu=menu)


def _told_to(owner: Owner, error: TableError | DeviceError) -> Board:
    """In the table's language and the owner's words; in ours where it is his that cannot be used."""
    language = language_of(owner, state_directory())
    try:
        words = MenuTexts(language, owner.catalogue)
    except UnreadableError:
        words = MenuTexts(language)
    hint = "hint" if isinstance(error, UnreadableError) else "again"
    return told(troubles_of(owner.catalogue, language).any(wrong_with(error)), words, hint)


def _screen() -> View:
    """The display of the table, whatever its settings would say of it."""
    from hardware.screen import Screen
    from table.board.paint.fullscreen import FullScreen

    return FullScreen(Screen(None))
