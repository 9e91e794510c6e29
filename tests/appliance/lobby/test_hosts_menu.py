"""The menu of the host before a round, without a table: what can be chosen, and what it says."""

from __future__ import annotations

from functools import cache, partial
from itertools import product
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest

from table.appliance.lobby.deck_chances import in_brief
from table.appliance.lobby.hosts_menu import HostsMenu
from table.appliance.menu.menus import MenuTexts, pages
from table.appliance.opening.choices import TableChoices
from table.board.board import Board
from table.board.menu import MenuEntry
from table.board.paint.scenes import Painter
from table.errors import RefusedError
from table.games.all import every_rulebook
from table.games.chances import shipped
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.games.werewords.evening import WordEvening
from table.games.werewords.rules.box import MOTS_GAROUS
from table.games.werewords.rules.options import Options as WordOptions
from table.games.werewords.rules.tiles import TILES
from table.gestures import Meaning
from table.house.books import with_house
from table.house.load import load
from table.house.narrate import narrate as told_at
from table.paths import SHIPPED
from table.sentences import flat
from table.settings.decks import NAMES
from table.settings.owner import Owner
from table.settings.settings import GameSettings as Owners
from table.settings.settings import Settings, Sound, VoiceSettings
from table.words.lists import Word, WordList
from table.words.narration import Narration
from tests.kit import menus
from tests.kit.legible import LOOKS, SIZES, faults, hard_to_read
from tests.kit.sampling import some
from tests.kit.tables import WHOLE_BOX
from tests.kit.tables import chosen as layer

OF_TEN = "werewolf=2, seer, witch, villager=6"


@cache
def narrate(rulebook: str, language: str) -> Narration:
    return Narration.load(language, rulebook)


def house(settings: Settings | None = None, *, simulated: bool = False, **chosen: Any) -> TableChoices:
    settings = settings or Settings(language="en")
    made = TableChoices(settings, RULEBOOKS, narrate, ["fr", "en"], simulated=simulated)
    made.settings = made.settings.over(layer(**chosen))
    return made


def menu(at: TableChoices | None = None, seated: int = 8, pods: int = 12, language: str = "en") -> HostsMenu:
    at = at or house()
    made = HostsMenu(at, at.settings, MenuTexts(language), 1)
    made.menu(seated, pods)
    return made


def labels(made: HostsMenu) -> list[str]:
    """All entries of the open menu, on whichever page."""
    return [item.label for item in made.turning.items()]


def turn_to(made: HostsMenu, label: str) -> MenuEntry:
    return menus.turn_to(made.turning, label)


def take(made: HostsMenu, label: str) -> str:
    """Chooses an entry once. Returns its value then."""
    take_into(made, label)
    return value_of(made, label)


def take_into(made: HostsMenu, label: str) -> None:
    """Chooses an entry that opens a page."""
    turn_to(made, label)
    made.turning.hear(Meaning.TAKE)


def note_of(made: HostsMenu, label: str) -> str:
    return turn_to(made, label).note


