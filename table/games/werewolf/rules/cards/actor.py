"""The Actor: plays another character each night."""

from __future__ import annotations

from typing import Any

from table.engine.requests import ask, draw_several, say
from table.games.werewolf.rules.news import News
from table.games.werewolf.rules.pieces import Card, Game, Seat, moment, night

ACTOR = Card("actor", sign=(1, "leap"), stage=3, may_be_played=False)


def role_key(value: Any, _: Any) -> str | None:
    """The scenario form of an open card."""
    return None if isinstance(value, str) else "the role key of an open card"


@ACTOR.announces
class Stage(News, frozen=True):
    """CH-40: the cards that lie open for the Actor."""

    kept = ("Stage", "value")
    lays_out = "value"
    key = "stage"
    value: tuple[Card, ...]


@moment(ACTOR)
async def lay_out(game: Game) -> None:
    """CH-41: the host's choice, or three drawn by lot, is known to all."""
    cards = game.laid.stage
    if not cards:
        open_cards = game.rulebook.may_lie_open(game.deck)
        cards = tuple(await draw_several("stage", open_cards, min(ACTOR.stage, len(open_cards))))
    game.lay_open(cards, ACTOR)
    await say(Stage(cards))


@night(ACTOR, answer=role_key, seconds=12)
async def choose_part(game: Game, actor: Seat) -> None:
    """CH-40: one of the open cards not used yet, whose power the Actor has until the next nightfall."""
    if game.stage_left and (card := await ask(actor, ACTOR.key, tuple(game.stage_left))):
        game.play(actor, card)
