"""How a round is told: the lines spoken and the board drawn for each public event and each call.

Lines are keys and facts; `table.words.narration` makes sentences of them. Nothing here knows a secret: it
reads public events and the names of calls. A card's own file declares how its news is told (`News`): the only
card named here is the werewolf's, since other cards turn into it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec

from table.board.board import Arrow, Board, LegendSign, OpenCard, Place, Scene, Today, is_narrow
from table.engine.public import Public
from table.engine.requests import Call, Sitter, Wake
from table.games.telling import Line as Line
from table.games.telling import TurnedCard, sound_of, won
from table.games.werewolf.rules import events
from table.games.werewolf.rules.cards.werewolf import WEREWOLF
from table.games.werewolf.rules.claims import SIGHTS, Claim
from table.games.werewolf.rules.news import News
from table.games.werewolf.rules.pieces import Call as CardCall
from table.games.werewolf.rules.pieces import Card, Seat
from table.games.werewolf.rules.roll_call import Roll
from table.games.werewolf.rules.signs import message as message
from table.games.werewolf.rules.twists.deck import TWISTS
from table.words.narration import Narration

BY_NIGHT = {twist.key for twist in TWISTS if twist.by_night}
"""What a morning brings for the night after it."""

EYES_DOWN: Mapping[str, str] = {
    "night.first": "eyes_down.night",
    "night.fall": "eyes_down.night",
    "night.heads_up": "",
    "night.heads_down": "",
    "dawn.break": "eyes_down.dawn",
    "roll.open": "eyes_down.roll",
    "roll.void": "eyes_down.void",
    "roll.over": "eyes_down.over",
}
"""Replacements for lines that mention closed eyes, when eyes are open but on the rings; empty: no line."""


def tell(event: Public) -> list[Line]:
    match event:
        case events.Dealt(kind=kind):
            return [("deal.look" if kind == "ring" else "deal.cards", {})]
        case events.RollCall():
            return [("roll.open", {})]
        case events.Miscount(card=card):
            return [("roll.again" if card else "roll.all_again", {})]
        case events.DealVoid():
            return [("roll.void", {})]
        case events.RollCallOver():
            return [("roll.over", {})]
        case events.Nightfall(number=number, heads_up=heads_up):
            return [
                ("night.first" if number == 1 else "night.fall", {}),
                ("night.heads_up" if heads_up else "night.heads_down", {}),
            ]
        case events.Dawn():
            return [("dawn.break", {})]
        case events.Day() | events.Ready():
            return []
        case events.Death(seat=seat, card=card, cause=cause, told=told):
            death: Line = (f"death.{cause}" if told else "death.found", {"seat": seat})
            return [death, (f"death.card.{card.key}", {"card": card})] if card else [death]
        case events.NoDeath(of=of):
            return [("dawn.nobody" if of == "night" else "vote.nobody", {})]
        case events.HunterAims(seat=seat):
            return [("shot.aim", {"seat": seat})]
        case events.CaptainFalls(seat=seat):
            return [("captain.falls", {"seat": seat})]
        case events.Captain(seat=seat, by=by):
            return [("captain.elected" if by == "election" else "captain.named", {"seat": seat})]
        case events.Morning(key=key):
            return [(f"event.{key}", {})]
        case events.AsksTheDead(seat=seat):
            return [("event.asks_the_dead", {"seat": seat})]
        case events.CandidatesOpen():
            return [("candidates.open", {})]
        case events.Candidates(seats=seats):
            return [("candidates.named", {"seats": seats}) if seats else ("candidates.nobody", {})]
        case events.ElectionOpens(standing=standing, again=again):
            return [("election.again", {"seats": standing}) if again else ("election.open", {})]
        case events.DebateOpens():
            return [("debate.open", {})]
        case events.Claimed(seat=seat, claim=claim):
            claimed: list[Line] = [(f"claim.{claim.wording}", {"seat": seat} | _of_claim(claim))]
            return claimed + ([(f"claim.because.{claim.because}", {})] if claim.because else [])
        case events.Condemned(seat=seat):
            return [("vote.condemned", {"seat": seat})]
        case events.TakesVotes(seat=seat):
            return [("vote.bans", {"seat": seat})]
        case events.SecondVote():
            return [("vote.second", {})]
        case events.VoteOpens(standing=standing, again=again):
            return [("vote.again", {"seats": standing}) if again else ("vote.open", {})]
        case events.Ballots(of=of, again=again, votes=votes):
            if votes:
                return [("ballots.open", {})]
            # After a vote without a ballot NoDeath says the same, after a new election a lot is drawn.
            return [("election.nobody", {})] if of == "election" and not again else []
        case events.Tie(of=of, seats=seats):
            return [(f"tie.{of}", {"seats": seats})]
        case events.BallotDecides(seat=seat):
            return [("tie.ballot", {"seat": seat})]
        case events.CaptainDecides(seat=seat):
            return [("tie.captain", {"seat": seat})]
        case events.Lot(of=of, seat=seat):
            return [(f"lot.{of}", {"seat": seat})]
        case events.AngelMayBeThere():
            return [("angel.day", {})]
        case events.NatureShown(seat=seat, value=value):
            return [(f"nature.{value}", {"seat": seat})]
        case events.StalemateNear():
            return [("stalemate.near", {})]
        case events.Stalemate():
            return [("stalemate.end", {})]
        case events.RoundOver(winner=winner):
            return [(f"over.{winner}", {})]
        case News():
            return [(f"event.{event.wording}", event.facts())]
    raise TypeError(f"nothing is told of {type(event).__name__}")


EVE: tuple[Scene, ...] = ("attract", "deal")
"""Scenes before the first night or day, in which the board does not show the village at play."""

AT_NIGHTFALL: Mapping[str, str] = {"no_vote_tomorrow": "no_vote_today", "no_vote_today": ""}
"""What some marks of a seat become at nightfall; empty: they are gone (CH-19)."""
AT_DAWN: Mapping[str, str] = {"lantern": ""}
"""The same at dawn."""


def with_eyes_down(lines: Sequence[Line]) -> list[Line]:
    """The lines for a table that plays with eyes open."""
    return [(told, facts) for key, facts in lines if (told := EYES_DOWN.get(key, key))]


PAUSES_S: Mapping[type[Public], float] = {
    events.Dawn: 2.0,
    events.Death: 1.5,
    events.Ballots: 4.0,
    events.Captain: 1.5,
    events.Tie: 1.5,
    events.Lot: 1.5,
    events.SecondVote: 1.5,
    events.Morning: 2.0,
    events.DealVoid: 2.0,
    events.RollCallOver: 2.0,
    events.Ready: 0.0,
    events.Claimed: 0.0,
}


def pause_s(event: Public) -> float:
    """Seconds at normal pace that the board pauses for everybody to take it in."""
    return event.pause_s if isinstance(event, News) else PAUSES_S.get(type(event), 0.4)


EFFECTS: Mapping[type[Public], str] = {
    events.Nightfall: "wolf",
    events.Dawn: "dawn",
    events.ElectionOpens: "gavel",
    events.VoteOpens: "gavel",
    events.Ballots: "gavel",
    events.RoundOver: "gong",
}
"""The sound effect of each event."""

EFFECT_KEYS = ("bear", "card", "chime", "dawn", "drum", "gavel", "gong", "tick", "wolf")
"""All effects; a card's news may use one as its `effect`."""


