"""What no scenario can show of the characters: times and calls that are held for nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from table.engine.play import play
from table.engine.requests import Ask, Covered, Sitter, Vote, Wake
from table.errors import RefusedError
from table.games.werewolf.playing_cards import check_playing_cards
from table.games.werewolf.rules.cards.village_idiot import VOTELESS
from table.games.werewolf.rules.options import Options
from table.games.werewolf.rules.pieces import Card, Game, Laid
from table.games.werewolf.rules.roll_call import deal_by_hand
from table.games.werewolf.rules.rulebooks.best_of import BEST_OF
from table.games.werewolf.rules.rulebooks.thiercelieux import CHARACTERS
from table.games.werewolf.rules.script import day, night
from table.games.werewolf.rules.voting import the_vote
from tests.kit.players import CARDS, Dice, lay


class Village(Dice):
    """All name one seat. `presses`: in covered times too. Notes the calls, and the covered times with who may
    press and whose press counts."""

    def __init__(self, condemned: str = "", presses: bool = False, silence: float = 0.0) -> None:
        super().__init__(1, silence=silence)
        self.condemned = condemned
        self.presses = presses
        self.times: list[tuple[str, str, str]] = []
        self.calls: list[str] = []

    def vote(self, request: Vote) -> dict[Any, Any]:
        named = {voter: menu for voter, menu in request.choices.items() if request.key != "candidates"}
        return {voter: seat for voter, menu in named.items() for seat in menu if seat.name == self.condemned}

    def covered(self, request: Covered) -> Sequence[Sitter]:
        seats, heard = ("".join(seat.name for seat in some) for some in (request.seats, request.heard))
        self.times.append((request.time.key, seats, heard))
        return request.heard if self.presses else ()

    def wake(self, request: Wake) -> None:
        self.calls.append(request.call.key)


def a_day(game: Game, condemned: str = "", *, presses: bool = False) -> list[tuple[str, str, str]]:
    """The covered times of a day on which all vote for this seat: whose, who may press, whose press
    counts."""
    village = Village(condemned, presses)
    game.number = 1
    play(the_vote(game), village)
    return village.times


# Times


def test_ch_25_the_judges_time_follows_every_first_vote_while_a_judge_may_be_in_play() -> None:
    game = lay("werewolf stuttering_judge villager villager villager villager", captain="never")
    assert a_day(game) == [("stuttering_judge", "ABCDEF", "B")], "nobody was condemned"
    assert a_day(game, "C", presses=True) == [("stuttering_judge", "ABDEF", "B")], "and not in a second vote"
    assert a_day(game, "D") == [("stuttering_judge", "ABEF", "")], "spent, it is held all the same"
    assert a_day(game, "B") == [], "the Judge's card was seen"
    assert a_day(game) == []


def test_ch_25_without_cards_at_deaths_the_judges_time_is_held_though_the_judge_is_dead() -> None:
    game = lay("werewolf stuttering_judge villager villager villager", captain="never", reveal="none")
    assert a_day(game, "B") == [("stuttering_judge", "ACDE", "")]


def test_ch_25_with_the_powers_goes_the_judges_time() -> None:
    game = lay("werewolf stuttering_judge elder villager villager", rulebook=BEST_OF, captain="never")
    assert a_day(game, "C") == []


def test_ch_34_the_servants_time_comes_before_every_card_of_a_condemned_player() -> None:
    game = lay("werewolf devoted_servant village_idiot villager villager villager", captain="never")
    assert a_day(game) == [], "nobody is condemned"
    assert a_day(game, "C") == [], "pardoned"
    assert a_day(game, "D") == [("devoted_servant", "ABCDEF", "B")]
    assert a_day(game, "C", presses=True) == [("devoted_servant", "ABCEF", "B")]
    assert a_day(game, "E") == [], "all have seen that she is the Servant no more"


def test_ch_34_her_own_death_has_its_time_too() -> None:
    game = lay("werewolf devoted_servant villager villager villager", captain="never")
    assert a_day(game, "B", presses=True) == [("devoted_servant", "ABCDE", "")]
    assert a_day(game, "C") == []


def test_ch_35_where_deaths_show_no_card_her_time_ends_when_she_has_taken_one() -> None:
    game = lay("werewolf devoted_servant villager villager villager villager", captain="never", reveal="none")
    assert a_day(game, "C") == [("devoted_servant", "ABCDEF", "B")]
    assert a_day(game, "D", presses=True) == [("devoted_servant", "ABDEF", "B")]
    assert a_day(game, "E") == []


def test_ch_42_the_open_judges_time_is_held_while_an_actor_may_be_in_play() -> None:
    game = an_actor("stuttering_judge", "village_idiot", "scapegoat")
    game.lay_open(game.laid.stage, CARDS["actor"])
    assert a_day(game, "C") == [("stuttering_judge", "ABDEF", "")]
    assert a_day(game, "B") == []


# Calls


def an_actor(*stage: str) -> Game:
    cards = [CARDS[key] for key in ("werewolf", "actor", *["villager"] * 4)]
    return Game(BEST_OF.with_deck(cards), "ABCDEF", cards, laid=Laid(tuple(CARDS[key] for key in stage)))


@pytest.mark.parametrize("silence", [0.0, 1.0])
def test_ch_42_the_calls_of_all_open_cards_are_held_every_night(silence: float) -> None:
    """Whatever the Actor plays, or nothing."""
    game = an_actor("raven", "seer", "bear_tamer")
    game.lay_open(game.laid.stage, CARDS["actor"])
    for number in range(1, 6):
        game.number = number
        village = Village(silence=silence)
        play(night(game), village)
        known = ["bear_tamer"] if number == 1 else []
        assert village.calls == ["actor", "seer", *known, "werewolves", "raven"]
    assert (game.stage_left == []) == (silence == 0.0)


def test_ch_45_with_the_powers_the_calls_of_the_open_cards_stop() -> None:
    game = an_actor("raven", "seer", "witch")
    game.lay_open(game.laid.stage, CARDS["actor"])
    game.powers_lost = True
    game.number = 2
    village = Village()
    play(night(game), village)
    assert village.calls == ["werewolves"]


# Nobody left


class Asked(Village):
    """Notes who is asked and for what they vote."""

    def __init__(self, condemned: str) -> None:
        super().__init__(condemned)
        self.asked: list[str] = []

    def ask(self, request: Ask) -> Sequence[Any]:
        self.asked.append(request.key)
        return super().ask(request)

    def vote(self, request: Vote) -> dict[Any, Any]:
        self.asked.append(request.key)
        return super().vote(request)


def test_ch_7_where_all_have_lost_the_vote_there_is_neither_election_nor_successor() -> None:
    game = lay("villager werewolf villager villager")
    for seat in game.seats[1:]:
        game.lay(seat, VOTELESS)
    game.captain = game.seats[0]
    village = Asked("A")
    for game.number in (1, 2):
        play(day(game), village)
    assert village.asked == ["vote", "vote"]
    assert game.captain is None


# Cards in hands


class Touches(Dice):
    """Each player touches the button when the card of the same place is called."""

    def __init__(self, held: Sequence[Card]) -> None:
        super().__init__(1)
        self.held = held

    def vote(self, request: Vote) -> dict[Any, Any]:
        called = request.key.partition(".")[2]
        return {player: True for player in request.choices if self.held[player.index].key == called}


def test_ch_65_the_roll_call_calls_all_three_brothers_and_every_other_of_them() -> None:
    held = [CARDS["werewolf"], *[CARDS["three_brothers"]] * 3, *CHARACTERS[:4], *CHARACTERS[5:]]
    game = play(deal_by_hand(BEST_OF.with_deck(held), "ABCDEFGHIJK", held, Options()), Touches(held))
    assert [seat.card for seat in game.seats] == held


@pytest.mark.parametrize("card", CHARACTERS, ids=lambda card: card.key)
def test_ch_65_a_plain_deck_has_none_of_them_and_is_refused_with_them(card: Card) -> None:
    with pytest.raises(RefusedError, match=card.key):
        check_playing_cards([CARDS["werewolf"], *[card] * (card.copies or 1)])
