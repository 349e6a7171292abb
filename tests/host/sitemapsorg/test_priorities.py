"""Priorities that distinguish pages: `standard_sitemap.sitemapsorg.priorities`."""

import pytest

from host.sitemapsorg.samples import NAMESPACE, SITE, resolved
from standard_sitemap.sitemapsorg.priorities import MOST_COMPARED, common_of


def _shown(**priorities: str) -> dict[str, float]:
    """Return the shown priority by name, of pages by path; double underscores are slashes."""
    entries = (
        f"<url><loc>{SITE}{path.replace('__', '/')}</loc>{f'<priority>{written}</priority>' if written else ''}</url>"
        for path, written in priorities.items()
    )
    tree = resolved(f"<urlset {NAMESPACE}>{''.join(entries)}</urlset>")
    waiting, shown = [tree.root], dict[str, float]()
    while waiting:
        children = tree.children(waiting.pop())
        shown |= {tree.details.names(node)[0] or "": tree.shown_priority(node) for node in children}
        waiting += children
    return shown


def test_priority_that_all_siblings_share_has_no_effect() -> None:
    shown = _shown(a="1.0", b="1.0", docs="0.3", docs__x="0.8", docs__y="0.8", docs__z__i="0.6", docs__z__j="0.9")
    assert shown == {"A": 1.0, "B": 1.0, "Docs": 0.3, "X": 0.5, "Y": 0.5, "Z": 0.5, "I": 0.6, "J": 0.9}


def test_priority_that_nearly_all_pages_share_has_no_effect() -> None:
    same = {f"p{chr(97 + number)}": "0.8" for number in range(19)}
    shown = _shown(**same, start="1.0")
    assert shown.pop("Start") == 1.0
    assert set(shown.values()) == {0.5}


@pytest.mark.parametrize("written", ["0.9", "0.2"])
def test_priority_of_one_page_among_others_has_its_effect(written: str) -> None:
    assert _shown(a=written, b="", c="") == {"A": float(written), "B": 0.5, "C": 0.5}


def test_siblings_are_compared_up_to_a_limit() -> None:
    assert common_of([0.8] * MOST_COMPARED + [0.1] * 10 * MOST_COMPARED) == 0.8
    assert common_of([]) is None
