"""The room: the words of a game become buttons, rings, voice and board. Only here both halves meet.

One thread owns it. It never sleeps but on the injected clock, and it moves in beats: take what the
contacts say, light the rings, draw the board.

What is public here depends only on what is public: a call lasts its time whoever answers (LG-35), every
living ring shows as much light by night, and a press that is not wanted changes nothing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from hardware import patterns
from hardware.debounce import USUAL, Contact, Gesture, Kind, Timing, due, feed, first_seen, tick
from hardware.interface import Edge
from hardware.troubles import ButtonHeld
from table.board.board import Board, Place, Secret, Timer, Told
from table.engine.chance import Chance
from table.engine.messages import Message
from table.engine.play import Answerer
from table.engine.public import Public
from table.engine.requests import (
    Answering,
    Ask,
    Call,
    Draw,
    Leavers,
    Press,
    Request,
    Say,
    Show,
    Sleep,
    Unveil,
    Vote,
    Wake,
)
from table.engine.requests import Clock as Time
from table.errors import ClosedError as ClosedError
from table.games.telling import Answers, Calling, Line, OnBoard, Telling
from table.gestures import Meaning, Phase, meaning
from table.room.choosing import Choosing, Tokens
from table.room.devices import Devices
from table.room.hands import Hands
from table.room.message_faces import READ_S, Face, face_of, reading_s
from table.room.people import HOST_FIRST_S, People, is_given_up
from table.room.places import Places
from table.room.written import Written
from table.settings.settings import Eyes
from table.settings.times import Hurried, Times
from table.words.narration import Lot, Narration
from table.words.troubles import Troubles

NIGHT_SCENES = ("night", "look", "deal")
OVER = ("over", "told")
COVERED = ("night", "look")
"""Scenes in which a click might tell who is called."""
AT_ONCE = float("-inf")
"""A moment that has always come."""
NEVER = float("inf")
"""A moment that does not come."""
LOCK_S = 1.0
"""A locked choice counts once it has stood so long: till then it can be unlocked."""
PATIENCE = 0.6
"""The part of the pack's time for which its bots wait for the people in it, to agree with them."""
CAPTION_S_A_LETTER = 0.045
"""A caption stays at least as long as a slow reader needs, if the voice is faster or silent."""
GLANCE_S = 2.0
"""A caption that nobody's answer waits for stands at least so long, if nothing else is to be told."""
GAP_S = 0.35
"""Between two lines."""
LONGEST_LINE_S = 25.0
"""A voice that has not ended so long after the caption could be read is not waited for."""
EYES_S = 1.5
"""A call's time begins so long after the first word of its line: those called have opened their eyes."""
PAGE_S = 8.0
"""How long a page of the chronicle stands."""
TURNS: Mapping[Meaning | None, int] = {Meaning.PAGE: 1, Meaning.BACK: -1}
"""How far its pages are turned."""
ARROWS: Mapping[Meaning, Meaning] = {
    **dict.fromkeys((Meaning.NEXT, Meaning.TAKE), Meaning.PAGE),
    Meaning.BACK: Meaning.BACK,
}
"""What is said among the pages with those keys that turn and take in a menu: down and right, up and left."""
NUDGES = {
    "debate": ((0.55, "debate.nudge"), (0.88, "debate.last")),
    "questions.classic": ((0.5, "questions.half"), (0.875, "questions.last")),
    "questions.speedwords": ((0.5, "questions.half"), (0.75, "questions.last")),
}
"""LG-37: the part of a public time after which the voice reminds of it."""
PROMPTS = {
    "choose": "prompt.choose.{buttons}",
    "deal": "prompt.deal",
    "cards": "prompt.cards",
    "debate": "prompt.ready",
    "questions.classic": "prompt.questions.{buttons}",
    "questions.speedwords": "prompt.questions.{buttons}",
    "oops": "prompt.oops",
}
"""What is written below while a public time runs, or somebody may choose, with so many `buttons` a seat."""
SAVE_S = 1.0
"""What is asked in a call is over so long before the call is: then its last record goes to the disk."""
RECORD_S = 0.5
"""So often something is recorded in a call before that, whether anybody has answered or not."""
TICKS = 10
"""A clock is heard in so many of its last seconds."""
CALM_S = 2.0
"""A hand of this program says so long after the line that all have closed their eyes."""
AMONG_BOTS_S = 10.0
"""A debate in which nobody talks lasts at most so long."""
COUNTED_MOST = 16
"""At a table of more seats the board of a deal has no room for how many have looked."""
REST_S = 0.3
"""A hand of this program waits so long before it says something."""


class Dealt(NamedTuple):
    """The card a seat was dealt: how its ring shows it, and its name. Secret."""

    face: Face
    name: str


class Finger(NamedTuple):
    """One button, and whose finger lies on it: a person's, or a hand's of this program."""

    of_person: bool
    seat: int
    button: int


class Heard(NamedTuple):
    """A gesture of one seat."""

    time_s: float
    seat: int
    button: int
    kind: Kind


class Came(NamedTuple):
    """A press for the floor, or a token that was given, and when."""

    time_s: float
    seat: int
    token: str | None


class Carried(msgspec.Struct):
    """What a round that stands still takes along besides its answers. `key`: of the public time or question
    that was running, for `length_s`; `spent_s`: seconds of it that are gone, below 0 where there is more than
    usual; `asked`: what people had chosen by then; `abstains`: seats nobody answers for until it is over."""

    key: str = ""
    length_s: float = 0.0
    spent_s: float = 0.0
    asked: Mapping[int, Choosing] = {}
    abstains: frozenset[int] = frozenset()


