"""An evening of Mots-garous: the words that may be offered, and who was Mayor before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from table.answers import written
from table.errors import Reason, RefusedError
from table.evening import Evening
from table.journal import Line, Words, unpacked
from table.owner import WORDS, Owner
from table.paths import SHIPPED
from table.play import Answerer, play
from table.requests import Draw
from table.times import Times
from table.werewords.calls import calls
from table.werewords.events import RoundOver
from table.werewords.letters import UNCOVERS_S
from table.werewords.options import Options, check_word
from table.werewords.script import deal, play_round
from table.werewords.tiles import (
    APPRENTICE,
    BEHOLDER,
    DOPPELGANGER,
    FEWEST,
    FORTUNE_TELLER,
    MASON,
    MAYOR,
    MINION,
    MOST,
    SEER,
    THING,
    TILES,
    VILLAGER,
    WEREWOLF,
    Tile,
    check_set,
    usual,
)
from table.word_lists import Difficulty, Word, WordList, read_lists

B = TypeVar("B")

USED_UP = 0.8
"""MG-59: once so much of the words has been offered, all may be offered again."""
ENOUGH = 5
"""MG-59: a choice has at least so many words for each one offered at a time: else they would come again."""
LINE_S, DEAL_S = 3.0, 20.0
"""A line of the voice, and all looking at their tiles, about."""
TALK = 0.8
"""The part of a day's time after which the word is found, about."""
OF_WORDS = "words"
"""The place of what refuses a choice of words, and not a set."""
OFFERS = "draw words"
"""The line of a journal that holds the words offered."""
SETS = ("classic", "deluxe", "initials")
DELUXE: tuple[tuple[Tile, int], ...] = (
    *((BEHOLDER, 5), (MINION, 6), (APPRENTICE, 7), (THING, 8), (MASON, 9), (MASON, 9), (DOPPELGANGER, 11)),
)
"""Who replaces a villager, from how many players on."""


WORD_CALLS = (
    *calls(tuple(TILES.values()), Options()),
    *calls((WEREWOLF, WEREWOLF), Options()),
)
"""Every call of any set."""


class Game:
    """Mots-garous among the rulebooks."""

    def __init__(self) -> None:
        self.key = "mots-garous"
        self.least = FEWEST
        self.most = MOST
        self.cards = tuple(TILES.values())


MOTS_GAROUS = Game()


def with_mots_garous(rulebooks: Mapping[str, B]) -> dict[str, B | Game]:
    """Every game there is, by its key: Mots-garous after these."""
    return {**rulebooks, MOTS_GAROUS.key: MOTS_GAROUS}


class WordEvening(Evening):
    """`choice`: the words that may be offered, of this `difficulty`, `offered` at a time; `before`: those
    that have been, at this table, in their order; `last_mayor`: the seat from which the office passes on;
    `drawn`: what was offered in which round; `known`: the words with what is true of them; `wanted`: the
    difficulty that its players want from now on; `uncovers_s`: how often a letter of the word is uncovered;
    `day_s`: how long a day is at its table."""

    rulebook: Game
    names: Sequence[str]
    deck: Sequence[Tile]
    options: Options
    seed: int
    choice: Sequence[str] = ()
    before: Sequence[str] = ()
    offered: int = 4
    difficulty: Difficulty = "medium"
    last_mayor: int | None = None
    drawn: dict[int, Sequence[str]] = msgspec.field(default_factory=dict)
    known: Sequence[Word] = ()
    wanted: Difficulty = "medium"
    uncovers_s: float = UNCOVERS_S
    day_s: float = 240.0

    def check(self) -> list[str]:
        """Raises `RefusedError` if this set cannot be played."""
        check_set(self.deck, len(self.names))
        check_word(self.options, self.deck)
        return []

    def one_round(self, answerer: Answerer) -> RoundOver:
        """A round, from the deal to the winner."""
        hears = Hears(answerer, self.drawn, self.number)
        words = unused(self.choice, self.offered_so_far)
        of_words = self.options, words, self.offered
        dealt = play(deal(self.names, self.deck, *of_words, self.last_mayor, self.uncovers_s), hears)
        over = play(play_round(dealt), hears)
        self.last_mayor = over.mayor.index
        return over

    @property
    def offered_so_far(self) -> tuple[str, ...]:
        """MG-59: the words offered at this table before the round that comes next, in their order."""
        past = (self.drawn.get(number, ()) for number in range(self.number))
        return (*self.before, *(word for words in past for word in words))

    @property
    def kept_words(self) -> Words:
        """As the journal keeps them."""
        return Words(
            tuple(self.choice),
            self.offered_so_far,
            self.offered,
            self.difficulty,
            self.last_mayor,
            self.uncovers_s,
        )


