"""What bots believe, and what they say: sums over worlds, the accounts of who lies, claims from one's own
mind alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, pairwise
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.engine import requests
from table.engine.chance import Chance
from table.engine.play import play
from table.engine.requests import Ask, Clock, Press, Say, Show, Sitter, Talk, Vote
from table.evening.resume import decode, encode
from table.games.werewolf.belief import NOTHING, Mask
from table.games.werewolf.bots import Bots
from table.games.werewolf.levels import FOX, GUEST, LEVELS, REGULAR, Level
from table.games.werewolf.rules import events
from table.games.werewolf.rules.cards.bear_tamer import BearGrowls
from table.games.werewolf.rules.choices import ELECT, VOTE, menus
from table.games.werewolf.rules.claims import ALONE, CALLS, WORDINGS, Claim, Reason, Vocabulary, Wording
from table.games.werewolf.rules.deck import read_deck
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.pieces import MEAL, Game, Seat
from table.games.werewolf.rules.rulebooks.thiercelieux import THIERCELIEUX
from table.games.werewolf.rules.script import play_round
from table.games.werewolf.seen import EVIDENCE
from table.games.werewolf.simulate import duel, tell_cards
from table.games.werewolf.talk import ANSWERS, OPENING, answers, because, wishes
from table.games.werewolf.tempers import TEMPERS
from table.games.werewolf.worlds import weigh
from tests.kit.players import lay

GAME = lay("werewolf werewolf seer witch hunter villager villager villager villager villager")
A, B, SEER, WITCH, HUNTER, F, G, H, _, J = GAME.seats
DECK = read_deck(THIERCELIEUX, "werewolf=3,seer,villager=8")


def said(bots: Bots, seat: Seat, wording: Wording, about: Seat | None = None, card: str = "") -> None:
    of = next((one.card for one in GAME.seats if one.card.key == card), None)
    bots.say(Say(events.Claimed(seat, Claim(wording, about, of))))


def dealt(level: Level = REGULAR, seed: int = 1) -> Bots:
    bots = Bots(Chance(seed), level=level)
    tell_cards(GAME, bots)
    bots.show(Show([A, B], "pack", value=[A, B]))
    bots.say(Say(events.Day(1)))
    bots.say(Say(events.DebateOpens()))
    return bots


def chances(bots: Bots, mask: Mask = NOTHING) -> dict[int, float]:
    return bots.belief.believed(mask)[0]


# Worlds


@given(st.lists(st.floats(0.05, 20.0), min_size=1, max_size=7), st.data())
def test_the_sum_over_worlds_is_that_of_a_list_of_all_worlds(odds: list[float], data: st.DataObject) -> None:
    likely = st.floats(0.1, 1.0)
    unknown = st.lists(st.floats(0.0, 1.0), min_size=1, max_size=len(odds) + 1)
    known = st.builds(lambda number, whole: [0.0] * number + [whole], st.integers(1, len(odds)), likely)
    numbers = data.draw(unknown | known)
    worlds = [
        (held, numbers[number] * prod(odds[seat] for seat in held))
        for number in range(len(numbers))
        for held in combinations(range(len(odds)), number)
    ]
    total, each = weigh(odds, numbers)
    assert total == pytest.approx(sum(weight for _, weight in worlds))
    for seat, found in enumerate(each):
        assert found == pytest.approx(sum(weight for held, weight in worlds if seat in held), abs=1e-6)


def test_at_first_all_are_alike_and_there_are_as_many_werewolves_as_cards() -> None:
    found = chances(dealt())
    assert sum(found.values()) == pytest.approx(2.0)
    assert len({round(chance, 9) for chance in found.values()}) == 1


def test_a_seer_whom_nobody_contradicts_is_believed_and_one_of_two_is_not() -> None:
    bots = dealt()
    said(bots, SEER, "wolf", A)
    alone = chances(bots)[A.index]
    said(bots, A, "wolf", SEER)
    rivals = chances(bots)
    assert alone > 0.75
    assert 0.35 < rivals[A.index] < 0.65
    assert rivals[A.index] + rivals[SEER.index] > 0.9, "one of them lies"


def test_who_says_they_are_the_seer_is_believed_less_while_they_accuse_nobody() -> None:
    """She may be silent yet: nothing forces her to contradict them."""

    def believed(wording: Wording) -> float:
        bots = dealt()
        said(bots, A, wording, G)
        return bots.belief.accounts_by_teller()[A.index]

    assert 0.6 < believed("clear") < believed("wolf")


def test_the_card_of_a_dead_seer_proves_all_she_has_said_and_the_rival_a_liar() -> None:
    bots = dealt()
    said(bots, SEER, "wolf", A)
    said(bots, SEER, "clear", G)
    said(bots, B, "wolf", SEER)
    bots.say(Say(events.Death(SEER, SEER.card, "devoured", told=False)))
    found = chances(bots)
    assert found[A.index] == pytest.approx(1.0)
    assert found[G.index] == pytest.approx(0.0)
    assert found[B.index] > 0.6


def test_who_has_named_an_innocent_a_werewolf_is_refuted() -> None:
    bots = dealt()
    said(bots, F, "wolf", G)
    bots.say(Say(events.Death(G, G.card, "voted", told=True)))
    assert chances(bots)[F.index] > 0.7


def test_the_mask_of_a_seat_is_laid_on_what_all_believe() -> None:
    bots = dealt()
    found = chances(
        bots, Mask(frozenset((A.index,)), frozenset((G.index,)), {H.index: 2.0}, SEER.index, True)
    )
    assert found[A.index] == pytest.approx(1.0)
    assert found[G.index] == found[SEER.index] == 0.0
    assert found[H.index] > 2 * found[J.index]


# Claims


def spoken(bots: Bots, speakers: Sequence[Seat] = GAME.seats) -> Press | None:
    said = Vocabulary(GAME.seats, GAME.deck)
    return bots.clock(Talk("debate", GAME.seats, speakers=speakers, choices=said))


def debate(bots: Bots) -> list[tuple[str, str]]:
    """Everything that is said in one debate."""
    heard: list[tuple[str, str]] = []
    while press := spoken(bots):
        heard.append((press.seat.name, press.choice.wording))
        bots.say(Say(events.Claimed(press.seat, press.choice)))
        assert len(heard) < 50
    return heard


@pytest.mark.parametrize("level", LEVELS.values(), ids=list(LEVELS))
def test_a_seer_who_has_found_a_werewolf_says_so_once(level: Level) -> None:
    bots = dealt(level)
    bots.show(Show([SEER], "card", A, A.card))
    heard = debate(bots)
    assert heard.count((SEER.name, "am")) == heard.count((SEER.name, "wolf")) == 1


def test_a_seer_keeps_to_herself_whom_she_has_cleared_until_a_rival_accuses_somebody() -> None:
    bots = dealt()
    bots.show(Show([SEER], "card", G, G.card))
    talk = spoken(bots, [SEER])
    assert talk is None or talk.choice.wording not in EVIDENCE
    said(bots, A, "clear", B)
    press = spoken(bots, [SEER])
    assert press is None or press.choice.wording not in EVIDENCE or press.choice.wording == "vote", "no need"
    said(bots, A, "wolf", F)
    assert [wording for name, wording in debate(bots) if name == SEER.name][:2] == ["am", "clear"]


def test_most_werewolves_who_are_named_claim_a_card_and_some_do_not() -> None:
    answers = 0
    for seed in range(60):
        bots = dealt(FOX, seed)
        bots.show(Show([SEER], "card", A, A.card))
        answers += (A.name, "am") in debate(bots)
    assert 25 < answers < 57


def test_a_bot_follows_its_word_in_the_vote() -> None:
    for seed in range(10):
        bots = dealt(REGULAR, seed)
        bots.show(Show([SEER], "card", A, A.card))
        debate(bots)
        assert bots.vote(Vote("vote", menus(GAME, GAME.alive, VOTE)))[SEER] is A


SECRETS: tuple[Show, ...] = (
    Show([SEER], "card", A, A.card),
    Show([SEER], "card", G, G.card),
    Show([HUNTER], "lover", seat=G),
    Show([WITCH], "victims", value=[H]),
    Show([F], "baker", value=[A, G]),
    Show([A], "infected"),
)


HEARD: tuple[tuple[Seat, Wording, Seat | None], ...] = (
    *((F, wording, G) for wording in WORDINGS if wording not in ("am", *ALONE)),
    *((J, wording, A) for wording in CALLS),
    *((H, wording, None) for wording in ALONE),
)


@given(
    st.lists(st.sampled_from(SECRETS), max_size=5),
    st.lists(st.sampled_from(HEARD), max_size=5),
    st.integers(0, 99),
    st.sampled_from([temper.of(level) for temper in TEMPERS.values() for level in LEVELS.values()]),
)
def test_what_a_bot_says_comes_from_its_own_mind_alone(
    secrets: list[Show], heard: list[tuple[Seat, Wording, Seat | None]], seed: int, level: Level
) -> None:
    """Other people's secrets change nothing in what G says, whatever has been said in public: neither in a
    claim and its reason, nor in an answer, nor in small talk."""
    claims = []
    for others in ([], secrets):
        bots = dealt(level, seed)
        for secret in others:
            bots.show(secret)
        for speaker, wording, about in heard:
            said(bots, speaker, wording, about)
        claims.append([spoken(bots, [G]), bots.vote(Vote("vote", menus(GAME, [G], VOTE)))[G]])
    assert claims[0] == claims[1]


def test_the_dead_guess_but_for_werewolves_who_know() -> None:
    bots = dealt()
    guesses = {A: [F, G], H: [F, G]}
    assert bots.vote(Vote("vote", {}, guesses=guesses)).keys() == {H}
    unheard = Bots(Chance(1), talks=False)
    tell_cards(GAME, unheard)
    assert not unheard.vote(Vote("vote", {}, guesses=guesses)), "nobody enjoys it"


def test_a_secret_of_ones_own_does_change_it() -> None:
    """The test above can fail."""
    found = []
    for secret in (Show([G], "card", A, A.card), Show([G], "card", J, J.card)):
        bots = dealt()
        bots.show(secret)
        found.append(spoken(bots, [G]))
    assert found[0] != found[1]


def test_nobody_speaks_twice_in_a_row_and_the_first_debate_is_never_empty() -> None:
    for seed in range(20):
        bots = dealt(seed=seed)
        heard = [name for name, _ in debate(bots)]
        assert len(heard) >= OPENING - 2
        assert all(one != next_one for one, next_one in pairwise(heard))


@pytest.mark.parametrize(
    ("wording", "answer"),
    [("ask", "alibi"), ("suspect", "why"), ("vote", "why"), ("wolf", "disagree"), ("trust", "agree")],
)
def test_who_is_named_answers_first(wording: Wording, answer: Wording) -> None:
    """Of what they may answer one comes after the other, for variety."""
    answers = set()
    for others in range(3):
        bots = dealt()
        for _ in range(others):
            said(bots, F, "tease", H)
        said(bots, F, wording, G)
        press = spoken(bots)
        assert press
        assert press.seat is G
        answers.add(press.choice.wording)
    assert answers <= set(ANSWERS[wording])
    assert answer in answers


def test_who_asks_for_a_vote_says_why_if_they_are_asked() -> None:
    """Where nothing can be checked, it is a feeling; and a reason that was given is asked for no more."""
    bots = dealt()
    said(bots, F, "vote", G)
    said(bots, G, "why", F)
    press = spoken(bots)
    assert press
    assert (press.seat, press.choice) == (F, Claim("vote", G, because="feeling"))
    bots.say(Say(events.Claimed(F, press.choice)))
    answered = spoken(bots)
    assert answered
    assert (answered.seat, answered.choice.wording) != (G, "why")


def test_who_is_named_again_answers_with_what_they_have_not_said() -> None:
    calls: list[Wording] = ["suspect", "vote", "suspect"]
    for others in range(3):
        bots = dealt()
        for _ in range(others):
            said(bots, F, "tease", H)
        heard = set()
        for call in calls:
            said(bots, F, call, G)
            press = spoken(bots)
            assert press
            assert press.seat is G
            heard.add(press.choice.wording)
            bots.say(Say(events.Claimed(G, press.choice)))
        assert heard == set(ANSWERS["suspect"])


def test_who_has_given_their_reason_answers_all_the_same() -> None:
    bots = dealt()
    said(bots, F, "vote", G)
    bots.say(Say(events.Claimed(F, Claim("vote", G, because="feeling"))))
    asked: dict[Wording, Wording] = {"why": "disagree", "ask": "alibi"}
    for wording, answer in asked.items():
        said(bots, G, wording, F)
        press = spoken(bots)
        assert press
        assert (press.seat, press.choice.wording) == (F, answer)
        bots.say(Say(events.Claimed(F, press.choice)))


def test_a_reason_is_what_all_can_check() -> None:
    """Of what all have heard the strongest; nobody's card, and nobody's own doubts."""
    bots = dealt()
    me = bots._mind(F.index)
    assert because(me, A.index) is None
    me.foes.add(A.index)
    me.doubt([A.index], 3.0)
    assert because(me, A.index) is None
    said(bots, J, "suspect", A)
    assert because(me, A.index) == "calls"
    said(bots, B, "bear")
    assert because(me, A.index) == "bear"
    bots.say(Say(events.Ballots("vote", False, {A: H, F: J, G: H}, {H: 2, J: 1})))
    bots.say(Say(events.Death(H, H.card, "voted", told=True)))
    assert because(me, A.index) == "votes"
    assert because(bots._mind(G.index), A.index) != "votes"  # who has voted so too
    bots.say(Say(events.Ballots("vote", False, {A: J, F: B, G: B}, {B: 2, J: 1})))
    bots.say(Say(events.Death(B, B.card, "voted", told=True)))
    assert because(me, A.index) == "spared"
    assert because(me, G.index) != "spared"
    said(bots, SEER, "wolf", A)
    assert because(me, A.index) == "told"


def test_nobody_has_spared_a_werewolf_against_whom_they_have_voted_on_another_day() -> None:
    bots = dealt()
    bots.say(Say(events.Ballots("vote", False, {F: B, A: G}, {B: 1, G: 1})))
    bots.say(Say(events.Ballots("vote", False, {F: B, A: B}, {B: 2})))
    bots.say(Say(events.Death(B, B.card, "voted", told=True)))
    assert because(bots._mind(F.index), A.index) is None


def test_on_the_first_day_a_vote_for_another_captain_is_a_reason() -> None:
    bots = dealt()
    bots.say(Say(events.Ballots("election", False, {A: B, F: G, B: G, G: B, H: G}, {G: 3, B: 2})))
    bots.say(Say(events.Captain(G, "election")))
    me = bots._mind(H.index)
    assert [because(me, seat.index) for seat in (A, F, G, J)] == ["election", None, None, None]
    assert because(bots._mind(B.index), A.index) == "election"
    assert because(bots._mind(A.index), B.index) is None


def test_sleep_is_an_answer_neither_to_a_reason_nor_of_who_claims_a_card() -> None:
    for others in range(3):
        for claim, card in ((Claim("vote", G, because="votes"), ""), (Claim("wolf", G), "seer")):
            bots = dealt()
            for _ in range(others):
                said(bots, F, "tease", H)
            if card:
                said(bots, G, "am", card=card)
            bots.say(Say(events.Claimed(F, claim)))
            answer = next(answers(bots._mind(G.index)))
            assert answer.wording == "disagree"


def test_who_has_taken_a_call_back_asks_for_nothing_more_that_day() -> None:
    bots = dealt()
    said(bots, F, "vote", A)
    said(bots, F, "back")
    said(bots, SEER, "wolf", B)
    assert not {wording for name, wording in debate(bots) if name == F.name} & {*CALLS}


def test_a_round_says_talk_only_where_the_table_passes_on_claims() -> None:
    for claims in (False, True):
        words: list[type] = []

        class Listening(Bots):
            def clock(self, request: Clock) -> Press | None:
                words.append(type(request))  # noqa: B023 - it is played at once
                return super().clock(request)

        game = Game(THIERCELIEUX, [str(seat) for seat in range(12)], DECK, (), Options(claims=claims))
        bots = Listening(Chance(2))
        tell_cards(game, bots)
        play(play_round(game), bots)
        assert set(words) == {Talk if claims else Clock}


def test_what_is_said_is_kept_and_read_again() -> None:
    choices = Vocabulary(GAME.seats, GAME.deck)
    request = Talk("debate", GAME.seats, 3.0, speakers=GAME.seats, choices=choices)
    for claim in choices:
        press = Press(G, 4.5, claim)
        assert decode(request, encode(request, press)) == press
    ready = Press(H, 5.0)
    assert decode(request, encode(request, ready)) == ready
    assert isinstance(request, requests.Clock)


# How well they play


def test_levels_differ_in_either_camp() -> None:
    """A sample; `benchmarks/minds.py` measures it."""

    def village(villagers: Level, werewolves: Level) -> int:
        options = Options(claims=True)
        return duel(THIERCELIEUX, DECK, options, 200, villagers, werewolves, seed=3).wins["villagers"]

    assert village(GUEST, GUEST) + 15 < village(FOX, GUEST) > village(FOX, FOX) + 15


def test_an_old_vote_is_worth_the_same_to_a_fox_and_to_a_regular() -> None:
    """Once a card shows that its owner was innocent."""
    beliefs = []
    for level in (REGULAR, FOX):
        bots = dealt(level)
        bots.say(Say(events.Ballots("vote", False, {H: A, F: J, G: J, A: J}, {J: 3, A: 1})))
        bots.say(Say(events.Death(H, H.card, "devoured", told=False)))
        beliefs.append(bots._mind(F.index).believed()[0])
    assert beliefs[0] == beliefs[1]
    assert beliefs[0][A.index] > beliefs[0][B.index]


def test_whom_a_werewolf_named_is_suspect_once_its_pack_is_seen_to_name_its_own() -> None:
    """And only as long as few of its votes are seen to be against others."""

    def suspicion(*dead: Seat) -> float:
        bots = dealt()
        bots.say(Say(events.Ballots("vote", False, {A: B, B: G}, {})))
        bots.say(Say(events.Ballots("vote", False, {A: F, B: F, SEER: J, WITCH: J, HUNTER: J}, {})))
        bots.say(Say(events.Ballots("vote", False, {A: H, B: H}, {})))
        for seat in dead:
            bots.say(Say(events.Death(seat, seat.card, "voted", told=True)))
        return bots.village.suspicion[H.index]

    assert suspicion(B) < 0.0, "nobody has seen yet how the pack votes"
    assert suspicion(B, A) > 1.0
    assert suspicion(B, A, G) > 1.0
    assert suspicion(B, A, G, F) < 0.0


def test_who_becomes_a_werewolf_plays_as_well_as_the_pack() -> None:
    """One who was infected, and a Thief who has taken the card."""
    bots = Bots(Chance(1), level=GUEST, werewolves=FOX)
    tell_cards(GAME, bots)
    bots.show(Show([G], "infected", G))
    bots.show(Show([H], "centre", value=[A.card, A.card]))
    bots.ask(Ask(H, "thief", ["left", "right"]))
    levels = [bots._mind(seat.index).level for seat in (A, G, H, F)]
    assert levels == [FOX, FOX, FOX, GUEST]


def test_a_village_with_an_angel_agrees_on_a_face_and_the_pack_leaves_who_asked_for_it() -> None:
    """BO-34, BO-35: before the first night nobody knows anything, and votes that scatter are the Angel's."""
    most = []
    for seed in range(40):
        bots = Bots(Chance(seed))
        tell_cards(GAME, bots)
        bots.say(Say(events.AngelMayBeThere()))
        cast = bots.vote(Vote("vote", menus(GAME, GAME.alive, VOTE)))
        most.append(max(Counter(cast.values()).values()))
        bots.say(Say(events.Ballots("vote", False, {G: G, H: F}, {G: 1, F: 1})))
        meal = bots.vote(Vote("werewolves", menus(GAME, [A, B], MEAL)))
        assert meal[A] is not G
        again = bots.vote(Vote("vote", {voter: [G, F] for voter in (SEER, WITCH, HUNTER)}))
        assert list(again.values()).count(F) >= 2
    assert sum(most) / len(most) > 3.5


