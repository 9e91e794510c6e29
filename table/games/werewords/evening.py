"""An evening of Mots-garous: which words may be offered, and who was Mayor."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from table.engine.chance import Chance
from table.engine.play import Answerer, play
from table.engine.requests import Draw
from table.errors import Reason, RefusedError
from table.games.evening import Evening
from table.games.records import JournalLine, Setup, unpacked
from table.games.tempers import Manner
from table.games.werewords.bots import WordBots
from table.games.werewords.rules.box import OF_WORDS, Game
from table.games.werewords.rules.calls import calls
from table.games.werewords.rules.events import RoundOver
from table.games.werewords.rules.letters import UNCOVERS_S
from table.games.werewords.rules.options import Options, check_word
from table.games.werewords.rules.script import deal, play_round
from table.games.werewords.rules.state import Seat
from table.games.werewords.rules.tiles import MAYOR, TILES, Tile, check_set
from table.games.werewords.telling import WerewordsTelling, telling_of
from table.settings.times import ALONE_TOLD_S, Times
from table.words.catalogue import OURS, Catalogue
from table.words.lists import Difficulty, Word
from table.words.narration import Narration

USED_UP = 0.8
"""MG-59: once this share of the words has been offered, all may be offered again."""
ENOUGH = 5
"""MG-59: words needed for each one offered at a time; with fewer, words would soon come again."""
LINE_S, DEAL_S = 3.0, 20.0
"""About how many seconds a line of the voice takes, and the look at the tiles."""
TALK = 0.8
"""The share of a day after which the word is found, about."""
OFFERS = "draw words"
"""The word of the journal line with the words offered."""


class Words(msgspec.Struct, frozen=True):
    """The other settings of an evening of Mots-garous. `choice`: the words that may be offered, of this
    `difficulty`; `before`: those already offered at this table, in order; `offered`: how many at a time;
    `last_mayor`: the seat from which the office passes on, None if there was no Mayor; `uncovers_s`: how
    often a letter of the word is uncovered."""

    choice: tuple[str, ...]
    before: tuple[str, ...]
    offered: int
    difficulty: Difficulty
    last_mayor: int | None
    uncovers_s: float = 20.0


class WordEvening(Evening):
    """`choice`: the words that may be offered, of this `difficulty`, `offered` at a time; `before`: those
    already offered at this table, in order; `last_mayor`: the seat from which the office passes on; `drawn`:
    the words offered in each round; `known`: the words with their tags; `wanted`: the difficulty that the
    players want from now on; `uncovers_s`: how often a letter of the word is uncovered; `day_s`: the length
    of a day at this table."""

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

    @property
    def is_on_paper(self) -> bool:
        """Whether the Mayor writes the word on paper."""
        return self.options.word == "own"

    def telling(self, times: Times, *, is_first: bool = True) -> WerewordsTelling:
        """How the next round is told; the first one says who can see the board."""
        return telling_of(self.options, times, is_first=is_first and self.number == 0)

    def mind(
        self, secret: Chance, openly: Chance, language: str, own: Catalogue = OURS, hurry: float = 1.0
    ) -> WordBots:
        """The bots for the empty seats."""
        return WordBots(
            secret,
            self.known,
            language,
            openly=openly,
            day_s=self.day_s,
            own=own,
            hurry=hurry,
            tempers=self.houses.tempers,
        )

    @property
    def tempers(self) -> Sequence[Manner]:
        """The temper of each house."""
        return self.houses.manners

    def shorten(self, chance: Chance) -> None:
        """With few words one is soon found."""
        self.known = chance.draw("known", self.known, ENOUGH * self.offered)
        self.choice = [word.text for word in self.known]

    def became(self, seat: Seat, over: RoundOver, narration: Narration) -> str:
        """What a seat was."""
        tiles = [seat.tile] if seat.role is seat.tile else [seat.tile, seat.role]
        tiles += [MAYOR] if seat is over.mayor else []
        return ", ".join(narration.card(tile).title for tile in tiles)

    def one_round(self, answerer: Answerer) -> RoundOver:
        hears = Hears(answerer, self.drawn, self.number)
        words = unused(self.choice, self.offered_so_far)
        of_words = self.options, words, self.offered
        dealt = play(deal(self.names, self.deck, *of_words, self.last_mayor, self.uncovers_s), hears)
        over = play(play_round(dealt), hears)
        self.last_mayor = over.mayor.index
        return over

    @property
    def offered_so_far(self) -> tuple[str, ...]:
        """MG-59: the words offered at this table before the next round, in order."""
        past = (self.drawn.get(number, ()) for number in range(self.number))
        return (*self.before, *(word for words in past for word in words))

    @property
    def kept(self) -> dict[str, Any]:
        """The words it is played with."""
        words = Words(
            tuple(self.choice),
            self.offered_so_far,
            self.offered,
            self.difficulty,
            self.last_mayor,
            self.uncovers_s,
        )
        return {"words": words}


def evening_of(rulebook: Game, setup: Setup, rounds: Sequence[Sequence[JournalLine]]) -> WordEvening:
    """The evening with this setup and these rounds."""
    words, options = msgspec.convert(setup.words, Words), msgspec.convert(setup.options, Options)
    tiles = tuple(TILES[key] for key in setup.deck)
    evening = WordEvening(rulebook, setup.names, tiles, options, setup.seed)
    evening.choice, evening.before, evening.offered = words.choice, words.before, words.offered
    evening.difficulty = evening.wanted = words.difficulty
    evening.last_mayor, evening.uncovers_s = words.last_mayor, words.uncovers_s
    for number, lines in enumerate(rounds):
        evening.drawn[number] = offered_in(lines)
        if lines:
            evening.last_mayor = lines[-1].answer[2]
    return evening


class Hears:
    """An answerer that records which words were offered in a round, for its replay."""

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


def offered_in(lines: Iterable[JournalLine]) -> tuple[str, ...]:
    """The words offered in a round of a journal."""
    return tuple(word for line in unpacked(lines) if line.word == OFFERS for word in line.answer)


def unused(choice: Sequence[str], offered: Iterable[str]) -> list[str]:
    """MG-59: the words that may be offered after these: none again until four fifths have been."""
    known, used = set(choice), set[str]()
    for word in offered:
        if word in known:
            used.add(word)
        if len(used) >= USED_UP * len(known):
            used.clear()
    return [word for word in choice if word not in used]


def check_words(number: int, offered: int, difficulty: Difficulty, language: str) -> None:
    """MG-59: raises `RefusedError` if there are so few words that they would soon come again."""
    least = ENOUGH * offered
    if number < least:
        few = Reason("words.few", number=number, difficulty=difficulty, language=language, least=least)
        raise RefusedError(few, OF_WORDS)


def word_minutes(tiles: Sequence[Tile], options: Options, times: Times, alone: int = 0) -> int:
    """About how many minutes a round lasts. `alone`: how many players have no ring, and look at the board one
    after the other."""
    held = calls(tiles, options)
    night_s = sum(times.call_s(call) for call in held) + LINE_S * (2 + 2 * len(held))
    day_s = TALK * times.window_s(f"questions.{options.mode}") + times.window_s("oops")
    after_s = times.window_s("debate.mots_garous") + times.window_s("accuse")
    looking_s = alone * ALONE_TOLD_S * (1 + sum(call.is_look for call in held))
    return max(1, round((DEAL_S + looking_s + night_s + day_s + after_s) / 60))


def next_in_office(pods: Sequence[int], last_pod: int | None) -> int | None:
    """MG-4, MG-58: the seat that counts as the last Mayor's, who sat at this pod and may have left it: the
    office passes to the first seat after it."""
    if last_pod is None:
        return None
    following = next((seat for seat, pod in enumerate(pods) if pod > last_pod), 0)
    return (following - 1) % len(pods)
