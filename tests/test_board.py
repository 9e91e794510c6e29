"""The board: everything on it can be read, by everybody, in every scene and size."""

from __future__ import annotations

import os
from itertools import combinations
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs
from pygame import Rect, Surface

from hardware.screen import Screen, connected_card, why_no_display
from table.board import emblems
from table.board.board import Arrow, Board, Place, Scene, Sign, Timer
from table.board.fullscreen import FullScreen
from table.board.layout import edge_towards, grid, lay_out
from table.board.palette import ARROWS, DAWN, DAY, NIGHT, contrast
from table.board.scenes import (
    EMBLEM,
    MOTIONS,
    SCENES,
    Painter,
    lit_pixels,
    minutes,
    seconds_left,
    sign_ring,
)
from table.board.text import FONTS, Typesetter, Written, clean
from table.errors import TableError
from table.room import GAP_S
from table.tonight import BEAT_S
from tests.boards import LONG_NAMES, NAMES, board

SIZES = ((1280, 720), (1920, 1080), (3840, 2160), (1024, 768))
SEATS = (8, 12, 18, 24)
FULL_HD = (1920, 1080)


@pytest.fixture(scope="module")
def painters() -> dict[tuple[int, int], Painter]:
    """One painter for each size, as in an evening."""
    return {size: Painter() for size in SIZES}


def overlapping(written: list[Written]) -> list[tuple[str, str]]:
    return [(a.text, b.text) for a, b in combinations(written, 2) if a.rect.colliderect(b.rect)]


def read(written: list[Written], what: str) -> str:
    """A text as it stands on the board, its lines joined again."""
    text = ""
    for line in written:
        if line.what == what:
            text += line.text if not text or text.endswith("-") else f" {line.text}"
    return text


def wanted(shown: Board) -> dict[str, str]:
    """All that a board must say."""
    texts = {
        "title": shown.title,
        "headline": shown.headline,
        "caption": shown.caption,
        "notice": shown.notice,
    }
    if shown.scene == "deal" and shown.legend:
        for i, sign in enumerate(shown.legend):
            texts[f"sign {i}"] = sign.title if sign.copies == 1 else f"{sign.title} ×\u00a0{sign.copies}"
    else:
        for seat, place in enumerate(shown.places):
            texts[f"name {seat}"] = place.name
            texts[f"card {seat}"] = place.card or ""
    texts |= {f"colour {i}": name for i, name in enumerate(shown.colours)}
    return {what: clean(text) for what, text in texts.items()}


@pytest.mark.parametrize("long", [False, True], ids=["plain", "long"])
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("scene", SCENES)
def test_every_text_is_whole_and_alone(
    scene: Scene, size: tuple[int, int], seats: int, long: bool, painters: dict[tuple[int, int], Painter]
) -> None:
    shown = board(scene, seats, long=long, notice=long)
    written = painters[size].text_rects(shown, size)
    outside = [line for line in written if not Rect((0, 0), size).contains(line.rect)]
    assert outside == []
    assert overlapping(written) == []
    for what, text in wanted(shown).items():
        assert read(written, what) == text
    assert min(contrast(line.colour, line.ground) for line in written) >= 7


@pytest.mark.parametrize("scene", SCENES)
def test_a_name_lies_on_its_own_plaque(scene: Scene, painters: dict[tuple[int, int], Painter]) -> None:
    shown = board(scene, 24, long=True)
    layout = lay_out(FULL_HD, 24)
    for line in painters[FULL_HD].text_rects(shown, FULL_HD):
        what, _, seat = line.what.partition(" ")
        if what in ("name", "card"):
            assert layout.plaques[int(seat)].contains(line.rect)


@given(
    scene=st.sampled_from(SCENES),
    names=st.lists(st.text("aeéilmnoprstuvÀÉŒ’- ", min_size=1, max_size=26), min_size=1, max_size=24),
    caption=st.text("aeéilmnopr stuv.,:!? ’", max_size=160),
    notice=st.booleans(),
)
def test_any_words_fit(scene: Scene, names: list[str], caption: str, notice: bool) -> None:
    places = [
        Place(name, alive=i % 2 == 0, card=name if i % 3 == 0 else None) for i, name in enumerate(names)
    ]
    shown = Board(scene, "Nuit", "Titre", caption, "Panne" if notice else "", places, timer=Timer(9.0, 9.0))
    written = Painter().text_rects(shown, (1280, 720))
    assert all(Rect(0, 0, 1280, 720).contains(line.rect) for line in written)
    assert overlapping([line for line in written if line.text.strip()]) == []


