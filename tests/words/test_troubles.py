"""Troubles of devices, told in the table's language."""

from __future__ import annotations

import ast
import errno
import re
from collections.abc import Iterator, Mapping
from functools import cache
from inspect import signature
from pathlib import Path
from typing import Any, get_type_hints
from unittest.mock import patch

import pytest

from hardware.troubles import DeviceError, Facts, Trouble, reason_of
from hardware.watch import HANGS_S
from table import __main__
from table.errors import Reason, TableError, UnreadableError
from table.sentences import Sentences, flat
from table.words.catalogue import shipped
from table.words.narration import Narration
from table.words.troubles import Troubles, english, wrong_with
from tests.kit.paths import ROOT
from tests.kit.tables import NARRATION

PLANTED: dict[Any, Any] = {int: 33, float: 77.0, str: "planted", tuple[int, ...]: (2, 3, 4)}
"""A fact of each type."""
SHOWN = {
    "fr": {"address": "0x21", "seat": "siège 34", "seats": "sièges 3 à 5", "button": "34"},
    "en": {"address": "0x21", "seat": "seat 34", "seats": "seats 3 to 5", "button": "34"},
    "de": {"address": "0x21", "seat": "Platz 34", "seats": "Plätze 3 bis 5", "button": "34"},
    "es": {"address": "0x21", "seat": "asiento 34", "seats": "asientos 3 a 5", "button": "34"},
}
LANGUAGES = ["fr", "en", "de", "es"]
HARDWARE = ROOT / "hardware"
SOURCES = sorted(path for folder in ("table", "hardware") for path in (ROOT / folder).rglob("*.py"))


MAKERS = {"Reason": "{}", "Phrase": "{}", "well": "well.{}", "note": "doctor.{}.found doctor.{}.why"}
MAKERS["wrong"], MAKERS["Trouble"] = MAKERS["note"], "{}"
"""Calls that make a reason of a key, each with the texts that key has."""


