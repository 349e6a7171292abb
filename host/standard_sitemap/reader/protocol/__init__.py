"""The messages between host and extension: their contents, without their implementation.

`requests` validates incoming messages; `replies` and `events` contain types only. `greeting` answers the handshake and
must not load anything slow. The packages above import these modules, which import none of them.
`scripts/docs --protocol` writes the same contract for the extension and for people.
"""
