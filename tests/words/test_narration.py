"""The narration: every line in every language, well formed, for every event."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from shutil import copytree
from typing import Any, cast

import pytest

from hardware.voice.engines import WorkerEngine
from hardware.voice.recordings import Recordings
from hardware.voice.samples import seconds_of
from table.board.board import Arrow, Board
from table.engine.public import Public
from table.engine.requests import Call
from table.errors import UnreadableError
from table.games.entries import CardKey
from table.games.tempers import TEMPERS
from table.games.werewolf import telling as telling
from table.games.werewolf.memory import OCCASIONS
from table.games.werewolf.playing_cards import OF
from table.games.werewolf.rules import events
from table.games.werewolf.rules.cards.bear_tamer import BEAR_TAMER
from table.games.werewolf.rules.cards.fox import FOX
from table.games.werewolf.rules.cards.hunter import HUNTER
from table.games.werewolf.rules.cards.pyromaniac import HouseBurnt
from table.games.werewolf.rules.cards.seer import SEER
from table.games.werewolf.rules.cards.village_idiot import Pardoned
from table.games.werewolf.rules.cards.villager import VILLAGER
from table.games.werewolf.rules.cards.werewolf import WEREWOLF
from table.games.werewolf.rules.claims import Vocabulary
from table.games.werewolf.rules.deck import SEATS_MOST
from table.games.werewolf.rules.news import News
from table.games.werewolf.rules.pieces import CAMPS, Card, Seat
from table.games.werewolf.rules.roll_call import Roll
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.games.werewolf.rules.twists.deck import TWISTS
from table.games.werewolf.rules.twists.lantern import Lantern
from table.games.werewolf.rules.twists.voices import DeadAnswer
from table.room.village import NamedSeat
from table.words.grammar import SPOKEN_AT_MOST
from table.words.narration import GAMES, NARRATION, UNNAMED, Narration, RoleTexts, WordingLot, mentioned
from tests.kit.retold import TELLS
from tests.kit.sampling import some

LANGUAGES = ("fr", "en")
TELLINGS = (None, "tit-albert", "family")
NARRATIONS = [
    (language, told)
    for told in (*TELLINGS, *GAMES)
    for language in (*LANGUAGES, "de", "es")
    if (NARRATION / (told or "") / f"{language}.toml").exists()
]
"""Each language with the tellings that it has."""
CALLS = tuple(dict.fromkeys(call for book in RULEBOOKS.values() for call in book.calls))
COVERED = (
    "any",
    *(time.key for book in RULEBOOKS.values() for time in (*book.before_turning, *book.after_vote)),
)
"""The keys of the times by day in which all cover their buttons."""
CARDS = tuple(dict.fromkeys(card for book in RULEBOOKS.values() for card in book.cards))
DOOMS = tuple(dict.fromkeys(doom for book in RULEBOOKS.values() for doom in book.dooms))
TOLD = {"voted", "grief", "shot"} | {doom.cause for doom in DOOMS if doom.told}
CAUSES = tuple(sorted(TOLD | {doom.cause for doom in DOOMS}))
NEWS: tuple[type[News], ...] = (*(news for card in CARDS for news in card.news), Lantern, DeadAnswer)
PROOFREAD = {*TELLS, "captain"}
"""Titles whose articles and genders a person has checked; those of others must agree with their own words."""
WINNERS = (*CAMPS, *(card.key for card in CARDS if card.group == "solitary"))
HERMIT = Card("hermit", sign=(1, "still"))
"""A house role that no language has words for."""


@pytest.fixture(
    params=[(language, told) for language, told in NARRATIONS if told not in GAMES],
    ids=lambda param: " ".join(filter(None, param)),
)
def narration(request: pytest.FixtureRequest) -> Narration:
    """Each language, in its own words and in those of each telling."""
    return Narration.load(*request.param)


@pytest.fixture
def fr() -> Narration:
    return Narration.load("fr")


def first(_: int) -> int:
    return 0


def seat(index: int, name: str, card: Card = VILLAGER) -> Seat:
    return Seat(index, name, card)


def hamlet(narration: Narration, *names: str) -> list[Seat]:
    """A seat at each place, then named ones."""
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
A_FACT = {"seat": WELL, "seats": (MILL, FORGE), "card": SEER, "number": 3, "dead": MILL}
A_FACT |= {"value": (SEER, HUNTER), "sun": (MILL, FORGE), "moon": (WELL, ANA)}
"""What news may mention."""


def all_events() -> Iterator[Public]:
    """Every public event in every form that is told differently."""
    yield events.Dealt(CARDS)
    yield events.Dealt(CARDS, "printed")
    yield events.RollCall()
    yield events.Miscount(SEER)
    yield events.Miscount(None)
    yield events.DealVoid()
    yield events.RollCallOver()
    for number in (1, 2):
        for heads_up in (True, False):
            yield events.Nightfall(number, heads_up)
        yield events.Dawn(number)
    yield events.Day(0)
    yield events.Day(2)
    for card in (*CARDS, HERMIT, None):
        for cause in CAUSES:
            yield events.Death(FORGE, card, cause, told=cause in TOLD)
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
    yield events.SecondVote(2)
    yield events.DebateOpens()
    yield events.Ready(WELL)
    for claim in Vocabulary((MILL,), (SEER, FOX, BEAR_TAMER)):
        yield events.Claimed(WELL, claim)
    yield events.Tie("vote", (MILL, FORGE))
    yield events.Tie("election", (MILL, FORGE))
    yield events.BallotDecides(MILL)
    yield events.CaptainDecides(ANA, (MILL, FORGE))
    for of in ("election", "vote", "hunter", "successor", "captain_choice"):
        yield events.Lot(of, WELL)
    yield events.StalemateNear()
    yield events.Stalemate()
    yield events.CandidatesOpen()
    yield events.Candidates((MILL, FORGE))
    yield events.Candidates(())
    yield events.AngelMayBeThere()
    for twist in TWISTS:
        yield events.Morning(twist.key)
    yield events.AsksTheDead(WELL)
    for value in (True, False, None):
        yield DeadAnswer(value)
    yield events.Condemned(FORGE)
    yield events.TakesVotes(FORGE)
    for news in NEWS[:-1]:
        yield news(*(A_FACT[field] for field in news.__struct_fields__))
    yield events.NatureShown(WELL, "villager")
    yield events.NatureShown(WELL, "werewolf")
    for winner in WINNERS:
        yield events.RoundOver(winner, (ANA,), SEATS)


IN_CHARACTER = {
    f"claim.{wording}_{temper}"
    for wording in ("suspect", "vote", "why", "agree", "tease")
    for temper in TEMPERS
}
"""What a bot says in the words of its temper."""


@cache
def told_keys() -> frozenset[str]:
    """Every line key that the round or the room can ask for. `any` has the Hermit's."""
    told = [line for event in all_events() for line in telling.tell(event)]
    calls: list[Call] = [*CALLS, CALLED, Roll(SEER)]
    told += [line for call in calls for line in (*telling.tell_wake(call), *telling.tell_sleep(call))]
    told += [telling.tell_ask(call, asked) for call in CALLS for asked in call.asks]
    special = {f"{key}_{occasion}" for key, occasions in OCCASIONS.items() for occasion in occasions}
    keys = {key.replace("hermit", "any") for key, _ in told} | special | IN_CHARACTER
    keys |= {f"{kind}.{key}" for kind in ("cover", "uncover") for key in COVERED} | {"cover.taken"}
    lines = Narration.load("en").lines
    return frozenset(keys | {f"{key}{UNNAMED}" for key in keys if f"{key}{UNNAMED}" in lines})


