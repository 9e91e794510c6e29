"""Whole evenings by touch alone: a real table, its gateway, and eight people with a phone in a real browser,
one of whom is blind.

Meanwhile a page is loaded again, a line is cut, a second phone asks for a taken place, gateway and table are
killed. Touches are counted.
"""

from __future__ import annotations

import os
import re
import signal
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

PACE = 6
"""How much faster than at a table these evenings are. Fingers are as fast as ever, one after the other: what
is asked by day waits longer."""
TIMES = """
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
BLIND = 3
"""Whose eyes are closed by day too: they know what a screen reader says."""
CUT = 2
"""Whose line is cut."""


class Evening(PhoneEvening[Player]):
    """An evening by pages of a browser."""

    patience_s = 4 * PATIENCE_S

    def __init__(self, folder: Path, rulebook: str, language: str, browser: Browser) -> None:
        super().__init__(folder, rulebook, PACE, language, TIMES)
        self._named = f"evening.{rulebook}.{language}"
        self._pictured: set[str] = set()
        self._browser, self.language, self.rulebook = browser, language, rulebook
        browser.driver.set_script_timeout(self.patience_s)
        self.line = Tap(self.port)
        for number in range(len(NAMES)):
            self.phones.append(self.player(number))

    def player(self, number: int) -> Player:
        """One more person with a phone."""
        url = (
            f"http://127.0.0.1:{self.line.port}/"
            if number == CUT
            else f"http://127.0.0.{number + 2}:{self.port}/"
        )
        return Player(self._browser, url, number, self.language, is_blind=number == BLIND)

    def see(self) -> None:
        """Keeps a picture of all that is new on a page, where `look_at` keeps any."""
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

    def tapped(self, player: Player, name: str, shown: Callable[[], bool]) -> None:
        """Somebody taps what is called so, once it is there, and waits for what it shows."""
        self.until(lambda: player.tap(name))
        self.until(shown)

    def close(self) -> None:
        super().close()
        self.line.close()


def start(table: Evening) -> None:
    """The host starts a first game: they choose another deck, and exchange a card."""
    host, menu = table.phones[0], flat(shipped("menus", table.language))
    deck, cards = menu[f"host.{game_of(table.rulebook).deck_key.partition('.')[2]}"], menu["host.cards_one"]
    table.until(lambda: host.kind == "menu")
    table.see()
    before = host.taps
    usual = host.things(deck)[0].name
    table.tapped(host, deck, lambda: host.things(deck)[0].name != usual)
    to_choose, before = host.taps - before + 1, host.taps  # with "Start"
    assert to_choose <= 6, "a first game with a chosen deck"
    table.tapped(host, cards, lambda: host.title == cards)
    table.see()
    for number in (1, 0):  # one card fewer, and another in its place
        named = re.compile(rf"(\D+) {number}( .*)?")
        title = [found[1] for one in host.things() if (found := named.fullmatch(one.name))][-1]
        table.tapped(host, f"{title} {number}", lambda: bool(host.things(f"{title} {1 - number}")))  # noqa: B023
    table.tapped(host, menu["service.back"], lambda: bool(host.things(deck)))
    assert host.taps - before == 4, "one card exchanged"
    table.tapped(host, menu["host.start"], lambda: host.kind == "card")


@pytest.mark.parametrize(("rulebook", "language"), [("thiercelieux", "en"), ("mots-garous", "fr")])
def test_eight_people_play_an_evening_by_touch_whatever_is_cut(
    tmp_path: Path, rulebook: str, language: str
) -> None:
    with (
        closing(Browser(tmp_path / "profile")) as browser,
        closing(Evening(tmp_path, rulebook, language, browser)) as table,
    ):
        players, seats = table.phones, list(range(len(NAMES)))
        table.sit_down()
        stranger = table.player(len(NAMES))
        players.append(stranger)
        table.until(lambda: stranger.is_connected)
        assert stranger.is_refused(BLIND)
        players.remove(stranger)
        stranger.close()
        start(table)

        # A page is loaded again, and a line is cut, in the night. Both come back to their seats.
        table.play(lambda: all(player.covered for player in players))
        players[1].open()
        table.line.cut()
        table.until(lambda: players[CUT].shown == "connecting")
        table.until(lambda: [player.chair for player in players] == seats)

        # The gateway is killed by day, and comes back with everybody.
        table.play(lambda: not players[0].covered)
        os.kill(table.gateway(), signal.SIGKILL)
        table.until(lambda: players[0].shown == "connecting")
        table.until(lambda: [player.chair for player in players] == seats)

        # The table is killed, and goes on with the same people.
        table.process.kill()
        table.process.communicate()
        table.until(lambda: not any(player.is_connected for player in players))
        table.start()
        table.until(lambda: [player.chair for player in players] == seats)
        table.play(lambda: table.process.poll() is not None)
        out, wrong = table.process.communicate()
        assert table.process.returncode == 0, wrong
        assert len(out.splitlines()) == 1 + len(NAMES), "who has won, and everybody's card"
        assert all(player.read for player in players), "everybody has read their card"
        votes = [taps for player in players for taps in player.votes]
        assert set(votes) == {2}, "a vote is two taps"
        assert players[BLIND].votes, "the blind player has voted too"
