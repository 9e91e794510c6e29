"""One gateway and one browser for all tests of a module."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.kit.phone_stand import Stand


@pytest.fixture(scope="module")
def stand(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stand]:
    made = Stand(tmp_path_factory.mktemp("phones"))
    yield made
    made.close()
