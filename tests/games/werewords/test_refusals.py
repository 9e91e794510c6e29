"""What the referee refuses of a round of Mots-garous: one line that names the file, the place, the value, and
what is allowed there."""

from __future__ import annotations

import random
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table.errors import RefusedError
from table.games.werewords import referee as werewords_referee
from tests.kit.players import garou
from tests.kit.retold_werewords import a_file, retold
from tests.kit.sampling import few

HEAD = """\
rulebook = "mots-garous"
seats = ["Ana", "Bob", "Cid", "Dee", "Eve"]
cards = ["mayor", "villager", "seer", "werewolf", "villager"]
centre = ["villager"]
"""
THREE = """\
rulebook = "mots-garous"
seats = ["Ana", "Bob", "Cid"]
cards = ["villager", "seer", "werewolf"]
centre = ["mayor"]
"""


def changed(old: str, new: str, head: str = HEAD) -> str:
    """The head of a scenario, with one thing in it changed."""
    assert head.count(old) >= 1
    return head.replace(old, new)


def turns(**written: str) -> str:
    """Turns as a scenario writes them."""
    return "".join(f'\n[[turns]]\nat = "{at.replace("_", " ")}"\n{keys}\n' for at, keys in written.items())


W = 'word = "clair de lune"'
LOST = 'tokens = [["Bob", "no"]]'
FOUND = 'tokens = [["Bob", "correct"]]'
SPEED = '[options]\nmode = "speedwords"\n'
OWN = '[options]\nword = "own"\n'
ONE_TOKEN = "[options]\nyes_no_tokens = 1\n"
THING = changed('"werewolf", "villager"]', '"werewolf", "thing"]')
DOPPELGANGER = changed('"werewolf", "villager"]', '"werewolf", "doppelganger"]')
TWO_WOLVES = changed('"villager", "seer"', '"werewolf", "seer"')
CENTRE = changed('"mayor"', '"beholder"').replace('centre = ["villager"]', 'centre = ["mayor"]')


def day(keys: str, head: str = HEAD) -> str:
    """A scenario up to a day."""
    return head + turns(night=W, day=keys)


def voted(of_day: str, of_vote: str, head: str = HEAD) -> str:
    """A whole scenario."""
    return head + turns(night=W, day=of_day, vote=of_vote)


ALL = "Ana, Bob, Cid, Dee, Eve"
ROLES = (
    "mayor, seer, werewolf, villager, apprentice, minion, fortune_teller, mason, thing, beholder, "
    "doppelganger"
)
OPTIONS = "yes_no_tokens, maybe_tokens, mode, word, minion_sees_wolves, minion_counts"
A_WORD = "a word or a name of several words"
POSITIONS = "a list of different positions, the first letter's being 0"
PAIRS = (
    f'a list of pairs ["seat", "token"]; seats: {ALL}, table; '
    "tokens: yes, no, maybe, so_close, way_off, correct"
)
A_BALLOT = f"a table voter = seat, with the seats {ALL}"

