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
from typing import Any

import msgspec
import pygame

from hardware import patterns
from hardware.simulated import SimulatedRings
from table.appliance.hosting.ear import HostEar
from table.board.board import SecretCircle, SecretPicture
from table.engine.requests import Ask, Show, Sleep, Vote, Wake, say
from table.games.werewolf import telling as werewolf_telling
from table.games.werewolf.rules.cards.accursed_wolf_father import INFECTED
from table.games.werewolf.rules.cards.fox import SCENT
from table.games.werewolf.rules.cards.rusty_knight import RUST
from table.games.werewolf.rules.cards.witch import HEALING_POTION, WITCH
from table.games.werewolf.rules.events import StalemateNear
from table.games.werewolf.rules.pieces import Call, Game, Printed, Rulebook
from table.publish.news import HealthNews, SpeakingNews
from table.room.act import NEVER, Finger
from table.room.choosing import Choosing
from tests.kit.acts import Onlooker
from tests.kit.tables import plant
from tests.secrecy.rounds import Under
from tests.secrecy.table import RestlessHosting, RestlessRoom, Sits

# In the room


class EndsEarly(RestlessRoom):
    """A call is over as soon as nobody can answer it."""

    def wake(self, request: Wake) -> None:
        super().wake(request)
        if not request.seats:
            self.calls.ends_s = self.time.now()


class EndsLate(RestlessRoom):
    """A call is a twentieth of a second longer when somebody was shown something."""

    def show(self, request: Show) -> None:
        super().show(request)
        self.calls.ends_s += 0.05


class EndsWhenAnswered(RestlessRoom):
    """A call is over soon after whoever is asked has locked his choice."""

    def ask(self, request: Ask) -> Sequence[Any]:
        answer = super().ask(request)
        self.calls.ends_s = min(self.calls.ends_s, self.time.now() + 1.0)
        return answer


class ShedsLess(RestlessRoom):
    """The rings of those called are lit by three pixels."""

    def ring(self, seat: int, now_s: float) -> bytes:
        ring = super().ring(seat, now_s)
        if self.calls.call is None or seat not in self.lights.faces:
            return ring
        lit = next(pixel for pixel in range(0, len(ring), 3) if any(ring[pixel : pixel + 3]))
        return ring[:lit] + bytes(3) + ring[lit + 3 :]


class ShedsMore(RestlessRoom):
    """The rings of those called are a shade brighter."""

    def ring(self, seat: int, now_s: float) -> bytes:
        ring = super().ring(seat, now_s)
        return (
            ring.replace(bytes([24]), bytes([25])) if self.calls.call and seat in self.lights.faces else ring
        )


class BlinksAtRefusal(RestlessRoom):
    """A ring says that a press of somebody who sleeps was not wanted."""

    def __init__(self, *given: Any, **more: Any) -> None:
        self._until_s: dict[int, float] = {}
        super().__init__(*given, **more)

    def overhears(self, finger: Finger) -> None:
        if self.calls.call and finger.seat not in self.presses.phases:
            self._until_s[finger.seat] = self.time.now() + 0.25

    def ring(self, seat: int, now_s: float) -> bytes:
        ring = super().ring(seat, now_s)
        return bytes(2 * channel for channel in ring) if now_s < self._until_s.get(seat, 0.0) else ring


class BeepsAtConfirm(RestlessRoom):
    """A locked choice is heard."""

    def __init__(self, *given: Any, **more: Any) -> None:
        self._open: list[Choosing] = []
        super().__init__(*given, **more)
        self.stage.enter(Onlooker(beat=self._has_heard))

    def choosing(self, *given: Any) -> Choosing:
        choosing = super().choosing(*given)
        self._open.append(choosing)
        return choosing

    def _has_heard(self, now_s: float) -> None:  # noqa: ARG002 - in every beat
        locked = [choosing for choosing in self._open if choosing.locked_s is not None]
        for choosing in locked:
            self._open.remove(choosing)
            if self.calls.call:
                self.speaking.voice.speak("Beep.", "en")


