"""`garou doctor`: what of this machine is not as the table needs it, and the command that mends it.

Everything is read from a `Machine`, a view of the computer that tests build out of a folder and a few words.
Nothing is claimed or changed: the doctor may look while the table plays. What it finds is in no language: the
command tells it, and so does the service menu.
"""

from __future__ import annotations

import ctypes
import grp
import os
import pwd
import re
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from importlib.util import find_spec
from math import isfinite
from pathlib import Path
from typing import Any, Literal, NamedTuple

import msgspec

from hardware.gpio_lines import Header, header
from hardware.libraries import brings, is_pi_os, is_set_up
from hardware.pio_rings import DEVICE as LEDS
from hardware.ring_timing import CLOCKS, divided, illegal
from hardware.spi_rings import DEVICE as SPI
from hardware.spi_rings import frame_bytes
from table import files
from table.errors import Reason, UnreadableError
from table.sentences import Wrong
from table.settings.owner import state_directory as state_directory
from table.settings.settings import CONFIG, SYSTEM, Settings, load
from table.words.troubles import Troubles

Grade = Literal["well", "note", "wrong"]
"""As it must be; worth knowing; something of the table will not work."""

PYTHONS = ((3, 11), (3, 14))
"""The first that will do, and the first that will not."""
BOOTS = ("boot/firmware", "boot")
"""Where config.txt and cmdline.txt lie, from Bookworm on and before."""
GONE_AT_BOOT = ("overlay", "tmpfs", "ramfs")
KMSDRM = ("libdrm.so.2", "libgbm.so.1", "libEGL.so.1", "libGLESv2.so.2")
KMSDRM_PACKAGES = "libdrm2 libgbm1 libegl1 libgles2 libgl1-mesa-dri"
PAGE = 4096
"""SPI buffers come in multiples of this many bytes."""
PIO_KERNEL = (6, 12, 55)
"""The first kernel in which ws2812-pio sends every frame."""
RPIGPIO_KERNEL = (6, 6)
"""From this kernel on RPi.GPIO sees no edges."""


class Finding(msgspec.Struct, frozen=True):
    """One thing that was looked at, in words."""

    grade: Grade
    found: str
    """What is."""
    why: str = ""
    """Why it matters."""
    mend: str = ""
    """The command that mends it, or what does."""


class Found(NamedTuple):
    """The same in no language."""

    grade: Grade
    found: str | Wrong
    why: str | Wrong = ""
    mend: str | Wrong = ""

    def told(self, troubles: Troubles) -> Finding:
        """In words."""
        return Finding(self.grade, *map(troubles.any, self[1:]))


@dataclass(frozen=True)
class Machine:
    """What the doctor sees of a computer. `root`: the folder that holds its file system."""

    root: Path
    environ: Mapping[str, str]
    home: Path
    user: str
    groups: frozenset[str]
    """Of the user, as this process has them."""
    is_root: bool
    python: tuple[int, int]
    can_import: Callable[[str], bool]
    can_load: Callable[[str], bool]
    """Whether a shared library is there."""
    may_write: Callable[[Path], bool]
    header: Callable[[Path], Header | None]
    """The GPIO chip of the header among the devices of a folder; None if there is none the user may open."""
    cwd: Path
    prefix: Path
    """The Python environment it runs in."""
    folder: Path
    """Of Garou."""

    def path(self, path: str | Path) -> Path:
        """Where an absolute path of this computer lies."""
        return self.root / str(path).lstrip("/")

    def read(self, path: str | Path) -> str:
        """The text of a file, empty if there is none."""
        try:
            return self.path(path).read_text("utf-8", "replace").strip("\0\n ")
        except OSError:
            return ""

    def there(self, path: str | Path) -> bool:
        """Whether a file or device is there."""
        return self.path(path).exists()

    @property
    def model(self) -> str:
        """ "Raspberry Pi 4 Model B Rev 1.5"; empty for what is no Pi."""
        model = self.read("/proc/device-tree/model")
        return model if model.startswith("Raspberry Pi") else ""

    @property
    def family(self) -> str:
        """ "3", "4", "5", "zero 2", "zero"...: which Pi it is; empty for what is none."""
        if match := re.search(r"Zero 2|Zero", self.model):
            return match[0].lower()
        match = re.search(r"Pi (?:Compute Module )?(\d)", self.model)
        return match[1] if match else "1" if self.model else ""

    @property
    def kernel(self) -> tuple[int, ...]:
        """Its version: (6, 12, 55)."""
        match = re.match(r"\d+(\.\d+)*", self.read("/proc/sys/kernel/osrelease"))
        return tuple(map(int, match[0].split("."))) if match else ()

    @property
    def boot(self) -> str:
        """The folder of config.txt and cmdline.txt."""
        return next((f"/{boot}" for boot in BOOTS if self.there(f"{boot}/config.txt")), "/boot/firmware")

    @property
    def config(self) -> BootConfig:
        """What config.txt says to this Pi."""
        return BootConfig.parsed(self.read(f"{self.boot}/config.txt"), self.family)


