"""Plays rounds one after the other with the same people at the table."""

from __future__ import annotations

import gc
from functools import partial
from typing import Literal

from table.appliance.hosting.host import Hosting, play_hosted
from table.appliance.rooms import room_of
from table.appliance.starting import warn
from table.appliance.table import Table
from table.chronicle.board import chronicle
from table.chronicle.story import just_told, to_store
from table.engine.chance import Chance
from table.engine.play import Answerer
from table.errors import TableError
from table.evening.diary import Diary
from table.games.entries import Round
from table.games.evening import Evening
from table.gestures import Meaning
from table.words.catalogue import OURS, Catalogue
from table.words.narration import Narration

NEXT_ROUND_S = 45.0
"""Seconds for which the winners stay on the board before the next round."""
After = Literal["done", "again", "menu", "away"]
"""What follows the rounds: the end, other words for the same people, the host's menu, or an empty table."""


def play_evening(table: Table, evening: Evening, rounds: int | None, diary: Diary | None = None) -> After:
    """Plays rounds with the same seats: `rounds` of them, or until somebody wants the menu. `diary`: stores
    them, and resumes an interrupted one."""

    def new_room(seed: str) -> Hosting:
        mind = mind_of(evening, table.narration.language, table.narration.own)
        room = room_of(table, mind, Chance(f"{seed}/room"), evening=evening, diary=diary)
        return Hosting(room, table.phones, table.news)

    try:
        if diary:
            # Each write that is done wakes the room.
            diary.open(table.opened.devices.clock.wake if table.face != "log" else lambda: None)
        while rounds is None or evening.played < rounds:
            goes_on = diary is not None and bool(diary.lines)
            table.manager.log(f"Round {evening.played + 1} {'goes on' if goes_on else 'begins'}.")
            kept = diary or Diary(None, evening, table.narration.language)
            room, stopped = play_hosted(evening, kept, partial(new_room, evening.round_seed))
            if stopped:
                table.manager.log(f"Round {evening.played + 1} is {stopped}.")
                return "menu" if stopped == "abandoned" else "away"
            # The parts of a room refer to each other, so only the collector frees the rooms before this one.
            # By itself it comes too late: memory grows for hours, and is not given back.
            gc.collect()
            table.manager.log(f"Round {evening.played} is over.")
            table.tell_trouble()
            story = story_of(evening, room, diary)
            if evening.played != rounds:
                said = said_after(room, evening, story)
                left = bool(room.room.people.gone)
                if said is Meaning.OPEN or (not evening.simulated and (said is None or left)):
                    return "menu"
                if evening.wanted != evening.difficulty:
                    return "again"
        return "done"
    finally:
        if diary:
            diary.close()
            if diary.trouble:
                warn(f"this evening cannot be resumed after a cut: {diary.trouble}")


def story_of(evening: Evening, room: Hosting, diary: Diary | None) -> Round | None:
    """The story of the last round, stored by `diary`. None: it cannot be told."""
    assert room.played
    try:
        story = just_told(evening, room.played, room.room.narration)
    except TableError as error:
        warn(f"the chronicle of this round is not told: {error}")
        return None
    if diary:
        # Typed names are of this evening: what is kept calls people by their places.
        kept = (
            just_told(evening, room.played, room.room.narration.calling({}))
            if room.room.narration.called
            else story
        )
        diary.tell(to_store(kept))
    return story


def said_after(room: Hosting, evening: Evening, story: Round | None) -> Meaning | None:
    """The gesture after a round (None: none), and the difficulty of the next one."""
    told = chronicle(evening, story, room.room.narration) if story else []
    counts = evening.simulated and not room.room.people.gone
    if evening.wanted is None:
        return room.wait_for_another(NEXT_ROUND_S, told, counts=counts)
    said, evening.wanted = room.wait_for_other_words(NEXT_ROUND_S, evening.wanted, told, counts=counts)
    return said


def mind_of(evening: Evening, language: str, own: Catalogue = OURS) -> Answerer:
    """The bots of an evening. `own`: the owner's texts."""
    secret = openly = Chance(f"{evening.round_key}/bots")
    if evening.keys is not None:
        openly = Chance(f"{evening.round_seed}/bots")
    return evening.mind(secret, openly, language, own)


def who_won(narration: Narration, evening: Evening) -> list[str]:
    """Lines that name the winner of the last round, and each seat's card and fate."""
    over = evening.over
    lines = [narration.word(f"over.{over.winner}") + (" (*)" if over.winners else "")]
    for seat in over.seats:
        star = "*" if seat in over.winners else " "
        lines.append(f"{star} {narration.seat(seat).label}: {evening.became(seat, over, narration)}")
    return lines
