"""The service menu: maintains a table without keyboard or network, by its buttons alone.

Whoever holds a button of any seat while the table starts finds it on the board. It never writes the owner's
configuration. Its changes are kept beside the evenings, in `service.toml`, and override `table.toml` until
they are reverted.
"""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any, ClassVar, Literal, NamedTuple

from hardware import patterns
from hardware.notify import power_off
from hardware.troubles import reason_of
from table import files
from table.appliance.menus import Item, MenuTexts, Turning, after, louder, loudness
from table.appliance.stick import export, stick, why
from table.chronicle.story import erase_all
from table.errors import Reason, TableError, UnreadableError
from table.evening.journal_files import settle
from table.games.records import StoredEvening
from table.gestures import Meaning
from table.room.presses import Finger, SeatGesture
from table.room.stage import AT_ONCE, Stage
from table.sentences import Wrong
from table.settings.settings import SEATS_MOST, Layer, Settings, checked
from table.settings.wiring import mistakes_in_pins
from table.words.catalogue import OURS, Catalogue
from table.words.narration import Narration

FILE = "service.toml"
START_S = 15.0
"""Seconds for which the table waits at its start for a held button to be released; one held longer is
stuck."""
IDLE_S = 120.0
"""Seconds without a press after which the menu closes and the table opens."""
PATIENCE_S = 60.0
"""Seconds without an answer after which a disk or a stick is no longer waited for."""
NAMED = 6
"""Number of seats out of service that are named; of more only the number is shown."""

After = Literal["", "open", "check", "teach"]
"""How the menu ended: not yet, the table opens, or the check or the teaching comes first."""


KEPT: Mapping[str, str] = {
    "language": "language",
    "volume": "voice.volume",
    "ambience": "sound.ambience",
    "effects": "sound.effects",
    "out_of_service": "out_of_service",
    "clockwise": "rings.clockwise",
    "bcm": "pins.bcm",
}
"""Settings that the menu changes: the name in its file, and the key in the settings."""


def changes_in(folder: Path, warn: Callable[[str], None]) -> Layer:
    """The changes kept for this table. A file that cannot be used changes nothing and is reported to
    `warn`."""
    path = folder / FILE
    try:
        written = _without_impossible(tomllib.loads(files.text(path)))
        changes = checked({KEPT[name]: value for name, value in written.items()})
        if isinstance(changes.get("rings.clockwise"), bool):
            raise ValueError("the menu writes one for each seat")
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, ValueError, KeyError, RecursionError) as error:
        reason = (error.strerror if isinstance(error, OSError) else "") or "it is not what the menu writes"
        warn(f"{path} is left out: {reason}")
        return {}
    return changes


def _without_impossible(written: dict[str, Any]) -> dict[str, Any]:
    """The values of a file without those no table has: such a seat or language alone is left out."""
    kept = dict(written)
    seats, language = kept.get("out_of_service"), kept.get("language")
    if isinstance(seats, list) and seats:
        kept["out_of_service"] = [seat for seat in seats if type(seat) is not int or 1 <= seat <= SEATS_MOST]
        if not kept["out_of_service"]:
            del kept["out_of_service"]
    if isinstance(language, str) and not 2 <= len(language) <= 8:
        del kept["language"]
    return kept


def keep(changes: Layer, folder: Path) -> None:
    """Writes the changes to disk, all or nothing, for whoever the folder belongs to. Raises `OSError`."""
    path = folder / FILE
    folder.mkdir(parents=True, exist_ok=True)
    if not changes:
        path.unlink(missing_ok=True)
        settle(folder)
        return
    draft = path.with_suffix(".new")
    with draft.open("w", encoding="utf-8") as file:
        file.write("# What was changed in the service menu; it lies over table.toml.\n")
        for name, key in KEPT.items():
            if key in changes:
                file.write(f"{name} = {json.dumps(changes[key])}\n")
        file.flush()
        os.fsync(file.fileno())
    if os.geteuid() == 0:
        whose = folder.stat()
        os.chown(draft, whose.st_uid, whose.st_gid)
    draft.replace(path)
    settle(folder)


