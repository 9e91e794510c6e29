"""What is public depends only on what was public: rounds that differ in nothing but secrets, compared as a
whole.

The words of the rules alone: every round of small tables, and many pairs of rounds of larger ones. Then whole
evenings through the room, by what leaves the devices: lines, board, light, sound, log, and their moments.
"""

from __future__ import annotations

import inspect
import random
import re
from functools import cache, partial
from itertools import combinations
from operator import attrgetter

import pytest

from table.engine.chance import Chance
from table.engine.play import play
from table.engine.public import Public
from table.engine.requests import Say
from table.games.werewolf.bots import Bots
from table.games.werewolf.rules import events
from table.games.werewolf.rules.deck import read_deck
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.rulebooks import RULEBOOKS
from table.games.werewolf.rules.rulebooks.thiercelieux import THIERCELIEUX
from table.games.werewolf.rules.script import deal
from table.room.room import Room
from table.room.trace import Trace
from tests.kit.acts import Onlooker
from tests.kit.sampling import covering, few, some
from tests.kit.tables import Planted, untouched
from tests.secrecy.leaks import IN_THE_MACHINE, IN_THE_ROOM, IN_THE_RULES, SHORT, Leak, shines_for_the_called
from tests.secrecy.rounds import (
    CHARACTERS,
    LeakedError,
    PartedError,
    PublicTree,
    Round,
    Under,
    Village,
    a_round,
    a_village,
    as_printed,
    compare_pairs,
    every_past,
    others_of,
)
from tests.secrecy.table import SecretsTable, Sits, at_the_table, difference, perceived, told_apart

pytestmark = pytest.mark.in_step
NAME = attrgetter("name")

# By type


def test_by_type_what_is_said_tells_of_a_seat_only_where_it_is() -> None:
    """Until the end of the round: board, voice and trace could otherwise read the card that lies there."""
    said = [each for each in vars(events).values() if isinstance(each, type) and issubclass(each, Public)]
    said += [news for book in RULEBOOKS.values() for card in book.cards for news in card.news]
    naming_seats = {
        each.__name__
        for each in said
        for field in each.__struct_fields__
        if re.search(r"\bSeat\b", inspect.get_annotations(each)[field])
    }
    assert naming_seats == {"RoundOver"}
    assert any("Sitter" in inspect.get_annotations(each).get("seat", "") for each in said)


# The rules: every round of small tables

HIDDEN = Options(captain="never", reveal="none", stalemate=1)
SMALL = [
    ("thiercelieux", "werewolf seer villager", ""),
    ("thiercelieux", "werewolf witch villager", ""),
    ("thiercelieux", "werewolf hunter villager villager", ""),
    ("thiercelieux", "werewolf cupid villager", ""),
    ("thiercelieux", "werewolf thief", "seer villager"),
    ("thiercelieux", "werewolf thief", "cupid villager"),
    ("thiercelieux", "werewolf piper villager", ""),
    ("thiercelieux", "werewolf stuttering_judge villager", ""),
    ("thiercelieux", "werewolf devoted_servant seer", ""),
    ("thiercelieux", "werewolf defender pyromaniac", ""),
    ("family", "werewolf raven villager", ""),
    ("family", "werewolf werewolf hunter villager", ""),
    ("family", "werewolf seer villager", ""),
    ("tit-albert", "werewolf baker villager villager", ""),
    ("tit-albert", "werewolf witch villager", ""),
    ("tit-albert", "werewolf witch seer", ""),
    ("best-of", "accursed_wolf_father villager villager", ""),
    ("best-of", "accursed_wolf_father elder villager", ""),
    ("best-of", "big_bad_wolf rusty_knight villager", ""),
    ("best-of", "white_werewolf werewolf villager villager", ""),
    ("best-of", "werewolf fox villager", ""),
    ("best-of", "werewolf wild_child wolf_hound", ""),
    ("best-of", "werewolf bear_tamer angel villager", ""),
    ("best-of", "werewolf two_sisters two_sisters", ""),
]


