"""The router makes the tokens that the engines make, or says that it cannot."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from generate import Requests
from packages import MODELS, Model, sglang_source, vllm_source
from reference import Prompt, Reference, Refused
from router_tokens import router_tokens
from sglang_reference import SglangReference
from vllm_reference import VllmReference

# Each engine gets requests of its own, so that a tokenizer sees the sum of both.
SEEDS = {"sglang": 20261129, "vllm": 20261130}
COMPLETIONS = 200
CHATS = 300
# With --all-versions.
TIMES = 3

# What the router says of requests whose tokens it does not know, and the engine takes. Any other reason is a fault.
NAMED = {
    "continue_final_message, but the template does not print the final message",
    "a space at the start or behind a special token, which releases of transformers read differently",
}

# Shown of each kind of difference.
SHOWN = 3

ENGINES: dict[str, Callable[[Path, Path], Reference]] = {
    "vllm": lambda scratch, model: VllmReference(vllm_source(scratch), model),
    "sglang": lambda scratch, model: SglangReference(sglang_source(scratch), model),
}


@pytest.mark.parametrize("engine", sorted(ENGINES))
@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.name)
def test_the_routers_tokens_are_the_engines(model: Model, engine: str, scratch: Path, all_versions: bool) -> None:
    """Zero differences; what the router cannot make tokens of has a reason that we know."""
    folder = model.fetch(scratch)
    times = TIMES if all_versions else 1
    requests = Requests(SEEDS[engine], _special_tokens(folder))
    bodies = [*requests.completions(COMPLETIONS * times), *requests.chats(CHATS * times)]
    reference = ENGINES[engine](scratch, folder)
    answers = router_tokens(folder, engine, bodies)
    differences: list[str] = []
    tally: Counter[str] = Counter()
    for body, answer in zip(bodies, answers, strict=True):
        outcome = _compare(reference.prompt(body), answer)
        tally[outcome.partition(":")[0] if outcome.startswith("DIFFERENT") else outcome] += 1
        if outcome.startswith("DIFFERENT"):
            differences.append(f"{outcome}\n  body: {json.dumps(body)}")
    print(f"{model.name} {engine}: {dict(tally)}")
    assert tally["same"] >= len(bodies) // 3, f"too few requests were compared: {dict(tally)}"
    shown = "\n".join(differences[:SHOWN])
    assert not differences, f"seed {SEEDS[engine]}: {len(differences)} differences, {dict(tally)}\n{shown}"


def _compare(engine: Prompt | Refused, router: dict[str, Any]) -> str:
    """One word or two on how they agree, or what differs."""
    if isinstance(engine, Refused):
        return "engine refuses" if "tokens" in router else "both refuse"
    if "tokens" not in router:
        reason = router.get("detail", router.get("error"))
        return f"named: {reason}" if reason in NAMED else f"DIFFERENT end: {reason}"
    if engine.ids == router["tokens"]:
        return "same"
    if engine.text is not None and engine.text != router["text"]:
        return "DIFFERENT text: " + _where(engine.text, router["text"])
    return "DIFFERENT tokens: " + _where(engine.ids, router["tokens"])


def _where(engine: Sequence[Any], router: Sequence[Any]) -> str:
    """The surroundings of the first place where they differ."""
    at = next((i for i, (a, b) in enumerate(zip(engine, router)) if a != b), min(len(engine), len(router)))
    around = slice(max(0, at - 40), at + 80)
    return f"from {at} on\n  engine {engine[around]!r}\n  router {router[around]!r}"


def _special_tokens(folder: Path) -> list[str]:
    added = json.loads((folder / "tokenizer.json").read_text())["added_tokens"]
    return sorted({token["content"] for token in added if not token["content"].startswith("<unused")})[:40]
