"""A router as a user runs it: `bin/warmpath serve` in a process of its own, watched from outside."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from support.awaiting import until
from support.http import Answer, call

COMMAND = Path(__file__).resolve().parents[3] / "bin" / "warmpath"

# Small and quick to start: the tests route a handful of requests.
JVM_OPTIONS = "-Xmx384m -XX:TieredStopAtLevel=1"

START_SECONDS = 60.0
STOP_SECONDS = 20.0

UP = re.compile(r'router is up data="[^"]*:(\d+)" admin="[^"]*:(\d+)"')

# Ports that the kernel picks, and no credit for what only a booking promised.
BASE: dict[str, Any] = {
    "server": {"host": "127.0.0.1", "port": 0, "shutdown_grace": "1s"},
    "admin": {"host": "127.0.0.1", "port": 0},
    "scoring": {
        "prefill": {"overlap_weight": 20.0},
        "decode": {"overlap_weight": 2.0},
        "mixed": {"overlap_weight": 10.0},
    },
}


class Warmpath:
    """A started router: its two ports, its log, and what its admin port says."""

    def __init__(self, process: subprocess.Popen[bytes], log: Path) -> None:
        self._process = process
        self._log = log
        self.data_port, self.admin_port = until(self._ports, START_SECONDS)
        until(lambda: self.data("GET", "/health").status == 200, START_SECONDS)

    def log(self) -> str:
        """All that it has logged so far."""
        return self._log.read_text()

    def data(self, method: str, path: str, body: Any = None) -> Answer:
        """A request as a client sends it."""
        return call(method, f"http://127.0.0.1:{self.data_port}{path}", body)

    def admin(self, method: str, path: str, body: Any = None) -> Answer:
        return call(method, f"http://127.0.0.1:{self.admin_port}{path}", body)

    def await_ready(self) -> None:
        """Until it would serve a request: `/ready` says so when the workers have been reached."""
        until(lambda: self.data("GET", "/ready").status == 200)

    def workers(self) -> list[dict[str, Any]]:
        return self.admin("GET", "/admin/workers").json()["workers"]

    def rank(self, worker_url: str, rank: int) -> dict[str, Any]:
        """What `/admin/workers` says of one rank."""
        [worker] = [worker for worker in self.workers() if worker["url"] == worker_url]
        [found] = [entry for entry in worker["ranks"] if entry["rank"] == rank]
        return found

    def explain(self, request: dict[str, Any], endpoint: str = "/v1/completions") -> dict[str, Any]:
        """How it would route this request; nothing is sent."""
        answer = self.admin("POST", f"/admin/explain?endpoint={endpoint}", request)
        assert answer.status == 200, answer.text()
        return answer.json()

    def metric(self, name: str, **labels: str) -> float:
        """The sum of this metric's series that carry all these labels; 0 where there is none."""
        return sum(
            float(line.rsplit(" ", 1)[1])
            for line in self.admin("GET", "/metrics").text().splitlines()
            if line.startswith((name + "{", name + " "))
            and all(f'{key}="{value}"' in line for key, value in labels.items())
        )

    def stop(self) -> int:
        """Ends it as a service manager does; the exit status, 143 for a Java process that SIGTERM ended in good order."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM)
        return self._process.wait(STOP_SECONDS)

    def _ports(self) -> tuple[int, int] | None:
        found = UP.search(self.log())
        if found:
            return int(found[1]), int(found[2])
        if self._process.poll() is not None:
            raise RuntimeError(f"warmpath ended with status {self._process.returncode}:\n{self.log()}")
        return None


@contextmanager
def serving(config: dict[str, Any], folder: Path) -> Iterator[Warmpath]:
    """A router with this configuration (sections replace those of BASE), stopped at the end.

    The file is JSON, which is YAML too. Configuration and log stay in the folder.
    """
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "warmpath.yaml"
    file.write_text(json.dumps({**BASE, **config}, indent=2))
    log = folder / "warmpath.log"
    environment = {"WARMPATH_JVM_OPTS": JVM_OPTIONS, **os.environ}
    with log.open("wb") as output:
        process = subprocess.Popen(
            [str(COMMAND), "serve", "--config", str(file)], stdout=output, stderr=output, env=environment
        )
    try:
        yield (warmpath := Warmpath(process, log))
        warmpath.stop()
    finally:
        if process.poll() is None:
            process.kill()
            process.wait(STOP_SECONDS)
