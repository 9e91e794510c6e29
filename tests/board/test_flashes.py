"""The board never flashes more than three times a second: whatever moves, however fast scenes and pages turn.

A flash is what WCAG 2.2 (2.3.1) calls one: relative luminance rises and falls, or falls and rises, by a tenth
of the whole, the darker of the two being below 0.80; or a saturated red comes and goes. It counts where it
covers a quarter of some ten degrees of what one sees, which is a third of the picture's width and height as
WCAG measures it. The picture is looked at in blocks, thirty times a second.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from itertools import cycle, islice, pairwise, product
from random import Random

import pygame
import pytest
from msgspec.structs import replace
from pygame import Surface

from table.board.board import SCENES, Board, Timer
from table.board.menu import Menu, MenuEntry
from table.board.paint.scenes import Painter
from table.board.view import USUAL, DisplayOptions
from table.games.werewords.rules.box import MOTS_GAROUS
from table.settings.times import HurriedTimes
from tests.board.test_legible import Hall, Way
from tests.kit.boards import WORD_MOMENTS, board, word_board
from tests.kit.sampling import few, some
from tests.kit.tables import RecordingView, Seen

SIZE = (480, 270)
FRAMES_A_SECOND = 30
ACROSS, DOWN = 24, 18
"""Blocks of the picture."""
FIELD = (8, 6)
"""Blocks of ten degrees."""
SHARE = 0.25
MOST = 3
"""Flashes a second that are allowed."""
STANDS_S = 3.5
"""Seconds after which every motion has ended."""
PRESSES_A_SECOND = 6
"""The shortest time between two presses of a button."""

Levels = list[list[float]]
"""For each frame the value of each block, row by row."""


def linear(channel: int) -> float:
    share = channel / 255
    return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4


LINEAR = [linear(channel) for channel in range(256)]


def luminance(red: int, green: int, blue: int) -> float:
    """Relative luminance, of white 1.0."""
    return 0.2126 * LINEAR[red] + 0.7152 * LINEAR[green] + 0.0722 * LINEAR[blue]


def redness(red: int, green: int, blue: int) -> float:
    """How saturated a red is, in multiples of the change that WCAG counts (20)."""
    parts = LINEAR[red], LINEAR[green], LINEAR[blue]
    is_saturated = parts[0] >= 0.8 * sum(parts) > 0
    return max(0.0, parts[0] - parts[1] - parts[2]) * 320 / 20 if is_saturated else 0.0


class Film:
    """Every frame a board showed."""

    def __init__(self, look: DisplayOptions = USUAL) -> None:
        self.lights: Levels = []
        self.reds: Levels = []
        self.now_s = 0.0
        self._painter, self._surface = Painter(look=look), Surface(SIZE)

    def show(self, shown: Board, for_s: float) -> None:
        """Shows a board for so many seconds."""
        for _ in range(round(for_s * FRAMES_A_SECOND)):
            changed = self._painter.draw(self._surface, shown, self.now_s)
            self.now_s += 1 / FRAMES_A_SECOND
            if changed or not self.lights:
                self.look_at(self._surface)
            else:
                self._painter.prepaint()
                self.lights.append(self.lights[-1])
                self.reds.append(self.reds[-1])

    def look_at(self, picture: Surface) -> None:
        """Notes the light of one more frame."""
        blocks = pygame.transform.smoothscale(picture, (ACROSS, DOWN))
        colours = [blocks.get_at((at % ACROSS, at // ACROSS))[:3] for at in range(ACROSS * DOWN)]
        self.lights.append([luminance(*colour) for colour in colours])
        self.reds.append([redness(*colour) for colour in colours])

    def flashes(self) -> int:
        """The most flashes within a second that a field has."""
        light = partial(turns, least=0.1, darker_below=0.8)
        return max(most_in_a_field(self.lights, light), most_in_a_field(self.reds, partial(turns, least=1.0)))


def turns(levels: Sequence[float], least: float, darker_below: float = float("inf")) -> list[int]:
    """The frames that complete a change of at least `least` against the one before."""
    found: list[int] = []
    low = high = levels[0]
    rose: bool | None = None
    for frame, level in enumerate(levels):
        if rose is not False:
            high = max(high, level)
        if rose is not True:
            low = min(low, level)
        if rose is not True and level - low >= least and low < darker_below:
            rose, high = True, level
            found.append(frame)
        elif rose is not False and high - level >= least and level < darker_below:
            rose, low = False, level
            found.append(frame)
    return found


def most_in_a_field(levels: Levels, turns_of: Callable[[Sequence[float]], list[int]]) -> int:
    """The most flashes, of two opposite changes each, within a second in a quarter of a field."""
    flashed = []
    for block in zip(*levels, strict=True):
        found = turns_of(block)
        within = [sum(at <= other < at + FRAMES_A_SECOND for other in found) for at in found]
        flashed.append(max(within, default=0) // 2)
    most = 0
    for top in range(DOWN - FIELD[1] + 1):
        for left in range(ACROSS - FIELD[0] + 1):
            rows = range(top, top + FIELD[1])
            field = [flashed[row * ACROSS + left + column] for row in rows for column in range(FIELD[0])]
            most = max(most, sorted(field)[-round(SHARE * len(field))])
    return most


# That it is noticed


def blinking(shown: Sequence[Board], a_second: float, for_s: float = 3.0) -> Film:
    """Shows boards one after the other, over and over, so many a second."""
    film = Film()
    for one in islice(cycle(shown), round(for_s * a_second)):
        film.show(one, 1 / a_second)
    return film


def test_what_flashes_is_noticed() -> None:
    """Black and white ten times a second are five flashes; six times are three, which are allowed."""
    for a_second, flashes in ((10, 5), (6, 3), (2, 1)):
        film = Film()
        for number in range(3 * a_second):
            level = float(number % 2)
            film.lights += [[level] * ACROSS * DOWN] * (FRAMES_A_SECOND // a_second)
        film.reds = [[0.0] * ACROSS * DOWN] * len(film.lights)
        assert film.flashes() == flashes
    film.reds, film.lights = film.lights, film.reds
    assert film.flashes() == 1
    assert redness(255, 0, 0) >= 1 > redness(255, 128, 128) == 0.0


@pytest.mark.parametrize(("columns", "flashes"), [(1, 0), (2, 5)])
def test_what_is_too_small_to_be_a_flash_is_none(columns: int, flashes: int) -> None:
    """An eighth of ten degrees is too small, a quarter is not."""
    film = Film()
    for number in range(2 * FRAMES_A_SECOND):
        is_lit = number // 3 % 2
        film.lights.append([float(is_lit and at % ACROSS < columns) for at in range(ACROSS * DOWN)])
    film.reds = [[0.0] * ACROSS * DOWN] * len(film.lights)
    assert film.flashes() == flashes


def test_changes_of_a_level_are_counted_where_they_oppose_each_other() -> None:
    assert turns([0, 0.05, 0.1, 0.5, 1.0], 0.1) == [2]
    assert turns([0.5, 0.55, 0.5, 0.55], 0.1) == []
    assert turns([0.2, 0.4, 0.35, 0.25, 0.3, 0.2, 0.35], 0.1) == [1, 3, 6]
    assert turns([0.85, 1.0, 0.85], 0.1, darker_below=0.8) == []


def test_a_board_that_turns_from_day_to_night_at_once_would_be_noticed() -> None:
    day, night = replace(board("debate"), timer=None), board("night")
    others = [replace(one, places=[*one.places[:-1]]) for one in (day, night)]  # other seats: nothing fades
    assert blinking([day, others[1]], 8).flashes() > MOST


# What the board does


@cache
def seen_in_a_hurry(words: bool) -> list[Seen]:
    """Plays a round and its chronicle as fast as a room can."""
    view = RecordingView()
    rulebook = MOTS_GAROUS.key if words else "best-of"
    Hall(Way(rulebook, SIZE, USUAL, 13, "fr", long_names=False), view, HurriedTimes()).play(seed=3)
    return view.seen


@pytest.mark.parametrize(
    "look", [USUAL, DisplayOptions(calm=True), DisplayOptions("large", "high")][: few(3, 1)], ids=str
)
def test_nothing_that_moves_flashes(look: DisplayOptions) -> None:
    """Every scene after every other kind of light, with all that begins then, and the last seconds of a
    clock."""
    film = Film(look)
    evening: list[Board] = [board(scene, 13) for scene in SCENES]
    evening += [word_board(moment, 13) for moment in WORD_MOMENTS]
    evening += [replace(board("dawn", 13), news=news) for news in ("bear_growls", "house_burnt")]
    evening += [board(scene, 13) for scene in ("night", "debate", "night", "dawn", "shot", "night")]
    for shown in evening:
        if shown.timer:
            shown.timer = Timer(film.now_s + 4.0, 60.0)
        film.show(shown, 4.0)
    assert film.flashes() <= MOST


@pytest.mark.parametrize(
    ("words", "look"), some(product((False, True), (USUAL, DisplayOptions(calm=True))), of=3), ids=str
)
def test_a_round_in_a_hurry_does_not_flash(words: bool, look: DisplayOptions) -> None:
    """The show, where a room changes scenes fastest, with long pauses cut short."""
    film = Film(look)
    seen = seen_in_a_hurry(words)
    for (now_s, shown), (next_s, _) in pairwise(seen[: few(len(seen), 60)]):
        if timer := shown.timer:
            shown = replace(shown, timer=replace(timer, ends_s=timer.ends_s - now_s + film.now_s))
        film.show(shown, min(next_s - now_s, STANDS_S))
    assert film.flashes() <= MOST


@pytest.mark.parametrize(
    ("words", "look"), some(product((False, True), (USUAL, DisplayOptions("large", "high"))), of=2), ids=str
)
def test_pages_of_the_chronicle_turned_as_fast_as_a_finger_can_do_not_flash(
    words: bool, look: DisplayOptions
) -> None:
    """With the winners among them, and back and forth between any two."""
    pages = [shown for _, shown in seen_in_a_hurry(words) if shown.scene in ("over", "told")]
    assert len(pages) > 4
    film = Film(look)
    for one, other in pairwise([*pages, *pages[:2]]):
        for shown in (one, other) * 3:
            film.show(shown, 1 / PRESSES_A_SECOND)
    assert film.flashes() <= MOST


@pytest.mark.parametrize(
    "look", [USUAL, DisplayOptions(calm=True), DisplayOptions(contrast="high")][: few(3, 1)], ids=str
)
def test_scenes_that_follow_each_other_within_moments_do_not_flash(look: DisplayOptions) -> None:
    """Faster than any room changes them: one a second, in any order."""
    film = Film(look)
    evening = [board(scene, 13) for scene in SCENES] * 2
    Random(1).shuffle(evening)
    for shown in evening:
        film.show(shown, 1.0)
    assert film.flashes() <= MOST


@pytest.mark.parametrize("look", [USUAL, DisplayOptions("large", "high")], ids=str)
@pytest.mark.parametrize("behind", ["attract", "debate", "night"])
def test_menus_turned_as_fast_as_a_finger_can_do_not_flash(behind: str, look: DisplayOptions) -> None:
    film, shown = Film(look), board(behind, 13)  # type: ignore[arg-type]
    entries = [MenuEntry(f"Entry {number}", "value", "a note " * (number % 3)) for number in range(9)]
    for cursor in range(3 * PRESSES_A_SECOND):
        film.show(replace(shown, menu=Menu("Menu", entries, cursor % 9)), 1 / PRESSES_A_SECOND)
    assert film.flashes() <= MOST
