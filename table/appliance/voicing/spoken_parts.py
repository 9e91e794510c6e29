"""The sentences of an owner's table, rulebook by rulebook."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from hardware.voice.engines import engines
from hardware.voice.interface import Engine
from table.appliance.opening.choices import TableChoices
from table.appliance.starting import piper_voices, voice_packs
from table.appliance.walk.taught import settings_here
from table.games.all import every_rulebook
from table.games.evening import Evening
from table.house import Roles
from table.house.books import with_house
from table.house.narrate import narrate
from table.room.village import NamedSeat
from table.settings.decks import chosen_rulebook
from table.settings.owner import Owner, words_here
from table.settings.settings import Settings
from table.words.narration import Narration


class SpokenParts(NamedTuple):
    """The sentences of one table with one rulebook."""

    settings: Settings
    house: TableChoices
    narration: Narration
    seats: int
    packs: Path
    """The folder of voice packs."""

    @property
    def rulebook(self) -> str:
        """The key of the rulebook."""
        return self.house.settings.game.rulebook

    @property
    def cards(self) -> Sequence[Any]:
        """Number of cards."""
        return self.house.rulebooks[self.rulebook].cards

    @property
    def names(self) -> list[str]:
        """Names of the seats: the owner's, or those of places."""
        named, places = self.settings.names, list(self.narration.places)
        return list(named[: self.seats] if len(named) >= self.seats else places[: self.seats])

    @property
    def sitters(self) -> list[NamedSeat]:
        """The seats."""
        return [NamedSeat(index, name) for index, name in enumerate(self.names)]

    @property
    def engines(self) -> Sequence[Engine]:
        """Engines, the preferred first."""
        voice = self.settings.voice
        return engines(voice.rate, voice.rates, voice.voices, piper_voices(self.packs))

    def evening(self, seed: int) -> Evening:
        """An evening of the house's own settings, every seat a bot's. Raises `RefusedError`."""
        return self.house.evening(self.house.settings, self.names, range(self.seats), seed)


def spoken_everywhere(
    owner: Owner,
    roles: Roles,
    language: str | None,
    rulebook: str | None,
    seats: int | None,
    state: Path | None = None,
) -> list[SpokenParts]:
    """The sentences of the owner's table in every rulebook, or in one of them, the table's own first."""
    first = spoken_at(owner, roles, language, rulebook, seats, state)
    others = () if rulebook else [book for book in first.house.rulebooks if book != first.rulebook]
    return [first, *(spoken_at(owner, roles, language, other, seats, state) for other in others)]


def spoken_at(
    owner: Owner,
    roles: Roles,
    language: str | None,
    rulebook: str | None,
    seats: int | None,
    state: Path | None = None,
) -> SpokenParts:
    """The sentences of the owner's table in one rulebook. None: the language, rulebook or seats of its
    settings; of `state`: the usual folder of what it keeps."""
    rulebooks = with_house(roles)
    settings = settings_here(owner, roles, state)
    boxes = every_rulebook(rulebooks)
    book = chosen_rulebook(boxes, rulebook or settings.game.rulebook)
    spoken = language or settings.language
    narration = narrate(owner, spoken, book.key, roles)
    settings = settings.over({"game.rulebook": book.key, "game.deal": "ring", "language": spoken})
    at_home = TableChoices(
        *(settings, boxes, lambda *_: narration, owner.languages),
        simulated=True,
        lists=partial(words_here, owner),
    )
    return SpokenParts(settings, at_home, narration, seats or settings.seats, voice_packs(state))
