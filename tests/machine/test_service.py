"""The service on a real system, as its owner meets it: one machine, from the first start to the purge."""

from __future__ import annotations

from pathlib import Path

import pytest

from table.paths import SHIPPED
from table.words.narration import Narration
from tests.machine.machine import COLOURS, GuestError, Machine, until
from tests.machine.people import Party
from tests.machine.sound import HEARD, OTHER, length_s, likeness, lines, recorded

NEWER = """
cd /srv/garou-* && echo "# A newer version." >> config/estimate.toml
grep -v " config/estimate.toml$" SHA256SUMS > sums
sha256sum config/estimate.toml >> sums && mv sums SHA256SUMS
"""
"""Makes another version of the archive."""
PINS = ("5", "6", "12", "13", "16", "17", "22", "23")
PIS = {
    "pinctrl-bcm2835": ("Raspberry Pi 3 Model B Plus Rev 1.3", "0xa020d3", (0,)),
    "pinctrl-bcm2711": ("Raspberry Pi 4 Model B Rev 1.4", "0xc03114", (1,)),
    "pinctrl-rp1": ("Raspberry Pi 5 Model B Rev 1.0", "0xd04170", (4, 15)),
}
"""The chips behind headers by their labels: a Pi that has it, its revision, and of the numbers it has had the
first, the last and some between."""
TABLE = f'language = "en"\n{(SHIPPED / "tables" / "8.toml").read_text("utf-8")}'
VOICE_ALONE = """
[sound]
music = 0.0
ambience = 0.0
[screen]
contrast = "high"
"""
AS_SHIPPED = True
"""Its watchdog is that of a real table."""
VERSION = "readlink /opt/garou/current"


def test_it_installs_without_a_network(installed: Path) -> None:
    said = (installed.parent / "said").read_text()
    assert "is in use: /usr/local/bin/garou" in said
    assert "ok     /etc/garou/table.toml can be used" in said
    assert "does not come to an end" not in said


def test_it_is_ready_with_a_board_on_the_screen(machine: Machine) -> None:
    """It is active once it has told READY. The picture is what QEMU's display shows."""
    machine.put(TABLE, "/etc/garou/table.toml")
    machine.run("systemctl enable --now garou", timeout_s=120)
    assert machine.is_active()
    assert not machine.is_active("getty@tty1")
    doctor = machine.run("garou doctor", check=False).stdout
    assert "The pins of the header are on /dev/gpiochip0 (pinctrl-bcm2711)" in doctor
    assert "/dev/spidev0.0 is there" in doctor
    assert machine.colours() > COLOURS


def test_the_sound_card_plays_what_the_voice_has_made(machine: Machine, tmp_path: Path) -> None:
    """Only one of several sentences welcomes whoever comes by here. It is found in what the sound card has
    recorded, and the others, which the same voice makes of their texts, are not. The voice is alone, without
    music; the board has high contrast, since what it draws else leaves the emulated processor no time for
    the sound."""
    welcome, *others = Narration.load("en").lines["attract.welcome"]
    machine.put(f'[lines]\nattract.welcome = "{welcome}"\n', "/etc/garou/narration/en.toml")
    machine.put(f"{TABLE}\n{VOICE_ALONE}", "/etc/garou/table.toml")
    machine.run("systemctl stop garou")
    began_s = length_s(machine.sound)
    machine.run("systemctl start garou", timeout_s=120)
    line, *unsaid = lines((welcome, *others), tmp_path)
    until(lambda: likeness(line, recorded(machine.sound, began_s)) > HEARD)
    heard = recorded(machine.sound, began_s)
    assert max(likeness(other, heard) for other in unsaid) < OTHER


@pytest.mark.parametrize(
    ("label", "number"), [(label, number) for label, (_, _, numbers) in PIS.items() for number in numbers]
)
def test_the_header_is_found_by_its_label_whatever_its_number(
    label: str, number: int, machine: Machine
) -> None:
    """Somebody sits down by a contact of each."""
    model, revision, _ = PIS[label]
    said = f"label={label} number={number} revision={revision} 'model=\"{model}\"'"
    machine.run(f"systemctl stop garou && modprobe -r garou_wires && modprobe garou_wires {said}")
    doctor = machine.run("garou doctor", check=False).stdout
    assert f"The pins of the header are on /dev/gpiochip{number} ({label})" in doctor
    machine.run("systemctl reset-failed garou; systemctl start garou", timeout_s=120)
    with Party(machine, PINS) as party:
        party.sit(0)
        assert party.faults == []


@pytest.mark.parametrize("signal", ["STOP", "KILL"])
def test_a_table_that_hangs_or_dies_is_started_again(signal: str, machine: Machine) -> None:
    before = int(machine.say("systemctl show -p NRestarts --value garou"))
    machine.run(f"systemctl kill --kill-whom=main -s {signal} garou")
    until(lambda: int(machine.say("systemctl show -p NRestarts --value garou")) > before, 40)
    until(lambda: machine.is_active())
    assert ("watchdog" in machine.say("journalctl -u garou -n 12 --no-pager -o cat").lower()) == (
        signal == "STOP"
    )


def test_an_update_takes_over_and_the_old_version_goes(machine: Machine) -> None:
    before, process = machine.say(VERSION), machine.say("systemctl show -p MainPID --value garou")
    machine.run(NEWER)
    machine.run("cd /srv/garou-* && ./install")
    after = machine.say(VERSION)
    assert after != before
    assert machine.say("ls /opt/garou/versions") == Path(after).name
    until(lambda: machine.is_active())
    assert machine.say("systemctl show -p MainPID --value garou") != process
    machine.run("cd /srv/garou-* && ./install")
    assert machine.say(VERSION) == after


def test_once_it_is_stopped_somebody_can_log_in_on_the_screen(machine: Machine) -> None:
    machine.run("systemctl stop garou")
    assert machine.say("systemctl show -p Result --value garou") == "success"
    until(lambda: machine.is_active("getty@tty1"))


def test_uninstall_leaves_what_is_the_owners_and_purge_leaves_nothing(machine: Machine) -> None:
    machine.run("cd /srv/garou-* && ./install uninstall")
    assert machine.run("systemctl cat garou", check=False).returncode
    with pytest.raises(GuestError):
        machine.run("test -e /opt/garou || command -v garou")
    machine.run("test -s /etc/garou/table.toml -a -s /var/lib/garou/evenings.sqlite")
    machine.run("cd /srv/garou-* && ./install purge")
    with pytest.raises(GuestError):
        machine.run("test -e /etc/garou || ls -A /var/lib/garou | grep . || id garou")
