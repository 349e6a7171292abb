"""Search engines, and the fate of their former submission addresses, with dates and sources.

The rows are those of the table of submission addresses in the description of sitemaps.org's protocol.
"""

from typing import NamedTuple


class Engine(NamedTuple):
    """A search engine: its former submission address, that address's state, today's method, and the source.

    `retired` is the date of the engine's announcement; empty if the address was never meant for programs.
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
        "a page for users with an account, never for programs",
        "",
        "Sign in at its new address, https://ziyuan.baidu.com/, and name the sitemap there; programs send "
        "addresses to http://data.zz.baidu.com/urls with the token of that account.",
        "https://ziyuan.baidu.com/college/courseinfo?id=267&page=2",
    ),
    Engine(
        "Bing (and Yahoo!)",
        "https://www.bing.com/webmaster/ping.aspx?siteMap=",
        "accepts no submissions any more, because most were spam",
        "2022-05-13",
        "Name the sitemap in robots.txt or in Bing Webmaster Tools; submit changed pages by IndexNow.",
        "https://blogs.bing.com/webmaster/may-2022/Spring-cleaning-Removed-Bing-anonymous-sitemap-submission",
    ),
    Engine(
        "Google",
        "https://www.google.com/ping?sitemap=",
        "accepts no submissions any more; Google announced that it would answer 404 after six months",
        "2023-06-26",
        "Name the sitemap in robots.txt or in Search Console; give correct <lastmod> dates. IndexNow is not used.",
        "https://developers.google.com/search/blog/2023/06/sitemaps-lastmod-ping",
    ),
    Engine(
        "Yandex",
        "https://webmaster.yandex.com/site/map.xml",
        "a page for users with an account, never for programs",
        "",
        "Name the sitemap in robots.txt or in Yandex Webmaster; submit changed pages by IndexNow.",
        "https://yandex.ru/support/webmaster/en/indexing-options/sitemap",
    ),
)
