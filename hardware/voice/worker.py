"""The worker process, which renders each sentence to a WAV file with the engine on its command line: "espeak"
(pyttsx3 and espeak-ng) or "piper".

A process of its own, because espeak may end or block the whole process it lives in. It is a conversation over
the socket on standard input, one JSON object a line: first it says `{"version": ...}`, then answers each
`{"text", "voice", "rate", "path"}` with `{}` or `{"failed": reason}`. It ends when the socket closes."""

from __future__ import annotations

import ctypes
import json
import os
import re
import signal
import socket
import sys
import wave
from array import array
from collections.abc import Callable
from typing import Any

ALONE_S = 60
"""Seconds after which the worker assumes that its parent is gone: the parent kills a rendering that hangs."""

SAMPLES_A_SECOND = 22_050

ESPEAK_RATE, AS_IT_IS = 1, 1
"""Espeak's number of the parameter for words a minute, and of its present value, from its speak_lib.h."""

USUAL_RATE = 150
"""Words a minute of a Piper voice at its normal speed."""


def load_espeak() -> ctypes.CDLL:
    """Loads the system's espeak-ng, or else the one that comes with espeakng-loader.

    pyttsx3 loads the library by its name, and so gets the one that is already loaded.
    """
    try:
        return ctypes.CDLL("libespeak-ng.so.1")
    except OSError:
        import espeakng_loader

        os.environ["ESPEAK_DATA_PATH"] = espeakng_loader.get_data_path()
        return ctypes.CDLL(espeakng_loader.get_library_path())


def open_engine() -> Any:
    """pyttsx3, ready. It opens as if it were busy, and would keep all it is asked for until the first
    `runAndWait`, which would then not wait."""
    import pyttsx3  # not before the library is loaded

    engine = pyttsx3.init("espeak")
    engine.proxy.setBusy(False)
    return engine


MISREAD = re.compile(r"\bclose(?= your\b)|(?<=\beyes )close\b", re.IGNORECASE)
"""Where espeak, and so Piper, reads the English verb as in "close by"."""


BEFORE_A_VOWEL = re.compile(r"([\w’-]*[dnprstxz]) (?=[aàâeéèêëhiîïoôuùûüyœæ])", re.IGNORECASE)
"""Where espeak makes a French liaison: between a mute consonant and a vowel."""
BINDING = re.compile(
    r"(?:(?:[cdjlmnst]|qu|lorsqu|puisqu)’)?(?:en|on)"
    r"|(?:(?:[dn]|qu)’)?un|(?:qu|s)’(?:ils|elles)"
    r"|les|des|ces|mes|tes|ses|nos|vos|leurs|aux|quels|quelles|quelques|plusieurs|certains|mon|ton|son|aucun"
    r"|deux|trois|six|dix|nous|vous|ils|elles|dans|sans|chez|sous|très|plus|moins|pas|tout|rien|quand"
    r"|(?:c’|s’|n’)?est|(?:c’|n’)?était|sont|ont|avait|fait|peut|dernier|derniers|premier|premiers|petit|petits"
    r"|grand|grands|bon|bons|vieux|autres",
    re.IGNORECASE,
)
"""Words with a liaison in good French: articles, pronouns and other short words. After a noun ("les loups
ouvrent") or another verb ("choisissez un") it would be wrong or stiff."""

READING = 2
"""Version of `spoken` and `render`. Raise it when you change one, so that all recordings are made again."""


def spoken(text: str, voice: str = "") -> str:
    """The text as espeak reads it best: beside a no-break space it takes the last word for unstressed,
    "cloze" it reads as what is done with eyes, and in French it makes no liaison before a quotation mark."""
    plain = text.replace("\u00a0", " ").replace("\u202f", " ")
    if os.path.basename(voice).startswith("fr"):
        return BEFORE_A_VOWEL.sub(
            lambda word: word[0] if BINDING.fullmatch(word[1]) else f'{word[1]} "', plain
        )
    return MISREAD.sub(lambda verb: verb[0][:-2] + "ze", plain)


