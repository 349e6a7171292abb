"""An empty file and a page in a sitemap's place get the same answer from every command and format."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from pytest_httpserver import HTTPServer

PAGE = b"<!DOCTYPE html>\n<html><head><title>Not found</title></head><body><p>Nothing here.</body></html>"
CASES = [(PAGE, "page-not-sitemap"), (b"", "empty-file"), (gzip.compress(b""), "empty-file"), (b" \n", "empty-file")]
INDEX = (
    '<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>{}</loc></sitemap></sitemapindex>'
)


def codes(done: Any) -> list[str]:
    assert done.returncode == 1
    return [fault["code"] for report in json.loads(done.stdout)["reports"] for fault in report["faults"]]


@pytest.mark.parametrize(("body", "code"), CASES)
def test_named(body: bytes, code: str, tmp_path: Path, run: Any) -> None:
    (tmp_path / "sitemap.xml").write_bytes(body)
    for target in ("sitemap.xml", "."):
        assert codes(run(target, "--format", "json", cwd=tmp_path)) == [code]
    log = json.loads(run("sitemap.xml", "--format", "sarif", cwd=tmp_path).stdout)["runs"][0]
    assert [result["ruleId"] for result in log["results"]] == [code]
    assert run("sitemap.xml", "--format", "github", cwd=tmp_path).stdout.startswith("::error file=sitemap.xml,")
    assert code in run("sitemap.xml", cwd=tmp_path).stdout


@pytest.mark.parametrize(("body", "code"), CASES)
@pytest.mark.parametrize("content_type", ["text/html", "application/xml"])
def test_served_and_by_index(
    body: bytes, code: str, content_type: str, httpserver: HTTPServer, run: Any, tmp_path: Path
) -> None:
    httpserver.expect_request("/sitemap.xml").respond_with_data(body, content_type=content_type)
    there = httpserver.url_for("/sitemap.xml")
    httpserver.expect_request("/index.xml").respond_with_data(INDEX.format(there), content_type="application/xml")
    for target in (there, httpserver.url_for("/index.xml")):
        assert codes(run(target, "--format", "json", cwd=tmp_path)) == [code]


def test_each_occurrence_has_its_own_remedy_in_every_format(tmp_path: Path, run: Any) -> None:
    entries = "".join(f"<url><loc>https://www.example.org/{name}</loc></url>\n" for name in ("a b", "c d?e=1&amp;f=2"))
    text = f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{entries}</urlset>'
    (tmp_path / "sitemap.xml").write_text(text)
    for form in ("text", "json", "sarif", "github"):
        output = run("sitemap.xml", "--format", form, cwd=tmp_path).stdout
        for remedy in ("https://www.example.org/a%20b", "https://www.example.org/c%20d?e=1&amp;f=2"):
            written = remedy.replace("%", "%25") if form == "github" else remedy
            assert f"Write {written}" in output, form
