"""Firefox through Marionette, whose chrome context reaches sidebar and popup.

We start the process ourselves: so its home folder, its profile and its end are ours.
"""

from __future__ import annotations

import base64
import contextlib
import json
import subprocess
from dataclasses import asdict
from typing import Any

from marionette_driver.errors import MarionetteException
from marionette_driver.marionette import Marionette

from driving import processes, programs
from driving.appearance import FIREFOX, Appearance
from driving.profile import HOST_PROGRAM, ROOT, Place, gecko_id
from driving.surface import KEYS, MODIFIERS, DrivingError, Surface, stroke, unwrapped, wait_for, wrapped
from driving.waiting import until

_SCRIPT_MS = 20_000
_WIDTH, _HEIGHT = 1280, 860

_PREFERENCES = {
    "marionette.port": 0,
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.aboutwelcome.enabled": False,
    "browser.newtabpage.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.homepage_override.mstone": "ignore",
    "browser.startup.page": 0,
    "browser.tabs.warnOnClose": False,
    "browser.warnOnQuit": False,
    "browser.uitour.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.getAddons.cache.enabled": False,
    "intl.accept_languages": "en,de",
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "network.proxy.no_proxies_on": "localhost, 127.0.0.1",
    "services.settings.server": "data:,#none",
    "termsofuse.bypassNotification": True,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
    "trailhead.firstrun.didSeeAboutWelcome": True,
}

_SIDEBAR = (
    "document.getElementById('sidebar')?.contentDocument?.getElementById('webext-panels-browser')"
    " ?? document.querySelector('#sidebar-box browser.webextension-sidebar-browser')"
)
_POPUP = "document.querySelector('browser.webextension-popup-browser')"


class FirefoxPage:
    """The page in the current tab."""

    def __init__(self, browser: Firefox) -> None:
        self._browser = browser

    def eval(self, script: str, *args: object) -> Any:
        with self._browser.using("content") as client:
            return unwrapped(client.execute_async_script(wrapped(script), list(args), sandbox=None))

    def click(self, css: str, *, button: int = 0, holding: str = "") -> None:
        x, y = self.eval(_MIDDLE, css)
        with self._browser.using("content") as client:
            _click(client, round(x), round(y), button, holding)

    def focus(self, css: str) -> None:
        self.eval("document.querySelector(arguments[0]).focus()", css)

    def press(self, *keys: str) -> None:
        with self._browser.using("content") as client:
            _press(client, keys)

    def appear(self, wanted: Appearance) -> None:
        self._browser.chrome(FIREFOX.replace("WHERE", "gBrowser.selectedBrowser"), asdict(wanted))

    def screenshot(self) -> bytes:
        with self._browser.using("content") as client:
            return bytes(client.screenshot(format="binary", full=False))


class FirefoxSurface:
    """A `<browser>` of Firefox's own window that shows a page of the extension."""

    def __init__(self, browser: Firefox, where: str, *, is_popup: bool) -> None:
        self._browser = browser
        self._where = where
        self._is_popup = is_popup

    def is_there(self) -> bool:
        """Whether a page of the extension is in it: what is just opening shows an empty one first."""
        address = f"({self._where})?.browsingContext?.currentWindowGlobal?.documentURI?.spec ?? ''"
        return str(self._browser.chrome(f"return {address}")).startswith("moz-extension:")

    def eval(self, script: str, *args: object) -> Any:
        return self._run(script, args)

    def _run(self, script: str, args: tuple[object, ...], sandbox: str | None = None) -> Any:
        if not self.is_there():
            raise DrivingError("it is not open")
        return unwrapped(
            self._browser.chrome(
                f"""const actor = ({self._where}).browsingContext.currentWindowGlobal
                    .getActor('MarionetteCommands');
                return await actor.executeScript(arguments[0], arguments[1],
                    {{sandboxName: arguments[2], timeout: {_SCRIPT_MS}, async: true, newSandbox: false}});""",
                wrapped(script),
                list(args),
                sandbox,
            )
        )

    def click(self, css: str, *, button: int = 0, holding: str = "") -> None:
        if self._is_popup:  # pointer actions do not reach a popup; the gesture is as good as real to the page
            self._run(_CLICK_WITH_GESTURE, (css, button, holding), "system")
            return
        inner = self.eval(_MIDDLE, css)
        outer = self._browser.chrome(_CORNER.replace("WHERE", self._where))
        with self._browser.using("chrome") as client:
            _click(client, round(outer[0] + inner[0]), round(outer[1] + inner[1]), button, holding)

    def focus(self, css: str) -> None:
        self._browser.chrome(f"({self._where}).focus()")
        self.eval("document.querySelector(arguments[0]).focus()", css)

    def press(self, *keys: str) -> None:
        with self._browser.using("chrome") as client:
            _press(client, keys)

    def appear(self, wanted: Appearance) -> None:
        self._browser.chrome(FIREFOX.replace("WHERE", self._where), asdict(wanted))

    def screenshot(self) -> bytes:
        return base64.b64decode(self._browser.chrome(_SNAPSHOT.replace("WHERE", self._where)))


