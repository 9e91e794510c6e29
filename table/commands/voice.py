"""`garou voice`: renders sentences in advance, plays one line, or records a whole evening."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from table.commands.options import CONFIG, FILE, FOLDER, HOUSE, JSON, LANGUAGE, SEATS, SEED, house_roles
from table.commands.output import show
from table.errors import Reason, TableError, UnreadableError

if TYPE_CHECKING:
    from hardware.voice.recordings import Recordings
    from table.appliance.voicing.piper_catalogue import PiperCatalogue
    from table.appliance.voicing.spoken_parts import SpokenParts
    from table.settings.owner import Owner


@click.command("voice", short_help="Renders every sentence ahead; makes and installs voice packs.")
@LANGUAGE(help="Which one; else that of table.toml.")
@click.option("--rulebook", help="Whose words, if not those of table.toml; of a pack, if not of all.")
@SEATS(help="For so many places; else those of table.toml.")
@click.option(
    "--say", metavar="KEY", help="Shows all wordings of one line, night.fall, and speaks the first."
)
@click.option("--wav", type=FILE, metavar="OUT", help="A whole evening of bots, spoken into this file.")
@SEED(default=0, help="Of the evening of --wav (0).")
@click.option("--pack", type=FILE, metavar="OUT", help="Renders all of a language into a voice pack.")
@click.option("--recorded", type=FOLDER, help="With --pack: what a person has read out of a script here.")
@click.option("--script", type=FOLDER, help="Writes the numbered lines to read out into this folder.")
@click.option("--names", is_flag=True, help="With --script: also the lines that name a seat.")
@click.option("--missing", type=FOLDER, help="Lists the lines of a script that nobody has read yet.")
@click.option("--install", type=FILE, metavar="PACK", help="This pack speaks from now on.")
@click.option("--remove", metavar="LANGUAGE", help="The pack of this language no longer speaks.")
@click.option(
    "--get",
    is_flag=False,
    flag_value="",
    metavar="[NAME]",
    help="Fetches a Piper voice from the network; without NAME lists those of the language.",
)
@click.option(
    "--catalogue", metavar="URL", help="With --get: another voices.json than rhasspy/piper-voices's."
)
@click.option("--state", type=FILE, help="Of the table that plays with this option of garou play.")
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
    pack: Path | None,
    recorded: Path | None,
    script: Path | None,
    names: bool,
    missing: Path | None,
    install: Path | None,
    remove: str | None,
    get: str | None,
    catalogue: str | None,
    state: Path | None,
    as_json: bool,
    owner: Owner,
    house: Path | None,
) -> int:
    """Renders ahead every sentence that can be foreseen, so that no line is ever waited for. With --pack they
    become one file, which --install has speak here or on another table."""
    from table.appliance.voicing.spoken_parts import spoken_at, spoken_everywhere

    deeds = {"say": say, "wav": wav, "pack": pack, "script": script, "missing": missing}
    deeds |= {"install": install, "remove": remove, "get": get}
    asked = [f"--{name}" for name, value in deeds.items() if value is not None]
    if len(asked) > 1:
        raise UnreadableError(f"{' and '.join(asked)}; allowed: one of them")
    for given, name, other in (
        (recorded, "--recorded", "--pack"),
        (names, "--names", "--script"),
        (catalogue, "--catalogue", "--get"),
    ):
        if given and other not in asked:
            raise UnreadableError(f"{name}; allowed: together with {other}")
    if missing:
        return _missing(missing, as_json)
    if remove is not None:
        return _remove(remove, state)
    roles = house_roles(house, owner, state)
    if pack:
        parts = spoken_everywhere(owner, roles, language, rulebook, seats, state)
        return _pack(pack, recorded, parts, as_json)
    spoken = spoken_at(owner, roles, language, rulebook, seats, state)
    if script:
        return _script(script, spoken, names)
    if install:
        return _install(install, spoken)
    if get is not None:
        return _get(get, catalogue, spoken)
    return run(spoken, say, wav, seed, as_json)


def run(spoken: SpokenParts, say: str | None, wav: Path | None, seed: int, as_json: bool) -> int:
    """Renders, speaks or records. Returns the exit code: 1 if not everything is heard as the settings ask
    for."""
    from hardware.voice.packs import Packs
    from hardware.voice.recordings import Recordings
    from table.appliance.starting import recordings

    if say is not None:
        return _say(spoken, say, as_json)
    made = Recordings(recordings(), *spoken.engines, packs=Packs(spoken.packs))
    try:
        return _record(spoken, made, wav, seed, as_json) if wav else _render(spoken, made, as_json)
    finally:
        made.close()
        made.clear()


def _progress(done: int, of: int) -> None:
    """Shows how far the work is, to whoever looks on."""
    if sys.stderr.isatty() and (done % 20 == 0 or done == of):
        print(
            f"\rgarou: {done} of {of} sentences", end="\n" if done == of else "", file=sys.stderr, flush=True
        )


def _pack(path: Path, recorded: Path | None, parts: Sequence[SpokenParts], as_json: bool) -> int:
    """Makes a pack, in the table's voice or of a person's recordings."""
    import msgspec

    from hardware.voice.recordings import Recordings
    from table.appliance.starting import recordings
    from table.appliance.voicing.voice_packs import pack_recorded, pack_spoken, sentences_of, texts_version
    from table.version import version

    narration = parts[0].narration
    texts = texts_version(version(), [part.narration for part in parts])
    made = Recordings(recordings(), *parts[0].engines)
    try:
        if recorded:
            report = pack_recorded(path, recorded, narration.language, texts, _progress)
        else:
            report = pack_spoken(path, sentences_of(parts), made, narration, texts, _progress)
    finally:
        made.close()
        made.clear()
    if as_json:
        show(msgspec.to_builtins(report))
        return 0
    print(
        f"{path}: {report.lines} lines in {report.language}, {report.spoken_s / 60:.0f} minutes of speech,"
        f" {report.bytes / 1e6:.1f} MB; voice: {report.voice}; texts: {report.texts}"
    )
    if report.missing:
        unread = f"{len(report.missing)} lines are not read yet"
        print(f"{unread} (garou voice --missing {recorded}): another voice says them")
    return 0


def _script(folder: Path, spoken: SpokenParts, names: bool) -> int:
    """Writes what a person can read out."""
    from table.appliance.voicing.voice_packs import SCRIPT, sentences_of, write_script

    lines, new = write_script(folder, sentences_of([spoken], names=names))
    print(
        f"{folder / SCRIPT}: {lines} lines, {new} of them new. Record each as 0001.wav and so on, beside it."
    )
    return 0


def _missing(folder: Path, as_json: bool) -> int:
    """Lists what nobody has read yet; exit code 1 if there is anything."""
    from table.appliance.voicing.voice_packs import read_script, recorded_in

    script, found = read_script(folder), recorded_in(folder)
    left = {number: text for number, text in script.items() if number not in found}
    if as_json:
        show([[number, text] for number, text in left.items()])
    else:
        print("".join(f"{number:04}  {text}\n" for number, text in left.items()), end="")
        print(f"{len(left)} of {len(script)} lines are left to read", file=sys.stderr)
    return 1 if left else 0


def _install(path: Path, spoken: SpokenParts) -> int:
    """Installs a pack, and says how much of this table's words it has."""
    from hardware.voice.packs import Packs
    from table.appliance.voicing.voice_packs import sentences_of

    packs = Packs(spoken.packs)
    manifest = packs.install(path)
    print(f"{path}: {manifest.voice} speaks {manifest.language} from now on; texts: {manifest.texts}")
    pack = packs.of(spoken.narration.language)
    if manifest.language == spoken.narration.language and pack:
        sentences = sentences_of([spoken])
        number = sum(sentence in pack for sentence in sentences)
        print(f"{number} of {len(sentences)} sentences of this table ({spoken.rulebook}) are in it")
    return 0


