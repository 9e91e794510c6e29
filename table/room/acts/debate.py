"""Runs a debate: people make claims, point and ask for the vote; bots speak one after the other."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from hardware.patterns import STEP_S
from table.engine.requests import Clock as Time
from table.engine.requests import Press, Talk
from table.gestures import Meaning, Phase
from table.room.act import Act, Options, SeatGesture
from table.room.acts.bots_haste import follow, hasten
from table.room.acts.pointing import Pointing
from table.room.acts.reminders import Reminders
from table.room.acts.talking import Talking, TalkItem, TalkOption, group
from table.room.speaking import GAP_S
from table.room.stage import Stage

CALLS = ("suspect", "vote")
"""Wordings of claims for which a reason can be given."""
OF_VOTES = ("votes", "spared")
"""Reasons that are about votes against somebody."""
SPEAKS_S = 1.0
"""Seconds of silence before a bot speaks in a debate of bots."""
YIELDS_S = 6.0
"""Seconds of silence before a bot speaks if people are alive, who go first."""


class Running(NamedTuple):
    """A public time under way.

    `request`: what the round has asked for.
    `hearing`: the seats that are heard, by number.
    `began_s`, `ends_s`: when it began, and when it ends.
    `planned`: what a bot does in it unless somebody else is faster.
    """

    request: Time
    hearing: Mapping[int, Any]
    began_s: float
    ends_s: float
    planned: Press | None

    def press(self, pressed: SeatGesture) -> Press:
        """Makes a gesture the answer to the public time."""
        return Press(self.hearing[pressed.seat], max(pressed.time_s - self.began_s, self.request.spent_s))


class Debate(Act):
    """The claims, pointing and requests to vote of a debate.

    `talking`: what a button opens in it.
    `pointing`: who points at whom in it.
    `reminders`: wait, and remind people meanwhile.
    `pressed_and_wait`: waits for the next press of a seat that is heard, at most until a moment.
    `only_with_bots`: whether claims are passed on only where bots play.
    """

    def __init__(
        self,
        stage: Stage,
        talking: Talking,
        pointing: Pointing,
        reminders: Reminders,
        pressed_and_wait: Callable[[Running, float], SeatGesture | None],
        *,
        only_with_bots: bool,
    ) -> None:
        self._stage, self._village = stage, stage.village
        self._talking, self._pointing, self._reminders = talking, pointing, reminders
        self._pressed_and_wait, self._only_with_bots = pressed_and_wait, only_with_bots
        self._has_hastened = True
        """Whether it is planned when the bots have talked enough."""
        self.claimed: Press | None = None
        """A person's claim that the round has not heard yet."""
        self._sayings: Talk | None = None
        """The debate in which claims can be made; None: there is none."""
        self._wordings: set[str] = set()
        """What can be said in it."""
        self._called: dict[int, Any] = {}
        """The last of `CALLS` that each person has made in it."""
        others, talkers = self._others, self._talkers
        reasons = TalkItem("because", self._say, self._may_give_reason, self._reasons)
        about = (*(self._item(wording, others) for wording in ("vote", "suspect", "trust")), reasons)
        known = [self._item(wording, others) for wording in ("wolf", "clear", "among")]
        answers = [self._item(wording, talkers) for wording in ("agree", "disagree", "why")]
        talk = [self._item(wording, others) for wording in ("ask", "tease")]
        talking.items += [
            group("about", *about),
            group("known", self._item("am", self._cards_in_play), *known, self._item("bear")),
            group("answers", *answers, *talk, self._item("alibi")),
            TalkItem("back", partial(self._claim, "back"), self._may_take_back),
        ]

    def phase_of(self, seat: int) -> Phase:
        """The meaning of the buttons of a seat in the debate."""
        return self._talking.phase(seat)

    def open(self, request: Time) -> None:
        """Begins a debate, or continues it after something was said in it."""
        is_passed_on = self._village.has_bots or not self._only_with_bots
        self._sayings = request if isinstance(request, Talk) and is_passed_on else None
        self._wordings = {one.wording for one in self._sayings.choices} if self._sayings else set()
        if request.key == "debate":
            self._pointing.open()

    def begin(self, request: Time) -> None:
        """Prepares for a new debate, or another public time."""
        self.claimed = None
        self._called.clear()
        self._has_hastened = not isinstance(request, Talk)

    def options(self, seat: int) -> Options | None:
        return self._talking.options(seat)

    def point(self, seat: int, number: int) -> bool:
        return self._talking.point(seat, number)

    def hear(self, heard: SeatGesture, meant: Meaning) -> bool:
        is_used = self._talking.hear(heard, meant)
        if is_used:
            self._reminders.stir()
        return is_used

    def run_and_wait(self, running: Running) -> Press | None:
        """Waits for the end of the debate or for something that counts, while bots speak.

        Bots speak one at a time, after the line before, or what a person's menu is open for, and a silence in
        which people may speak. Among bots nobody asks for the vote while one of them has something to say.
        """
        planned, ends_s = running.planned, running.ends_s
        silence_s = YIELDS_S if self._village.is_anybody_there else SPEAKS_S
        said_s = max(self._stage.time.now(), self._reminders.passed_s) + silence_s
        if planned and not self._village.is_anybody_there:
            self._stage.presses.hands.rest()
        elif not self._has_hastened:
            self._has_hastened = True
            hasten(self._stage, running.request.key, ends_s)
        is_line_before = False
        while planned and said_s < ends_s:
            if press := self._pressed_and_wait(running, said_s):
                return self.counts(running, press)
            if self.claimed:
                return self._claims(running)
            said_s = max(said_s, self._talking.silent_from_s + silence_s)
            if self._stage.time.now() < said_s:
                continue
            is_speaking = self._stage.speaking.is_speaking
            if not is_speaking and not is_line_before:
                return Press(planned.seat, self._stage.time.now() - running.began_s, planned.choice)
            said_s += STEP_S if is_speaking else GAP_S
            is_line_before = is_speaking
        if press := self._pressed_and_wait(running, ends_s):
            return self.counts(running, press)
        if self.claimed:
            return self._claims(running)
        self.end()
        self._stage.close_questions()
        return None

    def counts(self, running: Running, press: SeatGesture) -> Press:
        """Makes a press the answer to the debate. Bots follow people who ask for the vote."""
        if running.request.key == "debate":
            follow(self._stage, press.seat, [seat for seat in running.hearing if seat != press.seat])
        return running.press(press)

    def end(self) -> None:
        """Ends all that can be done in the debate."""
        self._talking.end()
        self._pointing.close()

    def _item(self, wording: str, among: Callable[[int], Sequence[TalkOption]] | None = None) -> TalkItem:
        """The item of a claim. `among`: whom or what it may be about."""
        take = partial(self._claim, wording)
        if among is None:
            return TalkItem(wording, take, lambda seat: self._may_claim(seat, wording))
        return TalkItem(
            wording, take, lambda seat: self._may_claim(seat, wording) and bool(among(seat)), among
        )

    def _may_claim(self, seat: int, wording: str) -> bool:
        return wording in self._wordings and self._may_speak(seat)

    def _may_speak(self, seat: int) -> bool:
        return self._sayings is not None and any(one.index == seat for one in self._sayings.speakers)

    def _may_take_back(self, seat: int) -> bool:
        """Whether the board shows a claim of this seat."""
        return self._may_claim(seat, "back") and bool(self._village.board.places[seat].claims)

    def _may_give_reason(self, seat: int) -> bool:
        return seat in self._called and self._may_speak(seat)

    def _reasons(self, seat: int) -> list[TalkOption]:
        """The reasons for the call of a seat."""
        called, choices = self._called[seat], self._sayings.choices if self._sayings else ()
        given = [one for one in choices if one.wording == called.wording and one.seat is called.seat]
        word = self._village.narration.word
        return [
            TalkOption(one, word(f"talk_because.{one.because}"))
            for one in given
            if one.because and self._has_seen(one.because)
        ]

    def _has_seen(self, reason: str) -> bool:
        """Whether the board has shown what a reason is about. What people say aloud it does not show."""
        board = self._village.board
        if reason == "election":
            return any(place.captain for place in board.places)
        return reason not in OF_VOTES or bool(board.ballot and not board.elects)

    def _others(self, seat: int) -> list[TalkOption]:
        """The other living seats, clockwise."""
        living = self._sayings.speakers if self._sayings else ()
        others = [one for one in living if one.index > seat] + [one for one in living if one.index < seat]
        narration = self._village.narration
        return [TalkOption(one, narration.seat(one).label, one.index) for one in others]

    def _talkers(self, seat: int) -> list[TalkOption]:
        """The others of whom the board shows what they have said."""
        places = self._village.board.places
        return [other for other in self._others(seat) if other.seat is not None and places[other.seat].claims]

    def _cards_in_play(self, seat: int) -> list[TalkOption]:  # noqa: ARG002 - the same for everybody
        """The cards that a player may claim to hold."""
        claims = self._sayings.choices if self._sayings else ()
        narration = self._village.narration
        return [TalkOption(one.card, narration.card(one.card).title) for one in claims if one.card]

    def _claim(self, wording: str, seat: int, about: Any = None) -> None:
        """Makes a person's claim about somebody, a card or nothing, or takes it back."""
        if self._sayings is None:
            return
        claim = next(
            one
            for one in self._sayings.choices
            if one.wording == wording and about in (None, one.seat, one.card)
        )
        if wording in CALLS:
            self._called[seat] = claim
        elif wording == "back":
            self._called.pop(seat, None)
        self._say(seat, claim)

    def _say(self, seat: int, claim: Any) -> None:
        if self._sayings is not None:
            speaker = next(one for one in self._sayings.speakers if one.index == seat)
            self.claimed = Press(speaker, 0.0, claim)

    def _claims(self, running: Running) -> Press:
        """Makes a person's claim the answer to the debate."""
        assert self.claimed
        claimed, self.claimed = self.claimed, None
        return Press(claimed.seat, self._stage.time.now() - running.began_s, claimed.choice)
