"""Evenings that differ in nothing but secrets: messages of equal lengths at equal moments at every port of a
pod, in both directions, and equal light.

First a table plays whose seats are pods that keep the firmware's pace, by USB or by Wi-Fi. Then a real
gateway passes on what went over the sockets of those by Wi-Fi, and the firmware itself hears what such a port
heard, while the same is pressed.
"""

from __future__ import annotations

import asyncio
import random
import struct
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from math import inf
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.asyncio.server import broadcast
from websockets.exceptions import ConnectionClosed

from hardware.interface import Rings
from hardware.phones import pod_calls
from hardware.pods import pod as pod_at_port
from hardware.pods.calls import pods_socket
from hardware.pods.firmware.line import BY_RADIO, FRAME, HAS_SCREEN, PARTS
from hardware.pods.pod import AT_MOST_S, PodAtPort, PodsShown
from hardware.rings.pods import PodRings
from table.appliance.devices.heard_board import HeardView
from table.appliance.devices.table_pods import TablePods
from table.board.board import NIGHT_SCENES, Board
from table.engine.chance import Chance
from table.engine.play import play
from table.engine.requests import Clock
from table.games.werewolf.bots import Bots
from table.games.werewolf.rules.deck import read_deck
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.rulebooks.thiercelieux import THIERCELIEUX
from table.games.werewolf.rules.script import deal
from tests.kit.gateways import Running, at_moments, took
from tests.kit.gateways import played as in_a_loop
from tests.kit.micropython import Pico, firmware
from tests.kit.paced_pods import PacedPorts, PushedPods, Sent
from tests.kit.sampling import few, some
from tests.kit.tables import PIXELS, Planted, Watch, plant, untouched
from tests.secrecy.rounds import EnoughError, Round, Village, a_pair
from tests.secrecy.table import Restless, SecretsTable, Sits, ThroughEyelids, difference

pytestmark = pytest.mark.in_step

LOOKS_S = few(600, 40)
"""Seconds from the first nightfall for which the ports are watched."""
HEARD = 2
"""Where a frame says, in two bytes, which presses were heard."""
LEAKS_S = 24.0
"""Seconds in which each leak shows."""
TORN_S = 90.0
"""Seconds in which pods are pulled out."""
RELAYED_S = few(120, 24)
"""Seconds that a gateway passes on."""
KINDS = (
    *((24, 0), (16, HAS_SCREEN | BY_RADIO), (12, 0)),
    *((24, HAS_SCREEN), (16, BY_RADIO), (12, HAS_SCREEN)),
)
"""Pixels, and what else a pod has."""


class Passed(NamedTuple):
    """What one end of a cable wrote."""

    sent: Sent
    is_told: bool
    """Whether this pod's seat was called then."""


class Evening(NamedTuple):
    """What went over each cable, and the public trace."""

    trace: Sequence[str]
    cables: Sequence[Sequence[Passed]]
    turned: Sequence[Sequence[tuple[float, int, bool]]]
    """What the buttons of each pod did, and when."""


def sits(number: int) -> Sits:
    """How an evening sits at its table."""
    return Sits(1 + number % 3, hosted=True, free=number % 2, running=True)


class PodsTable(SecretsTable):
    """A table whose seats are pods that plug in."""

    def __init__(self, one: Round, planted: Planted, sits: Sits, watched_s: float) -> None:
        self._watched_s = watched_s
        super().__init__(
            one, planted, sits=sits, view=lambda _: HeardView(ThroughEyelids(self), [self._hear])
        )
        lays = self.slips.show

        def lay(words: Mapping[int, str]) -> None:
            lays(words)
            self.plugs.slips.show(words)

        plant(self.slips, show=lay)

    def plugged(self, count: int) -> tuple[PushedPods, Rings]:
        self.cables: list[list[Passed]] = [[] for _ in range(count)]
        kinds = [KINDS[pod % len(KINDS)] for pod in range(count)]
        self.ports = PacedPorts(self.clock, kinds, self.sits.buttons, self._pass)
        ids = [pod.id for pod in self.ports.paced]
        self.plugs = TablePods(self.ports.lines, ids)
        self.pod_rings = PodRings(ids, PIXELS, self.ports.lines)
        return PushedPods(self.ports, self.sits.buttons), self.pod_rings

    def evening(self) -> Evening:
        """Plays it."""
        try:
            self.plays()
        finally:
            self.ports.close()
        return Evening(self.trace.lines, self.cables, [pod.turned for pod in self.ports.paced])

    def _pass(self, pod: int, sent: Sent) -> None:
        self.cables[pod].append(Passed(sent, bool(self.call) and pod in self.awake))

    def _hear(self, board: Board) -> None:
        self.plugs.cover(board)
        if self.clock.now() > self._watched_s:
            raise EnoughError