class Greets(RestlessRoom):
    """A line is only said when somebody wakes."""

    def wake(self, request: Wake) -> None:
        super().wake(request)
        if request.seats:
            self.speaking.voice.speak("Good evening.", "en")


class PagesKnow(RestlessRoom):
    """Pages of phones are told at once that somebody was woken."""

    def wake(self, request: Wake) -> None:
        super().wake(request)
        if request.seats:
            self.table.phones.tell(self.table.seats.public(self.time.now()))


class NewsKnow(RestlessRoom):
    """What is published says that the table speaks when it speaks to somebody."""

    def wake(self, request: Wake) -> None:
        super().wake(request)
        if request.seats:
            self.table.news.wire.tell(SpeakingNews(True))


class ShinesForTheCalled(RestlessRoom):
    """The board is bright only where somebody reads it."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)

    def secret(self) -> SecretPicture | None:
        seen = super().secret()
        return None if seen == SecretCircle() else seen

    @classmethod
    def shows_at(cls, sits: Sits) -> bool:
        return sits.hosted and sits.unlit and sits.free > 0


class TellsByCard(RestlessRoom):
    """Who is woken by his own card, and who by another, is woken by other words."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self._begins = self.speaking.begin
        plant(self.speaking, begin=self._begin)

    def wake(self, request: Wake) -> None:
        self._cards_awake = {seat.card.key for seat in request.seats}  # type: ignore[attr-defined]
        super().wake(request)

    def _begin(self, line: werewolf_telling.Line) -> None:
        if self.calls.call is None:
            self._begins(line)
            return
        key, facts = line
        sentence = self.narration.line(key, lambda count: len(self._cards_awake) % count, **facts)
        self.board.caption = sentence
        self.speaking.voice.speak(sentence, self.narration.language)


class DrawsLinesInSecret(RestlessRoom):
    """The wording of lines is drawn from a source that secrets are drawn from too."""

    def show(self, request: Show) -> None:
        super().show(request)
        self.chance.stream("narration").random()


