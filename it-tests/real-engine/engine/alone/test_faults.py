"""Faults of a real engine: it is killed and comes back on its ports, forgets its cache, or freezes.

After each, what Warmpath believes must be what the engine's own events add up to.
"""

from __future__ import annotations

import random
import signal
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from event_log import EventLog, recording
from traffic import some_tokens
from vllm_engine import BLOCK_SIZE, MODEL, Engine

from support.awaiting import until, until_equal
from support.warmpath import Warmpath, serving

PROMPT_BLOCKS = 6
FROZEN_SECONDS = 4.0


@pytest.fixture
def first(engines: tuple[Engine, Engine]) -> Engine:
    return engines[0]


@pytest.fixture
def second(engines: tuple[Engine, Engine]) -> Engine:
    return engines[1]


@pytest.fixture
def first_log(first: Engine, second: Engine) -> Iterator[EventLog]:
    for engine in (first, second):
        engine.forget()
    with recording(first.events_port) as log:
        yield log


@pytest.fixture
def router(mixed_fleet: dict[str, Any], first_log: EventLog, tmp_path: Path) -> Iterator[Warmpath]:
    server = {"host": "127.0.0.1", "port": 0, "target_headers": True}
    with serving({**mixed_fleet, "server": server}, tmp_path) as warmpath:
        warmpath.await_ready()
        for worker in mixed_fleet["workers"]:
            until_equal(lambda url=worker["url"]: stream(warmpath, url)["state"], "live")
        yield warmpath


def stream(router: Warmpath, url: str) -> dict[str, Any]:
    return router.rank(url, 0)["stream"]


def prompt(seed: int) -> list[int]:
    # One token beyond the full blocks, so that all of the blocks can be taken from a cache.
    return some_tokens(random.Random(seed), PROMPT_BLOCKS * BLOCK_SIZE + 1)


def body(tokens: list[int]) -> dict[str, Any]:
    return {"model": MODEL, "prompt": tokens, "max_tokens": 2, "temperature": 0, "ignore_eos": True}


def candidate(router: Warmpath, engine: Engine, tokens: list[int]) -> dict[str, Any]:
    candidates = router.explain(body(tokens))["candidates"]
    [found] = [entry for entry in candidates if entry["target"].startswith(engine.url)]
    return found


def overlap(router: Warmpath, engine: Engine, tokens: list[int]) -> int:
    return candidate(router, engine, tokens)["overlap"]["device"]


def warm(router: Warmpath, engine: Engine, tokens: list[int]) -> None:
    """Gives the engine this prompt behind the router's back: only its events can tell the router of it."""
    assert engine.post("/v1/completions", body(tokens)).status_code == 200
    until_equal(lambda: overlap(router, engine, tokens), PROMPT_BLOCKS)


def served_by(router: Warmpath, tokens: list[int]) -> str:
    answer = httpx.post(f"http://127.0.0.1:{router.data_port}/v1/completions", json=body(tokens), timeout=60)
    assert answer.status_code == 200, answer.text
    return answer.headers["x-warmpath-decode"]


def assert_believes(router: Warmpath, engine: Engine, log: EventLog) -> None:
    """The router's blocks of this engine are those that the engine's events add up to."""
    log.await_quiet()
    held = len(log.cache().copies)
    until_equal(lambda: router.rank(engine.url, 0)["blocks"]["device"], held)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL], ids=["stopped", "killed"])
def test_an_engine_that_restarts_in_place_is_relearned_from_nothing(
    router: Warmpath, first: Engine, second: Engine, first_log: EventLog, how: signal.Signals
) -> None:
    old, other = prompt(1), prompt(2)
    warm(router, first, old)
    warm(router, second, other)
    restarts = stream(router, first.url)["restarts"]

    first.restart(how)

    until(lambda: router.data("GET", "/ready").status == 200)
    fresh = prompt(3)
    warm(router, first, fresh)
    assert overlap(router, first, old) == 0
    assert stream(router, first.url)["restarts"] == restarts + 1
    assert_believes(router, first, first_log)
    assert overlap(router, second, other) == PROMPT_BLOCKS
    # An engine that was away gets requests again once a probe has found it well.
    until_equal(lambda: candidate(router, first, fresh)["eligible"], True)
    assert served_by(router, fresh).startswith(first.url)


def test_a_reset_cache_is_forgotten_and_no_other(
    router: Warmpath, first: Engine, second: Engine, first_log: EventLog
) -> None:
    mine, other = prompt(4), prompt(5)
    warm(router, first, mine)
    warm(router, second, other)

    assert first.post("/reset_prefix_cache").status_code == 200
    # The engine publishes with its steps: that it has forgotten everything goes out with the next request's blocks.
    fresh = prompt(9)
    warm(router, first, fresh)

    assert router.rank(first.url, 0)["blocks"]["device"] == PROMPT_BLOCKS
    assert overlap(router, first, mine) == 0
    assert overlap(router, second, other) == PROMPT_BLOCKS
    assert stream(router, first.url)["restarts"] == 0
    assert_believes(router, first, first_log)


def test_a_frozen_engine_holds_up_nobody_else_and_goes_on_without_a_gap(
    router: Warmpath, first: Engine, second: Engine, first_log: EventLog
) -> None:
    mine, other = prompt(6), prompt(7)
    warm(router, first, mine)
    warm(router, second, other)
    targets: list[str] = []
    waiting = threading.Thread(target=lambda: targets.append(served_by(router, mine)))

    first.send(signal.SIGSTOP)
    try:
        waiting.start()
        until_equal(lambda: router.rank(first.url, 0)["load"]["requests"], 1)
        for _ in range(10):
            assert served_by(router, other).startswith(second.url)
        waiting.join(FROZEN_SECONDS)
        assert targets == [], "the frozen engine has answered"
    finally:
        first.send(signal.SIGCONT)
    waiting.join(60)

    assert [target.startswith(first.url) for target in targets] == [True]
    until_equal(lambda: router.rank(first.url, 0)["load"]["requests"], 0)
    after = prompt(8)
    warm(router, first, after)
    found = stream(router, first.url)
    assert (found["state"], found["gaps"], found["missing"], found["restarts"]) == ("live", 0, 0, 0)
    assert_believes(router, first, first_log)
