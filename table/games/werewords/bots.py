"""Bots for Mots-garous that know only what their seat may know.

A bot asks questions that the board captions (`asks`), using the tags of the possible words; as Mayor it
answers them. It cannot hear what people ask aloud: while it is the Mayor, a person who takes the floor asks
the question that the table offers, and goes on to the next one by pressing once more. A bot that hears a
person answer as Mayor learns from it like everybody."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from math import log
from random import Random
from typing import Any
from unicodedata import normalize

from table.engine.chance import Chance
from table.engine.requests import Answering, Ask, Clock, Draw, Leavers, Press, Say, Show, Sleep, Vote, Wake
from table.games.werewords.fit import Fit, Question, Shares
from table.games.werewords.rules.events import Day, FloorTaken, MayorShown, TokenGiven, WordShown
from table.games.werewords.rules.letters import first_letters
from table.games.werewords.rules.state import Token
from table.games.werewords.rules.tiles import Tile
from table.games.werewords.truths import Truth, truth
from table.paths import SHIPPED
from table.words.catalogue import OURS, Catalogue
from table.words.lists import Word

QUESTIONS = SHIPPED / "words" / "questions"
ASKS_S = (1.5, 3.5)
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
WAVERS = 0.1
"""How often a Mayor says 'maybe' of what nobody knows; else it is 'no', as with most things."""
HIDES = 0.5
"""How often a player who was shown the word asks as if they had not been."""
PICKS = 0.1
"""How much a werewolf's choice of who knew the word is left to chance."""
CONTRADICT = (("yes", "no"), ("yes", "maybe"), ("no", "yes"))
"""Answers with which a word fits worse, by what is true of it: only a little, as people may see it
differently."""
FEW = 2
"""At most this many words left: bots guess instead of asking."""
LATE = 0.75
"""After this share of the day they guess earlier,"""
FEW_LATE = 8
"""and at this many words."""
OFFERED = 6
"""How many questions a person with the floor can go through before guesses come."""
DULL = 0.25
"""How much better a question about letters has to divide the words than another one."""
SPLITS = 0.2
"""A question is worth asking if it rules out at least this share of the words."""


class Book:
    """The questions about some words, in one language. `own`: the owner's texts."""

    def __init__(self, words: Sequence[Word], language: str, own: Catalogue = OURS) -> None:
        table = own.texts("words/questions", language)
        self.words = {word.text: word for word in words}
        self.texts = tuple(self.words)
        self._bits = {text: 1 << place for place, text in enumerate(self.texts)}
        self.all = (1 << len(self.texts)) - 1
        self._is_it = str(table["is_it"])
        self.another = str(table["another"])
        """The text that a person with the floor sees besides the question on offer."""
        kinds: list[tuple[str, Callable[[Word], Truth]]] = [
            *((text, partial(_has, tag)) for tag, text in table["tag"].items()),
            *((text, partial(_is_of, key)) for key, text in table["category"].items()),
        ]
        initials = sorted({initial for word in words if (initial := _initial(word.text)).isalpha()})
        letters: list[tuple[str, Callable[[Word], Truth]]] = [
            (table["before"].format(letter=letter), partial(_is_before, letter)) for letter in initials[1:]
        ]
        self.questions = [
            question
            for is_dull, asked in ((False, kinds), (True, letters))
            for text, holds in asked
            if 0 < (question := self._question(text, holds, is_dull)).yes < self.all
        ]

    def _question(self, text: str, holds: Callable[[Word], Truth], is_dull: bool) -> Question:
        found: dict[Truth, int] = {"yes": 0, "no": 0, "maybe": 0}
        for place, word in enumerate(self.words.values()):
            found[holds(word)] |= 1 << place
        return Question(text, found["yes"], found["no"], is_dull=is_dull)

    def guess(self, word: str) -> Question:
        """The question whether it is this word."""
        bit = self._bits.get(word, 0)
        return Question(self._is_it.format(word=word), bit, self.all ^ bit, word)

    def bits(self, texts: Iterable[str]) -> int:
        """These words as bits; of those it knows."""
        found = 0
        for text in texts:
            found |= self._bits.get(text, 0)
        return found

    def listed(self, words: int) -> list[str]:
        """The words of these bits, in their order."""
        found = []
        while words:
            bit = words & -words
            found.append(self.texts[bit.bit_length() - 1])
            words ^= bit
        return found

    def truth(self, question: Question, word: str) -> Truth:
        """Whether the answer to a question is yes for this word."""
        bit = self._bits.get(word, 0)
        return "yes" if question.yes & bit else "no" if question.no & bit else "maybe"


def _has(tag: str, word: Word) -> Truth:
    return truth(word, tag)


def _is_of(category: str, word: Word) -> Truth:
    return "yes" if word.category == category else "maybe"


def _is_before(letter: str, word: Word) -> Truth:
    return "yes" if _initial(word.text) < letter else "no"