def texts_in(code: ast.AST) -> Iterator[str]:
    """The texts written in a file of our code; {} stands for what is put into one."""
    for node in ast.walk(code):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.JoinedStr):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)


@cache
def written() -> frozenset[str]:
    """All texts in the table's code."""
    files = Path(telling.__file__).parents[2].rglob("*.py")
    return frozenset(text for path in files for text in texts_in(ast.parse(path.read_text("utf-8"))))


@cache
def joined() -> list[re.Pattern[str]]:
    """What a key looks like that is put together of several texts."""
    return [
        re.compile(re.sub(r"\\{\w*\\}", r"(\\w+)", re.escape(text)))
        for text in written()
        if re.fullmatch(r"\w+\.[\w.{}]*{.*", text)
    ]


def is_written(key: str) -> bool:
    """Whether a key is written in our code, or put together there: f"host.{key}_note"."""
    key = key.removesuffix(UNNAMED)
    put_together = filter(None, (form.fullmatch(key) for form in joined()))
    return key in written() or any(
        all(part in written() or part.isdigit() for part in found.groups()) for found in put_together
    )


class Called:
    """The call of the Hermit."""

    key = HERMIT.key
    is_look = False
    asks: Mapping[str, float] = {}
    seconds = 6.0


CALLED = Called()


class Recorder(Narration):
    """A narration that records which words were asked for."""

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
    assert here == written | set(NEWS)
    assert len({news.key for news in NEWS}) == len(NEWS)


def test_every_event_is_told_and_drawn_in_every_language(narration: Narration) -> None:
    for event in all_events():
        before = board(narration)
        after = board(narration)
        telling.show_on_board(after, event, narration)
        lines = telling.tell(event)
        spoken = [
            narration.line(key, lambda count, at=at: at % count, **facts)  # type: ignore[misc]
            for key, facts in lines
            for at in range(6)
        ]
        assert all(spoken), event
        assert has_a_face_with_each_title(after, narration), event
        # Where nobody stands, the election that opens at once is drawn; nothing is there to take back.
        takes_back = isinstance(event, events.Claimed) and event.claim.wording == "back"
        assert after != before or event == events.Candidates(()) or takes_back, event


def has_a_face_with_each_title(drawn: Board, narration: Narration) -> bool:
    """Whether an open card, and no other, has its key, by which its picture is found."""
    return all(
        place.card == (narration.card(CardKey(place.role)).title if place.role else None)
        for place in drawn.places
    )


@pytest.mark.parametrize("died", [True, False])
def test_whose_house_has_burnt_is_not_among_the_victims(narration: Narration, died: bool) -> None:
    shown = board(narration)
    after = events.Death(FORGE, FORGE.card, "fire", False) if died else events.NoDeath("night")
    for event in (events.Dawn(2), HouseBurnt(WELL), after):
        telling.show_on_board(shown, event, narration)
    assert [place.marked for place in shown.places] == [False, died, False, False]
    assert [seat for seat, place in enumerate(shown.places) if place.burnt] == [WELL.index]


@pytest.mark.parametrize("told", [True, False])
def test_the_board_knows_the_cause_of_a_death_only_if_the_village_may_and_only_while_it_is_told(
    narration: Narration, told: bool
) -> None:
    shown = board(narration)
    telling.show_on_board(shown, events.Death(FORGE, FORGE.card, "grief", told), narration)
    assert shown.cause == ("grief" if told else "")
    telling.show_on_board(shown, events.DebateOpens(), narration)
    assert shown.cause == ""


def test_every_key_told_has_its_line_and_every_line_is_told(narration: Narration) -> None:
    assert told_keys() <= set(narration.lines)
    assert {key for key in set(narration.lines) - told_keys() if not is_written(key)} == set()


def test_every_word_is_used_and_every_word_used_is_written(narration: Narration) -> None:
    recorder = Recorder.of(narration)
    for event in all_events():
        telling.show_on_board(board(narration), event, recorder)
    for call in (*CALLS, cast(Call, Roll(SEER))):
        telling.show_wake(board(narration), call, recorder)
    telling.show_sleep(board(narration), recorder)
    at_the_end = {f"cause.{cause}" for cause in CAUSES} | {f"playing.{key}" for key in OF}
    at_the_end |= {f"{kind}.{card.key}" for kind in ("role", "advice") for card in CARDS} | {"win.any"}
    at_the_end |= {f"win.{key}" for card in CARDS for key in telling.wins(card, ("infected", "lover"))}
    at_the_end |= {f"win.{key}" for card in CARDS for key in telling.wins(card, ())}
    at_the_end |= {"cover.taken", *(f"cover.{key}" for key in COVERED)}
    used = recorder.__dict__["asked"] | at_the_end
    assert used <= set(narration.words)
    assert {key for key in set(narration.words) - used if not is_written(key)} == set()


