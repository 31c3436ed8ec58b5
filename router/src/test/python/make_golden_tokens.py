#!/usr/bin/env python3
"""Writes what Python's tokenizers library makes of texts that are hard on tokenizers.

    venv/bin/pip install 'tokenizers==0.23.3'
    venv/bin/python router/src/test/python/make_golden_tokens.py \
        router/src/main/resources/dev/warmpath/router/demo-model/tokenizer.json \
        router/src/test/resources/dev/warmpath/router/prompt/golden-tokens.json

Each case: the text, its ids without special tokens, and with those that the post-processor adds.
"""

import json
import random
import sys
from pathlib import Path

from tokenizers import Tokenizer

PIECES = [
    "hello", "Hello", "HELLO", "don't", "DON'T", "it's", "we'll", "I'm", "router", "the cache holds blocks", "a", "I",
    " ", "  ", "   ", "\t", "\n", "\n\n", "\r\n", "\r", "\x0b", "\x0c", "\x1c", "\x1f", "\x7f", "\x00", "\x01", "\x85", "\xa0",
    "\u2028", "\u2029", "\u3000", "\u200b", "\u200c", "\u200d", "\ufeff", "\u202e", "\ufffd", "\uffff", "\ue000",
    "é", "e\u0301", "ﬁ", "Å", "A\u030a", "ñ", "n\u0303", "q\u0323\u0307", "q\u0307\u0323", "Ω", "\u2126", "ｱ", "①", "½", "²", "٣", "३",
    "日本語", "漢字かな", "한국어", "\u1112\u1161\u11ab", "ไทย", "עברית", "العربية", "हिन्दी", "தமிழ்", "Ελληνικά", "Привет",
    "😀", "👩\u200d👩\u200d👧\u200d👦", "🏳️\u200d🌈", "👍🏽", "🇩🇪", "❤️", "❤", "1️⃣", "𝔘𝔫𝔦", "𐍈", "𠮷", "\U0010ffff",
    "0", "7", "42", "3.14", "1e400", "1,000,000", "0x1F", "2026-11-30", "...", "!!!", "?!", "--", "—", "…", "«»", "“”", "'", '"', "`",
    "{", "}", '{"key": [1, null]}', "</tag>", "<", ">", "<|", "|>", "<|im_", "<|im_start", "im_start|>", "< |im_start|>",
    "<|im_start|>", "<|im_end|>", "<|bos|>", "<|eos|>", "<|pad|>", "<think>", "</think>", "<tool_call>", "</tool_call>",
    "<|IM_START|>", "<|im_start|><|im_end|>", "<|im_start|>user\n", "<tool_response>\n", "<|im_end|>\n<|im_start|>assistant\n",
    "def f(x):\n    return x\n", "https://example.com/a?b=c&d=%20", "user@example.com", "C:\\path\\to", "snake_case_name", "camelCaseName",
    "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "ABABABABABABAB", "aaaa bbbb", "Donaudampfschifffahrtsgesellschaft",
]


def texts():
    yield ""
    yield from PIECES
    for piece in PIECES[:40]:
        yield f"word{piece}word"
        yield f"{piece} {piece}"
    rng = random.Random(20261130)
    for _ in range(120):
        yield "".join(rng.choice(PIECES) for _ in range(rng.randint(2, 12)))
    for _ in range(30):
        yield " ".join(rng.choice(PIECES) for _ in range(rng.randint(20, 60)))
    yield "😀" * 500
    yield "e\u0301\u200d" * 300
    yield " " * 1000
    yield "\n" * 1000
    yield "ab" * 2000
    yield "<|im_start|>" * 100


def main():
    tokenizer = Tokenizer.from_file(sys.argv[1])
    cases = []
    for text in dict.fromkeys(texts()):
        cases.append(
            {
                "text": text,
                "ids": tokenizer.encode(text, add_special_tokens=False).ids,
                "with_special": tokenizer.encode(text, add_special_tokens=True).ids,
            }
        )
    lines = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
    Path(sys.argv[2]).write_text("[\n" + lines + "\n]\n", encoding="ascii")
    print(len(cases), "cases")


if __name__ == "__main__":
    main()
