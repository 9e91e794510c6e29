"""The gallery has every picture of its chapters, and every scene of the board."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from itertools import chain
from pathlib import Path
from typing import get_args

import av
import pygame
import pytest
from pygame import Surface

from table.board.board import Board, Scene
from table.games.werewolf.rules import rulebooks as _every_card  # noqa: F401 - each card declares its news
from table.games.werewolf.rules.news import News
from tests.board.test_flashes import FRAMES_A_SECOND, MOST, Film
from tests.board.test_join import scanned
from tests.gallery import phones, reel
from tests.gallery.__main__ import CHAPTERS, LANGUAGES, WRITTEN, page, shots, where
from tests.gallery.evening import opened
from tests.gallery.hall import PIXELS, Hall, Script, Shot
from tests.gallery.parlour import CHAIRS, HEIGHT, ROOM, WIDTH, Sight, room
from tests.gallery.phones import ADDRESS

SAYS: Mapping[str, str] = {name: says for chapter in CHAPTERS for name, says in chapter.SAYS.items()}
ALL = {**SAYS, **phones.PAGES}
"""Boards, and pages of phones."""


@pytest.fixture(scope="module")
def chapters() -> Mapping[str, Sequence[Shot]]:
    """All pictures of one language, as real rounds show them."""
    return shots("en")


def test_the_page_shows_every_picture_under_its_title(chapters: Mapping[str, Sequence[Shot]]) -> None:
    text = page(chapters, {language: ["a line < of text"] for language in LANGUAGES})
    for name, says in ALL.items():
        figure = f"<figcaption>{escape(says)}</figcaption><div>"
        inside = "<pre>a line &lt; of text</pre>" if name == WRITTEN else f'<img src="{name}.fr.png"'
        assert text.count(figure + inside) == 1


def test_every_scene_and_all_news_of_cards_have_a_picture(chapters: Mapping[str, Sequence[Shot]]) -> None:
    rows = {what: names.split(", ") for what, names in where(chapters)}
    scenes = {f"scene {scene}" for scene in get_args(Scene)}
    news = {f"news {card.key}" for card in News.__subclasses__() if card.__module__.startswith("table.")}
    assert set(rows) == scenes | news
    assert set().union(*rows.values()) == set(SAYS)


def test_a_script_that_waits_in_vain_says_where() -> None:
    def never(_: Board) -> bool:
        return False

    def waiting(wants: Callable[[Board], bool]) -> Script:
        yield wants

    def outer() -> Script:
        yield from waiting(never)

    with pytest.raises(LookupError, match=r"in vain at outer:\d+ > waiting:\d+: Board"):
        Hall("en").play(outer())


@pytest.fixture(scope="module")
def evening() -> reel.Evening:
    """The evening of the film."""
    return reel.played("en")


def test_the_film_is_short_and_small_and_can_be_watched(evening: reel.Evening, tmp_path: Path) -> None:
    """Its codes can be scanned, on the wall and in the hand, and nothing flashes."""
    pygame.display.init()
    shots = [reel.frames(evening, shot) for shot in reel.SHOTS]
    pictures = [*chain.from_iterable(map(reel.drawn, shots))]
    reel.write(pictures, path := tmp_path / "reel.gif")
    assert path.stat().st_size <= 1_500_000
    with av.open(str(path)) as film:
        shown = [
            pygame.image.frombytes(bytes(frame.reformat(format="rgb24").planes[0]), (WIDTH, HEIGHT), "RGB")
            for frame in film.decode(video=0)
        ]
        assert film.duration
        assert 20 <= film.duration / av.time_base <= 25
    assert len(shown) == len(pictures)
    scanning, half = shown[len(shots[0]) + 1], WIDTH // 2
    for left in (0, half):
        assert [*scanned(scanning.subsurface((left, 0, half, HEIGHT)))] == [f"http://{ADDRESS}"]
    flashes = Film()
    for at in range(int(len(shown) * FRAMES_A_SECOND / reel.FPS)):
        flashes.look_at(shown[int(at * reel.FPS / FRAMES_A_SECOND)])
    assert flashes.flashes() <= MOST


def test_the_film_shows_what_happens_at_a_table(evening: reel.Evening) -> None:
    """Every shot has on the board, the rings, in hands and in the light of the room what it is there for."""
    shown = {shot.moment: reel.frames(evening, shot) for shot in reel.SHOTS}
    first = {moment: frames[0].sight for moment, frames in shown.items()}
    last = {moment: frames[-1] for moment, frames in shown.items()}
    phones = [frame.sight.phone for frame in shown["scan"]]
    assert [phone.page + phone.taken for phone in dict.fromkeys(phones) if phone] == [0, 1, 2]
    assert not shown["scan"][0].board.menu
    assert last["scan"].board.menu
    assert {frame.sight.hand for frame in shown["deal"]} == {0.0, reel.HOVERS}
    pressed = [frame.sight for frame in shown["deal"] if frame.sight.hand == 0.0]
    assert {lit_of(sight.rings[0]) for sight in pressed[2:]} == {4}
    assert (first["nightfall"].light, last["nightfall"].sight.light) == (1.0, 0.0)
    assert not first["nightfall"].sleeps
    assert last["nightfall"].sight.sleeps
    turning = shown["turn"]
    assert {lit_of(ring) for frame in turning for ring in frame.sight.rings if ring} == {4}
    assert len({frame.sight.rings[0] for frame in turning}) > 5
    assert (shown["dawn"][0].board.scene, last["dawn"].board.scene) == ("night", "dawn")
    assert opened(last["card"].board) > opened(shown["card"][0].board)
    assert any(frame.board.hush for frame in shown["card"])
    assert {frame.sight.hand for frame in shown["vote"]} == {0.0, reel.HOVERS}
    assert len(last["arrows"].board.arrows) > len(shown["arrows"][0].board.arrows) == 0
    assert sum(place.marked for place in last["crowd"].board.places) > 3
    assert any(lit_of(ring) == PIXELS for ring in last["crowd"].sight.rings)


def lit_of(ring: bytes) -> int:
    """How many lights of a ring are lit."""
    return sum(any(ring[at : at + 3]) for at in range(0, len(ring), 3))


def test_a_room_shows_shut_eyes_lights_and_hands() -> None:
    pygame.display.init()
    wall = Surface((16, 9))
    dark, lit = ([bytes([level] * 3 * PIXELS)] * len(CHAIRS) for level in (0, 90))
    seen = [
        Sight(1.0, dark, range(8)),
        Sight(1.0, lit, range(8)),
        Sight(0.0, dark, range(8)),
        Sight(1.0, dark, range(8), sleeps=True),
        Sight(1.0, dark, range(8), hand=0.0),
        Sight(1.0, dark, range(8), hand=5.0),
        Sight(1.0, dark, range(8), hand=0.0, covers=True),
        Sight(1.0, [b"", *dark[1:]], range(8)),
        Sight(1.0, dark, range(1, 9)),
    ]
    pictures = {pygame.image.tobytes(room(sight, wall, ROOM), "RGB") for sight in seen}
    assert len(pictures) == len(seen)


def test_without_an_evening_there_is_no_film(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reel, "ROUNDS", 0)
    with pytest.raises(LookupError, match="no round of 0 has all of the film"):
        reel.played("en")
