"""Bots of Mots-garous know only what their seat may know: their questions, answers and guesses."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Sequence
from itertools import product
from typing import Any

import msgspec
import pytest

from table.engine.chance import Chance
from table.engine.play import play
from table.engine.requests import Answering, Clock, Say, Show, Unveil, Vote
from table.games.werewords.asking import Shown
from table.games.werewords.book import QUESTIONS, Book
from table.games.werewords.bots import WordBots
from table.games.werewords.fit import Question
from table.games.werewords.rules.box import tiles_of
from table.games.werewords.rules.events import Dealt, FloorTaken, MayorShown, TokenGiven, WordShown
from table.games.werewords.rules.letters import first_letters
from table.games.werewords.rules.options import Options
from table.games.werewords.rules.script import deal, play_round
from table.games.werewords.rules.state import TOKENS, Seat, Token
from table.games.werewords.rules.tiles import MASON, MINION, SEER, VILLAGER, WEREWOLF
from table.games.werewords.truths import ABOUT, Truth, Truths
from table.words.lists import CATEGORIES, OWN, TAGS, Word, choose, read_lists
from tests.kit.sampling import some

LISTS = {language: read_lists(QUESTIONS.parent / language)[0] for language in ("en", "fr")}
MEDIUM = choose(LISTS["en"], "en", "medium")


def word(text: str, *tags: str, category: str = "animals") -> Word:
    return Word(text, "easy", category, frozenset(tags), True)


FARM = (
    word("cat", "alive", "animal", "small"),
    word("cow", "alive", "animal", "big", "outdoors"),
    word("horse", "alive", "animal", "big", "moving", "outdoors"),
    word("plough", "metal", "outdoors", category="tools"),
    word("pail", "metal", "small", "water", category="tools"),
    word("barn", "building", "big", "wood", "outdoors", category="places"),
)
SEATS = tuple(Seat(index, name, VILLAGER) for index, name in enumerate("ABCDEF"))
LEFT: dict[Any, int] = {"yes_no": 30, "maybe": 5, "so_close": 1, "way_off": 1, "correct": 1}


class Listening(WordBots):
    """Bots that note what was said, and what was asked each time."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given, day_s=240.0)
        self.events: list[Any] = []
        self.questions: list[tuple[str, Token]] = []

    def say(self, request: Say) -> None:
        if isinstance(request.event, TokenGiven):
            self.questions.append((self.asks, request.event.token))
        self.events.append(request.event)
        super().say(request)

    def found(self, kind: type) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]


def at_the_table(
    words: Sequence[Word] = FARM, mayor: int = 0, knowing: str = "", tiles: str = "classic"
) -> WordBots:
    """Six of them by day; the first is the Mayor, who knows this word."""
    bots = WordBots(Chance(1), words, "en", day_s=240.0)
    bots.say(Say(Dealt(tiles_of(tiles, len(SEATS)))))
    for seat in SEATS:
        bots.show(Show([seat], "dealt", seat, VILLAGER))
    bots.say(Say(MayorShown(SEATS[mayor], from_centre=False)))
    if knowing:
        bots.show(Unveil([SEATS[mayor]], "word", value=knowing))
    return bots


def possible(bots: WordBots, letters: Sequence[str] = ()) -> list[str]:
    """The words that fit best, to somebody who was shown these letters."""
    return bots._book.listed(bots._now.possible(letters))


def asks(bots: WordBots, seat: int, question: Question, token: Token) -> None:
    """A seat asks this, and is answered."""
    bots._floor, bots._question = seat, question
    bots._learn(token)


def after_the_first_question(tiles: str = "classic") -> WordBots:
    """A table with many words: the first question leads nowhere, as all ask what divides them best."""
    bots = at_the_table(MEDIUM, tiles=tiles)
    asks(bots, 4, bots._now.usual(0.0)[0], "no")
    return bots


def answering(bots: WordBots, spent_s: float = 0.0, people: str = "", choices: Sequence[Any] = TOKENS) -> Any:
    """Their next act, with people at some seats."""
    mayor = None if "A" in people else SEATS[0]
    asking = [seat for seat in SEATS[1:] if seat.name not in people]
    return bots.clock(Answering("questions.classic", asking, spent_s, chooser=mayor, choices=choices))


