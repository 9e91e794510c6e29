"""`garou pods`: what is plugged in, and how a Pico becomes a pod."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING

import click

from table.commands.options import CONFIG, FILE
from table.commands.output import show
from table.errors import TableError, UnreadableError, counted

if TYPE_CHECKING:
    from hardware.pods.lines import PodLines, PortLine
    from table.settings.owner import Owner

ANSWERS_S = 2.0
"""Seconds in which a pod says who it is."""
NAME_BYTES = 12
TESTED = {"red": (64, 0, 0), "green": (0, 64, 0), "blue": (0, 0, 64), "white": (64, 64, 64)}
COLOUR_S, STEP_S = 1.0, 0.1
NO_PICO = (
    "nothing with MicroPython is plugged in: hold BOOTSEL on a Pico while you plug it in, and copy the file "
    "for it from https://micropython.org/download/?port=rp2 to the drive that appears"
)
WHICH = click.argument("which", required=False)


def _name(context: click.Context, param: click.Parameter, value: str | None) -> str | None:
    if value is not None and not (
        value.strip() and len(value.encode()) <= NAME_BYTES and value.isprintable()
    ):
        raise click.BadParameter(f'"{value}"; allowed: 1 to {NAME_BYTES} bytes of UTF-8', context, param)
    return value


def _colours(context: click.Context, param: click.Parameter, value: str) -> str:
    from hardware.rings.chain import ORDERS

    if not re.match(ORDERS, value):
        raise click.BadParameter(f'"{value}"; allowed: R, G and B in any order, or with a W', context, param)
    return value


@click.group("pods", invoke_without_command=True, short_help="Lists pods that plug in, and installs them.")
@click.option("--port", "nodes", type=FILE, multiple=True, help="Looks only here, whatever is plugged in.")
@CONFIG
@click.pass_context
def command(context: click.Context, nodes: tuple[Path, ...], owner: Owner) -> None:
    """Lists the pods that are plugged in: port, id, name, firmware, seat, and how many messages were lost.

    The commands below need to know which pod, by its port, id or name, if there are several. The table must
    be off: a port has one reader (sudo systemctl stop garou).
    """
    context.obj = nodes
    if context.invoked_subcommand is None:
        with _looking(nodes) as (_, found):
            seats = _seats(owner) if found else {}
            show("\n".join(_told(each, seats) for each in found) or f"No pods: {NO_PICO}.")


@command.command("install", short_help="Makes a pod of a Pico that has MicroPython.")
@WHICH
@click.option("--pixels", type=click.Choice(["12", "16", "24"]), default="24", help="Of its ring (24).")
@click.option("--buttons", type=click.IntRange(1, 3), default=1, help="How many it has (1).")
@click.option(
    "--colours",
    callback=_colours,
    default="GRB",
    help="In the order of its ring's wire (GRB); with a W for a ring with white lights.",
)
@click.option("--name", callback=_name, default=None, help="What you call it; at most 12 bytes.")
@click.pass_obj
def install(
    nodes: tuple[Path, ...], which: str | None, pixels: str, buttons: int, colours: str, name: str | None
) -> None:
    """Copies the firmware and these settings to a Pico.

    A new Pico first needs MicroPython: hold BOOTSEL while you plug it in, and copy the file for it (Pico,
    Pico 2, W or not) from https://micropython.org/download/?port=rp2 to the drive that appears.
    """
    from hardware.pods.copying import at_prompt, copy_firmware, copy_settings
    from hardware.pods.pod import SHIPPED

    each = _chosen(nodes, which)
    node, settings = each.port.node, {"pixels": int(pixels), "buttons": buttons, "colours": colours}
    with at_prompt(node, runs=bool(each.pod.id)):
        copy_firmware(node)
        copy_settings(node, {**settings, "name": name or ""})
    print(f"{node}: is a pod now, firmware {SHIPPED}; look at it: garou pods test {node}")


@command.command("update", short_help="Copies this program's firmware to pods with another.")
@WHICH
@click.pass_obj
def update(nodes: tuple[Path, ...], which: str | None) -> None:
    """Copies this program's firmware to the pods that have another; their settings stay. With WHICH: to
    that pod, whatever it has."""
    from hardware.pods.copying import at_prompt, copy_firmware
    from hardware.pods.pod import SHIPPED

    with _looking(nodes) as (_, found):
        pods = [
            (each.port.node, _called(each), "" if each.pod.speaks_otherwise else each.pod.firmware)
            for each in found
            if each.pod.id and (which is None or _is_called(each, which))
        ]
    if not pods:
        raise TableError(f'no pod is called "{which}"' if which else f"no pods: {NO_PICO}")
    for node, called, has in pods:
        if which is None and has == SHIPPED:
            print(f"{node}: {called} has firmware {has} already")
            continue
        with at_prompt(node, runs=True):
            copy_firmware(node)
        print(f"{node}: {called} has firmware {SHIPPED} now")


@command.command("name", short_help="Names a pod.")
@click.argument("name", callback=_name)
@WHICH
@click.pass_obj
def rename(nodes: tuple[Path, ...], name: str, which: str | None) -> None:
    """Gives a pod another name, of at most 12 bytes. The table knows it by its id, so its seat stays."""
    from hardware.pods.copying import at_prompt, copy_settings, settings_on

    node = _pod_of(nodes, which)
    with at_prompt(node, runs=True):
        copy_settings(node, {**settings_on(node), "name": name})
    print(f"{node}: is called {name} now")


@command.command("wifi", short_help="Has a pod with Wi-Fi speak to the table by radio, or no longer.")
@WHICH
@click.option("--off", is_flag=True, help="By USB alone, as before.")
@click.pass_obj
def wifi(nodes: tuple[Path, ...], which: str | None, off: bool) -> None:
    """Asks for the network, its password and the table's address, and stores them in the pod (a Pico W or
    Pico 2 W). Until then, and after --off, a pod speaks by USB alone. A table with phones hears it by Wi-Fi
    once it has its seat."""
    from ipaddress import IPv4Address

    from hardware.pods.copying import at_prompt, copy_settings, settings_on

    node = _pod_of(nodes, which)
    network = None
    if not off:
        ssid, password = click.prompt("Network"), click.prompt("Password", hide_input=True)
        address = click.prompt("The table's address", type=IPv4Address, default="10.42.0.1")
        network = [
            ssid,
            password,
            str(address),
            click.prompt("Port", type=click.IntRange(1, 65535), default=8080),
        ]
    with at_prompt(node, runs=True):
        copy_settings(node, {**settings_on(node), "wifi": network})
    print(f"{node}: speaks by {'USB alone' if off else 'Wi-Fi'} now")


@command.command("test", short_help="Lights a pod in each colour, and says what is pressed.")
@WHICH
@click.option("--seconds", type=click.FloatRange(0, 3600), help="Ends after this; else with Ctrl-C.")
@click.pass_obj
def test(nodes: tuple[Path, ...], which: str | None, seconds: float | None) -> None:
    """Lights red, green, blue, white, and then one pixel that runs clockwise from six o'clock. Says which
    button goes down or up."""
    with _looking(nodes) as (lines, found):
        each = _one_of(found, which)
        if each.pod.hello is None:
            raise TableError(f"{each.port.node} does not answer as a pod: garou pods install makes it one")
        pod, pixels = each.pod.id, each.pod.hello.pixels
        lines.hear(lambda _, edge: print(f"button {edge.button + 1}: {'down' if edge.down else 'up'}"))
        runner = (
            ("", bytes(3 * at) + b"\x40" * 3 + bytes(3 * (pixels - 1 - at)), STEP_S)
            for step in count()
            for at in (step % pixels,)
        )
        colours = ((name, bytes(colour) * pixels, COLOUR_S) for name, colour in TESTED.items())
        ends_s = time.monotonic() + seconds if seconds is not None else float("inf")
        for name, frame, shown_s in chain(colours, runner):
            if name:
                print(name)
            lines.light({pod: frame})
            if not _poll(lines, min(ends_s, time.monotonic() + shown_s), lambda: each.pod.hello is None):
                raise TableError(f"{each.port.node}: the pod has gone")
            if time.monotonic() >= ends_s:
                return


@contextmanager
def _looking(nodes: Sequence[Path]) -> Iterator[tuple[PodLines, Sequence[PortLine]]]:
    """The pods at these ports, else at all. Raises `TableError` if a port does not open."""
    from hardware.clocks import LiveClock
    from hardware.pods.lines import PodLines
    from hardware.pods.ports import PodPort, library, ports_here

    library()
    ports = [PodPort(str(node), "", "") for node in nodes] or ports_here()
    lines = PodLines(LiveClock(), find=lambda: ports)
    try:
        _poll(
            lines,
            time.monotonic() + ANSWERS_S,
            lambda: (
                len(lines.found) == len(ports)
                and all(
                    each.refused or each.pod.is_heard or each.pod.speaks_otherwise for each in lines.found
                )
            ),
        )
        for each in lines.found:
            if each.refused:
                raise TableError(
                    f"{each.port.node} does not open ({each.refused}): if the table is on, sudo systemctl "
                    "stop garou; else the group dialout may open it"
                )
        yield lines, lines.found
    finally:
        lines.close()


def _poll(lines: PodLines, until_s: float, is_enough: Callable[[], bool]) -> bool:
    """Hears and lights the pods up to this moment. Returns False if it was enough before."""
    while (rest_s := until_s - time.monotonic()) > 0:
        lines.poll(min(rest_s, 0.02))
        if is_enough():
            return False
    return True


def _chosen(nodes: Sequence[Path], which: str | None) -> PortLine:
    """The port that somebody means; it is closed again."""
    with _looking(nodes) as (_, found):
        return _one_of(found, which)


def _pod_of(nodes: Sequence[Path], which: str | None) -> str:
    """The port of the pod that somebody means."""
    each = _chosen(nodes, which)
    if not each.pod.id:
        raise TableError(f"{each.port.node} does not answer as a pod: garou pods install makes it one")
    return each.port.node


def _one_of(found: Sequence[PortLine], which: str | None) -> PortLine:
    """The one that is meant. Raises `UnreadableError` if that is none or several."""
    if not found:
        raise TableError(NO_PICO)
    meant = [each for each in found if which is None or _is_called(each, which)]
    if len(meant) != 1:
        names = ", ".join(each.port.node for each in found)
        wrong = (
            f'"{which}" names {counted(len(meant), "port")}' if which else f"{counted(len(meant), 'port')}"
        )
        raise UnreadableError(f"{wrong}; allowed: one of {names}")
    return meant[0]


def _is_called(each: PortLine, which: str) -> bool:
    return which in (each.port.node, each.pod.id or each.port.serial, _called(each))


def _called(each: PortLine) -> str:
    """A pod's name, else its id."""
    return each.pod.hello.name if each.pod.hello and each.pod.hello.name else each.pod.id


