"""The pictures: every character has one, they are told apart by shape alone, and an owner's lie over ours."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Generator
from itertools import combinations, cycle, product
from pathlib import Path
from typing import TypeVar, cast

import pygame
import pytest
from msgspec.structs import replace
from pygame import Rect

from table.appliance.opening.updates import findings_in
from table.board.board import Board, LegendSign, Place
from table.board.paint.art import DARK, FOLDERS, INK, SETS, Art, pictures_in
from table.board.paint.doors import SIGNS as DOOR_SIGNS
from table.board.paint.frame import DAYBREAK, EMBLEM, NEWS_EMBLEM, NEWS_PICTURE, SKY_EMBLEM, WINNERS
from table.board.paint.hours import HOURS, SCENERY
from table.board.paint.hours import land as colours_of
from table.board.paint.land import WEATHER, key_of, painted
from table.board.paint.landscape import CLOUDS, DEPTHS, LANDS, SKIES, SQUARE
from table.board.paint.landscape import paint as paint_landscape
from table.board.paint.palette import DAY, NIGHT, luminance
from table.board.paint.plaques import MARKS, signs_of
from table.board.paint.reveal import BOAT
from table.board.paint.scenes import Painter
from table.board.paint.signs import MOTIONS
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.games.werewolf.rules.twists.deck import TWISTS
from table.games.werewords.rules.tiles import TILES
from table.house.load import load as load_house
from table.paths import ART, PACKAGE, SHIPPED
from table.settings.owner import Owner
from table.words.narration import Narration
from tests.kit.boards import board
from tests.kit.sampling import some

T = TypeVar("T")
FAR_PX = 64
"""The size at which shapes are compared: a picture of a hand's breadth, seen from five metres."""
ALIKE = 0.78
"""Two shapes are alike if what they share is more than this part of what both cover together."""
FULL_HD = (1920, 1080)
SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10" viewBox="0 0 10 10">{}</svg>'
DISC = SVG.format('<circle cx="5" cy="5" r="5" fill="#12ab34"/>')
OURS = dict(pictures_in(ART))
SHOWN_SETS = ("", *SETS)
ALL_PLACES = tuple(Narration.load("fr").places)
SHAPES = ("svg", "g", "path", "circle", "ellipse", "rect", "polygon")
PAINT = ART.parent / "paint"
SHOWN = (PACKAGE, PACKAGE.parent / "hardware", SHIPPED)
TEXTS = ("py", "toml", "js", "html", "css", "svg")
CROSS = re.compile(r"[\u2020\u2021\u2626-\u2629\u2719-\u2720]")
"""Daggers and crosses."""
FACE = re.compile(r'<g id="face">\s*<ellipse [^>]*fill="(#\w+)"')
SKINS = ("#f3cda5", "#d99f74", "#a86b48", "#7d4c36")
DRAWN = (*SHAPES, "defs", "stop", "linearGradient", "radialGradient")
"""Elements that are drawn here as in a vector editor."""


def shape(picture: pygame.Surface) -> pygame.mask.Mask:
    return pygame.mask.from_surface(picture)


def seen_as(art: Art, name: str) -> bytes:
    return pygame.image.tobytes(art.draw(name, FAR_PX), "RGBA")


def likeness(one: pygame.mask.Mask, other: pygame.mask.Mask) -> float:
    """How much two shapes share of all that they cover."""
    shared = one.overlap_area(other, (0, 0))
    return shared / (one.count() + other.count() - shared)


def twins(art: Art, names: list[str], alike: float = ALIKE) -> list[tuple[str, str]]:
    """Pairs of pictures whose shapes are alike."""
    shapes = {name: shape(art.draw(name, FAR_PX)) for name in names}
    return [pair for pair in combinations(names, 2) if likeness(*map(shapes.__getitem__, pair)) > alike]


def cards() -> set[str]:
    """The keys of all that somebody can be."""
    of_the_house = load_house()
    return {card.key for book in RULEBOOKS.values() for card in book.cards} | {
        *TILES,
        *(role.card.key for role in of_the_house),
    }


