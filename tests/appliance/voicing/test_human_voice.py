"""A human voice that a table without one is offered, fetches and tries, from a server of our own."""

from __future__ import annotations

import errno
import json
import shutil
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from hardware.clocks import VirtualClock
from hardware.troubles import Trouble
from hardware.voice.engines import voices_in
from hardware.voice.interface import VoiceError
from table.appliance.menu.menus import MenuTexts
from table.appliance.service.deeds import Errand, GivenUpError
from table.appliance.starting import voice_packs
from table.appliance.voicing import human_voice
from table.appliance.voicing.human_voice import TELLS_S, HumanVoice, fitting
from table.appliance.voicing.piper_catalogue import PiperCatalogue, PiperVoice
from table.errors import Reason
from table.settings.settings import Settings
from tests.kit.voice_server import SIWIS, Server, files_of, listed, voice_server
from tests.kit.voice_trial import Endless, Measured, trials

MODEL = bytes(range(256)) * 12_000
"""Three megabytes, so that there is some progress."""
ENGLISH = MenuTexts("en")
TRYING = "It is here, and is being tried: is this machine quick enough?"


@pytest.fixture
def server() -> Iterator[Server]:
    with voice_server(MODEL) as made:
        yield made


def tried(seconds: float) -> Callable[[str], Measured]:
    """A trial of three sentences, which finds that each second of speech takes so many to render."""

    def measure(_: str, begins: Callable[[], object]) -> float:
        for _sentence in range(3):
            begins()
        return seconds

    return trials(measure)


def human(server: Server, seconds: float = 0.2, *, has_network: bool = True) -> HumanVoice:
    """The offer of a table that takes so many seconds to render one of speech."""
    catalogue = PiperCatalogue(server.address, voice_packs())
    return HumanVoice(Settings(), catalogue, tried(seconds), lambda: has_network)


def offered(server: Server, seconds: float = 0.2) -> HumanVoice:
    made = human(server, seconds)
    assert made.look("fr") is None
    return made


def there() -> list[str]:
    """The files in the folder of voices."""
    return sorted(path.name for path in voice_packs().iterdir())


def test_a_voice_is_offered_with_its_size_and_licence_fetched_and_tried(server: Server) -> None:
    made = offered(server)
    assert made.offer
    assert made.offer.facts == {"name": "fr_FR-siwis-medium", "size": 3, "licence": "CC BY 4.0"}
    told: list[str] = []
    assert made.fetch(told.append, ENGLISH) == "fr_FR-siwis-medium speaks from now on."
    of = "of 3 MB. If it stops, it goes on later from there."
    assert told == [*(f"{done} {of}" for done in (1, 2, 3)), *[TRYING] * 4]
    assert made.has_come
    assert made.offer is None
    assert voices_in([voice_packs()])["fr"].endswith("/fr_FR-siwis-medium.onnx")
    assert not made.is_wanted("fr")
    assert made.is_wanted("en")


def test_one_that_is_too_slow_here_is_deleted_and_no_longer_offered(server: Server) -> None:
    made = offered(server, seconds=0.9)
    told = made.fetch(str, ENGLISH)
    assert told.startswith("Too slow on this machine: 0.9 s for a second of speech, at most 0.5 s. ")
    assert made.offer is None
    assert (made.has_come, there()) == (False, [])


def test_after_a_slow_one_the_next_quicker_is_offered_with_its_size_and_licence(server: Server) -> None:
    with_more(server, "fr_FR-siwis-low", "fr_FR-gilles-x_low")
    speeds = {"medium": 1.4, "low": 0.6, "x_low": 0.2}

    def measure(path: str, begins: Callable[[], object]) -> float:
        begins()
        return speeds[Path(path).stem.rpartition("-")[2]]

    catalogue = PiperCatalogue(server.address, voice_packs())
    made = HumanVoice(Settings(), catalogue, trials(measure), lambda: True)
    made.look("fr")
    for quicker in ("fr_FR-siwis-low", "fr_FR-gilles-x_low"):
        offer = f"{quicker} may be quick enough: 3 MB, licence: CC0."
        assert made.fetch(str, ENGLISH) == f"Too slow on this machine. {offer}"
        assert there() == []
    assert made.fetch(str, ENGLISH) == "fr_FR-gilles-x_low speaks from now on."
    assert (made.offer, made.has_come) == (None, True)


