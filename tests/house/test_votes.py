"""House roles that act on the vote: the examples of the page, and what a rule may not do there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from table.games.werewolf.rules.options import Options
from table.games.werewolf.simulate import simulate
from table.house.books import with_house
from table.house.load import load
from table.referee.referee import judge
from tests.house.test_house import MOTH, changed, house
from tests.kit.paths import ROOT
from tests.kit.tables import written_in

EXAMPLES = ROOT / "examples/house"
HEAD = """rulebook = "thiercelieux"
seats = ["Ana", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal", "Ivy"]
cards = ["{cards}"]
options = {{ captain = "never" }}
"""
DECK = "fool", "werewolf", "werewolf", "culprit", "bodyguard", *["villager"] * 4


def played(tmp_path: Path, turns: str, roles: Path = EXAMPLES, cards: tuple[str, ...] = DECK) -> Any:
    """The referee's output of these turns."""
    file = tmp_path / "votes.toml"
    file.write_text(HEAD.format(cards='", "'.join(cards)) + turns, "utf-8")
    loaded = load(roles)
    assert loaded.mistakes == []
    output = judge(written_in(file, with_house(loaded)))
    assert [role.faults for role in loaded] == [[] for _ in loaded]
    return output


def died(output: Any) -> list[tuple[str, str, str]]:
    return [(death["at"], death["seat"], death["cause"]) for death in output["deaths"]]


def test_a_fool_is_spared_once_and_votes_no_more(tmp_path: Path) -> None:
    votes = 'vote = { Bob = "Ana", Cid = "Ana" }'
    turns = f'[[turns]]\nat = "day 1"\n{votes}\n[[turns]]\nat = "day 2"\n{votes}\n'
    output = played(tmp_path, turns)
    assert {"at": "day 1", "event": "fool_spared", "seat": "Ana"} in output["public"]
    assert died(output) == [("day 2", "Ana", "voted")]
    with pytest.raises(Exception, match=r'day 2: vote: voter "Ana" is not among the choices'):
        played(
            tmp_path,
            turns.replace(votes, 'vote = { Bob = "Ana" }', 1).replace(
                '{ Bob = "Ana", Cid', '{ Ana = "Bob", Cid'
            ),
        )


def test_a_culprit_falls_at_a_tie_and_silences_for_a_day(tmp_path: Path) -> None:
    tie = '[[turns]]\nat = "day 1"\nvote = { Ana = "Bob", Bob = "Ana" }\nculprit = ["Ana", "Eve"]\n'
    output = played(tmp_path, tie)
    assert died(output) == [("day 1", "Dee", "blamed")]
    assert output["public"][-1] == {"at": "day 1", "event": "culprit_silences", "seats": ["Ana", "Eve"]}
    with pytest.raises(Exception, match=r'day 2: vote: voter "Ana" is not among the choices'):
        played(tmp_path, tie + '[[turns]]\nat = "day 2"\nvote = { Ana = "Bob" }\n')
    later = '[[turns]]\nat = "day 3"\nvote = { Ana = "Bob" }\n'
    assert died(played(tmp_path, tie + later))[1:] == [("day 3", "Bob", "voted")]


def test_a_bodyguard_dies_at_the_door_they_guard(tmp_path: Path) -> None:
    night = '[[turns]]\nat = "night 1"\nbodyguard = "Hal"\nwerewolves = "Hal"\n[[turns]]\nat = "dawn 1"\n'
    assert died(played(tmp_path, night)) == [("dawn 1", "Eve", "bodyguard_falls")]
    elsewhere = night.replace('bodyguard = "Hal"', 'bodyguard = "Ivy"')
    assert died(played(tmp_path, elsewhere)) == [("dawn 1", "Hal", "devoured")]


def test_the_examples_are_played_by_lot_without_a_fault() -> None:
    roles = load(EXAMPLES)
    book = with_house(roles)["best-of"]
    cards = {card.key: card for card in book.cards}
    tally = simulate(book, [cards[key] for key in DECK], Options(), 60, "random", 3)
    assert sum(tally.wins.values()) == 60
    assert [role.faults for role in roles] == [[], [], []]


WITNESS = """from table.house import *

WITNESS = Card("witness")
{rules}
ROLE = Role(
    WITNESS,
    {lists},
    fr={{
        "cards.witness": {{"title": "Témoin", "le": "le Témoin", "de": "du Témoin", "une": "le Témoin"}},
        "lines.death.card.witness": "C’était le Témoin.",
        {fr}
    }},
    en={{
        "cards.witness": {{"title": "Witness", "the": "the Witness", "a": "the Witness"}},
        "lines.death.card.witness": "It was the Witness.",
        {en}
    }},
)
"""
SWAP = """@covered(WITNESS, seconds=8)
async def swap(game, seat, death):
    if death.seat is not seat:
        game.take(seat, death.seat)
"""
AGAIN = """@covered(WITNESS, seconds=8)
async def again(game, seat):
    game.vote_again()
"""
HELD = ("witness", "werewolf", "werewolf", "werewolf", *["villager"] * 5)


def witness(tmp_path: Path, rules: str, lists: str) -> Path:
    """A folder with a Witness who has these rules."""
    words = '"lines.cover.witness": "{0}.", "words.cover.witness": "{0}",' if "@covered" in rules else ""
    french, english = words.format("Couvrez vos boutons"), words.format("Cover your buttons")
    text = WITNESS.format(rules=rules, lists=lists, fr=french, en=english)
    return house(tmp_path / "roles", witness=text)


def test_a_role_takes_the_card_of_the_condemned(tmp_path: Path) -> None:
    roles = witness(tmp_path, SWAP, "before_turning=swap")
    output = played(
        tmp_path, '[[turns]]\nat = "day 1"\nvote = { Ana = "Bob" }\nwitness = true\n', roles, HELD
    )
    assert (output["cards"]["Ana"], output["cards"]["Bob"]) == ("werewolf", "witness")
    assert output["deaths"][0]["card"] == "witness"


def test_a_role_has_the_village_vote_again(tmp_path: Path) -> None:
    roles = witness(tmp_path, AGAIN, "after_vote=again")
    day = '[[turns]]\nat = "day 1"\nwitness = true\n[[turns]]\nat = "second vote 1"\nvote = { Ana = "Bob" }\n'
    assert died(played(tmp_path, day, roles, HELD)) == [("second vote 1", "Bob", "voted")]


@pytest.mark.parametrize(
    ("rules", "lists", "told"),
    [
        (AGAIN, "before_turning=again, after_vote=[]", "takes 2 positional arguments"),
        (SWAP.replace("(game, seat, death)", "(game, seat)"), "after_vote=swap", "NameError"),
        (
            AGAIN.replace("vote_again()", "take(seat, game.alive[1])"),
            "after_vote=again",
            "takes a card; allowed: only before_turning",
        ),
        (
            "@moment(WITNESS)\nasync def early(game):\n    game.vote_again()\n",
            "at_dawn=early",
            "has the village vote again; allowed: only in before_vote and after_vote",
        ),
    ],
)
def test_what_a_rule_may_not_do_to_the_vote_is_told(
    tmp_path: Path, rules: str, lists: str, told: str
) -> None:
    loaded = load(witness(tmp_path, rules, lists))
    assert loaded.mistakes == []
    book = with_house(loaded)["best-of"]
    cards = {card.key: card for card in book.cards}
    simulate(book, [cards[key] for key in HELD], Options(), 20, "random", 1)
    assert told in loaded[0].faults[0]


@pytest.mark.parametrize(
    ("rules", "lists", "told"),
    [
        (AGAIN, "calls=[]", "again is missing in ROLE: write it under before_turning or after_vote"),
        (AGAIN.replace("async def", "def"), "after_vote=again", "again is written def; allowed: async def"),
        (AGAIN.replace("8", "1"), "after_vote=again", "witness: seconds = 1; allowed: 3 to 120"),
        (
            "@at_tie(WITNESS)\nasync def fall(game, tied):\n    return None\n",
            "calls=[]",
            "fall is missing in ROLE: write it under at_tie",
        ),
    ],
)
def test_a_mistaken_declaration_of_the_vote_is_refused(
    tmp_path: Path, rules: str, lists: str, told: str
) -> None:
    [mistake] = load(witness(tmp_path, rules, lists)).mistakes
    assert told in str(mistake)


def test_every_cause_but_leaving_can_be_averted(tmp_path: Path) -> None:
    """CH-63: no hook is skipped in silence."""
    rule = "DUST.instead(lambda game, seat, doom: doom.cause == '{cause}')\nROLE = "
    for cause, is_known in {"voted": True, "shot": True, "grief": True, "tie": True, "left": False}.items():
        folder = tmp_path / cause
        folder.mkdir()
        mistakes = load(house(folder, moth=changed(MOTH, ("ROLE = ", rule.format(cause=cause))))).mistakes
        assert bool(mistakes) is not is_known
