"""The doctor looks at sound: the cards, the one that plays and why, the voice engine."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

from hardware.languages import nearest_in
from hardware.looks import add_to_config, brings_to
from hardware.outputs.choosing import PAGE, SETTINGS, Card, Outputs, chosen, of_screens
from hardware.troubles import Trouble
from hardware.voice.engines import QUICK, is_model, voices_in
from hardware.voice.interface import VoiceError
from table.appliance.doctor.findings import Found, note, well, wrong
from table.appliance.doctor.machine import Machine
from table.errors import Reason
from table.settings.owner import PACKS, SYSTEM, state_directory
from table.settings.settings import Settings


def output(machine: Machine, settings: Settings) -> Iterator[Found]:
    """Whether anything is heard, where, and whether people listen there."""
    if not settings.voice.enabled:
        return
    is_page = settings.phones.enabled and settings.sound.output == PAGE
    outputs = machine.outputs._replace(has_page=is_page)
    if outputs.can_play or outputs.has_page:
        yield from _cards(outputs, settings.sound.output)
    elif machine.family in ("3", "4"):
        yield note("no_sound", add_to_config(machine, "dtparam=audio=on"))
    else:
        yield note("no_sound", Reason("doctor.no_sound.mend"))


def _cards(outputs: Outputs, setting: str) -> Iterator[Found]:
    """The card that plays, why, and all that are there."""
    on, names = chosen(setting, outputs), ", ".join(card.choice for card in outputs.cards) or "-"
    shown = Reason("output.page") if on.is_page else called(on.card)
    told = Reason("well.sound", device=shown, why=Reason(f"output.why.{on.why}"), cards=names)
    facts = {
        "output": setting,
        "card": on.card.name if on.card else "",
        "chosen": on.why,
        "missing": on.is_missing,
        "cards": [{"name": card.name, "kind": card.kind, "title": card.title} for card in outputs.cards],
        "screens": [name for name, is_connected in outputs.connectors.items() if is_connected],
        "server": outputs.server,
    }
    yield Found("sound", "well", told, facts=facts)
    if on.is_missing:
        allowed = ", ".join(map(json.dumps, (*SETTINGS, *(card.choice for card in outputs.cards))))
        yield note("sound_absent", Reason("doctor.sound_absent.mend", names=allowed), output=setting)
    if on.card and on.card.has_double and setting != on.card.choice:
        mend = Reason("doctor.set", setting=f'output = "{on.card.choice}"', table="[sound]")
        yield note("sound_double", mend, title=on.card.title)
    screens = of_screens(outputs)
    if screens and on.card not in screens and on.why != "server" and not on.is_page:
        mend = Reason("doctor.set", setting=f'output = "{screens[0].kind}"', table="[sound]")
        yield note("sound_elsewhere", mend, device=shown, screen=called(screens[0]))


def voice(machine: Machine, settings: Settings) -> Iterator[Found]:
    """Whether anything can speak."""
    if not settings.voice.enabled:
        return
    espeak = machine.can_load("libespeak-ng.so.1") or machine.can_import("espeakng_loader")
    speaks = machine.can_import("pyttsx3")
    if speaks and espeak:
        yield well("voice")
        folders = (SYSTEM / PACKS, state_directory(machine.environ, machine.home) / PACKS)
        has_piper = machine.can_import("piper")
        found = voices_in(map(machine.path, folders)) if has_piper else {}
        if not found:
            yield well("mute_piper" if has_piper else "plain_voice")
        spoken = nearest_in({**found, **settings.voice.voices}, settings.language)
        if spoken and is_model(spoken) and machine.voice_speed:
            yield _speed(machine.voice_speed, spoken)
    else:
        mend = "sudo apt install libespeak-ng1" if speaks else brings_to(machine, "pyttsx3")
        yield wrong("no_voice", mend)


def _speed(measure: Callable[[str], float], voice: str) -> Found:
    """Whether this machine is quick enough for a Piper voice."""
    try:
        seconds = round(measure(voice), 2)
        if seconds <= QUICK:
            return well("voice_speed", file=voice, seconds=seconds)
        trouble = Trouble("voice.slow", file=voice, seconds=seconds)
    except VoiceError as error:
        trouble = error.trouble
    why, mend = Reason("doctor.voice_slow.why", most=QUICK), Reason("doctor.voice_slow.mend")
    return Found("voice_slow", "note", trouble, why, mend, {"file": voice})


def called(card: Card | None) -> Reason:
    """What people call a sound card; None: the system's default."""
    if card is None:
        return Reason("output.default")
    return Reason(f"output.{card.kind}", card=card.choice, title=card.title or card.name)
