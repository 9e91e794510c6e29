"""Planted leaks: rooms and rules that tell a secret, each by another way. The tests of secrecy must fail with
every one of them."""

from __future__ import annotations

import copy
import ctypes
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from socket import AF_INET, AF_UNIX, SOCK_DGRAM, socket
from threading import Event, Thread
from time import sleep, thread_time
from typing import Any, NamedTuple

import msgspec
import pygame

from hardware import patterns
from hardware.simulated import SimulatedRings
from table.appliance.hosting.host import Hosting
from table.board.board import NIGHT_SCENES, SecretCircle
from table.engine.requests import Ask, Show, Vote, Wake, say
from table.games.werewolf import telling as werewolf_telling
from table.games.werewolf.rules.cards.accursed_wolf_father import INFECTED
from table.games.werewolf.rules.cards.fox import SCENT
from table.games.werewolf.rules.cards.rusty_knight import RUST
from table.games.werewolf.rules.cards.witch import HEALING_POTION, WITCH
from table.games.werewolf.rules.events import StalemateNear
from table.games.werewolf.rules.pieces import Call, Game, Printed, Rulebook
from table.publish.news import HealthNews, SpeakingNews
from table.room.act import NEVER, SeatGesture
from table.room.choosing import Choosing
from table.room.presses import Asked
from tests.kit import tables
from tests.kit.acts import Onlooker
from tests.kit.tables import Planted, plant
from tests.secrecy.rounds import Under
from tests.secrecy.table import Restless, Sits


class Leak(NamedTuple):
    """A leak of a room.

    `shows_at`: whether it can be seen at such a table, as far as is known; `by`: what tells the rounds apart,
    where others notice it of the machine; `evening`: a short one at which it shows, where few do.
    """

    name: str
    planted: Planted
    shows_at: Callable[[Sits], bool]
    by: str = ""
    evening: tuple[str, int] | None = None


IN_THE_ROOM: list[Leak] = []
IN_THE_MACHINE: list[Leak] = []
SHORT = ("tit-albert", 0)
"""An evening at which most leaks of the machine show."""
WITH_PEOPLE = ("tit-albert", 1)
"""An evening with people, who have slips."""

Done = Callable[[Restless, Any, Any], object]
"""What leaks: it gets the fingers round the room, a word of the game, and its answer."""


def where_lit(sits: Sits) -> bool:
    """Most leaks of a room are seen on a ring or at the pace of rings."""
    return not sits.unlit


def where_hosted(sits: Sits) -> bool:
    return sits.hosted


def leak(
    shows_at: Callable[[Sits], bool] = where_lit, **more: Any
) -> Callable[[Callable[[Restless], object]], Leak]:
    """A leak that a function plants in a room. `more`: `by` and `evening`, as a leak has them."""

    def made(planted: Planted) -> Leak:
        one = Leak(planted.__name__, planted, shows_at, **more)
        (IN_THE_MACHINE if one.by else IN_THE_ROOM).append(one)
        return one

    return made


def after(
    word: str, shows_at: Callable[[Sits], bool] = where_lit, *, in_call: bool = False, **more: Any
) -> Callable[[Done], Leak]:
    """A leak each time the room has dealt with a word of the game. `in_call`: in calls alone."""

    def made(leaks: Done) -> Leak:
        def planted(at: Restless) -> None:
            def dealt(request: Any, answer: Any) -> None:
                if at.room.calls.call or not in_call:
                    leaks(at, request, answer)

            tables.after(at.room, word, dealt)

        planted.__name__ = leaks.__name__
        return leak(shows_at, **more)(planted)

    return made


# In the room


@after("wake")
def ends_early(at: Restless, request: Wake, _: None) -> None:
    """A call is over as soon as nobody can answer it."""
    if not request.seats:
        at.room.calls.ends_s = at.room.time.now()


@after("show")
def ends_late(at: Restless, *_: object) -> None:
    """A call is a twentieth of a second longer when somebody was shown something."""
    at.room.calls.ends_s += 0.05


