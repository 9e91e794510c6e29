"""The service menu: what looks after a table without keyboard or network, by its buttons alone.

Whoever holds a button of the first seat while the table starts finds it on the board. The owner's
configuration cannot be written from here; what is changed is kept beside the evenings, in `service.toml`, and
lies over `table.toml` until it is taken back.
"""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import msgspec

from hardware import patterns
from hardware.debounce import Contact
from hardware.notify import power_off
from table.errors import TableError
from table.gestures import Meaning
from table.menus import Item, Turning, Words, after, louder, loudness
from table.people import People
from table.room import AT_ONCE, Heard, Placed, Room
from table.settings import Loudness, Settings

if TYPE_CHECKING:
    from table.journal import Journal, Kept
    from table.narration import Narration
    from table.tonight import Table

FILE = "service.toml"
FOLDER = "garou"
"""The folder on a stick to which the evenings are copied."""
STICKS = ("/media", "/run/media", "/mnt")
"""Where sticks are mounted, directly or in a folder of their user's."""
START_S = 3.5
"""So long the table waits at its start for a button that is down to be a long hold."""
IDLE_S = 120.0
"""A service menu that nobody turns closes, and the table opens."""

After = Literal["", "open", "check"]
"""What the menu has come to: nothing yet, the table opens, or it is tried first."""


