"""Reads the roles of the players' own (BO-39) and watches them in play.

A file with a mistake is refused with its line and the reason, and the table runs without it. A rule that goes
wrong in play is broken off, and the round goes on: its role keeps one sentence that names the file, the line
and the rule, for when nothing is secret any more.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial, wraps
from inspect import getfullargspec, isfunction
from pathlib import Path
from types import coroutine
from typing import Any, NamedTuple

from table import house
from table.answers import SEAT, written
from table.errors import TableError, UnreadableError
from table.house import ANSWERS, SIGNS, TOLD_OF, Card, MistakeError, Role
from table.narration import Laid, Narration
from table.owner import shipped_languages
from table.requests import Ask, Draw, Request, Say, Show, Vote
from table.settings import CONFIG
from table.werewolf import pieces, signs
from table.werewolf.events import News
from table.werewolf.pieces import NATURES, Call, Doom, Elimination, Group, Piece, Printed, Token, When, Win
from table.werewolf.rulebook import Rulebook
from table.werewolf.state import Game, Seat

HOUSE = CONFIG / "house"
IMPORTS = ("__future__", "collections.abc", "typing")
"""What a role may import besides the vocabulary of `table.house`."""
KEPT_OUT = {
    "open": "a rule knows no file",
    "print": "a rule says nothing aloud",
    "input": "a rule asks with ask()",
    "exec": "a rule is written out",
    "eval": "a rule is written out",
    "__import__": "a role imports from table.house only",
}
"""What no rule may use, and why."""


WORDS_AT_MOST = 200
"""A rule may say so many words each time it is called."""
TURNS_AT_MOST = 100_000
"""And its loops may turn so often between two of them."""
TURN = "__turn__"


class HouseError(TableError):
    """What is wrong with a house role: file, line and reason."""


def load(
    directory: Path | None = None, own: Path | None = None, narration: Path | None = None
) -> tuple[list[Role], list[str]]:
    """The roles of a folder by the names of their files, and a sentence for each file that is refused: file,
    line, reason. A file whose name begins with _ is left alone. Without a folder those of config/house, and
    of the owner's: one of his stands in the place of ours of the same name. `narration`: the folder of the
    owner's languages, in which a role may have words too.

    Raises `UnreadableError` if a folder that was named is none.
    """
    if directory and not directory.is_dir():
        raise UnreadableError(f"{directory} is not a folder; allowed: a folder of house roles")
    roles: list[Role] = []
    mistakes: list[str] = []
    languages = Languages(narration)
    folders = [directory] if directory else [HOUSE, *([own] if own else [])]
    files = {path.name: path for folder in folders for path in folder.glob("*.py")}
    for _, path in sorted(files.items()):
        if not path.name.startswith("_"):
            try:
                roles.append(_read(path, roles, languages))
            except HouseError as error:
                mistakes.append(str(error))
    if not _are_told(roles, languages):
        # The one to blame is found by reading each alone: nobody waits for that where nothing is wrong.
        for role in [*roles]:
            try:
                _check_sentences(role, languages)
            except HouseError as error:
                mistakes.append(str(error))
                roles.remove(role)
    free = [sign for sign in SIGNS if all(role.card.sign != sign for role in roles if role.card.chooses_sign)]
    for role in roles:
        if not role.card.chooses_sign:
            role.card.sign = free.pop(0)
    return roles, mistakes


class Languages:
    """Those that roles may have words in, and those they must. `own`: the folder of the owner's."""

    def __init__(self, own: Path | None) -> None:
        self.needed = shipped_languages()
        self.known = list(self.needed)
        self._own = own
        for path in sorted(own.glob("*.toml")) if own else ():
            # One that cannot be told at all is not a role's fault.
            with suppress(UnreadableError):
                self.tell(path.stem)
                self.known += [path.stem] if path.stem not in self.needed else []

    def tell(self, language: str, laid: Sequence[Laid] = ()) -> None:
        """Raises `UnreadableError` for a sentence of these words that the narrator cannot say."""
        Narration.load(language, None, laid, over=self._own if language not in self.needed else None)


def words_of(roles: Iterable[Role], language: str) -> list[Laid]:
    """What `Narration.load` lays over a language for these roles: nothing in one they have no words in."""
    return [
        Laid(str(role.path), role.table(language), role.facts) for role in roles if language in role.words
    ]


def check_faults(roles: Iterable[Role]) -> None:
    """Raises `HouseError` if a rule of theirs was broken off in play. To be asked when all cards are open:
    that it was called may be a secret."""
    for role in roles:
        if role.faults:
            raise HouseError(role.faults[0])


