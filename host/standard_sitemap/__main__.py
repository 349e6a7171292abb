"""The command line: `standard-sitemap`, or `python -m standard_sitemap`."""

import signal
import sys


def main() -> int:
    """Run the command line and return the exit status; Ctrl+C shows no traceback while the command line is loaded."""
    is_loading_interruptible = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if is_loading_interruptible:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from standard_sitemap import cli  # loads libraries for half a second

    if is_loading_interruptible:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    return cli.main()


if __name__ == "__main__":
    sys.exit(main())
