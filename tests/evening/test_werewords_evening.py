"""Evenings of Mots-garous: the office moves on, words do not come back; cuts, and the host."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hardware.clocks import VirtualClock
from hardware.simulated import SimulatedButtons
from hardware.troubles import Trouble
from table.appliance import rooms
from table.appliance.gathering import evening_at
from table.appliance.hosting.host import Hosting
from table.appliance.hosting.stops import taken_back
from table.appliance.lobby.hosts_menu import HostsMenu
from table.appliance.lobby.lobby import Sitting
from table.appliance.menu.menus import MenuTexts
from table.appliance.opening import prepared
from table.appliance.opening.choices import TableChoices
from table.appliance.opening.misfit import misfit_of
from table.appliance.opening.prepared import CommandLine, Prepared
from table.appliance.opening.tonight import Tonight
from table.appliance.rounds import mind_of
from table.appliance.service.service import Service
from table.appliance.table import Table
from table.chronicle.story import as_text, statistics, tell, unusual
from table.engine.chance import Chance
from table.engine.requests import Answering, Clock, Draw, Leavers, Press
from table.errors import ClosedError, RefusedError, UnreadableError
from table.evening.diary import Diary, EveningShelf
from table.evening.journal import Journal
from table.evening.replay import evening_of, replay, setup_of
from table.evening.resume import ChangedError, decode, encode
from table.games.entries import ChronicleTexts
from table.games.records import JournalLine
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.games.werewords.bots import WordBots
from table.games.werewords.evening import WordEvening, next_in_office, offered_in, unused
from table.games.werewords.rules.box import MOTS_GAROUS, SETS, tiles_of
from table.games.werewords.rules.events import FloorTaken, TokenGiven
from table.games.werewords.rules.options import Options
from table.games.werewords.rules.state import TOKENS, Seat
from table.games.werewords.rules.tiles import FORTUNE_TELLER, MAYOR, SEER, VILLAGER, WEREWOLF, usual
from table.games.werewords.telling import WerewordsTelling
from table.paths import SHIPPED
from table.room.hands import HOLD_S, LONG_HOLD_S, PRESS_S, Hands
from table.settings.load import settings_of
from table.settings.owner import Owner, words_here
from table.settings.settings import MotsGarous, Settings
from table.words.lists import WordList, apart, choose
from table.words.narration import Narration
from tests.kit.diaries import BOXES, Reseated, WordDice, played, with_stories
from tests.kit.phones import SimulatedPhones
from tests.kit.players import garou
from tests.kit.tables import NAMES, PinHands, Pins, TestTable, remembered
from tests.kit.tables import chosen as layer

FIFTY = [f"word {number:02}" for number in range(50)]
LISTS = words_here(Owner(Path("nowhere")))
ENGLISH = choose(LISTS, "en", "medium")


def dice(seed: int | str) -> WordDice:
    """Dice with which nobody leaves."""
    return WordDice(seed, silence=0.1, hurry=0.3)


class InTheCentre(WordDice):
    """Dice that leave the Mayor's card in the centre."""

    def draw(self, request: Draw) -> Sequence[Any]:
        if request.stream == "deal":
            return sorted(request.choices, key=lambda tile: tile is MAYOR)
        return super().draw(request)


def word_evening(
    players: int = 6, seed: int = 1, choice: Sequence[str] = FIFTY, **options: Any
) -> WordEvening:
    evening = WordEvening(MOTS_GAROUS, NAMES[:players], usual(players), Options(**options), seed)
    evening.choice = choice
    return evening


# Words


def test_no_word_is_offered_again_until_four_fifths_have_been() -> None:
    """MG-59."""
    evening, offered = word_evening(), list[str]()
    for _ in range(10):
        evening.play_next(dice(evening.round_seed))
        offered += evening.drawn[evening.number - 1]
    assert len(offered) == len(set(offered)) == 40
    evening.play_next(dice(evening.round_seed))
    assert set(evening.drawn[10]) <= set(FIFTY)


def test_which_words_are_unused() -> None:
    assert unused("abcde", "") == list("abcde")
    assert unused("abcde", "axc") == list("bde")
    assert unused("abcde", "aaaa") == list("bcde")
    assert unused("abcde", "abcd") == list("abcde")
    assert unused("abcde", "abcde") == list("abcd")


def test_a_round_that_is_played_again_is_offered_the_same_words() -> None:
    """What was drawn in the round that stood still is not missing when it goes on."""
    evening = word_evening()
    evening.drawn[0] = tuple(FIFTY[:4])
    assert evening.offered_so_far == ()
    evening.play_next(dice(1))
    assert evening.offered_so_far == evening.drawn[0] != tuple(FIFTY[:4])


