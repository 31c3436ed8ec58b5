"""Encodes batches as one release does: `-m publishers.encode SOURCES`, a pickled list of batches comes in, a line of hexadecimal
digits for each goes out. Timestamp 1.5, rank 0.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path

import msgspec

from publishers.events import Event, released
from publishers.released import load
from publishers.running import FOLDER

TIMESTAMP = 1.5


def encoded(sources: Path, batches: list[list[Event]]) -> list[bytes]:
    """What the release whose sources these are makes of these batches, asked of a process of its own."""
    command = [sys.executable, "-m", "publishers.encode", str(sources)]
    environment = os.environ | {"PYTHONPATH": str(FOLDER)}
    done = subprocess.run(command, input=pickle.dumps(batches), stdout=subprocess.PIPE, env=environment, check=True)
    return [bytes.fromhex(line) for line in done.stdout.decode().splitlines()]


def main() -> None:
    module = load(Path(sys.argv[1]))
    # As the publisher's own thread makes it.
    encoder = msgspec.msgpack.Encoder()
    for events in pickle.load(sys.stdin.buffer):
        batch = module.KVEventBatch(ts=TIMESTAMP, events=[released(event, module) for event in events])
        for rank in ("data_parallel_rank", "attn_dp_rank"):
            if hasattr(batch, rank):
                setattr(batch, rank, 0)
        print(encoder.encode(batch).hex())


if __name__ == "__main__":
    main()
