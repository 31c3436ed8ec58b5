"""Ports that nothing listens on just now."""

from __future__ import annotations

import random
import socket
from contextlib import ExitStack

# Below the ephemeral ports of Linux, so that no outgoing connection takes one between this look and its use.
FIRST, LAST = 10_000, 29_000
TRIES = 100

# Given to a caller, who may not have bound it yet.
_given: set[int] = set()


def free_block(count: int = 1) -> int:
    """The first of as many consecutive ports, all free on every address, and not given to anyone before."""
    for _ in range(TRIES):
        base = random.randrange(FIRST, LAST)
        block = range(base, base + count)
        if _given.isdisjoint(block) and _all_free(block):
            _given.update(block)
            return base
    raise AssertionError(f"no {count} consecutive free ports in {TRIES} tries between {FIRST} and {LAST}")


def _all_free(ports: range) -> bool:
    with ExitStack() as sockets:
        try:
            for port in ports:
                sockets.enter_context(socket.socket()).bind(("", port))
        except OSError:
            return False
    return True
