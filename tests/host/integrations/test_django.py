"""The Django middleware under the real Django, behind WSGI and behind ASGI."""

from __future__ import annotations

import asyncio
from typing import Any

import django
import pytest
from django.conf import settings
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import AsyncClient, Client, override_settings
from django.urls import path

from standard_sitemap.integrations.django import announcing

OPT = '"http://standard-sitemap.org/2007/ns"; ns=15'
below_the_mount = announcing("map.xml")


def _page(_: HttpRequest) -> HttpResponse:
    return HttpResponse("<p>Hello")


async def _later(_: HttpRequest) -> HttpResponse:
    await asyncio.sleep(0)
    return HttpResponse("<p>Hello")


def _stream(_: HttpRequest) -> StreamingHttpResponse:
    return StreamingHttpResponse(iter([b"<p>", b"Hello"]))


def _text(_: HttpRequest) -> HttpResponse:
    return HttpResponse("Hello", content_type="text/plain")


def _own(_: HttpRequest) -> HttpResponse:
    return HttpResponse("<p>Hello", headers={"X-Standard-Sitemap-Location": "/own.xml"})


urlpatterns = [
    path("page", _page),
    path("later", _later),
    path("stream", _stream),
    path("text", _text),
    path("own", _own),
]


@pytest.fixture(autouse=True, scope="module")
def _configured() -> None:
    if not settings.configured:
        usual = "standard_sitemap.integrations.django.sitemap_middleware"
        settings.configure(ROOT_URLCONF=__name__, ALLOWED_HOSTS=["*"], MIDDLEWARE=[usual], SECRET_KEY="x")
        django.setup()


@pytest.mark.parametrize("where", ["/page", "/later", "/stream"])
def test_pages_announce_the_sitemap(where: str) -> None:
    response = Client().get(where)
    assert (response["Opt"], response["15-Location"]) == (OPT, "/standard-sitemap.xml")
    assert (b"".join(response) if response.streaming else response.content) == b"<p>Hello"


@pytest.mark.parametrize("where", ["/page", "/later"])
def test_pages_announce_it_behind_asgi_too(where: str) -> None:
    response: Any = asyncio.run(AsyncClient().get(where))
    assert response["15-Location"] == "/standard-sitemap.xml"


@pytest.mark.parametrize("where", ["/text", "/nowhere"])
def test_non_page_responses_announce_nothing(where: str) -> None:
    assert not Client().get(where).has_header("Opt")


def test_response_with_its_own_announcement_is_unchanged() -> None:
    assert not Client().get("/own").has_header("Opt")


def test_a_mounted_site_may_have_a_map_of_its_own() -> None:
    with override_settings(MIDDLEWARE=[f"{__name__}.below_the_mount"]):
        assert Client(SCRIPT_NAME="/für".encode().decode("latin-1")).get("/page")["15-Location"] == "/f%C3%BCr/map.xml"
        assert Client().get("/page")["15-Location"] == "/map.xml"
