"""What a beginner may write in a house role: refused as it is read, or broken off in play."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tomllib
from pathlib import Path
from textwrap import indent
from typing import Any

import msgspec
import pytest

from table.engine.broken import RoleFailedError, without_failed
from table.engine.play import play
from table.engine.requests import draw
from table.errors import ClosedError, TableError
from table.evening.diary import Diary, EveningShelf
from table.evening.journal import Journal
from table.evening.replay import replay
from table.evening.resume import is_break
from table.games.evening import Evening
from table.games.records import StoredEvening, unpacked
from table.games.werewolf.evening import WerewolfEvening
from table.games.werewolf.rules.deck import read_deck
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.pieces import Game, Rulebook, Seat
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.games.werewolf.rules.script import play_round
from table.games.werewolf.simulate import simulate
from table.house import Role
from table.house.books import with_house
from table.house.limits import FILE, Limits, TooLongError
from table.house.load import HouseError, check_faults, load
from table.house.play import RoleWatch
from table.settings.decks import chosen_deck
from tests.house.test_house import HERE, MOTH, changed, house, renamed
from tests.kit.diaries import Reseated, dice, played
from tests.kit.players import Record, garou, lay
from tests.kit.sampling import few, some

DECK = "werewolf=2,moth,seer,cupid,villager=4"
PLAYERS = 9
DUSTY = "for seat in game.alive:\n    game.lay(seat, DUST)"
"""Everybody has dust."""


def night(code: str) -> str:
    """The Moth does this in its call, before it asks."""
    return changed(MOTH, ("    lit = await", f"{indent(code, '    ')}\n    lit = await"))


def later(code: str) -> str:
    """After it has asked."""
    return changed(MOTH, ("    if lit:\n        game.lay(lit, DUST)\n", f"{indent(code, '    ')}\n"))


def more(text: str, rule: str, code: str, *changes: tuple[str, str]) -> str:
    """The role has one more rule."""
    return changed(text, ("ROLE = ", f"{rule}\n{indent(code, '    ')}\n\n\nROLE = "), *changes)


def dawn(code: str) -> str:
    rule = "@moment(MOTH)\nasync def glow(game):"
    return more(MOTH, rule, code, ("calls=flutter", "calls=flutter, at_dawn=glow"))


def death(code: str) -> str:
    rule = "@DUST.after_death\nasync def burn(game, death):"
    return more(night(DUSTY), rule, code, ("calls=flutter", "calls=flutter, reactions=DUST"))


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
    return more(night(DUSTY), "@DUST.instead\ndef flies(game, seat, doom):", code)


def victory(code: str) -> str:
    """Says whether the Moth has won."""
    over = '"lines.over.moth": "{}", "words.over.moth": "{}", '
    return more(
        MOTH,
        "def shines(game):",
        code,
        ('Card("moth")', 'Card("moth", "solitary")'),
        ("calls=flutter", "calls=flutter, victories=shines"),
        ("fr={", "fr={" + over.format("La Phalène gagne.", "Phalène")),
        ("en={", "en={" + over.format("The Moth wins.", "Moth")),
    )


def loves(code: str) -> str:
    return more(MOTH, "@MOTH.when_in_love\ndef glows(moth):", code)


PLACES = {make.__name__: make for make in (night, later, dawn, death, wakes, when, spares, victory, loves)}
MISTAKES = tomllib.loads((HERE / "mistakes.toml").read_text("utf-8"))
MISTAKEN = night("if game.number == 2:\n    raise ValueError")
MENDED = night("if game.number == 2:\n    pass")


def written(place: str, code: str) -> str:
    """The shortest role with a mistake. `place`: of the rule that has it, or what is replaced."""
    return PLACES[place](code) if place in PLACES else changed(MOTH, (place, code))


def roles_in(folder: Path, text: str) -> list[Role]:
    roles = load(house(folder, moth=text))
    assert roles.mistakes == []
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


# Refused as it is read


@pytest.mark.parametrize(("old", "new", "line", "reason"), some(MISTAKES["read"], of=3))
def test_a_mistake_is_told_with_file_line_and_reason(
    tmp_path: Path, old: str, new: str, line: int, reason: str
) -> None:
    """The other roles are played whatever is wrong with one."""
    folder = house(tmp_path, moth=changed(MOTH, (old, new)), wasp=renamed(MOTH))
    roles = load(folder)
    assert [role.card.key for role in roles] == ["wasp"]
    [told] = map(str, roles.mistakes)
    assert told.startswith(f"{folder / 'moth.py'}, line {line}: {reason}")
    assert "\n" not in told


# Broken off in play


@pytest.mark.parametrize(("place", "code", "line", "reason"), some(MISTAKES["played"], of=2))
def test_a_rule_that_goes_wrong_says_where(
    tmp_path: Path, place: str, code: str, line: int, reason: str
) -> None:
    """Once, though the role is back in the next round; never with a name, which may be a secret."""
    roles = roles_in(tmp_path / "house", written(place, code))
    begun = evening(roles)
    while not roles[0].faults:
        begun.play_next(dice(begun.played))
    begun.play_next(dice(begun.played))
    [told] = roles[0].faults
    assert told.startswith(f"{tmp_path / 'house/moth.py'}, line {line}: {reason}")
    assert "\n" not in told
    assert "seat " not in told.removeprefix(str(tmp_path))
    with pytest.raises(HouseError) as refused:
        check_faults(roles)
    assert str(refused.value) == told


@pytest.mark.parametrize(
    ("place", "code"), some((case[:2] for case in MISTAKES["played"] if case[0] != "loves"), of=12)
)
def test_a_round_with_a_mistake_is_kept_replayed_resumed_and_simulated(
    place: str, code: str, tmp_path: Path
) -> None:
    """A replay does not run the rule."""
    folder = tmp_path / "house"
    roles = roles_in(folder, written(place, code))
    kept, winner, words = kept_round(tmp_path / "state", roles)
    lines = list(unpacked(kept.rounds[0]))
    [broken] = [number for number, line in enumerate(lines) if is_break(line)]

    again, heard = roles_in(folder, written(place, code)), list[str]()
    over = replay(kept, 0, with_house(again), lambda request, _: heard.append(repr(request)))
    assert over
    assert (over.winner, heard) == (winner, words)
    assert all("was broken off before a cut" in fault for fault in again[0].faults)
    for cut in sorted({1, broken - 1, broken, broken + 1, broken + 2, len(lines) - 1} - {0, -1}):
        begun = evening(roles_in(folder, written(place, code)))
        diary = Diary(None, begun, "en", msgspec.structs.replace(kept, rounds=[lines[:cut]]))
        keeping = diary.answerer(Reseated(dice(1)))
        assert begun.play_next(keeping).winner == winner
        assert [line.word for line in unpacked(keeping.lines)] == [line.word for line in lines]

    told = garou("simulate", "--deck", DECK, "--rounds", "20", "--house", str(folder))
    assert "20 rounds in " in told.out
    assert (told.code, told.err.count("\n"), told.err.startswith("garou: ")) == (1, 1, True)


def test_a_replay_breaks_off_at_the_same_step_whatever_the_file_says_now(tmp_path: Path) -> None:
    roles = roles_in(tmp_path / "house", MISTAKEN)
    kept, winner, words = kept_round(tmp_path / "state", roles)
    [line] = [line for line in unpacked(kept.rounds[0]) if is_break(line)]
    assert (line.word, line.answer[1]) == ("break moth", "flutter")
    mended = roles_in(tmp_path / "house", MENDED)
    heard: list[str] = []
    over = replay(kept, 0, with_house(mended), lambda request, _: heard.append(repr(request)))
    assert over
    assert (over.winner, heard) == (winner, words)
    assert words != kept_round(tmp_path / "other", mended)[2], "without the line it would not be the same"


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


# What is undone


def test_a_game_that_begins_again_is_as_it_was() -> None:
    """Whatever has happened in it."""
    book = RULEBOOKS["best-of"]
    cards = chosen_deck(book, "expert", 12, 12, {})
    for seed in range(few(20, 5)):
        game = Game(book, "ABCDEFGHIJKL", cards[:12], cards[12:])
        new = Game(book, "ABCDEFGHIJKL", cards[:12], cards[12:])
        seats = game.seats
        play(play_round(game), dice(seed))
        game.begin()
        assert game.seats is seats, "whom everybody knows"
        for name in vars(new).keys() - {"broken"}:
            assert repr(getattr(game, name)) == repr(getattr(new, name)), name
        for one, other in zip(game.seats, new.seats, strict=True):
            for name in Seat.__slots__:
                assert repr(getattr(one, name)) == repr(getattr(other, name)), name


def test_a_step_that_is_broken_off_has_not_happened(tmp_path: Path) -> None:
    """Everybody hears each word once, and the round is the one without that step."""
    heard = []
    dusty = (
        f"if game.number == 2:\n{indent(DUSTY, '    ')}\n    moth.nature = 'werewolf'\n    raise ValueError"
    )
    for code in (dusty, "if game.number == 2:\n    raise ValueError"):
        roles = roles_in(tmp_path / "house", night(code))
        record = Record(dice(1))
        over = evening(roles).play_next(record)
        heard.append(
            (over.winner, record.requests, [(seat.nature, repr(seat.tokens)) for seat in over.seats])
        )
        assert len(roles[0].faults) == 1
    assert heard[0] == heard[1]


def test_a_role_that_remembers_what_is_in_no_game_ends_the_round_with_a_sentence() -> None:
    """It says something else when the round is run again."""
    kinds = iter(("one", "two", "three"))

    async def script(_: Game) -> None:
        await draw(next(kinds), [1])
        raise RoleFailedError

    with pytest.raises(TableError, match="remembers what is in no game"):
        play(without_failed(script, lay("werewolf seer")), dice(1))


# Time, and the program's own end


def raises(error: BaseException) -> Any:
    raise error


def test_whatever_is_run_its_limit_is_taken_away_again() -> None:
    within = Limits()
    assert within.run(lambda: within.run(lambda: 7)) == 7
    for error in (ValueError(), KeyboardInterrupt(), ClosedError()):
        with pytest.raises(type(error)):
            within.run(lambda error=error: raises(error))  # type: ignore[misc]
    reading, writing = os.pipe()
    for work in (lambda: any(a < 0 for a in iter(int, 1)), lambda: os.read(reading, 1)):
        with pytest.raises(TooLongError):
            within.run(work, None, 0.01)
    os.close(reading)
    os.close(writing)
    assert Limits.limit_s is None
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_what_was_fast_enough_once_is_not_broken_off_in_a_replay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a slower machine too: a file has more time, and so have the rules of a replay."""
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
    assert "does not come to an end; allowed: 0.001 s" in roles[0].faults[0]


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
    assert looked.count("flutter") == 1


