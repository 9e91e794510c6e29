"""The builder's book and the seat cards of a table, drawn from its configuration for whoever builds it."""