def value_of(made: HostsMenu, label: str) -> str:
    return turn_to(made, label).value


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_rules_are_read_page_by_page(language: str) -> None:
    """The game in thirty seconds, the Captain, what is special in these rules, then each character in play,
    in two lines each, and advice on how to play it, a sentence a page."""
    made = menu(house(Settings(language=language), rulebook="tit-albert"), language=language)
    general = len(made.words.table["pages"]["werewolves"]) + 1 + 2
    turn_to(made, made.words.text("host.rules"))
    made.turning.hear(Meaning.TAKE)
    pages = made.menu(8, 12).entries
    narration = Narration.load(language, "tit-albert")
    deck = made.chosen.house.cards(made.choices, 8)
    titles = [narration.card(card).title for card in dict.fromkeys(deck)]
    assert [page.label for page in pages[general - 2 : general]] == [
        narration.cards["captain"].title,
        made.words.table["box"]["tit-albert"]["title"],
    ]
    assert [page.label for page in pages[general : general + len(titles)]] == titles
    advised = [made.words.text("host.advice", card=title) for title in titles for _ in range(2)]
    assert [page.label for page in pages[general + len(titles) : -1]] == advised
    assert all(0 < len(page.note) <= 110 for page in pages[:-1])
    assert pages[-1].note == ""
    made.turning.hear(Meaning.NEXT)
    made.turning.hear(Meaning.TAKE)
    assert made.menu(8, 12).title == made.words.text("host.title")
    assert not made.started


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_character_of_every_box_has_its_page(language: str) -> None:
    for book in RULEBOOKS.values():
        narration = Narration.load(language, book.key)
        told = pages(MenuTexts(language), book.key, narration, book.cards, Options(), 1)
        titles = [page.title for page in told][: -2 * len(book.cards)]
        assert titles[-len(book.cards) :] == [narration.card(card).title for card in book.cards]
        assert len(set(titles)) == len(titles)
        assert [page.role for page in told][-2 * len(book.cards) :: 2] == [card.key for card in book.cards]
    tiles = tuple(TILES.values())
    narration = Narration.load(language, "mots-garous")
    told = pages(MenuTexts(language), "mots-garous", narration, tiles, WordOptions(), 3)
    assert [page.title for page in told[4 : 4 + len(tiles)]] == [narration.card(tile).title for tile in tiles]
    assert len(told) == 4 + 3 * len(tiles)


@pytest.mark.parametrize("language", ["fr", "en", "de", "es"])
def test_roles_of_the_house_and_those_in_an_owners_deck_have_their_pages(language: str) -> None:
    roles = load(SHIPPED / "house")
    assert (len(roles), roles.mistakes) == (2, [])
    narrate = partial(told_at, Owner(Path("nowhere")), language, roles=roles)
    at = house(Settings(language=language, decks={"ours": "werewolf=2, seer, black_cat, villager=6"}))
    at.rulebooks, at.narration = with_house(roles), lambda rulebook, _: narrate(rulebook)
    made = menu(at, 10, 10, language)
    made.chosen.settings = made.choices.over({"game.deck": "ours"})
    told = made.pages()
    titles = [
        at.narration("thiercelieux", language).card(card).title
        for card in dict.fromkeys(at.cards(made.choices, 10))
    ]
    assert [page.title for page in told[7 : 7 + len(titles)]] == titles
    assert all("\n" not in page.text and len(page.text) <= 120 for page in told)


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_captain_has_a_page_where_one_is_elected(rulebook: str) -> None:
    """And what it says of ties is true: ties decided by lot are not the Captain's to break."""

    def told(**options: Any) -> list[str]:
        settings = Settings(language="en", game=Owners(rulebook=cast(Any, rulebook), **options))
        made = menu(house(settings), seated=12)
        office = made.chosen.house.narration(rulebook, "en").cards["captain"].title
        return [page.text for page in made.pages() if page.title == office]

    assert told(captain="never") == []
    (usual,), (by_lot,) = told(captain="day 2"), told(captain="start", tie="lot")
    assert "two votes" in usual
    assert "breaks ties" in usual
    assert "two votes" in by_lot
    assert "ties" not in by_lot


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_what_the_rules_lay_open_about_lovers_is_said_where_there_may_be_any(
    rulebook: str, language: str
) -> None:
    """LG-43: a ballot that does not count, and a tie without a question, tell everybody who loves whom."""
    book, words = RULEBOOKS[rulebook], MenuTexts(language)
    narration = Narration.load(language, rulebook)
    captain = narration.cards["captain"].title

    def told(*keys: str, **options: Any) -> list[str]:
        deck = [card for card in book.cards if card.key in keys]
        found = pages(words, rulebook, narration, deck, Options(**options), 1)
        return [page.text for page in found if page.title == words.text("lovers.title")]

    assert told("werewolf", "seer") == []
    (with_ties,) = told("werewolf", "cupid", captain="day 1", tie="rules")
    (by_lot,) = told("werewolf", "cupid", captain="day 1", tie="lot")
    (without,) = told("werewolf", "cupid", captain="never")
    arrow = {"fr": "flèche", "en": "arrow"}[language]
    assert captain in with_ties
    assert by_lot == without
    assert captain not in without
    assert all(arrow in text and len(text) <= 120 for text in (with_ties, without))


