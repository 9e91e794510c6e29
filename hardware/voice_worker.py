"""The process that speaks: makes a WAV file of each sentence with pyttsx3 and espeak-ng.

A process of its own, because espeak may end or block the whole process it lives in. It is a conversation over
the socket on standard input, one JSON object a line: first it says `{"version": ...}`, then answers each
`{"text", "voice", "rate", "path"}` with `{}` or `{"failed": reason}`. It ends when the socket closes.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import socket
from collections.abc import Callable
from typing import Any

ALONE_S = 60
"""A rendering that hangs is killed by whoever asked for it; after this long the worker knows it is alone."""


def load_espeak() -> ctypes.CDLL:
    """The system's espeak-ng, or else the one that comes with espeakng-loader.

    pyttsx3 asks for the library by its name and so finds the one that is already loaded.
    """
    try:
        return ctypes.CDLL("libespeak-ng.so.1")
    except OSError:
        import espeakng_loader

        os.environ["ESPEAK_DATA_PATH"] = espeakng_loader.get_data_path()
        return ctypes.CDLL(espeakng_loader.get_library_path())


def open_engine() -> Any:
    """pyttsx3, warmed up: its very first `runAndWait` returns at once, whatever it was given."""
    import pyttsx3  # not before the library is loaded

    engine = pyttsx3.init("espeak")
    engine.runAndWait()
    return engine


def spoken(text: str) -> str:
    """The text as espeak reads it best: beside a no-break space it takes the last word for unstressed."""
    return text.replace("\u00a0", " ").replace("\u202f", " ")


def render(
    engine: Any, till_quiet: Callable[[], object], text: str, voice: str, rate: int, path: str
) -> None:
    """Writes one sentence to `path`: 16 bits, mono, 22,050 Hz. `rate` is in words a minute.

    One sentence for each `runAndWait`: of several only the last would be made. `till_quiet` waits for
    espeak's own thread, which may still owe this sentence an end that pyttsx3 takes for the next one's.
    Raises `ValueError` where espeak has no such voice: it would go on in the language of the sentence before.
    """
    engine.setProperty("voice", voice)
    engine.setProperty("rate", rate)
    engine.save_to_file(spoken(text), path)
    engine.runAndWait()
    till_quiet()
    if engine.getProperty("voice") != voice:
        raise ValueError(f"espeak has no voice {voice!r}")


def main() -> None:
    """Answers until nobody asks any more."""
    with socket.socket(fileno=0) as wire, wire.makefile("r", encoding="utf-8") as asked:

        def answer(what: dict[str, str]) -> None:
            wire.sendall(json.dumps(what).encode() + b"\n")

        library = load_espeak()
        engine = open_engine()
        library.espeak_Info.restype = ctypes.c_char_p
        answer({"version": library.espeak_Info(None).decode()})
        for line in asked:
            signal.alarm(ALONE_S)
            try:
                render(engine, library.espeak_Synchronize, **json.loads(line))
            except ValueError as error:
                answer({"failed": str(error)})
            else:
                answer({})
            signal.alarm(0)


if __name__ == "__main__":
    main()
