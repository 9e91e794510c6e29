"""The display: a television or projector in full screen, or a window on a desktop.

On Pi OS Lite nothing else draws, and SDL's `kmsdrm` driver takes the whole display; on a desktop SDL finds
X11 or Wayland by itself. The driver `dummy` draws into memory only. Not tried on a Pi yet: vertical sync, and
a picture that is turned, which under `kmsdrm` nobody else can do.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import pygame

from hardware.troubles import DeviceError, Trouble

DRM = Path("/sys/class/drm")
LINES = 1080
"""Lines of a usual display. One with twice as many or more is drawn at half of them, since a Pi could not
draw more in motion and nobody sees the difference from a chair. The graphics chip enlarges the picture."""
SHARE = 0.92
"""Largest part of a desktop's width and height for a window. The rest is for its title and the desktop's
bars."""
STRIP_PX = 64
"""Lines that are turned at once, few enough for a processor's cache. Turning 1920 x 1080 pixels so takes 1 ms
on a laptop, and 2 ms in one piece."""
IN_MEMORY = ("dummy", "offscreen")
"""SDL drivers that show nothing. SDL falls back to one silently if no other opens."""


class MemoryScreen:
    """A surface that no display shows. `size`: returns its width and height now."""

    def __init__(self, size: Callable[[], tuple[int, int]]) -> None:
        pygame.font.init()
        self._size = size
        self._surface = pygame.Surface(size())

    @property
    def surface(self) -> pygame.Surface:
        """The surface to draw on. It is a new one whenever its size is another."""
        if self._surface.get_size() != self._size():
            self._surface = pygame.Surface(self._size())
        return self._surface

    def events(self) -> Sequence[pygame.event.Event]:
        """Nobody types here."""
        return ()

    def flip(self) -> None:
        """Nobody looks."""

    def close(self) -> None:
        """Nothing to give back."""


class Screen:
    """An open display. Draw on `surface`, then `flip`.

    `size`: the most pixels of a window, which is smaller on a small desktop; None: the whole display.
    `resizable`: whether people may resize the window.
    `rotate`: degrees (0, 90, 180 or 270) by which the picture is turned clockwise. With 90 and 270 `surface`
    is upright on a wide display.

    Raises `DeviceError` if no display opens.
    """

    def __init__(
        self,
        size: tuple[int, int] | None = None,
        *,
        title: str = "Garou",
        resizable: bool = False,
        rotate: int = 0,
    ) -> None:
        prepare(DRM)
        asked = os.environ.get("SDL_VIDEODRIVER", "")
        try:
            # One by one: pygame.init() would also open sound and joysticks.
            with no_session_needed():
                pygame.display.init()
            driver = pygame.display.get_driver()
            if driver in IN_MEMORY and driver not in asked.split(","):
                raise pygame.error(f"SDL is left with its driver {driver}, which shows nothing")
            pygame.font.init()
            self._surface = open_display(size, resizable)
        except (pygame.error, OSError) as error:
            pygame.display.quit()
            raise DeviceError(why_no_display(str(error))) from error
        self._windowed = self._surface.get_size()
        self._rotate = rotate
        self._picture = pygame.Surface((0, 0))
        """What is drawn on and then turned."""
        pygame.display.set_caption(title)
        pygame.mouse.set_visible(size is not None)
        pygame.key.set_repeat()

    @property
    def surface(self) -> pygame.Surface:
        """The surface to draw on. It is a new one after a window changed its size."""
        if not self._rotate:
            return self._display
        width, height = self._display.get_size()
        size = (width, height) if self._rotate == 180 else (height, width)
        if self._picture.get_size() != size:
            self._picture = pygame.Surface(size).convert(self._display)
        return self._picture

    @property
    def _display(self) -> pygame.Surface:
        return pygame.display.get_surface() or self._surface

    def toggle_full(self) -> None:
        """Makes a window fill the whole display, or a window again as large as it was."""
        if self._display.get_flags() & pygame.FULLSCREEN:
            pygame.display.set_mode(self._windowed, pygame.RESIZABLE)
        else:
            self._windowed = self._display.get_size()
            open_display(None, resizable=True)

    def events(self) -> Sequence[pygame.event.Event]:
        """Keys, mouse and window events since the last call; the mouse is where `surface` has it. Never
        blocks; must be called often."""
        events, size = pygame.event.get(), self._display.get_size()
        for event in events if self._rotate else ():
            if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
                event.pos = turned_back(event.pos, size, self._rotate)
        return events

    def flip(self) -> None:
        """Shows what was drawn."""
        if self._rotate:
            lay_turned(self._display, self.surface, self._rotate)
        pygame.display.flip()

    def close(self) -> None:
        """Closes the display."""
        pygame.display.quit()


def turned_back(point: tuple[int, int], size: tuple[int, int], rotate: int) -> tuple[int, int]:
    """Where a point of a display of `size` pixels is in the picture that it shows turned."""
    (x, y), (width, height) = point, size
    for _ in range(rotate // 90):
        (x, y), (width, height) = (y, width - 1 - x), (height, width)
    return x, y


def lay_turned(display: pygame.Surface, picture: pygame.Surface, rotate: int) -> None:
    """Draws a picture over the whole display, turned clockwise by 90, 180 or 270 degrees."""
    width, height = picture.get_size()
    for top in range(0, height, STRIP_PX):
        strip = pygame.Rect(0, top, width, min(STRIP_PX, height - top))
        below = height - strip.bottom
        place = {90: (below, 0), 180: (0, below), 270: (top, 0)}[rotate]
        display.blit(pygame.transform.rotate(picture.subsurface(strip), -rotate), place)


@contextmanager
def no_session_needed() -> Iterator[None]:
    """Avoids an error message of Wayland's library: without XDG_RUNTIME_DIR, as in a service, SDL still tries
    a Wayland session first. The variable gets a folder without one."""
    if os.environ.get("XDG_RUNTIME_DIR"):
        yield
        return
    os.environ["XDG_RUNTIME_DIR"] = os.devnull
    try:
        yield
    finally:
        del os.environ["XDG_RUNTIME_DIR"]


def asks_to_close(event: pygame.event.Event) -> bool:
    """Whether somebody presses Escape or closes the window."""
    return event.type == pygame.QUIT or (event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE)


def open_display(size: tuple[int, int] | None, resizable: bool) -> pygame.Surface:
    """The display's surface. Raises `pygame.error` if no display opens."""
    whole = pygame.display.get_desktop_sizes()[0]
    is_seen = pygame.display.get_driver() not in IN_MEMORY
    if size is not None:
        fitted = fitting(size, whole) if is_seen else size
        return pygame.display.set_mode(fitted, pygame.RESIZABLE if resizable else 0)
    if is_seen:
        # SDL grants vertical sync only to a scaled surface; here its scale is one. It warns, or refuses,
        # where no graphics chip helps: then the picture comes without it.
        with suppress(pygame.error), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return pygame.display.set_mode(drawn_of(whole), pygame.FULLSCREEN | pygame.SCALED, vsync=1)
    return pygame.display.set_mode(whole, pygame.FULLSCREEN)


