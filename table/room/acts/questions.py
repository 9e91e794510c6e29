"""Questions to one seat, and votes of several: players turn and lock their lights until the time is up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from table.engine.requests import Ask, Sitter, Vote
from table.gestures import Meaning, Phase
from table.room.act import NEVER, Act, Options, SeatGesture
from table.room.acts.calls import Calls
from table.room.acts.messages import Messages
from table.room.acts.prompts import Prompts
from table.room.choosing import Choosing, Guess, YesOrNo
from table.room.parts import RoomParts
from table.room.private_words import PrivateWords, lines
from table.room.public_clock import ClockState
from table.room.stage import AT_ONCE

LOCK_S = 1.0
"""Seconds until a locked choice becomes final: until then it can be unlocked."""
PATIENCE = 0.6
"""Fraction of the pack's time that its bots wait for a person's choice to copy."""


class _Turning(Act):
    """The lights of those who are asked, turned and locked by their own buttons."""

    def __init__(self, asked: Mapping[int, Choosing], in_words: PrivateWords) -> None:
        self._asked = asked
        self._in_words = in_words

    def options(self, seat: int) -> Options | None:
        choosing = self._asked.get(seat)
        return choosing.shown(self._in_words.labels(choosing)) if choosing else None

    def point(self, seat: int, number: int) -> bool:
        return seat in self._asked and self._asked[seat].point(number)

    def hear(self, heard: SeatGesture, meant: Meaning) -> bool:
        if heard.seat not in self._asked:
            return False
        self._asked[heard.seat].hear(meant, heard.time_s)
        return True


class Questions:
    """Asks seats and holds votes."""

    def __init__(self, parts: RoomParts, calls: Calls, messages: Messages, prompts: Prompts) -> None:
        self._stage, self._night, self._pace = parts.stage, parts.night, parts.pace
        self._lights, self._board = parts.lights, parts.secret
        self._notebook = parts.notebook
        self._calls = calls
        self._messages = messages
        self._prompts = prompts

    def ask_and_wait(self, request: Ask, picks: Sequence[Any]) -> Sequence[Any]:
        """Asks one seat, and waits for its choice. `picks`: that of a bot."""
        seat = request.seat.index
        if seat in self._stage.village.people.gone:
            return ()
        choosing = self.choosing(seat, request.choices, request.count, request.demanded)
        self.choose_and_wait(request, {seat: choosing}, {seat: picks})
        self._note(request, {request.seat: choosing.answer})
        return choosing.answer

    def vote_and_wait(self, request: Vote, named: Mapping[Any, Any]) -> dict[Any, Any]:
        """Holds a vote. `named`: the votes of bots.

        Everybody turns through the same people, so that no ring and no time shows whom a Lover may not name
        (LG-43): a vote against the beloved looks like any other, and does not count. Only voters who may name
        themselves find themselves there, which is no secret. People who only guess choose at the same time;
        the guesses of bots are in `named`.
        """
        self._night.vote()
        people, menus = self._stage.village.people, {**request.choices, **request.guesses}
        everybody = list(dict.fromkeys(choice for menu in request.choices.values() for choice in menu))
        offered = {**dict.fromkeys(request.choices, everybody), **request.offered, **request.guesses}
        guessing = [seat for seat in request.guesses if seat.index in people]
        voters = [voter for voter in (*request.choices, *guessing) if voter.index not in people.gone]
        asked = {
            voter.index: self.choosing(
                voter.index,
                [choice for choice in offered[voter] if choice is not voter or voter in menus[voter]],
                1,
                False,
                guesses=voter in request.guesses,
            )
            for voter in voters
        }
        picks = {voter.index: (named[voter],) if voter in named else () for voter in voters}
        if asked:
            self.choose_and_wait(request, asked, picks)
        answers = {voter: asked[voter.index].answer for voter in voters}
        ballots = {seat: named[seat] for seat in request.guesses if seat in named and seat not in answers}
        ballots |= {
            voter: answer[0] for voter, answer in answers.items() if answer and answer[0] in menus[voter]
        }
        self._note(request, {voter: (ballot,) for voter, ballot in ballots.items()})
        return ballots

    def recall(self, request: Ask | Vote, answer: Any) -> None:
        """Replays an answer without asking."""
        if isinstance(request, Ask):
            self._note(request, {request.seat: answer})
        else:
            self._night.vote()
            self._note(request, {voter: (ballot,) for voter, ballot in answer.items()})

    def _note(self, request: Ask | Vote, answers: Mapping[Sitter, Sequence[Any]]) -> None:
        """Notes secret answers for those who gave them. Mere signs and positions of letters are left out."""
        for seat, picks in answers.items() if self._night.is_covered else ():
            is_sign = True in picks and len(_choices(request, seat)) == 1
            if picks and not is_sign and not any(type(pick) is int for pick in picks):
                self._notebook.choose(seat.index, request.key.rpartition(".")[2], picks)

    def choosing(
        self, seat: int, choices: Sequence[Any], count: int, demanded: bool, *, guesses: bool = False
    ) -> Choosing:
        """The cursor of a seat's choice. By day choices are announced, but for a guess, a yes or a no."""
        is_day = self._calls.call is None
        is_yes_or_no = is_day and len(choices) == 2 and all(isinstance(choice, bool) for choice in choices)
        kind = Guess if guesses else YesOrNo if is_yes_or_no else Choosing
        pixel_of, pixels = self._lights.pixel_of, self._stage.rings.pixels
        return kind(seat, choices, count, demanded, pixel_of, pixels, openly=is_day and not guesses)

    def choose_and_wait(
        self, request: Ask | Vote, asked: Mapping[int, Choosing], picks: Mapping[int, Sequence[Any]]
    ) -> None:
        """Lets the asked seats turn and lock their lights until the time is up.

        Except in the pack's call, or a call with several questions, it is up as soon as all have locked.

        `asked`: the choice of each seat.
        `picks`: what each bot chooses.
        """
        stage, calls = self._stage, self._calls
        is_secret = calls.call is not None
        # The next question of a call begins when the board says so.
        key = request.key.rpartition(".")[2]
        read_s = max(self._messages.read_s, calls.asked_from_s(key))
        stage.wait_until(min(read_s, calls.ends_s) if is_secret else read_s)
        self._rest(asked)
        if is_secret:
            ends_s = calls.question_ends_s(request.by)
            stage.open_questions(asked, "choose")
        else:
            ends_s, abstains = self._open_by_day(request.key, asked)
            picks = {seat: () if seat in abstains else named for seat, named in picks.items()}
        before = {seat: self._lights.words(seat) for seat in asked}
        for seat, choosing in asked.items():
            self._lights.tell(seat, choosing.face, partial(self._said, before[seat], choosing, key))
        self._board.choose(asked.values())
        with stage.playing(_Turning(asked, self._lights.in_words)):
            self._wait_for_choices(request, asked, picks, ends_s)
        self._rest(asked)
        self._board.choose(())
        for seat, choosing in asked.items():
            if is_secret:
                # Until the call ends or a message follows, the ring shows what was chosen, or nothing.
                kept = "" if self._board.slip(seat) else self._lights.in_words.kept(choosing)
                self._lights.tell(seat, choosing.kept, lines([before[seat], kept]))
            else:
                del self._lights.faces[seat]
        if is_secret:
            stage.presses.close()  # The board shows nothing of who was asked.
        else:
            stage.close_questions()

    def _wait_for_choices(
        self,
        request: Ask | Vote,
        asked: Mapping[int, Choosing],
        picks: Mapping[int, Sequence[Any]],
        ends_s: float,
    ) -> None:
        """Waits until the time is up or all have locked, while people and bots turn their lights. Nobody
        waits for those who only guess."""
        guessing = {seat.index for seat in request.guesses} if isinstance(request, Vote) else set()
        awaited = [choosing for seat, choosing in asked.items() if seat not in guessing]
        stage, call = self._stage, self._calls.call
        is_pack = call is not None and len(asked) > 1
        if is_pack:
            picks = self._wait_to_agree(asked, picks, ends_s)
        hands = stage.presses.hands
        for seat, choosing in asked.items():
            if seat not in stage.village.people and all(pick in choosing.options for pick in picks[seat]):
                last_s = ends_s - LOCK_S
                hands.choose(seat, choosing, picks[seat], stage.time.now(), last_s, call is not None)
        is_fixed = is_pack or bool(call and call.asks)
        stage.wait_for_moment(lambda: ends_s if is_fixed else min(ends_s, all_locked_s(awaited) + LOCK_S))

    def _open_by_day(self, key: str, asked: Mapping[int, Choosing]) -> tuple[float, frozenset[int]]:
        """Begins a public question, or resumes it. Returns when it ends, and who abstains."""
        stage, now_s = self._stage, self._stage.time.now()
        length_s = self._pace.times.window_s(key)
        carried = stage.clock.take_over(key) or ClockState()
        ends_s = now_s + length_s - carried.spent_s
        for seat, choosing in asked.items():
            if seat in carried.asked and seat in stage.village.people:
                choosing.take_over(carried.asked[seat], now_s)
        phase: Phase = next((choosing.phase for choosing in asked.values()), "choose")
        stage.open_questions(asked, phase)
        stage.clock.run(ClockState(key, length_s, asked=asked, abstains=carried.abstains), ends_s)
        # Whom one may choose can depend on whom one loves: no text says how many there are.
        if not all(choosing.says_itself for choosing in asked.values()):
            self._prompts.show(phase)
        return ends_s, carried.abstains

    def _wait_to_agree(
        self, asked: Mapping[int, Choosing], picks: Mapping[int, Sequence[Any]], ends_s: float
    ) -> Mapping[int, Sequence[Any]]:
        """Waits until a person of a pack has chosen. Returns the picks of bots: that choice, or their own."""
        leaders = [choosing for seat, choosing in asked.items() if seat in self._stage.village.people]
        if not leaders or all(len(choosing.options) < 2 for choosing in asked.values()):
            return picks
        now_s = self._stage.time.now()
        patient_s = now_s + PATIENCE * (ends_s - now_s)
        self._stage.wait_for_moment(lambda: AT_ONCE if named_by(leaders) else patient_s)
        return dict.fromkeys(picks, named_by(leaders)) if named_by(leaders) else picks

    def _said(self, before: str, choosing: Choosing, key: str) -> str:
        """The slip of a seat that chooses: what it has learnt in this call, then its choice."""
        return lines([before, self._lights.in_words.choice(choosing, self._board.letters, key)])

    def _rest(self, asked: Iterable[int]) -> None:
        """Stops the simulated hands of asked seats. At night all others go on covering them."""
        hands = self._stage.presses.hands
        if self._calls.call is None:
            hands.rest()
        else:
            for seat in asked:
                hands.rest(seat)


def _choices(request: Ask | Vote, seat: Sitter) -> Sequence[Any]:
    """What this seat may choose."""
    return request.choices if isinstance(request, Ask) else request.choices[seat]


def all_locked_s(asked: Iterable[Choosing]) -> float:
    """When the last of these choices was locked; infinite while one is open."""
    locked_s = (NEVER if choosing.locked_s is None else choosing.locked_s for choosing in asked)
    return max(locked_s, default=AT_ONCE)


def named_by(leaders: Iterable[Choosing]) -> Sequence[Any]:
    """The answer of the first of these choices with anybody locked; empty if there is none."""
    return next((choosing.answer for choosing in leaders if choosing.answer), ())
