"""Events as a test tells them, for any release, and as the classes of one release."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from types import ModuleType
from typing import Any

Hash = int | bytes


@dataclass(frozen=True)
class Stored:
    """Blocks that entered a place. Tokens are ids, or pairs of ids as SGLang sends them for EAGLE."""

    block_hashes: list[Hash]
    token_ids: list[int] | list[tuple[int, int]]
    block_size: int
    parent_block_hash: Hash | None = None
    medium: str | None = "GPU"
    lora_id: int | None = None
    lora_name: str | None = None
    cache_salt: str | None = None
    extra_keys: list[tuple[Any, ...] | None] | None = None
    group_idx: int | None = None
    kv_cache_spec_kind: str | None = None
    kv_cache_spec_sliding_window: int | None = None
    locality: str | None = None
    ownership: str | None = None
    session_id: str | None = None


@dataclass(frozen=True)
class Removed:
    """Blocks that left a place."""

    block_hashes: list[Hash]
    medium: str | None = "GPU"
    group_idx: int | None = None
    locality: str | None = None
    ownership: str | None = None


@dataclass(frozen=True)
class Cleared:
    """Everything left."""


Event = Stored | Removed | Cleared


def released(event: Event, module: ModuleType) -> Any:
    """The event as the release's own class; what the release has no field for, its engine cannot say."""
    if isinstance(event, Cleared):
        return module.AllBlocksCleared()
    cls = module.BlockStored if isinstance(event, Stored) else module.BlockRemoved
    told = asdict(event)
    if hasattr(module, "StorageMedium") and told["medium"] is not None:
        told["medium"] = module.StorageMedium(told["medium"])
    known = {name: told[name] for name in cls.__struct_fields__ if name in told}
    if isinstance(event, Stored) and event.cache_salt and hasattr(module, "BlockStoredWithMetadata"):
        metadata = module.BlockStoredMetadata(cache_salt=event.cache_salt)
        return module.BlockStoredWithMetadata(**known, metadata=metadata)
    return cls(**known)