def on_rings(changed: Callable[[Restless, int, bytes], bytes]) -> Leak:
    """A leak on the rings of those called. `changed`: the ring of a seat as it is shown."""

    def planted(at: Restless) -> None:
        shows = at.room.lights.ring

        def ring(seat: int, now_s: float) -> bytes:
            shown = shows(seat, now_s)
            is_called = at.room.calls.call and seat in at.room.lights.faces
            return changed(at, seat, shown) if is_called else shown

        plant(at.room.lights, ring=ring)

    planted.__name__ = changed.__name__
    return leak()(planted)


@on_rings
def sheds_less(_: Restless, __: int, ring: bytes) -> bytes:
    """The rings of those called are lit by three pixels."""
    lit = next(pixel for pixel in range(0, len(ring), 3) if any(ring[pixel : pixel + 3]))
    return ring[:lit] + bytes(3) + ring[lit + 3 :]


@on_rings
def turns_blue(at: Restless, seat: int, ring: bytes) -> bytes:
    """Red and blue are exchanged on the ring of whoever has locked a choice: as many lights, as bright."""
    if seat in at.room.presses.phases:
        return ring
    return b"".join(ring[at : at + 3][::-1] for at in range(0, len(ring), 3))


@on_rings
def tilts(_: Restless, __: int, ring: bytes) -> bytes:
    """Of the lights of whoever is called one is a little brighter, and another as much dimmer."""
    shown = bytearray(ring)
    lit = [pixel for pixel in range(0, len(ring), 3) if any(ring[pixel : pixel + 3])]
    if len(lit) > 1:
        shown[lit[0]] += 4
        shown[lit[1]] -= 4
    return bytes(shown)


@leak()
def blinks_at_refusal(at: Restless) -> None:
    """A ring says that a press of somebody who sleeps was not wanted."""
    until_s: dict[int, float] = {}
    shows = at.room.lights.ring

    def overhears(heard: SeatGesture) -> bool:
        if at.room.calls.call and heard.seat not in at.room.presses.phases:
            until_s[heard.seat] = at.room.time.now() + 0.25
        return False

    def ring(seat: int, now_s: float) -> bytes:
        shown = shows(seat, now_s)
        return bytes(2 * channel for channel in shown) if now_s < until_s.get(seat, 0.0) else shown

    at.room.stage.enter(Onlooker(takes=overhears))
    plant(at.room.lights, ring=ring)


def at_locks(at: Restless, done: Callable[[], object]) -> None:
    """Does this whenever a choice has been locked in a call."""
    unlocked: list[Choosing] = []
    choosing = at.room.questions.choosing

    def noted(*given: Any, **more: Any) -> Choosing:
        unlocked.append(choosing(*given, **more))
        return unlocked[-1]

    def has_heard(_: float) -> None:
        for one in [one for one in unlocked if one.locked_s is not None]:
            unlocked.remove(one)
            if at.room.calls.call:
                done()

    plant(at.room.questions, choosing=noted)
    at.room.stage.enter(Onlooker(beat=has_heard))


@leak(lambda sits: sits.buttons == 3)
def clicks_at_three_buttons(at: Restless) -> None:
    """A choice is heard to be locked, where each seat has three buttons."""
    if at.room.presses.count == 3:
        at_locks(at, lambda: at.room.effects.play("card"))


@after("wake")
def greets(at: Restless, request: Wake, _: None) -> None:
    """A line is only said when somebody wakes."""
    if request.seats:
        at.room.speaking.voice.speak("Good evening.", "en")


@after("wake")
def pages_know(at: Restless, request: Wake, _: None) -> None:
    """Pages of phones are told at once that somebody was woken."""
    if request.seats:
        at.table.phones.tell(at.table.seats.public(at.room.time.now()))


