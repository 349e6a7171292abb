"""XML text in elements, attributes and comments."""

from xml.etree import ElementTree

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from standard_sitemap.model.display_text import printable
from standard_sitemap.model.xml_text import attributes, comment, escaped


def test_all_five_characters_are_escaped() -> None:
    assert escaped("""a&b<c>d"e'f""") == "a&amp;b&lt;c&gt;d&quot;e&apos;f"


# Invisible, yet printable for Python's str.isprintable(); and a command of a build log.
@example("a\u034fb")
@example("a\u115fb")
@example(" ::error")
@given(st.text())
@pytest.mark.promise("author", "XML files contain control and bidi characters only as references.")
def test_written_text_round_trips_except_for_forbidden_characters(text: str) -> None:
    written = f"<a{attributes({'b': text})}>{escaped(text)}</a>"
    read = ElementTree.fromstring(written.encode())
    allowed = "".join(
        c for c in text if c in "\t\n\r" or (c >= " " and not "\ud800" <= c <= "\udfff" and c not in "\ufffe\uffff")
    )
    assert (read.text or "") == allowed
    assert read.get("b") == allowed
    assert printable(written) == written


@given(st.text())
def test_no_comment_ends_before_its_end(text: str) -> None:
    written = comment([text, "--", "-"])
    ElementTree.fromstring(f"<a>{written}</a>".encode())
    assert [printable(line) for line in written.split("\n")] == written.split("\n")
