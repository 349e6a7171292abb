"""Fields that announce a sitemap, tested without a server."""

from __future__ import annotations

import subprocess
import sys

import pytest

from standard_sitemap.ssp import Evidence, discover
from standard_sitemap.ssp.names import NAMESPACE as PROTOCOLS_NAMESPACE
from standard_sitemap.webmaster.announcing.fields import (
    NAMESPACE,
    Field,
    announcement,
    location_below,
    location_checked,
)

PAGE = ("Content-Type", "text/html; charset=utf-8")


def test_the_namespace_is_the_protocols() -> None:
    assert NAMESPACE == PROTOCOLS_NAMESPACE


@pytest.mark.parametrize("module", ["asgi", "wsgi", "django"])
def test_the_middleware_imports_nothing_beyond_the_standard_library(module: str) -> None:
    code = f"""import sys
before = set(sys.modules)
import standard_sitemap.integrations.{module}
fresh = {{name.partition('.')[0] for name in set(sys.modules) - before}}
print(sorted(fresh - sys.stdlib_module_names))
print(sorted(name for name in sys.modules if name.startswith('standard_sitemap.')))"""
    done = subprocess.run([sys.executable, "-S", "-c", _with_path(code)], capture_output=True, text=True, check=True)
    others, own = done.stdout.splitlines()
    assert others == "['standard_sitemap']"
    packages = ("integrations", f"integrations.{module}", "webmaster", "webmaster.announcing")
    assert own == str(sorted(f"standard_sitemap.{name}" for name in (*packages, "webmaster.announcing.fields")))


def _with_path(code: str) -> str:
    import standard_sitemap

    return f"import sys; sys.path.insert(0, {str(standard_sitemap.__path__[0] + '/..')!r})\n{code}"


@pytest.mark.parametrize("kind", ["text/html", "TEXT/HTML;charset=x", "application/xhtml+xml", " text/html ; a=b"])
def test_pages_that_succeeded_are_announced_on(kind: str) -> None:
    fields = announcement(200, [("content-type", kind)], "/map.xml", legacy=False)
    assert fields == [Field("Opt", f'"{NAMESPACE}"; ns=15'), Field("15-Location", "/map.xml")]
    assert discover(Evidence("https://a.example/b/", "text/html", tuple(fields))).sitemap == "https://a.example/map.xml"


@pytest.mark.parametrize("status", [101, 301, 304, 404, 500])
def test_failed_responses_are_not_announced_on(status: int) -> None:
    assert announcement(status, [PAGE], "/map.xml", legacy=False) == []


@pytest.mark.parametrize("headers", [[], [("Content-Type", "text/css")], [("Content-Type", "text/html5")]])
def test_non_pages_are_not_announced_on(headers: list[tuple[str, str]]) -> None:
    assert announcement(200, headers, "/map.xml", legacy=True) == []


@pytest.mark.parametrize("own", [("OPT", f'"{NAMESPACE}"; ns=20'), ("x-standard-sitemap-location", "/other.xml")])
def test_response_with_its_own_announcement_is_unchanged(own: tuple[str, str]) -> None:
    assert announcement(200, [PAGE, own], "/map.xml", legacy=False) == []
    assert announcement(200, [PAGE, own], "/map.xml", legacy=True) == []


def test_digits_of_another_extension_are_left_to_it() -> None:
    headers = [PAGE, ("Opt", '"http://other.example/"; ns=15'), ("10-Thing", "x")]
    fields = announcement(200, headers, "/map.xml", legacy=False)
    assert [field.name for field in fields] == ["Opt", "11-Location"]
    declaration = discover(Evidence("https://a.example/", "text/html", (*headers, *fields)))
    assert declaration == ("opt-header", "https://a.example/map.xml")


def test_obsolete_field_is_discovered() -> None:
    fields = announcement(200, [PAGE], "/map.xml", legacy=True)
    assert discover(Evidence("https://a.example/", "text/html", tuple(fields))) == (
        "x-header",
        "https://a.example/map.xml",
    )


@pytest.mark.parametrize("location", ["", "/a b", "/map.xml\r\nSet-Cookie: x", "/ü.xml", '/"', "/<"])
def test_location_invalid_in_a_header_is_refused(location: str) -> None:
    with pytest.raises(ValueError, match="percent-encode"):
        location_checked(location)


def test_a_relative_location_is_below_the_mount() -> None:
    assert location_below("/shop", "map.xml") == "/shop/map.xml"
    assert location_below("/für alle/", "map.xml") == "/f%C3%BCr%20alle/map.xml"
    assert location_below("", "map.xml") == "/map.xml"
    assert location_below("//shop", "map.xml") == "/shop/map.xml"
    assert location_below("//", "map.xml") == "/map.xml"
    assert location_below("/shop", "/map.xml") == "/map.xml"
    assert location_below("/shop", "https://cdn.example/map.xml") == "https://cdn.example/map.xml"
