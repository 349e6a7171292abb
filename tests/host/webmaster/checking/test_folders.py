"""A folder's content, and the relations between its pages, sitemaps and robots.txt."""

import asyncio
import gzip
import io
import os
import time
from collections import Counter
from pathlib import Path, PureWindowsPath
from typing import Any

import pytest

from standard_sitemap import sitemapsorg, ssp
from standard_sitemap.webmaster.announcing.page_files import Location, Outcome, announce
from standard_sitemap.webmaster.checking import checker, folders
from standard_sitemap.webmaster.checking.checker import Checker, CheckOptions
from standard_sitemap.webmaster.checking.report import Report, is_faulty


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('<sitemap xmlns="http://standard-sitemap.org/2007/ns"/>', True),
        ("<sitemap/>", True),
        ('<sitemap xmlns="http://example.org/">&', True),
        ('<item xmlns="http://standard-sitemap.org/2007/ns"/>', True),
        ("<urlset/>", False),
        ("no XML", False),
        ("", False),
        ('<?xml version="1.0" encoding="nothing"?><sitemap/>', False),
    ],
)
def test_sitemap_files_are_recognised_by_their_first_element(text: str, expected: bool, tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text(text)
    assert (len(folders.contents(tmp_path).sitemaps) == 1) is expected


def test_hidden_and_other_files_are_skipped(write: Any, tmp_path: Path) -> None:
    for name in ("b.xml", "a/c.xml", ".git/d.xml", "e.txt"):
        write(name, "")
    for name, text in (("p.html", "HTTP://STANDARD-SITEMAP.ORG"), ("q.htm", "nothing"), (".git/r.html", "")):
        (tmp_path / name).write_text(text)
    folder = folders.contents(tmp_path)
    assert [path.name for path in folder.sitemaps] == ["b.xml", "c.xml"]
    assert [path.name for path in folder.pages] == ["p.html"]


def test_a_broken_link_harms_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.html").symlink_to(tmp_path / "nowhere.html")
    (tmp_path / "loop").symlink_to(tmp_path)
    assert folders.contents(tmp_path) == folders.FolderFiles((), ())


def test_unreadable_files_harm_nothing(tmp_path: Path) -> None:
    assert not folders.is_root_file(tmp_path)


def test_root_files_begin_with_sitemap(write: Any) -> None:
    assert folders.is_root_file(write("a.xml", ""))
    assert not folders.is_root_file(write("b.xml", "", element="item"))


SITE = "https://www.example.org/"
XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'


def urlset(*paths: str) -> str:
    entries = "".join(f"<url><loc>{SITE}{path}</loc></url>\n" for path in paths)
    return f'<?xml version="1.0"?>\n<urlset {XMLNS}>\n{entries}</urlset>'


def index(*paths: str) -> str:
    entries = "".join(f"<sitemap><loc>{SITE}{path}</loc></sitemap>\n" for path in paths)
    return f'<?xml version="1.0"?>\n<sitemapindex {XMLNS}>\n{entries}</sitemapindex>'


@pytest.fixture
def write_files(tmp_path: Path) -> Any:
    """Return a function that writes files below the test's folder."""

    def files(**contents: str | bytes) -> None:
        for name, text in contents.items():
            path = tmp_path / name.replace("__", "/").replace("_", ".")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode() if isinstance(text, str) else text)

    return files


def check(folder: Path) -> list[Report]:
    return asyncio.run(Checker(CheckOptions(), lambda done, wanted: None).check(str(folder)))


def names(folder: Path, uris: Any) -> list[str]:
    return [uri.removeprefix(f"{folder.as_uri()}/") for uri in uris]


def documents(folder: Path, report: Report) -> list[str]:
    return names(folder, (document.uri for document in report.documents))


def test_robots_txt_is_followed_to_the_files_that_will_be_there(write_files: Any, tmp_path: Path) -> None:
    write_files(
        robots_txt=f"Sitemap: {SITE}maps/index.xml\n",
        maps__index_xml=index("maps/a.xml", "maps/b.xml.gz"),
        maps__a_xml=urlset("maps/1"),
        maps__b_xml_gz=gzip.compress(urlset("maps/2", "maps/3").encode()),
        page_html="<title>No map</title>",
    )
    (report,) = check(tmp_path)
    assert documents(tmp_path, report) == ["robots.txt", "maps/index.xml", "maps/a.xml", "maps/b.xml.gz"]
    assert report.counts is not None
    assert report.counts.shown == 3
    assert not report.faults
    assert not is_faulty(report, strict=True)


