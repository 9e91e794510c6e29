"""The engine by numbers: thousands of rounds nobody planned, and all the rounds of tables small enough."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table.play import Answerer, play
from table.requests import Ask, Clock, Draw, Leavers, Press, Say, Show, Sitter, Sleep, Vote, Wake
from table.werewolf import events
from table.werewolf.cards import werewolf, witch
from table.werewolf.cards.lover import LOVER, fall_in_love
from table.werewolf.choices import Deed
from table.werewolf.options import CaptainFrom, Options
from table.werewolf.pieces import Card
from table.werewolf.rulebooks.thiercelieux import THIERCELIEUX
from table.werewolf.script import deal, play_round
from table.werewolf.state import Game, Seat
from tests.players import CARDS, Dice, every_round, lay

# Rounds nobody planned

HARMFUL = ("werewolves", "witch.poison", "hunter", "vote", "revotes", "captain_choice")
BY_THE_LIVING = ("election", "election_revote", "vote", "revotes")
FROM_THE_GRAVE = ("hunter", "successor")
NIGHTS_AT_MOST = 2000
"""No round of players who always answer lasts so long."""


class Watched:
    """Lets another answer, and checks at every word that the round under way keeps the rules.

    What the village saw (who is dead, which cards, who is captain) is kept here from the public words alone,
    and the winner is worked out anew.
    """

    def __init__(self, game: Game, answerer: Answerer) -> None:
        self.game = game
        self.answerer = answerer
        self.dead: list[Seat] = []
        self.seen: Counter[Card] = Counter()
        self.left: list[Sitter] = []
        self.captain: Seat | None = None
        self.elections = 0
        self.call: object = None
        self.calls_due: list[object] = []
        self.nights = 0
        self.is_night = False
        self.dawned = False
        self.potions = {"witch.heal", "witch.poison"}
        self.doomed: dict[Any, str] = {}
        self.drawn_out = False
        self.over: events.RoundOver | None = None

    # What holds at every word

    def _check(self) -> None:
        alive = list(self.game.alive)
        assert alive == [seat for seat in self.game.seats if seat not in self.dead]
        assert all(seat.alive for seat in alive)
        assert self.over is None, "a word after the end"

    def _check_menu(self, chooser: Seat, key: str, menu: Sequence[Any]) -> None:
        if not all(isinstance(choice, Seat) for choice in menu):
            assert key == "thief"
            assert set(menu) <= {"keep", "left", "right"}
            return
        assert not set(menu) & set(self.dead), f"{key}: the dead cannot be chosen"
        assert [seat.index for seat in menu] == sorted({seat.index for seat in menu})
        if key in HARMFUL and chooser.has(LOVER):
            assert not any(seat.has(LOVER) for seat in menu if seat is not chooser), f"{key}: his beloved"
        if key in ("seer", "witch.poison", "hunter", "successor"):
            assert chooser not in menu, f"{key}: himself"

    def _check_public(self) -> None:
        assert self.call is None, "a public word in a call"

    # The words

    def ask(self, request: Ask) -> Sequence[Any]:
        self._check()
        seat = request.seat
        assert isinstance(seat, Seat)
        assert seat not in self.left, "who has left is asked nothing"
        assert (seat in self.dead) == (request.key in FROM_THE_GRAVE)
        assert len(set(request.choices)) == len(request.choices) >= request.count, "nothing to choose from"
        if request.key == "captain_choice":
            assert seat is self.captain
        self._check_menu(seat, request.key, request.choices)
        answer = self.answerer.ask(request)
        if request.key.startswith("witch"):
            self._brew(request, answer)
        return answer

    def vote(self, request: Vote) -> dict[Any, Any]:
        self._check()
        voters = list(request.choices)
        assert not set(voters) & {*self.left, *self.dead}
        if request.key in BY_THE_LIVING:
            self._check_public()
            assert voters == list(self.game.alive)
            assert all(request.choices.values()), "every voter may name somebody"
        else:
            assert request.key == "werewolves"
            assert all(wolf.nature == "werewolf" for wolf in voters)
            eaten = {seat for menu in request.choices.values() for seat in menu}
            assert all(seat.nature != "werewolf" for seat in eaten), "no wolf eats a wolf"
        for voter, menu in request.choices.items():
            self._check_menu(voter, request.key, menu)
        ballots = self.answerer.vote(request)
        if request.key == "werewolves" and len(set(ballots.values())) == 1:
            self.doomed = dict.fromkeys(ballots.values(), "devoured")
        return ballots

    def show(self, request: Show) -> None:
        self._check()
        assert self.call is not None, "secrets are shown in a call"
        assert request.to
        assert not set(request.to) & {*self.left, *self.dead}
        self.answerer.show(request)

    def say(self, request: Say) -> None:
        self._check_public()
        event = request.event
        if isinstance(event, events.Death):
            self._bury(event)
        else:
            self._check()
        match event:
            case events.Nightfall(number=number):
                self.nights += 1
                assert number == self.nights <= NIGHTS_AT_MOST
                self.is_night = True
                self.doomed = {}
                self.calls_due = list(self._calls())
                self._check_goes_on()
            case events.Dawn(number=number):
                assert number == self.nights
                self.is_night = False
                self.dawned = True
                assert not self.calls_due, "a call was not held"
            case events.Day(number=number):
                assert number == self.nights
                assert not self.doomed, "who was doomed in the night is dead by day"
                self._check_goes_on()
            case events.DebateOpens() | events.VoteOpens():
                self._check_goes_on()
                assert self.captain not in self.dead
            case events.Captain(seat=seat, by=by):
                assert seat in self.game.alive
                assert self.captain is None if by == "election" else self.captain in self.dead
                self.captain = seat
            case events.Ballots(of=of, votes=votes, weights=weights):
                weight = Counter(votes.values())
                if of == "vote" and self.captain and self.captain in votes:
                    weight[votes[self.captain]] += 1
                assert weights == weight
            case events.Stalemate():
                self.drawn_out = True
            case events.RoundOver():
                self._check_end(event)
        self.answerer.say(request)

    def wake(self, request: Wake) -> None:
        self._check()
        self._check_public()
        assert self.is_night
        assert self.calls_due, f"{request.call} is not due"
        assert request.call is self.calls_due.pop(0)
        assert not set(request.seats) & {*self.left, *self.dead}
        self.call = request.call
        self.answerer.wake(request)

    def sleep(self, request: Sleep) -> None:
        self._check()
        assert request.call is self.call
        self.call = None
        self.answerer.sleep(request)

    def draw(self, request: Draw) -> Sequence[Any]:
        self._check()
        assert len(request.choices) >= request.count > 0
        assert not any(seat in self.dead for seat in request.choices)
        return self.answerer.draw(request)

    def clock(self, request: Clock) -> Press | None:
        self._check()
        self._check_public()
        assert not set(request.hearing) & set(self.dead)
        return self.answerer.clock(request)

    def leavers(self, request: Leavers) -> Sequence[Sitter]:
        self._check()
        self._check_public()
        gone = self.answerer.leavers(request)
        self.left += gone
        return gone

    # What comes of it

    def _brew(self, request: Ask, answer: Sequence[Any]) -> None:
        """LG-13: one potion of each kind for the whole game; LG-41: poisoned is who is not devoured too."""
        assert request.key in self.potions, "each potion is spent once"
        for target in answer:
            self.potions.remove(request.key)
            if request.key == "witch.heal":
                assert self.doomed.pop(target) == "devoured"
            else:
                self.doomed.setdefault(target, "poisoned")

    def _bury(self, death: events.Death) -> None:
        seat = death.seat
        assert seat not in self.dead, "nobody dies twice"
        assert seat not in self.game.alive
        assert seat.cause == death.cause
        assert death.told == (death.cause in ("voted", "grief", "shot", "left"))
        if death.cause in ("devoured", "poisoned"):
            assert self.doomed.pop(seat) == death.cause
        assert death.card is (seat.card if self.game.options.reveal == "card" else None)
        self.dead.append(seat)
        if death.card:
            self.seen[death.card] += 1

    def _calls(self) -> Iterator[object]:
        """LG-35, LG-60: the calls of the cards of the deck that were not all seen dead."""
        unseen = Counter(self.game.deck) - self.seen
        for call in self.game.rulebook.calls:
            if unseen[call.card] and (self.nights == 1 or not call.first_night):
                yield call

    def _check_goes_on(self) -> None:
        """The winner is looked for when deaths are settled, and every morning."""
        assert not (self.dead or self.dawned) or self._winner() is None, "the round should be over"

    def _winner(self) -> str | None:
        """LG-28 to LG-33, worked out from who lives."""
        living = {seat.nature for seat in self.game.seats if seat not in self.dead}
        lovers = [seat for seat in self.game.seats if seat.has(LOVER)]
        if not living:
            return "nobody"
        if list(self.game.alive) == lovers and len(living) == 2:
            return "lovers"
        if len(living) == 2:
            return None
        return "werewolves" if living == {"werewolf"} else "villagers"

    def _check_end(self, over: events.RoundOver) -> None:
        lovers = [seat for seat in self.game.seats if seat.has(LOVER)]
        apart = lovers if len({seat.nature for seat in lovers}) == 2 else []
        assert over.winner == ("nobody" if self.drawn_out else self._winner())
        camps: dict[str, list[Seat]] = {
            "nobody": [],
            "lovers": lovers,
            "villagers": [s for s in self.game.seats if s.nature == "villager" and s not in apart],
            "werewolves": [s for s in self.game.seats if s.nature == "werewolf" and s not in apart],
        }
        assert list(over.winners) == camps[over.winner]
        self.over = over


SINGLE = tuple(card for card in THIERCELIEUX.cards if card.single)


class Table(NamedTuple):
    """What a round begins with."""

    names: tuple[str, ...]
    deck: tuple[Card, ...]
    options: Options


@st.composite
def tables(draw: st.DrawFn, least: int = 8, most: int = 18, stalemates: Sequence[int] = (1, 2, 3)) -> Table:
    """Any legal deck of the rulebook with any options."""
    players = draw(st.integers(least, most))
    chosen = draw(st.integers(0, 2 ** len(SINGLE) - 1))
    singles = [card for bit, card in enumerate(SINGLE) if chosen >> bit & 1]
    cards = players + 2 if CARDS["thief"] in singles else players
    wolves = draw(st.integers(1, min((cards - 1) // 2, cards - len(singles))))
    villagers = cards - wolves - len(singles)
    options = Options(
        captain=draw(st.sampled_from(get_args(CaptainFrom))),
        tie=draw(st.sampled_from(["rules", "lot"])),
        stalemate=draw(st.sampled_from(stalemates)),
        reveal=draw(st.sampled_from(["card", "none"])),
    )
    deck = (*[CARDS["werewolf"]] * wolves, *singles, *[CARDS["villager"]] * villagers)
    return Table(tuple(str(number) for number in range(1, players + 1)), deck, options)


TEMPERS: tuple[Mapping[str, float], ...] = (
    {},
    {"silence": 0.1, "hurry": 0.5},
    {"silence": 0.3, "leaving": 0.02, "hurry": 0.2},
    {"silence": 0.6, "leaving": 0.1},
    {"silence": 0.95, "hurry": 0.9},
    {"leaving": 0.3},
    {"silence": 1.0},
)


def watch(table: Table, dice: Dice) -> Watched:
    """Plays a whole round, from the deal on, and checks every word of it."""
    game = play(deal(THIERCELIEUX, table.names, table.deck, table.options), dice)
    watched = Watched(game, dice)
    over = play(play_round(game), watched)
    assert over is watched.over
    return watched


@given(table=tables(), temper=st.sampled_from(TEMPERS), sense=st.booleans(), seed=st.integers(0, 2**32))
@settings(max_examples=3000)
def test_any_round_keeps_the_rules_to_its_end(
    table: Table, temper: Mapping[str, float], sense: bool, seed: int
) -> None:
    watched = watch(table, Dice(seed, sense=sense, **temper))
    # LG-47: so many nights without a death end the round, so each death buys no more than these.
    assert watched.nights <= table.options.stalemate * (len(table.names) + 1)


@given(table=tables(stalemates=[0]), hurry=st.sampled_from([0.0, 0.5]), seed=st.integers(0, 2**32))
@settings(max_examples=400)
def test_a_round_of_players_who_answer_ends_without_a_stalemate(
    table: Table, hurry: float, seed: int
) -> None:
    watched = watch(table, Dice(seed, sense=True, hurry=hurry))
    assert not watched.drawn_out


@given(table=tables(most=10), lot=st.randoms(use_true_random=False))
@settings(max_examples=100)
def test_any_answer_is_one_hypothesis_may_shrink(table: Table, lot: Any) -> None:
    """Here every single answer is an example's own: a failure shrinks to the shortest story."""
    dice = Dice(0, silence=0.2, leaving=0.02, hurry=0.2)
    dice.lot = lot
    watch(table, dice)


