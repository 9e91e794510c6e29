"""What bots make of each card, one file for each."""
