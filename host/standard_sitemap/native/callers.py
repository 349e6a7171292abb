"""Who started the host: our own extension, or somebody whom it does not serve. Imports only names.

Chromium hands over the extension's origin; Firefox the manifest's path and the extension's id. Started by hand, or by a
test, there is neither, and nothing that whoever did it could not do without the host.
"""

from collections.abc import Sequence

from standard_sitemap.identity import CHROME_ID, FIREFOX_ID

_ORIGIN = "chrome-extension://"


def stranger(arguments: Sequence[str]) -> str | None:
    """The caller that the arguments name and that is not our extension; None where all is well."""
    named = [argument for argument in arguments if not argument.startswith("-")]
    if not named:
        return None
    if named[0].startswith(_ORIGIN):
        return None if named[0] == f"{_ORIGIN}{CHROME_ID}/" else named[0]
    caller = named[1] if len(named) > 1 else named[0]
    return None if caller == FIREFOX_ID else caller