@pytest.mark.parametrize(("players", "tiles"), some(product(range(3, 21), ("classic", "deluxe")), of=4))
def test_a_round_of_bots_comes_to_its_end(players: int, tiles: str) -> None:
    """Every question is captioned, every answer is one that exists, and somebody wins."""
    names = [f"seat {number}" for number in range(players)]
    options = Options(mode="speedwords" if players % 2 else "classic")
    bots = Listening(Chance(f"{players}/{tiles}"), MEDIUM, "en")
    words = [one.text for one in MEDIUM]
    round_ = play(deal(names, tiles_of(tiles, players), options, words, 4, 1), bots)
    over = play(play_round(round_), bots)
    assert over.winner in ("village", "werewolves")
    assert over.word in words
    assert bots.questions
    assert all(asked for asked, _ in bots.questions)
    assert len({asked for asked, _ in bots.questions}) == len(bots.questions)


def test_an_honest_mayor_answers_by_what_is_true_of_the_word() -> None:
    bots = at_the_table(knowing="cow")
    for _ in range(30):
        press = answering(bots)
        if press.choice is None:
            bots.say(Say(FloorTaken(press.seat)))
            continue
        asked = bots._question
        assert asked
        if asked.guess == "cow":
            assert press.choice == "correct"
            break
        truth = bots._book.truth(asked, "cow")
        assert press.choice in {"yes": ["yes"], "no": ["no", "so_close"], "maybe": ["no", "maybe"]}[truth]
        bots.say(Say(TokenGiven(SEATS[bots._floor or 0], press.choice, LEFT)))
    else:
        raise AssertionError("nobody has named the cow")


@pytest.mark.parametrize(
    ("spent_s", "text", "least", "most"),
    [
        (10.0, "Is it an animal?", 0, 0),
        (10.0, "Has it to do with water?", 0, 0),
        (200.0, "Is it an animal?", 1, 12),
        (200.0, "Has it to do with water?", 12, 36),
    ],
)
def test_a_mayor_who_is_a_werewolf_lies_late_and_where_nobody_can_tell_but_owes_correct(
    spent_s: float, text: str, least: int, most: int
) -> None:
    """MG-24."""
    lies = 0
    for seed in range(60):
        bots = WordBots(Chance(seed), FARM, "en", day_s=240.0)
        bots.show(Show([SEATS[0]], "dealt", SEATS[0], WEREWOLF))
        bots.say(Say(MayorShown(SEATS[0], from_centre=False)))
        bots.show(Unveil([SEATS[0]], "word", value="cow"))
        bots.say(Say(FloorTaken(SEATS[1])))
        bots._question = next(one for one in bots._book.questions if one.text == text)
        honest = bots._book.truth(bots._question, "cow") == "yes"
        lies += (answering(bots, spent_s).choice == "yes") is not honest
        bots._question = bots._book.guess("cow")
        assert answering(bots).choice == "correct"
    assert least <= lies <= most


def test_who_knows_nothing_asks_the_question_that_divides_the_words() -> None:
    bots = at_the_table()
    for _ in range(5):
        press = answering(bots)
        planned = bots._planned
        assert planned
        assert planned[0] == press.seat.index != 0
        assert 2 <= planned[1].yes.bit_count() <= 4
        bots.say(Say(FloorTaken(press.seat)))
        assert bots.asks == planned[1].text
        bots.say(Say(TokenGiven(press.seat, "maybe", LEFT)))
        assert bots.asks == ""


def test_a_fortune_teller_thinks_of_words_with_her_letters_only_and_hides_it() -> None:
    bots = at_the_table(MEDIUM)
    first = MEDIUM[0].text
    letters = first_letters(first)
    bots.show(Unveil([SEATS[3]], "first_letters", value=letters))
    hers = [one.text for one in MEDIUM if first_letters(one.text) == letters]
    assert possible(bots, letters) == hers
    assert len(possible(bots)) == len(MEDIUM) > len(hers)
    usual = {one.text for one in bots._now.usual(0.1)}
    led = {one.text for one in bots._now.helping(0.1, Shown(letters=letters))} - usual
    asked = [bots._choose(3, 0.1).text for _ in range(200)]
    assert 0 < sum(text in led for text in asked) < 100
    assert {bots._choose(2, 0.1).text for _ in range(50)} <= usual