def _told(each: PortLine, seats: dict[str, int]) -> str:
    """One line of the list."""
    pod, hello = each.pod, each.pod.hello
    if not pod.id:
        return f"{each.port.node}  does not answer as a pod: garou pods install {each.port.node}"
    at = f"seat {seats[pod.id]}" if pod.id in seats else "no seat"
    if hello is None:
        why = f"speaks version {pod.version}: garou pods update" if pod.speaks_otherwise else "is there twice"
        return f"{each.port.node}  {pod.id}  {at}, {why}"
    parts = f"{hello.pixels} pixels, {counted(hello.buttons, 'button')}"
    lost = f"{counted(pod.dropped, 'message')} lost"
    name = f"  {hello.name}" if hello.name else ""
    return f"{each.port.node}  {pod.id}{name}  {at}, firmware {pod.firmware}, {parts}, {lost}"


def _seats(owner: Owner) -> dict[str, int]:
    """The seat of each pod, from 1, as the settings and the teaching have it."""
    from hardware.buttons.pods import pods_of
    from table.appliance.walk.taught import settings_here
    from table.commands.options import house_roles

    pins = settings_here(owner, house_roles(None, owner)).pins.bcm
    return {pod: seat for seat, pod in enumerate(pods_of(pins), start=1) if pod}
