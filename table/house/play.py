"""Watches the rules of house roles while a round is played (BO-39).

A step is what a rule does until its next word, or until it returns. If it fails in any way the role is out of
the round, which is run again to that step with the answers that there are (`table.engine.broken`).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from functools import partial, wraps
from inspect import isfunction
from pathlib import Path
from types import coroutine
from typing import Any

from table.engine.answers import SEAT, written
from table.engine.broken import RoleFailedError
from table.engine.requests import Ask, Draw, Request, Say, Show, Vote
from table.games.werewolf.rules import pieces, signs
from table.games.werewolf.rules.news import News
from table.games.werewolf.rules.pieces import NATURES, Call, Elimination, Game, Seat, Token, Win
from table.house import ANSWERS, TOLD_OF, MistakeError, Role
from table.house.limits import CANCELLED, REPLAY_S, RULE_S, HangMark, Limits, TooLongError

WORDS_AT_MOST = 200
"""Words a rule may say each time it is called, at most."""
CHOICES_AT_MOST = 1000
"""Choices of one draw, at most."""

NATURAL = tuple(dict.fromkeys(NATURES.values()))
OUT: Any = object()
"""Result of a step of a role that is out of the round."""


class NightSeen:
    """What a `when=` may read of a game. Everybody hears which calls are held, so nothing else may decide
    it."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __getattr__(self, name: str) -> Any:
        raise MistakeError(f"when= looks at game.{name}, and everybody hears the call; allowed: game.number")