def effect_of(event: Public) -> str:
    """The sound effect that goes with it; "": none. A death that shows no card has no sound."""
    match event:
        case events.RoundOver(winner=winner) if winner != "nobody":
            return won(winner)
        case News(effect=effect) if effect:
            return effect
    turned = card_turned(event)
    return sound_of(turned.card) if turned else EFFECTS.get(type(event), "")


def card_turned(event: Public) -> TurnedCard | None:
    """LG-16: the card of a dead player, if deaths show one; or a card that lies open from now on."""
    match event:
        case events.Death(seat=seat, card=card) if card:
            return TurnedCard(seat, card, msgspec.structs.replace(event, card=None))
        case News(opens=card) if card:
            return TurnedCard(event.facts()["seat"], card)
    return None


def tell_wake(call: Call) -> list[Line]:
    """The lines that begin a call, said whether or not anybody answers (LG-35)."""
    return [(f"call.{call.key}.wake", {"card": card_of(call)})]


def tell_sleep(call: Call) -> list[Line]:
    """The lines that end a call; none in the roll-call, where no eye opens."""
    return [] if isinstance(call, Roll) else [(f"call.{call.key}.sleep", {"card": call})]


def tell_ask(call: Call, asked: str) -> Line:
    return f"call.{call.key}.{asked}", {}


