"""What a client of a real engine gets, with the router between and without it."""

from __future__ import annotations

import json
import re
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from vllm_engine import MAX_TOKENS, MODEL, Engine

from support.awaiting import until_equal
from support.warmpath import Warmpath, serving

# Declared to the router, unknown to the engine: so the engine's own 404 can be seen.
UNSERVED = "unserved"

CHAT = "/v1/chat/completions"
COMPLETION = "/v1/completions"

MESSAGES = [{"role": "user", "content": "Wie warm ist der Zwischenspeicher? キャッシュは？"}]
SEEDED = {"model": MODEL, "max_tokens": 24, "temperature": 0.9, "seed": 11, "ignore_eos": True}

ANSWERS = {
    "completion": (COMPLETION, {"prompt": "The cache is"}),
    "completion with logprobs": (COMPLETION, {"prompt": "The cache is", "logprobs": 3, "echo": True}),
    "completion streamed": (COMPLETION, {"prompt": "The cache is", "stream": True}),
    "chat": (CHAT, {"messages": MESSAGES}),
    "chat streamed": (CHAT, {"messages": MESSAGES, "stream": True}),
    "chat streamed with usage": (
        CHAT,
        {
            "messages": MESSAGES,
            "stream": True,
            "stream_options": {"include_usage": True, "continuous_usage_stats": True},
        },
    ),
    "two choices streamed": (CHAT, {"messages": MESSAGES, "stream": True, "n": 2, "logprobs": True}),
}

ERRORS = {
    "prompt too long": (400, COMPLETION, {"model": MODEL, "prompt": [5] * (MAX_TOKENS + 1)}),
    "model not served": (404, COMPLETION, {"model": UNSERVED, "prompt": "x"}),
    "wrong type": (400, CHAT, {"model": MODEL, "messages": MESSAGES, "temperature": "warm"}),
    "out of range": (400, CHAT, {"model": MODEL, "messages": MESSAGES, "temperature": -1}),
    "streamed and too long": (400, COMPLETION, {"model": MODEL, "prompt": [5] * (MAX_TOKENS + 1), "stream": True}),
}

# What tells the answers of two equal requests apart; the engine makes its id from the request's, which the router makes
# anew for each attempt.
OF_THE_REQUEST = re.compile(rb'("created":\d+)|("id":"(?:cmpl|chatcmpl)-[-0-9a-z]+")')

# Several, so that the tiny model needs seconds for its longest answer.
CHOICES = 4

# Longer than a busy engine is ever silent in the middle of an answer.
SILENCE_SECONDS = 5.0

# Headers of a connection and a moment, not of an answer; and the id that the router adds.
OF_THE_HOP = {"date", "connection", "keep-alive", "transfer-encoding", "content-length", "x-request-id"}


@pytest.fixture(scope="module")
def engine(engines: tuple[Engine, Engine]) -> Engine:
    return engines[0]


@pytest.fixture(scope="module")
def router(engine: Engine, model: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Warmpath]:
    config = {
        "models": [{"name": MODEL, "tokenizer": str(model)}, {"name": UNSERVED}],
        "workers": [engine.worker(role="mixed", protocol="none", models=[MODEL, UNSERVED])],
    }
    with serving(config, tmp_path_factory.mktemp("relay")) as warmpath:
        warmpath.await_ready()
        yield warmpath


def data_url(router: Warmpath) -> str:
    return f"http://127.0.0.1:{router.data_port}"


def post(base: str, path: str, body: dict[str, Any]) -> httpx.Response:
    return httpx.post(base + path, json=body, headers={"x-request-id": "same"}, timeout=60)


def but_for_its_request(answer: httpx.Response) -> tuple[int, dict[str, str], bytes]:
    headers = {name: value for name, value in answer.headers.items() if name not in OF_THE_HOP}
    return answer.status_code, headers, OF_THE_REQUEST.sub(b"", answer.content)


@pytest.mark.parametrize("name", ANSWERS)
def test_an_answer_has_the_bytes_that_the_engine_sent(engine: Engine, router: Warmpath, name: str) -> None:
    path, more = ANSWERS[name]
    body = {**SEEDED, **more}
    # Once for the cache, so that the two that are compared find the same in it.
    assert post(engine.url, path, body).status_code == 200

    direct, routed = post(engine.url, path, body), post(data_url(router), path, body)

    assert but_for_its_request(routed) == but_for_its_request(direct)
    if body.get("stream"):
        assert routed.content.endswith(b"data: [DONE]\n\n")
        assert routed.content.count(b"data: ") > 10


@pytest.mark.parametrize("name", ERRORS)
def test_an_error_has_the_bytes_that_the_engine_sent(engine: Engine, router: Warmpath, name: str) -> None:
    status, path, body = ERRORS[name]

    direct, routed = post(engine.url, path, body), post(data_url(router), path, body)

    assert direct.status_code == status
    assert but_for_its_request(routed) == but_for_its_request(direct)


def test_tokens_are_passed_on_while_the_engine_still_computes(engine: Engine, router: Warmpath) -> None:
    with streaming(router) as events:
        first = next(events)
        # What came so far came before the end: the engine cannot reach it now.
        engine.send(signal.SIGSTOP)
        try:
            with pytest.raises(httpx.ReadTimeout):
                for event in events:
                    assert "[DONE]" not in event
        finally:
            engine.send(signal.SIGCONT)

    assert json.loads(first.removeprefix("data: "))["choices"]


def test_a_client_that_leaves_ends_its_request_in_the_engine(engine: Engine, router: Warmpath) -> None:
    finished = engine.metric("vllm:request_success_total", finished_reason="length")
    with streaming(router) as events:
        next(events)

    until_equal(lambda: router.rank(engine.url, 0)["load"]["requests"], 0)
    until_equal(lambda: router.metric("warmpath_requests_in_flight"), 0)
    # The engine counts with its steps: after one more request its figures are of now.
    assert post(engine.url, COMPLETION, {"model": MODEL, "prompt": "x", "max_tokens": 1}).status_code == 200
    until_equal(lambda: engine.metric("vllm:num_requests_running"), 0)
    assert engine.metric("vllm:request_success_total", finished_reason="length") == finished + 1


class streaming:
    """A long answer's events, one by one; leaving the block closes the connection in the middle of it."""

    def __init__(self, router: Warmpath) -> None:
        body = {"model": MODEL, "prompt": "On and on", "stream": True, "ignore_eos": True, "n": CHOICES}
        body |= {"max_tokens": MAX_TOKENS - 100}
        self._client = httpx.Client(timeout=SILENCE_SECONDS)
        self._answer = self._client.stream("POST", data_url(router) + COMPLETION, json=body)

    def __enter__(self) -> Iterator[str]:
        return (line for line in self._answer.__enter__().iter_lines() if line)

    def __exit__(self, *failure: Any) -> None:
        self._answer.__exit__(*failure)
        self._client.close()
