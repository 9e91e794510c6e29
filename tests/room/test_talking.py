"""What a press opens in a debate: it turns, is taken, ends by itself, and tells again what was told."""

from __future__ import annotations

import pytest

from table.engine.requests import Clock, Press, Talk
from table.games.werewolf.rules import events
from table.games.werewolf.rules.claims import Claim, Vocabulary
from table.room.activities.talking import TALK_S, TalkItem
from tests.room.test_activities import SEATS, Parts

HOLD_S = 0.8


@pytest.fixture
def parts() -> Parts:
    parts = Parts(talk=True)
    for seat in range(SEATS):
        parts.stage.village.people.sit(seat)
    return parts


def debate(parts: Parts) -> Press | None:
    """A debate of all seats, to its end or somebody's being ready."""
    return parts.times.run_and_wait(Clock("debate", parts.seats, wanted=2))


def note(parts: Parts, *seats: int) -> list[int]:
    """Offers a thing to do; returns who has done it. `seats`: who may; all by default."""
    done: list[int] = []
    parts.talking.items.append(TalkItem("again", done.append, lambda seat: not seats or seat in seats))
    return done


def test_a_press_opens_and_a_hold_takes(parts: Parts) -> None:
    done = note(parts)
    parts.press(1, at_s=5.0)
    parts.press(1, at_s=6.0, for_s=HOLD_S)
    seen: list[tuple[list[str], str, str]] = []

    def look() -> None:
        seen.append((parts.talking.labels, parts.stage.village.board.caption, parts.lights.words(1)))

    for at_s in (2.0, 5.5):
        parts.clock.at(at_s, look)
    assert debate(parts) is None
    assert done == [1]
    again = ["Hear the news again?"]
    choice = "Hear the news again?\nHold: yes. Press: something else."
    ready = "Ready to vote? Hold. Press for more: to hear the news again."
    assert seen == [(again, ready, ""), (again, choice.replace("\n", " "), choice)]
    assert (parts.talking.labels, parts.lights.faces) == ([], {})


def test_presses_turn_round_and_it_ends_by_itself(parts: Parts) -> None:
    first, second = note(parts), note(parts)
    for at_s in (5.0, 6.0):  # open, the second
        parts.press(0, at_s)
    parts.press(0, at_s=7.0, for_s=HOLD_S)
    for at_s in (20.0, 21.0, 22.0):  # open, the second, the first
        parts.press(0, at_s)
    parts.press(0, at_s=23.0, for_s=HOLD_S)
    parts.press(2, at_s=30.0)
    phases: list[str] = []
    for at_s in (30.0 + TALK_S, 30.5 + TALK_S):
        parts.clock.at(at_s, lambda: phases.append(parts.stage.presses.phase_of(2)))
    # Once closed, a hold means again that one is ready.
    parts.press(2, at_s=40.0, for_s=HOLD_S)
    pressed = debate(parts)
    assert pressed
    assert pressed.seat.index == 2
    assert phases == ["talk", "parley"]
    assert (first, second) == ([0], [0])


def test_only_what_is_offered_opens(parts: Parts) -> None:
    done = note(parts, 3)
    parts.press(0, at_s=3.0)
    parts.press(0, at_s=4.0, for_s=HOLD_S)
    pressed = debate(parts)
    assert pressed
    assert (pressed.seat.index, done) == (0, []), "the press meant nothing, and the hold was ready"


def test_where_it_is_not_enabled_a_press_means_nothing() -> None:
    parts = Parts()
    done = note(parts)
    parts.press(0, at_s=3.0)
    parts.press(0, at_s=4.0, for_s=HOLD_S)
    pressed = debate(parts)
    assert pressed
    assert (pressed.seat.index, done, parts.talking.labels) == (0, [], [])


def test_the_news_of_the_day_is_told_again_word_for_word(parts: Parts) -> None:
    parts.talking.items.append(TalkItem("again", parts.announcements.say_again_and_wait))
    for event in (events.Nightfall(1, True), events.Dawn(1), events.NoDeath("night"), events.DebateOpens()):
        parts.announcements.say_and_wait(event)
    told = [line.line for line in parts.voice.spoken]
    began_s = parts.clock.now()
    parts.press(1, at_s=began_s + 2.0)
    parts.press(1, at_s=began_s + 3.0, for_s=HOLD_S)
    assert debate(parts) is None
    again = [line.line for line in parts.voice.spoken][len(told) :]
    news = [line for line in told if line in again]
    # Neither the night, nor that there is a debate.
    assert again[: len(news)] == news == told[-1 - len(news) : -1]
    assert len(news) >= 2
    assert parts.clock.now() - began_s == pytest.approx(parts.pace.times.debate_s, abs=0.5)


def test_a_debate_that_ends_closes_what_is_open(parts: Parts) -> None:
    note(parts)
    parts.press(0, at_s=3.0)
    parts.press(1, at_s=4.0, for_s=HOLD_S)
    assert debate(parts)
    assert parts.lights.faces
    parts.announcements.say_and_wait(events.NoDeath("vote"))
    assert not parts.lights.faces


def test_a_person_claims_something_about_whom_the_light_points_at(parts: Parts) -> None:
    """A press opens, the next is "trust", a hold takes it; a press turns the light, a hold says it."""
    for at_s, for_s in ((5.0, 0.1), (6.0, 0.1), (7.0, HOLD_S), (9.0, 0.1), (10.0, HOLD_S)):
        parts.press(1, at_s, for_s)
    choices = Vocabulary(parts.seats, ())
    request = Talk("debate", parts.seats, wanted=2, speakers=parts.seats, choices=choices)
    said = parts.times.run_and_wait(request)
    assert said
    assert said.choice == Claim("trust", parts.seats[3])
    assert said.seat is parts.seats[1]
    assert 10.0 < said.at_s < 12.0


def test_nothing_is_claimed_in_a_debate_that_passes_on_no_claims(parts: Parts) -> None:
    parts.press(1, at_s=5.0)
    parts.press(1, at_s=6.0, for_s=HOLD_S)
    pressed = debate(parts)
    assert pressed
    assert (pressed.seat.index, pressed.choice) == (1, None)


def test_what_is_claimed_too_late_is_not_said_in_the_next_debate(parts: Parts) -> None:
    """The hold that says it ends with the one that ends the debate."""
    for at_s, for_s in ((5.0, 0.1), (6.0, 0.1), (7.0, HOLD_S), (9.0, 0.1), (10.0, HOLD_S)):
        parts.press(1, at_s, for_s)
    parts.press(0, 10.0, HOLD_S)
    request = Talk("debate", parts.seats, wanted=1, speakers=parts.seats, choices=Vocabulary(parts.seats, ()))
    ready = parts.times.run_and_wait(request)
    assert ready
    assert (ready.seat.index, ready.choice) == (0, None)
    parts.announcements.say_and_wait(events.NoDeath("vote"))
    assert parts.times.run_and_wait(request) is None
