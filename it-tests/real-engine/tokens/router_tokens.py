"""Warmpath's own answer: `bin/warmpath tokens`, one process for all requests of a model and an engine."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

COMMAND = Path(__file__).resolve().parents[3] / "bin" / "warmpath"

# A short run: the second compiler would take more time than it saves.
JVM_OPTIONS = "-Xmx1g -XX:TieredStopAtLevel=1"

SOME_HAVE_NONE = 1


def router_tokens(model: Path, engine: str, bodies: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The command's answers, in the order of the bodies."""
    done = subprocess.run(
        [str(COMMAND), "tokens", "--model", str(model), "--engine", engine],
        input="".join(json.dumps(body) + "\n" for body in bodies),
        stdout=subprocess.PIPE,
        text=True,
        env={"WARMPATH_JVM_OPTS": JVM_OPTIONS, **os.environ},
    )
    assert done.returncode in (0, SOME_HAVE_NONE), f"warmpath tokens ended with status {done.returncode}"
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == len(bodies)
    return answers
