"""Looks, screens and houses for particular needs: pictures of other chapters once more, and some of their
own."""

from __future__ import annotations

from collections.abc import Mapping

from hardware.troubles import Trouble
from table.board.board import Board
from table.board.view import DisplayOptions
from table.settings.settings import ScreenSettings
from tests.gallery.evening import Wanted, captain, looked_for, opened, rounds
from tests.gallery.hall import Hall, Script, Shot, Simulated, is_told
from tests.gallery.hosts import starts

TITLE = "For other eyes, ears and screens"
MANY_SEATS = 24
FOUR_TO_THREE, LARGEST, SMALLEST = (1440, 1080), (3840, 2160), (1280, 720)
LARGE, HIGH = DisplayOptions(text="large"), DisplayOptions(contrast="high")
AGAIN: dict[str, tuple[str, str, DisplayOptions, tuple[int, int]]] = {
    "large_debate": ("Large text: talking", "debate", LARGE, (1920, 1080)),
    "large_dawn": ("Large text: the victims of the night", "dawn", LARGE, (1920, 1080)),
    "large_menu": ("Large text: the host’s menu", "menu", LARGE, (1920, 1080)),
    "high_night": ("High contrast: light words on black, a moon for the night", "night", HIGH, (1920, 1080)),
    "high_dawn": ("High contrast: the victims of the night", "dawn", HIGH, (1920, 1080)),
    "high_ballots": ("High contrast: all votes", "ballots", HIGH, (1920, 1080)),
    "high_questions": ("High contrast: the questions of Mots-garous", "questions", HIGH, (1920, 1080)),
    "high_large_over": (
        "Both: the winners, and all cards", "over", DisplayOptions("large", "high"), (1920, 1080),
    ),
    "calm": (
        "A calm board: all arrows are there at once, and nothing moves but the clock, every ten seconds",
        "arrows", DisplayOptions(calm=True), (1920, 1080),
    ),
    "four_to_three": ("A projector of 1440 x 1080", "vote", DisplayOptions(), FOUR_TO_THREE),
    "largest": ("A screen of 3840 x 2160", "over", DisplayOptions(), LARGEST),
    "smallest": ("A screen of 1280 x 720", "questions", DisplayOptions(), SMALLEST),
}  # fmt: skip
"""Boards of other chapters drawn otherwise: title, name of the picture there, look, size in pixels."""

IN_WINDOW = {
    "window": "A simulated table in one window, in a night of eyes down: every ring shows the sign of the "
    "Werewolves until they choose",
    "terminal": "The same table in a terminal: a vote",
}
WINDOW, TERMINAL = (1280, 900), (110, 34)

UNWRITTEN = {
    "no_captions": Wanted(
        "Without captions, if the house prefers it and the voice works",
        lambda _, now: now.scene == "dawn" and sum(place.marked for place in now.places) == 2,
    )
}
UNHEARD = {
    "no_voice": Wanted(
        "Without a voice everything is written, and the foot of the board says so",
        lambda _, now: is_told(now, "dawn") and any(place.marked for place in now.places),
    ),
    "eyes_down": Wanted(
        "Then, or if a house prefers it, all eyes stay open and down by night: each ring shows the sign of "
        "the card that is called",
        lambda was, now: was.scene == now.scene == "night" and was.headline != now.headline,
    ),
    "eyes_down_dawn": Wanted(
        "In the morning everybody looks up", lambda was, now: was.scene == "night" and is_told(now, "dawn")
    ),
}
ALBERT = {
    "albert_deal": Wanted(
        "The deal in the words of Tit Albert", lambda _, now: is_told(now, "deal") and now.timer
    ),
    "albert_night": Wanted(
        "A call in the words of Tit Albert",
        lambda was, now: was.scene == now.scene == "night" and was.headline != now.headline,
    ),
    "albert_dawn": Wanted("A morning", lambda _, now: is_told(now, "dawn") and opened(now) > 0),
    "albert_captain": Wanted(
        "Tit Albert’s captain has another title",
        lambda _, now: is_told(now, "ballots") and captain(now) is not None,
    ),
    "albert_over": Wanted("The end", lambda _, now: is_told(now, "over") and not now.arrows),
}
MANY = {
    "many_deal": Wanted(
        "Twenty-four seats: the signs of eighteen cards", lambda _, now: is_told(now, "deal") and now.timer
    ),
    "many_night": Wanted(
        "A call of the night",
        lambda was, now: was.scene == now.scene == "night" and was.headline != now.headline and dead(now) > 3,
    ),
    "many_ballots": Wanted(
        "All votes",
        lambda _, now: is_told(now, "ballots") and len(now.arrows) > 12 and dead(now) > 3
        and not any(place.marked for place in now.places),
    ),
    "many": Wanted(
        "At the end their cards are laid out in rows, clockwise",
        lambda _, now: is_told(now, "over") and not now.arrows and dead(now) > 8,
    ),
}  # fmt: skip
SAYS = {
    **{name: says for name, (says, *_) in AGAIN.items()},
    **IN_WINDOW,
    **{name: one.says for wanted in (UNWRITTEN, UNHEARD, ALBERT, MANY) for name, one in wanted.items()},
}


def shots(language: str, above: Mapping[str, Shot]) -> list[Shot]:
    """The pictures of this chapter. `above`: the pictures of all other chapters, by name."""
    drawn = [
        above[of]._replace(name=name, says=says, look=look, size=size)
        for name, (says, of, look, size) in AGAIN.items()
    ]
    drawn += simulated(language)
    drawn += looked_for(UNWRITTEN, rounds(language, screen=ScreenSettings(captions=False)))
    unheard = rounds(language, night="eyes_down", trouble=Trouble("sound.missing", detail=""))
    drawn += looked_for(UNHEARD, unheard)
    drawn += looked_for(ALBERT, rounds(language, rulebook="tit-albert"))
    return drawn + looked_for(MANY, rounds(language, MANY_SEATS))


def simulated(language: str) -> list[Shot]:
    """A simulated table on a laptop, in a window and in a terminal."""
    hall = Hall(language, game={"night": "eyes_down"})
    people = (0, 4)

    def steps() -> Script:
        yield from starts(hall, *people)
        yield lambda board: board.headline == hall.word("call.werewolves") and board.scene == "night"
        yield 2.0
        hall.keep("window")
        yield lambda board: len(board.arrows) > 7 and is_told(board, "ballots")
        yield 1.0
        hall.keep("terminal")

    kept = hall.play(steps())
    bots = frozenset(range(len(hall.names))) - {*people}
    below = Simulated(hall.word("prompt.buttons.1"), bots)
    return [
        Shot("window", IN_WINDOW["window"], kept["window"], size=WINDOW, window=below),
        Shot("terminal", IN_WINDOW["terminal"], kept["terminal"], size=TERMINAL, window=below),
    ]


def dead(board: Board) -> int:
    """How many have died."""
    return sum(not place.alive for place in board.places)
