"""The rules of the werewolf game written a second time, to compare with the first.

`Retold` tells a round of any of the four rulebooks as a generator: it yields each word the round must say,
and is sent the answer. It shares names and events with the game but none of its rules: it works everything
out again from the dealt cards and the answers. `Watched` lets another answerer play a round and compares
every word.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from inspect import getsource
from typing import Any, Literal, TypeAlias, TypeVar

import msgspec

from table.engine.play import Answerer
from table.engine.requests import (
    Ask,
    Clock,
    Covered,
    Draw,
    Leavers,
    Request,
    Say,
    Show,
    Sleep,
    Vote,
    Wake,
    Wanted,
)
from table.games.werewolf.rules import events
from table.games.werewolf.rules.cards.actor import Stage
from table.games.werewolf.rules.cards.bear_tamer import BearGrowls
from table.games.werewolf.rules.cards.devoted_servant import TakesCard, take_card
from table.games.werewolf.rules.cards.elder import PowersLost
from table.games.werewolf.rules.cards.prejudiced_manipulator import Halves
from table.games.werewolf.rules.cards.pyromaniac import HouseBurnt
from table.games.werewolf.rules.cards.raven import VotesAgainst
from table.games.werewolf.rules.cards.scapegoat import Blamed, NoVote
from table.games.werewolf.rules.cards.stuttering_judge import stutter
from table.games.werewolf.rules.cards.village_idiot import Pardoned
from table.games.werewolf.rules.cards.villager_villager import KnownToAll
from table.games.werewolf.rules.pieces import Game, Seat

T = TypeVar("T")
Telling: TypeAlias = Generator[Request, Any, T]
Batch: TypeAlias = dict[Seat, str]
"""Who dies together, and of which cause."""

CALLS = (
    *("thief", "cupid", "lovers", "actor", "defender", "seer", "two_sisters", "three_brothers"),
    *(
        "wild_child",
        "bear_tamer",
        "wolf_hound",
        "werewolves",
        "baker",
        "white_werewolf",
        "accursed_wolf_father",
        "infected",
    ),
    *("big_bad_wolf", "pyromaniac", "witch", "fox", "piper", "charmed", "raven"),
)
"""EX-5: the order of a full night; every rulebook has the same."""
LOOKS = {"lovers": "cupid", "infected": "accursed_wolf_father", "charmed": "piper"}
"""LG-48: the looks, and the card each belongs to."""
ONCE = {"thief", "cupid", "lovers", "wild_child", "bear_tamer", "wolf_hound"}
POWERS = {
    *("cupid", "seer", "two_sisters", "little_girl", "fox", "rusty_knight", "elder", "witch", "bear_tamer"),
    *("hunter", "thief", "defender", "pyromaniac", "baker", "raven"),
    *("village_idiot", "scapegoat", "stuttering_judge", "devoted_servant", "three_brothers", "actor"),
    "villager_villager",
}
"""BO-17, CH-3: the cards of the villagers' group that have a power."""
NEVER_OPEN = {
    *("cupid", "thief", "little_girl", "actor", "devoted_servant", "villager_villager"),
    *("two_sisters", "three_brothers"),
}
"""CH-41: the cards with a power that an Actor cannot play."""
WOLVES = {"werewolf", "accursed_wolf_father", "big_bad_wolf", "white_werewolf"}
ALONE = {"piper", "angel", "prejudiced_manipulator"}
TELLS = POWERS | WOLVES | ALONE | {"villager", "wild_child", "wolf_hound"}
"""The cards whose rules are written here. Scenarios show those of the others: test_cards.py checks that."""
TOLD = {"voted", "tie", "grief", "shot", "rust", "starved", "left"}
"""LG-39: the causes of death that are announced."""
CAUSES = ("rust", "pack", "starved", "white_werewolf", "second", "fire", "poisoned", "left")
"""LG-41: a player with several causes at one dawn dies of the first."""
NIGHTS_AT_MOST = 2000
"""More nights than any round has."""
AS_NEW = {
    "witch": {"heal", "poison"},
    "accursed_wolf_father": {"bite"},
    "pyromaniac": {"torch"},
    "fox": {"scent"},
    "elder": {"second life"},
    "village_idiot": {"pardon"},
    "stuttering_judge": {"second vote"},
}
"""What a card can do once, in the hand of whoever takes or plays it (CH-32, CH-44). At any time at most one
player holds or plays such a card."""
ELECTION_DAYS = {"start": 0, "day 1": 1, "day 2": 2, "day 3": 3, "never": None}


def plain(request: Request) -> tuple[str, Any]:
    """A word as values to compare: its type and all its fields but durations."""
    match request:
        case Ask(seat=seat, key=key, choices=choices, count=count, demanded=demanded):
            return f"ask {key}", (seat, list(choices), count, demanded)
        case Vote(key=key, choices=menus, guesses=guesses):
            return f"vote {key}", {voter: list(menu) for voter, menu in [*menus.items(), *guesses.items()]}
        case Show(to=to, what=what, seat=seat, value=value):
            return f"show {what}", (list(to), seat, listed(value))
        case Say(event=event):
            return f"say {type(event).__name__}", [listed(fact) for fact in msgspec.structs.astuple(event)]
        case Wake(call=call, seats=seats):
            return f"wake {call.key}", list(seats)
        case Sleep(call=call):
            return f"sleep {call.key}", None
        case Draw(stream=stream, choices=choices, count=count):
            return f"draw {stream}", (list(choices), count)
        case Clock(key=key, hearing=hearing, spent_s=spent_s):
            return f"clock {key}", (list(hearing), spent_s)
        case Covered(time=time, seats=seats, heard=heard):
            return f"covered {time.key}", (list(seats), list(heard))
        case Leavers(seats=seats):
            return "leavers", list(seats)
        case Wanted(what=what):
            return "wanted", what


