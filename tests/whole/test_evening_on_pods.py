"""Whole evenings on eight pods that run the real firmware: taught by pressing, played to the chronicle."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import closing
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from hardware.pods.firmware.line import LOST_MS, VERSION
from hardware.simulated import SimulatedVoice
from hardware.troubles import Trouble
from table.appliance.hosting.host import Hosting, play_hosted
from table.board.board import NIGHT_SCENES, ChroniclePage
from table.chronicle.board import chronicle
from table.chronicle.story import just_told
from table.engine.chance import Chance
from table.engine.requests import Ask, Vote
from table.evening.diary import Diary
from table.evening.journal import Journal
from table.evening.replay import evening_of
from table.games.evening import Evening
from table.games.records import unpacked
from table.games.werewolf.evening import WerewolfEvening
from table.games.werewolf.rules.deck import read_deck
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.games.werewolf.rules.rulebooks.thiercelieux import THIERCELIEUX
from table.room.hands import PRESS_S
from table.settings.settings import Layer, Settings
from table.settings.times import Times
from table.words.narration import Narration
from table.words.troubles import Troubles
from tests.evening.test_werewords_evening import house
from tests.gallery.hall import Script
from tests.kit.picos import IDS, NOISY_S, Noise, NotedLines, PicoHands, Picos, pod_devices
from tests.kit.tables import NAMES, NARRATION, RecordingView, Watch, after, room_at
from tests.kit.untaught_pods import UntaughtPods
from tests.kit.wires import WireClock

pytestmark = pytest.mark.slow

SEATS = 8
ORDER = [5, 2, 7, 0, 3, 6, 1, 4]
"""The pod that is pressed for each seat."""
OLD, BROKEN, SWAPPED = 1, 3, (0, 6)
"""Pods with an older version, that breaks one day, and that change ports by night."""
SEED = 5
"""Of an evening of three nights."""
DECK = read_deck(THIERCELIEUX, "werewolf=3,seer,villager=4")
TIMES = Times(pace="fast", deal_s=5, debate_s=10, vote_s=10)


class PowerCutError(BaseException):
    """The table has lost its power."""


class Untaught(UntaughtPods):
    """A table with Picos, before its first start."""

    def __init__(self, picos: Picos) -> None:
        self.picos, self.bounces = picos, Chance("fingers").stream("bounces")
        super().__init__(SEATS, 1, picos.clock, picos.start(NotedLines))

    def push(self, number: int, for_s: float = PRESS_S, button: int = 0) -> None:
        self._turn(number, button, down=True)
        self.clock.at(self.clock.now() + for_s, lambda: self._turn(number, button, down=False))

    def _turn(self, number: int, button: int, *, down: bool) -> None:
        self.picos.turn(IDS[number], button, down, self.bounces)

    def teach(self) -> Layer:
        """People teach it, and it closes to open again."""

        def script() -> Script:
            yield 1.0
            yield from self.begin()
            yield from self.walk_pods(ORDER)
            yield from self.open()

        taught = self.run(script())
        self.picos.wait(1.0)  # The last finger is lifted.
        self.picos.end()
        return taught


class PodEvening:
    """An evening of bots, whose fingers press Picos, kept in a journal. `begin`: makes it."""

    def __init__(
        self,
        picos: Picos,
        settings: Settings,
        folder: Path,
        begin: Callable[[], Evening] = lambda: WerewolfEvening(
            THIERCELIEUX, NAMES[:SEATS], DECK, Options(captain="never"), SEED
        ),
    ) -> None:
        self.picos, self.settings, self.clock = picos, settings, picos.clock
        self._begin = begin
        self.ids = [str(pins[0]).split(":")[1] for pins in settings.pins.bcm]
        self.folder = folder
        self.view = RecordingView()
        self.voice = SimulatedVoice(self.clock)
        self.chosen = list[tuple[Ask | Vote, Any]]()
        """What bots were asked, and what they chose."""
        self.pages = list[ChroniclePage]()
        self.watch = Watch()
        self.open()

    def open(self) -> None:
        """The table starts, and knows nothing but what is on its disk."""
        self.journal = Journal(self.folder)
        self.chosen.clear()  # After a power cut bots are asked all again.

    def play(self) -> str:
        """Plays the evening, or goes on with it, to the end of its chronicle. Returns the winner."""
        kept = self.journal.unfinished()
        evening = evening_of(kept.setup, RULEBOOKS, kept.rounds[:-1]) if kept else self._begin()
        narration = Narration.load("en", evening.rulebook.key)
        diary = Diary(self.journal, evening, "en", kept)
        diary.open(lambda: None)
        pins = self.settings.pins.bcm
        devices = pod_devices(self.picos, pins, self.settings.pixels, self.view, self.voice)

        def new_room() -> Hosting:
            secret, chance = Chance(f"bots {SEED}"), Chance(1)
            bots, told = evening.mind(secret, secret, "en"), evening.telling(TIMES)
            for word in ("ask", "vote"):
                after(bots, word, lambda request, answer: self.chosen.append((request, answer)))
            of_all = devices, narration, TIMES, bots, NAMES[:SEATS], 1, chance
            room = room_at(*of_all, people_sit=False, telling=told)
            room.presses.hands = PicoHands(self.picos, self.ids, 1, chance)
            self.watch.attend(room)
            return Hosting(room)

        try:
            room, _ = play_hosted(evening, diary, new_room)
            assert room.played
            story = just_told(evening, room.played, narration)
            self.pages = chronicle(evening, story, narration)
            room.wait_for_another(0.0, self.pages)
        finally:
            diary.close()
            self.journal.close()
        assert evening.over
        winner: str = evening.over.winner
        return winner

    def when(self, word: str, number: int, action: Callable[[], object]) -> None:
        """Does something when a word is said for the `number`th time, from 0."""
        said = count()
        self.watch.first[word] = lambda _: action() if next(said) == number else None

    def after(self, seconds: float, action: Callable[[], object]) -> None:
        self.clock.at(self.clock.now() + seconds, action)

    def notices(self) -> set[str]:
        """All that the board said was wrong. Nothing is while eyes are closed."""
        assert not any(seen.board.notice for seen in self.view.seen if seen.board.scene in NIGHT_SCENES)
        return {seen.board.notice for seen in self.view.seen}

    def answers(self) -> list[tuple[str, Any]]:
        """All answers of the round that the journal has."""
        with closing(Journal(self.folder)) as journal:
            return [(line.word, line.answer) for line in unpacked(journal.evenings()[-1].rounds[-1])]

    def has_told_its_chronicle(self) -> bool:
        """Whether the board has shown all pages of it."""
        boards = (seen.board for seen in self.view.seen)
        told = {(board.title, board.headline) for board in boards if board.scene == "told"}
        return told == {(page.title, page.headline) for page in self.pages} != set()

    def choices(self, unheard: Collection[int] = ()) -> tuple[list[Any], list[Any]]:
        """What bots chose when they were asked, and what the table heard, but of these seats."""
        asked = [moment for moment in self.watch.moments if moment.word in ("ask", "vote")]
        heard = [positions(moment.request, moment.answer, unheard) for moment in asked]
        return [positions(*chosen, unheard) for chosen in self.chosen], heard


def positions(request: Ask | Vote, answer: Any, unheard: Collection[int]) -> Any:
    """An answer in numbers, without these seats."""
    if isinstance(request, Ask):
        return [request.choices.index(choice) for choice in answer if request.seat.index not in unheard]
    return {
        voter.index: request.choices[voter].index(choice)
        for voter, choice in answer.items()
        if voter.index not in unheard
    }


def taught_as(order: list[int]) -> Settings:
    """The settings of a table that was taught so."""
    pins = tuple((f"pod:{IDS[number]}:1",) for number in order)
    taught = {"language": "en", "seats": SEATS, "pixels": 24, "rings.backend": "pods"}
    return Settings().over({**taught, "pins.backend": "gpiozero", "pins.bcm": pins})


def test_an_untaught_table_on_noisy_lines_is_taught_and_plays_to_the_chronicle(tmp_path: Path) -> None:
    """One byte in a thousand is another one, on each cable in both directions, all the time."""
    noises = [Noise(number) for number in range(SEATS)]
    with closing(Picos(WireClock(), spoil=noises.__getitem__)) as picos:
        for number in range(SEATS):
            picos.plug(number, number)
        taught = Untaught(picos).teach()
        evening = PodEvening(picos, Settings().over(taught), tmp_path)
        winner = evening.play()
    assert taught["pins.bcm"] == taught_as(ORDER).pins.bcm
    assert winner == "werewolves"
    assert evening.has_told_its_chronicle()
    chosen, heard = evening.choices()
    assert heard == chosen
    assert picos.heard == picos.turned, "no bounce of a contact is lost, and none is heard twice"
    assert sum(map(len, picos.turned.values())) > 400
    assert sum(noise.spoilt for noise in noises) > 100
    assert picos.check(NOISY_S) > 300


def of_words() -> Evening:
    """An evening of Mots-garous whose word is soon found."""
    at = house(difficulty="easy")
    evening = at.evening(at.settings, NAMES[:SEATS], range(SEATS), SEED)
    evening.shorten(Chance(SEED))
    return evening


def test_an_evening_of_words_is_played_to_the_chronicle(tmp_path: Path) -> None:
    """The Mayor answers by day with their pod; while all others talk, theirs are pressed as well."""
    with closing(Picos(WireClock())) as picos:
        for number in range(SEATS):
            picos.plug(number, number)
        evening = PodEvening(picos, taught_as(ORDER), tmp_path, of_words)
        winner = evening.play()
    assert winner == "village"
    assert evening.has_told_its_chronicle()
    assert [word for word, _ in evening.answers()].count("say TokenGiven") > 3
    chosen, heard = evening.choices()
    assert heard == chosen
    assert picos.heard == picos.turned
    assert sum(map(len, picos.turned.values())) > 200
    assert evening.notices() == {""}
    assert picos.check() > 100


def test_an_evening_goes_on_without_broken_pods_at_swapped_ports_and_after_a_power_cut(
    tmp_path: Path,
) -> None:
    settings = taught_as(ORDER)
    with closing(Picos(WireClock())) as picos:
        for number in range(SEATS):
            picos.plug(number, number, VERSION - 1 if number == OLD else VERSION)
        evening = PodEvening(picos, settings, tmp_path)

        def swap() -> None:
            ports = [picos.pull(number) for number in SWAPPED]
            for number, port in zip(SWAPPED, reversed(ports), strict=True):
                evening.after(0.7, partial(picos.plug, number, port))

        def cut() -> None:
            raise PowerCutError

        evening.when("wake werewolves", 0, lambda: evening.after(2.0, swap))
        evening.when("clock debate", 1, lambda: picos.pull(BROKEN))
        evening.when("vote werewolves", 1, lambda: evening.after(4.0, cut))
        with pytest.raises(PowerCutError):
            evening.play()
        cut_s = picos.clock.now()
        picos.kill()
        before = evening.answers()
        picos.wait(5.0)
        for id_, pod in picos.plugged.items():
            dark_s = [lit.time_s for lit in pod.lit if not any(lit.colours)][-1]
            assert id_ == IDS[OLD] or pod.lit[-1].time_s == dark_s <= cut_s + LOST_MS / 1000
        evening.open()
        evening.play()
    assert evening.answers()[: len(before)] == before
    assert len(before) > 10
    assert evening.has_told_its_chronicle()
    chosen, heard = evening.choices({evening.ids.index(IDS[number]) for number in (OLD, BROKEN)})
    assert heard == chosen
    assert picos.heard[IDS[OLD]] == []
    named = Trouble("pods.version", device=f"/dev/ttyACM{OLD}", known=str(VERSION - 1))
    told = Troubles.of(NARRATION["en"]).told(named)
    assert evening.notices() == {"", told, f"{told} (and 1 more)"}
    assert picos.check() > 300
