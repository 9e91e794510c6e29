"""The secret picture on the board, for those called while all others have closed their eyes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from table.board.board import Secret, SecretCircle, SecretPicture
from table.engine.requests import Show
from table.games.telling import OnBoard, Telling
from table.room.choosing import NOBODY, Choosing
from table.room.lights import Lights
from table.room.stage import Stage


class SecretBoard:
    """The secret picture on the board, until the call ends."""

    def __init__(self, stage: Stage, telling: Telling, lights: Lights) -> None:
        self._stage = stage
        self._lights = lights
        self._on_board = telling if isinstance(telling, OnBoard) else None
        self._secret: Secret | None = None
        """The secret picture without cursors."""
        self._asked: Sequence[Choosing] = ()
        """The choices of those who are asked."""
        self._is_open = False
        """Whether a call is under way in which those called look at the board if they have no ring."""
        self._alone: SecretCircle | None = None
        """The words that one player reads alone."""

    def show(self, request: Show) -> bool:
        """Shows a message if it is for the board. Returns whether it is."""
        told = self._on_board.secret(request, self._secret) if self._on_board else None
        self._secret = told or self._secret
        return told is not None

    def choose(self, asked: Iterable[Choosing]) -> None:
        """Shows the cursors of these choices on the secret picture."""
        self._asked = tuple(asked)

    def open(self) -> None:
        """Begins a call: if any player has no ring, the board shows a circle until its end."""
        self._is_open = True

    def show_alone(self, words: str) -> None:
        """Shows one player these words, while all others close their eyes."""
        self._alone = SecretCircle(words)

    def seen(self) -> SecretPicture | None:
        """The picture that those called see now."""
        if self._secret:
            return with_cursors(self._secret, [one for one in self._asked if one.is_of_words])
        if self._stage.speaking.is_dumb:
            return None  # Nobody hears who is called: all may have opened their eyes.
        return self._alone or (self._circle() if self._is_open else None)

    def veil(self) -> None:
        """Clears the secret picture and the slips."""
        self._stage.lay_slips({})
        self._secret = self._alone = None
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
