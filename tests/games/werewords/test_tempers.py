"""What a temper moves in Mots-garous: how a bot asks, guesses, answers and accuses; never by a secret."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from table.appliance.rounds import mind_of
from table.engine.chance import Chance
from table.engine.requests import Answering, Say, Show, Unveil, Vote
from table.evening.diary import EveningShelf
from table.evening.journal import Journal
from table.games.tempers import TEMPERS, TemperKey
from table.games.werewords.asking import BEST, FAR_FETCHED, Inquiry, Shown
from table.games.werewords.book import QUESTIONS, Book
from table.games.werewords.bots import WordBots
from table.games.werewords.evening import WordEvening
from table.games.werewords.fit import Fit, Question
from table.games.werewords.rules.box import tiles_of
from table.games.werewords.rules.events import Dealt, FloorTaken, MayorShown, TokenGiven
from table.games.werewords.rules.options import Options
from table.games.werewords.rules.state import TOKENS
from table.games.werewords.rules.tiles import VILLAGER, WEREWOLF
from table.games.werewords.simulate import WordSetup, simulate
from table.games.werewords.tempers import STEADY
from table.games.werewords.tempers import TEMPERS as MOVED
from table.words.catalogue import Catalogue
from tests.games.werewords.test_bots import FARM, LEFT, LISTS, MEDIUM, SEATS, asks
from tests.kit.diaries import BOXES, Reseated, played, word_evening

WORD = MEDIUM[100].text


def at_the_table(*tempers: TemperKey, words: Any = MEDIUM, seed: int = 1) -> WordBots:
    """Six of them by day, with these tempers over and over, or none; the first is the Mayor."""
    each = [tempers[seat % len(tempers)] for seat in range(len(SEATS))] if tempers else ()
    bots = WordBots(Chance(seed), words, "en", day_s=240.0, tempers=each)
    bots.say(Say(Dealt(tiles_of("classic", len(SEATS)))))
    for seat in SEATS:
        bots.show(Show([seat], "dealt", seat, VILLAGER))
    bots.say(Say(MayorShown(SEATS[0], from_centre=False)))
    return bots


def with_words_left(bots: WordBots, number: int) -> WordBots:
    """All the others were guessed."""
    book = bots._book
    named = book.all & ~((1 << number) - 1)
    bots._now = Inquiry(book, Fit(len(book.texts)), {"another question"}, named)
    return bots


def after_a_yes(bots: WordBots, text: str = "Does it move?") -> Question:
    question = next(one for one in bots._book.questions if one.text == text)
    asks(bots, 4, question, "yes")
    return question


def asked(bots: WordBots, seat: int = 2, times: int = 200) -> list[Question]:
    """What a seat would ask now, so many times."""
    return [bots._choose(seat, 0.1) for _ in range(times)]


def test_each_temper_moves_something_else() -> None:
    assert list(MOVED) == list(TEMPERS)
    assert len({*MOVED.values(), STEADY}) == len(TEMPERS) + 1


@pytest.mark.parametrize(
    ("temper", "guesses_at"), [((), 2), (("hothead",), 5), (("doubter",), 1)], ids=["", "hothead", "doubter"]
)
def test_a_hothead_guesses_earlier_and_a_doubter_asks_one_more_question(
    temper: Sequence[TemperKey], guesses_at: int
) -> None:
    """Of two words a doubter still asks which."""
    for number in range(1, 7):
        bots = with_words_left(at_the_table(*temper, words=FARM), number)
        assert bool(bots._choose(2, 0.1).guess) == (number <= guesses_at)


def floors(bots: WordBots, times: int = 200) -> Counter[int]:
    """How often each seat takes the floor if nobody learns anything."""
    for number in range(times):
        press = bots.clock(
            Answering("questions.classic", SEATS[1:], float(number), chooser=SEATS[0], choices=TOKENS)
        )
        assert press
        bots.say(Say(FloorTaken(SEATS[press.seat.index])))
        bots._question = bots._book.guess("cow")
        bots.say(Say(TokenGiven(SEATS[press.seat.index], "no", LEFT)))
    return Counter(heard.seat for heard in bots._heard)


def test_the_quiet_ask_less_often_and_hotheads_more() -> None:
    assert max((usual := floors(at_the_table())).values()) - min(usual.values()) <= 5
    found = floors(at_the_table("doubter", "quiet", "doubter", "hothead", "doubter", "doubter"))
    assert 0 < found[1] < 0.85 * found[2]
    assert found[3] > 1.15 * found[2]


def test_a_doubter_says_maybe_more_often_as_mayor() -> None:
    def maybes(*tempers: TemperKey) -> int:
        bots = at_the_table(*tempers, words=FARM)
        bots.show(Unveil([SEATS[0]], "word", value="cow"))
        bots.say(Say(FloorTaken(SEATS[1])))
        bots._question = next(one for one in bots._book.questions if "water" in one.text)
        request = Answering("questions.classic", SEATS[1:], 1.0, chooser=SEATS[0], choices=TOKENS)
        return sum(bots._answer(0, request) == "maybe" for _ in range(200))

    assert 70 < maybes() < 130 < maybes("doubter") < 200


def test_a_hothead_accuses_by_whim_and_a_doubter_hardly() -> None:
    def hits(*tempers: TemperKey) -> int:
        """How often they accuse the one who is rather suspect."""
        found = 0
        for seed in range(30):
            bots = at_the_table(*tempers, seed=seed)
            bots._idle[2] = 0.45
            menu = {SEATS[seat]: [one for one in SEATS if one is not SEATS[seat]] for seat in (1, 3, 4)}
            found += [*bots.vote(Vote("accuse", menu)).values()].count(SEATS[2])
        return found

    assert hits("hothead") < hits() < hits("doubter") == 90


def wolf(*tempers: TemperKey) -> WordBots:
    """The third seat is a werewolf who was shown the word; somebody has asked."""
    bots = at_the_table(*tempers)
    bots.show(Show([SEATS[2]], "dealt", SEATS[2], WEREWOLF))
    bots.show(Unveil([SEATS[2]], "word", value=WORD))
    asks(bots, 4, bots._now.usual(0.0)[0], "no")
    return bots


def test_a_schemer_who_is_a_werewolf_leads_astray_more_often() -> None:
    def astray(*tempers: TemperKey) -> int:
        bots = wolf(*tempers)
        usual = {one.text for one in bots._now.usual(0.1)}
        return sum(one.text not in usual for one in asked(bots))

    assert 40 < astray() < 80 < astray("schemer") < 130
    assert [one.text for one in asked(at_the_table("schemer"))] == [one.text for one in asked(at_the_table())]


def test_a_joker_asks_something_far_fetched_now_and_then_which_the_rules_allow() -> None:
    for bots in (at_the_table("joker"), wolf("joker")):
        now = bots._now
        jokes = now.far_fetched()
        usual = {one.text for one in now.usual(0.1)}
        told = [one for one in asked(bots) if one in jokes and one.text not in usual]
        assert 12 < len(told) < 60
        assert all(now.shares().of(one) <= FAR_FETCHED for one in jokes), "hardly ever true"
        assert all(one.yes & now.possible() for one in jokes), "and yet it may be"
        assert not any(one.text in now.asked for one in jokes)
    assert not any(bots._book.truth(one, WORD) == "yes" for one in told), "a werewolf does not help by a joke"


@pytest.mark.parametrize("left", [4, 8, 40])
def test_what_is_true_of_many_words_that_are_left_is_no_joke(left: int) -> None:
    """Of few words a joker asks as others do."""
    bots = with_words_left(at_the_table("joker"), left)
    jokes = bots._now.far_fetched()
    assert all(bots._now.shares().of(one) <= FAR_FETCHED for one in jokes)
    assert bool(jokes) == (left == 40)
    usual = {one.text for one in bots._now.usual(0.1)}
    assert any(one.text not in usual for one in asked(bots)) == (left == 40)


def test_nobody_is_blamed_for_a_joke_but_who_does_not_joke() -> None:
    blame = []
    tempers: tuple[TemperKey, ...] = ("joker", "quiet")
    for temper in tempers:
        bots = at_the_table(temper)
        asks(bots, 2, bots._now.far_fetched()[0], "no")
        blame.append(bots._idle[2])
    assert blame[0] == 0 < 0.3 < blame[1]


def test_the_loyal_ask_near_what_was_last_answered_yes() -> None:
    """Of the questions that others would ask soon; and not before there is a yes."""

    def nearness(*tempers: TemperKey) -> float:
        bots = at_the_table(*tempers)
        said = after_a_yes(bots)
        found = asked(bots)
        assert {one.text for one in found} <= {
            one.text for one in bots._now.splitting()[: BEST + MOVED["loyal"].near]
        }
        return sum((one.yes & said.yes).bit_count() / one.yes.bit_count() for one in found) / len(found)

    assert nearness("loyal") > nearness() + 0.05
    assert [one.text for one in asked(at_the_table("loyal"))] == [one.text for one in asked(at_the_table())]


def test_a_pack_weighs_a_question_by_the_temper_of_who_asks() -> None:
    """What a loyal one asks anyway tells nothing of whether they were shown the word."""
    bots = {"loyal": at_the_table("loyal"), "quiet": at_the_table("quiet")}
    for one in bots.values():
        after_a_yes(one, "Is it often green?")
    now = bots["loyal"]._now
    own = [one for one in now.usual(0.1, temper=MOVED["loyal"]) if one not in now.usual(0.1)]
    question, known = next(
        (one, text) for one in own for text in now.book.texts if one in now.helping(0.1, Shown(text))
    )
    for one in bots.values():
        asks(one, 2, question, "yes")
    assert bots["loyal"]._knowing(known)[2] < bots["quiet"]._knowing(known)[2]


@pytest.mark.parametrize("temper", TEMPERS)
def test_a_person_who_takes_what_the_table_lays_has_no_temper(temper: TemperKey) -> None:
    """A house keeps its temper when a person sits there: they are neither taken for a Seer nor pardoned."""

    def taken(bots: WordBots) -> tuple[float, float]:
        """How much the person at the third seat seems to know the word, and to be idle."""
        bots.show(Unveil([SEATS[0]], "word", value=WORD))
        for _ in range(8):
            bots.say(Say(FloorTaken(SEATS[2])))
            asking = [seat for seat in SEATS[1:] if seat is not SEATS[2]]
            press = bots.clock(Answering("questions.classic", asking, 9.0, chooser=SEATS[0], choices=TOKENS))
            assert press
            bots.say(Say(TokenGiven(SEATS[2], press.choice, LEFT)))
        return bots._knowing(WORD)[2], bots._idle[2]

    assert taken(at_the_table(temper)) == taken(at_the_table())


def test_a_joker_is_pardoned_for_their_own_jokes_only() -> None:
    """Not for what the table laid before a person at their house."""
    bots = at_the_table("joker")
    joke = bots._now.far_fetched()[0]
    bots._is_laid = True
    asks(bots, 2, joke, "no")
    assert bots._idle[2] > 0.3


def test_a_secret_of_one_seat_moves_no_other_and_nor_does_a_temper() -> None:
    """Each has lots of its own."""
    told = []
    cases: tuple[tuple[str, TemperKey], ...] = ((WORD, "quiet"), ("peacock", "quiet"), (WORD, "joker"))
    for shown, third in cases:
        bots = at_the_table("joker", "joker", "joker", third, "joker", "joker")
        bots.show(Unveil([SEATS[3]], "word", value=shown))
        for _ in range(5):
            bots._choose(3, 0.2)
        told.append([one.text for one in asked(bots, times=20)])
    assert told[0] == told[1] == told[2]


def test_when_somebody_asks_depends_on_no_secret() -> None:
    """On tempers and the public seed alone."""
    found = []
    for secret in ("a", "b"):
        bots = WordBots(Chance(secret), MEDIUM, "en", openly=Chance("public"), day_s=240.0, tempers=TEMPERS)
        bots.say(Say(MayorShown(SEATS[0], from_centre=False)))
        bots.show(Unveil([SEATS[2]], "word", value=WORD if secret == "a" else "peacock"))
        found.append(floors(bots, 20))
    assert found[0] == found[1]


# Words


@pytest.mark.parametrize("language", ["fr", "en", "de", "es"])
def test_each_temper_guesses_in_words_of_its_own(language: str) -> None:
    table = tomllib.loads((QUESTIONS / f"{language}.toml").read_text("utf-8"))
    book = Book(FARM, language)
    told = {book.guessed("cow", temper) for temper in TEMPERS}
    assert len(told | {book.guess("cow").text}) == len(TEMPERS) + 1
    assert all(table[f"is_it_{temper}"].count("{word}") == 1 for temper in TEMPERS)
    assert book.guessed("cow", "bored") == book.guess("cow").text


def test_the_owners_own_words_for_a_guess_come_before_ours_of_a_temper(tmp_path: Path) -> None:
    """Else a Dutch table would guess in English. But not before the owner's own of a temper."""
    own = tmp_path / "words" / "questions"
    own.mkdir(parents=True)
    (own / "nl.toml").write_text('is_it = "Is het {word}?"\nis_it_joker = "Volgens oma {word}?"')
    book = Book(FARM, "nl", Catalogue(tmp_path))
    assert book.guess("koe").text == "Is het koe?"
    assert [book.guessed("koe", temper) for temper in ("loyal", "joker")] == [
        "Is het koe?",
        "Volgens oma koe?",
    ]


