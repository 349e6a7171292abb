"""What a file lists, as it is written: one row for each page or sitemap, in the order of the file."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Entries:
    """Columns of equal length; "" where something is not said. Titles and alternates by row, since few have any.

    An alternate is a language tag and an address, both as written.
    """

    locations: list[str] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    last_modified: list[str] = field(default_factory=list)
    change_frequencies: list[str] = field(default_factory=list)
    priorities: list[str] = field(default_factory=list)
    titles: dict[int, str] = field(default_factory=dict)
    alternates: dict[int, list[tuple[str, str]]] = field(default_factory=dict)
    home: int | None = None

    def __len__(self) -> int:
        return len(self.locations)

    def add(self, location: str, line: int, last_modified: str = "", frequency: str = "", priority: str = "") -> int:
        """Appends a row; its number."""
        self.locations.append(location)
        self.lines.append(line)
        self.last_modified.append(last_modified)
        self.change_frequencies.append(frequency)
        self.priorities.append(priority)
        return len(self.locations) - 1