def over(settings: Settings, changes: Layer, languages: Sequence[str]) -> Settings:
    """The owner's settings with the changes applied. Changes that no longer fit (a seat that does not exist)
    are left out."""
    fitting = dict(changes)
    if fitting.get("language") not in languages:
        fitting.pop("language", None)
    if "out_of_service" in fitting:
        closed = fitting.pop("out_of_service")
        out = tuple(sorted(set(closed).intersection(range(1, settings.seats + 1))))
        # If no seat would be left, or a number is of no seat, the owner's setting stays.
        if len(out) < settings.seats and (out or not closed):
            fitting["out_of_service"] = out
    if len(fitting.get("rings.clockwise", ())) != settings.seats:
        fitting.pop("rings.clockwise", None)
    if "pins.bcm" in fitting and not _fits(settings.over({"pins.bcm": fitting["pins.bcm"]})):
        del fitting["pins.bcm"]
    return settings.over(fitting)


def _fits(settings: Settings) -> bool:
    """Whether a real table has these pins."""
    mistakes = mistakes_in_pins(settings.pins, settings.rings, settings.seats, settings.buttons)
    return settings.pins.backend != "simulated" and not any(mistakes)


def forget_in_service(folder: Path, key: str, warn: Callable[[str], None]) -> None:
    """Takes back what was changed in the menu of one setting, as the owner's file has it now. Raises
    `UnreadableError`."""
    changes = changes_in(folder, warn)
    if key in changes:
        try:
            keep({name: value for name, value in changes.items() if name != key}, folder)
        except OSError as error:
            wrong = Reason("file.unwritten", file=folder / FILE, reason=reason_of(error))
            raise UnreadableError(wrong) from error


def spoken_in(language: str | None, settings: Settings) -> Settings:
    """The settings, with the language that was asked for, if one was."""
    return settings if language is None else settings.over({"language": language})


Tell = Callable[[str], object]
"""Reports the progress of an errand. Raises `GivenUpError` if nobody waits for it any more: it must not go on
unseen."""
Errands = Callable[[Callable[[Tell], str]], "Errand"]
"""Starts errands."""


class ErrandNews(NamedTuple):
    """News of an errand, with its moment; `last`: it is over. `text` None: it failed."""

    time_s: float
    text: str | None
    last: bool = False


class GivenUpError(TableError, TimeoutError):
    """Nobody waits for an errand any more."""


class Errand:
    """Work with a disk or a stick in a thread of its own, since the room must keep beating. `work` reports
    its progress right before each step that cannot be undone, and returns its result as text; `now`: the
    room's clock. Only one errand runs at a time: the second waits for the first."""

    _alone: ClassVar[Lock] = Lock()

    def __init__(self, work: Callable[[Tell], str], now: Callable[[], float]) -> None:
        self.began_s = now()
        self._said: SimpleQueue[ErrandNews] = SimpleQueue()
        self._work = work
        self._now = now
        self._is_given_up = False
        # Closing the table does not wait for a stick that hangs.
        self.thread = Thread(target=self._run, name="errand", daemon=True)
        self.thread.start()

    def heard(self) -> list[ErrandNews]:
        """Returns the news since the last call."""
        return [self._said.get() for _ in range(self._said.qsize())]

    def give_up(self) -> None:
        """Gives the errand up: what it has not begun stays undone."""
        self._is_given_up = True

    def _tell(self, text: str) -> None:
        if self._is_given_up:
            raise GivenUpError("nobody waits for it any more")
        self._said.put(ErrandNews(self._now(), text))

    def _run(self) -> None:
        told = None
        try:
            with self._alone:
                if not self._is_given_up:
                    told = self._work(self._tell)
        finally:
            self._said.put(ErrandNews(self._now(), told, last=True))


