"""The page of the phones in a real browser, with the real gateway: places, fingers, lost connections."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec import structs

from hardware.debounce import Kind
from hardware.phones.wire import (
    NAME_MOST,
    BoardState,
    ChairState,
    EntryState,
    MenuState,
    PhoneLost,
    PlaceState,
    SeatRequest,
    SeatScreen,
    WordPage,
    WordsTyped,
)
from table.appliance.phones.page_state import forms_used
from table.room.village import NamedSeat
from tests.kit.browser import PHONE, TABLET, Browser, Host, look_at
from tests.kit.phone_stand import CHAIRS, MINE, Stand, presses
from tests.kit.tables import NARRATION

NAMES = (
    "Papi",
    "Well",
    "Léo",
    "Tower",
    "Barn",
    "Anne-Sophie",
    "Chapel",
    "Orchard",
    "Forge",
    "Zoé",
    "Inn",
    "Mill",
)
ME = MINE + 1
"""The number of the seat of the phone."""
DECK = (("Werewolf", 2), ("Seer", 1), ("Villager", 9))
SEER = "The Seer\nEach night she looks at one card.\nShe wins with the village."
SIZES = {"small": (320, 568), "phone": PHONE, "wide": (740, 360), "tablet": TABLET}


def places_at(browser: Browser) -> list[str]:
    """The numbers of the places on the page, row by row."""
    boxes = {str(place): browser.box(f"#circle button:nth-of-type({place + 1})") for place in range(8)}
    return sorted(boxes, key=lambda place: (boxes[place][1], boxes[place][0]))


def test_a_phone_takes_a_place_with_a_name(stand: Stand) -> None:
    browser, host = stand.browser, stand.host
    states: list[Any] = ["free", "phone", "free", "pod", "bot", "shut", "free", "free"]
    host.tell(
        chairs=tuple(
            ChairState(f"Place {place}", state, state == "free", state in ("free", "pod"), place == 1)
            for place, state in enumerate(states)
        ),
        said="The village looks for players.",
    )
    for size, called in ((PHONE, "phone"), (TABLET, "tablet")):
        browser.size(*size)
        stand.open()
        look_at(browser.picture(), f"join.{called}")
    browser.size(*PHONE)
    assert browser.text("#circle button:nth-of-type(2)").split("\n") == ["Place 1", "away"]
    assert places_at(browser) == ["0", "1", "7", "2", "6", "3", "5", "4"], "as on the board"
    assert browser.run("document.querySelectorAll('#circle button:disabled').length") == 3
    assert not browser.text("#said-join"), "it says how to find the page that is open"
    assert "plain http" in browser.text("#join")
    browser.tap("#circle button:nth-of-type(4)")
    assert (browser.is_shown("#sit"), browser.is_shown("#only")) == (False, True), "somebody sits at a pod"
    browser.tap(f"#circle button:nth-of-type({MINE + 1})")
    assert (browser.is_shown("#sit"), browser.is_shown("#only")) == (True, False)
    browser.driver.find_element("id", "name").send_keys("Zoé " + "x" * 40)
    browser.tap("#sit")
    host.until(lambda: browser.is_shown("#day"))
    assert host.names == {MINE: ("Zoé " + "x" * 40)[:NAME_MOST]}
    assert list(host.owners.values()) == [MINE]
    assert browser.text("#mine") == "Place 2"
    assert host.link.reached


def village(count: int = 12, **others: Any) -> dict[str, Any]:
    """A village of a board: the second is dead, the first is Captain, the fifth points at the third."""
    places = [PlaceState(name, chair) for chair, name in enumerate(NAMES[:count])]
    places[0] = PlaceState(NAMES[0], 0, captain=True)
    places[1] = PlaceState(NAMES[1], 1, alive=False, card="Witch")
    places[4] = PlaceState(NAMES[4], 4, points_at=3, ready=True, claims=("suspects Léo",))
    return {"places": tuple(places), "deck": DECK} | others


def shows(stand: Stand, screen: SeatScreen, said: str = "The village thinks.", **board: Any) -> None:
    """Shows the phone a moment of the table, and returns once it is drawn."""
    stand.screen(screen, SEER, "Night 1: Papi, Werewolf.", "seer")
    clock = {"ends_s": stand.host.clock.now() + 21, "length_s": 30.0} if board.get("question") else {}
    told = BoardState(**village() | clock | board)
    stand.host.tell(board=told, said="", now_s=stand.host.clock.now())
    stand.settled(said)


LIVING = tuple(number for number in range(1, len(NAMES) + 1) if number != 2)
VOTE: dict[str, Any] = {
    "scene": "vote",
    "title": "Day 2",
    "headline": "Who must leave the village?",
    "question": "vote",
}
ASKED = SeatScreen(ME, "choose", 71, (0, *LIVING), 0)
CHOSEN = SeatScreen(ME, "choose", 71, (0, *LIVING), 6, (6,), True)
SAYS = SeatScreen(ME, "yes_no", 15, (1, 2), labels=("yes", "no"))
DEBATE: dict[str, Any] = {"scene": "debate", "title": "Day 2", "headline": "Debate", "question": "debate"}
ITEMS = ("Hear the news again?", "About a player…", "I claim…", "I point at…")
TALK = {
    "parley": ("point", "again", "about", "known", "answers", "back"),
    "talk": ("agree", "disagree", "why", "ask", "tease", "alibi"),
}
"""All that can be done in a debate, and in its largest group, by the key of its words."""
BALLOT = ((1, 3, 2), (ME, 3, 1), (8, 1, 1))
TOKENS = ("yes", "no", "maybe", "so close", "way off", "found")
QUESTIONS: dict[str, Any] = {
    "scene": "questions",
    "title": "The day",
    "headline": "Questions",
    "question": "questions.classic",
    "heaps": (("yes_no", "Yes, no", 34), ("maybe", "Maybe", 9), ("correct", "Found", 1)),
    "asked": ((3, "yes"), (8, "no")),
}
ENTRIES = (
    EntryState("Start", "8 players, about 14 min", "6 people; the table plays 2."),
    EntryState("Rules", "Thiercelieux", "The classic game."),
    EntryState("Cards", "beginners", ""),
    EntryState("Back", "", ""),
)
MENU: dict[str, Any] = {
    "scene": "attract",
    "menu": MenuState("Tonight’s game", ENTRIES, 1, "Press: next.", ME),
}
TURNS = SeatScreen(ME, "menu", 72, (1, 2, 3, 4), 1, labels=("start", "game.rulebook", "deck", "back"))
COVER: dict[str, Any] = {"scene": "cover", "title": "Day 2", "headline": "Who takes this card?"}
BANS: dict[str, Any] = {"scene": "decision", "title": "Day 2", "headline": "Barn", "question": "scapegoat"}
BOXES = (
    EntryState("Family", "chosen", "The classic game for a family. For 6 to 18 players."),
    EntryState("Thiercelieux", "", "These rules need at least 8 players."),
    ENTRIES[3],
)
MOMENTS: dict[str, tuple[SeatScreen, dict[str, Any]]] = {
    "lobby": (SeatScreen(ME, "seated", 1), {"scene": "attract", "title": "Garou", "headline": "Seated: 6"}),
    "menu": (TURNS, MENU),
    "rules": (
        SeatScreen(ME, "menu", 73, (1, 2, 3), 1, labels=("family", "unfit.thiercelieux", "back")),
        {"scene": "attract", "menu": MenuState("Rules", BOXES, 1, "", ME)},
    ),
    "deal": (SeatScreen(ME, "deal", 2), {"scene": "deal", "title": "The deal", "headline": "Your card"}),
    "vote": (ASKED, VOTE),
    "voted": (CHOSEN, VOTE),
    "stands": (SeatScreen(ME, "choose", 3, (1,), 1, labels=("yes",)), VOTE | {"question": "candidates"}),
    "says": (SAYS, VOTE | {"question": "voices", "headline": "The dead answer"}),
    "parley": (SeatScreen(ME, "parley", 4, (1, 2, 3, 4), 1, labels=ITEMS), DEBATE),
    "talk": (SeatScreen(ME, "talk", 5, (1, 2, 3), 1, labels=("Werewolf", "Seer", "Villager")), DEBATE),
    "points": (SeatScreen(ME, "talk", 6, LIVING, 1), DEBATE),
    "ballots": (
        SeatScreen(ME, "idle", 7),
        {"scene": "ballots", "arrows": BALLOT, "ballot": BALLOT},
    ),
    "mayor": (SeatScreen(ME, "answer", 8, (1, 2, 3, 4, 5, 6), 1, labels=TOKENS), QUESTIONS),
    "floor": (SeatScreen(ME, "floor", 9), QUESTIONS),
    "unseen": (SeatScreen(ME, "cover", 13), COVER),
    "bans": (SeatScreen(ME, "choose", 14, (0, *LIVING), 3, (3, 6), several=True), BANS),
    "over": (
        SeatScreen(ME, "over", 10),
        {"scene": "over", "title": "The end", "headline": "The village wins"},
    ),
    "sure": (SeatScreen(ME, "sure", 11), DEBATE | {"menu": MenuState("End it?", ENTRIES[3:], 1, "", 0)}),
}
"""What a phone shows by day, moment by moment."""


def cell(name: str) -> str:
    """Where a place is on the page."""
    return f".cells > :nth-child({NAMES.index(name) + 1})"


def touched(stand: Stand, count: int) -> list[tuple[int, int | None, Kind, int | None]]:
    """The next touches that the table hears, so many: place, option, kind, key."""
    stand.host.until(lambda: len(stand.host.touches) >= count)
    heard, stand.host.touches = stand.host.touches, []
    return [(one.seat, one.option, one.kind, one.key) for one in heard]


def test_a_vote_is_two_taps_and_can_be_changed(stand: Stand) -> None:
    stand.seated()
    browser = stand.browser
    shows(stand, ASKED, **VOTE)
    assert browser.text("#clock") in ("0:21", "0:20")
    assert browser.run("document.querySelectorAll('[role=radio]').length") == len(LIVING) + 1
    assert browser.text(cell("Well")).split("\n") == ["Well", "Witch"], "who is dead, and their card"
    assert browser.text("#deeds") == "Touch a place"
    browser.tap("#deeds .main")  # says nothing
    browser.tap(cell("Anne-Sophie"))
    stand.host.until(lambda: browser.text("#deeds") == "I vote against Anne-Sophie")
    browser.tap("#deeds .main")
    assert touched(stand, 2) == [(MINE, 6, Kind.PRESS, 71), (MINE, 6, Kind.HOLD, 71)]
    shows(stand, CHOSEN, **VOTE)
    assert browser.text("#note").startswith("Chosen: Anne-Sophie.")
    assert browser.run("document.querySelector('[aria-checked=true] span').textContent") == "Anne-Sophie"
    browser.tap(cell("Léo"))
    stand.host.until(lambda: browser.text("#deeds") == "I vote against Léo")
    browser.tap("#deeds .main")
    assert touched(stand, 2) == [(MINE, 3, Kind.PRESS, 71), (MINE, 3, Kind.HOLD, 71)]
    stand.host.until(lambda: browser.text("#deeds") == "Take it back")
    browser.tap("#deeds button")
    assert touched(stand, 1) == [(MINE, 6, Kind.HOLD, 71)]
    browser.down(cell("Zoé"))
    assert touched(stand, 1) == [(MINE, 10, Kind.HOLD, 71)], "a hold chooses at once"
    browser.up()
    shows(stand, ASKED, **VOTE | {"question": "election"})
    browser.tap(".cell.nobody")
    stand.host.until(lambda: browser.text("#deeds") == "I vote for nobody")
    assert touched(stand, 1) == [(MINE, 0, Kind.PRESS, 71)]


@pytest.mark.parametrize(
    ("moment", "asks"),
    [
        ("vote", "It is your turn: choose."),
        ("mayor", "You answer: touch a word."),
        ("deal", "Look at your card."),
    ],
)
def test_what_is_asked_stands_above_the_buttons_which_stay_where_they_are(
    stand: Stand, moment: str, asks: str
) -> None:
    stand.seated()
    browser = stand.browser
    browser.size(*PHONE)
    screen, board = MOMENTS[moment]
    seen = []
    for said in ("", "Who must leave?", "Night was long, and the village thinks. " * 3):
        shows(stand, screen, said.strip(), **board)
        if not said:
            stand.host.tell(said="")
            stand.host.until(lambda: not browser.text("#line"))
            browser.drawn()
        assert browser.text("#note") == asks
        left, top, right, bottom = browser.box("#note")
        below = browser.box("#tabs" if moment == "mayor" else "#deeds")
        assert right - left > 100
        assert bottom - top > 10
        assert bottom <= below[1]
        seen.append((browser.box("#scene"), below))
    assert seen[0] == seen[1] == seen[2]


def test_a_touch_of_a_question_that_is_over_keeps_its_key(stand: Stand) -> None:
    stand.seated()
    shows(stand, ASKED, **VOTE)
    stand.browser.tap(cell("Léo"))
    shows(stand, SeatScreen(ME, "choose", 99, LIVING, 1), **VOTE)
    assert stand.browser.text("#deeds") == "Touch a place", "what was marked was another question's"
    assert touched(stand, 1) == [(MINE, 3, Kind.PRESS, 71)]


def test_ev_26_a_tap_says_yes_or_no_and_leaves_no_trace(stand: Stand) -> None:
    """EV-26: a neighbour who looks at the page learns nothing."""
    stand.seated()
    browser = stand.browser
    shows(stand, *MOMENTS["says"][:1], **MOMENTS["says"][1])
    before = browser.run("document.querySelector('#scene').innerHTML"), browser.text("#note")
    for number in (1, 2):
        browser.tap(f".words button:nth-child({number})")
    assert touched(stand, 2) == [(MINE, 1, Kind.PRESS, 15), (MINE, 2, Kind.PRESS, 15)]
    assert (browser.run("document.querySelector('#scene').innerHTML"), browser.text("#note")) == before


def test_the_debate_has_a_button_for_each_thing_and_then_its_options(stand: Stand) -> None:
    stand.seated()
    browser = stand.browser
    shows(stand, *MOMENTS["parley"][:1], **DEBATE)
    assert browser.text(cell("Barn")).split("\n") == ["Barn", "→ Léo · suspects Léo"]
    assert browser.text("#items").split("\n") == [*ITEMS]
    browser.tap("#items button:nth-child(3)")
    browser.tap("#deeds .main")
    assert touched(stand, 2) == [(MINE, 3, Kind.PRESS, 4), (MINE, None, Kind.HOLD, 4)]
    shows(stand, MOMENTS["talk"][0], **DEBATE)
    browser.tap(".words button:nth-child(2)")
    shows(stand, MOMENTS["points"][0], **DEBATE)
    browser.tap(cell("Léo"))
    assert touched(stand, 2) == [(MINE, 2, Kind.PRESS, 5), (MINE, 3, Kind.PRESS, 6)]


def test_the_card_turns_under_a_finger_and_the_table_learns_that_it_was_seen(stand: Stand) -> None:
    stand.seated()
    browser = stand.browser
    screen, board = MOMENTS["deal"]
    stand.host.tell(covered=True)  # as every deal is
    shows(stand, screen, **board)
    assert "Seer" not in browser.run("document.body.textContent")
    stand.host.until(lambda: browser.is_shown("#deeds [aria-disabled]"))
    browser.tap("#deeds .main")  # not before they have looked
    browser.down(".card")
    stand.host.until(lambda: "Each night she looks" in browser.text(".card"))
    assert touched(stand, 1) == [(MINE, None, Kind.HOLD, 2)]
    browser.up()
    stand.host.until(lambda: "Seer" not in browser.run("document.body.textContent"))
    browser.tap("#deeds .main")
    assert touched(stand, 1) == [(MINE, None, Kind.PRESS, 2)]
    places = [*village()["places"]]
    places[MINE] = structs.replace(places[MINE], ready=True)
    shows(stand, screen, **board | {"places": tuple(places)})
    assert browser.text("#note").startswith("Seen.")
    assert not browser.is_shown("#deeds button"), "it is said once"


def test_in_a_covered_time_the_page_takes_every_touch_and_shows_none(stand: Stand) -> None:
    stand.seated()
    browser = stand.browser
    stand.host.tell(covered=True)
    shows(stand, *MOMENTS["unseen"][:1], **COVER)
    left, top, right, bottom = browser.box(".unseen")
    assert (right - left) * (bottom - top) > 0.4 * PHONE[0] * PHONE[1]
    seen = [browser.picture()]
    browser.tap(".unseen")
    assert touched(stand, 1) == [(MINE, None, Kind.PRESS, 13)]
    browser.drawn()
    seen.append(browser.picture())
    browser.down(".unseen")
    assert touched(stand, 1) == [(MINE, None, Kind.HOLD, 13)]
    browser.drawn()
    seen.append(browser.picture())
    browser.up()
    stand.settled("Another sentence.")
    assert not stand.host.touches, "a finger that is lifted late says nothing more"
    assert len({*seen}) == 1
    tabs = browser.text("#tabs")
    stand.slip("The Seer")
    stand.settled("And another.")
    assert browser.text("#tabs") == tabs, "whether there is something to read shows on no page"


def test_of_many_names_each_touch_chooses_and_one_button_says_that_these_are_all(stand: Stand) -> None:
    stand.seated()
    browser = stand.browser
    screen = MOMENTS["bans"][0]
    shows(stand, structs.replace(screen, chosen=()), **BANS)
    assert browser.text("#deeds") == "I take nobody’s vote"
    for name in ("Léo", "Anne-Sophie"):
        browser.tap(cell(name))
    assert touched(stand, 2) == [(MINE, 3, Kind.HOLD, 14), (MINE, 6, Kind.HOLD, 14)]
    shows(stand, screen, **BANS)
    chosen = "document.querySelectorAll('[role=checkbox][aria-checked=true] span')"
    assert browser.run(f"[...{chosen}].map(one => one.textContent)") == ["Léo", "Anne-Sophie"]
    assert browser.text("#note").startswith("Chosen: Léo, Anne-Sophie.")
    assert browser.text("#deeds") == "That is all"
    browser.tap("#deeds .main")
    assert touched(stand, 1) == [(MINE, 0, Kind.HOLD, 14)]
    shows(stand, structs.replace(screen, chosen=(3, 6, 0), locked=True), **BANS)
    assert browser.text("#note").startswith("Chosen: Léo, Anne-Sophie.")
    assert browser.text("#deeds") == "Take it back"


def test_a_yes_that_was_heard_says_so(stand: Stand) -> None:
    stand.seated()
    browser = stand.browser
    screen, board = MOMENTS["sure"]
    shows(stand, screen, **board)
    assert browser.text("#note") == "Are you sure?"
    browser.tap("#deeds button:last-child")
    assert touched(stand, 1) == [(MINE, None, Kind.LONG_HOLD, 11)]
    stand.host.until(lambda: browser.text("#note") == "Heard. If nothing changes, somebody else must agree.")
    shows(stand, SeatScreen(ME, "sure", 12), **board)
    assert browser.text("#note") == "Are you sure?", "another question"


def test_who_only_waits_reads_who_answers_the_table(stand: Stand) -> None:
    stand.seated()
    board = DEBATE | {
        "menu": MenuState("Pause", (EntryState("Take a breath.", "", ""),), 1, "Papi goes on.", 0)
    }
    for phase, told in (
        ("idle", ["Pause", "Take a breath.", "Papi goes on."]),
        ("paused", ["Pause", "Take a breath."]),
    ):
        shows(stand, SeatScreen(ME, phase), **board)
        assert [line for line in stand.browser.text(".waits").split("\n") if line] == told


def test_what_is_secret_is_there_under_a_finger_or_after_two_taps(stand: Stand) -> None:
    stand.seated()
    browser = stand.browser
    shows(stand, SeatScreen(ME, "idle"), **DEBATE)
    page = "document.querySelector('#day').textContent"
    assert "Seer" not in browser.run(page)
    browser.down("[data-key=card]")
    stand.host.until(lambda: browser.text("#sheet").startswith("The Seer"))
    browser.up()
    stand.host.until(lambda: "Seer" not in browser.run(page))
    browser.tap("[data-key=told]")
    stand.host.until(lambda: browser.text("[data-key=told]") == "Once more: read")
    assert not browser.is_shown("#sheet")
    browser.tap("[data-key=told]")
    stand.host.until(lambda: browser.text("#sheet") == "Night 1: Papi, Werewolf.")
    shows(stand, SeatScreen(ME, "idle"), **DEBATE | {"title": "Day 3"})
    browser.tap("#sheet")
    stand.host.until(lambda: "Werewolf" not in browser.run(page))
    shows(stand, *MOMENTS["ballots"][:1], **VOTE)
    shows(stand, *MOMENTS["ballots"][:1], **MOMENTS["ballots"][1])
    assert browser.text(".ballots").split("\n") == ["3 against Léo: Papi, Léo", "1 against Papi: Orchard"]
    stand.open()  # loads the page again
    shows(stand, SeatScreen(ME, "idle"), **DEBATE | {"ballot": BALLOT})
    browser.tap("[data-key=village]")
    told = browser.text("#sheet").split("\n")
    assert {"Captain: Papi", "Well: Witch", "3 against Léo: Papi, Léo", "2 × Werewolf"} <= {*told}
    shows(stand, SeatScreen(ME, "idle"), **DEBATE | {"deck": (("Captain", 1), *DECK)})
    assert "Captain" not in browser.text("#sheet").split("\n"), "an office is nobody's card"


def lines(browser: Browser) -> list[str]:
    """What stands on the open sheet."""
    return [line for line in browser.text("#sheet").split("\n") if line]


def test_everybody_reads_how_to_play_before_a_round_and_in_it(stand: Stand) -> None:
    stand.seated()
    browser = stand.browser
    for moment in ("lobby", "menu"):
        shows(stand, SeatScreen(ME, "seated"), **MOMENTS[moment][1] | {"title": "Garou"})
        browser.tap("[data-key=rules]")
        told = ["How to play", *(words for page in stand.host.table.rules for words in page[:2])]
        assert lines(browser) == told
        assert browser.findings() == []
        if moment == "lobby":
            browser.tap("[data-key=rules]")
            stand.host.until(lambda: not browser.is_shown("#sheet"))
    shows(stand, SeatScreen(ME, "idle"), **DEBATE)
    assert not browser.is_shown("#sheet"), "the round has begun"
    browser.tap("[data-key=village]")
    assert lines(browser)[-len(told) :] == told


def test_a_notice_and_what_is_said_are_two_sentences(stand: Stand) -> None:
    stand.seated()
    board = village() | DEBATE | {"notice": "No sound: the words are written here"}
    stand.host.tell(board=BoardState(**board), said="The cock crows.")
    line = "No sound: the words are written here. The cock crows."
    stand.host.until(lambda: stand.browser.text("#line") == line)


def test_the_host_taps_the_menu_and_has_it_in_a_round_behind_one_button(stand: Stand) -> None:
    stand.seated()
    browser = stand.browser
    shows(stand, TURNS, **MENU)
    assert browser.text(".menu .main").split("\n") == [
        *map(str, (ENTRIES[0].label, ENTRIES[0].value, ENTRIES[0].note))
    ]
    browser.tap(".menu button:nth-child(2)")
    browser.tap(".menu .main")
    assert touched(stand, 2) == [(MINE, 2, Kind.PRESS, 72), (MINE, 1, Kind.PRESS, 72)]
    asks = MenuState(
        "Tonight’s game", (ENTRIES[0], EntryState("Rules", "Sure?", ""), *ENTRIES[2:]), 2, "", ME
    )
    shows(stand, TURNS, **MENU | {"menu": asks})
    assert browser.text(".menu .new").split("\n") == ["Rules", "Sure?"], "what was tapped asks"
    more = MenuState("Tonight’s game", (EntryState("Start", "9 players", ""), *ENTRIES[1:]), 1, "", ME)
    shows(stand, TURNS, **MENU | {"menu": more})
    paint = (
        "['color', 'backgroundColor'].map(one => getComputedStyle(document.querySelector(arguments[0]))[one])"
    )
    ink, _ = browser.run(paint, ".menu .main.new span")
    _, ground = browser.run(paint, ".menu .main.new")
    assert ink != ground, "what is new can be read on the large entry too"
    shows(stand, structs.replace(TURNS, key=74, labels=("start_not", *TURNS.labels[1:])), **MENU)
    stand.host.until(lambda: browser.is_shown(".menu .main[aria-disabled]"))
    shows(stand, SeatScreen(ME, "seated"), **MENU | {"menu": MenuState("", ENTRIES, 1, "", 1)})
    assert browser.text("#note") == "Papi is in the menu."
    for host, is_there in ((1, False), (ME, True)):
        shows(stand, SeatScreen(ME, "debate", 73), **DEBATE | {"host": host})
        assert browser.is_shown("#host") == is_there
    browser.tap("#host")
    assert touched(stand, 1) == [(MINE, None, Kind.LONG_HOLD, 73)]


def test_rules_for_more_people_are_grey_with_the_reason_and_can_be_chosen(stand: Stand) -> None:
    stand.seated()
    browser = stand.browser
    shows(stand, MOMENTS["rules"][0], **MOMENTS["rules"][1])
    style = "getComputedStyle(document.querySelectorAll('.menu button')[arguments[0]]).borderTopStyle"
    assert [browser.run(style, row) for row in range(3)] == ["solid", "dashed", "solid"]
    assert [line for line in browser.text(".unfit").split("\n") if line] == ["Thiercelieux", BOXES[1].note]
    browser.tap(".unfit")
    assert touched(stand, 1) == [(MINE, 2, Kind.PRESS, 73)]


def test_two_others_can_claim_the_menu_of_a_host_who_does_not_answer(stand: Stand) -> None:
    stand.seated()
    browser, claims = stand.browser, "#sheet button"
    for screen, host, is_there in (
        (SeatScreen(ME, "debate", 73), ME, False),
        (SeatScreen(ME, "answer", 74), 1, False),
        (SeatScreen(ME, "debate", 75), 1, True),
    ):
        shows(stand, screen, **DEBATE | {"host": host})
        if not browser.is_shown("#sheet"):
            browser.tap("[data-key=village]")
        assert browser.is_shown(claims) == is_there
    assert "Host: Papi." in browser.text("#sheet")
    assert browser.findings() == []
    browser.tap(claims)
    assert touched(stand, 1) == [(MINE, None, Kind.LONG_HOLD, 75)]


def test_the_mayor_taps_the_answers_and_found_asks_once(stand: Stand) -> None:
    stand.seated()
    browser = stand.browser
    screen, board = MOMENTS["mayor"]
    shows(stand, screen, **board)
    assert browser.text(".tokens button:nth-child(1)").split("\n") == ["yes", "34 left"]
    browser.tap(".tokens button:nth-child(2)")
    assert touched(stand, 1) == [(MINE, 2, Kind.PRESS, 8)]
    browser.tap(".tokens button:nth-child(6)")
    stand.host.until(lambda: browser.text(".tokens .main") == "Found? Touch again")
    browser.tap(".tokens .main")
    assert touched(stand, 1) == [(MINE, 6, Kind.LONG_HOLD, 8)]
    shows(stand, MOMENTS["floor"][0], **board)
    lines = "[...document.querySelectorAll('.asked li')].map(one => one.innerText.replace(/\\s+/g, ' '))"
    assert browser.run(lines) == ["Orchard no", "Léo yes"]
    browser.tap("#deeds .main")
    assert touched(stand, 1) == [(MINE, None, Kind.PRESS, 9)]


def test_winners_are_framed_dead_or_alive_and_the_page_says_that_i_have_won(stand: Stand) -> None:
    stand.seated()
    screen, board = MOMENTS["over"]
    places = [*village()["places"]]
    for seat in (0, 1, MINE):
        places[seat] = structs.replace(places[seat], marked=True)
    for mine, says in ((True, "You have won."), (False, "")):
        places[MINE] = structs.replace(places[MINE], marked=mine)
        shows(stand, screen, **board | {"places": tuple(places)})
        assert stand.browser.text("#note") == says
    frame = "getComputedStyle(document.querySelector(arguments[0])).borderTopColor"
    alive, dead, loser = (stand.browser.run(frame, cell(name)) for name in ("Papi", "Well", "Tower"))
    assert alive == dead != loser


def test_who_does_not_see_votes_and_reads_by_roles_and_names(stand: Stand) -> None:
    stand.seated()
    browser = stand.browser

    def find(role: str, name: str) -> Any:
        """What a screen reader knows by this role and name."""
        wanted = {"radio": "[role=radio]", "button": "#day button:not([role])"}[role]
        for one in browser.driver.find_elements("css selector", wanted):
            if one.is_displayed() and one.accessible_name == name:
                assert one.aria_role == role
                return one
        raise AssertionError(f"no {role} {name}")

    def click(role: str, name: str) -> None:
        browser.run("arguments[0].click()", find(role, name))

    shows(stand, ASKED, **VOTE)
    group = browser.driver.find_element("css selector", "[role=radiogroup]")
    assert group.accessible_name == VOTE["headline"]
    assert browser.text("#note") == "It is your turn: choose."
    assert browser.run("document.querySelector('#note').ariaLive") == "assertive"
    assert browser.run("document.querySelector('#line').ariaLive") == "polite"
    click("radio", "Barn, ready, points at Léo, suspects Léo")
    click("button", "I vote against Barn")
    assert touched(stand, 2) == [(MINE, 5, Kind.PRESS, 71), (MINE, 5, Kind.HOLD, 71)]
    browser.run("document.querySelector('[role=radio][tabindex=\"0\"]').focus()")
    browser.tell(
        "Input.dispatchKeyEvent", type="keyDown", key="ArrowDown", code="ArrowDown", windowsVirtualKeyCode=40
    )
    assert touched(stand, 1) == [(MINE, 6, Kind.PRESS, 71)]
    find("radio", "Papi, Captain")
    click("button", "My card")
    stand.host.until(lambda: browser.text("#sheet").startswith("The Seer"))
    assert browser.run("document.querySelector('#sheet').ariaLive") == "assertive"
    buttons = browser.run("[...document.querySelectorAll('#day button')].map(one => one.textContent)")
    assert buttons[-1] == "Leave"


@pytest.mark.parametrize("moment", MOMENTS)
def test_every_moment_fits_every_screen_and_bars_nobody(stand: Stand, moment: str) -> None:
    """No scrolling up to twelve seats, and never sideways; no finding of axe, every text told from its
    ground."""
    stand.seated()
    browser = stand.browser
    screen, board = MOMENTS[moment]
    for language in NARRATION:
        stand.host.tell(language=language)
        if moment in TALK:
            words = tuple(NARRATION[language].word(f"talk.{key}") for key in TALK[moment])
            screen = structs.replace(screen, options=tuple(range(1, len(words) + 1)), labels=words)
        shows(stand, screen, **board)
        for size in (SIZES["small"], SIZES["wide"]):
            browser.run("(document.documentElement.style.fontSize = '200%')")
            browser.size(*size)
            browser.drawn()
            assert browser.run(WIDER) == [], (language, size)
        browser.run("(document.documentElement.style.fontSize = '')")
        for called, size in SIZES.items():
            browser.size(*size)
            browser.drawn()
            look_at(browser.picture(), f"{moment}.{language}.{called}")
            high = browser.run(
                "document.querySelector('#day').scrollHeight - document.querySelector('#day').clientHeight"
            )
            over = browser.run(
                "(one => one.scrollHeight - one.clientHeight)(document.querySelector('#scene'))"
            )
            assert (high, browser.run(WIDER)) == (0, []), (language, called)
            assert over <= 1 or moment in ("menu", "mayor"), (language, called)
        browser.size(*PHONE)
        browser.drawn()
        assert browser.findings() == []
    for text, *colours in browser.run(WRITTEN):
        darker, brighter = sorted(map(luminance, colours))
        assert (brighter + 0.05) / (darker + 0.05) >= 4.5, text


def test_twice_as_large_letters_and_twenty_four_seats_leave_everything_in_reach(stand: Stand) -> None:
    stand.seated()
    browser = stand.browser
    names = [PlaceState(f"Place {number}", number % CHAIRS) for number in range(24)]
    shows(stand, SeatScreen(ME, "choose", 5, tuple(range(25))), **VOTE | {"places": tuple(names)})
    assert (
        browser.run(
            "getComputedStyle(document.querySelector('.cells')).gridTemplateColumns.split(' ').length"
        )
        == 3
    )
    assert browser.run("(one => one.scrollHeight - one.clientHeight)(document.querySelector('#scene'))") <= 1
    browser.run("(document.documentElement.style.fontSize = '200%')")
    shows(stand, ASKED, **VOTE)
    look_at(browser.picture(), "vote.zoomed")
    for name in ("Papi", "Mill"):
        browser.tap(cell(name))
        stand.host.until(lambda: browser.text("#deeds") == f"I vote against {name}")  # noqa: B023
    browser.tap("#deeds .main")
    assert touched(stand, 3)[-1] == (MINE, 12, Kind.HOLD, 71)


def test_only_what_the_finger_does_is_sent_and_when_it_did_it(stand: Stand) -> None:
    stand.seated(as_ring=True)
    before = len(stand.host.edges)
    for _ in range(3):
        stand.browser.down("#buttons button")
        stand.host.until(lambda: len(stand.host.edges) % 2 != before % 2)
        stand.browser.up()
        stand.host.until(lambda: len(stand.host.edges) % 2 == before % 2)
    assert presses(stand, before) == [(MINE, 0, True), (MINE, 0, False)] * 3


def test_two_or_three_buttons_share_the_circle(stand: Stand) -> None:
    stand.seated(as_ring=True)
    for count in (2, 3):
        stand.host.tell(buttons=count)
        stand.host.until(lambda: stand.browser.is_shown(f"[data-button='{count - 1}']"))  # noqa: B023
        stand.browser.drawn()  # the circle has its size
        before = len(stand.host.edges)
        for number in range(count):
            stand.browser.tap(f"[data-button='{number}']")
        stand.host.until(lambda: len(stand.host.edges) == before + 2 * count)  # noqa: B023
        assert presses(stand, before) == [
            (MINE, number, down) for number in range(count) for down in (True, False)
        ]


def test_keys_and_a_screen_reader_press_and_hold(stand: Stand) -> None:
    stand.seated(as_ring=True)
    before = len(stand.host.edges)
    for key in (" ", "Enter"):
        stand.browser.run("document.querySelector('[data-button]').focus()")
        for kind in ("keyDown", "keyUp"):
            stand.browser.tell("Input.dispatchKeyEvent", type=kind, key=key)
    stand.host.until(lambda: len(stand.host.edges) == before + 4)
    stand.browser.run("document.querySelector('[data-button]').click()")
    stand.host.until(lambda: len(stand.host.edges) == before + 6)
    assert presses(stand, before) == [(MINE, 0, True), (MINE, 0, False)] * 3
    stand.browser.run("document.querySelector('[data-hold=hold]').click()")
    stand.host.until(lambda: len(stand.host.edges) == before + 8)
    first, second = stand.host.edges[-2:]
    assert second.time_s - first.time_s > 0.9
    stand.slip("The Seer")
    stand.settled()
    stand.browser.run("document.querySelector('#look').click()")
    stand.host.until(lambda: stand.browser.run("document.querySelector('#words').textContent") == "The Seer")
    names = stand.browser.run("[...document.querySelectorAll('#pod button')].map(one => one.textContent)")
    assert names == ["Press", "Press: hold", "Press: long hold", "Hold to read", "Touch", "Leave"]
    assert stand.browser.run("document.querySelector('#said').ariaLive") == "polite"


WIDER = """[...document.querySelectorAll('body *')]
    .filter((one) => one.checkVisibility() && !one.closest('#mine'))
    .filter((one) => one.getBoundingClientRect().right > innerWidth + 1
        || (one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1))
    .map((one) => one.outerHTML)"""
"""What goes beyond the right edge, or is wider than its room; a long name of one's own place is shortened."""
WRITTEN = """[...document.querySelectorAll('body *')]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .filter((one) => [...one.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim()))
    .map((one) => {
        let ground = one;
        while (getComputedStyle(ground).backgroundColor === "rgba(0, 0, 0, 0)") ground = ground.parentElement;
        return [one.textContent, getComputedStyle(one).color, getComputedStyle(ground).backgroundColor];
    })"""
