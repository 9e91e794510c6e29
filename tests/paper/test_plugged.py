"""The builder's book of pods that are plugged in: five wires, hubs, cables, what they cost."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hardware.rings.chain import CHANNEL_MA, IDLE_MA
from table.errors import UnreadableError
from table.paper import plugged
from table.paper.plan import COPPER, DROP_V, Plan
from table.paper.plugged import hubs_for, plugged_parts, plugged_works
from table.settings.settings import CONFIG, Settings
from table.settings.wiring import Pins, RingWiring
from tests.kit.players import garou
from tests.paper.test_wiring import (
    LANGUAGES,
    LONGEST,
    PRICES,
    abouts,
    book,
    planned,
    simple,
    told,
    unreadable,
)

IDS = ("e66118c4e3456a2b", "e6614103e72a8b35")


def pods(
    seats: int, buttons: int = 1, *bcm: tuple[int | str, ...], rings: str = "pods", **more: object
) -> Settings:
    """A table of pods; without pins nobody has taught it yet."""
    pins = Pins(backend="gpiozero", bcm=bcm) if bcm else Pins()
    return simple(seats, buttons, rings=RingWiring(backend=rings), pins=pins, **more)


TABLES = {
    "1 x 1": pods(1),
    "8 x 1": pods(8),
    "12 x 2": pods(12, 2, pixels=16),
    "24 x 3": pods(24, 3, names=(*LONGEST, *(f"{n}{'W' * 18}" for n in range(20)))),
    "taught": pods(2, 1, *((f"pod:{one}:1",) for one in IDS)),
    "taught, and nothing said of rings": pods(2, 1, *((f"pod:{one}:1",) for one in IDS), rings="simulated"),
    "with a key": pods(3, 1, *((f"pod:{one}:1",) for one in IDS), ("usb:usb-0000:01:00.0-1.2/input0:KEY_A",)),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", TABLES)
def test_everything_in_the_book_can_be_read(name: str, language: str) -> None:
    assert unreadable(book(planned(TABLES[name], language), language)) == []


@pytest.mark.parametrize("name", TABLES)
def test_everything_is_in_the_book_once(name: str) -> None:
    drawn = planned(TABLES[name])
    about = abouts(book(drawn, "en"))
    once = [
        *(f"seat {seat.number}" for seat in drawn.seats),
        *(f"part {part.key}" for part in plugged_parts(drawn)),
        *(f"work {work}" for work in (*plugged_works(drawn), "total")),
        *(f"pico pin {pin}" for pin in range(1, 41)),
        *(f"wire {pin}" for pin in (4, 40, 38, 14, 13)),
        *(f"button {number}" for number in range(1, drawn.buttons + 1)),
        *(f"hubs {pods}" for pods in {8, 12, 24, len(drawn.pods)}),
    ]
    assert {one: about[one] for one in once} == dict.fromkeys(once, 1)
    assert sum(about[f"wire {pin}"] for pin in range(1, 41)) == 4 + drawn.buttons


def test_the_pins_are_those_of_a_pico() -> None:
    """As its data sheet has them: on the left GP0 to GP15, with a ground after each two or four of them."""
    grounds = (3, 8, 13, 18)
    left = {
        pin: f"GP{number}" for number, pin in enumerate(pin for pin in range(1, 21) if pin not in grounds)
    }
    sheet = left | dict.fromkeys((*grounds, 23, 28, 38), "GND") | {40: "VBUS"}
    assert {pin: sheet[pin] for pin in plugged.PICO} == plugged.PICO
    assert {*plugged.RING_PINS.values(), *plugged.BUTTON_PINS, plugged.BUTTONS_GROUND_PIN} == {*plugged.PICO}


def test_nothing_of_a_wired_table_is_in_it() -> None:
    texts = told(book(planned(TABLES["8 x 1"]), "en"))
    for word in ("MCP23017", "strip board", "GPIO10", "None", "spidev", "JST"):
        assert word not in texts
    for line in ("sudo garou pods install --pixels 24 --buttons 1", "sudo garou check --write"):
        assert line in texts


def test_a_pod_is_told_by_its_number_and_a_seat_without_one_as_such() -> None:
    texts = told(book(planned(TABLES["with a key"]), "en"))
    assert all(one in texts for one in IDS)
    assert texts.count("its buttons are elsewhere") == 1
    assert "each cable stays in its port" in texts, "what the key on USB needs"
    assert told(book(planned(TABLES["8 x 1"]), "en")).count("not taught yet") == 8


@pytest.mark.parametrize(
    ("pods", "hubs"),
    [(1, (1, 4, 1, 1)), (8, (1, 10, 8, 4)), (12, (2, 7, 6, 3)), (24, (3, 10, 8, 4)), (11, (2, 7, 6, 3))],
)
def test_hubs_have_a_port_and_the_current_for_each_pod(pods: int, hubs: tuple[int, ...]) -> None:
    hub = hubs_for(pods)
    assert (hub.many, hub.ports, hub.pods, hub.amperes) == hubs


def test_no_hub_of_any_table_is_too_small() -> None:
    for pods in range(1, 25):
        hub = hubs_for(pods)
        assert hub.many * hub.pods >= pods
        assert hub.ports >= hub.pods
        assert hub.amperes * 1000 >= hub.pods * plugged.POD_MA
        assert hub.many <= 4, "a Pi has four ports"


def test_a_whole_white_ring_would_be_too_much_for_a_cable() -> None:
    """So the firmware has to dim it, and the page says to what."""
    assert 24 * (3 * CHANNEL_MA + IDLE_MA) > plugged.POD_MA - plugged.PICO_MA > 24 * IDLE_MA
    assert "draws no more than 400" in told(book(planned(TABLES["8 x 1"]), "en"))


@pytest.mark.parametrize("metres", plugged.CABLES_M)
def test_a_cable_loses_no_more_than_a_wire(metres: int) -> None:
    mm2 = plugged.CABLE_MM2[plugged.cable_awg(metres)]
    assert 2 * metres * COPPER / mm2 * plugged.POD_MA / 1000 <= DROP_V


def test_each_cable_reaches_its_pod() -> None:
    for seats in range(1, 25):
        drawn = planned(pods(seats))
        assert plugged.cable_m(drawn) >= drawn.reach_m


def test_parts_are_counted_with_the_spare_pod() -> None:
    many = {part.key: part.quantity for part in plugged_parts(planned(TABLES["12 x 2"]))}
    assert [many[key] for key in ("pico", "ring", "pico_pod", "fix")] == [13] * 4
    assert (many["button"], many["screw"], many["jumper"], many["inline"]) == (26, 52, 13 * 6, 39)
    assert (many["usb_cable"], many["card_board"], many["hub"], many["pi.pods"]) == (12, 12, 2, 1)
    alone = {part.key: part.quantity for part in plugged_parts(planned(TABLES["with a key"]))}
    assert (alone["usb_cable"], alone["pico"]) == (2, 3), "a seat whose buttons are elsewhere needs none"


def beside(drawn: Plan, language: str) -> list[tuple[str, str]]:
    """The price and the hours of a table of pods and of the same wired, as its book says them."""
    texts = told(book(drawn, language)).replace("\u00a0", " ")
    return re.findall(r"(?:environ|about) (\d+) € (?:et|and) ([\d.,]+) h", texts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_books_say_what_either_costs_and_takes(language: str) -> None:
    """So that nobody has to draw the other to compare."""
    of_pods, wired = planned(TABLES["8 x 1"], language), planned(simple(8, 1), language)
    assert beside(of_pods, language) == beside(wired, language)
    (euros, _), (wired_euros, _) = beside(of_pods, language)
    assert (int(euros), int(wired_euros)) == (PRICES.price(plugged_parts(of_pods)), PRICES.price(wired.parts))
    assert sum(PRICES.work(plugged_works(of_pods)).values()) < sum(PRICES.work(wired.works).values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_plugged_table_has_its_texts_and_figures(language: str) -> None:
    for settings in TABLES.values():
        drawn = planned(settings, language)
        assert drawn.proposed == ()
        assert all(PRICES.each(part) >= 0 for part in plugged_parts(drawn))


# Wired seats and pods at one table

BOTH = pods(
    6,
    1,
    *((f"pod:{IDS[0]}:1",), (5,), ("0x20.GPA0",), (6,), (f"pod:{IDS[1]}:1",), (13,)),
    rings="spi",
    names=(*LONGEST, "Mill", "Forge"),
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_book_of_both_can_be_read(language: str) -> None:
    assert unreadable(book(planned(BOTH, language), language)) == []


def test_a_table_with_both_has_one_book_of_both() -> None:
    drawn = planned(BOTH)
    assert drawn.wired
    assert [seat.number for seat in drawn.wired.seats] == [2, 3, 4, 6]
    assert [(seat.first, seat.last) for seat in drawn.wired.seats] == [(1, 24), (25, 48), (49, 72), (73, 96)]
    assert [seat.number for seat in drawn.pods] == [1, 5]
    assert drawn.wired.supply.feeds == ((2, 3), (4, 6))
    assert drawn.wired.supply.most_ma == 4 * 24 * (3 * CHANNEL_MA + IDLE_MA)
    assert drawn.wired.reach_m == drawn.reach_m, "the table is as large as with all of its seats"
    about = abouts(book(drawn, "en"))
    assert [about[f"ring {number}"] for number in range(1, 7)] == [0, 1, 1, 1, 0, 1]
    assert [about[f"seat {number}"] for number in range(1, 7)] == [1, 2, 2, 2, 1, 2]
    texts = told(book(drawn, "en"))
    assert all(id_ in texts for id_ in IDS)
    assert texts.count("its buttons are elsewhere") == 4
    pages = len(book(drawn, "en"))
    assert f"page\u00a0{pages} of {pages}" in texts
    assert pages == len(book(drawn.wired, "en")) + 8, "the hood is drawn once"
    assert "box to seat 2: ring" in texts
    assert not re.search(r"\bseat 1\b", told(book(drawn.wired, "en"))), "its ring is not on the chain"


def test_nothing_is_bought_twice_for_a_book_of_both() -> None:
    drawn = planned(BOTH)
    assert drawn.wired
    about = abouts(book(drawn, "en"))
    keys = {part.key for part in (*drawn.wired.parts, *plugged_parts(drawn))}
    twice = {key for key in keys if about[f"part {key}"] != 1}
    assert twice == {"ring", "button", "screw", "fix", "card_board"}, "what each seat needs"
    many = {part.key: part.quantity for part in drawn.wired.parts}
    assert (many["ring"], many["button"], many["ring_cable"]) == (5, 5, 3)
    assert {part.key: part.quantity for part in plugged_parts(drawn)}["ring"] == 3
    assert "card" not in plugged_works(drawn)


def test_a_cable_that_passes_a_pod_is_longer() -> None:
    drawn = planned(BOTH)
    assert drawn.wired
    assert drawn.wired.ring_cable_m == 1.7
    assert planned(simple(6, 1)).ring_cable_m == 0.7


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_book_of_both_says_what_each_part_costs(language: str) -> None:
    drawn = planned(BOTH, language)
    assert drawn.wired
    [(euros, _), (wired_euros, _)] = beside(drawn, language)
    prices = PRICES.price(plugged_parts(drawn)), PRICES.price(drawn.wired.parts)
    assert (int(euros), int(wired_euros)) == prices


def test_a_table_whose_seats_are_all_pods_is_drawn_so_whatever_its_rings() -> None:
    bcm = [(f"pod:{one}:1",) for one in IDS]
    assert planned(pods(2, 1, *bcm, rings="spi")) == planned(pods(2, 1, *bcm))


def test_a_seat_with_a_button_beside_its_pod_is_refused_in_one_sentence() -> None:
    with pytest.raises(UnreadableError, match=r"pins\.bcm = 5 for seat 2 cannot be drawn: .* a pod"):
        planned(pods(2, 2, (4, 6), (f"pod:{IDS[0]}:1", 5), rings="spi"))


def test_any_table_can_be_drawn_of_pods(tmp_path: Path) -> None:
    """Whoever wants to buy them has none yet, and no settings that name them."""
    for name, table in (("8", CONFIG / "tables" / "8.toml"), ("none", tmp_path / "table.toml")):
        if name == "none":
            table.write_text("seats = 8\n")
        words = ("--pods", "--config", str(table), "--language", "en", "--output", str(tmp_path / name))
        done = garou("wiring", *words)
        assert (done.code, done.err) == (0, ""), "it proposes no wires"
        svg = (tmp_path / name / "wiring.svg").read_text("utf-8")
        assert "One pod, wire by wire" in svg
        assert svg.count("not taught yet") == 8
