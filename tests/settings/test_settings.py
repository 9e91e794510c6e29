"""The one configuration: its defaults, its limits, and what it says about a mistake."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.buttons.expander import on_chips
from hardware.buttons.header import on_header
from hardware.outputs.reading import outputs_of
from table.errors import TableError, UnreadableError
from table.games.werewolf.rules.cards import seer
from table.games.werewolf.rules.deck import check_deck, players_of, read_deck
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.games.werewolf.rules.rulebooks.thiercelieux import THIERCELIEUX
from table.games.werewords.rules.box import WORD_CALLS
from table.settings.load import load, settings_of, system_language
from table.settings.settings import TABLE, Settings
from table.settings.times import Times
from table.settings.wiring import RESERVED, Pins, RingWiring
from table.words.catalogue import shipped_languages
from tests.kit.fonts import made_font
from tests.kit.sound_cards import PI_4, lay_cards
from tests.kit.usb import EVDEV

USB_KEYS = (
    '"usb:PORT:KEY", as "usb:usb-0000:01:00.0-1.2/input0:KEY_A": '
    "a port as garou check --write writes it, and a key as KEY_A, BTN_TRIGGER, "
    "1.buzz to 4.blue, or a number from 0 to 767"
)
CHIP_PINS = (
    'a BCM number, or a pin of an expander from "0x20.GPA0" to "0x27.GPB6"; GPA7 and GPB7 must not be inputs'
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "table.toml"


def sentence(file: Path, text: str) -> str:
    """What the owner is told about this file, without its folder."""
    file.write_text(text, "utf-8")
    with pytest.raises(UnreadableError) as refused:
        settings_of(file)
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


def flat(table: Mapping[str, object], prefix: str = "") -> dict[str, object]:
    """Every key of a file with its value, dotted; an empty table is a value."""
    found: dict[str, object] = {}
    for key, value in table.items():
        if isinstance(value, dict) and value:
            found |= flat(value, f"{prefix}{key}.")
        else:
            found[prefix + key] = value
    return found


def test_an_empty_file_is_a_table(file: Path) -> None:
    file.write_text("")
    assert settings_of(file) == Settings()
    assert Settings().seats == 8
    assert Settings().pins.backend == "simulated"


def test_the_shipped_file_says_all_defaults() -> None:
    written = tomllib.loads(TABLE.read_text("utf-8"))
    defaults = leaves(Settings(language="system"))
    assert flat(written) == {
        key: list(value) if isinstance(value, tuple) else value for key, value in defaults.items()
    }
    assert settings_of(TABLE) == Settings()


def test_the_pins_suggested_in_the_shipped_file_can_be_used(file: Path) -> None:
    text = TABLE.read_text("utf-8")
    plan = re.search(r"^# (bcm = .*)$", text, re.MULTILINE)
    assert plan
    file.write_text(f'[pins]\nbackend = "gpiozero"\n{plan[1]}\n')
    assert len(settings_of(file).pins.bcm) == 8


def test_the_deck_suggested_in_the_shipped_file_can_be_played(file: Path) -> None:
    plan = re.search(r"^# (saturday = .*)$", TABLE.read_text("utf-8"), re.MULTILINE)
    assert plan
    file.write_text(f"[decks]\n{plan[1]}\n")
    deck = read_deck(THIERCELIEUX, settings_of(file).decks["saturday"])
    assert players_of(deck) == 10
    assert not check_deck(THIERCELIEUX, deck)


def test_a_file_saved_by_notepad_is_read(file: Path) -> None:
    file.write_bytes(b"\xef\xbb\xbfseats = 9\r\n[times]\r\npace = 'slow'\r\n")
    assert settings_of(file).seats == 9
    assert settings_of(file).times.pace == "slow"


CALLS = {call.key: call for book in RULEBOOKS.values() for call in book.calls}
COVERED = [time.key for book in RULEBOOKS.values() for time in (*book.before_turning, *book.after_vote)]
ALL_CALLS = ", ".join(dict.fromkeys((*CALLS, *COVERED, *(call.key for call in WORD_CALLS), "roll_call")))
KEYS = ", ".join(Settings.__struct_fields__)
SEATS = "a whole number from 1 to 24"
LAST = "the last seats, 8 to 8: all rings are one chain, which the seats without a ring follow"
ONE_LINE = "printable characters, a letter or digit among them, with no space at either end"
DRAWN = "Latin, Greek and Cyrillic letters, and what a font of screen.font has (not {})"


@pytest.mark.parametrize(
    ("text", "line", "written", "allowed"),
    [
        ("seats = 40", 1, "seats = 40", SEATS),
        ("pixels = 17", 1, "pixels = 17", "16, 24"),
        ("seats = 17\npixels = 16", 2, "pixels = 16", "a ring as large as the table of 17 seats"),
        ("language = 'nl'", 1, 'language = "nl"', '"system", "de", "en", "en-US", "es", "fr"'),
        ("seats = 6\nout_of_service = [7]", 2, "out_of_service = 7", "1 to 6, a seat of this table"),
        ("seats = 6\n[rings]\non_board = [7]", 3, "rings.on_board = 7", "1 to 6, a seat of this table"),
        ("[rings]\nbackend = 'spi'\non_board = [1]", 3, "rings.on_board = 1", LAST),
        (
            "[rings]\non_board = [8]\n[game]\nnight = 'eyes_down'",
            4,
            'game.night = "eyes_down"',
            '"eyes_closed", while rings.on_board names seats without a ring',
        ),
        (
            "[rings]\non_board = [8]\n[voice]\nenabled = false",
            4,
            "voice.enabled = false",
            "true, while rings.on_board names seats without a ring",
        ),
        ("[phones]\nseats = [2, 3, 2]", 2, "phones.seats = 2 twice", "each seat once"),
        (
            "seats = 2\n\nout_of_service = [2, 1]",
            3,
            "out_of_service = all 2 seats",
            "at least one seat that is played",
        ),
        ("times = { pace = 'x' }", 1, 'times.pace = "x"', '"fast", "normal", "slow"'),
        ("[times]\ncalls = { seer = 'x' }", 2, 'times.calls = {"seer": "x"}', "a table, each entry a number"),
        (
            "times.calls.wolf = 20",
            1,
            "times.calls.wolf = 20",
            "the calls " + ALL_CALLS,
        ),
        ("times.calls.seer = 121", 1, "times.calls.seer = 121", "a number from 10 to 120"),
        ("[times.calls]\nseer = nan", 2, "times.calls.seer = nan", "a number from 10 to 120"),
        ("[times]\ncalls = { lovers = 2 }", 2, "times.calls.lovers = 2", "a number from 3 to 120"),
        ("[game]\none_potion = true", 2, "game.one_potion = true", "only with rulebook tit-albert"),
        ("[times]\nvote_s = inf", 2, "times.vote_s = Infinity", "a number from 5 to 600"),
        ("[times]\nvote_s = 1979-05-27", 2, 'times.vote_s = "1979-05-27"', "a number from 5 to 600"),
        ("[voice]\nenabled = 1", 2, "voice.enabled = 1", "true or false"),
        ("voice = 3", 1, "voice = 3", "a table with enabled, rate, rates, volume, menus, voices"),
        ("[voice]\nvolume = 11", 2, "voice.volume = 11", "a number from 0 to 1"),
        ("[screen]\nrotate = 45", 2, "screen.rotate = 45", "0, 90, 180, 270"),
        ("[screen]\nrotate = '90'", 2, 'screen.rotate = "90"', "0, 90, 180, 270"),
        (
            "[screen]\nsize = [1280]",
            2,
            "screen.size = [1280]",
            "a list of a whole number from 640 to 7680 and a whole number from 480 to 4320",
        ),
        ("[game]\nstalemate = -1", 2, "game.stalemate = -1", "a whole number from 0 to 20"),
        ("names = 'Ana'", 1, 'names = "Ana"', "a list, each item a text of 1 to 20 characters"),
        ("names = ['Ana', '']", 1, 'names, item 2 = ""', "a text of 1 to 20 characters"),
        ("names = ['Ana']", 1, "names = a list of length 1", "one for each of the 8 seats, or none"),
        (
            "seats = 2\nnames = ['Alice', 'Alic\u0435']",
            2,
            'names = "Alice" for two seats',
            "a different name for each seat, also in how its letters look",
        ),
        ("seats = 2\nnames = ['Ana', ' Bob']", 2, 'names = " Bob"', ONE_LINE),
        ("seats = 2\nnames = ['Ana', '...']", 2, 'names = "..."', ONE_LINE),
        ("seats = 2\nnames = ['Ana', 'Bob 🦊']", 2, 'names = "Bob 🦊"', DRAWN.format("🦊")),
        (
            "seats = 2\nnames = ['José', 'JOSE\u0301']",
            2,
            'names = "José" for two seats',
            "a different name for each seat, also in how its letters look",
        ),
    ],
)
def test_a_value_that_cannot_be(file: Path, text: str, line: int, written: str, allowed: str) -> None:
    assert sentence(file, text) == f"table.toml, line {line}: {written} is not allowed; allowed: {allowed}"


@pytest.mark.parametrize("output", ["hw:1,0", "1", "", "the television", "vc4-hdmi-0-digital"])
def test_an_output_that_no_sound_card_is_called(
    file: Path, output: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sentence names the cards that are there."""
    lay_cards(tmp_path / "pi", *PI_4)
    monkeypatch.setattr("table.settings.checks.outputs_here", lambda: outputs_of(tmp_path / "pi", {}))
    told = sentence(file, f'[sound]\noutput = "{output}"')
    assert told == (
        f'table.toml, line 2: sound.output = "{output}" is not allowed; allowed: '
        '"auto", "hdmi", "hdmi-2", "jack", "usb", "page", "default", "Headphones", "vc4hdmi0", "vc4hdmi1", '
        "or the name that ALSA has for a sound card, never its number"
    )