class SharesItsDice(RestlessRoom):
    """By day hands hesitate by the dice they have rolled at night."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.presses.hands.by_night = self.presses.hands.by_day


class CoversByTheSameDice(RestlessRoom):
    """A press that means nothing is rolled with the dice of one that does, and shifts those of the day."""

    def wake(self, request: Wake) -> None:
        super().wake(request)
        self.presses.hands.by_day.random()
        if request.seats:
            self.presses.hands.by_day.random()


class WritesItOnTheBoard(RestlessRoom):
    """The board counts those who have something to read."""

    def show(self, request: Show) -> None:
        super().show(request)
        self.board.headline = f"{len(request.to)}"


class LogsIt(RestlessRoom):
    """A line of the log says who is asked."""

    def ask(self, request: Ask) -> Sequence[Any]:
        if self.calls.call:
            print(f"asked: {request.seat.name}", file=sys.stderr)
        return super().ask(request)


class Hushes(RestlessRoom):
    """The night falls silent while somebody is shown something."""

    def show(self, request: Show) -> None:
        super().show(request)
        self.ambience.end()


class Clinks(RestlessRoom):
    """A card is heard to turn where somebody is shown something."""

    def show(self, request: Show) -> None:
        super().show(request)
        self.effects.play("card")


class SparesTheWolfOfLights(RestlessRoom):
    """A light that is turned to a werewolf in a debate shows nobody."""

    @classmethod
    def shows_at(cls, sits: Sits) -> bool:
        return sits.hosted

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self._beats = self.stage.beat
        plant(self.stage, beat=self._beat)

    def _beat(self) -> None:
        for place in self.board.places if self.table.sits.hosted else ():
            seat = place.points_at
            if seat is not None and self.table.plotter.game.seats[seat].nature == "werewolf":
                place.points_at = None
        self._beats()


class LampsKnow(RestlessRoom):
    """The lamps of those called are lit at night too."""

    def wake(self, request: Wake) -> None:
        super().wake(request)
        self.table.devices.lamps.light([seat.index for seat in request.seats])


class CountsTheCharmed(RestlessRoom):
    """The look of the charmed lasts as long as there are charmed to be seen."""

    def show(self, request: Show) -> None:
        super().show(request)
        if request.what == "charmed":
            self.calls.ends_s = max(self.calls.ends_s, self.time.now() + 2.5 * len(request.value))


class SparesTheBeloved(RestlessRoom):
    """Whoever may not be named is missing from the ring, so that a Lover has fewer lights to turn."""

    def vote(self, request: Vote) -> dict[Any, Any]:
        named = self.mind.vote(request)
        asked = {
            voter.index: self.choosing(voter.index, menu, 1, False) for voter, menu in request.choices.items()
        }
        picks = {voter.index: (named[voter],) if voter in named else () for voter in request.choices}
        self.choose(request, asked, picks)
        return named


class LogsWithMoreButtons(RestlessRoom):
    """A line on standard error whenever somebody is shown something alone, with several buttons only."""

    @classmethod
    def shows_at(cls, sits: Sits) -> bool:
        return sits.buttons > 1

    def show(self, request: Show) -> None:
        super().show(request)
        if self.presses.count > 1 and len(request.to) == 1:
            print("a message", file=sys.stderr)


class LogsWhereTheClockRuns(RestlessRoom):
    """Whatever somebody is shown is on standard error, as soon as there is a clock that runs."""

    @classmethod
    def shows_at(cls, sits: Sits) -> bool:
        return sits.running

    def show(self, request: Show) -> None:
        super().show(request)
        if self.stage.beat_s < NEVER:
            print(request.value, file=sys.stderr)


class LogsWhereAHostSits(RestlessRoom):
    """A line on standard error says that a question was answered, where the round can be stopped."""

    @classmethod
    def shows_at(cls, sits: Sits) -> bool:
        return sits.hosted

    def ask(self, request: Ask) -> Sequence[Any]:
        answer = super().ask(request)
        if self.hosting and self.hosting.ear.stoppable and self.calls.call and answer:
            print("answered", file=sys.stderr)
        return answer


class TurnsBlue(RestlessRoom):
    """Red and blue are exchanged on the ring of whoever has locked a choice: as many lights, as bright."""

    def ring(self, seat: int, now_s: float) -> bytes:
        ring = super().ring(seat, now_s)
        if self.calls.call is None or seat not in self.lights.faces or seat in self.presses.phases:
            return ring
        return b"".join(ring[at : at + 3][::-1] for at in range(0, len(ring), 3))


class Tilts(RestlessRoom):
    """Of the lights of whoever is called one is a little brighter, and another as much dimmer."""

    def ring(self, seat: int, now_s: float) -> bytes:
        ring = bytearray(super().ring(seat, now_s))
        lit = [pixel for pixel in range(0, len(ring), 3) if any(ring[pixel : pixel + 3])]
        if self.calls.call and seat in self.lights.faces and len(lit) > 1:
            ring[lit[0]] += 4
            ring[lit[1]] -= 4
        return bytes(ring)


class ClicksAtThreeButtons(RestlessRoom):
    """A choice is heard to be locked, where each seat has three buttons."""

    @classmethod
    def shows_at(cls, sits: Sits) -> bool:
        return sits.buttons == 3

    def __init__(self, *given: Any, **more: Any) -> None:
        self._open: list[Choosing] = []
        super().__init__(*given, **more)
        self.stage.enter(Onlooker(beat=self._has_heard))

    def choosing(self, *given: Any) -> Choosing:
        choosing = super().choosing(*given)
        self._open.append(choosing)
        return choosing

    def _has_heard(self, now_s: float) -> None:  # noqa: ARG002 - in every beat
        for choosing in [choosing for choosing in self._open if choosing.locked_s is not None]:
            self._open.remove(choosing)
            if self.calls.call and self.presses.count == 3:
                self.effects.play("card")


class PoursSlowly(RestlessRoom):
    """The Witch's call is sixty milliseconds longer if she has used a potion."""

    def ask(self, request: Ask) -> Sequence[Any]:
        answer = super().ask(request)
        if answer and request.key.startswith("witch."):
            self.calls.ends_s += 0.06
        return answer


