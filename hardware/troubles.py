"""Everything that can be wrong with a device, each kind with its facts.

Nothing here is a sentence: whoever knows a language makes one of a kind's `key` and its facts. Seats and
buttons are counted from 0, times are in seconds. `reason` is the name of what the system answered ("EIO"), or
whatever it said instead; `detail` is what a library said, in its own words.
"""

from __future__ import annotations

import errno

import msgspec


class Trouble(msgspec.Struct, frozen=True):
    """What is wrong with a device. Two of one kind with the same facts are the same trouble."""

    @property
    def key(self) -> str:
        """The name of its kind: "rings.hang"."""
        return str(self.__struct_config__.tag)

    @property
    def facts(self) -> dict[str, object]:
        """What there is to say of it."""
        return {field: getattr(self, field) for field in self.__struct_fields__}


class DeviceError(Exception):
    """A device that cannot do what it is asked to do, because of its `trouble`: for whoever knows a language,
    since its own text is only a key and facts."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(trouble)
        self.trouble = trouble

    def __str__(self) -> str:
        return " ".join([self.trouble.key, *(f"{key}={fact!r}" for key, fact in self.trouble.facts.items())])


def reason_of(error: OSError) -> str:
    """The name of what the system answered, or what the error says where it has none."""
    return errno.errorcode.get(error.errno or 0, str(error))


class NoPinLibrary(Trouble, frozen=True, tag="buttons.no_library"):
    """The library of the pins, or of the expanders, is not installed. `brings`: the command that does."""

    library: str
    detail: str
    brings: str


class NoPins(Trouble, frozen=True, tag="buttons.no_pins"):
    """The library that reaches the pins finds none on this machine."""

    library: str
    detail: str


class NoHeader(Trouble, frozen=True, tag="buttons.no_header"):
    """None of the GPIO chips that were looked at is that of a Pi's header. `labels`: which it could have."""

    looked: str
    labels: str


class PinRefused(Trouble, frozen=True, tag="buttons.pin"):
    """The pin of a button cannot be had."""

    seat: int
    button: int
    pin: int
    detail: str


class PinTwice(Trouble, frozen=True, tag="buttons.pin_twice"):
    """The pin of a button has another button already."""

    seat: int
    button: int
    pin: int


class BusClosed(Trouble, frozen=True, tag="buttons.bus"):
    """The bus of the expanders cannot be opened."""

    reason: str


class BusHangs(Trouble, frozen=True, tag="buttons.hang"):
    """A question to an expander has had no answer for longer than `seconds`, and with it those to all others.
    `seats`: those with a button on one."""

    seats: tuple[int, ...]
    seconds: float


class ExpanderSilent(Trouble, frozen=True, tag="buttons.expander"):
    """An expander does not answer. `seats`: those with a button on it."""

    address: int
    seats: tuple[int, ...]


class ButtonHeld(Trouble, frozen=True, tag="buttons.held"):
    """A button has been down for longer than a finger holds it. `seconds`: which is so long."""

    seat: int
    button: int
    seconds: float


class RingsHang(Trouble, frozen=True, tag="rings.hang"):
    """A frame has been on its way to the rings of these seats for longer than `seconds`."""

    seats: tuple[int, ...]
    seconds: float


class RingsFailed(Trouble, frozen=True, tag="rings.failed"):
    """The device of the rings refuses a frame."""

    reason: str


class RingsNoDevice(Trouble, frozen=True, tag="rings.no_device"):
    """The device of the rings is not there. `setting`: of config.txt, which makes it."""

    device: str
    setting: str


class RingsForbidden(Trouble, frozen=True, tag="rings.forbidden"):
    """This user may not write to the device of the rings."""

    device: str


class RingsTooMany(Trouble, frozen=True, tag="rings.too_many"):
    """The device of the rings takes no frame of so many pixels. `setting`: of `file`, with which it would."""

    device: str
    setting: str
    file: str


class RingsNotSpi(Trouble, frozen=True, tag="rings.not_spi"):
    """What is named as the device of the rings is no SPI device."""

    device: str


class RingsCut(Trouble, frozen=True, tag="rings.cut"):
    """The device of the rings took a part of a frame only, both in bytes."""

    device: str
    sent: int
    size: int


class VoiceUnstarted(Trouble, frozen=True, tag="voice.unstarted"):
    """The process of a voice engine cannot be started."""

    engine: str
    reason: str


class VoiceHangs(Trouble, frozen=True, tag="voice.hangs"):
    """A voice engine has not answered for so long."""

    engine: str
    seconds: float


class VoiceEnded(Trouble, frozen=True, tag="voice.ended"):
    """The process of a voice engine has ended by itself."""

    engine: str


class VoiceUnable(Trouble, frozen=True, tag="voice.unable"):
    """A voice engine says why it cannot render a sentence."""

    engine: str
    detail: str


class VoiceUnknown(Trouble, frozen=True, tag="voice.unknown"):
    """No engine has a voice for a language. `known`: the languages espeak has one for."""

    language: str
    known: str


class VoiceStopped(Trouble, frozen=True, tag="voice.stopped"):
    """Nothing is spoken any more, for no reason that is known."""


class ModelUnreadable(Trouble, frozen=True, tag="voice.model"):
    """The file of a Piper voice cannot be read."""

    file: str
    reason: str


class NoPlaceToRender(Trouble, frozen=True, tag="voice.no_place"):
    """No recording can be written anywhere."""

    reason: str


class NothingRecorded(Trouble, frozen=True, tag="voice.no_recording"):
    """A voice engine has made no recording, or a broken one."""


class WrongForm(Trouble, frozen=True, tag="voice.wrong_form"):
    """A voice engine has made a recording that is not 16 bits, mono, 22,050 Hz."""


class WordsLost(Trouble, frozen=True, tag="voice.words_lost"):
    """A recording is too short for what it should say."""

    sentence: str


class SoundCardMissing(Trouble, frozen=True, tag="sound.missing"):
    """There is no sound card."""

    detail: str


class SoundCardRefuses(Trouble, frozen=True, tag="sound.refuses"):
    """The sound card does not play."""

    detail: str


class SoundCardStopped(Trouble, frozen=True, tag="sound.stopped"):
    """The sound card has stopped in the middle of a sentence."""


class NightSilent(Trouble, frozen=True, tag="sound.night"):
    """The sound of the night is not heard."""

    detail: str


class EffectsMissing(Trouble, frozen=True, tag="sound.effects"):
    """Not all effects are heard. `file`: the first of those that are not."""

    file: str
    detail: str


class EffectsLost(Trouble, frozen=True, tag="sound.effects_lost"):
    """No effects are heard any more."""

    detail: str


class NoDisplay(Trouble, frozen=True, tag="screen.missing"):
    """No display can be opened."""

    detail: str


class DriverFails(Trouble, frozen=True, tag="screen.driver"):
    """No display can be opened with the driver that SDL was told to use."""

    driver: str
    detail: str
