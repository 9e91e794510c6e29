"""What the referee refuses: exit status 2, nothing on standard output, one line on standard error.

That line names the file, the place, the value, and what is allowed there.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table.games.werewolf.rules.rulebooks.best_of import BEST_OF
from table.games.werewolf.rules.rulebooks.thiercelieux import THIERCELIEUX
from table.referee.referee import referee
from tests.kit.paths import TESTS
from tests.kit.players import CommandResult, asked_by_night, garou, roles_of
from tests.kit.sampling import few

REFUSED = sorted((TESTS / "refused").rglob("*.toml"))
SCENARIOS = sorted((TESTS / "scenarios").glob("*.toml"))

SEATED = 'seats = ["Ana", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal"]'
DEALT = 'cards = ["werewolf", "werewolf", "seer", "witch", "hunter", "villager", "villager", "villager"]'
HEAD = f'rulebook = "thiercelieux"\n{SEATED}\n{DEALT}\n'


def changed(old: str, new: str, head: str = HEAD) -> str:
    """The head of a scenario, with one thing in it changed."""
    assert head.count(old) >= 1
    return head.replace(old, new)


CUPID = changed('"hunter", "villager"', '"hunter", "cupid"')
THIEF_ALONE = changed('"hunter", "villager"', '"hunter", "thief"')
NO_WOLF_DEALT = changed('"werewolf", "werewolf"', '"villager", "villager"', THIEF_ALONE)
BOTH_WOLVES = NO_WOLF_DEALT + 'centre = ["werewolf", "werewolf"]\n'

ALL = "Ana, Bob, Cid, Dee, Eve, Fay, Gus, Hal"
ROLES = roles_of(THIERCELIEUX)
KEYS = "rulebook, seats, cards, centre, stage, sun, pool, seed, options, turns"
OPTIONS = ", ".join(THIERCELIEUX.options)
BEST_OF_NIGHT_KEYS = asked_by_night(BEST_OF)
DAY_KEYS = (
    "event, lantern, voices, left, call_election, election, election_revote, vote, guess, revotes, "
    "captain_choice, devoted_servant, hunter, scapegoat, successor, stuttering_judge"
)


def turns(**written: str) -> str:
    """Turns as a scenario writes them: `night_1` is the turn "night 1"."""
    return "".join(f'\n[[turns]]\nat = "{at.replace("_", " ")}"\n{keys}\n' for at, keys in written.items())


def refereed(path: Path) -> CommandResult:
    """What the command says of a file, without roles of the house."""
    return garou("referee", "--house", str(path.parent), str(path))


def refused(path: Path) -> str:
    """The sentence with which the command refuses a file, without the file's name."""
    told = refereed(path)
    assert told.code == 2
    assert told.out == ""
    line, end, more = told.err.partition("\n")
    assert end == "\n"
    assert more == ""
    assert line.startswith(f"garou: {path}: ")
    return line.removeprefix(f"garou: {path}: ")


@pytest.mark.parametrize("path", REFUSED, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_a_scenario_is_refused_in_one_sentence(path: Path) -> None:
    """The sentence is in the file's first line, or its beginning, where a list would grow with each card."""
    text = path.read_text("utf-8")
    tomllib.loads(text)
    begins, is_cut, _ = text.partition("\n")[0].removeprefix("# ").partition("; allowed: ...")
    assert refused(path).startswith(f"{begins}; allowed: ") if is_cut else refused(path) == begins


# Files that are no scenario at all


@pytest.mark.parametrize(
    ("content", "told"),
    [
        pytest.param(
            b"",
            "rulebook: nothing; allowed: thiercelieux, family, tit-albert, best-of, mots-garous",
            id="empty",
        ),
        pytest.param(b'rulebook = "\xff"\n', "not UTF-8 at byte 12", id="not_utf_8"),
        pytest.param("rulebook".encode("utf-16"), "not UTF-8 at byte 0", id="utf_16"),
        pytest.param(b"rulebook", "not TOML: ", id="not_toml"),
        pytest.param(b"a = 1\na = 2\n", "not TOML: ", id="a_key_twice"),
        pytest.param(
            b"a = " + b"9" * 5000, "not TOML: a number too long, or too much nested", id="a_number_too_long"
        ),
        pytest.param(
            b"a = " + b"[" * 5000, "not TOML: a number too long, or too much nested", id="nested_without_end"
        ),
    ],
)
def test_a_file_that_is_no_scenario(content: bytes, told: str, tmp_path: Path) -> None:
    path = tmp_path / "scenario.toml"
    path.write_bytes(content)
    assert refused(path).startswith(told)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    assert refused(tmp_path / "scenario.toml") == "cannot be read: No such file or directory"


def test_a_directory(tmp_path: Path) -> None:
    assert refused(tmp_path) == "cannot be read: Is a directory"


HUGE = "0x" + "f" * 6000
"""A number whose decimals Python refuses to write."""


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (f"rulebook = {HUGE}\n", "rulebook"),
        (HEAD + f"[options]\nstalemate = {HUGE}\n", "options"),
        (HEAD + turns(night_1=f"seer = {HUGE}"), "turns"),
    ],
    ids=lambda part: part if len(part) < 20 else "",
)
def test_what_no_sentence_can_tell(text: str, place: str, tmp_path: Path) -> None:
    path = tmp_path / "scenario.toml"
    path.write_text(text, "utf-8")
    assert refused(path).startswith(f"{place}: a number too great, or too much nested; allowed: ")


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (HEAD + turns(night_1="seer" + ".deep" * 3000 + " = 1"), "turns"),
        (HEAD + "[options]\ntie" + ".deep" * 3000 + " = 1\n", "options"),
    ],
    ids=["turns", "options"],
)
def test_what_is_nested_too_deep_is_refused(text: str, place: str, tmp_path: Path) -> None:
    """By the parser from Python 3.14 on, by its reader before."""
    path = tmp_path / "scenario.toml"
    path.write_text(text, "utf-8")
    ours = f"{place}: a number too great, or too much nested; allowed: "
    assert refused(path).startswith((ours, "not TOML: a number too long, or too much nested"))


