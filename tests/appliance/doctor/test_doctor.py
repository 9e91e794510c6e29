"""`garou doctor`: every fault of a machine is found with its reason and its remedy; a sound one has none."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hardware.buttons.gpio_lines import CONSUMER, Header
from hardware.buttons.usb_ports import BUZZ, Plugged
from hardware.troubles import Trouble
from hardware.voice.interface import VoiceError
from table.appliance.doctor.examine import examine
from table.appliance.doctor.findings import Finding, as_data, as_text
from table.appliance.doctor.machine import Machine, about, file_system, this_machine
from table.appliance.menu.menus import MenuTexts
from table.appliance.opening.for_service import examined
from table.appliance.opening.prepared import CommandLine, Prepared
from table.appliance.service.service import Service
from table.evening.journal import Journal
from table.evening.journal_files import FILE
from table.settings.load import usable
from table.settings.owner import Owner, state_directory
from table.settings.settings import CONFIG, TABLE, Settings
from table.words.narration import Narration
from table.words.troubles import english
from tests.kit.diaries import Reseated, dice, evening, played
from tests.kit.players import garou
from tests.kit.schemas import fits
from tests.kit.sound_cards import DOUBLE, PI_4, USB, lay_cards, lay_ports
from tests.kit.usb import LETTERS, lay_out, lay_out_raw

GROUPS = frozenset({"gpio", "spi", "i2c", "video", "render", "audio", "input"})
MODULES = frozenset({"gpiod", "RPi", "smbus2", "pyttsx3", "espeakng_loader"})
LIBRARIES = frozenset({"libespeak-ng.so.1", "libdrm.so.2", "libgbm.so.1", "libEGL.so.1", "libGLESv2.so.2"})

SPI_TABLE = """
seats = 8
[pins]
backend = "gpiozero"
bcm = [[4], [7], [12], [14], [16], [18], [22], ["0x20.GPA0"]]
[rings]
backend = "spi"
"""
PIO_TABLE = SPI_TABLE.replace('"spi"', '"pio"')
SIMULATED = "seats = 8\n"

CONFIG_TXT = """
# For a table
dtparam=spi=on
dtparam=i2c_arm=on,i2c_arm_baudrate=400000
dtoverlay=spi0-0cs,no_miso
[pi4]
core_freq=500
core_freq_min=500
[all]
"""
FILES = {
    "proc/device-tree/model": "Raspberry Pi 4 Model B Rev 1.5\0",
    "proc/sys/kernel/osrelease": "6.12.62+rpt-rpi-v8\n",
    "proc/cmdline": "console=tty1 root=PARTUUID=1-02 rootfstype=ext4\n",
    "proc/asound/cards": " 0 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0\n",
    "proc/self/mounts": "/dev/mmcblk0p2 / ext4 rw,noatime 0 0\ntmpfs /run tmpfs rw 0 0\n",
    "boot/firmware/config.txt": CONFIG_TXT,
    "sys/class/drm/card1-HDMI-A-1/status": "connected\n",
    "sys/class/drm/card1-HDMI-A-2/status": "disconnected\n",
    "sys/module/spidev/parameters/bufsiz": "4096\n",
    "dev/spidev0.0": "",
    "dev/gpiochip0": "",
    "dev/gpiochip1": "",
    "dev/i2c-1": "",
    "run/systemd/timesync/synchronized": "",
    "sys/class/leds/ACT/trigger": "[none] kbd-scrolllock mmc0 heartbeat\n",
    "home/pi/.local/.keep": "",
}


class Bench:
    """A sound Pi 4. `change` and the other methods break it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.root = folder / "root"
        for name, text in FILES.items():
            self.write(name, text)
        self.locked: set[str] = set()
        self.held: dict[int, str] | None = {2: "i2c", 8: "spi0 CS0"}
        self.machine = Machine(
            root=self.root,
            environ={},
            home=Path("/home/pi"),
            user="pi",
            groups=GROUPS,
            is_root=False,
            python=(3, 11),
            can_import=MODULES.__contains__,
            can_load=LIBRARIES.__contains__,
            may_write=lambda path: f"/{path.relative_to(self.root)}" not in self.locked,
            header=self.header,
            prefix=Path("/home/pi/garou/.venv"),
            folder=Path("/home/pi/garou"),
        )

    def header(self, devices: Path) -> Header | None:
        """What the kernel says of the header's chip: gpiochip11, unless it cannot be asked."""
        assert devices == self.root / "dev"
        return None if self.held is None else Header(11, "pinctrl-bcm2711", self.held)

    def write(self, name: str, text: str) -> Bench:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return self

    def remove(self, name: str) -> Bench:
        (self.root / name).unlink()
        return self

    def change(self, **fields: Any) -> Bench:
        self.machine = replace(self.machine, **fields)
        return self

    def lacks(self, *names: str) -> Bench:
        """Removes these modules and libraries."""
        return self.change(
            can_import=(MODULES - {*names}).__contains__, can_load=(LIBRARIES - {*names}).__contains__
        )

    def lock(self, path: str) -> Bench:
        """Takes the right to write to a folder."""
        self.locked.add(path)
        return self

    def hold(self, pin: int, holder: str) -> Bench:
        """Lets another program hold this pin."""
        assert self.held is not None
        self.held[pin] = holder
        return self

    def examined(self, text: str = SPI_TABLE) -> list[Finding]:
        path = self.folder / "table.toml"
        path.write_text(text)
        findings = [found.told(english()) for found in examine(self.machine, path)]
        fits("doctor", as_data(findings, about(self.machine)))
        return findings

    def faults(self, text: str = SPI_TABLE) -> dict[str, Finding]:
        return {found.found: found for found in self.examined(text) if found.grade != "well"}

    def pi(self, model: str) -> Bench:
        return self.write("proc/device-tree/model", f"Raspberry Pi {model}\0")


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


Break = Callable[[Bench], object]


def test_what_is_lost_of_the_evenings_is_said_and_that_something_was(bench: Bench) -> None:
    """What is wrong now, and when a journal was last repaired."""
    folder = bench.root / "home/pi/.local/state/garou"
    for seed in (1, 2):
        with closing(Journal(folder)) as journal:
            played(journal, evening(seed=seed), Reseated(dice(seed)))
    assert "No evening that is kept has lost anything" in [found.found for found in bench.examined()]
    (folder / FILE).unlink()
    (found,) = bench.faults().values()
    assert (found.grade, found.mend) == ("wrong", "garou play")
    assert found.found == (
        f"{folder / FILE} is missing or damaged: its copy is read, with 2 evenings; garou play mends it"
    )
    Journal(folder).close()
    (found,) = bench.faults().values()
    assert found.grade == "note"
    assert re.fullmatch(
        rf"On \d\d\d\d-\d\d-\d\d: {folder / FILE} was missing or empty: its copy is used, with 2 evenings",
        found.found,
    )
    (folder / FILE).unlink()
    (folder / FILE).mkdir()
    found = next(found for found in bench.faults().values() if found.grade == "wrong")
    assert found.found == f"{folder / FILE} cannot be used: it is a folder"


