"""Writes made.golden: KV-event payloads in every shape that engines use, encoded with msgspec (README.md beside this)."""

import pathlib

import msgspec

OUT = pathlib.Path(__file__).parents[1] / "resources/dev/warmpath/events/decode/made.golden"
lines = []


def section(title):
    lines.append("")
    lines.append("# " + title)


def payload(name, content, expected):
    lines.append(f"{name} = {msgspec.msgpack.encode(content).hex()} = {expected}")


def raw(hex_bytes):
    """An encoding that msgspec itself would not choose."""
    return msgspec.Raw(bytes.fromhex(hex_bytes))


def event(name, content, expected, rejected=""):
    """A batch of one event, ts 1.5, rank 0."""
    payload(name, [1.5, [content], 0], f"1.5 0 | {expected} | {rejected}")


def stored(hashes="1", parent="-", tokens="1,2", size=2, tier="device", group="-", lora="-", salt="-", extra="-"):
    return (
        f"store {hashes} parent {parent} tokens {tokens} size {size} {tier} "
        f"group {group} lora {lora} salt {salt} extra {extra}"
    )


def array(hashes=(1,), parent=None, tokens=(1, 2), size=2, *tail):
    return ["BlockStored", hashes, parent, tokens, size, *tail]


def mapped(**fields):
    """The map encoding: the fields that vLLM always sends, then those given; None for one of ours removes it."""
    base = {
        "type": "BlockStored",
        "block_hashes": [1],
        "parent_block_hash": None,
        "token_ids": [1, 2],
        "block_size": 2,
        "lora_id": None,
        "medium": "GPU",
        "lora_name": None,
    }
    return {**base, **fields}


def without(content, *keys):
    return {key: value for key, value in content.items() if key not in keys}


def removed(**fields):
    return {"type": "BlockRemoved", "block_hashes": [7, 8], "medium": "GPU", **fields}


PLAIN = stored()

section("Positional arrays of every length that was released, and longer ones")
event("array-stored-6", array((1,), None, (1, 2), 2, None), PLAIN)
event("array-stored-7-medium", array((1,), None, (1, 2), 2, None, "CPU"), stored(tier="host"))
event("array-stored-8-lora-name", array((1,), None, (1, 2), 2, 3, "GPU", "ad"), stored(lora="ad"))
event("array-stored-9-extra-keys", array((1,), None, (1, 2), 2, None, "GPU", None, [["s"]]), stored(salt="s"))
event("array-stored-10-group", array((1,), None, (1, 2), 2, None, "GPU", None, None, 2), stored(group=2))
event(
    "array-stored-12-full",
    array((1, 2), 9, (1, 2, 3, 4), 2, 1, "GPU", "ad", [["ad"], ["ad"]], 0, "full_attention", None),
    stored("1,2", 9, "1..4", group=0, lora="ad"),
)
event(
    "array-stored-12-sliding",
    array((1,), None, (1, 2), 2, None, "GPU", None, None, 1, "sliding_window", 4096),
    "",
    "OTHER_GROUP",
)
event("array-stored-15", array((1,), None, (1, 2), 2, None, "GPU", None, None, 0, None, None, "a", {"b": [1]}, 2), stored(group=0))
event("array-stored-5-too-short", array((1,), None, (1, 2), 2), "", "EVENT_SHAPE")
event("array-stored-late-fields-of-another-type", array((1,), None, (1, 2), 2, None, "GPU", None, {"k": 1}, 0, 5), stored(group=0))
event("array-removed-2", ["BlockRemoved", [7, 8]], "remove 7,8 device group -")
event("array-removed-3", ["BlockRemoved", [7], "CPU"], "remove 7 host group -")
event("array-removed-4", ["BlockRemoved", [7], "GPU", 1], "remove 7 device group 1")
event("array-removed-6", ["BlockRemoved", [7], None, None, "later", []], "remove 7 device group -")
event("array-removed-1-too-short", ["BlockRemoved"], "", "EVENT_SHAPE")
event("array-cleared-1", ["AllBlocksCleared"], "clear")
event("array-cleared-3", ["AllBlocksCleared", None, {}], "clear")