def test_the_pack_does_not_elect_its_own_as_one() -> None:
    """Otherwise the Captain is a werewolf far more often than one seat in five is."""
    elected = 0
    for seed in range(150):
        bots = dealt(REGULAR, seed)
        cast = bots.vote(Vote("election", menus(GAME, GAME.alive, ELECT)))
        tally = Counter(cast.values())
        elected += max(tally, key=tally.__getitem__) in (A, B)
    assert elected < 150 * 0.3


def test_the_chronicle_tells_what_minds_believed() -> None:
    """A Seer's reason is what she saw; a villager's that others ask for it."""
    bots = dealt()
    bots.show(Show([SEER], "card", A, A.card))
    said(bots, F, "vote", A)
    vote = Vote("vote", menus(GAME, GAME.alive, VOTE))
    thoughts = bots.think(vote, {SEER: A, G: A, B: A})
    assert thoughts[SEER.index].percent == 100
    assert [reason.key for reason in thoughts[SEER.index].reasons] == ["knows"]
    assert [reason.key for reason in thoughts[G.index].reasons] == ["calls"]
    assert thoughts[G.index].percent < 50
    assert [reason.key for reason in thoughts[B.index].reasons] == ["pack"]
    assert not bots.think(Vote("werewolves", {A: [G]}), {A: G})