def test_too_few_words_are_refused_and_own_ones_need_none() -> None:
    """One sentence with the language and what to do about it."""

    def of(number: int, **chosen: Any) -> TableChoices:
        few = msgspec.structs.replace(LISTS[0], language="en", words=ENGLISH[:number])
        at = house(**chosen)
        at.table_lists = cache(lambda *_: [few])
        return at

    at = of(19)
    with pytest.raises(RefusedError) as refused:
        at.evening(at.settings, NAMES[:6], range(6), 1)
    assert str(refused.value) == (
        "words: 19 medium ones in en; allowed: at least 20: choose others, or write a list with language: en "
        "in its head (docs/mots-garous.md)"
    )
    for at in (of(20), of(0, word="own")):
        assert at.cards(at.settings, 6)


# Tiles


@pytest.mark.parametrize("name", SETS)
def test_there_is_a_set_for_every_number_of_players(name: str) -> None:
    for players in range(3, 21):
        tiles = tiles_of(name, players)
        assert len(tiles) == players + 1
        assert tiles.count(MAYOR) == 1
    for players in (2, 21):
        with pytest.raises(RefusedError, match="3 to 20"):
            tiles_of(name, players)


def test_mg_32_a_set_of_the_menu_has_the_fortune_teller() -> None:
    """MG-32: in the Seer's place, for every number of players."""
    assert "initials" in house().decks(house().settings, 5)
    for players in range(3, 21):
        tiles = tiles_of("initials", players)
        assert tiles.count(FORTUNE_TELLER) == 1
        assert SEER not in tiles
        others = Counter(tiles_of("classic", players)) - Counter([SEER])
        assert Counter(tiles) - Counter([FORTUNE_TELLER]) == others


def test_special_tiles_can_be_written_out_and_villagers_come_with_them() -> None:
    assert tiles_of("seer, werewolf", 4) == (MAYOR, SEER, WEREWOLF, VILLAGER, VILLAGER)
    assert tiles_of("mayor, seer, werewolf, villager=3", 4) == tiles_of("seer, werewolf", 4)
    with pytest.raises(RefusedError, match='"witch" is not a role of mots-garous'):
        tiles_of("witch", 4)
    with pytest.raises(RefusedError, match="werewolf=NUMBER, 1 to 3"):
        tiles_of("seer, werewolf=4", 9)
    with pytest.raises(RefusedError, match="more of the village"):
        tiles_of("seer, werewolf=3, minion", 5)


# The office


def test_the_office_moves_to_the_left_from_round_to_round() -> None:
    """MG-4: the Mayor in the centre each time; only the first round has no earlier Mayor."""
    evening = word_evening(5)
    evening.last_mayor = 3
    overs: list[Any] = [evening.play_next(InTheCentre(evening.round_seed)) for _ in range(7)]
    assert [over.mayor.index for over in overs] == [4, 0, 1, 2, 3, 4, 0]


@pytest.mark.parametrize(
    ("pods", "last_pod", "next_seat"),
    [
        ((0, 1, 2, 3), 1, 2),
        ((0, 1, 2, 3), 3, 0),
        ((0, 1, 3, 4), 2, 2),
        ((0, 1, 2, 3), 4, 0),
        ((2, 5, 7), 0, 0),
    ],
)
def test_the_office_of_one_who_has_left_counts_from_his_place(
    pods: Sequence[int], last_pod: int, next_seat: int
) -> None:
    """MG-58."""
    seat = next_in_office(pods, last_pod)
    assert seat is not None
    assert (seat + 1) % len(pods) == next_seat
    assert next_in_office(pods, None) is None


# The journal


