"""Runs the parts of one level, each in virtual environments of its own, and says in one closing line how it went.

A part is a folder beside this file with a `part.toml`. README.md tells what stands in it, and how to add one.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
import xml.etree.ElementTree as ElementTree
from collections import Counter
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[1]
SHARED_REQUIREMENTS = HERE / "requirements.txt"

# What pytest calls an exit without a failed test: all passed.
PYTEST_OK = 0


@dataclass(frozen=True)
class Part:
    """One folder of tests."""

    name: str
    folder: Path
    levels: tuple[int, ...]
    needs: tuple[str, ...]
    no_deps: bool

    @staticmethod
    def read(description: Path) -> Part:
        content = tomllib.loads(description.read_text())
        folder = description.parent
        return Part(folder.name, folder, tuple(content["levels"]), tuple(content.get("needs", ())), content.get("no_deps", False))

    def missing(self) -> list[str]:
        """The commands that this part needs and that are not on the PATH."""
        return [command for command in self.needs if shutil.which(command) is None]

    def environments(self) -> list[Path]:
        """The requirements files: the part's tests run once for each, in an environment of its own."""
        return sorted(self.folder.glob("requirements*.txt"))


@dataclass
class Outcome:
    """What all the parts came to, in pytest's words."""

    counts: Counter[str]
    lines: list[str]

    def skip(self, what: str, why: str) -> None:
        self.counts["skipped"] += 1
        self.tell(f"SKIPPED {what}: {why}")

    def error(self, what: str, why: str) -> None:
        self.counts["errors"] += 1
        self.tell(f"ERROR {what}: {why}")

    def tell(self, line: str) -> None:
        print(line, flush=True)
        self.lines.append(line)

    def failed(self) -> bool:
        return self.counts["failed"] + self.counts["errors"] > 0

    def closing_line(self, seconds: float) -> str:
        """As pytest closes a run, so that what reads its reports reads this one."""
        words = [f"{self.counts[word]} {word}" for word in ("failed", "passed", "skipped", "errors") if self.counts[word]]
        return f"==== {', '.join(words) or 'no tests ran'} in {seconds:.2f}s ===="


class Environments:
    """Makes virtual environments under the scratch directory, from PyPI and the pinned versions alone."""

    def __init__(self, scratch: Path) -> None:
        self._scratch = scratch
        # One cache for this run: parts that pin the same wheel load it once, and nothing stays behind.
        self._pip_environment = os.environ | {"PIP_CACHE_DIR": str(scratch / "pip-cache")}

    def unreachable(self) -> str | None:
        """Why nothing can be installed, as pip itself sees it; None when it can."""
        try:
            python = self._bare(self._scratch / "probe")
        except subprocess.CalledProcessError as failed:
            return f"no virtual environment can be made (on Debian: python3-venv): {_last_line(failed)}"
        probe = ["download", "--no-deps", "--retries", "1", "--timeout", "20", "-r", str(SHARED_REQUIREMENTS)]
        try:
            self._pip(python, [*probe, "--dest", str(self._scratch / "probe" / "wheels")])
        except subprocess.CalledProcessError as failed:
            return f"pip cannot load from PyPI: {_last_line(failed)}"
        return None

    def make(self, name: str, requirements: Path, no_deps: bool) -> Path:
        """The Python of an environment with these requirements and the shared ones, and nothing else if told so."""
        folder = self._scratch / name
        wanted = requirements.read_text() + SHARED_REQUIREMENTS.read_text()
        installed = folder / "installed.txt"
        if not (installed.exists() and installed.read_text() == wanted):
            shutil.rmtree(folder, ignore_errors=True)
            python = self._bare(folder)
            options = ["--no-deps"] if no_deps else []
            self._pip(python, ["install", *options, "-r", str(SHARED_REQUIREMENTS), "-r", str(requirements)])
            installed.write_text(wanted)
        return folder / "bin" / "python"

    def _bare(self, folder: Path) -> Path:
        _run([sys.executable, "-m", "venv", str(folder)], os.environ)
        return folder / "bin" / "python"

    def _pip(self, python: Path, arguments: list[str]) -> None:
        _run([str(python), "-m", "pip", "--quiet", "--disable-pip-version-check", *arguments], self._pip_environment)


