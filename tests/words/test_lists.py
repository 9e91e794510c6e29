"""Word lists: the format, what is reported and what refuses a list, and the shipped lists."""

from __future__ import annotations

import os
import re
from collections import Counter
from pathlib import Path

import pytest

from table.errors import UnreadableError
from table.settings.owner import Owner, own_words, words_here
from table.words.lists import (
    CATEGORIES,
    DIFFICULTIES,
    GROWN_UP,
    INSTEAD,
    LONGEST,
    MOST_BYTES,
    MOST_FILES,
    MOST_IN_ALL,
    MOST_TOLD,
    MOST_WORDS,
    OWN,
    PAIRS,
    TAGS,
    Word,
    WordList,
    apart,
    choose,
    folded,
    is_list,
    read_list,
    read_lists,
    read_variety,
)
from tests.kit import words_check
from tests.kit.fonts import made_font
from tests.kit.paths import ROOT

SHIPPED = ROOT / "config" / "words"
LANGUAGES = sorted({path.parent.name for path in SHIPPED.glob("*/*.txt") if is_list(path)})
HEAD = "language: fr\ndifficulty: easy\n\n"


def listed(folder: Path, text: str | bytes, name: str = "list.txt") -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def texts(read: WordList) -> list[str]:
    return [word.text for word in read.words]


def told(path: Path) -> list[str]:
    """What is said of a list, without the name of its file."""
    sentences = read_list(path).told
    assert all(sentence.startswith(f"{path}: ") for sentence in sentences)
    return [sentence.removeprefix(f"{path}: ") for sentence in sentences]


def refusal(path: Path) -> str:
    """The sentence that refuses a whole list, without the name of its file."""
    with pytest.raises(UnreadableError) as refused:
        read_list(path)
    sentence = str(refused.value)
    assert "\n" not in sentence
    assert sentence.startswith(f"{path}: ")
    return sentence.removeprefix(f"{path}: ")


# The format


def test_mg_6_a_list_of_one_s_own(tmp_path: Path) -> None:
    """Its name, its difficulty, and a word or a name of several words on each line."""
    path = listed(
        tmp_path,
        "title: Our village\nlanguage: en\ndifficulty: hard\n\nthe old mill\n  Aunt   Rose | person alive\n",
    )
    read = read_list(path)
    assert (read.title, read.language, read.told, read.path) == ("Our village", "en", [], path)
    assert read.words == [
        Word("the old mill", "hard", OWN, frozenset(), True),
        Word("Aunt Rose", "hard", OWN, frozenset({"person", "alive"}), True),
    ]


def test_a_list_may_have_words_of_every_difficulty(tmp_path: Path) -> None:
    text = "[easy]\nchat\n\n[ insane ]\nle chat de Schrödinger\n[medium]\nlynx\n"
    read = read_list(listed(tmp_path, "language: fr\ncategory: animals\n\n" + text))
    assert [(word.text, word.difficulty, word.category) for word in read.words] == [
        ("chat", "easy", "animals"),
        ("le chat de Schrödinger", "insane", "animals"),
        ("lynx", "medium", "animals"),
    ]
    assert (read.title, read.told) == ("list", [])


def test_what_is_not_for_children_is_marked_by_line_or_for_a_whole_list(tmp_path: Path) -> None:
    some = read_list(listed(tmp_path, HEAD + "lait | drink\nvin | drink, grown-up\n"))
    assert [word.child_safe for word in some.words] == [True, False]
    none = read_list(listed(tmp_path, "language: fr\ndifficulty: easy\nchild_safe: no\n\nlait\n"))
    assert [word.child_safe for word in none.words] == [False]


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("before", [b"", b"\xef\xbb\xbf"], ids=["plain", "BOM"])
def test_a_file_as_any_editor_saves_it(before: bytes, line_end: str, tmp_path: Path) -> None:
    path = listed(tmp_path, before + (HEAD + "élan\ne\u0301lan vital").replace("\n", line_end).encode())
    assert texts(read_list(path)) == ["élan", "élan vital"]
    assert told(path) == []


# What is told, the rest being used