def test_a_later_round_that_was_cut_knows_the_mayor_and_the_words_of_those_before(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    evening = word_evening(5)
    evening.before = FIFTY[10:14]
    diary = Diary(journal, evening, "en")
    diary.open(lambda: None)
    overs: list[Any] = [
        evening.play_next(diary.answerer(Reseated(dice(evening.round_seed)))) for _ in range(3)
    ]
    diary.close()
    (kept,) = journal.evenings()
    third = evening_of(kept.setup, BOXES, kept.rounds[:2])
    assert isinstance(third, WordEvening)
    assert third.last_mayor == overs[1].mayor.index
    assert third.offered_so_far == (*FIFTY[10:14], *evening.drawn[0], *evening.drawn[1])
    over = replay(kept, 2, BOXES, lambda *_: None)
    assert over
    assert over.winner == overs[2].winner
    assert offered_in(kept.rounds[2]) == evening.drawn[2]
    journal.close()


def test_without_a_disk_a_round_goes_on_from_memory() -> None:
    """The setup has the office and the words as they are now, since the rounds before are not stored."""
    evening = word_evening(5)
    first: Any = evening.play_next(dice(1))
    diary = Diary(None, evening, "en")
    table = Reseated(dice(2))
    keeping = diary.answerer(table)
    try:
        evening.play_next(Stopping(keeping, 30))
    except CutError:
        diary.lines = keeping.lines
    kept = diary.kept()
    assert kept
    again = evening_of(kept.setup, BOXES, kept.rounds[:-1])
    assert isinstance(again, WordEvening)
    assert again.number == 1
    assert again.last_mayor == first.mayor.index
    assert replay(kept, 1, BOXES, lambda *_: None) is None


class CutError(Exception):
    """Here the round stands still."""


class Stopping:
    """An answerer that stops after so many words."""

    def __init__(self, answerer: Any, after: int) -> None:
        self.answerer = answerer
        self.left = after

    def __getattr__(self, word: str) -> Any:
        def answer(request: Any) -> Any:
            self.left -= 1
            if self.left < 0:
                raise CutError
            return getattr(self.answerer, word)(request)

        return answer


def test_what_the_mayor_has_locked_is_kept_apart_from_a_press() -> None:
    seats = [Seat(index, name, VILLAGER) for index, name in enumerate("AB")]
    request = Answering("questions.classic", seats[1:], 3.0, chooser=seats[0], choices=TOKENS)
    for press in (Press(seats[1], 4.5), Press(seats[0], 5.5, "so_close"), None):
        assert decode(request, encode(request, press)) == press
    for wrong in ([1, 4.5, "yes"], [0, 4.5, "perhaps"], [0, 4.5]):
        with pytest.raises(ChangedError):
            decode(request, wrong)


def test_files_of_both_games_are_told_apart() -> None:
    setup = setup_of(word_evening(), "fr")
    assert setup.rulebook == "mots-garous"
    assert setup.words is not None
    with pytest.raises(ChangedError):
        evening_of(msgspec.structs.replace(setup, words=None), BOXES)
    with pytest.raises(ChangedError):
        evening_of(setup, RULEBOOKS)


def test_accusations_and_picks_can_be_taken_back() -> None:
    def line(word: str) -> JournalLine:
        return JournalLine(word, None, 0.0, 0, 0)

    accusing = [line("say DebateOpens"), line("clock debate.mots_garous"), line("say AccusationOpens")]
    assert taken_back(accusing, "vote accuse") == 2
    assert taken_back([line("say WerewolfShown"), line("say PickOpens")], "vote pick") == 1
    assert taken_back([*accusing, line("vote accuse"), line("say Accusations")], "say Accused") is None


# The chronicle


@pytest.mark.parametrize("language", ["en", "fr"])
def test_an_evening_is_told(tmp_path: Path, language: str) -> None:
    journal = Journal(tmp_path)
    evening = WordEvening(MOTS_GAROUS, NAMES[:12], tiles_of("deluxe", 12), Options(yes_no_tokens=20), 4)
    evening.choice = FIFTY
    diary = Diary(journal, evening, language)
    diary.open(lambda: None)
    overs: list[Any] = [
        evening.play_next(diary.answerer(Reseated(WordDice(seed, silence=0.2)))) for seed in range(6)
    ]
    diary.close()
    (kept,) = journal.evenings()
    narration = Narration.load(language, MOTS_GAROUS.key)
    told = tell(kept, BOXES, narration)
    text = "\n".join(as_text(told, ChronicleTexts(narration)))
    assert text.count(overs[0].word) >= 2
    assert "Mots-garous" in text
    assert "{" not in text
    assert [one.winner for one in told.rounds] == [over.winner for over in overs]
    assert [seat.won for seat in told.rounds[0].seats] == [
        seat in overs[0].winners for seat in overs[0].seats
    ]
    assert {moment.at for moment in told.rounds[0].moments} == {"before", "night", "day", "vote"}
    assert unusual(kept.setup) == {"yes_no_tokens": 20}
    (counted,) = statistics([with_stories(kept)]).values()
    assert counted.rounds == 6
    assert sum(card.held for card in counted.cards.values()) == 72
    journal.close()


def test_of_a_round_under_way_the_chronicle_tells_nothing_and_later_what_was_secret(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    tiles = tiles_of("seer, werewolf=2, doppelganger, thing, minion", 9)
    evening = WordEvening(MOTS_GAROUS, NAMES[:9], tiles, Options(mode="speedwords"), 4)
    evening.choice = FIFTY
    played(journal, evening, Reseated(dice(2)))
    (kept,) = journal.evenings()
    narration = Narration.load("en", MOTS_GAROUS.key)
    (told,) = tell(kept, BOXES, narration).rounds
    entries = [entry for moment in told.moments for entry in moment.entries]
    secret = {"dealt", "doppelganger", "word", "letters", "thing"}
    assert {entry.what for entry in entries if entry.secret} == secret
    laid_open = {"mayor", "token", "day ended", "word"}
    assert {entry.what for entry in entries if not entry.secret} >= laid_open
    journal.cut(msgspec.structs.replace(kept, rounds=[kept.rounds[0][:-1]]))
    cut = journal.unfinished()
    assert cut
    with pytest.raises(RefusedError, match="can still come to its end: --spoil"):
        tell(cut, BOXES, narration)
    journal.close()


# What a host can choose


def house(settings: Settings | None = None, *, simulated: bool = False, **chosen: Any) -> TableChoices:
    settings = settings or Settings(language="en", seats=10)
    settings = settings.over({"game.rulebook": MOTS_GAROUS.key, "language": "en"})
    narration = lambda rulebook, language: Narration.load(language, rulebook)  # noqa: E731
    made = TableChoices(settings, BOXES, narration, ["fr", "en"], simulated=simulated, lists=lambda *_: LISTS)
    made.settings = made.settings.over(layer(**chosen))
    return made


def entries(at: TableChoices, seated: int = 6) -> dict[str, str]:
    made = HostsMenu(at, at.settings, MenuTexts("en"), 1)
    return {entry.label: entry.value for entry in made.menu(seated, 10).entries}


def chosen_in(at: TableChoices, label: str, times: int = 1) -> Settings:
    """The value of an entry after it was chosen so often."""
    made = HostsMenu(at, at.settings, MenuTexts("en"), 1)
    made.menu(6, 10)
    for _ in range(times):
        item = next(item for item in made.items() if item.label == label)
        item.take()
    return made.choices


def test_what_is_chosen_makes_the_evening() -> None:
    """MG-5: what the players may want to change from round to round."""
    at = house()
    assert chosen_in(at, "Words").mots_garous.difficulty == "hard"
    assert chosen_in(at, "Characters").mots_garous.tiles == "deluxe"
    assert chosen_in(at, "Play").mots_garous.mode == "speedwords"
    assert chosen_in(at, "The word").mots_garous.word == "own"
    animals = chosen_in(at, "About")
    assert animals.mots_garous.categories == ("animals",)
    evening = at.evening(animals, NAMES[:6], (0, 2, 3, 5, 6, 7), 3)
    assert isinstance(evening, WordEvening)
    assert {word.category for word in evening.known} == {"animals"}
    assert {word.difficulty for word in evening.known} == {"medium"}
    assert [word.text for word in evening.known] == list(evening.choice)
    assert evening.pods == (0, 2, 3, 5, 6, 7)
    assert at.sat(evening, "fr").mots_garous.tiles == "mayor, seer, werewolf, villager=4"


@pytest.mark.parametrize(("mode", "pace", "day_s"), [("classic", "slow", 336), ("speedwords", "fast", 84)])
def test_an_evening_knows_how_long_its_days_are(mode: str, pace: str, day_s: float) -> None:
    """MG-38: uncovered letters and bots depend on it, also in a resumed evening."""
    at = house(mode=mode, pace=pace)
    evening = at.evening(at.settings, NAMES[:6], range(6), 3)
    assert isinstance(evening, WordEvening)
    assert evening.day_s == pytest.approx(day_s)
    again = evening_of(setup_of(evening, "en"), BOXES)
    assert isinstance(again, WordEvening)
    at.know(again)
    assert again.day_s == evening.day_s
    asked: list[float | None] = []

    class Noting(WordDice):
        def clock(self, request: Clock) -> Press | None:
            if isinstance(request, Answering):
                asked.append(request.until_s)
            return super().clock(request)

    evening.play_next(Noting(1))
    assert asked[0] == (pytest.approx(14.0) if mode == "speedwords" else None)
    assert mind_of(evening, "en")._day_s == evening.day_s  # type: ignore[attr-defined]


@pytest.mark.parametrize("later", ["fast", "slow"])
def test_a_round_of_short_days_is_played_again_as_it_was(tmp_path: Path, later: str) -> None:
    """How often its letters are uncovered is stored: whatever the pace is by then, it goes on, and is
    told."""
    at = house(mode="speedwords", pace="fast")
    begun = at.evening(at.settings, NAMES[:6], range(6), 3)
    assert isinstance(begun, WordEvening)
    journal = Journal(tmp_path)
    winner = played(journal, begun, Reseated(dice(3)))
    (kept,) = journal.evenings()
    over = replay(kept, 0, BOXES, lambda *_: None)
    assert over
    assert over.winner == winner
    assert any(line.word == "say Uncovered" for line in kept.rounds[0])
    kept.rounds[0] = kept.rounds[0][:-20]
    journal.cut(kept)
    again = evening_of(kept.setup, BOXES)
    house(mode="speedwords", pace=later).know(again)
    assert isinstance(again, WordEvening)
    assert played(journal, again, Reseated(dice(3)), kept) == winner
    journal.close()


def test_own_words_leave_no_room_for_bots_nor_for_lists() -> None:
    """MG-57."""
    found = entries(house(word="own"))
    assert not {"Words", "About", "Play", "Free chairs"} & found.keys()
    assert "The word" not in entries(house(simulated=True))
    assert "The word" not in entries(house(mode="speedwords"))


def test_too_small_a_choice_is_said_in_the_menu() -> None:
    """MG-59."""
    settings = Settings(language="en", mots_garous=MotsGarous(offered=8))
    at = house(settings, categories=("animals",), difficulty="insane")
    few = [msgspec.structs.replace(one, words=one.words[-39:]) for one in LISTS]
    at.table_lists = cache(lambda *_: few)
    made = HostsMenu(at, at.settings, MenuTexts("en"), 1)
    start = made.menu(6, 10).entries[0]
    number = len(apart(at.words(at.settings)))
    assert 0 < number < 40
    told = f"Only {number} words: choose more, or another difficulty."
    assert start.note == f"{told} Hold: words about everything."


def test_too_many_or_too_few_cannot_play() -> None:
    at = house()
    made = HostsMenu(at, at.settings, MenuTexts("en"), 1)
    told = "These rules need at least 3 players."
    assert made.menu(2, 24).entries[0].note == told, "nor are they for all chairs"
    assert made.menu(2, 4).entries[0].note == f"{told} Hold: the table plays 2."
    many = "This table has 24 seats: choose other rules or cards. Hold: the rules “Thiercelieux”."
    assert made.menu(21, 24).entries[0].note == many
    assert made.menu(20, 24).entries[0].note.startswith("Wins in 100: ")


def test_words_for_children_alone() -> None:
    at = house(Settings(language="en", mots_garous=MotsGarous(child_safe=True)))
    assert all(word.child_safe for word in at.words(at.settings))
    assert len(at.words(at.settings)) < len(house().words(at.settings))


def test_words_offered_in_one_evening_are_not_offered_in_the_next(tmp_path: Path) -> None:
    """MG-59: over all evenings of a table, whether or not it was switched off between them."""
    at = house(simulated=True)
    first = at.evening(at.settings, NAMES[:6], range(6), 1)
    assert isinstance(first, WordEvening)
    shelf = EveningShelf(tmp_path, 50)
    diary = shelf.diary(first, "en")
    diary.open(lambda: None)
    first.play_next(diary.answerer(Reseated(dice(1))))
    diary.close()
    at.note(first, 0)
    again = house(simulated=True)
    again.remember(shelf.rounds())
    assert remembered(at).offered == remembered(again).offered == list(first.drawn[0])
    second = at.evening(at.settings, NAMES[:6], range(6), 2)
    assert isinstance(second, WordEvening)
    second.play_next(dice(2))
    assert not set(second.drawn[0]) & set(first.drawn[0])
    shelf.close()


def test_an_evening_that_was_kept_knows_again_what_is_true_of_its_words() -> None:
    at = house()
    begun = at.evening(at.settings, NAMES[:6], range(6), 1)
    again = evening_of(setup_of(begun, "en"), BOXES)
    assert isinstance(begun, WordEvening)
    assert isinstance(again, WordEvening)
    assert not again.known
    at.know(again)
    assert {word.text for word in again.known} == {word.text for word in begun.known}
    assert isinstance(mind_of(again, "en"), WordBots)


def test_lists_of_the_owner_lie_beside_ours(tmp_path: Path) -> None:
    (tmp_path / "owner" / "words").mkdir(parents=True)
    (tmp_path / "owner" / "words" / "ours.txt").write_text(
        "language: en\ndifficulty: easy\n\nGarou\n", "utf-8"
    )
    (tmp_path / "owner" / "words" / "bad.txt").write_text("no head\n", "utf-8")
    lists = words_here(Owner(tmp_path / "owner"))
    owned = [one for one in lists if one.path.is_relative_to(tmp_path)]
    assert [word.text for one in owned for word in one.words] == ["Garou"]
    (tmp_path / "link").mkdir()
    (tmp_path / "link" / "words").symlink_to(tmp_path / "owner" / "words")
    assert len(words_here(Owner(tmp_path / "link"))) == len(LISTS)


def test_a_table_of_the_first_game_opens_without_the_words_and_another_with_those_of_its_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What cannot be used of the owner's words is told all the same."""
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "bad.txt").write_text("no head\n", "utf-8")
    (tmp_path / "table.toml").write_text('language = "en"\n', "utf-8")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    read: list[str] = []

    def words(owner: Owner, languages: Sequence[str] = ()) -> list[WordList]:
        lists = words_here(owner, languages)
        read.extend({one.language for one in lists})
        return lists

    monkeypatch.setattr(prepared, "words_here", words)
    for rulebook, languages in (("thiercelieux", []), (MOTS_GAROUS.key, ["en"])):
        told: list[str] = []
        typed = CommandLine(simulated=True, seats=10, rulebook=rulebook)
        opening = Prepared(typed, Owner(tmp_path), [], Service(wanted=False), told.append)
        assert misfit_of(opening) is None
        assert (read, len(told)) == (languages, 1)


def test_a_language_without_words_says_so_in_the_menu_and_to_its_owner(tmp_path: Path) -> None:
    at = house(language="nl")
    made = HostsMenu(at, at.settings, MenuTexts("en"), 1)
    start = made.menu(6, 10).entries[0]
    none = "There are no such words in this language: choose others, or another language."
    assert start.note == f"{none} Hold: the word from the Mayor."
    narration = tmp_path / "narration"
    narration.mkdir()
    shutil.copyfile(SHIPPED / "narration" / "en.toml", narration / "nl.toml")
    told = garou("config", "--config", str(tmp_path))
    assert "There is no list of words in nl" in told.out
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "OURS.TXT").write_text("language: nl\ndifficulty: easy\n\nHond\n", "utf-8")
    told = garou("config", "--config", str(tmp_path))
    assert "There is no list of words in nl" not in told.out
    assert "OURS.TXT is not read" not in told.out
    (tmp_path / "table.toml").write_text('seats = 6\nlanguage = "nl"\n', "utf-8")
    told = garou("play", "--config", str(tmp_path), "--simulated", "--rulebook", MOTS_GAROUS.key)
    assert told.code == 2
    assert (
        f"{tmp_path / 'table.toml'}, line 2: words: 0 medium ones in nl; allowed: at least 20: " in told.err
    )


