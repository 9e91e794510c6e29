"""docs/rules.md is as its generator writes it: every rule once, in our words, with what shows it."""

from __future__ import annotations

import re

import msgspec
import pytest

from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.games.werewords.rules import options as werewords
from tests.rules_page import (
    GAMES,
    ID,
    PAGE,
    Rule,
    captains_tie,
    hunters_causes,
    linked,
    named_by_tests,
    options_say,
    page,
    scenarios,
    simplified_wolves,
    told,
    what_shows,
    words,
)

RULES = words()
WRITTEN = PAGE.read_text("utf-8")


def test_the_page_is_what_its_generator_writes() -> None:
    assert page() == WRITTEN, "write it again: python -m tests.rules_page"


def test_a_rule_is_told_in_sentences_of_one_line() -> None:
    for rule, told_as in RULES.items():
        for text in (told_as.line, *told_as.decisions):
            assert re.fullmatch(r"[A-Z0-9`][^\n]*[^.\s]\.", text), rule


def test_every_rule_is_shown_and_all_that_is_shown_is_a_rule() -> None:
    assert set(RULES) == set(what_shows())


def test_the_games_come_one_after_the_other_each_under_headings() -> None:
    games = [rule[:2] for rule in RULES]
    assert list(dict.fromkeys(games)) == list(GAMES)
    assert games == sorted(games, key=list(GAMES).index)
    firsts = {game: next(entry for rule, entry in RULES.items() if rule.startswith(game)) for game in GAMES}
    assert all(first.heading for first in firsts.values())
    headings = [entry.heading for entry in RULES.values() if entry.heading]
    assert len(headings) == len(set(headings))


def test_all_decisions_stand_on_the_page() -> None:
    decisions = [decision for entry in RULES.values() for decision in entry.decisions]
    assert [line for line in WRITTEN.splitlines() if line.startswith("- **Decision.** ")] == [
        f"- **Decision.** {linked(decision)}" for decision in decisions
    ]


def test_links_within_the_page_hold() -> None:
    anchors = re.findall(r'<a id="([^"]+)">', WRITTEN)
    assert len(anchors) == len(set(anchors))
    targets = re.findall(r"\]\(#([^)]+)\)", WRITTEN)
    assert "lg-20" in targets
    assert set(targets) <= set(anchors)


def test_links_to_scenarios_and_tests_hold() -> None:
    files = re.findall(r"\]\((\.\./[^)]+)\)", WRITTEN)
    assert "../tests/scenarios/LG-20.toml" in files
    assert [file for file in set(files) if not (PAGE.parent / file).is_file()] == []


def test_every_scenario_and_every_pair_is_on_the_page() -> None:
    for scenario in scenarios():
        file = f"(../tests/scenarios/{scenario.stem}.toml)"
        assert WRITTEN.count(file) == len(scenario.rules) + bool(scenario.pair)
    assert any(scenario.pair for scenario in scenarios())


def test_what_shows_a_rule_is_found_where_it_is_named() -> None:
    plain = "[the plain case](../tests/scenarios/BO-22.toml)"
    assert what_shows()["BO-22"][0] == plain
    # Named at the head of another rule's scenario, and by a test.
    assert "[BO-22 hunter in love](../tests/scenarios/BO-22-hunter-in-love.toml)" in what_shows()["LG-20"]
    assert ("games/test_decks_and_options.py", "test_lg_3_the_simplified_deal") in named_by_tests()["LG-3"]


def test_options_are_those_of_a_round() -> None:
    assert set(options_say()) == {*Options.__struct_fields__, *werewords.Options.__struct_fields__}
    assert [option for option, says in options_say().items() if not set(ID.findall(says)) & set(RULES)] == []
    assert '| `"day 1"` | all but `mots-garous` |' in WRITTEN
    assert "| `true`, `false` | `false` | `tit-albert` |" in WRITTEN
    assert "| a whole number | `36` | `mots-garous` |" in WRITTEN


def test_the_rulebooks_differ_as_they_are_said_to() -> None:
    family, best_of = RULEBOOKS["family"], RULEBOOKS["best-of"]
    assert simplified_wolves(RULEBOOKS["tit-albert"]) == "8 to 11: 2, 12 to 17: 3, 18: 4"
    assert hunters_causes(family) == "devoured, voted out"
    assert hunters_causes(best_of) == "anything kills them"
    assert captains_tie(family) == "the Captain's ballot, if it names one of the tied; else new votes"
    assert captains_tie(best_of) == "the Captain chooses among the tied"


def test_a_rule_is_told_with_its_decision_its_option_and_what_shows_it() -> None:
    rule = Rule("It is so.", ("Or so, as in LG-1.",), "A heading")
    assert told("LG-25", rule, ["[here](x)", "[there](y)"]).splitlines() == [
        "### A heading",
        "",
        '<a id="lg-25"></a>**LG-25** It is so.',
        "",
        "- **Decision.** Or so, as in [LG-1](#lg-1).",
        "- **Option:** [`tie`](#option-tie)",
        "- **Shown in:** [here](x), [there](y)",
    ]


def test_a_misspelt_key_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match="decision`"):
        msgspec.convert({"line": "It is so.", "decision": ["Or so."]}, Rule)
