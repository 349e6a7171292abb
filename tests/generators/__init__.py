"""One small handbook, built by each generator that has a plugin or a template of ours."""
