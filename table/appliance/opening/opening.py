"""Opens the table: from the owner's files, the changes of the service menu, and the command line.

A table opens if its settings can be read. The owner's words and decks that have a mistake are left out, and
the shipped ones are used instead. If no round can be started (a seat is out of service, a deck is for more
players than there are chairs), the host's menu says so, and the host chooses something else. An error is
raised only for a wrong option of the command line, or if nobody is there to choose.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from functools import cache, partial
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Literal, NamedTuple

from hardware.troubles import DeviceError
from table import files
from table.appliance.devices.phone_gateway import gateway_beside
from table.appliance.doctor.computer import kept_evenings
from table.appliance.doctor.examine import examine, usable
from table.appliance.doctor.findings import Found
from table.appliance.doctor.machine import this_machine
from table.appliance.lobby.deck_counter import DeckCounter
from table.appliance.lobby.deck_finder import DeckFinder
from table.appliance.lobby.word_stick import WordStick
from table.appliance.menu.menus import MenuTexts
from table.appliance.opening.choices import TableChoices
from table.appliance.opening.tonight import Tonight
from table.appliance.opening.updates import undrawn_texts
from table.appliance.service.changes import FILE, changes_in
from table.appliance.service.deeds import answered
from table.appliance.service.service import Service
from table.appliance.starting import face_here, warn
from table.appliance.table import Table, open_table
from table.appliance.walk.first_start import teach_first
from table.appliance.walk.taught import keep as keep_taught
from table.appliance.walk.taught import taught_in
from table.engine.answers import written
from table.errors import (
    ClosedError,
    Reason,
    RefusedError,
    TableError,
    UnreadableError,
    count,
    counted,
    either,
)
from table.evening.diary import EveningShelf
from table.faults import kept as written_down
from table.games.all import every_rulebook, game_of
from table.house.books import left_out_of, with_house
from table.house.narrate import narrate
from table.publish.desk import NewsDesk
from table.sentences import Wrong
from table.settings.decks import chosen_rulebook
from table.settings.owner import state_directory, words_here
from table.settings.settings import Layer, load, system_language
from table.words.catalogue import read_anew
from table.words.toml_lines import in_line, line_of, parts_of
from table.words.troubles import Troubles

if TYPE_CHECKING:
    from hardware.notify import ServiceManager
    from table.games.records import StoredEvening
    from table.house import Role
    from table.settings.owner import Owner
    from table.words.lists import WordList
    from table.words.narration import Narration


SEATS = "seats"
"""The `place` of a `RefusedError` about the number of players rather than the deck."""
WORDS = "words"
"""The `place` of one about words, if a language has too few."""
PREDICTED = "--seed: for tests: whoever knows the seed can predict every card of this evening"
"""Warning at the start. It does not show the seed, since anybody may read a log."""


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
    first_start: bool = False

    @property
    def anew(self) -> bool:
        """Whether these options ask for a new evening, so that none is resumed."""
        asked = (self.seats, self.rulebook, self.deck, self.deal, self.seed)
        return any(given is not None for given in asked)


class Misfit(NamedTuple):
    """Why no round can be started. `told`: the reason, with what is allowed; `path`: the file to change;
    `typed`: whether the command line is the cause."""

    told: Wrong
    path: Path
    typed: bool


class Opening:
    """A table before it is opened. `told`: is given a sentence for each thing that is left out; `plays`:
    whether to leave out the owner's words and decks that have a mistake, instead of raising.

    Raises `UnreadableError` for a file that cannot be used, and for an option with an unknown value.
    """

    def __init__(
        self,
        typed: CommandLine,
        owner: Owner,
        roles: Sequence[Role],
        service: Service,
        told: Callable[[str], None] = warn,
        stick: WordStick | None = None,
        *,
        plays: bool = False,
    ) -> None:
        if plays:
            read_anew()
            if misnamed := owner.misnamed:
                raise UnreadableError(Reason("file.misnamed", file=misnamed, name=owner.own_table.name))
        self._left_out: dict[str, list[str]] = {"resume.left_out": [*left_out_of(roles)]}
        shipped = self._left_out["resume.shipped"] = []
        rulebooks = with_house(roles)
        self.rulebooks = every_rulebook(rulebooks)
        if typed.rulebook is not None:
            chosen_rulebook(self.rulebooks, typed.rulebook)
        self._typed, self._owner, self._service = typed, owner, service
        self.folder = typed.state or state_directory()

        def without_deck(sentence: str) -> None:
            told(sentence)
            shipped[:] = [owner.table.name]

        self._owners = load(
            *(owner.table, rulebooks, typed.rulebook, told, owner.languages),
            leave_out=without_deck if plays else None,
            taught=service.taught(self.folder, told),
        )
        settings = service.settings(self._owners, self.folder, owner.languages, told)
        self.simulated = typed.simulated or settings.pins.backend == "simulated"
        self._book = self.rulebooks[typed.rulebook or settings.game.rulebook]
        if typed.seats is not None and not self.simulated:
            raise UnreadableError(
                f"--seats {typed.seats}: only for a simulated table; a real one has its own"
            )
        self.settings = settings = settings.over(self._layer())
        self._fills = self.simulated and not typed.phones
        """Whether bots play every free seat by themselves."""
        self.narrate = cache(lambda rulebook, language: narrate(self._owner, language, rulebook, roles))
        if plays:
            shipped += self._without_mistakes(told)
        self.house = self._at_home(told, stick)
        self._pods = self._all_pods()
        self.seats = self._pods - sum(seat <= self._pods for seat in settings.out_of_service)
        """Those one can sit at."""
        self.players, self._refusal = self._most_players()
        self.names = self._names(told)

    def _layer(self) -> Layer:
        """The options of the command line, by the keys of the settings."""
        typed = self._typed
        out = () if self.simulated and (typed.seats is not None or typed.deck is not None) else None
        given = {
            "game.rulebook": typed.rulebook,
            "game.deal": typed.deal,
            game_of(self._book.key).deck_key: typed.deck,
            "out_of_service": out,
            "phones.enabled": True if typed.phones else None,
        }
        return {key: value for key, value in given.items() if value is not None}

    def _without_mistakes(self, told: Callable[[str], None]) -> list[str]:
        """Leaves out the files of words that have a mistake, until the table can speak; returns their
        names."""
        found: list[Path] = []
        while True:
            try:
                self.narrate(self._book.key, self.settings.language)
            except UnreadableError as error:
                path = self._owner.words_in(error.wrong)
                if path is None or path in found:
                    raise
                told(str(error))
                found.append(path)
                self._owner = self._owner._replace(left_out=frozenset(found))
            else:
                return [str(path.relative_to(self._owner.folder)) for path in found]
            if self.settings.language not in self._owner.languages:
                spoken = system_language(self._owner.languages)
                self.settings = self.settings.over({"language": spoken})

    def _at_home(self, told: Callable[[str], None], stick: WordStick | None) -> TableChoices:
        """The choices at this table, and those it begins with."""
        owner = self._owner
        files = owner.given or owner.folder

        def lists() -> list[WordList]:
            found, unusable = words_here(owner)
            for sentence in unusable:
                told(sentence)
            return found

        files_named = ["--config", str(files)] if files.exists() else []
        return TableChoices(
            self.settings,
            self.rulebooks,
            self.narrate,
            owner.languages,
            simulated=self._fills,
            lists=lists,
            own=owner.catalogue,
            stick=stick,
            counter=DeckCounter(files_named),
            finder=DeckFinder(files_named),
        )

    def _all_pods(self) -> int:
        """The number of pods: of a simulated table, as the command line says or the deck needs."""
        settings, typed, book = self.settings, self._typed, self._book
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

    def _names(self, told: Callable[[str], None]) -> Sequence[str]:
        """The names of all pods."""
        given, pods = self.settings.names, self._pods
        if len(given) >= pods:
            return given[:pods]
        if given:
            told(f"names: {len(given)} for {pods} seats, so the seats are called after places")
        return list(self.narrate(self._book.key, self.settings.language).places)[:pods]

    # What cannot be started

    @property
    def misfit(self) -> Misfit | None:
        """Why no round can be started with any number of people; None if one can."""
        if self._refusal is None:
            return None
        book, seats, typed = self._book, self.seats, self._typed
        told: str | Wrong
        if self._refusal.place == SEATS or (seats < book.least and typed.deck is None):
            told, path = self._seats_told()
            if typed.seats is not None:
                told = f"--seats {typed.seats}"
            elif typed.rulebook is not None:
                told = _and(f"--rulebook {typed.rulebook}", told)
            elif typed.deck is not None:
                told = _and(f"--deck {typed.deck}", told)
            is_few = seats < book.least
            limit = Reason(
                "misfit.least" if is_few else "misfit.most",
                rulebook=book.key,
                number=book.least if is_few else book.most,
            )
            told = _and(told, limit)
            is_typed = typed.seats is not None or typed.rulebook is not None or typed.deck is not None
        else:
            told, path = self._deck_told(self._refusal)
            is_typed = any(given is not None for given in (typed.deck, typed.seats, typed.deal))
        return Misfit(_and(told, self._instead("--" if is_typed else "")), path, is_typed)

    def _seats_told(self) -> tuple[Wrong, Path]:
        """The number of seats, with the file that sets it."""
        settings, out = self.settings, self.settings.out_of_service
        if out and settings.seats >= self._book.least:
            path = self._owner.table
            if out != self._owners.out_of_service:
                path = self.folder / FILE
            left, place = count(self.seats, "seat"), _place(path, "out_of_service")
            return Reason("misfit.out", place=place, value=json.dumps(out), seats=left), path
        path = self._owner.table
        return Reason("misfit.key", place=_place(path, "seats"), key="seats", value=settings.seats), path

    def _deck_told(self, refusal: RefusedError) -> tuple[Wrong, Path]:
        """Which cards cannot be played, and why."""
        typed, path, chosen = self._typed, self._owner.table, self.house.settings
        if refusal.place == WORDS:
            return Reason("file.at", place=_place(path, "language"), why=refusal.wrong), path
        if typed.deck is not None:
            return _refused_at("--deck", f"--deck {written(typed.deck)}", refusal.why), path
        key = game_of(self._book.key).deck_key
        value = chosen.value(key)
        place = Reason("misfit.key", place=_place(path, key), key=key, value=written(value))
        told = _refused_at(place, place, refusal.why)
        if typed.deal is not None:
            told = _and(f"--deal {typed.deal}", told)
        if typed.seats is not None:
            told = _and(f"--seats {typed.seats}", told)
        return told, path

    def _instead(self, dashes: str) -> Wrong:
        """What this many players can play: another deck, or else another rulebook. `dashes`: the prefix of an
        option."""
        chosen, seats = self.house.settings, self.seats
        others = {
            "deck": self.house.decks(chosen, seats),
            "rulebook": [
                key for key in self.rulebooks if self.house.decks(chosen.over({"game.rulebook": key}), seats)
            ],
        }
        key = next((key for key, values in others.items() if values), None)
        if key is None:
            return Reason("misfit.seats", number=min(book.least for book in self.rulebooks.values()))
        return Reason("misfit.instead", number=seats, key=f"{dashes}{key}", names=either(others[key]))

    # The evening

    def play(self, manager: ServiceManager) -> list[str] | None:
        """Opens the table and plays; returns who has won, or None if it is to be opened anew.

        Raises `UnreadableError` if no round can be started because of an option, or nobody is there to choose
        something else.
        """
        misfit, settings, typed = self.misfit, self.settings, self._typed
        if misfit and misfit.typed:
            raise UnreadableError(misfit.told)
        if self.begins_first:
            return self._teach_first(manager)
        self._tell_what_is_left_out()
        self.house.look_for_stick()
        face = face_here() if self.simulated else None
        if face and typed.phones:
            if face != "window":
                raise UnreadableError("--phones: the board needs a display, and there is none here")
            face = "board"
        backends = f"pins: {settings.pins.backend}, rings: {settings.rings.backend}"
        manager.log(f"{counted(settings.seats, 'seat')}, {self._book.key}; {backends}.")

        def opened(names: Sequence[str], narration: Narration) -> Table:
            table = open_table(*(settings, names, narration, face, typed.speed, manager, self._owner.art))
            if table.phones:
                table.phones.places.keep_in(self.folder, warn)
            elif typed.phones:
                table.close()
                raise UnreadableError("--phones: no phone can reach this table; why is said above")
            if table.news:
                Thread(target=self._see_the_doctor, args=(table.news,), name="doctor", daemon=True).start()
            if misfit and table.face == "log":
                table.close()
                raise UnreadableError(misfit.told)
            return table

        # Where nobody is there to play, and no time passes, nothing can be cut short.
        is_kept = typed.state is not None or face != "log"

        def shelf() -> EveningShelf | None:
            return EveningShelf(self.folder, settings.journal.keep) if is_kept else None

        if typed.seed is not None:
            warn(PREDICTED)
        evenings = Tonight(
            opened,
            self.house,
            self.names,
            typed.seed,
            typed.rounds,
            shelf,
            not typed.anew,
            self._serve,
            self._left_out,
        )
        try:
            with gateway_beside(settings.phones.port) if typed.phones else nullcontext():
                return evenings.play()
        except (TableError, DeviceError):
            raise
        except Exception as fault:
            if not manager.listens:
                raise
            raise written_down(fault, self.folder) from None

    @property
    def begins_first(self) -> bool:
        """Whether the table has to be taught before anybody plays."""
        if self._service.teaches_anew:
            return True
        return self._typed.first_start and not self._typed.simulated and self.simulated

    def _teach_first(self, manager: ServiceManager) -> list[str] | None:
        """Teaches the table by its buttons. Returns None: it opens anew then; or an empty list if somebody
        closed it."""
        manager.log("The table is taught by its buttons.")
        own = self._owner.catalogue

        def kept(taught: Layer) -> str:
            try:
                keep_taught(taught, self.folder)
            except OSError as error:
                words = MenuTexts(taught["language"], own)
                return words.text("service.not_kept", reason=words.wrong(answered(error)))
            return ""

        written = usable(self._owner.table).rings  # Not as it was taught before.
        rings = {f"rings.{key}": getattr(written, key) for key in ("backend", "first_pixel", "clockwise")}
        try:
            taught = teach_first(
                *(self.settings.over(rings), partial(self.narrate, self._book.key), self._owner.languages),
                *(min(book.least for book in self.rulebooks.values()), kept, self._service.lost),
                *(manager, this_machine()),
            )
        except (ClosedError, KeyboardInterrupt) as end:
            manager.log(f"The table ends: {str(end) or 'closed by hand'}.")
            manager.ending()
            return []
        self._service.learn(taught)
        return None

    def _tell_what_is_left_out(self) -> None:
        """Says what of the settings does nothing here, and what the host should hear of the cards."""
        settings, chosen = self.settings, self.house.settings
        if settings.pins.backend == "simulated" and settings.rings.kind.lights:
            lit = settings.rings.backend
            warn(f'rings.backend = "{lit}" lights nothing while pins.backend = "simulated"')
        for key in self.house.offer(chosen).left_out(self._book, chosen):
            warn(f"{key}: {self._book.key} has no such option, so it is left out")
        if self.players:
            evening = self.house.evening(chosen, [""] * self.players, range(self.players), 0)
            for warning in evening.check():
                warn(warning)

    def _serve(self, table: Table) -> bool:
        """Looks after the table before anybody plays; whether that changed it."""
        telling = partial(self.narrate, self._book.key)
        return self._service.look_after(table, self.names, telling, self.folder, self._page_of, self.examined)

    def _page_of(self, kept: StoredEvening) -> str:
        """An evening as a page to read."""
        from table.chronicle.page import page
        from table.chronicle.story import tell
        from table.games.entries import ChronicleTexts

        told_in = self.narrate(kept.setup.rulebook, kept.setup.language)
        return page(tell(kept, self.rulebooks, told_in), ChronicleTexts(told_in))

    def _see_the_doctor(self, news: NewsDesk) -> None:
        """Gives the news what is wrong with machine and settings, by its keys."""
        news.ill = tuple(dict.fromkeys(one.key for one in self._findings() if one.grade == "wrong"))

    def _findings(self) -> list[Found]:
        def more() -> list[Found]:
            return [*self.unfit(), *undrawn_texts(self._owner)]

        return examine(this_machine(), self._owner.table, lambda _: self.settings, more)

    def examined(self, narration: Narration) -> list[str]:
        """What is wrong with machine and settings, a sentence each."""
        troubles = Troubles.of(narration)
        found = self._findings()
        # Lost evenings are reported here too, although nothing is left to repair.
        mended = [one for one in kept_evenings(self.folder) if one.grade == "note"]
        wrong = [one.told(troubles) for one in (*found, *mended) if one.grade == "wrong" or one in mended]
        return [" > ".join(filter(None, (one.found, one.mend))) for one in wrong]

    def unfit(self) -> list[Found]:
        """The doctor's finding that no round can be started; empty if one can."""
        misfit = self.misfit
        if misfit is None:
            return []
        of_menu = misfit.path.name == FILE
        mend = Reason("doctor.unfit.mend") if of_menu else Reason("doctor.edit", file=misfit.path)
        facts = {"file": misfit.path, "reason": misfit.told}
        return [Found("unfit", "wrong", misfit.told, Reason("doctor.unfit.why"), mend, facts)]


