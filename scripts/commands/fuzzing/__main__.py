"""`scripts/prove fuzz`: runs the fuzzer for a given time and reports findings. Exit status 1 if there are any."""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

from commands import ROOT
from commands.fuzzing import seeds

sys.path.append(str(ROOT / "tests"))  # for the hostile maps
FOLDER = ROOT / ".fuzz"
# Fuzzing targets, each with its own corpus.
TARGETS = ("ssp", "sitemapsorg", "responses", "pages")
# An input of some kilobytes takes milliseconds. One that takes this long has superlinear cost.
INPUT_SECONDS = 20
INPUT_BYTES = 4_096
MEMORY_MB = 2_048


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="scripts/prove fuzz", description="Fuzzes what reads sitemaps, of either format, responses, and pages."
    )
    parser.add_argument("--seconds", type=int, default=60, help="how long to run (60), for each target")
    parser.add_argument("--only", choices=TARGETS, help="fuzz one target only")
    options = parser.parse_args(arguments)
    statuses = [_run(name, options.seconds) for name in TARGETS if options.only in (None, name)]
    return max(*statuses, _compare() if options.only in (None, "ssp") else 0)


def _compare() -> int:
    """Compare the resolver with the tests' oracle on many random sites, after the fuzzer's own process has ended."""
    return subprocess.run([sys.executable, "-m", "commands.fuzzing.agreeing"], check=False, cwd=ROOT).returncode


def _run(name: str, seconds: int) -> int:
    folder = FOLDER / name
    corpus, findings = folder / "corpus", folder / "findings"
    corpus.mkdir(parents=True, exist_ok=True)
    findings.mkdir(exist_ok=True)
    known = set(findings.iterdir())
    words = _write_seeds(name, corpus, folder / "words.dict")
    status = _fuzz(name, corpus, findings, words, seconds)
    return _report(name, status, sorted(set(findings.iterdir()) - known), len(list(corpus.iterdir())))


def _write_seeds(name: str, corpus: Path, words: Path) -> Path:
    """Write the initial inputs and dictionary of a target; return the path of the dictionary."""
    if name == "responses":
        seeds.write_responses(corpus)
        return seeds.write_response_words(words)
    if name == "pages":
        seeds.write_pages(ROOT / "tests" / "conformance" / "cases", corpus)
        return seeds.write_page_words(words)
    seeds.write_hostile(corpus)
    if name == "ssp":
        seeds.write_ssp(ROOT / "tests" / "conformance" / "cases", corpus)
        return seeds.write_ssp_words(words)
    seeds.write_org(corpus)
    return seeds.write_org_words(words)


def _fuzz(name: str, corpus: Path, findings: Path, words: Path, seconds: int) -> int:
    options = {
        "max_total_time": seconds,
        "timeout": INPUT_SECONDS,
        "max_len": INPUT_BYTES,
        "rss_limit_mb": MEMORY_MB,
        "dict": words,
        "artifact_prefix": f"{findings}/",
        "print_final_stats": 1,
    }
    command = [sys.executable, "-m", "commands.fuzzing.targets", name, str(corpus)]
    command += [f"-{option}={value}" for option, value in options.items()]
    return subprocess.run(command, check=False, cwd=ROOT).returncode


def _report(name: str, status: int, failing: list[Path], inputs: int) -> int:
    for path in failing:
        file = path.relative_to(ROOT)
        print(f"found: {file}; again with: python -m commands.fuzzing.targets {name} {file}")
    if status or failing:
        print(f"the fuzzer ended with status {status}", file=sys.stderr)
        return 1
    print(f"nothing found; the corpus has {inputs} inputs")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