# Settings


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('categories = ["cars"]', 'mots_garous.categories = "cars"'),
        ('tiles = "witch"', 'mots_garous.tiles = "witch"'),
        ('mode = "speedwords"\nword = "own"', 'mots_garous.word = "own"'),
        ("offered = 9", "mots_garous.offered = 9"),
        ('difficulty = "mad"', 'mots_garous.difficulty = "mad"'),
    ],
)
def test_settings_that_cannot_be(tmp_path: Path, text: str, told: str) -> None:
    file = tmp_path / "table.toml"
    file.write_text(f"[mots_garous]\n{text}\n", "utf-8")
    with pytest.raises(UnreadableError) as refused:
        settings_of(file)
    assert f"{told} is not allowed; allowed: " in str(refused.value)


# A whole evening


class Fingers:
    """A table of eight chairs on a clock that jumps: six people sit down, and press when they must."""

    def __init__(self, stops_at: int) -> None:
        self.settings = Settings(language="en", seats=8)
        self.stops_at = stops_at
        self.evenings: list[WordEvening] = []

    def opened(self, names: Sequence[str], narration: Narration) -> Table:
        self.table = Table(self.settings, names, narration, "log", 1.0)
        clock = self.table.opened.devices.clock
        assert isinstance(clock, VirtualClock)
        self.clock = clock
        return self.table

    def press(self, at_s: float, seat: int, for_s: float = PRESS_S) -> None:
        pods = self.table.opened.devices.buttons
        assert isinstance(pods, SimulatedButtons)
        self.clock.at(at_s, partial(pods.push, seat, 0))
        self.clock.at(at_s + for_s, partial(pods.release, seat, 0))


