"""Prints each liaison that espeak makes in the French lines, with one line that has it.

`python -m tests.kit.liaisons` runs it. It needs a process of its own, since espeak may crash.
"""

from __future__ import annotations

import ctypes
import itertools
import json
import os
import re
import sys
from collections.abc import Iterable, Iterator

from hardware.voice.engines import VOICES
from hardware.voice.worker import load_espeak, spoken
from table.games.werewolf.rules.pieces import Seat
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.games.werewords.rules.tiles import TILES
from table.house.books import with_house
from table.house.load import load
from table.words.narration import Narration

UTF8, IPA, SYNCHRONOUS = 1, 2, 2
MARKS = re.compile("[ˈˌ-]")
PARTS = re.compile(r"[,.;:!?…«»()]")


class Phonemes:
    """The phonemes espeak gives a French text."""

    def __init__(self) -> None:
        self._espeak = load_espeak()
        folder = os.environ.get("ESPEAK_DATA_PATH")
        self._espeak.espeak_Initialize(SYNCHRONOUS, 0, folder.encode() if folder else None, 0)
        self._espeak.espeak_SetVoiceByName(VOICES["fr"].encode())
        self._espeak.espeak_TextToPhonemes.restype = ctypes.c_char_p

    def of(self, text: str) -> str:
        """The phonemes of a part of a sentence, words parted by spaces, without stress."""
        pointer = ctypes.pointer(ctypes.c_char_p(text.encode()))
        made = self._espeak.espeak_TextToPhonemes(pointer, UTF8, IPA)
        return MARKS.sub("", made.decode()).strip()


def lines() -> Iterator[str]:
    """Every French sentence of every game, for each place and card."""
    rulebooks = with_house(load())
    cards = list({card.key: card for book in rulebooks.values() for card in book.cards}.values())
    for telling in (None, *RULEBOOKS, "mots-garous"):
        narration = Narration.load("fr", telling)
        pieces = list(TILES.values()) if telling == "mots-garous" else cards
        seats = [Seat(index, name, cards[0]) for index, name in enumerate(narration.places)]
        yield from narration.sentences(seats, pieces)
        for key in narration.lines:
            yield from narration.example(key, seats, pieces)


def bound(texts: Iterable[str], phonemes: Phonemes) -> dict[tuple[str, str], str]:
    """The pairs of words that espeak binds, each with a sentence."""
    pairs: dict[tuple[str, str], str] = {}
    for text in texts:
        for part in PARTS.split(spoken(text, VOICES["fr"])):
            words = part.split()
            pairs.update(dict.fromkeys(itertools.pairwise(words), text))
    alone: dict[str, str] = {}
    found = {}
    for (first, second), text in pairs.items():
        if first not in alone:
            alone[first] = phonemes.of(first)
        both = phonemes.of(f"{first} {second}")
        if re.match(rf"{re.escape(alone[first])}[dknpʁtvz] ", both):
            found[first, second] = text
    return found


def main() -> None:
    """Prints the liaisons in texts from standard input (JSON) if there are any, else in all lines."""
    phonemes = Phonemes()
    if sys.argv[1:] == ["json"]:
        found = bound(json.load(sys.stdin), phonemes)
        json.dump([[word.strip('"') for word in pair] for pair in found], sys.stdout)
        return
    for (first, second), text in sorted(bound(lines(), phonemes).items()):
        print(f"{first}‿{second}: {text}")


if __name__ == "__main__":
    main()
