"""The host's hands in a round: he stops it, changes what may be changed, and it goes on.

A round is the list of its answers, so to stop it is to leave it, and to go on is to play its answers again,
in silence, up to where it was: whatever the moment, the host's menu finds the table as a cut would have left
it. By night nothing secret comes back before everybody was told to close his eyes and the host has said that
all have. To take back a vote is to leave out its last answers; what has been laid open stays so.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from hardware import patterns
from hardware.debounce import Gesture, Kind
from hardware.interface import Edge
from table.board.board import Timer
from table.board.menu import Entry, Menu
from table.gestures import Meaning, Phase, lingers, meaning
from table.journal import Standing
from table.menus import Item, Page, Turning, Words, after, pages, reading
from table.requests import Wake
from table.room import AT_ONCE, COVERED, Carried, Finger, Heard, Room
from table.word_lists import DIFFICULTIES, Difficulty

if TYPE_CHECKING:
    from table.evening import Evening
    from table.journal import Line
    from table.resume import Diary

MENU_S = 20.0
"""So long after the last press the menu closes by itself, and nothing has changed."""
MORE_S = 60.0
"""What the host adds to a clock that runs, and the least that is left of a debate that is taken up again."""
QUIET_S = 600.0
"""After so long without a press of anybody the board asks whether somebody is there; or after two debates,
where they are longer. Nights do not count: whether anybody has pressed in one is a secret."""
ANSWER_S = 60.0
"""How long the board waits for somebody to say so."""
NOTE_S = 5.0
"""How often it is written down how much of a public time is gone."""
OPENINGS = (
    *("say VoteOpens", "say ElectionOpens", "say CandidatesOpen"),
    *("say AccusationOpens", "say PickOpens"),
)
"""A vote begins; until its ballots are laid open it can be taken back."""
ALOUD: frozenset[Phase] = frozenset({"covered", "menu", "sure", "leaving", "paused", "asked"})
"""Phases in which everybody knows who is to press, in a night too."""

Why = Literal["menu", "quiet", "taken back", "abandoned", "kept"]


class StoppedError(Exception):
    """The round stops here: its answers so far are kept, and it can be played again from them.

    `carried`: what they do not hold; `back`: how many of them stay if the vote under way is taken back, None
    where there is none.
    """

    def __init__(self, why: Why, carried: Carried, back: int | None = None) -> None:
        super().__init__(why)
        self.why = why
        self.carried = carried
        self.back = back


def play_hosted(
    evening: Evening, diary: Diary, new_room: Callable[[], HostedRoom]
) -> tuple[HostedRoom, Why | None]:
    """Plays a round, or goes on with the one `diary` holds; whenever it is stopped it is taken up again, in a
    new room. Returns the last one, and why the round has not come to its end: "abandoned", "kept"; None: it
    has."""
    room = new_room()
    carried = carried_of(diary, room)
    while True:
        room.begin_round()
        keeping = diary.answerer(room)
        room.carried = carried
        words = Words(room.narration.language)
        room.rules = pages(words, evening.rulebook.key, room.narration, evening.deck)
        room.hosts(diary.note, evening.number, keeping.lines)
        try:
            evening.play_next(keeping)
        except StoppedError as error:
            stopped = error
        else:
            room.played = keeping.lines
            return room, None
        finally:
            room.stoppable = False
        diary.lines, carried = keeping.lines, stopped.carried
        if stopped.why in ("abandoned", "kept"):
            if stopped.why == "abandoned":
                diary.abandon()
            return room, stopped.why
        if stopped.why == "taken back":
            assert stopped.back is not None
            carried = before_the_vote(keeping.lines, stopped.back, room.times.window_s("debate"))
            if written := diary.take_back(keeping.lines[: stopped.back]):
                room.wait_for(written)
        stopped.back = taken_back(keeping.lines, keeping.word)
        people, room = room.people, new_room()
        room.people, room.stopped = people, stopped


def carried_of(diary: Diary, room: HostedRoom) -> Carried:
    """What a round that is taken up from the disk takes along."""
    standing, diary.standing = diary.standing, None
    if standing is None or not diary.lines:
        return Carried()
    room.people.host = standing.host
    room.people.gone |= {seat for seat in range(len(room.board.places)) if standing.gone >> seat & 1}
    room.people -= room.people.gone
    if not standing.key or standing.lines != len(diary.lines):
        return Carried()
    return Carried(standing.key, room.times.window_s(standing.key), standing.spent_s)


def taken_back(lines: Sequence[Line], word: str) -> int | None:
    """How many lines of a round stay when the vote under way in it is taken back; None: none is.

    `word`: what was being said, asked or shown. A vote that has followed a debate gives way to that debate,
    as it was before the last press in it; any other begins anew.
    """
    words = [*(line.word for line in lines), word]
    if word.startswith("vote "):
        words.pop()
    if words[-1] not in OPENINGS:
        return None
    opens = len(words) - 1
    ended = opens - 2 if words[opens - 1] == "say Ready" else opens - 1
    return ended if ended >= 0 and words[ended] == "clock debate" else opens


def before_the_vote(lines: Sequence[Line], back: int, length_s: float) -> Carried:
    """Where the debate is that a vote has given way to: at the press that ended it, but with time to talk."""
    if back >= len(lines) or lines[back].word != "clock debate":
        return Carried()
    press = lines[back].answer
    return Carried("debate", length_s, min(press[1] if press else length_s, length_s - MORE_S))


class HostedRoom(Room):
    """A room whose round the host can stop, by a long hold: a `StoppedError` goes through it."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.stoppable = False
        self.stopped: StoppedError | None = None
        """Why the round stood still that is taken up here; None: it was cut."""
        self.played: Sequence[Line] = ()
        """The answers of the round that has come to its end here."""
        self.rules: Sequence[Page] = ()
        """In a few pages, for whoever opens them."""
        self._stand: Callable[[], object] = lambda: None
        self._stood_s = AT_ONCE
        self._quiet_s = 0.0
        self._quiet_from_s = self.time.now()
        self._lingering: dict[tuple[int, int], Heard] = {}
        """Holds of the host's that are told once the finger is up."""
        self._said_once: set[tuple[int, int]] = set()
        """Buttons whose hold was told while the finger is still down: it says nothing else."""
        self._held_now: set[tuple[int, int]] = set()
        """Buttons whose hold was heard in this beat: if a long one is too, the clock outruns all fingers."""
        self._wants_menu = False
        self._said: deque[tuple[int, Meaning]] = deque()

    def hosts(self, note: Callable[[Standing], object], number: int, lines: Sequence[Line]) -> None:
        """From now on the round can be stopped. `note`: gets now and then how round `number` stands, of which
        there are these `lines`."""

        def stand() -> None:
            now = self._carried_now()
            gone = sum(1 << seat for seat in self.people.gone)
            # A vote that was cut begins anew.
            key, spent_s = ("", 0.0) if now.asked else (now.key, now.spent_s)
            note(Standing(number, len(lines), key, spent_s, self.people.host, gone))

        self._stand, self._stood_s = stand, AT_ONCE
        self._quiet_from_s = self.time.now()
        self.stoppable = True

    def take_up(self, call: Wake | None) -> None:
        """As after a cut; but first the host has his menu, or whoever is there is asked to say so."""
        stopped, self.stopped = self.stopped, None
        if stopped is None:
            super().take_up(call)
            return
        by_night = self.board.scene in COVERED
        if stopped.why == "menu":
            self._menu(stopped.back, by_night)
        elif stopped.why == "quiet":
            self._ask_who_is_there()
        self._stood_s = AT_ONCE
        if by_night:
            super().take_up(call)
        else:
            self._tell([("host.taken_back" if stopped.why == "taken back" else "host.goes_on", {})])

    def wait_for_other_words(
        self, wait_s: float, difficulty: Difficulty
    ) -> tuple[Meaning | None, Difficulty]:
        """MG-23: as `wait_for_another`, on a screen on which one can also turn to words of another
        difficulty; each press has the whole time again. Returns what was said, and the difficulty that
        stands there then."""
        words = Words(self.narration.language)
        before = difficulty
        self._open_questions(range(len(self.board.places)), "over_words")
        self._on_gesture = self._hear_signal
        while True:
            told = words.text(f"difficulty.{difficulty}")
            self.board.caption = words.text("host.again", difficulty=told)
            self._live_till_pressed(self.time.now() + wait_s)
            heard = self._pressed.popleft() if self._pressed else None
            meant = heard and meaning("over_words", self._button_count, heard.button, heard.kind)
            if meant is not Meaning.OTHER_WORDS:
                break
            before, difficulty = difficulty, after(difficulty, DIFFICULTIES)
        self._close_questions()
        # A hold that grew long has turned to others on its way.
        return meant, before if meant is Meaning.OPEN else difficulty

    # What stops a round

    def _listen(self, now_s: float) -> None:
        self._held_now.clear()
        super()._listen(now_s)
        down = {(finger.seat, finger.button) for finger, contact in self._contacts.items() if contact.down}
        self._said_once &= down
        for button in [button for button in self._lingering if button not in down]:
            super()._understand(self._lingering.pop(button)._replace(time_s=now_s))
        if self._wants_menu:
            self._wants_menu = False
            raise StoppedError("menu", self._carried_now())

    def _note(self, finger: Finger, gestures: Sequence[Gesture], heard: list[Heard]) -> None:
        super()._note(finger, gestures, heard)
        if any(gesture.kind is Kind.HOLD for gesture in gestures):
            self._held_now.add((finger.seat, finger.button))
        # A finger that was down when a question began answers nothing, but its owner may mean the menu.
        if finger in self._stale and finger.of_person:
            for gesture in gestures:
                if gesture.kind is Kind.LONG_HOLD:
                    self._want_menu(finger.seat, finger.button)

    def _understand(self, heard: Heard) -> None:
        if not self.stoppable or heard.seat != self.people.host:
            super()._understand(heard)
            return
        phase = self._phase_of(heard.seat)
        if heard.kind is Kind.HOLD:
            if lingers(phase, self._button_count, heard.button):
                self._lingering[heard.seat, heard.button] = heard
                return
            if meaning(phase, self._button_count, heard.button, Kind.HOLD):
                self._said_once.add((heard.seat, heard.button))
        elif heard.kind is Kind.LONG_HOLD and self._want_menu(heard.seat, heard.button):
            return
        super()._understand(heard)

    def _want_menu(self, seat: int, button: int) -> bool:
        """Whether this long hold opens the host's menu: then it does."""
        is_host = self.stoppable and seat == self.people.host
        meant = meaning(self._phase_of(seat), self._button_count, button, Kind.LONG_HOLD, is_host)
        if meant is not Meaning.MENU or (seat, button) in self._said_once | self._held_now:
            return False
        self._lingering.pop((seat, button), None)
        self._wants_menu = True
        return True

    def _phase_of(self, seat: int) -> Phase:
        return self._phases.get(seat, "idle")

    def _open_questions(self, seats: Any, phase: Phase) -> None:
        super()._open_questions(seats, phase)
        self._lingering.clear()

    def _feed(self, of_person: bool, edge: Edge, heard: list[Heard]) -> None:
        super()._feed(of_person, edge, heard)
        if of_person and not self._is_secret():
            self._quiet_s = 0.0

    def _beat(self) -> None:
        super()._beat()
        now_s = self.time.now()
        if not self._is_secret():
            self._quiet_s += now_s - self._quiet_from_s
        self._quiet_from_s = now_s
        if not self.stoppable:
            return
        if self._stood_s == AT_ONCE or (self._running and now_s >= self._stood_s + NOTE_S):
            self._stood_s = now_s
            self._stand()
        if self.people and self._quiet_s >= max(QUIET_S, 2 * self.times.window_s("debate")):
            raise StoppedError("quiet", self._carried_now())

    def _is_secret(self) -> bool:
        """Whether it is a secret who presses now, or that anybody does."""
        return self.board.scene in COVERED and not ALOUD.intersection(self._phases.values())

    def _carried_now(self) -> Carried:
        """What the round takes along if it stops now: it may not have got to where it stood before."""
        return self.carried if self.carried.key else self.running()

    # What is said while it stands still

    def _ask_who_is_there(self) -> None:
        """Raises `StoppedError` ("kept") if nobody is."""
        self._show(Menu(self._word("quiet"), [Entry(self._word("quiet_note"))], 0, self._word("quiet_hint")))
        self._hear_from(dict.fromkeys(range(len(self.board.places)), "asked"))
        self._tell([("host.quiet", {})])
        self.board.timer = Timer(self.time.now() + ANSWER_S, ANSWER_S)
        if self._next_said(ANSWER_S) is None:
            raise StoppedError("kept", self.carried)
        self._close_menu()

    def _menu(self, back: int | None, by_night: bool) -> None:
        """The host's menu, until he goes on or has not pressed for a while. Raises `StoppedError` where the
        round does not go on from here."""
        if by_night:
            self._tell([("eyes_down.pause" if self._eyes_down else "host.night", {})])
        closed: list[bool] = []
        done = partial(closed.append, True)

        def items() -> list[Item]:
            found = [Item(self._word("go_on"), take=done)]
            if not by_night:
                found.append(Item(self._word("pause"), note=self._word("pause_note"), take=pause))
            if self.carried.length_s:
                left_s = max(0, round(self.carried.length_s - self.carried.spent_s))
                left = f"{left_s // 60}:{left_s % 60:02}"
                found.append(Item(self._word("more"), left, self._word("more_note"), self._more_time))
            if back is not None:
                found.append(Item(self._word("take_back"), note=self._word("take_back_note"), take=take_back))
            if self.places.free:
                found.append(Item(self._word("move"), note=self._word("move_note"), take=move))
            found.append(Item(self._word("leave"), note=self._word("leave_note"), take=leave))
            found.append(Item(self._word("abandon"), note=self._word("abandon_note"), take=abandon))
            words = Words(self.narration.language)
            found.append(Item(words.text("host.rules"), note=words.text("host.rules_note"), take=self._read))
            return found

        def pause() -> None:
            self._pause()
            done()

        def take_back() -> None:
            raise StoppedError("taken back", self.carried, back)

        def move() -> None:
            if self._somebody_moves():
                done()

        def leave() -> None:
            if self._somebody_leaves():
                done()

        def abandon() -> None:
            title = self._word("abandon_sure")
            if self._is_sure(title, self._word("sure_hint"), {}):
                raise StoppedError("abandoned", self.carried)

        turning = Turning(self._word("title"), items, self._hint())
        self._turn(turning, lambda: bool(closed), self._bar)
        self._close_menu()

    def _turn(
        self,
        turning: Turning,
        is_done: Callable[[], bool],
        light: Callable[[Turning], Callable[[float], bytes]],
    ) -> None:
        """The host turns through a menu, until it is done or he has not pressed for a while. `light`: what
        his ring shows of it."""
        host = self.people.host
        assert host is not None
        self._hear_from({host: "menu"})
        while not is_done():
            self._faces[host] = light(turning)
            self._show(turning.menu())
            said = self._next_said(MENU_S)
            if said is None:
                return
            turning.hear(said[1])
            if said[1] is Meaning.TAKE and not is_done():
                self._hear_from({host: "menu"})

    def _bar(self, turning: Turning) -> Callable[[float], bytes]:
        """Entries lie on the host's ring as words do."""
        at, count = turning.cursor, len(turning.menu().entries)
        return lambda now_s: patterns.words(self.rings.pixels, at, count, now_s, locked=False)

    def _more_time(self) -> None:
        self.carried = msgspec.structs.replace(self.carried, spent_s=self.carried.spent_s - MORE_S)

    def _pause(self) -> None:
        """Everything stands still until the host presses."""
        host = self.people.host
        assert host is not None
        hint = self._word("pause_hint", seat=self._sitters()[host])
        self._show(Menu(self._word("paused"), [Entry(self._word("paused_note"))], 0, hint))
        self._hear_from({host: "paused"})
        self._faces.pop(host, None)
        self._next_said(float("inf"))

    def _read(self) -> None:
        """The rules in a few pages, until the host takes one of them."""
        closed: list[bool] = []
        words, close = Words(self.narration.language), partial(closed.append, True)
        turning = reading(words, self.rules, self._hint(), close)
        self._turn(turning, lambda: bool(closed), self._bar)

    def _somebody_leaves(self) -> bool:
        """LG-46: whom the host turns to leaves the table, if he says so himself, or the host once more of one
        who has gone already. Whether somebody does."""
        host = self.people.host
        seat = self._seat_turned_to(self._word("who_leaves"))
        if seat is None:
            return False
        leaver = self._sitters()[seat]
        key = "leave_hint" if seat != host else "sure_hint"
        hint = self._word(key, seat=leaver)
        if not self._is_sure(self._word("leave_sure", seat=leaver), hint, {seat: "leaving"}):
            return False
        self.people.leave(seat)
        self.hands.rest(seat)
        self._faces.clear()
        self._close_menu()
        self._tell([("host.left", {"seat": leaver})])
        return True

    def _somebody_moves(self) -> bool:
        """Whom the host turns to takes the free pod whose button is pressed next. Whether somebody does."""
        seat = self._seat_turned_to(self._word("who_moves"))
        if seat is None:
            return False
        places = self.places
        asked = Entry(self._word("moves", seat=self._sitters()[seat]))
        self._show(Menu(self._word("title"), [asked], 0, self._word("moves_hint")))
        self._hear_from({})
        self._faces.clear()
        places.touched.clear()
        places.inviting = True
        until_s = self.time.now() + MENU_S
        self._live_until(lambda: AT_ONCE if places.touched else until_s)
        places.inviting = False
        if places.touched:
            places.move(seat, places.touched[0])
        return bool(places.touched)

    def _seat_turned_to(self, title: str) -> int | None:
        """The seat to which the host turns the needle on his ring, and which he takes; None: nobody's."""
        sitters = [sitter for sitter in self._sitters() if sitter.index not in self.people.gone]
        chosen: list[int | None] = []
        items = [
            Item(self._word("nobody"), take=partial(chosen.append, None)),
            *(
                Item(self.narration.seat(sitter).label, take=partial(chosen.append, sitter.index))
                for sitter in sitters
            ),
        ]
        host = self.people.host
        assert host is not None

        def needle(turning: Turning) -> Callable[[float], bytes]:
            pixels = self.rings.pixels
            if not turning.cursor:
                return lambda now_s: patterns.nobody(pixels, now_s, locked=False)
            target = self._pixel_of(host, sitters[turning.cursor - 1].index)
            return lambda now_s: patterns.cursor(pixels, target, now_s, locked=False)

        turning = Turning(title, lambda: items, self._hint())
        self._turn(turning, lambda: bool(chosen), needle)
        return chosen[0] if chosen else None

    def _is_sure(self, title: str, hint: str, others: Mapping[int, Phase]) -> bool:
        """Whether the host, or one of the `others`, says by a hold of his that it shall be done."""
        host = self.people.host
        assert host is not None
        self._show(Menu(self._word("title"), [Entry(title)], 0, hint))
        self._hear_from({**others, host: "sure"})
        self._faces[host] = lambda now_s: patterns.words(self.rings.pixels, 0, 2, now_s, locked=True)
        said = self._next_said(MENU_S)
        return said is not None and said[1] in (Meaning.SURE, Meaning.LEAVE)

    def _hear_from(self, phases: Mapping[int, Phase]) -> None:
        """From now on these seats are heard, and no others."""
        self._open_questions((), "idle")
        self._phases = dict(phases)
        self._said.clear()
        self._on_gesture = lambda heard, meant: self._said.append((heard.seat, meant))

    def _hear_typed(self, meant: Meaning) -> None:
        host = self.people.host
        if host is not None and self._phases.get(host) == "menu":
            self._said.append((host, meant))

    def _next_said(self, wait_s: float) -> tuple[int, Meaning] | None:
        """Who of those says what next; None: nobody in this time."""
        until_s = self.time.now() + wait_s
        self._live_until(lambda: AT_ONCE if self._said else until_s)
        return self._said.popleft() if self._said else None

    def _show(self, menu: Menu) -> None:
        self.board.menu = menu

    def _close_menu(self) -> None:
        self.board.menu = None
        self._faces.clear()
        self._close_questions()

    def _hint(self) -> str:
        """What the buttons do in a menu."""
        return Words(self.narration.language).text(f"hint.{self._button_count}")

    def _word(self, key: str, **facts: object) -> str:
        return self.narration.word(f"host.{key}", **facts)
