"""Whole evenings from the level of the pins: contacts that bounce, a clock moved by hand, to the winner."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from hardware import patterns
from hardware.clocks import VirtualClock
from table.engine.chance import Chance
from table.engine.play import Answerer
from table.games.scenario import FromFile
from table.games.werewolf.bots import Bots
from table.games.werewolf.evening import WerewolfEvening
from table.games.werewolf.referee import Scenario
from table.games.werewolf.rules.deck import read_deck
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.rulebooks.thiercelieux import THIERCELIEUX
from table.referee.referee import judge
from table.room.hands import HOLD_S, PRESS_S, Hands
from tests.kit.players import CARDS
from tests.kit.tables import NAMES, PIXELS, PinHands, Pins, TestTable, scenario

ANA, BOB, CID, DEE, EVE, FAY, GUS, HAL, IAN, JOY, KIM, LEO = range(12)

USUAL = read_deck(THIERCELIEUX, "werewolf=2,seer,witch,hunter,cupid,villager=2")

EVENING = scenario(
    "seer werewolf witch hunter cupid thief little_girl werewolf",
    {
        "night 1": {
            "thief": "right",
            "cupid": ["Ana", "Bob"],
            "seer": "Hal",
            "werewolves": "Dee",
            "witch": {"poison": "Gus"},
        },
        "dawn 1": {"hunter": "Hal"},
        "day 1": {
            "election": {"Ana": "Cid", "Bob": "Cid", "Cid": "Cid", "Eve": "Ana"},
            "vote": {"Ana": "Fay", "Bob": "Eve", "Cid": "Fay", "Eve": "Fay", "Fay": "Eve"},
        },
        "night 2": {"werewolves": "Eve", "seer": "Eve", "witch": {"heal": "Eve"}},
        "day 2": {"vote": {"Cid": "Bob", "Eve": "Bob"}},
    },
    centre="villager villager",
)

SPOKEN = [
    "The first night falls: eyes shut. Is your card called? Open them, turn your light.",
    "Keep your heads up, and your hands away from your eyes.",
    "Thief, open your eyes. What lies in the centre will not be missed.",
    "Wipe off your fingerprints, Thief, and shut your eyes.",
    "Cupid, wake up: two arrows, two hearts. Whose?",
    "Cupid, put away your bow and shut your eyes.",
    "Love has taken aim. Everyone, cover your ring, and look at it alone.",
    "Shut your eyes, everyone: a secret more or less, who will ever know?",
    "Seer, wake up. Point at somebody: the card will speak to you.",
    "What you know, you alone know. Seer, shut your eyes.",
    "Claws out, Werewolves. Open your eyes, and agree without a sound.",
    "Werewolves, hide your fangs and shut your eyes.",
    "Witch, wake up. See what the night demands: what will you do?",
    "Is anybody thirsty for the dark one?",
    "The cauldron cools. Witch, shut your eyes.",
    "The cock crows. Open your eyes… if you still can.",
    "The bell is tolling: death has come for Dee.",
    "A finger still on the trigger: it was the Hunter!",
    "At dawn they count the chimneys that smoke: Gus’s is cold.",
    "It was the Little Girl. Perhaps she had seen too much.",
    "The Hunter does not go alone. Dee raises the rifle…",
    "A flash, a cry: the village loses Hal.",
    "The neighbours never knew: it was a Werewolf!",
    "The dead keep silent from now on. They may watch, even at night.",
    "The village needs a Captain, whose vote will count twice. Vote!",
    "Nothing is hidden now: follow the arrows.",
    "The village has chosen Cid as Captain. Salute!",
    "Open your ears wider than your mouths. The village debates.",
    "All has been said. One light, one name: whom do you condemn?",
    "Who against whom: it is all there. Bear it in mind.",
    "No more speeches, only a bell: Fay dies.",
    "Hay, bread and salt on the card: a Plain Villager.",
    "The last candle dies. Shut your eyes.",
    "Chins up: the moon wants to see all your eyelids.",
    "Open your eyes, Seer. Even in the dark, one face can be read.",
    "The Seer blows out the candle. Shut your eyes.",
    "Werewolves, the hunt is on. Open your eyes: who smells best tonight?",
    "Enough prowling, Werewolves. Shut your eyes.",
    "Witch, open your eyes. Your cauldron is bubbling already.",
    "Does the dark vial stay corked?",
    "Witch, count your vials once more, and shut your eyes.",
    "Day breaks. Open your eyes, and count who is left.",
    "They count, and count again: nobody died.",
    "Somebody here has claws inside the gloves. The village debates.",
    "Enough talk! Turn the light towards the one who must leave.",
    "Every arrow is a vote. Remember them.",
    "Right or wrong, it is done: Bob dies.",
    "Fur on the pillow: it was a Werewolf!",
    "Grief carries Ana away. Two hearts had been beating as one.",
    "It was the Seer, who never saw this card coming.",
    "Sleep, good people, and soundly this time: the village has won!",
]


EVENING_OF_TWELVE = scenario(
    "accursed_wolf_father villager fox werewolf elder wild_child "
    "bear_tamer big_bad_wolf raven defender hunter piper",
    {
        "night 1": {
            "defender": "Gus",
            "wild_child": "Bob",
            "werewolves": "Bob",
            "accursed_wolf_father": True,
            "big_bad_wolf": "Eve",
            "fox": "Dee",
            "piper": ["Ana", "Kim"],
            "raven": "Hal",
        },
        "day 1": {
            "candidates": ["Ian", "Kim"],
            "election": {"Ana": "Kim", "Bob": "Kim", "Cid": "Ian", "Kim": "Kim"},
            "vote": {"Cid": "Hal", "Gus": "Hal", "Hal": "Gus", "Kim": "Hal"},
        },
        "night 2": {
            "defender": "Ian",
            "werewolves": "Kim",
            "fox": "Ian",
            "piper": ["Bob", "Dee"],
            "raven": "Leo",
        },
        "dawn 2": {"hunter": "Bob", "successor": "Ian"},
        "day 2": {"vote": {"Ana": "Eve", "Cid": "Eve", "Fay": "Eve", "Ian": "Eve", "Dee": "Leo"}},
        "night 3": {"werewolves": "Gus", "piper": ["Cid", "Fay"]},
        "day 3": {
            "vote": {"Ana": "Joy", "Cid": "Joy", "Dee": "Joy", "Fay": "Joy", "Joy": "Ana", "Ian": "Joy"}
        },
        "night 4": {"werewolves": "Cid", "piper": ["Ian"]},
    },
    rulebook="best-of",
)

SPOKEN_TO_TWELVE = [
    "The first night falls: eyes shut. Is your card called? Open them, turn your light.",
    "Bend your heads, and let the night go by.",
    "Defender, open your eyes. Somebody will be glad of you tonight.",
    "Defender, lean on the doorpost and shut your eyes.",
    "The Wild Child awakens. In whose footsteps will you follow?",
    "Wild Child, shut your eyes, and remember your model.",
    "The Bear Tamer awakens, and scratches a big furry ear.",
    "All is quiet in the cage. Bear Tamer, shut your eyes.",
    "Werewolves, lift your muzzles: who will you devour tonight?",
    "Neighbours once more. Werewolves, shut your eyes.",
    "Open your eyes, Accursed Wolf-Father. To bite, or to devour?",
    "Accursed Wolf-Father, shut your eyes on your secret.",
    "A bite, or nothing? Everyone, hide your ring, and look at it alone.",
    "Everyone, shut your eyes: whoever knows keeps quiet, and so do all others.",
    "Knock, knock… Big Bad Wolf, open your eyes: at whose door?",
    "The Big Bad Wolf curls up and goes back to sleep.",
    "Fox, open your eyes. Where do you smell a wolf?",
    "The wind has turned. Fox, shut your eyes.",
    "The rats have gone. Piper, open your eyes: who follows them?",
    "Save your breath, Piper, and shut your eyes.",
    "Everyone, hide your ring and open your eyes on it: does the flute call you?",
    "The music drifts away. Shut your eyes, everyone.",
    "Raven, wake up: at whom will you point your beak?",
    "Enough croaking. Raven, shut your eyes.",
    "One door creaks, then ten. Open your eyes: who is not there?",
    "They count, and count again: nobody died.",
    "Even honey does not help: the bear is growling!",
    "Who wants the Captain’s sash? Press your button to run for it.",
    "Running for Captain: Ian and Kim.",
    "A Captain has a sash and two votes. Whom do you trust that far?",
    "The votes are laid open. Look closely.",
    "The sash looks well on Kim. Two votes for our Captain!",
    "Somebody here has claws inside the gloves. The village debates.",
    "There was croaking all night against Hal: two votes, already.",
    "The square falls silent. Vote, all together: who must leave?",
    "Who against whom: it is all there. Bear it in mind.",
    "The sentence falls… Hal dies.",
    "A napkin round the neck: it was the Big Bad Wolf!",
    "You who are dead may watch, in the dark too. But not a word, and not a sign.",
    "Good night to all of you, or nearly all. Shut your eyes.",
    "Heads low, eyes shut: there is nothing to see.",
    "The Defender awakens. Who shall sleep in safety?",
    "Sleep again, Defender, with your sword at hand.",
    "Werewolves, the hunt is on. Open your eyes: who smells best tonight?",
    "Lick your chops, Werewolves, and shut your eyes.",
    "Your fangs are itching. Accursed Wolf-Father, open your eyes.",
    "The Accursed Wolf-Father goes back to the den to sleep.",
    "A shiver down the neck? Everyone, shield your ring, and look at it alone.",
    "The fever passes, or it settles in. Shut your eyes, everyone.",
    "Fox, open your eyes. Three scents, and one of them, perhaps…",
    "Cover your tracks, Fox, and shut your eyes.",
    "Open your eyes, Piper. One tune, and they will follow anywhere.",
    "The echo will end the tune. Piper, shut your eyes.",
    "Is your foot keeping time? Everyone, cover your ring, and look at it alone.",
    "Quiet, feet. Shut your eyes, everyone.",
    "From the steeple one sees it all. Raven, open your eyes: who is it?",
    "Not one more wingbeat. Raven, shut your eyes.",
    "The cock crows. Open your eyes… if you still can.",
    "A cry, then nothing. Kim did not live to see the morning.",
    "The card turns over… the Hunter!",
    "Nobody moves any more. Kim looks for somebody down the barrel…",
    "A flash, a cry: the village loses Bob.",
    "A fork, a hat, a name: a Plain Villager.",
    "The Captain is no more. Kim hands on the sash: to whom?",
    "The sash passes to Ian: here is our Captain.",
    "The bear rears up, and growls. A wolf is very near.",
    "The wolves are among you, and they are smiling. Speak!",
    "Two black feathers on Leo’s door: two votes, already.",
    "Vote, all together: whom do you condemn?",
    "Nothing is hidden now: follow the arrows.",
    "It is decided: Eve dies. The village says farewell.",
    "The card turns over… the Elder.",
    "Raise a hand against the Elder, and pay: no more powers for the villagers.",
    "The wind is rising, and so is the moon. Village, shut your eyes.",
    "Duck your heads. What walks the street is none of your business.",
    "Werewolves, open your eyes, recognise each other, choose your prey.",
    "Enough prowling, Werewolves. Shut your eyes.",
    "Accursed Wolf-Father, wake up. Will the pack grow tonight?",
    "Accursed Wolf-Father, shut your eyes on your secret.",
    "The moon seeks somebody. Everyone, cover your ring, and look at it.",
    "Everyone, shut your eyes: whoever knows keeps quiet, and so do all others.",
    "Piper, open your eyes. Who will dance to your tune?",
    "Piper, put away your flute and shut your eyes.",
    "Everyone, hide your ring and open your eyes on it: does the flute call you?",
    "The music drifts away. Shut your eyes, everyone.",
    "Day breaks. Open your eyes, and count who is left.",
    "The path to Gus’s door has not been trodden this morning. Nor will it be.",
    "It was the Bear Tamer. The bear goes back to the forest.",
    "Open your ears wider than your mouths. The village debates.",
    "The village trembles, but it votes: who must leave?",
    "Who against whom: it is all there. Bear it in mind.",
    "The village has spoken: Joy dies.",
    "A bunch of everybody’s keys: it was the Defender.",
    "The moon is round, the streets are empty. Shut your eyes, everyone.",
    "Lean your heads towards the table, eyes tightly shut.",
    "The pack awakens. Werewolves, agree on a victim.",
    "Lick your chops, Werewolves, and shut your eyes.",
    "Open your eyes, Accursed Wolf-Father. To bite, or to devour?",
    "The shadow withdraws. Accursed Wolf-Father, shut your eyes.",
    "A bite, or nothing? Everyone, hide your ring, and look at it alone.",
    "Let all eyelids fall. The moon has spoken, or kept silent.",
    "Open your eyes, Piper. One tune, and they will follow anywhere.",
    "Save your breath, Piper, and shut your eyes.",
    "Listen, far away… Everyone, cup your ring, and see nothing else.",
    "Not a note more. Let all eyes be shut.",
    "Nobody can stand still any more. The Piper has won!",
]


@pytest.fixture(params=[1, 2, 3], ids=["one button", "two buttons", "three buttons"])
def pins(request: pytest.FixtureRequest) -> Iterator[Pins]:
    made = Pins(8, request.param)
    yield made
    made.factory.close()


def on_pins(
    mind: Answerer, pins: Pins, people_sit: bool = False, names: Sequence[str] = NAMES[:8]
) -> TestTable:
    """A table whose every press goes through the pins."""
    table = TestTable(mind, names, buttons=pins.buttons, wire=pins.wire, people_sit=people_sit)
    table.room.presses.hands = PinHands(pins.buttons, Chance(1), table.clock, pins)
    return table


def to_its_end(written: Scenario, pins: Pins) -> TestTable:
    """A written evening, played on pins with the referee's outcome."""
    tables: list[TestTable] = []

    def through(answers: FromFile) -> Answerer:
        tables.append(on_pins(answers, pins, names=written.names))
        return tables[0].room

    assert judge(written, through) == judge(written)
    tables[0].buttons.close()
    return tables[0]