def test_each_file_is_in_one_report_and_faults_are_at_their_files(write_files: Any, tmp_path: Path) -> None:
    write_files(
        robots_txt=f"Sitemap: {SITE}b.xml\nSitemap: {SITE}gone.xml\n".replace("https", "file").replace(
            "//www.example.org", "//"
        ),
        a_xml=urlset("x").replace("<loc>", "<lok>"),
        b_xml=urlset("1"),
        list_txt=f"{SITE}one\n{SITE}two\n",
        top_xml=index("mid.xml"),
        mid_xml=index("c.xml"),
        c_xml=urlset("y"),
    )
    reports = check(tmp_path)
    assert [documents(tmp_path, report) for report in reports] == [
        ["robots.txt", "b.xml"],
        ["top.xml", "mid.xml", "c.xml"],
        ["a.xml"],
        ["list.txt"],
    ]
    where = [(names(tmp_path, [fault.document])[0], fault.code) for report in reports for fault in report.faults]
    assert ("file:///gone.xml", "sitemap-unavailable") in where
    assert ("mid.xml", "nested-index") in where
    assert ("a.xml", "damaged-xml") in where


def test_files_longer_than_their_beginning_are_reported(write_files: Any, tmp_path: Path) -> None:
    many = [f"{number}{'-word' * (number % 9)}" for number in range(9_000)]
    write_files(
        a_xml_gz=gzip.compress(urlset(*many).encode(), 0), b_txt="".join(f"{SITE}{number}\n" for number in many)
    )
    assert (tmp_path / "a.xml.gz").stat().st_size > 64 * 1024
    assert [report.counts and report.counts.shown for report in check(tmp_path)] == [9_000, 9_000]


def test_a_robots_txt_that_names_what_is_not_there_says_so(write_files: Any, tmp_path: Path) -> None:
    write_files(robots_txt="Sitemap: /sitemap.xml\n")
    (report,) = check(tmp_path)
    assert "sitemap-unavailable" in [fault.code for fault in report.faults]


def test_an_index_in_an_index_is_reported_where_robots_txt_of_the_folder_names_it(
    write_files: Any, tmp_path: Path
) -> None:
    write_files(
        robots_txt=f"Sitemap: {SITE}outer.xml\nSitemap: {SITE}inner.xml\n",
        outer_xml=index("inner.xml"),
        inner_xml=index("a.xml"),
        a_xml=urlset("1"),
    )
    (report,) = check(tmp_path)
    nested = [fault.document for fault in report.faults if fault.code == "nested-index"]
    assert nested == [(tmp_path / "inner.xml").as_uri()]


def test_indexes_in_a_ring_are_checked_once(write_files: Any, tmp_path: Path) -> None:
    write_files(a_xml=index("b.xml"), b_xml=index("a.xml"))
    assert [documents(tmp_path, report) for report in check(tmp_path)] == [["a.xml", "b.xml"]]


