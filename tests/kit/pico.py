"""The parts of a Pico that are not there when its program runs elsewhere. MicroPython runs this file first.

`host` is what tests/kit/micropython.mjs gives: the clock, the contacts, the bytes that come and go.
"""

import binascii
import errno
import os
import sys

import host
import micropython


class Module:
    def __init__(self, **members):
        for name, member in members.items():
            setattr(self, name, member)


class Pin:
    IN, OUT, PULL_UP, IRQ_RISING, IRQ_FALLING = 0, 1, 2, 8, 4
    heard, levels = {}, {}

    def __init__(self, number, mode=OUT, pull=None):
        self.number = number
        Pin.levels[number] = host.level(number)

    def value(self):
        return Pin.levels[self.number]

    def irq(self, handler, trigger, hard=False):
        assert hard
        assert trigger == Pin.IRQ_RISING | Pin.IRQ_FALLING
        Pin.heard[self.number] = lambda: handler(self)


class Watchdog:
    def __init__(self, timeout):
        host.watch(timeout)

    def feed(self):
        host.feed()


class NeoPixel:
    def __init__(self, pin, n, bpp=3):
        self.buf = bytearray(n * bpp)

    def write(self):
        host.light(binascii.hexlify(self.buf).decode())


class Poll:
    def register(self, stream, flags):
        self.stream, self.waits_for = stream, flags

    def poll(self, wait_ms):
        if isinstance(self.stream, Socket):
            return [1] if host.radio_waits() else []
        if self.waits_for == POLLOUT:
            return [1] if host.is_read() else []
        if not host.waiting():
            wait(wait_ms, True)
        return [1] if host.waiting() else []


POLLIN, POLLOUT = 1, 4


class Stream:
    """Standard input and output, of which only `buffer` is used."""

    def readinto(self, room):
        for at in range(len(room)):
            room[at] = host.read()
        return len(room)

    def write(self, message):
        host.write(binascii.hexlify(message).decode())
        return len(message)


class Radio:
    """A Wi-Fi that is near or not."""

    PM_NONE = 16

    def __init__(self, kind):
        assert kind == 0

    def active(self, is_on):
        pass

    def config(self, pm):
        assert pm == Radio.PM_NONE

    def connect(self, ssid, password):
        host.joins(ssid, password)

    def isconnected(self):
        return host.is_near()


class Socket:
    """One connection to a server, which a test is."""

    def settimeout(self, timeout_s):
        self.timeout_ms = 1000 * timeout_s

    def connect(self, address):
        if not host.connects(address[0], address[1]):
            wait(self.timeout_ms)
            raise OSError(errno.ETIMEDOUT)

    def recv(self, most):
        end_ms = host.now() + self.timeout_ms
        while not host.radio_waits():
            if host.now() >= end_ms:
                raise OSError(errno.ETIMEDOUT)
            wait(1)
        return binascii.unhexlify(host.radio_recv(most))

    def send(self, data):
        if not host.radio_send(binascii.hexlify(data).decode()):
            raise OSError(errno.ECONNRESET)
        return len(data)

    def close(self):
        host.hangs_up()


def wait(wait_ms, for_bytes=False):
    """Lets time pass. Interrupts come as they come, and may not allocate memory."""
    end_ms, pin = host.now() + wait_ms, 0
    while pin >= 0:
        pin = host.wait(end_ms, for_bytes)
        if pin == -2:
            raise SystemExit
        Clock.ticks = int(host.now()) % TICKS
        if pin in Pin.levels:
            Pin.levels[pin] = host.level(pin)
        if pin in Pin.heard:
            call = Pin.heard[pin]
            micropython.heap_lock()
            try:
                call()
            finally:
                micropython.heap_unlock()


def reset():
    host.reset()
    raise SystemExit


def stat(path):
    """Emscripten gives errors other numbers than a Pico."""
    try:
        return real_os.stat(path)
    except OSError as error:
        raise OSError(errno.ENOENT if error.errno == 44 else error.errno) from None


TICKS = 1 << 30


class Clock:
    """Time moves only while the program waits."""

    ticks = int(host.now()) % TICKS

    def ticks_ms():
        return Clock.ticks


stream = Stream()
stream.buffer = stream
sys.modules["machine"] = Module(
    Pin=Pin,
    WDT=Watchdog,
    PWRON_RESET=1,
    WDT_RESET=3,
    reset=reset,
    reset_cause=host.cause,
    unique_id=lambda: binascii.unhexlify(host.id()),
    disable_irq=lambda: 0,
    enable_irq=lambda state: None,
)
sys.modules["network"] = Module(STA_IF=0, WLAN=Radio)
sys.modules["socket"] = Module(socket=Socket)
sys.modules["neopixel"] = Module(NeoPixel=NeoPixel)
sys.modules["select"] = Module(poll=Poll, POLLIN=POLLIN, POLLOUT=POLLOUT)
sys.modules["time"] = Module(
    ticks_ms=Clock.ticks_ms,
    ticks_add=lambda ticks, more: (ticks + more) % TICKS,
    ticks_diff=lambda one, other: (one - other + TICKS // 2) % TICKS - TICKS // 2,
    sleep_ms=wait,
    sleep=lambda wait_s: wait(int(wait_s * 1000)),
)
real, real_os = sys, os
sys.modules["os"] = Module(**{name: getattr(os, name) for name in dir(os)})
sys.modules["os"].stat = stat
sys.modules["sys"] = Module(
    stdin=stream,
    stdout=stream,
    **{
        name: getattr(real, name)
        for name in (
            "modules",
            "path",
            "implementation",
            "version",
            "platform",
            "exit",
            "print_exception",
            "maxsize",
            "byteorder",
        )
    },
)
