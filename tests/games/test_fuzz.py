"""Spoilt files: whatever has become of a file the table reads, nobody sees a traceback.

Every shipped file is spoilt as hands, editors and memory cards spoil files, then read as the table reads it.
Either it can still be used, or one sentence names it, and the exit code is that of an error.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from hardware.sounds import LoopedAmbience
from table.appliance.devices.sounding import night_sound
from table.appliance.service.changes import FILE as SERVICE
from table.appliance.service.changes import changes_in, over
from table.errors import LONGEST, TableError
from table.evening.journal import Journal
from table.evening.journal_files import FILE
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.house.load import HOUSE
from table.house.load import load as load_house
from table.referee.referee import referee
from table.sentences import flat
from table.settings.decks import DECKS, read_decks
from table.settings.load import Report, settings_of
from table.settings.settings import CONFIG, TABLE, Settings
from table.words.catalogue import KINDS as TEXTS
from table.words.catalogue import Catalogue, _texts, shipped, shipped_languages
from table.words.lists import read_list
from table.words.narration import NARRATION, Narration
from table.words.troubles import Troubles
from tests.kit.diaries import Reseated, dice, evening, played
from tests.kit.paths import SCENARIOS
from tests.kit.players import garou
from tests.kit.sampling import THOROUGH, few

# What happens to files

DEEP = 3000
VALUES = (
    *("1", "-1", "0", "1.5", "1e999", "-inf", "nan", "9" * 5000, "0x7fffffffffffffffffff", "true", "false"),
    *('""', '"x"', f'"{"x" * 100_000}"', '" "', r'"\u0000"', r'"\ud800"', '"\x7f"', "'''", '"""', '"é→🐺"'),
    *('"{"', '"{}"', '"{0}"', '"{seat.__class__}"', '"{seat!r:>9999}"', '"%s"', '"../../etc/passwd"'),
    *("[]", "{}", "[[]]", '["a", 1]', "[true]", "[" * DEEP + "]" * DEEP, "{a=" * DEEP + "1" + "}" * DEEP),
    *("1979-05-27", "07:32:00", "", "=", "#"),
)
"""Values to replace others with."""
WORDS = ("x", "", '"a b"', "a.b.c", "é", "__class__", "1", "[x]", "[[x]]", "wake", "deck")
"""Texts to replace a key or a whole line with."""
BYTES = (b"\x00", b"\xff", b"\xc3", b"\xef\xbb\xbf", b"\r", b"\n", b'"', b"{", b"}", b"[", b"=", b"\x1b[2J")

FORMS = {language: Narration.load(language).forms for language in shipped_languages()}

Change = tuple[str, float, float, int]
"""What is done, where (twice 0.0 to 1.0), and with which of the things above."""

place = st.floats(0, 1, exclude_max=True)
changes: st.SearchStrategy[list[Change]] = st.lists(
    st.tuples(
        st.sampled_from(
            [
                "value",
                "value",
                "value",
                "key",
                "line",
                "delete",
                "double",
                "swap",
                "byte",
                "insert",
                "cut",
                "end",
            ]
        ),
        place,
        place,
        st.integers(0, 1000),
    ),
    min_size=1,
    max_size=3,
)


def spoilt(data: bytes, done: Sequence[Change]) -> bytes:
    """The file after these changes."""
    for change in done:
        data = _changed(data, *change)
    return data


def _changed(data: bytes, what: str, first: float, second: float, which: int) -> bytes:
    here, there = int(first * len(data)), int(second * len(data))
    lines = data.split(b"\n")
    line, other = int(first * len(lines)), int(second * len(lines))
    match what:
        case "value":
            found = [number for number, text in enumerate(lines) if b"=" in text]
            if found:
                line = found[int(first * len(found))]
                value = VALUES[which % len(VALUES)].encode(errors="replace")
                lines[line] = lines[line].partition(b"=")[0] + b"= " + value
        case "key":
            _, equals, value = lines[line].partition(b"=")
            lines[line] = WORDS[which % len(WORDS)].encode() + equals + value
        case "line":
            lines[line] = WORDS[which % len(WORDS)].encode()
        case "delete":
            del lines[min(line, other) : min(line, other) + 1 + which % 40]
        case "double":
            lines[line:line] = lines[other : other + 1 + which % 5]
        case "swap":
            lines[line], lines[other] = lines[other], lines[line]
        case "byte":
            return data[:here] + bytes([which % 256]) + data[here + 1 :]
        case "insert":
            return data[:here] + BYTES[which % len(BYTES)] + data[here:]
        case "cut":
            return data[: min(here, there)] + data[max(here, there) :]
        case "end":
            return data[:here]
    return b"\n".join(lines)


