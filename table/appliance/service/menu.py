"""The service menu: maintains a table without keyboard or network, by its buttons alone.

It never writes the owner's configuration: its changes are stored beside the evenings (`service_changes.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Literal

from table.appliance.menu.menus import Item, MenuCursor, MenuTexts, after, louder, loudness
from table.appliance.service.changes import over
from table.appliance.service.deeds import Deeds, Errand, Errands
from table.errors import UnreadableError
from table.gestures import Meaning
from table.settings.settings import Layer, Settings
from table.words.catalogue import OURS, Catalogue

PATIENCE_S = 60.0
"""Seconds without an answer after which a disk or a stick is no longer waited for."""
NAMED = 6
"""Number of seats out of service that are named; of more only the number is shown."""
HEAD_CHARS = 46
"""The longest entry for what was found; all of it is the entry's note."""
After = Literal["", "open", "check", "teach", "first"]
"""How the menu ended: not yet, the table opens, or the check, the teaching or the first start comes first."""


class ServiceMenu:
    """`settings`: the owner's; `labels`: the names of all seats, in a language; `found`: what the last check
    has found wrong, None without one; `spoken`: the language this start was asked to speak, until another is
    chosen; `errands`: starts the slow deeds. While one is under way no other gesture is heard. `own`: the
    owner's folder; `is_taught`: whether the table has its wiring from a first start."""

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
        *,
        is_taught: bool = False,
    ) -> None:
        self._own = own
        self._is_taught = is_taught
        self._keys = "buttons" if is_taught else "keys"
        """What can be taught seat by seat: all buttons, or keys on USB."""
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
        return over(self.settings, self.changes, self.languages, self.spoken)

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
        self.turning = MenuCursor(title, items, self._words.text(f"hint.{self.settings.buttons}"))

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

        told, reads = self._told, now.voice.menus
        read_out = partial(self._change, "voice.menus", not reads)
        check = told.get("check", ""), text("service.check_note")
        language = text("other_language"), told.get("language", "")
        reset = told.get("reset", text("service.reset_note"))
        first, keys = text("service.first_note"), self._keys
        is_simulated = self.settings.pins.backend == "simulated"
        return [
            item("leave", partial(self._come_to, "open")),
            item("check", partial(self._come_to, "check"), *check),
            item("doctor", self._examine, told.get("doctor", "")),
            item("language", self._turn_language, *language),
            volume("volume", "voice.volume"),
            volume("ambience", "sound.ambience"),
            volume("music", "sound.music"),
            volume("effects", "sound.effects"),
            item("menus", read_out, text(f"menus.{'on' if reads else 'off'}")),
            item("seats", self._open_seats, out, text("service.seats_note")),
            item("rings", self._open_rings, note=text("service.rings_note")),
            *([] if is_simulated else [item(keys, self._open_keys, note=text(f"service.{keys}_note"))]),
            *(
                [item("first", partial(self._come_to, "first"), note=first, asks=True)]
                if self._is_taught
                else []
            ),
            item("install", self._sent("install"), note=told.get("install", text("service.install_note"))),
            item("silence", self._sent("silence"), note=told.get("silence", ""), asks=True),
            item("export", self._sent("export"), note=told.get("export", "")),
            item("erase", self._sent("erase"), note=told.get("erase", ""), asks=True),
            item("reset", self._reset, note=reset, asks=True),
            item("off", self._switch_off, note=told.get("switch_off", ""), asks=True),
        ]

    def _open_each(
        self,
        page: str,
        title: str,
        value: Callable[[int], str],
        take: Callable[[int], object],
        first: Sequence[Item] = (),
    ) -> None:
        """Opens a page with an entry for each seat, counted from 0, after those in `first`."""
        text = self._words.text

        def items() -> list[Item]:
            seats = [
                Item(
                    text(f"service.{title}", number=seat + 1, name=label),
                    value(seat),
                    text(f"service.{page}_note"),
                    partial(take, seat),
                )
                for seat, label in enumerate(self.labels(self.now.language))
            ]
            return [*first, *seats, self._back()]

        self._open(page, text(f"service.{page}"), items)

    def _open_seats(self) -> None:
        def state(seat: int) -> str:
            key = "out_of_service" if seat + 1 in self.now.out_of_service else "in_service"
            return self._words.text(f"service.{key}")

        self._open_each("seats", "seat", state, self._toggle_seat)

    def _toggle_seat(self, seat: int) -> None:
        out = set(self.now.out_of_service) ^ {seat + 1}
        if len(out) < self.settings.seats:
            self._change("out_of_service", tuple(sorted(out)))

    def _open_rings(self) -> None:
        def way(seat: int) -> str:
            key = "clockwise" if clockwise_of(self.now)[seat] else "anticlockwise"
            return self._words.text(f"service.{key}")

        self._open_each("rings", "ring", way, self._turn_ring)

    def _turn_ring(self, seat: int) -> None:
        ways = list(clockwise_of(self.now))
        ways[seat] = not ways[seat]
        self._change("rings.clockwise", tuple(ways))

    def _open_keys(self) -> None:
        def wired(seat: int) -> str:
            return ", ".join(str(pin).rpartition(":")[2] for pin in self.now.pins.bcm[seat])

        everybody = Item(self._words.text("service.keys_all"), take=partial(self._teach, None))
        self._open_each(self._keys, "seat", wired, lambda seat: self._teach([seat]), [everybody])

    def _teach(self, seats: Sequence[int] | None) -> None:
        self.taught = seats
        self._come_to("teach")

    def _open_list(self, title: str, found: Sequence[str]) -> None:
        """Opens the list of what was found, one sentence after the other."""
        told = (Item(head_of(one), note=one, key=str(number)) for number, one in enumerate(found))
        items = [*told, self._back()]
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

    def _sent(self, deed: Literal["export", "erase", "install", "silence"]) -> Callable[[], None]:
        def send() -> None:
            self._told[deed] = self._words.text(f"service.{deed}_begins")
            errand = self._errands(getattr(self.deeds, deed))
            self._errand = (deed, errand, errand.began_s)

        return send

    def _counted(self, found: Sequence[str]) -> str:
        if not found:
            return self._words.text("service.doctor_well")
        return self._words.text("service.doctor_found", number=len(found))


def head_of(sentence: str) -> str:
    """The first words of a sentence: all before a colon or the command that mends it, if that is enough."""
    head = sentence.partition(": ")[0].partition(" > ")[0].strip()
    told = head if " " in head else sentence  # the name of a file alone does not tell what is wrong
    return told if len(told) <= HEAD_CHARS else f"{told[: HEAD_CHARS - 1].rstrip()}…"


def clockwise_of(settings: Settings) -> Sequence[bool]:
    """Whether each ring runs clockwise."""
    return [mounting.clockwise for mounting in settings.rings.mountings(settings.seats)]
