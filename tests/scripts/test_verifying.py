"""The comparison of maps with the links of their pages."""

from __future__ import annotations

from pathlib import Path

from commands.surveying.verifying import verdict


def test_page_below_another_in_the_start_pages_list_is_well_placed(tmp_path: Path) -> None:
    group = '<ul><li>Group<ul><li><a href="b.html">B</a></ul></ul>'
    nested = f'<ul><li><a href="a.html">A</a>{group}<li><a href="c.html">C</a></ul>'
    (tmp_path / "index.html").write_text(nested, "utf-8")
    for name in ("a.html", "b.html", "c.html"):
        (tmp_path / name).write_text("text", "utf-8")
    inner = '<item url="a.html"><item url="b.html"/></item><item url="c.html"/>'
    sitemap = f'<s xmlns="http://standard-sitemap.org/2007/ns"><item url="index.html">{inner}</item></s>'
    assert verdict(tmp_path, sitemap.encode()).share == 1
    other = sitemap.replace(inner, '<item url="a.html"/><item url="c.html"><item url="b.html"/></item>')
    assert verdict(tmp_path, other.encode()).misplaced == ["b.html"]
