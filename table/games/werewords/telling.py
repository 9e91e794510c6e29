"""How a round of Mots-garous is told: lines, board, and messages on rings.

Only those called see the word: `secret` alone writes it, for the board inside a call. Everything else uses
public events and the names of calls."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec

from table.board.board import Board, LegendSign, Secret
from table.engine.messages import Message
from table.engine.public import Public
from table.engine.requests import Call, Show, Sitter, Wake
from table.games.telling import Calling, Line, TurnedCard, sound_of, won
from table.games.werewords.board import show_event
from table.games.werewords.rules import events
from table.games.werewords.rules.calls import Call as TileCall
from table.games.werewords.rules.letters import characters
from table.games.werewords.rules.options import Options
from table.games.werewords.rules.state import TOKENS, Seat
from table.games.werewords.rules.tiles import (
    APPRENTICE,
    BEHOLDER,
    DOPPELGANGER,
    FORTUNE_TELLER,
    MASON,
    MAYOR,
    MINION,
    SEER,
    THING,
    VILLAGER,
    WEREWOLF,
    Tile,
)
from table.settings.times import Times
from table.words.narration import Narration

SIGNS: Mapping[Tile, tuple[int, str]] = {
    SEER: (2, "still"),
    WEREWOLF: (1, "swing"),
    VILLAGER: (4, "swing"),
    APPRENTICE: (1, "still"),
    MINION: (2, "hop"),
    FORTUNE_TELLER: (3, "still"),
    MASON: (2, "clockwise"),
    THING: (1, "sweep"),
    BEHOLDER: (3, "anticlockwise"),
    DOPPELGANGER: (1, "clockwise"),
}
"""Each tile's sign on a ring: groups of light, and their motion. The Mayor is never secret."""

CHOOSING = (DOPPELGANGER, THING)
"""The calls in which somebody is chosen."""
READING = (SEER, FORTUNE_TELLER, APPRENTICE, WEREWOLF)
"""The calls that may show text at night: with eyes open, only they and the Mayor look up at the board."""
EYES_DOWN: Mapping[str, str] = {
    "night.fall": "eyes_down.night",
    "day.open": "eyes_down.day",
    "day.blanks": "eyes_down.blanks",
    "paper.day": "eyes_down.paper_day",
}
"""Replacements for lines that mention closed eyes, when eyes are open but on the rings."""
ON_SCREENS: Mapping[str, str] = {
    "deal.board": "deal.screens",
    **dict.fromkeys(("eyes_down.choose", "eyes_down.read", "eyes_down.letters"), "eyes_down.screen"),
}
"""Replacements for lines that bid look at the board, where everybody reads on a screen of their own."""

PAUSES_S: Mapping[type[Public], float] = {
    events.DealtAgain: 1.5,
    events.MayorShown: 1.5,
    # Said while questions are asked.
    events.FloorTaken: 0.0,
    events.TokenGiven: 0.0,
    events.Uncovered: 0.0,
    events.DayEnded: 1.5,
    events.WordShown: 2.0,
    events.WerewolfShown: 1.0,
    events.Named: 1.5,
    events.Accusations: 4.0,
    events.Accused: 1.0,
    events.TileShown: 2.0,
}
"""Seconds that the board pauses after an event; after others 0.4."""
EFFECTS: Mapping[type[Public], str] = {
    events.Night: "wolf",
    events.Day: "dawn",
    events.Uncovered: "chime",
    events.TokenGiven: "card",
    events.DayStops: "gavel",
    events.AccusationOpens: "gavel",
    events.Accusations: "gavel",
    events.RoundOver: "gong",
}
"""The sound effect of each event."""


