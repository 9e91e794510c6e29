"""After a round the board tells what really happened, page by page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

import pytest

from hardware.clocks import VirtualClock
from hardware.simulated import SimulatedButtons, SimulatedRings, SimulatedVoice
from table.appliance.hosting.host import Hosting, play_hosted
from table.board.board import Arrow, Board, ChroniclePage
from table.chronicle.board import CARDS_MOST, TEXT_MOST, chronicle, told
from table.chronicle.story import just_told
from table.engine.chance import Chance
from table.evening.diary import Diary
from table.games.entries import ChronicleTexts, Moment, StoryEntry
from table.games.werewolf import telling as werewolf_telling
from table.games.werewolf.bots import Bots
from table.games.werewolf.chronicle import HIGHLIGHTS
from table.games.werewolf.evening import WerewolfEvening
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.rulebooks.best_of import BEST_OF
from table.games.werewords.bots import WordBots
from table.games.werewords.evening import WordEvening
from table.games.werewords.rules.box import MOTS_GAROUS, tiles_of
from table.games.werewords.rules.options import Options as WordOptions
from table.games.werewords.telling import WerewordsTelling
from table.gestures import Meaning
from table.room.acts.pages import PAGE_S
from table.room.devices import Devices
from table.room.hands import HOLD_S, LONG_HOLD_S, PRESS_S
from table.room.room import Room
from table.room.stage import Stage
from table.settings.decks import deck_for
from table.settings.times import Times
from table.words.narration import Narration
from tests.kit.tables import RecordingView

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

        def new_room() -> Hosting:
            mind, stage = Bots(Chance(0)), Stage(devices, narration, names, buttons, Chance(0))
            return Hosting(Room(stage, Times(), mind, telling=werewolf_telling))

        self.room, _ = play_hosted(self.evening, Diary(None, self.evening, language), new_room)
        assert self.room.played
        told = chronicle(self.evening, just_told(self.evening, self.room.played, narration), narration)
        self.groups = [page for page in told if any(place.honour for place in page.places)]
        self.pages = told[len(self.groups) :]

    def _type(self) -> list[Meaning]:
        typed = list(self.typed)
        self.typed.clear()
        return typed

    def press(self, at_s: float, for_s: float = PRESS_S, button: int = 0) -> None:
        self.clock.at(at_s, lambda: self.pods.push(2, button))
        self.clock.at(at_s + for_s, lambda: self.pods.release(2, button))

    def turned(
        self, holds: Sequence[float], pages: int | None = None, press_s: float | None = None
    ) -> list[Board]:
        """The pages the board shows after these holds, each so long after the winners, and then a press."""
        now_s = self.clock.now()
        for after_s in holds:
            self.press(now_s + after_s, HOLD_S)
        if press_s is not None:
            self.press(now_s + press_s)
        self.said = self.room.wait_for_another(5.0, self.pages[:pages])
        boards = [seen.board for seen in self.view.seen if seen.time_s >= now_s + PAGE_S]
        return [board for board, before in zip(boards, [None, *boards], strict=False) if board != before]


@pytest.fixture(scope="module", params=["fr", "en"])
def played(request: pytest.FixtureRequest) -> Played:
    return Played(request.param)


def test_every_night_is_told_with_its_arrows(played: Played) -> None:
    pages = played.pages
    nights = {seen.board.title for seen in played.view.seen if seen.board.scene == "night"}
    assert len(nights) >= 5
    assert nights <= {page.headline for page in pages if page.arrows}
    assert [page.title for page in pages] == [f"{number}/{len(pages)}" for number in range(1, len(pages) + 1)]
    assert pages[0].arrows == (Arrow(1, 8), Arrow(1, 10)), "Cupid and the lovers"
    assert all(arrow.voter < SEATS and arrow.target < SEATS for page in pages for arrow in page.arrows)


def test_the_first_pages_are_the_group_picture_of_all_with_card_and_honour(played: Played) -> None:
    """And the winners are marked on it, as they are on the board of the winners. Of thirteen people seven are
    on the first page and six on the second."""
    first, second = played.groups
    assert [bool(place.card) for place in first.places] == [seat < 7 for seat in range(SEATS)]
    together = [*first.places[:7], *second.places[7:]]
    assert [place.name for place in first.places] == [place.name for place in second.places]
    assert not any(place.card or place.honour for place in second.places[:7])
    assert [place.marked for place in first.places] == [place.marked for place in second.places], (
        "their rings"
    )
    places = played.room.room.board.places
    assert all(place.honour and place.role for place in together)
    for what in ("name", "role", "marked"):
        assert [getattr(place, what) for place in together] == [getattr(place, what) for place in places]
    assert [place.card for place in together] == [
        ", ".join(filter(None, (place.card, place.turned))) for place in places
    ]
    assert not any(place.honour for page in played.pages for place in page.places)


def test_a_page_is_read_at_once(played: Played) -> None:
    """Several sentences are short ones; a player who does something has one number on it, as in the text."""
    several = [
        page for page in played.pages if page.caption.count(". ") > page.caption.count(".\N{NO-BREAK SPACE}")
    ]
    assert several
    assert all(len(page.caption) <= TEXT_MOST for page in several)
    for page in played.pages:
        numbers = {place.number for place in page.places} - {0}
        assert numbers == {int(number) for number in re.findall(r"(\d+)\.\N{NO-BREAK SPACE}", page.caption)}
        assert all(place.marked for place in page.places if place.number)


def test_a_page_shows_the_table_as_it_was(played: Played) -> None:
    """Who was alive then, and only the cards that the page's sentences mention."""
    pages, places = played.pages, played.room.room.board.places
    assert all(place.alive for place in pages[0].places)
    living = [sum(place.alive for place in page.places) for page in pages]
    assert living == sorted(living, reverse=True)
    assert [place.alive for place in pages[-1].places] == [place.alive for place in places]
    for page in pages:
        about = {seat for arrow in page.arrows for seat in (arrow.voter, arrow.target)}
        assert {seat for seat, place in enumerate(page.places) if place.number} <= about | set(range(SEATS))
        assert all(bool(place.card) == place.marked == bool(place.role) for place in page.places)
        assert [place.home for place in page.places] == [place.home for place in places]
        assert [place.name for place in page.places] == [place.name for place in places]
    assert sum(place.marked for place in pages[0].places) == 3


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


