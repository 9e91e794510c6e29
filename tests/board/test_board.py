"""The board: everything on it can be read, in every scene and size."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from itertools import combinations, pairwise, product
from math import dist
from operator import mul
from pathlib import Path
from random import Random
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from pygame import Rect, Surface

from hardware.screen import MemoryScreen, Screen, connected_card, open_display, prepare, why_no_display
from hardware.troubles import DeviceError, Trouble
from table.board.board import (
    SCENES,
    Arrow,
    Board,
    LegendSign,
    Place,
    Scene,
    Secret,
    Timer,
    minutes,
    seconds_left,
)
from table.board.menu import Menu, MenuEntry
from table.board.paint.arrows import way_of
from table.board.paint.art import Art
from table.board.paint.doors import DOOR_PX, reach
from table.board.paint.frame import WINNERS
from table.board.paint.fullscreen import FullScreen
from table.board.paint.land import key_of
from table.board.paint.layout import (
    CAPITAL,
    LARGEST,
    READ_PX,
    REFERENCE,
    SMALLEST,
    Point,
    enlarged,
    grid,
    lay_out,
)
from table.board.paint.middle import laid
from table.board.paint.motion import (
    AIM_S,
    CLOSED_IN,
    DRIFT_STEP_S,
    FADE_S,
    LANDING_S,
    LIT,
    NIGHTFALL_S,
    REVEAL_S,
    Motion,
)
from table.board.paint.palette import ARROWS, DAWN, DAY, DUSK, NIGHT, Colour, Palette, contrast, luminance
from table.board.paint.reveal import READ, STOOD
from table.board.paint.scenes import Painter
from table.board.paint.signs import MOTIONS, lit_pixels
from table.board.paint.sky import light_at
from table.board.paint.sprites import SpriteCache
from table.board.paint.text import LEADING, TIGHT, Typesetter, clean, set_in
from table.board.paint.watch import PASSES_S, PERCHES, ROUND_S, owl_at, watchman_at
from table.board.paint.words import in_lines, parted
from table.board.paint.writing import CAPTION_CHARS, CAPTION_LEADING
from table.board.terminal import signs_lines
from table.board.view import USUAL, DisplayOptions
from table.games.tempers import TEMPERS
from table.games.werewolf.rules.cards.werewolf import WEREWOLF
from table.games.werewolf.rules.claims import SIGHTS, WORDINGS
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.games.werewolf.rules.rulebooks.best_of import BEST_OF
from table.games.werewords.telling import spelling
from table.paths import FONTS
from table.room.village import NamedSeat
from table.typefaces import READING, TITLES
from table.words.narration import Narration
from tests.kit.boards import ENGLISH_NAMES, LONG_NAMES, NAMES, WORD_MOMENTS, WordMoment, board, word_board
from tests.kit.legible import LEAST_PX, faults, hard_to_read, overlapping, read
from tests.kit.sampling import few, some, ways
from tests.kit.settling import SETTLED_S, settle

SIZES = ((1280, 720), (1024, 768), (1920, 1080), (3840, 2160))
SEATS = (8, 12, 18, 24)
FULL_HD = (1920, 1080)
HD = (1280, 720)
"""Enough where a picture is only compared with another."""

LOOKS = (USUAL, DisplayOptions("large", "high"))
"""The usual look, and all that can be chosen."""


@pytest.fixture(scope="module")
def painters() -> dict[tuple[tuple[int, int], float], Painter]:
    """One painter for each size, as in an evening, and for each reading distance."""
    return {(size, larger): Painter(larger) for size in SIZES for larger in (1.0, LARGEST)}


READ_AT = [(size, larger) for size in SIZES for larger in ((1.0, LARGEST) if size in SIZES[:2] else (1.0,))]
"""Sizes of the picture, and how much larger its letters are for people far away."""


@pytest.mark.parametrize("scene", SCENES)
def test_every_text_is_whole_and_alone(
    scene: Scene, painters: dict[tuple[tuple[int, int], float], Painter]
) -> None:
    each = ways(READ_AT, ("fr", "en"), (False, True), SEATS, LOOKS)
    for (size, larger), language, long, seats, look in some(each, of=4):
        shown = board(scene, seats, long=long, notice=long, language=language)
        painters[size, larger].look = look
        found = faults(shown, painters[size, larger].text_rects(shown, size), size)
        assert found == [], (size, larger, language, long, seats, look)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_newest_claim_of_the_living_stands_below_their_name(
    language: str, painters: dict[tuple[tuple[int, int], float], Painter]
) -> None:
    """Or, before any, their temper; and never where a card does."""
    narration = Narration.load(language, "best-of")
    cards, shown_wordings = list(BEST_OF.cards), [one for one in WORDINGS if one != "back"]
    for size, seats, look in some([*product(SIZES[:3], (6, *SEATS), LOOKS)], of=8):
        shown = board("debate", seats, language=language)
        for seat, place in enumerate(shown.places):
            wording = shown_wordings[seat % len(shown_wordings)]
            about = NamedSeat(seats - 1 - seat, list(narration.places)[seats - 1 - seat])
            card = WEREWOLF if wording in SIGHTS else cards[seat % len(cards)]
            told = narration.word(f"claim.{wording}", other=about, card=card)
            temper = TEMPERS[seat // 2 % len(TEMPERS)]
            place.temper = ", ".join(narration.word(f"temper.{key}") for key in (temper, "regular"))
            place.claims = ("?", told) if seat % 2 else ()
        painters[size, 1.0].look = look
        written = painters[size, 1.0].text_rects(shown, size)
        assert faults(shown, written, size) + hard_to_read(shown, written, size) == [], (size, seats, look)
        said = {line.what for line in written if line.what.startswith("claim")}
        assert said == {f"claim {seat}" for seat, place in enumerate(shown.places) if place.alive}


@pytest.mark.parametrize("language", ["fr", "en", "de", "es"])
def test_tempers_stand_below_the_names_while_questions_are_asked(
    language: str, painters: dict[tuple[tuple[int, int], float], Painter]
) -> None:
    narration = Narration.load(language, "mots-garous")
    moments: tuple[WordMoment, ...] = ("day", "last", "found")
    for size, seats, look in some([*product(SIZES[:3], (5, 8, 14, 18, 20), LOOKS)], of=6):
        shown = word_board(moments[seats % len(moments)], seats, language="en")
        for seat, place in enumerate(shown.places[1:]):
            place.temper = narration.word(f"temper.{TEMPERS[seat % len(TEMPERS)]}")
        painters[size, 1.0].look = look
        written = painters[size, 1.0].text_rects(shown, size)
        assert faults(shown, written, size) + hard_to_read(shown, written, size) == [], (size, seats, look)
        said = {line.what for line in written if line.what.startswith("claim")}
        assert said == {f"claim {seat}" for seat in range(1, seats)}


@pytest.mark.parametrize("moment", WORD_MOMENTS)
def test_every_text_of_mots_garous_is_whole_and_alone(
    moment: WordMoment, painters: dict[tuple[tuple[int, int], float], Painter]
) -> None:
    for size, language, long, seats, look in ways(SIZES, ("fr", "en"), (False, True), (5, 9, 14, 20), LOOKS):
        shown = word_board(moment, seats, long=long, language=language)
        painter = painters[size, 1.0]
        painter.look = look
        assert faults(shown, painter.text_rects(shown, size), size) == [], (size, language, long, seats, look)


@pytest.mark.parametrize("scene", SCENES)
def test_a_name_lies_on_its_own_plaque(
    scene: Scene, painters: dict[tuple[tuple[int, int], float], Painter]
) -> None:
    shown = board(scene, 24, long=True)
    layout = lay_out(FULL_HD, 24)
    layout = layout.in_rows() if scene == "over" else layout
    painter = painters[FULL_HD, 1.0]
    painter.look = USUAL
    for line in painter.text_rects(shown, FULL_HD):
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
    notices = "Panne" if notice else ""
    shown = Board(scene, "Nuit", "Titre", caption, notice=notices, places=places, timer=Timer(9.0, 9.0))
    written = Painter().text_rects(shown, (1280, 720))
    assert all(Rect(0, 0, 1280, 720).contains(line.rect) for line in written)
    assert overlapping([line for line in written if line.text.strip()]) == []


@pytest.mark.parametrize("notice", [False, True])
@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_line_of_the_voice_can_be_read_from_afar(language: str, notice: bool) -> None:
    """The longest line of the voice in every rulebook's words: whole, in two lines of at least 56 of 1080
    pixels; in lines of forty characters if two of these hold it."""
    said: set[str] = set()
    for rulebook in RULEBOOKS.values():
        narration = Narration.load(language, rulebook.key)
        sitters = [NamedSeat(index, name) for index, name in enumerate(narration.places)]
        said.update(narration.sentences(sitters[-3:], rulebook.cards))
    painter = Painter()
    for sentence in sorted(said, key=len)[-few(120, 40) :]:
        shown = Board("night", caption=sentence, notice="-" if notice else "")
        for size in ((1280, 720), (1024, 768)):
            lines = [line for line in painter.text_rects(shown, size) if line.what == "caption"]
            assert read(lines, "caption") == clean(sentence)
            assert len(lines) <= 2, sentence
            assert min(line.px for line in lines) >= set_in(READ_PX * size[1] // REFERENCE[1]), sentence
            if len(sentence) <= 70 and not notice:
                assert max(len(line.text) for line in lines) <= CAPTION_CHARS, sentence


@pytest.mark.parametrize("language", ["fr", "en", "de", "es"])
def test_the_living_are_named_large_enough_for_the_farthest_seat(language: str) -> None:
    labels = [named.label for named in Narration.load(language).places.values()]
    for seats in some(range(5, 25), of=4):
        shown = Board("vote", places=[Place(label) for label in labels[:seats]])
        for size in ((1280, 720), FULL_HD):
            names = [line for line in Painter().text_rects(shown, size) if line.what[:4] == "name"]
            least = set_in(READ_PX * size[1] // REFERENCE[1])
            assert min(line.px for line in names) >= least, (seats, size)


@pytest.mark.parametrize(("scene", "size"), some(product(SCENES, SIZES), of=6))
def test_large_text_is_larger(scene: Scene, size: tuple[int, int]) -> None:
    """Headline and caption by a tenth at least, and no living player's name is smaller; on a narrow picture,
    whose lines are full already, no headline or caption is."""
    shown = board(scene, 12)
    usual, large = (
        {line.what: line.px for line in Painter(look=look).text_rects(shown, size)}
        for look in (USUAL, DisplayOptions("large"))
    )
    least = 1.0 if size == (1024, 768) else 1.1
    assert large["caption"] >= least * usual["caption"]
    assert large["headline"] >= least * usual["headline"]
    for seat, place in enumerate(shown.places):
        if place.alive and not place.card and f"name {seat}" in usual and least > 1:
            assert large[f"name {seat}"] >= usual[f"name {seat}"]


@pytest.mark.parametrize(("seats", "language"), some(product((8, 13, 16, 20, 24), ("fr", "en")), of=4))
def test_large_text_makes_no_text_smaller(seats: int, language: str) -> None:
    """Of the living and the dead, in the middle and around it: by at most one of the board's letter sizes,
    since no two layouts divide a picture into the same pixels."""
    usual, large = Painter(), Painter(look=DisplayOptions("large"))
    moments = [board(scene, seats, language=language) for scene in SCENES]
    if seats <= 20:
        moments += [word_board(moment, seats, language=language) for moment in WORD_MOMENTS]
    for shown in moments:
        before = {line.what: line.px for line in usual.text_rects(shown, FULL_HD)}
        after = {line.what: line.px for line in large.text_rects(shown, FULL_HD)}
        assert [what for what, px in before.items() if after[what] < set_in(px - 1)] == [], shown.scene


@pytest.mark.parametrize("seats", [16, 20, 24])
@pytest.mark.parametrize("language", ["fr", "en"])
def test_who_is_dead_is_named_large_enough(language: str, seats: int) -> None:
    """At least 28 of 1080 pixels for a name, and 30 for most titles, with any number of seats."""
    narration = Narration.load(language, "best-of")
    titles = [narration.card(card).title for card in BEST_OF.cards][:seats]
    names = [named.label for named in narration.places.values()][:seats]
    places = [Place(name, i % 2 == 0, titles[i % len(titles)]) for i, name in enumerate(names)]
    for text in ("normal", "large"):
        written = Painter(look=DisplayOptions(text)).text_rects(Board("debate", places=places), FULL_HD)
        assert min(line.px for line in written if line.what.startswith("name")) >= 28
        cards = sorted(line.px for line in written if line.what.startswith("card"))
        assert cards[len(cards) // 5] >= 30


@pytest.mark.parametrize("leading", [LEADING, CAPTION_LEADING, TIGHT])
@pytest.mark.parametrize("bold", [False, True])
def test_letters_lie_within_their_line(leading: float, bold: bool) -> None:
    """From the accent of a capital to the tail of a letter, however near the next line is."""
    pygame.font.init()
    types = Typesetter()
    for px in (16, 23, 30, 56, 96):
        surface, box = Surface((900, 400)), Rect(20, 100, 860, 200)
        surface.set_colorkey((0, 0, 0))
        fitted = types.fit("ÀÉÔÇgjpqy", box.size, px, bold=bold, leading=leading)
        (line,) = types.write(surface, "", fitted, box, (255, 255, 255), (0, 0, 0))
        assert line.px == px
        assert line.rect.inflate(2, 2).contains(surface.get_bounding_rect())


def test_a_sentence_breaks_where_one_pauses() -> None:
    pygame.font.init()

    def lines(text: str, breadth: int = 1700) -> tuple[str, ...]:
        return Typesetter().fit(text, (breadth, 180), 66, lines=2).lines

    two = "Ouvre les yeux, Cupidon. Qui s’aimera désormais ?"
    assert lines(two, 1000) == ("Ouvre les yeux, Cupidon.", "Qui s’aimera désormais\u00a0?")
    clause = "Tous gardent les yeux fermés, et les Loups-Garous désignent une victime"
    assert lines(clause) == ("Tous gardent les yeux fermés,", "et les Loups-Garous désignent une victime")
    # Too little would be left for one of the lines, or too much for the other.
    assert lines("Non. Les Loups-Garous ne se réveilleront plus jamais cette nuit")[0] != "Non."
    assert len(lines(f"{two} {clause}", 2000)) == 2


@pytest.mark.parametrize(("scene", "look"), some(product(SCENES, (USUAL, DisplayOptions("large"))), of=6))
def test_words_lie_on_the_ground_they_are_said_to_lie_on(scene: Scene, look: DisplayOptions) -> None:
    shown, surface = board(scene, 13, notice=True), Surface(HD)
    written = Painter(look=look).text_rects(shown, HD)
    settle(Painter(look=look), surface, shown, 0.0)
    for line in written:
        if line.what.split()[0] not in ("count", "colour"):  # round ones, and those below a bar of colour
            aside = line.rect.height // 4  # the corners of a sheet are round
            for x in (line.rect.left + aside, line.rect.right - 1 - aside):
                assert surface.get_at((x, line.rect.top))[:3] == line.ground, line


@pytest.mark.parametrize(
    ("scene", "alive", "red"),
    [("election", True, False), ("debate", True, False), ("dawn", False, True), ("over", False, False)],
)
def test_by_day_red_frames_the_dead_and_nobody_else(scene: Scene, alive: bool, red: bool) -> None:
    """Not who stands for election, speaks, or has won."""
    surface, layout = Surface(HD), lay_out(HD, 8)
    places = [Place("le Puits", alive, marked=seat == 2) for seat in range(8)]
    settle(Painter(), surface, Board(scene, places=places), 0.0)
    lot = layout.lots[2]
    edges = [surface.get_at((lot.plate.centerx, y))[:3] for y in range(lot.whole.top, lot.whole.bottom)]
    assert edges.count(DAY.mark if red else DAY.crown) > 4
    assert not (red and edges.count(DAY.crown))
    assert DAY.mark != DAY.crown


def test_an_invitation_too_long_for_one_large_line_has_two() -> None:
    """As whoever opens the service menu reads from where they stand."""
    houses = [Place(name) for name in ENGLISH_NAMES[:11]]
    sizes = []
    for words in ("Let the button go: here is the service menu", "Press to sit down"):
        written = Painter().text_rects(Board("attract", "Garou", words, places=houses), FULL_HD)
        said = [line for line in written if line.what == "headline"]
        sizes.append((len(said), said[0].px))
    assert [lines for lines, _ in sizes] == [2, 1]
    assert sizes[0][1] >= 50


def pictures_drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of all pictures that are drawn from now on."""
    drawn: list[str] = []
    draw = Art.draw

    def noted(art: Art, name: str, *given: Any) -> Surface:
        drawn.append(name)
        return draw(art, name, *given)

    monkeypatch.setattr(Art, "draw", noted)
    return drawn