def test_every_picture_is_used_and_what_uses_one_has_it() -> None:
    signs = {*EMBLEM.values(), *SKY_EMBLEM.values(), *NEWS_EMBLEM.values(), *WINNERS.values(), *MOTIONS}
    signs |= {
        *DOOR_SIGNS.values(),
        *MARKS.values(),
        "crown",
        "crow",
        "tick",
        "talk",
        "sights",
        "warning",
        "robot",
    }
    wanted = {
        *(f"cards/{key}" for key in (*cards(), "back")),
        *(f"events/{twist.key}" for twist in TWISTS),
        *(f"places/{key}" for key in (*Narration.load("fr").places, "house", "crow")),
        *(f"signs/{sign}" for sign in signs if sign),
        *(f"scenery/{land}_{depth}" for land in LANDS for depth in DEPTHS),
        *(f"scenery/{sky}" for sky in (*SKIES, *CLOUDS)),
    }
    shared = {name for name in OURS if name.partition("/")[0] not in SETS}
    assert wanted == {name for name in shared if not name.startswith("things/")}
    code = "".join(file.read_text("utf-8") for file in PAINT.glob("*.py"))
    assert {*re.findall(r'"scenery/(\w+)"', code), *WEATHER.values()} == {*SKIES}
    told = {f"things/{thing}" for thing in (*NEWS_PICTURE.values(), DAYBREAK)}
    assert told | set(re.findall(r'"(things/\w+)"', code)) - {BOAT} == {
        name for name in shared if name.startswith("things/")
    }


@pytest.mark.parametrize("rulebook", SETS)
def test_a_set_lies_over_pictures_that_its_rulebook_shows(rulebook: str) -> None:
    played = {*(card.key for card in RULEBOOKS[rulebook].cards), "back"}
    ours = {name.partition("/")[2] for name in OURS if name.startswith(f"{rulebook}/")}
    assert ours - {BOAT} <= set(OURS)
    portraits = {name[6:] for name in ours if name.startswith("cards/")}
    assert {"villager", "little_girl", "seer", "witch", "cupid", "hunter", "werewolf"} <= portraits <= played
    assert ours >= {f"places/{key}" for key in (*ALL_PLACES[:24], "house")}, "every seat has a house of it"
    for name in ours:
        assert (
            shape(Art().of(rulebook).draw(name, 64)).count()
            == shape(Art().draw(f"{rulebook}/{name}", 64)).count()
        )
    other = Art().of("family")
    assert BOAT not in other
    assert all(
        seen_as(other, name) == seen_as(Art(), name) != seen_as(Art().of(rulebook), name)
        for name in ours - {BOAT}
    )


@pytest.mark.parametrize("name", OURS)
def test_each_picture_is_drawn_and_can_be_opened_by_an_artist(name: str) -> None:
    """It has named parts, and nothing that is drawn otherwise in a vector editor."""
    text = OURS[name].read_text("utf-8")
    assert set(re.findall(r"<(\w+)", text)) <= set(DRAWN)
    assert re.search(r'<g id="\w+"', text)
    assert "style=" not in text
    kind = name.split("/")[-2]
    for px in () if kind == "scenery" else (24, 200):
        assert shape(Art().draw(name, px)).count() / px**2 > 0.02
    colours = set(re.findall(r"#[0-9a-fA-F]{6}", text))
    if kind == "signs":
        assert colours == {INK}
    elif kind == "scenery":
        assert colours <= {row[0] for row in SCENERY}, "each hour has its own"
    elif kind == "places" and name != "places/crow":
        assert colours <= set(DARK), "it goes dark as a whole"


@pytest.mark.parametrize("rulebook", SHOWN_SETS)
def test_characters_are_told_apart_by_their_shapes_alone(rulebook: str) -> None:
    names = [name for name in OURS if name.startswith("cards/")]
    assert len(names) > 34
    assert twins(Art().of(rulebook), names) == []


