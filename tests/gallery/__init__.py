"""The gallery: each scene of the board as a real table shows it, in both languages.

A chapter is a module. Its SAYS has the title of each of its pictures. It finds or makes the boards in a table
in memory (`hall.py`). `python -m tests.gallery` draws all pictures and writes the page, into dist/gallery.
"""
