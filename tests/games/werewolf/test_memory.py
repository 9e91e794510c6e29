"""What the narrator remembers: which event is told in words for its occasion."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from table.engine.public import Public
from table.games.telling import Line
from table.games.werewolf import telling
from table.games.werewolf.memory import FEW, OCCASIONS, VillageMemory
from table.games.werewolf.rules import events
from table.games.werewolf.rules.cards.piper import PIPER
from table.games.werewolf.rules.cards.scapegoat import SCAPEGOAT
from table.games.werewolf.rules.cards.seer import SEER
from table.games.werewolf.rules.cards.village_idiot import Pardoned
from table.games.werewolf.rules.cards.villager import VILLAGER
from table.games.werewolf.rules.cards.werewolf import WEREWOLF
from table.games.werewolf.rules.claims import Claim
from table.games.werewolf.rules.pieces import Card, Seat
from table.words.narration import Narration

NAMES = ("Ana", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal")
ANA, BOB, CID, DEE, EVE, FAY, GUS, HAL = SEATS = tuple(
    Seat(at, name, VILLAGER) for at, name in enumerate(NAMES)
)
KNOWN = Narration.load("en").lines


def first_lines(memory: VillageMemory, said: Iterable[Public]) -> list[str]:
    """The key of the first line of each event; those that are told by nothing are left out."""
    told = [memory.words_for(event, telling.tell(event), KNOWN) for event in said]
    return [lines[0][0] for lines in told if lines]


def begun(seats: int = 8) -> VillageMemory:
    memory = VillageMemory()
    memory.begin(seats)
    return memory


def dies(seat: Seat, cause: str = "devoured", card: Card | None = None) -> events.Death:
    return events.Death(seat, card, cause, told=cause != "devoured")


def voted(votes: Mapping[Any, Any]) -> events.Ballots:
    weights = {seat: [*votes.values()].count(seat) for seat in dict.fromkeys(votes.values())}
    return events.Ballots("vote", False, votes, weights)


def over(winner: str, wolves: str = "") -> events.RoundOver:
    """`wolves`: the names of those who hold a Werewolf."""
    seats = tuple(Seat(at, name, WEREWOLF if name in wolves else VILLAGER) for at, name in enumerate(NAMES))
    return events.RoundOver(winner, (), seats)


def test_the_first_jokes_of_a_round_recall_who_held_which_card_in_the_one_before() -> None:
    memory = begun()
    ana, bob, cid, dee = (
        Seat(0, "Ana", VILLAGER),
        Seat(1, "Bob", WEREWOLF),
        Seat(2, "Cid", SEER),
        Seat(3, "Dee", VILLAGER),
    )
    ana.cause = "devoured"

    def told(one: Seat, other: Seat) -> tuple[str, object]:
        event = events.Claimed(one, Claim("tease", other))
        [(key, facts)] = memory.words_for(event, telling.tell(event), KNOWN)
        return key, facts.get("card")

    first_lines(memory, [events.DebateOpens()])
    assert told(ANA, BOB) == ("claim.tease", None), "there is no round before"
    for one, other, expected in (
        (ANA, BOB, "claim.tease_grudge"),
        (CID, BOB, "claim.tease_recalled"),
        (ANA, CID, "claim.tease_bravo"),
        (CID, DEE, "claim.tease"),
    ):
        first_lines(memory, [events.RoundOver("villagers", (cid,), (ana, bob, cid, dee))])
        memory.begin(8)
        first_lines(memory, [events.DebateOpens()])
        assert told(one, other)[0] == expected
    assert told(ANA, CID) == ("claim.tease_bravo", SEER)
    assert told(ANA, CID)[0] == "claim.tease", "one or two, not all of them"
    memory.begin(8)
    first_lines(memory, [events.DebateOpens(), events.Nightfall(2, True), events.DebateOpens()])
    assert told(ANA, CID)[0] == "claim.tease", "and not on later days"


def test_every_occasion_is_told_in_every_language_and_telling() -> None:
    special = {f"{key}_{occasion}" for key, occasions in OCCASIONS.items() for occasion in occasions}
    for language in ("fr", "en"):
        for book in ("thiercelieux", "tit-albert"):
            lines = Narration.load(language, book).lines
            assert {key for key in special if len(set(lines[key])) < 4} == set()


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (
            [events.Dawn(1), dies(ANA), dies(BOB), events.Dawn(2), dies(CID)],
            "dawn.break_first death.found_first death.found_another dawn.break death.found",
        ),
        ([dies(ANA, "left"), dies(BOB)], "death.left death.found_first"),
        (
            [events.NoDeath("vote"), events.Nightfall(2, True), events.Nightfall(3, True)],
            "vote.nobody night.fall_spared night.fall",
        ),
        (
            [
                events.NoDeath("vote"),
                events.SecondVote(1),
                dies(CID, "tie", SCAPEGOAT),
                events.Nightfall(2, True),
            ],
            "vote.nobody vote.second death.tie night.fall",
        ),
        (
            [dies(CID, "voted", WEREWOLF), events.NoDeath("vote"), events.Nightfall(2, True)],
            "death.voted vote.nobody night.fall_caught",
        ),
        (
            [dies(CID, "voted", WEREWOLF), dies(DEE, "voted", VILLAGER), events.Nightfall(2, True)],
            "death.voted death.voted night.fall",
        ),
        (
            [events.Captain(BOB, "election"), Pardoned(BOB), events.Dawn(2), dies(BOB)],
            "captain.elected event.pardoned dawn.break death.found_first",
        ),
        (
            [events.Morning("hush"), events.DebateOpens(), events.Nightfall(2, True), events.DebateOpens()],
            "event.hush debate.open_hush night.fall debate.open",
        ),
        (
            [events.Captain(BOB, "election"), events.Dawn(2), dies(ANA), dies(BOB)],
            "captain.elected dawn.break death.found_first death.found_captain",
        ),
        (
            [events.Captain(BOB, "election"), dies(BOB, "voted"), dies(CID, "voted")],
            "captain.elected death.voted_captain death.voted",
        ),
        ([events.Ballots("election", False, dict.fromkeys(SEATS, ANA), {ANA: 8})], "ballots.open_chosen"),
    ],
    ids=[
        *(
            "first deaths",
            "who leaves",
            "spared",
            "blamed for a tie",
            "a wolf, then nobody",
            "a wolf, then another",
        ),
        *("a pardoned captain", "a silent day", "the sash at night", "the sash voted out", "an election"),
    ],
)
def test_what_is_said_depends_on_what_was_said_before(said: list[Public], told: str) -> None:
    assert first_lines(begun(), said) == told.split()


def test_quiet_nights_are_counted_until_somebody_dies() -> None:
    nobody = events.NoDeath("night")
    quiet = [events.Nightfall(1, True), nobody, events.Nightfall(2, True), nobody]
    assert first_lines(begun(), quiet)[1::2] == ["dawn.nobody_first", "dawn.nobody_again"]
    memory = begun()
    first_lines(memory, [*quiet, dies(ANA, "voted")])
    assert first_lines(memory, [events.Nightfall(3, True), nobody]) == ["night.fall", "dawn.nobody"]


@pytest.mark.parametrize(
    ("votes", "told"),
    [
        (dict.fromkeys(SEATS, ANA), "ballots.open_unanimous"),
        ({ANA: BOB, BOB: ANA, CID: ANA, DEE: BOB, EVE: ANA}, "ballots.open_narrow"),
        ({ANA: BOB, BOB: ANA, CID: ANA, DEE: CID, EVE: ANA}, "ballots.open"),
        ({ANA: BOB, BOB: ANA, CID: ANA, DEE: BOB, EVE: CID}, "ballots.open"),
        ({ANA: BOB, BOB: ANA, CID: ANA}, "ballots.open"),
        (dict.fromkeys(SEATS[:FEW], ANA), "ballots.open_unanimous"),
        (dict.fromkeys(SEATS[:2], ANA), "ballots.open"),
    ],
    ids=["unanimous", "by one", "by two", "a tie", "by one of a few", "a few, unanimous", "too few"],
)
def test_ballots_are_told_by_how_near_they_were(votes: Mapping[Seat, Seat], told: str) -> None:
    assert first_lines(begun(), [voted(votes)]) == [told]


def test_the_first_debate_and_those_of_a_few_are_told_so() -> None:
    debate, vote = events.DebateOpens(), events.VoteOpens(SEATS, False)
    memory = begun(6)
    assert first_lines(memory, [debate, vote, debate]) == ["debate.open_first", "vote.open", "debate.open"]
    told = first_lines(memory, [dies(ANA), dies(BOB), debate, vote, events.VoteOpens((CID, DEE), True)])
    assert told[2:] == ["debate.open_last", "vote.open_few", "vote.again"]


def test_the_night_after_a_vote_knows_which_card_it_has_turned_over() -> None:
    for card, told in ((WEREWOLF, "caught"), (VILLAGER, "mistaken"), (PIPER, ""), (None, "")):
        said = [dies(ANA, "voted", card), events.Nightfall(2, True), events.Nightfall(3, True)]
        night = f"night.fall_{told}" if told else "night.fall"
        assert first_lines(begun(), said)[1:] == [night, "night.fall"]


def test_the_last_two_are_told_so() -> None:
    said = [events.DebateOpens(), events.VoteOpens((CID, DEE), False), events.Nightfall(3, True)]
    told = ["debate.open_two", "vote.open_two", "night.fall_two"]
    assert first_lines(begun(2), said) == told
    assert not {*told} & {*first_lines(begun(3), said)}


PACK_AGAINST_BOB = {ANA: BOB, BOB: CID, CID: BOB, DEE: BOB}


def test_who_voted_against_the_pack_is_told_when_both_cards_lie_open() -> None:
    """And not before, nor of ballots that condemned nobody, nor where deaths show no card."""
    caught = [voted(PACK_AGAINST_BOB), dies(BOB, "voted", WEREWOLF)]
    hidden = [voted(PACK_AGAINST_BOB), dies(BOB, "voted")]
    villager = [voted(PACK_AGAINST_BOB), dies(BOB, "voted", VILLAGER)]
    spared = [voted(PACK_AGAINST_BOB), dies(BOB, "devoured", WEREWOLF)]
    for said, seat, card in (
        (caught, ANA, "werewolf_own"), (caught, EVE, "werewolf"),
        *((others, ANA, "werewolf") for others in (hidden, villager, spared)),
    ):  # fmt: skip
        memory = begun()
        first_lines(memory, said)
        death = dies(seat, "shot", WEREWOLF)
        lines = memory.words_for(death, telling.tell(death), KNOWN)
        assert [key for key, _ in lines] == ["death.shot", f"death.card.{card}"]


@pytest.mark.parametrize("winner", ["villagers", "werewolves"])
@pytest.mark.parametrize(("wolves", "told"), [("Ana Bob", "_own"), ("Eve Bob", ""), ("Ana Cid", "")])
def test_a_pack_that_condemned_its_own_is_told_at_the_end(winner: str, wolves: str, told: str) -> None:
    """Bob was condemned by Ana, Cid and Dee; in this round deaths show no card."""
    said = [voted(PACK_AGAINST_BOB), dies(BOB, "voted"), over(winner, wolves)]
    assert first_lines(begun(), said)[-1] == f"over.{winner}{told}"


def test_the_evening_counts_its_rounds_and_victories() -> None:
    memory = begun()
    told = []
    for winner in ("villagers", "villagers", "villagers", "werewolves", "werewolves", "lovers", "lovers"):
        told.append(first_lines(memory, [events.Dealt((SEER,)), events.DebateOpens(), over(winner)]))
        memory.begin(8)
    late, won, lost = "deal.look_late", "debate.open_won", "debate.open_lost"
    assert told == [
        ["deal.look", "debate.open_first", "over.villagers"],
        ["deal.look_again", won, "over.villagers_again"],
        ["deal.look_third", won, "over.villagers_streak"],
        [late, won, "over.werewolves"],
        [late, lost, "over.werewolves_again"],
        [late, lost, "over.lovers"],
        [late, "debate.open_first", "over.lovers"],
    ]


def test_a_language_with_some_of_the_words_uses_the_rarest_it_has() -> None:
    memory = begun(2)
    known = ("debate.open", "debate.open_last")
    assert memory.words_for(events.DebateOpens(), [("debate.open", {})], known) == [("debate.open_last", {})]


def test_a_round_knows_the_one_before_and_no_other() -> None:
    memory = begun()
    first = [events.Captain(BOB, "election"), dies(ANA), over("villagers")]
    assert first_lines(memory, first) == ["captain.elected", "death.found_first", "over.villagers"]
    memory.begin(8)
    again = [events.Dealt((SEER,)), *first]
    assert first_lines(memory, again) == [
        "deal.look_again", "captain.elected_again", "death.found_cursed", "over.villagers_again"
    ]  # fmt: skip
    memory.begin(8)
    assert first_lines(memory, [events.Captain(CID, "election"), dies(BOB), over("werewolves")]) == [
        "captain.elected", "death.found_first", "over.werewolves"
    ]  # fmt: skip
    memory.begin(8)
    assert first_lines(memory, [dies(ANA), over("villagers")]) == ["death.found_first", "over.villagers"]


def test_a_round_that_begins_again_remembers_nothing_of_its_first_beginning() -> None:
    """As after the host's menu, where the room replays it from the deal."""
    memory = begun()
    said = [events.Nightfall(1, True), events.NoDeath("night"), events.DebateOpens(), dies(ANA, "voted")]
    told = first_lines(memory, said)
    memory.begin(8)
    assert first_lines(memory, said) == told
    memory.begin(8)
    for event in said[:3]:
        assert memory.words_for(event, (), ()) == []
    told = first_lines(memory, [*said[3:], events.Dawn(2), dies(BOB)])
    assert told == ["death.voted", "dawn.break", "death.found"]


