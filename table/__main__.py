"""The command line. Commands import heavy modules only when they run, so `--help` is fast."""

from __future__ import annotations

import sys

import click

from hardware.troubles import DeviceError
from table.commands import (
    card,
    check,
    chronicle,
    config,
    decks,
    doctor,
    phones,
    play,
    pods,
    publish,
    referee,
    rehearse,
    simulate,
    venue,
    voice,
    wiring,
    words,
)
from table.commands.output import open_output
from table.errors import TableError
from table.paths import SHIPPED
from table.sentences import english, visible

COMMANDS = (
    *(play, phones, publish, venue, referee, rehearse, simulate, decks),
    *(chronicle, check, doctor, config, words, wiring, pods, voice, card),
)
"""Each is a module with a click command of the same name."""


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--version", is_flag=True, help="Says which program this is.")
@click.pass_context
def garou(context: click.Context, version: bool) -> None:
    """A table that runs evenings of Les Loups-Garous with no human narrator."""
    if version:
        from table.version import program

        print(program())
        context.exit()
    if context.invoked_subcommand is None:
        print(context.get_help())


for module in COMMANDS:
    garou.add_command(module.command)


def main() -> None:
    """Runs one command. Every error is one line on standard error."""
    open_output()
    if not SHIPPED.is_dir():
        _stop(f"{SHIPPED} is missing: this installation is not whole, install it again", 2)
    for word in sys.argv[1:]:
        if any("\ud800" <= letter <= "\udfff" for letter in word):  # bytes that Python could not decode
            _stop(f'"{word}" is not UTF-8; allowed: arguments in UTF-8', 2)
    try:
        code = garou.main(prog_name="garou", standalone_mode=False)
        sys.stdout.flush()
    except click.UsageError as error:
        told = error.format_message().rstrip(".")
        told += " See:" if told.endswith("?") else "; see:"
        _stop(f"{told} {error.ctx.command_path if error.ctx else 'garou'} --help", 2)
    except TableError as error:
        _stop(str(error), error.exit_code)
    except DeviceError as error:
        _stop(english().begun(error.trouble), 1)
    except (click.Abort, KeyboardInterrupt):
        sys.exit(130)
    except BrokenPipeError:
        sys.exit(1)
    sys.exit(code if isinstance(code, int) else 0)


def _stop(sentence: str, code: int) -> None:
    print(f"garou: {' '.join(visible(sentence).split())}", file=sys.stderr)
    sys.exit(code)


if __name__ == "__main__":
    main()