def test_a_press_plays_again_on_every_page_and_a_hold_turns_them(played: Played) -> None:
    """Turning past the last page leads to the first."""
    shown = played.turned(holds=[11.0, 12.0, 13.0, 14.0], pages=3, press_s=16.0)
    first, second, third = (page.caption for page in played.pages[:3])
    assert [board.caption for board in shown] == [first, second, third, first, second]
    assert played.said is Meaning.AGAIN


def test_a_round_that_follows_by_itself_shows_when(played: Played) -> None:
    now_s = played.clock.now()
    assert played.room.wait_for_another(45.0, played.pages[:3], counts=True) is None
    boards = [seen.board for seen in played.view.seen if seen.time_s >= now_s]
    assert len({board.caption for board in boards if board.timer}) >= 4
    assert all(board.timer.ends_s == pytest.approx(now_s + 45.0) for board in boards if board.timer)
    assert played.room.room.board.timer is None
    now_s = played.clock.now()
    played.room.wait_for_another(5.0, played.pages[:1])
    assert not any(seen.board.timer for seen in played.view.seen if seen.time_s >= now_s)


def test_the_arrows_of_a_keyboard_turn_its_pages_from_the_winners_on(played: Played) -> None:
    """Where a press plays another round an arrow still turns a page; where there are none it does nothing."""
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

        def new_room() -> Hosting:
            stage = Stage(devices, narration, names, buttons, Chance(0))
            return Hosting(Room(stage, Times(), bots, telling=telling))

        self.room, _ = play_hosted(evening, Diary(None, evening, language), new_room)
        assert self.room.played
        self.pages = chronicle(evening, just_told(evening, self.room.played, narration), narration)


