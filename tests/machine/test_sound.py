"""Where the table is heard: sound cards named as a Pi has them, and a screen that comes and goes.

Each card is one of the kernel's loopbacks: what the table plays on it is recorded at its other end. Beside
them the machine has the sound card that QEMU records, as number 0, on which the system plays by default.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from table.words.narration import Narration
from tests.machine.machine import Machine, until
from tests.machine.sound import A_SECOND, HEARD, SILENT, Moment, likeness, lines, recorded
from tests.machine.test_service import TABLE, VOICE_ALONE

SCREEN, JACK = "vc4hdmi0", "Headphones"
CARDS = f"modprobe snd-aloop enable=1,1 id={SCREEN},{JACK}"
PORT = "/sys/class/drm/card1-HDMI-A-1/status"
PORTS = f"""
cp -a /sys/class/drm /run/ports
mkdir /run/ports/card1-HDMI-A-1 && echo connected > /run/ports/card1-HDMI-A-1/status
mount --bind /run/ports /sys/class/drm && grep -q ^connected$ {PORT}
"""
"""QEMU's screen is called Virtual-1 and a Pi's HDMI-A-1. The rest of the folder is the kernel's own."""
HEARS = "nohup arecord -q -D hw:{0},1 -f S16_LE -r 44100 -c 2 /run/{0}.wav >/dev/null 2>&1 &"
PLAYING = "grep -q RUNNING /proc/asound/{}/pcm0p/sub0/status"
FOLLOWED = """
echo {status} > {port}; began=$(date +%s%N)
until {playing}; do sleep 0.1; [ $(( $(date +%s%N) - began )) -lt 60000000000 ] || exit 1; done
echo $(( ($(date +%s%N) - began) / 1000000 ))
"""
"""Says how many milliseconds the table takes to play elsewhere, by the machine's own clock."""
FOLLOWED_MS = 3000
QUIET_S = 8
AWAKE = 0.7
"""So much of a quiet is noise that nobody hears: an emulated processor leaves gaps. The 300 ms with which a
line begins are less of a second."""


def heard(machine: Machine, card: str, folder: Path) -> list[Moment]:
    """What this card has played so far."""
    path = folder / f"{card}.wav"
    path.write_bytes(machine.fetch(f"/run/{card}.wav"))
    return recorded(path)


def awake(loud: Sequence[float]) -> float:
    """In how much of it the card has anything to play."""
    return sum(map(bool, loud)) / len(loud)


@pytest.fixture(scope="module")
def table(machine: Machine) -> Machine:
    """A table that has started once the cards were there and recorded; it says one line at its start."""
    welcome = Narration.load("en").lines["attract.welcome"][0]
    machine.put(f'[lines]\nattract.welcome = "{welcome}"\n', "/etc/garou/narration/en.toml")
    machine.put(f"{TABLE}\n{VOICE_ALONE}", "/etc/garou/table.toml")
    machine.run(f"{CARDS}\n{PORTS}")
    for card in (SCREEN, JACK):
        machine.run(HEARS.format(card))
    machine.run("systemctl start garou", timeout_s=120)
    return machine


def test_the_voice_comes_out_of_the_screen_and_its_first_syllable_finds_the_card_awake(
    table: Machine, tmp_path: Path
) -> None:
    """The jack and the card that the system prefers stay silent. For a second before the first sound of the
    line the screen has noise that nobody hears, and in the quiet after it, too."""
    [line] = lines(Narration.load("en").lines["attract.welcome"][:1], tmp_path)
    until(lambda: likeness(line, heard(table, SCREEN, tmp_path)) > HEARD)
    table.run(f"sleep {QUIET_S}")
    screen = [loud for loud, _ in heard(table, SCREEN, tmp_path)]
    began = next(at for at, loud in enumerate(screen) if loud > SILENT)
    assert awake(screen[began - A_SECOND : began]) > AWAKE
    assert awake(screen[-QUIET_S * A_SECOND :]) > AWAKE
    assert not any(loud for loud, _ in heard(table, JACK, tmp_path))
    assert table.run(PLAYING.format("Intel"), check=False).returncode
    assert SCREEN in table.run("garou doctor", check=False).stdout


@pytest.mark.parametrize(("status", "card"), [("disconnected", JACK), ("connected", SCREEN)])
def test_a_screen_that_is_unplugged_and_plugged_again_is_followed(
    status: str, card: str, table: Machine
) -> None:
    """Within three seconds, and the log says so."""
    said = table.say(FOLLOWED.format(status=status, port=PORT, playing=PLAYING.format(card)))
    assert int(said) <= FOLLOWED_MS
    until(lambda: f"comes out of {card}" in table.log())


@pytest.mark.parametrize(("output", "card"), [("jack", JACK), ("default", "Intel"), (SCREEN, SCREEN)])
def test_the_owner_chooses_where_the_table_is_heard(output: str, card: str, table: Machine) -> None:
    """By what it is plugged into or by its name, whatever else is there."""
    chosen = VOICE_ALONE.replace("[sound]", f'[sound]\noutput = "{output}"')
    table.put(f"{TABLE}\n{chosen}", "/etc/garou/table.toml")
    table.run("systemctl restart garou", timeout_s=120)
    until(lambda: not table.run(PLAYING.format(card), check=False).returncode)
    others = {SCREEN, JACK, "Intel"} - {card}
    assert all(table.run(PLAYING.format(other), check=False).returncode for other in others)
