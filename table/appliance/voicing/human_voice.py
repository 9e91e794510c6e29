"""A human voice for a table that has none: a Piper voice is offered, fetched from the network and tried."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from textwrap import shorten
from typing import TYPE_CHECKING, NamedTuple, Protocol
from urllib.parse import urlsplit

from hardware.addresses import has_network
from hardware.languages import nearest_in
from hardware.troubles import reason_of
from hardware.voice.engines import QUICK, piper_alone
from hardware.voice.interface import VoiceError
from table.appliance.menu.menus import MenuTexts
from table.appliance.starting import piper_voices, voice_packs
from table.errors import Reason, TableError
from table.sentences import Wrong
from table.settings.settings import Settings

if TYPE_CHECKING:
    from table.appliance.voicing.piper_catalogue import PiperCatalogue, PiperVoice

FIRST = {
    "fr": "fr_FR-siwis-medium",
    "en": "en_GB-alba-medium",
    "de": "de_DE-thorsten-medium",
    "es": "es_ES-davefx-medium",
}
"""The voice that is offered in a language, if the catalogue has it; else any of the quality nearest to
medium."""
QUALITIES = ("x_low", "low", "medium", "high")
"""The qualities of voices, the quickest first."""
MB = 1_000_000
LICENCE_CHARS = 20
"""The most letters of a licence that are shown: the offer has two lines of the board."""
TELLS_S = 5.0
"""Seconds after which progress is told though no whole MB came, so that a slow network is not taken for one
that hangs."""


class VoiceOffer(NamedTuple):
    """A voice that can be fetched. `licence`: as its model card says, "?" where it says nothing."""

    voice: PiperVoice
    licence: str

    @property
    def facts(self) -> Mapping[str, object]:
        """What people are told of it before they decide: of a licence that is an address, the site."""
        licence = shorten(urlsplit(self.licence).netloc or self.licence, LICENCE_CHARS, placeholder="…")
        return {"name": self.voice.name, "size": round(self.voice.size / MB), "licence": licence}


class Trial(Protocol):
    """A voice that is tried."""

    def speed(self, begins: Callable[[], object]) -> float:
        """Returns the seconds of rendering for a second of speech. `begins`: called before each sentence.
        Raises `VoiceError`."""

    def close(self) -> None:
        """Ends the trial, also within a sentence. May be called from any thread."""


class HumanVoice:
    """The offer of one table.

    To look for a voice and to fetch it takes long, so call that in a thread.

    `settings`: those of the table.
    `catalogue`: has the voices.
    `trial`: begins the trial of a voice's file.
    `has_network`: whether this machine is in a network.
    `now`: a clock for the progress.
    """

    def __init__(
        self,
        settings: Settings,
        catalogue: PiperCatalogue,
        trial: Callable[[str], Trial] = piper_alone,
        has_network: Callable[[], bool] = has_network,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._settings, self._catalogue = settings, catalogue
        self._begin_trial, self._has_network, self._now = trial, has_network, now
        self._trial: Trial | None = None
        """The trial under way, or the last one."""
        self._voices: Mapping[str, PiperVoice] = {}
        self._language = ""
        """The language in which a voice was looked for."""
        self.offer: VoiceOffer | None = None
        """The voice that was found; None: none was, or it has been fetched and tried."""
        self.has_come = False
        """Whether a voice was fetched that speaks once the table opens again."""

    def is_wanted(self, language: str) -> bool:
        """Whether a language has no Piper voice, nor one that the owner has named, and this machine a
        network."""
        here = piper_voices(self._catalogue.folder)
        spoken = nearest_in({**here, **self._settings.voice.voices}, language)
        return not spoken and self._has_network()

    def look(self, language: str) -> str | Wrong | None:
        """Looks for a voice to offer. Returns why the network or the disk leaves none, or None."""
        self.offer, self._language = None, language
        try:
            self._voices = self._catalogue.voices()
            self._propose(fitting(self._voices, language))
        except TableError as error:
            return error.wrong
        return None

    def _propose(self, voice: PiperVoice | None) -> None:
        """Offers a voice from now on; None: none. Raises `TableError` if the disk has too little room."""
        self.offer = None
        if voice:
            self._catalogue.check_room(voice)
            self.offer = VoiceOffer(voice, self._catalogue.card(voice).licence)

    def stop(self) -> None:
        """Ends the trial under way, within its sentence: nobody waits for the voice any more, and `tell` says
        so. May be called from any thread."""
        if self._trial:
            self._trial.close()

    def fetch(self, tell: Callable[[str], object], words: MenuTexts) -> str:
        """Fetches the voice that is offered, tries it, and only then installs it. Returns the result as text.
        One that this machine renders too slowly, or that cannot speak, is deleted; after a slow one a quicker
        one is offered. The offer stays until one of both is done.

        `tell`: gets the progress as text, and raises `TableError` if nobody waits for the voice any more.
        """
        assert self.offer
        voice, told_mb, told_s = self.offer.voice, 0, self._now()

        def fetched(done: int, size: int) -> None:
            nonlocal told_mb, told_s
            if done // MB != told_mb or self._now() - told_s >= TELLS_S:
                told_mb, told_s = done // MB, self._now()
                tell(words.text("first.human_fetched", done=told_mb, size=round(size / MB)))

        def trying() -> None:
            tell(words.text("first.human_tries"))

        try:
            path = self._catalogue.fetch(voice, fetched)
            return self._try(voice, path, trying, words)
        except TableError as error:
            return words.text("first.human_failed", reason=words.wrong(error.wrong))
        except OSError as error:
            reason = words.wrong(Reason("reason.any", reason=reason_of(error)))
            return words.text("first.human_failed", reason=reason)

    def _try(self, voice: PiperVoice, path: Path, trying: Callable[[], object], words: MenuTexts) -> str:
        """Tries a voice whose model is at `path`, and installs or deletes it. Returns the result as text.

        `trying`: called before each sentence, and before the voice is installed or deleted.
        """
        self._trial = self._begin_trial(str(path))
        seconds, mute = 0.0, None
        try:
            with closing(self._trial):
                seconds = round(self._trial.speed(trying), 1)
        except VoiceError as error:
            mute = error.trouble
        trying()  # Given up meanwhile, it is neither installed nor deleted: one that was stopped is not mute.
        if not mute and seconds <= QUICK:
            self._catalogue.install(voice)
            self.offer, self.has_come = None, True
            return words.text("first.human_speaks", name=voice.name)
        self._catalogue.discard(voice)
        self._propose(None if mute else fitting(self._voices, self._language, voice))
        if mute:
            return words.text("first.human_mute", reason=words.wrong(mute))
        if not self.offer:
            return words.text("first.human_slow", seconds=seconds, most=QUICK)
        return words.text("first.human_quicker", **self.offer.facts)


def fitting(
    voices: Mapping[str, PiperVoice], language: str, slow: PiperVoice | None = None
) -> PiperVoice | None:
    """The voice to offer in a language: of its country, if it names one. None: there is none.

    `slow`: one that is too slow; only voices of a lower quality count.
    """
    code, _, country = language.partition("-")

    def rank(voice: PiperVoice) -> int:
        return QUALITIES.index(voice.name.rpartition("-")[2])

    def last(voice: PiperVoice) -> tuple[bool, bool, int, str]:
        is_abroad = bool(country) and not voice.name.startswith(f"{code}_{country}-")
        return (
            is_abroad,
            voice.name != FIRST.get(code),
            abs(rank(voice) - QUALITIES.index("medium")),
            voice.name,
        )

    spoken = (voice for voice in voices.values() if voice.language == code)
    quick = (voice for voice in spoken if not slow or rank(voice) < rank(slow))
    return min(quick, key=last, default=None)


def human_voice(settings: Settings, state: Path) -> HumanVoice | None:
    """That of a table, which is kept in the folder `state`; None: nothing speaks here, or Piper is not
    installed."""
    if not settings.voice.enabled or not find_spec("piper"):
        return None
    from hardware.voice.relay import network_here  # http and TLS, which take memory
    from table.appliance.voicing.piper_catalogue import CATALOGUE, PiperCatalogue

    return HumanVoice(settings, PiperCatalogue(CATALOGUE, voice_packs(state), network_here()))
