"""Reads house roles (BO-39); `table.house.play` watches them in play.

A file with a mistake is refused with its line and the reason, and the table runs without it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from hashlib import blake2b
from inspect import getfullargspec, isasyncgenfunction, iscoroutinefunction, isgeneratorfunction
from pathlib import Path
from typing import Any

from hardware.folders import found_in
from hardware.languages import languages_of
from table import files, house
from table.engine.answers import written
from table.errors import TableError, UnreadableError
from table.games.werewolf.rules.leaving import LEFT
from table.games.werewolf.rules.pieces import (
    BY_DAY_CAUSES,
    Call,
    CoveredTime,
    Doom,
    Piece,
    Printed,
    TieRule,
    Token,
)
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.house import SIGNS, MistakeError, Role, Roles, taken
from table.house.limits import CANCELLED, READ_S, HangMark, Limits
from table.house.play import NATURAL, RoleWatch, sentence
from table.settings.load import Entry
from table.settings.settings import CONFIG
from table.words.catalogue import NARRATION, OURS, Catalogue, whole_languages
from table.words.narration import Narration, RoleTexts

HOUSE = CONFIG / "house"
IMPORTS = ("__future__", "collections.abc", "typing")
"""Modules a role may import besides `table.house`."""
KEPT_OUT = {
    **dict.fromkeys(
        ("setattr", "delattr", "vars"), "a rule changes tokens and nature, and looks at the rest"
    ),
    **dict.fromkeys(("exit", "quit", "breakpoint"), "the round goes on"),
    "open": "a rule knows no file",
    "print": "a rule says nothing aloud",
    "input": "a rule asks with ask()",
    "exec": "a rule is written out",
    "eval": "a rule is written out",
    "__import__": "a role imports from table.house only",
}
"""Names no rule may use, and why."""
NEEDED = ("en", "fr")
"""The languages in which a role must have words. In any other language it may have none."""
AWAITED = ("ask", "ask_several", "draw", "insist", "insist_several", "say", "show", "vote")
"""Words that do something only with `await`."""
CHANGED = ("tokens", "nature")
"""What a rule may assign; all else it only reads."""
READ = ("unseen", "centre", "meals", "fading")
"""What is read of a game that has content."""
CHANGES = (
    *("add", "append", "clear", "discard", "extend", "insert", "pop", "popitem", "remove", "reverse"),
    *("setdefault", "sort", "update"),
)
"""Methods that change what they are called on."""
BEGINS = ("become", "begin", "give_up_card", "lay_open", "new_night", "play", "take_away")
"""Methods of a game and a seat that no rule may call: a death is a doom, for example."""


class HouseError(TableError):
    """A mistake in a house role: file, line and reason."""


def load(
    directory: Path | None = None,
    own: Path | None = None,
    words: Catalogue = OURS,
    state: Path | None = None,
) -> Roles:
    """Loads the roles of a folder by file name, with the mistake in each refused file: file, line, reason.
    Ignores files whose names begin with _. Without a folder it reads config/house and the owner's, which
    overrides files of the same name. `words`: the owner's, in whose languages a role may have words too.
    `state`: the folder of the mark of the running file; the rules of one that has ended a table are not run
    again until it changes.

    Raises `UnreadableError` if a named folder is not one.
    """
    if directory and not directory.is_dir():
        raise UnreadableError(f"{directory} is not a folder; allowed: a folder of house roles")
    roles = Roles()
    languages, limits = Languages(words), Limits(state)
    folders = [directory] if directory else [HOUSE, *([own] if own else [])]
    files = {path.name: path for folder in folders for path in found_in(folder, "*.py")}
    names = sorted(name for name in files if not name.startswith("_"))
    for path in map(files.__getitem__, names):
        try:
            roles.append(_read(path, roles, languages, limits))
        except HouseError as error:
            roles.mistakes.append(Entry(path, error.wrong, "without_role"))
        else:
            if roles[-1].left_out:
                roles.mistakes.append(Entry(path, roles[-1].left_out, "without_role"))
    checks: list[Callable[[Role], None]] = [lambda role: _check_averted(role, roles)]
    if not _are_told(roles, languages):
        # To find the faulty role each is read alone. That takes time, so only after a failure.
        checks.append(lambda role: _check_sentences(role, languages))
    for check in checks:
        for role in [*roles]:
            try:
                check(role)
            except HouseError as error:
                roles.mistakes.append(Entry(role.path, error.wrong, "without_role"))
                roles.remove(role)
    free = [sign for sign in SIGNS if all(role.card.sign != sign for role in roles if role.card.chooses_sign)]
    for role in roles:
        if not role.card.chooses_sign:
            role.card.sign = free.pop(0)
    return roles


class Languages:
    """The languages roles may have words in. `own`: the owner's words."""

    def __init__(self, own: Catalogue) -> None:
        self.ours = whole_languages()
        self.known = list(self.ours)
        self._own = own
        for path in found_in(own.own / NARRATION, "*.toml") if own.own else ():
            # A language that cannot be read at all is not a role's fault.
            with suppress(UnreadableError):
                self.tell(path.stem)
                self.known += [path.stem] if path.stem not in self.ours else []

    def tell(self, language: str, laid: Sequence[RoleTexts] = ()) -> None:
        """Raises `UnreadableError` for a sentence that the narrator cannot say."""
        Narration.load(language, None, laid, own=self._own if language not in self.ours else OURS)