def fitting(size: tuple[int, int], desktop: tuple[int, int]) -> tuple[int, int]:
    """The size of a window that is seen whole on this desktop, at most `size`."""
    width, height = (min(pixels, int(SHARE * whole)) for pixels, whole in zip(size, desktop, strict=True))
    return width, height


def drawn_of(whole: tuple[int, int]) -> tuple[int, int]:
    """How many pixels are drawn for a display of so many."""
    width, height = whole
    while height >= 2 * LINES:
        width, height = width // 2, height // 2
    return width, height


def prepare(drm: Path) -> None:
    """Tells SDL how to draw where no desktop does: on the card that has a display (a Pi 4 and a Pi 5 have
    two), and by OpenGL ES.

    SDL prefers desktop OpenGL, whose library a Pi without a desktop lacks: then it clears the screen and
    draws nothing, without an error. A choice already in the environment is kept.
    """
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        return
    os.environ.setdefault("SDL_RENDER_DRIVER", "opengles2")
    card = connected_card(drm)
    if card is not None:
        os.environ.setdefault("SDL_KMSDRM_DEVICE_INDEX", str(card))


def connected_card(drm: Path) -> int | None:
    """The number of the first card with a connected output (`card1-HDMI-A-1`), or None."""
    for status in sorted(drm.glob("card*-*/status")):
        try:
            connected = status.read_text().strip() == "connected"
        except OSError:
            continue
        if connected:
            return int(status.parent.name.removeprefix("card").partition("-")[0])
    return None


def why_no_display(reason: str) -> Trouble:
    """The trouble of a display that does not open, with SDL's reason."""
    driver = os.environ.get("SDL_VIDEODRIVER")
    return (
        Trouble("screen.driver", driver=driver, detail=reason)
        if driver
        else Trouble("screen.missing", detail=reason)
    )