def test_a_sound_machine_has_nothing_to_mend(bench: Bench) -> None:
    findings = bench.examined()
    assert {finding.grade for finding in findings} == {"well"}
    found = {finding.found for finding in findings}
    assert found >= {f"pi is in the group {group}" for group in GROUPS}
    assert found >= {
        "The pins of the header are on /dev/gpiochip11 (pinctrl-bcm2711)",
        "The SPI buffer of 4096 bytes holds a frame of 2534",
        "The rings’ clock is 3.049 MHz on this Pi",
        "/home/pi/.local/state/garou outlasts a cut (ext4)",
    }


REBOOT = " && sudo reboot"
ADD = "| sudo tee -a /boot/firmware/config.txt" + REBOOT
PIP = "cd /home/pi/garou && /home/pi/garou/.venv/bin/python -m pip install -e '.[pi]'"

FAULTS: dict[str, tuple[Break, str, str]] = {
    "an old Python": (
        lambda b: b.change(python=(3, 10)),
        "Python 3.10",
        "sudo apt install python3.13 python3.13-venv && make venv PYTHON=python3.13",
    ),
    **{
        f"not in {group}": (
            lambda b, group=group: b.change(groups=GROUPS - {group}),  # type: ignore[misc]
            f"pi is not in the group {group}",
            f"sudo usermod -aG {group} pi",
        )
        for group in sorted(GROUPS)
    },
    "no gpiod": (lambda b: b.lacks("gpiod"), "gpiod is not installed", PIP),
    "serial console": (
        lambda b: b.write("proc/cmdline", "console=ttyS0,115200 console=tty1"),
        "The serial console writes on GPIO14",
        "sudo raspi-config nonint do_serial_cons 1" + REBOOT,
    ),
    "serial port": (
        lambda b: b.write("boot/firmware/config.txt", CONFIG_TXT + "enable_uart=1\n"),
        "The serial port is on: it keeps GPIO14",
        "sudo raspi-config nonint do_serial_hw 1" + REBOOT,
    ),
    "1-Wire": (
        lambda b: b.write("boot/firmware/config.txt", CONFIG_TXT + "dtoverlay=w1-gpio\n"),
        "1-Wire is on, on GPIO4",
        "sudo raspi-config nonint do_onewire 1" + REBOOT,
    ),
    "chip selects": (
        lambda b: b.write("boot/firmware/config.txt", CONFIG_TXT.replace("dtoverlay=spi0-0cs,no_miso", "")),
        "SPI keeps GPIO7",
        f"printf '%s\\n' '[all]' dtoverlay=spi0-0cs,no_miso {ADD}",
    ),
    "a sound card on I2S": (
        lambda b: b.write("boot/firmware/config.txt", CONFIG_TXT + "dtoverlay=hifiberry-dac\n"),
        "The sound card of dtoverlay=hifiberry-dac keeps GPIO18",
        "sudo sed -i '/^dtoverlay=hifiberry-dac/s/^/#/' /boot/firmware/config.txt" + REBOOT,
    ),
    "no chip of the header": (
        lambda b: setattr(b, "held", None),
        "No GPIO chip is that of a Pi’s header, or none that pi may open",
        "ls -l /dev/gpiochip*",
    ),
    "a pin the kernel holds": (
        lambda b: b.hold(12, "sysfs"),
        "The kernel holds GPIO12 for sysfs",
        "take the line that asks for it out of /boot/firmware/config.txt",
    ),
    "a pin somebody holds": (
        lambda b: b.hold(12, ""),
        "The kernel holds GPIO12 for something without a name",
        "/boot/firmware/config.txt",
    ),
    "SPI off": (
        lambda b: (b.remove("dev/spidev0.0"), b.write("boot/firmware/config.txt", "core_freq=250")),
        "There is no /dev/spidev0.0: SPI is off",
        "sudo raspi-config nonint do_spi 0" + REBOOT,
    ),
    "SPI on, but not yet": (
        lambda b: b.remove("dev/spidev0.0"),
        "There is no /dev/spidev0.0, though dtparam=spi=on is in config.txt: has it been started anew since?",
        "sudo reboot",
    ),
    "a small SPI buffer": (
        lambda b: b.write("sys/module/spidev/parameters/bufsiz", "2048"),
        "The SPI buffer holds 2048 bytes, a frame of all rings has 2534",
        "sudo sed -i '1s/$/ spidev.bufsiz=4096/' /boot/firmware/cmdline.txt" + REBOOT,
    ),
    "a core clock that moves": (
        lambda b: b.write("boot/firmware/config.txt", CONFIG_TXT.replace("core_freq_min=500", "")),
        "The core clock is not fixed in config.txt",
        f"printf '%s\\n' '[all]' core_freq=500 core_freq_min=500 {ADD}",
    ),
    "a core clock that moves on a Pi 3": (
        lambda b: b.pi("3 Model B Plus Rev 1.3"),  # the lines of CONFIG_TXT are for a Pi 4
        "The core clock is not fixed in config.txt",
        f"printf '%s\\n' '[all]' core_freq=250 {ADD}",
    ),
    "I2C off": (
        lambda b: (
            b.remove("dev/i2c-1"),
            b.write("boot/firmware/config.txt", CONFIG_TXT.replace("i2c_arm=on,", "")),
        ),
        "There is no /dev/i2c-1: I2C is off",
        "sudo raspi-config nonint do_i2c 0" + REBOOT,
    ),
    "I2C on, but not yet": (
        lambda b: b.remove("dev/i2c-1"),
        "There is no /dev/i2c-1, though dtparam=i2c_arm=on is in config.txt: has it been started anew since?",
        "sudo reboot",
    ),
    "no smbus2": (lambda b: b.lacks("smbus2"), "smbus2 is not installed", PIP),
    "no screen": (
        lambda b: b.write("sys/class/drm/card1-HDMI-A-1/status", "disconnected"),
        "No screen is connected",
        "plug it in",
    ),
    "no graphics": (
        lambda b: [b.remove(f"sys/class/drm/card1-HDMI-A-{n}/status") for n in (1, 2)],
        "There is no graphics card",
        f"printf '%s\\n' '[all]' dtoverlay=vc4-kms-v3d {ADD}",
    ),
    "no libraries to draw with": (
        lambda b: b.lacks("libgbm.so.1", "libEGL.so.1"),
        "Missing: libgbm.so.1, libEGL.so.1",
        "sudo apt install libdrm2 libgbm1 libegl1 libgles2 libgl1-mesa-dri",
    ),
    "no pyttsx3": (
        lambda b: b.lacks("pyttsx3"),
        "The voice engine is not installed",
        PIP,
    ),
    "no espeak": (
        lambda b: b.lacks("libespeak-ng.so.1", "espeakng_loader"),
        "The voice engine is not installed",
        "sudo apt install libespeak-ng1",
    ),
    "a state directory of somebody else": (
        lambda b: b.lock("/home/pi/.local"),
        "pi cannot write to /home/pi/.local/state/garou",
        "sudo install -d -o pi /home/pi/.local/state/garou",
    ),
    "a read-only system": (
        lambda b: b.write("proc/self/mounts", "overlayroot / overlay rw 0 0"),
        "/home/pi/.local/state/garou lies on overlay",
        "sudo raspi-config nonint do_overlayfs 1" + REBOOT,
    ),
    "a state directory in memory": (
        lambda b: b.change(environ={"STATE_DIRECTORY": "/run/garou"}),
        "/run/garou lies on tmpfs",
        "export XDG_STATE_HOME=",
    ),
}


