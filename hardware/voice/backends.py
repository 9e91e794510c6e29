"""The voice engines, by the worker's names for them, the preferred one first."""

from __future__ import annotations

import re
from typing import NamedTuple


class VoiceBackend(NamedTuple):
    """One engine. Rendering is the worker's part (`hardware.voice.worker.ENGINES`)."""

    voices: str
    """Regular expression for the names of its voices."""
    answer_s: float
    """The most seconds it may take for a sentence."""

    def takes(self, voice: str) -> bool:
        """Whether a voice written like this belongs to this engine."""
        return bool(re.fullmatch(self.voices, voice))


BACKENDS: dict[str, VoiceBackend] = {
    "piper": VoiceBackend(r"/.*\.onnx", 60.0),
    "espeak": VoiceBackend(r"[a-z]+/[a-z0-9-]+(\+[A-Za-z0-9_-]+)?", 10.0),
}