section("SGLang: six and seven elements, a map in the eighth, maps")
event("sglang-array-7", array((-5,), None, (1, 2), 2, None, "CPU_PINNED"), stored(-5, tier="host"))
event(
    "sglang-array-8-salt",
    array((-5,), None, (1, 2), 2, None, "GPU", {"cache_salt": "t", "session_id": "u"}),
    stored(-5, salt="t"),
)
event("sglang-array-8-session", array((-5,), None, (1, 2), 2, None, "GPU", {"session_id": "u"}), stored(-5))
event("sglang-array-8-empty", array((-5,), None, (1, 2), 2, None, "GPU", {}), stored(-5))
event("array-8-number", array((1,), None, (1, 2), 2, None, "GPU", 5), "", "EVENT_FIELD")
event("sglang-map-salt-session", mapped(block_hashes=[-5], cache_salt="t", session_id="u"), stored(-5, salt="t"))
event("sglang-map-removed", {"type": "BlockRemoved", "block_hashes": [-5, -6], "medium": "CPU_PINNED"}, "remove -5,-6 host group -")
event("sglang-bigram", array((1,), None, ([1, 2], [2, 3]), 2, None, "GPU"), PLAIN)
event("sglang-bigram-map", mapped(token_ids=[[70000, 2], [2, 4294967295]]), stored(tokens="70000,2"))

section("Maps: least and most, any order, unknown keys")
event(
    "map-least",
    {"type": "BlockStored", "block_hashes": [1], "token_ids": [1, 2], "block_size": 2},
    PLAIN,
)
event(
    "map-most",
    mapped(
        block_hashes=[1, 2],
        parent_block_hash=9,
        token_ids=[1, 2, 3, 4],
        lora_id=4,
        lora_name="ad",
        extra_keys=[["ad"], ["ad"]],
        group_idx=0,
        kv_cache_spec_kind="mla_attention",
        kv_cache_spec_sliding_window=None,
        locality="LOCAL",
        ownership="own",
        session_id="s-1",
    ),
    stored("1,2", 9, "1..4", group=0, lora="ad"),
)
event("map-reversed", dict(reversed(list(mapped(extra_keys=[["s"]], group_idx=3).items()))), stored(group=3, salt="s"))
event("map-unknown-keys", {"x": {"y": [1, [2, {"z": None}]]}, **mapped(event_version=2), 5: "five", "b": b"\x00"}, PLAIN)
event("map-unknown-key-not-text", {(1, 2): 3, **mapped()}, PLAIN)
event("map-same-key-twice", raw("85a474797065ab426c6f636b53746f726564ac626c6f636b5f6861736865739105a9746f6b656e5f696473920102aa626c6f636b5f73697a6502ac626c6f636b5f6861736865739101"), PLAIN)
event("map-removed-group", removed(group_idx=1, locality="LOCAL", ownership="own"), "remove 7,8 device group 1")
event("map-removed-odd-token-ids", removed(token_ids="abc", block_size=-1), "remove 7,8 device group -")
event("map-cleared-odd-fields", {"block_hashes": "x", "type": "AllBlocksCleared"}, "clear")
event("map-no-type", without(mapped(), "type"), "", "EVENT_SHAPE")
event("map-type-not-text", mapped(type=1), "", "EVENT_SHAPE")
event("map-unknown-type-with-odd-fields", mapped(type="BlockPinned", token_ids="abc"), "", "UNKNOWN_TYPE")
event("map-no-hashes", without(mapped(), "block_hashes"), "", "EVENT_SHAPE")
event("map-no-tokens", without(mapped(), "token_ids"), "", "EVENT_SHAPE")
event("map-no-block-size", without(mapped(), "block_size"), "", "EVENT_SHAPE")
event("map-removed-no-hashes", without(removed(), "block_hashes"), "", "EVENT_SHAPE")
event("map-empty", {}, "", "EVENT_SHAPE")

