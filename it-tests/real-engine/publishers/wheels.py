"""Gets the few source files of a release that its events are made of out of its wheel."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from publishers.releases import Engine, Release

# Those that a release does not have are stood in for (released.py).
FILES = {
    Engine.VLLM: (
        "vllm/distributed/kv_events.py",
        "vllm/config/kv_events.py",
        "vllm/utils/network_utils.py",
        "vllm/envs.py",
    ),
    Engine.SGLANG: ("sglang/srt/disaggregation/kv_events.py", "sglang/srt/utils/network.py"),
}

DOWNLOADS_AT_ONCE = 4


def fetch_all(releases: list[Release], store: Path) -> dict[Release, Path]:
    """The folder of each release's sources; what the store has already is not loaded again."""
    with ThreadPoolExecutor(DOWNLOADS_AT_ONCE) as pool:
        return dict(zip(releases, pool.map(lambda release: _fetch(release, store), releases), strict=True))


def _fetch(release: Release, store: Path) -> Path:
    folder = store / release.name
    if not folder.exists():
        loading = store / f"{release.name}.loading"
        shutil.rmtree(loading, ignore_errors=True)
        _unpack(_download(release, loading), release, loading / "sources")
        (loading / "sources").rename(folder)
        shutil.rmtree(loading)
    return folder


def _download(release: Release, folder: Path) -> Path:
    command = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "download", "--no-cache-dir"]
    wanted = ["--no-deps", "--only-binary", ":all:", "--dest", str(folder), f"{release.package}=={release.version}"]
    subprocess.run([*command, *wanted], check=True)
    [wheel] = folder.glob("*.whl")
    return wheel


def _unpack(wheel: Path, release: Release, folder: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        for name in set(FILES[release.engine]) & set(archive.namelist()):
            archive.extract(name, folder)
    wheel.unlink()
