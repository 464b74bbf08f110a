"""Parts of kernels that are machine code of their own: optimised once, whichever kernels call them.

What carries battles on and the tactician are large, and are called in many kernels.  The machine code of such a part
has one way in, its *gate*, whose name follows from what the part is made of.  Other code is given a few lines to link
in that go through the gate (``Part.way``).  Whatever is kept on disk brings the parts along that it goes to: a kernel
read from there never depends on another file, and a part that is loaded already is not loaded again.

An array is seven words of an argument list.  Four say all there is to one of one dimension that nothing counts
references to, and mostly a part looks only at where it is; no more is handed over in a call.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

GATE = "tigersim_part_"
"""How the names of gates begin."""
ARRAY = ("0", "1", "2", "3", "4", "5.0", "6.0")
"""How numba names the words of an array of one dimension, after its own name: two for who owns it, items, bytes of an
item, where it is, items along it, bytes from one to the next."""
OWNERS, DATA, ALONG = ("0", "1"), "4", "5.0"
PASSED = ("3", "4", "5.0", "6.0")
"""Those that the gate takes."""


class Part(NamedTuple):
    """A part as it is kept."""

    gate: str
    code: bytes
    """Its machine code."""
    way: bytes
    """Bitcode of what others link in."""
    goes_to: tuple[str, ...]
    """The gates of the parts that it goes to itself; those are loaded before it."""


known_parts: dict[str, Part] = {}
"""The parts that this process has loaded, by their gates."""


def gates(module: Any) -> tuple[str, ...]:
    """The gates that a module of LLVM goes through."""
    return tuple(f.name for f in module.functions if f.is_declaration and f.name.startswith(GATE))


def with_those_behind(names: Iterable[str]) -> list[Part]:
    """Some parts and all that they go to, each after those that it goes to."""
    found: dict[str, Part] = {}

    def add(name: str) -> None:
        if name not in found:
            for other in known_parts[name].goes_to:
                add(other)
            found[name] = known_parts[name]

    for name in names:
        add(name)
    return list(found.values())


class _Word(NamedTuple):
    """One argument of a part, as LLVM writes it."""

    kind: str
    name: str
    made_of: str
    """What the gate hands on for it; its own name if the gate takes it."""
    last: bool
    """Whether it says no more of an array than how large it is."""


def _words(function: Any) -> Iterator[_Word]:
    names = [argument.name for argument in function.arguments]
    for k, argument in enumerate(function.arguments):
        array, _, field = argument.name.removeprefix("arg.").partition(".")
        first = k - ARRAY.index(field) if field in ARRAY else k
        is_array = names[first : first + len(ARRAY)] == [f"arg.{array}.{each}" for each in ARRAY]
        made_of = f"%a{k}"
        if is_array and field not in PASSED:
            made_of = "null" if field in OWNERS else f"%a{first + ARRAY.index(ALONG)}"
        yield _Word(str(argument.type), f"%a{k}", made_of, is_array and field != DATA)


class Gate:
    """How others come into a part.  ``function`` is what they call."""

    def __init__(self, module: Any, function: Any) -> None:
        self.name = GATE + hashlib.sha256(module.as_bitcode()).hexdigest()[:32]
        self.function = function.name
        self.words = list(_words(function))
        taken = [word for word in self.words if word.made_of == word.name]
        self.taken = sorted(taken, key=lambda word: word.last)  # what is needed most goes into registers

    def inside(self) -> str:
        """The gate, as LLVM's text."""
        taken = ", ".join(f"{word.kind} {word.name}" for word in self.taken)
        made = ", ".join(f"{word.kind} {word.made_of}" for word in self.words)
        return (
            f'declare i32 @"{self.function}"({", ".join(word.kind for word in self.words)})\n'
            f'define i32 @"{self.name}"({taken}) {{ %r = call i32 @"{self.function}"({made}) ret i32 %r }}'
        )

    def way(self, optimised: Any) -> str:
        """What others link in, as LLVM's text; words that the ``optimised`` gate does not look at are left open.

        Where the gate never answers that it ended in an error, nobody need ask.
        """
        text = str(optimised)
        written = Counter(re.findall(r"%a\d+\b", text))  # once where the gate begins
        answer = "0" if set(re.findall(r"\bret i32 (\S+)", text)) == {"0"} else "%r"
        handed = ", ".join(f"{word.kind} {word.name}" for word in self.words)
        taken = ", ".join(f"{word.kind} {'undef' if written[word.name] == 1 else word.name}" for word in self.taken)
        return (
            f'declare i32 @"{self.name}"({", ".join(word.kind for word in self.taken)})\n'
            f'define linkonce_odr i32 @"{self.function}"({handed}) alwaysinline '
            f'{{ %r = call i32 @"{self.name}"({taken}) ret i32 {answer} }}'
        )