@pytest.mark.parametrize(
    ("module", "settings", "mend"),
    [
        ("gpiod", "", "sudo rm /opt/garou/versions/1/.ready && sudo make install"),
        ("RPi", '\n[pins]\nfactory = "rpigpio"\n', "sudo apt install python3-rpi.gpio"),
        ("smbus2", "", "sudo rm /opt/garou/versions/1/.ready && sudo make install"),
        ("pyttsx3", "", "sudo rm /opt/garou/versions/1/.ready && sudo make install"),
    ],
)
@pytest.mark.parametrize("python", [(3, 11), (3, 13)])
def test_an_appliance_gets_what_it_lacks_from_where_it_came(
    bench: Bench, module: str, settings: str, mend: str, python: tuple[int, int]
) -> None:
    """Without pip: the folder is root's, an archive has none, and the system's libraries count."""
    bench.write("opt/garou/versions/1/.ready", "")
    folder = Path("/opt/garou/versions/1")
    bench.change(folder=folder, prefix=folder / ".venv", python=python).lacks(module)
    text = SPI_TABLE.replace("\n[pins]\n", settings) if settings else SPI_TABLE
    mends = [found.mend for found in bench.examined(text) if "is not installed" in found.found]
    assert [one.partition("  #")[0] for one in mends] == [mend]


def test_without_gpiod_nothing_is_said_of_the_header(bench: Bench) -> None:
    bench.lacks("gpiod").held = None
    assert [*bench.faults()] == ["gpiod is not installed"]


def test_a_program_from_a_wheel_gets_what_it_lacks_by_its_own_pip(bench: Bench) -> None:
    """There is no source folder to install from again."""
    prefix = Path("/home/pi/.local/share/pipx/venvs/garou")
    bench.change(folder=prefix / "lib/python3.11/site-packages", prefix=prefix).lacks("smbus2")
    mends = [found.mend for found in bench.examined(SPI_TABLE) if "is not installed" in found.found]
    assert mends == [f"{prefix}/bin/python -m pip install smbus2"]


def test_what_marks_an_appliance_is_what_its_installer_leaves() -> None:
    from hardware.libraries import READY, SYSTEMS
    from systemd import install

    assert READY == install.READY
    assert install.OF_SYSTEM in SYSTEMS


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_found_with_its_reason_and_what_mends_it(bench: Bench, name: str) -> None:
    """Each fault alone on a sound machine."""
    breaks, found, mend = FAULTS[name]
    breaks(bench)
    faults = bench.faults()
    assert list(faults) == [found]
    assert faults[found].grade == "wrong"
    assert faults[found].why.endswith(".")
    assert mend in faults[found].mend


NOTES: dict[str, tuple[Break, str]] = {
    "no sound card": (
        lambda b: b.write("proc/asound/cards", "--- no soundcards ---"),
        "There is no sound card",
    ),
    "no sound at all": (lambda b: b.remove("proc/asound/cards"), "There is no sound card"),
    "a program on a pin": (lambda b: b.hold(12, "lg"), "A program holds GPIO12 (lg)"),
    "a program on several pins": (
        lambda b: [b.hold(pin, "gpiomon") for pin in (4, 7, 22)],
        "A program holds GPIO4, GPIO7 and GPIO22 (gpiomon)",
    ),
    "no time": (
        lambda b: b.remove("run/systemd/timesync/synchronized"),
        "The clock has neither battery nor network",
    ),
    "a lamp that shows the disk": (
        lambda b: b.write("sys/class/leds/ACT/trigger", "none kbd-scrolllock [mmc0] heartbeat\n"),
        "The Pi’s activity lamp shows when the card is written to",
    ),
    "a lamp of an older kernel": (
        lambda b: (
            b.remove("sys/class/leds/ACT/trigger"),
            b.write("sys/class/leds/led0/trigger", "none [mmc0]\n"),
        ),
        "The Pi’s activity lamp shows when the card is written to",
    ),
    "a Python to come": (lambda b: b.change(python=(3, 15)), "Python 3.15"),
    "an old Pi": (lambda b: b.pi("Zero W Rev 1.1"), "Raspberry Pi Zero W Rev 1.1"),
    "root": (lambda b: b.change(is_root=True, user="root"), "This is root, who may use every device"),
}


@pytest.mark.parametrize("name", NOTES)
def test_what_is_worth_knowing_breaks_nothing(bench: Bench, name: str) -> None:
    breaks, found = NOTES[name]
    breaks(bench)
    faults = bench.faults()
    assert [(fault.grade, fault.found) for fault in faults.values()] == [("note", found)]


@pytest.mark.parametrize(
    ("model", "mend"), [("4 Model B", "dtparam=audio=on"), ("5 Model B", "USB sound card")]
)
def test_what_mends_silence_depends_on_the_pi(bench: Bench, model: str, mend: str) -> None:
    bench.pi(model)
    bench.remove("proc/asound/cards")
    assert mend in bench.faults()["There is no sound card"].mend


def sound_of(bench: Bench, output: str = "auto") -> list[Finding]:
    """What the doctor says of the sound."""
    found = bench.examined(f'{SPI_TABLE}[sound]\noutput = "{output}"\n')
    return [finding for finding in found if finding.key.startswith("sound") and finding.key != "sound_pins"]


def test_the_cards_are_listed_with_the_one_that_plays_and_why(bench: Bench) -> None:
    lay_cards(bench.root, *PI_4)
    [sound] = sound_of(bench)
    assert sound.found == (
        "Sound comes out of the screen on HDMI: a screen is connected there. "
        "Sound cards: Headphones, vc4hdmi0, vc4hdmi1"
    )
    assert sound.facts == {
        "output": "auto",
        "card": "vc4hdmi0",
        "chosen": "screen",
        "missing": False,
        "cards": [
            {"name": "Headphones", "kind": "jack", "title": "bcm2835 Headphones"},
            {"name": "vc4hdmi0", "kind": "hdmi", "title": "vc4-hdmi-0"},
            {"name": "vc4hdmi1", "kind": "hdmi-2", "title": "vc4-hdmi-1"},
        ],
        "screens": ["HDMI-A-1"],
        "server": "",
    }


@pytest.mark.parametrize("output", ["jack", "default", "Headphones"])
def test_sound_beside_the_screen_that_people_look_at_is_a_note(bench: Bench, output: str) -> None:
    lay_cards(bench.root, *PI_4)
    _, elsewhere = sound_of(bench, output)
    assert elsewhere.grade == "note"
    assert elsewhere.found.startswith("A screen is connected, the screen on HDMI, and the sound")
    assert elsewhere.mend == 'set output = "hdmi" in [sound]'


