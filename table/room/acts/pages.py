"""Pages on the board between rounds, until somebody presses: an offer, the winners, the chronicle."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence

from table.board.board import Board, ChroniclePage, Timer
from table.gestures import Meaning, Phase
from table.room.act import NEVER, Act
from table.room.people import HOST_FIRST_S, is_given_up
from table.room.stage import AT_ONCE, Stage
from table.words.narration import Narration

PAGE_S = 8.0
"""Seconds for each page of the chronicle."""
TURNS: Mapping[Meaning | None, int] = {Meaning.PAGE: 1, Meaning.BACK: -1}
"""Pages to turn by a gesture: forward, or back."""
ARROWS: Mapping[Meaning, Meaning] = {
    **dict.fromkeys((Meaning.NEXT, Meaning.TAKE), Meaning.PAGE),
    Meaning.BACK: Meaning.BACK,
}
"""Gestures that turn pages, by the meaning of an arrow key in a menu: down or right, up or left."""


class Pages(Act):
    """Shows pages on a stage, and hears the gestures that answer them."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._typed: deque[Meaning] | None = None
        """Gestures of the arrow keys that wait to turn pages; None: no pages are shown."""

    def hear_typed(self, meant: Meaning) -> bool:
        """Lets arrow keys turn through the pages, if any are shown."""
        if self._typed is None or meant not in ARROWS:
            return False
        self._typed.append(ARROWS[meant])
        return True

    @property
    def _board(self) -> Board:
        return self._stage.village.board

    @property
    def _narration(self) -> Narration:
        return self._stage.village.narration

    def offer_and_wait(
        self,
        wait_s: float,
        people: int = 0,
        host: int | None = None,
        is_deserted: Callable[[], bool] = bool,
    ) -> bool:
        """Offers to go on with a round that was cut, and returns whether it goes on. Holds give it up.

        `wait_s`: seconds until it goes on by itself.
        `people`: number of people who sat in it.
        `host`: the seat of its host.
        `is_deserted`: returns whether none of them can be reached; then it waits for the first.
        """
        self._stage.village.lay_places()
        self._board.title = self._narration.word("title.attract")
        self._board.headline = self._narration.word("headline.offer")
        self._stage.open_questions(range(len(self._stage.village.names)), "offer")
        self._stage.speaking.tell_and_wait([("resume.offer", {})])
        length_s, ends_s = wait_s, self._stage.time.now() + wait_s
        said: dict[int, float] = {}
        while (
            not (is_over := is_given_up(said, people, host, now_s := self._stage.time.now()))
            and now_s < ends_s
        ):
            if waits := is_deserted():
                ends_s = NEVER
            elif ends_s == NEVER:
                ends_s = now_s + length_s
            self._board.timer = None if waits else Timer(ends_s, length_s)
            if not said:
                self._board.caption = self._stage.village.prompt("deserted" if waits else "decline")
            alone_s = min(said.values(), default=NEVER) + HOST_FIRST_S
            self._wait_for_press(alone_s if now_s < alone_s < ends_s else ends_s, is_deserted)
            while self._stage.presses.pressed:
                said.setdefault(self._stage.presses.pressed.popleft().seat, self._stage.time.now())
                if len(said) == 1:
                    length_s = HOST_FIRST_S + wait_s
                    ends_s = self._stage.time.now() + length_s
                    self._board.caption = self._asks_for_another(host if host not in said else None)
        self._stage.close_questions()
        return not is_over

    def _wait_for_press(self, until_s: float, is_so: Callable[[], bool]) -> None:
        """Waits for a press or a moment, or until `is_so` changes."""
        before, presses = is_so(), self._stage.presses
        self._stage.wait_for_moment(
            lambda: AT_ONCE if presses.pressed or is_so() != before else until_s,
        )

    def _asks_for_another(self, host: int | None) -> str:
        """The prompt for a second hold, if giving up takes two. `host`: the seat that has to give it."""
        village = self._stage.village
        if host is None:
            return village.prompt("decline_other")
        return village.prompt("decline_host", seat=village.sitters()[host])

    def refuse_and_wait(self, line: str = "resume.refused", what: str = "") -> None:
        """Says that the round that was cut cannot go on here.

        `line`: the key of another line, for another thing that cannot be used.
        `what`: the headline for it.
        """
        self._stage.village.lay_places()
        self._stage.ambience.end()
        self._board.title = self._narration.word("title.attract")
        self._board.headline = what or self._narration.word("headline.attract")
        self._stage.speaking.tell_and_wait([(line, {})])

    def wait_for_another(
        self, wait_s: float, told: Sequence[ChroniclePage] = (), *, counts: bool = False
    ) -> Meaning | None:
        """Shows the winners and the chronicle page by page, until somebody wants to play again or it is time.

        Pages turn by themselves, or by a hold, which restarts the time. Returns the gesture: play again, or
        the menu first; None: nobody has pressed.

        `wait_s`: seconds to wait, at least until each page was shown once.
        `told`: the pages of the chronicle.
        `counts`: whether the next round begins by itself, so that a clock shows when.
        """
        again = self._stage.village.prompt("again")
        return self.wait_among(told, wait_s, "over", lambda: again, counts=counts)

    def wait_among(
        self,
        told: Sequence[ChroniclePage],
        wait_s: float,
        over: Phase,
        prompt: Callable[[], str],
        turn: Callable[[], object] = lambda: None,
        *,
        counts: bool,
    ) -> Meaning | None:
        """Shows the winners and the chronicle like `wait_for_another`, with other gestures at the winners.

        `told`, `wait_s`, `counts`: as there.
        `over`: the phase of the buttons at the winners.
        `prompt`: returns the text at the winners.
        `turn`: called when somebody wants other words; the winners are still shown.
        """
        board, count = self._board, len(told)
        scene, hint = board.scene, self._stage.village.prompt("pages")
        pages = [ChroniclePage(board.title, board.headline, "", places=tuple(board.places)), *told]
        at, ends_s = 0, self._stage.time.now() + max(wait_s, PAGE_S * len(pages))
        meant: Meaning | None = None
        while self._stage.time.now() < ends_s:
            page, phase = pages[at], "told" if at else over
            board.title, board.headline, board.caption = (
                page.title,
                page.headline,
                page.caption if at else prompt(),
            )
            board.scene, board.hint = ("told", hint) if at else (scene, "")
            board.arrows, board.places = list(page.arrows), list(page.places)
            board.timer = Timer(ends_s, max(wait_s, PAGE_S * len(pages))) if counts else None
            if meant is not Meaning.OTHER_WORDS:  # The finger is still down, and its gesture may go on.
                self._stage.open_questions(range(len(self._stage.village.names)), phase)
            meant = self._said_among(min(ends_s, self._stage.time.now() + PAGE_S))
            if meant is None:
                at = (at + 1) % len(pages)
            elif meant is Meaning.OTHER_WORDS:
                turn()
            elif meant in TURNS and count:
                at = (at - 1 + TURNS[meant]) % count + 1 if at else (1 if TURNS[meant] > 0 else count)
            elif meant not in TURNS:
                break
            if meant:
                ends_s = self._stage.time.now() + max(wait_s, PAGE_S * (len(pages) - at))
        board.scene, board.hint, board.arrows, board.places = scene, "", [], list(pages[0].places)
        self._typed = None
        self._stage.close_questions()
        return None if meant in TURNS or meant is Meaning.OTHER_WORDS else meant

    def _said_among(self, until_s: float) -> Meaning | None:
        """Returns the next gesture on a page, by a button or an arrow key; None: there was none."""
        typed = self._typed = deque[Meaning]()
        self._stage.wait_for_moment(lambda: AT_ONCE if self._stage.presses.pressed or typed else until_s)
        if self._stage.presses.pressed:
            return self._stage.presses.meaning_of(self._stage.presses.pressed.popleft())
        return typed.popleft() if typed else None