class Changes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the service menu has changed. None: as `table.toml` says."""

    language: str | None = None
    volume: Loudness | None = None
    """Of the voice."""
    ambience: Loudness | None = None
    effects: Loudness | None = None
    out_of_service: tuple[int, ...] | None = None
    """Numbers of seats, from 1."""
    clockwise: tuple[bool, ...] | None = None
    """Of each ring."""


def changes_in(folder: Path, warn: Callable[[str], None]) -> Changes:
    """What was changed at this table. A file that is no such file changes nothing, and `warn` is told."""
    path = folder / FILE
    try:
        return msgspec.convert(tomllib.loads(path.read_text("utf-8")), Changes)
    except FileNotFoundError:
        return Changes()
    except (OSError, ValueError, RecursionError) as error:
        reason = (error.strerror if isinstance(error, OSError) else "") or "it is not what the menu writes"
        warn(f"{path} is left out: {reason}")
        return Changes()


def keep(changes: Changes, folder: Path) -> None:
    """Writes it down, all or nothing. Raises `OSError`."""
    path = folder / FILE
    folder.mkdir(parents=True, exist_ok=True)
    told = {key: value for key, value in msgspec.to_builtins(changes).items() if value is not None}
    if not told:
        path.unlink(missing_ok=True)
        return
    draft = path.with_suffix(".new")
    with draft.open("w", encoding="utf-8") as file:
        file.write("# What was changed in the service menu; it lies over table.toml.\n")
        file.writelines(f"{key} = {json.dumps(value)}\n" for key, value in told.items())
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


def over(settings: Settings, changes: Changes, languages: Sequence[str]) -> Settings:
    """The owner's settings with what was changed laid over them. What does not fit them any more (a seat
    there is not) is left out."""
    replace = msgspec.structs.replace
    if changes.language in languages:
        settings = replace(settings, language=changes.language)
    if changes.volume is not None:
        settings = replace(settings, voice=replace(settings.voice, volume=changes.volume))
    if changes.ambience is not None:
        settings = replace(settings, sound=replace(settings.sound, ambience=changes.ambience))
    if changes.effects is not None:
        settings = replace(settings, sound=replace(settings.sound, effects=changes.effects))
    if changes.out_of_service is not None:
        out = tuple(sorted(set(changes.out_of_service).intersection(range(1, settings.seats + 1))))
        # Where no seat would be left, or no number is of a seat, the owner's word holds.
        if len(out) < settings.seats and (out or not changes.out_of_service):
            settings = replace(settings, out_of_service=out)
    if changes.clockwise is not None and len(changes.clockwise) == settings.seats:
        settings = replace(settings, rings=replace(settings.rings, clockwise=changes.clockwise))
    return settings


def _spoken_in(language: str | None, settings: Settings) -> Settings:
    """The settings in the language that was asked for, if one was."""
    return settings if language is None else msgspec.structs.replace(settings, language=language)


class Deeds(NamedTuple):
    """What the menu can do besides changing settings. Each says in a few words what came of it."""

    keep: Callable[[Changes], str]
    """Empty if it is kept."""
    examine: Callable[[], Sequence[str]]
    """What is wrong with the machine, a sentence each."""
    export: Callable[[], str]
    erase: Callable[[], str]
    switch_off: Callable[[], str]


class ServiceMenu:
    """`settings`: the owner's; `labels`: the names of all seats, in a language; `found`: what the last walk
    round the table has found wrong, None if there was none; `spoken`: the language this start was asked to
    speak, until another is turned to."""

    def __init__(
        self,
        settings: Settings,
        changes: Changes,
        languages: Sequence[str],
        labels: Callable[[str], Sequence[str]],
        deeds: Deeds,
        found: Sequence[str] | None = None,
        spoken: str | None = None,
    ) -> None:
        self.settings = settings
        self.spoken = spoken
        self.changes = changes
        self.languages = languages
        self.labels = labels
        self.deeds = deeds
        self.after: After = ""
        self._told: dict[str, str] = {}
        """What came of each deed."""
        self._words = Words(self.now.language)
        self._open_main()
        if found is not None:
            self._told["check"] = self._counted(found)
            if found:
                self._open_list(self._words.text("service.check"), found)

    @property
    def now(self) -> Settings:
        """The settings as they are changed so far."""
        return _spoken_in(self.spoken, over(self.settings, self.changes, self.languages))

    @property
    def ring(self) -> int | None:
        """The ring whose direction is pointed at, if one is."""
        at = self.turning.cursor
        return at if self._page == "rings" and at < self.settings.seats else None

    def hear(self, meant: Meaning) -> None:
        """Turns to another entry, or takes the one pointed at."""
        self.turning.hear(meant)

    # Pages

    def _open(self, page: str, title: str, items: Callable[[], Sequence[Item]]) -> None:
        self._page = page
        self.turning = Turning(title, items, self._words.text(f"hint.{self.settings.buttons}"))

    def _open_main(self) -> None:
        self._open("main", self._words.text("service.title"), self._main)

    def _main(self) -> list[Item]:
        text, now = self._words.text, self.now
        out = ", ".join(map(str, now.out_of_service)) or text("service.seats_none")
        sure = text("service.sure")
        return [
            Item(text("service.leave"), take=lambda: self._come_to("open")),
            Item(
                text("service.check"),
                self._told.get("check", ""),
                text("service.check_note"),
                lambda: self._come_to("check"),
            ),
            Item(text("service.doctor"), self._told.get("doctor", ""), take=self._examine),
            Item(text("service.language"), text("other_language"), take=self._turn_language),
            Item(
                text("service.volume"),
                loudness(now.voice.volume, self._words),
                take=lambda: self._change(volume=louder(now.voice.volume)),
            ),
            Item(
                text("service.ambience"),
                loudness(now.sound.ambience, self._words),
                take=lambda: self._change(ambience=louder(now.sound.ambience)),
            ),
            Item(
                text("service.effects"),
                loudness(now.sound.effects, self._words),
                take=lambda: self._change(effects=louder(now.sound.effects)),
            ),
            Item(text("service.seats"), out, text("service.seats_note"), self._open_seats),
            Item(text("service.rings"), note=text("service.rings_note"), take=self._open_rings),
            Item(text("service.export"), note=self._told.get("export", ""), take=self._done("export")),
            Item(
                text("service.erase"), note=self._told.get("erase", ""), take=self._done("erase"), sure=sure
            ),
            Item(
                text("service.reset"),
                note=self._told.get("reset", text("service.reset_note")),
                take=self._reset,
                sure=sure,
            ),
            Item(
                text("service.off"),
                note=self._told.get("switch_off", ""),
                take=self._done("switch_off"),
                sure=sure,
            ),
        ]

    def _open_seats(self) -> None:
        text = self._words.text

        def items() -> list[Item]:
            out = self.now.out_of_service
            found = []
            for number, label in enumerate(self.labels(self.now.language), start=1):
                state = "out_of_service" if number in out else "in_service"
                title = text("service.seat", number=number, name=label)
                take = lambda number=number: self._toggle_seat(number)  # noqa: E731
                found.append(Item(title, text(f"service.{state}"), text("service.seats_note"), take))
            return [*found, self._back()]

        self._open("seats", text("service.seats"), items)

    def _toggle_seat(self, number: int) -> None:
        out = set(self.now.out_of_service) ^ {number}
        if len(out) < self.settings.seats:
            self._change(out_of_service=tuple(sorted(out)))

    def _open_rings(self) -> None:
        text = self._words.text

        def items() -> list[Item]:
            found = []
            for number, label in enumerate(self.labels(self.now.language), start=1):
                way = "clockwise" if clockwise_of(self.now)[number - 1] else "anticlockwise"
                title = text("service.ring", number=number, name=label)
                take = lambda number=number: self._turn_ring(number - 1)  # noqa: E731
                found.append(Item(title, text(f"service.{way}"), text("service.rings_note"), take))
            return [*found, self._back()]

        self._open("rings", text("service.rings"), items)

    def _turn_ring(self, seat: int) -> None:
        ways = list(clockwise_of(self.now))
        ways[seat] = not ways[seat]
        self._change(clockwise=tuple(ways))

    def _open_list(self, title: str, found: Sequence[str]) -> None:
        """What was found, one sentence after the other."""
        self._open(
            "list", title, lambda: [*(Item(str(i), note=one) for i, one in enumerate(found, 1)), self._back()]
        )

    def _back(self) -> Item:
        return Item(self._words.text("service.back"), take=self._open_main)

    # Deeds

    def _come_to(self, after: After) -> None:
        self.after = after

    def _change(self, **what: Any) -> None:
        self.changes = msgspec.structs.replace(self.changes, **what)
        if reason := self.deeds.keep(self.changes):
            self._told["reset"] = self._words.text("service.not_kept", reason=reason)

    def _turn_language(self) -> None:
        language, self.spoken = after(self.now.language, self.languages), None
        self._change(language=language)
        self._words = Words(self.now.language)
        cursor = self.turning.cursor
        self._told.clear()
        self._open_main()
        self.turning.cursor = cursor

    def _reset(self) -> None:
        self.changes, self.spoken = Changes(), None
        reason = self.deeds.keep(self.changes)
        self._words = Words(self.now.language)
        cursor = self.turning.cursor
        self._open_main()
        self.turning.cursor = cursor
        told = "service.not_kept" if reason else "service.reset_done"
        self._told["reset"] = self._words.text(told, reason=reason)

    def _examine(self) -> None:
        found = self.deeds.examine()
        self._told["doctor"] = self._counted(found)
        if found:
            self._open_list(self._words.text("service.doctor"), found)

    def _done(self, deed: str) -> Callable[[], None]:
        def do() -> None:
            self._told[deed] = getattr(self.deeds, deed)()

        return do

    def _counted(self, found: Sequence[str]) -> str:
        if not found:
            return self._words.text("service.doctor_well")
        return self._words.text("service.doctor_found", number=len(found))


def clockwise_of(settings: Settings) -> Sequence[bool]:
    """The direction of each ring."""
    return [mounting.clockwise for mounting in settings.rings.mountings(settings.seats)]


class ServiceRoom(Room):
    """A table nobody plays at: any seat's buttons turn through the menu, since which of them works is perhaps
    what somebody wants to find out."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.people = People()
        self._asked = False
        self._menu: ServiceMenu | None = None
        self._tell_in: Callable[[str], Narration] = lambda _: self.narration
        self._heard_s = self.time.now()
        self._before: Settings | None = None
        now_s = self.time.now()
        for finger, contact in self._contacts.items():
            if contact.level:
                # A button that is down at the start says nothing else; here it is one that is held.
                self._contacts[finger] = Contact(True, now_s, True, now_s)

    def asked(self) -> bool:
        """Whether somebody holds a button of the first seat while the table starts, for a long hold."""
        if not any(finger.seat == 0 and contact.down for finger, contact in self._contacts.items()):
            return False
        self._lay_places()
        self.board.title = self.narration.word("title.attract")
        self._phases = {0: "start"}
        self._on_gesture = self._hear_start
        ends_s = self.time.now() + START_S

        def moment_s() -> float:
            is_held = any(f.seat == 0 and contact.down for f, contact in self._contacts.items())
            return ends_s if is_held and not self._asked else AT_ONCE

        self._live_until(moment_s)
        self._close_questions()
        return self._asked

    def run(self, menu: ServiceMenu, tell_in: Callable[[str], Narration]) -> After:
        """Until the menu is left; one that nobody turns is left for him. `tell_in`: the language turned to
        holds at once; returns its telling."""
        self._menu, self._before, self._tell_in = menu, menu.now, tell_in
        self._lay_places()
        self._open_questions(range(len(self._names)), "menu")
        self._on_gesture = self._hear
        self._heard_s = self.time.now()
        self.board.menu = menu.turning.menu()
        self._live_until(lambda: AT_ONCE if menu.after else self._heard_s + IDLE_S)
        self.board.menu = None
        self._close_questions()
        return menu.after or "open"

    def _hear_start(self, heard: Heard, meant: Meaning) -> None:  # noqa: ARG002 - it says one thing only
        self._asked = True

    def _hear(self, heard: Heard, meant: Meaning) -> None:  # noqa: ARG002 - whoever it was
        self._hear_typed(meant)

    def _hear_typed(self, meant: Meaning) -> None:
        if self._menu:
            self._heard_s = self.time.now()
            before = self._menu.now.language
            self._menu.hear(meant)
            if self._menu.now.language != before:
                self.narration = self._tell_in(self._menu.now.language)
                self._lay_places()
            self.board.menu = self._menu.turning.menu()

    def _ring(self, seat: int, now_s: float) -> bytes:
        """All breathe; the one whose direction is pointed at has a light that runs as it would."""
        pixels = self.rings.pixels
        if self._menu is None or seat != self._menu.ring:
            return patterns.lobby_breathing(pixels, now_s)
        assert self._before
        turned = clockwise_of(self._before)[seat] != clockwise_of(self._menu.now)[seat]
        step = int(now_s / patterns.BEAT_S)
        return patterns.light_at(pixels, -step if turned else step)