@dataclass(frozen=True)
class BootConfig:
    """The lines of config.txt that this Pi reads."""

    values: Mapping[str, str]
    params: Mapping[str, str]
    """Of the dtparam lines."""
    overlays: Mapping[str, Mapping[str, str]]

    @classmethod
    def parsed(cls, text: str, family: str) -> BootConfig:
        """Reads the lines of sections for all, and for a Pi of this family."""
        mine = {"all", *SECTIONS.get(family, ())}
        values: dict[str, str] = {}
        params: dict[str, str] = {}
        overlays: dict[str, Mapping[str, str]] = {}
        reads = True
        for line in text.splitlines():
            said = line.partition("#")[0].strip()
            if section := re.fullmatch(r"\[(.*)\]", said):
                reads = section[1].strip().lower() in mine
            elif reads and "=" in said:
                key, _, value = (part.strip() for part in said.partition("="))
                if key == "dtparam":
                    params |= _params(value)
                elif key == "dtoverlay":
                    name, _, given = value.replace(":", ",", 1).partition(",")
                    overlays[name.strip()] = _params(given)
                else:
                    values[key] = value
        return cls(values, params, overlays)


SECTIONS: Mapping[str, Sequence[str]] = {
    "3": ("pi3",),
    "4": ("pi4",),
    "5": ("pi5",),
    "zero": ("pi0",),
    "zero 2": ("pi0", "pi0w", "pi02"),
}
"""Which filters of config.txt a Pi passes, besides [all]. Others (a board's serial number, a screen) are not
looked into."""


def _params(text: str) -> dict[str, str]:
    """ "spi=on,i2c_arm" as a table; a name alone is on."""
    pairs = (part.strip().partition("=") for part in text.split(",") if part.strip())
    return {name: value if equals else "on" for name, equals, value in pairs}


def this_machine() -> Machine:
    """The computer this runs on."""
    return Machine(
        root=Path("/"),
        environ=os.environ,
        home=Path.home(),
        user=pwd.getpwuid(os.getuid()).pw_name,
        groups=frozenset(_group_names()),
        is_root=os.geteuid() == 0,
        python=sys.version_info[:2],
        can_import=lambda module: find_spec(module) is not None,
        can_load=_can_load,
        may_write=lambda path: os.access(path, os.W_OK),
        header=header,
        cwd=Path.cwd(),
        prefix=Path(sys.prefix),
        folder=CONFIG.parent,
    )


def _group_names() -> Iterator[str]:
    for number in {os.getegid(), *os.getgroups()}:
        try:
            yield grp.getgrgid(number).gr_name
        except KeyError:
            continue  # a number that nobody has named is none of those the table needs