class Firefox:
    """See `driving.surface.Browser`."""

    name = "firefox"

    def __init__(self, place: Place, headless: bool) -> None:
        self._place = place
        self._widget = "".join(c if c.isalnum() or c in "_-" else "_" for c in gecko_id().lower())
        self._process = _launched(place, headless)
        self._in_sidebar = FirefoxSurface(self, _SIDEBAR, is_popup=False)
        self._in_popup = FirefoxSurface(self, _POPUP, is_popup=True)
        self.page: Surface = FirefoxPage(self)
        self.sidebar: Surface = self._in_sidebar
        self.popup: Surface = self._in_popup
        try:
            self._client = _connected(place, self._process)
            self._install()
        except BaseException:
            self.quit()
            raise

    def _install(self) -> None:
        self._client._send_message(
            "Addon:Install", {"path": str(ROOT), "temporary": True, "allowPrivateBrowsing": True}, key="value"
        )
        until(
            lambda: self.chrome(f"return WebExtensionPolicy.getByID('{gecko_id()}')?.extension?.state ?? ''"),
            "the extension is running",
        )
        self.chrome("for (const tab of [...gBrowser.tabs]) if (tab !== gBrowser.selectedTab) gBrowser.removeTab(tab)")
        self._client.switch_to_window(self._client.window_handles[0])

    # Where we are

    @contextlib.contextmanager
    def using(self, context: str) -> Any:
        """The Marionette client in `context`, its errors told as DrivingError."""
        try:
            with self._client.using_context(context):
                yield self._client
        except MarionetteException as error:
            raise DrivingError(str(error).partition("\nstacktrace:")[0]) from None

    def chrome(self, script: str, *args: object) -> Any:
        """The answer of `script` in the browser's own window, with the browser's own rights."""
        with self.using("chrome") as client:
            return unwrapped(client.execute_async_script(wrapped(script), list(args), sandbox="system"))

    def extension_eval(self, script: str, *args: object) -> Any:
        """Runs in the sidebar or, while that is shut, in the popup: one of both must be open."""
        surface = self._in_sidebar if self._in_sidebar.is_there() else self._in_popup
        wait_for(surface, "return document.readyState === 'complete' && typeof browser === 'object'")
        return surface.eval(f"const api = browser; {script}", *args)

    # The page

    def open(self, url: str) -> None:
        with self.using("content") as client:
            client.navigate(url)

    def address(self) -> str:
        with self.using("content") as client:
            return str(client.get_url())

    def back(self) -> None:
        with self.using("content") as client:
            client.go_back()

    def reload(self) -> None:
        with self.using("content") as client:
            client.refresh()

    # Sidebar and popup

    def open_sidebar(self) -> None:
        self.chrome(f"await SidebarController.show('{self._widget}-sidebar-action')")
        until(self.has_sidebar, "the sidebar is open")

    def close_sidebar(self) -> None:
        self.chrome("SidebarController.hide()")
        until(lambda: not self.has_sidebar(), "the sidebar is closed")

    def has_sidebar(self) -> bool:
        is_ours = f"SidebarController.isOpen && SidebarController.currentID === '{self._widget}-sidebar-action'"
        return bool(self.chrome(f"return {is_ours}")) and self._in_sidebar.is_there()

    def open_popup(self) -> None:
        self.chrome(_OPEN_POPUP, gecko_id())
        until(self.has_popup, "the popup is open")

    def close_popup(self) -> None:
        self.chrome(f"const popup = {_POPUP}; popup?.closest('panel')?.hidePopup()")
        until(lambda: not self.has_popup(), "the popup is closed")

    def has_popup(self) -> bool:
        return self._in_popup.is_there()

    def shortcut(self, *keys: str) -> None:
        """Strokes the last key while the others, of `MODIFIERS`, are held."""
        *held, last = keys
        with self.using("chrome") as client:
            strokes = client.actions.sequence("key", "keyboard")
            for key in held:
                strokes.key_down(MODIFIERS[key])
            strokes.key_down(KEYS.get(last, last)).key_up(KEYS.get(last, last))
            for key in reversed(held):
                strokes.key_up(MODIFIERS[key])
            strokes.perform()

    # Tabs and windows

    def tabs(self) -> list[str]:
        return list(self._client.window_handles)

    def current_tab(self) -> str:
        return str(self._client.current_window_handle)

    def new_tab(self, url: str) -> str:
        return self._opened(url, {"type": "tab", "focus": True})

    def new_window(self, url: str, *, private: bool = False) -> str:
        return self._opened(url, {"type": "window", "focus": True, "private": private})

    def _opened(self, url: str, how: dict[str, object]) -> str:
        handle = str(self._client.open(**how)["handle"])
        self._client.switch_to_window(handle)
        self.open(url)
        return handle

    def show_tab(self, tab: str) -> None:
        self._client.switch_to_window(tab)
        self.chrome("window.focus()")

    def close_tab(self, tab: str) -> None:
        if tab != self.current_tab():
            self._client.switch_to_window(tab)
        left = self._client.close()
        self._client.switch_to_window(left[0])

    # Breaking things

    def hosts(self) -> int:
        return len(self._hosts())

    def kill_host(self) -> int:
        found = self._hosts()
        processes.kill(found)
        return len(found)

    def _hosts(self) -> list[processes.Process]:
        return processes.naming(HOST_PROGRAM, processes.family(self._process.pid))

    def stop_background(self) -> None:
        self.chrome(
            f"await WebExtensionPolicy.getByID('{gecko_id()}').extension.terminateBackground("
            "{ignoreDevToolsAttached: true, disableResetIdleForTest: true})"
        )

    # Pictures and the end

    def screenshot(self) -> bytes:
        self.chrome(_NO_STRIPES)
        with self.using("chrome") as client:
            return bytes(client.screenshot(format="binary", full=False))

    def leave_to_reader(self) -> None:
        """Takes the stripes off the address bar that tell of a browser under remote control."""
        self.chrome(_NO_STRIPES)

    def is_open(self) -> bool:
        if self._process.poll() is not None:
            return False
        try:
            return bool(self._client.window_handles)
        except (MarionetteException, OSError):
            return False

    def quit(self) -> None:
        started = processes.family(self._process.pid)
        with contextlib.suppress(AttributeError, MarionetteException, OSError):
            self._client.set_context("chrome")
            self._client.execute_script("Services.startup.quit(Ci.nsIAppStartup.eForceQuit)", sandbox="system")
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(5)
        processes.end(started)
        self._process.wait()