section("Batches")
EVENTS = [array((1,), None, (1, 2), 2, None)]
payload("batch-2", [1.0, EVENTS], f"1.0 - | {PLAIN} | ")
payload("batch-3-rank-nil", [1.0, EVENTS, None], f"1.0 - | {PLAIN} | ")
payload("batch-3-rank", [1.0, EVENTS, 3], f"1.0 3 | {PLAIN} | ")
payload("batch-4", [1.0, EVENTS, 0, "future"], f"1.0 0 | {PLAIN} | ")
payload("batch-6", [1.0, EVENTS, 0, {"a": []}, None, 1], f"1.0 0 | {PLAIN} | ")
payload("batch-map", {"ts": 1.0, "events": EVENTS, "data_parallel_rank": 2}, f"1.0 2 | {PLAIN} | ")
payload("batch-map-shuffled", {"v": 2, "data_parallel_rank": None, "events": EVENTS, 7: 7, "ts": 1.0}, f"1.0 - | {PLAIN} | ")
payload("batch-mixed-encodings", [1.0, [array((1,), None, (1, 2), 2, None), mapped(), ["AllBlocksCleared"], removed()], 0],
        f"1.0 0 | {PLAIN}; {PLAIN}; clear; remove 7,8 device group - | ")
payload("batch-no-events", [1.0, [], 0], "1.0 0 |  | ")
payload("batch-ts-integer", [1700000000, [], 0], "1.7E9 0 |  | ")
payload("batch-ts-nan", [float("nan"), EVENTS, 0], f"NaN 0 | {PLAIN} | ")
payload("batch-ts-float32", [raw("ca3fc00000"), [], 0], "1.5 0 |  | ")
payload("batch-ts-nil", [None, EVENTS, 0], f"NaN 0 | {PLAIN} | ")
payload("batch-rank-negative", [1.0, EVENTS, -5], f"1.0 - | {PLAIN} | ")
payload("batch-rank-too-large", [1.0, EVENTS, 2**32 + 3], f"1.0 - | {PLAIN} | ")
payload("batch-rank-text", [1.0, EVENTS, "0"], f"1.0 - | {PLAIN} | ")
payload("batch-events-wide-header", [1.0, raw("dd0000000191b0416c6c426c6f636b73436c6561726564"), 0], "1.0 0 | clear | ")
payload("batch-of-load-statistics", ["LoadStat", 1, 2, 3, 4, 0], "NaN 2 |  | BATCH_SHAPE")
payload("batch-empty-array", [], "NaN - |  | BATCH_SHAPE")
payload("batch-1", [1.0], "1.0 - |  | BATCH_SHAPE")
payload("batch-map-without-events", {"ts": 1.0, "type": "BlockStored"}, "1.0 - |  | BATCH_SHAPE")
payload("batch-text", "BlockStored", "NaN - |  | BATCH_SHAPE")
payload("batch-nil", None, "NaN - |  | BATCH_SHAPE")
payload("batch-events-nil", [1.0, None, 0], "1.0 0 |  | BATCH_SHAPE")

section("Hashes")
for name, value, expected in [
    ("hash-zero", 0, 0),
    ("hash-u8", 200, 200),
    ("hash-u16", 60000, 60000),
    ("hash-u32", 4000000000, 4000000000),
    ("hash-u64-small", 2**40, 2**40),
    ("hash-u64-large", 2**64 - 2, -2),
    ("hash-u64-sign-bit", 2**63, -(2**63)),
    ("hash-i8", -100, -100),
    ("hash-i16", -30000, -30000),
    ("hash-i32", -2000000000, -2000000000),
    ("hash-i64", -123456789012345678, -123456789012345678),
    ("hash-i64-for-a-small-one", raw("d30000000000000001"), 1),
    ("hash-bytes-32", bytes(range(32)), 0x18191A1B1C1D1E1F),
    ("hash-bytes-16", bytes(range(16, 32)), 0x18191A1B1C1D1E1F),
    ("hash-bytes-8-sign-bit", bytes.fromhex("fffffffffffffffe"), -2),
    ("hash-bytes-3", b"\x01\x02\x03", 0x010203),
    ("hash-bytes-wide-header", raw("c600000001" + "05"), 5),
]:
    event(name, array((value,), None, (1, 2), 2, None), stored(expected))
    event(name + "-removed", ["BlockRemoved", [value]], f"remove {expected} device group -")
