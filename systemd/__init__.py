"""Installs Garou on a machine of its own, and packs it for one without a network.

Python's standard library alone: this runs before anything is installed.
"""
