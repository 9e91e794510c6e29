"""Prepares tonight's play from the owner's files, the changes of the service menu, and the command line.

A table opens if its settings can be read. The owner's words and decks that have a mistake are left out, and
the shipped ones are used instead; the report says which.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

from table.appliance.lobby.deck_processes import DeckCounter, DeckFinder
from table.appliance.opening.choices import TableChoices
from table.appliance.opening.own_files import own_files
from table.errors import Reason, RefusedError, UnreadableError
from table.games.all import every_rulebook, game_of
from table.house.books import with_house
from table.house.narrate import narrate
from table.settings.decks import chosen_rulebook
from table.settings.load import Entry, Report, load, system_language
from table.settings.owner import WORDS, Owner, state_directory, words_here
from table.settings.settings import Layer
from table.words.catalogue import parsed, read_anew, text_of
from table.words.typed import TypedWords

if TYPE_CHECKING:
    from table.appliance.lobby.word_stick import WordStick
    from table.appliance.service.service import Service
    from table.house import Role
    from table.words.narration import Narration

SEATS = "seats"
"""The `place` of a `RefusedError` about the number of players rather than the deck."""


OF_FEW = "family"
"""The rulebook of people who all play by phone, if the owner names none: six are enough."""


class CommandLine(NamedTuple):
    """The options of the command line. None: not given, so the files decide."""

    simulated: bool = False
    seats: int | None = None
    speed: float = 1.0
    rulebook: str | None = None
    deck: str | None = None
    deal: Literal["ring", "cards"] | None = None
    rounds: int | None = None
    seed: int | None = None
    state: Path | None = None
    phones: bool = False
    address: str | None = None
    first_start: bool = False

    @property
    def anew(self) -> bool:
        """Whether these options ask for a new evening, so that none is resumed."""
        asked = (self.seats, self.rulebook, self.deck, self.deal, self.seed)
        return any(given is not None for given in asked)


class Prepared:
    """Everything that is prepared for tonight.

    `told`: gets a sentence for each thing that is left out.
    `plays`: whether to leave out the owner's words and decks that have a mistake, instead of raising.

    Raises `UnreadableError` for a file that cannot be used, and for an option with an unknown value.
    """

    def __init__(
        self,
        typed: CommandLine,
        owner: Owner,
        roles: Sequence[Role],
        service: Service,
        told: Callable[[str], None],
        stick: WordStick | None = None,
        *,
        plays: bool = False,
    ) -> None:
        if plays:
            read_anew()
            if misnamed := owner.misnamed:
                raise UnreadableError(Reason("file.misnamed", file=misnamed, name=owner.own_table.name))
        rulebooks = with_house(roles)
        self.rulebooks = every_rulebook(rulebooks)
        if typed.rulebook is not None:
            chosen_rulebook(self.rulebooks, typed.rulebook)
        self.typed, self.owner, self._told = typed, owner, told
        self.folder = typed.state or state_directory()
        self.report = Report()
        """What is wrong in the owner's files, and in those the table keeps."""
        taught = service.taught(self.folder, self.report)
        self.owners, found = load(owner.table, rulebooks, typed.rulebook, owner.languages, taught=taught)
        self.report += found
        if not plays:
            found.refuse("refused", "shipped")
        self.report.tell(told, "lost", "shipped", "for_others", "unplayed")
        found.refuse("refused")
        lost = Report()
        settings = service.settings(self.owners, self.folder, owner.languages, lost)
        self.own = own_files(owner, roles)
        """What the table uses of the owner's other files."""
        for more in (lost, self.own.report):
            more.tell(told, "lost", "without_words", "our_picture", "undrawn")
            self.report += more
        self.simulated = typed.simulated or settings.pins.backend == "simulated"
        if typed.seats is not None and not self.simulated:
            raise UnreadableError(
                f"--seats {typed.seats}: only for a simulated table; a real one has its own"
            )
        phones = settings.phones
        self.phones_alone = typed.phones or (self.simulated and phones.enabled and phones.only)
        """Whether phones are the only seats."""
        usual = OF_FEW if self.phones_alone and not self._chose_rulebook() else settings.game.rulebook
        self.book = self.rulebooks[typed.rulebook or usual]
        self.settings = settings.over(self._layer())
        self._fills = self.simulated and not self.phones_alone
        """Whether bots play every free seat by themselves."""
        self.narrate = cache(partial(self._narrated, roles=roles))
        if plays:
            self._leave_out_words()
        self.house = self._at_home(stick)
        self.pods = self._all_pods()
        self.seats = self.pods - sum(seat <= self.pods for seat in self.settings.out_of_service)
        """Number of pods at which one can sit."""
        self.players, self.refusal = self._most_players()
        """The most players for the chosen cards. If no number can play them it is 0, and the second value is
        the reason."""
        self.names = self._names()

    def _narrated(self, rulebook: str, language: str, *, roles: Sequence[Role]) -> Narration:
        """The telling of a rulebook in a language, for the seats of this table."""
        told = narrate(self.owner, language, rulebook, roles)
        return told.on_phones() if self.phones_alone else told

    def _chose_rulebook(self) -> bool:
        """Whether the owner's settings name a rulebook."""
        path = self.owner.own_table
        return "rulebook" in parsed(path, text_of(path) or "").get("game", {})

    def _layer(self) -> Layer:
        """The options of the command line, by the keys of the settings."""
        typed = self.typed
        out = () if self.simulated and (typed.seats is not None or typed.deck is not None) else None
        given = {
            "game.rulebook": self.book.key,
            "game.deal": typed.deal,
            game_of(self.book.key).deck_key: typed.deck,
            "out_of_service": out,
            "phones.enabled": True if typed.phones else None,
            "phones.address": typed.address,
        }
        return {key: value for key, value in given.items() if value is not None}

    @property
    def left_out(self) -> Mapping[str, Sequence[str]]:
        """The owner's files that cannot be used, by the line that says so."""
        folder = self.owner.folder
        shipped = [
            str(path.relative_to(folder) if path.is_relative_to(folder) else path.name)
            for path in self.report.files("shipped", "for_others", "lost", "without_words", "our_picture")
        ]
        roles = [path.name for path in self.report.files("without_role")]
        return {"resume.left_out": roles, "resume.shipped": shipped}

    def _leave_out_words(self) -> None:
        """Leaves out the files of words that have a mistake, until the table can speak."""
        while True:
            try:
                self.narrate(self.book.key, self.settings.language)
            except UnreadableError as error:
                path = self.owner.words_in(error.wrong)
                if path is None or path in self.owner.left_out:
                    raise
                self.report.append(Entry(path, error.wrong, "shipped"))
                self._told(str(error))
                self.owner = self.owner._replace(left_out=self.owner.left_out | {path})
            else:
                return
            if self.settings.language not in self.owner.languages:
                self.settings = self.settings.over({"language": system_language(self.owner.languages)})

    def _at_home(self, stick: WordStick | None) -> TableChoices:
        """The choices at this table, with the first settings."""
        owner = self.owner
        files = owner.given or owner.folder

        files_named = ["--config", str(files)] if files.exists() else []
        return TableChoices(
            self.settings,
            self.rulebooks,
            self.narrate,
            owner.languages,
            simulated=self._fills,
            lists=partial(words_here, owner),
            own=owner.catalogue._replace(on_phones=self.phones_alone),
            stick=stick,
            counter=DeckCounter(files_named),
            finder=DeckFinder(files_named),
            typed=TypedWords(self.folder / WORDS, owner.fonts),
        )

    def _all_pods(self) -> int:
        """The number of pods. A simulated table has as many as the command line says or the deck needs."""
        settings, typed, book = self.settings, self.typed, self.book
        if not self._fills:
            return typed.seats or settings.seats
        offer = self.house.offer(settings)
        try:
            return offer.pods(book, settings, typed.seats, typed.deck is not None)
        except RefusedError as error:
            if error.place != SEATS:
                raise RefusedError(error.why, "--deck") from None
        return settings.seats

    def _most_players(self) -> tuple[int, RefusedError | None]:
        """The most players for the chosen cards and None; or 0 and the reason."""
        chosen, refusals = self.house.settings, []
        for players in [self.seats] if chosen.game.bots else range(self.seats, 0, -1):
            try:
                self.house.cards(chosen, players)
            except RefusedError as error:
                refusals.append(error)
            else:
                return players, None
        return 0, refusals[0]

    def _names(self) -> Sequence[str]:
        """The names of all pods."""
        given, pods = self.settings.names, self.pods
        if len(given) >= pods:
            return given[:pods]
        if given:
            self._told(f"names: {len(given)} for {pods} seats, so the seats are called after places")
        return list(self.narrate(self.book.key, self.settings.language).places)[:pods]
