"""Standard-Sitemap Navigator: reads the sitemaps of the Standard-Sitemap Protocol (SSP).

`read` and `check` are for programs of your own. `ssp` holds every rule of the protocol and does no input or output;
`fetching` brings documents, `native` talks with the browser, `cli` with people. Nothing is imported here before it is
asked for: the browser's process must answer within milliseconds. What there is, with types, is in `__init__.pyi`.
"""

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


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    module = "checking.report" if name == "Report" else "api"
    return getattr(import_module(f"{__name__}.{module}"), name)