# Pointing


def pointed(bots: Bots, seat: Seat) -> int | None:
    living = [seat.index for seat in GAME.seats]
    return bots.suspects([seat.index], living).get(seat.index)


def test_a_bot_points_at_whom_it_suspects_and_never_at_a_friend() -> None:
    for seed in range(20):
        bots = dealt(seed=seed)
        bots.show(Show([SEER], "card", seat=B, value=B.card))
        assert pointed(bots, SEER) == B.index, "she knows it"
        assert pointed(bots, A) not in (A.index, B.index)
        assert pointed(bots, A) == pointed(bots, A), "its light does not wander"


def test_whom_a_bot_points_at_depends_on_its_own_mind_alone() -> None:
    """The Witch learns something, and the cards of others are other ones: nobody else's light moves."""
    ours, theirs = dealt(), Bots(Chance(1), level=REGULAR)
    swapped = lay("villager villager seer witch hunter villager villager villager werewolf werewolf")
    tell_cards(swapped, theirs)
    theirs.show(
        Show([swapped.seats[8], swapped.seats[9]], "pack", value=[swapped.seats[8], swapped.seats[9]])
    )
    theirs.show(Show([swapped.seats[3]], "victims", value=[swapped.seats[5]]))
    theirs.say(Say(events.Day(1)))
    for other in (SEER, HUNTER, F, G, H):
        assert pointed(ours, other) == pointed(theirs, other)


