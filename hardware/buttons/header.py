"""The backend of buttons on the Pi's header: what they need, and what else may use their pins."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from hardware.buttons.backend import Wires
from hardware.buttons.gpio_lines import CONSUMER
from hardware.interface import Buttons, Clock
from hardware.looks import (
    MachineView,
    Observation,
    Phrase,
    add_to_config,
    brings_to,
    dotted,
    note,
    to_set,
    well,
    wrong,
)

PINS = range(28)
"""BCM numbers of the pins a Pi has on its header."""
SPI = "/dev/spidev0.0"
SPI_PINS, SERIAL_PINS, SOUND_PINS = {7, 8, 9}, {14, 15}, {18, 19, 20, 21}
"""The pins that SPI takes though the rings do not need them, those of the serial port, and those of I2S."""
RPIGPIO_KERNEL = (6, 6)
"""The first kernel on which RPi.GPIO sees no edges."""
SOUND_OVERLAYS = (
    "hifiberry|iqaudio|allo-|justboom|googlevoicehat|i2s-|wm8960|max98357a|adau7002|audioinjector"
)
PROGRAMS = (CONSUMER, "lg", "gpiozero", "python", "gpiomon", "gpioset", "gpioget", "pigpio")
"""Prefixes of consumer names that are programs, not drivers."""


class HeaderBackend:
    """Buttons on the Pi's own pins."""

    needs_pi = True
    reserved: Mapping[int, str] = {}
    group = "gpio"
    why = "of_pins"

    def contact(self, pin: int | str) -> int | None:
        """The BCM number on the header, or None."""
        return pin if isinstance(pin, int) and pin in PINS else None

    def config_txt(self, wires: Wires) -> Sequence[str]:
        """Switches off the serial port if buttons use its pins."""
        return ("enable_uart=0",) if pins_of(wires) & SERIAL_PINS else ()

    def notes(self, wires: Wires) -> Sequence[str]:
        """What else must release its pins."""
        taken = pins_of(wires)
        others = {"settings.serial": SERIAL_PINS, "settings.one_wire": {4}, "settings.sound": SOUND_PINS}
        return [key for key, pins in others.items() if taken & pins]

    def open(self, wires: Wires, clock: Clock) -> Buttons:
        """Claims the pins."""
        from hardware.buttons.gpio import GpioButtons, pin_factory  # which load the pin library

        return GpioButtons(on_header(wires), pin_factory(wires.factory), clock)

    def look(self, machine: MachineView, wires: Wires) -> Iterator[Observation]:
        """Checks the pin library, and what else uses the pins."""
        yield from _look_at_library(machine, wires)
        yield from _look_at_serial(machine, wires)
        yield from _look_at_one_wire(machine, wires)
        yield from _look_at_spi(machine, wires)
        yield from _look_at_sound_cards(machine, wires)
        yield from _look_at_holders(machine, wires)


def on_header(wires: Wires) -> list[list[int | None]]:
    """The header pins of each seat, None for a button wired to something else."""
    return [[pin if isinstance(pin, int) else None for pin in seat] for seat in wires.pins]


def pins_of(wires: Wires) -> set[int]:
    """The Pi's pins that have buttons."""
    return {pin for pin in wires.used if isinstance(pin, int)}


def listed(pins: Collection[int]) -> str | Phrase:
    """ "GPIO4, GPIO17 and GPIO22"."""
    *first, last = (f"GPIO{pin}" for pin in sorted(pins))
    return Phrase("allowed.and", one=", ".join(first), more=last) if first else last


def free_pins(machine: MachineView, reserved: Collection[int]) -> list[int]:
    """The pins that a button may be on: neither `reserved` nor used by SPI, the serial port, a sound card or
    a driver of the kernel."""
    taken = {*reserved}
    if chip := machine.header(machine.path("/dev")):
        taken |= {*chip.holders}
    if machine.there(SPI) and not _frees_spi_pins(machine):
        taken |= SPI_PINS
    if _has_console(machine) or _has_serial(machine):
        taken |= SERIAL_PINS
    if _sound_cards(machine):
        taken |= SOUND_PINS
    return [pin for pin in PINS if pin not in taken]


def _look_at_library(machine: MachineView, wires: Wires) -> Iterator[Observation]:
    """Checks that the pin library is installed and works on this Pi."""
    factory = wires.factory
    if factory == "rpigpio" and (machine.kernel >= RPIGPIO_KERNEL or machine.family == "5"):
        mend = to_set('factory = "gpiod"', "[pins]")
        yield wrong("rpigpio", mend, version=dotted(machine.kernel))
    module = "RPi.GPIO" if factory == "rpigpio" else "gpiod"
    if machine.can_import(module.partition(".")[0]):
        yield well("module", module=module)
    else:
        yield wrong("pin_library", brings_to(machine, module), module=module)


