"""Lines of a narration, spoken and captioned one after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from hardware import patterns
from hardware.interface import Clock, Voice
from hardware.outputs.sound_card import SoundCard
from hardware.troubles import Trouble
from table.games.telling import Line
from table.room.village import Village
from table.words.narration import UNNAMED, WordingLot

CAPTION_S_A_LETTER = 0.045
"""Seconds a letter for which a caption stays at least, for slow readers, if the voice is faster or silent."""
GAP_S = 0.35
"""Seconds of silence between two lines."""
LONGEST_LINE_S = 25.0
"""Seconds after the end of the reading time until a voice is no longer waited for."""


class Wording(NamedTuple):
    """A line in two forms: the caption on the board, and the spoken sentence with its language."""

    caption: str
    spoken: str
    language: str


class Speaking:
    """Speaks and captions lines, each in the language in which it is written.

    `wait_until`: runs beats until a moment.
    `chance`: draws the wordings.
    """

    def __init__(
        self,
        village: Village,
        voice: Voice,
        clock: Clock,
        wait_until: Callable[[float], None],
        chance: Random,
        card: SoundCard | None = None,
    ) -> None:
        self.captions = True
        """Whether captions are shown while the voice speaks; without a voice they always are."""
        self.hurry = 1.0
        """Factor of the time for which a caption is shown; 1.0 suits slow readers."""
        self.read_s = 0.0
        """When the last line can have been read."""
        self.trouble: Trouble | None = None
        """Why the voice is known to be silent."""
        self.elsewhere: Trouble | None = None
        """That the sound is known to come out of another sound card."""
        self.is_heard = False
        """Whether the voice was speaking when it was last asked."""
        self._village = village
        self.voice, self._card = voice, card
        self._clock = clock
        self._wait_until = wait_until
        self._lot = WordingLot(chance.randrange)
        self._caption = ""
        """The last line, as it is written."""
        self._in_passing = ""
        """What nobody waits for the end of, if it is not written: the voice may be too late for it."""
        self.unheard = ""
        """What was said in passing, but came too late to be heard, and is not written yet."""
        self._silent_from_s = self._asks_voice_s = float("-inf")

    @property
    def is_speaking(self) -> bool:
        """Whether the voice is still speaking."""
        return self.voice.speaking

    def tell_and_wait(self, lines: Sequence[Line]) -> list[Wording]:
        """Speaks and captions each line, and waits for its end. Returns the wordings used."""
        told = []
        for line in lines:
            told.append(self.begin(line))
            self.wait_for_line()
        return told

    def repeat_and_wait(self, wordings: Sequence[Wording]) -> None:
        """Speaks and captions these wordings again."""
        for wording in wordings:
            self._begin(wording)
            self.wait_for_line()

    def begin(self, line: Line) -> Wording:
        """Begins a line, after a short silence. Returns the wording used."""
        return self._begin(self.wording_of(line))

    def _begin(self, wording: Wording) -> Wording:
        self.wait_for_silence()
        sentence = self.caption_and_speak(wording)
        self.read_s = self._clock.now() + self.hurry * CAPTION_S_A_LETTER * len(sentence)
        return wording

    def wording_of(self, line: Line) -> Wording:
        """Draws a wording of a line that the voice can say.

        If it can say none, it says a line without the name, and the caption has the name. If it cannot say
        that either, another voice speaks.
        """
        key, facts = line
        narration, known = self._village.narration, self._known
        wordings, language = narration.wordings(key, **facts), narration.language_of(key)
        if said := known(wordings, language):
            drawn = self._drawn(key, said)
            return Wording(drawn, drawn, language)
        caption = self._drawn(key, wordings)
        unnamed = known(narration.unnamed(key), language)
        return Wording(caption, self._drawn(f"{key}{UNNAMED}", unnamed) if unnamed else caption, language)

    def utter(self, lines: Sequence[Line], pitch: float = 1.0) -> str:
        """Captions and speaks lines, or queues them after the one under way, without waiting.

        `pitch`: factor on the voice's.

        Returns the caption: all of them at once, since nobody waits for the next.
        """
        board = self._village.board
        captions = [self.caption_and_speak(self.wording_of(line), pitch) for line in lines]
        caption = " ".join(captions)
        board.caption = board.caption and caption
        self._in_passing = "" if board.caption else caption
        return caption

    def caption_and_speak(self, wording: Wording, pitch: float = 1.0) -> str:
        """Captions and speaks a wording, without waiting. Returns the caption."""
        caption, spoken, language = wording
        self._caption, self._in_passing, self.unheard = caption, "", ""
        self._village.board.caption = caption if self.captions or self.voice.trouble else ""
        self.voice.speak(spoken, language, pitch)
        return caption

    def _known(self, sentences: Sequence[str], language: str) -> Sequence[str]:
        """The sentences that the voice of a language can say."""
        return [sentence for sentence in sentences if self.voice.can_say(sentence, language)]

    def _drawn(self, key: str, sentences: Sequence[str]) -> str:
        """One of the wordings of a key."""
        return sentences[self._lot.of(key)(len(sentences))]

    def wait_for_silence(self) -> None:
        """Waits for a short silence after the line before."""
        self._wait_until(self._silent_from_s + GAP_S)

    def wait_for_line(self) -> None:
        """Waits until the line is spoken and can have been read."""
        moment_s = self.read_s
        self._wait_until(moment_s)
        # The voice is asked at fixed moments only, so that no press decides when the next line begins.
        while self.voice.speaking and moment_s < self.read_s + LONGEST_LINE_S:
            moment_s += patterns.STEP_S
            self._wait_until(moment_s)
        if self.voice.missed and not self._village.board.caption:
            self._village.board.caption = self._caption
            moment_s += self.hurry * CAPTION_S_A_LETTER * len(self._caption)
            self._wait_until(moment_s)
        self._silent_from_s = moment_s

    @property
    def is_dumb(self) -> bool:
        """Whether the voice is known to be silent."""
        return self.trouble is not None

    def ask_voice(self, now_s: float) -> None:
        """Asks whether the voice still works, and whether it speaks.

        It asks at fixed moments only, so that no press decides when a change is noticed.
        """
        if now_s >= self._asks_voice_s:
            self._asks_voice_s = patterns.next_step(now_s)
            self.trouble = self.voice.trouble
            self.elsewhere = self._card.elsewhere if self._card else None
            self.is_heard = self.voice.speaking
            self.unheard = self._in_passing if self.voice.missed else ""

    def pass_over(self) -> None:
        """Forgets what was said in passing: something newer is written."""
        self._in_passing = self.unheard = ""

    def write_unheard(self) -> str:
        """Writes what came too late to be heard. Returns it."""
        self._village.board.caption, self._in_passing, self.unheard = self.unheard, "", ""
        return self._village.board.caption
