"""The two legs of a NIXL hand-off as a client without a router would send them."""

from __future__ import annotations

from typing import Any

import httpx
from vllm_engine import MODEL, Engine

# What a prefill request says to be one.
PREFILL = {
    "do_remote_decode": True,
    "do_remote_prefill": False,
    "remote_engine_id": None,
    "remote_block_ids": None,
    "remote_host": None,
    "remote_port": None,
}

# Without one of these the decode engine hangs (no engine id) or ends (the others).
DECODE_NEEDS = {"remote_engine_id", "remote_request_id", "remote_host", "remote_port", "remote_block_ids"}


def body(tag: str, **more: Any) -> dict[str, Any]:
    """A request of some blocks, whose first differs from that of every other tag."""
    prompt = f"[{tag}] " + "The router finds the worker whose cache already holds most of the prompt. " * 10
    return {"model": MODEL, "prompt": prompt, "max_tokens": 8, "temperature": 0, "ignore_eos": True} | more


def prefill(producer: Engine, request: dict[str, Any]) -> dict[str, Any]:
    """What the engine that computes the prompt says of where it lies."""
    leg = request | {"max_tokens": 1, "stream": False, "kv_transfer_params": PREFILL}
    answer = producer.post("/v1/completions", leg)
    assert answer.status_code == 200, answer.text
    return answer.json()["kv_transfer_params"]


def decode(consumer: Engine, request: dict[str, Any], params: dict[str, Any] | None) -> httpx.Response:
    return consumer.post("/v1/completions", request | {"kv_transfer_params": params})


def text(answer: httpx.Response) -> str:
    return texts(answer)[0]


def texts(answer: httpx.Response) -> list[str]:
    """The text of each choice."""
    assert answer.status_code == 200, answer.text
    return [choice["text"] for choice in answer.json()["choices"]]