"""Every text that is seen, its colour and that of its ground."""


def luminance(colour: str) -> float:
    """The relative luminance of "rgb(...)", as the WCAG defines it."""
    coded = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    light = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in coded]
    return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]


def test_what_was_lost_comes_back_to_its_place(stand: Stand) -> None:
    """A reload, a gateway that is killed, a table that starts again; a finger that was down is lifted."""
    stand.seated()
    browser, host = stand.browser, stand.host
    browser.driver.refresh()
    host.until(lambda: browser.is_shown("#day"))
    browser.tap(".as-ring")
    host.until(lambda: browser.is_shown("#pod"))
    before = len(host.edges)
    browser.down("#buttons button")
    host.until(lambda: len(host.edges) == before + 1)
    stand.process.kill()
    host.until(lambda: len(host.edges) == before + 2)
    assert presses(stand, before) == [(MINE, 0, True), (MINE, 0, False)]
    host.until(lambda: browser.is_shown("#connecting"))
    assert browser.text("#connecting-words") == "Looking for the table…"
    assert isinstance(host.asked[-1], PhoneLost)
    browser.up()
    stand.stop()
    stand.start()
    host.until(lambda: browser.is_shown("#pod"))
    owners = host.owners
    host.close()
    host.until(lambda: browser.is_shown("#connecting"))
    stand.host = host = Host(stand.folder, CHAIRS)
    host.owners = owners
    host.until(lambda: host.asked and browser.is_shown("#pod"))
    assert host.asked == [SeatRequest(next(iter(owners)))]