@pytest.mark.parametrize("tiles", ["classic", "initials"])
def test_a_pack_names_whoever_asks_what_leads_to_the_word(tiles: str) -> None:
    """Whoever asks what everybody would is not named, nor who asks what is not true of it."""
    bots = after_the_first_question(tiles)
    now, usual = bots._now, {one.text for one in bots._now.usual(0.1)}

    def leading(known: str) -> list[Question]:
        shown = Shown(letters=first_letters(known)) if tiles == "initials" else Shown(known)
        return [one for one in now.helping(0.1, shown) if one.text not in usual]

    known = next(one.text for one in MEDIUM if leading(one.text))
    leads = leading(known)[0]
    open_ = (one for one in bots._book.questions if one.text not in usual)
    astray = next(one for one in open_ if bots._book.truth(one, known) != "yes")
    asks(bots, 2, leads, "yes")
    asks(bots, 3, astray, "no")
    as_all = (one for one in bots._now.usual(0.1) if bots._book.truth(one, known) != "yes")
    asks(bots, 1, next(as_all), "no")
    knowing = bots._knowing(known)
    assert knowing[2] > 1.0 > 0.1 > max(knowing[1], knowing[3])


def test_a_seer_asks_now_and_then_what_is_true_of_the_word_and_lets_others_name_it() -> None:
    """More often than others, but not each time: the pack would know her by it."""

    def true(shown: bool) -> int:
        bots = after_the_first_question()
        first = bots._now.splitting()[:3]
        known = next(
            one.text
            for one in MEDIUM
            if all(bots._book.truth(question, one.text) != "yes" for question in first)
            and bots._now.helping(0.1, Shown(one.text))
        )
        if shown:
            bots.show(Show([SEATS[2]], "dealt", SEATS[2], SEER))
            bots.show(Unveil([SEATS[2]], "word", value=known))
        asked = [bots._choose(2, 0.1) for _ in range(100)]
        assert all(question.guess is None for question in asked)
        return sum(bots._book.truth(question, known) == "yes" for question in asked)

    assert true(shown=False) == 0 < 5 < true(shown=True) < 50


def test_a_werewolf_never_says_the_word() -> None:
    """Not even late, when it is the only one left."""
    bots = at_the_table(FARM)
    bots.show(Show([SEATS[2]], "dealt", SEATS[2], WEREWOLF))
    bots.show(Unveil([SEATS[2]], "word", value="cow"))
    for text in ("Is it an animal?", "Is it bigger than a person?"):
        asks(bots, 1, next(one for one in bots._book.questions if one.text == text), "yes")
    asks(bots, 1, bots._book.guess("horse"), "no")
    assert possible(bots) == ["cow"]
    assert {bots._choose(2, 0.9).guess for _ in range(50)} == {"barn", "cat"}, (
        "what is nearly so: no giveaway"
    )
    for other in ("cat", "plough", "pail", "barn"):
        asks(bots, 1, bots._book.guess(other), "no")
    assert "cow" not in {bots._choose(2, 0.9).guess for _ in range(50)}, "rather a word that was guessed"


def test_nobody_asks_for_a_person_nor_answers_for_one() -> None:
    bots = at_the_table(knowing="cow")
    for _ in range(20):
        assert answering(bots, people="BCD").seat in SEATS[4:]
    bots.say(Say(FloorTaken(SEATS[5])))
    assert answering(bots, people="A") is None
    assert answering(bots, people="ABCDEF") is None


def test_a_person_with_the_floor_turns_through_questions_where_the_table_is_mayor() -> None:
    """Each press offers another question; the last ones are guesses, and the Mayor's time starts again."""
    bots = at_the_table(MEDIUM, knowing=MEDIUM[0].text)
    laid = []
    for number in range(12):
        bots.say(Say(FloorTaken(SEATS[1])))
        press = answering(bots, spent_s=10.0 * number, people="B")
        assert press.seat is SEATS[0]
        assert 7.0 <= press.at_s - 10.0 * number <= 8.0
        assert bots._question
        laid.append(bots._question)
        assert bots.asks == f"{bots._question.text} Press: another one."
    assert len({question.text for question in laid}) == len(laid)
    assert [bool(question.guess) for question in laid] == [False] * 6 + [True] * 6
    bots.say(Say(TokenGiven(SEATS[1], "no", LEFT)))
    for _ in range(12):
        bots.say(Say(FloorTaken(SEATS[1])))
        answering(bots, people="B")
        assert bots.asks != laid[-1].text


