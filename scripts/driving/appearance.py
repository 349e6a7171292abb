"""How a surface is to look: colours, motion, zoom and width, as a reader may have set them. For pictures and tests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Appearance:
    """`width` is that of the surface in its own pixels; None leaves it as the browser has it."""

    scheme: str = "light"
    forced_colors: bool = False
    reduced_motion: bool = False
    zoom: float = 1.0
    width: int | None = None


def chromium_commands(wanted: Appearance, width: int, height: int) -> list[tuple[str, dict[str, Any]]]:
    """The commands of the DevTools protocol for a surface that is `width` by `height` pixels large."""
    features = {
        "prefers-color-scheme": wanted.scheme,
        "forced-colors": "active" if wanted.forced_colors else "none",
        "prefers-reduced-motion": "reduce" if wanted.reduced_motion else "no-preference",
    }
    media = {"features": [{"name": name, "value": value} for name, value in features.items()]}
    commands: list[tuple[str, dict[str, Any]]] = [("Emulation.setEmulatedMedia", media)]
    if wanted.zoom == 1 and wanted.width is None:
        return [*commands, ("Emulation.clearDeviceMetricsOverride", {})]
    size = {
        "width": round((wanted.width or width) / wanted.zoom),
        "height": round(height / wanted.zoom),
        "deviceScaleFactor": wanted.zoom,
        "mobile": False,
    }
    return [*commands, ("Emulation.setDeviceMetricsOverride", size)]


#: For Firefox, run in its own window; the arguments are the surface's `<browser>`, by an expression, and the wishes.
FIREFOX = """const shown = WHERE, wanted = arguments[0], context = shown.browsingContext.top;
    context.prefersColorSchemeOverride = wanted.scheme;
    context.forcedColorsOverride = wanted.forced_colors ? 'active' : 'none';
    Services.prefs.setIntPref('ui.prefersReducedMotion', wanted.reduced_motion ? 1 : 0);
    context.fullZoom = wanted.zoom;
    if (shown.matches('#webext-panels-browser, .webext-sidebar-browser')) {
        const style = document.getElementById('sidebar-box').style;
        for (const name of ['width', 'min-width', 'max-width']) {
            style.setProperty(name, wanted.width ? wanted.width + 'px' : '', 'important');
        }
    }"""
