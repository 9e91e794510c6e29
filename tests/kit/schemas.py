"""The schemas of what commands print with --json: docs/schemas."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator

from tests.kit.paths import ROOT

SCHEMAS = ROOT / "docs" / "schemas"
COMMANDS = ("doctor", "check", "config", "decks")


@cache
def validator(name: str) -> Draft202012Validator:
    """Holds data to a schema, which may refer to the others."""
    found = {path.name: json.loads(path.read_text("utf-8")) for path in SCHEMAS.glob("*.json")}
    bundle = {"$ref": f"{name}.json", "$defs": {file: {**one, "$id": file} for file, one in found.items()}}
    Draft202012Validator.check_schema(bundle)
    return Draft202012Validator(bundle)


def fits(command: str, data: Any) -> Any:
    """The data, which must be as the schema of the command says."""
    validator(command).validate(data)
    return data


def keys(kind: str) -> set[str]:
    """The keys that are promised."""
    return {*json.loads((SCHEMAS / "keys.json").read_text("utf-8"))["$defs"][kind]["enum"]}
