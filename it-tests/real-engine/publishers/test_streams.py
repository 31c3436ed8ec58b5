"""What goes wrong on the way from a released publisher to the router, and how it ends: gaps, restarts, rings that are too
short, and engines that connect instead of binding. One router; each test has a worker of its own behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from publishers.cases import Content
from publishers.conftest import TRIED
from publishers.events import Cleared, Event
from publishers.fleet import RANKS, Place, config, place
from publishers.releases import Release, publishers
from publishers.running import PublisherProcess
from support.awaiting import until, until_equal
from support.warmpath import Warmpath, serving

PUBLISHERS = [release for release in publishers() if release in TRIED]
TOPIC = "kv-events"

# Other numbers than those of the cases: nothing is shared, but a mix-up would show.
FIRST_NUMBER = 3000

Start = Callable[..., PublisherProcess]


@dataclass(frozen=True)
class Stage:
    """One test's worker, and how to start its publishers."""

    warmpath: Warmpath
    at: Place
    start: Start

    def stream(self, rank: int) -> dict[str, Any]:
        return self.warmpath.rank(self.at.url, rank)["stream"]

    def await_live(self) -> None:
        for rank in range(RANKS):
            until(lambda: self.stream(rank)["state"] == "live")

    def await_stream(self, rank: int, **expected: Any) -> None:
        until_equal(lambda: {key: self.stream(rank)[key] for key in expected}, expected)

    def await_blocks(self, rank: int, device: int) -> None:
        # No request was answered from which a block could be learned.
        expected = {"device": device, "host": 0, "disk": 0, "learned": 0}
        until_equal(lambda: self.warmpath.rank(self.at.url, rank)["blocks"], expected)

    def await_overlap(self, content: Content, blocks: int, expected: dict[int, int]) -> None:
        """Until each rank is believed to hold so many leading blocks of a prompt."""

        def overlaps() -> dict[int, int]:
            rows = self.warmpath.explain(content.prompt(blocks))["candidates"]
            mine = {row["target"]: row["overlap"]["device"] for row in rows}
            return {rank: mine[f"{self.at.url}#{rank}"] for rank in range(RANKS)}

        until_equal(overlaps, expected)


STORIES = ("gap", "overflow", "restart", "cleared", "bound")


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Warmpath, dict[tuple[str, Release], Place]]]:
    with ExitStack() as stack:
        places = {
            (story, release): stack.enter_context(place(release, TOPIC)) for story in STORIES for release in PUBLISHERS
        }
        workers = [
            at.worker(bind=f"tcp://127.0.0.1:{at.port}", topic=TOPIC) if story == "bound" else at.worker()
            for (story, _), at in places.items()
        ]
        yield stack.enter_context(serving(config(workers), tmp_path_factory.mktemp("streams"))), places


@pytest.fixture
def stage(
    request: pytest.FixtureRequest,
    places: tuple[Warmpath, dict[tuple[str, Release], Place]],
    sources: dict[Release, Path],
    release: Release,
) -> Iterator[Stage]:
    warmpath, by_story = places
    at = by_story[request.node.get_closest_marker("story").args[0], release]
    with ExitStack() as processes:

        def start(rank: int, **options: Any) -> PublisherProcess:
            process = PublisherProcess(sources[release], [rank], **{**at.options(), **options})
            processes.callback(process.stop)
            return process.await_up()

        yield Stage(warmpath, at, start)


def single_blocks(content: Content, count: int) -> list[list[Event]]:
    """A chain, one block in each batch."""
    return [[content.stored(block, block + 1)] for block in range(count)]


HERE, OTHER = Content(FIRST_NUMBER), Content(FIRST_NUMBER + 1)

on_every_publisher = pytest.mark.parametrize("release", PUBLISHERS, ids=str)


