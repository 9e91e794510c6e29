"""What the rules make of a scenario file: a round played from its answers, with no hardware and no clock."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import deepcopy
from pathlib import Path
from typing import Any, NoReturn

import msgspec

from table.answers import BALLOT, SEAT, UNDECIDED, Form, ballots, seats, written
from table.chance import Chance
from table.errors import RefusedError, UnreadableError
from table.play import Answerer, play
from table.requests import Ask, Clock, Draw, Leavers, Press, Say, Show, Sleep, Vote, Wake
from table.werewolf import events
from table.werewolf.deck import check_deck, named
from table.werewolf.options import Options, read_options
from table.werewolf.pieces import Card
from table.werewolf.rulebook import Rulebook
from table.werewolf.rulebooks import RULEBOOKS
from table.werewolf.script import play_round
from table.werewolf.state import Game, Seat

KEYS = ("rulebook", "seats", "cards", "centre", "seed", "options", "turns")
LEFT: dict[str, Form] = {"left": seats()}
AFTER_A_DEATH: dict[str, Form] = {"hunter": SEAT, "successor": SEAT}
BY_DAY: dict[str, Form] = {
    "election": BALLOT,
    "election_revote": BALLOT,
    "vote": BALLOT,
    "revotes": ballots,
    "captain_choice": SEAT,
}
PHASES = ("night", "dawn", "day")
DEEPEST = 8
"""So many lists and tables within each other are more than any scenario needs."""


class Turn(msgspec.Struct):
    """The answers of one moment of a round."""

    at: str
    answers: dict[str, Any]

    @property
    def order(self) -> int:
        """Later turns have greater numbers; day 0 comes before night 1."""
        return moment_order(self.at)


class Scenario(msgspec.Struct):
    """A file that has been read and whose form is right."""

    rulebook: Rulebook
    names: list[str]
    cards: list[Card]
    centre: list[Card]
    seed: int
    options: Options
    turns: list[Turn]
    warnings: list[str]
    forms: dict[str, dict[str, Form]]

    def game(self) -> Game:
        """The table before the first night."""
        return Game(
            self.rulebook.with_deck([*self.cards, *self.centre]),
            self.names,
            self.cards,
            self.centre,
            self.options,
        )


class Waiting(Exception):  # noqa: N818 - not an error: the file simply ends here
    """The file ends before the round does."""

    def __init__(self, at: str, ask: str | None, names: Sequence[str] = ()) -> None:
        super().__init__(at, ask)
        self.report = {"at": at, "ask": ask} | ({"seats": list(names)} if ask else {})


def forms_of(rulebook: Rulebook) -> dict[str, dict[str, Form]]:
    """The keys of a night's, a dawn's and a day's turn, in the order in which they are asked."""
    calls: dict[str, Form] = {call.key: call.answer for call in rulebook.calls if call.answer}
    stand = {"candidates": seats()} if rulebook.candidates else {}
    return {"night": LEFT | calls, "dawn": AFTER_A_DEATH | LEFT, "day": LEFT | stand | BY_DAY | AFTER_A_DEATH}


def moment_order(moment: str) -> int:
    phase, number = moment.split()
    return 3 * int(number) + PHASES.index(phase)


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """Whatever is refused in here is said with the name of its file."""
    try:
        yield
    except RefusedError as refused:
        raise RefusedError(f"{path}: {refused}") from None


def referee(path: Path, rulebooks: Mapping[str, Rulebook] = RULEBOOKS) -> dict[str, Any]:
    """Plays the file and returns the whole output. Raises `UnreadableError` with one sentence naming the
    file, the turn, the key and what is allowed there."""
    with naming(path):
        return judge(read_scenario(path, rulebooks))


def judge(
    scenario: Scenario, through: Callable[[FromFile], Answerer] = lambda answers: answers
) -> dict[str, Any]:
    """What the rules make of a scenario. `through`: a table the answers have to go through on their way."""
    game = scenario.game()
    answers = FromFile(scenario)
    waiting: dict[str, Any] | None = None
    over: events.RoundOver | None = None
    try:
        over = play(play_round(game), through(answers))
        answers.finish()
    except Waiting as stop:
        waiting = stop.report
    return {
        "state": "over" if over else "waiting",
        "waiting_for": waiting,
        "warnings": scenario.warnings,
        "winner": over.winner if over else None,
        "winners": [seat.name for seat in over.winners] if over else [],
        "alive": [seat.name for seat in game.alive],
        "captain": game.captain.name if game.captain and game.captain.alive else None,
        "deaths": answers.deaths,
        "natures": {seat.name: seat.nature for seat in game.seats},
        "cards": {seat.name: seat.card.key for seat in game.seats},
        "shown": answers.shown,
        "public": answers.public,
    }