def test_an_output_that_is_a_number(file: Path) -> None:
    told = sentence(file, "[sound]\noutput = 1")
    assert told.startswith("table.toml, line 2: sound.output = 1 is not allowed; allowed: ")
    assert '"auto", "default", "hdmi", "hdmi-2", "jack", "page", "usb"' in told


def test_a_sound_card_that_is_not_there_may_come_later(file: Path) -> None:
    file.write_text('[sound]\noutput = "Device_1"', "utf-8")
    assert settings_of(file).sound.output == "Device_1"


@pytest.mark.parametrize(
    ("written", "allowed"),
    [
        ('voices.fr = "french"', 'a name of espeak’s, as "roa/fr+f3", or the whole path of a Piper voice'),
        ('voices.fr = "fr.onnx"', 'a name of espeak’s, as "roa/fr+f3", or the whole path of a Piper voice'),
        ('voices.nl = "gmw/nl"', "only for de, en, en-US, es, fr"),
        ("rates.nl = 150", "only for de, en, en-US, es, fr"),
    ],
)
def test_a_voice_that_cannot_be(file: Path, written: str, allowed: str) -> None:
    key, _, value = written.partition(" = ")
    told = sentence(file, f"[voice]\n{written}")
    assert told.startswith(f"table.toml, line 2: voice.{key} = {value} is not allowed; allowed: {allowed}")


