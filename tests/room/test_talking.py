"""What a press opens in a debate: it turns, is taken, ends by itself, and tells again what was told."""

from __future__ import annotations

from functools import partial
from itertools import groupby
from typing import Literal

import pytest

from table.engine.requests import Clock, Press, Say, Talk
from table.games.tempers import Manner
from table.games.werewolf.rules import events
from table.games.werewolf.rules.cards.bear_tamer import BEAR_TAMER
from table.games.werewolf.rules.cards.fox import FOX
from table.games.werewolf.rules.cards.seer import SEER
from table.games.werewolf.rules.cards.villager import VILLAGER
from table.games.werewolf.rules.cards.werewolf import WEREWOLF
from table.games.werewolf.rules.claims import Claim, Vocabulary
from table.room.acts.bots_haste import LATE
from table.room.acts.debate import YIELDS_S
from table.room.acts.remarks import SHORT_S
from table.room.acts.reminders import NUDGES
from table.room.acts.talking import TALK_S, TalkItem
from table.room.lights import Lights
from table.room.speaking import CAPTION_S_A_LETTER
from table.settings.settings import PointingWhen
from tests.kit.tables import plant
from tests.room.test_acts import SEATS, Parts

HOLD_S = 0.8
PITCHES = (0.9, 0.95, 1.05, 1.1)


@pytest.fixture
def parts() -> Parts:
    parts = Parts()
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
    ready = "Ready to vote? Hold. Press: what else you can do."
    assert seen == [(again, ready, ""), (again, f"Bob: {choice}".replace("\n", " "), choice)]
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
    """A press opens, a hold takes the claims about somebody, of which "trust" is the third, and takes that; a
    press turns the light, a hold says it."""
    presses = (5.0, 0.1), (6.0, HOLD_S), (7.0, 0.1), (7.5, 0.1), (8.0, HOLD_S), (9.0, 0.1), (10.0, HOLD_S)
    for at_s, for_s in presses:
        parts.press(1, at_s, for_s)
    choices = Vocabulary(parts.seats, ())
    request = Talk("debate", parts.seats, wanted=2, speakers=parts.seats, choices=choices)
    said = parts.times.run_and_wait(request)
    assert said
    assert said.choice == Claim("trust", parts.seats[3])
    assert said.seat is parts.seats[1]
    assert 10.0 < said.at_s < 12.0


def say(parts: Parts, seat: int, *presses: float) -> Press | None:
    """What a seat claims whose person has pressed so long each time, once a second."""
    for number, for_s in enumerate(presses):
        parts.press(seat, 5.0 + number, for_s)
    cards = (WEREWOLF, SEER, SEER, VILLAGER)
    choices = Vocabulary(parts.seats, cards)
    return parts.times.run_and_wait(
        Talk("debate", parts.seats, wanted=2, speakers=parts.seats, choices=choices)
    )


PRESS_S = 0.1


def test_a_person_claims_any_card_that_is_in_play(parts: Parts) -> None:
    """After the claims about somebody come those of what one knows: a hold takes them, and the first, "I am";
    a press turns, a hold says it."""
    pressed = say(parts, 2, PRESS_S, PRESS_S, HOLD_S, HOLD_S, PRESS_S, HOLD_S)
    assert pressed
    assert pressed.choice == Claim("am", card=SEER)


def test_only_who_has_claimed_something_can_take_it_back(parts: Parts) -> None:
    """The last of what can be done, a press back from the first where there are two buttons."""
    parts.press(1, 1.0)
    labels: list[list[str]] = []
    parts.clock.at(2.0, lambda: labels.append(parts.talking.labels))
    parts.stage.village.board.places[2].claims = ("Seer?",)
    pressed = say(parts, 2, *[PRESS_S] * 4, HOLD_S)
    assert pressed
    assert pressed.choice == Claim("back")
    offered = [item.key for item in parts.talking.items if item.offers(3)]
    assert "known" in offered
    assert "back" not in offered


