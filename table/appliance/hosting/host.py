"""The host's control of a round: the host stops it, changes something, and it goes on.

A round is the list of its answers. Stopping leaves the round, and resuming replays its answers in silence, as
after a power cut. The menu never opens during a call or a covered time, only after it. At night nothing
secret comes back before everybody was asked to close their eyes and the host has confirmed it. Taking back a
vote drops the last answers; what was revealed stays revealed.

If the voice fails while eyes are closed, the round stops by itself and goes on with eyes open, looking down.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from table.appliance.hosting.ear import HostEar
from table.appliance.hosting.menu import RoundMenu
from table.appliance.hosting.notes import RoundNotes
from table.appliance.hosting.questions import HostQuestions
from table.appliance.hosting.seats import SeatChanges
from table.appliance.hosting.stops import StoppedError, Why, before_the_vote, carried_of, taken_back
from table.appliance.lobby.phone_seats import PhoneSeats
from table.appliance.menu.menus import after, pages
from table.board.board import ChroniclePage
from table.engine.requests import Covered, Sitter, Wake
from table.errors import ClosedError
from table.evening.replay import setup_of
from table.games.records import Standing, StoredEvening
from table.gestures import Meaning
from table.publish.desk import NewsDesk
from table.room.act import Act
from table.room.room import Room
from table.words.lists import DIFFICULTIES, Difficulty

if TYPE_CHECKING:
    from table.evening.diary import Diary
    from table.games.evening import Evening
    from table.games.records import JournalLine

QUIET_S = 600.0
"""Seconds without a press after which the board asks whether somebody is there; at least the length of two
debates.