class SparesTheCalledHost(RestlessRoom):
    """A host who is called cannot ask for the menu meanwhile: whether it opens tells whether the host is."""

    @classmethod
    def shows_at(cls, sits: Sits) -> bool:
        return sits.hosted

    def hosted(self) -> RestlessHosting:
        return SparingHosting(self)


class SparingHosting(RestlessHosting):
    def __init__(self, room: RestlessRoom) -> None:
        super().__init__(room)
        plant(self.ear, want_menu=self.want_menu)

    def want_menu(self, seat: int, button: int) -> bool:
        called = self.restless.table.awake
        return self.room.places.pods[seat] not in called and HostEar.want_menu(self.ear, seat, button)


class OpensForTheCalledHost(RestlessRoom):
    """The menu of a host who is called opens at once, and of any other after the call."""

    @classmethod
    def shows_at(cls, sits: Sits) -> bool:
        return sits.hosted

    def hosted(self) -> RestlessHosting:
        return OpeningHosting(self)


class OpeningHosting(RestlessHosting):
    def stop_if_menu_wanted(self) -> None:
        host, room = self.room.people.host, self.restless
        is_calling, is_called = (
            room.calls.is_calling,
            host is not None and self.room.places.pods[host] in room.table.awake,
        )
        room.calls.is_calling = is_calling and not is_called
        try:
            super().stop_if_menu_wanted()
        finally:
            room.calls.is_calling = is_calling


class GoesOnInviting(RestlessRoom):
    """Free pods go on breathing once they were shown, and step whenever another ring does."""

    @classmethod
    def shows_at(cls, sits: Sits) -> bool:
        return sits.hosted and sits.free > 0

    def free_ring(self, now_s: float) -> bytes:
        menu, pixels = self.board.menu, self.stage.rings.pixels
        ring = patterns.lobby_breathing(pixels, now_s) if menu and menu.invites else b""
        self._turned = patterns.frame(self.ring(seat, now_s) for seat in range(len(self.village.names)))
        if ring or not self.table.menus or self._turned == self.stage.frame:
            return ring or self.places.free_ring
        return patterns.lobby_breathing(self.stage.rings.pixels, now_s)


class HoldsFramesBack(RestlessRoom):
    """No ring turns while a finger of somebody called is down: those who sleep see theirs stand still."""

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self._beats = self.stage.beat
        plant(self.stage, beat=self._beat)

    def _beat(self) -> None:
        called = self.table.awake if self.calls.call else set()
        rings = self.stage.rings
        if any(self.places.pods[finger.seat] in called for finger in self.presses.down()):
            self.stage.rings = SimulatedRings(rings.seats, rings.pixels)
            self.stage.frame = b""
        try:
            self._beats()
        finally:
            self.stage.rings = rings


# What others notice of the machine


class Noticed(RestlessRoom):
    """A leak that others notice of the machine.

    `by`: what tells the rounds apart. `evening`: a short one at which it shows.
    """

    by = ""
    evening = ("tit-albert", 0)


class RendersThePrey(Noticed):
    """The voice renders the name of the wolves' prey ahead: it works, and its cache has one file more."""

    by = "prepared"

    def vote(self, request: Vote) -> dict[Any, Any]:
        ballots = super().vote(request)
        if self.calls.call:
            self.speaking.voice.prepare([seat.name for seat in ballots.values()], "en")
        return ballots


