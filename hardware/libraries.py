"""The command that installs a missing library: it depends on whether the program is a clone, an appliance or
a wheel."""

from __future__ import annotations

import sys
from pathlib import Path

PACKAGES = ("site-packages", "dist-packages")
"""The folder of a program that was installed as a wheel."""
EXTRAS = {
    "av": "packs",
    "evdev": "usb",
    "mpremote": "pods",
    "paho": "mqtt",
    "segno": "phones",
    "serial": "pods",
    "websockets": "phones",
}
"""The extra of a library that is not one of `pi`."""
CHOSEN = ("packs", "pods")
"""Extras that an appliance has only where its owner asks for them."""
READY = ".ready"
"""A file in the folder of a version that `make install` has set up."""
SYSTEMS = {"evdev": "python3-evdev", "RPi.GPIO": "python3-rpi.gpio"}
"""Packages that an appliance's environment sees. Only Raspberry Pi OS has that of RPi.GPIO."""


def is_set_up(folder: Path, root: Path = Path("/")) -> bool:
    """Whether the program in this folder is an appliance's. `root`: of the file system."""
    return (root / str(folder / READY).lstrip("/")).is_file()


def brings(
    module: str, folder: Path | None = None, prefix: Path | None = None, root: Path = Path("/")
) -> str:
    """The command that installs `module`, one of an extra. `folder`: the program's, by default this
    one's; `prefix`: of its Python; `root`: of that computer's file system."""
    folder, prefix = folder or Path(__file__).resolve().parents[1], prefix or Path(sys.prefix)
    if folder.name in PACKAGES:
        return f"{prefix}/bin/python -m pip install {module}"
    if not is_set_up(folder, root):
        return f"cd {folder} && {prefix}/bin/python -m pip install -e '.[{EXTRAS.get(module, 'pi')}]'"
    if EXTRAS.get(module) in CHOSEN:
        return f"sudo make install EXTRAS={EXTRAS[module]}"
    if module in SYSTEMS:
        return f"sudo apt install {SYSTEMS[module]}"
    again = f"sudo rm {folder}/{READY} && sudo make install"
    return f"{again}  # in the clone; in an unpacked archive: sudo ./install"
