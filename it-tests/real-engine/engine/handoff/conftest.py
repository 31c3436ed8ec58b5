"""Two engines that hand KV caches from one to the other, over NIXL in host memory."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from vllm_engine import Engine, running

from support.ports import free_block


@pytest.fixture(scope="session")
def pair(model: Path, engine_folder: Path) -> Iterator[tuple[Engine, Engine]]:
    """The engine that computes prompts, and the one that goes on from them."""
    producer = handing_engine(model, engine_folder, "producer")
    consumer = handing_engine(model, engine_folder, "consumer")
    with running(producer, consumer):
        yield producer, consumer


def handing_engine(model: Path, folder: Path, name: str) -> Engine:
    connector = {"kv_connector": "NixlConnector", "kv_role": f"kv_{name}", "kv_buffer_device": "cpu"}
    side_channel = {"VLLM_NIXL_SIDE_CHANNEL_HOST": "127.0.0.1", "VLLM_NIXL_SIDE_CHANNEL_PORT": str(free_block())}
    return Engine(model, folder, name, ("--kv-transfer-config", json.dumps(connector)), side_channel)
