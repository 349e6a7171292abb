"""The part that a browser starts: it opens sitemaps, answers the extension and registers the host.

`native` is the process, `protocol` its messages, `sites` the open sitemaps and `views` their rows. `registration` is
the entry in each browser, `identity` the names that browsers know. Nothing is imported here: the host must start
quickly.
"""