WHOLE = {
    "empty": b"",
    "nothing but zeros": bytes(4096),
    "UTF-16": "seats = 8\n".encode("utf-16"),
    "Latin-1": 'names = ["Né"]\n'.encode("latin-1"),
    "another kind of file": b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 8,
    "a web page": b"<!doctype html><title>404</title>",
    "one long line": b"x" * 1_000_000,
}
"""What may stand in a file's place."""


@contextmanager
def forbidden(path: Path) -> Iterator[None]:
    """Makes a file unreadable, even for a user who may read everything."""
    opening = os.open

    def refuse(name: str | Path, *given: Any, **more: Any) -> int:
        if os.path.realpath(name) == os.path.realpath(path):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return opening(name, *given, **more)

    with patch.object(os, "open", refuse):
        yield


def in_its_place(path: Path, endless: bool = True) -> Iterator[str]:
    """Puts one thing after the other in the place of the path, none of them a readable file.

    `endless`: also those whose reading never ends.
    """
    path.unlink(missing_ok=True)
    yield "nothing at all"
    path.mkdir()
    yield "a folder"
    path.rmdir()
    path.symlink_to(path.name)
    yield "a link to itself"
    path.unlink()
    path.symlink_to("nowhere")
    yield "a link to nothing"
    path.unlink(missing_ok=True)
    if not endless:
        return
    os.mkfifo(path)
    yield "a pipe that nobody writes to"
    path.unlink()
    for device in ("/dev/zero", "/dev/full"):
        path.symlink_to(device)
        yield "a device without end"
        path.unlink()
    path.touch()
    os.truncate(path, 2**30)
    yield "a gigabyte of zeros"
    path.unlink(missing_ok=True)


NOTHING = ("nothing at all", "a link to nothing")


# How it is said


def one_sentence(read: Callable[[], object], names: Sequence[str]) -> bool:
    """Whether it can be read; if not, checks that one sentence says so and names one of these."""
    try:
        read()
        return True
    except TableError as error:
        refused = error
    said = str(refused)
    assert "\n" not in said.strip(), said
    assert 0 < len(said) <= LONGEST + 3, said
    assert any(name in said for name in names), said
    assert "Traceback" not in said
    assert not re.search(r"\b[A-Z]\w*Error\b|\bNone\b|<\w+ object", said), said
    assert refused.exit_code in (1, 2)
    return False


def told_on_one_line(*words: str) -> int:
    """Runs a command and checks that each message is one line of standard error. Returns its code."""
    told = garou(*words)
    assert told.code in (0, 1, 2)
    assert all(line.startswith("garou: ") for line in told.err.splitlines()), told.err
    if told.code == 2:
        assert told.err.count("\n") >= 1
        assert told.out == ""
    return told.code


# The files


Reader = Callable[[Path], object]


def narrated(path: Path) -> object:
    """Reads a language and says all of it that can be foreseen."""
    telling = path.parent.name if path.parent.name in (*RULEBOOKS, "mots-garous") else None
    directory = path.parent.parent if telling else path.parent
    narration = Narration.load(path.stem, telling, directory=directory)
    return list(narration.sentences())


def judged(path: Path) -> object:
    return referee(path)


def decked(path: Path) -> object:
    return read_decks(path, RULEBOOKS[path.stem])


def own_words(path: Path) -> object:
    """An owner's sentences, laid over the shipped ones."""
    with TemporaryDirectory() as folder:
        own = Path(folder, "narration", path.name)
        own.parent.mkdir()
        own.symlink_to(path)
        return list(Narration.load(path.stem, own=Catalogue(Path(folder))).sentences())


