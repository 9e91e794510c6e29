"""The public trace: what it has, what it has not, and where it is written."""

from __future__ import annotations

import errno
import io
import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from hardware.clocks import VirtualClock
from hardware.simulated import SimulatedButtons, SimulatedRings, SimulatedVoice
from hardware.troubles import Trouble
from table.board.board import Board
from table.room.devices import Devices
from table.room.trace import Trace, light_of
from tests.kit.paths import ROOT
from tests.kit.players import CommandResult, garou
from tests.kit.sounds import SimulatedAmbience, SimulatedEffects
from tests.kit.tables import NAMES, RecordingView, toml

CARDS = ["werewolf", "werewolf", "seer", "witch", "villager", "villager", "villager", "villager"]
OPTIONS = {"captain": "never", "reveal": "none"}
KINDS = ({"line", "language", "pitch", "length_ms"}, {"board"}, {"light"}, {"ambience"}, {"effect"}, {"log"})


@pytest.fixture(autouse=True)
def nowhere_to_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a display nor a terminal."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)


def a_file(folder: Path, turns: dict[str, dict[str, Any]], cards: list[str] = CARDS) -> str:
    """A scenario file; its path."""
    keys: dict[str, Any] = {
        "rulebook": "thiercelieux",
        "seats": list(NAMES[: len(cards)]),
        "cards": cards,
        "options": OPTIONS,
        "turns": [{"at": at} | answers for at, answers in turns.items()],
    }
    path = folder / "round.toml"
    path.write_text("\n".join(f"{key} = {toml(value)}" for key, value in keys.items()))
    return str(path)


ONE_NIGHT: dict[str, dict[str, Any]] = {
    "night 1": {"seer": "Ana", "werewolves": "Eve"},
    "day 1": {"vote": {"Ana": "Fay", "Bob": "Fay", "Hal": "Ana"}},
    "night 2": {},
    "dawn 2": {},
}


def rehearsed(file: str, *words: str) -> CommandResult:
    return garou("rehearse", file, "--virtual", "--language", "en", *words)


def traced(folder: Path, turns: dict[str, dict[str, Any]], cards: list[str] = CARDS) -> bytes:
    """The trace of a scenario, as its file has it."""
    out = folder / "out.jsonl"
    told = rehearsed(a_file(folder, turns, cards), "--trace", str(out))
    assert (told.code, told.err) == (0, "")
    return out.read_bytes()


def entries(trace: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in trace.decode().splitlines()]


# What is in it


def test_every_line_is_one_thing_perceived_at_its_time(tmp_path: Path) -> None:
    trace = traced(tmp_path, ONE_NIGHT)
    assert trace.endswith(b"}\n")
    read = entries(trace)
    for entry in read:
        assert {*entry} - {"ms"} in KINDS
        assert type(entry["ms"]) is int
    assert [entry["ms"] for entry in read] == sorted(entry["ms"] for entry in read)
    assert read[0]["ms"] == 0
    for kind in KINDS:
        assert any(kind <= {*entry} for entry in read), kind


def test_the_board_is_told_by_what_changes(tmp_path: Path) -> None:
    first, *changes = [entry["board"] for entry in entries(traced(tmp_path, ONE_NIGHT)) if "board" in entry]
    assert {*first} == set(Board.__struct_fields__) - {"secret", "wifi"}
    assert [place["name"] for place in first["places"].values()] == list(NAMES[:8])
    shown = first
    for change in changes:
        assert change
        for key, value in change.items():
            if key == "places":
                for seat, facts in value.items():
                    assert all(shown["places"][seat][name] != fact for name, fact in facts.items())
                    shown["places"][seat] |= facts
            else:
                assert shown[key] != value
                shown[key] = value
    assert {seat for seat, place in shown["places"].items() if not place["alive"]} == {"4", "5"}
    assert any(change.get("timer") for change in changes)


