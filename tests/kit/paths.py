"""Where the tests find the project and what they read of it."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests"
SCENARIOS = TESTS / "scenarios"
