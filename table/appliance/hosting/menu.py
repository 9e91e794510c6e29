"""The host's menu in a round, and the questions asked when nobody presses or somebody closes the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import msgspec

from table.appliance.hosting.questions import MENU_S, HostQuestions
from table.appliance.hosting.seats import SeatChanges
from table.appliance.hosting.stops import MORE_S, StoppedError
from table.appliance.lobby.phone_seats import PhoneSeats
from table.appliance.menu.host_entries import When, host_items, of_the_house
from table.appliance.menu.menus import Item, Page, reading
from table.appliance.menu.phone_menu import entries
from table.board.board import Timer
from table.errors import ClosedError
from table.gestures import Meaning, Phase
from table.publish.desk import NewsDesk
from table.room.act import NEVER
from table.room.people import HOST_FIRST_S, is_given_up
from table.room.room import Room

ANSWER_S = 60.0
"""Seconds for which the board waits for somebody to confirm that they are there."""


class RoundMenu:
    """The host's menu. Each of its questions waits for an answer, and raises `StoppedError` if the round
    stops."""

    def __init__(
        self,
        room: Room,
        questions: HostQuestions,
        seats: SeatChanges,
        phones: PhoneSeats | None,
        news: NewsDesk | None,
    ) -> None:
        self.rules: Sequence[Page] = ()
        """The pages of the rules."""
        self._phones, self._news = phones, news
        self._room = room
        self._stage, self._village = room.stage, room.village
        self._questions, self._word = questions, questions.word
        self._seats = seats

    def run_and_wait(self, back: int | None, by_night: bool) -> None:
        """Shows the host's menu until it is left, or nobody has pressed for a while. Raises `StoppedError` if
        the round does not go on from here."""
        closed: list[bool] = []
        done = partial(closed.append, True)

        def items() -> list[Item]:
            takes: dict[str, Callable[[], object]] = {
                "go_on": done,
                "pause": pause,
                "dark": partial(ask, dark),
                "stand_in": partial(ask, self._seats.ask_whom_to_play_for),
                "leave": partial(ask, self._seats.ask_who_leaves),
                "abandon": partial(ask, abandon),
                "rules": partial(ask, self.read_rules),
                **of_the_house(self._phones, self._news, partial(ask, self._ask_about_phone)),
            }
            carried = self._stage.clock.carried
            left_s = max(0, round(carried.length_s - carried.spent_s))
            if carried.length_s:
                takes["more"] = self._more_time
            takes |= {what: partial(ask_for, what) for what in self._village.people.offered}
            if back is not None:
                takes["take_back"] = take_back
            if self._room.card_look.is_possible and back is None and not carried.asked:
                takes["look"] = look
            if self._village.places.free:
                takes["move"] = partial(ask, move)
            values = {"more": f"{left_s // 60}:{left_s % 60:02}"}
            now: When = "night" if by_night else "day"
            return host_items(now, takes, self._questions.texts, self._village.narration, values)

        def ask(question: Callable[[], object]) -> None:
            """Asks. The round goes on after True; else the menu comes back, at its start."""
            if question() is True:
                done()
            else:
                turning.begin()

        def pause() -> None:
            self.pause()
            done()

        def ask_for(what: str) -> None:
            self._village.people.wants.add(what)
            done()

        def look() -> None:
            self._questions.end()
            self._room.card_look.run_and_wait()
            done()

        def take_back() -> None:
            raise StoppedError("taken back", self._stage.clock.carried, back)

        def move() -> bool:
            seat = self._questions.ask_for_seat(self._word("who_moves"))
            return seat is not None and self._seats.ask_for_free_pod(seat)

        def dark() -> bool:
            seat = self._questions.ask_for_seat(self._word("who_is_dark"))
            return seat is not None and self._seats.ask_about_dark_ring(seat)

        def abandon() -> None:
            if self._gives_up():
                raise StoppedError("abandoned", self._stage.clock.carried)

        turning = self._questions.menu(self._word("title"), items)
        self._questions.turn_and_wait(turning, lambda: bool(closed))
        self._questions.end()

    def _ask_about_phone(self) -> None:
        """Lets the host free a place, or hand it to another phone."""
        phones, closed = self._phones, list[bool]()
        seat = self._questions.ask_for_seat(self._word("who_has_phone"))
        if seat is None or phones is None:
            return
        sitter, pod = self._village.sitters()[seat], self._village.places.pods[seat]
        close = partial(closed.append, True)
        items = entries(pod, phones, self._village.narration, close, may_rename=False)
        title = self._village.narration.seat(sitter).label
        self._questions.turn_and_wait(self._questions.menu(title, lambda: items), lambda: bool(closed))

    def pause(self) -> None:
        """Waits until the host presses."""
        host = self._questions.host
        hint = self._word("pause_hint", seat=self._village.sitters()[host])
        self._questions.show_text(self._word("paused"), self._word("paused_note"), hint)
        self._questions.hear_from({host: "paused"})
        self._room.lights.faces.pop(host, None)
        self._questions.wait_for_word(float("inf"))

    def read_rules(self) -> None:
        """Shows the pages of the rules until the host takes one."""
        closed: list[bool] = []
        close = partial(closed.append, True)
        turning = reading(self._questions.texts, self.rules, self._stage.presses.count, close)
        self._questions.turn_and_wait(turning, lambda: bool(closed))

    def ask_who_is_there(self) -> None:
        """Asks whether somebody is there. Raises `StoppedError` ("kept") if nobody confirms it."""
        self._questions.show_text(self._word("quiet"), self._word("quiet_note"), self._word("quiet_hint"))
        self._questions.hear_from(dict.fromkeys(range(len(self._village.board.places)), "asked"))
        self._room.speaking.tell_and_wait([("host.quiet", {})])
        self._village.board.timer = Timer(self._stage.time.now() + ANSWER_S, ANSWER_S)
        if self._questions.wait_for_word(ANSWER_S) is None:
            raise StoppedError("kept", self._stage.clock.carried)
        self._questions.end()

    def ask_how_to_end(self) -> None:
        """Asks whether the round is kept for later or ends for good, because somebody wants to close the
        table.

        Closing again keeps it. Without an answer the round goes on.
        """
        done: list[bool] = []

        def later() -> None:
            raise ClosedError("closed by hand, the round is kept")

        def for_good() -> None:
            if self._gives_up():
                raise StoppedError("ended", self._stage.clock.carried)

        items = [
            self._questions.item("keep_later", later),
            self._questions.item("end_for_good", for_good),
            Item(self._word("go_on"), take=partial(done.append, True)),
        ]
        turning = self._questions.menu(self._word("closing"), lambda: items)
        self._questions.turn_and_wait(turning, lambda: bool(done))
        self._questions.end()

    def _gives_up(self) -> bool:
        """Whether the round is given up. The host confirms it, and a second person if two sit here; see
        `is_given_up`. If nobody sits, nobody has to confirm."""
        if not self._village.people:
            return True
        host = self._questions.host
        others = self._village.people - {host}
        hint = self._word("give_up_hint" if others else "sure_hint")
        asked: dict[int, Phase] = dict.fromkeys(others, "agreeing")
        self._questions.pose(self._word("abandon_sure"), hint, asked | {host: "sure"})
        spoken: dict[int, float] = {}
        ends_s = self._stage.time.now() + MENU_S
        while not (
            is_over := is_given_up(spoken, len(self._village.people), host, now_s := self._stage.time.now())
        ):
            alone_s = min(spoken.values(), default=NEVER) + HOST_FIRST_S
            said = self._questions.wait_for_word((alone_s if now_s < alone_s < ends_s else ends_s) - now_s)
            if said is None and self._stage.time.now() >= ends_s:
                break
            if said and said[1] is Meaning.NO:
                break
            if said and not spoken:
                ends_s = self._stage.time.now() + HOST_FIRST_S + MENU_S
            if said:
                spoken.setdefault(said[0], self._stage.time.now())
        return is_over

    def _more_time(self) -> None:
        clock = self._stage.clock
        clock.carried = msgspec.structs.replace(clock.carried, spent_s=clock.carried.spent_s - MORE_S)
