"""The service menu: what its entries change and do, and errands that take long."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from threading import Event
from typing import Any

import msgspec
import pytest

from hardware.hotspot import NO_MANAGER
from hardware.outputs.choosing import Card
from table.appliance.devices.own_wifi import OwnWifi
from table.appliance.menu.menus import ROWS_MOST, MenuTexts
from table.appliance.service.deeds import Deeds, Errand, ErrandNews, Errands, GivenUpError, Tell, deeds_in
from table.appliance.service.menu import PATIENCE_S, ServiceMenu, clockwise_of
from table.appliance.service.stick import export
from table.appliance.starting import voice_packs
from table.appliance.voicing.human_voice import HumanVoice
from table.appliance.voicing.piper_catalogue import PiperCatalogue
from table.chronicle.story import erase_all
from table.errors import UnreadableError
from table.evening.journal import Journal
from table.evening.journal_files import FILE
from table.gestures import Meaning
from table.settings.settings import Layer, Settings
from table.settings.wiring import RingWiring
from tests.appliance.service.test_service_changes import OWNERS, names_in
from tests.appliance.service.test_service_deeds import PAGE, an_evening
from tests.kit.hotspots import FakeHotspot, own_wifi
from tests.kit.menus import turn_to
from tests.kit.sound_cards import pi_4
from tests.kit.tables import chosen
from tests.kit.voice_server import Server, voice_server
from tests.kit.voice_trial import Endless, trials

LABELS = {"en": ["Mill", "Forge", "Well", "Chapel"], "fr": ["Moulin", "Forge", "Puits", "Chapelle"]}


class Deed:
    """What the menu asks the machine to do."""

    def __init__(self) -> None:
        self.kept: list[Layer] = []
        self.done: list[str] = []
        self.trouble = ""
        self.found: list[str] = []
        self.wifi: OwnWifi | None = None
        self.cards: Callable[[], Sequence[Card]] = tuple

    def deeds(self) -> Deeds:
        slow = ("export", "erase", "install", "silence")
        return Deeds(
            self.keep,
            lambda: self.found,
            lambda: self.note("off"),
            {deed: lambda _, deed=deed: self.note(deed) for deed in slow},  # type: ignore[misc]
            self.wifi,
            lambda: self.cards(),
            lambda output, line: self.note(f"{output}: {line}"),
        )

    def keep(self, changes: Layer) -> str:
        self.kept.append(changes)
        return self.trouble

    def note(self, what: str) -> str:
        self.done.append(what)
        return f"done: {what}"


class AtOnce(Errand):
    """Errands that are done at once."""

    def __init__(self, work: Callable[[Tell], str], stop: Callable[[], object]) -> None:
        super().__init__(work, lambda: 0.0, stop)
        self.thread.join()


def menu(
    deed: Deed,
    settings: Settings = OWNERS,
    errands: Errands = AtOnce,
    **more: Any,
) -> ServiceMenu:
    return ServiceMenu(settings, {}, ["fr", "en"], LABELS.__getitem__, deed.deeds(), errands, **more)


def labels_in(made: ServiceMenu) -> list[str]:
    """The labels of all pages of the menu that is open."""
    return [item.label for item in made.turning.items()]


def entries(made: ServiceMenu) -> list[tuple[str, str]]:
    return [(entry.label, entry.value) for entry in made.turning.menu().entries]


def take(made: ServiceMenu, label: str) -> None:
    turn_to(made.turning, label)
    made.hear(Meaning.TAKE)


def note(made: ServiceMenu) -> str:
    shown = made.turning.menu()
    return shown.entries[shown.cursor].note


# What it changes


def test_volumes_and_language_are_changed_and_kept() -> None:
    deed = Deed()
    made = menu(deed)
    take(made, "Sound")
    take(made, "Volume of the voice")
    take(made, "Volume of the night")
    take(made, "Volume of the effects")
    take(made, "Back")
    take(made, "Language")
    assert deed.kept[-1] == chosen(language="fr", volume=0.0, ambience=1.0, effects=0.75)
    assert made.now.language == "fr"
    assert made.turning.menu().title == "Service"
    assert made.turning.pointed == "language", "the cursor stays"
    take(made, "Son")
    assert ("Volume de la voix", "muet") in entries(made)


def test_the_way_out_of_the_sound_is_chosen_by_ear_and_kept(tmp_path: Path) -> None:
    deed = Deed()
    deed.cards = pi_4(tmp_path).cards
    made = menu(deed)
    take(made, "Sound")
    assert ("Sound comes out of", "By itself: where people listen") in entries(made)
    take(made, "Sound comes out of")
    assert entries(made) == [
        ("By itself: where people listen", "plays now"),
        ("USB: USB Audio Device (Device)", ""),
        ("The headphone jack", ""),
        ("The screen on HDMI", ""),
        ("Back", ""),
    ]
    take(made, "The headphone jack")
    assert deed.done == ["Headphones: Do you hear me?"]
    assert deed.kept == [{"sound.output": "Headphones"}]
    assert entries(made)[2] == ("The headphone jack", "plays now")
    take(made, "Back")
    take(made, "Sound")
    assert ("Sound comes out of", "The headphone jack") in entries(made)
    take(made, "Back")
    take(made, "The owner’s settings again")
    made.hear(Meaning.TAKE)
    assert deed.done[-1] == "auto: "
    assert made.now.sound.output == "auto"


def test_without_a_choice_no_way_out_of_the_sound_is_offered() -> None:
    made = menu(Deed())
    take(made, "Sound")
    assert "Sound comes out of" not in dict(entries(made))


def test_a_seat_is_taken_out_of_service_and_put_back() -> None:
    deed = Deed()
    made = menu(deed)
    take(made, "Seats out of service")
    take(made, "Seat 3, Well")
    assert entries(made)[2] == ("Seat 3, Well", "out of service")
    assert [*made.now.out_of_service] == [3]
    take(made, "Back")
    assert ("Seats out of service", "3") in entries(made)
    take(made, "Seats out of service")
    take(made, "Seat 3, Well")
    assert [*made.now.out_of_service] == []


def test_one_seat_always_stays_in_service() -> None:
    made = menu(Deed())
    take(made, "Seats out of service")
    for number, label in enumerate(LABELS["en"], start=1):
        take(made, f"Seat {number}, {label}")
    assert made.now.out_of_service == (1, 2, 3)


def test_a_ring_is_turned_round() -> None:
    made = menu(
        Deed(), msgspec.structs.replace(OWNERS, rings=RingWiring(clockwise=(True, False, True, True)))
    )
    take(made, "Direction of the rings")
    assert entries(made)
    assert made.ring == 0
    take(made, "Ring 2, Forge")
    assert made.ring == 1
    assert list(clockwise_of(made.now)) == [True, True, True, True]
    take(made, "Back")
    assert made.ring is None


def test_all_of_it_is_taken_back_in_two_steps() -> None:
    deed = Deed()
    made = menu(deed)
    take(made, "Seats out of service")
    take(made, "Seat 3, Well")
    take(made, "Back")
    take(made, "The owner’s settings again")
    assert made.changes != {}
    made.hear(Meaning.TAKE)
    assert made.changes == deed.kept[-1] == {}
    assert note(made) == "The settings are those of table.toml."


def test_what_cannot_be_kept_holds_tonight_and_is_said() -> None:
    deed = Deed()
    deed.trouble = "Read-only file system"
    made = menu(deed)
    take(made, "Sound")
    take(made, "Volume of the voice")
    assert made.now.voice.volume == 0.0
    take(made, "Back")
    turn_to(made.turning, "The owner’s settings again")
    assert note(made) == "It holds tonight, but cannot be kept: Read-only file system"


def labels_but_of_french(language: str) -> Sequence[str]:
    """The labels, where a key of the owner's French file is misspelt."""
    if language == "fr":
        raise UnreadableError("fr.toml, line 2: words.healine is unknown.")
    return LABELS["en"]


