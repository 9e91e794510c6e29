"""The Stuttering Judge: has the village vote twice in a day."""

from __future__ import annotations

from table.games.werewolf.rules.pieces import Card, Game, Seat, Token, covered

SECOND_VOTE = Token("second vote")
STUTTERING_JUDGE = Card("stuttering_judge", sign=(3, "stroll"), brings=(SECOND_VOTE,))


@covered(STUTTERING_JUDGE, seconds=8, may=lambda _, judge: judge.has(SECOND_VOTE))
async def stutter(game: Game, judge: Seat) -> None:
    """CH-23: once in the round the village votes a second time, at once."""
    judge.tokens.remove(SECOND_VOTE)
    game.vote_again()
