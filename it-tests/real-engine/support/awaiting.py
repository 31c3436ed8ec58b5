"""Waiting for conditions, instead of sleeping and hoping."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

# Long enough for a build server with two busy cores; only a test that fails waits this long.
PATIENCE_SECONDS = 15.0
PAUSE_SECONDS = 0.02


def until(condition: Callable[[], T], seconds: float = PATIENCE_SECONDS) -> T:
    """What the condition first gave that is true; what it raised or gave last, if it never was."""
    deadline = time.monotonic() + seconds
    while True:
        last: object
        try:
            answer = condition()
            if answer:
                return answer
            last = answer
        except (AssertionError, OSError, LookupError) as failure:
            last = failure
        if time.monotonic() > deadline:
            cause = last if isinstance(last, BaseException) else None
            raise AssertionError(f"not so within {seconds:.0f} s, at last: {last!r}") from cause
        time.sleep(PAUSE_SECONDS)


def until_equal(look: Callable[[], object], expected: object, seconds: float = PATIENCE_SECONDS) -> None:
    """Waits for a look to show what is expected, and fails as a plain comparison does, with both sides."""
    seen: list[object] = []

    def matches() -> bool:
        seen[:] = [look()]
        return seen[0] == expected

    try:
        until(matches, seconds)
    except AssertionError:
        if seen:
            assert seen[0] == expected
        raise
