"""What the board shows of each public event of Mots-garous."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from table.board.board import Answer, Arrow, Board, Heap, Scene
from table.engine.public import Public
from table.engine.requests import Sitter
from table.games.werewords.rules import events
from table.games.werewords.rules.options import Options
from table.games.werewords.rules.state import Kept, Seat, shows_two_names
from table.games.werewords.rules.tiles import SEER, WEREWOLF
from table.words.narration import Narration


def show_event(board: Board, event: Public, narration: Narration, options: Options) -> None:
    """Updates the board for the event, in a round with these options."""
    word = narration.word
    match event:
        case events.Dealt():
            board.title = word("title.deal")
            _turn(board, "deal", word("headline.deal"))
        case events.DealtAgain():
            board.headline = word("headline.deal_again")
        case events.MayorShown(seat=seat):
            board.places[seat.index].captain = True
            board.headline = word("headline.mayor", seat=seat)
        case events.Night():
            board.title = word("title.night")
            board.legend = []
            _turn(board, "night", word("headline.night"))
        case events.Day(blanks=blanks):
            board.title = word("title.day")
            _turn(board, "questions", spaced(blanks) if blanks else word("headline.day"))
            _lay_heaps(board, _heaps(options), narration)
        case events.FloorTaken(seat=seat):
            for index, place in enumerate(board.places):
                place.asks = index == seat.index
            board.places[seat.index].token = ""
            if options.mode == "classic":
                board.headline = word("headline.floor", seat=seat)
        case events.TokenGiven(seat=seat, token=token, left=left):
            keeps_floor = token == "way_off"
            if options.mode == "classic" and not keeps_floor:
                board.headline = word("headline.day")
            for place in board.places:
                place.asks, place.token = place.asks and keeps_floor, ""
            if seat:
                place = board.places[seat.index]
                place.token, place.tokens = token, (*place.tokens, token)
            board.answers = [*board.answers, Answer(seat.index if seat else None, token)]
            _lay_heaps(board, left, narration)
        case events.Uncovered(blanks=blanks):
            board.headline = spaced(blanks)
        case events.DayStops():
            for place in board.places:
                place.asks = False
            board.headline = word("headline.stops")
        case events.DayEnded(how=how):
            board.headline = word(f"headline.{how}")
        case events.AfterTheDay():
            board.title = word("title.vote")
            board.heaps, board.word = [], ""
            for place in board.places:
                place.token, place.tokens = "", ()
            _turn(board, "debate", board.headline)
        case events.WordShown(value=value):
            board.word = value
            board.headline = word("headline.word")
        case events.WerewolfShown(seat=seat):
            place = board.places[seat.index]
            place.card, place.role = narration.card(WEREWOLF).title, WEREWOLF.key
            board.headline = word("headline.wolf", seat=seat)
        case events.PickOpens(wolves=wolves):
            _turn(board, "vote", word("headline.pick"), wolves)
            board.sought = SEER.key
        case events.Named(by=by, seat=seat):
            board.scene = "ballots"
            board.headline = word("headline.named", by=by, seat=seat)
            board.arrows = [*board.arrows, Arrow(by.index, seat.index)]
            board.ballot = tuple(board.arrows)
        case events.DebateOpens():
            _turn(board, "debate", word("headline.debate"))
        case events.AccusationOpens():
            _turn(board, "vote", word("headline.accuse"))
        case events.Accusations(votes=votes):
            _turn(board, "ballots", word("headline.accusations" if votes else "headline.nobody"))
            board.arrows = [Arrow(voter.index, accused.index) for voter, accused in votes.items()]
            board.ballot = tuple(board.arrows)
        case events.Void():
            board.headline = word("headline.void")
        case events.Accused(seat=seat):
            board.places[seat.index].marked = True
            board.headline = word("headline.most", seat=seat)
        case events.TileShown(seat=seat):
            _lay_open(board, seat, narration)
            key = "headline.tile_twice" if event.role else "headline.tile"
            twice = {"role": event.role} if event.role else {}
            board.headline = word(key, seat=seat, card=event.tile, **twice)
        case events.SomebodyLeft(seats=seats):
            _turn(board, "debate", word("headline.left", seats=seats), seats)
            for seat in seats:
                board.places[seat.index].alive = False
        case events.RoundOver(winner=winner, winners=winners, seats=seats, word=found):
            board.title = word("title.over")
            board.heaps, board.word = [], found
            _turn(board, "over", word(f"over.{winner}"), winners)
            board.winner = winner
            for seat in seats:
                _lay_open(board, seat, narration)
        case _:
            raise TypeError(f"the board does not know {type(event).__name__}")


def _heaps(options: Options) -> Mapping[Kept, int]:
    """All stacks as the day begins."""
    counted: dict[Kept, int] = {
        "yes_no": options.yes_no_tokens,
        "maybe": options.maybe_tokens,
    }
    return {**counted, "so_close": 1, "way_off": 1, "correct": 1}


def spaced(blanks: str) -> str:
    """Blanks and letters of a word, clearly separated, in one line."""
    return "\u00a0".join(blanks.replace(" ", "\u00a0"))


def _lay_heaps(board: Board, left: Mapping[Kept, int], narration: Narration) -> None:
    board.heaps = [Heap(kind, narration.word(f"token.{kind}"), left[kind]) for kind in left]


def _lay_open(board: Board, seat: Seat, narration: Narration) -> None:
    """The player's tile is revealed; for a Doppelgänger also the new role."""
    place = board.places[seat.index]
    place.card, place.role = narration.card(seat.tile).title, seat.tile.key
    place.turned = narration.card(seat.role).title if shows_two_names(seat) else ""


def _turn(board: Board, scene: Scene, headline: str, marked: Collection[Sitter] = ()) -> None:
    """A new scene: removes what belonged to the last one."""
    board.scene = scene
    board.headline = headline
    board.winner = board.sought = ""
    board.arrows = []
    about = {seat.index for seat in marked}
    for index, place in enumerate(board.places):
        place.ready, place.marked = False, index in about