def test_a_rate_that_cannot_be(file: Path) -> None:
    allowed = "a table, each entry a whole number from 80 to 300"
    told = f'table.toml, line 1: voice.rates = {{"fr": 79}} is not allowed; allowed: {allowed}'
    assert sentence(file, "[voice]\nrates.fr = 79") == told


def test_voices_and_rates_by_language(file: Path) -> None:
    voices = {"en": "gmw/en-us+f3", "fr": "/etc/garou/fr.onnx"}
    file.write_text(f'[voice]\nrates.en = 165\nvoices.en = "{voices["en"]}"\nvoices.fr = "{voices["fr"]}"\n')
    told = settings_of(file).voice
    assert (told.rate, told.rates, told.voices) == (150, {"en": 165}, voices)


@pytest.mark.parametrize(
    ("text", "line", "key", "allowed"),
    [
        ("seat = 8", 1, "seat is not a key (did you mean seats?)", KEYS),
        ("\n[voices]", 2, "voices is not a key (did you mean voice?)", KEYS),
        ("[voice]\nspeed = 1", 2, "voice.speed is not a key", "enabled, rate, rates, volume, menus, voices"),
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
        ("bcm = [[4], []]", 3, "pins.bcm = [] for seat 2", EACH_BUTTON),
        ("bcm = [[4]]", 3, "pins.bcm = a list of length 1", EACH_SEAT),
        ("backend = 'gpiozero'", 2, "pins.bcm = a list of length 0", EACH_SEAT),
        ("bcm = [[4], [5.0]]", 3, "pins.bcm, item 2, item 1 = 5.0", "a whole number, or a text"),
        ("bcm = [[4], ['5']]", 3, 'pins.bcm = "5" for seat 2', CHIP_PINS),
        ("bcm = [['0x20.GPA0'], ['0x20.GPA7']]", 3, 'pins.bcm = "0x20.GPA7" for seat 2', CHIP_PINS),
        (
            "bcm = [['0x20.GPA0'], ['0x20.GPA0']]",
            3,
            'pins.bcm = "0x20.GPA0" for seat 1 and for seat 2',
            "each pin once",
        ),
        (
            "bcm = [[4], ['usb:1/0:KEY_NONE']]",
            3,
            'pins.bcm = "usb:1/0:KEY_NONE" for seat 2',
            USB_KEYS,
        ),
        ("bcm = [\n[4],\n['usb:KEY_A']]", 3, 'pins.bcm = "usb:KEY_A" for seat 2', USB_KEYS),
        (
            "bcm = [['usb:1/0:BTN_TRIGGER'], ['usb:1/0:288']]",
            3,
            'pins.bcm = "usb:1/0:288" for seat 1 and for seat 2',
            "each pin once",
        ),
        ("i2c_bus = -1", 3, "pins.i2c_bus = -1", "a whole number from 0 to 22"),
    ],
)
def test_pins_that_cannot_be(
    file: Path, monkeypatch: pytest.MonkeyPatch, pins: str, line: int, written: str, allowed: str
) -> None:
    monkeypatch.setitem(sys.modules, "evdev", EVDEV)
    said = sentence(file, f"seats = 2\n[pins]\n{pins}")
    assert said == f"table.toml, line {line}: {written} is not allowed; allowed: {allowed}"


