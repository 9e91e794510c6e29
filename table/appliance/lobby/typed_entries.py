"""The page of the host's menu about words of their own, which the host types on a phone."""

from __future__ import annotations

from table.appliance.lobby.host_choices import HostChoices
from table.appliance.menu.menus import Item
from table.appliance.service.deeds import Errand, Tell, answered
from table.appliance.service.stick import export_words, stick, why
from table.words.typed import mistakes_in

TOLD_MOST = 12
"""Most sentences about a list that a phone is told."""


class TypedEntries:
    """Makes the entries of that page, keeps the list, and copies it to a stick."""

    def __init__(self, chosen: HostChoices) -> None:
        self._chosen = chosen
        self._shown: tuple[str, str, tuple[str, ...]] = ("", "", ())
        self._copying: Errand | None = None
        self._copied = ""
        """What became of the last copy."""

    @property
    def is_offered(self) -> bool:
        """Whether words can be typed for what is chosen."""
        choices = self._chosen.settings
        has_phones = choices.phones.enabled and self._chosen.house.typed is not None
        return has_phones and self._chosen.offer.draws_words(choices)

    @property
    def is_copying(self) -> bool:
        """Whether a list is being copied."""
        return self._copying is not None

    @property
    def shown(self) -> tuple[str, str, tuple[str, ...]]:
        """Title and lines of the list on the host's phone, and what is said of it."""
        return self._shown

    def begin(self) -> None:
        """Reads the list as the page opens."""
        self._copied = ""
        self._read()

    def items(self) -> list[Item]:
        """The present entries: what the list has, and a copy of it."""
        text = self._chosen.words.text
        for news in self._copying.heard() if self._copying else ():
            self._copied = news.text or text("service.export_failed", reason="")
            if news.last:
                self._copying = None
        copied = self._copied or text("host.typed_copy_note")
        return [
            Item(
                text("host.typed_list"), str(self._number()), text("host.typed_list_note"), key="typed_list"
            ),
            Item(text("host.typed_copy"), "", copied, self._copy, key="typed_copy"),
        ]

    def keep(self, title: str, lines: str) -> None:
        """Keeps a list that was typed."""
        chosen = self._chosen
        try:
            chosen.house.keep_typed(chosen.settings, title, lines)
        except OSError as error:
            reason = chosen.words.wrong(answered(error))
            self._shown = (title, lines, (chosen.words.text("host.typed_lost", reason=reason),))
            return
        self._read()

    def _read(self) -> None:
        words = self._chosen.words
        typed = self._chosen.house.typed
        assert typed
        title, lines = typed.typed(self._chosen.settings.language)
        kept = [words.text("host.typed_kept", number=self._number())] if lines else []
        mistakes = [words.wrong(mistake) for mistake in mistakes_in(lines, typed.fonts)]
        self._shown = (title, lines, (*kept, *mistakes[:TOLD_MOST]))

    def _number(self) -> int:
        """How many words of the list can be used."""
        assert self._chosen.house.typed
        lists, language = self._chosen.house.typed.lists(), self._chosen.settings.language
        return sum(len(one.words) for one in lists if one.language == language)

    def _copy(self) -> None:
        words, typed = self._chosen.words, self._chosen.house.typed
        assert typed
        path = typed.file(self._chosen.settings.language)

        def copied(tell: Tell) -> str:
            target = stick()
            if target is None:
                return words.text("service.no_stick")
            try:
                copy = export_words(path, target, lambda: tell(words.text("service.export_begins")))
            except OSError as error:
                reason = why(error)
                failed = words.text("service.export_failed", reason=words.wrong(answered(error)))
                return words.text(f"service.stick_{reason}", file=target) if reason else failed
            return words.text("service.exported", file=copy)

        if not path.exists():
            self._copied = words.text("host.typed_none")
        elif self._copying is None:
            self._copying = Errand(copied, float)
