"""What the referee refuses: exit status 2, nothing on standard output, one line on standard error.

That line names the file, the place, the value, and what is allowed there.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table.games.werewolf.rules.rulebooks.best_of import BEST_OF
from table.games.werewolf.rules.rulebooks.thiercelieux import THIERCELIEUX
from table.referee.referee import referee
from tests.kit.paths import ROOT
from tests.kit.players import Told, asked_by_night, garou, roles_of, wolves_of
from tests.kit.sampling import few

SCENARIOS = sorted((ROOT / "tests" / "scenarios").glob("*.toml"))

SEATED = 'seats = ["Ana", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal"]'
DEALT = 'cards = ["werewolf", "werewolf", "seer", "witch", "hunter", "villager", "villager", "villager"]'
HEAD = f'rulebook = "thiercelieux"\n{SEATED}\n{DEALT}\n'


SHOWN = {"\\u009b": "\\x9b"}
"""How a letter that cannot be seen is told, where that is not as it is written."""


def changed(old: str, new: str, head: str = HEAD) -> str:
    """The head of a scenario, with one thing in it changed."""
    assert head.count(old) >= 1
    return head.replace(old, new)


CUPID = changed('"hunter", "villager"', '"hunter", "cupid"')
THIEF_ALONE = changed('"hunter", "villager"', '"hunter", "thief"')
THIEF = THIEF_ALONE + 'centre = ["villager", "villager"]\n'
NO_WOLF_DEALT = changed('"werewolf", "werewolf"', '"villager", "villager"', THIEF_ALONE)
BOTH_WOLVES = NO_WOLF_DEALT + 'centre = ["werewolf", "werewolf"]\n'
ONLY_WOLF = NO_WOLF_DEALT + 'centre = ["villager", "werewolf"]\n'
LONE_WOLF = changed('"werewolf", "werewolf"', '"werewolf", "villager"')
NEVER = '[options]\ncaptain = "never"\n'
START = '[options]\ncaptain = "start"\n'
LOT = '[options]\ntie = "lot"\n'

ALL = "Ana, Bob, Cid, Dee, Eve, Fay, Gus, Hal"
ROLES = roles_of(THIERCELIEUX)
KEYS = "rulebook, seats, cards, centre, seed, options, turns"
OPTIONS = "captain, tie, stalemate, reveal"
NIGHT_KEYS = asked_by_night(THIERCELIEUX)
BEST_OF_NIGHT_KEYS = asked_by_night(BEST_OF)
A_BALLOT = f"a table voter = seat, with the seats {ALL}"
BALLOTS = f"a list of tables voter = seat, with the seats {ALL}"
A_PACK = f'a seat, "undecided" or a table wolf = seat, with the seats {ALL}'
TOO_MUCH = (
    "a number too great, or too much nested; "
    "allowed: numbers of 64 bits, at most 8 lists and tables within each other"
)
DAY_KEYS = "left, election, election_revote, vote, revotes, captain_choice, hunter, successor"


def crowd(players: int) -> str:
    """The head of a scenario with one wolf and many villagers."""
    names = ", ".join(f'"P{number}"' for number in range(players))
    cards = ", ".join(['"werewolf"'] + ['"villager"'] * (players - 1))
    return f'rulebook = "thiercelieux"\nseats = [{names}]\ncards = [{cards}]\n'


def of_box(rulebook: str, cards: str) -> str:
    """The head of a scenario of eight with these cards, clockwise from Ana."""
    return f'rulebook = "{rulebook}"\n{SEATED}\ncards = {json.dumps(cards.split())}\n'


def turns(**written: str) -> str:
    """Turns as a scenario writes them: `night_1` is the turn "night 1"."""
    return "".join(f'\n[[turns]]\nat = "{at.replace("_", " ")}"\n{keys}\n' for at, keys in written.items())


Case = tuple[str, str, str]
"""What is wrong, the file, and what is said of it."""

THE_FILE: list[Case] = [
    ("unknown_key", HEAD + "players = 8\n", '"players" is not a key of a scenario; allowed: ' + KEYS),
    (
        "unknown_table",
        HEAD + '[house]\ncaptain = "never"\n',
        '"house" is not a key of a scenario; allowed: ' + KEYS,
    ),
    (
        "no_rulebook",
        changed('rulebook = "thiercelieux"\n', ""),
        "rulebook: nothing; allowed: thiercelieux, family, tit-albert, best-of, mots-garous",
    ),
    (
        "unknown_rulebook",
        changed('"thiercelieux"', '"miller"'),
        'rulebook: "miller"; allowed: thiercelieux, family, tit-albert, best-of, mots-garous',
    ),
    (
        "rulebook_of_another_game",
        changed('"thiercelieux"', '"mots-garous"'),
        'cards: "witch" is not a role of mots-garous; allowed: mayor, seer, werewolf, villager, apprentice, '
        "minion, fortune_teller, mason, thing, beholder, doppelganger",
    ),
    (
        "rulebook_a_number",
        changed('"thiercelieux"', "7"),
        "rulebook: 7; allowed: thiercelieux, family, tit-albert, best-of, mots-garous",
    ),
    (
        "rulebook_a_list",
        changed('"thiercelieux"', '["thiercelieux"]'),
        'rulebook: ["thiercelieux"]; allowed: thiercelieux, family, tit-albert, best-of, mots-garous',
    ),
    (
        "rulebook_a_date",
        changed('"thiercelieux"', "1979-05-27"),
        'rulebook: "1979-05-27"; allowed: thiercelieux, family, tit-albert, best-of, mots-garous',
    ),
    ("seed_a_text", HEAD + 'seed = "one"\n', 'seed: "one"; allowed: a whole number'),
    ("seed_a_bool", HEAD + "seed = true\n", "seed: true; allowed: a whole number"),
    ("seed_a_float", HEAD + "seed = 1.5\n", "seed: 1.5; allowed: a whole number"),
    ("seed_beyond_64_bits", HEAD + f"seed = {2**63}\n", "seed: " + TOO_MUCH),
    ("nested_too_deep", HEAD + "seed = " + "[" * 9 + "]" * 9 + "\n", "seed: " + TOO_MUCH),
]

WHO_SITS: list[Case] = [
    ("no_seats", changed(SEATED + "\n", ""), "seats: nothing; allowed: a list of names, clockwise"),
    ("seats_a_number", changed(SEATED, "seats = 8"), "seats: 8; allowed: a list of names, clockwise"),
    (
        "seats_a_table",
        changed(SEATED, 'seats = { Ana = "seer" }'),
        'seats: {"Ana":"seer"}; allowed: a list of names, clockwise',
    ),
    (
        "seats_of_numbers",
        changed(SEATED, "seats = [1, 2, 3, 4, 5, 6, 7, 8]"),
        "seats: [1,2,3,4,5,6,7,8]; allowed: a list of names, clockwise",
    ),
    (
        "a_seat_without_a_name",
        changed('"Hal"]', '" "]'),
        'seats: ["Ana","Bob","Cid","Dee","Eve","Fay","Gus"," "]; allowed: a list of names, clockwise',
    ),
    (
        "two_seats_of_one_name",
        changed('"Hal"]', '"Ana"]'),
        'seats: "Ana" sits there 2 times; allowed: each name once',
    ),
    *(
        (
            f"a_seat_with_{code.strip(chr(92))}",
            changed('"Hal"', f'"H{code}al"'),
            f'seats: "H{SHOWN.get(code, code.lower())}al"; allowed: '
            "printable characters with no space at either end",
        )
        for code in ("\\u001b", "\\u009b", "\\u202A", "\\u202E", "\\u2066", "\\u2069", "\\u200F")
    ),
    (
        "a_seat_with_a_space_at_its_end",
        changed('"Hal"', '"Hal "'),
        'seats: "Hal "; allowed: printable characters with no space at either end',
    ),
]

WHAT_IS_DEALT: list[Case] = [
    ("no_cards", changed(DEALT, ""), "cards: 0 cards; allowed: 8, one for each seat"),
    ("cards_a_text", changed(DEALT, 'cards = "seer"'), 'cards: "seer"; allowed: a list of role keys'),
    ("too_few_cards", changed(', "villager"]', "]"), "cards: 7 cards; allowed: 8, one for each seat"),
    (
        "too_many_cards",
        changed('"villager"]', '"villager", "villager"]'),
        "cards: 9 cards; allowed: 8, one for each seat",
    ),
    (
        "unknown_role",
        changed('"seer"', '"oracle"'),
        'cards: "oracle" is not a role of thiercelieux; allowed: ' + ROLES,
    ),
    (
        "role_of_another_box",
        changed('"seer"', '"fox"'),
        'cards: "fox" is not a role of thiercelieux; allowed: ' + ROLES,
    ),
    ("role_a_number", changed('"seer"', "3"), "cards: 3 is not a role of thiercelieux; allowed: " + ROLES),
    (
        "role_a_list",
        changed('"seer"', '["seer"]'),
        'cards: ["seer"] is not a role of thiercelieux; allowed: ' + ROLES,
    ),
    ("two_seers", changed('"witch"', '"seer"'), "deck: 2 cards seer; allowed: at most one"),
    (
        "two_thieves",
        changed('"seer", "witch"', '"thief", "thief"') + 'centre = ["seer", "witch"]\n',
        "deck: 2 cards thief; allowed: at most one",
    ),
    (
        "second_cupid_in_the_centre",
        changed('"villager", "villager"]', '"cupid", "villager"]', THIEF.split("centre")[0])
        + 'centre = ["cupid", "villager"]\n',
        "deck: 2 cards cupid; allowed: at most one",
    ),
    (
        "thief_without_centre",
        THIEF.split("centre")[0],
        "centre: 0 cards; allowed: two cards with the thief in play",
    ),
    (
        "thief_with_one_card",
        THIEF.replace('["villager", "villager"]\n', '["villager"]\n'),
        "centre: 1 cards; allowed: two cards with the thief in play",
    ),
    (
        "thief_with_three_cards",
        THIEF.replace("centre = [", 'centre = ["villager", '),
        "centre: 3 cards; allowed: two cards with the thief in play",
    ),
    (
        "centre_without_thief",
        HEAD + 'centre = ["villager", "villager"]\n',
        "centre: 2 cards; allowed: none without a thief in play",
    ),
    (
        "centre_a_text",
        THIEF.replace('centre = ["villager", "villager"]', 'centre = "villager"'),
        'centre: "villager"; allowed: a list of role keys',
    ),
    (
        "unknown_role_in_the_centre",
        THIEF.replace('centre = ["villager"', 'centre = ["oracle"'),
        'centre: "oracle" is not a role of thiercelieux; allowed: ' + ROLES,
    ),
    (
        "no_wolf",
        changed('"werewolf", "werewolf"', '"villager", "villager"'),
        f"deck: no card of a werewolf; allowed: at least one of {wolves_of(THIERCELIEUX)}",
    ),
    (
        "half_wolves",
        changed('"seer", "witch"', '"werewolf", "werewolf"'),
        "deck: werewolf: 4 of 8 cards; allowed: fewer than half of the cards",
    ),
    (
        "half_wolves_with_the_centre",
        THIEF.replace('"seer"', '"werewolf"').replace(
            'centre = ["villager", "villager"]', 'centre = ["werewolf", "werewolf"]'
        ),
        "deck: werewolf: 5 of 10 cards; allowed: fewer than half of the cards",
    ),
    (
        "seven_players",
        changed(', "Hal"', "").replace(', "villager"]', "]"),
        "deck: 7 players; thiercelieux needs at least 8",
    ),
    (
        "nobody",
        'rulebook = "thiercelieux"\nseats = []\ncards = []\n',
        "deck: 0 players; thiercelieux needs at least 8",
    ),
    ("twenty_five_players", crowd(25), "deck: 25 players; a table has at most 24 seats"),
]

HOUSE_RULES: list[Case] = [
    (
        "unknown_option",
        HEAD + "[options]\nspeed = 2\n",
        'options: "speed" is not an option of thiercelieux; allowed: ' + OPTIONS,
    ),
    (
        "option_of_another_rulebook",
        HEAD + "[options]\none_potion = true\n",
        'options: "one_potion" is not an option of thiercelieux; allowed: ' + OPTIONS,
    ),
    (
        "option_of_best_of",
        HEAD + "[options]\nreveal_nature = false\n",
        'options: "reveal_nature" is not an option of thiercelieux; allowed: ' + OPTIONS,
    ),
    ("options_a_text", HEAD + 'options = "never"\n', 'options: "never"; allowed: a table option = value'),
    (
        "options_a_list",
        HEAD + '[[options]]\ncaptain = "never"\n',
        'options: [{"captain":"never"}]; allowed: a table option = value',
    ),
    (
        "captain_on_day_4",
        HEAD + '[options]\ncaptain = "day 4"\n',
        'options: captain = "day 4" is not allowed; allowed: "start", "day 1", "day 2", "day 3", "never"',
    ),
    (
        "captain_a_bool",
        HEAD + "[options]\ncaptain = false\n",
        'options: captain = false is not allowed; allowed: "start", "day 1", "day 2", "day 3", "never"',
    ),
    (
        "captain_a_list",
        HEAD + '[options]\ncaptain = ["never"]\n',
        'options: captain = ["never"] is not allowed; allowed: "start", "day 1", "day 2", "day 3", "never"',
    ),
    (
        "tie_unknown",
        HEAD + '[options]\ntie = "coin"\n',
        'options: tie = "coin" is not allowed; allowed: "rules", "lot"',
    ),
    (
        "reveal_a_bool",
        HEAD + "[options]\nreveal = true\n",
        'options: reveal = true is not allowed; allowed: "card", "none"',
    ),
    (
        "stalemate_below_zero",
        HEAD + "[options]\nstalemate = -1\n",
        "options: stalemate = -1 is not allowed; allowed: a whole number, 0 = never",
    ),
    (
        "stalemate_a_float",
        HEAD + "[options]\nstalemate = 3.0\n",
        "options: stalemate = 3.0 is not allowed; allowed: a whole number, 0 = never",
    ),
    (
        "stalemate_a_bool",
        HEAD + "[options]\nstalemate = true\n",
        "options: stalemate = true is not allowed; allowed: a whole number, 0 = never",
    ),
    (
        "stalemate_a_text",
        HEAD + '[options]\nstalemate = "3"\n',
        'options: stalemate = "3" is not allowed; allowed: a whole number, 0 = never',
    ),
    (
        "options_before_the_deck",
        changed('"seer"', '"oracle"') + '[options]\ntie = "coin"\n',
        'options: tie = "coin" is not allowed; allowed: "rules", "lot"',
    ),
    (
        "deck_before_the_turns",
        changed('"seer"', '"oracle"') + '\n[[turns]]\nat = "noon"\n',
        'cards: "oracle" is not a role of thiercelieux; allowed: ' + ROLES,
    ),
]

FORMS: list[Case] = [
    (
        "turns_a_table",
        HEAD + '[turns]\nat = "night 1"\n',
        'turns: {"at":"night 1"}; allowed: tables [[turns]], each with its at',
    ),
    ("turns_of_numbers", HEAD + "turns = [1]\n", "turns: [1]; allowed: tables [[turns]], each with its at"),
    (
        "turn_without_at",
        HEAD + '\n[[turns]]\nseer = "Ana"\n',
        'turn 1: at = nothing; allowed: "night N", "dawn N", "day N"; the first are "day 0" and "night 1"',
    ),
    (
        "at_a_number",
        HEAD + "\n[[turns]]\nat = 1\n",
        'turn 1: at = 1; allowed: "night N", "dawn N", "day N"; the first are "day 0" and "night 1"',
    ),
    (
        "at_unknown",
        HEAD + '\n[[turns]]\nat = "noon 1"\n',
        'turn 1: at = "noon 1"; allowed: "night N", "dawn N", "day N"; the first are "day 0" and "night 1"',
    ),
    (
        "at_without_number",
        HEAD + '\n[[turns]]\nat = "night"\n',
        'turn 1: at = "night"; allowed: "night N", "dawn N", "day N"; the first are "day 0" and "night 1"',
    ),
    (
        "at_night_0",
        HEAD + turns(night_0=""),
        'turn 1: at = "night 0"; allowed: "night N", "dawn N", "day N"; the first are "day 0" and "night 1"',
    ),
    (
        "at_dawn_0",
        HEAD + turns(dawn_0=""),
        'turn 1: at = "dawn 0"; allowed: "night N", "dawn N", "day N"; the first are "day 0" and "night 1"',
    ),
    (
        "at_day_minus_1",
        HEAD + '\n[[turns]]\nat = "day -1"\n',
        'turn 1: at = "day -1"; allowed: "night N", "dawn N", "day N"; the first are "day 0" and "night 1"',
    ),
    (
        "at_day_01",
        HEAD + '\n[[turns]]\nat = "day 01"\n',
        'turn 1: at = "day 01"; allowed: "night N", "dawn N", "day N"; the first are "day 0" and "night 1"',
    ),
    (
        "at_upper_case",
        HEAD + '\n[[turns]]\nat = "Night 1"\n',
        'turn 1: at = "Night 1"; allowed: "night N", "dawn N", "day N"; the first are "day 0" and "night 1"',
    ),
    (
        "turns_out_of_order",
        HEAD + turns(dawn_1="", night_1=""),
        'turn 2: "night 1" after "dawn 1"; allowed: turns in the order of the game',
    ),
    (
        "a_turn_twice",
        HEAD + '\n[[turns]]\nat = "night 1"\n\n[[turns]]\nat = "night 1"\n',
        'turn 2: "night 1" after "night 1"; allowed: turns in the order of the game',
    ),
    (
        "day_0_after_night_1",
        HEAD + turns(night_1="", day_0=""),
        'turn 2: "day 0" after "night 1"; allowed: turns in the order of the game',
    ),
    (
        "day_0_where_there_is_none",
        HEAD + turns(day_0="", night_1=""),
        "day 0: there is no such turn in this round; allowed: night 1",
    ),
    (
        "day_0_alone_where_there_is_none",
        HEAD + turns(day_0=""),
        "day 0: there is no such turn in this round; allowed: night 1",
    ),
    (
        "unknown_key_in_a_turn",
        HEAD + turns(night_1='prophet = "Ana"'),
        'night 1: "prophet" is not a key there; allowed: ' + NIGHT_KEYS,
    ),
    (
        "key_of_another_rulebook",
        HEAD + turns(night_1='fox = "Ana"'),
        'night 1: "fox" is not a key there; allowed: ' + NIGHT_KEYS,
    ),
    (
        "vote_at_night",
        HEAD + turns(night_1='vote = { Ana = "Bob" }'),
        'night 1: "vote" is not a key there; allowed: ' + NIGHT_KEYS,
    ),
    (
        "seer_by_day",
        HEAD + turns(day_1='seer = "Ana"'),
        'day 1: "seer" is not a key there; allowed: ' + DAY_KEYS,
    ),
    (
        "vote_at_dawn",
        HEAD + turns(dawn_1='vote = { Ana = "Bob" }'),
        'dawn 1: "vote" is not a key there; allowed: hunter, successor, left',
    ),
    (
        "candidates",
        HEAD + turns(day_1='candidates = ["Ana"]'),
        'day 1: "candidates" is not a key there; allowed: ' + DAY_KEYS,
    ),
    ("seer_a_number", HEAD + turns(night_1="seer = 3"), "night 1: seer = 3; allowed: a seat: " + ALL),
    ("seer_a_float", HEAD + turns(night_1="seer = 3.5"), "night 1: seer = 3.5; allowed: a seat: " + ALL),
    ("seer_true", HEAD + turns(night_1="seer = true"), "night 1: seer = true; allowed: a seat: " + ALL),
    (
        "seer_a_list",
        HEAD + turns(night_1='seer = ["Ana"]'),
        'night 1: seer = ["Ana"]; allowed: a seat: ' + ALL,
    ),
    (
        "seer_a_table",
        HEAD + turns(night_1='seer = { Ana = "Bob" }'),
        'night 1: seer = {"Ana":"Bob"}; allowed: a seat: ' + ALL,
    ),
    (
        "seer_a_date",
        HEAD + turns(night_1="seer = 1979-05-27"),
        'night 1: seer = "1979-05-27"; allowed: a seat: ' + ALL,
    ),
    (
        "seer_a_time",
        HEAD + turns(night_1="seer = 07:32:00"),
        'night 1: seer = "07:32:00"; allowed: a seat: ' + ALL,
    ),
    ("seer_empty_text", HEAD + turns(night_1='seer = ""'), 'night 1: seer = ""; allowed: a seat: ' + ALL),
    ("seer_unknown", HEAD + turns(night_1='seer = "Zoe"'), 'night 1: seer = "Zoe"; allowed: a seat: ' + ALL),
    (
        "werewolves_a_list",
        HEAD + turns(night_1='werewolves = ["Gus"]'),
        'night 1: werewolves = ["Gus"]; allowed: ' + A_PACK,
    ),
    (
        "werewolves_unknown",
        HEAD + turns(night_1='werewolves = "Zoe"'),
        'night 1: werewolves = "Zoe"; allowed: ' + A_PACK,
    ),
    (
        "werewolves_unknown_wolf",
        HEAD + turns(night_1='werewolves = { Zoe = "Gus" }'),
        'night 1: werewolves = {"Zoe":"Gus"}; allowed: ' + A_PACK,
    ),
    (
        "werewolves_unknown_victim",
        HEAD + turns(night_1='werewolves = { Ana = "Zoe" }'),
        'night 1: werewolves = {"Ana":"Zoe"}; allowed: ' + A_PACK,
    ),
    (
        "werewolves_victims_a_list",
        HEAD + turns(night_1='werewolves = { Ana = ["Gus"] }'),
        'night 1: werewolves = {"Ana":["Gus"]}; allowed: ' + A_PACK,
    ),
    (
        "werewolves_a_number",
        HEAD + turns(night_1="werewolves = 1"),
        "night 1: werewolves = 1; allowed: " + A_PACK,
    ),
    (
        "witch_a_seat",
        HEAD + turns(night_1='witch = "Gus"'),
        'night 1: witch = "Gus"; allowed: a table with heal and/or poison',
    ),
    (
        "witch_unknown_part",
        HEAD + turns(night_1='witch = { kill = "Gus" }'),
        'night 1: witch = {"kill":"Gus"}; allowed: a table with heal and/or poison',
    ),
    (
        "witch_heal_a_bool",
        HEAD + turns(night_1="witch = { heal = true }"),
        'night 1: witch = {"heal":true}; allowed: heal = a seat: ' + ALL,
    ),
    (
        "witch_poison_unknown",
        HEAD + turns(night_1='witch = { poison = "Zoe" }'),
        'night 1: witch = {"poison":"Zoe"}; allowed: poison = a seat: ' + ALL,
    ),
    (
        "witch_poison_a_list",
        HEAD + turns(night_1='witch = { poison = ["Gus"] }'),
        'night 1: witch = {"poison":["Gus"]}; allowed: poison = a seat: ' + ALL,
    ),
    (
        "cupid_one_seat",
        CUPID + turns(night_1='cupid = ["Ana"]'),
        'night 1: cupid = ["Ana"]; allowed: 2 different seats: ' + ALL,
    ),
    (
        "cupid_three_seats",
        CUPID + turns(night_1='cupid = ["Ana", "Bob", "Cid"]'),
        'night 1: cupid = ["Ana","Bob","Cid"]; allowed: 2 different seats: ' + ALL,
    ),
    (
        "cupid_same_seat_twice",
        CUPID + turns(night_1='cupid = ["Ana", "Ana"]'),
        'night 1: cupid = ["Ana","Ana"]; allowed: 2 different seats: ' + ALL,
    ),
    (
        "cupid_a_text",
        CUPID + turns(night_1='cupid = "Ana"'),
        'night 1: cupid = "Ana"; allowed: 2 different seats: ' + ALL,
    ),
    (
        "cupid_unknown",
        CUPID + turns(night_1='cupid = ["Ana", "Zoe"]'),
        'night 1: cupid = ["Ana","Zoe"]; allowed: 2 different seats: ' + ALL,
    ),
    (
        "cupid_nested",
        CUPID + turns(night_1='cupid = [["Ana"], ["Bob"]]'),
        'night 1: cupid = [["Ana"],["Bob"]]; allowed: 2 different seats: ' + ALL,
    ),
    (
        "thief_a_card",
        THIEF + turns(night_1='thief = "villager"'),
        'night 1: thief = "villager"; allowed: "keep" or "left" or "right"',
    ),
    (
        "thief_true",
        THIEF + turns(night_1="thief = true"),
        'night 1: thief = true; allowed: "keep" or "left" or "right"',
    ),
    (
        "thief_a_list",
        THIEF + turns(night_1='thief = ["left"]'),
        'night 1: thief = ["left"]; allowed: "keep" or "left" or "right"',
    ),
    (
        "left_a_text",
        HEAD + turns(night_1='left = "Ana"'),
        'night 1: left = "Ana"; allowed: a list of different seats: ' + ALL,
    ),
    (
        "left_twice",
        HEAD + turns(night_1='left = ["Ana", "Ana"]'),
        'night 1: left = ["Ana","Ana"]; allowed: a list of different seats: ' + ALL,
    ),
    (
        "left_unknown",
        HEAD + turns(night_1='left = ["Zoe"]'),
        'night 1: left = ["Zoe"]; allowed: a list of different seats: ' + ALL,
    ),
    ("vote_a_text", HEAD + turns(day_1='vote = "Ana"'), 'day 1: vote = "Ana"; allowed: ' + A_BALLOT),
    ("vote_a_list", HEAD + turns(day_1='vote = ["Ana"]'), 'day 1: vote = ["Ana"]; allowed: ' + A_BALLOT),
    (
        "vote_unknown_voter",
        HEAD + turns(day_1='vote = { Zoe = "Ana" }'),
        'day 1: vote = {"Zoe":"Ana"}; allowed: ' + A_BALLOT,
    ),
    (
        "vote_unknown_seat",
        HEAD + turns(day_1='vote = { Ana = "Zoe" }'),
        'day 1: vote = {"Ana":"Zoe"}; allowed: ' + A_BALLOT,
    ),
    (
        "vote_nested",
        HEAD + turns(day_1='vote = { Ana = { Bob = "Cid" } }'),
        'day 1: vote = {"Ana":{"Bob":"Cid"}}; allowed: ' + A_BALLOT,
    ),
    (
        "vote_number",
        HEAD + turns(day_1="vote = { Ana = 1 }"),
        'day 1: vote = {"Ana":1}; allowed: ' + A_BALLOT,
    ),
    (
        "revotes_a_table",
        HEAD + turns(day_1='revotes = { Ana = "Bob" }'),
        'day 1: revotes = {"Ana":"Bob"}; allowed: ' + BALLOTS,
    ),
    (
        "revotes_of_texts",
        HEAD + turns(day_1='revotes = ["Ana"]'),
        'day 1: revotes = ["Ana"]; allowed: ' + BALLOTS,
    ),
    (
        "captain_choice_a_list",
        HEAD + turns(day_1='captain_choice = ["Ana"]'),
        'day 1: captain_choice = ["Ana"]; allowed: a seat: ' + ALL,
    ),
    (
        "election_a_text",
        HEAD + turns(day_1='election = "Ana"'),
        'day 1: election = "Ana"; allowed: ' + A_BALLOT,
    ),
    (
        "hunter_a_list",
        HEAD + turns(dawn_1='hunter = ["Ana"]'),
        'dawn 1: hunter = ["Ana"]; allowed: a seat: ' + ALL,
    ),
    (
        "form_checked_before_the_game",
        HEAD + turns(day_1='vote = { Gus = "Hal" }', day_9="vote = 3"),
        "day 9: vote = 3; allowed: " + A_BALLOT,
    ),
    (
        "form_checked_past_a_waiting_answer",
        CUPID + turns(night_1="seer = 3"),
        "night 1: seer = 3; allowed: a seat: " + ALL,
    ),
]

NEVER_ASKED: list[Case] = [
    (
        "no_seer_in_the_deck",
        changed('"seer"', '"villager"') + turns(night_1='seer = "Ana"', dawn_1=""),
        'night 1: seer = "Ana" was not asked; asked there: left, werewolves, witch.poison',
    ),
    (
        "dead_seer",
        HEAD + NEVER + turns(night_1='werewolves = "Cid"', night_2='seer = "Ana"', dawn_2=""),
        'night 2: seer = "Ana" was not asked; asked there: left, werewolves, witch.poison',
    ),
    (
        "seer_who_left",
        HEAD + turns(night_1='left = ["Cid"]\nseer = "Ana"', dawn_1=""),
        'night 1: seer = "Ana" was not asked; asked there: left, werewolves, witch.poison',
    ),
    (
        "thief_without_a_thief",
        HEAD + turns(night_1='thief = "keep"', dawn_1=""),
        'night 1: thief = "keep" was not asked; asked there: left, seer, werewolves, witch.poison',
    ),
    (
        "cupid_in_the_second_night",
        CUPID + NEVER + turns(night_1='cupid = ["Ana", "Bob"]', night_2='cupid = ["Ana", "Bob"]', dawn_2=""),
        'night 2: cupid = ["Ana","Bob"] was not asked; asked there: left, seer, werewolves, witch.poison',
    ),
    (
        "healing_potion_spent",
        HEAD
        + NEVER
        + turns(
            night_1='werewolves = "Gus"\nwitch = { heal = "Gus" }',
            night_2='werewolves = "Hal"\nwitch = { heal = "Hal" }',
            dawn_2="",
        ),
        'night 2: witch = {"heal":"Hal"} was not asked; asked there: left, seer, werewolves, witch.poison',
    ),
    (
        "poison_spent",
        HEAD
        + NEVER
        + turns(night_1='witch = { poison = "Gus" }', night_2='witch = { poison = "Hal" }', dawn_2=""),
        'night 2: witch = {"poison":"Hal"} was not asked; asked there: left, seer, werewolves',
    ),
    (
        "heal_with_no_victim",
        HEAD + turns(night_1='witch = { heal = "Gus" }', dawn_1=""),
        'night 1: witch = {"heal":"Gus"} was not asked; asked there: left, seer, werewolves, witch.poison',
    ),
    (
        "hunter_who_did_not_die",
        HEAD + turns(night_1='werewolves = "Gus"', dawn_1='hunter = "Ana"', day_1=""),
        'dawn 1: hunter = "Ana" was not asked; asked there: left',
    ),
    (
        "hunter_who_died_of_grief",
        CUPID
        + turns(night_1='cupid = ["Eve", "Gus"]\nwerewolves = "Gus"', dawn_1='hunter = "Ana"', day_1=""),
        'dawn 1: hunter = "Ana" was not asked; asked there: left',
    ),
    (
        "hunter_who_left",
        HEAD + NEVER + turns(day_1='left = ["Eve"]\nhunter = "Ana"', night_2=""),
        'day 1: hunter = "Ana" was not asked; asked there: left, vote',
    ),
    (
        "successor_with_no_captain",
        HEAD + NEVER + turns(night_1='werewolves = "Gus"', dawn_1='successor = "Ana"', day_1=""),
        'dawn 1: successor = "Ana" was not asked; asked there: left',
    ),
    (
        "successor_of_a_captain_who_left",
        HEAD
        + turns(day_1='election = { Ana = "Gus" }', day_2='left = ["Gus"]\nsuccessor = "Ana"', night_3=""),
        'day 2: successor = "Ana" was not asked; asked there: left, vote',
    ),
    (
        "election_never",
        HEAD + NEVER + turns(day_1='election = { Ana = "Gus" }'),
        'day 1: election = {"Ana":"Gus"} was not asked; asked there: left, vote',
    ),
    (
        "election_before_its_day",
        HEAD + '\n[options]\ncaptain = "day 2"\n' + turns(day_1='election = { Ana = "Gus" }', night_2=""),
        'day 1: election = {"Ana":"Gus"} was not asked; asked there: left, vote',
    ),
    (
        "election_twice",
        HEAD + turns(day_1='election = { Ana = "Gus" }', day_2='election = { Ana = "Gus" }', night_3=""),
        'day 2: election = {"Ana":"Gus"} was not asked; asked there: left, vote',
    ),
    (
        "election_revote_with_no_tie",
        HEAD + turns(day_1='election = { Ana = "Gus" }\nelection_revote = { Ana = "Gus" }'),
        'day 1: election_revote = {"Ana":"Gus"} was not asked; asked there: left, election, vote',
    ),
    (
        "election_revote_by_lot",
        HEAD
        + LOT
        + turns(day_1='election = { Ana = "Gus", Bob = "Hal" }\nelection_revote = { Ana = "Gus" }'),
        'day 1: election_revote = {"Ana":"Gus"} was not asked; asked there: left, election, vote',
    ),
    (
        "vote_on_day_0",
        HEAD + START + turns(day_0='vote = { Ana = "Gus" }', night_1=""),
        'day 0: vote = {"Ana":"Gus"} was not asked; asked there: left, election',
    ),
    (
        "revotes_with_no_tie",
        HEAD + NEVER + turns(day_1='vote = { Ana = "Gus" }\nrevotes = [{ Ana = "Gus" }]'),
        'day 1: revotes = [{"Ana":"Gus"}] was not asked; asked there: left, vote',
    ),
    (
        "revotes_beside_a_captain",
        HEAD
        + turns(
            day_1=(
                'election = { Ana = "Dee" }\n'
                'vote = { Ana = "Gus", Bob = "Hal", Dee = "Gus", Eve = "Hal", Fay = "Hal" }\n'
                'revotes = [{ Ana = "Gus" }]'
            )
        ),
        'day 1: revotes = [{"Ana":"Gus"}] was not asked; asked there: left, election, vote',
    ),
    (
        "second_revote",
        HEAD
        + NEVER
        + turns(
            day_1=(
                'vote = { Ana = "Gus", Bob = "Hal" }\n'
                'revotes = [{ Ana = "Gus", Bob = "Hal" }, { Ana = "Gus" }]'
            )
        ),
        'day 1: revotes = [{"Ana":"Gus"}] was not asked again; asked there: left, vote, revotes',
    ),
    (
        "captain_choice_with_no_tie",
        HEAD + turns(day_1='election = { Ana = "Dee" }\nvote = { Ana = "Gus" }\ncaptain_choice = "Gus"'),
        'day 1: captain_choice = "Gus" was not asked; asked there: left, election, vote',
    ),
    (
        "captain_choice_his_ballot_decided",
        HEAD
        + turns(
            day_1=(
                'election = { Ana = "Dee" }\n'
                'vote = { Ana = "Gus", Bob = "Gus", Dee = "Hal" }\n'
                'captain_choice = "Gus"'
            )
        ),
        'day 1: captain_choice = "Gus" was not asked; asked there: left, election, vote',
    ),
    (
        "captain_choice_only_one_left",
        CUPID
        + turns(
            night_1='cupid = ["Dee", "Gus"]',
            day_1='election = { Ana = "Dee" }\nvote = { Ana = "Gus", Bob = "Hal" }\ncaptain_choice = "Hal"',
        ),
        'day 1: captain_choice = "Hal" was not asked; asked there: left, election, vote',
    ),
    (
        "captain_choice_by_lot",
        HEAD
        + LOT
        + turns(
            day_1='election = { Ana = "Dee" }\nvote = { Ana = "Gus", Bob = "Hal" }\ncaptain_choice = "Gus"'
        ),
        'day 1: captain_choice = "Gus" was not asked; asked there: left, election, vote',
    ),
    (
        "captain_choice_with_no_captain",
        HEAD + NEVER + turns(day_1='vote = { Ana = "Gus", Bob = "Hal" }\ncaptain_choice = "Gus"'),
        'day 1: captain_choice = "Gus" was not asked; asked there: left, vote, revotes',
    ),
    (
        "never_asked_before_a_waiting_answer",
        CUPID + turns(night_1='thief = "keep"'),
        'night 1: thief = "keep" was not asked; asked there: left, cupid',
    ),
    (
        "never_asked_before_a_waiting_shot",
        HEAD + NEVER + turns(day_1='vote = { Ana = "Eve" }\nrevotes = [{ Ana = "Eve" }]'),
        'day 1: revotes = [{"Ana":"Eve"}] was not asked; asked there: left, vote, hunter',
    ),
    (
        "never_asked_before_a_waiting_successor",
        HEAD
        + START
        + turns(day_0='election = { Ana = "Gus" }', night_1='werewolves = "Gus"', dawn_1='hunter = "Ana"'),
        'dawn 1: hunter = "Ana" was not asked; asked there: successor',
    ),
]

NOT_AMONG_THE_CHOICES: list[Case] = [
    (
        "seer_at_himself",
        HEAD + turns(night_1='seer = "Cid"', dawn_1=""),
        'night 1: seer = "Cid" is not among the choices; allowed: Ana, Bob, Dee, Eve, Fay, Gus, Hal',
    ),
    (
        "seer_at_the_dead",
        HEAD + NEVER + turns(night_1='werewolves = "Gus"', night_2='seer = "Gus"', dawn_2=""),
        'night 2: seer = "Gus" is not among the choices; allowed: Ana, Bob, Dee, Eve, Fay, Hal',
    ),
    (
        "pack_eats_a_wolf",
        HEAD + turns(night_1='werewolves = "Bob"'),
        'night 1: werewolves = "Bob" is not among the choices; allowed: Cid, Dee, Eve, Fay, Gus, Hal',
    ),
    (
        "pack_eats_the_dead",
        HEAD + NEVER + turns(night_1='werewolves = "Gus"', night_2='werewolves = "Gus"'),
        'night 2: werewolves = "Gus" is not among the choices; allowed: Cid, Dee, Eve, Fay, Hal',
    ),
    (
        "a_wolf_eats_himself",
        HEAD + turns(night_1='werewolves = { Ana = "Ana" }'),
        'night 1: werewolves: Ana = "Ana" is not among the choices; allowed: Cid, Dee, Eve, Fay, Gus, Hal',
    ),
    (
        "no_wolf_in_the_packs_table",
        HEAD + turns(night_1='werewolves = { Cid = "Gus" }'),
        'night 1: werewolves: voter "Cid" is not among the choices; allowed: Ana, Bob',
    ),
    (
        "dead_wolf_in_the_packs_table",
        HEAD + NEVER + turns(day_1='vote = { Cid = "Ana" }', night_2='werewolves = { Ana = "Gus" }'),
        'night 2: werewolves: voter "Ana" is not among the choices; allowed: Bob',
    ),
    (
        "wolf_who_left_in_the_packs_table",
        HEAD + turns(night_1='left = ["Ana"]\nwerewolves = { Ana = "Gus" }'),
        'night 1: werewolves: voter "Ana" is not among the choices; allowed: Bob',
    ),
    (
        "wolf_eats_his_beloved",
        CUPID + turns(night_1='cupid = ["Ana", "Gus"]\nwerewolves = { Ana = "Gus" }'),
        'night 1: werewolves: Ana = "Gus" is not among the choices; allowed: Cid, Dee, Eve, Fay, Hal',
    ),
    (
        "lone_wolf_eats_his_beloved",
        changed('"werewolf", "werewolf"', '"werewolf", "villager"', CUPID)
        + turns(night_1='cupid = ["Ana", "Gus"]\nwerewolves = "Gus"'),
        'night 1: werewolves = "Gus" is not among the choices; allowed: Bob, Cid, Dee, Eve, Fay, Hal',
    ),
    (
        "heal_somebody_else",
        HEAD + turns(night_1='werewolves = "Gus"\nwitch = { heal = "Hal" }'),
        'night 1: witch.heal = "Hal" is not among the choices; allowed: Gus',
    ),
    (
        "witch_poisons_herself",
        HEAD + turns(night_1='witch = { poison = "Dee" }'),
        'night 1: witch.poison = "Dee" is not among the choices; allowed: Ana, Bob, Cid, Eve, Fay, Gus, Hal',
    ),
    (
        "witch_poisons_her_beloved",
        CUPID + turns(night_1='cupid = ["Dee", "Gus"]\nwitch = { poison = "Gus" }'),
        'night 1: witch.poison = "Gus" is not among the choices; allowed: Ana, Bob, Cid, Eve, Fay, Hal',
    ),
    (
        "witch_poisons_the_dead",
        HEAD + NEVER + turns(night_1='werewolves = "Gus"', night_2='witch = { poison = "Gus" }'),
        'night 2: witch.poison = "Gus" is not among the choices; allowed: Ana, Bob, Cid, Eve, Fay, Hal',
    ),
    (
        "thief_must_exchange",
        BOTH_WOLVES + turns(night_1='thief = "keep"'),
        'night 1: thief = "keep" is not among the choices; allowed: left, right',
    ),
    (
        "thief_must_take_the_only_wolf",
        ONLY_WOLF + turns(night_1='thief = "left"'),
        'night 1: thief = "left" is not among the choices; allowed: right',
    ),
    (
        "hunter_shoots_himself",
        HEAD + turns(night_1='werewolves = "Eve"', dawn_1='hunter = "Eve"'),
        'dawn 1: hunter = "Eve" is not among the choices; allowed: Ana, Bob, Cid, Dee, Fay, Gus, Hal',
    ),
    (
        "hunter_shoots_who_died_with_him",
        HEAD + turns(night_1='werewolves = "Eve"\nwitch = { poison = "Gus" }', dawn_1='hunter = "Gus"'),
        'dawn 1: hunter = "Gus" is not among the choices; allowed: Ana, Bob, Cid, Dee, Fay, Hal',
    ),
    (
        "successor_who_died_with_him",
        HEAD
        + START
        + turns(
            day_0='election = { Ana = "Gus" }',
            night_1='werewolves = "Gus"\nwitch = { poison = "Hal" }',
            dawn_1='successor = "Hal"',
        ),
        'dawn 1: successor = "Hal" is not among the choices; allowed: Ana, Bob, Cid, Dee, Eve, Fay',
    ),
    (
        "dead_voter",
        HEAD + NEVER + turns(night_1='werewolves = "Gus"', day_1='vote = { Gus = "Ana" }'),
        'day 1: vote: voter "Gus" is not among the choices; allowed: Ana, Bob, Cid, Dee, Eve, Fay, Hal',
    ),
    (
        "vote_against_the_dead",
        HEAD + NEVER + turns(night_1='werewolves = "Gus"', day_1='vote = { Ana = "Gus" }'),
        'day 1: vote: Ana = "Gus" is not among the choices; allowed: Ana, Bob, Cid, Dee, Eve, Fay, Hal',
    ),
    (
        "vote_against_the_beloved",
        CUPID + NEVER + turns(night_1='cupid = ["Gus", "Hal"]', day_1='vote = { Gus = "Hal" }'),
        'day 1: vote: Gus = "Hal" is not among the choices; allowed: Ana, Bob, Cid, Dee, Eve, Fay, Gus',
    ),
    (
        "voter_who_left",
        HEAD + NEVER + turns(day_1='left = ["Gus"]\nvote = { Gus = "Ana" }'),
        'day 1: vote: voter "Gus" is not among the choices; allowed: Ana, Bob, Cid, Dee, Eve, Fay, Hal',
    ),
    (
        "revote_for_one_not_tied",
        HEAD + NEVER + turns(day_1='vote = { Ana = "Gus", Bob = "Hal" }\nrevotes = [{ Ana = "Fay" }]'),
        'day 1: revotes: Ana = "Fay" is not among the choices; allowed: Gus, Hal',
    ),
    (
        "revote_against_the_beloved",
        CUPID
        + NEVER
        + turns(
            night_1='cupid = ["Gus", "Hal"]',
            day_1='vote = { Ana = "Gus", Bob = "Hal" }\nrevotes = [{ Gus = "Hal" }]',
        ),
        'day 1: revotes: Gus = "Hal" is not among the choices; allowed: Gus',
    ),
    (
        "election_of_the_dead",
        HEAD + turns(night_1='werewolves = "Gus"', day_1='election = { Ana = "Gus" }'),
        'day 1: election: Ana = "Gus" is not among the choices; allowed: Ana, Bob, Cid, Dee, Eve, Fay, Hal',
    ),
    (
        "election_revote_for_one_not_tied",
        HEAD + turns(day_1='election = { Ana = "Gus", Bob = "Hal" }\nelection_revote = { Ana = "Fay" }'),
        'day 1: election_revote: Ana = "Fay" is not among the choices; allowed: Gus, Hal',
    ),
    (
        "captain_choice_not_tied",
        HEAD
        + turns(
            day_1='election = { Ana = "Dee" }\nvote = { Ana = "Gus", Bob = "Hal" }\ncaptain_choice = "Fay"'
        ),
        'day 1: captain_choice = "Fay" is not among the choices; allowed: Gus, Hal',
    ),
    (
        "captain_chooses_his_beloved",
        CUPID
        + turns(
            night_1='cupid = ["Dee", "Gus"]',
            day_1=(
                'election = { Ana = "Dee" }\n'
                'vote = { Ana = "Gus", Bob = "Hal", Cid = "Fay" }\n'
                'captain_choice = "Gus"'
            ),
        ),
        'day 1: captain_choice = "Gus" is not among the choices; allowed: Fay, Hal',
    ),
    (
        "left_though_dead",
        HEAD + turns(night_1='werewolves = "Gus"', dawn_1='left = ["Gus"]'),
        'dawn 1: left = "Gus" is not among the choices; allowed: Ana, Bob, Cid, Dee, Eve, Fay, Hal',
    ),
]

MISSING_OR_TOO_LATE: list[Case] = [
    (
        "cupid_missing",
        CUPID + turns(night_1='seer = "Ana"', dawn_1=""),
        "night 1: cupid is missing, and Fay must answer before dawn 1; allowed: " + ALL,
    ),
    (
        "cupid_missing_with_his_turn",
        CUPID + turns(dawn_1=""),
        "night 1: cupid is missing, and Fay must answer before dawn 1; allowed: " + ALL,
    ),
    (
        "thief_missing",
        BOTH_WOLVES + turns(night_1="", dawn_1=""),
        "night 1: thief is missing, and Fay must answer before dawn 1; allowed: left, right",
    ),
    (
        "hunter_missing",
        HEAD + turns(night_1='werewolves = "Eve"', day_1=""),
        (
            "dawn 1: hunter is missing, and Eve must answer before day 1; "
            "allowed: Ana, Bob, Cid, Dee, Fay, Gus, Hal"
        ),
    ),
    (
        "successor_missing",
        HEAD + turns(day_1='election = { Ana = "Gus" }\nvote = { Ana = "Gus" }', night_2=""),
        (
            "day 1: successor is missing, and Gus must answer before night 2; "
            "allowed: Ana, Bob, Cid, Dee, Eve, Fay, Hal"
        ),
    ),
    (
        "captain_choice_missing",
        HEAD + turns(day_1='election = { Ana = "Dee" }\nvote = { Ana = "Gus", Bob = "Hal" }', night_2=""),
        "day 1: captain_choice is missing, and Dee must answer before night 2; allowed: Gus, Hal",
    ),
    (
        "turn_after_the_end",
        LONE_WOLF + NEVER + turns(day_1='vote = { Bob = "Ana" }', night_2=""),
        "night 2: the round is over since day 1; allowed: no turn",
    ),
    (
        "key_after_the_end",
        LONE_WOLF + NEVER + turns(day_1='left = ["Ana"]\nvote = { Bob = "Cid" }'),
        'day 1: vote = {"Bob":"Cid"} was not asked; asked there: left',
    ),
    (
        "turn_after_a_stalemate",
        HEAD + NEVER + "stalemate = 1\n" + turns(day_1="", day_2=""),
        "day 2: the round is over since day 1; allowed: no turn",
    ),
]

# The other boxes

BITE = of_box("best-of", "accursed_wolf_father werewolf seer witch elder villager villager villager")
MEALS = of_box("best-of", "werewolf big_bad_wolf rusty_knight witch villager villager villager villager")
NOSE = of_box("best-of", "werewolf werewolf villager two_sisters two_sisters fox villager bear_tamer")
DOGS = of_box("best-of", "werewolf werewolf wolf_hound wild_child villager villager villager villager")
WHITE = of_box("best-of", "white_werewolf werewolf cupid villager villager villager villager villager")
PIPES = of_box("best-of", "accursed_wolf_father werewolf piper villager villager villager villager villager")
OLD = of_box("best-of", "werewolf werewolf seer witch elder villager defender hunter")
RAVEN = of_box("thiercelieux", "werewolf werewolf raven pyromaniac cupid baker villager villager")
ANGEL = of_box("best-of", "werewolf werewolf angel witch hunter villager villager villager")
FAMILY = of_box("family", "werewolf werewolf seer witch hunter villager villager villager")
FAMILY_IN_LOVE = of_box("family", "werewolf werewolf seer cupid hunter villager villager villager")
VILAZ = of_box("tit-albert", "werewolf werewolf cupid witch hunter villager villager villager")

THEIR_CARDS: list[Case] = [
    (
        "one_sister",
        NOSE.replace("two_sisters", "villager", 1),
        "deck: 1 card two_sisters; allowed: none or 2",
    ),
    (
        "three_sisters",
        NOSE.replace("villager", "two_sisters", 1),
        "deck: 3 cards two_sisters; allowed: none or 2",
    ),
    (
        "two_angels",
        ANGEL.replace("villager", "angel", 1),
        "deck: 2 cards angel; allowed: at most one",
    ),
    (
        "no_wolf_but_a_hound",
        DOGS.replace("werewolf", "villager"),
        f"deck: no card of a werewolf; allowed: at least one of {wolves_of(BEST_OF)}",
    ),
    (
        "a_white_werewolf_too_many",
        WHITE.replace("villager", "werewolf", 2),
        "deck: werewolf, white_werewolf: 4 of 8 cards; allowed: fewer than half of the cards",
    ),
    (
        "seven_of_best_of",
        BITE.replace(', "Hal"', "").replace(', "villager"]', "]"),
        "deck: 7 players; best-of needs at least 8",
    ),
    (
        "five_of_the_family",
        FAMILY.replace(', "Fay", "Gus", "Hal"', "").replace(', "villager", "villager", "villager"]', "]"),
        "deck: 5 players; family needs at least 6",
    ),
    (
        "one_potion_of_best_of",
        BITE + "[options]\none_potion = true\n",
        'options: "one_potion" is not an option of best-of; allowed: '
        "captain, tie, stalemate, reveal, reveal_nature, sisters_confer",
    ),
    (
        "one_potion_of_the_family",
        FAMILY + "[options]\none_potion = false\n",
        'options: "one_potion" is not an option of family; allowed: captain, tie, stalemate, reveal',
    ),
    (
        "sisters_confer_in_tit_albert",
        VILAZ + "[options]\nsisters_confer = true\n",
        'options: "sisters_confer" is not an option of tit-albert; allowed: '
        "captain, tie, stalemate, reveal, one_potion",
    ),
    (
        "one_potion_of_two",
        VILAZ + "[options]\none_potion = 1\n",
        "options: one_potion = 1 is not allowed; allowed: true, false",
    ),
    (
        "an_angel_in_the_family",
        FAMILY.replace("seer", "angel"),
        'cards: "angel" is not a role of family; allowed: ' + ROLES,
    ),
    (
        "candidates_of_the_family",
        FAMILY + turns(day_1='candidates = ["Ana"]'),
        'day 1: "candidates" is not a key there; allowed: ' + DAY_KEYS,
    ),
    (
        "candidates_of_tit_albert",
        VILAZ + turns(day_1='candidates = ["Ana"]'),
        'day 1: "candidates" is not a key there; allowed: ' + DAY_KEYS,
    ),
]

THEIR_TURNS: list[Case] = [
    (
        "second_bite",
        BITE
        + NEVER
        + turns(
            night_1='werewolves = "Gus"\naccursed_wolf_father = true',
            night_2='werewolves = "Hal"\naccursed_wolf_father = true',
            dawn_2="",
        ),
        (
            "night 2: accursed_wolf_father = true was not asked; asked there: left, seer, "
            "werewolves, witch.heal, witch.poison"
        ),
    ),
    (
        "bite_with_no_victim",
        BITE + turns(night_1="accursed_wolf_father = true", dawn_1=""),
        (
            "night 1: accursed_wolf_father = true was not asked; asked there: left, seer, "
            "werewolves, witch.poison"
        ),
    ),
    (
        "bite_spent_on_the_elder",
        BITE
        + NEVER
        + turns(
            night_1='werewolves = "Eve"\naccursed_wolf_father = true',
            night_2='werewolves = "Eve"\naccursed_wolf_father = true',
            dawn_2="",
        ),
        (
            "night 2: accursed_wolf_father = true was not asked; asked there: left, seer, "
            "werewolves, witch.heal, witch.poison"
        ),
    ),
    (
        "bite_of_a_seat",
        BITE + turns(night_1='werewolves = "Gus"\naccursed_wolf_father = "Gus"'),
        'night 1: accursed_wolf_father = "Gus"; allowed: true',
    ),
    (
        "pack_eats_the_infected",
        BITE
        + NEVER
        + turns(night_1='werewolves = "Gus"\naccursed_wolf_father = true', night_2='werewolves = "Gus"'),
        'night 2: werewolves = "Gus" is not among the choices; allowed: Cid, Dee, Eve, Fay, Hal',
    ),
    (
        "second_heal_of_the_elder",
        BITE
        + NEVER
        + turns(
            night_1='werewolves = "Eve"\nwitch = { heal = "Eve" }',
            night_2='werewolves = "Eve"\nwitch = { heal = "Eve" }',
            dawn_2="",
        ),
        (
            'night 2: witch = {"heal":"Eve"} was not asked; asked there: left, seer, werewolves, '
            "accursed_wolf_father, witch.poison"
        ),
    ),
    (
        "heal_of_both_victims",
        MEALS + turns(night_1='werewolves = "Gus"\nbig_bad_wolf = "Hal"\nwitch = { heal = ["Gus", "Hal"] }'),
        'night 1: witch = {"heal":["Gus","Hal"]}; allowed: heal = a seat: ' + ALL,
    ),
    (
        "big_bad_wolf_sated",
        MEALS + NEVER + turns(day_1='vote = { Dee = "Ana" }', night_2='big_bad_wolf = "Hal"', dawn_2=""),
        'night 2: big_bad_wolf = "Hal" was not asked; asked there: left, werewolves, witch.poison',
    ),
    (
        "big_bad_wolf_eats_the_packs_choice",
        MEALS + turns(night_1='werewolves = "Gus"\nbig_bad_wolf = "Gus"'),
        'night 1: big_bad_wolf = "Gus" is not among the choices; allowed: Cid, Dee, Eve, Fay, Hal',
    ),
    (
        "big_bad_wolf_eats_a_wolf",
        MEALS + turns(night_1='big_bad_wolf = "Bob"'),
        'night 1: big_bad_wolf = "Bob" is not among the choices; allowed: Cid, Dee, Eve, Fay, Gus, Hal',
    ),
    (
        "big_bad_wolf_while_one_lies_sick",
        MEALS + NEVER + turns(night_1='werewolves = "Cid"', night_2='big_bad_wolf = "Hal"', dawn_2=""),
        'night 2: big_bad_wolf = "Hal" was not asked; asked there: left, werewolves, witch.poison',
    ),
    (
        "sick_wolf_in_the_pack",
        MEALS + NEVER + turns(night_1='werewolves = "Cid"', night_2='werewolves = { Ana = "Gus" }'),
        'night 2: werewolves: voter "Ana" is not among the choices; allowed: Bob',
    ),
    (
        "lost_scent",
        NOSE + NEVER + turns(night_1='fox = "Eve"', night_2='fox = "Ana"', dawn_2=""),
        'night 2: fox = "Ana" was not asked; asked there: left, werewolves',
    ),
    (
        "fox_at_the_dead",
        NOSE + NEVER + turns(night_1='werewolves = "Gus"', night_2='fox = "Gus"', dawn_2=""),
        'night 2: fox = "Gus" is not among the choices; allowed: Ana, Bob, Cid, Dee, Eve, Fay, Hal',
    ),
    (
        "pack_against_the_hound_of_its_own",
        DOGS + turns(night_1='wild_child = "Gus"\nwolf_hound = "werewolf"\nwerewolves = "Cid"'),
        'night 1: werewolves = "Cid" is not among the choices; allowed: Dee, Eve, Fay, Gus, Hal',
    ),
    (
        "child_his_own_model",
        DOGS + turns(night_1='wild_child = "Dee"'),
        'night 1: wild_child = "Dee" is not among the choices; allowed: Ana, Bob, Cid, Eve, Fay, Gus, Hal',
    ),
    (
        "model_missing",
        DOGS + turns(night_1='wolf_hound = "villager"', dawn_1=""),
        (
            "night 1: wild_child is missing, and Dee must answer before dawn 1; allowed: Ana, Bob, "
            "Cid, Eve, Fay, Gus, Hal"
        ),
    ),
    (
        "hound_a_wolf_cub",
        DOGS + turns(night_1='wild_child = "Gus"\nwolf_hound = "cub"'),
        'night 1: wolf_hound = "cub"; allowed: "villager" or "werewolf"',
    ),
    (
        "hound_missing",
        DOGS + turns(night_1='wild_child = "Gus"', dawn_1=""),
        "night 1: wolf_hound is missing, and Cid must answer before dawn 1; allowed: villager, werewolf",
    ),
    (
        "model_in_the_second_night",
        DOGS
        + NEVER
        + turns(
            night_1='wild_child = "Gus"\nwolf_hound = "villager"', night_2='wild_child = "Hal"', dawn_2=""
        ),
        'night 2: wild_child = "Hal" was not asked; asked there: left, werewolves',
    ),
    (
        "child_of_a_dead_model_eaten",
        DOGS
        + NEVER
        + turns(
            night_1='wild_child = "Gus"\nwolf_hound = "villager"\nwerewolves = "Gus"',
            night_2='werewolves = "Dee"',
        ),
        'night 2: werewolves = "Dee" is not among the choices; allowed: Cid, Eve, Fay, Hal',
    ),
    (
        "pack_against_the_white_werewolf",
        WHITE + turns(night_1='cupid = ["Gus", "Hal"]\nwerewolves = "Ana"'),
        'night 1: werewolves = "Ana" is not among the choices; allowed: Cid, Dee, Eve, Fay, Gus, Hal',
    ),
    (
        "white_werewolf_in_night_1",
        WHITE + turns(night_1='cupid = ["Gus", "Hal"]\nwhite_werewolf = "Bob"', dawn_1=""),
        'night 1: white_werewolf = "Bob" was not asked; asked there: left, cupid, werewolves',
    ),
    (
        "white_werewolf_against_a_villager",
        WHITE + NEVER + turns(night_1='cupid = ["Gus", "Hal"]', night_2='white_werewolf = "Hal"'),
        'night 2: white_werewolf = "Hal" is not among the choices; allowed: Bob',
    ),
    (
        "white_werewolf_against_himself",
        WHITE + NEVER + turns(night_1='cupid = ["Gus", "Hal"]', night_2='white_werewolf = "Ana"'),
        'night 2: white_werewolf = "Ana" is not among the choices; allowed: Bob',
    ),
    (
        "white_werewolf_against_his_beloved",
        WHITE + NEVER + turns(night_1='cupid = ["Ana", "Bob"]', night_2='white_werewolf = "Bob"'),
        'night 2: white_werewolf = "Bob" was not asked; asked there: left, werewolves',
    ),
    (
        "infected_piper",
        PIPES
        + NEVER
        + turns(night_1='werewolves = "Cid"\naccursed_wolf_father = true\npiper = ["Dee", "Eve"]', dawn_1=""),
        'night 1: piper = ["Dee","Eve"] was not asked; asked there: left, werewolves, accursed_wolf_father',
    ),
    (
        "piper_names_himself",
        PIPES + turns(night_1='piper = ["Cid", "Dee"]'),
        'night 1: piper = "Cid" is not among the choices; allowed: Ana, Bob, Dee, Eve, Fay, Gus, Hal',
    ),
    (
        "piper_names_the_charmed",
        PIPES + NEVER + turns(night_1='piper = ["Dee", "Eve"]', night_2='piper = ["Dee", "Fay"]'),
        'night 2: piper = "Dee" is not among the choices; allowed: Ana, Bob, Fay, Gus, Hal',
    ),
    (
        "piper_names_one",
        PIPES + turns(night_1='piper = ["Dee"]'),
        'night 1: piper = ["Dee"]; allowed: 2 of Ana, Bob, Dee, Eve, Fay, Gus, Hal',
    ),
    (
        "piper_names_three",
        PIPES + turns(night_1='piper = ["Dee", "Eve", "Fay"]'),
        'night 1: piper = ["Dee","Eve","Fay"]; allowed: 1 to 2 different seats: ' + ALL,
    ),
    (
        "piper_missing",
        PIPES + turns(night_1="", dawn_1=""),
        (
            "night 1: piper is missing, and Cid must answer before dawn 1; allowed: Ana, Bob, Dee, "
            "Eve, Fay, Gus, Hal"
        ),
    ),
    (
        "turn_after_the_piper_has_won",
        PIPES
        + NEVER
        + turns(
            night_1='werewolves = "Dee"\npiper = ["Ana", "Bob"]',
            dawn_1='left = ["Eve", "Fay", "Gus", "Hal"]',
            day_1="",
        ),
        "day 1: the round is over since dawn 1; allowed: no turn",
    ),
    (
        "seer_without_powers",
        OLD + NEVER + turns(day_1='vote = { Ana = "Eve" }', night_2='seer = "Ana"', dawn_2=""),
        'night 2: seer = "Ana" was not asked; asked there: left, werewolves',
    ),
    (
        "witch_without_powers",
        OLD + NEVER + turns(day_1='vote = { Ana = "Eve" }', night_2='witch = { poison = "Ana" }', dawn_2=""),
        'night 2: witch = {"poison":"Ana"} was not asked; asked there: left, werewolves',
    ),
    (
        "defender_without_powers",
        OLD + NEVER + turns(night_1='witch = { poison = "Eve" }', night_2='defender = "Ana"', dawn_2=""),
        'night 2: defender = "Ana" was not asked; asked there: left, werewolves',
    ),
    (
        "hunter_without_powers",
        OLD
        + NEVER
        + turns(day_1='vote = { Ana = "Eve" }', day_2='vote = { Ana = "Hal" }\nhunter = "Ana"', night_3=""),
        'day 2: hunter = "Ana" was not asked; asked there: left, vote',
    ),
    (
        "hunter_beside_the_elder",
        OLD
        + NEVER
        + turns(night_1='werewolves = "Hal"\nwitch = { poison = "Eve" }', dawn_1='hunter = "Ana"', day_1=""),
        'dawn 1: hunter = "Ana" was not asked; asked there: left',
    ),
    (
        "elder_survives_and_is_no_hunter",
        OLD + turns(night_1='werewolves = "Eve"', dawn_1='hunter = "Ana"', day_1=""),
        'dawn 1: hunter = "Ana" was not asked; asked there: left',
    ),
    (
        "the_same_protected_twice",
        OLD + NEVER + turns(night_1='defender = "Gus"', night_2='defender = "Gus"'),
        'night 2: defender = "Gus" is not among the choices; allowed: Ana, Bob, Cid, Dee, Eve, Fay, Hal',
    ),
    (
        "raven_against_himself",
        RAVEN + turns(night_1='cupid = ["Gus", "Hal"]\nraven = "Cid"'),
        'night 1: raven = "Cid" is not among the choices; allowed: Ana, Bob, Dee, Eve, Fay, Gus, Hal',
    ),
    (
        "raven_against_his_beloved",
        RAVEN + turns(night_1='cupid = ["Cid", "Gus"]\nraven = "Gus"'),
        'night 1: raven = "Gus" is not among the choices; allowed: Ana, Bob, Dee, Eve, Fay, Hal',
    ),
    (
        "fire_twice",
        RAVEN
        + NEVER
        + turns(
            night_1='cupid = ["Gus", "Hal"]\npyromaniac = "Gus"', night_2='pyromaniac = "Hal"', dawn_2=""
        ),
        'night 2: pyromaniac = "Hal" was not asked; asked there: left, werewolves, raven',
    ),
    (
        "baker_asked",
        RAVEN + turns(night_1='baker = "Gus"'),
        'night 1: "baker" is not a key there; allowed: ' + NIGHT_KEYS,
    ),
    (
        "bear_tamer_asked",
        NOSE + turns(night_1='bear_tamer = "Gus"'),
        'night 1: "bear_tamer" is not a key there; allowed: ' + BEST_OF_NIGHT_KEYS,
    ),
    (
        "sisters_asked",
        NOSE + turns(night_1='two_sisters = "Gus"'),
        'night 1: "two_sisters" is not a key there; allowed: ' + BEST_OF_NIGHT_KEYS,
    ),
    (
        "vote_for_one_who_did_not_stand",
        BITE + turns(day_1='candidates = ["Gus", "Hal"]\nelection = { Ana = "Fay" }'),
        'day 1: election: Ana = "Fay" is not among the choices; allowed: Gus, Hal',
    ),
    (
        "candidate_who_is_dead",
        BITE + turns(night_1='werewolves = "Gus"', day_1='candidates = ["Gus"]'),
        'day 1: candidates = "Gus" is not among the choices; allowed: Ana, Bob, Cid, Dee, Eve, Fay, Hal',
    ),
    (
        "candidates_twice",
        BITE + turns(day_1='candidates = ["Gus", "Gus"]'),
        'day 1: candidates = ["Gus","Gus"]; allowed: a list of different seats: ' + ALL,
    ),
    (
        "candidates_with_a_captain",
        BITE
        + turns(
            day_1='candidates = ["Gus"]\nelection = { Ana = "Gus" }', day_2='candidates = ["Hal"]', night_3=""
        ),
        'day 2: candidates = ["Hal"] was not asked; asked there: left, vote',
    ),
    (
        "candidates_never",
        BITE + NEVER + turns(day_1='candidates = ["Gus"]', night_2=""),
        'day 1: candidates = ["Gus"] was not asked; asked there: left, vote',
    ),
    (
        "captain_choice_his_ballot_does_not_decide",
        BITE
        + turns(
            day_1=(
                'candidates = ["Dee"]\nelection = { Ana = "Dee" }\nvote = { Ana = "Gus", Bob = "Gus", '
                'Dee = "Hal" }'
            ),
            night_2="",
        ),
        "day 1: captain_choice is missing, and Dee must answer before night 2; allowed: Gus, Hal",
    ),
    (
        "vote_on_day_0_without_the_angel",
        BITE + START + turns(day_0='vote = { Ana = "Gus" }', night_1=""),
        'day 0: vote = {"Ana":"Gus"} was not asked; asked there: left, candidates, election',
    ),
    (
        "turn_after_the_angel_has_won_by_day",
        ANGEL + turns(day_0='vote = { Ana = "Cid" }', night_1=""),
        "night 1: the round is over since day 0; allowed: no turn",
    ),
    (
        "turn_after_the_angel_has_won_by_night",
        ANGEL + turns(day_0="", night_1='werewolves = "Cid"', dawn_1="", day_1=""),
        "day 1: the round is over since dawn 1; allowed: no turn",
    ),
    (
        "shot_after_the_angel_has_won",
        ANGEL
        + turns(day_0="", night_1='werewolves = "Cid"\nwitch = { poison = "Eve" }', dawn_1='hunter = "Ana"'),
        'dawn 1: hunter = "Ana" was not asked; asked there: nothing',
    ),
    (
        "election_on_day_0_of_the_angel",
        ANGEL + turns(day_0='election = { Ana = "Gus" }', night_1=""),
        'day 0: election = {"Ana":"Gus"} was not asked; asked there: left, vote',
    ),
    (
        "wolf_of_the_family_asleep",
        FAMILY + turns(night_1='werewolves = { Ana = "Gus" }\nseer = "Cid"'),
        'night 1: seer = "Cid" is not among the choices; allowed: Ana, Bob, Dee, Eve, Fay, Gus, Hal',
    ),
    (
        "seer_eats_with_the_family",
        FAMILY + turns(night_1='werewolves = { Cid = "Gus" }'),
        'night 1: werewolves: voter "Cid" is not among the choices; allowed: Ana, Bob',
    ),
    (
        "wolf_of_the_family_eats_the_dead",
        FAMILY + NEVER + turns(night_1='werewolves = "Bob"', night_2='werewolves = "Bob"'),
        'night 2: werewolves = "Bob" is not among the choices; allowed: Ana, Cid, Dee, Eve, Fay, Gus, Hal',
    ),
    (
        "wolf_of_the_family_eats_his_beloved",
        FAMILY_IN_LOVE + turns(night_1='cupid = ["Ana", "Bob"]\nwerewolves = { Ana = "Bob" }'),
        (
            'night 1: werewolves: Ana = "Bob" is not among the choices; allowed: Ana, Cid, Dee, Eve, '
            "Fay, Gus, Hal"
        ),
    ),
    (
        "turn_after_the_family_has_starved",
        FAMILY + NEVER + turns(night_1="", dawn_1="", day_1=""),
        "day 1: the round is over since dawn 1; allowed: no turn",
    ),
    (
        "fourth_revote_of_the_family",
        FAMILY
        + NEVER
        + turns(
            night_1='werewolves = "undecided"',
            day_1=(
                'vote = { Ana = "Gus", Bob = "Hal" }\nrevotes = [{ Ana = "Gus", Bob = "Hal" }, '
                '{ Ana = "Gus", Bob = "Hal" }, { Ana = "Gus", Bob = "Hal" }, { Ana = "Gus" }]'
            ),
        ),
        'day 1: revotes = [{"Ana":"Gus"}] was not asked again; asked there: left, vote, revotes',
    ),
    (
        "captain_choice_of_the_family",
        FAMILY
        + turns(
            night_1='werewolves = "undecided"',
            day_1='election = { Ana = "Dee" }\nvote = { Ana = "Gus", Bob = "Hal" }\ncaptain_choice = "Gus"',
        ),
        'day 1: captain_choice = "Gus" was not asked; asked there: left, election, vote, revotes',
    ),
    (
        "hunter_of_the_family_poisoned",
        FAMILY
        + turns(
            night_1='werewolves = "undecided"\nwitch = { poison = "Eve" }', dawn_1='hunter = "Ana"', day_1=""
        ),
        'dawn 1: hunter = "Ana" was not asked; asked there: left',
    ),
    (
        "successor_of_a_victim_missing",
        FAMILY
        + START
        + turns(day_0='election = { Ana = "Gus" }', night_1='werewolves = "Gus"', dawn_1="", day_1=""),
        (
            "dawn 1: successor is missing, and Gus must answer before day 1; allowed: Ana, Bob, Cid, "
            "Dee, Eve, Fay, Hal"
        ),
    ),
    (
        "successor_who_fell_with_him",
        FAMILY
        + START
        + turns(
            day_0='election = { Ana = "Gus" }',
            night_1='werewolves = "Gus"\nwitch = { poison = "Hal" }',
            dawn_1='successor = "Hal"',
        ),
        'dawn 1: successor = "Hal" is not among the choices; allowed: Ana, Bob, Cid, Dee, Eve, Fay',
    ),
    (
        "hunter_of_tit_albert_in_grief",
        VILAZ
        + turns(night_1='cupid = ["Eve", "Gus"]\nwerewolves = "Gus"', dawn_1='hunter = "Ana"', day_1=""),
        'dawn 1: hunter = "Ana" was not asked; asked there: left',
    ),
    (
        "both_potions_of_one",
        VILAZ
        + "[options]\none_potion = true\n"
        + turns(
            night_1='cupid = ["Eve", "Gus"]\nwerewolves = "Hal"\nwitch = { heal = "Hal", poison = "Ana" }',
            dawn_1="",
        ),
        'night 1: witch = {"poison":"Ana"} was not asked; asked there: left, cupid, werewolves, witch.heal',
    ),
    (
        "poison_after_the_one_potion",
        VILAZ
        + '[options]\none_potion = true\ncaptain = "never"\n'
        + turns(
            night_1='cupid = ["Eve", "Gus"]\nwerewolves = "Hal"\nwitch = { heal = "Hal" }',
            night_2='witch = { poison = "Ana" }',
            dawn_2="",
        ),
        'night 2: witch = {"poison":"Ana"} was not asked; asked there: left, werewolves',
    ),
]

CASES = [
    *THEIR_CARDS,
    *THEIR_TURNS,
    *THE_FILE,
    *HOUSE_RULES,
    *WHO_SITS,
    *WHAT_IS_DEALT,
    *FORMS,
    *NEVER_ASKED,
    *NOT_AMONG_THE_CHOICES,
    *MISSING_OR_TOO_LATE,
]


def refereed(path: Path) -> Told:
    """What the command says of a file, in a house without roles of its own: no role lies beside the file."""
    return garou("referee", "--house", str(path.parent), str(path))


def refused(path: Path) -> str:
    """The sentence with which the command refuses a file, without the file's name."""
    told = refereed(path)
    assert told.code == 2
    assert told.out == ""
    line, end, more = told.err.partition("\n")
    assert end == "\n"
    assert more == ""
    assert line.startswith(f"garou: {path}: ")
    return line.removeprefix(f"garou: {path}: ")


