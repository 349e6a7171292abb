"""Native messaging: what a browser starts, and the messages it exchanges with it.

`process` starts and ends it, `hello` answers the handshake, `session` runs the rest. Nothing is imported here, so that
the handshake costs no more than its own few modules.
"""
