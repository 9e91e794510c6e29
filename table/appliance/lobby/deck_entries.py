"""Entries of the host's menu about the cards: how many of each, and a fair deck that is looked for."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from table.appliance.lobby.deck_finder import DeckWanted
from table.appliance.lobby.host_choices import HostChoices
from table.appliance.menu.menus import Item, after
from table.games.all import game_of


class DeckEntries:
    """The cards of what is chosen."""

    def __init__(self, chosen: HostChoices) -> None:
        self._chosen = chosen
        self._wishes: dict[str, str] = {}
        """By the key of a card: "must" or "without", for the deck that is to be found."""

    def cards(self) -> list[Item]:
        """An entry for each card, to choose how many of it there are."""
        chosen, narration = self._chosen, self._chosen.narration
        return [
            Item(
                narration.card(one.card).title,
                str(one.number),
                chosen.odds(),
                partial(self._choose, one.decks[after(one.number, [*one.decks])]),
            )
            for one in self._there()
        ]

    def wanted(self) -> list[Item]:
        """An entry that looks for a fair deck, and one for each card: whether it may, must or must not be
        there."""
        text, narration = self._chosen.words.text, self._chosen.narration
        find = Item(text("host.fair_find"), self.looking(), self._found_note(), self._find, key="find")
        return [
            find,
            *(
                Item(
                    narration.card(one.card).title,
                    text(f"fair.{self._wishes.get(one.card.key, 'may')}"),
                    text("host.fair_card_note"),
                    partial(self._wish, one.card.key),
                    key=one.card.key,
                )
                for one in self._there()
            ),
        ]

    def looking(self) -> str:
        """Whether a deck is being looked for."""
        finder = self._chosen.house.finder
        return self._chosen.words.text("host.fair_looking") if finder and finder.is_looking else ""

    def take_found(self) -> None:
        """Chooses the deck that was found, if it is still what is wanted."""
        finder = self._chosen.house.finder
        if finder and (deck := finder.take()) and finder.wanted == self._asked():
            self._choose(deck)

    def _there(self) -> Sequence[Any]:
        chosen = self._chosen
        return chosen.offer.cards(chosen.book, chosen.settings, chosen.players)

    def _choose(self, deck: str) -> None:
        self._chosen.choose(game_of(self._chosen.book.key).deck_key, deck)

    def _wish(self, key: str) -> None:
        self._wishes[key] = after(self._wishes.get(key, "may"), ("may", "must", "without"))

    def _asked(self) -> DeckWanted:
        """What a deck has to be like, as things are now."""
        asked = self._chosen.question()
        must, without = (
            tuple(key for key, wish in self._wishes.items() if wish == which) for which in ("must", "without")
        )
        return DeckWanted(asked.rulebook, asked.players, asked.given or (), must, without)

    def _find(self) -> None:
        """Begins to look for a deck."""
        if self._chosen.house.finder:
            self._chosen.house.finder.look_for(self._asked())

    def _found_note(self) -> str:
        """What has become of the search: its deck and chances, or that there is none."""
        finder, text = self._chosen.house.finder, self._chosen.words.text
        if finder is None or finder.wanted != self._asked():
            return text("host.fair_find_note")
        if finder.is_looking:
            return text("host.fair_wait")
        return text("host.fair_none") if finder.has_failed else self._chosen.odds()
