"""docs/rules.md is as its generator writes it: every rule once, in our words, with what shows it."""

from __future__ import annotations

import re

from table.games.werewolf.rules.options import Options
from table.games.werewords.rules import options as werewords
from tests.rules_page import ID, PAGE, options_say, page, what_shows, words

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


def test_options_are_those_of_a_round() -> None:
    assert set(options_say()) == {*Options.__struct_fields__, *werewords.Options.__struct_fields__}
    assert [option for option, says in options_say().items() if not set(ID.findall(says)) & set(RULES)] == []
    assert '| `"day 1"` | all but `mots-garous` |' in WRITTEN
    assert "| `true`, `false` | `false` | `tit-albert` |" in WRITTEN
    assert "| a whole number | `36` | `mots-garous` |" in WRITTEN