def test_a_person_gives_a_reason_for_what_they_have_asked_for(parts: Parts) -> None:
    """The call is the first of the first group: open, two holds, the seat. The reason is the last of it."""
    call = say(parts, 1, PRESS_S, HOLD_S, HOLD_S, HOLD_S)
    assert call
    assert call.choice == Claim("vote", parts.seats[2])
    for number, for_s in enumerate((PRESS_S, HOLD_S, *[PRESS_S] * 3, HOLD_S, PRESS_S, HOLD_S)):
        parts.press(1, 12.0 + number, for_s)
    choices = Vocabulary(parts.seats, ())
    said = parts.times.run_and_wait(
        Talk("debate", parts.seats, call.at_s, wanted=2, speakers=parts.seats, choices=choices)
    )
    assert said
    assert said.choice == Claim("vote", parts.seats[2], because="told")


@pytest.mark.parametrize(
    ("seen", "offered"),
    [
        ((), {"told", "lies", "calls", "feeling"}),
        (("election",), {"told", "lies", "calls", "feeling", "election"}),
        (("vote",), {"told", "lies", "calls", "feeling", "votes", "spared"}),
        (("election", "vote"), {"told", "lies", "calls", "feeling", "votes", "spared", "election"}),
    ],
)
def test_a_reason_is_offered_only_once_the_table_has_seen_what_it_is_about(
    parts: Parts, seen: tuple[Literal["election", "vote"], ...], offered: set[str]
) -> None:
    """No old vote on the first day, no election where there was none."""
    assert say(parts, 1, PRESS_S, HOLD_S, HOLD_S, HOLD_S)
    one, other = parts.seats[:2]
    for of in seen:
        parts.announcements.say_and_wait(events.Ballots(of, False, {one: other}, {other: 1}))
        if of == "election":
            parts.announcements.say_and_wait(events.Captain(other, "election"))
    (about,) = (item for item in parts.talking.items if item.key == "about")
    (because,) = (item for item in about.items if item.key == "because")
    assert because.among
    assert {option.value.because for option in because.among(1)} == offered


def test_a_person_answers_whom_the_board_shows_to_have_spoken(parts: Parts) -> None:
    """Open, two groups on, and "I agree" is the first there."""
    parts.stage.village.board.places[0].claims = ("Bob?",)
    pressed = say(parts, 1, *[PRESS_S] * 3, HOLD_S, HOLD_S, HOLD_S)
    assert pressed
    assert pressed.choice == Claim("agree", parts.seats[0])


def test_what_only_some_cards_can_have_heard_is_offered_only_with_them(parts: Parts) -> None:
    wordings = {claim.wording for claim in Vocabulary(parts.seats, (SEER, VILLAGER))}
    assert wordings.isdisjoint({"among", "bear"})
    assert {"wolf", "ask", "alibi"} <= wordings
    with_bear = Vocabulary(parts.seats, (FOX, BEAR_TAMER))
    assert {"among", "bear"} <= {claim.wording for claim in with_bear}
    assert "bear" in {claim.because for claim in with_bear}
    assert "bear" not in {claim.because for claim in Vocabulary(parts.seats, (SEER, VILLAGER))}


def speaks(parts: Parts) -> Press:
    """What the second seat, a bot, says in a debate as soon as it may."""
    planned = Press(parts.seats[1], 0.0, Claim("trust", parts.seats[0]))
    plant(parts.mind, clock=lambda _: planned)
    choices = Vocabulary(parts.seats, ())
    said = parts.times.run_and_wait(
        Talk("debate", parts.seats, wanted=2, speakers=parts.seats, choices=choices)
    )
    assert said
    assert said.choice == planned.choice
    return said


def test_a_bot_waits_while_a_person_chooses_what_to_say() -> None:
    parts = Parts()
    for at_s in (5.0, 10.0, 15.0):
        parts.press(0, at_s)
    closed_s = 15.0 + TALK_S
    assert closed_s + YIELDS_S <= speaks(parts).at_s < closed_s + YIELDS_S + 1.0


def test_a_reason_is_read_with_its_call_and_a_bot_waits_until_both_can_have_been_read() -> None:
    parts = Parts()
    parts.stage.village.people.sit(0)
    caller, about = parts.seats[2:]
    parts.announcements.say_and_wait(events.Claimed(caller, Claim("vote", about, because="feeling")))
    narration, caption = parts.stage.village.narration, parts.stage.village.board.caption
    assert caption in {
        f"{call} {reason}"
        for call in narration.wordings("claim.vote", seat=caller, other=about)
        for reason in narration.wordings("claim.because.feeling")
    }
    read_s = CAPTION_S_A_LETTER * len(caption)
    assert read_s + YIELDS_S <= speaks(parts).at_s < read_s + YIELDS_S + 1.0


