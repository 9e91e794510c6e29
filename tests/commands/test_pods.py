"""`garou pods` where nothing that answers is plugged in: each refusal is one sentence."""

from __future__ import annotations

import os
import subprocess
import sys
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.pods import copying, ports
from hardware.pods.copying import CopyError, mpremote
from hardware.pods.ports import PodPort
from table.commands import pods
from tests.kit.players import garou

GET_IT = "https://micropython.org/download/?port=rp2"


@pytest.fixture
def silent(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A port at which nobody answers."""
    monkeypatch.setattr(pods, "ANSWERS_S", 0.05)
    end, port = os.openpty()
    tty.setraw(port)
    yield os.ttyname(port)
    os.close(end)
    os.close(port)


def plugged(monkeypatch: pytest.MonkeyPatch, *nodes: str) -> None:
    """These ports and no others have something with MicroPython."""
    monkeypatch.setattr(ports, "ports_here", lambda: [PodPort(node, "", "") for node in nodes])


def test_without_any_pod_it_says_how_to_come_to_one(monkeypatch: pytest.MonkeyPatch) -> None:
    plugged(monkeypatch)
    told = garou("pods")
    assert (told.code, told.err) == (0, "")
    assert "BOOTSEL" in told.out
    assert GET_IT in told.out


@pytest.mark.parametrize("words", [["install"], ["update"], ["name", "Mill"], ["test"]])
def test_what_needs_a_pod_is_refused_without_one(monkeypatch: pytest.MonkeyPatch, words: list[str]) -> None:
    plugged(monkeypatch)
    told = garou("pods", *words)
    assert (told.code, told.out, told.err.count("\n")) == (1, "", 1)
    assert GET_IT in told.err


def test_a_port_without_an_answer_is_no_pod(silent: str) -> None:
    assert garou("pods", "--port", silent).out == (
        f"{silent}  does not answer as a pod: garou pods install {silent}\n"
    )
    for words in (["name", "Mill"], ["test"]):
        told = garou("pods", "--port", silent, *words)
        assert (told.code, told.err) == (
            1,
            f"garou: {silent} does not answer as a pod: garou pods install makes it one\n",
        )


def test_several_ports_need_a_name(silent: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plugged(monkeypatch, silent, silent + "0")
    monkeypatch.setattr(os, "access", lambda *_: True)
    told = garou("pods", "--port", silent, "test", "Mill")
    assert (told.code, told.err) == (2, f'garou: "Mill" names 0 ports; allowed: one of {silent}\n')


@pytest.mark.parametrize("name", ["", " ", "thirteen byte", "Été à la mer", "a\nb"])
def test_a_name_fits_into_a_message(name: str) -> None:
    told = garou("pods", "name", name)
    assert told.code == 2
    assert "allowed: 1 to 12 bytes of UTF-8" in told.err


@pytest.mark.parametrize("colours", ["", "GRR", "GB", "grb", "RGBX"])
def test_colours_are_an_order(colours: str) -> None:
    told = garou("pods", "install", "--colours", colours)
    assert told.code == 2
    assert "allowed: R, G and B in any order, or with a W" in told.err


def test_a_port_that_a_table_has_is_refused(silent: str) -> None:
    import serial

    with serial.Serial(silent, exclusive=True):
        told = garou("pods", "--port", silent)
    assert (told.code, told.err.count("\n")) == (1, 1)
    assert "sudo systemctl stop garou" in told.err


def test_a_port_that_is_not_there_is_refused(tmp_path: Path) -> None:
    told = garou("pods", "--port", str(tmp_path / "ttyACM7"), "install")
    assert (told.code, told.out) == (1, "")
    assert "does not open (ENOENT)" in told.err


def test_what_mpremote_says_last_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(CopyError) as caught:
        mpremote(str(tmp_path / "none"), "eval", "1")
    assert caught.value.trouble.key == "pods.not_copied"
    assert "failed to access" in str(caught.value.trouble.facts["detail"])

    def hangs(*_: object, **__: object) -> None:
        raise subprocess.TimeoutExpired("mpremote", 60.0)

    monkeypatch.setattr(subprocess, "run", hangs)
    with pytest.raises(CopyError):
        mpremote("none", "eval", "1")


def test_without_mpremote_it_says_what_brings_it(silent: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(copying, "find_spec", lambda _: None)
    told = garou("pods", "--port", silent, "install")
    assert (told.code, told.out) == (1, "")
    assert "[pods]" in told.err
    assert sys.executable.rpartition("/")[0] in told.err
