"""A card is its file, its places in a rulebook's lists, its words and its scenarios: nothing else knows it.

The Night Owl and the Beekeeper (tests/kit/extra) are in no box. Here those four things put them into one, and
the rest of the table calls the one by night, asks the other by day, hears both and keeps their secrets.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from table.engine.play import play
from table.engine.requests import Ask, Vote
from table.errors import UnreadableError
from table.games.werewolf.rules.deck import read_deck
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.pieces import Card, Doom, Game, Rulebook
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.games.werewolf.rules.rulebooks.best_of import BEST_OF
from table.games.werewolf.rules.script import debate_and_vote
from table.referee.referee import judge
from table.settings.times import Times
from table.words.narration import Narration, RoleTexts
from tests.kit.extra.beekeeper import BEEKEEPER, BeesRise
from tests.kit.extra.night_owl import NIGHT_OWL, OwlHoots, hoot, perch
from tests.kit.paths import SCENARIOS, TESTS
from tests.kit.players import CARDS, Dice
from tests.kit.retold import CAUSES, TELLS
from tests.kit.tables import NAMES, NARRATION, TestTable, rehearsed, written_in
from tests.secrecy import rounds as secrecy_rounds
from tests.secrecy.rounds import LeakedError, every_past

EXTRA = TESTS / "kit/extra"
LANGUAGES = ("fr", "en")

PLACE = [call.key for call in BEST_OF.calls].index("seer") + 1
BOOK = replace(
    BEST_OF,
    cards=(*BEST_OF.cards, NIGHT_OWL, BEEKEEPER),
    calls=(*BEST_OF.calls[:PLACE], perch, *BEST_OF.calls[PLACE:]),
    at_dawn=(*BEST_OF.at_dawn, hoot),
    reactions=(*BEST_OF.reactions, BEEKEEPER),
)
"""The rulebook's lists with both in them."""
BOOKS = {**RULEBOOKS, BOOK.key: BOOK}
KNOWN = {*CAUSES, "devoured", "tie"}


def narration(language: str, changed: Mapping[str, str] | None = None) -> Narration:
    """The language with the words of both. `changed`: other words for the Night Owl."""
    laid = []
    for card in (NIGHT_OWL, BEEKEEPER):
        name = f"{card.key}.{language}.toml"
        text = (EXTRA / name).read_text("utf-8")
        for old, new in (changed or {}).items() if card is NIGHT_OWL else ():
            assert old in text
            text = text.replace(old, new)
        facts = {f"event.{news.key}": news.__struct_fields__ for news in card.news}
        laid.append(RoleTexts(name, tomllib.loads(text), facts))
    return Narration.load(language, None, laid)