class Deeds(NamedTuple):
    """What the menu can do besides changing settings. Each returns its result in a few words; the two slow
    ones also report progress."""

    keep: Callable[[Layer], str]
    """Keeps the changes; returns why it could not, or an empty text."""
    examine: Callable[[], Sequence[str]]
    """Lists what is wrong with the machine, a sentence each."""
    export: Callable[[Tell], str]
    erase: Callable[[Tell], str]
    switch_off: Callable[[], str]


class ServiceMenu:
    """`settings`: the owner's; `labels`: the names of all seats, in a language; `found`: what the last check
    has found wrong, None without one; `spoken`: the language this start was asked to speak, until another is
    chosen; `errands`: starts the slow deeds. While one is under way no other gesture is heard. `own`: the
    owner's folder."""

    def __init__(
        self,
        settings: Settings,
        changes: Layer,
        languages: Sequence[str],
        labels: Callable[[str], Sequence[str]],
        deeds: Deeds,
        errands: Errands,
        found: Sequence[str] | None = None,
        spoken: str | None = None,
        own: Catalogue = OURS,
    ) -> None:
        self._own = own
        self.settings = settings
        self.spoken = spoken
        self.changes = changes
        self.languages = languages
        self.labels = labels
        self.deeds = deeds
        self.after: After = ""
        self.taught: Sequence[int] | None = None
        """The seats to teach; None: all."""
        self._errands = errands
        self._errand: tuple[str, Errand, float] | None = None
        """The errand under way, and when it was last heard of."""
        self._turned = ""
        """The language that was chosen last, if it cannot be spoken."""
        self._told: dict[str, str] = {}
        """The result of each deed."""
        self._words = MenuTexts(self.now.language, self._own)
        self._open_main()
        if found is not None:
            self._told["check"] = self._counted(found)
            if found:
                self._open_list(self._words.text("service.check"), found)

    @property
    def now(self) -> Settings:
        """The settings with the changes so far."""
        return spoken_in(self.spoken, over(self.settings, self.changes, self.languages))

    @property
    def ring(self) -> int | None:
        """The seat whose ring direction is selected, if any."""
        at = self.turning.cursor
        return at if self._page == "rings" and at < self.settings.seats else None

    @property
    def is_busy(self) -> bool:
        """Whether an errand is under way."""
        return self._errand is not None

    def hear(self, meant: Meaning) -> None:
        """Turns to another entry, or takes the one pointed at."""
        if not self.is_busy:
            self.turning.hear(meant)

    def look(self, now_s: float) -> bool:
        """Takes the news of the errand. Returns whether there is anything new to read."""
        if self._errand is None:
            return False
        deed, errand, heard_s = self._errand
        before, self._errand = self._told[deed], (deed, errand, heard_s)
        for time_s, text, last in errand.heard():
            self._told[deed] = self._words.text("service.broken") if text is None else text
            self._errand = None if last else (deed, errand, time_s)
        if self._errand and now_s - self._errand[2] >= PATIENCE_S:
            errand.give_up()
            self._told[deed] = self._words.text("service.hangs", seconds=round(PATIENCE_S))
            self._errand = None
        return self._told[deed] != before

    # Pages

    def _open(self, page: str, title: str, items: Callable[[], Sequence[Item]]) -> None:
        self._page = page
        self.turning = Turning(title, items, self._words.text(f"hint.{self.settings.buttons}"))

    def _open_main(self) -> None:
        self._open("main", self._words.text("service.title"), self._main)

    def _main(self) -> list[Item]:
        text, now = self._words.text, self.now
        closed = now.out_of_service
        out = ", ".join(map(str, closed)) or text("service.seats_none")
        if len(closed) > NAMED:
            out = text("service.seats_out", number=len(closed))

        def item(
            key: str, take: Callable[[], object], value: str = "", note: str = "", *, asks: bool = False
        ) -> Item:
            return Item(text(f"service.{key}"), value, note, take, text("service.sure") if asks else "")

        def volume(key: str, field: str) -> Item:
            loud: float = now.value(field)
            return item(key, partial(self._change, field, louder(loud)), loudness(loud, self._words))

        told = self._told
        check = told.get("check", ""), text("service.check_note")
        language = text("other_language"), told.get("language", "")
        reset = told.get("reset", text("service.reset_note"))
        is_simulated = self.settings.pins.backend == "simulated"
        return [
            item("leave", partial(self._come_to, "open")),
            item("check", partial(self._come_to, "check"), *check),
            item("doctor", self._examine, told.get("doctor", "")),
            item("language", self._turn_language, *language),
            volume("volume", "voice.volume"),
            volume("ambience", "sound.ambience"),
            volume("effects", "sound.effects"),
            item("seats", self._open_seats, out, text("service.seats_note")),
            item("rings", self._open_rings, note=text("service.rings_note")),
            *([] if is_simulated else [item("keys", self._open_keys, note=text("service.keys_note"))]),
            item("export", self._sent("export"), note=told.get("export", "")),
            item("erase", self._sent("erase"), note=told.get("erase", ""), asks=True),
            item("reset", self._reset, note=reset, asks=True),
            item("off", self._switch_off, note=told.get("switch_off", ""), asks=True),
        ]

    def _open_each(
        self, page: str, title: str, state: Callable[[int], str], take: Callable[[int], object]
    ) -> None:
        """Opens a page with an entry for each seat, counted from 0."""
        text = self._words.text

        def items() -> list[Item]:
            labels = enumerate(self.labels(self.now.language))
            note = text(f"service.{page}_note")
            return [
                *(
                    Item(
                        text(f"service.{title}", number=seat + 1, name=label),
                        text(f"service.{state(seat)}"),
                        note,
                        partial(take, seat),
                    )
                    for seat, label in labels
                ),
                self._back(),
            ]

        self._open(page, text(f"service.{page}"), items)

    def _open_seats(self) -> None:
        def state(seat: int) -> str:
            return "out_of_service" if seat + 1 in self.now.out_of_service else "in_service"

        self._open_each("seats", "seat", state, self._toggle_seat)

    def _toggle_seat(self, seat: int) -> None:
        out = set(self.now.out_of_service) ^ {seat + 1}
        if len(out) < self.settings.seats:
            self._change("out_of_service", tuple(sorted(out)))

    def _open_rings(self) -> None:
        def way(seat: int) -> str:
            return "clockwise" if clockwise_of(self.now)[seat] else "anticlockwise"

        self._open_each("rings", "ring", way, self._turn_ring)

    def _turn_ring(self, seat: int) -> None:
        ways = list(clockwise_of(self.now))
        ways[seat] = not ways[seat]
        self._change("rings.clockwise", tuple(ways))

    def _open_keys(self) -> None:
        text = self._words.text

        def items() -> list[Item]:
            found = [Item(text("service.keys_all"), take=lambda: self._teach(None))]
            for seat, label in enumerate(self.labels(self.now.language)):
                wired = ", ".join(str(pin).rpartition(":")[2] for pin in self.now.pins.bcm[seat])
                take = lambda seat=seat: self._teach([seat])  # noqa: E731
                title = text("service.seat", number=seat + 1, name=label)
                found.append(Item(title, wired, text("service.keys_note"), take))
            return [*found, self._back()]

        self._open("keys", text("service.keys"), items)

    def _teach(self, seats: Sequence[int] | None) -> None:
        self.taught = seats
        self._come_to("teach")

    def _open_list(self, title: str, found: Sequence[str]) -> None:
        """Opens the list of what was found, one sentence after the other."""
        items = [*(Item(str(number), note=one) for number, one in enumerate(found, 1)), self._back()]
        self._open("list", title, lambda: items)

    def _back(self) -> Item:
        return Item(self._words.text("service.back"), take=self._open_main)

    def _speak_anew(self) -> None:
        """Shows the main page in the language that is spoken now."""
        self._words = MenuTexts(self.now.language, self._own)
        cursor = self.turning.cursor
        self._open_main()
        self.turning.cursor = cursor

    # Deeds

    def _come_to(self, after: After) -> None:
        self.after = after

    def _change(self, key: str, value: Any) -> None:
        self.changes = {**self.changes, key: value}
        if reason := self.deeds.keep(self.changes):
            self._told["reset"] = self._words.text("service.not_kept", reason=reason)

    def _turn_language(self) -> None:
        language = after(self._turned or self.now.language, self.languages)
        if self._cannot_speak(language, "language"):
            self._turned = language
            return
        self._turned, self.spoken = "", None
        self._change("language", language)
        self._told.clear()
        self._speak_anew()

    def _cannot_speak(self, language: str, deed: str) -> bool:
        """Whether the owner's texts of a language have a mistake, which is shown with the entry."""
        try:
            self.labels(language)
            MenuTexts(language, self._own)
        except UnreadableError as error:
            self._told[deed] = self._words.wrong(error.wrong)
            return True
        return False

    def _reset(self) -> None:
        if self._cannot_speak(self.settings.language, "reset"):
            return
        self.changes, self.spoken = {}, None
        reason = self.deeds.keep(self.changes)
        self._speak_anew()
        told = "service.not_kept" if reason else "service.reset_done"
        self._told["reset"] = self._words.text(told, reason=reason)

    def _examine(self) -> None:
        found = self.deeds.examine()
        self._told["doctor"] = self._counted(found)
        if found:
            self._open_list(self._words.text("service.doctor"), found)

    def _switch_off(self) -> None:
        self._told["switch_off"] = self.deeds.switch_off()

    def _sent(self, deed: Literal["export", "erase"]) -> Callable[[], None]:
        def send() -> None:
            self._told[deed] = self._words.text(f"service.{deed}_begins")
            errand = self._errands(getattr(self.deeds, deed))
            self._errand = (deed, errand, errand.began_s)

        return send

    def _counted(self, found: Sequence[str]) -> str:
        if not found:
            return self._words.text("service.doctor_well")
        return self._words.text("service.doctor_found", number=len(found))