# Taking it back


def test_a_liar_whom_a_card_belies_takes_it_back_and_claims_nothing_more() -> None:
    bots = dealt()
    said(bots, A, "wolf", G)
    assert A.name not in {name for name, wording in debate(bots) if wording == "back"}
    bots.say(Say(events.Death(G, G.card, "voted", told=True)))
    bots.say(Say(events.Day(2)))
    bots.say(Say(events.DebateOpens()))
    said(bots, A, "vote", H)
    heard = [wording for name, wording in debate(bots) if name == A.name]
    assert heard == ["back"]
    assert chances(bots)[A.index] > 0.6, "and is not believed for that"


def test_a_villager_takes_back_a_suspicion_that_has_become_unfounded() -> None:
    bots = dealt()
    said(bots, F, "vote", G)
    said(bots, SEER, "clear", G)
    heard = debate(bots)
    assert (F.name, "back") in heard
    assert bots.village.wanted.get(F.index) != G.index


# Camps of their own


def test_a_piper_condemns_whom_it_has_not_charmed_and_a_white_werewolf_its_own_pack() -> None:
    village = lay("piper white_werewolf werewolf villager villager villager villager villager")
    piper, white, wolf, *others = village.seats
    bots = Bots(Chance(1), level=FOX)
    tell_cards(village, bots)
    bots.show(Show([white, wolf], "pack", value=[white, wolf]))
    bots.say(Say(events.Day(1)))
    charmed = bots.ask(requests.Ask(piper, "piper", [white, wolf, *others], 2))
    left = {seat.index for seat in village.seats} - {one.index for one in charmed} - {piper.index}
    bots.say(Say(events.Claimed(wolf, Claim("wolf", others[0]))))
    bots.say(Say(events.Death(others[0], others[0].card, "devoured", told=False)))
    living = [seat for seat in village.seats if seat is not others[0]]
    votes = bots.vote(Vote("vote", dict.fromkeys((piper, white), living)))
    assert votes[piper].index in left
    assert votes[white] is wolf, "caught lying about an innocent"