def test_a_deck_that_nobody_can_play_yet_has_its_pages_all_the_same() -> None:
    """Twenty-four chairs, and cards for ten: the pages are of those cards."""
    made = menu(house(deck=OF_TEN), seated=0, pods=24)
    titles = [page.title for page in made.pages()]
    assert titles[-12:-8] == ["Werewolf", "Seer", "Witch", "Plain Villager"]


def test_the_menu_says_how_long_it_will_be_and_what_the_chances_are() -> None:
    start = menu().menu(8, 12).entries[0]
    assert start.value == "8 players, about 14 min"
    assert start.note == in_brief(shipped("thiercelieux", "beginner", 8), MenuTexts("en"))
    assert start.note.startswith("Wins in 100: ")


def test_the_menu_says_that_a_first_night_will_be_long() -> None:
    every_card = menu(house(rulebook="best-of", deck=", ".join(WHOLE_BOX)), seated=24, pods=24)
    assert every_card.menu(24, 24).entries[0].note.startswith("A long first night: 6 min.")


def test_cards_are_chosen_one_by_one_and_villagers_are_as_many_as_are_missing() -> None:
    """Through every number of werewolves that the rules allow, and back to where it began."""
    made = menu(house(deck="simplified"), seated=8)
    take_into(made, "Cards one by one")
    assert value_of(made, "Werewolf") == "2"
    assert take(made, "Werewolf") == "3"
    assert made.choices.game.deck == "seer, werewolf=3, villager=4"
    assert take(made, "Werewolf") == "1"
    assert take(made, "Thief") == "1"
    assert take(made, "Seer") == "0"
    assert made.choices.game.deck == "werewolf, thief, villager=8"
    made.close()
    assert value_of(made, "Cards") == "chosen one by one"
    turn_to(made, "Start")
    made.turning.hear(Meaning.TAKE)
    assert made.started


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_no_card_that_is_chosen_makes_a_round_impossible(rulebook: str) -> None:
    made = menu(house(rulebook=rulebook, deck="expert"), seated=12)
    take_into(made, "Cards one by one")
    cards = labels(made)[:-1]
    assert len(cards) == len(RULEBOOKS[rulebook].cards) - 1
    for label in cards:
        take_into(made, label)
        assert made.chosen.why_not() == "", label


def test_who_is_too_few_cannot_start_and_is_told_how_many_are_missing() -> None:
    made = menu(seated=7)
    start = made.menu(7, 12).entries[0]
    note = "These rules need at least 8 players. “Rules”: Family from 6. Hold: the table plays 5."
    assert (start.value, start.note) == ("One more player is needed", note)
    start = made.menu(2, 12).entries[0]
    note = "These rules need at least 8 players. Hold: the table plays 10."
    assert (start.value, start.note) == ("6 more players are needed", note), "no rules are for two"


@pytest.mark.parametrize(
    ("seated", "language", "rulebooks"),
    [
        (6, "en", "“Rules”: Family from 6, Mots-garous from 3."),
        (5, "en", "“Rules”: Mots-garous from 3."),
        (3, "fr", "« Règles » : Mots-garous dès 3."),
    ],
)
def test_too_few_read_every_rulebook_that_is_for_them(seated: int, language: str, rulebooks: str) -> None:
    settings = Settings(language=language)
    at = TableChoices(settings, every_rulebook(RULEBOOKS), narrate, ["fr", "en"], simulated=False)
    made = menu(at, language=language)
    for pods in (seated, 12):
        assert rulebooks in made.menu(seated, pods).entries[0].note


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_longest_notes_at_the_start_can_be_read(language: str) -> None:
    settings = Settings(language=language)
    at = TableChoices(settings, every_rulebook(RULEBOOKS), narrate, ["fr", "en"], simulated=False)
    words = MenuTexts(language)
    camps = {"lovers": 16, "piper": 9, "white_werewolf": 27, "angel": 10, "prejudiced_manipulator": 3}
    wins = {"villagers": 20, "werewolves": 12, **camps, "nobody": 3}
    assert sum(wins.values()) == 100
    told = in_brief(wins, words)
    last = words.titled("camp", "others")
    assert f"{last} 15" in told, "the others are not left out"
    shown = menu(at, language=language).menu(6, 12)
    for note, size in product((shown.entries[0].note, told), SIZES[::3]):
        entries = [msgspec.structs.replace(shown.entries[0], note=note), *shown.entries[1:]]
        board = Board(menu=msgspec.structs.replace(shown, cursor=0, entries=tuple(entries)))
        written = Painter(look=LOOKS[-2]).text_rects(board, size)
        assert faults(board, written, size) + hard_to_read(board, written, size) == []


