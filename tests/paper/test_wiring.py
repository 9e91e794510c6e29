"""The builder's book and the seat cards: what is connected to what, and whether all of it can be read."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise, product
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest
from gpiozero.pins.mock import MockFactory

from hardware.buttons.expander import chip_pin
from hardware.patterns import SIGNS
from table.errors import UnreadableError
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.paper import plan as planning
from table.paper import strip_board
from table.paper.book.pages import builders_book
from table.paper.drawing import HEIGHT, TINY, WIDTH, Sheet, unknown, width
from table.paper.estimate import ESTIMATE, read_estimate
from table.paper.pdf import as_pdf
from table.paper.plan import EXPANDER, HEADER, Plan, plan, proposed_pins
from table.paper.seat_cards import CardSign, seat_cards
from table.paper.seat_cards import signs_of as card_signs
from table.paper.strip_board import Hole, StripBoard
from table.paper.svg import as_svg
from table.paper.words import UNTORN, PaperTexts
from table.sentences import flat
from table.settings.load import settings_of
from table.settings.settings import CONFIG, Settings
from table.settings.wiring import Pins, RingWiring
from table.words.catalogue import shipped
from table.words.narration import Narration
from tests.kit.players import garou
from tests.kit.sampling import some

LANGUAGES = ("fr", "en")
READY = sorted((CONFIG / "tables").glob("*.toml"), key=lambda path: int(path.stem))
ALL_TABLES = [(seats, buttons) for seats in range(1, 25) for buttons in (1, 2, 3)]
SVG = "{http://www.w3.org/2000/svg}"
LONGEST = ["W" * 20, "Grand-mère Marguerit", "a b c d e f g h i j", "i" * 20]


PRICES = read_estimate()


@cache
def words(language: str) -> PaperTexts:
    return PaperTexts(Narration.load(language))


def planned(settings: Settings, language: str = "en") -> Plan:
    places = [place.label for place in Narration.load(language).places.values()]
    return plan(settings, settings.names or places)


PORT = "usb-0000:01:00.0-1.2/input0"


def simple(seats: int, buttons: int, **more: Any) -> Settings:
    return Settings(seats=seats, buttons=buttons, **more)


def mixed() -> Settings:
    """Pins of the Pi and of two chips in one table, rings mounted three ways, names as long as allowed."""
    wired: tuple[tuple[int | str, ...], ...] = (
        (4, "0x20.GPA0", 14),
        (5, "0x27.GPB6", 15),
        ("0x20.GPB3", 6, 7),
        ("0x27.GPA6", "0x27.GPA5", "0x27.GPA4"),
    )
    return simple(
        4,
        3,
        names=tuple(LONGEST),
        pixels=16,
        pins=Pins(backend="gpiozero", bcm=wired),
        rings=RingWiring(backend="pio", first_pixel=(0, 5, 15, 8), clockwise=(True, False, True, False)),
    )


DRAWN: dict[str, Settings] = {
    "1 x 1": simple(1, 1),
    "1 x 3": simple(1, 3, pixels=16),
    "7 x 1": simple(7, 1),
    "13 x 2": simple(13, 2),
    "24 x 3": simple(
        24, 3, names=tuple(f"{n}{'W' * 18}" for n in range(24)), rings=RingWiring(budget_ma=60000)
    ),
    "mixed": mixed(),
    "other bus": simple(2, 1, pins=Pins(bcm=(("0x20.GPA0",), ("0x21.GPA0",)), i2c_bus=3)),
    "usb": simple(
        3,
        1,
        pins=Pins(
            backend="gpiozero", bcm=((f"usb:{PORT}:BTN_TRIGGER_HAPPY40",), (5,), (f"usb:{PORT}#2:4.orange",))
        ),
    ),
    **{path.stem: settings_of(path) for path in READY},
}


# What is joined to what


def test_the_header_is_as_gpiozero_knows_it() -> None:
    pins = MockFactory().board_info.headers["J8"].pins
    known = {"3V3": "3.3 V", "5V": "5 V", "GND": "GND"}
    theirs = {
        position: known.get(pin.name) or int(pin.name.removeprefix("GPIO")) for position, pin in pins.items()
    }
    assert theirs == HEADER


def test_the_legs_of_an_expander() -> None:
    """As the data sheet of the MCP23017 numbers them."""
    assert [EXPANDER[leg] for leg in (1, 8, 9, 10, 12, 13, 15, 18, 21, 28)] == [
        "GPB0", "GPB7", "VDD", "VSS", "SCL", "SDA", "A0", "RESET", "GPA0", "GPA7",
    ]  # fmt: skip


@pytest.mark.parametrize(("seats", "buttons"), some(ALL_TABLES, of=9))
def test_a_table_without_pins_is_given_some(seats: int, buttons: int, tmp_path: Path) -> None:
    """One for each button, no seat on two chips; the table accepts the lines the sheet says to write."""
    pins = proposed_pins(seats, buttons)
    assert [len(seat) for seat in pins] == [buttons] * seats
    assert len({pin for seat in pins for pin in seat}) == seats * buttons
    for seat in pins:
        assert len({chip_pin(pin).chip for pin in seat if isinstance(pin, str)}) in (0, 1)
    drawn = planned(simple(seats, buttons))
    file = tmp_path / "table.toml"
    file.write_text(f"seats = {seats}\nbuttons = {buttons}\n" + "\n".join(drawn.proposed))
    read = settings_of(file)
    assert read.pins.bcm == pins
    assert read.rings.backend == "spi"
    assert planned(read) == drawn._replace(proposed=())


@pytest.mark.parametrize("path", READY, ids=lambda path: path.stem)
def test_a_ready_table_is_drawn_as_it_is_written(path: Path) -> None:
    settings = settings_of(path)
    drawn = planned(settings)
    assert drawn.proposed == ()
    assert [[contact.pin for contact in seat.contacts] for seat in drawn.seats] == [
        list(seat) for seat in settings.pins.bcm
    ]
    assert (drawn.seats[0].number, drawn.seats[0].name) == (1, "Mill")


def test_chips_and_their_straps() -> None:
    drawn = planned(mixed())
    assert [(chip.address, chip.straps) for chip in drawn.chips] == [
        (0x20, (False, False, False)),
        (0x27, (True, True, True)),
    ]
    assert [contact.leg for contact in drawn.chips[0].contacts] == [21, 4]
    assert [contact.pin for contact in drawn.on_the_pi] == [4, 14, 5, 15, 6, 7]


def parts(drawn: Plan) -> dict[str, int]:
    return {part.key: part.quantity for part in drawn.parts}


@pytest.mark.parametrize(("seats", "buttons"), some(ALL_TABLES, of=9))
def test_the_quantities_follow_from_the_table(seats: int, buttons: int) -> None:
    drawn = planned(simple(seats, buttons))
    many, feeds = parts(drawn), len(drawn.supply.feeds)
    assert many["button"] == (seats + 1) * buttons
    assert [many[key] for key in ("ring", "pod", "fix", "button_plug")] == [seats + 1] * 4, (
        "one pod is a spare"
    )
    assert (many["screw"], many["button_cable"]) == (4 * (seats + 1), seats)
    assert many["first_cable"] + many.get("ring_cable", 0) == seats, "a cable leads to each ring"
    assert many["ring_plug"] == seats + many.get("ring_cable", 0) + 1, (
        "one where it comes in, one where it leaves, and both halves of one at the spare pod"
    )
    assert (many["fuse"], many["feed_wire"], many["electrolytic"]) == (feeds, feeds, feeds)
    assert 0 <= 3 * many["gland"] - (seats + feeds + 2) < 3, "the first ring's cable and the supply's too"
    assert planning.PLUG_PINS[buttons] > buttons
    assert planning.PLUG_PINS[buttons] != 3


@pytest.mark.parametrize(("seats", "buttons"), some(ALL_TABLES, of=9))
def test_lever_connectors_have_room_for_all_they_join_and_none_is_left_over(seats: int, buttons: int) -> None:
    drawn = planned(simple(seats, buttons))
    feeds, levers = len(drawn.supply.feeds), drawn.levers
    ends = {"buttons": seats + 1, "supply_5v": 1 + feeds, "supply_ground": 2 + feeds}
    for key, wires in ends.items():
        holes = [5 * many - 2 * (many - 1) for many in (levers[key] - 1, levers[key])]
        assert holes[1] >= wires, key
        assert levers[key] == 1 or holes[0] < wires, key
    assert (levers["first_fuse"], levers["fed_5v"], levers["fed_ground"]) == (1, feeds, feeds)
    assert parts(drawn)["lever"] == sum(levers.values())
    about = abouts(book(drawn, "en"))
    assert [about[f"joint {key}"] for key in levers] == [1] * len(levers)


def test_where_all_buttons_are_on_usb_their_ground_needs_no_lever_connector() -> None:
    keys = Pins(backend="gpiozero", bcm=((f"usb:{PORT}:1",), (f"usb:{PORT}:2",)))
    assert "buttons" not in planned(simple(2, 1, pins=keys)).levers


# The estimate


def test_every_part_and_every_work_has_its_figure() -> None:
    for settings in DRAWN.values():
        drawn = planned(settings)
        assert all(PRICES.each(part) >= 0 for part in drawn.parts)
        assert ("chips" in PRICES.work(drawn.works)) == bool(drawn.chips)
    assert re.fullmatch(r"(0[1-9]|1[0-2])/20\d\d", PRICES.date)


def test_the_page_in_french_says_the_price_of_the_book() -> None:
    page = (CONFIG.parent / "docs/fr/construire.md").read_text("utf-8")
    of_book = re.search(r"environ\s(\d+)\s€", told(book(planned(DRAWN["8"], "fr"), "fr")))
    assert of_book
    assert re.findall(r"environ (\d+) €", page) == [of_book[1]]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("ring = 3", "euros.ring is missing; allowed: all keys that ours has"),
        ("gold = 3\nring = 3", "euros.gold is unknown; allowed: the keys that ours has"),
        ('ring = "3"', "euros.ring is '3'; allowed: a number from 0 to 10000"),
        ("ring = nan", "euros.ring is nan; allowed: a number from 0 to 10000"),
        ("ring = true", "euros.ring is True; allowed: a number from 0 to 10000"),
        ("ring = [", "is not valid TOML: "),
        (f"ring = {'[' * 5000}", "is not valid TOML: a number too long, or too much nested"),
    ],
)
def test_a_mistake_in_an_estimate_is_one_sentence(line: str, why: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    shipped_text = ESTIMATE.read_text("utf-8")
    file.write_text(shipped_text.replace("ring = 3\n", "" if "missing" in why else f"{line}\n", 1), "utf-8")
    done = garou("wiring", "--estimate", str(file), "--output", str(tmp_path))
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"garou: {file}")
    assert why in done.err
    assert done.err.count("\n") == 1


def test_the_sum_is_of_ones_own_prices(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    text = re.sub(r"(?m)^(\S+) = [\d.]+", r"\1 = 0", ESTIMATE.read_text("utf-8"))
    file.write_text(text.replace("card = 0", "card = 1234", 1).replace("11/2026", "01/2030"), "utf-8")
    done = garou("wiring", "--estimate", str(file), "--language", "en", "--output", str(tmp_path))
    assert done.code == 0
    svg = (tmp_path / "wiring.svg").read_text("utf-8")
    assert "about 1240\u00a0€" in svg
    assert "01/2030" in svg


# The strip board


class Nets:
    """What a board joins by its strips, wires and cuts alone."""

    def __init__(self, board: StripBoard) -> None:
        self._joined: dict[Hole, Hole] = {}
        for strip in board.strips:
            for number in range(1, board.holes):
                if not {(strip, number), (strip, number + 1)} & set(board.cuts):
                    self._join((strip, number), (strip, number + 1))
        for one, other in board.links:
            self._join(one, other)

    def __call__(self, hole: Hole) -> Hole:
        """One hole for all that are joined."""
        while hole in self._joined:
            hole = self._joined[hole]
        return hole

    def _join(self, one: Hole, other: Hole) -> None:
        if self(one) != self(other):
            self._joined[self(one)] = self(other)


def test_the_strip_board_joins_what_the_sheet_of_the_chip_says() -> None:
    """Nothing else touches, nothing is missing."""
    board = strip_board.SHIFTER_BOARD
    net, cables = Nets(board), board.cables
    ground, supply = net(cables["supply_ground"]), net(cables["supply_5v"])
    assert len({ground, supply, net(cables["pi_data"]), net(cables["ring_data"])}) == 4
    assert net(cables["pi_ground"]) == net(cables["ring_ground"]) == ground
    leg = {name: net(board.legs[number]) for number, name in planning.SHIFTER.items()}
    assert {name for name, found in leg.items() if found == ground} == {"GND", "1OE", "2A", "3A", "4A"}
    assert {name for name, found in leg.items() if found == supply} == {"VCC", "2OE", "3OE", "4OE"}
    assert leg["1A"] == net(cables["pi_data"])
    assert [net(hole) for hole in board.parts["resistor"]] == [leg["1Y"], net(cables["ring_data"])]
    assert {net(hole) for hole in board.parts["capacitor"]} == {ground, supply}
    alone = [leg[name] for name in ("1A", "1Y", "2Y", "3Y", "4Y")]
    assert len({*alone, ground, supply}) == len(alone) + 2


STRAPPED = list(product((False, True), repeat=3))


@pytest.mark.parametrize("straps", STRAPPED)
def test_the_board_of_an_expander_joins_what_the_sheet_of_the_chip_says(straps: tuple[bool, ...]) -> None:
    board = strip_board.expander_board(straps)
    net, cables = Nets(board), board.cables
    ground, supply = net(cables["GND"]), net(cables["3V3"])
    leg = {name: net(board.legs[number]) for number, name in EXPANDER.items() if name != "NC"}
    unused = [net(board.legs[number]) for number, name in EXPANDER.items() if name == "NC"]
    tied = dict(zip(("A0", "A1", "A2"), straps, strict=True))
    high, low = ({name for name, up in tied.items() if up is way} for way in (True, False))
    assert {name for name, found in leg.items() if found == supply} == {"VDD", "RESET", *high}
    assert {name for name, found in leg.items() if found == ground} == {"VSS", *low}
    inputs = [f"GP{port}{bit}" for port in "AB" for bit in range(7)]
    for wire in ("SDA", "SCL", *inputs):
        assert leg[wire] == net(cables[wire]), wire
    alone = [leg[name] for name in ("SDA", "SCL", "INTA", "INTB", "GPA7", "GPB7", *inputs)] + unused
    assert len({*alone, ground, supply}) == len(alone) + 2, "nothing else touches"
    for port, holes in board.networks.items():
        common, *others = map(net, holes)
        letter = port[-1].upper()
        assert (common, sorted(others)) == (supply, sorted(leg[f"GP{letter}{bit}"] for bit in range(7)))
        strips = [board.strips.index(strip) for strip, _ in holes]
        assert strips == list(range(strips[0], strips[0] + 8)), "its legs are side by side"
    assert {net(hole) for hole in board.parts["capacitor"]} == {ground, supply}


@pytest.mark.parametrize(
    "board",
    [strip_board.SHIFTER_BOARD, *map(strip_board.expander_board, STRAPPED)],
    ids=lambda board: board.strips,
)
def test_no_hole_of_a_strip_board_is_taken_twice(board: StripBoard) -> None:
    wires = (*board.links, *board.parts.values())
    taken = [*board.legs.values(), *board.cuts, *board.cables.values()]
    taken += [hole for wire in wires for hole in wire]
    taken += [hole for holes in board.networks.values() for hole in holes]
    if board.networks:
        taken += [(board.cables[key][0], strip_board.NEXT_CHIP) for key in ("3V3", "GND", "SDA", "SCL")]
    assert len(taken) == len(set(taken))
    assert all(strip in board.strips and 1 <= n <= board.holes for strip, n in taken)
    assert all(first[1] == last[1] for first, last in wires), "each lies straight across the strips"
    over = [first[1] for first, _ in board.links] + [holes[0][1] for holes in board.networks.values()]
    assert len(set(over)) == len(over), "and none over another"


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_name_the_holes_that_the_board_has(language: str) -> None:
    """The inside of the box, the ends of its cables, and what lever connectors join."""
    cables = {key: strip_board.name(hole) for key, hole in strip_board.SHIFTER_BOARD.cables.items()}
    drawn = planned(DRAWN["8"], language)
    title = words(language)("inside.title")
    [inside] = [told([page]) for page in book(drawn, language) if title in told([page])]
    assert [hole for hole in cables.values() if not re.search(rf"\b{hole}\b", inside)] == []
    named = {
        "cable_end.first": ["ring_data", "ring_ground"],
        "cable_end.pi": ["pi_data", "pi_ground"],
        "joint_of.first_fuse": ["supply_5v"],
        "joint_of.supply_ground": ["supply_ground"],
    }
    texts = flat(shipped("wiring", language))
    for key, wired in named.items():
        assert re.findall(r"\b[A-J]\d+\b", texts[key]) == [cables[one] for one in wired], key


@pytest.mark.parametrize("name", ["24 x 3", "mixed", "8"])
def test_the_board_of_an_expander_is_in_the_book_where_there_is_one(name: str) -> None:
    drawn = planned(DRAWN[name])
    title = words("en")("expander_board.title")
    assert told(book(drawn, "en")).count(title) == bool(drawn.chips)
    assert parts(drawn).get("expander_board", 0) == len(drawn.chips)


@pytest.mark.parametrize(
    ("seats", "pixels", "budget_ma", "draws_ma", "supply_a", "feeds"),
    [
        (8, 24, 4000, 4000, 5, 2),  # a quarter more than 4 A
        (12, 24, 4000, 4000, 5, 2),
        (18, 24, 6000, 6000, 8, 3),  # 7.5 A are sold as 8
        (24, 24, 8000, 8000, 10, 4),
        (2, 16, 700, 700, 2, 1),  # a fuse of 1 A, and a supply that can blow it
        (1, 16, 4000, 976, 3, 1),  # 16 pixels of 61 mA are all there is; a fuse of 2 A
        (24, 24, 60000, 35136, 50, 15),
    ],
)
def test_the_current_follows_from_the_budget(
    seats: int, pixels: int, budget_ma: int, draws_ma: int, supply_a: float, feeds: int
) -> None:
    settings = simple(seats, 1, pixels=pixels, rings=RingWiring(budget_ma=budget_ma))
    supply = planned(settings).supply
    assert (supply.draws_ma, supply.supply_a, len(supply.feeds)) == (draws_ma, supply_a, feeds)


@pytest.mark.parametrize("budget_ma", [700, 4000, 60000])
def test_no_feed_carries_too_much(budget_ma: int) -> None:
    for seats in range(1, 25):
        supply = planned(simple(seats, 1, rings=RingWiring(budget_ma=budget_ma))).supply
        assert [seat for feed in supply.feeds for seat in feed] == list(range(1, seats + 1))
        for feed in supply.feeds:
            share_a = supply.draws_ma / 1000 * len(feed) / seats
            assert len(feed) <= planning.FEED_RINGS, seats
            assert supply.fuse_a >= planning.SPARE * share_a, seats
            lost_v = 2 * planning.reach_m(seats) * planning.COPPER * share_a / supply.wire_mm2
            assert lost_v <= planning.DROP_V, seats
        assert supply.fuse_a <= planning.WIRES[supply.wire_mm2], seats


@pytest.mark.parametrize("budget_ma", [700, 2000, 4000, 8000, 60000])
def test_a_supply_can_blow_each_of_its_fuses(budget_ma: int) -> None:
    """No fuse is as large as the supply, or larger than its feed needs."""
    for seats in range(1, 25):
        supply = planned(simple(seats, 1, rings=RingWiring(budget_ma=budget_ma))).supply
        share_a = supply.draws_ma / 1000 * max(map(len, supply.feeds)) / seats
        assert supply.fuse_a < supply.supply_a, seats
        larger = [fuse for fuse in planning.FUSES_A if planning.SPARE * share_a <= fuse < supply.fuse_a]
        assert larger == [], seats


def test_what_the_pi_has_to_be_told() -> None:
    assert planned(settings_of(CONFIG / "tables" / "8.toml")).config_txt == ("dtparam=spi=on",)
    assert planned(settings_of(CONFIG / "tables" / "18.toml")).config_txt == (
        "dtparam=spi=on",
        "dtoverlay=spi0-0cs,no_miso",
        "enable_uart=0",
    )
    most = planned(settings_of(CONFIG / "tables" / "24.toml"))
    assert most.config_txt == ("dtparam=spi=on", "dtparam=i2c_arm=on,i2c_arm_baudrate=400000")
    assert most.cmdline_txt == "spidev.bufsiz=8192"
    assert planned(mixed()).config_txt[0] == "dtoverlay=ws2812-pio,gpio=10,num_leds=64"
    assert planned(mixed()).cmdline_txt == ""


def test_a_pin_the_sheet_needs_is_refused() -> None:
    taken = Pins(bcm=((5,), (10,)), allow_reserved=True)
    with pytest.raises(UnreadableError, match=r"pins\.bcm = 10 for seat 2 .*GPIO10 is for the rings’ data"):
        planned(simple(2, 1, pins=taken))
    bus = Pins(bcm=(("0x20.GPA0",), (1,)), i2c_bus=0)
    with pytest.raises(UnreadableError, match="GPIO1 is for the expanders"):
        planned(simple(2, 1, pins=bus))


# The drawings, as a reader of the SVG finds them


class Box(NamedTuple):
    """A line of words, from the tops of its capitals to the ends of its descenders."""

    left: float
    top: float
    right: float
    bottom: float
    text: str

    def touches(self, other: Box) -> bool:
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )

    def is_crossed(self, a: tuple[float, float], b: tuple[float, float]) -> bool:
        """Whether the line from `a` to `b` crosses it (Liang and Barsky)."""
        low, high = 0.0, 1.0
        for begin, end, least, most in (
            (a[0], b[0], self.left, self.right),
            (a[1], b[1], self.top, self.bottom),
        ):
            step = end - begin
            if step == 0:
                if not least < begin < most:
                    return False
                continue
            first, last = sorted(((least - begin) / step, (most - begin) / step))
            low, high = max(low, first), min(high, last)
        return low < high

    def is_ringed(self, x: float, y: float, radius: float) -> bool:
        """Whether the line of a circle crosses it."""
        if not (
            self.left - radius < x < self.right + radius and self.top - radius < y < self.bottom + radius
        ):
            return False
        near = (max(self.left, min(x, self.right)) - x, max(self.top, min(y, self.bottom)) - y)
        far = [
            (cx - x) ** 2 + (cy - y) ** 2 for cx in (self.left, self.right) for cy in (self.top, self.bottom)
        ]
        return near[0] ** 2 + near[1] ** 2 < radius**2 < max(far)


def boxes(page: Element) -> list[Box]:
    found = []
    for text in page.iter(f"{SVG}text"):
        x, y, size = (float(text.get(key, "")) for key in ("x", "y", "font-size"))
        wide = width(text.text or "", size, text.get("font-weight") == "bold")
        assert wide == pytest.approx(float(text.get("textLength", "")), abs=0.02)
        found.append(Box(x, y - 0.7 * size, x + wide, y + 0.2 * size, text.text or ""))
    return found


def segments(page: Element) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    for kind in ("polyline", "polygon"):
        for shape in page.iter(SVG + kind):
            pairs = [pair.split(",") for pair in shape.get("points", "").split()]
            points = [(float(x), float(y)) for x, y in pairs]
            closed = [*points, points[0]] if kind == "polygon" else points
            yield from pairwise(closed)


def unreadable(pages: Iterable[Element]) -> list[str]:
    """Words outside the paper, over other words, or with a line through them."""
    found = []
    for page in pages:
        written = boxes(page)
        found += [
            f"outside: {box.text}"
            for box in written
            if box.left < 10 or box.right > WIDTH - 10 or box.top < 8 or box.bottom > HEIGHT - 7
        ]
        ordered = sorted(written, key=lambda box: box.top)
        for index, box in enumerate(ordered):
            for other in ordered[index + 1 :]:
                if other.top >= box.bottom:
                    break
                if box.touches(other):
                    found.append(f"over each other: {box.text} / {other.text}")
        lines = list(segments(page))
        circles = [[float(c.get(key, "")) for key in ("cx", "cy", "r")] for c in page.iter(f"{SVG}circle")]
        for box in written:
            if any(box.is_crossed(*line) for line in lines) or any(box.is_ringed(*one) for one in circles):
                found.append(f"a line through: {box.text}")
    return found


def pages_of(sheets: list[Sheet], language: str) -> list[Element]:
    root = ElementTree.fromstring(as_svg(sheets, "Garou", language))
    assert root.get("width") == "210mm"
    pages = root.findall(f"{SVG}g")
    assert len(pages) == len(sheets)
    return pages


def book(drawn: Plan, language: str) -> list[Element]:
    return pages_of(builders_book(drawn, PRICES, words(language)), language)


def abouts(pages: Iterable[Element]) -> Counter[str]:
    """The number of lines about each subject."""
    return Counter(text.get("data-of", "") for page in pages for text in page.iter(f"{SVG}text"))


def told(pages: Iterable[Element]) -> str:
    return " ".join(text.text or "" for page in pages for text in page.iter(f"{SVG}text"))


@pytest.mark.parametrize(("name", "language"), some(product(DRAWN, LANGUAGES), of=5))
def test_everything_on_the_sheet_can_be_read(name: str, language: str) -> None:
    pages = pages_of(builders_book(planned(DRAWN[name], language), PRICES, words(language)), language)
    assert unreadable(pages) == []


@pytest.mark.parametrize("name", ["1 x 1", "13 x 2", "24 x 3", "mixed", "8"])
def test_everything_is_on_the_sheet_once(name: str) -> None:
    drawn = planned(DRAWN[name])
    about = abouts(book(drawn, "en"))
    once = [
        *(f"seat {seat.number}" for seat in drawn.seats),
        *(f"ring {seat.number}" for seat in drawn.seats),
        *(f"pin {position}" for position in range(1, 41)),
        *(f"chip 0x{chip.address:02x}" for chip in drawn.chips),
        *(f"0x{chip.address:02x} leg {leg}" for chip in drawn.chips for leg in range(1, 29)),
        *(f"shifter leg {leg}" for leg in range(1, 15)),
        *(f"pixel {pixel}" for pixel in range(drawn.pixels)),
        *(f"button {button}" for button in range(1, drawn.buttons + 1)),
        *(f"part {part.key}" for part in drawn.parts),
        *(f"work {work}" for work in (*PRICES.work(drawn.works), "total")),
    ]
    assert {one: about[one] for one in once} == dict.fromkeys(once, 1)
    numbered = re.compile(r"(seat|ring|pin|chip|pixel|button|part|work) |.* leg \d")
    assert {one for one in about if numbered.match(one)} == set(once)


def test_a_seat_is_told_with_its_place_and_both_numbers_of_its_pin() -> None:
    pages = pages_of(
        builders_book(planned(settings_of(CONFIG / "tables" / "8.toml")), PRICES, words("en")), "en"
    )
    seats = told([pages[5]])
    assert "1 Mill GPIO5 (pin\u00a029) 1–24 0, clockwise" in seats
    assert "seat 1 (Mill)" in told([pages[6]])
    assert "5\u00a0V, 5\u00a0A" in told([pages[0]])
    chips = pages_of(
        builders_book(planned(settings_of(CONFIG / "tables" / "24.toml")), PRICES, words("fr")), "fr"
    )
    assert "0x20.GPA0 (patte\u00a021)" in told(chips)


@pytest.mark.parametrize(("name", "more"), [("usb", []), ("24", ["expander"])])
def test_each_part_that_is_soldered_is_told_without_solder(name: str, more: list[str]) -> None:
    about = abouts(book(planned(DRAWN[name]), "en"))
    told = {one.removeprefix("solderless ") for one in about if one.startswith("solderless ")}
    assert told == {"ring", "button", "ring_plug", "shifter", "pi", "pod", *more}


@pytest.mark.parametrize(("colours", "chip"), [("GRB", "WS2812B"), ("GRBW", "SK6812 RGBW")])
def test_rings_are_bought_by_the_name_of_their_pixels(colours: str, chip: str) -> None:
    drawn = planned(simple(3, 1, rings=RingWiring(colours=colours)))
    assert f"{chip} ring 24" in told(book(drawn, "en"))


def test_pixels_with_a_white_light_need_less_current() -> None:
    drawn = planned(simple(3, 1, rings=RingWiring(colours="GRBW", budget_ma=60000)))
    # 3 x 24 pixels of two colours at 20 mA and 1 mA of the chip
    assert drawn.supply.most_ma == drawn.supply.draws_ma == 72 * 41


def test_a_key_on_usb_is_told_with_its_port_and_needs_no_wire() -> None:
    drawn = planned(DRAWN["usb"])
    pages = book(drawn, "en")
    assert "1 Mill USB 1.2, BTN_TRIGGER_HAPPY40" in told([pages[5]])
    assert "3 Well USB 1.2#2, 4.orange" in told([pages[5]])
    assert "each cable stays in its port" in told(pages)
    parts = {part.key: part.quantity for part in drawn.parts}
    assert (parts["usb"], parts["button"], parts["button_cable"]) == (2, 2, 1)
    assert "pull_up" not in parts


def test_nothing_but_long_names_is_smaller_than_small_print() -> None:
    """A builder reads it at arm's length, with a soldering iron in one hand."""
    for language, name in product(LANGUAGES, ("8", "24 x 3", "usb", "mixed")):
        drawn = planned(DRAWN[name], language)
        for sheet in builders_book(drawn, PRICES, words(language)):
            tiny = [text.text for text in sheet.texts if text.size < TINY - 0.01]
            assert [text for text in tiny if "W" * 9 not in text] == []