CASES = [
    (
        "a_key_that_is_none",
        HEAD + 'captain = "Ana"\n',
        '"captain" is not a key of a scenario; allowed: rulebook, seats, cards, centre, last_mayor, seed, '
        "options, turns",
    ),
    ("seed_a_text", HEAD + 'seed = "one"\n', 'seed: "one"; allowed: a whole number'),
    ("options_a_list", HEAD + 'options = ["mode"]\n', 'options: ["mode"]; allowed: a table option = value'),
    (
        "unknown_option",
        HEAD + '[options]\ncaptain = "never"\n',
        f"options: captain is not an option of mots-garous; allowed: {OPTIONS}",
    ),
    (
        "yes_no_none",
        HEAD + "[options]\nyes_no_tokens = 0\n",
        "options: yes_no_tokens = 0; allowed: a whole number from 1 to 99",
    ),
    (
        "yes_no_text",
        HEAD + '[options]\nyes_no_tokens = "36"\n',
        'options: yes_no_tokens = "36"; allowed: a whole number from 1 to 99',
    ),
    (
        "yes_no_true",
        HEAD + "[options]\nyes_no_tokens = true\n",
        "options: yes_no_tokens = true; allowed: a whole number from 1 to 99",
    ),
    (
        "maybe_less_than_none",
        HEAD + "[options]\nmaybe_tokens = -1\n",
        "options: maybe_tokens = -1; allowed: a whole number from 0 to 99",
    ),
    (
        "unknown_mode",
        HEAD + '[options]\nmode = "fast"\n',
        'options: mode = "fast"; allowed: "classic" or "speedwords"',
    ),
    (
        "unknown_source_of_the_word",
        HEAD + '[options]\nword = "paper"\n',
        'options: word = "paper"; allowed: "list" or "own"',
    ),
    (
        "an_option_a_number",
        HEAD + "[options]\nminion_counts = 1\n",
        "options: minion_counts = 1; allowed: true or false",
    ),
    (
        "own_word_and_speedwords",
        HEAD + '[options]\nword = "own"\nmode = "speedwords"\n',
        'options: word = "own" with mode = "speedwords"; allowed: word = "list"',
    ),
    (
        "own_word_and_fortune_teller",
        changed('"seer"', '"fortune_teller"') + OWN,
        'options: word = "own" with a fortune_teller; allowed: word = "list"',
    ),
    (
        "options_come_before_the_set",
        changed('"seer"', '"hunter"') + '[options]\nmode = "fast"\n',
        'options: mode = "fast"; allowed: "classic" or "speedwords"',
    ),
    (
        "no_seats",
        changed('seats = ["Ana", "Bob", "Cid", "Dee", "Eve"]\n', ""),
        "seats: nothing; allowed: a list of names, clockwise",
    ),
    (
        "two_seats",
        'rulebook = "mots-garous"\nseats = ["Ana", "Bob"]\n'
        'cards = ["mayor", "seer"]\ncentre = ["werewolf"]\n',
        "seats: 2 players for mots-garous; allowed: 3 to 20",
    ),
    ("seat_twice", changed('"Eve"]', '"Ana"]'), 'seats: "Ana" sits there 2 times; allowed: each name once'),
    (
        "a_role_of_the_other_game",
        changed('"seer"', '"hunter"'),
        f'cards: "hunter" is not a role of mots-garous; allowed: {ROLES}',
    ),
    ("a_role_a_number", changed('"seer"', "7"), f"cards: 7 is not a role of mots-garous; allowed: {ROLES}"),
    (
        "a_tile_too_few",
        changed(', "werewolf", "villager"]', ', "werewolf"]'),
        "cards: 4 tiles; allowed: 5, one for each seat",
    ),
    ("no_centre", changed('centre = ["villager"]\n', ""), "centre: 0 tiles; allowed: one"),
    (
        "two_centre",
        changed('centre = ["villager"]', 'centre = ["villager", "villager"]'),
        "centre: 2 tiles; allowed: one",
    ),
    ("no_mayor", changed('"mayor"', '"villager"'), "cards: mayor 0 times; allowed: 1"),
    ("no_wolf", changed('"werewolf"', '"villager"'), "cards: werewolf 0 times; allowed: 1, 2 or 3"),
    (
        "no_seer",
        changed('"seer"', '"villager"'),
        "cards: no seer and no fortune_teller; allowed: at least one of them",
    ),
    (
        "one_mason",
        changed('"seer"', '"mason", "seer"').replace('"mayor", "villager", ', '"mayor", '),
        "cards: mason 1 times; allowed: 0 or 2",
    ),
    (
        "wolves_as_many_as_the_village",
        changed('"werewolf", "villager"]', '"werewolf", "werewolf"]').replace(
            'centre = ["villager"]', 'centre = ["minion"]'
        ),
        "cards: 2 of the village and 3 of the werewolves’ team (werewolf, minion); "
        "allowed: more of the village",
    ),
    (
        "mayor_in_the_centre_of_a_first_round",
        CENTRE,
        'centre: "mayor" would be dealt again; allowed: last_mayor = a seat, or another tile',
    ),
    ("last_unknown", CENTRE + 'last_mayor = "Zoe"\n', f'last_mayor: "Zoe"; allowed: a seat: {ALL}'),
    ("last_number", HEAD + "last_mayor = 1\n", f"last_mayor: 1; allowed: a seat: {ALL}"),
    (
        "mayor_in_the_centre_of_three",
        THREE + 'last_mayor = "Ana"\n',
        'centre: "mayor" would be dealt again; allowed: more than 3 players, or another tile',
    ),
    (
        "turn_night_1",
        HEAD + turns(**{"night 1": W}),
        'turn 1: at = "night 1"; allowed: "night", "day", "vote"',
    ),
    ("turn_dawn", HEAD + turns(dawn=""), 'turn 1: at = "dawn"; allowed: "night", "day", "vote"'),
    (
        "order",
        HEAD + turns(day="", night=W),
        'turn 2: "night" after "day"; allowed: turns in the order of the game',
    ),
    (
        "twice",
        HEAD + turns(night=W) + turns(night=W),
        'turn 2: "night" after "night"; allowed: turns in the order of the game',
    ),
    (
        "key",
        HEAD + turns(night=W + '\nseer = "Bob"'),
        'night: "seer" is not a key there; allowed: left, doppelganger, word, letters, thing',
    ),
    (
        "key_elsewhere",
        HEAD + turns(night='tokens = [["Bob", "no"]]'),
        'night: "tokens" is not a key there; allowed: left, doppelganger, word, letters, thing',
    ),
    ("word_empty", HEAD + turns(night='word = " "'), f'night: word = " "; allowed: {A_WORD}'),
    ("word_number", HEAD + turns(night="word = 7"), f"night: word = 7; allowed: {A_WORD}"),
    (
        "word_missing",
        HEAD + turns(night="", day=""),
        f"night: word is missing, and Ana must answer before day; allowed: {A_WORD}",
    ),
    (
        "night_missing",
        HEAD + turns(day=LOST),
        f"night: word is missing, and Ana must answer before day; allowed: {A_WORD}",
    ),
    (
        "word_own",
        HEAD + OWN + turns(night=W),
        'night: word = "clair de lune" was not asked; asked there: left',
    ),
    (
        "word_left",
        HEAD + turns(night=W + '\nleft = ["Bob"]'),
        'night: word = "clair de lune" was not asked; asked there: left',
    ),
    (
        "letters_classic",
        HEAD + turns(night=W + "\nletters = [0, 1, 2, 3, 4]"),
        "night: letters = [0,1,2,3,4] was not asked; asked there: left, word",
    ),
    (
        "letters_missing",
        HEAD + SPEED + turns(night=W, day=""),
        "night: letters is missing, and Dee must answer before day; "
        "allowed: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10",
    ),
    (
        "letters_few",
        HEAD + SPEED + turns(night=W + "\nletters = [0, 1, 2, 3]"),
        "night: letters = [0,1,2,3]; allowed: 5 positions from 0 to 10",
    ),
    (
        "letters_many",
        HEAD + SPEED + turns(night='word = "chat"\nletters = [0, 1, 2]'),
        "night: letters = [0,1,2]; allowed: 2 positions from 0 to 3",
    ),
    (
        "letters_twice",
        HEAD + SPEED + turns(night=W + "\nletters = [0, 1, 2, 3, 3]"),
        f"night: letters = [0,1,2,3,3]; allowed: {POSITIONS}",
    ),
    (
        "letters_beyond",
        HEAD + SPEED + turns(night=W + "\nletters = [0, 1, 2, 3, 11]"),
        "night: letters = [0,1,2,3,11]; allowed: 5 positions from 0 to 10",
    ),
    (
        "letters_negative",
        HEAD + SPEED + turns(night=W + "\nletters = [0, 1, 2, 3, -1]"),
        "night: letters = [0,1,2,3,-1]; allowed: 5 positions from 0 to 10",
    ),
    (
        "letters_text",
        HEAD + SPEED + turns(night=W + '\nletters = ["c"]'),
        f'night: letters = ["c"]; allowed: {POSITIONS}',
    ),
    (
        "letters_true",
        HEAD + SPEED + turns(night=W + "\nletters = [true]"),
        f"night: letters = [true]; allowed: {POSITIONS}",
    ),
    (
        "letters_none",
        HEAD + SPEED + turns(night='word = "1984"\nletters = [0]'),
        "night: letters = [0] was not asked; asked there: left, word",
    ),
    (
        "thing_none",
        HEAD + turns(night=W + '\nthing = "Bob"'),
        'night: thing = "Bob" was not asked; asked there: left, word',
    ),
    (
        "thing_far",
        THING + turns(night=W + '\nthing = "Bob"'),
        'night: thing = "Bob" is not among the choices; allowed: Ana, Dee',
    ),
    (
        "thing_herself",
        THING + turns(night=W + '\nthing = "Eve"'),
        'night: thing = "Eve" is not among the choices; allowed: Ana, Dee',
    ),
    (
        "thing_missing",
        THING + turns(night=W, day=""),
        "night: thing is missing, and Eve must answer before day; allowed: Ana, Dee",
    ),
    (
        "thing_unknown",
        THING + turns(night=W + '\nthing = "Zoe"'),
        f'night: thing = "Zoe"; allowed: a seat: {ALL}',
    ),
    (
        "doppel_none",
        HEAD + turns(night='doppelganger = "Bob"\n' + W),
        'night: doppelganger = "Bob" was not asked; asked there: left, word',
    ),
    (
        "doppel_herself",
        DOPPELGANGER + turns(night='doppelganger = "Eve"\n' + W),
        'night: doppelganger = "Eve" is not among the choices; allowed: Ana, Bob, Cid, Dee',
    ),
    (
        "doppel_missing",
        DOPPELGANGER + turns(night=W, day=""),
        "night: doppelganger is missing, and Eve must answer before day; allowed: Ana, Bob, Cid, Dee",
    ),
    (
        "a_later_key_is_checked_for_its_name",
        DOPPELGANGER + turns(night='thing = "Zoe"'),
        f'night: thing = "Zoe"; allowed: a seat: {ALL}',
    ),
    (
        "letters_never_asked_while_the_thing_is_awaited",
        THING + turns(night=W + "\nletters = [0]"),
        "night: letters = [0] was not asked; asked there: left, word, thing",
    ),
    ("tokens_table", day('tokens = { Bob = "no" }'), f'day: tokens = {{"Bob":"no"}}; allowed: {PAIRS}'),
    (
        "tokens_kind",
        day('tokens = [["Bob", "perhaps"]]'),
        f'day: tokens = [["Bob","perhaps"]]; allowed: {PAIRS}; not ["Bob","perhaps"]',
    ),
    (
        "tokens_seat",
        day('tokens = [["Zoe", "no"]]'),
        f'day: tokens = [["Zoe","no"]]; allowed: {PAIRS}; not ["Zoe","no"]',
    ),
    (
        "tokens_triple",
        day('tokens = [["Bob", "no", "yes"]]'),
        f'day: tokens = [["Bob","no","yes"]]; allowed: {PAIRS}; not ["Bob","no","yes"]',
    ),
    (
        "tokens_nest",
        day('tokens = [[["Bob"], "no"]]'),
        f'day: tokens = [[["Bob"],"no"]]; allowed: {PAIRS}; not [["Bob"],"no"]',
    ),
    (
        "tokens_number",
        day('tokens = [["Bob", 1]]'),
        f'day: tokens = [["Bob",1]]; allowed: {PAIRS}; not ["Bob",1]',
    ),
    (
        "tokens_dict",
        day('tokens = [["Bob", {}]]'),
        f'day: tokens = [["Bob",{{}}]]; allowed: {PAIRS}; not ["Bob",{{}}]',
    ),
    (
        "tokens_mayor",
        day('tokens = [["Bob", "no"], ["Ana", "yes"]]'),
        'day: tokens: ["Ana","yes"]: "Ana" is not among the choices; allowed: Bob, Cid, Dee, Eve',
    ),
    (
        "tokens_table_correct",
        day('tokens = [["table", "correct"]]'),
        'day: tokens: ["table","correct"]: "correct" is not among the choices; '
        "allowed: yes, no, maybe, so_close, way_off",
    ),
    (
        "tokens_mayor_correct",
        day('tokens = [["Ana", "correct"]]'),
        'day: tokens: ["Ana","correct"]: "Ana" is not among the choices; allowed: Bob, Cid, Dee, Eve',
    ),
    (
        "so_close_twice",
        day('tokens = [["Bob", "so_close"], ["Cid", "so_close"]]'),
        'day: tokens: ["Cid","so_close"]: "so_close" is not among the choices; '
        "allowed: yes, no, maybe, way_off, correct",
    ),
    (
        "way_off_twice",
        day('tokens = [["Bob", "way_off"], ["table", "way_off"]]'),
        'day: tokens: ["table","way_off"]: "way_off" is not among the choices; '
        "allowed: yes, no, maybe, so_close",
    ),
    (
        "maybe_up",
        HEAD
        + "[options]\nmaybe_tokens = 1\n"
        + turns(night=W, day='tokens = [["Bob", "maybe"], ["Cid", "maybe"]]'),
        'day: tokens: ["Cid","maybe"]: "maybe" is not among the choices; '
        "allowed: yes, no, so_close, way_off, correct",
    ),
    (
        "maybe_none",
        HEAD + "[options]\nmaybe_tokens = 0\n" + turns(night=W, day='tokens = [["Bob", "maybe"]]'),
        'day: tokens: ["Bob","maybe"]: "maybe" is not among the choices; '
        "allowed: yes, no, so_close, way_off, correct",
    ),
    (
        "a_token_after_the_last_yes_or_no",
        day('tokens = [["Bob", "yes"], ["table", "way_off"]]', HEAD + ONE_TOKEN),
        'day: tokens: ["table","way_off"]: the day is over; allowed: no token',
    ),
    (
        "a_guess_after_the_last_yes_or_no",
        day('tokens = [["Bob", "yes"], ["Bob", "correct"]]', HEAD + ONE_TOKEN),
        'day: tokens: ["Bob","correct"]: the day is over; allowed: no token',
    ),
    (
        "after_correct",
        day('tokens = [["Bob", "correct"], ["Cid", "yes"]]'),
        'day: tokens: ["Cid","yes"]: the day is over; allowed: no token',
    ),
    (
        "tokens_left",
        day('left = ["Cid"]\n' + LOST),
        'day: tokens = [["Bob","no"]] was not asked; asked there: left',
    ),
    ("oops_text", day(LOST + '\noops = "yes"'), 'day: oops = "yes"; allowed: true'),
    ("oops_left", day('left = ["Cid"]\noops = true'), "day: oops = true was not asked; asked there: left"),
    (
        "left_unknown",
        day('left = ["Zoe"]'),
        f'day: left = ["Zoe"]; allowed: a list of different seats: {ALL}',
    ),
    (
        "left_twice",
        day('left = ["Bob", "Bob"]'),
        f'day: left = ["Bob","Bob"]; allowed: a list of different seats: {ALL}',
    ),
    (
        "vote_first",
        HEAD + turns(vote=""),
        f"night: word is missing, and Ana must answer before vote; allowed: {A_WORD}",
    ),
    (
        "accuse_found",
        voted(FOUND, 'accuse = { Bob = "Dee" }'),
        'vote: accuse = {"Bob":"Dee"} was not asked; asked there: left, werewolves',
    ),
    (
        "wolves_lost",
        voted(LOST, 'werewolves = { Dee = "Cid" }'),
        'vote: werewolves = {"Dee":"Cid"} was not asked; asked there: left, accuse',
    ),
    (
        "accuse_after_oops",
        voted(LOST + "\noops = true", 'accuse = { Bob = "Dee" }'),
        'vote: accuse = {"Bob":"Dee"} was not asked; asked there: left, werewolves',
    ),
    (
        "wolves_after_oops",
        voted(FOUND + "\noops = true", 'werewolves = { Dee = "Cid" }'),
        'vote: werewolves = {"Dee":"Cid"} was not asked; asked there: left, accuse',
    ),
    (
        "both_votes",
        voted(FOUND, 'werewolves = { Dee = "Cid" }\naccuse = { Bob = "Dee" }'),
        'vote: accuse = {"Bob":"Dee"} was not asked; asked there: left, werewolves',
    ),
    (
        "pick_by_villager",
        voted(FOUND, 'werewolves = { Bob = "Cid" }'),
        'vote: werewolves: voter "Bob" is not among the choices; allowed: Dee',
    ),
    (
        "pick_himself",
        voted(FOUND, 'werewolves = { Dee = "Dee" }'),
        'vote: werewolves: Dee = "Dee" is not among the choices; allowed: Ana, Bob, Cid, Eve',
    ),
    (
        "pick_wolf",
        voted(FOUND, 'werewolves = { Dee = "Bob" }', TWO_WOLVES),
        'vote: werewolves: Dee = "Bob" is not among the choices; allowed: Ana, Cid, Eve',
    ),
    ("pick_string", voted(FOUND, 'werewolves = "Cid"'), f'vote: werewolves = "Cid"; allowed: {A_BALLOT}'),
    (
        "pick_unknown",
        voted(FOUND, 'werewolves = { Dee = "Zoe" }'),
        f'vote: werewolves = {{"Dee":"Zoe"}}; allowed: {A_BALLOT}',
    ),
    (
        "accuse_himself",
        voted(LOST, 'accuse = { Bob = "Bob" }'),
        'vote: accuse: Bob = "Bob" is not among the choices; allowed: Cid, Dee, Eve, Ana',
    ),
    (
        "accuse_unknown",
        voted(LOST, 'accuse = { Zoe = "Bob" }'),
        f'vote: accuse = {{"Zoe":"Bob"}}; allowed: {A_BALLOT}',
    ),
    (
        "accuse_left",
        voted(LOST, 'left = ["Bob"]\naccuse = { Ana = "Bob" }'),
        'vote: accuse = {"Ana":"Bob"} was not asked; asked there: left',
    ),
    (
        "a_day_after_the_end",
        HEAD + turns(night='left = ["Bob"]', day=LOST),
        "day: the round is over since night; allowed: no turn",
    ),
    (
        "a_vote_after_the_end",
        HEAD + turns(night=W, day='left = ["Bob"]', vote=""),
        "vote: the round is over since day; allowed: no turn",
    ),
]