class Listed(NamedTuple):
    """What a menu says of a role. `titles`, `about`: by language; nothing is said about some."""

    key: str
    group: Group
    of_house: bool
    titles: dict[str, str]
    about: dict[str, str]


def listed(rulebook: Rulebook, narrations: Iterable[Narration]) -> list[Listed]:
    """Every role a rulebook takes, shipped or of the house, in the rulebook's order."""
    each = list(narrations)
    return [
        Listed(
            card.key,
            card.group,
            isinstance(card, Card),
            {narration.language: narration.card(card).title for narration in each},
            {narration.language: narration.words.get(f"role.{card.key}", "") for narration in each},
        )
        for card in rulebook.cards
    ]


def _read(path: Path, before: Sequence[Role], languages: Languages) -> Role:
    """One file's role, ready to be played. `before`: the roles it must not clash with."""
    with _blaming(path):
        tree = ast.parse(path.read_text("utf-8-sig"), str(path))
        _check_pure(tree)
        turns = Turns()
        names: dict[str, Any] = {"__name__": f"house.{path.stem}", TURN: turns}
        try:
            exec(compile(Bounded().visit(tree), str(path), "exec"), names)
        except MistakeError as mistake:
            mistake.line = mistake.line or _line_of_keyword(tree, mistake.word)
            raise
        role = names.get("ROLE")
        if not isinstance(role, Role):
            raise MistakeError("declares no ROLE = Role(...)", _line_of(tree, "ROLE") or 1)
        line = _line_of(tree, "ROLE")
        role.path = path
        _check_declared(role, names, tree)
        _check_clashes(role, before, line)
        _check_words(role, tree, line, languages)
        _watch(role, [thing for thing in names.values() if isinstance(thing, Token)], turns)
    return role


def _check_pure(tree: ast.Module) -> None:
    """Rules know no file, no clock, no screen, and no chance but the one they ask for."""
    words = ", ".join(house.__all__)
    for node in ast.walk(tree):
        strange: list[str] = []
        if isinstance(node, ast.Import):
            strange = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module == "table.house":
            strange = [alias.name for alias in node.names if alias.name not in ("*", *house.__all__)]
        elif isinstance(node, ast.ImportFrom) and (node.level or node.module not in IMPORTS):
            strange = ["." * node.level + (node.module or "")]
        if strange:
            line = getattr(node, "lineno", None)
            raise MistakeError(f"imports {strange[0]}; allowed: from table.house import {words}", line)
        if isinstance(node, ast.Name) and node.id in KEPT_OUT:
            raise MistakeError(f"uses {node.id}: {KEPT_OUT[node.id]}", node.lineno)


def _check_declared(role: Role, names: Mapping[str, Any], tree: ast.Module) -> None:
    """Whatever a file prints stands in one of its role's lists: nothing is silently dead."""
    moments = (*role.at_dawn, *role.after_dawn, *role.before_vote)
    for name, thing in names.items():
        missing = ""
        if isinstance(thing, Call) and thing not in role.calls:
            missing = "calls"
        elif isinstance(thing, Printed) and thing not in moments:
            missing = "at_dawn, after_dawn or before_vote"
        elif isinstance(thing, Doom) and thing not in role.dooms:
            missing = "dooms"
        elif isinstance(thing, Piece) and thing.aftermath and thing not in role.reactions:
            missing = "reactions"
        if missing:
            raise MistakeError(f"{name} is missing in ROLE: write it under {missing}", _line_of(tree, name))


def _check_clashes(role: Role, before: Sequence[Role], line: int | None) -> None:
    for other in before:
        for key in role.keys:
            if key in other.keys:
                raise MistakeError(f"{key} is a key of {other.path.name} already; allowed: a new one", line)
        if role.card.chooses_sign and other.card.chooses_sign and role.card.sign == other.card.sign:
            raise MistakeError(
                f"sign = {tuple(role.card.sign)!r} is {other.card.key}'s; allowed: another, or none", line
            )
    if len(before) == len(SIGNS):
        raise MistakeError(f"no sign is left for it; allowed: {len(SIGNS)} house roles at a time", line)


