"""The service menu: maintains a table without keyboard or network, by its buttons alone.

It never writes the owner's configuration: its changes are stored beside the evenings (`changes.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any, Literal

from hardware.buttons.pods import pods_of
from hardware.outputs.choosing import AUTO, Card
from table.appliance.devices.own_wifi import OwnWifi
from table.appliance.doctor.sound import called
from table.appliance.menu.menus import Item, MenuCursor, MenuTexts, after, louder, loudness
from table.appliance.service.changes import over
from table.appliance.service.deeds import Deeds, Errand, Errands
from table.appliance.service.pod_swaps import ID_END, keys_named, still_gone, still_new, swapped
from table.appliance.voicing.human_voice import VoiceOffer
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


LOUD = {
    "volume": "voice.volume",
    "ambience": "sound.ambience",
    "music": "sound.music",
    "effects": "sound.effects",
}
"""Entries for volumes, and the setting of each."""
LABELS = {"sound": "host.sound"}
"""Texts of entries that the host's menu has too."""
SLOW = ("export", "install", "silence", "erase")
"""Entries that take long."""
ASKS = ("first", "silence", "erase", "reset", "off")
"""Entries that must be taken twice."""


class ServiceMenu:
    """The pages of the service menu, and what their entries do.

    `settings`: the owner's.
    `changes`: those made before.
    `labels`: returns the names of all seats in a language.
    `deeds`: what the menu does to the machine and to the evenings.
    `errands`: starts a slow deed; while one is under way the menu hears nothing.
    `found`: what the last check found wrong; None: there was no check.
    `spoken`: the language this start was asked to speak, until another is chosen.
    `own`: the owner's texts.
    `is_taught`: whether a first start taught the table its wiring.
    """

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
        self._own, self._is_taught, self._errands = own, is_taught, errands
        self.settings, self.changes, self.spoken = settings, changes, spoken
        self.languages, self.labels, self.deeds = languages, labels, deeds
        self.after: After = ""
        self.taught: Sequence[int] | None = None
        """The seats to teach; None: all."""
        self._errand: tuple[str, Errand, float] | None = None
        """The errand under way: its entry, the errand, and the time of its last news."""
        self._turned = ""
        """The language that was chosen last, if it cannot be spoken."""
        self._told: dict[str, str] = {}
        """The result of each deed, as the note of its entry."""
        self._counted: dict[str, str] = {}
        """Number of faults that check and doctor found, as the value of their entries."""
        self._words = MenuTexts(self.now.language, self._own)
        self._open_main()
        if found is not None:
            self._find("check", found)

    @property
    def now(self) -> Settings:
        """The settings with the changes so far."""
        return over(self.settings, self.changes, self.languages, self.spoken)

    @property
    def ring(self) -> int | None:
        """The seat whose ring direction is selected, if any."""
        at = self.turning.pointed
        return int(at) if self._page == "rings" and at.isdecimal() else None

    @property
    def is_busy(self) -> bool:
        """Whether an errand is under way."""
        return self._errand is not None

    def hear(self, meant: Meaning) -> None:
        """Moves the cursor, or takes the entry at it. A voice that is being fetched can be given up."""
        if not self.is_busy or self._page == "human":
            self.turning.hear(meant)

    def look(self, now_s: float) -> bool:
        """Shows the news of the errand. Returns whether the board has changed."""
        if self._errand is None:
            return False
        deed, errand, heard_s = self._errand
        before, self._errand = self._told[deed], (deed, errand, heard_s)
        for time_s, text, last in errand.heard():
            self._told[deed] = self._text("broken") if text is None else text
            self._errand = None if last else (deed, errand, time_s)
        if self._errand and now_s - self._errand[2] >= PATIENCE_S:
            errand.give_up()
            self._told[deed] = self._text("hangs", seconds=round(PATIENCE_S))
            self._errand = None
        if deed == "human" and not self.is_busy and self._offer:
            self._open_human()
        return self._told[deed] != before

    def _text(self, key: str, **facts: object) -> str:
        return self._words.text(f"service.{key}", **facts)

    # Pages

    def _open(self, page: str, title: str, items: Callable[[], Sequence[Item]]) -> None:
        self._page = page
        self.turning = MenuCursor(title, items, self._hint, self._words)

    @property
    def _hint(self) -> str:
        """What the buttons do in a menu."""
        return self._words.text(f"hint.{self.settings.buttons}")

    def _open_main(self) -> None:
        self._open("main", self._text("title"), lambda: self._items(self._entries()))

    def _open_sounds(self) -> None:
        title = self._words.text("host.sound")
        self._open("sound", title, lambda: [*self._items(self._sounds()), self._back()])

    def _items(self, takes: Mapping[str, Callable[[], object]]) -> list[Item]:
        """Entries, by their keys, with what is their value now."""
        now, closed = self.now, self.now.out_of_service
        out = ", ".join(map(str, closed)) or self._text("seats_none")
        values = {
            **self._counted,
            **{key: loudness(now.value(field), self._words) for key, field in LOUD.items()},
            "language": self._words.text("other_language"),
            "output": named_output(now.sound.output, self.deeds.cards(), self._words),
            "menus": self._words.text(f"menus.{'on' if now.voice.menus else 'off'}"),
            "seats": out if len(closed) <= NAMED else self._text("seats_out", number=len(closed)),
            "wifi": self.deeds.wifi.key.name if self.deeds.wifi and self.deeds.wifi.key else "",
        }
        return [
            Item(
                self._words.text(LABELS.get(key, f"service.{key}")),
                values.get(key, ""),
                self._told.get(key) or self._words.maybe(f"{LABELS.get(key, f'service.{key}')}_note", ""),
                take,
                self._text("sure") if key in ASKS else "",
                key=key,
            )
            for key, take in takes.items()
        ]

    def _entries(self) -> Mapping[str, Callable[[], object]]:
        """What each entry of the main page does, what is wanted often first."""
        wifi = of_wifi(self.deeds.wifi, is_taken="wifi" in self._told)
        entries: dict[str, Callable[[], object]] = {
            "leave": partial(self._come_to, "open"),
            "pod": self._replace_pod,
            "check": partial(self._come_to, "check"),
            "doctor": lambda: self._find("doctor", self.deeds.examine()),
            "off": self._switch_off,
            "language": self._turn_language,
            "sound": self._open_sounds,
            "seats": self._open_seats,
            "rings": self._open_rings,
            self._keys: self._open_keys,
            **{key: partial(self._send, key) for key in (*SLOW, *wifi)},
            "first": partial(self._come_to, "first"),
            "reset": self._reset,
        }
        if not still_gone(self.deeds.pods()[0], self.now.pins.bcm):
            del entries["pod"]
        if self.settings.pins.backend == "simulated":
            del entries[self._keys]
        if not self._is_taught:
            del entries["first"]
        return entries

    def _sounds(self) -> Mapping[str, Callable[[], object]]:
        """What each entry of the page about sound does."""
        now = self.now
        return {
            **{key: partial(self._change, field, louder(now.value(field))) for key, field in LOUD.items()},
            **({"output": self._open_outputs} if self.deeds.cards() else {}),
            "menus": partial(self._change, "voice.menus", not now.voice.menus),
            **({"human": partial(self._send, "human")} if self._is_human_wanted else {}),
        }

    def _open_each(
        self,
        page: str,
        title: str,
        value: Callable[[int], str],
        take: Callable[[int], object],
        first: Sequence[Item] = (),
        only: Collection[int] | None = None,
    ) -> None:
        """Opens a page with an entry for each seat, counted from 0, after those in `first`. `only`: these
        seats alone."""

        note = self._text(f"{page}_note")

        def items() -> list[Item]:
            seats = [
                Item(
                    self._text(title, number=seat + 1, name=label),
                    value(seat),
                    note,
                    partial(take, seat),
                    key=str(seat),
                )
                for seat, label in enumerate(self.labels(self.now.language))
                if only is None or seat in only
            ]
            return [*first, *seats, self._back()]

        self._open(page, self._text(page), items)

    def _open_seats(self) -> None:
        def state(seat: int) -> str:
            return self._text("out_of_service" if seat + 1 in self.now.out_of_service else "in_service")

        def toggle(seat: int) -> None:
            out = {*self.now.out_of_service} ^ {seat + 1}
            if len(out) < self.settings.seats:
                self._change("out_of_service", tuple(sorted(out)))

        self._open_each("seats", "seat", state, toggle)

    def _open_rings(self) -> None:
        def way(seat: int) -> str:
            return self._text("clockwise" if clockwise_of(self.now)[seat] else "anticlockwise")

        def turn(seat: int) -> None:
            ways = enumerate(clockwise_of(self.now))
            self._change("rings.clockwise", tuple(is_so != (at == seat) for at, is_so in ways))

        self._open_each("rings", "ring", way, turn)

    def _open_outputs(self) -> None:
        """Opens the page of sound cards. A card that is taken plays a sentence at once."""

        def item(output: str) -> Item:
            value = self._text("output_now") if output == self.now.sound.output else ""
            note = self._text("output_note")
            return Item(
                named_output(output, self.deeds.cards(), self._words),
                value,
                note,
                partial(self._listen, output),
            )

        def items() -> list[Item]:
            return [*map(item, (AUTO, *sorted(card.choice for card in self.deeds.cards()))), self._back()]

        self._open("output", self._text("output"), items)

    @property
    def _is_human_wanted(self) -> bool:
        human = self.deeds.human
        return human is not None and not human.has_come and human.is_wanted(self.now.language)

    @property
    def _offer(self) -> VoiceOffer | None:
        return self.deeds.human.offer if self.deeds.human else None

    def _open_human(self) -> None:
        """Opens the page of the human voice that is offered, in the words of the first start."""

        def items() -> list[Item]:
            text, told = self._words.text, self._told.get("fetch", "")
            if self.is_busy:
                return [
                    Item(text("first.human_wait"), note=told, key="wait"),
                    Item(text("first.human_not"), note=told, take=self._give_up, key="stop"),
                ]
            if not self._offer:
                return [self._back()._replace(note=told)]
            told = told or text("first.human_note", **self._offer.facts)
            return [
                Item(text("first.human_fetch"), note=told, take=partial(self._send, "fetch"), key="fetch"),
                Item(text("first.human_not"), note=told, take=self._open_sounds, key="back"),
            ]

        self._told.pop("fetch", None)
        self._open("human", self._words.text("first.human"), items)

    def _give_up(self) -> None:
        assert self._errand
        self._errand[1].give_up()
        self._errand = None
        self._open_sounds()

    def _listen(self, output: str) -> None:
        self._change("sound.output", output)
        self.deeds.listen(output, self._text("hear_me"))

    @property
    def _keys(self) -> str:
        """What can be taught seat by seat: all buttons, or keys on USB."""
        return "buttons" if self._is_taught or any(pods_of(self.now.pins.bcm)) else "keys"

    def _open_keys(self) -> None:
        everybody = Item(self._text("keys_all"), take=partial(self._teach, None))
        keys = [keys_named(pins) for pins in self.now.pins.bcm]
        self._open_each(self._keys, "seat", keys.__getitem__, lambda seat: self._teach([seat]), [everybody])

    def _teach(self, seats: Sequence[int] | None) -> None:
        self.taught = seats
        self._come_to("teach")

    def _replace_pod(self) -> None:
        """The one new pod takes the seat of the one that is gone; if there are more, somebody presses."""
        (missing, there), now = self.deeds.pods(), self.now.pins.bcm
        gone, new = still_gone(missing, now), still_new(there, now)
        if len(gone) != 1 or len(new) != 1:
            ends = {seat: pod[-ID_END:] for seat, pod in gone.items()}
            self._open_each("pod", "seat", ends.__getitem__, lambda seat: self._teach([seat]), only=gone)
            return
        ((seat, pod),) = gone.items()
        self._change("pins.bcm", swapped(self.now.pins.bcm, pod, new[0]))
        self._told[self._keys] = self._text("pod_done", name=self.labels(self.now.language)[seat])

    def _find(self, deed: Literal["check", "doctor"], found: Sequence[str]) -> None:
        """Counts the faults that were found, and opens a page with an entry for each."""
        key = "doctor_found" if found else "doctor_well"
        self._counted[deed] = self._text(key, number=len(found))
        if found:
            told = (Item(head_of(one), note=one, key=str(number)) for number, one in enumerate(found))
            items = [*told, self._back()]
            self._open("list", self._text(deed), lambda: items)

    def _back(self) -> Item:
        return Item(self._text("back"), take=self._open_main, key="back")

    def _speak_anew(self) -> None:
        """Shows the main page in the language that is spoken now."""
        self._words = self.turning.words = MenuTexts(self.now.language, self._own)
        self.turning.title, self.turning.hint = self._text("title"), self._hint

    # Deeds

    def _come_to(self, after: After) -> None:
        self.after = after

    def _change(self, key: str, value: Any) -> None:
        self.changes = {**self.changes, key: value}
        if reason := self.deeds.keep(self.changes):
            self._told["reset"] = self._text("not_kept", reason=reason)

    def _turn_language(self) -> None:
        language = after(self._turned or self.now.language, self.languages)
        if self._cannot_speak(language, "language"):
            self._turned = language
            return
        self._turned, self.spoken = "", None
        self._change("language", language)
        self._told, self._counted = {}, {}
        self._speak_anew()

    def _cannot_speak(self, language: str, deed: str) -> bool:
        """Whether the owner's texts of a language have a mistake. The entry of the deed shows it."""
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
        self.deeds.listen(self.now.sound.output, "")
        self._speak_anew()
        self._told["reset"] = self._text("not_kept" if reason else "reset_done", reason=reason)

    def _switch_off(self) -> None:
        self._told["off"] = self.deeds.switch_off()

    def _send(self, deed: str) -> None:
        self._told[deed] = self._text(f"{deed}_begins")
        stop = self.deeds.human.stop if self.deeds.human and deed == "fetch" else bool
        errand = self._errands(self.deeds.slow[deed], stop)
        self._errand = (deed, errand, errand.began_s)