@pytest.fixture
def played(pins: Pins) -> TestTable:
    return to_its_end(EVENING, pins)


@pytest.fixture(scope="module", params=[1, 2], ids=["one button", "two buttons"])
def played_by_twelve(request: pytest.FixtureRequest) -> Iterator[TestTable]:
    """All the pins there are, with two buttons each."""
    pins = Pins(12, request.param)
    yield to_its_end(EVENING_OF_TWELVE, pins)
    pins.factory.close()


def asleep(time_s: float, dead: Sequence[int] = (), seats: int = 8) -> list[bytes]:
    ring, dark = patterns.asleep(PIXELS, time_s), patterns.dead(PIXELS)
    return [dark if seat in dead else ring for seat in range(seats)]


def needle(table: TestTable, own: int, other: int, time_s: float, locked: bool = True) -> bytes:
    return patterns.cursor(PIXELS, table.pixel(own, other), time_s, locked)


def named_by_day(table: TestTable, own: int, other: int, time_s: float) -> bytes:
    """A public choice that is locked: nearly a full ring."""
    return patterns.pointed(PIXELS, [table.pixel(own, other)], time_s)


def test_a_written_evening_is_told_line_by_line(played: TestTable, pins: Pins) -> None:
    assert played.lines == SPOKEN
    assert pins.changes > 4 * len(SPOKEN)
    times_s = [spoken.time_s for spoken in played.voice.spoken]
    assert times_s == sorted(set(times_s))
    assert played.board_at(played.clock.now()).headline == "The village wins"


