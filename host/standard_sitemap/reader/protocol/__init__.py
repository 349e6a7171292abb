"""The messages between host and extension: what each of them may say, and nothing about how it is done.

`methods` is the table of all requests with their replies; `requests` checks what comes in, `replies` and `events` are
types alone. `greeting` answers the handshake and must load nothing heavy. `typescript` and `markdown` write the same
contract for the extension and for people. The rooms above import these modules, which import none of them.
"""
