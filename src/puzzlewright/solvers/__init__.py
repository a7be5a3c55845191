"""Engines. Nothing here knows a puzzle; each engine's package is imported only by its own file."""
