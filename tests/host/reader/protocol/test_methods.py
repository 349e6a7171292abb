"""The table of methods: every method has a handler, a reply and a sentence."""

from standard_sitemap.reader.native.handlers import HANDLERS
from standard_sitemap.reader.protocol.methods import ABOUT, METHODS
from standard_sitemap.reader.protocol.requests import Shape


def test_every_method_has_a_handler_and_a_sentence() -> None:
    assert METHODS.keys() == HANDLERS.keys() == ABOUT.keys()


def test_requests_are_checked_and_replies_are_typed() -> None:
    for name, method in METHODS.items():
        assert issubclass(method.request, Shape), name
        assert isinstance(method.reply.__required_keys__, frozenset), name