def test_another_tab_takes_over_and_gives_back(stand: Stand) -> None:
    stand.seated()
    browser, host, first = stand.browser, stand.host, stand.browser.driver.current_window_handle
    browser.driver.switch_to.new_window("tab")
    browser.driver.get(stand.url)
    host.until(lambda: browser.is_shown("#day"))
    browser.driver.switch_to.window(first)
    host.until(lambda: browser.is_shown("#again"))
    assert "another window" in browser.text("#connecting")
    browser.run("document.querySelector('#again').click()")
    host.until(lambda: browser.is_shown("#day"))
    browser.driver.switch_to.window(next(one for one in browser.driver.window_handles if one != first))
    browser.driver.close()
    browser.driver.switch_to.window(first)


def test_a_place_is_given_back_after_a_question(stand: Stand) -> None:
    stand.seated()
    browser, host = stand.browser, stand.host
    browser.tap("#leave")
    browser.tap("#stay.main")
    assert host.owners
    browser.tap("#leave")
    browser.tap("#go")
    host.until(lambda: browser.is_shown("#join"))
    assert host.owners == {}
    host.tell(wait="A round is under way: about 12 minutes.")
    host.until(lambda: "12 minutes" in browser.text("#why"))
    host.tell(wait="")
    host.until(lambda: not browser.text("#why"))