@pytest.mark.parametrize(("text", "told"), [pytest.param(*case[1:], id=case[0]) for case in CASES])
def test_a_scenario_is_refused_in_one_sentence(text: str, told: str, tmp_path: Path) -> None:
    path = tmp_path / "scenario.toml"
    path.write_text(text, "utf-8")
    tomllib.loads(text)
    assert refused(path) == told


# Files that are no scenario at all


@pytest.mark.parametrize(
    ("content", "told"),
    [
        pytest.param(
            b"",
            "rulebook: nothing; allowed: thiercelieux, family, tit-albert, best-of, mots-garous",
            id="empty",
        ),
        pytest.param(
            b"# nothing yet\n",
            "rulebook: nothing; allowed: thiercelieux, family, tit-albert, best-of, mots-garous",
            id="a_comment",
        ),
        pytest.param(b'rulebook = "\xff"\n', "not UTF-8 at byte 12", id="not_utf_8"),
        pytest.param("rulebook".encode("utf-16"), "not UTF-8 at byte 0", id="utf_16"),
        pytest.param(b"rulebook", "not TOML: ", id="not_toml"),
        pytest.param(b'{"rulebook": "thiercelieux"}', "not TOML: ", id="json"),
        pytest.param(b'a = "\x00"', "not TOML: ", id="a_control_character"),
        pytest.param(b"a = 1\na = 2\n", "not TOML: ", id="a_key_twice"),
        pytest.param(b"a = 1979-13-27\n", "not TOML: ", id="a_month_that_is_none"),
        pytest.param(
            b"a = " + b"9" * 5000, "not TOML: a number too long, or too much nested", id="a_number_too_long"
        ),
        pytest.param(
            b"a = " + b"[" * 5000, "not TOML: a number too long, or too much nested", id="nested_without_end"
        ),
    ],
)
def test_a_file_that_is_no_scenario(content: bytes, told: str, tmp_path: Path) -> None:
    path = tmp_path / "scenario.toml"
    path.write_bytes(content)
    assert refused(path).startswith(told)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    assert refused(tmp_path / "scenario.toml") == "cannot be read: No such file or directory"


