"""The secret picture for those called: on the board while all others have closed their eyes, or in words on
their own screens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from table.board.board import Secret, SecretCircle, SecretPicture
from table.engine.requests import Show
from table.games.telling import Line, OnBoard, Telling
from table.room.choosing import NOBODY, Choosing
from table.room.lights import Lights
from table.room.stage import Stage


class SecretBoard:
    """The secret picture, until the call ends.

    Its words are on the slips of those called. The board shows it too, unless all living people read on a
    screen of their own as the call begins. This is public, and holds for the whole call: what the call's line
    has not announced does not come on the board when a phone is lost.
    """

    def __init__(self, stage: Stage, telling: Telling, lights: Lights) -> None:
        self._stage = stage
        self._lights = lights
        self._on_board = telling if isinstance(telling, OnBoard) else None
        self._secret: Secret | None = None
        """The secret picture without cursors."""
        self._shown: Show | None = None
        """The message that it shows."""
        self._is_on_board = True
        """Whether the board shows it."""
        self._asked: Sequence[Choosing] = ()
        """The choices of those who are asked."""
        self._is_open = False
        """Whether a call is under way in which those called look at the board if they have no ring."""
        self._alone: SecretCircle | None = None
        """The words that one player reads alone."""

    def show(self, request: Show) -> bool:
        """Shows a message if it is for the secret picture. Returns whether it is."""
        told = self._on_board.secret(request, self._secret) if self._on_board else None
        if told:
            self._secret, self._shown = told, request
        return told is not None

    def choose(self, asked: Iterable[Choosing]) -> None:
        """Shows the cursors of these choices on the secret picture."""
        self._asked = tuple(asked)

    def announce(self) -> None:
        """Decides, as a call is announced, whether the board shows its secret picture."""
        self._is_on_board = not self._stage.village.has_screens

    def told(self, lines: Sequence[Line]) -> list[Line]:
        """Lines as they are said now: they do not bid look at the board if it shows no picture."""
        if self._on_board and self._stage.village.has_screens:
            return self._on_board.on_screens(lines)
        return [*lines]

    def open(self) -> None:
        """Begins a call: if any player has no ring, the board shows a circle until its end."""
        self._is_open = True

    def show_alone(self, words: str) -> None:
        """Shows one player these words, while all others close their eyes."""
        self._alone = SecretCircle(words)

    def seen(self) -> SecretPicture | None:
        """The picture that those called see now."""
        if self._secret and self._is_on_board:
            return with_cursors(self._secret, [one for one in self._asked if one.is_of_words])
        if self._stage.speaking.is_dumb:
            return None  # Nobody hears who is called: all may have opened their eyes.
        return self._alone or (self._circle() if self._is_open else None)

    def slip(self, seat: int) -> str:
        """The secret picture in words for a seat that may read it; empty for all others."""
        if not self._secret or not self._shown or seat not in {reader.index for reader in self._shown.to}:
            return ""
        is_asked = any(one.own == seat and one.is_of_words for one in self._asked)
        return self._lights.in_words.secret(self._shown, self._secret, is_asked=is_asked)

    @property
    def letters(self) -> Sequence[str]:
        """The letters of the secret word, with the marks after them; empty if they cannot be chosen."""
        return [letter.strip() for letter in self._secret.spelling] if self._secret else ()

    def veil(self) -> None:
        """Clears the secret picture and the slips."""
        self._stage.lay_slips({})
        self._secret = self._shown = self._alone = None
        self._is_open = False
        board = self._stage.village.board
        if board.secret:
            board.secret = None
            self._stage.view.show(board, self._stage.time.now())

    def _circle(self) -> SecretCircle | None:
        """The picture for those called who have no ring; None if all have one."""
        village, faces = self._stage.village, self._lights.faces
        on_board = village.on_board
        if not on_board:
            return None
        words = {seat: self._lights.words(seat) for seat in on_board if seat in faces}
        asked = [one for one in self._asked if one.own in on_board and not one.is_of_words]
        aims = [one.options[one.cursor] for one in asked if one.locked_s is None]
        return SecretCircle(
            self._lights.in_words.for_several(words),
            pointed=tuple(sorted({aim.index for aim in aims if aim is not NOBODY and aim is not True})),
            locked=tuple(sorted({seat.index for one in asked for seat in one.answer if seat is not True})),
        )


def with_cursors(secret: Secret, turning: Sequence[Choosing]) -> Secret:
    """The secret picture with the cursors of those who choose words or letters on it."""
    if not turning:
        return secret

    def number(choice: Any) -> int:
        return choice if isinstance(choice, int) else secret.words.index(choice)

    given = set(range(len(secret.spelling))) - {number(choice) for choice in turning[0].options}
    locked = {number(one.answer[0]) for one in turning if one.answer}
    at = {number(one.options[one.cursor]) for one in turning if not one.answer}
    return msgspec.structs.replace(secret, at=tuple(sorted(at)), locked=tuple(sorted(given | locked)))
