"""Real clicks and key strokes in Firefox, in whichever context the client is in."""

from __future__ import annotations

from marionette_driver.marionette import Marionette

from driving.surface import KEYS, MODIFIERS, stroke


def click(client: Marionette, x: int, y: int, button: int, holding: str) -> None:
    """A click at a place of the window, while the key `holding` of `MODIFIERS` is held, if any."""
    keys = client.actions.sequence("key", "keyboard")
    if holding:
        keys.key_down(MODIFIERS[holding]).perform()
    mouse = client.actions.sequence("pointer", "mouse", {"pointerType": "mouse"})
    mouse.pointer_move(x, y).pointer_down(button).pointer_up(button).perform()
    if holding:
        client.actions.sequence("key", "keyboard").key_up(MODIFIERS[holding]).perform()


def press(client: Marionette, keys: tuple[str, ...]) -> None:
    """Strokes each of `keys`, which may be several joined by "+"."""
    strokes = client.actions.sequence("key", "keyboard")
    for held in map(stroke, keys):
        for key in held:
            strokes.key_down(key)
        for key in reversed(held):
            strokes.key_up(key)
    strokes.perform()


def shortcut(client: Marionette, keys: tuple[str, ...]) -> None:
    """Strokes the last key while the others, of `MODIFIERS`, are held."""
    *held, last = keys
    strokes = client.actions.sequence("key", "keyboard")
    for key in held:
        strokes.key_down(MODIFIERS[key])
    strokes.key_down(KEYS.get(last, last)).key_up(KEYS.get(last, last))
    for key in reversed(held):
        strokes.key_up(MODIFIERS[key])
    strokes.perform()
