"""A real Mosquitto with what the project ships for it: TLS, passwords, and the access list."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from table.settings.settings import BrokerSettings
from tests.kit.paths import ROOT

SHIPPED = ROOT / "config/mosquitto"
INSTALLED = "/etc/mosquitto/garou"
"""The folder that the shipped configuration names."""
WAITS_S = 30.0


class Mosquitto:
    """The broker, in `folder`, on a port of its own, for users with these passwords."""

    def __init__(self, folder: Path, **users: str) -> None:
        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port: int = free.getsockname()[1]
        self._certify()
        known = folder / "passwords"
        known.write_text("".join(f"{user.replace('_', '-')}:{word}\n" for user, word in users.items()))
        run("mosquitto_passwd", "-U", str(known))
        shutil.copy(SHIPPED / "access", folder)
        text = (SHIPPED / "garou.conf").read_text("utf-8")
        text = text.replace(INSTALLED, str(folder)).replace(
            "listener 8883", f"listener {self.port} 127.0.0.1"
        )
        text += f"persistence true\npersistence_location {folder}/\n"
        if os.getuid() == 0:
            text += "user root\n"
        text += "log_type all\n"
        (folder / "mosquitto.conf").write_text(text, "utf-8")
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def settings(self) -> BrokerSettings:
        """How a table reaches it."""
        return BrokerSettings("localhost", self.port, True, str(self.folder / "ca.crt"))

    def start(self) -> None:
        """Starts it, or starts it again on the same port."""
        command = ["mosquitto", "-c", str(self.folder / "mosquitto.conf")]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log)
        until(self._listens)

    def kill(self) -> None:
        """Ends it as a power cut does."""
        assert self._process
        self._process.kill()
        self._process.wait()

    @contextmanager
    def reading(self, user: str, password: str, topic: str = "#") -> Iterator[Reading]:
        """Another library that reads as this user, from now on."""
        name = f"read-{user}-{time.monotonic_ns()}"
        words = ["-h", "localhost", "-p", str(self.port), "--cafile", str(self.folder / "ca.crt"), "-i", name]
        words += ["-V", "mqttv5", "-u", user, "-P", password, "-q", "1", "-t", topic, "-F", "%t %r %p"]
        with Reading(["mosquitto_sub", *words], self.folder / name) as found:
            until(lambda: f"Sending SUBACK to {name}" in (self.folder / "log").read_text())
            yield found

    @property
    def pid(self) -> int:
        """Of its process."""
        assert self._process
        return self._process.pid

    def close(self) -> None:
        """Ends it for good."""
        self.kill()

    def _listens(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def _certify(self) -> None:
        """The certificates, made as docs/venue.md says."""
        for name in ("ca", "other"):
            subject = ("-subj", f"/CN=Garou {name}", "-days", "3650")
            keys = ("-keyout", str(self.folder / f"{name}.key"), "-out", str(self.folder / f"{name}.crt"))
            run("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", *subject, *keys)
        key, asked = self.folder / "broker.key", self.folder / "broker.csr"
        run("openssl", "req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost",
            "-keyout", str(key), "-out", str(asked))  # fmt: skip
        named = self.folder / "names"
        named.write_text("subjectAltName=DNS:localhost\n")
        run("openssl", "x509", "-req", "-in", str(asked), "-CA", str(self.folder / "ca.crt"),
            "-CAkey", str(self.folder / "ca.key"), "-CAcreateserial", "-days", "3650",
            "-extfile", str(named), "-out", str(self.folder / "broker.crt"))  # fmt: skip


class Reading:
    """A reader of the broker that writes each message down: topic, whether it was retained, payload."""

    def __init__(self, command: list[str], path: Path) -> None:
        self._path = path
        with path.open("wb") as out:
            self._process = subprocess.Popen(command, stdout=out, stderr=out)

    def __enter__(self) -> Reading:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()

    @property
    def messages(self) -> list[tuple[str, bool, str]]:
        """What was read so far."""
        found = []
        for line in self._path.read_text("utf-8").splitlines():
            topic, _, rest = line.partition(" ")
            retained, _, payload = rest.partition(" ")
            found.append((topic, retained == "1", payload))
        return found

    @property
    def topics(self) -> set[str]:
        """Of what was read so far."""
        return {topic for topic, _, _ in self.messages}


def run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True, timeout=60)


def until(holds: Callable[[], object]) -> None:
    """Returns once something holds."""
    ends_s = time.monotonic() + WAITS_S
    while not holds():
        assert time.monotonic() < ends_s, "it did not come to hold"
        time.sleep(0.02)
