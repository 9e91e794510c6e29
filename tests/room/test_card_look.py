"""A look at one's own card for all, in the room: seats without a ring, the dead, the other game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hardware import patterns
from table.board.board import SecretCircle
from table.engine.chance import Chance
from table.games.werewolf.bots import Bots
from table.room.acts.card_look import LOOK_S
from table.settings.times import Times
from tests.kit.diaries import EVERY, dice, word_evening
from tests.kit.tables import NARRATION, PIXELS, TestTable, after
from tests.room.test_notebook import WORDS
from tests.room.test_on_board import sits
from tests.room.test_room import ANA, BOB, CID, before_the_deal, is_line, once, run


def looked(
    table: TestTable, during: Callable[[float], object] = lambda _: None, **options: Any
) -> list[float]:
    """Plays a round with a look in its first debate. Returns when the look began and ended.

    `during`: called with the time as it begins.
    """
    moments: list[float] = []

    def look() -> None:
        moments.append(table.clock.now())
        during(moments[0])
        table.room.card_look.run_and_wait()
        moments.append(table.clock.now())

    table.watch.first["clock debate"] = once(look)
    run(table, **options)
    return moments


def title(table: TestTable, seat: int) -> str:
    """The title of the card that this seat was dealt."""
    return NARRATION["en"].card(table.moments("show", "dealt")[seat].request.value).title


def test_seats_without_a_ring_read_the_board_one_after_the_other_once_all_others_have_looked() -> None:
    table = sits(before_the_deal(Bots(Chance(3))), {ANA, BOB, CID}, {ANA, CID})
    began_s, over_s = looked(table)
    alive = [seat for seat in (ANA, CID) if table.board_at(began_s).places[seat].alive]
    shown = [(s, board.secret) for s, board in table.view.seen if began_s <= s < over_s and board.secret]
    read = [secret.words.split("\n")[0] for _, secret in shown if isinstance(secret, SecretCircle)]
    assert alive
    assert list(dict.fromkeys(read)) == list(dict.fromkeys(title(table, seat) for seat in alive))
    assert min(s for s, _ in shown) > began_s + LOOK_S


def test_where_all_play_by_phone_the_deal_shows_the_cards_without_the_signs_of_rings() -> None:
    for narration, has_signs in ((NARRATION["en"], True), (NARRATION["en"].on_phones(), False)):
        table = before_the_deal(Bots(Chance(3)), narration=narration)
        run(table)
        signs = [sign for _, board in table.view.seen if board.scene == "deal" for sign in board.legend]
        assert {bool(sign.groups) for sign in signs} == {has_signs}


def test_where_nobody_has_a_ring_nobody_is_bidden_to_cover_one() -> None:
    table = sits(before_the_deal(Bots(Chance(3))), {ANA, BOB})
    began_s, over_s = looked(table)
    told = [one.line for one in table.voice.spoken if began_s <= one.time_s < over_s]
    assert not any(is_line("host.look", line) for line in told)
    assert is_line("board.deal", told[0])
    assert is_line("host.looked", told[-1])


def test_the_dead_see_nothing_and_their_rings_stay_dark() -> None:
    table = before_the_deal(Bots(Chance(3)))

    def during(now_s: float) -> None:
        table.room.people.update(range(8))
        table.room.board.places[ANA].alive = False
        for seat in range(8):
            table.press(seat, now_s + 6.0, for_s=3.0)

    held_s = looked(table, during)[0] + 8.0
    slips = [words for s, words in table.slips.shown if s < held_s][-1]
    for seat in range(8):
        assert (title(table, seat) in slips[seat]) == (seat != ANA)
    assert table.ring_at(ANA, held_s) == patterns.dead(PIXELS)


def test_before_the_first_night_everybody_may_still_look_after_it() -> None:
    table = before_the_deal(Bots(Chance(3)), people=[ANA])
    eve: list[bool] = []

    def look() -> None:
        table.room.card_look.run_and_wait()
        eve.append(table.room.cards.is_eve)

    table.watch.first["vote election"] = once(look)
    run(table, captain="start")
    assert eve == [True]


def test_in_a_round_of_words_the_board_explains_the_tiles_and_a_doppelganger_sees_the_role_they_took() -> (
    None
):
    begun = word_evening(EVERY, 12)
    table = TestTable(
        dice(1),
        begun.names,
        narration=WORDS["en"],
        telling=begun.telling(Times(pace="fast"), is_first=True),
    )
    room = table.room
    room.begin_round()
    read: list[str] = []

    def look(request: Any, _: Any) -> None:
        if type(request.event).__name__ == "Day":
            room.card_look.run_and_wait()
            read.extend(room.cards.read(seat).split("\n")[0] for seat in range(12))

    after(room, "say", look)
    over = begun.play_next(room)
    seats = over.seats
    assert read == [WORDS["en"].card(seat.role).title for seat in seats]
    assert any(seat.role is not seat.tile for seat in seats)
    assert {len(board.legend) for _, board in table.view.seen if board.scene == "deal"} == {10}
