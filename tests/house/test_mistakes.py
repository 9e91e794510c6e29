"""Mistakes in house roles: the rule is broken off and the round goes on, in play, in a replay and
simulated."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from textwrap import indent
from typing import Any

import msgspec
import pytest

from table.engine.play import play
from table.errors import ClosedError
from table.evening.diary import Diary, EveningShelf
from table.evening.journal import Journal
from table.evening.replay import replay
from table.evening.resume import ChangedError, is_break
from table.games.evening import Evening
from table.games.records import JournalLine, StoredEvening, unpacked
from table.games.werewolf.evening import WerewolfEvening
from table.games.werewolf.rules.deck import read_deck
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.pieces import Game, Rulebook, Seat
from table.games.werewolf.rules.script import play_round
from table.games.werewolf.simulate import simulate
from table.house import Role, limits
from table.house import load as load_module
from table.house.books import with_house
from table.house.limits import FILE, InterruptedByHandError, Limits, TooLongError
from table.house.load import load
from table.house.play import PLACES, Before, RoleWatch
from table.settings.decks import chosen_deck
from tests.house.test_house import MOTH, changed, house
from tests.kit.diaries import Reseated, dice, played
from tests.kit.players import Record, garou, lay
from tests.kit.sampling import few, some

DECK = "werewolf=2,moth,seer,cupid,villager=4"
PLAYERS = 9


def night(code: str) -> str:
    """The Moth does this in its call, before it asks."""
    return changed(MOTH, ("    lit = await", f"{indent(code, '    ')}\n    lit = await"))


def later(code: str) -> str:
    """The Moth does this in its call, after it has asked."""
    return changed(MOTH, ("    if lit:\n        game.lay(lit, DUST)\n", f"{indent(code, '    ')}\n"))


def dawn(code: str) -> str:
    """The Moth does this every morning."""
    glow = f"@moment(MOTH)\nasync def glow(game):\n{indent(code, '    ')}\n\n\nROLE = "
    return changed(MOTH, ("ROLE = ", glow), ("calls=flutter", "calls=flutter, at_dawn=glow"))


def death(code: str) -> str:
    """The Moth does this when somebody with dust dies; everybody has some."""
    burn = f"@DUST.after_death\nasync def burn(game, death):\n{indent(code, '    ')}\n\n\nROLE = "
    return changed(
        night("for seat in game.alive:\n    game.lay(seat, DUST)"),
        ("ROLE = ", burn),
        ("calls=flutter", "calls=flutter, reactions=DUST"),
    )


def wakes(code: str) -> str:
    """Says whom the Moth's call wakes."""
    text = f"def woken(game):\n{indent(code, '    ')}\n\n\n@together(MOTH, 'moth', woken, "
    return changed(
        MOTH,
        ("@night(MOTH, ", text),
        ('ask(moth, "moth", may_choose(game, moth, Deed()))', 'vote("moth", menus(game, moth, Deed()))'),
        ("        game.lay(lit, DUST)", "        pass"),
    )


def when(said: str) -> str:
    """Says in which nights the Moth is called."""
    return changed(MOTH, ("seconds=12", f"seconds=12, when=lambda game: {said}"))


def spares(code: str) -> str:
    """Says whether the dust averts a doom."""
    text = f"@DUST.instead\ndef flies(game, seat, doom):\n{indent(code, '    ')}\n\n\nROLE = "
    return changed(night("for seat in game.alive:\n    game.lay(seat, DUST)"), ("ROLE = ", text))


def victory(code: str) -> str:
    """Says whether the Moth has won."""
    text = f"def shines(game):\n{indent(code, '    ')}\n\n\nROLE = "
    over = '"lines.over.moth": "{}", "words.over.moth": "{}", '
    return changed(
        MOTH,
        ('Card("moth")', 'Card("moth", "solitary")'),
        ("ROLE = ", text),
        ("calls=flutter", "calls=flutter, victories=shines"),
        ("fr={", "fr={" + over.format("La Phalène gagne.", "Phalène")),
        ("en={", "en={" + over.format("The Moth wins.", "Moth")),
    )


def loves(code: str) -> str:
    """Says what love makes of the Moth."""
    text = f"@MOTH.when_in_love\ndef glows(moth):\n{indent(code, '    ')}\n\n\nROLE = "
    return changed(MOTH, ("ROLE = ", text))


