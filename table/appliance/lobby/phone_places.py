"""Which phone has which place, and what each place is called tonight.

A place belongs to the first phone that takes it, as long as it keeps its token, until its host frees it or
hands it on. Who is away keeps their place.
"""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import msgspec

from hardware.phones.wire import TOKEN_BYTES
from hardware.troubles import reason_of
from table import files
from table.errors import Reason, in_english
from table.names import composed, is_name
from table.room.village import NamedSeat
from table.typefaces import OURS, Fonts
from table.words.narration import Narration

FILE = "phones.json"
"""In the state folder: who has which place tonight, for a table that starts again."""
EVENING_S = 12 * 3600.0
"""Seconds after which what that file says is of another evening."""
HANDED_S = 120.0
"""Seconds for which another phone may take a place that its host hands on."""


class _Kept(msgspec.Struct, frozen=True):
    """The file."""

    owners: dict[str, int]
    names: dict[int, str]
    at_s: float


class PhonePlaces:
    """The places of one table, their phones and their typed names.

    `pods`: the names of all places; `allowed`: places that phones may take, from 0, None: all; `keeps_names`:
    whether typed names outlive the evening; `fonts`: the board's, which draws them; `wall_s`: the time of
    day, in seconds since 1970.
    """

    def __init__(
        self,
        pods: Sequence[str],
        *,
        allowed: frozenset[int] | None = None,
        keeps_names: bool = False,
        fonts: Fonts = OURS,
        wall_s: Callable[[], float] = time.time,
    ) -> None:
        self.pods = pods
        self.allowed = frozenset(range(len(pods))) if allowed is None else allowed
        self.keeps_names = keeps_names
        self.fonts = fonts
        self.names: dict[int, str] = {}
        """Typed names, by place."""
        self.called: dict[str, str] = {}
        """The same by the names of the places."""
        self.away: set[int] = set()
        """Places whose phone is not connected."""
        self.owners: dict[str, int] = {}
        """The place of each phone, by its token."""
        self._namers: dict[int, str] = {}
        """The phone that has named a place with a pod: it alone, and the host's, may name it again."""
        self._handed: dict[int, float] = {}
        """Places another phone may take, and until when."""
        self._wall_s = wall_s
        self._path: Path | None = None
        self._labelled: tuple[Narration | None, Mapping[str, str]] = (None, {})
        self._labels: Sequence[str] = ()
        """What all places are called, as of this language and these typed names."""

    def used(self) -> Sequence[int]:
        """The places that a phone has or has named."""
        return sorted({*self.owners.values(), *self.names})

    def has_phone(self, chair: int) -> bool:
        """Whether a phone has this place."""
        return chair in self.owners.values()

    def is_here(self, chair: int) -> bool:
        """Whether a phone has this place, and is connected."""
        return self.has_phone(chair) and chair not in self.away

    def owner_of(self, chair: int) -> str | None:
        """The phone that has this place."""
        return next((token for token, owned in self.owners.items() if owned == chair), None)

    def is_handed_on(self, chair: int, now_s: float) -> bool:
        """Whether another phone may take this place."""
        return self._handed.get(chair, now_s) > now_s

    def hand_on(self, chair: int, now_s: float) -> None:
        """Lets the next phone that asks take this place."""
        self._handed[chair] = now_s + HANDED_S

    def take(self, token: str, chair: int) -> None:
        """Gives a place to a phone that has none; who had it before has it no longer."""
        self.owners = {other: owned for other, owned in self.owners.items() if owned != chair} | {
            token: chair
        }
        self._handed.pop(chair, None)
        self._namers.pop(chair, None)
        self.away.discard(chair)

    def give_back(self, token: str) -> int | None:
        """Frees the place of a phone, and returns it."""
        chair = self.owners.pop(token, None)
        if chair is not None:
            self.away.discard(chair)
        return chair

    def forget(self) -> None:
        """The evening is over: names and the places of phones that are gone are given up."""
        self.owners = {token: chair for token, chair in self.owners.items() if chair not in self.away}
        self.away.clear()
        self._handed.clear()
        if not self.keeps_names:
            self.names.clear()
        self._namers.clear()
        self.save()
        self._call()

    # Names

    def may_be_named_by(self, token: str, chair: int) -> bool:
        """Whether no other phone has named this place, where somebody sits at a pod."""
        return self._namers.get(chair, token) == token

    def name(self, chair: int, name: str, token: str) -> None:
        """A place is called as this phone wants."""
        self.names[chair] = composed(name)
        if not self.has_phone(chair):
            self._namers[chair] = token
        self._call()

    def clear_name(self, chair: int) -> None:
        """A place has its own name again."""
        self._namers.pop(chair, None)
        if self.names.pop(chair, None) is not None:
            self.save()
            self._call()

    def labels(self, narration: Narration) -> Sequence[str]:
        """What all places are called."""
        if self._labelled != (narration, self.called):
            self._labelled = narration, dict(self.called)
            self._labels = [narration.seat(NamedSeat(*pod)).label for pod in enumerate(self.pods)]
        return self._labels

    def _call(self) -> None:
        """Everybody is called as they want from now on."""
        self.called.clear()
        self.called |= {pod: self.names[chair] for chair, pod in enumerate(self.pods) if chair in self.names}

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
        here = range(len(self.pods))
        is_tonight = 0 <= self._wall_s() - kept.at_s < EVENING_S
        if is_tonight or self.keeps_names:
            names = kept.names.items()
            self.names = {chair: name for chair, name in names if chair in here and is_name(name, self.fonts)}
        if is_tonight:
            owners = kept.owners.items()
            self.owners = {token: at for token, at in owners if at in here and len(token) == TOKEN_BYTES}
            self.away |= {*self.owners.values()}
        self._call()

    def save(self) -> None:
        """Writes places and names down, for this machine's own user. Without a disk the evening goes on."""
        if self._path is None:
            return
        text = msgspec.json.encode(_Kept(self.owners, self.names, self._wall_s()))
        beside = self._path.with_name(f"{FILE}.{secrets.token_hex(4)}")
        with suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(text)
            beside.replace(self._path)
