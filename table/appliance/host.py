"""The host's hands in a round: he stops it, changes what may be changed, and it goes on.

A round is the list of its answers, so to stop it is to leave it, and to go on is to play its answers again,
in silence, up to where it was: the host's menu finds the table as a cut would have left it. It never opens in
the middle of a call, but once that is over. By night nothing secret comes back before everybody was told to
close his eyes and the host has said that all have. To take back a vote is to leave out its last answers; what
has been laid open stays so.

Where the voice fails while eyes are closed the round stops by itself, and goes on with eyes down.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Literal

import msgspec

from hardware import patterns
from hardware.debounce import Gesture, Kind
from table.appliance.dark_rings import last_words, report
from table.appliance.menus import Item, Page, Turning, Words, after, pages, reading
from table.board.board import Board, Timer, Told
from table.board.menu import Entry, Menu
from table.engine.requests import Wake
from table.errors import ClosedError
from table.evening.resume import BREAK, setup_of
from table.games.records import Kept, Standing
from table.gestures import Meaning, Phase, lingers, meaning
from table.room.night import COVERED
from table.room.people import HOST_FIRST_S, People, is_given_up
from table.room.places import Places
from table.room.presses import Finger, Heard
from table.room.public_clock import Carried
from table.room.room import Room
from table.room.stage import AT_ONCE, NEVER
from table.words.lists import DIFFICULTIES, Difficulty
from table.words.narration import Narration

if TYPE_CHECKING:
    from table.evening.resume import Diary
    from table.games.evening import Evening
    from table.games.records import Line

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
WITNESSES = 2
"""So many others speak for a player whose button is dead; fewer where fewer are there."""
TOGETHER_S = 1.0
"""Two long holds within so long of each other are one gesture of two people."""
ALOUD: frozenset[Phase] = frozenset({"covered", "menu", "sure", "leaving", "agreeing", "paused", "asked"})
"""Phases in which everybody knows who is to press, in a night too."""

Why = Literal["menu", "claimed", "quiet", "unheard", "taken back", "closing", "abandoned", "ended", "kept"]


class StoppedError(Exception):
    """The round stops here: its answers so far are kept, and it can be played again from them.

    `carried`: what they do not hold; `back`: how many of them stay if the vote under way is taken back, None
    where there is none; `claimant`: who would be the host ("claimed").
    """

    def __init__(
        self, why: Why, carried: Carried, back: int | None = None, claimant: int | None = None
    ) -> None:
        super().__init__(why)
        self.why = why
        self.carried = carried
        self.back = back
        self.claimant = claimant


def play_hosted(
    evening: Evening, diary: Diary, new_room: Callable[[], Hosting]
) -> tuple[Hosting, Why | None]:
    """Plays a round, or goes on with the one `diary` holds; whenever it is stopped it is taken up again, in a
    new room. Returns the last one, and why the round has not come to its end: "abandoned", "kept"; None: it
    has. Raises `ClosedError` if somebody closes the table."""
    room = new_room()
    carried = carried_of(diary, room, evening.number)
    while True:
        room.room.begin_round()
        keeping = diary.answerer(room)
        room.stage.clock.carried = carried
        room.knows(evening)
        room.hosts(diary.note, evening.number, keeping.lines)
        setup = setup_of(evening, room.narration.language)
        try:
            evening.play_next(keeping)
        except StoppedError as error:
            stopped = error
        else:
            room.played = Kept(0, 0.0, setup, [keeping.lines])
            return room, None
        finally:
            room.stoppable = False
        diary.lines, carried = keeping.lines, stopped.carried
        if stopped.why in ("abandoned", "ended"):
            diary.abandon()
        if stopped.why == "ended":
            raise ClosedError("ended for good by hand")
        if stopped.why in ("abandoned", "kept"):
            return room, stopped.why
        if stopped.why == "taken back":
            assert stopped.back is not None
            carried = before_the_vote(keeping.lines, stopped.back, room.room.pace.times.window_s("debate"))
            if written := diary.take_back(keeping.lines[: stopped.back]):
                room.wait_for(written)
        stopped.back = taken_back(keeping.lines, keeping.word)
        before, room = room, new_room()
        room.follows(before, stopped)


def carried_of(diary: Diary, room: Hosting, number: int) -> Carried:
    """What round `number`, taken up from the disk, takes along; who sits where is as it was."""
    standing, diary.standing = diary.standing, None
    if standing is None or not diary.lines:
        return Carried()
    people, places = room.people, room.places
    people.host = standing.host
    people.away |= _bits(standing.away, len(places.pods))
    places.sit_again(standing.pods)
    places.dark |= _bits(standing.dark, places.count)
    if standing.round == number:
        people.gone |= _bits(standing.gone, len(places.pods))
    people -= people.gone | people.away
    if standing.round != number or not standing.key or standing.lines != len(diary.lines):
        return Carried()
    return Carried(standing.key, room.room.pace.times.window_s(standing.key), standing.spent_s)


def _as_bits(numbers: Iterable[int]) -> int:
    """A set of numbers, bit by bit."""
    return sum(1 << number for number in numbers)


def _bits(kept: int, count: int) -> set[int]:
    """The set again, as far as its numbers are below `count`."""
    return {number for number in range(count) if kept >> number & 1}


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
    ended = opens - 1
    while words[ended].startswith(BREAK):  # what a house role was to do before the vote
        ended -= 1
    ended -= words[ended] == "say Ready"
    return ended if ended >= 0 and words[ended] == "clock debate" else opens


def before_the_vote(lines: Sequence[Line], back: int, length_s: float) -> Carried:
    """Where the debate is that a vote has given way to: at the press that ended it, but with time to talk."""
    if back >= len(lines) or lines[back].word != "clock debate":
        return Carried()
    press = lines[back].answer
    return Carried("debate", length_s, min(press[1] if press else length_s, length_s - MORE_S))


class Hosting:
    """A round in a room, which the host can stop by a long hold: a `StoppedError` goes through it.

    It answers the round as the room does, and hears the buttons before it.
    """

    def __init__(self, room: Room) -> None:
        self.room = room
        self.stage, self.presses = room.stage, room.presses
        self.ask, self.vote, self.draw, self.clock = room.ask, room.vote, room.draw, room.clock
        self.leavers, self.say, self.show, self.sleep = room.leavers, room.say, room.show, room.sleep
        self.recall, self.records, self.settle = room.recall, room.records, room.settle
        self.wait_for, self.play_s, self.seated = room.wait_for, room.play_s, room.seated
        self.presses.ear = self
        self.presses.hear_typed = self._hear_typed
        self.stage.heard.append(self._has_listened)
        self.stage.shown.append(self._has_shown)
        self.stage.close = self._close
        self.stoppable = False
        self.stopped: StoppedError | None = None
        """Why the round stood still that is taken up here; None: it was cut."""
        self._asks_how_to_end = False
        """Whether the board asks, or is about to ask, what shall become of the round: who closes the table
        then keeps it."""
        self._bends = False
        """Whether all look at their rings from here on, and did not before."""
        self.played: Kept | None = None
        """The round that has come to its end here, as an evening of its own."""
        self.rules: Sequence[Page] = ()
        """In a few pages, for whoever opens them."""
        self.on_paper = False
        """Whether what is played with stands where the table cannot read it: then it plays for nobody."""
        self._lines: Sequence[Line] = ()
        self._stand: Callable[[], object] = lambda: None
        self._stood_s = AT_ONCE
        self._quiet_s = 0.0
        self._quiet_from_s = self.stage.time.now()
        self._lingering: dict[tuple[int, int], Heard] = {}
        """Holds of the host's that are told once the finger is up."""
        self._said_once: set[tuple[int, int]] = set()
        """Buttons whose hold was told while the finger is still down: it says nothing else."""
        self._wants_menu = False
        """Whether the host has asked for his menu, which opens as soon as no call is under way."""
        self._held_long: dict[Finger, float] = {}
        """When who else held for long where the host has his menu, as long as the finger is down."""
        self._said: deque[tuple[int, Meaning]] = deque()

    @property
    def board(self) -> Board:
        """What everybody sees."""
        return self.room.board

    @property
    def people(self) -> People:
        """Who sits at the table."""
        return self.room.people

    @property
    def places(self) -> Places:
        """Where they sit."""
        return self.room.places

    @property
    def narration(self) -> Narration:
        """The language that is spoken."""
        return self.room.narration

    def knows(self, evening: Evening) -> None:
        """What is played in this round."""
        words, deck = Words(self.narration.language, self.narration.own), evening.deck
        key, options = evening.rulebook.key, evening.options
        self.rules = pages(words, key, self.narration, deck, options, self.presses.count)
        self.on_paper = evening.is_on_paper

    def follows(self, before: Hosting, stopped: StoppedError) -> None:
        """The round that stood still in the room `before` is taken up here, by the same people. Where they
        bent their eyes they go on doing so, whether a voice has come back or not."""
        self.room.village.people, self.stopped = before.people, stopped
        if before.room.pace.is_hurried:
            self.room.pace.hurry()
        if before.room.night.eyes_down or stopped.why == "unheard":
            self.room.bend_eyes()
        self._bends = self.room.night.eyes_down and not before.room.night.eyes_down
        self._asks_how_to_end = stopped.why == "closing"

    def hosts(self, note: Callable[[Standing], object], number: int, lines: Sequence[Line]) -> None:
        """From now on the round can be stopped. `note`: gets now and then how round `number` stands, of which
        there are these `lines`."""

        def stand() -> None:
            now = self._carried_now()
            people, places = self.people, self.places
            # A vote that was cut begins anew.
            key, spent_s = ("", 0.0) if now.asked else (now.key, now.spent_s)
            note(
                Standing(
                    *(number, len(lines), key, spent_s, people.host),
                    gone=_as_bits(people.gone),
                    people=_as_bits(people),
                    away=_as_bits(people.away),
                    pods=tuple(places.pods),
                    dark=_as_bits(places.dark),
                )
            )

        self._stand, self._stood_s, self._lines = stand, AT_ONCE, lines
        self._quiet_from_s = self.stage.time.now()
        self.stoppable = True

    def take_up(self, call: Wake | None) -> None:
        """As after a cut; but first the host has his menu, or whoever is there is asked to say so."""
        stopped, self.stopped = self.stopped, None
        if stopped is None:
            self.room.take_up(call)
            return
        by_night = self.board.scene in COVERED
        if by_night and stopped.why in ("menu", "claimed", "closing"):
            self.room.speaking.tell_and_wait(
                [("eyes_down.pause" if self.room.night.eyes_down else "host.night", {})]
            )
        if stopped.why == "menu" or (stopped.claimant is not None and self._hands_on(stopped.claimant)):
            self._menu(stopped.back, by_night)
        elif stopped.why == "quiet":
            self._ask_who_is_there()
        elif stopped.why == "closing":
            self._ask_how_to_end()
        self._stood_s = AT_ONCE
        if self._bends:
            self._bid_bend(by_night)
        if by_night:
            self.room.take_up(call)
        elif stopped.why != "unheard":
            self.room.speaking.tell_and_wait(
                [("host.taken_back" if stopped.why == "taken back" else "host.goes_on", {})]
            )

    def _bid_bend(self, by_night: bool) -> None:
        """No voice calls any more: everybody is told to look at his ring from now on. By night that stands
        until the host has said that all do, and a stroke that is no voice bids closed eyes open."""
        self._bends = False
        self._show(Menu(self._word("unheard"), [Entry(self._word("unheard_note"))]))
        self.room.effects.play("gong")
        self.room.speaking.tell_and_wait([("host.unheard", {})])
        if not by_night:
            self._close_menu()

    def wait_for_another(
        self, wait_s: float, told: Sequence[Told] = (), *, counts: bool = False
    ) -> Meaning | None:
        """The winners stay on the board until somebody says something; see `Pages`."""
        return self.room.pages.wait_for_another(wait_s, told, counts=counts)

    def wait_for_other_words(
        self, wait_s: float, difficulty: Difficulty, told: Sequence[Told] = (), *, counts: bool = False
    ) -> tuple[Meaning | None, Difficulty]:
        """MG-23: as `wait_for_another`, but where the winners stand one can also turn to words of another
        difficulty. Returns what was said, and the difficulty that stands there then."""
        words = Words(self.narration.language, self.narration.own)
        stood = [difficulty]

        def prompt() -> str:
            return words.text("host.again", difficulty=words.text(f"difficulty.{stood[-1]}"))

        def turn() -> None:
            stood.append(after(stood[-1], DIFFICULTIES))

        meant = self.room.pages.wait_among(told, wait_s, "over_words", prompt, turn, counts=counts)
        # A hold that grew long has turned to others on its way.
        return meant, stood[-2 if meant is Meaning.OPEN else -1]

    # What stops a round

    def wake(self, request: Wake) -> None:
        self._open_menu_if_wanted()
        if self.stage.view.closed > self.stage.closings:
            self._close()
        self.room.wake(request)

    def _open_menu_if_wanted(self) -> None:
        """Raises `StoppedError` if the host wants his menu. Not in a call: those called have it to its end,
        and neither whether the menu opens nor when tells who they are."""
        if self._wants_menu and not self.room.calls.is_calling:
            self._wants_menu = False
            raise StoppedError("menu", self._carried_now())

    def _has_listened(self, now_s: float) -> None:
        down = {(finger.seat, finger.button) for finger in self.presses.down()}
        self._said_once &= down
        for button in [button for button in self._lingering if button not in down]:
            self.presses.understand(self._lingering.pop(button)._replace(time_s=now_s))
        for finger in [finger for finger in self._held_long if (finger.seat, finger.button) not in down]:
            del self._held_long[finger]
        self._open_menu_if_wanted()
        if (claimant := self._claimant()) is not None:
            raise StoppedError("claimed", self._carried_now(), claimant=claimant)
        if (
            self.stoppable
            and self.room.speaking.is_dumb
            and not self.room.night.eyes_down
            and self.board.scene in COVERED
        ):
            raise StoppedError("unheard", self._carried_now())

    def touched(self, finger: Finger) -> None:
        """Somebody is there."""
        if finger.of_person and not self._is_secret():
            self._quiet_s = 0.0

    def noted(self, finger: Finger, gestures: Sequence[Gesture], is_stale: bool) -> bool:
        """Long holds ask for the host's menu, whatever else they say."""
        for gesture in gestures:
            if gesture.kind is not Kind.LONG_HOLD or not finger.of_person:
                continue
            if finger.seat != self.people.host:
                self._hold_long(finger, gesture.time_s)
            elif is_stale:
                # It was down when a question began and answers nothing, but its owner may mean the menu.
                self._want_menu(finger.seat, finger.button)
        return False

    def takes(self, heard: Heard) -> bool:
        """Holds of the host's wait for the finger to be up where a longer one would ask for the menu."""
        if not self.stoppable or heard.seat != self.people.host:
            return False
        phase = self.presses.phase_of(heard.seat)
        if heard.kind is Kind.HOLD:
            if lingers(phase, self.presses.count, heard.button):
                self._lingering[heard.seat, heard.button] = heard
                return True
            if meaning(phase, self.presses.count, heard.button, Kind.HOLD):
                self._said_once.add((heard.seat, heard.button))
        return heard.kind is Kind.LONG_HOLD and self._want_menu(heard.seat, heard.button)

    def opened(self) -> None:
        """A hold that was meant for the question before is forgotten."""
        self._lingering.clear()

    def _want_menu(self, seat: int, button: int) -> bool:
        """Whether this long hold asks for the host's menu: then that opens, after the call if one is under
        way. Nothing shows that it was asked for."""
        is_host = self.stoppable and seat == self.people.host
        meant = meaning(self.presses.phase_of(seat), self.presses.count, button, Kind.LONG_HOLD, is_host)
        if meant is not Meaning.MENU or (seat, button) in self._said_once:
            return False
        self._lingering.pop((seat, button), None)
        self._wants_menu = True
        return True

    def _hold_long(self, finger: Finger, at_s: float) -> None:
        """Notes that somebody who is not the host has held for long where the host would have his menu; not
        in a call of the night, when two may do so because both are called."""
        seat, button = finger.seat, finger.button
        meant = meaning(self.presses.phase_of(seat), self.presses.count, button, Kind.LONG_HOLD, host=True)
        hears = self.stoppable and not self._is_secret() and seat in self.people
        if hears and meant is Meaning.MENU:
            self._held_long[finger] = at_s

    def _claimant(self) -> int | None:
        """Where the host cannot open his menu two others do, by a long hold at the same time: of those who
        hold so now the next after the host, clockwise."""
        for at_s in self._held_long.values():
            together_s = TOGETHER_S * self.stage.time.speed
            held = {other.seat for other, s in self._held_long.items() if abs(s - at_s) <= together_s}
            if len(held) > 1:
                self._held_long.clear()
                host = self.people.host
                assert host is not None
                return next(seat for seat in self.people.clockwise(host) if seat in held)
        return None

    def _has_shown(self, now_s: float) -> None:
        if not self._is_secret():
            self._quiet_s += now_s - self._quiet_from_s
        self._quiet_from_s = now_s
        if not self.stoppable:
            return
        if self._stood_s == AT_ONCE or (self.stage.clock.running and now_s >= self._stood_s + NOTE_S):
            self._stood_s = now_s
            self._stand()
        if self.people and self._quiet_s >= max(QUIET_S, 2 * self.room.pace.times.window_s("debate")):
            raise StoppedError("quiet", self._carried_now())

    def _is_secret(self) -> bool:
        """Whether it is a secret who presses now, or that anybody does."""
        return self.board.scene in COVERED and not ALOUD.intersection(self.presses.phases.values())

    def _carried_now(self) -> Carried:
        """What the round takes along if it stops now: it may not have got to where it stood before."""
        return self.stage.clock.now()

    # What is said while it stands still

    def _ask_who_is_there(self) -> None:
        """Raises `StoppedError` ("kept") if nobody is."""
        self._show(Menu(self._word("quiet"), [Entry(self._word("quiet_note"))], 0, self._word("quiet_hint")))
        self._hear_from(dict.fromkeys(range(len(self.board.places)), "asked"))
        self.room.speaking.tell_and_wait([("host.quiet", {})])
        self.board.timer = Timer(self.stage.time.now() + ANSWER_S, ANSWER_S)
        if self._next_said(ANSWER_S) is None:
            raise StoppedError("kept", self.stage.clock.carried)
        self._close_menu()

    def _menu(self, back: int | None, by_night: bool) -> None:
        """The host's menu, until he goes on or has not pressed for a while. Raises `StoppedError` where the
        round does not go on from here."""
        closed: list[bool] = []
        done = partial(closed.append, True)

        def items() -> list[Item]:
            found = [Item(self._word("go_on"), take=done)]
            if not by_night:
                found.append(Item(self._word("pause"), note=self._word("pause_note"), take=pause))
            if self.stage.clock.carried.length_s:
                left_s = max(0, round(self.stage.clock.carried.length_s - self.stage.clock.carried.spent_s))
                left = f"{left_s // 60}:{left_s % 60:02}"
                found.append(Item(self._word("more"), left, self._word("more_note"), self._more_time))
            if back is not None:
                found.append(Item(self._word("take_back"), note=self._word("take_back_note"), take=take_back))
            if self.places.free:
                found.append(Item(self._word("move"), note=self._word("move_note"), take=move))
            found.append(Item(self._word("dark"), note=self._word("dark_note"), take=dark))
            found.append(Item(self._word("stand_in"), note=self._word("stand_in_note"), take=stand_in))
            found.append(Item(self._word("leave"), note=self._word("leave_note"), take=leave))
            found.append(Item(self._word("abandon"), note=self._word("abandon_note"), take=abandon))
            words = Words(self.narration.language, self.narration.own)
            found.append(Item(words.text("host.rules"), note=words.text("host.rules_note"), take=self._read))
            return found

        def pause() -> None:
            self._pause()
            done()

        def take_back() -> None:
            raise StoppedError("taken back", self.stage.clock.carried, back)

        def move() -> None:
            seat = self._seat_turned_to(self._word("who_moves"))
            if seat is not None and self._moves(seat):
                done()

        def dark() -> None:
            seat = self._seat_turned_to(self._word("who_is_dark"))
            if seat is not None and self._ring_is_dark(seat):
                done()

        def stand_in() -> None:
            if self._table_stands_in():
                done()

        def leave() -> None:
            if self._somebody_leaves():
                done()

        def abandon() -> None:
            if self._gives_up():
                raise StoppedError("abandoned", self.stage.clock.carried)

        turning = Turning(self._word("title"), items, self._hint())
        self._turn(turning, lambda: bool(closed), self._bar)
        self._close_menu()

    def _gives_up(self) -> bool:
        """Whether the round is given up: its host says so once more, and somebody else too where two sit; see
        `is_given_up`. Where nobody sits nobody has to."""
        if not self.people:
            return True
        host, others = self._host, self.people - {self._host}
        hint = self._word("give_up_hint" if others else "sure_hint")
        asked: dict[int, Phase] = dict.fromkeys(others, "agreeing")
        self._ask_whether(self._word("abandon_sure"), hint, asked | {host: "sure"})
        spoken: dict[int, float] = {}
        ends_s = self.stage.time.now() + MENU_S
        while not (is_over := is_given_up(spoken, len(self.people), host, now_s := self.stage.time.now())):
            alone_s = min(spoken.values(), default=NEVER) + HOST_FIRST_S
            said = self._next_said((alone_s if now_s < alone_s < ends_s else ends_s) - now_s)
            if said is None and self.stage.time.now() >= ends_s:
                break
            if said and said[1] is Meaning.NO:
                break
            if said and not spoken:
                ends_s = self.stage.time.now() + HOST_FIRST_S + MENU_S
            if said:
                spoken.setdefault(said[0], self.stage.time.now())
        return is_over

    def _ask_how_to_end(self) -> None:
        """Somebody wants to close the table: is the round kept for later, or does it end for good? Whoever
        closes once more keeps it; and it goes on if nobody says anything."""
        done: list[bool] = []

        def later() -> None:
            raise ClosedError("closed by hand, the round is kept")

        def for_good() -> None:
            if self._gives_up():
                raise StoppedError("ended", self.stage.clock.carried)

        items = [
            Item(self._word("keep_later"), note=self._word("keep_later_note"), take=later),
            Item(self._word("end_for_good"), note=self._word("end_for_good_note"), take=for_good),
            Item(self._word("go_on"), take=partial(done.append, True)),
        ]
        self._turn(Turning(self._word("closing"), lambda: items, self._hint()), lambda: bool(done), self._bar)
        self._asks_how_to_end = False
        self._close_menu()

    def _close(self) -> None:
        """A round under way is not left before the board has asked, once, what shall become of it. As the
        host's menu does, that waits until no call is under way: those called have it to its end. Whoever
        closes twice is in a hurry, and asked nothing."""
        is_in_a_hurry = self.stage.view.closed > self.stage.closings + 1
        if self.room.calls.is_calling and self.stoppable and not is_in_a_hurry:
            return
        if not self.stoppable or self._asks_how_to_end or (self.room.calls.is_calling and is_in_a_hurry):
            self.stage.give_up()
        self.room.secret.veil()
        raise StoppedError("closing", self._carried_now())

    def _turn(
        self,
        turning: Turning,
        is_done: Callable[[], bool],
        light: Callable[[Turning], Callable[[float], bytes]],
    ) -> None:
        """The host, or anybody where nobody sits yet, turns through a menu, until it is done or nobody has
        pressed for a while. `light`: what a ring shows of it."""
        host = self.people.host
        turn: dict[int, Phase] = dict.fromkeys(
            range(len(self.room.village.names)) if host is None else [host], "menu"
        )
        self._hear_from(turn)
        while not is_done():
            self.room.lights.faces |= dict.fromkeys(turn, light(turning))
            self._show(turning.menu())
            said = self._next_said(MENU_S)
            if said is None:
                return
            turning.hear(said[1])
            if said[1] is Meaning.TAKE and not is_done():
                self._hear_from(turn)

    def _bar(self, turning: Turning) -> Callable[[float], bytes]:
        """Entries lie on the host's ring as words do."""
        menu = turning.menu()
        at, count = menu.cursor, len(menu.entries)
        return lambda now_s: patterns.words(self.stage.rings.pixels, at, count, now_s, locked=False)

    def _more_time(self) -> None:
        self.stage.clock.carried = msgspec.structs.replace(
            self.stage.clock.carried, spent_s=self.stage.clock.carried.spent_s - MORE_S
        )

    def _pause(self) -> None:
        """Everything stands still until the host presses."""
        host = self._host
        hint = self._word("pause_hint", seat=self.room.village.sitters()[host])
        self._show(Menu(self._word("paused"), [Entry(self._word("paused_note"))], 0, hint))
        self._hear_from({host: "paused"})
        self.room.lights.faces.pop(host, None)
        self._next_said(float("inf"))

    def _read(self) -> None:
        """The rules in a few pages, until the host takes one of them."""
        closed: list[bool] = []
        words, close = Words(self.narration.language, self.narration.own), partial(closed.append, True)
        turning = reading(words, self.rules, self.presses.count, close)
        self._turn(turning, lambda: bool(closed), self._bar)

    def _somebody_leaves(self) -> bool:
        """LG-46: whom the host turns to leaves the table, if he says so himself, or the host once more of one
        who has gone already. Whether somebody does."""
        host = self._host
        seat = self._seat_turned_to(self._word("who_leaves"))
        if seat is None:
            return False
        leaver = self.room.village.sitters()[seat]
        key = "leave_hint" if seat != host else "sure_hint"
        hint = self._word(key, seat=leaver)
        if not self._is_sure(self._word("leave_sure", seat=leaver), hint, {seat: "leaving", host: "sure"}):
            return False
        self.people.leave(seat)
        self._has_changed(seat, "host.left")
        return True

    def _has_changed(self, seat: int, line: str) -> None:
        """Who sits at the table is no longer what it was: it is kept at once, and told."""
        self.presses.hands.rest(seat)
        self._stood_s = AT_ONCE
        self._close_menu()
        self.room.speaking.tell_and_wait([(line, {"seat": self.room.village.sitters()[seat]})])

    def _moves(self, seat: int) -> bool:
        """This player takes the free pod whose button is pressed next, and plays there himself. Whether he
        does."""
        places = self.places
        asked = Entry(self._word("moves", seat=self.room.village.sitters()[seat]))
        self._show(Menu(self._word("title"), [asked], 0, self._word("moves_hint"), invites=True))
        self._hear_from({})
        self.room.lights.faces.clear()
        places.touched.clear()
        until_s = self.stage.time.now() + MENU_S
        self.stage.live_until(lambda: AT_ONCE if places.touched else until_s)
        if places.touched:
            places.move(seat, places.touched[0])
            self._stood_s = AT_ONCE
            if seat in self.people.away:
                self.people.play_again(seat)
        return bool(places.touched)

    def _ring_is_dark(self, seat: int) -> bool:
        """Everybody is told what to try where this player's ring is dark, and how he may go on. Whether the
        round does."""
        places = self.places
        closed: list[bool] = []
        if not self.board.places[seat].alive:
            self._refuse(seat, "out_of_game")
            return False
        pod = places.pods[seat]
        title, told = report(pod, places, self.narration)
        self._stood_s = AT_ONCE

        def items() -> list[Item]:
            found = list(told)
            if places.free:
                found.append(Item(self._word("takes"), note=self._word("takes_note"), take=moves))
            if seat in self.people.away:
                found.append(Item(self._word("play_again"), note=self._word("play_again_note"), take=again))
            else:
                note = self._word(self._why_not_play_for(seat) or "play_for_note")
                found.append(Item(self._word("play_for"), note=note, take=play_for))
            return [*found, *last_words(pod, places, self.narration, close)]

        def moves() -> None:
            if self._moves(seat):
                closed.append(True)

        def again() -> None:
            if self._play_again(seat):
                closed.append(True)

        def play_for() -> None:
            if not self._why_not_play_for(seat) and self._play_for(seat):
                closed.append(True)

        def close() -> None:
            self._stood_s = AT_ONCE
            if pod not in places.dark and seat in self.people.away:
                again()
            closed.append(False)

        turning = Turning(title, items, self._hint())
        self._turn(turning, lambda: bool(closed), self._bar)
        return any(closed)

    def _table_stands_in(self) -> bool:
        """The table plays for a living player to whom the host turns, or does so no longer. Whether anything
        changes."""
        seat = self._seat_turned_to(self._word("who_is_played"), alive=True, tells_played=True)
        if seat is None:
            return False
        if seat in self.people.away:
            return self._play_again(seat)
        if why_not := self._why_not_play_for(seat):
            self._refuse(seat, why_not)
            return False
        return self._play_for(seat)

    def _play_for(self, seat: int) -> bool:
        """The table plays for this player, if they agree. Whether it does. In a vote that is running it casts
        no ballot for them: that would tell what they know."""
        agrees = self._agrees(seat, "play_for_sure")
        if agrees:
            if seat in self.stage.clock.carried.asked:
                abstains = self.stage.clock.carried.abstains | {seat}
                self.stage.clock.carried = msgspec.structs.replace(
                    self.stage.clock.carried, abstains=abstains
                )
            self.people.play_for(seat)
            self._has_changed(seat, "host.plays_for")
        return agrees

    def _play_again(self, seat: int) -> bool:
        """This player plays themselves again, if they agree. Whether they do."""
        agrees = self._agrees(seat, "play_again_sure")
        if agrees:
            self.people.play_again(seat)
            self._has_changed(seat, "host.plays_again")
        return agrees

    def _agrees(self, seat: int, asked: str) -> bool:
        """Whether a player agrees to what the host wants done with their seat: by a hold, or if their button
        is dead by holds of other living people. A long hold of the host is enough for the host's own seat,
        and where nobody else is there. `asked`: the key of the question."""
        host = self._host
        alive = {other for other in self.people if self.board.places[other].alive}
        others = alive - {seat, host}
        needed = min(WITNESSES, len(others))
        sitter = self.room.village.sitters()[seat]
        hints = ("leave_hint", "agree_hint_1", "agree_hint_2")
        hint = self._word("sure_hint") if seat == host else self._word(hints[needed], seat=sitter)
        asking: dict[int, Phase] = dict.fromkeys(others, "agreeing") if seat != host else {}
        self._ask_whether(self._word(asked, seat=sitter), hint, asking | {seat: "agreeing", host: "sure"})
        spoken: set[int] = set()
        while said := self._next_said(MENU_S):
            who, meant = said
            if meant is Meaning.NO:
                break
            if who == seat or (meant is Meaning.SURE and not needed):
                return True
            spoken |= {who} & others
            if needed and len(spoken) == needed:
                return True
        return False

    def _refuse(self, seat: int, why_not: str) -> None:
        """Says why something cannot be done for this player, until the host has read it."""
        read: list[bool] = []
        items = [Item(self._word(why_not), take=partial(read.append, True))]
        title = self.narration.seat(self.room.village.sitters()[seat]).label
        self._turn(Turning(title, lambda: items, self._hint()), lambda: bool(read), self._bar)

    def _why_not_play_for(self, seat: int) -> str:
        """Why the table cannot play for this player, by the key of its words; empty if it can."""
        if not self.people - {seat}:
            return "alone"
        if self.on_paper:
            return "own_word"
        words = [line.word for line in self._lines]
        # LG-52: the table cannot know what card lies before a player who does not answer.
        return "roll_call" if words.count("say RollCall") > words.count("say RollCallOver") else ""

    def _hands_on(self, claimant: int) -> bool:
        """The host's own pod has failed, as two others say: one of them is the host if he says so once more.
        Whether he does."""
        sitter = self.room.village.sitters()[claimant]
        title, hint = self._word("claim", seat=sitter), self._word("claim_hint", seat=sitter)
        is_sure = self._is_sure(title, hint, {claimant: "sure"})
        if is_sure:
            self.people.host = claimant
            self._has_changed(claimant, "host.new")
        self._close_menu()
        return is_sure

    def _seat_turned_to(self, title: str, *, alive: bool = False, tells_played: bool = False) -> int | None:
        """The seat to which the host turns the needle on his ring, and which he takes; None: nobody's.
        `alive`: only of those who are; `tells_played`: with each, whether the table plays for him."""
        out = self.people.gone | {
            seat for seat, place in enumerate(self.board.places) if alive and not place.alive
        }
        sitters = [sitter for sitter in self.room.village.sitters() if sitter.index not in out]
        chosen: list[int | None] = []

        def played(seat: int) -> str:
            key = "played" if seat in self.people.away else "not_played"
            return self._word(key) if tells_played else ""

        items = [
            Item(self._word("back"), take=partial(chosen.append, None)),
            *(
                Item(
                    self.narration.seat(sitter).label,
                    played(sitter.index),
                    take=partial(chosen.append, sitter.index),
                )
                for sitter in sitters
            ),
        ]
        host = self._host

        def needle(turning: Turning) -> Callable[[float], bytes]:
            pixels = self.stage.rings.pixels
            if not turning.cursor:
                return lambda now_s: patterns.nobody(pixels, now_s, locked=False)
            target = self.room.lights.pixel_of(host, sitters[turning.cursor - 1].index)
            return lambda now_s: patterns.cursor(pixels, target, now_s, locked=False)

        turning = Turning(title, lambda: items, self._hint())
        self._turn(turning, lambda: bool(chosen), needle)
        return chosen[0] if chosen else None

    def _is_sure(self, title: str, hint: str, phases: Mapping[int, Phase]) -> bool:
        """Whether one of those who are heard in these phases says by a hold of his that it shall be done."""
        self._ask_whether(title, hint, phases)
        said = self._next_said(MENU_S)
        return said is not None and said[1] in (Meaning.SURE, Meaning.LEAVE)

    def _ask_whether(self, title: str, hint: str, phases: Mapping[int, Phase]) -> None:
        """The board asks whether something shall be done, and these seats are heard in these phases."""
        self._show(Menu(self._word("title"), [Entry(title)], 0, hint))
        self._hear_from(phases)
        self.room.lights.faces.clear()
        for seat, phase in phases.items():
            if phase == "sure":
                self.room.lights.faces[seat] = lambda now_s: patterns.words(
                    self.stage.rings.pixels, 0, 2, now_s, locked=True
                )

    @property
    def _host(self) -> int:
        """Whose menu is open."""
        host = self.people.host
        assert host is not None
        return host

    def _hear_from(self, phases: Mapping[int, Phase]) -> None:
        """From now on these seats are heard, and no others."""
        self.stage.open_questions((), "idle")
        self.presses.phases = dict(phases)
        self._said.clear()
        self.presses.hear = lambda heard, meant: self._said.append((heard.seat, meant))

    def _hear_typed(self, meant: Meaning) -> None:
        if turns := [seat for seat, phase in self.presses.phases.items() if phase == "menu"]:
            self._said.append((turns[0], meant))
        else:
            self.room.pages.hear_typed(meant)

    def _next_said(self, wait_s: float) -> tuple[int, Meaning] | None:
        """Who of those says what next; None: nobody in this time."""
        until_s = self.stage.time.now() + wait_s
        self.stage.live_until(lambda: AT_ONCE if self._said else until_s)
        return self._said.popleft() if self._said else None

    def _show(self, menu: Menu) -> None:
        self.board.menu = menu

    def _close_menu(self) -> None:
        self.board.menu = None
        self.room.lights.faces.clear()
        self.stage.close_questions()

    def _hint(self) -> str:
        """What the buttons do in a menu."""
        return Words(self.narration.language, self.narration.own).text(f"hint.{self.presses.count}")

    def _word(self, key: str, **facts: object) -> str:
        return self.narration.word(f"host.{key}", **facts)
