"""Ports that nothing listens on just now."""

from __future__ import annotations

import random
import socket
from contextlib import ExitStack

# Below the ephemeral ports of Linux, so that no outgoing connection takes one between this look and its use.
FIRST, LAST = 10_000, 29_000
TRIES = 100


def free_block(count: int = 1) -> int:
    """The first of as many consecutive ports, all free on every address."""
    for _ in range(TRIES):
        base = random.randrange(FIRST, LAST)
        if _all_free(range(base, base + count)):
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