def words_of(roles: Iterable[Role], language: str) -> list[RoleTexts]:
    """The words of these roles that `Narration.load` overlays; empty for a language without any."""
    return [
        RoleTexts(str(role.path), role.table(each), role.facts)
        for role in roles
        for each in reversed(languages_of(language))
        if each in role.words
    ]


def check_faults(roles: Iterable[Role]) -> None:
    """Raises `HouseError` if one of their rules was broken off in play. Called when all cards are open: that
    a rule was called may be a secret."""
    for role in roles:
        if role.faults:
            raise HouseError(role.faults[0])


def _read(path: Path, before: Sequence[Role], languages: Languages, limits: Limits) -> Role:
    """Reads one file's role, ready to play. `before`: the roles it must not clash with."""
    with _blaming(path):
        text = files.content(path)
        file, digest = path.absolute(), blake2b(text, digest_size=8).hexdigest()
        hung = limits.mark.hung(file, digest)
        if hung and not hung.rule:
            raise MistakeError("has ended the table when it was read; it is left out until the file changes")
        # Our own files do not hang.
        running = None if path.parent == HOUSE else HangMark(str(file), digest, "", recalled=False)
        taken()  # Found once, which takes a while.
        role = limits.run(lambda: _made(path, text, before, languages), running, READ_S)
        if hung:
            role.left_out = (
                f"{path}: {hung.rule}: has ended the table; the role does nothing until the file changes"
            )
        RoleWatch(role, limits, running, hung)
    return role


def _made(path: Path, text: bytes, before: Sequence[Role], languages: Languages) -> Role:
    """Runs a file and returns the role it declares."""
    tree = ast.parse(text.decode("utf-8-sig"), str(path))
    _check_pure(tree)
    _check_changes(tree)
    names: dict[str, Any] = {"__name__": f"house.{path.stem}"}
    try:
        exec(compile(tree, str(path), "exec"), names)
    except MistakeError as mistake:
        mistake.line = mistake.line or _line_of_keyword(tree, mistake.word)
        raise
    role = names.get("ROLE")
    if not isinstance(role, Role):
        raise MistakeError("declares no ROLE = Role(...)", _line_of(tree, "ROLE") or 1)
    line = _line_of(tree, "ROLE")
    role.path, role.faults = path, []
    role.tokens = [thing for thing in names.values() if isinstance(thing, Token)]
    role.averted = dict(_causes(tree))
    _check_awaits(tree)
    _check_plain(role)
    _check_declared(role, names, tree)
    _check_clashes(role, before, line)
    _check_words(role, tree, line, languages)
    return role


def _check_pure(tree: ast.Module) -> None:
    """Checks that rules use no file, clock, screen or random source."""
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


def _check_awaits(tree: ast.Module) -> None:
    """Checks that what waits is written with await, and nothing else: without it nothing would happen."""
    nodes = [*ast.walk(tree)]
    words = {name: name in AWAITED for name in house.__all__}
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.module == "table.house":
            words |= {alias.asname: alias.name in AWAITED for alias in node.names if alias.asname}
    for node in nodes:
        match node:
            case ast.AsyncFunctionDef(name=name):
                words[name] = True
            case ast.FunctionDef(name=name) | ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
                words.pop(name, None)
    awaited = {id(node.value) for node in nodes if isinstance(node, ast.Await)}
    for node in nodes:
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in words and words[name] != (id(node) in awaited):
                how, allowed = ("without", "await ") if words[name] else ("with", "")
                raise MistakeError(
                    f"{name}() is written {how} await; allowed: {allowed}{name}(...)", node.lineno
                )