def test_a_directory(tmp_path: Path) -> None:
    assert refused(tmp_path) == "cannot be read: Is a directory"


HUGE = "0x" + "f" * 6000
"""A number whose decimals Python refuses to write."""


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (f"rulebook = {HUGE}\n", "rulebook"),
        (HEAD + f"seed = {HUGE}\n", "seed"),
        (HEAD + f"[options]\nstalemate = {HUGE}\n", "options"),
        (changed('"seer"', HUGE), "cards"),
        (changed('"Hal"', HUGE), "seats"),
        (THIEF_ALONE + f"centre = [{HUGE}]\n", "centre"),
        (HEAD + turns(night_1=f"seer = {HUGE}"), "turns"),
        (HEAD + f"[[turns]]\nat = {HUGE}\n", "turns"),
        (HEAD + turns(night_1="seer" + ".deep" * 3000 + " = 1"), "turns"),
        (HEAD + "[options]\ntie" + ".deep" * 3000 + " = 1\n", "options"),
    ],
    ids=lambda part: part if len(part) < 20 else "",
)
def test_what_no_sentence_can_tell(text: str, place: str, tmp_path: Path) -> None:
    path = tmp_path / "scenario.toml"
    path.write_text(text, "utf-8")
    assert refused(path).startswith(f"{place}: a number too great, or too much nested; allowed: ")


