"""The report of `garou check`: its lines, their texts, and the same as data."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Literal, NamedTuple, get_args

from hardware.outputs.choosing import Card
from hardware.troubles import Trouble, reason_of
from table.appliance.doctor.findings import Grade
from table.appliance.doctor.sound import called
from table.room.village import NamedSeat
from table.sentences import plain
from table.words.narration import Narration
from table.words.troubles import Troubles

Part = Literal["seats", "rings", "voice", "board", "disk"]
PARTS: tuple[Part, ...] = get_args(Part)

IN_A_LINE = ("report.", "reason.", "step.")
"""What separates the parts of a line of the report."""

GRADES: Mapping[bool | None, Grade] = {True: "well", None: "note", False: "wrong"}

Button = tuple[int, int]
"""Seat and button, counted from 0."""


class Why(str):
    """A reason in words, with the key and facts it was made of.

    `key`: listed in `docs/schemas/keys.json`.
    """

    __slots__ = ("facts", "key")
    key: str
    facts: Mapping[str, object]

    def __new__(cls, told: str, key: str, /, **facts: object) -> Why:
        why = super().__new__(cls, told)
        why.key, why.facts = key, facts
        return why


PASSED = Why("", "passed")


class CheckResult(NamedTuple):
    """One line of the report."""

    part: Part
    passed: bool | None
    """Whether the step passed; None: not tried."""
    reason: Why = PASSED
    """Why it did not pass."""
    seat: int | None = None
    step: str = ""
    """The button, counted from "1", or what the ring did; empty for parts with a single step."""

    def told(self, words: CheckTexts) -> str:
        """The line as printed, in the table's language."""
        result = words.text({True: "report.pass", False: "report.fail", None: "report.untried"}[self.passed])
        told = words.text(f"report.{self.part}")
        if self.step:
            is_button = self.part == "seats"
            step = self.step if is_button else words.text(f"step.{self.step}")
            told = words.text("report.button" if is_button else "report.ring", step=step)
        if self.seat is not None:
            told = words.text("report.at", number=self.seat + 1, name=words.labels[self.seat], what=told)
        return f"{result}  " + (
            words.text("report.why", what=told, reason=self.reason) if self.reason else told
        )


class CheckTexts:
    """Texts of the check in one language: `config/check/<language>.toml`."""

    def __init__(self, narration: Narration, names: Sequence[str]) -> None:
        """Raises `UnreadableError` for a mistake in the owner's file."""
        self._table = narration.texts("check")
        self.narration = narration
        self._troubles = Troubles.of(narration)
        self.names = names
        self._seats = [NamedSeat(index, name) for index, name in enumerate(names)]

    @property
    def language(self) -> str:
        """The language of the evening."""
        return self.narration.language

    @property
    def labels(self) -> list[str]:
        """The names of the seats, as the board writes them."""
        return [self.narration.seat(seat).label for seat in self._seats]

    def text(self, key: str, seat: int | None = None, **facts: object) -> str:
        """A text. `seat` None: anybody's."""
        value: Any = self._table
        for part in key.split("."):
            value = value[part]
        named = self._table["anybody"]["name"] if seat is None else self.narration.seat(self._seats[seat])
        told = self.narration.grammar.typeset(str(value)).format(seat=named, **facts)
        return told if key.startswith(IN_A_LINE) else told[:1].upper() + told[1:]

    def why(self, key: str, shown: Mapping[str, Any] = {}, /, **facts: Any) -> Why:
        """Why something did not pass. `shown`: facts that the sentence writes in another form."""
        return Why(self.text(key, **{**facts, **shown}), key.removeprefix("reason."), **facts)

    def late(self, key: str, seconds: float) -> Why:
        """The reason that something did not come within this time."""
        return self.why(key, {"seconds": f"{seconds:g}"}, seconds=seconds)

    def mixed(self, key: str, others: Collection[Button], seat: int) -> Why:
        """The reason that other buttons were heard with the button of this seat, or in its place."""
        heard = [{"seat": other, "button": button} for other, button in sorted(others)]
        return self.why(key, {"others": self.called(others, seat)}, others=heard)

    def device(self, *troubles: Trouble) -> Why:
        """The reason that a device has these faults."""
        return Why(" ".join(map(self._troubles.told, troubles)), "device", troubles=troubles)

    def card(self, card: Card) -> str:
        """The name of a sound card in a sentence."""
        return self._troubles.any(called(card))

    def answer(self, error: OSError) -> str:
        """The sentence for an error of the operating system."""
        return self._troubles.reason(reason_of(error))

    def called(self, buttons: Collection[Button], seat: int) -> str:
        """Button numbers, counted from 1; those of other seats with their seat."""
        told = [
            self.text("reason.own" if other == seat else "reason.other", number=other + 1, button=button + 1)
            for other, button in sorted(buttons)
        ]
        return self.narration.grammar.last.join(told)

    def button(self, button: int, of: int) -> str:
        """The name of one button of several."""
        name: str = self._table["buttons"][str(of)][button]
        return name

    def press(self, seat: int, button: int, of: int) -> str:
        """Asks a seat for one of its buttons."""
        if of == 1:
            return self.text("headline.press", seat)
        return self.text("headline.press_one", seat, button=self.button(button, of))

    @property
    def colours(self) -> list[str]:
        """The names of the colours on the test card."""
        return list(self._table["card"]["colours"])


def summary(lines: Sequence[CheckResult], stopped: bool, words: CheckTexts) -> str:
    """The last line of the report."""
    failed = sum(line.passed is False for line in lines)
    told = words.text("report.failed", number=failed) if failed else words.text("report.none")
    return words.text("report.stopped") + f" {told}" if stopped else told


def as_data(
    lines: Sequence[CheckResult],
    names: Sequence[str],
    stopped: bool,
    program: Mapping[str, str],
    error: Why | None = None,
) -> dict[str, Any]:
    """The report as JSON data: `docs/json.md`.

    A part that was not tried is null. Buttons and rings have a single result if none of them could be tried.

    `program`: what `about` returns.
    `error`: why there is no report.
    """

    def result(line: CheckResult) -> dict[str, Any]:
        why = {"key": line.reason.key, "grade": GRADES[line.passed], "facts": plain(line.reason.facts)}
        return {"passed": line.passed, "reason": line.reason} | why

    def at(seat: int) -> dict[str, Any]:
        mine = [line for line in lines if line.seat == seat and line.step]
        return {
            "seat": seat + 1,
            "name": names[seat],
            "out_of_service": not mine,
            "buttons": [{"button": int(line.step), **result(line)} for line in mine if line.part == "seats"],
            "ring": [{"step": line.step, **result(line)} for line in mine if line.part == "rings"],
        }

    whole = {line.part: result(line) for line in lines if line.seat is None}
    passed = error is None and all_passed(lines, stopped)
    failed = sum(line.passed is False for line in lines)
    whole_why = error or Why("", "stopped" if stopped else "checked", failed=failed)
    return {
        "program": program,
        "key": whole_why.key,
        "grade": GRADES[passed],
        "facts": plain(whole_why.facts),
        "passed": passed,
        "stopped": stopped,
        "error": error or "",
        "seats": [at(seat) for seat in sorted({line.seat for line in lines if line.seat is not None})],
        "buttons": whole.get("seats"),
        **{part: whole.get(part) for part in ("rings", "voice", "board", "disk")},
    }


def all_passed(lines: Sequence[CheckResult], stopped: bool) -> bool:
    """Whether every part was tried and passed."""
    return not stopped and all(line.passed is not False for line in lines)
