"""What board and voice say of buttons is what the buttons do: with one, two or three, in each language."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from hardware.debounce import Kind
from hardware.languages import languages_of
from table.gestures import GESTURES, Phase
from table.settings.settings import CONFIG

PRESSING = {
    "en": re.compile(r"\b(press\w*|hold|holds|held|tap|taps|touch\w*|buttons?)\b", re.IGNORECASE),
    "fr": re.compile(
        r"\b(appu\w+|appuis?|tenez|tenir|tenue?|tient|maintenez|enfoncé|boutons?|tapot\w+|touche[rz]?)\b",
        re.IGNORECASE,
    ),
    "de": re.compile(r"\b(drück\w*|druck|halt\w*|hält|gehalten|tipp\w*|getippt|tasten?)\b", re.IGNORECASE),
    "es": re.compile(r"\b(puls\w+|mant[eé]n\w*|mantiene|bot[oó]n(es)?|t[oó]ca\w*|toques?)\b", re.IGNORECASE),
}
"""Words that may speak of buttons."""
SAYS: Mapping[str, Mapping[Kind, re.Pattern[str]]] = {
    "en": {
        Kind.PRESS: re.compile(r"\bpress\b(?! her| his)", re.IGNORECASE),
        Kind.HOLD: re.compile(r"\bhold\b(?!,? (?:for )?3)", re.IGNORECASE),
        Kind.LONG_HOLD: re.compile(r"\bhold,? (?:for )?3", re.IGNORECASE),
    },
    "fr": {
        Kind.PRESS: re.compile(r"\b(appuyez|appui)\b(?! long| de 3)", re.IGNORECASE),
        Kind.HOLD: re.compile(r"\bappui long\b|\benfoncé\b", re.IGNORECASE),
        Kind.LONG_HOLD: re.compile(r"\bappui de 3", re.IGNORECASE),
    },
    "de": {
        Kind.PRESS: re.compile(r"\b(drück\w*|druck)\b", re.IGNORECASE),
        Kind.HOLD: re.compile(r"(?<!3 s )(?<!3 Sekunden )\b(halte[nt]?|hält)\b", re.IGNORECASE),
        Kind.LONG_HOLD: re.compile(r"\b3 (s|Sekunden) halten", re.IGNORECASE),
    },
    "es": {
        Kind.PRESS: re.compile(r"\bpuls(a|e|ar)\b", re.IGNORECASE),
        Kind.HOLD: re.compile(r"\bmant(én|ener|enga|iene)\b(?! 3)", re.IGNORECASE),
        Kind.LONG_HOLD: re.compile(r"\bmantén 3", re.IGNORECASE),
    },
}
"""What names a gesture."""
NAMES = {
    "en": ("left", "middle", "right"),
    "fr": ("gauche", "milieu", "droite"),
    "de": ("links", "mitte", "rechts"),
    "es": ("izquierd", "cent", "derech"),
}

SAID_IN: Mapping[tuple[Phase, ...], str] = {
    ("attract",): "show lines.attract.welcome lines.attract.welcome_join words.headline.attract "
    "words.host.moves_hint words.prompt.show words.slip.stood",
    ("attract", "seated"): "lobby.wait lobby.wait_menu lobby.wait_join lobby.wait_menu_join",
    ("stalled",): "lobby.stalled",
    ("over_words",): "host.again",
    ("start",): "service.let_go",
    ("deal",): "lines.board.dealt lines.deal.look lines.deal.look_again lines.deal.look_third "
    "lines.deal.look_late lines.deal.cards words.prompt.deal words.prompt.deal_eyes_down "
    "words.prompt.cards",
    ("eve",): "lines.host.look",
    ("floor",): "lines.day.open lines.eyes_down.day",
    ("offer",): "lines.resume.offer words.prompt.decline words.prompt.decline_host words.prompt.deserted "
    "words.prompt.decline_other",
    ("covered",): "lines.resume.night lines.resume.night_unnamed lines.eyes_down.resume "
    "lines.eyes_down.resume_unnamed",
    ("asked",): "lines.host.quiet words.host.quiet_hint",
    ("paused",): "words.host.pause_note words.host.pause_hint",
    ("leaving", "sure"): "words.host.leave_hint",
    ("sure",): "words.host.sure_hint words.host.claim_hint",
    ("agreeing",): "words.host.agree_hint_1 words.host.agree_hint_2",
    ("seated", "attract"): "words.host.takes_before",
    ("agreeing", "sure"): "words.host.give_up_hint",
    ("over",): "words.prompt.again",
    ("told",): "words.prompt.pages",
    ("watching",): "words.prompt.hurry",
    ("parley",): "words.prompt.parley words.prompt.point host.pointing_note",
    ("debate",): "words.prompt.ready",
    ("yes_no",): "words.prompt.yes_no",
    ("oops",): "words.prompt.oops",
    ("host",): "words.slip.host",
    ("seated",): "words.slip.seated",
}
"""Keys of what is said of buttons in each of these phases, which must give all buttons the same meaning."""
OF_ANY_BUTTON = {key: phases for phases, keys in SAID_IN.items() for key in keys.split()}

COVERED = ("any", "stuttering_judge", "devoted_servant")
"""The times by day in which all cover their buttons, and any press is one."""

OF_ONE_WORD = {
    *("lines.roll.open", "lines.eyes_down.roll", "lines.call.roll_call.wake", "lines.cover.taps"),
    *("lines.roll.again", "lines.roll.all_again"),
    *(f"lines.{kind}.{time}" for kind in ("cover", "uncover") for time in COVERED),
    *(f"words.cover.{time}" for time in COVERED),
    "lines.event.asks_the_dead",
    "lines.event.asks_the_dead_unnamed",
    *("lines.call.werewolves.wake", "lines.eyes_down.night", "lines.candidates.open", "box.family.text"),
    *("words.headline.roll_call", "words.headline.roll_eyes_down"),
    *("words.slip.only.any", "words.slip.only.awake"),
}
"""Keys about a single thing to say, which any gesture says; or where no gesture says anything."""

BY_NUMBER: Mapping[str, Phase] = {
    "hint": "menu",
    "cure": "menu",
    "page_hint": "menu",
    "your_button": "choose",
    "words.prompt.choose": "choose",
    "words.prompt.talk": "talk",
    "words.slip.unlock": "choose",
    "words.prompt.questions": "answer",
}
"""Keys with a text each for one button, two and three."""

OF_THE_LAST = {"cure", "words.slip.unlock"}
"""Those that speak of the last button alone, where there are several."""

OF_NO_GESTURE = {
    *("difficulty_note.insane", "deal_note.cards", "service.check_note", "service.not_kept"),
    *("service.keys", "service.keys_note", "service.buttons", "service.buttons_note"),
    *("lines.attract.welcome_phones", "lobby.wait_phones", "lobby.wait_menu_phones"),
    *("lines.night.first", "lines.night.fall", "lines.night.heads_up", "lines.debate.last", "lines.tie.vote"),
    "lines.tie.vote_unnamed",
    *("lines.call.defender.wake", "lines.call.lovers.wake", "lines.call.lovers.sleep"),
    *("lines.call.charmed.sleep", "lines.call.thing.wake", "lines.call.thing_look.wake"),
    *("lines.call.beholder.sleep", "lines.death.card.hunter", "lines.death.card.bear_tamer"),
    *("lines.death.card.witch", "lines.death.card.pyromaniac", "lines.event.powers_lost"),
    *(
        "lines.deal.again",
        "lines.deal.board",
        "lines.mayor.centre",
        "lines.host.night",
        "lines.host.plays_for",
    ),
    *("lines.eyes_down.pause", "lines.eyes_down.look", "words.host.move_note", "words.host.stand_in_note"),
    *("words.host.play_again_note", "words.host.cable_note", "words.prompt.long"),
}
"""Texts in which the word means a cable, a hand or a breath, or the keys of a terminal."""

OF_CONTACTS = "first."
"""The first start, which hears each contact as the only button of a seat with a menu."""

ON_SCREENS = ("words.prompt.screen.", "words.slip.screen.")
"""What a finger on the screen of a phone does."""

OF_KEYS = "words.prompt.buttons."
"""The keys of a simulated table: tests/board/test_window.py."""


def sentences(table: Mapping[str, Any], under: str = "") -> Iterator[tuple[str, str]]:
    """Every text of a file, by its key."""
    for key, value in table.items():
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, dict):
                yield from sentences(one, f"{under}{key}.")
            elif isinstance(one, str):
                yield f"{under}{key}", one


def told(path: Path) -> list[tuple[str, str]]:
    """The texts of a file, without the names of cards and places."""
    found = sentences(tomllib.loads(path.read_text("utf-8")))
    return [one for one in found if not one[0].startswith(("cards.", "places.", "words.role.", "grammar."))]


FILES = [path for folder in ("menus", "narration") for path in sorted((CONFIG / folder).rglob("*.toml"))]


def numbered(key: str) -> tuple[str, int] | None:
    """The key and number of "hint.2"; None for a text that is the same with any number of buttons."""
    found = re.match(r"(.+)\.([123])(?:\.text|\.title)?$", key)
    return (found[1], int(found[2])) if found else None


def names_gestures(language: str, text: str) -> set[Kind]:
    return {kind for kind, says in SAYS[language].items() if says.search(text)}


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_what_is_said_of_a_button_is_what_it_means(path: Path) -> None:
    """A player with three buttons is told of three; a sentence for all is true with each number."""
    language = languages_of(path.stem)[-1]
    for key, text in told(path):
        if not PRESSING[language].search(text) or numbered(key) or key in OF_NO_GESTURE | OF_ONE_WORD:
            continue
        if key.startswith(ON_SCREENS):
            continue
        if key.startswith(OF_CONTACTS):
            assert names_gestures(language, text) <= {*GESTURES["menu"][1][0]}, f"{key}: {text}"
            continue
        assert key in OF_ANY_BUTTON, f"{key}: {text}"
        for phase in OF_ANY_BUTTON[key]:
            rows = [row for rows in GESTURES[phase].values() for row in rows]
            assert all(row == rows[0] for row in rows), f"{phase} is told otherwise with so many buttons"
        meant = {kind for phase in OF_ANY_BUTTON[key] for kind in GESTURES[phase][1][0]}
        assert names_gestures(language, text) <= meant, f"{key}: {text}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_with_several_buttons_each_is_named_and_with_one_none(path: Path) -> None:
    language = languages_of(path.stem)[-1]
    for key, text in told(path):
        of = numbered(key)
        if of is None or key.startswith(OF_KEYS) or key.endswith(".title"):
            continue
        under, buttons = of
        assert under in BY_NUMBER, key
        named = [name in text.lower() for name in NAMES[language]]
        confirms = names_gestures(language, text) & {Kind.HOLD}
        if buttons == 1:
            assert not any(named), text
            assert confirms, text
        else:
            all_named = [under not in OF_THE_LAST, buttons == 3 and under not in OF_THE_LAST, True]
            assert named == all_named, text
            assert not confirms, f"none of {buttons} buttons has to be held for it: {text}"


@pytest.mark.parametrize("folder", ["narration", "menus", "check", "troubles", "wiring"])
def test_in_french_a_button_is_pressed_and_not_held(folder: str) -> None:
    """*Appui* and *appui long*, as people say; *tenez* is for what is in one's hand."""
    for path in (CONFIG / folder).rglob("fr.toml"):
        texts = [text for _, text in sentences(tomllib.loads(path.read_text("utf-8")))]
        assert [text for text in texts if re.search(r"\b([Tt]enez|[Tt]enue|[Mm]aintenez)\b", text)] == []


def test_whatever_differs_by_the_number_of_buttons_is_told_by_it() -> None:
    def alike(phase: Phase) -> bool:
        rows = [row for rows in GESTURES[phase].values() for row in rows]
        return all(row == rows[0] for row in rows)

    assert set(BY_NUMBER.values()) == {phase for phase in GESTURES if not alike(phase)}
    for language in NAMES:
        keys = {key for path in FILES if path.stem == language for key, _ in told(path)}
        for under in BY_NUMBER:
            found = {of[1] for key in keys if (of := numbered(key)) and of[0] == under}
            assert found == {1, 2, 3}, under