@pytest.mark.parametrize("pin", sorted(RESERVED))
def test_reserved_pins_are_refused_unless_allowed(file: Path, pin: int) -> None:
    bcm = f"bcm = [[4], [{pin}]]\n"
    said = sentence(file, f"seats = 2\n[pins]\n{bcm}")
    assert f"pins.bcm = {pin} (reserved for {RESERVED[pin]}) for seat 2 is not allowed" in said
    assert str(pin) not in said.partition("allowed: ")[2].split(", ")
    file.write_text(f"seats = 2\n[pins]\nallow_reserved = true\n{bcm}")
    assert settings_of(file).pins.bcm == ((4,), (pin,))


@pytest.mark.parametrize(
    ("pin", "other", "backend"),
    [(2, '"0x20.GPA0"', "simulated"), (10, "4", "spi"), (11, "4", "spi"), (10, "4", "pio")],
)
def test_a_pin_that_something_of_this_table_needs_is_refused_even_if_reserved_ones_are_allowed(
    file: Path, pin: int, other: str, backend: str
) -> None:
    rings = f"[rings]\nbackend = '{backend}'"
    said = sentence(file, f"seats = 2\n[pins]\nallow_reserved = true\nbcm = [[{other}], [{pin}]]\n{rings}")
    told = f"table.toml, line 4: pins.bcm = {pin} (reserved for {RESERVED[pin]}) for seat 2 is not allowed"
    assert said.startswith(told)
    free = said.partition("allowed: ")[2].split(", ")
    assert str(pin) not in free
    file.write_text(f"seats = 2\n[pins]\nallow_reserved = true\nbcm = [[{other}], [{free[0]}]]\n{rings}")
    assert settings_of(file).pins.bcm[1] == (int(free[0]),)


