"""Sentences of the evening's language, made from line keys and facts.

The languages are files in `config/narration`, which hold everything that differs between them: how to join a
list, the forms of a name ("le Moulin", "du Moulin", "d’Ana"), and every sentence. Sentences are `str.format`
templates: `{seat}`, `{seat.de}`, `{card.une}`, `{number}`.

Other tables of the same form can be overlaid key by key, the last one winning: a rulebook's version,
`config/narration/<telling>/<language>.toml`, with its own names and its own voice, and the texts of a house
role. They have cards, lines and words; grammar and places are the language's. They may add only the keys that
a new role needs: its card, its call, its death (and in a role's own table what it wins and kills by). Any
other key must exist in the language, so that a typo is refused instead of being ignored. The file of a
variety, `en-US.toml`, is overlaid on its language's, and may add none.

Each of these files may have an overlay of the owner's. It may not add keys, except names of places, and a
line must mention the same players as all wordings of ours."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

from hardware.folders import found_in
from hardware.languages import languages_of
from table.errors import Reason, UnreadableError
from table.paths import SHIPPED
from table.sentences import flat
from table.words import catalogue
from table.words.catalogue import OURS, SPARE, Catalogue, Source, Texts, facts_of, nearest, parsed
from table.words.grammar import Grammar, Nameable, read_grammar
from table.words.spelling import respelled, spoken_on_phones

T = TypeVar("T")

NARRATION = SHIPPED / "narration"

GAMES = tuple(kind.partition("/")[2] for kind in catalogue.KINDS if kind.startswith("chronicle/"))
"""Games with a narration of their own, which have chronicle texts of their own too: of the language's lines
they use only those for every game."""

MENTIONED: Mapping[str, Collection[str]] = dict.fromkeys(("death.any", "lot.any"), frozenset({"seat"}))
"""Facts a line may mention if ours has no text for `any`."""


@cache
def mentioned(game: str = "") -> Mapping[str, Collection[str]]:
    """The facts that our lines and words mention in any telling, by key. Keys without facts are missing.
    `game`: one of GAMES."""
    tables = ("lines", "words")
    if game:
        return {**mentioned(), **catalogue.mentioned(found_in(NARRATION / game, "*.toml"), tables)}
    told = (path for path in found_in(NARRATION, "**/*.toml") if path.parent.name not in GAMES)
    return {**MENTIONED, **catalogue.mentioned(told, tables)}


UNNAMED = "_unnamed"
"""The end of the key of a line that says the same as another, but names nobody."""

OVERLAID = ("places", "cards", "lines", "words")
"""The tables that can be overlaid on a language's."""

NONE = re.compile(r"(?!)")

NEW: Mapping[str, re.Pattern[str]] = {
    "places": NONE,
    "cards": re.compile(r"[^.]+"),
    "lines": re.compile(r"call\.[^.]+\.(wake|sleep)|death\.card\.[^.]+"),
    "words": re.compile(r"call\.[^.]+"),
}
"""The keys a new role may add; an overlay may add no others."""

OF_A_ROLE: Mapping[str, re.Pattern[str]] = {
    "cards": NEW["cards"],
    "lines": re.compile(NEW["lines"].pattern + r"|(ask|cover|uncover|over|death|event|lot)\.[^.]+"),
    "words": re.compile(r"(advice|ask|call|cause|cover|over|role|win|event)\.[^.]+"),
}
"""The keys of one role's own table: those of NEW, and its victory, the deaths it causes, its news, its
covered time, the line for an answer drawn at random, its description, and how its owner wins and plays."""


class RoleTexts(NamedTuple):
    """The texts of a role. `source`: named in errors; `facts`: what its news may mention, by key."""

    source: str
    table: Mapping[str, Any]
    facts: Mapping[str, tuple[str, ...]] = {}


IN_EVERY_GAME: Mapping[str, re.Pattern[str]] = {
    "lines": re.compile(r"(attract|lobby|resume|host|cover)\..*"),
    "words": re.compile(
        r"(title|headline)\.attract|headline\.offer|(host|phones|prompt|notice|rehearse|slip|temper)\..*"
    ),
}

NOTHING: Mapping[str, re.Pattern[str]] = dict.fromkeys(OVERLAID, NONE)
"""The keys that an owner's file, or one of a variety, may add: none; by the tables it may have."""


class Seated(Protocol):
    """A player at the table, with the key of a place ("mill") or a name of their own ("Ana")."""

    @property
    def name(self) -> str: ...


