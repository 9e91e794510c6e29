"""The word lists of Mots-garous: plain files, shipped ones and the players' own.

A list is one file, UTF-8: a head of `key: value` lines, an empty line, then one word or name a line. A line
`[hard]` sets the difficulty of the words after it; after a `|` come tags, which bots ask about. `tag?` is one
about which people would differ. Of the tags after `complete:` in the head the list forgets none: without one
it is not so. Lines that begin with # are comments. A line that cannot be used is reported with its number,
and the rest is used.

A file `pairs.txt` beside the lists tells which of their words have one meaning: a group a line. The folder of
a variety of a language has no list but a file `instead.txt`: what is said there instead of which word."""

from __future__ import annotations

import errno
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from difflib import get_close_matches
from pathlib import Path
from typing import Literal, get_args
from unicodedata import normalize

import msgspec

from hardware.folders import found_in
from hardware.languages import languages_of
from table import files
from table.errors import Reason, UnreadableError, in_english
from table.sentences import one_line
from table.typefaces import OURS, Fonts
from table.words.spelling import respelled

Difficulty = Literal["easy", "medium", "hard", "insane"]
DIFFICULTIES: tuple[Difficulty, ...] = get_args(Difficulty)
CATEGORIES = (
    *("animals", "food", "home", "nature", "places", "jobs", "tales", "monsters"),
    *("body", "leisure", "films", "travel", "tools", "ideas", "idioms"),
)
OWN = "own"
"""The category of a list without one."""
KEYS = ("title", "language", "difficulty", "category", "child_safe", "complete")
LONGEST = 28
"""The most characters in a word: longer ones would not be readable on the board."""
MOST_WORDS = 5000
MOST_BYTES = 256 * 1024
MOST_FILES = 40
"""Most lists in a folder."""
MOST_IN_ALL = 20_000
"""Most words in a folder: at some 400 bytes each, as much as a small machine can spare."""
MOST_TOLD = 100
"""How many errors of a file are reported one by one; the rest are counted."""
SUFFIX = ".txt"
PAIRS = "pairs.txt"
"""The file of a folder that tells which words have one meaning: a group a line, with slashes between."""
BETWEEN = "/"
INSTEAD = "instead.txt"
"""The file of a variety ("en-US"), line by line: `word of its language = what is said instead`."""
REMARK = "#"
GROWN_UP = "grown-up"
"""The tag of a word that is not for children."""
TAGS = (
    *("alive", "animal", "plant", "person", "group", "imaginary", "edible", "drink", "sweet", "big", "small"),
    *("round", "long", "red", "green", "blue", "yellow", "white", "black", "brown", "hot", "cold", "water"),
    *("air", "metal", "wood", "fabric", "paper", "glass", "stone", "wheels", "electric", "noisy", "musical"),
    *("moving", "invisible", "wearable", "dangerous", "old", "place", "building", "indoors", "outdoors"),
    *("feeling", "event", "time", "night", "summer", "winter", "sport", "book", "speech", "money"),
    *("man", "woman", "school", "unpleasant", GROWN_UP),
)
"""What can be true of a word. `big`: bigger than a person; `small`: a hand can hold it; `old`: it existed 500
years ago; `man`, `woman`: of a person, boy and girl too."""
SAID = frozenset({*TAGS, *CATEGORIES})
"""What a line can say of its word: it has to do with another list too."""
TAG = re.compile(r"[^\s,?]+")
UNSURE = re.compile(r"([^\s,?]+)\?")
COLUMNS = re.compile(r"""[;\t]|,(?! )|,.*,|^["“”„«»].*["“”„«»]$""")
"""What a spreadsheet's row has, and no word: more than one column, or quotes."""
ALIKE = str.maketrans({"œ": "oe", "æ": "ae", "’": "'", "‘": "'", "ʼ": "'", "‐": "-"})
"""Characters that people type in two ways."""


class Word(msgspec.Struct, frozen=True):
    """A word, or a name of several words.

    `tags`: what is true of it, and the lists that it has to do with besides its own.
    `child_safe`: whether it is fit for children.
    `unsure`: tags of which people would say both.
    `complete`: tags that are not true of it if `tags` has them not.
    `meaning`: equal for words of one meaning; empty if no other word has its meaning.
    """

    text: str
    difficulty: Difficulty
    category: str
    tags: frozenset[str]
    child_safe: bool
    meaning: str = ""
    unsure: frozenset[str] = frozenset()
    complete: frozenset[str] = frozenset()