@pytest.mark.parametrize(("language", "told"), [("fr", "choisit «\u00a0word "), ("en", "chooses “word ")])
def test_mots_garous_has_its_pages_too(language: str, told: str) -> None:
    """The words and the Mayor are those of the round, though the evening has gone on."""
    played = WordsPlayed(language, mode="speedwords")
    text = " ".join(page.caption for page in played.pages)
    assert told in text
    assert "word 3," not in text, "those of the rounds before are not offered"
    assert any(page.arrows for page in played.pages), "the Thing has touched somebody"
    assert re.search(r"lettres|letters", text)
    assert re.search(r"[Aa]ccusations? (contre|against)|(désigne|takes) ", text), "what followed"
    assert all(place.alive for page in played.pages for place in page.places)


def test_its_winners_stand_in_turn_with_the_pages_and_each_has_its_own_gestures() -> None:
    played = WordsPlayed("en")
    page = played.pages[1].caption
    now_s = played.clock.now()
    played.press(now_s + 2.0, HOLD_S)  # other words
    played.press(now_s + 2.0 + HOLD_S + PAGE_S + 1.0, HOLD_S)  # the next page: of one, the same
    played.press(now_s + 2.0 + HOLD_S + PAGE_S + 3.0)
    said = played.room.wait_for_other_words(5.0, "medium", played.pages[1:2])
    assert said == (Meaning.AGAIN, "hard")
    shown = [seen.board.caption for seen in played.view.seen if seen.time_s > now_s]
    assert [caption for caption in shown if "another round (hard)" in caption or caption == page] == [
        "Press: another round (hard). Hold: other words. Hold 3 seconds: the menu.",
        page,
    ]


def test_a_hold_that_grows_long_opens_the_menu_and_leaves_the_words_as_they_were() -> None:
    played = WordsPlayed("en")
    played.press(played.clock.now() + PAGE_S - 2.0, LONG_HOLD_S)
    assert played.room.wait_for_other_words(5.0, "medium", played.pages[:1]) == (Meaning.OPEN, "medium")


def pages_of(*moments: Moment, seats: int = 4) -> list[ChroniclePage]:
    names = [f"P{number}" for number in range(seats)]
    return told(moments, names, ChronicleTexts(Narration.load("en")), HIGHLIGHTS)


def seer(text: str = "A looks at B", doer: int = 0) -> StoryEntry:
    return StoryEntry(text, "seer", deed=True, secret=True, seats=[doer], to=[1], cards=["seer", "villager"])


def vote(voters: list[int], target: int, double: int | None = None) -> StoryEntry:
    cards = ["villager"] * (len(voters) + 1)
    return StoryEntry("", "vote", seats=voters, to=[target], cards=cards, value=len(voters), double=double)


def test_a_sentence_that_was_spoken_keeps_its_own_stop() -> None:
    spoken = StoryEntry("Whose fault is it? The bear growls!", "Pardoned", seats=[1], cards=["villager"])
    nobody = StoryEntry("Nobody dies", "no death")
    (page,) = pages_of(Moment("day 1", "Day 1", [spoken, nobody]))
    assert page.caption == "Whose fault is it? The bear growls! Nobody dies."


def marked(page: ChroniclePage) -> dict[int, int]:
    """Whom a page is about, with their numbers."""
    return {seat: place.number for seat, place in enumerate(page.places) if place.marked}


def test_what_came_of_nights_and_days_is_told_and_what_nobody_did_is_not() -> None:
    nothing = StoryEntry("C does nothing", "fox", deed=True, secret=True, seats=[2], cards=["fox"])
    elected = StoryEntry("C is Captain", "captain", seats=[2], cards=["fox"])
    ate = StoryEntry(
        "Eaten", "werewolves", deed=True, secret=True, seats=[3], to=[1], cards=["werewolf", "villager"]
    )
    died = StoryEntry("B dies", "death", seats=[1], cards=["villager"], value="devoured")
    shot = StoryEntry("A shoots C", "hunter", deed=True, seats=[0], to=[2], cards=["hunter", "fox"])
    looked, eaten, found, chosen = pages_of(
        Moment("night 1", "Night 1", [seer(), nothing, seer(doer=0), ate]),
        Moment("dawn 1", "Dawn 1", [died]),
        Moment("day 1", "Day 1", [elected, shot]),
    )
    assert (looked.headline, looked.caption) == ("Night 1", "1.\N{NO-BREAK SPACE}A looks at B.")
    assert (looked.arrows, marked(looked)) == ((Arrow(0, 1),), {0: 1, 1: 0})
    assert (
        eaten.caption == "2.\N{NO-BREAK SPACE}A looks at B. 3.\N{NO-BREAK SPACE}The pack wants to devour P1."
    )
    assert marked(eaten) == {0: 2, 1: 0, 3: 3}, "one number for each on a page"
    assert found.caption == "1.\N{NO-BREAK SPACE}B dies."
    assert (found.arrows, marked(found)) == ((Arrow(3, 1),), {1: 0, 3: 1}), "with who did it"
    assert [place.alive for place in found.places] == [True, False, True, True]
    assert [place.card for place in found.places] == [None, "Plain Villager", None, "Werewolf"]
    assert (chosen.caption, chosen.arrows) == ("1.\N{NO-BREAK SPACE}A shoots C.", (Arrow(0, 2),))
    assert [place.captain for place in chosen.places] == [False, False, True, False]
    assert not any(place.captain for place in found.places)