def test_a_long_value_is_cut_short(tmp_path: Path) -> None:
    path = tmp_path / "scenario.toml"
    path.write_text(HEAD + turns(night_1=f'seer = "{"x" * 500}"'), "utf-8")
    assert refused(path) == f'night 1: seer = "{"x" * 56}...; allowed: a seat: {ALL}'


# What is not refused


@pytest.mark.parametrize(
    ("with_it", "without"),
    [
        (HEAD + turns(night_1="seer = false", dawn_1=""), HEAD + turns(dawn_1="")),
        (HEAD + turns(night_1="seer = []\nwerewolves = {}\nwitch = {}\nleft = []"), HEAD + turns(night_1="")),
        (HEAD + turns(night_1="thief = false\ncupid = []"), HEAD + turns(night_1="")),
        (CUPID + turns(night_1="cupid = []"), CUPID + turns(night_1="")),
        (BOTH_WOLVES + turns(night_1="thief = false"), BOTH_WOLVES + turns(night_1="")),
        (HEAD + turns(day_1="vote = {}\nrevotes = []\ncaptain_choice = false"), HEAD + turns(day_1="")),
        (HEAD + turns(night_1="", dawn_1="hunter = false\nsuccessor = []", day_1=""), HEAD + turns(day_1="")),
        (HEAD + "turns = []\n", HEAD),
        (HEAD + "centre = []\n[options]\n", HEAD),
        (HEAD + f"seed = {2**63 - 1}\n", HEAD),
        (HEAD + f"seed = {-(2**63)}\n", HEAD),
        ("\ufeff" + HEAD, HEAD),
        (HEAD.replace("\n", "\r\n"), HEAD),
    ],
)
def test_an_empty_answer_is_a_key_left_out(with_it: str, without: str, tmp_path: Path) -> None:
    paths = tmp_path / "with.toml", tmp_path / "without.toml"
    for path, text in zip(paths, (with_it, without), strict=True):
        path.write_bytes(text.encode())
    assert referee(paths[0]) == referee(paths[1])


# Whatever is written, the command keeps its word


def toml(value: Any) -> str:
    """A value as TOML writes it on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {toml(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value)


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every list or table in a value, with each of its keys."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield value, key
        yield from places(value[key])


MOMENTS = ("night 1", "dawn 2", "day 0", "day 1")
WORDS = [*ALL.split(", "), *ROLES.split(", "), *MOMENTS, "Zoe", "", "undecided", "keep", "left"]
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.sampled_from(WORDS) | st.integers(-3, 30) | st.booleans() | st.floats(0, 2),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(WORDS), inner, max_size=3),
    max_leaves=4,
)
NAMES = st.sampled_from(f"{KEYS}, {BEST_OF_NIGHT_KEYS}, {DAY_KEYS}, {OPTIONS}, at".split(", "))


def assert_it_keeps_its_word(path: Path) -> None:
    told = refereed(path)
    if told.code == 0:
        assert told.err == ""
        assert json.loads(told.out)["state"] in ("over", "waiting")
    else:
        assert told.code == 2
        assert told.out == ""
        assert told.err.startswith(f"garou: {path}: ")
        assert told.err.endswith("\n")
        assert len(told.err.splitlines()) == 1


@given(data=st.data())
@settings(max_examples=few(600, 60))
def test_a_scenario_with_something_else_in_it(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Values replaced, keys added and removed: played, or refused in one line."""
    scenario = tomllib.loads(data.draw(st.sampled_from(SCENARIOS)).read_text("utf-8"))
    for _ in range(data.draw(st.integers(1, 3))):
        found = [*places(scenario)]
        inside, key = found[data.draw(st.integers(0, len(found) - 1))]
        match data.draw(st.sampled_from(["replace", "take away", "add"])):
            case "replace":
                inside[key] = data.draw(VALUES)
            case "take away":
                del inside[key]
            case _ if isinstance(inside, dict):
                inside[data.draw(NAMES)] = data.draw(VALUES)
            case _:
                inside.insert(key, data.draw(VALUES))
        if not scenario:
            break
    path = tmp_path_factory.getbasetemp() / "changed.toml"
    path.write_text("".join(f"{key} = {toml(value)}\n" for key, value in scenario.items()), "utf-8")
    tomllib.loads(path.read_text("utf-8"))
    assert_it_keeps_its_word(path)
