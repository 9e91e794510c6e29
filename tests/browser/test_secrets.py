"""What the page of a phone must not give away, in a real browser: slips, bytes and light by night."""

from __future__ import annotations

import random
import time
from itertools import pairwise

import pytest

from hardware.phones.wire import SLIP_BYTES
from tests.kit.browser import PHONE, TABLET, Tap, light_of
from tests.kit.phone_stand import MINE, Stand, presses
from tests.kit.sampling import THOROUGH, few, some

NIGHT = bytes([24, 12, 0])
EDGES_BYTES = 160
"""Bytes of every message of the buttons."""
MASKED = 8
"""Bytes before a message of that length from a browser."""
PONG_BYTES, PONG_S = 10, 4.0
"""A browser's answer to the gateway, which asks so often whether it is there, whatever it does."""
SCREENS = (
    ((412, 915), 2.625),
    (PHONE, 2.0),
    (PHONE, 1.0),
    (PHONE, 3.0),
    (TABLET, 2.0),
    ((320, 568), 2.0),
    ((740, 360), 3.0),
)
"""Sizes of pages, and how many pixels of the screen each of theirs has along a side."""
SAME = 0.015
"""How much brighter than another a page by night may be, as a share of its light."""


def test_the_slip_is_read_only_while_a_finger_holds_it_open(stand: Stand) -> None:
    stand.seated()
    stand.slip("The Seer\nShe sees.")
    stand.settled()
    assert stand.browser.run("document.querySelector('#words').textContent") == ""
    closed = stand.browser.picture()
    assert stand.held("#look") == "The Seer\nShe sees."
    stand.browser.drawn()
    assert light_of(stand.browser.picture()) == pytest.approx(light_of(closed), rel=SAME)
    before = len(stand.host.edges)
    stand.browser.down("#buttons button")
    stand.settled()
    assert stand.browser.run("document.querySelector('#words').textContent") == ""
    stand.browser.up()
    stand.host.tell(opens=True)
    stand.settled()
    assert stand.held("#buttons button") == "The Seer\nShe sees."
    stand.host.until(lambda: len(stand.host.edges) == before + 4)
    assert stand.held("#look") == "The Seer\nShe sees."
    stand.host.until(lambda: len(stand.host.edges) == before + 6)
    assert presses(stand, before) == [(MINE, 0, True), (MINE, 0, False)] * 3, (
        "a card is there while it is down"
    )
    stand.slip("")
    stand.settled()
    assert stand.held("#look") == "Nothing for you right now."


def test_by_night_the_phone_says_something_every_tenth_of_a_second_and_always_as_much(stand: Stand) -> None:
    """As somebody sees it who counts packets between phone and table, fingers or none."""
    with Tap(stand.port) as tap:
        stand.url = f"http://127.0.0.1:{tap.port}/"
        stand.seated()
        stand.host.tell(covered=True)
        stand.settled()
        time.sleep(0.2)
        before, edges = len(tap.sent), len(stand.host.edges)
        for _ in range(4):
            for selector in ("#buttons button", "#look"):
                stand.browser.down(selector)
                time.sleep(0.13)
                stand.browser.up()
        time.sleep(0.3)
        said = tap.sent[before:]
        sent = [(at_s, size) for at_s, size in said if size != PONG_BYTES]
        stand.host.until(lambda: len(stand.host.edges) == edges + 8)
    stand.url = f"http://127.0.0.1:{stand.port}/"
    assert {size for _, size in sent} == {MASKED + EDGES_BYTES}
    assert len(said) - len(sent) <= 1 + (said[-1][0] - said[0][0]) / PONG_S
    gaps = sorted(after - before for (before, _), (after, _) in pairwise(sent))
    assert 0.09 < gaps[len(gaps) // 2] < 0.11
    lasted_s = sent[-1][0] - sent[0][0]
    assert len(gaps) == pytest.approx(lasted_s / 0.1, rel=0.1)


def slips() -> list[str]:
    """Nothing, few words, and more and more up to the longest."""
    rng = random.Random(0)
    words = "The Seer sees a werewolf at the Mill. Ünd Größe — Éclat, «là-bas»; WWWW mmm iii ... ’"
    made = ["", "Yes", "M" * SLIP_BYTES, "W " * (SLIP_BYTES // 2), "i" * 60, "a\nb\nc\nd\ne\nf\ng"]
    for _ in range(few(40, 4)):
        text = " ".join(rng.choices(words.split(), k=rng.randint(1, 90)))
        made.append(text.encode()[: rng.randint(1, SLIP_BYTES)].decode(errors="ignore"))
    return made


def rings() -> list[bytes]:
    """Dark, as a night has them, and as none may have them."""
    needle = bytearray(48)
    for at in (0, 5, 6, 7):
        needle[3 * at : 3 * at + 3] = NIGHT
    return [
        bytes(48),
        bytes(needle),
        NIGHT * 4 + bytes(36),
        bytes(36) + NIGHT * 4,
        b"\xff" * 48,
        b"\xff\0\0" * 16,
    ]


@pytest.mark.parametrize(("size", "ratio"), SCREENS if THOROUGH else SCREENS[:1])
def test_by_night_every_page_sheds_the_same_light(stand: Stand, size: tuple[int, int], ratio: float) -> None:
    """As a light meter sees it, whatever words and ring it shows and wherever a finger is."""
    stand.seated()
    stand.browser.size(*size, ratio)
    stand.host.tell(covered=True)
    shed: list[float] = []

    def weigh() -> None:
        stand.settled()
        stand.host.tell(said="Night falls.")
        stand.host.until(lambda: stand.browser.text("#said") == "Night falls.")
        stand.browser.drawn()
        shed.append(light_of(stand.browser.picture()))

    for ring in some(rings(), of=3):
        stand.light(ring)
        weigh()
    for words in some(slips(), of=3):
        stand.slip(words)
        stand.browser.down("#look")
        weigh()
        stand.browser.up()
    stand.browser.down("#buttons button")
    weigh()
    stand.browser.up()
    assert max(shed) / min(shed) < 1 + SAME
    assert max(shed) < 0.02, "and dim"
    stand.browser.run("(document.querySelector('#ink').style.filter = 'invert(0.1)')")
    weigh()
    stand.browser.run("(document.querySelector('#ink').style.filter = '')")
    assert shed[-1] / shed[0] > 1 + SAME, "a brighter slip would be seen"


def test_by_night_the_rim_gives_its_light_to_the_footer(stand: Stand) -> None:
    stand.seated()
    stand.host.tell(covered=True)
    shed = []
    for said in (".", "Night falls on the village, and everybody closes their eyes."):
        stand.settled(said)
        shed.append(light_of(stand.browser.picture()))
    assert max(shed) / min(shed) < 1 + SAME
