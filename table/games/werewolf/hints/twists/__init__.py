"""What bots make of the events of a morning: a file for each that changes what they do, with its key."""
