"""The chronicle: what really happened, told from the journal; nothing of a round that is under way."""

from __future__ import annotations

import errno
import io
import json
import os
import re
import sys
import typing
from collections import Counter
from contextlib import closing
from datetime import datetime
from html.parser import HTMLParser
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal
from xml.etree.ElementTree import fromstring

import msgspec
import pytest

from table.chronicle.page import ANSWERS, drawing, page
from table.chronicle.story import as_tables, as_text, facts, statistics, tell, unusual
from table.engine.requests import Clock, Press
from table.errors import RefusedError
from table.evening.diary import Diary
from table.evening.journal import Journal
from table.evening.journal_files import FILE
from table.evening.replay import setup_of
from table.evening.writer import JournalError
from table.games.entries import ChronicleTexts, EveningStory, StoryEntry
from table.games.records import StoredEvening
from table.games.werewolf.evening import WerewolfEvening as House
from table.games.werewolf.rules.deck import read_deck
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.games.werewords.rules.box import MOTS_GAROUS
from table.games.werewords.rules.options import Options as WordOptions
from table.house.books import with_house
from table.house.load import load as load_house
from table.house.load import words_of
from table.sentences import flat
from table.words.catalogue import shipped
from table.words.narration import Narration
from tests.kit.diaries import (
    BOXES,
    Reseated,
    WordDice,
    dice,
    evening,
    played,
    recordings,
    with_stories,
    word_evening,
)
from tests.kit.players import Dice, garou
from tests.kit.tables import NARRATION

LANGUAGES = ("en", "fr")


def facts_of(narration: Narration) -> dict[str, Any]:
    """The facts of a deed done to the Forge."""
    forge = narration.places["forge"]
    return {"seat": narration.places["mill"], "card": narration.cards["seer"], "chosen": forge}


def unfinished() -> StoredEvening:
    kept = next(recordings())
    kept.rounds = [kept.rounds[0][:50]]
    return kept


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """A folder with a finished evening and, after it, one that is under way."""
    journal = Journal(tmp_path)
    played(journal, evening("thiercelieux", seed=1), Reseated(dice(1)))
    played(journal, evening("best-of", seed=3), Reseated(dice(3)))
    kept = journal.evenings()[-1]
    kept.rounds[0] = kept.rounds[0][:60]
    journal.cut(kept)
    journal.close()
    return tmp_path


def entries(told: EveningStory) -> list[StoryEntry]:
    return [entry for each in told.rounds for moment in each.moments for entry in moment.entries]


def written(
    rulebook: str, deck: str, seed: int, language: str, **options: Any
) -> tuple[EveningStory, ChronicleTexts]:
    """The story of a round of bots that always answer."""
    begun = evening(rulebook, deck, 12, seed, **options)
    with TemporaryDirectory() as folder, closing(Journal(Path(folder))) as journal:
        played(journal, begun, Reseated(Dice(seed, sense=True)))
        kept = journal.evenings()[-1]
    narration = Narration.load(language, rulebook)
    return tell(kept, RULEBOOKS, narration), ChronicleTexts(narration)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_recorded_round_can_be_told(language: str) -> None:
    for kept in recordings():
        narration = Narration.load(language, kept.setup.rulebook)
        words = ChronicleTexts(narration)
        told = tell(kept, BOXES, narration)
        (only,) = told.rounds
        assert only.winner == kept.rounds[0][-1].answer[0]
        titles = [moment.title for moment in only.moments]
        if kept.setup.rulebook != MOTS_GAROUS.key:
            assert narration.word("title.night", number=1) in titles
        assert len(set(titles)) == len(titles)
        text = "\n".join(as_text(told, words))
        assert narration.word(f"over.{only.winner}") in text
        for entry in entries(told):
            assert entry.text.strip()
            assert not re.search(r"→|[{}]|True|False|None|_", entry.text), entry.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_of_ones_own_for_every_deed_of_the_boxes(language: str) -> None:
    """Who did it, by their card; what they did; to whom: never in the words of a card without words."""
    narration = NARRATION[language]
    words = ChronicleTexts(narration)
    books = {call.key: call for book in RULEBOOKS.values() for call in book.calls}
    asking = [key for key, call in books.items() if call.answer and key != "werewolves"]
    assert {"seer", "witch", "fox", "accursed_wolf_father"} <= set(asking)
    general = [own for key, own in texts(language).items() if re.fullmatch(r"deed\.(any|yes|no)", key)]
    found = texts(language)
    for key in asking:
        own = [text for name, text in found.items() if f"{name}.".startswith(f"deed.{key}.")]
        assert own, key
        assert not set(own) & set(general)
        for text in own:
            assert "{card." in text
            assert "{seat.label}" in text
    assert words("deed.hermit", **facts_of(narration)).endswith(
        "chooses the Forge" if language == "en" else "choisit la Forge"
    )