def evening_with_presses(
    monkeypatch: pytest.MonkeyPatch, rounds: int, after: Sequence[float]
) -> tuple[list[WordEvening], TableChoices]:
    """Plays so many rounds of one person and bots. `after`: seconds the person holds after each."""
    fingers, holds, seen = Fingers(rounds), list(after), list[WordEvening]()
    at = house(fingers.settings, simulated=True)
    again, waits = rooms.room_of, Hosting.wait_for_other_words

    def room(table: Table, *given: Any, **more: Any) -> Any:
        if more.get("evening") and more["evening"] not in seen:
            seen.append(more["evening"])
        return again(table, *given, **more)

    def wait(hosting: Hosting, wait_s: float, *of: Any, **shown: Any) -> Any:
        while holds:
            for_s = holds.pop(0)
            fingers.press(fingers.clock.now() + 2.0 + 4.0 * (len(after) - len(holds)), 2, for_s)
            if for_s != HOLD_S:
                break
        return waits(hosting, wait_s, *of, **shown)

    monkeypatch.setattr(Hosting, "wait_for_other_words", wait)

    monkeypatch.setattr("table.appliance.rounds.room_of", room)
    Tonight(fingers.opened, at, NAMES[:8], 7, rounds, lambda: None, resumes=False).play()
    return seen, at


