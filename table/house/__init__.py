"""The vocabulary of house roles (BO-39): a character is one Python file in `config/house`.

Such a file says `from table.house import ...` and nothing else: this is its whole vocabulary, and
docs/house-roles.md teaches it. `table.house.load` reads the files.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from inspect import iscoroutinefunction
from pathlib import Path
from typing import Any, TypeVar

from table.engine.answers import SEAT, YES, Form, seats, word, written
from table.engine.requests import ask, ask_several, draw, say, show, vote
from table.games.werewolf.referee import forms_of
from table.games.werewolf.rules import pieces
from table.games.werewolf.rules.cards.cupid import everybody
from table.games.werewolf.rules.choices import insist, insist_several, may_choose, menus
from table.games.werewolf.rules.news import News
from table.games.werewolf.rules.pieces import (
    NATURES,
    Call,
    CoveredTime,
    Deed,
    Doom,
    Elimination,
    Game,
    Group,
    Nature,
    Piece,
    Printed,
    Seat,
    TieRule,
    Token,
    Victory,
    Win,
    at_tie,
    covered,
    even_nights,
    first_night,
    moment,
    night,
    together,
)
from table.games.werewolf.rules.roll_call import Roll
from table.games.werewolf.rules.rulebooks import NIGHT, RULEBOOKS
from table.games.werewolf.telling import EFFECT_KEYS
from table.sentences import flat
from table.settings.load import Report
from table.settings.settings import ASKED_S
from table.words.narration import mentioned

__all__ = [
    "SEAT",
    "YES",
    "Card",
    "Deed",
    "Doom",
    "Elimination",
    "Game",
    "News",
    "Role",
    "Seat",
    "Token",
    "Win",
    "ask",
    "ask_several",
    "at_tie",
    "covered",
    "draw",
    "even_nights",
    "everybody",
    "first_night",
    "insist",
    "insist_several",
    "may_choose",
    "menus",
    "moment",
    "night",
    "say",
    "seats",
    "show",
    "together",
    "vote",
    "word",
]

T = TypeVar("T")

BOOKS = tuple(RULEBOOKS.values())
SHIPPED = tuple(dict.fromkeys(card for book in BOOKS for card in book.cards))
SIGNS = tuple(sign for sign in pieces.SIGNS if all(card.sign != sign for card in SHIPPED))
"""Ring signs that no card of a box has."""


@cache
def taken() -> frozenset[str]:
    """Keys that are already in use: of roles, calls, causes, answers, lines and camps."""
    ours = [(key.split("."), facts) for key, facts in mentioned().items()]
    return frozenset(
        {
            *(card.key for card in SHIPPED),
            *(call.key for book in BOOKS for call in book.calls),
            *(doom.cause for book in BOOKS for doom in book.dooms),
            *(key for book in BOOKS for forms in forms_of(book).values() for key in forms),
            *(part for parts, facts in ours for part in parts if facts),
            *(parts[1] for parts, _ in ours if parts[0] in OF_ROLES),
            *(parts[2] for parts, _ in ours if parts[:2] == ["death", "card"]),
            *pieces.CAMPS,
            Roll.key,
            "at",
        }
    )


OF_ROLES = ("call", "cause", "cover", "death", "event", "lot", "over", "role", "uncover")
"""Prefixes of the lines and words that a role may have of its own."""
KEY = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
ANSWERS = "SEAT, seats(), word(...), YES"
LONGEST_S = 120
SHORTEST_S = 3
LONGEST_PAUSE_S = 10
TOLD_OF = {"seat": "a seat", "seats": "a list of seats", "card": "a card", "number": "a whole number"}
"""What news may mention, with the kind of each."""


class MistakeError(Exception):
    """A mistake in a role's declaration. `line`: where, or `word`: at which word of its `Role(...)`, if not
    where it was noticed."""

    def __init__(self, reason: str, line: int | None = None, *, word: str = "") -> None:
        super().__init__(reason)
        self.line = line
        self.word = word


class Card(pieces.Card):
    """The card of a house role. `group`: "villagers", "werewolves", "ambiguous" or "solitary"; `sign`: one of
    SIGNS, optional; `brings`: the tokens that come with it; `copies`: how many a deck has of it, None for any
    number; `by_day`: how a scenario writes the answer to its last question, if it has one."""

    def __init__(
        self,
        key: str,
        group: Group = "villagers",
        *,
        nature: Nature | None = None,
        sign: tuple[int, str] | None = None,
        brings: tuple[Token, ...] = (),
        copies: int | None = 1,
        by_day: Form | None = None,
    ) -> None:
        form: Any = by_day
        if not isinstance(key, str) or not KEY.fullmatch(key):
            raise MistakeError(f"{written(key)} is not a role key; allowed: small letters, digits and _")
        if key in taken():
            raise MistakeError(f"{written(key)} is taken; allowed: a key the table does not use yet")
        if group not in NATURES:
            raise MistakeError(f"group = {written(group)}; allowed: {', '.join(NATURES)}")
        if nature not in (None, "villager", "werewolf", "solitary"):
            raise MistakeError(f"nature = {written(nature)}; allowed: villager, werewolf, solitary")
        if sign is not None and sign not in SIGNS:
            allowed = ", ".join(f'({groups}, "{motion}")' for groups, motion in SIGNS)
            raise MistakeError(f"sign = {sign!r} is not free; allowed: {allowed}, or none at all")
        if by_day is not None and (not callable(by_day) or form in (seats, word)):
            given = getattr(by_day, "__name__", written(by_day))
            raise MistakeError(f"by_day = {given}; allowed: {ANSWERS}")
        if copies is not None and (type(copies) is not int or copies < 1):
            raise MistakeError(f"copies = {written(copies)}; allowed: a whole number, or None for any number")
        super().__init__(
            key,
            group,
            nature=nature,
            sign=sign or SIGNS[0],
            brings=_all_of("brings", Token, brings),
            copies=copies,
            by_day=by_day,
        )
        self.chooses_sign = sign is not None
        self.loves: Callable[[Seat], None] | None = None

    def when_in_love(self, rule: Callable[[Seat], None]) -> Callable[[Seat], None]:  # type: ignore[override]
        """Sets on this card what happens to its owner when they fall in love."""
        self.loves = rule
        return rule


class Role:
    """A house role: a character and all it adds to a rulebook, in lists named as in the rulebook. `after`:
    the call after which its own come, last of all if left out. `words`: by language, `fr`, `en` and whatever
    others there are, under the keys of config/narration."""

    def __init__(
        self,
        card: Card,
        *,
        calls: Call | Sequence[Call] = (),
        after: str = NIGHT[-1],
        dooms: Doom | Sequence[Doom] = (),
        at_dawn: Printed | Sequence[Printed] = (),
        reactions: Piece | Sequence[Piece] = (),
        after_dawn: Printed | Sequence[Printed] = (),
        before_vote: Printed | Sequence[Printed] = (),
        known: Printed | Sequence[Printed] = (),
        at_tie: TieRule | Sequence[TieRule] = (),
        before_turning: CoveredTime | Sequence[CoveredTime] = (),
        after_vote: CoveredTime | Sequence[CoveredTime] = (),
        victories: Victory | Sequence[Victory] = (),
        **words: Mapping[str, Any],
    ) -> None:
        if not isinstance(card, Card):
            raise MistakeError("ROLE = Role(card, ...) begins with a Card")
        if after not in NIGHT:
            raise MistakeError(
                f"after = {written(after)} is not a call of the night; allowed: {', '.join(NIGHT)}",
                word="after",
            )
        self.path = Path()
        self.faults: list[str] = []
        """Rules that were broken off in play, and why, each once."""
        self.left_out = ""
        """Why none of its rules runs; empty if they do."""
        self.tokens: Sequence[Token] = ()
        """Tokens defined in its file."""
        self.averted: Mapping[str, int] = {}
        """Causes that its tokens compare a doom with, and the line of each."""
        self.card = card
        self.after = after
        self.calls = _all_of("calls", Call, calls)
        self.dooms = _all_of("dooms", Doom, dooms)
        self.at_dawn = _all_of("at_dawn", Printed, at_dawn)
        self.reactions = _all_of("reactions", Piece, reactions)
        self.after_dawn = _all_of("after_dawn", Printed, after_dawn)
        self.before_vote = _all_of("before_vote", Printed, before_vote)
        self.known = _all_of("known", Printed, known)
        self.at_tie = _all_of("at_tie", TieRule, at_tie)
        self.before_turning = _all_of("before_turning", CoveredTime, before_turning)
        self.after_vote = _all_of("after_vote", CoveredTime, after_vote)
        given = victories if isinstance(victories, list | tuple) else (victories,)
        self.victories: tuple[Victory, ...] = tuple(given)
        self.words = {language: _leaves(language, given) for language, given in words.items()}
        for call in self.calls:
            _check_call(card, call)
        for printed in self.moments:
            _check_rule(card, printed.card, printed.rule)
        for tie in self.at_tie:
            _check_rule(card, tie.card, tie.rule)
        for time in self.covered_times:
            _check_covered(card, time)
        if len(self.covered_times) + (card.by_day is not None) > 1:
            raise MistakeError("has two answers by day; allowed: one covered time, or by_day=")
        for piece in self.reactions:
            if piece.aftermath is None:
                raise MistakeError(
                    f"reactions: nothing is printed on {piece.key} with after_death", word="reactions"
                )
            _check_rule(card, card, piece.aftermath)
        if self.victories and card.group != "solitary":
            raise MistakeError('victories: only a card of the group "solitary" wins alone', word="victories")
        if any(not callable(rule) or iscoroutinefunction(rule) for rule in self.victories):
            raise MistakeError(
                "victories: a function without async that returns a Win or None", word="victories"
            )
        for news in card.news:
            _check_news(news)
        for key in self.keys:
            if key != card.key and (not KEY.fullmatch(key) or key in taken()):
                raise MistakeError(
                    f"{written(key)} is taken or not a key; allowed: a new one in small letters"
                )
        if len(set(self.keys)) < len(self.keys):
            raise MistakeError("two of its calls, dooms and news have the same key; allowed: each key once")

    @property
    def moments(self) -> tuple[Printed, ...]:
        """Its rules for moments of every day."""
        return (*self.known, *self.at_dawn, *self.after_dawn, *self.before_vote)

    @property
    def covered_times(self) -> tuple[CoveredTime, ...]:
        """Its covered times by day."""
        return (*self.before_turning, *self.after_vote)

    @property
    def keys(self) -> list[str]:
        """Keys it adds to the game."""
        calls = [call.key for call in self.calls]
        own = [] if self.card.key in calls else [self.card.key]
        return [*own, *calls, *(doom.cause for doom in self.dooms), *(news.key for news in self.card.news)]

    @property
    def facts(self) -> dict[str, tuple[str, ...]]:
        """What the words of its news may mention, by key."""
        return {f"event.{news.key}": news.__struct_fields__ for news in self.card.news}

    def table(self, language: str) -> dict[str, Any]:
        """Its words in a language, in the form of config/narration."""
        root: dict[str, Any] = {}
        for dotted, value in self.words[language].items():
            *tables, last = dotted.split(".")
            table = root
            for name in tables:
                table = table.setdefault(name, {})
            table[last] = value
        return root

    def wanted_words(self) -> list[str]:
        """Keys that its words must have."""
        key = self.card.key
        wanted = [f"cards.{key}"]
        for call in self.calls:
            wanted += [f"lines.call.{call.key}.wake", f"lines.call.{call.key}.sleep"]
            wanted += [f"words.call.{call.key}"] if call.key != key else []
        wanted.append(f"lines.death.card.{key}")
        if self.covered_times:
            wanted += [f"lines.cover.{key}", f"words.cover.{key}"]
        for doom in self.dooms:
            wanted += [f"words.cause.{doom.cause}"] + [f"lines.death.{doom.cause}"] * doom.told
        for news in self.card.news:
            wanted += [f"lines.event.{news.key}", f"words.event.{news.key}"]
        return wanted + ([f"lines.over.{key}", f"words.over.{key}"] if self.card.group == "solitary" else [])


class Roles(list[Role]):
    """The loaded house roles."""

    def __init__(self, roles: Iterable[Role] = ()) -> None:
        super().__init__(roles)
        self.mistakes = Report()
        """Why files were refused, or do nothing."""


def _all_of(name: str, kind: type[T], given: T | Sequence[T]) -> tuple[T, ...]:
    """A list of a role; a single thing may stand without brackets."""
    things: tuple[Any, ...] = tuple(given) if type(given) in (list, tuple) else (given,)  # type: ignore[arg-type]
    for thing in things:
        if not isinstance(thing, kind):
            shown = getattr(thing, "__name__", None) or repr(thing)
            how = "; is its @moment or @night missing?" if callable(thing) else ""
            raise MistakeError(f"{name}: {shown} is not a {kind.__name__}{how}", word=name)
    return things


def _leaves(language: str, table: Mapping[str, Any]) -> dict[str, Any]:
    """The words of a role by dotted key."""
    if not isinstance(table, Mapping):
        raise MistakeError(f"{language} = {written(table)}; allowed: a table of words", word=language)
    return {key: value for key, value in flat(table).items() if value != {}}


def _check_call(card: Card, call: Call) -> None:
    """Checks that a call has a time, an answer and a rule that can be played."""
    line = _check_rule(card, call.card, call.alone or call.together)
    form: Any = call.answer
    reason = ""
    if call.when is not None and (not callable(call.when) or iscoroutinefunction(call.when)):
        raise MistakeError(
            f"{call.key}: when = {written(call.when)}; allowed: first_night, even_nights, or a "
            "function of the game that looks at its number",
            line,
        )
    if not isinstance(call.seconds, int | float) or not SHORTEST_S <= call.seconds <= LONGEST_S:
        reason = f"seconds = {written(call.seconds)}; allowed: {SHORTEST_S} to {LONGEST_S}"
    elif call.asks:
        reason = "asks one thing after the other; allowed: one question a night, without asks="
    elif form is None:
        return
    elif not callable(form) or form in (seats, word):
        given = getattr(form, "__name__", written(form))
        reason = f"answer = {given}; allowed: {ANSWERS}"
    elif call.seconds < ASKED_S:
        reason = f"{call.seconds} seconds to answer; allowed: {ASKED_S} to {LONGEST_S}"
    elif call.key != card.key or call.is_look:
        reason = f"only the call named {card.key} asks, and no look does"
    elif call.alone and card.copies != 1:
        reason = "@night asks one owner, and there may be several of this card; allowed: @together and vote()"
    if reason:
        raise MistakeError(f"{call.key}: {reason}", line)


def _check_covered(card: Card, time: CoveredTime) -> None:
    """Checks that a covered time has a length and rules that can be played."""
    line = _check_rule(card, time.card, time.rule)
    if not isinstance(time.seconds, int | float) or not SHORTEST_S <= time.seconds <= LONGEST_S:
        allowed = f"{SHORTEST_S} to {LONGEST_S}"
        raise MistakeError(f"{card.key}: seconds = {written(time.seconds)}; allowed: {allowed}", line)
    if time.may is not None and (not callable(time.may) or iscoroutinefunction(time.may)):
        allowed = "a function of the game and the seat"
        raise MistakeError(f"{card.key}: may = {written(time.may)}; allowed: {allowed}", line)


def _check_news(news: Any) -> None:
    """Checks that news can be told by the narrator and shown by the board."""
    name = getattr(news, "__name__", repr(news))
    if not isinstance(news, type) or not issubclass(news, News):
        raise MistakeError(f"{name} is announced and no News; allowed: class {name}(News)")
    if not isinstance(getattr(news, "key", None), str):
        raise MistakeError(f'{name} has no key; allowed: key = "..." in small letters')
    if strange := [field for field in news.__struct_fields__ if field not in TOLD_OF]:
        raise MistakeError(f"{name} mentions {strange[0]}; allowed: {', '.join(TOLD_OF)}")
    if not isinstance(news.pause_s, int | float) or not 0 <= news.pause_s <= LONGEST_PAUSE_S:
        raise MistakeError(
            f"{name}: pause_s = {written(news.pause_s)}; allowed: 0 to {LONGEST_PAUSE_S} seconds"
        )
    if news.effect not in ("", *EFFECT_KEYS):
        raise MistakeError(f"{name}: effect = {written(news.effect)}; allowed: {', '.join(EFFECT_KEYS)}")


def _check_rule(card: Card, owner: pieces.Card, rule: Any) -> int:
    """Raises `MistakeError` if a rule cannot belong to this card; returns its line."""
    line: int = rule.__code__.co_firstlineno
    if owner is not card:
        raise MistakeError(f"{rule.__name__} is printed on {owner.key}; allowed: on {card.key}", line)
    if not iscoroutinefunction(rule):
        raise MistakeError(f"{rule.__name__} is written def; allowed: async def", line)
    return line
