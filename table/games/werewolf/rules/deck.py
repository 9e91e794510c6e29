"""Decks: which cards may be played together (LG-4, LG-61)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

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


def check_deck(rulebook: Rulebook, deck: Sequence[Card], least: int | None = None) -> list[str]:
    """LG-4: raises `RefusedError` with the reason, or returns the warnings the host should hear. `least`: the
    fewest players, if not as few as the rulebook has for the host's own decks."""
    players, least = players_of(deck), least or rulebook.fewest or rulebook.least
    if players < least:
        key = "deck.few_besides_centre" if players < len(deck) else "deck.few"
        why = Reason(key, players=count(players, "player"), rulebook=rulebook.key, least=least)
        raise RefusedError(why, "deck")
    if players > SEATS_MOST:
        raise RefusedError(Reason("deck.many", number=players, most=SEATS_MOST), "deck")
    check_copies(rulebook, deck, "deck")
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
    if players < rulebook.least:
        warnings.append(f"{players} players are fewer than the {rulebook.least} of {rulebook.key}")
    if players > rulebook.most:
        warnings.append(f"{players} players are more than the {rulebook.most} of {rulebook.key}")
    return warnings


def check_copies(rulebook: Rulebook, cards: Sequence[Card], place: str) -> None:
    """LG-4: raises `RefusedError` for a card that comes in another number."""
    for card in rulebook.cards:
        if card.copies and (copies := cards.count(card)) not in (0, card.copies):
            key = "deck.copies_one" if card.copies == 1 else "deck.copies"
            raise RefusedError(
                Reason(key, role=card.key, cards=count(copies, "card"), allowed=card.copies), place
            )


def check_pool(rulebook: Rulebook, pool: Sequence[Card], players: int) -> None:
    """CH-54: raises `RefusedError` if no deck for this many players can be drawn from these cards."""
    check_copies(rulebook, pool, "pool")
    kinds = [card for card in dict.fromkeys(pool) if card.centre or (card.copies or 1) > 1]
    wolves = [card for card in pool if card.nature == "werewolf" and card not in kinds]
    others = [card for card in pool if card.nature != "werewolf" and card not in kinds]
    others.sort(key=lambda card: card.is_seen)
    for number in range(len(kinds) + 1):
        for some in combinations(kinds, number):
            whole = [card for card in pool if card in some]
            left = players + max((card.centre for card in some), default=0) - len(whole)
            for pack in range(min(left, len(wolves)) + 1):
                if is_playable(rulebook, [*whole, *wolves[:pack], *others[: left - pack]], players):
                    return
    raise RefusedError(Reason("deck.no_pool", cards=count(len(pool), "card"), number=players), "pool")


def is_playable(rulebook: Rulebook, deck: Sequence[Card], players: int) -> bool:
    """Whether this is a deck for this many players."""
    try:
        check_deck(rulebook, deck)
    except RefusedError:
        return False
    return players_of(deck) == players


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
