"""`garou check`: every fault of a table is found, named and told apart from the others."""

from __future__ import annotations

import errno
import json
import re
import sys
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hardware.buttons.gpio_lines import Header
from hardware.clocks import VirtualClock
from hardware.outputs.choosing import Card
from hardware.outputs.sound_card import SoundCard
from hardware.simulated import SimulatedButtons, SimulatedRings, SimulatedVoice
from hardware.troubles import Trouble
from table.appliance.doctor.machine import about, this_machine
from table.appliance.service.changes import changes_in, keep_also
from table.appliance.service.changes import keep as keep_changes
from table.appliance.walk import check as checking
from table.appliance.walk.check import WRONG_BUTTON_S, Check, CheckedTable, Step, why_not_writable
from table.appliance.walk.check_table import known_beforehand
from table.appliance.walk.report import (
    PARTS,
    Button,
    CheckResult,
    CheckTexts,
    Part,
    Why,
    all_passed,
    as_data,
    summary,
)
from table.errors import ClosedError
from table.room.devices import Devices
from table.settings.load import Report
from table.settings.settings import CONFIG, Layer, Settings, VoiceSettings
from table.settings.wiring import RingWiring
from table.words.catalogue import shipped
from table.words.narration import Narration
from tests.kit.players import garou
from tests.kit.schemas import fits
from tests.kit.sound_cards import PI_4, UsedCard, lay_cards, pi_4
from tests.kit.tables import RecordingView

PIXELS = 16
NAMES = ("mill", "forge", "well")
LABELS = ["Mill", "Forge", "Well"]
ABOUT = about(this_machine())
STEPS = ["red", "green", "blue", "white", "count", "direction"]
WAIT_S = 20.0
ENGLISH = CheckTexts(Narration.load("en"), NAMES)
REASON = shipped("check", "en")["reason"]
UNWRITTEN = "The rings cannot be written: this user may not write to /dev/leds0 (see garou doctor)."


class Contacts(SimulatedButtons):
    """Buttons whose wires can be wrong. `wires`: what the table hears instead of a finger."""

    def __init__(self, seats: int, buttons: int, clock: VirtualClock) -> None:
        super().__init__(seats, buttons, clock)
        self.wires: dict[Button, Sequence[Button]] = {}
        self.said: list[Trouble] = []

    @property
    def troubles(self) -> list[Trouble]:
        return self.said

    def finger(self, down: bool, seat: int, button: int) -> None:
        for heard in self.wires.get((seat, button), [(seat, button)]):
            (self.push if down else self.release)(*heard)


class Round:
    """A table of three in memory and the people at it. `answers`: what they do at a step, if not press."""

    def __init__(
        self, state: Path, buttons: int = 1, language: str = "en", card: SoundCard | None = None, **more: Any
    ) -> None:
        self.clock = VirtualClock()
        self.buttons = Contacts(3, buttons, self.clock)
        self.rings = SimulatedRings(3, PIXELS, self.clock)
        self.voice = Impatient(self.clock)
        self.view = RecordingView()
        self.answers: dict[Step, Callable[[], None]] = {}
        self.asked: list[Step] = []
        self.began_s: dict[Step, float] = {}
        self.lines: list[CheckResult] = []
        devices = Devices(self.buttons, self.rings, self.voice, self.view, self.clock, card=card)
        self.check = Check(
            devices,
            CheckTexts(Narration.load(language), NAMES),
            CheckedTable(buttons, state, **more),
            wait_s=WAIT_S,
            people=self._hear,
            report=self.lines.append,
        )

    def _hear(self, step: Step) -> None:
        self.asked.append(step)
        self.began_s[step] = self.clock.now()
        self.answers.get(step, lambda: self.touch(step.seat, step.button))()

    def touch(self, seat: int, button: int = 0, after_s: float = 0.5, length_s: float = 0.1) -> None:
        """Presses a button, and releases it unless `length_s` is infinite."""
        at_s = self.clock.now() + after_s
        self.clock.at(at_s, lambda: self.buttons.finger(True, seat, button))
        if length_s < 1e9:
            self.clock.at(at_s + length_s, lambda: self.buttons.finger(False, seat, button))

    def run(self, *parts: Part, seats: Sequence[int] | None = None) -> list[CheckResult]:
        self.check.run(parts or PARTS, seats)
        fits("check", as_data(self.lines, LABELS, False, ABOUT))
        return self.lines

    def failed(self, *parts: Part, seats: Sequence[int] | None = None) -> list[tuple[int | None, str, str]]:
        lines = self.run(*parts, seats=seats)
        return [(line.seat, line.step or line.part, line.reason) for line in lines if line.passed is False]


@pytest.fixture
def table(tmp_path: Path) -> Round:
    return Round(tmp_path)


