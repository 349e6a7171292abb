"""The resolver and two oracles agree, node for node, on random sitemaps of several files.

`SSP_EXAMPLES` sets the number of cases; the default keeps it short.
"""

from __future__ import annotations

import os
from random import Random

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from conformance.comparing import contract_object, essence, files_of, oracle_object, xpath_object
from conformance.random_sitemaps import ROOT, random_site

EXAMPLES = int(os.environ.get("SSP_EXAMPLES", "1000"))
_SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example)


def assert_agreement(rng: Random, size: int, include_user: bool) -> None:
    files = files_of(random_site(rng, size))
    expected = oracle_object(ROOT, files, include_user)
    if expected is not None:
        assert essence(contract_object(ROOT, files, include_user)) == expected


def assert_agreement_by_xpath(rng: Random, size: int, include_user: bool) -> None:
    files = files_of(random_site(rng, size))
    expected = oracle_object(ROOT, files, include_user)
    if expected is not None:
        del expected["class_changes"]
        assert xpath_object(ROOT, files, include_user) == expected


@settings(max_examples=EXAMPLES, suppress_health_check=_SLOW)
@given(st.integers(0, 2**64), st.integers(1, 9), st.booleans())
def test_resolver_and_oracle_agree_on_many_sitemaps(seed: int, size: int, include_user: bool) -> None:
    assert_agreement(Random(seed), size, include_user)


@settings(max_examples=max(1, EXAMPLES // 5), suppress_health_check=_SLOW)
@example(5204, 3, False)  # a declaration gives `lang` to a group that lacks it
@given(st.integers(0, 2**64), st.integers(1, 9), st.booleans())
def test_the_second_oracle_agrees_with_the_first(seed: int, size: int, include_user: bool) -> None:
    assert_agreement_by_xpath(Random(seed), size, include_user)


@settings(max_examples=max(1, EXAMPLES // 20), suppress_health_check=_SLOW)
@given(st.randoms(use_true_random=False), st.booleans())
def test_resolver_and_oracle_agree_on_sitemaps_that_can_be_made_smaller(rng: Random, include_user: bool) -> None:
    assert_agreement(rng, 3, include_user)


def test_random_sitemaps_contain_their_target_features() -> None:
    sites = [contract_object(ROOT, files_of(random_site(Random(seed), 6))) for seed in range(400)]
    text = repr(sites)
    assert sum(bool(site["tree"]) for site in sites) > 250
    assert sum(len(site["documents"]) > 1 for site in sites) > 200
    assert text.count("'loop': True") > 10
    for role in ("home", "contact", "contentinfo", "search", "searchpage", "own"):
        assert f"'{role}'" in text
