"""Whole evenings by touch alone: a real table, its gateway, and eight people with a phone in a real browser,
one of whom is blind.

Meanwhile a page is loaded again, a line is cut, a second phone asks for a taken place, gateway and table are
killed. Touches are counted.
"""

from __future__ import annotations

import os
import re
import signal
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from table.games.all import game_of
from table.sentences import flat
from table.words.catalogue import shipped
from tests.kit.browser import Browser, Tap
from tests.kit.phone_evening import NAMES, PATIENCE_S, PhoneEvening
from tests.kit.phone_people import Player
from tests.kit.tabs import Tab, Tabs

PACE = 6
"""How much faster than at a table these evenings are. Fingers are as fast as ever, one after the other: what
is asked by day waits longer."""
SETTINGS = """
captain = "start"
[times]
candidates_s = 90
election_s = 120
vote_s = 120
hunter_s = 90
successor_s = 60
captain_choice_s = 60
debate_s = 600
[times.mots_garous]
pick_s = 60
picks_s = 60
accuse_s = 120
"""
"""Everybody votes once before anybody dies."""
EVENINGS = [("thiercelieux", "en"), ("mots-garous", "fr")]
if "GAROU_PICTURES" in os.environ:
    EVENINGS += [("thiercelieux", "fr"), ("mots-garous", "en")]
BLIND = 3
"""Whose eyes are closed by day too: they know what a screen reader says."""
CUT = 2
"""Whose line is cut."""
TELEVISION = (640, 360)
FRAME_S, EARLY_S = 10.0, 3.0
"""Seconds in which the board shows a scene, and that it may be before the phones."""


class Television:
    """The page of the board, in a window of the browser that is killed now and then."""

    LOOK = """(board => {
        if (!board || board.hidden || document.getElementById("gone").hidden === false) return "";
        const small = document.createElement("canvas");
        [small.width, small.height] = [160, 90];
        small.getContext("2d").drawImage(board, 0, 0, 160, 90);
        return small.toDataURL();
    })(document.getElementById("board"))"""

    def __init__(self, tabs: Tabs, url: str) -> None:
        self.shows = ""
        """Its picture; empty: it shows no board."""
        self.scenes: set[str] = set()
        """Of those that phones have told of, the ones in which a picture has come."""
        self._tabs, self._url = tabs, url
        self._scene, self._since_s, self._changed_s = "", 0.0, 0.0
        self.open()

    def open(self) -> None:
        """Opens the page, in a new window."""
        self._page = Tab(self._tabs)
        self._page.size(*TELEVISION)
        self._page.open(self._url)

    def asks(self) -> bool:
        """Whether it asks for the code."""
        return self._page.is_shown("#code")

    def type(self, code: str) -> None:
        """Somebody types the code."""
        self._page.run("document.querySelector('#code').focus()")
        self._page.tell("Input.insertText", text=code)
        self._page.tap("#open button")

    def look(self) -> bool:
        """Looks at it. Returns whether it shows the board."""
        seen, now_s = self._page.look(self.LOOK), time.monotonic()
        if seen is not None and seen != self.shows:
            self.shows, self._changed_s = seen, now_s
        return bool(self.shows)

    def look_for(self, scene: str) -> None:
        """In each scene of which phones tell, a picture comes."""
        now_s = time.monotonic()
        if not self.look() or scene != self._scene:
            self._scene, self._since_s = scene, now_s
        elif self._changed_s > self._since_s - EARLY_S:
            self.scenes.add(scene)
        else:
            assert now_s - self._since_s < FRAME_S, f"the board shows nothing new in {scene}"

    def kill(self) -> None:
        """Its process ends."""
        self._page.kill()
        self.shows = ""


class Evening(PhoneEvening[Player]):
    """An evening by pages of a browser."""

    patience_s = 2 * PATIENCE_S

    def __init__(self, folder: Path, rulebook: str, language: str, browser: Browser) -> None:
        super().__init__(folder, rulebook, PACE, language, SETTINGS)
        self._named = f"evening.{rulebook}.{language}"
        self._pictured: set[str] = set()
        self._tabs, self.language, self.rulebook = Tabs(browser), language, rulebook
        self.line = Tap(self.port)

    def open(self) -> None:
        """All pages are opened, and the code of the board is typed: the table is one without a display."""
        for number in range(len(NAMES)):
            self.phones.append(self.player(number))
        self.until(lambda: "/board, code" in self.told())
        self.board = Television(self._tabs, f"http://127.0.0.1:{self.port}/board")
        self.until(self.board.asks)
        self.board.type(re.findall(r"/board, code (\d{6})", self.told())[-1])
        self.until(self.board.look)

    def player(self, number: int) -> Player:
        """One more person with a phone."""
        url = (
            f"http://127.0.0.1:{self.line.port}/"
            if number == CUT
            else f"http://127.0.0.{number + 2}:{self.port}/"
        )
        return Player(self._tabs, url, number, self.language, is_blind=number == BLIND)

    def see(self) -> None:
        """Looks at the board, counts touches, and keeps a picture of all that is new on a page, where
        `look_at` keeps any."""
        host = self.phones[0]
        self.board.look_for(host.said if host.covered else host.title)
        for player in self.phones:
            assert set(player.votes) <= {2}, "a vote is two taps"
            assert set(player.readings) <= {1}, "what is for somebody alone is read by one touch"
        for player in self.phones if "GAROU_PICTURES" in os.environ else ():
            if (moment := player.moment) and moment not in self._pictured:
                self._pictured.add(moment)
                player.picture(f"{self._named}.{len(self._pictured):02}.{moment}")

    def play(self, until: Callable[[], bool]) -> None:
        """Everybody touches what they are asked, and more."""

        def is_over() -> bool:
            self.see()
            return until()

        self.until(is_over, touching=True)

    def tapped(self, player: Player, name: re.Pattern[str] | str, shown: Callable[[], bool]) -> None:
        """Somebody taps what is called so, once it is there, and waits for what it shows."""
        self.until(lambda: player.tap(name))
        self.until(shown)

    def close(self) -> None:
        super().close()
        self._tabs.close()
        self.line.close()


