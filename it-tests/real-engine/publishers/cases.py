"""What engines do with their caches, as events, and what a router must then believe. One rank plays all cases: each has
tokens and hashes of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from publishers.events import Cleared, Event, Hash, Removed, Stored
from publishers.releases import Engine, Release

BLOCK = 4
"""Tokens per block."""

MODEL = "m"

Batches = list[list[Event]]


@dataclass
class Play:
    """One case as one release plays it."""

    batches: Batches
    # Requests, and how many leading blocks of each this rank must be believed to hold, by tier.
    asks: list[tuple[dict[str, Any], dict[str, int]]]
    # Blocks that it leaves behind, by tier.
    held: dict[str, int] = field(default_factory=dict)
    # Events that must be refused, by reason.
    refused: dict[str, int] = field(default_factory=dict)
    # Events that are right, name blocks, and of which nothing is known here.
    unknown_placeholders: int = 0


@dataclass(frozen=True)
class Content:
    """The tokens and hashes of one case on one rank."""

    number: int

    def tokens(self, start: int, end: int) -> list[int]:
        """The tokens of blocks start to end."""
        return [self.number * 1000 + at for at in range(start * BLOCK, end * BLOCK)]

    def hash(self, block: int) -> int:
        return (self.number << 32) + block

    def stored(self, start: int, end: int, **more: Any) -> Stored:
        """Blocks start to end of the one chain of this case, in one event."""
        parent = self.hash(start - 1) if start else None
        hashes: list[Hash] = [self.hash(block) for block in range(start, end)]
        return replace(Stored(hashes, self.tokens(start, end), BLOCK, parent), **more)

    def removed(self, *blocks: int, **more: Any) -> Removed:
        return replace(Removed([self.hash(block) for block in blocks]), **more)

    def prompt(self, blocks: int, **more: Any) -> dict[str, Any]:
        """A request whose prompt is these blocks and one token, since an engine never reuses a whole prompt."""
        return {"model": MODEL, "prompt": [*self.tokens(0, blocks), 7], **more}


def overlap(device: int = 0, host: int = 0, disk: int = 0) -> dict[str, int]:
    return {"device": device, "host": host, "disk": disk}


@dataclass(frozen=True)
class Case:
    """A name that says the rule, who can play it, and the play."""

    name: str
    applies: Callable[[Release], bool]
    play: Callable[[Release, Content], Play]

    def __str__(self) -> str:
        return self.name


CASES: list[Case] = []


def case(applies: Callable[[Release], bool] = lambda release: True) -> Callable[[Any], Any]:
    def register(play: Callable[[Release, Content], Play]) -> Callable[[Release, Content], Play]:
        CASES.append(Case(play.__name__, applies, play))
        return play

    return register


def has(name: str) -> Callable[[Release], bool]:
    return lambda release: name in release.fields


@case()
def a_chain_is_matched_as_far_as_it_is_held(release: Release, content: Content) -> Play:
    batches: Batches = [
        [content.stored(0, 2)],
        [content.stored(2, 5)],
        [content.stored(5, 6), content.stored(6, 7)],
    ]
    other_third_block = content.prompt(7)
    other_third_block["prompt"][2 * BLOCK] += 1
    return Play(
        batches,
        [
            (content.prompt(7), overlap(device=7)),
            (content.prompt(9), overlap(device=7)),
            (content.prompt(1), overlap(device=1)),
            (other_third_block, overlap(device=2)),
        ],
        held=overlap(device=7),
    )


@case()
def hashes_at_the_ends_of_their_range_are_told_apart(release: Release, content: Content) -> Play:
    ends = [2**64 - 1, 2**63, 2**63 - 1, 0] if release.vllm else [-(2**63), -1, 2**63 - 1, 0]
    first = Stored(list(ends[:3]), content.tokens(0, 3), BLOCK)
    last = Stored([ends[3]], content.tokens(3, 4), BLOCK, ends[2])
    return Play(
        [[first, last], [Removed([ends[1]])]],
        [(content.prompt(4), overlap(device=1))],
        held=overlap(device=3),
    )


@case()
def branches_share_their_stem(release: Release, content: Content) -> Play:
    branch = Content(content.number + 500)
    forked = replace(branch.stored(1, 3), parent_block_hash=content.hash(0))
    ask = {"model": MODEL, "prompt": [*content.tokens(0, 1), *branch.tokens(1, 3), 7]}
    return Play(
        [[content.stored(0, 2)], [forked]],
        [(content.prompt(2), overlap(device=2)), (ask, overlap(device=3))],
        held=overlap(device=4),
    )


@case()
def blocks_are_removed_one_by_one(release: Release, content: Content) -> Play:
    return Play(
        [[content.stored(0, 4)], [content.removed(3), content.removed(2)]],
        [(content.prompt(4), overlap(device=2))],
        held=overlap(device=2),
    )


@case()
def blocks_are_removed_together(release: Release, content: Content) -> Play:
    return Play(
        [[content.stored(0, 40)], [content.removed(*range(1, 40))]],
        [(content.prompt(40), overlap(device=1))],
        held=overlap(device=1),
    )


@case()
def blocks_announced_again_are_held_once(release: Release, content: Content) -> Play:
    return Play(
        [[content.stored(0, 3)], [content.stored(0, 3)], [content.removed(1, 2)]],
        [(content.prompt(3), overlap(device=1))],
        held=overlap(device=1),
    )


@case(lambda release: release.host is not None)
def blocks_move_to_the_host_and_back(release: Release, content: Content) -> Play:
    return Play(
        [
            [content.stored(0, 3)],
            [content.stored(0, 3, medium=release.host)],
            [content.removed(0, 1, 2)],
            [content.stored(0, 1)],
        ],
        [(content.prompt(3), overlap(device=1, host=2))],
        held=overlap(device=1, host=3),
    )


@case(lambda release: bool(release.disk))
def what_lies_behind_the_host_is_disk(release: Release, content: Content) -> Play:
    places = len(release.disk)
    return Play(
        [[content.stored(0, 1)], *([content.stored(at, at + 1, medium=medium)] for at, medium in enumerate(release.disk, 1))],
        [(content.prompt(1 + places), overlap(device=1, disk=places))],
        held=overlap(device=1, disk=places),
    )


@case(lambda release: release.vllm and "medium" in release.fields)
def no_medium_is_the_gpu(release: Release, content: Content) -> Play:
    return Play([[content.stored(0, 2, medium=None)]], [(content.prompt(2), overlap(device=2))], held=overlap(device=2))


@case(lambda release: release.vllm and "medium" in release.fields)
def a_place_that_nobody_knows_is_nowhere(release: Release, content: Content) -> Play:
    """vLLM's Mooncake store connector says `cpu`, and never that a block has gone."""
    return Play(
        [[content.stored(0, 2, medium="cpu")]],
        [(content.prompt(2), overlap())],
        refused={"unknown_medium": 1},
    )


