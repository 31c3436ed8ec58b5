"""The demo as a user starts it, once for all tests of this part."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import openai
import pytest

from support.awaiting import until
from support.http import call
from support.warmpath import COMMAND, JVM_OPTIONS, START_SECONDS, STOP_SECONDS

PORTS = re.compile(r"data port +(http://\S+)/v1\s+admin port +(http://\S+)")


class Demo:
    """A running `bin/warmpath demo`."""

    def __init__(self, output: Path) -> None:
        self.url, self.admin_url = until(lambda: PORTS.search(output.read_text()), START_SECONDS).groups()

    def client(self, **options: object) -> openai.OpenAI:
        """The client as its own documentation makes it; no retries, unless a test wants them."""
        return openai.OpenAI(base_url=f"{self.url}/v1", api_key="none", **({"max_retries": 0} | options))

    def gauge(self, name: str) -> float:
        """The sum of a metric's series."""
        lines = call("GET", f"{self.admin_url}/metrics").text().splitlines()
        values = [float(line.rsplit(" ", 1)[1]) for line in lines if line.startswith((f"{name}{{", f"{name} "))]
        assert values, f"there is no metric {name}"
        return sum(values)

    def load(self) -> int:
        """Requests that some rank is booked for."""
        workers = call("GET", f"{self.admin_url}/admin/workers").json()["workers"]
        return sum(rank["load"]["requests"] for worker in workers for rank in worker["ranks"])

    def is_idle(self) -> bool:
        """Whether nothing is left of any request: none in flight, no leg open, no rank booked."""
        return self.gauge("warmpath_requests_in_flight") == 0 and self.load() == 0


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Demo]:
    output = tmp_path_factory.mktemp("demo") / "output"
    with output.open("wb") as written:
        process = subprocess.Popen(
            [str(COMMAND), "demo", "--port", "0", "--admin-port", "0", "--speed", "5"],
            stdout=written,
            stderr=subprocess.STDOUT,
            env={"WARMPATH_JVM_OPTS": JVM_OPTIONS, **os.environ},
        )
    try:
        yield Demo(output)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(STOP_SECONDS)