@pytest.mark.parametrize(("seated", "bots"), [(5, False), (3, True)])
def test_a_family_of_five_plays_its_own_deck(seated: int, bots: bool) -> None:
    """With bots on the free chairs, and without."""
    at = house(rulebook="family", deck="werewolf, seer, villager=3", bots=bots)
    made = menu(at, seated=seated, pods=5)
    start = made.menu(seated, 5).entries[0]
    assert start.value == "5 players, about 10 min"
    made.turning.hear(Meaning.TAKE)
    assert made.started
    start = menu(house(rulebook="family", deck="werewolf, seer, villager=3")).menu(4, 5).entries[0]
    assert start.value == "One more player is needed"
    assert start.note.startswith("These rules need at least 5 players.")


def test_another_rulebook_may_be_for_fewer() -> None:
    made = menu(seated=6)
    take_into(made, "Rules")
    told = {entry.label: entry.note for entry in made.menu(6, 12).entries}
    assert told["Thiercelieux"] == "These rules need at least 8 players."
    assert told["Family"].endswith("For 6 to 18 players.")
    keys = made.turning.options().labels
    assert {"unfit.thiercelieux", "family", "back"} <= {*keys}, "a phone shows the others in grey"
    assert value_of(made, "Thiercelieux") == "chosen"
    take_into(made, "Family")
    assert value_of(made, "Rules") == "Family"
    assert made.choices.game.rulebook == "family"
    turn_to(made, "Start")
    made.turning.hear(Meaning.TAKE)
    assert made.started


def test_every_choice_goes_round_to_where_it_began() -> None:
    made = menu(house(simulated=True), pods=10)
    before = made.choices
    for label in ("Cards", "Captain", "Language", "Pace", "Who deals", "The night"):
        begun = value_of(made, label)
        seen = [take(made, label)]
        while seen[-1] != begun:
            seen.append(take(made, label))
            assert len(seen) < 9, label
        assert len(set(seen)) == len(seen) > 1, label
    assert made.choices == before


def deck_with(rulebook: str, option: str = "") -> str:
    """A deck of twelve with each card that has an option, or with all of them but those that have this."""
    found = [card for card in RULEBOOKS[rulebook].cards if card.options and option not in card.options]
    cards = {card.key: card.copies or 1 for card in found} | {"werewolf": 2}
    cards["villager"] = 12 - sum(cards.values())
    return ", ".join(f"{key}={number}" for key, number in cards.items())


OF_CARDS = sorted(
    {(key, option) for key, book in RULEBOOKS.items() for card in book.cards for option in card.options}
)


@pytest.mark.parametrize(("rulebook", "option"), OF_CARDS)
def test_an_option_that_only_a_card_reads_is_offered_with_that_card_alone(rulebook: str, option: str) -> None:
    shown = []
    for deck in (deck_with(rulebook), deck_with(rulebook, option)):
        made = menu(house(rulebook=rulebook, deck=deck), seated=12)
        take_into(made, "House rules")
        shown.append(labels(made))
    label = MenuTexts("en").text(f"host.{option}")
    assert [label in there for there in shown] == [option in RULEBOOKS[rulebook].options, False]


