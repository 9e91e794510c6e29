"""Measures a venue: from a table's beat to the page of `garou venue`, with many tables on one broker.

    python -m benchmarks.venue

A real Mosquitto with TLS and the shipped access list; `garou venue` as a process, and its page in Chromium;
two real tables (`garou play` in a terminal, `garou publish` beside each) and 200 more publishers, each with
its own connection, that play the recorded news of a round; all of them hurried. Some changes of one more
table are timed: from the call in the table's beat to the frame in which the page shows them. Before that,
what one table sends in a second at its normal pace.
"""

from __future__ import annotations

import os
import pty
import random
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from statistics import median, quantiles
from subprocess import DEVNULL, Popen
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

import msgspec

from table.publish.link import NewsLink
from table.publish.news import EventNews, News, StateNews
from table.publish.publisher import Publisher
from table.settings.settings import BrokerSettings, PublishSettings
from table.words.catalogue import shipped
from tests.kit.browser import Browser
from tests.kit.mosquitto import Mosquitto
from tests.kit.paths import HAS_BROKER, HAS_BROWSER, NO_BROKER, NO_BROWSER, ROOT
from tests.kit.processes import cpu_s, free_port, until, wait_for
from tests.kit.tables import rehearsed, scenario
from tests.publish.test_news import KeptWire

TABLES = 200
REAL = 2
SECONDS = 600
SPEED = 10.0
"""How many times as fast as at a table."""
PROBE_S = 0.5
"""Seconds between two timed changes."""
BARS_MS = (100.0, 300.0)
"""Median and 95th percentile, from the beat to the page."""
TEXTS = shipped("venue", "en")["entity"]
WATCH = """
window.seen = [];
let before = "";
new MutationObserver(() => {
  const text = document.querySelector('[data-table="probe"] .more')?.textContent;
  if (!text || text === before) return;
  before = text;
  requestAnimationFrame(() => {
    const after = new MessageChannel();
    after.port1.onmessage = () => window.seen.push([text, performance.timeOrigin + performance.now()]);
    after.port2.postMessage(0);
  });
}).observe(document, { subtree: true, childList: true, characterData: true });
"""
"""Notes in the page when it has shown each change of the timed table."""

Recorded = Sequence[tuple[float, News]]


def recorded() -> Recorded:
    """The news of one round at normal pace, with their seconds."""
    turns: Mapping[str, Mapping[str, Any]] = {
        "night 1": {"werewolves": "Bob"},
        "day 1": {"vote": dict.fromkeys(("Ana", "Cid", "Dee", "Eve", "Gus", "Hal"), "Fay")},
        "night 2": {"werewolves": "Cid"},
        "day 2": {"vote": dict.fromkeys(("Dee", "Eve", "Gus", "Hal"), "Ana")},
    }
    cards = "werewolf villager villager villager villager werewolf villager villager"
    wire = KeptWire()
    rehearsed(scenario(cards, turns, captain="never"), planted=wire.attend)
    return wire.told


class Publishers:
    """Tables that play a recorded round again and again, each with a connection of its own."""

    def __init__(self, broker: BrokerSettings, names: Sequence[str], told: Recorded) -> None:
        self.sent = 0
        self._told = told
        self._over = threading.Event()
        self._publishers = [
            Publisher(PublishSettings(enabled=True, table=name), broker, "secret", TEXTS, lambda _: None)
            for name in names
        ]
        self._lines = [threading.Thread(target=one.broker.run, daemon=True) for one in self._publishers]
        for line in self._lines:
            line.start()
        self._work = threading.Thread(target=self._play, daemon=True)
        self._work.start()

    def _play(self) -> None:
        lots, length_s = random.Random(1), self._told[-1][0] + 20.0
        now_s = time.monotonic()
        due = [
            (now_s + (at_s + offset_s) / SPEED, number, news)
            for number in range(len(self._publishers))
            for offset_s in [lots.uniform(0, length_s)]
            for at_s, news in self._told
        ]
        due.sort(key=lambda one: one[:2])
        rounds = 0
        while not self._over.is_set():
            for at_s, number, news in due:
                if self._over.wait(max(0.0, at_s + rounds * length_s / SPEED - time.monotonic())):
                    return
                self._publishers[number].hear(news)
                self.sent += 1
            rounds += 1

    def close(self) -> None:
        self._over.set()
        self._work.join()
        for one in self._publishers:
            one.broker.close()


@contextmanager
def real_table(folder: Path, name: str, broker: BrokerSettings) -> Iterator[None]:
    """A table that its bots play in a terminal, and its publisher."""
    folder.mkdir()
    (folder / "password").write_text("secret\n")
    (folder / "table.toml").write_text(
        "".join(
            (
                f'[broker]\nhost = "{broker.host}"\nport = {broker.port}\nca = "{broker.ca}"\n',
                f'[publish]\nenabled = true\ntable = "{name}"\npassword_file = "{folder}/password"\n',
            )
        )
    )
    around = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
    around |= {"RUNTIME_DIRECTORY": str(folder), "XDG_STATE_HOME": str(folder), "TERM": "xterm"}
    garou = [sys.executable, "-m", "table"]
    own, its = pty.openpty()
    config = ["--config", str(folder / "table.toml")]
    play = [*garou, "play", "--simulated", "--speed", f"{SPEED:g}", *config]
    processes = [
        Popen(play, cwd=ROOT, env=around, stdin=its, stdout=its, stderr=its, start_new_session=True),
        Popen([*garou, "publish", *config], cwd=ROOT, env=around, stderr=DEVNULL),
    ]
    os.close(its)

    def drain() -> None:
        with suppress(OSError):
            while os.read(own, 1 << 16):
                pass

    threading.Thread(target=drain, daemon=True).start()
    try:
        yield
    finally:
        for process in processes:
            process.terminate()
            process.wait(20)
        os.close(own)