Nights do not count: whether anybody has pressed in one is a secret.
"""


def play_hosted(
    evening: Evening, diary: Diary, new_room: Callable[[], Hosting]
) -> tuple[Hosting, Why | None]:
    """Plays a round or resumes the one in `diary`, with a new room after every stop.

    Returns the last room, and why the round did not finish ("abandoned", "kept"; None: it did). Raises
    `ClosedError` if somebody closes the table.
    """
    room = new_room()
    carried = carried_of(diary, room.room, evening.number)
    while True:
        room.room.begin_round()
        keeping = diary.answerer(room)
        room.stage.clock.carried = carried
        room.knows(evening)
        room.hosts(diary.note, evening.number, keeping.lines)
        setup = setup_of(evening, room.room.narration.language)
        try:
            with room.stage.playing(room.questions), room.stage.playing(room.ear), room.stage.playing(room):
                evening.play_next(keeping)
        except StoppedError as error:
            stopped = error
        else:
            room.played = StoredEvening(0, 0.0, setup, [keeping.lines])
            return room, None
        finally:
            room.ear.stoppable = False
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


class Hosting(Act):
    """A round in a room that the host can stop with a long hold.

    It answers the round as the room does. `ear`, the act below it, hears the buttons before the round does. A
    stop raises `StoppedError`.
    `phones`: their places; `news`: what this table tells of itself; None: it has none, or tells nothing.
    """

    def __init__(self, room: Room, phones: PhoneSeats | None = None, news: NewsDesk | None = None) -> None:
        self.room = room
        self.stage = room.stage
        self.ask, self.vote, self.draw, self.clock = room.ask, room.vote, room.draw, room.clock
        self.leavers, self.say, self.show, self.sleep = room.leavers, room.say, room.show, room.sleep
        self.wanted = room.wanted
        self.recall, self.records, self.settle = room.recall, room.records, room.settle
        self.wait_for, self.play_s, self.seated = room.wait_for, room.play_s, room.seated
        self.ear = HostEar(room.stage)
        self.notes = RoundNotes(room.stage)
        self.questions = HostQuestions(room)
        self.seats = SeatChanges(room, self.questions, self.notes)
        self.menu = RoundMenu(room, self.questions, self.seats, phones, news)
        self.stopped: StoppedError | None = None
        """Why the round stopped before it was resumed here; None: power was cut."""
        self._asks_how_to_end = False
        """Whether the board asks what to do with the round, or is about to. Closing the table then keeps the
        round."""
        self._bends = False
        """Whether players look down at their rings from now on, and did not before."""
        self.played: StoredEvening | None = None
        """The finished round as an evening of its own."""

    def knows(self, evening: Evening) -> None:
        """Sets what is played in this round."""
        words, deck = self.questions.texts, evening.deck
        key, options = evening.rulebook.key, evening.options
        self.menu.rules = pages(words, key, self.room.narration, deck, options, self.room.presses.count)
        self.seats.is_on_paper = evening.is_on_paper

    def follows(self, before: Hosting, stopped: StoppedError) -> None:
        """Takes over from the room `before`, in which the round stopped, with the same people.

        A round that was played with open eyes stays so, even if a voice has come back.
        """
        self.room.village.people, self.stopped = before.room.people, stopped
        # A close that the room before did not handle, or a second one in the same moment, counts here.
        self.stage.take_over(before.stage, heard=stopped.why == "closing")
        if before.room.pace.is_hurried:
            self.room.pace.hurry()
        if before.room.night.eyes_down or stopped.why == "unheard":
            self.room.bend_eyes()
        self._bends = self.room.night.eyes_down and not before.room.night.eyes_down
        self._asks_how_to_end = stopped.why == "closing"

    def hosts(self, note: Callable[[Standing], object], number: int, lines: Sequence[JournalLine]) -> None:
        """Makes the round stoppable. `note`: gets the state of the round now and then. `number`: of the
        round. `lines`: its answers."""
        self.notes.begin(note, number, lines)
        self.ear.begin()

    def take_up(self, call: Wake | None) -> None:
        """Resumes as after a power cut, but first opens the host's menu, or asks whether somebody is
        there."""
        stopped, self.stopped = self.stopped, None
        if stopped is None:
            self.room.take_up(call)
            return
        by_night = self.room.night.is_covered
        if by_night and stopped.why in ("menu", "claimed", "closing"):
            self.room.speaking.tell_and_wait(
                [("eyes_down.pause" if self.room.night.eyes_down else "host.night", {})]
            )
        if stopped.why == "menu" or (
            stopped.claimant is not None and self.seats.ask_new_host(stopped.claimant)
        ):
            self.menu.run_and_wait(stopped.back, by_night)
        elif stopped.why == "quiet":
            self.menu.ask_who_is_there()
        elif stopped.why == "closing":
            self.menu.ask_how_to_end()
            self._asks_how_to_end = False
        self.notes.note_at_once()
        if self._bends:
            self.bid_bend(by_night)
        if by_night:
            self.room.take_up(call)
        elif stopped.why != "unheard":
            self.room.speaking.tell_and_wait(
                [("host.taken_back" if stopped.why == "taken back" else "host.goes_on", {})]
            )

    def bid_bend(self, by_night: bool) -> None:
        """Asks everybody to look down at their ring from now on, since the voice has failed.

        At night this is shown until the host confirms that all do. A gong asks closed eyes to open.
        """
        self._bends = False
        self.questions.show_text(self.questions.word("unheard"), self.questions.word("unheard_note"))
        self.room.effects.play("gong")
        self.room.speaking.tell_and_wait([("host.unheard", {})])
        if not by_night:
            self.questions.end()

    def wait_for_another(
        self, wait_s: float, told: Sequence[ChroniclePage] = (), *, counts: bool = False
    ) -> Meaning | None:
        """Shows the winners until somebody presses; see `Pages`."""
        return self.room.pages.wait_for_another(wait_s, told, counts=counts)

    def wait_for_other_words(
        self,
        wait_s: float,
        difficulty: Difficulty,
        told: Sequence[ChroniclePage] = (),
        *,
        counts: bool = False,
    ) -> tuple[Meaning | None, Difficulty]:
        """MG-23: as `wait_for_another`, but people can also turn to words of another difficulty. Returns the
        gesture and the difficulty."""
        words = self.questions.texts
        stood = [difficulty]

        def prompt() -> str:
            return words.text("host.again", difficulty=words.text(f"difficulty.{stood[-1]}"))

        def turn() -> None:
            stood.append(after(stood[-1], DIFFICULTIES))

        meant = self.room.pages.wait_among(told, wait_s, "over_words", prompt, turn, counts=counts)
        # On its way to a long hold it was a hold, which turned to others: take that back.
        return meant, stood[-2 if meant is Meaning.OPEN else -1]

    # Stopping a round

    def wake(self, request: Wake) -> None:
        self._stop_if_wanted()
        self.room.wake(request)

    def covered(self, request: Covered) -> Sequence[Sitter]:
        self._stop_if_wanted()
        return self.room.covered(request)

    def _stop_if_wanted(self) -> None:
        """Stops the round before something begins that has its full time."""
        self.stop_if_menu_wanted()
        if self.stage.closes:
            self.close()

    def stop_if_menu_wanted(self) -> None:
        """Raises `StoppedError` if the host wants the menu.

        It never does so during a call or a covered time. Those have their full time, so neither whether nor
        when the menu opens shows who is called.
        """
        if self.ear.is_menu_wanted and not self.room.is_uncut:
            self.ear.is_menu_wanted = False
            raise StoppedError("menu", self.stage.clock.now())

    def beat(self, _: float) -> None:
        self.stop_if_menu_wanted()
        if (claimant := self.ear.claimant()) is not None:
            raise StoppedError("claimed", self.stage.clock.now(), claimant=claimant)
        # Who has no ring cannot look down at it: such a round goes on, and the board shows no secret.
        can_bend = not self.room.night.eyes_down and not self.room.village.on_board
        is_unheard = self.room.speaking.is_dumb and can_bend
        if self.ear.stoppable and is_unheard and self.room.night.is_covered:
            raise StoppedError("unheard", self.stage.clock.now())

    def shown(self, now_s: float) -> None:
        if not self.ear.stoppable:
            return
        self.notes.pass_time(now_s)
        is_quiet = self.room.people and self.ear.quiet_s >= QUIET_S
        if is_quiet and self.ear.quiet_s >= 2 * self.room.pace.times.window_s("debate"):
            raise StoppedError("quiet", self.stage.clock.now())

    def close(self) -> bool:
        """Asks once what to do with the round before closing it.

        Like the host's menu, that waits for the end of a call or a covered time. A second request to close
        asks nothing.
        """
        is_in_a_hurry = self.stage.closes > 1
        is_uncut = self.room.is_uncut
        if is_uncut and self.ear.stoppable and not is_in_a_hurry:
            return True
        if not self.ear.stoppable or self._asks_how_to_end or (is_uncut and is_in_a_hurry):
            self.stage.give_up()
        self.room.secrets.veil()
        raise StoppedError("closing", self.stage.clock.now())
