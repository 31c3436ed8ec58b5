"""What an engine holds, told by its own events: read with the libraries that the engine publishes with, not by the router.

The log keeps every batch, so that the cache can be looked at as it was at any position, also afterwards.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import msgspec
import zmq

from support.awaiting import until

ROOT = None
RECEIVE_MILLIS = 50


@dataclass(frozen=True)
class Change:
    """One block came, one copy of it went, or all went (key is None)."""

    sequence: int
    stored: bool
    key: int | None
    parent: int | None = None
    tokens: tuple[int, ...] = ()


class Cache:
    """Blocks by the engine's own hash, with the number of copies: an engine may hold a block twice and drop one."""

    def __init__(self) -> None:
        self.copies: Counter[int] = Counter()
        self._children: dict[tuple[int | None, tuple[int, ...]], int] = {}

    def apply(self, change: Change) -> None:
        if change.key is None:
            self.copies.clear()
        elif change.stored:
            self.copies[change.key] += 1
            self._children[change.parent, change.tokens] = change.key
        else:
            self.copies[change.key] -= 1
            if self.copies[change.key] <= 0:
                del self.copies[change.key]

    def match(self, tokens: Sequence[int], block_size: int) -> int:
        """How many leading full blocks of these tokens are held."""
        parent: int | None = ROOT
        count = 0
        for start in range(0, len(tokens) - block_size + 1, block_size):
            key = self._children.get((parent, tuple(tokens[start : start + block_size])))
            if key is None or key not in self.copies:
                break
            parent = key
            count += 1
        return count


class OwnerSet(Cache):
    """The same with the router's rule: a removal removes, however many copies there were."""

    def apply(self, change: Change) -> None:
        super().apply(change)
        if not change.stored and change.key is not None:
            self.copies.pop(change.key, None)


class EventLog:
    """Subscribes to one engine before its first request, and checks that no batch is lost."""

    def __init__(self, port: int) -> None:
        self.changes: list[Change] = []
        self.restarts = 0
        self.sequence = -1
        self._ended = threading.Event()
        self._connected = threading.Event()
        self._port = port
        self._thread = threading.Thread(target=self._receive, daemon=True)
        self._thread.start()
        assert self._connected.wait(30), "the engine's event port does not answer"

    def position(self) -> int:
        """How much of the log there is now."""
        return len(self.changes)

    def cache(self, position: int | None = None, kind: type[Cache] = Cache) -> Cache:
        """The cache as it was at this position; at the end if none is given."""
        cache = kind()
        for change in self.changes[:position]:
            cache.apply(change)
        return cache

    def await_quiet(self) -> None:
        """Until nothing more comes: the engine publishes a step's events with the step."""
        seen = [-1, 0]

        def still() -> bool:
            seen[1] = seen[1] + 1 if seen[0] == self.position() else 0
            seen[0] = self.position()
            return seen[1] > 50

        until(still)

    def close(self) -> None:
        self._ended.set()
        self._thread.join()

    def _receive(self) -> None:
        with zmq.Context() as context, context.socket(zmq.SUB) as socket:
            socket.setsockopt(zmq.SUBSCRIBE, b"")
            socket.setsockopt(zmq.RCVHWM, 0)
            socket.setsockopt(zmq.LINGER, 0)
            monitor = socket.get_monitor_socket(zmq.EVENT_HANDSHAKE_SUCCEEDED)
            socket.connect(f"tcp://127.0.0.1:{self._port}")
            if monitor.poll(30_000):
                self._connected.set()
            socket.disable_monitor()
            while not self._ended.is_set():
                if socket.poll(RECEIVE_MILLIS):
                    _, sequence, payload = socket.recv_multipart()
                    self._batch(int.from_bytes(sequence, "big"), msgspec.msgpack.decode(payload))

    def _batch(self, sequence: int, batch: list[Any]) -> None:
        if sequence <= self.sequence:
            self.restarts += 1
            self.changes.append(Change(sequence, stored=False, key=None))
        self.sequence = sequence
        for event in batch[1]:
            self.changes.extend(_changes(sequence, event))


def _changes(sequence: int, event: dict[str, Any]) -> Iterator[Change]:
    kind = event["type"]
    if kind == "BlockStored":
        parent, size = event["parent_block_hash"], event["block_size"]
        for index, key in enumerate(event["block_hashes"]):
            tokens = tuple(event["token_ids"][index * size : (index + 1) * size])
            yield Change(sequence, True, key, parent, tokens)
            parent = key
    elif kind == "BlockRemoved":
        for key in event["block_hashes"]:
            yield Change(sequence, False, key)
    elif kind == "AllBlocksCleared":
        yield Change(sequence, False, None)
    else:
        raise AssertionError(f"an event of a kind that vLLM did not have: {kind}")


@contextmanager
def recording(port: int) -> Iterator[EventLog]:
    log = EventLog(port)
    try:
        yield log
    finally:
        log.close()