def test_pins_of_the_pi_and_of_expanders_are_told_apart() -> None:
    pins = Pins(bcm=((4, "0x20.GPB6"), ("0x21.GPA0", 5)))
    assert on_header(pins.wires) == [[4, None], [None, 5]]
    assert on_chips(pins.wires) == [[None, (0x20, 14)], [(0x21, 0), None]]


PIXEL = "a whole number from 0 to 23"
ORDERS = (
    'the letters R, G and B in the order of the pixels, as "GRB", '
    'or R, G, B and W for pixels with a white light, as "GRBW"'
)
EACH_RING = "one for all rings, or one for each of the 2 seats"


@pytest.mark.parametrize(
    ("rings", "line", "written", "allowed"),
    [
        ("backend = 'pwm'", 4, 'backend = "pwm"', '"pio", "pods", "simulated", "spi"'),
        ("mhz = 8", 4, "mhz = 8", "a number from 2.5 to 4"),
        ("one = '1000'", 4, 'one = "1000"', '"1100", "1110"'),
        ("device = 'spidev0.0'", 4, 'device = "spidev0.0"', "a path, as /dev/spidev0.0, or none"),
        ('device = "/dev/\\u0000"', 4, 'device = "/dev/\\u0000"', "a path, as /dev/spidev0.0, or none"),
        ("colours = 'GRBB'", 4, 'colours = "GRBB"', ORDERS),
        ("colours = 'RGW'", 4, 'colours = "RGW"', ORDERS),
        ("colours = 'grb'", 4, 'colours = "grb"', ORDERS),
        ("colours = 'RGBWR'", 4, 'colours = "RGBWR"', ORDERS),
        ('colours = "GRB\\n"', 4, 'colours = "GRB\\n"', ORDERS),
        ("colours = 3", 4, "colours = 3", ORDERS),
        ("budget_ma = 61000", 4, "budget_ma = 61000", "a whole number from 100 to 60000"),
        ("first_pixel = 24", 4, "first_pixel = 24", f"{PIXEL}, or a list, each item {PIXEL}"),
        ("first_pixel = 16", 4, "first_pixel = 16", "0 to 15, a pixel of the ring"),
        ("first_pixel = [0]", 4, "first_pixel = a list of length 1", EACH_RING),
        ("first_pixel = [0, 'a']", 4, 'first_pixel, item 2 = "a"', PIXEL),
        ("clockwise = []", 4, "clockwise = a list of length 0", EACH_RING),
        ("clockwise = 1", 4, "clockwise = 1", "true or false, or a list, each item true or false"),
    ],
)  # fmt: skip
def test_rings_that_cannot_be(file: Path, rings: str, line: int, written: str, allowed: str) -> None:
    said = sentence(file, f"seats = 2\npixels = 16\n[rings]\n{rings}")
    assert said == f"table.toml, line {line}: rings.{written} is not allowed; allowed: {allowed}"