for name, value in [
    ("hash-bytes-none", b""),
    ("hash-text", "1"),
    ("hash-float", 1.0),
    ("hash-nil", None),
    ("hash-bool", True),
    ("hash-list", [1]),
]:
    event(name, array((value,), None, (1, 2), 2, None), "", "EVENT_FIELD")
    event(name + "-removed", ["BlockRemoved", [value]], "", "EVENT_FIELD")
event("hashes-nil", mapped(block_hashes=None), "", "EVENT_FIELD")
event("hashes-mixed", mapped(block_hashes=[1, b"\x02", -3], token_ids=[1, 2, 3, 4, 5, 6]), stored("1,2,-3", tokens="1..6"))

section("Parents")
for name, value, expected in [
    ("parent-small", 5, 5),
    ("parent-u64", 2**64 - 2, -2),
    ("parent-i64", -(2**40), -(2**40)),
    ("parent-bytes", bytes(range(32)), 0x18191A1B1C1D1E1F),
]:
    event(name, array((1,), value, (1, 2), 2, None), stored(parent=expected))
    event(name + "-map", mapped(parent_block_hash=value), stored(parent=expected))
event("parent-absent", without(mapped(), "parent_block_hash"), PLAIN)
event("parent-zero-in-an-array-is-none", array((1,), 0, (1, 2), 2, None), PLAIN)
event("parent-zero-in-a-map-is-a-hash", mapped(parent_block_hash=0), stored(parent=0))
event("parent-text", mapped(parent_block_hash="5"), "", "EVENT_FIELD")
event("parent-bytes-none", mapped(parent_block_hash=b""), "", "EVENT_FIELD")

section("Media and places")
for medium, tier in [
    (None, "device"),
    ("GPU", "device"),
    ("CPU", "host"),
    ("CPU_PINNED", "host"),
    ("CPU_TIER1", "host"),
    ("CPU_TIER2", "disk"),
    ("DISK", "disk"),
    ("STORAGE", "disk"),
    ("FS", "disk"),
    ("OBJ", "disk"),
    ("EXTERNAL", "disk"),
]:
    event(f"medium-{medium}", mapped(medium=medium), stored(tier=tier))
    event(f"medium-{medium}-removed", removed(medium=medium), f"remove 7,8 {tier} group -")
event("medium-absent", without(mapped(), "medium"), PLAIN)
event("medium-absent-removed", without(removed(), "medium"), "remove 7,8 device group -")
for name, medium, reason in [
    ("medium-unknown", "TAPE", "UNKNOWN_MEDIUM"),
    ("medium-lower-case", "gpu", "UNKNOWN_MEDIUM"),
    ("medium-empty", "", "UNKNOWN_MEDIUM"),
    ("medium-number", 1, "EVENT_FIELD"),
]:
    event(name, mapped(medium=medium), "", reason)
    event(name + "-removed", removed(medium=medium), "", reason)
event("locality-remote", mapped(locality="REMOTE"), "", "REMOTE")
event("locality-other", mapped(locality="NEARBY"), "", "REMOTE")
event("locality-remote-removed", removed(locality="REMOTE"), "", "REMOTE")
event("locality-nil", mapped(locality=None, ownership=None), PLAIN)
event("ownership-kvcr", mapped(ownership="kvcr"), "", "REMOTE")
event("ownership-kvcr-removed", removed(ownership="kvcr"), "", "REMOTE")
event("ownership-other", mapped(ownership="tier-2"), PLAIN)
event("locality-number", mapped(locality=1), "", "EVENT_FIELD")

section("Groups")
for kind in ["full_attention", "mla_attention", "sink_full_attention"]:
    event(f"group-{kind}", mapped(group_idx=0, kv_cache_spec_kind=kind), stored(group=0))
