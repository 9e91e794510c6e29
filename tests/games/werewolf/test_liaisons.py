"""The voice binds French words as people do, by espeak's own phonemes (`tests/kit/liaisons.py`)."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence

import pytest

from hardware.voice.worker import BINDING, spoken

APART = (
    *(
        "L’Infect Père des Loups ouvre l’œil",
        "Les loups s’ennuient et s’en vont",
        "les Sœurs ouvrent les yeux",
    ),
    *(
        "les morts regardent et se taisent",
        "Deux cœurs battaient ensemble",
        "les pouvoirs des villageois avec elle",
    ),
    *("Des cendres au bout de la rue", "le Puits était loup", "le Pont a de la route", "chacun à son anneau"),
    *("quelqu’un a bougé", "choisissez entre les deux", "Les Loups-Garous ont gagné", "Poussez-vous un peu"),
)
"""Lines in which only the article may be bound."""
TOGETHER = {
    "Fermez les yeux": ["les", "yeux"],
    "On appelle": ["On", "appelle"],
    "vous avez gagné": ["vous", "avez"],
    "un œil ouvert": ["un", "œil"],
    "quand il dort": ["quand", "il"],
    "le mot est écrit": ["est", "écrit"],
}
ARTICLES = ("les", "des", "un", "son")


def asked(*words: str, given: str = "") -> str:
    ran = subprocess.run(
        [sys.executable, "-m", "tests.kit.liaisons", *words],
        input=given, capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    return ran.stdout


def bound(texts: Sequence[str]) -> list[list[str]]:
    found: list[list[str]] = json.loads(asked("json", given=json.dumps(list(texts))))
    return found


def test_no_french_line_has_a_liaison_after_a_noun_or_another_verb() -> None:
    """In every line of every game, for each place and card, only what BINDING names is bound."""
    lines = asked().splitlines()
    pairs = [line.partition(": ")[0].strip('"').split("‿") for line in lines]
    assert len(pairs) > 80
    assert [pair for pair in pairs if not BINDING.fullmatch(pair[0].strip('"'))] == []


def test_what_good_french_leaves_apart_is_not_bound() -> None:
    """Plural nouns before a verb, a verb before "et", names of one thing."""
    assert [pair for pair in bound(APART) if pair[0].casefold() not in ARTICLES] == []


def test_what_good_french_binds_is_bound() -> None:
    found = bound(list(TOGETHER))
    assert [pair for pair in TOGETHER.values() if pair not in found] == []


@pytest.mark.parametrize("voice", ["roa/fr", "fr", "/srv/voices/fr_FR-upmc-medium.onnx"])
def test_a_french_voice_is_given_text_without_wrong_liaisons(voice: str) -> None:
    assert spoken("Les loups ouvrent les yeux", voice) == 'Les loups "ouvrent les yeux'


@pytest.mark.parametrize("voice", ["gmw/en", "", "/srv/fr/en_GB-alan-medium.onnx"])
def test_other_voices_are_given_no_french(voice: str) -> None:
    assert spoken("Werewolves and a seer’s owl", voice) == "Werewolves and a seer’s owl"
