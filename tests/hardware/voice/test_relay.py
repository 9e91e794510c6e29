"""The relay by which a table without a network gets files of voices."""

from __future__ import annotations

import http.client
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from urllib.error import HTTPError, URLError
from urllib.request import HTTPHandler, HTTPSHandler, Request

import pytest

from hardware.voice import relay
from hardware.voice.relay import VOICES, Relay, answer, network_here, relayed
from table.appliance.voicing.piper_catalogue import CATALOGUE, PiperCatalogue
from table.errors import TableError
from tests.kit.voice_server import DESCRIPTION, MODEL, SIWIS, Server, voice_server

SERVE = """
import runpy, sys
from urllib.request import OpenerDirector
opened, there = OpenerDirector.open, sys.argv[1]
def moved(self, asked, timeout):
    asked.full_url = there + asked.full_url.partition("/main/")[2]
    return opened(self, asked, timeout=timeout)
OpenerDirector.open = moved
runpy.run_module("hardware.voice.relay", run_name="__main__")
"""
"""Runs the relay as systemd does, with the address of another server."""


@pytest.fixture
def server() -> Iterator[Server]:
    with voice_server() as made:
        yield made


@contextmanager
def listening(path: Path, voices: str) -> Iterator[None]:
    """Listens as systemd does. `voices`: where the relay finds them."""
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(path))
    listener.listen()

    class Here(Relay):
        pass

    Here.voices = voices

    def accept() -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            Thread(target=answer, args=(connection, Here), daemon=True).start()

    Thread(target=accept, daemon=True).start()
    try:
        yield
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()


def main_of(server: Server) -> str:
    return server.address.removesuffix("voices.json")


def test_a_voice_is_fetched_by_the_relay_and_goes_on_after_a_cut(server: Server, tmp_path: Path) -> None:
    path = tmp_path / "s"
    with listening(path, main_of(server)):
        catalogue = PiperCatalogue(CATALOGUE, tmp_path / "voices", relayed(path))
        voice = catalogue.find("fr_FR-siwis-medium")
        assert catalogue.card(voice).licence == "CC BY 4.0"
        server.cuts.append(1000)
        model = catalogue.fetch(voice, lambda *_: None)
        assert catalogue.find("pt_PT-tugão-medium")
        catalogue.fetch(catalogue.find("pt_PT-tugão-medium"), lambda *_: None)
    assert (model.read_bytes(), Path(f"{model}.json").read_bytes()) == (MODEL, DESCRIPTION)
    assert [rest for asked, rest in server.asked if asked == SIWIS] == ["", "bytes=1000-"]


@pytest.mark.parametrize("status", [404, 503])
def test_what_the_server_refuses_is_told(server: Server, tmp_path: Path, status: int) -> None:
    server.failing["voices.json"] = status
    with listening(tmp_path / "s", main_of(server)), pytest.raises(TableError) as refused:
        PiperCatalogue(CATALOGUE, tmp_path, relayed(tmp_path / "s")).voices()
    assert str(refused.value) == f"{CATALOGUE}: the server says {status} {http.client.responses[status]}"


def test_without_a_network_or_a_relay_that_is_told(tmp_path: Path) -> None:
    catalogue = PiperCatalogue(CATALOGUE, tmp_path, relayed(tmp_path / "s"))
    with listening(tmp_path / "s", "http://127.0.0.1:9/"), pytest.raises(TableError) as refused:
        catalogue.voices()
    assert str(refused.value) == f"{CATALOGUE} cannot be reached: nobody listens there"
    (tmp_path / "s").unlink()
    with pytest.raises(TableError, match="cannot be reached: it is not there"):
        catalogue.voices()


@pytest.mark.parametrize(
    ("fails", "told"),
    [
        (socket.gaierror(-3, "Temporary failure in name resolution"), "no way leads there"),
        (TimeoutError("timed out"), "no answer in time"),
        (
            ssl.SSLCertVerificationError(1, "certificate verify failed: certificate is not yet valid"),
            "its certificate is not trusted here, or this machine’s clock is wrong",
        ),
        (
            URLError(ssl.SSLError(1, "[SSL: WRONG_VERSION_NUMBER] wrong version number")),
            "no secure connection can be made; perhaps this network wants people to sign in first",
        ),
        (http.client.BadStatusLine("é: 中"), "é: 中"),
    ],
)
def test_why_the_relay_reaches_nobody_is_told_in_the_words_of_the_table(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: Exception, told: str
) -> None:
    def unreached(*_: object) -> None:
        raise fails

    monkeypatch.setattr(HTTPHandler, "http_open", unreached)
    with listening(tmp_path / "s", main_of(server)), pytest.raises(TableError) as refused:
        PiperCatalogue(CATALOGUE, tmp_path, relayed(tmp_path / "s")).voices()
    assert str(refused.value) == f"{CATALOGUE} cannot be reached: {told}"