def _look_at_serial(machine: MachineView, wires: Wires) -> Iterator[Observation]:
    """Checks that the serial port does not use the buttons' pins."""
    taken = pins_of(wires) & SERIAL_PINS
    if not taken:
        return
    named = listed(taken)
    if _has_console(machine):
        yield wrong("console", "sudo raspi-config nonint do_serial_cons 1 && sudo reboot", pins=named)
    elif _has_serial(machine):
        yield wrong("serial", "sudo raspi-config nonint do_serial_hw 1 && sudo reboot", pins=named)
    else:
        yield well("serial", pins=named)


def _has_console(machine: MachineView) -> bool:
    """Whether the kernel has a console on the serial port of the header. That of a Pi 5 is on a connector of
    its own."""
    console = r"console=ttyAMA0\b" if machine.family == "5" else r"console=(serial0|ttyAMA0|ttyS0)\b"
    return bool(re.search(console, machine.read("/proc/cmdline")))


def _has_serial(machine: MachineView) -> bool:
    """Whether the serial port of the header is on, which has another name on a Pi 5."""
    config = machine.config
    if machine.family == "5":
        return config.params.get("uart0") == "on" or bool({"uart0", "uart0-pi5"} & set(config.overlays))
    return config.values.get("enable_uart") == "1"


def _look_at_one_wire(machine: MachineView, wires: Wires) -> Iterator[Observation]:
    """Checks that 1-Wire does not use a button's pin."""
    overlay = next((name for name in machine.config.overlays if name.startswith("w1-gpio")), None)
    pin = int(machine.config.overlays[overlay].get("gpiopin", "4")) if overlay else 4
    if pin not in pins_of(wires):
        return
    if overlay:
        yield wrong("one_wire", "sudo raspi-config nonint do_onewire 1 && sudo reboot", pins=f"GPIO{pin}")
    else:
        yield well("one_wire", pins=f"GPIO{pin}")


def _look_at_spi(machine: MachineView, wires: Wires) -> Iterator[Observation]:
    """Checks SPI, which takes two chip selects and MISO too, though the rings do not need them."""
    taken = pins_of(wires) & SPI_PINS
    if not taken or not machine.there(SPI):
        return
    if _frees_spi_pins(machine):
        yield well("spi_pins", pins=listed(taken))
    else:
        yield wrong("spi_pins", add_to_config(machine, "dtoverlay=spi0-0cs,no_miso"), pins=listed(taken))


def _frees_spi_pins(machine: MachineView) -> bool:
    return "no_miso" in machine.config.overlays.get("spi0-0cs", {})


def _look_at_sound_cards(machine: MachineView, wires: Wires) -> Iterator[Observation]:
    """Checks that no sound card on the header uses the buttons' pins."""
    taken = pins_of(wires) & SOUND_PINS
    cards = _sound_cards(machine)
    if taken and cards:
        mend = f"sudo sed -i '/^dtoverlay={cards[0]}/s/^/#/' {machine.boot}/config.txt && sudo reboot"
        yield wrong("sound_pins", mend, overlay=cards[0], pins=listed(taken))
    elif taken:
        yield well("sound_pins", pins=listed(taken))


def _sound_cards(machine: MachineView) -> list[str]:
    """The overlays of sound cards on the header."""
    return [name for name in machine.config.overlays if re.match(SOUND_OVERLAYS, name)]


def _look_at_holders(machine: MachineView, wires: Wires) -> Iterator[Observation]:
    """Checks the header's chip, and what else the kernel says uses the buttons' pins. SPI and 1-Wire have
    checks of their own."""
    wired = pins_of(wires)
    chip = machine.header(machine.path("/dev"))
    if chip is None:
        if wires.factory == "gpiod" and machine.can_import("gpiod"):
            yield wrong("no_header", Phrase("doctor.no_header.mend"), user=machine.user)
        return
    yield well("header", device=chip.device, label=chip.label)
    by_holder: dict[str, set[int]] = {}
    for pin, holder in sorted(chip.holders.items()):
        if pin in wired and not re.match("spi0|w1", holder):
            by_holder.setdefault(holder, set()).add(pin)
    if not by_holder:
        yield well("pins")
    elif by_holder == {CONSUMER: wired}:
        yield well("own_pins")
    else:
        for holder, pins in by_holder.items():
            if holder.startswith(PROGRAMS):
                yield note("program_pin", "sudo lsof /dev/gpiochip*", pins=listed(pins), holder=holder)
            else:
                mend = Phrase("doctor.kernel_pin.mend", file=f"{machine.boot}/config.txt")
                named = holder or Phrase("doctor.nameless")
                yield wrong("kernel_pin", mend, pins=listed(pins), holder=named)
