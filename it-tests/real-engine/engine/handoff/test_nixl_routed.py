"""The NIXL hand-off between two real engines, through Warmpath."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from pd import body, text, texts
from vllm_engine import MAX_TOKENS, MODEL, Engine

from support.awaiting import until_equal
from support.warmpath import Warmpath, serving

COMPLETION = "/v1/completions"
CHAT = "/v1/chat/completions"


@pytest.fixture(scope="module")
def router(pair: tuple[Engine, Engine], model: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Warmpath]:
    producer, consumer = pair
    config = {
        "models": [{"name": MODEL, "tokenizer": str(model)}],
        "workers": [
            producer.worker(role="prefill", protocol="vllm-nixl"),
            consumer.worker(role="decode", protocol="vllm-nixl"),
        ],
    }
    with serving(config, tmp_path_factory.mktemp("routed")) as warmpath:
        warmpath.await_ready()
        yield warmpath


def ask(router: Warmpath, request: dict[str, Any], path: str = COMPLETION) -> httpx.Response:
    return httpx.post(f"http://127.0.0.1:{router.data_port}{path}", json=request, timeout=60)


def fetched(consumer: Engine) -> float:
    """Prompt tokens that the decode engine took from the prefill engine, over its life."""
    return consumer.metric("vllm:external_prefix_cache_hits_total")


def test_a_completion_is_that_of_one_engine_and_its_prompt_is_handed_over(
    router: Warmpath, pair: tuple[Engine, Engine]
) -> None:
    producer, consumer = pair
    request = body("routed", max_tokens=24)
    before = fetched(consumer)

    routed = ask(router, request)

    assert text(routed) == text(producer.post(COMPLETION, request))
    assert fetched(consumer) - before == routed.json()["usage"]["prompt_tokens"]
    assert routed.json()["kv_transfer_params"] is None


def test_a_streamed_chat_is_that_of_one_engine(router: Warmpath, pair: tuple[Engine, Engine]) -> None:
    producer, consumer = pair
    messages = [{"role": "user", "content": body("chat")["prompt"]}]
    request = {"model": MODEL, "messages": messages, "temperature": 0, "max_tokens": 12, "ignore_eos": True}
    before = fetched(consumer)

    routed = ask(router, request | {"stream": True}, CHAT)

    assert routed.status_code == 200
    assert streamed(routed) == producer.post(CHAT, request).json()["choices"][0]["message"]["content"]
    assert routed.content.endswith(b"data: [DONE]\n\n")
    assert fetched(consumer) > before


def test_several_prompts_are_answered_each_from_its_own(router: Warmpath, pair: tuple[Engine, Engine]) -> None:
    producer, consumer = pair
    request = body("several")
    request["prompt"] = [body("one")["prompt"], body("other, longer than the one")["prompt"]]
    before = fetched(consumer)

    routed = ask(router, request)

    assert texts(routed) == texts(producer.post(COMPLETION, request))
    assert fetched(consumer) == before


def test_the_prefill_engines_refusal_reaches_the_client(router: Warmpath, pair: tuple[Engine, Engine]) -> None:
    producer, _ = pair
    request = {"model": MODEL, "prompt": [5] * (MAX_TOKENS + 1)}

    routed = ask(router, request)

    direct = producer.post(COMPLETION, request)
    assert (routed.status_code, routed.content) == (400, direct.content)


def test_a_warm_prompt_is_handed_over_again_and_nothing_is_left_behind(
    router: Warmpath, pair: tuple[Engine, Engine]
) -> None:
    producer, consumer = pair
    request = body("warm", max_tokens=24)
    first = ask(router, request)

    again = ask(router, request)

    assert text(again) == text(first)
    assert again.json()["usage"]["prompt_tokens_details"]["cached_tokens"] > 0
    for engine in (producer, consumer):
        # Blocks that a hand-off holds until somebody fetches them would show here.
        until_equal(lambda engine=engine: engine.metric("vllm:kv_cache_usage_perc"), 0)


def streamed(answer: httpx.Response) -> str:
    chunks = [line.removeprefix("data: ") for line in answer.text.splitlines() if line.startswith("data: {")]
    return "".join(choice["delta"].get("content") or "" for chunk in chunks for choice in json.loads(chunk)["choices"])