def language_of(owner: Owner, folder: Path) -> str:
    """The language of the table, even if some of its files cannot be read: the one chosen in the service menu
    or the first start and kept in `folder`, else the owner's, else the machine's."""
    written = usable(owner.table).language
    turned = changes_in(folder, lambda _: None).get("language")
    taught = taught_in(folder, lambda _: None).get("language")
    found = next((one for one in (turned, taught, written) if one and one in owner.languages), "")
    return found or system_language(owner.languages)


def unfit(owner: Owner, roles: Sequence[Role]) -> list[Found]:
    """The doctor's finding that no round can be started with the owner's files. Empty if the files cannot be
    read at all, which is reported elsewhere."""
    try:
        return Opening(CommandLine(), owner, roles, Service(wanted=False), lambda _: None).unfit()
    except UnreadableError:
        return []


def _refused_at(place: str | Wrong, named: str | Wrong, why: str | Wrong) -> Wrong:
    """Why the rules refuse the cards that this place names. `named`: the place with the deck's name."""
    if not isinstance(why, str) and why.key == "deck.for_others":
        # How many players the deck is for is said together with what they can play.
        return Reason("deck.for_more", value=named, players=why.facts["players"])
    return Reason("file.at", place=place, why=why)


def _and(one: str | Wrong, more: str | Wrong) -> Wrong:
    return Reason("misfit.and", one=one, more=more)


def _place(path: Path, key: str) -> Wrong:
    """The file, and the line on which a key stands, if it does."""
    return in_line(path, line_of(files.text(path), parts_of(key)) if path.exists() else None)
