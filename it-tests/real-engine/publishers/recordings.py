"""The batches that are recorded for the tests in Java, and what must be read of them: written here by hand, and no
output of a decoder.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from publishers.events import Cleared, Event, Hash, Removed, Stored
from publishers.releases import Release, Wire

SIZE = 2
ROOT = Stored([2**63 - 1, 5], [1, 2, 3, 4], SIZE)
CHILD = Stored([6], [70_000, 4_294_967_295], SIZE, 5)
# As the decoder reads them.
ROOT_HASHES = "9223372036854775807,5"
CHILD_TOKENS = "70000,4294967295"

# Of a digest the last eight bytes are kept.
DIGEST, PARENT = (bytes([255] * 24) + low.to_bytes(8, "big") for low in (9, 8))


@dataclass(frozen=True)
class Recording:
    """A batch, and the events and refusals that it must be read as (events/src/test/python/README.md has the words)."""

    name: str
    events: list[Event]
    read: str
    refused: str = ""

    def expected(self, release: Release) -> str:
        return f"1.5 {0 if release.ranked else '-'} | {self.read} | {self.refused}"


def recordings(release: Release) -> list[Recording]:
    """Everything that the release can say, each once."""
    return [*_chains(release), *_places(release), *_namespaces(release), *_groups(release)]


def _chains(release: Release) -> Iterator[Recording]:
    wide, lowest = (2**64 - 1, 2**63) if release.vllm else (-1, -(2**63))
    group = _group(release)
    chain = f"{_store(ROOT_HASHES, '1..4', group=group)}; {_store('6', CHILD_TOKENS, parent='5', group=group)}"
    yield Recording("chain", [_typical(release, ROOT), _typical(release, CHILD)], chain)
    yield Recording(
        "removed-and-cleared",
        [_removed(release, [wide]), _removed(release, [5, 6]), Cleared()],
        f"remove -1 device group {group}; remove 5,6 device group {group}; clear",
    )
    signs = _store("-1,-9223372036854775808", "1..4")
    yield Recording("signs", [replace(ROOT, block_hashes=[wide, lowest])], signs)
    if release.digests:
        digests = [replace(ROOT, block_hashes=[DIGEST], token_ids=[1, 2], parent_block_hash=PARENT), Removed([DIGEST])]
        yield Recording("digests", digests, f"{_store('9', '1,2', parent='8')}; remove 9 device group -")
    if not release.vllm:
        pairs = replace(ROOT, token_ids=[(1, 2), (2, 3), (3, 4), (4, 70_000)])
        yield Recording("pairs", [pairs], _store(ROOT_HASHES, "1..4"))
    if "session_id" in release.fields:
        yield Recording("session", [replace(ROOT, session_id="s")], _store(ROOT_HASHES, "1..4"))


def _places(release: Release) -> Iterator[Recording]:
    for medium in release.media[1:]:
        tier = "host" if medium == release.host else "disk"
        read = f"{_store(ROOT_HASHES, '1..4', tier)}; remove 5 {tier} group -"
        yield Recording(f"in-{medium}", [replace(ROOT, medium=medium), Removed([5], medium)], read)
    if release.vllm and release.host:
        read = "store 5 parent - tokens  size 0 host group - lora - salt - extra -"
        yield Recording("placeholder", [Stored([5], [], 0, medium=release.host)], read)
    if "locality" in release.fields:
        events: list[Event] = [replace(ROOT, locality=where) for where in ("LOCAL", "REMOTE")]
        read = _store(ROOT_HASHES, "1..4")
        yield Recording("locality", [*events, Removed([5], locality="REMOTE")], read, "REMOTE,REMOTE")
    if "ownership" in release.fields:
        events = [replace(ROOT, ownership=owner) for owner in ("fs", "kvcr")]
        yield Recording("ownership", events, _store(ROOT_HASHES, "1..4"), "REMOTE")


def _namespaces(release: Release) -> Iterator[Recording]:
    number = 3 if release.vllm else None
    if release.vllm:
        read = _store("6", CHILD_TOKENS, parent="5", lora="\\0lora_id=3")
        yield Recording("adapter-by-number", [replace(CHILD, lora_id=number)], read)
    if "lora_name" in release.fields:
        read = _store("6", CHILD_TOKENS, parent="5", lora="ad")
        yield Recording("adapter", [replace(CHILD, lora_id=number, lora_name="ad")], read)
    if release.salted:
        salted = replace(ROOT, cache_salt="pepper", extra_keys=[("pepper",), None])
        yield Recording("salt", [salted], _store(ROOT_HASHES, "1..4", salt="pepper"))
    if "extra_keys" in release.fields:
        images = replace(ROOT, extra_keys=[None, (("image", -2), b"\x01\x02")])
        yield Recording("images", [images], _store(ROOT_HASHES, "1..4", extra=".x"))


def _groups(release: Release) -> Iterator[Recording]:
    if "kv_cache_spec_kind" in release.fields:
        sliding = replace(ROOT, group_idx=1, kv_cache_spec_kind="sliding_window", kv_cache_spec_sliding_window=128)
        yield Recording("sliding-window", [sliding], "", "OTHER_GROUP")


def simulated(release: Release) -> list[tuple[str, list[Event]]]:
    """What the simulated engine can send too: the same events must be the same bytes."""
    root, child = _typical(release, ROOT), _typical(release, CHILD)
    batches: list[tuple[str, list[Event]]] = [("plain", [root, child, _removed(release, [6]), Cleared()])]
    if release.host:
        batches.append(("host", [replace(root, medium=release.host), replace(_removed(release, [5]), medium=release.host)]))
    if release.salted:
        keys = [("pepper",), None] if release.vllm else None
        batches.append(("salt", [replace(root, cache_salt="pepper", extra_keys=keys)]))
    if "lora_name" in release.fields:
        number = 1 if release.vllm else None
        batches.append(("adapter", [replace(root, lora_id=number, lora_name="ad", extra_keys=[("ad",), ("ad",)])]))
    if release.digests:
        batches.append(("digests", [replace(root, block_hashes=[DIGEST], token_ids=[1, 2], extra_keys=[None])]))
    return batches


def _typical(release: Release, event: Stored) -> Stored:
    """A store as the engine's block pool makes it: vLLM says that there are no extra keys, and which group it is."""
    if not release.vllm:
        return event
    return replace(
        event, extra_keys=[None] * len(event.block_hashes), group_idx=0, kv_cache_spec_kind="full_attention"
    )


def _removed(release: Release, hashes: list[Hash]) -> Removed:
    return Removed(hashes, group_idx=0 if release.vllm else None)


def _group(release: Release) -> str:
    return "0" if "group_idx" in release.fields else "-"


def _store(
    hashes: str,
    tokens: str,
    tier: str = "device",
    *,
    parent: str = "-",
    group: str = "-",
    lora: str = "-",
    salt: str = "-",
    extra: str = "-",
) -> str:
    return (
        f"store {hashes} parent {parent} tokens {tokens} size {SIZE} {tier} "
        f"group {group} lora {lora} salt {salt} extra {extra}"
    )


def layout(release: Release) -> str:
    """The release's row in the table of encodings."""
    if release.wire is Wire.MAP:
        shape = f"map | {', '.join(release.fields[5:])}"
    else:
        shape = f"arrays of {1 + len(release.fields)} and {1 + len(release.removal_fields)} | {', '.join(release.fields[5:]) or 'none'}"
    return f"| {release.engine.value} {release.version} | {release.batch} | {shape} | {release.replay} |"
