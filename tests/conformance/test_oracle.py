"""The resolver and the oracle agree, node for node, on random sitemaps of several files.

`SSP_EXAMPLES` sets how many are tried; the suite's own number keeps it short.
"""

from __future__ import annotations

import os

from conformance.comparing import contract_object, essence, files_of, oracle_object
from conformance.random_sitemaps import ROOT, RandomSite, random_sites
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

EXAMPLES = int(os.environ.get("SSP_EXAMPLES", "500"))
RELAXED = settings(
    max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


@RELAXED
@given(random_sites(), st.booleans())
def test_resolver_and_oracle_agree_node_for_node(site: RandomSite, include_user: bool) -> None:
    files = files_of(site)
    expected = oracle_object(ROOT, files, include_user)
    assume(expected is not None)
    assert essence(contract_object(ROOT, files, include_user)) == expected
