"""The one configuration: its defaults, its bounds, and what it says about a mistake."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.errors import TableError, UnreadableError
from table.settings import RESERVED, SAME_TIME, TABLE, House, Settings, Times, load
from table.werewolf.options import Options
from table.werewolf.rulebooks.thiercelieux import THIERCELIEUX

SPEECH_S = 3.0
"""A line of the narrator, about."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "table.toml"


def sentence(file: Path, text: str) -> str:
    """What the owner is told about this file, without its folder."""
    file.write_text(text, "utf-8")
    with pytest.raises(UnreadableError) as refused:
        load(file)
    said = str(refused.value)
    assert said.startswith(str(file))
    assert "\n" not in said
    return said.removeprefix(str(file.parent) + "/")


def leaves(struct: msgspec.Struct, prefix: str = "") -> dict[str, object]:
    """Every key of these settings with its value, dotted."""
    found: dict[str, object] = {}
    for key in struct.__struct_fields__:
        value = getattr(struct, key)
        if isinstance(value, msgspec.Struct):
            found |= leaves(value, f"{prefix}{key}.")
        else:
            found[prefix + key] = value
    return found


def test_an_empty_file_is_a_table(file: Path) -> None:
    file.write_text("")
    assert load(file) == Settings()
    assert Settings().seats == 8
    assert Settings().pins.backend == "simulated"


def test_the_shipped_file_says_all_defaults() -> None:
    written = tomllib.loads(TABLE.read_text("utf-8"))
    flat = {
        f"{table}.{key}" if isinstance(value, dict) else table: entry
        for table, value in written.items()
        for key, entry in (value.items() if isinstance(value, dict) else [(table, value)])
    }
    assert flat == {
        key: list(value) if isinstance(value, tuple) else value for key, value in leaves(Settings()).items()
    }
    assert load(TABLE) == Settings()


def test_the_pins_suggested_in_the_shipped_file_can_be_used(file: Path) -> None:
    text = TABLE.read_text("utf-8")
    plan = re.search(r"^# (bcm = .*)$", text, re.MULTILINE)
    assert plan
    file.write_text(f'[pins]\nbackend = "gpiozero"\n{plan[1]}\n')
    assert len(load(file).pins.bcm) == 8


def test_a_file_saved_by_notepad_is_read(file: Path) -> None:
    file.write_bytes(b"\xef\xbb\xbfseats = 9\r\n[times]\r\npace = 'slow'\r\n")
    assert load(file).seats == 9
    assert load(file).times.pace == "slow"


KEYS = "language, seats, names, buttons, pixels, pins, times, voice, screen, game"
SEATS = "a whole number from 1 to 24"
ONE_LINE = "printable characters with no space at either end"


@pytest.mark.parametrize(
    ("text", "line", "written", "allowed"),
    [
        ("seats = 40", 1, "seats = 40", SEATS),
        ("# eight\n\nseats = 0", 3, "seats = 0", SEATS),
        ("seats = true", 1, "seats = true", SEATS),
        ("seats = 8.0", 1, "seats = 8.0", SEATS),
        ("pixels = 17", 1, "pixels = 17", "16, 24"),
        ("seats = 17\npixels = 16", 2, "pixels = 16", "a ring as large as the table of 17 seats"),
        ("language = 'de'", 1, 'language = "de"', '"en", "fr"'),
        ("[times]\n\npace = 'x'", 3, 'times.pace = "x"', '"fast", "normal", "slow"'),
        ("times = { pace = 'x' }", 1, 'times.pace = "x"', '"fast", "normal", "slow"'),
        ("times.seer_s = 1", 1, "times.seer_s = 1", "a number from 10 to 120"),
        ("[times]\nseer_s = nan", 2, "times.seer_s = NaN", "a number from 10 to 120"),
        ("[times]\nvote_s = inf", 2, "times.vote_s = Infinity", "a number from 5 to 600"),
        ("[times]\nvote_s = 1979-05-27", 2, 'times.vote_s = "1979-05-27"', "a number from 5 to 600"),
        ("[voice]\nenabled = 1", 2, "voice.enabled = 1", "true or false"),
        ("voice = 3", 1, "voice = 3", "a table with enabled, rate"),
        (
            "[screen]\nsize = [1280]",
            2,
            "screen.size = [1280]",
            "a list of a whole number from 640 to 7680 and a whole number from 480 to 4320",
        ),
        ("[screen]\nsize = [1280, 1]", 2, "screen.size, item 2 = 1", "a whole number from 480 to 4320"),
        ("[game]\nstalemate = -1", 2, "game.stalemate = -1", "a whole number from 0 to 20"),
        ("[game]\nreveal = 'half'", 2, 'game.reveal = "half"', '"card", "none"'),
        ("names = 'Ana'", 1, 'names = "Ana"', "a list, each item a text of 1 to 20 characters"),
        ("names = ['Ana', '']", 1, 'names, item 2 = ""', "a text of 1 to 20 characters"),
        ("names = ['Ana']", 1, "names = a list of length 1", "one for each of the 8 seats, or none"),
        (
            "seats = 2\nnames = ['Zoé', 'Zoé']",
            2,
            'names = "Zoé" for two seats',
            "a different name for each seat",
        ),
        ('seats = 2\nnames = ["Ana", "B\\tob"]', 2, 'names = "B\\tob"', ONE_LINE),
        ("seats = 2\nnames = ['Ana', ' Bob']", 2, 'names = " Bob"', ONE_LINE),
    ],
)
def test_a_value_that_cannot_be(file: Path, text: str, line: int, written: str, allowed: str) -> None:
    assert sentence(file, text) == f"table.toml, line {line}: {written} is not allowed; allowed: {allowed}"