@pytest.mark.parametrize(("text", "told"), [pytest.param(*case[1:], id=case[0]) for case in CASES])
def test_a_round_of_words_is_refused_in_one_sentence(text: str, told: str, tmp_path: Path) -> None:
    path = tmp_path / "scenario.toml"
    path.write_text(text, "utf-8")
    tomllib.loads(text)
    ran = garou("referee", str(path))
    assert (ran.code, ran.out, ran.err) == (2, "", f"garou: {path}: {told}\n")


# What is not refused


@pytest.mark.parametrize(
    ("with_it", "without"),
    [
        (day("tokens = []\noops = false"), day("")),
        (voted(FOUND, "werewolves = {}\naccuse = {}\nleft = []"), voted(FOUND, "")),
        (
            HEAD + turns(night="word = false\nletters = []\nthing = []\ndoppelganger = {}"),
            HEAD + turns(night=""),
        ),
        (HEAD + "turns = []\n", HEAD),
        (HEAD + 'seed = 3\nlast_mayor = "Bob"\n[options]\n', HEAD),
        (HEAD + turns(night=W, vote=""), voted("", "")),
        (HEAD + OWN + turns(day=LOST), HEAD + OWN + turns(night="", day=LOST)),
        (THING + turns(night="letters = [0]"), THING + turns(night="")),
    ],
)
def test_an_empty_answer_is_a_key_left_out(with_it: str, without: str) -> None:
    outputs = [
        werewords_referee.read(tomllib.loads(text)).play(lambda answers: answers)
        for text in (with_it, without)
    ]
    assert outputs[0] == outputs[1]