@pytest.fixture(params=[1, 3])
def pins(request: pytest.FixtureRequest) -> Iterator[Pins]:
    made = Pins(6, request.param)
    yield made
    made.factory.close()


def on_pins(pins: Pins, people_sit: bool = False) -> tuple[TestTable, WordEvening]:
    """Six seats whose presses go through mock pins that bounce, and an evening of easy words."""
    at = house(simulated=True, difficulty="easy")
    evening = at.evening(at.settings, NAMES[:6], range(6), 3)
    assert isinstance(evening, WordEvening)
    table = TestTable(
        mind_of(evening, "en"),
        NAMES[:6],
        buttons=pins.buttons,
        wire=pins.wire,
        people_sit=people_sit,
        narration=Narration.load("en", MOTS_GAROUS.key),
        telling=WerewordsTelling(Options(), is_first=True),
    )
    table.room.presses.hands = PinHands(pins.buttons, Chance(1), table.clock, pins)
    return table, evening


def test_five_rounds_on_pins_and_the_mayor_moves(pins: Pins) -> None:
    """Every press from a contact to a token: the floor, the answers, the picks, the accusations."""
    table, evening = on_pins(pins)
    overs: list[Any] = []
    for _ in range(5):
        table.room.mind = mind_of(evening, "en")
        table.room.begin_round()
        overs.append(over := evening.play_next(table.room))
        board = table.board_at(table.clock.now())
        assert [place.marked for place in board.places] == [seat in over.winners for seat in over.seats]
    assert len({over.mayor.index for over in overs}) > 1
    assert {over.winner for over in overs} == {"village", "werewolves"}
    answers = [moment.answer for moment in table.moments("clock", "questions.classic") if moment.answer]
    assert sum(press.choice is not None for press in answers) > 30
    assert sum(press.choice == "correct" for press in answers) >= 2
    captions = {seen.board.caption for seen in table.view.seen}
    assert "Is it alive, or was it once?" in captions
    assert any("“" in caption for caption in captions), "a guess, in the words of a temper"
    assert pins.changes > 1000
    table.buttons.close()


