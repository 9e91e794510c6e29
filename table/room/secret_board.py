"""What the board shows to those called while all others have closed their eyes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from table.board.board import Secret
from table.engine.requests import Show
from table.games.telling import OnBoard, Telling
from table.room.choosing import Choosing
from table.room.stage import Stage


class SecretBoard:
    """What the board shows in secret until the call ends."""

    def __init__(self, stage: Stage, telling: Telling) -> None:
        self._stage = stage
        self._on_board = telling if isinstance(telling, OnBoard) else None
        self._secret: Secret | None = None
        """The secret picture without cursors."""
        self._turning: Sequence[Choosing] = ()
        """The choices of those who choose from it."""

    def show(self, request: Show) -> bool:
        """Shows this message if it is for the board; returns whether it is."""
        told = self._on_board.secret(request, self._secret) if self._on_board else None
        self._secret = told or self._secret
        return told is not None

    def choose(self, asked: Iterable[Choosing]) -> None:
        """Lets these choices turn on the secret picture, if one is shown."""
        self._turning = [one for one in asked if one.is_of_words] if self._secret else ()

    def seen(self) -> Secret | None:
        """The picture that those called see now."""
        return self._secret and with_cursors(self._secret, self._turning)

    def veil(self) -> None:
        """Clears the secret picture and the slips."""
        self._stage.lay_slips({})
        if self._secret:
            board = self._stage.village.board
            self._secret = board.secret = None
            self._stage.view.show(board, self._stage.time.now())


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