def _remove(language: str, state: Path | None) -> int:
    """Removes an installed pack."""
    from hardware.troubles import reason_of
    from hardware.voice.packs import Packs
    from table.appliance.starting import voice_packs

    packs = Packs(voice_packs(state))
    if language not in packs.languages():
        known = ", ".join(packs.languages()) or "none, as no pack is installed"
        raise UnreadableError(f"--remove {language}: no pack is installed for it; allowed: {known}")
    try:
        packs.remove(language)
    except OSError as error:
        raise TableError(Reason("file.stays", file=packs.folder, reason=reason_of(error))) from None
    print(f"{language}: the table speaks it with its own voice again")
    return 0


def _get(name: str, address: str | None, spoken: SpokenParts) -> int:
    """Lists the Piper voices of a table's languages, or fetches one."""
    from importlib.util import find_spec

    from table.appliance.starting import piper_voices, warn
    from table.appliance.voicing.piper_catalogue import CATALOGUE, PiperCatalogue, UnreachedError

    if address is not None and not re.match(r"https?://[^/\s\[\]]+/", address):
        raise UnreadableError(f'--catalogue "{address}"; allowed: an address such as {CATALOGUE}')
    catalogue = PiperCatalogue(address or CATALOGUE, spoken.packs)
    try:
        if not name:
            return _list(catalogue, spoken.narration.languages)
        voice = catalogue.find(name)
    except UnreachedError as error:
        raise TableError(f"{error}. {catalogue.by_hand(name)}") from None
    catalogue.fetch(voice, _fetched)
    path = catalogue.install(voice)
    print(f"{path}: {voice.size / 1e6:.0f} MB; licence: {catalogue.card(voice).licence}")
    speaks = spoken.settings.voice.voices.get(voice.language) or piper_voices(spoken.packs)[voice.language]
    if speaks != str(path):
        instead = f'[voice] voices = {{ {voice.language} = "{path}" }} in table.toml'
        warn(f"{speaks} goes on speaking {voice.language}; to hear this one: {instead}")
    if not find_spec("piper"):
        warn("Piper is not installed: sudo make install EXTRAS=piper, or docs/words.md")
    return 0


