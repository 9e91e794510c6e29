"""Phones as seats: hears what phones ask for, and tells their pages what is public.

What is decided here depends only on what everybody sees.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import ceil, floor
from typing import Any

import msgspec

from hardware.buttons.queued import QueuedButtons
from hardware.interface import Edge
from hardware.phones.interface import Phones
from hardware.phones.wire import (
    NAME_MOST,
    ChairState,
    PhoneLost,
    PublicTable,
    SeatAnswer,
    SeatRequest,
    SeatReturn,
    Sheets,
    WordPage,
    WordsTyped,
)
from table.appliance.lobby.phone_places import PhonePlaces
from table.appliance.menu.menus import Page
from table.appliance.phones.page_state import board_state, page_texts, screen_of
from table.appliance.phones.way_in import WayIn
from table.board.board import NIGHT_SCENES
from table.names import composed, folded, is_name
from table.room.act import Act
from table.room.room import Room
from table.room.stage import Stage
from table.room.village import Village
from table.settings.settings import Settings
from table.typefaces import fonts_of
from table.words.narration import Keyed, Narration

TAP_S = 0.1
"""How long a finger is down that sits down for a phone."""


class Taps(QueuedButtons):
    """Presses by which a phone that has taken a place sits down there, as anybody does."""

    def tap(self, chair: int) -> None:
        """One short press, which ends now."""
        now_s = self._clock.now()
        self._changed(Edge(now_s - TAP_S * self._clock.speed, chair, 0, True))
        self._changed(Edge(now_s, chair, 0, False))

    def close(self) -> None:
        """Nothing is held."""


class SeenByPhones:
    """What phones know of what is played. By default nobody can sit down in it."""

    is_lobby: bool = False
    """Whether anybody may sit down."""
    is_round: bool = False
    """Whether newcomers may take the seats of bots by day."""
    minutes: int = 0
    """About how long it lasts from its beginning; 0: nobody knows."""

    def shows_cards(self) -> bool:
        """Whether holding the button shows one's card now."""
        return False

    def talks(self) -> Sequence[str]:
        """What can be done in a debate now, in words."""
        return ()

    def deck(self) -> Sequence[tuple[str, int]]:
        """The titles of the cards in play, and how many there are."""
        return ()

    def rules(self) -> Sequence[Page]:
        """How it is played."""
        return ()

    def sheets(self) -> Mapping[int, Sheets]:
        """What each seat may read again: its card, and what it was told. Secret."""
        return {}

    def typed(self) -> tuple[str, str, tuple[str, ...]] | None:
        """The list of words that the host's phone may change now: its title, its lines, and what is said of
        them; None: none."""
        return None

    def keep_typed(self, title: str, text: str) -> None:
        """Keeps the list of words that the host has typed."""

    def stand(self, seat: int, /) -> None:
        """Frees a seat of a lobby."""

    def renamed(self) -> None:
        """A name has changed."""


class RoomOnPhones(SeenByPhones):
    """A room as phones know it. `cards`: in play; `rules`: how; `is_round`, `minutes`: see `SeenByPhones`."""

    def __init__(
        self,
        room: Room,
        *,
        is_round: bool,
        minutes: int = 0,
        cards: Sequence[Keyed] = (),
        rules: Sequence[Page] = (),
    ) -> None:
        self.is_round, self.minutes = is_round, minutes
        self._room = room
        self._cards, self._rules = cards, rules

    def deck(self) -> Sequence[tuple[str, int]]:
        title = self._room.narration.card
        return list(Counter(title(card).title for card in self._cards).items())

    def rules(self) -> Sequence[Page]:
        return self._rules

    def sheets(self) -> Mapping[int, Sheets]:
        return self._room.sheets()

    def shows_cards(self) -> bool:
        return self._room.cards.is_eve

    def talks(self) -> Sequence[str]:
        return self._room.talking.labels


