"""Makes the rooms of a table, in which a round is played or offered again."""

from __future__ import annotations

from collections.abc import Sequence

from hardware.simulated import SimulatedButtons
from hardware.touches import NoTouches
from table.appliance.lobby.phone_seats import RoomOnPhones
from table.appliance.menu.menus import MenuTexts, Page, pages
from table.appliance.table import Here, Table
from table.engine.chance import Chance
from table.engine.play import Answerer
from table.evening.diary import Diary
from table.games.evening import Evening
from table.games.lots import ByLot
from table.games.telling import NarratorMemory, NoTelling, Telling
from table.publish.news import Playing
from table.room.places import seated
from table.room.room import Room
from table.sentences import one_line
from table.settings.times import Times

OFFER_S = 15.0
"""Seconds in which a hold declines to resume an interrupted round."""


def room_of(
    table: Table,
    mind: Answerer,
    chance: Chance,
    *,
    untouched: bool = False,
    evening: Evening | None = None,
    told: Telling | None = None,
    memory: NarratorMemory | None = None,
    diary: Diary | None = None,
    mistake: str = "",
) -> Room:
    """Makes a room for the seats of an evening; without an evening, for all pods.

    `mind`: plays seats nobody has touched.
    `untouched`: the seats cannot be touched.
    `told`, `memory`: the telling and its narrator's memory, if not the evening's.
    `diary`: stores the round; people sit where they sat.
    `mistake`: why it is in another language.
    """
    table.count_people()
    before, devices, settings = table.here, table.opened.devices, table.settings
    names = evening.names if evening else table.names
    places = table.places((evening.pods if evening else ()) or range(len(names)))
    away: set[int] = set()
    if before and evening and evening is before.evening:
        # People who moved keep their new pod, and seats the table plays for stay so.
        places, away = before.village.places, before.village.people.away
    if evening:
        devices = seated(devices, places)
    if untouched:
        nobodys = SimulatedButtons(len(table.names), settings.buttons, devices.clock)
        devices = devices._replace(buttons=nobodys, touches=NoTouches())
    unkept = (lambda: diary.trouble) if diary else bool
    room = Room(
        table.stage(devices, chance, names, places, mistake=mistake, unkept=unkept),
        settings.times,
        mind,
        night=table.eyes(),
        cover_taps=settings.game.cover_taps,
        talk=settings.game.talk or settings.game.claims is True,
        pointing=settings.game.pointing,
        claims_with_bots=settings.game.claims == "with bots",
        telling=told or telling_of(evening, settings.times),
        memory=memory or (evening.memory if evening else None),
    )
    room.people.update(seat for seat, pod in enumerate(places.pods) if pod in table.people)
    room.people.away |= away
    if diary and table.face != "log":  # Where nobody can press, nobody sits.
        room.people.update(diary.people)
    if table.people.host is not None:
        room.people.host = places.seat_at(table.people.host)
    room.village.tempers = evening.tempers if evening else ()
    table.here = Here(room.village, evening)
    lasts = table.lasts if table.lasts and table.lasts.evening is evening else None
    if table.news:
        key, number = settings.game.rulebook, 0
        if evening:
            key, number = evening.rulebook.key, evening.number + 1
        over_s = lasts.over_s(number, room.time.now()) if lasts else None
        playing = Playing(key, table.narration.language, number, over_s=over_s)
        table.news.attend(room.stage, lambda: playing)
    if table.phones:
        minutes = lasts.minutes if lasts else 0
        cards, rules = (evening.deck, rules_of(evening, room)) if evening else ((), ())
        seen = RoomOnPhones(room, is_round=evening is not None, minutes=minutes, cards=cards, rules=rules)
        table.phones.attend(room.stage, seen)
    room.speaking.captions = table.opened.has_captions
    if evening:
        table.opened.sound_like(evening.rulebook.key)
    return room


def rules_of(evening: Evening, room: Room) -> list[Page]:
    """The rules of a round, in pages."""
    narration, buttons = room.narration, room.presses.count
    words = MenuTexts(narration.language, narration.own)
    return pages(words, evening.rulebook.key, narration, evening.deck, evening.options, buttons)


def offer_and_wait(table: Table, mistake: str = "", people: int = 0, host: int | None = None) -> bool:
    """Offers to resume the interrupted round. Returns whether it goes on. Raises `ClosedError` if somebody
    closes the table. `mistake`: why it is in another language. `people`: number of people who sat in it.
    `host`: the host's pod."""
    room, phones = _waiting_room(table, mistake), table.phones
    is_deserted = lambda: phones is not None and 0 < people <= len(phones.places.away)  # noqa: E731
    return room.pages.offer_and_wait(OFFER_S, people, host, is_deserted)


def refuse_and_wait(table: Table) -> None:
    """Announces that this table cannot resume an interrupted round."""
    _waiting_room(table).pages.refuse_and_wait()


def show_left_out_and_wait(table: Table, line: str, files: Sequence[str]) -> None:
    """Announces the owner's files that cannot be used. `line`: the key of the sentence."""
    _waiting_room(table).pages.refuse_and_wait(line, one_line(", ".join(files)))


def telling_of(evening: Evening | None, times: Times, is_first: bool = True) -> Telling:
    """The telling of an evening's rounds. `is_first`: whether the first round says who can see the board."""
    return evening.telling(times, is_first=is_first) if evening else NoTelling()


def _waiting_room(table: Table, mistake: str = "") -> Room:
    return room_of(table, ByLot("offer"), Chance("offer/room"), mistake=mistake)
