"""Loads a release's event module as it was released, without the engine around it.

The classes, their encoder and the publisher are the released files, unchanged. Stood in for is what those files import and
events do not need, because the real thing would bring torch and the rest of the engine with it:

* the packages above the files (`vllm`, `vllm.distributed`, `sglang.srt`, ...): empty, so that no `__init__` runs;
* `vllm.logger.init_logger`: the standard library's logger;
* `vllm.config.utils.config`, which makes a configuration class a data class with checked fields: pydantic's does that;
* `vllm.v1.core.kv_cache_utils.ExternalBlockHash`: the type that it names, bytes or int;
* `vllm.config.KVEventsConfig` of releases before it had a file of its own (0.10.2): the same fields and defaults;
* `sglang.srt.runtime_context.get_parallel`: only called where an engine decides whether a process publishes at all.
"""

from __future__ import annotations

import dataclasses
import importlib
import logging
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pydantic.dataclasses


def load(folder: Path) -> ModuleType:
    """The event module of the release whose sources are here. One release per process."""
    if (folder / "vllm").exists():
        _stand_in_for_vllm(folder)
        return importlib.import_module("vllm.distributed.kv_events")
    _stand_in_for_sglang(folder)
    return importlib.import_module("sglang.srt.disaggregation.kv_events")


def _stand_in_for_vllm(folder: Path) -> None:
    for package in ("vllm", "vllm.distributed", "vllm.config", "vllm.utils", "vllm.v1", "vllm.v1.core"):
        _package(folder, package)
    _module("vllm.logger", init_logger=logging.getLogger)
    _module("vllm.v1.core.kv_cache_utils", ExternalBlockHash=bytes | int)
    _module("vllm.config.utils", config=_config)
    if not (folder / "vllm" / "config" / "kv_events.py").exists():
        sys.modules["vllm.config"].KVEventsConfig = FirstKVEventsConfig  # type: ignore[attr-defined]


def _stand_in_for_sglang(folder: Path) -> None:
    for package in ("sglang", "sglang.srt", "sglang.srt.disaggregation", "sglang.srt.utils"):
        _package(folder, package)
    _module("sglang.srt.runtime_context", get_parallel=_not_needed)


def _package(folder: Path, name: str) -> None:
    _module(name, __path__=[str(folder.joinpath(*name.split(".")))])


def _module(name: str, **members: Any) -> None:
    module = ModuleType(name)
    vars(module).update(members)
    sys.modules[name] = module


def _config(cls: type) -> type:
    return cls if dataclasses.is_dataclass(cls) else pydantic.dataclasses.dataclass(cls)


def _not_needed() -> Any:
    raise AssertionError("no test asks whether a process publishes")


@dataclasses.dataclass
class FirstKVEventsConfig:
    """vLLM's `KVEventsConfig` while it lay in a module with all other configuration."""

    enable_kv_cache_events: bool = False
    publisher: str = "null"
    endpoint: str = "tcp://*:5557"
    replay_endpoint: str | None = None
    buffer_steps: int = 10_000
    hwm: int = 100_000
    max_queue_size: int = 100_000
    topic: str = ""