def test_what_a_person_asks_aloud_teaches_nobody_anything() -> None:
    bots = at_the_table()
    bots.say(Say(FloorTaken(SEATS[1])))
    bots.say(Say(TokenGiven(SEATS[1], "yes", LEFT)))
    assert len(possible(bots)) == len(FARM)


def test_nobody_does_anything_after_the_time_or_before_a_letter_is_uncovered() -> None:
    bots = at_the_table(knowing="cow")
    assert answering(bots, spent_s=239.0) is None
    request = Answering("questions.classic", SEATS[1:], 0.0, chooser=SEATS[0], choices=TOKENS, until_s=1.0)
    assert bots.clock(request) is None
    assert bots.clock(Clock("oops", SEATS[:1])) is None


def test_in_a_longer_day_they_go_on_asking_to_its_end() -> None:
    """At a slow pace, for example: they use the table's clock."""
    late = Answering("questions.classic", SEATS[1:], 300.0, chooser=SEATS[0], choices=TOKENS)
    bots = WordBots(Chance(1), FARM, "en", day_s=336.0)
    bots.say(Say(MayorShown(SEATS[0], from_centre=False)))
    press = bots.clock(late)
    assert press
    assert 300.0 < press.at_s <= 336.0
    assert WordBots(Chance(1), FARM, "en", day_s=240.0).clock(late) is None


def test_without_words_they_say_nothing() -> None:
    """MG-57: the Mayor has written a word of their own, so the table has no questions."""
    bots = at_the_table(())
    assert answering(bots) is None
    bots.say(Say(FloorTaken(SEATS[1])))
    assert answering(bots) is None


def test_the_pack_names_those_who_seemed_to_know_the_word_each_another_one() -> None:
    bots = after_the_first_question()
    usual = {one.text for one in bots._now.usual(0.1)}

    def leading(known: str) -> list[Question]:
        return [one for one in bots._now.helping(0.1, Shown(known)) if one.text not in usual]

    known = next(one.text for one in MEDIUM if len(leading(one.text)) > 1)
    wolves, leads = SEATS[1:3], leading(known)
    for wolf in wolves:
        bots.show(Unveil([wolf], "word", value=known))
    for seat, lead in zip((3, 5), leads, strict=False):
        asks(bots, seat, lead, "maybe")
    picks = bots.vote(Vote("picks", dict.fromkeys(wolves, (SEATS[0], *SEATS[3:]))))
    assert {*picks.values()} == {SEATS[3], SEATS[5]}


def test_whom_a_seat_accuses() -> None:
    """A werewolf spares the pack, a Mason the other Mason; whoever has asked nothing useful is suspect."""
    bots = at_the_table()
    bots.show(Show([SEATS[1]], "dealt", SEATS[1], WEREWOLF))
    bots.show(Show(SEATS[1:3], "pack", value=SEATS[1:3]))
    bots.show(Show([SEATS[4]], "dealt", SEATS[4], MINION))
    bots.show(Show([SEATS[4]], "minion", value=SEATS[1:3]))
    bots.show(Show([SEATS[3]], "dealt", SEATS[3], MASON))
    bots.show(Show((SEATS[3], SEATS[2]), "masons", value=(SEATS[3], SEATS[2])))
    bots._idle[2] = 5.0
    votes = bots.vote(Vote("accuse", {seat: [one for one in SEATS if one is not seat] for seat in SEATS}))
    assert votes[SEATS[0]] is votes[SEATS[5]] is SEATS[2]
    assert all(votes[seat] is not SEATS[2] for seat in (SEATS[1], SEATS[3], SEATS[4]))
    assert all(votes[seat] is not seat for seat in SEATS)


def test_bots_know_only_what_their_seat_was_shown() -> None:
    """What is shown to one changes nothing of what another asks."""
    asked = []
    for shown in ("cow", "barn"):
        bots = at_the_table()
        bots.show(Unveil([SEATS[1]], "word", value=shown))
        asked.append([bots._choose(4, 0.2).text for _ in range(10)])
    assert asked[0] == asked[1]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_there_is_a_question_for_everything_a_list_says_of_a_word(language: str) -> None:
    table = tomllib.loads((QUESTIONS / f"{language}.toml").read_text("utf-8"))
    assert set(table["tag"]) == set(TAGS)
    assert set(table["category"]) == {*CATEGORIES, OWN}
    texts = [*table["tag"].values(), *table["category"].values()]
    assert len(set(texts)) == len(texts)
    assert "{word}" in table["is_it"]
    assert "{letter}" in table["before"]


