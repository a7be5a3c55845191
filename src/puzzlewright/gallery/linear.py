"""HiGHS without a word on standard output, where JSON may go."""

from __future__ import annotations

from typing import Any


def quiet_highs() -> Any:
    """An empty `highspy.Highs` that prints nothing, not even its name, which it otherwise says when it is made."""
    import highspy

    class Quiet(highspy.Highs):
        def enableCallbacks(self) -> None:  # noqa: N802
            # This is where it says it; no option can be set before.
            self.setOptionValue("output_flag", False)
            super().enableCallbacks()  # type: ignore[no-untyped-call]

    return Quiet()  # type: ignore[no-untyped-call]
