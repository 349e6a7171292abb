"""All rows of a view, as the sidebar gets them."""

from standard_sitemap.reader.protocol import replies
from standard_sitemap.reader.views import view_replies
from standard_sitemap.reader.views.view import View


def all_rows(view: View) -> list[replies.Row]:
    """Return all rows. A message holds as many as can be made in its time, so a slow machine needs more messages."""
    rows = list[replies.Row]()
    while part := view_replies.rows(view, len(rows), 500):
        rows += part
    return rows
