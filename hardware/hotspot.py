"""A Wi-Fi that the machine opens itself, for phones where there is no other network.

NetworkManager opens it, and the table's own user may not ask for that. So the table writes its wish into its
folder under /run, and root runs this module (garou-hotspot.path): it can open and close this one network, and
nothing else. The password is in files that only their owner can read, and in no command line.
"""

from __future__ import annotations

import os
import re
import stat
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, Protocol

import msgspec

from hardware.troubles import DeviceError, Trouble, reason_of
from hardware.whole_file import whole

REQUEST = Path("/run/garou/hotspot")
"""Where the table writes its wish."""
ANSWER = Path("/run/garou-hotspot/answer")
"""Where root answers."""
PROFILES = Path("/run/NetworkManager/system-connections")
"""Where NetworkManager reads profiles that are gone after a restart."""
ID, UUID = "garou-hotspot", "8d3c1a52-60a7-4c55-9f0b-1d4b9e6f7a21"
"""The name and number of our profile."""
NAME, PASSWORD = r"[A-Za-z0-9 -]{1,32}", r"[a-z0-9]{8,63}"
"""What a name and a password may be: both stand in a profile as they are."""
UP_S, ANSWER_S = 30, 50.0
"""Seconds that NetworkManager has to open the network, and root to answer."""
LOOK_S = 0.2
"""Seconds between two looks for the answer."""
MOST_BYTES = 1024
DETAIL_CHARS = 50
"""The most letters of NetworkManager's reason: it is on the board."""
NO_MANAGER = Trouble("hotspot.no_manager")
NO_WIFI = Trouble("hotspot.no_wifi")
BLOCKED = Trouble("hotspot.blocked")
NO_ANSWER = Trouble("hotspot.no_answer")

PROFILE = """\
[connection]
id={id}
uuid={uuid}
type=wifi
autoconnect=false

[wifi]
mode=ap
band=bg
ssid={name}

# WPA2 with AES alone, without protected management frames: the Pi's own chip refuses their keys.
[wifi-security]
key-mgmt=wpa-psk
proto=rsn
pairwise=ccmp
group=ccmp
pmf=1
psk={password}

[ipv4]
method=shared

[ipv6]
method=disabled
"""


class WifiKey(NamedTuple):
    """What a phone needs to join: the name of the network and its password."""

    name: str
    password: str


class Hotspot(Protocol):
    """Opens and closes the machine's own Wi-Fi. Both take seconds, and raise `DeviceError`."""

    def open(self, key: WifiKey) -> None:
        """Opens it with this name and password; one that is open already gets them."""

    def close(self) -> None:
        """Closes it, if it is open."""


class _Request(msgspec.Struct, frozen=True):
    """What the table wants. `key` None: no network."""

    number: int
    key: WifiKey | None


class _Answer(msgspec.Struct, frozen=True):
    """What became of a request. `wrong`: the key of the trouble, empty if it is done."""

    number: int
    wrong: str = ""
    detail: str = ""


# The table's side