class WerewordsTelling:
    """How one round is told. `options`: of the round; `is_first`: nobody at this table has seen a word yet;
    `debate_s`: how long the debate about a missed word is, at the pace of the evening."""

    tokens: Sequence[str] = TOKENS
    surest = "correct"

    def __init__(self, options: Options, *, is_first: bool, debate_s: float = 60.0) -> None:
        self.options = options
        self.is_first = is_first
        self.debate_s = round(debate_s)

    # Lines

    def tell(self, event: Public) -> list[Line]:
        match event:
            case events.Dealt():
                warned = "deal.paper" if self.options.word == "own" else "deal.board"
                return [*([(warned, {})] if self.is_first else []), ("deal.look", {})]
            case events.DealtAgain():
                return [("deal.again", {})]
            case events.MayorShown(seat=seat, from_centre=from_centre):
                return [("mayor.centre" if from_centre else "mayor.shown", {"seat": seat})]
            case events.Night():
                return [("night.fall", {})]
            case events.Day(blanks=blanks):
                by_paper = "paper.day" if self.options.word == "own" else "day.open"
                return [("day.blanks" if blanks else by_paper, {})]
            case events.FloorTaken() | events.Uncovered() | events.AfterTheDay():
                return []
            case events.TokenGiven(token=token):
                return [(f"token.{token}", {})]
            case events.DayStops():
                return [("day.stops", {})]
            case events.DayEnded(how=how, oops=oops):
                return [*([(f"oops.{how}", {})] if oops else []), (f"ended.{how}", {})]
            case events.WordShown(value=value):
                return [("word.shown", {"word": value})]
            case events.WerewolfShown(seat=seat):
                return [("wolf.shown", {"seat": seat})]
            case events.PickOpens(wolves=wolves):
                return [("pick.one" if len(wolves) == 1 else "pick.several", {})]
            case events.Named(by=by, seat=seat):
                return [("pick.named", {"by": by, "seat": seat})]
            case events.DebateOpens() if self.debate_s == 60:
                return [("debate.minute", {})]
            case events.DebateOpens():
                return [("debate.seconds", {"number": self.debate_s})]
            case events.AccusationOpens():
                return [("accuse.open", {})]
            case events.Accusations(votes=votes):
                return [("accuse.shown" if votes else "accuse.nobody", {})]
            case events.Void():
                return [("accuse.void", {})]
            case events.Accused(seat=seat):
                return [("accuse.most", {"seat": seat})]
            case events.TileShown(seat=seat, tile=tile, role=role):
                facts: dict[str, object] = {"seat": seat, "card": tile}
                return [("tile.twice", facts | {"role": role}) if role else ("tile.shown", facts)]
            case events.SomebodyLeft(seats=seats):
                return [("left.round", {"seats": seats})]
            case events.RoundOver(winner=winner):
                return [(f"over.{winner}", {})]
        raise TypeError(f"nothing is told of {type(event).__name__}")

    def pause_s(self, event: Public) -> float:
        """Seconds at normal pace that the board pauses; 0: said in passing."""
        return PAUSES_S.get(type(event), 0.4)

    def effect_of(self, event: Public) -> str:
        if isinstance(event, events.RoundOver) and event.winner != "nobody":
            return won("villagers" if event.winner == "village" else event.winner)
        turned = self.card_turned(event)
        return sound_of(turned.card) if turned else EFFECTS.get(type(event), "")

    def card_turned(self, event: Public) -> TurnedCard | None:
        match event:
            case events.WerewolfShown(seat=seat):
                return TurnedCard(seat, WEREWOLF)
            case events.TileShown(seat=seat, tile=tile):
                return TurnedCard(seat, tile)
        return None

    def tell_wake(self, call: Call) -> list[Line]:
        """The line that begins a call, whoever is called."""
        if self.options.word == "own" and call.key == "mayor":
            return [("paper.mayor", {})]
        if self.options.mode == "speedwords" and isinstance(call, TileCall) and call.of is WEREWOLF:
            return [(f"letters.{call.key}", {})]
        return [(f"call.{call.key}.wake", {})]

    def tell_sleep(self, call: Call) -> list[Line]:
        return [(f"call.{call.key}.sleep", {})]

    def tell_ask(self, call: Call, asked: str) -> Line:
        """Never called: no tile has several questions."""
        raise NotImplementedError(f"{call.key} asks one thing only, and not {asked}")

    def chooses(self, call: Call) -> bool:
        """Whether its tile chooses somebody. Words and letters are chosen where they are read, which says
        so."""
        return isinstance(call, TileCall) and call.of in CHOOSING and not call.is_look

    # With eyes down

    def with_eyes_down(self, lines: Sequence[Line]) -> list[Line]:
        """The lines for a table that plays with eyes open; and how the Mayor, who has no sign, will be
        called."""
        told: list[Line] = []
        for key, facts in lines:
            told.append((EYES_DOWN.get(key, key), facts))
            if key in ("mayor.shown", "mayor.centre"):
                told.append(("eyes_down.mayor", facts))
        return told

    def on_screens(self, lines: Sequence[Line]) -> list[Line]:
        """The lines where the word is on the screens of those called. One on paper never is."""
        on_paper = self.options.word == "own"
        return [(key if on_paper else ON_SCREENS.get(key, key), facts) for key, facts in lines]

    def wake_with_eyes_down(self, call: Call, called: str) -> list[Line]:
        """The line that begins a call with eyes open: it says whether to look up, or only at one's own
        ring."""
        assert isinstance(call, TileCall)
        is_of_letters = self.options.mode == "speedwords" and call.of is WEREWOLF
        if call.is_look:
            key = "look"
        elif call.of is MAYOR:
            key = "write" if self.options.word == "own" else "choose"
        elif call.of in READING:
            key = "letters" if is_of_letters else "read"
        else:
            key = "ring"
        return [(f"eyes_down.{key}", {"called": called})]

    def sleep_with_eyes_down(self, call: Call) -> list[Line]:  # noqa: ARG002 - every call ends so
        return [("eyes_down.sleep", {})]

    def calls_by(self, wake: Wake) -> Calling | None:
        """The tile's sign. The Mayor is public and has none: all rings point there. None in a look, in which
        a ring has its message or nothing."""
        call = wake.call
        assert isinstance(call, TileCall)
        if call.is_look:
            return None
        return wake.seats[0].index if call.of is MAYOR else SIGNS[call.of]

    # The deal

    def dealt(self, event: Public) -> Sequence[Tile] | None:
        return event.tiles if isinstance(event, events.Dealt) else None

    def begins_night(self, event: Public) -> bool:
        """Whether night falls with this event."""
        return isinstance(event, events.Night)

    def dies(self, event: Public) -> bool:  # noqa: ARG002 - nobody dies in this game
        """Never: nobody dies in this game."""
        return False

    def asks(self, event: Public) -> None:
        """Nobody who could have left: the round is over then."""

    def speaker(self, event: Public) -> None:
        """Nobody: what players say, they say themselves."""

    def begins(self, event: Public) -> bool:
        return isinstance(event, events.Day | events.Night)

    def legend_of(self, event: Public, narration: Narration) -> list[LegendSign]:
        """The signs of the tiles in play, each once."""
        tiles = event.tiles if isinstance(event, events.Dealt) else ()
        return [
            LegendSign(narration.card(tile).title, *SIGNS[tile], copies=tiles.count(tile), role=tile.key)
            for tile in dict.fromkeys(tiles)
            if tile is not MAYOR
        ]

    # The board

    def show_on_board(
        self,
        board: Board,
        event: Public,
        narration: Narration,
        eyes_down: bool = False,  # noqa: ARG002 - nothing on it bids eyes open or closed
    ) -> None:
        """Updates the board for the event. `board.places` holds every seat, at its own index."""
        show_event(board, event, narration, self.options)

    def show_wake(self, board: Board, call: Call, narration: Narration) -> None:
        """Shows who is called: a public name, whoever answers."""
        board.scene = "look" if call.is_look else "night"
        board.headline = narration.word(f"call.{call.key}")

    def show_sleep(self, board: Board, narration: Narration) -> None:
        board.scene = "night"
        board.headline = narration.word("headline.night")

    # What only those called learn

    def held_by(self, seat: Sitter) -> Tile | None:
        """A player's role: MG-41, for a Doppelgänger the one they have taken."""
        return seat.role if isinstance(seat, Seat) else None

    def wins(self, card: Tile, shown: Collection[str]) -> list[str]:  # noqa: ARG002 - nobody changes sides
        """MG-40: with the team; MG-41: a Doppelgänger does not know it yet."""
        return [card.key if card is DOPPELGANGER else card.team]

    def message(self, show: Show) -> Message:
        """The ring's form of what is shown: a tile by its sign, a seat by a needle."""
        shown = show.value if show.value is not None else show.seat
        match shown:
            case Tile():
                return Message(signs=(SIGNS[shown],))
            case Seat():
                return Message(seats=(shown,))
            case Sequence() if all(isinstance(one, Seat) for one in shown):
                # Each of a pack, and each Mason, learns who the others are.
                return Message(seats=tuple(shown), others=show.what in ("pack", "masons"))
        raise TypeError(f"no ring knows how to show {show.what!r}")

    def secret(self, show: Show, before: Secret | None) -> Secret | None:
        """How the board shows the words, the word, its first letters, or those given away."""
        match show.what:
            case "offer":
                return Secret(tuple(show.value))
            case "word":
                return Secret((show.value,), spelling(show.value))
            case "first_letters":
                return Secret((" ".join(show.value),))
            case "letters":
                assert before
                return msgspec.structs.replace(before, locked=tuple(show.value))
        return None


def spelling(word: str) -> tuple[str, ...]:
    """The letters of a word, each with the marks after it; the first also with those before it."""
    spelt: list[str] = []
    for character in characters(word):
        if spelt and (not character[0].isalpha() or not any(one.isalpha() for one in spelt[-1])):
            spelt[-1] += character
        else:
            spelt.append(character)
    return tuple(spelt)


def telling_of(options: Options, times: Times, *, is_first: bool) -> WerewordsTelling:
    """How a round with these options is told at a table with these times."""
    return WerewordsTelling(options, is_first=is_first, debate_s=times.window_s("debate.mots_garous"))