for kind in ["sliding_window", "sliding_window_mla", "mamba", "chunked_local_attention", "encoder_only_attention",
             "cross_attention", "unknown", "full_attention_2"]:
    event(f"group-{kind}", mapped(group_idx=1, kv_cache_spec_kind=kind), "", "OTHER_GROUP")
event("group-kind-nil", mapped(group_idx=1, kv_cache_spec_kind=None), stored(group=1))
event("group-mamba-with-fewer-hashes", mapped(group_idx=1, kv_cache_spec_kind="mamba", block_hashes=[]), "", "OTHER_GROUP")
event("group-sliding-comes-before-other-faults", mapped(kv_cache_spec_kind="sliding_window", token_ids=[-1], medium="TAPE"), "", "OTHER_GROUP")
event("group-negative", mapped(group_idx=-1), "", "EVENT_FIELD")
event("group-text", removed(group_idx="1"), "", "EVENT_FIELD")
event("group-kind-number", mapped(kv_cache_spec_kind=1), "", "EVENT_FIELD")

section("Adapters")
event("lora-name", mapped(lora_id=1, lora_name="ad", extra_keys=[["ad"]]), stored(lora="ad"))
event("lora-name-comes-last", {**without(mapped(extra_keys=[["ad", "s"]]), "lora_name"), "lora_name": "ad"}, stored(lora="ad", salt="s"))
event("lora-name-beyond-ascii", mapped(lora_name="adaptér-日本"), stored(lora="adaptér-日本"))
event("lora-id-alone", array((1,), None, (1, 2), 2, 7), stored(lora="\\0lora_id=7"))
event("lora-id-text-alone", mapped(lora_id="u-1"), stored(lora="\\0lora_id=u-1"))
event("lora-id-zero", array((1,), None, (1, 2), 2, 0), PLAIN)
event("lora-name-empty", mapped(lora_name=""), PLAIN)
event("lora-with-a-parent", mapped(parent_block_hash=9, lora_name="ad", extra_keys=[["ad"]]), stored(parent=9, lora="ad"))
event("lora-id-float", mapped(lora_id=1.0), "", "EVENT_FIELD")
event("lora-name-list", mapped(lora_name=["ad"]), "", "EVENT_FIELD")
event("lora-name-not-utf8", mapped(lora_name=raw("a2ff41")), "", "EVENT_FIELD")

section("Salts and extra keys")
TWO = dict(block_hashes=[1, 2], token_ids=[1, 2, 3, 4])
event("salt-in-the-root-block", mapped(**TWO, extra_keys=[["t"], None]), stored("1,2", tokens="1..4", salt="t"))
event("salt-equal-to-the-adapter", mapped(lora_name="ad", extra_keys=[["ad", "ad"]]), stored(lora="ad", salt="ad"))
event("salt-of-a-chain-behind-a-parent", mapped(parent_block_hash=9, cache_salt="t"), stored(parent=9))
event("text-behind-a-parent-is-no-salt", mapped(parent_block_hash=9, extra_keys=[["t"]]), stored(parent=9, extra="x"))
event("text-in-a-later-block-is-no-salt", mapped(**TWO, extra_keys=[None, ["t"]]), stored("1,2", tokens="1..4", extra=".x"))
event("second-text-of-the-root-is-no-salt", mapped(extra_keys=[["t", "u"]]), stored(salt="t", extra="x"))
event("salt-field-and-extra-key", mapped(cache_salt="t", extra_keys=[["t"]]), stored(salt="t"))
event("salt-empty", mapped(cache_salt=""), PLAIN)
event("salt-nil", mapped(cache_salt=None), PLAIN)
event("salt-number", mapped(cache_salt=5), "", "EVENT_FIELD")
event("salt-not-utf8", mapped(extra_keys=[[raw("a1ff")]]), "", "EVENT_FIELD")
event("salt-too-long", mapped(cache_salt="s" * 4097), "", "EVENT_FIELD")
event("salt-of-an-image-prompt", mapped(**TWO, extra_keys=[[["img", 1], "t"], [["img", -1]]]), stored("1,2", tokens="1..4", salt="t", extra="xx"))
event("image-in-the-second-block", mapped(**TWO, extra_keys=[None, [["img", 0]]]), stored("1,2", tokens="1..4", extra=".x"))
event("image-and-adapter", mapped(**TWO, lora_name="ad", extra_keys=[["ad"], ["ad", ["img", 0]]]), stored("1,2", tokens="1..4", lora="ad", extra=".x"))
event("prompt-embeddings", mapped(extra_keys=[[b"\x01\x02"]]), stored(extra="x"))
event("extra-keys-of-an-unknown-kind", mapped(**TWO, extra_keys=[[{"a": 1}, 1.5, True, None], "t"]), stored("1,2", tokens="1..4", extra="xx"))
event("extra-keys-all-nil", mapped(**TWO, extra_keys=[None, None]), stored("1,2", tokens="1..4"))
event("extra-keys-empty-lists", mapped(**TWO, extra_keys=[[], []]), stored("1,2", tokens="1..4"))
event("extra-keys-none-at-all", mapped(**TWO, extra_keys=[]), stored("1,2", tokens="1..4"))
event("extra-keys-too-few", mapped(**TWO, extra_keys=[None]), "", "EVENT_FIELD")
event("extra-keys-too-many", mapped(**TWO, extra_keys=[None, None, None]), "", "EVENT_FIELD")
event("extra-keys-text", mapped(extra_keys="t"), "", "EVENT_FIELD")