class TornPodsTable(PodsTable):
    """Every other pod is pulled out as each call begins, and plugged in again."""

    _torn_in = ""

    def _hear(self, board: Board) -> None:
        super()._hear(board)
        if board.scene in NIGHT_SCENES and board.headline != self._torn_in:
            self._torn_in = board.headline
            self.clock.at(self.clock.now(), lambda: self.ports.tear(self.ports.paced[::2]))


@cache
def pair(number: int) -> tuple[Round, Round]:
    """Two rounds with the same public half."""
    return a_pair(random.Random(f"pods {number}"))


def evenings(
    number: int,
    planted: Planted = untouched,
    watched_s: float = LOOKS_S,
    table: type[PodsTable] = PodsTable,
) -> tuple[Evening, Evening]:
    """Two that differ in nothing but secrets."""
    one, other = (table(one, planted, sits(number), watched_s).evening() for one in pair(number))
    return one, other


@cache
def calm(number: int) -> tuple[Evening, Evening]:
    """Two without a leak."""
    return evenings(number)


def counted(passed: Sequence[Passed]) -> list[object]:
    """What everybody can count who hears a cable: who wrote, when, and how much."""
    return [(round(sent.time_s, 6), sent.by_table, len(sent.data)) for sent, _ in passed]


def light(passed: Sequence[Passed]) -> list[object]:
    """What everybody can see from the side: how much a ring sheds in each colour, from when on."""
    return [
        (round(sent.time_s, 6), [sum(colours[channel::3]) for channel in range(3)])
        for sent, _ in passed
        for colours in colours_of(sent)
    ]


def colours_of(sent: Sent) -> list[bytes]:
    """The pixels of its frames."""
    return [struct.unpack(FRAME, message)[4] for message in sent.messages if message[:1] == b"F"]


def shown(sent: Sent) -> list[bytes]:
    """All that a table says, but which presses it has heard."""
    messages = sent.messages if sent.by_table else []
    return [each[:HEARD] + each[HEARD + 2 :] if each[:1] == b"F" else each for each in messages]


def told_apart(one: Evening, other: Evening) -> set[str]:
    """By what two evenings can be told apart."""
    if difference(one.trace, other.trace):
        return {"trace"}
    found = set()
    for ours, theirs in zip(one.cables, other.cables, strict=True):
        if counted(ours) != counted(theirs):
            found.add("bytes and moments")
        elif light(ours) != light(theirs):
            found.add("light")
        elif any(
            shown(each.sent) != shown(like.sent)
            for each, like in zip(ours, theirs, strict=True)
            if not (each.is_told or like.is_told)
        ):
            found.add("what others are shown")
    return found


@pytest.mark.parametrize("number", range(few(6, 1)))
def test_what_passes_at_each_port_and_when_depends_on_nothing_secret(number: int) -> None:
    one, other = calm(number)
    assert told_apart(one, other) == set()
    assert len(one.trace) > 60
    contents = [[[each.sent.data for each in cable] for cable in seen.cables] for seen in (one, other)]
    assert sum(ours != theirs for ours, theirs in zip(*contents, strict=True)) > 4, "secrets differ"
    told = [message for cable in one.cables for each in cable for message in shown(each.sent)]
    reads = any(message[:1] == b"S" and message[2] for message in told)
    assert reads or number, "somebody reads a slip in the first"