def with_more(server: Server, *names: str) -> None:
    """Adds voices to the catalogue of a server."""
    voices = json.loads(server.files["voices.json"])
    for name in names:
        files = files_of(name, MODEL)
        voices[name] = listed(name, files)
        server.files.update(files)
    server.files["voices.json"] = json.dumps(voices).encode()


def test_one_that_cannot_speak_is_deleted_and_says_why(server: Server) -> None:
    def mute(*_: object) -> float:
        raise VoiceError(Trouble("voice.ended", engine="piper"))

    made = HumanVoice(Settings(), PiperCatalogue(server.address, voice_packs()), trials(mute), lambda: True)
    made.look("fr")
    told = made.fetch(str, ENGLISH)
    assert told.startswith("It cannot speak, and is deleted: The voice engine piper has ended")
    assert made.offer is None
    assert (made.has_come, there()) == (False, [])


def test_after_a_cut_it_can_be_fetched_again_and_goes_on(server: Server) -> None:
    made = offered(server)
    server.cuts.extend([2_000_000, 0])
    told = made.fetch(str, ENGLISH)
    assert told.startswith("Not fetched: fr_FR-siwis-medium.onnx: the server sends no more than")
    assert told.endswith("Asked once more, it goes on where it stopped")
    assert made.offer
    assert made.fetch(str, ENGLISH) == "fr_FR-siwis-medium speaks from now on."
    assert (SIWIS, "bytes=2000000-") in server.asked


def test_who_gives_it_up_stops_it_at_once_and_what_came_is_kept(server: Server) -> None:
    def tell(_: str) -> None:
        raise GivenUpError("nobody waits for it any more")

    made = offered(server)
    made.fetch(tell, ENGLISH)
    assert made.offer
    assert not made.has_come
    part = voice_packs() / ".fr_FR-siwis-medium.onnx"
    assert 1_000_000 <= part.stat().st_size < 2_000_000
    assert len([path for path, _ in server.asked if path == SIWIS]) == 1, "it is not asked for again"
    assert made.fetch(str, ENGLISH) == "fr_FR-siwis-medium speaks from now on."


@pytest.mark.parametrize("asked", [1, 2, 3, 4])
def test_who_gives_it_up_in_its_trial_or_after_it_gets_no_new_voice(server: Server, asked: int) -> None:
    told: list[str] = []

    def tell(text: str) -> None:
        told.append(text)
        if told.count(TRYING) == asked:
            raise GivenUpError("nobody waits for it any more")

    made = offered(server)
    made.fetch(tell, ENGLISH)
    assert (made.has_come, voices_in([voice_packs()])) == (False, {})
    server.asked.clear()
    assert made.offer
    assert made.fetch(str, ENGLISH) == "fr_FR-siwis-medium speaks from now on."
    assert server.asked == [], "it is only tried again"


def test_who_gives_it_up_within_a_sentence_of_its_trial_waits_for_nothing(server: Server) -> None:
    trial = Endless()
    catalogue = PiperCatalogue(server.address, voice_packs())
    made = HumanVoice(Settings(), catalogue, lambda _: trial, lambda: True)
    made.stop()
    made.look("fr")
    errand = Errand(lambda tell: made.fetch(tell, ENGLISH), lambda: 0.0, made.stop)
    assert trial.begun.wait(60.0)
    errand.give_up()
    errand.thread.join(60.0)
    assert not errand.thread.is_alive()
    assert made.offer, "it is not mute"
    assert ".fr_FR-siwis-medium.onnx" in there()


def test_no_table_finds_it_while_it_is_tried(server: Server) -> None:
    found: list[object] = []

    def measure(path: str, _: object) -> float:
        found.extend([Path(path).read_bytes(), Path(f"{path}.json").is_file(), voices_in([voice_packs()])])
        return 0.1

    made = HumanVoice(
        Settings(), PiperCatalogue(server.address, voice_packs()), trials(measure), lambda: True
    )
    made.look("fr")
    made.fetch(str, ENGLISH)
    assert found == [MODEL, True, {}]
    assert there() == ["fr_FR-siwis-medium.onnx", "fr_FR-siwis-medium.onnx.json"]


