"""What the page of a phone must not give away by night, in a real browser: light, elements, packets.

Every check is a function, and a leak that was planted on purpose has to make it fail.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from itertools import pairwise

import pytest

from hardware.phones.wire import CARD_BYTES, SLIP_BYTES, TOLD_BYTES, SeatScreen
from tests.kit.browser import PHONE, Tap
from tests.kit.night_phone import ASLEEP, CALLED, FIELDS, SAID, SIZES, NightPhone, Told
from tests.kit.phone_stand import MINE
from tests.kit.sampling import THOROUGH, few, some, ways

FINGERS_BYTES, FINGERS_S = 200, 0.08
"""Bytes of every message of the fingers, and seconds between two of them."""
MASKED = 8
"""Bytes before a message of that length from a browser."""
PONG_BYTES, PONG_S = 10, 4.0
"""A browser's answer to the gateway, which asks so often whether it is there, whatever it does."""
SAME = 0.005
"""How much brighter than another a page by night may be, as a share of its light."""
DIM = 0.02
"""The most light of a page by night, as a share of a white one's."""
READABLE = 4.5
"""Contrast of words to their ground."""


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NightPhone]:
    made = NightPhone(tmp_path_factory.mktemp("night"))
    yield made
    made.close()


# Checks


def only_a_finger_shows_secrets(night: NightPhone) -> None:
    """Called or not, touched or not: all see the same until a finger lies on a field."""
    seen = []
    for told in (ASLEEP, CALLED):
        night.knows(told)
        seen.append(night.pixels())
        night.browser.tap("#night-cells button:nth-child(4)")
        night.browser.drawn()
        seen.append(night.pixels())
        night.browser.down("#night-cells button:nth-child(2)")
        night.browser.drawn()
        seen.append(night.pixels())
        night.browser.up()
        night.browser.run("document.querySelector('#night-cells button').focus({ focusVisible: true })")
        night.browser.drawn()
        seen.append(night.pixels())
    assert all(one == seen[0] for one in seen[1:])
    with night.reading("now"):
        assert night.pixels() != seen[0]


def nobody_paints_more(night: NightPhone) -> None:
    """A page that is not read paints nothing while only secrets change."""
    night.knows(ASLEEP)
    before = night.noted("painted")
    for told in (CALLED, ASLEEP, CALLED):
        night.tell(told)
        time.sleep(0.1)  # three looks
    assert night.noted("painted") == before


def elements_stay(night: NightPhone) -> None:
    """A page that is not read has the same elements whatever it knows, the same title and address."""
    night.knows(ASLEEP)
    before = night.elements()
    night.knows(CALLED)
    assert night.elements() == before
    assert not night.browser.run("document.querySelectorAll('#night :disabled').length")


def secrets_are_said_on_demand(night: NightPhone) -> None:
    """A screen reader is not told what nobody asked for."""
    night.knows(CALLED)
    live = "[...document.querySelectorAll('[aria-live]')].filter((one) => one.checkVisibility())"
    live += ".map((one) => one.textContent)"
    assert [words for words in night.browser.run(live) if words not in ("", SAID)] == []
    with night.reading("now"):
        assert CALLED.slip in night.browser.run(live)


def the_phone_lies_still(night: NightPhone) -> None:
    """It is not shaken by a touch, a choice or a card."""
    night.knows(CALLED)
    night.hold("#night-cells button:nth-child(4)", 0.7)
    with night.reading("card"):
        pass
    assert night.noted("shaken") == 0


def nothing_is_asked_for(night: NightPhone) -> None:
    """Reading asks the table's machine for nothing: no picture, no font."""
    night.knows(CALLED)
    before = night.fetched()
    for field in FIELDS:
        with night.reading(field):
            time.sleep(0.1)
    assert night.fetched() == before


def the_light_stays(night: NightPhone) -> None:
    """The page sheds the same light closed, and with the fullest words and most marks."""
    shed = []
    for told in (ASLEEP, CALLED, fullest("The Seer sees a Werewolf beside the Mill. "), fullest("MW ")):
        night.knows(told)
        shed.append(night.shed())
        for field in FIELDS:
            with night.reading(field):
                shed.append(night.shed())
    assert max(shed) / min(shed) < 1 + SAME
    assert max(shed) < DIM


