"""What bots make of each card, a file a card."""
