"""What the service menu does to the machine and to the folder of the evenings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from threading import Lock, Thread
from typing import ClassVar, NamedTuple

from hardware.notify import power_off
from hardware.outputs.choosing import Card
from hardware.troubles import reason_of
from hardware.voice.interface import VoiceError
from hardware.voice.packs import Packs, packs_on
from table.appliance.devices.own_wifi import OwnWifi
from table.appliance.menu.menus import MenuTexts
from table.appliance.service.changes import keep
from table.appliance.service.stick import export, stick, why
from table.appliance.service.stick_music import remove_music, take_music
from table.appliance.starting import stick_music, voice_packs
from table.appliance.voicing.human_voice import HumanVoice
from table.chronicle.story import erase_all
from table.errors import Reason, TableError
from table.games.records import StoredEvening
from table.sentences import Wrong, one_line
from table.settings.settings import Layer

Tell = Callable[[str], object]
"""Reports the progress of an errand. Raises `GivenUpError` if nobody waits for the errand any more, so that
it does not go on unseen."""
Errands = Callable[[Callable[[Tell], str], Callable[[], object]], "Errand"]
"""Starts errands: gets the `work` and the `stop` of each."""
NAMED = 3
"""Number of files of a stick that are named together in one sentence."""


class ErrandNews(NamedTuple):
    """News of an errand."""

    time_s: float
    text: str | None
    """What happened; None: the errand failed."""
    last: bool = False
    """Whether the errand is over."""


class GivenUpError(TableError, TimeoutError):
    """Nobody waits for an errand any more."""


class Errand:
    """Work with a disk or a stick in a thread of its own, since the room must keep beating.

    Only one errand runs at a time: the second waits for the first.

    `work`: reports its progress right before each step that cannot be undone; returns its result as text.
    `now`: the room's clock.
    `stop`: ends the step under way, as soon as the errand is given up. May also be called after its end.
    """

    _alone: ClassVar[Lock] = Lock()

    def __init__(
        self,
        work: Callable[[Tell], str],
        now: Callable[[], float],
        stop: Callable[[], object] = lambda: None,
    ) -> None:
        self.began_s = now()
        self._said: SimpleQueue[ErrandNews] = SimpleQueue()
        self._work, self._stop = work, stop
        self._now = now
        self._is_given_up = False
        # Closing the table does not wait for a stick that hangs.
        self.thread = Thread(target=self._run, name="errand", daemon=True)
        self.thread.start()

    def heard(self) -> list[ErrandNews]:
        """Returns the news since the last call."""
        return [self._said.get() for _ in range(self._said.qsize())]

    def give_up(self) -> None:
        """Gives the errand up: it begins no further step."""
        self._is_given_up = True
        self._stop()

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
    """What the menu can do besides changing settings. Each deed returns its result as a short text."""

    keep: Callable[[Layer], str]
    """Keeps the changes; returns why it could not, or an empty text."""
    examine: Callable[[], Sequence[str]]
    """Lists what is wrong with the machine, a sentence each."""
    switch_off: Callable[[], str]
    slow: Mapping[str, Callable[[Tell], str]]
    """Deeds that report progress: "export" and "erase" the evenings, "install" the voice packs and the music
    of a stick, "silence" removes both, "wifi" opens or closes the table's own Wi-Fi, "wifi_new" changes its
    password, "human" looks for a human voice, "fetch" fetches it."""
    wifi: OwnWifi | None = None
    """The table's own Wi-Fi; None: it cannot have one."""
    cards: Callable[[], Sequence[Card]] = tuple
    """Returns the sound cards among which people choose by ear."""
    listen: Callable[[str, str], object] = lambda *_: None
    """Switches to a `sound.output`, and speaks a line there, if there is one."""
    human: HumanVoice | None = None
    """A human voice, offered where there is none; None: Piper is not installed."""
    pods: Callable[[], tuple[Mapping[int, str], Sequence[str]]] = lambda: ({}, ())
    """Returns the seats whose pod is missing, with its id, and the ids of pods without a seat."""


