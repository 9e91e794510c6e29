"""Several pages of one browser, each in a window of its own. They are asked by the browser's own protocol on
one line, so that none waits for another."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any
from urllib.request import urlopen

from websockets.sync.client import connect

from tests.kit.browser import Browser, Page

ANSWERS_S = 60.0


class GoneError(Exception):
    """The page does not answer: it was loaded again, or has ended."""


class Tabs:
    """The line to a browser, which may have other pages."""

    def __init__(self, browser: Browser) -> None:
        address = browser.driver.capabilities["goog:chromeOptions"]["debuggerAddress"]
        with urlopen(f"http://{address}/json/version") as told:
            url = json.load(told)["webSocketDebuggerUrl"]
        self._line = connect(url, max_size=None, compression=None, ping_interval=None, legacy=True)
        self._asked = 0
        self._answers: dict[int, dict[str, Any]] = {}

    def ask(self, command: str, session: str | None, **given: Any) -> int:
        """Asks something. Returns the number that `answer` takes."""
        self._asked += 1
        line = {"id": self._asked, "method": command, "params": given}
        self._line.send(json.dumps(line | ({"sessionId": session} if session else {})))
        return self._asked

    def has(self, number: int) -> bool:
        """Whether this is answered."""
        with suppress(TimeoutError):
            while number not in self._answers:
                self._take(0.0)
        return number in self._answers

    def answer(self, number: int) -> dict[str, Any]:
        """The answer, which is waited for. Raises `GoneError`."""
        try:
            while number not in self._answers:
                self._take(ANSWERS_S)
        except TimeoutError:
            raise GoneError("no answer") from None
        told = self._answers.pop(number)
        if "error" in told:
            raise GoneError(told["error"]["message"])
        found: dict[str, Any] = told["result"]
        return found

    def _take(self, timeout_s: float) -> None:
        told = json.loads(self._line.recv(timeout_s))
        if "id" in told:
            self._answers[told["id"]] = told

    def close(self) -> None:
        """Hangs up."""
        self._line.close()


class Tab(Page):
    """A page in a window of its own."""

    def __init__(self, tabs: Tabs) -> None:
        self._tabs = tabs
        made = tabs.ask("Target.createTarget", None, url="about:blank", newWindow=True)
        self._target = tabs.answer(made)["targetId"]
        attached = tabs.ask("Target.attachToTarget", None, targetId=self._target, flatten=True)
        self._session = tabs.answer(attached)["sessionId"]
        self.tell("Emulation.setFocusEmulationEnabled", enabled=True)
        self._looks: int | None = None

    def open(self, url: str) -> None:
        """Opens an address, or loads its page again."""
        self._looks = None
        self.tell("Page.navigate", url=url)

    def tell(self, command: str, **given: Any) -> Any:
        return self._tabs.answer(self._tabs.ask(command, self._session, **given))

    def run(self, script: str, *given: Any) -> Any:
        return self._value(self._tabs.answer(self._evaluate(script, *given)))

    def look(self, script: str) -> Any:
        """The value of this script some time ago; None: there is nothing new. It is asked again and again,
        and never waited for."""
        seen = None
        if self._looks is not None and self._tabs.has(self._looks):
            answered, self._looks = self._looks, None
            seen = self._value(self._tabs.answer(answered))
        if self._looks is None:
            self._looks = self._evaluate(script)
        return seen

    def _evaluate(self, script: str, *given: Any) -> int:
        called = f"(function () {{ return {script}; }}).apply(null, {json.dumps(given)})"
        return self._tabs.ask("Runtime.evaluate", self._session, expression=called, returnByValue=True)

    @staticmethod
    def _value(answer: dict[str, Any]) -> Any:
        if "exceptionDetails" in answer:
            raise GoneError(str(answer["exceptionDetails"]))
        return answer["result"].get("value")

    def kill(self) -> None:
        """Its process ends, and its window closes."""
        self._tabs.ask("Page.crash", self._session)
        self._tabs.answer(self._tabs.ask("Target.closeTarget", None, targetId=self._target))