@pytest.mark.parametrize(("language", "told"), NARRATIONS)
def test_our_own_files_would_be_taken_from_an_owner(language: str, told: str | None, tmp_path: Path) -> None:
    """Each language uses facts that the other does not, in forms that names have."""
    copytree(NARRATION, tmp_path / "narration")
    ours, theirs = (
        Narration.load(language, told, directory=folder) for folder in (NARRATION, tmp_path / "narration")
    )
    assert (theirs.lines, theirs.words) == (ours.lines, ours.words)


@pytest.mark.parametrize("told", [*TELLINGS, *GAMES])
def test_the_languages_mention_the_same(told: str | None) -> None:
    fr, *others = (
        {key: facts_of(lines) for key, lines in {**one.lines, **one.words}.items()}
        for one in (Narration.load(language, told) for language, each in NARRATIONS if each == told)
    )
    assert all(fr == other for other in others)


def facts_of(wordings: str | Sequence[str]) -> set[str]:
    return set(re.findall(r"{(\w+)", "".join(wordings)))


def keys_of(file: Path) -> set[str]:
    """The dotted keys a file has, without the names of its languages' forms."""

    def walk(prefix: str, table: dict[str, Any]) -> Iterator[str]:
        for key, value in table.items():
            if isinstance(value, dict):
                yield from walk(f"{prefix}{key}.", value)
            else:
                yield prefix + key

    tables = tomllib.loads(file.read_text(encoding="utf-8"))
    return {
        *walk("", {kind: tables.get(kind, {}) for kind in ("lines", "words")}),
        *map("cards.{}".format, tables.get("cards", ())),
    }


@pytest.mark.parametrize("told", TELLINGS)
def test_the_languages_have_the_same_keys(told: str | None) -> None:
    fr, *others = (
        keys_of(NARRATION / (told or "") / f"{language}.toml")
        for language, each in NARRATIONS
        if each == told
    )
    assert all(fr == other for other in others)
    assert len(fr) > (0 if told == "family" else 100)


def test_24_seats_have_places_that_sound_like_no_other_and_like_no_card(narration: Narration) -> None:
    """A Baker who is called has no Bakery next door."""
    labels = [place.label for place in narration.places.values()][:SEATS_MOST]
    assert len(set(labels)) == SEATS_MOST == 24
    assert max(map(len, labels)) <= 11
    titles = [narration.card(card).title for card in CARDS]
    assert len({label[:4].casefold() for label in labels}) == 24
    assert {label[:5].casefold() for label in labels}.isdisjoint(title[:5].casefold() for title in titles)


def test_a_place_at_which_nobody_sits_any_more_is_told_by_its_name(narration: Narration) -> None:
    """Stored evenings have seats at such places."""
    named = narration.seat(seat(0, "bakery"))
    assert str(named) in ("la Boulangerie", "the Bakery", "la Panadería", "die Bäckerei")
    assert "bakery" not in list(narration.places)[:SEATS_MOST]


def test_every_card_of_every_rulebook_and_the_captain_have_a_title(narration: Narration) -> None:
    assert {card.key for card in CARDS} | {"captain"} == set(narration.cards)


@pytest.mark.parametrize(("language", "told"), NARRATIONS)
def test_every_line_has_four_wordings(told: str | None, language: str) -> None:
    """Claims have six: they are heard often. One temper's own have two, heard from it alone. Languages of the
    world have two, and three."""
    narration = Narration.load(language, told)
    wordings = {key: len(set(lines)) for key, lines in narration.lines.items()}
    lines, claims = (4, 6) if language in LANGUAGES else (2, 3)
    least = {
        key: 2 if key in IN_CHARACTER else claims if key.startswith("claim.") else lines for key in wordings
    }
    assert {key for key, number in wordings.items() if number < least[key]} == set()


# ---------------------------------------------------------------------------- the sentences


def test_every_sentence_is_short_and_whole(narration: Narration) -> None:
    seats = hamlet(narration, "Ana", "Bob")
    sentences = list(narration.sentences(seats, CARDS))
    longest = sorted(seats, key=lambda each: -len(str(narration.seat(each))))
    for key in (key for key, facts in mentioned().items() if facts == {"seats"} and key in narration.lines):
        sentences += wordings(narration, key, seats=longest[:SPOKEN_AT_MOST])
        sentences += wordings(narration, key, seats=longest)
    assert len(sentences) > 1400
    for sentence in sentences:
        assert len(sentence) <= 120, sentence
        assert sentence.lstrip("¿¡")[0].isupper(), sentence
        assert sentence.endswith((".", "!", "?", "…")), sentence
        assert "{" not in sentence
        assert "  " not in sentence
        assert "'" not in sentence, f"a typewriter's apostrophe: {sentence}"


def test_lines_without_a_list_keep_to_two_lines_of_the_board(narration: Narration) -> None:
    long = [s for s in narration.sentences(hamlet(narration), CARDS) if len(s) > 88]
    assert long == []


ADVICE_MOST = 140
LONG_WORDS = re.compile(r"prompt\.|role\.|win\.|slip\.|remark\.|phones\.|notice\.")


def test_words_are_short(narration: Narration) -> None:
    longest = max(CARDS, key=lambda card: len(narration.card(card).title))
    place, next_place, *_ = sorted(narration.places, key=lambda key: -len(str(narration.places[key])))
    for key, template in narration.words.items():
        facts: dict[str, Any] = {
            "seat": seat(0, place),
            "other": seat(1, place),
            "what": "",
            "option": "",
            "card": longest,
            "number": 12,
            "expected": 24,
            "signs": "狼",
            "first": "",
            "text": "",
            "all": 24,
        }
        facts["dead"], facts["value"] = seat(0, place), (longest, longest)
        facts["seats"] = [seat(0, place), seat(1, next_place)]
        facts["names"] = narration.seat(seat(0, place)).label
        facts["cause"] = max((narration.word(f"cause.{c}") for c in TOLD), key=len)
        wanted = {name: fact for name, fact in facts.items() if f"{{{name}" in template}
        # Prompts, remarks, slips and a card's deeds are lines of their own; a rehearsal's end is on no board.
        # All others stand in large letters; headlines of deaths are measured in test_first_contact.py.
        if not key.startswith(("rehearse.", "headline.death", "headline.left")):
            most = 110 if LONG_WORDS.match(key) else ADVICE_MOST if key.startswith("advice.") else 52
            assert len(narration.word(key, **wanted)) <= most, key


