"""A card is its file, its places in a rulebook's lists, its words and its scenarios: nothing else knows it.

The Night Owl (tests/extra) is of no box. Here it is laid into one by those four things alone, and all the
rest of the table calls it, asks it, hears it and keeps its secrets.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from operator import itemgetter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from table.errors import RefusedError, UnreadableError
from table.narration import Laid, Narration
from table.play import play
from table.referee import judge
from table.simulate import simulate
from table.werewolf.deck import read_deck
from table.werewolf.options import Options
from table.werewolf.pieces import Card, Doom
from table.werewolf.rulebook import Rulebook
from table.werewolf.rulebooks import RULEBOOKS
from table.werewolf.rulebooks.best_of import BEST_OF
from table.werewolf.script import deal, play_round
from tests import secrecy_rounds
from tests.extra.night_owl import NIGHT_OWL, OwlHoots, hoot, perch
from tests.players import CARDS, Dice
from tests.retold import CAUSES, TELLS
from tests.secrecy_rounds import LeakedError, every_past
from tests.tables import NARRATION, rehearsed, written_in

EXTRA = Path(__file__).resolve().parent / "extra"
SCENARIOS = EXTRA.parent / "scenarios"
LANGUAGES = ("fr", "en")

PLACE = [call.key for call in BEST_OF.calls].index("seer") + 1
BOOK = msgspec.structs.replace(
    BEST_OF,
    cards=(*BEST_OF.cards, NIGHT_OWL),
    calls=(*BEST_OF.calls[:PLACE], perch, *BEST_OF.calls[PLACE:]),
    at_dawn=(*BEST_OF.at_dawn, hoot),
)
"""The rulebook's lists with the Night Owl in them."""
BOOKS = {**RULEBOOKS, BOOK.key: BOOK}
KNOWN = {*CAUSES, "devoured"}


def narration(language: str, changed: Mapping[str, str] | None = None) -> Narration:
    """The language with the words of the Night Owl. `changed`: what is written otherwise in them."""
    text = (EXTRA / f"{language}.toml").read_text("utf-8")
    for old, new in (changed or {}).items():
        assert old in text
        text = text.replace(old, new)
    facts = {f"event.{news.key}": news.__struct_fields__ for news in NIGHT_OWL.news}
    return Narration.load(language, None, [Laid(f"{language}.toml", tomllib.loads(text), facts)])