def _check_changes(tree: ast.Module) -> None:
    """Checks that a file changes nothing that it may only read. A class of its own may fill itself."""
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(ctx=ast.Load(), attr=name) if name in BEGINS:
                place = ast.unparse(node)
                raise MistakeError(f"uses {place}: it is the table's; allowed: game.lay()", node.lineno)
            case ast.ExceptHandler(type=None | ast.Name(id="BaseException")):
                raise MistakeError("catches everything; allowed: except Exception", node.lineno)
            case ast.Global(names=[place, *_]):
                raise MistakeError(_outlives(place), node.lineno)
        match changed := _changed(node):
            case None | ast.Attribute(value=ast.Name(id="self")):
                pass
            case ast.Attribute(attr=name) if name in READ or (changed is node and name not in CHANGED):
                place = ast.unparse(changed)
                raise MistakeError(
                    f"changes {place}; allowed: to look at it, and to change {' and '.join(CHANGED)}",
                    changed.lineno,
                )
    kept = {
        name for line in tree.body if isinstance(line, ast.Assign | ast.AnnAssign) for name in _named(line)
    }
    for rule in ast.walk(tree):
        if isinstance(rule, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            for changed in map(_changed, ast.walk(rule)):
                if isinstance(changed, ast.Name) and changed.id in kept - _named(rule):
                    raise MistakeError(_outlives(changed.id), changed.lineno)


def _changed(node: ast.AST) -> ast.expr | None:
    """What is changed here: `seat.card` by `seat.card = ...`, and `game.centre` by `game.centre.clear()`."""
    match node:
        case ast.Attribute(ctx=ast.Store() | ast.Del()):
            return node
        case ast.Subscript(value=changed, ctx=ast.Store() | ast.Del()):
            return changed
        case ast.Call(func=ast.Attribute(value=changed, attr=name)) if name in CHANGES:
            return changed
    return None


def _named(node: ast.AST) -> set[str]:
    """The variables that are set here."""
    inside = [*ast.walk(node)]
    names = {each.id for each in inside if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}
    return names | {each.arg for each in inside if isinstance(each, ast.arg)}


def _outlives(name: str) -> str:
    return f"changes {name}, which outlives the round; allowed: to lay a token"


def _causes(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """The causes that the rules under @TOKEN.instead compare their death's with, and their lines."""
    for node in ast.walk(tree):
        rule: ast.FunctionDef | ast.Lambda
        match node:
            case ast.FunctionDef() if any(_is_instead(each) for each in node.decorator_list):
                rule = node
            case ast.Call(args=[ast.Lambda() as rule]) if _is_instead(node.func):
                pass
            case _:
                continue
        doom = [arg.arg for arg in (*rule.args.posonlyargs, *rule.args.args)][2:3]
        for each in ast.walk(rule):
            asked: list[ast.AST] = []
            match each:
                case ast.Compare(left=left, comparators=comparators):
                    asked = [left, *comparators]
                case ast.Match(subject=subject, cases=cases):
                    asked = [subject, *(case.pattern for case in cases)]
            if any(_is_cause(one, doom) for one in asked):
                for text in (constant for one in asked for constant in ast.walk(one)):
                    if isinstance(text, ast.Constant) and isinstance(text.value, str):
                        yield text.value, text.lineno


def _is_instead(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "instead"


def _is_cause(node: ast.AST, doom: Sequence[str]) -> bool:
    match node:
        case ast.Attribute(value=ast.Name(id=name), attr="cause"):
            return name in doom
    return False


def _check_averted(role: Role, roles: Iterable[Role]) -> None:
    """Checks that the causes which its tokens avert exist. Those of other house roles count too."""
    dooms = [doom for book in RULEBOOKS.values() for doom in book.dooms if doom is not LEFT]
    dooms += [doom for one in roles for doom in one.dooms]
    known = dict.fromkeys((*BY_DAY_CAUSES, *(doom.cause for doom in dooms)))
    with _blaming(role.path):
        for cause, line in role.averted.items():
            if cause not in known:
                raise MistakeError(
                    f"{written(cause)} is no cause that can be averted; allowed: {', '.join(known)}", line
                )


def _check_plain(role: Role) -> None:
    """Checks that what answers at once is no rule that waits: its answer would count as a yes."""
    looks = (
        *(token.spares for token in role.tokens),
        *(role.card.loves, role.card.taken),
        *(call.wakes for call in role.calls),
    )
    for rule in filter(None, looks):
        is_async = iscoroutinefunction(rule) or isasyncgenfunction(rule)
        if is_async or isgeneratorfunction(rule):
            reason = "is written async def; allowed: def" if is_async else "has a yield; allowed: return"
            raise MistakeError(f"{rule.__name__} {reason}", rule.__code__.co_firstlineno)


def _check_declared(role: Role, names: Mapping[str, Any], tree: ast.Module) -> None:
    """Checks that everything a file defines is in one of its role's lists: nothing is silently dead."""
    if role.card.nature not in NATURAL:
        raise MistakeError(f"nature = {written(role.card.nature)}; allowed: {', '.join(NATURAL)}")
    for name, thing in names.items():
        missing = ""
        if isinstance(thing, Token) and not (
            isinstance(thing.votes, int) and isinstance(thing.into, Token | None)
        ):
            raise MistakeError(f"{name}: votes= is a whole number, into= a Token", _line_of(tree, name))
        if isinstance(thing, Call) and thing not in role.calls:
            missing = "calls"
        elif isinstance(thing, Printed) and thing not in role.moments:
            missing = "known, at_dawn, after_dawn or before_vote"
        elif isinstance(thing, TieRule) and thing not in role.at_tie:
            missing = "at_tie"
        elif isinstance(thing, CoveredTime) and thing not in role.covered_times:
            missing = "before_turning or after_vote"
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
    """Checks the words: complete in the languages NEEDED, optional in others, and nothing else."""
    wanted, card = role.wanted_words(), f"cards.{role.card.key}"
    allowed = [*wanted, *(f"words.{kind}.{role.card.key}" for kind in ("role", "advice"))]
    for language in role.words:
        if language not in languages.known:
            known = ", ".join((*getfullargspec(Role).kwonlyargs, *languages.known))
            place = _line_of_keyword(tree, language) or line
            raise MistakeError(f"{language} is no list of a role, and no language; allowed: {known}", place)
    for language in dict.fromkeys((*role.words, *NEEDED)):
        given = role.words.get(language, {})
        place = _line_of_keyword(tree, language) or line
        for key in wanted if language in NEEDED else ():
            if key not in given and not (key == card and any(one.startswith(f"{card}.") for one in given)):
                raise MistakeError(f"{language}: {key} is missing", place)
        for key in given:
            if key not in allowed and not key.startswith(f"{card}."):
                raise MistakeError(
                    f"{language}: {key} is not a key of this role; allowed: {', '.join(allowed)}",
                    _line_of_key(tree, key, place),
                )


def _are_told(roles: Sequence[Role], languages: Languages) -> bool:
    """Checks that the narrator can say every sentence of these roles."""
    try:
        for language in languages.known:
            if laid := words_of(roles, language):
                languages.tell(language, laid)
    except Exception:  # Malformed words, which are blamed one by one.
        return False
    return True


def _check_sentences(role: Role, languages: Languages) -> None:
    """Checks the sentences of one role, and says what is wrong and where."""
    with _blaming(role.path):
        tree = ast.parse(files.text(role.path))
        for language in role.words:
            try:
                languages.tell(language, [RoleTexts(language, role.table(language), role.facts)])
            except UnreadableError as error:
                reason = str(error).rstrip(".")
                key = reason.removeprefix(f"{language}: ").split(" ")[0]
                line = _line_of_key(tree, key, _line_of_keyword(tree, language))
                raise MistakeError(reason, line) from None


def _line_of(tree: ast.Module, name: str) -> int | None:
    """The line that defines a name."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name == name:
            return node.lineno
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if any(isinstance(target, ast.Name) and target.id == name for target in targets):
            return node.lineno
    return None


def _line_of_keyword(tree: ast.Module, name: str) -> int | None:
    """The line where a table of words begins, or is named."""
    return next((n.lineno for n in ast.walk(tree) if isinstance(n, ast.keyword) and n.arg == name), None)


def _line_of_key(tree: ast.Module, dotted: str, start: int | None) -> int | None:
    """The line of a key of words, or of its table; after `start`, if there are several."""
    found = [
        (-len(node.value), node.lineno)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.lineno >= (start or 1)
        if node.value and f"{dotted}.".startswith(f"{node.value}.")
    ]
    return min(found)[1] if found else start


@contextmanager
def _blaming(path: Path) -> Iterator[None]:
    """Turns any error inside into `HouseError` with file, line and reason."""
    try:
        yield
    except CANCELLED:
        raise
    except BaseException as error:
        raise HouseError(sentence(path, error)) from None