def listed(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


class Won(Exception):  # noqa: N818 - not an error: the round is over
    """A camp has won, or nobody."""


class Retold:
    """One round, from the dealt cards on."""

    def __init__(self, game: Game) -> None:
        self.book = game.rulebook.key
        self.options = game.options
        self.seats = game.seats
        self.alive = list(game.seats)
        self.card = {seat: seat.card.key for seat in game.seats}
        self.box = {card.key: card for card in game.rulebook.cards}
        self.calls = {call.key: call for call in game.rulebook.calls}
        self.centre = [card.key for card in game.centre]
        self.deck = Counter(card.key for card in game.deck)
        self.seen: Counter[str] = Counter()
        self.nature = {seat: self._dealt_nature(self.card[seat]) for seat in self.seats}
        self.camp_at_death: dict[Seat, str] = {}
        self.cause: dict[Seat, str] = {}
        self.number = 0
        self.quiet = 0
        self.captain: Seat | None = None
        self.lovers: list[Seat] = []
        self.matchmaker: Seat | None = None
        self.model: Seat | None = None
        self.left_lately = self.somebody_left = False
        self.charmed: set[Seat] = set()
        self.powers_lost = False
        self.unspent = set().union(*AS_NEW.values())
        self.stage: list[str] = []
        self.unplayed: list[str] = []
        self.part: str | None = None
        self.fixed_camp: dict[Seat, str] = {}
        self.sun: list[Seat] = []
        self.voteless: set[Seat] = set()
        self.banned: set[Seat] = set()
        self.banned_tomorrow: set[Seat] = set()
        self.another_vote = False
        self.sick: Seat | None = None
        self.protected: Seat | None = None
        self.was_protected: Seat | None = None
        self.accused: Seat | None = None
        self.house: Seat | None = None
        self.prey: Seat | None = None
        self.infected: Seat | None = None
        self.eaters: dict[Seat, list[Seat]] = {}
        self.doomed: dict[str, list[Seat]] = {}
        self.guesses: dict[Seat, Seat] = {}

    # What is on the table

    def _dealt_nature(self, card: str) -> str:
        if card in WOLVES:
            return "werewolf"
        return "solitary" if card in ALONE else "villager"

    def holds(self, seat: Seat, card: str) -> bool:
        """Whether this is the player's card or, of the Actor, the part."""
        return self.card[seat] == card or (self.card[seat] == "actor" and self.part == card)

    def owners(self, card: str) -> list[Seat]:
        return [seat for seat in self.alive if self.holds(seat, card)]

    def may_be_in_play(self, card: str) -> bool:
        """LG-60, CH-42."""
        if self.powers_lost and card in POWERS:
            return False
        cards = [card, *(["actor"] if card in self.stage else [])]
        return any(self.deck[one] > self.seen[one] for one in cards)

    def wolves(self) -> list[Seat]:
        return [seat for seat in self.alive if self.nature[seat] == "werewolf"]

    def beloved(self, seat: Seat) -> Seat | None:
        if seat not in self.lovers:
            return None
        return next(other for other in self.lovers if other is not seat)

    def but(self, *seats: Seat | None, among: Sequence[Seat] | None = None) -> list[Seat]:
        return [seat for seat in (self.alive if among is None else among) if seat not in seats]

    def clockwise(self, seat: Seat) -> list[Seat]:
        """The other living seats, from the left neighbour on."""
        turned = [*self.seats[seat.index + 1 :], *self.seats[: seat.index]]
        return [other for other in turned if other in self.alive]

    def neighbours(self, seat: Seat) -> list[Seat]:
        others = self.clockwise(seat)
        return [*others[:1], *others[-1:]]

    def camp(self, seat: Seat) -> str:
        """LG-58: the camp of these people as they are now, a mixed pair first."""
        own = {one: self._camp_alone(one) for one in {seat, *self.lovers}}
        if seat in self.lovers and len({own[lover] for lover in self.lovers}) == 2:
            return "lovers"
        return own[seat]

    def sides_with(self, seat: Seat) -> str:
        """CH-53: by option the Cupid of a mixed pair is of its camp while both live; else the camp is that in
        which one is, or died."""
        if seat is self.matchmaker and self.options.cupid_wins_with_lovers:
            pair = [lover for lover in self.lovers if lover in self.alive]
            if len(pair) == 2 and self.camp(pair[0]) == "lovers":
                return "lovers"
        return self.camp_at_death.get(seat) or self.camp(seat)

    def _camp_alone(self, seat: Seat) -> str:
        if seat in self.fixed_camp:
            return self.fixed_camp[seat]
        if self.card[seat] == "white_werewolf" or self.nature[seat] == "solitary":
            return self.card[seat]
        return "werewolves" if self.nature[seat] == "werewolf" else "villagers"

    # Asking

    def ask(self, seat: Seat, key: str, choices: Sequence[Any], demanded: bool = False) -> Telling[Any]:
        answer = yield Ask(seat, key, choices, 1, demanded)
        return answer[0] if answer else None

    def insist(self, seat: Seat, key: str, choices: Sequence[Any]) -> Telling[Any]:
        """LG-45: a choice that must be made but was not is drawn."""
        answer = yield from self.ask(seat, key, choices, demanded=True)
        if answer is None:
            (answer,) = yield Draw(key, choices)
        return answer

    def insist_aloud(self, seat: Seat, key: events.Of, choices: Sequence[Any]) -> Telling[Any]:
        answer = yield from self.ask(seat, key, choices, demanded=True)
        return answer or (yield from self.lot(key, choices))

    def lot(self, of: events.Of, choices: Sequence[Seat]) -> Telling[Any]:
        (drawn,) = yield Draw(of, choices)
        yield Say(events.Lot(of, drawn))
        return drawn

    def several(self, seat: Seat, key: str, choices: Sequence[Any], count: int) -> Telling[list[Any]]:
        named = list((yield Ask(seat, key, choices, count, True)))
        while len(named) < count:
            named += yield Draw(key, self.but(*named, among=choices))
        return named

    # The round

    def round(self) -> Telling[None]:
        try:
            yield from self.eve()
            while True:
                self.number += 1
                dead = len(self.cause)
                yield from self.night()
                yield from self.morning()
                yield from self.day()
                yield from self.stalemate(died=len(self.cause) > dead)
        except Won as won:
            winner = str(won)
        yield Say(events.RoundOver(winner, tuple(self.winners(winner)), self.seats, self.guesses))  # type: ignore[arg-type] # as in the game

    def eve(self) -> Telling[None]:
        """What all are told; LG-22, BO-33: what happens on day 0."""
        yield from self.known_to_all()
        if self.options.captain != "start" and not self.deck["angel"]:
            return
        yield Say(events.Day(0))
        yield from self.leaving()
        if self.options.captain == "start":
            yield from self.election()
        if self.deck["angel"]:
            yield Say(events.AngelMayBeThere())
            yield from self.debate_and_vote()

    def known_to_all(self) -> Telling[None]:
        """CH-52, CH-48, CH-41."""
        for seat in self.owners("villager_villager"):
            yield Say(KnownToAll(seat))
        if self.deck["prejudiced_manipulator"]:
            (first,) = yield Draw("sun", self.seats)
            arc = [*self.seats[first.index :], *self.seats[: first.index]][: (len(self.seats) + 1) // 2]
            self.sun = [seat for seat in self.seats if seat in arc]
            yield Say(Halves(tuple(self.sun), tuple(self.but(*self.sun, among=self.seats))))
        if self.deck["actor"]:
            kinds = [card for key, card in self.box.items() if key in POWERS - NEVER_OPEN - {*self.deck}]
            drawn = yield Draw("stage", kinds, min(3, len(kinds)))
            self.stage = [card.key for card in drawn]
            self.unplayed = list(self.stage)
            yield Say(Stage(tuple(drawn)))

    def stalemate(self, died: bool) -> Telling[None]:
        """LG-47."""
        self.quiet = 0 if died else self.quiet + 1
        if self.options.stalemate and self.quiet == self.options.stalemate:
            yield Say(events.Stalemate())
            raise Won("nobody")
        if self.options.stalemate and self.quiet and self.quiet == self.options.stalemate - 1:
            yield Say(events.StalemateNear())

    def winners(self, winner: str) -> list[Seat]:
        """LG-34, LG-58: whoever belonged to the winning camp at death or at the end."""
        if winner in ("white_werewolf", *ALONE):
            return [seat for seat in self.seats if self.card[seat] == winner]
        return [seat for seat in self.seats if self.sides_with(seat) == winner]

    # Nights

    def night(self) -> Telling[None]:
        self.was_protected, self.protected = self.protected, None
        self.prey = self.infected = self.house = self.accused = None
        self.eaters = {}
        self.part = None
        self.left_lately, self.somebody_left = self.somebody_left, False
        self.banned, self.banned_tomorrow = self.banned_tomorrow, set()
        self.doomed = {cause: [] for cause in CAUSES}
        heads_up = self.deck["little_girl"] > 0 and not self.powers_lost
        yield Say(events.Nightfall(self.number, heads_up))
        gone = yield Leavers(self.alive)
        self.doomed["left"] = list(gone)
        if self.sick in self.alive:
            self.doomed["rust"] = [self.sick]
        else:
            self.sick = None
        for key in CALLS:
            if not self.is_held(key):
                continue
            if key in LOOKS:
                awake = self.but(*gone)
            elif key == "werewolves":
                awake = self.but(*gone, self.sick, among=self.wolves())
            else:
                awake = self.but(*gone, self.sick, among=self.owners(key))
            call = self.calls.get(key)
            assert call, f"{self.book} has no call of {key}"
            yield Wake(call, awake)
            if awake:
                several = key in LOOKS or key in ("werewolves", "two_sisters", "three_brothers")
                part = getattr(self, f"{key}_look" if key in LOOKS else key)
                yield from part(awake if several else awake[0])
            yield Sleep(call)
            if key == "charmed" and self.piper_wins():
                raise Won("piper")

    def is_held(self, key: str) -> bool:
        """LG-35, LG-60, BO-17: whether a call is held: as long as the village cannot know that it is void."""
        card = LOOKS.get(key, key)
        if key == "werewolves":
            return True
        again = key == "wild_child" and self.options.new_model and self.left_lately
        if (self.number > 1 and key in ONCE and not again) or (self.number % 2 and key == "white_werewolf"):
            return False
        confer = {"two_sisters": self.options.sisters_confer, "three_brothers": self.options.brothers_confer}
        if key in confer and self.number > 1 and (self.number % 2 or not confer[key]):
            return False
        return self.may_be_in_play(card)

    def thief(self, thief: Seat) -> Telling[None]:
        yield Show([thief], "centre", value=[self.box[card] for card in self.centre])
        wolves = [self._dealt_nature(card) == "werewolf" for card in self.centre]
        dealt = any(self._dealt_nature(self.card[seat]) == "werewolf" for seat in self.seats)
        must = [side for side, wolf in zip(("left", "right"), wolves, strict=True) if wolf]
        if all(wolves) or (must and not dealt):
            choice = yield from self.insist(thief, "thief", must)
        else:
            choice = yield from self.ask(thief, "thief", ("keep", "right", "left"))
        if choice in ("left", "right"):
            side = ("left", "right").index(choice)
            self.card[thief], self.centre[side] = self.centre[side], "thief"
            self.nature[thief] = self._dealt_nature(self.card[thief])

    def cupid(self, cupid: Seat) -> Telling[None]:
        self.matchmaker = cupid
        pair = yield from self.several(cupid, "cupid", self.alive, 2)
        self.lovers = [seat for seat in self.seats if seat in pair]
        for lover in self.lovers:
            if self.card[lover] == "angel":
                self.nature[lover] = "villager"

    def lovers_look(self, awake: Sequence[Seat]) -> Telling[None]:
        for lover in self.lovers:
            if lover in awake:
                yield Show([lover], "lover", seat=self.beloved(lover))

    def actor(self, actor: Seat) -> Telling[None]:
        """CH-40."""
        if self.unplayed:
            chosen = yield from self.ask(actor, "actor", [self.box[key] for key in self.unplayed])
            if chosen:
                self.part = chosen.key
                self.unplayed.remove(chosen.key)
                self.unspent |= AS_NEW.get(chosen.key, set())

    def defender(self, defender: Seat) -> Telling[None]:
        self.protected = yield from self.ask(defender, "defender", self.but(self.was_protected))

    def seer(self, seer: Seat) -> Telling[None]:
        seen = yield from self.ask(seer, "seer", self.but(seer))
        if seen:
            yield Show([seer], "card", seen, self.box[self.card[seen]])

    def two_sisters(self, awake: Sequence[Seat]) -> Telling[None]:
        for sister in awake:
            for other in self.but(sister):
                if self.card[other] == "two_sisters":
                    yield Show([sister], "sister", other)

    def three_brothers(self, awake: Sequence[Seat]) -> Telling[None]:
        for brother in awake:
            for other in self.but(brother, among=self.owners("three_brothers")):
                yield Show([brother], "brother", other)

    def wild_child(self, child: Seat) -> Telling[None]:
        if self.number == 1 or (self.model and self.cause.get(self.model) == "left"):
            self.model = yield from self.insist(child, "wild_child", self.but(child))

    def bear_tamer(self, _: Seat) -> Telling[None]:
        yield from ()

    def wolf_hound(self, hound: Seat) -> Telling[None]:
        self.nature[hound] = yield from self.insist(hound, "wolf_hound", ("villager", "werewolf"))

    def werewolves(self, awake: Sequence[Seat]) -> Telling[None]:
        if self.book == "family":
            touched = yield Vote("werewolves.awake", dict.fromkeys(awake, (True,)))
            awake = [wolf for wolf in awake if wolf in touched]
            if not awake:
                self.doomed["starved"] = self.wolves()
                return
        yield Show(awake, "pack", value=awake)
        eaten = self.alive if self.book == "family" else self.but(*self.wolves())
        named = yield Vote("werewolves", {wolf: self.but(self.beloved(wolf), among=eaten) for wolf in awake})
        if len(set(named.values())) == 1:
            self.prey = next(iter(named.values()))
            self.serve("pack", self.prey, awake)

    def serve(self, meal: str, victim: Seat, eaters: Sequence[Seat]) -> None:
        if victim is not self.protected:
            self.doomed[meal] = [victim]
            self.eaters[victim] = list(eaters)

    def baker(self, baker: Seat) -> Telling[None]:
        pack = self.but(baker, among=self.wolves())
        rest = self.but(baker, *pack)
        if pack and rest:
            (one,) = yield Draw("baker", pack)
            (other,) = yield Draw("baker", rest)
            yield Show([baker], "baker", value=[seat for seat in self.seats if seat in (one, other)])

    def white_werewolf(self, white: Seat) -> Telling[None]:
        if others := self.but(white, self.beloved(white), among=self.wolves()):
            struck = yield from self.ask(white, "white_werewolf", others)
            self.doomed["white_werewolf"] = [struck] if struck else []

    def accursed_wolf_father(self, father: Seat) -> Telling[None]:
        if self.prey is None or "bite" not in self.unspent:
            return
        if (yield from self.ask(father, "accursed_wolf_father", (False, True))):
            self.unspent.remove("bite")
            self.doomed["pack"] = []
            if self.prey is not self.protected and not self.holds(self.prey, "elder"):
                self.infected = self.prey
                self.nature[self.prey] = "werewolf"

    def infected_look(self, awake: Sequence[Seat]) -> Telling[None]:
        if self.infected and self.infected in awake:
            yield Show([self.infected], "infected")

    def big_bad_wolf(self, wolf: Seat) -> Telling[None]:
        sated = self.sick or any(self.nature[dead] == "werewolf" for dead in self.cause)
        menu = self.but(*self.wolves(), self.prey, self.beloved(wolf))
        if menu and not sated:
            victim = yield from self.ask(wolf, "big_bad_wolf", menu)
            if victim:
                self.serve("second", victim, [wolf])

    def pyromaniac(self, pyromaniac: Seat) -> Telling[None]:
        if "torch" not in self.unspent:
            return
        self.house = house = yield from self.ask(pyromaniac, "pyromaniac", self.alive)
        if house:
            self.unspent.remove("torch")
        if house in self.doomed["pack"]:
            self.doomed["pack"] = []
            del self.eaters[house]
            to_his_right = [seat for seat in self.clockwise(house)[::-1] if seat in self.wolves()]
            self.doomed["fire"] = to_his_right[:1]

    def witch(self, witch: Seat) -> Telling[None]:
        victims = [seat for seat in self.seats if seat in self.eaters]
        yield Show([witch], "victims", value=victims)
        if victims and "heal" in self.unspent:
            healed = yield from self.ask(witch, "witch.heal", victims)
            if healed:
                self.spend("heal")
                for meal in ("pack", "second"):
                    self.doomed[meal] = self.but(healed, among=self.doomed[meal])
        menu = self.but(witch, self.beloved(witch))
        if menu and "poison" in self.unspent:
            poisoned = yield from self.ask(witch, "witch.poison", menu)
            if poisoned:
                self.spend("poison")
                self.doomed["poisoned"] = [poisoned]

    def spend(self, potion: str) -> None:
        """LG-15."""
        self.unspent -= {"heal", "poison"} if self.options.one_potion else {potion}

    def fox(self, fox: Seat) -> Telling[None]:
        if "scent" not in self.unspent:
            return
        middle = yield from self.ask(fox, "fox", self.alive)
        if middle:
            found = not {middle, *self.neighbours(middle)}.isdisjoint(self.wolves())
            yield Show([fox], "fox", value=found)
            self.unspent -= set() if found else {"scent"}

    def piper(self, piper: Seat) -> Telling[None]:
        free = self.but(piper, *self.charmed)
        if free and self.nature[piper] == "solitary":
            self.charmed |= set((yield from self.several(piper, "piper", free, min(2, len(free)))))

    def charmed_look(self, awake: Sequence[Seat]) -> Telling[None]:
        charmed = [seat for seat in self.alive if seat in self.charmed]
        if dancers := [seat for seat in charmed if seat in awake]:
            yield Show(dancers, "charmed", value=charmed)

    def raven(self, raven: Seat) -> Telling[None]:
        if menu := self.but(raven, self.beloved(raven)):
            self.accused = yield from self.ask(raven, "raven", menu)

    # Mornings

    def morning(self) -> Telling[None]:
        yield Say(events.Dawn(self.number))
        victims = self.victims()
        for seat in self.alive if self.number == 1 else ():
            aims_high = self.card[seat] == "angel" and self.nature[seat] == "solitary"
            if aims_high and victims.get(seat) not in ("devoured", "poisoned"):
                self.nature[seat] = "villager"
        if self.house:
            yield Say(HouseBurnt(self.house))
        if not victims:
            yield Say(events.NoDeath("night"))
        yield from self.settle(victims)
        yield from self.leaving()
        for tamer in self.alive:
            near = {tamer, *self.neighbours(tamer)}
            if self.holds(tamer, "bear_tamer") and not self.powers_lost and near & set(self.wolves()):
                yield Say(BearGrowls())

    def victims(self) -> Batch:
        """LG-41, BO-16: who dies this morning, and of which cause."""
        batch: Batch = {}
        for seat in self.alive:
            for cause in CAUSES:
                if seat in self.doomed[cause]:
                    devoured = cause in ("pack", "second")
                    if devoured and self.holds(seat, "elder") and "second life" in self.unspent:
                        self.unspent.remove("second life")
                        continue
                    batch[seat] = "devoured" if devoured else cause
                    break
        return batch

    def leaving(self) -> Telling[None]:
        """LG-46."""
        gone = yield Leavers(self.alive)
        if gone:
            yield from self.settle({seat: "left" for seat in self.alive if seat in gone})

    def settle(self, batch: Batch) -> Telling[None]:
        """LG-20."""
        aiming: Seat | None = None
        fallen = list(batch)
        while batch:
            yield from self.turn_over(batch)
            yield from self.bring(batch)
            aiming = next((seat for seat in batch if self.holds(seat, "hunter")), aiming)
            grieving = [seat for seat in self.lovers if seat in self.alive]
            if len(grieving) == 1:
                batch = dict.fromkeys(grieving, "grief")
                continue
            batch = {}
            if aiming:
                batch = yield from self.shot(aiming)
                aiming = None
        self.check_victory()
        yield from self.succession()
        for seat in fallen:
            if self.cause[seat] == "tie" and self.holds(seat, "scapegoat") and not self.powers_lost:
                yield from self.ban(seat)

    def ban(self, goat: Seat) -> Telling[None]:
        """CH-18: at least one of those who have a vote keeps it."""
        voters = self.but(*self.voteless)
        if len(voters) > 1:
            yield Say(events.TakesVotes(goat))
            named = yield Ask(goat, "scapegoat", voters, len(voters) - 1, False)
            self.banned_tomorrow |= {*named}
            if named:
                yield Say(NoVote(tuple(seat for seat in voters if seat in named)))

    def turn_over(self, batch: Batch) -> Telling[None]:
        for seat in batch:
            self.camp_at_death[seat] = self.camp(seat)
        for seat, cause in batch.items():
            self.alive.remove(seat)
            self.cause[seat] = cause
            self.somebody_left = self.somebody_left or cause == "left"
            card = self.card[seat]
            shown = None
            if self.options.reveal == "card":
                self.seen[card] += 1
                shown = self.box[card]
            yield Say(events.Death(seat, shown, cause, cause in TOLD))
            if self.options.reveal_nature and card in ("wild_child", "wolf_hound"):
                yield Say(events.NatureShown(seat, self.nature[seat]))  # type: ignore[arg-type]

    def bring(self, batch: Batch) -> Telling[None]:
        for seat, cause in batch.items():
            by_day = self.number == 0 and cause == "voted"
            by_night = self.number == 1 and cause in ("devoured", "poisoned")
            if self.card[seat] == "angel" and self.nature[seat] == "solitary" and (by_day or by_night):
                raise Won("angel")
        for seat, cause in batch.items():
            if self.holds(seat, "elder") and cause in ("voted", "poisoned", "shot"):
                self.powers_lost = True
                yield Say(PowersLost())
        for seat, cause in batch.items():
            if self.holds(seat, "rusty_knight") and cause == "devoured" and not self.powers_lost:
                eaters = [other for other in self.clockwise(seat) if other in self.eaters[seat]]
                self.sick = eaters[0] if eaters else self.sick
        for seat in self.alive:
            lost = self.cause.get(self.model) if self.model else None
            if self.card[seat] == "wild_child" and lost and not (lost == "left" and self.options.new_model):
                self.nature[seat] = "werewolf"

    def shot(self, hunter: Seat) -> Telling[Batch]:
        """LG-17: the hunter's shot, and in which rulebook it is compulsory."""
        causes = {"devoured", "voted"} if self.book == "family" else {"devoured", "voted", "poisoned"}
        cause = self.cause[hunter]
        due = cause != "left" if self.book == "best-of" else cause in causes
        menu = self.but(self.beloved(hunter))
        if not due or self.powers_lost or not menu:
            return {}
        yield Say(events.HunterAims(hunter))
        if self.book in ("thiercelieux", "best-of"):
            target = yield from self.insist_aloud(hunter, "hunter", menu)
        else:
            target = yield from self.ask(hunter, "hunter", menu)
        return {target: "shot"} if target else {}

    def piper_wins(self) -> bool:
        for seat in self.alive:
            if self.card[seat] == "piper" and self.nature[seat] == "solitary":
                return set(self.but(seat)) <= self.charmed
        return False

    def manipulator_wins(self) -> bool:
        """CH-47."""
        for seat in self.owners("prejudiced_manipulator"):
            if self.nature[seat] == "solitary":
                return all((other in self.sun) == (seat in self.sun) for other in self.alive)
        return False

    def thief_waits(self) -> bool:
        """LG-28: whether a Thief who may take a werewolf will still be called."""
        if self.number or self.powers_lost or "thief" not in [self.card[seat] for seat in self.alive]:
            return False
        return "werewolf" in [self._dealt_nature(card) for card in self.centre]

    def check_victory(self) -> None:
        """LG-33: every victory but the Angel's."""
        camps = Counter(self.sides_with(seat) for seat in self.alive)
        if not self.alive:
            raise Won("nobody")
        if [self.card[seat] for seat in self.alive] == ["white_werewolf"]:
            raise Won("white_werewolf")
        if self.piper_wins():
            raise Won("piper")
        if self.manipulator_wins():
            raise Won("prejudiced_manipulator")
        if set(camps) == {"lovers"}:
            raise Won("lovers")
        if not self.wolves() and not self.thief_waits():
            raise Won("villagers")
        whites = [seat for seat in self.alive if self.card[seat] == "white_werewolf"]
        outside = len(self.alive) - camps["werewolves"]
        if camps["werewolves"] and outside <= (self.book == "family") and not whites:
            raise Won("werewolves")

    def succession(self) -> Telling[None]:
        """LG-19, LG-46."""
        fallen = self.captain
        if fallen is None or fallen in self.alive:
            return
        heirs = self.but(*self.voteless)
        if not heirs:
            self.captain = None
            return
        yield Say(events.CaptainFalls(fallen))
        if self.cause[fallen] == "left":
            heir = yield from self.lot("successor", heirs)
        else:
            heir = yield from self.insist_aloud(fallen, "successor", heirs)
        yield from self.office(heir, "succession")

    def office(self, seat: Seat, by: Literal["election", "succession"]) -> Telling[None]:
        self.captain = seat
        yield Say(events.Captain(seat, by))

    # Days

    def day(self) -> Telling[None]:
        yield Say(events.Day(self.number))
        yield from self.leaving()
        first = ELECTION_DAYS[self.options.captain]
        if self.captain is None and first is not None and self.number >= first:
            yield from self.election()
        yield from self.debate_and_vote()

    def election(self) -> Telling[None]:
        """LG-22, LG-56."""
        voters = self.but(*self.voteless)
        if not voters:
            return
        standing = voters
        if self.book == "best-of":
            yield Say(events.CandidatesOpen())
            answer = yield Vote("candidates", dict.fromkeys(voters, (True,)))
            named = [seat for seat in voters if seat in answer]
            yield Say(events.Candidates(tuple(named)))
            standing = named or voters
        yield Say(events.ElectionOpens(tuple(standing), again=False))
        cast = yield Vote("election", dict.fromkeys(voters, standing))
        first = yield from self.ballots("election", cast, again=False)
        if len(first) > 1:
            yield Say(events.Tie("election", tuple(first)))
            if self.options.tie == "rules":
                yield Say(events.ElectionOpens(tuple(first), again=True))
                cast = yield Vote("election_revote", dict.fromkeys(voters, first))
                second = yield from self.ballots("election", cast, again=True)
                if len(second) > 1:
                    yield Say(events.Tie("election", tuple(second)))
                first = second or first
        if len(first) > 1:
            first = [(yield from self.lot("election", first))]
        if first:
            yield from self.office(first[0], "election")

    def ballots(
        self, of: Literal["election", "vote"], cast: Mapping[Seat, Seat], again: bool, omens: bool = False
    ) -> Telling[list[Seat]]:
        """LG-23, LG-57, EX-7: weighs the votes; returns who has most."""
        weights = Counter(cast.values())
        double = self.captain if self.captain in cast else None
        if double:
            weights[cast[double]] += 1
        if omens and cast and not again and self.accused and self.accused in self.alive:
            weights[self.accused] += 2
        yield Say(events.Ballots(of, again, cast, weights, double))  # type: ignore[arg-type] # as in the game
        return [seat for seat in self.alive if seat in weights and weights[seat] == max(weights.values())]

    def debate_and_vote(self) -> Telling[None]:
        first = ELECTION_DAYS[self.options.captain]
        is_early = self.captain is None and (first is None or self.number < first)
        yield Say(events.DebateOpens(("call_election",) if is_early else ()))
        waiting = list(self.alive)
        spent_s = 0.0
        while 2 * len(waiting) >= len(self.alive):
            press = yield Clock("debate", waiting, spent_s)
            if press is None:
                break
            spent_s = press.at_s
            waiting = self.but(press.seat, among=waiting)
            yield Say(events.Ready(press.seat))
        if is_early and (yield Wanted("call_election")):
            yield from self.election()
        if self.accused and self.accused in self.alive:
            yield Say(VotesAgainst(self.accused))
        self.another_vote = False
        yield from self.vote_and_settle(first=True)
        yield from self.judges_time()
        if self.another_vote:
            yield Say(events.SecondVote(self.number))
            yield from self.leaving()
            yield from self.vote_and_settle(first=False)

    def vote_and_settle(self, first: bool) -> Telling[None]:
        """CH-6."""
        condemned, cause = yield from self.village_vote(first)
        if condemned is None:
            yield Say(events.NoDeath("vote"))
        elif cause == "voted" and self.is_pardoned(condemned):
            self.unspent.remove("pardon")
            self.voteless.add(condemned)
            self.captain = None if self.captain is condemned else self.captain
            yield Say(Pardoned(condemned))
        else:
            yield from self.servants_time(condemned)
            yield from self.settle({condemned: cause})

    def is_pardoned(self, seat: Seat) -> bool:
        """CH-9, CH-11."""
        return self.holds(seat, "village_idiot") and "pardon" in self.unspent and not self.powers_lost

    def servants_time(self, condemned: Seat) -> Telling[None]:
        """CH-34."""
        if not self.may_be_in_play("devoted_servant"):
            return
        yield Say(events.Condemned(condemned))
        heard = self.but(condemned, *self.lovers, among=self.owners("devoted_servant"))
        for servant in (yield Covered(take_card, self.alive, heard)):
            yield from self.takes(servant, condemned)

    def takes(self, servant: Seat, dead: Seat) -> Telling[None]:
        """CH-29, CH-31 to CH-33."""
        taken = self.card[dead]
        self.fixed_camp[dead] = self._camp_alone(dead)
        self.card[dead], self.card[servant] = "devoted_servant", taken
        if taken == "actor":
            self.part = None
        if self.options.reveal == "none":
            self.seen["devoted_servant"] += 1
        if self.nature[servant] != "werewolf":
            came_late = taken == "angel" and self.number > 0
            self.nature[servant] = "villager" if came_late else self._dealt_nature(taken)
        self.model = None if taken == "wild_child" else self.model
        self.protected = None if taken == "defender" else self.protected
        self.unspent |= AS_NEW.get(taken, set())
        yield Say(TakesCard(servant, dead))
        yield Show([servant], "taken", dead, self.box[taken])
        if taken == "villager_villager":
            yield Say(KnownToAll(servant))

    def judges_time(self) -> Telling[None]:
        """CH-25."""
        if not self.may_be_in_play("stuttering_judge"):
            return
        heard = self.owners("stuttering_judge") if "second vote" in self.unspent else []
        if (yield Covered(stutter, self.alive, heard)):
            self.unspent.remove("second vote")
            self.another_vote = True

    def village_vote(self, first_vote: bool) -> Telling[tuple[Seat | None, str]]:
        """LG-24, LG-25, CH-16."""
        standing: Sequence[Seat] = self.alive
        for vote in range(4 if self.book == "family" else 2):
            yield Say(events.VoteOpens(tuple(standing), again=vote > 0))
            voters = self.but(*self.voteless, *self.banned)
            menus = {voter: self.but(self.beloved(voter), among=standing) for voter in voters}
            dead = [seat for seat in self.seats if self.cause.get(seat, "left") != "left"]
            guesses = dict.fromkeys(dead, self.alive)
            named: dict[Seat, Seat] = yield Vote("revotes" if vote else "vote", menus, guesses=guesses)
            cast = {voter: seat for voter, seat in named.items() if voter in menus}
            self.guesses |= {seat: named[seat] for seat in dead if seat in named}
            first = yield from self.ballots("vote", cast, again=vote > 0, omens=first_vote)
            if len(first) < 2:
                return (first[0] if first else None), "voted"
            yield Say(events.Tie("vote", tuple(first)))
            goats = [] if self.powers_lost else self.owners("scapegoat")
            if goats:
                yield Say(Blamed(goats[0]))
                return goats[0], "tie"
            if self.options.tie == "lot":
                drawn: Seat = yield from self.lot("vote", first)
                return drawn, "voted"
            if self.captain:
                own = cast.get(self.captain)
                if own in first and self.book != "best-of":
                    yield Say(events.BallotDecides(own))
                    return own, "voted"
                if self.book != "family":
                    chosen: Seat = yield from self.captain_decides(self.captain, first)
                    return chosen, "voted"
            standing = first
        return None, "voted"

    def captain_decides(self, captain: Seat, tied: Sequence[Seat]) -> Telling[Seat]:
        may = self.but(self.beloved(captain), among=tied)
        if len(may) == 1:
            return may[0]
        yield Say(events.CaptainDecides(captain, tuple(tied)))
        chosen: Seat = yield from self.insist_aloud(captain, "captain_choice", may)
        return chosen


class Watched:
    """Lets another answerer play, and compares every word, and every player's life and cards, with
    `Retold`."""

    def __init__(self, game: Game, answerer: Answerer) -> None:
        self.game = game
        self.answerer = answerer
        self.retold = Retold(game)
        self.telling = self.retold.round()
        self.expected: Request | None = next(self.telling)
        self.words: Counter[str] = Counter()
        """How often something was asked, shown, said: that a check has had something to check."""
        self.over: events.RoundOver | None = None

    @property
    def nights(self) -> int:
        return self.retold.number

    @property
    def winner(self) -> str:
        assert self.over, "the round is not over"
        return self.over.winner

    def _compare(self, request: Request) -> None:
        assert self.expected is not None, f"a word after the end: {request}"
        heard, expected = plain(request), plain(self.expected)
        assert heard == expected
        assert list(self.game.alive) == self.retold.alive
        assert [seat.nature for seat in self.game.seats] == [*self.retold.nature.values()]
        assert self.retold.number < NIGHTS_AT_MOST
        self.words[heard[0]] += 1

    def _go_on(self, answer: Any = None) -> None:
        try:
            self.expected = self.telling.send(answer)
        except StopIteration:
            self.expected = None

    def word(self, request: Any) -> Any:
        """Passes a word on to the other answerer, and its answer to the second telling."""
        self._compare(request)
        if isinstance(request, Ask):
            assert len(request.choices) >= request.count > 0, "nothing to choose from"
        if isinstance(request, Say) and isinstance(request.event, events.RoundOver):
            self.over = request.event
        name = "clock" if isinstance(request, Clock) else type(request).__name__.lower()
        answer = getattr(self.answerer, name)(request)
        self._go_on(answer)
        return answer

    ask = vote = show = say = wake = sleep = draw = clock = covered = leavers = wanted = word


TELLS_OPTIONS = set(re.findall(r"self\.options\.(\w+)", getsource(Retold)))
"""The options whose rules are written here: those that it asks for. Scenarios show the others."""