def own_texts(path: Path) -> object:
    """An owner's texts of menus and the like: checks that every text keeps its facts."""
    _texts.cache_clear()
    kind = next(one for one in TEXTS if path.parent.as_posix().endswith(f"/config/{one}"))
    told = flat(Catalogue(Path(str(path).partition(f"/{kind}/")[0])).texts(kind, path.stem, FORMS[path.stem]))
    assert all(type(told[key]) is type(ours) for key, ours in flat(shipped(kind, path.stem)).items())
    return told


def listed(path: Path) -> object:
    """The words of Mots-garous, with a stick's: what cannot be used is reported line by line."""
    read = read_list(path)
    assert all(path.name in sentence and "\n" not in sentence for sentence in read.told)
    return read


def changed(path: Path) -> object:
    """The choices of the service menu: a file that is none changes nothing, and is reported."""
    report = Report()
    changes = changes_in(path.parent, report)
    assert not report or changes == {}
    report.refuse("lost")
    return over(Settings(), changes, ("fr", "en"))


KINDS: dict[str, tuple[Reader, list[Path]]] = {
    "settings": (settings_of, [TABLE, *sorted((CONFIG / "tables").glob("*.toml"))]),
    "scenario": (judged, sorted(SCENARIOS.glob("**/*.toml"))[::23]),
    "narration": (narrated, sorted(NARRATION.glob("**/*.toml"))),
    "decks": (decked, sorted(DECKS.glob("*.toml"))),
    "own words": (
        own_words,
        [path for book in RULEBOOKS for path in sorted(NARRATION.glob(f"{book}/*.toml"))],
    ),
    "own texts": (own_texts, [path for kind in TEXTS for path in sorted((CONFIG / kind).glob("*.toml"))]),
}
EXAMPLES = {
    "settings": few(400, 40),
    "scenario": few(300, 30),
    "narration": few(120, 12),
    "decks": few(120, 20),
    "own words": few(60, 12),
    "own texts": few(120, 20),
    "word list": few(120, 20),
}
"""As many as a few seconds allow; a tenth of them in a sample."""


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copies of everything, to be spoilt."""
    folder = tmp_path_factory.mktemp("desk")
    shutil.copytree(CONFIG, folder / "config")
    shutil.copytree(SCENARIOS, folder / "scenarios")
    return folder


def copy_of(path: Path, desk: Path) -> Path:
    below = desk / "scenarios" if path.is_relative_to(SCENARIOS) else desk / "config"
    return below / path.relative_to(SCENARIOS if path.is_relative_to(SCENARIOS) else CONFIG)


@pytest.mark.parametrize("kind", KINDS)
def test_a_sound_file_can_be_read(kind: str, desk: Path) -> None:
    """With what is shipped: the check below can succeed."""
    reader, paths = KINDS[kind]
    assert len(paths) > 3
    for path in paths:
        assert one_sentence(lambda path=path: reader(copy_of(path, desk)), []), path  # type: ignore[misc]


@pytest.mark.parametrize("kind", KINDS)
def test_a_spoilt_file_is_one_sentence(kind: str, desk: Path) -> None:
    reader, paths = KINDS[kind]
    fates = {True: 0, False: 0}

    @settings(max_examples=EXAMPLES[kind], suppress_health_check=list(HealthCheck))
    @given(st.sampled_from(paths), changes)
    def spoil(path: Path, done: list[Change]) -> None:
        sound, copy = path.read_bytes(), copy_of(path, desk)
        try:
            copy.write_bytes(spoilt(sound, done))
            fates[one_sentence(lambda: reader(copy), [copy.name, *KEYS_OF_A_SCENARIO])] += 1
        finally:
            copy.write_bytes(sound)

    spoil()
    assert fates[False] > 0, "nothing was refused"
    assert fates[True] > 0 or not THOROUGH, "nothing was read: a sample may have nothing but what is refused"


KEYS_OF_A_SCENARIO = (
    "rulebook",
    "seats",
    "cards",
    "centre",
    "options",
    "deck",
    "seed",
    "turns",
    "turn",
    "is not",
)
"""A scenario's sentence names the place in it; the command adds the file."""