def test_an_output_that_is_not_there_is_told_with_the_cards_that_are(bench: Bench) -> None:
    lay_cards(bench.root, *PI_4)
    _, absent = sound_of(bench, "headphones")
    assert absent.found == 'output = "headphones" in [sound]: no such sound card is here'
    assert absent.mend.endswith('"default", "Headphones", "vc4hdmi0", "vc4hdmi1"')


def test_of_two_equal_cards_the_doctor_names_the_port_until_it_is_chosen(bench: Bench) -> None:
    lay_cards(bench.root, USB, DOUBLE)
    lay_ports(bench.root, "1.3", "1.4")
    sound, double = sound_of(bench, "usb")
    assert "USB: USB Audio Device (usb-0000:01:00.0-1.3)" in sound.found
    assert sound.found.endswith("usb-0000:01:00.0-1.3, usb-0000:01:00.0-1.4")
    assert double.found == "Several sound cards are called USB Audio Device"
    assert double.mend == 'set output = "usb-0000:01:00.0-1.3" in [sound]'
    assert [found.key for found in sound_of(bench, "usb-0000:01:00.0-1.4")] == ["sound"]


def test_where_a_sound_server_chooses_nobody_knows_better(bench: Bench) -> None:
    lay_cards(bench.root, *PI_4)
    bench.write("run/user/1000/pipewire-0", "").change(environ={"XDG_RUNTIME_DIR": "/run/user/1000"})
    [sound] = sound_of(bench)
    assert (sound.facts["chosen"], sound.facts["server"]) == ("server", "PipeWire")


def test_a_table_that_plays_is_no_stranger_on_its_own_pins(bench: Bench) -> None:
    for pin in (4, 7, 12, 14, 16, 18, 22):
        bench.hold(pin, CONSUMER)
    assert bench.faults() == {}
    assert any("as a table that plays holds them" in finding.found for finding in bench.examined())


def test_rpigpio_needs_no_chip_of_the_header(bench: Bench) -> None:
    bench.held = None
    bench.write("proc/sys/kernel/osrelease", "6.1.21-v8+")
    told = bench.examined(SPI_TABLE.replace("[rings]", 'factory = "rpigpio"\n[rings]'))
    assert {finding.grade for finding in told} == {"well"}
    assert not any("pins of the buttons" in finding.found for finding in told)


SOUND: dict[str, Break] = {
    "a fixed clock of 250 MHz": lambda b: b.write(
        "boot/firmware/config.txt", CONFIG_TXT.replace("500", "250").replace("core_freq_min=250", "")
    ),
    "a Pi 3 with its own lines": lambda b: (
        b.pi("3 Model B Rev 1.2"),
        b.write("boot/firmware/config.txt", CONFIG_TXT + "core_freq=250\n"),
    ),
    "files where they were before Bookworm": lambda b: (
        b.remove("boot/firmware/config.txt"),
        b.write("boot/config.txt", CONFIG_TXT),
    ),
    "1-Wire on a pin without a button": lambda b: b.write(
        "boot/firmware/config.txt", CONFIG_TXT + "dtoverlay=w1-gpio,gpiopin=23"
    ),
    "lines for another Pi": lambda b: b.write(
        "boot/firmware/config.txt",
        CONFIG_TXT + "[pi3]\nenable_uart=1\ndtoverlay=w1-gpio\n[none]\nenable_uart=1",
    ),
    "lines that are comments": lambda b: b.write(
        "boot/firmware/config.txt", CONFIG_TXT + "#enable_uart=1\n#dtoverlay=w1-gpio\n"
    ),
    "the console on a screen": lambda b: b.write("proc/cmdline", "console=tty1"),
    "a hardware clock": lambda b: (
        b.remove("run/systemd/timesync/synchronized"),
        b.write("dev/rtc0", ""),
    ),
    "only espeakng-loader": lambda b: b.lacks("libespeak-ng.so.1"),
    "only the system's espeak": lambda b: b.lacks("espeakng_loader"),
    "no lamp": lambda b: b.remove("sys/class/leds/ACT/trigger"),
    "a sound server": lambda b: (
        b.remove("proc/asound/cards"),
        b.change(environ={"PULSE_SERVER": "unix:/run/pulse"}),
    ),
    "a sound server of the user's own": lambda b: (
        b.remove("proc/asound/cards"),
        b.write("run/user/1000/pulse/native", ""),
        b.change(environ={"XDG_RUNTIME_DIR": "/run/user/1000"}),
    ),
    "a desktop": lambda b: (
        b.lacks("libgbm.so.1"),
        b.write("sys/class/drm/card1-HDMI-A-1/status", "disconnected"),
        b.change(environ={"WAYLAND_DISPLAY": "wayland-0"}, groups=GROUPS - {"video", "render", "input"}),
    ),
    "a disk of its own on a read-only system": lambda b: b.write(
        "proc/self/mounts", "overlayroot / overlay rw 0 0\n/dev/sda1 /home/pi ext4 rw 0 0"
    ),
}


@pytest.mark.parametrize("name", SOUND)
def test_what_is_well_in_another_way_is_no_fault(bench: Bench, name: str) -> None:
    SOUND[name](bench)
    assert bench.faults() == {}


# ---------------------------------------------------------------------------- other tables


PLAIN = (
    "Piper speaks more like a person than espeak: sudo make install EXTRAS=piper, then sudo garou voice --get"
    " lists voices with their licences, and fetches one (docs/words.md)"
)


def test_a_simulated_table_needs_little(bench: Bench) -> None:
    for name in FILES:
        bench.remove(name)
    bench.write("proc/self/mounts", "overlay / overlay rw 0 0")
    bench.change(groups=frozenset())
    bench.lacks("gpiod", "smbus2", "RPi", "libgbm.so.1")
    findings = bench.examined(SIMULATED)
    assert [(found.grade, found.found) for found in findings] == [
        ("well", f"The configuration {bench.folder}/table.toml can be used"),
        ("well", "Python 3.11"),
        ("note", "There is no sound card"),
        ("well", "The voice engine is installed"),
        ("well", PLAIN),
        ("note", "/home/pi/.local/state/garou lies on overlay"),
    ]


def test_a_table_on_pins_that_do_not_exist_needs_little_too(bench: Bench) -> None:
    bench.write("proc/device-tree/model", "")
    bench.change(groups=frozenset())
    assert bench.faults(SPI_TABLE.replace("[rings]", 'factory = "mock"\n[rings]')) == {}


def test_a_table_without_a_voice_needs_no_sound(bench: Bench) -> None:
    bench.lacks("pyttsx3", "espeakng_loader", "libespeak-ng.so.1")
    bench.remove("proc/asound/cards")
    bench.change(groups=GROUPS - {"audio"})
    assert bench.faults(SPI_TABLE + "[voice]\nenabled = false\n") == {}


SIWIS = "/var/lib/garou/voices/fr_FR-siwis-medium.onnx"


