"""What page and gateway tell each other: shapes, lengths, limits and moments."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.phones.page_messages import (
    LABELS_BYTES,
    LIST_BYTES_MOST,
    LOOK_BYTES,
    LOOKS_A_SECOND,
    REFRESH_S,
    RING_BYTES,
    SCREEN_BYTES,
    SHEETS_BYTES,
    Allowance,
    Fingers,
    Hello,
    Leave,
    Sit,
    Typed,
    cost_of,
    from_page,
    labels,
    look,
    next_look_s,
    public,
    sheets,
    word_page,
)
from hardware.phones.wire import (
    CARD_BYTES,
    LINES_MOST,
    ROLE_BYTES,
    SLIP_BYTES,
    TITLE_MOST,
    TOLD_BYTES,
    SeatScreen,
    Sheets,
    WordPage,
)
from table.gestures import PHASES
from tests.kit.gateways import public_table, token

RINGS = [b"", bytes(48), bytes(72), b"\xff" * 48, b"\x01" * 72]


def lengths(make_look: Callable[[bytes, str], bytes]) -> set[int]:
    """How long looks are, with slips of every length and rings of every kind."""
    return {
        len(make_look(ring, letter * count))
        for ring in RINGS
        for letter in "xé…"
        for count in (0, 1, 7, SLIP_BYTES // 3, SLIP_BYTES // 2, SLIP_BYTES - 1, SLIP_BYTES, 2 * SLIP_BYTES)
    }


def test_a_look_that_is_longer_with_a_long_slip_is_caught() -> None:
    assert lengths(look) == {LOOK_BYTES}
    leak = lengths(lambda ring, slip: look(ring, slip) + bytes(16 * (len(slip.encode()) > 400)))
    assert len(leak) > 1


@given(ring=st.sampled_from(RINGS), slip=st.text(max_size=20).map(lambda text: text * 30))
def test_every_look_is_as_long_and_holds_ring_and_slip(ring: bytes, slip: str) -> None:
    told = look(ring, slip)
    assert len(told) == LOOK_BYTES
    assert told[0] == len(ring) // 3
    assert told[1 : 1 + RING_BYTES] == ring.ljust(RING_BYTES, b"\0")
    at = 1 + RING_BYTES + 2 + SCREEN_BYTES
    length = int.from_bytes(told[at : at + 2], "big")
    words = told[at + 2 : at + 2 + length].decode()
    if len(slip.encode()) <= SLIP_BYTES:
        assert words == slip
    else:
        assert words.endswith("…")
        assert slip.startswith(words[:-1])
    assert told[at + 2 + length :] == bytes(SLIP_BYTES - length)


@given(
    options=st.lists(st.integers(0, 64), max_size=64),
    phase=st.sampled_from(sorted(PHASES)),
    named=st.text(max_size=20),
)
def test_what_may_be_pointed_at_lengthens_no_message(options: list[int], phase: str, named: str) -> None:
    screen = SeatScreen(
        24, phase, 65535, tuple(options), 24, tuple(options[:2]), True, (named,) * len(options)
    )
    told = look(bytes(72), "", screen)
    assert len(told) == LOOK_BYTES
    length = int.from_bytes(told[1 + RING_BYTES : 3 + RING_BYTES], "big")
    read = json.loads(told[3 + RING_BYTES : 3 + RING_BYTES + length])
    assert read == [24, phase, 65535, options, 24, options[:2], True, [], False], "words are in no look"
    text = labels(screen)
    assert len(text.encode()) == LABELS_BYTES
    assert len(json.loads(text)["labels"]) == len(options)


@given(card=st.text(max_size=400), told=st.text(max_size=700), role=st.text(max_size=50))
def test_sheets_are_of_one_length_and_hold_what_fits(card: str, told: str, role: str) -> None:
    sent = sheets(Sheets(card, told, role))
    assert len(sent) == SHEETS_BYTES
    assert sent[0] == 0, "no ring has no pixels"
    at = 1
    for text, most in ((role, ROLE_BYTES), (card, CARD_BYTES), (told, TOLD_BYTES)):
        length = int.from_bytes(sent[at : at + 2], "big")
        read = sent[at + 2 : at + 2 + length].decode()
        assert read == text if len(text.encode()) <= most else read.endswith("…")
        at += 2 + most


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ({"t": "hello", "token": token(7)}, Hello(token(7))),
        ({"t": "sit", "chair": 3, "name": "Zoé"}, Sit(3, "Zoé")),
        ({"t": "sit", "chair": 0, "name": "x" * 20, "takes": False}, Sit(0, "x" * 20, False)),
        ({"t": "leave"}, Leave()),
        ({"t": "list", "title": "Ours", "text": "cat\ndog"}, Typed("Ours", "cat\ndog")),
        ({"t": "fingers", "e": [[0, True, 12]], "pad": "  "}, Fingers([(0, True, 12)], pad="  ")),
        ({"t": "fingers", "e": [[0, True, 12], [2, False, 0]]}, Fingers([(0, True, 12), (2, False, 0)])),
        ({"t": "fingers", "e": []}, Fingers([])),
        ({"t": "fingers", "p": [[7, 1, 65535, 700, 3]]}, Fingers([], [(7, 1, 65535, 700, 3)])),
        ({"t": "fingers", "p": [[None, 0, 0, 0, 0]]}, Fingers([], [(None, 0, 0, 0, 0)])),
    ],
)  # fmt: skip
def test_a_page_is_understood(said: dict[str, Any], meant: object) -> None:
    assert from_page(json.dumps(said)) == meant


MALFORMED = (
    b"{}",
    "",
    "{",
    "null",
    "[]",
    "{}",
    '{"t":"nothing"}',
    '{"t":"hello"}',
    '{"t":"hello","token":""}',
    json.dumps({"t": "hello", "token": token(1).replace("0", "g")}),
    json.dumps({"t": "hello", "token": token(1) + "0"}),
    json.dumps({"t": "hello", "token": token(1) + "\n"}),
    json.dumps({"t": "hello", "token": token(1), "more": 1}),
    '{"t":"sit"}',
    '{"t":"sit","chair":-1}',
    '{"t":"sit","chair":64}',
    '{"t":"sit","chair":1.5}',
    '{"t":"sit","chair":"1"}',
    json.dumps({"t": "sit", "chair": 1, "name": "x" * 21}),
    '{"t":"list","title":"Ours"}',
    '{"t":"list","title":1,"text":"cat"}',
    json.dumps({"t": "list", "title": "x" * 29, "text": "cat"}),
    json.dumps({"t": "list", "title": "", "text": "cat\n" * 100}),
    '{"t":"fingers","e":[[3,true,0]]}',
    '{"t":"fingers","e":[[0,1,0]]}',
    '{"t":"fingers","e":[[0,true]]}',
    '{"t":"fingers","e":[[0,true,-1]]}',
    '{"t":"fingers","e":[[0,true,60001]]}',
    json.dumps({"t": "fingers", "e": [[0, True, 0]] * 5}),
    json.dumps({"t": "fingers", "p": [[0, 0, 0, 0, 0]] * 4}),
    '{"t":"fingers","p":[[256,0,0,0,0]]}',
    '{"t":"fingers","p":[[-1,0,0,0,0]]}',
    '{"t":"fingers","p":[[0,3,0,0,0]]}',
    '{"t":"fingers","p":[[0,0,65536,0,0]]}',
    '{"t":"fingers","p":[[0,0,0,0]]}',
    '{"t":"fingers","p":[[0,0,0,0,1e999]]}',
    '{"t":"fingers","p":[[%s,0,0,0,0]]}' % ("9" * 200),
    '{"t":"fingers","p":[[0,0,0,0.5,0]]}',
    '{"t":"fingers","p":%s' % ("[" * 200),
    json.dumps({"t": "fingers", "e": [], "pad": " " * 250}),
    '{"t":"seat","chair":1,"why":""}',
)
"""Messages that no page sends."""


@pytest.mark.parametrize("said", MALFORMED)
def test_what_no_page_says_is_refused(said: str | bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - msgspec words it
        from_page(said)


@given(st.text() | st.binary() | st.sampled_from(MALFORMED), st.integers(0, 40), st.text(max_size=3))
def test_spoilt_messages_are_refused_and_nothing_worse(said: str | bytes, at: int, put: str) -> None:
    whole = '{"t":"sit","chair":3,"name":"Zoe"}'
    for spoilt in (said, whole[:at] + put + whole[at:], whole[:at] + put):
        with suppress(ValueError):
            assert isinstance(from_page(spoilt), Hello | Sit | Leave | Fingers)


NO_NUMBERS: tuple[object, ...] = (-1, 256, 65_536, 9**40, True, False, 0.5, 1e300, "3", "", None, [], [3], {})
"""What is no number of an option, a kind, a key or a time, or not of all of these."""


def spoilt_messages(seed: int) -> Iterator[str]:
    """Messages of pages, each with something put into it or left out, and touches with another number; some
    are still messages."""
    lot = random.Random(seed)
    whole = [
        json.dumps({"t": "fingers", "e": [[0, True, 4]], "p": [[3, 1, 65535, 640, 12], [None, 2, 7, 1, 0]]}),
        json.dumps({"t": "sit", "chair": 2, "name": "Zoé"}),
        json.dumps({"t": "hello", "token": token(0)}),
    ]
    puts = [
        "",
        "9",
        "9" * 40,
        "-",
        "1e999",
        "[[[[",
        "null",
        '"',
        "\0",
        "é",
        " ",
        '{"t":"leave"}',
        ",[9,9,9,9,9]",
    ]
    while True:
        touch: list[object] = [3, 1, 7, 640, 12]
        touch[lot.randrange(5)] = lot.choice(NO_NUMBERS)
        yield json.dumps({"t": "fingers", "p": [touch]})
        text = lot.choice(whole)
        at = lot.randrange(len(text))
        yield text[:at] + lot.choice(puts) + text[at + lot.randrange(4) :]


def test_ten_thousand_spoilt_messages_say_nothing_that_is_not_allowed() -> None:
    understood = 0
    for text in islice(spoilt_messages(1), 10_000):
        with suppress(ValueError):
            message = from_page(text)
            understood += 1
            if isinstance(message, Fingers):
                assert all(0 <= button <= 2 and 0 <= age <= 60_000 for button, _, age in message.e)
                for option, kind, key, *times in message.p:
                    assert option is None or 0 <= option <= 255
                    assert 0 <= kind <= 2
                    assert 0 <= key <= 0xFFFF
                    assert all(0 <= each <= 60_000 for each in times)
    assert 100 < understood < 9_900


def test_a_list_of_words_in_any_letters_fits_and_a_longer_one_is_refused() -> None:
    for letter in ("a", "é", "ж", "王", '"', "\n"):
        longest = {"t": "list", "title": letter * TITLE_MOST, "text": letter * LINES_MOST}
        said = json.dumps(longest, ensure_ascii=False)
        assert from_page(said, LIST_BYTES_MOST) == Typed(letter * TITLE_MOST, letter * LINES_MOST)
        for key in ("title", "text"):
            with pytest.raises(ValueError):  # noqa: PT011 - msgspec words it
                from_page(
                    json.dumps(longest | {key: f"{longest[key]}x"}, ensure_ascii=False), LIST_BYTES_MOST
                )


def test_a_page_is_shown_its_list_or_that_it_has_none() -> None:
    shown = json.loads(word_page(WordPage("secret", "Ours", "cat", ("Kept.",))))
    assert shown == {"t": "list", "list": {"title": "Ours", "text": "cat", "told": ["Kept."]}}
    assert json.loads(word_page(None)) == {"t": "list", "list": None}


def test_an_allowance_is_spent_at_once_and_comes_back_with_time() -> None:
    allowance = Allowance(3, 6, 0.0)
    assert [allowance.spend(1, 0.0) for _ in range(8)] == [True] * 6 + [False] * 2
    assert not allowance.is_whole(1.9)
    assert [allowance.spend(1, 1.0 + number / 3) for number in range(90)] == [True] * 90, "the rate holds on"
    assert allowance.is_whole(1000.0)
    assert [allowance.spend(1, 1000.0) for _ in range(7)] == [True] * 6 + [False], "a rest saves up no more"


def test_each_change_of_a_button_costs_as_much_as_a_message() -> None:
    assert cost_of(Fingers([(0, True, 0)] * 4, [(1, 0, 0, 0, 0)] * 3)) == 7
    assert cost_of(Fingers([])) == cost_of(Leave()) == cost_of(Sit(1)) == 1


def test_while_covered_looks_have_fixed_moments_and_news_changes_none() -> None:
    for has_news in (False, True):
        moments, at_s = [], 100.001
        for _ in range(LOOKS_A_SECOND):
            at_s = next_look_s(True, has_news, at_s)
            moments.append(at_s)
        assert moments == [
            pytest.approx(100 + (number + 1) / LOOKS_A_SECOND) for number in range(LOOKS_A_SECOND)
        ]
    assert next_look_s(True, True, 3.0) > 3.0
    late_s = 7.0 + 2.4 / LOOKS_A_SECOND
    assert next_look_s(True, True, late_s) == pytest.approx(7.0 + 3 / LOOKS_A_SECOND), (
        "a late look moves no other"
    )


def test_by_day_a_look_comes_at_once_or_once_a_second() -> None:
    assert next_look_s(False, True, 5.0) == 5.0
    assert next_look_s(False, False, 5.0) == 5.0 + REFRESH_S


def test_the_public_state_has_its_fields_by_name() -> None:
    told = json.loads(public(public_table(2, said="Night falls.")))
    assert told["t"] == "table"
    assert told["table"]["said"] == "Night falls."
    assert told["table"]["chairs"][1] == {
        "label": "Place 1", "state": "free", "takes": True, "named": True, "away": False,
    }  # fmt: skip