@pytest.mark.parametrize("kind", KINDS)
def test_another_file_in_its_place_is_one_sentence(kind: str, desk: Path) -> None:
    reader, (path, *_) = KINDS[kind]
    copy = copy_of(path, desk)
    sound = copy.read_bytes()
    try:
        for what, data in WHOLE.items():
            copy.write_bytes(data)
            can = one_sentence(lambda: reader(copy), [copy.name, *KEYS_OF_A_SCENARIO])
            lies_over = kind in ("settings", "own words", "own texts") or "-" in copy.stem
            assert not can or (lies_over and what == "empty")
        copy.write_bytes(sound)
        with forbidden(copy):
            assert not one_sentence(lambda: reader(copy), [copy.name])
        for what in in_its_place(copy):
            can = one_sentence(lambda: reader(copy), [copy.name])
            assert not can or (kind in ("own words", "own texts") and what in NOTHING)
    finally:
        with suppress(FileNotFoundError):
            copy.unlink()
        copy.write_bytes(sound)


WRITTEN: dict[str, tuple[Reader, bytes]] = {
    SERVICE: (
        changed,
        b'language = "fr"\nvolume = 0.5\nout_of_service = [2, 3]\nclockwise = [true, false]\n',
    ),
    "words.txt": (
        listed,
        "title: Fête\nlanguage: fr\ncategory: food\n\n[easy]\npain | bread\nœuf\n[hard]\nflan\n".encode(),
    ),
}
"""Files that the table or its players write, not an owner."""