# What words are worth


def test_a_word_of_trust_is_worth_nothing_before_its_speakers_card_is_open() -> None:
    bots = dealt()
    before = chances(bots)
    for _ in range(10):
        said(bots, A, "trust", B)
        said(bots, WITCH, "trust", G)
    assert chances(bots) == before
    bots.say(Say(events.Death(WITCH, WITCH.card, "devoured", told=False)))
    found = chances(bots)
    assert found[G.index] < found[H.index]
    bots.say(Say(events.Death(A, A.card, "voted", told=True)))
    found = chances(bots)
    assert found[B.index] == pytest.approx(found[H.index]), "what a werewolf says proves nothing"


def test_a_caller_is_followed_by_what_they_named_before() -> None:
    """Who asks first is not followed for that; whose named one proved innocent is not followed at all."""

    def moved(*dead: Seat) -> float:
        bots = dealt()
        for seat in dead:
            said(bots, A, "vote", seat)
            bots.say(Say(events.Death(seat, seat.card, "voted", told=True)))
        bots.say(Say(events.Day(2)))
        said(bots, A, "vote", F)
        return bots._mind(G.index).moved()[F.index]

    assert moved(H) == 0.0 < moved() < 0.3 < moved(B)


def test_a_call_counts_by_a_reason_that_all_can_see() -> None:
    def moved(because: Reason | None) -> float:
        bots = dealt()
        bots.say(Say(events.Ballots("vote", False, {A: J, F: H, G: J}, {J: 2, H: 1})))
        bots.say(Say(events.Death(H, H.card, "devoured", told=False)))
        bots.say(Say(events.Day(2)))
        bots.say(Say(events.Claimed(A, Claim("vote", F, because=because))))
        return bots._mind(G.index).moved()[F.index]

    bare = moved(None)
    assert bare < 0.05
    unseen: tuple[Reason, ...] = ("feeling", "calls", "told", "lies", "spared", "election", "bear")
    for reason in unseen:
        assert moved(reason) == bare, reason
    assert moved("votes") > 4 * bare