def nothing() -> None:
    """Nobody does anything."""


def said(reason: str, key: str = "voice", **facts: object) -> Why:
    return Why(reason, key, **facts)


# ---------------------------------------------------------------------------- the whole walk


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("buttons", [1, 2, 3])
def test_a_sound_table_passes_everywhere(tmp_path: Path, buttons: int, language: str) -> None:
    lines = Round(tmp_path, buttons, language).run()
    assert {line.passed for line in lines} == {True}
    wanted: list[tuple[Part, int | None, str]] = []
    for seat in range(3):
        wanted += [("seats", seat, str(button + 1)) for button in range(buttons)]
        wanted += [("rings", seat, step) for step in STEPS]
    wanted += [("voice", None, ""), ("board", None, ""), ("disk", None, "")]
    assert [(line.part, line.seat, line.step) for line in lines] == wanted
    assert all_passed(lines, stopped=False)
    assert not all_passed(lines, stopped=True)


@pytest.mark.parametrize("part", PARTS)
def test_each_part_alone(table: Round, part: Part) -> None:
    assert {line.part for line in table.run(part)} == {part}


def test_one_seat_alone(table: Round) -> None:
    assert {line.seat for line in table.run("seats", "rings", seats=[1])} == {1}


def test_what_is_known_beforehand_is_not_tried(tmp_path: Path) -> None:
    known: dict[Part, CheckResult] = {
        "rings": CheckResult("rings", None, said("none is lit")),
        "voice": CheckResult("voice", None, said("switched off")),
        "board": CheckResult("board", False, said("no display opens")),
    }
    table = Round(tmp_path, known=known)
    lines = table.run()
    assert [line for line in lines if line.part == "rings"] == [known["rings"]]
    assert known["voice"] in lines
    assert known["board"] in lines
    assert {step.key for step in table.asked} == {"press"}
    assert not all_passed(lines, stopped=False)
    assert all_passed([line for line in lines if line.part != "board"], stopped=False)


def test_where_no_button_opens_all_else_is_shown_and_nobody_is_asked(tmp_path: Path) -> None:
    broken = CheckResult("seats", False, said("The pin library is not installed."))
    table = Round(tmp_path, known={"seats": broken})
    for step in (Step("voice", 0, 0), Step("board", 0, 0), *(Step(step, 1, 0) for step in STEPS)):
        table.answers[step] = nothing
    lines = table.run(seats=[1])
    assert lines[0] == broken
    assert [(line.part, line.passed, line.reason) for line in lines[1:]] == [
        *[("rings", None, REASON["unanswered"])] * len(STEPS),
        ("voice", None, REASON["unanswered"]),
        ("board", None, REASON["unanswered"]),
        ("disk", True, ""),
    ]
    assert table.began_s[Step("green", 1, 0)] - table.began_s[Step("red", 1, 0)] < WAIT_S / 2
    assert len(table.voice.spoken) == len(STEPS) + 2
    assert not all_passed(lines, stopped=False)


def test_rings_that_cannot_be_written_fail_though_nobody_is_asked(tmp_path: Path) -> None:
    table = Round(tmp_path, known={"seats": CheckResult("seats", False, said("no pins"))})
    table.rings.trouble = Trouble("rings.forbidden", device="/dev/leds0")
    assert table.failed("rings", seats=[0])[1:] == [(0, "red", UNWRITTEN)]


def test_a_button_without_a_key_is_not_tried(tmp_path: Path) -> None:
    table = Round(tmp_path, buttons=3, no_key=(0,))
    lines = table.run("seats", seats=[0])
    assert [(line.step, line.passed) for line in lines] == [("1", None), ("2", True), ("3", True)]


def test_somebody_ends_it(table: Round) -> None:
    def close() -> None:
        table.view.closed = True

    table.answers[Step("press", 1, 0)] = close
    with pytest.raises(ClosedError):
        table.run()
    assert {line.seat for line in table.lines} == {0}


# ---------------------------------------------------------------------------- buttons


@pytest.mark.parametrize(
    ("touches", "wires", "failed"),
    [
        ([], {}, "no press within 20 s"),
        ([(1, 0.5, 5.0)], {}, ""),  # a slow finger is a press too
        ([(1, 0.5, float("inf"))], {}, "it went down and did not come up within 20 s"),
        (
            [(1, 0.5, 0.1)],
            {(1, 0): [(1, 0), (2, 0)]},
            "seat 3, button 1 went down with it: their wires touch",
        ),
        ([(2, 0.3, 0.1), (1, 2.0, 0.1)], {}, ""),  # a neighbour who brushes a button does no harm
    ],
)
def test_a_button_passes_when_it_goes_down_and_comes_up_alone(
    table: Round, touches: Sequence[tuple[int, float, float]], wires: Any, failed: str
) -> None:
    def touch() -> None:
        for seat, after_s, length_s in touches:
            table.touch(seat, after_s=after_s, length_s=length_s)

    table.buttons.wires, table.answers[Step("press", 1, 0)] = wires, touch
    assert table.failed("seats", seats=[1]) == ([(1, "1", failed)] if failed else [])


