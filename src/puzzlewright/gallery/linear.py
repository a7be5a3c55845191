"""HiGHS without a word on standard output, where JSON may go."""

from __future__ import annotations

from typing import Any


def quiet_highs() -> Any:
    """An empty `highspy.Highs` with one thread. It prints nothing, not even its name when it is made."""
    import highspy

    class Quiet(highspy.Highs):  # type: ignore[misc]
        def enableCallbacks(self) -> None:  # noqa: N802
            # This is where it says it; no option can be set before.
            self.setOptionValue("output_flag", False)
            super().enableCallbacks()

    program = Quiet()
    # Threads that wait for each other cost more than they bring in programs of this size.
    program.setOptionValue("threads", 1)
    program.setOptionValue("parallel", "off")
    return program