def test_lines_that_cannot_be_used_are_told_with_their_number(tmp_path: Path) -> None:
    long = "a" * (LONGEST + 1)
    path = listed(tmp_path, HEAD + f"chat\n{long}\nCHAT\n1984\nlou\x07p\nchien\n")
    assert texts(read_list(path)) == ["chat", "chien"]
    assert told(path) == [
        f"line 5: {'a' * LONGEST}... has {LONGEST + 1} characters; "
        f"allowed: {LONGEST}, which the board can show",
        "line 6: CHAT stands on line 4 already",
        "line 7: '1984' is no word; allowed: letters, spaces, marks",
        "line 8: 'lou\\x07p' is no word; allowed: letters, spaces, marks",
    ]


ROWS = (
    "café;boisson",
    '"thé","boisson"',
    "lait\tboisson",
    "lait,eau",
    "lait, eau, vin",
    '"sel"',
    "« miel »",
    "vin;;",
)
"""Lines as a spreadsheet writes them."""


@pytest.mark.parametrize("row", ROWS)
def test_a_row_of_a_spreadsheet_is_told_and_is_no_word(row: str, tmp_path: Path) -> None:
    path = listed(tmp_path, HEAD + f"chat\n{row}\nqui dort, dîne\n")
    assert texts(read_list(path)) == ["chat", "qui dort, dîne"]
    (sentence,) = told(path)
    shown = " ".join(row.split())
    assert sentence == f"line 5: columns or quotes, as in {shown!r}; allowed: one word a line"


def test_rows_of_a_spreadsheet_are_told_in_one_sentence_with_their_numbers(tmp_path: Path) -> None:
    rows = "\n".join(ROWS)
    path = listed(tmp_path, HEAD + f"chat\n{rows}\n")
    assert told(path)[0].startswith(
        "lines 5, 6, 7, 8, 9, 10, 11, 12: columns or quotes, as in 'café;boisson'; "
    )
    assert len(told(path)) == 1
    words = f"lines 4, 5, 6, 7, 8, 9, 10, 11: columns or quotes, as in {ROWS[0]!r}; allowed: one word a line"
    unusable = f"{words}; no word of this list can be used"
    assert refusal(listed(tmp_path, HEAD + rows)) == unusable, "also where there is no other word"
    sections = listed(tmp_path, f"language: fr\n\n[easy];;\n{rows}\nchat\n")
    assert refusal(sections).startswith("lines 3, 4, "), "and where a level was a row"
    long = listed(tmp_path, HEAD + "chat\n" + "a;b\n" * (MOST_TOLD + 50))
    assert f", {MOST_TOLD + 4} and 50 more: columns" in told(long)[0]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("œuf", "oeuf"),
        ("œuf", "OEUF"),
        ("ex æquo", "ex aequo"),
        ("l’eau", "l'eau"),
        ("Œil‐de‐bœuf", "oeil-de-boeuf"),
    ],
)
def test_a_word_that_is_typed_in_two_ways_is_one_word(one: str, other: str, tmp_path: Path) -> None:
    path = listed(tmp_path, HEAD + f"{one}\n{other}\npêche\npéché\n")
    assert texts(read_list(path)) == [one, "pêche", "péché"]
    assert told(path) == [f"line 5: {other} stands on line 4 already"]
    listed(tmp_path, HEAD + f"{one}\nlait\n", "a.txt")
    listed(tmp_path, HEAD + f"{other}\n", "b.txt")
    path.unlink()
    listed(tmp_path, f"{other} / lait\n", PAIRS)
    lists, found = read_lists(tmp_path)
    sentences = [sentence for _, sentence in found]
    assert sentences == []
    assert [word.text for word in choose(lists, "fr", "easy")] == [one, "lait"]
    assert len(apart(choose(lists, "fr", "easy"))) == 1


def test_a_word_that_the_board_cannot_draw_is_told_with_its_line(tmp_path: Path) -> None:
    path = listed(tmp_path, HEAD + "Ελλάδα\nчай\n茶\nchat 🐈\nthe\u0301\n")
    assert texts(read_list(path)) == ["Ελλάδα", "чай", "thé"]
    assert told(path) == ["line 6: 茶: the board cannot draw 茶", "line 7: chat 🐈: the board cannot draw 🐈"]


def test_of_a_list_in_other_letters_the_first_line_is_told(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError) as caught:
        read_list(listed(tmp_path, HEAD + "قهوة\nشاي\n"))
    assert str(caught.value).endswith(
        "line 4: قهوة: the board cannot draw قهوة; no word of this list can be used"
    )


