"""A few lines of HTTP for the admin port, with the standard library alone: each part pins its own clients."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Answer:
    """A status and its body; errors are answers too."""

    status: int
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)

    def text(self) -> str:
        return self.body.decode()


def call(method: str, url: str, body: Any = None, timeout: float = 30.0) -> Answer:
    """One request, JSON if it has a body; it raises OSError only where no answer came."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"content-type": "application/json"}, method=method)
    try:
        with urllib.request.urlopen(request, timeout=timeout) as answer:
            return Answer(answer.status, answer.read())
    except urllib.error.HTTPError as error:
        with error:
            return Answer(error.code, error.read())