def _check_words(role: Role, tree: ast.Module, line: int | None, languages: Languages) -> None:
    """All its words in every language we ship, of others as many as it has, and nothing else."""
    wanted, card = role.wanted_words(), f"cards.{role.card.key}"
    allowed = [*wanted, f"words.role.{role.card.key}"]
    for language in role.words:
        if language not in languages.known:
            known = ", ".join((*getfullargspec(Role).kwonlyargs, *languages.known))
            place = _line_of_keyword(tree, language) or line
            raise MistakeError(f"{language} is no list of a role, and no language; allowed: {known}", place)
    for language in dict.fromkeys((*role.words, *languages.needed)):
        given = role.words.get(language, {})
        place = _line_of_keyword(tree, language) or line
        for key in wanted if language in languages.needed else ():
            if key not in given and not (key == card and any(one.startswith(f"{card}.") for one in given)):
                raise MistakeError(f"{language}: {key} is missing", place)
        for key in given:
            if key not in allowed and not key.startswith(f"{card}."):
                raise MistakeError(
                    f"{language}: {key} is not a key of this role; allowed: {', '.join(allowed)}",
                    _line_of_key(tree, key, place),
                )


def _are_told(roles: Sequence[Role], languages: Languages) -> bool:
    """Whether every sentence of these roles is one the narrator can say."""
    try:
        for language in languages.known:
            if laid := words_of(roles, language):
                languages.tell(language, laid)
    except UnreadableError:
        return False
    return True


def _check_sentences(role: Role, languages: Languages) -> None:
    """The same of one role, with what is wrong and where."""
    with _blaming(role.path):
        tree = ast.parse(role.path.read_text("utf-8-sig"))
        for language in role.words:
            try:
                languages.tell(language, [Laid(language, role.table(language), role.facts)])
            except UnreadableError as error:
                reason = str(error).rstrip(".")
                key = reason.removeprefix(f"{language}: ").split(" ")[0]
                line = _line_of_key(tree, key, _line_of_keyword(tree, language))
                raise MistakeError(reason, line) from None


def _line_of(tree: ast.Module, name: str) -> int | None:
    """Where a name is given its meaning."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name == name:
            return node.lineno
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if any(isinstance(target, ast.Name) and target.id == name for target in targets):
            return node.lineno
    return None


def _line_of_keyword(tree: ast.Module, name: str) -> int | None:
    """Where a table of words begins, or is named."""
    return next((n.lineno for n in ast.walk(tree) if isinstance(n, ast.keyword) and n.arg == name), None)


def _line_of_key(tree: ast.Module, dotted: str, start: int | None) -> int | None:
    """Where a key of words, or the table it is in, stands: after `start`, where there are several."""
    found = [
        (-len(node.value), node.lineno)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.lineno >= (start or 1)
        if node.value and f"{dotted}.".startswith(f"{node.value}.")
    ]
    return min(found)[1] if found else start


@contextmanager
def _blaming(path: Path, rule: Callable[..., Any] | None = None) -> Iterator[None]:
    """Whatever goes wrong in here is said with the file, the line and the reason.

    While a round is played, with the rule too; and no more of an error than names: values may be secrets.
    """
    try:
        yield
    except TableError:
        raise
    except (Exception, SystemExit) as error:
        line = _line_of_error(error, path) or (rule.__code__.co_firstlineno if isfunction(rule) else None)
        place = f"{path}, line {line}" if line else str(path)
        reason = _reason(error, in_play=rule is not None)
        name = f"{getattr(rule, '__name__', rule)}: " if rule else ""
        raise HouseError(f"{place}: {name}{reason}") from None


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
        case SyntaxError(msg=msg):
            return f"not Python: {msg}"
        case OSError(strerror=strerror):
            return f"cannot be read: {strerror}"
        case UnicodeDecodeError(start=start):
            return f"not UTF-8 at byte {start}"
    kind = type(error).__name__
    told = not in_play or isinstance(error, NameError | AttributeError | TypeError)
    return f"{kind}: {' '.join(str(error).split())}" if told and str(error) else kind


# Watching the rules in play


class Tonight:
    """What a `when=` sees of a game. Everybody hears which calls are held, so nothing else may decide it."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __getattr__(self, name: str) -> Any:
        raise MistakeError(f"when= looks at game.{name}, and everybody hears the call; allowed: game.number")