def packets_stay(night: NightPhone) -> None:
    """As somebody sees it who counts packets between phone and table, with fingers or none."""
    with Tap(night.port) as tap:
        night.url = f"http://127.0.0.1:{tap.port}/"
        try:
            night.falls()
            night.knows(CALLED)
            before = len(tap.sent)
            for selector in (
                "#night-cells button:nth-child(2)",
                "#night-now",
                "#night-card",
                "#night-answer",
            ):
                night.hold(selector, 0.13)
                night.hold(selector, 0.65)
            for cell in range(1, 6):
                night.browser.tap(f"#night-cells button:nth-child({cell})")
            time.sleep(0.5)
            said = tap.sent[before:]
        finally:
            night.url = f"http://127.0.0.1:{night.port}/"
    whole = MASKED + FINGERS_BYTES
    night.said(9)
    # On a busy machine two messages may come at once.
    sent = [at_s for at_s, size in said for _ in range(size // whole)]
    pongs = [size % whole for _, size in said if size % whole]
    assert set(pongs) <= {PONG_BYTES}
    assert len(pongs) <= 1 + (sent[-1] - sent[0]) / PONG_S
    gaps = sorted(after - before for before, after in pairwise(sent))
    assert 0.9 * FINGERS_S < gaps[len(gaps) // 2] < 1.1 * FINGERS_S
    lasted_s = sent[-1] - sent[0]
    assert len(gaps) == pytest.approx(lasted_s / FINGERS_S, rel=0.1)


def words_are_readable(night: NightPhone) -> None:
    """The public line, the names and the secret words."""
    night.knows(CALLED)
    assert contrast(night, "#night-line") > READABLE
    assert contrast(night, "#night-cells") > READABLE
    with night.reading("card"):
        assert contrast(night, "#night-box") > READABLE


def contrast(night: NightPhone, selector: str) -> float:
    """The contrast of the brightest pixel of an element to black, as the WCAG defines it."""
    left, top, right, bottom = (round(side) for side in night.browser.box(selector))
    wide, pixels = PHONE[0], night.pixels()
    rows = [pixels[3 * (y * wide + left) : 3 * (y * wide + right)] for y in range(top, bottom)]
    coded = max((row[at : at + 3] for row in rows for at in range(0, len(row), 3)), key=sum)
    light = [part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in coded]
    return (0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2] + 0.05) / 0.05


def fullest(words: str) -> Told:
    """As many words, and as many marks, as a page is ever told."""
    screen = SeatScreen(MINE + 1, "choose", 9, tuple(range(1, 9)), at=5, chosen=(1, 2, 4), locked=True)
    slip, card, told = ((words * most)[:most].strip() for most in (SLIP_BYTES, CARD_BYTES, TOLD_BYTES))
    return Told(screen, slip, card, told, "werewolf")


CHECKS: list[Callable[[NightPhone], None]] = [
    only_a_finger_shows_secrets,
    nobody_paints_more,
    elements_stay,
    secrets_are_said_on_demand,
    the_phone_lies_still,
    nothing_is_asked_for,
    the_light_stays,
    packets_stay,
    words_are_readable,
]


@pytest.mark.parametrize("check", CHECKS)
def test_by_night_a_page_gives_nothing_away(night: NightPhone, check: Callable[[NightPhone], None]) -> None:
    night.falls()
    check(night)


LEAKS: dict[str, tuple[str, str, Callable[[NightPhone], None]]] = {
    "a marked cell without a finger": (
        'open === "now" ? screen : UNMARKED',
        "screen",
        only_a_finger_shows_secrets,
    ),
    "a focus outline on a cell": (
        "#night button { all: unset;",
        "#night button:focus { position: relative; outline: 2px solid #967042 !important; }"
        "#night button { all: unset;",
        only_a_finger_shows_secrets,
    ),
    "a cell that lights up when it is touched": (
        "#night button { all: unset;",
        "#night button:active { position: relative; background: #111 !important; }"
        "#night button { all: unset;",
        only_a_finger_shows_secrets,
    ),
    "a faster repaint for the called": (
        "if (whole === drawn) return;",
        "if (whole === drawn && !screen.options.length) return;",
        nobody_paints_more,
    ),
    "a cell that is no option is disabled": (
        "if (isNew) name();",
        "if (isNew) name(); for (const one of cells.children) "
        "one.disabled = screen.options.length > 0 && !screen.options.includes(one.option);",
        elements_stay,
    ),
    "a title that changes": (
        'write(words, open ? told : "");',
        'write(words, open ? told : ""); document.title = screen.phase;',
        elements_stay,
    ),
    "an aria-live that nobody asked for": (
        'write(words, open ? told : "");',
        "write(words, open ? told : slip);",
        secrets_are_said_on_demand,
    ),
    "a vibration": (
        "if (event.button || downAt !== null) return;",
        "if (event.button || downAt !== null) return; navigator.vibrate(9);",
        the_phone_lies_still,
    ),
    "a request as the card is read": (
        "    open = sheet;\n",
        '    open = sheet; if (sheet === "card") fetch("/awake.mp4?seer");\n',
        nothing_is_asked_for,
    ),
    "brighter longest words": ("if (weighs > most)", "if (false)", the_light_stays),
    "a bar that is a hundredth too thin for the called": (
        "most - weighs)",
        "most - weighs - (open && screen.options.length ? 0.01 * most : 0))",
        the_light_stays,
    ),
    "a longer message of a point": ("message.pad = ", "if (!p.length) message.pad = ", packets_stay),
    "a message at once for a point": (
        "if (!covered) flush();",
        "flush();",
        packets_stay,
    ),
    "a dimmer ink": (
        "const INK = [150, 112, 66], LINE",
        "const INK = [140, 104, 61], LINE",
        words_are_readable,
    ),
}


@pytest.mark.parametrize("leak", some(LEAKS, of=4))
def test_a_planted_leak_is_found(night: NightPhone, leak: str) -> None:
    before, after, check = LEAKS[leak]
    with night.planted(before, after):
        night.falls()
        with pytest.raises(AssertionError) as found:
            check(night)
    assert "did not come to hold" not in str(found.value), "it was not found by what it shows"


def tellings() -> list[Told]:
    """What phones know: nothing, little, and as much as there can be."""
    rng = random.Random(0)
    words = "The Seer sees a werewolf at the Mill. Ünd Größe — Éclat, «là-bas»; WWWW mmm iii ... ’"
    marks = [((), None), ((), 0), ((), 5), ((1,), 1), ((0,), 0), ((2, 4), 3), ((1, 5, 8), 5)]
    made = [ASLEEP, CALLED, fullest("MW "), fullest("i "), fullest("The Seer sees a Werewolf. ")]
    for chosen, at in marks:
        screen = SeatScreen(MINE + 1, "choose", 9, tuple(range(9)), at, chosen, len(chosen) > 1)
        texts = [" ".join(rng.choices(words.split(), k=rng.randint(1, 60))) for _ in FIELDS]
        made.append(Told(screen, *texts))
    return made


@pytest.mark.parametrize(("size", "ratio"), SIZES if THOROUGH else SIZES[:1])
def test_by_night_every_page_sheds_the_same_light(
    night: NightPhone, size: tuple[int, int], ratio: float
) -> None:
    """As a light meter sees it, for small and large tables, whatever is known and read."""
    shed: dict[int, list[float]] = {}
    known = None
    for seats, told, field in sorted(ways((4, 12, 24), tellings(), ("", *FIELDS))[:: few(1, 8)], key=str):
        if seats not in shed:
            night.falls(seats)
            night.browser.size(*size, ratio)
        if (seats, told) != known:
            night.knows(told)
            known = (seats, told)
        if field:
            with night.reading(field):
                shed.setdefault(seats, []).append(night.shed())
        else:
            shed.setdefault(seats, []).append(night.shed())
    for measured in shed.values():
        assert max(measured) / min(measured) < 1 + SAME
        assert max(measured) < DIM


def test_by_night_the_bar_makes_up_for_the_public_line(night: NightPhone) -> None:
    night.falls()
    shed = []
    for said in (".", SAID, "Night falls on the village, and everybody closes their eyes. " * 2):
        night.settled(said.strip())
        shed.append(night.shed())
    assert max(shed) / min(shed) < 1 + SAME
