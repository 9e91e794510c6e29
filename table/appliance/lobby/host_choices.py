"""The choices of a lobby's host so far, and whether a round can begin with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import product
from typing import Any

from table.appliance.lobby.deck_chances import DeckQuestion, in_brief, question
from table.appliance.menu.menus import MenuTexts
from table.appliance.opening.choices import TableChoices
from table.errors import RefusedError, UnreadableError
from table.games.all import game_of
from table.games.chances import hundredths
from table.games.evening import Rules
from table.games.protocol import Offer
from table.settings.settings import Layer, Settings
from table.words.narration import Narration


class HostChoices:
    """The choices at one table, with the texts of its menu. `settings`: the present ones."""

    def __init__(self, house: TableChoices, settings: Settings, words: MenuTexts) -> None:
        self.house = house
        self.settings = settings
        self.words = words
        self.seated = 0
        """Number of people."""
        self.pods = 0
        """Number of chairs."""
        self._unread: dict[str, tuple[Any, str]] = {}
        """Values that could not be chosen, by field, each with the mistake in the owner's texts that prevents
        it."""

    @property
    def players(self) -> int:
        """Number of players if the round began now."""
        return self.pods if self.settings.game.bots else self.seated

    @property
    def book(self) -> Rules:
        """The chosen rulebook."""
        return self.house.book(self.settings)

    @property
    def offer(self) -> Offer:
        """The choices that its game offers."""
        return self.house.offer(self.settings)

    @property
    def narration(self) -> Narration:
        """Its telling in the chosen language."""
        return self.house.narration(self.settings.game.rulebook, self.settings.language)

    def cards(self, players: int, settings: Settings | None = None) -> Sequence[Any] | None:
        """The deck for this number of players; None if they cannot play these cards. In a game without cards
        it is empty. `settings`: None: the present ones."""
        with suppress(RefusedError):
            return self.house.cards(settings or self.settings, players)
        return None

    def why_not(self) -> str:
        """Why the round cannot begin, and which rules are for those who sit here; empty if it can."""
        if self.cards(self.players) is not None:
            return ""
        if self.players < self._least and not self.is_stuck:
            too_few = self.words.text("host.too_few", least=self._least)
            return " ".join([too_few, *self._rules_for(self.players)])
        if why_not := self.offer.why_not(self.settings, self.words):
            return why_not
        if self.is_stuck:
            told = self.words.text("host.stuck", pods=self.pods)
            fitting = self._rules_for(self.pods) if self.pods < self.book.least else []
            return " ".join([told, *fitting])
        return self.words.text("host.refused", players=self.players)

    def cure(self) -> Layer:
        """The fewest changes with which the round could begin; empty if there are none, or none are needed.
        Free chairs are played before other cards are chosen if people are missing, and after that if not.
        Another game is no cure for missing people."""
        if self.cards(self.players) is not None:
            return {}
        may_play = self.offer.can_play_for(self.settings)
        bots: list[Layer] = [{"game.bots": True, "game.deal": "ring"}] if may_play else []
        chairs, keys = [{}, *bots], list(self.house.rulebooks)
        if self.missing():
            chairs = [*bots, {}]
            keys = [key for key in keys if game_of(key) is game_of(self.book.key)]
        rulebooks: list[Layer] = [{}, *({"game.rulebook": key} for key in keys)]
        for rules, played in product(rulebooks, chairs):
            tried = self.settings.over({**rules, **played})
            players = self.pods if tried.game.bots else self.seated
            offer, book = self.house.offer(tried), self.house.book(tried)
            for cards in ({}, *offer.cures(book, tried, players)):
                if self.cards(players, tried.over(cards)) is not None:
                    wanted = {**rules, **played, **cards}
                    return {key: value for key, value in wanted.items() if self.settings.value(key) != value}
        return {}

    def cured(self, cure: Layer) -> str:
        """What a cure changes, as a part of a sentence."""
        told, text, free = list[str](), self.words.text, self.pods - self.seated
        for field, value in cure.items():
            match field.rpartition(".")[2]:
                case "bots":
                    told.append(text("cure.bots_one" if free == 1 else "cure.bots", number=free))
                case "deck" if value not in self.offer.decks():
                    told.append(text("cure.cards", number=self.pods if "game.bots" in cure else self.players))
                case "categories":
                    told.append(text("cure.categories", value=text("category.all")))
                case "rulebook" | "deck" | "tiles" | "difficulty" | "word" as key:
                    told.append(text(f"cure.{key}", value=self.words.titled(key, value)))
        return ", ".join(told)

    def _rules_for(self, players: int) -> list[str]:
        """The rulebooks that are for this number of players; nothing if there are none."""
        words = self.words
        fitting = [
            words.text("host.too_few_fits", rulebook=words.titled("rulebook", key), fewest=book.least)
            for key, book in self.house.rulebooks.items()
            if book.least <= players
        ]
        return [words.text("host.too_few_rules", rulebooks=", ".join(fitting))] if fitting else []

    @property
    def _least(self) -> int:
        """The fewest players for these rules, or for these cards if they are for fewer."""
        return min(self.book.least, self.house.least(self.settings))

    @property
    def is_stuck(self) -> bool:
        """Whether no possible number of players here can play these rules and cards."""
        least = self.pods if self.settings.game.bots else max(1, self.seated)
        return self.pods > 0 and all(
            self.cards(players) is None for players in range(self.pods, least - 1, -1)
        )

    def missing(self) -> int:
        """Number of people still missing; 0 if more would not help."""
        return 0 if self.is_stuck else max(0, self._least - self.players)

    def lacking(self) -> str:
        """BO-40: cards that the players' box lacks; empty if it has all."""
        lacking: Mapping[Any, int] = {}
        with suppress(RefusedError):
            lacking = self.offer.lacking(self.book, self.settings, self.players)
        if not lacking:
            return ""
        told = [f"{self.narration.card(card).title} × {number}" for card, number in lacking.items()]
        return self.words.text("host.lacking", cards=", ".join(told))

    def question(self) -> DeckQuestion:
        """The question for the chances of these cards."""
        return question(self.book, self.offer, self.settings, self.players)

    def odds(self) -> str:
        """The chances of each camp when bots play, shipped or counted; empty if unknown."""
        asked, counter = self.question(), self.house.counter
        if asked.shipped:
            return in_brief(asked.shipped, self.words)
        if counter is None or asked.given is None or self.cards(self.players) is None:
            return ""
        found = counter.look(asked)
        if found:
            return in_brief(hundredths(found.tally), self.words, 0 if found.is_whole else found.tally.rounds)
        return "" if counter.is_hopeless(asked) else self.words.text("host.counting")

    def tried(self, field: str) -> tuple[Any, str]:
        """The last choice for a field, and why it cannot be used; empty if it can."""
        return self._unread.get(field, (self.settings.value(field), ""))

    def choose(self, field: str, value: Any) -> None:
        """Chooses a value, unless the owner's texts for it have a mistake."""
        chosen = self.settings.over({field: value})
        try:
            self.house.narration(chosen.game.rulebook, chosen.language)
        except UnreadableError as error:
            self._unread = {field: (value, self.words.wrong(error.wrong))}
            return
        self._unread, self.settings = {}, chosen
        if self.settings.game.bots and not self.house.simulated and self.settings.game.deal == "cards":
            # LG-52: the table cannot know what card lies in front of an empty chair.
            self.settings = self.settings.over({"game.deal": "ring"})
