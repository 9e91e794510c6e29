"""The doctor looks at the computer itself: Python, model, groups, screen, disk, clock, lamp."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path

from hardware.buttons.backends import HEADER, in_use
from hardware.hotspot import BLOCKED, NO_MANAGER, NO_WIFI
from hardware.libraries import is_set_up
from hardware.looks import add_to_config, brings_to
from hardware.troubles import Trouble
from table.appliance.devices.own_wifi import kept_in
from table.appliance.doctor.findings import Found, note, well, wrong
from table.appliance.doctor.machine import Machine, file_system
from table.appliance.doctor.needs import (
    alone_on_screen,
    is_real,
    needs_pi,
)
from table.errors import Reason
from table.sentences import Wrong
from table.settings.owner import state_directory
from table.settings.settings import Settings

OLDEST, NEWEST = (3, 11), (3, 14)
"""`OLDEST`: the oldest Python that works. `NEWEST`: the newest one the table was tested with."""
GONE_AT_BOOT = ("overlay", "tmpfs", "ramfs")
KMSDRM = ("libdrm.so.2", "libgbm.so.1", "libEGL.so.1", "libGLESv2.so.2")
KMSDRM_PACKAGES = "libdrm2 libgbm1 libegl1 libgles2 libgl1-mesa-dri"


def python(machine: Machine, settings: Settings) -> Iterator[Found]:  # noqa: ARG001
    """Whether this version of Python works."""
    version = "{}.{}".format(*machine.python)
    if machine.python < OLDEST:
        mend = "sudo apt install python3.13 python3.13-venv && make venv PYTHON=python3.13"
        yield wrong("python", mend, version=version)
    elif machine.python > NEWEST:
        yield note("python_newer", "", version=version, newest="{}.{}".format(*NEWEST))
    else:
        yield well("python", version=version)


PHONES_UNIT = "/etc/systemd/system/multi-user.target.wants/garou-phones.service"
"""This file exists if the gateway of phones starts with the machine."""


def phones(machine: Machine, settings: Settings) -> Iterator[Found]:
    """Whether phones can be seats, if they are wanted."""
    if not settings.phones.enabled:
        return
    for module in ("websockets", "segno"):
        if machine.can_import(module):
            yield well("module", module=module)
        else:
            yield wrong("phones_module", brings_to(machine, module), module=module)
    if is_set_up(machine.folder, machine.root) and not machine.there(PHONES_UNIT):
        yield wrong("phones_unit", "sudo systemctl enable --now garou-phones")


def own_wifi(machine: Machine, settings: Settings) -> Iterator[Found]:
    """Whether the table's own Wi-Fi can be open, where its owner has left it so."""
    kept = kept_in(machine.path(state_directory(machine.environ, machine.home)))
    if not (settings.phones.enabled and kept and kept.is_open):
        return
    radios = [f"/sys/class/rfkill/{one.name}" for one in machine.path("/sys/class/rfkill").glob("*")]
    of_wifi = [radio for radio in radios if machine.read(f"{radio}/type") == "wlan"]
    if not machine.there("/usr/bin/nmcli"):
        yield _no_wifi(NO_MANAGER)
    elif not any(machine.path("/sys/class/net").glob("*/phy80211")):
        yield _no_wifi(NO_WIFI)
    elif any(machine.read(f"{radio}/soft") == "1" for radio in of_wifi):
        yield _no_wifi(BLOCKED)
    else:
        yield well("hotspot", name=kept.name)


def _no_wifi(why: Trouble) -> Found:
    return Found("hotspot", "wrong", why, Reason("doctor.hotspot.why"))


def model(machine: Machine, settings: Settings) -> Iterator[Found]:
    """Whether this is a Pi, and one that is fast enough."""
    if not needs_pi(settings):
        return
    if not machine.model:
        yield wrong("no_pi", "garou play --simulated")
    elif machine.family in ("1", "2", "zero"):
        yield note("old_pi", "", model=machine.model)
    else:
        yield well("model", model=machine.model)


def groups(machine: Machine, settings: Settings) -> Iterator[Found]:
    """Whether the user may open what the table needs."""
    if machine.is_root:
        yield note("root", Reason("doctor.root.mend"))
        return
    for group, why in dict(_groups_needed(machine, settings)).items():
        if group in machine.groups:
            yield well("group", user=machine.user, group=group)
        else:
            facts = {"user": machine.user, "group": group}
            told, mend = Reason("doctor.group.found", **facts), Reason("doctor.group.mend", **facts)
            yield Found("group", "wrong", told, Reason(f"doctor.group.{why}"), mend, facts)


