"""What Warmpath says is cached, against what a real engine says it took from its cache.

Every difference must have a cause that the engine's own events show; the report with the counts is printed (`-s`) and
kept in the run's scratch directory.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from event_log import EventLog, OwnerSet, recording
from ledger import Ledger, Request
from traffic import Conversation, Traffic
from vllm_engine import MODEL, Engine

from support.awaiting import until, until_equal
from support.warmpath import Warmpath, serving

REQUESTS = 500
AT_ONCE = 6
SEED = 7

pytestmark = pytest.mark.usefixtures("empty_caches")


@pytest.fixture
def empty_caches(engines: tuple[Engine, Engine]) -> None:
    for engine in engines:
        engine.forget()


@pytest.fixture
def logs(engines: tuple[Engine, Engine], empty_caches: None) -> Iterator[tuple[EventLog, ...]]:
    first, second = engines
    with recording(first.events_port) as one, recording(second.events_port) as other:
        yield one, other


@pytest.fixture
def router(mixed_fleet: dict[str, Any], logs: tuple[EventLog, ...], tmp_path: Path) -> Iterator[Warmpath]:
    """A router that learns from the first block on, and says which target answered."""
    server = {"host": "127.0.0.1", "port": 0, "target_headers": True}
    with serving({**mixed_fleet, "server": server}, tmp_path) as warmpath:
        warmpath.await_ready()
        until(lambda: all(stream_state(warmpath, worker["url"]) == "live" for worker in mixed_fleet["workers"]))
        yield warmpath


class Run:
    """Sends a traffic's requests through the router and enters each in a ledger."""

    def __init__(self, router: Warmpath, engines: tuple[Engine, Engine], logs: tuple[EventLog, ...], seed: int) -> None:
        self._router = router
        self._engines = engines
        self._logs = logs
        self.traffic = Traffic(seed)
        self.ledger = Ledger(logs)

    async def ask(self, client: httpx.AsyncClient, conversation: Conversation) -> None:
        prompt = conversation.next_prompt()
        body = {"model": MODEL, "prompt": prompt, "temperature": 0, "ignore_eos": True, "return_token_ids": True}
        body |= {"max_tokens": self.traffic.answer_length()}
        before = [log.position() for log in self._logs]
        explained = (await client.post(self._admin("/admin/explain?endpoint=/v1/completions"), json=body)).json()
        answer = await client.post(f"http://127.0.0.1:{self._router.data_port}/v1/completions", json=body)
        assert answer.status_code == 200, answer.text
        engine = self._engine_of(answer.headers["x-warmpath-decode"])
        content = answer.json()
        self.ledger.requests.append(
            Request(
                tokens=tuple(prompt),
                engine=engine,
                matched_blocks=self._overlap(explained, engine),
                before=before[engine],
                after=self._logs[engine].position() + 64,
                reported=content["usage"]["prompt_tokens_details"]["cached_tokens"],
            )
        )
        conversation.answered(content["choices"][0]["token_ids"], self.traffic.beginning_of(conversation))

    def _admin(self, path: str) -> str:
        return f"http://127.0.0.1:{self._router.admin_port}{path}"

    def _engine_of(self, target: str) -> int:
        [found] = [index for index, engine in enumerate(self._engines) if target.startswith(engine.url)]
        return found

    def _overlap(self, explained: dict[str, Any], engine: int) -> int:
        url = self._engines[engine].url
        [candidate] = [entry for entry in explained["candidates"] if entry["target"].startswith(url)]
        return candidate["overlap"]["device"]


def stream_state(warmpath: Warmpath, url: str) -> str:
    return warmpath.rank(url, 0)["stream"]["state"]


def hits(engines: tuple[Engine, Engine]) -> float:
    return sum(engine.metric("vllm:prefix_cache_hits_total") for engine in engines)


def finish(run: Run, title: str, scratch: Path) -> str:
    run.ledger.explain()
    report = run.ledger.report(title)
    print("\n" + report)
    (scratch / f"prediction-{title.split(' ')[0]}.txt").write_text(report + "\n")
    return report


def assert_index_is_what_the_engines_hold(
    router: Warmpath, engines: tuple[Engine, Engine], logs: tuple[EventLog, ...]
) -> None:
    for engine, log in zip(engines, logs, strict=True):
        log.await_quiet()
        assert 0 < len(log.cache().copies) < engine.blocks()
        # A block whose parent lost one of two copies waits beside the index until the parent is announced again.
        until_equal(lambda url=engine.url: indexed_and_waiting(router, url), len(log.cache(kind=OwnerSet).copies))
        stream = router.rank(engine.url, 0)["stream"]
        assert (stream["gaps"], stream["missing"], stream["last_sequence"]) == (0, 0, log.sequence)


def indexed_and_waiting(router: Warmpath, url: str) -> int:
    rank = router.rank(url, 0)
    assert (rank["blocks"]["host"], rank["blocks"]["disk"], rank["index"]["orphans_dropped"]) == (0, 0, 0)
    return rank["blocks"]["device"] + rank["index"]["orphans_waiting"]


def test_serial_predictions_are_what_the_engine_reports(
    router: Warmpath, engines: tuple[Engine, Engine], logs: tuple[EventLog, ...], scratch: Path
) -> None:
    run = Run(router, engines, logs, SEED)
    hits_before = hits(engines)

    async def one_after_another() -> None:
        async with httpx.AsyncClient(timeout=60) as client:
            for _ in range(REQUESTS):
                await run.ask(client, run.traffic.pick())

    asyncio.run(one_after_another())
    report = finish(run, "serial (one request at a time)", scratch)

    assert run.ledger.unexplained == [], report
    evicted = sum(1 for log in logs for change in log.changes if change.key is not None and not change.stored)
    assert evicted > 100, "the traffic is meant to overflow the caches"
    reported = sum(request.reported for request in run.ledger.requests)
    assert hits(engines) - hits_before == reported
    assert_index_is_what_the_engines_hold(router, engines, logs)


def test_concurrent_predictions_differ_only_for_causes_that_the_events_show(
    router: Warmpath, engines: tuple[Engine, Engine], logs: tuple[EventLog, ...], scratch: Path
) -> None:
    run = Run(router, engines, logs, SEED + 1)
    hits_before = hits(engines)

    async def several_at_once() -> None:
        async with httpx.AsyncClient(timeout=60) as client:
            while len(run.ledger.requests) < REQUESTS:
                round_of = run.traffic.shuffled()
                for start in range(0, len(round_of), AT_ONCE):
                    await asyncio.gather(*(run.ask(client, each) for each in round_of[start : start + AT_ONCE]))

    asyncio.run(several_at_once())
    report = finish(run, "concurrent (six requests at a time)", scratch)

    assert run.ledger.unexplained == [], report
    assert hits(engines) - hits_before == sum(request.reported for request in run.ledger.requests)
    assert_index_is_what_the_engines_hold(router, engines, logs)
