"""Changes at a seat while a round is stopped: players leave, move, or are played for."""

from __future__ import annotations

import msgspec

from table.appliance.hosting.notes import RoundNotes
from table.appliance.hosting.questions import MENU_S, HostQuestions
from table.appliance.menu.dark_rings import last_words, report
from table.appliance.menu.menus import Item
from table.board.menu import Menu, MenuEntry
from table.gestures import Meaning, Phase
from table.room.room import Room
from table.room.stage import AT_ONCE

WITNESSES = 2
"""Number of others who confirm for a player whose button is dead; fewer if fewer are there."""


class SeatChanges:
    """Makes changes at a seat. Each is agreed to first, then stored at once and announced."""

    def __init__(self, room: Room, questions: HostQuestions, notes: RoundNotes) -> None:
        self.is_on_paper = False
        """Whether the game uses paper that the table cannot read. Then it plays for nobody."""
        self._room = room
        self._stage, self._village = room.stage, room.village
        self._questions, self._word = questions, questions.word
        self._notes = notes

    def ask_who_leaves(self) -> bool:
        """LG-46: lets a player leave the table, if they confirm it, or the host does for one who is gone.
        Returns whether somebody left."""
        host = self._questions.host
        seat = self._questions.ask_for_seat(self._word("who_leaves"))
        if seat is None:
            return False
        leaver = self._village.sitters()[seat]
        key = "leave_hint" if seat != host else "sure_hint"
        hint = self._word(key, seat=leaver)
        if not self._questions.ask_if_sure(
            self._word("leave_sure", seat=leaver), hint, {seat: "leaving", host: "sure"}
        ):
            return False
        self._village.people.leave(seat)
        self._has_changed(seat, "host.left")
        return True

    def ask_for_free_pod(self, seat: int) -> bool:
        """Moves this player to the free pod whose button is pressed next. Returns whether they moved."""
        places = self._village.places
        asked = MenuEntry(self._word("moves", seat=self._village.sitters()[seat]))
        self._questions.show(Menu(self._word("title"), [asked], 0, self._word("moves_hint"), invites=True))
        self._questions.hear_from({})
        self._room.lights.faces.clear()
        places.touched.clear()
        until_s = self._stage.time.now() + MENU_S
        self._stage.wait_for_moment(lambda: AT_ONCE if places.touched else until_s)
        if places.touched:
            places.move(seat, places.touched[0])
            self._notes.note_at_once()
            if seat in self._village.people.away:
                self._village.people.play_again(seat)
        return bool(places.touched)

    def ask_about_dark_ring(self, seat: int) -> bool:
        """Shows everybody what to try with this player's dark ring, and how the player may go on. Returns
        whether the round goes on."""
        places = self._village.places
        closed: list[bool] = []
        if not self._village.board.places[seat].alive:
            self._questions.refuse(seat, "out_of_game")
            return False
        pod = places.pods[seat]
        title, told = report(pod, places, self._village.narration)
        self._notes.note_at_once()

        def items() -> list[Item]:
            found = list(told)
            if places.free:
                found.append(self._questions.item("takes", moves))
            if seat in self._village.people.away:
                found.append(self._questions.item("play_again", again))
            else:
                note = self._word(self.why_not_play_for(seat) or "play_for_note")
                found.append(Item(self._word("play_for"), note=note, take=play_for))
            return [*found, *last_words(pod, places, self._village.narration, close)]

        def moves() -> None:
            if self.ask_for_free_pod(seat):
                closed.append(True)

        def again() -> None:
            if self._play_again(seat):
                closed.append(True)

        def play_for() -> None:
            if not self.why_not_play_for(seat) and self._play_for(seat):
                closed.append(True)

        def close() -> None:
            self._notes.note_at_once()
            if pod not in places.dark and seat in self._village.people.away:
                again()
            closed.append(False)

        turning = self._questions.menu(title, items)
        self._questions.turn_and_wait(turning, lambda: bool(closed))
        return any(closed)

    def ask_whom_to_play_for(self) -> bool:
        """Lets the table play for a living player, or stops that. Returns whether anything changed."""
        seat = self._questions.ask_for_seat(self._word("who_is_played"), alive=True, tells_played=True)
        if seat is None:
            return False
        if seat in self._village.people.away:
            return self._play_again(seat)
        if why_not := self.why_not_play_for(seat):
            self._questions.refuse(seat, why_not)
            return False
        return self._play_for(seat)

    def ask_new_host(self, claimant: int) -> bool:
        """Replaces a host whose pod has failed, as two others say, by one of these who confirms it. Returns
        whether there is a new host."""
        sitter = self._village.sitters()[claimant]
        title, hint = self._word("claim", seat=sitter), self._word("claim_hint", seat=sitter)
        is_sure = self._questions.ask_if_sure(title, hint, {claimant: "sure"})
        if is_sure:
            self._village.people.host = claimant
            self._has_changed(claimant, "host.new")
        self._questions.end()
        return is_sure

    def _play_for(self, seat: int) -> bool:
        """Lets the table play for this player, if they agree. Returns whether it does. In a running vote the
        table casts no ballot for them, since that would show what they know."""
        agrees = self._agrees(seat, "play_for_sure")
        if agrees:
            clock = self._stage.clock
            if seat in clock.carried.asked:
                abstains = clock.carried.abstains | {seat}
                clock.carried = msgspec.structs.replace(clock.carried, abstains=abstains)
            self._village.people.play_for(seat)
            self._has_changed(seat, "host.plays_for")
        return agrees

    def _play_again(self, seat: int) -> bool:
        """Lets this player play again, if they agree. Returns whether they do."""
        agrees = self._agrees(seat, "play_again_sure")
        if agrees:
            self._village.people.play_again(seat)
            self._has_changed(seat, "host.plays_again")
        return agrees

    def _agrees(self, seat: int, asked: str) -> bool:
        """Whether a player agrees to a change at their seat: by a hold, or if their button is dead by holds
        of other living people. For the host's own seat, and if nobody else is there, a long hold of the host
        is enough. `asked`: the key of the question."""
        host = self._questions.host
        alive = {other for other in self._village.people if self._village.board.places[other].alive}
        others = alive - {seat, host}
        needed = min(WITNESSES, len(others))
        sitter = self._village.sitters()[seat]
        hints = ("leave_hint", "agree_hint_1", "agree_hint_2")
        hint = self._word("sure_hint") if seat == host else self._word(hints[needed], seat=sitter)
        asking: dict[int, Phase] = dict.fromkeys(others, "agreeing") if seat != host else {}
        self._questions.pose(self._word(asked, seat=sitter), hint, asking | {seat: "agreeing", host: "sure"})
        spoken: set[int] = set()
        while said := self._questions.wait_for_word(MENU_S):
            who, meant = said
            if meant is Meaning.NO:
                break
            if who == seat or (meant is Meaning.SURE and not needed):
                return True
            spoken |= {who} & others
            if needed and len(spoken) == needed:
                return True
        return False

    def why_not_play_for(self, seat: int) -> str:
        """The key of the words that say why the table cannot play for this player; empty if it can."""
        if not self._village.people - {seat}:
            return "alone"
        if self.is_on_paper:
            return "own_word"
        words = [line.word for line in self._notes.lines]
        # LG-52: the table cannot know what card lies before a player who does not answer.
        return "roll_call" if words.count("say RollCall") > words.count("say RollCallOver") else ""

    def _has_changed(self, seat: int, line: str) -> None:
        """Stores and announces a change of the people at the table."""
        self._stage.presses.hands.rest(seat)
        self._notes.note_at_once()
        self._questions.end()
        self._room.speaking.tell_and_wait([(line, {"seat": self._village.sitters()[seat]})])
