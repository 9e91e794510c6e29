"""Bots for Mots-garous that know only what their seat may know.

A bot asks questions that the board captions (`asks`), using the tags of the possible words; as Mayor it
answers them. It cannot hear what people ask aloud: while it is the Mayor, a person who takes the floor asks
the question that the table offers, and goes on to the next one by pressing once more. A bot that hears a
person answer as Mayor learns from it like everybody."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from math import log
from random import Random
from typing import Any, NamedTuple

from table.engine.chance import Chance
from table.engine.requests import (
    Answering,
    Ask,
    Clock,
    Covered,
    Draw,
    Leavers,
    Press,
    Say,
    Show,
    Sleep,
    Vote,
    Wake,
    Wanted,
)
from table.games.tempers import TemperKey
from table.games.werewords.asking import Inquiry, Shown
from table.games.werewords.book import Book
from table.games.werewords.fit import Fit, Question
from table.games.werewords.rules.events import Day, Dealt, FloorTaken, MayorShown, TokenGiven, WordShown
from table.games.werewords.rules.letters import first_letters
from table.games.werewords.rules.state import Token
from table.games.werewords.rules.tiles import FORTUNE_TELLER, SEER, WEREWOLF, Tile
from table.games.werewords.tempers import STEADY, TEMPERS, WordTemper
from table.words.catalogue import OURS, Catalogue
from table.words.lists import Word

ASKS_S = (2.5, 5.0)
"""Seconds from an answer to the next question if the table plays everybody but the Mayor."""
LEAVES_S = (9.0, 15.0)
"""The same if people are among those who may ask."""
ANSWERS_S = (2.0, 4.0)
"""Seconds a bot Mayor thinks about a question of the table."""
TURNS_S = (7.0, 8.0)
"""Seconds a person with the floor has to go on to another question."""
LIES = {"maybe": 0.35, "yes": 0.06, "no": 0.06}
"""How often a Mayor who is a werewolf answers wrongly, by what is true: mostly where nobody can prove it,"""
LIES_FROM = 0.4
"""and not before this share of the day."""
WAVERS = 0.5
"""How often a Mayor says 'maybe' of what people would say both; else it is 'no': the tokens are few."""
HELPS = 2.5
"""How often in a day somebody who was shown the word asks what leads to it, where one werewolf looks for
them: less where more do, and where fewer others ask. Else they ask as if they had been shown nothing."""
A_DAY = 35
"""Questions in a day of bots."""
MISLEADS = 0.3
"""How often a werewolf who knows the word asks what leads nowhere; else as villagers do, who would notice."""
WHIMS = 0.7
"""How much of whom a seat accuses is left to chance."""
PICKS = 0.1
"""How much a werewolf's choice of who knew the word is left to chance."""
STRANGE = 0.1
"""How likely somebody asks what bots would not,"""
RARE = 0.02
"""and this of all there is."""
CONTRADICT = (("yes", "no"), ("yes", "maybe"), ("no", "yes"))
"""Answers with which a word fits worse, by what is true of it: only a little, as people may see it
differently."""
OFFERED = 6
"""How many questions a person with the floor can go through before guesses come."""


class Memory:
    """What one seat knows, and answers as Mayor. `word`: the magic word, if it was shown to it; `letters`:
    the first of each of its words; `pack`: the werewolves it knows; `friends`: players it knows to be
    villagers."""

    def __init__(self) -> None:
        self.role: Tile | None = None
        self.word = ""
        self.letters: list[str] = []
        self.pack: set[int] = set()
        self.friends: set[int] = set()

    @property
    def shown(self) -> Shown:
        """What it was shown of the word."""
        return Shown(self.word, self.letters)

    @property
    def is_for_wolves(self) -> bool:
        """Whether it wins with the werewolves."""
        return self.role is not None and self.role.team == "werewolves"

    def answer(
        self,
        question: Question,
        request: Answering,
        book: Book,
        day_s: float,
        lot: Random,
        temper: WordTemper,
    ) -> Token:
        """MG-24: a Mayor answers truthfully; a werewolf does not always, but must say 'correct'."""
        choices = request.choices
        if question.guess and question.guess == self.word and "correct" in choices:
            return "correct"
        if question.guess:
            is_close = not self.is_for_wolves and book.is_close(question.guess, self.word)
            return "so_close" if "so_close" in choices and is_close else "no"
        true = book.truth(question, self.word)
        lies = self.is_for_wolves and request.spent_s > LIES_FROM * day_s and lot.random() < LIES[true]
        if lies:
            return "no" if true == "yes" else "yes"
        if true == "maybe" and "maybe" in choices and lot.random() < WAVERS + temper.wavers:
            return "maybe"
        return "yes" if true == "yes" else "no"


