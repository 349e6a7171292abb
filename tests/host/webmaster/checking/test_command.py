"""The real command line: exit statuses, usage, streams, and a report of two screens."""

import json
from pathlib import Path
from typing import Any

import pytest

FINE = '<item name="A" url="a.html"/>'
WARNING = '<item name="A" url="a.html" tree="no"/>'
ERROR = '<external url="#gone"/>'
SCREENS = 2 * 24


@pytest.mark.parametrize(
    ("content", "arguments", "status"),
    [
        (FINE, [], 0),
        (FINE, ["--strict"], 0),
        (WARNING, [], 0),
        (WARNING, ["--strict"], 1),
        (ERROR, [], 1),
        (FINE, ["--explain", "A"], 0),
        (FINE, ["--explain", "B"], 1),
        (FINE, ["none.xml"], 3),
        (FINE, ["http://127.0.0.1:9/"], 3),
        (FINE, ["gopher://example.org/"], 2),
        (FINE, ["--format", "yaml"], 2),
        (FINE, ["--format", "sarif", "--explain", "A"], 2),
        (FINE, ["--root", "nowhere"], 2),
    ],
)
def test_exit_status(content: str, arguments: list[str], status: int, write: Any, run: Any) -> None:
    path = write("map.xml", content)
    done = run(path, *arguments, cwd=path.parent)
    assert done.returncode == status
    assert "Traceback" not in done.stderr
    assert (done.stdout == "") is (status == 2)


def test_no_target_is_wrong_usage(run: Any, tmp_path: Path) -> None:
    assert run(cwd=tmp_path).returncode == 2


def test_nothing_found_is_status_1(run: Any, tmp_path: Path) -> None:
    done = run(".", cwd=tmp_path)
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        ".",
        "✗ The folder contains no sitemap: .",
        "  → The command make makes one from the folder's pages, and announce names it in them.",
    ]


def test_page_without_a_sitemap_is_told_how_to_name_one(run: Any, tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("<title>A</title>")
    remedy = "  → Name the site's sitemap in a header or by links; the command announce writes both."
    assert remedy in run("a.html", cwd=tmp_path).stdout.splitlines()


def test_several_targets_give_several_reports(write: Any, run: Any, tmp_path: Path) -> None:
    write("a.xml", FINE)
    write("b.xml", ERROR)
    done = run("a.xml", "b.xml", "--format", "json", cwd=tmp_path)
    answer = json.loads(done.stdout)
    assert [report["target"] for report in answer["reports"]] == ["a.xml", "b.xml"]
    assert answer["status"] == done.returncode == 1
    assert run("a.xml", "b.xml", cwd=tmp_path).stdout.endswith("2 sitemaps checked, 1 failed.\n")


def test_help_has_examples(run: Any, tmp_path: Path) -> None:
    done = run("--help", cwd=tmp_path)
    assert done.returncode == 0
    assert "standard-sitemap check public/ --format sarif > faults.sarif" in done.stdout


def test_web_address_without_a_scheme_is_wrong_usage(run: Any, tmp_path: Path) -> None:
    done = run("www.example.org/a", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "A web address begins with https:// or http://." in done.stderr


def test_colour_is_for_terminals_that_want_it(write: Any, run: Any, tmp_path: Path) -> None:
    write("map.xml", ERROR)
    plain = run("map.xml", cwd=tmp_path).stdout
    forced = run("map.xml", cwd=tmp_path, FORCE_COLOR="1", TERM="xterm").stdout
    refused = run("map.xml", cwd=tmp_path, FORCE_COLOR="1", NO_COLOR="1", TERM="xterm").stdout
    assert "\x1b[" not in plain
    assert "\x1b[31m\x1b[1merror" in forced
    assert "31m" not in refused


def test_lines_are_wrapped_where_there_is_a_width(write: Any, run: Any, tmp_path: Path) -> None:
    write("map.xml", '<item url="a.html"/>')
    printed = run("map.xml", cwd=tmp_path, COLUMNS="60").stdout
    assert (
        """
warning  nameless-item  [Variants]
  line 2: This item, or one of its variants, has no name,
    so the item and everything below it are left out.
  → Add name="…" to the <item>, or to each <variant>.
"""
        in printed
    )
    assert max(map(len, printed.splitlines())) <= 60


@pytest.mark.parametrize("columns", ["", "80"])
def test_a_generators_sitemap_is_reported_on_two_screens(columns: str, write: Any, run: Any, tmp_path: Path) -> None:
    """Check a report of hundreds of obsolete addresses and dead references, as documentation generators write them."""
    classes = "\n".join(
        f'<external xmlns:x="http://www.w3.org/1999/xlink" x:href="#class-org.example.Type{number % 700}"/>'
        for number in range(900)
    )
    listed = "\n".join(
        f'<item name="Type{n}" url="t{n}.html" xml:id="class-org.example.Type{n}"/>' for n in range(0, 700, 5)
    )
    write("map.xml", f'<change elem="/*/*[2]" prefix="doc"/>\n{classes}\n<item tree="exclude">\n{listed}\n</item>')
    done = run("map.xml", cwd=tmp_path, **({"COLUMNS": columns} if columns else {}))
    assert len(done.stdout.splitlines()) < SCREENS
    assert [code for code in ("dangling-reference", "obsolete-xlink", "obsolete-change") if code in done.stdout] == [
        "dangling-reference",
        "obsolete-xlink",
        "obsolete-change",
    ]
    assert "720 times" in done.stdout
    assert "900 times" in done.stdout
