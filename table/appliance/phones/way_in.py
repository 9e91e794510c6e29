"""How a phone finds the table: its address on the board of a lobby, and what is wrong with the way there."""

from __future__ import annotations

from hardware.phones.interface import Phones
from table.appliance.devices.own_wifi import OwnWifi
from table.board.board import Wifi
from table.room.village import Village
from table.words.troubles import Troubles

UNREACHED_S = 60.0
"""Seconds for which the address stands on the board before the board says what to look at."""
NO_GATEWAY_S = 20.0
"""Seconds without a gateway after which the board says so."""


class WayIn:
    """The way of phones to one table. `phones`: of the table."""

    def __init__(self, phones: Phones) -> None:
        self.wifi: OwnWifi | None = None
        """The table's own Wi-Fi; None: it has none."""
        self._phones = phones
        self._since_s: float | None = None
        """When the address was first on the board."""

    def show(self, village: Village, now_s: float, *, is_lobby: bool) -> None:
        """Shows how a phone finds the table, while it can take a seat."""
        board, key = village.board, self.wifi.key if self.wifi else None
        word, places, phones = village.narration.word, village.places, self._phones
        board.join = board.join_name = board.join_other = board.people = ""
        board.wifi = None
        if is_lobby and self._since_s is None:
            self._since_s = now_s
        if not (is_lobby and phones.address):
            return
        board.join, board.join_name = phones.address, phones.name
        if key:
            board.wifi = Wifi(*key, word("phones.join_wifi"), word("phones.open_page"))
        else:
            board.join_other = phones.other
        seated, expected = len(village.people), places.count - len(places.shut)
        if seated < expected:
            board.people = word("phones.people", number=seated, expected=expected)

    def notice(self, village: Village, now_s: float, *, is_round: bool) -> str:
        """What everybody should know of the way in; empty: nothing."""
        word = village.narration.word
        if is_round:  # No patience here: in a night it would end in the beat of a secret press.
            return "" if self._phones.address else word("notice.no_gateway")
        if self.wifi and self.wifi.wrong:
            return Troubles.of(village.narration).told(self.wifi.wrong)
        waits_s = 0.0 if self._since_s is None else now_s - self._since_s
        if not self._phones.address:
            return word("notice.no_gateway") if waits_s > NO_GATEWAY_S else ""
        return word("notice.no_phone") if waits_s > UNREACHED_S and not self._phones.reached else ""