def test_it_is_written_again_byte_for_byte(tmp_path: Path) -> None:
    assert traced(tmp_path, ONE_NIGHT) == traced(tmp_path, ONE_NIGHT)


# What it tells of two evenings

OTHERWISE = ["villager", "witch", "werewolf", "villager", "villager", "villager", "seer", "werewolf"]


def test_files_that_differ_in_secrets_leave_the_same_bytes(tmp_path: Path) -> None:
    """Other cards, another look, another killer: the same dead, the same vote, the same trace."""
    secretly = {"night 1": {"seer": "Bob", "werewolves": "Dee", "witch": {"heal": "Dee", "poison": "Eve"}}}
    assert traced(tmp_path, ONE_NIGHT) == traced(tmp_path, ONE_NIGHT | secretly, OTHERWISE)


@pytest.mark.parametrize(
    "turns",
    [
        {"night 1": {"seer": "Ana", "werewolves": "Gus"}},
        {"night 1": {"seer": "Ana"}},
        {"day 1": {"vote": {"Ana": "Fay", "Bob": "Fay", "Hal": "Bob"}}},
        {"day 1": {"vote": {}}},
    ],
    ids=["another dead", "nobody dead", "another vote", "no vote"],
)
def test_files_that_differ_in_public_do_not(turns: dict[str, dict[str, Any]], tmp_path: Path) -> None:
    assert traced(tmp_path, ONE_NIGHT) != traced(tmp_path, ONE_NIGHT | turns)


# Where it is written


def test_on_standard_output_it_is_alone(tmp_path: Path) -> None:
    trace = traced(tmp_path, ONE_NIGHT)
    told = rehearsed(str(tmp_path / "round.toml"), "--trace", "-")
    assert told.code == 0
    assert told.out.encode() == trace
    assert "The file ends here" in told.err
    assert not Path("-").exists()


def test_the_table_says_and_plays_the_same_as_without(tmp_path: Path) -> None:
    file = a_file(tmp_path, ONE_NIGHT)
    assert rehearsed(file) == rehearsed(file, "--trace", str(tmp_path / "out.jsonl"))


def one_line(told: CommandResult) -> str:
    assert told.code == 2
    assert told.err.count("\n") == 1
    assert told.err.startswith("garou: ")
    return told.err


@pytest.mark.parametrize("out", ["missing/out.jsonl", "."])
def test_what_cannot_be_written_is_refused_before_a_word_is_said(out: str, tmp_path: Path) -> None:
    told = rehearsed(a_file(tmp_path, ONE_NIGHT), "--trace", str(tmp_path / out))
    assert one_line(told).startswith(f"garou: --trace {tmp_path / out}: cannot be written: ")
    assert told.out == ""
    assert [path.name for path in tmp_path.iterdir()] == ["round.toml"]


def test_a_full_disk_is_told_after_the_evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    file, out = a_file(tmp_path, ONE_NIGHT), tmp_path / "out.jsonl"
    monkeypatch.setattr(Path, "write_text", full)
    told = rehearsed(file, "--trace", str(out))
    assert one_line(told) == f"garou: --trace {out}: cannot be written: No space left on device\n"
    assert "The file ends here" in told.out


def test_of_what_is_refused_nothing_is_written(tmp_path: Path) -> None:
    refused = a_file(tmp_path, {"night 1": {"werewolves": "Bob"}})
    new, old = tmp_path / "new.jsonl", tmp_path / "old.jsonl"
    old.write_text("as it was")
    for out in (new, old):
        assert "Bob" in one_line(rehearsed(refused, "--trace", str(out)))
    assert not new.exists()
    assert old.read_text() == "as it was"