def test_a_trial_that_finds_no_room_leaves_no_untried_voice(server: Server) -> None:
    def full(*_: object) -> float:
        raise OSError(errno.ENOSPC, "No space left on device")

    made = HumanVoice(Settings(), PiperCatalogue(server.address, voice_packs()), trials(full), lambda: True)
    made.look("fr")
    assert made.fetch(str, ENGLISH) == "Not fetched: the disk is full"
    assert (made.has_come, voices_in([voice_packs()])) == (False, {})


def test_a_slow_voice_that_cannot_be_deleted_does_not_speak(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(path: Path, **_: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    made = offered(server, seconds=0.9)
    monkeypatch.setattr(Path, "unlink", refused)
    assert made.fetch(str, ENGLISH).startswith("Not fetched: ")
    assert (made.has_come, voices_in([voice_packs()])) == (False, {})


def test_a_slow_network_still_tells_how_far_it_is(server: Server) -> None:
    clock = VirtualClock()

    def tell(text: str) -> None:
        told.append((round(clock.now()), text.partition(" of ")[0]))

    def now() -> float:
        clock.wait(clock.now() + 0.5)
        return clock.now()

    told: list[tuple[int, str]] = []
    catalogue = PiperCatalogue(server.address, voice_packs())
    made = HumanVoice(Settings(), catalogue, tried(0.1), lambda: True, now)
    made.look("fr")
    made.fetch(tell, ENGLISH)
    assert told[0] == (6, "0")
    assert max(after - before for (before, _), (after, _) in pairwise(told)) <= TELLS_S + 1


def test_without_an_answer_or_room_nothing_is_offered(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = offered(server)
    server.failing["voices.json"] = 503
    refused = made.look("fr")
    assert isinstance(refused, Reason)
    assert (refused.key, made.offer) == ("voices.refused", None)
    server.failing.clear()
    usage = shutil.disk_usage("/")._replace(free=1_000_000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage)
    full = made.look("fr")
    assert isinstance(full, Reason)
    assert (full.key, made.offer) == ("voices.no_room", None)
    assert made.look("eo") is None
    assert made.offer is None


def test_it_is_wanted_where_nobody_has_named_a_voice_and_there_is_a_network(server: Server) -> None:
    assert human(server).is_wanted("fr")
    assert not human(server, has_network=False).is_wanted("fr")
    named = Settings().over({"voice.voices": {"fr": "/etc/garou/voices/fr.onnx", "en": "gmw/en+f3"}})
    made = HumanVoice(named, PiperCatalogue(server.address, voice_packs()), tried(0.1), lambda: True)
    assert [made.is_wanted(language) for language in ("fr", "en-US", "de")] == [False, False, True]


def test_where_piper_is_not_installed_or_nothing_speaks_there_is_no_offer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert human_voice.human_voice(Settings(), tmp_path) is None
    monkeypatch.setattr(human_voice, "find_spec", lambda name: name)
    assert human_voice.human_voice(Settings(), tmp_path)
    assert human_voice.human_voice(Settings().over({"voice.enabled": False}), tmp_path) is None


@pytest.mark.parametrize(
    ("language", "wanted"),
    [
        ("fr", "fr_FR-siwis-medium"),
        ("en", "en_GB-alba-medium"),
        ("en-US", "en_US-amy-medium"),
        ("nl", "nl_BE-rdh-medium"),
        ("it", "it_IT-riccardo-x_low"),
        ("eo", None),
    ],
)
def test_a_good_voice_is_offered_of_the_country_where_one_is_named(language: str, wanted: str | None) -> None:
    names = "fr_FR-gilles-low fr_FR-siwis-medium en_GB-alba-medium en_GB-aru-medium en_US-amy-low"
    names += " en_US-amy-medium nl_BE-nathalie-x_low nl_BE-rdh-medium it_IT-riccardo-x_low"
    found = fitting({name: PiperVoice(name, "", {}) for name in names.split()}, language)
    assert (found and found.name) == wanted
