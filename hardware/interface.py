"""The devices of a table, one small protocol for each kind. `simulated` has all of them in memory, the other
files on real hardware.

Units: times in seconds of the one injected monotonic clock, colours 0 to 255 a channel. Seats are numbered
from 0, clockwise seen from above; buttons of a seat from 0.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol

from hardware.debounce import Kind
from hardware.troubles import Trouble


class Edge(NamedTuple):
    """A contact that changed, as the pin has it: not debounced."""

    time_s: float
    seat: int
    button: int
    down: bool
    late_s: float = 0.0
    """How long after that it was told."""


class Touch(NamedTuple):
    """What a finger has said on a screen that shows a seat's options: pods have none."""

    time_s: float
    seat: int
    option: int | None
    """The number of the option it was on; None: it was on a button of the screen. Without a `key` it is that
    of a pod, from 1."""
    kind: Kind
    began_s: float
    """When the finger went down."""
    key: int | None = None
    """Names the options that the screen showed; None: it shows pods alone, as they are now."""


class Clock(Protocol):
    """The only source of time. Monotonic; its zero means nothing."""

    @property
    def speed(self) -> float:
        """How many of its seconds pass in one real second. Fingers move in real time."""

    def now(self) -> float:
        """Seconds."""

    def time_of(self, monotonic_s: float) -> float:
        """The time of a moment of the system's monotonic clock: the kernel stamps what it tells with it."""

    def wait(self, until_s: float) -> None:
        """Returns at `until_s`, or sooner when `wake` is called or something happened."""

    def wake(self) -> None:
        """Ends a wait early. May be called from any thread."""


class Buttons(Protocol):
    """The contacts of all seats."""

    def edges(self) -> Sequence[Edge]:
        """Takes the changes since the last call, in order of time. Never blocks."""

    def listen(self, wake: Callable[[], None]) -> None:
        """`wake` is called, from any thread, whenever a change waits to be taken."""

    @property
    def troubles(self) -> Sequence[Trouble]:
        """What is wrong with which seats' buttons; empty once it is repaired.

        Also names a button that has been down for very long. By night that may be a finger that is choosing,
        so the village may see this only while nobody is secretly awake.
        """

    def close(self) -> None:
        """Releases the pins."""


class Touches(Protocol):
    """The screens on which seats point at their options."""

    def touches(self) -> Sequence[Touch]:
        """Takes the touches since the last call, in order of time. Never blocks."""

    def listen(self, wake: Callable[[], None]) -> None:
        """`wake` is called, from any thread, whenever a touch waits to be taken."""


class Rings(Protocol):
    """One ring of RGB pixels for each seat."""

    @property
    def seats(self) -> int:
        """Number of rings."""

    @property
    def pixels(self) -> int:
        """Pixels of each ring, 16 or 24."""

    def show(self, frame: bytes) -> None:
        """Hands over one whole frame and returns at once; a frame still waiting is replaced.

        `frame`: seats x pixels x 3 bytes, R G B. Pixel 0 of a ring is at its player's own place (six
        o'clock), the others follow clockwise seen from above.
        Raises `ValueError` if the length is wrong.
        """

    @property
    def trouble(self) -> Trouble | None:
        """Why the last frame could not be sent, or None. Dark pixels are never noticed."""

    def close(self) -> None:
        """Darkens the rings and stops."""


class Slips(Protocol):
    """A few words for each seat that its own player alone reads, on a small screen of that seat."""

    def show(self, words: Mapping[int, str]) -> None:
        """Shows these words on the screens of these seats, and nothing on all others. Returns at once; never
        raises.

        The words are secret: only the screen of that seat may show them, and nothing may store or log them.
        """

    def close(self) -> None:
        """Takes all words away."""


class Lamps(Protocol):
    """One plain lamp at each seat that has one, lit or dark. It shows only what is public."""

    def light(self, seats: Collection[int]) -> None:
        """Lights the lamps of these seats, and no others. A seat without a lamp is ignored. Returns at once;
        never raises."""

    def close(self) -> None:
        """Darkens all lamps."""


class Ambience(Protocol):
    """A sound without an end that covers small noises, and makes room for the voice."""

    def begin(self) -> None:
        """Fades in. Nothing changes if it is heard already. Returns at once; never raises."""

    def end(self) -> None:
        """Fades out. Nothing changes if it is already silent. Returns at once; never raises."""

    @property
    def trouble(self) -> Trouble | None:
        """Why it could not be heard when it was last begun, or None."""

    def close(self) -> None:
        """Falls silent and gives the sound card back."""


class Effects(Protocol):
    """Short sounds, heard beside the voice and the ambience."""

    def play(self, key: str) -> None:
        """Begins a sound; one already playing goes on. Returns at once; never raises; an unknown sound is
        ignored."""

    @property
    def trouble(self) -> Trouble | None:
        """Why some or all of them are not heard, or None."""

    def close(self) -> None:
        """Falls silent."""


class Voice(Protocol):
    """Speaks one line at a time, in the order given."""

    def speak(self, line: str, language: str, pitch: float = 1.0) -> None:
        """Queues one sentence (`language`: "fr", "en"). Returns at once; never raises.

        `pitch`: factor on the voice's pitch, and on its pace: at 1.25 the line takes a fifth less.
        """

    def can_say(self, line: str, language: str) -> bool:
        """Whether the narrator has this sentence, or another voice would have to say it."""

    @property
    def speaking(self) -> bool:
        """Whether a line is still being prepared or played. Always False once the voice has failed."""

    @property
    def missed(self) -> bool:
        """Whether the last line was not ready in time, and so is not heard."""

    @property
    def trouble(self) -> Trouble | None:
        """Why nothing is heard, or None."""

    def prepare(self, lines: Iterable[str], language: str) -> None:
        """Renders lines ahead, in the background."""

    def close(self) -> None:
        """Falls silent and stops."""