def test_a_vote_is_one_sentence_and_its_arrows_are_those_against_the_condemned() -> None:
    elected = StoryEntry("P2 is Captain", "captain", seats=[2], cards=["fox"])
    died = StoryEntry("P1 dies", "death", seats=[1], cards=["villager"], value="voted")
    tie = StoryEntry("A tie: P0, P1", "tie", seats=[0, 1], cards=["seer", "villager"])
    decided = StoryEntry(
        "P2 decides", "captain_choice", deed=True, seats=[2], to=[1], cards=["fox", "villager"]
    )
    (day,) = pages_of(Moment("day 1", "Day 1", [elected, vote([1], 0), vote([2, 3], 1, 2), died]))
    assert day.caption == "Votes against P1: 2 of 3. P1 dies."
    assert day.arrows == (Arrow(2, 1, 2), Arrow(3, 1))
    assert marked(day) == {1: 0}
    both, last = pages_of(Moment("day 1", "Day 1", [vote([1], 0), vote([2], 1), tie, decided, died]))
    assert (both.caption, both.arrows) == ("A tie: P0, P1.", (Arrow(1, 0), Arrow(2, 1)))
    assert last.arrows == (Arrow(2, 1),), "and not among those of the vote"
    assert not last.places[1].alive
    assert both.places[1].alive, "what comes later is not known yet"


def test_a_tie_of_many_is_told_in_few_words() -> None:
    many = [vote([(seat + 1) % 4], seat) for seat in range(4)]
    tie = StoryEntry("x" * TEXT_MOST, "tie", seats=[0, 1, 2, 3], cards=["villager"] * 4)
    (page,) = pages_of(Moment("day 1", "Day 1", [*many, tie]))
    assert page.caption == "A tie: 4 have 1 votes each."


def test_an_election_is_not_told() -> None:
    tie = StoryEntry("A tie", "tie", seats=[0, 1], cards=["seer", "villager"])
    lot = StoryEntry("Chance", "lot", seats=[0], cards=["seer"], value="election")
    assert pages_of(Moment("day 1", "Day 1", [tie, lot])) == []


def test_long_sentences_have_pages_of_their_own() -> None:
    long = seer("x" * (TEXT_MOST - 10))
    shorts = [seer("y" * 20, doer=doer) for doer in (1, 2)]
    pages = pages_of(Moment("night 1", "Night 1", [long, *shorts, long]))
    assert [len(page.arrows) for page in pages] == [1, 2, 1]


def test_at_a_large_table_the_sentences_alone_tell_who_was_what() -> None:
    for seats, shown in ((CARDS_MOST, "Seer"), (CARDS_MOST + 1, None)):
        (page,) = pages_of(Moment("night 1", "Night 1", [seer()]), seats=seats)
        assert page.places[0].card == shown


def test_the_winners_stand_again_as_they_were(played: Played) -> None:
    """Neither places nor arrows of the last page are left when the pages are done."""
    before = [place.card for place in played.room.room.board.places]
    assert all(before)
    shown = played.turned(holds=[PAGE_S + 1.0], pages=3, press_s=PAGE_S + 3.0)
    assert {board.scene for board in shown if board.hint} == {"told"}
    board = played.room.room.board
    assert (board.scene, board.hint, board.arrows) == ("over", "", [])
    assert [place.card for place in board.places] == before