class WordList(msgspec.Struct):
    """One file. `told`: the lines that could not be used, one sentence each; `instead_of`: folded words of
    the language it lies over, in whose place its words are said."""

    path: Path
    title: str
    language: str
    words: list[Word]
    told: list[str]
    instead_of: frozenset[str] = frozenset()


def read_list(path: Path, fonts: Fonts = OURS) -> WordList:
    """Reads a list, for a board with these fonts. Raises `UnreadableError`, in one sentence, if nothing of it
    can be used. No link is followed."""
    lines = _text(path).splitlines()
    end = next((number for number, line in enumerate(lines) if not line.strip()), len(lines))
    head = _head(path, lines[:end])
    language = head["language"]
    difficulty: Difficulty | None = None
    if "difficulty" in head:
        difficulty = _difficulty(path, head["difficulty"])
    category = head.get("category", OWN)
    if category not in (*CATEGORIES, OWN):
        raise UnreadableError(f"{path}: category: {category}; allowed: {', '.join((*CATEGORIES, OWN))}")
    if head.get("child_safe", "yes") not in ("yes", "no"):
        raise UnreadableError(f"{path}: child_safe: {head['child_safe']}; allowed: yes or no")
    safe = head.get("child_safe", "yes") == "yes"
    complete = frozenset(TAG.findall(head.get("complete", "")))
    for tag in sorted(complete.difference(TAGS)):
        raise UnreadableError(f"{path}: complete: no tag is called {_meant(tag)}")
    words: list[Word] = []
    told: list[str] = []
    known: dict[str, int] = {}
    empty: list[int] = []
    columns: dict[int, str] = {}
    unknown: dict[str, int] = {}
    marks: dict[str, tuple[frozenset[str], frozenset[str], list[str]]] = {}
    """What was read after a `|`: many words of a list have the same tags."""
    for number, line in enumerate(lines[end + 1 :], end + 2):
        entry, _, tagged = line.partition("|")
        text = " ".join(normalize("NFC", entry).split())
        if text.startswith(REMARK):
            continue
        if text.startswith("[") and text.endswith("]"):
            difficulty = _difficulty(path, text[1:-1], number)
        elif not text:
            empty.append(number)
        elif COLUMNS.search(entry.strip()):
            columns[number] = text
        elif mistake := mistake_in(text, known, fonts):
            told.append(f"{path}: line {number}: {in_english(mistake)}")
        elif difficulty is None and columns:
            raise UnreadableError(_in_columns(path, columns))
        elif difficulty is None:
            raise UnreadableError(
                f"{path}: line {number}: {text} has no difficulty; allowed: a head line "
                f"difficulty: {' or '.join(DIFFICULTIES)}"
            )
        elif len(words) == MOST_WORDS:
            told.append(f"{path}: line {number} and all after it are left out; allowed: {MOST_WORDS} words")
            break
        else:
            known[folded(text)] = number
            if tagged not in marks:
                marks[tagged] = _marks(tagged)
            tags, unsure, others = marks[tagged]
            for tag in others:
                unknown.setdefault(tag, number)
            child_safe = safe and GROWN_UP not in tags
            words.append(Word(text, difficulty, category, tags, child_safe, unsure=unsure, complete=complete))
    # Empty lines before a new difficulty only make a file easier to read.
    empty = [number for number in empty if not lines[number : number + 1] or lines[number][:1] != "["]
    if empty:
        told.append(f"{path}: empty lines: {_numbers(empty)}")
    if columns:
        told.insert(0, _in_columns(path, columns))
    told += [f"{path}: line {number}: no tag is called {_meant(tag)}" for tag, number in unknown.items()]
    if len(told) > MOST_TOLD:
        told[MOST_TOLD:] = [f"{path}: {len(told) - MOST_TOLD} more of its lines cannot be used as they are"]
    if told and not words:
        raise UnreadableError(f"{told[0]}; no word of this list can be used")
    if not words:
        raise UnreadableError(f"{path}: no word in it; allowed: a head, an empty line, then a word a line")
    return WordList(path, head.get("title") or one_line(path.stem), language, words, told)


def _marks(tagged: str) -> tuple[frozenset[str], frozenset[str], list[str]]:
    """The tags of a word, those about which people would differ, and what is no tag."""
    unsure = frozenset(UNSURE.findall(tagged))
    tags = frozenset(TAG.findall(tagged)) - unsure
    return tags & SAID, unsure & SAID, sorted((tags | unsure) - SAID)


