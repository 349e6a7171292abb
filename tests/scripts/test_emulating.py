"""The proof on Windows without Wine: names of files, what must be installed, and the summary of tests."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from commands.emulating import __main__ as proof
from commands.emulating import steps, tests
from commands.emulating.machine import Machine
from commands.preparing import environment, packages

REPORT = """<testsuites><testsuite>
<testcase classname="tests.host.test_a" name="test_well"/>
<testcase classname="tests.host.test_a" name="test_one"><failure message="OSError: closed&#10;more"/></testcase>
<testcase classname="tests.host.test_a" name="test_two"><failure message="OSError: closed">trace</failure></testcase>
<testcase classname="tests.host.test_b" name="test_left"><skipped message="Windows: no such pipes"/></testcase>
<testcase classname="tests.host.test_b" name="test_set_up"><error message="no server"/></testcase>
</testsuite></testsuites>"""


def test_outcomes_of_tests_are_sorted_by_cause(tmp_path: Path) -> None:
    report, outcomes = tmp_path / "report.xml", tests.Outcomes()
    report.write_text(REPORT, "utf-8")
    tests.add(outcomes, report)
    outcomes.seconds["host"] = 3.2
    assert list(outcomes.lines()) == [
        "1 passed, 2 failed, 1 errors, 1 skipped",
        "host 3 s",
        "  failure 2: OSError: closed",
        "    tests.host.test_a.test_one",
        "    tests.host.test_a.test_two",
        "  error 1: no server",
        "    tests.host.test_b.test_set_up",
        "  skipped 1: Windows: no such pipes",
    ]


def test_a_run_that_ended_without_a_report_is_not_well() -> None:
    outcomes = tests.Outcomes(passed=7, unfinished={"protocol": "ended after 60 s"})
    assert not outcomes.are_well
    assert list(outcomes.lines())[-1] == "  without a report: protocol\nended after 60 s"


def test_no_folder_has_two_runs() -> None:
    assert tests.arguments("webmaster") == ["tests/host/webmaster", "--ignore=tests/host/webmaster/checking"]
    assert "--ignore=tests/host/webmaster" in tests.arguments("host")


def test_names_of_drive_c_lead_to_the_folder_and_back(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    file = machine.drive / "users" / "Café" / "map.xml"
    assert machine.name(file) == r"C:\users\Café\map.xml"
    assert machine.path(machine.name(file)) == file


def test_settings_of_this_python_do_not_reach_the_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", "/nowhere")
    monkeypatch.setenv("PIP_INDEX_URL", "https://index.invalid/")
    assert {"PYTHONPATH", "PIP_INDEX_URL"}.isdisjoint(Machine(tmp_path).variables)


@pytest.mark.parametrize(
    ("programs", "has_library", "lacking"),
    [((), True, ["wine", "wine64", packages.MINGW_PACKAGE]), (("wine",), False, [packages.MINGW_PACKAGE]),
     (("wine",), True, []), (("wine", packages.MINGW), False, [])],
)  # fmt: skip
def test_a_compiler_is_needed_only_if_wine_lacks_the_library(
    monkeypatch: pytest.MonkeyPatch, programs: tuple[str, ...], has_library: bool, lacking: list[str]
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: name if name in programs else None)
    monkeypatch.setattr(packages, "wine_has", lambda _: has_library)
    monkeypatch.setattr(environment, "works", lambda: True)
    assert [name for names in packages.lacking(wine=True).values() for name in names] == lacking


def test_a_failed_step_is_recorded_with_its_output_and_the_next_ones_run(tmp_path: Path) -> None:
    def fail(_: Machine) -> str:
        raise steps.Unexpected("status 1 instead of 0\nno such program")

    run = proof.Proof(Machine(tmp_path))
    assert (run.do("install", fail), run.do("make", lambda _: "7 pages")) == (False, True)
    assert run.lines == [
        "FAILED install (0 s): Unexpected: status 1 instead of 0\nno such program", "well   make (0 s): 7 pages",
    ]  # fmt: skip
    assert not run.is_well


def test_time_and_disk_have_bounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = proof.Proof(Machine(tmp_path))
    (tmp_path / "file").write_bytes(bytes(2_000_000))
    run.measure()
    assert (run.is_well, run.lines[-1]) == (True, "0.0 minutes (at most 20), 2 MB (at most 2,000)")
    monkeypatch.setattr(proof, "_MEGABYTES", 1)
    run.measure()
    assert not run.is_well