class AskedHotspot:
    """Asks root for the hotspot. `request` and `answer`: the files; `pause`: waits for some seconds; `now`: a
    clock, in seconds."""

    def __init__(
        self,
        request: Path,
        answer: Path = ANSWER,
        pause: Callable[[float], object] = time.sleep,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._request, self._answer, self._pause, self._now = request, answer, pause, now

    def open(self, key: WifiKey) -> None:
        self._ask(key)

    def close(self) -> None:
        self._ask(None)

    def _ask(self, key: WifiKey | None) -> None:
        asked = _Request(time.monotonic_ns(), key)
        ends_s = self._now() + ANSWER_S
        try:
            write_private(self._request, msgspec.json.encode(asked))
        except OSError as error:
            raise DeviceError(refused(reason_of(error))) from None
        while self._now() < ends_s:
            with suppress(OSError, msgspec.DecodeError):
                told = msgspec.json.decode(self._answer.read_bytes(), type=_Answer)
                if told.number == asked.number:
                    if told.wrong:
                        raise DeviceError(_trouble_of(told))
                    return
            self._pause(LOOK_S)
        self._request.unlink(missing_ok=True)
        raise DeviceError(NO_ANSWER)


def hotspot_here(environ: Mapping[str, str] = os.environ) -> Hotspot | None:
    """The hotspot of this machine; None where the table is no service of systemd's."""
    runtime = environ.get("RUNTIME_DIRECTORY", "")
    return AskedHotspot(Path(runtime, REQUEST.name)) if runtime else None


def is_key(key: WifiKey) -> bool:
    """Whether name and password are such as a table makes."""
    return bool(re.fullmatch(NAME, key.name) and re.fullmatch(PASSWORD, key.password))


def busy(network: str) -> Trouble:
    """The device is in another network."""
    return Trouble("hotspot.busy", detail=network)


def refused(detail: str) -> Trouble:
    """The network was not opened, for any other reason."""
    return Trouble("hotspot.refused", detail=detail)


def _trouble_of(told: _Answer) -> Trouble:
    known = {one.key: one for one in (NO_MANAGER, NO_WIFI, BLOCKED, busy(told.detail))}
    return known.get(told.wrong) or refused(told.detail)


def write_private(path: Path, content: bytes) -> None:
    """Writes a file that only its owner can read, all or nothing. Raises `OSError`."""
    with whole(path, 0o600) as file:
        file.write(content)


# Root's side


Run = Callable[[Sequence[str]], str]
"""Runs nmcli with these words and returns what it prints. Raises `DeviceError` if it refuses."""


def nmcli(words: Sequence[str]) -> str:
    """Asks NetworkManager, in English."""
    command = ["nmcli", "--terse", "--wait", str(UP_S), *words]
    around = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8"}
    try:
        done = subprocess.run(
            command, env=around, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=UP_S + 5
        )
    except FileNotFoundError:
        raise DeviceError(NO_MANAGER) from None
    except subprocess.TimeoutExpired:
        raise DeviceError(refused("ETIMEDOUT")) from None
    if done.returncode:
        said = done.stderr.strip().splitlines() or [f"nmcli: {done.returncode}"]
        raise DeviceError(refused(said[-1].rpartition("rror: ")[2].rpartition("failed: ")[2][:DETAIL_CHARS]))
    return done.stdout


class ManagedHotspot:
    """The hotspot by NetworkManager. `run`: nmcli; `profiles`: the folder of its profiles."""

    def __init__(self, run: Run = nmcli, profiles: Path = PROFILES) -> None:
        self._run, self._profile = run, profiles / f"{ID}.nmconnection"

    def open(self, key: WifiKey) -> None:
        device, is_open = self._device()
        profile = PROFILE.format(id=ID, uuid=UUID, name=key.name, password=key.password).encode()
        if is_open and self._profile.exists() and self._profile.read_bytes() == profile:
            return
        try:
            self._profile.parent.mkdir(parents=True, exist_ok=True)
            write_private(self._profile, profile)
        except OSError as error:
            raise DeviceError(refused(reason_of(error))) from None
        try:
            self._run(["connection", "load", str(self._profile)])
            self._run(["connection", "up", "uuid", UUID, "ifname", device])
        except DeviceError:
            self.close()
            raise

    def close(self) -> None:
        with suppress(DeviceError):  # It is closed, or NetworkManager does not run.
            self._run(["connection", "delete", "uuid", UUID])
        self._profile.unlink(missing_ok=True)

    def _device(self) -> tuple[str, bool]:
        """The device to open it on, and whether it is open there."""
        try:
            listed = self._run(["--fields", "DEVICE,TYPE,STATE,CONNECTION", "device", "status"])
        except DeviceError:
            raise DeviceError(NO_MANAGER) from None
        parts = [re.split(r"(?<!\\):", line, maxsplit=3) for line in listed.splitlines()]
        found = [(device, state, network) for device, kind, state, network in parts if kind == "wifi"]
        if not found:
            raise DeviceError(NO_WIFI)
        for device, _, network in found:
            if network == ID:
                return device, True
        for device, state, _ in found:
            if state == "disconnected" or state.startswith("connecting"):
                return device, False
        if "disabled" in self._run(["--fields", "WIFI-HW,WIFI", "radio"]):
            raise DeviceError(BLOCKED)
        for _, state, network in found:
            if state.startswith("connected"):
                raise DeviceError(busy(re.sub(r"\\(.)", r"\1", network)))
        raise DeviceError(refused(f"{found[0][0]}: {found[0][1]}"))


def serve(request: Path, answer: Path, hotspot: Hotspot) -> None:
    """Does what the table wants, and answers. A request that no table writes is thrown away."""
    try:
        asked = _taken(request)
        if asked.key:
            if not is_key(asked.key):
                return
            hotspot.open(asked.key)
        else:
            hotspot.close()
        told = _Answer(asked.number)
    except (OSError, msgspec.DecodeError):
        return
    except DeviceError as error:
        told = _Answer(asked.number, error.trouble.key, error.trouble.facts.get("detail", ""))
    write_private(answer, msgspec.json.encode(told))
    answer.chmod(0o644)


def _taken(request: Path) -> _Request:
    """The request, which is taken away first. Raises `OSError`, and `msgspec.DecodeError`."""
    try:
        handle = os.open(request, os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW)
    finally:
        request.unlink()
    with open(handle, "rb") as file:
        is_file = stat.S_ISREG(os.fstat(handle).st_mode)
        return msgspec.json.decode(file.read(MOST_BYTES) if is_file else b"", type=_Request)


if __name__ == "__main__":
    serve(REQUEST, ANSWER, ManagedHotspot())
