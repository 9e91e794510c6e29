"""The menu of the host before a round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from table.appliance.lobby.deck_processes import DeckWanted
from table.appliance.lobby.host_choices import HostChoices
from table.appliance.lobby.typed_entries import TypedEntries
from table.appliance.menu.host_entries import host_items
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
from table.board.board import LegendSign
from table.board.menu import Menu
from table.games.all import game_of
from table.games.evening import Rules
from table.games.protocol import not_recommended
from table.settings.settings import Layer, Settings
from table.settings.times import PACES

SWITCHED = {True: "on", False: "off"}
"""Keys of the texts for these values."""


class HostsMenu:
    """The host's menu before a round. `choices`: the present settings. `buttons`: of each seat. `more`:
    returns more entries for this menu, about the table itself."""

    def __init__(
        self,
        house: TableChoices,
        choices: Settings,
        words: MenuTexts,
        buttons: int,
        more: Callable[[HostsMenu], Sequence[Item]] = lambda _: (),
    ) -> None:
        self.chosen = HostChoices(house, choices, words)
        self.started = False
        self._deck = DeckEntries(self.chosen)
        self.typed = TypedEntries(self.chosen)
        self._typing: MenuCursor | None = None
        """The page about words that the host types, once it was open."""
        self._more = more
        self._buttons = buttons
        self.turning = self._own = MenuCursor(
            words.text("host.title"), self.items, words.text(f"hint.{buttons}"), words
        )

    @property
    def choices(self) -> Settings:
        """The chosen settings."""
        return self.chosen.settings

    @property
    def words(self) -> MenuTexts:
        """The texts of the menu."""
        return self.chosen.words

    @property
    def is_at_start(self) -> bool:
        """Whether the menu shows its first page."""
        return self.turning is self._own and not self._own.page

    @property
    def is_typing(self) -> bool:
        """Whether the menu shows the page about words that the host types."""
        return self.turning is self._typing

    def speak(self, words: MenuTexts) -> None:
        """Switches to another language."""
        self.chosen.words = self._own.words = words
        self._own.title, self._own.hint = words.text("host.title"), words.text(f"hint.{self._buttons}")

    def menu(self, seated: int, pods: int) -> Menu:
        """The menu for the board. `seated`: number of people. `pods`: number of chairs."""
        self.chosen.seated, self.chosen.pods = seated, pods
        self._deck.take_found()
        return self.turning.menu()

    def legend(self) -> list[LegendSign]:
        """The cards of the deck, while the cursor is on an entry about cards, or on a page of such; else
        none."""
        cursor, chosen = self.turning, self.chosen
        of_cards = [row.of_cards for row in cursor.rows]
        if not (any(of_cards) if cursor is not self._own else of_cards[cursor.cursor]):
            return []
        deck = Counter(chosen.cards(chosen.players) or ())
        return [
            LegendSign(chosen.narration.card(card).title, 0, "", copies, card.key)
            for card, copies in deck.items()
        ]

    def open(self, title: str, items: Callable[[], Sequence[Item]]) -> None:
        """Opens another page of entries."""
        self.turning = MenuCursor(title, items, self._own.hint, self.words)

    def close(self) -> None:
        """Goes back to the start."""
        self.turning = self._own
        self.turning.begin()

    def pages(self) -> list[Page]:
        """Pages of the rules, with the characters of the current deck."""
        chosen, choices = self.chosen, self.choices
        deck = chosen.cards(chosen.players or chosen.pods) or chosen.cards(chosen.house.least(choices)) or ()
        options = chosen.offer.options(chosen.book, choices)
        return pages(self.words, choices.game.rulebook, chosen.narration, deck, options, self._buttons)

    def items(self) -> list[Item]:
        """The present entries."""
        chosen, words, choices, house = self.chosen, self.words, self.choices, self.chosen.house
        items = [self._start()]

        def entry(key: str, field: str, values: Sequence[Any], value: str, note: str = "") -> None:
            if len(values) > 1 or choices.value(field) not in values:
                tried, mistake = chosen.tried(field)
                turn = partial(chosen.choose, field, after(tried, values))
                of_cards = field == game_of(choices.game.rulebook).deck_key
                label = words.text(f"host.{key}")
                items.append(Item(label, value, mistake or note, turn, key=field, of_cards=of_cards))

        def of_game(follows: str) -> None:
            for one in here:
                if one.follows == follows:
                    entry(one.key, one.field, one.values, one.value, one.note)

        book, offer = chosen.book, chosen.offer
        here = offer.choices(choices, words, chosen.lacking())
        if offer.decks():
            field = game_of(book.key).deck_key
            key, deck = field.partition(".")[2], choices.value(field)
            title = words.titled(key, deck if deck in offer.decks() else "given")
            # A hold too late or too early at the start must do nothing beside it, so a page comes next.
            items.append(self._page("cards_one", self._deck.cards)._replace(of_cards=True))
            entry(key, field, house.decks(choices, chosen.players) or [deck], title, chosen.odds())
        items += host_items("before", {"rules": self._read}, words, None)
        if len(house.rulebooks) > 1:
            _, mistake = chosen.tried("game.rulebook")
            note, title = mistake or self._about(book), words.titled("rulebook", book.key)
            items.append(self._page("rulebook", self._rulebooks, title, note))
        played = "on" if choices.game.bots else "off"
        if not house.simulated and offer.can_play_for(choices):
            told, note = words.text(f"bots.{played}"), words.text(f"bots_note.{played}")
            entry("bots", "game.bots", (False, True), told, note)
        language = (
            MenuTexts(choices.language, house.own).text("other_language") if len(house.languages) > 1 else ""
        )
        entry("language", "language", house.languages, language)
        for part, entries in (("sound", self._sounds), ("board", self._looks)):
            if entries():
                items.append(self._page(part, entries))
        of_game("deck")
        if self.typed.is_offered:
            page = self._page("typed", self.typed.items)
            items.append(page._replace(take=partial(self._type, page.take)))
        pace = words.text(f"pace.{choices.times.pace}")
        entry("pace", "times.pace", tuple(PACES), pace, words.text("host.pace_note"))
        of_game("bots")
        items += self._more(self)
        if offer.decks() and house.finder and game_of(book.key).recommend is not not_recommended:
            fair = self._page("fair", self._deck.wanted, self._deck.looking())
            items.append(fair._replace(of_cards=True))
            items += self._deck.others()
        of_game("board")
        if self._house_rules():
            items.append(self._page("house", self._house_rules))
        night = words.text(f"night.{choices.game.night}")
        note = words.text(f"night_note.{choices.game.night}")
        if self._is_heard and not choices.rings.on_board:  # else there is one way only
            entry("night", "game.night", ("eyes_closed", "eyes_down"), night, note)
        return items

    def _about(self, book: Rules) -> str:
        """What a rulebook is, and for how many."""
        players = self.words.text("host.for_players", least=book.least, most=book.most)
        return f"{self.words.maybe(f'rulebook_note.{book.key}', '')} {players}".lstrip()

    def _rulebooks(self) -> list[Item]:
        """An entry for each rulebook. One that is for more people can be chosen before they come."""
        chosen, words = self.chosen, self.words

        def entry(key: str, book: Rules) -> Item:
            fits = book.least <= chosen.players
            note = self._about(book) if fits else words.text("host.too_few", least=book.least)
            value = words.text("host.chosen") if book is chosen.book else ""
            take = partial(self._play_by, key)
            return Item(words.titled("rulebook", key), value, note, take, key=key if fits else f"unfit.{key}")

        return [entry(key, book) for key, book in chosen.house.rulebooks.items()]

    def _play_by(self, rulebook: str) -> None:
        self.chosen.choose("game.rulebook", rulebook)
        self.close()

    def _house_rules(self) -> list[Item]:
        """An entry for each option of the rules."""
        house, choices, words = self.chosen.house, self.choices, self.chosen.words
        offer, book, players = house.offer(choices), house.book(choices), self.chosen.players
        return [
            Item(
                words.text(f"host.{one.key}"),
                one.value,
                one.note,
                partial(self.chosen.choose, one.field, after(choices.value(one.field), one.values)),
            )
            for one in offer.house_rules(book, choices, players, words)
        ]

    @property
    def _is_heard(self) -> bool:
        """Whether the voice can be heard."""
        return self.chosen.house.settings.voice.enabled and self.choices.voice.volume > 0

    def _page(self, key: str, entries: Callable[[], Sequence[Item]], value: str = "", note: str = "") -> Item:
        """An entry that opens a page of more entries; the last one there leads back. `note`: if it is not
        always the same."""
        title, back = (
            self.words.text(f"host.{key}"),
            Item(self.words.text("service.back"), take=self.close, key="back"),
        )
        take = partial(self.open, title, lambda: [*entries(), back])
        return Item(title, value, note or self.words.text(f"host.{key}_note"), take)

    def _type(self, open_page: Callable[[], object]) -> None:
        """Opens the page about words that the host types."""
        self.typed.begin()
        open_page()
        self._typing = self.turning

    def _sounds(self) -> list[Item]:
        """Entries for the volumes that are not switched off by the settings."""
        words, settings = self.words, self.chosen.house.settings
        heard = (
            ("voice.volume", settings.voice.enabled),
            ("sound.ambience", settings.sound.ambience > 0),
            ("sound.music", settings.sound.music > 0),
            ("sound.effects", settings.sound.effects > 0),
        )
        items = []
        for field, is_there in heard:
            volume: float = self.choices.value(field)
            turn = partial(self.chosen.choose, field, louder(volume))
            if is_there:
                label = words.text(f"host.{field.partition('.')[2]}")
                items.append(Item(label, loudness(volume, words), "", turn))
        if settings.voice.enabled:
            items.append(self._turned("voice", "menus", (False, True)))
        return items

    def _looks(self) -> list[Item]:
        """Entries for the look of the board."""
        looks: dict[str, tuple[Any, ...]] = {
            "text": ("normal", "large"),
            "contrast": ("normal", "high"),
            "calm": (False, True),
        }
        if self._is_heard:  # without a voice captions are always shown
            looks = {"captions": (True, False)} | looks
        return [self._turned("screen", key, values) for key, values in looks.items()]

    def _turned(self, part: str, key: str, values: Sequence[Any]) -> Item:
        """An entry that turns a setting to its next value, each with a text of its own."""
        field, text = f"{part}.{key}", self.words.text
        now = self.choices.value(field)
        value = text(f"{key}.{SWITCHED.get(now, now)}")
        turn = partial(self.chosen.choose, field, after(now, values))
        return Item(text(f"host.{key}"), value, text(f"host.{key}_note"), turn)

    def _start(self) -> Item:
        chosen, text = self.chosen, self.words.text
        if why_not := chosen.why_not():
            missing, cure = chosen.missing(), chosen.cure()
            key = "lobby.missing_one" if missing == 1 else "lobby.missing"
            value = text(key, number=missing) if missing else ""
            if not cure:
                return Item(text("host.start"), value, why_not, key="start_not")
            cured = text(f"cure.{self._buttons}", changes=chosen.cured(cure))
            return Item(
                text("host.start"), value, f"{why_not} {cured}", partial(self._cure, cure), key="start"
            )
        deck = chosen.cards(chosen.players) or ()
        minutes = chosen.offer.minutes(chosen.book, self.choices, deck)
        ready = text("host.ready", players=chosen.players, minutes=minutes)
        night = chosen.offer.long_night_minutes(chosen.book, self.choices, deck)
        long = text("host.long_night", minutes=night) if night else ""
        notes = self._played_by_the_table(), long, chosen.lacking() or chosen.odds()
        return Item(text("host.start"), ready, " ".join(filter(None, notes)), self._begin, key="start")

    def _played_by_the_table(self) -> str:
        """A text with the numbers of people and bots; empty without bots."""
        people, players = self.chosen.seated, self.chosen.players
        key = "host.with_bots_one" if people == 1 else "host.with_bots"
        return self.words.text(key, people=people, bots=players - people) if players != people else ""

    def _read(self) -> None:
        """Shows the rules until one of their pages is taken."""
        self.turning = reading(self.words, self.pages(), self._buttons, self.close)

    def _cure(self, cure: Layer) -> None:
        """Makes the choices with which the round can begin."""
        for field, value in cure.items():
            self.chosen.choose(field, value)

    def _begin(self) -> None:
        self.started = True


class DeckEntries:
    """Makes the entries about cards: how many of each, and the search for a fair deck."""

    def __init__(self, chosen: HostChoices) -> None:
        self._chosen = chosen
        self._wishes: dict[str, str] = {}
        """Wishes for the fair deck, by the card's key: "must" or "without"."""
        self._draws = 0
        """How often other characters were asked for: each search draws other lots."""

    def cards(self) -> list[Item]:
        """An entry for each card, to choose how many there are."""
        chosen, narration = self._chosen, self._chosen.narration
        return [
            Item(
                narration.card(one.card).title,
                str(one.number),
                chosen.odds(),
                partial(self._choose, one.decks[after(one.number, [*one.decks])]),
                of_cards=True,
            )
            for one in self._there()
        ]

    def wanted(self) -> list[Item]:
        """An entry that looks for a fair deck, and one for each card: it may, must or must not be in the
        deck."""
        text, narration = self._chosen.words.text, self._chosen.narration
        note = self._found_note("fair_find", self._asked())
        find = Item(
            text("host.fair_find"),
            self.looking(),
            note,
            partial(self._find, self._asked()),
            key="find",
            of_cards=True,
        )
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

    def others(self) -> list[Item]:
        """An entry that looks for another fair deck, as difficult as this one; none if this cannot be
        played."""
        chosen, wanted = self._chosen, self._others()
        if chosen.cards(chosen.players) is None:
            return []
        look, note = partial(self._find, wanted), self._found_note("others", wanted)
        label, value = chosen.words.text("host.others"), self.looking(wanted)
        return [Item(label, value, note, look, key="others", of_cards=True)]

    def looking(self, wanted: DeckWanted | None = None) -> str:
        """Whether this deck is being looked for. `wanted`: None: any."""
        finder = self._chosen.house.finder
        is_looking = finder and finder.is_looking and wanted in (None, finder.wanted)
        return self._chosen.words.text("host.fair_looking") if is_looking else ""

    def take_found(self) -> None:
        """Chooses the deck that was found, if it is still what is wanted."""
        finder = self._chosen.house.finder
        if finder and (deck := finder.take()) and finder.wanted in (self._asked(), self._others()):
            self._choose(deck)

    def _there(self) -> Sequence[Any]:
        chosen = self._chosen
        return chosen.offer.cards(chosen.book, chosen.settings, chosen.players)

    def _choose(self, deck: str) -> None:
        self._chosen.choose(game_of(self._chosen.book.key).deck_key, deck)

    def _wish(self, key: str) -> None:
        self._wishes[key] = after(self._wishes.get(key, "may"), ("may", "must", "without"))

    def _asked(self) -> DeckWanted:
        """The present requirements for a deck."""
        asked = self._chosen.question()
        must, without = (
            tuple(key for key, wish in self._wishes.items() if wish == which) for which in ("must", "without")
        )
        return DeckWanted(asked.rulebook, asked.players, asked.given or (), must, without)

    def _others(self) -> DeckWanted:
        """The same for other characters than those of the present deck."""
        return self._asked()._replace(like=self._chosen.question().deck, seed=self._draws)

    def _find(self, wanted: DeckWanted) -> None:
        """Begins to look for a deck."""
        if self._chosen.house.finder:
            self._draws += bool(wanted.like)
            self._chosen.house.finder.look_for(wanted._replace(seed=self._draws) if wanted.like else wanted)

    def _found_note(self, key: str, wanted: DeckWanted) -> str:
        """The result of the search for this deck: its chances, or that there is none. `key`: of the note
        before it."""
        finder, text = self._chosen.house.finder, self._chosen.words.text
        if finder is None or finder.wanted != wanted:
            return text(f"host.{key}_note")
        if finder.is_looking:
            return text("host.fair_wait")
        none = text("host.others_none" if wanted.like else "host.fair_none")
        return none if finder.has_failed else self._chosen.odds()