def test_captions_are_large_and_short_of_line() -> None:
    painter = Painter()
    for scene in SCENES:
        shown = board(scene)
        lines = [line for line in painter.text_rects(shown, FULL_HD) if line.what == "caption"]
        assert len(lines) <= 2
        if len(shown.caption) <= 80:
            assert all(line.px >= 56 and len(line.text) <= 40 for line in lines)


def test_names_are_large_where_they_can_be() -> None:
    for seats in (8, 12):
        names = [
            line for line in Painter().text_rects(board("vote", seats), FULL_HD) if line.what[:4] == "name"
        ]
        alive = [line for line in names if board("vote", seats).places[int(line.what[5:])].alive]
        assert min(line.px for line in alive) >= 50
        assert sorted(line.px for line in alive)[len(alive) // 2] >= 56


def test_a_longer_text_is_smaller_but_whole() -> None:
    painter = Painter()
    sizes = []
    for words in (5, 15, 25):
        shown = Board("night", "", "", " ".join(["chacun"] * words))
        written = painter.text_rects(shown, FULL_HD)
        assert read(written, "caption") == shown.caption
        sizes.append(written[0].px)
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] > sizes[-1]


def test_french_signs_stay_with_their_word() -> None:
    assert clean("Votez ! « Oui » : tous\u202f?") == "Votez\u00a0! «\u00a0Oui\u00a0»\u00a0: tous\u00a0?"


def test_a_very_long_word_breaks_at_its_hyphen() -> None:
    pygame.font.init()
    fitted = Typesetter().fit("Villageois-Villageois", (300, 200), 60, lines=2)
    assert fitted.lines == ("Villageois-", "Villageois")
    assert Typesetter().fit("Loup-Garou", (200, 200), 60, lines=2).lines == ("Loup-Garou",)


@pytest.mark.parametrize("seats", range(1, 25))
@pytest.mark.parametrize("size", SIZES)
def test_plaques_lie_clockwise_round_the_table(seats: int, size: tuple[int, int]) -> None:
    layout = lay_out(size, seats)
    assert len(layout.plaques) == len(layout.chairs) == seats
    assert all(layout.middle.contains(plaque) for plaque in layout.plaques)
    assert not any(a.colliderect(b) for a, b in combinations(layout.plaques, 2))
    centre = pygame.Vector2(layout.table.center)
    angles = [pygame.Vector2(1, 0).angle_to(pygame.Vector2(chair) - centre) % 360 for chair in layout.chairs]
    turns = [(b - a) % 360 for a, b in zip(angles, angles[1:] + angles[:1], strict=True)]
    assert seats == 1 or sum(turns) == pytest.approx(360)


def test_chairs_lie_on_the_table_between_plaque_and_middle() -> None:
    table = Rect(400, 300, 1000, 400)
    assert edge_towards(table, (900, 0)) == pytest.approx((900, 300))
    assert edge_towards(table, (5000, 500)) == pytest.approx((1400, 500))


@given(count=st.integers(1, 30), width=st.integers(200, 2000), height=st.integers(200, 1200))
def test_a_grid_holds_all_its_cells(count: int, width: int, height: int) -> None:
    cells = grid(count, Rect(7, 9, width, height), 2.6)
    assert len(cells) == count
    assert all(Rect(6, 8, width + 2, height + 2).contains(cell) for cell in cells)
    assert not any(a.inflate(-2, -2).colliderect(b.inflate(-2, -2)) for a, b in combinations(cells, 2))


def test_an_unchanged_board_is_not_drawn() -> None:
    painter, surface = Painter(), pygame.Surface((1280, 720))
    shown = board("debate")
    assert painter.draw(surface, shown, 0.0)
    surface.fill((1, 2, 3))
    assert not painter.draw(surface, shown, 0.4)
    assert surface.get_at((640, 360))[:3] == (1, 2, 3)
    assert painter.draw(surface, shown, 1.2)
    shown.places[1].ready = True
    assert painter.draw(surface, shown, 1.2)
    assert not painter.draw(surface, shown, 1.2)
    painter.forget()
    assert painter.draw(surface, shown, 1.2)
    assert painter.draw(pygame.Surface((640, 480)), shown, 1.2)