@pytest.fixture
def worded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Puts both into the box, with their words at the tables of the tests."""
    monkeypatch.setitem(RULEBOOKS, BOOK.key, BOOK)
    for language in LANGUAGES:
        monkeypatch.setitem(NARRATION, language, narration(language))


def scenario(name: str = "night_owl", folder: Path = EXTRA) -> Any:
    return written_in(folder / f"{name}.toml", BOOKS)


# Shown by scenarios


def unshown(cards: Iterable[Card], paths: Iterable[Path], books: Mapping[str, Rulebook]) -> list[str]:
    """What these cards do and no scenario shows: cards in no deck, news nobody hears, questions nobody
    answers, and dooms nobody dies of."""
    shown: set[str] = set()
    for path in paths:
        written = written_in(path, books)
        output = judge(written)
        shown |= {card.key for card in (*written.cards, *written.centre)}
        shown |= {f"answer to {key}" for turn in written.turns for key in turn.answers}
        shown |= {event["event"] for event in output["public"]}
        shown |= {f"death by {death['cause']}" for death in output["deaths"]}
    wanted = []
    for card in cards:
        wanted += [card.key, *(news.key for news in card.news)]
        wanted += [f"answer to {card.key}"] if card.by_day else []
        for book in books.values():
            wanted += [f"answer to {call.key}" for call in book.calls if call.card is card and call.answer]
    for book in books.values():
        wanted += [f"death by {doom.cause}" for doom in book.dooms if doom.cause not in KNOWN]
    return [one for one in dict.fromkeys(wanted) if one not in shown]


def test_what_the_second_telling_does_not_tell_scenarios_show() -> None:
    """Every word of the other cards is compared with what tests/kit/retold.py makes of the same answers."""
    untold = [card for card in CARDS.values() if card.key not in TELLS]
    # Mots-garous has tiles and no cards: tests/games/werewords/test_rules.py compares all of its files.
    paths = [path for path in SCENARIOS.glob("*.toml") if not path.name.startswith("MG-")]
    assert unshown(untold, paths, RULEBOOKS) == []
    assert {*CARDS} >= TELLS


def test_a_card_whose_doings_no_scenario_shows_is_found(tmp_path: Path) -> None:
    both = [EXTRA / "night_owl.toml", EXTRA / "beekeeper.toml"]
    assert unshown([NIGHT_OWL, BEEKEEPER], both, BOOKS) == []
    assert unshown([BEEKEEPER], both[:1], BOOKS) == ["beekeeper", "bees_rise", "answer to beekeeper"]
    assert unshown([NIGHT_OWL], [], BOOKS) == ["night_owl", "owl_hoots", "answer to night_owl"]
    asleep = tmp_path / "asleep.toml"
    asleep.write_text((EXTRA / "night_owl.toml").read_text("utf-8").replace('night_owl = "Cid"\n', ""))
    assert unshown([NIGHT_OWL], [asleep], BOOKS) == ["owl_hoots", "answer to night_owl"]
    pecking = replace(BOOK, dooms=(*BOOK.dooms, Doom("pecked")))
    books = {**BOOKS, BOOK.key: pecking}
    assert unshown([NIGHT_OWL], [EXTRA / "night_owl.toml"], books) == ["death by pecked"]


# The referee


def test_the_referee_asks_a_new_card_and_writes_down_its_news() -> None:
    output = judge(scenario())
    assert output["public"][0] == {"at": "dawn 1", "event": "owl_hoots", "seat": "Cid"}
    assert output["waiting_for"] == {"at": "day 2", "ask": None}
    assert [event["event"] for event in output["public"]] == ["owl_hoots", "ballots"], "the dead do not hoot"


def beekeeper(tmp_path: Path, changed: Mapping[str, str], at_the_end: str = "") -> Any:
    """The Beekeeper's scenario, changed."""
    text = (EXTRA / "beekeeper.toml").read_text("utf-8")
    for old, new in changed.items():
        assert old in text
        text = text.replace(old, new)
    (tmp_path / "changed.toml").write_text(text + at_the_end)
    return scenario("changed", tmp_path)


LAST_TURN = '\n[[turns]]\nat = "night 2"\n'
"""What the file would go on with."""


def test_the_referee_asks_a_new_card_by_day() -> None:
    output = judge(scenario("beekeeper"))
    assert [(death["seat"], death["cause"], death["told"]) for death in output["deaths"][1:]] == [
        ("Cid", "voted", True),
        ("Dee", "stung", True),
        ("Ana", "shot", True),
    ]
    assert [event for event in output["public"] if event["event"] != "ballots"] == [
        {"at": "day 1", "event": "bees_rise", "seat": "Cid"}
    ]


@pytest.mark.parametrize("missing", ["beekeeper", "hunter"])
def test_the_referee_waits_for_a_card_that_asks_by_day(tmp_path: Path, missing: str) -> None:
    """What the Hunter does may still follow from the bees, and is not refused."""
    seat, named = {"beekeeper": ("Cid", "Dee"), "hunter": ("Dee", "Ana")}[missing]
    output = judge(beekeeper(tmp_path, {f'{missing} = "{named}"\n': "", LAST_TURN: ""}))
    assert output["waiting_for"] == {"at": "day 1", "ask": missing, "seats": [seat]}


# Words


def test_the_words_of_news_may_name_what_the_card_says_they_do() -> None:
    for language in LANGUAGES:
        told = narration(language)
        assert "Ana" in told.line("event.owl_hoots", lambda _: 0, seat=scenario().game().seats[0])
    with pytest.raises(UnreadableError, match=r"lines.event.owl_hoots has the placeholder {card}; allowed"):
        narration("en", {"above {seat}": "above {card}"})


# The room


