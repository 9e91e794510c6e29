"""Public announcements: lines, the board, sounds, and the pause after them."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from table.board.board import HUSH_S, TURNING_S
from table.engine.public import Public
from table.games.telling import Line, NarratorMemory, TurnedCard
from table.games.tempers import Manner
from table.room.acts.prompts import Prompts
from table.room.acts.public_times import PublicTimes
from table.room.acts.reminders import Reminders
from table.room.parts import RoomParts
from table.room.speaking import CAPTION_S_A_LETTER, GAP_S, Wording

DRUM_S = 1.5
"""Seconds, at normal pace, of the drum before a card turns over."""
SOUND_S = 0.6
"""Seconds, at normal pace, in which the sound of a card is heard alone, before it is named: the same for
all."""
AGAIN_MOST = 8
"""Most lines that are repeated."""


class Announcements:
    """Tells public events by voice, board and sound."""

    def __init__(
        self,
        parts: RoomParts,
        memory: NarratorMemory,
        prompts: Prompts,
        reminders: Reminders,
        times: PublicTimes,
    ) -> None:
        self._stage, self._telling = parts.stage, parts.telling
        self._memory = memory
        self._secret = parts.secret
        self._night, self._pace, self._cards = parts.night, parts.pace, parts.cards
        self._ambience, self._effects = parts.stage.ambience, parts.stage.effects
        self._prompts, self._reminders, self._times = prompts, reminders, times
        self._news: list[Wording] = []
        """The lines told since the last night."""
        self._first_told: list[Line] | None = None
        """Lines to tell as soon as everybody can look at their card; None: no cards are being dealt."""
        # Whether somebody has died, the dead know what they may do, all know how to choose, and players
        # without a ring were asked to be honest.
        self._has_died = self._is_bidden = self._has_told_how = self._has_warned = False

    def forget(self) -> None:
        """Starts a round."""
        self._news.clear()
        self._memory.begin(len(self._stage.village.names))
        self._has_died = self._is_bidden = self._has_told_how = self._has_warned = False

    def say_and_wait(self, event: Public) -> None:
        """Announces an event, and gives everybody time to take it in."""
        begins_night = self._telling.begins_night(event)
        lines = self._telling.tell(event)
        if self._night.eyes_down:
            lines = self._telling.with_eyes_down(lines)
        lines = self._secret.told(lines)
        lines = self._memory.words_for(event, lines, self._stage.village.narration.lines)
        if self._night.cover_taps and begins_night:
            lines.append(("cover.taps", {}))
        if begins_night and not self._has_warned and self._stage.village.on_board:
            self._has_warned = True
            lines.append(("board.honest", {}))
        if self._bids_the_dead(event):
            lines.insert(0, ("dead.watch", {}))
        pause_s = self._telling.pause_s(event) * self._pace.factor
        if not pause_s:
            self._say_in_passing(event, lines)
            return
        stage, speaking, village = self._stage, self._stage.speaking, self._stage.village
        if self._first_told is None:
            self._times.stop_answering()
        if self._pace.is_hurry_wanted and not self._pace.is_hurried:
            # Not before a public line: a call of the night is as long as it began.
            self._pace.hurry()
        dealt = self._telling.dealt(event)
        if dealt is not None:
            if village.is_unlit:
                lines = []  # no ring hides a card
            # During the pause that follows, the board paints the next scene ahead.
            self._lay_legend(event)
            stage.wait_until(stage.time.now() + GAP_S)
            narration, cards = village.narration, tuple(dict.fromkeys(dealt))
            for language in narration.languages:
                sentences = narration.sentences(village.sitters(), cards, language)
                speaking.voice.prepare(sentences, language)
        if self._night.eyes_down and begins_night and not self._has_told_how:
            self._tell_how()
        if lines and self._first_told is None:
            speaking.wait_for_silence()  # The board changes as the voice begins, not before.
        told: list[tuple[Line, Wording]] = []
        turned = self._telling.card_turned(event)
        if turned:
            told += self._turn_over_and_wait(event, turned, lines)
        self._turn_board(event)
        if village.only_bots_live and not self._pace.is_hurry_wanted:
            village.board.hint = village.prompt("hurry")
        if dealt is not None:
            # Players who are told to look hold their button at once: it must mean nothing else.
            self._cards.forget()
            stage.open_questions(range(len(village.names)), "deal")
            self._first_told = []
        if not turned and (effect := self._telling.effect_of(event)):
            self._effects.play(effect)
        if self._night.is_covered:
            self._ambience.begin()
        else:
            self._ambience.end()
        if self._first_told is not None:
            # The rings know the cards before the next frame.
            self._first_told += lines
            return
        rest = lines[len(told) :]
        told += zip(rest, speaking.tell_and_wait(rest), strict=True)
        if begins_night:
            self._news.clear()
        else:  # That the village debates is no news.
            self._news += [wording for (key, _), wording in told if not key.startswith("debate.")]
        stage.wait_until(stage.time.now() + pause_s)

    def _turn_over_and_wait(
        self, event: Public, turned: TurnedCard, lines: Sequence[Line]
    ) -> list[tuple[Line, Wording]]:
        """Turns a card over on the board, after darkness, silence and a drum. Returns the lines told before.

        These are the lines that everybody may hear while the card is face down.
        """
        stage, narration = self._stage, self._stage.village.narration
        known: Sequence[Line] = ()
        if turned.before:
            known = lines[: len(self._telling.tell(turned.before))]
            self._turn_board(turned.before)
        board = stage.village.board
        place = board.places[turned.seat.index]
        place.face_down, place.card, place.role = True, None, ""
        told = [*zip(known, stage.speaking.tell_and_wait(known), strict=True)]
        board.hush = True
        stage.wait_until(stage.time.now() + HUSH_S * self._pace.factor)
        board.hush = False
        self._effects.play("drum")
        stage.wait_until(stage.time.now() + DRUM_S * self._pace.factor)
        place.card, place.role = narration.card(turned.card).title, turned.card.key
        self._effects.play("card")
        stage.wait_until(stage.time.now() + TURNING_S)
        place.face_down = False
        self._effects.play(self._telling.effect_of(event))
        stage.wait_until(stage.time.now() + SOUND_S * self._pace.factor)
        return told

    def say_again_and_wait(self, _: int) -> None:
        """Repeats the last lines that the village has heard since the night."""
        self._stage.speaking.repeat_and_wait(self._news[-AGAIN_MOST:])

    def tell_first_and_wait(self) -> None:
        """Tells the lines that waited until everybody could look at their card."""
        if self._first_told is not None:
            told, self._first_told = self._first_told, None
            self._stage.speaking.tell_and_wait(told)

    def recall(self, event: Public) -> None:
        """Replays an event on the board, without telling its lines."""
        if self._telling.dealt(event) is not None:
            self._lay_legend(event)
        self._memory.words_for(event, (), ())
        self._bids_the_dead(event)
        self._turn_board(event)

    def _lay_legend(self, event: Public) -> None:
        """Shows the cards of a deal on the board: with the signs of the rings, where somebody has one."""
        village = self._stage.village
        legend = self._telling.legend_of(event, village.narration)
        if village.narration.own.on_phones:
            legend = [replace(sign, groups=0) for sign in legend]
        village.board.legend = self._cards.legend = legend

    def _tell_how(self) -> None:
        """Explains how to choose before the first choice, if nobody looks at the board at night."""
        self._has_told_how = True
        if key := self._prompts.key_of("choose"):
            speaking, narration = self._stage.speaking, self._stage.village.narration
            speaking.wait_for_silence()
            prompt = narration.word(key)
            sentence = speaking.caption_and_speak(Wording(prompt, prompt, narration.language_of_word(key)))
            speaking.read_s = self._stage.time.now() + CAPTION_S_A_LETTER * len(sentence)
            speaking.wait_for_line()

    def _bids_the_dead(self, event: Public) -> bool:
        """Whether to tell the dead now what they may do: once a round, when the first day or night after a
        death begins."""
        if self._telling.dies(event):
            self._has_died = True
        elif self._has_died and not self._is_bidden and self._telling.begins(event):
            self._is_bidden = True
            return True
        return False

    def _say_in_passing(self, event: Public, lines: Sequence[Line]) -> None:
        """Says lines without a pause and without a beat. Presses meanwhile are heard by the next public
        time."""
        self._turn_board(event)
        if effect := self._telling.effect_of(event):
            self._effects.play(effect)
        if lines:
            village, speaker = self._stage.village, self._telling.speaker(event)
            manner = village.temper_of(speaker.index) if speaker else Manner()
            spoken = [self._in_character(line, manner) for line in lines]
            self._reminders.utter_in_passing(*spoken, pitch=manner.pitch)

    def _in_character(self, line: Line, manner: Manner) -> Line:
        """The line in the words of a temper, where there are any."""
        key, facts = line
        own = "_".join((key, *manner.keys[:1]))
        return (own if own in self._stage.village.narration.lines else key), facts

    def _turn_board(self, event: Public) -> None:
        """Updates the board for this event."""
        begins_night = self._telling.begins_night(event)
        if begins_night:
            self._night.begin()
        self._cards.is_eve = not begins_night and (
            self._cards.is_eve or self._telling.dealt(event) is not None
        )
        village = self._stage.village
        self._telling.show_on_board(village.board, event, village.narration, self._night.eyes_down)
        village.show_tempers()
