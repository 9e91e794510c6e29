"""The service on a real system, as its owner meets it: one machine, from the first start to the purge."""

from __future__ import annotations

from pathlib import Path

import pytest

from table.paths import SHIPPED
from tests.machine.machine import COLOURS, GuestError, Machine, until

NEWER = """
cd /srv/garou-* && echo "# A newer version." >> config/estimate.toml
grep -v " config/estimate.toml$" SHA256SUMS > sums
sha256sum config/estimate.toml >> sums && mv sums SHA256SUMS
"""
"""Makes another version of the archive."""
VERSION = "readlink /opt/garou/current"


def test_it_installs_without_a_network(installed: Path) -> None:
    said = (installed.parent / "said").read_text()
    assert "is in use: /usr/local/bin/garou" in said
    assert "ok     /etc/garou/table.toml can be used" in said
    assert "does not come to an end" not in said


def test_it_is_ready_with_a_board_on_the_screen(machine: Machine) -> None:
    """It is active once it has told READY. The picture is what QEMU's display shows."""
    table = (SHIPPED / "tables" / "8.toml").read_text("utf-8")
    machine.put(f'language = "en"\n{table}', "/etc/garou/table.toml")
    machine.run("systemctl enable --now garou", timeout_s=120)
    assert machine.is_active()
    assert not machine.is_active("getty@tty1")
    doctor = machine.run("garou doctor", check=False).stdout
    assert "The pins of the header are on /dev/gpiochip0 (pinctrl-bcm2711)" in doctor
    assert "/dev/spidev0.0 is there" in doctor
    assert machine.colours() > COLOURS


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