@leak(where_hosted, evening=("best-of", 7))
def screens_remember(at: Restless) -> None:
    """The screen of whoever has chosen at night changes as the day breaks, and all phones are sent to."""
    locks: list[float] = []
    at_locks(at, lambda: locks.append(at.room.time.now()))
    asks = at.room.presses.asked_of

    def asked_of(seat: int) -> Asked:
        asked = asks(seat)
        is_night = at.room.board.scene in NIGHT_SCENES
        return asked if is_night else asked._replace(key=asked.key + len(locks))

    plant(at.room.presses, asked_of=asked_of)


@after("wake")
def news_know(at: Restless, request: Wake, _: None) -> None:
    """What is published says that the table speaks when it speaks to somebody."""
    if request.seats:
        at.table.news.wire.tell(SpeakingNews(True))


@leak(lambda sits: sits.hosted and sits.unlit and sits.free > 0)
def shines_for_the_called(at: Restless) -> None:
    """The board is bright only where somebody reads it."""
    shows = at.room.secret
    plant(at.room, secret=lambda: None if shows() == SecretCircle() else shows())


@leak()
def tells_by_card(at: Restless) -> None:
    """Who is woken by his own card, and who by another, is woken by other words."""
    wakes, begins = at.room.wake, at.room.speaking.begin
    awake: set[str] = set()

    def wake(request: Wake) -> None:
        awake.clear()
        awake.update(seat.card.key for seat in request.seats)  # type: ignore[attr-defined]
        wakes(request)

    def begin(line: werewolf_telling.Line) -> None:
        if at.room.calls.call is None:
            begins(line)
            return
        key, facts = line
        sentence = at.room.narration.line(key, lambda count: len(awake) % count, **facts)
        at.room.board.caption = sentence
        at.room.speaking.voice.speak(sentence, at.room.narration.language)

    plant(at.room, wake=wake)
    plant(at.room.speaking, begin=begin)


@after("show")
def draws_lines_in_secret(at: Restless, *_: object) -> None:
    """The wording of lines is drawn from a source that secrets are drawn from too."""
    at.chance.stream("narration").random()


@leak()
def shares_its_dice(at: Restless) -> None:
    """By day hands hesitate by the dice they have rolled at night."""
    at.room.presses.hands.by_night = at.room.presses.hands.by_day


@after("wake")
def covers_by_the_same_dice(at: Restless, request: Wake, _: None) -> None:
    """A press that means nothing is rolled with the dice of one that does, and shifts those of the day."""
    for _rolled in range(2 if request.seats else 1):
        at.room.presses.hands.by_day.random()


@after("show")
def writes_it_on_the_board(at: Restless, request: Show, _: None) -> None:
    """The board counts those who have something to read."""
    at.room.board.headline = f"{len(request.to)}"


@after("show")
def hushes(at: Restless, *_: object) -> None:
    """The night falls silent while somebody is shown something."""
    at.room.ambience.end()


@leak(where_hosted, evening=("thiercelieux", 4))
def spares_the_wolf_of_lights(at: Restless) -> None:
    """A light that is turned to a werewolf in a debate shows nobody."""
    beats = at.room.stage.beat

    def beat() -> None:
        for place in at.room.board.places if at.table.sits.hosted else ():
            seat = place.points_at
            if seat is not None and at.table.plotter.game.seats[seat].nature == "werewolf":
                place.points_at = None
        beats()

    plant(at.room.stage, beat=beat)


@after("wake")
def lamps_know(at: Restless, request: Wake, _: None) -> None:
    """The lamps of those called are lit at night too."""
    at.table.devices.lamps.light([seat.index for seat in request.seats])


@after("show")
def counts_the_charmed(at: Restless, request: Show, _: None) -> None:
    """The look of the charmed lasts as long as there are charmed to be seen."""
    if request.what == "charmed":
        at.room.calls.ends_s = max(at.room.calls.ends_s, at.room.time.now() + 2.5 * len(request.value))


@leak()
def spares_the_beloved(at: Restless) -> None:
    """Whoever may not be named is missing from the ring, so that a Lover has fewer lights to turn."""

    def vote(request: Vote) -> dict[Any, Any]:
        named = at.room.mind.vote(request)
        asked = {
            voter.index: at.room.questions.choosing(voter.index, menu, 1, False)
            for voter, menu in request.choices.items()
        }
        picks = {voter.index: (named[voter],) if voter in named else () for voter in request.choices}
        at.choose(request, asked, picks)
        return named

    plant(at.room, vote=vote)


