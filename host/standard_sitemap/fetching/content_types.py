"""Which media types are XML (D3) or pages. Pure."""


def media_type(content_type: str | None) -> str:
    """The type alone, lower-case, without parameters; "" where none was given."""
    return (content_type or "").partition(";")[0].strip().lower()


def is_xml(content_type: str | None) -> bool:
    """Whether the label says XML: text/xml, application/xml or a +xml type (D3)."""
    kind = media_type(content_type)
    return kind in {"text/xml", "application/xml"} or (kind.endswith("+xml") and "/" in kind)
