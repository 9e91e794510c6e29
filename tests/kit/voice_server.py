"""A server of voices with the catalogue's real format, which can fail."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple
from urllib.parse import unquote

SIWIS = "fr/fr_FR/siwis/medium/fr_FR-siwis-medium.onnx"
MODEL = bytes(range(256)) * 2000
DESCRIPTION = b'{"audio": {"sample_rate": 22050, "quality": "medium"}}'
CARD = """# Model card for {name} (medium)

* Language: {code}
* Speakers: 1
* Quality: medium
* Samplerate: 22,050Hz

## Dataset

* URL: https://example.org/{name}
* License: {licence}

## Training

Trained from scratch.
"""
VOICES = {
    "fr_FR-siwis-medium": "CC BY 4.0",
    "fr_FR-tom-medium": " See URL",
    "en_GB-alba-medium": "CC0",
    "pt_PT-tugão-medium": "CC0",
}


def listed(name: str, files: dict[str, bytes]) -> dict[str, Any]:
    """A voice as the catalogue has it."""
    code, speaker, quality = name.split("-")
    language = {"code": code, "family": code[:2], "region": code[3:], "name_native": "", "name_english": ""}
    sums = {
        path: {"size_bytes": len(content), "md5_digest": hashlib.md5(content).hexdigest()}
        for path, content in files.items()
    }
    voice = {"key": name, "name": speaker, "language": language, "quality": quality, "num_speakers": 1}
    return voice | {"speaker_id_map": {}, "files": sums, "aliases": []}


def files_of(name: str, content: bytes = MODEL) -> dict[str, bytes]:
    """The files of a voice, whose model has this content."""
    code, speaker, quality = name.split("-")
    folder = f"{code[:2]}/{code}/{speaker}/{quality}"
    card = CARD.format(name=speaker, code=code, licence=VOICES.get(name, "CC0"))
    model = {f"{folder}/{name}.onnx": content, f"{folder}/{name}.onnx.json": DESCRIPTION}
    return model | {f"{folder}/MODEL_CARD": card.encode()}


class Server(NamedTuple):
    """What a server has, and how it fails."""

    address: str
    files: dict[str, bytes]
    failing: dict[str, int]
    """Status codes to answer with, by path."""
    cuts: list[int]
    """After how many bytes of the model each connection is cut, the first one first."""
    asked: list[tuple[str, str]]
    """What was asked for: path and range."""
    unable: list[str]
    """Anything in it: the server sends no rests of files."""
    moved: dict[str, str]
    """Addresses to redirect to, by path."""
    unmeasured: list[str]
    """Paths of files whose length it does not say."""


@contextmanager
def voice_server(model: bytes = MODEL) -> Iterator[Server]:
    """A server with a catalogue. `model`: the content of each voice."""
    of_each = {name: files_of(name, model) for name in VOICES}
    files = {path: content for voice in of_each.values() for path, content in voice.items()}
    catalogue = {name: listed(name, voice) for name, voice in of_each.items()}
    made = Server("", files | {"voices.json": json.dumps(catalogue).encode()}, {}, [], [], [], {}, [])

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path, wanted = unquote(self.path).removeprefix("/main/"), self.headers.get("Range", "")
            made.asked.append((path, wanted))
            if path in made.failing or path not in made.files:
                self.send_error(made.failing.get(path, 404))
                return
            if path in made.moved:
                self.send_response(302)
                self.send_header("Location", made.moved[path])
                self.end_headers()
                return
            content, begin = made.files[path], 0
            if wanted and not made.unable:
                begin = int(wanted.removeprefix("bytes=").removesuffix("-"))
            self.send_response(206 if begin else 200)
            if path not in made.unmeasured:
                self.send_header("Content-Length", str(len(content) - begin))
            self.end_headers()
            cut = made.cuts.pop(0) if made.cuts and path.endswith(".onnx") else len(content)
            self.wfile.write(content[begin : begin + cut])

        def log_message(self, *_: object) -> None:
            pass

    served = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    threading.Thread(target=served.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield made._replace(address=f"http://127.0.0.1:{served.server_port}/main/voices.json")
    finally:
        served.shutdown()
        served.server_close()