@after("show", lambda sits: sits.buttons > 1)
def logs_with_more_buttons(at: Restless, request: Show, _: None) -> None:
    """A line on standard error whenever somebody is shown something alone, with several buttons only."""
    if at.room.presses.count > 1 and len(request.to) == 1:
        print("a message", file=sys.stderr)


@after("show", lambda sits: sits.running)
def logs_where_the_clock_runs(at: Restless, request: Show, _: None) -> None:
    """Whatever somebody is shown is on standard error, as soon as there is a clock that runs."""
    if at.room.stage.beat_s < NEVER:
        print(request.value, file=sys.stderr)


@after("ask", where_hosted, in_call=True)
def logs_where_a_host_sits(at: Restless, _: Ask, answer: Sequence[Any]) -> None:
    """A line on standard error says that a question was answered, where the round can be stopped."""
    if at.hosting and at.hosting.ear.stoppable and answer:
        print("answered", file=sys.stderr)


def in_hosting(changed: Callable[[Restless, Hosting], object]) -> Leak:
    """A leak of the host's part of a round."""

    def planted(at: Restless) -> None:
        hosted = at.hosted

        def hosting() -> Hosting:
            made = hosted()
            changed(at, made)
            return made

        plant(at, hosted=hosting)

    planted.__name__ = changed.__name__
    return leak(where_hosted, evening=("family", 4))(planted)


@in_hosting
def spares_the_called_host(at: Restless, hosting: Hosting) -> None:
    """A host who is called cannot ask for the menu meanwhile: whether it opens tells whether the host is."""
    wants = hosting.ear.want_menu

    def want_menu(heard: SeatGesture) -> bool:
        return at.room.places.pods[heard.seat] not in at.table.awake and wants(heard)

    plant(hosting.ear, want_menu=want_menu)


@in_hosting
def opens_for_the_called_host(at: Restless, hosting: Hosting) -> None:
    """The menu of a host who is called opens at once, and of any other after the call."""
    stops = hosting.stop_if_menu_wanted

    def stop() -> None:
        host, is_calling = at.room.people.host, at.room.calls.is_calling
        is_called = host is not None and at.room.places.pods[host] in at.table.awake
        at.room.calls.is_calling = is_calling and not is_called
        try:
            stops()
        finally:
            at.room.calls.is_calling = is_calling

    plant(hosting, stop_if_menu_wanted=stop)


@leak(lambda sits: sits.hosted and sits.free > 0)
def goes_on_inviting(at: Restless) -> None:
    """Free pods go on breathing once they were shown, and step whenever another ring does."""

    def free_ring(now_s: float) -> bytes:
        menu, pixels = at.room.board.menu, at.room.stage.rings.pixels
        breathing = patterns.lobby_breathing(pixels, now_s)
        if menu and menu.invites:
            return breathing
        turned = patterns.frame(
            at.room.lights.ring(seat, now_s) for seat in range(len(at.room.village.names))
        )
        is_still = not at.table.menus or turned == at.room.stage.frame
        return at.room.places.free_ring if is_still else breathing

    plant(at.room, free_ring=free_ring)


@leak()
def holds_frames_back(at: Restless) -> None:
    """No ring turns while a finger of somebody called is down: those who sleep see theirs stand still."""
    beats = at.room.stage.beat

    def beat() -> None:
        called = at.table.awake if at.room.calls.call else set()
        rings = at.room.stage.rings
        if any(at.room.places.pods[finger.seat] in called for finger in at.room.presses.down()):
            at.room.stage.rings = SimulatedRings(rings.seats, rings.pixels)
            at.room.stage.frame = b""
        try:
            beats()
        finally:
            at.room.stage.rings = rings

    plant(at.room.stage, beat=beat)