def test_empty_lines_are_told_together_but_those_before_a_new_difficulty(tmp_path: Path) -> None:
    path = listed(tmp_path, HEAD + "chat\n\n[hard]\nlynx\n\n   \n| big\nloup\n\n")
    assert texts(read_list(path)) == ["chat", "lynx", "loup"]
    assert told(path) == ["empty lines: 8, 9, 10, 12"]


def test_a_tag_that_no_bot_asks_for_is_told_once(tmp_path: Path) -> None:
    path = listed(tmp_path, HEAD + "chat | alive xyz\nlapin | xyz Small\n")
    assert [word.tags for word in read_list(path).words] == [frozenset({"alive"}), frozenset()]
    assert told(path) == [
        "line 4: no tag is called xyz; allowed: those in docs/mots-garous.md",
        "line 5: no tag is called Small; perhaps small is meant; allowed: those in docs/mots-garous.md",
    ]


def test_a_word_names_other_lists_that_it_has_to_do_with(tmp_path: Path) -> None:
    path = listed(tmp_path, HEAD + "patte | body home? bodi\n")
    (paw,) = read_list(path).words
    assert (paw.tags, paw.unsure) == (frozenset({"body"}), frozenset({"home"}))
    assert told(path) == [
        "line 4: no tag is called bodi; perhaps body is meant; allowed: those in docs/mots-garous.md"
    ]


def test_the_page_names_every_tag() -> None:
    page = (SHIPPED.parent.parent / "docs" / "mots-garous.md").read_text("utf-8")
    assert {tag for tag in TAGS if not re.search(rf"`[^`]*\b{tag}\b[^`]*`", page)} == set()


def test_a_list_says_what_it_forgets_of_no_word_and_where_people_would_differ(tmp_path: Path) -> None:
    """`complete: big` in its head; `big?` after a word."""
    head = "language: fr\ndifficulty: easy\ncomplete: big small\n\n"
    path = listed(tmp_path, head + "ours | animal big\nchien | animal big? smal?\n")
    bear, dog = read_list(path).words
    assert [*map(sorted, (bear.tags, bear.unsure))] == [["animal", "big"], []]
    assert [*map(sorted, (dog.tags, dog.unsure))] == [["animal"], ["big"]]
    assert bear.complete == dog.complete == {"big", "small"}
    assert told(path) == [
        "line 6: no tag is called smal; perhaps small is meant; allowed: those in docs/mots-garous.md"
    ]
    listed(tmp_path, head.replace("small", "smal") + "ours\n")
    assert refusal(path).startswith("complete: no tag is called smal; perhaps small is meant; allowed: ")


def test_lines_that_begin_with_a_mark_are_remarks(tmp_path: Path) -> None:
    path = listed(tmp_path, "# ours\n" + HEAD + "# of every day\nchat\n#[hard]\nchien\n")
    assert texts(read_list(path)) == ["chat", "chien"]
    assert told(path) == []
    assert {word.difficulty for word in read_list(path).words} == {"easy"}


def test_a_file_in_which_everything_is_wrong_is_told_in_a_hundred_sentences(tmp_path: Path) -> None:
    path = listed(tmp_path, HEAD + "chat\n" + "1\n" * (MOST_TOLD + 50))
    assert len(told(path)) == MOST_TOLD + 1
    assert told(path)[-2:] == [
        f"line {MOST_TOLD + 4}: '1' is no word; allowed: letters, spaces, marks",
        "50 more of its lines cannot be used as they are",
    ]
    path = listed(tmp_path, HEAD + "chat\n" + "\n" * (MOST_TOLD + 50))
    (sentence,) = told(path)
    assert sentence.startswith("empty lines: 5, 6, 7, ")
    assert sentence.endswith(f", {MOST_TOLD + 4} and 50 more")


def test_more_words_than_a_table_takes(tmp_path: Path) -> None:
    words = "".join(f"mot {'abcdefghij'[n % 10]}{n}\n" for n in range(MOST_WORDS + 3))
    path = listed(tmp_path, HEAD + words)
    assert len(read_list(path).words) == MOST_WORDS
    assert told(path) == [f"line {MOST_WORDS + 4} and all after it are left out; allowed: {MOST_WORDS} words"]