def word_evening(
    rulebook: Game,
    names: Sequence[str],
    deck: Sequence[Tile],
    options: Options,
    seed: int,
    words: Words,
    rounds: Sequence[Sequence[Line]],
) -> WordEvening:
    """The evening that began with these words, after these rounds."""
    evening = WordEvening(rulebook, names, deck, options, seed)
    evening.choice, evening.before, evening.offered = words.choice, words.before, words.offered
    evening.difficulty = evening.wanted = words.difficulty
    evening.last_mayor, evening.uncovers_s = words.last_mayor, words.uncovers_s
    for number, lines in enumerate(rounds):
        evening.drawn[number] = offered_in(lines)
        if lines:
            evening.last_mayor = lines[-1].answer[2]
    return evening


class Hears:
    """An answerer that writes down which words were offered in a round: played again, they are the same."""

    def __init__(self, answerer: Answerer, drawn: dict[int, Sequence[str]], number: int) -> None:
        self._answerer = answerer
        self._drawn = drawn
        self._number = number

    def __getattr__(self, word: str) -> Any:
        return getattr(self._answerer, word)

    def draw(self, request: Draw) -> Sequence[Any]:
        drawn = self._answerer.draw(request)
        if f"draw {request.stream}" == OFFERS:
            self._drawn[self._number] = tuple(drawn)
        return drawn


def offered_in(lines: Iterable[Line]) -> tuple[str, ...]:
    """The words offered in a round of a journal."""
    return tuple(word for line in unpacked(lines) if line.word == OFFERS for word in line.answer)


def unused(choice: Sequence[str], offered: Iterable[str]) -> list[str]:
    """MG-59: the words of a choice that may be offered after these: none again until four fifths have
    been."""
    known, used = set(choice), set[str]()
    for word in offered:
        if word in known:
            used.add(word)
        if len(used) >= USED_UP * len(known):
            used.clear()
    return [word for word in choice if word not in used]


def check_words(number: int, offered: int, difficulty: Difficulty, language: str) -> None:
    """MG-59: raises `RefusedError` if there are so few to choose from that they would come again."""
    least = ENOUGH * offered
    if number < least:
        few = Reason("words.few", number=number, difficulty=difficulty, language=language, least=least)
        raise RefusedError(few, OF_WORDS)


def tiles_of(text: str, players: int) -> tuple[Tile, ...]:
    """A set for so many: one of `SETS`, or its special tiles written out, as "seer, werewolf=2": the Mayor
    and villagers come with them. Raises `RefusedError` if there is none that can be played."""
    if not FEWEST <= players <= MOST:
        raise RefusedError(Reason("tiles.players", number=players, least=FEWEST, most=MOST), "seats")
    if text == "classic":
        return usual(players)
    if text == "initials":
        return tuple(FORTUNE_TELLER if tile is SEER else tile for tile in usual(players))
    if text == "deluxe":
        special = [*(tile for tile in usual(players) if tile is not VILLAGER)]
        special += [tile for tile, least in DELUXE if players >= least]
    else:
        special = [MAYOR, *(tile for tile in _read(text) if tile not in (MAYOR, VILLAGER))]
    tiles = (*special, *(VILLAGER,) * (players + 1 - len(special)))
    check_set(tiles, players)
    return tiles


def _read(text: str) -> list[Tile]:
    """Tiles written as "seer, werewolf=2"."""
    tiles: list[Tile] = []
    for part in text.split(","):
        key, equals, number = (word.strip() for word in part.partition("="))
        if key not in TILES:
            allowed = ", ".join((*SETS, *TILES))
            why = Reason("deck.no_role", value=written(key), rulebook=MOTS_GAROUS.key, allowed=allowed)
            raise RefusedError(why, "tiles")
        if equals and number not in ("1", "2", "3"):
            raise RefusedError(Reason("tiles.no_number", value=written(part.strip()), role=key), "tiles")
        tiles.extend([TILES[key]] * (int(number) if equals else 1))
    return tiles


def word_minutes(tiles: Sequence[Tile], options: Options, times: Times) -> int:
    """About how many minutes a round lasts."""
    held = calls(tiles, options)
    night_s = sum(times.call_s(call) for call in held) + LINE_S * (2 + 2 * len(held))
    day_s = TALK * times.window_s(f"questions.{options.mode}") + times.window_s("oops")
    after_s = times.window_s("debate.mots_garous") + times.window_s("accuse")
    return max(1, round((DEAL_S + night_s + day_s + after_s) / 60))


def words_here(owner: Owner) -> tuple[list[WordList], list[str]]:
    """All lists of words on this machine, ours and the owner's; and what of them cannot be used, sentence by
    sentence."""
    folders = [folder for folder in sorted((SHIPPED / WORDS).iterdir()) if folder.is_dir()]
    read = [read_lists(folder) for folder in (*folders, owner.words) if not folder.is_symlink()]
    return [one for lists, _ in read for one in lists], [sentence for _, told in read for sentence in told]


def next_in_office(pods: Sequence[int], last_pod: int | None) -> int | None:
    """MG-4, MG-58: the seat that counts as the last Mayor's, who sat at this pod, and may have left it: the
    office passes to the first seat after it."""
    if last_pod is None:
        return None
    following = next((seat for seat, pod in enumerate(pods) if pod > last_pod), 0)
    return (following - 1) % len(pods)
