"""The session after the handshake."""

from standard_sitemap.native import framing, hello


def serve(inward: int, outward: int) -> None:
    """Answer messages until the pipe ends."""
    while (frame := framing.read_frame(inward)) is not None:
        message = framing.decode(frame)
        framing.write_all(outward, framing.encode(hello.failure(message.get("id"), "unknown-method", {})))
