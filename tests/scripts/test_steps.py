"""Checks side by side: all of them run, their output stays together, and pytest's counts are added up."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from commands import ROOT
from commands.checking import steps
from commands.checking.steps import Step, run_all, tally

PYTHON = ("python", "-c")


def test_counts_of_all_runs_make_one_line_of_pytest_s_form() -> None:
    outputs = [
        "==== 711 passed in 49.40s ====",
        "7 failed in 3.00s\n===== 7 failed, 2 passed, 232 deselected, 1 error in 234.74s (0:03:54) ======\n",
        "All checks passed!",
    ]
    assert tally(outputs, 3904.2).strip("= ") == "7 failed, 713 passed, 1 error in 3904.20s (1:05:04)"


def test_without_pytest_there_is_no_such_line() -> None:
    assert tally(["All checks passed!", "Success: no issues found in 344 source files"], 3) == ""


def test_step_after_a_failure_runs_and_the_status_is_of_all(capsys: pytest.CaptureFixture[str]) -> None:
    failing = Step("first", (*PYTHON, "print('1 failed in 0.1s'); raise SystemExit(1)"))
    assert run_all([failing, Step("second", (*PYTHON, "print('2 passed in 0.1s')"))], lanes=1) == 1
    printed = capsys.readouterr().out
    assert "FAILED first" in printed
    assert "well   second" in printed
    assert re.search(r"=+ 1 failed, 2 passed in \d\.\d\ds =+$", printed.strip())


def test_output_of_a_failed_step_stays_together_while_progress_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    slow = (
        "import time\nfor n in range(3): print(n, flush=True); time.sleep(.05)\nprint('tests/x.py .. [ 50%]'); exit(1)"
    )
    assert run_all([Step("one", (*PYTHON, slow)), Step("other", (*PYTHON, slow))], lanes=2) == 1
    printed = capsys.readouterr().out
    assert printed.count("0\n1\n2\ntests/x.py .. [ 50%]\n") == 2
    assert "· one: tests/x.py .. [ 50%]\n" in printed


def test_summary_names_the_slowest_tests_and_the_commands_that_repeat_failures(
    capsys: pytest.CaptureFixture[str],
) -> None:
    report = """1.50s call     tests/a.py::test_quick[a b]
12.50s setup    tests/a.py::test_slow
FAILED tests/a.py::test_quick[a b] - assert 1 == 2
ERROR tests/b.py::test_other
1 failed, 1 error in 14.10s"""
    failing = Step("tests", (*PYTHON, f"print({report!r}); exit(1)"))
    run_all([failing, Step("types", (*PYTHON, "exit(1)"), "scripts/check"), Step("well", (*PYTHON, ""))], lanes=2)
    printed = capsys.readouterr().out.partition("== summary")[2]
    assert printed.index("12.5 s tests/a.py::test_slow") < printed.index("1.5 s tests/a.py::test_quick[a b]")
    again = printed.partition("run again by\n")[2].splitlines()
    assert again[:3] == [
        "scripts/test 'tests/a.py::test_quick[a b]'  # assert 1 == 2",
        "scripts/test tests/b.py::test_other",
        "scripts/check",
    ]


def test_step_with_an_unavailable_requirement_fails_with_the_reason(capsys: pytest.CaptureFixture[str]) -> None:
    def wait() -> None:
        raise RuntimeError("no such package")

    assert run_all([Step("one", (*PYTHON, ""), wait=wait), Step("other", (*PYTHON, "print(1)"))]) == 1
    printed = capsys.readouterr().out
    assert "one cannot start: no such package" in printed
    assert "well   other" in printed


def test_steps_of_their_own_run_after_the_others(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_all([Step("side", (*PYTHON, ""))], alone=[Step("alone", (*PYTHON, ""))]) == 0
    printed = capsys.readouterr().out
    assert printed.index("side: well") < printed.index("alone begins")


def test_ours_come_before_the_machine_s() -> None:
    assert steps.located("pytest") == str(Path(sys.executable).with_name("pytest"))
    assert steps.located("tsc").endswith("node_modules/.bin/tsc")
    assert steps.located("scripts/prove") == str(ROOT / "scripts" / "prove")
