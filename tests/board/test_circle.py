"""The circle on the board of those called who have no ring: what it says, and how bright it is."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pygame
import pytest

from table.board.board import Board, LegendSign, Place, SecretCircle
from table.board.paint.scenes import Painter
from table.board.terminal import secret_lines
from table.board.view import DisplayOptions
from tests.kit.browser import light_of
from tests.kit.sampling import THOROUGH, some, ways
from tests.kit.tables import NARRATION

NAMES = [str(name.label) for name in NARRATION["fr"].places.values()]
SIZES = ((960, 540), (800, 600), *([(1280, 720), (1920, 1080)] if THOROUGH else ()))
SAME = 0.005
"""How much brighter than another a circle may be, as a share of white."""
LONG = "Chaque nuit, elle découvre la carte d’un joueur de son choix, et sait peu à peu qui ment au village."
PACK = "\n".join(
    [*(f"{name} : Votre lumière : {NAMES[5]}." for name in NAMES[:4]), f"Votre meute : {NAMES[:4]}."]
)
CIRCLES = (
    SecretCircle(),
    SecretCircle(f"{NAMES[1]} : Loup-Garou.\nVotre lumière : {NAMES[0]}.", pointed=(0,)),
    SecretCircle(f"Voyante\n{LONG}"),
    SecretCircle(PACK, pointed=(1, 2), locked=(5,)),
    SecretCircle("Choisi.", locked=(0, 1, 2, 3, 4)),
)


def drawn(seats: int, secret: SecretCircle | None, **more: Any) -> Board:
    places = [Place(name, alive=seat != 3) for seat, name in enumerate(NAMES[:seats])]
    said = {"title": "Nuit 2", "headline": "La Voyante", "caption": "La Voyante ouvre les yeux."}
    return Board("night", places=places, secret=secret, **(said | more))


def painted(board: Board, size: tuple[int, int], look: DisplayOptions) -> pygame.Surface:
    surface = pygame.Surface(size)
    Painter(look=look).draw(surface, board, 1.0)
    return surface


@pytest.mark.parametrize(
    ("seats", "size", "text", "contrast"),
    some(ways((6, 8, 12, 24), SIZES, ("normal", "large"), ("normal", "high")), of=4),
)
def test_every_circle_sheds_the_same_light(
    seats: int, size: tuple[int, int], text: Any, contrast: Any
) -> None:
    light = []
    for circle in CIRCLES:
        picture = BytesIO()
        pygame.image.save(
            painted(drawn(seats, circle), size, DisplayOptions(text=text, contrast=contrast)),
            picture,
            "a.png",
        )
        light.append(light_of(picture.getvalue()))
    assert max(light) - min(light) <= SAME
    assert max(light) < 0.15, "and little of it"


@pytest.mark.parametrize(("seats", "size"), ways((6, 8, 12, 24), ((1280, 720), (1024, 768))))
def test_all_names_and_words_of_a_circle_are_there_and_fit(seats: int, size: tuple[int, int]) -> None:
    for circle in CIRCLES:
        written = Painter().text_rects(drawn(seats, circle), size)
        told = " ".join(line.text for line in written).replace("\u00a0", " ")
        for name in NAMES[:seats]:
            assert name in told
        for word in circle.words.split():
            assert word in told
        for one in written:
            assert pygame.Rect((0, 0), size).contains(one.rect)
        words = [line.rect for line in written if line.what.startswith("secret words")]
        names = [line.rect for line in written if line.what.removeprefix("secret ").isdigit()]
        assert not any(rect.collidelistall(names) for rect in words)


def test_it_lies_over_the_legend_of_a_deal_and_nothing_of_it_is_left() -> None:
    legend = [LegendSign("Voyante", 1, "still")]
    surface, painter = pygame.Surface((1280, 720)), Painter()
    dealt = drawn(8, None, legend=legend)
    dealt.scene = "deal"
    painter.draw(surface, dealt, 1.0)
    before = surface.get_buffer().raw
    dealt.secret = CIRCLES[1]
    painter.draw(surface, dealt, 2.0)
    assert surface.get_buffer().raw != before
    dealt.secret = None
    for _ in range(3):
        painter.draw(surface, dealt, 3.0)
    assert surface.get_buffer().raw == before


def test_a_terminal_tells_who_is_pointed_at_and_chosen() -> None:
    lines = secret_lines(CIRCLES[3], NAMES)
    assert [span.style for span in lines[0].spans] == ["reverse", "bold underline", "bold underline"]
    assert [line.plain for line in lines[1:]] == PACK.splitlines()
