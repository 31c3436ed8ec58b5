"""Workers of many releases behind one router."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from publishers.cases import BLOCK, MODEL
from publishers.releases import Release
from support.ports import free_block
from support.worker import listening

RANKS = 2


@dataclass(frozen=True)
class Place:
    """A worker and the ports of its publishers: one per rank, and as many for replays behind them."""

    release: Release
    url: str
    port: int
    topic: str = ""

    @property
    def replay_port(self) -> int:
        return self.port + RANKS

    def options(self) -> dict[str, Any]:
        """As in the engine's own `--kv-events-config`: every rank has the same, and finds its ports."""
        return {
            "endpoint": f"tcp://*:{self.port}",
            "replay_endpoint": f"tcp://*:{self.replay_port}",
            "topic": self.topic,
        }

    def worker(self, **kv_events: Any) -> dict[str, Any]:
        """The worker in Warmpath's configuration, with the engine's endpoints as they are."""
        events = {"endpoint": f"tcp://*:{self.port}", "replay": f"tcp://*:{self.replay_port}", "topic": self.topic}
        return {
            "url": self.url,
            "role": "mixed",
            "engine": self.release.engine.value,
            "protocol": "none",
            "dp_size": RANKS,
            "block_size": BLOCK,
            "kv_events": kv_events or events,
        }


@contextmanager
def place(release: Release, topic: str = "") -> Iterator[Place]:
    """A worker that answers HTTP, and free ports for its publishers."""
    with listening() as url:
        yield Place(release, url, free_block(2 * RANKS), topic)


def config(workers: list[dict[str, Any]]) -> dict[str, Any]:
    return {"models": [{"name": MODEL}], "workers": workers}
