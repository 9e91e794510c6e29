"""Phones as seats: which phone has which place, and what each place is called tonight.

A place belongs to the first phone that takes it, as long as it keeps its token, until its host frees it or
hands it on. Who is away keeps their place. What is decided here depends only on what everybody sees.
"""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from math import ceil
from pathlib import Path
from typing import Any

import msgspec

from hardware.buttons.queued import QueuedButtons
from hardware.interface import Edge
from hardware.phones.interface import Phones
from hardware.phones.wire import (
    NAME_MOST,
    TOKEN_BYTES,
    ChairState,
    PhoneLost,
    PublicTable,
    SeatAnswer,
    SeatRequest,
    SeatReturn,
)
from hardware.troubles import reason_of
from table import files
from table.errors import Reason, in_english
from table.names import composed, folded, is_name
from table.room.act import Act
from table.room.night import NIGHT_SCENES
from table.room.stage import Stage
from table.room.village import NamedSeat, Village
from table.sentences import flat
from table.typefaces import undrawn
from table.words.narration import Narration

FILE = "phones.json"
"""In the state folder: who has which place tonight, for a table that starts again."""
EVENING_S = 12 * 3600.0
"""Seconds after which what that file says is of another evening."""
HANDED_S = 120.0
"""Seconds for which another phone may take a place that its host hands on."""
UNREACHED_S = 60.0
"""Seconds for which the address stands on the board before the board says what to look at."""
NO_GATEWAY_S = 20.0
"""Seconds without a gateway after which the board says so."""
TAP_S = 0.1
"""How long a finger is down that sits down for a phone."""


class _Kept(msgspec.Struct, frozen=True):
    """The file."""

    owners: dict[str, int]
    names: dict[int, str]
    at_s: float


class Taps(QueuedButtons):
    """Presses by which a phone that has taken a place sits down there, as anybody does."""

    def tap(self, chair: int) -> None:
        """One short press, which ends now."""
        now_s = self._clock.now()
        self._changed(Edge(now_s - TAP_S * self._clock.speed, chair, 0, True))
        self._changed(Edge(now_s, chair, 0, False))

    def close(self) -> None:
        """Nothing is held."""