FOR_EVER = {
    "a loop": "while True:\n    pass",
    "a comprehension": "[1 for a in range(10**9) for b in range(10**9) if a < 0]",
    "a generator": "any(a < 0 for a in range(10**9) for b in range(10**9))",
    "a sum": "sum(map(lambda one: one, range(10**12)))",
    "a sort by": "sorted(range(10**7), key=lambda one: -one)",
    "an iterator": "next(one for one in iter(int, 1) if one)",
    "a recursion": "go = lambda n: go(n - 1) or go(n - 1) if n else 0\ngo(60)",
    "a loop that catches": "try:\n    while True:\n        pass\nexcept Exception:\n    pass",
    "a loop in the end": "try:\n    raise ValueError\nfinally:\n    while True:\n        pass",
    "a text": "while True:\n    ''.join(str(one) for one in range(10**6))",
}
RAISED = [
    *("BaseException", "GeneratorExit", "KeyboardInterrupt", "SystemExit", "StopIteration", "MemoryError"),
    *("RecursionError", "StopAsyncIteration", "ValueError", "AssertionError", "UnicodeError('x')"),
]
LEFT = {
    "a text for a token": "game.alive[0].tokens.append('dust')",
    "a text laid": "game.lay(moth, 'dust')",
    "none laid": "game.lay(moth, None)",
    "nobody laid on": "game.lay(None, DUST)",
    "none for a token": "moth.tokens.append(None)",
    "a list of tokens": "moth.tokens.append([DUST])",
    "the class of tokens": "moth.tokens.append(Token)",
    "tokens none": "moth.tokens = None",
    "tokens a set": "moth.tokens = {DUST}",
    "tokens a tuple": "moth.tokens = (DUST,)",
    "tokens a token": "moth.tokens = DUST",
    "tokens deleted": "del moth.tokens",
    "a token that turns to nothing": "game.lay(moth, Token('x', fades=True, into='y'))",
    "a token with words for votes": "game.lay(moth, Token('x', votes='two'))",
    "a card's name for a card": "setattr(moth, 'card', 'werewolf')",
    "no card": "setattr(moth, 'card', None)",
    "a card of no deck": "setattr(moth, 'card', Card('stray'))",
    "card deleted": "delattr(moth, 'card')",
    "taken no card": "moth.take(None)",
    "a nature of its own": "moth.nature = 'moth'",
    "no nature": "moth.nature = None",
    "a card's nature": "setattr(moth.card, 'nature', 'moth')",
    "a card's group": "setattr(game.alive[1].card, 'group', None)",
    "a card's key": "setattr(moth.card, 'key', 7)",
    "a captain's name": "setattr(game, 'captain', 'Ana')",
    "captain a list": "setattr(game, 'captain', [moth])",
    "options none": "setattr(game, 'options', None)",
    "options a table": "setattr(game, 'options', {'captain': 'never'})",
    "a number of words": "setattr(game, 'number', 'x')",
    "a number of its own": "setattr(game, 'number', game.number + 5)",
    "a number that is true": "setattr(game, 'number', True)",
    "a seat gone": "setattr(game, 'seats', game.seats[1:])",
    "a seat removed": "game.seats.remove(moth)",
    "seats a list": "setattr(game, 'seats', list(game.seats))",
    "alive a text": "setattr(game, 'alive', 'everybody')",
    "alive a list": "setattr(game, 'alive', list(game.alive))",
    "alive but one": "setattr(game, 'alive', game.alive[1:])",
    "killed by hand": "game.take_away(game.alive[1], 'moth')",
    "a cause": "setattr(game.alive[1], 'cause', 'moth')",
    "dead": "setattr(game.alive[1], 'alive', False)",
    "a name": "setattr(moth, 'name', None)",
    "a place": "setattr(moth, 'index', 99)",
    "no deck": "setattr(game, 'deck', None)",
    "a rulebook": "setattr(game, 'rulebook', 'mine')",
    "prey of the night before": "setattr(game, 'prey', 'Bob')",
    "no centre": "setattr(game, 'centre', None)",
    "words in the centre": "game.centre.append('seer')",
    "no meals": "setattr(game, 'meals', None)",
    "a meal of words": "game.meals[moth] = 'all'",
    "lovers": "setattr(game, 'lovers', (moth,))",
    "seen": "game.unseen.clear()",
    "deaths": "setattr(game, 'deaths', 'many')",
    "quiet days": "setattr(game, 'quiet_days', None)",
    "powers lost": "setattr(game, 'powers_lost', 'yes')",
    "broken": "setattr(game, 'broken', None)",
    "fading": "game.fading.append('dust')",
}
"""Effects of the rule that stay after it was broken off."""
MISTAKES: dict[str, str] = {
    **{f"night: {name}": night(code) for name, code in FOR_EVER.items()},
    **{f"night: raise {name}": night(f"raise {name}") for name in RAISED},
    **{f"night: {name}": night(code) for name, code in LEFT.items()},
    **{f"asked: {name}": later(code) for name, code in (("raise", "raise KeyError"), *LEFT.items())},
    **{f"dawn: {name}": dawn(code) for name, code in FOR_EVER.items() if "loop" in name},
    "dawn: tokens none": dawn("game.alive[0].tokens = None"),
    "dawn: number": dawn("setattr(game, 'number', 'x')"),
    "night: too much memory": night("[0] * 10**10"),
    "night: a sorted range": night("sorted(range(10**9))"),
    "night: a list of a range": night("list(range(10**9))"),
    "night: a long word": night("'moth' * 10**10"),
    "night: a draw of a range": night("await draw('moth', range(10**9))"),
    "night: a draw of nothing known": night("await draw('moth', [object()])"),
    "night: a draw of a number": night("await draw('moth', 5)"),
    "night: a draw of a set": night("await draw('moth', set(game.alive))"),
    "night: asks a generator": changed(MOTH, ("may_choose(game, moth, Deed())", "(s for s in game.alive)")),
    "night: asks a word no text": changed(MOTH, ("may_choose(game, moth, Deed())", "['\\ud800', 'b']")),
    "night: asks by never": changed(MOTH, ("Deed()))", "Deed()), by='soon')")),
    "night: asks for several": changed(
        MOTH, ("await ask(moth, ", "await ask_several(moth, "), ("Deed()))", "Deed()), '2')")
    ),
    "night: shows to nobody": night("await show(None, 'moth')"),
    "night: shows a generator": night("await show((s for s in [moth]), 'moth')"),
    "night: shows no text": night("await show([moth], 5, value=True)"),
    "night: shows a stranger": night(
        "Stray = type(moth)\nawait show([moth], 'moth', seat=Stray(77, 'x', moth.card))"
    ),
    "night: awaits nothing": night("await None"),
    "night: awaits a word of its own": night(
        "class Odd:\n    def __await__(self):\n        yield 5\nawait Odd()"
    ),
    "night: one hand too many": changed(MOTH, ("flutter(game, moth):", "flutter(game, moth, more):")),
    "night: no hand": changed(
        MOTH,
        ("flutter(game, moth):", "flutter():"),
        ("    lit = await", "    moth = game = None\n    lit = await"),
    ),
    "night: a class that raises": night(
        "class Odd(Exception):\n    def __str__(self):\n        while True: pass\nraise Odd"
    ),
    "night: an error that will not be told": night(
        "class Odd:\n    def __str__(self):\n        raise KeyError\nraise TypeError(Odd())"
    ),
    "night: catches all": night(
        "while True:\n    try:\n        await ask(moth, 'moth', game.alive)\n    except:\n        pass"
    ),
    "wakes: none": wakes("return None"),
    "wakes: a text": wakes("return 'moth'"),
    "wakes: a stranger": wakes("return [type(game.alive[0])(3, 'x', MOTH)]"),
    "wakes: the dead": wakes("return game.seats"),
    "wakes: raise": wakes("raise GeneratorExit"),
    "wakes: for ever": wakes("while True: pass"),
    "wakes: a loop that leaves": wakes("setattr(game, 'number', None)\nreturn game.alive"),
    "when: zero": when("1 / 0"),
    "when: for ever": when("any(a < 0 for a in range(10**12))"),
    "when: stop": when("next(iter(()))"),
    "when: a thing": when("type('Odd', (), {'__bool__': lambda self: 1 / 0})()"),
    "spares: raise": spares("raise KeyboardInterrupt"),
    "spares: takes it away": spares("seat.tokens.remove(doom)\nreturn True"),
    "spares: clears": spares("seat.tokens.clear()\nreturn True"),
    "spares: tokens none": spares("seat.tokens = None"),
    "spares: for ever": spares("while True: pass"),
    "death: a text": death("return 'all'"),
    "death: a number": death("return 5"),
    "death: nobody": death("return [Elimination(None, 'moth')]"),
    "death: the same again": death("return [death, death]"),
    "death: changed": death("setattr(death, 'seat', None)"),
    "death: raise": death("raise SystemExit"),
    "death: for ever": death("[0 for a in range(10**12)]"),
    "victory: true": victory("return True"),
    "victory: a text": victory("return 'moth'"),
    "victory: for others": victory("return Win('moth', 'all')"),
    "victory: raise": victory("raise BaseException"),
    "victory: leaves": victory("setattr(game, 'captain', 'Ana')"),
    "loves: a text": loves("moth.nature = 'in love'"),
    "loves: tokens": loves("moth.tokens = None"),
    "loves: raise": loves("raise StopIteration"),
    "loves: for ever": loves("while True: pass"),
}
"""What a beginner may write."""


