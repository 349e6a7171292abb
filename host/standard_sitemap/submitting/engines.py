"""What became of the addresses at which search engines once took sitemaps, with dates and sources. Data.

The rows are those of the table of submission addresses in the description of sitemaps.org's protocol.
"""

from __future__ import annotations

from typing import NamedTuple


class Engine(NamedTuple):
    """A search engine: the address it once named, what became of that, how it is done today, and who says so.

    `retired` is the day on which the engine said so; empty where the address was never one for programs.
    """

    name: str
    address: str
    state: str
    retired: str
    today: str
    source: str


ENGINES = (
    Engine(
        "Baidu",
        "https://zhanzhang.baidu.com/dashboard/index",
        "a page for people who have an account, never for programs",
        "",
        "Sign in at https://ziyuan.baidu.com/, which it is called now, and name the sitemap there; programs send "
        "addresses to http://data.zz.baidu.com/urls with the token of that account.",
        "https://ziyuan.baidu.com/college/courseinfo?id=267&page=2",
    ),
    Engine(
        "Bing (and Yahoo!)",
        "https://www.bing.com/webmaster/ping.aspx?siteMap=",
        "takes nothing any more, as it was mostly used for spam",
        "2022-05-13",
        "Name the sitemap in robots.txt or in Bing Webmaster Tools; submit changed pages by IndexNow.",
        "https://blogs.bing.com/webmaster/may-2022/Spring-cleaning-Removed-Bing-anonymous-sitemap-submission",
    ),
    Engine(
        "Google",
        "https://www.google.com/ping?sitemap=",
        "takes nothing any more: it was to end within six months, and to answer 404 from then on",
        "2023-06-26",
        "Name the sitemap in robots.txt or in Search Console; give true <lastmod> dates. IndexNow is not read.",
        "https://developers.google.com/search/blog/2023/06/sitemaps-lastmod-ping",
    ),
    Engine(
        "Yandex",
        "https://webmaster.yandex.com/site/map.xml",
        "a page for people who have an account, never for programs",
        "",
        "Name the sitemap in robots.txt or in Yandex Webmaster; submit changed pages by IndexNow.",
        "https://yandex.ru/support/webmaster/en/indexing-options/sitemap",
    ),
)