# What refuses a list


IN_THE_HEAD = (
    "allowed in the head, up to an empty line: "
    "title: ..., language: ..., difficulty: ..., category: ..., child_safe: ..., complete: ..."
)
NO_LANGUAGE = "no line language: fr in its head; allowed: fr, en or another language"
LEVELS = ", ".join(DIFFICULTIES)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", NO_LANGUAGE),
        ("title: x\n\nchat\n", NO_LANGUAGE),
        ("language: français\n\nchat\n", NO_LANGUAGE),
        ("chat\nchien\n", f"line 1: chat; {IN_THE_HEAD}"),
        ("language: fr\nchat\n", f"line 2: chat; {IN_THE_HEAD}"),
        ("language:\n", f"line 1: language:; {IN_THE_HEAD}"),
        ("language: fr\nauthor: me\n\nx\n", f"line 2: author: me; {IN_THE_HEAD}"),
        (HEAD, "no word in it; allowed: a head, an empty line, then a word a line"),
        (
            "language: fr\n\nchat\n",
            "line 3: chat has no difficulty; allowed: a head line difficulty: "
            "easy or medium or hard or insane",
        ),
        ("language: fr\ndifficulty: brutal\n\nx\n", f"difficulty: brutal; allowed: {LEVELS}"),
        ("language: fr\n\n[brutal]\nx\n", f"line 3: [brutal]; allowed: {LEVELS}"),
        ("language: fr\ncategory: cars\n\nx\n", f"category: cars; allowed: {', '.join((*CATEGORIES, OWN))}"),
        ("language: fr\nchild_safe: maybe\n\nx\n", "child_safe: maybe; allowed: yes or no"),
        (b"language: fr\n\ncaf\xe9\n", "not UTF-8 at byte 17; allowed: text in UTF-8"),
        (b"\xff\xfel\0a\0n\0", "not UTF-8 at byte 0; allowed: text in UTF-8"),
    ],
)
def test_a_list_of_which_nothing_can_be_used(text: str | bytes, said: str, tmp_path: Path) -> None:
    assert refusal(listed(tmp_path, text)) == said


def test_a_list_is_no_larger_than_a_table_reads(tmp_path: Path) -> None:
    fits = HEAD.encode() + b"chat"
    fits += b" " * (MOST_BYTES - len(fits))
    assert texts(read_list(listed(tmp_path, fits))) == ["chat"]
    too_large = listed(tmp_path, fits + b" ")
    assert refusal(too_large) == f"more than {MOST_BYTES} bytes; allowed: {MOST_BYTES}"


def test_no_link_is_followed(tmp_path: Path) -> None:
    secret = listed(tmp_path, HEAD + "chat\n", "secret")
    link = tmp_path / "link.txt"
    link.symlink_to(secret)
    assert refusal(link) == "cannot be read: a link; allowed: a text file"


def test_only_a_file_is_read_and_nothing_is_left_open(tmp_path: Path) -> None:
    folder, pipe = tmp_path / "folder.txt", tmp_path / "pipe.txt"
    folder.mkdir()
    os.mkfifo(pipe)
    before = os.listdir("/proc/self/fd")
    assert refusal(folder) == "not a file; allowed: a text file"
    assert refusal(pipe) == "not a file; allowed: a text file"
    assert refusal(tmp_path / "none.txt") == "cannot be read: No such file or directory; allowed: a text file"
    assert os.listdir("/proc/self/fd") == before


# Several lists


def test_a_folder_is_read_by_name_and_what_is_wrong_is_told(tmp_path: Path) -> None:
    listed(tmp_path, HEAD + "lynx\nLynx\n", "b.txt")
    listed(tmp_path, HEAD + "chat\n", "a.txt")
    listed(tmp_path, "chat", "c.txt")
    listed(tmp_path, "chat", "notes.md")
    lists, found = read_lists(tmp_path)
    sentences = [sentence for _, sentence in found]
    assert [texts(read) for read in lists] == [["chat"], ["lynx"]]
    assert [path.name for path, _ in found] == ["c.txt", "b.txt"]
    assert sentences[0].startswith(f"{tmp_path / 'c.txt'}: line 1: chat; ")
    assert sentences[1] == f"{tmp_path / 'b.txt'}: line 5: Lynx stands on line 4 already"
    assert read_lists(tmp_path / "nowhere") == ([], [])


