"""Writes the manual page from the help of the commands: `python -m tests.project.manual >systemd/garou.1`."""

from __future__ import annotations

from collections.abc import Iterator

import click

from table.__main__ import garou

HEAD = """\
.TH GAROU 1 "" "Garou" "Garou"
.SH NAME
garou \\- a table that runs evenings of Les Loups\\-Garous with no human narrator
.SH SYNOPSIS
.B garou
.I COMMAND
[\\fIOPTIONS\\fR]"""
TAIL = """\
.SH FILES
.TP
.I ~/.config/garou, /etc/garou
Your settings, words, pictures and characters. All settings: config/table.toml of the program.
.TP
.I ~/.local/state/garou, /var/lib/garou
The evenings.
.SH EXIT STATUS
0: done. 1: something is wrong with the table. 2: wrong use, or a file that cannot be read."""


def escaped(text: str) -> str:
    """Text as roff reads it."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text.startswith((".", "'")) else text


def described(command: click.Command, above: click.Context) -> Iterator[str]:
    """One command with its options, and the commands below it, in roff."""
    context = click.Context(command, info_name=command.name, parent=above)
    usage = " ".join(command.collect_usage_pieces(context))
    yield f".SS {escaped(f'{context.command_path} {usage}')}"
    for paragraph in (command.help or "").split("\n\n"):
        yield from (".PP", escaped(" ".join(paragraph.split())))
    for parameter in command.get_params(context):
        if (record := parameter.get_help_record(context)) and record[1]:
            yield from (".TP", f".B {escaped(record[0])}", escaped(record[1]))
    for below in command.commands.values() if isinstance(command, click.Group) else ():
        yield from described(below, context)


def manual() -> str:
    """The whole page."""
    whole = click.Context(garou, info_name="garou", **garou.context_settings)
    commands = (line for _, command in sorted(garou.commands.items()) for line in described(command, whole))
    return "\n".join((HEAD, ".SH COMMANDS", *commands, TAIL, ""))


if __name__ == "__main__":
    print(manual(), end="")
