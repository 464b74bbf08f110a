"""The root of the command line: how any error, interruption or closed pipe reaches the user."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import typer
from typer.core import TyperGroup

from tigersim.errors import IdentifiabilityError, MissingExtra, NoResults, PlayerError, RunError, TigersimError

FAILED = 1
USAGE = 2
INTERRUPTED = 130
CLOSED_PIPE = 141
STOPPED = "interrupted; nothing was kept, and the same command begins anew"

FAILURES = (RunError, IdentifiabilityError, PlayerError, MissingExtra)
"""What can be wrong although the command was right; every other error of tigersim's is about what was asked."""
MISPOINTED = (NoResults, FileNotFoundError, NotADirectoryError, IsADirectoryError)
"""What was named is not there, or is something else: that is no failure."""


def complain(message: str) -> None:
    """Write ``error: ...`` to stderr, always one line."""
    typer.echo("error: " + " ".join(message.split()), err=True)


class Commands(TyperGroup):
    """All commands.  No traceback for what a user can cause: one line on stderr and an exit status.

    1: it was begun and could not be carried out; 2: it cannot be asked like that, as with a misspelt option;
    130: interrupted; 141: the reader of the output went away.
    """

    def main(self, *args: Any, standalone_mode: bool = True, **extra: Any) -> Any:
        status = self._status(*args, **extra)
        if standalone_mode:
            sys.exit(status)
        return status

    def _status(self, *args: Any, **extra: Any) -> int:
        try:
            status = super().main(*args, **{**extra, "standalone_mode": False})
            sys.stdout.flush()
            return status if isinstance(status, int) else 0
        except TigersimError as error:
            complain(str(error))
            return FAILED if isinstance(error, FAILURES) and not isinstance(error, MISPOINTED) else USAGE
        except BrokenPipeError:
            return _closed_pipe()
        except KeyboardInterrupt:
            complain(STOPPED)
            return INTERRUPTED
        except typer.Abort:
            return INTERRUPTED
        except OSError as error:
            complain(f"{error.filename}: {error.strerror}" if error.filename else str(error))
            return USAGE if isinstance(error, MISPOINTED) else FAILED
        except Exception as error:
            # typer raises its own or click's usage errors, depending on its version; both can format themselves
            if not hasattr(error, "format_message"):
                raise
            _usage_error(error)
        return USAGE

    # here, before typer turns a closed pipe and Ctrl-C into exit statuses of its own; help is printed in the first

    def make_context(self, *args: Any, **extra: Any) -> Any:
        with _answered():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: Any) -> Any:
        with _answered():
            return super().invoke(ctx)


@contextmanager
def _answered() -> Iterator[None]:
    """Let a closed pipe and Ctrl-C end a command with the exit statuses that are theirs."""
    try:
        yield
    except BrokenPipeError:
        raise typer.Exit(_closed_pipe()) from None
    except SystemExit as error:
        if isinstance(error.__context__, BrokenPipeError):  # rich, which prints help, leaves by itself
            raise typer.Exit(_closed_pipe()) from None
        raise
    except KeyboardInterrupt:
        complain(STOPPED)
        raise typer.Exit(INTERRUPTED) from None


def help_if_bare(ctx: typer.Context) -> None:
    """The callback of a group: without a command it prints the group's help."""
    if ctx.invoked_subcommand is None:
        typer.echo(ctx.get_help())


def _usage_error(error: Any) -> None:
    context = getattr(error, "ctx", None)
    if context is None:
        complain(error.format_message())
    else:
        complain(f"{error.format_message().rstrip('.')}; see {context.command_path} --help")


def _closed_pipe() -> int:
    """Nobody reads any more: send what is still buffered nowhere, so that the interpreter leaves in silence."""
    with suppress(OSError, ValueError):  # stdout may be no file, as under a test runner
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return CLOSED_PIPE
