"""Slips: each says in words what the ring of its seat says in secret, and no other."""

from __future__ import annotations

import os
from collections.abc import Mapping

from tests.kit.tables import plant

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
import pytest

from hardware.clocks import VirtualClock
from hardware.interface import Slips
from hardware.simulated import SimulatedButtons, SimulatedRings, SimulatedSlips, SimulatedVoice
from hardware.slips import NoSlips
from table.appliance.starting import Face
from table.appliance.table import Table
from table.board.paint.window import Window, pods
from table.board.view import NoView
from table.engine.chance import Chance
from table.engine.play import play
from table.engine.requests import Clock, Press
from table.games.werewolf import telling as werewolf_telling
from table.games.werewolf.bots import Bots
from table.games.werewolf.rules.deck import read_deck
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.rulebooks.thiercelieux import THIERCELIEUX
from table.games.werewolf.rules.script import deal, play_round
from table.room.devices import Devices
from table.room.places import Places, SeatedSlips
from table.room.room import Room
from table.room.stage import Stage
from table.room.trace import Trace
from table.settings.settings import Settings
from table.settings.times import Times
from tests.appliance.hosting.test_host import GUEST, HostsTable
from tests.kit.boards import board
from tests.kit.tables import NAMES, NARRATION, PIXELS, TestTable
from tests.room.test_room import ANA, BOB, CID, USUAL, before_the_deal, once, run

SETTINGS = Settings(language="en", seats=8)


def held() -> TestTable:
    """A round in which Ana and Cid look at their cards in the deal, one after the other."""
    table = before_the_deal(Bots(Chance(3)), people=[ANA, CID])

    def look() -> None:
        for seat, at_s in ((ANA, 10.0), (CID, 20.0)):
            table.press(seat, at_s, for_s=3.0)

    table.watch.first["clock deal"] = once(look)
    return table


def card_of(table: TestTable, seat: int) -> str:
    """The card this seat was dealt: its title and what it does."""
    card, narration = table.moments("show", "dealt")[seat].request.value, NARRATION["en"]
    return f"{narration.card(card).title}\n{narration.word('role.' + card.key)}"


def told_before_night(table: TestTable) -> list[tuple[float, dict[int, str]]]:
    """What stood on the slips, and from when on, until the first night."""
    night_s = table.moment("say", "Nightfall").began_s
    return [(time_s, dict(words)) for time_s, words in table.slips.shown if time_s < night_s]


def test_a_cards_name_stands_on_the_slip_while_its_button_is_held_and_no_longer() -> None:
    table = held()
    run(table)
    assert told_before_night(table) == [
        (0.0, {}),
        (pytest.approx(10.6, abs=0.02), {ANA: card_of(table, ANA)}),
        (pytest.approx(13.0, abs=0.02), {}),
        (pytest.approx(20.6, abs=0.02), {CID: card_of(table, CID)}),
        (pytest.approx(23.0, abs=0.02), {}),
    ]


def test_nobody_reads_the_card_of_a_seat_that_a_bot_plays() -> None:
    """Six bots look in the same deal: hands of this program have no eyes, and people would read theirs."""
    table = held()
    run(table)
    looked = table.board_at(table.moment("say", "Nightfall").began_s - 0.1)
    assert looked.places[BOB].ready
    assert {seat for _, words in told_before_night(table) for seat in words} == {ANA, CID}
    assert {seat for _, words in table.slips.shown for seat in words} <= {ANA, CID}


def test_whoever_still_holds_as_the_night_falls_reads_nothing() -> None:
    table = before_the_deal(Bots(Chance(3)), people=[ANA])
    table.watch.first["clock deal"] = once(lambda: table.press(ANA, table.clock.now() + 58.0, for_s=30.0))
    run(table)
    night_s = table.moment("say", "Nightfall").began_s
    begun = [told for told in table.slips.shown if told[0] < night_s + 1.0]
    *_, (read_s, words), (gone_s, gone) = begun
    assert read_s < night_s
    assert words == {ANA: card_of(table, ANA)}
    assert gone_s == pytest.approx(night_s, abs=0.5)
    assert gone == {}
    assert not any(seen.board.scene == "night" and seen.time_s < gone_s for seen in table.view.seen)


def test_who_died_before_everybody_reads_that_they_are_dead_and_nobody_else() -> None:
    table = before_the_deal(Bots(Chance(3)), people=[ANA, BOB, CID])
    run(table)
    words = NARRATION["en"].word("slip.dead")
    buried: set[int] = set()
    for time_s, laid in table.slips.shown:
        board = [board for at_s, board in table.view.seen if at_s <= time_s][-1]
        dead = {seat for seat, text in laid.items() if text == words}
        assert dead <= {seat for seat, place in enumerate(board.places) if not place.alive}
        buried |= dead
    assert buried, "somebody did die"


def test_a_round_that_is_stopped_while_somebody_looks_takes_the_slips_away() -> None:
    table = HostsTable()
    stopped: list[float] = []

    def look(now_s: float) -> None:
        table.press(GUEST, now_s + 5.0, for_s=30.0)
        table.escape(now_s + 8.0)

    table.at("clock deal", look)
    table.once_open(stopped.append)
    table.play_for(60.0)
    read = [time_s for time_s, words in table.slips.shown if GUEST in words]
    gone_s = next(time_s for time_s, words in table.slips.shown if time_s > max(read) and GUEST not in words)
    assert read
    assert gone_s <= stopped[0]