class RoleWatch:
    """Replaces the rules of one role by ones that run step by step. `running`: the mark of its file; `hung`:
    how the file ended the process before: then only steps that finished before are run."""

    def __init__(self, role: Role, limits: Limits, running: HangMark | None, hung: HangMark | None) -> None:
        self._role = role
        self._limits = limits
        self._running = running
        self._hung = hung
        self._slow: set[str] = set()
        """Rules that took too long: this process does not run them again."""
        for call in role.calls:
            call.wakes = self._watch_look(call.wakes, (), _as_awake)
            call.when = call.when and self._watch_when(call, call.when)
            call.victory = call.victory and self._watch_look(call.victory, None, self._own_win)
            call.alone = call.alone and self._watch_ask(call.alone, partial(_by_night, role, call))
            call.together = call.together and self._watch_ask(call.together, partial(_by_night, role, call))
        for piece in role.reactions:
            piece.aftermath = piece.aftermath and self._watch_ask(
                piece.aftermath, brought=self._brought, otherwise=()
            )
        for token in role.tokens:
            token.spares = token.spares and self._watch_look(token.spares, False, self._averted)
        for piece in (role.card, *role.tokens):
            piece.will = piece.will and self._watch_ask(piece.will, partial(_last_will, role))
        for time in role.covered_times:
            time.may = time.may and self._watch_look(time.may, False, lambda said, *_: bool(said))
            time.rule = self._watch_ask(time.rule, partial(_in_covered_time, role))
        if taken := role.card.taken:
            role.card.taken = self._watch_look(taken, None)
        if loves := role.card.loves:
            role.card.in_love = self._watch_look(loves, None, called=lambda _, seat: loves(seat))
        role.at_dawn, role.after_dawn, role.before_vote, role.known = (
            tuple(each._replace(rule=self._watch_ask(each.rule)) for each in printed)
            for printed in (role.at_dawn, role.after_dawn, role.before_vote, role.known)
        )
        role.at_tie = tuple(
            each._replace(rule=self._watch_ask(each.rule, brought=self._fallen)) for each in role.at_tie
        )
        self._takes = {_name(time.rule) for time in role.before_turning}
        self._asks_again = {_name(time.rule) for time in role.after_vote} | {
            _name(printed.rule) for printed in role.before_vote
        }
        role.victories = tuple(self._watch_look(rule, None, self._own_win) for rule in role.victories)

    def _step(self, part: str, rule: Callable[..., Any], game: Game, work: Callable[[], Any]) -> Any:
        """Runs the next step of a rule; OUT if the role is out of the round. `part`: what is out if it fails.
        Raises `RoleFailedError`."""
        broken, name, role = game.broken, _name(rule), self._role
        if role.card not in game.deck:
            return OUT
        if not broken.runs(part):
            if part in broken.known and not self._hung and not role.faults:
                self._blame(f"{role.path}: {broken.known[part][1]}: was broken off before a cut")
            return OUT
        is_recalled = broken.recalls or broken.replays
        hung = self._hung
        if (hung and hung.recalled) or (not is_recalled and (hung or name in self._slow)):
            broken.break_off(part, name)
            return OUT

        held, again = [seat.card for seat in game.seats], game.votes_again

        def whole() -> Any:
            result = work()
            _check_left(game)
            if name not in self._takes and [seat.card for seat in game.seats] != held:
                raise MistakeError("takes a card; allowed: only before_turning, the card of the condemned")
            if name not in self._asks_again and game.votes_again != again:
                raise MistakeError("has the village vote again; allowed: only in before_vote and after_vote")
            return result

        try:
            return self._run(name, is_recalled, whole)
        except CANCELLED:
            raise
        except BaseException as error:
            if isinstance(error, TooLongError):
                self._slow.add(name)
            self._blame(sentence(role.path, error, rule))
            broken.break_off(part, name)
            raise RoleFailedError from None

    def _run(self, name: str, is_recalled: bool, work: Callable[[], Any]) -> Any:
        file = self._running
        mark = file and HangMark(file.path, file.digest, name, is_recalled)
        return self._limits.run(work, mark, REPLAY_S if is_recalled else RULE_S)

    def _blame(self, fault: str) -> None:
        """Keeps a fault until nothing is secret any more."""
        if fault not in self._role.faults:
            self._role.faults.append(fault)

    def _watch_look(
        self,
        rule: Callable[..., Any],
        otherwise: Any,
        check: Callable[..., Any] = lambda result, *_: result,
        called: Callable[..., Any] | None = None,
    ) -> Any:
        """Wraps a rule that asks nothing. `otherwise`: the result without the role; `check`: validates its
        result."""
        run = called or rule

        @wraps(rule)
        def watched(game: Game, *given: Any) -> Any:
            said = self._step(self._role.card.key, rule, game, lambda: check(run(game, *given), game, *given))
            return otherwise if said is OUT else said

        return watched

    def _watch_when(self, call: Call, rule: Callable[[Any], bool]) -> Callable[[Game], bool]:
        """Wraps a rule that says in which nights a call is held.

        The call stays when its role is out: the loss may be a secret, and everybody hears which calls are
        held. If this rule fails there is nothing to undo.
        """

        @wraps(rule)
        def watched(game: Game) -> bool:
            with suppress(RoleFailedError):
                said = self._step(f"when {call.key}", rule, game, lambda: bool(rule(NightSeen(game.number))))
                return said is not OUT and said
            return False

        return watched

    def _watch_ask(
        self,
        rule: Callable[..., Any],
        watching: Callable[[Game, Any], Callable[[Request], Any]] | None = None,
        brought: Callable[[Any, Game], Any] = lambda result, _: result,
        otherwise: Any = None,
    ) -> Any:
        """Wraps a rule that asks. `watching`: returns a check that refuses a word not allowed here, or
        answers one without choices; `brought`: validates what the rule returns.

        Its draws have random streams of their own, so that secret draws shift no public ones.
        """
        role = self._role

        @wraps(rule)
        @coroutine
        def watched(game: Game, *given: Any) -> Generator[Request, Any, Any]:
            allowed = watching(game, *given) if watching else partial(_by_day, role, game)
            words: Any = None
            answer: Any = None
            said = 0

            def go_on() -> tuple[Request | None, Any]:
                """Runs the rule to its next word; returns it, with its answer if nobody is asked. At the end
                returns None and the rule's result."""
                nonlocal words, said
                words = words or rule(game, *given)
                try:
                    word = words.send(answer)
                except StopIteration as end:
                    return None, brought(end.value, game)
                said += 1
                if said > WORDS_AT_MOST:
                    raise MistakeError(f"has no end; allowed: {WORDS_AT_MOST} words at a time")
                known = allowed(word)
                if isinstance(word, Draw):
                    stream = f"house/{role.card.key}/{_name(rule)}/{word.stream}"
                    word = Draw(stream, tuple(word.choices), word.count)
                return word, known

            try:
                while True:
                    step = self._step(role.card.key, rule, game, go_on)
                    if step is OUT:
                        return otherwise
                    request, answer = step
                    if request is None:
                        return answer
                    if answer is None:
                        answer = yield request
            finally:
                if words is not None and words.cr_frame:
                    with suppress(Exception, TooLongError):
                        self._run(_name(rule), game.broken.recalls, words.close)

        return watched

    def _brought(self, result: Any, game: Game) -> Any:
        """Validates what a death brings: public deaths, a victory, or nothing."""
        if isinstance(result, Win):
            return self._own_win(result, game)
        causes = [doom.cause for doom in self._role.dooms if doom.told]
        deaths = [] if result is None else list(result)
        if not all(
            isinstance(death, Elimination) and death.seat in game.alive and death.cause in causes
            for death in deaths
        ) or len({death.seat for death in deaths}) < len(deaths):
            raise MistakeError(
                "brings what is not an Elimination of somebody alive by a doom of its own that is told; "
                f"allowed: {', '.join(causes) or 'none, for it has no Doom(..., told=True)'}"
            )
        return deaths

    def _averted(self, said: Any, game: Game, *_: Any) -> bool | News:
        """Validates what averts a death: yes or no, or news of its own card."""
        if isinstance(said, News):
            _check_own_news(self._role, said, game)
            return said
        return bool(said)

    def _fallen(self, result: Any, game: Game) -> Elimination | None:
        """Validates whom a tie eliminates."""
        deaths = self._brought([] if result is None else [result], game)
        return None if isinstance(deaths, Win) or not deaths else deaths[0]

    def _own_win(self, win: Any, game: Game) -> Win | None:
        if not win:
            return None
        card = self._role.card
        is_own = card.group == "solitary" and isinstance(win, Win) and win.camp == card.key
        if not is_own or not all(seat in game.seats for seat in win.seats):
            raise MistakeError(f'wins for others; allowed: a solitary card\'s own Win("{card.key}", seats)')
        return Win(card.key, tuple(win.seats))


