"""Probable mistakes: each is named, with the correct text."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from standard_sitemap import ssp
from standard_sitemap.model.site import RetrievedFile
from standard_sitemap.webmaster.checking.codes import MISTAKE_EXAMPLES
from standard_sitemap.webmaster.checking.mistakes import MISTAKES
from standard_sitemap.webmaster.checking.report import Report, survey
from standard_sitemap.webmaster.checking.wording import CATALOGUE, SERVED, grouped

Run = Callable[..., Any]
Write = Callable[..., Path]
ROOT = "https://www.example.org/map.xml"
URLSET = 'urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"'
HOME = '<item name="Start" url="./"/>\n'


def checked(content: str, *, at: str = ROOT, served_at: str = "") -> Report:
    site = ssp.Site(at)
    text = f'<sitemap xmlns="http://standard-sitemap.org/2007/ns">\n{content}\n</sitemap>'
    site.add(*site.wanted(), RetrievedFile(at, text.encode(), "application/xml"))
    return survey("map.xml", site, served_at=served_at)


def said(content: str, **options: str) -> list[tuple[str, int, str]]:
    """Return code, line and remedy of each fault."""
    faults = checked(content, **options).faults
    return [(fault.code, fault.line, fault.rule.remedy.format_map(fault.params)) for fault in faults]


def codes(content: str, **options: str) -> list[str]:
    return [code for code, _, _ in said(content, **options)]


def test_every_code_has_an_example_and_no_other_has() -> None:
    assert list(MISTAKE_EXAMPLES) == list(MISTAKES)
    assert not set(MISTAKES) & {*CATALOGUE, *SERVED}


EXAMPLES = [(code, example.text) for code, example in MISTAKE_EXAMPLES.items() if example.setting != "words"]


@pytest.mark.parametrize(("code", "text"), EXAMPLES)
def test_example_produces_its_code(code: str, text: str) -> None:
    faults = [fault for fault in checked(text).faults if fault.code == code]
    assert [fault.message for fault in faults]


@pytest.mark.parametrize(
    ("data", "right"),
    [
        ("q={searchTerms}", "q=%s"),
        ("q={searchTerms?}&amp;lang=en", "q=%s&lang=en"),
        ("q={search_term_string}", "q=%s"),
        ("q=", "q=%s"),
        ("query", "query=%s"),
        ("", "q=%s"),
    ],
)
def test_search_without_a_place_for_the_words_gets_one(data: str, right: str) -> None:
    messages = said(f'{HOME}<item name="Search" url="find" role="search" data="{data}"/>')
    assert messages == [("search-without-words", 3, f'Write %s where the words belong, as in data="{right}".')]


def test_search_with_a_place_for_the_words_is_no_mistake() -> None:
    assert said(f'{HOME}<item name="Search" url="find" role="search" data="q=%s&amp;site={{x}}"/>') == []


@pytest.mark.parametrize(
    ("url", "right"),
    [
        ("price list.html", "price%20list.html"),
        ("café/?q=é&amp;a=1#é", "caf%C3%A9/?q=%C3%A9&amp;a=1#%C3%A9"),
        ("50%", "50%25"),
        ("a|b", "a%7Cb"),
    ],
)
def test_address_with_characters_to_be_escaped_is_a_mistake(url: str, right: str) -> None:
    assert said(f'{HOME}<item name="A" url="{url}"/>') == [("url-not-escaped", 3, f'Write url="{right}".')]


@pytest.mark.parametrize(
    "url",
    [
        " a.html ",
        "a%20b?c=d&amp;e='f'#g",
        "?q=%C3%A9",
        "#top",
        "//[::1]/",
        "https://münchen.example/a",
        "mailto:a@b.example",
    ],
)
def test_address_without_characters_to_be_escaped_is_no_mistake(url: str) -> None:
    assert "url-not-escaped" not in codes(f'{HOME}<item name="A" url="{url}"/>')


@pytest.mark.parametrize(
    ("language", "code", "remedy"),
    [
        ("gr", "lang-of-no-language", 'Write a code of ISO 639, as in lang="el-GR".'),
        ("xx", "lang-of-no-language", 'Write a code of ISO 639, as in lang="en".'),
        ("zz-GB", "lang-of-no-language", 'Write a code of ISO 639, as in lang="en-GB".'),
        ("en-UK", "lang-of-no-country", 'Write lang="en-GB".'),
    ],
)
def test_code_of_no_language_or_country_is_a_mistake(language: str, code: str, remedy: str) -> None:
    content = f'{HOME}<item name="A" url="a">\n<variant name="B" lang="{language}"/></item>'
    assert said(content) == [(code, 4, remedy)]


@pytest.mark.parametrize(
    "language", ["de-at", "EN-gb", "iw", "nds", "sr-Latn-RS", "es-419", "x-klingon", "i-navajo", ""]
)
def test_code_of_a_language_is_no_mistake(language: str) -> None:
    assert codes(f'{HOME}<item name="A" url="a" lang="{language}"/>') == []


def test_attribute_in_the_namespace_of_the_elements_is_misspelled() -> None:
    namespaced = 's:url="b" xmlns:s="http://standard-sitemap.org/2007/ns"'
    assert said(f'{HOME}<item name="A" url="a" {namespaced}/>') == [
        ("misspelled-attribute", 3, 'Write url="…" instead.')
    ]


def test_language_of_xml_is_a_mistake_in_a_file_without_any_lang() -> None:
    content = f'{HOME}<group xml:lang="de"><item name="A" url="a"/></group>\n<class-change xml:lang="en" prefix="p" '
    content += 'elem="/*"/><item name="B" url="b" {}/>'
    assert said(content.format("")) == [("misspelled-attribute", 3, 'Write lang="…" instead.')]
    assert said(content.format('lang="de"')) == []


@pytest.mark.parametrize("language", ["english", "German", "en_GB", "english (UK)", "deutsch-AT"])
def test_language_by_its_name_is_no_language(language: str) -> None:
    assert codes(f'{HOME}<item name="A" url="a" lang="{language}"/>') == ["bad-lang"]


@pytest.mark.parametrize("language", ["en", "de-AT", "gsw", "zh-Hant-TW", "x-klingon", "i-default", ""])
def test_language_by_its_code_is_no_mistake(language: str) -> None:
    assert said(f'{HOME}<item name="A" url="a" lang="{language}"/>') == []


def test_two_variants_in_one_language_are_reported_once() -> None:
    variants = '<variant lang="en" name="A" url="1"/><variant lang="EN" url="2"/><variant lang="en" url="3"/>'
    assert codes(f'{HOME}<item name="A">{variants}</item>') == ["variants-in-one-language"]


def test_variants_of_other_types_or_without_language_are_no_mistake() -> None:
    variants = '<variant lang="en" url="1"/><variant lang="en" url="2" type="application/pdf"/>'
    without = '<variant url="1"/><variant url="2"/>'
    assert said(f'{HOME}<item name="A">{variants}</item><item name="B">{without}</item>') == []


@pytest.mark.parametrize("name", ["", "  ", "&#160;", "&#8203;", "&#8203; &#xFEFF;"])
def test_blank_names_are_reported(name: str) -> None:
    assert codes(f'{HOME}<item name="{name}" url="a"/>') == ["empty-name"]


@pytest.mark.parametrize("url", ["www.example.org", "www.example.org/a?b", "example.org/a", "docs.example.com/a"])
def test_address_without_scheme_gets_one(url: str) -> None:
    assert said(f'{HOME}<item name="A" url="{url}"/>') == [("url-without-scheme", 3, f'Write url="https://{url}".')]


@pytest.mark.parametrize("start", ["https//", "http;//", "HTTPS/"])
def test_address_with_a_misspelled_scheme_gets_it_right(start: str) -> None:
    right = start.rstrip("/;") + "://a.example/b"
    assert said(f'{HOME}<item name="A" url="{start}a.example/b"/>') == [
        ("url-without-scheme", 3, f'Write url="{right}".')
    ]


@pytest.mark.parametrize(
    "url",
    [
        "a.html",
        "v1.2/",
        "www/",
        "files.zip",
        "organisation.html",
        "/www.example.org",
        "?a.com",
        "HTTP/Client.html",
        "http/a/b.html",
    ],
)
def test_path_of_a_file_is_not_taken_for_a_host(url: str) -> None:
    assert said(f'{HOME}<item name="A" url="{url}"/>') == []


def test_backslash_becomes_a_slash() -> None:
    assert said(f'{HOME}<item name="A" url="docs\\a.html"/>') == [("backslash-in-url", 3, 'Write url="docs/a.html".')]


def test_path_on_a_disk_is_no_address() -> None:
    assert codes(f'{HOME}<item name="A" url="C:\\docs\\a.html"/>') == ["bad-scheme"]


@pytest.mark.parametrize("identity", ["1st", "2024", "-a", ".a"])
def test_id_that_xml_does_not_allow_is_noted(identity: str) -> None:
    faults = checked(f'{HOME}<item name="A" url="a" xml:id="{identity}"/>').faults
    assert [(fault.code, fault.severity, fault.params["right"]) for fault in faults] == [
        ("id-begins-with-digit", "info", f"_{identity}")
    ]


@pytest.mark.parametrize(
    ("written", "right"),
    [("Item", "item"), ("ITEM", "item"), ("page", "item"), ("section", "group"), ("Class-Change", "class-change"),
     ("class_change", "class-change"), ("include", "external"), ("translation", "variant")],
)  # fmt: skip
def test_misspelled_element_gets_the_intended_name(written: str, right: str) -> None:
    messages = said(f'{HOME}<{written} name="A" url="a"/>')
    assert messages == [("misspelled-element", 3, f"Write <{right}>, and </{right}> at its end.")]


@pytest.mark.parametrize(
    ("written", "right"),
    [("Name", "name"), ("NAME", "name"), ("title", "name"), ("href", "url"), ("link", "url"), ("loc", "url"),
     ("id", "xml:id"), ("hreflang", "lang"), ("desc", "description"), ("base", "xml:base")],
)  # fmt: skip
def test_misspelled_attribute_gets_the_intended_name(written: str, right: str) -> None:
    messages = said(f'{HOME}<item name="A" url="a" {written}="x"/>')
    assert messages == [("misspelled-attribute", 3, f'Write {right}="…" instead.')]


@pytest.mark.parametrize(
    "element", ['<menu name="A"/>', '<item name="A" url="a" colour="red"/>', '<group name="G" href="g"/>']
)
def test_unknown_names_that_resemble_none_stay_unknown(element: str) -> None:
    (code,) = [code for code in codes(HOME + element) if code != "locationless-item"]
    assert code.startswith("unknown-")


def test_map_that_shows_nothing_is_an_error() -> None:
    report = checked('<item title="A" href="a"/>\n' * 4)
    nothing = [fault for fault in report.faults if fault.code == "nothing-shown"]
    assert [(fault.severity, fault.line, fault.params) for fault in nothing] == [("error", 0, {"count": "4"})]


@pytest.mark.parametrize(
    "entry", ['<Item name="A" url="a"/>', '<external url="#x"><item name="A" url="a"/></external>']
)
def test_map_whose_entries_are_out_of_reach_shows_nothing(entry: str) -> None:
    assert "nothing-shown" in codes(entry)


@pytest.mark.parametrize(
    "entry", ["", '<item name="Find" url="f" role="search" data="q=%s"/>', '<item name="A" url="a" tree="exclude"/>']
)
def test_map_that_is_empty_on_purpose_is_no_mistake(entry: str) -> None:
    assert "nothing-shown" not in codes(entry)


def test_name_of_a_character_in_html_is_named_with_the_character(write: Write, run: Run) -> None:
    done = run("map.xml", cwd=write("map.xml", '<item name="Caf&eacute;" url="./"/>').parent)
    assert "“&eacute;” means “é” in HTML only" in done.stdout
    assert "Write “é” itself, or &#233;." in done.stdout
    assert done.returncode == 1


@pytest.mark.parametrize("text", ["&nosuch;", "&fjlig;"])
def test_name_of_no_single_character_breaks_the_file_as_before(text: str) -> None:
    assert codes(f'<item name="{text}" url="./"/>') == ["not-well-formed"]


@pytest.mark.parametrize(
    "host",
    ["localhost", "localhost:1313", "127.0.0.1:8000", "[::1]", "app.localhost", "10.0.0.7", "192.168.1.2", "nas.local"],
)
def test_addresses_of_the_own_computer_are_counted(host: str) -> None:
    entries = f'<item name="A" url="http://{host}/a"/>\n<item name="B" url="http://{host}/b"/>'
    (fault,) = checked(HOME + entries).faults
    assert (fault.code, fault.line, fault.params["count"]) == ("address-on-own-computer", 3, "2")


def test_a_site_on_the_own_computer_may_name_itself() -> None:
    own = "http://localhost:1313/"
    assert said(f'<item name="A" url="{own}a"/>', at=f"{own}map.xml") == []
    assert said(f'<item name="A" url="{own}a"/>', at="file:///srv/map.xml", served_at=own) == []


@pytest.mark.parametrize(
    "host", ["staging.example.org", "www-staging.example.org", "shop.stage.example.org", "www.test"]
)
def test_addresses_of_hosts_for_tests_are_reported(host: str) -> None:
    assert codes(f'{HOME}<item name="A" url="https://{host}/a"/>') == ["address-on-staging-host"]


@pytest.mark.parametrize("host", ["stage.org", "www.test.de", "backstage.example.org", "dev.mysql.com", "preview.org"])
def test_ordinary_hosts_are_not_taken_for_tests(host: str) -> None:
    assert said(f'{HOME}<item name="A" url="https://{host}/a"/>') == []


def test_login_is_an_error_and_never_printed(write: Write, run: Run) -> None:
    path = write("map.xml", HOME + '<item name="A" url="https://ann:secret@www.example.org/a"/>')
    for form in ("text", "json", "sarif", "github"):
        done = run("map.xml", "--format", form, cwd=path.parent)
        assert "address-with-password" in done.stdout
        assert "secret" not in done.stdout
        assert done.returncode == 1


@pytest.mark.parametrize(
    "part",
    [
        "?PHPSESSID=6f1ed002ab5595859014",
        ";jsessionid=1A530637289A03B07199A44E8D531427",
        "?a=1&amp;sid=6f1ed002ab5595859014ebf0951522d9",
    ],
)
def test_session_of_a_visitor_is_reported(part: str) -> None:
    assert codes(f'{HOME}<item name="A" url="a{part}"/>') == ["address-with-session"]


def test_short_numbers_are_no_session() -> None:
    assert said(f'{HOME}<item name="A" url="a?sid=12&amp;s=1"/>') == []


def urlset(*entries: str) -> str:
    return f"<{URLSET}>\n" + "\n".join(f"<url><loc>{entry}</loc></url>" for entry in entries) + "\n</urlset>\n"


def reported(path: Path, run: Run, *arguments: str) -> list[tuple[str, int, str]]:
    done = run(path.name, "--format", "json", *arguments, cwd=path.parent)
    (report,) = json.loads(done.stdout)["reports"]
    return [(fault["code"], fault["line"], fault["params"].get("count", "")) for fault in report["faults"]]


def test_addresses_of_sitemaps_org_files_are_judged_alike(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "sitemap.xml"
    own = "https://www.example.org/"
    path.write_text(
        urlset(own, "http://www.example.org/b", "http://localhost/c", "https://staging.example.org/d",
               "https://ann:secret@www.example.org/e", f"{own}f?PHPSESSID=6f1ed002ab5595859014", "http://localhost/g"),
        encoding="utf-8",
    )  # fmt: skip
    assert reported(path, run) == [
        ("addresses-of-two-schemes", 3, "1"),
        ("address-on-own-computer", 4, "2"),
        ("address-on-staging-host", 5, "1"),
        ("address-with-password", 6, "1"),
        ("address-with-session", 7, "1"),
    ]


def test_misspelled_relation_of_a_link_is_reported(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "sitemap.xml"
    link = '<xhtml:link rel="alternative" hreflang="de" href="https://www.example.org/de"/>'
    path.write_text(urlset("https://www.example.org/").replace("</url>", f"{link}</url>"), encoding="utf-8")
    assert reported(path, run) == [("other-relation", 2, "")]


def test_totals_include_unlisted_faults(write: Write, run: Run) -> None:
    path = write("map.xml", HOME + '<item name="A" url="a" tree="no"/>\n' * 12_345)
    done = run("map.xml", cwd=path.parent)
    assert "bad-tree  12,345 times" in done.stdout
    assert "… and 11,345 more, which are not listed" in done.stdout
    assert "12,345 warnings, 1 note" in done.stdout


_STARTS = [
    ("https://https://www.example.org/a", "address-with-two-schemes", "https://www.example.org/a"),
    ("https://www.example.org/https://www.example.org/a", "address-with-two-schemes", "https://www.example.org/a"),
    ("https://www.example.orghttps://www.example.org/a", "address-with-two-schemes", "https://www.example.org/a"),
    ("https://www.example.org/www.example.org/a", "address-with-two-hosts", "https://www.example.org/a"),
    ("https://www.example.org//www.example.org", "address-with-two-hosts", "https://www.example.org/"),
    ("https://www.example.orgabout?b", "slash-missing-after-host", "https://www.example.org/about?b"),
    ("https://www.example.orgshop/a", "slash-missing-after-host", "https://www.example.org/shop/a"),
]


@pytest.mark.parametrize("base", [(), ("--base-url", "https://www.example.org/")])
@pytest.mark.parametrize(("address", "code", "right"), _STARTS)
def test_doubled_start_of_an_address_is_named_and_is_no_other_host(
    tmp_path: Path, run: Run, address: str, code: str, right: str, base: tuple[str, ...]
) -> None:
    start = "https://www.example.org/"
    (tmp_path / "sitemap.xml").write_text(urlset(start, f"{start}x", address))
    [report] = json.loads(run("sitemap.xml", "--format", "json", *base, cwd=tmp_path).stdout)["reports"]
    faults = [fault for fault in report["faults"] if fault["code"] != "dot-segment"]
    assert [fault["code"] for fault in faults] == [code]
    assert f"Write {right};" in faults[0]["message"]


@pytest.mark.parametrize(
    "address",
    [
        "https://web.example.net/https://www.example.org/",
        "https://www.example.org.mirror.example.net/",
        f"{ROOT}?u={ROOT}",
    ],
)
def test_address_that_contains_another_is_no_mistake(address: str) -> None:
    assert codes(HOME + f'<item name="A" url="{address}"/>') == []


def test_totals_of_sitemaps_org_files_include_unlisted_faults(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "sitemap.xml"
    entries = (f"https://www.example.org/{number}</loc><changefreq>often</changefreq>" for number in range(1_234))
    path.write_text(urlset(*entries).replace("</changefreq></loc>", "</changefreq>"), encoding="utf-8")
    done = run("sitemap.xml", cwd=tmp_path)
    assert "bad-changefreq  1,234 times" in done.stdout
    assert "1,234 warnings, 1 note" in done.stdout


def test_totals_of_mistakes_include_unlisted_faults(write: Write, run: Run) -> None:
    path = write("map.xml", HOME + '<item name="A" url="a\\b"/>\n' * 1_000)
    assert "backslash-in-url  1,000 times" in run("map.xml", cwd=path.parent).stdout


def test_many_hosts_are_judged_in_one_pass() -> None:
    entries = "".join(f'<item name="A" url="http://h{number}.local/"/>\n' for number in range(2_000))
    report = checked(HOME + entries)
    assert len([fault for fault in report.faults if fault.code == "address-on-own-computer"]) == 500
    assert report.number_of("warning") == 2_000


@pytest.mark.parametrize("others", [0, 3])
def test_unlisted_misspelled_attributes_are_counted(others: int) -> None:
    item = '<item name="A" url="a" {}="x"/>\n'
    report = checked(HOME + item.format("colour") * others + item.format("Title") * 2_000)
    counts = {group.code: group.count for group in grouped(report.faults)}
    assert counts.get("misspelled-attribute", 0) + counts.get("unknown-attribute", 0) == 2_000 + others
    assert ("unknown-attribute" in counts) == bool(others)
    assert report.number_of("warning") == 2_000 + others
