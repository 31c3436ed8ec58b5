"""Writes what the releases send, for the tests that need no engine: `bin/test-real-engine 1 publishers --record`.

* `released.golden` of the decoder's tests: each batch once for each distinct way to encode it, with what must be read of it;
* `released.bytes` of the simulated engine's tests: the same events must be the same bytes;
* `encodings.md` beside this file: the table of what each release sends.
"""

from __future__ import annotations

from pathlib import Path

from publishers.encode import encoded
from publishers.recordings import layout, recordings, simulated
from publishers.releases import Release

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[2]
GOLDEN = REPOSITORY / "events/src/test/resources/dev/warmpath/events/decode/released.golden"
BYTES = REPOSITORY / "it-tests/src/test/resources/dev/warmpath/it/sim/events/released.bytes"
TABLE = HERE / "encodings.md"

TITLE = "# What each release sends"

MADE = "Written by bin/test-real-engine (it-tests/real-engine/publishers/record.py); do not edit."


def golden_lines(release: Release, sources: Path) -> dict[str, str]:
    """By payload, so that what two releases encode alike is there once."""
    recorded = recordings(release)
    payloads = encoded(sources, [recording.events for recording in recorded])
    return {
        payload.hex(): f"{release}-{recording.name} = {payload.hex()} = {recording.expected(release)}"
        for recording, payload in zip(recorded, payloads, strict=True)
    }


def simulated_lines(release: Release, sources: Path) -> list[str]:
    named = simulated(release)
    payloads = encoded(sources, [events for _, events in named])
    return [f"{release}/{name} = {payload.hex()}" for (name, _), payload in zip(named, payloads, strict=True)]


def table_lines(releases: list[Release]) -> list[str]:
    head = ["| release | elements of a batch | stored and removed events | fields of a store beyond the first five | frames of a replayed batch |"]
    return [*head, "|---|---|---|---|---|", *(layout(release) for release in releases)]


def files(sources: dict[Release, Path], known: list[Release]) -> dict[Path, str]:
    """The files, and what belongs into them."""
    golden: dict[str, str] = {}
    for release, folder in sources.items():
        for payload, line in golden_lines(release, folder).items():
            golden.setdefault(payload, line)
    bytes_lines = [line for release, folder in sources.items() for line in simulated_lines(release, folder)]
    return {
        GOLDEN: "\n".join([f"# {MADE}", *golden.values()]) + "\n",
        BYTES: "\n".join([f"# {MADE}", *bytes_lines]) + "\n",
        TABLE: "\n".join([TITLE, "", *table_lines(known)]) + "\n",
    }