def sentence(path: Path, error: BaseException, rule: Callable[..., Any] | None = None) -> str:
    """Describes an error in a file: its line, the rule and the reason. Without a rule: while it was read.
    During a round only names are given: values may be secrets."""
    line = _line_of_error(error, path) or (rule.__code__.co_firstlineno if isfunction(rule) else None)
    place = f"{path}, line {line}" if line else str(path)
    name = f"{_name(rule)}: " if rule else ""
    return f"{place}: {name}{_reason(error, in_play=rule is not None)}"


def _name(rule: Callable[..., Any]) -> str:
    return str(getattr(rule, "__name__", type(rule).__name__))


def _line_of_error(error: BaseException, path: Path) -> int | None:
    if isinstance(error, MistakeError | SyntaxError) and (
        line := getattr(error, "line", None) or getattr(error, "lineno", None)
    ):
        return int(line)
    line, trace = None, error.__traceback__
    while trace:
        if trace.tb_frame.f_code.co_filename == str(path):
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def _reason(error: BaseException, in_play: bool) -> str:
    match error:
        case MistakeError():
            return str(error)
        case TooLongError(limit_s=limit_s):
            return f"does not come to an end; allowed: {limit_s:g} s"
        case SyntaxError(msg=msg):
            return f"not Python: {msg}"
        case OSError(strerror=strerror):
            return f"cannot be read: {strerror}"
        case UnicodeDecodeError(start=start):
            return f"not UTF-8 at byte {start}"
    kind = type(error).__name__
    is_told = not in_play or isinstance(error, NameError | AttributeError | TypeError)
    # A class of an owner's could define its own text, which would be an unwatched rule too.
    is_plain = type(error).__module__ == "builtins" and all(type(one) is str for one in error.args)
    return f"{kind}: {' '.join(str(error).split())}" if is_told and is_plain and str(error) else kind