def test_advice_is_two_sentences(narration: Narration) -> None:
    advice = [text for key, text in narration.words.items() if key.startswith("advice.")]
    assert len(advice) == len(CARDS)
    assert [text for text in advice if len(re.findall(r"[.!?](?= |$)", text)) != 2] == []


@pytest.mark.parametrize("told", TELLINGS)
def test_french_spaces_do_not_break(told: str | None) -> None:
    fr = Narration.load("fr", told)
    for sentence in [*fr.sentences(hamlet(fr), CARDS), *(w for w in fr.words.values())]:
        assert not re.search(r" [!?:;»]|« ", sentence), sentence
        assert not re.search(r"[^\u00a0][!?:;]", sentence.replace("{number}", "")), sentence


def test_every_place_is_declined_as_its_language_does() -> None:
    """Article, contraction and elision depend on the noun; the label is the noun alone."""
    fr, en = Narration.load("fr"), Narration.load("en")
    for key, place in fr.places.items():
        noun = place.label
        if noun[0] in "AEIOUÉÈÊH":
            assert (place.le, place.de, place.a) == (f"l’{noun}", f"de l’{noun}", f"à l’{noun}"), key
        elif place.le.startswith("la "):
            assert (place.le, place.de, place.a) == (f"la {noun}", f"de la {noun}", f"à la {noun}"), key
        else:
            assert (place.le, place.de, place.a) == (f"le {noun}", f"du {noun}", f"au {noun}"), key
    for key, place in en.places.items():
        possessive = "’" if place.label.endswith("s") else "’s"
        assert (place.the, place.s) == (f"the {place.label}", f"the {place.label}{possessive}"), key


WRONG_FRENCH = re.compile(
    r"\b(?:[Dd]e|[Àà]) les?\b|\b(?:le|la|de) [AEIOUÉÈÊ]|\b(?:du|au) (?:[AEIOUÉÈÊ]|l[ae’])|’ "
)
WRONG_ENGLISH = re.compile(r"\b[Tt]he [Tt]he\b|’s’s|\ba [aeiouAEIOU](?!n?e\b)|\ban [^aeiouAEIOUh]")


@pytest.mark.parametrize("told", TELLINGS)
@pytest.mark.parametrize(("language", "wrong"), [("fr", WRONG_FRENCH), ("en", WRONG_ENGLISH)])
def test_lists_of_places_and_names_read_well_in_every_line(
    language: str, wrong: re.Pattern[str], told: str | None
) -> None:
    """Each place and some names, alone, in twos and in long lists, in every line that names several."""
    narration = Narration.load(language, told)
    sitters = hamlet(narration, "Ana", "Hélène", "Yves", "Hugo", "Zoé")
    lists = [*map(list, pairwise(sitters)), sitters[:5], sitters[-6:], sitters[4:5]]
    keys = [key for key in narration.lines if "seats" in mentioned()[key]]
    assert len(keys) >= 5
    for key in keys:
        for seats in lists:
            for sentence in wordings(narration, key, seats=seats):
                assert not wrong.search(sentence), sentence


@pytest.mark.parametrize("told", TELLINGS)
def test_no_french_participle_agrees_with_a_player(told: str | None) -> None:
    """Nobody has a gender: no "est mort", "est élue", "il", "elle" after a place."""
    fr = Narration.load("fr", told)
    agreeing = re.compile(
        r"MILL (est|était|fut|sera) |\b[Ii]l\b (est|était)|\(e\)|·e|\b[Uu]n (ami|voisin)\b|\b[Uu]ne voisine"
    )
    mill = seat(0, "MILL")
    for sentence in fr.sentences([mill], CARDS):
        assert not agreeing.search(sentence), sentence


@pytest.mark.parametrize("told", TELLINGS)
def test_who_is_called_stands_where_a_capital_may(told: str | None) -> None:
    """The name of a call begins with a capital, which would be a mistake after a colon."""
    fr = Narration.load("fr", told)
    for sentence in fr.sentences(hamlet(fr), CARDS):
        assert not re.search(r"\u00a0: (La|Les?) [A-Z]", sentence), sentence


@pytest.mark.parametrize("told", TELLINGS)
def test_english_gives_no_player_a_gender(told: str | None) -> None:
    gendered = re.compile(r"\b(he|him|his|she|her|hers|himself|herself)\b", re.IGNORECASE)
    en = Narration.load("en", told)
    gendered_titles = [r"Little Girl|Two Sisters|Bhai Looké|the Agwa|Longanis"]
    gendered_titles += [re.escape(title.title) for key, title in en.cards.items() if key not in PROOFREAD]
    titles = re.compile("|".join(gendered_titles), re.IGNORECASE)
    for sentence in en.sentences(hamlet(en), CARDS):
        # Titles have a gender, whoever holds them.
        assert not gendered.search(sentence) or titles.search(sentence), sentence


@pytest.mark.parametrize("told", TELLINGS)
def test_english_avoids_what_espeak_misreads(told: str | None) -> None:
    """Espeak says "close your eyes" as in "close by", and "bow your heads" as in "bow and arrow"."""
    en = Narration.load("en", told)
    for sentence in en.sentences(hamlet(en), CARDS):
        assert not re.search(r"\bclose\b|\bbow your\b", sentence, re.IGNORECASE), sentence


def test_the_roll_call_is_foreseen_for_every_card(narration: Narration) -> None:
    foreseen = set(narration.sentences(SEATS, CARDS))
    for card in CARDS:
        assert set(wordings(narration, "call.roll_call.wake", card=card)) <= foreseen
    # A card with a call of its own is not called as any card.
    assert not {*wordings(narration, "call.any.wake", card=SEER)} & foreseen


def test_every_line_has_an_example(narration: Narration) -> None:
    for key in narration.lines:
        examples = narration.example(key, SEATS, CARDS)
        assert len(examples) == len(narration.lines[key])
        assert not re.search("[{}]|<|None", "".join(examples)), key


def test_no_wording_is_heard_twice_in_a_row() -> None:
    """All others are equally likely; a line of another key in between changes nothing."""
    lot = WordingLot(Random(1).randrange)
    heard = []
    for _ in range(3000):
        heard.append(lot.of("night.fall")(3))
        lot.of("other")(2)
        assert lot.of("single")(1) == 0
    assert all(one != after for one, after in pairwise(heard))
    for wording in range(3):
        assert 900 < heard.count(wording) < 1100