def _run(command: list[str], environment: os._Environ[str] | dict[str, str]) -> None:
    subprocess.run(command, check=True, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def _last_line(failed: subprocess.CalledProcessError) -> str:
    lines = [line for line in failed.output.splitlines() if line.strip()]
    return lines[-1] if lines else f"exit status {failed.returncode}"


def _pytest(python: Path, part: Part, name: str, options: argparse.Namespace, scratch: Path) -> tuple[int, Path]:
    report = scratch / f"{name}.xml"
    environment = os.environ | {
        "REAL_ENGINE_LEVEL": str(options.level),
        "REAL_ENGINE_SCRATCH": str(scratch),
        "REAL_ENGINE_ALL_VERSIONS": "1" if options.all_versions else "",
        "REAL_ENGINE_RECORD": "1" if options.record else "",
        # The sources are read only: nothing of a run may stay in them.
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    # -qq leaves out pytest's own closing line: this run has one for all parts.
    command = [str(python), "-m", "pytest", "-qq", "-p", "no:cacheprovider", "--rootdir", str(HERE)]
    command += ["-c", str(HERE / "pytest.ini"), "--junitxml", str(report)]
    command += ["-k", options.keyword] if options.keyword else []
    done = subprocess.run([*command, str(part.folder)], env=environment, cwd=HERE)
    return done.returncode, report


def _count(report: Path) -> Counter[str]:
    """The tests in a JUnit report, by pytest's words."""
    counts: Counter[str] = Counter()
    for suite in ElementTree.parse(report).getroot().iter("testsuite"):
        failed, errors, skipped = (int(suite.get(key, "0")) for key in ("failures", "errors", "skipped"))
        counts.update(failed=failed, errors=errors, skipped=skipped)
        counts["passed"] += int(suite.get("tests", "0")) - failed - errors - skipped
    return counts


def _environment_name(part: Part, requirements: Path) -> str:
    variant = requirements.stem.removeprefix("requirements").lstrip("-")
    return f"{part.name}-{variant}" if variant else part.name


def _run_part(part: Part, options: argparse.Namespace, pythons: dict[Path, Future[Path]], scratch: Path, outcome: Outcome) -> None:
    missing = part.missing()
    if missing:
        outcome.skip(part.name, f"not on the PATH: {', '.join(missing)}")
        return
    for requirements in part.environments():
        name = _environment_name(part, requirements)
        started = time.monotonic()
        print(f"== {name}: with {requirements.relative_to(REPOSITORY)}", flush=True)
        try:
            python = pythons[requirements].result()
        except subprocess.CalledProcessError as failed:
            outcome.error(name, f"pip could not install what it pins:\n{failed.output}")
            continue
        status, report = _pytest(python, part, name, options, scratch)
        if not report.exists() or (status != PYTEST_OK and not (_count(report)["failed"] or _count(report)["errors"])):
            outcome.error(name, f"pytest ended with status {status}")
            continue
        counts = _count(report)
        outcome.counts.update(counts)
        told = ", ".join(f"{word} {counts[word]}" for word in ("passed", "failed", "errors", "skipped") if counts[word])
        outcome.tell(f"== {name}: {told}; {time.monotonic() - started:.0f} s")


def _parts(options: argparse.Namespace) -> list[Part]:
    every = [Part.read(file) for file in sorted(HERE.glob("*/part.toml"))]
    of_level = [part for part in every if options.level in part.levels]
    unknown = {*options.parts, *options.without} - {part.name for part in of_level}
    if unknown:
        known = ", ".join(part.name for part in of_level) or "none"
        raise SystemExit(f"no such part of level {options.level}: {', '.join(sorted(unknown))} (there are: {known})")
    wanted = options.parts or [part.name for part in of_level]
    return [part for part in of_level if part.name in wanted and part.name not in options.without]


def _options(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bin/test-real-engine", description=__doc__)
    parser.add_argument("level", nargs="?", type=int, choices=(1, 2, 3), default=1)
    parser.add_argument("parts", nargs="*", metavar="PART", help="only these")
    parser.add_argument("--without", action="append", default=[], metavar="PART", help="all but this; may be repeated")
    parser.add_argument("--all-versions", action="store_true", help="every release that is known, not a few of each engine")
    parser.add_argument("--keep", type=Path, metavar="DIRECTORY", help="work there, and find it ready the next time")
    parser.add_argument("--record", action="store_true", help="write the recordings that tests without engines read")
    parser.add_argument("-k", dest="keyword", metavar="EXPRESSION", help="only the tests that pytest selects by this")
    return parser.parse_args(arguments)


def _build_warmpath() -> None:
    """Before the tests, so that none of them waits for a compiler."""
    subprocess.run([str(REPOSITORY / "bin" / "warmpath"), "--help"], check=True, stdout=subprocess.DEVNULL)


def _run_level(options: argparse.Namespace, scratch: Path) -> Outcome:
    outcome = Outcome(Counter(), [])
    parts = _parts(options)
    environments = Environments(scratch)
    unreachable = environments.unreachable()
    if unreachable:
        for part in parts:
            outcome.skip(part.name, unreachable)
        return outcome
    # Loading waits for the network and tests for the processor: the next environments are made meanwhile, one at a time.
    with ThreadPoolExecutor(max_workers=1) as installer:
        pythons = {
            requirements: installer.submit(environments.make, _environment_name(part, requirements), requirements, part.no_deps)
            for part in parts
            if not part.missing()
            for requirements in part.environments()
        }
        try:
            _build_warmpath()
            for part in parts:
                _run_part(part, options, pythons, scratch, outcome)
        finally:
            installer.shutdown(cancel_futures=True)
    return outcome


def main(arguments: list[str]) -> int:
    options = _options(arguments)
    started = time.monotonic()
    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
        outcome = _run_level(options, options.keep.resolve())
    else:
        with tempfile.TemporaryDirectory(prefix="warmpath-real-engine-") as scratch:
            outcome = _run_level(options, Path(scratch))
    print(f"== level {options.level}", *outcome.lines, sep="\n")
    print(outcome.closing_line(time.monotonic() - started), flush=True)
    return 1 if outcome.failed() else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