def mistake_in(text: str, known: Mapping[str, int], fonts: Fonts = OURS) -> Reason | None:
    """Why a word cannot be used; None: it can. `known`: the line of each word before it, folded; `fonts`: the
    board's."""
    if len(text) > LONGEST:
        return Reason("words.long", value=text[:LONGEST], number=len(text), most=LONGEST)
    if not any(character.isalpha() for character in text) or not text.isprintable():
        return Reason("words.no_word", value=f"{text!r:.40}")
    if signs := fonts.undrawn(text):
        return Reason("words.undrawn", value=text, signs=signs)
    if folded(text) in known:
        return Reason("words.twice", value=text, line=known[folded(text)])
    return None


def folded(text: str) -> str:
    """A word in the form for comparison: œuf and OEUF are equal, and so are l’eau and l'eau."""
    if text.isascii():
        return text.lower()
    return normalize("NFKC", text).casefold().translate(ALIKE)


def _in_columns(path: Path, columns: Mapping[int, str]) -> str:
    """A sentence for all lines that are a spreadsheet's."""
    lines = f"line{'s' if len(columns) > 1 else ''} {_numbers([*columns])}"
    first = next(iter(columns.values()))
    return f"{path}: {lines}: columns or quotes, as in {first!r:.40}; allowed: one word a line"


def _numbers(lines: Sequence[int]) -> str:
    """The numbers of lines in a sentence, cut to a readable length."""
    more = f" and {len(lines) - MOST_TOLD} more" if len(lines) > MOST_TOLD else ""
    return f"{', '.join(map(str, lines[:MOST_TOLD]))}{more}"


def read_lists(folder: Path, fonts: Fonts = OURS) -> tuple[list[WordList], list[tuple[Path, str]]]:
    """All lists of a folder, by name, as many as a table takes; and each error in them and in its pairs, with
    its file. `fonts`: the board's."""
    lists, told, there = [], [], list[Path]()
    with suppress(OSError):
        there = found_in(folder)
    paths = [path for path in there if is_list(path)]
    left = MOST_IN_ALL
    for number, path in enumerate(paths):
        if not left or number == MOST_FILES:
            allowed = f"allowed: {MOST_FILES} files and {MOST_IN_ALL} words in a folder"
            after = f"{path}: it and all files after it, {len(paths) - number}, are left out; {allowed}"
            told.append((path, after))
            break
        try:
            one = read_list(path, fonts)
        except UnreadableError as error:
            told.append((path, str(error)))
            continue
        lists.append(one)
        if len(one.words) > left:
            over = len(one.words) - left
            allowed = f"allowed: {MOST_IN_ALL} in a folder"
            told.append((path, f"{path}: its last {over} words are left out; {allowed}"))
            del one.words[left:]
        left -= len(one.words)
    told += [(one.path, sentence) for one in lists for sentence in one.told]
    for path in there:
        if path.name.lower() == PAIRS:
            told += [(path, sentence) for sentence in _pair(path, lists)]
    return lists, told


def is_list(path: Path) -> bool:
    """Whether a file name is a list's: LIST.TXT is one too."""
    return path.suffix.lower() == SUFFIX and path.name.lower() not in (PAIRS, INSTEAD)


def read_variety(folder: Path, lists: Iterable[WordList]) -> WordList:
    """The words of a variety of a language, in place of those of `lists` that are spelled or said otherwise
    there; they keep what is true of them. `folder`: has its `instead.txt`, and the name of the variety.

    Raises `UnreadableError`.
    """
    path, language = folder / INSTEAD, folder.name
    base = {
        word.text: word for one in lists if one.language in languages_of(language)[1:] for word in one.words
    }
    said = {text: other for text in base if (other := respelled(text, language)) != text}
    told: list[str] = []
    for number, line in enumerate(_text(path).splitlines(), 1):
        text, equals, other = (part.strip() for part in line.partition("="))
        if not line.strip() or line.startswith(REMARK):
            continue
        if not equals:
            told.append(f"{path}: line {number}: {text:.40}; allowed: a word = what is said instead")
        elif text not in base:
            told.append(f"{path}: line {number}: {text!r:.40} is in no list of the language")
        else:
            said[text] = other
    left = {folded(text) for text in base.keys() - said.keys()}
    told += [f"{path}: {other} is in a list already" for other in said.values() if folded(other) in left]
    words = [msgspec.structs.replace(base[text], text=other) for text, other in said.items() if other]
    return WordList(path, folder.name, language, words, told, frozenset(map(folded, said)))


