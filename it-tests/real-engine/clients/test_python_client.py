"""The Python `openai` client against the demo: what it parses, what it raises, and what is left when it leaves."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import openai
import pytest
from openai.types.chat import ChatCompletionMessageParam

from conftest import Demo
from support.awaiting import until
from support.ports import free_block
from support.warmpath import Warmpath

CHAT: list[ChatCompletionMessageParam] = [
    {"role": "system", "content": "You are a patient librarian."},
    {"role": "user", "content": "Where do I find maps of the river? 🗺️"},
]

# An answer that takes longer than any test waits for it.
ENDLESS = {"max_tokens": 3000, "extra_body": {"ignore_eos": True}}


def test_models_are_listed(demo: Demo) -> None:
    models = list(demo.client().models.list())
    assert [model.id for model in models] == ["demo"]
    assert demo.client().models.retrieve("demo").object == "model"


def test_a_chat_is_answered_whole(demo: Demo) -> None:
    answer = demo.client().chat.completions.create(model="demo", messages=CHAT, max_tokens=16)
    assert answer.object == "chat.completion"
    assert answer.choices[0].message.role == "assistant"
    assert answer.choices[0].message.content
    assert answer.choices[0].finish_reason in ("stop", "length")
    assert answer.usage is not None
    assert answer.usage.total_tokens == answer.usage.prompt_tokens + answer.usage.completion_tokens


def test_a_stream_says_what_the_whole_answer_says(demo: Demo) -> None:
    client = demo.client()
    whole = client.chat.completions.create(model="demo", messages=CHAT, max_tokens=16)
    stream = client.chat.completions.create(
        model="demo", messages=CHAT, max_tokens=16, stream=True, stream_options={"include_usage": True}
    )
    chunks = list(stream)
    text = "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices)
    assert text == whole.choices[0].message.content
    assert chunks[0].choices[0].delta.role == "assistant"
    assert [chunk.choices[0].finish_reason for chunk in chunks if chunk.choices][-1] == whole.choices[0].finish_reason
    assert chunks[-1].choices == []
    assert chunks[-1].usage is not None and whole.usage is not None
    assert chunks[-1].usage.completion_tokens == whole.usage.completion_tokens


def test_the_clients_own_accumulator_takes_the_stream(demo: Demo) -> None:
    with demo.client().chat.completions.stream(model="demo", messages=CHAT) as stream:
        final = stream.get_final_completion()
    assert final.choices[0].message.content


@pytest.mark.parametrize("prompt", ["Once upon a time", ["one", "two"], [1, 2, 3, 4]], ids=["text", "batch", "ids"])
def test_completions_are_answered(demo: Demo, prompt: Any) -> None:
    client = demo.client()
    whole = client.completions.create(model="demo", prompt=prompt, max_tokens=8)
    prompts = len(prompt) if isinstance(prompt, list) and isinstance(prompt[0], str) else 1
    assert [choice.index for choice in whole.choices] == list(range(prompts))
    pieces = [""] * prompts
    for chunk in client.completions.create(model="demo", prompt=prompt, max_tokens=8, stream=True):
        pieces[chunk.choices[0].index] += chunk.choices[0].text
    assert pieces == [choice.text for choice in whole.choices]


def test_tools_may_be_offered(demo: Demo) -> None:
    parameters = {"type": "object", "properties": {"city": {"type": "string"}}}
    tool: Any = {"type": "function", "function": {"name": "weather", "parameters": parameters}}
    answer = demo.client().chat.completions.create(model="demo", messages=CHAT, tools=[tool], max_tokens=8)
    assert answer.choices[0].message.content or answer.choices[0].message.tool_calls


@pytest.mark.parametrize("choice", ["required", {"type": "function", "function": {"name": "weather"}}], ids=["any", "named"])
def test_a_forced_tool_is_called(demo: Demo, choice: Any) -> None:
    tool: Any = {"type": "function", "function": {"name": "weather", "parameters": {"type": "object"}}}
    asked: Any = {"model": "demo", "messages": CHAT, "tools": [tool], "tool_choice": choice}
    whole = demo.client().chat.completions.create(**asked).choices[0]
    with demo.client().chat.completions.stream(**asked) as stream:
        accumulated = stream.get_final_completion().choices[0]
    for answer in (whole, accumulated):
        assert answer.finish_reason == "tool_calls"
        assert not answer.message.content
        assert answer.message.tool_calls is not None
        [call] = answer.message.tool_calls
        assert call.type == "function" and call.function.name == "weather"
        assert call.id
        assert json.loads(call.function.arguments)["text"]
    assert whole.message.tool_calls and accumulated.message.tool_calls
    assert accumulated.message.tool_calls[0].function.arguments == whole.message.tool_calls[0].function.arguments


def test_the_request_id_is_the_clients(demo: Demo) -> None:
    raw = demo.client().chat.completions.with_raw_response.create(
        model="demo", messages=CHAT, max_tokens=4, extra_headers={"x-request-id": "from-the-client"}
    )
    assert raw.headers["x-request-id"] == "from-the-client"
    assert raw.headers["x-warmpath-prefill"]
    assert raw.parse()._request_id == "from-the-client"
    own = demo.client().chat.completions.create(model="demo", messages=CHAT, max_tokens=4)
    assert own._request_id


def test_an_unknown_model_is_not_found(demo: Demo) -> None:
    with pytest.raises(openai.NotFoundError) as refused:
        demo.client().chat.completions.create(model="no-such-model", messages=CHAT)
    assert refused.value.code == "model_not_found"
    assert refused.value.param == "model"


@pytest.mark.parametrize(
    ("members", "param"),
    [({"messages": "hi"}, "messages"), ({"messages": []}, "messages"), ({"n": "two"}, "n"), ({"stream": "yes"}, "stream")],
)
def test_members_of_a_wrong_type_are_named(demo: Demo, members: dict[str, Any], param: str) -> None:
    with pytest.raises(openai.BadRequestError) as refused:
        demo.client().chat.completions.create(model="demo", messages=CHAT, extra_body=members)
    assert refused.value.param == param
    assert refused.value.type == "invalid_request_error"


def test_a_prompt_past_the_context_is_a_bad_request(demo: Demo) -> None:
    with pytest.raises(openai.BadRequestError) as refused:
        demo.client().completions.create(model="demo", prompt=[1] * 200_000, max_tokens=1)
    assert "context" in str(refused.value)
    until(demo.is_idle)


def test_a_body_past_the_limit_is_too_large(start_warmpath: Callable[[dict[str, Any]], Warmpath]) -> None:
    router = start_warmpath(_router_without_engines({"max_body": "64KiB"}))
    with pytest.raises(openai.APIStatusError) as refused:
        _client(router).completions.create(model="m", prompt="x" * (1 << 17))
    assert refused.value.status_code == 413


def test_the_client_tries_again_when_the_router_asks_it_to(start_warmpath: Callable[[dict[str, Any]], Warmpath]) -> None:
    router = start_warmpath(_router_without_engines({}))
    with pytest.raises(openai.InternalServerError) as refused:
        _client(router, max_retries=1).completions.create(model="m", prompt="x")
    assert refused.value.status_code == 503
    assert int(refused.value.response.headers["retry-after"]) > 0
    assert router.metric("warmpath_requests_total") == 2


def test_a_client_that_times_out_leaves_nothing_behind(demo: Demo) -> None:
    client = demo.client(timeout=0.5)
    with pytest.raises(openai.APITimeoutError):
        client.chat.completions.create(model="demo", messages=CHAT, **ENDLESS)
    until(demo.is_idle)


def test_a_stream_that_is_closed_leaves_nothing_behind(demo: Demo) -> None:
    stream = demo.client().chat.completions.create(model="demo", messages=CHAT, stream=True, **ENDLESS)
    next(iter(stream))
    assert not demo.is_idle()
    stream.close()
    until(demo.is_idle)


def test_streams_run_side_by_side(demo: Demo) -> None:
    client = demo.client()

    def ask(number: int) -> str:
        messages: list[ChatCompletionMessageParam] = [{"role": "user", "content": f"Tell me about shelf {number}."}]
        stream = client.chat.completions.create(model="demo", messages=messages, max_tokens=24, stream=True)
        return "".join(chunk.choices[0].delta.content or "" for chunk in stream if chunk.choices)

    with ThreadPoolExecutor(16) as threads:
        first = list(threads.map(ask, range(32)))
        second = list(threads.map(ask, range(32)))
    assert first == second, "the same prompt has the same answer on every engine"
    assert len(set(first)) > 1
    until(demo.is_idle)


def _client(router: Warmpath, max_retries: int = 0) -> openai.OpenAI:
    return openai.OpenAI(base_url=f"http://127.0.0.1:{router.data_port}/v1", api_key="none", max_retries=max_retries)


def _router_without_engines(server: dict[str, Any]) -> dict[str, Any]:
    """Its only worker's port is closed."""
    worker = {"url": f"http://127.0.0.1:{free_block()}", "role": "mixed", "engine": "vllm", "models": ["m"]}
    return {
        "server": {"host": "127.0.0.1", "port": 0, **server},
        "models": [{"name": "m"}],
        "workers": [worker | {"protocol": "none"}],
    }
