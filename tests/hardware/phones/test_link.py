"""The table's end: what comes from phones, and that it never waits for a gateway."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hardware.clocks import LiveClock, VirtualClock
from hardware.debounce import Kind
from hardware.interface import Edge, Touch
from hardware.phones import link as module
from hardware.phones.link import (
    AGE_MOST_MS,
    ASKS_OF_ONE,
    AT_ONCE,
    PRESSES_OF_ONE,
    WAITING_MOST,
    PhoneLink,
)
from hardware.phones.wire import (
    SOCKET,
    GatewayReady,
    LightFrame,
    PhoneEdge,
    PhoneLost,
    PhoneTouch,
    SeatAnswer,
    SeatRequest,
    SeatReturn,
    SlipTexts,
    ToGateway,
    ToTable,
    WordPage,
    WordsTyped,
    packed,
    unpacked,
)
from hardware.sockets import socket_path
from tests.kit.gateways import public_table, token

CHAIRS, PIXELS = 4, 16
SIZE = CHAIRS * PIXELS * 3
WAITS_S = 10.0


class GatewayEnd:
    """A gateway as the table sees it."""

    def __init__(self, path: Path) -> None:
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(WAITS_S)
        self.socket.connect(str(path))
        self._stream = self.socket.makefile("rb")

    def say(self, *messages: ToTable) -> None:
        self.socket.sendall(b"".join(map(packed, messages)))

    def heard(self) -> ToGateway:
        body = unpacked(self._stream)
        assert body is not None
        message: ToGateway = msgspec.msgpack.decode(body, type=ToGateway)
        return message

    def is_left(self) -> bool:
        """Whether the table closes the connection, after all it has said."""
        with suppress(ConnectionError):
            while self.socket.recv(1 << 16):
                pass
        return True

    def close(self) -> None:
        self._stream.close()
        self.socket.close()


class Woken:
    """A clock that notes each wake, so that a test can wait for what another thread does."""

    speed = 1.0

    def __init__(self) -> None:
        self.now_s = 100.0
        self._rings = threading.Condition()

    def now(self) -> float:
        return self.now_s

    def time_of(self, monotonic_s: float) -> float:
        raise AssertionError(f"nothing is stamped {monotonic_s} here")

    def wait(self, until_s: float) -> None:
        raise AssertionError(f"the link waits until {until_s}")

    def wake(self) -> None:
        with self._rings:
            self._rings.notify_all()

    def until(self, holds: Callable[[], object]) -> None:
        """Returns once something holds that a wake told of."""
        with self._rings:
            assert self._rings.wait_for(holds, WAITS_S)


@pytest.fixture
def clock() -> Woken:
    return Woken()


@pytest.fixture
def link(tmp_path: Path, clock: Woken) -> Iterator[PhoneLink]:
    made = PhoneLink(tmp_path / "phones.sock", CHAIRS, PIXELS, clock)
    made.buttons.listen(clock.wake)
    yield made
    made.close()


@pytest.fixture
def gateway(link: PhoneLink, tmp_path: Path) -> Iterator[GatewayEnd]:  # noqa: ARG001 - it listens there
    made = GatewayEnd(tmp_path / "phones.sock")
    yield made
    made.close()


def edges(link: PhoneLink, clock: Woken, count: int) -> list[Edge]:
    """The next changes of buttons, once there are so many."""
    found: list[Edge] = []

    def come() -> bool:
        found.extend(link.buttons.edges())
        return len(found) >= count

    clock.until(come)
    return found


def asked(link: PhoneLink, clock: Woken, count: int) -> list[Any]:
    """The next that phones ask, once there is so much."""
    found: list[Any] = []

    def come() -> bool:
        found.extend(link.asked())
        return len(found) >= count

    clock.until(come)
    return found


def test_what_phones_ask_is_taken_in_its_order_and_wakes_the_table(
    link: PhoneLink, gateway: GatewayEnd, clock: Woken
) -> None:
    assert (link.reached, link.address, list(link.asked())) == (False, "", [])
    told: list[ToTable] = [SeatRequest(token(1), 2, "Zoé"), SeatReturn(token(1)), PhoneLost(token(1))]
    gateway.say(GatewayReady("10.0.0.7:8080", "garou.local:8080"), *told)
    assert asked(link, clock, 3) == told
    assert (link.reached, link.address, link.name) == (True, "10.0.0.7:8080", "garou.local:8080")


def test_presses_are_of_the_place_that_the_table_gave(
    link: PhoneLink, gateway: GatewayEnd, clock: Woken
) -> None:
    link.seat(SeatAnswer(token(1), 2))
    gateway.say(
        PhoneEdge(token(9), 0, True, 0),  # a phone without a place
        PhoneEdge(token(1), 0, True, 40),
        PhoneEdge(token(1), 0, True, 0),  # down already
        PhoneEdge(token(1), 3, True, 0),  # no such button
        PhoneEdge(token(1), -1, True, 0),
        PhoneEdge(token(1), 0, False, 0),
    )
    assert edges(link, clock, 2) == [Edge(99.96, 2, 0, True), Edge(100.0, 2, 0, False)]
    assert link.buttons.edges() == []


def test_no_stamp_is_older_than_a_quarter_second_or_overtakes_another(
    link: PhoneLink, gateway: GatewayEnd, clock: Woken
) -> None:
    link.seat(SeatAnswer(token(1), 0))
    ages = [60_000, AGE_MOST_MS, 20, 240, -5]
    gateway.say(*(PhoneEdge(token(1), 0, number % 2 == 0, age) for number, age in enumerate(ages)))
    assert [edge.time_s for edge in edges(link, clock, 5)] == [99.75, 99.75, 99.98, 99.98, 100.0]


ENDS: Mapping[str, Callable[[PhoneLink, GatewayEnd], object]] = {
    "phone lost": lambda _, gateway: gateway.say(PhoneLost(token(1))),
    "gateway lost": lambda _, gateway: gateway.close(),
    "place taken": lambda link, _: link.seat(SeatAnswer(token(1), None)),
    "another place": lambda link, _: link.seat(SeatAnswer(token(1), 3)),
    "too long": lambda _, gateway: gateway.socket.sendall(b"\xff\xff\xff\xff"),
    "no message": lambda _, gateway: gateway.socket.sendall(b"\0\0\0\x02{}"),
}


@pytest.mark.parametrize("ends", ENDS)
def test_whoever_is_gone_lets_the_button_go(
    link: PhoneLink, gateway: GatewayEnd, clock: Woken, ends: str
) -> None:
    link.seat(SeatAnswer(token(1), 2))
    gateway.say(PhoneEdge(token(1), 0, True, 0))
    assert edges(link, clock, 1) == [Edge(100.0, 2, 0, True)]
    clock.now_s = 103.0
    ENDS[ends](link, gateway)
    assert edges(link, clock, 1) == [Edge(103.0, 2, 0, False)]


def test_without_its_gateway_every_phone_is_away_and_comes_back_with_it(
    link: PhoneLink, gateway: GatewayEnd, clock: Woken, tmp_path: Path
) -> None:
    gateway.say(GatewayReady("10.0.0.7:8080"), SeatRequest(token(1)), SeatRequest(token(2)))
    assert len(asked(link, clock, 2)) == 2
    link.seat(SeatAnswer(token(1), 0))
    link.seat(SeatAnswer(token(2), 1))
    gateway.close()
    assert asked(link, clock, 2) == [PhoneLost(token(1)), PhoneLost(token(2))]
    assert (link.address, link.reached) == ("", True)
    again = GatewayEnd(tmp_path / "phones.sock")
    again.say(GatewayReady("10.0.0.8:8080"), SeatRequest(token(1)))
    assert asked(link, clock, 1) == [SeatRequest(token(1))]
    assert link.address == "10.0.0.8:8080"
    again.close()


def test_a_new_gateway_is_told_the_newest_of_everything(link: PhoneLink, tmp_path: Path) -> None:
    for number in range(50):
        link.tell(public_table(CHAIRS, said=f"Sentence {number}"))
        link.rings.show(bytes([number]) * SIZE)
        link.slips.show({number % CHAIRS: f"Word {number}"})
    gateway = GatewayEnd(tmp_path / "phones.sock")
    assert [gateway.heard() for _ in range(3)] == [
        public_table(CHAIRS, said="Sentence 49"),
        SlipTexts({1: "Word 49"}),
        LightFrame(bytes([49]) * SIZE),
    ]
    link.seat(SeatAnswer(token(1), 0, "Welcome."))
    assert gateway.heard() == SeatAnswer(token(1), 0, "Welcome.")
    link.slips.close()
    assert gateway.heard() == SlipTexts({})
    link.slips.show({})
    link.rings.close()
    assert gateway.heard() == LightFrame(bytes(SIZE)), "what is as it was is not said again"
    gateway.close()


def test_a_new_gateway_is_told_who_may_type_words_and_lists_of_one_phone_wait_in_small_number(
    link: PhoneLink, tmp_path: Path, clock: Woken
) -> None:
    link.write(WordPage(token(1), "Old", "owl"))
    link.write(WordPage(token(1), "Ours", "owl\ncat"))
    gateway = GatewayEnd(tmp_path / "phones.sock")
    assert gateway.heard() == WordPage(token(1), "Ours", "owl\ncat")
    link.seat(SeatAnswer(token(3), 0))
    lists: list[ToTable] = [WordsTyped(token(1), "Ours", "x" * 3500)] * (3 * ASKS_OF_ONE)
    gateway.say(*lists, SeatRequest(token(2)), PhoneEdge(token(3), 0, True, 0))
    assert edges(link, clock, 1), "all before it was heard, and nothing is taken yet"
    assert asked(link, clock, ASKS_OF_ONE + 1) == [*lists[:ASKS_OF_ONE], SeatRequest(token(2))]
    gateway.close()


def test_a_frame_of_another_length_is_refused(link: PhoneLink) -> None:
    with pytest.raises(ValueError, match="192 bytes, this one has 5"):
        link.rings.show(b"12345")
    assert link.rings.trouble is None


def test_a_gateway_that_does_not_read_is_left_and_nobody_waits(
    link: PhoneLink, clock: Woken, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "SEND_S", 0.05)
    gateway = GatewayEnd(tmp_path / "phones.sock")
    gateway.say(SeatRequest(token(1)))
    assert asked(link, clock, 1)
    link.seat(SeatAnswer(token(1), 0))
    for number in count():
        link.slips.show({0: f"{number:50000}"})
        if PhoneLost(token(1)) in link.asked():
            break
    assert gateway.is_left()
    gateway.close()
    again = GatewayEnd(tmp_path / "phones.sock")
    link.slips.show({0: "last"})
    while again.heard() != SlipTexts({0: "last"}):
        pass
    again.close()


def test_a_gateway_that_never_stops_talking_is_left(link: PhoneLink, gateway: GatewayEnd) -> None:
    flood = (packed(SeatReturn(token(number))) for number in range(WAITING_MOST + 2))
    gateway.socket.sendall(b"".join(flood))
    assert gateway.is_left()
    assert len(link.asked()) <= AT_ONCE


def test_the_requests_of_one_phone_are_dropped_before_those_of_all(
    link: PhoneLink, gateway: GatewayEnd, clock: Woken
) -> None:
    flood: list[ToTable] = [SeatRequest(token(1), number % CHAIRS, "Zoe") for number in range(WAITING_MOST)]
    gateway.say(*flood, *[SeatReturn(token(1))] * WAITING_MOST)
    honest: list[ToTable] = [SeatRequest(token(2)), SeatRequest(token(2), 3), PhoneLost(token(2))]
    gateway.say(*honest, PhoneLost(token(1)), SeatRequest(token(1)))
    link.seat(SeatAnswer(token(3), 0))
    gateway.say(PhoneEdge(token(3), 0, True, 0))
    assert edges(link, clock, 1), "all before it was heard, and nothing is taken yet"
    told = asked(link, clock, ASKS_OF_ONE + 5)
    assert told == [*flood[:ASKS_OF_ONE], *honest, PhoneLost(token(1)), SeatRequest(token(1))]
    gateway.say(SeatRequest(token(1), 2))
    assert asked(link, clock, 1) == [SeatRequest(token(1), 2)], "what was taken waits no longer"


def test_the_presses_of_one_place_are_dropped_before_those_of_all(
    link: PhoneLink, gateway: GatewayEnd, clock: Woken
) -> None:
    link.seat(SeatAnswer(token(1), 0))
    link.seat(SeatAnswer(token(2), 1))
    gateway.say(
        *(PhoneEdge(token(1), 0, down, 0) for _ in range(WAITING_MOST) for down in (True, False)),
        PhoneEdge(token(2), 0, True, 0),
        SeatRequest(token(2)),
    )
    assert asked(link, clock, 1) == [SeatRequest(token(2))], "the gateway is not left"
    told = link.buttons.edges()
    assert [edge.down for edge in told if edge.seat == 0] == [True, False] * PRESSES_OF_ONE
    assert [edge.down for edge in told if edge.seat == 1] == [True]
    gateway.say(PhoneEdge(token(1), 0, True, 0))
    assert [edge.seat for edge in edges(link, clock, 1)] == [0], "what was taken waits no longer"


def test_touches_keep_their_order_and_their_moments_are_past(
    link: PhoneLink, gateway: GatewayEnd, clock: Woken
) -> None:
    """The second is said to be older; the third to come, and never to have ended."""
    link.seat(SeatAnswer(token(1), 2))
    link.touches.listen(clock.wake)
    times = ((80, 0), (80, 200), (-5000, -5000))
    said = (
        PhoneTouch(token(1), number, 0, 7, held_ms, age_ms) for number, (held_ms, age_ms) in enumerate(times)
    )
    found: list[Touch] = []

    def comes() -> bool:
        taken = link.touches.touches()
        found.extend(taken)
        return bool(taken)

    for one in said:
        gateway.say(one)
        clock.until(comes)
        clock.now_s += 0.1
    assert [touch.option for touch in found] == [0, 1, 2]
    assert [touch.time_s for touch in found] == pytest.approx([100.0, 100.0, 100.2])
    assert [touch.began_s for touch in found] == pytest.approx([99.92, 99.92, 100.2])
    assert {(touch.seat, touch.kind, touch.key) for touch in found} == {(2, Kind.PRESS, 7)}


def test_the_touches_of_one_place_are_dropped_before_those_of_all_and_nonsense_at_once(
    link: PhoneLink, gateway: GatewayEnd, clock: Woken
) -> None:
    link.seat(SeatAnswer(token(1), 0))
    link.seat(SeatAnswer(token(2), 1))
    gateway.say(
        *(PhoneTouch(token(1), 3, 0, 7, 80, 0) for _ in range(WAITING_MOST)),
        *(PhoneTouch(token(2), 3, kind, 7, 80, 0) for kind in (-1, 3, 1 << 40)),
        PhoneTouch(token(2), 1 << 60, 1, 1 << 60, 1 << 60, 1 << 60),
        PhoneTouch(token(9), 3, 0, 7, 80, 0),
        SeatRequest(token(2)),
    )
    assert asked(link, clock, 1) == [SeatRequest(token(2))], "the gateway is not left"
    told = link.touches.touches()
    assert [touch.seat for touch in told].count(0) == PRESSES_OF_ONE
    assert [(touch.seat, touch.kind) for touch in told if touch.seat] == [(1, Kind.HOLD)]
    gateway.say(PhoneTouch(token(1), 3, 0, 7, 80, 0), SeatRequest(token(2)))
    assert asked(link, clock, 1)
    assert len(link.touches.touches()) == 1, "what was taken waits no longer"


def test_a_table_that_starts_again_listens_where_the_last_one_did(tmp_path: Path) -> None:
    path = tmp_path / "phones.sock"
    path.touch()
    first = PhoneLink(path, CHAIRS, PIXELS, LiveClock())
    assert path.stat().st_mode & 0o777 == 0o660
    gateway = GatewayEnd(path)
    first.close()
    assert gateway.is_left()
    gateway.close()
    assert not path.exists()
    second = PhoneLink(path, CHAIRS, PIXELS, VirtualClock())
    second.tell(public_table(CHAIRS))
    gateway = GatewayEnd(path)
    assert gateway.heard() == public_table(CHAIRS)
    gateway.close()
    second.close()


def test_nothing_of_it_runs_on_once_it_is_closed(link: PhoneLink, gateway: GatewayEnd) -> None:
    before = threading.active_count()
    link.tell(public_table(CHAIRS))
    assert gateway.heard() == public_table(CHAIRS)
    link.close()
    assert threading.active_count() == before - 2
    assert gateway.is_left()


def test_a_second_table_does_not_take_the_phones_of_the_first(tmp_path: Path) -> None:
    path = tmp_path / "phones.sock"
    first = PhoneLink(path, CHAIRS, PIXELS, LiveClock())
    for _ in range(3):
        with pytest.raises(OSError, match="another table has the phones"):
            PhoneLink(path, CHAIRS, PIXELS, LiveClock())
    first.tell(public_table(CHAIRS))
    gateway = GatewayEnd(path)
    with pytest.raises(OSError, match="another table has the phones"):
        PhoneLink(path, CHAIRS, PIXELS, LiveClock())
    assert gateway.heard() == public_table(CHAIRS)
    gateway.close()
    first.close()


def test_where_nobody_can_listen_is_said(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file"):
        PhoneLink(tmp_path / "nowhere" / "phones.sock", CHAIRS, PIXELS, LiveClock())


def test_the_socket_lies_in_the_runtime_folder(tmp_path: Path) -> None:
    assert socket_path(SOCKET, {"RUNTIME_DIRECTORY": "/run/garou", "XDG_RUNTIME_DIR": "/x"}) == Path(
        "/run/garou/phones.sock"
    )
    assert socket_path(SOCKET, {"XDG_RUNTIME_DIR": str(tmp_path)}).parent == tmp_path
    assert socket_path(SOCKET, {}).name.endswith("phones.sock")
