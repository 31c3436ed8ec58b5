"""Publishers in a process of their own, from the test's side."""

from __future__ import annotations

import base64
import json
import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

from publishers.events import Event

FOLDER = Path(__file__).resolve().parents[1]
PROGRAM = "publishers.publisher"
STOP_SECONDS = 10.0


class PublisherProcess:
    """A release's publishers for some ranks of one worker."""

    def __init__(self, sources: Path, ranks: list[int], endpoint: str, replay_endpoint: str | None = None, **options: Any):
        config = {"ranks": ranks, "endpoint": endpoint, "replay_endpoint": replay_endpoint, **options}
        self._process = subprocess.Popen(
            [sys.executable, "-m", PROGRAM, str(sources), json.dumps(config)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | {"PYTHONPATH": str(FOLDER)},
        )

    def await_up(self) -> PublisherProcess:
        self._expect("up")
        return self

    def publish(self, rank: int, *batches: list[Event]) -> None:
        """Publishes batches, in order; they have left the publisher when this returns."""
        self._order(do="publish", rank=rank, batches=list(batches))

    def lose(self, rank: int, count: int) -> None:
        """The next batches are published into the void; a replay has them still."""
        self._order(do="lose", rank=rank, count=count)

    def kill(self) -> None:
        """Ends it as a crash does: nothing is said, and the ports are free at once."""
        self._process.kill()
        self._process.communicate()

    def stop(self) -> None:
        """Ends it in good order, if it has not ended."""
        if self._process.returncode is None:
            try:
                self._process.communicate(timeout=STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self.kill()
                raise

    def _order(self, **order: Any) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(base64.b64encode(pickle.dumps(order)) + b"\n")
        self._process.stdin.flush()
        self._expect("done")

    def _expect(self, word: str) -> None:
        assert self._process.stdout is not None
        line = self._process.stdout.readline().decode().strip()
        assert line == word, f"the publisher said {line!r} instead of {word!r}, its errors are above"