def test_a_long_value_is_cut_short(tmp_path: Path) -> None:
    path = tmp_path / "scenario.toml"
    path.write_text(HEAD + turns(night_1=f'seer = "{"x" * 500}"'), "utf-8")
    assert refused(path) == f'night 1: seer = "{"x" * 56}...; allowed: a seat: {ALL}'


def test_names_of_several_lines_are_refused_on_one(tmp_path: Path) -> None:
    path = tmp_path / "scenario.toml"
    path.write_text(changed('"Hal"', r'"Ha\nl\u2028\u0085"'), "utf-8")
    told = 'seats: "Ha\\nl\\u2028\\x85"; allowed: printable characters with no space at either end'
    assert refused(path) == told


def test_wrong_use_of_the_command() -> None:
    for words in ([], ["a.toml", "b.toml"], ["--seed", "1", "a.toml"]):
        told = garou("referee", *words)
        assert (told.code, told.out) == (2, "")
        assert told.err.startswith("garou: ")
        assert told.err.count("\n") == 1


# The same, as a shell sees it


def in_a_shell(path: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "table", "referee", str(path)]
    return subprocess.run(
        command, cwd=ROOT, env=dict(os.environ), capture_output=True, text=True, check=False
    )


def test_a_shell_is_told_of_a_refusal(tmp_path: Path) -> None:
    path = tmp_path / "scenario.toml"
    path.write_text(HEAD + turns(night_1='seer = "Zoe"'), "utf-8")
    ran = in_a_shell(path)
    said = f'garou: {path}: night 1: seer = "Zoe"; allowed: a seat: {ALL}\n'
    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", said)