section("Tokens and blocks")
event("tokens-widths", mapped(block_hashes=[1], token_ids=[0, 127, 200, 60000, 70000, 2**31, 2**32 - 1], block_size=7),
      stored(tokens="0,127,200,60000,70000,2147483648,4294967295", size=7))
event("tokens-text", mapped(token_ids="abc"), "", "EVENT_FIELD")
event("tokens-too-large", mapped(token_ids=[1, 2**32]), "", "EVENT_FIELD")
event("tokens-u64", mapped(token_ids=[1, 2**64 - 1]), "", "EVENT_FIELD")
event("tokens-negative", mapped(token_ids=[1, -1]), "", "EVENT_FIELD")
event("tokens-float", mapped(token_ids=[1, 2.0]), "", "EVENT_FIELD")
event("tokens-nil", mapped(token_ids=None), "", "EVENT_FIELD")
event("tokens-pairs-and-plain", mapped(token_ids=[[1, 2], 2]), "", "EVENT_FIELD")
event("tokens-plain-and-pairs", mapped(token_ids=[1, [2, 3]]), "", "EVENT_FIELD")
event("tokens-triples", mapped(token_ids=[[1, 2, 3], [2, 3, 4]]), "", "EVENT_FIELD")
event("tokens-last-pair-cut-short", array((1,), None, [[1, 2], [2]], 2, None), "", "EVENT_FIELD")
event("tokens-pairs-with-text", mapped(token_ids=[[1, "2"], [2, 3]]), "", "EVENT_FIELD")
event("block-size-1", mapped(block_hashes=[1, 2, 3], token_ids=[4, 5, 6], block_size=1), stored("1,2,3", tokens="4,5,6", size=1))
event("block-size-text", mapped(block_size="2"), "", "EVENT_FIELD")
event("block-size-negative", mapped(block_size=-2), "", "EVENT_FIELD")
event("block-size-too-large", mapped(block_size=2**31), "", "EVENT_FIELD")
event("unaligned-fewer-tokens", mapped(block_hashes=[1, 2, 3], token_ids=[1, 2, 3, 4, 5, 6, 7, 8], block_size=4), "", "UNALIGNED")
event("unaligned-more-tokens", mapped(token_ids=[1, 2, 3]), "", "UNALIGNED")
event("unaligned-product-beyond-an-int", mapped(block_hashes=[1, 2, 3, 4], block_size=2**30 + 1, token_ids=[1, 2, 3, 4]), "", "UNALIGNED")
event("unaligned-no-hashes", mapped(block_hashes=[]), "", "UNALIGNED")
event("unaligned-block-size-0", mapped(block_size=0), "", "UNALIGNED")
event("no-blocks", mapped(block_hashes=[], token_ids=[]), "")
event("no-blocks-removed", removed(block_hashes=[]), "")
PLACEHOLDER = "store 1,2 parent - tokens  size 0 host group - lora - salt - extra -"
event("placeholder", mapped(block_hashes=[1, 2], token_ids=[], block_size=0, medium="CPU"), PLACEHOLDER)
event("placeholder-array", array((1, 2), None, (), 0, None, "CPU"), PLACEHOLDER)
event("placeholder-with-a-block-size", mapped(block_hashes=[1, 2], token_ids=[], block_size=16, medium="CPU"), PLACEHOLDER)
event("placeholder-group", mapped(token_ids=[], block_size=0, group_idx=1), "store 1 parent - tokens  size 0 device group 1 lora - salt - extra -")