def test_who_holds_a_card_contradicts_who_claims_it_and_knows_that_they_lie() -> None:
    bots = dealt()
    assert (WITCH.name, "am") not in debate(bots)
    said(bots, A, "am", card="witch")
    suspects = bots._mind(WITCH.index).believed()[0]
    assert suspects[A.index] > 2 * suspects[B.index]
    assert (WITCH.name, "am") in debate(bots)


def test_of_a_pool_that_is_larger_than_the_table_a_mind_counts_what_it_deals() -> None:
    bots = dealt()
    bots.say(Say(events.Dealt((*GAME.deck, *GAME.deck))))
    assert bots.village.wolves_left == 2, "four among twenty"
    for wolf in (A, B):
        bots.say(Say(events.Death(wolf, wolf.card, "voted", told=True)))
    assert bots.village.wolves_left == 1, "or the round would be over"


def test_what_a_bot_asks_of_others_is_no_whim() -> None:
    for seed in range(30):
        bots = dealt(seed=seed)
        bots.village.suspect(F.index, 0.9)
        bots.village.version += 1
        me = bots._mind(G.index)
        assert [wish.about for wish in wishes(me) if wish.wording in CALLS] == [F.index]


def test_a_broken_promise_is_suspect_unless_something_new_was_heard() -> None:
    def suspicion(*, later: bool, kept: bool = False) -> float:
        bots = dealt()
        said(bots, G, "vote", A)
        if later:
            said(bots, F, "wolf", J)
        votes: dict[Sitter, Sitter] = {G: A if kept else J}
        bots.say(Say(events.Ballots("vote", False, votes, {})))
        return bots.village.suspicion.get(G.index, 0.0)

    assert suspicion(later=False) > 0
    assert suspicion(later=True) == suspicion(later=False, kept=True) == 0


