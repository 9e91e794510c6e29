"""The Bodyguard: each night stands before somebody, and dies in their place."""

from table.house import SEAT, Card, Deed, Doom, Elimination, Game, Role, Seat, Token, ask, may_choose, night

BODYGUARD = Card("bodyguard")
GUARDED = Token("guarded", fades=True)
FALLEN = Doom("bodyguard_falls")
GUARD = Deed()


@night(BODYGUARD, answer=SEAT, seconds=12)
async def stand_guard(game: Game, guard: Seat) -> None:
    """Names another player, before whose door they stand until the next night."""
    guarded = await ask(guard, "bodyguard", may_choose(game, guard, GUARD))
    if guarded:
        game.lay(guarded, GUARDED)


@GUARDED.instead
def step_between(game: Game, _: Seat, doom: Elimination) -> bool:
    """Who is devoured at a guarded door is the Bodyguard."""
    guards = [seat for seat in game.alive if seat.card is BODYGUARD]
    if doom.cause != "devoured" or not guards:
        return False
    game.lay(guards[0], FALLEN)
    return True


ROLE = Role(
    BODYGUARD,
    calls=stand_guard,
    after="defender",
    dooms=FALLEN,
    fr={
        "cards.bodyguard": {
            "title": "Garde du corps",
            "le": "le Garde du corps",
            "de": "du Garde du corps",
            "une": "le Garde du corps",
        },
        "words.cause.bodyguard_falls": "mort à son poste",
        "lines.call.bodyguard.wake": "Garde du corps, ouvre les yeux. Devant quelle porte veilles-tu ?",
        "lines.call.bodyguard.sleep": "Garde du corps, ferme les yeux.",
        "lines.death.card.bodyguard": "C’était le Garde du corps.",
    },
    en={
        "cards.bodyguard": {"title": "Bodyguard", "the": "the Bodyguard", "a": "the Bodyguard"},
        "words.cause.bodyguard_falls": "fell on guard",
        "lines.call.bodyguard.wake": "Bodyguard, open your eyes. Before which door do you stand?",
        "lines.call.bodyguard.sleep": "Bodyguard, shut your eyes.",
        "lines.death.card.bodyguard": "It was the Bodyguard.",
    },
)
