"""How files come to a Pico: by mpremote, MicroPython's own tool, in a process of its own."""

from __future__ import annotations

import json
import struct
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep

from hardware.folders import found_in
from hardware.libraries import brings
from hardware.pods.firmware import line
from hardware.pods.ports import SerialLine
from hardware.troubles import DeviceError, Trouble

FIRMWARE = Path(line.__file__).parent
SETTINGS = "pod.json"
MOST_S = 60.0
BACK_S = 15.0
"""Seconds in which a pod that was sent away is back at its prompt."""
AGAIN_S = 0.5


class CopyError(DeviceError, OSError):
    """Files do not come to the Pico, or none comes back."""


def mpremote(node: str, *steps: str) -> str:
    """What mpremote prints. Raises `CopyError` with its last words."""
    if find_spec("mpremote") is None:
        raise CopyError(Trouble("pods.no_mpremote", brings=brings("mpremote")))
    command = [sys.executable, "-m", "mpremote", "connect", node, "resume", *steps]
    try:
        done = subprocess.run(command, capture_output=True, timeout=MOST_S, check=False)
    except subprocess.TimeoutExpired:
        raise CopyError(Trouble("pods.not_copied", device=node, detail=f"{MOST_S:g} s")) from None
    if done.returncode:
        said = (done.stderr or done.stdout).decode("utf-8", "replace").split("\n")
        last = next((text.strip() for text in reversed(said) if text.strip()), "mpremote")
        raise CopyError(Trouble("pods.not_copied", device=node, detail=last))
    return done.stdout.decode("utf-8", "replace")


@contextmanager
def at_prompt(node: str, *, runs: bool) -> Iterator[None]:
    """Has the Pico at this port wait for files, and start again once it has them. `runs`: it is a pod that
    runs. Raises `CopyError`, `OSError`."""
    if runs:
        port = SerialLine(node)
        port.write(line.framed(struct.pack(line.LEAVE, b"L", b"exit")))
        port.close()
    ends_s = monotonic() + (BACK_S if runs else 0.0)
    while True:
        try:
            mpremote(node, "eval", "1")
            break
        except CopyError:
            if monotonic() >= ends_s:
                raise
            sleep(AGAIN_S)
    yield
    mpremote(node, "reset")


def copy_firmware(node: str) -> None:
    """Copies all of the program. Raises `CopyError`."""
    steps = [("cp", "-f", str(path), f":{path.name}", "+") for path in found_in(FIRMWARE, "[a-z]*.py")]
    mpremote(node, *chain.from_iterable(steps))


def settings_on(node: str) -> dict[str, object]:
    """The pod's settings. Raises `CopyError` if they cannot be read."""
    told = mpremote(node, "cat", f":{SETTINGS}")
    try:
        return dict(json.loads(told))
    except ValueError:
        raise CopyError(Trouble("pods.not_copied", device=node, detail=f"{SETTINGS}: {told!r}")) from None


def copy_settings(node: str, settings: Mapping[str, object]) -> None:
    """Copies the pod's settings. Raises `CopyError`."""
    with TemporaryDirectory() as folder:
        path = Path(folder, SETTINGS)
        path.write_text(json.dumps(settings), "utf-8")
        mpremote(node, "cp", "-f", str(path), f":{SETTINGS}")