def test_what_passes_at_a_port_where_a_pod_comes_back_in_a_call_depends_on_nothing_secret() -> None:
    one, other = evenings(0, watched_s=TORN_S, table=TornPodsTable)
    assert told_apart(one, other) == set()
    for number, cable in enumerate(one.cables):
        hellos = sum(message[:1] == b"H" for each in cable for message in each.sent.messages)
        told = [
            colours
            for each in cable
            if each.is_told and each.sent.by_table
            for colours in colours_of(each.sent)
        ]
        is_torn = number % 2 == 0 and not KINDS[number % len(KINDS)][1] & BY_RADIO
        assert hellos > 3 if is_torn else hellos == 1
        assert not (is_torn and any(map(any, told))), "a secret is back at once"
    assert (
        sum(each.is_told for evening in (one, other) for cable in evening.cables[::2] for each in cable) > 50
    )


def dealt(seed: int) -> Evening:
    """A deal in which everybody looks at their card at the same moment as in any other."""
    deck = read_deck(THIERCELIEUX, "werewolf=2,seer,witch,hunter,cupid,villager=2")
    here = Village(THIERCELIEUX, 8, deck, Options(), 1, "night 1")
    table = PodsTable(Round(here, deck, seed), untouched, Sits(running=True), inf)
    fingers = table.begin(Bots(Chance(seed)))
    room = fingers.room
    room.begin_round()
    room.people.update(range(8))
    Watch(room).first["clock deal"] = partial(press_each, fingers)
    play(deal(THIERCELIEUX, here.names, deck, Options()), room)
    table.ports.close()
    return Evening(table.trace.lines, table.cables, [pod.turned for pod in table.ports.paced])


def press_each(fingers: Restless, request: Clock) -> None:
    """Everybody holds their button, one after the other."""
    for seat in range(8) if not request.spent_s else ():
        fingers.press(seat, fingers.room.time.now() + 2.0 + 0.7 * seat, 3.0)


def test_a_deal_has_the_same_bytes_at_the_same_moments_and_equal_light() -> None:
    one, other = dealt(0), dealt(1)
    assert difference(one.trace, other.trace) is None
    for ours, theirs in zip(one.cables, other.cables, strict=True):
        assert counted(ours) == counted(theirs)
        assert light(ours) == light(theirs)
    words, others = (
        [{message for each in cable for message in shown(each.sent) if message[:1] == b"S"} for cable in seen]
        for seen in (one.cables, other.cables)
    )
    assert sum(len(texts) > PARTS for texts in words) == 4, "cards are read on each screen"
    assert words != others


# Leaks

Patch = Callable[[pytest.MonkeyPatch], object]


def sends_at_once(patch: pytest.MonkeyPatch) -> None:
    """A frame that shows something new comes at once by night too."""
    due = PodAtPort.due_s

    def due_s(pod: PodAtPort, shown: PodsShown) -> float:
        is_news = pod.hello and pod._sent and pod._sent[1] != pod._frame(shown)[1]
        return pod._sent_s + AT_MOST_S if is_news else due(pod, shown)

    patch.setattr(PodAtPort, "due_s", due_s)


def answers(patch: pytest.MonkeyPatch) -> None:
    """A report with a press is answered at once by night too."""
    due = PodAtPort.due_s

    def due_s(pod: PodAtPort, shown: PodsShown) -> float:
        is_heard = pod.hello and pod._sent and pod._sent[0] != pod._awaited
        return pod._sent_s + AT_MOST_S if is_heard else due(pod, shown)

    patch.setattr(PodAtPort, "due_s", due_s)


def saves_dark_slips(patch: pytest.MonkeyPatch) -> None:
    """A part of a slip is sent only where words are."""
    slip = PodAtPort._slip

    def saved(pod: PodAtPort, words: str, *, at_once: bool) -> bytes:
        return slip(pod, words, at_once=at_once) if words else b""

    patch.setattr(PodAtPort, "_slip", saved)


