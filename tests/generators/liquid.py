"""Jekyll's template, rendered by a Python implementation of Liquid with Jekyll's own filters."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any
from xml.sax.saxutils import escape

from liquid import Environment, RenderContext, Template
from liquid.filter import with_context

from generators import handbook

Item = Mapping[str, Any]


def jekyll_sitemap(posts: Iterable[Item] = (), more: Iterable[Item] = ()) -> bytes:
    """Return the handbook's sitemap, with some posts and more pages."""
    numbered = enumerate(handbook.PAGES)
    pages = [handbook.jekyll_front_matter(number, page) | {"url": f"/{page.path}"} for number, page in numbered]
    site = {"title": handbook.PAGES[0].title, "description": handbook.PAGES[0].description, "lang": "en"}
    body = handbook.template("jekyll").split("---\n", 2)[2]
    rendered = _template(body).render(site=site | {"html_pages": [*pages, *more], "posts": list(posts)})
    return rendered.encode()


def _template(body: str) -> Template:
    environment = Environment()
    environment.filters |= {
        "xml_escape": lambda text: escape(str(text), {'"': "&quot;", "'": "&apos;"}),
        "relative_url": str,
        "normalize_whitespace": lambda text: " ".join(str(text).split()),
        "date": lambda date, form: datetime.date.fromisoformat(date).strftime(form),
        "where_exp": _where_exp,
        "group_by_exp": _group_by_exp,
    }
    return environment.from_string(body)


@with_context
def _where_exp(items: Iterable[Item], name: str, expression: str, *, context: RenderContext) -> list[Item]:
    """Return the items for which an expression holds."""
    wanted = context.env.from_string(f"{{% if {expression} %}}true{{% endif %}}")
    return [item for item in items if _rendered(wanted, name, item, context) == "true"]


@with_context
def _group_by_exp(items: Iterable[Item], name: str, expression: str, *, context: RenderContext) -> list[Item]:
    wanted = context.env.from_string(f"{{{{ {expression} }}}}")
    groups = groupby(items, lambda item: _rendered(wanted, name, item, context))
    return [{"name": key, "items": list(some)} for key, some in groups]


def _rendered(template: Template, name: str, item: Item, context: RenderContext) -> str:
    return template.render(**{**context.scope, name: item})
