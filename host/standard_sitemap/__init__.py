"""Standard-Sitemap Navigator: reads the sitemaps of the Standard-Sitemap Protocol (SSP).

`read` and `check` are for other programs. `ssp` holds every rule of the protocol and does no input or output.
`fetching` retrieves documents, `reader` is started by a browser, and `webmaster` is the toolbox behind `cli`. Nothing
is imported here before it is needed: the browser's process must answer within milliseconds. `__init__.pyi` has the
types.
"""

from importlib import import_module

__version__ = "0.1.0"

__all__ = [
    "ClassChange",
    "DocumentSummary",
    "Fault",
    "Node",
    "Refusal",
    "Report",
    "Sitemap",
    "Variant",
    "check",
    "read",
]


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = "webmaster.checking.report" if name == "Report" else "api"
    return getattr(import_module(f"{__name__}.{module}"), name)
