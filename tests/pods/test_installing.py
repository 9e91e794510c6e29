"""`garou pods` and mpremote with a real MicroPython behind a pseudo-terminal."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator

import click
import pytest

from hardware.pods.firmware.line import FIRMWARE
from table.commands import pods
from tests.kit.micropython import Pico, PluggedPico, firmware
from tests.kit.players import CommandResult, garou

VERSION = ".".join(map(str, FIRMWARE))
ID = "e66118604b1f2a21"


class Bench:
    """A Pico that is plugged in, and `garou pods` at its port."""

    def __init__(self, pico: Pico) -> None:
        self.plugged = PluggedPico(pico)
        self.node = str(self.plugged.path)

    def garou(self, *words: str) -> CommandResult:
        return garou("pods", "--port", self.node, *words)


@pytest.fixture
def bench(request: pytest.FixtureRequest) -> Iterator[Bench]:
    made = Bench(request.param())
    yield made
    made.plugged.close()


@pytest.mark.parametrize("bench", [lambda: Pico(files={}, id_=ID)], indirect=True, ids=["new"])
def test_a_new_pico_becomes_a_pod(bench: Bench) -> None:
    """It has MicroPython and nothing else. mpremote copies, and the pod answers."""
    told = bench.garou("install", "--pixels", "24", "--buttons", "3", "--colours", "GRBW", "--name", "Été")
    assert (told.code, told.err) == (0, "")
    listed = f"{bench.node}  {ID}  Été  no seat, firmware {VERSION}, 24 pixels, 3 buttons, "
    assert re.fullmatch(re.escape(listed) + r"\d+ messages? lost\n", bench.garou().out)
    assert bench.garou("update").out == f"{bench.node}: Été has firmware {VERSION} already\n"


OLD = {**firmware(), "line.py": firmware()["line.py"].replace(b"FIRMWARE = (1,", b"FIRMWARE = (0,")}
OTHER = {**firmware(), "line.py": firmware()["line.py"].replace(b"VERSION = 1\n", b"VERSION = 9\n")}


@pytest.mark.parametrize(
    ("bench", "before"),
    [
        (lambda: Pico({"name": "Mill", "pixels": 12}, files=OLD, id_=ID), "Mill  no seat, firmware 0.0.0"),
        (lambda: Pico({"name": "Mill", "pixels": 12}, files=OTHER, id_=ID), "no seat, speaks version 9"),
    ],
    indirect=["bench"],
    ids=["older", "another version"],
)
def test_a_pod_with_other_firmware_is_brought_up_to_date(bench: Bench, before: str) -> None:
    """Its settings stay."""
    assert before in bench.garou().out
    told = bench.garou("update")
    assert (told.code, told.err) == (0, "")
    assert f"Mill  no seat, firmware {VERSION}, 12 pixels" in bench.garou().out


@pytest.mark.parametrize(
    "bench", [lambda: Pico({"name": "Mill", "buttons": 2}, id_=ID)], indirect=True, ids=["pod"]
)
def test_a_pod_is_named_and_tried(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """All colours, a light that runs, and what is pressed meanwhile."""
    monkeypatch.setattr(pods, "COLOUR_S", 0.4)
    assert bench.garou("name", "Forge", "Mill").out == f"{bench.node}: is called Forge now\n"
    bench.plugged.pico.lights.clear()
    presses = [threading.Timer(at_s, bench.plugged.turn, (1, at_s < 1.5)) for at_s in (1.2, 1.8)]
    for press in presses:
        press.start()
    told = bench.garou("test", ID, "--seconds", "3")
    assert (told.code, told.err) == (0, "")
    assert sorted(told.out.splitlines()) == sorted([*pods.TESTED, "button 2: down", "button 2: up"])
    shown = list(dict.fromkeys(data for _, data in bench.plugged.pico.lights if max(data) > 12))
    colours = [bytes(one) * 24 for one in ((0, 64, 0), (64, 0, 0), (0, 0, 64), (64, 64, 64))]
    runner = [bytes(3 * at) + b"\x40" * 3 + bytes(3 * (23 - at)) for at in range(24)]
    assert shown[:4] == colours
    assert shown[4:] == [frame for frame in runner if frame in shown]
    assert len(shown) > 6


@pytest.mark.parametrize("bench", [lambda: Pico({"name": "Mill"}, id_=ID)], indirect=True, ids=["pod"])
def test_a_pod_learns_its_network_over_usb(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """What somebody types once is in the pod; nobody reads the password again. It can be taken back."""
    answers = iter(["Café", "secret word", "10.0.0.5", 8081])
    monkeypatch.setattr(click, "prompt", lambda *_, **__: next(answers))
    assert bench.garou("wifi").out == f"{bench.node}: speaks by Wi-Fi now\n"
    assert "Mill" in bench.garou().out
    calls = {told for _, told in bench.plugged.pico.calls}
    assert calls == {"Café secret word", "10.0.0.5:8081"}
    assert bench.garou("wifi", "--off").out == f"{bench.node}: speaks by USB alone now\n"
    bench.plugged.pico.calls.clear()
    assert "Mill" in bench.garou().out
    assert bench.plugged.pico.calls == []
