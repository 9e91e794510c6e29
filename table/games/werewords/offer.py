"""What Mots-garous offers the host of a table: tiles and words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from table.board.board import minutes
from table.errors import RefusedError, counted
from table.games.lots import Tally
from table.games.protocol import (
    CardChoice,
    Choice,
    Home,
    HostTexts,
    Offer,
    Simulation,
    SimulationRequest,
)
from table.games.records import JournalLine
from table.games.werewords.evening import (
    ENOUGH,
    WordEvening,
    check_words,
    next_in_office,
    offered_in,
    word_minutes,
)
from table.games.werewords.rules.box import MOTS_GAROUS, SETS, Game, tiles_of
from table.games.werewords.rules.letters import uncovers_s
from table.games.werewords.rules.options import Options
from table.games.werewords.rules.tiles import MAYOR, VILLAGER, Tile
from table.games.werewords.simulate import WordSetup, check_enough, read_words, simulate
from table.games.werewords.telling import SIGNS
from table.settings.decks import in_words, typed_tiles
from table.settings.settings import Layer, MotsGarous, Settings
from table.settings.times import WORD_TIMES
from table.words.lists import DIFFICULTIES, OWN, apart

OFFERED = (2, 3, 4, 5, 6, 8)
"""How many words the host may have the Mayor choose from."""
DAYS_S = {"classic": (120.0, 180.0, 240.0, 300.0, 360.0), "speedwords": (60.0, 90.0, 120.0, 150.0, 180.0)}
"""Seconds of questions that the host may choose, by the way to play."""
LENGTHS_S: Mapping[str, tuple[float, ...]] = {
    "debate_s": (30.0, 60.0, 90.0, 120.0, 180.0),
    "pick_s": (10.0, 15.0, 20.0, 30.0),
    "picks_s": (15.0, 30.0, 45.0, 60.0),
    "accuse_s": (15.0, 30.0, 45.0, 60.0),
}
"""Seconds of what follows the questions that the host may choose, by the setting."""


class WordOffer(Offer):
    """The choices of Mots-garous. `offered`: MG-59, the words already offered at this table, in order;
    `last_mayor`: MG-4, the pod of the last Mayor, while anybody who sat there with them still does."""

    def __init__(self, home: Home) -> None:
        self._home = home
        self.offered: list[str] = []
        self.last_mayor: int | None = None

    def decks(self) -> Sequence[str]:
        """The sets of tiles."""
        return SETS

    def options(self, book: Game, choices: Settings) -> Options:  # noqa: ARG002 - the only one
        """The owner's options, and the host's choices."""
        return Options(**{key: getattr(choices.mots_garous, key) for key in Options.__struct_fields__})

    def evening(
        self, book: Game, choices: Settings, names: Sequence[str], pods: Sequence[int], seed: int
    ) -> WordEvening:
        house, options = choices.mots_garous, self.options(book, choices)
        evening = WordEvening(book, names, typed_tiles(house.tiles, len(names)), options, seed)
        evening.offered = house.offered
        if options.word == "list":
            evening.known = apart(self._home.words(choices), seed)
            evening.choice = [word.text for word in evening.known]
            check_words(len(evening.choice), evening.offered, house.difficulty, choices.language)
        known = set(evening.choice)
        evening.before = [word for word in self.offered if word in known]
        evening.difficulty = evening.wanted = house.difficulty
        evening.day_s = choices.times.window_s(f"questions.{options.mode}")
        evening.uncovers_s = uncovers_s(evening.day_s)
        evening.last_mayor = next_in_office(pods, self.last_mayor)
        return evening

    def chosen(self, evening: WordEvening) -> Layer:
        """The tiles, the way to play, and the words."""
        words: dict[str, Any] = {"tiles": in_words(evening.deck), "difficulty": evening.difficulty}
        words |= {"mode": evening.options.mode, "word": evening.options.word, "offered": evening.offered}
        return {f"mots_garous.{key}": value for key, value in words.items()}

    def minutes(self, book: Game, choices: Settings, deck: Sequence[Tile]) -> int:
        return word_minutes(deck, self.options(book, choices), choices.times, choices.alone(len(deck) - 1))

    def choices(self, choices: Settings, texts: HostTexts, lacking: str) -> list[Choice]:  # noqa: ARG002
        """Which words, and how to play."""
        house, found = choices.mots_garous, list[Choice]()

        def entry(key: str, values: Sequence[Any], value: str, note: str = "") -> None:
            found.append(Choice(key, f"mots_garous.{key}", values, value, note))

        if house.word == "list":
            entry("difficulty", DIFFICULTIES, texts.text(f"difficulty.{house.difficulty}"))
            category = "given" if len(house.categories) > 1 else "".join(house.categories) or "all"
            number = texts.text("host.words_note", number=len(self._home.words(choices)))
            categories = self._home.categories(choices)
            own = self._home.title_of_own(choices) if category == OWN else ""
            entry("categories", categories, own or texts.titled("category", category), number)
            mode, note = texts.text(f"mode.{house.mode}"), texts.text(f"mode_note.{house.mode}")
            entry("mode", ("classic", "speedwords"), mode, note)
            entry("offered", OFFERED, str(house.offered), texts.text("host.offered_note"))
        if not choices.game.bots and house.mode == "classic":
            word, note = texts.text(f"word.{house.word}"), texts.text(f"word_note.{house.word}")
            entry("word", ("list", "own"), word, note)
        key = WORD_TIMES[f"questions.{house.mode}"]
        length, note = minutes(round(getattr(choices.times.mots_garous, key))), texts.text("host.day_note")
        return [*found, Choice("day", f"times.mots_garous.{key}", DAYS_S[house.mode], length, note)]

    def house_rules(self, book: Game, choices: Settings, players: int, texts: HostTexts) -> list[Choice]:  # noqa: ARG002
        """How long the parts of the day after the questions last."""
        now, note = choices.times.mots_garous, texts.text("host.word_times_note")
        return [
            Choice(key, f"times.mots_garous.{key}", values, minutes(round(getattr(now, key))), note)
            for key, values in LENGTHS_S.items()
        ]

    def cards(self, book: Game, choices: Settings, players: int) -> Sequence[CardChoice]:
        """All tiles but Mayor and villagers. A set that the rules refuse is passed over."""
        try:
            tiles = tiles_of(choices.mots_garous.tiles, players)
        except RefusedError:
            return ()
        special = [tile for tile in tiles if tile not in (MAYOR, VILLAGER)]
        found = []
        for tile in book.cards:
            others = [one for one in special if one is not tile]
            steps = () if tile in (MAYOR, VILLAGER) else tile.copies or ()
            sets = {step: in_words([*others, *[tile] * step]) for step in steps}
            sets = {step: text for step, text in sets.items() if _is_legal(text, players)}
            if sets:
                found.append(CardChoice(tile, special.count(tile), sets))
        return found

    def given(self, book: Game, choices: Settings) -> Mapping[str, Any] | None:  # noqa: ARG002
        """The options and words. The shipped chances hold for words of medium difficulty, from all lists; no
        simulation plays with words on paper, or with some of the categories."""
        house, usual = choices.mots_garous, MotsGarous()
        if house.word == "own" or len(house.categories) > 1:
            return None
        keys = ("difficulty", *Options.__struct_fields__)
        chosen = {key: getattr(house, key) for key in keys}
        if not house.categories and all(getattr(usual, key) == value for key, value in chosen.items()):
            return {}
        of_words = {"category": house.categories[0]} if house.categories else {}
        return chosen | of_words | {"language": choices.language}

    def why_not(self, choices: Settings, texts: HostTexts) -> str:
        """Whether there are too few words."""
        is_listed = choices.mots_garous.word == "list"
        number = len(apart(self._home.words(choices))) if is_listed else None
        if number is None or number >= ENOUGH * choices.mots_garous.offered:
            return ""
        return texts.text("host.few_words" if number else "host.no_words", number=number)

    def cures(self, book: Game, choices: Settings, players: int) -> Iterator[Layer]:  # noqa: ARG002
        """Other tiles; then words about everything, as difficult or not; then a word of the Mayor's own."""
        for tiles in SETS:
            yield {"mots_garous.tiles": tiles}
        for difficulty in (choices.mots_garous.difficulty, *DIFFICULTIES):
            yield {"mots_garous.categories": (), "mots_garous.difficulty": difficulty}
        if not choices.game.bots:
            yield {"mots_garous.mode": "classic", "mots_garous.word": "own"}

    def can_play_for(self, choices: Settings) -> bool:
        """Not if the Mayor writes the word on paper."""
        return choices.mots_garous.word != "own"

    def draws_words(self, choices: Settings) -> bool:
        """Not if the Mayor writes the word on paper."""
        return choices.mots_garous.word == "list"

    def unseen(self, choices: Settings) -> Settings:
        """MG-57: without a board the Mayor writes the word on paper."""
        if choices.game.bots:
            return choices
        return choices.over({"mots_garous.word": "own", "mots_garous.mode": "classic"})

    def pods(self, book: Game, settings: Settings, seats: int | None, is_typed: bool) -> int:  # noqa: ARG002
        """No more chairs than the game has players."""
        pods = seats or settings.seats
        chairs = [pod for pod in range(1, pods + 1) if pod not in settings.out_of_service]
        return pods if len(chairs) <= book.most else chairs[book.most - 1]

    def know(self, evening: WordEvening) -> None:
        """The journal has only the words; their tags are in the lists."""
        words = {word.text: word for one in self._home.lists for word in one.words}
        evening.known = [words[text] for text in evening.choice if text in words]
        evening.day_s = self._home.settings.times.window_s(f"questions.{evening.options.mode}")

    def remember(self, rounds: Iterable[Sequence[JournalLine]]) -> None:
        """MG-59: reads which words have been offered."""
        self.offered = [word for lines in rounds for word in offered_in(lines)]

    def note(self, evening: WordEvening, rounds_before: int) -> None:
        """Which words were offered, and who was Mayor."""
        for number in sorted(evening.drawn):
            self.offered += evening.drawn[number] if number >= rounds_before else ()
        if evening.last_mayor is not None:
            self.last_mayor = (evening.pods or range(len(evening.names)))[evening.last_mayor]

    def forget(self) -> None:
        """Forgets the last Mayor."""
        self.last_mayor = None