def chooses(call: Call) -> bool:
    """Whether this call has a choice to make: a look and the roll-call do not."""
    return isinstance(call, CardCall) and call.answer is not None


def wake_with_eyes_down(call: Call, called: str) -> list[Line]:
    if isinstance(call, Roll):
        return tell_wake(call)
    return [("eyes_down.look" if call.is_look else "eyes_down.wake", {"called": called})]


def sleep_with_eyes_down(call: Call) -> list[Line]:
    return [] if isinstance(call, Roll) else [("eyes_down.sleep", {})]


def calls_by(wake: Wake) -> tuple[int, str] | None:
    """The sign of the card that is called. None in a look, in which a ring has its message or nothing."""
    call = wake.call
    return call.card.sign if isinstance(call, CardCall | Roll) and not call.is_look else None


def card_of(call: Call) -> object:
    """The card that names a call: in the roll-call the card called, else the call's own."""
    return call.card if isinstance(call, Roll) else call


def places(seats: Sequence[Sitter], narration: Narration) -> list[Place]:
    """The seats as the board shows them when a round begins."""
    return [Place(narration.seat(seat).label) for seat in seats]


def legend(deck: Sequence[Card], narration: Narration, playing: bool = False) -> list[LegendSign]:
    """The signs of the cards in play, each once, in the order of the deck. `playing`: LG-52, also which card
    of a plain deck each of them is."""

    def title(card: Card) -> str:
        of_the_game = narration.card(card).title
        return f"{of_the_game} ({narration.word(f'playing.{card.key}')})" if playing else of_the_game

    return [
        LegendSign(title(card), *card.sign, copies=deck.count(card), role=card.key)
        for card in dict.fromkeys(deck)
    ]


def held_by(seat: Sitter) -> Card | None:
    """The card that a player holds, which the Thief may have exchanged."""
    return seat.card if isinstance(seat, Seat) else None


def wins(card: Card, shown: Collection[str]) -> list[str]:
    """LG-58, BO-5, LG-30: by their card's camp, since a bite by the pack's, and besides as a Lover.

    BO-36: an Angel in love is a villager. The words of any other card say what its nature depends on."""
    by_camp = {"villager": "villagers", "werewolf": "werewolves"}
    side = by_camp.get(card.nature, card.key) if card.group in by_camp.values() else card.key
    if "lover" in shown and card.in_love:
        side = "villagers"
    if "infected" in shown and not card.alone:
        side = "infected"
    return [side, *(["lover"] if "lover" in shown else [])]


def legend_of(event: Public, narration: Narration) -> list[LegendSign]:
    """The legend of a deal; of anything else none."""
    return legend(event.deck, narration, event.kind == "playing") if isinstance(event, events.Dealt) else []


def dealt(event: Public) -> Sequence[Card] | None:
    """The deck, if this event deals it."""
    return event.deck if isinstance(event, events.Dealt) else None


def begins_night(event: Public) -> bool:
    """Whether night falls with this event."""
    return isinstance(event, events.Nightfall)