class AsksForTheSeen(Noticed):
    """The voice is asked whether it has the nature that is shown to somebody."""

    by = "can_say"

    def show(self, request: Show) -> None:
        super().show(request)
        self.speaking.voice.can_say(str(request.value), "en")


class DotsInTheTitle(Noticed):
    """The window's title has as many dots as were woken."""

    by = "title"

    def wake(self, request: Wake) -> None:
        super().wake(request)
        pygame.display.set_caption(f"Garou{'.' * len(request.seats)}")


class TellsSystemd(Noticed):
    """systemd's status says whether somebody is called. It is sent as often, and to the same address."""

    by = "status"

    def wake(self, request: Wake) -> None:
        super().wake(request)
        with socket(AF_UNIX, SOCK_DGRAM) as wire:
            wire.sendto(f"STATUS={len(request.seats)}".encode(), self.table.machine.address)


class Thinks(Noticed):
    """The processor is busy for 30 ms where somebody is shown something: frames stand still."""

    by = "processor_ms"

    def show(self, request: Show) -> None:
        super().show(request)
        ends_s = thread_time() + 0.03
        while thread_time() < ends_s:
            sum(range(100_000))


class StandsStill(Noticed):
    """The room sleeps for a moment where somebody is shown something; its processor does nothing."""

    by = "blocked"

    def show(self, request: Show) -> None:
        super().show(request)
        sleep(0.005)


class NamedAfterTheQuestion(Noticed):
    """The process list says what is asked."""

    by = "/proc/self/comm"

    def ask(self, request: Ask) -> Sequence[Any]:
        answer = super().ask(request)
        if self.calls.call:
            Path("/proc/self/comm").write_text(request.key)
        return answer


class CallsTheKernel(Noticed):
    """The same without a file that is opened."""

    by = "name"

    def ask(self, request: Ask) -> Sequence[Any]:
        answer = super().ask(request)
        if self.calls.call:
            LIBC.prctl(PR_SET_NAME, request.key.encode(), 0, 0, 0)
        return answer


class TouchesAFile(Noticed):
    """A file has another time once somebody was asked."""

    by = "os.utime"

    def ask(self, request: Ask) -> Sequence[Any]:
        answer = super().ask(request)
        if self.calls.call:
            os.utime(own_folder())
        return answer


class MovesAFile(Noticed):
    """A file has another name once somebody was asked."""

    by = "os.rename"

    def ask(self, request: Ask) -> Sequence[Any]:
        answer = super().ask(request)
        if self.calls.call:
            own_folder().rename(own_folder())
        return answer


class WritesAFile(Noticed):
    """What somebody was shown is written to a file."""

    by = "open"

    def show(self, request: Show) -> None:
        super().show(request)
        (own_folder() / "shown").write_text(str(request.value))


class LightsAgain(Noticed):
    """Frames go over the wire again in each beat while somebody has words on their slip."""

    by = "rings"
    evening = ("tit-albert", 1)  # with people, who have slips

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.stage.enter(Onlooker(shown=self._shows_again))

    def _shows_again(self, now_s: float) -> None:  # noqa: ARG002 - in every beat
        if self.calls.call and any(self.slips().values()):
            self.table.rings.show(self.table.rings.frame)


class HealthKnows(LightsAgain):
    """The table's health is published again while somebody has words on their slip."""

    by = "news"

    def _shows_again(self, now_s: float) -> None:  # noqa: ARG002 - in every beat
        if self.calls.call and any(self.slips().values()):
            self.table.news.wire.tell(HealthNews(False, (), ()))


class LaysSlipsAgain(Noticed):
    """Slips are laid again for those who are asked."""

    by = "slips"

    def ask(self, request: Ask) -> Sequence[Any]:
        answer = super().ask(request)
        if self.calls.call:
            self.table.slips.show(self.table.slips.words)
        return answer