@lru_cache(8192)  # every evening asks it of all the words there are
def _initial(text: str) -> str:
    """The letter under which a dictionary lists it, without its accent."""
    return normalize("NFD", "".join(first_letters(text)[:1]))[:1]


class Memory:
    """What one seat knows. `word`: the magic word, if it was shown to it; `letters`: the first of each of its
    words; `pack`: the werewolves it knows; `friends`: players it knows to be villagers."""

    def __init__(self) -> None:
        self.role: Tile | None = None
        self.word = ""
        self.letters: list[str] = []
        self.pack: set[int] = set()
        self.friends: set[int] = set()

    @property
    def is_for_wolves(self) -> bool:
        """Whether it wins with the werewolves."""
        return self.role is not None and self.role.team == "werewolves"


class WordBots:
    """Answers for all seats, each from its own memory. Random choices come from `chance`; from `openly`, if
    it is given, come who asks next and when it and the Mayor speak. `words`: the public choice of words;
    `language`: of the questions; `book`: the questions about them, if ready; `day_s`: the length of a day at
    this table; `own`: the owner's folder; `hurry`: factor on thinking time. The answer to a public time is
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
    ) -> None:
        self.chance = chance
        self._openly = openly or chance
        self._book = book or Book(words, language, own)
        self._day_s = day_s
        self._hurry = hurry
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
        self._asked: list[str] = []
        self._named = 0
        """The words somebody has guessed already."""
        self._fit = Fit(len(self._book.texts))
        """How well each word fits the answers."""
        self._answers: list[tuple[Question, str]] = []
        """What was answered."""
        self._is_mayor_played = False
        """Whether the table plays the Mayor: a person may see things differently."""
        self._shown = ""
        """The word, once everybody has seen it."""
        self._last: Counter[int] = Counter()
        """The number of each seat's last question."""
        self._knowing: defaultdict[int, float] = defaultdict(float)
        """How much more likely a seat's questions are of somebody who knew the word, as a logarithm."""
        self._idle: defaultdict[int, float] = defaultdict(float)
        """How much they sounded as if it did not want the word found."""

    @property
    def asks(self) -> str:
        """The current question, for the board; empty: none that the table knows."""
        if not self._question:
            return ""
        return self._question.text + (f" {self._book.another}" if self._is_laid else "")

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

    def leavers(self, request: Leavers) -> Sequence[Any]:  # noqa: ARG002 - bots stay to the end
        return ()

    # Questions

    def _asks_next(self, request: Answering) -> Press | None:
        """The next seat to take the floor: roughly the one that has not asked for longest."""
        if not request.hearing:
            return None
        lot = self._openly.stream("questions")
        number = sum(self._last.values()) and max(self._last.values())
        patience = {
            seat.index: number - self._last[seat.index] + 2 * lot.random() for seat in request.hearing
        }
        asker = max(request.hearing, key=lambda seat: patience[seat.index])
        alone = self._mayor is None or len(request.hearing) + 1 >= len(self._memories)
        at_s = request.spent_s + lot.uniform(*(ASKS_S if alone else LEAVES_S))
        self._planned = asker.index, self._choose(asker.index, request.spent_s / self._day_s)
        return Press(asker, at_s)

    def _choose(self, seat: int, gone: float) -> Question:
        """What a seat asks when the share `gone` of the day is over."""
        me, lot = self._memory(seat), self._lot(seat)
        possible, shares = self._possible(me), self._fit.shares(self._fitting(me))
        open_ = [question for question in self._book.questions if question.text not in self._asked]
        if me.word and me.is_for_wolves:
            # It sounds like a question, and leads nowhere.
            useless = [
                one for one in open_ if self._book.truth(one, me.word) != "yes" and _spoils(one, possible)
            ]
            if useless:
                return lot.choice(useless)
            others = [word for word in self._unnamed(Memory(), self._book.all) if word != me.word]
            return self._book.guess(lot.choice(others or [me.word]))
        few = FEW_LATE if gone > LATE else FEW
        number = shares.whole
        splitting = self._splitting(open_, shares)
        if me.word and lot.random() > HIDES:
            true = [question for question in splitting if self._book.truth(question, me.word) == "yes"]
            if true and (number > few or lot.random() < 0.5):
                return lot.choice(sorted(true, key=shares.of)[:3])
        if number <= few or not splitting:
            unnamed = self._unnamed(me, possible)
            # A player who was shown the word prefers somebody else to say it.
            others = [word for word in unnamed if word != me.word]
            return self._book.guess(lot.choice((gone < LATE and others) or unnamed))
        return lot.choice(splitting[:3])

    def _splitting(self, questions: Sequence[Question], shares: Shares) -> list[Question]:
        """The questions worth asking, best divider first."""
        offs = [abs(shares.of(one) - 0.5) for one in questions]
        worth = [place for place, off in enumerate(offs) if off < 0.5 - SPLITS]
        worth.sort(key=lambda place: offs[place] + DULL * questions[place].is_dull)
        return [questions[place] for place in worth]

    def _laid_before(self, seat: int) -> Question:
        """What the table offers a person with the floor; each press brings the next: good questions, then
        guesses."""
        nobody = Memory()
        open_ = [question for question in self._book.questions if question.text not in self._asked]
        words = self._unnamed(nobody, self._possible(nobody))[:OFFERED]
        guesses = [self._book.guess(word) for word in words]
        laid = [*self._splitting(open_, self._fit.shares(self._fitting(nobody)))[:OFFERED], *guesses]
        return laid[(self._turns[seat] - 1) % len(laid)]

    def _fitting(self, me: Memory) -> int:
        """The words that nobody has guessed, with the letters a seat was shown; as far as there are any."""
        left = self._book.all & ~self._named or self._book.all
        if not me.letters:
            return left
        fits = self._book.bits(text for text in self._book.texts if first_letters(text) == me.letters)
        return left & fits or fits or left

    def _possible(self, me: Memory) -> int:
        """The words that fit the answers best, as bits."""
        return self._fit.best(self._fitting(me))

    def _unnamed(self, me: Memory, among: int) -> list[str]:
        """Those among these that fit best, and that nobody has guessed."""
        fitting = self._fitting(me)
        return self._book.listed(self._fit.best(among & fitting or fitting))

    # Answers

    def _answer(self, mayor: int, request: Answering) -> Token:
        """MG-24: a Mayor answers truthfully; a werewolf does not always, but must say 'correct'."""
        me, lot, question, choices = self._memory(mayor), self._lot(mayor), self._question, request.choices
        assert question is not None
        if question.guess and question.guess == me.word and "correct" in choices:
            return "correct"
        if question.guess:
            is_close = "so_close" in choices and not me.is_for_wolves and self._is_close(question, me)
            return "so_close" if is_close else "no"
        true = self._book.truth(question, me.word)
        lies = me.is_for_wolves and request.spent_s > LIES_FROM * self._day_s and lot.random() < LIES[true]
        if lies:
            return "no" if true == "yes" else "yes"
        if true == "maybe" and "maybe" in choices and lot.random() < WAVERS:
            return "maybe"
        return "yes" if true == "yes" else "no"

    def _is_close(self, question: Question, me: Memory) -> bool:
        """Whether a wrong word is nearly right: from the same list, with mostly the same tags."""
        named, word = self._book.words.get(question.guess or ""), self._book.words.get(me.word)
        if not named or not word or named is word or named.category != word.category:
            return False
        return len(named.tags & word.tags) >= max(3, len(named.tags | word.tags) - 1)

    def _learn(self, token: Token) -> None:
        """Everybody has heard question and answer."""
        question, floor = self._question, self._floor
        self._floor = self._question = self._planned = None
        self._turns.clear()
        if question is None or floor is None:
            return
        share = self._fit.shares(self._fitting(Memory())).of(question)
        self._asked.append(question.text)
        if question.guess:
            self._named |= question.yes
        self._last[floor] = len(self._asked)
        self._idle[floor] += 0.5 - min(share, 1 - share)
        is_yes = token in ("yes", "correct", "so_close")
        if is_yes:
            self._idle[floor] -= 1 - share
        if question.guess:
            return
        self._knowing[floor] += log(HIDES + (1 - HIDES) / share if is_yes and share else HIDES)
        self._answers.append((question, token))
        unknown = self._book.all & ~question.yes & ~question.no
        for true, words in (("yes", question.yes), ("no", question.no), ("maybe", unknown)):
            if (token, true) in CONTRADICT:
                self._fit.punish(words)

    # Whom one suspects

    def _picks(self, choices: Mapping[Any, Sequence[Any]]) -> dict[Any, Any]:
        """MG-18: each wolf names another player among those who seemed to know the word."""
        lot = self.chance.stream("pack")
        named: dict[Any, Any] = {}
        for wolf, menu in choices.items():
            free = [other for other in menu if other not in named.values()] or menu
            named[wolf] = max(free, key=lambda other: self._knowing[other.index] + PICKS * lot.random())
        return named

    def _suspicion(self, seat: int, other: int) -> float:
        """How much a seat suspects another to be a werewolf, or wants them to be suspected."""
        me, lot = self._memory(seat), self._lot(seat)
        blame = self._idle[other] + 0.7 * lot.random()
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
        truths = [(token, self._book.truth(question, self._shown)) for question, token in self._answers]
        return float(sum(one in (("yes", "no"), ("no", "yes")) for one in truths))

    def _memory(self, seat: int) -> Memory:
        return self._memories.setdefault(seat, Memory())

    def _lot(self, seat: int, chance: Chance | None = None) -> Random:
        """This seat's own random stream: nobody's secrets affect another's luck, nor its own by day."""
        return (chance or self.chance).stream(f"seat {seat} by {'night' if self._asleep else 'day'}")


def _spoils(question: Question, possible: int) -> bool:
    """Whether a question rules out next to nothing."""
    return (question.yes & possible).bit_count() < SPLITS * possible.bit_count()