section("Blocks in their own way")
SIX = dict(token_ids=[1, 2, 3, 4, 5, 6])
event("self-parent", mapped(block_hashes=[5], parent_block_hash=5), "", "SELF_PARENT")
event("self-parent-other-form", mapped(block_hashes=[2**64 - 2], parent_block_hash=-2), "", "SELF_PARENT")
event("sibling-parent", mapped(block_hashes=[6, 7, 8], parent_block_hash=8, **SIX), "", "SELF_PARENT")
event("listed-twice", mapped(block_hashes=[6, 7, 6], **SIX), "", "SELF_PARENT")
event("zero-listed-twice", mapped(block_hashes=[0, 7, 0], **SIX), "", "SELF_PARENT")
event("zero-is-its-own-parent", mapped(block_hashes=[0, 7, 8], parent_block_hash=0, **SIX), "", "SELF_PARENT")
event("zero-listed-once", mapped(block_hashes=[0, 7, 8], parent_block_hash=9, **SIX), stored("0,7,8", 9, "1..6"))
event("removed-twice-in-one-event", removed(block_hashes=[7, 7]), "remove 7,7 device group -")

section("One bad event between good ones")
GOOD = array((2,), 1, (3, 4), 2, None)
for name, bad, reason in [
    ("unknown-tag", ["BlockPinned", [1]], "UNKNOWN_TYPE"),
    ("tokens-text", array((9,), None, "abc", 2, None), "EVENT_FIELD"),
    ("tag-number", [1, [1]], "EVENT_SHAPE"),
    ("tag-nil", [None], "EVENT_SHAPE"),
    ("empty-array", [], "EVENT_SHAPE"),
    ("nil", None, "EVENT_SHAPE"),
    ("text", "BlockStored", "EVENT_SHAPE"),
    ("nested", [[[["BlockStored"]]], {"a": {"b": {}}}], "EVENT_SHAPE"),
    ("bytes", b"\x93\x01", "EVENT_SHAPE"),
    ("extension", msgspec.msgpack.Ext(5, b"\x01\x02\x03\x04\x05"), "EVENT_SHAPE"),
    ("fixed-extension", msgspec.msgpack.Ext(5, b"\x01\x02\x03\x04"), "EVENT_SHAPE"),
    ("map-tokens-text", mapped(token_ids="abc"), "EVENT_FIELD"),
]:
    payload(f"between-{name}", [1.0, [EVENTS[0], bad, GOOD], 0],
            f"1.0 0 | {PLAIN}; {stored(2, 1, '3,4')} | {reason}")
payload("between-three-bad-ones", [1.0, [None, EVENTS[0], ["Nope"], mapped(medium="TAPE"), removed()], 0],
        f"1.0 0 | {PLAIN}; remove 7,8 device group - | EVENT_SHAPE,UNKNOWN_TYPE,UNKNOWN_MEDIUM")

header = "# Written by events/src/test/python/make_golden.py (README.md there); do not edit."
OUT.write_text("\n".join([header, *lines]) + "\n", encoding="utf-8")
print(f"{sum(' = ' in line for line in lines)} payloads -> {OUT.name}")