def tree_of(
    rulebook: str, cards: str, centre: str = "", under: Under = as_printed, options: Options = HIDDEN
) -> PublicTree:
    return every_past(under(RULEBOOKS[rulebook]), cards.split(), centre.split(), options)


@pytest.mark.parametrize(("rulebook", "cards", "centre"), some(SMALL, of=3))
def test_all_rounds_of_a_small_table_part_only_by_what_is_laid_open(
    rulebook: str, cards: str, centre: str
) -> None:
    tree = tree_of(rulebook, cards, centre)
    tree.check()
    assert tree.rounds > 1.2 * tree.leaves > 1, "much of what differs between them is secret"


def test_cards_that_are_turned_over_are_laid_open_and_nothing_else() -> None:
    tree_of("thiercelieux", "werewolf seer villager", options=Options(captain="never", stalemate=1)).check()


@pytest.mark.parametrize("leak", IN_THE_RULES)
def test_a_leak_planted_in_the_rules_is_caught_where_everything_is_tried(leak: str) -> None:
    planted = IN_THE_RULES[leak]
    assert (planted.rulebook, planted.cards, planted.centre) in SMALL, "where it holds without the leak"
    with pytest.raises(LeakedError):
        tree_of(planted.rulebook, planted.cards, planted.centre, planted.under).check()


# The rules: many pairs of rounds of larger tables

