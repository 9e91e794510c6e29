"""Which sound card plays, and why: by its name, where people listen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from hardware.outputs.choosing import CONNECTORS, KINDS, SETTINGS, Outputs, chosen, may_be_card
from hardware.outputs.reading import outputs_of
from tests.kit.sound_cards import DOUBLE, PI_3, PI_4, PI_5, USB, lay_cards, lay_ports, lay_screens

NO_SCREEN = {"HDMI-A-1": False, "HDMI-A-2": False}
FIRST, SECOND = {**NO_SCREEN, "HDMI-A-1": True}, {**NO_SCREEN, "HDMI-A-2": True}
BOTH = {**FIRST, "HDMI-A-2": True}


@pytest.mark.parametrize(
    ("cards", "screens", "setting", "device", "why", "is_missing"),
    [
        (PI_4, FIRST, "auto", "vc4hdmi0", "screen", False),
        (PI_4, SECOND, "auto", "vc4hdmi1", "screen", False),
        (PI_4, BOTH, "auto", "vc4hdmi0", "screen", False),
        ((*PI_4[::-1],), BOTH, "auto", "vc4hdmi0", "screen", False),
        (PI_5, SECOND, "auto", "vc4hdmi1", "screen", False),
        (PI_3, {"HDMI-A-1": True}, "auto", "vc4hdmi", "screen", False),
        ((*PI_4, USB), FIRST, "auto", "vc4hdmi0", "screen", False),
        ((*PI_4, USB), NO_SCREEN, "auto", "Device", "usb", False),
        (PI_4, NO_SCREEN, "auto", "Headphones", "jack", False),
        (PI_5, NO_SCREEN, "auto", "", "default", False),
        (("PCH: HDA-Intel - HDA Intel PCH",), FIRST, "auto", "", "default", False),
        ((), {}, "auto", "", "default", False),
        (PI_4, SECOND, "hdmi-2", "vc4hdmi1", "asked", False),
        (PI_3, {"HDMI-A-1": True}, "hdmi", "vc4hdmi", "asked", False),
        (PI_4, {}, "hdmi", "vc4hdmi0", "asked", False),
        (PI_4, SECOND, "hdmi", "vc4hdmi1", "screen", True),
        (PI_4, FIRST, "jack", "Headphones", "asked", False),
        (PI_5, FIRST, "jack", "vc4hdmi0", "screen", True),
        ((*PI_4, USB), FIRST, "usb", "Device", "asked", False),
        (PI_4, FIRST, "usb", "vc4hdmi0", "screen", True),
        ((*PI_4, USB), FIRST, "Device", "Device", "asked", False),
        (("sndrpihifiberry: RPi - hifiberry",), {}, "sndrpihifiberry", "sndrpihifiberry", "asked", False),
        (PI_4, FIRST, "headphones", "vc4hdmi0", "screen", True),
        (PI_4, FIRST, "default", "", "asked", False),
    ],
)
def test_the_card_that_plays(
    tmp_path: Path,
    cards: Sequence[str],
    screens: Mapping[str, bool],
    setting: str,
    device: str,
    why: str,
    is_missing: bool,
) -> None:
    lay_cards(tmp_path, *cards)
    lay_screens(tmp_path, screens)
    on = chosen(setting, outputs_of(tmp_path, {}))
    assert on.device == (f"sysdefault:CARD={device}" if device else "")
    assert (on.why, on.is_missing) == (why, is_missing)


@pytest.mark.parametrize(
    ("cards", "setting", "has_page", "why", "is_page"),
    [
        ((), "auto", True, "page", True),
        ((), "auto", False, "default", False),
        ((), "jack", True, "page", True),
        ((USB,), "auto", True, "usb", False),
        ((USB,), "page", True, "asked", True),
        ((USB,), "page", False, "usb", False),
    ],
)
def test_the_boards_page_plays_where_it_is_asked_to_or_there_is_no_card(
    tmp_path: Path, cards: Sequence[str], setting: str, has_page: bool, why: str, is_page: bool
) -> None:
    lay_cards(tmp_path, *cards)
    on = chosen(setting, outputs_of(tmp_path, {})._replace(has_page=has_page))
    assert (on.why, on.is_page) == (why, is_page)


def test_each_port_of_a_pi_has_its_card_and_each_setting_a_meaning() -> None:
    assert CONNECTORS.keys() == {kind for kind in KINDS.values() if kind.startswith("hdmi")}
    assert {*KINDS.values()} < {*SETTINGS}


@pytest.mark.parametrize("socket", ["pipewire-0", "pulse/native"])
def test_a_sound_server_chooses_by_itself_and_a_named_card_plays_all_the_same(
    tmp_path: Path, socket: str
) -> None:
    lay_cards(tmp_path, *PI_4)
    lay_screens(tmp_path, FIRST)
    path = tmp_path / "run/user/1000" / socket
    path.parent.mkdir(parents=True)
    path.touch()
    session = {"XDG_RUNTIME_DIR": "/run/user/1000"}
    found = outputs_of(tmp_path, session)
    assert found.server == ("PipeWire" if "pipe" in socket else "PulseAudio")
    assert (chosen("auto", found).device, chosen("auto", found).why) == ("", "server")
    assert chosen("jack", found).device == "sysdefault:CARD=Headphones"
    assert not outputs_of(tmp_path, {}).server, "a service has no session"
    nobodys = {"XDG_RUNTIME_DIR": f"/run/{'x' * 300}"}
    assert not outputs_of(tmp_path, nobodys).server, "nor may it look into root's"


def test_a_sound_server_may_be_of_the_whole_machine_or_of_another(tmp_path: Path) -> None:
    assert outputs_of(tmp_path, {"PULSE_SERVER": "tcp:hall"}).server == "PulseAudio"
    (tmp_path / "run/pulse").mkdir(parents=True)
    (tmp_path / "run/pulse/native").touch()
    assert outputs_of(tmp_path, {}).server == "PulseAudio"


def test_audiodev_in_the_environment_is_a_choice_already(tmp_path: Path) -> None:
    lay_cards(tmp_path, *PI_4)
    on = chosen("jack", outputs_of(tmp_path, {"AUDIODEV": "plughw:2"}))
    assert (on.device, on.why) == ("", "variable")


def test_what_the_owner_wrote_for_alsa_counts_unless_a_card_is_named(tmp_path: Path) -> None:
    """Docs before `output` told owners to write it."""
    lay_cards(tmp_path, *PI_4)
    lay_screens(tmp_path, FIRST)
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/asound.conf").write_text('defaults.pcm.!card "Headphones"')
    found = outputs_of(tmp_path, {})
    assert (chosen("auto", found).device, chosen("auto", found).why) == ("", "configured")
    assert chosen("hdmi", found).device == "sysdefault:CARD=vc4hdmi0"


def test_a_microphone_is_no_loudspeaker(tmp_path: Path) -> None:
    """A camera on USB is a card too; only a card with a `pcm...p` can play."""
    lay_cards(tmp_path, "C920: USB-Audio - HD Pro Webcam C920", USB)
    (tmp_path / "proc/asound/card0/pcm0c").mkdir(parents=True)
    (tmp_path / "proc/asound/card1/pcm0p").mkdir(parents=True)
    found = outputs_of(tmp_path, {})
    assert [(card.name, card.kind, card.title) for card in found.cards] == [
        ("Device", "usb", "USB Audio Device")
    ]


def test_a_port_counts_as_connected_if_it_is_on_either_graphics_card(tmp_path: Path) -> None:
    lay_screens(tmp_path, FIRST)
    (tmp_path / "sys/class/drm/card0-HDMI-A-1").mkdir()
    (tmp_path / "sys/class/drm/card0-HDMI-A-1/status").write_text("disconnected\n")
    assert outputs_of(tmp_path, {}).connectors == FIRST


def test_nothing_can_play_where_nothing_is(tmp_path: Path) -> None:
    assert outputs_of(tmp_path, {}) == Outputs([], {})
    lay_cards(tmp_path)
    assert not outputs_of(tmp_path, {}).can_play


@pytest.mark.parametrize("name", ["vc4hdmi0", "Device_1", "b1", "USB-2"])
def test_a_name_that_a_card_may_have(name: str) -> None:
    assert may_be_card(name)


@pytest.mark.parametrize("name", ["", "0", "hw:1", "the television", "sixteen_letters_", "écran"])
def test_a_name_that_no_card_has(name: str) -> None:
    assert not may_be_card(name)


def test_of_two_equal_cards_the_chosen_one_stays_chosen_whichever_the_kernel_finds_first(
    tmp_path: Path,
) -> None:
    lay_cards(tmp_path, USB, DOUBLE)
    lay_ports(tmp_path, "1.3", "1.4")
    choices = [card.choice for card in outputs_of(tmp_path, {}).cards]
    assert choices == ["usb-0000:01:00.0-1.3", "usb-0000:01:00.0-1.4"]
    assert all(map(may_be_card, choices))
    assert chosen(choices[1], outputs_of(tmp_path, {})).device == "sysdefault:CARD=Device_1"
    lay_ports(tmp_path, "1.4", "1.3")
    assert chosen(choices[1], outputs_of(tmp_path, {})).device == "sysdefault:CARD=Device"
    lay_cards(tmp_path, USB)
    found = outputs_of(tmp_path, {})
    assert chosen(choices[1], found).device == "sysdefault:CARD=Device", "also once it is alone"
    assert [card.choice for card in found.cards] == ["Device"]
    assert chosen(choices[0], found).is_missing


def test_equal_cards_without_ports_keep_their_names(tmp_path: Path) -> None:
    lay_cards(tmp_path, "Loopback: Loopback - Loopback", "Loopback_1: Loopback - Loopback")
    assert [card.choice for card in outputs_of(tmp_path, {}).cards] == ["Loopback", "Loopback_1"]