class Keyed(Protocol):
    """A card, by the key of its role."""

    @property
    def key(self) -> str: ...


class WordingLot:
    """Draws wordings at random, for no key the same twice in a row. `draw(n)` draws one of 0 to n-1."""

    def __init__(self, draw: Callable[[int], int]) -> None:
        self._draw = draw
        self._last: dict[str, int] = {}

    def of(self, key: str) -> Callable[[int], int]:
        """The function that draws a wording of a key: `variant` of `Narration.line`."""

        def variant(count: int) -> int:
            last = self._last.get(key, count)
            drawn = self._draw(max(1, count - (last < count)))
            self._last[key] = min(drawn + (drawn >= last), count - 1)
            return self._last[key]

        return variant


class Narration:
    """Everything that can be said in one language. `Narration.load` reads it."""

    def __init__(
        self,
        language: str,
        grammar: Grammar,
        places: Mapping[str, Nameable],
        cards: Mapping[str, Nameable],
        card_forms: Sequence[str],
        lines: Mapping[str, Sequence[str]],
        words: Mapping[str, str],
        own: Catalogue = OURS,
    ) -> None:
        """`own`: the owner's texts, also those of menus and the like."""
        self.language = language
        self.grammar = grammar
        self.places = places
        self.cards = cards
        self.card_forms = card_forms
        self.lines = lines
        self.words = words
        self.own = own
        self.borrowed: Mapping[str, str] = {}
        """The languages of lines and words that are written in another one: by key, "lines.night.fall"."""
        self.rulebook = ""
        """The key of the rulebook whose words these are; empty: of none in particular."""
        self.called: Mapping[str, str] = {}
        """Names that people have given themselves tonight, by the names of their seats."""

    @classmethod
    def load(
        cls,
        language: str,
        telling: str | None = None,
        extra: Sequence[RoleTexts] = (),
        directory: Path = NARRATION,
        own: Catalogue = OURS,
    ) -> Narration:
        """Reads and checks `directory/language.toml` and its overlays; of a variety ("en-US") that of the
        language it lies over first. Raises `UnreadableError`.

        `telling`: the key of a rulebook; without a file in this language it uses the language's own words,
        or, if it is another game (GAMES), has none. `extra`: tables laid over both, in turn. `own`: the
        owner's files, each an overlay of the shipped one of the same name. In a language that only the owner
        has tables may be missing: names then have the forms of English, and keys of its grammar are the
        English ones.
        """
        over = own.own and own.own / NARRATION.name
        folders = [directory, over] if over else [directory]
        reader: _Reader | None = None
        is_there = False
        game = telling if telling in GAMES else ""
        for told in ("", f"{telling}/")[: 1 if telling is None else 2]:
            if reader and told and game:
                reader.turn_to(game)
            for folder, spoken in product(folders, reversed(languages_of(language))):
                path = folder / f"{told}{spoken}.toml"
                text = own.read(path)
                if text is None:
                    continue
                is_there |= spoken == language
                source, is_ours = Source(path, parsed(path, text), text), folder == NARRATION
                is_whole = folder == directory and spoken == language.partition("-")[0]
                if reader is None:
                    spare = Narration.load(SPARE, directory=directory) if folder == over else None
                    reader = _Reader(source, spare, is_ours=is_ours)
                elif told and game:
                    reader.lay(source, keys_of(game), is_ours=is_ours)
                    if is_whole:
                        reader.check_whole(game)
                else:
                    reader.lay(source, NEW if is_whole else NOTHING, is_ours=is_ours)
            if reader is None or not is_there:
                known = ", ".join(sorted({each.stem for one in folders for each in found_in(one, "*.toml")}))
                place, found = directory / f"{language}.toml", known or Reason("allowed.none")
                raise UnreadableError(Reason("file.no_language", file=place, language=language, names=found))
        assert reader
        for laid in extra:
            reader.lay(Source(laid.source, laid.table), OF_A_ROLE, facts=laid.facts)
        narration = reader.narration(language, own)
        narration.rulebook = telling or ""
        return narration

    def line(self, key: str, variant: Callable[[int], int], **facts: object) -> str:
        """A sentence. `variant(n)` picks one of its `n` wordings, 0 to n-1.

        Facts are seats (alone or in a sequence), cards, numbers and words. A key the language has no line for
        uses its group's `any`: "death.card.hermit" as "death.card.any", "call.hermit.wake" as
        "call.any.wake".
        """
        wordings = self.lines[known_key(key, self.lines)]
        return _capitalised(self._tell(wordings[variant(len(wordings))], facts))

    def wordings(self, key: str, **facts: object) -> list[str]:
        """All wordings of a line, as sentences."""
        return [_capitalised(self._tell(each, facts)) for each in self.lines[known_key(key, self.lines)]]

    def unnamed(self, key: str) -> Sequence[str]:
        """What can be said of an event without any name: its line, or that of the key whose occasion it is,
        with UNNAMED at its end, in the language of the line. Empty: such an event has to be told by name."""
        known, language = known_key(key, self.lines), self.language_of(key)
        found = (f"{each}{UNNAMED}" for each in (known, known.rpartition("_")[0]))
        told = (each for each in found if each in self.lines and self.language_of(each) == language)
        return next((self.lines[each] for each in told), ())

    def language_of(self, key: str) -> str:
        """The language in which a line is written: this one, or the one it was taken from."""
        return self.borrowed.get(f"lines.{known_key(key, self.lines)}", self.language)

    def language_of_word(self, key: str) -> str:
        """The same for a text of the board."""
        return self.borrowed.get(f"words.{known_key(key, self.words)}", self.language)

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages in which lines and words are written, this one first."""
        return tuple(dict.fromkeys((self.language, *self.borrowed.values())))

    def texts(self, kind: str) -> Texts:
        """The texts of another kind in this language, such as menus.

        Raises `UnreadableError` for a mistake in the owner's file.
        """
        return self.own.texts(kind, self.language, self.forms)

    @property
    def forms(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The forms of a player's name, and those of a card."""
        return tuple(self.grammar.name), tuple(self.card_forms)

    def word(self, key: str, **facts: object) -> str:
        """A short text for the board, unchanged. Facts and fallback as for `line`."""
        template = self.words[known_key(key, self.words)]
        text = self._tell(template, facts)
        return _capitalised(text) if template.startswith("{") else text

    def seat(self, seat: Seated) -> Nameable:
        """The name of a seat: what its player is called tonight, else the place with its key, else the
        player's own name."""
        if seat.name in self.called:
            return self.grammar.decline(self.called[seat.name])
        return self.places.get(seat.name) or self.grammar.decline(seat.name)

    def calling(self, called: Mapping[str, str]) -> Narration:
        """The same language, in which some seats are called otherwise."""
        other = copy(self)
        other.called = called
        return other

    def on_phones(self) -> Narration:
        """The same language, for a table where nobody has a ring or a button, only a phone."""
        other = copy(self)
        other.own = self.own._replace(on_phones=True)
        other.lines = spoken_on_phones(self.lines, self.language)
        other.words = spoken_on_phones(self.words, self.language)
        return other

    def card(self, card: Keyed) -> Nameable:
        """The name of a card; for a role the language does not know its key, in every form."""
        return self.cards.get(card.key) or Nameable(
            dict.fromkeys(self.card_forms, card.key), self.grammar.spoken
        )

    def lacks(self, other: Narration) -> list[str]:
        """The dotted keys that another language has and this one lacks."""
        return [
            *(f"places.{key}" for key in other.places if key not in self.places),
            *(f"cards.{key}" for key in other.cards if key not in self.cards),
            *(f"lines.{key}" for key in other.lines if known_key(key, self.lines) not in self.lines),
            *(f"words.{key}" for key in other.words if known_key(key, self.words) not in self.words),
        ]

    def filled(self, other: Narration) -> Narration:
        """The same language, with missing texts taken from another. A form of names that only the other has
        is the spoken one."""
        grammar = copy(self.grammar)
        spoken = grammar.name[grammar.spoken]
        grammar.name = {**dict.fromkeys(other.grammar.name, spoken), **self.grammar.name}
        card_forms = tuple(dict.fromkeys((*self.card_forms, *other.card_forms)))

        def named(
            forms: Iterable[str], mine: Mapping[str, Nameable], theirs: Mapping[str, Nameable]
        ) -> dict[str, Nameable]:
            return {
                key: Nameable({**dict.fromkeys(forms, str(name)), **name.forms}, grammar.spoken)
                for key, name in {**theirs, **mine}.items()
            }

        def more(mine: Mapping[str, T], theirs: Mapping[str, T]) -> dict[str, T]:
            return {key: theirs[key] for key in theirs if known_key(key, mine) not in mine} | {**mine}

        whole = copy(self)
        whole.grammar, whole.card_forms = grammar, card_forms
        whole.places = named(grammar.name, self.places, other.places)
        whole.cards = named(card_forms, self.cards, other.cards)
        whole.lines, whole.words = more(self.lines, other.lines), more(self.words, other.words)
        lacking = {f"lines.{key}" for key in whole.lines if key not in self.lines}
        lacking |= {f"words.{key}" for key in whole.words if key not in self.words}
        whole.borrowed = dict.fromkeys(lacking, other.language)
        return whole

    def sentences(
        self, seats: Sequence[Seated] = (), cards: Sequence[Keyed] = (), language: str | None = None
    ) -> Iterator[str]:
        """Every predictable sentence for these seats and cards, to render ahead of time. `language`: only
        those written in this one.

        Lines that list several seats are rendered when they are needed.
        """
        for key, wordings in self.lines.items():
            if language not in (None, self.language_of(key)):
                continue
            for wording in wordings:
                mentioned = facts_of(wording)
                told: Sequence[Mapping[str, object]] = ()
                if not mentioned:
                    told = [{}]
                elif mentioned == {"seat"}:
                    told = [{"seat": seat} for seat in seats]
                elif mentioned == {"card"}:
                    told = [{"card": card} for card in cards if self._speaks_of(key, card)]
                elif mentioned == {"seat", "card"}:
                    told = [{"seat": seat, "card": card} for seat in seats for card in cards]
                elif mentioned == {"called"}:
                    told = [{"called": called} for called in self._called(cards)]
                yield from (_capitalised(self._tell(wording, facts)) for facts in told)

    def _called(self, cards: Sequence[Keyed]) -> Iterator[str]:
        """Everybody who can be called, as the board names them: by the names of calls, or the titles of these
        cards."""
        yield from (text for key, text in self.words.items() if key.startswith("call.") and "{" not in text)
        if "call.any" in self.words:
            yield from (self.word("call.any", card=card) for card in cards)

    def _speaks_of(self, key: str, card: Keyed) -> bool:
        """Whether a line is spoken for this card: its own line, or `any` for a card without one. Lines of no
        card, such as the roll-call's, are spoken for every card."""
        general = _general(key, mentioned())
        if key == general:
            return known_key(general.replace("any", card.key), self.lines) == key
        return key == general.replace("any", card.key) or all(
            key != general.replace("any", known) for known in self.cards
        )

    def example(self, key: str, seats: Sequence[Seated], cards: Sequence[Keyed]) -> list[str]:
        """All wordings of a line, as they might be spoken, for the first of these seats and cards.

        Raises `UnreadableError` if there is no such line.
        """
        if key not in self.lines:
            like = ", ".join(nearest(key, self.lines, 3))
            raise UnreadableError(f'"{key}" is not a line of the language; like it are {like}')
        own = [card for card in cards if key in (f"call.{card.key}.wake", f"death.card.{card.key}")]
        mentioned = {fact for wording in self.lines[key] for fact in facts_of(wording)}
        facts: dict[str, object] = dict.fromkeys(mentioned, seats[0])
        facts |= {"seats": seats[:2], "by": seats[-1], "card": (own or list(cards))[0], "role": cards[-1]}
        facts["value"] = cards[:2]
        facts |= {"number": 1, "word": self.card(cards[0]).title}
        facts["called"] = next(self._called(cards))
        return [self.line(key, lambda _, n=n: n, **facts) for n in range(len(self.lines[key]))]  # type: ignore[misc]

    def _tell(self, template: str, facts: Mapping[str, object]) -> str:
        named = {key: self._named(fact) for key, fact in facts.items()}
        return template.format_map(named)

    def _named(self, fact: Any) -> object:
        if fact is None or isinstance(fact, (str, int)):
            return fact
        if isinstance(fact, Sequence):
            return self.grammar.join([self._nameable(each) for each in fact])
        return self._nameable(fact)

    def _nameable(self, fact: Any) -> Nameable:
        return self.card(fact) if hasattr(fact, "key") else self.seat(fact)