@pytest.mark.parametrize("end", [ClosedError("ended from outside"), KeyboardInterrupt()])
def test_the_program_can_be_ended_in_the_middle_of_a_rule(
    end: BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A signal that arrives then is no mistake of the role."""
    roles = roles_in(tmp_path / "house", MOTH)
    monkeypatch.setattr("table.house.play._check_left", lambda _: raises(end))
    with pytest.raises(type(end)):
        evening(roles).play_next(dice(1))
    assert roles[0].faults == []


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


def run(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "table", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def test_a_file_that_hangs_as_it_is_read_ends_the_process_once(tmp_path: Path) -> None:
    hangs = changed(MOTH, ("DUST = Token", "sum(range(10**12))\nDUST = Token"))
    folder, state = house(tmp_path / "house", moth=hangs), tmp_path / "state"
    words = ["play", "--simulated", "--rounds", "1", "--deck", "werewolf=2,villager=6"]
    words += ["--state", str(state), "--house", str(folder)]
    ended = run(*words)
    assert (ended.returncode, ended.stderr) == (1, "")
    assert (state / FILE).stat().st_mode & 0o777 == 0o600
    for _ in range(few(2, 1)):
        told = run(*words)
        assert told.returncode == 0
        assert told.stderr.startswith(f"garou: {folder / 'moth.py'}: has ended the table when it was read;")
        assert told.stderr.count("\n") == 1
    house(folder, moth=MOTH)
    assert load(folder, state=state).mistakes == []


def test_a_rule_that_hangs_live_ends_the_process_once_and_the_evening_goes_on(tmp_path: Path) -> None:
    hangs = night("if game.number == 2:\n    sum(range(10**12))")
    folder, state = house(tmp_path / "house", moth=hangs), tmp_path / "state"
    words = ("play", "--simulated", "--rounds", "1", "--state", str(state), "--house", str(folder))
    ended = run(*words, "--seed", "3", "--deck", DECK)
    assert ended.returncode == 1
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
    roles = load(folder, state=state)
    assert str(*roles.mistakes) == roles[0].left_out != ""
    house(folder, moth=MOTH)
    assert load(folder, state=state).mistakes == []


def test_a_rule_that_hangs_in_a_replay_is_not_run_by_the_next(tmp_path: Path) -> None:
    """In between the file has changed."""
    folder, state = house(tmp_path / "house", moth=MOTH), tmp_path / "state"
    roles = load(folder)
    kept, *_ = kept_round(state, roles)
    kept.rounds = [kept.rounds[0][:-5]]
    journal = Journal(state)
    journal._base.execute("DELETE FROM answers WHERE number >= ?", (len(kept.rounds[0]),))
    journal.close()
    house(folder, moth=night("sum(range(10**12))"))
    words = ("play", "--simulated", "--rounds", "1", "--state", str(state), "--house", str(folder))
    assert run(*words).returncode == 1
    told = run(*words)
    assert told.returncode == 0
    assert "flutter: has ended the table" in told.stderr
    assert "Traceback" not in told.stderr


@pytest.mark.parametrize("text", [b"", b"\0\0\0", b"[1, 2]\n", b"\xff\xfe\n[[[[", b'["a", "b", "c", true]'])
def test_a_mark_that_nobody_can_read_is_none(text: bytes, tmp_path: Path) -> None:
    folder = house(tmp_path / "house", moth=MOTH)
    (tmp_path / FILE).write_bytes(text)
    assert load(folder, state=tmp_path).mistakes == []


def test_no_mark_is_left_by_what_comes_to_its_end(tmp_path: Path) -> None:
    """Nor is there any where only our own files run."""
    for folder, key in ((house(tmp_path / "house", moth=MOTH), "moth"), (None, "black_cat")):
        state = tmp_path / key
        roles = load(folder, state=state)
        book = with_house(roles)["thiercelieux"]
        simulate(book, read_deck(book, f"werewolf=2,{key},villager=5"), Options(), 3, "random", 1)
        assert (state / FILE).exists() == bool(folder)
        assert not folder or (state / FILE).read_bytes() == b"[]"
