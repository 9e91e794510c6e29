"""The first start: a table that nobody has wired is taught by its buttons alone."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hardware.hotspot import BLOCKED
from hardware.voice.engines import QUICK, voices_in
from table.appliance.service.changes import changes_in
from table.appliance.service.changes import keep as keep_changes
from table.appliance.service.deeds import Errand
from table.appliance.starting import voice_packs
from table.appliance.voicing.human_voice import HumanVoice, Trial
from table.appliance.voicing.piper_catalogue import PiperCatalogue
from table.appliance.walk.first_start import WAIT_S
from table.appliance.walk.taught import keep, taught_in
from table.room.hands import HOLD_S, PRESS_S
from table.settings.load import Report
from table.settings.settings import Settings
from table.words.catalogue import Catalogue
from table.words.narration import Narration
from tests.gallery.hall import Script
from tests.kit.hotspots import FakeHotspot, own_wifi
from tests.kit.sampling import few
from tests.kit.sound_cards import PI_4, UsedCard, lay_cards, pi_4
from tests.kit.unwired import FOREVER_S, PINS, Unwired
from tests.kit.voice_server import MODEL, VOICES, Server, voice_server
from tests.kit.voice_trial import Endless, trials


def whole(table: Unwired) -> Script:
    """A walk without any fault."""
    yield from table.choose()
    yield from table.walk()
    yield from table.finish()


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize(("seats", "buttons", "pixels"), [(4, 1, 16), (6, 2, 24), (8, 3, 16), (24, 1, 24)])
def test_ring_after_ring_is_lit_alone_and_who_presses_has_it(
    seats: int, buttons: int, pixels: int, language: str, tmp_path: Path
) -> None:
    table = Unwired(seats, buttons, pixels, language=language)
    taught = table.run(whole(table))
    assert taught == {
        "language": language,
        "seats": seats,
        "pixels": pixels,
        "buttons": buttons,
        "out_of_service": (),
        "pins.backend": "gpiozero",
        "pins.bcm": table.wired,
        "rings.backend": "simulated",
        "rings.first_pixel": 0,
        "rings.clockwise": True,
    }
    assert table.lit == [{seat} for seat in range(seats) for _ in range(buttons)]
    keep(taught, tmp_path)
    assert taught_in(tmp_path, Report()) == taught


def test_the_lights_say_how_large_a_ring_is_and_how_many_there_are() -> None:
    """Who chooses sees by the rings alone which entry is right."""
    table = Unwired(5, pixels=16)

    def script() -> Script:
        yield from table.take("English")
        yield from table.turn_to(table.text("pixels_of", number=24))
        assert table.seen() == {0, 1}, "24 lights are more than one ring of 16"
        yield from table.take(table.text("pixels_of", number=16))
        yield from table.turn_to(table.text("seats_of", number=4))
        assert table.seen() == {0, 1, 2, 3}
        assert {table.text("seats_of", number=seats) for seats in range(4, 17)} == labels(table)
        yield from table.take(table.text("seats_of", number=5))
        assert table.seen() == set()
        yield from table.take(table.text("buttons_1"))
        yield from table.walk()
        yield from table.menu("place")
        yield from table.turn_to(table.text("place_of", number=3))
        assert lights(table) == [[2]] * 5
        yield from table.take(table.text("place_of", number=3))
        yield 2.0
        first = lights(table)
        yield 0.25
        assert [[light + 1 for light in ring] for ring in first] == lights(table), "it runs along the wire"
        yield from table.take("anticlockwise")
        yield from table.menu("right")
        yield 1.0
        assert lights(table) == [[2]] * 5, "the light of each player's own place"
        table.touch(table.order[3])
        yield 0.6
        assert [len(ring) > 1 for ring in lights(table)] == [False, False, False, True, False]
        yield from table.take(table.text("open"))

    taught = table.run(script())
    assert (taught["rings.first_pixel"], taught["rings.clockwise"]) == (2, False)


def labels(table: Unwired) -> set[str]:
    menu = table.view.stands.board.menu
    assert menu
    return {entry.label for entry in menu.entries}


def lights(table: Unwired) -> list[list[int]]:
    """The pixels that are lit on each ring, counted along the wire."""
    return [
        [
            pixel
            for pixel in range(table.pixels)
            if any(table.rings.frame[3 * (seat * table.pixels + pixel) :][:3])
        ]
        for seat in range(table.seats)
    ]


def caption(table: Unwired) -> str:
    return table.view.stands.board.caption


# Where the voice is heard


def hearing(table: Unwired, *answers: str) -> Script:
    """A walk in which people answer so whether they hear the voice, card after card."""
    yield from table.take("English")
    for answer in answers:
        yield from table.menu("hear")
        yield 20.0  # they listen
        yield from table.take(table.text(answer))
    yield from table.take(table.text("pixels_of", number=table.pixels))
    yield from table.take(table.text("seats_of", number=table.seats))
    yield from table.take(table.text("buttons_1"))
    yield from table.walk()
    yield from table.finish()


@pytest.mark.parametrize(
    ("answers", "used", "output"),
    [
        (["heard"], ["vc4hdmi0", "auto"], "auto"),
        (["unheard", "heard"], ["vc4hdmi0", "Headphones", "Headphones"], "Headphones"),
        (["unheard", "unheard", "heard"], ["vc4hdmi0", "Headphones", "Device", "Device"], "Device"),
        (["unheard"] * 3, ["vc4hdmi0", "Headphones", "Device", "auto"], "auto"),
    ],
)
def test_card_after_card_asks_whether_it_is_heard_and_the_other_one_is_kept(
    tmp_path: Path, answers: list[str], used: list[str], output: str
) -> None:
    card = pi_4(tmp_path / "pi")
    table = Unwired(4, card=card)
    taught = table.run(hearing(table, *answers))
    assert card.used == used
    assert taught["sound.output"] == output
    said = [line.line for line in table.voice.spoken]
    assert "This is the voice of the table, out of the screen on HDMI. Do you hear me?" in said
    keep(taught, tmp_path)
    assert taught_in(tmp_path, Report()) == taught


def test_where_the_owner_has_said_it_or_there_is_one_card_nobody_is_asked(tmp_path: Path) -> None:
    lay_cards(tmp_path / "one", PI_4[0])
    written = Settings(language="en").over({"sound.output": "jack"})
    for card, settings in ((pi_4(tmp_path / "pi"), written), (UsedCard(tmp_path / "one"), None)):
        table = Unwired(4, card=card, settings=settings)
        assert "sound.output" not in table.run(hearing(table))


def test_a_new_first_start_takes_back_what_the_menu_chose_to_hear(tmp_path: Path) -> None:
    keep_changes({"sound.output": "Device", "voice.volume": 0.5}, tmp_path)
    table = Unwired(4, card=pi_4(tmp_path / "pi"))
    keep(table.run(hearing(table, "unheard", "heard")), tmp_path)
    assert changes_in(tmp_path, Report()) == {"voice.volume": 0.5}


# What goes wrong


def test_a_ring_that_stays_dark_is_asked_about_and_left_out() -> None:
    table = Unwired(6, dark_from=5)

    def script() -> Script:
        yield from table.choose()
        yield from table.walk(0, 1, 2, 3, 4)
        yield table.is_turn(5)
        asked_s = table.clock.now()
        yield from table.menu("nobody")
        assert WAIT_S <= table.clock.now() - asked_s <= WAIT_S + 6
        menu = table.view.stands.board.menu
        assert menu
        assert menu.title == "Nobody has pressed at ring 6"
        assert caption(table).startswith("Is the ring dark? Look at its data cable.")
        yield from table.take(table.text("leave_out"))
        yield from table.lie()
        assert "out of use: 6." in caption(table)
        yield from table.agree()

    taught = table.run(script())
    assert taught["out_of_service"] == (6,)
    assert taught["pins.bcm"][:5] == table.wired[:5]
    assert taught["pins.bcm"][5] == (4,), "a pin that nobody has pressed"


def test_a_table_may_end_before_the_dark_ring() -> None:
    table = Unwired(6, dark_from=4)

    def script() -> Script:
        yield from table.choose()
        yield from table.walk(0, 1, 2, 3)
        yield from table.menu("nobody")
        yield from table.take(table.text("fewer"))
        yield from table.finish()

    taught = table.run(script())
    assert (taught["seats"], taught["pins.bcm"], taught["out_of_service"]) == (4, table.wired[:4], ())


def test_who_comes_late_is_asked_again() -> None:
    table = Unwired(4)

    def script() -> Script:
        yield from table.choose()
        yield from table.walk(0, 1)
        yield from table.menu("nobody")
        yield from table.take(table.text("again"))
        yield from table.finish(2, 3)

    assert table.run(script())["pins.bcm"] == table.wired


def test_a_button_that_is_somebodys_already_is_told_and_changes_nothing() -> None:
    table = Unwired(4)

    def script() -> Script:
        yield from table.choose()
        yield from table.walk(0, 1)
        yield from table.lights(2)
        table.touch(table.order[0])
        yield 1.0
        assert caption(table) == "That button is ring 1’s already. Hold it if that is wrong."
        yield from table.finish(2, 3)

    assert table.run(script())["pins.bcm"] == table.wired


def test_who_pressed_too_early_holds_and_goes_back_to_the_ring_before() -> None:
    table = Unwired(4)

    def script() -> Script:
        yield from table.choose()
        yield from table.walk(0)
        yield from table.lights(1)
        table.touch(table.order[2])  # who sits at the next ring
        yield from table.lights(2)
        table.touch(table.order[2], 1.0)
        yield from table.menu("held")
        yield from table.take(table.text("before"))
        yield from table.finish(1, 2, 3)

    assert table.run(script())["pins.bcm"] == table.wired


@pytest.mark.parametrize("later_s", [0.0, 0.05])
def test_two_buttons_at_once_are_nobodys(later_s: float) -> None:
    table = Unwired(4)

    def script() -> Script:
        yield from table.choose()
        yield from table.lights(0)
        table.touch(table.order[0])
        table.touch(table.order[1], after_s=later_s)
        yield 1.0
        pins = " + ".join(f"GPIO{table.pin(seat)}" for seat in (0, 1))
        assert caption(table) == table.text("together", pins=pins)
        yield from table.walk()
        yield from table.finish()

    assert table.run(script())["pins.bcm"] == table.wired


def test_a_wrong_number_of_buttons_ends_where_the_second_one_is_not_pressed() -> None:
    table = Unwired(4)

    def script() -> Script:
        yield from table.take("English")
        yield from table.take(table.text("pixels_of", number=24))
        yield from table.take(table.text("seats_of", number=4))
        yield from table.take(table.text("buttons_2"))
        table.buttons = 2
        yield from table.lights(0, 0)
        table.touch(table.order[0])
        yield from table.lights(0, 1)
        yield from table.menu("nobody")
        yield from table.take(table.text("anew"))
        table.buttons = 1
        yield from whole(table)

    taught = table.run(script())
    assert (taught["buttons"], taught["pins.bcm"]) == (1, table.wired)


def test_a_button_that_sticks_is_named_and_turns_nothing() -> None:
    table = Unwired(4, held=[20, 22])

    def script() -> Script:
        yield 10.0
        assert table.view.stands.board.notice == (
            "Down from the start: GPIO26, 0x20.GPA0. A button sticks, or its wire touches ground."
        )
        yield from whole(table)

    taught = table.run(script())
    assert taught["pins.bcm"] == table.wired


def test_the_button_that_sticks_is_left_out_and_its_contact_is_nobodys() -> None:
    table = Unwired(6, held=[0, 3], order=[0, 1, 2, 3, 4, 5])

    def script() -> Script:
        yield from table.choose(by=5)
        for seat in range(6):
            if seat in (0, 3):
                yield from table.menu("nobody")
                yield from table.take(table.text("leave_out"), 5)
            else:
                yield from table.walk(seat)
        yield from table.finish(by=5)

    taught = table.run(script())
    assert taught["out_of_service"] == (1, 4)
    given = [pin for (pin,) in taught["pins.bcm"]]
    assert len({*given}) == 6
    assert not {PINS[0], PINS[3]} & {*given}


def test_another_walk_begins_from_the_last_page() -> None:
    table = Unwired(4)

    def script() -> Script:
        yield from table.choose()
        yield from table.walk()
        yield from table.lie()
        yield from table.menu("right")
        yield from table.take(table.text("anew"))
        yield from whole(table)

    assert table.run(script())["pins.bcm"] == table.wired
    assert len(table.kept) == 1


def test_what_the_owners_file_says_of_the_rings_is_not_asked() -> None:
    rings = Settings(language="en").over({"rings.first_pixel": 5, "rings.budget_ma": 2000})
    table = Unwired(4, settings=rings)

    def script() -> Script:
        yield from table.choose()
        yield from table.walk()
        yield from table.agree()

    assert table.run(script())["rings.first_pixel"] == 5


def test_a_file_that_was_lost_is_told_on_the_first_page() -> None:
    table = Unwired(4, wrong="taught.toml is left out")

    def script() -> Script:
        yield 1.0
        assert table.view.stands.board.notice == "taught.toml is left out"
        yield from whole(table)
        assert table.view.stands.board.notice == ""

    table.run(script())


def test_a_language_of_the_owners_with_a_mistake_is_told_and_not_spoken(tmp_path: Path) -> None:
    """One without a name of its own is offered by its code."""
    (tmp_path / "narration").mkdir()
    (tmp_path / "narration" / "nl.toml").write_text('[words]\ntitle.attract = "Garou"\n')
    (tmp_path / "menus").mkdir()
    (tmp_path / "menus" / "fr.toml").write_text("hello = 1\n")
    own = Catalogue(tmp_path)
    table = Unwired(
        4, languages=("fr", "en", "nl"), telling=lambda language: Narration.load(language, own=own)
    )

    def script() -> Script:
        yield from table.turn_to("fr")
        assert table.view.stands.board.notice.startswith(f"{tmp_path}/menus/fr.toml, line 1: hello ")
        assert table.view.stands.board.headline == "Language"
        assert labels(table) == {"fr", "English", "nl"}
        yield from whole(table)

    assert table.run(script())["language"] == "en"


class Clumsy:
    """People who press anything for any time."""

    def __init__(self, table: Unwired, lots: random.Random) -> None:
        self._table, self._lots = table, lots

    def fumble(self, ends_s: float) -> Script:
        """Presses at random until a moment."""
        while self._table.clock.now() < ends_s:
            contact = self._lots.randrange(len(PINS))
            if self._lots.random() < 0.7:
                contact = self._lots.choice(self._table.order)
            self._table.touch(contact, self._lots.choice((PRESS_S, PRESS_S, HOLD_S, 4.0, 40.0)))
            yield self._lots.choice((0.05, 0.5, 2.0, 10.0))
        self._table.view.closed += 1
        yield 1.0


@pytest.mark.parametrize("seed", range(few(12, 5)))
def test_whatever_is_pressed_what_is_kept_is_the_wiring_of_a_table(seed: int, tmp_path: Path) -> None:
    lots = random.Random(seed)
    table = Unwired(lots.choice((4, 5, 8)), lots.choice((1, 2, 3)), held=[lots.randrange(len(PINS))])
    taught = table.run(Clumsy(table, lots).fumble(3000.0))
    keep(taught, tmp_path)
    report = Report()
    assert (taught_in(tmp_path, report), report) == (taught, [])
    assert table.kept == [taught]


# A Wi-Fi of its own


@pytest.fixture
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Errands are over before the clock, which jumps, goes on."""

    def joined(*given: Any) -> Errand:
        errand = Errand(*given)
        errand.thread.join()
        return errand

    monkeypatch.setattr("table.appliance.walk.first_start.Errand", joined)


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.usefixtures("at_once")
def test_where_there_is_no_network_a_wifi_of_its_own_is_offered_and_opened_by_a_button(
    language: str, tmp_path: Path
) -> None:
    hotspot = FakeHotspot()
    table = Unwired(4, language=language, wifi=own_wifi(tmp_path, hotspot))

    def script() -> Script:
        yield from whole(table)
        yield from table.menu("wifi")
        assert caption(table) == table.text("wifi_note")
        yield from table.take(table.text("wifi_open"))

    assert table.run(script())["seats"] == 4
    assert len(hotspot.opened) == 1


