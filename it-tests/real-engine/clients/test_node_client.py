"""The npm `openai` client against the demo: `scenarios.mjs` drives it, this says what is right."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from conftest import Demo
from support.awaiting import until

HERE = Path(__file__).resolve().parent
PATIENCE_SECONDS = 90


@pytest.fixture(scope="module")
def seen(demo: Demo, scratch: Path) -> dict[str, Any]:
    """What every scenario saw; the client is installed in the scratch directory, not among the sources."""
    folder = scratch / "clients-node"
    folder.mkdir(exist_ok=True)
    for name in ("package.json", "scenarios.mjs"):
        shutil.copy(HERE / name, folder)
    if not (folder / "node_modules").exists():
        subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund"], cwd=folder, check=True)
    ran = subprocess.run(
        ["node", "scenarios.mjs", demo.url], cwd=folder, capture_output=True, text=True, timeout=PATIENCE_SECONDS
    )
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def test_models_are_listed(seen: dict[str, Any]) -> None:
    assert seen["models"] == ["demo"]


def test_whole_streamed_and_accumulated_answers_are_the_same(seen: dict[str, Any]) -> None:
    assert seen["whole"]
    assert seen["streamed"]["text"] == seen["accumulated"] == seen["whole"]
    assert 0 < seen["streamed"]["completionTokens"] <= 12


def test_a_forced_tool_is_called_whole_and_accumulated(seen: dict[str, Any]) -> None:
    whole, accumulated = seen["toolCall"]
    assert (whole["end"], whole["name"]) == ("tool_calls", "weather")
    assert whole["arguments"]["text"]
    assert accumulated == whole


def test_a_completion_is_answered(seen: dict[str, Any]) -> None:
    assert seen["completion"]


def test_the_request_id_is_the_clients(seen: dict[str, Any]) -> None:
    assert seen["requestId"] == {"body": "from-the-client", "header": "from-the-client"}


def test_errors_have_the_clients_own_classes(seen: dict[str, Any]) -> None:
    not_found = {"class": "NotFoundError", "status": 404, "code": "model_not_found", "param": "model"}
    assert seen["unknownModel"] == not_found
    assert seen["wrongType"]["class"] == "BadRequestError"
    assert seen["wrongType"]["param"] == "n"
    assert seen["timeout"]["class"] == "APIConnectionTimeoutError"


def test_streams_run_side_by_side(seen: dict[str, Any]) -> None:
    assert seen["sideBySide"] == 16


def test_an_aborted_stream_and_a_timeout_leave_nothing_behind(seen: dict[str, Any], demo: Demo) -> None:
    assert seen["aborted"] is True
    until(demo.is_idle)