@case(lambda release: release.vllm)
def an_adapter_known_by_number_is_not_the_base_model(release: Release, content: Content) -> Play:
    return Play(
        [[content.stored(0, 2, lora_id=3)]],
        [(content.prompt(2), overlap()), (content.prompt(2, lora_path="3"), overlap())],
        held=overlap(device=2),
    )


@case(has("lora_name"))
def an_adapter_has_blocks_of_its_own(release: Release, content: Content) -> Play:
    keys: list[tuple[Any, ...] | None] = [("ad",), ("ad",)]
    number = 3 if release.vllm else None
    return Play(
        [[content.stored(0, 2, lora_id=number, lora_name="ad", extra_keys=keys)]],
        [
            (content.prompt(2, lora_path="ad"), overlap(device=2)),
            (content.prompt(2, lora_path="other"), overlap()),
            (content.prompt(2), overlap()),
        ],
        held=overlap(device=2),
    )


def _salted(content: Content, end: int, **more: Any) -> list[Event]:
    """Blocks under a salt, in the ways of both engines: vLLM tells it of the first block, SGLang with every event."""
    first = content.stored(0, 1, cache_salt="pepper", extra_keys=[("pepper",)], **more)
    return [first, content.stored(1, end, cache_salt="pepper", extra_keys=[None] * (end - 1), **more)]


@case(lambda release: release.salted)
def a_salt_has_blocks_of_its_own(release: Release, content: Content) -> Play:
    return Play(
        [_salted(content, 3)],
        [
            (content.prompt(3, cache_salt="pepper"), overlap(device=3)),
            (content.prompt(3, cache_salt="other"), overlap()),
            (content.prompt(3), overlap()),
        ],
        held=overlap(device=3),
    )


@case(has("extra_keys"))
def an_adapter_and_a_salt_are_told_apart(release: Release, content: Content) -> Play:
    keys: list[tuple[Any, ...] | None] = [("ad", "pepper"), ("ad",)]
    return Play(
        [[content.stored(0, 2, lora_id=3, lora_name="ad", extra_keys=keys)]],
        [
            (content.prompt(2, lora_path="ad", cache_salt="pepper"), overlap(device=2)),
            (content.prompt(2, lora_path="ad"), overlap()),
            (content.prompt(2, cache_salt="pepper"), overlap()),
        ],
        held=overlap(device=2),
    )


@case(has("extra_keys"))
def images_are_not_text(release: Release, content: Content) -> Play:
    keys: list[tuple[Any, ...] | None] = [None, (("image-digest", -2),), None]
    return Play(
        [[content.stored(0, 3, extra_keys=keys)]],
        [(content.prompt(3), overlap(device=1))],
        held=overlap(device=3),
    )


@case(lambda release: release.digests)
def hashes_may_be_whole_digests(release: Release, content: Content) -> Play:
    digests = [bytes([content.number % 256, block]) * 16 for block in range(3)]
    first = Stored(list(digests[:2]), content.tokens(0, 2), BLOCK)
    last = Stored([digests[2]], content.tokens(2, 3), BLOCK, digests[1])
    return Play(
        [[first], [last], [Removed([digests[2]])]],
        [(content.prompt(3), overlap(device=2))],
        held=overlap(device=2),
    )