def _is_legal(tiles: str, players: int) -> bool:
    """Whether so many players can play these tiles."""
    try:
        return bool(tiles_of(tiles, players))
    except RefusedError:
        return False


def signs(_: Game) -> list[tuple[Tile, tuple[int, str]]]:
    """The signs of every tile."""
    return [*SIGNS.items()]


def simulated(asked: SimulationRequest) -> Simulation:
    """The rounds of a set of tiles. Raises `RefusedError`."""
    settings, house, lists = asked.settings, asked.settings.mots_garous, asked.lists()
    usual = WordSetup(house, settings.language, house.difficulty, house.categories)
    words = read_words(asked.given, usual, {one.language for one in lists})
    tiles = typed_tiles(asked.deck.strip(), asked.seats or min(settings.seats, MOTS_GAROUS.most))
    check_enough(lists, words, house.offered, tiles)

    def play(rounds: int, seed: str) -> Tally:
        return simulate(tiles, lists, words, house.offered, rounds, asked.players, seed, settings.times)

    played = f"{asked.book.key}, {counted(len(tiles) - 1, 'player')}: {in_words(tiles)}; "
    played += f"{words.difficulty} words, {words.options.mode}, {words.language}"
    return Simulation(
        play,
        played,
        in_words(tiles),
        len(tiles) - 1,
        word_minutes(tiles, words.options, settings.times),
        more=lambda tally: f"The word was found in {tally.found / tally.rounds:.1%} of them.",
    )