def clockwise_of(settings: Settings) -> Sequence[bool]:
    """Whether each ring runs clockwise."""
    return [mounting.clockwise for mounting in settings.rings.mountings(settings.seats)]


class ServiceRoom:
    """A table nobody plays at. Any seat's buttons use the menu, since some of them may not work."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.village, self.presses, self.time = self.stage.village, self.stage.presses, self.stage.time
        self._held: set[Finger] = set()
        """Buttons held long enough while the table starts."""
        self._menu: ServiceMenu | None = None
        self._tell_in: Callable[[str], Narration] = lambda _: self.village.narration
        self._heard_s = self.time.now()
        self._before: Settings | None = None
        self.stage.ring = self._ring
        self.presses.hear_typed = self._hear_typed
        # Elsewhere a button that is down at the start says nothing; here it counts as held.
        self.presses.hold_from_the_start()

    def asked(self) -> bool:
        """Whether somebody held any button for long as the table starts, and released it: a stuck one is
        never released."""
        if not self.presses.down():
            return False
        self.village.lay_places()
        self.village.board.title = self.village.narration.word("title.attract")
        self.presses.phases = dict.fromkeys(range(len(self.village.names)), "start")
        self.presses.hear = self._hear_start
        ends_s = self.time.now() + START_S

        def moment_s() -> float:
            down = self.presses.down()
            return ends_s if down and self._held <= down else AT_ONCE

        self.stage.wait_for_moment(moment_s)
        self.stage.close_questions()
        self.village.board.headline = ""
        return not self._held <= self.presses.down()

    def run(self, menu: ServiceMenu, tell_in: Callable[[str], Narration]) -> After:
        """Runs until the menu is left, or nobody has used it for a while. `tell_in`: switches to the chosen
        language at once; returns its telling."""
        self._menu, self._before, self._tell_in = menu, menu.now, tell_in
        self.village.lay_places()
        self.stage.open_questions(range(len(self.village.names)), "menu")
        self.presses.hear = self._hear
        self._heard_s = self.time.now()
        self.village.board.menu = menu.turning.menu()

        def until_s() -> float:
            now_s = self.time.now()
            if menu.is_busy:
                self._heard_s = now_s
            if menu.look(now_s):
                self.village.board.menu = menu.turning.menu()
            return AT_ONCE if menu.after else self._heard_s + IDLE_S

        self.stage.wait_for_moment(until_s)
        self.village.board.menu = None
        self.stage.close_questions()
        return menu.after or "open"

    def _hear_start(self, heard: SeatGesture, meant: Meaning) -> None:  # noqa: ARG002 - it says one thing only
        self._held.add(Finger(True, heard.seat, heard.button))
        words = MenuTexts(self.village.narration.language, self.village.narration.own)
        self.village.board.headline = words.text("service.let_go")

    def _hear(self, heard: SeatGesture, meant: Meaning) -> None:  # noqa: ARG002 - whoever it was
        self._hear_typed(meant)

    def _hear_typed(self, meant: Meaning) -> None:
        if self._menu:
            self._heard_s = self.time.now()
            before = self._menu.now.language
            self._menu.hear(meant)
            if self._menu.now.language != before:
                self.village.narration = self._tell_in(self._menu.now.language)
                self.village.lay_places()
            self.village.board.menu = self._menu.turning.menu()

    def _ring(self, seat: int, now_s: float) -> bytes:
        """A seat's ring: it breathes; a ring whose direction is selected shows a light that runs its way."""
        pixels = self.stage.rings.pixels
        if self._menu is None or seat != self._menu.ring:
            return patterns.lobby_breathing(pixels, now_s)
        assert self._before
        turned = clockwise_of(self._before)[seat] != clockwise_of(self._menu.now)[seat]
        step = int(now_s / patterns.BEAT_S)
        return patterns.light_at(pixels, -step if turned else step)


