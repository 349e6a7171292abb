"""The operations on a browser and the extension's surfaces, independent of the browser.

A script is the body of a function: it may `return`, `await`, and read `arguments`. Answers are JSON values.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar, runtime_checkable

from driving.processes import Process

Answer = TypeVar("Answer")

#: Long enough for a cold browser on a machine that runs all tests twice in parallel: the first start after installation
#: took 15 s there. Only failures take this long.
DEADLINE_S = 60.0
#: Each look at a browser costs CPU time, so the pauses between looks grow.
_PAUSES_S = (0.03, 0.25)
_GROWTH = 1.3
#: A surface polls by itself for this long.
_PATIENCE_MS = 1_000


class DrivingError(RuntimeError):
    """The browser did not do what was requested; the message gives the reason."""


class ClosedError(DrivingError):
    """The surface is not open, or not any more."""


class TimedOut(AssertionError):
    """A condition did not become true before its deadline; an assertion, because tests wait for what they assert."""


@dataclass(frozen=True)
class Appearance:
    """The look of a surface as a reader may have set it; its size in its own pixels, None for the browser's."""

    scheme: str = "light"
    forced_colors: bool = False
    more_contrast: bool = False
    reduced_motion: bool = False
    zoom: float = 1.0
    width: int | None = None
    height: int | None = None


class Surface(Protocol):
    """One visible document: the sidebar, the popup, or the page in the current tab."""

    def eval(self, script: str, *args: object) -> Any: ...
    def click(self, css: str, *, button: int = 0, holding: str = "") -> None:
        """Make a trusted click in the middle of the first matching element, once it exists and is uncovered.

        `holding` is a key of `MODIFIERS`.
        """

    def focus(self, css: str) -> None:
        """Focus the first matching element, or an element in it, once it accepts the focus."""

    def press(self, *keys: str) -> None:
        """Press real keys for the focused element: a character, a name of `KEYS`, or several joined by "+"."""

    def appear(self, appearance: Appearance) -> None:
        """Show the surface with such settings until it is closed."""

    def screenshot(self) -> bytes:
        """Return a screenshot as PNG."""


class Browser(Protocol):
    """A running browser with the extension in it, in a throw-away profile."""

    name: str
    page: Surface
    sidebar: Surface
    popup: Surface

    def open(self, url: str) -> None:
        """Open `url` in the current tab and wait until the page is loaded."""

    def address(self) -> str: ...
    def back(self) -> None: ...
    def reload(self) -> None: ...
    def open_sidebar(self) -> None: ...
    def close_sidebar(self) -> None: ...
    def has_sidebar(self) -> bool: ...
    def open_popup(self) -> None: ...
    def open_popup_by_key(self) -> None:
        """Open the popup by keyboard, as a reader at its button does.

        Opened by the mouse, Firefox focuses it only after Tab, and not by its page's `focus()`.
        """

    def close_popup(self) -> None: ...
    def has_popup(self) -> bool: ...
    def type_address(self, text: str) -> None:
        """Type into the address bar; in Chromium a keyword first, and only if `keyed`."""

    def suggestions(self) -> list[str]:
        """Return the address bar's suggestions. Not available in Chromium."""

    def shortcut(self, *keys: str) -> None:
        """Press a key of the browser's own, modifiers first. In Chromium only if `keyed`."""

    def tabs(self) -> list[str]:
        """Return the tabs of all windows, in any order."""

    def current_tab(self) -> str: ...
    def new_tab(self, url: str) -> str: ...
    def new_container_tab(self, url: str, container: int) -> str:
        """Open a tab in the container with that number, with its own cookies. Not in Chromium, which has none."""

    def new_window(self, url: str, *, private: bool = False) -> str:
        """Open a window, make its tab the current one, and return it."""

    def show_tab(self, tab: str) -> None: ...
    def close_tab(self, tab: str) -> None: ...
    def extension_eval(self, script: str, *args: object) -> Any:
        """Run `script` with the extension's rights; `api` is the browser's own object."""

    def kill_host(self) -> int:
        """Kill the native host at once; return the number of killed processes."""

    def hosts(self) -> int: ...
    def host_processes(self) -> list[Process]: ...
    def stop_background(self) -> None: ...
    def reload_extension(self) -> None:
        """Restart the extension, as its update does, while pages are open."""

    def screenshot(self) -> bytes:
        """Return page and real sidebar side by side, as PNG."""

    def leave_to_reader(self) -> None:
        """Remove everything that only serves the driver; then the window is the reader's."""

    def is_open(self) -> bool:
        """Return whether the reader's window is still open."""

    def quit(self) -> None: ...


