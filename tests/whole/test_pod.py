"""The parts of a pod's body, as `make pod` draws them: closed, and with room for ring, buttons and screws."""

from __future__ import annotations

import atexit
import re
import struct
import subprocess
from collections import Counter
from functools import cache
from itertools import pairwise, product
from math import cos, pi, sin
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import NamedTuple

import pytest

from table.paper.plan import RING_MM
from tests.kit.paths import ROOT

ARCADE = ["24-1-24", "24-1-30", "16-1-24", "24-3-30"]
PICO = ["24-1-16-10", "24-1-16-28", "16-1-16-10", "16-1-16-28", "24-3-16-28"]
PODS = [f"{pixels}-{buttons}" for pixels, buttons in product((16, 24), (1, 2, 3))] + ARCADE + PICO
SOLIDS = [*(f"{part}-{pod}" for part in ("base", "lid") for pod in PODS), "diffuser-16", "diffuser-24"]
INNER_MM = {16: 31.7, 24: 52.3}
RING_HEIGHT_MM = 3.4
WALL_MM, FLOOR_MM, STANDS_MM = 2.4, 2.4, 5.0
PICO_MM, PICO_HOLES_MM = (21.0, 51.0), (5.7, 23.5)
"""The board of a Pico, and its holes from its middle, from its data sheet."""
SOCKET_MM, PLUG_MM = 1.3, 5.0
"""How far the socket stands out of the board, and how long the metal of a micro-USB plug is at least."""
NUDGE = 0.0137
"""No ray goes exactly along an edge."""


class Button(NamedTuple):
    """What a button needs, in mm."""

    hole: float
    """Its diameter in the lid, and below."""
    collar: float
    """The diameter of what lies on the lid."""
    depth: float
    """Below the lid, with its wires."""
    clips: float | None
    """The thickness of the sheet that its clips hold; none: it has a nut."""


BUTTONS = {
    16: Button(16.0, 20.0, 28.0, None),
    24: Button(24.0, 28.0, 36.0, 3.0),
    30: Button(30.0, 34.0, 36.0, 3.0),
}

Point = tuple[float, float, float]


