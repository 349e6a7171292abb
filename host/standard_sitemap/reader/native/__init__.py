"""Native messaging: the process that a browser starts, and the messages it exchanges with the browser.

`process` starts and ends it, `connection` reads requests and writes replies, `handlers` makes the replies, `sessions`
holds the open sites. Nothing is imported here, so that the handshake costs no more than its own few modules.
"""
