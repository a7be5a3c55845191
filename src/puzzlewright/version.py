"""The version of the package, which what it makes carries."""

__version__ = "0.1.0"
