"""Rounds of Mots-garous, as bots play them."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from table.board.board import Board, Secret
from table.games.werewords.evening import WordEvening
from table.games.werewords.rules.box import MOTS_GAROUS, tiles_of
from table.games.werewords.rules.events import DayEnded, Named, RoundOver
from table.games.werewords.rules.options import Options
from table.paths import SHIPPED
from table.words.lists import choose, read_lists
from table.words.narration import Narration
from tests.gallery.evening import ROUNDS, Wanted, looked_for, opened
from tests.gallery.hall import Hall, Moment, Shot, is_told

TITLE = "Mots-garous"
PLAYERS = 9


def words_in(board: Board) -> Secret | None:
    """The words that those called see."""
    return board.secret if isinstance(board.secret, Secret) else None


WANTED: dict[str, Wanted] = {
    "words_deal": Wanted(
        "The deal: a tile is a sign too", lambda _, now: is_told(now, "deal") and now.timer
    ),
    "choice": Wanted(
        "Only the Mayor’s eyes are open: the word is chosen, here the second is pointed at",
        lambda _, now: (secret := words_in(now)) and len(secret.words) > 1 and secret.at == (1,),
    ),
    "word": Wanted(
        "The word, for the player who is called and sees it",
        lambda was, now: (
            (secret := words_in(now)) and secret.spelling and not was.secret and not secret.at
        ),
    ),
    "questions": Wanted(
        "The questions: who has the floor, what was answered to whom, and the tokens that are left",
        lambda _, now: is_told(now, "questions") and given(now) > 9 and any(p.asks for p in now.places),
    ),
    "way_off": Wanted(
        "Way off: the newest token is the largest",
        lambda _, now: is_told(now, "questions") and given(now) > 9 and any(p.token for p in now.places),
    ),
    "last": Wanted(
        "The last ten seconds of the day",
        lambda _, now: is_told(now, "questions") and given(now) > 16 and now.timer,
        before_its_end_s=7.0,
    ),
    "letters": Wanted(
        "Speedwords: the Mayor gives letters away",
        lambda _, now: (
            (secret := words_in(now)) and secret.at and any(one[-1] == " " for one in secret.spelling)
        ),
    ),
    "speedwords": Wanted(
        "Speedwords: the word stands on the board as blanks, which fill in",
        lambda was, now: is_told(now, "questions") and now.headline != was.headline and "_" in now.headline
        and sum(letter.isalpha() for letter in now.headline) > 1,
    ),
    "found": Wanted(
        "The word was found: the werewolves, now known to all, name the Seer",
        lambda _, now: is_told(now, "vote") and now.timer and any(place.marked for place in now.places),
    ),
    "talk": Wanted(
        "It was not found: a minute to talk, and the word stands there for all",
        lambda _, now: is_told(now, "debate") and now.timer and now.word,
    ),
    "accusation": Wanted(
        "Then everybody accuses at the same moment",
        lambda _, now: is_told(now, "vote") and now.timer and not any(place.marked for place in now.places),
    ),
    "tiles": Wanted(
        "The accused player’s tile",
        lambda _, now: is_told(now, "ballots") and opened(now) and len(now.arrows) > 3,
    ),
    "unmasked": Wanted(
        "The winners, all tiles, and the word",
        lambda _, now: is_told(now, "over") and now.word and opened(now) == PLAYERS,
    ),
    "words_again": Wanted(
        "Afterwards: another round, with words as hard as these or of another difficulty",
        lambda was, now: was.scene == now.scene == "over" and was.caption != now.caption and not now.arrows,
    ),
    "words_chronicle": Wanted(
        "The chronicle of a round: who saw the word, and what was asked",
        lambda _, now: is_told(now, "told"),
    ),
}  # fmt: skip

AFTER: dict[str, tuple[str, type[DayEnded | Named | RoundOver]]] = {
    "day_over": ("The questions are over: two words say how", DayEnded),
    "named": ("A werewolf has pointed at the supposed Seer", Named),
}
"""Pictures of the first board after an event."""

SAYS = {
    **{name: wanted.says for name, wanted in WANTED.items()},
    **{name: says for name, (says, _) in AFTER.items()},
}


def shots(language: str) -> list[Shot]:
    """The pictures of this chapter."""
    drawn = looked_for(WANTED, rounds(language))
    answer = next(shot for shot in drawn if shot.name == "way_off")
    far = answer.moment._replace(board=answered_way_off(answer.moment.board, language))
    drawn[drawn.index(answer)] = answer._replace(moment=far)
    seen = [moment for played in (0, 2) for moment in played_with(language, played)]
    for name, (says, event) in AFTER.items():
        told = (moment for moment in seen if isinstance(moment.event, event) and moment.board.caption)
        drawn.append(Shot(name, says, next(told)))
    return drawn


def rounds(language: str) -> Iterator[list[Moment]]:
    """Plays whole rounds, classic and Speedwords by turns."""
    for seed in range(ROUNDS):
        yield played_with(language, seed)


def played_with(language: str, seed: int) -> list[Moment]:
    """Plays one round: classic if the seed is even, else Speedwords."""
    lists, _ = read_lists(SHIPPED / "words" / language)
    known = choose(lists, language, "medium", (), False)
    hall = Hall(language, PLAYERS, {"rulebook": MOTS_GAROUS.key})
    options = Options(mode="speedwords" if seed % 2 else "classic")
    evening = WordEvening(MOTS_GAROUS, hall.names, tiles_of("deluxe", PLAYERS), options, seed)
    evening.known, evening.choice = known, [word.text for word in known]
    return hall.round_of(evening, seed)


def given(board: Board) -> int:
    """How many tokens the players have been given."""
    return sum(len(place.tokens) for place in board.places)


def answered_way_off(shown: Board, language: str) -> Board:
    """The same board with the answer *way off*, which no bot ever gives."""
    changed = msgspec.json.decode(msgspec.json.encode(shown), type=Board)
    place = next(place for place in changed.places if place.token)
    place.token, place.tokens = "way_off", (*place.tokens[:-1], "way_off")
    changed.heaps = [
        msgspec.structs.replace(heap, left=0) if heap.kind == "way_off" else heap for heap in changed.heaps
    ]
    changed.caption = Narration.load(language, MOTS_GAROUS.key).line("token.way_off", lambda _: 0)
    return changed