def test_a_round_of_the_silent_ends_after_as_many_quiet_days_as_allowed() -> None:
    for allowed in (1, 2, 3, 7):
        watched = watch(
            Table(
                tuple("ABCDEFGH"), (CARDS["werewolf"], *[CARDS["villager"]] * 7), Options(stalemate=allowed)
            ),
            Dice(0, silence=1.0),
        )
        assert watched.nights == allowed
        assert watched.drawn_out


PLANTED: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    "wolves eat wolves": lambda patch: patch.setattr(werewolf, "MEAL", Deed(harms=True, oneself=True)),
    "votes against one's beloved": lambda patch: patch.setattr(
        "table.werewolf.script.VOTE", Deed(oneself=True)
    ),
    "a witch who may poison herself": lambda patch: patch.setattr(
        witch, "POISON", Deed(harms=True, oneself=True)
    ),
    "an office that dies with the captain": lambda patch: patch.setattr(
        "table.werewolf.script.succession", nothing
    ),
    "a victory overlooked": lambda patch: patch.setattr("table.werewolf.script.verdict", lambda _: None),
    "a card too many at night": lambda patch: patch.setattr(Game, "take_away", buried_unseen),
}


async def nothing(_: Game) -> None:
    """Nobody succeeds."""


def buried_unseen(game: Game, seat: Seat, cause: Any) -> None:
    seat.cause = cause
    game.alive = tuple(other for other in game.alive if other is not seat)
    game.deaths += 1