def with_siwis(bench: Bench, speed: Callable[[str], float]) -> list[Finding]:
    """What is found of a table with a Piper voice, where `speed` measures it."""
    bench.write(SIWIS.lstrip("/"), "").write(f"{SIWIS}.json".lstrip("/"), "")
    bench.change(can_import=(MODULES | {"piper"}).__contains__, environ={"STATE_DIRECTORY": "/var/lib/garou"})
    found = bench.change(voice_speed=speed).examined('language = "fr"\n' + SPI_TABLE)
    return [finding for finding in found if finding.key.startswith("voice_s")]


def test_how_quick_a_voice_is_on_this_machine_is_told(bench: Bench) -> None:
    [quick] = with_siwis(bench, lambda _: 0.304)
    voice = f"{bench.root}{SIWIS}"
    assert (quick.grade, quick.facts) == ("well", {"file": voice, "seconds": 0.3})
    assert quick.found == f"{voice} takes 0.3 s to render a second of speech: good"
    [slow] = with_siwis(bench, lambda _: 0.9)
    assert (slow.grade, slow.key) == ("note", "voice_slow")
    assert slow.found.startswith(f"The voice {voice} is too slow for this machine, 0.9 s")
    assert "above 0.5 s" in slow.why


def test_a_voice_that_cannot_speak_is_told_with_its_reason(bench: Bench) -> None:
    def fails(voice: str) -> float:
        raise VoiceError(Trouble("voice.unable", engine="piper", detail=voice))

    [broken] = with_siwis(bench, fails)
    assert (broken.grade, broken.key) == ("note", "voice_slow")
    assert "fr_FR-siwis-medium" in broken.found


def test_piper_without_a_voice_says_where_one_is_fetched(bench: Bench) -> None:
    bench.change(can_import=(MODULES | {"piper"}).__contains__)
    told = [found.found for found in bench.examined(SPI_TABLE) if found.key == "mute_piper"]
    words = MenuTexts("en")
    assert len(told) == 1
    assert words.text("service.human") in told[0]
    assert words.text("host.sound") in told[0]


PORT = "usb-0000:01:00.0-1.2/input0"
USB_TABLE = f"""
seats = 2
[pins]
backend = "gpiozero"
bcm = [["usb:{PORT}:30"], ["usb:{PORT}:31"]]
[voice]
enabled = false
"""
KEYS = sum(1 << key for key in LETTERS)
SPARE = Plugged("event1", "usb-0000:01:00.0-1.3/input0", "another keyboard", KEYS)


def laptop(bench: Bench, *things: Plugged) -> Bench:
    """A machine that is no Pi, with evdev and these devices."""
    for thing in things:
        bench.write(f"dev/input/{thing.node}", "")
    lay_out(bench.root, things)
    return bench.remove("proc/device-tree/model").change(can_import=(MODULES | {"evdev"}).__contains__)


def test_a_table_of_usb_keys_needs_no_pi(bench: Bench) -> None:
    laptop(bench, Plugged("event0", PORT, "a keyboard", KEYS), SPARE)
    assert bench.faults(USB_TABLE) == {}
    assert f"a keyboard is plugged in at {PORT}" in {found.found for found in bench.examined(USB_TABLE)}


def test_usb_keys_that_are_not_heard_are_told_with_what_mends_it(bench: Bench) -> None:
    laptop(bench, SPARE).change(can_import=MODULES.__contains__)
    faults = bench.faults(USB_TABLE)
    missing = f'pins.bcm = "usb:{PORT}:30" for seat 1: nothing is plugged in there'
    assert list(faults) == ["evdev is not installed", missing]
    assert faults["evdev is not installed"].mend.endswith("pip install -e '.[usb]'")
    assert faults[missing].mend.endswith(f"garou check --write; ports with something in them: {SPARE.port}")


def test_on_an_appliance_evdev_comes_with_the_system(bench: Bench) -> None:
    laptop(bench, SPARE).write("opt/garou/versions/1/.ready", "")
    bench.change(can_import=MODULES.__contains__, folder=Path("/opt/garou/versions/1"))
    assert bench.faults(USB_TABLE)["evdev is not installed"].mend == "sudo apt install python3-evdev"


def test_a_usb_device_that_may_not_be_opened_is_told_with_the_command(bench: Bench) -> None:
    laptop(bench, Plugged("event0", PORT, "a pad", 3 << 30)).lock("/dev/input/event0")
    [fault] = bench.faults(USB_TABLE).values()
    assert fault.found == f"pi may not open a pad ({PORT})"
    assert fault.mend == "sudo usermod -aG input pi, then log out and in again"


def test_a_last_keyboard_is_told(bench: Bench) -> None:
    laptop(bench, Plugged("event0", PORT, "a keyboard", KEYS))
    assert list(bench.faults(USB_TABLE)) == [f"a keyboard ({PORT}) is the last keyboard of this machine"]


def test_a_service_that_may_not_open_usb_devices_is_told(bench: Bench) -> None:
    laptop(bench, Plugged("event0", PORT, "a pad", 3 << 30))
    bench.write("etc/systemd/system/garou.service", "DeviceAllow=char-input rw\n")
    assert bench.faults(USB_TABLE) == {}
    bench.write("etc/systemd/system/garou.service", "DeviceAllow=char-spi rw\n")
    fault = bench.faults(USB_TABLE)["The service may not open what is plugged into USB"]
    assert fault.mend == "cd /home/pi/garou && sudo make install"


BUZZ_TABLE = USB_TABLE.replace(":30", ":1.buzz").replace(":31", ":2.buzz")


def test_lamps_that_may_not_be_lit_are_told_with_the_rule_and_keep_nobody_from_playing(bench: Bench) -> None:
    laptop(bench, Plugged("event0", PORT, "Buzz", sum(1 << key for key in BUZZ.values())))
    lay_out_raw(bench.root, "hidraw0", PORT)
    assert bench.faults(BUZZ_TABLE) == {}
    [seen] = [found for found in bench.lock("/dev/hidraw0").examined(BUZZ_TABLE) if found.grade == "note"]
    assert seen.found == f"pi may not light the lamps of the buzzers ({PORT})"
    assert seen.mend == (
        'echo \'SUBSYSTEM=="hidraw", ATTRS{idVendor}=="054c", ATTRS{idProduct}=="0002|1000", GROUP="input", '
        'MODE="0660"\' | sudo tee -a /etc/udev/rules.d/90-garou.rules && sudo reboot'
    )
    assert {found.found for found in bench.examined(USB_TABLE) if found.grade == "note"} == set()


def test_on_a_pi_the_group_of_usb_devices_is_looked_at(bench: Bench) -> None:
    bench.change(groups=frozenset({"audio", "video", "render"}))
    assert "pi is not in the group input" in bench.faults(USB_TABLE)


