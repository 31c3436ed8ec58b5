"""Predicted against reported cached tokens, request by request, and why they differ where they do."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import Enum

from event_log import Cache, EventLog, OwnerSet
from vllm_engine import BLOCK_SIZE


class Cause(Enum):
    """Why a prediction and what the engine reported were as they were."""

    EXACT = "exact"
    SECOND_COPY = "the engine held a second copy of a block whose first removal the router believed"
    STORED_SINCE = "stored between the prediction and the engine's own look"
    EVICTED_SINCE = "evicted between the prediction and the engine's own look"
    EXPECTED = "promised by a booking that was not yet computed"
    WRONG_INDEX = "the index said what the engine's events never made true"
    WRONG_REPORT = "the engine reported what its events never made true"


@dataclass(frozen=True)
class Request:
    """One request: what was predicted at `before` in the log of the engine that served it, and what came by `after`."""

    tokens: tuple[int, ...]
    engine: int
    matched_blocks: int
    before: int
    after: int
    reported: int

    @property
    def predicted(self) -> int:
        return cached_tokens(self.matched_blocks, len(self.tokens))


def cached_tokens(blocks: int, tokens: int) -> int:
    """What an engine can take from so many blocks: whole blocks, and never the last token, whose output it needs."""
    return min(blocks, (tokens - 1) // BLOCK_SIZE) * BLOCK_SIZE


# The router applies the same batches as the log does, a little earlier or later.
BATCHES_APART = 16


class Ledger:
    """The requests of one run, and what each came to."""

    def __init__(self, logs: tuple[EventLog, ...]) -> None:
        self._logs = logs
        self.requests: list[Request] = []
        self.causes: Counter[Cause] = Counter()
        self.unexplained: list[tuple[Cause, Request]] = []

    def explain(self) -> None:
        """Names the cause of each difference, from the engines' event logs."""
        for request in self.requests:
            cause = Cause.EXACT if request.predicted == request.reported else self._cause(request)
            self.causes[cause] += 1
            if cause in (Cause.WRONG_INDEX, Cause.WRONG_REPORT):
                self.unexplained.append((cause, request))

    def report(self, title: str) -> str:
        predicted = sum(request.predicted for request in self.requests)
        reported = sum(request.reported for request in self.requests)
        asked = sum(len(request.tokens) for request in self.requests)
        lines = [
            f"{title}: {len(self.requests)} requests, {asked} prompt tokens",
            f"  cached tokens: predicted {predicted}, reported {reported}"
            f" ({100 * reported / asked:.1f} % of the prompts), error of the sum {predicted - reported:+d}"
            f" ({100 * (predicted - reported) / max(1, reported):+.2f} %)",
        ]
        for cause, count in self.causes.most_common():
            lines.append(f"  {count:4d} {cause.value}")
        lines += [
            f"  {cause.name}: predicted {request.predicted}, reported {request.reported}, {self._last_so(request)}"
            for cause, request in self.unexplained
        ]
        return "\n".join(lines)

    def _last_so(self, request: Request) -> str:
        """When the prediction was last right, for whoever looks into one that never was while it mattered."""
        changes = self._logs[request.engine].changes
        index, last = OwnerSet(), -1
        for change in changes[: request.before]:
            index.apply(change)
            if self._cached(index, request) == request.predicted:
                last = change.sequence
        now = changes[request.before - 1].sequence if request.before else -1
        return f"predicted at batch {now}, so at batch {last} for the last time"

    def _cause(self, request: Request) -> Cause:
        as_index, as_engine = self._matches(request)
        predicted, reported = request.predicted, request.reported
        if reported not in as_engine:
            return Cause.WRONG_REPORT
        if predicted not in as_index:
            return Cause.EXPECTED if self._promised(request) else Cause.WRONG_INDEX
        if reported > predicted:
            return Cause.STORED_SINCE if reported in as_index else Cause.SECOND_COPY
        return Cause.EVICTED_SINCE

    def _promised(self, request: Request) -> bool:
        """Whether a request of the same beginning ran there at the same time, whose blocks a booking counts ahead."""
        beginning = request.tokens[: request.predicted]
        return any(
            other is not request
            and other.engine == request.engine
            and other.before <= request.after
            and request.before <= other.after
            and other.tokens[: request.predicted] == beginning
            for other in self.requests
        )

    def _matches(self, request: Request) -> tuple[list[int], list[int]]:
        """What could have been cached at each position between prediction and answer, as index and engine count it."""
        changes = self._logs[request.engine].changes
        first = self._batches_before(request.engine, request.before)
        index, engine = OwnerSet(), Cache()
        for change in changes[:first]:
            index.apply(change)
            engine.apply(change)
        as_index, as_engine = [self._cached(index, request)], [self._cached(engine, request)]
        for change in changes[first : request.after]:
            index.apply(change)
            engine.apply(change)
            as_index.append(self._cached(index, request))
            as_engine.append(self._cached(engine, request))
        return as_index, as_engine

    def _batches_before(self, engine: int, position: int) -> int:
        """Where the log was some batches before a position."""
        changes = self._logs[engine].changes
        sequence = changes[position - 1].sequence - BATCHES_APART if position else 0
        while position and changes[position - 1].sequence > sequence:
            position -= 1
        return position

    @staticmethod
    def _cached(cache: Cache, request: Request) -> int:
        return cached_tokens(cache.match(request.tokens, BLOCK_SIZE), len(request.tokens))
