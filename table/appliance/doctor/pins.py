"""The doctor looks at the pins of the buttons: their library, who else has them, their expanders."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from hardware.libraries import is_pi_os, is_set_up
from hardware.looks import add_to_config, dotted
from hardware.rings.spi import DEVICE as SPI
from table.appliance.doctor.findings import Found, note, well, wrong
from table.appliance.doctor.machine import Machine
from table.appliance.doctor.needs import (
    brings,
    gpio,
    header_of,
    on_chips,
    on_pins,
    pins_of,
)
from table.errors import Reason
from table.sentences import Wrong
from table.settings.settings import Settings

RPIGPIO_KERNEL = (6, 6)
"""From this kernel on RPi.GPIO sees no edges."""
SOUND_OVERLAYS = (
    "hifiberry|iqaudio|allo-|justboom|googlevoicehat|i2s-|wm8960|max98357a|adau7002|audioinjector"
)
LGPIO = "lg"
"""The name under which lgpio holds pins, and so does a table that plays."""
PROGRAMS = (LGPIO, "gpiozero", "python", "gpiomon", "gpioset", "gpioget", "pigpio")
"""How names of holders begin that are programs, not drivers."""


def library(machine: Machine, settings: Settings) -> Iterator[Found]:
    """Whether the pin library is there, works on this Pi, and may write its pipe."""
    if not on_pins(settings):
        return
    factory = settings.pins.factory
    module = "lgpio" if factory == "lgpio" else "RPi.GPIO"
    if factory == "rpigpio" and (machine.kernel >= RPIGPIO_KERNEL or machine.family == "5"):
        mend = Reason("doctor.set", setting='factory = "lgpio"', table="[pins]")
        yield wrong("rpigpio", mend, version=dotted(machine.kernel))
    if machine.can_import(module.partition(".")[0]):
        yield well("module", module=module)
    else:
        # There are no wheels of it from Python 3.13 on: the one of Raspberry Pi OS is used.
        apt = (
            "sudo apt install python3-lgpio && sed -i "
            "'s/^include-system-site-packages = false/include-system-site-packages = true/' "
            f"{machine.prefix}/pyvenv.cfg"
        )
        bring: str | Wrong = brings(machine, module)
        if factory == "lgpio" and machine.python >= (3, 13):
            if not is_pi_os(machine.root):
                bring = Reason("doctor.pin_library.mend", version=dotted(machine.python))
            elif not is_set_up(machine.folder, machine.root):
                bring = apt
        yield wrong("pin_library", bring, module=module)
    where = Path(machine.environ.get("LG_WD") or machine.cwd)
    if factory == "lgpio" and not machine.may_write(machine.path(where)):
        yield wrong("lgpio_pipe", "export LG_WD=/tmp", folder=where)


def serial(machine: Machine, settings: Settings) -> Iterator[Found]:
    """Whether the serial port leaves its pins to the buttons."""
    taken = pins_of(settings) & {14, 15}
    if not taken:
        return
    named, config = gpio(taken), machine.config
    # The console of a Pi 5 is on a plug of its own, its port on these pins goes by another name.
    fifth = machine.family == "5"
    console = r"console=ttyAMA0\b" if fifth else r"console=(serial0|ttyAMA0|ttyS0)\b"
    own = config.params.get("uart0") == "on" or {"uart0", "uart0-pi5"} & set(config.overlays)
    if re.search(console, machine.read("/proc/cmdline")):
        yield wrong("console", "sudo raspi-config nonint do_serial_cons 1 && sudo reboot", pins=named)
    elif own if fifth else config.values.get("enable_uart") == "1":
        yield wrong("serial", "sudo raspi-config nonint do_serial_hw 1 && sudo reboot", pins=named)
    else:
        yield well("serial", pins=named)


def one_wire(machine: Machine, settings: Settings) -> Iterator[Found]:
    """Whether 1-Wire leaves its pin to the buttons."""
    overlay = next((name for name in machine.config.overlays if name.startswith("w1-gpio")), None)
    pin = int(machine.config.overlays[overlay].get("gpiopin", "4")) if overlay else 4
    if pin not in pins_of(settings):
        return
    if overlay:
        yield wrong("one_wire", "sudo raspi-config nonint do_onewire 1 && sudo reboot", pins=f"GPIO{pin}")
    else:
        yield well("one_wire", pins=f"GPIO{pin}")


def spi_pins(machine: Machine, settings: Settings) -> Iterator[Found]:
    """SPI takes its two chip selects and MISO too, which the rings do not need."""
    taken = pins_of(settings) & {7, 8, 9}
    if not taken or not machine.there(SPI):
        return
    frees = "no_miso" in machine.config.overlays.get("spi0-0cs", {})
    if frees:
        yield well("spi_pins", pins=gpio(taken))
    else:
        yield wrong("spi_pins", add_to_config(machine, "dtoverlay=spi0-0cs,no_miso"), pins=gpio(taken))


def sound_pins(machine: Machine, settings: Settings) -> Iterator[Found]:
    """Whether a sound card on the header leaves its pins to the buttons."""
    taken = pins_of(settings) & {18, 19, 20, 21}
    cards = [name for name in machine.config.overlays if re.match(SOUND_OVERLAYS, name)]
    if taken and cards:
        mend = f"sudo sed -i '/^dtoverlay={cards[0]}/s/^/#/' {machine.boot}/config.txt && sudo reboot"
        yield wrong("sound_pins", mend, overlay=cards[0], pins=gpio(taken))
    elif taken:
        yield well("sound_pins", pins=gpio(taken))


def holders(machine: Machine, settings: Settings) -> Iterator[Found]:
    """The chip of the pins, and what the kernel says of those with buttons. SPI and 1-Wire have looks of
    their own."""
    wired = pins_of(settings)
    if not wired:
        return
    chip = header_of(machine, settings)
    if chip is None:
        if settings.pins.factory == "lgpio":
            yield wrong("no_header", Reason("doctor.no_header.mend"), user=machine.user)
        return
    yield well("header", device=chip.device, label=chip.label)
    by_holder: dict[str, set[int]] = {}
    for pin, holder in sorted(chip.holders.items()):
        if pin in wired and not re.match("spi0|w1", holder):
            by_holder.setdefault(holder, set()).add(pin)
    if not by_holder:
        yield well("pins")
    elif by_holder == {LGPIO: wired}:
        yield well("own_pins")
    else:
        for holder, pins in by_holder.items():
            if holder.startswith(PROGRAMS):
                yield note("program_pin", "sudo lsof /dev/gpiochip*", pins=gpio(pins), holder=holder)
            else:
                mend = Reason("doctor.kernel_pin.mend", file=f"{machine.boot}/config.txt")
                named = holder or Reason("doctor.nameless")
                yield wrong("kernel_pin", mend, pins=gpio(pins), holder=named)


def expanders(machine: Machine, settings: Settings) -> Iterator[Found]:
    """Whether port expanders can be reached."""
    if not on_chips(settings):
        return
    device = f"/dev/i2c-{settings.pins.i2c_bus}"
    if machine.there(device):
        yield well("there", device=device)
    elif machine.config.params.get("i2c_arm", machine.config.params.get("i2c")) == "on":
        yield wrong("i2c_waits", "sudo reboot", device=device)
    else:
        yield wrong("i2c_off", "sudo raspi-config nonint do_i2c 0 && sudo reboot", device=device)
    if machine.can_import("smbus2"):
        yield well("module", module="smbus2")
    else:
        yield wrong("smbus2", brings(machine, "smbus2"))