@runtime_checkable
class ScriptableBrowser(Protocol):
    """A browser whose own window can be scripted: Firefox."""

    def chrome(self, script: str, *args: object) -> Any: ...


KEYS = {
    "ArrowDown": "\ue015", "ArrowUp": "\ue013", "ArrowLeft": "\ue012", "ArrowRight": "\ue014",
    "Enter": "\ue007", "Escape": "\ue00c", "Tab": "\ue004", "Home": "\ue011", "End": "\ue010",
    "PageDown": "\ue00f", "PageUp": "\ue00e", "Backspace": "\ue003", "Space": " ", "Delete": "\ue017",
    "Shift": "\ue008", "Control": "\ue009", "Alt": "\ue00a", "F6": "\ue036", "F10": "\ue03a",
}  # fmt: skip
MODIFIERS = {"Alt": "\ue00a", "Control": "\ue009", "Shift": "\ue008"}
MIDDLE_BUTTON = 1

#: Whether an element has taken the focus.
FOCUS = """const found = document.querySelector(arguments[0]);
    found?.focus();
    return found?.contains(document.activeElement) ?? false;"""


def stroke(key: str) -> list[str]:
    """Return the keys to hold in turn for `a`, `Enter` or `Control+Enter`, in the drivers' form."""
    parts = [key] if len(key) == 1 else key.split("+")
    return [KEYS.get(part, part) for part in parts]


def wrapped(script: str) -> str:
    """Return `script` for a driver whose scripts answer through a callback as last argument."""
    return f"""const answer = arguments[arguments.length - 1];
        const given = Array.prototype.slice.call(arguments, 0, -1);
        (async function () {{ {script} }}).apply(null, given)
            .then((value) => answer({{ value: value === undefined ? null : value }}),
                  (error) => answer({{ error: String(error) }}));"""


def unwrapped(reply: Any) -> Any:
    """Return the value in the reply of a `wrapped` script. Raises DrivingError if the script threw."""
    if isinstance(reply, str):
        reply = json.loads(reply)
    if not isinstance(reply, dict):
        raise DrivingError(f"a script answered {reply!r}")
    if "error" in reply:
        raise DrivingError(reply["error"])
    return reply["value"]


def until(
    poll: Callable[[], Answer], what: str, deadline_s: float = DEADLINE_S, *, despite: tuple[type[Exception], ...] = ()
) -> Answer:
    """Return the first truthy answer of `poll`. Exceptions in `despite` count as "not yet".

    Never waits by time alone. Raises TimedOut with the last answer or exception.
    """
    end = time.monotonic() + deadline_s
    pause_s, longest_s = _PAUSES_S
    last: object = None
    while True:
        try:
            answer = poll()
            if answer:
                return answer
            last = answer
        except despite as not_yet:
            last = not_yet
        if time.monotonic() > end:
            raise TimedOut(f"{what}: not within {deadline_s:g} s; last: {str(last)[:2000]}")
        time.sleep(pause_s)
        pause_s = min(pause_s * _GROWTH, longest_s)


def wait_for(surface: Surface, script: str, *args: object, deadline_s: float = DEADLINE_S) -> Any:
    """Return the first truthy value of `script` on `surface`; a missing surface counts as "not yet"."""
    patience_ms = min(_PATIENCE_MS, deadline_s * 1000)
    patient = _PATIENT.replace("SCRIPT", script).replace("PATIENCE", str(patience_ms))
    return until(lambda: surface.eval(patient, *args), script, deadline_s, despite=(DrivingError,))


#: Runs a script until its value is truthy or time is up: a round trip costs more than a look.
_PATIENT = """const end = Date.now() + PATIENCE, given = [...arguments];
    for (;;) {
        const value = await (async function () { SCRIPT }).apply(null, given);
        if (value || Date.now() >= end) return value;
        await new Promise((done) => setTimeout(done, 25));
    }"""


FIRST_PAGE = "extension/welcome/welcome.html"


def agree(first_page: Surface) -> None:
    """Consent on the extension's first page, if nobody has done so."""
    if wait_for(first_page, "return document.body.dataset.consent") == "open":
        first_page.click("#agree")
        wait_for(first_page, "return document.body.dataset.consent === 'given'")


def write(surface: Surface, css: str, text: str) -> None:
    """Focus a field and replace its content by `text`."""
    surface.focus(css)
    surface.eval("document.querySelector(arguments[0]).select()", css)
    surface.press(*text)
    # Keys travel separately from evaluated scripts: the next script must not overtake the last key.
    wait_for(surface, "return document.querySelector(arguments[0])?.value === arguments[1]", css, text)
