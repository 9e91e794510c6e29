"""A table of eight pods, from its installation to the first morning, by pins and the rings' wire alone."""

from __future__ import annotations

from pathlib import Path

from table.paths import SHIPPED
from tests.machine.machine import Machine
from tests.machine.people import Party

PINS = ("5", "6", "12", "13", "16", "17", "22", "23")
"""Those of config/tables/8.toml."""
QUICK = """
[times]
pace = "fast"
deal_s = 60
debate_s = 60
"""


def test_it_installs_without_a_network(installed: Path) -> None:
    said = (installed.parent / "said").read_text()
    assert "is in use: /usr/local/bin/garou" in said
    assert "ok     /etc/garou/table.toml can be used" in said


def test_eight_people_play_a_night_by_pins_and_rings_alone(machine: Machine) -> None:
    """The service is active, which it is once it has told READY; the doctor finds the header's chip and the
    wire; eight people sit down, their host starts a round, they look at their cards and play the first
    night; the data sheets of the pixels allow every frame."""
    table = 'language = "en"\n' + (SHIPPED / "tables" / "8.toml").read_text("utf-8") + QUICK
    machine.put(table, "/etc/garou/table.toml")
    machine.run("systemctl start garou", timeout_s=120)
    assert machine.say("systemctl is-active garou") == "active"
    doctor = machine.run("garou doctor", check=False).stdout
    assert "The pins of the header are on /dev/gpiochip0 (pinctrl-bcm2711)" in doctor
    assert "/dev/spidev0.0 is there" in doctor
    with Party(machine, PINS) as party:
        party.sit_down()
        assert sorted(party.says(seat) for seat in range(8)) == ["host", *["taken"] * 7]
        party.start_round()
        party.play(900.0, lambda: [party.says(seat) for seat in range(8)].count("day") > 4)
        assert party.frames > 100
        assert party.faults == []
    machine.run("systemctl stop garou")
    assert machine.say("systemctl show -p Result --value garou") == "success"