def test_where_several_addresses_lead_nowhere_the_relay_answers_before_the_table_gives_up(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits = []

    def silent(_: HTTPHandler, asked: Request) -> None:
        waits.append(asked.timeout or 0.0)
        raise TimeoutError

    monkeypatch.setattr(HTTPHandler, "http_open", silent)
    with listening(tmp_path / "s", main_of(server)), pytest.raises(TableError, match="no answer in time"):
        PiperCatalogue(CATALOGUE, tmp_path, relayed(tmp_path / "s")).voices()
    assert 0 < 5 * waits[0] < relay.SILENCE_S


def test_a_connection_that_asks_nothing_is_given_up() -> None:
    class Impatient(Relay):
        timeout = Relay.timeout / 1000

    assert Relay.timeout == relay.SILENCE_S
    ours, theirs = socket.socketpair()
    with ours:
        answer(theirs, Impatient)
        assert ours.recv(1) == b""


@pytest.mark.parametrize(
    "path",
    [
        "",
        "../voices.json",
        "a/../../../b.onnx",
        "fr/fr_FR/a/low/x.onnx?y",
        "fr/x.onnx",
        "fr/fr_FR/a/low/x.sh",
        "fr/%2e%2e/a/low/x.onnx",
        "fr/fr_FR/a%2Fb/low/x.onnx",
        "fr/fr_FR/a/low/x%00.onnx",
        "fr/fr_FR/a/low/x%C3%.onnx",
    ],
)
def test_it_fetches_nothing_but_files_of_voices(server: Server, tmp_path: Path, path: str) -> None:
    with listening(tmp_path / "s", main_of(server)):
        with pytest.raises(HTTPError) as refused:
            relayed(tmp_path / "s").open(f"{VOICES}{path}")
        refused.value.close()
    assert refused.value.code == 403
    assert server.asked == []


def test_it_goes_where_an_answer_redirects_by_https_alone(server: Server, tmp_path: Path) -> None:
    catalogue = PiperCatalogue(CATALOGUE, tmp_path, relayed(tmp_path / "s"))
    with listening(tmp_path / "s", main_of(server)):
        server.moved["voices.json"] = f"{main_of(server)}{SIWIS}"
        with pytest.raises(TableError, match="the server says 302 Found"):
            catalogue.voices()
        server.moved["voices.json"] = "https://127.0.0.1:9/voices.json"
        with pytest.raises(TableError, match="cannot be reached: nobody listens there"):
            catalogue.voices()
    assert [path for path, _ in server.asked] == ["voices.json"] * 2


def test_an_answer_that_does_not_say_its_length_is_passed_on(server: Server, tmp_path: Path) -> None:
    server.unmeasured.append("voices.json")
    with listening(tmp_path / "s", main_of(server)), relayed(tmp_path / "s").open(CATALOGUE) as told:
        assert (told.headers["Content-Length"], told.read()) == (None, server.files["voices.json"])


def test_systemd_hands_it_a_connection_as_standard_input(server: Server) -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.sendall(b"GET /voices.json HTTP/1.1\r\nHost: voices\r\n\r\n")
        command = [sys.executable, "-c", SERVE, main_of(server)]
        subprocess.run(command, stdin=theirs.fileno(), check=True, timeout=60)
        theirs.close()
        told = b"".join(iter(lambda: ours.recv(65536), b""))
    assert told.startswith(b"HTTP/1.0 200 OK\r\n")
    assert told.endswith(server.files["voices.json"])


def test_only_the_service_asks_the_relay() -> None:
    def kinds(environ: dict[str, str]) -> list[type]:
        handlers: list[object] = network_here(environ).handlers  # type: ignore[attr-defined]
        return [type(one) for one in handlers if isinstance(one, HTTPSHandler)]

    assert kinds({}) == [HTTPSHandler]
    assert kinds({"RUNTIME_DIRECTORY": "/run/garou"}) != [HTTPSHandler]