@pytest.mark.parametrize(("languages", "then"), [(["fr", "en"], "en"), (["fr", "nl", "en"], "nl")])
def test_a_language_with_a_mistake_in_the_owners_file_is_not_turned_to(
    languages: Sequence[str], then: str
) -> None:
    deed = Deed()
    made = ServiceMenu(OWNERS, {}, languages[:], labels_but_of_french, deed.deeds(), AtOnce)
    take(made, "Language")
    assert (note(made), made.now.language) == ("fr.toml, line 2: words.healine is unknown.", "en")
    assert deed.kept == []
    made.hear(Meaning.TAKE)
    assert (note(made), made.now.language) == ("", then), "the next one is"


def test_the_owners_settings_do_not_come_back_in_a_language_with_a_mistake() -> None:
    deed, before = Deed(), chosen(language="en", volume=0.0)
    owners = msgspec.structs.replace(OWNERS, language="fr")
    made = ServiceMenu(owners, before, ["fr", "en"], labels_but_of_french, deed.deeds(), AtOnce)
    take(made, "The owner’s settings again")
    made.hear(Meaning.TAKE)
    assert note(made) == "fr.toml, line 2: words.healine is unknown."
    assert (made.changes, deed.kept) == (before, [])


# What it does


@pytest.mark.parametrize(
    ("label", "deed_of"), [("Erase the evenings", "erase"), ("Switch the machine off", "off")]
)
def test_what_cannot_be_undone_needs_two_steps(label: str, deed_of: str) -> None:
    deed = Deed()
    made = menu(deed)
    take(made, label)
    assert deed.done == []
    assert (label, "sure? once more") in entries(made)
    made.hear(Meaning.TAKE)
    assert deed.done == [deed_of]
    made.look(0.0)
    assert note(made) == f"done: {deed_of}"


