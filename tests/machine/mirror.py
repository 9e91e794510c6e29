"""A mirror of Debian's packages in the network of an emulated machine, behind a page that asks for a
login.
"""

from __future__ import annotations

import threading
import zipfile
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import unquote

HOST = "10.0.2.2"
"""How a machine reaches the one that emulates it."""
PAGE = b"<!doctype html><title>Welcome</title><p>Your room number, please."
"""What a network of guests answers to whatever is asked, until somebody has logged in."""


class Mirror:
    """Serves these files by their names. `asks_first`: it answers everything with the page."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.asks_first = True
        self.sent: list[str] = []
        """The names of the files that were fetched, in order."""
        mirror = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                name = unquote(self.path).rpartition("/")[2]
                found = PAGE if mirror.asks_first else files.get(name)
                if found is None:
                    self.send_error(404)
                    return
                self.send_response(200)
                self.send_header("Content-Length", str(len(found)))
                self.end_headers()
                self.wfile.write(found)
                if not mirror.asks_first:
                    mirror.sent.append(name)

            def log_message(self, *_: object) -> None:
                """Nothing on the terminal."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self._server.server_port

    @classmethod
    def of_card(cls, packed: Path) -> Self:
        """A mirror that has the packages of a card."""
        with zipfile.ZipFile(packed) as held:
            names = [name for name in held.namelist() if "/packages/" in name]
            return cls({Path(name).name: held.read(name) for name in names})

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, name="mirror", daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
