"""Language tags in the customary case of BCP 47."""

import pytest

from standard_sitemap.model.languages import customary


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("EN-gb", "en-GB"),
        ("ZH-HANS-cn", "zh-Hans-CN"),
        ("x-AB", "x-ab"),
        ("EN-CA-X-CA-LATN", "en-CA-x-ca-latn"),
        ("de-1996", "de-1996"),
        (" SL-ROZAJ-biske-1994 ", "sl-rozaj-biske-1994"),
        ("X-Default", "x-default"),
        ("", ""),
        (None, None),
    ],
)
def test_customary_tag_in_any_case_has_that_of_bcp_47(written: str | None, shown: str | None) -> None:
    assert customary(written) == shown