def test_a_shell_is_given_one_json_object() -> None:
    path = ROOT / "tests" / "scenarios" / "LG-3.toml"
    ran = in_a_shell(path)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert json.loads(ran.stdout) == json.loads(path.with_suffix(".json").read_text("utf-8"))


# What is not refused


@pytest.mark.parametrize(
    ("with_it", "without"),
    [
        (HEAD + turns(night_1="seer = false", dawn_1=""), HEAD + turns(dawn_1="")),
        (HEAD + turns(night_1="seer = []\nwerewolves = {}\nwitch = {}\nleft = []"), HEAD + turns(night_1="")),
        (HEAD + turns(night_1="thief = false\ncupid = []"), HEAD + turns(night_1="")),
        (CUPID + turns(night_1="cupid = []"), CUPID + turns(night_1="")),
        (BOTH_WOLVES + turns(night_1="thief = false"), BOTH_WOLVES + turns(night_1="")),
        (HEAD + turns(day_1="vote = {}\nrevotes = []\ncaptain_choice = false"), HEAD + turns(day_1="")),
        (HEAD + turns(night_1="", dawn_1="hunter = false\nsuccessor = []", day_1=""), HEAD + turns(day_1="")),
        (HEAD + "turns = []\n", HEAD),
        (HEAD + "centre = []\n[options]\n", HEAD),
        (HEAD + f"seed = {2**63 - 1}\n", HEAD),
        (HEAD + f"seed = {-(2**63)}\n", HEAD),
        ("\ufeff" + HEAD, HEAD),
        (HEAD.replace("\n", "\r\n"), HEAD),
    ],
)
def test_an_empty_answer_is_a_key_left_out(with_it: str, without: str, tmp_path: Path) -> None:
    paths = tmp_path / "with.toml", tmp_path / "without.toml"
    for path, text in zip(paths, (with_it, without), strict=True):
        path.write_bytes(text.encode())
    assert referee(paths[0]) == referee(paths[1])


