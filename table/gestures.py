"""The meaning of a seat's buttons in each phase: the one table.

The room reads it, and `python -m table.gestures` prints it as docs/gestures.md. Where a seat has
several buttons they are numbered from its player's left, 0 first.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Literal

from hardware.debounce import USUAL, Kind

Phase = Literal[
    "start",
    "attract",
    "seated",
    "stalled",
    "host",
    "menu",
    "offer",
    "covered",
    "deal",
    "eve",
    "choose",
    "yes_no",
    "debate",
    "parley",
    "talk",
    "floor",
    "answer",
    "oops",
    "cover",
    "over",
    "over_words",
    "told",
    "idle",
    "watching",
    "sure",
    "leaving",
    "agreeing",
    "paused",
    "asked",
]


class Meaning(Enum):
    """What a player says with their buttons. The value describes it."""

    SERVICE = "the service menu, once you let go"
    SIT = "sit down here"
    STAND = "stand up again"
    HOST = "become the host instead"
    OPEN = "open the menu"
    TAKE = "take, or change, what the menu points at"
    DECLINE = "no: let it be, and begin anew"
    GO_ON = "go on (by night: all have closed their eyes, or cover their rings)"
    SEE_CARD = "see my card, until I let go"
    SEEN = "I have seen my card"
    NEXT = "the next choice"
    BACK = "the choice before"
    POINT = "move the light there"
    CONFIRM = "lock this choice; once more: unlock it"
    SAY_YES = "yes"
    SAY_NO = "no"
    READY = "I am ready to vote"
    TALK = "open what can be done besides"
    DO = "do what the light points at"
    FLOOR = "I have a question"
    GIVE = "give the token the light points at, unless it is 'correct'"
    FOUND = "give 'correct', if the light points at it"
    OOPS = "that was a mistake: the other ending"
    UNSEEN = "what your card can do now, if it can do anything"
    AGAIN = "another round, same seats"
    PAGE = "the next page"
    OTHER_WORDS = "words of another difficulty"
    MENU = "the host's menu (the host; by day also two others at once, if the host cannot)"
    HURRY = "let the rest of the round be played in a hurry"
    SURE = "yes, do it"
    NO = "no, back"
    LEAVE = "yes, I leave the table"
    AGREE = "yes, I agree"
    HERE = "somebody is here: go on"


Row = Mapping[Kind, Meaning]
"""The meanings of one button's gestures; a gesture that is missing means nothing."""


def _however_long(meaning: Meaning) -> Row:
    """A button with one meaning, for slow presses too."""
    return {Kind.PRESS: meaning, Kind.HOLD: meaning}


def _any_button(row: Row) -> dict[int, tuple[Row, ...]]:
    """All buttons of a seat mean the same."""
    return {buttons: (row,) * buttons for buttons in (1, 2, 3)}


def _or_menu(row: Row) -> Row:
    """During a round a very long hold of any button opens the host's menu."""
    return {**row, Kind.LONG_HOLD: Meaning.MENU}


_GIVING: Row = {**_however_long(Meaning.GIVE), Kind.LONG_HOLD: Meaning.FOUND}
"""The row of each of the Mayor's answer buttons, on a seat with several."""

