"""Seats that people bring: the address of the phones, the board as a ring, and the phones' pages in a real
browser."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from hardware.phones.wire import BoardState, ChairState, PlaceState, SeatScreen
from table.board.board import NIGHT_SCENES, SecretCircle
from table.settings.wiring import RingWiring
from tests.gallery.hall import PIXELS, TITLES, Hall, Moment, Script, is_told
from tests.gallery.hosts import starts
from tests.kit.browser import PHONE, TABLET
from tests.kit.phone_stand import CHAIRS, MINE, Stand

TITLE = "Phones, and seats without a ring"
ADDRESS = "192.168.1.20:8080"
SAYS = TITLES["phones"]
PAGES = TITLES["phones_pages"]
"""Pictures of phones, not of the board."""
GAME = {"rulebook": "thiercelieux", "deck": "beginner", "captain": "never"}


def found(language: str) -> dict[str, Moment]:
    """The boards of this chapter."""
    hall = Hall(language, CHAIRS, GAME, rings=RingWiring(on_board=tuple(range(1, CHAIRS + 1))))
    moments = hall.play(without_rings(hall))
    looks_for_players = moments["join"]
    people = hall.word("phones.people", number=0, expected=CHAIRS)
    board = msgspec.structs.replace(looks_for_players.board, join=ADDRESS, people=people)
    return moments | {"join": looks_for_players._replace(board=board)}


def without_rings(hall: Hall) -> Script:
    """From the lobby to the second call of the first night; one of the pack has no ring."""
    hall.host, chooses = MINE, hall.word("prompt.choose.1")
    yield lambda board: is_told(board, "attract")
    hall.keep("join")
    yield from starts(hall, MINE)
    yield lambda board: board.scene == "deal" and board.secret
    yield 1.0
    hall.keep("circle_deal")
    yield lambda board: board.scene == "night" and board.secret
    yield 2.0
    hall.keep("circle_nobody")
    yield lambda board: isinstance(board.secret, SecretCircle) and chooses in board.secret.words
    hall.touch(MINE)
    yield 1.0
    hall.keep("circle")


def on_a_phone(hall: Hall) -> Script:
    """A round up to the first vote, by one of the pack."""
    hall.host = MINE
    yield 3.0
    hall.keep("lobby")
    yield from starts(hall, MINE)
    yield lambda board: board.scene == "deal" and board.timer
    yield 2.0
    hall.touch(MINE, 2.0)
    yield 1.0
    hall.keep("deal")
    yield (
        lambda board: (
            board.scene == "night" and hall.word("prompt.choose.1") in hall.slips.words.get(MINE, "")
        )
    )
    hall.touch(MINE)
    yield 1.0
    hall.keep("night")
    yield lambda board: board.scene == "vote" and board.timer
    for _ in range(3):
        hall.touch(MINE)
        yield 1.0
    hall.keep("vote")


def pages(language: str) -> Iterator[tuple[str, bytes]]:
    """The pictures of the phones' pages, as PNG, by name."""
    hall = Hall(language, CHAIRS, GAME)
    moments = hall.play(on_a_phone(hall))
    with TemporaryDirectory() as folder:
        stand = Stand(Path(folder), PIXELS, language)
        try:
            yield from drawn(stand, hall, moments)
        finally:
            stand.close()


def drawn(stand: Stand, hall: Hall, moments: dict[str, Moment]) -> Iterator[tuple[str, bytes]]:
    """The pages of these moments in a browser."""
    browser = stand.browser

    def shown(size: tuple[int, int], moment: Moment, phase: str, finger: str) -> bytes:
        browser.size(*size)
        board, secret = moment.board, moment.slips.get(MINE, "")
        living = tuple(number for number, place in enumerate(board.places, start=1) if place.alive)
        stand.screen(SeatScreen(MINE + 1, phase, 1, (0, *living), 1), secret)
        stand.host.tell(
            covered=board.scene in NIGHT_SCENES,
            board=BoardState(
                scene=board.scene,
                title=board.title,
                headline=board.headline,
                question=board.scene,
                places=tuple(
                    PlaceState(place.name, pod, place.alive, place.card or "")
                    for pod, place in enumerate(board.places)
                ),
            ),
        )
        stand.slip(secret)
        stand.settled(board.caption or board.headline)
        browser.down(finger)
        time.sleep(0.4)
        picture = browser.picture()
        browser.up()
        return picture

    labels = [hall.label(chair) for chair in range(CHAIRS)]
    taken = [ChairState(label, "phone", False, False) for label in labels[:MINE]]
    free = [ChairState(label, "free", True, True) for label in labels[MINE:]]
    browser.size(*PHONE)
    stand.host.tell(chairs=(*taken, *free), said=moments["lobby"].board.caption)
    stand.open()
    browser.tap(f"#circle button:nth-of-type({MINE + 1})")
    browser.driver.find_element("id", "name").send_keys("Camille")
    yield "phone_join", browser.picture()
    browser.tap("#sit")
    stand.host.until(lambda: browser.is_shown("#day"))
    yield "phone_deal", shown(PHONE, moments["deal"], "deal", ".card")
    yield "phone_night", shown(PHONE, moments["night"], "choose", "#night-now")
    yield "phone_vote", shown(PHONE, moments["vote"], "choose", ".cells button:nth-child(2)")
    yield "tablet_vote", shown(TABLET, moments["vote"], "choose", ".cells button:nth-child(2)")
    yield "tablet_night", shown(TABLET, moments["night"], "choose", "#night-now")
