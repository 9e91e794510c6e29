"""What doctor, check, config and decks print for another program: docs/json.md."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from table.appliance.doctor.findings import KEYS
from table.appliance.opening import updates
from table.games.chances import verdict
from table.paths import SHIPPED
from table.sentences import flat
from table.version import commit, version
from tests.kit.paths import ROOT
from tests.kit.players import garou
from tests.kit.schemas import COMMANDS, fits, keys

OWN = {
    "table.toml": "seats = 80\n",
    "narration/en.toml": "x =",
    "menus/fr.toml": '[host]\nold = "x"\n',
    "house/wrong.py": "wrong(",
    "words/few.txt": "language: en\n",
    "odd.txt": "",
    "art/cards/seer.svg": "<svg/>",
}
"""Files of an owner that have a mistake each."""


@pytest.fixture(autouse=True)
def _nowhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Neither a display nor a terminal."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "STATE_DIRECTORY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture
def own(tmp_path: Path) -> Path:
    folder = tmp_path / "own"
    for name, text in OWN.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def printed(command: str, *words: str) -> Any:
    return fits(command, json.loads(garou(command, *words, "--json").out))


@pytest.mark.parametrize(
    "words",
    [
        ("doctor",),
        ("check", "--simulated"),
        ("check", "--simulated", "--only", "disk"),
        ("config",),
        ("decks", "--seats", "8"),
        ("decks", "--rulebook", "tit-albert", "--seats", "22", "--deck", "simplified"),
        ("decks", "--deck", "werewolf=2,seer,villager=5", "--rounds", "6", "--jobs", "1"),
    ],
)
def test_what_is_printed_is_as_its_schema_says(words: tuple[str, ...]) -> None:
    program = printed(*words)["program"]
    assert (program["version"], program["commit"]) == (version(), commit())


@pytest.mark.parametrize("command", ["doctor", "check", "config"])
def test_what_is_printed_of_files_with_mistakes_is_so_too(own: Path, command: str) -> None:
    data = printed(command, "--config", str(own))
    place = {"key": "file.line", "facts": {"file": str(own / "table.toml"), "line": 1}}
    if command == "check":
        assert (data["key"], data["grade"]) == ("refused", "wrong")
        refused = data["facts"]
    else:
        wrong = [one for one in data["findings"] if one["grade"] == "wrong"]
        refused = wrong[0]["facts"]
        assert refused["file"] == str(own / "table.toml")
        settings = {"config": "file", "doctor": "configuration"}[command]
        assert {one["key"] for one in wrong} >= {settings, "character", "words", "picture"}
    assert refused["reason"]["key"] == "setting.refused"
    assert refused["reason"]["facts"]["place"] == place


@pytest.mark.parametrize(
    "words", [("doctor",), ("check", "--simulated", "--only", "board", "--only", "voice")]
)
def test_keys_and_facts_are_in_no_language(words: tuple[str, ...]) -> None:
    def untold(data: Any) -> Any:
        """Without the sentences."""
        if isinstance(data, dict):
            told = ("found", "why", "mend", "reason", "name")
            return {key: untold(value) for key, value in data.items() if key not in told}
        return [untold(one) for one in data] if isinstance(data, list) else data

    french, english = (printed(*words, "--language", language) for language in ("fr", "en"))
    assert french != english
    assert untold(french) == untold(english)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_examples_of_the_docs_are_as_the_schemas_say(command: str) -> None:
    page = (ROOT / "docs" / "json.md").read_text("utf-8")
    found = re.search(rf"## `garou {command} --json`\n.*?```json\n(.*?)```", page, re.DOTALL)
    assert found
    fits(command, json.loads(found[1]))


# ---------------------------------------------------------------------------- keys, of which none may go


def test_every_key_of_the_doctor_is_listed_and_none_has_gone() -> None:
    """A text that nothing tells does not exist: tests/words/test_troubles.py."""
    texts = flat(tomllib.loads((SHIPPED / "troubles/en.toml").read_text("utf-8")))
    found = [re.fullmatch(r"well\.(\w+)|doctor\.(\w+)\.found", key) for key in texts]
    assert {one[1] or one[2] for one in found if one} | {"unfit", "voice_slow", *KEYS.values()} == keys(
        "doctor"
    )


def test_every_key_of_config_is_listed_and_none_has_gone() -> None:
    code = Path(updates.__file__).read_text("utf-8")
    told = set(re.findall(r'Finding\(\s*"(\w+)"', code)) | {"unfit", *KEYS.values()}
    assert told == keys("config")


def test_every_key_of_the_check_is_listed_and_none_has_gone() -> None:
    reasons = tomllib.loads((SHIPPED / "check/en.toml").read_text("utf-8"))["reason"]
    no_reason = {"own", "other", "header", "by_itself"}
    assert {*reasons} - no_reason | {"passed", "taught", "device", "switched_off"} == keys("check")


def test_every_verdict_on_a_deck_is_listed_and_none_has_gone() -> None:
    of_two = {verdict({"village": won, "werewolves": 100 - won}) for won in range(101)}
    assert of_two | {verdict({"village": 30, "werewolves": 30, "piper": 40})} == keys("decks")