def test_a_lone_visitor_asks_what_the_board_lays_before_him(pins: Pins) -> None:
    """They press for the floor and turn to another question; the Mayor, whom the table plays, answers."""
    table, evening = on_pins(pins, people_sit=True)
    table.room.presses.hands = Hands(pins.buttons, Chance(1))  # whoever presses a pin is a person
    visitor, lots = 0, Chance("visitor").stream("bounces")

    def down(at_s: float) -> None:
        table.clock.at(at_s, partial(pins.turn, visitor, 0, True, table.clock, lots))
        table.clock.at(at_s + PRESS_S, partial(pins.turn, visitor, 0, False, table.clock, lots))

    def ask(_: Any) -> None:
        table.watch.first.clear()
        now_s = table.clock.now()
        for number in range(8):
            down(now_s + 20.0 * number + 1.0)
            down(now_s + 20.0 * number + 3.0)

    evening.last_mayor = 2
    table.watch.first["clock questions.classic"] = ask
    table.room.begin_round()
    over = evening.play_next(table.room)
    assert over.winner in ("village", "werewolves")
    assert table.room.people == {visitor}
    said = [moment.request.event for moment in table.watch.moments if moment.word == "say"]
    his = [
        at for at, event in enumerate(said) if isinstance(event, FloorTaken) and event.seat.index == visitor
    ]
    turned = [at for at in his if at + 1 in his]
    assert turned, "a second press turns to another question"
    answered = [said[at + 1] for at in his if isinstance(said[at + 1], TokenGiven)]
    assert answered
    assert all(event.seat.index == visitor for event in answered)
    floor = [one for one in table.moments("say", "FloorTaken") if one.request.event.seat.index == visitor]
    captions = [table.board_at(one.ended_s + 0.5).caption for one in floor[:2]]
    assert all(caption.endswith("? Press: another one.") for caption in captions)
    assert captions[0] != captions[1]
    table.buttons.close()


def test_five_rounds_with_one_press_each(monkeypatch: pytest.MonkeyPatch) -> None:
    """MG-23: the same settings, the same seats; the last Mayor is known, and no word comes twice."""
    (evening,), at = evening_with_presses(monkeypatch, 5, [PRESS_S] * 4)
    assert evening.played == 5
    assert evening.last_mayor == evening.over.mayor.index
    offered = [word for number in range(5) for word in evening.drawn[number]]
    assert len(set(offered)) == 20
    assert remembered(at).offered == offered
    assert remembered(at).last_mayor == evening.last_mayor


def test_other_words_on_the_same_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    """MG-23: a hold turns to another difficulty, a press begins; the last Mayor is still known."""
    evenings, at = evening_with_presses(monkeypatch, 3, [HOLD_S, PRESS_S, PRESS_S])
    assert [evening.difficulty for evening in evenings] == ["medium", "hard"]
    assert [evening.played for evening in evenings] == [1, 2]
    assert remembered(at).offered[:4] == list(evenings[0].drawn[0])
    assert {word.difficulty for word in evenings[1].known} == {"hard"}