class Room:
    """Answers a game from the people round the table, and from `mind` for every seat nobody has touched.

    `button_count`: buttons of each seat. `beat_s`: the longest time between two looks at the contacts;
    on a clock that jumps it may be infinite. `people_sit`: whether a press on the real buttons makes a
    seat a person's. `night`: whether eyes are closed in it, or bent on the rings. `cover_taps`: whether
    everybody presses in it. `places`: which pod of the table each seat has; one after the other unless given.
    `telling`: how the game that is played is told.
    """

    def __init__(
        self,
        devices: Devices,
        narration: Narration,
        times: Times,
        mind: Answerer,
        seats: Sequence[str],
        button_count: int,
        chance: Chance,
        *,
        telling: Telling,
        beat_s: float = float("inf"),
        people_sit: bool = True,
        night: Eyes = "eyes_closed",
        cover_taps: bool = False,
        places: Places | None = None,
    ) -> None:
        self.telling = telling
        self.buttons, self.rings, self.voice, self.view, self.time, *_ = devices
        self.ambience, self.effects, self.typed = devices.ambience, devices.effects, devices.typed
        self.slips = devices.slips
        self.narration = narration
        self.times = times
        self.mind = mind
        self.chance = chance
        self.board = Board()
        self.places = places or Places(range(len(seats)), len(seats), seats)
        self.people = People()
        self.carried = Carried()
        """Of the round that is taken up here."""
        self._record: Callable[[], Written | None] | None = None
        """Writes down what has been answered in the call, if anything has; None: nothing is written here."""
        self._record_s = NEVER
        """When it does so next."""
        self._records = 0
        """How often it has in this call."""
        self._save_s = SAVE_S
        """The disk's time at the end of every call; none where nothing is ever written down."""
        self._is_last_recorded = False
        self._recorded: Written | None = None
        """The last of them."""
        self.unkept: Callable[[], object] | None = None
        """Whether answers are no longer written down; None: they never were to be."""
        self.mistake = ""
        """Why it is not told in the language one expects, if it is not."""
        self.is_hurried = self._wants_hurry = False
        """Whether the rest of the round is played in a hurry, and whether somebody has said so."""
        self.captions = True
        """Whether what the voice says is written too; where it cannot speak it is in any case."""
        self.prompts: Mapping[str, str] = PROMPTS
        """What is written below while which public time runs."""
        self.hands = Hands(button_count, chance)
        self._button_count = button_count
        self._beat_s = beat_s
        self._fingers = USUAL.on(self.time.speed)
        """How long a person's finger takes for what, by the clock of the room."""
        self._people_sit = people_sit
        self._eyes_down = False
        if night == "eyes_down":
            self.bend_eyes()
        self._cover_taps = cover_taps
        self._closings = self.view.closed
        """How often somebody had wanted to close the table before."""
        self._contacts: dict[Finger, Contact] = {}
        """Those that are down, or have not been up for long enough."""
        self._stale: set[Finger] = set()
        """Contacts that were down when the question began: not answers to it, till they are up again."""
        self._pressed: deque[Heard] = deque()
        self._typed: deque[Meaning] | None = None
        """What the arrows of a keyboard have said among the pages of a round that is over; None elsewhere."""
        self._peeking: set[int] = set()
        self._have_looked: set[int] = set()
        """Who has seen the card he was dealt."""
        self._is_eve = False
        """Whether the cards have been dealt, and no night has fallen since."""
        self._asked_until_s = AT_ONCE
        """When the last question was over."""
        self._first_told: list[Line] | None = None
        """What is told as soon as everybody can look at his card; None: no cards are being dealt."""
        self._nudges: list[tuple[float, str]] = []
        self._asked = ""
        """The question that was written under the board last."""
        self._question_read_s = self._passed_s = AT_ONCE
        """When it has been read, and the line that nobody's answer waits for."""
        self._tokens: Tokens | None = None
        """Of the one who answers, while questions are asked."""
        self._came: list[Came] = []
        """What was pressed while questions are asked, and is not told yet."""
        self._on_board = telling if isinstance(telling, OnBoard) else None
        self._secret: Secret | None = None
        """What is shown on the board to those called, but for their cursors."""
        self._unveiled: list[Show] = []
        """What was shown so in a call that was cut short."""
        self._turning: Sequence[Choosing] = ()
        """Those who choose from what the board shows them."""
        self._names = seats
        self._pace = times.factor
        self._phases: dict[int, Phase] = {}
        self._faces: dict[int, Face] = {}
        self._cards: dict[int, Dealt] = {}
        self._laid: Mapping[int, str] | None = None
        """What stands on the slips; None: what an earlier room has left there."""
        self._on_gesture: Callable[[Heard, Meaning], None] = _ignore
        self._call: Call | None = None
        self._calling: Calling | None = None
        """What every living ring shows that has nothing else to show: who is called."""
        self._time_began_s: float | None = None
        self._running: Carried | None = None
        """The public time or question under way, as it was when it began."""
        self._running_from_s = 0.0
        self._ticks: list[float] = []
        """When the clock that runs is heard: once a second, and at its end."""
        self._has_died = self._is_bidden = self._has_told_how = False
        """Whether somebody has died, the dead know what they may do, and all know how one chooses."""
        self._told_gone: set[int] = set()
        """Of those who have left the table, whom the round knows of."""
        self._call_began_s = 0.0
        self._call_ends_s = 0.0
        self._read_until_s = 0.0
        self._line_read_s = 0.0
        self._hides_held = False
        """Whether a button that has been down for long may have been so since the night."""
        self._is_dumb = False
        """Whether no voice is heard any more, as far as is known."""
        self._asks_voice_s = AT_ONCE
        self._prompts_s = NEVER
        """When it is looked next whether the line of a call is over, and how one chooses can be written."""
        self._asks: list[tuple[str, float]] = []
        """What else is asked in this call, and when."""
        self._asked_now = ""
        """What is asked in it now, where one thing is asked after the other."""
        self._lot = Lot(chance.stream("narration").randrange)
        self._silent_from_s = AT_ONCE
        self._frame = b""
        self._lay_places()
        self.buttons.listen(self.time.wake)
        for edge in self.buttons.edges():
            self._keep(Finger(True, edge.seat, edge.button), first_seen(edge.down))

    def bend_eyes(self) -> None:
        """From now on nobody closes his eyes by night: all look at their own rings."""
        self._eyes_down = True
        # Whoever hears nothing and looks at no board has to know by his ring when it is his turn.
        self.prompts = {**self.prompts, "deal": "prompt.deal_eyes_down"}

    # The words of a game

    def say(self, request: Say) -> None:
        event = request.event
        self.mind.say(request)
        lines = self.telling.tell(event)
        if self._eyes_down:
            lines = self.telling.with_eyes_down(lines)
        if self._cover_taps and self.telling.begins_night(event):
            lines.append(("cover.taps", {}))
        if self._bids_the_dead(event):
            lines.insert(0, ("dead.watch", {}))
        pause_s = self.telling.pause_s(event) * self._pace
        if not pause_s:
            self._say_in_passing(event, lines)
            return
        if self._first_told is None:
            self._stop_answering()
        if self._wants_hurry and not self.is_hurried:
            # Not before something public is said: a call of the night is as long as it began.
            self.hurry()
        dealt = self.telling.dealt(event)
        if dealt is not None:
            # In the pause that follows, the board paints it ahead.
            self.board.legend = self.telling.legend_of(event, self.narration)
            self._live(self.time.now() + GAP_S)
            sentences = self.narration.sentences(self._sitters(), tuple(dict.fromkeys(dealt)))
            self.voice.prepare(sentences, self.narration.language)
        if self._eyes_down and self.telling.begins_night(event) and not self._has_told_how:
            self._tell_how()
        if lines and self._first_told is None:
            self._fall_silent()  # the board changes as the voice begins, not before
        self._turn_board(event)
        if self._only_bots_live() and not self._wants_hurry:
            self.board.hint = self.narration.word("prompt.hurry")
        if dealt is not None:
            # Whoever is told to look holds his button at once: nothing else may come of it.
            self._forget_cards()
            self._open_questions(range(len(self._names)), "deal")
            self._on_gesture = self._hear_signal
            self._first_told = []
        if effect := self.telling.effect_of(event):
            self.effects.play(effect)
        if self.board.scene in COVERED:
            self.ambience.begin()
        else:
            self.ambience.end()
        if self._first_told is not None:
            # Not a frame passes before the rings know the cards.
            self._first_told += lines
            return
        self._tell(lines)
        self._live(self.time.now() + pause_s)

    def _tell_how(self) -> None:
        """Where nobody looks at the board by night it is told before the first how one chooses in it."""
        self._has_told_how = True
        if prompt := self.prompts.get("choose"):
            self._fall_silent()
            sentence = self._write(self.narration.word(prompt.format(buttons=self._button_count)))
            self._line_read_s = self.time.now() + CAPTION_S_A_LETTER * len(sentence)
            self._finish_line()

    def _bids_the_dead(self, event: Public) -> bool:
        """Whether it is said with this what the dead may do: once a round, as the first day or night begins
        after somebody has died."""
        if self.telling.dies(event):
            self._has_died = True
        elif self._has_died and not self._is_bidden and self.telling.begins(event):
            self._is_bidden = True
            return True
        return False

    def _say_in_passing(self, event: Public, lines: Sequence[Line]) -> None:
        """Without a pause no beat either: a press in the middle of a debate is heard by its next clock."""
        self._turn_board(event)
        if effect := self.telling.effect_of(event):
            self.effects.play(effect)
        for line in lines:
            self._utter_in_passing(line)

    def wake(self, request: Wake) -> None:
        self.mind.wake(request)
        self._begin_call(request)

    def _begin_call(self, request: Wake) -> None:
        """The call is announced, and its time begins."""
        self._call = request.call
        self._fall_silent()
        self.telling.show_wake(self.board, request.call, self.narration)
        if self._eyes_down:
            self._calling = self.telling.calls_by(request)
            *before, last = self.telling.wake_with_eyes_down(request.call, self.board.headline)
        else:
            *before, last = self.telling.tell_wake(request.call)
        self._tell(before)
        self._speak(last)
        if request.call.asks or (self.telling.chooses(request.call) and not self._eyes_down):
            self._prompts_s = self._line_read_s
        if request.call.is_look:
            # LG-48: where every eye opens, everybody hears first what he may look at.
            self._finish_line()
        elif self._eyes_down:
            # Who cannot hear knows by the sign that he is called: it is not read faster in a hurry.
            self._live(self.time.now() + READ_S * max(1.0, self._pace))
        else:
            self._live(self.time.now() + EYES_S * self._pace)
        self._call_began_s = self.time.now()
        self._call_ends_s = self._call_began_s + self.times.call_s(request.call)
        if self.is_hurried:
            # The disk is never in a hurry: what those called have is theirs, and its time comes on top.
            self._call_ends_s += self._save_s
        self._records, self._recorded, self._is_last_recorded = 0, None, False
        self._record_s = self._call_began_s + RECORD_S if self._record else NEVER
        if request.call.asks:
            (first, _), *self._asks = self._asked_from_s(request.call).items()
            key, facts = self.telling.tell_ask(request.call, first)
            self._asked_now = self.narration.line(key, self._lot.of(key), **facts)
        if self._cover_taps:
            self._cover()

    def sleep(self, request: Sleep) -> None:
        """LG-35: not before the time of the call is over; and where a disk is slow, not before it has written
        the last record, which every call has."""
        self.mind.sleep(request)
        self._live(self._call_ends_s - self._save_s)
        self._record_last()
        self._live(self._call_ends_s)
        if self._recorded:
            self.wait_for(self._recorded)
        self._prompts_s, self._asks, self._asked_now = NEVER, [], ""
        self._veil()
        self._finish_line()
        self._faces.clear()
        self._call = self._calling = None
        ending = self.telling.sleep_with_eyes_down if self._eyes_down else self.telling.tell_sleep
        self._tell(ending(request.call))
        self.telling.show_sleep(self.board, self.narration)

    def show(self, request: Show) -> None:
        self.mind.show(request)
        if self._is_for_board(request):
            self._read_until_s = self.time.now() + READ_S * self._pace
            return
        message = self.telling.message(request)
        now_s, read_s = self.time.now(), reading_s(message, self._pace)
        looks = self._call is not None and self._call.is_look
        for seat in request.to:
            face = self._written(seat.index, message, self._call_ends_s - now_s if looks else read_s)
            if request.what == "dealt":
                self._cards[seat.index] = Dealt(face, self.narration.card(request.value).title)
            else:
                self._faces[seat.index] = face
        self._read_until_s = now_s + read_s
        if self._call and len(request.to) > 1:
            # Who is of the pack is not shown in the middle of the sentence that bids them look.
            self._read_until_s = max(self._read_until_s, self._line_read_s + read_s)

    def _is_for_board(self, request: Show) -> bool:
        """Whether this stands on the board, for those called alone: then it does, till the call ends."""
        told = self._on_board.secret(request, self._secret) if self._on_board and self._call else None
        self._secret = told or self._secret
        return told is not None

    def _veil(self) -> None:
        """Nothing that was shown to those called stands on the board any more, and nothing on the slips."""
        self._lay_slips({})
        if self._secret:
            self._secret = self.board.secret = None
            self.view.show(self.board, self.time.now())

    def ask(self, request: Ask) -> Sequence[Any]:
        picks = self.mind.ask(request)
        seat = request.seat.index
        if seat in self.people.gone:
            return ()
        choosing = self._choosing(seat, request.choices, request.count, request.demanded)
        self._choose(request, {seat: choosing}, {seat: picks})
        return choosing.answer

    def vote(self, request: Vote) -> dict[Any, Any]:
        """Everybody turns through the same people, so that no ring and no time shows whom a Lover is spared
        to name (LG-43): a vote against his beloved looks like any other, and is none. Himself he only finds
        there if he may name himself: that is no secret."""
        named = self.mind.vote(request)
        self._begin_vote()
        everybody = list(dict.fromkeys(choice for menu in request.choices.values() for choice in menu))
        voters = [voter for voter in request.choices if voter.index not in self.people.gone]
        asked = {
            voter.index: self._choosing(
                voter.index,
                [choice for choice in everybody if choice is not voter or voter in request.choices[voter]],
                1,
                False,
            )
            for voter in voters
        }
        picks = {voter.index: (named[voter],) if voter in named else () for voter in voters}
        if asked:
            self._choose(request, asked, picks)
        answers = {voter: asked[voter.index].answer for voter in voters}
        return {
            voter: answer[0]
            for voter, answer in answers.items()
            if answer and answer[0] in request.choices[voter]
        }

    def _begin_vote(self) -> None:
        """From the first vote of a day on buttons that have been down for long are named."""
        if self.board.scene not in NIGHT_SCENES:
            self._hides_held = False

    def draw(self, request: Draw) -> Sequence[Any]:
        return self.mind.draw(request)

    def clock(self, request: Time) -> Press | None:
        """Runs a public time. Presses that come together are answered one after the other."""
        length_s = self.times.window_s(request.key)
        hearing = {seat.index: seat for seat in request.hearing}
        phases = self._phases_in(request)
        if self._first_told is not None:
            told, self._first_told = self._first_told, None
            self._tell(told)
        began_s = self._time_began_s
        if request.spent_s == 0.0 or began_s is None:
            now_s = self.time.now()
            carried = self._taken_over(request.key)
            began_s = self._time_began_s = now_s - (carried.spent_s if carried else request.spent_s)
            if self._phases != phases or request.key not in ("deal", "cards"):
                self._open_questions(phases, "idle")
            self._came.clear()
            nudges = NUDGES.get(request.key, ())
            self._nudges = [(part, line) for part, line in nudges if began_s + part * length_s > now_s]
            self._hurry(request.key, began_s + length_s)
            self._caption_prompt(request.key)
        ends_s = began_s + length_s
        if request.key in ("deal", "cards"):
            self._tell_who_has_looked()
        elif request.wanted:
            self.board.hint = self.narration.word("prompt.wanted", number=request.wanted)
        self._run(Carried(request.key, length_s), ends_s)
        self._phases = phases
        planned = self.mind.clock(self._of_nobodys(request))
        if isinstance(request, Answering):
            self._caption_question()
            return self._answer(request, hearing, began_s, ends_s, planned)
        if planned and phases.get(planned.seat.index) == "oops" and self._is_bots(planned.seat.index):
            said_s = max(began_s + planned.at_s, self.time.now() + REST_S)
            self.hands.signal(planned.seat.index, "oops", Meaning.OOPS, said_s)
        self._on_gesture = self._hear_signal
        while not (press := self._first_pressed(hearing)) and self.time.now() < ends_s:
            self._live_and_nudge(ends_s, lambda: AT_ONCE if self._pressed else ends_s)
        if press and request.key == "oops":
            # Nobody sees that it was said: the time runs on.
            self._phases, self._on_gesture = {}, _ignore
        elif not press:
            self._close_questions()
        # Else whoever presses while this answer is written down is heard by the next clock.
        if press and request.key == "debate":
            self._follow(press.seat, [seat for seat in hearing if seat != press.seat])
        return Press(hearing[press.seat], max(press.time_s - began_s, request.spent_s)) if press else None

    def _phases_in(self, request: Time) -> dict[int, Phase]:
        """What the presses of whom mean while a public time runs."""
        hearing = [seat.index for seat in request.hearing]
        if isinstance(request, Answering):
            assert request.chooser
            asking: dict[int, Phase] = dict.fromkeys(hearing, "floor")
            return asking | {request.chooser.index: "answer"}
        if request.key in ("deal", "cards"):
            return dict.fromkeys(range(len(self._names)), "deal")
        return dict.fromkeys(hearing, "oops" if request.key == "oops" else "debate")

    def _caption_prompt(self, key: str) -> None:
        """What a button does while this public time runs is written under the board."""
        if prompt := self.prompts.get(key):
            self.board.caption = self.narration.word(prompt.format(buttons=self._button_count))

    def _live_and_nudge(self, until_s: float, moment_s: Callable[[], float]) -> None:
        """Time passes to a moment, or to the next of the lines that remind of the time that runs."""
        began_s = self._time_began_s or 0.0
        length_s = self._running.length_s if self._running else 0.0
        nudge_s = until_s
        if self._nudges:
            nudge_s = max(began_s + self._nudges[0][0] * length_s, self._question_read_s)
        again_s = self._passed_s if self.time.now() < self._passed_s else until_s
        self._live_until(lambda: min(nudge_s, again_s, moment_s()))
        if self._nudges and self.time.now() >= nudge_s:
            nudge: Line = (self._nudges.pop(0)[1], {})
            if self._tokens:
                self._utter_in_passing(nudge)
            else:
                self._tell([nudge])
                self._caption_prompt(self._running.key if self._running else "")
        elif self.time.now() >= again_s:
            self._caption_question()

    # Questions and tokens

    def _of_nobodys(self, request: Time) -> Time:
        """What the mind is told of a time in which somebody answers: only seats nobody sits at ask and
        answer for it."""
        if not isinstance(request, Answering) or not request.chooser:
            return request
        chooser = request.chooser if self._is_bots(request.chooser.index) else None
        hearing = [seat for seat in request.hearing if self._is_bots(seat.index)]
        return msgspec.structs.replace(request, hearing=hearing, chooser=chooser)

    def _utter_in_passing(self, line: Line) -> None:
        """Begins a line that nobody's answer waits for."""
        read_s = max(GLANCE_S, CAPTION_S_A_LETTER * len(self._utter(line)))
        self._passed_s = self.time.now() + read_s

    def _caption_question(self) -> None:
        """What is asked for somebody is written under the board: nobody has said it aloud. A line that
        reminds of the time waits till it has been read, and gives way to it again. Where nothing is asked so
        people read what their buttons do."""
        if question := getattr(self.mind, "asks", ""):
            if question != self._asked:
                self._question_read_s = self.time.now() + CAPTION_S_A_LETTER * len(question)
            elif self.time.now() < self._passed_s:
                return
            self.board.caption = question
        elif self.people and self.time.now() >= self._passed_s:
            self._caption_prompt(self._running.key if self._running else "")
        self._asked = question

    def _answer(
        self,
        request: Answering,
        hearing: Mapping[int, Any],
        began_s: float,
        ends_s: float,
        planned: Press | None,
    ) -> Press | None:
        """MG-56: whoever presses has the floor, the chooser turns among his tokens, and everything counts in
        the order of its moments. It goes on being heard till something is said that is not in passing."""
        assert request.chooser
        chooser = request.chooser.index
        tokens = self._tokens
        if tokens is None:
            assert isinstance(self.telling, Answers)
            tokens = self._tokens = Tokens(self.telling.tokens, self.telling.surest, self.rings.pixels)
            self._faces[chooser] = tokens.face
        tokens.offer(request.choices)

        def hear(heard: Heard, meant: Meaning) -> None:
            token = tokens.hear(meant) if heard.seat == chooser else None
            if token or meant is Meaning.FLOOR:
                self._came.append(Came(heard.time_s, heard.seat, token))

        def in_turn(came: Came) -> tuple[float, bool, int]:
            """Of presses of one moment that of the nearest clockwise of the chooser is the last."""
            return came.time_s, came.token is not None, (chooser - came.seat) % len(self._names)

        self._on_gesture = hear
        settle_s = max(USUAL.settle_s, self._fingers.settle_s)
        self._plan(planned, tokens, began_s)
        until_s = ends_s if request.until_s is None else min(ends_s, began_s + request.until_s)
        while True:
            self._came.sort(key=in_turn)
            settled_s = self.time.now() - settle_s
            for came in list(self._came):
                if came.time_s > min(settled_s, until_s):
                    break
                self._came.remove(came)
                at_s = min(max(came.time_s - began_s, request.spent_s), until_s - began_s)
                if came.token is None and came.seat in hearing:
                    return Press(hearing[came.seat], at_s)
                if came.token in request.choices:
                    return Press(request.chooser, at_s, came.token)
            if settled_s >= until_s:
                if until_s == ends_s:
                    self._stop_answering()
                return None
            # A press is known a moment after it was made: what came before it is heard before it.
            self._live_and_nudge(
                until_s + settle_s,
                lambda: min(came.time_s for came in (*self._came, Came(until_s, 0, None))) + settle_s,
            )

    def _plan(self, planned: Press | None, tokens: Tokens, began_s: float) -> None:
        """What somebody nobody sits for is going to do, unless somebody else is faster."""
        self.hands.rest()
        if planned is None or not self._is_bots(planned.seat.index):
            return
        seat, at_s = planned.seat.index, max(began_s + planned.at_s, self.time.now())
        if planned.choice is None:
            self.hands.turn(seat, "floor", [Meaning.FLOOR], at_s)
        else:
            self.hands.turn(seat, "answer", tokens.way_to(planned.choice), at_s)

    def _stop_answering(self) -> None:
        """No more questions: nobody is heard any more."""
        if self._tokens:
            self._tokens = None
            self._faces.clear()
            self.hands.rest()
        if self._phases:
            self._close_questions()

    def leavers(self, request: Leavers) -> Sequence[Any]:
        """LG-46: each once, as the people know it or the mind says."""
        gone = self.mind.leavers(request)
        left = self.people.gone - self._told_gone
        self._told_gone |= left
        return [seat for seat in request.seats if seat in gone or seat.index in left]

    # A round that was cut short, and its journal

    def recall(self, request: Request, answer: Any, /) -> None:
        """This has been said and answered before: the board and the seats nobody sits at know it again.
        Nothing is lit or spoken."""
        if not isinstance(request, Time):
            word = "show" if isinstance(request, Show) else type(request).__name__.lower()
            getattr(self.mind, word)(request)
        match request:
            case Vote():
                self._begin_vote()
            case Say(event=event):
                if self.telling.dealt(event) is not None:
                    self.board.legend = self.telling.legend_of(event, self.narration)
                self._bids_the_dead(event)
                self._turn_board(event)
            case Leavers():
                left = {seat.index for seat in answer}
                self._told_gone |= left
                self.people.gone |= left
            case Wake() | Sleep():
                self._unveiled.clear()
            case Unveil():
                self._unveiled.append(request)
            case Show(to=seats, what="dealt", value=card):
                message = self.telling.message(request)
                for seat in seats:
                    read_s = reading_s(message, self._pace)
                    face = self._written(seat.index, message, read_s)
                    self._cards[seat.index] = Dealt(face, self.narration.card(card).title)
            case Time(key="deal" | "cards") if answer:
                self.board.places[answer.seat.index].ready = True
            case _:
                pass

    def take_up(self, call: Wake | None) -> None:
        """The round goes on where it was cut. By night nothing secret comes back, on rings or board, before
        everybody was told to close his eyes and the host has said that all have; then the call that was
        under way, if any, is announced afresh."""
        if self.board.scene not in COVERED:
            self._tell([("resume.day", {})])
            return
        self.ambience.begin()
        self._wait_till_covered()
        if call:
            self._begin_call(call)
            for shown in self._unveiled:
                self._is_for_board(shown)

    def _wait_till_covered(self) -> None:
        """Everybody closes his eyes, or covers his ring, and the host says that all have."""
        host = self.people.host or 0
        self._open_questions([host], "covered")
        self._on_gesture = self._hear_signal
        line = "eyes_down.resume" if self._eyes_down else "resume.night"
        self._tell([(line, {"seat": self._sitters()[host]})])
        self._pressed.clear()  # nobody's eyes were closed yet
        if host not in self.people:
            self.hands.signal(host, "covered", Meaning.GO_ON, self.time.now() + CALM_S)
        self._live_till_pressed(NEVER)
        self._close_questions()

    def offer(self, wait_s: float, lost: bool = False, people: int = 0, host: int | None = None) -> bool:
        """Whether the round that was cut short shall go on: it does unless it is given up by a press, or by
        presses of two. `lost`: without its last moments, as everybody is told; `people`: how many sat in it,
        and at which seat the `host`."""
        self._lay_places()
        self.board.title = self.narration.word("title.attract")
        self.board.headline = self.narration.word("headline.offer")
        self._open_questions(range(len(self._names)), "offer")
        self._on_gesture = self._hear_signal
        self._tell([("resume.offer", {}), *([("resume.lost", {})] if lost else [])])
        self.board.caption = self.narration.word("prompt.decline")
        length_s, ends_s = wait_s, self.time.now() + wait_s
        said: dict[int, float] = {}
        while not (is_over := is_given_up(said, people, host, now_s := self.time.now())) and now_s < ends_s:
            self.board.timer = Timer(ends_s, length_s)
            alone_s = min(said.values(), default=NEVER) + HOST_FIRST_S
            self._live_till_pressed(alone_s if now_s < alone_s < ends_s else ends_s)
            while self._pressed:
                said.setdefault(self._pressed.popleft().seat, self.time.now())
                if len(said) == 1:
                    length_s = HOST_FIRST_S + wait_s
                    ends_s = self.time.now() + length_s
                    self.board.caption = self._asks_for_another(host if host not in said else None)
        self._close_questions()
        return not is_over

    def _asks_for_another(self, host: int | None) -> str:
        """What is written once one has given a round up that takes two. `host`: whose word it takes first."""
        if host is None:
            return self.narration.word("prompt.decline_other")
        return self.narration.word("prompt.decline_host", seat=self._sitters()[host])

    def refuse(self, line: str = "resume.refused", what: str = "") -> None:
        """Everybody is told that the round that was cut short cannot go on here; or by another `line` what
        else cannot be used, and the board shows `what`."""
        self._lay_places()
        self.ambience.end()
        self.board.title = self.narration.word("title.attract")
        self.board.headline = what or self.narration.word("headline.attract")
        self._tell([(line, {})])

    def wait_for(self, written: Written) -> None:
        """The game waits for the disk; rings and board go on."""
        if self._beat_s == float("inf"):
            written.wait_out()
        else:
            self._live_until(lambda: AT_ONCE if written.is_set() else NEVER)

    def records(self, record: Callable[[], Written | None], /) -> None:
        """From now on every call is recorded, at moments that hang on nothing but its time."""
        self._record = record

    def settle(self) -> None:
        """Those called see no effect of an answer before it is on the disk with the next record; the last of
        a call is made when the last question is over."""
        records, last_s = self._records, self._call_ends_s - self._save_s
        self._live_until(lambda: AT_ONCE if self._records > records else last_s)
        if self._records == records:
            self._is_last_recorded = False
            self._record_last()
        if self._recorded:
            self.wait_for(self._recorded)

    def _record_last(self) -> None:
        """The last record of a call, unless it has been made."""
        self._record_s = NEVER
        if not self._is_last_recorded:
            self._is_last_recorded = True
            self._record_now()

    def _record_now(self) -> None:
        if self._record:
            self._records += 1
            self._recorded = self._record()

    def _record_in_time(self, now_s: float) -> None:
        """The records of a call but for its last, which comes when the questions are over."""
        if now_s >= self._record_s:
            self._record_s += RECORD_S
            if self._record_s > self._call_ends_s - self._save_s - RECORD_S / 2:
                self._record_s = NEVER
            self._record_now()

    def play_s(self) -> float:
        """Time of play, in seconds."""
        return self.time.now()

    def seated(self) -> int:
        """At which seats somebody sits, bit by bit."""
        return sum(1 << seat for seat in self.people)

    # Before and after a round

    def begin_round(self) -> None:
        """The board shows everybody alive and nothing known."""
        self._lay_places()
        self._forget_cards()
        self._has_died = self._is_bidden = self._has_told_how = self._hides_held = self._is_eve = False

    def wait_for_another(
        self, wait_s: float, told: Sequence[Told] = (), *, counts: bool = False
    ) -> Meaning | None:
        """The winners stay on the board until somebody wants to play again, or for `wait_s`; in turn with the
        pages `told` of the round, all of them once at least. They turn by themselves, or by a hold; then all
        of that time is theirs again. Returns what somebody has said: again, or with the menu first; None if
        nobody has. `counts`: the next round begins by itself, so a clock shows when."""
        again = self.narration.word("prompt.again")
        return self._wait_among(told, wait_s, "over", lambda: again, counts=counts)

    def _wait_among(
        self,
        told: Sequence[Told],
        wait_s: float,
        over: Phase,
        prompt: Callable[[], str],
        turn: Callable[[], object] = lambda: None,
        *,
        counts: bool,
    ) -> Meaning | None:
        """`over`: what buttons mean where the winners stand; `prompt`: what is written there; `turn`: other
        words are wanted, and the winners stay."""
        board, count = self.board, len(told)
        scene, hint = board.scene, self.narration.word("prompt.pages")
        pages = [Told(board.title, board.headline, "", places=tuple(board.places)), *told]
        at, ends_s = 0, self.time.now() + max(wait_s, PAGE_S * len(pages))
        meant: Meaning | None = None
        while self.time.now() < ends_s:
            page, phase = pages[at], "told" if at else over
            board.title, board.headline, board.caption = page.title, page.headline, page.caption or prompt()
            board.scene, board.hint = ("told", hint) if at else (scene, "")
            board.arrows, board.places = list(page.arrows), list(page.places)
            board.timer = Timer(ends_s, max(wait_s, PAGE_S * len(pages))) if counts else None
            if meant is not Meaning.OTHER_WORDS:  # whose finger is still down, and may say more
                self._open_questions(range(len(self._names)), phase)
                self._on_gesture = self._hear_signal
            meant = self._said_among(phase, min(ends_s, self.time.now() + PAGE_S))
            if meant is None:
                at = (at + 1) % len(pages)
            elif meant is Meaning.OTHER_WORDS:
                turn()
            elif meant in TURNS and count:
                at = (at - 1 + TURNS[meant]) % count + 1 if at else (1 if TURNS[meant] > 0 else count)
            elif meant not in TURNS:
                break
            if meant:
                ends_s = self.time.now() + max(wait_s, PAGE_S * (len(pages) - at))
        board.scene, board.hint, board.arrows, board.places = scene, "", [], list(pages[0].places)
        self._typed = None
        self._close_questions()
        return None if meant in TURNS or meant is Meaning.OTHER_WORDS else meant

    def _said_among(self, phase: Phase, until_s: float) -> Meaning | None:
        """What is said next on one of those pages, with a button or an arrow of a keyboard; None: nothing."""
        typed = self._typed = deque[Meaning]()
        self._live_until(lambda: AT_ONCE if self._pressed or typed else until_s)
        if self._pressed:
            heard = self._pressed.popleft()
            return meaning(phase, self._button_count, heard.button, heard.kind)
        return typed.popleft() if typed else None

    # Lines

    def _tell(self, lines: Sequence[Line]) -> None:
        """Speaks the lines and captions them, one after the other."""
        for line in lines:
            self._speak(line)
            self._finish_line()

    def _speak(self, line: Line) -> None:
        """Begins a line, after a short silence."""
        self._fall_silent()
        sentence = self._utter(line)
        self._line_read_s = self.time.now() + CAPTION_S_A_LETTER * len(sentence)

    def _utter(self, line: Line) -> str:
        """Captions a line and has it spoken: now, or after the one that is being spoken."""
        key, facts = line
        return self._write(self.narration.line(key, self._lot.of(key), **facts))

    def _write(self, sentence: str) -> str:
        """Captions a sentence and has it spoken."""
        self.board.caption = sentence if self.captions or self.voice.trouble else ""
        self.voice.speak(sentence, self.narration.language)
        return sentence

    def _fall_silent(self) -> None:
        """A short silence after the line before."""
        self._live(self._silent_from_s + GAP_S)

    def _finish_line(self) -> None:
        """The line is heard to its end, and stands as long as it takes to read it."""
        moment_s = self._line_read_s
        self._live(moment_s)
        # The voice is asked at fixed moments only, so that no press decides when the next line begins.
        while self.voice.speaking and moment_s < self._line_read_s + LONGEST_LINE_S:
            moment_s += patterns.STEP_S
            self._live(moment_s)
        self._silent_from_s = moment_s

    # Choices

    def _choosing(self, seat: int, choices: Sequence[Any], count: int, demanded: bool) -> Choosing:
        openly = self._call is None  # by day whatever is chosen is told
        return Choosing(seat, choices, count, demanded, self._pixel_of, self.rings.pixels, openly)

    def _choose(
        self, request: Ask | Vote, asked: Mapping[int, Choosing], picks: Mapping[int, Sequence[Any]]
    ) -> None:
        """Lets the asked seats turn and lock their lights until the time is up; outside the pack's call
        it is up as soon as all have locked."""
        secretly = self._call is not None
        if self._call and self._call.asks:
            # What is asked next in a call begins when the board says so.
            from_s = self._asked_from_s(self._call)[request.key.rpartition(".")[2]]
            self._read_until_s = max(self._read_until_s, from_s)
        self._live(min(self._read_until_s, self._call_ends_s) if secretly else self._read_until_s)
        self._rest(asked)
        now_s = self.time.now()
        if secretly:
            length_s = self._call_ends_s - self._save_s - self._call_began_s
            ends_s = self._call_began_s + length_s * request.by
        else:
            length_s = self.times.window_s(request.key)
            carried = self._taken_over(request.key) or Carried()
            ends_s = now_s + length_s - carried.spent_s
            for seat, choosing in asked.items():
                if seat in carried.asked and seat in self.people:
                    choosing.take_over(carried.asked[seat], now_s)
            picks = {seat: () if seat in carried.abstains else named for seat, named in picks.items()}
        self._open_questions(asked, "choose")
        if not secretly:
            self._run(Carried(request.key, length_s, asked=asked, abstains=carried.abstains), ends_s)
            # Whom one may choose may hang on whom one loves: what is written never tells how many they are.
            if not all(choosing.says_itself for choosing in asked.values()):
                self._caption_prompt("choose")
        self._faces |= {seat: choosing.face for seat, choosing in asked.items()}
        if self._secret:
            self._turning = [choosing for choosing in asked.values() if choosing.is_of_words]
        self._on_gesture = lambda heard, meant: asked[heard.seat].hear(meant, heard.time_s)
        is_pack = secretly and len(asked) > 1
        agrees = is_pack and any(len(choosing.options) > 1 for choosing in asked.values())
        if agrees and (leaders := [asked[seat] for seat in asked if seat in self.people]):
            patient_s = now_s + PATIENCE * (ends_s - now_s)
            self._live_until(lambda: AT_ONCE if named_by(leaders) else patient_s)
            picks = dict.fromkeys(picks, named_by(leaders)) if named_by(leaders) else picks
        for seat, choosing in asked.items():
            if seat not in self.people and all(pick in choosing.options for pick in picks[seat]):
                self.hands.choose(seat, choosing, picks[seat], self.time.now(), ends_s - LOCK_S, secretly)

        def over_s() -> float:
            locked_s = [choosing.locked_s for choosing in asked.values() if choosing.locked_s is not None]
            if is_pack or len(locked_s) < len(asked) or (self._call and self._call.asks):
                return ends_s
            return min(ends_s, max(locked_s) + LOCK_S)

        self._live_until(over_s)
        self._rest(asked)
        self._turning = ()
        for seat, choosing in asked.items():
            if secretly:
                # Till his call is over, or he is shown something: what he has chosen, or that he has not.
                self._faces[seat] = choosing.kept
            else:
                del self._faces[seat]
        self._close_questions()

    def _rest(self, asked: Iterable[int]) -> None:
        """The hands of those who are asked do nothing else. At night all others go on covering them."""
        if self._call is None:
            self.hands.rest()
        else:
            for seat in asked:
                self.hands.rest(seat)

    def _cover(self) -> None:
        """Seats nobody sits at press now and then, as all were asked to: the same ones whoever is called."""
        for seat, place in enumerate(self.board.places):
            if place.alive and self._is_bots(seat):
                self.hands.cover(seat, self._call_began_s, self._call_ends_s)

    def _is_bots(self, seat: int) -> bool:
        """Whether a hand of this program presses its buttons."""
        return seat not in self.people and seat not in self.people.gone

    def _open_questions(self, seats: Iterable[int], phase: Phase) -> None:
        """Presses of these seats mean something from now on: those that begin now."""
        self._phases = dict.fromkeys(seats, phase)
        self._stale = set(self._contacts)
        self._pressed.clear()

    def _close_questions(self) -> None:
        """Nobody is asked any more: presses mean nothing."""
        if self._phases:
            self._asked_until_s = self.time.now()
        self._phases = {}
        self._on_gesture = _ignore
        self._running = self.board.timer = None
        self.board.hint = ""
        self._ticks = []

    # Clocks

    def _run(self, running: Carried, ends_s: float) -> None:
        """A public time runs, and the board shows it."""
        self._running, self._running_from_s = running, ends_s - running.length_s
        now_s = self.time.now()
        self.board.timer = Timer(ends_s, max(running.length_s, ends_s - now_s))
        self._ticks = [moment for left in range(TICKS, -1, -1) if (moment := ends_s - left) > now_s]

    def running(self) -> Carried:
        """The public time or question under way, as far as it has come."""
        if self._running is None:
            return Carried()
        return msgspec.structs.replace(self._running, spent_s=self.time.now() - self._running_from_s)

    def _taken_over(self, key: str) -> Carried | None:
        """How far this time or question had come when the round stood still, if that is where it goes on."""
        carried, self.carried = self.carried, Carried()
        return carried if carried.key == key else None

    def _hear_signal(self, heard: Heard, meant: Meaning) -> None:
        if meant is Meaning.SEE_CARD:
            self._peeking.add(heard.seat)
            if heard.seat in self._cards:
                self._have_looked.add(heard.seat)
        elif meant is not Meaning.SEEN:
            self._pressed.append(heard)
        elif heard.seat in self._have_looked or not self._cards:
            # Nobody has seen the card the table dealt him who has not looked.
            self._pressed.append(heard)
            self._mark_seen(heard.seat)

    def _mark_seen(self, seat: int) -> None:
        """Everybody may know who has looked."""
        self.board.places[seat].ready = True
        self._tell_who_has_looked()

    def _tell_who_has_looked(self) -> None:
        """The board says how many, unless there are too many for one more line; who, it shows at their
        places."""
        if len(self.board.places) > COUNTED_MOST:
            return
        looked = [place for place in self.board.places if place.ready]
        self.board.hint = self.narration.word("prompt.looked", number=len(looked), all=len(self.board.places))

    def _forget_cards(self) -> None:
        """Nobody has been dealt a card."""
        self._cards.clear()
        self._peeking.clear()
        self._have_looked.clear()

    def _first_pressed(self, hearing: Mapping[int, Any]) -> Heard | None:
        while self._pressed:
            heard = self._pressed.popleft()
            if heard.seat in hearing:
                return heard
        return None

    def _hurry(self, key: str, ends_s: float) -> None:
        """Seats nobody sits at have looked at their cards, or talked enough, after a while."""
        self.hands.rest()
        if key not in ("deal", "cards", "debate"):
            return
        now_s = self.time.now()
        left_s = ends_s - now_s
        for seat, place in enumerate(self.board.places):
            if not self._is_bots(seat) or not place.alive:
                continue
            if key != "debate":
                self.hands.signal(seat, "deal", Meaning.SEE_CARD, now_s + 0.5 + 0.1 * seat)
                self.hands.signal(seat, "deal", Meaning.SEEN, now_s + 2.0 + 0.1 * seat)
            else:
                said_s = (now_s + 0.4 * left_s, now_s + 0.9 * left_s)
                if not any(self.board.places[person].alive for person in self.people):
                    said_s = (now_s + 3.0, now_s + AMONG_BOTS_S)  # nobody is there to talk to
                self.hands.signal_within(seat, "debate", Meaning.READY, *said_s)

    def _follow(self, leader: int, waiting: Sequence[int]) -> None:
        """Once all people have talked enough, so have the seats nobody sits at."""
        if leader in self.people and not any(seat in self.people for seat in waiting):
            now_s = self.time.now()
            for seat in filter(self._is_bots, waiting):
                self.hands.rest(seat)
                self.hands.signal_within(seat, "debate", Meaning.READY, now_s + 1.0, now_s + 5.0)

    # Beats

    def _live(self, until_s: float) -> None:
        """Time passes, beat by beat, to a moment."""
        self._live_until(lambda: until_s)

    def _live_until(self, moment_s: Callable[[], float]) -> None:
        """Time passes, beat by beat, to a moment that may come nearer on the way."""
        self._beat()
        while (now_s := self.time.now()) < (until_s := moment_s()):
            self.time.wait(min(until_s, now_s + self._beat_s, self._next_s(now_s)))
            self._beat()

    def _live_till_pressed(self, until_s: float) -> None:
        """Time passes until somebody has said something with his button, or to a moment."""
        self._live_until(lambda: AT_ONCE if self._pressed else until_s)

    def _next_s(self, now_s: float) -> float:
        """When something changes by itself."""
        contacts = [
            moment
            for finger, contact in self._contacts.items()
            if (moment := due(contact, self._timing(finger))) is not None
        ]
        return min(
            patterns.next_step(now_s),
            self.hands.due_s(),
            self._prompts_s,
            self._record_s,
            *[at_s for _, at_s in self._asks[:1]],
            *self._ticks[:1],
            *contacts,
        )

    def _beat(self) -> None:
        now_s = self.time.now()
        self._ask_voice(now_s)
        is_stopped = True
        try:
            self._listen(now_s)
            is_stopped = False
        finally:
            if is_stopped:
                self._veil()
        self._tick(now_s)
        self._record_in_time(now_s)
        self._prompt_choice(now_s)
        frame = patterns.frame(self._ring(seat, now_s) for seat in range(len(self._names)))
        free_ring = self._free_ring(now_s)
        if (frame, free_ring) != (self._frame, self.places.free_ring):
            self._frame, self.places.free_ring = frame, free_ring
            self.rings.show(frame)
        self._lay_slips(self._cards_held())
        self.board.notice = self._notice()
        self.board.secret = self._secret and with_cursors(self._secret, self._turning)
        self.view.show(self.board, now_s)
        if self.view.closed > self._closings:
            self._close()

    def _close(self) -> None:
        """Somebody wants the table to be closed."""
        raise ClosedError("closed by hand")

    def _ask_voice(self, now_s: float) -> None:
        """Whether there still is a voice is looked at fixed moments only, so that no press decides when it is
        known."""
        if now_s >= self._asks_voice_s:
            self._asks_voice_s = patterns.next_step(now_s)
            self._is_dumb = self.voice.trouble is not None

    def _tick(self, now_s: float) -> None:
        """A clock is heard in its last seconds and when it has run down, whoever presses."""
        if self._ticks and self._ticks[0] <= now_s:
            self._ticks = [moment for moment in self._ticks if moment > now_s]
            self.effects.play("tick" if self._ticks else "gong")

    def _prompt_choice(self, now_s: float) -> None:
        """How one chooses is written under a call as soon as its line is over and has been read, whoever is
        called and whether he is there. The voice is asked at fixed moments only, as it is for every line."""
        if self._asks and now_s >= self._asks[0][1]:
            asked, at_s = self._asks.pop(0)
            assert self._call
            if self.voice.speaking or at_s < self._line_read_s:
                self._asks.insert(0, (asked, at_s + patterns.STEP_S))
                return
            self._asked_now = self._utter(self.telling.tell_ask(self._call, asked))
            self._prompts_s = self._line_read_s = now_s + CAPTION_S_A_LETTER * len(self._asked_now)
        if now_s < self._prompts_s:
            return
        if self.voice.speaking and self._prompts_s < self._line_read_s + LONGEST_LINE_S:
            self._prompts_s += patterns.STEP_S
        else:
            self._prompts_s = NEVER
            self._caption_prompt("choose")
            self.board.caption = f"{self._asked_now} {self.board.caption}".strip()

    def _asked_from_s(self, call: Call) -> dict[str, float]:
        """When each thing is asked that is asked in this call one after the other."""
        length_s = self._call_ends_s - self._call_began_s
        begins = (0.0, *call.asks.values())
        return {
            asked: self._call_began_s + length_s * part
            for asked, part in zip(call.asks, begins, strict=False)
        }

    def _notice(self) -> str:
        """What is wrong with the table: the first, and how much more. Of buttons and rings only by day: a
        button that has been down for long may be a secret choice. So such a one is not named at dawn either,
        when it tells who held in the night, but once a vote has begun in which everybody has pressed."""
        told = [self.mistake] if self.mistake else []
        if self.places.dark:
            pods = [Placed(pod, self.places.names[pod]) for pod in sorted(self.places.dark)]
            told.append(self.narration.word("host.dark_at", seat=pods))
        told += [self.narration.word("notice.silent")] if self._is_dumb else []
        if self._call is None and self.board.scene not in NIGHT_SCENES:
            if self.unkept and self.unkept():
                told.append(self.narration.word("notice.unkept"))
            hides_held = self._hides_held and self.board.scene not in OVER
            held = ButtonHeld if hides_held else ()
            wires = [*(one for one in self.buttons.troubles if not isinstance(one, held)), self.rings.trouble]
            told += [Troubles.of(self.narration).told(trouble) for trouble in wires if trouble]
        if len(told) > 1:
            return self.narration.word("notice.more", first=told[0], number=len(told) - 1)
        return told[0] if told else ""

    def _listen(self, now_s: float) -> None:
        """Edges become gestures, gestures what they mean in the phase their seat is in."""
        heard: list[Heard] = []
        for meant in self.typed():
            self._hear_typed(meant)
        for of_person, edges in ((True, self.buttons.edges()), (False, self.hands.edges(now_s))):
            for edge in edges:
                self._feed(of_person, edge, heard)
        for finger, known in list(self._contacts.items()):
            contact, gestures = tick(known, now_s, self._timing(finger))
            self._note(finger, gestures, heard)
            self._keep(finger, contact)
        for gesture in sorted(heard, key=in_order):
            self._understand(gesture)
        self._peeking &= {finger.seat for finger, contact in self._contacts.items() if contact.down}

    def _hear_typed(self, meant: Meaning) -> None:
        """Whoever has a keyboard turns through the menu that is open, or the pages, if there are any."""
        if self._typed is not None and meant in ARROWS:
            self._typed.append(ARROWS[meant])

    def _understand(self, heard: Heard) -> None:
        """A gesture is what it means in the phase its seat is in."""
        if heard.seat in self.people.gone:
            return
        phase = self._phase_of(heard.seat)
        meant = meaning(phase, self._button_count, heard.button, heard.kind)
        if meant is Meaning.HURRY:
            self._wants_hurry = True
        elif phase == "eve":
            # A hold that was meant for the question before shows nothing.
            if meant is Meaning.SEE_CARD and heard.time_s - self._fingers.hold_s >= self._asked_until_s:
                self._peeking.add(heard.seat)
        elif meant:
            self._on_gesture(heard, meant)

    def _phase_of(self, seat: int) -> Phase:
        """What the buttons of a seat mean now."""
        if seat in self._phases:
            return self._phases[seat]
        if seat in self.people and self._only_bots_live():
            return "watching"
        return "eve" if self._may_see_card(seat) else "idle"

    def _only_bots_live(self) -> bool:
        """Whether all people who sit here are dead."""
        return bool(self.people) and not any(self.board.places[seat].alive for seat in self.people)

    def hurry(self) -> None:
        """From now on the rest of the round is played in a hurry."""
        self.is_hurried = True
        self.times = Hurried(**msgspec.structs.asdict(self.times))
        self._pace = self.times.factor

    def _feed(self, of_person: bool, edge: Edge, heard: list[Heard]) -> None:
        finger = Finger(of_person, edge.seat, edge.button)
        known = self._contacts.get(finger, Contact())
        contact, gestures = feed(known, edge.time_s, edge.down, self._timing(finger))
        self._note(finger, gestures, heard)
        self._keep(finger, contact)
        sits = of_person and self._people_sit and edge.seat not in self.people.away
        if sits and self._is_bots(edge.seat):
            self.people.sit(edge.seat)
            self.hands.rest(edge.seat)

    def _timing(self, finger: Finger) -> Timing:
        """A person's finger goes by the clock on the wall, a hand of this program by that of the room."""
        return self._fingers if finger.of_person else USUAL

    def _note(self, finger: Finger, gestures: Sequence[Gesture], heard: list[Heard]) -> None:
        is_played_for = finger.of_person and finger.seat in self.people.away
        is_played_for &= self._phases.get(finger.seat) != "agreeing"  # to be played for no longer
        if finger not in self._stale and not is_played_for:
            heard += [Heard(time_s, finger.seat, finger.button, kind) for time_s, kind in gestures]

    def _is_touched(self) -> bool:
        """Whether a finger of somebody is on its way to say something."""
        return any(finger.of_person and not contact.stuck for finger, contact in self._contacts.items())

    def _keep(self, finger: Finger, contact: Contact) -> None:
        if contact.level or contact.settled:
            self._contacts[finger] = contact
        else:
            self._contacts.pop(finger, None)
            self._stale.discard(finger)

    # Rings

    def _pixel_of(self, own: int, other: int) -> int:
        return self.places.pixel_of(own, other, self.rings.pixels)

    def _ring(self, seat: int, now_s: float) -> bytes:
        pixels = self.rings.pixels
        if seat in self.people.gone:
            return patterns.dead(pixels)
        if seat in self._faces:
            return self._faces[seat](now_s)
        scene, place = self.board.scene, self.board.places[seat]
        if self._looks_at_card(seat):
            return self._cards[seat].face(now_s)
        if scene == "attract":
            taken = seat in self.people
            return patterns.taken(pixels, now_s) if taken else patterns.lobby_breathing(pixels, now_s)
        if scene == "over":
            return patterns.winner(pixels, now_s) if place.marked else patterns.dead(pixels)
        if scene == "told":
            return patterns.floor(pixels) if place.marked else patterns.dead(pixels)
        if not place.alive:
            return patterns.dead(pixels)
        if isinstance(self._calling, int):
            return patterns.cursor(pixels, self._pixel_of(seat, self._calling), now_s, locked=True)
        if self._calling:
            return patterns.sign(pixels, *self._calling, now_s)
        if scene == "deal" and place.ready:
            return patterns.ready(pixels)
        if scene in NIGHT_SCENES:
            return patterns.asleep(pixels, now_s)
        if place.ready:
            return patterns.ready(pixels)
        if place.token:
            return patterns.token(pixels, place.token, now_s)
        if place.asks:
            return patterns.floor(pixels)
        return patterns.captain(pixels) if place.captain else patterns.day(pixels, now_s)

    def _looks_at_card(self, seat: int) -> bool:
        """Whether this seat's button is held in the deal, or later before the first night."""
        return seat in self._peeking and self._may_see_card(seat)

    def _may_see_card(self, seat: int) -> bool:
        """Whether this seat was dealt a card, lives, and no night has fallen since."""
        if not self._is_eve or self.board.scene in OVER:
            return False
        return seat in self._cards and self.board.places[seat].alive

    def _cards_held(self) -> dict[int, str]:
        """The names of the cards people look at right now. Of a seat a hand of this program holds nobody
        reads it."""
        held = {finger.seat for finger, known in self._contacts.items() if finger.of_person and known.down}
        looking = filter(self._looks_at_card, held - self.people.gone)
        return {seat: self._cards[seat].name for seat in looking}

    def _lay_slips(self, words: Mapping[int, str]) -> None:
        """These words stand on the slips of these seats."""
        if words != self._laid:
            self._laid = words
            self.slips.show(words)

    def _free_ring(self, now_s: float) -> bytes:
        """The ring of every free pod, by what the board shows and nothing else; empty: dark."""
        menu = self.board.menu
        return patterns.lobby_breathing(self.rings.pixels, now_s) if menu and menu.invites else b""

    def _written(self, seat: int, message: Message, stands_s: float) -> Face:
        """How a secret message that stands so long lies on a ring, from now on."""
        pixels, now_s = self.rings.pixels, self.time.now()
        return face_of(message, seat, self._pixel_of, pixels, self._pace, now_s, stands_s)

    def _turn_board(self, event: Public) -> None:
        """The board as it is when this is being said."""
        begins_night = self.telling.begins_night(event)
        self._hides_held |= begins_night
        self._is_eve = not begins_night and (self._is_eve or self.telling.dealt(event) is not None)
        self.telling.show_on_board(self.board, event, self.narration, self._eyes_down)

    def _lay_places(self) -> None:
        self.board = Board(places=[Place(self.narration.seat(seat).label) for seat in self._sitters()])

    def _sitters(self) -> list[Placed]:
        return [Placed(index, name) for index, name in enumerate(self._names)]