def test_who_did_what_to_whom_is_told() -> None:
    narration = NARRATION["en"]
    found = 0
    for kept in recordings():
        told = tell(kept, RULEBOOKS, narration)
        names = kept.setup.names
        looks = [line for line in kept.rounds[0] if line.word == "ask seer" and line.answer]
        seen = [entry for entry in entries(told) if entry.what == "seer" and entry.to]
        assert [entry.to for entry in seen] == [line.answer for line in looks]
        for entry in seen:
            (seer,), (target,) = entry.seats, entry.to
            card = entry.value
            assert entry.secret
            assert entry.cards == ["seer", card], "what both of them held then"
            title = narration.cards[card].title
            assert entry.text == f"The Seer ({names[seer]}) looks at {names[target]}’s card: {title}"
            found += 1
    assert found > 10


CHARACTERS = (
    "werewolf=2, village_idiot, scapegoat, stuttering_judge, devoted_servant, three_brothers=3, actor, "
    "prejudiced_manipulator, villager_villager"
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_vote_and_the_mornings_bring_is_told(language: str) -> None:
    found: set[str] = set()
    moments: set[str] = set()
    for seed in range(24):
        told, _ = written("thiercelieux", CHARACTERS, seed, language, events="each morning")
        for entry in entries(told):
            found.add(entry.what)
            assert not re.search(r"[{}_]|True|False|None", entry.text), entry.text
            if entry.what == "vote" and language == "en":
                doubled(entry)
        moments |= {moment.at.rpartition(" ")[0] for moment in told.rounds[0].moments}
    assert found >= {"stuttering_judge", "scapegoat", "actor", "brother", "taken", "Pardoned", "TakesCard"}
    assert found >= {"Stage", "Halves", "KnownToAll", "Morning", "Lantern", "DeadAnswer", "guess"}
    assert not found & {"Blamed", "NoVote", "Condemned", "AsksTheDead", "TakesVotes"}
    assert "second vote" in moments


def doubled(vote: StoryEntry) -> int:
    """How many of these votes are told to count for two. All that is told makes up the sum."""
    assert not vote.secret
    besides = re.search(r"([-\d]+) from the night", vote.text)
    double = vote.text.count("(×2)")
    assert double == (vote.double is not None)
    assert vote.value == len(vote.seats) + double + (int(besides[1]) if besides else 0)
    assert not besides or int(besides[1]) > 0
    assert f", {vote.value}: " in vote.text
    return double


def test_the_captains_vote_is_shown_to_count_twice() -> None:
    told = [tell(kept, RULEBOOKS, NARRATION["en"]) for kept in recordings()]
    assert sum(doubled(entry) for one in told for entry in entries(one) if entry.what == "vote") > 10


def test_what_was_played_is_named(tmp_path: Path) -> None:
    begun = evening("family", "beginner", 8, 5, captain="never", tie="lot")
    journal = Journal(tmp_path)
    played(journal, begun, Reseated(dice(5)))
    kept = journal.evenings()[-1]
    journal.close()
    kept.began_s = datetime(2026, 11, 21, 20, 5).timestamp()
    told = tell(kept, RULEBOOKS, NARRATION["en"])
    assert (told.players, told.options) == (8, {"captain": "never", "tie": "lot"})
    by_hand = unusual(msgspec.structs.replace(kept.setup, deal="cards"))
    assert by_hand == told.options | {"deal": "cards"}
    told.options = by_hand
    first, cards, options = facts(told, ChronicleTexts(NARRATION["en"]))
    assert first == "21 November 2026, 20:05 · Family · 8 players"
    assert cards.startswith("In play: Werewolf ×2, ")
    assert options == "House rules: no Captain, ties by lot, cards dealt by hand"
    assert facts(told, ChronicleTexts(NARRATION["fr"]))[0].startswith("21 novembre 2026, 20 h 05 · ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_of_both_games_is_told_in_words(language: str) -> None:
    """Never by its key, nor by its value alone: everything that is not as usual."""
    words = ChronicleTexts(NARRATION[language])
    kept = next(recordings())
    told = tell(kept, RULEBOOKS, NARRATION[language])
    for options in (Options, WordOptions):
        for field in msgspec.structs.fields(options):
            chosen = typing.get_args(field.type) if typing.get_origin(field.type) is Literal else ()
            others: tuple[object, ...] = (not field.default,) if isinstance(field.default, bool) else (7,)
            for value in chosen or others:
                if value == field.default:
                    continue
                told.options = {field.name: value}
                said = facts(told, words)[-1]
                assert not re.search(r"_| = |True|False", said), said


def test_what_the_house_adds_is_told_in_general_words() -> None:
    """A card the chronicle does not know: its deeds and what it learns are sentences all the same."""
    roles = load_house(None)
    assert not roles.mistakes
    rulebooks = with_house(roles)
    narration = Narration.load("en", None, words_of(roles, "en"))
    book = rulebooks["best-of"]
    deck = read_deck(book, "werewolf=2,seer,black_cat,chimney_sweep,villager=4")
    names = [f"seat {number}" for number in range(9)]
    begun = House(book, names, deck, Options(), 3)
    with TemporaryDirectory() as folder, closing(Journal(Path(folder))) as journal:
        played(journal, begun, Reseated(Dice(3)))
        kept = journal.evenings()[-1]
    told = entries(tell(kept, rulebooks, narration))
    (cat, *_) = (entry for entry in told if entry.what == "black_cat")
    assert re.fullmatch(r"The Black Cat \(seat \d\) chooses seat \d", cat.text)
    (sweep, *_) = (entry for entry in told if entry.what == "chimney_sweep")
    assert re.fullmatch(r"The Chimney Sweep \(seat \d\) chooses seat \d: [^,]+, [^,]+", sweep.text)


def test_a_language_without_such_words_is_told_in_english() -> None:
    narration = Narration.load("en")
    narration.language = "pir"
    assert ChronicleTexts(narration)("public.night") == "Nobody dies"


def texts(language: str) -> dict[str, str]:
    return flat(shipped("chronicle", language))


def test_secrets_of_a_round_under_way_are_refused() -> None:
    with pytest.raises(RefusedError, match="can still come to its end: --spoil"):
        tell(unfinished(), RULEBOOKS, NARRATION["en"])
    (told,) = tell(unfinished(), RULEBOOKS, NARRATION["en"], spoil=True).rounds
    assert told.winner is None
    assert not any(seat.card or seat.won for seat in told.seats)
    assert len(told.moments) > 1
    assert "★" not in drawing(told, ChronicleTexts(NARRATION["en"]))


def test_a_round_nobody_can_go_on_with_is_told(tmp_path: Path) -> None:
    """It was declined or given up, or another evening has been played since."""
    journal = Journal(tmp_path)
    played(journal, evening(seed=1), Reseated(dice(1)))
    kept = journal.evenings()[-1]
    kept.rounds[0] = kept.rounds[0][:50]
    journal.cut(kept)
    assert not journal.evenings()[-1].left
    journal.leave(kept.number)
    with pytest.raises(RefusedError, match="was given up"):
        tell(journal.evenings()[0], RULEBOOKS, NARRATION["en"])
    journal._base.execute("UPDATE evenings SET left_s = left_s - 86401")
    (declined,) = journal.evenings()
    assert len(tell(declined, RULEBOOKS, NARRATION["en"]).rounds[0].moments) > 1
    journal._base.execute("UPDATE evenings SET left_s = NULL")
    journal.begin(setup_of(evening(seed=2), "en"))
    assert not journal.evenings()[0].left, "nothing has been played since"
    played(journal, evening(seed=2), Reseated(dice(2)))
    replaced, *_ = journal.evenings()
    assert tell(replaced, RULEBOOKS, NARRATION["en"]).rounds[0].winner is None
    journal.close()


def changed(kept: StoredEvening) -> StoredEvening:
    """The same evening with a second round, which this version plays differently."""
    lines = kept.rounds[0]
    kept.rounds = [lines, [msgspec.structs.replace(lines[0], trace=lines[0].trace ^ 1), *lines[1:]]]
    kept.setup = msgspec.structs.replace(kept.setup, version="0.0.7")
    return kept


@pytest.mark.parametrize(
    ("language", "sentence"), [("en", "This version plays"), ("fr", "Cette version la joue")]
)
def test_of_a_round_that_is_played_differently_now_the_outcome_is_told(language: str, sentence: str) -> None:
    kept = changed(next(recordings()))
    words = ChronicleTexts(NARRATION[language])
    evening_told = tell(kept, RULEBOOKS, NARRATION[language])
    whole, other = evening_told.rounds
    assert not whole.changed
    assert whole.moments
    assert (other.winner, other.moments) == (whole.winner, [])
    assert [seat.won for seat in other.seats] == [seat.won for seat in whole.seats]
    assert not any(seat.card for seat in other.seats)
    assert sentence in other.changed
    assert "0.0.7" in other.changed
    lines = as_text(evening_told, words)
    after = lines[lines.index(other.changed) :]
    assert sum(line.startswith("  ★ ") for line in after) == sum(seat.won for seat in whole.seats)
    html = page(evening_told, words)
    assert other.changed in html
    assert html.count("<figure>") == 1


def test_of_cards_and_camps_nobody_knows_any_more_the_keys_are_told() -> None:
    kept = next(recordings())
    kept.setup = msgspec.structs.replace(
        kept.setup, rulebook="harvest", deck=("harvester", "harvester", "seer")
    )
    kept.rounds[0][-1].answer[0] = "harvester"
    told = tell(kept, RULEBOOKS, NARRATION["en"])
    assert told.deck == {"harvester": 2, str(NARRATION["en"].cards["seer"].title): 1}
    assert told.rounds[0].changed
    assert as_text(told, ChronicleTexts(NARRATION["en"]))[-len(told.rounds[0].seats) - 4].endswith(
        "· harvester"
    )


def test_a_round_that_is_over_keeps_its_story_and_needs_no_rules_any_more(tmp_path: Path) -> None:
    """Not even a rulebook: it tells and counts what the table wrote down when the round ended."""
    garou("play", "--simulated", "--rounds", "2", "--seed", "5", "--language", "en", "--state", str(tmp_path))
    with closing(Journal(tmp_path, writing=False)) as journal:
        (kept,) = journal.evenings()
    assert sorted(kept.stories) == [0, 1]
    narration = Narration.load("en", kept.setup.rulebook)
    by_replay = tell(msgspec.structs.replace(kept, stories={}), BOXES, narration)
    for lines in kept.rounds:
        del lines[1:-1]
    told = tell(kept, {}, narration)
    assert told.rounds == by_replay.rounds
    assert [each.number for each in told.rounds] == [1, 2]
    assert all(each.moments and not each.changed for each in told.rounds)
    (counted,) = statistics([kept]).values()
    assert (counted.rounds, counted.changed) == (2, 0)
    assert sum(held.held for held in counted.cards.values()) == 2 * len(kept.setup.names)


def test_rounds_without_a_story_are_told_once_when_the_table_opens(tmp_path: Path) -> None:
    """Rounds of an older program, and one that was cut between its last word and its story."""
    with closing(Journal(tmp_path)) as journal:
        played(journal, evening("thiercelieux", seed=1), Reseated(dice(1)))
        played(journal, evening("best-of", seed=3), Reseated(dice(3)))
        (under_way,) = journal.evenings()[1:]
        journal.cut(msgspec.structs.replace(under_way, rounds=[under_way.rounds[0][:60]]))
        played(journal, evening("family", seed=2), Reseated(dice(2)))
        assert [(kept.number, number) for kept, number in journal.untold()] == [(3, 0), (1, 0)]
    garou("play", "--simulated", "--rounds", "1", "--seed", "5", "--state", str(tmp_path))
    with closing(Journal(tmp_path, writing=False)) as journal:
        first, cut, third, last = journal.evenings()
        assert [sorted(kept.stories) for kept in (first, cut, third, last)] == [[0], [], [0], [0]]
        assert list(journal.untold()) == []
    narration = NARRATION["en"]
    assert tell(first, {}, narration).rounds == tell(with_stories(first), {}, narration).rounds


def test_a_damaged_story_is_no_story(tmp_path: Path) -> None:
    with closing(Journal(tmp_path)) as journal:
        played(journal, evening(seed=1), Reseated(dice(1)))
        story = with_stories(journal.evenings()[0]).stories[0]
        journal.tell(1, 0, story)
        assert journal.evenings()[0].stories == {0: story}
        journal._base.execute("UPDATE stories SET data = ?", (story[:-1] + bytes([story[-1] ^ 1]),))
        (kept,) = journal.evenings()
    assert kept.stories == {}
    narration = NARRATION["en"]
    assert tell(kept, BOXES, narration).rounds[0].moments, "its answers are there all the same"


def test_what_cannot_be_counted_is() -> None:
    kept = next(recordings())
    (whole,) = statistics([with_stories(kept)]).values()
    tallies = statistics([with_stories(changed(next(recordings())))])
    (counted,) = tallies.values()
    assert (whole.rounds, whole.changed) == (1, 0)
    assert (counted.rounds, counted.changed) == (2, 1)
    assert counted.cards == whole.cards
    told = as_tables(tallies, lambda _: ChronicleTexts(NARRATION["en"]))
    assert told[-1] == (
        "Rounds that this version plays differently, and whose characters are not counted: 1."
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_needs_nothing_else_and_cannot_be_broken_by_a_name(language: str) -> None:
    kept = next(recordings())
    names = ('<script>alert("x")</script>', *kept.setup.names[1:])
    kept.setup = msgspec.structs.replace(kept.setup, names=names)
    words = ChronicleTexts(NARRATION[language])
    told = page(tell(kept, RULEBOOKS, NARRATION[language]), words)
    tags: list[str] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002 - the tags are enough
            tags.append(tag)

    Reader().feed(told)
    assert "script" not in tags
    assert "&lt;script&gt;" in told
    assert not re.search(r"(src|href)=|https?:(?!//www.w3.org/2000/svg)|@import|url\(", told)
    assert tags.count("svg") == 1
    assert tags.count("li") > 40


def test_the_drawing_shows_each_deed_death_vote_and_winner() -> None:
    told, words = written("best-of", "expert", 3, "en")
    (only,) = told.rounds
    root = fromstring(drawing(only, words))
    inside = "{http://www.w3.org/2000/svg}"
    sentences = [group.findtext(f"{inside}title") for group in root.iter(f"{inside}g")]
    shown = [
        entry.text
        for entry in entries(told)
        if (entry.deed and entry.to) or entry.what in ("death", "captain", "vote", "election")
    ]
    assert sentences == shown
    crosses = [path for path in root.iter(f"{inside}path") if "l14 14m0 -14l-14 14" in path.attrib["d"]]
    assert len(crosses) == 2 * sum(entry.what == "death" for entry in entries(told)) > 0
    texts_shown = [text.text for text in root.iter(f"{inside}text")]
    assert texts_shown.count("★") == sum(seat.won for seat in only.seats) > 0
    assert {text for seat in only.seats for text in (seat.name, seat.title)} <= set(texts_shown)
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    for circle in root.iter(f"{inside}circle"):
        assert 0 < float(circle.attrib["cx"]) < width
        assert 0 < float(circle.attrib["cy"]) < height
    numbers = re.findall(r"<b>(\d+)</b>", page(told, words))
    assert numbers == [str(number) for number in range(1, len(numbers) + 1)]
    assert set(numbers) <= set(texts_shown)


@pytest.mark.parametrize("language", LANGUAGES)
def test_of_mots_garous_the_drawing_shows_who_asked_what_was_answered(language: str) -> None:
    """The text under it explains its signs, for that game only."""
    narration = Narration.load(language, MOTS_GAROUS.key)
    words = ChronicleTexts(narration)
    asked = 0
    for kept in (kept for kept in recordings() if kept.setup.words):
        told = tell(kept, BOXES, narration)
        html = page(told, words)
        root = fromstring(drawing(told.rounds[0], words))
        inside = "{http://www.w3.org/2000/svg}"
        signs = [group.findtext(f"{inside}text") for group in root.iter(f"{inside}g") if len(group) == 3]
        given = [entry.value for entry in entries(told) if entry.what == "token" and entry.seats]
        assert [sign for sign in signs if sign in ANSWERS.values()] == [ANSWERS[value] for value in given]
        asked += len(given)
        caption = re.search(r"<figcaption>(.*)</figcaption>", html)
        assert caption
        assert all(sign in caption[1] for sign in ANSWERS.values())
        assert "Capitaine" not in caption[1]
        assert "Captain" not in caption[1]
    assert asked > 20


class Asking(WordDice):
    """Dice whose questions the table knows."""

    def clock(self, request: Clock) -> Press | None:
        press = super().clock(request)
        is_answer = press and press.choice
        return msgspec.structs.replace(press, question="Is it red?") if press and is_answer else press


def test_of_mots_garous_the_questions_are_told_as_far_as_the_table_knew_them(tmp_path: Path) -> None:
    """Of older rounds, and where people asked aloud, the answers alone."""
    told: dict[str, list[str]] = {}
    for name, made in (("known", Asking), ("unknown", WordDice)):
        with closing(Journal(tmp_path / name)) as journal:
            played(journal, word_evening("classic", 5, 3), Reseated(made(3, silence=0.1, hurry=0.3)))
            kept = journal.evenings()[-1]
        story = tell(kept, BOXES, Narration.load("en", MOTS_GAROUS.key))
        told[name] = [entry.text for entry in entries(story) if entry.what == "token" and entry.seats]
    assert told["unknown"]
    assert {text.split(" asks: Is it red? ")[-1] for text in told["known"]} <= {
        *("Yes", "No", "Maybe", "So close", "Way off", "That is the word")
    }
    assert len(told["known"]) == len(told["unknown"])
    assert not [text for text in told["unknown"] if "?" in text]


@pytest.mark.parametrize("language", LANGUAGES)
def test_mg_18_whose_tile_was_turned_is_told(language: str) -> None:
    """MG-18: of every player who was named, after the last was named."""
    narration = Narration.load(language, MOTS_GAROUS.key)
    turned = 0
    for kept in (kept for kept in recordings() if kept.setup.words):
        after = [entry for entry in entries(tell(kept, BOXES, narration)) if entry.what in ("named", "tile")]
        named = [entry.to[0] for entry in after if entry.what == "named"]
        if named:
            assert [entry.what for entry in after] == ["named"] * len(named) + ["tile"] * len(set(named))
            assert [entry.seats[0] for entry in after[len(named) :]] == list(dict.fromkeys(named))
            turned += 1
    assert turned


@pytest.mark.parametrize(
    ("language", "wanted", "never"),
    [
        ("en", [r"The \w+ takes the \w+’s role: ", r"The \w+ asks: "], r"the the|^the "),
        (
            "fr",
            [r"L[ea’] ?\w+ prend le rôle (du|de la|de l’) ?\w+", r"L[ea’] ?\w+ demande"],
            r"\b(de|à) les? |^l[ea]",
        ),
    ],
)
def test_of_mots_garous_places_have_their_articles(language: str, wanted: list[str], never: str) -> None:
    narration = Narration.load(language, MOTS_GAROUS.key)
    told: list[str] = []
    for kept in (kept for kept in recordings() if kept.setup.words):
        names = tuple(list(narration.places)[: len(kept.setup.names)])
        kept.setup = msgspec.structs.replace(kept.setup, names=names)
        told += [entry.text for entry in entries(tell(kept, BOXES, narration))]
    for sentence in wanted:
        assert any(re.match(sentence, text) for text in told), sentence
    assert [text for text in told if re.search(never, text)] == []


def test_statistics_count_what_the_rounds_have_come_to() -> None:
    """For each rulebook by itself: a seer of one box is not one of another."""
    found = [*map(with_stories, recordings()), unfinished()]
    tallies = statistics(found)
    assert tallies.keys() == BOXES.keys()
    for rulebook, tally in tallies.items():
        kept = [one for one in found[:-1] if one.setup.rulebook == rulebook]
        assert tally.rounds == len(kept) == sum(tally.camps.values())
        by_players = Counter(len(one.setup.names) for one in kept)
        assert {number: sum(wins.values()) for number, wins in tally.players.items()} == by_players
        assert sum(card.held for card in tally.cards.values()) == sum(len(one.setup.names) for one in kept)
        winners = sum(len(one.rounds[0][-1].answer[1]) for one in kept)
        assert sum(card.won for card in tally.cards.values()) == winners
    assert sum(tally.rounds for tally in tallies.values()) == len(found) - 1


def both_games(folder: Path) -> None:
    """Two rounds of Mots-garous, then three of werewolves by eight, one of them under way."""
    words = word_evening("classic", 5, seed=4)
    wolves = evening("thiercelieux", "beginner", 8, seed=2)
    with closing(Journal(folder)) as journal:
        for begun, rounds in ((words, 2), (wolves, 3)):
            diary = Diary(journal, begun, "en")
            diary.open(lambda: None)
            for seed in range(rounds):
                begun.play_next(diary.answerer(Reseated(dice(seed))))
            diary.close()
        *_, last = journal.evenings()
        last.rounds[-1] = last.rounds[-1][:30]
        journal.cut(last)
        for kept in map(with_stories, journal.evenings()):
            for number, story in kept.stories.items():
                journal.tell(kept.number, number, story)


@pytest.mark.parametrize(
    ("language", "heads"),
    [
        ("en", ["Thiercelieux · rounds: 2", "Mots-garous · rounds: 2", "number of players", "who"]),
        ("fr", ["Thiercelieux · parties\xa0: 2", "Mots-garous · parties\xa0: 2", "nombre de joueurs", "qui"]),
    ],
)
def test_statistics_are_tables_of_each_game_for_itself(
    tmp_path: Path, language: str, heads: list[str]
) -> None:
    """In the language of the table, whatever the evenings were played in; under each head its numbers."""
    both_games(tmp_path)
    settings = tmp_path / "table.toml"
    settings.write_text(f'language = "{language}"\n')
    given = ("chronicle", "--statistics", "--state", str(tmp_path), "--config", str(settings))
    told = garou(*given)
    assert (told.code, told.err) == (0, "")
    thiercelieux, mots_garous, number, who = heads
    blocks = {block.split("\n")[0]: block for block in told.out.split("== ")[1:]}
    assert set(blocks) == {thiercelieux, mots_garous}
    data = json.loads(garou(*given, "--json").out)
    for title, key in ((thiercelieux, "thiercelieux"), (mots_garous, "mots-garous")):
        narration = Narration.load(language, key)
        rows = {
            row[0]: row[1:] for line in blocks[title].splitlines() if (row := re.split("  +", line.strip()))
        }
        assert {number, who} <= rows.keys()
        for camp, wins in data[key]["camps"].items():
            assert rows[narration.word(f"over.{camp}")] == [str(wins), str(wins), f"{50 * wins} %"]
        for card, fared in data[key]["cards"].items():
            share = f"{100 * fared['won'] / fared['held']:.0f} %"
            assert rows[narration.cards[card].title] == [str(fared["held"]), str(fared["won"]), share]


def test_the_command_lists_and_tells(state: Path) -> None:
    given = ("chronicle", "--state", str(state))
    told = garou(*given)
    assert (told.code, told.err) == (0, "")
    last, first = told.out.splitlines()
    assert re.match(r"  1  \d{4}-\d\d-\d\d \d\d:\d\d · Best Of · 12 joueurs · inachevée$", last)
    assert re.search(r" · Thiercelieux · 12 joueurs · \w+ .*gagne", first)
    refused = garou(*given, "1")
    assert (refused.code, refused.out) == (2, "")
    assert "--spoil" in refused.err
    assert garou(*given, "1", "--spoil").code == 0
    whole = garou(*given, "2")
    assert "\n== Round 1 · " in whole.out
    data = json.loads(garou(*given, "2", "--json").out)
    assert list(data) == ["began", "language", "rulebook", "players", "deck", "options", "rounds"]
    assert data["rounds"][0]["number"] == 1
    assert garou(*given, "2", "--html").out.startswith("<!doctype html>")
    assert json.loads(garou(*given, "--statistics", "--json").out)["thiercelieux"]["rounds"] == 1
    shared = state / "shared.png"
    told = garou(*given, "2", "--picture", str(shared))
    assert (told.code, told.out, told.err) == (0, f"{shared}\n", "")
    assert shared.read_bytes().startswith(b"\x89PNG")
    nowhere = garou(*given, "2", "--picture", str(state / "none" / "shared.png"))
    assert (nowhere.code, nowhere.err.count("\n")) == (2, 1)
    assert "shared.png cannot be written: No such file" in nowhere.err
    assert "no round of this evening" in garou(*given, "1", "--spoil", "--picture", str(shared)).err
    assert [
        (one["number"], one["rulebook"], one["under_way"]) for one in json.loads(garou(*given, "--json").out)
    ] == [(1, "best-of", True), (2, "thiercelieux", False)]
    (state / "service.toml").write_text('language = "en"\n')
    assert " · Best Of · 12 players · " in garou(*given).out, "in the language of the table"
    beyond = garou(*given, "3")
    assert beyond.code == 2
    assert "NUMBER 3; allowed: 1 to 2" in beyond.err


@pytest.mark.parametrize(
    "words",
    [
        ("1", "--erase"),
        ("--erase", "--statistics"),
        ("--erase", "--json"),
        ("--yes",),
        ("1", "--yes"),
        ("--html",),
        ("--html", "--json"),
        ("--spoil",),
        ("1", "--statistics"),
        ("1", "--json", "--html"),
        ("1", "--html", "--picture", "shared.png"),
        ("--picture", "shared.png"),
    ],
)
def test_options_that_do_not_go_together_are_refused_and_nothing_is_lost(
    state: Path, words: tuple[str, ...]
) -> None:
    told = garou("chronicle", "--state", str(state), *words)
    assert told.code == 2
    assert told.err.count("\n") == 1
    assert "allowed" in told.err
    assert garou("chronicle", "--state", str(state), "2").code == 0


def test_one_command_erases_them_all(state: Path) -> None:
    given = ("chronicle", "--state", str(state))
    (state / "damaged-1.sqlite").write_bytes((state / FILE).read_bytes())
    (state / "service.toml").write_text("")
    assert garou(*given, "--erase", "--yes").out == "Erased: 3.\n"
    assert not (state / "damaged-1.sqlite").exists()
    assert (state / "service.toml").exists()
    assert garou(*given).out == "No evening has been kept.\n"


def test_nothing_is_erased_unless_somebody_confirms(state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    given = ("chronicle", "--state", str(state), "--erase")
    monkeypatch.setattr(sys, "stdin", io.StringIO("y\n"))
    unasked = garou(*given)
    assert (unasked.code, unasked.out) == (2, "")
    assert "--yes" in unasked.err
    for typed, told in (
        ("n\n", "Nothing was erased.\n"),
        ("\n", "Nothing was erased.\n"),
        ("y\n", "Erased: 2.\n"),
    ):
        assert len(garou("chronicle", "--state", str(state)).out.splitlines()) == 2
        monkeypatch.setattr(sys, "stdin", Terminal(typed))
        answered = garou(*given)
        assert (answered.code, answered.out) == (0, told)


def test_where_nothing_was_ever_kept_it_says_so(tmp_path: Path) -> None:
    given = ("chronicle", "--state", str(tmp_path / "nowhere"))
    told, counted = garou(*given), garou(*given, "--statistics")
    assert (told.code, told.out, told.err) == (0, "No evening has been kept.\n", "")
    assert (counted.code, counted.out) == (0, "No round has come to its end.\n")


def test_what_is_in_its_place_is_said_as_it_is(tmp_path: Path) -> None:
    """Empty, damaged or lost: then what its copy has is told. None of these is called an older format."""
    given = ("chronicle", "--state", str(tmp_path))
    path = tmp_path / FILE
    path.touch()
    told = garou(*given)
    assert (told.code, told.out) == (0, "No evening has been kept.\n")
    assert told.err == f"garou: {path} is empty: no evening is kept in it\n"
    path.unlink()
    journal = Journal(tmp_path)
    for seed in (1, 2):
        played(journal, evening(seed=seed), Reseated(dice(seed)))
    journal.close()
    listed = garou(*given).out
    assert len(listed.splitlines()) == 2
    whole = path.read_bytes()
    lost = f"garou: {path} is missing or damaged: its copy is read, with 2 evenings; garou play mends it\n"
    for content in (None, b"", bytes(4096), b"no SQLite file", whole[:9000]):
        path.unlink(missing_ok=True)
        if content is not None:
            path.write_bytes(content)
        told = garou(*given)
        assert (told.code, told.out, told.err) == (0, listed, lost), content
        assert content is None or path.read_bytes() == content, "who reads mends nothing"


def test_a_folder_that_is_none_and_a_lock_that_is_none_are_named(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    told = garou("chronicle", "--state", str(file))
    assert told.code == 2
    assert f"Directory '{file}' is a file" in told.err
    folder = tmp_path / "state"
    (folder / "lock").mkdir(parents=True)
    with pytest.raises(JournalError) as refused:
        Journal(folder)
    assert str(refused.value) == f"{folder / 'lock'} cannot be used: it is a folder"


def test_evenings_on_a_disk_that_is_read_only_are_not_erased_and_it_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It names no file that is not there."""
    journal = Journal(tmp_path)
    played(journal, evening(seed=1), Reseated(dice(1)))
    journal.close()
    opening = os.open

    def refuse(name: Path, flags: int, *given: int, **more: int) -> int:
        if flags & (os.O_RDWR | os.O_WRONLY | os.O_CREAT):
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))
        return opening(name, flags, *given, **more)

    def stays(*_: object, **__: bool) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(os, "open", refuse)
    monkeypatch.setattr(Path, "unlink", stays)
    told = garou("chronicle", "--state", str(tmp_path), "--erase", "--yes")
    assert (told.code, told.out) == (1, "")
    assert told.err == f"garou: {tmp_path / 'lock'} cannot be used: the disk is read-only\n"


def test_play_says_why_nothing_is_kept_and_plays(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    told = garou("play", "--simulated", "--seed", "1", "--state", str(tmp_path / "file"))
    assert told.code == 0
    assert "cannot be resumed" in told.err
    assert told.out
