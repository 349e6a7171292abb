"""Compares the resolver with two oracles on many random sites: `python -m commands.fuzzing.agreeing [N]`.

Prints the number of each result.
"""

from __future__ import annotations

import sys
from collections import Counter
from random import Random

from conformance.comparing import contract_object, essence, files_of, oracle_object, xpath_object
from conformance.random_sitemaps import ROOT, random_site

SITES = 20_000
_SIZES = 9
"""The size of the widest site; the trees of wider ones are mostly too large to write."""
_SHOWN = 10


def judged(seed: int) -> str:
    """Return `agree` or `differ`, or `too large` for a tree that sharing makes too large to write."""
    rng = Random(seed)
    files = files_of(random_site(rng, 1 + seed % _SIZES))
    include_user = rng.random() < 0.5
    expected = oracle_object(ROOT, files, include_user)
    if expected is None:
        return "too large"
    resolved = essence(contract_object(ROOT, files, include_user))
    second = xpath_object(ROOT, files, include_user) | {"class_changes": resolved["class_changes"]}
    return "agree" if resolved == expected == second else "differ"


def main(sites: int) -> int:
    """Compare the sites of this many seeds; return exit status 1 if one differs."""
    counts: Counter[str] = Counter()
    differing: list[int] = []
    for seed in range(sites):
        judgement = judged(seed)
        counts[judgement] += 1
        if judgement == "differ":
            differing.append(seed)
    print(
        f"{sites} random sites: {counts['agree']} agree with both oracles, {counts['differ']} differ, "
        f"{counts['too large']} are too large to compare"
    )
    if differing:
        print(f"differing: seeds {', '.join(map(str, differing[:_SHOWN]))}", file=sys.stderr)
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else SITES))
