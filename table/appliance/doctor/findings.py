"""Findings of the doctor, as keys and as sentences, and the report of them.

The keys of findings are promised to other programs: `docs/schemas/keys.json` lists them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from hardware.looks import Observation
from table.errors import Reason
from table.sentences import Wrong, one_line, plain
from table.settings.load import Entry, Happens
from table.words.troubles import Troubles

Grade = Literal["well", "note", "wrong"]
WHY: Mapping[Happens, str] = {
    "refused": "doctor.refused.why",
    "shipped": "doctor.spared.why",
    "for_others": "doctor.without.why",
    "unplayed": "doctor.without_deck.why",
    "unfit": "doctor.unfit.why",
    "lost": "doctor.lost.why",
    "without_role": "doctor.without_role.why",
    "without_words": "doctor.without_words.why",
    "our_picture": "doctor.our_picture.why",
    "undrawn": "doctor.undrawn.why",
}
"""What happens with a mistake in a file, by the keys of its texts."""
KEYS: Mapping[Happens, str] = {
    "without_role": "character",
    "without_words": "words",
    "our_picture": "picture",
    "undrawn": "undrawn",
}
"""Keys of findings about the owner's other files than the settings."""


class Finding(msgspec.Struct, frozen=True):
    """One finding, in sentences."""

    key: str
    """Key of what was examined."""
    grade: Grade
    found: str
    """What was found."""
    why: str = ""
    """Why it matters."""
    mend: str = ""
    """The command, or whatever else mends it."""
    facts: Mapping[str, object] = {}


class Found(NamedTuple):
    """One finding, as keys of texts, in no language."""

    key: str
    grade: Grade
    found: str | Wrong
    why: str | Wrong = ""
    mend: str | Wrong = ""
    facts: Mapping[str, object] = {}

    def told(self, troubles: Troubles) -> Finding:
        """The finding in sentences."""
        found, why, mend = map(troubles.any, (self.found, self.why, self.mend))
        return Finding(self.key, self.grade, found, why, mend, self.facts)


def well(key: str, **facts: object) -> Found:
    """A finding that all is well."""
    return Found(key, "well", Reason(f"well.{key}", **facts), facts=facts)


def note(key: str, mend: str | Wrong, **facts: object) -> Found:
    """A finding worth knowing, with its reason and what mends it."""
    found, why = (Reason(f"doctor.{key}.{part}", **facts) for part in ("found", "why"))
    return Found(key, "note", found, why, mend, facts)


def wrong(key: str, mend: str | Wrong, **facts: object) -> Found:
    """A finding about something that keeps a part of the table from working."""
    return note(key, mend, **facts)._replace(grade="wrong")


def of_entry(entry: Entry, key: str = "configuration", mend: str | Wrong = "") -> Found:
    """The finding about a mistake in a file. `key`: of a mistake in the settings. `mend`: replaces the advice
    to edit the file."""
    grade: Grade = "note" if entry.happens == "for_others" else "wrong"
    edit, facts = Reason("doctor.edit", file=entry.file), {"file": entry.file, "reason": entry.wrong}
    if entry.happens == "lost":
        mend = Reason("doctor.lost.mend")
    key = KEYS.get(entry.happens, key)
    return Found(key, grade, entry.wrong, Reason(WHY[entry.happens]), mend or edit, facts)


def told_by(seen: Observation) -> Found:
    """The finding of a backend."""
    if seen.grade == "well":
        return well(seen.key, **seen.facts)
    return note(seen.key, seen.mend, **seen.facts)._replace(grade=seen.grade)


def as_text(findings: Sequence[Finding], troubles: Troubles) -> str:
    """The report as text: what is wrong, why that matters and what mends it. Of what is well it has one line
    each."""
    lines = []
    for finding in findings:
        lines.append(f"{troubles.text(f'grade.{finding.grade}')}  {one_line(finding.found)}")
        if finding.grade != "well":
            told = (finding.why, f"> {finding.mend}" * bool(finding.mend))
            lines += [f"       {one_line(text)}" for text in told if text]
    wrong = sum(finding.grade == "wrong" for finding in findings)
    lines.append(troubles.text("grade.number", number=wrong) if wrong else troubles.text("grade.none"))
    return "\n".join(lines)


def as_data(findings: Sequence[Finding], program: Mapping[str, str]) -> dict[str, Any]:
    """The report for another program: `docs/json.md`. `program`: what `about` says."""
    return {
        "program": program,
        "well": all(finding.grade != "wrong" for finding in findings),
        "findings": [plain(msgspec.structs.asdict(finding)) for finding in findings],
    }