def known_key(key: str, keys: Mapping[str, object]) -> str:
    """The key itself, or the `any` of its group if it is unknown."""
    return key if key in keys else _general(key, keys)


def _general(key: str, keys: Mapping[str, object]) -> str:
    """The key with the last possible part replaced by `any`; the key itself if there is none."""
    parts = key.split(".")
    for place in reversed(range(len(parts))):
        general = ".".join((*parts[:place], "any", *parts[place + 1 :]))
        if general in keys:
            return general
    return key


@cache
def spoken_in(game: str) -> Mapping[str, Mapping[str, object]]:
    """The lines and words of a game by key, in the reference language, which has all of them."""
    table = tomllib.loads((NARRATION / game / f"{SPARE}.toml").read_text("utf-8"))
    return {kind: flat(table[kind]) for kind in ("lines", "words")}


def keys_of(game: str) -> Mapping[str, re.Pattern[str]]:
    """The keys that the file of a game may have."""
    spare = {kind: re.compile("|".join(map(re.escape, keys))) for kind, keys in spoken_in(game).items()}
    return {"cards": NEW["cards"], **spare}


def _in_every_game(kind: str, key: str) -> bool:
    return bool(IN_EVERY_GAME[kind].fullmatch(key))


def _capitalised(text: str) -> str:
    """Capitalises every sentence. After an ellipsis small letters may follow."""
    return re.sub(r"((?:^|[.!?] )[¿¡]?)(\w)", lambda start: start[1] + start[2].upper(), text)


