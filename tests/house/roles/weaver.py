"""A role that uses every word a house role has, and every list."""

from collections.abc import Sequence

from table.house import (
    Card,
    Deed,
    Doom,
    Elimination,
    Game,
    News,
    Role,
    Seat,
    Token,
    Win,
    ask_several,
    draw,
    even_nights,
    everybody,
    may_choose,
    moment,
    night,
    say,
    seats,
    show,
    together,
)

THREADS = 3
KNOT = Token("knot")
OMEN = Token("black thread", votes=1, fades=True)
SNARED = Doom("snared")
TRIPPED = Doom("tripped", told=True)
WEAVER = Card("weaver", "solitary", sign=(4, "waltz"), brings=(KNOT,))
TIED = Token("tied")
TIE = Deed(never_twice=TIED)


@WEAVER.announces
class ThreadsSnap(News, frozen=True):
    """The players whose threads have come loose, and how many."""

    key = "threads_snap"
    seats: tuple[Seat, ...]
    number: int


@KNOT.instead
def holds(_: Game, weaver: Seat, doom: Elimination) -> bool:
    """The first time it is devoured it survives."""
    if doom.cause == "devoured":
        weaver.tokens.remove(KNOT)
    return doom.cause == "devoured"


@WEAVER.when_in_love
def settle_down(weaver: Seat) -> None:
    """In love it spins for the village."""
    weaver.nature = "villager"


@night(WEAVER, answer=seats(1, 2), when=even_nights, seconds=12)
async def spin(game: Game, weaver: Seat) -> None:
    """Ties two players more to its thread."""
    for tied in await ask_several(weaver, "weaver", may_choose(game, weaver, TIE), 2):
        game.lay(tied, TIED)


@together(WEAVER, "threads", everybody, when=even_nights, seconds=6, look=True)
async def feel(game: Game, awake: Sequence[Seat]) -> None:
    """All who are tied learn who they are."""
    tied = [seat for seat in game.holders(TIED) if seat in awake]
    if tied:
        await show(tied, "threads", value=tied)


@moment(WEAVER)
async def snare(game: Game) -> None:
    """Of many tied one is snared at dawn, by lot."""
    tied = game.holders(TIED)
    if len(tied) > THREADS:
        game.lay(await draw("weaver", tied), SNARED)


@moment(WEAVER)
async def untangle(game: Game) -> None:
    """Threads of the dead come loose, and all hear them snap."""
    loose = tuple(seat for seat in game.seats if not seat.alive and seat.has(TIED))
    for seat in loose:
        seat.tokens.remove(TIED)
    if loose:
        await say(ThreadsSnap(loose, len(loose)))


@moment(WEAVER)
async def point(game: Game) -> None:
    """A vote against the first who is tied."""
    for seat in game.holders(TIED)[:1]:
        game.lay(seat, OMEN)


@TIED.after_death
async def pull(game: Game, death: Elimination) -> list[Elimination]:
    """Whoever sits left of a tied player that was voted out trips over his thread."""
    left = game.clockwise(death.seat)[:1]
    return [Elimination(seat, "tripped") for seat in left if death.cause == "voted"]


@WEAVER.after_death
async def last_thread(game: Game, death: Elimination) -> list[Elimination] | Win:
    """Voted out with three tied it wins."""
    if death.cause == "voted" and len(game.holders(TIED)) == THREADS:
        return Win("weaver", (death.seat,))
    return []


def all_tied(game: Game) -> Win | None:
    """It wins when everybody else is tied."""
    for weaver in game.alive:
        if weaver.card is WEAVER and all(seat is weaver or seat.has(TIED) for seat in game.alive):
            return Win("weaver", (weaver,))
    return None


ROLE = Role(
    WEAVER,
    calls=[spin, feel],
    after="fox",
    dooms=[SNARED, TRIPPED],
    at_dawn=[snare],
    reactions=[TIED, WEAVER],
    after_dawn=[untangle],
    before_vote=[point],
    victories=[all_tied],
    fr={
        "cards": {
            "weaver": {"title": "Fileuse", "le": "la Fileuse", "de": "de la Fileuse", "une": "la Fileuse"}
        },
        "lines.call.weaver": {"wake": "{card.title}, ouvre les yeux.", "sleep": "Ferme les yeux."},
        "lines.call.threads": {"wake": "Tous, regardez votre anneau.", "sleep": "Fermez les yeux."},
        "lines.death.card.weaver": "C’était {card}.",
        "lines.event.threads_snap": "Des fils se rompent chez {seats}.",
        "words.event.threads_snap": "Fils rompus : {number}",
        "lines.death.tripped": "Un fil au ras du sol… et la chute {seat.de}.",
        "lines.over.weaver": "La Fileuse a gagné !",
        "words.call.threads": "Les Fils",
        "words.cause.snared": "fil",
        "words.cause.tripped": "faux pas",
        "words.over.weaver": "La Fileuse gagne",
    },
    en={
        "cards": {"weaver": {"title": "Weaver", "the": "the Weaver", "a": "the Weaver"}},
        "lines.call.weaver": {"wake": "{card.title}, open your eyes.", "sleep": "Shut your eyes."},
        "lines.call.threads": {"wake": "Everyone, look at your ring.", "sleep": "Shut your eyes."},
        "lines.death.card.weaver": "It was {card}.",
        "lines.event.threads_snap": "Threads have snapped above {seats}.",
        "words.event.threads_snap": "Snapped threads: {number}",
        "lines.death.tripped": "A thread across the path… and {seat} falls.",
        "lines.over.weaver": "The Weaver has won!",
        "words.call.threads": "The Threads",
        "words.cause.snared": "thread",
        "words.cause.tripped": "a false step",
        "words.over.weaver": "The Weaver wins",
    },
)