def test_a_remark_leaves_an_open_menu_alone() -> None:
    """Half a minute is left while somebody chooses: the board says so when they have."""
    parts = Parts(pointing="with bots")
    note(parts)
    parts.press(0, parts.pace.times.debate_s - SHORT_S - 2.0)
    debate(parts)
    shown = [(seen.time_s, seen.board.caption) for seen in parts.view.seen]
    opened_s = next(at_s for at_s, caption in shown if caption.startswith("Ana: "))
    covered_s, _ = next(one for one in shown if one[0] > opened_s and not one[1].startswith("Ana: "))
    assert covered_s == pytest.approx(opened_s + TALK_S, abs=0.2)
    assert "Half a minute left." in [caption for at_s, caption in shown if at_s >= covered_s]


def test_a_reminder_that_time_is_short_leaves_an_open_menu_alone(parts: Parts) -> None:
    """It is spoken as soon as the menu has closed."""
    note(parts)
    parts.press(0, NUDGES["debate"][-1][0] * parts.pace.times.debate_s - 2.0)
    debate(parts)
    shown = [(seen.time_s, seen.board.caption) for seen in parts.view.seen]
    opened_s = next(at_s for at_s, caption in shown if caption.startswith("Ana: "))
    covered_s, _ = next(one for one in shown if one[0] > opened_s and not one[1].startswith("Ana: "))
    assert covered_s == pytest.approx(opened_s + TALK_S, abs=0.2)
    last = parts.stage.village.narration.lines["debate.last"]
    assert any(caption in last for at_s, caption in shown if at_s >= covered_s)


# Pointing


def test_a_light_that_is_turned_shows_at_once_whom_its_player_points_at() -> None:
    """Each press turns on, and after everybody else comes nobody."""
    parts = Parts(pointing="always")
    for number in range(SEATS):
        parts.stage.village.people.sit(number)
        parts.press(1, 5.0 + 10.0 * number)
    places = parts.stage.village.board.places
    seen: list[tuple[int | None, bytes]] = []

    def look() -> None:
        seen.append((places[1].points_at, parts.lights.ring(1, parts.clock.now())))

    for number in range(SEATS):
        parts.clock.at(9.0 + 10.0 * number, look)
    assert debate(parts) is None
    assert [seat for seat, _ in seen] == [2, 3, 0, None]
    assert len({ring for _, ring in seen}) == SEATS, "the ring shows it too, after the choice has closed"
    assert [place.points_at for place in places] == [None] * SEATS


def note_words(lights: Lights, words: list[str]) -> None:
    words.extend(map(lights.words, range(SEATS)))


def test_nobodys_turning_light_changes_what_everybody_reads() -> None:
    """All point at once: the board has their arrows, and what a button does stands on each one's slip."""
    read: list[list[tuple[float, str]]] = []
    words: list[str] = []
    for presses in ((), (5.0, 6.0, 7.0)):
        parts = Parts(pointing="always")
        for seat in range(SEATS):
            parts.stage.village.people.sit(seat)
            for at_s in presses:
                parts.press(seat, at_s + 0.1 * seat)
        words.clear()
        parts.clock.at(8.0, partial(note_words, parts.lights, words))
        debate(parts)
        captions = groupby(parts.view.seen, key=lambda seen: seen.board.caption)
        read.append([(next(seen).time_s, caption) for caption, seen in captions])
    assert read[0] == read[1]
    assert [word.split("\n")[1] for word in words] == ["Hold: yes. Press: something else."] * SEATS
    assert len(set(words)) == SEATS


def test_what_somebody_with_words_of_their_own_may_do_stands_nowhere_else(parts: Parts) -> None:
    """Without such a screen the board says what a light means, and whose it is."""
    note(parts), note(parts)
    parts.stage.village.places.worded = lambda: [0, 2, 3]
    for seat in range(SEATS):
        parts.press(seat, 5.0 + 10.0 * seat)
        parts.press(seat, 6.0 + 10.0 * seat)
    debate(parts)
    read = {seen.board.caption for seen in parts.view.seen if "Hear the news" in seen.board.caption}
    assert read == {"Bob: Hear the news again? Hold: yes. Press: something else."}


