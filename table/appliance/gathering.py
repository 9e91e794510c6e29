"""The time between two evenings: the lobby, and shows while nobody is there."""

from __future__ import annotations

from contextlib import nullcontext
from itertools import count

from hardware.simulated import SimulatedVoice
from hardware.sounds import NoAmbience, NoEffects
from table.appliance.lobby.lobby import Lobby, Sitting
from table.appliance.lobby.show import ShownRound, prepared
from table.appliance.opening.choices import TableChoices
from table.appliance.rooms import telling_of
from table.appliance.table import EveningLasts, Here, Table
from table.engine.chance import Chance
from table.games.evening import Evening
from table.room.people import People
from table.room.places import seated
from table.room.room import Room
from table.settings.settings import Settings
from table.settings.times import HurriedTimes

GATHER_S = 30.0
"""Seconds for which a table of bots waits for people before the cards are dealt."""


def gather_and_wait(
    table: Table, house: TableChoices, sitting: Sitting, is_open: bool, seed: str, *, waits: bool = False
) -> Sitting:
    """Runs the lobby, with shows while nobody is there. `is_open`: opens the menu at once. `waits`: waits
    only until somebody sits."""
    pods = table.in_service()
    begins = house.simulated and not waits
    sat: int | None = None
    for number in count():
        places, names = table.places(pods), [table.names[pod] for pod in pods]
        devices = seated(table.opened.devices, places)
        lobby = Lobby(
            table.stage(devices, Chance(f"{seed}/{number}"), names, places, people_sit=False),
            house=house,
            sitting=sitting._replace(
                taken=tuple(seat for seat, pod in enumerate(pods) if pod in sitting.taken),
                host=pods.index(sitting.host) if sitting.host in pods else None,
            ),
            apply=lambda choices: table.choose(house, choices),
            starts_s=GATHER_S if begins else None,
            # A show takes the address of the phones from the board.
            shows=table.settings.show.enabled and not table.phones,
            waits=waits,
            phones=table.phones,
            news=table.news,
        )
        table.here = Here(lobby.village)
        if sat is not None:
            lobby.seating.sit(pods.index(sat))
        # Where no time passes nobody can plug anything in.
        stick = house.stick if table.face != "log" else None
        with stick.watched(table.opened.devices.clock.wake) if stick else nullcontext():
            chosen = lobby.run(is_open, welcomes=not number)
        table.tell_trouble()
        if chosen:
            break
        table.people, table.here = People(), None
        sitting = Sitting((), None, house.settings)
        sat = show_and_wait(table, house, f"{seed}/{number}")
    assert chosen
    table.people, table.here = People(pods[seat] for seat in chosen.taken), None
    table.people.host = None if chosen.host is None else pods[chosen.host]
    return chosen._replace(taken=tuple(sorted(table.people)), host=table.people.host)


def show_and_wait(table: Table, house: TableChoices, seed: str) -> int | None:
    """Plays a round as a show, which is not stored. Returns the pod at which somebody sits down."""
    opened, chairs = table.opened, table.in_service()
    shown = prepared(house, table.names, chairs, seed)
    if shown is None:
        return None
    evening, places = shown.evening, table.places(shown.evening.pods)
    buttons = seated(opened.devices, table.places(chairs)).buttons
    devices = seated(opened.devices, places)._replace(buttons=buttons)
    if not table.settings.show.volume:
        voice = SimulatedVoice(devices.clock, 0.0)
        devices = devices._replace(voice=voice, ambience=NoAmbience(), effects=NoEffects())
    else:
        opened.sound_like(evening.rulebook.key)
    opened.sound(house.settings, table.settings.show.volume)
    room = Room(
        table.stage(devices, Chance(f"{shown.seed}/room"), evening.names, places, people_sit=False),
        HurriedTimes(),
        shown.mind(table.narration.language),
        night=table.eyes(),
        telling=telling_of(evening, HurriedTimes(), is_first=False),
        memory=evening.memory,
    )
    sat = ShownRound(room).run(evening)
    opened.sound(house.settings)
    return None if sat is None else chairs[sat]


def sitting_at(table: Table, choices: Settings) -> Sitting:
    """The people who sit here now, and the last choices."""
    table.count_people()
    return Sitting(tuple(sorted(table.people)), table.people.host, choices)


def evening_at(table: Table, house: TableChoices, sitting: Sitting, seed: int) -> Evening:
    """The evening of the people who sit here; of all seats if bots play too."""
    choices, phones = sitting.choices, table.phones
    pods = table.in_service() if choices.game.bots else sitting.taken
    if table.blind and not table.all_read_alone(sitting.taken):
        choices = house.offer(choices).unseen(choices)
    called = phones.places.called if phones and phones.places.keeps_names else {}
    names = [called.get(table.names[pod], table.names[pod]) for pod in pods]
    evening = house.evening(choices, names, pods, seed)
    minutes = house.offer(choices).minutes(house.book(choices), choices, evening.deck)
    table.lasts = EveningLasts(evening, minutes)
    return evening
