"""Engines, made once for a whole run: to start one costs a minute of both cores."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import tiny_model
from vllm_engine import MODEL, Engine, running

# Each level is a folder: level 2 is whole engines side by side, level 3 hands caches from one to the other.
collect_ignore = ["alone"] if os.environ.get("REAL_ENGINE_LEVEL") == "3" else ["handoff"]


@pytest.fixture(scope="session")
def model(scratch: Path) -> Path:
    return tiny_model.write(scratch / "tiny-model")


@pytest.fixture(scope="session")
def engine_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the engines' logs lie."""
    return tmp_path_factory.mktemp("engines")


@pytest.fixture(scope="session")
def engines(model: Path, engine_folder: Path) -> Iterator[tuple[Engine, Engine]]:
    """Two equal engines that know nothing of each other."""
    pair = (Engine(model, engine_folder, "first"), Engine(model, engine_folder, "second"))
    with running(*pair):
        yield pair


@pytest.fixture(scope="session")
def mixed_fleet(model: Path, engines: tuple[Engine, Engine]) -> dict[str, Any]:
    """The router's configuration with both engines."""
    return {
        "models": [{"name": MODEL, "tokenizer": str(model)}],
        "workers": [engine.worker(role="mixed", protocol="none") for engine in engines],
    }
