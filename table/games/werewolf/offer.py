"""What the werewolf game offers the host of a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, get_args

from msgspec import structs

from table.errors import RefusedError, counted
from table.games.lots import Tally
from table.games.protocol import (
    CardChoice,
    Choice,
    DeckWish,
    Home,
    HostTexts,
    Offer,
    Recommendation,
    Simulation,
    SimulationRequest,
)
from table.games.werewolf.evening import WerewolfEvening
from table.games.werewolf.playing_cards import has_playing_cards
from table.games.werewolf.recommend import ROUNDS, Search, aim_like, for_beginners
from table.games.werewolf.rules.cards.villager import VILLAGER
from table.games.werewolf.rules.deck import beyond_the_box, check_deck, check_pool, players_of
from table.games.werewolf.rules.options import CHOICES, OF_THE_TABLE, LevelKey, Options, read_options
from table.games.werewolf.rules.pieces import Card, Rulebook
from table.games.werewolf.simulate import SHIPPED_CARDS, can_win, simulate
from table.settings.decks import NAMES, chosen_deck, in_words, minutes_of, night_s
from table.settings.settings import Layer, PointingWhen, Settings
from table.words.narration import Narration

LONG_NIGHT_S = 300.0
"""A first night that is longer is announced in the host's menu."""