@pytest.mark.parametrize("pixels", [16, 24])
@pytest.mark.parametrize("buttons", [1, 2, 3])
def test_buttons_are_drawn_where_the_pod_has_them(pixels: int, buttons: int) -> None:
    """One inside the ring; two or three before it, where the body of the pod has their holes."""
    drawn = planned(simple(2, buttons, pixels=pixels))
    about = {text.of: text for sheet in builders_book(drawn, PRICES, words("en")) for text in sheet.texts}
    own = about["pixel 0"]
    for button in range(1, buttons + 1):
        assert (about[f"button {button}"].y < own.y) == (buttons == 1)


def signs_of(rulebook: str, language: str) -> list[CardSign]:
    narration = Narration.load(language, rulebook)
    return card_signs(RULEBOOKS[rulebook], narration)


@pytest.mark.parametrize(("rulebook", "language"), some(product(RULEBOOKS, LANGUAGES), of=4))
def test_everything_on_the_seat_cards_can_be_read(rulebook: str, language: str) -> None:
    for name in ("1 x 1", "mixed"):
        signs = signs_of(rulebook, language)
        pages = pages_of(seat_cards(planned(DRAWN[name], language), signs, words(language)), language)
        assert unreadable(pages) == []


@pytest.mark.parametrize("many", some([1, 4, 25, len(SIGNS), 42], of=2))
def test_any_number_of_characters_has_room(many: int) -> None:
    does = "Every night eats with the pack, then one victim more, as long as none of its own has fallen."
    every = [CardSign(f"Chevalier à l’Épée Rouillée {n}", *SIGNS[n % len(SIGNS)], does) for n in range(many)]
    pages = pages_of(seat_cards(planned(simple(2, 3)), every, words("fr")), "fr")
    assert unreadable(pages) == []