# What the menu does to the machine


def stick(roots: Sequence[str] = STICKS, is_mount: Callable[[str], bool] = os.path.ismount) -> Path | None:
    """A mounted USB stick that can be written; None if there is none."""
    for root in roots:
        for folder in (*Path(root).glob("*"), *Path(root).glob("*/*")):
            if is_mount(str(folder)) and os.access(folder, os.W_OK):
                return folder
    return None


def export(journal: Journal, pages: Mapping[str, str], target: Path) -> Path:
    """Copies the evenings to a folder of their own on a stick: the journal, and each page under its name.
    Raises `OSError`. Returns the folder."""
    folder = target / FOLDER
    folder.mkdir(exist_ok=True)
    journal.copy(folder / journal.path.name)
    for name, page in pages.items():
        (folder / name).write_text(page, "utf-8")
    for path in folder.iterdir():
        with path.open("rb") as file:
            os.fsync(file.fileno())
    return folder


class Service:
    """The service menu over several openings of the table. `wanted`: it opens unasked; `spoken`: the language
    this start was asked to speak, None: that of the settings."""

    def __init__(self, wanted: bool, spoken: str | None = None) -> None:
        self._wanted = wanted
        self._spoken = spoken
        self._found: list[str] | None = None
        """What the walk round the table before this opening has found."""
        self._owners = self._now = Settings()
        self._changes: Changes | None = None
        """None: not read yet."""
        self._languages: Sequence[str] = ()

    def settings(
        self, owners: Settings, folder: Path, languages: Sequence[str], warn: Callable[[str], None]
    ) -> Settings:
        """The owner's settings with what was changed in the menu, which is kept in `folder`."""
        if self._changes is None or self._owners != owners:
            self._changes = changes_in(folder, warn)
        self._owners, self._languages = owners, languages
        self._now = _spoken_in(self._spoken, over(owners, self._changes, languages))
        return self._now

    def look_after(
        self,
        table: Table,
        names: Sequence[str],
        telling: Callable[[str], Narration],
        folder: Path,
        page_of: Callable[[Kept], str],
        examined: Callable[[], Sequence[str]],
    ) -> bool:
        """The menu, if somebody wants it. Whether the table has to be opened anew after it. `telling`: in a
        language."""
        from table.check import PARTS, WAIT_S, check_table

        def labels(language: str) -> list[str]:
            told_in = telling(language)
            return [told_in.seat(Placed(at, name)).label for at, name in enumerate(names)]

        room = table.service_room()
        if not self._wanted and not room.asked():
            return False
        deeds = deeds_in(folder, page_of, examined, lambda: Words(menu.now.language))
        changes, spoken = self._changes or Changes(), self._spoken
        menu = ServiceMenu(self._owners, changes, self._languages, labels, deeds, self._found, spoken)
        after = room.run(menu, lambda language: table.tell_in(telling(language)))
        self._changes, self._found, self._spoken = menu.changes, None, menu.spoken
        self._wanted = after == "check"
        if after == "check":
            lines, stopped = check_table(table, menu.now, names, folder, PARTS, None, WAIT_S, lambda _: None)
            told = labels(menu.now.language)
            self._found = [line.told(told) for line in lines if line.passed is False]
            if stopped:
                self._found.append(Words(menu.now.language).text("service.check_stopped"))
            return True
        return menu.now != self._now