def _list(catalogue: PiperCatalogue, languages: Sequence[str]) -> int:
    """Lists the voices of some languages; exit code 1 if there is none."""
    spoken = {language.partition("-")[0] for language in languages}
    voices = [voice for voice in catalogue.voices().values() if voice.language in spoken]
    for voice, card in zip(voices, catalogue.cards(voices), strict=True):
        print(f"{voice.name:32} {voice.size / 1e6:4.0f} MB {card.samples_a_second:>7} Hz  {card.licence}")
    if not voices:
        print(f"{catalogue.address} has no voice for {', '.join(sorted(spoken))}", file=sys.stderr)
        return 1
    print(f"garou voice --get NAME puts one into {catalogue.folder}", file=sys.stderr)
    return 0


def _fetched(done: int, of: int) -> None:
    """Shows how much of a file is there, to people who watch."""
    if sys.stderr.isatty():
        told, end = f"garou: {done / 1e6:.1f} of {of / 1e6:.1f} MB", "\n" if done == of else ""
        print(f"\r{told}", end=end, file=sys.stderr, flush=True)


def _say(spoken: SpokenParts, key: str, as_json: bool) -> int:
    """Shows and speaks the wordings of one line."""
    from hardware.outputs.sound_card import SoundCard
    from hardware.voice.mixer import MixerPlayer
    from hardware.voice.packs import Packs
    from hardware.voice.spoken import SpokenVoice
    from table.appliance.starting import recordings, warn
    from table.words.troubles import Troubles

    narration = spoken.narration
    wordings = narration.example(key, spoken.sitters, spoken.cards)
    print(json.dumps(wordings, ensure_ascii=False) if as_json else "\n".join(wordings), flush=True)
    settings, packs = spoken.settings, Packs(spoken.packs)
    player = MixerPlayer(settings.voice.volume or 1.0, SoundCard(settings.sound.output))
    voice = SpokenVoice(recordings(), *spoken.engines, player=player, packs=packs)
    for wording in wordings:
        voice.speak(wording, narration.language_of(key))
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

    from table.appliance.starting import warn
    from table.appliance.voicing.recording import GIVE_UP, render_ahead
    from table.words.troubles import Troubles

    language = spoken.narration.language
    sentences = {
        sentence: each
        for each in spoken.narration.languages
        for sentence in spoken.narration.sentences(spoken.sitters, spoken.cards, each)
    }
    ahead = render_ahead(made, sentences, Troubles.of(spoken.narration), _progress)
    for lost in ahead.lost[:GIVE_UP]:
        warn(f"not rendered: {lost.sentence} ({lost.reason})")
    if len(ahead.lost) > GIVE_UP:
        warn(f"not rendered either: {len(ahead.lost) - GIVE_UP} more")
    if ahead.makeshift:
        warn(ahead.makeshift)
    if as_json:
        told = {"language": language, "rulebook": spoken.rulebook, "seats": spoken.seats}
        show(told | msgspec.to_builtins(ahead))
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
    from table.appliance.starting import warn
    from table.appliance.table import open_table
    from table.appliance.voicing.recording import rhythm, spoken_evening, write_evening
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
        show(msgspec.to_builtins(heard))
    else:
        print(
            f"{wav}: {heard.seconds / 60:.1f} minutes, {heard.lines} lines of {heard.speech_s:.0f} s;"
            f" {heard.overlaps} overlap; silences of {heard.shortest_s:.2f} to {heard.longest_s:.1f} s;"
            f" {heard.waited} waited for the line before, at most {heard.waited_s:.1f} s."
        )
        print(f"{captions}: the captions")
    return 1 if made.makeshift else 0