def test_a_twin_would_be_found(tmp_path: Path) -> None:
    (tmp_path / "cards").mkdir()
    twin = OURS["cards/seer"].read_text("utf-8").replace("#6b4a8c", "#123456")
    (tmp_path / "cards/lynx.svg").write_text(twin, "utf-8")
    assert twins(Art(tmp_path), ["cards/fox", "cards/lynx", "cards/seer"]) == [("cards/lynx", "cards/seer")]


def test_a_crow_marks_the_dead_and_no_cross_stands_for_them() -> None:
    """Neither beside a name, nor where nobody has won, nor in any text that the table shows or sends."""
    assert signs_of(Place("the Mill", alive=False), is_open=True) == ["crow"]
    assert WINNERS["nobody"] == "crow_moon"
    shown = [file for folder in SHOWN for kind in TEXTS for file in folder.rglob(f"*.{kind}")]
    assert {file.suffix[1:] for file in shown} == set(TEXTS)
    assert [file for file in shown if CROSS.search(file.read_text("utf-8"))] == []


def skins(keys: set[str], rulebook: str = "") -> Counter[str]:
    """How many faces of these cards have each colour of skin; beasts have none. `rulebook`: whose set they
    are seen in."""
    shown = (OURS.get(f"{rulebook}/cards/{key}") or OURS[f"cards/{key}"] for key in keys)
    faces = "".join(picture.read_text("utf-8") for picture in shown)
    return Counter(skin for skin in FACE.findall(faces) if skin in SKINS)


def test_no_skin_is_the_usual_one() -> None:
    """Else the few who have another are seen as strangers. A house's own cards belong to no rulebook."""
    ours = [({card.key for card in book.cards}, key) for key, book in RULEBOOKS.items()]
    for keys, rulebook in ((cards(), ""), ({*TILES}, ""), *ours):
        counts = skins(keys, rulebook)
        assert max(counts.values()) <= 0.4 * counts.total(), counts
        assert set(counts) == set(SKINS)


def test_all_signs_and_houses_differ() -> None:
    for folder in FOLDERS:
        drawn = [
            pygame.image.tobytes(Art().draw(name, 80), "RGBA") for name in OURS if name.startswith(folder)
        ]
        assert len(set(drawn)) == len(drawn)


def test_a_sign_has_the_colour_that_is_asked_for() -> None:
    picture = Art().sign("star", 40, NIGHT.mark)
    assert picture.get_size() == (80, 80)
    assert tuple(picture.get_at((40, 44))) == (*NIGHT.mark, 255)


@pytest.mark.parametrize("name", [name for name in OURS if re.search("places/(?!crow)", name)])
def test_a_house_goes_dark(name: str) -> None:
    """No window shines, nothing is as bright as before."""
    lit, dark = (brightest(Art().draw(name, 80, colours)) for colours in (None, DARK))
    assert dark < 0.2 < 0.6 < lit


def brightest(picture: pygame.Surface) -> float:
    at = [(x, y) for x in range(picture.get_width()) for y in range(picture.get_height())]
    colours = [picture.get_at(one) for one in at]
    return max(luminance((one.r, one.g, one.b)) for one in colours if one.a == 255)


@pytest.mark.parametrize("name", [name for name in OURS if re.search("places/(?!crow)", name)])
def test_a_light_burns_in_each_house_or_none_and_its_walls_follow_the_hour(name: str) -> None:
    lit, unlit = (Art().at_hour(name, 80, "night", windows=windows) for windows in (True, False))
    assert brightest(unlit) < 0.35 < brightest(lit)
    assert shape(unlit).count() == shape(lit).count()
    by_day = Art().at_hour(name, 80, "day", windows=False)
    assert luminance(pygame.transform.average_color(by_day)[:3]) > 1.5 * luminance(
        pygame.transform.average_color(unlit)[:3]
    )