@pytest.mark.parametrize(
    ("pointing", "people", "phase"),
    [
        ("never", 1, "debate"),
        ("with bots", 1, "parley"),
        ("with bots", SEATS, "debate"),
        ("always", SEATS, "parley"),
    ],
)
def test_people_point_only_where_the_owner_wants_it_and_by_default_where_bots_play(
    pointing: PointingWhen, people: int, phase: str
) -> None:
    parts = Parts(pointing=pointing)
    for seat in range(people):
        parts.stage.village.people.sit(seat)
    phases: list[str] = []
    parts.clock.at(3.0, lambda: phases.append(parts.stage.presses.phase_of(0)))
    debate(parts)
    assert phases == [phase]


@pytest.mark.parametrize(("people", "phase"), [(1, "parley"), (SEATS, "debate")])
def test_people_claim_by_default_only_where_bots_play(people: int, phase: str) -> None:
    """At a table of people elbows lie on buttons."""
    parts = Parts(claims_with_bots=True)
    for seat in range(people):
        parts.stage.village.people.sit(seat)
    phases: list[str] = []
    parts.clock.at(3.0, lambda: phases.append(parts.stage.presses.phase_of(0)))
    said = Talk("debate", parts.seats, wanted=2, speakers=parts.seats, choices=Vocabulary(parts.seats, ()))
    parts.times.run_and_wait(said)
    assert phases == [phase]


def test_bots_turn_their_lights_one_after_the_other_as_their_minds_say() -> None:
    parts = Parts(pointing="with bots")
    parts.stage.village.people.sit(0)
    for seat in range(SEATS):
        parts.mind.say(Say(events.Claimed(parts.seats[seat], Claim("trust", parts.seats[0]))))
    places = parts.stage.village.board.places
    seen: list[int] = []
    for at_s in (4.0, 6.0, 11.0, 16.0):
        parts.clock.at(at_s, lambda: seen.append(sum(place.points_at is not None for place in places)))
    debate(parts)
    assert seen == [0, 1, 2, 3]
    parts.announcements.say_and_wait(events.NoDeath("vote"))
    assert [place.points_at for place in places] == [None] * SEATS, "with the debate it is over"


def test_bots_are_ready_only_at_the_end_of_a_debate_with_people() -> None:
    """They would outvote them: three of four are bots."""
    parts = Parts()
    parts.stage.village.people.sit(0)
    ready = debate(parts)
    assert ready
    assert ready.at_s >= LATE * parts.pace.times.debate_s


def test_a_bot_speaks_in_the_words_of_its_temper_which_its_house_shows_and_a_person_does_not() -> None:
    parts = Parts()
    village, narration = parts.stage.village, parts.stage.village.narration
    village.people.sit(1)
    tempers = ("quiet",), ("joker",), ("hothead", "fox"), ("loyal",)
    village.tempers = [Manner(keys, pitch) for keys, pitch in zip(tempers, PITCHES, strict=True)]
    parts.announcements.say_and_wait(events.DebateOpens())
    assert [line.pitch for line in parts.voice.spoken] == [1.0], "the narrator's own"
    places = village.board.places
    assert [place.says for place in places] == ["quiet", "", "hothead, fox", "loyal"]
    for speaker, own in ((0, "claim.suspect_quiet"), (1, "claim.suspect")):
        seat, about = parts.seats[speaker], parts.seats[3]
        parts.announcements.say_and_wait(events.Claimed(seat, Claim("suspect", about)))
        assert village.board.caption in narration.wordings(own, seat=seat, other=about)
        assert parts.voice.spoken[-1].pitch == (1.0 if speaker in village.people else PITCHES[speaker])
    assert places[0].says == narration.word("claim.suspect", other=parts.seats[3]), "a claim is newer"
    vote = Claim("vote", parts.seats[0], because="feeling")
    parts.announcements.say_and_wait(events.Claimed(parts.seats[2], vote))
    assert [line.pitch for line in parts.voice.spoken[-2:]] == [PITCHES[2]] * 2, "with its reason"
    parts.announcements.say_and_wait(events.VoteOpens((), again=False))
    assert [place.temper for place in places] == [""] * SEATS