def made(code: str, makers: Mapping[str, str] = MAKERS) -> Iterator[tuple[str, set[str] | None]]:
    """Every text that a file asks for, with the names of its facts; None if they are not written there."""
    for node in ast.walk(ast.parse(code)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or not node.args:
            continue
        facts = {word.arg for word in node.keywords if word.arg}
        given = None if any(word.arg is None for word in node.keywords) else facts
        key = node.args[0]
        for one in (key.body, key.orelse) if isinstance(key, ast.IfExp) else (key,):
            if isinstance(one, ast.Constant) and node.func.id in makers:
                yield from ((text.format(one.value), given) for text in makers[node.func.id].split())


@cache
def reasons() -> list[tuple[Path, str, set[str] | None]]:
    """Every text asked for anywhere, with its facts."""
    return [(path, text, facts) for path in SOURCES for text, facts in made(path.read_text("utf-8"))]


@cache
def troubles() -> dict[str, set[str]]:
    """Every trouble a device can have, with its facts."""
    found: dict[str, set[str]] = {}
    for path in HARDWARE.rglob("*.py"):
        code = path.read_text("utf-8")
        keys = [(key, facts) for key, facts in made(code, {"Trouble": "{}"}) if facts is not None]
        assert len(keys) == len(re.findall(r"\bTrouble\(", code)), (
            f"{path.name} has a key that is not written out"
        )
        for key, facts in keys:
            assert found.setdefault(key, facts) == facts, f"{key} has other facts elsewhere"
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_trouble_has_its_sentence_with_all_its_facts(language: str) -> None:
    kinds = get_type_hints(Facts)
    assert set(kinds) == set().union(*troubles().values())
    assert len(troubles()) > 30
    for key, facts in troubles().items():
        trouble = Trouble(key, **{name: PLANTED[kinds[name]] for name in facts})
        told = Troubles.of(Narration.load(language)).told(trouble)
        assert re.fullmatch(r"[A-ZÀ-Ý].*[.?]", told), told
        assert not re.search(r"[{}]|\n", told)
        for name, fact in trouble.facts.items():
            shown = SHOWN[language].get(name) or (f"{fact:g}" if isinstance(fact, float) else str(fact))
            assert shown.lower() in told.lower(), f"{key} does not say {name}"


def test_every_reason_has_its_sentence_and_all_its_facts() -> None:
    assert len(reasons()) > 150
    for language in LANGUAGES:
        texts = flat(shipped("troubles", language))
        for path, key, facts in reasons():
            assert key in texts, f"{path}: {key} is in no language"
            named = set(re.findall(r"{(\w+)}", texts[key]))
            assert facts is None or named <= facts, f"{path}: {key} is not told {named - facts}"


def test_no_sentence_is_for_what_there_is_not() -> None:
    keys = {key for _, key, _ in reasons()}
    # Of these the last part is found at run time: a name of the system's, a suit, a grade.
    around = ("goes_on.", "seats.", "reason.", "grade.", "suit.", "count.", "doctor.group.of_", "output.")
    code = "".join(path.read_text("utf-8") for path in SOURCES)
    for key in flat(shipped("troubles", "en")):
        assert key in keys or key.startswith(around) or f'"{key}"' in code, f"{key} is told of nothing"


def test_every_sentence_is_in_its_own_language() -> None:
    french, english, german, spanish = (flat(shipped("troubles", one)) for one in LANGUAGES)
    python = {"well.python", "doctor.python.found", "doctor.python_newer.found"}
    of_both = ((french, {"grade.note"}), (german, {"output.usb"}), (spanish, {"output.usb"}))
    for theirs, alike in of_both:
        same = {key for key, text in english.items() if text == theirs[key] and re.sub(r"{\w+}|\W", "", text)}
        assert same == python | alike


def test_a_reason_in_a_reason_is_told_in_the_same_language() -> None:
    place, allowed = Reason("file.line", file="a.toml", line=3), Reason("allowed.whole")
    wrong = Reason("setting.refused", place=place, key="seats", value="x", allowed=allowed)
    told = Troubles.of(NARRATION["fr"]).told(wrong)
    assert told == "a.toml, ligne 3 : seats = x n’est pas permis ; permis : un nombre entier".replace(
        " :", "\u00a0:"
    ).replace(" ;", "\u00a0;")
    assert str(UnreadableError(wrong)) == (
        "a.toml, line 3: seats = x is not allowed; allowed: a whole number"
    ), "and in English for whoever types"


def test_what_only_somebody_who_types_meets_is_a_sentence_already() -> None:
    assert Troubles.of(NARRATION["fr"]).any("--seats 80: too many") == "--seats 80: too many"
    assert len(Troubles.of(NARRATION["fr"]).any(Reason("file.at", place="x", why="y" * 9000))) < 2100


def test_the_hardware_says_no_sentence_of_its_own() -> None:
    """No trouble during play has a text there."""
    for path in HARDWARE.rglob("*.py"):
        code = path.read_text("utf-8")
        assert not re.search(r"(trouble|makeshift)\w* = \(?\s*f?\"", code), path.name
        assert not re.search(r"(VoiceError|WireError|DeviceError)\(\s*f?\"", code), path.name


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_languages_name_the_same_facts(language: str) -> None:
    ours, theirs = flat(shipped("troubles", "en")), flat(shipped("troubles", language))
    assert ours.keys() == theirs.keys()
    for key, text in theirs.items():
        assert set(re.findall(r"{(\w+)}", text)) == set(re.findall(r"{(\w+)}", ours[key])), key


@pytest.mark.parametrize(
    ("seats", "french", "english"),
    [
        ((2,), "siège 3", "seat 3"),
        ((4, 5, 6, 7), "sièges 5 à 8", "seats 5 to 8"),
        ((1, 0), "sièges 1 et 2", "seats 1 and 2"),
        ((0, 1, 6), "sièges 1, 2 et 7", "seats 1, 2 and 7"),
        ((0, 1, 2, 6, 11, 12, 13), "sièges 1 à 3, 7 et 12 à 14", "seats 1 to 3, 7 and 12 to 14"),
    ],
)
def test_seats_are_named_as_people_count_them(seats: tuple[int, ...], french: str, english: str) -> None:
    for language, said in (("fr", french), ("en", english)):
        assert f"({said})" in Troubles.of(Narration.load(language)).told(
            Trouble("buttons.expander", address=0x20, seats=seats)
        )


def test_what_the_system_answered_is_said_in_words() -> None:
    told = Troubles.of(NARRATION["fr"])
    assert told.told(Trouble("rings.failed", reason="EIO")).endswith("l’écriture ou la lecture échoue.")
    assert told.told(
        Trouble("buttons.bus", reason=reason_of(PermissionError(errno.EACCES, "Permission denied")))
    ).startswith("Le bus des extensions ne s’ouvre pas (c’est interdit)")
    assert "ESHUTDOWN" in told.told(Trouble("rings.failed", reason=reason_of(OSError(errno.ESHUTDOWN, "x"))))
    assert "by hand" in told.told(Trouble("rings.failed", reason=reason_of(OSError("by hand"))))


def test_what_a_library_says_in_two_lines_is_told_in_one() -> None:
    told = Troubles.of(NARRATION["en"]).told(
        Trouble("sound.effects", file="gong.wav", detail="no such\n  file {0}")
    )
    assert told == "Not all effects are heard: gong.wav (no such file {0})."


def test_how_the_evening_goes_on_is_said_with_it() -> None:
    told = Troubles.of(NARRATION["fr"])
    trouble = Trouble("voice.hangs", engine="piper", seconds=60.0)
    assert told.goes_on("captions", trouble) == (
        "Le moteur de voix piper ne répond plus depuis 60 s. Les sous-titres continuent."
    )
    ways = [key for key in flat(shipped("troubles", "fr")) if key.startswith("goes_on.")]
    for way in ways:
        assert told.goes_on(way.removeprefix("goes_on."), trouble).startswith(told.told(trouble))


def test_an_error_of_a_device_is_told_like_one_of_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    """By itself it has no words in a language; `garou` says it in one sentence, as the board does."""
    error = DeviceError(Trouble("sound.missing", detail="planted"))
    assert str(error) == "sound.missing detail='planted'"
    assert wrong_with(error) == Trouble("sound.missing", detail="planted")
    assert wrong_with(TableError("planted")) == "planted"
    with patch.object(__main__.garou, "main", side_effect=error), pytest.raises(SystemExit) as ended:
        __main__.main()
    assert ended.value.code == 1
    assert capsys.readouterr().err == "garou: There is no sound card to speak with (planted).\n"
    assert "planted" in str(error)


@pytest.mark.parametrize("language", LANGUAGES)
def test_rings_that_hang_are_told_on_the_board_and_in_the_log(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    from table.appliance.table import Table
    from table.settings.settings import Settings

    hang = Trouble("rings.hang", seats=tuple(range(8)), seconds=HANGS_S)
    said = Troubles.of(Narration.load(language)).told(hang)
    assert {"fr": "sièges 1 à 8", "en": "seats 1 to 8", "de": "Plätze 1 bis 8", "es": "asientos 1 a 8"}[
        language
    ] in said
    table = Table(Settings(), list(Narration.load(language).places)[:8], Narration.load(language), "log", 1.0)
    table.lend().rings.trouble = hang  # type: ignore[misc]
    table.tell_trouble()
    table.tell_trouble()
    assert capsys.readouterr().err == f"garou: {said}\n"
    table.close()


def test_a_mistake_in_the_english_narration_is_told_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "en.toml").write_text("[lines\n")
    with pytest.raises(UnreadableError, match=r"en\.toml, line 1: \[lines is not closed; ") as refused:
        Narration.load("en", directory=tmp_path)
    assert str(refused.value) == english().any(refused.value.wrong)
    grammar, defaults = Narration.load("en").grammar, signature(Sentences).parameters
    assert (defaults["comma"].default, defaults["last"].default) == (grammar.comma, grammar.last)
    assert grammar.typeset("One: two; three?") == "One: two; three?"