# What a rule may say, leave and return


def _check_left(game: Game) -> None:
    """Checks what a rule may change: tokens and natures."""
    for seat in game.seats:
        if seat.nature not in NATURAL:
            raise MistakeError(f"makes somebody what there is not; allowed as a nature: {', '.join(NATURAL)}")
        if type(seat.tokens) is not list or not all(_is_token(one, game) for one in seat.tokens):
            raise MistakeError("leaves what is no token on a seat; allowed: tokens, by game.lay()")


def _is_token(one: Any, game: Game) -> bool:
    return (
        isinstance(one, Token)
        and isinstance(one.votes, int)
        and isinstance(one.mutes, bool)
        and isinstance(one.into, Token | None)
        and (one.aftermath is None or one in game.rulebook.reactions)
    )


def _as_awake(seats: Any, game: Game) -> Sequence[Seat]:
    if not isinstance(seats, list | tuple) or not all(one in game.alive for one in seats):
        raise MistakeError("wakes what is no list of living seats; allowed: some of game.alive")
    return list(dict.fromkeys(seats))


def _by_night(role: Role, call: Call, game: Game, called: Seat | Sequence[Seat]) -> Callable[[Request], Any]:
    """Allows what a role may do in its own call: one question to those called, messages and draws.

    A player without choices is not asked.
    """
    asked = False
    awake = [called] if isinstance(called, Seat) else called

    def check_awake(seats: Sequence[Any], does: str) -> None:
        if any(seat not in awake for seat in seats):
            raise MistakeError(f"{does} somebody who sleeps; allowed: those whom its call wakes")

    def question(by: Any) -> None:
        nonlocal asked
        if asked:
            raise MistakeError(
                "asks again; allowed: one question a night, for its call has one time to answer"
            )
        if not isinstance(by, int | float) or not 0 < by <= 1:
            raise MistakeError(f"asks by={written(by)}; allowed: more than 0, up to 1")
        asked = True

    def allowed(request: Request) -> Any:
        match request:
            case Ask(key=key) | Vote(key=key) if key != call.key:
                raise MistakeError(f"asks for {written(key)}; allowed: {written(call.key)}, its own key")
            case Ask() | Vote() if call.answer is None:
                raise MistakeError(f"asks, and its call says no answer=; allowed: {ANSWERS}")
            case Ask(seat=seat, choices=choices, count=count, by=by):
                check_awake([seat], "asks")
                _check_choices(choices, game)
                if type(count) is not int or count < 1:
                    raise MistakeError(f"asks for {written(count)} choices; allowed: a whole number from 1")
                return question(by) if choices else ()
            case Vote(choices=menus, by=by):
                check_awake(list(menus), "asks")
                if call.answer is not SEAT or not all(
                    isinstance(choices, list | tuple) and all(one in game.seats for one in choices)
                    for choices in menus.values()
                ):
                    raise MistakeError("votes on what is no seat; allowed: menus of seats, with answer=SEAT")
                return question(by) if any(menus.values()) else {}
            case Show(to=to):
                check_awake(to, "shows something to")
                return _check_message(request, game)
            case Say():
                raise MistakeError(
                    "uses say() in the night; allowed: to say it at dawn, by day or after a death"
                )
        return _by_day(role, game, request)

    return allowed


