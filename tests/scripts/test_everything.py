"""The default run: it needs only Python, node and the two browsers, and each other run adds to it."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest

from commands import ROOT
from commands.checking import everything, steps
from commands.preparing import __main__ as preparation
from commands.preparing import environment
from driving import programs


def test_default_steps_select_no_test_that_needs_a_further_program_and_wait_for_no_package() -> None:
    default = everything.default()
    of_pytest = [step for step in default if "pytest" in step.command]
    expressions = [step.command[step.command.index("-m", 2) + 1] for step in of_pytest]
    assert of_pytest
    assert all("not program" in expression for expression in expressions)
    assert {step.wait for step in default} == {steps.Step("", ()).wait}


def test_each_browser_has_a_default_step_of_its_wiring() -> None:
    commands = [" ".join(step.command) for step in everything.default()]
    for browser in programs.NAMES:
        assert [f"-k {browser}" in command and "and wiring" in command for command in commands].count(True) == 1


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        ([], {"with_wordpress": False}),
        (["--all"], {"nginx": True, "keyboard": True, "git": True, "for_tests": False, "with_wordpress": True}),
        (["tests/host"], {"nginx": True, "keyboard": True, "git": True, "for_tests": True, "with_wordpress": True}),
    ],
)
def test_set_up_of_each_run_installs_its_programs(
    monkeypatch: pytest.MonkeyPatch, arguments: list[str], wanted: dict[str, bool]
) -> None:
    installed: set[str] = set()
    options: dict[str, Any] = {}

    def provide(*browsers: str, **more: bool) -> None:
        installed.update(browsers)
        options.update(more)

    monkeypatch.setattr(preparation, "provide", provide)
    monkeypatch.setattr(environment, "ready", lambda _: None)
    monkeypatch.setattr(environment, "node", dict)
    monkeypatch.setattr(environment, "node_modules", lambda _, **more: options.update(more))
    preparation.test(arguments)
    assert (installed, options) == (set(programs.NAMES), wanted)


@pytest.mark.parametrize("command", [*preparation.COMMANDS, *(f"prove {name}" for name in preparation.PROOFS)])
def test_help_of_each_command_needs_no_other_program(command: str) -> None:
    arguments = [sys.executable, "-P", "-m", "commands.preparing", *command.split(), "--help"]
    variables = os.environ | {"PATH": "", "PYTHONPATH": os.pathsep.join([str(ROOT / "scripts"), str(ROOT / "tests")])}
    helped = subprocess.run(arguments, check=False, capture_output=True, text=True, env=variables)
    assert helped.returncode == 0, helped.stderr
    assert f"scripts/{command}" in helped.stdout
