"""The tables of tests in one browser or with --thorough name only existing tests and proofs."""

from __future__ import annotations

import re
from pathlib import Path

from browser import one_browser
from driving import programs

ROWS = one_browser.rows()
THOROUGH = one_browser.thorough_rows()


def test_every_row_of_the_table_is_read(root: Path) -> None:
    lines = (root / "tests" / "browser" / "README.md").read_text("utf-8").splitlines()
    assert len(ROWS) + len(THOROUGH) == len([line for line in lines if line.startswith("| `")]) > len(ROWS) > 0
    assert len({(row.file, row.test) for row in ROWS}) == len(ROWS)


def test_each_test_of_the_table_exists(root: Path) -> None:
    for row in ROWS:
        assert re.search(rf"^def {row.test}\(", (root / "tests/browser" / row.file).read_text("utf-8"), re.MULTILINE), (
            row
        )


def test_no_test_of_the_table_is_written_for_one_browser(root: Path) -> None:
    for row in ROWS:
        before = (root / "tests/browser" / row.file).read_text("utf-8").partition(f"\ndef {row.test}(")[0]
        assert "started_browser" not in before.rpartition("\n\n")[2], f"it may not run in {row.browser}: {row}"


def test_each_proof_of_the_table_is_a_file_of_tests_without_a_browser(root: Path) -> None:
    for row in ROWS:
        assert row.proofs, row
        for proof in row.proofs:
            assert (root / "tests" / proof).is_file(), row
            assert not proof.startswith("browser/"), row


def test_the_tests_of_a_file_run_in_the_same_browser_and_files_alternate() -> None:
    browsers = {row.file: row.browser for row in ROWS}
    assert all(browsers[row.file] == row.browser for row in ROWS)
    assert set(browsers.values()) == set(programs.NAMES)


def test_files_with_thorough_tests_are_those_of_the_second_table(root: Path) -> None:
    marked = {
        str(file.relative_to(root / "tests"))
        for file in (root / "tests").rglob("test_*.py")
        if "pytest.mark.thorough" in file.read_text("utf-8") and file != Path(__file__)
    }
    assert marked == {file for file, _ in THOROUGH}


def test_each_thorough_test_exists_and_so_do_its_proofs(root: Path) -> None:
    for (file, test), proofs in THOROUGH.items():
        assert re.search(rf"^def {test}\(", (root / "tests" / file).read_text("utf-8"), re.MULTILINE), test
        assert proofs, test
        assert all((root / "tests" / proof).is_file() for proof in proofs), proofs