# Reading the file


def read_scenario(path: Path, rulebooks: Mapping[str, Rulebook] = RULEBOOKS) -> Scenario:
    """A scenario whose form, options, deck and turns are right so far as one can tell without playing it."""
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except tomllib.TOMLDecodeError as error:
        raise UnreadableError(f"{path}: not TOML: {error}") from None
    except UnicodeDecodeError as error:
        raise UnreadableError(f"{path}: not UTF-8 at byte {error.start}") from None
    except OSError as error:
        raise UnreadableError(f"{path}: cannot be read: {error.strerror}") from None
    except (RecursionError, ValueError):
        raise UnreadableError(f"{path}: not TOML: a number too long, or too much nested") from None
    for key, value in raw.items():
        if key not in KEYS:
            raise RefusedError(f"{written(key)} is not a key of a scenario; allowed: {', '.join(KEYS)}")
        if not _within_reach(value):
            raise RefusedError(
                f"{key}: a number too great, or too much nested; "
                f"allowed: numbers of 64 bits, at most {DEEPEST} lists and tables within each other"
            )
    rulebook = rulebooks.get(str(raw.get("rulebook")))
    if rulebook is None:
        raise RefusedError(f"rulebook: {_given(raw, 'rulebook')}; allowed: {', '.join(rulebooks)}")
    options = raw.get("options", {})
    if not isinstance(options, dict):
        raise RefusedError(f"options: {written(options)}; allowed: a table option = value")
    read = read_options(rulebook.key, rulebook.options, options)
    seed = raw.get("seed", 0)
    if type(seed) is not int:
        raise RefusedError(f"seed: {written(seed)}; allowed: a whole number")
    names = _seats(raw)
    cards, centre = _cards(rulebook, raw, names)
    warnings = check_deck(rulebook, [*cards, *centre])
    forms = forms_of(rulebook)
    return Scenario(rulebook, names, cards, centre, seed, read, _turns(forms, raw, names), warnings, forms)


def _within_reach(value: Any, depth: int = DEEPEST) -> bool:
    """Whether a value is one that TOML promises to keep, and that a sentence can tell."""
    if isinstance(value, int):
        return -(2**63) <= value < 2**63
    if isinstance(value, dict | list):
        inside = value.values() if isinstance(value, dict) else value
        return depth > 0 and all(_within_reach(one, depth - 1) for one in inside)
    return True


def _given(table: Mapping[str, Any], key: str) -> str:
    """What stands under a key."""
    return written(table[key]) if key in table else "nothing"


def _seats(file: Mapping[str, Any]) -> list[str]:
    raw = file.get("seats")
    if not isinstance(raw, list) or not all(isinstance(name, str) and name.strip() for name in raw):
        raise RefusedError(f"seats: {_given(file, 'seats')}; allowed: a list of names, clockwise")
    for name in raw:
        if raw.count(name) > 1:
            raise RefusedError(
                f"seats: {written(name)} sits there {raw.count(name)} times; allowed: each name once"
            )
    return raw


def _cards(rulebook: Rulebook, raw: Mapping[str, Any], names: Sequence[str]) -> tuple[list[Card], list[Card]]:
    laid = {key: raw.get(key, []) for key in ("cards", "centre")}
    for key, keys in laid.items():
        if not isinstance(keys, list):
            raise RefusedError(f"{key}: {written(keys)}; allowed: a list of role keys")
    cards = [named(rulebook, key, "cards") for key in laid["cards"]]
    centre = [named(rulebook, key, "centre") for key in laid["centre"]]
    if len(cards) != len(names):
        raise RefusedError(f"cards: {len(cards)} cards; allowed: {len(names)}, one for each seat")
    wanted = max((card.centre for card in (*cards, *centre)), default=0)
    if len(centre) != wanted:
        why = "two cards with the thief in play" if wanted else "none without a thief in play"
        raise RefusedError(f"centre: {len(centre)} cards; allowed: {why}")
    return cards, centre


