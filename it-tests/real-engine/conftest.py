"""Fixtures for every part."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

# Before it is imported, so that its assertions show both sides.
pytest.register_assert_rewrite("support.awaiting")

from support.warmpath import Warmpath, serving  # noqa: E402


@pytest.fixture
def start_warmpath(tmp_path: Path) -> Iterator[Callable[[dict[str, Any]], Warmpath]]:
    """Starts routers, each with a configuration, and stops them when the test ends."""
    with ExitStack() as started:

        def start(config: dict[str, Any]) -> Warmpath:
            count = len(list(tmp_path.glob("warmpath-*")))
            return started.enter_context(serving(config, tmp_path / f"warmpath-{count}"))

        yield start


@pytest.fixture(scope="session")
def all_versions() -> bool:
    """Whether every known release is asked for, not only a few of each engine."""
    return bool(os.environ.get("REAL_ENGINE_ALL_VERSIONS"))


@pytest.fixture(scope="session")
def scratch() -> Path:
    """Where a part may keep what it loads, for this run."""
    return Path(os.environ["REAL_ENGINE_SCRATCH"])