@pytest.mark.usefixtures("worded")
def test_the_room_calls_it_asks_it_and_tells_its_news() -> None:
    called, stands = "La Chouette", "Une chouette sur le toit de Cid"
    written = scenario()
    table, played = rehearsed(written, language="fr")
    assert played == judge(written), "the same by buttons"
    trace = table.trace()
    headlines = [seen.board.headline for seen in trace.boards]
    assert any(called in headline for headline in headlines)
    news = [seen.board for seen in trace.boards if seen.board.headline == stands]
    assert news
    assert all([place.name for place in board.places if place.marked] == ["Cid"] for board in news)
    assert sum("Cid" in line for line in table.lines) == 1, "it is said once"


@pytest.mark.usefixtures("worded")
def test_the_room_asks_by_day_with_all_eyes_on_the_one_who_chooses() -> None:
    stands, turned = "Cid’s bees rise", "Dee is dead (bees): the Hunter"
    written = scenario("beekeeper")
    table, played = rehearsed(written, language="en")
    assert played == judge(written), "the same by buttons"
    asked = table.moment("ask", "beekeeper")
    board = table.board_at(asked.ended_s - 0.01)
    assert (board.scene, board.headline, board.arrows) == ("shot", stands, [])
    assert [place.name for place in board.places if place.marked] == ["Cid"]
    assert board.timer
    assert turned in [seen.board.headline for seen in table.trace().boards]


class Silent(Dice):
    """Nobody says anything to the bees."""

    def ask(self, request: Ask) -> Sequence[Any]:
        return () if request.key == BEEKEEPER.key else super().ask(request)

    def vote(self, request: Vote) -> dict[Any, Any]:
        """The village sends the Beekeeper away."""
        return {voter: seat for voter, menu in request.choices.items() for seat in menu if seat.index == 0}


@pytest.mark.usefixtures("worded")
def test_bees_nobody_speaks_to_fly_where_a_lot_sends_them() -> None:
    """LG-45: in the time that every card has by day, and the lot is announced."""
    table = TestTable(Silent(1), times=Times(hunter_s=17))
    deck = read_deck(BOOK, "beekeeper,werewolf=2,villager=5")
    game = Game(BOOK.with_deck(deck), NAMES[:8], deck, (), Options(captain="never"))
    game.number = 1
    play(debate_and_vote(game), table.room)
    asked = table.moment("ask", "beekeeper")
    assert asked.answer == ()
    assert asked.ended_s - asked.began_s == pytest.approx(17)
    lot = table.moment("say", "Lot")
    stung = lot.request.event.seat
    assert (lot.request.event.of, stung.cause) == ("beekeeper", "stung")
    told = NARRATION["en"].lines["lot.beekeeper"]
    assert {one.format(seat=stung.name) for one in told} & {*table.lines}


# Chance, and every round there is


def test_all_rounds_of_a_small_table_part_only_where_it_hoots(monkeypatch: pytest.MonkeyPatch) -> None:
    hidden = Options(captain="never", reveal="none", stalemate=1)
    monkeypatch.setitem(CARDS, "night_owl", NIGHT_OWL)
    tree = every_past(BOOK, ["werewolf", "night_owl", "villager"], [], hidden)
    with pytest.raises(LeakedError, match="OwlHoots"):
        tree.check()
    laid_open = {**secrecy_rounds.LAID_OPEN, OwlHoots.__name__: secrecy_rounds.when_told(NIGHT_OWL, [BOOK])}
    monkeypatch.setattr(secrecy_rounds, "LAID_OPEN", laid_open)
    tree.check()
    assert laid_open["OwlHoots"] == " dawn"


def test_all_rounds_with_bees_part_only_where_they_rise(monkeypatch: pytest.MonkeyPatch) -> None:
    hidden = Options(captain="never", reveal="none", stalemate=1)
    monkeypatch.setitem(CARDS, "beekeeper", BEEKEEPER)
    tree = every_past(BOOK, ["werewolf", "beekeeper", "villager"], [], hidden)
    with pytest.raises(LeakedError, match="BeesRise"):
        tree.check()
    told = secrecy_rounds.when_told(BEEKEEPER, [BOOK])
    laid_open = {**secrecy_rounds.LAID_OPEN, BeesRise.__name__: told, "Lot beekeeper": told}
    monkeypatch.setattr(secrecy_rounds, "LAID_OPEN", laid_open)
    tree.check()
