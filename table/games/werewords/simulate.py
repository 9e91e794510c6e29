"""Simulates many rounds of Mots-garous, to estimate the chances of a set of tiles."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

from table.engine.answers import written
from table.engine.play import Answerer, play
from table.engine.requests import Answering, Clock, Press, Say
from table.errors import RefusedError
from table.games.lots import ByLot, Players, Tally, answerers_of
from table.games.werewords.book import Book
from table.games.werewords.bots import WordBots
from table.games.werewords.evening import check_words
from table.games.werewords.rules.events import DayEnded
from table.games.werewords.rules.letters import uncovers_s
from table.games.werewords.rules.options import ALLOWED, Options, check_word, read_options
from table.games.werewords.rules.script import deal, play_round
from table.games.werewords.rules.tiles import Tile
from table.settings.times import Times
from table.words.lists import CATEGORIES, DIFFICULTIES, OWN, Difficulty, Word, WordList, apart, choose

ASKS_S = 10.0
"""Mean seconds between the last event and a random player's question or answer."""


class WordSetup(NamedTuple):
    """The setup: the options of the rules, and the words."""

    options: Options
    language: str
    difficulty: Difficulty
    categories: tuple[str, ...]


def read_words(given: Mapping[str, Any], usual: WordSetup, languages: Collection[str]) -> WordSetup:
    """The options of a command, over the owner's: those of the rules, and `difficulty`, `category` and
    `language` (one of `languages`) of the words. Raises `RefusedError` naming the key, the value and what is
    allowed."""
    of_words: Mapping[str, Sequence[str]] = {
        "difficulty": DIFFICULTIES,
        "category": (*CATEGORIES, OWN),
        "language": sorted(languages),
    }
    for key, value in given.items():
        if key not in ALLOWED and key not in of_words:
            allowed = ", ".join((*ALLOWED, *of_words))
            raise RefusedError(f"options: {key} is not an option of mots-garous; allowed: {allowed}")
        if key in of_words and value not in of_words[key]:
            raise RefusedError(f"options: {key} = {written(value)}; allowed: {', '.join(of_words[key])}")
    house = {key: getattr(usual.options, key) for key in Options.__struct_fields__}
    options = read_options(house | {key: value for key, value in given.items() if key not in of_words})
    if options.word == "own":
        raise RefusedError('options: word = "own": nobody here writes on paper; allowed: word = "list"')
    return WordSetup(
        options,
        given.get("language", usual.language),
        given.get("difficulty", usual.difficulty),
        (given["category"],) if "category" in given else usual.categories,
    )


def check_enough(
    lists: Sequence[WordList], words: WordSetup, offered: int, tiles: Sequence[Tile]
) -> list[Word]:
    """The words to choose from, one of each meaning. Raises `RefusedError` if there are too few, or if a tile
    needs letters of a word that the table does not know."""
    known = apart(choose(lists, words.language, words.difficulty, words.categories))
    check_words(len(known), offered, words.difficulty, words.language)
    check_word(words.options, tiles)
    return known


def simulate(
    tiles: Sequence[Tile],
    lists: Sequence[WordList],
    words: WordSetup,
    offered: int,
    rounds: int,
    players: Players,
    seed: int | str,
    times: Times = Times(),  # noqa: B008 - it cannot be changed
    made: type[WordBots] = WordBots,
) -> Tally:
    """Plays `rounds` rounds in this process; the office of the Mayor passes on as at a table. `times`: the
    owner's; `made`: what plays as bots. Raises `RefusedError` if there are too few words."""
    if players not in ("bots", "talking", "random"):
        raise RefusedError(f'players = "{players}"; allowed with mots-garous: bots, talking, random')
    known = check_enough(lists, words, offered, tiles)
    choice = [word.text for word in known]
    names = [str(number) for number in range(1, len(tiles))]
    day_s = times.window_s(f"questions.{words.options.mode}")
    bots = partial(made, book=Book(known, words.language), day_s=day_s)
    answerers = answerers_of(players, seed, partial(WordsByLot, day_s=day_s), bots)
    wins = {"village": 0, "werewolves": 0}
    found, mayor = 0, None
    began_s = time.perf_counter()
    for answers in islice(answerers, rounds):
        hears = _Hears(answers)
        round_ = play(deal(names, tiles, words.options, choice, offered, mayor, uncovers_s(day_s)), hears)
        over = play(play_round(round_), hears)
        mayor = over.mayor.index
        wins[over.winner] += 1
        found += hears.found
    return Tally(rounds, wins, time.perf_counter() - began_s, found)


class _Hears:
    """An answerer that records whether the word was found."""

    def __init__(self, answerer: Answerer) -> None:
        self._answerer = answerer
        self.found = False

    def __getattr__(self, word: str) -> Any:
        return getattr(self._answerer, word)

    def say(self, request: Say) -> None:
        if isinstance(request.event, DayEnded):
            self.found = request.event.how == "found"
        self._answerer.say(request)


class WordsByLot:
    """Answers, picks and accuses at random: by day somebody asks, and the Mayor gives any available token.
    `day_s`: the length of a day."""

    def __init__(self, seed: int | str, day_s: float) -> None:
        self._day_s = day_s
        # Not a subclass: it may be compiled.
        self._dice = ByLot(seed)
        self.lot = self._dice.lot

    def __getattr__(self, word: str) -> Any:
        return getattr(self._dice, word)

    def clock(self, request: Clock) -> Press | None:
        if not isinstance(request, Answering):
            return None
        at_s = request.spent_s + 2 * ASKS_S * self.lot()
        ends_s = self._day_s if request.until_s is None else min(self._day_s, request.until_s)
        if at_s > ends_s:
            return None
        assert request.chooser
        # "Correct" needs a receiver: it is among the tokens while somebody has the floor.
        if "correct" not in request.choices:
            return Press(request.hearing[int(self.lot() * len(request.hearing))], at_s)
        return Press(request.chooser, at_s, request.choices[int(self.lot() * len(request.choices))])