@pytest.mark.parametrize(
    ("text", "line", "key", "allowed"),
    [
        ("seat = 8", 1, "seat is not a key (did you mean seats?)", KEYS),
        ("\n[voices]", 2, "voices is not a key (did you mean voice?)", KEYS),
        ("[voice]\nvolume = 1", 2, "voice.volume is not a key", "enabled, rate"),
    ],
)
def test_a_key_there_is_not(file: Path, text: str, line: int, key: str, allowed: str) -> None:
    assert sentence(file, text) == f"table.toml, line {line}: {key}; allowed: {allowed}"


EACH_SEAT = "one list of pins for each of the 2 seats"
EACH_BUTTON = "1, a pin for each button (buttons = 1)"
BCM = "GPIO0 to GPIO27, by their BCM numbers"


@pytest.mark.parametrize(
    ("pins", "line", "written", "allowed"),
    [
        ("bcm = [[4], [4]]", 3, "pins.bcm = 4 for seat 1 and for seat 2", "each pin once"),
        ("bcm = [\n  [4],\n  [28]\n]\n", 3, "pins.bcm = 28 for seat 2", BCM),
        ("bcm = [[-1], [4]]", 3, "pins.bcm = -1 for seat 1", BCM),
        ("bcm = [[4], [5, 6]]", 3, "pins.bcm = [5, 6] for seat 2", EACH_BUTTON),
        ("bcm = [[4], []]", 3, "pins.bcm = [] for seat 2", EACH_BUTTON),
        ("bcm = [[4]]", 3, "pins.bcm = a list of length 1", EACH_SEAT),
        ("backend = 'gpiozero'", 2, "pins.bcm = a list of length 0", EACH_SEAT),
        ("bcm = [[4], ['5']]", 3, 'pins.bcm, item 2, item 1 = "5"', "a whole number"),
    ],
)
def test_pins_that_cannot_be(file: Path, pins: str, line: int, written: str, allowed: str) -> None:
    said = sentence(file, f"seats = 2\n[pins]\n{pins}")
    assert said == f"table.toml, line {line}: {written} is not allowed; allowed: {allowed}"


@pytest.mark.parametrize("pin", sorted(RESERVED))
def test_reserved_pins_are_refused_unless_allowed(file: Path, pin: int) -> None:
    bcm = f"bcm = [[4], [{pin}]]\n"
    said = sentence(file, f"seats = 2\n[pins]\n{bcm}")
    assert f"pins.bcm = {pin} (reserved for {RESERVED[pin]}) for seat 2 is not allowed" in said
    assert str(pin) not in said.partition("allowed: ")[2].split(", ")
    file.write_text(f"seats = 2\n[pins]\nallow_reserved = true\n{bcm}")
    assert load(file).pins.bcm == ((4,), (pin,))