def _groups_needed(machine: Machine, settings: Settings) -> Iterator[tuple[str, str]]:
    """Each group, and the text that says why."""
    contacts = {backend.group: backend.why for backend in in_use(settings.pins.wires)}
    if HEADER.group in contacts:
        yield HEADER.group, HEADER.why
    if group := settings.rings.kind.group:
        yield group, "of_rings"
    yield from contacts.items()
    if alone_on_screen(machine):
        yield "video", "of_display"
        yield "render", "of_drawing"
        yield "input", "of_keyboard"
    if settings.voice.enabled:
        yield "audio", "of_sound"


def display(machine: Machine, settings: Settings) -> Iterator[Found]:  # noqa: ARG001
    """Whether a board without a desktop has a screen, and libraries to draw on it."""
    if not alone_on_screen(machine):
        return
    connectors = sorted(machine.path("/sys/class/drm").glob("card*-*/status"))
    if any(machine.read(f"/sys/class/drm/{each.parent.name}/status") == "connected" for each in connectors):
        yield well("screen")
    elif connectors:
        yield wrong("no_screen", Reason("doctor.no_screen.mend"))
    else:
        yield wrong("no_graphics", add_to_config(machine, "dtoverlay=vc4-kms-v3d"))
    missing = [library for library in KMSDRM if not machine.can_load(library)]
    if missing:
        yield wrong("drawing", f"sudo apt install {KMSDRM_PACKAGES}", names=", ".join(missing))
    else:
        yield well("drawing")


def state(machine: Machine, settings: Settings) -> Iterator[Found]:
    """Whether the evenings are stored, and survive a restart."""
    directory = state_directory(machine.environ, machine.home)
    nearest = next(path for path in (directory, *directory.parents) if machine.there(path))
    if not machine.may_write(machine.path(nearest)):
        mend = f"sudo install -d -o {machine.user} {directory}"
        yield wrong("state", mend, user=machine.user, folder=directory)
    kind = file_system(machine.read("/proc/self/mounts"), directory)
    if kind not in GONE_AT_BOOT:
        yield well("state_on", folder=directory, kind=kind) if kind else well("state", folder=directory)
        return
    mend = "export XDG_STATE_HOME=/a/folder/on/a/disk"
    if kind == "overlay" and machine.model:
        mend = "sudo raspi-config nonint do_overlayfs 1 && sudo reboot"
    gone = wrong("state_gone", mend, folder=directory, kind=kind)
    yield gone if is_real(settings) else gone._replace(grade="note")


def evenings(machine: Machine, settings: Settings) -> Iterator[Found]:  # noqa: ARG001
    """Whether the journal is whole."""
    yield from kept_evenings(machine.path(state_directory(machine.environ, machine.home)))


def kept_evenings(folder: Path) -> Iterator[Found]:
    """What is wrong with the journal in a folder, and what was wrong when it was last mended."""
    from table.evening.journal import Journal
    from table.evening.journal_files import mending_in
    from table.evening.writer import JournalError, NothingKeptError

    try:
        with closing(Journal(folder, writing=False)) as journal:
            now = journal.mending
        if now:
            yield _lost(now.wrong)._replace(mend="garou play")
        else:
            yield well("journal")
    except NothingKeptError:
        pass
    except JournalError as error:
        yield _lost(error.wrong)
    if remembered := mending_in(folder):
        when_s, mending = remembered
        date = datetime.fromtimestamp(when_s).strftime("%Y-%m-%d")
        facts = {"date": date, "why": mending.wrong}
        yield Found("mended", "note", Reason("doctor.mended.found", **facts), facts=facts)


def _lost(why: str | Wrong) -> Found:
    return Found("journal", "wrong", why, Reason("doctor.journal.why"), facts={"reason": why})


def clock(machine: Machine, settings: Settings) -> Iterator[Found]:  # noqa: ARG001
    """Whether the machine knows the date."""
    if machine.there("/run/systemd/timesync/synchronized"):
        yield well("clock_network")
    elif machine.there("/dev/rtc0"):
        yield well("clock_battery" if machine.family == "5" else "clock")
    else:
        yield note("clock", Reason("doctor.clock.mend"))


def lamp(machine: Machine, settings: Settings) -> Iterator[Found]:  # noqa: ARG001
    """The Pi's activity lamp, which shows when the card is written to."""
    lamps = [f"/sys/class/leds/{name}/trigger" for name in ("ACT", "led0")]
    trigger = next((text for lamp in lamps if (text := machine.read(lamp))), "")
    if "[none]" in trigger:
        yield well("lamp")
    elif trigger:
        yield note("lamp", add_to_config(machine, "dtparam=act_led_trigger=none"))