class Heard(NamedTuple):
    """A question that was answered: who asked it, what there was to ask, the share of the day that was over
    then, and the temper of who chose it: of a bot; a person who takes what the table lays has none."""

    seat: int
    question: Question
    token: Token
    moment: Inquiry
    gone: float
    temper: WordTemper


class WordBots:
    """Answers for all seats, each from its own memory. Random choices come from `chance`; from `openly`, if
    it is given, come who asks next and when it and the Mayor speak. `words`: the public choice of words;
    `language`: of the questions; `book`: the questions about them, if ready; `day_s`: the length of a day at
    this table; `own`: the owner's folder; `hurry`: factor on thinking time; `tempers`: of each seat, as
    everybody may know; empty: of nobody. The answer to a public time is
    the next action of a seat the table plays; the caller may hear somebody else first. Of an `Answering` only
    the named seats are heard and asked: if a person is the Mayor, its `chooser` is None."""

    def __init__(
        self,
        chance: Chance,
        words: Sequence[Word] = (),
        language: str = "en",
        *,
        openly: Chance | None = None,
        book: Book | None = None,
        day_s: float,
        own: Catalogue = OURS,
        hurry: float = 1.0,
        tempers: Sequence[TemperKey] = (),
    ) -> None:
        self.chance = chance
        self._openly = openly or chance
        self._book = book or Book(words, language, own)
        self._day_s = day_s
        self._hurry = hurry
        self._tempers = tempers
        self._memories: dict[int, Memory] = {}
        self._asleep = False
        self._mayor: int | None = None
        self._floor: int | None = None
        self._question: Question | None = None
        """The question of the player with the floor."""
        self._is_laid = False
        """Whether the table offered it to them."""
        self._planned: tuple[int, Question] | None = None
        """The table's next question, and the seat that asks it."""
        self._turns: Counter[int] = Counter()
        """How often somebody has taken the floor since the last answer."""
        self._gone = 0.0
        """The share of the day that was over when the last bot made up its mind."""
        self._now = Inquiry(self._book, Fit(len(self._book.texts)), frozenset(), 0)
        """What everybody has heard."""
        self._heard: list[Heard] = []
        """What was asked and answered."""
        self._tiles: Sequence[Tile] = ()
        """The set that was dealt."""
        self._is_mayor_played = False
        """Whether the table plays the Mayor: a person may see things differently."""
        self._shown = ""
        """The word, once everybody has seen it."""
        self._last: Counter[int] = Counter()
        """The number of each seat's last question."""
        self._idle: defaultdict[int, float] = defaultdict(float)
        """How much they sounded as if it did not want the word found."""

    @property
    def asks(self) -> str:
        """The current question as the board shows it; empty: none that the table knows."""
        return self.question + (f" {self._book.another}" if self.question and self._is_laid else "")

    @property
    def question(self) -> str:
        """The question of the player with the floor; empty: none that the table knows."""
        if not self._question:
            return ""
        guess, seat = self._question.guess, self._floor
        if guess and self._tempers and seat is not None and not self._is_laid:
            return self._book.guessed(guess, self._tempers[seat])
        return self._question.text

    # The words of a game

    def ask(self, request: Ask) -> Sequence[Any]:
        me, lot = self._memory(request.seat.index), self._lot(request.seat.index)
        choices = list(request.choices)
        if request.key == "word" and me.is_for_wolves:
            return (max(choices, key=len),)
        return (lot.choice(choices),)

    def vote(self, request: Vote) -> dict[Any, Any]:
        if request.key == "letters":
            return {voter: menu[0] for voter, menu in request.choices.items()}
        if request.key in ("pick", "picks"):
            return self._picks(request.choices)
        return {
            voter: max(menu, key=lambda other: self._suspicion(voter.index, other.index))
            for voter, menu in request.choices.items()
            if menu
        }

    def show(self, request: Show) -> None:
        for seat in request.to:
            me, value = self._memory(seat.index), request.value
            match request.what:
                case "dealt" | "card":
                    me.role = value
                case "word":
                    me.word = value
                case "first_letters":
                    me.letters = list(value)
                case "pack" | "minion":
                    me.pack |= {wolf.index for wolf in value}
                case "masons" | "seer_is":
                    me.friends |= {other.index for other in value}
                case "neighbour" if request.seat:
                    me.friends.add(request.seat.index)

    def say(self, request: Say) -> None:
        match request.event:
            case Dealt(tiles=tiles):
                self._tiles = tiles
            case MayorShown(seat=seat):
                self._mayor = seat.index
            case Day():
                self._floor = self._question = self._planned = None
            case FloorTaken(seat=seat):
                planned, self._planned = self._planned, None
                self._is_laid = False
                self._floor = seat.index
                self._turns[seat.index] += 1
                self._question = planned[1] if planned and planned[0] == seat.index else None
            case TokenGiven(token=token) if token != "way_off":
                self._learn(token)
            case WordShown(value=word):
                self._shown = word

    def draw(self, request: Draw) -> Sequence[Any]:
        return self.chance.draw(request.stream, request.choices, request.count)

    def wake(self, request: Wake) -> None:  # noqa: ARG002 - nobody learns anything from the call of another
        self._asleep = True

    def sleep(self, request: Sleep) -> None:  # noqa: ARG002 - nor from its end
        self._asleep = False

    def clock(self, request: Clock) -> Press | None:
        """Which seat of the table's asks or answers next, and when; None: none before the time is up."""
        if not isinstance(request, Answering) or not self._book.words:
            return None
        self._is_mayor_played = request.chooser is not None
        if self._floor is None:
            press = self._asks_next(request)
        elif request.chooser is None:
            return None
        else:
            is_own = any(seat.index == self._floor for seat in request.hearing)
            if not self._question:
                self._question, self._is_laid = self._laid_before(self._floor), True
            lot = self._lot(request.chooser.index, self._openly)
            at_s = request.spent_s + lot.uniform(*(ANSWERS_S if is_own else TURNS_S))
            press = Press(request.chooser, at_s, self._answer(request.chooser.index, request))
        ends_s = self._day_s if request.until_s is None else min(self._day_s, request.until_s)
        if press is None or press.at_s > ends_s:
            return None
        at_s = request.spent_s + self._hurry * (press.at_s - request.spent_s)
        return Press(press.seat, at_s, press.choice)

    def covered(self, request: Covered) -> Sequence[Any]:  # noqa: ARG002 - this game has no covered times
        return ()

    def leavers(self, request: Leavers) -> Sequence[Any]:  # noqa: ARG002 - bots stay to the end
        return ()

    def wanted(self, request: Wanted) -> bool:  # noqa: ARG002 - bots are no hosts
        return False

    # Questions

    def _asks_next(self, request: Answering) -> Press | None:
        """The next seat to take the floor: roughly the one that has not asked for longest."""
        if not request.hearing:
            return None
        lot = self._openly.stream("questions")
        number = sum(self._last.values()) and max(self._last.values())
        patience = {
            seat.index: number - self._last[seat.index] - self._temper(seat.index).waits + 2 * lot.random()
            for seat in request.hearing
        }
        asker = max(request.hearing, key=lambda seat: patience[seat.index])
        alone = self._mayor is None or len(request.hearing) + 1 >= len(self._memories)
        at_s = request.spent_s + lot.uniform(*(ASKS_S if alone else LEAVES_S))
        self._planned = asker.index, self._choose(asker.index, request.spent_s / self._day_s)
        return Press(asker, at_s)

    def _choose(self, seat: int, gone: float) -> Question:
        """What a seat asks when the share `gone` of the day is over."""
        me, lot, now, temper = self._memory(seat), self._lot(seat), self._now, self._temper(seat)
        self._gone = gone
        if temper.jokes and lot.random() < temper.jokes:
            jokes = now.far_fetched()
            if me.is_for_wolves:
                jokes = [one for one in jokes if self._book.truth(one, me.word) != "yes"]
            if jokes:
                return lot.choice(jokes)
        if me.word and me.is_for_wolves:
            asks = now.misleading(me.word) if lot.random() < MISLEADS + temper.misleads else []
            asks = asks or now.usual(gone, me.shown, temper)
            if asks := [one for one in asks if one.guess != me.word]:
                return lot.choice(asks)
            return self._book.guess(lot.choice(now.nearest(me.word) or [""]))
        helping = now.helping(gone, me.shown, temper) if lot.random() < self._helps() else []
        return lot.choice(helping or now.usual(gone, me.shown, temper))

    def _helps(self) -> float:
        """How likely a question of somebody who was shown the word, or its letters, leads to it."""
        wolves = max(1, self._tiles.count(WEREWOLF))
        others = max(1, len(self._memories) - 2)  # besides the Mayor
        return min(0.5, HELPS * others / A_DAY / wolves)

    def _laid_before(self, seat: int) -> Question:
        """What the table offers a person with the floor; each press brings the next: good questions, then
        guesses."""
        guesses = [self._book.guess(word) for word in self._now.unnamed()[:OFFERED]]
        laid = [*self._now.splitting()[:OFFERED], *guesses]
        return laid[(self._turns[seat] - 1) % len(laid)]

    # Answers

    def _answer(self, mayor: int, request: Answering) -> Token:
        """What the Mayor answers to the player with the floor."""
        assert self._question
        me, lot, temper = self._memory(mayor), self._lot(mayor), self._temper(mayor)
        return me.answer(self._question, request, self._book, self._day_s, lot, temper)

    def _learn(self, token: Token) -> None:
        """Everybody has heard question and answer."""
        question, floor = self._question, self._floor
        self._floor = self._question = self._planned = None
        self._turns.clear()
        if question is None or floor is None:
            return
        now = self._now
        share = now.shares().of(question)
        temper = STEADY if self._is_laid else self._temper(floor)
        self._heard.append(Heard(floor, question, token, now, self._gone, temper))
        self._last[floor] = len(self._heard)
        if not (temper.jokes and question in now.far_fetched()):  # All know who jokes.
            self._idle[floor] += 0.5 - min(share, 1 - share)
        if token in ("yes", "correct", "so_close"):
            self._idle[floor] -= 1 - share
        fit = now.fit.copy()
        if question.guess and token == "so_close":
            fit.punish(self._book.all ^ self._book.close_to(question.guess))
        elif not question.guess:
            unknown = self._book.all & ~question.yes & ~question.no
            for true, words in (("yes", question.yes), ("no", question.no), ("maybe", unknown)):
                if (token, true) in CONTRADICT:
                    fit.punish(words)
        named = now.named | question.yes if question.guess else now.named
        warm = question.yes if token == "yes" else now.warm
        self._gone = 0.0
        self._now = Inquiry(self._book, fit, now.asked | {question.text}, named, warm)

    # Whom one suspects

    def _picks(self, choices: Mapping[Any, Sequence[Any]]) -> dict[Any, Any]:
        """MG-18: each wolf names another player among those who seemed to know the word."""
        lot = self.chance.stream("pack")
        named: dict[Any, Any] = {}
        words = {wolf: self._memory(wolf.index).word for wolf in choices}
        by_word = {word: self._knowing(word) for word in words.values()}
        for wolf, menu in choices.items():
            free = [other for other in menu if other not in named.values()] or menu
            knowing = by_word[words[wolf]]
            # Of who asks aloud nothing is known: neither more nor less than of others.
            usual = min(0.0, sum(knowing.values()) / max(1, len(knowing)))
            named[wolf] = max(free, key=lambda other: knowing.get(other.index, usual) + PICKS * lot.random())
        return named

    def _knowing(self, word: str) -> Mapping[int, float]:
        """How much likelier what each seat has asked is of the Seer or Fortune Teller than of others, as a
        logarithm, to somebody who knows the word."""
        may_know = {SEER: Shown(word), FORTUNE_TELLER: Shown(letters=first_letters(word))}
        found: dict[int, list[float]] = {}
        helps = self._helps()
        for heard in self._heard:
            question, moment, gone, temper = heard.question, heard.moment, heard.gone, heard.temper
            crowd = _likely(question, moment.usual(gone, temper=temper))
            each = found.setdefault(heard.seat, [0.0] * len(may_know))
            for place, (tile, shown) in enumerate(may_know.items()):
                if tile in self._tiles:
                    told = _likely(question, moment.usual(gone, shown, temper))
                    if helping := moment.helping(gone, shown, temper):
                        told += helps * (_likely(question, helping) - told)
                    each[place] += log(told / crowd)
        here = [place for place, tile in enumerate(may_know) if tile in self._tiles]
        return {seat: max((each[place] for place in here), default=0.0) for seat, each in found.items()}

    def _suspicion(self, seat: int, other: int) -> float:
        """How much a seat suspects another to be a werewolf, or wants them to be suspected."""
        me, lot = self._memory(seat), self._lot(seat)
        blame = self._idle[other] + (WHIMS + self._temper(seat).whims) * lot.random()
        if other == self._mayor:
            blame += self._lies_of_the_mayor()
        if other in me.pack:
            return blame - 100.0 if me.is_for_wolves else blame + 100.0
        return blame - 100.0 if other in me.friends else blame

    def _lies_of_the_mayor(self) -> float:
        """How many answers were false of the word that was shown. A person is not accused of seeing things
        otherwise than a list of words does."""
        if not self._shown or not self._is_mayor_played:
            return 0.0
        truths = [
            (one.token, self._book.truth(one.question, self._shown))
            for one in self._heard
            if not one.question.guess
        ]
        return float(sum(one in (("yes", "no"), ("no", "yes")) for one in truths))

    def _temper(self, seat: int) -> WordTemper:
        return TEMPERS[self._tempers[seat]] if self._tempers else STEADY

    def _memory(self, seat: int) -> Memory:
        return self._memories.setdefault(seat, Memory())

    def _lot(self, seat: int, chance: Chance | None = None) -> Random:
        """This seat's own random stream: nobody's secrets affect another's luck, nor its own by day."""
        return (chance or self.chance).stream(f"seat {seat} by {'night' if self._asleep else 'day'}")


def _likely(question: Question, usual: Sequence[Question]) -> float:
    """How likely it is that somebody asks this who would ask one of these."""
    return STRANGE * RARE + (1 - STRANGE) * sum(one.text == question.text for one in usual) / len(usual)
