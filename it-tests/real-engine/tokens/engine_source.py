"""Imports an engine's own request preparation without the engine.

vLLM's and SGLang's code between an HTTP request and the chat template is plain Python, but the modules that hold it
import torch, CUDA kernels and the rest of the engine at their top. Here the modules that prepare a request are loaded
from the engine's own files, unchanged, and every other module that they ask for is an empty stand-in. A stand-in can be
imported, subclassed, called and used as a type; it answers nothing, so a preparation that really depends on one shows
up as a wrong or failed case and not as a silent agreement.
"""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import importlib.util
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any


class _Meta(type):
    """Makes a stand-in class answer as a namespace, a generic and a member of a union."""

    def __getattr__(cls, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        value = stand_in(f"{cls.__name__}.{name}")
        setattr(cls, name, value)
        return value

    def __getitem__(cls, key: Any) -> Any:
        return cls

    def __iter__(cls) -> Any:
        return iter(())

    def __bool__(cls) -> bool:
        return False

    def __contains__(cls, key: Any) -> bool:
        return False


def stand_in(name: str) -> type:
    """A new stand-in of that name."""

    def new(cls: type, *args: Any, **kwargs: Any) -> Any:
        # As a decorator it must give back what it decorates.
        if len(args) == 1 and not kwargs and callable(args[0]) and not isinstance(args[0], _Meta):
            return args[0]
        return object.__new__(cls)

    body = {
        "__new__": new,
        "__init__": lambda self, *args, **kwargs: None,
        "__init_subclass__": classmethod(lambda cls, **kwargs: None),
        "__class_getitem__": classmethod(lambda cls, key: cls),
        "__get_pydantic_core_schema__": classmethod(lambda cls, source, handler: _any_schema()),
        "__getattr__": _instance_attribute,
        "__call__": lambda self, *args, **kwargs: args[0] if len(args) == 1 and callable(args[0]) else self,
        "__bool__": lambda self: False,
    }
    return _Meta(name, (), body)


def _instance_attribute(self: Any, name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    return stand_in(name)


def _any_schema() -> Any:
    from pydantic_core import core_schema

    return core_schema.any_schema()


class _StandInModule(ModuleType):
    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        value = stand_in(name)
        setattr(self, name, value)
        return value


class EngineSource(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds an engine's modules: those that are named from its files, the others and the heavy libraries empty."""

    def __init__(self, root: Path, real: Sequence[str], absent: Sequence[str]) -> None:
        """
        :param root: holds the engine's top package
        :param real: names of modules to load from there
        :param absent: top packages whose every other module is a stand-in
        """
        self._root = root
        self._real = frozenset(real)
        self._absent = frozenset(absent)

    def install(self) -> EngineSource:
        sys.meta_path.insert(0, self)
        return self

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        if fullname.partition(".")[0] not in self._absent:
            return None
        if fullname in self._real:
            base = self._root.joinpath(*fullname.split("."))
            file = base.with_suffix(".py") if base.with_suffix(".py").is_file() else base / "__init__.py"
            places = [str(base)] if file.name == "__init__.py" else None
            return importlib.util.spec_from_file_location(fullname, file, submodule_search_locations=places)
        return importlib.machinery.ModuleSpec(fullname, self, is_package=True)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType:
        return _StandInModule(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """A stand-in has no code."""
