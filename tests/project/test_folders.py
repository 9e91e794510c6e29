"""Who lists a folder: `hardware.folders` alone does where people put files, and so leaves out hidden ones."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.kit.parsed import parsed
from tests.project.test_layers import modules

LISTING = {"glob", "iglob", "rglob", "iterdir", "listdir", "scandir", "walk", "fwalk"}
NO_OWNERS = {
    "hardware.buttons.buzz_lamps": "the kernel's",
    "hardware.buttons.gpio_lines": "the kernel's",
    "hardware.buttons.usb_ports": "the kernel's",
    "hardware.outputs.reading": "the kernel's",
    "hardware.folders": "the function that all others use",
    "hardware.pods.firmware.main": "a Pico's",
    "hardware.pods.ports": "the kernel's",
    "hardware.screen": "the kernel's",
    "hardware.voice.recordings": "the cache of the voice",
    "table.appliance.doctor.computer": "the kernel's",
    "table.compiled": "our sources",
    "table.evening.journal_files": "the evenings",
}
"""Modules that list folders into which nobody but this program or the kernel puts a file, and whose."""


def listings(source: str) -> Iterator[str]:
    """The functions of Python that list a folder, as a file names them."""
    for node in ast.walk(parsed(source)):
        if isinstance(node, ast.Attribute) and node.attr in LISTING and ast.unparse(node) != "ast.walk":
            yield ast.unparse(node)
        elif isinstance(node, ast.ImportFrom) and node.module != "ast":
            yield from (f"{node.module}.{alias.name}" for alias in node.names if alias.name in LISTING)


def test_an_owners_folder_is_listed_by_one_function() -> None:
    """A Mac's `._fr.toml` is no language, wherever it lies: use `hardware.folders.found_in`."""
    found = {name for name, path in modules().items() if [*listings(path.read_text("utf-8"))]}
    assert found == NO_OWNERS.keys()


def test_each_way_to_list_a_folder_is_seen() -> None:
    source = (
        "import os\nfrom glob import glob\nfolder.rglob('*')\nos.walk('a')\nast.walk(tree)\nlist = a.iterdir"
    )
    assert set(listings(source)) == {"glob.glob", "folder.rglob", "os.walk", "a.iterdir"}