@pytest.mark.parametrize("scene", ["election", "debate", "vote", "decision"])
def test_a_hand_is_raised_at_the_door_of_who_runs_for_captain(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And at no other door, in no other scene."""
    drawn = pictures_drawn(monkeypatch)
    doors = [(round(x), round(y)) for x, y in lay_out(HD, 8).doors]
    palms = []
    for runs in (True, False):
        surface = Surface(HD)
        places = [Place("le Puits", marked=runs and seat == 2) for seat in range(8)]
        drawn.clear()
        settle(Painter(), surface, Board(scene, places=places), 0.0)
        assert ("signs/hand" in drawn) == (runs and scene == "election")
        palms.append([surface.get_at(door)[:3] for door in doors])
    differ = [seat for seat, (one, other) in enumerate(zip(*palms, strict=True)) if one != other]
    assert differ == ([2] if scene == "election" else [])


def test_light_falls_on_who_is_named_and_the_portrait_asks_until_the_card_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An eye opens at their door, and no vote is counted there; whatever that card is, it is the answer. With
    high contrast there is no light."""
    drawn = pictures_drawn(monkeypatch)
    places = [Place("le Puits") for _ in range(8)]
    shown = Board("ballots", places=places, arrows=[Arrow(1, 5)], sought="seer")
    plain = replace(shown, sought="")
    found = replace(
        shown, places=[*places[:5], Place("le Puits", card="Villageois", role="villager"), *places[6:]]
    )
    for look in (DisplayOptions(), DisplayOptions(calm=True), DisplayOptions(contrast="high")):
        pictures = {}
        for name, each in (("plain", plain), ("sought", shown), ("found", found)):
            drawn.clear()
            pictures[name] = Surface(HD)
            painter = Painter(look=look)
            written = painter.text_rects(each, HD)
            settle(painter, pictures[name], each, 0.0)
            assert ("signs/eye" in drawn) == ("cards/seer" in drawn) == (name != "plain")
            assert ("signs/question" in drawn) == (name == "sought")
            assert ("things/beam" in drawn) == (name != "plain" and look.contrast == "normal")
            assert any(line.what == "count 5" for line in written) == (name == "plain")
        house = lay_out(HD, 8).lots[5].house
        above = house.centerx, house.top - house.height // 2
        brighter = sum(pictures["sought"].get_at(above)[:3]) > sum(pictures["plain"].get_at(above)[:3])
        assert brighter == (look.contrast == "normal")


def test_light_falls_from_the_side_past_the_house_above() -> None:
    """Or that one would seem to be named too."""
    layout, pictures = lay_out(HD, 13), []
    above, named = layout.lots[5].house, layout.lots[6].house
    assert abs(above.centerx - named.centerx) < 8
    shown = board("ballots", 13)
    shown = replace(
        shown, places=[Place(place.name) for place in shown.places], arrows=[Arrow(0, 6)], sought="seer"
    )
    for each in (shown, replace(shown, arrows=[])):
        pictures.append(Surface(HD))
        settle(Painter(look=DisplayOptions(calm=True)), pictures[-1], each, 0.0)

    def lit(at: tuple[int, int]) -> bool:
        with_light, without = (sum(picture.get_at(at)[:3]) for picture in pictures)
        return with_light > without + 20

    inside = -1 if named.centerx > layout.square.centerx else 1
    assert lit((named.centerx + inside * named.width // 2, named.top - 20))
    assert not any(lit((above.centerx, y)) for y in range(above.top, above.bottom, 4))


def test_the_light_on_one_house_stays_while_an_arrow_goes_to_another() -> None:
    painter, surface = Painter(), Surface(HD)
    places = [Place("le Puits") for _ in range(8)]
    one = Board("ballots", places=places, arrows=[Arrow(1, 5)], sought="seer")
    both = replace(one, arrows=[Arrow(1, 5), Arrow(2, 4)])
    settle(painter, surface, one, 0.0)
    first, second = (lay_out(HD, 8).lots[seat].house for seat in (5, 4))
    above = [(house.centerx, house.top - house.height // 2) for house in (first, second)]
    lit, dark = (sum(surface.get_at(at)[:3]) for at in above)
    seen = []
    for step in range(60):
        painter.draw(surface, both, 10.0 + step / 20)
        seen.append([sum(surface.get_at(at)[:3]) for at in above])
    assert {light for light, _ in seen} == {lit}
    assert seen[1][1] == dark < seen[-1][1]


def test_an_eye_is_on_the_clock_while_a_card_is_looked_for() -> None:
    places = [Place("le Puits", marked=seat == 2) for seat in range(8)]
    frames = [
        Painter()._frame(Surface((1, 1)), FULL_HD, Board("vote", places=places, sought=sought))
        for sought in ("seer", "")
    ]
    assert [frame.emblem for frame in frames] == ["eye", "choice"]


def test_a_free_house_is_dark_until_somebody_sits_down() -> None:
    """No light in its window, and a dark plate."""
    surface, layout = Surface(HD), lay_out(HD, 8)
    places = [Place("le Puits", ready=seat == 2) for seat in range(8)]
    written = Painter().text_rects(Board("attract", places=places), HD)
    plates = [line.ground for line in written if line.what.startswith("name")]
    assert [seat for seat, colour in enumerate(plates) if colour == DUSK.plaque] == [2]
    assert plates.count(DUSK.caption) == 7
    Painter().draw(surface, Board("attract", places=places), 0.0)
    shining = (255, 209, 102)
    lit = []
    for lot in layout.lots:
        pixels = product(range(lot.house.left, lot.house.right, 2), range(lot.house.top, lot.house.bottom, 2))
        lit.append(sum(surface.get_at(at)[:3] == shining for at in pixels) > 4)
    assert lit == [seat == 2 for seat in range(8)]


@pytest.mark.parametrize(("size", "look"), some(product(SIZES, LOOKS), of=8), ids=str)
def test_while_nobody_sits_the_hamlet_has_the_board(size: tuple[int, int], look: DisplayOptions) -> None:
    """Large words over it; the table comes when somebody sits down, and with a clock."""
    nobody = board("attract", 13)
    for place in nobody.places:
        place.ready = False
    painter, used, fresh = Painter(look=look), Surface(size), Surface(size)
    written = painter.text_rects(nobody, size)
    assert not faults(nobody, written, size)
    assert not [line for line in written if line.what.startswith("name")]
    somebody = board("attract", 13)
    assert len([line for line in painter.text_rects(somebody, size) if line.what.startswith("name")]) >= 13
    offered = replace(nobody, timer=Timer(9.0, 10.0))
    assert any(line.what == "timer" for line in painter.text_rects(offered, size))
    for shown in (nobody, somebody, nobody, offered, nobody):
        settle(painter, used, shown, SETTLED_S)
        settle(Painter(look=look), fresh, shown, SETTLED_S)
        assert used.get_buffer().raw == fresh.get_buffer().raw
    if look == USUAL:
        corners = {tuple(used.get_at((x, size[1] - 1))) for x in range(0, size[0], 4)}
        assert NIGHT.ground not in {colour[:3] for colour in corners}


def test_the_name_to_type_stands_below_the_code_and_else_the_address() -> None:
    size = (1280, 720)
    shown = replace(board("attract", 8), join="192.0.2.7:8080", join_name="garou.local:8080")
    for each, line in ((shown, "garou.local:8080"), (replace(shown, join_name=""), "192.0.2.7:8080")):
        written = Painter().text_rects(each, size)
        assert [found.text for found in written if found.what == "join"] == [line]
        assert not faults(each, written, size)


@pytest.mark.parametrize("rests", [True, False])
def test_a_light_that_turns_back_fades_back(rests: bool) -> None:
    """It comes back as slowly as it went, on a machine without time to rest too."""
    painter, surface = Painter(), Surface((640, 360))
    hamlet, day, dusk = (
        lay_out((640, 360), 8).square.inflate(-180, -20),
        board("debate", 8),
        board("ballots", 8),
    )
    dusk.arrows = []
    settle(painter, surface, day, 0.0)
    while painter.prepaint():
        pass
    levels: dict[float, int] = {}
    for frame in range(round(45 * FADE_S) + 10):
        now_s = SETTLED_S + frame / 30
        shown = dusk if now_s < SETTLED_S + FADE_S / 2 else day
        if painter.draw(surface, shown, now_s):
            levels[now_s] = sum(pygame.transform.average_color(surface, hamlet)[:3])
        elif rests:
            painter.prepaint()
    back = [level for now_s, level in levels.items() if now_s >= SETTLED_S + FADE_S / 2]
    whole = back[-1] - back[0]
    assert whole > 60
    assert max(abs(after - before) for before, after in pairwise(back)) < 0.2 * whole


def test_a_board_without_houses_may_come_while_cards_are_on_their_way() -> None:
    """As the signs of a deal, which have it to themselves."""
    painter, surface = Painter(), Surface((640, 360))
    shown = replace(board("dawn", 8), timer=None)
    living = [replace(place, alive=True, card=None, role="") for place in shown.places]
    dead = replace(living[2], alive=False, card="Voyante", role="seer")
    opened = [*living[:2], dead, *living[3:]]
    settle(painter, surface, replace(shown, places=living), 0.0)
    settle(painter, surface, replace(shown, places=opened), 1.0)
    for number in range(8):
        assert painter.draw(surface, replace(board("deal", 8), places=opened), 1.5 + number / 10) or number
        painter.prepaint()


def test_what_somebody_was_in_the_end_stands_below_his_card() -> None:
    shown = board("over", 12)
    shown.places[3].turned = "Loup-Garou"
    written = Painter().text_rects(shown, FULL_HD)
    assert faults(shown, written, FULL_HD) == []
    lines = {line.what: line for line in written}
    assert lines["turned 3"].text == "(Loup-Garou)"
    assert lines["turned 3"].rect.top >= lines["card 3"].rect.bottom
    assert lines["turned 3"].px == lines["card 3"].px >= 38


@pytest.mark.parametrize("scene", some(SCENES, of=2))
def test_high_contrast_has_nothing_but_black_behind_its_words(scene: Scene) -> None:
    surface, look = Surface(HD), DisplayOptions(contrast="high")
    shown = board(scene, 12)
    written = Painter(look=look).text_rects(shown, HD)
    assert {line.ground for line in written} == {(0, 0, 0)}
    Painter(look=look).draw(surface, shown, 0.0)
    corners = [
        surface.get_at(line.rect.topleft)[:3]
        for line in written
        if line.what.split()[0] not in ("count", "colour")  # round ones, and those below a bar of colour
    ]
    assert set(corners) == {(0, 0, 0)}
    assert sum(pygame.transform.average_color(surface)[:3]) < 3 * 60


def test_a_look_holds_from_the_next_frame_on() -> None:
    painter, used, fresh = Painter(), Surface((1280, 720)), Surface((1280, 720))
    painter.draw(used, board("debate"), 0.0)
    for look in (*LOOKS, DisplayOptions(contrast="high"), DisplayOptions("large"), USUAL):
        painter.look = look
        settle(painter, used, board("debate"), 0.0)
        settle(Painter(look=look), fresh, board("debate"), 0.0)
        assert used.get_buffer().raw == fresh.get_buffer().raw, look


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("size", [FULL_HD, (1440, 1080)], ids=["16:9", "4:3"])
def test_the_cards_of_24_seats_can_be_read_at_the_end(size: tuple[int, int], language: str) -> None:
    """In rows: at least 28 of 1080 pixels for the longest title of all, 36 for most."""
    narration = Narration.load(language, "best-of")
    titles = [narration.card(card).title for card in BEST_OF.cards]
    names = [named.label for named in narration.places.values()][:24]
    sizes = []
    for first in range(0, len(titles), 24):
        cards = [*titles[first:], *titles][:24]
        places = [Place(name, False, card) for name, card in zip(names, cards, strict=True)]
        written = Painter().text_rects(Board("over", places=places), size)
        sizes += [line.px for line in written if line.what.startswith("card")]
    assert min(sizes) >= 28
    assert sorted(sizes)[len(sizes) // 5] >= 36


def test_rows_are_for_the_end_of_a_crowded_round_alone() -> None:
    def has_square(shown: Board) -> bool:
        written = Painter().text_rects(shown, FULL_HD)
        names = [line.rect for line in written if line.what.startswith("name")]
        middle = lay_out(FULL_HD, len(shown.places)).square
        return middle.inflate(-120, 0).collidelist(names) < 0

    end = board("over", 24)
    assert not has_square(end)
    assert has_square(board("over", 12))
    assert has_square(replace(end, arrows=[Arrow(0, 1)]))
    assert has_square(replace(end, word="loup"))
    end.places[3].card = None
    assert has_square(end)


def test_letters_grow_with_the_distance_and_shrink_with_the_picture() -> None:
    assert enlarged(4.2, 0.7) == pytest.approx(1, abs=0.01)
    assert enlarged(3.0, 0.5) == pytest.approx(enlarged(6.0, 1.0)) == pytest.approx(1, abs=0.01)
    assert enlarged(5.0, 0.7) > enlarged(4.2, 0.7) > enlarged(4.2, 0.8)
    assert (enlarged(60, 0.1), enlarged(0.5, 10)) == (LARGEST, SMALLEST)
    # A capital fills a third of a degree: seen from 5 m it is 29 mm high.
    px = enlarged(5.0, 0.7) * READ_PX
    assert px * CAPITAL * 0.7 / REFERENCE[1] == pytest.approx(0.029, abs=0.0005)
    sizes = []
    for larger in (0.75, 1.0, 1.25, 1.5):
        written = Painter(larger).text_rects(board("debate", 8), FULL_HD)
        sizes.append([line.px for line in written if line.what in ("caption", "headline", "name 1")])
    assert all(more > less for less, more in pairwise(sizes))


def test_french_signs_stay_with_their_word() -> None:
    assert clean("Votez ! « Oui » : tous\u202f?") == "Votez\u00a0! «\u00a0Oui\u00a0»\u00a0: tous\u00a0?"


def test_letters_of_a_word_stand_in_its_parts() -> None:
    """A line ends between two parts of the word; what stands between two parts stands between their cells."""
    parts = [parted(letter) for letter in spelling("l’arc-en ciel")]
    assert parts[:4] == [("l", "’"), ("a", ""), ("r", ""), ("c", "-")]
    assert in_lines([marks for _, marks in parts]) == [list(range(10))]
    long = [marks for _, marks in map(parted, spelling("pomme de terre en robe"))]
    assert in_lines(long) == [list(range(14)), list(range(14, 18))]
    whole = in_lines([""] * 25)
    assert [len(line) for line in whole] == [13, 12]


@pytest.mark.parametrize(("word", "wider"), [("arc ciel", 1.5), ("arc-ciel", 1.5), ("arcciel", 1.0)])
def test_a_gap_is_seen_between_the_parts_of_a_word(word: str, wider: float) -> None:
    secret = Secret((word,), spelling(word), at=(1,))
    written = Painter().text_rects(Board("night", secret=secret), FULL_HD)
    letters = {line.what: line.rect.centerx for line in written if line.text.isalpha()}
    across = letters["secret 3"] - letters["secret 2"]
    assert across >= 0.95 * wider * (letters["secret 1"] - letters["secret 0"])


def test_a_very_long_word_breaks_at_its_hyphen() -> None:
    pygame.font.init()
    fitted = Typesetter().fit("Villageois-Villageois", (300, 200), 60, lines=2)
    assert fitted.lines == ("Villageois-", "Villageois")
    assert Typesetter().fit("Loup-Garou", (200, 200), 60, lines=2).lines == ("Loup-Garou",)


@pytest.mark.parametrize("size", SIZES)
def test_houses_stand_clockwise_round_the_square(size: tuple[int, int]) -> None:
    for seats, larger in product(range(1, 25), (1.0, LARGEST)):
        layout = lay_out(size, seats, larger)
        assert len(layout.lots) == seats
        wholes = [lot.whole for lot in layout.lots]
        assert all(map(layout.middle.contains, wholes)), seats
        assert not any(a.colliderect(b) for a, b in combinations([*wholes, layout.square], 2)), seats
        for lot in layout.lots:
            assert lot.whole.inflate(2, 2).contains(lot.house), seats
            assert lot.whole.inflate(2, 2).contains(lot.plate), seats
        centre = pygame.Vector2(layout.square.center)
        angles = [
            pygame.Vector2(1, 0).angle_to(pygame.Vector2(lot.whole.center) - centre) % 360
            for lot in layout.lots
        ]
        turns = [(b - a) % 360 for a, b in zip(angles, angles[1:] + angles[:1], strict=True)]
        assert seats == 1 or sum(turns) == pytest.approx(360), seats


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


@pytest.mark.parametrize("difference", ["alive", "captain", "marked", "ready"])
def test_what_colour_says_is_said_by_shape_too(difference: str) -> None:
    """In greys alone the two boards still differ."""
    plain = [Place("le Puits") for _ in range(8)]
    other = [Place("le Puits") for _ in range(8)]
    setattr(other[3], difference, not getattr(other[3], difference))
    pictures = []
    for places in (plain, other):
        surface = pygame.Surface(HD)
        Painter().draw(surface, Board("debate", places=places), 0.0)
        pictures.append(pygame.transform.grayscale(surface))
    changed = pygame.mask.from_threshold(pictures[0], (0, 0, 0), (60, 60, 60, 255), pictures[1])
    assert HD[0] * HD[1] - changed.count() > 150


@pytest.mark.parametrize("seats", [8, 24])
def test_who_is_ready_has_a_tick_before_their_name_and_nowhere_else(seats: int) -> None:
    """No house, face or clock is covered."""
    pictures = []
    for ready in (False, True):
        shown, surface = board("debate", seats), Surface(FULL_HD)
        for place in shown.places:
            place.ready = ready and place.alive
        Painter().draw(surface, shown, 0.0)
        pictures.append(surface)
    alike = pygame.mask.from_threshold(pictures[0], (0, 0, 0), (2, 2, 2, 255), pictures[1])
    alike.invert()
    lots = lay_out(FULL_HD, seats).lots
    assert all(any(lot.plate.contains(box) for lot in lots) for box in alike.get_bounding_rects())
    for place, lot in zip(shown.places, lots, strict=True):
        assert (
            bool(alike.overlap_area(pygame.mask.Mask(lot.plate.size, True), lot.plate.topleft)) == place.alive
        )


def test_ballots_count_weights_and_keep_their_arrows() -> None:
    shown = board("ballots", 12)
    written = {line.what: line.text for line in Painter().text_rects(shown, FULL_HD)}
    for target in range(12):
        weight = sum(arrow.weight for arrow in shown.arrows if arrow.target == target)
        assert written.get(f"count {target}", "0") == str(weight)


def test_the_clock_shows_whole_seconds_and_never_less_than_none() -> None:
    shown = Board(timer=Timer(ends_s=100.0, length_s=60.0))
    assert [seconds_left(shown, now_s) for now_s in (35.0, 35.5, 99.01, 100.0, 250.0)] == [65, 65, 1, 0, 0]
    assert [minutes(s) for s in (0, 9, 65, 600)] == ["0:00", "0:09", "1:05", "10:00"]
    assert seconds_left(Board(), 0.0) is None
    written = Painter().text_rects(board("vote"), FULL_HD, now_s=20.0)
    assert read(written, "timer") == "1:03"


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: look.text)
def test_a_small_clock_has_large_digits_all_of_one_size(look: DisplayOptions) -> None:
    """Beside the signs of two dozen cards on a picture of 4:3, where it is smallest."""
    deal, painter = board("deal", 24), Painter(look=look)
    shown = replace(deal, legend=(deal.legend * 2)[:24], timer=Timer(120.0, 120.0))
    size = (1024, 768)
    sizes = {
        round(line.px * 1080 / size[1])
        for now_s in range(110)
        for line in painter.text_rects(shown, size, float(now_s))
        if line.what == "timer"
    }
    assert len(sizes) == 1
    assert min(sizes) >= LEAST_PX["timer"][1]


def test_victims_stand_in_the_middle_of_the_table_at_dawn() -> None:
    written = Painter().text_rects(board("dawn", 12), FULL_HD)
    assert read(written, "about 0") == "le Puits"
    assert read(written, "about 1") == "la Boulangerie"
    assert read(written, "about 0 card") == "Loup-Garou"


@pytest.mark.parametrize("scene", ["ballots", "decision"])
def test_who_is_condemned_stands_in_the_middle_once_he_is_dead(scene: Scene) -> None:
    shown = replace(board(scene, 12), timer=None)
    assert not read(Painter().text_rects(shown, FULL_HD), "about 0")
    shown.places[1].alive, shown.places[1].card = False, "Simple Villageois"
    written = Painter().text_rects(shown, FULL_HD)
    assert not faults(shown, written, FULL_HD)
    assert read(written, "about 0") == "la Forge"
    assert read(written, "about 0 card") == "Simple Villageois"
    assert not read(written, "about 1")
    # What was counted stays: the words lie on the arrows.
    assert bool([line for line in written if line.what.startswith("count")]) == (scene == "ballots")


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
            Painter().draw(surface, Board("deal", legend=[LegendSign("Voyante", groups, motion)]), 0.0)
            pictures.add(surface.get_buffer().raw)
    assert len(pictures) == 4 * len(MOTIONS)


def test_where_nobody_has_a_ring_the_deal_shows_cards_without_signs() -> None:
    pictures = []
    for groups, motion in ((0, "still"), (0, "hop"), (1, "still")):
        surface = pygame.Surface((640, 360))
        Painter().draw(surface, Board("deal", legend=[LegendSign("Voyante", groups, motion)]), 0.0)
        pictures.append(surface.get_buffer().raw)
    assert pictures[0] == pictures[1] != pictures[2]
    dealt = Board("deal", legend=[LegendSign("Voyante", 0, "hop", 2), LegendSign("Loup", 0, "still")])
    assert [line.plain for line in signs_lines(dealt, 80)] == ["Voyante × 2  Loup"]


@pytest.mark.parametrize("palette", [NIGHT, DAY, DAWN, DUSK], ids=lambda palette: palette.name)
def test_all_words_stand_out_from_their_ground(palette: Palette) -> None:
    """7 to 1, also where no scene of today writes in these colours; signs, which are not read, 3 to 1."""
    words = (
        (palette.ink, palette.ground),
        (palette.quiet, palette.ground),
        (palette.plaque_ink, palette.plaque),
        (palette.dead_ink, palette.dead),
        (palette.caption_ink, palette.caption),
        (NIGHT.mark, palette.caption),
    )
    assert min(contrast(ink, ground) for ink, ground in words) >= 7
    signs = (
        *((palette.mark, ground) for ground in (palette.plaque, palette.dead, palette.ground)),
        *((palette.crown, ground) for ground in (palette.plaque, palette.dead, palette.ground)),
    )
    for see in (seen_by_all, *COLOUR_BLIND):
        assert min(contrast(see(ink), see(ground)) for ink, ground in words) >= 7
        assert min(contrast(see(ink), see(ground)) for ink, ground in signs) >= 3


def seen_by_all(colour: Colour) -> Colour:
    return colour


def seen_by(*rows: tuple[float, float, float]) -> Callable[[Colour], Colour]:
    """A colour as seen by a person with this deficiency (Machado, Oliveira and Fernandes 2009, full
    severity)."""

    def see(colour: Colour) -> Colour:
        shares = [channel / 255 for channel in colour]
        linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in shares]
        mixed = [min(1.0, max(0.0, sum(map(mul, row, linear)))) for row in rows]
        red, green, blue = (
            round(255 * (12.92 * one if one <= 0.0031308 else 1.055 * one ** (1 / 2.4) - 0.055))
            for one in mixed
        )
        return red, green, blue

    return see


COLOUR_BLIND = (
    seen_by(
        (0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)
    ),
    seen_by((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    seen_by(
        (1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)
    ),
)
"""Protanopia, deuteranopia, tritanopia."""


def test_a_calm_board_moves_nothing_but_a_slow_clock() -> None:
    """Half a minute of a debate at thirty frames a second has one change in ten seconds."""
    painter, surface, shown = Painter(look=DisplayOptions(calm=True)), Surface((640, 360)), board("debate", 8)
    shown.timer = Timer(40.0, 40.0)
    frames = (frame / 30 for frame in range(30 * 30 + 1))
    pictures = [surface.get_buffer().raw for now_s in frames if painter.draw(surface, shown, now_s)]
    assert len(pictures) == len(set(pictures)) == 4
    assert read(painter.text_rects(shown, FULL_HD, 22.0), "timer") == "0:20"
    assert read(Painter().text_rects(shown, FULL_HD, 22.0), "timer") == "0:18"
    assert read(painter.text_rects(shown, FULL_HD, 33.0), "timer") == "7"


def test_a_calm_board_shows_where_every_motion_ends() -> None:
    painter, used = Painter(look=DisplayOptions(calm=True)), Surface((640, 360))
    for scene in SCENES:
        settle(painter, used, board(scene), 0.0)
        fresh = Surface((640, 360))
        Painter(look=DisplayOptions(calm=True)).draw(fresh, board(scene), 0.0)
        assert used.get_buffer().raw == fresh.get_buffer().raw, scene


@pytest.mark.parametrize("scene", some(["night", "debate", "shot", "attract"], of=2))
def test_the_hamlet_moves_a_little_and_seldom(scene: Scene) -> None:
    """Moon, stars and smoke: two changes a second of few pixels, none of them behind words; piece by piece it
    ends as painted at once."""
    painter, surface = Painter(), Surface(HD)
    shown = replace(board(scene, 12), timer=None)
    painter.draw(surface, shown, 0.0)
    words = [line.rect for line in Painter().text_rects(shown, HD)]
    before, changed = surface.copy(), 0
    for frame in range(1, 30 * few(20, 10)):
        if not painter.draw(surface, shown, frame / 30):
            continue
        changed += 1
        assert frame / 30 % DRIFT_STEP_S < 1 / 29
        same = pygame.mask.from_threshold(surface, (0, 0, 0), (1, 1, 1, 255), before)
        same.invert()
        assert same.count() < 0.01 * HD[0] * HD[1]
        assert not any(same.overlap(pygame.mask.Mask(box.size, fill=True), box.topleft) for box in words)
        before = surface.copy()
    assert changed == few(39, 19)
    fresh = Surface(HD)
    Painter().draw(fresh, shown, few(20, 10) - 0.5)
    assert pygame.image.tobytes(surface, "RGB") == pygame.image.tobytes(fresh, "RGB")


def test_night_falls_and_day_breaks_slowly() -> None:
    """Light and dark change places once: nothing flickers, and no words wait for it."""
    painter, surface = Painter(), Surface((640, 360))
    hamlet = lay_out((640, 360), 12).square.inflate(-180, -20)
    settle(painter, surface, board("debate"), 0.0)
    while painter.prepaint():
        pass
    for number, (before, after) in enumerate((("debate", "night"), ("night", "dawn"))):
        from_s = 3 * SETTLED_S * number
        settle(painter, surface, replace(board("debate"), scene=before), from_s)
        settle(painter, surface, replace(board("debate"), scene=before), from_s + SETTLED_S)
        said = replace(board("debate"), scene=after, timer=None)
        levels = []
        for frame in range(int(30 * NIGHTFALL_S) + 10):
            if painter.draw(surface, said, from_s + 2 * SETTLED_S + frame / 30):
                levels.append(sum(pygame.transform.average_color(surface, hamlet)[:3]))
            else:
                painter.prepaint()
        # The sun or the moon may shift a level by a shade.
        wrong = [b - a for a, b in pairwise(levels) if (b - a) * (levels[-1] - levels[0]) < 0]
        assert len(levels) > 12
        assert abs(levels[-1] - levels[0]) > 60
        assert all(abs(step) <= 6 for step in wrong)
        assert max(abs(b - a) for a, b in pairwise(levels)) < 0.2 * abs(levels[-1] - levels[0])


def test_a_card_turns_over() -> None:
    painter, surface = Painter(), Surface((1280, 720))
    closed, opened = board("debate", 8), board("debate", 8)
    opened.places[1].card, opened.places[1].alive = "Voyante", False
    lot = lay_out((1280, 720), 8).lots[1]
    painter.draw(surface, closed, 0.0)

    def breadth() -> int:
        row = [surface.get_at((x, lot.plate.bottom - 6))[:3] for x in range(lot.whole.left, lot.whole.right)]
        return sum(colour in (DAY.plaque, DAY.dead) for colour in row)

    painter.draw(surface, opened, 1.0)
    lies_s = 1.0 + REVEAL_S  # then the large card has come to rest
    widths = [breadth() for frame in range(40) if painter.draw(surface, opened, lies_s + frame / 30)]
    narrowest = widths.index(min(widths))
    assert 0 < narrowest < len(widths) - 1
    assert widths[: narrowest + 1] == sorted(widths[: narrowest + 1], reverse=True)
    assert min(widths) < 0.4 * max(widths)
    fresh = Surface((1280, 720))
    Painter().draw(fresh, opened, lies_s + 1.0)
    painter.draw(surface, opened, lies_s + 1.0)
    seen, wanted = (one.subsurface(lot.whole).copy().get_buffer().raw for one in (surface, fresh))
    assert seen == wanted


def test_a_dead_players_card_comes_from_their_house() -> None:
    """Half as high as the board, first its back, then its face; then it has lain down on the square."""
    painter, surface, size = Painter(), Surface((640, 360)), (640, 360)
    before, after = board("night", 8), board("dawn", 8)
    for shown in (before, after):
        for place in shown.places:
            place.alive, place.card, place.role, place.marked = True, None, "", False
    victim = after.places[1]
    victim.alive, victim.card, victim.role, victim.marked = False, "Voyante", "seer", True
    settle(painter, surface, before, 0.0)
    settle(painter, surface, before, SETTLED_S)
    house, middle = lay_out(size, 8).lots[1].house, Rect(0, 0, 100, 170)
    middle.center = 320, round(0.46 * 360)
    seen = []
    for share in (0.0, STOOD - 0.02, READ - 0.02):
        painter.draw(surface, after, 20.0 + share * REVEAL_S)
        seen.append((surface.subsurface(house).copy().get_buffer().raw, surface.subsurface(middle).copy()))
    assert len({at_the_house for at_the_house, _ in seen[:2]}) == 2
    pictures = {picture.get_buffer().raw for _, picture in seen}
    assert len(pictures) == 3
    face = seen[2][1]
    assert face.get_at((50, 160))[:3] == DAWN.plaque
    settle(painter, surface, after, 40.0)
    fresh = Surface(size)
    settle(Painter(), fresh, after, 40.0)
    assert surface.get_buffer().raw == fresh.get_buffer().raw


@pytest.mark.parametrize("look", [DisplayOptions(), DisplayOptions(calm=True)], ids=str)
def test_it_is_dark_for_a_moment_before_a_card_is_seen_but_not_on_a_calm_board(look: DisplayOptions) -> None:
    """The board closes in on the house, however long the lines are; then all but the words is black."""
    painter, surface, size = Painter(look=look), Surface((640, 360)), (640, 360)
    before, after = board("dawn", 8), board("dawn", 8)
    for shown in (before, after):
        for place in shown.places:
            place.alive, place.card, place.role, place.marked = True, None, "", False
    after.places[1].alive, after.places[1].face_down = False, True
    settle(painter, surface, before, 0.0)
    village = lay_out(size, 8).middle

    def light(shown: Board, now_s: float) -> float:
        painter.draw(surface, shown, now_s)
        return sum(pygame.transform.average_color(surface, village)[:3]) / 3

    bright, hushed = light(after, 20.0), replace(after, hush=True)
    near = light(after, 24.0)
    levels = [light(hushed, 25.0 + step / 10) for step in range(12)]
    if look.calm:
        assert {near, *levels} == {bright}
    else:
        assert 0.3 * bright < near < 0.9 * bright
        assert levels[0] == near
        assert levels.count(0.0) == 7
        assert levels[-1] > 0


@pytest.mark.parametrize("scene", ["debate", "vote", "ballots"])
@pytest.mark.parametrize("is_voted", [False, True])
def test_a_card_goes_home_while_a_word_lies_on_the_square(scene: Scene, is_voted: bool) -> None:
    """There is nobody on the square beside whom it could lie."""
    painter, surface, size = Painter(), Surface((640, 360)), (640, 360)
    arrows = [Arrow(2, 1), Arrow(3, 1)] if is_voted else []
    before, after = (replace(board(scene, 8), word="Moulin", arrows=arrows, timer=None) for _ in range(2))
    for place in before.places:
        place.alive, place.card, place.marked = True, None, False
    after.places[1].alive, after.places[1].card, after.places[1].marked = False, "Voyante", True
    settle(painter, surface, before, 0.0)
    house = lay_out(size, 8).lots[1].house
    homes = []
    for share in (0.0, READ, 0.99, 1.5):
        painter.draw(surface, after, 20.0 + share * REVEAL_S)
        homes.append(surface.subsurface(house).copy().get_buffer().raw)
    assert len(set(homes)) == len(homes), "it leaves the house, comes back and turns over"


def test_windows_go_out_one_after_the_other() -> None:
    """Round the square while night falls, the Captain's last; nobody's is dark before, nor lit after it."""
    painter, surface = Painter(), Surface((640, 360))
    day, night = board("debate", 8), board("night", 8)
    for place in (*day.places, *night.places):
        place.alive, place.card, place.home = True, None, "forge"
    settle(painter, surface, day, 0.0)
    shining, lit = (255, 209, 102), []
    for step in range(int(10 * NIGHTFALL_S) + 3):
        painter.draw(surface, night, 20.0 + step / 10)
        found = []
        for lot in lay_out((640, 360), 8).lots:
            at = product(range(lot.house.left, lot.house.right), range(lot.house.centery, lot.house.bottom))
            found.append(any(surface.get_at(pixel)[:3] == shining for pixel in at))
        lit.append(found)
    assert all(lit[0])
    assert not any(lit[-1])
    numbers = [sum(found) for found in lit]
    assert numbers == sorted(numbers, reverse=True)
    assert set(numbers) == set(range(9))
    captain = next(seat for seat, place in enumerate(night.places) if place.captain)
    order = [*(seat for seat in range(8) if seat != captain), captain]
    assert all([found[seat] for seat in order] == sorted(found) for found in lit)


def test_torches_go_from_house_to_house_and_are_counted_as_they_land() -> None:
    painter, surface, size = Painter(), Surface((640, 360)), (640, 360)
    vote, shown = board("vote", 8), board("ballots", 8)
    vote.timer, shown.arrows = None, [Arrow(0, 4), Arrow(1, 4)]
    settle(painter, surface, vote, 0.0)
    layout, torch = lay_out(size, 8), (255, 209, 102)

    def burning(at: Point) -> bool:
        box = Rect(0, 0, 40, 60)
        box.center = round(at[0]), round(at[1])
        pixels = product(range(box.left, box.right), range(box.top, box.bottom))
        return any(surface.get_at(pixel)[:3] == torch for pixel in pixels)

    written = {}
    painter.draw(surface, shown, 20.0)
    for landed in (0.25, 0.5, 1.0):
        painter.draw(surface, shown, 20.0 + landed * 2 * LANDING_S + 0.001)
        on_the_way = pygame.Vector2(layout.doors[0]).lerp(pygame.Vector2(layout.doors[4]), 0.5)
        written[landed] = burning((on_the_way.x, on_the_way.y))
    assert written == {0.25: True, 0.5: False, 1.0: False}
    counts = [line.text for line in painter.text_rects(shown, size) if line.what == "count 4"]
    assert counts == ["2"]


def test_the_watchman_goes_by_the_clock_and_the_owl_by_the_call() -> None:
    """By night, and nothing but what is on the board moves them."""
    seen = []
    for headline, now_s in (("La Voyante", 0.0), ("La Voyante", 20.0), ("La Voyante", 0.0), ("Cupidon", 0.0)):
        shown, surface = replace(board("night", 8), headline=headline), Surface((640, 360))
        settle(Painter(), surface, shown, now_s)
        lots = Rect(0, lay_out((640, 360), 8).header.bottom, 640, 200)
        seen.append(surface.subsurface(lots).copy().get_buffer().raw)
    assert seen[0] == seen[2]
    assert len(set(seen)) == 3


@pytest.mark.parametrize("size", [(1920, 1080), (1440, 1080)])
@pytest.mark.parametrize("seats", [6, 13, 24])
def test_the_owl_never_hides_the_watchman(size: tuple[int, int], seats: int) -> None:
    layout, owls = lay_out(size, seats), range(len(PERCHES))
    for now_s in range(round(ROUND_S)):
        watchman = watchman_at(layout, size[1], float(now_s))
        assert watchman.collidelist([owl_at(layout, size[1], perch) for perch in owls]) == -1


def test_clouds_pass_by_night_by_the_clock_before_the_moon_too() -> None:
    layout, seen = lay_out((1280, 720), 8), []
    x, y = light_at(NIGHT, layout, 1.0)
    over = (x + 0.11 * 720 / 2) / (1280 + 0.11 * 720) * PASSES_S
    for now_s in (over, over + PASSES_S / 3, over):
        surface = Surface((1280, 720))
        settle(Painter(), surface, board("night", 8), now_s)
        moon = Rect(x - 8, max(y - 8, layout.header.bottom), 16, 16)
        seen.append(sum(pygame.transform.average_color(surface, moon)[:3]))
    assert seen[0] == seen[2] < 0.8 * seen[1]


def test_no_cloud_passes_before_a_name() -> None:
    """Where many sit, plates are as high as the clouds."""
    shown = replace(board("night", 24), headline="", title="")
    names = [line.rect for line in Painter().text_rects(shown, HD) if line.what.startswith("name")]
    before: list[bytes] = []
    for now_s in (0.0, 0.1 * PASSES_S, 0.15 * PASSES_S, 0.9 * PASSES_S):
        surface = Surface(HD)
        settle(Painter(), surface, shown, now_s)
        seen = [pygame.image.tobytes(surface.subsurface(rect), "RGB") for rect in names]
        assert seen == (before or seen)
        before = seen


@pytest.mark.parametrize("seats", [18, 24])
def test_an_arrow_passes_by_the_doors_between(seats: int) -> None:
    """So that nobody seems to be voted for who is not, and no arrow lies on another."""
    layout = lay_out(FULL_HD, seats)
    column = [seat for seat, door in enumerate(layout.doors) if abs(door[0] - layout.doors[-1][0]) < 8]
    assert len(column) > 2
    for first, *between, last in combinations(column, 3):
        way = way_of(layout, first, last)
        points = [way.at(step / 100) for step in range(101)]
        for seat in between:
            assert min((point - layout.doors[seat]).length() for point in points) > 0.6 * layout.count_px / 2
            other = way_of(layout, seat, last)
            assert (way.at(0.5) - other.at(0.5)).length() > 0.9 * layout.count_px / 2


@pytest.mark.parametrize("seats", [8, 12, 24])
def test_every_arrow_begins_at_a_dot_that_is_seen(seats: int) -> None:
    """Its house may cover the arrow itself: then it would come from nowhere. A count covers the dot."""
    shown, surface = board("ballots", seats), Surface(FULL_HD)
    settle(Painter(look=DisplayOptions(calm=True)), surface, shown, 0.0)
    layout, beside = lay_out(FULL_HD, seats), range(-36, 37)
    counted = {arrow.target for arrow in shown.arrows}
    begun = [arrow for arrow in shown.arrows if arrow.voter not in counted]
    assert len(begun) > 1
    for arrow in begun:
        x, y = map(round, layout.doors[arrow.voter])
        near = [tuple(surface.get_at((x + right, y + down)))[:3] for right in beside for down in beside]
        assert near.count(ARROWS[arrow.target % len(ARROWS)]) > 150, arrow


@pytest.mark.parametrize("seats", range(5, 25))
def test_the_clock_covers_no_doorstep_above_or_below_it(seats: int) -> None:
    layout = lay_out(FULL_HD, seats)
    frame = Painter()._frame(
        Surface((1, 1)), FULL_HD, Board("debate", places=[Place("x")] * seats, timer=Timer(60, 60))
    )
    face = laid(frame).face
    near = [
        pygame.Vector2(door).distance_to(face.centre)
        for door in layout.doors
        if abs(door[0] - face.centre[0]) < face.radius
    ]
    assert all(away >= face.radius + reach(layout) - 2 for away in near)


@pytest.mark.parametrize("rulebook", ["thiercelieux", "mots-garous"])
@pytest.mark.parametrize(
    ("shown", "weather"),
    [
        (board("dawn", 8), ["scenery/mist"]),
        (replace(board("over", 8), winner="nobody"), ["scenery/rain", "scenery/thunder"]),
        (board("debate", 8), []),
    ],
)
def test_mist_lies_on_the_land_at_dawn_and_rain_falls_where_nobody_has_won(
    shown: Board, weather: list[str], rulebook: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The stage is a hall: there is no weather."""
    drawn, part = set[str](), Art.part

    def noted(art: Art, name: str, *more: Any) -> Surface:
        drawn.add(name)
        return part(art, name, *more)

    monkeypatch.setattr(Art, "part", noted)
    settle(Painter(), Surface((640, 360)), replace(shown, rulebook=rulebook), 0.0)
    fallen = drawn & {"scenery/mist", "scenery/rain", "scenery/thunder"}
    assert fallen == ({*weather} if rulebook == "thiercelieux" else set())


def test_mist_has_no_edge_where_hills_and_ground_meet() -> None:
    size = (640, 360)
    cut = key_of(Painter()._frame(Surface(size), size, board("debate", 8)), DAY).cut
    steps = {}
    for scene in ("dawn", "debate"):
        surface = Surface(size)
        settle(Painter(), surface, board(scene, 8), 0.0)
        rows = [pygame.transform.average_color(surface, Rect(0, y, 60, 1))[:3] for y in (cut - 1, cut)]
        steps[scene] = max(abs(a - b) for a, b in zip(*rows, strict=True))
    assert steps["dawn"] <= steps["debate"] + 4


def closed_in(cause: str, rulebook: str = "") -> dict[float, Surface]:
    """What is seen about a house whose player has died of a cause, by the share of the time it takes."""
    house = Rect(0, 0, 900, 600)
    house.center = 640, round(0.46 * 720)
    painter, surface = Painter(), Surface((1280, 720))
    before = replace(board("ballots", 8), rulebook=rulebook)
    after = replace(board("ballots", 8), rulebook=rulebook, cause=cause)
    for shown in (before, after):
        shown.arrows = []
        for place in shown.places:
            place.alive, place.card, place.role, place.marked = True, None, "", False
    victim = after.places[1]
    victim.alive, victim.card, victim.role, victim.marked = False, "Voyante", "seer", True
    settle(painter, surface, before, 0.0)
    seen = {}
    for share in (0.0, 0.14, CLOSED_IN, LIT + 0.1):
        painter.draw(surface, after, 20.0 + share * REVEAL_S)
        seen[share] = surface.subsurface(house).copy()
    return seen


def test_torches_turn_about_the_house_of_who_was_condemned() -> None:
    """Of nobody who died otherwise; once it is dark they are gone."""
    seen = {
        (cause, share): picture.get_buffer().raw
        for cause in ("voted", "devoured")
        for share, picture in closed_in(cause).items()
    }
    assert seen["voted", 0.14] != seen["devoured", 0.14]
    assert seen["voted", CLOSED_IN] not in (seen["voted", 0.14], seen["devoured", CLOSED_IN])
    assert seen["voted", LIT + 0.1] == seen["devoured", LIT + 0.1]


def test_on_the_island_a_boat_leaves_from_the_house_of_who_was_condemned() -> None:
    """It sails away to the right, nothing burns, and nobody who died otherwise has one."""
    hull, flame = (53, 80, 122), (255, 159, 69)
    voted, devoured, torches = (
        closed_in("voted", "tit-albert"),
        closed_in("devoured", "tit-albert"),
        closed_in("voted"),
    )
    begun, gone = (spots(voted[share], hull) for share in (0.14, CLOSED_IN))
    assert begun.count()
    assert begun.centroid()[0] + 50 < gone.centroid()[0]
    assert not any(spots(devoured[share], hull).count() for share in (0.14, CLOSED_IN))
    assert spots(torches[CLOSED_IN], flame).count() > spots(voted[CLOSED_IN], flame).count() == 0
    assert voted[LIT + 0.1].get_buffer().raw == devoured[LIT + 0.1].get_buffer().raw


def spots(picture: Surface, colour: tuple[int, int, int]) -> pygame.Mask:
    """Where a picture has a colour, but for what smoothing does."""
    return pygame.mask.from_threshold(picture, colour, (6, 6, 6, 255))


def test_each_rulebook_has_its_land() -> None:
    """Another one is drawn once it is painted."""
    painter, surface, pictures = Painter(), Surface((320, 180)), set()
    for rulebook in ("thiercelieux", "best-of", "tit-albert", "mots-garous"):
        shown = replace(board("debate", 8), rulebook=rulebook, timer=None)
        settle(painter, surface, shown, 0.0)
        pictures.add(surface.get_buffer().raw)
        fresh = Surface((320, 180))
        settle(Painter(), fresh, shown, 0.0)
        assert surface.get_buffer().raw == fresh.get_buffer().raw
    assert len(pictures) == 4


def test_the_crown_is_on_its_way_or_on_a_plaque() -> None:
    size, before, after = (1280, 720), board("debate", 8), board("debate", 8)
    after.places[3].captain, after.places[6].captain = False, True
    painter, surface = Painter(), Surface(size)
    painter.draw(surface, before, 0.0)
    plaque = lay_out(size, 8).lots[6].whole
    bare = surface.subsurface(plaque).copy().get_buffer().raw
    painter.draw(surface, after, 1.0)
    painter.draw(surface, after, 1.7)
    assert surface.subsurface(plaque).copy().get_buffer().raw == bare
    painter.draw(surface, after, 4.0)
    assert surface.subsurface(plaque).copy().get_buffer().raw != bare


def test_the_hunters_sights_pass_over_everybody_alike() -> None:
    motion, shown = Motion(), board("shot", 12)
    living = [seat for seat, place in enumerate(shown.places) if place.alive]
    seen = [motion.follow(shown, "day", 0, i * AIM_S).aim for i in range(2 * len(living))]
    assert seen == living * 2
    shown.timer = None
    assert motion.follow(shown, "day", 0, 1.0).aim == 2


def test_another_table_begins_at_rest() -> None:
    motion = Motion()
    motion.follow(board("vote", 12), "day", "one", 0.0)
    pose = motion.follow(board("ballots", 12), "night", "other", 1.0)
    assert (pose.fade, pose.landed, pose.turning, pose.medal) == (None, 1.0, (), None)


@pytest.mark.parametrize("cause", ["grief", "shot"])
def test_what_somebody_died_of_lies_beside_their_card(cause: str) -> None:
    died, plain = Surface((1280, 720)), Surface((1280, 720))
    shown = board("dawn", 8)
    Painter().draw(plain, shown, 0.0)
    Painter().draw(died, replace(shown, cause="fire"), 0.0)
    assert died.get_buffer().raw == plain.get_buffer().raw
    Painter().draw(died, replace(shown, cause=cause), 0.0)
    assert died.get_buffer().raw != plain.get_buffer().raw
    assert faults(shown, Painter().text_rects(replace(shown, cause=cause), (1280, 720)), (1280, 720)) == []


@pytest.mark.parametrize("size", [FULL_HD, (1024, 768)])
@pytest.mark.parametrize("seats", [6, 13, 24])
def test_a_broken_heart_lies_between_the_two_who_died(seats: int, size: tuple[int, int]) -> None:
    """Beside both of them it seemed to be of one alone; of three or one it lies beside them."""
    shown = replace(board("dawn", seats), timer=None, cause="grief")
    for count in (1, 2, 3):
        for seat, place in enumerate(shown.places):
            dead = seat < count
            place.alive, place.card, place.marked = not dead, "Voyante" if dead else None, dead
        lying = laid(Painter()._frame(Surface(size), size, shown))
        boxes, heart = [box for _, box in lying.cards], lying.face.rect
        assert len(boxes) == count
        assert heart.collidelist(boxes) < 0
        assert (boxes[0].right <= heart.left and heart.right <= boxes[-1].left) == (count == 2)
        assert all(one.right <= other.left for one, other in pairwise(boxes))


def test_where_a_house_has_burnt_a_ruin_stands_whoever_lived_there() -> None:
    """Lit or not, alive or dead: each ruin looks like the other."""
    layout = lay_out((1280, 720), 6)
    pictures = []
    for home in ("mill", "inn"):
        shown = board("debate", 6)
        shown.places[1].home, shown.places[1].burnt = home, True
        surface = Surface((1280, 720))
        Painter().draw(surface, shown, 0.0)
        pictures.append(surface.subsurface(layout.lots[1].house).copy().get_buffer().raw)
    assert pictures[0] == pictures[1]


def test_news_has_its_own_picture() -> None:
    bear, plain = Surface((1280, 720)), Surface((1280, 720))
    Painter().draw(plain, board("debate", 8), 0.0)
    Painter().draw(bear, replace(board("debate", 8), news="bear_growls"), 0.0)
    assert bear.get_buffer().raw != plain.get_buffer().raw
    Painter().draw(bear, replace(board("debate", 8), news="of a house role"), 0.0)
    assert bear.get_buffer().raw == plain.get_buffer().raw


@pytest.mark.parametrize("marked", range(6))
def test_a_dawn_with_a_word_is_drawn_however_many_it_names(marked: int) -> None:
    shown = replace(board("dawn", 8), timer=None, news="", word="Dawn")
    places = [replace(place, marked=seat < marked) for seat, place in enumerate(shown.places)]
    assert Painter().draw(Surface(HD), replace(shown, places=places), 0.0)


def test_a_dawn_that_has_told_of_nobody_shows_a_cock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Until the dead of the night are named, and never under high contrast."""
    drawn, draw = list[str](), Art.draw

    def noted(art: Art, name: str, px: int, colours: Mapping[str, str] | None = None) -> Surface:
        drawn.append(name)
        return draw(art, name, px, colours)

    monkeypatch.setattr(Art, "draw", noted)
    nobody = [replace(place, marked=False) for place in board("dawn", 8).places]
    for shown, look, crows in (
        (replace(board("dawn", 8), places=nobody), DisplayOptions(), True),
        (replace(board("dawn", 8), places=nobody), DisplayOptions(contrast="high"), False),
        (replace(board("dawn", 8), places=nobody, news="bear_growls"), DisplayOptions(), False),
        (board("dawn", 8), DisplayOptions(), False),
    ):
        drawn.clear()
        settle(Painter(look=look), Surface((640, 360)), shown, 0.0)
        assert ("things/cock" in drawn) == crows


def test_every_winner_has_an_end_of_his_own() -> None:
    """An emblem for each camp, a star for a camp of the house; the wolves win by night, nobody in a storm."""
    camps = {
        *(f"over.{camp}" for camp in WINNERS if camp != "village"),
        *(key for key in Narration.load("fr", "best-of").words if key.startswith("over.")),
    }
    assert camps == {f"over.{camp}" for camp in WINNERS if camp != "village"}
    pictures = {}
    for winner in (*WINNERS, "of the house"):
        surface = Surface((640, 360))
        settle(Painter(), surface, replace(board("over", 8), winner=winner), SETTLED_S)
        is_dark = sum(pygame.transform.average_color(surface)[:3]) / 3 < 80
        assert is_dark == (winner in ("werewolves", "white_werewolf", "nobody"))
        pictures[winner] = surface.get_buffer().raw
    assert pictures["village"] == pictures["villagers"]
    assert len({*pictures.values()}) == len(pictures) - 1


def test_only_what_changed_is_drawn_again() -> None:
    """Whatever was shown before, the board looks as if painted at once."""
    used, painter = Surface((640, 360)), Painter()
    evening = [
        (replace(board(scene, seats, notice=notice), menu=menu), now_s)
        for seats in (12, 24)
        for scene in SCENES
        for notice in (False, True)
        for menu in (None, Menu("Carte", [MenuEntry("Jeu", "Base")]))
        for now_s in (0.0, 75.0)
    ]
    Random(1).shuffle(evening)
    for number, (shown, since_s) in enumerate(some(evening, of=5)):
        began_s, now_s = 100.0 * number, 100.0 * number + since_s
        if shown.timer:
            shown.timer = replace(shown.timer, ends_s=began_s + shown.timer.ends_s)
        for moment_s in (now_s - SETTLED_S, now_s):
            settle(painter, used, shown, moment_s)
        fresh = Surface((640, 360))
        settle(Painter(), fresh, shown, now_s)
        assert used.get_buffer().raw == fresh.get_buffer().raw, shown.scene


def test_painted_pictures_do_not_fill_the_memory() -> None:
    cache = SpriteCache(1000)
    for number in range(50):
        cache.get("first", lambda: Surface((10, 10)))
        cache.get(number, lambda: Surface((20, 20)))
        assert cache.used <= 1000
    kept = cache.get("first", lambda: pytest.fail("it was looked at last"))
    assert kept.get_size() == (10, 10)
    assert cache.get("large", lambda: Surface((100, 100))).get_size() == (100, 100)


def test_doorsteps_lie_apart() -> None:
    for seats in range(2, 25):
        layout = lay_out(FULL_HD, seats)
        apart = [dist(a, b) for a, b in combinations(layout.doors, 2)]
        assert min(apart) >= 2 * DOOR_PX * 1.35, seats


def test_arrows_are_seen_on_the_dim_land() -> None:
    surface, bare = Surface((640, 360)), board("ballots", 8)
    bare.arrows = [Arrow(0, 0)]
    settle(Painter(), surface, bare, 0.0)
    square = lay_out((640, 360), 8).square.inflate(-60, -10)
    grounds = {
        tuple(surface.get_at((x, y))[:3])
        for x in range(square.left, square.right, 4)
        for y in range(square.centery, square.bottom, 4)
    }
    for see in (seen_by_all, *COLOUR_BLIND):
        brightest = max((see((red, green, blue)) for red, green, blue in grounds), key=luminance)
        assert all(contrast(see(colour), brightest) >= 3 for colour in ARROWS)
    assert contrast((255, 255, 255), (0, 0, 0)) == pytest.approx(21)


def test_the_font_has_every_letter_and_its_licence_beside_it() -> None:
    pygame.font.init()
    letters = "ÀÂÄÇÉÈÊËÎÏÔÖÙÛÜŸàâäçéèêëîïôöùûüÿœŒæÆ«»’‘“”–—…•×ŁłĄąŐőßñ¿¡\u00a0"
    for face, licence in ((READING, "OFL.txt"), (TITLES, "OFL-Berenika.txt")):
        assert Typesetter(face).has(letters)
        assert "SIL OPEN FONT LICENSE" in (FONTS / licence).read_text()
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


def test_full_screen_is_as_large_and_calm_as_asked() -> None:
    shown, view = board("debate"), FullScreen(Screen((1280, 720)), LARGEST, DisplayOptions(calm=True))
    try:
        view.show(shown, 0.0)
        surface = pygame.display.get_surface()
        assert surface is not None
        wanted = Surface((1280, 720))
        Painter(LARGEST, DisplayOptions(calm=True)).draw(wanted, shown, 0.0)
        assert surface.get_buffer().raw == wanted.get_buffer().raw
        Painter().draw(wanted, shown, 0.0)
        assert surface.get_buffer().raw != wanted.get_buffer().raw
    finally:
        view.close()


@pytest.mark.parametrize(("rotate", "size"), [(90, (720, 1280)), (180, (1280, 720)), (270, (720, 1280))])
def test_a_turned_board_is_drawn_upright_and_turned_as_a_whole(rotate: int, size: tuple[int, int]) -> None:
    shown, view = board("debate"), FullScreen(Screen((1280, 720), rotate=rotate))
    try:
        view.show(shown, 0.0)
        surface = pygame.display.get_surface()
        assert surface is not None
        wanted = Surface(size)
        Painter().draw(wanted, shown, 0.0)
        assert surface.get_size() == (1280, 720)
        assert surface.get_buffer().raw == pygame.transform.rotate(wanted, -rotate).get_buffer().raw
    finally:
        view.close()


def test_a_board_in_memory_is_whole_again_in_a_size_that_it_had_before() -> None:
    """As when the only page goes and comes while nothing moves on the board."""
    size = (640, 480)
    shown, view = board("debate"), FullScreen(MemoryScreen(lambda: size), look=DisplayOptions(calm=True))
    view.show(shown, 0.0)
    before = pygame.image.tobytes(view.surface, "RGB")
    size = (1280, 720)
    assert view.surface.get_size() == size
    size = (640, 480)
    view.show(shown, 0.0)
    assert pygame.image.tobytes(view.surface, "RGB") == before


def test_letters_of_an_upright_board_are_as_large_as_those_of_a_wide_one() -> None:
    """On the same screen from the same chair, whether it lies or is on its side."""
    wide = lay_out((1920, 1080), 8, enlarged(4.2, 0.7)).scale
    upright = lay_out((1080, 1920), 8, enlarged(4.2, 0.7, is_upright=True)).scale
    assert upright == pytest.approx(wide)


def test_the_whole_display_is_taken_without_a_size() -> None:
    screen = Screen()
    try:
        assert screen.surface.get_size() == pygame.display.get_desktop_sizes()[0]
        assert not pygame.mouse.get_visible()
    finally:
        screen.close()


@pytest.mark.parametrize(
    ("display", "drawn"),
    [
        ((3840, 2160), (1920, 1080)),
        ((2560, 1600), (2560, 1600)),
        ((7680, 4320), (1920, 1080)),
        ((1080, 1920), (1080, 1920)),
    ],
)
def test_of_a_display_with_very_many_lines_half_are_drawn(
    display: tuple[int, int], drawn: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the graphics chip enlarges it to the whole display; also where F11 lets a window fill it."""
    asked: list[tuple[Any, int, int]] = []

    def set_mode(size: Any, flags: int = 0, *, vsync: int = 0) -> Surface:
        asked.append((size, flags, vsync))
        return Surface((1, 1))

    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [display])
    monkeypatch.setattr(pygame.display, "get_driver", lambda: "kmsdrm")
    monkeypatch.setattr(pygame.display, "set_mode", set_mode)
    open_display(None, resizable=False)
    Screen((640, 360), resizable=True).toggle_full()
    whole = drawn, pygame.FULLSCREEN | pygame.SCALED, 1
    assert asked == [whole, ((640, 360), pygame.RESIZABLE, 0), whole]


def test_why_there_is_no_display_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "nosuchdriver")
    with pytest.raises(DeviceError) as caught:
        Screen((640, 360))
    assert caught.value.trouble.key == "screen.driver"
    assert caught.value.trouble.facts["driver"] == "nosuchdriver"
    monkeypatch.delenv("SDL_VIDEODRIVER")
    assert why_no_display("no display") == Trouble("screen.missing", detail="no display")


def test_the_card_with_a_display_is_found(tmp_path: Path) -> None:
    assert connected_card(tmp_path) is None
    for connector, status in (("card0-Writeback-1", "unknown"), ("card1-HDMI-A-1", "connected")):
        (tmp_path / connector).mkdir()
        (tmp_path / connector / "status").write_text(f"{status}\n")
    assert connected_card(tmp_path) == 1


def test_without_a_desktop_it_is_drawn_by_opengl_es(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By desktop OpenGL the board was black on a machine that has no library of it."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_RENDER_DRIVER"):
        monkeypatch.setenv(name, "")
        monkeypatch.delenv(name)
    prepare(tmp_path)
    assert os.environ.pop("SDL_RENDER_DRIVER") == "opengles2"
    monkeypatch.setenv("SDL_RENDER_DRIVER", "software")
    prepare(tmp_path)
    assert os.environ["SDL_RENDER_DRIVER"] == "software"
    monkeypatch.delenv("SDL_RENDER_DRIVER")
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    prepare(tmp_path)
    assert "SDL_RENDER_DRIVER" not in os.environ