GESTURES: Mapping[Phase, Mapping[int, tuple[Row, ...]]] = {
    "start": _any_button({Kind.LONG_HOLD: Meaning.SERVICE}),
    "attract": _any_button(_however_long(Meaning.SIT)),
    "seated": _any_button({Kind.HOLD: Meaning.STAND}),
    "stalled": _any_button({Kind.PRESS: Meaning.HOST, Kind.HOLD: Meaning.STAND}),
    "host": _any_button({Kind.PRESS: Meaning.OPEN, Kind.HOLD: Meaning.STAND}),
    # Whoever comes back presses to sit down: that must not end a round for good.
    "offer": _any_button({Kind.HOLD: Meaning.DECLINE}),
    "covered": _any_button(_or_menu(_however_long(Meaning.GO_ON))),
    # A card is shown only after a hold, so that brushing a button never lights it. Players look for a long
    # time: there is no menu here.
    "deal": _any_button({Kind.PRESS: Meaning.SEEN, Kind.HOLD: Meaning.SEE_CARD}),
    # Until the first night, and in a look by day, a press means nothing.
    "eve": _any_button({Kind.HOLD: Meaning.SEE_CARD}),
    "choose": {
        1: (_or_menu({Kind.PRESS: Meaning.NEXT, Kind.HOLD: Meaning.CONFIRM}),),
        2: tuple(_or_menu(_however_long(meant)) for meant in (Meaning.NEXT, Meaning.CONFIRM)),
        3: tuple(_or_menu(_however_long(meant)) for meant in (Meaning.BACK, Meaning.NEXT, Meaning.CONFIRM)),
    },
    # Nothing shows what was said, so one gesture says it.
    "yes_no": _any_button(_or_menu({Kind.PRESS: Meaning.SAY_YES, Kind.HOLD: Meaning.SAY_NO})),
    # Elbows lie on the table while people talk.
    "debate": _any_button(_or_menu({Kind.HOLD: Meaning.READY})),
    "parley": _any_button(_or_menu({Kind.PRESS: Meaning.TALK, Kind.HOLD: Meaning.READY})),
    "talk": {
        1: (_or_menu({Kind.PRESS: Meaning.NEXT, Kind.HOLD: Meaning.DO}),),
        2: tuple(_or_menu(_however_long(meant)) for meant in (Meaning.NEXT, Meaning.DO)),
        3: tuple(_or_menu(_however_long(meant)) for meant in (Meaning.BACK, Meaning.NEXT, Meaning.DO)),
    },
    "floor": _any_button(_or_menu(_however_long(Meaning.FLOOR))),
    # 'Correct' ends the day, so a lingering finger must not say it.
    "answer": {
        1: ({Kind.PRESS: Meaning.NEXT, Kind.HOLD: Meaning.GIVE, Kind.LONG_HOLD: Meaning.FOUND},),
        2: (_or_menu(_however_long(Meaning.NEXT)), _GIVING),
        3: (*(_or_menu(_however_long(meant)) for meant in (Meaning.BACK, Meaning.NEXT)), _GIVING),
    },
    "oops": _any_button(_or_menu({Kind.HOLD: Meaning.OOPS})),
    "cover": _any_button(_or_menu(_however_long(Meaning.UNSEEN))),
    "over": _any_button({Kind.PRESS: Meaning.AGAIN, Kind.HOLD: Meaning.OPEN}),
    "over_words": _any_button(
        {Kind.PRESS: Meaning.AGAIN, Kind.HOLD: Meaning.OTHER_WORDS, Kind.LONG_HOLD: Meaning.OPEN}
    ),
    # A press means the same on every page, and with the winners. The pages also turn by themselves.
    "told": _any_button({Kind.PRESS: Meaning.AGAIN, Kind.HOLD: Meaning.PAGE}),
    "idle": _any_button(_or_menu({})),
    "watching": _any_button(_or_menu({Kind.HOLD: Meaning.HURRY})),
    "menu": {
        1: ({Kind.PRESS: Meaning.NEXT, Kind.HOLD: Meaning.TAKE},),
        2: (_however_long(Meaning.NEXT), _however_long(Meaning.TAKE)),
        3: (_however_long(Meaning.BACK), _however_long(Meaning.NEXT), _however_long(Meaning.TAKE)),
    },
    # A lingering finger must not say what cannot be undone.
    "sure": _any_button({Kind.PRESS: Meaning.NO, Kind.LONG_HOLD: Meaning.SURE}),
    "leaving": _any_button({Kind.HOLD: Meaning.LEAVE}),
    "agreeing": _any_button({Kind.HOLD: Meaning.AGREE}),
    "paused": _any_button(_however_long(Meaning.GO_ON)),
    "asked": _any_button(_however_long(Meaning.HERE)),
}
"""Phase -> number of buttons of a seat -> a row for each button."""


TOUCHES: Mapping[Phase, Row] = {
    "choose": {Kind.PRESS: Meaning.POINT, Kind.HOLD: Meaning.CONFIRM},
    "yes_no": _however_long(Meaning.POINT),
    "parley": {Kind.PRESS: Meaning.DO},
    "talk": {Kind.PRESS: Meaning.DO},
    # 'Correct' ends the day: the screen asks once more, and sends a long hold.
    "answer": {Kind.PRESS: Meaning.GIVE, Kind.LONG_HOLD: Meaning.FOUND},
    "menu": {Kind.PRESS: Meaning.TAKE},
}
"""Phase -> the meanings of a finger on one of the options of a screen. The light moves there first."""


def touched(phase: Phase, kind: Kind, on_option: bool, host: bool = False) -> Meaning | None:
    """The meaning of a touch of a screen. `on_option`: whether it was on an option; else it means what a
    seat's only button means. `host`: as in `meaning`."""
    return TOUCHES.get(phase, {}).get(kind) if on_option else meaning(phase, 1, 0, kind, host)


def meaning(phase: Phase, buttons: int, button: int, kind: Kind, host: bool = False) -> Meaning | None:
    """The meaning of a gesture. `buttons`: how many the seat has, 1 to 3; `button`: which, from 0; `host`:
    whether it can open the menu: it is the host's, or one of two gestures at the same time.

    None: it has no meaning, and nothing shows.
    """
    meant = GESTURES[phase][buttons][button].get(kind)
    return None if meant is Meaning.MENU and not host else meant


