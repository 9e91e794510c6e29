"""`garou words`: how much of a language is translated, and what to translate next."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from table.commands.options import CONFIG
from table.commands.output import show
from table.errors import UnreadableError

if TYPE_CHECKING:
    from table.appliance.voicing.translation import FileTexts
    from table.settings.owner import Owner

SHOWN = 20
"""How many texts are listed without --all."""
GAMES = {"narration": "thiercelieux", "narration/mots-garous": "mots-garous"}
"""The game in whose evening the sentences of a folder are counted."""


@click.command("words", short_help="Says how much of a language is translated, and what to do next.")
@click.argument("language")
@click.option("--all", "everything", is_flag=True, help="Lists every text, not only the first.")
@CONFIG
def command(language: str, everything: bool, owner: Owner) -> None:
    """Counts what is translated, file by file: of what the voice says, by how often an evening of beginners
    says it. Then lists the English texts that are left, the most said first.

    LANGUAGE is its code, "nl", even before you have a file of it.
    """
    from table.appliance.voicing.translation import in_order, said_in, texts_of
    from table.words.catalogue import SPARE

    if not re.fullmatch(r"[a-z]{2,3}", language) or language == SPARE:
        allowed = f"a code such as nl, without a country, and not {SPARE}, from which all is translated"
        raise UnreadableError(f'LANGUAGE "{language}"; allowed: {allowed}')
    every = [*texts_of(owner, language)]
    said = {folder: said_in(game) for folder, game in GAMES.items()}
    of = {texts.name: said.get(str(Path(texts.name).parent), Counter()) for texts in every}
    width = max(len(texts.name) for texts in every)
    print("\n".join(f"{texts.name:{width}}  {_told(texts, of[texts.name])}" for texts in every))
    left = [(texts, key) for texts in every for key in in_order(texts.left, of[texts.name])]
    name = ""
    for texts, key in islice(left, None if everything else SHOWN):
        if texts.name != name:
            name = texts.name
            print(f"\n# {owner.folder / name}")
        show(f"{key} = {_as_toml(texts.english[key])}")
    if len(left) > SHOWN and not everything:
        print(f"\n{len(left) - SHOWN} more: --all")


def _told(texts: FileTexts, said: Counter[str]) -> str:
    """How much of a file is translated."""
    number, every = len(texts.english) - len(texts.left), len(texts.english)
    told = f"{number:4} of {every:4} texts"
    return f"{told}, {int(100 * texts.share(said))} % of what a beginners' evening says" if said else told


def _as_toml(text: Any) -> str:
    """A text as a file has it, on one line: of several wordings the first."""
    if isinstance(text, dict):
        return f"{{ {', '.join(f'{key} = {_as_toml(form)}' for key, form in text.items())} }}"
    if isinstance(text, list) and len(text) > 1:
        return f"{_as_toml(text[0])}  # the first of {len(text)}"
    return json.dumps(text, ensure_ascii=False)
