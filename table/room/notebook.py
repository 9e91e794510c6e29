"""What players may read again in private: their own card, and what the round has shown to them in secret."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from hardware.phones.wire import CARD_BYTES, TOLD_BYTES, Sheets
from table.board.board import Secret
from table.engine.requests import Show, Sitter
from table.games.telling import OnBoard, Telling
from table.room.private_words import PrivateWords
from table.room.village import Village

CUT = "…"
ADVICE_BYTES = 150
"""Bytes of the longest advice on how to play a card, as UTF-8: two sentences."""


class _Note(NamedTuple):
    """A line of a notebook. `when`: its night. `picks`: what its owner chose; empty for a message."""

    when: str
    text: str
    picks: Sequence[Any] = ()


class Notebook:
    """What each seat has been shown in secret in this round, in memory alone."""

    def __init__(self, village: Village, telling: Telling, words: PrivateWords) -> None:
        self._village, self._telling, self._words = village, telling, words
        self._owners: dict[int, Sitter] = {}
        """The seats that were dealt a card, as the game knows them: their card may have changed since."""
        self._notes: defaultdict[int, list[_Note]] = defaultdict(list)
        self._shown: defaultdict[int, set[str]] = defaultdict(set)
        """The kinds of messages that each seat was shown."""

    def forget(self) -> None:
        """Starts a round."""
        for kept in (self._owners, self._notes, self._shown):
            kept.clear()

    def show(self, request: Show) -> None:
        """Notes a secret message for its readers."""
        for seat in request.to:
            if request.what == "dealt" or seat.index in self._owners:
                self._owners[seat.index] = seat
            if request.what == "dealt" or not (text := self._text(seat.index, request)):
                continue
            self._shown[seat.index].add(request.what)
            notes, when = self._notes[seat.index], self._village.board.title
            if notes and notes[-1].when == when and _tells(request, notes[-1].picks):
                notes.pop()  # The message also says what was chosen.
            notes.append(_Note(when, text))

    def choose(self, seat: int, key: str, picks: Sequence[Any]) -> None:
        """Notes the secret answer of a seat to the question of this key."""
        self._notes[seat].append(_Note(self._village.board.title, self._words.chose(key, picks), picks))

    def card_of(self, seat: int) -> Any:
        """The card that a seat holds now; None if the table has dealt it none."""
        return self._telling.held_by(self._owners[seat]) if seat in self._owners else None

    def sheets(self, seat: int) -> Sheets:
        """The sheets of a seat."""
        card = self.card_of(seat)
        return Sheets(self._card(seat, card), self._told(seat), card.key if card else "")

    def _text(self, reader: int, request: Show) -> str:
        """A secret message in words; empty if there is nothing to remember."""
        on_board = self._telling if isinstance(self._telling, OnBoard) else None
        if on_board and on_board.secret(request, Secret(())):
            return self._words.unveiled(request)
        return self._words.message(reader, request, self._telling.message(request))

    def _card(self, seat: int, card: Any) -> str:
        if card is None:
            return ""
        title, *does = self._words.card(card).splitlines()
        word, words = self._village.narration.word, self._village.narration.words
        after = [word(f"win.{key}") for key in self._telling.wins(card, self._shown[seat])]
        if (advice := f"advice.{card.key}") in words:
            after.append(shortened(words[advice], ADVICE_BYTES))
        left = CARD_BYTES - len("\n".join([title, "", *after]).encode())
        return "\n".join([title, *([shortened(" ".join(does), left)] if does else []), *after])

    def _told(self, seat: int) -> str:
        """The notes of a seat. If they are too long, the oldest are left out, and the first line says so."""
        notes, word = self._notes[seat], self._village.narration.word
        text = word("slip.nothing")
        for first in range(len(notes)):
            text = "\n".join([*([word("slip.left_out")] if first else []), *_by_night(notes[first:])])
            if len(text.encode()) <= TOLD_BYTES:
                break
        return shortened(text, TOLD_BYTES)


def _tells(request: Show, picks: Sequence[Any]) -> bool:
    """Whether a message is about one of these choices."""
    return request.seat in picks or request.value in picks


def _by_night(notes: Sequence[_Note]) -> Iterator[str]:
    """The lines of these notes, each night under its title."""
    when = ""
    for note in notes:
        if note.when != when:
            when = note.when
            yield when
        yield note.text


def shortened(text: str, most: int) -> str:
    """A text of at most `most` bytes, as UTF-8. One that is cut ends with an ellipsis."""
    if len(text.encode()) <= most:
        return text
    return text.encode()[: most - len(CUT.encode())].decode(errors="ignore") + CUT
