"""Options shared by several commands, and their types."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from table.errors import UnreadableError

if TYPE_CHECKING:
    from table.house import Roles
    from table.settings.owner import Owner


class NamedOption(click.Path):
    """A path; empty text, as of an unset variable, is refused."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value == "":
            self.fail('"" names nothing', param, ctx)
        return super().convert(value, param, ctx)


class Within(click.FloatRange):
    """A number within a range; never NaN."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        number = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail(f"{value} is not in the range {self._describe_range()}.", param, ctx)
        return number


def _owner_of(context: click.Context, param: click.Parameter, value: Path | None) -> Owner:  # noqa: ARG001
    from table.settings.owner import owner_of

    return owner_of(value)


def _language_of(context: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """A language: shipped, or among the files of --config, which is read first."""
    owner: Owner = context.params["owner"]
    return None if value is None else click.Choice(owner.languages).convert(value, param, context)


def _address_of(context: click.Context, param: click.Parameter, value: str | None) -> str | None:
    from hardware.addresses import GIVEN

    if value is not None and not re.match(GIVEN, value):
        raise click.BadParameter(f'"{value}" is no address such as 192.168.1.20:8080', context, param)
    return value


ADDRESS = click.option(
    "--address",
    callback=_address_of,
    help="What phones open, if it is no address of this machine: 192.168.1.20:8080.",
)
FILE = NamedOption(path_type=Path)
FOLDER = NamedOption(path_type=Path, file_okay=False)
CONFIG = click.option(
    "--config",
    "owner",
    type=FILE,
    callback=_owner_of,
    is_eager=True,
    help="Another folder of your files, or another table.toml.",
)
HOUSE = click.option("--house", type=FILE, help="Another folder of house roles.")
LANGUAGE = partial(click.option, "--language", callback=_language_of)
"""The option needs a help text, and CONFIG in the same command."""
SPEED = partial(click.option, "--speed", type=Within(0.1, 1000))
SEATS = partial(click.option, "--seats", type=click.IntRange(1, 24))
ROUNDS = partial(click.option, "--rounds", type=click.IntRange(1, 10_000_000))
SEED = partial(click.option, "--seed", type=click.IntRange(0, 2**63 - 1))
SIMULATED = click.option(
    "--simulated", is_flag=True, help="A table on this machine: in a window, or in the terminal."
)
JSON = click.option("--json", "as_json", is_flag=True, help="For another program.")
JOBS = click.option(
    "--jobs", type=click.IntRange(1, 256), help="How many processes play (as many as there are processors)."
)
DECK = (
    'beginner, expert, wild, simplified, one of your own, or its cards, as "werewolf=2,seer,villager=5"; '
    'of mots-garous: classic, deluxe, initials, or "seer,werewolf=2,minion".'
)
"""Help of --deck."""


def house_roles(directory: Path | None, owner: Owner, state: Path | None = None) -> Roles:
    """BO-39: loads the house roles. Refused files are reported at once, rules that failed in play when the
    command ends. `directory`: from --house; `state`: the folder for marks, if not the usual one."""
    from table.appliance.starting import warn
    from table.house.load import check_faults, load
    from table.settings.owner import state_directory

    roles = load(directory, owner.house, owner.catalogue, state or state_directory())
    roles.mistakes.tell(warn)
    click.get_current_context().call_on_close(lambda: check_faults(roles))
    return roles


def options_in(given: Sequence[str]) -> dict[str, Any]:
    """Options of a round, each given as "children=true". Raises `UnreadableError` for one without a value."""
    return dict(map(_option, given))


def _option(text: str) -> tuple[str, Any]:
    """Splits "children=true" into a key and its value."""
    key, equals, value = text.partition("=")
    if not equals:
        raise UnreadableError(f'--option "{text}"; allowed: KEY=VALUE')
    words: dict[str, Any] = {"true": True, "false": False}
    is_number = value.isascii() and value.isdecimal() and len(value) < 10
    return key, int(value) if is_number else words.get(value, value)