def of_wifi(wifi: OwnWifi | None, *, is_taken: bool) -> Sequence[str]:
    """The entries about the table's own Wi-Fi, if it is open, offered, or was just taken."""
    if wifi and (wifi.key or wifi.is_offered or is_taken):
        return ("wifi", "wifi_new") if wifi.key else ("wifi",)
    return ()


def named_output(output: str, cards: Sequence[Card], words: MenuTexts) -> str:
    """The title of a `sound.output` in a sentence."""
    if output == AUTO:
        return words.text("service.output_auto")
    for card in cards:
        if output in (card.choice, card.name, card.kind):
            told = words.wrong(called(card))
            return told[:1].upper() + told[1:]
    return output


def head_of(sentence: str) -> str:
    """The beginning of a sentence, up to a colon or the command that mends the fault."""
    head = sentence.partition(": ")[0].partition(" > ")[0].strip()
    told = head if " " in head else sentence  # the name of a file alone does not tell what is wrong
    return told if len(told) <= HEAD_CHARS else f"{told[: HEAD_CHARS - 1].rstrip()}…"


def clockwise_of(settings: Settings) -> Sequence[bool]:
    """Whether each ring runs clockwise."""
    return [mounting.clockwise for mounting in settings.rings.mountings(settings.seats)]