def test_questions_of_a_language_without_any_are_in_english() -> None:
    assert Book(FARM, "nl").guess("cat").text == "Is it “cat”?"


def test_how_a_word_is_written_is_asked_once_nothing_else_divides_the_words() -> None:
    towns = [word(text, "place", category="places") for text in ("Troy", "Rome", "New York", "Hong Kong")]
    plains = [word(text, "place", category="places") for text in ("moor", "dale", "salt flat", "rice field")]
    written = {"Is it more than one word?", "Has it a capital letter?"}
    assert {one.text for one in at_the_table((*towns, *plains))._now.splitting()} == written
    asked = at_the_table((*towns, *plains, *FARM))._now.splitting()
    assert asked
    assert written.isdisjoint(one.text for one in asked)


def test_a_dictionary_knows_no_accents() -> None:
    book = Book([word("âne"), word("bœuf"), word("élan"), word("oie")], "fr")
    before = next(one for one in book.questions if "lettre E" in one.text)
    assert book.listed(before.yes) == ["âne", "bœuf"]
    book = Book([word("âne"), word("œil"), word("ours"), word("poule")], "fr")
    before = next(one for one in book.questions if "lettre P" in one.text)
    assert book.listed(before.yes) == ["âne", "œil", "ours"], "œ is o and e"


def truth(it: Word, *, tag: str = "", category: str = "") -> Truth:
    """Whether this tag is true of a word, or whether it has to do with the list of this category."""
    yes, no = Truths([it]).of_tag(tag) if tag else Truths([it]).of_list(category)
    return "yes" if yes else "no" if no else "maybe"


@pytest.mark.parametrize(
    ("tags", "tag", "true"),
    [
        ("alive animal", "moving", "yes"),
        ("alive animal", "metal", "no"),
        ("small", "animal", "no"),
        ("alive animal", "dangerous", "maybe"),
        ("metal electric", "old", "no"),
        ("metal electric old", "old", "yes"),
        ("invisible", "red", "no"),
    ],
)
def test_what_a_list_does_not_say_of_a_word_may_follow_from_the_rest_or_be_unknown(
    tags: str, tag: str, true: str
) -> None:
    assert truth(word("it", *tags.split()), tag=tag) == true


@pytest.mark.parametrize(
    ("tags", "unsure", "complete", "tag", "true"),
    [
        ("animal", "", "dangerous", "dangerous", "no"),
        ("animal", "dangerous", "dangerous", "dangerous", "maybe"),
        ("building", "big", "", "big", "maybe"),
        ("building", "", "", "big", "yes"),
        ("person woman", "", "", "man", "no"),
        ("person", "", "", "man", "maybe"),
        ("animal", "", "", "woman", "no"),
    ],
)
def test_of_a_complete_list_a_missing_tag_is_not_so_unless_people_would_differ(
    tags: str, unsure: str, complete: str, tag: str, true: str
) -> None:
    it = msgspec.structs.replace(
        word("it", *tags.split()), unsure=frozenset(unsure.split()), complete=frozenset(complete.split())
    )
    assert truth(it, tag=tag) == true


@pytest.mark.parametrize(
    ("category", "tags", "asked", "true"),
    [
        ("animals", "animal", "ideas", "no"),
        ("ideas", "", "ideas", "yes"),
        ("home", "invisible", "ideas", "maybe"),
        ("monsters", "animal", "animals", "yes"),
        (OWN, "metal", "ideas", "maybe"),
        ("animals", "alive", "body", "no"),
        ("animals", "alive body", "body", "yes"),
    ],
)
def test_a_word_has_to_do_with_a_list_by_its_own_list_and_its_tags(
    category: str, tags: str, asked: str, true: str
) -> None:
    assert truth(word("it", *tags.split(), category=category), category=asked) == true


def test_whether_a_word_has_to_do_with_another_list_may_be_what_people_differ_about() -> None:
    claw = msgspec.structs.replace(word("claw"), unsure=frozenset({"body"}))
    assert truth(claw, category="body") == "maybe"


def test_every_list_is_known_by_what_has_to_do_with_it() -> None:
    assert set(ABOUT) == {*CATEGORIES, OWN}
    kinds = {*TAGS, *CATEGORIES}
    assert all(surely | perhaps <= kinds and not surely & perhaps for surely, perhaps in ABOUT.values())


