"""What was wrong with a journal, and what was saved."""

from __future__ import annotations

import msgspec

from table.errors import Reason
from table.sentences import Wrong


class Mending(msgspec.Struct, frozen=True):
    """What was wrong with a journal. `saved`: how many evenings there are now; `from_copy`: they are the
    copy's; `aside`: the name of the damaged file that was put aside, empty if none was; `is_read`: nothing is
    replaced, only read; `strange`: the name of a copy that is another table's, empty if none is; `gone`: the
    number of the evening begun last, of which nothing is left."""

    file: str
    saved: int
    from_copy: bool = True
    aside: str = ""
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
        evenings = Reason("count.evening" if self.saved == 1 else "count.evenings", number=self.saved)
        if self.aside and not self.saved:
            return Reason("journal.anew", file=self.file, aside=self.aside)
        if self.aside and self.from_copy:
            return Reason("journal.mended", file=self.file, evenings=evenings, aside=self.aside)
        if self.aside:
            return Reason("journal.saved", file=self.file, evenings=evenings, aside=self.aside)
        if self.from_copy and self.is_read:
            return Reason("journal.told", file=self.file, evenings=evenings)
        if self.from_copy:
            return Reason("journal.missing", file=self.file, evenings=evenings)
        return Reason("journal.damaged", file=self.file)
