"""The current user's part of the Windows registry, behind an interface that tests can stand in for."""

from contextlib import suppress
from importlib import import_module
from typing import Any, Protocol


class Registry(Protocol):
    """Default values of keys below the current user."""

    def read(self, key: str) -> str | None:
        """The key's default value, or None."""

    def write(self, key: str, value: str) -> None:
        """Set the key's default value; make the key if need be."""

    def delete(self, key: str) -> None:
        """Take the key away; nothing where there is none."""


class WindowsRegistry:
    """The real one. To be asked on Windows only: places on other systems have no registry key."""

    def read(self, key: str) -> str | None:
        """The key's default value, or None."""
        winreg = _winreg()
        try:
            return str(winreg.QueryValue(winreg.HKEY_CURRENT_USER, key))
        except FileNotFoundError:
            return None

    def write(self, key: str, value: str) -> None:
        """Set the key's default value; make the key if need be."""
        winreg = _winreg()
        winreg.SetValue(winreg.HKEY_CURRENT_USER, key, winreg.REG_SZ, value)

    def delete(self, key: str) -> None:
        """Take the key away; nothing where there is none."""
        winreg = _winreg()
        with suppress(FileNotFoundError):
            winreg.DeleteKey(winreg.HKEY_CURRENT_USER, key)


def _winreg() -> Any:
    return import_module("winreg")
