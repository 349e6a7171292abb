"""The catalogue of what can be wrong with the search that a site's pages name."""

from __future__ import annotations

from standard_sitemap.sitemapsorg.rules import warning
from standard_sitemap.ssp.faults import Rule

SEARCHES: dict[str, Rule] = {
    "search-unavailable": warning(
        "OpenSearch",
        "The description of the site's search could not be fetched: {reason}.",
        "Put it there, or take out the link of the pages that names it.",
    ),
    "search-not-understood": warning(
        "OpenSearch",
        "This is no description of a search by nothing but words.",
        "Give it a <Url> of the type text/html whose template wants the words in its query, and nothing else.",
    ),
}