def dies(event: Public) -> bool:
    """Whether somebody dies with this event who has not left."""
    return isinstance(event, events.Death) and event.cause != "left"


def asks(event: Public) -> Sitter | None:
    """Who has to answer: the Hunter, the Captain, the Scapegoat, or who may ask the dead."""
    of_office = events.CaptainFalls | events.CaptainDecides
    if isinstance(event, of_office | events.HunterAims | events.TakesVotes | events.AsksTheDead):
        return event.seat
    return None


def speaker(event: Public) -> Sitter | None:
    """Who claims something."""
    return event.seat if isinstance(event, events.Claimed) else None


def begins(event: Public) -> bool:
    return isinstance(event, events.Day | events.Nightfall)


def show_on_board(board: Board, event: Public, narration: Narration, eyes_down: bool = False) -> None:
    """Updates the board for the event. `board.places` holds every seat, at its own index; `eyes_down`: this
    table plays with eyes open.

    Caption, notice, timer and the legend of the deal are the room's.
    """
    word = narration.word
    board.news, board.cause = event.wording if isinstance(event, News) else "", ""
    match event:
        case events.Dealt(kind=kind):
            board.title = word("title.deal")
            _turn(board, "deal", word("headline.deal" if kind == "ring" else "headline.cards"))
        case events.RollCall():
            board.title = word("title.roll_call")
            _turn(board, "night", word("headline.roll_eyes_down" if eyes_down else "headline.roll_call"))
        case events.Miscount():
            board.headline = word("headline.miscount")
        case events.DealVoid():
            board.headline = word("headline.void")
        case events.RollCallOver():
            board.headline = word("headline.roll_over")
        case events.Nightfall():
            board.title = title_of(event, narration)
            board.legend = []
            if board.today and board.today.key not in BY_NIGHT:
                board.today = None
            for place in board.places:
                place.claims = ()
            _fade(board, AT_NIGHTFALL)
            _turn(board, "night", word("headline.night"))
        case events.Dawn():
            _fade(board, AT_DAWN)
            board.title = title_of(event, narration)
            _turn(board, "dawn", word("headline.dawn"))
            board.late, board.today = False, None
        case events.Day():
            board.title = title_of(event, narration)
        case events.Death(seat=seat):
            _bury(board, event, narration)
        case events.NoDeath(of=of):
            if of == "night":
                _mark(board, [])
            _lower_arrows(board)
            board.headline = word("headline.nobody_died" if of == "night" else "headline.nobody_condemned")
        case events.HunterAims(seat=seat):
            _turn(board, "shot", word("headline.shot", seat=seat), [seat])
        case events.CaptainFalls(seat=seat):
            _turn(board, "succession", word("headline.falls", seat=seat), [seat])
        case events.Captain(seat=seat):
            for index, place in enumerate(board.places):
                place.captain = index == seat.index
            _mark(board, [seat])
            board.headline = word("headline.captain", seat=seat)
        case events.Morning(key=key):
            board.today, board.news = Today(key, word(f"today.{key}")), key
            _turn(board, "debate", word(f"event.{key}"))
        case events.AsksTheDead(seat=seat):
            _turn(board, "debate", word("event.asks_the_dead", seat=seat), [seat])
        case events.CandidatesOpen():
            _turn(board, "election", word("headline.candidates"))
        case events.Candidates(seats=seats):
            if seats:
                _turn(board, "election", word("headline.candidates_named"), seats)
        case events.ElectionOpens(standing=standing, again=again):
            headline = word("headline.again" if again else "headline.election")
            _turn(board, "election", headline, _if_fewer(board, standing))
        case events.DebateOpens():
            are_two = sum(place.alive for place in board.places) == 2
            _turn(board, "debate", word("headline.two" if are_two else "headline.debate"))
        case events.Ready(seat=seat):
            board.places[seat.index].ready = True
        case events.Claimed(seat=seat, claim=claim):
            place = board.places[seat.index]
            if claim.wording == "back":
                place.claims = ()
            else:
                told = word(f"claim.{claim.wording}", **_of_claim(claim))
                place.claims = (*[one for one in place.claims if one != told], told)
        case events.Condemned(seat=seat):
            board.headline = word("headline.condemned", seat=seat)
            _mark(board, [seat])
        case events.TakesVotes(seat=seat):
            _turn(board, "decision", word("headline.bans", seat=seat), [seat])
        case events.SecondVote():
            board.title = title_of(event, narration)
            _turn(board, "vote", word("headline.second_vote"))
        case events.VoteOpens(standing=standing, again=again):
            headline = word("headline.again" if again else "headline.vote")
            _turn(board, "vote", headline, _if_fewer(board, standing))
        case events.Ballots(of=of, again=again, votes=votes, weights=weights, double=double):
            _turn(board, "ballots", "")
            board.late = of == "vote"
            board.arrows = [
                Arrow(voter.index, target.index, 2 if voter is double else 1)
                for voter, target in votes.items()
            ]
            board.ballot, board.elects = tuple(board.arrows), of == "election"
            for seat, weight in weights.items():
                cast = sum(arrow.weight for arrow in board.arrows if arrow.target == seat.index)
                board.places[seat.index].against = weight - cast
            is_empty = board.elects and not (votes or again)
            outcome = "no_captain" if is_empty else "narrow" if is_narrow(board) else "ballots"
            board.headline = word(f"headline.{outcome}")
        case events.Tie(seats=seats):
            board.headline = word("headline.tie")
            _mark(board, seats)
        case events.BallotDecides(seat=seat):
            board.headline = word("headline.ballot")
            _mark(board, [seat])
        case events.CaptainDecides(seat=seat, among=among):
            _turn(board, "decision", word("headline.decision", seat=seat), among)
        case events.Lot(seat=seat):
            board.headline = word("headline.lot", seat=seat)
            _mark(board, [seat])
        case events.AngelMayBeThere():
            _turn(board, "debate", word("headline.angel"))
        case events.NatureShown(seat=seat, value=value):
            board.headline = word(f"headline.nature.{value}", seat=seat)
        case events.StalemateNear():
            board.headline = word("headline.stalemate_near")
        case events.Stalemate():
            board.headline = word("headline.stalemate")
        case events.RoundOver(winner=winner, winners=winners, seats=seats):
            board.title = word("title.over")
            _turn(board, "over", word(f"over.{winner}"), winners)
            board.late, board.today = False, None
            board.winner, board.stage = winner, []
            for seat in seats:
                place = board.places[seat.index]
                place.card, place.turned = narration.card(seat.card).title, turned(seat, narration)
                place.role = seat.card.key
        case News():
            facts = event.facts()
            board.headline = word(f"event.{event.wording}", **facts)
            _lay(board, event, narration)
            named = ("seat" in facts and [facts["seat"]]) or facts.get("seats")
            if event.burns:
                board.places[facts["seat"].index].burnt = True
            if event.ends_office:
                board.places[facts["seat"].index].captain = False
            if event.aims:
                _turn(board, "shot", board.headline, named or ())
            elif board.scene in EVE or (event.ends_dawn and board.scene in ("shot", "succession")):
                _turn(board, "debate", board.headline, named or ())
            elif named:
                _mark(board, named)
        case _:
            raise TypeError(f"the board does not know {type(event).__name__}")