@pytest.mark.in_step
def test_the_rings_of_a_written_evening(played: TestTable) -> None:
    """Whole frames, at chosen moments."""
    table = played

    def frame_is(rings: list[bytes], time_s: float, **seats: bytes) -> None:
        for name, ring in seats.items():
            rings[NAMES.index(name)] = ring
        assert table.frame_at(time_s) == patterns.frame(rings)

    # Nobody is called yet.
    time_s = table.moment("wake", "thief").began_s
    frame_is(asleep(time_s), time_s)

    # The thief sees the left card of the centre, then may choose between three words.
    time_s = table.moment("show", "centre").began_s + 0.7
    frame_is(asleep(time_s), time_s, Fay=patterns.sign(PIXELS, *CARDS["villager"].sign, time_s))
    asked_s = table.moment("ask", "thief").began_s
    time_s = asked_s + 4.1
    frame_is(asleep(time_s), time_s, Fay=patterns.words(PIXELS, 0, 3, time_s, locked=False))
    time_s = table.moment("ask", "thief").ended_s - 0.3
    frame_is(asleep(time_s), time_s, Fay=patterns.words(PIXELS, 1, 3, time_s, locked=True))

    # Cupid begins at himself: he must name somebody. His two are locked.
    time_s = table.moment("ask", "cupid").began_s + 0.2
    frame_is(asleep(time_s), time_s, Eve=needle(table, EVE, EVE, time_s, locked=False))
    pair = [table.pixel(EVE, ANA), table.pixel(EVE, BOB)]
    time_s = table.moment("ask", "cupid").ended_s - 0.3
    frame_is(asleep(time_s), time_s, Eve=patterns.several_seats(PIXELS, pair, time_s))

    # In the look the Lovers point at each other.
    time_s = table.moment("sleep", "lovers").began_s + 2.0
    frame_is(asleep(time_s), time_s, Ana=needle(table, ANA, BOB, time_s), Bob=needle(table, BOB, ANA, time_s))

    # The Seer has locked Hal and sees his card.
    time_s = table.moment("ask", "seer").ended_s - 0.3
    frame_is(asleep(time_s), time_s, Ana=needle(table, ANA, HAL, time_s))
    time_s = table.moment("show", "card").began_s + 1.0
    frame_is(asleep(time_s), time_s, Ana=patterns.sign(PIXELS, *CARDS["werewolf"].sign, time_s))

    # The pack sees itself, then its choice.
    time_s = table.moment("show", "pack").began_s + 1.0
    pointed = {
        name: patterns.several_seats(
            PIXELS, [table.pixel(NAMES.index(name), wolf) for wolf in (BOB, HAL)], time_s
        )
        for name in ("Bob", "Hal")
    }
    frame_is(asleep(time_s), time_s, **pointed)
    time_s = table.moment("vote", "werewolves").ended_s - 0.3
    frame_is(asleep(time_s), time_s, Bob=needle(table, BOB, DEE, time_s), Hal=needle(table, HAL, DEE, time_s))

    # The Witch sees the victim; then she may heal or not; then she has locked whom she poisons.
    time_s = table.moment("show", "victims").began_s + 1.0
    frame_is(asleep(time_s), time_s, Cid=needle(table, CID, DEE, time_s))
    time_s = table.moment("ask", "witch.heal").began_s + 2.1
    frame_is(asleep(time_s), time_s, Cid=patterns.nobody(PIXELS, time_s, locked=False))
    time_s = table.moment("ask", "witch.poison").ended_s - 0.3
    frame_is(asleep(time_s), time_s, Cid=needle(table, CID, GUS, time_s))

    # The dead are dark; the Hunter's ring is lit once more to aim.
    dead: tuple[int, ...] = (DEE, GUS)
    shot = table.moment("ask", "hunter")
    time_s = shot.ended_s - 0.3
    day = patterns.day(PIXELS, time_s)
    rings = [patterns.dead(PIXELS) if seat in dead else day for seat in range(8)]
    rings[DEE] = named_by_day(table, DEE, HAL, time_s)
    assert table.frame_at(time_s) == patterns.frame(rings)

    # By day the Captain wears a crown, and whoever wants to vote half a ring.
    dead = (DEE, GUS, HAL)
    time_s = table.moment("say", "DebateOpens").ended_s - 0.1
    day = patterns.day(PIXELS, time_s)
    rings = [patterns.dead(PIXELS) if seat in dead else day for seat in range(8)]
    rings[CID] = patterns.captain(PIXELS)
    assert table.frame_at(time_s) == patterns.frame(rings)
    ready = table.moment("say", "Ready")
    seat = ready.request.event.seat.index
    rings = [
        patterns.dead(PIXELS) if seat in dead else patterns.day(PIXELS, ready.ended_s) for seat in range(8)
    ]
    rings[CID] = patterns.captain(PIXELS)
    rings[seat] = patterns.ready(PIXELS)
    assert table.frame_at(ready.ended_s + 0.001) == patterns.frame(rings)

    # All who vote have locked.
    vote = table.moment("vote", "vote")
    time_s = vote.ended_s - 0.2
    rings = [patterns.dead(PIXELS)] * 8
    for voter, named in {ANA: FAY, BOB: EVE, CID: FAY, EVE: FAY, FAY: EVE}.items():
        rings[voter] = named_by_day(table, voter, named, time_s)
    assert table.frame_at(time_s) == patterns.frame(rings)

    # The second night: the office is not to be seen on a ring, the potions are asked for one by one.
    dead = (DEE, FAY, GUS, HAL)
    time_s = table.moment("wake", "seer", 1).began_s
    frame_is(asleep(time_s, dead), time_s)
    time_s = table.moment("ask", "witch.heal", 1).ended_s - 0.3
    frame_is(asleep(time_s, dead), time_s, Cid=needle(table, CID, EVE, time_s))

    # The winners dance; the pair of different camps has not won with the village.
    time_s = table.clock.now()
    won = [patterns.winner(PIXELS, time_s) if seat in (CID, DEE, EVE, FAY, GUS) else patterns.dead(PIXELS)
           for seat in range(8)]  # fmt: skip
    assert table.frame_at(time_s) == patterns.frame(won)