def test_a_wording_is_drawn_from_its_lot_once_a_line() -> None:
    """So a round's lots do not depend on what was spoken."""
    asked: list[int] = []
    lot = WordingLot(lambda count: asked.append(count) or count - 1)  # type: ignore[func-returns-value]
    assert [lot.of("night.fall")(3) for _ in range(3)] == [2, 1, 2]
    assert asked == [3, 2, 2]
    assert lot.of("night.fall")(2) == 1, "in a language with fewer wordings"


def test_a_new_role_is_called_whether_it_is_one_or_several(narration: Narration) -> None:
    """No verb and no participle would have to agree with it."""
    agreeing = re.compile(r"ouvr(e|ez|ent)\b|ferm(e|ez|ent)\b|\b(awakens?|opens|shuts)\b")
    for key in ("call.any.wake", "call.any.sleep"):
        for sentence in wordings(narration, key, card=HERMIT):
            assert "hermit" in sentence.lower(), sentence
            assert not agreeing.search(sentence.replace("se ferment", "")), sentence


WAKE_AT_MOST_S = 6.0
"""Seconds after which those who sleep would begin to wonder."""


@pytest.fixture(scope="module")
def recordings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Recordings]:
    engine = WorkerEngine()
    recordings = Recordings(tmp_path_factory.mktemp("voice"), engine)
    yield recordings
    recordings.clear()
    engine.close()


def test_a_call_is_spoken_in_a_breath(narration: Narration, recordings: Recordings) -> None:
    """As espeak speaks it, with the longest title."""
    knight = max(CARDS, key=lambda card: len(narration.card(card).title))
    sentences = [
        sentence
        for key in narration.lines
        if key.startswith("call.")
        for sentence in wordings(narration, key, card=knight)
    ]
    assert len(set(sentences)) > 110
    spoken = {
        sentence: seconds_of(recordings.of(sentence, narration.language), sentence)
        for sentence in some(sentences, of=16)
    }
    assert {text: length for text, length in spoken.items() if not 1.0 < length <= WAKE_AT_MOST_S} == {}


# ---------------------------------------------------------------------------- names


COPIES = {"captain": 1} | {card.key: card.copies for card in CARDS}
"""For each title in a deck; None: any number."""


@pytest.mark.parametrize("told", TELLINGS)
def test_every_french_title_has_its_gender_and_its_article(told: str | None) -> None:
    titles = Narration.load("fr", told).cards
    contracted = {"le ": "du ", "les ": "des ", "la ": "de la ", "l’": "de l’"}
    for key, title in titles.items():
        article = next((each for each in contracted if title.le.startswith(each)), "")
        assert title.le == article + title.title
        assert title.de == contracted.get(article, "de ") + title.title
        several = {None: ("un ", "une "), 1: (article,)}.get(COPIES[key], ("l’un des ", "l’une des "))
        assert title.une in {of + title.title for of in several}


@pytest.mark.parametrize("told", TELLINGS)
def test_every_english_title_has_its_article(told: str | None) -> None:
    for key, title in Narration.load("en", told).cards.items():
        named = title.title in ("Cupid", "Bhai Looké", "Cliffeurd the Hunter")
        assert title.the == (title.title if named else f"the {title.title}") or key not in PROOFREAD
        assert title.the in (title.title, f"the {title.title}")
        several = {None: (f"a {title.title}", f"an {title.title}"), 1: (title.the,)}
        assert title.a in several.get(COPIES[key], (f"one of {title.the}",))


@pytest.mark.parametrize(
    ("name", "le", "de", "a"),
    [
        ("mill", "le Moulin", "du Moulin", "au Moulin"),
        ("forge", "la Forge", "de la Forge", "à la Forge"),
        ("inn", "l’Auberge", "de l’Auberge", "à l’Auberge"),
        ("Ana", "Ana", "d’Ana", "à Ana"),
        ("Élodie", "Élodie", "d’Élodie", "à Élodie"),
        ("Hélène", "Hélène", "d’Hélène", "à Hélène"),
        ("Hortense", "Hortense", "d’Hortense", "à Hortense"),
        ("Hugo", "Hugo", "de Hugo", "à Hugo"),
        ("Yves", "Yves", "d’Yves", "à Yves"),
    ],
)
def test_a_seat_has_every_form(fr: Narration, name: str, le: str, de: str, a: str) -> None:
    named = fr.seat(seat(0, name))
    assert (str(named), named.le, named.de, named.a) == (le, le, de, a)


def test_what_is_somebodys_reads_well_with_a_name_and_with_a_place() -> None:
    """English says "Bob’s shutters", never "the shutters of Bob"."""
    en = Narration.load("en")
    for name, s in (("mill", "the Mill’s"), ("crossroads", "the Crossroads’"), ("Bob", "Bob’s")):
        assert en.seat(seat(0, name)).s == s
    assert [en.places[key].s[: len(en.places[key].the) + 1] for key in en.places] == [
        f"{place.the}’" for place in en.places.values()
    ]
    for told in TELLINGS:
        en = Narration.load("en", told)
        templates = [*en.words.values(), *(wording for lines in en.lines.values() for wording in lines)]
        owned = re.compile(r"\b(the|a) \w+ of \{seat\}", re.IGNORECASE)
        assert [template for template in templates if owned.search(template)] == []
        assert any("{seat.s}" in template for template in templates)


def test_a_vote_for_nobody_does_not_say_that_nobody_is_missing() -> None:
    """Somebody may have died at dawn."""
    for told in TELLINGS:
        for language, whole in (("fr", "complet"), ("en", "complete")):
            lines = Narration.load(language, told).lines["vote.nobody"]
            assert [line for line in lines if whole in line] == []


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


@pytest.mark.parametrize(
    ("names", "listed"),
    [
        (["Ana", "Inés"], "Ana e Inés"),
        (["Inés", "Ana"], "Inés y Ana"),
        (["mill", "Ana", "hilda"], "el Molino, Ana e hilda"),
    ],
)
def test_a_list_says_and_as_the_name_after_it_needs(names: list[str], listed: str) -> None:
    seats = [seat(index, name) for index, name in enumerate(names)]
    assert Narration.load("es").line("tie.vote", lambda _: 1, seats=seats) == f"La aldea duda entre {listed}."


