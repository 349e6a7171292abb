"""Where the HTTP cache lives. Never used for private windows."""

from pathlib import Path


def cache_folder() -> Path | None:
    """The reader's cache folder, made if need be; None where none can be written."""
    import platformdirs

    folder = Path(platformdirs.user_cache_dir("standard-sitemap-navigator", appauthor=False))
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError:
        return None
    return folder