def _fade(board: Board, into: Mapping[str, str]) -> None:
    """Changes or removes the marks whose time is over."""
    for place in board.places:
        place.marks = tuple(now for mark in place.marks if (now := into.get(mark, mark)))


def title_of(
    event: events.Nightfall | events.Dawn | events.Day | events.SecondVote, narration: Narration
) -> str:
    """The title of the time that begins with this event."""
    kind = event.moment.rpartition(" ")[0].replace(" ", "_")
    return narration.word(f"title.{kind}" if event.number else "title.eve", number=event.number)


def _lay(board: Board, event: News, narration: Narration) -> None:
    """What lies on the board all round long once this is told: open cards, and marks of the seats."""
    facts = event.facts()
    for fact, mark in event.marks.items():
        for seat in facts[fact] if isinstance(facts[fact], tuple | list) else (facts[fact],):
            place = board.places[seat.index]
            place.marks = (*[one for one in place.marks if one != mark], mark)
    if event.closes:
        place = board.places[facts[event.closes].index]
        place.card, place.role = None, ""
    if event.opens:
        _lower_arrows(board)
        place = board.places[facts["seat"].index]
        place.card, place.role = narration.card(event.opens).title, event.opens.key
    if event.lays_out:
        board.stage = [OpenCard(narration.card(card).title, card.key) for card in facts[event.lays_out]]