def shows_the_brightest(patch: pytest.MonkeyPatch) -> None:
    """A pixel of a smaller ring is as bright as the brightest light that falls on it."""

    def spread(ring: bytes, pixels: int) -> bytes:
        many = len(ring) // 3
        out = bytearray(3 * pixels if ring else 0)
        for at in range(many):
            for pixel in range(at * pixels // many, ((at + 1) * pixels - 1) // many + 1):
                for channel in range(3):
                    out[3 * pixel + channel] = max(out[3 * pixel + channel], ring[3 * at + channel])
        return bytes(out)

    patch.setattr(pod_at_port, "spread", spread)


def brightens(at: Restless) -> None:
    """The pods of those who are awake are a little brighter."""
    table = at.table
    assert isinstance(table, PodsTable)
    lights = table.ports.lines.light

    def light(colours: Mapping[str, bytes]) -> None:
        awake = {table.ports.paced[pod].id for pod in table.awake if table.call}
        lights({pod: ring.translate(BRIGHTER) if pod in awake else ring for pod, ring in colours.items()})

    plant(table.ports.lines, light=light)


def lights_a_neighbour(at: Restless) -> None:
    """The next pod shows what the one shows who is awake: no other light, and at no other moment."""
    table = at.table
    assert isinstance(table, PodsTable)
    lights, paced = table.ports.lines.light, table.ports.paced

    def light(colours: Mapping[str, bytes]) -> None:
        awake = table.awake if table.call else set[int]()
        lights({**colours, **{paced[pod - 1].id: colours[paced[pod].id] for pod in awake}})

    plant(table.ports.lines, light=light)


BRIGHTER = bytes(min(level + (level > 0), 255) for level in range(256))
LEAKS: Sequence[tuple[str, Patch, Planted]] = (
    ("bytes and moments", sends_at_once, untouched),
    ("bytes and moments", answers, untouched),
    ("bytes and moments", saves_dark_slips, untouched),
    ("light", shows_the_brightest, untouched),
    ("what others are shown", lambda _: None, lights_a_neighbour),
    ("light", lambda _: None, brightens),
)


@pytest.mark.parametrize(("by", "patched", "planted"), some(LEAKS, of=4))
def test_a_leak_planted_at_the_ports_is_caught(
    monkeypatch: pytest.MonkeyPatch, by: str, patched: Patch, planted: Planted
) -> None:
    patched(monkeypatch)
    assert told_apart(*evenings(0, planted, LEAKS_S)) == {by}


# The gateway


class Relays(NamedTuple):
    """What one end says to the other, and when."""

    time_s: float
    pod: int
    sent: Sent


class Ended(NamedTuple):
    """What arrived at the ends of a call: when, at whose end, and how much."""

    time_s: float
    by_table: bool
    size: int


async def relayed(folder: Path, one: Evening) -> dict[int, list[Ended]]:
    """What arrives at both ends of each call, where a real gateway passes on what these pods and the table
    said."""
    folder.mkdir(parents=True)
    loop, arrived = asyncio.get_running_loop(), dict[int, list[Ended]]()
    async with Running(folder) as gate:
        calls: asyncio.Queue[Any] = asyncio.Queue()
        table = await asyncio.start_unix_server(
            lambda *ends: calls.put_nowait(ends), str(pods_socket(gate.path))
        )
        gate.ends.append(table.close)
        radio = [pod for pod in range(len(one.cables)) if KINDS[pod % len(KINDS)][1] & BY_RADIO]
        pages, tables = dict[int, ClientConnection](), dict[int, Any]()
        for pod in radio:
            pages[pod] = await gate.page(None, pod_calls.POD, origin=None)
            tables[pod] = await took(calls.get())
            gate.ends.append(tables[pod][1].transport.abort)
        began_s = loop.time()

        async def hear(pod: int, says: Callable[[], Any], *, by_table: bool) -> None:
            with suppress(ConnectionClosed, asyncio.IncompleteReadError):
                while said := await says():
                    arrived[pod].append(Ended(round(loop.time() - began_s, 6), by_table, len(said)))

        ears = []
        for pod in radio:
            arrived[pod] = []
            ears.append(asyncio.create_task(hear(pod, pages[pod].recv, by_table=True)))
            says = partial(tables[pod][0].readuntil, b"\0")
            ears.append(asyncio.create_task(hear(pod, says, by_table=False)))
        passed = [Relays(sent.time_s, pod, sent) for pod in radio for sent, _ in one.cables[pod]]
        due = sorted((each for each in passed if each.time_s <= RELAYED_S), key=itemgetter(0, 1))
        async for _, pod, sent in at_moments(due, began_s):
            if sent.by_table:
                tables[pod][1].write(sent.data)
            else:
                for message in sent.messages:
                    await pages[pod].send(message)
        await asyncio.sleep(1.0)
        for ear in ears:
            ear.cancel()
    return arrived


def gateways(folder: Path) -> list[dict[int, list[Ended]]]:
    """What arrived in each of two evenings that differ in nothing but secrets."""
    return [
        in_a_loop(lambda one=one, number=number: relayed(folder / f"{number}", one))  # type: ignore[misc]
        for number, one in enumerate(calm(0))
    ]


def test_what_a_gateway_passes_on_and_when_depends_on_nothing_secret(tmp_path: Path) -> None:
    one, other = gateways(tmp_path)
    assert one == other
    assert len(one) > 1
    for ended in one.values():
        by_table = sum(each.by_table for each in ended)
        assert min(by_table, len(ended) - by_table) > 100, "both ends say much"


def test_a_gateway_that_saves_what_is_no_news_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = dict[Any, bytes]()

    def saves(to: Sequence[Any], message: bytes) -> None:
        """The colours of a frame come after its number, what was heard, and whether eyes are closed."""
        if before.get(to[0]) != message[HEARD + 3 :]:
            broadcast(to, message)
        before[to[0]] = message[HEARD + 3 :]

    monkeypatch.setattr(pod_calls, "broadcast", saves)
    one, other = gateways(tmp_path)
    assert one != other


# The firmware


def presses(one: Evening) -> list[list[tuple[float, int, bool]]]:
    """What the buttons of each pod did at first."""
    return [[turn for turn in pod if turn[0] < LEAKS_S] for pod in one.turned]


def firmware_says(one: Evening, pod: int, files: dict[str, bytes]) -> tuple[object, object]:
    """What this pod writes and what it sheds in each colour, where it hears what it heard at the table."""
    with Pico({"pixels": KINDS[pod % len(KINDS)][0]}, id_=f"{pod:016x}", files=files) as pico:
        for sent, _ in one.cables[pod]:
            if sent.by_table and sent.time_s < LEAKS_S:
                pico.hear(sent.data, 1000 * sent.time_s)
        for time_s, button, down in presses(one)[pod]:
            pico.turn(button, down, 1000 * time_s)
        pico.run(1000 * LEAKS_S)
        says = [(time_ms, len(data)) for time_ms, data in pico.sent]
        shed = [(time_ms, [sum(wire[channel::3]) for channel in range(3)]) for time_ms, wire in pico.lights]
    assert len(says) > 18 * LEAKS_S
    assert any(any(levels) for _, levels in shed)
    return says, shed


def test_what_the_firmware_says_and_when_depends_on_nothing_secret() -> None:
    evening = calm(0)
    pressed = zip(*(presses(one) for one in evening), strict=True)
    pods = [pod for pod, (ours, theirs) in enumerate(pressed) if ours != theirs]
    whole, leaking = firmware(), firmware()
    leaking["main.py"] = whole["main.py"].replace(b"not self._covered and contacts.next", b"contacts.next")
    assert leaking != whole
    for pod in pods[: few(len(pods), 1)]:
        one, other = (firmware_says(each, pod, whole) for each in evening)
        assert one == other
        one, other = (firmware_says(each, pod, leaking) for each in evening)
        assert one != other, "a press is told at once"
