"""The words: every line in every language, well formed, and what is told of each event."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from table.board.board import Arrow, Board
from table.errors import UnreadableError
from table.narration import NARRATION, SPOKEN_AT_MOST, Narration
from table.requests import Public
from table.werewolf import events, telling
from table.werewolf.cards.hunter import HUNTER
from table.werewolf.cards.seer import SEER
from table.werewolf.cards.villager import VILLAGER
from table.werewolf.cards.werewolf import WEREWOLF
from table.werewolf.pieces import TOLD, Card
from table.werewolf.rulebooks import RULEBOOKS
from table.werewolf.state import Seat

LANGUAGES = ("fr", "en")
CALLS = tuple(dict.fromkeys(call for book in RULEBOOKS.values() for call in book.calls))
CARDS = tuple(dict.fromkeys(card for book in RULEBOOKS.values() for card in book.cards))

EVERY_NIGHT_AND_DAY = re.compile(
    r"call\..*|night\..*|dawn\..*|death\..*|debate\..*|vote\..*|ballots\..*|election\..*|captain\..*"
    r"|tie\..*|shot\..*|deal\..*|over\..*"
)


@pytest.fixture(params=LANGUAGES)
def narration(request: pytest.FixtureRequest) -> Narration:
    return Narration.load(request.param)


@pytest.fixture
def fr() -> Narration:
    return Narration.load("fr")


def first(_: int) -> int:
    return 0


def seat(index: int, name: str, card: Card = VILLAGER) -> Seat:
    return Seat(index, name, card)


def hamlet(narration: Narration, *names: str) -> list[Seat]:
    """One seat at each place, and then the named."""
    return [seat(index, name) for index, name in enumerate([*narration.places, *names])]


def wordings(narration: Narration, key: str, **facts: object) -> list[str]:
    """Every wording of a line."""
    number = len(narration.lines[key])
    picks = iter(range(number))
    return [narration.line(key, lambda _: next(picks), **facts) for _ in range(number)]


MILL = seat(0, "mill", HUNTER)
FORGE = seat(1, "forge", WEREWOLF)
WELL = seat(2, "well")
ANA = seat(3, "Ana", SEER)
SEATS = (MILL, FORGE, WELL, ANA)


def all_events() -> Iterator[Public]:
    """Every public event in every form that is told differently."""
    yield events.Dealt(CARDS)
    for number in (1, 2):
        for heads_up in (True, False):
            yield events.Nightfall(number, heads_up)
        yield events.Dawn(number)
    yield events.Day(0)
    yield events.Day(2)
    for card in (*CARDS, Card("raven"), None):
        yield events.Death(FORGE, card, "devoured", told=False)
        yield events.Death(FORGE, card, "poisoned", told=False)
        for cause in TOLD:
            yield events.Death(FORGE, card, cause, told=True)
    yield events.NoDeath("night")
    yield events.NoDeath("vote")
    yield events.HunterAims(MILL)
    yield events.CaptainFalls(MILL)
    yield events.Captain(ANA, "election")
    yield events.Captain(ANA, "succession")
    for again in (False, True):
        yield events.ElectionOpens((MILL, FORGE), again)
        yield events.VoteOpens((MILL, FORGE), again)
        yield events.Ballots("vote", again, {MILL: FORGE}, {FORGE: 1})
        yield events.Ballots("vote", again, {}, {})
        yield events.Ballots("election", again, {MILL: FORGE}, {FORGE: 1})
        yield events.Ballots("election", again, {}, {})
    yield events.DebateOpens()
    yield events.Ready(WELL)
    yield events.Tie("vote", (MILL, FORGE))
    yield events.Tie("election", (MILL, FORGE))
    yield events.BallotDecides(MILL)
    yield events.CaptainDecides(ANA, (MILL, FORGE))
    for of in ("election", "vote", "hunter", "successor", "captain_choice"):
        yield events.Lot(of, WELL)
    yield events.StalemateNear()
    yield events.Stalemate()
    for winner in ("villagers", "werewolves", "lovers", "nobody"):
        yield events.RoundOver(winner, (ANA,), SEATS)


def told_keys() -> set[str]:
    """Every line key the round or the room can ask for."""
    told = [line for event in all_events() for line in telling.tell(event)]
    told += [line for call in CALLS for line in (*telling.tell_wake(call), *telling.tell_sleep(call))]
    return {key for key, _ in told} | set(telling.ROOM_LINES)


class Recorder(Narration):
    """Remembers which words were asked for."""

    @classmethod
    def of(cls, narration: Narration) -> Recorder:
        recorder = cls.__new__(cls)
        recorder.__dict__ = dict(narration.__dict__, asked=set())
        return recorder

    def word(self, key: str, **facts: object) -> str:
        asked: set[str] = self.__dict__["asked"]
        asked.add(key if key in self.words else f"{key.rpartition('.')[0]}.any")
        return super().word(key, **facts)


def board(narration: Narration) -> Board:
    return Board(places=telling.places(SEATS, narration))


# ---------------------------------------------------------------------------- the files


def test_every_public_event_is_among_the_events_tested() -> None:
    here = {type(event) for event in all_events()}
    written = {
        each for each in vars(events).values() if isinstance(each, type) and issubclass(each, Public)
    } - {Public}
    assert here == written


@pytest.mark.parametrize("event", list(all_events()), ids=lambda event: type(event).__name__)
def test_every_event_is_told_and_drawn_in_every_language(event: Public) -> None:
    for language in LANGUAGES:
        narration = Narration.load(language)
        before = board(narration)
        after = board(narration)
        telling.show_on_board(after, event, narration)
        lines = telling.tell(event)
        spoken = [text for key, facts in lines for text in [narration.line(key, first, **facts)]]
        assert all(spoken)
        assert after != before


def test_an_event_nobody_wrote_a_line_for_is_an_error(narration: Narration) -> None:
    class Earthquake(Public, frozen=True):
        """Not in any rulebook."""

    with pytest.raises(TypeError, match="Earthquake"):
        telling.tell(Earthquake())
    with pytest.raises(TypeError, match="Earthquake"):
        telling.show_on_board(board(narration), Earthquake(), narration)


def test_every_key_told_has_its_line_and_every_line_is_told(narration: Narration) -> None:
    # A card the language does not know is told by "any".
    keys = told_keys() - {"death.card.raven"} | {"death.card.any"}
    assert keys == set(narration.lines)


def test_every_word_is_used_and_every_word_used_is_written(narration: Narration) -> None:
    recorder = Recorder.of(narration)
    for event in all_events():
        telling.show_on_board(board(narration), event, recorder)
    for call in CALLS:
        telling.show_wake(board(narration), call, recorder)
    telling.show_sleep(board(narration), recorder)
    assert recorder.__dict__["asked"] | set(telling.ROOM_WORDS) == set(narration.words)


def test_the_languages_have_the_same_keys() -> None:
    fr, en = (Narration.load(language) for language in LANGUAGES)
    assert list(fr.places) == list(en.places)
    assert list(fr.cards) == list(en.cards)
    assert fr.lines.keys() == en.lines.keys()
    assert fr.words.keys() == en.words.keys()
    assert {path.stem for path in NARRATION.glob("*.toml")} == set(LANGUAGES)


def test_there_are_24_places_and_no_two_sound_alike(narration: Narration) -> None:
    labels = [narration.places[key].label for key in narration.places]
    assert len(labels) == len(set(labels)) == 24
    assert max(map(len, labels)) <= 11
    assert len({label[:4].casefold() for label in labels}) == 24


def test_every_card_of_every_rulebook_and_the_captain_have_a_title(narration: Narration) -> None:
    assert {card.key for card in CARDS} | {"captain"} == set(narration.cards)


def test_what_is_heard_every_night_or_day_has_three_wordings(narration: Narration) -> None:
    few = {
        key: len(lines)
        for key, lines in narration.lines.items()
        if len(set(lines)) < (3 if EVERY_NIGHT_AND_DAY.fullmatch(key) else 1)
    }
    assert few == {}


def test_no_wording_is_written_twice_in_a_line(narration: Narration) -> None:
    for key, lines in narration.lines.items():
        assert len(set(lines)) == len(lines), key


# ---------------------------------------------------------------------------- the sentences


def test_every_sentence_is_short_and_whole(narration: Narration) -> None:
    seats = hamlet(narration, "Ana", "Bob")
    sentences = list(narration.sentences(seats, CARDS))
    longest = sorted(seats, key=lambda each: -len(str(narration.seat(each))))
    for key in ("election.again", "vote.again", "tie.vote", "tie.election"):
        sentences += wordings(narration, key, seats=longest[:SPOKEN_AT_MOST])
        sentences += wordings(narration, key, seats=longest)
    assert len(sentences) > 1400
    for sentence in sentences:
        assert len(sentence) <= 120, sentence
        assert sentence[0].isupper(), sentence
        assert sentence.endswith((".", "!", "?", "…")), sentence
        assert "{" not in sentence
        assert "  " not in sentence
        assert "'" not in sentence, f"a typewriter's apostrophe: {sentence}"


def test_lines_without_a_list_keep_to_two_lines_of_the_board(narration: Narration) -> None:
    long = [s for s in narration.sentences(hamlet(narration), CARDS) if len(s) > 88]
    assert long == []


def test_words_are_short(narration: Narration) -> None:
    bakery, villager = seat(0, "bakery"), VILLAGER
    for key, template in narration.words.items():
        facts: dict[str, Any] = {"seat": bakery, "card": villager, "number": 12}
        facts["cause"] = max((narration.word(f"cause.{c}") for c in TOLD), key=len)
        wanted = {name: fact for name, fact in facts.items() if f"{{{name}" in template}
        # A prompt is a line of its own; the others stand in large letters.
        assert len(narration.word(key, **wanted)) <= (80 if key.startswith("prompt.") else 46), key


def test_french_spaces_do_not_break(fr: Narration) -> None:
    for sentence in [*fr.sentences(hamlet(fr), CARDS), *(w for w in fr.words.values())]:
        assert not re.search(r" [!?:;»]|« ", sentence), sentence
        assert not re.search(r"[^\u00a0][!?:;]", sentence.replace("{number}", "")), sentence


def test_french_never_contracts_wrongly(fr: Narration) -> None:
    wrong = re.compile(
        r"\b(de le|de les|à le|à les|le [AEIOUÉÈaeioué]|la [AEIOUÉaeioué]|de [AEIOUÉH]\w|du [AEIOUÉ])"
    )
    for sentence in fr.sentences(hamlet(fr, "Ana", "Hélène"), CARDS):
        assert not wrong.search(sentence), sentence


def test_no_french_participle_agrees_with_a_player(fr: Narration) -> None:
    """Nobody has a gender: no "est mort", "est élue", "il", "elle" after a place."""
    agreeing = re.compile(r"MILL (est|était|fut|sera) |\b[Ii]l\b (est|était)|\(e\)|·e")
    mill = seat(0, "MILL")
    for sentence in fr.sentences([mill], CARDS):
        assert not agreeing.search(sentence), sentence


def test_english_gives_no_player_a_gender() -> None:
    gendered = re.compile(r"\b(he|him|his|she|her|hers|himself|herself)\b", re.IGNORECASE)
    en = Narration.load("en")
    for sentence in en.sentences(hamlet(en), CARDS):
        # The Little Girl is a title, and titles have a gender.
        assert not gendered.search(sentence) or "Little Girl" in sentence, sentence


def test_english_avoids_what_espeak_misreads() -> None:
    """It says "close your eyes" as in "close by", and "bow your heads" as in "bow and arrow"."""
    en = Narration.load("en")
    for sentence in en.sentences(hamlet(en), CARDS):
        assert not re.search(r"\bclose\b|\bbow your\b", sentence, re.IGNORECASE), sentence


# ---------------------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("name", "le", "de", "a"),
    [
        ("mill", "le Moulin", "du Moulin", "au Moulin"),
        ("forge", "la Forge", "de la Forge", "à la Forge"),
        ("inn", "l’Auberge", "de l’Auberge", "à l’Auberge"),
        ("Ana", "Ana", "d’Ana", "à Ana"),
        ("Bob", "Bob", "de Bob", "à Bob"),
        ("Élodie", "Élodie", "d’Élodie", "à Élodie"),
        ("Hélène", "Hélène", "d’Hélène", "à Hélène"),
        ("Yves", "Yves", "d’Yves", "à Yves"),
        ("Yann", "Yann", "de Yann", "à Yann"),
    ],
)
def test_a_seat_has_every_form(fr: Narration, name: str, le: str, de: str, a: str) -> None:
    named = fr.seat(seat(0, name))
    assert (str(named), named.le, named.de, named.a) == (le, le, de, a)


def test_a_name_may_hold_braces(narration: Narration) -> None:
    assert "{0} {seat}" in narration.line("lobby.seated", first, seat=seat(0, "{0} {seat}"))


@pytest.mark.parametrize(
    ("names", "french", "english"),
    [
        (["mill"], "le Moulin", "the Mill"),
        (["mill", "Ana"], "le Moulin et Ana", "the Mill and Ana"),
        (["mill", "forge", "well"], "le Moulin, la Forge et le Puits", "the Mill, the Forge and the Well"),
        (
            ["mill", "forge", "well", "Ana", "Bob"],
            "le Moulin, la Forge, le Puits et 2 autres",
            "the Mill, the Forge, the Well and 2 others",
        ),
    ],
)
def test_a_list_is_joined_as_one_speaks(names: list[str], french: str, english: str) -> None:
    seats = [seat(index, name) for index, name in enumerate(names)]
    assert (
        Narration.load("fr").line("tie.vote", lambda _: 1, seats=seats)
        == f"Le village hésite entre {french}."
    )
    assert (
        Narration.load("en").line("tie.vote", lambda _: 1, seats=seats)
        == f"The village wavers between {english}."
    )


def test_each_sentence_of_a_line_begins_with_a_capital(fr: Narration) -> None:
    assert (
        fr.line("shot.aim", first, seat=MILL) == "Le Chasseur ne part pas seul. Le Moulin épaule son fusil…"
    )
    assert fr.line("captain.falls", lambda _: 2, seat=MILL).startswith("Avant l’adieu, le Moulin remet")


def test_the_lot_chooses_among_all_wordings(narration: Narration) -> None:
    asked: list[int] = []

    def last(number: int) -> int:
        asked.append(number)
        return number - 1

    spoken = narration.line("night.fall", last)
    assert asked == [len(narration.lines["night.fall"])]
    assert spoken == narration.lines["night.fall"][-1]


def test_a_card_without_a_line_of_its_own_is_told_all_the_same(fr: Narration) -> None:
    assert (
        fr.line("death.card.raven", first, card=VILLAGER)
        == "Sa carte se retourne\u00a0: un Simple Villageois."
    )
    assert fr.line("death.card.raven", first, card=Card("raven")) == "Sa carte se retourne\u00a0: raven."


# ---------------------------------------------------------------------------- secrets


def test_a_death_tells_neither_hidden_cause_nor_hidden_card() -> None:
    devoured = telling.tell(events.Death(FORGE, None, "devoured", told=False))
    poisoned = telling.tell(events.Death(FORGE, None, "poisoned", told=False))
    assert devoured == poisoned == [("death.found", {"seat": FORGE})]
    for language in LANGUAGES:
        narration = Narration.load(language)
        boards = [board(narration), board(narration)]
        telling.show_on_board(boards[0], events.Death(FORGE, None, "devoured", told=False), narration)
        telling.show_on_board(boards[1], events.Death(FORGE, None, "poisoned", told=False), narration)
        assert boards[0] == boards[1]
        assert boards[0].places[1].card is None
        assert narration.card(WEREWOLF).title not in boards[0].headline


def test_a_told_cause_and_an_open_card_are_told(fr: Narration) -> None:
    death = events.Death(ANA, SEER, "grief", told=True)
    assert telling.tell(death) == [("death.grief", {"seat": ANA}), ("death.card.seer", {"card": SEER})]
    drawn = board(fr)
    telling.show_on_board(drawn, death, fr)
    assert drawn.headline == "Ana\u00a0: Voyante (chagrin)"
    assert (drawn.places[3].alive, drawn.places[3].card, drawn.places[3].marked) == (False, "Voyante", True)


@pytest.mark.parametrize("call", CALLS, ids=repr)
def test_a_call_is_told_by_its_name_alone(call: Any) -> None:
    assert telling.tell_wake(call) == [(f"call.{call.key}.wake", {})]
    assert telling.tell_sleep(call) == [(f"call.{call.key}.sleep", {})]
    for language in LANGUAGES:
        narration = Narration.load(language)
        drawn = board(narration)
        telling.show_wake(drawn, call, narration)
        assert drawn.scene == ("look" if call.is_look else "night")
        assert drawn.headline[0].isupper()
        telling.show_sleep(drawn, narration)
        assert (drawn.scene, drawn.headline) == ("night", narration.word("headline.night"))


def test_french_calls_are_named_by_their_titles(fr: Narration) -> None:
    drawn = board(fr)
    headlines = []
    for call in CALLS:
        telling.show_wake(drawn, call, fr)
        headlines.append(drawn.headline)
    assert headlines == [
        "Le Voleur",
        "Cupidon",
        "Les Amoureux",
        "La Voyante",
        "Les Loups-Garous",
        "La Sorcière",
    ]


# ---------------------------------------------------------------------------- the board


def test_places_bear_the_names_of_the_seats(fr: Narration) -> None:
    assert [place.name for place in telling.places(SEATS, fr)] == ["Moulin", "Forge", "Puits", "Ana"]


def test_the_legend_shows_each_card_once_with_its_copies(fr: Narration) -> None:
    deck = (WEREWOLF, WEREWOLF, SEER, VILLAGER, VILLAGER, VILLAGER)
    signs = {"werewolf": (1, "still"), "seer": (2, "swing"), "villager": (4, "hop")}
    shown = [(sign.title, sign.groups, sign.motion, sign.copies) for sign in telling.legend(deck, signs, fr)]
    assert shown == [
        ("Loup-Garou", 1, "still", 2),
        ("Voyante", 2, "swing", 1),
        ("Simple Villageois", 4, "hop", 3),
    ]


def test_a_day_on_the_board(fr: Narration) -> None:
    drawn = board(fr)

    def show(*told: Public) -> None:
        for event in told:
            telling.show_on_board(drawn, event, fr)

    def marked() -> list[int]:
        return [index for index, place in enumerate(drawn.places) if place.marked]

    show(events.Dawn(2), events.Death(WELL, VILLAGER, "devoured", told=False))
    show(events.Death(ANA, SEER, "grief", told=True))
    assert (drawn.scene, drawn.title, marked()) == ("dawn", "Aube 2", [2, 3])
    show(events.Day(2), events.Captain(MILL, "election"), events.DebateOpens(), events.Ready(MILL))
    assert (drawn.scene, drawn.title, drawn.places[0].ready, drawn.places[0].captain) == (
        "debate",
        "Jour 2",
        True,
        True,
    )
    assert marked() == []
    show(events.VoteOpens((MILL, FORGE), again=False))
    assert (drawn.scene, drawn.headline, drawn.places[0].ready, marked()) == ("vote", "Vote", False, [])
    show(events.Ballots("vote", False, {MILL: FORGE, FORGE: MILL}, {FORGE: 2, MILL: 1}))
    assert (drawn.scene, drawn.arrows) == ("ballots", [Arrow(0, 1, 2), Arrow(1, 0, 1)])
    show(events.Death(FORGE, WEREWOLF, "voted", told=True))
    assert (drawn.scene, drawn.headline, marked()) == ("ballots", "Forge\u00a0: Loup-Garou (vote)", [1])
    show(events.Nightfall(3, heads_up=False))
    assert (drawn.scene, drawn.title, drawn.arrows, marked()) == ("night", "Nuit 3", [], [])
    assert [place.alive for place in drawn.places] == [True, False, False, False]


def test_a_captain_hands_on_his_office_on_the_board(fr: Narration) -> None:
    drawn = board(fr)
    for event in (
        events.Captain(MILL, "election"),
        events.CaptainFalls(MILL),
        events.Captain(ANA, "succession"),
    ):
        telling.show_on_board(drawn, event, fr)
    assert [place.captain for place in drawn.places] == [False, False, False, True]
    assert drawn.headline == "Capitaine\u00a0: Ana"


def test_only_the_tied_are_marked_in_a_new_vote(fr: Narration) -> None:
    drawn = board(fr)
    telling.show_on_board(drawn, events.VoteOpens((FORGE, WELL), again=True), fr)
    assert [place.marked for place in drawn.places] == [False, True, True, False]
    telling.show_on_board(drawn, events.VoteOpens(SEATS, again=False), fr)
    assert not any(place.marked for place in drawn.places)


def test_the_end_opens_every_card(fr: Narration) -> None:
    drawn = board(fr)
    telling.show_on_board(drawn, events.RoundOver("villagers", (MILL, WELL, ANA), SEATS), fr)
    assert (drawn.scene, drawn.headline) == ("over", "Le village gagne")
    assert [place.card for place in drawn.places] == [
        "Chasseur",
        "Loup-Garou",
        "Simple Villageois",
        "Voyante",
    ]
    assert [place.marked for place in drawn.places] == [True, False, True, True]


# ---------------------------------------------------------------------------- mistakes in a file


def changed(directory: Path, old: str, new: str) -> Path:
    """The English file with one mistake in it."""
    text = (NARRATION / "en.toml").read_text(encoding="utf-8")
    assert old in text
    (directory / "en.toml").write_text(text.replace(old, new, 1), encoding="utf-8")
    return directory


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("{seat} falls.", "{player} falls.", ["lines.death.shot", "{player}", "{seat}", "{seat.the}"]),
        ("{seat} falls.", "{seat.de} falls.", ["lines.death.shot", "{seat.de}", "{seat.label}"]),
        ("{seat} falls.", "{seat!r} falls.", ["lines.death.shot", "{seat!r}"]),
        ("{seat} falls.", "{seat falls.", ["lines.death.shot", "brace"]),
        ("Shut your eyes, everyone.", "{seat}!", ["lines.night.first", "{seat}", "allowed here: none"]),
        ('night = "Night {number}"', "night = 7", ["words.title.night", "7", "text"]),
        ('night = "Night {number}"', 'night = " "', ["words.title.night", "not empty"]),
        ('"Bend your heads, and let the night go by."', '""', ["lines.night.heads_down", "not empty"]),
        ('label = "Mill", the', 'labels = "Mill", the', ["places.mill", "labels", "label, the"]),
        ('spoken = "the"', 'spoken = "das"', ["grammar.spoken", "'das'", "label, the"]),
        ('comma = ", "', "comma = 3", ["grammar.comma", "3"]),
        ("[words.cause]", "[wards.cause]", ["wards", "grammar, places, cards, lines, words"]),
        ("before = []", "before = 3", ["grammar.elided", "before"]),
        ('spoken = "the"', "spoken = the", ["is not TOML", "line 8"]),
    ],
)
def test_a_mistake_is_one_sentence_that_names_it(tmp_path: Path, old: str, new: str, said: list[str]) -> None:
    with pytest.raises(UnreadableError) as refused:
        Narration.load("en", changed(tmp_path, old, new))
    message = str(refused.value)
    assert str(tmp_path / "en.toml") in message
    assert "\n" not in message
    for part in said:
        assert part in message


def test_an_empty_list_of_wordings_is_refused(tmp_path: Path) -> None:
    text = (NARRATION / "en.toml").read_text(encoding="utf-8")
    text = re.sub(r"(?s)(\[lines.attract\]\nwelcome = )\[.*?\n\]", r"\1[]", text)
    (tmp_path / "en.toml").write_text(text, encoding="utf-8")
    with pytest.raises(UnreadableError, match=r"lines\.attract\.welcome is an empty list"):
        Narration.load("en", tmp_path)


def test_an_unknown_language_names_those_there_are() -> None:
    with pytest.raises(UnreadableError, match=r"'de'; languages there are: en, fr"):
        Narration.load("de")


def test_a_file_in_another_encoding_is_refused(tmp_path: Path) -> None:
    (tmp_path / "fr.toml").write_bytes("comma = 'é'".encode("latin-1"))
    with pytest.raises(UnreadableError, match="UTF-8"):
        Narration.load("fr", tmp_path)