def test_each_seat_has_its_card_and_each_card_every_sign() -> None:
    drawn, signs = planned(simple(5, 1)), signs_of("best-of", "en")
    pages = pages_of(seat_cards(drawn, signs, words("en")), "en")
    about = abouts(pages)
    assert len(pages) == 6
    assert [about[f"seat {seat}"] for seat in range(1, 7)] == [1, 1, 1, 1, 1, 0]
    assert all(about[f"sign {seat} {index}"] for seat in range(1, 6) for index in range(len(signs)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_the_back_of_a_card_says_what_each_character_does(rulebook: str, language: str) -> None:
    """In the words of the rules on the board, in print of 2.6 mm at least, and once on each card."""
    signs = signs_of(rulebook, language)
    _, back = seat_cards(planned(simple(2, 1), language), signs, words(language))
    lines = [text for text in back.texts if not text.bold]
    assert all(sign.does for sign in signs)
    assert " ".join(line.text for line in lines) == " ".join(2 * [sign.does for sign in signs])
    assert [text.text for text in back.texts if text.bold].count(signs[0].title) == 2
    assert min(line.size for line in lines) >= TINY


def test_a_sign_is_drawn_with_its_four_lights() -> None:
    sheets = seat_cards(planned(simple(1, 1)), [CardSign("Seer", 3, "still")], words("en"))
    circles = list(pages_of(sheets, "en")[0].iter(f"{SVG}circle"))
    assert Counter(circle.get("fill") for circle in circles) == {"#000": 5, "none": 20}  # 4, and the seat's


def test_what_cannot_be_read_is_found() -> None:
    """The test of the drawings can fail: it finds each of its three faults."""
    sheet = Sheet()
    sheet.write(20, 50, "here")
    sheet.write(22, 51, "there")
    sheet.write(195, 80, "on the edge")
    sheet.write(20, 100, "struck")
    sheet.line((10, 90), (40, 106))
    sheet.write(100, 150, "ringed")
    sheet.circle(100, 150, 4)
    assert unreadable(pages_of([sheet], "en")) == [
        "outside: on the edge",
        "over each other: here / there",
        "a line through: struck",
        "a line through: ringed",
    ]


def test_words_too_long_are_torn_and_never_cut() -> None:
    sheet = Sheet()
    sheet.fit(20, 50, "W" * 40, 30, lines=3)
    lines = list(sheet.texts)
    assert "".join(line.text for line in lines) == "W" * 40
    assert 1 < len(lines) <= 3
    assert all(line.width <= 30 for line in lines)


# Files and words


def test_the_same_table_gives_the_same_bytes() -> None:
    sheets = builders_book(planned(simple(3, 2)), PRICES, words("en"))
    again = builders_book(planned(simple(3, 2)), PRICES, words("en"))
    assert as_svg(sheets, "Garou", "en") == as_svg(again, "Garou", "en")
    assert as_pdf(sheets, "Garou", "en") == as_pdf(again, "Garou", "en")


def test_the_svg_brings_its_font() -> None:
    svg = as_svg([Sheet()], "Garou", "en").decode()
    assert svg.count("src: url(data:font/ttf;base64,") == 2
    assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")


def test_the_pdf_has_a_page_for_each_sheet() -> None:
    sheets = builders_book(planned(mixed()), PRICES, words("fr"))
    pdf = as_pdf(sheets, "Garou", "fr")
    assert pdf.startswith(b"%PDF-")
    assert pdf.rstrip().endswith(b"%%EOF")
    assert len(re.findall(rb"/Type /Page\b(?!s)", pdf)) == len(sheets)
    assert b"AtkinsonHyperlegible" in pdf


@pytest.mark.parametrize(
    ("language", "gendered"),
    [("fr", r"\b(prêt|sûr|assis|mort|convaincu|tout seul)e?s?\b"), ("en", r"\b(he|him|his|she|hers?)\b")],
)
def test_no_player_is_given_a_gender(language: str, gendered: str) -> None:
    every = flat(shipped("wiring", language))
    told = {key: text for key, text in every.items() if key.startswith(("cards.", "pod.", "hood."))}
    assert {key: text for key, text in told.items() if re.search(gendered, text)} == {}
    assert len(told) > 20


def test_numbers_stay_with_their_units() -> None:
    assert UNTORN.sub("_", "5 V, 4 A, page 7, 2 m and 30 pins") == "5_V, 4_A, page_7, 2_m and 30 pins"
    assert "35,14\u00a0A" in words("fr")("overview.power", most=35.136, draws=4.0, budget=4000, supply=5)


def test_a_word_that_is_missing_is_named() -> None:
    with pytest.raises(UnreadableError, match=r"config/wiring: no\.such is missing"):
        words("en")("no.such")


# The command


def test_the_command_writes_four_files_and_says_so(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "sheets"
    done = garou("wiring", "--config", str(CONFIG / "tables" / "8.toml"), "--output", str(folder))
    names = ["wiring.svg", "wiring.pdf", "seat-cards.svg", "seat-cards.pdf"]
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines() == [str(folder / name) for name in names]
    assert sorted(path.name for path in folder.iterdir()) == sorted(names)
    assert "Siège" in (folder / "wiring.svg").read_text("utf-8")


def test_the_sheet_of_a_large_table_is_drawn_where_the_spi_buffer_is_small(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.rings.spi.BUFSIZ", tmp_path / "bufsiz")
    (tmp_path / "bufsiz").write_text("4096\n")
    done = garou("wiring", "--config", str(CONFIG / "tables" / "24.toml"), "--output", str(tmp_path / "24"))
    assert (done.code, done.err) == (0, "")


def test_a_table_is_not_opened_whose_rings_would_stay_dark(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.rings.spi.BUFSIZ", tmp_path / "bufsiz")
    (tmp_path / "bufsiz").write_text("4096\n")
    pins = [[pin] for pin in range(4, 10)] + [[pin] for pin in range(12, 18)] + [[22], [23]]
    text = f'seats = 14\n[pins]\nbackend = "gpiozero"\nfactory = "mock"\nbcm = {pins}\n'
    text += '[rings]\nbackend = "spi"\n'
    config = tmp_path / "table.toml"
    config.write_text(text + "[voice]\nenabled = false\n")
    done = garou("play", "--config", str(config))
    assert done.code == 1
    assert done.err.endswith("spidev.bufsiz=8192 in cmdline.txt makes room for all.\n")


def test_the_language_and_the_rulebook_can_be_chosen(tmp_path: Path) -> None:
    chosen = ("--language", "en", "--rulebook", "tit-albert", "--output", str(tmp_path))
    done = garou("wiring", "--config", str(CONFIG / "tables" / "6.toml"), *chosen)
    assert (done.code, done.err) == (0, "")
    titles = Narration.load("en", "tit-albert").cards
    cards = (tmp_path / "seat-cards.svg").read_text("utf-8")
    assert titles["werewolf"].title in cards
    assert "Seat" in (tmp_path / "wiring.svg").read_text("utf-8")


def test_a_table_without_wires_is_told_that_they_are_proposed(tmp_path: Path) -> None:
    settings = tmp_path / "table.toml"
    settings.write_text("seats = 8\n")
    done = garou("wiring", "--config", str(settings), "--output", str(tmp_path))
    assert done.code == 0
    assert re.fullmatch(r"garou: \S+table\.toml says nothing yet of some wires: [^\n]+\n", done.err)


@pytest.mark.parametrize(
    ("words_given", "why"),
    [
        (["--output", "{file}"], r"\S+taken cannot be written: File exists"),
        (["--output", "{file}/deeper"], r"\S+ cannot be written: Not a directory"),
        (["--rulebook", "poker"], '--rulebook "poker" is not a rulebook; allowed: thiercelieux, .*'),
        (["--config", "{file}.toml"], r"\S+ cannot be read: No such file or directory"),
    ],
)
def test_wrong_use_is_one_sentence(words_given: list[str], why: str, tmp_path: Path) -> None:
    taken = tmp_path / "taken"
    taken.write_text("")
    done = garou("wiring", *[word.format(file=taken) for word in words_given])
    assert (done.code, done.out) == (2, "")
    assert re.fullmatch(f"garou: {why}\n", done.err)


def test_names_of_other_alphabets_are_printed(tmp_path: Path) -> None:
    """In a process of its own: the PDF library would write to the standard error it found."""
    config = tmp_path / "table.toml"
    config.write_text('names = ["Ana Ж", "Ιάσων", "Łucja", "Dee", "Eve", "Fay", "Gus", "Hal Ж"]\n', "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "table", "wiring", "--config", config, "--output", tmp_path],
        cwd=CONFIG.parent,
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    assert all(line.startswith("garou: ") for line in done.stderr.splitlines())
    assert "does not have" not in done.stderr
    for path in map(Path, done.stdout.splitlines()):
        if path.suffix == ".svg":
            names = [text for text in ElementTree.parse(path).iter() if text.text in ("Ana Ж", "Ιάσων")]
            assert {text.get("font-family") for text in names} == {"Noto Sans"}
        elif path.suffix == ".pdf":
            assert b"NotoSans" in path.read_bytes()


def test_a_letter_that_no_font_has_is_named() -> None:
    assert unknown(["Ana Ж", "Łucja 字", "字"]) == ["字"]
