"""A board that only pages show, in a real browser; and how well its sound keeps step with its captions."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import pygame
from msgspec.structs import replace

from hardware.outputs.choosing import PAGE, Outputs
from hardware.outputs.sound_card import SAMPLES_A_SECOND, SoundCard
from hardware.outputs.stream import SoundStream
from hardware.phones.board_link import BoardLink
from hardware.phones.board_wire import BoardKeys, board_socket
from hardware.screen import MemoryScreen
from hardware.voice.engines import engines
from hardware.voice.mixer import MixerPlayer
from hardware.voice.spoken import SpokenVoice
from table.board.board import Board
from table.board.paint.fullscreen import FullScreen, PagedView
from table.board.paint.scenes import Painter
from tests.kit.boards import board
from tests.kit.browser import Browser
from tests.kit.phone_stand import Stand

TELEVISION = (1280, 720)
CODE, KEY = "123456", "0123456789abcdef" * 2
LIKE = 6.0
"""How far the colours of JPEG are from the painter's, of 255, on average."""
IN_STEP_MS = 150.0
"""Most milliseconds between a line and its caption."""
BEAT_S = 1 / 60
RESTS_S = 0.3
"""Seconds after a line until the board has come to rest."""
WATCH = """
window.at = {};
const note = (what, now_ms) => { window.at[what] ??= now_ms; };
const start = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function (when) {
  start.call(this, when);
  const first = this.buffer.getChannelData(0).findIndex((one) => Math.abs(one) > 0.003);
  const out = this.context.getOutputTimestamp();
  const heard = 1000 * (when + first / this.buffer.sampleRate - out.contextTime);
  if (first >= 0) note("heard", out.performanceTime + heard);
};
const drawImage = CanvasRenderingContext2D.prototype.drawImage;
CanvasRenderingContext2D.prototype.drawImage = function (...given) {
  drawImage.apply(this, given);
  requestAnimationFrame(() => {
    const after = new MessageChannel();
    after.port1.onmessage = () => note("seen", performance.now());
    after.port2.postMessage(0);
  });
};
addEventListener("DOMContentLoaded", () => {
  const said = document.querySelector("#said");
  new MutationObserver(() => note("written", performance.now())).observe(said, { childList: true });
});
"""
"""Notes in the page when a line leaves the browser, when its caption is there as text, and when the frame
with the next picture is drawn."""


class LineTimes(NamedTuple):
    """When a line came to a page, in milliseconds after its caption was there as text."""

    heard_ms: float
    seen_ms: float

    @property
    def apart_ms(self) -> float:
        """The most that separates what is heard from what is read and seen."""
        return max(abs(self.heard_ms), abs(self.heard_ms - self.seen_ms))


class ShownBoard:
    """A table's board that only pages show, in a room that draws it again and again. `now`: its clock."""

    def __init__(self, stand: Stand, now: Callable[[], float] = lambda: 0.0) -> None:
        self.stand, self._now = stand, now
        self.board: Board = board("debate", 8)
        self.link = BoardLink(board_socket(stand.host.path))
        self.link.tell(BoardKeys(CODE, KEY))
        self._view = PagedView(FullScreen(MemoryScreen(lambda: self.link.size)), self.link, seen=False)

    def until(self, holds: Callable[[], object]) -> None:
        """Draws until something holds."""

        def drawn() -> object:
            self._draw()
            return holds()

        self.stand.host.until(drawn)

    def is_seen(self, size: tuple[int, int]) -> bool:
        """Whether the page shows this board, as the painter draws it in this size."""
        canvas = self.stand.browser.run("(c => [c.width, c.height])(document.querySelector('#board'))")
        if tuple(canvas) != size or not self.stand.browser.is_shown("#board"):
            return False
        seen = pygame.image.load(BytesIO(self.stand.browser.picture()))
        drawn = pygame.Surface(size)
        Painter().draw(drawn, self.board, 0.0)
        pixels = zip(pygame.image.tobytes(seen, "RGB"), pygame.image.tobytes(drawn, "RGB"), strict=True)
        apart = [abs(one - other) for one, other in pixels]
        return sum(apart) / len(apart) < LIKE

    def opened(self, code: str | None = CODE) -> Browser:
        """Opens the page on a television; `code`: is typed, None: this screen has the key."""
        browser = self.stand.browser
        self.stand.host.tell(language="en")
        browser.size(*TELEVISION)
        browser.driver.get(f"{self.stand.url}board")
        if not code and not browser.run("localStorage.getItem('garou.board')"):  # typed in another browser
            browser.run(f"localStorage.setItem('garou.board', '{KEY}')")
            browser.driver.get(f"{self.stand.url}board")
        if code:
            self.until(lambda: browser.is_shown("#code"))
            browser.driver.find_element("id", "code").send_keys(code)
            browser.tap("#open button")
        return browser

    def watched(self) -> Browser:
        """Opens the page again, which notes from now on in `window.at` when it shows and plays what."""
        self.stand.browser.tell("Page.addScriptToEvaluateOnNewDocument", source=WATCH)
        browser = self.opened(None)
        self.until(lambda: self.link.screens and browser.is_shown("#board"))
        return browser

    def speak(self, folder: Path, lines: int) -> list[LineTimes]:
        """Opens the page again, touches it, and speaks and captions this many lines there, one after the
        other, by the voice of a new table. `folder`: for its recordings."""
        browser, found = self.watched(), []
        sentences = [f"{number}." for number in range(1, lines + 1)]
        with self._voice(folder) as voice:
            self.until(lambda: browser.is_shown("#hear"))
            browser.tap("#hear")
            self.until(lambda: self.link.is_heard)
            voice.prepare(sentences, "en")
            voice.wait()
            self.rest()
            for sentence in sentences:
                browser.run("window.at = {}")
                self.board = replace(self.board, caption=sentence)
                voice.speak(sentence, "en")
                while voice.speaking:
                    self.beat()
                self.rest()
                at = browser.run("window.at")
                found.append(LineTimes(at["heard"] - at["written"], at["seen"] - at["written"]))
        return found

    def rest(self) -> None:
        """Draws until the board has come to rest."""
        ends_s = time.monotonic() + RESTS_S
        while time.monotonic() < ends_s:
            self.beat()

    def beat(self) -> None:
        """A beat of the room."""
        self._draw()
        time.sleep(BEAT_S)

    @contextmanager
    def _voice(self, folder: Path) -> Iterator[SpokenVoice]:
        card = SoundCard(PAGE, Outputs, page=SoundStream(SAMPLES_A_SECOND, self.link))
        voice = SpokenVoice(folder, *engines(), player=MixerPlayer(card=card))
        try:
            yield voice
        finally:
            voice.close()
            card.close()
            self.link.plays(False)

    def _draw(self) -> None:
        self._view.show(self.board, self._now())