@pytest.mark.parametrize("language", LISTS)
def test_questions_are_varied_mostly_known_and_seldom_about_letters(language: str) -> None:
    """Of shipped words, as far as a bot Mayor answers them; the first is another one in most rounds."""
    words = choose(LISTS[language], language, "medium")
    rounds, asked = 40, list[tuple[str, Truth]]()
    firsts = Counter[str]()
    book = Book(words, language)
    for seed in range(rounds):
        bots = Listening(Chance(f"{language} {seed}"), words, language)
        tiles = tiles_of("classic", 7)
        names, choice = [str(number) for number in range(7)], [one.text for one in words]
        over = play(play_round(play(deal(names, tiles, Options(), choice, 4, 1), bots)), bots)
        by_text = {one.text: one for one in book.questions}
        firsts[bots.questions[0][0]] += 1
        asks = [by_text[text] for text, _ in bots.questions if text in by_text]
        asked += [(one.about, book.truth(one, over.word)) for one in asks]
    assert len(firsts) >= 8
    assert max(firsts.values()) <= 0.25 * rounds
    about_things = [true for about, true in asked if about == "sense"]
    assert about_things.count("maybe") < 0.25 * len(about_things)
    assert sum(about == "letter" for about, _ in asked) < 0.08 * len(asked)


@pytest.mark.parametrize("language", LISTS)
def test_nobody_asks_what_follows_from_the_answers(language: str) -> None:
    """All words that fit would have the same answer. A werewolf who leads astray asks no such thing."""
    words = choose(LISTS[language], language, "medium")
    asked = 0
    for seed in range(20):
        bots = Listening(Chance(f"{language} {seed}"), words, language)
        names, choice = [str(number) for number in range(7)], [one.text for one in words]
        play(play_round(play(deal(names, tiles_of("classic", 7), Options(), choice, 4, 1), bots)), bots)
        for heard in bots._heard:
            question, left = heard.question, heard.moment.possible()
            if not question.guess:
                asked += 1
                assert left & question.yes, question.text
                assert left & question.no, question.text
    assert asked > 100


def test_who_is_close_to_the_word_has_named_one_of_its_kind() -> None:
    robin, wren = (word(text, "animal", "alive", "small", "air", "outdoors") for text in ("robin", "wren"))
    bots = at_the_table((*FARM, robin, wren))
    asks(bots, 4, bots._book.guess("robin"), "so_close")
    assert possible(bots) == ["wren"]


def test_an_answer_that_does_not_fit_rules_no_word_out() -> None:
    """People see things otherwise than a list does: the cow comes back when the others have been guessed."""
    bots = at_the_table()
    answers: tuple[tuple[str, Token], ...] = (
        ("Is it an animal?", "no"),
        ("Is it bigger than a person?", "yes"),
    )
    for text, token in answers:
        bots.say(Say(FloorTaken(SEATS[2])))
        bots._question = next(one for one in bots._book.questions if one.text == text)
        bots.say(Say(TokenGiven(SEATS[2], token, LEFT)))
    assert possible(bots) == ["barn"]
    for named in ("barn", "plough", "pail"):
        bots.say(Say(FloorTaken(SEATS[2])))
        bots._question = bots._book.guess(named)
        bots.say(Say(TokenGiven(SEATS[2], "no", LEFT)))
    assert possible(bots) == ["cow", "horse"]


@pytest.mark.parametrize(("people", "blames"), [("", True), ("A", False)])
def test_a_person_as_mayor_is_not_accused_of_disagreeing_with_a_list(people: str, blames: bool) -> None:
    bots = at_the_table(knowing="cow")
    for text in ("Is it an animal?", "Is it bigger than a person?", "Can one eat it?"):
        answering(bots, people=people)
        bots.say(Say(FloorTaken(SEATS[2])))
        bots._question = next((one for one in bots._book.questions if one.text == text), None)
        answering(bots, people=people)
        bots.say(Say(TokenGiven(SEATS[2], "no", LEFT)))
    bots.say(Say(WordShown("cow")))
    bots._idle.clear()
    menu = {seat: [one for one in SEATS if one is not seat] for seat in SEATS[1:]}
    accused = bots.vote(Vote("accuse", menu)).values()
    assert (list(accused).count(SEATS[0]) >= 4) is blames
