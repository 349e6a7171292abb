"""Driving Firefox: tabs, windows, sidebar, popup and the host."""

from __future__ import annotations

import contextlib
import subprocess
from typing import Any

from marionette_driver.errors import MarionetteException

from driving import processes
from driving.firefox.launching import connected, launched
from driving.firefox.surfaces import EXTENSION, POPUP, SIDEBAR, FirefoxPage, FirefoxSurface, press_shortcut
from driving.profile import HOST_PROGRAM, Place, gecko_id
from driving.surface import FIRST_PAGE, ClosedError, DrivingError, Surface, agree, until, unwrapped, wait_for, wrapped


class Firefox:
    """Implementation of `driving.surface.Browser`."""

    name = "firefox"

    def __init__(self, place: Place, headless: bool) -> None:
        self._place = place
        self._widget = "".join(c if c.isalnum() or c in "_-" else "_" for c in gecko_id().lower())
        self._process = launched(place, headless)
        self._in_sidebar = FirefoxSurface(self, SIDEBAR, is_popup=False)
        self._in_popup = FirefoxSurface(self, POPUP, is_popup=True)
        self._in_extension = FirefoxSurface(self, EXTENSION.replace("ADDON", gecko_id()), is_popup=False)
        self.page: Surface = FirefoxPage(self)
        self.sidebar: Surface = self._in_sidebar
        self.popup: Surface = self._in_popup
        try:
            self._client = connected(place, self._process)
            self._context = "content"
            self._install()
        except BaseException:
            self.quit()
            raise

    def _install(self) -> None:
        if self._place.extension is not None:
            # Allowed before the first page, because a later change would restart the extension.
            self.chrome(_ALLOW_PRIVATE_WINDOWS, gecko_id())
            with self.using("chrome") as client:
                wanted = {"path": str(self._place.extension), "temporary": True}
                client._send_message("Addon:Install", wanted, key="value")
        until(
            lambda: self.chrome(f"return WebExtensionPolicy.getByID('{gecko_id()}')?.extension?.state ?? ''"),
            "the extension is running",
        )
        if self._place.has_first_page:
            until(self._shows_first_page, "the extension shows its first page")
            if self._place.consents:
                agree(self.page)
                self.chrome("gBrowser.selectedTab = gBrowser.addTrustedTab('about:blank')")
        self.chrome("for (const tab of [...gBrowser.tabs]) if (tab !== gBrowser.selectedTab) gBrowser.removeTab(tab)")
        self._switch_to(self.tabs()[0])

    def _shows_first_page(self) -> bool:
        """Return whether the first page is open, and switch to it."""
        for handle in self.tabs():
            self._switch_to(handle)
            if self.address().endswith(FIRST_PAGE):
                return True
        return False

    # Contexts

    @contextlib.contextmanager
    def using(self, context: str) -> Any:
        """Yield the Marionette client in `context`, with its errors as DrivingError.

        Switches only if needed: Marionette's own `using_context` needs three round trips each time.
        """
        try:
            if context != self._context:
                self._client.set_context(context)
                self._context = context
            yield self._client
        except MarionetteException as error:
            raise DrivingError(str(error).partition("\nstacktrace:")[0]) from None

    def chrome(self, script: str, *args: object) -> Any:
        """Return the result of `script` in the browser's own window, with its privileges."""
        with self.using("chrome") as client:
            return unwrapped(client.execute_async_script(wrapped(script), list(args), sandbox="system"))

    def extension_eval(self, script: str, *args: object) -> Any:
        """Run a script in the sidebar or the popup, while one is open, otherwise in the background page."""
        run = _ONCE_OURS.replace("SCRIPT", script)
        [value] = until(lambda: self._in_extension.eval(run, *args), "the extension has a page", despite=(ClosedError,))
        return value

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
        wait_for(self._in_sidebar, _IS_OURS)  # it briefly has an empty page

    def close_sidebar(self) -> None:
        until(lambda: self.chrome(_CLOSE_SIDEBAR), "the sidebar is closed")

    def has_sidebar(self) -> bool:
        is_ours = f"SidebarController.isOpen && SidebarController.currentID === '{self._widget}-sidebar-action'"
        return bool(self.chrome(f"return {is_ours}")) and self._in_sidebar.is_there()

    def open_popup(self) -> None:
        self.chrome(_OPEN_POPUP, gecko_id())
        until(self._takes_popup_keys, "the popup is open")

    def open_popup_by_key(self) -> None:
        self.chrome(_FOCUS_BUTTON, f"{self._widget}-BAP")
        self.shortcut("Enter")
        until(self._takes_popup_keys, "the popup is open")

    def close_popup(self) -> None:
        # By Firefox's own function, again until it is gone: a panel that is just opening may close without its popup.
        hide = f"const popup = {POPUP}; if (popup) PanelMultiView.hidePopup(popup.closest('panel')); return !({POPUP})"
        until(lambda: self.chrome(hide), "the popup is closed")

    def has_popup(self) -> bool:
        return self._in_popup.is_there()

    def _takes_popup_keys(self) -> bool:
        """Return whether the popup is open and its panel is shown: before that, keys go to the window below it."""
        return self.has_popup() and bool(self.chrome(f"return ({POPUP})?.closest('panel')?.state === 'open'"))

    def shortcut(self, *keys: str) -> None:
        with self.using("chrome") as client:
            press_shortcut(client, keys)

    def type_address(self, text: str) -> None:
        with self.using("chrome") as client:
            bar = client.find_element("id", "urlbar-input")
            bar.clear()
            bar.send_keys(text)

    def suggestions(self) -> list[str]:
        return list(self.chrome("return [...document.querySelectorAll('.urlbarView-row')].map((row) => row.innerText)"))

    # Tabs and windows

    def tabs(self) -> list[str]:
        with self.using("content") as client:
            return list(client.window_handles)

    def current_tab(self) -> str:
        with self.using("content") as client:
            return str(client.current_window_handle)

    def new_tab(self, url: str) -> str:
        return self._opened(url, {"type": "tab", "focus": True})

    def new_container_tab(self, url: str, container: int) -> str:
        before = set(self.tabs())
        self.chrome(_OPEN_IN_CONTAINER, container)
        [handle] = until(lambda: set(self.tabs()) - before, "the new tab has a handle")
        self._switch_to(handle)
        self.open(url)
        return handle

    def new_window(self, url: str, *, private: bool = False) -> str:
        return self._opened(url, {"type": "window", "focus": True, "private": private})

    def _opened(self, url: str, how: dict[str, object]) -> str:
        with self.using("content") as client:
            handle = str(client.open(**how)["handle"])
        self._switch_to(handle)
        self.open(url)
        return handle

    def _switch_to(self, handle: str) -> None:
        with self.using("content") as client:
            client.switch_to_window(handle)

    def show_tab(self, tab: str) -> None:
        self._switch_to(tab)
        self.chrome("window.focus()")

    def close_tab(self, tab: str) -> None:
        if tab != self.current_tab():
            self._switch_to(tab)
        with self.using("content") as client:
            left = client.close()
        self._switch_to(left[0])

    # Breaking things

    def hosts(self) -> int:
        return len(self.host_processes())

    def kill_host(self) -> int:
        return processes.kill(self.host_processes())

    def host_processes(self) -> list[processes.Process]:
        return processes.naming(HOST_PROGRAM, processes.family(self._process.pid))

    def stop_background(self) -> None:
        self.chrome(
            f"await WebExtensionPolicy.getByID('{gecko_id()}').extension.terminateBackground("
            "{ignoreDevToolsAttached: true, disableResetIdleForTest: true})"
        )

    def reload_extension(self) -> None:
        self.chrome(_RELOAD, gecko_id())

    # Pictures and the end

    def screenshot(self) -> bytes:
        self.chrome(_NO_STRIPES)
        with self.using("chrome") as client:
            return bytes(client.screenshot(format="binary", full=False))

    def leave_to_reader(self) -> None:
        """Remove the address bar's stripes that mark remote control."""
        self.chrome(_NO_STRIPES)

    def is_open(self) -> bool:
        if self._process.poll() is not None:
            return False
        try:
            return bool(self.tabs())
        except (DrivingError, OSError):
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


