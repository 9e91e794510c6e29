"""The project's own sources as trees, each parsed once."""

import ast
from functools import cache

parsed = cache(ast.parse)