@pytest.mark.parametrize("seats", [8, 24])
def test_the_signs_of_the_deal_are_painted_in_the_pause_before_it(
    seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before anything else is rehearsed: when the deal opens, every ring of its legend lies ready."""
    painted: list[Sign] = []

    def ring(sign: Sign, radius: int) -> Surface:
        painted.append(sign)
        return sign_ring(sign, radius)

    monkeypatch.setattr("table.board.scenes.sign_ring", ring)
    surface, painter = Surface(FULL_HD), Painter()
    deal, before = board("deal", seats), board("attract", seats)
    opening = structs.replace(deal, timer=None)
    painter.draw(surface, before, 0.0)
    assert painted == []
    painter.draw(surface, structs.replace(before, legend=deal.legend), 0.0)
    for _ in range(int(GAP_S / BEAT_S)):
        painter.rest()
    signs = {(sign.groups, sign.motion) for sign in deal.legend}
    assert {(sign.groups, sign.motion) for sign in painted} == signs
    painted.clear()
    painter.draw(surface, opening, 0.0)
    assert painted == []
    directly = Surface(FULL_HD)
    Painter().draw(directly, opening, 0.0)
    assert surface.get_buffer().raw == directly.get_buffer().raw


def test_drawing_depends_on_the_board_alone() -> None:
    """What a painter drew or rehearsed before leaves no trace."""
    fresh, used = pygame.Surface((1280, 720)), pygame.Surface((1280, 720))
    painter = Painter()
    for _ in painter.rehearse((1280, 720), board("night").places):
        pass
    for scene in SCENES:
        painter.draw(used, board(scene), 0.0)
    for scene in SCENES:
        Painter().draw(fresh, board(scene), 0.0)
        painter.draw(used, board(scene), 0.0)
        assert fresh.get_buffer().raw == used.get_buffer().raw


def test_every_scene_looks_different() -> None:
    painter, pictures = Painter(), set()
    for scene in SCENES:
        surface = pygame.Surface((640, 360))
        painter.draw(surface, Board(scene, places=[Place("le Puits")] * 8), 0.0)
        pictures.add(surface.get_buffer().raw)
    assert len(pictures) == len(SCENES)


@pytest.mark.parametrize("difference", ["alive", "captain", "marked", "ready"])
def test_what_colour_says_is_said_by_shape_too(difference: str) -> None:
    """Seen without any colour the two boards still differ in their lights and darks."""
    plain = [Place("le Puits") for _ in range(8)]
    other = [Place("le Puits") for _ in range(8)]
    setattr(other[3], difference, not getattr(other[3], difference))
    pictures = []
    for places in (plain, other):
        surface = pygame.Surface(FULL_HD)
        Painter().draw(surface, Board("debate", places=places), 0.0)
        pictures.append(pygame.transform.grayscale(surface))
    changed = pygame.mask.from_threshold(pictures[0], (0, 0, 0), (60, 60, 60, 255), pictures[1])
    assert FULL_HD[0] * FULL_HD[1] - changed.count() > 150


def test_ballots_count_weights_and_keep_their_arrows() -> None:
    shown = board("ballots", 12)
    written = {line.what: line.text for line in Painter().text_rects(shown, FULL_HD)}
    for target in range(12):
        weight = sum(arrow.weight for arrow in shown.arrows if arrow.target == target)
        assert written.get(f"count {target}", "0") == str(weight)


def test_two_who_choose_each_other_and_one_who_chooses_himself() -> None:
    shown = board("ballots", 8)
    shown.arrows = [Arrow(0, 4), Arrow(4, 0), Arrow(5, 5)]
    bare = board("ballots", 8)
    bare.arrows = [Arrow(0, 4)]
    pictures = []
    for one in (shown, bare):
        surface = pygame.Surface(FULL_HD)
        Painter().draw(surface, one, 0.0)
        pictures.append(surface.get_buffer().raw)
    assert pictures[0] != pictures[1]


def test_the_clock_shows_whole_seconds_and_never_less_than_none() -> None:
    shown = Board(timer=Timer(ends_s=100.0, length_s=60.0))
    assert [seconds_left(shown, now_s) for now_s in (35.0, 35.5, 99.01, 100.0, 250.0)] == [65, 65, 1, 0, 0]
    assert [minutes(s) for s in (0, 9, 65, 600)] == ["0:00", "0:09", "1:05", "10:00"]
    assert seconds_left(Board(), 0.0) is None
    written = Painter().text_rects(board("vote"), FULL_HD, now_s=20.0)
    assert read(written, "timer") == "1:03"


def test_victims_stand_in_the_middle_of_the_table_at_dawn() -> None:
    written = Painter().text_rects(board("dawn", 12), FULL_HD)
    assert read(written, "about 0") == "le Puits"
    assert read(written, "about 1") == "la Boulangerie"
    assert read(written, "about 0 card") == "Loup-Garou"


@pytest.mark.parametrize("groups", [1, 2, 3, 4])
def test_signs_show_four_lights_in_their_groups(groups: int) -> None:
    lit = lit_pixels(groups)
    assert len(lit) == 4
    assert sum((pixel + 1) % 16 not in lit for pixel in lit) == groups


def test_signs_of_the_legend_differ() -> None:
    pictures = set()
    for groups in (1, 2, 3, 4):
        for motion in MOTIONS:
            surface = pygame.Surface((640, 360))
            Painter().draw(surface, Board("deal", legend=[Sign("Voyante", groups, motion)]), 0.0)
            pictures.add(surface.get_buffer().raw)
    assert len(pictures) == 4 * len(MOTIONS)


def test_all_emblems_draw_something_of_their_own() -> None:
    assert set(EMBLEM.values()) | set(MOTIONS) <= set(emblems.EMBLEMS)
    pictures = set()
    for name in emblems.EMBLEMS:
        surface = emblems.draw(name, 40, (255, 255, 255))
        assert surface.get_size() == (80, 80)
        assert pygame.mask.from_surface(surface).count() > 200
        pictures.add(pygame.image.tobytes(surface, "RGBA"))
    assert len(pictures) == len(emblems.EMBLEMS)


def test_arrows_are_seen_on_the_wood() -> None:
    assert all(contrast(colour, DAY.wood) >= 3 for colour in ARROWS)
    assert contrast((255, 255, 255), (0, 0, 0)) == pytest.approx(21)


def test_night_is_dark_and_day_is_bright() -> None:
    brightness = {}
    for scene in ("night", "dawn", "debate"):
        surface = pygame.Surface((640, 360))
        Painter().draw(surface, board(scene), 0.0)
        brightness[scene] = sum(pygame.transform.average_color(surface)[:3]) / 3
    assert brightness["night"] < 45
    assert brightness["debate"] > 120
    assert len({NIGHT.name, DAY.name, DAWN.name}) == 3


def test_the_font_has_every_letter_and_its_licence_beside_it() -> None:
    pygame.font.init()
    letters = "ÀÂÄÇÉÈÊËÎÏÔÖÙÛÜŸàâäçéèêëîïôöùûüÿœŒæÆ«»’‘“”–—…•×ŁłĄąŐőßñ¿¡\u00a0"
    for bold in (False, True):
        assert None not in (Typesetter().font(40, bold).metrics(letters) or [None])
    assert "SIL OPEN FONT LICENSE" in (FONTS / "OFL.txt").read_text()
    assert all(letter not in NAMES[0] + LONG_NAMES[0] for letter in "\u202f")


def test_full_screen_draws_once_and_closes_on_escape() -> None:
    screen = Screen((640, 360))
    view = FullScreen(screen)
    try:
        view.show(board("night"), 0.0)
        surface = screen.surface
        surface.fill((9, 9, 9))
        for _ in range(5):
            view.show(board("night"), 0.0)
        assert surface.get_at((320, 180))[:3] == (9, 9, 9)
        assert not view.closed
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE))
        view.show(board("night"), 0.0)
        assert view.closed
    finally:
        view.close()


def test_the_whole_display_is_taken_without_a_size() -> None:
    screen = Screen()
    try:
        assert screen.surface.get_size() == pygame.display.get_desktop_sizes()[0]
        assert not pygame.mouse.get_visible()
    finally:
        screen.close()


def test_a_missing_display_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "nosuchdriver")
    with pytest.raises(TableError) as caught:
        Screen((640, 360))
    assert "SDL_VIDEODRIVER=nosuchdriver" in str(caught.value)
    assert "\n" not in str(caught.value)
    monkeypatch.delenv("SDL_VIDEODRIVER")
    assert "kmsdrm" in why_no_display("no display")


def test_the_card_with_a_display_is_found(tmp_path: Path) -> None:
    assert connected_card(tmp_path) is None
    for connector, status in (("card0-Writeback-1", "unknown"), ("card1-HDMI-A-1", "connected")):
        (tmp_path / connector).mkdir()
        (tmp_path / connector / "status").write_text(f"{status}\n")
    assert connected_card(tmp_path) == 1
