"""The colours of severities on a terminal."""

STYLES = {"error": "bold red", "warning": "bold yellow", "info": "bold blue"}