def deeds_in(
    folder: Path,
    page_of: Callable[[StoredEvening], str],
    examined: Callable[[], Sequence[str]],
    words: Callable[[], MenuTexts],
    wifi: OwnWifi | None = None,
    human: HumanVoice | None = None,
) -> Deeds:
    """The deeds of a menu.

    `folder`: of the evenings.
    `page_of`: makes the page of an evening.
    `examined`: returns what is wrong with the machine.
    `words`: returns the texts in the language of the menu.
    `wifi`: the table's own Wi-Fi; None: it cannot have one.
    `human`: a human voice; None: Piper is not installed.
    """
    packs, music = Packs(voice_packs(folder)), stick_music(folder)

    def kept(changes: Layer) -> str:
        try:
            keep(changes, folder)
        except OSError as error:
            return words().wrong(answered(error))
        return ""

    def failed(deed: str, error: TableError | OSError) -> str:
        wrong = error.wrong if isinstance(error, TableError) else answered(error)
        return words().text(f"service.{deed}_failed", reason=words().wrong(wrong))

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
            return failed("export", error)
        except OSError as error:
            reason = why(error)
            return text(f"service.stick_{reason}", file=target) if reason else failed("export", error)
        return text("service.exported", file=copied) if copied else text("service.no_evening")

    def erased(tell: Tell) -> str:
        text = words().text
        try:
            number = erase_all(folder, lambda: tell(text("service.erase_begins")))
        except (TableError, OSError) as error:
            return failed("erase", error)
        return text("service.erased", number=number) if number else text("service.no_evening")

    def installed(tell: Tell) -> str:
        text = words().text
        target = stick()
        if target is None:
            return text("service.no_stick")

        def look(name: str) -> None:
            tell(text("service.installing", file=one_line(name)))

        done: list[str] = []
        refused: list[str] = []
        try:
            for path in packs_on(target):
                look(path.name)
                try:
                    manifest = packs.install(path, follows=False, checked=partial(look, path.name))
                    done.append(f"{manifest.voice} ({manifest.language})")
                except VoiceError as error:
                    refused.append(words().wrong(error.trouble))
        except OSError as error:
            return text(f"service.stick_{why(error) or 'gone'}", file=target)
        taken = take_music(target, music, look)
        for reason, names in taken.lost.items():
            named = ", ".join(names[:NAMED]) + ("…" if len(names) > NAMED else "")
            refused.append(words().wrong(Reason("file.not_taken", files=named, reason=reason)))
        if taken.is_stick_gone:
            refused.append(text("service.stick_gone"))
        installed = [text("service.installed", names=", ".join(done))] if done else []
        installed += [text("service.music_taken", number=taken.number)] if taken.number else []
        return " ".join([*refused, *installed]) or text("service.no_pack")

    def silenced(_: Tell) -> str:
        is_gone, refused = False, list[str]()
        for folder, remove in ((packs.folder, packs.remove_all), (music, lambda: remove_music(music))):
            try:
                is_gone |= remove()
            except OSError as error:
                refused.append(words().wrong(Reason("file.stays", file=folder, reason=reason_of(error))))
        done = "service.silenced" if is_gone else "service.no_pack_here"
        return "; ".join(refused) or words().text(done)

    def off() -> str:
        return words().text("service.going_off" if power_off() else "service.off_refused")

    def toggled(_: Tell) -> str:
        assert wifi
        was_open = wifi.key
        if wrong := wifi.close() if was_open else wifi.open():
            return words().wrong(wrong)
        return words().text("service.wifi_closed" if was_open else "service.wifi_opened")

    def renewed(_: Tell) -> str:
        assert wifi
        wrong = wifi.renew()
        return words().wrong(wrong) if wrong else words().text("service.wifi_new_done")

    def looked(_: Tell) -> str:
        assert human
        if wrong := human.look(words().language):
            return words().text("first.human_failed", reason=words().wrong(wrong))
        return "" if human.offer else words().text("service.human_none")

    def fetched(tell: Tell) -> str:
        assert human
        return human.fetch(tell, words())

    slow = {
        "install": installed,
        "silence": silenced,
        "export": exported,
        "erase": erased,
        "wifi": toggled,
        "wifi_new": renewed,
        "human": looked,
        "fetch": fetched,
    }
    return Deeds(kept, examined, off, slow, wifi, human=human)


def answered(error: OSError) -> Wrong:
    """The operating system's answer as a sentence."""
    return Reason("reason.any", reason=reason_of(error))
