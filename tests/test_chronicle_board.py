"""After a round the board tells what really happened, page by page."""

from __future__ import annotations

from functools import partial

import pytest

from hardware.clocks import VirtualClock
from hardware.simulated import SimulatedButtons, SimulatedRings, SimulatedVoice
from table.board.board import Arrow, Told
from table.board.scenes import Painter
from table.bots import Bots
from table.chance import Chance
from table.chronicle import Entry, Moment
from table.chronicle_board import TEXT_MOST, chronicle, told
from table.decks import deck_for
from table.gestures import Meaning
from table.hands import PRESS_S
from table.host import HostedRoom, play_hosted
from table.narration import Narration
from table.resume import Diary
from table.room import PAGE_S, Devices
from table.settings import Times
from table.werewolf.options import Options
from table.werewolf.rulebooks.best_of import BEST_OF
from table.werewolf_evening import WerewolfEvening
from tests.tables import RecordingView

SEATS = 13


class Played:
    """A whole round of bots, and the room in which it was played."""

    def __init__(self, language: str) -> None:
        self.clock, self.view = VirtualClock(), RecordingView()
        self.pods = SimulatedButtons(SEATS, 1, self.clock)
        narration = Narration.load(language, "best-of")
        devices = Devices(
            self.pods, SimulatedRings(SEATS, 24), SimulatedVoice(self.clock), self.view, self.clock
        )
        names = list(narration.places)[:SEATS]
        deck = deck_for(BEST_OF, "expert", SEATS)
        self.evening = WerewolfEvening(BEST_OF, names, deck, Options(captain="start"), seed=0)
        new_room = partial(HostedRoom, devices, narration, Times(), Bots(Chance(0)), names, 1, Chance(0))
        self.room, _ = play_hosted(self.evening, Diary(None, self.evening, language), new_room)
        self.pages = chronicle(self.evening, self.room.played, narration)


@pytest.fixture(scope="module", params=["fr", "en"])
def played(request: pytest.FixtureRequest) -> Played:
    return Played(request.param)


def test_every_night_is_told_with_its_arrows(played: Played) -> None:
    nights = {page.title for page in played.pages if page.arrows}
    assert len(nights) == 7
    first = played.pages[0]
    assert first.arrows[:2] == (Arrow(9, 3), Arrow(9, 12)), "Cupid and the lovers"
    assert all(len(page.caption) <= TEXT_MOST for page in played.pages)
    assert all(arrow.voter < SEATS and arrow.target < SEATS for page in played.pages for arrow in page.arrows)


def test_its_pages_can_be_read(played: Played) -> None:
    painter, board = Painter(), played.room.board
    assert board.scene == "over"
    for page in played.pages:
        board.title, board.headline, board.caption = page.title, page.headline, page.caption
        board.arrows = list(page.arrows)
        written = painter.text_rects(board, (1280, 720))
        caption = [line for line in written if line.what == "caption"]
        assert len(caption) <= 3
        assert min(line.px for line in caption) >= 28
        assert not any(line.what.startswith("count") for line in written), "arrows, and no votes"


def test_it_is_told_once_and_a_press_ends_it(played: Played) -> None:
    now_s = played.clock.now()
    said = played.room.wait_for_another(5.0, played.pages[:3])
    assert said is None
    assert played.clock.now() == pytest.approx(now_s + 4 * PAGE_S)
    shown = [seen.board.caption for seen in played.view.seen if seen.time_s >= now_s]
    assert [page.caption for page in played.pages[:3]] == list(dict.fromkeys(shown))[-3:]
    now_s = played.clock.now()
    played.clock.at(now_s + PAGE_S + 1, lambda: played.pods.push(2, 0))
    played.clock.at(now_s + PAGE_S + 1 + PRESS_S, lambda: played.pods.release(2, 0))
    assert played.room.wait_for_another(5.0, played.pages) is Meaning.AGAIN
    assert played.clock.now() < now_s + PAGE_S + 2


def test_what_everybody_saw_is_not_told_again() -> None:
    looked = Entry("A looks at B", "seer", deed=True, secret=True, seats=[0], to=[1])
    nothing = Entry("C does nothing", "fox", deed=True, secret=True, seats=[2])
    shot = Entry("A shoots B", "hunter", deed=True, seats=[0], to=[1])
    died = Entry("B dies", "death", seats=[1])
    moments = [
        Moment("night 1", "Night 1", [looked, nothing]),
        Moment("dawn 1", "Dawn 1", [died]),
        Moment("day 1", "Day 1", [shot, died]),
    ]
    assert list(told(moments, "What happened")) == [
        Told("Night 1", "What happened", "A looks at B.", (Arrow(0, 1),)),
        Told("Dawn 1", "What happened", "B dies."),
    ]


def test_long_sentences_have_pages_of_their_own() -> None:
    deed = partial(Entry, what="seer", deed=True, secret=True, seats=[0], to=[1])
    long, short = deed("x" * (TEXT_MOST - 10)), deed("y" * 20)
    pages = list(told([Moment("night 1", "Night 1", [long, short, short, long])], ""))
    assert [len(page.arrows) for page in pages] == [1, 2, 1]