def _by_day(role: Role, game: Game, request: Request) -> None:
    """Allows what a role may do outside its call: draw and tell its own news. By day everything is public."""
    match request:
        case Draw(choices=choices):
            if not isinstance(choices, Sequence):
                raise MistakeError("draws one of what has no order; allowed: a list")
            if not choices:
                raise MistakeError("draws one of nobody; allowed: to draw where there is something to choose")
            if len(choices) > CHOICES_AT_MOST or not all(_is_known(one, game) for one in choices):
                raise MistakeError(
                    "draws what nobody could write down; allowed: seats, cards, words, numbers"
                )
        case Say(event=event):
            _check_own_news(role, event, game)
        case _:
            word = type(request).__name__.lower()
            raise MistakeError(f"uses {word}() outside its call; allowed: draw(), and say() of its own news")


def _check_message(request: Show, game: Game) -> None:
    """Checks that a ring can show this."""
    try:
        if not isinstance(request.what, str) or not isinstance(request.to, list | tuple):
            raise TypeError
        if not _is_known((request.what, request.seat, request.value), game):
            raise TypeError
        signs.message(request)
    except TypeError:
        raise MistakeError("shows what no ring can show; allowed: seats, cards, yes or no") from None


def _check_own_news(role: Role, event: Any, game: Game) -> None:
    """Checks that a role says news of its own card, with facts that can be told."""
    if not isinstance(event, News) or type(event) not in role.card.news:
        known = ", ".join(news.__name__ for news in role.card.news) or f"none on {role.card.key}"
        raise MistakeError(f"says what its card does not announce; announced: {known}")
    for fact, value in event.facts().items():
        if not _is_fact(fact, value, game):
            raise MistakeError(f"{type(event).__name__}: {fact} is none; allowed: {TOLD_OF[fact]}")


def _last_will(role: Role, game: Game, death: Elimination) -> Callable[[Request], Any]:
    """Allows what the dead of a role may do: one question to them, draws and news."""
    asked = False

    def allowed(request: Request) -> Any:
        nonlocal asked
        match request:
            case Ask(seat=seat, key=key, choices=choices, count=count):
                if seat is not death.seat or key != role.card.key or role.card.by_day is None or asked:
                    raise MistakeError(
                        f"asks otherwise; allowed: one question to the dead, under {written(role.card.key)}, "
                        f"answered as by_day= of its card says: {ANSWERS}"
                    )
                _check_choices(choices, game)
                if type(count) is not int or count < 1:
                    raise MistakeError(f"asks for {written(count)} choices; allowed: a whole number from 1")
                asked = True
                return None if choices else ()
        return _by_day(role, game, request)

    return allowed


def _in_covered_time(role: Role, game: Game, presser: Seat, *_: Elimination) -> Callable[[Request], Any]:
    """Allows what an owner's press in a covered time may do: show them something, draw and tell news."""

    def allowed(request: Request) -> Any:
        match request:
            case Show(to=to):
                if any(seat is not presser for seat in to):
                    raise MistakeError("shows something to others; allowed: to the one who pressed")
                return _check_message(request, game)
        return _by_day(role, game, request)

    return allowed


def _is_fact(fact: str, value: Any, game: Game) -> bool:
    """Whether the narrator can tell it and the board show it."""
    if fact == "seats":
        return isinstance(value, list | tuple) and bool(value) and all(one in game.seats for one in value)
    return isinstance(value, {"seat": Seat, "card": pieces.Card, "number": int}[fact]) and _is_known(
        value, game
    )


def _is_known(value: Any, game: Game) -> bool:
    """Whether it can be written to the journal and found again."""
    match value:
        case Seat():
            return value in game.seats
        case str():
            return value.isprintable()
        case int():
            return abs(value) < 2**31
        case list() | tuple():
            return all(_is_known(one, game) for one in value)
    return value is None or isinstance(value, pieces.Piece | float)


def _check_choices(choices: Any, game: Game) -> None:
    is_list = isinstance(choices, list | tuple)
    if not is_list or (
        not all(one in game.seats for one in choices)
        and not all(isinstance(one, str | bool) and _is_known(one, game) for one in choices)
    ):
        raise MistakeError("asks for something no ring can point at; allowed: seats, words, yes or no")