def test_an_address_that_no_phone_can_open(file: Path) -> None:
    said = sentence(file, '[phones]\naddress = "http://192.168.1.20:8080"')
    assert said == (
        'table.toml, line 2: phones.address = "http://192.168.1.20:8080" is not allowed; allowed: '
        'what a phone opens, without http://, as "192.168.1.20:8080" or "garou.example"'
    )
    for address in ("", "192.168.1.20", "garou.example:80", "[fd00::5]:8080"):
        file.write_text(f'[phones]\naddress = "{address}"')
        assert settings_of(file).phones.address == address


@pytest.mark.parametrize("colours", ["GRB", "BGR", "GRBW", "WRGB"])
def test_pixels_may_take_their_colours_in_any_order(file: Path, colours: str) -> None:
    file.write_text(f"seats = 2\n[rings]\ncolours = '{colours}'")
    assert settings_of(file).rings.chain([None] * 2, 16).colours == colours


def test_a_budget_must_be_enough_for_dark_rings(file: Path) -> None:
    said = sentence(file, "seats = 24\n[rings]\nbudget_ma = 576")
    assert said == (
        "table.toml, line 3: rings.budget_ma = 576 is not allowed; "
        "allowed: more than the 576 that 576 dark pixels draw"
    )


def test_any_machine_may_read_a_configuration_for_another(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The size of this machine's SPI buffer is not read until a ring is to be lit."""
    bufsiz = tmp_path / "bufsiz"
    monkeypatch.setattr("hardware.rings.spi.BUFSIZ", bufsiz)
    bufsiz.write_text("4096\n")
    file.write_text("seats = 24\n[rings]\nbackend = 'spi'")
    assert settings_of(file).seats == 24


def test_rings_may_be_mounted_all_alike_or_each_in_its_way() -> None:
    assert RingWiring(first_pixel=3, clockwise=False).mountings(2) == [(3, False), (3, False)]
    assert RingWiring(first_pixel=(3, 4)).mountings(2) == [(3, True), (4, True)]
    assert RingWiring(clockwise=(True, False)).mountings(2) == [(0, True), (0, False)]


def test_three_buttons_have_three_pins(file: Path) -> None:
    file.write_text('seats = 2\nbuttons = 3\n[pins]\nbackend = "gpiozero"\nbcm = [[4, 5, 6], [7, 8, 9]]')
    assert settings_of(file).pins.bcm == ((4, 5, 6), (7, 8, 9))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("seats =", "line 1 is not valid TOML: Invalid value"),
        (
            "seats = 8\nseats = 9\n\n\n",
            "line 2: seats: seats is there twice; keep one, with everything that belongs to it",
        ),
        ("seats = 8\n[pins\n", "line 2: [pins is not closed; write [pins]"),
        ("names = [\n'Ana',\n", "line 2 is not valid TOML: Invalid value"),
    ],
)
def test_what_is_not_toml_names_its_line(file: Path, text: str, said: str) -> None:
    assert sentence(file, text) == f"table.toml, {said}"


@pytest.mark.parametrize("text", ["seats = " + "9" * 5000, "names = " + "[" * 3000 + "]" * 3000])
def test_what_is_beyond_all_reason_is_one_sentence_too(file: Path, text: str) -> None:
    assert sentence(file, text) == "table.toml is not valid TOML: a number too long, or too much nested"


def test_a_file_that_cannot_be_read(file: Path) -> None:
    with pytest.raises(TableError, match=r"table\.toml cannot be read: it is not there"):
        settings_of(file)
    file.write_bytes(b"names = ['\xe9']")
    with pytest.raises(ValueError, match=r"table\.toml is not UTF-8 text: save it again as UTF-8"):
        settings_of(file)


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
        said = repr(settings_of(file))
    except UnreadableError as error:
        said = str(error)
    assert said.startswith(("Settings(", f"{file}, line "))
    assert "\n" not in said


def toml(value: Any) -> str:
    """A value as TOML writes it."""
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    return str(value).lower() if isinstance(value, bool) else repr(value)


