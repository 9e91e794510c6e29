"""What the pages on faults quote of the doctor is what the doctor says."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest

from table.sentences import flat
from table.words.catalogue import OURS
from tests.kit.paths import ROOT

PAGES = {"en": ROOT / "docs/troubleshooting.md", "fr": ROOT / "docs/fr/depannage.md"}


def quoted(page: Path) -> list[str]:
    """What stands in the third column of the tables of four, between backquotes."""
    rows = [line.split(" | ") for line in page.read_text("utf-8").splitlines() if line.startswith("| ")]
    return [text for row in rows if len(row) == 4 for text in re.findall(r"`([^`]+)`", row[2])]


def pattern(text: str) -> str:
    """A sentence with anything in the place of its facts."""
    parts = string.Formatter().parse(text)
    return "".join(re.escape(told) + (".+" if fact is not None else "") for told, fact, _, _ in parts)


@pytest.mark.parametrize("language", PAGES)
def test_what_is_quoted_of_the_doctor_is_what_it_says(language: str) -> None:
    texts = flat(OURS.texts("troubles", language))
    found = [text for key, text in texts.items() if key.startswith("doctor.") and key.endswith(".found")]
    says = [pattern(text) for text in found if not re.fullmatch(r"[\W\d]*\{\w+\}[\W\d]*", text)]
    told = quoted(PAGES[language])
    assert len(told) >= 10
    assert [one for one in told if not any(re.fullmatch(says_it, one) for says_it in says)] == []
