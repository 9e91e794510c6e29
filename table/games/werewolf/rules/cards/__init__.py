"""One card, one file, its tokens with it."""
