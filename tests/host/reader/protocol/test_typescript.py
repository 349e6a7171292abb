"""The generated types of the extension equal the host's types."""

from pathlib import Path

from standard_sitemap.reader.protocol.typescript import typescript

FILE = Path(__file__).parents[4] / "extension" / "shared" / "protocol.d.ts"


def test_extension_types_are_up_to_date() -> None:
    written = FILE.read_text("utf-8")
    assert written == typescript(), (
        "run: python -m standard_sitemap.reader.protocol.typescript > extension/shared/protocol.d.ts"
    )


def test_a_shape_without_members_is_an_empty_object() -> None:
    assert "export type Nothing = Record<string, never>;" in typescript()
