"""The menu of the host before a round."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from table.appliance.lobby.deck_chances import in_words, question
from table.appliance.lobby.deck_finder import DeckWanted
from table.appliance.menu.menus import (
    Item,
    MenuCursor,
    MenuTexts,
    Page,
    after,
    louder,
    loudness,
    pages,
    reading,
)
from table.appliance.opening.choices import TableChoices
from table.board.menu import Menu
from table.errors import RefusedError, UnreadableError
from table.games.all import game_of
from table.games.chances import hundredths
from table.games.protocol import not_recommended
from table.settings.settings import Settings
from table.settings.times import PACES


class HostsMenu:
    """The host's menu before a round. `choices`: the current settings; `buttons`: of each seat."""

    def __init__(self, house: TableChoices, choices: Settings, words: MenuTexts, buttons: int) -> None:
        self.house = house
        self.choices = choices
        self.words = words
        self.started = False
        self.passed = False
        """Whether the host has handed on the menu."""
        self.stood = False
        """Whether the host stands up."""
        self._unread: dict[str, tuple[Any, str]] = {}
        """By field: a value that could not be chosen, and the mistake in the owner's texts that is why."""
        self._wishes: dict[str, str] = {}
        """By the key of a card: "must" or "without", for the deck that is to be found."""
        self.more: Callable[[], Sequence[Item]] = tuple
        """Returns more entries, about the table itself."""
        self.seated = 0
        self.pods = 0
        self._buttons = buttons
        self.turning = self._own = MenuCursor(
            words.text("host.title"), self.items, words.text(f"hint.{buttons}")
        )

    @property
    def players(self) -> int:
        """Number of players if the round began now."""
        return self.pods if self.choices.game.bots else self.seated

    @property
    def is_at_start(self) -> bool:
        """Whether it shows its first page."""
        return self.turning is self._own

    def speak(self, words: MenuTexts) -> None:
        """Switches to another language."""
        self.words = words
        self._own.title, self._own.hint = words.text("host.title"), words.text(f"hint.{self._buttons}")

    def menu(self, seated: int, pods: int) -> Menu:
        """The menu as the board shows it. `seated`: number of people; `pods`: of chairs."""
        self.seated, self.pods = seated, pods
        self._take_found()
        return self.turning.menu()

    def why_not(self) -> str:
        """Why the round cannot begin; empty if it can."""
        least = self.house.book(self.choices).least
        if self.players < least and not self.is_stuck:
            return self.words.text("host.too_few", least=least)
        try:
            self.house.cards(self.choices, self.players)
        except RefusedError:
            if why_not := self.house.offer(self.choices).why_not(self.choices, self.words):
                return why_not
            if self.is_stuck:
                return self.words.text("host.stuck", pods=self.pods)
            return self.words.text("host.refused", players=self.players)
        return ""

    @property
    def is_stuck(self) -> bool:
        """Whether no number of players that is possible here can play these rules and cards."""
        least = self.pods if self.choices.game.bots else max(1, self.seated)
        for players in range(self.pods, least - 1, -1):
            with suppress(RefusedError):
                self.house.cards(self.choices, players)
                return False
        return self.pods > 0

    def missing(self) -> int:
        """Number of people still missing; 0 if more would not help."""
        return 0 if self.is_stuck else max(0, self.house.book(self.choices).least - self.players)

    @property
    def _is_heard(self) -> bool:
        """Whether the voice can be heard."""
        return self.house.settings.voice.enabled and self.choices.voice.volume > 0

    def items(self) -> list[Item]:
        """The entries as they are now."""
        words, choices, house = self.words, self.choices, self.house
        items = [self._start(), self._rules_item()]

        def entry(key: str, field: str, values: Sequence[Any], value: str, note: str = "") -> None:
            now = choices.value(field)
            if len(values) > 1 or now not in values:
                tried, mistake = self._unread.get(field, (now, ""))
                turn = lambda: self.choose(field, after(tried, values))  # noqa: E731
                items.append(Item(words.text(f"host.{key}"), value, mistake or note, turn, key=field))

        def of_game(follows: str) -> None:
            for one in here:
                if one.follows == follows:
                    entry(one.key, one.field, one.values, one.value, one.note)

        book, offer = house.book(choices), house.offer(choices)
        here = offer.choices(choices, words, self._lacking())
        players = words.text("host.for_players", least=book.least, most=book.most)
        about = f"{words.maybe(f'rulebook_note.{book.key}', '')} {players}".lstrip()
        entry("rulebook", "game.rulebook", [*house.rulebooks], words.titled("rulebook", book.key), about)
        if offer.decks():
            field = game_of(book.key).deck_key
            key, deck = field.partition(".")[2], choices.value(field)
            title = words.titled(key, deck if deck in offer.decks() else "given")
            entry(key, field, house.decks(choices, self.players) or [deck], title, self._odds())
            items.append(
                Item(words.text("host.cards_one"), "", words.text("host.cards_one_note"), self._choose_cards)
            )
            if house.finder and game_of(book.key).recommend is not not_recommended:
                title, note = words.text("host.fair"), words.text("host.fair_note")
                items.append(Item(title, self._looking(), note, partial(self._open, title, self._wanted)))
        of_game("deck")
        played = "on" if choices.game.bots else "off"
        if not house.simulated and offer.can_play_for(choices):
            told, note = words.text(f"bots.{played}"), words.text(f"bots_note.{played}")
            entry("bots", "game.bots", (False, True), told, note)
        of_game("bots")
        language = (
            MenuTexts(choices.language, house.own).text("other_language") if len(house.languages) > 1 else ""
        )
        entry("language", "language", house.languages, language)
        pace = words.text(f"pace.{choices.times.pace}")
        entry("pace", "times.pace", tuple(PACES), pace, words.text("host.pace_note"))
        for part, entries in (("sound", self._sounds), ("board", self._looks)):
            if entries():
                title, note = words.text(f"host.{part}"), words.text(f"host.{part}_note")
                items.append(Item(title, "", note, partial(self._open, title, entries)))
        of_game("board")
        if self._house_rules():
            title, note = words.text("host.house"), words.text("host.house_note")
            items.append(Item(title, "", note, partial(self._open, title, self._house_rules)))
        night = words.text(f"night.{choices.game.night}")
        note = words.text(f"night_note.{choices.game.night}")
        if self._is_heard and not choices.rings.on_board:  # else there is one way only
            entry("night", "game.night", ("eyes_closed", "eyes_down"), night, note)
        # The last entry is next to the first, "start": a hold too early must do nothing there.
        return [*items, *self._host_items(), *self.more()]

    def _house_rules(self) -> list[Item]:
        """An entry for each option of the rules."""
        house, choices, words = self.house, self.choices, self.words
        return [
            Item(
                words.text(f"host.{one.key}"),
                one.value,
                one.note,
                partial(self.choose, one.field, after(choices.value(one.field), one.values)),
            )
            for one in house.offer(choices).house_rules(house.book(choices), choices, words)
        ]

    def _choose_cards(self) -> None:
        self._open(self.words.text("host.cards_one"), self._cards)

    def _cards(self) -> list[Item]:
        """An entry for each card, to choose how many of it there are."""
        house, choices = self.house, self.choices
        narration = house.narration(choices.game.rulebook, choices.language)
        field = game_of(choices.game.rulebook).deck_key
        return [
            Item(
                narration.card(one.card).title,
                str(one.number),
                self._odds(),
                partial(self.choose, field, one.decks[after(one.number, [*one.decks])]),
            )
            for one in house.offer(choices).cards(house.book(choices), choices, self.players)
        ]

    def _wanted(self) -> list[Item]:
        """An entry that looks for a fair deck, and one for each card: whether it may, must or must not be
        there."""
        house, choices, text = self.house, self.choices, self.words.text
        narration = house.narration(choices.game.rulebook, choices.language)
        kinds = [one.card for one in house.offer(choices).cards(house.book(choices), choices, self.players)]
        find = Item(text("host.fair_find"), self._looking(), self._found_note(), self._find, key="find")
        return [
            find,
            *(
                Item(
                    narration.card(card).title,
                    text(f"fair.{self._wishes.get(card.key, 'may')}"),
                    text("host.fair_card_note"),
                    partial(self._wish, card.key),
                    key=card.key,
                )
                for card in kinds
            ),
        ]

    def _wish(self, key: str) -> None:
        self._wishes[key] = after(self._wishes.get(key, "may"), ("may", "must", "without"))

    def _deck_wanted(self) -> DeckWanted:
        """What a deck has to be like, as things are now."""
        house, choices = self.house, self.choices
        asked = question(house.book(choices), house.offer(choices), choices, self.players)
        must, without = (
            tuple(key for key, wish in self._wishes.items() if wish == which) for which in ("must", "without")
        )
        return DeckWanted(asked.rulebook, asked.players, asked.given or (), must, without)

    def _find(self) -> None:
        """Begins to look for a deck."""
        if self.house.finder:
            self.house.finder.look_for(self._deck_wanted())

    def _take_found(self) -> None:
        """Chooses the deck that was found, if it is still what is wanted."""
        finder = self.house.finder
        if finder and (deck := finder.take()) and finder.wanted == self._deck_wanted():
            self.choose(game_of(self.choices.game.rulebook).deck_key, deck)

    def _looking(self) -> str:
        """Whether a deck is being looked for."""
        finder = self.house.finder
        return self.words.text("host.fair_looking") if finder and finder.is_looking else ""

    def _found_note(self) -> str:
        """What has become of the search: its deck and chances, or that there is none."""
        finder = self.house.finder
        if finder is None or finder.wanted != self._deck_wanted():
            return self.words.text("host.fair_find_note")
        if finder.is_looking:
            return self.words.text("host.fair_wait")
        return self.words.text("host.fair_none") if finder.has_failed else self._odds()

    def _sounds(self) -> list[Item]:
        """Entries for the volumes that are not switched off by the settings."""
        words, settings = self.words, self.house.settings
        heard = (
            ("voice.volume", settings.voice.enabled),
            ("sound.ambience", settings.sound.ambience > 0),
            ("sound.music", settings.sound.music > 0),
            ("sound.effects", settings.sound.effects > 0),
        )
        items = []
        for field, is_there in heard:
            volume: float = self.choices.value(field)
            turn = partial(self.choose, field, louder(volume))
            if is_there:
                label = words.text(f"host.{field.partition('.')[2]}")
                items.append(Item(label, loudness(volume, words), "", turn))
        if settings.voice.enabled:
            now = self.choices.voice.menus
            turn = partial(self.choose, "voice.menus", not now)
            value, note = words.text(f"menus.{'on' if now else 'off'}"), words.text("host.menus_note")
            items.append(Item(words.text("host.menus"), value, note, turn))
        return items

    def _looks(self) -> list[Item]:
        """Entries for the look of the board."""
        words, screen = self.words, self.choices.screen
        looks: dict[str, tuple[Any, ...]] = {
            "text": ("normal", "large"),
            "contrast": ("normal", "high"),
            "calm": (False, True),
        }
        if self._is_heard:  # without a voice captions are always shown
            looks = {"captions": (True, False)} | looks
        items = []
        for key, values in looks.items():
            now = getattr(screen, key)
            told = {True: "on", False: "off"}.get(now, now)
            turn = partial(self.choose, f"screen.{key}", after(now, values))
            label, note = words.text(f"host.{key}"), words.text(f"host.{key}_note")
            items.append(Item(label, words.text(f"{key}.{told}"), note, turn))
        return items

    def _open(self, title: str, entries: Callable[[], Sequence[Item]]) -> None:
        """Opens a menu of more entries; the last one leads back."""
        back = Item(self.words.text("service.back"), take=self.close)
        self.turning = MenuCursor(title, lambda: [*entries(), back], self._own.hint)

    def _rules_item(self) -> Item:
        words = self.words
        return Item(words.text("host.rules"), "", words.text("host.rules_note"), self._read)

    def _host_items(self) -> list[Item]:
        """Entries for handing on the menu and standing up."""
        text = self.words.text
        stand = Item(text("host.stand"), "", text("host.stand_note"), self._stand)
        if self.seated < 2:
            return [stand]
        return [Item(text("host.pass"), "", text("host.pass_note"), self._pass), stand]

    def _start(self) -> Item:
        why_not = self.why_not()
        if why_not:
            missing = self.missing()
            key = "lobby.missing_one" if missing == 1 else "lobby.missing"
            value = self.words.text(key, number=missing) if missing else ""
            return Item(self.words.text("host.start"), value, why_not)
        deck = self.house.cards(self.choices, self.players)
        minutes = self.house.offer(self.choices).minutes(self.house.book(self.choices), self.choices, deck)
        ready = self.words.text("host.ready", players=self.players, minutes=minutes)
        note = f"{self._played_by_the_table()} {self._lacking() or self._odds()}".strip()
        return Item(self.words.text("host.start"), ready, note, self._begin)

    def _played_by_the_table(self) -> str:
        """The numbers of people and of bots; empty if there are no bots."""
        if self.players == self.seated:
            return ""
        key = "host.with_bots_one" if self.seated == 1 else "host.with_bots"
        return self.words.text(key, people=self.seated, bots=self.players - self.seated)

    def _lacking(self) -> str:
        """BO-40: cards that people who deal need besides their box; empty if it has all."""
        house, choices = self.house, self.choices
        lacking: Mapping[Any, int] = {}
        with suppress(RefusedError):
            lacking = house.offer(choices).lacking(house.book(choices), choices, self.players)
        if not lacking:
            return ""
        narration = house.narration(choices.game.rulebook, choices.language)
        told = [f"{narration.card(card).title} × {number}" for card, number in lacking.items()]
        return self.words.text("host.lacking", cards=", ".join(told))

    def _odds(self) -> str:
        """The chances of each camp when bots play, shipped or counted meanwhile; empty if unknown."""
        house, choices = self.house, self.choices
        asked = question(house.book(choices), house.offer(choices), choices, self.players)
        if asked.shipped:
            return in_words(asked.shipped, self.words)
        counter = house.counter
        if counter is None or asked.given is None or not self._is_playable():
            return ""
        found = counter.look(asked)
        if found:
            return in_words(hundredths(found.tally), self.words, 0 if found.is_whole else found.tally.rounds)
        return "" if counter.is_hopeless(asked) else self.words.text("host.counting")

    def _is_playable(self) -> bool:
        """Whether so many players can play these cards."""
        with suppress(RefusedError):
            return bool(self.house.cards(self.choices, self.players))
        return False

    def choose(self, field: str, value: Any) -> None:
        """Chooses a value, unless the owner's texts for it have a mistake."""
        chosen = self.choices.over({field: value})
        try:
            self.house.narration(chosen.game.rulebook, chosen.language)
        except UnreadableError as error:
            self._unread = {field: (value, self.words.wrong(error.wrong))}
            return
        self._unread, self.choices = {}, chosen
        if self.choices.game.bots and not self.house.simulated and self.choices.game.deal == "cards":
            # LG-52: the table cannot know what card lies in front of an empty chair.
            self.choices = self.choices.over({"game.deal": "ring"})

    def pages(self) -> list[Page]:
        """Pages of the rules, with the characters of the current deck."""
        choices = self.choices
        deck: Sequence[Any] = ()
        for players in (self.players or self.pods, self.house.least(choices)):
            with suppress(RefusedError):
                deck = deck or self.house.cards(choices, players)
        narration = self.house.narration(choices.game.rulebook, choices.language)
        options = self.house.offer(choices).options(self.house.book(choices), choices)
        return pages(self.words, choices.game.rulebook, narration, deck, options, self._buttons)

    def _read(self) -> None:
        """Shows the rules until one of their pages is taken."""
        self.turning = reading(self.words, self.pages(), self._buttons, self.close)

    def close(self) -> None:
        self.turning = self._own

    def _begin(self) -> None:
        self.started = True

    def _pass(self) -> None:
        self.passed = True

    def _stand(self) -> None:
        self.stood = True
