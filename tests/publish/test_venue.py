"""The page's server on sockets of this machine: what it serves, whom it tells what, and what it refuses."""

from __future__ import annotations

import asyncio
import json
from http.client import HTTPConnection
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import InvalidStatus

from hardware.pages import HEADERS
from table.publish.venue import FILES, PAGES_MOST
from tests.kit.gateways import in_a_loop, took, until
from tests.kit.venues import NOW_S, TEXTS, RunningVenue


async def heard(page: ClientConnection) -> Any:
    return json.loads(await took(page.recv()))


@in_a_loop
async def test_a_page_is_told_everything_and_then_what_changes() -> None:
    async with RunningVenue("Chez Garou") as running:
        running.tells("table-1", "By the window", players=8, living=8)
        running.venue.is_connected(True)
        page = await running.page()
        texts = await heard(page)
        assert texts["title"] == "Chez Garou"
        assert texts["texts"]["fr"]["come"] == "Venez jouer ici !"
        whole = await heard(page)
        assert [(one["id"], one["title"]) for one in whole["tables"]] == [("table-1", "By the window")]
        assert (whole["now"], whole["connected"], whole["gone"]) == (NOW_S, True, [])
        running.tells("table-2", phase="lobby", scene="attract", open=True, free=5)
        running.tells("table-2", phase="lobby", scene="attract", open=True, free=4)
        changed: dict[str, Any] = {}
        while "table-2" not in changed:
            changed |= {one["id"]: one for one in (await heard(page))["tables"]}
        assert changed["table-2"]["free"] == 4, "changes at once are one message"
        running.venue.take("garou/table-2/status", b"")
        running.venue.is_connected(False)
        last = await heard(page)
        assert (last["gone"], last["connected"]) == (["table-2"], False)


@in_a_loop
async def test_a_page_that_says_anything_is_left_and_too_many_are_refused() -> None:
    async with RunningVenue() as running:
        for said in ("x", "kill seat 3", b"\x00" * 5000):
            page = await running.page()
            await page.send(said)
            await took(page.wait_closed())
        pages = [await running.page() for _ in range(PAGES_MOST)]
        for page in pages:
            await heard(page)
        with pytest.raises(InvalidStatus, match="503"):
            await running.page()
        for page in pages:
            page.transport.abort()
        await until(lambda: not running.server.connections)
        assert await heard(await running.page())


def test_files_have_the_headers_of_the_phones_page_and_nothing_else_is_served() -> None:
    def get(port: int, path: str, host: str = "") -> tuple[int, dict[str, str], bytes]:
        line = HTTPConnection("127.0.0.1", port, timeout=10)
        line.request("GET", path, headers={"Host": host} if host else {})
        answer = line.getresponse()
        found = answer.status, dict(answer.getheaders()), answer.read()
        line.close()
        return found

    async def scene() -> None:
        async with RunningVenue() as running:
            ask = asyncio.to_thread
            for path in (*FILES, "/?staff&lang=fr"):
                status, headers, body = await ask(get, running.port, path)
                assert (status, len(body) > 100) == (200, True)
                assert headers.items() >= HEADERS.items()
                assert "Set-Cookie" not in headers
                assert b"innerHTML" not in body
                assert b"http://" not in body.replace(b"http://www.w3.org", b""), (
                    "nothing comes from elsewhere"
                )
            for path in ("/x", "/../secrets", "/venue.py"):
                assert (await ask(get, running.port, path))[0] == 404
            status, _, body = await ask(get, running.port, "/", "evil.example")
            assert status == 421
            assert body.count(b'<a href="http://10.0.0.9:8090/">') == 1
            for language in ("fr", "en"):
                assert TEXTS[language]["wrong"].encode() in body
            assert b"evil" not in body
            for origin in ("http://evil.example", None):
                with pytest.raises(InvalidStatus, match="403"):
                    await running.page(origin=origin)

    asyncio.run(scene())