@pytest.mark.parametrize("rulebook", RULEBOOKS)
@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_option_of_the_rules_can_be_chosen_in_all_that_it_may_be(rulebook: str, language: str) -> None:
    """LG-15, LG-47: a round is played with what was chosen, and an evening that goes on keeps it."""
    at, texts = house(rulebook=rulebook, deck=deck_with(rulebook), bots=True), MenuTexts(language)
    made = menu(at, seated=12, language=language)
    first = [entry.key for entry in made.items()]
    take_into(made, texts.text("host.house"))
    pages = {f"game.{key}": texts.text(f"host.{key}") for key in RULEBOOKS[rulebook].options}
    assert {"game.captain", "game.claims"} <= set(first)
    del pages["game.captain"]
    assert labels(made)[:-1] == [*pages.values()]
    shown = made.menu(8, 12)
    for cursor, size in product(range(len(shown.entries)), SIZES[::3]):
        board = Board(menu=msgspec.structs.replace(shown, cursor=cursor))
        written = Painter(look=LOOKS[-2]).text_rects(board, size)
        assert faults(board, written, size) + hard_to_read(board, written, size) == []
    for field, label in pages.items():
        begun, seen = made.choices.value(field), set[Any]()
        while not seen or made.choices.value(field) != begun:
            take(made, label)
            seen.add(value := made.choices.value(field))
            evening = at.evening(made.choices, [""] * 12, range(12), 0)
            assert getattr(evening.options, field.partition(".")[2]) == value
            assert at.sat(evening, language).value(field) == value
        assert len(seen) > 1


def test_the_house_rules_of_mots_garous_are_how_long_the_rest_of_its_day_lasts() -> None:
    at = house(bots=True)
    at.rulebooks = {MOTS_GAROUS.key: MOTS_GAROUS}
    at.settings = at.settings.over({"game.rulebook": MOTS_GAROUS.key})
    made = menu(at)
    take_into(made, "House rules")
    lengths = {
        "Talk before the accusations": "debate_s",
        "One werewolf names the Seer": "pick_s",
        "Werewolves name the Seer": "picks_s",
        "The accusations": "accuse_s",
    }
    assert labels(made) == [*lengths, "Back"]
    for label, field in lengths.items():
        begun, seen = made.choices.value(f"times.mots_garous.{field}"), set[float]()
        while not seen or made.choices.value(f"times.mots_garous.{field}") != begun:
            take(made, label)
            seen.add(made.choices.value(f"times.mots_garous.{field}"))
        assert len(seen) > 3
        assert msgspec.convert(msgspec.to_builtins(made.choices), Settings), "table.toml allows it too"


SOUNDS = {"Voice": "voice.volume", "Night": "sound.ambience", "Music": "sound.music"}
SOUNDS |= {"Effects": "sound.effects", "Menus": "voice.menus"}


@pytest.mark.parametrize(
    ("title", "fields"),
    [
        ("Sound", SOUNDS),
        (
            "Board",
            {
                "Captions": "screen.captions",
                "Text size": "screen.text",
                "Contrast": "screen.contrast",
                "Motion": "screen.calm",
            },
        ),
    ],
)
def test_sound_and_board_have_menus_of_their_own(title: str, fields: dict[str, str]) -> None:
    """Each entry changes its own choice only; the last one leads to the start."""
    made = menu()
    take_into(made, title)
    assert labels(made) == [*fields, "Back"]
    for label, field in fields.items():
        before, begun = made.choices, value_of(made, label)
        seen = [take(made, label)]
        was, now = (flat(msgspec.to_builtins(one)) for one in (before, made.choices))
        assert {key for key in was if was[key] != now[key]} == {field}
        assert msgspec.convert(msgspec.to_builtins(made.choices), Settings), "table.toml allows it too"
        while seen[-1] != begun:
            seen.append(take(made, label))
            assert len(seen) < 9, label
        assert len(set(seen)) == len(seen) > 1, label
    turn_to(made, "Back")
    made.turning.hear(Meaning.TAKE)
    shown = made.menu(8, 12)
    assert shown.title == "Tonight’s game"
    assert shown.entries[shown.cursor].label == "Start"