def test_a_fault_the_buttons_know_of_is_the_reason(table: Round) -> None:
    table.buttons.said = [Trouble("buttons.expander", address=0x20, seats=(1,))]
    table.answers[Step("press", 1, 0)] = nothing
    assert table.failed("seats") == [(1, "1", "The expander 0x20 (seat 2) does not answer.")]


def test_a_button_stuck_from_the_start(table: Round) -> None:
    table.buttons.push(1, 0)
    assert table.failed("seats") == [
        (1, "1", "it is down all the time: it is stuck, or its wire touches ground")
    ]


def test_a_button_let_go_in_time_is_not_stuck(table: Round) -> None:
    table.buttons.push(0, 0)
    table.clock.at(4.0, lambda: table.buttons.release(0, 0))
    assert table.failed("seats") == []
    assert any(board.headline == "The Mill: let go" for _, board in table.view.seen)


def test_seats_wired_crosswise_name_each_other(table: Round) -> None:
    table.buttons.wires = {(0, 0): [(2, 0)], (2, 0): [(0, 0)]}
    assert table.failed("seats") == [
        (0, "1", "seat 3, button 1 answered in its place: their wires are crossed"),
        (2, "1", "seat 1, button 1 answered in its place: their wires are crossed"),
    ]
    assert any(board.caption == "That was the Well. Press once more." for _, board in table.view.seen)


def test_after_a_wrong_press_nobody_waits_for_long(table: Round) -> None:
    table.answers[Step("press", 0, 0)] = lambda: table.touch(2)
    table.run("seats", seats=[0, 1])
    first, second = (table.began_s[Step("press", seat, 0)] for seat in (0, 1))
    assert second - first < WRONG_BUTTON_S + 2.0


def test_buttons_of_one_seat_crossed(tmp_path: Path) -> None:
    table = Round(tmp_path, buttons=2)
    table.buttons.wires = {(0, 0): [(0, 1)], (0, 1): [(0, 0)]}
    assert table.failed("seats", seats=[0]) == [
        (0, "1", "button 2 answered in its place: their wires are crossed"),
        (0, "2", "button 1 answered in its place: their wires are crossed"),
    ]


def test_another_stuck_button_does_not_spoil_the_others(table: Round) -> None:
    table.buttons.push(2, 0)
    assert [seat for seat, *_ in table.failed("seats")] == [2]


def test_a_finger_that_comes_up_without_having_gone_down_is_no_press(table: Round) -> None:
    """The button went down while another seat was asked, and comes up later: that says nothing."""

    def both() -> None:
        table.touch(1, after_s=0.2, length_s=4.0)
        table.touch(0, after_s=1.0)

    table.answers[Step("press", 0, 0)] = both
    table.answers[Step("press", 1, 0)] = nothing
    reasons = {seat: reason for seat, _, reason in table.failed("seats", seats=[0, 1])}
    assert reasons == {
        0: "seat 2, button 1 went down with it: their wires touch",
        1: "no press within 20 s",
    }


def test_the_ring_of_the_seat_shows_whose_turn_it_is(table: Round) -> None:
    table.answers[Step("press", 1, 0)] = lambda: table.touch(1, after_s=3.0)
    table.run("seats", seats=[1])
    lit = [[any(shown.frame[48 * seat : 48 * seat + 48]) for seat in range(3)] for shown in table.rings.shown]
    assert lit
    assert all(rings == [False, True, False] for rings in lit)


# ---------------------------------------------------------------------------- rings


def rings_during(table: Round, step: Step, seat: int) -> list[list[tuple[int, ...]]]:
    """The frames of one ring, one after the other, while `step` is asked."""
    asked = table.asked.index(step)
    until_s = table.began_s[table.asked[asked + 1]] if asked + 1 < len(table.asked) else float("inf")
    size = 3 * PIXELS
    # Of one moment the last counts: the first may be the step before.
    newest = {shown.time_s: shown.frame for shown in table.rings.shown}
    frames = [frame for time_s, frame in newest.items() if table.began_s[step] <= time_s < until_s]
    rings = [frame[seat * size : (seat + 1) * size] for frame in frames]
    return [[tuple(ring[at : at + 3]) for at in range(0, size, 3)] for ring in rings]


