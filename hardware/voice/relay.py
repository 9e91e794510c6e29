"""Files of Piper voices for a table that may open no network itself.

The service of a table has no network. So systemd listens on a socket for it, and starts this module for each
file that is asked for there (garou-voices.socket): it has the network, and fetches files of voices from one
address, and where it redirects by https, and nothing else. Both sides speak HTTP.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import ssl
from collections.abc import Mapping
from contextlib import suppress
from http.client import BAD_GATEWAY, HTTPConnection, HTTPException, HTTPMessage, HTTPResponse
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import IO
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit
from urllib.request import (
    HTTPRedirectHandler,
    HTTPSHandler,
    OpenerDirector,
    ProxyHandler,
    Request,
    build_opener,
)

from hardware.troubles import reason_of

VOICES = "https://huggingface.co/rhasspy/piper-voices/resolve/main/"
"""Where the files of all voices are."""
SOCKET = Path("/run/garou-voices.sock")
"""Where systemd listens for the table."""
NAME = r"([\w-]|%[89A-Fa-f][0-9A-Fa-f])+"
"""A part of a path: percent signs stand for letters beyond ASCII alone, never for a dot or a slash."""
FILES = rf"/(voices\.json|({NAME}/){{4}}(MODEL_CARD|{NAME}\.onnx(\.json)?))"
"""What may be asked for: the catalogue, and the files of a voice."""
REST = r"bytes=[0-9]{1,12}-"
"""How the rest of a file is asked for."""
SILENCE_S = 30.0
"""Seconds without an answer until the network is given up."""
TRY_S = SILENCE_S / 6
"""Seconds until the relay gives an address up: it tries several, and answers before the table gives up."""
PIECE = 64 * 1024
UNREACHED = "Garou-Unreached"
"""The header by which the relay says why it has no answer, percent-encoded."""


def why_unreached(error: OSError | HTTPException) -> str:
    """The system's name of why the network fails; "CERTIFICATE" or "TLS" where no secure connection is made;
    or the message of a library."""
    why = error.reason if isinstance(error, URLError) else error
    if isinstance(why, socket.gaierror):
        return "EHOSTUNREACH"
    if isinstance(why, TimeoutError):
        return "ETIMEDOUT"
    if isinstance(why, ssl.SSLError):  # Its numbers are those of the library, not the system's.
        return "CERTIFICATE" if isinstance(why, ssl.SSLCertVerificationError) else "TLS"
    return reason_of(why) if isinstance(why, OSError) else str(why) or type(why).__name__


# The table's side


def network_here(environ: Mapping[str, str] = os.environ) -> OpenerDirector:
    """Opens addresses of voices: by the socket where the table is a service of systemd's, else by itself."""
    return relayed() if environ.get("RUNTIME_DIRECTORY") else build_opener()


def relayed(path: Path = SOCKET) -> OpenerDirector:
    """Opens addresses by the socket at `path`; only their paths behind `VOICES` count."""

    class Connection(HTTPConnection):
        def connect(self) -> None:
            self.sock = socket.socket(socket.AF_UNIX)
            self.sock.settimeout(SILENCE_S)
            self.sock.connect(str(path))

    class Handler(HTTPSHandler):
        def https_open(self, request: Request) -> HTTPResponse:
            request.selector = f"/{request.full_url.removeprefix(VOICES)}"
            return self.do_open(Connection, request)

    return build_opener(ProxyHandler({}), Handler())


# The network's side


class ByHttps(HTTPRedirectHandler):
    """Goes where an answer redirects, but by https alone."""

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> Request | None:
        if urlsplit(newurl).scheme != "https":
            raise HTTPError(req.full_url, code, msg, headers, fp)
        return super().redirect_request(req, fp, code, msg, headers, newurl)


class Relay(BaseHTTPRequestHandler):
    """Answers one question. `voices`: where the files are."""

    voices = VOICES
    timeout = SILENCE_S

    def do_GET(self) -> None:
        """Sends a file of a voice, or its rest."""
        rest = self.headers.get("Range", "")
        if not re.fullmatch(FILES, self.path, re.ASCII) or not re.fullmatch(f"({REST})?", rest):
            self.send_error(403)
            return
        asked = Request(f"{self.voices}{self.path[1:]}", headers={"Range": rest} if rest else {})
        try:
            answer = build_opener(ByHttps).open(asked, timeout=TRY_S)
        except HTTPError as error:
            self.send_error(error.code)
            return
        except (OSError, HTTPException) as error:
            self.send_response(BAD_GATEWAY)
            self.send_header(UNREACHED, quote(why_unreached(error)))
            self.end_headers()
            return
        with answer:
            self.send_response(answer.status)
            if length := answer.headers["Content-Length"]:
                self.send_header("Content-Length", length)
            self.end_headers()
            shutil.copyfileobj(answer, self.wfile, PIECE)

    def log_message(self, *_: object) -> None:
        """Keeps quiet: who fetches a voice concerns nobody."""


def answer(connection: socket.socket, relay: type[Relay] = Relay) -> None:
    """Answers the question of a connection, and closes it. If either side hangs up, so does the relay: the
    table asks for the rest."""
    with connection, suppress(OSError, HTTPException):
        relay(connection, ("", 0), None)  # type: ignore[arg-type]


if __name__ == "__main__":
    answer(socket.socket(fileno=0))  # systemd's standard input