def _can_load(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def examine(
    machine: Machine,
    path: Path,
    read: Callable[[Path], Settings] = load,
    unfit: Callable[[], Sequence[Found]] = tuple,
) -> list[Found]:
    """Everything that matters to the table of this configuration file, read by `read`. `unfit`: that no round
    can be started with it, if none can.

    One that is refused, or cannot be read at all, is the first finding; the machine is then looked at for
    what stands in it and can be used, and the defaults of the rest.
    """
    mistake = None
    try:
        settings = read(path)
    except UnreadableError as error:
        mistake = error
        settings = usable(path)
    findings = [
        Found("wrong", mistake.wrong, Reason("doctor.refused.why"), Reason("doctor.edit", file=path))
        if mistake
        else _well("configuration", file=path),
        *unfit(),
    ]
    on_a_pi = is_real(settings) and bool(machine.model)
    for look in (*LOOKS, *(LOOKS_ON_A_PI if on_a_pi else ())):
        findings += look(machine, settings)
    return findings


def usable(path: Path) -> Settings:
    """What a file says key by key, without what cannot be; all defaults if it cannot be read. Its language is
    SYSTEM if it names none."""
    try:
        written = tomllib.loads(files.text(path))
    except (OSError, ValueError, RecursionError):
        return Settings(language=SYSTEM)
    kept: dict[str, Any] = {"language": SYSTEM}
    for key, value in written.items():
        if isinstance(value, dict):
            value = {name: each for name, each in value.items() if _fits({key: {name: each}})}
        if _fits({key: value}):
            kept[key] = value
    return msgspec.convert(kept, Settings)


def _fits(written: Mapping[str, Any]) -> bool:
    try:
        msgspec.convert(written, Settings)
    except msgspec.ValidationError:
        return False
    return True


# What is looked at


def _well(key: str, **facts: object) -> Found:
    return Found("well", Reason(f"well.{key}", **facts))


def _note(key: str, mend: str | Wrong, **facts: object) -> Found:
    return Found("note", Reason(f"doctor.{key}.found", **facts), Reason(f"doctor.{key}.why", **facts), mend)


def _wrong(key: str, mend: str | Wrong, **facts: object) -> Found:
    return _note(key, mend, **facts)._replace(grade="wrong")


def _python(machine: Machine, settings: Settings) -> Iterator[Found]:  # noqa: ARG001
    version = "{}.{}".format(*machine.python)
    if PYTHONS[0] <= machine.python < PYTHONS[1]:
        yield _well("python", version=version)
    else:
        mend = "sudo apt install python3.12 python3.12-venv && make venv PYTHON=python3.12"
        yield _wrong("python", mend, version=version)


def _model(machine: Machine, settings: Settings) -> Iterator[Found]:
    if not is_real(settings):
        return
    if not machine.model:
        yield _wrong("no_pi", "garou play --simulated")
    elif machine.family in ("1", "2", "zero"):
        yield _note("old_pi", "", model=machine.model)
    else:
        yield _well("model", model=machine.model)


def _groups(machine: Machine, settings: Settings) -> Iterator[Found]:
    if machine.is_root:
        yield _note("root", Reason("doctor.root.mend"))
        return
    for group, why in dict(_groups_needed(machine, settings)).items():
        if group in machine.groups:
            yield _well("group", user=machine.user, group=group)
        else:
            found = Reason("doctor.group.found", user=machine.user, group=group)
            mend = Reason("doctor.group.mend", user=machine.user, group=group)
            yield Found("wrong", found, Reason(f"doctor.group.{why}"), mend)


def _groups_needed(machine: Machine, settings: Settings) -> Iterator[tuple[str, str]]:
    """Each group, and the text that says why."""
    if _on_pins(settings):
        yield "gpio", "of_pins"
    if settings.rings.backend == "spi":
        yield "spi", "of_rings"
    if _on_chips(settings):
        yield "i2c", "of_expanders"
    if _alone_on_screen(machine):
        yield "video", "of_display"
        yield "render", "of_drawing"
        yield "input", "of_keyboard"
    if settings.voice.enabled:
        yield "audio", "of_sound"


def _pin_library(machine: Machine, settings: Settings) -> Iterator[Found]:
    if not _on_pins(settings):
        return
    factory = settings.pins.factory
    module = "lgpio" if factory == "lgpio" else "RPi.GPIO"
    if factory == "rpigpio" and (machine.kernel >= RPIGPIO_KERNEL or machine.family == "5"):
        mend = Reason("doctor.set", setting='factory = "lgpio"', table="[pins]")
        yield _wrong("rpigpio", mend, version=_dotted(machine.kernel))
    if machine.can_import(module.partition(".")[0]):
        yield _well("module", module=module)
    else:
        # There are no wheels of it from Python 3.13 on: the one of Raspberry Pi OS is used.
        apt = (
            "sudo apt install python3-lgpio && sed -i "
            "'s/^include-system-site-packages = false/include-system-site-packages = true/' "
            f"{machine.prefix}/pyvenv.cfg"
        )
        bring: str | Wrong = _brings(machine, module)
        if factory == "lgpio" and machine.python >= (3, 13):
            if not is_pi_os(machine.root):
                bring = Reason("doctor.pin_library.mend", version=_dotted(machine.python))
            elif not _is_set_up(machine):
                bring = apt
        yield _wrong("pin_library", bring, module=module)
    where = Path(machine.environ.get("LG_WD") or machine.cwd)
    if factory == "lgpio" and not machine.may_write(machine.path(where)):
        yield _wrong("lgpio_pipe", "export LG_WD=/tmp", folder=where)


def _serial(machine: Machine, settings: Settings) -> Iterator[Found]:
    taken = _pins_of(settings) & {14, 15}
    if not taken:
        return
    named, config = _gpio(taken), machine.config
    # The console of a Pi 5 is on a plug of its own, its port on these pins goes by another name.
    fifth = machine.family == "5"
    console = r"console=ttyAMA0\b" if fifth else r"console=(serial0|ttyAMA0|ttyS0)\b"
    own = config.params.get("uart0") == "on" or {"uart0", "uart0-pi5"} & set(config.overlays)
    if re.search(console, machine.read("/proc/cmdline")):
        yield _wrong("console", "sudo raspi-config nonint do_serial_cons 1 && sudo reboot", pins=named)
    elif own if fifth else config.values.get("enable_uart") == "1":
        yield _wrong("serial", "sudo raspi-config nonint do_serial_hw 1 && sudo reboot", pins=named)
    else:
        yield _well("serial", pins=named)


def _one_wire(machine: Machine, settings: Settings) -> Iterator[Found]:
    overlay = next((name for name in machine.config.overlays if name.startswith("w1-gpio")), None)
    pin = int(machine.config.overlays[overlay].get("gpiopin", "4")) if overlay else 4
    if pin not in _pins_of(settings):
        return
    if overlay:
        yield _wrong("one_wire", "sudo raspi-config nonint do_onewire 1 && sudo reboot", pins=f"GPIO{pin}")
    else:
        yield _well("one_wire", pins=f"GPIO{pin}")


def _spi_pins(machine: Machine, settings: Settings) -> Iterator[Found]:
    """SPI takes its two chip selects and MISO too, which the rings do not need."""
    taken = _pins_of(settings) & {7, 8, 9}
    if not taken or not machine.there(SPI):
        return
    frees = "no_miso" in machine.config.overlays.get("spi0-0cs", {})
    if frees:
        yield _well("spi_pins", pins=_gpio(taken))
    else:
        yield _wrong("spi_pins", _add_to_config(machine, "dtoverlay=spi0-0cs,no_miso"), pins=_gpio(taken))


def _sound_pins(machine: Machine, settings: Settings) -> Iterator[Found]:
    taken = _pins_of(settings) & {18, 19, 20, 21}
    cards = [name for name in machine.config.overlays if re.match(SOUND_OVERLAYS, name)]
    if taken and cards:
        mend = f"sudo sed -i '/^dtoverlay={cards[0]}/s/^/#/' {machine.boot}/config.txt && sudo reboot"
        yield _wrong("sound_pins", mend, overlay=cards[0], pins=_gpio(taken))
    elif taken:
        yield _well("sound_pins", pins=_gpio(taken))


SOUND_OVERLAYS = (
    "hifiberry|iqaudio|allo-|justboom|googlevoicehat|i2s-|wm8960|max98357a|adau7002|audioinjector"
)


def _pins(machine: Machine, settings: Settings) -> Iterator[Found]:
    """The chip of the pins, and what the kernel says of those with buttons. SPI and 1-Wire have looks of
    their own."""
    wired = _pins_of(settings)
    if not wired:
        return
    chip = header_of(machine, settings)
    if chip is None:
        if settings.pins.factory == "lgpio":
            yield _wrong("no_header", Reason("doctor.no_header.mend"), user=machine.user)
        return
    yield _well("header", device=chip.device, label=chip.label)
    by_holder: dict[str, set[int]] = {}
    for pin, holder in sorted(chip.holders.items()):
        if pin in wired and not re.match("spi0|w1", holder):
            by_holder.setdefault(holder, set()).add(pin)
    if not by_holder:
        yield _well("pins")
    elif by_holder == {LGPIO: wired}:
        yield _well("own_pins")
    else:
        for holder, pins in by_holder.items():
            if holder.startswith(PROGRAMS):
                yield _note("program_pin", "sudo lsof /dev/gpiochip*", pins=_gpio(pins), holder=holder)
            else:
                mend = Reason("doctor.kernel_pin.mend", file=f"{machine.boot}/config.txt")
                named = holder or Reason("doctor.nameless")
                yield _wrong("kernel_pin", mend, pins=_gpio(pins), holder=named)


def header_of(machine: Machine, settings: Settings) -> Header | None:
    """The GPIO chip of the pins; None if the table has none on it, or none that the user may open."""
    return machine.header(machine.path("/dev")) if is_real(settings) and _on_pins(settings) else None


LGPIO = "lg"
"""The name under which lgpio holds pins, and so does a table that plays."""
PROGRAMS = (LGPIO, "gpiozero", "python", "gpiomon", "gpioset", "gpioget", "pigpio")
"""How names of holders begin that are programs, not drivers."""


def _spi(machine: Machine, settings: Settings) -> Iterator[Found]:
    rings = settings.rings
    if rings.backend != "spi":
        return
    device = rings.device or SPI
    if not machine.there(device):
        if machine.config.params.get("spi") == "on":
            yield _wrong("spi_waits", "sudo reboot", device=device)
        else:
            yield _wrong("spi_off", "sudo raspi-config nonint do_spi 0 && sudo reboot", device=device)
        return
    yield _well("there", device=device)
    needed = frame_bytes(settings.seats * settings.pixels, rings.mhz)
    buffer = int(machine.read("/sys/module/spidev/parameters/bufsiz") or PAGE)
    if buffer >= needed:
        yield _well("spi_buffer", buffer=buffer, frame=needed)
    else:
        enough = -(-needed // PAGE) * PAGE
        mend = f"sudo sed -i '1s/$/ spidev.bufsiz={enough}/' {machine.boot}/cmdline.txt && sudo reboot"
        yield _wrong("spi_buffer", mend, buffer=buffer, frame=needed)


def _core_clock(machine: Machine, settings: Settings) -> Iterator[Found]:
    if settings.rings.backend != "spi" or machine.family not in ("3", "4", "zero 2"):
        return
    values = machine.config.values
    core, least = values.get("core_freq"), values.get("core_freq_min")
    if core is not None and (core == "250" or core == least):
        yield _well("core_clock", mhz=core)
        return
    lines = ("core_freq=500", "core_freq_min=500") if machine.family == "4" else ("core_freq=250",)
    yield _wrong("core_clock", _add_to_config(machine, *lines))


def _ring_clock(machine: Machine, settings: Settings) -> Iterator[Found]:
    """The clock this Pi makes of the one that is asked for, by what the pixels' data sheets allow."""
    rings = settings.rings
    if rings.backend != "spi":
        return
    core = re.fullmatch(r"[1-9]\d{0,3}", machine.config.values.get("core_freq", ""))
    source = int(core[0]) if core else CORE.get(machine.family, 250)
    if machine.family == "5":
        source = 200
    mhz = divided(source, rings.mhz)
    if beyond := illegal(rings.one, mhz):
        sheet, pulse, ns, least, most = beyond[0]
        limits = f"{least:g}–{most:g} ns" if isfinite(most) else f"≥ {least:g} ns"
        mend = Reason("doctor.set", setting=f"mhz = {CLOCKS[rings.one]}", table="[rings]")
        facts = {"mhz": f"{mhz:.3f}", "pulse": pulse, "ns": f"{ns:.0f} ns", "sheet": sheet, "limits": limits}
        yield _note("ring_clock", mend, **facts)
    else:
        yield _well("ring_clock", mhz=f"{mhz:.3f}")


CORE = {"4": 500}
"""MHz of the core clock that `_core_clock` fixes; 250 on the others."""


def _pio(machine: Machine, settings: Settings) -> Iterator[Found]:
    rings = settings.rings
    if rings.backend != "pio":
        return
    if machine.family != "5":
        yield _wrong("pio", Reason("doctor.set", setting='backend = "spi"', table="[rings]"))
        return
    device, pixels = rings.device or LEDS, settings.seats * settings.pixels
    line = f"dtoverlay=ws2812-pio,gpio=10,num_leds={pixels}"
    number = machine.config.overlays.get("ws2812-pio", {}).get("num_leds")
    if number is None:
        yield _wrong("pio_overlay", _add_to_config(machine, line))
    elif number != str(pixels):
        drop = f"sudo sed -i '/^dtoverlay=ws2812-pio/d' {machine.boot}/config.txt && "
        yield _wrong("pio_pixels", drop + _add_to_config(machine, line), number=number, pixels=pixels)
    if not machine.there(device):
        yield _wrong("pio_device", "sudo reboot", device=device)
    elif not machine.is_root and not machine.may_write(machine.path(device)):
        rule = 'SUBSYSTEM=="ws2812-pio-rp1", GROUP="gpio", MODE="0660"'
        mend = f"echo '{rule}' | sudo tee /etc/udev/rules.d/90-garou.rules && sudo reboot"
        yield _wrong("pio_forbidden", mend, user=machine.user, device=device)
    else:
        yield _well("there", device=device)
    if machine.kernel < PIO_KERNEL:
        mend = "sudo apt update && sudo apt full-upgrade && sudo reboot"
        yield _wrong("pio_kernel", mend, version=_dotted(machine.kernel), least=_dotted(PIO_KERNEL))


def _expanders(machine: Machine, settings: Settings) -> Iterator[Found]:
    if not _on_chips(settings):
        return
    device = f"/dev/i2c-{settings.pins.i2c_bus}"
    if machine.there(device):
        yield _well("there", device=device)
    elif machine.config.params.get("i2c_arm", machine.config.params.get("i2c")) == "on":
        yield _wrong("i2c_waits", "sudo reboot", device=device)
    else:
        yield _wrong("i2c_off", "sudo raspi-config nonint do_i2c 0 && sudo reboot", device=device)
    if machine.can_import("smbus2"):
        yield _well("module", module="smbus2")
    else:
        yield _wrong("smbus2", _brings(machine, "smbus2"))


def _display(machine: Machine, settings: Settings) -> Iterator[Found]:  # noqa: ARG001
    if not _alone_on_screen(machine):
        return
    connectors = sorted(machine.path("/sys/class/drm").glob("card*-*/status"))
    if any(machine.read(f"/sys/class/drm/{each.parent.name}/status") == "connected" for each in connectors):
        yield _well("screen")
    elif connectors:
        yield _wrong("no_screen", Reason("doctor.no_screen.mend"))
    else:
        yield _wrong("no_graphics", _add_to_config(machine, "dtoverlay=vc4-kms-v3d"))
    missing = [library for library in KMSDRM if not machine.can_load(library)]
    if missing:
        yield _wrong("drawing", f"sudo apt install {KMSDRM_PACKAGES}", names=", ".join(missing))
    else:
        yield _well("drawing")


def _sound(machine: Machine, settings: Settings) -> Iterator[Found]:
    if not settings.voice.enabled:
        return
    if has_sound(machine):
        yield _well("sound")
    elif machine.family in ("3", "4"):
        yield _note("no_sound", _add_to_config(machine, "dtparam=audio=on"))
    else:
        yield _note("no_sound", Reason("doctor.no_sound.mend"))
    espeak = machine.can_load("libespeak-ng.so.1") or machine.can_import("espeakng_loader")
    speaks = machine.can_import("pyttsx3")
    if speaks and espeak:
        yield _well("voice")
    else:
        mend = "sudo apt install libespeak-ng1" if speaks else _brings(machine, "pyttsx3")
        yield _wrong("no_voice", mend)


def has_sound(machine: Machine) -> bool:
    """Whether anything can be heard: by a sound card, or a sound server."""
    cards = machine.read("/proc/asound/cards")
    runtime = machine.environ.get("XDG_RUNTIME_DIR", "")
    server = machine.environ.get("PULSE_SERVER") or (runtime and machine.there(f"{runtime}/pulse/native"))
    return bool(server) or bool(cards and "no soundcards" not in cards)


def _state(machine: Machine, settings: Settings) -> Iterator[Found]:
    directory = state_directory(machine.environ, machine.home)
    nearest = next(path for path in (directory, *directory.parents) if machine.there(path))
    if not machine.may_write(machine.path(nearest)):
        mend = f"sudo install -d -o {machine.user} {directory}"
        yield _wrong("state", mend, user=machine.user, folder=directory)
    kind = file_system(machine.read("/proc/self/mounts"), directory)
    if kind not in GONE_AT_BOOT:
        yield _well("state_on", folder=directory, kind=kind) if kind else _well("state", folder=directory)
        return
    mend = "export XDG_STATE_HOME=/a/folder/on/a/disk"
    if kind == "overlay" and machine.model:
        mend = "sudo raspi-config nonint do_overlayfs 1 && sudo reboot"
    gone = _wrong("state_gone", mend, folder=directory, kind=kind)
    yield gone if is_real(settings) else gone._replace(grade="note")


def _evenings(machine: Machine, settings: Settings) -> Iterator[Found]:  # noqa: ARG001
    yield from kept_evenings(machine.path(state_directory(machine.environ, machine.home)))


def kept_evenings(folder: Path) -> Iterator[Found]:
    """What is wrong with the journal in a folder, and what was when it was mended last."""
    from table.evening.journal import Journal, JournalError, NothingKeptError, mending_in

    try:
        with closing(Journal(folder, writing=False)) as journal:
            now = journal.mending
        if now:
            yield Found("wrong", now.wrong, Reason("doctor.journal.why"), "garou play")
        else:
            yield _well("journal")
    except NothingKeptError:
        pass
    except JournalError as error:
        yield Found("wrong", error.wrong, Reason("doctor.journal.why"))
    if remembered := mending_in(folder):
        when_s, mending = remembered
        date = datetime.fromtimestamp(when_s).strftime("%Y-%m-%d")
        yield Found("note", Reason("doctor.mended.found", date=date, why=mending.wrong))


def _clock(machine: Machine, settings: Settings) -> Iterator[Found]:  # noqa: ARG001
    if machine.there("/run/systemd/timesync/synchronized"):
        yield _well("clock_network")
    elif machine.there("/dev/rtc0"):
        yield _well("clock_battery" if machine.family == "5" else "clock")
    else:
        yield _note("clock", Reason("doctor.clock.mend"))


def _lamp(machine: Machine, settings: Settings) -> Iterator[Found]:  # noqa: ARG001
    """The Pi's activity lamp, which shows when the card is written to."""
    lamps = [f"/sys/class/leds/{name}/trigger" for name in ("ACT", "led0")]
    trigger = next((text for lamp in lamps if (text := machine.read(lamp))), "")
    if "[none]" in trigger:
        yield _well("lamp")
    elif trigger:
        yield _note("lamp", _add_to_config(machine, "dtparam=act_led_trigger=none"))


LOOKS = (_python, _model, _sound, _state, _evenings)
LOOKS_ON_A_PI = (
    _groups, _pin_library, _serial, _one_wire, _spi_pins, _sound_pins, _pins,
    _spi, _core_clock, _ring_clock, _pio, _expanders, _display, _clock, _lamp,
)  # fmt: skip
"""What matters to a table of wood and wire."""


# What the table needs


def is_real(settings: Settings) -> bool:
    """Whether this is a table of wood and wire."""
    return settings.pins.backend != "simulated" and settings.pins.factory != "mock"


def _on_pins(settings: Settings) -> bool:
    return bool(_pins_of(settings))


def _on_chips(settings: Settings) -> bool:
    return any(pin for seat in settings.pins.chips for pin in seat)


def _pins_of(settings: Settings) -> set[int]:
    """The pins of the Pi that have buttons."""
    return {pin for seat in settings.pins.gpio for pin in seat if pin is not None}


def _alone_on_screen(machine: Machine) -> bool:
    """Whether no desktop draws: the board then takes the whole display."""
    return not (machine.environ.get("DISPLAY") or machine.environ.get("WAYLAND_DISPLAY"))


def _gpio(pins: set[int]) -> str | Wrong:
    *first, last = (f"GPIO{pin}" for pin in sorted(pins))
    return Reason("allowed.and", one=", ".join(first), more=last) if first else last


def _dotted(version: Sequence[int]) -> str:
    return ".".join(map(str, version)) or "?"


def _add_to_config(machine: Machine, *lines: str) -> str:
    """The command that adds lines to config.txt, for all models, whatever section it ends with."""
    added = " ".join(("'[all]'", *lines))
    return f"printf '%s\\n' {added} | sudo tee -a {machine.boot}/config.txt && sudo reboot"


def _brings(machine: Machine, module: str) -> str:
    return brings(module, machine.folder, machine.prefix, machine.root)


def _is_set_up(machine: Machine) -> bool:
    return is_set_up(machine.folder, machine.root)


def file_system(mounts: str, directory: Path) -> str:
    """The kind of file system a directory lies on, by the lines of /proc/self/mounts; empty if unknown."""
    best, kind = -1, ""
    for line in mounts.splitlines():
        parts = line.split()
        if len(parts) < 3:
            continue
        point = Path(re.sub(r"\\([0-7]{3})", lambda octal: chr(int(octal[1], 8)), parts[1]))
        if directory.is_relative_to(point) and len(point.parts) >= best:
            best, kind = len(point.parts), parts[2]
    return kind


# The report


def as_text(findings: Sequence[Finding], troubles: Troubles) -> str:
    """What is wrong, why that matters and what mends it; of what is well one line each."""
    lines = []
    for finding in findings:
        lines.append(f"{troubles.text(f'grade.{finding.grade}')}  {finding.found}")
        if finding.grade != "well":
            told = (finding.why, f"> {finding.mend}" * bool(finding.mend))
            lines += [f"       {text}" for text in told if text]
    wrong = sum(finding.grade == "wrong" for finding in findings)
    lines.append(troubles.text("grade.number", number=wrong) if wrong else troubles.text("grade.none"))
    return "\n".join(lines)


def as_data(findings: Sequence[Finding]) -> dict[str, Any]:
    """For another program."""
    return {
        "well": all(finding.grade != "wrong" for finding in findings),
        "findings": [msgspec.structs.asdict(finding) for finding in findings],
    }