def _turns(
    forms: Mapping[str, Mapping[str, Form]], raw: Mapping[str, Any], names: Sequence[str]
) -> list[Turn]:
    given = raw.get("turns", [])
    if not isinstance(given, list) or not all(isinstance(turn, dict) for turn in given):
        raise RefusedError(f"turns: {written(given)}; allowed: tables [[turns]], each with its at")
    turns: list[Turn] = []
    for number, table in enumerate(given, 1):
        at = table.get("at")
        if not isinstance(at, str) or not re.fullmatch(r"(night|dawn|day) (0|[1-9][0-9]{0,3})", at):
            raise RefusedError(
                f'turn {number}: at = {_given(table, "at")}; allowed: "night N", "dawn N", "day N"'
            )
        turn = Turn(at, {})
        if turn.order < 2:
            raise RefusedError(f'turn {number}: at = "{at}"; allowed: the first are "day 0" and "night 1"')
        if turns and turn.order <= turns[-1].order:
            raise RefusedError(
                f'turn {number}: "{at}" after "{turns[-1].at}"; allowed: turns in the order of the game'
            )
        allowed = forms[at.split()[0]]
        for key, value in table.items():
            if key == "at":
                continue
            empty = value is False or value in ({}, [])
            known = (allowed, *(forms_of(book)[at.split()[0]] for book in RULEBOOKS.values()))
            if empty and any(key in keys for keys in known):
                continue
            if key not in allowed:
                raise RefusedError(f"{at}: {written(key)} is not a key there; allowed: {', '.join(allowed)}")
            if wanted := allowed[key](value, names):
                raise RefusedError(f"{at}: {key} = {written(value)}; allowed: {wanted}")
            turn.answers[key] = dict(value) if isinstance(value, dict) else value
        turns.append(turn)
    return turns


# Answering from it


class FromFile:
    """Answers a round from a scenario, and writes down what was shown and what was public."""

    def __init__(self, scenario: Scenario) -> None:
        self.chance = Chance(scenario.seed)
        self.forms = scenario.forms
        self.later = deepcopy(scenario.turns)
        self.turn = Turn("night 1", {})
        self.asked: list[str] = []
        self.deaths: list[dict[str, Any]] = []
        self.shown: list[dict[str, Any]] = []
        self.public: list[dict[str, Any]] = []

    def ask(self, request: Ask) -> Sequence[Any]:
        key, _, part = request.key.partition(".")
        answer = self._take(key, part)
        if answer is None:
            if request.demanded:
                self._missing(request)
            return ()
        named = answer if isinstance(answer, list) else [answer]
        chosen = [self._chosen(one, request.choices, f"{request.key} =") for one in named]
        wanted = min(request.count, len(request.choices))
        if len(chosen) > wanted or (request.demanded and len(chosen) < wanted):
            raise RefusedError(
                f"{self.turn.at}: {request.key} = {written(answer)}; allowed: {wanted} of "
                f"{_list(request.choices)}"
            )
        return chosen

    def vote(self, request: Vote) -> dict[Any, Any]:
        key, _, part = request.key.partition(".")
        choices = request.choices
        answer = self.turn.answers.get(key) if part else self._take(key)
        if part == "awake":
            return self._awake(key, answer, choices)
        if key == "revotes" and answer:
            answer, *rest = answer
            if rest:
                self.turn.answers[key] = rest
        if not answer or answer == UNDECIDED:
            return {}
        if isinstance(answer, str):
            everybody = {seat: None for menu in choices.values() for seat in menu}
            named = self._chosen(answer, sorted(everybody, key=lambda seat: seat.index), f"{key} =")
            return {voter: named for voter, menu in choices.items() if named in menu}
        place = f"{key} =" if isinstance(answer, list) else f"{key}: voter"
        for voter in answer:
            self._chosen(voter, list(choices), place)
        if isinstance(answer, list):
            return {voter: True for voter in choices if voter.name in answer}
        return {
            voter: self._chosen(answer[voter.name], menu, f"{key}: {voter.name} =")
            for voter, menu in choices.items()
            if voter.name in answer
        }

    def _awake(self, key: str, answer: Any, choices: Mapping[Any, Any]) -> dict[Any, Any]:
        """LG-54: all of the pack are awake if it answers as one, else those who stand in its table."""
        if isinstance(answer, dict):
            for voter in answer:
                self._chosen(voter, list(choices), f"{key}: voter")
            return {voter: True for voter in choices if voter.name in answer}
        return dict.fromkeys(choices, True) if answer else {}

    def show(self, request: Show) -> None:
        entry = {"at": self.turn.at, "to": [seat.name for seat in request.to], "what": request.what}
        if request.seat:
            entry["seat"] = request.seat.name
        if request.value is not None:
            entry["value"] = plain(request.value)
        self.shown.append(entry)

    def say(self, request: Say) -> None:
        event = request.event
        if isinstance(event, events.Nightfall | events.Dawn | events.Day):
            self._enter(event.moment)
        elif isinstance(event, events.Death):
            self.deaths.append(
                {
                    "at": self.turn.at,
                    "seat": event.seat.name,
                    "card": event.seat.card.key,
                    "cause": event.cause,
                    "told": event.told,
                }
            )
        elif type(event) in TOLD_IN_FULL:
            name, told = TOLD_IN_FULL[type(event)]
            facts = {field: plain(getattr(event, field)) for field in told}
            self.public.append({"at": self.turn.at, "event": name} | facts)

    def wake(self, request: Wake) -> None:
        pass

    def sleep(self, request: Sleep) -> None:
        pass

    def draw(self, request: Draw) -> Sequence[Any]:
        return self.chance.draw(request.stream, request.choices, request.count)

    def clock(self, request: Clock) -> Press | None:  # noqa: ARG002 - a file has no clock
        return None

    def leavers(self, request: Leavers) -> Sequence[Any]:
        left = self._take("left") or []
        gone = [self._chosen(name, request.seats, "left =") for name in left]
        return sorted(gone, key=lambda seat: seat.index)

    def finish(self) -> None:
        """The round is over: nothing may be left in the file."""
        self._close()
        if self.later:
            raise RefusedError(
                f"{self.later[0].at}: the round is over since {self.turn.at}; allowed: no turn"
            )

    def _enter(self, moment: str) -> None:
        self._close()
        if not self.later:
            raise Waiting(moment, None)
        ahead = self.later[0].order - moment_order(moment)
        if ahead < 0:
            raise RefusedError(f"{self.later[0].at}: there is no such turn in this round; allowed: {moment}")
        self.turn = Turn(moment, {}) if ahead else self.later.pop(0)

    def _close(self) -> None:
        self._refuse(list(self.turn.answers))
        self.asked = []

    def _refuse(self, keys: Sequence[str]) -> None:
        """Nothing may stand under these keys of this turn any more."""
        for key in keys:
            if key in self.turn.answers:
                again = " again" if key in self.asked else ""
                asked = ", ".join(dict.fromkeys(self.asked)) or "nothing"
                value = written(self.turn.answers[key])
                raise RefusedError(
                    f"{self.turn.at}: {key} = {value} was not asked{again}; asked there: {asked}"
                )

    def _refuse_past(self, awaited: str) -> None:
        """What stands before the awaited key was never asked, unless somebody's leaving may bring it yet."""
        phase = self.turn.at.split()[0]
        all_have_left = "vote" in self.asked if phase == "day" else "left" not in self.turn.answers
        if all_have_left:
            order = list(self.forms[phase])
            self._refuse(order[: order.index(awaited)])

    def _take(self, key: str, part: str = "") -> Any:
        """The answer of this turn to what is asked now, or None."""
        self.asked.append(f"{key}.{part}" if part else key)
        if not part:
            return self.turn.answers.pop(key, None)
        table = self.turn.answers.get(key)
        if table is None:
            return None
        answer = table.pop(part, None)
        if not table:
            del self.turn.answers[key]
        return answer

    def _missing(self, request: Ask) -> NoReturn:
        if not self.later:
            self._refuse_past(request.key)
            raise Waiting(self.turn.at, request.key, [request.seat.name])
        raise RefusedError(
            f"{self.turn.at}: {request.key} is missing, and {request.seat.name} must answer before "
            f"{self.later[0].at}; allowed: {_list(request.choices)}"
        )

    def _chosen(self, name: str, choices: Sequence[Any], place: str) -> Any:
        for choice in choices:
            if name == plain(choice):
                return choice
        raise RefusedError(
            f"{self.turn.at}: {place} {written(name)} is not among the choices; allowed: {_list(choices)}"
        )


