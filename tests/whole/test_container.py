"""The container: built of the wheel, then eight phones play an evening in it through a mapped port.

Debian and the libraries are fetched. The image is made of a Debian that is unpacked here, so that no registry
of images is asked.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import connect

from tests.kit.paths import ENGINE, ROOT
from tests.kit.phone_evening import NAMES
from tests.whole.test_phones import OFFER, Evening

NAME = f"garou-test-{os.getpid()}"
"""Of the container, its image, and its volume."""
AUTHORITIES = "/usr/local/share/ca-certificates"
"""Where the owner of a machine keeps the authorities of their own, which the way to PyPI may need."""


def engine(*words: str) -> str:
    """Runs podman or docker. Returns all that it prints."""
    command = [str(ENGINE), *words]
    done = subprocess.run(
        command,
        env=os.environ | {"BUILDAH_LAYERS": "false"},  # no image of each line is left
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.fixture(scope="module", autouse=True)
def image(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The image, and a volume; nothing of them is left."""
    folder, base = tmp_path_factory.mktemp("image"), f"localhost/{NAME}-base"
    own = [
        f"--customize-hook=mkdir -p $1{AUTHORITIES}",
        f"--customize-hook=sync-in {AUTHORITIES} {AUTHORITIES}",
    ]
    debian = ["mmdebstrap", "--quiet", "--variant=minbase", *own, "trixie", str(folder / "debian.tar")]
    subprocess.run(debian, check=True, capture_output=True)
    engine("import", str(folder / "debian.tar"), base)
    file = ("--file", str(ROOT / "Containerfile"))
    engine("build", "--build-arg", f"BASE={base}", *file, "--tag", NAME, str(wheel.parent))
    engine("volume", "create", NAME)
    yield
    engine("volume", "rm", NAME)
    for each in (NAME, base):
        engine("rmi", "--force", each)


class ContainedEvening(Evening):
    """An evening in a container. What phones open is a port of its host."""

    def start(self, *more: str) -> subprocess.Popen[str]:
        (self.folder / "table.toml").chmod(0o644)
        ways = ["--publish", f"127.0.0.1:{self.port}:{self.port}", "--volume", f"{NAME}:/data"]
        ways += ["--volume", f"{self.folder / 'table.toml'}:/data/table.toml:ro"]
        words = ["--rounds", "1", "--speed", "12", "--address", "127.0.0.1", *more]
        self.command = [str(ENGINE), "run", "--rm", "--name", NAME, *ways, NAME]
        self.environ = dict(os.environ)
        return super().start(*words)

    def close(self) -> None:
        subprocess.run([str(ENGINE), "kill", NAME], capture_output=True, check=False)  # it may have ended
        super().close()

    def board(self) -> bytes:
        """What a screen that says the board's code is sent first of the picture."""
        [code] = re.findall(rf"http://127.0.0.1:{self.port}/board, code (\d+)", engine("logs", NAME))
        origin: Any = f"http://127.0.0.1:{self.port}"
        with connect(f"ws://127.0.0.1:{self.port}/board-line", origin=origin, compression=None) as line:
            line.send(json.dumps({"t": "watch", "code": code, "width": 640, "height": 360}))
            while isinstance(message := line.recv(timeout=self.patience_s), str):
                pass
        return message


def test_eight_phones_play_an_evening_that_is_stopped_in_the_middle(tmp_path: Path) -> None:
    with closing(ContainedEvening(tmp_path, "thiercelieux")) as table:
        table.sit_down()
        assert f"phones open http://127.0.0.1:{table.port}\n" in engine("logs", NAME)
        assert int(engine("exec", NAME, "id", "-u")) > 0, "nobody needs the rights of root in there"
        assert table.board()[:5] == b"P" + (640).to_bytes(2, "big") + (360).to_bytes(2, "big")
        table.begin()
        table.until(lambda: not table.phones[0].covered, touching=True)

        # It is ended as `podman stop` does, and another container goes on with the round.
        table.process.terminate()
        _, wrong = table.process.communicate()
        assert table.process.returncode == 0, wrong
        for phone in table.phones:
            phone.forget()
        table.start()
        table.until(lambda: [phone.chair for phone in table.phones] == list(range(len(NAMES))))
        table.until(lambda: table.phones[0].headline not in OFFER)
        table.until(lambda: table.process.poll() is not None, touching=True)
        out, wrong = table.process.communicate()
        assert table.process.returncode == 0, wrong
        assert all(any(name in line for line in out.splitlines()) for name in NAMES)