@pytest.mark.parametrize("rulebook", SHOWN_SETS)
def test_houses_are_told_apart_by_their_shapes_alone(rulebook: str) -> None:
    assert twins(Art().of(rulebook), [name for name in OURS if name.startswith("places/")], 0.86) == []


# Scenery


def test_each_land_looks_different_at_every_hour_and_covers_screens_of_any_shape() -> None:
    seen = []
    for (land, hour), breadth in zip(product(LANDS, HOURS), cycle((192, 144, 64, 252)), strict=False):
        surface = pygame.Surface((breadth, 108), pygame.SRCALPHA)
        paint_landscape(surface, Art(), land, hour)
        assert pygame.mask.from_surface(surface, 254).count() == breadth * 108
        seen.append(pygame.transform.average_color(surface))
    assert len(set(seen)) == len(seen) == 20


def test_the_square_is_calm_at_every_hour() -> None:
    """Houses and words lie upon it: nothing there is much lighter or darker than the rest."""
    (x, y), (breadth, rise) = SQUARE
    for land, hour in product(LANDS, HOURS):
        ground = Art().scene(f"scenery/{land}_ground", (192, 108), colours_of(hour))
        at = product((-0.3, -0.2, -0.1, 0, 0.1, 0.2, 0.3), (-0.3, -0.15, 0, 0.15, 0.3))
        spots = [
            ground.get_at((round(192 * x + 108 * breadth * dx), round(108 * (y + rise * dy))))
            for dx, dy in at
        ]
        bright = [luminance((spot.r, spot.g, spot.b)) for spot in spots]
        assert (max(bright) + 0.05) / (min(bright) + 0.05) < 1.35


@pytest.mark.parametrize("land", LANDS)
def test_below_the_pictures_of_a_land_its_ways_run_on_without_a_bend(land: str) -> None:
    """What is on their lowest line is on that of the board too, further from the middle."""
    size = 640, 360
    ground, top, high = ground_of(land, size)
    lowest, bottom = top + high - 1, size[1] - 1
    nearer = (bottom - top) / (lowest - top)
    assert nearer > 1.25
    across = range(-int(320 / nearer), int(320 / nearer))
    there, here = (
        [ground.get_at((320 + round(at * by), line)) for at in across]
        for by, line in ((1.0, lowest), (nearer, bottom))
    )
    assert len(set(map(tuple, there))) > 1, "something is seen"
    assert sum(alike(one, other) for one, other in zip(there, here, strict=True)) > 0.95 * len(across)
    straight = [ground.get_at((320 + at, bottom)) for at in across]
    assert sum(alike(one, other) for one, other in zip(there, straight, strict=True)) < 0.95 * len(across)