def test_what_this_house_never_lets_be_heard_is_not_in_the_menu() -> None:
    silent = Settings(language="en", voice=VoiceSettings(enabled=False), sound=Sound(0, 0, 0))
    assert "Sound" not in labels(menu(house(silent)))
    made = menu(house(Settings(language="en", sound=Sound(effects=0))))
    take_into(made, "Sound")
    assert labels(made) == ["Voice", "Night", "Music", "Menus", "Back"]


def test_where_nothing_is_heard_captions_cannot_be_left_out_nor_eyes_closed() -> None:
    made = menu(house(volume=0.0))
    assert "The night" not in labels(made)
    take_into(made, "Board")
    assert labels(made) == ["Text size", "Contrast", "Motion", "Back"]


def test_only_decks_that_so_many_can_play_are_offered() -> None:
    settings = Settings(language="en", decks={"saturday": OF_TEN})
    at = house(settings)
    assert at.decks(at.settings, 8) == list(NAMES)
    assert at.decks(at.settings, 10) == [*NAMES, "saturday"]


def test_a_deck_asked_for_that_so_many_cannot_play_is_said_and_can_be_left() -> None:
    made = menu(house(deck=OF_TEN), seated=9)
    assert made.menu(9, 12).entries[0].note == (
        "These cards are not for 9 players. Hold: the same cards, for 9 players."
    )
    assert take(made, "Cards") in ("beginners", "very simple", "experts")
    assert made.chosen.why_not() == ""
    with pytest.raises(RefusedError):
        made.chosen.house.cards(made.choices.over({"game.deck": OF_TEN}), 9)


def test_the_table_plays_at_free_chairs_only_if_that_is_chosen() -> None:
    made = menu(seated=3, pods=9)
    assert made.chosen.players == 3
    assert note_of(made, "Free chairs") == "Only those who sit here play."
    turn_to(made, "Free chairs")
    before = made.turning.cursor
    assert take(made, "Free chairs") == "the table plays"
    assert made.chosen.players == 9
    assert made.chosen.why_not() == ""
    assert note_of(made, "Free chairs").startswith("The table plays at each of them")
    shown = made.menu(3, 9)
    assert shown.entries[shown.cursor].label == "Free chairs"
    assert shown.cursor == before + 1, "the cards have come before it"


@pytest.mark.parametrize(
    ("seated", "told"),
    [
        (1, "1 person; the table plays 9. Wins in"),
        (3, "3 people; the table plays 7."),
        (10, "Wins"),
    ],
)
def test_the_start_says_how_many_the_table_plays(seated: int, told: str) -> None:
    assert menu(house(bots=True), seated, 10).menu(seated, 10).entries[0].note.startswith(told)


@pytest.mark.parametrize("language", ["fr", "en"])
def test_each_rulebook_says_what_it_is_and_for_how_many(language: str) -> None:
    seen = set()
    at = house(Settings(language=language), simulated=True)
    at.rulebooks = {**RULEBOOKS, MOTS_GAROUS.key: MOTS_GAROUS}
    for key, book in at.rulebooks.items():
        words = MenuTexts(language)
        made = HostsMenu(at, at.settings.over({"game.rulebook": key}), words, 1)
        made.menu(9, 12)
        about = words.text(f"rulebook_note.{key}")
        players = words.text("host.for_players", least=book.least, most=book.most)
        assert note_of(made, words.text("host.rulebook")) == f"{about} {players}"
        assert len(set(labels(made))) == len(labels(made))
        seen.add(about)
    assert len(seen) == len(RULEBOOKS) + 1


@pytest.mark.parametrize(("language", "buttons"), some(product(("fr", "en"), (1, 2, 3)), of=2))
def test_a_page_of_the_rules_says_how_one_turns_it_and_leaves_it(buttons: int, language: str) -> None:
    at = house()
    words = MenuTexts(language)
    made = HostsMenu(at, at.settings, words, buttons)
    hint = made.menu(8, 12).hint
    take_into(made, words.text("host.rules"))
    shown = made.menu(8, 12)
    assert shown.title == words.text("host.rules")
    assert shown.hint == words.text(f"page_hint.{buttons}") != hint
    for cursor, size in product(range(len(shown.entries)), SIZES[::3]):
        board = Board(menu=msgspec.structs.replace(shown, cursor=cursor))
        written = Painter(look=LOOKS[-2]).text_rects(board, size)
        assert faults(board, written, size) + hard_to_read(board, written, size) == []
    made.turning.hear(Meaning.TAKE)
    shown = made.menu(8, 12)
    assert (shown.hint, shown.entries[shown.cursor].label) == (hint, words.text("host.start"))


