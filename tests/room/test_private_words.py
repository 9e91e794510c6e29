"""Slips: every secret message and every choice has words, in each language, that fit on a phone."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from hardware.phones.wire import SLIP_BYTES
from table.board.board import Secret
from table.board.menu import Menu, MenuEntry
from table.engine.requests import Show
from table.games.werewolf.rules.cards.thief import CLOCKWISE
from table.games.werewolf.rules.cards.wolf_hound import SIDES
from table.games.werewolf.rules.pieces import Seat
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.games.werewolf.rules.signs import message
from table.gestures import Meaning
from table.room.choosing import Choosing
from table.room.private_words import PrivateWords, together
from table.room.village import Village
from table.typefaces import OURS
from table.words.lists import LONGEST
from table.words.narration import Narration
from tests.kit.paths import ROOT
from tests.kit.tables import NARRATION

CARDS = {card.key: card for book in RULEBOOKS.values() for card in book.cards}
PLACES = ("lighthouse", "crossroads", "workshop", "vineyard", "washhouse", "fountain")
SEATS = [Seat(index, name, CARDS["villager"]) for index, name in enumerate(PLACES)]
OWN, OTHER, THIRD = SEATS[:3]

MESSAGES: Mapping[str, Show] = {
    "card": Show([OWN], "card", seat=OTHER, value=CARDS["seer"]),
    "centre": Show([OWN], "centre", value=(CARDS["seer"], CARDS["witch"])),
    "pack": Show([OWN, OTHER, THIRD], "pack", value=(OWN, OTHER, THIRD)),
    "victims": Show([OWN], "victims", value=[OTHER]),
    "charmed": Show([OWN], "charmed", value=[OTHER, THIRD]),
    "sister": Show([OWN], "sister", seat=OTHER),
    "brother": Show([OWN], "brother", seat=OTHER),
    "taken": Show([OWN], "taken", seat=OTHER, value=CARDS["witch"]),
    "lover": Show([OWN], "lover", seat=OTHER),
    "baker": Show([OWN], "baker", value=[OTHER, THIRD]),
    "fox": Show([OWN], "fox", value=True),
    "infected": Show([OWN], "infected"),
}
"""A message of each kind that the shipped cards show, except the card itself."""


def writer(language: str, buttons: int = 1) -> PrivateWords:
    """Writes the slips of a table of six."""
    return PrivateWords(Village(NARRATION[language], PLACES), buttons)


def said(language: str, request: Show) -> str:
    """The words of a message for the first seat."""
    return writer(language).message(OWN.index, request, message(request))


def pixel_of(own: int, other: int) -> int:
    return 4 * ((other - own) % len(SEATS))


def choosing(*choices: object, count: int = 1, demanded: bool = False) -> Choosing:
    return Choosing(OWN.index, choices, count, demanded, pixel_of, 24)


def test_every_kind_of_message_of_our_cards_is_tried_here() -> None:
    cards = (ROOT / "table" / "games" / "werewolf" / "rules").rglob("*.py")
    shown = {what for path in cards for what in re.findall(r'show\(\[?\w+\]?, "(\w+)"', path.read_text())}
    assert shown - {"dealt"} == set(MESSAGES)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("kind", MESSAGES)
def test_a_message_names_everybody_in_it_and_no_other(language: str, kind: str) -> None:
    request, narration = MESSAGES[kind], NARRATION[language]
    told = said(language, request)
    shown = request.value if isinstance(request.value, list | tuple) else [request.value]
    meant = {seat.index for seat in (request.seat, *shown) if isinstance(seat, Seat)} - {OWN.index}
    assert {seat.index for seat in SEATS if narration.seat(seat).label in told} == meant
    for card in (one for one in shown if hasattr(one, "key") and not isinstance(one, Seat)):
        assert narration.card(card).title in told
    assert len(told.encode()) < SLIP_BYTES / 2


@pytest.mark.parametrize("language", ["en", "fr"])
def test_who_is_nobody_s_victim_and_a_wolf_alone_are_told_so(language: str) -> None:
    nobody, alone = Show([OWN], "victims", value=[]), Show([OWN], "pack", value=[OWN])
    words = NARRATION[language].words
    assert said(language, nobody) == words["slip.nobody.victims"]
    # A pack shows itself to itself: a lone wolf's needle points at its own seat.
    assert NARRATION[language].seat(OWN).label in said(language, alone)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_yes_and_no_of_an_owner_s_card_and_what_it_shows_have_words_too(language: str) -> None:
    told = [said(language, Show([OWN], "own_role", value=value)) for value in (True, False, [OTHER], [])]
    assert all(told)
    assert len(set(told)) == 4


@pytest.mark.parametrize("buttons", [1, 2, 3])
def test_a_choice_says_where_the_light_points_then_what_is_locked(buttons: int) -> None:
    words, choice = writer("en", buttons), choosing(*SEATS[1:])
    assert words.choice(choice).splitlines()[0] == "Your light: nobody."
    assert words.choice(choice).splitlines()[1] == NARRATION["en"].word(f"prompt.choose.{buttons}")
    choice.hear(Meaning.NEXT, 1.0)
    assert words.choice(choice).startswith("Your light: Crossroads.")
    choice.hear(Meaning.CONFIRM, 2.0)
    unlock = NARRATION["en"].word(f"slip.unlock.{buttons}")
    assert words.kept(choice) == "Locked: Crossroads."
    assert words.choice(choice) == f"Locked: Crossroads.\n{unlock}"
    choice.hear(Meaning.CONFIRM, 3.0)
    assert words.choice(choice).startswith("Your light: Crossroads.")
    assert words.kept(choice) == "Locked: nobody."


def test_of_two_people_the_first_is_named_while_the_second_is_chosen() -> None:
    words, choice = writer("fr"), choosing(*SEATS, count=2, demanded=True)
    choice.hear(Meaning.CONFIRM, 1.0)
    assert words.choice(choice).splitlines()[:2] == [
        "Choisi\u00a0: Phare.",
        "Votre lumière\u00a0: Carrefour.",
    ]
    choice.hear(Meaning.CONFIRM, 2.0)
    assert words.choice(choice).splitlines()[0] == "Choisi\u00a0: Phare, Carrefour."


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("choices", [CLOCKWISE, SIDES, (False, True)])
def test_answers_that_are_words_have_words(language: str, choices: tuple[object, ...]) -> None:
    words, choice, told = writer(language), choosing(*choices), set[str]()
    for _ in choices:
        told.add(words.choice(choice).splitlines()[0])
        choice.hear(Meaning.NEXT, 1.0)
    assert len(told) == len(choices)
    assert not any(str(raw) in line.split() for raw in ("True", "False", "keep.") for line in told)


def test_words_are_listed_by_the_numbers_of_their_options_and_one_is_marked() -> None:
    words, choice = writer("en"), choosing("pomme", "étoile", "loup", demanded=True)
    prompt, unlock = (NARRATION["en"].word(key) for key in ("prompt.choose.1", "slip.unlock.1"))
    listed = ["Your light: pomme.", "> 1. pomme", "2. étoile", "3. loup", prompt]
    assert words.choice(choice).splitlines() == listed
    assert not OURS.undrawn("".join(listed)), "a window draws them, too"
    choice.hear(Meaning.NEXT, 1.0)
    choice.hear(Meaning.CONFIRM, 2.0)
    listed = ["Locked: étoile.", "1. pomme", "> 2. étoile", "3. loup", unlock]
    assert words.choice(choice).splitlines() == listed


def test_a_finger_chooses_words_by_the_cell_with_their_number() -> None:
    village = Village(NARRATION["en"], PLACES)
    village.places.screens = lambda: range(len(PLACES))
    words = PrivateWords(village, 1)
    by_number = NARRATION["en"].word("slip.screen.choose.numbers")
    assert words.choice(choosing("pomme", "loup", demanded=True), asked="word").splitlines()[-1] == by_number
    assert words.choice(choosing(*SEATS[1:]), asked="seer").splitlines()[-1].startswith("Touch a name")


def test_letters_are_listed_by_the_numbers_of_those_that_are_left() -> None:
    words, letters = writer("fr"), ("a", "r", "c-", "e", "n", "c", "i", "e", "l")
    choice = choosing(0, 2, 3, 4, 8)
    choice.hear(Meaning.NEXT, 1.0)
    points, options, _ = words.choice(choice, letters).splitlines()
    assert (points, options) == ("Votre lumière\u00a0: c-.", "1. a, > 2. c-, 3. e, 4. n, 5. l")


@pytest.mark.parametrize("buttons", [1, 3])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_as_many_words_as_may_be_offered_and_the_letters_of_the_longest_fit(
    language: str, buttons: int
) -> None:
    narration = Narration.load(language, "mots-garous")
    words, longest = PrivateWords(Village(narration, PLACES), buttons), "é" + "m" * (LONGEST - 1)
    offer, told = choosing(*(f"{longest[:-1]}{number}" for number in range(8))), Secret((longest,))
    pack = words.message(OWN.index, MESSAGES["pack"], message(MESSAGES["pack"]))
    pointing = words.choice(choosing(*range(LONGEST)), longest)
    slips = (
        (narration.word("call.mayor"), words.choice(offer)),
        (
            narration.word("call.werewolves"),
            words.secret(Show([], "word"), told, is_asked=True),
            pack,
            pointing,
        ),
    )
    assert [len("\n".join(slip).encode()) <= SLIP_BYTES for slip in slips] == [True, True]


def test_a_word_of_the_game_stands_as_it_is() -> None:
    assert writer("fr").choice(choosing("pomme", "étoile")).startswith("Votre lumière\u00a0: pomme.")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_card_is_told_with_what_it_does_and_fits(language: str) -> None:
    for telling in (None, "tit-albert", "family"):
        narration = Narration.load(language, telling)
        words = PrivateWords(Village(narration, PLACES), 1)
        for key, card in CARDS.items():
            title, *does = words.card(card).splitlines()
            assert title == narration.card(card).title, key
            assert len(does) == 1, key
            assert len(words.card(card).encode()) < SLIP_BYTES


def test_the_menu_is_told_at_its_cursor() -> None:
    words, village = writer("en"), Village(NARRATION["en"], PLACES)
    assert words.menu() == ""
    village.board.menu = Menu(
        "The menu", [MenuEntry("Go on"), MenuEntry("Pace", "Calm", "How fast.")], 1, "H."
    )
    assert PrivateWords(village, 1).menu() == "The menu\nPace: Calm\nHow fast.\nH."


def test_above_the_words_stands_what_they_are_about() -> None:
    assert together("The Seer", {1: "seen", 2: ""}) == {1: "The Seer\nseen"}
    assert together("", {1: "seen"}) == {1: "seen"}
