"""The wiring sheet and the seat cards of a table: its configuration, drawn for whoever builds it."""
