"""Decks: which cards may be played together (LG-4, LG-61)."""

from __future__ import annotations

from collections.abc import Sequence

from table.engine.answers import written
from table.errors import Reason, RefusedError, count, counted
from table.games.werewolf.rules.pieces import Card, Rulebook

SEATS_MOST = 24
"""The most seats of any table (LG-4)."""
COPIES_MOST = 99
"""The most cards of one kind that are parsed; no playable deck has so many."""


def named(rulebook: Rulebook, key: object, place: str) -> Card:
    """The card of a role key. Raises `RefusedError` naming the key and what the rulebook allows."""
    for card in rulebook.cards:
        if card.key == key:
            return card
    allowed = ", ".join(card.key for card in rulebook.cards)
    facts = {"value": written(key), "rulebook": rulebook.key, "allowed": allowed}
    if (file := f"{key}.py") in rulebook.left_out:
        raise RefusedError(Reason("deck.left_out", **facts, file=file), place)
    raise RefusedError(Reason("deck.no_role", **facts), place)


def players_of(deck: Sequence[Card]) -> int:
    """The number of players for this deck: LG-2, with the Thief two of its cards stay in the centre."""
    return len(deck) - max((card.centre for card in deck), default=0)


def check_deck(rulebook: Rulebook, deck: Sequence[Card]) -> list[str]:
    """LG-4: raises `RefusedError` with the reason, or returns the warnings the host should hear."""
    players = players_of(deck)
    if players < rulebook.least:
        key = "deck.few_besides_centre" if players < len(deck) else "deck.few"
        why = Reason(key, players=count(players, "player"), rulebook=rulebook.key, least=rulebook.least)
        raise RefusedError(why, "deck")
    if players > SEATS_MOST:
        raise RefusedError(Reason("deck.many", number=players, most=SEATS_MOST), "deck")
    for card in rulebook.cards:
        if card.copies and (copies := deck.count(card)) not in (0, card.copies):
            key = "deck.copies_one" if card.copies == 1 else "deck.copies"
            raise RefusedError(
                Reason(key, role=card.key, cards=count(copies, "card"), allowed=card.copies), "deck"
            )
    if any(card.centre for card in deck) and (seen := [card.key for card in deck if card.is_seen]):
        raise RefusedError(Reason("deck.seen_in_centre", role=seen[0]), "deck")
    wolves = sum(card.nature == "werewolf" for card in deck)
    if not wolves:
        kinds = ", ".join(card.key for card in rulebook.cards if card.nature == "werewolf")
        raise RefusedError(Reason("deck.no_wolf", names=kinds), "deck")
    if 2 * wolves >= len(deck):
        kinds = ", ".join(card.key for card in rulebook.cards if card in deck and card.nature == "werewolf")
        why = Reason("deck.half_wolves", names=kinds, number=wolves, cards=len(deck))
        raise RefusedError(why, "deck")
    warnings = []
    if 4 * wolves > players:
        warnings.append(f"{wolves} werewolves among {players} players are more than a quarter")
    if players > rulebook.most:
        warnings.append(f"{players} players are more than the {rulebook.most} of {rulebook.key}")
    return warnings


def beyond_the_box(rulebook: Rulebook, deck: Sequence[Card]) -> dict[Card, int]:
    """BO-40: how many cards of each kind the deck needs besides those of the printed box."""
    lacking = {card: deck.count(card) - rulebook.box.count(card) for card in dict.fromkeys(deck)}
    return {card: number for card, number in lacking.items() if number > 0}


def check_box(rulebook: Rulebook, deck: Sequence[Card]) -> list[str]:
    """BO-40: a warning for each kind of card of which the printed box has too few."""
    return [
        f"{counted(deck.count(card), 'card')} {card.key}: {lacking} more than the box of {rulebook.key} holds"
        for card, lacking in beyond_the_box(rulebook, deck).items()
    ]


def read_deck(rulebook: Rulebook, text: str) -> tuple[Card, ...]:
    """A deck written as "werewolf=3,seer=1,villager=8". Raises `RefusedError` naming what is wrong."""
    deck: list[Card] = []
    for part in text.split(","):
        key, equals, number = (word.strip() for word in part.partition("="))
        card = named(rulebook, key, "deck")
        is_number = number.isascii() and number.isdigit()
        if equals and (not is_number or len(number) > len(str(COPIES_MOST))):
            key_of = "deck.number_most" if is_number else "deck.no_number"
            why = Reason(key_of, value=written(part.strip()), role=key, most=COPIES_MOST)
            raise RefusedError(why, "deck")
        deck.extend([card] * (int(number) if equals else 1))
    return tuple(deck)
