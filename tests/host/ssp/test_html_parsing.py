"""HTML is parsed as browsers parse it, templates included."""

from __future__ import annotations

import pytest

from standard_sitemap.model.page_sizes import PAGE_PARTS, CostlyPage
from standard_sitemap.ssp import html_parsing
from standard_sitemap.ssp.html_parsing import parsed
from standard_sitemap.ssp.names import XHTML_NAMESPACE


def _seen(page: str, charset: str | None = "utf-8") -> str:
    """Return the addresses of a page's links: first those of the head, then those of the body after a bar."""
    head, body = list(parsed(page.encode(), charset, "etree"))
    tag = f"{{{XHTML_NAMESPACE}}}link"
    return "|".join(" ".join(link.get("href") for link in part.iter(tag)) for part in (head, body))


LINK = "<link href=seen>"


@pytest.mark.parametrize(
    ("page", "seen"),
    [
        (f"<head><template><p>a</template>{LINK}", "seen|"),
        (f"<template><link href=hidden></template>{LINK}", "seen|"),
        (f"<head><template><li><template><p></template><link href=hidden></template>{LINK}", "seen|"),
        (f"<body><template><p>a<td><link href=hidden></TEMPLATE >{LINK}", "|seen"),
        ("<template><link href=hidden>", "|"),
        (f"<template><style></template><link href=hidden></style></template>{LINK}", "seen|"),
        (f"<template><title><!--</title></template>{LINK}", "seen|"),
        (f"<template><script>'</template>'</script></template>{LINK}", "seen|"),
        (f"<template><plaintext></template>{LINK}", "|"),
        (f"<template><svg><title/></svg></template>{LINK}", "seen|"),
        (f"<template><svg><style/></svg></template>{LINK}", "seen|"),
        (f"<template><svg/><title>a</title></template>{LINK}", "seen|"),
        (f"<template><svg><template></template><link href=hidden></svg></template>{LINK}", "seen|"),
        (f"<svg><template><a/>{LINK}</template></svg>", "|"),
        (f"<svg><desc><template><link href=hidden></template>{LINK}</desc></svg>", "|seen"),
        (f"<math><mi><template><link href=hidden></template>{LINK}</mi></math>", "|seen"),
        (f"<table><template><tr><link href=hidden></template></table>{LINK}", "|seen"),
        (f"<p title='<template>'>{LINK}", "|seen"),
        (f"<head><noscript><link href=hidden></noscript>{LINK}", "seen|"),
    ],
)
def test_links_of_a_page_with_templates_are_those_of_browsers(page: str, seen: str) -> None:
    assert _seen(page) == seen


def test_templates_before_a_late_declaration_of_the_encoding_are_left_out() -> None:
    page = f"<!--{'x' * 2_000}--><template><p><link href=hidden></template><meta charset=utf-8><link href=é>"
    assert _seen(page, None) == "é|"


def test_template_in_the_body_keeps_the_body_as_framesets_would_remove_it() -> None:
    assert _seen(f"<body><template></template><frameset></frameset>{LINK}") == "|seen"


@pytest.mark.parametrize("treebuilder", ["etree", "lxml"])
@pytest.mark.parametrize(
    "page",
    [
        "".join(f"<b a{number}><p>" for number in range(1_000)),
        f"<p><b {' '.join(f'a{number}' for number in range(1_000))}>{'<p>x' * 1_000}",
        f"<p {' '.join('abcdefghij')}>" * (PAGE_PARTS // 10),
        "<br>" * PAGE_PARTS,
        f"<div>{'<rt>' * 2_000}</div>",
    ],
    ids=["formatting", "attributes-of-copies", "attributes", "elements", "depth"],
)
def test_page_with_too_many_parts_is_refused(page: str, treebuilder: str) -> None:
    with pytest.raises(CostlyPage):
        parsed(page.encode(), "utf-8", treebuilder)


def test_mistakes_of_a_page_are_not_kept() -> None:
    parser = html_parsing._Parser("etree")
    parser.parse(b"</b>" * 10)
    assert parser.errors == []