def test_three_buttons_have_three_pins(file: Path) -> None:
    file.write_text('seats = 2\nbuttons = 3\n[pins]\nbackend = "gpiozero"\nbcm = [[4, 5, 6], [7, 8, 9]]')
    assert load(file).pins.bcm == ((4, 5, 6), (7, 8, 9))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("seats =", "line 1 is not valid TOML: Invalid value"),
        ("seats = 8\nseats = 9\n\n\n", "line 2 is not valid TOML: Cannot overwrite a value"),
        ("seats = 8\n[pins\n", "line 2 is not valid TOML: Expected ']' at the end of a table declaration"),
        ("names = [\n'Ana',\n", "line 2 is not valid TOML: Invalid value"),
    ],
)
def test_what_is_not_toml_names_its_line(file: Path, text: str, said: str) -> None:
    assert sentence(file, text) == f"table.toml, {said}"


@pytest.mark.parametrize("text", ["seats = " + "9" * 5000, "names = " + "[" * 3000 + "]" * 3000])
def test_what_is_beyond_all_reason_is_one_sentence_too(file: Path, text: str) -> None:
    assert sentence(file, text) == "table.toml is not valid TOML: a number too long, or too much nested"


def test_a_file_that_cannot_be_read(file: Path) -> None:
    with pytest.raises(TableError, match=r"table\.toml cannot be read: No such file or directory"):
        load(file)
    file.write_bytes(b"names = ['\xe9']")
    with pytest.raises(ValueError, match=r"table\.toml is not UTF-8 text: save it again as UTF-8"):
        load(file)


values = st.recursive(
    st.booleans() | st.integers(-5, 50) | st.sampled_from(["fr", "normal", "gpiozero", "card", ""]),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=4,
)


@given(
    st.dictionaries(st.sampled_from([*leaves(Settings()), "foo", "times.foo", "pins"]), values, max_size=4)
)
def test_whatever_is_written_is_a_table_or_one_sentence(
    tmp_path_factory: Any, written: dict[str, Any]
) -> None:
    file = tmp_path_factory.getbasetemp() / "any.toml"
    file.write_text("".join(f"{key} = {toml(value)}\n" for key, value in written.items()))
    try:
        said = repr(load(file))
    except UnreadableError as error:
        said = str(error)
    assert said.startswith(("Settings(", f"{file}, line "))
    assert "\n" not in said


def toml(value: Any) -> str:
    """A value as TOML writes it."""
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    return str(value).lower() if isinstance(value, bool) else repr(value)


def test_every_time_has_its_window() -> None:
    times = Times()
    calls = {call.key for call in THIERCELIEUX.calls}
    asked = {"hunter", "successor", "captain_choice", "election", "vote", "deal", "debate"}
    fields = {key.removesuffix("_s") for key in Times.__struct_fields__ if key != "pace"}
    assert fields == calls | asked
    assert all(times.window_s(key) >= 3 for key in [*fields, *SAME_TIME])
    assert times.window_s("revotes") == times.vote_s
    assert times.window_s("election_revote") == times.election_s
    for unknown in ("pace", "piper", "__class__", ""):
        with pytest.raises(KeyError):
            times.window_s(unknown)


@pytest.mark.parametrize(("pace", "factor"), [("slow", 1.4), ("normal", 1.0), ("fast", 0.7)])
def test_the_pace_changes_every_window(pace: Any, factor: float) -> None:
    times = Times(pace=pace)
    for key in Times.__struct_fields__:
        if key != "pace":
            assert times.window_s(key.removesuffix("_s")) == getattr(times, key) * factor


@pytest.mark.parametrize(
    ("calls", "most_s"),
    [(["seer", "werewolves"], 75), ([call.key for call in THIERCELIEUX.calls], 120)],
    ids=["simplified", "all of thiercelieux"],
)
def test_a_night_is_not_too_long(calls: list[str], most_s: float) -> None:
    """At normal pace, a line before and after each call and one at nightfall."""
    windows_s = sum(Times().window_s(key) for key in calls)
    assert windows_s + SPEECH_S * (2 * len(calls) + 1) <= most_s


def test_the_house_plays_by_the_options_of_a_round() -> None:
    assert isinstance(House(), Options)
    assert all(getattr(House(), key) == getattr(Options(), key) for key in Options.__struct_fields__)
    assert House(captain="never").election_day == float("inf")
    assert House().rulebook == THIERCELIEUX.key
