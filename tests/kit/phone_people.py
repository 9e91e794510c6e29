"""People with a phone in a real browser: what they find to touch, and what they touch.

One sees the page and has fingers. One is blind: they know roles and names alone, as a screen reader says
them, and do what it does. Both decide by the same names.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from contextlib import suppress
from random import Random
from typing import Any, NamedTuple, Protocol

from table.sentences import flat
from table.words.catalogue import shipped
from tests.kit.browser import PHONE, TABLET, Page, look_at
from tests.kit.phone_evening import NAMES
from tests.kit.tabs import GoneError, Tab, Tabs

SIZES = ((320, 568), PHONE, (740, 360), TABLET)
LONG_S = 0.7
"""Seconds for which a finger holds."""
DEEDS = ("ready", "ask", "asking", "ask_other", "go_on", "agree", "here", "hurry", "oops")
"""What they say where it is asked, by the key of its words."""


class Thing(NamedTuple):
    """What can be touched. `key`: where its hand finds it."""

    role: str
    name: str
    is_on: bool
    key: Any


class Hand(Protocol):
    """What a person does to the page before them."""

    def things(self) -> list[Thing]:
        """What there is to touch."""

    def tap(self, thing: Thing) -> None:
        """Touches it shortly."""

    def down(self, thing: Thing) -> None:
        """Lays a finger on it."""

    def up(self) -> None:
        """Lifts all fingers."""

    def write(self, thing: Thing, name: str) -> None:
        """Types into a field, in place of what is there."""


class Fingers:
    """Fingers on what is seen. The three fields of the night have no words of their own in the page: their
    names are those of their elements."""

    FOUND = """(() => {
        const all = [...document.querySelectorAll("button, input, #night-fields > div")];
        window.found = all.filter(one => one.getClientRects().length && !one.closest("#night-twins"));
        const kinds = {INPUT: "textbox", DIV: "field", BUTTON: "button"};
        return window.found.map((one, at) => [
            one.getAttribute("role") || kinds[one.tagName],
            one.getAttribute("aria-label") || one.innerText.replace(/\\s+/g, " ").trim() || one.id,
            !one.disabled && one.getAttribute("aria-disabled") !== "true",
            at,
        ]);
    })()"""
    AT = """(one => {
        if (!one || !one.isConnected) return null;
        one.scrollIntoView({block: "nearest"});
        const r = one.getBoundingClientRect();
        return [(r.left + r.right) / 2, (r.top + r.bottom) / 2];
    })((window.found || [])[arguments[0]])"""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._down: tuple[dict[str, float], ...] = ()

    def things(self) -> list[Thing]:
        return [Thing(*one) for one in self._page.run(self.FOUND)]

    def _at(self, thing: Thing) -> tuple[float, float]:
        if (at := self._page.run(self.AT, thing.key)) is None:
            raise GoneError("it is gone")
        x, y = at
        return x, y

    def _touches(self, kind: str, *points: dict[str, float]) -> None:
        self._page.tell("Input.dispatchTouchEvent", type=kind, touchPoints=points)

    def tap(self, thing: Thing) -> None:
        lies = self._down  # with the other thumb
        self.down(thing)
        self._down = lies
        self._touches("touchMove" if lies else "touchEnd", *lies)

    def down(self, thing: Thing) -> None:
        x, y = self._at(thing)
        self._down = (*self._down, {"x": x, "y": y, "id": 1 + len(self._down)})
        self._touches("touchStart", *self._down)

    def up(self) -> None:
        self._down = ()
        self._touches("touchEnd")

    def write(self, thing: Thing, name: str) -> None:
        self.tap(thing)
        self._page.run("window.found[arguments[0]].select()", thing.key)
        self._page.tell("Input.insertText", text=name)


class ScreenReader:
    """The roles and names of the page, and what a screen reader does to one of them: a click without a
    finger. It finds nothing that has neither."""

    ROLES = frozenset({"button", "radio", "textbox"})

    def __init__(self, page: Page) -> None:
        self._page = page

    def things(self) -> list[Thing]:
        found = []
        for node in self._page.tell("Accessibility.getFullAXTree")["nodes"]:
            if node["ignored"] or node["role"]["value"] not in self.ROLES:
                continue
            facts = {one["name"]: one["value"].get("value") for one in node.get("properties", ())}
            name = node["name"]["value"]
            found.append(
                Thing(node["role"]["value"], name, not facts.get("disabled"), node["backendDOMNodeId"])
            )
        return found

    def _do(self, thing: Thing, what: str) -> None:
        one = self._page.tell("DOM.resolveNode", backendNodeId=thing.key)["object"]["objectId"]
        script = f"function() {{ {what} }}"
        self._page.tell("Runtime.callFunctionOn", objectId=one, functionDeclaration=script)

    def tap(self, thing: Thing) -> None:
        self._do(thing, "this.click()")

    def down(self, thing: Thing) -> None:
        self.tap(thing)

    def up(self) -> None:
        """What was clicked covers itself by and by."""

    def write(self, thing: Thing, name: str) -> None:
        self._do(thing, "this.focus(); this.select()")
        self._page.tell("Input.insertText", text=name)


class Player:
    """A person with a phone, on a page of the browser with an origin of its own, as each phone has a memory
    of its own. They touch by lot, as somebody who tries everything; what is asked of them they answer.

    `shown`: which page; `kind`: what of the day's; `said`, `note`: what the table says to all, and to them;
    `read`: all that they read alone; `taps`: how often they have touched; `votes`, `readings`: how many
    touches each of their votes took, and each reading of what is for them alone.
    """

    LOOK = """document.readyState !== "complete" ? [] : (id => id("join") ? [
        ["connecting", "join", "day", "night", "pod"].find(one => !id(one).hidden),
        id("day").dataset.kind || "",
        id("headline").textContent,
        ["said-join", "line", "night-said"].map(one => id(one).textContent).join(" ").trim(),
        id("note").textContent,
        (document.querySelector(".card.turned, #sheet:not([hidden])") || id("night-words")).innerText.trim(),
    ] : "nothing")(one => document.getElementById(one))"""

    def __init__(self, tabs: Tabs, url: str, number: int, language: str, *, is_blind: bool) -> None:
        self.taps = 0
        self.votes: list[int] = []
        self.readings: list[int] = []
        self.read: set[str] = set()
        self.words = flat(shipped("phones", language))
        self._answers = self._named("deed.", DEEDS)
        self._verbs = self._named("verb.")
        self._tokens = self._named("token.", more="( .*)?")
        self._sheets = self._named("tab.", ("card", "told"))
        self._sits = self._named("", ("sit", "sit_as"))
        self._page, self._url, self._number = Tab(tabs), url, number
        self._lot = Random(number)
        self._hand: Hand = ScreenReader(self._page) if is_blind else Fingers(self._page)
        self._does: Iterator[float] = iter(())
        self._next_s = 0.0
        self._prey = self._alone = ""
        self.forget()
        self._page.size(*PHONE)
        self.open()

    def _named(self, part: str, keys: Collection[str] = (), more: str = "") -> re.Pattern[str]:
        """How what has these words is called, whoever it is about."""
        words = {key.removeprefix(part): words for key, words in self.words.items() if key.startswith(part)}
        found = "|".join(re.escape(words[key]) for key in keys or words)
        return re.compile(f"({found}){more}".replace(r"\{name\}", ".+"))

    # ---- what their page shows

    @property
    def covered(self) -> bool:
        return self.shown == "night"

    @property
    def is_connected(self) -> bool:
        return self.shown not in ("", "connecting")

    @property
    def is_settled(self) -> bool:
        return self.shown in ("day", "night")

    @property
    def chair(self) -> int | None:
        return self._number if self.is_settled else None

    @property
    def moment(self) -> str:
        """What a picture of the page is called."""
        told = "" if self.covered else f"{self.kind}.{self.title}.{self.note}"
        read = ".read" if self._alone else ""
        return f"{self.shown}.{re.sub('[^a-z]+', '-', told.lower())[:60]}{read}" if self.shown else ""

    @property
    def has_answered(self) -> bool:
        return self.note.startswith(self.words["chosen"].partition("{")[0])

    def forget(self) -> None:
        """They look again."""
        self.shown = self.kind = self.title = self.said = self.note = ""

    def open(self) -> None:
        """Opens the address, or loads the page again."""
        self._page.open(self._url)

    def close(self) -> None:
        """Puts the phone away."""
        self._page.open("about:blank")

    def hear(self) -> None:
        """Looks at the page."""
        with suppress(GoneError):  # it is loaded again
            self._take(self._page.look(self.LOOK))

    def _look(self) -> None:
        """Looks at the page as it is now."""
        self._take(self._page.run(self.LOOK))

    def _take(self, seen: Any) -> None:
        if seen == "nothing":  # an empty window, or one that says that nobody answers
            self.open()
        elif seen:
            self.shown, self.kind, self.title, self.said, self.note, self._alone = seen
            self.read |= {self._alone} - {""}

    # ---- what they touch

    def things(self, named: re.Pattern[str] | str = "") -> list[Thing]:
        """What there is to touch here, of those that are called so, or begin so."""
        called = named if isinstance(named, re.Pattern) else re.compile(re.escape(named) + ".*")
        return [one for one in self._hand.things() if one.is_on and called.fullmatch(one.name)]

    def tap(self, named: re.Pattern[str] | str) -> bool:
        """Touches what is called so, or begins so. Returns whether it is there."""
        found = self.things(named)
        if found:
            self._tap(found[0])
        return bool(found)

    def _tap(self, thing: Thing) -> None:
        self.taps += 1
        self._hand.tap(thing)

    def sit(self, chair: int, name: str) -> None:
        """Takes a place, by its number in the order of the table."""
        if not self._touch_place(chair):
            return
        if fields := [one for one in self.things() if one.role == "textbox"]:
            self._hand.write(fields[0], name)
        self.tap(self._sits)

    def is_refused(self, chair: int) -> bool:
        """Whether a place that somebody has cannot be taken."""
        return self._touch_place(chair) and not self.things(self._sits)

    def _touch_place(self, chair: int) -> bool:
        """Touches a place, if all of them are there."""
        if is_there := len(here := self._hand.things()) >= len(NAMES):
            self._tap(here[chair])
        return is_there

    def touch(self, now_s: float) -> None:
        """Goes on with what they do, if it is time to."""
        if now_s < self._next_s:
            return
        try:
            self._next_s = now_s + next(self._does)
        except StopIteration:
            self._does = self._night() if self.covered else self._day()
            self._next_s = now_s + self._lot.uniform(0.1, 0.3)
        except GoneError:  # the page was loaded again, or what they meant is gone
            self._does = iter(())
            with suppress(GoneError):
                self._hand.up()

    def _hold(self, thing: Thing) -> Iterator[float]:
        self.taps += 1
        self._hand.down(thing)
        yield LONG_S
        self._look()
        self._hand.up()

    def _read(self, thing: Thing) -> Iterator[float]:
        before = self.taps
        yield from self._hold(thing)
        if self._alone:
            self.readings.append(self.taps - before)

    def _night(self) -> Iterator[float]:
        """Called or not, they do the same."""
        here = self.things()
        cells = [one for one in here if re.match(r"\d+ \S|" + self.words["night.nobody"], one.name)]
        fields = [one for one in here if one.role == "field" or one.name.startswith(self.words["night.read"])]
        if not cells or not fields:
            return
        # Mostly one and the same, so that a pack agrees, and an evening ends.
        prey = [one for one in cells if self._prey and self._prey in one.name]
        cell, does = self._lot.choice(prey * len(cells) + cells), self._lot.randrange(4)
        if does == 0:  # reads, and moves the light with the other thumb meanwhile
            self._hand.down(self._lot.choice(fields))
            yield 0.2
            self._tap(cell)
            yield 0.4
            self._look()
            self._hand.up()
        elif does == 1:
            self.tap(self.words["night.answer"].partition("\n")[0])
        else:
            yield from self._hold(cell)
            self.tap(self.words["night.choose"])  # a screen reader has no hold
            yield 1.0

    def _day(self) -> Iterator[float]:
        here = self.things()

        def named(pattern: re.Pattern[str]) -> list[Thing]:
            return [one for one in here if pattern.fullmatch(one.name)]

        places = [one for one in here if one.role == "radio"]
        if self.kind == "card" and (cards := [one for one in here if one.name == self.words["turn_card"]]):
            yield from self._read(cards[0])
            self.tap(self.words["seen"])
        elif places and (not self.has_answered or self._lot.random() < 0.05):
            living = [name for one in places if (name := one.name.partition(",")[0]) != self.words["nobody"]]
            self._prey = (living or [self._prey])[-1]
            yield from self._vote(self._lot.choice([places[0]] * len(places) + places))
        elif deeds := named(self._answers) + named(self._verbs):
            self._tap(self._lot.choice(deeds))
        elif tokens := named(self._tokens):
            self._tap(self._lot.choice(tokens))
            self.tap(self.words["found_sure"])
        elif (sheets := named(self._sheets)) and self._lot.random() < 0.3:
            yield from self._read(self._lot.choice(sheets))

    def _vote(self, place: Thing) -> Iterator[float]:
        """Touches a place, and the button that says so."""
        before = self.taps
        self._tap(place)
        yield 0.1
        if self.tap(self._verbs):
            for _ in range(20):
                yield 0.1
                if self.has_answered:
                    self.votes.append(self.taps - before)
                    return

    def picture(self, name: str) -> None:
        """Keeps pictures of their page for people, on screens of several sizes."""
        for width, height in SIZES:
            self._page.size(width, height)
            look_at(self._page.picture(), f"{name}.{width}x{height}")
        self._page.size(*PHONE)