def choose(
    lists: Sequence[WordList],
    language: str,
    difficulty: Difficulty,
    categories: Collection[str] = (),
    child_safe: bool = False,
) -> list[Word]:
    """The words of one language and difficulty, each once; only of `categories`, if any are given. A variety
    ("en-US") has those of the language it lies over too, but those it says otherwise."""
    chosen: dict[str, Word] = {}
    spoken = languages_of(language)
    otherwise = frozenset[str]().union(*(one.instead_of for one in lists if one.language == language))
    for one in lists:
        if one.language not in spoken:
            continue
        for word in one.words:
            if one.language != language and folded(word.text) in otherwise:
                continue
            if word.difficulty != difficulty or (categories and word.category not in categories):
                continue
            if word.child_safe or not child_safe:
                chosen.setdefault(folded(word.text), word)
    return list(chosen.values())


def apart(words: Sequence[Word], number: int = 0) -> list[Word]:
    """These words, with only one of those of each meaning. `number`: decides which one."""
    groups: dict[str, list[Word]] = {}
    for word in words:
        if word.meaning:
            groups.setdefault(word.meaning, []).append(word)
    kept = {group[number % len(group)].text for group in groups.values()}
    return [word for word in words if not word.meaning or word.text in kept]


def _pair(path: Path, lists: Iterable[WordList]) -> list[str]:
    """Writes into the words of these lists which of them have one meaning. Returns the errors of the file."""
    try:
        lines = _text(path).splitlines()
    except UnreadableError as error:
        return [str(error)]
    meanings: dict[str, str] = {}
    told: list[str] = []
    known = {folded(word.text) for one in lists for word in one.words}
    for number, line in enumerate(lines, 1):
        group = [" ".join(normalize("NFC", part).split()) for part in line.split(BETWEEN)]
        if not line.strip() or line.startswith(REMARK):
            continue
        if len(group) == 1:
            told.append(
                f"{path}: line {number}: {group[0]:.40} is alone; allowed: words of one meaning, a / b"
            )
            continue
        for text in group:
            if folded(text) not in known:
                told.append(f"{path}: line {number}: {text!r:.40} is in no list beside it")
            elif folded(text) in meanings:
                told.append(f"{path}: line {number}: {text} has a line already")
            else:
                meanings[folded(text)] = folded(group[0])
    for one in lists:
        one.words = [
            msgspec.structs.replace(word, meaning=meanings.get(folded(word.text), "")) for word in one.words
        ]
    if len(told) > MOST_TOLD:
        told[MOST_TOLD:] = [f"{path}: {len(told) - MOST_TOLD} more of its words cannot be used as they are"]
    return told


def _text(path: Path) -> str:
    try:
        raw = files.content(path, MOST_BYTES, follows=False)
    except OSError as error:
        if error.errno == errno.EFBIG:
            raise UnreadableError(f"{path}: more than {MOST_BYTES} bytes; allowed: {MOST_BYTES}") from None
        if not path.is_symlink() and error.errno in (errno.EISDIR, errno.ESPIPE):
            raise UnreadableError(f"{path}: not a file; allowed: a text file") from None
        reason = "a link" if path.is_symlink() else error.strerror
        raise UnreadableError(f"{path}: cannot be read: {reason}; allowed: a text file") from None
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise UnreadableError(f"{path}: not UTF-8 at byte {error.start}; allowed: text in UTF-8") from None


def _meant(tag: str) -> str:
    """An unknown tag, and the one that may have been meant."""
    near = get_close_matches(tag.lower(), (*TAGS, *CATEGORIES), n=1)
    meant = f"; perhaps {near[0]} is meant" if near else ""
    return f"{tag[:LONGEST]}{meant}; allowed: those in docs/mots-garous.md"


def _head(path: Path, lines: Sequence[str]) -> dict[str, str]:
    head: dict[str, str] = {}
    for number, line in enumerate(lines, 1):
        if line.startswith(REMARK):
            continue
        key, colon, value = (part.strip() for part in line.partition(":"))
        if not colon or key not in KEYS or not value:
            raise UnreadableError(
                f"{path}: line {number}: {line.strip()[:60]}; allowed in the head, up to an empty line: "
                f"{', '.join(f'{key}: ...' for key in KEYS)}"
            )
        head[key] = value
    if not re.fullmatch(r"[a-z]{2,3}(-[A-Z]{2})?", head.get("language", "")):
        raise UnreadableError(
            f"{path}: no line language: fr in its head; allowed: fr, en or another language"
        )
    return head


def _difficulty(path: Path, name: str, line: int | None = None) -> Difficulty:
    for difficulty in DIFFICULTIES:
        if name.strip() == difficulty:
            return difficulty
    place = f"line {line}: [{name}]" if line else f"difficulty: {name}"
    raise UnreadableError(f"{path}: {place}; allowed: {', '.join(DIFFICULTIES)}")
