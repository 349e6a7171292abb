"""The machine that a benchmark ran on, and how busy it was with other things."""

from __future__ import annotations

import os
import platform
from pathlib import Path


def facts() -> dict[str, object]:
    """What tells one run from another."""
    return {
        "cores": os.cpu_count() or 0,
        "processor": _processor(),
        "memory_gb": round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9),
        "system": f"{platform.system()} {platform.release()}",
        "python": platform.python_version(),
        "load": load(),
    }


def load() -> float:
    """How many processes wanted a core, on average of the last minute."""
    return round(os.getloadavg()[0], 1)


def _processor() -> str:
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine())
