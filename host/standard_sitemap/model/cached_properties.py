"""Properties that are computed once for each object, without a lock.

`functools.cached_property` of Python 3.11 has one lock for each property of a class. While one thread computes
it for a large map, all other maps would wait for theirs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from functools import cached_property
else:

    class cached_property:  # noqa: N801 - replaces the class of the standard library
        """A property that stores its value in its object. Two threads at the same moment may both compute it."""

        def __init__(self, compute: Any) -> None:
            self._compute = compute
            self._name = compute.__name__
            self.__doc__ = compute.__doc__

        def __get__(self, instance: Any, owner: Any) -> Any:
            if instance is None:
                return self
            # The value hides this property, which is no data descriptor, from the next access.
            value = instance.__dict__[self._name] = self._compute(instance)
            return value


__all__ = ["cached_property"]