def test_chance_tips_a_mind_once_a_day_and_it_keeps_its_word() -> None:
    """Its light, its word and its vote are against the same player."""
    others = 0
    for seed in range(30):
        bots = dealt(seed=seed)
        ballot = Vote("vote", menus(GAME, [G], VOTE))
        voted = bots.vote(ballot)[G]
        assert pointed(bots, G) == voted.index
        assert bots.vote(ballot)[G] is voted
        said(bots, G, "vote", F)
        assert bots.vote(ballot)[G] is F
        bots.say(Say(events.Day(2)))
        others += bots.vote(ballot)[G] is not voted
    assert others > 15, "each day has its own chance"


def test_where_somebody_may_be_turned_nobody_is_cleared_for_ever() -> None:
    game = lay("werewolf accursed_wolf_father seer hunter villager villager villager villager")
    father, seer, cleared = game.seats[1], game.seats[2], game.seats[4]
    bots = Bots(Chance(1))
    tell_cards(game, bots)
    bots.show(Show([seer], "card", cleared, cleared.card))
    own = bots._mind(seer.index).believed()[0]
    bots.say(Say(events.Claimed(seer, Claim("clear", cleared))))
    bots.say(Say(events.Death(seer, seer.card, "devoured", told=False)))
    found = bots.belief.shared()
    assert 0 < own[cleared.index] < own[father.index] / 2
    assert 0 < found[cleared.index] < found[father.index] / 2


