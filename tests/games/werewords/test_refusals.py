"""What the referee refuses of a round of Mots-garous: one line that names the file, the place, the value, and
what is allowed there."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from table.errors import RefusedError
from table.games.werewords import referee as werewords_referee
from tests.kit.retold_werewords import a_file, retold
from tests.kit.sampling import few

ALL = "Ana, Bob, Cid, Dee, Eve"


# Whatever is written, the referee keeps its word

NAMES = [*ALL.split(", "), "Zoe", "table", "seer", "werewolf", "mayor", "yes", "correct", "night", "vote", ""]
KEYS = (
    "cards, seed, last_mayor, options, left, doppelganger, word, letters, thing, tokens, oops, "
    "werewolves, accuse"
)
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.sampled_from(NAMES) | st.integers(-3, 30) | st.booleans() | st.floats(0, 2),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=3),
    max_leaves=4,
)


@given(data=st.data())
@settings(max_examples=few(800, 80))
def test_a_round_of_words_with_something_else_in_it(data: st.DataObject) -> None:
    """Values replaced, keys added or taken away: played as the rules are told again, or refused in a line."""
    file = a_file(random.Random(data.draw(st.integers(0, 300))), data.draw(st.integers(3, 9)))
    for _ in range(data.draw(st.integers(1, 2))):
        inside: dict[str, Any] = data.draw(st.sampled_from([file, *file["turns"]]))
        key = data.draw(st.sampled_from([*sorted(inside.keys() - {"turns"}), *KEYS.split(", ")]))
        if data.draw(st.booleans()):
            inside.pop(key, None)
        else:
            inside[key] = data.draw(VALUES)
    output, refusal = None, ""
    try:
        output = werewords_referee.read(file).play(lambda answers: answers)
    except RefusedError as refused:
        refusal = str(refused)
    if output is None:
        assert "; allowed: " in refusal or "; asked there: " in refusal
        assert len(refusal.splitlines()) == 1
    else:
        for turn in file["turns"]:
            for key in [key for key, value in turn.items() if value in (False, [], {})]:
                del turn[key]
        assert output == retold(file)