def deeds_in(
    folder: Path,
    page_of: Callable[[StoredEvening], str],
    examined: Callable[[], Sequence[str]],
    words: Callable[[], MenuTexts],
) -> Deeds:
    """What the menu does to the folder of the evenings and to the machine, with texts in its language."""

    def kept(changes: Layer) -> str:
        try:
            keep(changes, folder)
        except OSError as error:
            return words().wrong(_answered(error))
        return ""

    def exported(tell: Tell) -> str:
        text = words().text
        target = stick()
        if target is None:
            return text("service.no_stick")

        def copying(done: int, number: int) -> None:
            tell(text("service.exporting", done=done, number=number))

        try:
            copied = export(folder, page_of, target, copying)
        except TableError as error:
            return text("service.export_failed", reason=words().wrong(error.wrong))
        except OSError as error:
            reason = why(error)
            if reason:
                return text(f"service.stick_{reason}", file=target)
            return text("service.export_failed", reason=words().wrong(_answered(error)))
        return text("service.exported", file=copied) if copied else text("service.no_evening")

    def erased(tell: Tell) -> str:
        text = words().text
        try:
            number = erase_all(folder, lambda: tell(text("service.erase_begins")))
        except TableError as error:
            return text("service.erase_failed", reason=words().wrong(error.wrong))
        except OSError as error:
            return text("service.erase_failed", reason=words().wrong(_answered(error)))
        return text("service.erased", number=number) if number else text("service.no_evening")

    def off() -> str:
        return words().text("service.going_off" if power_off() else "service.off_refused")

    return Deeds(kept, examined, exported, erased, off)


def _answered(error: OSError) -> Wrong:
    """The operating system's answer as a sentence."""
    return Reason("reason.any", reason=reason_of(error))
