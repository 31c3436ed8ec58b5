"""The tokens that Warmpath makes of a request, against those that a real engine makes of it.

A single different token would be a miss for ever, and nothing else would show it.
"""

from __future__ import annotations

import json
import random
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tiny_model import SENTENCES, SPECIALS
from vllm_engine import BLOCK_SIZE, MODEL, Engine

from support.warmpath import COMMAND, Warmpath, serving

SEED = 99
COMPLETIONS = 150
CHATS = 150

# Letters of many scripts, marks that combine, emoji of several code points, controls, and what lies beyond 16 bits.
ALPHABETS = [
    (0x20, 0x7E),
    (0xA0, 0x24F),
    (0x300, 0x36F),
    (0x370, 0x4FF),
    (0x5D0, 0x6FF),
    (0x900, 0x97F),
    (0x3040, 0x30FF),
    (0x4E00, 0x4FFF),
    (0xAC00, 0xACFF),
    (0x1F600, 0x1F64F),
    (0x20000, 0x2005F),
]
ODDITIES = ["\u0000", "\n\n", "\r\n", "\t", "\u00a0", "\u200d", "\ufeff", "e\u0301", "👩‍👩‍👧‍👦", "🇩🇪", "ﬁ", "'ll", "  ", "<|", "|>"]

WEATHER = {
    "type": "function",
    "function": {
        "name": "get_weather",
        "description": "Das Wetter an einem Ort, \"jetzt\" <sofort>",
        "parameters": {
            "type": "object",
            "properties": {"city": {"type": "string"}, "unit": {"enum": ["°C", "°F"]}},
            "required": ["city"],
        },
    },
}


class Requests:
    """Bodies as clients send them, drawn with a fixed seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def completion(self) -> dict[str, Any]:
        body: dict[str, Any] = {"model": MODEL, "prompt": self._text()}
        if self._random.random() < 0.2:
            body["add_special_tokens"] = self._random.random() < 0.5
        return body

    def chat(self) -> dict[str, Any]:
        messages = [{"role": "system", "content": self._text()}] if self._random.random() < 0.4 else []
        for _ in range(self._random.randrange(3)):
            messages += [{"role": "user", "content": self._content()}, self._answer()]
        messages.append({"role": "user", "content": self._content()})
        body: dict[str, Any] = {"model": MODEL, "messages": messages}
        if self._random.random() < 0.3:
            body["tools"] = [WEATHER]
        if self._random.random() < 0.2:
            body["chat_template_kwargs"] = {"enable_thinking": self._random.random() < 0.5}
        if self._random.random() < 0.2:
            body["add_generation_prompt"] = False
        return body

    def _answer(self) -> dict[str, Any]:
        if self._random.random() < 0.7:
            return {"role": "assistant", "content": self._text()}
        arguments = json.dumps({"city": self._text(), "days": self._random.randrange(9)}, ensure_ascii=False)
        function = {"name": "get_weather", "arguments": arguments}
        return {"role": "assistant", "content": None, "tool_calls": [{"id": "1", "type": "function", "function": function}]}

    def _content(self) -> str | list[dict[str, str]]:
        if self._random.random() < 0.7:
            return self._text()
        return [{"type": "text", "text": self._text()} for _ in range(self._random.randrange(1, 3))]

    def _text(self) -> str:
        return "".join(self._piece() for _ in range(self._random.randrange(1, 8)))

    def _piece(self) -> str:
        kind = self._random.randrange(4)
        if kind == 0:
            return self._random.choice(SENTENCES)
        if kind == 1:
            return self._random.choice(ODDITIES)
        if kind == 2 and self._random.random() < 0.2:
            return self._random.choice(SPECIALS)
        first, last = self._random.choice(ALPHABETS)
        return "".join(chr(self._random.randint(first, last)) for _ in range(self._random.randrange(1, 20)))


def engine_tokens(engine: Engine, body: dict[str, Any]) -> list[int]:
    answer = engine.post("/tokenize", body)
    assert answer.status_code == 200, answer.text
    return answer.json()["tokens"]


def warmpath_tokens(model: Path, bodies: list[dict[str, Any]], folder: Path) -> list[dict[str, Any]]:
    file = folder / "requests.jsonl"
    file.write_text("".join(json.dumps(body) + "\n" for body in bodies))
    command = [str(COMMAND), "tokens", "--model", str(model), "--engine", "vllm", str(file)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, timeout=120)
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture(scope="module")
def engine(engines: tuple[Engine, Engine]) -> Engine:
    return engines[0]


@pytest.fixture(scope="module", params=[False, True], ids=["own tokenizer", "the worker's tokenizer"])
def router(
    request: pytest.FixtureRequest, engine: Engine, model: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Warmpath]:
    own = {"name": MODEL, "tokenizer": str(model)}
    config = {
        "models": [{"name": MODEL, "remote_tokenizer": True} if request.param else own],
        "workers": [engine.worker(role="mixed", protocol="none", block_size=BLOCK_SIZE)],
    }
    with serving(config, tmp_path_factory.mktemp("tokens")) as warmpath:
        warmpath.await_ready()
        yield warmpath


@pytest.mark.parametrize("kind", ["completion", "chat"])
def test_every_request_has_the_engines_tokens(engine: Engine, model: Path, tmp_path: Path, kind: str) -> None:
    requests = Requests(SEED)
    bodies = [getattr(requests, kind)() for _ in range(COMPLETIONS if kind == "completion" else CHATS)]

    ours = warmpath_tokens(model, bodies, tmp_path)

    assert len(ours) == len(bodies)
    different = [
        (body, line, theirs)
        for body, line in zip(bodies, ours, strict=True)
        if line.get("tokens") != (theirs := engine_tokens(engine, body))
    ]
    assert not different, f"{len(different)} of {len(bodies)} differ (seed {SEED}), the first: {different[0]}"


def test_a_served_request_counts_the_tokens_that_the_engine_counts(engine: Engine, router: Warmpath) -> None:
    requests = Requests(SEED + 1)
    for _ in range(10):
        chat, completion = requests.chat(), requests.completion()
        # To serve a request with tools, an engine wants to know how its model writes calls; this one writes none.
        chat.pop("tools", None)

        assert router.explain(chat, "/v1/chat/completions")["tokens"] == used(engine, "/v1/chat/completions", chat)
        assert router.explain(completion)["tokens"] == used(engine, "/v1/completions", completion)


def used(engine: Engine, path: str, body: dict[str, Any]) -> int:
    """The prompt's tokens as the engine bills them when it serves the request."""
    answer = engine.post(path, {**body, "max_tokens": 1})
    assert answer.status_code == 200, answer.text
    return answer.json()["usage"]["prompt_tokens"]
