"""Which sound card plays: the one that the owner names, or the one where people listen. Pure functions.

Cards have names. Their numbers change from one start of the machine to the next.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

AUTO, DEFAULT, PAGE = "auto", "default", "page"
SETTINGS = (AUTO, "hdmi", "hdmi-2", "jack", "usb", PAGE, DEFAULT)
"""Values of `sound.output` besides the names of cards."""
Kind = Literal["hdmi", "hdmi-2", "jack", "usb", "other"]
KINDS: Mapping[str, Kind] = {
    "vc4hdmi": "hdmi",
    "vc4hdmi0": "hdmi",
    "vc4hdmi1": "hdmi-2",
    "Headphones": "jack",
}
"""The cards of a Raspberry Pi; one with a single HDMI port calls it vc4hdmi."""
CONNECTORS: Mapping[Kind, str] = {"hdmi": "HDMI-A-1", "hdmi-2": "HDMI-A-2"}
"""The port of each HDMI card, as the kernel's graphics name it."""
Why = Literal["asked", "server", "configured", "screen", "usb", "jack", "page", "default", "variable"]


class Card(NamedTuple):
    """A sound card that can play."""

    name: str
    """Its name for ALSA, such as "vc4hdmi0"."""
    is_usb: bool = False
    title: str = ""
    """Its title, from the driver."""
    port: str = ""
    """Where on USB it is plugged in, as the kernel names it, such as "usb-0000:01:00.0-1.3"."""
    has_double: bool = False
    """Whether it is on USB, and another has the same title: which of them gets which name may change."""

    @property
    def choice(self) -> str:
        """What an owner writes to choose it: its name, or its port if another may get that name."""
        return self.port if self.has_double else self.name

    @property
    def kind(self) -> Kind:
        """The kind of output: an HDMI port, a headphone jack, USB or another."""
        return KINDS.get(self.name, "usb" if self.is_usb else "other")


class Outputs(NamedTuple):
    """Where a machine can play."""

    cards: Sequence[Card] = ()
    connectors: Mapping[str, bool] = {}
    """Whether a screen is connected, by the name of the connector."""
    server: str = ""
    """The sound server that runs; empty without one."""
    is_configured: bool = False
    """Whether the machine's owner has configured ALSA's default output."""
    variable: str = ""
    """The value of AUDIODEV in the environment, which chooses a card."""

    has_page: bool = False
    """Whether the board is a page, which can play."""

    @property
    def can_play(self) -> bool:
        """Whether this machine itself can be heard."""
        return bool(self.cards or self.server or self.variable)


class Chosen(NamedTuple):
    """The card that plays, and why."""

    card: Card | None
    """The card; None: the system's default output."""
    why: Why
    is_missing: bool = False
    """Whether the owner's card is missing, so that another one plays."""
    is_page: bool = False
    """Whether the board's page plays, in the place of a card."""

    @property
    def device(self) -> str:
        """ALSA's name of it; empty for the system's default. A bare `hw:` fails on the Pi's HDMI cards, which
        take frames of IEC958 alone."""
        return f"sysdefault:CARD={self.card.name}" if self.card else ""


def may_be_card(name: str) -> bool:
    """Whether this can be the kernel's name of a card, or of its port. Numbers alone are none."""
    return bool(re.fullmatch(r"(?!\d+$)[A-Za-z0-9_-]{1,15}|usb-[A-Za-z0-9_:.-]{1,60}", name))


def chosen(setting: str, outputs: Outputs) -> Chosen:
    """The card that plays by this setting: one of `SETTINGS`, or the name or port of a card."""
    if setting == PAGE and outputs.has_page:
        return Chosen(None, "asked", is_page=True)
    if outputs.variable:
        return Chosen(None, "variable")
    if setting == DEFAULT:
        return Chosen(None, "asked")
    if setting == AUTO:
        return _where_people_listen(outputs)
    for card in heard_cards(outputs):
        if setting in (card.kind, card.name, card.port):
            return Chosen(card, "asked")
    return _where_people_listen(outputs)._replace(is_missing=True)


def heard_cards(outputs: Outputs) -> Iterator[Card]:
    """The cards that can be heard: not those of an HDMI port without a screen."""
    for card in outputs.cards:
        if outputs.connectors.get(CONNECTORS.get(card.kind, ""), True):
            yield card


def to_choose_from(outputs: Outputs, playing: Card | None) -> list[Card]:
    """The cards among which people choose by ear, the one that plays first. None if there is no choice, or a
    sound server has it."""
    cards = sorted(heard_cards(outputs), key=lambda card: card != playing)
    return cards if len(cards) > 1 and not (outputs.server or outputs.variable) else []


def of_screens(outputs: Outputs) -> list[Card]:
    """The cards of the HDMI ports to which a screen is connected."""
    return [card for card in outputs.cards if outputs.connectors.get(CONNECTORS.get(card.kind, ""))]


def _where_people_listen(outputs: Outputs) -> Chosen:
    """The sound server's choice, or ALSA's if it is configured; else the connected screen, else USB, else the
    headphone jack; without any card the board's page."""
    if outputs.server:
        return Chosen(None, "server")
    if outputs.is_configured:
        return Chosen(None, "configured")
    for card in sorted(of_screens(outputs), key=lambda card: card.kind):
        return Chosen(card, "screen")
    for kind in ("usb", "jack"):
        for card in outputs.cards:
            if card.kind == kind:
                return Chosen(card, kind)
    if outputs.has_page and not outputs.can_play:
        return Chosen(None, "page", is_page=True)
    return Chosen(None, "default")
