"""The builder's book of a table: one module a page, or a few that belong together."""