class Sent(Errand):
    """An errand whose result arrives when the test says so."""

    def __init__(self) -> None:
        self.began_s, self._stop = 0.0, bool
        self.said: list[ErrandNews] = []

    def say(self, said: ErrandNews) -> None:
        self.said.append(said)

    def heard(self) -> list[ErrandNews]:
        heard, self.said = self.said, []
        return heard


def test_while_it_copies_the_menu_tells_how_far_it_is_and_hears_nothing_else() -> None:
    sent = Sent()
    made = menu(Deed(), errands=lambda *_: sent)
    assert not made.look(0.0)
    take(made, "Copy the evenings to a stick")
    assert note(made) == "Copying. Leave the stick in."
    made.hear(Meaning.NEXT)
    made.hear(Meaning.TAKE)
    assert note(made) == "Copying. Leave the stick in."
    sent.said = [ErrandNews(3.0, "1 of 2"), ErrandNews(5.0, "2 of 2")]
    assert made.look(6.0)
    assert (note(made), made.is_busy) == ("2 of 2", True)
    assert not made.look(6.1)
    sent.said = [ErrandNews(9.0, "Copied", last=True)]
    assert made.look(9.5)
    assert (note(made), made.is_busy) == ("Copied", False)
    made.hear(Meaning.NEXT)
    assert note(made) != "Copied"


def test_a_stick_that_hangs_is_not_waited_for() -> None:
    sent = Sent()
    made = menu(Deed(), errands=lambda *_: sent)
    take(made, "Copy the evenings to a stick")
    sent.said = [ErrandNews(50.0, "1 of 2")]
    made.look(50.0)
    made.look(50.0 + PATIENCE_S - 0.1)
    assert made.is_busy
    made.look(50.0 + PATIENCE_S)
    assert (note(made), made.is_busy) == ("Nothing heard of it for 60 seconds: it is not waited for.", False)
    sent.said = [ErrandNews(200.0, "Copied", last=True)]
    assert not made.look(200.0)


def test_an_errand_is_done_while_whoever_sent_it_goes_on() -> None:
    at_it, goes_on = Event(), Event()

    def work(tell: Tell) -> str:
        tell("half of it")
        at_it.set()
        assert goes_on.wait(20), "nobody waits for it"
        return "all of it"

    now_s = iter([1.0, 2.0, 3.0])
    errand = Errand(work, lambda: next(now_s))
    assert at_it.wait(20)
    assert errand.heard() == [ErrandNews(2.0, "half of it")]
    goes_on.set()
    errand.thread.join(20)
    assert errand.heard() == [ErrandNews(3.0, "all of it", last=True)]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_an_errand_that_breaks_is_over_too() -> None:
    def work(_: Tell) -> str:
        raise RuntimeError("a fault")

    errand = Errand(work, lambda: 0.0)
    errand.thread.join(20)
    assert errand.heard() == [ErrandNews(0.0, None, last=True)]