@pytest.mark.parametrize("name", WRITTEN)
def test_a_spoilt_file_of_the_players_is_one_sentence(
    name: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    reader, sound = WRITTEN[name]
    path = tmp_path_factory.mktemp("written") / name
    path.write_bytes(sound)
    assert one_sentence(lambda: reader(path), [])

    @settings(max_examples=few(150, 20), suppress_health_check=list(HealthCheck))
    @given(changes)
    def spoil(done: list[Change]) -> None:
        path.write_bytes(spoilt(sound, done))
        one_sentence(lambda: reader(path), [name])

    spoil()
    for data in WHOLE.values():
        path.write_bytes(data)
        one_sentence(lambda: reader(path), [name])
    for what in in_its_place(path):
        nothing = name == SERVICE and what in NOTHING
        assert one_sentence(lambda: reader(path), [name]) == nothing


# Roles of the house


@settings(max_examples=few(120, 20), suppress_health_check=list(HealthCheck))
@given(st.sampled_from(sorted(HOUSE.glob("*.py"))), changes)
@example(HOUSE / "black_cat.py", [("end", 0.0, 0.0, 0)])
def test_a_spoilt_role_is_refused_and_the_others_play(
    tmp_path_factory: Any, path: Path, done: list[Change]
) -> None:
    folder = tmp_path_factory.mktemp("house")
    for role in HOUSE.glob("*.py"):
        shutil.copy(role, folder)
    (folder / path.name).write_bytes(spoilt(path.read_bytes(), done))
    roles = load_house(folder)
    assert len(roles) + len(roles.mistakes) == 2
    for mistake in map(str, roles.mistakes):
        assert str(folder / path.name) in mistake
        assert "\n" not in mistake
    shutil.rmtree(folder)


# The journal


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an evening."""
    folder = tmp_path_factory.mktemp("kept")
    journal = Journal(folder)
    played(journal, evening("thiercelieux", "beginner", 8, 1), Reseated(dice(1)))
    played(journal, evening("best-of", seed=3), Reseated(dice(3)))
    journal.close()
    return folder


@settings(max_examples=few(40, 8), suppress_health_check=list(HealthCheck))
@given(changes=changes, beside=st.booleans())
def test_a_spoilt_journal_never_stops_an_evening(
    kept: Path, tmp_path_factory: pytest.TempPathFactory, changes: list[Change], beside: bool
) -> None:
    """As `garou chronicle` reads it, and as the table opens it: the table repairs it or says why it cannot.

    `beside`: the file beside it that is spoilt too (`-wal`).
    """
    folder = tmp_path_factory.mktemp("spoilt")
    shutil.copy(kept / FILE, folder)
    data = spoilt((kept / FILE).read_bytes(), changes)
    (folder / (f"{FILE}-wal" if beside else FILE)).write_bytes(data)
    for words in ((), ("1",), ("2", "--json"), ("--statistics",)):
        told_on_one_line("chronicle", "--state", str(folder), *words)
    mended = one_sentence(lambda: Journal(folder).close(), [str(folder)])
    code = told_on_one_line("chronicle", "--state", str(folder))
    assert code == 0 or not mended
    shutil.rmtree(folder)


@pytest.mark.parametrize(
    "spoilt_text", [b"CREATE TABL\x80 answers", b"CREATE TABLE \xff\xfe\xfd\xfc\xfb\xfa\xf9"]
)
def test_a_journal_whose_own_words_are_no_text_is_one_sentence(
    kept: Path, tmp_path: Path, spoilt_text: bytes
) -> None:
    """SQLite's own message cannot be decoded either."""
    data = (kept / FILE).read_bytes()
    (tmp_path / FILE).write_bytes(data.replace(b"CREATE TABLE answers", spoilt_text))
    assert told_on_one_line("chronicle", "--state", str(tmp_path)) == 1
    journal = Journal(tmp_path)
    journal.close()
    assert journal.mended
    assert told_on_one_line("chronicle", "--state", str(tmp_path)) == 0


def test_another_file_in_the_place_of_the_journal_is_one_sentence(kept: Path, tmp_path: Path) -> None:
    foreign = tmp_path / "foreign.sqlite"
    with closing(sqlite3.connect(foreign)) as base:
        base.execute("CREATE TABLE evenings (colour TEXT)")
        base.commit()
    deeper = tmp_path / "forged.sqlite"
    shutil.copy(kept / FILE, deeper)
    with closing(sqlite3.connect(deeper)) as base:
        base.execute("UPDATE evenings SET setup = x'c1', seal = 7, began_s = 'noon'")
        base.execute("UPDATE answers SET answer = 7, trace = 'x'")
        base.commit()
    for data in (foreign.read_bytes(), deeper.read_bytes(), *WHOLE.values()):
        folder = tmp_path / "state"
        folder.mkdir()
        (folder / FILE).write_bytes(data)
        told_on_one_line("chronicle", "--state", str(folder))
        one_sentence(lambda folder=folder: Journal(folder).close(), [str(folder)])  # type: ignore[misc]
        told_on_one_line("chronicle", "--state", str(folder), "--erase", "--yes")
        shutil.rmtree(folder)
    folder.mkdir()
    for what in in_its_place(folder / FILE):
        code = told_on_one_line("chronicle", "--state", str(folder))
        assert code == (0 if what == "nothing at all" else 1)
        with suppress(TableError):
            Journal(folder).close()
        for name in (f"{FILE}-wal", f"{FILE}-shm", "nowhere"):
            (folder / name).unlink(missing_ok=True)
        if (folder / FILE).is_file() and not (folder / FILE).is_symlink():
            (folder / FILE).unlink()


# The night's sound


@settings(max_examples=few(25, 5), suppress_health_check=list(HealthCheck))
@given(changes)
@example([("end", 0.0, 0.0, 0)])
@example([("end", 0.00004, 0.0, 0)])
def test_a_spoilt_sound_is_silence_that_says_so(tmp_path_factory: Any, done: list[Change]) -> None:
    path = tmp_path_factory.mktemp("sound") / "night.opus"
    path.write_bytes(spoilt(night_sound("thiercelieux").read_bytes(), done))
    ambience = LoopedAmbience(path, 0.5)
    try:
        ambience.begin()
        ambience.end()
        told = Troubles.of(Narration.load("fr")).told
        assert ambience.trouble is None or "\n" not in told(ambience.trouble)
    finally:
        ambience.close()
        path.unlink()


def test_no_sound_at_all_is_silence_that_says_so(tmp_path: Path) -> None:
    for _ in in_its_place(tmp_path / "night.wav", endless=False):
        ambience = LoopedAmbience(tmp_path / "night.wav", 0.5)
        ambience.begin()
        assert ambience.trouble
        ambience.close()