def render(engine: Any, library: Any, text: str, voice: str, rate: int, path: str) -> None:
    """Writes one sentence to `path`: 16 bits, mono, 22,050 Hz. `rate` is in words a minute; `library` is
    espeak's own.

    One sentence for each `runAndWait`: of several it renders only the last. It begins by cancelling what
    espeak's own thread is still about, so that thread must have taken the rate before. Afterwards the thread
    may still report the end of this sentence, and pyttsx3 would take it for the next one's.
    Raises `ValueError` if espeak has no such voice, or kept its rate: another would be heard.
    """
    engine.setProperty("voice", voice)
    engine.setProperty("rate", rate)
    library.espeak_Synchronize()
    engine.save_to_file(spoken(text, voice), path)
    engine.runAndWait()
    library.espeak_Synchronize()
    if engine.getProperty("voice") != voice:
        raise ValueError(f"espeak has no voice {voice!r}")
    if library.espeak_GetParameter(ESPEAK_RATE, AS_IT_IS) != rate:
        raise ValueError(f"espeak does not speak {rate} words a minute")


Render = Callable[[str, str, int, str], None]
"""Writes a text with a voice at a rate, in words a minute, to a path: 16 bits, mono, 22,050 Hz."""


def espeak() -> tuple[str, Render]:
    """Espeak's version, and how it renders."""
    library = load_espeak()
    engine = open_engine()
    library.espeak_Info.restype = ctypes.c_char_p

    def rendered(text: str, voice: str, rate: int, path: str) -> None:
        render(engine, library, text, voice, rate, path)

    return library.espeak_Info(None).decode(), rendered


def resampled(samples: array[int], rate: int) -> array[int]:
    """Samples taken at `rate` a second, as if they had been at ours: on the straight line between two."""
    last = len(samples) - 1
    made = array("h", bytes(2 * (len(samples) * SAMPLES_A_SECOND // rate)))
    for at in range(len(made)):
        before, part = divmod(at * rate, SAMPLES_A_SECOND)
        here, there = samples[before], samples[min(before + 1, last)]
        made[at] = here + (there - here) * part // SAMPLES_A_SECOND
    return made


def piper() -> tuple[str, Render]:
    """Piper's version, and how it renders. A voice is the file of a model, its description beside it."""
    from importlib.metadata import version

    from piper import PiperVoice, SynthesisConfig

    voices: dict[str, Any] = {}

    def loaded(voice: str) -> Any:
        try:
            return PiperVoice.load(voice)
        except Exception as error:  # A damaged file raises whatever its libraries have for it.
            raise ValueError(f"{voice}: {error}") from None

    def rendered(text: str, voice: str, rate: int, path: str) -> None:
        if voice not in voices:
            voices[voice] = loaded(voice)
        speaker = voices[voice]
        config = SynthesisConfig(length_scale=speaker.config.length_scale * USUAL_RATE / rate)
        with wave.open(path, "wb") as recording:
            recording.setnchannels(1)
            recording.setsampwidth(2)
            recording.setframerate(SAMPLES_A_SECOND)
            for chunk in speaker.synthesize(spoken(text, voice), config):
                samples = array("h", chunk.audio_int16_bytes)
                recording.writeframes(resampled(samples, chunk.sample_rate).tobytes())

    return version("piper-tts"), rendered


ENGINES = {"espeak": espeak, "piper": piper}


def main() -> None:
    """Answers until nobody asks any more."""
    with socket.socket(fileno=0) as wire, wire.makefile("r", encoding="utf-8") as asked:

        def answer(what: dict[str, str]) -> None:
            wire.sendall(json.dumps(what).encode() + b"\n")

        version, rendered = ENGINES[sys.argv[1]]()
        answer({"version": f"{version} {READING}"})
        for line in asked:
            signal.alarm(ALONE_S)
            try:
                question = json.loads(line)
                rendered(question["text"], question["voice"], question["rate"], question["path"])
            except (ValueError, OSError) as error:
                answer({"failed": str(error)})
            else:
                answer({})
            signal.alarm(0)


if __name__ == "__main__":
    main()
