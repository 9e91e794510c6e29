"""What people type that is no TOML: looks at the line where the parser gave up, and says what is meant."""

from __future__ import annotations

import re
from unicodedata import normalize

from table.errors import Reason
from table.sentences import Wrong

TEXTS = r"\"(?:[^\"\\]|\\.)*\"|'[^']*'"
"""Texts in straight quotation marks, in which everything may be written."""
ANSWERS = ("true", "false", "yes", "no", "on", "off", "oui", "non", "vrai", "faux")
"""What people write for true and false."""
PLAYERS = ("players", "seats", "joueurs", "places", "sièges")
"""What people write for the seats."""


def slip_in(line: str, parser_says: str) -> Wrong | None:
    """The usual slip in this line; None: another mistake. `parser_says`: why tomllib could not read it."""
    if re.match(r"Cannot (declare|overwrite|mutate)", parser_says):
        return Reason("slip.twice", value=line.partition("=")[0].strip())
    if remark := re.match(r"\s*(;|//)", line):
        return Reason("slip.remark", value=remark[1])
    if re.search("hex value|Unescaped|scalar value", parser_says) and "\\" in line:
        return Reason("slip.backslash")
    if line.lstrip().startswith("{"):
        pair = re.search(r"[\"']?([\w.-]+)[\"']?\s*:\s*([^,}]*[^,}\s])", line)
        return Reason("slip.json", value=f"{pair[1]} = {pair[2]}" if pair else "seats = 8")
    bare = re.sub(TEXTS, '""', line).partition("#")[0].rstrip()
    if re.search("[“”„‟«»‘’‚‹›]", bare):
        return Reason("slip.quotes")
    if re.search("[\xa0\u2007\u202f\ufeff]", bare):
        return Reason("slip.space")
    if wide := re.search("[\uff01-\uff5e]+", bare):
        return Reason("slip.wide", value=wide[0], meant=normalize("NFKC", wide[0]))
    if (text := unclosed(line)) and not text.startswith(('"""', "'''")):
        return Reason("slip.unclosed", value=text, meant=f"{text}{text[0]}")
    if table := re.fullmatch(r"\s*(\[[\w.\" -]+)", bare):
        return Reason("slip.table", value=table[1], meant=f"{table[1]}]")
    if remark := re.search(r"\s(;|//)", bare):
        return Reason("slip.remark", value=remark[1])
    if colon := re.match(r"\s*([\w.-]+)\s*:\s*(.*)", line):
        return Reason("slip.colon", value=f"{colon[1]} = {colon[2]}".strip())
    if comma := re.search(r"=\s*([+-]?\d+),(\d+)$", bare):
        return Reason("slip.comma", value=f"{comma[1]},{comma[2]}", meant=f"{comma[1]}.{comma[2]}")
    if re.search(r"=\s*[^\s,\[{]+\s*,$", bare):
        return Reason("slip.end")
    if zero := re.search(r"=\s*([+-]?0+(\d+))$", bare):
        return Reason("slip.zero", value=zero[1], meant=zero[1].replace(zero[1].lstrip("+-"), zero[2]))
    if missing := re.fullmatch(r"\s*([^\s=\[]+)\s+([^\s=]+)", bare):
        key, value = missing.groups()
        key, value = (value, key) if key.isdigit() else (key, value)
        return Reason("slip.equals", value=f"{'seats' if key.casefold() in PLAYERS else key} = {value}")
    word = re.search(r"=[\s\[{]*(?:\"\",\s*)*([^\W\d_][^,\[\]{}\"'=]*)", bare)
    if word and (given := word[1].strip()) not in ("true", "false", "inf", "nan"):
        return Reason("slip.answer" if given.casefold() in ANSWERS else "slip.word", value=given)
    return None


def unclosed(line: str) -> str:
    """The text in this line without its second quotation mark, up to the end of the line; empty: none."""
    for part in re.finditer(rf"{TEXTS}|#.*|([\"'].*)", line):
        if part[1]:
            return part[1].rstrip()
    return ""