class Noted(SimulatedSlips):
    """Slips that keep what was shown on them."""

    def __init__(self) -> None:
        super().__init__()
        self.shown: list[Mapping[int, str]] = []

    def show(self, words: Mapping[int, str]) -> None:
        super().show(words)
        self.shown.append(words)


def public_trace(slips: Slips) -> list[str]:
    """Everything that can be perceived of a round in which Ana looks at her card in the deal."""
    clock, trace = VirtualClock(), Trace()
    pods = SimulatedButtons(8, 1, clock)
    devices = Devices(pods, SimulatedRings(8, PIXELS), SimulatedVoice(clock), NoView(), clock, slips=slips)

    def look(request: Clock) -> Press | None:
        if request.key == "deal" and not request.spent_s:
            clock.at(clock.now() + 5.0, lambda: pods.push(ANA, 0))
            clock.at(clock.now() + 9.0, lambda: pods.release(ANA, 0))
        return times(request)

    with trace.overhearing():
        stage = Stage(trace.of(devices), NARRATION["en"], NAMES[:8], 1, Chance(1), people_sit=False)
        room = Room(stage, Times(), Bots(Chance(3)), telling=werewolf_telling)
        times = room.clock
        plant(room, clock=look)
        room.people.sit(ANA)
        room.begin_round()
        cards = read_deck(THIERCELIEUX, USUAL)
        dealt = deal(THIERCELIEUX.with_deck(cards), NAMES[:8], cards, Options())
        play(play_round(play(dealt, room)), room)
    return trace.lines


def test_slips_are_no_part_of_what_is_public() -> None:
    """The trace is the same, byte for byte, with slips and without."""
    slips = Noted()
    assert public_trace(slips) == public_trace(NoSlips())
    assert any(slips.shown), "somebody did read a slip"


def test_a_slip_is_at_the_pod_its_seat_has_by_now() -> None:
    whole = SimulatedSlips()
    places = Places([0, 1, 3, 5], 6)
    slips = SeatedSlips(whole, places)
    slips.show({2: "The Seer"})
    assert whole.words == {3: "The Seer"}
    places.move(2, 4)
    slips.show({2: "The Seer"})
    assert whole.words == {4: "The Seer"}
    slips.show({})
    assert whole.words == {}


# The window


SIZES = ((1280, 900), (1280, 720), (1024, 768))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [8, 24])
def test_the_name_stands_under_its_pod_while_it_is_on_the_slip(size: tuple[int, int], seats: int) -> None:
    slips, clock = SimulatedSlips(), VirtualClock()
    buttons, rings = SimulatedButtons(seats, 1, clock), SimulatedRings(seats, PIXELS)
    window = Window(size, buttons, rings, NAMES[:seats], "hint", set, slips=slips)

    def below(seat: int) -> str:
        window.show(board("deal", seats), 0.0)
        place = pods(seats, 1, size)[seat].words
        lines = [line for line in window.written if place.contains(line.rect)]
        return " ".join(line.text for line in lines)

    assert below(2) == "Cid"
    for language in ("en", "fr"):
        for named in NARRATION[language].cards.values():
            slips.show({2: named.title})
            assert below(2) == named.title, "whole, in at most two lines"
            assert below(1) == "Bob"
    slips.close()
    assert below(2) == "Cid"
    window.close()


def test_the_whole_slip_of_the_seat_touched_last_stands_in_place_of_the_hint() -> None:
    slips, clock = SimulatedSlips(), VirtualClock()
    buttons, rings = SimulatedButtons(8, 1, clock), SimulatedRings(8, PIXELS)
    window = Window(SIZES[0], buttons, rings, NAMES[:8], "what the buttons do", set, slips=slips)

    def below_board() -> str:
        window.show(board("night", 8), 0.0)
        return " ".join(line.text for line in window.written if line.what == "hint")

    slips.show({0: "The Seer\nBob: Witch.", 1: "The Seer\nYour light: Ana."})
    assert below_board() == "what the buttons do"
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_b, scancode=5, mod=0, unicode="b"))
    assert below_board() == "The Seer · Your light: Ana."
    slips.show({0: "The Seer\nBob: Witch."})
    assert below_board() == "what the buttons do"
    window.close()


@pytest.mark.parametrize(("face", "kind"), [("window", SimulatedSlips), ("log", NoSlips)])
def test_slips_are_there_only_in_a_window_and_nothing_is_said_where_there_is_none(
    face: Face, kind: type[Slips], capsys: pytest.CaptureFixture[str]
) -> None:
    table = Table(SETTINGS, NAMES[:8], NARRATION["en"], face, 2.0)
    slips = table.opened.devices.slips
    assert type(slips) is kind
    if isinstance(slips, SimulatedSlips):
        window = table.opened.devices.view
        assert isinstance(window, Window)
        assert window._slips is slips
        slips.show({0: "The Seer"})
    table.close()
    assert not (isinstance(slips, SimulatedSlips) and slips.words)
    assert capsys.readouterr().err == ""
