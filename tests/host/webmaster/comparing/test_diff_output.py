"""The output of differences, as text and as JSON."""

import io
import json

from standard_sitemap.webmaster.comparing import diff_output
from standard_sitemap.webmaster.comparing.comparison import Change, Difference

FOUND = [
    Difference("added", "Green", "https://www.example.org/green/", ("Teas",), below=2),
    Difference("moved", "Assam", "https://www.example.org/assam", (), old_path=("Teas", "Black")),
    Difference("renamed", "B", "https://www.example.org/b", (), changes=(Change("name", "A", "B"),)),
    Difference(
        "changed", "C", None, (), changes=(Change("description", None, "x\x1b\n"), Change("priority", "0.5", "1.0"))
    ),
    Difference("reordered", None, None, ()),
    Difference("gone", None, "https://www.example.org/d", ()),
]


def test_each_difference_is_one_line_that_a_terminal_can_show() -> None:
    stream = io.StringIO()
    counts = diff_output.write_text(FOUND, stream)
    assert stream.getvalue() == (
        "+ Teas / Green  https://www.example.org/green/  (and 2 below)\n"
        "> Assam  https://www.example.org/assam  moved from Teas / Black\n"
        "~ B  https://www.example.org/b  name: “A” → “B”\n"
        "~ C  description: nothing → “x\\u001b\\u000a”; priority: “0.5” → “1.0”\n"
        "~ the first level  its entries are in another order\n"
        "- https://www.example.org/d\n"
    )
    assert diff_output.summary(counts) == "3 added, 1 gone, 1 moved, 1 renamed, 1 changed, 1 branch in another order"


def test_json_has_all_differences_and_counts() -> None:
    stream = io.StringIO()
    diff_output.write_json("old.xml", "new.xml", FOUND, stream)
    output = json.loads(stream.getvalue())
    assert (output["old"], output["new"]) == ("old.xml", "new.xml")
    assert [difference["kind"] for difference in output["differences"]] == [difference.kind for difference in FOUND]
    assert output["differences"][0]["below"] == 2
    assert output["differences"][1]["old_path"] == ["Teas", "Black"]
    assert output["differences"][2]["changes"] == {"name": {"old": "A", "new": "B"}}
    assert output["counts"] == {"added": 3, "gone": 1, "moved": 1, "renamed": 1, "changed": 1, "reordered": 1}


def test_empty_diff_is_summarised_as_no_differences() -> None:
    assert diff_output.summary(diff_output.write_text([], io.StringIO())) == "no differences"


def test_difference_outside_the_tree_says_so() -> None:
    search = Difference("gone", "Search", "https://www.example.org/s", (), is_outside=True)
    text, json_text = io.StringIO(), io.StringIO()
    diff_output.write_text([search], text)
    diff_output.write_json("old.xml", "new.xml", [search, FOUND[0]], json_text)
    assert text.getvalue() == "- Search  https://www.example.org/s  (outside the tree)\n"
    assert [difference.get("is_outside") for difference in json.loads(json_text.getvalue())["differences"]] == [
        True,
        None,
    ]