def test_an_evening_of_twelve_is_told_line_by_line(played_by_twelve: TestTable) -> None:
    """Bite, second meal, second life, charm, model, growl, omen, lost powers, to the Piper's victory."""
    assert played_by_twelve.lines == SPOKEN_TO_TWELVE
    assert played_by_twelve.board_at(played_by_twelve.clock.now()).headline == "The Piper wins"


def test_the_rings_of_an_evening_of_twelve(played_by_twelve: TestTable) -> None:
    """Whole frames, at chosen moments."""
    table = played_by_twelve

    def night_is(time_s: float, rings: dict[int, bytes], dead: Sequence[int] = ()) -> None:
        frame = asleep(time_s, dead, 12)
        for seat, ring in rings.items():
            frame[seat] = ring
        assert table.frame_at(time_s) == patterns.frame(frame)

    def pointing(own: int, others: Sequence[int], time_s: float) -> bytes:
        return patterns.several_seats(PIXELS, [table.pixel(own, other) for other in others], time_s)

    def locked(word: str, key: str, number: int = 0) -> float:
        """Shortly before the answer is taken."""
        return table.moment(word, key, number).ended_s - 0.2

    def in_the_call(key: str, number: int = 0) -> float:
        return table.moment("wake", key, number).ended_s + 2.0

    def word(index: int, time_s: float, is_locked: bool = True, count: int = 2) -> bytes:
        return patterns.words(PIXELS, index, count, time_s, is_locked)

    # The first night, call by call. Nobody answers the Bear Tamer's.
    for seat, key, target in ((JOY, "defender", GUS), (FAY, "wild_child", BOB), (IAN, "raven", HAL)):
        time_s = locked("ask", key)
        night_is(time_s, {seat: needle(table, seat, target, time_s)})
    night_is(in_the_call("bear_tamer"), {})
    pack = (ANA, DEE, HAL)
    time_s = table.moment("show", "pack").began_s + 1.0
    night_is(time_s, {wolf: pointing(wolf, pack, time_s) for wolf in pack})
    time_s = locked("vote", "werewolves")
    night_is(time_s, {wolf: needle(table, wolf, BOB, time_s) for wolf in pack})
    time_s = table.moment("ask", "accursed_wolf_father").began_s + 0.2
    night_is(time_s, {ANA: word(0, time_s, is_locked=False)})
    time_s = locked("ask", "accursed_wolf_father")
    night_is(time_s, {ANA: word(1, time_s)})
    time_s = in_the_call("infected")
    night_is(time_s, {BOB: word(1, time_s)})
    time_s = locked("ask", "big_bad_wolf")
    night_is(time_s, {HAL: needle(table, HAL, EVE, time_s)})
    time_s = table.moment("show", "fox").ended_s + 1.0
    night_is(time_s, {CID: word(1, time_s)})
    time_s = locked("ask", "piper")
    night_is(time_s, {LEO: pointing(LEO, (ANA, KIM), time_s)})
    time_s = in_the_call("charmed")
    night_is(time_s, {seat: pointing(seat, (ANA, KIM), time_s) for seat in (ANA, KIM)})

    # By day: who stands, and then who is named.
    time_s = locked("vote", "candidates")
    standing = [word(0, time_s, is_locked=seat in (IAN, KIM), count=1) for seat in range(12)]
    assert table.frame_at(time_s) == patterns.frame(standing)
    # Whoever abstains still points at nobody, and may.
    time_s = locked("vote", "vote")
    ballots = {CID: HAL, GUS: HAL, HAL: GUS, KIM: HAL}
    named = [
        named_by_day(table, seat, ballots[seat], time_s)
        if seat in ballots
        else patterns.pointing(PIXELS, None, (), time_s)
        for seat in range(12)
    ]
    assert table.frame_at(time_s) == patterns.frame(named)

    # The second night: who was bitten is one of the pack, the Fox loses his scent, four are charmed.
    dead: tuple[int, ...] = (HAL,)
    time_s = locked("vote", "werewolves", 1)
    night_is(time_s, {wolf: needle(table, wolf, KIM, time_s) for wolf in (ANA, BOB, DEE)}, dead)
    night_is(in_the_call("accursed_wolf_father", 1), {}, dead)
    night_is(in_the_call("infected", 1), {}, dead)
    time_s = table.moment("show", "fox", 1).ended_s + 1.0
    night_is(time_s, {CID: word(0, time_s)}, dead)
    time_s, four = in_the_call("charmed", 1), (ANA, BOB, DEE, KIM)
    night_is(time_s, {seat: pointing(seat, four, time_s) for seat in four}, dead)

    # The third: the child's model is dead. No villager is called any more.
    dead = (BOB, EVE, HAL, KIM)
    time_s = locked("vote", "werewolves", 2)
    night_is(time_s, {wolf: needle(table, wolf, GUS, time_s) for wolf in (ANA, DEE, FAY)}, dead)
    assert [len(table.moments("wake", key)) for key in ("defender", "fox", "raven", "piper")] == [2, 2, 2, 4]

    # The last: one is left to be charmed, all but the Piper dance, and he alone has won.
    dead = (BOB, EVE, GUS, HAL, JOY, KIM)
    time_s = locked("ask", "piper", 3)
    night_is(time_s, {LEO: needle(table, LEO, IAN, time_s)}, dead)
    time_s, five = in_the_call("charmed", 3), (ANA, CID, DEE, FAY, IAN)
    night_is(time_s, {seat: pointing(seat, five, time_s) for seat in five}, dead)
    time_s = table.clock.now()
    won = [patterns.winner(PIXELS, time_s) if seat == LEO else patterns.dead(PIXELS) for seat in range(12)]
    assert table.frame_at(time_s) == patterns.frame(won)