# Whatever is written, the command keeps its word


def toml(value: Any) -> str:
    """A value as TOML writes it on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {toml(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value)


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every list or table in a value, with each of its keys."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield value, key
        yield from places(value[key])


MOMENTS = ("night 1", "dawn 2", "day 0", "day 1")
WORDS = [*ALL.split(", "), *ROLES.split(", "), *MOMENTS, "Zoe", "", "undecided", "keep", "left"]
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.sampled_from(WORDS) | st.integers(-3, 30) | st.booleans() | st.floats(0, 2),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(WORDS), inner, max_size=3),
    max_leaves=4,
)
NAMES = st.sampled_from(f"{KEYS}, {BEST_OF_NIGHT_KEYS}, {DAY_KEYS}, {OPTIONS}, at".split(", "))


def assert_it_keeps_its_word(path: Path) -> None:
    told = refereed(path)
    if told.code == 0:
        assert told.err == ""
        assert json.loads(told.out)["state"] in ("over", "waiting")
    else:
        assert told.code == 2
        assert told.out == ""
        assert told.err.startswith(f"garou: {path}: ")
        assert told.err.endswith("\n")
        assert len(told.err.splitlines()) == 1


@given(data=st.data())
@settings(max_examples=few(600, 60))
def test_a_scenario_with_something_else_in_it(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Values replaced, keys added and taken away: played, or refused in one line."""
    scenario = tomllib.loads(data.draw(st.sampled_from(SCENARIOS)).read_text("utf-8"))
    for _ in range(data.draw(st.integers(1, 3))):
        found = [*places(scenario)]
        inside, key = found[data.draw(st.integers(0, len(found) - 1))]
        match data.draw(st.sampled_from(["replace", "take away", "add"])):
            case "replace":
                inside[key] = data.draw(VALUES)
            case "take away":
                del inside[key]
            case _ if isinstance(inside, dict):
                inside[data.draw(NAMES)] = data.draw(VALUES)
            case _:
                inside.insert(key, data.draw(VALUES))
        if not scenario:
            break
    path = tmp_path_factory.getbasetemp() / "changed.toml"
    path.write_text("".join(f"{key} = {toml(value)}\n" for key, value in scenario.items()), "utf-8")
    tomllib.loads(path.read_text("utf-8"))
    assert_it_keeps_its_word(path)


@given(data=st.data())
@settings(max_examples=few(300, 30))
def test_a_scenario_with_letters_lost_and_found(
    data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Bytes cut out and put in anywhere: played, or refused in one line."""
    written = data.draw(st.sampled_from(SCENARIOS)).read_bytes()
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(written)))
        end = min(len(written), start + data.draw(st.integers(0, 12)))
        written = written[:start] + data.draw(st.binary(max_size=3)) + written[end:]
    path = tmp_path_factory.getbasetemp() / "scribbled.toml"
    path.write_bytes(written)
    assert_it_keeps_its_word(path)
