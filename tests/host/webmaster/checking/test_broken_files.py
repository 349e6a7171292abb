"""The corpus of broken files: each gets its one message, on its line, with a remedy that corrects it."""

import pytest

from host.webmaster.checking.broken_files import BrokenFile, corpus, faults, judged
from host.webmaster.checking.whole_files import WHOLE

CORPUS = list(corpus())
# A link without an address also counts as missing for the page it should name. An address with an invalid byte differs
# from the one that the page's links contain.
KNOWN = {"languages: alternate-without-address", "languages, with a byte of Latin-1"}


@pytest.mark.parametrize("name", WHOLE)
def test_whole_files_have_no_faults(name: str) -> None:
    assert faults(WHOLE[name].encode()) == ()


def test_there_are_enough_broken_files() -> None:
    assert len(CORPUS) >= 390
    assert len({case.code for case in CORPUS}) >= 60


@pytest.mark.parametrize("broken", CORPUS, ids=[case.name for case in CORPUS])
def test_a_broken_file_is_named_placed_and_mended(broken: BrokenFile) -> None:
    verdict = judged(broken)
    assert verdict.is_placed
    assert verdict.is_mended
    is_known = any(broken.name.startswith(name) for name in KNOWN)
    assert verdict.is_named is not is_known, verdict.codes
