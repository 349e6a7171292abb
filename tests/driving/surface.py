"""What can be asked of a browser and of the extension's surfaces in it, whichever browser it is.

A script is the body of a function: it may `return`, `await`, and read `arguments`. Answers are JSON values.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from driving.processes import Process

Answer = TypeVar("Answer")

#: Long enough for a cold browser on a machine that runs all tests twice side by side: the first start of one that was
#: just installed took 15 s to its tree there. Only what fails takes as long.
DEADLINE_S = 60.0
#: Each look at a browser costs time of a processor: the pauses between looks grow.
_PAUSES_S = (0.03, 0.25)
_GROWTH = 1.3
#: A surface is asked once for so long; it looks by itself meanwhile.
_PATIENCE_MS = 1_000


class DrivingError(RuntimeError):
    """The browser could not be made to do what was asked; the text says what."""


class TimedOut(AssertionError):
    """A condition did not come true before its deadline; an assertion, since tests wait for what they assert."""


@dataclass(frozen=True)
class Appearance:
    """How a surface is to look, as a reader may have set it; its size in its own pixels, None as the browser has it."""

    scheme: str = "light"
    forced_colors: bool = False
    more_contrast: bool = False
    reduced_motion: bool = False
    zoom: float = 1.0
    width: int | None = None
    height: int | None = None


class Surface(Protocol):
    """One document that is on view: the sidebar, the popup, or the page in the current tab."""

    def eval(self, script: str, *args: object) -> Any: ...
    def click(self, css: str, *, button: int = 0, holding: str = "") -> None:
        """A trusted click in the middle of the first element that matches, once it is there and nothing covers it.

        `holding` is a key of `MODIFIERS`.
        """

    def focus(self, css: str) -> None:
        """Puts the focus on the first element that matches, or within it, once it is there and takes it."""

    def press(self, *keys: str) -> None:
        """Real key strokes to what has the focus: a character, a name of `KEYS`, several joined by "+"."""

    def appear(self, appearance: Appearance) -> None:
        """Makes it look as a reader with such settings would see it, until it is closed."""

    def screenshot(self) -> bytes:
        """What it shows, as PNG."""


class Browser(Protocol):
    """A running browser with the extension in it, in a throw-away profile."""

    name: str
    page: Surface
    sidebar: Surface
    popup: Surface

    def open(self, url: str) -> None:
        """Leads the current tab to `url` and waits for the page to be loaded."""

    def address(self) -> str: ...
    def back(self) -> None: ...
    def reload(self) -> None: ...
    def open_sidebar(self) -> None: ...
    def close_sidebar(self) -> None: ...
    def has_sidebar(self) -> bool: ...
    def open_popup(self) -> None: ...
    def open_popup_by_key(self) -> None:
        """As readers do who have gone to its button by keyboard.

        Opened by the mouse, Firefox gives it the keyboard after one Tab, and for no `focus()` of its page.
        """

    def close_popup(self) -> None: ...
    def has_popup(self) -> bool: ...
    def type_address(self, text: str) -> None:
        """Types into the address bar; in Chromium a keyword first, and only where it is `keyed`."""

    def suggestions(self) -> list[str]:
        """What the address bar suggests. In Chromium nobody can tell."""

    def shortcut(self, *keys: str) -> None:
        """Strokes a key of the browser's own: modifiers first. In Chromium only where it is `keyed`."""

    def tabs(self) -> list[str]:
        """The tabs of all windows, in no promised order."""

    def current_tab(self) -> str: ...
    def new_tab(self, url: str) -> str: ...
    def new_container_tab(self, url: str, container: int) -> str:
        """A tab in the container of that number, with cookies of its own. Not in Chromium, which has none."""

    def new_window(self, url: str, *, private: bool = False) -> str:
        """Opens a window, makes its tab the current one and returns that."""

    def show_tab(self, tab: str) -> None: ...
    def close_tab(self, tab: str) -> None: ...
    def extension_eval(self, script: str, *args: object) -> Any:
        """Runs `script` with the extension's rights, `api` being the browser's own object."""

    def kill_host(self) -> int:
        """Kills the native host at once; returns how many processes that were."""

    def hosts(self) -> int: ...
    def host_processes(self) -> list[Process]: ...
    def stop_background(self) -> None: ...
    def reload_extension(self) -> None:
        """Starts the extension afresh, as an update of it does, while pages are open."""

    def screenshot(self) -> bytes:
        """Page and real sidebar side by side, as PNG."""

    def leave_to_reader(self) -> None:
        """Takes away what only serves the driving; after that the window is the reader's."""

    def is_open(self) -> bool:
        """Whether the reader's window is still there."""

    def quit(self) -> None: ...


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
    """The keys to be held down in turn for `a`, `Enter` or `Control+Enter`, as drivers write them."""
    parts = [key] if len(key) == 1 else key.split("+")
    return [KEYS.get(part, part) for part in parts]


def wrapped(script: str) -> str:
    """`script` for a driver whose scripts answer through a callback given as the last argument."""
    return f"""const answer = arguments[arguments.length - 1];
        const given = Array.prototype.slice.call(arguments, 0, -1);
        (async function () {{ {script} }}).apply(null, given)
            .then((value) => answer({{ value: value === undefined ? null : value }}),
                  (error) => answer({{ error: String(error) }}));"""


def unwrapped(reply: Any) -> Any:
    """The value in the reply of a `wrapped` script. Raises DrivingError where the script threw."""
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
    """The first truthy answer of `poll`. Exceptions named in `despite` count as "not yet".

    Never waits for the clock alone. Raises TimedOut, whose text has the last answer or exception.
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
    """The first truthy value of `script` on `surface`; a surface that is not there yet counts as "not yet"."""
    patience_ms = min(_PATIENCE_MS, deadline_s * 1000)
    patient = _PATIENT.replace("SCRIPT", script).replace("PATIENCE", str(patience_ms))
    return until(lambda: surface.eval(patient, *args), script, deadline_s, despite=(DrivingError,))


#: Runs a script until its value is truthy or time is up: a round trip costs more than the look.
_PATIENT = """const end = Date.now() + PATIENCE, given = [...arguments];
    for (;;) {
        const value = await (async function () { SCRIPT }).apply(null, given);
        if (value || Date.now() >= end) return value;
        await new Promise((done) => setTimeout(done, 25));
    }"""


FIRST_PAGE = "extension/welcome/welcome.html"


def agree(first_page: Surface) -> None:
    """Consents on the extension's first page, where nobody has done so for the reader."""
    if wait_for(first_page, "return document.body.dataset.consent") == "open":
        first_page.click("#agree")
        wait_for(first_page, "return document.body.dataset.consent === 'given'")


def write(surface: Surface, css: str, text: str) -> None:
    """Puts the focus into a field and types `text` over what it holds."""
    surface.focus(css)
    surface.eval("document.querySelector(arguments[0]).select()", css)
    surface.press(*text)
    # Keys go another way than what a test evaluates next: it must not come before the last of them.
    wait_for(surface, "return document.querySelector(arguments[0])?.value === arguments[1]", css, text)
