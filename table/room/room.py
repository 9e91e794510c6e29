"""The room: the words of a game become buttons, rings, voice and board. Only here both halves meet.

One thread owns it. It never sleeps but on the injected clock, and it moves in beats: take what the
contacts say, light the rings, draw the board.

What is public here depends only on what is public: a call lasts its time whoever answers (LG-35), every
living ring shows as much light by night, and a press that is not wanted changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from hardware import patterns
from hardware.troubles import ButtonHeld
from table.board.board import Board, Secret
from table.engine.chance import Chance
from table.engine.messages import Message
from table.engine.play import Answerer
from table.engine.public import Public
from table.engine.requests import (
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
from table.games.telling import Calling, Line, OnBoard, Telling
from table.gestures import Meaning, Phase
from table.room.call_records import CallRecords
from table.room.cards import OVER, Cards
from table.room.choosing import Choosing
from table.room.devices import Devices
from table.room.message_faces import READ_S, Face, face_of, reading_s
from table.room.pages import Pages
from table.room.people import People
from table.room.places import Places
from table.room.presses import Heard
from table.room.public_clock import Carried
from table.room.public_times import PublicTimes
from table.room.speaking import CAPTION_S_A_LETTER, GAP_S, LONGEST_LINE_S
from table.room.stage import AT_ONCE, NEVER, Stage
from table.room.written import Written
from table.settings.settings import Eyes
from table.settings.times import Hurried, Times
from table.words.narration import Narration

NIGHT_SCENES = ("night", "look", "deal")
COVERED = ("night", "look")
"""Scenes in which a click might tell who is called."""
LOCK_S = 1.0
"""A locked choice counts once it has stood so long: till then it can be unlocked."""
PATIENCE = 0.6
"""The part of the pack's time for which its bots wait for the people in it, to agree with them."""
EYES_S = 1.5
"""A call's time begins so long after the first word of its line: those called have opened their eyes."""
CALM_S = 2.0
"""A hand of this program says so long after the line that all have closed their eyes."""


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
        self.stage = stage = Stage(
            devices,
            narration,
            seats,
            button_count,
            chance,
            beat_s=beat_s,
            people_sit=people_sit,
            places=places,
        )
        self.village, self.presses, self.speaking = stage.village, stage.presses, stage.speaking
        self.time, self.rings = stage.time, stage.rings
        self.buttons = devices.buttons
        self.ambience, self.effects = devices.ambience, devices.effects
        self.times = times
        self.mind = mind
        self.chance = chance
        self.cards = Cards(self.village, self.presses)
        self.pages = Pages(stage, self.ambience)
        self.faces: dict[int, Face] = {}
        """What lies on the rings of those who choose, or have something to read."""
        self.public_times = PublicTimes(
            stage,
            self.cards,
            self.faces,
            lambda: self.mind,
            telling,
            lambda key: self.times.window_s(key),
            self._taken_over,
        )
        self.call_records = CallRecords(stage, lambda: self.call_ends_s)
        self.carried = Carried()
        """Of the round that is taken up here."""
        self.is_hurried = self._wants_hurry = False
        """Whether the rest of the round is played in a hurry, and whether somebody has said so."""
        self.eyes_down = False
        """Whether nobody closes his eyes by night, but all look at their own rings."""
        if night == "eyes_down":
            self.bend_eyes()
        self._cover_taps = cover_taps
        self._first_told: list[Line] | None = None
        """What is told as soon as everybody can look at his card; None: no cards are being dealt."""
        self._on_board = telling if isinstance(telling, OnBoard) else None
        self._secret: Secret | None = None
        """What is shown on the board to those called, but for their cursors."""
        self._unveiled: list[Show] = []
        """What was shown so in a call that was cut short."""
        self._turning: Sequence[Choosing] = ()
        """Those who choose from what the board shows them."""
        self._pace = times.factor
        self.call: Call | None = None
        self.is_calling = False
        """Whether a call is under way: from its first word to the last of the line that ends it."""
        self._calling: Calling | None = None
        """What every living ring shows that has nothing else to show: who is called."""
        self._has_died = self._is_bidden = self._has_told_how = False
        """Whether somebody has died, the dead know what they may do, and all know how one chooses."""
        self._told_gone: set[int] = set()
        """Of those who have left the table, whom the round knows of."""
        self.call_began_s = 0.0
        self.call_ends_s = 0.0
        self._read_until_s = 0.0
        self._hides_held = False
        """Whether a button that has been down for long may have been so since the night."""
        self._prompts_s = NEVER
        """When it is looked next whether the line of a call is over, and how one chooses can be written."""
        self._asks: list[tuple[str, float]] = []
        """What else is asked in this call, and when."""
        self._asked_now = ""
        """What is asked in it now, where one thing is asked after the other."""
        self.presses.hear_typed = self.pages.hear_typed
        self.presses.phase_unasked, self.presses.hear_unasked = self._phase_unasked, self._hear_unasked
        stage.ring, stage.slips = self.ring, self.cards.held
        stage.heard.append(self.cards.let_go)
        stage.left = self.veil
        stage.passing += [self.call_records.make_in_time, self._prompt_choice]
        stage.due_s = self._due_s
        stage.hidden = self._hidden
        stage.secret = lambda: self._secret and with_cursors(self._secret, self._turning)

    @property
    def board(self) -> Board:
        """What everybody sees."""
        return self.village.board

    @property
    def people(self) -> People:
        """Who sits at the table."""
        return self.village.people

    @people.setter
    def people(self, people: People) -> None:
        self.village.people = people

    @property
    def places(self) -> Places:
        """Where they sit."""
        return self.village.places

    @property
    def narration(self) -> Narration:
        """The language that is spoken."""
        return self.village.narration

    @narration.setter
    def narration(self, narration: Narration) -> None:
        self.village.narration = narration

    @property
    def is_in_call(self) -> bool:
        """Whether somebody may be secretly awake."""
        return self.call is not None

    def bend_eyes(self) -> None:
        """From now on nobody closes his eyes by night: all look at their own rings."""
        self.eyes_down = True
        # Whoever hears nothing and looks at no board has to know by his ring when it is his turn.
        self.public_times.prompts = {**self.public_times.prompts, "deal": "prompt.deal_eyes_down"}

    # The words of a game

    def say(self, request: Say) -> None:
        event = request.event
        self.mind.say(request)
        lines = self.telling.tell(event)
        if self.eyes_down:
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
            self.public_times.stop_answering()
        if self._wants_hurry and not self.is_hurried:
            # Not before something public is said: a call of the night is as long as it began.
            self.hurry()
        dealt = self.telling.dealt(event)
        if dealt is not None:
            # In the pause that follows, the board paints it ahead.
            self.board.legend = self.telling.legend_of(event, self.narration)
            self.stage.live(self.time.now() + GAP_S)
            sentences = self.narration.sentences(self.village.sitters(), tuple(dict.fromkeys(dealt)))
            self.speaking.voice.prepare(sentences, self.narration.language)
        if self.eyes_down and self.telling.begins_night(event) and not self._has_told_how:
            self._tell_how()
        if lines and self._first_told is None:
            self.speaking.wait_for_silence()  # the board changes as the voice begins, not before
        self._turn_board(event)
        if self._only_bots_live() and not self._wants_hurry:
            self.board.hint = self.narration.word("prompt.hurry")
        if dealt is not None:
            # Whoever is told to look holds his button at once: nothing else may come of it.
            self.cards.forget()
            self.stage.open_questions(range(len(self.village.names)), "deal")
            self.presses.hear = self.cards.hear
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
        self.speaking.tell_and_wait(lines)
        self.stage.live(self.time.now() + pause_s)

    def _tell_how(self) -> None:
        """Where nobody looks at the board by night it is told before the first how one chooses in it."""
        self._has_told_how = True
        if prompt := self.public_times.prompts.get("choose"):
            self.speaking.wait_for_silence()
            sentence = self.speaking.caption_and_speak(
                self.narration.word(prompt.format(buttons=self.presses.count))
            )
            self.speaking.read_s = self.time.now() + CAPTION_S_A_LETTER * len(sentence)
            self.speaking.wait_for_line()

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
            self.public_times.utter_in_passing(line)

    def wake(self, request: Wake) -> None:
        self.mind.wake(request)
        self.begin_call(request)

    def begin_call(self, request: Wake) -> None:
        """The call is announced, and its time begins."""
        self.is_calling = True
        self.call = request.call
        self.speaking.wait_for_silence()
        self.telling.show_wake(self.board, request.call, self.narration)
        if self.eyes_down:
            self._calling = self.telling.calls_by(request)
            *before, last = self.telling.wake_with_eyes_down(request.call, self.board.headline)
        else:
            *before, last = self.telling.tell_wake(request.call)
        self.speaking.tell_and_wait(before)
        self.speaking.begin(last)
        if request.call.asks or (self.telling.chooses(request.call) and not self.eyes_down):
            self._prompts_s = self.speaking.read_s
        if request.call.is_look:
            # LG-48: where every eye opens, everybody hears first what he may look at.
            self.speaking.wait_for_line()
        elif self.eyes_down:
            # Who cannot hear knows by the sign that he is called: it is not read faster in a hurry.
            self.stage.live(self.time.now() + READ_S * max(1.0, self._pace))
        else:
            self.stage.live(self.time.now() + EYES_S * self._pace)
        self.call_began_s = self.time.now()
        self.call_ends_s = self.call_began_s + self.times.call_s(request.call)
        if self.is_hurried:
            # The disk is never in a hurry: what those called have is theirs, and its time comes on top.
            self.call_ends_s += self.call_records.save_s
        self.call_records.begin(self.call_began_s)
        if request.call.asks:
            (first, _), *self._asks = self._asked_from_s(request.call).items()
            self._asked_now = self.speaking.sentence_of(self.telling.tell_ask(request.call, first))
        if self._cover_taps:
            self._cover()

    def sleep(self, request: Sleep) -> None:
        """LG-35: not before the time of the call is over; and where a disk is slow, not before it has written
        the last record, which every call has."""
        self.mind.sleep(request)
        self.call_records.end()
        self._prompts_s, self._asks, self._asked_now = NEVER, [], ""
        self.veil()
        self.speaking.wait_for_line()
        self.faces.clear()
        self.call = self._calling = None
        ending = self.telling.sleep_with_eyes_down if self.eyes_down else self.telling.tell_sleep
        self.speaking.tell_and_wait(ending(request.call))
        self.telling.show_sleep(self.board, self.narration)
        self.is_calling = False

    def show(self, request: Show) -> None:
        self.mind.show(request)
        if self._is_for_board(request):
            self._read_until_s = self.time.now() + READ_S * self._pace
            return
        message = self.telling.message(request)
        now_s, read_s = self.time.now(), reading_s(message, self._pace)
        looks = self.call is not None and self.call.is_look
        for seat in request.to:
            face = self._written(seat.index, message, self.call_ends_s - now_s if looks else read_s)
            if request.what == "dealt":
                self.cards.deal(seat.index, face, self.narration.card(request.value).title)
            else:
                self.faces[seat.index] = face
        self._read_until_s = now_s + read_s
        if self.call and len(request.to) > 1:
            # Who is of the pack is not shown in the middle of the sentence that bids them look.
            self._read_until_s = max(self._read_until_s, self.speaking.read_s + read_s)

    def _is_for_board(self, request: Show) -> bool:
        """Whether this stands on the board, for those called alone: then it does, till the call ends."""
        told = self._on_board.secret(request, self._secret) if self._on_board and self.call else None
        self._secret = told or self._secret
        return told is not None

    def veil(self) -> None:
        """Nothing that was shown to those called stands on the board any more, and nothing on the slips."""
        self.stage.lay_slips({})
        if self._secret:
            self._secret = self.board.secret = None
            self.stage.view.show(self.board, self.time.now())

    def ask(self, request: Ask) -> Sequence[Any]:
        picks = self.mind.ask(request)
        seat = request.seat.index
        if seat in self.people.gone:
            return ()
        choosing = self.choosing(seat, request.choices, request.count, request.demanded)
        self.choose(request, {seat: choosing}, {seat: picks})
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
            voter.index: self.choosing(
                voter.index,
                [choice for choice in everybody if choice is not voter or voter in request.choices[voter]],
                1,
                False,
            )
            for voter in voters
        }
        picks = {voter.index: (named[voter],) if voter in named else () for voter in voters}
        if asked:
            self.choose(request, asked, picks)
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
        if self._first_told is not None:
            told, self._first_told = self._first_told, None
            self.speaking.tell_and_wait(told)
        return self.public_times.run(request)

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
                    self.cards.deal(seat.index, face, self.narration.card(card).title)
            case Time(key="deal" | "cards") if answer:
                self.board.places[answer.seat.index].ready = True
            case _:
                pass

    def take_up(self, call: Wake | None) -> None:
        """The round goes on where it was cut. By night nothing secret comes back, on rings or board, before
        everybody was told to close his eyes and the host has said that all have; then the call that was
        under way, if any, is announced afresh."""
        if self.board.scene not in COVERED:
            self.speaking.tell_and_wait([("resume.day", {})])
            return
        self.ambience.begin()
        self._wait_till_covered()
        if call:
            self.begin_call(call)
            for shown in self._unveiled:
                self._is_for_board(shown)

    def _wait_till_covered(self) -> None:
        """Everybody closes his eyes, or covers his ring, and the host says that all have."""
        host = self.people.host or 0
        self.stage.open_questions([host], "covered")
        self.presses.hear = self.presses.keep_in_mind
        line = "eyes_down.resume" if self.eyes_down else "resume.night"
        self.speaking.tell_and_wait([(line, {"seat": self.village.sitters()[host]})])
        self.presses.pressed.clear()  # nobody's eyes were closed yet
        if host not in self.people:
            self.presses.hands.signal(host, "covered", Meaning.GO_ON, self.time.now() + CALM_S)
        self.stage.live_till_pressed(NEVER)
        self.stage.close_questions()
        self.board.menu = None

    def wait_for(self, written: Written) -> None:
        """The game waits for the disk; rings and board go on."""
        self.stage.wait_for(written)

    def records(self, record: Callable[[], Written | None], /) -> None:
        """From now on every call is recorded, at moments that depend on nothing but its time."""
        self.call_records.write = record

    def settle(self) -> None:
        """Those called see no effect of an answer before it is on the disk."""
        self.call_records.settle()

    def play_s(self) -> float:
        """Time of play, in seconds."""
        return self.time.now()

    def seated(self) -> int:
        """At which seats somebody sits, bit by bit."""
        return sum(1 << seat for seat in self.people)

    # Before and after a round

    def begin_round(self) -> None:
        """The board shows everybody alive and nothing known."""
        self.village.lay_places()
        self.cards.forget()
        self._has_died = self._is_bidden = self._has_told_how = self._hides_held = self.cards.is_eve = False

    # Choices

    def choosing(self, seat: int, choices: Sequence[Any], count: int, demanded: bool) -> Choosing:
        openly = self.call is None  # by day whatever is chosen is told
        return Choosing(seat, choices, count, demanded, self.pixel_of, self.rings.pixels, openly)

    def choose(
        self, request: Ask | Vote, asked: Mapping[int, Choosing], picks: Mapping[int, Sequence[Any]]
    ) -> None:
        """Lets the asked seats turn and lock their lights until the time is up; outside the pack's call
        it is up as soon as all have locked."""
        secretly = self.call is not None
        if self.call and self.call.asks:
            # What is asked next in a call begins when the board says so.
            from_s = self._asked_from_s(self.call)[request.key.rpartition(".")[2]]
            self._read_until_s = max(self._read_until_s, from_s)
        self.stage.live(min(self._read_until_s, self.call_ends_s) if secretly else self._read_until_s)
        self._rest(asked)
        now_s = self.time.now()
        if secretly:
            length_s = self.call_ends_s - self.call_records.save_s - self.call_began_s
            ends_s = self.call_began_s + length_s * request.by
        else:
            length_s = self.times.window_s(request.key)
            carried = self._taken_over(request.key) or Carried()
            ends_s = now_s + length_s - carried.spent_s
            for seat, choosing in asked.items():
                if seat in carried.asked and seat in self.people:
                    choosing.take_over(carried.asked[seat], now_s)
            picks = {seat: () if seat in carried.abstains else named for seat, named in picks.items()}
        self.stage.open_questions(asked, "choose")
        if not secretly:
            self.stage.clock.run(
                Carried(request.key, length_s, asked=asked, abstains=carried.abstains), ends_s
            )
            # Whom one may choose may hang on whom one loves: what is written never tells how many they are.
            if not all(choosing.says_itself for choosing in asked.values()):
                self.public_times.caption_prompt("choose")
        self.faces |= {seat: choosing.face for seat, choosing in asked.items()}
        if self._secret:
            self._turning = [choosing for choosing in asked.values() if choosing.is_of_words]
        self.presses.hear = lambda heard, meant: asked[heard.seat].hear(meant, heard.time_s)
        is_pack = secretly and len(asked) > 1
        agrees = is_pack and any(len(choosing.options) > 1 for choosing in asked.values())
        if agrees and (leaders := [asked[seat] for seat in asked if seat in self.people]):
            patient_s = now_s + PATIENCE * (ends_s - now_s)
            self.stage.live_until(lambda: AT_ONCE if named_by(leaders) else patient_s)
            picks = dict.fromkeys(picks, named_by(leaders)) if named_by(leaders) else picks
        for seat, choosing in asked.items():
            if seat not in self.people and all(pick in choosing.options for pick in picks[seat]):
                self.presses.hands.choose(
                    seat, choosing, picks[seat], self.time.now(), ends_s - LOCK_S, secretly
                )

        def over_s() -> float:
            locked_s = [choosing.locked_s for choosing in asked.values() if choosing.locked_s is not None]
            if is_pack or len(locked_s) < len(asked) or (self.call and self.call.asks):
                return ends_s
            return min(ends_s, max(locked_s) + LOCK_S)

        self.stage.live_until(over_s)
        self._rest(asked)
        self._turning = ()
        for seat, choosing in asked.items():
            if secretly:
                # Till his call is over, or he is shown something: what he has chosen, or that he has not.
                self.faces[seat] = choosing.kept
            else:
                del self.faces[seat]
        self.stage.close_questions()

    def _rest(self, asked: Iterable[int]) -> None:
        """The hands of those who are asked do nothing else. At night all others go on covering them."""
        if self.call is None:
            self.presses.hands.rest()
        else:
            for seat in asked:
                self.presses.hands.rest(seat)

    def _cover(self) -> None:
        """Seats nobody sits at press now and then, as all were asked to: the same ones whoever is called."""
        for seat, place in enumerate(self.board.places):
            if place.alive and self.village.is_bots(seat):
                self.presses.hands.cover(seat, self.call_began_s, self.call_ends_s)

    # Clocks

    def _taken_over(self, key: str) -> Carried | None:
        """How far this time or question had come when the round stood still, if that is where it goes on."""
        carried, self.carried = self.carried, Carried()
        return carried if carried.key == key else None

    # Beats

    def _prompt_choice(self, now_s: float) -> None:
        """How one chooses is written under a call as soon as its line is over and has been read, whoever is
        called and whether he is there. The voice is asked at fixed moments only, as it is for every line."""
        if self._asks and now_s >= self._asks[0][1]:
            asked, at_s = self._asks.pop(0)
            assert self.call
            if self.speaking.is_speaking or at_s < self.speaking.read_s:
                self._asks.insert(0, (asked, at_s + patterns.STEP_S))
                return
            self._asked_now = self.speaking.utter(self.telling.tell_ask(self.call, asked))
            self._prompts_s = self.speaking.read_s = now_s + CAPTION_S_A_LETTER * len(self._asked_now)
        if now_s < self._prompts_s:
            return
        if self.speaking.is_speaking and self._prompts_s < self.speaking.read_s + LONGEST_LINE_S:
            self._prompts_s += patterns.STEP_S
        else:
            self._prompts_s = NEVER
            self.public_times.caption_prompt("choose")
            self.board.caption = f"{self._asked_now} {self.board.caption}".strip()

    def _asked_from_s(self, call: Call) -> dict[str, float]:
        """When each thing is asked that is asked in this call one after the other."""
        length_s = self.call_ends_s - self.call_began_s
        begins = (0.0, *call.asks.values())
        return {
            asked: self.call_began_s + length_s * part for asked, part in zip(call.asks, begins, strict=False)
        }

    def _phase_unasked(self, seat: int) -> Phase:
        """What the buttons of a seat mean that is asked nothing."""
        if seat in self.people and self._only_bots_live():
            return "watching"
        return "eve" if self.cards.may_be_seen(seat) else "idle"

    def _hear_unasked(self, heard: Heard, meant: Meaning, phase: Phase) -> bool:
        """Whether this is meant for nobody who asks."""
        if meant is Meaning.HURRY:
            self._wants_hurry = True
        elif phase == "eve":
            self.cards.hear_by_the_way(heard, meant)
        else:
            return False
        return True

    def _hidden(self) -> tuple[type, ...] | None:
        """Kinds of faults of buttons that nobody may know of now; None: of no wire at all, since a button
        that has been down for long may be a secret choice. So such a one is not named at dawn either, when it
        tells who held in the night, but once a vote has begun in which everybody has pressed."""
        if self.call is not None or self.board.scene in NIGHT_SCENES:
            return None
        return (ButtonHeld,) if self._hides_held and self.board.scene not in OVER else ()

    def _due_s(self) -> list[float]:
        """When something of the round comes by itself."""
        return [self._prompts_s, self.call_records.due_s, *(at_s for _, at_s in self._asks[:1])]

    def _only_bots_live(self) -> bool:
        """Whether all people who sit here are dead."""
        return bool(self.people) and not any(self.board.places[seat].alive for seat in self.people)

    def hurry(self) -> None:
        """From now on the rest of the round is played in a hurry."""
        self.is_hurried = True
        self.times = Hurried(**msgspec.structs.asdict(self.times))
        self._pace = self.times.factor

    # Rings

    def pixel_of(self, own: int, other: int) -> int:
        return self.places.pixel_of(own, other, self.rings.pixels)

    def ring(self, seat: int, now_s: float) -> bytes:
        pixels = self.rings.pixels
        if seat in self.people.gone:
            return patterns.dead(pixels)
        if seat in self.faces:
            return self.faces[seat](now_s)
        scene, place = self.board.scene, self.board.places[seat]
        if self.cards.are_looked_at(seat):
            return self.cards.face(seat, now_s)
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
            return patterns.cursor(pixels, self.pixel_of(seat, self._calling), now_s, locked=True)
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

    def _written(self, seat: int, message: Message, stands_s: float) -> Face:
        """How a secret message that stands so long lies on a ring, from now on."""
        pixels, now_s = self.rings.pixels, self.time.now()
        return face_of(message, seat, self.pixel_of, pixels, self._pace, now_s, stands_s)

    def _turn_board(self, event: Public) -> None:
        """The board as it is when this is being said."""
        begins_night = self.telling.begins_night(event)
        self._hides_held |= begins_night
        self.cards.is_eve = not begins_night and (self.cards.is_eve or self.telling.dealt(event) is not None)
        self.telling.show_on_board(self.board, event, self.narration, self.eyes_down)


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
