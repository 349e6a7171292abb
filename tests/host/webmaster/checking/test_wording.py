"""Every code has a text, and no text can control a terminal."""

from standard_sitemap.ssp import Fault
from standard_sitemap.ssp.explanation import Fate
from standard_sitemap.webmaster.checking.mistakes import Mistake
from standard_sitemap.webmaster.checking.wording import REASONS, generally, grouped

MAP = "file:///map.xml"


def test_every_fate_has_its_words_and_its_clause() -> None:
    reported = [fate for fate in Fate if fate not in (Fate.NO_NODE, Fate.SHOWN, Fate.BELOW)]
    assert {fate.code for fate in reported} == set(REASONS)
    assert all(fate.clause for fate in reported)


def test_errors_come_first_and_similar_faults_are_grouped() -> None:
    faults = [
        Fault("loop", MAP, 1, {"name": "A"}),
        Fault("bad-tree", MAP, 2, {"value": "x"}),
        Fault("bad-url", MAP, 3, {"value": ":"}),
        Fault("bad-tree", MAP, 4, {"value": "x"}),
        Fault("bad-tree", MAP, 5, {"value": "y"}),
    ]
    groups = grouped(faults)
    assert [(group.code, group.count) for group in groups] == [("bad-url", 1), ("bad-tree", 3), ("loop", 1)]
    assert [[place.line for place in alike.places] for alike in groups[1].alike] == [[2, 4], [5]]


def test_addresses_in_texts_are_shortened() -> None:
    fault = Fault("dangling-reference", MAP, 1, {"id": "a", "target": MAP})
    (group,) = grouped([fault], lambda uri: uri.rpartition("/")[2])
    assert "in map.xml," in group.alike[0].problem


def test_a_text_in_general_has_ellipses() -> None:
    assert generally("“{id}” in {target}") == "“…” in …"


def _misspelled(*names: tuple[str, str]) -> list[Mistake]:
    return [
        Mistake("misspelled-attribute", MAP, line, {"element": "item", "name": name, "right": right})
        for line, (name, right) in enumerate(names, start=2)
    ]


def test_shortened_list_shows_each_remedy() -> None:
    names = [("Name", "name"), ("href", "url"), ("title", "name"), ("label", "name"), ("link", "url"), ("id", "xml:id")]
    (group,) = grouped(_misspelled(*names))
    assert [alike.places[0].line for alike in group.shown(3)] == [2, 3, 4, 7]


def test_shortened_list_has_ten_remedies_at_most() -> None:
    (group,) = grouped(_misspelled(*((f"n{number}", f"right-{number}") for number in range(99))))
    assert [alike.places[0].line for alike in group.shown(3)] == [*range(2, 12)]
