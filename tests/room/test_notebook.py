"""The private sheets: one's own card as it is now, and all that one was shown in secret."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest

from hardware.phones.wire import CARD_BYTES, TOLD_BYTES, Sheets
from table.engine.play import Answerer
from table.engine.requests import Request, Show
from table.games.evening import Evening
from table.games.telling import Telling
from table.games.werewolf import telling as werewolf_telling
from table.games.werewolf.rules.pieces import Seat
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.games.werewords.rules.options import Options as WordOptions
from table.games.werewords.rules.state import Seat as WordSeat
from table.games.werewords.rules.tiles import DOPPELGANGER, MAYOR, SEER, TILES, VILLAGER
from table.games.werewords.telling import WerewordsTelling
from table.room.notebook import Notebook
from table.room.private_words import PrivateWords
from table.room.room import Room
from table.room.village import Village
from table.settings.times import Times
from table.words.narration import Narration
from tests.kit.diaries import EVERY, dice, evening, word_evening
from tests.kit.players import CARDS
from tests.kit.tables import NARRATION, TestTable, Watch, after, rehearsed, scenario

WORDS = {language: Narration.load(language, "mots-garous") for language in ("en", "fr")}
ANA, BOB, CID, DEE, EVE, FAY, GUS, HAL = range(8)
TELLINGS = (None, "tit-albert", "family")


def played(cards: str, turns: dict[str, dict[str, Any]], centre: str = "", **given: Any) -> Room:
    """The room after the last of these turns."""
    table, _ = rehearsed(scenario(cards, turns, centre, **given), planted=dealing)
    return table.room


def dealing(room: Room) -> None:
    """Deals the cards of a scenario, which begins after the deal."""

    def deal(request: Any, _: Any) -> None:
        for seat in request.seats:
            room.notebook.show(Show([seat], "dealt", seat=seat, value=seat.card))

    after(room, "leavers", deal)


def sheets(room: Room, seat: int) -> Sheets:
    return room.notebook.sheets(seat)


# What is told


def test_a_seer_reads_each_night_under_its_title_whom_she_saw() -> None:
    room = played(
        "seer werewolf werewolf villager villager villager villager villager",
        {"night 1": {"seer": "Bob"}, "day 1": {"vote": {"Ana": "Cid"}}, "night 2": {"seer": "Dee"}},
    )
    assert sheets(room, ANA).told.splitlines() == [
        "Night 1",
        "Bob: Werewolf.",
        "Night 2",
        "Dee: Plain Villager.",
    ]
    assert sheets(room, FAY).told == "Nothing for you."


def test_a_pack_reads_its_members_and_a_witch_what_she_was_shown_and_did() -> None:
    room = played(
        "witch werewolf werewolf villager villager villager villager villager",
        {"night 1": {"werewolves": "Dee", "witch": {"heal": "Dee", "poison": "Eve"}}, "day 1": {}},
    )
    assert sheets(room, BOB).told == "Night 1\nYour pack: Cid.\nYou chose: Dee."
    told = "Night 1\nTonight’s victim: Dee.\nYou healed: Dee.\nYou poisoned: Eve."
    assert sheets(room, ANA).told == told


def test_what_was_chosen_is_noted_where_the_message_does_not_name_it() -> None:
    room = played(
        "fox werewolf werewolf villager villager villager villager villager",
        {"night 1": {"fox": "Fay"}, "day 1": {}},
        rulebook="best-of",
    )
    assert sheets(room, ANA).told.splitlines()[1:] == [
        "You chose: Fay.",
        "None of the three is of the pack: your scent is gone.",
    ]


def test_public_choices_and_mere_signs_are_no_secrets_and_not_noted() -> None:
    room = played(
        "hunter werewolf werewolf villager villager villager villager villager",
        {"night 1": {"werewolves": "Ana"}, "dawn 1": {"hunter": "Bob"}, "day 1": {"vote": {"Dee": "Eve"}}},
        captain="never",
    )
    for seat in (ANA, DEE):
        assert sheets(room, seat).told == "Nothing for you."


def letters(round_telling: WerewordsTelling, seats: Sequence[WordSeat]) -> Notebook:
    village = Village(WORDS["en"], [seat.name for seat in seats])
    notebook = Notebook(village, round_telling, PrivateWords(village, 1))
    village.board.title = "The night"
    return notebook


def test_who_read_the_word_on_the_board_reads_it_again_alone() -> None:
    ana, bob = (
        WordSeat(at, name, tile) for at, (name, tile) in enumerate((("Ana", SEER), ("Bob", VILLAGER)))
    )
    notebook = letters(WerewordsTelling(WordOptions(), is_first=True), (ana, bob))
    notebook.show(Show([ana], "offer", value=["moon", "sun"]))
    notebook.choose(ANA, "word", ["moon"])
    notebook.show(Show([ana], "word", value="moon"))
    notebook.show(Show([ana], "first_letters", value=["M"]))
    notebook.show(Show([ana], "letters", value=(1,)))
    assert notebook.sheets(ANA).told == "The night\nThe word: moon.\nFirst letters: M."
    assert notebook.sheets(BOB).told == "Nothing for you."


def test_of_too_many_messages_the_latest_are_kept_and_it_says_so() -> None:
    seats = [Seat(at, f"somebody {at}", CARDS["piper"]) for at in range(12)]
    village = Village(NARRATION["en"], [seat.name for seat in seats])
    notebook = Notebook(village, werewolf_telling, PrivateWords(village, 1))
    for number in range(1, 9):
        village.board.title = f"Night {number}"
        notebook.show(Show(seats[:1], "charmed", value=seats[1 : number + 2]))
    told = notebook.sheets(ANA).told
    assert told.startswith("(Earlier ones are left out.)\nNight 4\n")
    assert told.endswith("somebody 8, somebody 9.")
    assert len(told.encode()) <= TOLD_BYTES
    notebook.show(Show(seats[:1], "charmed", value=seats[1:] * 6))
    told = notebook.sheets(ANA).told
    assert told.endswith("…")
    assert len(told.encode()) <= TOLD_BYTES


# One's own card


def test_the_card_is_the_one_that_the_thief_took() -> None:
    dealt = "thief werewolf werewolf villager villager villager villager villager"
    taken = played(dealt, {"night 1": {"thief": "right"}, "day 1": {}}, "cupid witch")
    assert sheets(taken, ANA).card.splitlines()[0] == "Witch"
    assert sheets(taken, ANA).role == "witch"
    assert "You chose: the right card." in sheets(taken, ANA).told
    assert "In the centre: Cupid, Witch." in sheets(taken, ANA).told
    left = played(dealt, {"night 1": {"thief": "keep"}, "day 1": {}}, "cupid witch")
    assert sheets(left, ANA).card.splitlines()[0] == "Thief"


def test_who_was_bitten_wins_with_the_pack_as_soon_as_it_was_shown_and_not_before() -> None:
    cards = "accursed_wolf_father werewolf villager villager villager villager villager villager"
    before: list[str] = []
    written = scenario(
        cards,
        {"night 1": {"werewolves": "Dee", "accursed_wolf_father": True}, "day 1": {}},
        rulebook="best-of",
    )

    def planted(room: Room) -> None:
        dealing(room)
        Watch(room).first["wake infected"] = lambda _: before.append(sheets(room, DEE).card)

    table, _ = rehearsed(written, planted=planted)
    wins = NARRATION["en"].words
    assert wins["win.villagers"] in before[0].splitlines()
    assert wins["win.infected"] in sheets(table.room, DEE).card.splitlines()
    assert "You were bitten" in sheets(table.room, DEE).told


def test_lovers_also_read_how_they_win_as_a_pair() -> None:
    room = played(
        "cupid werewolf werewolf villager villager villager villager villager",
        {"night 1": {"cupid": ["Bob", "Dee"]}, "day 1": {}},
    )
    wins = NARRATION["en"].words
    for seat, side in ((BOB, "werewolves"), (DEE, "villagers")):
        assert sheets(room, seat).card.splitlines()[-3:-1] == [wins[f"win.{side}"], wins["win.lover"]]
    assert "You love Dee." in sheets(room, BOB).told
    assert wins["win.lover"] not in sheets(room, EVE).card


def test_an_angel_in_love_wins_as_a_villager_and_one_who_was_bitten_with_the_pack() -> None:
    narration, wins = NARRATION["en"], NARRATION["en"].words
    angel, bob = Seat(0, "Ana", CARDS["angel"]), Seat(1, "Bob", CARDS["seer"])
    love, bite = Show([angel], "lover", seat=bob), Show([angel], "infected")
    for learnt, told in (
        ((), ["angel"]),
        ((love,), ["villagers", "lover"]),
        ((love, bite), ["infected", "lover"]),
    ):
        text = dealt(werewolf_telling, narration, angel, *learnt)
        assert text.splitlines()[2:-1] == [wins[f"win.{key}"] for key in told]


def test_a_doppelganger_reads_the_role_they_have_taken() -> None:
    ana, bob = WordSeat(0, "Ana", DOPPELGANGER), WordSeat(1, "Bob", SEER)
    notebook = letters(WerewordsTelling(WordOptions(), is_first=True), (ana, bob))
    notebook.show(Show([ana], "dealt", seat=ana, value=ana.tile))
    assert notebook.sheets(ANA).card.splitlines()[-2] == WORDS["en"].words["win.doppelganger"]
    notebook.show(Show([ana], "card", seat=bob, value=bob.tile))
    ana.role = bob.tile
    assert notebook.sheets(ANA).card.splitlines()[0] == "Seer"


def test_a_table_that_has_dealt_nothing_knows_no_card() -> None:
    ana = Seat(0, "Ana", CARDS["seer"])
    village = Village(NARRATION["en"], ["Ana"])
    notebook = Notebook(village, werewolf_telling, PrivateWords(village, 1))
    notebook.show(Show([ana], "pack", value=[ana]))
    assert notebook.sheets(ANA).card == ""


def dealt(told: Telling, narration: Narration, seat: Any, *others: Show) -> str:
    """The sheet about the card of this seat."""
    village = Village(narration, ["Ana", "Bob"])
    notebook = Notebook(village, told, PrivateWords(village, 1))
    for request in (Show([seat], "dealt", seat=seat), *others):
        notebook.show(request)
    return notebook.sheets(seat.index).card


@pytest.mark.parametrize("told", TELLINGS)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_card_is_told_whole_with_how_it_wins_whatever_has_happened(language: str, told: str) -> None:
    narration = Narration.load(language, told)
    for key, card in {one.key: one for book in RULEBOOKS.values() for one in book.cards}.items():
        ana = Seat(0, "Ana", card)
        bitten = (Show([ana], "infected"), Show([ana], "lover", seat=Seat(1, "Bob", card)))
        for text, wins in ((dealt(werewolf_telling, narration, ana), 1),
                           (dealt(werewolf_telling, narration, ana, *bitten), 2)):  # fmt: skip
            assert "…" not in text, text
            assert text.splitlines()[0] == narration.card(card).title
            assert text.splitlines()[1] == narration.word(f"role.{key}")
            assert text.splitlines()[-1] == narration.word(f"advice.{key}")
            assert len(text.splitlines()) == 3 + wins
            assert len(text.encode()) <= CARD_BYTES
            assert narration.word("win.any") not in text


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_tile_is_told_whole_with_how_it_wins(language: str) -> None:
    telling = WerewordsTelling(WordOptions(), is_first=True)
    for key, tile in TILES.items():
        text = dealt(telling, WORDS[language], WordSeat(0, "Ana", tile))
        assert "…" not in text, text
        assert text.splitlines()[1] == WORDS[language].word(f"role.{key}")
        assert text.splitlines()[-1] == WORDS[language].word(f"advice.{key}")
        assert len(text.splitlines()) == 4
        assert len(text.encode()) <= CARD_BYTES or tile is MAYOR


def test_a_long_description_of_an_owners_is_cut_and_how_the_card_wins_is_not() -> None:
    narration = Narration.load("en")
    narration.words = {**narration.words, "role.seer": "é" * 300}
    text = dealt(werewolf_telling, narration, Seat(0, "Ana", CARDS["seer"]))
    assert len(text.encode()) <= CARD_BYTES
    assert text.splitlines()[1].endswith("é…")
    assert text.splitlines()[2] == narration.word("win.villagers")


# As long as a round


class Twin:
    """A live table, and a second one that only replays: both must have the same sheets after every word."""

    def __init__(self, live: Room, replayed: Room) -> None:
        self.live, self.replayed = live, replayed
        self.shown = 0

    def __getattr__(self, word: str) -> Any:
        def said(request: Request) -> Any:
            answer = getattr(self.live, word)(request)
            self.replayed.recall(request, answer)
            self.shown += isinstance(request, Show)
            for seat in range(len(self.live.village.names)):
                both = sheets(self.live, seat), sheets(self.replayed, seat)
                assert both[0] == both[1]
                assert len(both[0].card.encode()) <= CARD_BYTES
                assert len(both[0].told.encode()) <= TOLD_BYTES
            return answer

        return said


def room_for(begun: Evening, mind: Answerer, narration: Narration) -> Room:
    table = TestTable(
        mind, begun.names, narration=narration, telling=begun.telling(Times(pace="fast"), is_first=True)
    )
    table.room.begin_round()
    return table.room


@pytest.mark.parametrize(
    "box", ["thiercelieux", "best-of", "tit-albert", "family", "mots-garous", "speedwords"]
)
def test_a_round_taken_up_again_has_the_sheets_it_had(box: str) -> None:
    begun: Evening
    if box in RULEBOOKS:
        begun, narration = evening(box, seats=12), NARRATION["en"]
    else:
        mode = "classic" if box == "mots-garous" else box
        begun, narration = word_evening(EVERY, 12, mode=mode), WORDS["en"]
    twin = Twin(room_for(begun, dice(1), narration), room_for(begun, dice(1), narration))
    begun.play_next(twin)
    assert twin.shown > 12
    told = [sheets(twin.live, seat).told for seat in range(12)]
    assert any("You chose: " in text for text in told)
    assert not any(re.search(r"You chose: (yes|\d)", text) for text in told), (
        "a mere sign, or a letter's place"
    )
    twin.live.begin_round()
    assert {sheets(twin.live, seat) for seat in range(12)} == {Sheets("", "Nothing for you.")}


def test_people_have_sheets_also_the_dead_and_who_is_played_for_and_nobody_else() -> None:
    table, _ = rehearsed(
        scenario(
            "seer werewolf werewolf villager villager villager villager villager",
            {"night 1": {"werewolves": "Ana", "seer": "Bob"}, "day 1": {}},
        )
    )
    people = table.room.people
    for seat in (ANA, BOB, CID, DEE):
        people.sit(seat)
    people.leave(CID)
    people.play_for(DEE)
    found = table.room.sheets()
    assert set(found) == {ANA, BOB, DEE}
    assert found[ANA].told == "Night 1\nBob: Werewolf."
