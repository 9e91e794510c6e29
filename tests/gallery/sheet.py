"""Lays the pictures of the board side by side, large and as small as a thumb: that is how they are judged.

python -m tests.gallery.sheet OUT.png
python -m tests.gallery.sheet OUT.png /etc/garou/art (an owner's lie over ours)
"""

from __future__ import annotations

import sys
from itertools import product
from pathlib import Path

import pygame
from pygame import Surface

from table.board.paint.art import Art, pictures_in
from table.board.paint.hours import HOURS
from table.board.paint.hours import land as colours_of
from table.board.paint.landscape import CLOUDS, LANDS, paint
from table.board.paint.palette import HOMES
from table.paths import ART

LARGE_PX, SMALL_PX, EDGE_PX = 120, 48, 8
COLUMNS = 10
VIEW = (256, 144)
FOLDERS = ("cards", "events", "places", "things")


def sheet(art: Art) -> Surface:
    """Every picture of a person, house and thing, and every land at every hour."""
    names = [name for name, _ in pictures_in(ART) if name.split("/")[-2] in FOLDERS]
    pictures = {name: (art.draw(name, LARGE_PX), art.draw(name, SMALL_PX)) for name in names}
    for cloud in CLOUDS:
        name = f"scenery/{cloud}"
        pictures[name] = art.draw(name, LARGE_PX, colours_of("dusk")), art.draw(name, SMALL_PX)
    breadth, height = LARGE_PX + EDGE_PX, LARGE_PX + SMALL_PX + EDGE_PX
    rows = -(-len(pictures) // COLUMNS)
    whole = Surface((COLUMNS * breadth, rows * height + len(LANDS) * VIEW[1]))
    whole.fill(HOMES[1])
    for number, (large, small) in enumerate(pictures.values()):
        row, column = divmod(number, COLUMNS)
        whole.blit(large, (column * breadth, row * height))
        whole.blit(small, (column * breadth + (LARGE_PX - SMALL_PX) // 2, row * height + LARGE_PX))
    for (down, land), (right, hour) in product(enumerate(LANDS), enumerate(HOURS)):
        view = Surface(VIEW)
        paint(view, art, land, hour)
        whole.blit(view, (right * VIEW[0], rows * height + down * VIEW[1]))
    return whole


if __name__ == "__main__":
    own = Path(sys.argv[2]) if len(sys.argv) > 2 else None
    pygame.image.save(sheet(Art(own)), sys.argv[1])