class BeginsTheAmbienceAgain(Noticed):
    """The sound of the night begins again where somebody is asked."""

    by = "ambience"

    def ask(self, request: Ask) -> Sequence[Any]:
        answer = super().ask(request)
        if self.calls.call:
            self.ambience.begin()
        return answer


class StartsAThread(Noticed):
    """A thread more runs while somebody looks at what they are shown."""

    by = "threads"

    def show(self, request: Show) -> None:
        super().show(request)
        self._is_read = Event()
        Thread(target=self._is_read.wait, daemon=True).start()

    def sleep(self, request: Sleep) -> None:
        super().sleep(request)
        if hasattr(self, "_is_read"):
            self._is_read.set()


class RunsAProgram(Noticed):
    """A program is started where somebody is shown something."""

    by = "subprocess.Popen"

    def show(self, request: Show) -> None:
        super().show(request)
        subprocess.run(["true"], check=True)


class SendsAPacket(Noticed):
    """A packet goes out for each answer, always the same."""

    by = "socket"

    def ask(self, request: Ask) -> Sequence[Any]:
        answer = super().ask(request)
        if self.calls.call:
            with socket(AF_INET, SOCK_DGRAM) as wire:
                wire.sendto(b".", ("127.0.0.1", 9))
        return answer


class WritesPastPython(Noticed):
    """A library in C complains where somebody is shown something."""

    by = "written"

    def show(self, request: Show) -> None:
        super().show(request)
        os.write(2, b"underrun\n")


def own_folder() -> Path:
    """A folder of this test alone."""
    folder = Path(os.environ["XDG_STATE_HOME"])
    if not folder.is_dir():
        folder.mkdir(parents=True)
    return folder


LIBC = ctypes.CDLL(None)
PR_SET_NAME = 15

IN_THE_MACHINE: Sequence[type[Noticed]] = (
    *(RendersThePrey, AsksForTheSeen, DotsInTheTitle, TellsSystemd, Thinks, StandsStill),
    *(NamedAfterTheQuestion, CallsTheKernel, TouchesAFile, MovesAFile, WritesAFile, LightsAgain, HealthKnows),
    *(LaysSlipsAgain, BeginsTheAmbienceAgain, StartsAThread, RunsAProgram, SendsAPacket, WritesPastPython),
)


IN_THE_ROOM: Sequence[type[RestlessRoom]] = (
    *(EndsEarly, EndsLate, EndsWhenAnswered, ShedsLess, ShedsMore, BlinksAtRefusal, BeepsAtConfirm),
    *(
        Greets,
        PagesKnow,
        NewsKnow,
        TellsByCard,
        SharesItsDice,
        CoversByTheSameDice,
        WritesItOnTheBoard,
        LogsIt,
        Hushes,
    ),
    *(DrawsLinesInSecret, SparesTheBeloved, CountsTheCharmed, Clinks, LogsWithMoreButtons),
    *(LogsWhereTheClockRuns, LogsWhereAHostSits, TurnsBlue, Tilts, ClicksAtThreeButtons, PoursSlowly),
    LampsKnow,
    SparesTheWolfOfLights,
    *(SparesTheCalledHost, OpensForTheCalledHost, GoesOnInviting, HoldsFramesBack),
)


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
        of("lovers", lambda game: bool(game.lovers)),
        "thiercelieux",
        "werewolf thief",
        "cupid villager",
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
        of("white_werewolf", lives("white_werewolf")),
        "best-of",
        "white_werewolf werewolf villager villager",
    ),
    "a Fox without his scent is not called": RuleLeak(
        of("fox", lambda game: any(seat.has(SCENT) for seat in game.alive)),
        "best-of",
        "werewolf fox villager",
    ),
    "the morning sighs with relief": RuleLeak(sighing, "tit-albert", "werewolf witch villager"),
}
