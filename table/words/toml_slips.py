"""What people type that is no TOML: looks at the line where the parser gave up, and says what is meant."""

from __future__ import annotations

import re

from table.errors import Reason
from table.sentences import Wrong

TEXTS = r"\"(?:[^\"\\]|\\.)*\"|'[^']*'"
"""Texts in straight quotation marks, in which everything may be written."""
ANSWERS = ("true", "false", "yes", "no", "on", "off", "oui", "non", "vrai", "faux")
"""What people write for true and false."""


def slip_in(line: str, parser_says: str) -> Wrong | None:
    """The usual slip in this line; None: another mistake. `parser_says`: why tomllib could not read it."""
    if re.match(r"Cannot (declare|overwrite|mutate)", parser_says):
        return Reason("slip.twice", value=line.partition("=")[0].strip())
    if remark := re.match(r"\s*(;|//)", line):
        return Reason("slip.remark", value=remark[1])
    if re.search("hex value|Unescaped|scalar value", parser_says) and "\\" in line:
        return Reason("slip.backslash")
    bare = re.sub(TEXTS, '""', line).partition("#")[0].rstrip()
    if re.search("[“”„‟«»‘’‚‹›]", bare):
        return Reason("slip.quotes")
    if re.search("[\xa0\u2007\u202f\ufeff]", bare):
        return Reason("slip.space")
    if remark := re.search(r"\s(;|//)", bare):
        return Reason("slip.remark", value=remark[1])
    if colon := re.match(r"\s*([\w.-]+)\s*:\s*(.*)", line):
        return Reason("slip.colon", value=f"{colon[1]} = {colon[2]}".strip())
    if comma := re.search(r"=\s*([+-]?\d+),(\d+)$", bare):
        return Reason("slip.comma", value=f"{comma[1]},{comma[2]}", meant=f"{comma[1]}.{comma[2]}")
    word = re.search(r"=[\s\[{]*(?:\"\",\s*)*([^\W\d_][^,\[\]{}\"'=]*)", bare)
    if word and (given := word[1].strip()) not in ("true", "false", "inf", "nan"):
        return Reason("slip.answer" if given.casefold() in ANSWERS else "slip.word", value=given)
    return None