_OURS = "document.readyState === 'complete' && typeof browser === 'object'"
_IS_OURS = f"return {_OURS}"
_ONCE_OURS = f"""if (!({_OURS})) return null;
    const api = browser;
    return [await (async function () {{ SCRIPT }}).apply(null, arguments) ?? null];"""
_CLOSE_SIDEBAR = "SidebarController.hide(); return !SidebarController.isOpen"
_NO_STRIPES = "document.documentElement.removeAttribute('remotecontrol')"

_OPEN_IN_CONTAINER = """gBrowser.selectedTab = gBrowser.addTab('about:blank', {
        userContextId: arguments[0], triggeringPrincipal: Services.scriptSecurityManager.getSystemPrincipal() });"""

_FOCUS_BUTTON = """const button = document.getElementById(arguments[0]);
    button.setAttribute('tabindex', '-1');
    button.focus();"""

_OPEN_POPUP = """const { ExtensionParent } = ChromeUtils.importESModule('resource://gre/modules/ExtensionParent.sys.mjs');
    const extension = WebExtensionPolicy.getByID(arguments[0]).extension;
    await ExtensionParent.apiManager.global.browserActionFor(extension).openPopup(window, true);"""

_ALLOW_PRIVATE_WINDOWS = """const { ExtensionPermissions } =
        ChromeUtils.importESModule('resource://gre/modules/ExtensionPermissions.sys.mjs');
    await ExtensionPermissions.add(arguments[0], { permissions: ['internal:privateBrowsingAllowed'], origins: [] });"""

_RELOAD = """const { AddonManager } = ChromeUtils.importESModule('resource://gre/modules/AddonManager.sys.mjs');
    await (await AddonManager.getAddonByID(arguments[0])).reload();"""