_MIDDLE = """const element = document.querySelector(arguments[0]);
    if (!element) throw new Error('nothing matches ' + arguments[0]);
    element.scrollIntoView({block: 'nearest'});
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const rect = element.getBoundingClientRect();
    return [rect.left + rect.width / 2, rect.top + rect.height / 2];"""

_NO_STRIPES = "document.documentElement.removeAttribute('remotecontrol')"

_CORNER = """const corner = [0, 0];
    let frame = WHERE;
    while (frame) {
        const rect = frame.getBoundingClientRect(), view = frame.ownerDocument.defaultView;
        corner[0] += rect.left;
        corner[1] += rect.top;
        frame = view === window ? null : view.browsingContext.embedderElement;
    }
    return corner;"""

_CLICK_WITH_GESTURE = """const gesture = window.windowUtils.setHandlingUserInput(true);
    const how = {bubbles: true, cancelable: true, composed: true, view: window, button: arguments[1],
        ctrlKey: arguments[2] === 'Control', shiftKey: arguments[2] === 'Shift', altKey: arguments[2] === 'Alt'};
    try {
        document.querySelector(arguments[0]).dispatchEvent(new PointerEvent(arguments[1] ? 'auxclick' : 'click', how));
    } finally { gesture.destruct(); }"""

_SNAPSHOT = """const shown = WHERE, rect = shown.getBoundingClientRect();
    const bitmap = await shown.browsingContext.currentWindowGlobal.drawSnapshot(
        new DOMRect(0, 0, rect.width, rect.height), 1, 'rgb(255,255,255)');
    const canvas = document.createElementNS('http://www.w3.org/1999/xhtml', 'canvas');
    canvas.width = bitmap.width;
    canvas.height = bitmap.height;
    canvas.getContext('2d').drawImage(bitmap, 0, 0);
    return canvas.toDataURL().split(',')[1];"""