def test_who_gains_by_silence_keeps_it() -> None:
    """Lovers never vouch for each other; a Fox or a Witch only for whom the village is about to condemn."""
    bots = dealt()
    bots.show(Show([HUNTER], "lover", seat=G))
    bots.show(Show([WITCH], "card", H, H.card))
    assert "trust" not in {wording for _, wording in debate(bots)}
    for seat in (G, H):
        bots.village.suspect(seat.index, 2.0)
    bots.village.version += 1
    bots.say(Say(events.DebateOpens()))
    trusting = {(name, wording) for name, wording in debate(bots) if wording == "trust"}
    assert trusting == {(WITCH.name, "trust")}


def test_a_bear_tamer_speaks_when_the_bear_has_growled() -> None:
    game = lay("werewolf villager bear_tamer villager villager villager")
    tamer = game.seats[2]
    for growls in (False, True):
        bots = Bots(Chance(1))
        tell_cards(game, bots)
        bots.say(Say(events.Day(1)))
        if growls:
            bots.say(Say(BearGrowls()))
        bots.say(Say(events.DebateOpens()))
        heard = []
        talk = Talk("debate", game.seats, speakers=[tamer], choices=Vocabulary(game.seats, game.deck))
        while press := bots.clock(talk):
            heard.append(press.choice)
            bots.say(Say(events.Claimed(press.seat, press.choice)))
        claims = [claim for claim in heard if claim.wording in (*EVIDENCE, "bear")]
        assert [claim.kept_wording for claim in claims] == (["am", "bear", "suspect.bear"] if growls else [])
        assert all(claim.seat in (None, game.seats[1], game.seats[3]) for claim in claims)


def test_a_guest_believes_rivals_by_halves_and_a_liar_whom_a_card_belies_not_at_all() -> None:
    bots = dealt(GUEST)

    def suspected(seat: Seat) -> float:
        return bots.belief.hearsay().get(seat.index, 0.0)

    said(bots, A, "wolf", G)
    alone = suspected(G)
    said(bots, SEER, "wolf", A)
    assert 0 < suspected(G) == suspected(A) < alone
    bots.say(Say(events.Death(G, G.card, "voted", told=True)))
    assert suspected(A) > alone, "both a card and the Seer say so"
    unshown = suspected(A)
    bots.say(Say(events.Death(SEER, SEER.card, "devoured", told=False)))
    assert suspected(A) > unshown, "and her card says who she is"
    said(bots, B, "clear", A)
    assert suspected(A) > 0 < suspected(B), "her card has told who lies"
