"""The doctor looks at what sends to the rings: SPI with its clocks, or the PIO of a Pi 5."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import isfinite

from hardware.rings.pio import DEVICE as LEDS
from hardware.rings.spi import DEVICE as SPI
from hardware.rings.spi import frame_bytes
from hardware.rings.timing import CLOCKS, divided, illegal
from table.appliance.doctor.findings import Found, note, well, wrong
from table.appliance.doctor.machine import Machine
from table.appliance.doctor.needs import add_to_config, dotted
from table.errors import Reason
from table.settings.settings import Settings

PAGE = 4096
"""SPI buffers come in multiples of this many bytes."""
PIO_KERNEL = (6, 12, 55)
"""The first kernel in which ws2812-pio sends every frame."""
CORE = {"4": 500}
"""MHz of the core clock that `_core_clock` fixes; 250 on the others."""


def spi(machine: Machine, settings: Settings) -> Iterator[Found]:
    """Whether SPI is on and takes a whole frame."""
    rings = settings.rings
    if rings.backend != "spi":
        return
    device = rings.device or SPI
    if not machine.there(device):
        if machine.config.params.get("spi") == "on":
            yield wrong("spi_waits", "sudo reboot", device=device)
        else:
            yield wrong("spi_off", "sudo raspi-config nonint do_spi 0 && sudo reboot", device=device)
        return
    yield well("there", device=device)
    needed = frame_bytes(settings.seats * settings.pixels, rings.mhz)
    buffer = int(machine.read("/sys/module/spidev/parameters/bufsiz") or PAGE)
    if buffer >= needed:
        yield well("spi_buffer", buffer=buffer, frame=needed)
    else:
        enough = -(-needed // PAGE) * PAGE
        mend = f"sudo sed -i '1s/$/ spidev.bufsiz={enough}/' {machine.boot}/cmdline.txt && sudo reboot"
        yield wrong("spi_buffer", mend, buffer=buffer, frame=needed)


def core_clock(machine: Machine, settings: Settings) -> Iterator[Found]:
    """Whether the clock that SPI divides stands still."""
    if settings.rings.backend != "spi" or machine.family not in ("3", "4", "zero 2"):
        return
    values = machine.config.values
    core, least = values.get("core_freq"), values.get("core_freq_min")
    if core is not None and (core == "250" or core == least):
        yield well("core_clock", mhz=core)
        return
    lines = ("core_freq=500", "core_freq_min=500") if machine.family == "4" else ("core_freq=250",)
    yield wrong("core_clock", add_to_config(machine, *lines))


def ring_clock(machine: Machine, settings: Settings) -> Iterator[Found]:
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
        yield note("ring_clock", mend, **facts)
    else:
        yield well("ring_clock", mhz=f"{mhz:.3f}")


def pio(machine: Machine, settings: Settings) -> Iterator[Found]:
    """Whether the driver of the PIO is there, knows how many pixels there are, and may be opened."""
    rings = settings.rings
    if rings.backend != "pio":
        return
    if machine.family != "5":
        yield wrong("pio", Reason("doctor.set", setting='backend = "spi"', table="[rings]"))
        return
    device, pixels = rings.device or LEDS, settings.seats * settings.pixels
    line = f"dtoverlay=ws2812-pio,gpio=10,num_leds={pixels}"
    number = machine.config.overlays.get("ws2812-pio", {}).get("num_leds")
    if number is None:
        yield wrong("pio_overlay", add_to_config(machine, line))
    elif number != str(pixels):
        drop = f"sudo sed -i '/^dtoverlay=ws2812-pio/d' {machine.boot}/config.txt && "
        yield wrong("pio_pixels", drop + add_to_config(machine, line), number=number, pixels=pixels)
    if not machine.there(device):
        yield wrong("pio_device", "sudo reboot", device=device)
    elif not machine.is_root and not machine.may_write(machine.path(device)):
        rule = 'SUBSYSTEM=="ws2812-pio-rp1", GROUP="gpio", MODE="0660"'
        mend = f"echo '{rule}' | sudo tee /etc/udev/rules.d/90-garou.rules && sudo reboot"
        yield wrong("pio_forbidden", mend, user=machine.user, device=device)
    else:
        yield well("there", device=device)
    if machine.kernel < PIO_KERNEL:
        mend = "sudo apt update && sudo apt full-upgrade && sudo reboot"
        yield wrong("pio_kernel", mend, version=dotted(machine.kernel), least=dotted(PIO_KERNEL))