def test_the_host_types_words_that_stay_until_the_table_has_kept_them(stand: Stand) -> None:
    stand.seated()
    browser, host = stand.browser, stand.host
    shows(stand, TURNS, **MENU)
    assert not browser.is_shown("#list")
    [token] = host.owners
    host.link.write(WordPage(token, "Ours", "owl", ("Words: 1.",)))
    host.until(lambda: browser.is_shown("#list"))
    value = "document.getElementById('list-lines').value"
    assert browser.run(value) == "owl"
    assert browser.text("#list-told") == "Words: 1."
    browser.driver.find_element("id", "list-lines").send_keys("\ncat")
    host.link.write(WordPage())
    host.until(lambda: not browser.is_shown("#list"))
    host.link.write(WordPage(token, "Ours", "owl"))
    host.until(lambda: browser.is_shown("#list"))
    assert browser.run(value) == "owl\ncat", "what was typed and is not kept yet"
    browser.tap("#list .main")
    host.until(lambda: WordsTyped(token, "Ours", "owl\ncat") in host.asked)
    host.link.write(WordPage(token, "Ours", "owl\ncat", ("Words: 2.",)))
    host.until(lambda: browser.text("#list-told") == "Words: 2.")
    look_at(browser.picture(), "words.phone")
    host.link.write(WordPage())
    host.until(lambda: not browser.is_shown("#list"))