_OPEN_POPUP = """const { ExtensionParent } = ChromeUtils.importESModule('resource://gre/modules/ExtensionParent.sys.mjs');
    const extension = WebExtensionPolicy.getByID(arguments[0]).extension;
    await ExtensionParent.apiManager.global.browserActionFor(extension).openPopup(window, true);"""


def _click(client: Marionette, x: int, y: int, button: int, holding: str) -> None:
    keys = client.actions.sequence("key", "keyboard")
    if holding:
        keys.key_down(MODIFIERS[holding]).perform()
    mouse = client.actions.sequence("pointer", "mouse", {"pointerType": "mouse"})
    mouse.pointer_move(x, y).pointer_down(button).pointer_up(button).perform()
    if holding:
        client.actions.sequence("key", "keyboard").key_up(MODIFIERS[holding]).perform()


def _press(client: Marionette, keys: tuple[str, ...]) -> None:
    strokes = client.actions.sequence("key", "keyboard")
    for held in map(stroke, keys):
        for key in held:
            strokes.key_down(key)
        for key in reversed(held):
            strokes.key_up(key)
    strokes.perform()


def _launched(place: Place, headless: bool) -> subprocess.Popen[bytes]:
    lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in _PREFERENCES.items())
    (place.profile / "user.js").write_text("".join(lines))
    variables = place.environment()
    if headless:
        variables |= {"MOZ_HEADLESS": "1", "MOZ_HEADLESS_WIDTH": str(_WIDTH), "MOZ_HEADLESS_HEIGHT": str(_HEIGHT)}
    program = programs.find("firefox")
    if program is None:
        raise DrivingError("Firefox is not installed")
    size = ["-width", str(_WIDTH), "-height", str(_HEIGHT)]
    return subprocess.Popen(
        [program, "-marionette", "--remote-allow-system-access", "-no-remote", *size, "-profile", str(place.profile)],
        env=variables,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def _connected(place: Place, process: subprocess.Popen[bytes]) -> Marionette:
    """A session with the browser, once it has said at which port it listens."""
    told = place.profile / "MarionetteActivePort"

    def port() -> int:
        if process.poll() is not None:
            raise DrivingError(f"Firefox ended at once, with status {process.returncode}")
        return int(told.read_text() or 0) if told.exists() else 0

    client = Marionette(host="127.0.0.1", port=until(port, "Firefox listens", 60))
    client.start_session()
    client.timeout.script = _SCRIPT_MS / 1000
    client.timeout.page_load = 20
    return client