def roles_in(folder: Path, text: str) -> list[Role]:
    roles, mistakes = load(house(folder, moth=text))
    assert mistakes == []
    return roles


def book_of(roles: list[Role]) -> Rulebook:
    return with_house(roles)["thiercelieux"]


def evening(roles: list[Role], seed: int = 1) -> Evening:
    book = book_of(roles)
    cards = chosen_deck(book, DECK, None, PLAYERS, {})
    names = [f"seat {number}" for number in range(PLAYERS)]
    return WerewolfEvening(book, names, cards, Options(), seed)


def kept_round(folder: Path, roles: list[Role]) -> tuple[StoredEvening, str, list[str]]:
    """A stored round, its winner, and all its words."""
    journal, record = Journal(folder), Record(dice(1))
    winner = played(journal, evening(roles), Reseated(record))
    (kept,) = journal.evenings()
    journal.close()
    return kept, winner, record.requests


@pytest.mark.parametrize("name", some(MISTAKES, of=9))
def test_a_mistake_in_a_rule_is_broken_off_and_the_round_goes_on(name: str, tmp_path: Path) -> None:
    """In play; then in a replay, without running the rule; and in hundreds of rounds, with one sentence."""
    folder = tmp_path / "house"
    roles = roles_in(folder, MISTAKES[name])
    kept, winner, words = kept_round(tmp_path / "state", roles)
    lines = list(unpacked(kept.rounds[0]))
    breaks = [line for line in lines if is_break(line)]
    assert len(roles[0].faults) == len(breaks) <= 1
    assert all(fault.startswith(f"{folder / 'moth.py'}") for fault in roles[0].faults)

    again, heard = roles_in(folder, MISTAKES[name]), list[str]()
    books = with_house(again)
    over = replay(kept, 0, books, lambda request, _: heard.append(repr(request)))
    assert over
    assert (over.winner, heard) == (winner, words)
    assert all("was broken off before" in fault for fault in again[0].faults)
    for cut in sorted({1, len(lines) // 2, *(lines.index(line) + 1 for line in breaks)}):
        shorter = msgspec.structs.replace(kept, rounds=[lines[:cut]])
        replay(shorter, 0, books, lambda *_: None)

    told = garou("simulate", "--deck", DECK, "--rounds", "40", "--house", str(folder))
    assert "40 rounds in " in told.out
    assert told.code == (1 if told.err else 0)
    assert told.err.count("\n") <= 1
    assert told.err.startswith("garou: ") or not told.err
    assert breaks or told.err or name in HARMLESS


HARMLESS = ("wakes: the dead",)
"""Mistakes that show only after something else has happened."""


AT_ONCE = {
    **{name: code for name, code in FOR_EVER.items() if name != "a loop that catches"},
    **{f"raise {name}": f"raise {name}" for name in RAISED},
    "a list of a range": "list(range(10**9))",
    "a token with words for votes": "DUST = Token('dust', votes='two')",
    "a token that turns to nothing": "DUST = Token('dust', into='nothing')",
    "a nature afterwards": "MOTH.nature = 'moth'",
    "no card": "MOTH = None",
    "a role that is none": "Role = list",
    "a class of its own": "class Odd(Exception):\n    def __str__(self):\n        1 / 0\nraise Odd",
}
"""Lines at the top of the file."""


@pytest.mark.parametrize("name", some(AT_ONCE, of=4))
def test_a_file_that_fails_as_it_is_read_is_refused_in_one_sentence(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("table.house.load.READ_S", 0.5)
    folder = house(tmp_path / "house", moth=changed(MOTH, ("\n\n@night", f"\n{AT_ONCE[name]}\n\n\n@night")))
    told = garou("simulate", "--deck", "werewolf=2,villager=6", "--rounds", "2", "--house", str(folder))
    assert told.code == 0
    assert told.err.startswith(f"garou: {folder / 'moth.py'}")
    assert told.err.count("\n") == 1


WORDS = ("None", "7", "{1, 2}", "b'x'", "lambda: 1", "['a', None]", "{'title': 3}", "''", "'{'", "'{seat'")


KEYS = ("lines.call.moth.wake", "cards.moth", "words.role.moth", "cards.moth.title")


@pytest.mark.parametrize(("key", "word"), some(product(KEYS, WORDS), of=4))
def test_words_that_are_none_are_refused_in_one_sentence(key: str, word: str, tmp_path: Path) -> None:
    folder = house(tmp_path / "house", moth=changed(MOTH, ("en={", f'en={{**{{"{key}": {word}}},')))
    roles, mistakes = load(folder)
    assert len(roles) + len(mistakes) == 1
    assert not any("\n" in mistake for mistake in mistakes)


# Written down


MISTAKEN = night("if game.number == 2:\n    raise ValueError")
MENDED = night("SEEN.append(game.number)").replace("DUST = Token", "SEEN = []\nDUST = Token")


def test_a_replay_breaks_off_at_the_same_step_without_running_the_rule(tmp_path: Path) -> None:
    """Whatever the file says now: here it would run to its end."""
    roles = roles_in(tmp_path / "house", MISTAKEN)
    kept, winner, words = kept_round(tmp_path / "state", roles)
    [line] = [line for line in unpacked(kept.rounds[0]) if is_break(line)]
    assert (line.word, line.answer[1]) == ("break moth", "flutter")
    mended = roles_in(tmp_path / "house", MENDED)
    heard: list[str] = []
    over = replay(kept, 0, with_house(mended), lambda request, _: heard.append(repr(request)))
    assert over
    assert (over.winner, heard) == (winner, words)
    [rule] = [call.alone for call in mended[0].calls]
    assert rule.__wrapped__.__globals__["SEEN"] == [1]  # type: ignore[union-attr]
    assert words != kept_round(tmp_path / "other", mended)[2], "without the line it would not be the same"


def test_a_round_goes_on_the_same_wherever_it_is_cut(tmp_path: Path) -> None:
    kept, winner, _ = kept_round(tmp_path / "whole", roles_in(tmp_path / "house", MISTAKEN))
    lines = list(unpacked(kept.rounds[0]))
    place = next(number for number, line in enumerate(lines) if is_break(line))
    for cut in {1, place - 1, place, place + 1, place + 2, len(lines) - 1}:
        begun = evening(roles_in(tmp_path / "house", MISTAKEN))
        diary = Diary(None, begun, "en", msgspec.structs.replace(kept, rounds=[lines[:cut]]))
        keeping = diary.answerer(Reseated(dice(1)))
        assert begun.play_next(keeping).winner == winner
        assert [line.word for line in unpacked(keeping.lines)] == [line.word for line in lines]


def test_a_line_that_breaks_off_something_else_is_found_out(tmp_path: Path) -> None:
    roles = roles_in(tmp_path / "house", MISTAKEN)
    kept, *_ = kept_round(tmp_path / "state", roles)
    lines = list(unpacked(kept.rounds[0]))
    place = next(number for number, line in enumerate(lines) if is_break(line))
    roles = roles_in(tmp_path / "house", MENDED)
    for wrong in (["break wasp", lines[place].answer], ["break moth", [99, "flutter"]]):
        line = JournalLine(wrong[0], wrong[1], 0.0, 0, lines[place].trace)  # type: ignore[arg-type]
        kept.rounds = [[*lines[:place], line, *lines[place + 1 :]]]
        with pytest.raises(ChangedError):
            replay(kept, 0, with_house(roles), lambda *_: None)


def test_what_was_fast_enough_once_is_not_broken_off_in_a_replay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a slower machine too: the rules of a replay have more time."""
    takes_long = night("sum(1 for _ in range(2 * 10**6))")
    monkeypatch.setattr("table.house.play.RULE_S", 60.0)
    kept, winner, _ = kept_round(tmp_path / "state", roles_in(tmp_path / "house", takes_long))
    monkeypatch.setattr("table.house.play.RULE_S", 0.001)
    monkeypatch.setattr("table.house.play.REPLAY_S", 60.0)
    roles = roles_in(tmp_path / "house", takes_long)
    over = replay(kept, 0, with_house(roles), lambda *_: None)
    assert over
    assert over.winner == winner
    assert roles[0].faults == []
    kept_round(tmp_path / "live", roles)
    assert "does not come to an end" in roles[0].faults[0]


def test_a_rule_that_took_too_long_is_not_waited_for_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    roles, looked = roles_in(tmp_path / "house", night("while True: pass")), list[str]()
    step = RoleWatch._run

    def run(watch: RoleWatch, name: str, *given: Any) -> Any:
        looked.append(name)
        return step(watch, name, *given)

    monkeypatch.setattr(RoleWatch, "_run", run)
    book = book_of(roles)
    simulate(book, read_deck(book, DECK), Options(), 20, "random", 1)
    assert len(roles[0].faults) == 1
    assert sum(1 for rule in looked if rule == "flutter") == 1


def test_a_role_is_out_of_one_round_and_in_the_next(tmp_path: Path) -> None:
    roles = roles_in(tmp_path / "house", MISTAKEN)
    begun, record = evening(roles), Record(dice(1))
    for _ in range(2):
        begun.play_next(record)
    asked = [
        number for number, said in enumerate(record.requests) if said.startswith("Ask(") and "'moth'" in said
    ]
    assert len(asked) >= 2, "in the first night of each round"
    assert len(roles[0].faults) == 1


# What the village may hear


def test_a_break_off_changes_no_call_of_the_night(tmp_path: Path) -> None:
    """The loss of a role may be a secret: which calls are held stays as it was."""
    held = []
    for code in ("pass", "if game.number == 2:\n    raise ValueError"):
        text = changed(night(code), ("seconds=12", "seconds=12, when=even_nights"))
        roles = roles_in(tmp_path / "house", text)
        book = book_of(roles)
        deck = read_deck(book, "werewolf=2,moth,villager=6")
        record = Record(Quiet(1))
        play(play_round(Game(book, "ABCDEFGHI", deck, [], Options(captain="never"))), record)
        held.append(
            [said.partition(",")[0] for said in record.requests if said.startswith(("Wake", "Sleep"))]
        )
        assert bool(roles[0].faults) == ("raise" in code)
    assert held[0] == held[1]
    assert sum("moth" in said for said in held[0]) >= 2 * 2, "in the night it fails in, and later"


class Quiet:
    """Nobody is harmed except by lot, and nobody answers the Moth's question."""

    def __init__(self, seed: int) -> None:
        self._dice = dice(seed)

    def __getattr__(self, word: str) -> Any:
        return getattr(self._dice, word)

    def ask(self, request: Any) -> tuple[Any, ...]:  # noqa: ARG002 - nobody answers
        return ()

    def vote(self, request: Any) -> dict[Any, Any]:  # noqa: ARG002 - nor votes
        return {}


# What is put back


def test_a_step_that_is_broken_off_has_not_happened() -> None:
    game = lay("werewolf seer thief villager", "witch villager")
    one, two, *_ = game.seats
    game.lay(one, one.tokens[0]) if one.tokens else None

    def state() -> list[Any]:
        names = [name for name in vars(game) if name != "broken"]
        values = [(name, repr(getattr(game, name))) for name in names]
        return [*values, *(repr(getattr(seat, name)) for seat in game.seats for name in Seat.__slots__)]

    before, was = Before(game), state()
    tokens = two.tokens
    two.tokens.append("dust")  # type: ignore[arg-type]
    two.tokens = None  # type: ignore[assignment]
    del one.card
    one.cause = "moth"
    game.centre.clear()
    game.meals[one] = [two]
    game.unseen.clear()
    game.captain = "Ana"  # type: ignore[assignment]
    game.alive = ()
    before.restore()
    assert state() == was
    assert two.tokens is tokens


def test_all_there_is_of_a_game_and_of_a_seat_is_looked_after() -> None:
    game = lay("werewolf seer villager villager")
    assert set(PLACES[Game]) == set(vars(game))
    assert set(PLACES[Seat]) == set(Seat.__slots__)


# Time, memory, and the program's own end


@contextmanager
def limited() -> Iterator[Limits]:
    """Sets limits, and checks that nothing is left of them."""
    within = Limits()
    yield within
    assert Limits.running is None
    assert signal.getitimer(signal.ITIMER_REAL) == signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)


def raises(error: BaseException) -> Any:
    raise error


def test_whatever_is_run_its_limits_are_taken_away_again() -> None:
    with limited() as within:
        assert within.run(lambda: within.run(lambda: 7)) == 7
        for error in (ValueError(), KeyboardInterrupt(), ClosedError()):
            with pytest.raises(type(error)):
                within.run(lambda error=error: raises(error))  # type: ignore[misc]
        with pytest.raises(TooLongError):
            within.run(lambda: any(a < 0 for a in iter(int, 1)), None, 0.01)
        with pytest.raises(MemoryError):
            within.run(lambda: bytearray(2 * limits.MOST_BYTES))


def test_a_file_that_is_read_slowly_has_more_time_than_a_rule(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A slow processor needs a while to compile it."""
    slow = f"SLOW = sum(1 for _ in range(10**7))\n{MOTH}"
    monkeypatch.setattr("table.house.load.READ_S", 60.0)
    monkeypatch.setattr("table.house.play.RULE_S", 0.001)
    roles_in(tmp_path / "patient", slow)
    monkeypatch.setattr("table.house.load.READ_S", 0.001)
    _, [mistake] = load(house(tmp_path / "hurried", moth=slow))
    assert mistake.endswith("does not come to an end; allowed: 0.001 s of processor time")


def test_what_waits_for_ever_is_interrupted_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes no processor time: a pipe nobody writes to."""
    monkeypatch.setattr(limits, "BLOCKED_S", 0.05)
    reading, writing = os.pipe()
    with limited() as within, pytest.raises(TooLongError):
        within.run(lambda: os.read(reading, 1))
    os.close(reading)
    os.close(writing)


def test_a_file_left_out_for_slowness_says_which_limit_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is read a second time first: a machine may be busy for a moment."""
    reading, writing = os.pipe()
    monkeypatch.setattr(limits, "BLOCKED_S", 0.05)
    monkeypatch.setattr("table.house.load.READ_S", 0.2)
    read, tries = load_module._made, list[str]()

    def made(path: Path, *given: Any) -> Role:
        tries.append(path.stem)
        if path.stem == "stalls" or len(tries) == 1:
            os.read(reading, 1)
        return read(path, *given)

    monkeypatch.setattr(load_module, "_made", made)
    wasp = MOTH.replace("moth", "wasp")
    roles, [mistake] = load(house(tmp_path, late=MOTH, stalls=wasp))
    os.close(reading)
    os.close(writing)
    assert [role.path.stem for role in roles] == ["late"]
    assert tries == ["late", "late", "stalls", "stalls"]
    assert "does not come to an end; allowed: 0.05 s of wall time" in mistake


@pytest.mark.parametrize("end", [ClosedError("ended from outside"), InterruptedByHandError()])
def test_the_program_can_be_ended_in_the_middle_of_a_rule(
    end: BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A signal that arrives then is no mistake of the role."""
    roles = roles_in(tmp_path / "house", MOTH)
    monkeypatch.setattr("table.house.play.Before.check", lambda _: raises(end))
    with pytest.raises(type(end)):
        evening(roles).play_next(dice(1))
    assert roles[0].faults == []


def test_ctrl_c_is_told_from_what_a_rule_raises() -> None:
    with limited() as within, pytest.raises(InterruptedByHandError):
        within.run(lambda: signal.raise_signal(signal.SIGINT))


# A table that cannot replay an evening


def test_a_table_that_cannot_replay_an_evening_says_so_and_opens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    roles = roles_in(tmp_path / "house", MOTH)
    journal = Journal(tmp_path)
    begun = evening(roles)
    diary = Diary(journal, begun, "en")
    diary.open(lambda: None)
    with pytest.raises(ClosedError):
        begun.play_next(diary.answerer(Ends(dice(1), 20)))
    diary.close()
    journal.close()
    monkeypatch.setattr("table.games.werewolf.rules.script.is_held", lambda *_: raises(ZeroDivisionError()))
    shelf, told = EveningShelf(tmp_path, 50), list[str]()
    assert shelf.unfinished(with_house(roles), None, told.append) is None
    assert told == [
        "a round was cut short and cannot go on: playing it again fails (ZeroDivisionError). "
        "Its evening is kept for garou chronicle."
    ]
    assert shelf.refused
    shelf.close()


class Ends(Reseated):
    """A table that is closed after so many answers."""

    def __init__(self, answerer: Any, after: int) -> None:
        super().__init__(answerer)
        self.after = after

    def wait_for(self, written: Any) -> None:
        super().wait_for(written)
        self.after -= 1
        if not self.after:
            raise ClosedError("closed by hand")


# What no timer can interrupt


def run(*words: str, ends_s: float = 0.5) -> subprocess.CompletedProcess[str]:
    """Runs a command in a process that ends itself after so long."""
    code = f"import table.house.limits as l; l.ENDS_S = {ends_s}; from table.__main__ import main; main()"
    command = [sys.executable, "-c", code, *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def test_a_file_that_hangs_as_it_is_read_ends_the_process_once(tmp_path: Path) -> None:
    hangs = changed(MOTH, ("DUST = Token", "sum(range(10**12))\nDUST = Token"))
    folder, state = house(tmp_path / "house", moth=hangs), tmp_path / "state"
    words = ["play", "--simulated", "--rounds", "1", "--deck", "werewolf=2,villager=6"]
    words += ["--state", str(state), "--house", str(folder)]
    ended = run(*words)
    assert (ended.returncode, ended.stderr) == (-signal.SIGPROF, "")
    assert (state / FILE).stat().st_mode & 0o777 == 0o600
    for _ in range(few(2, 1)):
        told = run(*words)
        assert told.returncode == 0
        assert told.stderr.startswith(f"garou: {folder / 'moth.py'}: has ended the table when it was read;")
        assert told.stderr.count("\n") == 1
    house(folder, moth=MOTH)
    told = run(*words)
    assert (told.returncode, told.stderr) == (0, "")


def test_a_rule_that_hangs_live_ends_the_process_once_and_the_evening_goes_on(tmp_path: Path) -> None:
    hangs = night("if game.number == 2:\n    sum(range(10**12))")
    folder, state = house(tmp_path / "house", moth=hangs), tmp_path / "state"
    words = ("play", "--simulated", "--rounds", "1", "--state", str(state), "--house", str(folder))
    ended = run(*words, "--seed", "3", "--deck", DECK)
    assert ended.returncode == -signal.SIGPROF
    assert "moth" not in ended.stderr, "it is the middle of a night"
    told = run(*words)
    assert told.returncode == 0
    assert f"garou: {folder / 'moth.py'}: flutter: has ended the table; the role does nothing" in told.stderr
    assert "moth.py" in told.stdout, "the board says so"
    assert "Traceback" not in told.stderr
    journal = Journal(state, writing=False)
    (kept,) = journal.evenings()
    journal.close()
    assert kept.rounds[0][-1].word == "say RoundOver"
    assert [line.word for line in unpacked(kept.rounds[0]) if is_break(line)] == ["break moth"]
    asked = [line.word for line in unpacked(kept.rounds[0]) if line.word == "ask moth"]
    assert len(asked) == 1, "what the role did before it hung is replayed"
    roles, [mistake] = load(folder, state=state)
    assert mistake == roles[0].left_out != ""
    house(folder, moth=MOTH)
    assert load(folder, state=state)[1] == []


def test_a_rule_that_hangs_in_a_replay_is_not_run_by_the_next(tmp_path: Path) -> None:
    """In between the file has changed."""
    folder, state = house(tmp_path / "house", moth=MOTH), tmp_path / "state"
    roles, _ = load(folder)
    kept, *_ = kept_round(state, roles)
    kept.rounds = [kept.rounds[0][:-5]]
    journal = Journal(state)
    journal._base.execute("DELETE FROM answers WHERE number >= ?", (len(kept.rounds[0]),))
    journal.close()
    house(folder, moth=night("sum(range(10**12))"))
    words = ("play", "--simulated", "--rounds", "1", "--state", str(state), "--house", str(folder))
    assert run(*words).returncode == -signal.SIGPROF
    told = run(*words)
    assert told.returncode == 0
    assert "flutter: has ended the table" in told.stderr
    assert "Traceback" not in told.stderr


@pytest.mark.parametrize("text", [b"", b"\0\0\0", b"[1, 2]\n", b"\xff\xfe\n[[[[", b'["a", "b", "c", true]'])
def test_a_mark_that_nobody_can_read_is_none(text: bytes, tmp_path: Path) -> None:
    folder = house(tmp_path / "house", moth=MOTH)
    (tmp_path / FILE).write_bytes(text)
    assert load(folder, state=tmp_path)[1] == []


def test_no_mark_is_left_by_what_comes_to_its_end(tmp_path: Path) -> None:
    for folder, there in ((house(tmp_path / "house", moth=MOTH), True), (None, False)):
        state = tmp_path / f"state {there}"
        roles, _ = load(folder, state=state)
        book = with_house(roles)["thiercelieux"]
        deck = read_deck(book, "werewolf=2,moth,villager=5" if there else "werewolf=2,black_cat,villager=5")
        simulate(book, deck, Options(), 3, "random", 1)
        assert (state / FILE).exists() == there
        assert not there or (state / FILE).read_bytes() == b""