SENTENCES = {
    "fr": (
        "Je vote contre le Moulin",
        "Le Moulin est loup-garou",
        "3 contre la Forge : Moulin, Puits",
        "La Forge est dans le menu.",
    ),
    "en": (
        "I vote against the Mill",
        "The Mill is a werewolf",
        "3 against the Forge: Mill, Well",
        "The Forge is in the menu.",
    ),
    "de": (
        "Ich stimme gegen die Mühle",
        "Die Mühle ist ein Werwolf",
        "3 gegen die Schmiede: Mühle, Brunnen",
        "Die Schmiede ist im Menü.",
    ),
    "es": (
        "Voto contra el Molino",
        "El Molino es de los lobos",
        "3 contra la Fragua: Molino, Pozo",
        "La Fragua está en el menú.",
    ),
}


@pytest.mark.parametrize("language", SENTENCES)
def test_a_place_has_its_article_in_a_sentence(stand: Stand, language: str) -> None:
    """Votes of the living and the dead, the last ballot, and who is in the menu."""
    narration = NARRATION[language]
    seats = [narration.seat(NamedSeat(*at)) for at in enumerate(("mill", "forge", "well", "Ana"))]
    forms = forms_used(narration)

    def places(**dead: bool) -> dict[str, Any]:
        named = ((seat.label, {form: seat.forms[form] for form in forms}) for seat in seats)
        return {
            "places": tuple(
                PlaceState(name, chair, at != 2 or not dead, forms=told)
                for at, (chair, (name, told)) in enumerate(zip((MINE, 1, 2, 3), named, strict=True))
            )
        }

    stand.seated()
    stand.host.tell(language=language)
    told = []
    for dead in ({}, {"dead": True}):
        shows(stand, SeatScreen(3, "choose", 71, (1, 2, 4), 0), **VOTE | places(**dead))
        stand.browser.tap(".cells > :nth-child(1)")
        stand.host.until(lambda: stand.browser.is_shown("#deeds .main"))
        told.append(stand.browser.text("#deeds .main"))
    shows(stand, SeatScreen(3, "idle"), **DEBATE | places() | {"ballot": ((1, 2, 2), (3, 2, 1))})
    stand.browser.tap("[data-key=village]")
    told.append(next(line for line in stand.browser.text("#sheet").split("\n") if line.startswith("3 ")))
    shows(stand, SeatScreen(3, "seated"), **MENU | places() | {"menu": MenuState("", ENTRIES, 1, "", 2)})
    told.append(stand.browser.text("#note"))
    assert tuple(told) == SENTENCES[language]
