"""MCP23017 chips in memory: a bus with registers, pull-ups, and cables that come off."""

from __future__ import annotations

from collections.abc import Iterable

GONE = 121
"""EREMOTEIO: nobody acknowledged the address."""

IODIRA, IODIRB, GPPUA, GPPUB, GPIOA = 0x00, 0x01, 0x0C, 0x0D, 0x12


class FakeChip:
    """One chip as after a reset: all pins inputs, no pull-ups."""

    def __init__(self) -> None:
        self.registers: dict[int, int] = {}
        self.pressed: set[int] = set()
        """Bits, 0 to 15, that a button connects to ground."""
        self.floating = 0xFFFF
        """What inputs without a pull-up happen to read as."""
        self.reset()

    def reset(self) -> None:
        """Loses its settings, as after a dip of the supply."""
        self.registers = {IODIRA: 0xFF, IODIRB: 0xFF, GPPUA: 0, GPPUB: 0}

    @property
    def inputs(self) -> int:
        return self.registers[IODIRA] | self.registers[IODIRB] << 8

    @property
    def pull_ups(self) -> int:
        return self.registers[GPPUA] | self.registers[GPPUB] << 8

    @property
    def levels(self) -> int:
        """What GPIO reads: outputs low, inputs high unless pressed or floating."""
        low = sum(1 << bit for bit in self.pressed)
        return self.inputs & ~low & (self.pull_ups | self.floating)


class FakeBus:
    """What `smbus2.SMBus` does with these chips. `lost`: how many of the next reads and writes fail."""

    def __init__(self, addresses: Iterable[int]) -> None:
        self.chips = {address: FakeChip() for address in addresses}
        self.absent: set[int] = set()
        self.lost = 0
        self.reads = 0
        self.closed = False

    def _chip(self, address: int) -> FakeChip:
        assert not self.closed
        self.lost, lost = max(0, self.lost - 1), self.lost
        if lost or address in self.absent or address not in self.chips:
            raise OSError(GONE, "Remote I/O error")
        return self.chips[address]

    def write_byte_data(self, i2c_addr: int, register: int, value: int) -> None:
        chip = self._chip(i2c_addr)
        assert register in chip.registers, f"register 0x{register:02x} is not for this"
        chip.registers[register] = value

    def read_word_data(self, i2c_addr: int, register: int) -> int:
        chip = self._chip(i2c_addr)
        self.reads += 1
        if register == GPIOA:
            return chip.levels
        return chip.registers[register] | chip.registers[register + 1] << 8

    def close(self) -> None:
        self.closed = True