def test_on_a_wider_screen_the_ground_is_seen_down_to_the_end_of_its_pictures() -> None:
    """There they are wider than they are high: what is left over below is not cut off in a hill."""
    size = 840, 360
    ground, top, high = ground_of("autumn", size)
    scene = Art().scene("scenery/autumn_ground", (840, 840 * 1080 // 2560), colours_of(DAY.name))
    over = (scene.get_height() - high) // 2
    assert over > 30
    lines = range(top + high, min(top + high + over, size[1]))
    spots = list(product(range(0, 840, 7), lines))
    same = sum(alike(ground.get_at((x, y)), scene.get_at((x, y - top + over))) for x, y in spots)
    assert same > 0.95 * len(spots)


@pytest.mark.parametrize("land", LANDS)
def test_a_land_is_whole_and_keeps_no_line_in_which_nothing_of_it_is_seen(land: str) -> None:
    size = 640, 360
    surface, unpainted = pygame.Surface(size), (255, 0, 255)
    key = key_of(Painter()._frame(surface, size, board("debate", 24)), DAY)._replace(name=land)
    sky, hills, hills_top, ground = at_last(painted(Art(), key))
    assert sky.get_height() == hills_top + hills.get_height() == size[1] - ground.get_height()
    first, last = (hills.subsurface((0, y, size[0], 1)) for y in (0, hills.get_height() - 1))
    assert first.get_bounding_rect().width
    assert any(last.get_at((x, 0)).a < 255 for x in range(size[0]))
    surface.fill(unpainted)
    for piece, top in ((sky, 0), (hills, hills_top), (ground, sky.get_height())):
        surface.blit(piece, (0, top))
    assert not any(surface.get_at((x, y))[:3] == unpainted for x, y in product(*map(range, size)))


def ground_of(land: str, size: tuple[int, int]) -> tuple[pygame.Surface, int, int]:
    """A land by day as a board of this size shows it, and where its pictures begin, and how high they are."""
    surface = pygame.Surface(size)
    key = key_of(Painter()._frame(surface, size, board("debate", 8)), DAY)._replace(name=land)
    pieces = at_last(painted(Art(), key))
    surface.blit(pieces.ground, (0, pieces.sky.get_height()))
    return surface, key.top, key.high


def at_last(steps: Generator[None, None, T]) -> T:
    """What these steps return."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return cast("T", end.value)


def alike(one: pygame.Color, other: pygame.Color) -> bool:
    """Whether two colours are the same, but for what smoothing does."""
    return max(abs(a - b) for a, b in zip(tuple(one), tuple(other), strict=True)) < 12


# The owner's


def test_an_owners_picture_lies_over_ours(tmp_path: Path) -> None:
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards/seer.svg").write_text(DISC)
    art = Art(tmp_path)
    assert not art.wrong
    assert tuple(art.draw("cards/seer", 40).get_at((20, 20))) == (0x12, 0xAB, 0x34, 255)
    assert shape(art.draw("cards/fox", 40)).count() == shape(Art().draw("cards/fox", 40)).count()


def test_an_owners_picture_lies_over_the_set_of_a_rulebook_too(tmp_path: Path) -> None:
    """One for that rulebook alone is shown there alone; one for all is shown in every round."""
    square = SVG.format('<rect width="10" height="10" fill="#34ab12"/>')
    for name, drawing in (("places", DISC), ("tit-albert/places", square)):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "mill.svg").write_text(drawing)
    (tmp_path / "places/barn.svg").write_text(DISC)
    art, inside = Art(tmp_path), (20, 20)
    assert tuple(art.draw("places/mill", 40).get_at(inside))[:3] == (0x12, 0xAB, 0x34)
    island = art.of("tit-albert")
    assert tuple(island.draw("places/mill", 40).get_at(inside))[:3] == (0x34, 0xAB, 0x12)
    assert tuple(island.draw("places/barn", 40).get_at(inside))[:3] == (0x12, 0xAB, 0x34)
    assert seen_as(island, "places/forge") == seen_as(Art().of("tit-albert"), "places/forge")


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"a seer", "it is no SVG"),
        (b"<svg", "it is no SVG"),
        (b"\xff\xfe", "it is no SVG"),
        (b"", "it is no SVG"),
        (SVG.format("").encode(), "nothing of it can be seen"),
        (DISC.encode() + b" " * 2**20, "more than 1048576 bytes"),
    ],
)
def test_a_picture_that_cannot_be_shown_is_told_in_one_sentence(
    content: bytes, why: str, tmp_path: Path
) -> None:
    own = tmp_path / "art"
    (own / "cards").mkdir(parents=True)
    path = own / "cards/seer.svg"
    path.write_bytes(content)
    sentence = f"{path} is not shown: {why}"
    assert Art(own).wrong == {path: sentence}
    assert shape(Art(own).draw("cards/seer", 40)).count() == shape(Art().draw("cards/seer", 40)).count()
    found = [one for one in findings_in(Owner(tmp_path)) if one.grade == "wrong"]
    assert [one.found for one in found] == [sentence]


FIELD = '<rect width="2560" height="1080" fill="#335577"/></svg>'
MEASURES = {
    'viewBox="0 0 0 0"': "its viewBox is 0 0 0 0",
    'viewBox="0 0 0 1080" width="2560" height="1080"': "its viewBox is 0 0 0 1080",
    'viewBox="0 0 -2560 -1080"': "it is no SVG",
    'viewBox="0 0 nan nan"': "its viewBox is 0 0 nan nan",
    'viewBox="nan 0 2560 1080"': "its viewBox is nan 0 2560 1080",
    'viewBox="0 0 100% 100%"': "its viewBox is 0 0 100% 100%",
    'viewBox="0 0 2560"': "its viewBox is 0 0 2560",
    'viewBox="0 0 1..2 ."': "its viewBox is 0 0 1..2 .",
    'viewBox=""': "its viewBox is empty",
    'viewBox="0\n0\n100000\n1"': "its viewBox is 0 0 100000 1",
    'viewBox="0 0 1e-40 1e-40"': "it is no SVG",
    'viewBox="0 0 1e30 1e30"': "nothing of it can be seen",
    'viewBox="5000 0 2560 1080"': "nothing of it can be seen",
    "": "it has no viewBox",
    'width="0" height="0"': "it has no viewBox",
    'width="100%" height="nan"': "it has no viewBox",
    'width="-5" height="-5"': "it is no SVG",
    "viewBox = '0, 0, 2560, 1080'": "",
    'viewBox="0 0 2560 1080" width="2560" height="0"': "",
    'viewBox="0 0 2.56e3 1.08e3" width="100%"': "",
}
"""Heads of SVG files, and why a layer of scenery with such a one is refused; empty: it is not."""


@pytest.mark.parametrize(
    ("measures", "name"),
    [
        *product(MEASURES, ["scenery/sky"]),
        *some(product(MEASURES, ("cards/seer", "places/mill", "things/owl", "signs/crown")), of=5),
    ],
)
def test_a_picture_of_odd_measures_is_drawn_or_refused_in_one_sentence(
    measures: str, name: str, tmp_path: Path
) -> None:
    """Whatever is not refused can be drawn in every way its kind is drawn."""
    path = tmp_path / f"{name}.svg"
    path.parent.mkdir()
    path.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" {measures}>{FIELD}')
    art, why = Art(tmp_path), MEASURES[measures]
    is_scenery = name.startswith("scenery/")
    if is_scenery:
        assert len(art.wrong) == bool(why)
        assert all(told.startswith(f"{path} is not shown: {why}") for told in art.wrong.values())
    assert all("\n" not in told for told in art.wrong.values())
    for px in (1, 7, 64, 300):
        art.draw(name, px)
        art.at_hour(name, px, "night", windows=False)
    art.sign("crown", 40, NIGHT.mark)
    for size in ((1280, 720), (720, 1280)) if is_scenery else ():
        picture = art.scene(name, size, colours_of("day"))
        assert shape(picture).count() == size[0] * size[1], "it covers the screen"
        assert 0 <= art.left_over(name, size) <= 8 * size[0]
        strip = Rect(0, 100, size[0], 16)
        part = art.part(name, size, strip, colours_of("day"))
        there = picture.subsurface(strip)
        assert pygame.image.tobytes(part, "RGBA") == pygame.image.tobytes(there, "RGBA")


def test_a_layer_whose_page_begins_elsewhere_is_shown_where_its_page_is(tmp_path: Path) -> None:
    (tmp_path / "scenery").mkdir()
    (tmp_path / "scenery/sky.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="1000 500 160 90">'
        '<rect x="1000" y="500" width="80" height="90" fill="#ff0000"/></svg>'
    )
    picture = Art(tmp_path).scene("scenery/sky", (160, 90))
    assert [picture.get_at((x, 45))[3] for x in (4, 76, 84, 156)] == [255, 255, 0, 0]


def test_a_table_opens_with_ours_in_place_of_scenery_that_cannot_be_drawn(tmp_path: Path) -> None:
    (tmp_path / "art/scenery").mkdir(parents=True)
    path = tmp_path / "art/scenery/sky.svg"
    path.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 0 0">{FIELD}')
    told = [one.found for one in findings_in(Owner(tmp_path)) if one.grade == "wrong"]
    assert told == [
        f"{path} is not shown: its viewBox is 0 0 0 0; allowed: four numbers such as 0 0 2560 1080, "
        "width and height above 0, neither more than 8 times the other"
    ]
    assert seen(board("attract"), Art(tmp_path / "art")) == seen(board("attract"))


def test_pictures_in_the_owners_folder_are_read_and_others_named(tmp_path: Path) -> None:
    ours = ("signs/crown", "scenery/sky", "things/cock")
    of_a_set = ("tit-albert/places/mill", "tit-albert/cards/lynx")
    for name in ("cards/lynx", "places/mill", *of_a_set, *ours, "signs/lynx", "things/lynx"):
        (tmp_path / "art" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / f"art/{name}.svg").write_text(DISC)
    found = [one.found for one in findings_in(Owner(tmp_path)) if "not read" in one.found]
    assert found == [f"{tmp_path}/art/{name}/lynx.svg is not read" for name in ("signs", "things")]


def test_every_picture_of_ours_can_be_replaced_by_one_of_the_owners(tmp_path: Path) -> None:
    """Also those of events, and what only one set has."""
    for name, _ in pictures_in(ART):
        (tmp_path / "art" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / f"art/{name}.svg").write_text(DISC)
    assert [one.found for one in findings_in(Owner(tmp_path)) if "not read" in one.found] == []
    assert {name for name, _ in pictures_in(ART)} > {"events/hush", "tit-albert/things/boat"}


# On the board


def seen(shown: Board, art: Art | None = None) -> bytes:
    surface = pygame.Surface(FULL_HD)
    Painter(art=art).draw(surface, shown, 0.0)
    return pygame.image.tobytes(surface, "RGB")


def test_the_board_shows_an_owners_picture(tmp_path: Path) -> None:
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards/accursed_wolf_father.svg").write_text(DISC)
    shown = board("over")
    assert seen(shown, Art(tmp_path)) != seen(shown) == seen(shown, Art(tmp_path / "nowhere"))


def test_a_closed_card_shows_no_picture_of_it() -> None:
    """Where the title is not shown the picture is not either, whatever the place says."""
    shown = board("dawn")
    for place in shown.places:
        place.card = None
    other = replace(shown, places=[replace(place, role="seer") for place in shown.places])
    assert seen(shown) == seen(other)


def test_the_board_shows_the_set_of_the_rulebook_that_is_played() -> None:
    """Also after a round of another one, at the same size."""
    painter, surface = Painter(), pygame.Surface(FULL_HD)
    places = [Place("Papi", home=home) for home in ("", "mill", "inn", "pond", "oak", "well")]

    def house(rulebook: str) -> bytes:
        shown = Board("debate", places=places, rulebook=rulebook)
        painter.draw(surface, shown, 0.0)
        lot = painter.lot_of(shown, FULL_HD, 3)
        assert lot
        return pygame.image.tobytes(surface.subsurface(lot.house), "RGB")

    before, island = house("family"), house("tit-albert")
    assert house("thiercelieux") == before != island == house("tit-albert")


@pytest.mark.parametrize("home", ["mill", "", "somewhere"])
def test_whoever_dies_with_a_closed_card_is_known_by_their_house(home: str) -> None:
    places = [Place(name, home=home if name == "b" else "well") for name in "abcdef"]
    places[1].marked = True
    alive = seen(Board("shot", places=places))
    places[1].alive = False
    assert alive != seen(Board("shot", places=places))


def test_a_card_without_a_picture_shows_its_back() -> None:
    legend = [LegendSign("Lynx", 1, "still", role="lynx")]
    assert seen(Board("deal", legend=legend)) == seen(
        Board("deal", legend=[replace(legend[0], role="back")])
    ), "as if it had the back's"
