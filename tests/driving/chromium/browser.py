"""Chromium through chromedriver, which lists an extension's panel and popup as separate windows.

A second window holds a blank page of the extension (its manifest as text). Only from there can tabs be moved and the
panel be opened. Tests never examine this page.
"""

from __future__ import annotations

import base64
import contextlib
from functools import partial
from typing import Any

from selenium import webdriver
from selenium.common.exceptions import NoSuchWindowException, WebDriverException

from driving import processes
from driving.chromium.launching import end, started
from driving.chromium.surfaces import ChromiumSurface, evaluate
from driving.profile import HOST_PROGRAM, Place, chrome_id
from driving.screen import Screen
from driving.surface import FIRST_PAGE, ClosedError, DrivingError, Surface, agree, until

_PANEL = "extension/sidebar/sidebar.html"
_POPUP = "extension/popup/popup.html"


class Chromium:
    """Implementation of `driving.surface.Browser`."""

    name = "chromium"

    def __init__(self, place: Place, headless: bool) -> None:
        self._place = place
        self._screen = Screen(place.display) if place.display else None
        self._id = chrome_id()
        self._driver = started(place, headless)
        try:
            self._settle()
        except BaseException:
            self.quit()
            raise

    def _settle(self) -> None:
        self._at = self._tab = self._driver.current_window_handle
        self._ids: dict[str, int] = {}
        self._shown: dict[str, str] = {}
        self._driver.switch_to.new_window("window")
        self._control = self._at = self._driver.current_window_handle
        self._driver.get(self._url("manifest.json"))
        self._ids |= self._first_page()
        ours = {*self._ids.values(), self.extension_eval("return (await api.tabs.getCurrent()).id")}
        others = self.extension_eval("return (await api.tabs.query({})).map((tab) => tab.id)")
        self._ids[self._tab] = next(tab for tab in others if tab not in ours)
        self.page: Surface = ChromiumSurface(self, "page")
        self.sidebar: Surface = ChromiumSurface(self, "sidebar")
        self.popup: Surface = ChromiumSurface(self, "popup")
        if self._place.has_first_page:
            self._leave_first_page()

    def _first_page(self) -> dict[str, int]:
        """Return the page that the extension opens after installation: its handle and tab id."""
        if not self._place.has_first_page:
            return {}
        [handle, *_] = until(lambda: self._showing(FIRST_PAGE), "the extension shows its first page")
        ask = "return (await chrome.tabs.getCurrent()).id"
        return {handle: until(lambda: evaluate(self.at(handle), ask), "it is loaded", despite=(DrivingError,))}

    def _leave_first_page(self) -> None:
        """Consent on the first page, as a reader would."""
        first, blank = self._ids
        # It opens in the focused window, so the controlled page's window was focused again.
        self.extension_eval(
            "const {windowId} = await api.tabs.get(arguments[1]);"
            "await api.tabs.move(arguments[0], {windowId, index: -1})",
            self._ids[first],
            self._ids[blank],
        )
        self.show_tab(first)
        if self._place.consents:
            agree(self.page)
            first, blank = blank, first
        self.show_tab(first)
        self.close_tab(blank)

    # Contexts

    def at(self, handle: str) -> webdriver.Chrome:
        """Return the driver in the window `handle`; switch only if needed, because switching closes a popup."""
        if handle != self._at:
            try:
                self._driver.switch_to.window(handle)
            except NoSuchWindowException:
                raise ClosedError(f"no window {handle}") from None
            except WebDriverException as error:
                raise DrivingError(str(error.msg)) from None
            self._at = handle
        return self._driver

    def handle_of(self, kind: str) -> str:
        """Return the window handle of `page`, `sidebar` or `popup`. Raises DrivingError if it is not open.

        The handle found last is returned without a look, which costs as much as a script, while there is one tab.
        """
        if kind == "page":
            return self._tab
        if kind not in self._shown or len(self._ids) > 1:
            targets = self._panels() if kind == "sidebar" else self._showing(_POPUP)
            if not targets:
                raise ClosedError(f"the {kind} is not open")
            self._shown[kind] = targets[0]
        return self._shown[kind]

    def forget(self, kind: str) -> None:
        """Look for this surface again: it was closed or is about to be."""
        self._shown.pop(kind, None)

    def _panels(self) -> list[str]:
        """Return the side panels of the current tab's window."""
        targets = self._showing(_PANEL)
        if len(targets) < 2 and len(self._ids) < 2:
            return targets
        window = self._window()
        ask = "return (await chrome.windows.getCurrent()).id"

        def is_here(handle: str) -> bool:
            with contextlib.suppress(DrivingError):  # it may be closing
                return bool(evaluate(self.at(handle), ask) == window)
            return False

        return list(filter(is_here, targets))

    def _showing(self, path: str) -> list[str]:
        """Return the handles of our surfaces that show `path`, except tabs."""
        url, tabs = self._url(path), set(self._ids)
        shown = [target["targetId"] for target in self._targets() if target["url"].split("?")[0].split("#")[0] == url]
        return [handle for handle in shown if handle not in tabs]

    def _targets(self) -> list[dict[str, str]]:
        """Return all targets, asked from the current window or from our own."""
        answer = None
        with contextlib.suppress(NoSuchWindowException):
            answer = self._driver.execute_cdp_cmd("Target.getTargets", {})
        if answer is None:  # gone, or closing
            answer = self.at(self._control).execute_cdp_cmd("Target.getTargets", {})
        return list(answer["targetInfos"])

    def _url(self, path: str) -> str:
        return f"chrome-extension://{self._id}/{path}"

    def extension_eval(self, script: str, *args: object) -> Any:
        return evaluate(self.at(self._control), f"const api = globalThis.chrome; {script}", *args)

    # The page

    def open(self, url: str) -> None:
        try:
            self.at(self._tab).get(url)
        except WebDriverException as error:
            raise DrivingError(f"{url}: {error.msg}") from None

    def address(self) -> str:
        return str(self.at(self._tab).current_url)

    def back(self) -> None:
        self.at(self._tab).back()

    def reload(self) -> None:
        self.at(self._tab).refresh()

    # Sidebar and popup

    def open_sidebar(self) -> None:
        self.forget("sidebar")  # an open one may be another than the one found last
        if self.has_sidebar():
            return
        # As after a click of the reader, without which no side panel opens.
        expression = f"(async () => {{ {_OPEN_PANEL.replace('TAB', str(self._ids[self._tab]))} }})()"
        opening = {"expression": expression, "userGesture": True, "awaitPromise": True}
        self.at(self._control).execute_cdp_cmd("Runtime.evaluate", opening)
        until(self.has_sidebar, "the side panel is open")

    def close_sidebar(self) -> None:
        self.forget("sidebar")
        if self.has_sidebar():
            self.extension_eval("await api.sidePanel.close({windowId: arguments[0]})", self._window())
            until(lambda: not self.has_sidebar(), "the side panel is closed")

    def has_sidebar(self) -> bool:
        return bool(self._panels())

    def open_popup(self) -> None:
        self.forget("popup")
        until(self._popped_up, "the popup is open", despite=(DrivingError,))
        self.at(until(lambda: self._showing(_POPUP), "the popup is open")[0])

    def open_popup_by_key(self) -> None:
        self.open_popup()

    def _popped_up(self) -> bool:
        """Open the popup and return whether it worked; a window being raised refuses."""
        if not self.has_popup():
            self.extension_eval(_POP_UP, self._window())
        return True

    def close_popup(self) -> None:
        self.forget("popup")
        if shown := self._showing(_POPUP):
            self.at(shown[0]).close()
            until(lambda: not self.has_popup(), "the popup is closed")

    def has_popup(self) -> bool:
        return bool(self._showing(_POPUP))

    def shortcut(self, *keys: str) -> None:
        self._keyboard().stroke(*keys)

    def type_address(self, text: str) -> None:
        keyword, _, rest = text.partition(" ")
        keyboard = self._keyboard()
        keyboard.stroke("Control", "l")
        keyboard.type(keyword)
        keyboard.stroke("Tab")
        keyboard.type(rest)

    def _keyboard(self) -> Screen:
        """Return the keyboard of the screen, with the reader's window in front."""
        if self._screen is None:
            raise DrivingError("Chromium's own keys are reached on a screen alone: see driving.screen")
        until(lambda: self.extension_eval(_IN_FRONT, self._window()), "the window has the keyboard")
        return self._screen

    def suggestions(self) -> list[str]:
        return []

    # Tabs and windows

    def tabs(self) -> list[str]:
        """Return the reader's tabs, including tabs opened by the extension or a page."""
        here = set(self.extension_eval(_READERS_TABS))
        known = {tab: handle for handle, tab in self._ids.items()}
        self._ids = {handle: tab for handle, tab in self._ids.items() if tab in here}
        for tab in here - set(known):
            self._ids[until(partial(self._handle_of_tab, tab), "the tab has a handle", despite=(DrivingError,))] = tab
        return list(self._ids)

    def _handle_of_tab(self, tab: int) -> str:
        """Return the handle of a tab opened by others, found by its address."""
        url = self.extension_eval("return (await api.tabs.get(arguments[0])).url", tab)
        surfaces = set(self._showing(_PANEL)) | {self._control} | set(self._ids)
        for target in self._targets():
            if target["type"] == "page" and target["url"] == url and target["targetId"] not in surfaces:
                return str(target["targetId"])
        raise DrivingError(f"no handle for the tab at {url}")

    def current_tab(self) -> str:
        return self._tab

    def new_tab(self, url: str) -> str:
        return self._created("return (await api.tabs.create({url: arguments[0], windowId: arguments[1]})).id", url)

    def new_container_tab(self, url: str, container: int) -> str:
        raise DrivingError(f"Chromium has no container {container} for {url}")

    def new_window(self, url: str, *, private: bool = False) -> str:
        if private:
            self._allow_private_windows()
        make = "return (await api.windows.create({url: arguments[0], incognito: arguments[2]})).tabs[0].id"
        return self._created(make, url, private)

    def _allow_private_windows(self) -> None:
        """Allow private windows; Chromium then restarts the extension."""
        if not self.extension_eval("return await api.extension.isAllowedIncognitoAccess()"):
            self._at_settings(
                "await api.updateExtensionConfiguration({extensionId: arguments[0], incognitoAccess: true})"
            )

    def reload_extension(self) -> None:
        self._at_settings("await api.reload(arguments[0], {failQuietly: true})")

    def _at_settings(self, script: str) -> None:
        """Run `script` on the browser's extensions page, and wait until the extension runs again."""
        control = self.at(self._control)
        control.get("chrome://extensions")
        evaluate(control, f"const api = chrome.developerPrivate; {script}", self._id)
        until(lambda: evaluate(control, _STATE, self._id) == "ENABLED", "the extension runs again")
        until(self._is_control_back, "it has pages", despite=(WebDriverException,))

    def _is_control_back(self) -> bool:
        self.at(self._control).get(self._url("manifest.json"))
        return bool(evaluate(self.at(self._control), "return typeof chrome.tabs === 'object'"))

    def _created(self, script: str, url: str, *args: object) -> str:
        before = set(self._driver.window_handles)
        tab = self.extension_eval(script, "about:blank", self._window(), *args)
        surfaces = set(self._showing(_PANEL))
        handle = until(
            lambda: set(self._driver.window_handles) - before - surfaces - set(self._showing(_PANEL)),
            "the new tab has a handle",
        ).pop()
        self._ids[handle] = tab
        self._tab = handle
        self.open(url)
        return handle

    def show_tab(self, tab: str) -> None:
        self.extension_eval(
            "const tab = await api.tabs.update(arguments[0], {active: true});"
            "await api.windows.update(tab.windowId, {focused: true})",
            self._ids[tab],
        )
        self._tab = tab

    def close_tab(self, tab: str) -> None:
        self.extension_eval("await api.tabs.remove(arguments[0])", self._ids.pop(tab))
        if tab == self._tab:
            self._tab = next(iter(self._ids))

    def _window(self) -> int:
        return int(self.extension_eval("return (await api.tabs.get(arguments[0])).windowId", self._ids[self._tab]))

    # Breaking things

    def hosts(self) -> int:
        return len(self.host_processes())

    def kill_host(self) -> int:
        return processes.kill(self.host_processes())

    def host_processes(self) -> list[processes.Process]:
        return processes.naming(HOST_PROGRAM, processes.family(self._driver.service.process.pid))

    def stop_background(self) -> None:
        driver = self.at(self._control)
        driver.execute_cdp_cmd("ServiceWorker.enable", {})
        driver.execute_cdp_cmd("ServiceWorker.stopAllWorkers", {})

    # Pictures and the end

    def screenshot(self) -> bytes:
        pictures = [base64.b64encode(surface.screenshot()).decode() for surface in (self.page, self.sidebar)]
        return base64.b64decode(self.extension_eval(_SIDE_BY_SIDE, *pictures))

    def leave_to_reader(self) -> None:
        """Close our own window, so that only the reader's remain; driving ends."""
        self.at(self._control).close()
        self.at(self._tab)

    def is_open(self) -> bool:
        try:
            return self._tab in self._driver.window_handles
        except WebDriverException:
            return False

    def quit(self) -> None:
        end(self._driver)