@pytest.mark.parametrize(("step", "channel"), [("red", 0), ("green", 1), ("blue", 2)])
def test_a_colour_is_one_channel_of_the_whole_ring_of_one_seat(table: Round, step: str, channel: int) -> None:
    table.run("rings")
    [ring] = rings_during(table, Step(step, 1, 0), 1)
    assert all(pixel[channel] > 0 and sum(pixel) == pixel[channel] for pixel in ring)
    for other in (0, 2):
        assert not any(map(sum, rings_during(table, Step(step, 1, 0), other)[0]))


def test_white_is_all_channels_of_the_whole_ring(table: Round) -> None:
    table.run("rings")
    [ring] = rings_during(table, Step("white", 1, 0), 1)
    assert {len({*pixel}) for pixel in ring} == {1}
    assert all(pixel[0] > 0 for pixel in ring)


@pytest.mark.in_step
def test_pixels_are_counted_one_by_one_from_the_own_place(table: Round) -> None:
    table.answers[Step("count", 1, 0)] = lambda: table.touch(1, after_s=6.0)
    table.run("rings")
    counted = [[sum(pixel) > 0 for pixel in ring] for ring in rings_during(table, Step("count", 1, 0), 1)]
    once = counted[: PIXELS + 1]
    assert once == [[pixel <= number for pixel in range(PIXELS)] for number in range(PIXELS)] + [
        [True] + [False] * 15
    ]


@pytest.mark.in_step
def test_the_light_begins_at_the_own_place_and_runs_clockwise(table: Round) -> None:
    table.answers[Step("direction", 1, 0)] = lambda: table.touch(1, after_s=8.0)
    table.run("rings")
    at = [
        [pixel for pixel, light in enumerate(ring) if sum(light)]
        for ring in rings_during(table, Step("direction", 1, 0), 1)
    ]
    assert at[: PIXELS + 1] == [[pixel] for pixel in range(PIXELS)] + [[0]]


@pytest.mark.parametrize("step", STEPS)
def test_a_hold_says_no_and_the_others_are_asked_all_the_same(table: Round, step: str) -> None:
    table.answers[Step(step, 1, 0)] = lambda: table.touch(1, length_s=1.0)
    assert table.failed("rings") == [(1, step, REASON[step].format(pixels=PIXELS))]


def test_nobody_answers_for_a_ring(table: Round) -> None:
    table.answers[Step("green", 1, 0)] = nothing
    assert table.failed("rings") == [(1, "green", "nobody answered within 20 s")]
    assert Step("blue", 1, 0) not in table.asked
    assert Step("red", 2, 0) in table.asked


def test_another_seat_cannot_answer_for_a_ring(table: Round) -> None:
    table.answers[Step("red", 1, 0)] = lambda: table.touch(2)
    assert table.failed("rings") == [(1, "red", "nobody answered within 20 s")]


def test_where_a_seats_buttons_failed_anybody_answers(table: Round) -> None:
    table.answers[Step("press", 1, 0)] = nothing
    for step in STEPS:
        table.answers[Step(step, 1, 0)] = lambda: table.touch(2)
    assert [line.step for line in table.run("seats", "rings", seats=[1]) if line.passed] == STEPS


def test_rings_that_cannot_be_written_are_not_asked_about(table: Round) -> None:
    table.rings.trouble = Trouble("rings.forbidden", device="/dev/leds0")
    began_s = table.clock.now()
    for step in STEPS:
        for seat in range(3):
            table.answers[Step(step, seat, 0)] = nothing
    assert table.failed("rings") == [(seat, "red", UNWRITTEN) for seat in range(3)]
    assert table.clock.now() - began_s < WAIT_S


def test_a_finger_that_was_down_before_is_no_answer(table: Round) -> None:
    """A hold that answered no to red is still down when green is asked: it answers nothing there."""
    table.answers[Step("red", 0, 0)] = lambda: table.touch(0, length_s=2.5)
    table.answers[Step("green", 0, 0)] = lambda: table.touch(0, after_s=4.0)
    assert [step for _, step, _ in table.failed("rings", seats=[0])] == ["red"]


def test_a_press_that_began_before_the_question_is_no_answer(table: Round) -> None:
    """Anybody may answer for a seat that failed, but only to what is asked now."""
    table.answers[Step("press", 1, 0)] = nothing

    def two() -> None:
        table.touch(2, after_s=4.0)
        table.touch(0, after_s=4.05, length_s=0.4)

    table.answers[Step("red", 1, 0)] = two
    table.answers[Step("green", 1, 0)] = nothing
    assert [step for _, step, _ in table.failed("seats", "rings", seats=[1])] == ["1", "green"]


# ---------------------------------------------------------------------------- voice, board, disk


def test_the_voice_speaks_a_line_that_asks_for_a_press(table: Round) -> None:
    table.run("voice")
    assert [spoken.line for spoken in table.voice.spoken] == [
        "This is the voice of the table. If you hear all of this sentence, press your button."
    ]


