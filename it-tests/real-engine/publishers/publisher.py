"""One release's publishers, in a process of their own: `-m publishers.publisher SOURCES OPTIONS-AS-JSON`.

Orders come as lines on standard input, each a pickled dictionary in base 64 (events may hold bytes), and are answered by a
line when they are done; the end of the input ends the process as an engine's orderly stop does.
"""

from __future__ import annotations

import base64
import json
import pickle
import sys
import time
from pathlib import Path
from types import ModuleType
from typing import Any

from publishers.events import Event, released
from publishers.released import load


class LossyPub:
    """A publisher's socket whose next few messages get lost, as they do on the way to a subscriber that is too slow."""

    def __init__(self, socket: Any) -> None:
        self._socket = socket
        self.to_lose = 0

    def send_multipart(self, frames: Any) -> None:
        if self.to_lose > 0:
            self.to_lose -= 1
        else:
            self._socket.send_multipart(frames)

    def close(self, linger: int) -> None:
        self._socket.close(linger=linger)


class Publishers:
    """The publishers of some ranks, each made by the release's own factory from the configuration that a user writes."""

    def __init__(self, module: ModuleType, options: dict[str, Any]) -> None:
        self._module = module
        self._by_rank = {rank: self._create(rank, options) for rank in options.pop("ranks")}
        self._lossy = {}
        for rank, publisher in self._by_rank.items():
            publisher._pub = self._lossy[rank] = LossyPub(publisher._pub)

    def publish(self, rank: int, batches: list[list[Event]]) -> None:
        """Puts batches into the publisher's queue, and waits until its thread has sent the last of them."""
        publisher = self._by_rank[rank]
        for batch in batches:
            events = [released(event, self._module) for event in batch]
            publisher.publish(self._module.KVEventBatch(ts=time.time(), events=events))
        publisher._event_queue.join()

    def lose(self, rank: int, count: int) -> None:
        self._lossy[rank].to_lose = count

    def shutdown(self) -> None:
        for publisher in self._by_rank.values():
            publisher.shutdown()

    def _create(self, rank: int, options: dict[str, Any]) -> Any:
        config = {"publisher": "zmq", **{key: value for key, value in options.items() if key != "ranks"}}
        if "data_parallel_rank" not in self._batch_fields() and "attn_dp_rank" not in self._batch_fields():
            # Before ranks were known, whoever ran several engines gave each a port.
            return self._from_config(_at_rank(config, rank))
        return self._from_config(config, rank)

    def _from_config(self, config: dict[str, Any], *rank: int) -> Any:
        if hasattr(self._module.KVEventsConfig, "from_cli"):
            return self._module.EventPublisherFactory.create(json.dumps(config), *rank)
        config["enable_kv_cache_events"] = True
        return self._module.EventPublisherFactory.create(self._module.KVEventsConfig(**config), *rank)

    def _batch_fields(self) -> tuple[str, ...]:
        return self._module.KVEventBatch.__struct_fields__


def _at_rank(config: dict[str, Any], rank: int) -> dict[str, Any]:
    def moved(endpoint: str) -> str:
        base, port = endpoint.rsplit(":", 1)
        return f"{base}:{int(port) + rank}"

    return {key: moved(value) if key.endswith("endpoint") and value else value for key, value in config.items()}


def main() -> None:
    publishers = Publishers(load(Path(sys.argv[1])), json.loads(sys.argv[2]))
    print("up", flush=True)
    for line in sys.stdin:
        order = pickle.loads(base64.b64decode(line))
        getattr(publishers, order.pop("do"))(**order)
        print("done", flush=True)
    publishers.shutdown()


if __name__ == "__main__":
    main()