#: Only if not in front, because this takes the focus from the sidebar.
_IN_FRONT = """const {focused} = await api.windows.get(arguments[0]);
    if (!focused) await api.windows.update(arguments[0], {focused: true});
    return focused;"""

_POP_UP = """const windowId = arguments[0];
    await api.windows.update(windowId, {focused: true});
    await api.action.openPopup({windowId});"""

_STATE = "return (await chrome.developerPrivate.getExtensionInfo(arguments[0])).state"

_READERS_TABS = """const {id} = await api.windows.getCurrent();
    return (await api.tabs.query({})).filter((tab) => tab.windowId !== id).map((tab) => tab.id);"""

_OPEN_PANEL = """const {windowId} = await chrome.tabs.get(TAB);
    await chrome.sidePanel.open({windowId});"""

_SIDE_BY_SIDE = """const bitmaps = await Promise.all([...arguments].map(async (data) => {
        const image = new Image();
        image.src = 'data:image/png;base64,' + data;
        await image.decode();
        return image;
    }));
    const line = 1, canvas = document.createElement('canvas');
    canvas.width = bitmaps.reduce((sum, image) => sum + image.width, line);
    canvas.height = Math.max(...bitmaps.map((image) => image.height));
    const paint = canvas.getContext('2d');
    const [page, panel] = bitmaps, left = page.width + line;
    paint.fillStyle = '#b8b8b8';
    paint.fillRect(0, 0, canvas.width, canvas.height);
    paint.drawImage(page, 0, 0);
    // The browser draws its own heading above the panel, which is in no picture.
    paint.fillStyle = '#e9eef6';
    paint.fillRect(left, 0, panel.width, canvas.height - panel.height);
    paint.drawImage(panel, left, canvas.height - panel.height);
    return canvas.toDataURL('image/png').split(',')[1];"""