@pytest.mark.parametrize("part", ["seats", "rings"])
def test_no_ring_is_lit_any_more_when_the_voice_speaks(table: Round, part: Part) -> None:
    table.answers[Step("voice", 0, 0)] = lambda: table.touch(0, after_s=5.0)
    table.run(part, "voice")
    assert not any(table.rings.frame)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (nothing, "nobody answered within 20 s"),
        (None, "it was not heard: is the volume up, and is it the right output?"),
    ],
)
def test_a_voice_that_is_not_heard(table: Round, answer: Callable[[], None] | None, reason: str) -> None:
    table.answers[Step("voice", 0, 0)] = answer or (lambda: table.touch(0, length_s=1.0))
    assert table.failed("voice") == [(None, "voice", reason)]


def test_a_voice_that_fails_says_why(table: Round) -> None:
    table.answers[Step("voice", 0, 0)] = lambda: table.voice.fail(Trouble("sound.missing", detail="planted"))
    assert table.failed("voice") == [(None, "voice", "There is no sound card to speak with (planted).")]


VOICE = Step("voice", 0, 0)


def asked_on(table: Round) -> list[str]:
    """The captions that ask whether the voice is heard."""
    return list(dict.fromkeys(seen.board.caption for seen in table.view.seen if "hear" in seen.board.caption))


def test_a_voice_that_is_heard_needs_no_other_card(tmp_path: Path) -> None:
    card, kept = pi_4(tmp_path / "pi"), list[Layer]()
    table = Round(tmp_path, card=card, keep=kept.append)
    assert table.failed("voice") == []
    assert asked_on(table) == ["The screen on HDMI: heard? Press: yes. Hold: no."]
    assert (card.used, kept) == ([], [])


def test_card_after_card_is_asked_about_until_the_voice_is_heard_and_that_one_is_kept(tmp_path: Path) -> None:
    card, kept = pi_4(tmp_path / "pi"), list[Layer]()
    table = Round(tmp_path, card=card, keep=kept.append)
    table.answers[VOICE] = lambda: table.touch(
        0, length_s=0.1 if card.used == ["Headphones", "Device"] else 1.0
    )
    assert table.failed("voice") == []
    assert asked_on(table)[1:] == [
        "The headphone jack: heard? Press: yes. Hold: no.",
        "USB: USB Audio Device (Device): heard? Press: yes. Hold: no.",
    ]
    assert kept == [{"sound.output": "Device"}]


def test_a_voice_that_no_card_lets_hear_stays_where_it_was(tmp_path: Path) -> None:
    card, kept = pi_4(tmp_path / "pi"), list[Layer]()
    table = Round(tmp_path, card=card, output="auto", keep=kept.append)
    table.answers[VOICE] = lambda: table.touch(0, length_s=1.0)
    assert table.failed("voice") == [(None, "voice", REASON["voice"])]
    assert card.used == ["Headphones", "Device", "auto"]
    assert kept == []


def test_where_nobody_answers_no_other_card_is_tried(tmp_path: Path) -> None:
    card = pi_4(tmp_path / "pi")
    table = Round(tmp_path, card=card)
    table.answers[VOICE] = nothing
    assert table.failed("voice") == [(None, "voice", "nobody answered within 20 s")]
    assert card.used == ["auto"]


def test_with_one_card_or_a_sound_server_nobody_chooses(tmp_path: Path) -> None:
    lay_cards(tmp_path / "one", PI_4[0])
    table = Round(tmp_path, card=UsedCard(tmp_path / "one"))
    assert table.failed("voice") == []
    assert asked_on(table) == ["Do you hear the voice? Press: yes. Hold: no."]
    (tmp_path / "pi/run/pulse").mkdir(parents=True)
    (tmp_path / "pi/run/pulse/native").touch()
    assert pi_4(tmp_path / "pi").cards() == []


def test_a_card_that_is_heard_and_cannot_be_kept_is_told(tmp_path: Path) -> None:
    def keep(_: Layer) -> None:
        raise OSError(errno.EROFS, "planted")

    card = pi_4(tmp_path / "pi")
    table = Round(tmp_path, card=card, keep=keep)
    table.answers[VOICE] = lambda: table.touch(0, length_s=0.1 if card.used else 1.0)
    [(_, _, reason)] = table.failed("voice")
    assert reason.startswith("it is heard on another sound card, which cannot be kept (")


def test_what_a_check_chose_is_kept_beside_the_changes_of_the_menu(tmp_path: Path) -> None:
    changed: Layer = {"voice.volume": 0.5}
    keep_changes(changed, tmp_path)
    keep_also({"sound.output": "Headphones"}, tmp_path)
    assert changes_in(tmp_path, Report()) == {**changed, "sound.output": "Headphones"}