def start(table: Evening) -> None:
    """The host starts a first game: they choose another deck, and exchange a card."""
    host, menu = table.phones[0], flat(shipped("menus", table.language))
    cards, key = menu["host.cards_one"], game_of(table.rulebook).deck_key.partition(".")[2]
    deck = re.compile(f"(?!{re.escape(cards)}){re.escape(menu[f'host.{key}'])}.*")
    before = host.taps
    table.until(lambda: host.kind == "menu")
    table.see()
    usual = host.things(deck)[0].name
    table.tapped(host, deck, lambda: host.things(deck)[0].name != usual)
    assert host.taps - before + 1 <= 6, "a first game with a chosen deck, and Start"
    before = host.taps
    table.tapped(host, cards, lambda: host.title == cards)
    table.see()
    gone = ""
    for number in (1, 0):  # one card fewer, and another in its place that comes alone
        named = re.compile(rf"(\D+) {number}")
        titles = [found[1] for one in host.things() if (found := named.fullmatch(one.name))]
        title = next(title for title in titles if title != gone)
        table.tapped(host, f"{title} {number}", lambda: bool(host.things(f"{title} {1 - number}")))  # noqa: B023
        gone = title
    table.tapped(host, menu["service.back"], lambda: bool(host.things(deck)))
    assert host.taps - before == 4, "one card exchanged"
    table.tapped(host, menu["host.start"], lambda: host.kind == "card")


@pytest.mark.parametrize(("rulebook", "language"), EVENINGS)
def test_eight_people_play_an_evening_by_touch_whatever_is_cut(
    tmp_path: Path, rulebook: str, language: str
) -> None:
    with (
        closing(Browser(tmp_path / "profile")) as browser,
        closing(Evening(tmp_path, rulebook, language, browser)) as table,
    ):
        players, seats = table.phones, list(range(len(NAMES)))
        table.open()
        table.sit_down()
        stranger = table.player(len(NAMES))
        players.append(stranger)
        table.until(lambda: stranger.is_connected)
        table.until(lambda: stranger.is_refused(BLIND))
        players.remove(stranger)
        stranger.close()
        start(table)

        # A page is loaded again, and a line is cut, in the night. Both come back to their seats.
        table.play(lambda: all(player.covered for player in players))
        players[1].open()
        table.line.cut()
        table.until(lambda: players[CUT].shown == "connecting")
        table.until(lambda: [player.chair for player in players] == seats)

        # The page of the board is killed in the night. It has a key, and asks for no code again.
        table.board.kill()
        table.board.open()
        table.play(lambda: bool(table.board.shows))

        # The gateway is killed by day, and comes back with everybody.
        table.play(lambda: not players[0].covered)
        os.kill(table.gateway(), signal.SIGKILL)
        table.until(lambda: players[0].shown == "connecting")
        table.until(lambda: not table.board.look())
        table.until(lambda: [player.chair for player in players] == seats)

        # The table is killed, and goes on with the same people.
        table.process.kill()
        table.process.communicate()
        table.until(lambda: not any(player.is_connected for player in players))
        table.start()
        table.until(lambda: [player.chair for player in players] == seats)
        table.until(table.board.look)
        table.play(lambda: table.process.poll() is not None)
        assert len(table.board.scenes) > 5, "the board has shown the evening"
        out, _ = table.process.communicate()
        assert table.process.returncode == 0, table.told()
        assert len(out.splitlines()) == 1 + len(NAMES), "who has won, and everybody's card"
        assert all(player.read for player in players), "everybody has read their card"
        assert all(player.readings for player in players), "each by one touch"
        votes = rulebook == "thiercelieux"  # Mots-garous may end without one
        assert not votes or all(player.votes for player in players), "the blind player too"