@pytest.mark.parametrize(
    ("language", "label", "said"),
    [
        ("en", "Erase the evenings", "Not done: a fault of the program itself; its log says which."),
        ("fr", "Effacer les soirées", "Ce n’est pas fait : une erreur du programme lui-même"),
    ],
)
def test_an_errand_that_broke_off_is_not_told_as_done(language: str, label: str, said: str) -> None:
    sent = Sent()
    made = menu(Deed(), msgspec.structs.replace(OWNERS, language=language), errands=lambda *_: sent)
    take(made, label)
    made.hear(Meaning.TAKE)
    sent.said = [ErrandNews(1.0, None, last=True)]
    assert made.look(1.0)
    assert note(made).startswith(said)
    assert not made.is_busy


def test_an_errand_that_was_given_up_erases_nothing_once_the_disk_comes_back(tmp_path: Path) -> None:
    """The erasing hangs and the menu closes; the evening played meanwhile must not be erased."""
    hangs, comes_back, sent = Event(), Event(), list[Errand]()
    words = MenuTexts("en")

    def slow() -> MenuTexts:
        hangs.set()
        assert comes_back.wait(20), "the disk never comes back"
        return words

    def errands(work: Callable[[Tell], str], _: object) -> Errand:
        sent.append(Errand(work, lambda: 0.0))
        return sent[0]

    deeds = deeds_in(tmp_path, lambda _: PAGE, list, slow)
    made = ServiceMenu(OWNERS, {}, ["fr", "en"], LABELS.__getitem__, deeds, errands)
    take(made, "Erase the evenings")
    made.hear(Meaning.TAKE)
    assert hangs.wait(20)
    made.look(PATIENCE_S)
    assert not made.is_busy
    an_evening(tmp_path)
    (tmp_path / "fault.txt").write_text("the seer was Ana")
    before = names_in(tmp_path)
    comes_back.set()
    sent[0].thread.join(20)
    assert names_in(tmp_path) == before
    with closing(Journal(tmp_path, writing=False)) as journal:
        assert journal.evenings()


def test_an_evening_is_kept_by_whoever_gives_up_right_before_it_is_erased(tmp_path: Path) -> None:
    an_evening(tmp_path)
    asked: list[int] = []

    def at_the_second() -> None:
        asked.append(1)
        if len(asked) == 2:
            raise GivenUpError("nobody waits for it any more")

    with pytest.raises(GivenUpError):
        erase_all(tmp_path, at_the_second)
    with closing(Journal(tmp_path, writing=False)) as journal:
        assert journal.evenings()


def test_a_copy_that_was_given_up_leaves_the_files_that_were_on_the_stick(tmp_path: Path) -> None:
    an_evening(tmp_path / "state")
    (tmp_path / "garou").mkdir()
    (tmp_path / "garou" / FILE).write_bytes(b"another table's")

    def told(done: int, number: int) -> None:
        assert number == 2
        if done:
            raise GivenUpError("nobody waits for it any more")

    with pytest.raises(GivenUpError):
        export(tmp_path / "state", lambda _: PAGE, tmp_path, told)
    assert names_in(tmp_path / "garou") == [FILE]
    assert (tmp_path / "garou" / FILE).read_bytes() == b"another table's"


def test_an_errand_waits_for_the_one_that_was_given_up_before_it() -> None:
    at_it, goes_on, done = Event(), Event(), list[str]()

    def first(_: Tell) -> str:
        at_it.set()
        assert goes_on.wait(20)
        done.append("first")
        return ""

    def next_one(_: Tell) -> str:
        done.append("next")
        return ""

    sent = [Errand(first, lambda: 0.0)]
    assert at_it.wait(20)
    sent[0].give_up()
    sent += [Errand(next_one, lambda: 0.0), Errand(next_one, lambda: 0.0)]
    sent[1].give_up()
    assert done == []
    goes_on.set()
    for errand in sent:
        errand.thread.join(20)
    assert done == ["first", "next"], "and one that was given up while it waited is never begun"