PAIRS = few(20_000, 2_400)
PARTS = few(4, 1)


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_rounds_that_differ_in_secrets_have_the_same_public_words(rulebook: str, part: int) -> None:
    tally = compare_pairs(rulebook, PAIRS // PARTS, seed=part)
    assert tally.pairs >= PAIRS // PARTS
    openly = {stream for stream, is_secret in tally.streams if not is_secret}
    secretly = {stream for stream, is_secret in tally.streams if is_secret}
    assert openly
    assert secretly
    assert not openly & secretly, "what is drawn in secret shifts what is drawn in public"


@pytest.mark.parametrize("leak", IN_THE_RULES)
def test_a_leak_planted_in_the_rules_is_caught_by_pairs(leak: str) -> None:
    planted = IN_THE_RULES[leak]
    with pytest.raises(LeakedError):
        compare_pairs(planted.rulebook, PAIRS, seed=0, under=planted.under)


# The whole room

OTHERS = 8
"""Rounds with the public half of each evening's first, each compared with that."""
PLAYED = {"thiercelieux": 6, "family": 5, "tit-albert": 4, "best-of": 10}
CAUSES = {"devoured", "poisoned", "voted", "shot", "grief", "white_werewolf"}
DEMANDED = {"cupid", "wild_child", "wolf_hound", "piper"}
EVENINGS = [(rulebook, number) for rulebook, count in PLAYED.items() for number in range(count)]


SEATED = {
    evening: Sits(
        1 + place % 3,
        hosted=place % 2 == 0,
        free=place // 2 % 2,
        running=place % 7 in (0, 3),
        unlit=place % 5 == 4,
    )
    for place, evening in enumerate(EVENINGS)
}
"""How those of each evening sit at their table."""


def test_tables_differ_in_everything_public_pair_by_pair() -> None:
    """Buttons, people and a host or none, free pods, a clock that runs or jumps, rulebooks: each with each of
    all others."""
    rows = [(rulebook, *sits) for (rulebook, _), sits in SEATED.items()]
    for one, other in combinations(range(len(rows[0])), 2):
        found = {(row[one], row[other]) for row in rows}
        wanted = {
            (ours, theirs) for ours in {row[one] for row in rows} for theirs in {row[other] for row in rows}
        }
        assert found == wanted
    assert {sits.buttons for sits in SEATED.values()} == {1, 2, 3}
    assert {len({*column}) for column in zip(*rows, strict=True)} == {2, 3, 4}


def village(rulebook: str, number: int, lot: random.Random) -> Village:
    """A village of one evening. All characters have their turn from evening to evening."""
    characters = CHARACTERS[rulebook]
    begin = number * 5
    special = {characters[place % len(characters)] for place in range(begin, begin + lot.randint(5, 6))}
    until = "night 3" if number % 3 == 2 else "dawn 2"
    return a_village(RULEBOOKS[rulebook], sorted(special), lot, until)


def missing(seed: int) -> set[str]:
    """What does not happen in any evening of a seed; and evenings in which all secrets are the same."""
    answered, unanswered, causes, alike = set(), set(), set(), set()
    for evening in EVENINGS:
        natures, shown = [], []
        for one in rounds(*evening, seed):
            plotter = one.played()
            natures.append([seat.nature for seat in plotter.game.seats])
            shown.append(plotter.shown)
            answered |= plotter.answered
            unanswered |= plotter.unanswered
            causes |= {seat.cause for seat in plotter.game.seats}
        for secrets in (natures, shown):
            if all(other == secrets[0] for other in secrets):
                alike.add(f"secrets in {evening}")
    asked = {call.key for book in RULEBOOKS.values() for call in book.calls if call.answer}
    asked = asked - {"witch"} | {"witch.heal", "witch.poison"}
    return alike | (asked - answered) | (asked - DEMANDED - unanswered) | (CAUSES - causes)


@cache
def full_seed() -> int:
    """A seed with which the evenings, few as they are, have everything in them: the one that was found last,
    or the next."""
    return next(number for number in range(8, 200) if not missing(number))


def evening_of(rulebook: str, number: int) -> tuple[Round, ...]:
    return rounds(rulebook, number, full_seed())


@cache
def rounds(rulebook: str, number: int, seed: int) -> tuple[Round, ...]:
    """The rounds of one evening: the first by lot, the others led to what the village saw in it."""
    lot = random.Random(f"secrecy, {rulebook} {number}, {seed}")
    while True:
        here = village(rulebook, number, lot)
        first = a_round(here, lot)
        seen = first.played()
        if seen.words[-1][0] == "RoundOver":
            continue
        found = {first.cards: first}
        for other, _ in zip(others_of(here, seen, lot), range(80), strict=False):
            try:
                other.played()
            except PartedError:
                continue
            found.setdefault(other.cards, other)
            if len(found) > OTHERS:
                return tuple(found.values())


def compare_evening(rulebook: str, number: int, planted: Planted = untouched, compared: int = OTHERS) -> int:
    """Raises `LeakedError` if two rounds of an evening can be told apart by anything that is perceived.
    `compared`: so many of its others are. Returns how often the host has stopped it."""
    first, *others = evening_of(rulebook, number)
    sits = SEATED[rulebook, number]
    if compared < OTHERS:
        others = random.Random(f"{rulebook} {number}").sample(others, compared)
    seen = perceived(first, planted, sits=sits)
    assert len(seen.trace) > 60
    for other in others:
        if told := told_apart(seen, perceived(other, planted, sits=sits)):
            raise LeakedError(told)
    return seen.stops


def pairs_at(evening: tuple[str, int]) -> list[str]:
    """Each two things that come together at the table of an evening."""
    row = evening[0], *SEATED[evening]
    return [f"{one} {row[one]}, {other} {row[other]}" for one, other in combinations(range(len(row)), 2)]


@pytest.mark.parametrize(("rulebook", "number"), covering({each: pairs_at(each) for each in EVENINGS}))
def test_evenings_that_differ_in_secrets_cannot_be_told_apart(rulebook: str, number: int) -> None:
    sits = SEATED[rulebook, number]
    stops = compare_evening(rulebook, number, compared=few(OTHERS, 1))
    assert stops == (1 + sits.free if sits.hosted else 0)


def test_there_are_pairs_enough_and_their_secrets_differ_in_every_way() -> None:
    assert len(EVENINGS) * OTHERS >= 200
    villages = [evening_of(*evening)[0].village for evening in EVENINGS]
    for public in ("eyes down", "cover taps"):
        assert 3 < sum(here.lot(public) < 0.3 for here in villages) < len(villages) - 3


def leaks_in(evening: tuple[str, int], leak: Leak) -> bool:
    try:
        compare_evening(*evening, leak.planted)
    except LeakedError:
        return True
    return False


@pytest.mark.parametrize(
    "leak", [*dict.fromkeys([*some(IN_THE_ROOM, of=9), shines_for_the_called])], ids=NAME
)
def test_a_leak_planted_in_the_room_is_caught(leak: Leak) -> None:
    likely_first = sorted(
        EVENINGS, key=lambda evening: (evening != leak.evening, not leak.shows_at(SEATED[evening]))
    )
    assert any(leaks_in(evening, leak) for evening in likely_first)


@pytest.mark.parametrize("leak", some(IN_THE_MACHINE, of=3), ids=NAME)
def test_a_leak_planted_outside_the_room_is_caught(leak: Leak) -> None:
    with pytest.raises(LeakedError, match=leak.by):
        compare_evening(*(leak.evening or SHORT), leak.planted)


def test_the_deal_is_secret() -> None:
    """The same deck dealt otherwise: same lines, same board, same light; rings turn, that is all."""
    deck = read_deck(THIERCELIEUX, "werewolf=2,seer,witch,hunter,cupid,villager=2")
    here = Village(THIERCELIEUX, 8, deck, Options(), 1, "night 1")
    traces, dealt, frames = [], [], []
    for seed in range(4):
        trace = Trace()
        room = at_the_table(Bots(Chance(seed)), Round(here, deck, seed), trace)
        room.begin_round()
        game = play(deal(THIERCELIEUX, here.names, deck, Options()), room)
        traces.append(trace.lines)
        dealt.append([seat.card.key for seat in game.seats])
        frames.append([room.cards.face(seat, 0.0) for seat in range(8)])
    assert len(traces[0]) > 8
    for number in range(1, 4):
        assert dealt[number] != dealt[0]
        assert frames[number] != frames[0]
        assert difference(traces[0], traces[number]) is None


def looks(room: Room, faces: set[bytes], words: set[str], _: float) -> None:
    """Notes what the rings show, and what slips say to those who look at their card."""
    faces.add(room.stage.frame)
    words |= {*room.cards.held().values()}


@pytest.mark.parametrize("unlit", [False, True])
def test_a_look_at_ones_own_card_by_day_is_secret(unlit: bool) -> None:
    """Whatever each of them holds, and whoever looks: same lines, same board, same light."""
    deck = read_deck(THIERCELIEUX, "werewolf=2,seer,witch,hunter,cupid,villager=2")
    here = Village(THIERCELIEUX, 8, deck, Options(), 1, "night 1")
    traces, dealt, looked = [], [], []
    for seed in range(4):
        table = SecretsTable(Round(here, deck, seed), sits=Sits(unlit=unlit))
        fingers = table.begin(Bots(Chance(seed)))
        room = fingers.room
        room.begin_round()
        game = play(deal(THIERCELIEUX, here.names, deck, Options()), room)
        room.say(Say(events.Nightfall(1, heads_up=False)))
        room.say(Say(events.Day(1)))
        room.say(Say(events.DebateOpens()))
        room.people.update(range(8))
        table.trace.lines.clear()
        for seat in {seed, seed + 3}:
            fingers.press(seat, table.clock.now() + 6.0, 3.0)
        faces, words = set[bytes](), set[str]()
        room.stage.enter(Onlooker(shown=partial(looks, room, faces, words)))
        room.card_look.run_and_wait()
        assert room.board.scene == "debate"
        traces.append(list(table.trace.lines))
        dealt.append([seat.card.key for seat in game.seats])
        looked.append(faces)
        assert bool(words) != unlit
    assert len(traces[0]) > 8
    for number in range(1, 4):
        assert dealt[number] != dealt[0]
        assert unlit or looked[number] != looked[0]
        assert difference(traces[0], traces[number]) is None