def test_the_board_shows_a_guess_in_the_words_of_who_makes_it_and_lays_the_usual_before_people() -> None:
    bots = with_words_left(at_the_table("quiet", words=FARM), 1)
    request = Answering("questions.classic", SEATS[1:], 1.0, chooser=SEATS[0], choices=TOKENS)
    press = bots.clock(request)
    assert press
    bots.say(Say(FloorTaken(SEATS[press.seat.index])))
    assert bots.asks == bots.question == "“cat”?"
    bots.say(Say(TokenGiven(SEATS[press.seat.index], "no", LEFT)))
    bots = with_words_left(at_the_table("quiet", words=FARM), 1)
    bots.show(Unveil([SEATS[0]], "word", value="cow"))
    bots.say(Say(FloorTaken(SEATS[1])))
    bots.clock(Answering("questions.classic", SEATS[2:], 1.0, chooser=SEATS[0], choices=TOKENS))
    assert bots.question == "Is it “cat”?"


# Whole rounds


def test_tables_of_all_tempers_find_the_word() -> None:
    """A sample; how much each moves: python -m benchmarks.tempers."""

    def made(*given: Any, **more: Any) -> WordBots:
        return WordBots(*given, **more, tempers=[*TEMPERS, *TEMPERS])

    words = WordSetup(Options(), "en", "medium", ())
    tally = simulate(tiles_of("classic", 8), LISTS["en"], words, 4, 60, "bots", 1, made=made)  # type: ignore[arg-type]
    assert tally.found >= 50
    assert min(tally.wins.values()) >= 15


def test_a_round_that_was_cut_goes_on_as_it_would_have_with_the_same_tempers(tmp_path: Path) -> None:
    """Tempers are of the evening's public seed, and what bots choose of the round's key: both are kept."""
    begun = word_evening("classic", 7)
    begun.known, begun.choice = MEDIUM, [one.text for one in MEDIUM]
    begun.company, begun.keys = 11, {}
    journal = Journal(tmp_path)
    played(journal, begun, Reseated(mind_of(begun, "en")))
    (kept,) = journal.evenings()
    whole = kept.rounds[0]
    kept.rounds[0] = whole[: len(whole) // 2]
    journal.cut(kept)
    journal.close()
    shelf = EveningShelf(tmp_path, 50)
    found = shelf.unfinished(BOXES, None, print)
    shelf.close()
    assert found
    again = found[1]
    assert again.tempers == begun.tempers
    assert isinstance(again, WordEvening)
    again.known = begun.known
    journal = Journal(tmp_path)
    played(journal, again, Reseated(mind_of(again, "en")), found[0])
    assert [(line.word, line.answer) for line in journal.evenings()[0].rounds[0]] == [
        (line.word, line.answer) for line in whole
    ]
    journal.close()