# What others notice of the machine


@after("vote", by="prepared", in_call=True)
def renders_the_prey(at: Restless, _: Vote, ballots: dict[Any, Any]) -> None:
    """The voice renders the name of the wolves' prey ahead: it works, and its cache has one file more."""
    at.room.speaking.voice.prepare([seat.name for seat in ballots.values()], "en")


@after("show", by="can_say")
def asks_for_the_seen(at: Restless, request: Show, _: None) -> None:
    """The voice is asked whether it has the nature that is shown to somebody."""
    at.room.speaking.voice.can_say(str(request.value), "en")


@after("wake", by="title")
def dots_in_the_title(_: Restless, request: Wake, __: None) -> None:
    """The window's title has as many dots as were woken."""
    pygame.display.set_caption(f"Garou{'.' * len(request.seats)}")


@after("wake", by="status")
def tells_systemd(at: Restless, request: Wake, _: None) -> None:
    """systemd's status says whether somebody is called. It is sent as often, and to the same address."""
    with socket(AF_UNIX, SOCK_DGRAM) as wire:
        wire.sendto(f"STATUS={len(request.seats)}".encode(), at.table.machine.address)


@after("show", by="processor_ms")
def thinks(*_: object) -> None:
    """The processor is busy for 30 ms where somebody is shown something: frames stand still."""
    ends_s = thread_time() + 0.03
    while thread_time() < ends_s:
        sum(range(100_000))


@after("show", by="blocked")
def stands_still(*_: object) -> None:
    """The room sleeps for a moment where somebody is shown something; its processor does nothing."""
    sleep(0.005)


@after("ask", by="name", in_call=True)
def calls_the_kernel(_: Restless, request: Ask, __: object) -> None:
    """The same without a file that is opened."""
    LIBC.prctl(PR_SET_NAME, request.key.encode(), 0, 0, 0)


@after("ask", by="os.utime", in_call=True)
def touches_a_file(*_: object) -> None:
    """A file has another time once somebody was asked."""
    os.utime(own_folder())


@after("show", by="open")
def writes_a_file(_: Restless, request: Show, __: None) -> None:
    """What somebody was shown is written to a file."""
    (own_folder() / "shown").write_text(str(request.value))


def while_read(at: Restless, done: Callable[[], object]) -> None:
    """Does this in each beat of a call while somebody has words on their slip."""

    def shown(_: float) -> None:
        if at.room.calls.call and any(at.room.slips().values()):
            done()

    at.room.stage.enter(Onlooker(shown=shown))


@leak(by="rings", evening=WITH_PEOPLE)
def lights_again(at: Restless) -> None:
    """Frames go over the wire again in each beat while somebody has words on their slip."""
    while_read(at, lambda: at.table.rings.show(at.table.rings.frame))


@leak(by="news", evening=WITH_PEOPLE)
def health_knows(at: Restless) -> None:
    """The table's health is published again while somebody has words on their slip."""
    while_read(at, lambda: at.table.news.wire.tell(HealthNews(False, (), ())))


@after("ask", by="slips", in_call=True)
def lays_slips_again(at: Restless, *_: object) -> None:
    """Slips are laid again for those who are asked."""
    at.table.slips.show(at.table.slips.words)


@after("ask", by="ambience", in_call=True)
def begins_the_ambience_again(at: Restless, *_: object) -> None:
    """The sound of the night begins again where somebody is asked."""
    at.room.ambience.begin()


@leak(by="threads")
def starts_a_thread(at: Restless) -> None:
    """A thread more runs while somebody looks at what they are shown."""
    reading: list[tuple[Event, Thread]] = []
    shows, sleeps = at.room.show, at.room.sleep

    def show(request: Show) -> None:
        shows(request)
        is_read = Event()
        reading.append((is_read, Thread(target=is_read.wait, daemon=True)))
        reading[-1][1].start()

    def end(request: Any) -> None:
        sleeps(request)
        while reading:
            is_read, thread = reading.pop()
            is_read.set()
            thread.join()  # no later evening sees it end

    plant(at.room, show=show, sleep=end)


