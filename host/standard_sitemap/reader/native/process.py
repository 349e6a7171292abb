"""`standard-sitemap-host`: the process that a browser starts.

Serves only our extension, guards standard output, answers the handshake, and then loads everything else. Ends when the
browser closes the pipe. Never prints: accidental output goes to standard error.
"""

import gc
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from standard_sitemap.closed_pipes import is_closed_pipe
from standard_sitemap.reader.identity import CHROME_ID, FIREFOX_ID
from standard_sitemap.reader.native import framing
from standard_sitemap.reader.protocol import greeting

if sys.platform == "win32":
    import msvcrt

_ORIGIN = "chrome-extension://"


def unauthorised_caller(arguments: Sequence[str]) -> str | None:
    """Return the caller in the arguments if it is not our extension, else None.

    Chromium passes the extension's origin, Firefox the manifest's path and the extension's id. A person or a test that
    starts the program passes neither, and gains nothing that is not possible without the host.
    """
    named = [argument for argument in arguments if not argument.startswith("-")]
    if not named:
        return None
    if named[0].startswith(_ORIGIN):
        return None if named[0] == f"{_ORIGIN}{CHROME_ID}/" else named[0]
    caller = named[1] if len(named) > 1 else named[0]
    return None if caller == FIREFOX_ID else caller


def main() -> NoReturn:
    """Serve the browser until it closes the pipe, and end the process.

    The process ends at once, without waiting for threads: one may hang in resolving a name, and nobody waits for it.
    """
    status = _serve()
    # `os._exit` runs no exit handlers, and flushes nothing.
    sys.stderr.flush()
    os._exit(status)


def _serve() -> int:
    """Serve the browser until it closes the pipe; return the exit status."""
    if (caller := unauthorised_caller(sys.argv[1:])) is not None:
        sys.stderr.write(f"standard-sitemap-host: {caller[:200]!r} is not the extension that it serves\n")
        return 1
    outward = _guard_stdout()
    try:
        if not _greet(outward):
            return 0
        # Loading creates no garbage worth collecting. `serve` enables the collector again.
        gc.disable()
        # pydantic would search all installed distributions for plugins, and load code that is not ours.
        os.environ["PYDANTIC_DISABLE_PLUGINS"] = "__all__"
        # Saves 150 ms before the handshake, which a browser waits for.
        from standard_sitemap.reader.native.connection import serve

        serve(0, outward)
    except OSError as error:
        if is_closed_pipe(error):
            return 0
        raise
    except framing.FramingError as error:
        sys.stderr.write(f"standard-sitemap-host: not a native message: {error}\n")
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def _guard_stdout() -> int:
    """Return a private descriptor of standard output; the public one becomes standard error."""
    sys.stdout.flush()
    # To the browser, a stray print of any library would be a message of some billion bytes, and it would end the host.
    outward = os.dup(1)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    if sys.platform == "win32":
        for descriptor in (0, outward):
            # Windows would turn each \n of a length or of JSON into \r\n.
            msvcrt.setmode(descriptor, os.O_BINARY)
    return outward


def _greet(outward: int) -> bool:
    """Answer messages until a handshake succeeds; return False if the pipe ends before."""
    while True:
        try:
            if (frame := framing.read_frame(0)) is None:
                return False
            message = framing.decode(frame)
        except framing.MessageTooLarge as error:
            reply = greeting.failure(error.number, "too-large", {"limit": framing.MESSAGE_BYTES_IN})
        except ValueError:
            reply = greeting.failure(None, "bad-params", {"reason": "not-json"})
        else:
            reply = greeting.reply(message)
        framing.write_all(outward, framing.encode(reply))
        if "result" in reply:
            return True


if __name__ == "__main__":
    main()
