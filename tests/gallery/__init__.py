"""docs/gallery: what the board shows, scene by scene, as a real table shows it, in both languages.

A chapter is a module that says of each of its pictures what it shows, and finds or makes the board of it in a
table in memory (`hall.py`). `python -m tests.gallery` draws all of them and writes the page.
"""
