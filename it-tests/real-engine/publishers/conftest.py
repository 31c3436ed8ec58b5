"""The releases' sources, loaded once for all tests."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from publishers.releases import Release, chosen
from publishers.wheels import fetch_all

TRIED = chosen(bool(os.environ.get("REAL_ENGINE_ALL_VERSIONS")))


@pytest.fixture(scope="session")
def sources(scratch: Path) -> dict[Release, Path]:
    store = scratch / "released"
    store.mkdir(exist_ok=True)
    return fetch_all(TRIED, store)


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "story(name): which of its release's workers a test has for itself")