class Solid(NamedTuple):
    triangles: list[tuple[Point, Point, Point]]

    @property
    def top(self) -> float:
        return max(corner[2] for triangle in self.triangles for corner in triangle)

    @property
    def extent(self) -> tuple[float, float]:
        """Its width and depth."""
        corners = [corner for triangle in self.triangles for corner in triangle]
        across = [[corner[axis] for corner in corners] for axis in (0, 1)]
        return max(across[0]) - min(across[0]), max(across[1]) - min(across[1])

    def holds(self, x: float, y: float, z: float) -> bool:
        """Whether there is material at a point: a ray upwards leaves it an odd number of times."""
        x, y = x + NUDGE, y + NUDGE / 2
        left = 0
        for a, b, c in self.triangles:
            if a[2] <= z and b[2] <= z and c[2] <= z:
                continue
            area = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])
            if not area:
                continue
            of_b = ((x - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (y - a[1])) / area
            of_c = ((b[0] - a[0]) * (y - a[1]) - (x - a[0]) * (b[1] - a[1])) / area
            if of_b >= 0 and of_c >= 0 and of_b + of_c <= 1:
                left += a[2] + of_b * (b[2] - a[2]) + of_c * (c[2] - a[2]) > z
        return left % 2 == 1


@cache
def folder() -> Path:
    """Where `make pod` has drawn all parts, once for these tests."""
    drawn = Path(mkdtemp())
    atexit.register(rmtree, drawn)
    subprocess.run(["make", "pod", f"POD_PARTS={drawn}"], cwd=ROOT, check=True, timeout=1200)
    return drawn


@cache
def solid(name: str) -> Solid:
    """A part, from its binary STL."""
    data = (folder() / f"{name}.stl").read_bytes()
    (count,) = struct.unpack_from("<I", data, 80)
    assert len(data) == 84 + 50 * count
    triangles = []
    for number in range(count):
        numbers = [round(one, 4) for one in struct.unpack_from("<9f", data, 96 + 50 * number)]
        a, b, c = (tuple(numbers[at : at + 3]) for at in (0, 3, 6))
        triangles.append((a, b, c))
    return Solid(triangles)


def circle(radius: float, number: int = 12, *, off: float = 0.1) -> list[tuple[float, float]]:
    turns = [2 * pi * (step + off) / number for step in range(number)]
    return [(radius * cos(turn), radius * sin(turn)) for turn in turns]


def pod_of(name: str) -> tuple[int, int, Button]:
    """Its pixels, how many buttons it has, and which."""
    pixels, buttons, *more = map(int, name.split("-"))
    return pixels, buttons, BUTTONS[more[0] if more else 16]


def buttons_of(name: str) -> list[tuple[float, float]]:
    """Where its buttons are: one inside the ring, if there is room; else in a row before it."""
    pixels, buttons, button = pod_of(name)
    if buttons == 1 and button.collar < INNER_MM[pixels] - 5:
        return [(0.0, 0.0)]
    row = -(RING_MM[pixels] / 2 + 5 + button.collar / 2)
    return [((number - (buttons - 1) / 2) * (button.collar + 4), row) for number in range(buttons)]


def test_every_pod_has_its_parts() -> None:
    assert {path.stem for path in folder().glob("*.stl")} == {*SOLIDS}
    assert {path.stem for path in folder().glob("*.svg")} == {f"laser-{pod}" for pod in PODS}


@pytest.mark.parametrize("name", SOLIDS)
def test_each_part_is_closed(name: str) -> None:
    """Every edge belongs to two triangles, which run along it in opposite directions."""
    edges = Counter(
        (triangle[at], triangle[(at + 1) % 3]) for triangle in solid(name).triangles for at in range(3)
    )
    assert [edge for edge, times in edges.items() if times != edges[edge[::-1]]] == []
    assert min(corner[2] for triangle in solid(name).triangles for corner in triangle) == 0.0


@pytest.mark.parametrize("pod", PODS)
def test_the_ring_lies_in_its_lid_and_does_not_fall_through(pod: str) -> None:
    lid, pixels = solid(f"lid-{pod}"), int(pod[:2])
    floor = lid.top - RING_HEIGHT_MM
    for radius in (INNER_MM[pixels] / 2, (INNER_MM[pixels] + RING_MM[pixels]) / 4, RING_MM[pixels] / 2):
        assert not any(lid.holds(x, y, z) for x, y in circle(radius) for z in (floor + 0.1, lid.top - 0.1))
    front = [at for at in circle((INNER_MM[pixels] + RING_MM[pixels]) / 4) if at[1] < 0]
    assert all(lid.holds(x, y, 0.8) for x, y in front)
    assert lid.holds(0.0, RING_MM[pixels] / 2 + 3.0, lid.top - 0.1), "and has a rim"


@pytest.mark.parametrize("pod", PODS)
def test_the_buttons_have_room(pod: str) -> None:
    lid, base, (pixels, _, button) = solid(f"lid-{pod}"), solid(f"base-{pod}"), pod_of(pod)
    found = buttons_of(pod)
    for x, y in found:
        around = [(x + dx, y + dy) for dx, dy in circle(button.hole / 2)]
        assert not any(lid.holds(*at, z) for at in around for z in (0.1, lid.top - 0.1))
        assert all(lid.holds(x + dx, y + dy, 0.8) for dx, dy in circle(button.hole / 2 + 1.5))
        below = [(x + dx, y + dy) for dx, dy in circle(button.hole / 2 + (0 if button.clips is None else 2))]
        assert not any(base.holds(*at, base.top - depth) for at in below for depth in (1.0, button.depth))
        from_ring = (x * x + y * y) ** 0.5
        outside = from_ring - RING_MM[pixels] / 2 - 0.6 - 1.5
        assert button.collar / 2 <= (outside if from_ring else INNER_MM[pixels] / 2 - 0.6 - 1.5), (
            "on the ring"
        )
    for (left, _), (right, _) in pairwise(found):
        assert right - left >= button.collar + 2


@pytest.mark.parametrize("pod", ARCADE)
def test_an_arcade_button_snaps_in(pod: str) -> None:
    """Its collar is sunk as deep as the lid is thicker than the sheet that its clips hold."""
    lid, (_, _, button) = solid(f"lid-{pod}"), pod_of(pod)
    assert button.clips is not None
    for x, y in buttons_of(pod):
        for radius in (button.hole / 2 + 0.5, button.collar / 2):
            around = [(x + dx, y + dy) for dx, dy in circle(radius)]
            assert all(lid.holds(*at, z) for at in around for z in (0.1, button.clips - 0.1))
            assert not any(lid.holds(*at, z) for at in around for z in (button.clips + 0.1, lid.top - 0.1))


@pytest.mark.parametrize("pod", PICO)
def test_a_pico_has_room_and_its_cable_reaches_it(pod: str) -> None:
    base, (pixels, _, button), room = solid(f"base-{pod}"), pod_of(pod), int(pod.split("-")[3])
    radius = RING_MM[pixels] / 2 + 0.6 + 1.5 + 3.6 + 4.4
    inside, wide = radius - WALL_MM, PICO_MM[0] / 2
    back = ((inside - 0.5) ** 2 - wide**2) ** 0.5
    middle, board = back - PICO_MM[1] / 2, FLOOR_MM + STANDS_MM
    posts = [(x * PICO_HOLES_MM[0], middle + y * PICO_HOLES_MM[1]) for x in (-1, 1) for y in (-1, 1)]
    assert all(base.holds(*at, z) for at in posts for z in (board - 0.3, board + 1.5)), "it stands on pegs"
    along = [middle + PICO_MM[1] * step / 2 for step in (-0.99, -0.6, -0.2, 0.2, 0.6, 0.99)]
    heights = (board + 0.3, FLOOR_MM + room - 0.5)
    assert not any(base.holds(x, y, z) for x in (-wide, -2, 2, wide) for y in along for z in heights)
    plug = [
        (x, z) for x in (-5.5, 0, 5.5) for z in (FLOOR_MM + 0.5, board - 1.3, board + 2.3, FLOOR_MM + 11.5)
    ]
    assert not any(base.holds(x, y, z) for x, z in plug for y in (back + SOCKET_MM, inside + 1, radius + 0.5))
    socket = [(x, z) for x in (-3.75, 0, 3.75) for z in (board - 2.7, board + 1 + 2.7)]
    assert not any(base.holds(x, y, z) for x, z in socket for y in (back - 3, back)), "either side up"
    assert base.holds(8.0, (inside + 1) * 0.98, board), "beside it is the wall"
    assert 0 < radius - (back + SOCKET_MM) < PLUG_MM, "the plug reaches the socket"
    if buttons_of(pod)[0] == (0.0, 0.0):
        assert base.top - button.depth >= FLOOR_MM + room, "and the button hangs above it"


@pytest.mark.parametrize("pod", PICO)
def test_with_a_pico_only_the_base_differs(pod: str) -> None:
    """As docs/pod.md says: who has printed a lid keeps it. A button over the Pico makes the base higher."""
    bare, room = pod[:4], int(pod.split("-")[3])
    assert sorted(solid(f"lid-{pod}").triangles) == sorted(solid(f"lid-{bare}").triangles)
    higher = room if buttons_of(pod)[0] == (0.0, 0.0) else 0
    assert solid(f"base-{pod}").top == pytest.approx(solid(f"base-{bare}").top + higher)
    text = (ROOT / "docs/pod.md").read_text("utf-8")
    [line] = [line for line in text.splitlines() if f"`{pod}`" in line]
    assert f" {solid(f'base-{pod}').top:.0f} " in line, "as high as it says"


@pytest.mark.parametrize("pod", PODS)
def test_lid_and_base_are_screwed_together(pod: str) -> None:
    lid, base, pixels = solid(f"lid-{pod}"), solid(f"base-{pod}"), int(pod[:2])
    assert lid.extent == pytest.approx(base.extent, abs=0.01)
    far = RING_MM[pixels] / 2 + 0.6 + 1.5 + 3.6
    for turn in (35, 145, 205, 335):
        x, y = far * cos(turn * pi / 180), far * sin(turn * pi / 180)
        assert not lid.holds(x, y, 1.0)
        assert not base.holds(x, y, base.top - 5.0)
        assert all(base.holds(x + dx, y + dy, base.top - 5.0) for dx, dy in circle(2.2, 6))


def test_the_diffuser_lies_on_its_step() -> None:
    for pixels, outer in RING_MM.items():
        width, depth = solid(f"diffuser-{pixels}").extent
        assert outer + 1.2 < min(width, depth)
        assert max(width, depth) < outer + 2 * (0.6 + 1.5)


def test_rings_are_as_large_as_on_the_wiring_sheet() -> None:
    text = (ROOT / "docs/pod/pod.scad").read_text("utf-8")
    said = re.search(r"ring_outer = pixels == 24 \? ([\d.]+) : ([\d.]+);", text)
    assert said
    assert {24: float(said[1]), 16: float(said[2])} == RING_MM


def test_the_sheets_are_drawn_in_millimetres() -> None:
    """As wide as four parts and their gaps."""
    for pod in PODS:
        text = (folder() / f"laser-{pod}.svg").read_text("utf-8")
        width = re.search(r'width="([\d.]+)mm"', text)
        assert width
        assert float(width[1]) == pytest.approx(4 * (solid(f"base-{pod}").extent[0] + 6) - 6, abs=2.0)