class Impatient(SimulatedVoice):
    """A voice that notes each line it is given before the last one has ended."""

    def __init__(self, clock: VirtualClock) -> None:
        super().__init__(clock, record=True)
        self.pushed: list[str] = []

    def speak(self, line: str, language: str, pitch: float = 1.0) -> None:
        if self.speaking:
            self.pushed.append(line)
        super().speak(line, language, pitch)


def test_what_is_to_be_done_is_spoken_too_one_line_after_the_other(table: Round) -> None:
    table.run("seats")
    assert table.voice.pushed == []
    assert [each.line for each in table.voice.spoken] == [
        "Hands off all buttons",
        "The Mill: press your button",
        "The Forge: press your button",
        "The Well: press your button",
    ]


def test_the_board_shows_the_test_card_and_then_what_it_showed_before(table: Round) -> None:
    table.run("board")
    [card] = [board for _, board in table.view.seen if board.scene == "test" and board.caption]
    assert card.colours == ["orange", "sky blue", "green", "yellow", "red", "pink", "white"]
    assert [place.name for place in card.places] == LABELS
    assert card.headline == "The Mill: the test card"


def test_a_test_card_that_is_cut(table: Round) -> None:
    table.answers[Step("board", 0, 0)] = lambda: table.touch(0, length_s=1.0)
    assert table.failed("board") == [
        (None, "board", "the test card was not whole: see the screen’s overscan and zoom")
    ]


def test_anybody_answers_for_a_first_seat_that_cannot(table: Round) -> None:
    table.answers[Step("press", 0, 0)] = nothing
    table.answers[Step("voice", 0, 0)] = table.answers[Step("board", 0, 0)] = lambda: table.touch(2)
    assert table.failed("seats", "voice", "board") == [(0, "1", "no press within 20 s")]
    headlines = {board.headline for _, board in table.view.seen}
    assert {"Anybody: listen", "Anybody: the test card"} <= headlines


def test_a_directory_that_can_be_written_is_left_as_it_was(tmp_path: Path) -> None:
    directory = tmp_path / "not" / "there"
    assert why_not_writable(directory, ENGLISH) == ""
    assert list(directory.iterdir()) == []


def test_a_directory_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert why_not_writable(tmp_path / "file", ENGLISH) == (
        f"{tmp_path}/file cannot be written to (there is something else of that name)"
    )
    table = Round(tmp_path / "file" / "below")
    [(_, part, reason)] = table.failed("disk")
    assert part == "disk"
    assert reason.endswith("cannot be written to (it is in no folder)")


def test_a_disk_without_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "LEAST_BYTES", 1 << 80)
    assert re.fullmatch(
        rf"{re.escape(str(tmp_path))} has room for \d+ bytes only", why_not_writable(tmp_path, ENGLISH)
    )


# ---------------------------------------------------------------------------- what is known, and the report


def test_what_a_table_does_not_have_is_known() -> None:
    real = Settings(rings=RingWiring(backend="spi"))
    assert known_beforehand(real, None, None, True, {}, ENGLISH) == {}
    assert known_beforehand(Settings(), "window", None, True, {}, ENGLISH) == {}
    assert known_beforehand(Settings(), None, None, True, {}, ENGLISH)["rings"].passed is None
    dark, no_pins = Trouble("rings.forbidden", device="/dev/leds0"), Trouble("sound.stopped")
    unseen = known_beforehand(real, None, dark, True, {}, ENGLISH)
    assert unseen == {"board": CheckResult("board", False, said(UNWRITTEN))}
    assert known_beforehand(Settings(), "terminal", None, True, {}, ENGLISH)["board"].passed is None
    assert set(known_beforehand(Settings(), "log", None, True, {}, ENGLISH)) == {"voice", "board"}
    mute = Settings(voice=VoiceSettings(enabled=False))
    assert (
        known_beforehand(mute, "window", None, True, {}, ENGLISH)["voice"].reason == "voice.enabled = false"
    )
    unheard = known_beforehand(real, None, None, False, {}, ENGLISH)
    assert unheard == {"voice": CheckResult("voice", None, said(REASON["silent"]))}
    closed = known_beforehand(real, None, None, True, {"seats": no_pins, "rings": dark}, ENGLISH)
    assert closed == {
        "seats": CheckResult("seats", False, ENGLISH.device(no_pins)),
        "rings": CheckResult("rings", False, said(UNWRITTEN)),
    }


