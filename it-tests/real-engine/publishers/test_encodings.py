"""The table of releases says what their encoders and publishers do, and the recordings are what they make."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import msgspec
import pytest
import zmq

from publishers import record
from publishers.conftest import TRIED
from publishers.encode import encoded
from publishers.events import Cleared, Event, Removed, Stored
from publishers.fleet import RANKS, place
from publishers.releases import EVERY, LEFT_OUT_OF_MAPS, Release, Wire, chosen
from publishers.running import PublisherProcess

PLAIN: list[Event] = [Stored([1], [1, 2], 2), Removed([1]), Cleared()]
FULL: list[Event] = [
    Stored(
        [1],
        [1, 2],
        2,
        lora_id=1,
        lora_name="ad",
        cache_salt="pepper",
        extra_keys=[("ad", "pepper")],
        group_idx=0,
        kv_cache_spec_kind="full_attention",
        kv_cache_spec_sliding_window=1,
        locality="LOCAL",
        ownership="fs",
        session_id="s",
    ),
    Removed([1], group_idx=0, locality="LOCAL", ownership="fs"),
    Cleared(),
]

ANSWER_MILLIS = 10_000
END = b"\xff" * 8


def shape(event: Any) -> Any:
    """The keys of a map, or the length of an array."""
    return list(event) if isinstance(event, dict) else len(event)


def expected_shapes(release: Release, *, full: bool) -> list[Any]:
    if release.wire is Wire.ARRAY:
        in_metadata = 1 if release.salt_in_metadata and not full else 0
        return [1 + len(release.fields) - in_metadata, 1 + len(release.removal_fields), 1]
    absent = () if full else LEFT_OUT_OF_MAPS[release.engine]
    told = ("medium",) if not full and not release.vllm else ()
    return [
        {"type", *(field for field in release.fields if field not in absent or field in told)},
        {"type", *(field for field in release.removal_fields if field not in absent or field in told)},
        {"type"},
    ]


@pytest.mark.parametrize("full", (False, True), ids=("plain", "full"))
@pytest.mark.parametrize("release", TRIED, ids=str)
def test_events_have_the_shape_that_the_table_says(sources: dict[Release, Path], release: Release, full: bool) -> None:
    [payload] = encoded(sources[release], [FULL if full else PLAIN])

    timestamp, events, *rank = msgspec.msgpack.decode(payload)

    assert (timestamp, rank) == (1.5, [0] if release.ranked else [])
    shapes = [shape(event) for event in events]
    if release.wire is Wire.MAP:
        assert [keys[0] for keys in shapes] == ["type"] * 3
        shapes = [set(keys) for keys in shapes]
    assert shapes == expected_shapes(release, full=full)


@pytest.mark.parametrize("release", TRIED, ids=str)
def test_replays_have_the_frames_that_the_table_says(sources: dict[Release, Path], release: Release) -> None:
    with place(release, topic="a-topic") as at:
        process = PublisherProcess(sources[release], [RANKS - 1], **at.options()).await_up()
        try:
            process.publish(RANKS - 1, PLAIN, PLAIN)
            replayed = replay(at.replay_port + RANKS - 1, start=1)
        finally:
            process.stop()

    topic = [b"a-topic"] if release.replay == 4 else []
    batch, end = replayed
    assert batch[:-1] == [b"", *topic, (1).to_bytes(8, "big")]
    assert end == [b"", *(b"" for _ in topic), END, b""]
    assert len(batch) == release.replay


def replay(port: int, start: int) -> list[list[bytes]]:
    """All messages that a publisher answers a request for a replay with."""
    with zmq.Context() as context, context.socket(zmq.DEALER) as socket:
        socket.set(zmq.RCVTIMEO, ANSWER_MILLIS)
        socket.set(zmq.LINGER, 0)
        socket.connect(f"tcp://127.0.0.1:{port}")
        socket.send_multipart([b"", start.to_bytes(8, "big")])
        messages = [socket.recv_multipart()]
        while END not in messages[-1]:
            messages.append(socket.recv_multipart())
        return messages


def test_the_recordings_are_what_the_encoders_make(sources: dict[Release, Path]) -> None:
    """With `--record` they become so."""
    files = record.files({release: sources[release] for release in chosen(every=False)}, list(EVERY))
    if os.environ.get("REAL_ENGINE_RECORD"):
        for file, content in files.items():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(content)
    for file, content in files.items():
        assert file.read_text().splitlines() == content.splitlines(), f"{file.name} is old: run with --record"