def test_each_sentence_of_a_line_begins_with_a_capital(fr: Narration) -> None:
    assert (
        fr.line("shot.aim", first, seat=MILL) == "Le Chasseur ne part pas seul. Le Moulin épaule son fusil…"
    )
    assert fr.line("captain.falls", lambda _: 2, seat=MILL).startswith("Avant l’adieu, le Moulin remet")


def test_a_role_without_words_of_its_own_is_told_all_the_same(fr: Narration) -> None:
    assert (
        fr.line("death.card.hermit", first, card=VILLAGER)
        == "Sa carte se retourne\u00a0: un Simple Villageois."
    )
    assert fr.line("death.card.hermit", first, card=HERMIT) == "Sa carte se retourne\u00a0: hermit."
    assert (
        fr.line("call.hermit.wake", lambda _: 1, card=HUNTER)
        == "Voici l’heure du Chasseur. Les yeux ouverts, sans un bruit."
    )
    assert (
        fr.line("call.hermit.sleep", first, card=HUNTER) == "Chasseur\u00a0: les yeux clos, et plus un bruit."
    )
    assert fr.word("call.hermit", card=HUNTER) == "Le Chasseur"


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


@pytest.mark.parametrize("call", CALLS, ids=repr)
def test_a_call_is_told_by_its_name_alone(call: Any) -> None:
    assert [key for key, _ in telling.tell_wake(call)] == [f"call.{call.key}.wake"]
    assert [key for key, _ in telling.tell_sleep(call)] == [f"call.{call.key}.sleep"]
    for language in LANGUAGES:
        narration = Narration.load(language)
        drawn = board(narration)
        telling.show_wake(drawn, call, narration)
        assert drawn.scene == ("look" if call.is_look else "night")
        assert drawn.headline[0].isupper()
        telling.show_sleep(drawn, narration)
        assert (drawn.scene, drawn.headline) == ("night", narration.word("headline.night"))


# ---------------------------------------------------------------------------- the board


