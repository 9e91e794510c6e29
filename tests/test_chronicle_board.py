"""After a round the board tells what really happened, page by page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

import pytest

from hardware.clocks import VirtualClock
from hardware.simulated import SimulatedButtons, SimulatedRings, SimulatedVoice
from table.appliance.host import HostedRoom, play_hosted
from table.board.board import Arrow, Board, Told
from table.board.scenes import Painter
from table.chance import Chance
from table.chronicle.board import TEXT_MOST, chronicle, told
from table.chronicle.story import Entry, Moment
from table.decks import deck_for
from table.gestures import Meaning
from table.hands import HOLD_S, LONG_HOLD_S, PRESS_S
from table.narration import Narration
from table.resume import Diary
from table.room import PAGE_S, Devices
from table.settings import Times
from table.werewolf.options import Options
from table.werewolf.rulebooks.best_of import BEST_OF
from table.werewolf_bots import Bots
from table.werewolf_evening import WerewolfEvening
from table.werewords.options import Options as WordOptions
from table.werewords_bots import WordBots
from table.werewords_evening import MOTS_GAROUS, WordEvening, tiles_of
from table.werewords_telling import WerewordsTelling
from tests.tables import RecordingView

SEATS = 13


class Played:
    """A whole round of bots, and the room in which it was played."""

    def __init__(self, language: str, buttons: int = 1) -> None:
        self.clock, self.view = VirtualClock(), RecordingView()
        self.said: Meaning | None = None
        self.typed: list[Meaning] = []
        """What the arrows of a keyboard say."""
        self.pods = SimulatedButtons(SEATS, buttons, self.clock)
        narration = Narration.load(language, "best-of")
        devices = Devices(
            self.pods, SimulatedRings(SEATS, 24), SimulatedVoice(self.clock), self.view, self.clock
        )
        devices = devices._replace(typed=self._type)
        names = list(narration.places)[:SEATS]
        deck = deck_for(BEST_OF, "expert", SEATS)
        self.evening = WerewolfEvening(BEST_OF, names, deck, Options(captain="start"), seed=0)
        new_room = partial(
            HostedRoom, devices, narration, Times(), Bots(Chance(0)), names, buttons, Chance(0)
        )
        self.room, _ = play_hosted(self.evening, Diary(None, self.evening, language), new_room)
        assert self.room.played
        self.pages = chronicle(self.evening, self.room.played, narration, buttons)

    def _type(self) -> list[Meaning]:
        typed = list(self.typed)
        self.typed.clear()
        return typed

    def press(self, at_s: float, for_s: float = PRESS_S, button: int = 0) -> None:
        self.clock.at(at_s, lambda: self.pods.push(2, button))
        self.clock.at(at_s + for_s, lambda: self.pods.release(2, button))

    def turned(
        self, presses: Sequence[float], pages: int | None = None, hold_s: float | None = None
    ) -> list[Board]:
        """What the board shows of so many pages with these presses, and a hold, so long after the winners."""
        now_s = self.clock.now()
        for after_s in presses:
            self.press(now_s + after_s)
        if hold_s is not None:
            self.press(now_s + hold_s, HOLD_S)
        self.said = self.room.wait_for_another(5.0, self.pages[:pages])
        boards = [seen.board for seen in self.view.seen if seen.time_s >= now_s + PAGE_S]
        return [board for board, before in zip(boards, [None, *boards], strict=False) if board != before]


@pytest.fixture(scope="module", params=["fr", "en"])
def played(request: pytest.FixtureRequest) -> Played:
    return Played(request.param)


def test_every_night_is_told_with_its_arrows(played: Played) -> None:
    nights = {page.title.split(" · ")[0] for page in played.pages if page.arrows}
    assert len(nights) == 7
    first = played.pages[0]
    assert first.arrows[:2] == (Arrow(9, 3), Arrow(9, 12)), "Cupid and the lovers"
    assert all(len(page.caption) <= TEXT_MOST for page in played.pages)
    assert all(arrow.voter < SEATS and arrow.target < SEATS for page in played.pages for arrow in page.arrows)


def test_its_pages_can_be_read(played: Played) -> None:
    painter, board = Painter(), played.room.board
    assert board.scene == "over"
    for seen in played.turned(presses=[1 + PAGE_S * number for number in range(1, len(played.pages) + 1)]):
        written = painter.text_rects(seen, (1280, 720))
        caption = [line for line in written if line.what == "caption"]
        assert len(caption) <= 3
        assert min(line.px for line in caption) >= 28
        assert min(line.px for line in written if line.what in ("title", "headline")) >= 28
        assert not any(line.what.startswith("count") for line in written), "arrows, and no votes"


def test_it_is_told_once_and_a_press_ends_it(played: Played) -> None:
    """By itself it goes from page to page; where the winners stand a press plays again."""
    now_s = played.clock.now()
    said = played.room.wait_for_another(5.0, played.pages[:3])
    assert said is None
    assert played.clock.now() == pytest.approx(now_s + 4 * PAGE_S)
    shown = [seen.board.caption for seen in played.view.seen if seen.time_s >= now_s]
    assert [page.caption for page in played.pages[:3]] == list(dict.fromkeys(shown))[-3:]
    now_s = played.clock.now()
    played.press(now_s + 1.0)
    assert played.room.wait_for_another(5.0, played.pages) is Meaning.AGAIN
    assert played.clock.now() < now_s + 2.0


def test_a_press_turns_its_pages_and_never_plays_again_by_accident(played: Played) -> None:
    """Whoever turns past the last page finds the first again; a hold, where a press would turn, plays."""
    shown = played.turned(presses=[11.0, 11.5, 12.0, 12.5], pages=3, hold_s=14.0)
    first, second, third = (page.caption for page in played.pages[:3])
    assert [board.caption for board in shown] == [first, second, third, first, second]
    assert played.said is Meaning.AGAIN


def test_pages_that_are_turned_stand_as_long_as_any(played: Played) -> None:
    began_s = played.clock.now()
    played.turned(presses=[PAGE_S + 9.0], pages=3)
    assert played.said is None
    assert played.clock.now() == pytest.approx(began_s + PAGE_S + 9.0 + PRESS_S + 2 * PAGE_S, abs=0.1)


@pytest.mark.parametrize("buttons", [2, 3])
def test_with_more_buttons_pages_turn_back_too(buttons: int) -> None:
    played = Played("en", buttons)
    left, middle, right = (11.0, 0), (11.5, 1), (12.0, buttons - 1)
    presses = [left, (11.2, 0), middle, right] if buttons == 3 else [left, right]
    now_s = played.clock.now()
    for after_s, button in presses:
        played.press(now_s + after_s, button=button)
    assert played.room.wait_for_another(5.0, played.pages[:5]) is Meaning.AGAIN
    boards = [seen.board for seen in played.view.seen if seen.time_s > now_s + PAGE_S + 0.5]
    numbers = [5, 4, 5] if buttons == 3 else [2]
    assert [board.caption for board in boards] == [played.pages[number - 1].caption for number in numbers]
    assert boards[0].headline == played.room.narration.word(f"prompt.pages.{buttons}")


def test_the_arrows_of_a_keyboard_turn_its_pages_from_the_winners_on(played: Played) -> None:
    """Where a press is another round an arrow still is a page; and it says nothing where there are none."""
    now_s = played.clock.now()
    for after_s, meant in ((1.0, Meaning.NEXT), (1.5, Meaning.TAKE), (2.0, Meaning.BACK)):
        played.clock.at(now_s + after_s, partial(played.typed.append, meant))
    assert played.room.wait_for_another(0.0, played.pages[:3]) is None
    shown = [seen.board.caption for seen in played.view.seen if now_s + 0.9 < seen.time_s < now_s + 5.0]
    first, second = (page.caption for page in played.pages[:2])
    assert shown == [first, second, first]
    now_s = played.clock.now()
    played.clock.at(now_s + 1.0, partial(played.typed.append, Meaning.NEXT))
    assert played.room.wait_for_another(5.0) is None
    assert played.clock.now() == pytest.approx(now_s + 1.0 + PAGE_S, abs=0.1)


class WordsPlayed(Played):
    """A round of Mots-garous among ten bots, with the words of three before it."""

    def __init__(self, language: str, buttons: int = 1, mode: str = "classic") -> None:
        self.clock, self.view = VirtualClock(), RecordingView()
        self.typed: list[Meaning] = []
        self.pods = SimulatedButtons(10, buttons, self.clock)
        narration = Narration.load(language, MOTS_GAROUS.key)
        devices = Devices(
            self.pods, SimulatedRings(10, 24), SimulatedVoice(self.clock), self.view, self.clock
        )
        tiles = tiles_of("deluxe", 10)
        names = list(narration.places)[:10]
        evening = WordEvening(MOTS_GAROUS, names, tiles, WordOptions(mode=mode), seed=5)  # type: ignore[arg-type]
        evening.choice = [f"word {number}" for number in range(40)]
        evening.before, evening.last_mayor = evening.choice[:12], 3
        telling = WerewordsTelling(evening.options, is_first=False)
        bots = WordBots(Chance(0), (), language, day_s=240.0)
        new_room = partial(
            HostedRoom, devices, narration, Times(), bots, names, buttons, Chance(0), telling=telling
        )
        self.room, _ = play_hosted(evening, Diary(None, evening, language), new_room)
        assert self.room.played
        self.pages = chronicle(evening, self.room.played, narration, buttons)


@pytest.mark.parametrize(("language", "told"), [("fr", "choisit «\u00a0word "), ("en", "chooses “word ")])
def test_mots_garous_has_its_pages_too(language: str, told: str) -> None:
    """Though the evening has gone on since: the words and the Mayor of before are those of the round."""
    played = WordsPlayed(language, mode="speedwords")
    text = " ".join(page.caption for page in played.pages)
    assert told in text
    assert "word 3," not in text, "those of the rounds before are not offered"
    assert played.room.narration.word("prompt.pages.1") == played.pages[0].headline
    assert any(page.arrows for page in played.pages), "the Thing has touched somebody"
    assert re.search(r"lettres|letters", text)


def test_its_winners_stand_in_turn_with_the_pages_and_each_has_its_own_gestures() -> None:
    played = WordsPlayed("en")
    page = played.pages[0].caption
    now_s = played.clock.now()
    played.press(now_s + 2.0, HOLD_S)  # other words
    played.press(now_s + 2.0 + HOLD_S + PAGE_S + 1.0)  # the next page: of one, the same
    played.press(now_s + 2.0 + HOLD_S + PAGE_S + 3.0, HOLD_S)
    said = played.room.wait_for_other_words(5.0, "medium", played.pages[:1])
    assert said == (Meaning.AGAIN, "hard")
    shown = [seen.board.caption for seen in played.view.seen if seen.time_s > now_s]
    assert [caption for caption in shown if "another round (hard)" in caption or caption == page] == [
        "Press: another round (hard). Hold: other words. Hold 3 seconds: the menu.",
        page,
    ]


def test_a_hold_that_grows_long_opens_the_menu_and_leaves_the_words_as_they_were() -> None:
    played = WordsPlayed("en")
    played.press(played.clock.now() + 8.0, LONG_HOLD_S)
    assert played.room.wait_for_other_words(5.0, "medium", played.pages[:1]) == (Meaning.OPEN, "medium")


def test_what_everybody_saw_is_not_told_again() -> None:
    looked = Entry("A looks at B", "seer", deed=True, secret=True, seats=[0], to=[1])
    nothing = Entry("C does nothing", "fox", deed=True, secret=True, seats=[2])
    shot = Entry("A shoots B", "hunter", deed=True, seats=[0], to=[1])
    died = Entry("B dies", "death", seats=[1])
    moments = [
        Moment("night 1", "Night 1", [looked, nothing]),
        Moment("dawn 1", "Dawn 1", [died]),
        Moment("day 1", "Day 1", [shot, died]),
    ]
    assert list(told(moments, "What happened")) == [
        Told("Night 1", "What happened", "A looks at B.", (Arrow(0, 1),)),
        Told("Dawn 1", "What happened", "B dies."),
    ]


def test_long_sentences_have_pages_of_their_own() -> None:
    deed = partial(Entry, what="seer", deed=True, secret=True, seats=[0], to=[1])
    long, short = deed("x" * (TEXT_MOST - 10)), deed("y" * 20)
    pages = list(told([Moment("night 1", "Night 1", [long, short, short, long])], ""))
    assert [len(page.arrows) for page in pages] == [1, 2, 1]