def _of_claim(claim: Claim) -> dict[str, object]:
    """What the words of a claim may mention. What somebody says they saw or heard of is a werewolf's card, or
    not."""
    of_werewolves = claim.wording in (*SIGHTS, "among")
    facts = {"other": claim.seat, "card": WEREWOLF if of_werewolves else claim.card}
    return {key: fact for key, fact in facts.items() if fact is not None}


def turned(seat: Seat, narration: Narration) -> str:
    """LG-34: what a seat was in the end, if its card does not say so."""
    return narration.card(WEREWOLF).title if seat.nature == "werewolf" != seat.card.nature else ""


def show_wake(board: Board, call: Call, narration: Narration) -> None:
    """Shows who is called, by the title of the card: a public name, whoever answers."""
    board.scene = "look" if call.is_look else "night"
    board.headline = narration.word(f"call.{call.key}", card=card_of(call))


def show_sleep(board: Board, narration: Narration) -> None:
    board.scene = "night"
    board.headline = narration.word("headline.night")


def _turn(board: Board, scene: Scene, headline: str, marked: Collection[Sitter] = ()) -> None:
    """A new scene: removes what belonged to the last one."""
    board.scene = scene
    board.headline = headline
    board.winner = ""
    _lower_arrows(board)
    for place in board.places:
        place.ready = False
        place.points_at = None
    _mark(board, marked)


def _lower_arrows(board: Board) -> None:
    """The ballots have had their effect."""
    board.arrows = []
    for place in board.places:
        place.against = 0


def _mark(board: Board, seats: Collection[Sitter]) -> None:
    """Marks these seats, and no others."""
    marked = {seat.index for seat in seats}
    for index, place in enumerate(board.places):
        place.marked = index in marked


def _if_fewer(board: Board, standing: Sequence[Sitter]) -> Sequence[Sitter]:
    """The seats that can be voted for, unless that is everybody alive."""
    return standing if len(standing) < sum(place.alive for place in board.places) else ()


def _bury(board: Board, death: events.Death, narration: Narration) -> None:
    """LG-16, LG-39: the place goes dark; its card is open if deaths show one, the cause named if it is
    public."""
    _lower_arrows(board)
    place = board.places[death.seat.index]
    place.died = 1 + max(other.died for other in board.places)
    place.alive = False
    # The victims of a dawn stand together, without the owner of a burnt house; any other death is a scene of
    # its own.
    for other in board.places:
        other.marked = other.marked and not other.alive and board.scene == "dawn"
    place.marked = True
    has_left = death.cause == "left"
    cause = narration.word(f"cause.{death.cause}") if death.told and not has_left else ""
    key = "headline.left" if has_left else "headline.death"
    facts: dict[str, object] = {"seat": death.seat}
    if death.card:
        place.card, place.role = narration.card(death.card).title, death.card.key
        key, facts = f"{key}_card", facts | {"card": death.card}
    if cause:
        board.cause = death.cause
        key, facts = f"{key}_cause", facts | {"cause": cause}
    board.headline = narration.word(key, **facts)