class WerewolfOffer(Offer):
    """The werewolf game's choices."""

    def __init__(self, home: Home) -> None:
        self._home = home

    def decks(self) -> Sequence[str]:
        """The decks of every rulebook, and the owner's."""
        return (*NAMES, *self._home.settings.decks)

    def options(self, book: Rulebook, choices: Settings) -> Options:
        """The owner's options, as far as the rulebook has them, and the host's choices."""
        return Options(
            **{key: getattr(choices.game, key) for key in {*book.options, *OF_THE_TABLE, "captain"}}
        )

    def evening(
        self,
        book: Rulebook,
        choices: Settings,
        names: Sequence[str],
        pods: Sequence[int],  # noqa: ARG002 - nobody's office passes on
        seed: int,
    ) -> WerewolfEvening:
        deck, options = self._deck(book, choices, len(names)), self.options(book, choices)
        evening = WerewolfEvening(book, names, deck, options, seed)
        evening.deal = "cards" if choices.game.deal == "cards" else "ring"
        evening.level = choices.game.level
        return evening

    def chosen(self, evening: WerewolfEvening) -> Layer:
        """The deck, who deals, and the options that the rulebook has."""
        chosen: dict[str, Any] = {"game.deck": in_words(evening.deck), "game.deal": evening.deal}
        known = {*evening.rulebook.options, *OF_THE_TABLE}
        chosen |= {f"game.{key}": getattr(evening.options, key) for key in known}
        return chosen | {"game.level": evening.level}

    def minutes(self, book: Rulebook, choices: Settings, deck: Sequence[Card]) -> int:
        return minutes_of(book, deck, choices.times, choices.alone(players_of(deck)))

    def long_night_minutes(self, book: Rulebook, choices: Settings, deck: Sequence[Card]) -> int:
        first_s = night_s(book, deck, choices.times, 1, choices.alone(players_of(deck)))
        return round(first_s / 60) if first_s > LONG_NIGHT_S else 0

    def choices(self, choices: Settings, texts: HostTexts, lacking: str) -> list[Choice]:
        """When a Captain is elected, who deals, how bots play, and what a debate offers."""
        game = choices.game
        captain, note = texts.text(f"captain.{game.captain}"), texts.text("host.captain_note")
        found = [Choice("captain", "game.captain", CHOICES["captain"], captain, note, "bots")]
        if game.bots:
            for key, values in (("claims", CHOICES["claims"]), ("level", get_args(LevelKey))):
                value = getattr(game, key)
                title = texts.text(f"{key}.{('off', 'on')[value] if isinstance(value, bool) else value}")
                found.append(
                    Choice(key, f"game.{key}", values, title, texts.text(f"host.{key}_note"), "bots")
                )
        if not game.bots or self._home.simulated:
            dealt, note = texts.text(f"deal.{game.deal}"), lacking or texts.text(f"deal_note.{game.deal}")
            found.append(Choice("cards", "game.deal", ("ring", "cards"), dealt, note, "board"))
        talk, note = texts.text(f"talk.{'on' if game.talk else 'off'}"), texts.text("host.talk_note")
        points, points_note = texts.text(f"pointing.{game.pointing}"), texts.text("host.pointing_note")
        return [
            *found,
            Choice("talk", "game.talk", (False, True), talk, note, "board"),
            Choice("pointing", "game.pointing", get_args(PointingWhen), points, points_note, "board"),
        ]

    def house_rules(self, book: Rulebook, choices: Settings, players: int, texts: HostTexts) -> list[Choice]:
        """The options of the rulebook and the deck but the Captain's, which has an entry of its own. A number
        goes up to twice what is usual. With a deck that the rules refuse, all of the rulebook."""
        found = []
        try:
            deck = self._deck(book, choices, players)
        except RefusedError:
            deck = book.cards
        for key in [key for key in book.options_of(deck) if key != "captain"]:
            now, values = getattr(choices.game, key), CHOICES[key] or range(2 * getattr(Options(), key) + 1)
            is_switch = isinstance(now, bool)
            value = texts.text(f"house.{('off', 'on')[now]}") if is_switch else texts.titled(key, str(now))
            found.append(Choice(key, f"game.{key}", values, value, texts.text(f"host.{key}_note")))
        return found

    def lacking(self, book: Rulebook, choices: Settings, players: int) -> Mapping[Card, int]:
        """BO-40: what players who deal need besides their box."""
        if choices.game.deal == "ring" or has_playing_cards(book):
            return {}
        return beyond_the_box(book, self._deck(book, choices, players))

    def cards(self, book: Rulebook, choices: Settings, players: int) -> Sequence[CardChoice]:
        """All cards of the rulebook but villagers, who are as many as are missing. A deck that the rules
        refuse is passed over."""
        try:
            deck = self._deck(book, choices, players)
        except RefusedError:
            deck = book.simplified(max(book.least, players))
        special = [card for card in deck if card is not VILLAGER]
        found = []
        for card in book.cards:
            others = [one for one in special if one is not card]
            steps = (0, card.copies) if card.copies else range(players)
            filled = {step: _filled(book, [*others, *[card] * step], players) for step in steps}
            decks = {step: in_words(cards) for step, cards in filled.items() if cards}
            if card is not VILLAGER and decks:
                found.append(CardChoice(card, special.count(card), decks))
        return found

    def cures(self, book: Rulebook, choices: Settings, players: int) -> Iterator[Layer]:
        """The same cards with more or fewer villagers, then each deck with a name."""
        with suppress(RefusedError):
            deck = chosen_deck(book, choices.game.deck, None, players, self._home.settings.decks)
            special = [card for card in deck if card is not VILLAGER]
            yield {"game.deck": in_words(_filled(book, special, players))}
        for name in self.decks():
            yield {"game.deck": name}

    def _deck(self, book: Rulebook, choices: Settings, players: int) -> Sequence[Card]:
        """CH-54: a pool has more cards than players."""
        wanted = None if choices.game.hide_deck else players
        return chosen_deck(book, choices.game.deck, wanted, players, self._home.settings.decks)

    def given(self, book: Rulebook, choices: Settings) -> Mapping[str, Any]:
        """The options that the rulebook has. Claims are none of them: decks are judged by bots that talk."""
        options, usual = self.options(book, choices), Options()
        return {
            key: getattr(options, key)
            for key in Options.__struct_fields__
            if key not in OF_THE_TABLE and getattr(options, key) != getattr(usual, key)
        }

    def pods(self, book: Rulebook, settings: Settings, seats: int | None, is_typed: bool) -> int:
        """As many as typed, or as the cards are for; a pool is for any number."""
        if seats is None and is_typed and not settings.game.hide_deck:
            return players_of(chosen_deck(book, settings.game.deck, None, settings.seats, settings.decks))
        return seats or settings.seats

    def left_out(self, book: Rulebook, choices: Settings) -> Sequence[str]:
        """Options that only other rulebooks have."""
        options = self.options(book, choices)
        others = [key for key in Options.__struct_fields__ if key not in (*book.options, *OF_THE_TABLE)]
        return [f"game.{key}" for key in others if getattr(choices.game, key) != getattr(options, key)]