def test_what_is_wrong_with_the_machine_can_be_read() -> None:
    deed = Deed()
    made = menu(deed)
    take(made, "Look at the machine")
    assert ("Look at the machine", "Nothing is wrong.") in entries(made)
    deed.found = ["The user is not in the group spi. sudo usermod -aG spi garou"]
    take(made, "Look at the machine")
    assert note(made) == deed.found[0]
    take(made, "Back")
    assert ("Look at the machine", "To be mended: 1") in entries(made)


def test_the_walk_round_the_table_comes_back_with_what_it_found() -> None:
    made = menu(Deed())
    take(made, "Try the table")
    assert made.after == "check"
    ring = "FAIL  seat 3 (Well), ring, red: red was not seen: if it is dark, look at the cable"
    group = "pi is not in the group gpio > sudo usermod -aG gpio pi"
    long = "A card that is nearly full may lose an evening in the middle of a round"
    file = "/etc/garou/words/fr/words_of_the_class_of_2026.txt: is not UTF-8"
    back = menu(Deed(), found=[ring, ring, group, long, file])
    assert [(entry.label, entry.note) for entry in back.turning.menu().entries] == [
        ("FAIL  seat 3 (Well), ring, red", ring),
        ("FAIL  seat 3 (Well), ring, red", ring),
        ("pi is not in the group gpio", group),
        ("A card that is nearly full may lose an evenin…", long),
        ("/etc/garou/words/fr/words_of_the_class_of_202…", file),
        ("Back", ""),
    ]
    assert ("Try the table", "Nothing is wrong.") in entries(menu(Deed(), found=[]))


def test_a_wifi_of_its_own_is_offered_without_a_network_and_can_be_closed_with_one(tmp_path: Path) -> None:
    def labels(*, has_network: bool) -> list[str]:
        deed = Deed()
        deed.wifi = own_wifi(tmp_path, FakeHotspot(), has_network=has_network)
        deed.wifi.resume()
        made = menu(deed)
        return [label for label in labels_in(made) if label in (own, new)]

    words = MenuTexts("en")
    own, new = words.text("service.wifi"), words.text("service.wifi_new")
    assert labels(has_network=False) == [own]
    assert labels(has_network=True) == []
    own_wifi(tmp_path, FakeHotspot()).open()
    assert labels(has_network=True) == [own, new]
    assert own not in labels_in(menu(Deed())), "a table without phones"


def test_the_entry_of_the_wifi_says_what_became_of_it(tmp_path: Path) -> None:
    deed = Deed()
    deed.wifi = own_wifi(tmp_path, FakeHotspot(NO_MANAGER))
    made = ServiceMenu(
        *(OWNERS, {}, ["fr", "en"], LABELS.__getitem__),
        deeds_in(tmp_path, lambda _: "", list, lambda: MenuTexts("en"), deed.wifi),
        AtOnce,
    )
    take(made, "The table’s own Wi-Fi")
    made.look(0.0)
    assert "sudo apt install network-manager" in note(made)
    take(made, "The table’s own Wi-Fi")
    made.look(0.0)
    assert deed.wifi.key
    assert ("The table’s own Wi-Fi", deed.wifi.key.name) in entries(made)
    assert deed.wifi.key.password not in str(entries(made))


# A human voice


def with_voices(server: Server, tmp_path: Path, seconds: float = 0.1, **more: Any) -> ServiceMenu:
    """The menu of a table that renders a second of speech in so many, and finds the voices of a server."""
    catalogue = PiperCatalogue(server.address, voice_packs())
    human = HumanVoice(OWNERS, catalogue, more.get("trial") or trials(lambda *_: seconds), lambda: True)
    deeds = deeds_in(tmp_path, lambda _: "", list, lambda: MenuTexts("en"), None, human)
    errands = more.get("errands", AtOnce)
    made = ServiceMenu(OWNERS, {}, ["fr", "en"], LABELS.__getitem__, deeds, errands)
    take(made, "Sound")
    return made