def test_who_leaves_ends_the_round_and_the_office_counts_from_his_place() -> None:
    """MG-58: the next round is dealt without them; they were the Mayor."""
    at = house()
    first = at.evening(at.settings, NAMES[:6], (0, 2, 3, 5, 6, 7), 1)
    assert isinstance(first, WordEvening)
    first.play_next(Leaving(1))
    assert first.over.winner == "nobody"
    at.note(first, 0)
    gone = first.pods[first.over.mayor.index]
    assert remembered(at).last_mayor == gone
    pods = [pod for pod in first.pods if pod != gone]
    second = at.evening(at.settings, [NAMES[pod] for pod in pods], pods, 2)
    mayor = second.play_next(InTheCentre(2)).mayor  # type: ignore[attr-defined]
    assert pods[mayor.index] == next((pod for pod in pods if pod > gone), pods[0])


class Leaving(WordDice):
    """Dice with which somebody leaves at nightfall."""

    def leavers(self, request: Leavers) -> Sequence[Any]:
        return request.seats[:1]


def test_without_a_screen_the_word_is_the_mayor_s_own() -> None:
    """MG-57; but not where the table may be the Mayor."""
    at = house()
    table = Table(
        Settings(language="en", seats=10), NAMES[:10], at.narration(MOTS_GAROUS.key, "en"), "log", 1.0
    )
    blind = Trouble("screen.missing", detail="no picture")
    table.opened.board = table.opened.board._replace(blind=blind)
    for bots, chosen in ((False, ("own", "classic")), (True, ("list", "speedwords"))):
        choices = at.settings.over({"game.bots": bots, "mots_garous.mode": "speedwords"})
        evening = evening_at(table, at, Sitting((0, 1, 2, 3), 0, choices), 1)
        assert (evening.options.word, evening.options.mode) == chosen
    table.close()


def test_without_a_screen_the_word_is_on_the_phones_of_all_who_play(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "table.appliance.devices.open_devices.open_phones",
        lambda _, count, clock: SimulatedPhones(count, 24, clock),
    )
    at = house()
    told = at.narration(MOTS_GAROUS.key, "en")
    table = Table(Settings(language="en", seats=10), NAMES[:10], told, "log", 1.0)
    table.opened.board = table.opened.board._replace(blind=Trouble("screen.missing", detail="no picture"))
    choices = at.settings.over({"game.bots": False})
    assert table.phones
    places = table.phones.places
    for chair in range(4):
        places.take(f"phone {chair}", chair)
    for away, word in (([], "list"), ([2], "own")):
        places.away.update(away)
        assert evening_at(table, at, Sitting((0, 1, 2, 3), 0, choices), 1).options.word == word
    table.close()


def test_who_was_mayor_is_forgotten_with_those_who_sat_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """MG-4: a round is a first one if none of these people was Mayor before it."""
    at = house()
    sat = [(0, 1, 2), (2, 3, 4), (5, 6, 7)]
    known: list[int | None] = []

    def lobby(table: Table, *_: Any) -> Sitting:  # noqa: ARG001 - a method
        if not sat:
            raise ClosedError("closed by hand")
        return Sitting(sat.pop(0), None, at.settings)

    def evening(table: Table, evening: WordEvening, *_: Any) -> str:
        known.append(evening.last_mayor)
        evening.last_mayor = 1
        table.people.clear()
        table.people |= set(evening.pods)
        return "menu"

    monkeypatch.setattr("table.appliance.opening.tonight.gather_and_wait", lobby)
    monkeypatch.setattr("table.appliance.opening.tonight.play_evening", evening)
    fingers = Fingers(1)
    Tonight(fingers.opened, at, NAMES[:8], 7, None, lambda: None, resumes=False, serve=watched).play()
    assert known == [None, 2, None]


def watched(table: Table) -> bool:
    """A table that plays rounds without end."""
    table.opened.face = "terminal"
    return False


def test_a_long_hold_opens_the_menu_and_changes_no_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """The hold that became the long hold had chosen others; that is taken back."""
    evenings, _ = evening_with_presses(monkeypatch, 2, [LONG_HOLD_S, PRESS_S])
    assert [evening.difficulty for evening in evenings] == ["medium", "medium"]
    assert [evening.played for evening in evenings] == [1, 1]


def test_the_command_plays_a_round() -> None:
    told = garou(
        *("play", "--simulated", "--seats", "5", "--rulebook", "mots-garous", "--rounds", "1"),
        *("--seed", "4", "--language", "en", "--deck", "deluxe"),
    )
    assert told.code == 0, told.err
    assert re.search(r"^(The village wins|The Werewolves win) \(\*\)$", told.out, re.MULTILINE)
    assert told.out.rstrip().count("Mayor") > 1