@after("show", by="subprocess.Popen")
def runs_a_program(*_: object) -> None:
    """A program is started where somebody is shown something."""
    subprocess.run(["true"], check=True)


@after("ask", by="socket", in_call=True)
def sends_a_packet(*_: object) -> None:
    """A packet goes out for each answer, always the same."""
    with socket(AF_INET, SOCK_DGRAM) as wire:
        wire.sendto(b".", ("127.0.0.1", 9))


@after("show", by="written")
def writes_past_python(*_: object) -> None:
    """A library in C complains where somebody is shown something."""
    os.write(2, b"underrun\n")


def own_folder() -> Path:
    """A folder of this test alone."""
    folder = Path(os.environ["XDG_STATE_HOME"])
    if not folder.is_dir():
        folder.mkdir(parents=True)
    return folder


LIBC = ctypes.CDLL(None)
PR_SET_NAME = 15


# In the rules: calls that are not held where somebody could know that nobody would wake, and a word too much

Held = Callable[[Game, Call], bool]


def leaving_out(held: Held) -> Under:
    """A rulebook that holds its calls only where `held` says so too."""

    def under(rulebook: Rulebook) -> Rulebook:
        return replace(rulebook, calls=tuple(map(changed, rulebook.calls)))

    def changed(call: Call) -> Call:
        other = copy.copy(call)
        other.when = lambda game: (call.when is None or call.when(game)) and held(game, call)
        return other

    return under


def of(key: str, held: Callable[[Game], bool]) -> Under:
    return leaving_out(lambda game, call: call.key != key or held(game))


def lives(key: str) -> Callable[[Game], bool]:
    return lambda game: any(seat.card.key == key for seat in game.alive)


async def sighs_with_relief(game: Game) -> None:
    """A word is said in the morning after the healing potion was drunk."""
    if any(seat.card is WITCH and not seat.has(HEALING_POTION) for seat in game.alive):
        await say(StalemateNear())


def sighing(rulebook: Rulebook) -> Rulebook:
    return replace(rulebook, at_dawn=(*rulebook.at_dawn, Printed(WITCH, sighs_with_relief)))


class RuleLeak(msgspec.Struct):
    """A leak planted in a rulebook, and a table small enough to try everything at which it shows."""

    under: Under
    rulebook: str
    cards: str
    centre: str = ""


IN_THE_RULES = {
    "who is dead is not called": RuleLeak(
        leaving_out(lambda game, call: call.is_look or call.is_always or lives(call.card.key)(game)),
        "thiercelieux",
        "werewolf seer villager",
    ),
    "who lies in the centre is not called": RuleLeak(
        leaving_out(lambda game, call: call.is_always or call.card not in game.centre),
        "thiercelieux",
        "werewolf thief",
        "seer villager",
    ),
    "the Lovers' look is held for Lovers only": RuleLeak(
        of("lovers", lambda game: bool(game.lovers)), "thiercelieux", "werewolf thief", "cupid villager"
    ),
    "the look of the bite is held after a bite only": RuleLeak(
        of("infected", lambda game: any(seat.has(INFECTED) for seat in game.alive)),
        "best-of",
        "accursed_wolf_father villager villager",
    ),
    "the Big Bad Wolf sleeps through once he is sated": RuleLeak(
        of("big_bad_wolf", lambda game: not game.wolf_has_died and not game.holders(RUST)),
        "best-of",
        "big_bad_wolf rusty_knight villager",
    ),
    "the White Werewolf is called where he plays": RuleLeak(
        of("white_werewolf", lives("white_werewolf")), "best-of", "white_werewolf werewolf villager villager"
    ),
    "a Fox without his scent is not called": RuleLeak(
        of("fox", lambda game: any(seat.has(SCENT) for seat in game.alive)),
        "best-of",
        "werewolf fox villager",
    ),
    "the morning sighs with relief": RuleLeak(sighing, "tit-albert", "werewolf witch villager"),
}