def test_a_file_that_windows_has_named_is_a_list_too(tmp_path: Path) -> None:
    listed(tmp_path, HEAD + "chat\n", "C.TXT")
    listed(tmp_path, HEAD + "loup\n", "D.Txt")
    lists, found = read_lists(tmp_path)
    sentences = [sentence for _, sentence in found]
    assert [texts(read) for read in lists] == [["chat"], ["loup"]]
    assert sentences == []


def test_a_folder_has_no_more_files_than_a_table_takes(tmp_path: Path) -> None:
    for number in range(MOST_FILES + 3):
        listed(tmp_path, HEAD + f"chat {'abcdefghij'[number % 10]}{number}\n", f"{number:03}.txt")
    lists, found = read_lists(tmp_path)
    sentences = [sentence for _, sentence in found]
    assert len(lists) == MOST_FILES
    assert sentences == [
        f"{tmp_path / f'{MOST_FILES:03}.txt'}: it and all files after it, 3, are left out; "
        f"allowed: {MOST_FILES} files and {MOST_IN_ALL} words in a folder"
    ]


def test_a_folder_has_no_more_words_than_a_table_takes(tmp_path: Path) -> None:
    """A file with too many keeps its first words; no later file is read."""
    words = [f"mot {'abcdefghij'[number % 10]}{number}\n" for number in range(MOST_WORDS)]
    whole = MOST_IN_ALL // MOST_WORDS
    for number in range(whole - 1):
        listed(tmp_path, HEAD + "".join(words), f"{number}.txt")
    listed(tmp_path, HEAD + "".join(words[:-1]), f"{whole}.txt")
    listed(tmp_path, HEAD + "loup\nlynx\nours\n", "over.txt")
    listed(tmp_path, HEAD + "zèbre\n", "zebra.txt")
    lists, found = read_lists(tmp_path)
    sentences = [sentence for _, sentence in found]
    assert sum(len(read.words) for read in lists) == MOST_IN_ALL
    assert texts(lists[-1]) == ["loup"]
    assert sentences == [
        f"{tmp_path / 'over.txt'}: its last 2 words are left out; allowed: {MOST_IN_ALL} in a folder",
        f"{tmp_path / 'zebra.txt'}: it and all files after it, 1, are left out; "
        f"allowed: {MOST_FILES} files and {MOST_IN_ALL} words in a folder",
    ]


def test_mg_6_words_are_chosen_by_language_category_and_difficulty(tmp_path: Path) -> None:
    """The same filters for the shipped lists and for the players' own."""
    listed(tmp_path, "language: fr\ncategory: animals\n\n[easy]\nchat\nours\n[hard]\nlynx\n", "1.txt")
    listed(tmp_path, "language: fr\ncategory: food\n\n[easy]\npain\nvin | grown-up\nChat\n", "2.txt")
    listed(tmp_path, "language: en\ncategory: food\n\n[easy]\nbread\n", "3.txt")
    listed(tmp_path, "language: fr\ndifficulty: easy\n\nmoulin\n", "4.txt")
    lists, _ = read_lists(tmp_path)

    def chosen(*categories: str, language: str = "fr", child_safe: bool = False) -> list[str]:
        return [word.text for word in choose(lists, language, "easy", categories, child_safe)]

    assert chosen() == ["chat", "ours", "pain", "vin", "moulin"]
    assert chosen(child_safe=True) == ["chat", "ours", "pain", "moulin"]
    assert chosen("food") == ["pain", "vin", "Chat"]
    assert chosen("food", OWN) == ["pain", "vin", "Chat", "moulin"]
    assert chosen(language="en") == ["bread"]
    assert chosen(language="nl") == []
    assert [word.text for word in choose(lists, "fr", "hard")] == ["lynx"]
    assert choose(lists, "fr", "insane") == []


# Words of one meaning


