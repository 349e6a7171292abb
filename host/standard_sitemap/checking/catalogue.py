"""The rules of both formats: those of Standard-Sitemaps first, then those of sitemaps.org. Their codes all differ."""

from __future__ import annotations

from collections.abc import Mapping

from standard_sitemap import sitemapsorg, ssp
from standard_sitemap.checking.faults_served import SERVED
from standard_sitemap.ssp.faults import Rule

CATALOGUE: Mapping[str, Rule] = {**ssp.CATALOGUE, **sitemapsorg.CATALOGUE}

RULES: Mapping[str, Rule] = {**CATALOGUE, **SERVED}
"""Those of the catalogue, and of a site as it is served: what a report may hold."""
