"""Modules and files that other programs load by name.

`sphinx`, `mkdocs` and `properdocs` are plugins, `asgi`, `wsgi` and `django` are middleware. The folder `wordpress`
holds the WordPress plugin, the folder `layouts` the templates for Hugo and Jekyll. This module imports nothing.
"""
