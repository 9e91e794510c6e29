"""What was wrong with a journal, and what was saved."""

from __future__ import annotations

import msgspec

from table.errors import Reason
from table.sentences import Wrong


class Mending(msgspec.Struct, frozen=True):
    """What was wrong with a journal. `saved`: how many evenings there are; `back`: how many got something
    back from the copy; `part`: how many have lost something for good; `aside`: the name of the file that was
    put aside, empty if none was; `missing`: there was nothing in its place; `is_read`: nothing was mended,
    only read together with the copy; `strange`: the name of a copy that is another table's, empty if none is;
    `gone`: the number of the evening begun last, of which nothing is left."""

    file: str
    saved: int
    back: int
    part: int
    aside: str = ""
    missing: bool = False
    is_read: bool = False
    strange: str = ""
    gone: int = 0

    @property
    def wrong(self) -> Wrong:
        """What was wrong, independent of any language."""
        how = self._of_the_file
        return Reason("journal.and_strange", why=how, name=self.strange) if self.strange else how

    @property
    def _of_the_file(self) -> Wrong:
        """The same without another table's copy."""
        if self.gone:
            return Reason("journal.gone", file=self.file, number=self.gone)
        back, saved, part = _evenings(self.back), _evenings(self.saved), _evenings(self.part)
        if self.is_read and not self.back:
            return Reason("journal.damaged", file=self.file)
        if self.is_read:
            how = Reason("journal.told", file=self.file, evenings=back)
        elif self.missing:
            how = Reason("journal.missing", file=self.file, evenings=back)
        elif self.back:
            how = Reason("journal.mended", file=self.file, evenings=back, aside=self.aside)
        elif self.aside:
            how = Reason("journal.saved", file=self.file, evenings=saved, aside=self.aside)
        else:
            return Reason("journal.part", file=self.file, evenings=part)
        return Reason("journal.and_part", why=how, evenings=part) if self.part else how


def _evenings(number: int) -> Wrong:
    """A number of evenings, independent of any language."""
    return Reason("count.evening" if number == 1 else "count.evenings", number=number)