def test_it_is_declined_by_a_button(tmp_path: Path) -> None:
    hotspot = FakeHotspot()
    table = Unwired(4, wifi=own_wifi(tmp_path, hotspot))

    def script() -> Script:
        yield from whole(table)
        yield from table.menu("wifi")
        yield from table.take(table.text("wifi_not"))

    table.run(script())
    assert hotspot.opened == []


def test_where_there_is_a_network_nobody_is_asked(tmp_path: Path) -> None:
    table = Unwired(4, wifi=own_wifi(tmp_path, FakeHotspot(), has_network=True))
    assert table.run(whole(table))["seats"] == 4


@pytest.mark.usefixtures("at_once")
def test_why_it_does_not_open_is_on_the_board_and_it_can_be_tried_again(tmp_path: Path) -> None:
    hotspot = FakeHotspot(BLOCKED)
    table = Unwired(4, wifi=own_wifi(tmp_path, hotspot))

    def script() -> Script:
        yield from whole(table)
        yield from table.take(table.text("wifi_open"))
        yield from table.menu("wifi")
        assert "sudo raspi-config nonint do_wifi_country" in caption(table)
        yield from table.take(table.text("wifi_open"))

    table.run(script())
    assert len(hotspot.opened) == 1


# A human voice


def human(server: Server, trial: Callable[[str], Trial] = trials(lambda *_: 0.2)) -> HumanVoice:  # noqa: B008
    """An offer of the voices of a server. `trial`: tells how slow this machine is."""
    return HumanVoice(Settings(), PiperCatalogue(server.address, voice_packs()), trial, lambda: True)


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.usefixtures("at_once")
def test_a_human_voice_is_offered_and_fetched_by_a_button(language: str) -> None:
    name = {"fr": "fr_FR-siwis-medium", "en": "en_GB-alba-medium"}[language]
    with voice_server() as server:
        table = Unwired(4, language=language, human=human(server))

        def script() -> Script:
            yield from whole(table)
            yield from table.menu("human")
            assert caption(table).startswith(f"{name}")
            assert VOICES[name] in caption(table)
            yield from table.take(table.text("human_fetch"))
            yield lambda board: board.caption == table.text("human_speaks", name=name)
            yield FOREVER_S

        assert table.run(script())["seats"] == 4
    assert Path(voices_in([voice_packs()])[language]).read_bytes() == MODEL