class _Reader:
    """Reads a language's file and its overlays; every error is one sentence with the file and the key."""

    def __init__(self, source: Source, spare: Narration | None = None, *, is_ours: bool = False) -> None:
        """`spare`: the language whose grammar and forms of names fill gaps; without it there must be none;
        `is_ours`: as for `lay`."""
        self.is_ours = is_ours
        self.source = source
        self.facts: Mapping[str, Sequence[str]] = {}
        """The facts that news of roles may mention, besides those of the game."""
        self.game = ""
        self._only("grammar", *OVERLAID)
        self.spare = spare
        self.grammar = self._grammar()
        self.forms = {
            "seat": tuple(self.grammar.name),
            "seats": tuple(self.grammar.name),
            "card": self._forms_of("cards"),
        }
        seat, card = self.forms["seat"], self.forms["card"]
        self.forms |= {"by": seat, "other": seat, "dead": seat, "role": card, "value": card}
        self.places = {} if self._left_out("places") else self._names("places", self.forms["seat"])
        self.cards = {} if self._left_out("cards") else self._names("cards", self.forms["card"])
        self.lines = {} if self._left_out("lines") else self._lines()
        self.words = {} if self._left_out("words") else self._words()

    def lay(
        self,
        source: Source,
        new: Mapping[str, re.Pattern[str]] = NEW,
        facts: Mapping[str, tuple[str, ...]] = {},
        *,
        is_ours: bool = False,
    ) -> None:
        """Overlays a table on what was read so far, key by key.

        `new`: the keys that it may add, by table.
        `facts`: the facts that its news may mention.
        `is_ours`: whether it sets the reference for others.
        """
        self.source = source
        self.is_ours = is_ours
        self.new, root = new, source.root
        self.facts = {**self.facts, **facts}
        self._only(*new)
        if "places" in root:
            self.places |= self._old_or_new("places", self.places, self._names("places", self.forms["seat"]))
        if "cards" in root:
            self.cards |= self._old_or_new("cards", self.cards, self._names("cards", self.forms["card"]))
        if "lines" in root:
            lines = self._old_or_new("lines", self.lines, self._lines())
            self._named_as_before("lines", self.lines, lines)
            self.lines |= lines
        if "words" in root:
            words = self._old_or_new("words", self.words, self._words())
            before = {key: (text,) for key, text in self.words.items()}
            self._named_as_before("words", before, {key: (text,) for key, text in words.items()})
            self.words |= words

    def turn_to(self, game: str) -> None:
        """Switches to another game: of this language only the lines for every game stay."""
        self.game = game
        self.cards = {}
        self.lines = {key: told for key, told in self.lines.items() if _in_every_game("lines", key)}
        self.words = {key: told for key, told in self.words.items() if _in_every_game("words", key)}

    def check_whole(self, game: str) -> None:
        """Raises `UnreadableError` if something is missing."""
        for kind, told in (("lines", self.lines), ("words", self.words)):
            if missing := [key for key in spoken_in(game)[kind] if key not in told]:
                raise self.source.refused(f"{kind}.{missing[0]}", Reason("text.missing"))

    def narration(self, language: str, own: Catalogue) -> Narration:
        cards, lines = self.forms["card"], respelled(self.lines, language)
        words = respelled(self.words, language)
        return Narration(language, self.grammar, self.places, self.cards, cards, lines, words, own)

    def _only(self, *tables: str) -> None:
        for key in self.source.root:
            if key not in tables:
                raise self.source.refused(key, Reason("text.unknown_table", names=", ".join(tables)))

    def _old_or_new(self, kind: str, old: Mapping[str, Any], laid: dict[str, T]) -> dict[str, T]:
        """The overlay, if each key exists already or is one that a new role may add."""
        for key in laid:
            if key not in old and not self.new[kind].fullmatch(key):
                like = nearest(key, old)
                near = Reason("text.unknown", like=f"{kind}.{like[0]}") if like else Reason("text.not_known")
                of_a_role = self.new in (NEW, OF_A_ROLE)
                raise self.source.refused(
                    f"{kind}.{key}", Reason("text.of_a_role", why=near) if of_a_role else near
                )
        return laid

    def _named_as_before(
        self, kind: str, old: Mapping[str, Sequence[str]], laid: Mapping[str, Sequence[str]]
    ) -> None:
        """Checks that each new wording mentions the players whom all wordings of the key mentioned so far."""
        for key in old.keys() & laid.keys():
            needed = set.intersection(*map(facts_of, old[key]))
            for wording in laid[key]:
                if lost := sorted(needed - facts_of(wording)):
                    told = ", ".join(f"{{{fact}}}" for fact in lost)
                    unnamed = Reason("text.unnamed", names=told, value=repr(wording))
                    raise self.source.refused(f"{kind}.{key}", unnamed)

    def _left_out(self, kind: str) -> bool:
        """Whether a table is missing or empty, and may be."""
        return self.spare is not None and self.source.root.get(kind, {}) == {}

    def _grammar(self) -> Grammar:
        if self.spare and self._left_out("grammar"):
            return self.spare.grammar
        table = self.source.table("grammar", self.source.root)
        return read_grammar(self.source, {**self.spare.grammar.table, **table} if self.spare else table)

    def _forms_of(self, kind: str) -> tuple[str, ...]:
        """The forms of the first entry of a table; all others must have the same."""
        if self.spare and self._left_out(kind):
            return tuple(dict.fromkeys((self.grammar.spoken, *self.spare.card_forms)))
        table = self.source.table(kind, self.source.root)
        first = next(iter(table))
        return tuple(self.source.table(f"{kind}.{first}", table))

    def _names(self, kind: str, forms: Sequence[str]) -> dict[str, Nameable]:
        spoken = self.grammar.spoken
        table = self.source.table(kind, self.source.root)
        names = {}
        for key in table:
            entry = self.source.table(f"{kind}.{key}", table)
            if set(entry) != set(forms):
                other = Reason("text.forms", names=", ".join(entry), needed=", ".join(forms))
                raise self.source.refused(f"{kind}.{key}", other)
            texts = {form: self.source.text(f"{kind}.{key}.{form}", text) for form, text in entry.items()}
            if spoken not in texts:
                raise self.source.refused(f"{kind}.{key}", Reason("text.lacks_spoken", value=repr(spoken)))
            names[key] = Nameable(texts, spoken)
        return names

    def _leaves(self, kind: str) -> Iterator[tuple[str, object]]:
        """The values of a table of tables, by their dotted keys."""
        values = flat(self.source.table(kind, self.source.root)).items()
        return ((key, value) for key, value in values if value != {})

    def _lines(self) -> dict[str, tuple[str, ...]]:
        return {key: self._wordings(key, value) for key, value in self._leaves("lines")}

    def _words(self) -> dict[str, str]:
        return {key: self._template(f"words.{key}", key, value) for key, value in self._leaves("words")}

    def _wordings(self, key: str, value: object) -> tuple[str, ...]:
        wordings = value if isinstance(value, list) else [value]
        if not wordings:
            raise self.source.refused(f"lines.{key}", Reason("text.empty_list"))
        return tuple(self._template(f"lines.{key}", key, wording) for wording in wordings)

    def _template(self, place: str, key: str, value: object) -> str:
        text = self.source.text(place, value)
        if not self.is_ours:
            offered = {fact: self.forms.get(fact, ()) for fact in self._offered(key)}
            self.source.check_mentioned(place, text, offered)
        return self.grammar.typeset(text)

    def _offered(self, key: str) -> set[str]:
        """The facts a line or word may mention: those of ours, and in the first game those of `any`."""
        ours = mentioned(self.game)
        general = key if self.game else _general(key, ours)
        return {*self.facts.get(key, ()), *ours.get(key, ()), *ours.get(general, ())}
