"""Makes requests that a client could send, out of a seed: the same ones in every run."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

# Text where tokenizers are known to differ: how white space is grouped, what counts as a letter, what is normalized,
# and where a character ends.
PIECES = (
    "The quick brown fox", "don't I'LL we'Re", "x", "e", "Ünïcödé", "naïve", "nai\u0308ve", "A\u030a\u0301", "ﬁ ﬀ",
    "ｆｕｌｌ", "東京都", "日本語のテキスト", "한국어", "ᄒ\u1161ᆫ", "مرحبا بالعالم", "שלום עולם", "می\u200cخواهم",
    "हिन्दी", "क्\u200dष", "ไทยไม่มีช่องว่าง", "😀", "👩\u200d👩\u200d👧\u200d👦", "🏳\ufe0f\u200d🌈", "🇩🇪🇫🇷", "👍🏽",
    "\u200b", "\ufeff", "\u2028", "\u00a0", "\u3000", "\u2009", "\u202eabc\u202c", "\u0301", "\ufffd", "\ufffe",
    "\U0010ffff", "\U00012345", "\x00", "\x01\x7f", "\x85", "\x0b\x0c", "\t", "\t\t", "\r\n", "\r", "\n", "\n\n\n",
    " ", "  ", "       ", " \n ", "\n \t", "1", "123", "1234567", "3.14159e-10", "٣٤٥", "Ⅷ", "½", "a1b2", "_", "__init__",
    "...", "!?", "—", "''", '"', "\\", "\\n", "{}", "[]", "<", "<|", "|>", "</s", "<s>", "<0x0A>", "▁", "Ġ", "http://a.b/c?d=e&f",
    "def f(x):\n    return x\n", "ACAB\u0130i\u0307ß", "ΣΑΣ", "ǅ", "𝐁𝐨𝐥𝐝", "𠜎", "\u1e9b\u0323", "%s %d", "{{ x }}", "{% raw %}",
)  # fmt: skip

NAMES = ("get_weather", "search", "calculate_sum", "f", "städte")


class Requests:
    """Generates for one tokenizer: its special tokens are written by clients as well."""

    def __init__(self, seed: int, special: list[str]) -> None:
        self._random = random.Random(seed)
        self._special = special

    def completions(self, count: int) -> Iterator[dict[str, Any]]:
        for _ in range(count):
            body: dict[str, Any] = {"model": "m", "prompt": self._text(1) or "x"}
            if self._chance(0.2):
                body["add_special_tokens"] = self._chance(0.5)
            yield body

    def chats(self, count: int) -> Iterator[dict[str, Any]]:
        for _ in range(count):
            yield self._chat()

    def _chat(self) -> dict[str, Any]:
        body: dict[str, Any] = {"model": "m", "messages": self._messages()}
        if self._chance(0.4):
            body["tools"] = [self._tool() for _ in range(self._random.randint(1, 3))]
        for chance, change in self._changes():
            if self._chance(chance):
                change(body)
        return body

    def _changes(self) -> list[tuple[float, Callable[[dict[str, Any]], None]]]:
        return [
            (0.15, self._with_kwargs),
            (0.15, self._with_effort),
            (0.12, self._with_open_end),
            (0.08, self._with_documents),
            (0.08, self._with_choice),
            (0.04, lambda body: body.update(add_generation_prompt=False)),
        ]

    def _with_kwargs(self, body: dict[str, Any]) -> None:
        known = {"enable_thinking": True, "thinking": True, "custom": "x", "n": 3, "list": [1, {"a": None}]}
        names = self._random.sample(sorted(known), 2)
        body["chat_template_kwargs"] = {name: self._random.choice([known[name], False]) for name in names}

    def _with_effort(self, body: dict[str, Any]) -> None:
        body["reasoning_effort"] = self._random.choice(["none", "low", "medium", "high"])

    def _with_open_end(self, body: dict[str, Any]) -> None:
        body["messages"].append({"role": "assistant", "content": self._text(0.2) or "So"})
        body["continue_final_message"] = True
        body["add_generation_prompt"] = False

    def _with_documents(self, body: dict[str, Any]) -> None:
        body["documents"] = [{"title": self._text(0.1), "text": self._text(0.3)}]

    def _with_choice(self, body: dict[str, Any]) -> None:
        if "tools" in body:
            named = {"type": "function", "function": {"name": body["tools"][0]["function"]["name"]}}
            body["tool_choice"] = self._random.choice(["auto", "none", "required", named])

    def _messages(self) -> list[dict[str, Any]]:
        messages: list[dict[str, Any]] = []
        if self._chance(0.5):
            role = "developer" if self._chance(0.15) else "system"
            messages.append({"role": role, "content": self._content()})
        for turn in range(self._random.choice([1, 1, 2, 3, 6])):
            if turn:
                messages += self._answer(turn)
            messages.append(self._user())
        return messages

    def _user(self) -> dict[str, Any]:
        message = {"role": "user", "content": self._content()}
        if self._chance(0.05):
            message["name"] = "ann"
        return message

    def _answer(self, turn: int) -> list[dict[str, Any]]:
        message: dict[str, Any] = {"role": "assistant", "content": self._content()}
        if self._chance(0.2):
            message[self._random.choice(["reasoning_content", "reasoning"])] = self._text(0.3)
        if not self._chance(0.35):
            return [message]
        if self._chance(0.5):
            message["content"] = None
        calls = [self._call(f"call_{turn}_{n}") for n in range(self._random.randint(1, 2))]
        message["tool_calls"] = calls
        results = [{"role": "tool", "tool_call_id": call["id"], "content": self._content()} for call in calls]
        return [message, *results]

    def _call(self, name: str) -> dict[str, Any]:
        values = [self._text(0.1), 1, 1.5, 1e30, True, None, [1, "ä"], {"b": {"a": "é\n"}}, -0.0, 2**60]
        arguments = {f"k{n}": self._random.choice(values) for n in range(self._random.randint(0, 3))}
        text = json.dumps(arguments, ensure_ascii=self._chance(0.5))
        function = {"name": self._random.choice(NAMES), "arguments": text}
        return {"id": name, "type": "function", "function": function}

    def _tool(self) -> dict[str, Any]:
        properties = {
            "city": {"type": "string", "description": self._text(0.2)},
            "days": {"type": "integer", "minimum": 1, "default": 3.0},
            "unit": {"enum": ["°C", "°F"], "type": "string"},
        }
        function: dict[str, Any] = {"name": self._random.choice(NAMES)}
        if self._chance(0.7):
            function["description"] = self._text(0.2)
        if self._chance(0.8):
            function["parameters"] = {"type": "object", "properties": properties, "required": ["city"]}
        if self._chance(0.2):
            function["strict"] = self._chance(0.5)
        entries = list(function.items())
        self._random.shuffle(entries)
        return {"type": "function", "function": dict(entries)}

    def _content(self) -> str | list[dict[str, str]]:
        if self._chance(0.25):
            return [{"type": "text", "text": self._text(0.5)} for _ in range(self._random.randint(1, 3))]
        return self._text(1)

    def _text(self, length: float) -> str:
        """Mostly short; one in fifty is long."""
        most = 400 if self._chance(0.02) else 12
        pieces = [self._piece() for _ in range(self._random.randint(0, max(1, round(most * length))))]
        return self._random.choice(["", " "]).join(pieces)

    def _piece(self) -> str:
        roll = self._random.random()
        if roll < 0.08 and self._special:
            return self._random.choice(self._special)
        if roll < 0.14:
            return chr(self._random.choice([self._random.randint(0, 0xD7FF), self._random.randint(0xE000, 0x2FFFF)]))
        return self._random.choice(PIECES)

    def _chance(self, probability: float) -> bool:
        return self._random.random() < probability
