"""What is said and written in a round of Mots-garous: the keys there are, and what each may mention.

A language has to say them all, and may say no others (`config/narration/mots-garous`).
"""

from __future__ import annotations

from collections.abc import Mapping

CALLED = (
    *("doppelganger", "mayor", "seer", "fortune_teller", "apprentice", "werewolf", "werewolves"),
    *("minion", "beholder", "masons", "thing", "thing_look"),
)
"""The calls of a night, by their keys."""
TOKENS = ("yes", "no", "maybe", "so_close", "way_off", "correct")
HEAPS = ("yes_no", "maybe", "so_close", "way_off", "correct")
WINNERS = ("village", "werewolves", "nobody")
ROLES = (
    *("mayor", "seer", "werewolf", "villager", "apprentice", "minion", "fortune_teller", "mason", "thing"),
    *("beholder", "doppelganger"),
)
"""What each tile is, in two lines."""

LINES: Mapping[str, tuple[str, ...]] = {
    "deal.look": (),
    "deal.board": (),
    "deal.paper": (),
    "deal.again": (),
    "mayor.shown": ("seat",),
    "mayor.centre": ("seat",),
    "night.fall": (),
    **{f"call.{key}.{part}": () for key in CALLED for part in ("wake", "sleep")},
    "eyes_down.mayor": ("seat",),
    **dict.fromkeys(("eyes_down.night", "eyes_down.sleep", "eyes_down.pause"), ()),
    **{f"eyes_down.{key}": ("called",) for key in ("choose", "write", "read", "letters", "ring", "look")},
    **dict.fromkeys(("eyes_down.day", "eyes_down.blanks", "eyes_down.paper_day"), ()),
    "eyes_down.resume": ("seat",),
    "host.unheard": (),
    "paper.mayor": (),
    "paper.day": (),
    "letters.werewolf": (),
    "letters.werewolves": (),
    "day.open": (),
    "day.blanks": (),
    "questions.half": (),
    "questions.last": (),
    **{f"token.{key}": () for key in TOKENS},
    "day.stops": (),
    "ended.found": (),
    "ended.time": (),
    "ended.tokens": (),
    "oops.found": (),
    "oops.time": (),
    "word.shown": ("word",),
    "wolf.shown": ("seat",),
    "pick.one": (),
    "pick.several": (),
    "pick.named": ("by", "seat"),
    "debate.minute": (),
    "debate.seconds": ("number",),
    "accuse.open": (),
    "accuse.shown": (),
    "accuse.nobody": (),
    "accuse.void": (),
    "accuse.most": ("seat",),
    "tile.shown": ("seat", "card"),
    "tile.twice": ("seat", "card", "role"),
    "left.round": ("seats",),
    **{f"over.{key}": () for key in WINNERS},
}
"""Line key: what its sentences may mention."""

WORDS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("title.deal", "title.night", "title.day", "title.vote", "title.over"), ()),
    "prompt.deal": (),
    "prompt.deal_eyes_down": (),
    **{f"prompt.questions.{buttons}": () for buttons in (1, 2, 3)},
    "prompt.oops": (),
    "headline.deal": (),
    "headline.deal_again": (),
    "headline.mayor": ("seat",),
    "headline.night": (),
    **{f"call.{key}": () for key in CALLED},
    "headline.day": (),
    "headline.floor": ("seat",),
    **{f"token.{key}": () for key in HEAPS},
    "headline.stops": (),
    "headline.found": (),
    "headline.time": (),
    "headline.tokens": (),
    "headline.word": (),
    "headline.wolf": ("seat",),
    "headline.pick": (),
    "headline.named": ("by", "seat"),
    "headline.debate": (),
    "headline.accuse": (),
    "headline.accusations": (),
    "headline.nobody": (),
    "headline.void": (),
    "headline.most": ("seat",),
    "headline.tile": ("seat", "card"),
    "headline.tile_twice": ("seat", "card", "role"),
    "headline.left": ("seats",),
    **{f"role.{key}": () for key in ROLES},
    **{f"over.{key}": () for key in WINNERS},
}
"""Likewise, what is written on the board."""