@pytest.mark.parametrize("plant", PLANTED)
def test_a_planted_fault_is_found(plant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    PLANTED[plant](monkeypatch)
    deck = [CARDS[key] for key in ("werewolf", "werewolf", "seer", "witch", "hunter", "cupid")]
    table = Table(tuple("ABCDEFGHIJ"), (*deck, *[CARDS["villager"]] * 4), Options(stalemate=1))

    def play_many() -> None:
        for seed in range(200):
            watch(table, Dice(seed, silence=0.1, sense=True))

    with pytest.raises(AssertionError):
        play_many()


def test_a_wrong_order_of_victories_is_found() -> None:
    """LG-33: Lovers of different camps come before the villagers; villagers before nobody would be wrong."""
    wrong = msgspec.structs.replace(THIERCELIEUX, victories=THIERCELIEUX.victories[::-1])
    game = Game(wrong, list("AB"), [CARDS["werewolf"], CARDS["hunter"]], (), Options(captain="never"))
    with pytest.raises(AssertionError):
        play(play_round(game), Watched(game, Dice(0)))


# Rounds counted

HAND_COUNTED: dict[tuple[str, str, str, str], dict[str, int]] = {
    # The night: he eats the villager (the wolf wins: 1), or nobody. Then each of the two votes for nobody, A
    # or B. Nobody votes: a quiet day, 1. One votes: 2 voters x 2 seats, half of them fall on the wolf. Both
    # alike: 2. Both apart: 2, each drawn either way.
    ("werewolf villager", "", "lot", "never"): {"werewolves": 1 + 2 + 1 + 2, "villagers": 5, "nobody": 1},
    # The same, but both apart is voted again: there 2 + 1 fall on either, and nobody falls in 1 + 2.
    ("werewolf villager", "", "rules", "never"): {
        "werewolves": 1 + 2 + 1 + 2 * 3,
        "villagers": 2 + 1 + 2 * 3,
        "nobody": 1 + 2 * 3,
    },
    # A shot is demanded: given or drawn, 2 ways, and always the wolf. Eaten: 2 rounds. By day the wolf falls
    # alone in 5 ways as above, the hunter in as many, and each of those has 2 shots.
    ("werewolf hunter", "", "lot", "never"): {"villagers": 5, "nobody": 2 + 1 + 5 * 2},
    # The day of two is 9 : 9 : 7 (the second table without its night). It comes when nobody was eaten or he
    # was healed, and no poison was given; each of the two may be poisoned away instead. Eaten and not healed
    # the witch still poisons or not.
    ("werewolf witch", "", "rules", "never"): {
        "werewolves": 9 + 9 + 1,
        "villagers": 9 + 9 + 2,
        "nobody": 7 + 7 + 1,
    },
    # However many he names, the pair comes in 5 ways: both named, one (2 x 1 lot), none (2 lots in order). He
    # may not eat her, and in the morning they are alone.
    ("werewolf cupid", "", "lot", "never"): {"lovers": 1 + 2 + 2},
    # Nothing, keep, right: the first table. Left: in the morning there are werewolves only.
    ("werewolf thief", "werewolf villager", "lot", "never"): {
        "werewolves": 3 * 6 + 1,
        "villagers": 3 * 5,
        "nobody": 3 * 1,
    },
    # He must take the werewolf, or has it drawn for him: 2 ways, and then the first table.
    ("villager thief", "werewolf villager", "lot", "never"): {
        "werewolves": 2 * 6,
        "villagers": 2 * 5,
        "nobody": 2 * 1,
    },
    # Nobody was dealt a werewolf, and no thief can take one: the first morning finds the villagers alone.
    ("villager villager", "werewolf thief", "lot", "never"): {"villagers": 1},
}


@pytest.mark.parametrize(("cards", "centre", "tie", "captain"), HAND_COUNTED)
def test_all_rounds_of_a_table_of_two_as_counted_by_hand(
    cards: str, centre: str, tie: str, captain: str
) -> None:
    rounds = every_round(lambda: lay(cards, centre, tie=tie, captain=captain, stalemate=1))
    assert Counter(over.winner for over in rounds) == HAND_COUNTED[cards, centre, tie, captain]


Winners = Counter[str]
"""Camp -> the number of rounds it wins."""


class Model(NamedTuple):
    """A second telling of the rules, for wolves, villagers, Seer and Cupid, that counts rounds instead of
    playing them. Players are letters; `wolves` and `seer` are some of them, "" is nobody."""

    wolves: str
    seer: str
    tie: str
    captain: bool
    stalemate: int

    def night(self, alive: str, lovers: str, captain: str, quiet: int) -> Winners:
        looks = len(alive) if self.seer and self.seer in alive else 1
        pack = [wolf for wolf in alive if wolf in self.wolves]
        menus = [[""] + [s for s in alive if s not in self.wolves and {s, w} != {*lovers}] for w in pack]
        total: Winners = Counter()
        for meal in itertools.product(*menus):
            eaten = {*meal} - {""}
            victim = eaten.pop() if len(eaten) == 1 else ""
            more = self.after(
                alive, victim, lovers, captain, lambda a, c: self.day(a, lovers, c, quiet, a != alive)
            )
            total += times(more, looks)
        return total

    def day(self, alive: str, lovers: str, captain: str, quiet: int, died: bool) -> Winners:
        total: Winners = Counter()
        elections = self.elections(alive) if self.captain and not captain else {captain: 1}
        for elected, ways in elections.items():
            for victim, votes in self.votes(alive, lovers, elected).items():
                if victim or died:
                    more = self.after(
                        alive, victim, lovers, elected, lambda a, c: self.night(a, lovers, c, 0)
                    )
                elif quiet + 1 == self.stalemate:
                    more = Counter(nobody=1)
                else:
                    more = self.night(alive, lovers, elected, quiet + 1)
                total += times(more, ways * votes)
        return total

    def after(
        self, alive: str, victim: str, lovers: str, captain: str, go_on: Callable[[str, str], Winners]
    ) -> Winners:
        """What follows a death, or a night without: grief, the winner, the succession."""
        fallen = lovers if victim and victim in lovers else victim
        left = "".join(seat for seat in alive if seat not in fallen)
        wolves = sum(seat in self.wolves for seat in left)
        mixed = sum(seat in self.wolves for seat in lovers) == 1
        if not left:
            return Counter(nobody=1)
        if mixed and left == lovers:
            return Counter(lovers=1)
        if wolves in (0, len(left)):
            return Counter(werewolves=1) if wolves else Counter(villagers=1)
        if captain and captain not in left:
            # Named, or not named and drawn.
            return times(total_of(go_on(left, heir) for heir in left), 2)
        return go_on(left, captain)

    def elections(self, alive: str) -> Counter[str]:
        total: Counter[str] = Counter()
        for ballots in itertools.product(["", *alive], repeat=len(alive)):
            first = most_named(ballots)
            if len(first) > 1 and self.tie == "rules":
                for again in itertools.product(["", *first], repeat=len(alive)):
                    total.update(most_named(again) or first)
            else:
                total.update(first or [""])
        return total

    def votes(self, alive: str, lovers: str, captain: str) -> Counter[str]:
        """Who falls -> in how many ways; "" is nobody."""
        total: Counter[str] = Counter()
        for ballots in itertools.product(*menus_of(alive, alive, lovers)):
            weighed = [*ballots, *(b for voter, b in zip(alive, ballots, strict=True) if voter == captain)]
            most = most_named(weighed)
            own = weighed[-1] if captain else ""
            if len(most) < 2:
                total.update(most or [""])
            elif self.tie == "lot":
                total.update(most)
            elif captain and own in most:
                total[own] += 1
            elif captain:
                may = [seat for seat in most if {seat, captain} != {*lovers}]
                total.update(may if len(may) == 1 else may * 2)
            else:
                for again in itertools.product(*menus_of(alive, most, lovers)):
                    still = most_named(again)
                    total.update(still if len(still) == 1 else [""])
        return total


def times(winners: Winners, ways: int) -> Winners:
    return Counter({camp: ways * rounds for camp, rounds in winners.items()})


def total_of(parts: Iterator[Winners]) -> Winners:
    return sum(parts, start=Counter())


def menus_of(voters: str, standing: Sequence[str], lovers: str) -> list[list[str]]:
    return [["", *(seat for seat in standing if {seat, voter} != {*lovers})] for voter in voters]


def most_named(ballots: Sequence[str]) -> list[str]:
    named = Counter(ballot for ballot in ballots if ballot)
    return sorted(seat for seat in named if named[seat] == max(named.values()))


def rounds_counted(cards: str, tie: str, captain: str, stalemate: int) -> Winners:
    roles = cards.split()
    alive = "ABCDEFGH"[: len(roles)]
    wolves = "".join(seat for seat, role in zip(alive, roles, strict=True) if role == "werewolf")
    seer = alive[roles.index("seer")] if "seer" in roles else ""
    model = Model(wolves, seer, tie, captain == "day 1", stalemate)
    if "cupid" not in roles:
        return model.night(alive, "", "", 0)
    # Each pair in 5 ways: both named, one named and one drawn, both drawn, in either order.
    pairs = ["".join(pair) for pair in itertools.combinations(alive, 2)]
    return times(total_of(model.night(alive, pair, "", 0) for pair in pairs), 5)


COUNTED: dict[tuple[str, str, str, int], dict[str, int]] = {
    ("werewolf villager", "rules", "never", 2): {"nobody": 49, "villagers": 72, "werewolves": 80},
    ("werewolf villager", "rules", "day 1", 1): {"nobody": 37, "villagers": 129, "werewolves": 130},
    ("werewolf villager", "lot", "day 1", 2): {"nobody": 21, "villagers": 130, "werewolves": 142},
    ("werewolf seer", "lot", "day 1", 1): {"nobody": 22, "villagers": 90, "werewolves": 92},
    ("werewolf villager villager", "lot", "never", 1): {"nobody": 65, "villagers": 361, "werewolves": 394},
    ("werewolf villager villager", "rules", "never", 1): {
        "nobody": 3329,
        "villagers": 4153,
        "werewolves": 4378,
    },
    ("werewolf seer villager", "lot", "never", 1): {"nobody": 291, "villagers": 1563, "werewolves": 1758},
    ("werewolf cupid villager", "lot", "never", 1): {
        "nobody": 15,
        "villagers": 410,
        "lovers": 230,
        "werewolves": 160,
    },
    ("werewolf werewolf villager", "lot", "never", 1): {"nobody": 63, "villagers": 310, "werewolves": 406},
    ("cupid werewolf werewolf", "lot", "never", 1): {
        "nobody": 15,
        "villagers": 150,
        "lovers": 220,
        "werewolves": 435,
    },
}


@pytest.mark.parametrize(("cards", "tie", "captain", "stalemate"), COUNTED)
def test_all_rounds_of_a_small_table_as_counted_without_playing(
    cards: str, tie: str, captain: str, stalemate: int
) -> None:
    rounds = every_round(lambda: lay(cards, tie=tie, captain=captain, stalemate=stalemate))
    played = Counter(over.winner for over in rounds)
    assert played == rounds_counted(cards, tie, captain, stalemate)
    assert played == COUNTED[cards, tie, captain, stalemate]


@pytest.mark.parametrize("captain", "ABC")
@pytest.mark.parametrize("lovers", ["", "AB", "BC"])
def test_all_rounds_of_three_and_their_captain_as_counted_without_playing(lovers: str, captain: str) -> None:
    """LG-19, LG-25, LG-43: successions, ties the captain breaks, and those that leave him one choice only."""

    def table() -> Game:
        game = lay("werewolf villager villager", captain="never", stalemate=1)
        seats = {seat.name: seat for seat in game.seats}
        game.captain = seats[captain]
        if lovers:
            fall_in_love(game, [seats[lover] for lover in lovers])
        return game

    model = Model("A", "", "rules", captain=False, stalemate=1)
    counted = model.night("ABC", lovers, captain, 0)
    assert counted.total() > 30
    assert Counter(over.winner for over in every_round(table)) == counted