def test_each_sitemap_of_a_folder_is_parsed_once(
    write_files: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = 'xmlns="http://standard-sitemap.org/2007/ns"'
    lists = index("list.xml", "second.xml")
    maps = {
        # Two maps share a part, and a third file is not used.
        "map.xml": f'<sitemap {name}><item name="A" url="a"/><external url="part.xml#part"/></sitemap>',
        "other.xml": f'<sitemap {name}><item name="B" url="b"/><external url="part.xml#part"/></sitemap>',
        "part.xml": f'<sitemap {name}><item xml:id="part" name="C" url="c"/></sitemap>',
        "unused.xml": f'<item {name} name="D" url="d"/>',
    }
    others = {
        "robots.txt": f"Sitemap: {SITE}index.xml\nSitemap: {SITE}second-index.xml\n",
        **dict.fromkeys(("index.xml", "second-index.xml", "third-index.xml"), lists),
        "list.xml": urlset("a"),
        "second.xml": urlset("b"),
    }
    write_files(**maps, **others)
    parsed: list[str] = []

    def counting(parse: Any) -> Any:
        return lambda uri, *args, **options: parsed.append(uri) or parse(uri, *args, **options)

    for module in (ssp.site, sitemapsorg.site, sitemapsorg, checker):
        monkeypatch.setattr(module, "parse", counting(module.parse))
    reports = check(tmp_path)
    assert Counter(parsed) == {(tmp_path / name).as_uri(): 1 for name in (*maps, *others)}
    assert [documents(tmp_path, report) for report in reports] == [
        ["map.xml", "part.xml"],
        ["other.xml", "part.xml"],
        ["robots.txt", "index.xml", "list.xml", "second.xml", "second-index.xml"],
        ["third-index.xml", "list.xml", "second.xml"],
    ]


def test_both_kinds_are_checked(write_files: Any, tmp_path: Path) -> None:
    write_files(
        map_xml='<sitemap xmlns="http://standard-sitemap.org/2007/ns"><item name="A" url="a"/></sitemap>',
        sitemap_xml=urlset("a"),
    )
    assert names(tmp_path, (report.sitemap for report in check(tmp_path))) == ["map.xml", "sitemap.xml"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("robots_txt", "User-agent: *\nDisallow:\n"),
        ("humans_txt", f"Made by us\n{SITE}\n"),
        ("notes_txt", "Sitemap: what is that?"),
        ("feed_xml", "<rss><channel/></rss>"),
        ("other_xml", "<html/>"),
        ("a_html", "<urlset/>"),
    ],
)
def test_other_files_are_not_sitemaps(name: str, text: str, write_files: Any, tmp_path: Path) -> None:
    write_files(**{name: text})
    assert list(folders.FolderLists(tmp_path).roots()) == []
    (report,) = check(tmp_path)
    assert report.sitemap is None


def test_no_address_leads_out_of_the_folder(write_files: Any, tmp_path: Path) -> None:
    write_files(in__a_xml="", secret_xml="")
    inside = tmp_path / "in"
    assert folders.file_at(f"{SITE}a.xml", folders.ServedFolder(inside)) == inside / "a.xml"
    assert folders.file_at("file:///a.xml", folders.ServedFolder(inside)) == inside / "a.xml"
    assert folders.file_at(f"{SITE}%2E%2E/secret.xml", folders.ServedFolder(inside)) is None
    assert folders.file_at(f"{SITE}a%00.xml", folders.ServedFolder(inside)) is None
    assert folders.file_at((inside / "b.xml").as_uri(), folders.ServedFolder(inside)) == inside / "b.xml"


@pytest.mark.parametrize(
    ("folder", "uri", "path"),
    [
        ("T:\\", "file:///T:/a/b.html", "a/b.html"),
        ("T:\\site", "file:///T:/site/b.html", "b.html"),
        ("T:\\site", "file:///T:/b.html", "b.html"),
        ("T:\\site", "file:///T:/site2/b.html", "site2/b.html"),
        ("T:\\all\\site", "file:///T:/all/other/b.html", None),
        ("\\\\server\\share\\site", "file:////server/share/site/b.html", "b.html"),
        ("\\\\server\\share\\site", "file:///b.html", "b.html"),
        ("\\\\server\\share\\site", "file:////server/share/b.html", None),
    ],
)
def test_links_from_the_root_of_a_drive_are_links_from_the_root_of_the_site(
    folder: str, uri: str, path: str | None
) -> None:
    served: Any = folders.ServedFolder(PureWindowsPath(folder))  # type: ignore[arg-type]
    assert served.path_of(uri) == path


def test_links_from_the_root_are_followed_if_the_address_of_the_site_begins_with_a_drive() -> None:
    served: Any = folders.ServedFolder(PureWindowsPath("T:\\all\\site"), "file:///T:/")  # type: ignore[arg-type]
    assert served.path_of("file:///T:/standard-sitemap.xml") == "standard-sitemap.xml"


def test_a_file_that_cannot_be_read_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "a.xml").symlink_to(tmp_path / "nowhere.xml")
    assert list(folders.FolderLists(tmp_path).roots()) == []