def test_buttons_on_expanders_alone_need_no_pins(bench: Bench) -> None:
    chips = ", ".join(f'["0x20.GPA{n}"]' for n in range(7))
    text = f'seats = 7\n[pins]\nbackend = "gpiozero"\nbcm = [{chips}]\n'
    bench.lacks("gpiod")
    bench.remove("dev/spidev0.0")
    bench.change(groups=GROUPS - {"gpio", "spi"})
    bench.write("proc/cmdline", "console=ttyS0,115200")
    assert bench.faults(text) == {}


def test_buttons_on_pins_alone_need_no_expanders(bench: Bench) -> None:
    bench.lacks("smbus2")
    bench.remove("dev/i2c-1")
    bench.change(groups=GROUPS - {"i2c"})
    assert bench.faults(SPI_TABLE.replace('"0x20.GPA0"', "24")) == {}


def test_a_real_table_on_another_computer(bench: Bench) -> None:
    bench.write("proc/device-tree/model", "Some other board")
    faults = bench.faults()
    assert list(faults) == ["This is no Raspberry Pi"]
    assert faults["This is no Raspberry Pi"].mend == "garou play --simulated"


@pytest.mark.parametrize(
    ("kernel", "model", "faulty"),
    [
        ("6.6.31+rpt", "4 Model B", True),
        ("6.12.62", "4 Model B", True),
        ("6.1.21-v8+", "4 Model B", False),
        ("6.1.21-v8+", "5 Model B", True),
    ],
)
def test_rpigpio_sees_no_press_on_a_new_kernel(bench: Bench, kernel: str, model: str, faulty: bool) -> None:
    bench.write("proc/sys/kernel/osrelease", kernel)
    bench.pi(model)
    faults = bench.faults(SPI_TABLE.replace("[rings]", 'factory = "rpigpio"\n[rings]'))
    told = [fault for found, fault in faults.items() if "rpigpio" in found]
    assert [fault.mend for fault in told] == ['set factory = "gpiod" in [pins]'] * faulty


@pytest.mark.parametrize(
    ("lines", "cmdline", "faulty"),
    [
        ("", "console=ttyAMA10,115200", False),
        ("enable_uart=1", "console=serial0", False),
        ("", "console=ttyAMA0,115200", True),
        ("dtparam=uart0=on", "", True),
        ("dtoverlay=uart0-pi5", "", True),
    ],
)
def test_the_serial_port_of_a_pi_5_has_another_name(
    bench: Bench, lines: str, cmdline: str, faulty: bool
) -> None:
    bench.pi("5 Model B Rev 1.0")
    bench.write("boot/firmware/config.txt", CONFIG_TXT + lines)
    bench.write("proc/cmdline", cmdline)
    assert len(bench.faults()) == faulty


@pytest.mark.parametrize(
    ("model", "core", "asked", "made", "said"),
    [
        ("3 Model B Rev 1.2", "core_freq=400\ncore_freq_min=400\n", "", "3.030", ""),
        ("5 Model B Rev 1.0", "", "", "3.030", ""),
        (
            "4 Model B Rev 1.5",
            "",
            "mhz = 3.2",
            "3.165",
            "T1H lasts 632 ns; the data sheet of the WS2812B wants 650–950 ns",
        ),
        (
            "4 Model B Rev 1.5",
            "",
            'one = "1110"',
            "3.049",
            "T1H lasts 984 ns; the data sheet of the WS2812B wants 650–950 ns",
        ),
        ("4 Model B Rev 1.5", "", 'one = "1110"\nmhz = 3.3', "3.289", ""),
        ("4 Model B Rev 1.5", "", 'mhz = 3.2\ncolours = "GRBW"', "3.165", ""),
        (
            "4 Model B Rev 1.5",
            "",
            'one = "1110"\nmhz = 3.3\ncolours = "GRBW"',
            "3.289",
            "T1H lasts 912 ns; the data sheet of the SK6812RGBW wants 450–750 ns",
        ),
    ],
)
def test_a_clock_that_no_data_sheet_allows_is_told(
    bench: Bench, model: str, core: str, asked: str, made: str, said: str
) -> None:
    bench.pi(model).write("boot/firmware/config.txt", CONFIG_TXT + core)
    told = [found for found in bench.examined(f"{SPI_TABLE}{asked}\n") if "The rings’ clock" in found.found]
    assert [(found.grade, found.found) for found in told] == [
        ("note" if said else "well", f"The rings’ clock is {made} MHz on this Pi" + f": {said}" * bool(said))
    ]
    setting = 'one = "1100", mhz = 3.05' if "W" in asked else f"mhz = {3.3 if '1110' in asked else 3.05}"
    assert told[0].mend == (f"set {setting} in [rings]" if said else "")


PIO_LINE = "dtoverlay=ws2812-pio,gpio=10,num_leds=192"
PIO: dict[str, tuple[Break, str, str]] = {
    "another Pi": (
        lambda b: b.pi("4 Model B"),
        'backend = "pio" in [rings] on what is no Pi 5',
        'set backend = "spi" in [rings]',
    ),
    "no overlay": (
        lambda b: b.write("boot/firmware/config.txt", CONFIG_TXT),
        "dtoverlay=ws2812-pio is not in config.txt",
        f"printf '%s\\n' '[all]' dtoverlay=ws2812-pio,gpio=10,num_leds=192 {ADD}",
    ),
    "another number of pixels": (
        lambda b: b.write(
            "boot/firmware/config.txt", CONFIG_TXT + "dtoverlay=ws2812-pio,gpio=10,num_leds=60"
        ),
        "dtoverlay=ws2812-pio is for 60 pixels, the table has 192",
        "sudo sed -i '/^dtoverlay=ws2812-pio/d' /boot/firmware/config.txt && printf ",
    ),
    "four colours a pixel": (
        lambda b: b.write("boot/firmware/config.txt", CONFIG_TXT + PIO_LINE + ",rgbw"),
        f'config.txt has another dtoverlay=ws2812-pio than pixels of colours = "GRB" need: {PIO_LINE}',
        "sudo sed -i '/^dtoverlay=ws2812-pio/d' /boot/firmware/config.txt && printf ",
    ),
    "no device": (lambda b: b.remove("dev/leds0"), "There is no /dev/leds0", "sudo reboot"),
    "no rule": (
        lambda b: b.lock("/dev/leds0"),
        "pi may not write to /dev/leds0",
        "sudo tee /etc/udev/rules.d/90-garou.rules",
    ),
    "a kernel with the fault": (
        lambda b: b.write("proc/sys/kernel/osrelease", "6.12.34+rpt-rpi-2712"),
        "The kernel is 6.12.34",
        "sudo apt update && sudo apt full-upgrade" + REBOOT,
    ),
}


@pytest.fixture
def pi_5(bench: Bench) -> Bench:
    bench.pi("5 Model B Rev 1.0")
    bench.write("boot/firmware/config.txt", CONFIG_TXT + "dtoverlay=ws2812-pio,gpio=10,num_leds=192\n")
    bench.write("dev/leds0", "")
    return bench


def test_a_sound_pi_5_needs_no_fixed_clock(pi_5: Bench) -> None:
    pi_5.change(groups=GROUPS - {"spi"})
    assert pi_5.faults(PIO_TABLE) == {}
    pi_5.change(groups=GROUPS)
    assert pi_5.faults(SPI_TABLE) == {}