@case(has("kv_cache_spec_kind"))
def only_full_attention_is_a_prefix(release: Release, content: Content) -> Play:
    window = Content(content.number + 500)
    sliding = window.stored(0, 2, group_idx=1, kv_cache_spec_kind="sliding_window", kv_cache_spec_sliding_window=128)
    return Play(
        [[content.stored(0, 2, group_idx=0, kv_cache_spec_kind="full_attention"), sliding]],
        [(content.prompt(2), overlap(device=2)), (window.prompt(2), overlap())],
        held=overlap(device=2),
        refused={"other_group": 1},
    )


@case(has("group_idx"))
def a_block_is_held_while_one_group_holds_it(release: Release, content: Content) -> Play:
    return Play(
        [
            [content.stored(0, 2, group_idx=0), content.stored(0, 2, group_idx=1)],
            [content.removed(0, 1, group_idx=0), content.removed(1, group_idx=1)],
        ],
        [(content.prompt(2), overlap(device=1))],
        held=overlap(device=1),
    )


@case(lambda release: release.vllm and release.host is not None)
def a_placeholder_adds_a_place_to_what_is_known(release: Release, content: Content) -> Play:
    """What vLLM's offloading connector sends unless it is told to describe blocks: a hash and a place."""
    known, unknown = (Stored([content.hash(block)], [], 0, medium=release.host) for block in (0, 9))
    return Play(
        [[content.stored(0, 2)], [known, unknown], [content.removed(0)]],
        [(content.prompt(1), overlap(host=1))],
        held=overlap(device=1, host=1),
        unknown_placeholders=1,
    )


@case(lambda release: "extra_keys" in release.fields and release.host is not None)
def an_offloaded_block_is_what_the_gpu_said_it_was(release: Release, content: Content) -> Play:
    """The self-describing events of vLLM's offloading connector leave out salts and images."""
    keys: list[tuple[Any, ...] | None] = [("pepper",), (("image-digest", 0),)]
    return Play(
        [[content.stored(0, 2, extra_keys=keys)], [content.stored(0, 2, medium=release.host)]],
        [
            (content.prompt(2), overlap()),
            (content.prompt(2, cache_salt="pepper"), overlap(device=1)),
        ],
        held=overlap(device=2, host=2),
    )


@case(has("locality"))
def blocks_elsewhere_are_not_here(release: Release, content: Content) -> Play:
    near, far = content.stored(0, 1, locality="LOCAL"), content.stored(1, 2, medium=release.disk[0], locality="REMOTE")
    return Play(
        [[near, far]],
        [(content.prompt(2), overlap(device=1))],
        held=overlap(device=1),
        refused={"remote": 1},
    )


@case(has("ownership"))
def a_secondary_tier_counts_if_it_is_ours(release: Release, content: Content) -> Play:
    own = content.stored(1, 2, medium=release.disk[0], locality="LOCAL", ownership="fs")
    foreign = content.stored(2, 3, medium=release.disk[0], locality="LOCAL", ownership="kvcr")
    return Play(
        [[content.stored(0, 1), own, foreign]],
        [(content.prompt(3), overlap(device=1, disk=1))],
        held=overlap(device=1, disk=1),
        refused={"remote": 1},
    )


@case(has("session_id"))
def a_session_is_no_part_of_a_block(release: Release, content: Content) -> Play:
    return Play(
        [[content.stored(0, 2, session_id="s-1")], [content.stored(2, 3)]],
        [(content.prompt(3), overlap(device=3))],
        held=overlap(device=3),
    )


@case(lambda release: release.engine is Engine.SGLANG)
def pairs_of_tokens_stand_for_their_first(release: Release, content: Content) -> Play:
    tokens = [*content.tokens(0, 2), 5]
    pairs = list(zip(tokens, tokens[1:]))
    return Play(
        [[Stored([content.hash(0), content.hash(1)], pairs, BLOCK)]],
        [(content.prompt(2), overlap(device=2))],
        held=overlap(device=2),
    )


@dataclass
class Script:
    """All that one rank of one release publishes, and what must come of it."""

    batches: Batches
    plays: dict[str, Play]

    def held(self) -> dict[str, int]:
        """Blocks as a rank's `blocks` tells them; without requests none is learned from answers."""
        tiers = {tier: sum(play.held.get(tier, 0) for play in self.plays.values()) for tier in ("device", "host", "disk")}
        return tiers | {"learned": 0}

    def refused(self) -> dict[str, int]:
        return dict(sum((Counter(play.refused) for play in self.plays.values()), Counter()))

    def unknown_placeholders(self) -> int:
        return sum(play.unknown_placeholders for play in self.plays.values())

    def events(self) -> Iterable[Event]:
        return (event for batch in self.batches for event in batch)


def script(release: Release, rank: int) -> Script:
    """Every case that the release can play, one after the other. SGLang begins by saying that its cache is empty."""
    plays = {
        case.name: case.play(release, Content(1 + 1000 * rank + number))
        for number, case in enumerate(CASES)
        if case.applies(release)
    }
    opening: Batches = [] if release.vllm else [[Cleared()]]
    return Script(opening + [batch for play in plays.values() for batch in play.batches], plays)
