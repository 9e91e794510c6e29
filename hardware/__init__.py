"""Seats, buttons, pixels, colours, seconds and sentences: what a table is made of.

Nothing in here has ever heard of a werewolf.
"""