PAGE = "<!doctype html><html><head><title>A</title>{}</head><body>"
MAP = '<sitemap xmlns="http://standard-sitemap.org/2007/ns">{}</sitemap>'


@pytest.fixture
def write_site(tmp_path: Path) -> Any:
    """Return a function that writes files below the test's folder."""

    def files(contents: dict[str, str]) -> Path:
        for name, text in contents.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8", newline="")
        return tmp_path

    return files


def reported(folder: Path, reports: list[Report]) -> list[tuple[str, str, int]]:
    return [(f.code, names(folder, [f.document])[0], f.line) for report in reports for f in report.faults]


def test_pages_are_compared_with_sitemaps(write_site: Any) -> None:
    folder = write_site(
        {
            "sitemap.xml": urlset("", "a.html", "b", "gone.html", "de/", "file.pdf"),
            "file.pdf": "",
            "404.html": PAGE,
            "index.html": PAGE.format("<title>Home</title>"),
            **{name: PAGE.format(f"<!--{name}-->") for name in ("a.html", "b.html", "de/index.html", "lost.html")},
            "part.html": "<p>no page of its own",
            "moved.html": PAGE.format('<meta http-equiv="refresh" content="0; url=a.html">'),
            "twin.html": PAGE.format('<link rel="canonical" href="a.html">'),
            "draft.html": PAGE.format('<meta name="robots" content="noindex, follow">'),
        }
    )
    assert reported(folder, check(folder)) == [
        ("page-not-in-folder", "sitemap.xml", 6),
        ("page-not-listed", "lost.html", 0),
    ]