def test_where_the_players_hold_cards_no_chair_is_played() -> None:
    """LG-52: the table cannot know which card lies in front of an empty chair."""
    made = menu(house(deal="cards"), seated=8)
    take(made, "Free chairs")
    assert (made.choices.game.bots, made.choices.game.deal) == (True, "ring")
    assert "Who deals" not in labels(made)
    both = Settings(game=Owners(bots=True, deal="cards"))
    assert not house(both).settings.game.bots


@pytest.mark.parametrize("language", ["fr", "en"])
def test_bo_40_who_deals_printed_cards_is_told_what_the_box_does_not_hold(language: str) -> None:
    """BO-40: beside the start, and where the dealing is chosen. Nothing is missing if the rings deal."""
    settings = Settings(decks={"many": "werewolf=4,seer,raven,villager=14"})
    for deal, said in (("cards", "× 1"), ("ring", "")):
        at = house(settings, rulebook="thiercelieux", deck="many", deal=deal, language=language)
        made = menu(at, 20, 20, language)
        items = made.turning.items()
        start, cards = items[0], next(one for one in items if one.key == "game.deal")
        assert said in start.note
        assert said in cards.note
        titles = [narrate("thiercelieux", language).cards[key].title for key in ("villager", "raven")]
        assert all((f"{title} × 1" in start.note) is (deal == "cards") for title in titles)


def test_an_evening_is_as_it_was_chosen() -> None:
    settings = Settings(game=Owners(captain="day 2", tie="lot", stalemate=5))
    at = house(settings)
    chosen = at.settings.over({"game.rulebook": "best-of", "game.captain": "never", "game.deck": "expert"})
    evening = at.evening(chosen, [f"seat {number}" for number in range(9)], (0, 1, 2, 4, 5, 6, 7, 9, 11), 4)
    assert (evening.rulebook.key, evening.options.captain, evening.seed) == ("best-of", "never", 4)
    assert (evening.options.tie, evening.options.stalemate) == ("lot", 5)
    assert evening.pods == (0, 1, 2, 4, 5, 6, 7, 9, 11)
    assert at.sat(evening, "en").game.captain == "never"
    assert [card.key for card in at.cards(at.sat(evening, "en"), 9)] == [card.key for card in evening.deck]


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_office_and_camp_has_a_name(language: str) -> None:
    words = MenuTexts(language)
    named = {
        "office": ("rules", "lot"),
        "camp": {camp for key in RULEBOOKS for name in NAMES for camp in shipped(key, name, 18)},
    }
    for table, values in named.items():
        for value in values:
            assert words.text(f"{table}.{value}")


def test_the_host_chooses_how_many_words_are_offered_and_for_how_long_questions_are_asked() -> None:
    words = [Word(f"word {number}", "easy", "things", frozenset(), True) for number in range(100)]
    at = TableChoices(
        Settings(language="en"),
        {MOTS_GAROUS.key: MOTS_GAROUS},
        narrate,
        ["en"],
        simulated=False,
        lists=lambda *_: [WordList(Path(), "", "en", words, [])],
    )
    at.settings = at.settings.over({"game.rulebook": "mots-garous", "mots_garous.difficulty": "easy"})
    made = menu(at)
    assert (value_of(made, "Words offered"), value_of(made, "Questions")) == ("4", "4:00")
    assert take(made, "Words offered") == "5"
    assert take(made, "Questions") == "5:00"
    evening = at.evening(made.choices, ["Ana", "Bob", "Cid", "Dee", "Eve"], range(5), 1)
    assert isinstance(evening, WordEvening)
    assert (evening.offered, evening.day_s) == (5, 300.0)
    take(made, "Play")
    assert value_of(made, "Questions") == "2:00", "a speedwords day has a length of its own"
