"""The evening as a log."""

from __future__ import annotations

import io

from table.board.board import Arrow, Board, Place, Timer
from table.board.log import Plain
from tests.kit.boards import board


def test_a_log_has_one_line_for_what_is_new() -> None:
    out = io.StringIO()
    plain = Plain(out)
    shown = Board("night", "Nuit 1", "La Voyante", "La Voyante se réveille.", timer=Timer(60.0, 60.0))
    for now_s in range(30):
        plain.show(shown, float(now_s))
    shown.headline = "Les Loups-Garous"
    shown.caption = "Les Loups-Garous se réveillent."
    plain.show(shown, 30.0)
    shown.caption = ""
    shown.notice = "Pas de carte son."
    plain.show(shown, 31.0)
    shown.notice = ""
    plain.show(shown, 32.0)
    assert out.getvalue().splitlines() == [
        "Nuit 1 - La Voyante",
        "  La Voyante se réveille.",
        "Nuit 1 - Les Loups-Garous",
        "  Les Loups-Garous se réveillent.",
        "! Pas de carte son.",
    ]
    assert not plain.closed
    plain.close()


def test_a_log_tells_ballots_once() -> None:
    out = io.StringIO()
    plain = Plain(out)
    shown = board("ballots", 8)
    plain.show(shown, 0.0)
    plain.show(shown, 1.0)
    text = out.getvalue()
    assert text.count("->") == len(shown.arrows)
    assert "\x1b" not in text


def test_a_log_tells_what_the_votes_come_to_after_them() -> None:
    """No number stands behind the name of another seat."""
    out = io.StringIO()
    names = ("Tour", "Puits", "Moulin")
    places = [Place(name) for name in names]
    shown = Board("ballots", places=places, arrows=[Arrow(0, 1), Arrow(1, 0, 2), Arrow(2, 1)])
    plain = Plain(out)
    plain.show(shown, 0.0)
    assert out.getvalue().splitlines()[-4:] == [
        "  Tour -> Puits",
        "  Puits -> Tour x2",
        "  Moulin -> Puits",
        "  = Tour 2, Puits 2",
    ]
    shown.arrows.append(Arrow(0, 1))
    plain.show(shown, 1.0)
    assert out.getvalue().splitlines()[-1] == "  = Puits 3, Tour 2"


def test_a_name_of_a_file_on_the_board_commands_no_terminal() -> None:
    out = io.StringIO()
    told = "\x1b]0;red\x9b.py\u202e"
    Plain(out).show(Board(headline=told, caption=told, notice=told), 0.0)
    assert out.getvalue().count("\\x1b]0;red\\x9b.py\\u202e") == 3
    assert not {"\x1b", "\x9b", "\u202e"}.intersection(out.getvalue())
