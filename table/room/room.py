"""The room: turns the requests of a game into buttons, rings, voice and board.

One thread owns it. It sleeps only on the injected clock, and works in the beats of its stage.

What it makes public depends only on what is public: a call has a fixed length (LG-35), the rings of all
living players show the same amount of light at night, and an unwanted press changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from hardware.phones.wire import Sheets
from table.board.board import Board, SecretPicture
from table.engine import requests
from table.engine.play import Answerer
from table.engine.public import Public
from table.engine.requests import Clock as Time
from table.games.telling import EmptyMemory, NarratorMemory, Telling
from table.gestures import Meaning, Phase
from table.room.act import NEVER, Act, SeatGesture
from table.room.acts.round_acts import RoundActs
from table.room.cards import OVER
from table.room.parts import RoomParts
from table.room.pending_write import PendingWrite
from table.room.people import People
from table.room.places import Places
from table.room.private_words import lines, together
from table.room.stage import Stage
from table.settings.settings import Eyes, PointingWhen
from table.settings.times import Times
from table.words.narration import Narration

CALM_S = 2.0
"""Seconds after the line before a bot confirms that its eyes are closed."""


class Room(Act):
    """Answers a game with what the people at the table press, and with `mind` for seats nobody has touched.

    `mind`: plays the seats nobody sits at.
    `telling`: says how the game is narrated.
    `memory`: what its narrator remembers.
    `night`: whether players close their eyes or look down at their rings.
    `cover_taps`: whether everybody presses at night, to cover those called.
    `talk`: whether players may hear the news again in a debate.
    `pointing`: when players may point at each other in a debate.
    `claims_with_bots`: whether claims are passed on only where bots play.
    """

    def __init__(
        self,
        stage: Stage,
        times: Times,
        mind: Answerer,
        *,
        telling: Telling,
        memory: NarratorMemory | None = None,
        night: Eyes = "eyes_closed",
        cover_taps: bool = False,
        talk: bool = False,
        pointing: PointingWhen = "never",
        claims_with_bots: bool = False,
    ) -> None:
        self.stage = stage
        stage.enter(self)
        self.village, self.presses, self.speaking = stage.village, stage.presses, stage.speaking
        self.time = stage.time
        self.ambience, self.effects = stage.ambience, stage.effects
        self.mind = mind
        self.telling = telling
        parts = RoomParts(stage, telling, times, eyes_down=night == "eyes_down", cover_taps=cover_taps)
        self.pace, self.night, self.cards = parts.pace, parts.night, parts.cards
        self.lights, self.secrets = parts.lights, parts.secret
        self.notebook = parts.notebook
        stage.enter(self.lights)
        acts = RoundActs(
            parts,
            lambda: self.mind,
            memory or EmptyMemory(),
            talk=talk,
            pointing=pointing,
            claims_with_bots=claims_with_bots,
        )
        self.talking, self.prompts, self.pages = acts.talking, acts.prompts, acts.pages
        self.public_times, self.questions, self.calls = acts.public_times, acts.questions, acts.calls
        self.messages, self.announcements, self.alone = acts.messages, acts.announcements, acts.alone
        self.card_look, self.covered_times = acts.card_look, acts.covered_times
        if self.night.eyes_down:
            self.bend_eyes()
        self._told_gone: set[int] = set()
        """Seats whose departure the round already knows."""

    @property
    def is_uncut(self) -> bool:
        """Whether a call or a covered time is under way, which nothing may cut short."""
        return self.calls.is_calling or self.covered_times.is_running

    @property
    def board(self) -> Board:
        """The public board."""
        return self.village.board

    @property
    def people(self) -> People:
        """Who sits at the table."""
        return self.village.people

    @property
    def places(self) -> Places:
        """Where they sit."""
        return self.village.places

    @property
    def narration(self) -> Narration:
        """The narration in the language that is spoken."""
        return self.village.narration

    def bend_eyes(self) -> None:
        """Plays all later nights with open eyes: everybody looks down at their own ring."""
        self.night.eyes_down = True
        # Players who neither hear nor see the board must learn from their ring when it is their turn.
        self.prompts.by_key = {**self.prompts.by_key, "deal": "prompt.deal_eyes_down"}

    # The requests of a game

    def say(self, request: requests.Say) -> None:
        self.mind.say(request)
        self._offer(request.event)
        self.covered_times.tell_end_and_wait()
        if self.telling.begins_night(request.event):
            self.alone.deal_and_wait()
        if not self._asks_the_gone(request.event):
            self.announcements.say_and_wait(request.event)

    def wake(self, request: requests.Wake) -> None:
        self.mind.wake(request)
        self.calls.wake_and_wait(request)

    def sleep(self, request: requests.Sleep) -> None:
        self.mind.sleep(request)
        self.calls.sleep_and_wait(request.call)

    def show(self, request: requests.Show) -> None:
        self.mind.show(request)
        if self.calls.call or request.what == "dealt":
            self.messages.show(request)
        else:
            self.covered_times.show_and_wait(request)

    def ask(self, request: requests.Ask) -> Sequence[Any]:
        picks = self.mind.ask(request)
        if request.seat.index in self._told_gone - self.people.gone:
            return picks  # The mind sent them home, and answers for them.
        return self.questions.ask_and_wait(request, picks)

    def vote(self, request: requests.Vote) -> dict[Any, Any]:
        return self.questions.vote_and_wait(request, self.mind.vote(request))

    def draw(self, request: requests.Draw) -> Sequence[Any]:
        return self.mind.draw(request)

    def clock(self, request: Time) -> requests.Press | None:
        self.announcements.tell_first_and_wait()
        if request.key == "deal":
            self.alone.deal_and_wait()
        return self.public_times.run_and_wait(request)

    def covered(self, request: requests.Covered) -> Sequence[Any]:
        self.covered_times.tell_end_and_wait()
        return self.covered_times.run_and_wait(request, self.mind.covered(request))

    def leavers(self, request: requests.Leavers) -> Sequence[Any]:
        """LG-46: who has left, as people or the mind say; each seat once."""
        gone = self.mind.leavers(request)
        left = self.people.gone - self._told_gone
        self._told_gone |= left | {seat.index for seat in gone}
        return [seat for seat in request.seats if seat in gone or seat.index in left]

    def wanted(self, request: requests.Wanted) -> bool:
        """Whether the host wants it, as people or the mind say."""
        wanted = self.mind.wanted(request) or request.what in self.people.wants
        self.people.offered, self.people.wants = (), set()
        return wanted

    def _offer(self, event: Public) -> None:
        """Notes what the host may ask for from now on."""
        self.people.offered = getattr(event, "offers", self.people.offered)

    def _asks_the_gone(self, event: Public) -> bool:
        """LG-46: whether this event asks a player who has left; it is not announced, the answer is drawn."""
        asked = self.telling.asks(event)
        return asked is not None and asked.index in self.people.gone | self._told_gone

    # Resuming a round, and its journal

    def recall(self, request: requests.Request, answer: Any, /) -> None:
        """Replays a request and its answer for the board and the bots. Nothing is lit or spoken."""
        if not isinstance(request, Time):
            word = "show" if isinstance(request, requests.Show) else type(request).__name__.lower()
            getattr(self.mind, word)(request)
        match request:
            case requests.Say(event=event) if self._asks_the_gone(event):
                pass
            case requests.Say(event=event):
                self._offer(event)
                self.announcements.recall(event)
                if self.telling.begins_night(event):
                    self.alone.recall_night()
            case requests.Show():
                self.messages.recall(request)
            case requests.Wake() | requests.Sleep():
                self.messages.recall_call()
            case requests.Ask() | requests.Vote():
                self.questions.recall(request, answer)
            case Time():
                self.public_times.recall(request, answer)
            case requests.Wanted():
                self.people.offered = ()
            case requests.Leavers():
                left = {seat.index for seat in answer}
                self._told_gone |= left
                self.people.gone |= left
            case _:
                pass

    def take_up(self, call: requests.Wake | None) -> None:
        """Continues live where the round was cut.

        At night nothing secret returns, on rings or board, until everybody was asked to close their eyes and
        the host has confirmed it. Then the call under way, if any, is announced again.
        """
        if not self.night.is_covered:
            self.speaking.tell_and_wait([("resume.day", {})])
            return
        self.ambience.begin()
        self._wait_till_covered()
        if call:
            self.calls.wake_and_wait(call)
            self.messages.take_up()

    def _wait_till_covered(self) -> None:
        """Waits until everybody has closed their eyes, or covered their ring, and the host confirms it."""
        host = self.people.host or 0
        self.stage.open_questions([host], "covered")
        line = "eyes_down.resume" if self.night.eyes_down else "resume.night"
        self.speaking.tell_and_wait([(line, {"seat": self.village.sitters()[host]})])
        self.presses.pressed.clear()  # nobody's eyes were closed yet
        if host not in self.people:
            self.presses.hands.signal(host, "covered", Meaning.GO_ON, self.time.now() + CALM_S)
        self.stage.wait_for_press(NEVER)
        self.stage.close_questions()
        self.board.menu = None

    def wait_for(self, written: PendingWrite) -> None:
        """Runs beats until a line is on the disk."""
        self.stage.wait_for(written)

    def records(self, record: Callable[[], PendingWrite | None], /) -> None:
        """Records every call from now on, at moments that depend only on its length."""
        self.calls.records.write = record

    def settle(self) -> None:
        """Keeps an answer from having any effect before it is on the disk."""
        self.calls.records.settle()

    def play_s(self) -> float:
        return self.time.now()

    def seated(self) -> int:
        return sum(1 << seat for seat in self.people)

    # Before a round

    def begin_round(self) -> None:
        """Shows everybody alive and nothing known."""
        self.village.lay_places()
        self.people.offered, self.people.wants = (), set()
        self.cards.forget()
        self.cards.is_eve = False
        self.notebook.forget()
        self.announcements.forget()
        self.alone.forget()
        self.night.forget()

    # As an act

    def phase(self, seat: int) -> Phase:
        """The phase of a seat that is asked nothing."""
        if seat in self.people and self.village.only_bots_live:
            return "watching"
        return "eve" if self.cards.may_be_seen(seat) else "idle"

    def hear(self, heard: SeatGesture, meant: Meaning) -> bool:
        """Hears players who look at their card, in the deal or after it, or want the rest in a hurry."""
        if meant is Meaning.HURRY:
            self.pace.is_hurry_wanted = True
            return True
        if self.presses.phase_of(heard.seat) == "eve":
            return self.cards.hear_by_the_way(heard, meant)
        return self.cards.hear(heard, meant)

    def slips(self) -> dict[int, str]:
        """The slips of all people: the card they look at, else secret words and what their ring says, or that
        they are called, or dead.

        The host's slip also shows the open menu.
        """
        people = self.people - self.people.gone
        told = {seat: lines([self.secrets.slip(seat), self.lights.words(seat)]) for seat in people}
        if call := self.calls.call:
            called = self.narration.word(f"slip.called.{call.key}")
            told |= {seat: told[seat] or called for seat in people & self.calls.called}
        texts = together(self.board.headline, told)
        dead = [seat for seat in people if not self.board.places[seat].alive]
        if dead and self.board.scene not in OVER:
            texts = dict.fromkeys(dead, self.village.narration.word("slip.dead")) | texts
        if (menu := self.lights.in_words.menu()) and (host := self.people.host) in people:
            texts[host] = menu
        return texts | self.cards.held()

    def sheets(self) -> dict[int, Sheets]:
        """The private sheets of all people, also of the dead and of those for whom the table plays."""
        people = self.people | self.people.away
        return {seat: self.notebook.sheets(seat) for seat in sorted(people - self.people.gone)}

    def secret(self) -> SecretPicture | None:
        return self.secrets.seen()

    def hides(self, fault: str) -> bool:
        hidden = self.night.hidden(in_call=self.calls.call is not None)
        return hidden is None or fault in hidden

    def due_s(self) -> float:
        return self.calls.due_s()

    def beat(self, now_s: float) -> None:
        self.cards.let_go(now_s)
        self.calls.tick(now_s)

    def broken_off(self) -> None:
        self.secrets.veil()