def test_two_rounds_of_bots_from_the_deal_to_the_winner(pins: Pins) -> None:
    """The same devices, room after room, as at a real table."""
    names = NAMES[:8]
    evening = WerewolfEvening(THIERCELIEUX, names, USUAL, Options(), 7)
    table = on_pins(Bots(Chance("first")), pins)
    for number in range(2):
        table.room.mind = Bots(Chance(f"round {number}"))
        table.room.begin_round()
        over = evening.play_next(table.room)
        assert over.winner in ("villagers", "werewolves", "lovers", "nobody")
        cards = {m.request.to[0].index: m.request.value for m in table.moments("show", "dealt")[8 * number :]}
        assert sorted(card.key for card in cards.values()) == sorted(card.key for card in evening.deck)
        seen_s = table.moments("clock", "deal")[-1].ended_s - table.moments("say", "Dealt")[number].ended_s
        assert seen_s < 10, "all have pressed that they have seen their cards"
        assert any(m.answer for m in table.moments("clock", "debate"))
        votes = [m for m in table.moments("vote", "vote") if m.answer]
        assert votes
        board = table.board_at(table.clock.now())
        assert board.scene == "over"
        assert [place.marked for place in board.places] == [seat in over.winners for seat in over.seats]
        table.room.pages.wait_for_another(5.0)
    assert evening.played == 2
    table.buttons.close()


