"""A card no box has, as a box would have it: its file, its words, its scenario."""