@pytest.mark.parametrize(("pace", "factor"), [("slow", 1.4), ("normal", 1.0), ("fast", 0.7)])
def test_the_pace_changes_every_window(pace: Any, factor: float) -> None:
    times = Times(pace=pace)
    for key in Times.__struct_fields__:
        if key.endswith("_s"):
            assert times.window_s(key.removesuffix("_s")) == getattr(times, key) * factor
    assert times.call_s(seer.look) == seer.look.seconds * factor


SATURDAY = 'saturday = "werewolf=2, seer, witch, hunter, cupid, villager=2"'


def test_a_house_has_decks_of_its_own(file: Path) -> None:
    file.write_text(f'[game]\ndeck = "saturday"\n[decks]\n{SATURDAY}\nangels = "werewolf=2,angel,villager=5"')
    settings = settings_of(file)
    assert settings.game.deck == "saturday"
    assert list(settings.decks) == ["saturday", "angels"], "one for best-of may wait beside it"


DECKS = "beginner, expert, wild, simplified"
NO_NAME = f"a name in small letters, and none of a role nor of {DECKS}"
EIGHT = '"werewolf=2,villager=6"'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            '[game]\ndeck = "medium"',
            f'2: game.deck = "medium" is not allowed; allowed: {DECKS}, or one of [decks]',
        ),
        (
            f'[decks]\n{SATURDAY}\n[game]\ndeck = "sunday"',
            f'4: game.deck = "sunday" is not allowed; allowed: {DECKS}, saturday',
        ),
        (
            "[game]\ndeck = 3",
            "2: game.deck = 3 is not allowed; allowed: beginner, expert, wild, simplified, or one of [decks]",
        ),
        (f"[decks]\nexpert = {EIGHT}", f"2: decks.expert = {EIGHT} is not allowed; allowed: {NO_NAME}"),
        (f"[decks]\nseer = {EIGHT}", f"2: decks.seer = {EIGHT} is not allowed; allowed: {NO_NAME}"),
        (f'[decks]\n"été" = {EIGHT}', f"2: decks.été = {EIGHT} is not allowed; allowed: {NO_NAME}"),
    ],
)
def test_decks_that_cannot_be(file: Path, text: str, said: str) -> None:
    assert sentence(file, text) == f"table.toml, line {said}"


@pytest.mark.parametrize(
    ("deck", "said"),
    [
        (
            "many = 'werewolf=5,villager=5'",
            "decks.many: werewolf: 5 of 10 cards; allowed: fewer than half of the cards",
        ),
        ("few = 'werewolf=1,villager=2'", "decks.few: 3 players; thiercelieux needs at least 8"),
        (
            "mine = 'werewolf=2,villager=six'",
            'decks.mine: "villager=six"; allowed: villager=NUMBER with a whole number',
        ),
    ],
)
def test_a_deck_that_cannot_be_played_is_refused_if_it_is_to_be(file: Path, deck: str, said: str) -> None:
    """A role of the house may be missing tonight: its decks wait, and the table plays another."""
    name = deck.split()[0]
    told = sentence(file, f"[decks]\n{deck}\n[game]\ndeck = '{name}'\n")
    assert told == f"table.toml, line 2: {said}"
    file.write_text(f"[decks]\n{deck}\n")
    settings, report = load(file)
    assert settings.decks
    assert [(str(entry), entry.happens) for entry in report] == [(f"{file}, line 2: {said}", "unplayed")]


def test_the_rulebook_that_is_played_decides_which_deck_can_be(file: Path) -> None:
    file.write_text('[decks]\nangels = "werewolf=2,angel,villager=5"\n[game]\ndeck = "angels"\n')
    settings, report = load(file, played="best-of")
    assert (settings.game.deck, report) == ("angels", [])
    _, report = load(file, played="family")
    assert '"angel" is not a role of family' in str(report[0])