def test_files_and_folders_that_cannot_be_read_are_reported(write_site: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    names = "index.html", "map.xml", "shut.html", "shut.xml", "shut/a.html"
    items = "".join(f'<item name="{name}" url="{name}"/>' for name in ("index.html", "shut.html", "shut/a.html"))
    folder = write_site({name: PAGE.format(f"<!--{name}-->") for name in names} | {"map.xml": MAP.format(items)})

    def refusing(function: Any) -> Any:
        def refuse(path: Any, *arguments: Any, **named: Any) -> Any:
            if Path(path).stem == "shut":
                raise PermissionError(13, "Permission denied", str(path))
            return function(path, *arguments, **named)

        return refuse

    monkeypatch.setattr(os, "scandir", refusing(os.scandir))
    monkeypatch.setattr(io, "open", refusing(io.open))
    unread = sorted(reported(folder, check(folder)))
    assert unread == [("not-readable", name, 0) for name in ("shut", "shut.html", "shut.xml")]


def test_pages_forbidden_by_robots_or_themselves_are_reported_at_the_entry(write_site: Any) -> None:
    folder = write_site(
        {
            "robots.txt": f"User-agent: *\nDisallow: /private/\nDisallow: /site\nSitemap: {SITE}sitemap.xml\n",
            "sitemap.xml": urlset("a.html", "draft.html", "twin.html", "private/b.html"),
            "a.html": PAGE.format(""),
            "draft.html": PAGE.format('<META NAME=Googlebot CONTENT="NoIndex">'),
            "twin.html": PAGE.format(f'<link rel=canonical href="{SITE}a.html?x=1&amp;y=2">'),
            "private/b.html": PAGE.format(f'<link rel="canonical" href="{SITE}private/b.html">'),
        }
    )
    reports = check(folder)
    assert reported(folder, reports) == [
        ("sitemap-disallowed", "sitemap.xml", 0),
        ("page-not-indexed", "sitemap.xml", 4),
        ("page-canonical-elsewhere", "sitemap.xml", 5),
        ("page-disallowed", "sitemap.xml", 6),
    ]
    canonical = next(fault for fault in reports[0].faults if fault.code == "page-canonical-elsewhere")
    assert canonical.params["right"] == f"{SITE}a.html?x=1&amp;y=2"


def test_entries_that_make_would_leave_out_are_reported(write_site: Any) -> None:
    folder = write_site(
        {
            "sitemap.xml": urlset("", "old.html", "404.html", "about/", "about", "copy.html", "late.html"),
            "index.html": PAGE.format("<title>Home</title>"),
            "old.html": PAGE.format("<meta http-equiv=Refresh content='0; URL=about/?a&amp;b'>"),
            "late.html": PAGE.format("<meta http-equiv=refresh content='300'>"),
            "404.html": PAGE.format("<title>Missing</title>"),
            "about/index.html": PAGE.format("<title>About</title>"),
            "copy.html": PAGE.format("<title>Home</title>"),
            "another-copy.html": PAGE.format("<title>Home</title>"),
        }
    )
    reports = check(folder)
    assert reported(folder, reports) == [
        ("page-redirects", "sitemap.xml", 4),
        ("page-for-tools", "sitemap.xml", 5),
        ("page-under-two-addresses", "sitemap.xml", 7),
        ("page-under-two-addresses", "sitemap.xml", 8),
    ]
    rights = [fault.params["right"] for fault in reports[0].faults if "right" in fault.params]
    assert rights == [f"{SITE}about/?a&amp;b", f"{SITE}about/", SITE]


@pytest.mark.parametrize("target", [f"{SITE}a.html", "a.html", "/a.html#top"])
def test_page_that_reloads_itself_does_not_redirect(target: str, write_site: Any) -> None:
    page = PAGE.format(f"<meta http-equiv=refresh content='5; url={target}'>")
    folder = write_site({"sitemap.xml": urlset("a.html"), "a.html": page})
    assert reported(folder, check(folder)) == []


def test_remedy_does_not_add_pages_of_other_sites(write_site: Any) -> None:
    folder = write_site(
        {
            "sitemap.xml": urlset("form", "copy"),
            "form/index.html": PAGE.format("<meta http-equiv=refresh content='0; url=https://forms.example.net/1'>"),
            "copy/index.html": PAGE.format("<link rel=canonical href=https://first.example.net/>"),
        }
    )
    faults = [fault for report in check(folder) for fault in report.faults if "right" in fault.params]
    redirect, canonical = (fault.rule.remedy.format_map(fault.params) for fault in faults)
    assert redirect == (
        "Remove the entry, or write https://forms.example.net/1 if that page belongs to this site and is not listed."
    )
    assert canonical == (
        "Write https://first.example.net/, or remove the entry if that is listed too or belongs to another site. "
        "If the canonical link is wrong, correct it in the page."
    )


def test_robots_txt_applies_to_listed_pages_that_the_folder_lacks(write_site: Any) -> None:
    folder = write_site({"robots.txt": "User-agent: *\nDisallow: /*%2F*\n", "sitemap.xml": urlset("docs/one", "a%2Fb")})
    assert reported(folder, check(folder)) == [("page-disallowed", "sitemap.xml", 4)]


def test_a_listed_link_to_another_file_is_reported_as_the_page_of_that_file(write_site: Any) -> None:
    folder = write_site({"sitemap.xml": urlset("a.html", "b.html"), "a.html": PAGE.format("")})
    (folder / "b.html").symlink_to("a.html")
    assert reported(folder, check(folder)) == [("page-under-two-addresses", "sitemap.xml", 4)]


def test_listed_pages_with_the_same_content_are_noted(write_site: Any) -> None:
    folder = write_site(
        {
            "sitemap.xml": urlset("", "a/", "b/", "c/"),
            **dict.fromkeys(("index.html", "b/index.html"), PAGE.format("")),
            "a/index.html": PAGE.format(" "),
            "c/index.html": PAGE.format("\n"),
        }
    )
    reports = check(folder)
    assert reported(folder, reports) == [("page-with-same-content", "sitemap.xml", 5)]
    assert not any(is_faulty(report, strict=True) for report in reports)


@pytest.mark.parametrize(
    "page",
    [
        "<title>No type</title><h1>No type</h1>",
        "<body>Only a body",
        "<!doctype html><p>Only text",
        "<p>part",
        "<title>Empty</title>",
        "<script>location = 'a.html'</script>",
        "",
    ],
)
@pytest.mark.parametrize("name", ["page.html", "offline.html", "_static/page.html", "google0123456789abcdef.html"])
def test_check_finds_unlisted_the_pages_that_announce_changes(name: str, page: str, write_site: Any) -> None:
    folder = write_site({"sitemap.xml": urlset("a.html"), "a.html": PAGE.format(""), name: page})
    missed = {fault[1] for fault in reported(folder, check(folder)) if fault[0] == "page-not-listed"}
    edits = announce(folder, Location("/sitemap.xml"))
    changed = {edit.page.relative_to(folder).as_posix() for edit in edits if edit.outcome == Outcome.CHANGED}
    assert missed == changed - {"a.html"}


@pytest.mark.parametrize("start", ["index.html", "Default.HTM"])
def test_copies_of_the_start_page_need_not_be_listed(start: str, write_site: Any) -> None:
    home = "<!doctype html><title>Home</title><body>"
    files = {start: home, "200.html": f"{home}<script></script>", "home.html": home, "other.html": f"{home}<p>Other"}
    folder = write_site({"sitemap.xml": urlset(start)} | files)
    assert reported(folder, check(folder)) == [("page-not-listed", "other.html", 0)]


def test_menus_in_frames_need_not_be_listed(write_site: Any) -> None:
    """As in YARD's documentation, whose lists lead to one another."""
    page = "<!doctype html><title>Kit</title><body>{}"
    lists = "".join(f'<li><a href="{name}_list.html">{name}</a>' for name in ("class", "file"))
    files = {
        "index.html": page.format('<iframe id="nav" src="class_list.html?1"></iframe>'),
        "class_list.html": page.format(f'{lists}<li><a href="a.html">A</a><li><a href="forgotten.html">F</a>'),
        "file_list.html": page.format(f'{lists}<li><a href="a.html">A</a>'),
        "a.html": page.format('<iframe src="class_list.html"></iframe>'),
        "forgotten.html": page.format("F"),
        "b.html": page.format('<IFRAME SRC="video.html"></IFRAME>'),
        "video.html": page.format('<a href="a.html">A</a>'),
    }
    folder = write_site({"sitemap.xml": urlset("index.html", "a.html", "b.html")} | files)
    missed = {fault[1] for fault in reported(folder, check(folder)) if fault[0] == "page-not-listed"}
    assert missed == {"forgotten.html", "video.html"}


@pytest.mark.parametrize("further", ["news/page/2/index.html", "news/index-2.html", "news/index-page=10.html"])
def test_further_page_of_a_list_need_not_be_listed(further: str, write_site: Any) -> None:
    page = "<!doctype html><title>News{} | Shop</title><body>"
    files = {
        "sitemap.xml": urlset("news/"),
        "news/index.html": page.format(""),
        further: page.format(" &#8211; Page 2"),
    }
    files |= {further: page.format(" &#8211; Page 2"), "news/part-2.html": page.format(" of spring")}
    folder = write_site(files)
    assert reported(folder, check(folder)) == [("page-not-listed", "news/part-2.html", 0)]


@pytest.mark.parametrize("run", ["-", "(", "- "])
def test_long_title_of_a_further_page_is_compared_in_no_time(run: str, write_site: Any) -> None:
    page = f"<!doctype html><title>News{run * 20_000}x | Shop</title><body>"
    folder = write_site({"sitemap.xml": urlset("news/"), "news/index.html": page, "news/index-2.html": page})
    begin = time.process_time()
    assert reported(folder, check(folder)) == []
    assert time.process_time() - begin < 2


def test_second_name_of_a_page_names_no_sitemap_of_its_own(write_site: Any) -> None:
    folder = write_site({"map.xml": MAP.format('<item name="A" url="a/index.html"/>'), "a/index.html": PAGE.format("")})
    list(announce(folder, Location("/map.xml")))
    (folder / "index.html").symlink_to("a/index.html")
    (report,) = check(folder)
    assert (report.refused, [page.url for page in report.pages]) == (None, [(folder / "a/index.html").as_uri()])


def test_program_that_searches_is_no_page_of_the_folder(write_site: Any) -> None:
    items = '<item name="A" url="a.html"/><item name="{0}" url="{0}" role="search" data="q=%s"/>'
    folder = write_site({"map.xml": MAP.format(items.format("find.php")), "a.html": PAGE.format("")})
    assert reported(folder, check(folder)) == []
    (folder / "map.xml").write_text(MAP.format(items.format("find.html")))
    assert reported(folder, check(folder)) == [("page-not-in-folder", "map.xml", 1)]


def test_the_host_is_the_usual_one(write_site: Any) -> None:
    entries = urlset("a", "b", "c", "d").replace(f"{SITE}b", "http://www.example.org/b")
    entries = entries.replace(f"{SITE}c", "https://example.org/c")
    folder = write_site({"sitemap.xml": entries} | {f"{name}.html": PAGE.format(f"<!--{name}-->") for name in "abcd"})
    assert reported(folder, check(folder)) == [("other-scheme", "sitemap.xml", 4), ("www-or-bare", "sitemap.xml", 5)]


def test_folder_without_the_sites_pages_is_not_compared(write_site: Any) -> None:
    folder = write_site({"sitemap.xml": urlset("a", "b"), "readme.html": PAGE})
    assert reported(folder, check(folder)) == []


@pytest.mark.parametrize(("packed", "checked"), [("a", ["a.xml"]), ("b", ["a.xml", "a.xml.gz"])])
def test_compressed_copy_of_a_sitemap_is_not_checked_again(packed: str, checked: list[str], write_site: Any) -> None:
    folder = write_site({"a.xml": urlset("a")})
    (folder / "a.xml.gz").write_bytes(gzip.compress(urlset(packed).encode()))
    assert [Path(str(report.sitemap)).name for report in check(folder)] == checked


def test_pages_of_standard_sitemaps_count_as_listed(write_site: Any) -> None:
    items = '<item name="A" url="a.html"/><item name="G" url="gone.html"/>'
    folder = write_site({"map.xml": MAP.format(items), "a.html": PAGE.format(""), "lost.html": PAGE.format("")})
    assert reported(folder, check(folder)) == [
        ("page-not-in-folder", "map.xml", 1),
        ("page-not-listed", "lost.html", 0),
    ]


def test_the_remedy_of_an_unlisted_page_fits_sitemaps_of_both_formats(write_site: Any) -> None:
    folder = write_site({"map.xml": MAP.format('<item name="A" url="a.html"/>'), "a.html": PAGE, "lost.html": PAGE})
    (unlisted,) = check(folder)[0].faults
    assert "<" not in unlisted.rule.remedy.format_map(unlisted.params)


def test_a_page_in_two_files_and_both_lines_are_reported(write_site: Any) -> None:
    folder = write_site({"top.xml": index("a.xml", "b.xml"), "a.xml": urlset("x", "y"), "b.xml": urlset("z", "x", "x")})
    reports = check(folder)
    faults = [fault for report in reports for fault in report.faults]
    assert [(fault.code, fault.line, fault.params["first"]) for fault in faults] == [
        ("page-in-two-files", 4, "3"),
        ("page-listed-again", 5, "4"),
        ("page-in-two-files", 5, "3"),
    ]


def checked(path: Path, base_url: str) -> list[Report]:
    return asyncio.run(Checker(CheckOptions(base_url=base_url), lambda done, wanted: None).check(str(path)))


def test_a_base_makes_the_host_of_a_single_file_known(write_site: Any) -> None:
    entries = urlset("docs/a").replace(
        "</urlset>", "<url><loc>/docs/b</loc></url><url><loc>https://x.org/</loc></url></urlset>"
    )
    folder = write_site({"sitemap.xml": entries})
    reports = checked(folder / "sitemap.xml", f"{SITE}docs/")
    assert reported(folder, reports) == [("relative-location", "sitemap.xml", 4), ("other-host", "sitemap.xml", 4)]
    relative = next(fault for fault in reports[0].faults if fault.code == "relative-location")
    assert relative.params["location"] == f"{SITE}docs/b"


def test_a_base_with_a_path_is_where_the_folder_begins(write_site: Any) -> None:
    folder = write_site(
        {"sitemap.xml": urlset("docs/a", "docs/b", "c"), "a.html": PAGE, "robots.txt": "User-agent: *\nDisallow: /\n"}
    )
    reports = checked(folder, f"{SITE}docs/")
    assert reported(folder, reports) == [("page-not-in-folder", "sitemap.xml", 4), ("outside-folder", "sitemap.xml", 5)]