def test_a_debate_is_stirred_by_what_the_board_has_shown() -> None:
    """Who voted together, then who has neither vote nor arrow; each of them once, and only the living."""
    memory = begun()
    line: Line = ("debate.nudge", {})
    assert memory.stirring(line, SEATS, (), KNOWN) == line  # nobody has voted, nobody points
    assert memory.stirring(line, SEATS, (ANA, BOB), KNOWN) == ("debate.nudge_passed", {"seat": CID})
    first_lines(memory, [voted({ANA: BOB, CID: DEE, EVE: BOB, FAY: GUS}), dies(BOB, "voted")])
    told = [memory.stirring(line, (ANA, DEE, EVE, FAY), (EVE,), KNOWN) for _ in range(4)]
    assert told == [
        ("debate.nudge_together", {"seats": (ANA, EVE)}),
        ("debate.nudge_passed", {"seat": ANA}),
        ("debate.nudge_passed", {"seat": FAY}),
        line,
    ]
    assert begun().stirring(line, SEATS, (ANA,), ("debate.nudge",)) == line  # a language without such words


@pytest.mark.parametrize(("key", "nudge", "last"), [("hush", "_hush", "_hush"), ("truce", "", "_truce")])
def test_reminders_know_what_the_morning_has_brought(key: str, nudge: str, last: str) -> None:
    memory = begun()
    first_lines(memory, [events.Morning(key)])
    assert memory.stirring(("debate.nudge", {}), SEATS, (), KNOWN) == (f"debate.nudge{nudge}", {})
    assert memory.stirring(("debate.last", {}), SEATS, (), KNOWN) == (f"debate.last{last}", {})
