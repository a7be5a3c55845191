"""Functions compiled by numba, kept on disk from run to run where that is possible."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import numba

F = TypeVar("F", bound=Callable[..., Any])


def compiled(function: F) -> F:
    """The function as machine code, compiled when it is first called; `py_func` is the function as it was."""
    compile_it: Any = numba.njit
    try:
        found: F = compile_it(cache=True)(function)
    except RuntimeError:
        # No folder that may be written: it is compiled in every run.
        found = compile_it(function)
    return found
