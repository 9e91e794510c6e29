"""The MicroPython of the tests ends with the test, whatever its program does."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.kit.micropython import Pico, PluggedPico
from tests.kit.paths import ROOT

ENDS_S = 20.0
PROGRAMS = {
    "computes": "while True: pass",
    "waits": "from time import sleep_ms\nwhile True:\n    try: sleep_ms(5)\n    except: pass",
    "reads": "import sys\nwhile True:\n    try: sys.stdin.buffer.readinto(bytearray(1))\n    except: pass",
}
OWNER = """
from tests.kit.micropython import Pico
pico = Pico(files={{"main.py": {program!r}.encode()}})
print("runs", flush=True)
while True:
    pico.run(1)
"""


def endless(name: str) -> str:
    """A program that does this for ever, from its second millisecond on."""
    return f"from time import sleep_ms\nsleep_ms(2)\n{PROGRAMS[name]}"


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_pico_ends_with_the_process_that_runs_it(name: str) -> None:
    """The error stream of both is closed only once neither lives."""
    with subprocess.Popen(
        [sys.executable, "-c", OWNER.format(program=endless(name))],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as owner:
        assert owner.stdout
        assert owner.stdout.readline() == b"runs\n"
        owner.kill()
        owner.communicate(timeout=ENDS_S)


def test_a_pico_that_computes_for_ever_is_unplugged() -> None:
    pod = PluggedPico(Pico(files={"main.py": endless("computes").encode()}))
    pod.close()
    assert not pod.pico.is_on