def test_a_human_voice_is_offered_and_fetched_in_the_words_of_the_first_start(tmp_path: Path) -> None:
    with voice_server() as server:
        made = with_voices(server, tmp_path)
        assert len(made.turning.menu().entries) <= ROWS_MOST
        take(made, "A human voice")
        assert note(made) == "Looking in the network."
        assert made.look(0.0)
        assert made.turning.menu().title == "A human voice?"
        assert [label for label, _ in entries(made)] == ["Fetch it", "Without it"]
        licence = "licence: CC0. No is fine: the service menu asks again."
        assert note(made) == f"en_GB-alba-medium: 1 MB from the network, {licence}"
        take(made, "Fetch it")
        made.look(0.0)
    assert [label for label, _ in entries(made)] == ["Back"]
    assert note(made) == "en_GB-alba-medium speaks from now on."
    assert made.deeds.human
    assert made.deeds.human.has_come
    take(made, "Back")
    take(made, "Sound")
    assert "A human voice" not in labels_in(made), "it has one"


def test_a_human_voice_that_is_too_slow_says_so(tmp_path: Path) -> None:
    with voice_server() as server:
        made = with_voices(server, tmp_path, seconds=3.0)
        take(made, "A human voice")
        made.look(0.0)
        take(made, "Fetch it")
        made.look(0.0)
    assert [label for label, _ in entries(made)] == ["Back"]
    assert note(made).startswith("Too slow on this machine: 3.0 s for a second of speech")


def test_why_there_is_no_human_voice_is_said_at_its_entry(tmp_path: Path) -> None:
    with voice_server() as server:
        server.failing["voices.json"] = 503
        made = with_voices(server, tmp_path)
        take(made, "A human voice")
        made.look(0.0)
        assert note(made).startswith("Not fetched: http://")
        server.failing.clear()
        server.files["voices.json"] = b"{}"
        take(made, "A human voice")
        made.look(0.0)
    assert note(made) == "There is none in this language."


def test_a_human_voice_that_is_being_fetched_can_be_given_up(tmp_path: Path) -> None:
    sent: list[Errand] = []

    class Fetching(Errand):
        def __init__(self) -> None:
            self.began_s, self.given_up = 0.0, False

        def heard(self) -> list[ErrandNews]:
            return [ErrandNews(1.0, "12 of 63 MB.")]

        def give_up(self) -> None:
            self.given_up = True

    def errands(work: Callable[[Tell], str], stop: Callable[[], object]) -> Errand:
        sent.append(Fetching() if sent else AtOnce(work, stop))
        return sent[-1]

    with voice_server() as server:
        made = with_voices(server, tmp_path, errands=errands)
        take(made, "A human voice")
        made.look(0.0)
    take(made, "Fetch it")
    made.look(1.0)
    assert entries(made) == [("Wait for it", ""), ("Without it", "")]
    take(made, "Wait for it")
    assert made.is_busy
    assert note(made) == "12 of 63 MB."
    take(made, "Without it")
    assert not made.is_busy
    assert sent[1].given_up
    take(made, "A human voice")


@pytest.mark.parametrize("how", ["taken", "hangs"])
def test_a_trial_that_is_given_up_ends_within_its_sentence(how: str, tmp_path: Path) -> None:
    """Also one that nobody waits for any more."""
    trial, sent = Endless(), list[Errand]()

    def errands(work: Callable[[Tell], str], stop: Callable[[], object]) -> Errand:
        sent.append(Errand(work, lambda: 0.0, stop) if sent else AtOnce(work, stop))
        return sent[-1]

    with voice_server() as server:
        made = with_voices(server, tmp_path, errands=errands, trial=lambda _: trial)
        take(made, "A human voice")
        made.look(0.0)
        take(made, "Fetch it")
        assert trial.begun.wait(60.0)
        if how == "taken":
            take(made, "Without it")
        else:
            made.look(PATIENCE_S)
            assert note(made) == "Nothing heard of it for 60 seconds: it is not waited for."
        assert not made.is_busy
        sent[1].thread.join(5.0)
        assert not sent[1].thread.is_alive()
        trial.close()


def test_a_table_without_piper_has_no_entry_for_a_human_voice() -> None:
    made = menu(Deed())
    take(made, "Sound")
    assert "A human voice" not in labels_in(made)
