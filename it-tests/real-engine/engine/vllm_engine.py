"""A real vLLM in processes of its own, tiny and on the CPU, on ports that it keeps over a restart."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from support.awaiting import until
from support.ports import free_block

# The CPU attention kernel takes multiples of 32 only.
BLOCK_SIZE = 32

# Small, so that a few dozen prompts fill the cache and blocks are evicted.
BLOCKS = 200

MAX_TOKENS = 2048
MODEL = "tiny"

# Each of its three processes imports the whole of torch; two engines start at once on two busy cores.
START_SECONDS = 300.0
STOP_SECONDS = 60.0

# vLLM on a CPU: no thread pinning (the cores are shared), no look at the network, and the routes that only tests use.
ENVIRONMENT = {
    "VLLM_CPU_OMP_THREADS_BIND": "nobind",
    "OMP_NUM_THREADS": "1",
    "VLLM_CPU_KVCACHE_SPACE": "1",
    "PYTHONHASHSEED": "0",
    "VLLM_SERVER_DEV_MODE": "1",
    "HF_HUB_OFFLINE": "1",
    "TRANSFORMERS_OFFLINE": "1",
    "VLLM_NO_USAGE_STATS": "1",
    "DO_NOT_TRACK": "1",
}


@dataclass
class Engine:
    """One engine: how it is started, and what it says of itself."""

    model: Path
    folder: Path
    name: str
    options: tuple[str, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    http_port: int = field(default_factory=free_block)
    events_port: int = field(default_factory=free_block)
    replay_port: int = field(default_factory=free_block)
    started_in: float = 0.0
    _process: subprocess.Popen[bytes] | None = None
    _starts: int = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.http_port}"

    def worker(self, **more: Any) -> dict[str, Any]:
        """Its entry in the router's configuration."""
        events = {"endpoint": f"tcp://127.0.0.1:{self.events_port}", "replay": f"tcp://127.0.0.1:{self.replay_port}"}
        return {"url": self.url, "engine": "vllm", "models": [MODEL], "kv_events": events} | more

    def launch(self) -> None:
        """Starts the processes; `await_ready` waits for them, so that several engines start side by side."""
        self._starts += 1
        self._launched = time.monotonic()
        with self.log_file().open("wb") as log:
            # A session of its own, so that signals reach all of its processes and none of anybody else's.
            self._process = subprocess.Popen(
                self._command(), stdout=log, stderr=log, env=self._environment(), start_new_session=True
            )

    def await_ready(self) -> None:
        until(self._ready, START_SECONDS)
        self.started_in = time.monotonic() - self._launched

    def log_file(self) -> Path:
        return self.folder / f"{self.name}-{self._starts}.log"

    def alive(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def send(self, number: signal.Signals) -> None:
        """To all of its processes: the front end, the core, and the worker."""
        assert self._process is not None
        os.killpg(self._process.pid, number)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """Ends all of its processes, however they are: none may outlive the tests."""
        if self._process is None:
            return
        process, self._process = self._process, None
        if process.poll() is None:
            os.killpg(process.pid, how)
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                pass
        # The group outlives its leader while the core or the worker still run.
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait(STOP_SECONDS)

    def restart(self, how: signal.Signals) -> None:
        """In place: the same ports, an empty cache."""
        self.stop(how)
        self.launch()
        self.await_ready()

    def forget(self) -> None:
        """Empties its cache, and publishes that: what an engine did since its last step goes out with the next."""
        assert self.post("/reset_prefix_cache").status_code == 200
        shorter_than_a_block = {"model": MODEL, "prompt": [5], "max_tokens": 1}
        assert self.post("/v1/completions", shorter_than_a_block).status_code == 200

    def post(self, path: str, body: Any = None, **options: Any) -> httpx.Response:
        return httpx.post(self.url + path, json=body, timeout=60, **options)

    def metric(self, name: str, **labels: str) -> float:
        """The sum of the series of this metric that carry these labels."""
        wanted = [f'{key}="{value}"' for key, value in labels.items()]
        return sum(
            float(line.rsplit(" ", 1)[1])
            for line in self._metrics().splitlines()
            if line.startswith((name + "{", name + " ")) and all(label in line for label in wanted)
        )

    def blocks(self) -> int:
        """The blocks of its cache; one of them is its own null block, and never cached."""
        found = re.search(r'vllm:cache_config_info\{.*num_gpu_blocks="(\d+)"', self._metrics())
        assert found, "no vllm:cache_config_info"
        return int(found[1])

    def _metrics(self) -> str:
        return httpx.get(self.url + "/metrics", timeout=60).text

    def _ready(self) -> bool:
        if not self.alive():
            raise RuntimeError(f"{self.name} ended while it started:\n{self.log_file().read_text()[-4000:]}")
        return httpx_get_ok(self.url + "/health")

    def _command(self) -> list[str]:
        events = {
            "enable_kv_cache_events": True,
            "publisher": "zmq",
            "endpoint": f"tcp://*:{self.events_port}",
            "replay_endpoint": f"tcp://*:{self.replay_port}",
            "topic": "",
        }
        # Not `vllm serve`: it asks for a distribution called vllm, and this build's is called vllm-cpu.
        command = [sys.executable, "-m", "vllm.entrypoints.openai.api_server", "--model", str(self.model)]
        command += ["--served-model-name", MODEL, "--host", "127.0.0.1", "--port", str(self.http_port)]
        command += ["--dtype", "float32", "--enforce-eager", "--max-num-seqs", "8", "--max-model-len", str(MAX_TOKENS)]
        command += ["--block-size", str(BLOCK_SIZE), "--num-gpu-blocks-override", str(BLOCKS)]
        command += ["--enable-prefix-caching", "--enable-prompt-tokens-details"]
        command += ["--kv-events-config", json.dumps(events)]
        return [*command, *self.options]

    def _environment(self) -> dict[str, str]:
        return {**os.environ, **ENVIRONMENT, **self.environment}


def httpx_get_ok(url: str) -> bool:
    try:
        return httpx.get(url, timeout=5).status_code == 200
    except httpx.HTTPError:
        return False


@contextmanager
def running(*engines: Engine) -> Iterator[None]:
    """These engines, started side by side; all of them are ended, whatever happens."""
    try:
        for engine in engines:
            engine.launch()
        for engine in engines:
            engine.await_ready()
            print(f"{engine.name}: ready after {engine.started_in:.0f} s")
        yield
    finally:
        for engine in engines:
            engine.stop()