def lingers(phase: Phase, buttons: int, button: int) -> bool:
    """Whether a host's hold counts only when released: a longer one opens the menu, and must have said
    nothing else on its way."""
    row = GESTURES[phase][buttons][button]
    return Kind.HOLD in row and row.get(Kind.LONG_HOLD) is Meaning.MENU


PHASES: Mapping[Phase, str] = {
    "start": "The table starts",
    "attract": "Nobody plays, and nobody sits at your seat",
    "seated": "Nobody plays, and you have sat down",
    "stalled": "Nobody plays, you have sat down, and the host has not pressed for a minute",
    "host": "Nobody plays, and you are the host",
    "menu": "A menu is on the board, and it is yours",
    "offer": "A round was cut short, and the table is about to go on with it",
    "covered": "A night stood still, and you are the host whom the board names",
    "deal": "The cards are dealt",
    "eve": "The first night has not fallen, or all may see their card again by day, and you are not asked",
    "choose": "You are asked: a call of the night, a vote, a shot, an office",
    "yes_no": "By day you are asked for a yes or a no that nobody sees; the last one counts",
    "debate": "The village debates",
    "parley": "The village debates, and a press opens more (`talk`, `claims`, `pointing` of `[game]`)",
    "talk": "You have pressed in such a debate, at most six seconds ago",
    "floor": "Mots-garous: questions are asked",
    "answer": "Mots-garous: questions are asked, and you are the Mayor",
    "oops": "Mots-garous: the questions are over, and you are the Mayor",
    "cover": "By day all cover their buttons, and press as they like",
    "over": "The round is over",
    "over_words": "A round of Mots-garous is over",
    "told": "The round is over, and the board tells what really happened",
    "idle": "You are not asked: asleep, dead, or it is another's turn",
    "watching": "You are dead, and so are all other people: bots alone play on",
    "sure": "The board asks you, the host or who is to be the host, whether you are sure",
    "leaving": "The host says that you leave the table",
    "agreeing": "The host says that the table plays for you, or for one whose button is dead; or no longer",
    "paused": "You are the host, and the round pauses",
    "asked": "The board asks whether anybody is there",
}
BUTTON_NAMES = {1: ("the button",), 2: ("left", "right"), 3: ("left", "middle", "right")}


def as_markdown() -> str:
    """The page for people."""
    lines = [
        "# What the buttons mean",
        "",
        "This page says what a press, a hold and a long hold of your button do at each moment of an",
        "evening. It is printed from `table/gestures.py`: `python -m table.gestures > docs/gestures.md`.",
        "",
        f"- A **press** counts when you let go, if that is within {USUAL.hold_s:g} seconds.",
        f"- A **hold** counts at {USUAL.hold_s:g} seconds, a **long hold** at {USUAL.long_hold_s:g} seconds,",
        "  both while the button is still down.",
        "- A gesture that is not listed does nothing, and nobody can see that you made it.",
        "- Sometimes there is only one thing to say: a werewolf shows themselves to the pack, somebody",
        "  stands for Captain. Any gesture then says it, and it cannot be taken back.",
        '- In the deal, "I have seen my card" counts only after you have looked at the card with a hold.',
        "  With cards of your own a press is enough.",
        "- On a **screen** that shows the options (a phone) a finger is laid on one: the light moves there",
        "  first, and below the table stands what it means then. The screen's other buttons mean what a",
        "  seat's only button means.",
        "- The **host** is the first person to sit down ([host.md](host.md)). Where a long hold opens the",
        "  host's menu, a hold of the host's counts only when they let go. So opening the menu never",
        "  changes a choice.",
    ]
    for phase, title in PHASES.items():
        lines += ["", f"## {title}", "", *_rows(GESTURES[phase])]
        if row := TOUCHES.get(phase):
            told = "; ".join(f"{kind.value}: {meant.value}" for kind, meant in row.items())
            lines += ["", f"On an option of a screen: {told}."]
    return "\n".join(lines) + "\n"


def _rows(table: Mapping[int, tuple[Row, ...]]) -> list[str]:
    """The rows of one phase; a single row if all buttons mean the same."""
    rows = {(buttons, button): row for buttons, of in table.items() for button, row in enumerate(of)}
    if not any(rows.values()):
        return ["No gesture means anything."]
    told = [kind for kind in Kind if any(kind in row for row in rows.values())]
    alike = all(row == rows[1, 0] for row in rows.values())
    named = (
        [("1, 2 or 3", "any", rows[1, 0])]
        if alike
        else [(str(buttons), BUTTON_NAMES[buttons][button], row) for (buttons, button), row in rows.items()]
    )
    return [
        f"| buttons | which | {' | '.join(kind.value for kind in told)} |",
        f"| --- | --- |{' --- |' * len(told)}",
        *(
            f"| {buttons} | {which} | {' | '.join(row[kind].value if kind in row else '' for kind in told)} |"
            for buttons, which, row in named
        ),
    ]


if __name__ == "__main__":
    print(as_markdown(), end="")