def test_the_report_is_in_the_language_of_the_table(tmp_path: Path) -> None:
    table = Round(tmp_path, language="fr")
    table.answers[Step("green", 1, 0)] = lambda: table.touch(1, length_s=1.0)
    table.answers[Step("press", 2, 0)] = nothing
    words = CheckTexts(Narration.load("fr"), NAMES)
    told = [line.told(words) for line in table.run("seats", "rings", seats=[1, 2]) if line.passed is False]
    assert told[0] == "NON   siège 2 (Forge), anneau, vert\u00a0: le vert ne s’est pas vu sur tout l’anneau"
    assert told[1] == "NON   siège 3 (Puits), bouton 1\u00a0: pas d’appui en 20 s"
    assert (
        summary(table.lines, stopped=True, words=words)
        == f"Arrêté avant la fin. En échec\u00a0: {len(told)}."
    )


def test_another_program_reads_which_seats_and_wires_are_meant() -> None:
    lines = [
        CheckResult(
            "rings", False, ENGLISH.device(Trouble("rings.hang", seats=(0, 2), seconds=3.0)), 0, "red"
        ),
        CheckResult("seats", False, ENGLISH.mixed("reason.crossed", {(1, 0)}, 2), 2, "1"),
    ]
    data = as_data(lines, LABELS, True, {"version": "1"})
    assert (data["program"], data["stopped"], data["passed"]) == ({"version": "1"}, True, False)
    first, last = data["seats"]
    assert first["ring"][0]["facts"] == {
        "troubles": [{"key": "rings.hang", "facts": {"seats": [1, 3], "seconds": 3.0}}]
    }
    assert last["buttons"][0]["facts"] == {"others": [{"seat": 2, "button": 1}]}


# ---------------------------------------------------------------------------- words


def keys_of(table: Mapping[str, Any], prefix: str = "") -> set[str]:
    keys = set()
    for key, value in table.items():
        keys |= keys_of(value, f"{prefix}{key}.") if isinstance(value, dict) else {prefix + key}
    return keys


WORDS = {
    language: tomllib.loads((CONFIG / "check" / f"{language}.toml").read_text("utf-8"))
    for language in ("fr", "en")
}


@pytest.mark.parametrize("language", ["fr", "en"])
def test_words_are_short_whoever_is_meant(language: str) -> None:
    narration = Narration.load(language)
    longest = max(narration.places, key=lambda key: len(str(narration.places[key])))
    words = CheckTexts(narration, [longest])
    names = [words.button(button, of) for of in (2, 3) for button in range(of)]
    for key in sorted(keys_of(WORDS[language])):
        kind = key.partition(".")[0]
        if kind in ("headline", "caption"):
            told = words.text(key, 0, button=max(names, key=len), card=words.card(Card("Headphones")))
            assert len(told) <= {"headline": 44, "caption": 76}[kind], told
            assert told[0].isupper()
            assert "{" not in told


def test_a_french_seat_keeps_its_spaces_and_capital() -> None:
    words = CheckTexts(Narration.load("fr"), ["mill", "Ana"])
    assert words.text("headline.press", 0) == "Le Moulin\u00a0: appuyez"
    assert words.text("headline.voice", 1) == "Ana\u00a0: écoutez"
    assert words.text("headline.voice") == "N’importe qui\u00a0: écoutez"


# ---------------------------------------------------------------------------- the command


@pytest.fixture
def nowhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Neither a display nor a terminal."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "STATE_DIRECTORY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path


def test_where_nobody_can_press_the_table_does_it_itself(nowhere: Path) -> None:  # noqa: ARG001
    told = garou("check", "--simulated", "--language", "en")
    assert told.code == 0
    lines = told.out.splitlines()
    assert lines[0] == "pass  seat 1 (Mill), button 1"
    assert lines[-1] == "Nothing failed."
    assert sum(line.startswith("pass") for line in lines) == 8 * (1 + len(STEPS)) + 1
    assert "garou: nobody can press a button here: the table presses for itself" in told.err
    assert "Is the whole ring red?" in told.err


def test_only_data_on_standard_output(nowhere: Path) -> None:  # noqa: ARG001
    told = garou("check", "--simulated", "--json", "--seat", "2")
    data = json.loads(told.out)
    assert data["passed"] is True
    assert [seat["seat"] for seat in data["seats"]] == [2]
    assert [step["step"] for step in data["seats"][0]["ring"]] == STEPS
    assert data["voice"] is data["board"] is data["disk"] is None


def test_a_failure_is_told_by_the_exit_code(nowhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (nowhere / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(nowhere / "file"))
    told = garou("check", "--simulated", "--only", "disk", "--language", "en")
    assert told.code == 1
    assert told.out.splitlines()[-1] == "1 failed."
    assert told.out.startswith("FAIL  disk: ")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--seat", "9"), "--seat 9: this table has the seats 1 to 8"),
        (("--seat", "1", "--only", "disk"), "--seat 1 --only disk: a seat has only seats and rings"),
    ],
)
def test_wrong_use_is_one_sentence(nowhere: Path, words: tuple[str, ...], said: str) -> None:  # noqa: ARG001
    told = garou("check", "--simulated", *words)
    assert (told.code, told.out, told.err) == (2, "", f"garou: {said}\n")