class Placed(msgspec.Struct, frozen=True):
    """A seat before anybody has been dealt a card."""

    index: int
    name: str


def with_cursors(secret: Secret, turning: Sequence[Choosing]) -> Secret:
    """What those called see while they turn among the words, or the letters, that stand there."""
    if not turning:
        return secret

    def number(choice: Any) -> int:
        return choice if isinstance(choice, int) else secret.words.index(choice)

    given = set(range(len(secret.spelling))) - {number(choice) for choice in turning[0].options}
    locked = {number(one.answer[0]) for one in turning if one.answer}
    at = {number(one.options[one.cursor]) for one in turning if not one.answer}
    return msgspec.structs.replace(secret, at=tuple(sorted(at)), locked=tuple(sorted(given | locked)))


def named_by(leaders: Iterable[Choosing]) -> Sequence[Any]:
    """What the first of them to have locked anybody has locked; nothing if none has."""
    return next((choosing.answer for choosing in leaders if choosing.answer), ())


def in_order(heard: Heard) -> tuple[float, int, int]:
    """Of gestures of one moment that of the first seat comes first, whoever has touched his button before."""
    return heard.time_s, heard.seat, heard.button


def _ignore(heard: Heard, meant: Meaning) -> None:
    """Nobody is asked anything."""
