"""Faults that the kernel makes: of the wires, the clock, the disk, the screen and the sound.

After each of them the table plays on, or says in its log what is the matter, and has never been started again
by the service manager.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from table.paths import SHIPPED
from tests.machine.machine import COLOURS, Machine, until
from tests.machine.people import ANSWERED_S, SITTING, Party
from tests.machine.test_evenings import TIMES, TWELVE, WEREWOLF, open_table

PINS = ("5", "6", "12", "13", "16", "17", "22", "23")
WIRES = "/sys/kernel/debug/garou"
STORM = """
import os, time
pins = os.open("/sys/kernel/debug/garou/pins", os.O_WRONLY)
began = time.monotonic()
for edge in range(10_000):
    os.write(pins, b"23 %d" % (edge % 2))
    time.sleep(max(0.0, began + edge / 1000 - time.monotonic()))
os.write(pins, b"23 0")
"""
"""Ten thousand edges on the pin of the last seat, in ten seconds if the machine is quick enough."""


SOUND = "snd_hda_intel snd_hda_codec_generic snd_hda_codec snd_hda_core snd_hwdep snd_pcm snd_timer snd"
"""The drivers of the sound card, each before those it needs."""
PLAYING = "cat /proc/asound/card0/pcm0p/sub0/status"
STANDS_STILL = "systemctl kill --kill-whom=main -s {} garou"
WORDS = 4800
SLOW = "block_set_io_throttle stick 0 8192 0 0 0 0"
"""So few bytes a second are read that the list, which takes several requests, lasts for ten seconds."""


@pytest.fixture(scope="module")
def party(machine: Machine) -> Iterator[Party]:
    """People at a table of eight, whose last pod nobody has."""
    table = (SHIPPED / "tables" / "8.toml").read_text("utf-8")
    machine.put(f'language = "en"\n{table}\n{TIMES}', "/etc/garou/table.toml")
    machine.run("systemctl start garou", timeout_s=120)
    with Party(machine, PINS) as people:
        yield people


@pytest.fixture(autouse=True)
def plays_on(machine: Machine, party: Party) -> Iterator[None]:
    """After each fault the table lives, and was never started again; it answers a press on its ring."""
    yield
    machine.run(f"echo 0 > {WIRES}/spi_error; echo 0 > {WIRES}/spi_hang_ms")
    assert machine.is_active()
    assert machine.say("systemctl show -p NRestarts --value garou") == "0", machine.say(
        "journalctl -u garou --no-pager -n 60"
    )
    answers(party)


def answers(party: Party, seat: int = 0) -> None:
    """Whoever sits stands up by a hold, and whoever does not sits down by a press, and their ring says so."""
    sat = party.says(seat) in SITTING
    party.touch_until(
        lambda: (party.says(seat) in SITTING) != sat, lambda: party.hold(seat) if sat else party.press(seat)
    )


def test_rings_that_cannot_be_written_come_back(machine: Machine, party: Party) -> None:
    """EIO for each write."""
    machine.run(f"echo 5 > {WIRES}/spi_error")
    until(lambda: "The rings cannot be written" in machine.log())
    frames = party.frames
    machine.run(f"echo 0 > {WIRES}/spi_error")
    until(lambda: party.frames > frames + 5)
    assert party.faults == []


def test_a_wire_that_is_slow_for_a_while_is_waited_for(machine: Machine, party: Party) -> None:
    machine.run(f"echo 700 > {WIRES}/spi_hang_ms; sleep 5; echo 0 > {WIRES}/spi_hang_ms")
    frames = party.frames
    until(lambda: party.frames > frames + 5)


@pytest.mark.parametrize("sits", [True, False])
def test_what_a_finger_does_while_the_table_stands_still_has_the_kernels_times(
    sits: bool, machine: Machine, party: Party
) -> None:
    """Both ends are read at once when the table goes on, and yet a press sits down and a hold stands up."""
    if (party.says(0) in SITTING) == sits:
        answers(party)
    machine.run(STANDS_STILL.format("STOP"))
    time.sleep((party.press if sits else party.hold)(0) + ANSWERED_S)
    machine.run(STANDS_STILL.format("CONT"))
    until(lambda: (party.says(0) in SITTING) == sits)


def test_a_thousand_edges_a_second_on_a_pin_leave_the_others_alone(machine: Machine, party: Party) -> None:
    machine.put(STORM, "/opt/storm.py")
    machine.run("nohup python3 /opt/storm.py >/dev/null 2>&1 &")
    for _ in range(2):
        answers(party)


@pytest.mark.parametrize("jump", ["+ 3 days", "- 6 days"])
def test_a_clock_that_jumps_moves_nothing(jump: str, machine: Machine) -> None:
    machine.run(f"date -s @$(date -d 'now {jump}' +%s)")
    time.sleep(3)


def test_a_full_disk_stops_nobody(machine: Machine, party: Party) -> None:
    machine.run("fallocate -l $(df --output=avail -B1 /var/lib/garou | tail -1) /var/lib/garou/full")
    answers(party)
    machine.run("rm /var/lib/garou/full")


def test_a_stick_that_is_pulled_out_while_it_is_read_is_told(
    machine: Machine, party: Party, tmp_path: Path
) -> None:
    """It is slow, so a list of words takes long. It comes back, and is mounted again. Somebody sits: in a
    show no stick is looked for."""
    if party.says(0) not in SITTING:
        answers(party)
    stick = tmp_path / "stick.img"
    stick.touch()
    os.truncate(stick, 16 << 20)
    words = "".join(f"long word number {number} | animal, big, brown, noisy\n" for number in range(WORDS))
    plug(machine, stick)
    disk = "/dev/disk/by-id/usb-QEMU_QEMU_HARDDISK_stick-0:0"
    until(lambda: machine.run(f"test -e {disk}", check=False).returncode == 0)
    machine.run(f"mkfs.vfat -n WORDS {disk} && mount {disk} /mnt")
    machine.put(f"title: Long\nlanguage: en\ndifficulty: easy\n\n{words}", "/mnt/later/long.txt")
    machine.run("umount /mnt")
    unplug(machine)
    plug(machine, stick)
    mounted = "mountpoint -q /media/garou"
    until(lambda: machine.run(mounted, check=False).returncode == 0)
    machine.tell(SLOW)
    machine.run("mv /media/garou/later /media/garou/words && sync")
    reads = "ls -l /proc/$(systemctl show -p MainPID --value garou)/fd | grep -q /media/garou/words/long.txt"
    until(lambda: machine.run(reads, check=False).returncode == 0)
    unplug(machine)
    until(lambda: "/media/garou/words/long.txt" in machine.log())
    plug(machine, stick)
    until(lambda: machine.run(mounted, check=False).returncode == 0)
    machine.run(f"test $(wc -l < /media/garou/words/long.txt) = {WORDS + 4}")
    unplug(machine)


def plug(machine: Machine, stick: Path) -> None:
    """Puts a stick into the machine."""
    machine.tell(f"drive_add 0 if=none,id=stick,format=raw,file={stick}")
    machine.tell("device_add usb-storage,id=stick,drive=stick,serial=stick")


def unplug(machine: Machine) -> None:
    """Pulls the stick out."""
    machine.tell("device_del stick")
    until(lambda: "stick" not in machine.tell("info block"))


def test_a_screen_that_is_unplugged_and_plugged_again_shows_the_board(machine: Machine) -> None:
    connector = "/sys/class/drm/card0-Virtual-1/status"
    machine.run(f"echo off > {connector}; sleep 12; echo detect > {connector}")
    until(lambda: machine.colours() > COLOURS)


def test_a_sound_card_whose_driver_is_loaded_after_the_start_is_heard(machine: Machine) -> None:
    """Until then the table plays and says so. At the start the kernel knows no sound cards at all."""
    machine.run("systemctl stop garou")
    machine.run(f"for module in {SOUND}; do rmmod $module; done; ! grep alsa /proc/devices")
    machine.run("systemctl start garou", timeout_s=120)
    until(lambda: "No sound" in machine.log())
    machine.run("modprobe snd_hda_intel")
    until(lambda: "RUNNING" in machine.run(PLAYING, check=False).stdout)


def test_a_pin_that_another_program_holds_is_named(machine: Machine) -> None:
    machine.run("systemctl stop garou; nohup gpioset --chip gpiochip0 6=1 >/dev/null 2>&1 &")
    machine.run("systemctl start garou", timeout_s=120)
    until(lambda: "pin GPIO6 cannot be used" in machine.log())
    machine.run("pkill gpioset; systemctl restart garou", timeout_s=120)


def test_an_expander_that_leaves_questions_unanswered_is_heard_all_the_same(machine: Machine) -> None:
    """One in five, once the table has opened; nobody notices."""
    open_table(machine, TWELVE)
    with Party(machine, TWELVE.places) as party:
        machine.run(f"echo 5 > {WIRES}/0x20/fail_every")
        for _ in range(4):
            answers(party)
        machine.run(f"echo 0 > {WIRES}/0x20/fail_every")
        assert party.faults == []
    assert "0x20" not in machine.log()
    open_table(machine, WEREWOLF)