def test_a_pi_5_sends_four_colours_if_the_overlay_says_so(pi_5: Bench) -> None:
    table = PIO_TABLE + 'colours = "GRBW"\n'
    (found,) = pi_5.faults(table)
    assert found.endswith(f'colours = "GRBW" need: {PIO_LINE},rgbw=on')
    pi_5.write("boot/firmware/config.txt", CONFIG_TXT + PIO_LINE + ",rgbw=on\n")
    assert pi_5.faults(table) == {}


def test_a_pi_5_is_told_to_drive_a_long_chain_by_its_own_driver(pi_5: Bench) -> None:
    pi_5.write("sys/module/spidev/parameters/bufsiz", "8192")
    long = "SPI on a Pi 5, with 432 pixels: chains of more than 322 broke in other projects"

    def notes(seats: int) -> list[tuple[str, str]]:
        told = pi_5.examined((CONFIG / "tables" / f"{seats}.toml").read_text("utf-8"))
        return [(found.grade, found.mend) for found in told if found.found == long]

    assert notes(18) == [("note", 'set backend = "pio" in [rings]')]
    assert notes(12) == []
    pi_5.pi("4 Model B Rev 1.5")
    assert notes(18) == []


def test_a_spi_buffer_is_counted_for_four_colours(bench: Bench) -> None:
    bench.write("sys/module/spidev/parameters/bufsiz", "3300")
    told = {found.found for found in bench.examined(SPI_TABLE + 'colours = "GRBW"\n')}
    assert "The SPI buffer holds 3300 bytes, a frame of all rings has 3302" in told


@pytest.mark.parametrize("name", PIO)
def test_a_fault_of_the_pi_5_driver_is_found(pi_5: Bench, name: str) -> None:
    breaks, found, mend = PIO[name]
    breaks(pi_5)
    fault = pi_5.faults(PIO_TABLE)[found]
    assert fault.grade == "wrong"
    assert mend in fault.mend


# ---------------------------------------------------------------------------- the configuration


def test_a_configuration_the_table_refuses_is_a_finding(bench: Bench) -> None:
    faults = bench.faults(SPI_TABLE.replace("[16]", "[12]"))
    [(found, fault)] = faults.items()
    assert "each pin once" in found
    assert fault.mend == f"edit {bench.folder}/table.toml"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("seats = = 8", "line 1 is not valid TOML"),
        ('seats = "many"', 'line 1: seats = "many" is not allowed'),
        ("chairs = 8", "line 1: chairs is not a key"),
        (b"\xff\xfe", "is not UTF-8 text"),
        ("n = " + "[" * 5000, "too much nested"),
        (None, "cannot be read: it is a folder"),
    ],
)
def test_what_is_no_configuration_is_a_finding_and_the_rest_is_looked_at(
    bench: Bench, text: str | bytes | None, said: str
) -> None:
    path = bench.folder / "odd.toml"
    if text is None:
        path.mkdir()
    else:
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    first, *others = [found.told(english()) for found in examine(bench.machine, path)]
    assert first.grade == "wrong"
    assert first.found.startswith(str(path))
    assert said in first.found
    assert first.mend == f"edit {path}"
    assert {finding.grade for finding in others} == {"well"}
    assert Finding("python", "well", "Python 3.11", facts={"version": "3.11"}) in others


def test_of_a_refused_configuration_all_that_can_be_used_counts(bench: Bench) -> None:
    """The number of seats is refused, but the backends count: the machine is examined for pins and wires."""
    bench.remove("dev/spidev0.0")
    faults = bench.faults(SPI_TABLE.replace("seats = 8", "seats = 80"))
    assert [found.partition(":")[0] for found in faults] == [
        f"{bench.folder}/table.toml, line 2",
        "There is no /dev/spidev0.0, though dtparam=spi=on is in config.txt",
    ]
    wrong = SPI_TABLE.replace("[rings]", "i2c_bus = 99\n[rings]\nmhz = 99")
    (bench.folder / "table.toml").write_text(wrong)
    kept = usable(bench.folder / "table.toml")
    assert (kept.pins.backend, len(kept.pins.bcm), kept.pins.i2c_bus) == ("gpiozero", 8, 1)
    assert (kept.rings.backend, kept.rings.mhz) == ("spi", 3.05)
    (bench.folder / "table.toml").write_text("seats = = 8")
    assert usable(bench.folder / "table.toml") == Settings(language="system")


# ---------------------------------------------------------------------------- what it reads


@pytest.mark.parametrize(
    ("model", "family"),
    [
        ("Raspberry Pi Model B Plus Rev 1.2", "1"),
        ("Raspberry Pi 2 Model B Rev 1.1", "2"),
        ("Raspberry Pi 3 Model B Plus Rev 1.3", "3"),
        ("Raspberry Pi 4 Model B Rev 1.5", "4"),
        ("Raspberry Pi 400 Rev 1.0", "4"),
        ("Raspberry Pi Compute Module 4 Rev 1.1", "4"),
        ("Raspberry Pi 5 Model B Rev 1.0", "5"),
        ("Raspberry Pi 500 Rev 1.0", "5"),
        ("Raspberry Pi Zero W Rev 1.1", "zero"),
        ("Raspberry Pi Zero 2 W Rev 1.0", "zero 2"),
        ("Pine64 RockPro64", ""),
    ],
)
def test_every_pi_is_known(bench: Bench, model: str, family: str) -> None:
    bench.write("proc/device-tree/model", model + "\0")
    assert bench.machine.family == family


def test_the_nearest_mount_counts_and_of_two_the_last() -> None:
    mounts = (
        "a / ext4 rw 0 0\nb /var overlay rw 0 0\nc /var/my\\040data xfs rw 0 0\nd /var tmpfs rw 0 0\nbroken"
    )
    assert file_system(mounts, Path("/etc")) == "ext4"
    assert file_system(mounts, Path("/variable")) == "ext4"
    assert file_system(mounts, Path("/var/lib")) == "tmpfs"
    assert file_system(mounts, Path("/var/my data/garou")) == "xfs"
    assert file_system("", Path("/etc")) == ""


@pytest.mark.parametrize(
    ("environ", "directory"),
    [
        ({}, "/home/pi/.local/state/garou"),
        ({"XDG_STATE_HOME": "/data"}, "/data/garou"),
        ({"XDG_STATE_HOME": "/data", "STATE_DIRECTORY": "/var/lib/garou"}, "/var/lib/garou"),
        ({"STATE_DIRECTORY": "/var/lib/garou:/var/lib/more"}, "/var/lib/garou"),
    ],
)
def test_evenings_are_kept_where_a_service_or_a_user_keeps_things(
    environ: dict[str, str], directory: str
) -> None:
    assert state_directory(environ, Path("/home/pi")) == Path(directory)