@pytest.mark.usefixtures("at_once")
def test_a_human_voice_is_declined_by_a_button() -> None:
    with voice_server() as server:
        table = Unwired(4, human=human(server))

        def script() -> Script:
            yield from whole(table)
            yield from table.menu("human")
            yield from table.take(table.text("human_not"))

        assert table.run(script())["seats"] == 4
    assert voices_in([voice_packs()]) == {}


@pytest.mark.usefixtures("at_once")
def test_why_a_human_voice_does_not_come_is_on_the_board_and_it_can_be_tried_again() -> None:
    with voice_server() as server:
        table = Unwired(4, human=human(server))
        server.cuts.extend([1000, 0])

        def script() -> Script:
            yield from whole(table)
            yield from table.take(table.text("human_fetch"))
            yield lambda board: board.caption.startswith(
                table.text("human_failed", reason="en_GB-alba-medium.onnx")
            )
            yield from table.take(table.text("human_fetch"))
            yield FOREVER_S

        table.run(script())
    assert "en" in voices_in([voice_packs()])


@pytest.mark.usefixtures("at_once")
def test_a_human_voice_that_is_too_slow_is_taken_away_and_the_table_opens() -> None:
    with voice_server() as server:
        table = Unwired(4, human=human(server, trials(lambda *_: 2.0)))

        def script() -> Script:
            yield from whole(table)
            yield from table.take(table.text("human_fetch"))
            yield lambda board: board.caption == table.text("human_slow", seconds=2.0, most=QUICK)
            yield FOREVER_S

        assert table.run(script())["seats"] == 4
    assert voices_in([voice_packs()]) == {}


def test_while_a_human_voice_is_fetched_the_table_can_be_opened_without_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begun: list[Errand] = []

    def noted(*given: Any) -> Errand:
        begun.append(Errand(*given))
        if len(begun) == 1:  # it has looked before people have pressed
            begun[0].thread.join()
        return begun[-1]

    monkeypatch.setattr("table.appliance.walk.first_start.Errand", noted)
    with voice_server() as server:
        table = Unwired(4, human=human(server, Endless))

        def script() -> Script:
            yield from whole(table)
            yield from table.take(table.text("human_fetch"))
            yield lambda board: board.caption == table.text("human_tries")
            yield from table.take(table.text("human_wait"))
            yield from table.take(table.text("human_not"))
            yield FOREVER_S

        assert table.run(script())["seats"] == 4
        begun[1].thread.join(60.0)
        assert not begun[1].thread.is_alive(), "it is not tried to the end of its sentence"
    assert voices_in([voice_packs()]) == {}


def test_where_the_network_says_nothing_nobody_is_asked_for_a_voice() -> None:
    with voice_server() as server:
        server.failing["voices.json"] = 503
        table = Unwired(4, human=human(server))
        assert table.run(whole(table))["seats"] == 4
