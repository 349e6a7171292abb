"""Native messaging: what a browser starts, and the messages it exchanges with it.

`process` starts and ends it, `connection` reads requests and writes replies, `handlers` gives these, `sessions` keeps
what is open. Nothing is imported here, so that the handshake costs no more than its own few modules.
"""