@on_every_publisher
@pytest.mark.story("gap")
def test_a_gap_is_replayed(stage: Stage) -> None:
    ranks = [stage.start(rank) for rank in range(RANKS)]
    stage.await_live()
    batches = single_blocks(HERE, 9)

    ranks[1].publish(1, *batches[:3])
    stage.await_stream(1, last_sequence=2)
    ranks[1].lose(1, count=4)
    ranks[1].publish(1, *batches[3:])

    stage.await_stream(1, state="live", last_sequence=8, batches=9, gaps=1, missing=4, lost=0)
    stage.await_overlap(HERE, 9, {0: 0, 1: 9})
    stage.await_stream(0, state="live", gaps=0, batches=0)


@on_every_publisher
@pytest.mark.story("overflow")
def test_what_the_ring_has_lost_is_told_and_the_rest_is_used(stage: Stage) -> None:
    ranks = [stage.start(rank, buffer_steps=3) for rank in range(RANKS)]
    stage.await_live()
    batches = single_blocks(HERE, 8)

    ranks[0].publish(0, *batches[:2])
    stage.await_stream(0, last_sequence=1)
    ranks[0].lose(0, count=5)
    ranks[0].publish(0, *batches[2:])

    # Batches 2 to 4 are gone: the ring holds 5 to 7, whose blocks have no parent any more.
    stage.await_stream(0, state="suspect", last_sequence=7, batches=5, gaps=1, lost=3)
    stage.await_overlap(HERE, 8, {0: 2, 1: 0})
    until_equal(lambda: stage.warmpath.rank(stage.at.url, 0)["index"]["orphans_waiting"], 3)
    assert stage.warmpath.rank(stage.at.url, 0)["trust"] < 1


@on_every_publisher
@pytest.mark.story("restart")
def test_a_restarted_publisher_starts_with_nothing(stage: Stage) -> None:
    ranks = [stage.start(rank) for rank in range(RANKS)]
    stage.await_live()
    ranks[0].publish(0, *single_blocks(HERE, 4))
    ranks[1].publish(1, *single_blocks(HERE, 3))
    stage.await_overlap(HERE, 4, {0: 4, 1: 3})

    ranks[0].kill()
    again = stage.start(0)
    # Until the router is back it hears nothing: only the replay tells that another publisher is there.
    again.publish(0, *single_blocks(OTHER, 2))

    stage.await_overlap(OTHER, 2, {0: 2, 1: 0})
    stage.await_overlap(HERE, 4, {0: 0, 1: 3})
    stage.await_blocks(0, device=2)
    stage.await_stream(0, state="live", last_sequence=1, restarts=1)
    stage.await_stream(1, state="live", last_sequence=2, restarts=0)


@on_every_publisher
@pytest.mark.story("cleared")
def test_a_cleared_cache_is_that_ranks_alone(stage: Stage) -> None:
    ranks = [stage.start(rank) for rank in range(RANKS)]
    stage.await_live()
    for rank, process in enumerate(ranks):
        process.publish(rank, *single_blocks(HERE, 3))
        stage.await_blocks(rank, device=3)

    ranks[1].publish(1, [Cleared()], [OTHER.stored(0, 1)])

    stage.await_overlap(HERE, 3, {0: 3, 1: 0})
    stage.await_blocks(1, device=1)
    until(lambda: stage.stream(1)["events"]["cleared"] == 1)
    assert stage.stream(0)["events"]["cleared"] == 0


@on_every_publisher
@pytest.mark.story("bound")
def test_an_engine_may_connect_to_the_router(stage: Stage) -> None:
    """A concrete host in the engine's endpoint makes its publisher connect; the router has bound a port for each rank."""
    endpoint = f"tcp://127.0.0.1:{stage.at.port}"
    ranks = [stage.start(rank, endpoint=endpoint, replay_endpoint=None) for rank in range(RANKS)]
    for rank in range(RANKS):
        until(lambda: stage.stream(rank)["connects"] >= 1)

    ranks[0].publish(0, *single_blocks(HERE, 2))
    ranks[1].publish(1, *single_blocks(HERE, 5))

    stage.await_overlap(HERE, 5, {0: 2, 1: 5})
