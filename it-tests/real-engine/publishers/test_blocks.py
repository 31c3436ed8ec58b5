"""Every encoding that was released, from the released publishers, ends as the blocks that the engine meant.

One router, a worker for each release, two ranks each. Rank 0 has published everything before the router starts, so
that its events are learned by replay; rank 1 publishes to a router that listens.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from publishers.cases import CASES, Case, Script, script
from publishers.conftest import TRIED
from publishers.events import Cleared, Stored
from publishers.fleet import RANKS, Place, config, place
from publishers.releases import Release
from publishers.running import PublisherProcess
from support.awaiting import until, until_equal
from support.warmpath import Warmpath, serving

BEFORE, LIVE = range(RANKS)


@dataclass
class Played:
    """The router after all scripts were played."""

    warmpath: Warmpath
    places: dict[Release, Place]
    scripts: dict[tuple[Release, int], Script]

    def rank(self, release: Release, rank: int) -> dict:
        return self.warmpath.rank(self.places[release].url, rank)

    def target(self, release: Release, rank: int) -> str:
        return f"{self.places[release].url}#{rank}"


@pytest.fixture(scope="module")
def played(sources: dict[Release, Path], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    scripts = {(release, rank): script(release, rank) for release in TRIED for rank in range(RANKS)}
    with ExitStack() as stack:
        places = {release: stack.enter_context(place(release)) for release in TRIED}
        processes = {
            release: PublisherProcess(sources[release], list(range(RANKS)), **places[release].options()) for release in TRIED
        }
        for process in processes.values():
            stack.callback(process.stop)
        for release, process in processes.items():
            process.await_up().publish(BEFORE, *scripts[release, BEFORE].batches)
        workers = [places[release].worker() for release in TRIED]
        warmpath = stack.enter_context(serving(config(workers), tmp_path_factory.mktemp("blocks")))
        answer = Played(warmpath, places, scripts)
        for release, process in processes.items():
            until(lambda: answer.rank(release, LIVE)["stream"]["state"] == "live")
            process.publish(LIVE, *scripts[release, LIVE].batches)
        yield answer


@pytest.mark.parametrize("rank", (BEFORE, LIVE), ids=("before", "live"))
@pytest.mark.parametrize("release", TRIED, ids=str)
class TestRank:
    def test_every_batch_is_applied_once_and_in_order(self, played: Played, release: Release, rank: int) -> None:
        batches = played.scripts[release, rank].batches

        def stream() -> dict:
            told = played.rank(release, rank)["stream"]
            return {key: told[key] for key in ("state", "last_sequence", "batches", "missing", "lost", "restarts")}

        until_equal(
            stream,
            {
                "state": "live",
                "last_sequence": len(batches) - 1,
                "batches": len(batches),
                "missing": 0,
                "lost": 0,
                "restarts": 0,
            },
        )

    def test_the_blocks_of_each_tier_are_counted(self, played: Played, release: Release, rank: int) -> None:
        until_equal(lambda: played.rank(release, rank)["blocks"], played.scripts[release, rank].held())

    def test_events_are_counted_by_type(self, played: Played, release: Release, rank: int) -> None:
        script = played.scripts[release, rank]
        refused = Counter({"stored": sum(script.refused().values())})
        kinds = Counter(
            "cleared" if isinstance(event, Cleared) else "stored" if isinstance(event, Stored) else "removed"
            for event in script.events()
        )

        def counted() -> dict[str, float]:
            told = played.rank(release, rank)["stream"]["events"]
            return {kind: told.get(kind, 0) for kind in ("stored", "removed", "cleared")}

        until_equal(counted, {kind: (kinds - refused)[kind] for kind in ("stored", "removed", "cleared")})

    def test_what_is_refused_is_counted_by_reason(self, played: Played, release: Release, rank: int) -> None:
        refused = played.scripts[release, rank].refused()
        url = played.places[release].url
        until_equal(lambda: {k: v for k, v in played.rank(release, rank)["stream"]["rejected"].items() if v}, refused)
        for reason, count in refused.items():
            until_equal(lambda: played.warmpath.metric("warmpath_stream_rejected_total", worker=url, rank=str(rank), reason=reason), count)

    def test_nothing_waits_for_a_parent_or_is_malformed(self, played: Played, release: Release, rank: int) -> None:
        expected = {
            "orphans_waiting": 0,
            "orphans_dropped": 0,
            "refused": 0,
            "wrong_block_size": 0,
            "malformed": 0,
            "unknown_removals": 0,
            "unknown_placeholders": played.scripts[release, rank].unknown_placeholders(),
        }
        # The index counts more than faults: adapters that are told by number, blocks with keys of their own.
        until_equal(lambda: {name: played.rank(release, rank)["index"][name] for name in expected}, expected)


@pytest.mark.parametrize("rank", (BEFORE, LIVE), ids=("before", "live"))
@pytest.mark.parametrize(
    ("release", "case"),
    [pytest.param(release, case, id=f"{release}-{case}") for release in TRIED for case in CASES if case.applies(release)],
)
def test_case(played: Played, release: Release, case: Case, rank: int) -> None:
    for request, expected in played.scripts[release, rank].plays[case.name].asks:

        def overlaps() -> dict[str, dict[str, int]]:
            rows = played.warmpath.explain(request)["candidates"]
            return {
                row["target"]: row["overlap"]
                for row in rows
                if row["target"].startswith(played.places[release].url + "#")
            }

        nothing = {"device": 0, "host": 0, "disk": 0}
        until_equal(
            overlaps,
            {played.target(release, each): expected if each == rank else nothing for each in range(RANKS)},
        )