def deeds_in(
    folder: Path,
    page_of: Callable[[Kept], str],
    examined: Callable[[], Sequence[str]],
    words: Callable[[], Words],
) -> Deeds:
    """What the menu does to the folder of the evenings and to the machine, in the words of its language."""
    from table.chronicle import erase_all
    from table.journal import FILE as EVENINGS
    from table.journal import Journal

    def kept(changes: Changes) -> str:
        try:
            keep(changes, folder)
        except OSError as error:
            return error.strerror or str(error)
        return ""

    def exported() -> str:
        target = stick()
        if target is None:
            return words().text("service.no_stick")
        if not (folder / EVENINGS).exists():
            return words().text("service.no_evening")
        try:
            with closing(Journal(folder, writing=False)) as journal:
                pages = pages_of([one for one in journal.evenings() if one.rounds], page_of)
                return words().text("service.exported", file=export(journal, pages, target))
        except (TableError, OSError) as error:
            return words().text("service.export_failed", reason=error)

    def erased() -> str:
        if not (folder / EVENINGS).exists():
            return words().text("service.no_evening")
        try:
            return words().text("service.erased", number=erase_all(folder))
        except (TableError, OSError) as error:
            return words().text("service.erase_failed", reason=error)

    def off() -> str:
        return words().text("service.going_off" if power_off() else "service.off_refused")

    return Deeds(kept, examined, exported, erased, off)


def pages_of(evenings: Sequence[Kept], told: Callable[[Kept], str]) -> dict[str, str]:
    """Every evening that can still be told, as a page to read."""
    pages = {}
    for kept in evenings:
        try:
            pages[f"evening-{kept.number}.html"] = told(kept)
        except TableError:
            continue
    return pages
