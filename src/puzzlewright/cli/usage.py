"""How the commands show their help, and errors that know which command was called wrong."""

from __future__ import annotations

from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from puzzlewright.cli import stdio


class Command(TyperCommand):
    def get_help_option(self, ctx: Any) -> Any:
        return _by_stdio(super().get_help_option(ctx))

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        with _Located(ctx):
            return super().parse_args(ctx, args)


class Group(TyperGroup):
    def get_help_option(self, ctx: Any) -> Any:
        return _by_stdio(super().get_help_option(ctx))

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        with _Located(ctx):
            return super().parse_args(ctx, args)


def _by_stdio(option: Any) -> Any:
    """The option --help, writing as everything else is written: to full disks, and to readers that went away."""
    if option is not None:
        option.callback = _show_help
    return option


def _show_help(context: Any, _: Any, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        stdio.show(context.get_help() + "\n")
        raise typer.Exit


class _Located:
    """Gives errors of the body the context that some of them lack, and with it the name of the command."""

    def __init__(self, context: Any) -> None:
        self._context = context

    def __enter__(self) -> None:
        return

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, typer.TyperException) and getattr(error, "ctx", None) is None:
            error.ctx = self._context  # type: ignore[attr-defined]