def test_the_legend_shows_each_card_once_with_its_copies(fr: Narration) -> None:
    deck = (WEREWOLF, WEREWOLF, SEER, VILLAGER, VILLAGER, VILLAGER)
    shown = [(sign.title, sign.groups, sign.motion, sign.copies) for sign in telling.legend(deck, fr)]
    assert shown == [
        ("Loup-Garou", *WEREWOLF.sign, 2),
        ("Voyante", *SEER.sign, 1),
        ("Simple Villageois", *VILLAGER.sign, 3),
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
    show(events.Ballots("vote", False, {MILL: FORGE, FORGE: MILL}, {FORGE: 2, MILL: 1}, MILL))
    assert (drawn.scene, drawn.arrows) == ("ballots", [Arrow(0, 1, 2), Arrow(1, 0, 1)])
    show(events.Death(FORGE, WEREWOLF, "voted", told=True))
    assert (drawn.scene, drawn.headline, marked()) == (
        "ballots",
        "La Forge meurt (vote)\u00a0: un Loup-Garou",
        [1],
    )
    show(events.Nightfall(3, heads_up=False))
    assert (drawn.scene, drawn.title, drawn.arrows, marked()) == ("night", "Nuit 3", [], [])
    assert [place.alive for place in drawn.places] == [True, False, False, False]


def test_what_a_morning_brings_stays_on_the_board_as_long_as_it_holds(fr: Narration) -> None:
    drawn = board(fr)
    for key, to in (("hush", events.Nightfall(2, True)), ("deep_sleep", events.Dawn(2))):
        telling.show_on_board(drawn, events.Morning(key), fr)
        assert drawn.news == key, "for those who listen to the table's news"
        for event in (events.Morning(key), events.DebateOpens(), events.VoteOpens(SEATS, again=False)):
            telling.show_on_board(drawn, event, fr)
            assert drawn.today
            assert drawn.today.text == fr.word(f"today.{key}")
        if key == "deep_sleep":
            telling.show_on_board(drawn, events.Nightfall(2, True), fr)
            assert drawn.today
        telling.show_on_board(drawn, to, fr)
        assert drawn.today is None


def test_a_pardoned_captain_is_captain_no_more(fr: Narration) -> None:
    drawn = board(fr)
    for event in (events.Captain(MILL, "election"), Pardoned(MILL)):
        telling.show_on_board(drawn, event, fr)
    assert not any(place.captain for place in drawn.places)


def test_only_the_tied_are_marked_in_a_new_vote(fr: Narration) -> None:
    drawn = board(fr)
    telling.show_on_board(drawn, events.VoteOpens((FORGE, WELL), again=True), fr)
    assert [place.marked for place in drawn.places] == [False, True, True, False]
    telling.show_on_board(drawn, events.VoteOpens(SEATS, again=False), fr)
    assert not any(place.marked for place in drawn.places)


# ---------------------------------------------------------------------------- a telling


TIT_ALBERT = RULEBOOKS["tit-albert"]
OTHER_CARDS = {card.key for card in CARDS} - {card.key for card in TIT_ALBERT.cards}

UNSPOKEN = {
    # Cards, winners, news and dooms of other rulebooks (LG-41, LG-61).
    *(f"death.card.{key}" for key in OTHER_CARDS),
    *(
        f"call.{call.key}.{part}"
        for call in CALLS
        if call.card.key in OTHER_CARDS
        for part in ("wake", "sleep")
    ),
    *(f"over.{winner}" for winner in WINNERS if winner in OTHER_CARDS),
    *(f"event.{news.key}" for card in CARDS if card.key in OTHER_CARDS for news in card.news),
    *(f"{kind}.{key}" for key in COVERED for kind in ("cover", "uncover") if key != "any"),
    *(f"death.{doom.cause}" for doom in DOOMS if doom.told and doom not in TIT_ALBERT.dooms),
    "death.tie",  # only the Scapegoat dies of a tie
    "cover.taken",  # only the Servant takes a card
    "vote.bans",  # only the Scapegoat takes votes
    *("claim.among", "claim.bear", "claim.because.bear"),  # only a Fox and a Bear Tamer say so
    "angel.day",  # only the Angel opens a round with a vote
    *("nature.villager", "nature.werewolf"),  # only the Wild Child and the Wolf Hound may be on either side
}
UNSPOKEN |= {f"{key}{UNNAMED}" for key in UNSPOKEN} & set(Narration.load("en").lines)
"""The lines that Tit Albert cannot speak."""


CALLED_BY_NAME = {"board.alone", "board.shut"}
"""Lines that make no sense without a name: only who is called may open their eyes."""


@pytest.mark.parametrize(("language", "told"), NARRATIONS)
def test_whatever_is_told_by_name_can_be_told_without(language: str, told: str | None) -> None:
    """For a voice pack, which does not know what people are called."""
    narration = Narration.load(language, told)
    unforeseen = {"seat", "seats", "by", "word", "number"}
    for key, lines in narration.lines.items():
        # Whoever claims something is named: such a line is spoken live.
        if (
            key in CALLED_BY_NAME
            or key.startswith("claim.")
            or any(not facts_of(line) & unforeseen for line in lines)
        ):
            continue
        unnamed = narration.unnamed(key)
        assert unnamed, key
        assert not any(facts_of(line) for line in unnamed), key
    assert not any(narration.unnamed(key) for key in (*CALLED_BY_NAME, "night.fall"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_telling_has_lines_of_its_own_for_all_its_rulebook_can_speak(language: str) -> None:
    own = {
        key.removeprefix("lines.")
        for key in keys_of(NARRATION / "tit-albert" / f"{language}.toml")
        if key.startswith("lines.")
    }
    base = Narration.load(language)
    assert set(base.lines) >= UNSPOKEN
    small_talk = {f"claim.tease_{occasion}" for occasion in OCCASIONS["claim.tease"]}
    assert own == set(base.lines) - UNSPOKEN - IN_CHARACTER - small_talk, "these name houses and cards alone"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_telling_has_its_own_names_everywhere(language: str) -> None:
    """No line and no word of the evening names a village, a captain or a werewolf."""
    theirs = re.compile(
        r"\bvillag|capitaine|écharpe|loups?\b|voyante|voleur|cupidon|sorcière|petite fille"
        r"|captain|\bsash|\bwol(f|ves)\b|werewol|\bseer\b|thief|cupid|\bwitch|little girl",
        re.IGNORECASE,
    )
    own = Narration.load(language, "tit-albert")
    told = [wording for key, lines in own.lines.items() if key not in UNSPOKEN for wording in lines]
    not_here = {"headline.nature.villager", "headline.nature.werewolf", *UNSPOKEN}
    not_here |= {
        f"{kind}.{key}" for kind in ("role", "advice", "win", "over", "event") for key in OTHER_CARDS
    }
    told += [word for key, word in own.words.items() if key not in not_here]
    told += [own.card(card).title for card in TIT_ALBERT.cards]
    assert [each for each in told if theirs.search(each)] == []


def test_a_rulebook_without_a_telling_is_told_in_the_languages_own_words(fr: Narration) -> None:
    best_of = Narration.load("fr", "best-of")
    assert (best_of.lines, best_of.words) == (fr.lines, fr.words)
    assert [str(card) for card in best_of.cards.values()] == [str(card) for card in fr.cards.values()]


# ---------------------------------------------------------------------------- what is laid over


BASE = """
[grammar]
spoken = "the"
comma = ", "
and = " and "
others = "{number} others"
space_before = "!"
name = { label = "{name}", the = "{name}" }
elided = { before = [] }
[places]
mill = { label = "Mill", the = "the Mill" }
[cards]
seer = { title = "Seer", the = "the Seer", a = "the Seer" }
witch = { title = "Witch", the = "the Witch", a = "the Witch" }
[lines]
night.fall = ["Night.", "Dark."]
death.found = "Farewell, {seat} !"
death.card.any = "It was {card.a}."
call.any.wake = "{card.title}, wake."
call.any.sleep = "{card.title}, sleep."
call.seer.wake = "Seer, look."
[words]
title.night = "Night {number}"
headline.night = "All sleep"
call.any = "{card}"
"""


def laid(directory: Path, over: str) -> Path:
    """A small language with one telling laid over it."""
    (directory / "en.toml").write_text(BASE, encoding="utf-8")
    (directory / "island").mkdir(exist_ok=True)
    (directory / "island" / "en.toml").write_text(over, encoding="utf-8")
    return directory


def test_a_table_is_laid_over_key_by_key_and_the_last_wins(tmp_path: Path) -> None:
    over = """
    [cards]
    seer = { title = "Looker", the = "the Looker", a = "the Looker" }
    [lines]
    night.fall = "The lagoon darkens."
    call.witch.sleep = "Herbs away !"
    [words]
    headline.night = "The isle sleeps"
    """
    house = {
        "cards": {"hermit": {"title": "Hermit", "the": "the Hermit", "a": "a Hermit"}},
        "lines": {
            "call": {"hermit": {"wake": ["Hermit, {card}, come."]}},
            "death": {"card": {"hermit": "Only {card.a}."}},
            "night": {"fall": "From the house."},
        },
        "words": {"call": {"hermit": "A hermit"}},
    }
    later = {"words": {"call": {"hermit": "The old hermit"}}}
    told = Narration.load(
        "en",
        "island",
        [RoleTexts("hermit.toml", house), RoleTexts("later.toml", later)],
        laid(tmp_path, over),
    )
    assert told.language == "en"
    assert {key: str(card) for key, card in told.cards.items()} == {
        "seer": "the Looker",
        "witch": "the Witch",
        "hermit": "the Hermit",
    }
    assert told.lines["night.fall"] == ("From the house.",)
    assert told.lines["call.witch.sleep"] == ("Herbs away\u00a0!",)
    assert told.line("call.seer.wake", first) == "Seer, look."
    assert told.line("call.hermit.wake", first, card=HERMIT) == "Hermit, the Hermit, come."
    assert told.line("call.hermit.sleep", first, card=HERMIT) == "Hermit, sleep."
    assert told.line("death.card.hermit", first, card=HERMIT) == "Only a Hermit."
    assert told.word("call.hermit", card=HERMIT) == "The old hermit"
    assert told.word("headline.night") == "The isle sleeps"
    assert told.word("title.night", number=2) == "Night 2"
    assert Narration.load("en", directory=tmp_path).lines["night.fall"] == ("Night.", "Dark.")


REFUSED = [
    ('[lines]\nnight.fal = "Dark."', ["lines.night.fal is unknown", "lines.call.ROLE.wake and .sleep"]),
    ('[lines]\ncall.witch.wak = "Up."', ["lines.call.witch.wak is unknown", "cards.ROLE"]),
    ('[lines]\ndeath.cards.witch = "Oh."', ["lines.death.cards.witch", "lines.death.card.ROLE"]),
    ('[lines]\nnight = "Dark."', ["lines.night is unknown"]),
    ('[words]\nheadline.nite = "Dark"', ["words.headline.nite is unknown", "words.call.ROLE"]),
    ('[words]\ncall.witch.title = "Witch"', ["words.call.witch.title is unknown"]),
    ('[lines]\nnight.fall = "{seat}."', ["lines.night.fall", "{seat}", "allowed here: none"]),
    (
        '[lines]\ncall.witch.wake = "{seat}."',
        ["lines.call.witch.wake", "{seat}", "{card}, {card.a}, {card.the}"],
    ),
    ('[lines]\ndeath.card.hermit = "{card.une}."', ["lines.death.card.hermit", "{card.une}"]),
    ("[lines]\nnight.fall = []", ["lines.night.fall is an empty list"]),
    ("[words]\nheadline.night = 3", ["words.headline.night is 3"]),
    ('[cards]\nseer = { title = "Looker" }', ["cards.seer has the forms title", "it needs title, the, a"]),
    ('[cards]\nseer = "Looker"', ["cards.seer must be a table with something in it"]),
    ("[lines]", ["lines must be a table with something in it"]),
    ('[grammar]\ncomma = ";"', ["grammar is unknown", "cards, lines, words"]),
    ('[places]\nbay = { label = "Bay", the = "the Bay", s = "the Bay’s" }', ["places"]),
    ("[lines", ["[lines is not closed; write [lines]"]),
]


@pytest.mark.parametrize(("over", "said"), REFUSED)
def test_a_mistake_in_a_telling_or_in_what_a_role_brings_is_one_sentence_that_names_it(
    tmp_path: Path, over: str, said: list[str]
) -> None:
    with pytest.raises(UnreadableError) as refused:
        Narration.load("en", "island", directory=laid(tmp_path, over))
    message = str(refused.value)
    assert re.match(rf"{re.escape(str(tmp_path / 'island' / 'en.toml'))}, line [12](: | is not)", message)
    assert "\n" not in message
    assert [part for part in said if part not in message] == []
    if over == "[lines":
        return
    good = {"words": {"call": {"hermit": "A hermit"}}}
    roles = [RoleTexts("good", good), RoleTexts("config/hermit.toml", tomllib.loads(over))]
    with pytest.raises(UnreadableError, match=r"^config/hermit\.toml: ") as refused:
        Narration.load("en", "island", roles, laid(tmp_path, '[words]\nheadline.night = "The isle sleeps"'))
    assert [part for part in said if part not in str(refused.value)] == []


def test_a_telling_in_another_encoding_or_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    directory = laid(tmp_path, "")
    told = directory / "island" / "en.toml"
    told.write_bytes("[words]\nheadline.night = 'é'".encode("latin-1"))
    with pytest.raises(UnreadableError, match=r"island/en\.toml is not UTF-8 text"):
        Narration.load("en", "island", directory=directory)
    told.unlink()
    told.mkdir()
    with pytest.raises(UnreadableError, match=r"island/en\.toml cannot be read: it is a folder"):
        Narration.load("en", "island", directory=directory)


def test_a_telling_may_call_a_place_otherwise_which_stays_the_same_seat(tmp_path: Path) -> None:
    """Its key does, and all other places keep their names; a role brings no place."""
    telling = Narration.load("en", "tit-albert")
    plain = Narration.load("en")
    assert list(telling.places) == list(plain.places)
    assert telling.seat(NamedSeat(0, "oak")).label == "Flame Tree"
    assert telling.seat(NamedSeat(0, "forge")).label == plain.seat(NamedSeat(0, "forge")).label
    assert telling.calling({"oak": "Papi"}).seat(NamedSeat(0, "oak")).label == "Papi"
    bay = '[places]\nmill = { label = "Bay", the = "the Bay", s = "the Bay’s" }'
    with pytest.raises(UnreadableError, match="places is unknown; allowed are cards, lines, words"):
        Narration.load("en", "island", [RoleTexts("hermit", tomllib.loads(bay))], laid(tmp_path, ""))
    with pytest.raises(UnreadableError, match=r"places\.bay"):
        Narration.load("en", "island", directory=laid(tmp_path, bay.replace("mill", "bay")))


def test_a_language_a_telling_does_not_speak_is_told_in_its_own_words(tmp_path: Path) -> None:
    directory = laid(tmp_path, '[words]\nheadline.night = "The isle sleeps"')
    (directory / "nl.toml").write_text(BASE, encoding="utf-8")
    assert Narration.load("nl", "island", directory=directory).word("headline.night") == "All sleep"
    assert Narration.load("en", "island", directory=directory).word("headline.night") == "The isle sleeps"


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
        ("Shut your eyes, everyone.", "{seat}!", ["lines.night.fall", "{seat}", "allowed here: none"]),
        ('night = "Night {number}"', "night = 7", ["words.title.night", "7", "text"]),
        ('night = "Night {number}"', 'night = " "', ["words.title.night", "not empty"]),
        ('"Bend your heads, and let the night go by."', '""', ["lines.night.heads_down", "not empty"]),
        ('label = "Mill", the', 'labels = "Mill", the', ["places.mill", "labels", "label, the"]),
        ('spoken = "the"', 'spoken = "das"', ["grammar.spoken", "'das'", "label, the"]),
        ('comma = ", "', "comma = 3", ["grammar.comma", "3"]),
        ("[words.cause]", "[wards.cause]", ["wards", "grammar, places, cards, lines, words"]),
        ("before = []", "before = 3", ["grammar.elided", "before"]),
        ('spoken = "the"', "spoken = the", ["line ", "grammar.spoken: the is a text"]),
    ],
)
def test_a_mistake_is_one_sentence_that_names_it(tmp_path: Path, old: str, new: str, said: list[str]) -> None:
    with pytest.raises(UnreadableError) as refused:
        Narration.load("en", directory=changed(tmp_path, old, new))
    message = str(refused.value)
    assert str(tmp_path / "en.toml") in message
    assert "\n" not in message
    for part in said:
        assert part in message


def test_an_unknown_language_names_those_there_are() -> None:
    with pytest.raises(UnreadableError, match=r"“nl”; languages there are: de, en, en-US, es, fr"):
        Narration.load("nl", "tit-albert")