class PhoneSeats(Act):
    """The places of phones at one table.

    `taps`: presses for them; `pods`: the names of all places; `buttons`: of each; `allowed`: places that
    phones may take, from 0, None: all; `keeps_names`: whether typed names outlive the evening; `wall_s`: the
    time of day, in seconds since 1970.
    """

    def __init__(
        self,
        phones: Phones,
        taps: Taps,
        pods: Sequence[str],
        buttons: int,
        *,
        allowed: frozenset[int] | None = None,
        keeps_names: bool = False,
        wall_s: Callable[[], float] = time.time,
    ) -> None:
        self.names: dict[int, str] = {}
        """Typed names, by place."""
        self.called: dict[str, str] = {}
        """The same by the names of the places."""
        self.away: set[int] = set()
        """Places whose phone is not connected."""
        self._namers: dict[int, str] = {}
        """The phone that has named a place with a pod: it alone, and the host's, may name it again."""
        self.keeps_names = keeps_names
        self._phones = phones
        self._taps = taps
        self._pods = pods
        self._buttons = buttons
        self._allowed = allowed
        self._path: Path | None = None
        self._wall_s = wall_s
        self._owners: dict[str, int] = {}
        self._handed: dict[int, float] = {}
        """Places another phone may take, and until when."""
        self._stage: Stage | None = None
        self._opens: Callable[[], bool] = bool
        self._stands: Callable[[int], object] | None = None
        self._is_round = False
        self._renamed: Callable[[], object] = bool
        self._talks: Callable[[], Sequence[str]] = tuple
        self._told: PublicTable | None = None
        self._pages: dict[str, dict[str, str]] = {}
        self._labelled: tuple[Narration | None, Mapping[str, str]] = (None, {})
        self._labels: Sequence[str] = ()
        """What all places are called, as of this language and these typed names."""
        self._over_s: float | None = None
        """When the round may be over."""
        self._waits = ("", "")
        """The part of the round that the board named last, and how long newcomers wait from then on."""
        self._since_s: float | None = None
        """When the address was first on the board."""

    # What plays on the table

    def attend(
        self,
        stage: Stage,
        *,
        is_round: bool = False,
        minutes: int = 0,
        opens: Callable[[], bool] = bool,
        stands: Callable[[int], object] | None = None,
        renamed: Callable[[], object] = bool,
        talks: Callable[[], Sequence[str]] = tuple,
    ) -> None:
        """Listens while this is played. `is_round`: newcomers may take the seats of bots by day; `minutes`:
        about how long it lasts from now on, 0: nobody knows; `opens`: whether holding the button shows one's
        card now; `stands`: in a lobby, where anybody may sit down, frees a seat; `renamed`: called when a
        name has changed; `talks`: what can be done in a debate now, in words."""
        self._talks = talks
        self._stage, self._opens, self._stands = stage, opens, stands
        self._is_round, self._renamed = is_round, renamed
        self._over_s = stage.time.now() + 60.0 * minutes if minutes else None
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
                case PhoneLost(token=token):
                    if token in self._owners:
                        self.away.add(self._owners[token])
        village = self._village
        is_lobby = self._stands is not None
        village.board.join = self._phones.address if is_lobby else ""
        if is_lobby and self._since_s is None:
            self._since_s = now_s

    def shown(self, now_s: float) -> None:
        """Tells the pages what is public, if it changed: in the same beat as the board, never in a later one,
        which may have come early because somebody has pressed in secret."""
        public = self.public(now_s)
        if public != self._told:
            self._told = public
            self._phones.tell(public)

    def notice(self) -> str:
        """What everybody should know of the phones; empty: nothing."""
        narration = self._village.narration
        if self.away:
            return narration.word("notice.away", names=", ".join(map(self._label, sorted(self.away))))
        if self._is_round:  # No patience here: in a night it would end in the beat of a secret press.
            return "" if self._phones.address else narration.word("notice.no_gateway")
        waits_s = self._stage.time.now() - self._since_s if self._stage and self._since_s is not None else 0.0
        if not self._phones.address:
            return narration.word("notice.no_gateway") if waits_s > NO_GATEWAY_S else ""
        return narration.word("notice.no_phone") if waits_s > UNREACHED_S and not self._phones.reached else ""

    # The host's hand

    def places(self) -> Sequence[int]:
        """The places that a phone has or has named."""
        return sorted({*self._owners.values(), *self.names})

    def has_phone(self, chair: int) -> bool:
        """Whether a phone has this place."""
        return chair in self._owners.values()

    def free(self, chair: int) -> None:
        """Takes a place from its phone."""
        token = self._owner_of(chair)
        if token is not None:
            self._give_back(token)

    def hand_on(self, chair: int) -> None:
        """Lets the next phone that asks take this place."""
        assert self._stage
        self._handed[chair] = self._stage.time.now() + HANDED_S

    def clear_name(self, chair: int) -> None:
        """A place has its own name again."""
        self._namers.pop(chair, None)
        if self.names.pop(chair, None) is not None:
            self._save()
            self._call()

    def forget(self) -> None:
        """The evening is over: names and the places of phones that are gone are given up."""
        self._owners = {token: chair for token, chair in self._owners.items() if chair not in self.away}
        self.away.clear()
        self._handed.clear()
        if not self.keeps_names:
            self.names.clear()
        self._namers.clear()
        self._save()
        self._call()

    # Asking

    def _answer(self, asked: SeatRequest, now_s: float) -> None:
        """Says where a phone sits, and lets it sit down where it may."""
        token, own = asked.token, self._owners.get(asked.token)
        if asked.chair is None:
            if own is not None:
                self.away.discard(own)
                if self._stands:
                    self._sit(own)
            self._phones.seat(SeatAnswer(token, own))
            return
        why = self._why_not(asked, own, now_s)
        if not why:
            if asked.takes and own != asked.chair:
                self._take(token, asked.chair, own)
            if asked.name and self._may_name(asked.chair):
                self.names[asked.chair] = composed(asked.name)
                if not self.has_phone(asked.chair):
                    self._namers[asked.chair] = token
                self._call()
            self._save()
            own = self._owners.get(token)
        self._phones.seat(SeatAnswer(token, own, why))

    def _call(self) -> None:
        """Everybody is called as they want from now on."""
        self.called.clear()
        self.called |= {pod: self.names[chair] for chair, pod in enumerate(self._pods) if chair in self.names}
        self._renamed()

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
        if signs := undrawn(name[:NAME_MOST]):
            return narration.word("phones.undrawn", signs=signs)
        if not is_name(name) or len(name) > NAME_MOST:
            return narration.word("phones.bad_name", number=NAME_MOST)
        others = set(range(len(self._pods))) - {chair}
        if folded(name) in {folded(self._label(other)) for other in others}:
            return narration.word("phones.name_taken")
        return ""

    def _take(self, token: str, chair: int, own: int | None) -> None:
        if own is not None:
            self._give_back(token)
        before = self._owner_of(chair)
        if before is not None:
            del self._owners[before]
            self._phones.seat(SeatAnswer(before, None))
        self._owners[token] = chair
        self._handed.pop(chair, None)
        self._namers.pop(chair, None)
        self.away.discard(chair)
        self._village.places.dark.discard(chair)
        self._sit(chair)

    def _sit(self, chair: int) -> None:
        """Presses the button of a place nobody sits at yet."""
        people = self._village.people
        if self._village.places.seat_at(chair) not in people | people.gone:
            self._taps.tap(chair)

    def _give_back(self, token: str) -> None:
        chair = self._owners.pop(token, None)
        self._phones.seat(SeatAnswer(token, None))
        if chair is None:
            return
        self.away.discard(chair)
        seat = self._village.places.seat_at(chair)
        if self._stands and seat is not None and seat in self._village.people:
            self._stands(seat)
        self._save()

    # What is public

    @property
    def _village(self) -> Village:
        assert self._stage
        return self._stage.village

    @property
    def _is_covered(self) -> bool:
        return self._village.board.scene in NIGHT_SCENES

    def _owner_of(self, chair: int) -> str | None:
        return next((token for token, owned in self._owners.items() if owned == chair), None)

    def _is_taken(self, chair: int, now_s: float) -> bool:
        """Whether another phone, or somebody at a pod that works, has this place."""
        if self.has_phone(chair):
            return self._handed.get(chair, now_s) <= now_s
        village = self._village
        return village.places.seat_at(chair) in village.people and chair not in village.places.dark

    @property
    def _is_open(self) -> bool:
        """Whether places may be taken now: before a round, or in one by day."""
        return self._stands is not None or (self._is_round and not self._is_covered)

    def _may_take(self, chair: int, now_s: float) -> bool:
        """Whether a phone may take this place now."""
        village, places = self._village, self._village.places
        if not self._is_open:
            return False
        if chair in places.shut or (self._allowed is not None and chair not in self._allowed):
            return False
        if self._is_taken(chair, now_s):
            return False
        if self._stands:
            return True
        seat = places.seat_at(chair)
        if seat is None:
            return False
        is_alive = village.board.places[seat].alive
        return (village.is_bots(seat) and is_alive) or seat in village.people

    def _may_name(self, chair: int) -> bool:
        """Whether this place may be given a name now: before a round, unless it is out of service."""
        return self._stands is not None and chair not in self._village.places.shut

    def _names_it(self, token: str, chair: int) -> bool:
        """Whether this phone is who names this place: its own; with a pod, the host's phone, and the first
        that gives a name where somebody sits."""
        if self.has_phone(chair):
            return self._owners.get(token) == chair
        village = self._village
        own, seat = self._owners.get(token), village.places.seat_at(chair)
        if own is not None and village.places.seat_at(own) == village.people.host:
            return True
        return seat in village.people and self._namers.get(chair, token) == token

    def _wait(self) -> str:
        """Why a newcomer has to wait; empty before a round."""
        if self._stands:
            return ""
        narration, title = self._village.narration, self._village.board.title
        if self._is_covered or self._over_s is None or self._stage is None:
            return narration.word("phones.covered" if self._is_covered else "phones.wait")
        if self._waits[0] != title:  # Not from minute to minute: a press may make a beat come early.
            left = ceil((self._over_s - self._stage.time.now()) / 60)
            self._waits = title, narration.word("phones.wait_for", number=max(1, left))
        return self._waits[1]

    def _label(self, chair: int) -> str:
        return self._all_labels()[chair]

    def _all_labels(self) -> Sequence[str]:
        narration = self._village.narration
        if self._labelled != (narration, self.called):
            self._labelled = narration, dict(self.called)
            self._labels = [narration.seat(NamedSeat(*pod)).label for pod in enumerate(self._pods)]
        return self._labels

    def _states(self, now_s: float) -> Iterator[ChairState]:
        """What everybody may know of each place. Asked in each beat, so what holds for all is asked once."""
        village, shut = self._village, self._village.places.shut
        people, seat_at = village.people, village.places.seat_at
        phones = frozenset(self._owners.values())
        is_open, is_round = self._is_open, self._stands is None
        for chair, label in enumerate(self._all_labels()):
            seat = seat_at(chair)
            state: Any = "free"
            if chair in shut:
                state = "shut"
            elif chair in phones:
                state = "phone"
            elif seat in people:
                state = "pod"
            elif seat is not None and is_round:
                state = "bot"
            takes = is_open and self._may_take(chair, now_s)
            may_name = not is_round and chair not in shut and (takes or state == "pod")
            yield ChairState(label, state, takes, may_name, chair in self.away)

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
            opens=village.board.scene == "deal" or self._opens(),
            said=village.board.caption or village.board.headline,
            wait="" if can_sit else self._wait(),
            talk=tuple(self._talks()),
        )

    def _texts(self, narration: Narration) -> dict[str, str]:
        """The texts of the page, made once for each language."""
        if narration.language not in self._pages:
            self._pages[narration.language] = flat(narration.texts("phones"))
        return self._pages[narration.language]

    # A table that starts again

    def keep_in(self, folder: Path, warn: Callable[[str], None]) -> None:
        """Keeps places in this folder from now on, and takes up what it says of this evening, without places
        that this table does not have. A file that cannot be used is reported to `warn`."""
        self._path = folder / FILE
        try:
            kept = msgspec.json.decode(files.content(self._path, follows=False), type=_Kept)
        except (FileNotFoundError, NotADirectoryError):
            return
        except (OSError, msgspec.DecodeError, RecursionError) as error:
            reason = reason_of(error) if isinstance(error, OSError) else "damaged"
            warn(in_english(Reason("file.no_phones", file=self._path, reason=reason)))
            return
        here = range(len(self._pods))
        if 0 <= self._wall_s() - kept.at_s < EVENING_S or self.keeps_names:
            names = kept.names.items()
            self.names = {chair: name for chair, name in names if chair in here and is_name(name)}
        if 0 <= self._wall_s() - kept.at_s < EVENING_S:
            owners = kept.owners.items()
            tokens = {token: at for token, at in owners if at in here and len(token) == TOKEN_BYTES}
            self._owners = tokens
            self.away |= {*tokens.values()}
        self._call()

    def _save(self) -> None:
        """Writes places and names down, for this machine's own user. Without a disk the evening goes on."""
        if self._path is None:
            return
        text = msgspec.json.encode(_Kept(self._owners, self.names, self._wall_s()))
        beside = self._path.with_name(f"{FILE}.{secrets.token_hex(4)}")
        with suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(text)
            beside.replace(self._path)
