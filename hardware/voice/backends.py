"""The engines that can speak, by the names that the worker knows them by, the preferred first."""

from __future__ import annotations

import re
from typing import NamedTuple


class VoiceBackend(NamedTuple):
    """One engine. How it renders is the worker's half (`hardware.voice.worker.ENGINES`)."""

    voices: str
    """How the names of its voices are written: a regular expression."""
    answer_s: float
    """How long a sentence may take it."""

    def takes(self, voice: str) -> bool:
        """Whether a voice that is written so is one of its own."""
        return bool(re.fullmatch(self.voices, voice))


BACKENDS: dict[str, VoiceBackend] = {
    "piper": VoiceBackend(r"/.*\.onnx", 60.0),
    "espeak": VoiceBackend(r"[a-z]+/[a-z0-9-]+(\+[A-Za-z0-9_-]+)?", 10.0),
}
