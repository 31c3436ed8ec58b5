"""The NIXL hand-off between two real engines, step by step and without a router.

These are the facts that Warmpath's protocol builds on. Where an engine does not defend itself, the test says so: that is
what the router must never send.
"""

from __future__ import annotations

from typing import Any

from pd import DECODE_NEEDS, PREFILL, body, decode, prefill, text, texts
from vllm_engine import Engine


def test_the_answer_is_that_of_one_engine(pair: tuple[Engine, Engine]) -> None:
    producer, consumer = pair
    request = body("equal", max_tokens=24)

    params = prefill(producer, request)
    handed = decode(consumer, request, params)

    assert text(handed) == text(producer.post("/v1/completions", request))
    assert handed.json()["kv_transfer_params"] is None


def test_the_decode_engine_takes_the_whole_prompt_and_reports_what_the_prefill_engine_had(
    pair: tuple[Engine, Engine],
) -> None:
    producer, consumer = pair
    request = body("whole")
    taken = consumer.metric("vllm:external_prefix_cache_hits_total")

    first = decode(consumer, request, prefill(producer, request))

    usage = first.json()["usage"]
    assert consumer.metric("vllm:external_prefix_cache_hits_total") - taken == usage["prompt_tokens"]
    assert usage["prompt_tokens_details"]["cached_tokens"] == 0

    again = prefill(producer, request)
    assert again["remote_prefill_cached_tokens"] > 0
    reported = decode(consumer, request, again).json()["usage"]["prompt_tokens_details"]["cached_tokens"]
    assert reported == again["remote_prefill_cached_tokens"]


def test_a_prefill_answer_has_the_fields_that_decode_needs(pair: tuple[Engine, Engine]) -> None:
    producer, consumer = pair
    request = body("fields")
    params = prefill(producer, request)

    assert DECODE_NEEDS <= params.keys()
    assert (params["do_remote_prefill"], params["do_remote_decode"]) == (True, False)
    [blocks] = params["remote_block_ids"]
    assert all(isinstance(block, int) for block in blocks)
    # Let go of the blocks: nobody else would before the lease ends.
    assert decode(consumer, request, params).status_code == 200


def test_a_streamed_prefill_tells_no_parameters(pair: tuple[Engine, Engine]) -> None:
    producer, _ = pair
    request = body("streamed") | {"max_tokens": 1, "stream": True, "kv_transfer_params": PREFILL}
    answer = producer.post("/v1/completions", request)

    assert answer.status_code == 200
    assert b"remote_engine_id" not in answer.content


def test_without_parameters_the_decode_engine_computes_by_itself(pair: tuple[Engine, Engine]) -> None:
    producer, consumer = pair
    request = body("alone")

    for params in (None, {}):
        assert text(decode(consumer, request, params)) == text(producer.post("/v1/completions", request))


def test_two_prompts_share_one_hand_off_and_the_second_is_answered_from_the_first(pair: tuple[Engine, Engine]) -> None:
    """Why Warmpath hands off single prompts only."""
    producer, consumer = pair
    request = body("two")
    request["prompt"] = [body("one of two")["prompt"], body("other of two, and another length")["prompt"]]

    handed = decode(consumer, request, prefill(producer, request))
    alone = producer.post("/v1/completions", request)

    assert texts(handed)[0] == texts(alone)[0]
    assert texts(handed)[1] != texts(alone)[1]


def test_parameters_of_an_engine_that_is_gone_fail_the_request_and_not_the_engine(
    pair: tuple[Engine, Engine],
) -> None:
    producer, consumer = pair
    request = body("gone")
    params: dict[str, Any] = prefill(producer, request)

    answer = decode(consumer, request, params | {"remote_engine_id": "00000000-0000-0000-0000-000000000000"})

    assert answer.status_code == 500
    assert answer.json()["error"]["type"] == "InternalServerError"
    assert text(decode(consumer, request, params)) == text(producer.post("/v1/completions", request))
