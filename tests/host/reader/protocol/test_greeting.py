"""The handshake's replies."""

from typing import Any

import pytest

from standard_sitemap import __version__
from standard_sitemap.reader.protocol import greeting


def test_states_version_limits_and_abilities() -> None:
    reply = greeting.reply({"id": 7, "method": "hello", "params": {"protocol": greeting.PROTOCOL}})
    assert reply["id"] == 7
    assert reply["result"]["host"] == __version__
    assert reply["result"]["limits"]["message_bytes"] == greeting.MESSAGE_BYTES_OUT


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ([], "bad-params"),
        ({"id": 1, "method": "hello"}, "bad-params"),
        ({"id": 1, "method": "hello", "params": {"protocol": "1"}}, "bad-params"),
        ({"id": 1, "method": "hello", "params": {"protocol": 99}}, "protocol-mismatch"),
        ({"id": 1, "method": "locate", "params": {}}, "protocol-mismatch"),
    ],
)
def test_refuses(message: Any, code: str) -> None:
    assert greeting.reply(message)["error"]["code"] == code