# Whatever is written, the referee keeps its word

NAMES = [*ALL.split(", "), "Zoe", "table", "seer", "werewolf", "mayor", "yes", "correct", "night", "vote", ""]
KEYS = (
    "cards, seed, last_mayor, options, left, doppelganger, word, letters, thing, tokens, oops, "
    "werewolves, accuse"
)
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.sampled_from(NAMES) | st.integers(-3, 30) | st.booleans() | st.floats(0, 2),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=3),
    max_leaves=4,
)


@given(data=st.data())
@settings(max_examples=few(800, 80))
def test_a_round_of_words_with_something_else_in_it(data: st.DataObject) -> None:
    """Values replaced, keys added or taken away: played as the rules are told again, or refused in a line."""
    file = a_file(random.Random(data.draw(st.integers(0, 300))), data.draw(st.integers(3, 9)))
    for _ in range(data.draw(st.integers(1, 2))):
        inside: dict[str, Any] = data.draw(st.sampled_from([file, *file["turns"]]))
        key = data.draw(st.sampled_from([*sorted(inside.keys() - {"turns"}), *KEYS.split(", ")]))
        if data.draw(st.booleans()):
            inside.pop(key, None)
        else:
            inside[key] = data.draw(VALUES)
    output, refusal = None, ""
    try:
        output = werewords_referee.read(file).play(lambda answers: answers)
    except RefusedError as refused:
        refusal = str(refused)
    if output is None:
        assert "; allowed: " in refusal or "; asked there: " in refusal
        assert len(refusal.splitlines()) == 1
    else:
        for turn in file["turns"]:
            for key in [key for key, value in turn.items() if value in (False, [], {})]:
                del turn[key]
        assert output == retold(file)