def test_the_chip_of_the_pins_is_said(nowhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = nowhere / "table.toml"
    path.write_text('seats = 1\n[pins]\nbackend = "gpiozero"\nbcm = [[5]]\n')
    monkeypatch.setitem(sys.modules, "hardware.buttons.gpiod_pins", None)
    chip = Header(11, "pinctrl-rp1", {})
    machine = replace(this_machine(), header=lambda devices: chip)  # noqa: ARG005
    monkeypatch.setattr("table.appliance.walk.check_table.this_machine", lambda: machine)
    told = garou("check", "--config", str(path), "--only", "seats", "--language", "en")
    assert "the pins of the header are on /dev/gpiochip11 (pinctrl-rp1)" in told.err


REAL = """seats = 2
[pins]
backend = "gpiozero"
factory = "mock"
bcm = [[5], {second}]
[rings]
backend = "{rings}"
device = "{device}"
[voice]
enabled = false
"""


def checked(folder: Path, second: str, rings: str, *words: str) -> tuple[int, dict[str, Any]]:
    """The JSON of a check of a real table at which nobody sits."""
    path = folder / "table.toml"
    path.write_text(REAL.format(second=second, rings=rings, device=folder / "wire"))
    told = garou("check", "--config", str(path), "--json", "--wait", "1", *words)
    data: dict[str, Any] = json.loads(told.out)
    return told.code, data


def test_a_part_that_does_not_open_does_not_stop_the_others(
    nowhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The buttons do not open, since the expander library is missing; the rings do, with too small a
    buffer."""
    monkeypatch.setitem(sys.modules, "smbus2", None)
    monkeypatch.setattr("hardware.rings.spi.BUFSIZ", nowhere / "bufsiz")
    (nowhere / "bufsiz").write_text("512")
    code, data = checked(nowhere, '["0x20.GPA0"]', "spi", "--only", "rings", "--only", "disk")
    assert code == 1
    assert data["buttons"]["passed"] is False
    assert "smbus2" in data["buttons"]["reason"]
    assert data["rings"]["passed"] is False
    assert "spidev.bufsiz=4096 dans cmdline.txt" in data["rings"]["reason"]
    assert data["disk"]["passed"] is True
    assert data["seats"] == []
    assert data["error"] == ""


def test_why_nothing_can_be_checked_is_data_too(nowhere: Path) -> None:
    path = nowhere / "table.toml"
    path.write_text("seats = 80\n")
    told = garou("check", "--config", str(path), "--json")
    data = json.loads(told.out)
    assert told.code == 2
    assert told.err == f"garou: {data['error']}\n"
    assert data["error"].startswith(f"{path}, line 1: seats = 80")
    assert data["passed"] is False
    assert garou("check", "--config", str(path)).out == ""


# ---------------------------------------------------------------------------- seats out of service


def test_a_seat_out_of_service_is_left_out_and_named(tmp_path: Path) -> None:
    table = Round(tmp_path, shut={0})
    lines = table.run()
    assert {step.seat for step in table.asked if step.key not in ("voice", "board")} == {1, 2}
    words = CheckTexts(Narration.load("en"), NAMES)
    mine = [line for line in lines if line.seat == 0]
    assert [line.told(words) for line in mine] == [
        f"----  seat 1 ({words.labels[0]}), buttons: out of service, so it is left out"
    ]
    assert as_data(lines, words.labels, False, {})["seats"][0] == {
        "seat": 1,
        "name": words.labels[0],
        "out_of_service": True,
        "buttons": [],
        "ring": [],
    }
    assert all_passed(lines, False)


def test_a_seat_without_a_ring_is_not_asked_about_one(tmp_path: Path) -> None:
    table = Round(tmp_path, unlit={1})
    lines = table.run("rings")
    mine = [(line.passed, line.reason) for line in lines if line.seat == 1]
    assert mine == [(None, "no ring: the board shows what it would")]
    assert {step.seat for step in table.asked} == {0, 2}
    assert all_passed(lines, False)


def test_the_command_leaves_out_what_the_service_menu_took_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    (tmp_path / "garou").mkdir()
    (tmp_path / "garou" / "service.toml").write_text("out_of_service = [7]\n")
    told = json.loads(garou("check", "--simulated", "--only", "seats", "--json").out)
    assert [one["seat"] for one in told["seats"] if one["out_of_service"]] == [7]
    assert [len(one["buttons"]) for one in told["seats"]] == [1, 1, 1, 1, 1, 1, 0, 1]
    alone = json.loads(garou("check", "--simulated", "--seat", "7", "--json").out)
    assert [one["out_of_service"] for one in alone["seats"]] == [False]