def test_of_words_of_one_meaning_one_is_offered_at_a_time(tmp_path: Path) -> None:
    """Each of them in its turn; in whichever lists of the folder they stand."""
    listed(tmp_path, HEAD + "tombe\nyéti\nchat\n", "a.txt")
    listed(tmp_path, HEAD + "tombeau\nsépulcre\nhomme des neiges\n", "b.txt")
    listed(tmp_path, "# ours\nTombe / tombeau /  sépulcre\n\nyéti / homme  des neiges\n", PAIRS)
    lists, found = read_lists(tmp_path)
    sentences = [sentence for _, sentence in found]
    assert sentences == []
    words = choose(lists, "fr", "easy")
    assert [[word.text for word in apart(words, number)] for number in range(3)] == [
        ["tombe", "yéti", "chat"],
        ["chat", "tombeau", "homme des neiges"],
        ["yéti", "chat", "sépulcre"],
    ]
    alone = [word for word in words if word.text in ("chat", "tombeau")]
    assert apart(alone, 1) == alone


def test_what_is_wrong_with_words_of_one_meaning_is_told(tmp_path: Path) -> None:
    listed(tmp_path, HEAD + "tombe\ntombeau\nyéti\n", "a.txt")
    path = listed(tmp_path, "tombe / tombau\nyéti\ntombeau / tombe\n", "Pairs.TXT")
    lists, found = read_lists(tmp_path)
    sentences = [sentence for _, sentence in found]
    assert sentences == [
        f"{path}: line 1: 'tombau' is in no list beside it",
        f"{path}: line 2: yéti is alone; allowed: words of one meaning, a / b",
        f"{path}: line 3: tombe has a line already",
    ]
    assert len(choose(lists, "fr", "easy")) == 3
    path.write_bytes(b"\xff")
    assert read_lists(tmp_path)[1] == [(path, f"{path}: not UTF-8 at byte 0; allowed: text in UTF-8")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_shipped_words_of_one_meaning_could_be_offered_together(language: str) -> None:
    """Else no line is needed: only words of one difficulty are offered at a time."""
    levels: dict[str, Counter[str]] = {}
    for word in (word for read in shipped(language) for word in read.words if word.meaning):
        levels.setdefault(word.meaning, Counter())[word.difficulty] += 1
    assert [meaning for meaning, found in levels.items() if max(found.values()) < 2] == []


# Varieties of a language


def test_a_variety_says_some_words_otherwise_and_leaves_some_out(tmp_path: Path) -> None:
    """What is true of a word stays true; its spelling follows by itself."""
    words = "language: en\ncategory: home\n\n[easy]\nnappy | fabric\nvest | wearable\n"
    words += "waistcoat\ncrumpet\ntheatre\n"
    listed(tmp_path, words)
    lists, _ = read_lists(tmp_path)
    american = tmp_path / "en-US"
    american.mkdir()
    said = "# ours\nnappy = diaper\nvest = undershirt\nwaistcoat = vest\ncrumpet =\n"
    listed(american, said, INSTEAD)
    variety = read_variety(american, lists)
    assert (variety.language, variety.told) == ("en-US", [])
    every = [*lists, variety]
    assert choose(every, "en-US", "easy") == [
        Word("theater", "easy", "home", frozenset(), True),
        Word("diaper", "easy", "home", frozenset({"fabric"}), True),
        Word("undershirt", "easy", "home", frozenset({"wearable"}), True),
        Word("vest", "easy", "home", frozenset(), True),
    ]
    assert choose(every, "en", "easy") == choose(lists, "en", "easy")
    path = listed(american, said + "nappies = diapers\nvest\nwaistcoat = nappy\n", INSTEAD)
    assert read_variety(american, lists).told == [
        f"{path}: line 6: 'nappies' is in no list of the language",
        f"{path}: line 7: vest; allowed: a word = what is said instead",
    ]
    listed(american, "vest = waistcoat\n", INSTEAD)
    assert read_variety(american, lists).told == [f"{path}: waistcoat is in a list already"]


def test_americans_are_offered_american_words() -> None:
    lists = words_here(Owner(Path("nowhere")))
    assert [sentence for one in lists for sentence in one.told] == []
    american, british = (
        {word.text for level in DIFFICULTIES for word in choose(lists, language, level)}
        for language in ("en-US", "en")
    )
    only = {"diaper", "potato chips", "baseboard", "parakeet", "color", "soccer"}
    assert only <= american - british
    assert {"nappy", "crisps", "skirting board", "budgerigar", "colour", "football"} <= british - american
    assert len(american) > 0.98 * len(british)


# What the table ships


def shipped(language: str) -> list[WordList]:
    return read_lists(SHIPPED / language)[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_wrong_with_a_shipped_list(language: str) -> None:
    lists, sentences = read_lists(SHIPPED / language)
    assert sentences == []
    assert len(lists) == sum(path.name != PAIRS for path in (SHIPPED / language).iterdir())
    assert {read.language for read in lists} == {language}


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_words_enough(language: str) -> None:
    words = [word for read in shipped(language) for word in read.words]
    assert len(words) >= 6000
    by_difficulty = Counter(word.difficulty for word in words)
    assert [by_difficulty[difficulty] >= 300 for difficulty in DIFFICULTIES] == [True] * len(DIFFICULTIES)
    by_category = Counter(word.category for word in words)
    assert set(by_category) == set(CATEGORIES)
    assert min(by_category.values()) >= 60
    for_children = [word for word in words if word.child_safe]
    assert len(words) - len(for_children) >= 10
    assert min(Counter(word.difficulty for word in for_children).values()) >= 290


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_stands_in_two_lists_of_a_language(language: str) -> None:
    places = Counter(folded(word.text) for read in shipped(language) for word in read.words)
    assert [word for word, times in places.items() if times > 1] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_are_written_in_letters_and_tell_enough_of_themselves(language: str) -> None:
    """Letters, digits, spaces, hyphens and apostrophes; and at least one tag by which bots can ask for it."""
    words = [word for read in shipped(language) for word in read.words]
    assert [word.text for word in words if not re.fullmatch(r"[^\W_]+([ '’.-]+[^\W_]+)*", word.text)] == []
    assert [word.text for word in words if not word.tags - {GROWN_UP}] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_for_children_leave_out_what_is_not_for_them(language: str) -> None:
    """Wars, weapons that kill, drink, tobacco and gambling, as far as a single word shows."""
    safe = {word.text for read in shipped(language) for word in read.words if word.child_safe}
    marked = set(NOT_FOR_CHILDREN[language].split())
    assert safe & marked == set()
    every = {word.text for read in shipped(language) for word in read.words}
    assert every >= marked


NOT_FOR_CHILDREN = {
    "de": "Krieg Schlacht Tod Dolch Pistole Poker Bier Wein Whisky Henker Galgen Kneipe Duell Sklave",
    "fr": "guerre bataille crime pistolet fusil poignard bombe tabac poker casino whisky bourreau esclave",
    "en": "war battle death dagger pistol poker beer wine whisky executioner gallows pub duel slave slavery",
    "es": "guerra batalla muerte puñal pistola póquer cerveza vino whisky verdugo patíbulo tabaco esclavo",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_are_spelt_as_a_dictionary_spells_them(language: str) -> None:
    """Otherwise correct it, or add it to tests/kit/words_known.txt once another dictionary has it."""
    assert words_check.mistakes(language) == []


def test_a_word_that_is_spelt_wrongly_is_found_and_so_is_one_known_in_vain(tmp_path: Path) -> None:
    listed(tmp_path, "language: fr\ndifficulty: easy\n\nchat\nœuf de pâques\nlion d’affrique\nyourte\n")
    assert words_check.mistakes("fr", tmp_path, {"yourte", "zèbre"}) == [
        "fr/list.txt: line 6: affrique (lion d’affrique) is in no dictionary",
        "words_known.txt: [fr] zèbre: no list needs it",
    ]


def test_a_word_in_the_letters_of_an_owners_font_is_played(tmp_path: Path) -> None:
    font = made_font(tmp_path / "a.ttf", dict.fromkeys("ذئب", (500, 500)))
    (tmp_path / "words").mkdir()
    path = tmp_path / "words" / "a.txt"
    path.write_text("language: fr\ndifficulty: easy\n\nذئب\n王\nlune\n", "utf-8")
    (tmp_path / "table.toml").write_text(f"[screen]\nfont = ['{font}']", "utf-8")
    lists, told = own_words(Owner(tmp_path))
    assert texts(lists[0]) == ["ذئب", "lune"]
    assert [sentence for _, sentence in told] == [f"{path}: line 5: 王: the board cannot draw 王"]
    (tmp_path / "table.toml").write_text("[screen]\nfont = 5", "utf-8")
    assert texts(own_words(Owner(tmp_path))[0][0]) == ["lune"]