@pytest.fixture
def worded(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tables of the tests speak of the Night Owl too."""
    for language in LANGUAGES:
        monkeypatch.setitem(NARRATION, language, narration(language))


def scenario(name: str = "night_owl", folder: Path = EXTRA) -> Any:
    return written_in(folder / f"{name}.toml", BOOKS)


# Shown by scenarios


def unshown(cards: Iterable[Card], paths: Iterable[Path], books: Mapping[str, Rulebook]) -> list[str]:
    """What these cards do and no scenario shows: cards of no deck, news nobody hears, questions nobody
    answers, and dooms the second telling does not know either and nobody dies of."""
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
        for book in books.values():
            wanted += [f"answer to {call.key}" for call in book.calls if call.card is card and call.answer]
    for book in books.values():
        wanted += [f"death by {doom.cause}" for doom in book.dooms if doom.cause not in KNOWN]
    return [one for one in dict.fromkeys(wanted) if one not in shown]


def test_what_the_second_telling_does_not_tell_scenarios_show() -> None:
    """Every word of the others is compared with what tests/retold.py makes of the same answers."""
    untold = [card for card in CARDS.values() if card.key not in TELLS]
    assert unshown(untold, SCENARIOS.glob("[!M]*.toml"), RULEBOOKS) == []
    assert {*CARDS} >= TELLS


def test_a_card_whose_doings_no_scenario_shows_is_found(tmp_path: Path) -> None:
    assert unshown([NIGHT_OWL], [EXTRA / "night_owl.toml"], BOOKS) == []
    assert unshown([NIGHT_OWL], [], BOOKS) == ["night_owl", "owl_hoots", "answer to night_owl"]
    asleep = tmp_path / "asleep.toml"
    asleep.write_text((EXTRA / "night_owl.toml").read_text("utf-8").replace('night_owl = "Cid"\n', ""))
    assert unshown([NIGHT_OWL], [asleep], BOOKS) == ["owl_hoots", "answer to night_owl"]
    pecking = msgspec.structs.replace(BOOK, dooms=(*BOOK.dooms, Doom("pecked")))
    books = {**BOOKS, BOOK.key: pecking}
    assert unshown([NIGHT_OWL], [EXTRA / "night_owl.toml"], books) == ["death by pecked"]


# The referee


def test_the_referee_asks_a_new_card_and_writes_down_its_news() -> None:
    output = judge(scenario())
    assert output["public"][0] == {"at": "dawn 1", "event": "owl_hoots", "seat": "Cid"}
    assert output["waiting_for"] == {"at": "day 2", "ask": None}
    assert [event["event"] for event in output["public"]] == ["owl_hoots", "ballots"], "the dead do not hoot"


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ('night_owl = "Ana"', 'night 1: night_owl = "Ana" is not among the choices; allowed: Bob, Cid'),
        ("night_owl = 3", "night 1: night_owl = 3; allowed: a seat: Ana, Bob"),
    ],
)
def test_the_referee_refuses_its_wrong_answers_like_any(tmp_path: Path, written: str, said: str) -> None:
    text = (EXTRA / "night_owl.toml").read_text("utf-8")
    (tmp_path / "wrong.toml").write_text(text.replace('night_owl = "Cid"', written))
    with pytest.raises(RefusedError) as refused:
        judge(scenario("wrong", tmp_path))
    assert str(refused.value).startswith(said)


# Words


def test_the_words_of_news_may_name_what_the_card_says_they_do() -> None:
    for language in LANGUAGES:
        told = narration(language)
        assert "Ana" in told.line("event.owl_hoots", lambda _: 0, seat=scenario().game().seats[0])
    with pytest.raises(UnreadableError, match=r"lines.event.owl_hoots has the placeholder {card}; allowed"):
        narration("en", {"above {seat}": "above {card}"})


# The room


@pytest.mark.usefixtures("worded")
@pytest.mark.parametrize(
    ("language", "called", "stands"),
    [
        ("en", "Night Owl", "An owl on Cid’s roof"),
        ("fr", "La Chouette", "Une chouette sur le toit de Cid"),
    ],
)
def test_the_room_calls_it_asks_it_and_tells_its_news(language: str, called: str, stands: str) -> None:
    written = scenario()
    table, played = rehearsed(written, language=language)
    assert played == judge(written), "the same by buttons"
    trace = table.trace()
    headlines = [seen.board.headline for seen in trace.boards]
    assert any(called in headline for headline in headlines)
    news = [seen.board for seen in trace.boards if seen.board.headline == stands]
    assert news
    assert all([place.name for place in board.places if place.marked] == ["Cid"] for board in news)
    assert sum("Cid" in line for line in table.lines) == 1, "it is said once"


@pytest.mark.usefixtures("worded")
def test_whom_it_watches_is_perceived_when_it_hoots_and_not_before(tmp_path: Path) -> None:
    text = (EXTRA / "night_owl.toml").read_text("utf-8")
    (tmp_path / "other.toml").write_text(text.replace('night_owl = "Cid"', 'night_owl = "Dee"'))
    public = []
    for written in (scenario(), scenario("other", tmp_path)):
        trace = rehearsed(written, language="en")[0].trace()
        moments = [(light.time_s, light.rings) for light in trace.light]
        boards = [(seen.time_s, msgspec.to_builtins(seen.board)) for seen in trace.boards]
        public.append(sorted([*trace.told, *moments, *boards], key=itemgetter(0)))
    one, other = next((one, other) for (_, one), (_, other) in zip(*public, strict=False) if one != other)
    assert str(one).replace("Cid", "Dee") == str(other) != str(one)
    assert "owl" in str(one).casefold()


# Chance, and every round there is


def test_bots_play_it_and_its_rounds_come_to_an_end() -> None:
    deck = read_deck(BOOK, "night_owl,werewolf=2,seer,witch,villager=5")
    tally = simulate(BOOK, deck, Options(), 200, "bots", 1)
    assert sum(tally.wins.values()) == 200


@pytest.mark.parametrize("seed", range(40))
def test_any_answers_end_its_rounds(seed: int) -> None:
    deck = read_deck(BOOK, "night_owl,werewolf=2,defender,cupid,elder,witch,pyromaniac,villager=2")
    dice = Dice(seed, silence=0.2, leaving=0.05, hurry=0.2)
    names = [str(number) for number in range(len(deck))]
    over = play(play_round(play(deal(BOOK.with_deck(deck), names, deck, Options()), dice)), dice)
    assert over.winner


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