TOLD_IN_FULL: dict[type, tuple[str, tuple[str, ...]]] = {
    events.Captain: ("captain", ("seat", "by")),
    events.Tie: ("tie", ("of", "seats")),
    events.Lot: ("lot", ("of", "seat")),
    events.Ballots: ("ballots", ("of", "votes")),
    events.NoDeath: ("no_death", ("of",)),
    events.BearGrowls: ("bear_growls", ()),
    events.PowersLost: ("powers_lost", ()),
    events.HouseBurnt: ("house_burnt", ("seat",)),
    events.VotesAgainst: ("votes_against", ("seat",)),
    events.NatureShown: ("nature", ("seat", "value")),
    events.Stalemate: ("stalemate", ()),
}
"""The public events of the output, how it names them, and what of them it tells."""


def plain(value: Any) -> Any:
    """A seat as its name, a card as its key, and whatever holds them likewise."""
    if isinstance(value, Seat):
        return value.name
    if isinstance(value, Card):
        return value.key
    if isinstance(value, dict):
        return {plain(key): plain(one) for key, one in value.items()}
    return [plain(one) for one in value] if isinstance(value, list | tuple) else value


def _list(choices: Sequence[Any]) -> str:
    return ", ".join(plain(choice) for choice in choices) or "nobody"
