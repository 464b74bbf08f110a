"""The root of the command line: how any error, interruption or closed pipe reaches the user."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import typer
from typer.core import TyperGroup

from tigersim.cli.hints import ask_worth
from tigersim.errors import (
    MOST_QUOTED,
    MOST_SAID,
    IdentifiabilityError,
    InvalidValue,
    MissingExtra,
    NoResults,
    PlayerError,
    RunError,
    TigersimError,
    brief,
    named,
    visible,
)
from tigersim.files.documents import LARGEST

FAILED = 1
USAGE = 2
INTERRUPTED = 130
CLOSED_PIPE = 141
STOPPED = "interrupted; nothing was kept, and the same command begins anew"

FAILURES = (RunError, IdentifiabilityError, PlayerError, MissingExtra)
"""What can be wrong although the command was right; every other error of tigersim's is about what was asked."""
NUMBER = re.compile(r"[+-]?[0-9]+")
MISPOINTED = (NoResults, FileNotFoundError, NotADirectoryError, IsADirectoryError)
"""What was named is not there, or is something else: that is no failure."""


LAST = ("warm", "bench")
"""Commands that few look for, and that the help names behind all others."""
WRITTEN = ("--out", "--picture", "--replay", "--tabletop-simulator")
"""Options that name what is written."""


def complain(message: str) -> None:
    """Write ``error: ...`` to stderr: one line, not too long, without control characters."""
    typer.echo("error: " + brief(" ".join(message.split()), MOST_SAID), err=True)


class Commands(TyperGroup):
    """All commands: what a user can get wrong is one line on stderr and an exit status.

    1: it was begun and could not be carried out; 2: it cannot be asked like that, as with a misspelt option;
    130: interrupted; 141: the reader of the output went away.
    """

    def main(self, *args: Any, standalone_mode: bool = True, **extra: Any) -> Any:
        status = self._status(*args, **extra)
        if standalone_mode:
            sys.exit(status)
        return status

    def _status(self, *args: Any, **extra: Any) -> int:
        given = args[0] if args else extra.get("args")
        words = [str(word) for word in (sys.argv[1:] if given is None else given)]
        try:
            _check_words(words)
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
            complain(f"{named(error.filename)}: {error.strerror}" if error.filename else str(error))
            return USAGE if isinstance(error, MISPOINTED) else FAILED
        except Exception as error:
            # typer raises its own or click's usage errors, depending on its version; both can format themselves
            if not hasattr(error, "format_message"):
                raise
            _usage_error(error, words)
        return USAGE

    def list_commands(self, ctx: Any) -> list[str]:
        """Names of all commands, in the order of the help."""
        names = super().list_commands(ctx)
        return [*(name for name in names if name not in LAST), *(name for name in names if name in LAST)]

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


def _check_words(words: Sequence[str]) -> None:
    """Raises ``InvalidValue`` for whole numbers beyond 64 bits, and for an empty name of a file."""
    option = ""
    for word in words:
        name, equals, value = word.partition("=") if word.startswith("--") else (option, "", word)
        if NUMBER.fullmatch(value) and (len(value) > 19 or int(value) > LARGEST):
            raise InvalidValue(name or "a number", value, f"whole numbers up to {LARGEST}")
        if name in WRITTEN and not value and (equals or not word):
            raise InvalidValue(name, value, "the name of a file or folder")
        option = name if word.startswith("--") and not equals else ""


def _usage_error(error: Any, words: Sequence[str]) -> None:
    context = getattr(error, "ctx", None)
    message = visible(error.format_message())
    given = {part for word in words for part in (word, word.partition("=")[2]) if len(part) > MOST_QUOTED}
    for long in sorted(given, key=len, reverse=True):
        for form in (visible(long), repr(long)[1:-1]):  # as it was given, or as Python writes it
            message = message.replace(form, brief(long))
    lost = message.startswith(("No such command", "Got unexpected extra argument"))
    if lost and words[0] != "odds" and (hint := ask_worth(words)):  # a question of the odds was meant as one
        complain(f"{message.rstrip('.')}; what a unit is worth tells {hint}")
        return
    complain(message if context is None else f"{message.rstrip('.')}; see {context.command_path} --help")


def _closed_pipe() -> int:
    """Throw away what is still buffered, so that the interpreter leaves in silence."""
    with suppress(OSError, ValueError):  # stdout may be no file, as under a test runner
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return CLOSED_PIPE