def test_this_machine_can_be_looked_at() -> None:
    machine = this_machine()
    assert machine.can_import("msgspec")
    assert not machine.can_import("no_such_module_anywhere")
    assert not machine.can_load("libno-such-library.so.9")
    assert machine.there("/proc/self/mounts")
    assert not machine.there(f"/{'x' * 300}")
    assert machine.kernel > (2,)
    assert machine.read("/no/such/file") == ""


# ---------------------------------------------------------------------------- the report


REPORT = [
    Finding("python", "well", "Python 3.11"),
    Finding("clock", "note", "No time", "Dates may be wrong.", "sudo timedatectl set-ntp true"),
    Finding(
        "spi_off", "wrong", "SPI is off", "The rings hang on it.", "sudo reboot", {"device": Path("/dev/x")}
    ),
]


def test_the_report_for_people() -> None:
    assert as_text(REPORT, english()).splitlines() == [
        "ok     Python 3.11",
        "note   No time",
        "       Dates may be wrong.",
        "       > sudo timedatectl set-ntp true",
        "WRONG  SPI is off",
        "       The rings hang on it.",
        "       > sudo reboot",
        "1 to mend.",
    ]
    assert as_text(REPORT[:2], english()).splitlines()[-1] == "Nothing to mend."


@pytest.mark.parametrize(("python", "code"), [((3, 11), 0), ((3, 10), 1)])
def test_the_command(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, python: tuple[int, int], code: int
) -> None:
    bench.change(python=python)
    monkeypatch.setattr("table.appliance.doctor.machine.this_machine", lambda: bench.machine)
    told = garou("doctor")
    assert (told.code, told.err) == (code, "")
    assert told.out.splitlines()[0] == f"bon    La configuration {TABLE} est bonne", "as the table speaks"
    told = garou("doctor", "--language", "en")
    assert told.out.splitlines()[0] == f"ok     The configuration {TABLE} can be used"
    told = garou("doctor", "--json")
    assert told.code == code
    assert json.loads(told.out)["well"] is (code == 0)


def test_the_command_tells_of_a_configuration_that_is_refused(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("table.appliance.doctor.machine.this_machine", lambda: bench.machine)
    path = bench.folder / "table.toml"
    path.write_text("seats = 80")
    told = garou("doctor", "--config", str(path), "--language", "en", "--json")
    assert (told.code, told.err) == (1, "")
    assert json.loads(told.out)["findings"][0]["found"].startswith(f"{path}, line 1: seats = 80")


@pytest.mark.parametrize(
    ("language", "said", "mends"),
    [
        ("en", "thiercelieux needs at least 8 players; for 4: rulebook mots-garous", "edit"),
        (
            "fr",
            "il faut au moins 8 joueurs pour thiercelieux\u00a0; à 4\u00a0: rulebook mots-garous",
            "corriger",
        ),
    ],
)
def test_the_service_menu_is_told_in_its_language(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, language: str, said: str, mends: str
) -> None:
    monkeypatch.setattr("table.appliance.opening.for_service.this_machine", lambda: bench.machine)
    monkeypatch.setenv("XDG_STATE_HOME", str(bench.folder))
    path = bench.folder / "table.toml"
    path.write_text("seats = 4\n")
    opening = Prepared(CommandLine(), Owner(bench.folder, path), [], Service(wanted=False), print)
    [found] = examined(opening, Narration.load(language))
    line = "ligne" if language == "fr" else "line"
    assert found.startswith(f"{path}, {line} 1")
    assert found.endswith(f"{said} > {mends} {path}")


def test_the_service_menu_says_what_was_mended(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("table.appliance.opening.for_service.this_machine", lambda: bench.machine)
    monkeypatch.setenv("XDG_STATE_HOME", str(bench.folder))
    folder = bench.folder / "garou"
    opening = Prepared(CommandLine(), Owner(bench.folder, TABLE), [], Service(wanted=False), print)
    assert examined(opening, Narration.load("fr")) == []
    with closing(Journal(folder)) as journal:
        played(journal, evening(seed=1), Reseated(dice(1)))
    (folder / FILE).unlink()
    Journal(folder).close()
    [found] = examined(opening, Narration.load("fr"))
    assert found.endswith("evenings.sqlite manquait ou était vide\u00a0: sa copie le remplace, avec 1 soirée")


def test_a_file_that_is_not_there_is_wrong_use() -> None:
    told = garou("doctor", "--config", "nowhere.toml")
    assert (told.code, told.out) == (2, "")
    assert told.err == "garou: nowhere.toml cannot be read: No such file or directory\n"


def test_a_table_for_phones_has_their_libraries_and_an_appliance_their_gateway(bench: Bench) -> None:
    text = f"{SPI_TABLE}\n[phones]\nenabled = true\n"
    mends = {found.found: found.mend for found in bench.examined(text) if found.grade == "wrong"}
    add = "cd /home/pi/garou && /home/pi/garou/.venv/bin/python -m pip install -e '.[phones]'"
    assert mends == {"websockets is missing": add, "segno is missing": add}
    assert not [found for found in bench.examined(SPI_TABLE) if "missing" in found.found], (
        "nobody asked for them"
    )
    bench.write("opt/garou/versions/1/.ready", "")
    bench.change(folder=Path("/opt/garou/versions/1"), can_import=lambda _: True)
    (found,) = [found for found in bench.examined(text) if found.grade == "wrong"]
    assert found.mend == "sudo systemctl enable --now garou-phones"
    bench.write("etc/systemd/system/multi-user.target.wants/garou-phones.service", "")
    assert not [found for found in bench.examined(text) if found.grade == "wrong"]


def test_a_wifi_of_the_tables_own_that_was_left_open_can_be_opened(bench: Bench) -> None:
    text = f"{SPI_TABLE}\n[phones]\nenabled = true\n"

    def found() -> list[tuple[str, str]]:
        return [(one.grade, one.found) for one in bench.examined(text) if one.key == "hotspot"]

    kept = str(state_directory(bench.machine.environ, bench.machine.home)).lstrip("/")
    wifi = {"name": "Garou 47", "password": "badofuja", "is_open": False}
    bench.write(f"{kept}/hotspot.json", json.dumps(wifi))
    assert found() == []
    bench.write(f"{kept}/hotspot.json", json.dumps(wifi | {"is_open": True}))
    [(grade, told)] = found()
    assert (grade, "NetworkManager" in told) == ("wrong", True)
    bench.write("usr/bin/nmcli", "")
    [(grade, told)] = found()
    assert (grade, "no Wi-Fi device is there" in told) == ("wrong", True)
    bench.write("sys/class/net/wlan0/phy80211/name", "phy0")
    for part, value in (("type", "wlan"), ("soft", "1")):
        bench.write(f"sys/class/rfkill/rfkill0/{part}", value)
    [(grade, told)] = found()
    assert (grade, "do_wifi_country" in told) == ("wrong", True)
    bench.write("sys/class/rfkill/rfkill0/soft", "0")
    assert found() == [("well", "The table’s own Wi-Fi can be open: Garou 47")]
    assert "badofuja" not in str(bench.examined(text))
    assert not [one for one in bench.examined() if one.key == "hotspot"], "a table without phones"
