"""Conversations over a few common beginnings, as a fleet sees them: 500 requests that no cache of theirs can hold."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from vllm_engine import BLOCK_SIZE, MAX_TOKENS

# Ordinary tokens of the tiny model's vocabulary: not the special ones, which lie at its end.
FIRST_TOKEN, LAST_TOKEN = 4, 900

BEGINNINGS = 6
CONVERSATIONS = 24
LONGEST = MAX_TOKENS // 3


@dataclass
class Conversation:
    """Its tokens so far; each turn adds some of the user's, and then the engine's answer."""

    tokens: list[int]
    random: random.Random
    asked: list[int] = field(default_factory=list)

    def next_prompt(self) -> list[int]:
        self.asked = [*self.tokens, *some_tokens(self.random, self.random.randrange(8, 80))]
        # Now and then a prompt of full blocks only, whose last block an engine cannot take from its cache.
        if self.random.random() < 0.25:
            self.asked = self.asked[: len(self.asked) // BLOCK_SIZE * BLOCK_SIZE]
        return self.asked

    def answered(self, tokens: list[int], beginning: list[int]) -> None:
        """Goes on from here, or starts again where it has become too long."""
        grown = [*self.asked, *tokens]
        self.tokens = grown if len(grown) < LONGEST else list(beginning)


class Traffic:
    """Picks conversations at random, recent ones more often, so that warm and cold requests mix."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._beginnings = [some_tokens(self._random, self._random.randrange(40, 260)) for _ in range(BEGINNINGS)]
        self._conversations = [
            Conversation(list(self._beginnings[index % BEGINNINGS]), random.Random(seed + index))
            for index in range(CONVERSATIONS)
        ]

    def pick(self) -> Conversation:
        # A triangular choice: the first ones come often and stay warm, the last ones find their blocks evicted.
        return self._conversations[int(self._random.triangular(0, CONVERSATIONS, 0))]

    def shuffled(self) -> list[Conversation]:
        """All of them once, in any order: for rounds in which each may have one request in flight."""
        return self._random.sample(self._conversations, CONVERSATIONS)

    def answer_length(self) -> int:
        return self._random.choice((1, 4, 20, 40))

    def beginning_of(self, conversation: Conversation) -> list[int]:
        return self._beginnings[self._conversations.index(conversation) % BEGINNINGS]


def some_tokens(random: random.Random, count: int) -> list[int]:
    return [random.randrange(FIRST_TOKEN, LAST_TOKEN) for _ in range(count)]
