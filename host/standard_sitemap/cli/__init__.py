"""`standard-sitemap`: the command line for people."""


def main() -> int:
    """Run the command line; the exit status."""
    return 0