def test_it_is_taken_on_a_clock_that_jumps_only(tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    told = garou("rehearse", a_file(tmp_path, ONE_NIGHT), "--trace", str(out))
    assert one_line(told) == f"garou: --trace {out}: only with --virtual, on a clock that jumps\n"
    assert told.out == ""
    assert not out.exists()


# The devices


class Table:
    """Simulated devices, two seats of three pixels, traced from 5 s on."""

    def __init__(self) -> None:
        self.clock = VirtualClock(5.0)
        self.rings = SimulatedRings(2, 3)
        self.voice = SimulatedVoice(self.clock, record=True)
        self.view = RecordingView()
        self.ambience = SimulatedAmbience(self.clock)
        self.effects = SimulatedEffects(self.clock)
        buttons = SimulatedButtons(2, 1, self.clock)
        self.trace = Trace()
        self.traced = self.trace.of(
            Devices(
                buttons, self.rings, self.voice, self.view, self.clock, self.ambience, effects=self.effects
            )
        )

    @property
    def entries(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.trace.lines]


def test_light_is_counted_and_never_says_where() -> None:
    assert light_of(bytes([0, 0, 1, 0, 0, 0, 200, 100, 0])) == {"000001": 1, "c86400": 1}
    assert light_of(bytes([9, 0, 0, 0, 0, 9])) == light_of(bytes([0, 0, 9, 9, 0, 0]))
    assert light_of(bytes([9, 0, 0])) != light_of(bytes([0, 0, 9])), "hue is seen"
    assert light_of(bytes([9, 9, 9, 9, 9, 9])) != light_of(bytes([8, 9, 9, 10, 9, 9])), "and each light"
    table = Table()
    red, dark = bytes([9, 0, 0]), bytes(3)
    table.traced.rings.show(red + dark + dark + dark + red + dark)
    table.traced.rings.show(dark + red + dark + dark + dark + red)
    assert table.entries == [{"ms": 0, "light": [{"090000": 1}, {"090000": 1}]}]
    table.clock.wait(5.5)
    table.traced.rings.show(red + red + dark + dark + dark + dark)
    assert table.entries[1:] == [{"ms": 500, "light": [{"090000": 2}, {}]}]


def test_a_line_that_waits_for_another_begins_when_it_is_heard() -> None:
    table = Table()
    table.clock.wait(6.0)
    table.traced.voice.speak("Ten chars.", "en")
    table.traced.voice.speak("Dix.", "fr", 0.8)
    assert table.entries == [
        {"ms": 1000, "line": "Ten chars.", "language": "en", "pitch": 1.0, "length_ms": 600},
        {"ms": 1600, "line": "Dix.", "language": "fr", "pitch": 0.8, "length_ms": 300},
    ]


def test_a_line_nobody_hears_is_none() -> None:
    table = Table()
    table.voice.fail(Trouble("sound.stopped"))
    table.traced.voice.speak("One.", "en")
    assert table.entries == []


def test_what_is_written_meanwhile_is_a_log_and_goes_where_it_went() -> None:
    table, out, err = Table(), io.StringIO(), io.StringIO()
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = out, err
    try:
        with table.trace.overhearing():
            print("one", end="")
            print(", two")
            print("three\nfour", file=sys.stderr, flush=True)
        print("five")
    finally:
        sys.stdout, sys.stderr = before
    assert (out.getvalue(), err.getvalue()) == ("one, two\nfive\n", "three\nfour\n")
    assert [entry["log"] for entry in table.entries] == ["one, two", "three", "four"]


def test_what_is_written_of_the_form_is_true() -> None:
    """Every kind of fact is in the page's table, and nothing else is."""
    paper = (ROOT / "docs/trace.md").read_text("utf-8")
    rows = [line.split("|")[1] for line in paper.splitlines() if line.startswith("| `")]
    told = [{key.strip(" `") for key in row.split(",")} for row in rows]
    assert sorted(map(sorted, told)) == sorted(map(sorted, KINDS))
    examples = paper.split("```json\n")[1].split("```")[0]
    for entry in map(json.loads, examples.splitlines()):
        assert {*entry} - {"ms"} in KINDS