class PhoneSeats(Act):
    """What phones may do at one table. `taps`: presses for them; `buttons`: of each place."""

    def __init__(self, phones: Phones, taps: Taps, places: PhonePlaces, buttons: int) -> None:
        self.places = places
        self._phones = phones
        self._taps = taps
        self._buttons = buttons
        self._stage: Stage | None = None
        self._played: SeenByPhones
        self._told: PublicTable | None = None
        self._sheets: Mapping[int, Sheets] = {}
        self._sheets_s = -1
        """The second in which the sheets were last read: how long that takes depends on what is on them."""
        self._pages: dict[tuple[str, str], dict[str, str]] = {}
        self._over_s: float | None = None
        """When the round may be over."""
        self._waits = ("", "")
        """The part of the round that the board named last, and how long newcomers wait from then on."""
        self.way_in = WayIn(phones)
        self.alone = False
        """Whether phones are the only seats: the table has no pods."""

    # What plays on the table

    def attend(self, stage: Stage, played: SeenByPhones) -> None:
        """Listens while this is played."""
        self._stage, self._played = stage, played
        self._sheets, self._sheets_s = {}, -1
        self._over_s = stage.time.now() + 60.0 * played.minutes if played.minutes else None
        self._waits = ("", "")
        stage.enter_below(self)

    def beat(self, now_s: float) -> None:
        """Answers phones, and keeps their address on the board of a lobby."""
        for asked in self._phones.asked():
            match asked:
                case SeatRequest():
                    self._answer(asked, now_s)
                case SeatReturn(token=token):
                    self._give_back(token)
                case WordsTyped(token=token, title=title, text=text):
                    if token == self._word_page().token:
                        self._played.keep_typed(title, text)
                case PhoneLost(token=token):
                    if token in self.places.owners:
                        self.places.away.add(self.places.owners[token])
        self.way_in.show(self._village, now_s, is_lobby=self._played.is_lobby)

    def shown(self, now_s: float) -> None:
        """Tells the pages what is public, if it changed: in the same beat as the board, never in a later one,
        which may have come early because somebody has pressed in secret."""
        assert self._stage
        public = self.public(now_s)
        if public != self._told:
            self._told = public
            self._phones.tell(msgspec.structs.replace(public, now_s=now_s))
        seats = {chair: self._village.places.seat_at(chair) for chair in self.places.owners.values()}
        here = {chair: seat for chair, seat in seats.items() if seat is not None}
        self._phones.write(self._word_page())
        if self._sheets_s != (second := floor(now_s)):
            self._sheets_s, self._sheets = second, self._played.sheets()
        self._phones.show(
            {chair: screen_of(self._stage.presses, seat) for chair, seat in here.items()},
            {chair: self._sheets[seat] for chair, seat in here.items() if seat in self._sheets},
        )

    def _word_page(self) -> WordPage:
        """The list of words that the host's phone may change now, if it has a place."""
        typed, host = self._played.typed(), self._village.people.host
        token = self.places.owner_of(self._village.places.pods[host]) if typed and host is not None else None
        return WordPage(token, *typed) if typed and token else WordPage()

    def notice(self) -> str:
        """What everybody should know of the phones; empty: nothing."""
        narration = self._village.narration
        if self.places.away:
            labels = self.places.labels(narration)
            names = ", ".join(labels[chair] for chair in sorted(self.places.away))
            return narration.word("notice.away", names=names)
        now_s = self._stage.time.now() if self._stage else 0.0
        return self.way_in.notice(self._village, now_s, is_round=self._played.is_round)

    # The host's hand

    def free(self, chair: int) -> None:
        """Takes a place from its phone."""
        token = self.places.owner_of(chair)
        if token is not None:
            self._give_back(token)

    def hand_on(self, chair: int) -> None:
        """Lets the next phone that asks take this place."""
        assert self._stage
        self.places.hand_on(chair, self._stage.time.now())

    def clear_name(self, chair: int) -> None:
        """A place has its own name again."""
        self.places.clear_name(chair)
        self._played.renamed()

    def forget(self) -> None:
        """The evening is over: names and the places of phones that are gone are given up."""
        self.places.forget()
        self._played.renamed()

    # Asking

    def _answer(self, asked: SeatRequest, now_s: float) -> None:
        """Says where a phone sits, and lets it sit down where it may."""
        token, places = asked.token, self.places
        own = places.owners.get(token)
        if asked.chair is None:
            if own is not None:
                places.away.discard(own)
                if self._played.is_lobby:
                    self._sit(own)
            self._phones.seat(SeatAnswer(token, own))
            return
        why = self._why_not(asked, own, now_s)
        if not why:
            if asked.takes and own != asked.chair:
                self._take(token, asked.chair, own)
            if asked.name and self._may_name(asked.chair):
                places.name(asked.chair, asked.name, token)
                self._played.renamed()
            places.save()
            own = places.owners.get(token)
        self._phones.seat(SeatAnswer(token, own, why))

    def _why_not(self, asked: SeatRequest, own: int | None, now_s: float) -> str:
        """Why a phone may not have what it asks for, as its page says it; empty: it may."""
        narration, chair = self._village.narration, asked.chair
        assert chair is not None
        if not 0 <= chair < self._village.places.count:
            return narration.word("phones.shut")
        if asked.takes and chair != own:
            if self._is_taken(chair, now_s):
                return narration.word("phones.taken")
            if not self._may_take(chair, now_s):
                return self._wait() or narration.word("phones.shut")
        elif not asked.takes and not self._may_name(chair):
            return self._wait() or narration.word("phones.shut")
        elif not asked.takes and not self._names_it(asked.token, chair):
            return narration.word("phones.not_yours")
        name = composed(asked.name)
        if not name:
            return ""
        if signs := self.places.fonts.undrawn(name[:NAME_MOST]):
            return narration.word("phones.undrawn", signs=signs)
        if not is_name(name, self.places.fonts) or len(name) > NAME_MOST:
            return narration.word("phones.bad_name", number=NAME_MOST)
        labels = self.places.labels(narration)
        if folded(name) in {folded(label) for other, label in enumerate(labels) if other != chair}:
            return narration.word("phones.name_taken")
        return ""

    def _take(self, token: str, chair: int, own: int | None) -> None:
        if own is not None:
            self._give_back(token)
        before = self.places.owner_of(chair)
        if before is not None:
            self._phones.seat(SeatAnswer(before, None))
        self.places.take(token, chair)
        self._village.places.dark.discard(chair)
        self._sit(chair)

    def _sit(self, chair: int) -> None:
        """Presses the button of a place nobody sits at yet."""
        people = self._village.people
        if self._village.places.seat_at(chair) not in people | people.gone:
            self._taps.tap(chair)

    def _give_back(self, token: str) -> None:
        chair = self.places.give_back(token)
        self._phones.seat(SeatAnswer(token, None))
        if chair is None:
            return
        seat = self._village.places.seat_at(chair)
        if self._played.is_lobby and seat is not None and seat in self._village.people:
            self._played.stand(seat)
        self.places.save()

    # What is public

    @property
    def _village(self) -> Village:
        assert self._stage
        return self._stage.village

    @property
    def _is_covered(self) -> bool:
        return self._village.board.scene in NIGHT_SCENES

    def _is_taken(self, chair: int, now_s: float) -> bool:
        """Whether another phone, or somebody at a pod that works, has this place."""
        if self.places.has_phone(chair):
            return not self.places.is_handed_on(chair, now_s)
        village = self._village
        return village.places.seat_at(chair) in village.people and chair not in village.places.dark

    @property
    def _is_open(self) -> bool:
        """Whether places may be taken now: before a round, or in one by day."""
        return self._played.is_lobby or (self._played.is_round and not self._is_covered)

    def _may_take(self, chair: int, now_s: float) -> bool:
        """Whether a phone may take this place now."""
        village, places = self._village, self._village.places
        if not self._is_open or chair in places.shut or chair not in self.places.allowed:
            return False
        if self._is_taken(chair, now_s):
            return False
        if self._played.is_lobby:
            return True
        seat = places.seat_at(chair)
        if seat is None:
            return False
        is_alive = village.board.places[seat].alive
        return (village.is_bots(seat) and is_alive) or seat in village.people

    def _may_name(self, chair: int) -> bool:
        """Whether this place may be given a name now: before a round, unless it is out of service."""
        return self._played.is_lobby and chair not in self._village.places.shut

    def _names_it(self, token: str, chair: int) -> bool:
        """Whether this phone is who names this place: its own; with a pod, the host's phone, and the first
        that gives a name where somebody sits."""
        own, village = self.places.owners.get(token), self._village
        if self.places.has_phone(chair):
            return own == chair
        seat = village.places.seat_at(chair)
        if own is not None and village.places.seat_at(own) == village.people.host:
            return True
        return seat in village.people and self.places.may_be_named_by(token, chair)

    def _wait(self) -> str:
        """Why a newcomer has to wait; empty before a round."""
        if self._played.is_lobby:
            return ""
        narration, title = self._village.narration, self._village.board.title
        if self._is_covered or self._over_s is None or self._stage is None:
            return narration.word("phones.covered" if self._is_covered else "phones.wait")
        if self._waits[0] != title:  # Not from minute to minute: a press may make a beat come early.
            left = ceil((self._over_s - self._stage.time.now()) / 60)
            self._waits = title, narration.word("phones.wait_for", number=max(1, left))
        return self._waits[1]

    def _states(self, now_s: float) -> Iterator[ChairState]:
        """What everybody may know of each place. Asked in each beat, so what holds for all is asked once."""
        village, shut = self._village, self._village.places.shut
        people, seat_at = village.people, village.places.seat_at
        phones = frozenset(self.places.owners.values())
        is_open, is_lobby = self._is_open, self._played.is_lobby
        for chair, label in enumerate(self.places.labels(village.narration)):
            seat = seat_at(chair)
            state: Any = "free"
            if chair in shut:
                state = "shut"
            elif chair in phones:
                state = "phone"
            elif seat in people:
                state = "pod"
            elif seat is not None and not is_lobby:
                state = "bot"
            takes = is_open and self._may_take(chair, now_s)
            may_name = is_lobby and chair not in shut and (takes or state == "pod")
            yield ChairState(label, state, takes, may_name, chair in self.places.away)

    def public(self, now_s: float) -> PublicTable:
        """What everybody may know at this moment."""
        assert self._stage
        village = self._village
        chairs = tuple(self._states(now_s))
        can_sit = any(chair.takes for chair in chairs)
        return PublicTable(
            chairs=chairs,
            pixels=self._stage.rings.pixels,
            buttons=self._buttons,
            language=village.narration.language,
            texts=self._texts(village.narration),
            covered=self._is_covered,
            opens=village.board.scene == "deal" or self._played.shows_cards(),
            said=village.board.caption or village.board.headline,
            is_prompt=village.board.caption in prompts(village.narration),
            wait="" if can_sit else self._wait(),
            talk=tuple(self._played.talks()),
            rules=tuple((page.title, page.text, page.role) for page in self._played.rules()),
            board=board_state(self._stage, self._played.deck()),
        )

    def _texts(self, narration: Narration) -> dict[str, str]:
        """The texts of the page, made once for each telling."""
        told = narration.language, narration.rulebook
        if told not in self._pages:
            self._pages[told] = page_texts(narration)
        return self._pages[told]


@lru_cache(maxsize=2)
def prompts(narration: Narration) -> frozenset[str]:
    """What the board says of buttons, and of how to sit down."""
    lobby = narration.texts("menus")["lobby"]
    of_buttons = [text for key, text in narration.words.items() if key.startswith("prompt.")]
    return frozenset((*of_buttons, *(text for key, text in lobby.items() if key.startswith("wait"))))


def phone_seats(phones: Phones, taps: Taps, names: Sequence[str], settings: Settings) -> PhoneSeats:
    """The phones of a table whose pods have these names."""
    chosen = settings.phones
    allowed = frozenset(number - 1 for number in chosen.seats) if chosen.seats else None
    fonts = fonts_of(settings.screen.font)
    places = PhonePlaces(names, allowed=allowed, keeps_names=chosen.keep_names, fonts=fonts)
    return PhoneSeats(phones, taps, places, settings.buttons)