def _filled(book: Rulebook, special: Sequence[Card], players: int) -> tuple[Card, ...]:
    """These cards with villagers for so many players; empty if the rules refuse them."""
    centre = max((card.centre for card in special), default=0)
    villagers = players + centre - len(special)
    deck = (*special, *[VILLAGER] * villagers)
    try:
        check_deck(book, deck)
    except RefusedError:
        return ()
    return deck if villagers >= 0 else ()


def pages(
    texts: HostTexts, narration: Narration, deck: Sequence[Any], options: Options
) -> list[tuple[str, str]]:
    """Pages on the Captain, if one is elected, and on what the rules reveal about Lovers, if there may be
    any."""
    found = []
    captain = narration.cards["captain"].title
    is_elected = options.captain != "never"
    if is_elected:
        found.append((captain, texts.text(f"office.{options.tie}")))
    if any(card.key == "cupid" for card in deck):
        love = "lovers.captain" if is_elected and options.tie == "rules" else "lovers.text"
        found.append((texts.text("lovers.title"), texts.text(love, captain=captain)))
    return found


def signs(book: Rulebook) -> list[tuple[Card, tuple[int, str]]]:
    """The signs of every card of a box."""
    return [(card, card.sign) for card in book.cards]


def simulated(asked: SimulationRequest) -> Simulation:
    """The rounds of a deck. Raises `RefusedError`."""
    book, settings = asked.book, asked.settings
    options = read_options(book.key, (*book.options, *OF_THE_TABLE), asked.given)
    wanted = None if options.hide_deck else asked.seats
    cards = chosen_deck(book, asked.deck, wanted, asked.seats or settings.seats, settings.decks)
    players = (asked.seats or settings.seats) if options.hide_deck else players_of(cards)
    if options.hide_deck:
        check_pool(book, cards, players)
    for warning in () if options.hide_deck else check_deck(book, cards):
        asked.warn(warning)

    def play(rounds: int, seed: str) -> Tally:
        return simulate(book, cards, options, rounds, asked.players, seed, players)

    def silent(rounds: int, seed: str) -> Tally:
        return simulate(book, cards, structs.replace(options, claims=False), rounds, "bots", seed, players)

    return Simulation(
        play,
        f"{book.key}, {counted(players, 'player')}: {in_words(cards)}",
        in_words(cards),
        players,
        minutes_of(book, cards, settings.times),
        can_win=lambda camp: can_win(camp, cards),
        one_process=any(card.key not in SHIPPED_CARDS for card in cards),
        beyond={card.key: number for card, number in beyond_the_box(book, cards).items()},
        silent=silent,
    )


def recommended(
    asked: SimulationRequest, wish: DeckWish, seed: int, jobs: int
) -> Iterator[Sequence[Recommendation]]:
    """Looks for decks that are as it is wished. Raises `RefusedError` if none can be."""
    book = asked.book
    options = read_options(book.key, (*book.options, *OF_THE_TABLE), asked.given)
    like = chosen_deck(book, wish.like, wish.players, wish.players, asked.settings.decks) if wish.like else ()

    def may_be(deck: Sequence[Card]) -> bool:
        return not like or (for_beginners(deck) == for_beginners(like) and not {*deck} <= {*like})

    near = [like] if like else []
    search = Search(book, options, wish, asked.settings.times, seed, asked.players, near, may_be)
    if like:
        search.aim = aim_like(simulate(book, like, options, ROUNDS[-1], asked.players, f"{seed}/like"))
    for found in search.run(jobs):
        yield [
            Recommendation(
                in_words(one.deck),
                players_of(one.deck),
                one.tally,
                one.minutes,
                one.night_s,
                one.active,
                one.off(search.aim) <= 0,
                {card.key: number for card, number in one.beyond.items()},
            )
            for one in found
        ]
