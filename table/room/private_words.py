"""The secret messages and choices of rings, in words for the slips of their seats."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from table.board.board import Secret
from table.engine.messages import Message
from table.engine.requests import Show
from table.room.choosing import NOBODY, Choosing, Tokens
from table.room.village import Village
from table.words.narration import Narration

MARK = ">"
"""Stands before the option that is pointed at or chosen."""


class PrivateWords:
    """Puts messages, choices and cards into words. `count`: buttons of each seat."""

    def __init__(self, village: Village, count: int) -> None:
        self._village = village
        self._count = count

    @property
    def _narration(self) -> Narration:
        return self._village.narration

    def card(self, card: Any) -> str:
        """A card's title, and what it does where the language has words for it."""
        key, title = f"role.{card.key}", self._narration.card(card).title
        return f"{title}\n{self._narration.word(key)}" if key in self._narration.words else title

    def message(self, reader: int, request: Show, message: Message) -> str:
        """A secret message in words.

        `message`: what the reader's ring shows. If several seats read it, nobody reads of their own seat.
        """
        if message.yes is not None:
            return self._word("yes" if message.yes else "no", request)
        if message.signs:
            names = self._names(request.value if isinstance(request.value, Sequence) else [request.value])
            if request.seat is not None:
                return self._word("card", request, seat=request.seat, names=names)
            return self._word("cards", request, names=names)
        are_readers = message.others or len(request.to) > 1
        seats = [seat for seat in message.seats if seat.index != reader or not are_readers]
        return self._word("seats" if seats else "nobody", request, names=self._names(seats))

    def secret(self, shown: Show, secret: Secret, *, is_asked: bool) -> str:
        """The secret picture in words. `is_asked`: whether its reader is choosing, so that `choice` lists the
        words on offer."""
        if shown.what == "offer":
            return "" if is_asked else "\n".join(numbered(secret.words))
        given = self._names(secret.spelling[at].strip() for at in secret.locked)
        return self._word("secret", shown, names=secret.words[0], letters=given)

    def choice(self, choosing: Choosing, letters: Sequence[str] = (), asked: str = "any") -> str:
        """The option under the cursor, and what the button does; words to choose from are listed between.

        `letters`: those of a word; the options are then their indices. `asked`: the key of the question.
        """
        if choosing.says_itself:
            return self._only(choosing, asked)
        name = letters.__getitem__ if letters and choosing.is_of_words else self._name
        comma, word = self._narration.grammar.comma, self._narration.word
        touches = self._touches(choosing)
        if choosing.phase == "yes_no":
            return word("prompt.screen.yes_no" if touches else "prompt.yes_no")
        marked, chosen = choosing.options[choosing.cursor], comma.join(map(name, choosing.chosen))
        told = [word("slip.locked", names=chosen)] if chosen else []
        if choosing.locked_s is None:
            told.append(word("slip.points", names=name(marked)))
            by_finger = f"slip.screen.choose.{'numbers' if choosing.is_of_words else asked}"
            does = word(by_finger if touches else f"prompt.choose.{self._count}")
        else:
            marked = choosing.chosen[-1]
            does = word("slip.screen.unlock" if touches else f"slip.unlock.{self._count}")
        if choosing.is_of_words:
            options = numbered([*map(name, choosing.options)], choosing.options.index(marked))
            told.append((comma if letters else "\n").join(options))
        return "\n".join([*told, does])

    def _only(self, choosing: Choosing, asked: str) -> str:
        """What to touch where any touch says the only thing; empty by day, when the board asks."""
        if choosing.openly:
            return ""
        if choosing.chosen:
            return self._narration.word("slip.heard")
        by_finger = self._touches(choosing)
        return self._narration.word(f"slip.screen.only.{asked}" if by_finger else f"slip.only.{asked}")

    def _touches(self, choosing: Choosing) -> bool:
        """Whether its player points at the options on a screen."""
        places = self._village.places
        return places.pods[choosing.own] in places.screens()

    def labels(self, choosing: Choosing) -> tuple[str, ...]:
        """The options of a choice in words; empty if they are seats."""
        return tuple(map(self._name, choosing.options)) if choosing.is_of_words else ()

    def kept(self, choosing: Choosing) -> str:
        """The choice, once the time is up."""
        if choosing.says_itself and choosing.chosen:
            return self._narration.word("slip.heard")
        return self._narration.word("slip.locked", names=self._names(choosing.chosen or [NOBODY]))

    def chose(self, key: str, picks: Sequence[Any]) -> str:
        """A secret answer to the question of this key, to be read later."""
        return self._narration.word(f"slip.chose.{key}", names=self._names(picks))

    def unveiled(self, request: Show) -> str:
        """What the board showed in secret, to be read later; empty if that is not needed."""
        key, value = f"slip.unveiled.{request.what}", request.value
        if key not in self._narration.words:
            return ""
        return self._narration.word(key, names=self._names([value] if isinstance(value, str) else value))

    def token(self, tokens: Tokens) -> str:
        """The token that the answerer's light points at."""
        return self._narration.word("slip.points", names=self._names([tokens.tokens[tokens.cursor]]))

    def token_names(self, tokens: Tokens) -> list[str]:
        """The names of all tokens."""
        return [self._name(token) for token in tokens.tokens]

    def for_several(self, words: Mapping[int, str]) -> str:
        """The text on one board for several readers: common lines once, the others after the seat's name."""
        if len(words) < 2:
            return "".join(words.values())
        told = {seat: text.splitlines() for seat, text in words.items()}
        first, *others = told.values()
        common = [line for line in first if all(line in other for other in others)]
        own = {seat: " ".join(line for line in text if line not in common) for seat, text in told.items()}
        seats = self._village.sitters()
        named = [
            self._narration.word("slip.of", seat=seats[seat], text=text) for seat, text in own.items() if text
        ]
        return lines([*named, *common])

    def menu(self) -> str:
        """The menu on the board at its cursor; empty if none is open."""
        menu = self._village.board.menu
        if menu is None or not menu.entries:
            return ""
        entry = menu.entries[menu.cursor]
        line = f"{entry.label}: {entry.value}" if entry.value else entry.label
        return "\n".join(text for text in (menu.title, line, entry.note, menu.hint) if text)

    def _word(self, kind: str, request: Show, **facts: object) -> str:
        return self._narration.word(f"slip.{kind}.{request.what}", **facts)

    def _names(self, things: Iterable[Any]) -> str:
        """A list of players, cards and words. It is never shortened, since nobody has to listen to it."""
        return self._narration.grammar.comma.join(map(self._name, things))

    def _name(self, thing: Any) -> str:
        narration = self._narration
        if hasattr(thing, "name"):
            return narration.seat(thing).label
        if hasattr(thing, "key"):
            return narration.card(thing).title
        word = {True: "yes", False: "no", NOBODY: "nobody"}.get(thing, str(thing))
        key = f"slip.choice.{word}"
        return narration.word(key) if key in narration.words else word


def numbered(options: Sequence[str], marked: int | None = None) -> list[str]:
    """Options with their numbers, from 1. `marked`: the index of the one that is pointed at or chosen."""
    numbers = [f"{number}. {option}" for number, option in enumerate(options, 1)]
    return [f"{MARK} {each}" if at == marked else each for at, each in enumerate(numbers)]


def together(headline: str, texts: Mapping[int, str]) -> dict[int, str]:
    """Slips with a headline above each."""
    return {seat: f"{headline}\n{text}" if headline else text for seat, text in texts.items() if text}


def lines(texts: Sequence[str]) -> str:
    """The texts that are not empty, one a line."""
    return "\n".join(text for text in texts if text)