class Turns:
    """Counts how often the loops of a rule turn."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self) -> None:
        self.count += 1
        if self.count > TURNS_AT_MOST:
            raise MistakeError(f"goes round and round; allowed: {TURNS_AT_MOST} turns of its loops")


class Bounded(ast.NodeTransformer):
    """Has every turn of every loop counted."""

    def visit(self, node: ast.AST) -> Any:
        self.generic_visit(node)
        if isinstance(node, ast.While | ast.For | ast.AsyncFor):
            turn = ast.Expr(ast.Call(ast.Name(TURN, ast.Load()), [], []))
            node.body.insert(0, ast.fix_missing_locations(ast.copy_location(turn, node)))
        return node


def _watch(role: Role, tokens: Sequence[Token], turns: Turns) -> None:
    """From now on every rule of a role that goes wrong is broken off, and says where."""

    @contextmanager
    def sparing(rule: Callable[..., Any]) -> Iterator[None]:
        """Whatever goes wrong in here is kept, once, and the round goes on behind it."""
        try:
            with _blaming(role.path, rule):
                yield
        except HouseError as fault:
            if str(fault) not in role.faults:
                role.faults.append(str(fault))

    def steady(rule: Callable[..., Any], otherwise: Any, check: Callable[[Any], Any] = _as_it_is) -> Any:
        """A rule that only looks. `otherwise`: what it says where it goes wrong."""

        @wraps(rule)
        def looking(*given: Any) -> Any:
            turns.count = 0
            said = otherwise
            with sparing(rule):
                said = check(rule(*given))
                _check_natures(given)
            return said

        return looking

    def watched(
        rule: Callable[..., Any],
        watching: Callable[[Any], Callable[[Request], Any]] = lambda _: partial(_by_day, role),
        brought: Callable[[Any], Any] = _as_it_is,
        otherwise: Any = None,
    ) -> Any:
        """A rule that asks. `watching`: makes, of those awake, what refuses a word that cannot be said here,
        or answers it where there is nothing to choose; `brought`: makes sure of what the rule returns.

        Its lots have streams of its own, so that what it draws in secret shifts nothing that is drawn in
        public.
        """

        @wraps(rule)
        @coroutine
        def asking(*given: Any) -> Generator[Request, Any, Any]:
            words, allowed = rule(*given), watching(given[-1])
            request: Request | None
            answer: Any = None
            said = 0
            try:
                while True:
                    turns.count, request = 0, None
                    with sparing(rule):
                        try:
                            word = words.send(answer)
                        except StopIteration as end:
                            _check_natures(given)
                            return brought(end.value)
                        _check_natures(given)
                        said += 1
                        if said > WORDS_AT_MOST:
                            raise MistakeError(f"has no end; allowed: {WORDS_AT_MOST} words at a time")
                        answer, request = allowed(word), word
                    if request is None:
                        return otherwise
                    if isinstance(request, Draw):
                        stream = f"house/{role.card.key}/{rule.__name__}/{request.stream}"
                        request = Draw(stream, request.choices, request.count)
                    if answer is None:
                        answer = yield request
            finally:
                words.close()

        return asking

    for call in role.calls:
        call.wakes = steady(call.wakes, (), _as_awake)
        call.when = call.when and _openly(steady(call.when, False))
        call.victory = call.victory and steady(call.victory, None, partial(_own_win, role))
        call.alone = call.alone and watched(call.alone, partial(_by_night, role, call))
        call.together = call.together and watched(call.together, partial(_by_night, role, call))
    for piece in role.reactions:
        piece.aftermath = piece.aftermath and watched(piece.aftermath, brought=_bringing(role), otherwise=[])
    for token in tokens:
        token.spares = token.spares and steady(token.spares, False)
    role.card.in_love = role.card.in_love and steady(role.card.in_love, None)
    role.at_dawn, role.after_dawn, role.before_vote = (
        tuple(each._replace(rule=watched(each.rule)) for each in printed)
        for printed in (role.at_dawn, role.after_dawn, role.before_vote)
    )
    role.victories = tuple(steady(rule, None, partial(_own_win, role)) for rule in role.victories)


def _as_it_is(result: Any) -> Any:
    return result


def _openly(looking: Callable[[Any], bool]) -> When:
    """A rule that says in which nights a call is held."""
    return lambda game: looking(Tonight(game.number))


def _check_natures(given: Sequence[Any]) -> None:
    """Nobody is what there is not: who was made so is again what his card says."""
    natures = NATURES.values()
    for one in given:
        for seat in one.seats if isinstance(one, Game) else [one] if isinstance(one, Seat) else []:
            if seat.nature not in natures:
                seat.nature = seat.card.nature
                allowed = ", ".join(dict.fromkeys(natures))
                raise MistakeError(f"makes somebody what there is not; allowed as a nature: {allowed}")


def _as_awake(seats: Any) -> Sequence[Seat]:
    if not isinstance(seats, list | tuple) or not all(isinstance(one, Seat) and one.alive for one in seats):
        raise MistakeError("wakes what is no list of living seats; allowed: some of game.alive")
    return seats


def _by_night(role: Role, call: Call, called: Seat | Sequence[Seat]) -> Callable[[Request], Any]:
    """In its call a role asks those called its question once, shows and draws. Nobody is asked who can choose
    nothing."""
    asked = False
    awake = [called] if isinstance(called, Seat) else called

    def check_awake(seats: Iterable[Any], does: str) -> None:
        if any(seat not in awake for seat in seats):
            raise MistakeError(f"{does} somebody who sleeps; allowed: those whom its call wakes")

    def question() -> None:
        nonlocal asked
        if asked:
            raise MistakeError(
                "asks again; allowed: one question a night, for its call has one time to answer"
            )
        asked = True

    def allowed(request: Request) -> Any:
        match request:
            case Ask(key=key) | Vote(key=key) if key != call.key:
                raise MistakeError(f"asks for {written(key)}; allowed: {written(call.key)}, its own key")
            case Ask() | Vote() if call.answer is None:
                raise MistakeError(f"asks, and its call says no answer=; allowed: {ANSWERS}")
            case Ask(seat=seat, choices=choices):
                check_awake([seat], "asks")
                _check_choices(choices)
                return question() if choices else ()
            case Vote(choices=menus):
                check_awake(menus, "asks")
                if call.answer is not SEAT or not all(
                    isinstance(one, Seat) for choices in menus.values() for one in choices
                ):
                    raise MistakeError("votes on what is no seat; allowed: menus of seats, with answer=SEAT")
                return question() if any(menus.values()) else {}
            case Show(to=to):
                check_awake(to, "shows something to")
                try:
                    signs.message(request)
                except TypeError:
                    raise MistakeError(
                        "shows what no ring can show; allowed: seats, cards, yes or no"
                    ) from None
                return None
            case Say():
                raise MistakeError(
                    "uses say() in the night; allowed: to say it at dawn, by day or after a death"
                )
        return _by_day(role, request)

    return allowed


def _by_day(role: Role, request: Request) -> None:
    """Outside its call a role may draw by lot and say its own news, and no more: by day all is public."""
    match request:
        case Draw(choices=choices):
            if not choices:
                raise MistakeError("draws one of nobody; allowed: to draw where there is something to choose")
        case Say(event=event):
            if not isinstance(event, News) or type(event) not in role.card.news:
                known = ", ".join(news.__name__ for news in role.card.news) or f"none on {role.card.key}"
                raise MistakeError(f"says what its card does not announce; announced: {known}")
            for fact, value in event.facts().items():
                if not _is_fact(fact, value):
                    raise MistakeError(f"{type(event).__name__}: {fact} is none; allowed: {TOLD_OF[fact]}")
        case _:
            word = type(request).__name__.lower()
            raise MistakeError(f"uses {word}() outside its call; allowed: draw(), and say() of its own news")


def _is_fact(fact: str, value: Any) -> bool:
    """Whether a narrator can tell it, and a board can show it."""
    if fact == "seats":
        return isinstance(value, list | tuple) and bool(value) and all(isinstance(one, Seat) for one in value)
    return isinstance(value, {"seat": Seat, "card": pieces.Card, "number": int}[fact])


def _check_choices(choices: Sequence[Any]) -> None:
    if not all(isinstance(one, Seat) for one in choices) and not all(
        isinstance(one, str | bool) for one in choices
    ):
        raise MistakeError("asks for something no ring can point at; allowed: seats, words, yes or no")


def _bringing(role: Role) -> Callable[[Any], Any]:
    """What a death brings: others it takes along before everybody's eyes, a victory, or nothing."""

    def brought(result: Any) -> Any:
        if isinstance(result, Win):
            return _own_win(role, result)
        causes = [doom.cause for doom in role.dooms if doom.told]
        for death in result or ():
            if not isinstance(death, Elimination) or not death.seat.alive or death.cause not in causes:
                allowed = ", ".join(causes) or "none, for it has no Doom(..., told=True)"
                raise MistakeError(
                    "brings what is not an Elimination of somebody alive by a doom of its own that is told; "
                    f"allowed: {allowed}"
                )
        return result or []

    return brought


def _own_win(role: Role, win: Win | None) -> Win | None:
    if not win:
        return None
    if role.card.group != "solitary" or not isinstance(win, Win) or win.camp != role.card.key:
        raise MistakeError(f'wins for others; allowed: a solitary card\'s own Win("{role.card.key}", seats)')
    return win
