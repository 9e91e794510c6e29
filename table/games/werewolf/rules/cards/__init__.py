"""The cards, one file for each, with their tokens."""