@contextmanager
def venue(folder: Path, port: int, broker: BrokerSettings) -> Iterator[Popen[bytes]]:
    """`garou venue` as a process."""
    (folder / "password").write_text("secret\n")
    (folder / "table.toml").write_text(
        f'[broker]\nhost = "{broker.host}"\nport = {broker.port}\nca = "{broker.ca}"\n'
        f'[venue]\npassword_file = "{folder}/password"\n'
    )
    command = [sys.executable, "-m", "table", "venue", "--host", "127.0.0.1", "--port", str(port)]
    with Popen([*command, "--config", str(folder / "table.toml")], cwd=ROOT, stderr=DEVNULL) as process:
        wait_for(port)
        try:
            yield process
        finally:
            process.terminate()


def cpu_of(broker: int, venue: int, profile: Path) -> dict[str, float]:
    """Seconds of a core that broker, venue and all processes of the browser have taken so far."""
    page = 0.0
    for found in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            if str(profile).encode() in found.read_bytes():
                page += cpu_s(int(found.parent.name))
    return {"broker": cpu_s(broker), "venue": cpu_s(venue), "page": page}


def probes(link: NewsLink, seconds: float) -> dict[str, float]:
    """Changes one table for so long, each time to two numbers it has not had. Returns when each was told, in
    milliseconds since 1970, by what the page then says."""
    told: dict[str, float] = {}
    ends_s = time.monotonic() + seconds
    while time.monotonic() < ends_s and len(told) < 9000:
        players, living = 1 + len(told) // 98, 1 + len(told) % 98
        state = StateNews("day", "debate", False, "family", "en", 1, players, living)
        told[f"Alive: {living} of {players}"] = 1000 * time.time()
        link.tell(state)
        time.sleep(PROBE_S)
    time.sleep(1.0)
    return told


def main() -> int:
    """Exit status 1 if a bar is missed."""
    if not (HAS_BROKER and HAS_BROWSER):
        print(NO_BROWSER if HAS_BROKER else NO_BROKER)
        return 0
    told = recorded()
    size = sum(len(msgspec.json.encode(news)) for _, news in told)
    events = sum(isinstance(news, EventNews) for _, news in told)
    print(
        f"one table at its normal pace: {len(told)} messages in a round of {told[-1][0] / 60:.1f} min, "
        f"{len(told) / told[-1][0]:.2f} a second, {events} of them events, some {size / len(told):.0f} bytes"
    )
    names = [f"table-{number}" for number in range(TABLES)]
    real = [f"real-{number}" for number in range(REAL)]
    with tempfile.TemporaryDirectory() as made, ExitStack() as running:
        folder = Path(made)
        (folder / "broker").mkdir()
        users = dict.fromkeys([*names, *real, "probe", "venue"], "secret")
        broker = Mosquitto(folder / "broker", **users)
        running.callback(broker.close)
        port = free_port()
        served = running.enter_context(venue(folder, port, broker.settings))
        for name in real:
            running.enter_context(real_table(folder / name, name, broker.settings))
        publishers = Publishers(broker.settings, names, told)
        running.callback(publishers.close)
        link = NewsLink(folder / "news.sock")
        running.callback(link.close)
        probe = Publisher(
            PublishSettings(enabled=True, table="probe"), broker.settings, "secret", TEXTS, lambda _: None
        )
        ended = threading.Event()
        line = threading.Thread(target=probe.run, args=(folder / "news.sock", ended), daemon=True)
        line.start()
        running.callback(line.join)
        running.callback(ended.set)
        browser = Browser(folder / "profile")
        running.callback(browser.close)
        browser.size(1920, 1080)
        browser.tell("Page.addScriptToEvaluateOnNewDocument", source=WATCH)
        browser.driver.get(f"http://127.0.0.1:{port}/?lang=en")
        link.tell(StateNews("day", "debate", False, "family", "en", 1, 99, 99))
        until(lambda: browser.run("document.querySelector('[data-table=\"probe\"]') !== null"))
        until(lambda: browser.run("document.querySelectorAll('.table').length") > TABLES // 2)
        began_s, sent = time.monotonic(), publishers.sent
        cpu = cpu_of(broker.pid, served.pid, folder / "profile")
        asked = probes(link, SECONDS)
        took_s = time.monotonic() - began_s
        after = cpu_of(broker.pid, served.pid, folder / "profile")
        sent = publishers.sent - sent
        shown = browser.run("document.querySelectorAll('.table').length")
        seen: list[tuple[str, float]] = browser.run("window.seen")
    found = [at_ms - asked[text] for text, at_ms in seen if text in asked]
    middle, most = median(found), quantiles(found, n=20)[18]
    shares = ", ".join(f"{name} {(after[name] - cpu[name]) / took_s:.1%}" for name in cpu)
    print(
        f"{TABLES} publishers, {REAL} tables, {SPEED:g} times as fast, {took_s:.0f} s: "
        f"{sent / took_s:.0f} messages a second, {shown} tables shown; of a core: {shares}"
    )
    print(
        f"from the beat to the page: {len(found)} of {len(asked)} changes, median {middle:.0f} ms, "
        f"95 % within {most:.0f} ms, at most {max(found):.0f} ms"
    )
    return 0 if middle <= BARS_MS[0] and most <= BARS_MS[1] else 1


if __name__ == "__main__":
    sys.exit(main())
