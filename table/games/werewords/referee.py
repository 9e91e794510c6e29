"""Plays scenario files of Mots-garous by the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from table.engine.answers import BALLOT, SEAT, YES, Form, seats, written
from table.engine.public import Public
from table.engine.requests import Answering, Ask, Clock, Press, Show, Vote
from table.errors import RefusedError
from table.games import scenario
from table.games.telling import EmptyMemory, NarratorMemory
from table.games.werewords.rules import events
from table.games.werewords.rules.box import MOTS_GAROUS, Game
from table.games.werewords.rules.letters import UNCOVERS_S, given_away, uncovers_s
from table.games.werewords.rules.options import Options, check_word, read_options
from table.games.werewords.rules.script import WITHOUT_SUCCESSION, play_round, with_the_mayor
from table.games.werewords.rules.state import TOKENS, Round
from table.games.werewords.rules.tiles import MAYOR, TILES, Tile, check_set
from table.games.werewords.telling import WerewordsTelling, telling_of
from table.settings.times import Times

KEYS = ("rulebook", "seats", "cards", "centre", "last_mayor", "seed", "options", "turns")
TABLE = "table"
"""The receiver of a token that nobody asked for."""
A_WORD = "a word or a name of several words"


def a_word(value: Any, names: Sequence[str]) -> str | None:  # noqa: ARG001 - a form
    """Any text."""
    return None if isinstance(value, str) and value.strip() else A_WORD


def letters(value: Any, names: Sequence[str]) -> str | None:  # noqa: ARG001 - a form
    """Positions in the word, each once."""
    if isinstance(value, list) and all(type(one) is int for one in value) and len(set(value)) == len(value):
        return None
    return "a list of different positions, the first letter's being 0"


def tokens(value: Any, names: Sequence[str]) -> str | None:
    """A list of [who asked, token]."""
    seats_or_table = ", ".join((*names, TABLE))
    wanted = f'a list of pairs ["seat", "token"]; seats: {seats_or_table}; tokens: {", ".join(TOKENS)}'
    if not isinstance(value, list):
        return wanted
    for one in value:
        if (
            not isinstance(one, list)
            or len(one) != 2
            or one[0] not in (*names, TABLE)
            or one[1] not in TOKENS
        ):
            return f"{wanted}; not {written(one)}"
    return None


LEFT: dict[str, Form] = {"left": seats()}
FORMS: Mapping[str, Mapping[str, Form]] = {
    "night": LEFT | {"doppelganger": SEAT, "word": a_word, "letters": letters, "thing": SEAT},
    "day": LEFT | {"tokens": tokens, "oops": YES},
    "vote": LEFT | {"werewolves": BALLOT, "accuse": BALLOT},
}
ORDER = tuple(FORMS)
MOMENTS = scenario.Moments(
    lambda moment: ORDER.index(moment) if moment in ORDER else None, ", ".join(f'"{at}"' for at in ORDER)
)
ANSWERED_BY = {"pick": "werewolves", "picks": "werewolves"}
"""Questions that a file answers under another key."""


class Scenario(msgspec.Struct):
    """A scenario file, read and valid in form. `tiles`: each seat's own, the Mayor's is the secret role;
    `uncovers_s`: how often a letter is uncovered when played with a clock."""

    names: list[str]
    tiles: list[Tile]
    mayor: int
    seed: int
    options: Options
    turns: list[scenario.Turn]
    warnings: tuple[str, ...] = ()
    uncovers_s: float = UNCOVERS_S

    @property
    def rulebook(self) -> Game:
        """The only rulebook."""
        return MOTS_GAROUS

    def round(self) -> Round:
        """The table before the night; the word in the file is the only one on offer."""
        named = [turn.answers["word"] for turn in self.turns if "word" in turn.answers]
        return Round(self.names, self.tiles, self.mayor, self.options, named, uncovers_s=self.uncovers_s)

    def play(self, through: scenario.Through) -> dict[str, Any]:
        """Plays it by the rules."""
        round_ = self.round()
        answers = FromScenario(self, round_)
        over, waiting = scenario.to_the_end(play_round(round_), answers, through)
        return {
            "state": "over" if over else "waiting",
            "waiting_for": waiting,
            "warnings": list(self.warnings),
            "winner": over.winner if over else None,
            "winners": scenario.plain(over.winners) if over else [],
            "alive": [seat.name for seat in round_.seats if seat not in answers.gone],
            "mayor": round_.mayor.name,
            "natures": {seat.name: seat.team for seat in round_.seats},
            "cards": {seat.name: seat.tile.key for seat in round_.seats},
            "roles": {seat.name: seat.role.key for seat in round_.seats},
            "shown": answers.shown,
            "public": answers.public,
        }

    def at_table(self, times: Times) -> WerewordsTelling:
        """How it is told at a table with these times."""
        self.uncovers_s = uncovers_s(times.window_s("questions.speedwords"))
        return telling_of(self.options, times, is_first=True)

    def memory(self) -> NarratorMemory:
        """What its narrator remembers."""
        return EmptyMemory()


def read(raw: Mapping[str, Any], _: object = None) -> Scenario:
    """Reads a scenario and checks form, options, set and turns as far as possible without playing it."""
    scenario.only(raw, KEYS)
    options = read_options(scenario.read_table(raw, "options"))
    seed = scenario.read_seed(raw)
    names = scenario.read_seats(raw)
    cards, centre = (
        [_named(key, place) for key in scenario.read_keys(raw, place)] for place in ("cards", "centre")
    )
    if len(cards) != len(names):
        raise RefusedError(f"cards: {len(cards)} tiles; allowed: {len(names)}, one for each seat")
    if len(centre) != 1:
        raise RefusedError(f"centre: {len(centre)} tiles; allowed: one")
    check_set([*cards, *centre], len(names))
    check_word(options, (*cards, *centre))
    last = raw.get("last_mayor")
    if last is not None and last not in names:
        raise RefusedError(f"last_mayor: {written(last)}; allowed: a seat: {', '.join(names)}")
    if centre[0] is MAYOR and (last is None or len(names) <= WITHOUT_SUCCESSION):
        few = len(names) <= WITHOUT_SUCCESSION
        why = f"more than {WITHOUT_SUCCESSION} players" if few else "last_mayor = a seat"
        raise RefusedError(f'centre: "mayor" would be dealt again; allowed: {why}, or another tile')
    tiles, mayor = with_the_mayor(cards, centre[0], names.index(last) if last is not None else None)
    turns = scenario.read_turns(raw, names, MOMENTS, FORMS)
    return Scenario(names, tiles, mayor, seed, options, turns)


def _named(key: object, place: str) -> Tile:
    if isinstance(key, str) and key in TILES:
        return TILES[key]
    raise RefusedError(
        f"{place}: {written(key)} is not a role of {MOTS_GAROUS.key}; allowed: {', '.join(TILES)}"
    )


class FromScenario(scenario.FromFile):
    """Answers a round of Mots-garous."""

    def __init__(self, played: Scenario, round_: Round) -> None:
        super().__init__(played.seed, FORMS, played.turns, MOMENTS)
        self.round = round_
        self.gone: list[Any] = []
        self.floor = TABLE
        """The player with the floor; TABLE: nobody."""
        self.is_for_table = False
        """Whether the file gives the next token to the table, whoever has the floor."""
        self.letters: list[int] = []

    def hear(self, event: Public) -> None:
        match event:
            case events.Night():
                self.publish("mayor", {"seat": self.round.mayor})
            case events.SomebodyLeft(seats=gone):
                self.gone = list(gone)
            case events.TokenGiven(seat=seat, token=token):
                self.publish("token", {"seat": None if self.is_for_table else seat, "token": token})
                # MG-12: the player who asked keeps the floor after "way off".
                if token != "way_off":
                    self.floor = TABLE
            case events.Uncovered(position=position, letter=letter):
                self.publish("uncovered", {"position": position, "letter": letter})
            case events.DayEnded(how=how, oops=oops):
                self.publish("day_ended", {"how": how} | ({"oops": True} if oops else {}))
            case events.WordShown(value=value):
                self.publish("word", {"value": value})
            case events.WerewolfShown(seat=seat):
                self.publish("werewolf_shown", {"seat": seat})
            case events.Named(by=by, seat=seat):
                self.publish("named", {"by": by, "seat": seat})
            case events.Void():
                self.publish("void", {})
            case events.Accused(seat=seat, votes=votes):
                self.publish("accused", {"seat": seat, "votes": votes})
            case events.TileShown(seat=seat, tile=tile, role=role):
                self.publish("tile", {"seat": seat, "card": tile} | ({"role": role} if role else {}))

    def ask(self, request: Ask) -> Sequence[Any]:
        """The Mayor may choose any word; a file without one offered none."""
        if request.key == "word" and not request.choices:
            self.missing(request.key, [request.seat], [A_WORD])
        return super().ask(request)

    def show(self, request: Show) -> None:
        """The words on offer are not part of the output."""
        if request.what != "offer":
            super().show(request)

    def clock(self, request: Clock) -> Press | None:
        """MG-51: an oops, if there was one. MG-49: the tokens in order, each to a player who takes the floor
        for it; after the last the time runs out."""
        if request.key == "oops":
            if more := self.turn.answers.get("tokens"):
                raise RefusedError(
                    f"{self.turn.at}: tokens: {written(more[0])}: the day is over; allowed: no token"
                )
            return Press(request.hearing[0], 0.0) if request.hearing and self.take("oops") else None
        if not isinstance(request, Answering):
            return None
        given = self.take("tokens")
        if not given:
            return None
        (asker, token), *rest = given
        place = f"tokens: {written(given[0])}:"
        if asker not in (self.floor, TABLE):
            self.floor = asker
            self.turn.answers["tokens"] = given
            return Press(self.chosen(asker, request.hearing, place), request.spent_s)
        self.is_for_table = asker == TABLE
        if rest:
            self.turn.answers["tokens"] = rest
        choices = [one for one in request.choices if one != "correct" or not self.is_for_table]
        return Press(self.round.mayor, request.spent_s, self.chosen(token, choices, place))

    def vote(self, request: Vote) -> dict[Any, Any]:
        """MG-38: each time the next of the letters, on which the pack agrees."""
        if request.key != "letters":
            return super().vote(Vote(ANSWERED_BY.get(request.key, request.key), request.choices))
        pack, [menu, *_] = list(request.choices), request.choices.values()
        if not self.letters:
            self.letters = self.take("letters") or self.missing("letters", pack, menu)
            count = given_away(self.round.word)
            if len(self.letters) != count or not set(self.letters) <= set(menu):
                raise RefusedError(
                    f"{self.turn.at}: letters = {written(self.letters)}; "
                    f"allowed: {count} positions from 0 to {menu[-1]}"
                )
        return dict.fromkeys(pack, self.letters.pop(0))
