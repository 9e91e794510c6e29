"""The choices at a table: rules, cards and words, of every game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from hardware.languages import languages_of
from table.appliance.lobby.deck_processes import DeckCounter, DeckFinder
from table.appliance.lobby.word_stick import OnStick, WordStick
from table.errors import RefusedError
from table.games.all import game_of, offers
from table.games.evening import Evening, Rules
from table.games.protocol import Offer
from table.games.records import JournalLine
from table.settings.settings import Settings
from table.words.catalogue import OURS, Catalogue
from table.words.lists import CATEGORIES, OWN, Word, WordList, choose
from table.words.narration import Narration
from table.words.typed import TypedWords

PLAYERS_MOST = 24


class TableChoices:
    """The choices at this table.

    `settings`: the first ones.
    `narration`: returns the telling of a rulebook in a language.
    `simulated`: whether nobody holds cards, and bots play every free chair.
    `lists`: reads the word lists of some languages, when a game first needs them; of all, given none.
    `own`: the owner's texts.
    `stick`: a USB stick with more word lists.
    `counter`: counts unknown chances; None: nobody does.
    `finder`: looks for a fair deck; None: nobody does.
    `typed`: the words that hosts have typed; None: there are none.
    """

    def __init__(
        self,
        settings: Settings,
        rulebooks: Mapping[str, Rules],
        narration: Callable[[str, str], Narration],
        languages: Sequence[str],
        *,
        simulated: bool,
        lists: Callable[..., Sequence[WordList]] = lambda *_: (),
        own: Catalogue = OURS,
        stick: WordStick | None = None,
        counter: DeckCounter | None = None,
        finder: DeckFinder | None = None,
        typed: TypedWords | None = None,
    ) -> None:
        self.settings = settings
        # If players hold cards of their own the table cannot know the card of an empty chair.
        if simulated or (settings.game.bots and settings.game.deal == "ring"):
            self.settings = settings.over({"game.bots": True, "mots_garous.word": "list"})
        else:
            self.settings = settings.over({"game.bots": False})
        self.rulebooks = rulebooks
        self.narration = narration
        self.languages = languages
        self.simulated = simulated
        self.table_lists = cache(lists)
        """The word lists of some languages, except typed ones, and those on a stick."""
        self._on_stick: Sequence[WordList] = ()
        self.own = own
        self.stick = stick
        self.counter = counter
        self.finder = finder
        self.typed = typed
        self._words: dict[tuple[object, ...], list[Word]] = {}

        self._offers = offers(self)

    @property
    def is_counting(self) -> bool:
        """Whether chances are being counted, or a deck is being looked for."""
        is_counted = self.counter is not None and self.counter.is_counting
        return is_counted or (self.finder is not None and self.finder.is_looking)

    def stop_counting(self) -> None:
        """Ends what counts chances or looks for a deck."""
        for process in (self.counter, self.finder):
            if process:
                process.stop()

    def offer(self, choices: Settings) -> Offer:
        """The choices that the chosen game offers."""
        return self._offers[choices.game.rulebook]

    def book(self, choices: Settings) -> Rules:
        """The chosen rulebook."""
        return self.rulebooks[choices.game.rulebook]

    def cards(self, choices: Settings, players: int) -> Sequence[Any]:
        """The deck for this number of players. Raises `RefusedError` if it cannot be played."""
        return self.evening(choices, [""] * players, range(players), 0).deck

    def least(self, choices: Settings) -> int:
        """The fewest players these rules and cards are for."""
        least = self.book(choices).least
        for players in range(1, PLAYERS_MOST + 1):
            try:
                self.cards(choices, players)
            except RefusedError:
                continue
            return players
        return least

    def evening(self, choices: Settings, names: Sequence[str], pods: Sequence[int], seed: int) -> Evening:
        evening = self.offer(choices).evening(self.book(choices), choices, [*names], pods, seed)
        evening.check()
        evening.simulated, evening.pods = self.simulated, tuple(pods)
        return evening

    def sat(self, evening: Evening, language: str) -> Settings:
        """The settings of a stored evening, as far as they are known."""
        chosen = self.settings.over({"game.rulebook": evening.rulebook.key, "language": language})
        return chosen.over(self.offer(chosen).chosen(evening))

    def decks(self, choices: Settings, players: int) -> list[str]:
        """The decks for the menu: those that this number of players can play, and the chosen one."""
        key, found = game_of(choices.game.rulebook).deck_key, []
        for name in dict.fromkeys((*self.offer(choices).decks(), self.settings.value(key))):
            try:
                self.cards(choices.over({key: name}), players)
            except RefusedError:
                continue
            found.append(name)
        return found

    def rulebooks_for(self, choices: Settings, players: int) -> list[str]:
        """The rulebooks that have decks for this number of players."""
        each = {key: choices.over({"game.rulebook": key}) for key in self.rulebooks}
        return [key for key, chosen in each.items() if self.decks(chosen, players)]

    def know(self, evening: Evening) -> None:
        """Prepares for the resume of a stored evening."""
        self._offers[evening.rulebook.key].know(evening)

    def remember(self, rounds: Sequence[Sequence[JournalLine]]) -> None:
        """Reads all stored rounds. Called as the table opens."""
        for offer in {*self._offers.values()}:
            offer.remember(rounds)

    def note(self, evening: Evening, rounds_before: int) -> None:
        """Notes facts of an evening for later ones. `rounds_before`: number of rounds before it was
        resumed."""
        self._offers[evening.rulebook.key].note(evening, rounds_before)

    def forget(self) -> None:
        """Forgets facts about people who have gone."""
        for offer in {*self._offers.values()}:
            offer.forget()

    # Words

    @property
    def lists(self) -> list[WordList]:
        """All word lists, with typed ones, and those on a stick."""
        return self._lists_in()

    def _lists_in(self, *languages: str) -> list[WordList]:
        """The word lists of these languages, and perhaps others; all if there are none."""
        there = self.table_lists(languages) if languages else self.table_lists()
        return [*there, *(self.typed.lists() if self.typed else ()), *self._on_stick]

    def keep_typed(self, choices: Settings, title: str, text: str) -> None:
        """Keeps words that the host has typed, in the chosen language and difficulty. Raises `OSError`."""
        assert self.typed
        self.typed.keep(choices.language, choices.mots_garous.difficulty, title, text)
        self._words.clear()

    def title_of_own(self, choices: Settings) -> str:
        """The title of the only list of own words; empty if it has none, or there are several."""
        spoken = languages_of(choices.language)
        lists = [one for one in self._lists_in(*spoken) if one.language in spoken]
        own = [one for one in lists if any(word.category == OWN for word in one.words[:1])]
        return own[0].title if len(own) == 1 and own[0].title != own[0].path.stem else ""

    def look_for_stick(self) -> None:
        """Reads a stick. Called as the table opens, since a stored evening may need its words."""
        if self.stick and self.stick.look():
            self.plugged()

    def plugged(self) -> OnStick | None:
        """Takes over the lists of a stick that was plugged in or pulled out since the last call. None: none
        was."""
        found = self.stick.take() if self.stick else None
        if found:
            self._on_stick = found.lists
            self._words.clear()
        return found

    def words(self, choices: Settings) -> list[Word]:
        """The words that may be offered."""
        safe = self.settings.mots_garous.child_safe
        key = (choices.language, choices.mots_garous.difficulty, choices.mots_garous.categories)
        if key not in self._words:
            language, difficulty, categories = key
            lists = self._lists_in(*languages_of(language))
            self._words[key] = choose(lists, language, difficulty, categories, safe)
        return self._words[key]

    def categories(self, choices: Settings) -> list[tuple[str, ...]]:
        """The categories for the menu: all, the owner's choice, and each with words in this language."""
        spoken = languages_of(choices.language)
        lists = [one for one in self._lists_in(*spoken) if one.language in spoken]
        there = {word.category for one in lists for word in one.words}
        each = [(category,) for category in (*CATEGORIES, OWN) if category in there]
        return list(dict.fromkeys([(), self.settings.mots_garous.categories, *each]))