class Fingers:
    """A person at seat 0: presses in her own time, with contacts that bounce."""

    def __init__(self, table: TestTable, pins: Pins) -> None:
        self.table = table
        self.pins = pins
        self.lots = Chance("fingers").stream("bounces")

    def down(self, button: int, at_s: float, for_s: float) -> None:
        clock = self.table.clock
        clock.at(at_s, lambda: self.pins.turn(ANA, button, True, clock, self.lots))
        clock.at(at_s + for_s, lambda: self.pins.turn(ANA, button, False, clock, self.lots))

    def name(self, index: int, menu: Sequence[Any]) -> None:
        """Turns to the `index`th light and locks it: press, press, hold with one button."""
        now_s = self.table.clock.now() + 1.0
        turn = 1 if self.pins.buttons == 3 else 0
        confirm = self.pins.buttons - 1
        for number in range(index):
            self.down(turn, now_s + 0.3 * number, PRESS_S)
        self.down(confirm, now_s + 0.3 * len(menu) + 1.0, HOLD_S)


def test_a_person_among_bots_sees_her_card_and_her_vote_counts(pins: Pins) -> None:
    """Seat 0 is played by raw presses: whoever touches it first sits there."""
    table = on_pins(Bots(Chance("bots")), pins, people_sit=True)
    # Bots press without pins here: whoever presses a pin is a person.
    table.room.presses.hands = Hands(pins.buttons, Chance(1))
    fingers = Fingers(table, pins)
    began: list[float] = []

    def look_at_my_card(_: Any) -> None:
        if not began:
            began.append(table.clock.now())
            fingers.down(0, began[0] + 0.2, 3.0)
            fingers.down(0, began[0] + 11.0, PRESS_S)

    def vote_for_the_third(request: Any) -> None:
        voter = next((seat for seat in request.choices if seat.index == ANA), None)
        if voter:
            fingers.name(3, request.choices[voter])

    table.room.first["clock deal"] = look_at_my_card
    table.room.first["vote vote"] = vote_for_the_third
    table.room.begin_round()
    evening = WerewolfEvening(THIERCELIEUX, NAMES[:8], USUAL, Options(captain="never"), 4)
    evening.play_next(table.room)
    assert table.room.people == {ANA}
    card = table.moments("show", "dealt")[ANA].request.value.key
    time_s = began[0] + 2.0
    assert table.ring_at(ANA, time_s) == patterns.sign(PIXELS, *CARDS[card].sign, time_s)
    assert table.ring_at(ANA, began[0] + 4.0) == patterns.asleep(PIXELS, began[0] + 4.0)
    # Half a ring marks all who have said that they looked: she is the last, and the night waits for her.
    time_s = began[0] + 10.5
    looked = [patterns.asleep(PIXELS, time_s), *[patterns.ready(PIXELS)] * 7]
    assert table.frame_at(time_s) == patterns.frame(looked)
    assert table.moment("say", "Nightfall").began_s == pytest.approx(began[0] + 11.0 + PRESS_S, abs=0.05)
    first = table.moment("vote", "vote")
    ana = next(seat for seat in first.request.choices if seat.index == ANA)
    # Nobody, herself, then clockwise: the third light after nobody is the second living seat after her.
    alive = [seat for seat in first.request.choices if seat is not ana]
    assert first.answer[ana] is alive[1]
    ballots = table.moments("say", "Ballots")[0].request.event
    assert ballots.votes[ana] is alive[1]
    table.buttons.close()


def test_bounces_alone_are_no_press(pins: Pins) -> None:
    """A contact that chatters for five milliseconds and is up again says nothing."""
    table = on_pins(Bots(Chance(1)), pins)
    clock: VirtualClock = table.clock
    pin = pins.factory.pin(pins.plan[ANA][0])
    for number in range(200):
        clock.at(1.0 + 0.0007 * number % 0.005, pin.drive_low if number % 2 == 0 else pin.drive_high)
    clock.at(1.006, pin.drive_high)
    assert table.room.pages.wait_for_another(15.0) is None
    assert clock.now() == 15.0
    table.buttons.close()