def test_lg_61_the_deck_of_the_game_fits_its_rulebook(file: Path) -> None:
    decks = '[decks]\nangels = "werewolf=2,angel,villager=5"\n'
    file.write_text(f'{decks}[game]\nrulebook = "best-of"\ndeck = "angels"\n')
    assert settings_of(file).game.deck == "angels"
    said = sentence(file, f'{decks}[game]\ndeck = "angels"\n')
    assert said.startswith(
        'table.toml, line 2: decks.angels: "angel" is not a role of thiercelieux; allowed: '
    )


# The language of the machine


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "fr"),
        ({"LANG": "C.UTF-8"}, "fr"),
        ({"LANG": "POSIX"}, "fr"),
        ({"LANG": "nl_NL.UTF-8"}, "fr"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "fr_CA"}, "fr"),
        ({"LANG": "en"}, "en"),
        ({"LANG": "fr_FR.UTF-8", "LC_MESSAGES": "en_IE.UTF-8@euro"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "en_IE", "LC_ALL": "fr_BE"}, "fr"),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": ""}, "en"),
    ],
)
def test_a_fresh_table_speaks_the_language_of_the_system(environ: dict[str, str], language: str) -> None:
    """As shipped, and if the owner's file names none; French if the system says nothing useful."""
    assert load(TABLE, environ=environ)[0].language == language
    assert system_language(["en", "fr"], environ) == language


def test_a_language_of_the_owner_s_own_may_be_the_system_s() -> None:
    assert system_language(["de", "en", "fr"], {"LANG": "de_AT.UTF-8"}) == "de"


def test_a_machine_of_a_variety_speaks_it() -> None:
    assert system_language(shipped_languages(), {"LANG": "en_US.UTF-8"}) == "en-US"
    assert system_language(shipped_languages(), {"LANG": "en_AU.UTF-8"}) == "en"


def test_what_the_owner_has_written_counts_on_whatever_machine(file: Path) -> None:
    file.write_text('language = "fr"\n')
    assert load(file, environ={"LANG": "en_GB.UTF-8"})[0].language == "fr"
    file.write_text("seats = 9\n")
    assert load(file, environ={"LANG": "en_GB.UTF-8"})[0].language == "en"


def test_names_are_kept_with_their_accents_composed(file: Path) -> None:
    file.write_text("seats = 2\nnames = ['Jose\u0301', 'Їжак']", "utf-8")
    assert settings_of(file).names == ("José", "Їжак")


def test_a_name_may_have_the_letters_of_an_owners_font(file: Path, tmp_path: Path) -> None:
    font = made_font(tmp_path / "a.ttf", {"李": (1000, 800), "明": (1000, 600)})
    written = f"seats = 2\nnames = ['Ana', '李明']\n[screen]\nfont = ['{font}']"
    file.write_text(written, "utf-8")
    settings, report = load(file)
    assert (settings.names, settings.screen.font, list(report)) == (("Ana", "李明"), (str(font),), [])
    font.unlink()
    file.write_text(written.replace(str(font), "a.ttf"), "utf-8")
    settings, report = load(file)
    assert (settings.names, settings.screen.font) == ((), ())
    fitting = "families that fc-match finds on this machine, or .ttf, .otf and .ttc files by their whole path"
    told = [str(entry) for entry in report]
    assert told[0].startswith(f'{file}, line 4: screen.font = "a.ttf" is not allowed; allowed: {fitting}')
    assert [line.endswith(DRAWN.format("李明")) for line in told] == [False, True]


def test_with_a_name_that_cannot_be_the_table_opens_and_calls_seats_after_places(file: Path) -> None:
    """Names that were taken yesterday, under other fonts, keep no evening from beginning."""
    file.write_text("seats = 2\nnames = ['Ana', '王小明']", "utf-8")
    settings, report = load(file)
    assert settings.names == ()
    assert [str(entry).endswith(DRAWN.format("王小明")) for entry in report] == [True]
