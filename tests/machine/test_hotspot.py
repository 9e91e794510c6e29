"""A Wi-Fi of the table's own, by two radios of `mac80211_hwsim`: one is the table's, one a phone's.

The phone has a network of its own kernel's (a namespace), so it reaches the table by that Wi-Fi alone.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.hotspot import ID, PROFILES
from table.appliance.devices.own_wifi import FILE
from table.appliance.menu.menus import MenuTexts
from table.appliance.service.menu import ServiceMenu
from table.settings.load import usable
from tests.appliance.service.test_service_menu import AtOnce, Deed
from tests.kit.hotspots import FakeHotspot, own_wifi
from tests.machine.disks import with_libraries
from tests.machine.machine import Machine, until
from tests.machine.people import Party
from tests.machine.teaching import Finger, asks_for_service
from tests.machine.test_service import PINS, TABLE

KERNEL = "systemd.wants=NetworkManager.service"
PHONES = "\n[phones]\nenabled = true\n"
KEPT, PROFILE = f"/var/lib/garou/{FILE}", PROFILES / f"{ID}.nmconnection"
PHONE = "ip netns exec phone"
RADIOS = """
mkdir -p /etc/NetworkManager/conf.d
printf '[keyfile]\nunmanaged-devices+=interface-name:wlan1\n' > /etc/NetworkManager/conf.d/phone.conf
systemctl reload-or-restart NetworkManager
modprobe mac80211_hwsim radios=2
udevadm settle
ip netns add phone
iw phy "$(cat /sys/class/net/wlan1/phy80211/name)" set netns name phone
"""
HIDDEN = """
name=$(ip -o -4 address show | awk '/10\\.0\\.2\\.15/ { print $2 }')
ip link set "$name" down
ip link set "$name" name tap-login
ip link set tap-login up
sleep 2
ip address replace 10.0.2.15/24 dev tap-login
"""
"""Calls the network card by which these tests log in like that of a tunnel: it is no network of phones."""
JOINS = f"""
{PHONE} ip link set lo up
{PHONE} wpa_supplicant -B -i wlan1 -c /run/phone.conf
{PHONE} dhcpcd -1 -4 -B -t 90 wlan1
"""
READS = (
    "import urllib.request as web; "
    "print(web.build_opener(web.ProxyHandler({})).open('http://10.42.0.1:8080', timeout=60).read().decode())"
)


@pytest.fixture(scope="module")
def table(machine: Machine) -> Machine:
    """A table with phones in no network, in the air of one phone."""
    machine.run(RADIOS, timeout_s=200)
    machine.put(HIDDEN, "/run/hidden.sh")
    machine.run("systemd-run --collect sh /run/hidden.sh")
    until(lambda: machine.run("ip link show tap-login", check=False, timeout_s=60).returncode == 0)
    with_libraries(machine, "websockets", "segno")
    machine.put(TABLE + PHONES, "/etc/garou/table.toml")
    machine.run("systemctl enable --now garou-phones", timeout_s=200)
    return machine


@pytest.fixture(scope="module")
def party(table: Machine) -> Iterator[Party]:
    with Party(table, PINS) as one:
        yield one


def takes_the_wifi(table: Machine, party: Party, folder: Path, *, is_open: bool) -> None:
    """Somebody holds a button while the table starts, and takes the Wi-Fi's entry in the service menu."""
    deed = Deed()
    deed.wifi = own_wifi(folder, FakeHotspot())
    if is_open:
        deed.wifi.open()
    (folder / "table.toml").write_text(TABLE + PHONES)
    shown = ServiceMenu(usable(folder / "table.toml"), {}, ["en"], lambda _: (), deed.deeds(), AtOnce)
    labels = [entry.label for entry in shown.turning.menu().entries]
    finger = Finger(party, 0)
    asks_for_service(party, 4, lambda: table.run("systemctl restart garou", timeout_s=200))
    finger.turn(labels.index(MenuTexts("en").text("service.wifi")))
    finger.take()


def is_open(table: Machine) -> bool:
    return ID in table.say("nmcli --terse --fields NAME connection show --active").splitlines()


def kept(table: Machine) -> dict[str, object]:
    """What the table keeps of its Wi-Fi; empty: nothing yet."""
    found: dict[str, object] = json.loads(table.run(f"cat {KEPT}", check=False).stdout or "{}")
    return found


def test_it_is_opened_by_buttons_where_there_is_no_network(
    table: Machine, party: Party, tmp_path: Path
) -> None:
    takes_the_wifi(table, party, tmp_path, is_open=False)
    until(lambda: is_open(table), 120)
    until(lambda: kept(table).get("is_open") is True)
    assert table.say(f"stat -c '%a %U' {KEPT} {PROFILE}").splitlines() == ["600 garou", "600 root"]
    password = str(kept(table)["password"])
    assert table.run(f"journalctl --no-pager | grep -q {password}", check=False).returncode == 1


def test_a_phone_joins_it_by_name_and_password_and_opens_the_page(table: Machine) -> None:
    name, password = kept(table)["name"], kept(table)["password"]
    network = f'network={{\nssid="{name}"\npsk="{password}"\nkey_mgmt=WPA-PSK\nproto=RSN\n}}\n'
    table.put(network, "/run/phone.conf")
    table.run(JOINS, timeout_s=200)
    assert "10.42.0." in table.say(f"{PHONE} ip -4 -o address show wlan1")
    assert "<!doctype html>" in table.say(f'{PHONE} python3 -c "{READS}"').lower()


def test_the_doctor_says_why_a_radio_that_is_switched_off_opens_nothing(table: Machine) -> None:
    def grades() -> list[str]:
        told = json.loads(table.run("garou doctor --json", check=False).stdout)
        return [one["grade"] for one in told["findings"] if one["key"] == "hotspot"]

    assert grades() == ["well"]
    table.run("nmcli radio wifi off")
    until(lambda: grades() == ["wrong"])
    table.run("nmcli radio wifi on")
    until(lambda: grades() == ["well"])


def test_it_is_open_again_after_a_restart(table: Machine) -> None:
    """NetworkManager knows nothing of it then, since its profile lay in memory."""
    before = kept(table)
    table.run(f"systemctl stop garou; nmcli connection delete {ID}; ! test -e {PROFILE}", timeout_s=120)
    table.run("systemctl start garou", timeout_s=200)
    until(lambda: is_open(table), 120)
    assert kept(table) == before


def test_it_is_closed_by_buttons(table: Machine, party: Party, tmp_path: Path) -> None:
    takes_the_wifi(table, party, tmp_path, is_open=True)
    until(lambda: kept(table).get("is_open") is False, 120)
    assert not is_open(table)
    assert table.run(f"test -e {PROFILE}", check=False).returncode == 1
