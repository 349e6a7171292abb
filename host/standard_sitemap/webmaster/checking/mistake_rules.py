"""Rules for mistakes that only the checker detects.

They are reported on the command line only, so the extension has no strings for them. Codes are append-only: they are
never renamed or reused.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from standard_sitemap.model import faults
from standard_sitemap.model.faults import Rule, error, info, warning

_URL = "Attribute url"

MISTAKES: Mapping[str, Rule] = {
    "nothing-shown": error(
        "Reachability and exclusion of elements",
        "Readers see nothing of this map: none of its {count} entries is shown.",
        "Correct the faults listed beside this one: each entry needs a name, and each <item> a url.",
    ),
    "misspelled-element": warning(
        "Elements",
        "<{name}> is not an element of the format; it and everything in it are ignored.",
        "Write <{right}>, and </{right}> at its end.",
    ),
    "misspelled-attribute": warning(
        "Attributes", "<{element}> has no attribute “{name}”; it is ignored.", 'Write {right}="…" in its place.'
    ),
    "search-without-words": warning(
        "Attribute data",
        "“{value}”, the data of “{name}”, has no place for the words that readers search for.",
        'Write %s where the words belong, as in data="{right}".',
    ),
    "variants-in-one-language": warning(
        "Element <variant>",
        "Two variants of “{name}” are in the language “{language}” and of the same type, so nobody can choose.",
        "Correct lang or type of one of them, or make it an <item> of its own.",
    ),
    "url-without-scheme": warning(
        _URL, "“{value}” has no scheme, so it is taken for a file: {target}.", 'Write url="{right}".'
    ),
    "backslash-in-url": warning(_URL, "“{value}” has a backslash, which no address has.", 'Write url="{right}".'),
    "id-begins-with-digit": info(
        "Element ID",
        "The xml:id “{id}” begins with “{first}”, which XML does not allow; other programs may refuse the file.",
        'Write xml:id="{right}", and change each url that refers to it.',
    ),
    "address-on-own-computer": warning(
        _URL,
        "Addresses that lead to the reader’s own computer or network: {count}; the first is {value}.",
        "Name the host of the site; where a generator writes the file, correct its base URL.",
    ),
    "address-on-staging-host": warning(
        _URL,
        "Addresses on {host}, which seems to be a host for tests: {count}; the first is {value}.",
        "Name the host of the site; where a generator writes the file, correct its base URL.",
    ),
    "address-with-password": error(
        _URL,
        "Addresses that contain a login, which everyone can read: {count}; the first is on {host}.",
        "Remove all between “//” and “@”, and change the password.",
    ),
    "address-with-session": warning(
        _URL,
        "Addresses that contain the session “{name}” of one visitor: {count}; the first is {value}.",
        "Write the addresses without it; where a program writes the file, let it do so without cookies.",
    ),
    "addresses-of-two-schemes": warning(
        _URL,
        "Addresses on {host} that begin with http://, while others begin with https://: {count}; the first is {value}.",
        "Write https:// in all of them.",
    ),
}


@dataclass(frozen=True, slots=True)
class Mistake(faults.Fault):
    """A probable mistake of the author."""

    catalogue: ClassVar[Mapping[str, Rule]] = MISTAKES
