"""The chronicle: what really happened, told from the journal; nothing of a round that is under way."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest

from table.chronicle import as_html, as_text, statistics, tell
from table.errors import RefusedError
from table.journal import Journal, Kept
from table.werewolf.rulebooks import RULEBOOKS
from tests.diaries import Reseated, dice, evening, played, recordings
from tests.players import garou
from tests.tables import NARRATION


def unfinished() -> Kept:
    kept = next(recordings())
    kept.rounds = [kept.rounds[0][:50]]
    return kept


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """A folder with a finished evening and, after it, one that is under way."""
    journal = Journal(tmp_path)
    played(journal, evening("thiercelieux", seed=1), Reseated(dice(1)))
    played(journal, evening("best-of", seed=3), Reseated(dice(3)))
    kept = journal.evenings()[-1]
    kept.rounds[0] = kept.rounds[0][:60]
    journal.cut(kept)
    journal.close()
    return tmp_path


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_recorded_round_can_be_told(language: str) -> None:
    narration = NARRATION[language]
    for kept in recordings():
        (told,) = tell(kept, RULEBOOKS, narration)
        assert told.winner == kept.rounds[0][-1].answer[0]
        titles = [moment.title for moment in told.moments]
        assert narration.word("title.night", number=1) in titles
        assert len(set(titles)) == len(titles)
        assert all(entry.text.strip() for moment in told.moments for entry in moment.entries)
        text = "\n".join(as_text([told], narration))
        assert narration.word(f"over.{told.winner}") in text


def test_who_did_what_to_whom_is_told() -> None:
    narration = NARRATION["en"]
    found = 0
    for kept in recordings():
        (told,) = tell(kept, RULEBOOKS, narration)
        names = kept.setup.names
        looks = [line for line in kept.rounds[0] if line.word == "ask seer" and line.answer]
        entries = [entry for moment in told.moments for entry in moment.entries if entry.what == "seer"]
        seen = [entry for entry in entries if entry.value]
        assert [entry.value for entry in seen] == [line.answer for line in looks]
        for entry in seen:
            (seer,), (target,) = entry.seats, entry.value
            assert entry.secret
            assert entry.text == f"The Seer: {names[seer]} → {names[target]}"
            found += 1
    assert found > 10


def test_votes_are_public_and_each_is_told() -> None:
    (told,) = tell(next(recordings()), RULEBOOKS, NARRATION["en"])
    votes = [entry for moment in told.moments for entry in moment.entries if entry.what == "vote"]
    assert votes
    assert not any(entry.secret for entry in votes)


def test_secrets_of_a_round_under_way_are_refused() -> None:
    with pytest.raises(RefusedError, match="--spoil"):
        tell(unfinished(), RULEBOOKS, NARRATION["en"])
    (told,) = tell(unfinished(), RULEBOOKS, NARRATION["en"], spoil=True)
    assert told.winner is None
    assert told.cards == {}
    assert len(told.moments) > 1


def test_the_page_needs_nothing_else_and_cannot_be_broken_by_a_name() -> None:
    kept = next(recordings())
    names = ('<script>alert("x")</script>', *kept.setup.names[1:])
    kept.setup = msgspec.structs.replace(kept.setup, names=names)
    page = as_html(tell(kept, RULEBOOKS, NARRATION["fr"]), NARRATION["fr"])
    tags: list[str] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002 - the tags are enough
            tags.append(tag)

    Reader().feed(page)
    assert "script" not in tags
    assert "&lt;script&gt;" in page
    assert not re.search(r"(src|href)=|https?:|@import|url\(", page)
    assert tags.count("li") > 50


def test_statistics_count_what_the_rounds_have_come_to() -> None:
    found = [*recordings(), unfinished()]
    counted = statistics(found, RULEBOOKS)
    assert counted["rounds"] == 20 == sum(counted["camps"].values())
    assert sum(sum(wins.values()) for wins in counted["players"].values()) == 20
    players = sum(len(kept.setup.names) for kept in found[:20])
    assert sum(card["dealt"] for card in counted["cards"].values()) == players
    winners = sum(len(kept.rounds[0][-1].answer[1]) for kept in found[:20])
    assert sum(card["won"] for card in counted["cards"].values()) == winners


def test_the_command_lists_and_tells(state: Path) -> None:
    given = ("chronicle", "--state", str(state))
    told = garou(*given)
    assert (told.code, told.err) == (0, "")
    last, first = told.out.splitlines()
    assert re.match(r"  1  \d{4}-\d\d-\d\d \d\d:\d\d  best-of, 12 players: unfinished$", last)
    assert "thiercelieux, 12 players: " in first
    refused = garou(*given, "1")
    assert (refused.code, refused.out) == (2, "")
    assert "--spoil" in refused.err
    assert garou(*given, "1", "--spoil").code == 0
    whole = garou(*given, "2")
    assert whole.out.startswith("== 1\n")
    data = json.loads(garou(*given, "2", "--json").out)
    assert data[0]["number"] == 1
    assert garou(*given, "2", "--html").out.startswith("<!doctype html>")
    assert json.loads(garou(*given, "--statistics").out)["rounds"] == 1
    beyond = garou(*given, "3")
    assert beyond.code == 2
    assert "NUMBER 3; allowed: 1 to 2" in beyond.err


@pytest.mark.parametrize(
    "words",
    [
        ("1", "--erase"),
        ("--erase", "--statistics"),
        ("--erase", "--json"),
        ("--json",),
        ("--html",),
        ("--spoil",),
        ("1", "--statistics"),
        ("1", "--json", "--html"),
    ],
)
def test_options_that_do_not_go_together_are_refused_and_nothing_is_lost(
    state: Path, words: tuple[str, ...]
) -> None:
    told = garou("chronicle", "--state", str(state), *words)
    assert told.code == 2
    assert told.err.count("\n") == 1
    assert "allowed" in told.err
    assert garou("chronicle", "--state", str(state), "2").code == 0


def test_one_command_erases_them_all(state: Path) -> None:
    given = ("chronicle", "--state", str(state))
    assert garou(*given, "--erase").out == "Erased: 2.\n"
    assert garou(*given).out == "No evening has been kept.\n"


def test_where_nothing_was_ever_kept_it_says_so(tmp_path: Path) -> None:
    told = garou("chronicle", "--state", str(tmp_path / "nowhere"))
    assert told.code == 1
    assert re.fullmatch(r"garou: \S+evenings\.sqlite: no evening has been kept there\n", told.err)


def test_an_evening_that_is_played_is_kept_and_told(tmp_path: Path) -> None:
    """`garou play` with a folder of its own, on a clock that jumps; the second is an evening of its own."""
    state = str(tmp_path / "state")
    for _ in range(2):
        played_there = garou(
            "play",
            "--simulated",
            "--deck",
            "simplified",
            "--seats",
            "8",
            "--seed",
            "1",
            "--language",
            "en",
            "--state",
            state,
        )
        assert played_there.code == 0
    assert len(garou("chronicle", "--state", state).out.splitlines()) == 2
    assert "Night 1" in garou("chronicle", "1", "--state", state).out


def test_play_goes_on_with_what_was_cut_short(state: Path) -> None:
    """Nobody declines it: the round that was under way comes to its end."""
    told = garou("play", "--simulated", "--state", str(state))
    assert told.code == 0
    assert told.err == ""
    last = garou("chronicle", "--state", str(state)).out.splitlines()[0]
    assert "best-of, 12 players: " in last
    assert "unfinished" not in last


def test_play_says_why_nothing_is_kept_and_plays(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    told = garou("play", "--simulated", "--seed", "1", "--state", str(tmp_path / "file"))
    assert told.code == 0
    assert "cannot be resumed" in told.err
    assert told.out
