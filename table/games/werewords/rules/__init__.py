"""Mots-garous: a secret word, a Mayor who only answers, and somebody who wants it never to be found."""
