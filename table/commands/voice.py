"""`garou voice`: renders sentences in advance, plays one line, or records a whole evening."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from table.commands.options import CONFIG, FILE, HOUSE, JSON, LANGUAGE, house_roles
from table.errors import UnreadableError

if TYPE_CHECKING:
    from hardware.voice.recordings import Recordings
    from table.appliance.recording import SpokenParts
    from table.settings.owner import Owner


@click.command("voice", short_help="Renders every sentence ahead, so that no line is waited for.")
@LANGUAGE(help="Which one; else that of table.toml.")
@click.option("--rulebook", help="Whose words, if not those of table.toml.")
@click.option("--seats", type=click.IntRange(1, 24), help="For so many places; else those of table.toml.")
@click.option(
    "--say", metavar="KEY", help="Shows all wordings of one line, night.fall, and speaks the first."
)
@click.option("--wav", type=FILE, metavar="OUT", help="A whole evening of bots, spoken into this file.")
@click.option("--seed", type=int, default=0, help="Of the evening of --wav (0).")
@JSON
@CONFIG
@HOUSE
def command(
    language: str | None,
    rulebook: str | None,
    seats: int | None,
    say: str | None,
    wav: Path | None,
    seed: int,
    as_json: bool,
    owner: Owner,
    house: Path | None,
) -> int:
    """Renders ahead every sentence that can be foreseen, so that no line is ever waited for."""
    from table.appliance.recording import spoken_at

    if say is not None and wav:
        raise UnreadableError("--say and --wav; allowed: one of them")
    spoken = spoken_at(owner, house_roles(house, owner), language, rulebook, seats)
    return run(spoken, say, wav, seed, as_json)


def run(spoken: SpokenParts, say: str | None, wav: Path | None, seed: int, as_json: bool) -> int:
    """Runs the command. Returns the exit code: 1 if not everything is heard as the settings ask for."""
    from hardware.voice.recordings import Recordings
    from table.appliance.starting import recordings

    if say is not None:
        return _say(spoken, say, as_json)
    made = Recordings(recordings(), *spoken.engines)
    try:
        return _record(spoken, made, wav, seed, as_json) if wav else _render(spoken, made, as_json)
    finally:
        made.close()
        made.clear()


def _say(spoken: SpokenParts, key: str, as_json: bool) -> int:
    """Shows and speaks the wordings of one line."""
    from hardware.voice.mixer import MixerPlayer
    from hardware.voice.spoken import SpokenVoice
    from table.appliance.starting import recordings, warn
    from table.words.troubles import Troubles

    narration = spoken.narration
    wordings = narration.example(key, spoken.sitters, spoken.cards)
    print(json.dumps(wordings, ensure_ascii=False) if as_json else "\n".join(wordings), flush=True)
    voice = SpokenVoice(
        recordings(), *spoken.engines, player=MixerPlayer(spoken.settings.voice.volume or 1.0)
    )
    for wording in wordings:
        voice.speak(wording, narration.language)
    voice.wait()
    trouble, makeshift, troubles = voice.trouble, voice.makeshift, Troubles.of(narration)
    voice.close()
    if trouble:
        warn(troubles.told(trouble))
    if makeshift:
        warn(troubles.goes_on("other_voice", makeshift))
    return 1 if trouble or makeshift else 0


def _render(spoken: SpokenParts, made: Recordings, as_json: bool) -> int:
    """Renders in advance, and reports the result."""
    import msgspec

    from table.appliance.recording import GIVE_UP, render_ahead
    from table.appliance.starting import warn

    language = spoken.narration.language
    shown = sys.stderr.isatty()

    def progress(done: int, of: int) -> None:
        if shown and (done % 20 == 0 or done == of):
            end = "\n" if done == of else ""
            print(f"\rgarou: {done} of {of} sentences", end=end, file=sys.stderr, flush=True)

    sentences = spoken.narration.sentences(spoken.sitters, spoken.cards)
    ahead = render_ahead(made, sentences, spoken.narration, progress)
    for lost in ahead.lost[:GIVE_UP]:
        warn(f"not rendered: {lost.sentence} ({lost.reason})")
    if len(ahead.lost) > GIVE_UP:
        warn(f"not rendered either: {len(ahead.lost) - GIVE_UP} more")
    if ahead.makeshift:
        warn(ahead.makeshift)
    if as_json:
        told = {"language": language, "rulebook": spoken.rulebook, "seats": spoken.seats}
        print(json.dumps(told | msgspec.to_builtins(ahead), ensure_ascii=False, indent=2))
    else:
        print(
            f"{language}, {spoken.rulebook}, {spoken.seats} {'seat' if spoken.seats == 1 else 'seats'}:"
            f" {ahead.sentences} sentences; {ahead.made} rendered now in {ahead.duration_s:.1f} s,"
            f" {ahead.kept} kept from before, {len(ahead.lost)} not rendered."
        )
        print(f"{ahead.spoken_s / 60:.0f} minutes of speech, {ahead.bytes / 1e6:.0f} MB in {made.directory}")
    return 0 if ahead.is_whole else 1


def _record(spoken: SpokenParts, made: Recordings, wav: Path, seed: int, as_json: bool) -> int:
    """Writes a spoken evening, and reports how it sounds."""
    import msgspec

    from hardware.voice.interface import VoiceError
    from table.appliance.recording import rhythm, spoken_evening, write_evening
    from table.appliance.starting import warn
    from table.appliance.table import open_table
    from table.words.troubles import Troubles

    evening, troubles = spoken.evening(seed), Troubles.of(spoken.narration)
    try:
        table = open_table(spoken.settings, evening.names, spoken.narration, "log", 1.0)
        voice = spoken_evening(table, evening, made)
    except VoiceError as error:
        warn(troubles.told(error.trouble))
        return 1
    captions = write_evening(voice, wav)
    heard = rhythm(voice.lines)
    if made.makeshift:
        warn(troubles.goes_on("other_voice", made.makeshift))
    if as_json:
        print(json.dumps(msgspec.to_builtins(heard), indent=2))
    else:
        print(
            f"{wav}: {heard.seconds / 60:.1f} minutes, {heard.lines} lines of {heard.speech_s:.0f} s;"
            f" {heard.overlaps} overlap; silences of {heard.shortest_s:.2f} to {heard.longest_s:.1f} s;"
            f" {heard.waited} waited for the line before, at most {heard.waited_s:.1f} s."
        )
        print(f"{captions}: the captions")
    return 1 if made.makeshift else 0
