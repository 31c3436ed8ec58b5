"""What every reference has in common: a request goes in, the engine's token ids or its refusal come out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True)
class Prompt:
    """What the engine would compute on."""

    ids: list[int]
    text: str | None
    """As rendered, where the engine makes one text of the request."""


@dataclass(frozen=True)
class Refused:
    """The engine would answer with an error."""

    why: str


class Reference(Protocol):
    """One engine with one model."""

    def prompt(self, body: dict[str, Any]) -> Prompt | Refused: ...


def completion(tokenizer: Any, body: dict[str, Any]) -> Prompt:
    """Both engines hand a plain prompt to the tokenizer with its special tokens, unless told otherwise."""
    text = body["prompt"]
    return Prompt(tokenizer.encode(text, add_special_tokens=body.get("add_special_tokens", True)), text)
