"""The picture of an evening's last finished round, for `garou chronicle N --picture FILE`."""

from __future__ import annotations

from table.board.paint.art import Art
from table.board.paint.group import Portrait, group_picture
from table.chronicle.story import facts, honours_of, outcome
from table.errors import RefusedError
from table.games.entries import ChronicleTexts, EveningStory
from table.typefaces import OURS, Fonts


def picture(told: EveningStory, words: ChronicleTexts, art: Art, fonts: Fonts = OURS) -> bytes:
    """A PNG of 1920 x 1080. Raises `RefusedError` for an evening without a finished round whose cards are
    known."""
    finished = [each for each in told.rounds if each.winner and not each.changed]
    if not finished:
        raise RefusedError("no round of this evening has come to an end that can be drawn")
    last = finished[-1]
    honours = honours_of(told.rulebook, last, words)
    people = [
        Portrait(seat.name, seat.card, seat.title, honours.get(number, ""), seat.won)
        for number, seat in enumerate(last.seats)
    ]
    headline, told_facts = outcome(last.winner, words), facts(told, words)[0]
    return group_picture(headline, told_facts, people, art.of(told.rulebook), fonts)
