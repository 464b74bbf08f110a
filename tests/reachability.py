"""Functions that something a user can call leads to, read from the source: take it to find dead code.

Users call what ``tigersim.__all__`` names (with its public methods), the commands of ``tigersim.cli`` and the
questions of the companion games.  From there every name is followed through the imports of the module that mentions it.
Module-level functions are followed exactly: an import alone, or a mention in code that nothing reaches, does not count,
nor does a list that functions are merely registered in; a table from which they are taken by a key does, where it is
read.  A method counts as soon as its class is reached and any
reached code uses an attribute of its name, since what an object is cannot be read off the source.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TypeGuard

PACKAGE = Path(__file__).resolve().parent.parent / "tigersim"
FUNCTION = ast.FunctionDef | ast.AsyncFunctionDef
SCOPE = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
ENTRY = re.compile(r"[\w.]+:\w+")
"""A thing named in a string, for what loads it: "package.module:Name"."""
COMPREHENSION = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
INSIDES = SCOPE | ast.ClassDef | COMPREHENSION
"""What has names of its own within."""


@dataclass
class Module:
    """A source file: what its names stand for at module level."""

    name: str
    is_package: bool
    functions: dict[str, FUNCTION] = field(default_factory=dict)
    classes: dict[str, ast.ClassDef] = field(default_factory=dict)
    values: dict[str, list[ast.AST]] = field(default_factory=dict)
    """Variable -> the statements that give it its value."""
    imports: dict[str, str] = field(default_factory=dict)
    """Name -> dotted name of what was imported, also those for type checkers only (packages load these lazily)."""
    exports: list[str] = field(default_factory=list)
    """Names that are imported to be handed on: ``from a import b as b``."""
    statements: list[ast.stmt] = field(default_factory=list)
    """Other statements: run when the module is imported."""

    def imported(self, statement: ast.Import | ast.ImportFrom) -> dict[str, str]:
        """Names that an import binds, and what to."""
        if isinstance(statement, ast.Import):
            whole = {one.asname: one.name for one in statement.names if one.asname}
            return whole | {root: root for one in statement.names if not one.asname for root in one.name.split(".")[:1]}
        source = statement.module or ""
        if statement.level:
            parents = self.name.split(".")
            parents = parents[: len(parents) - statement.level + self.is_package]
            source = ".".join([*parents, source] if source else parents)
        return {one.asname or one.name: f"{source}.{one.name}" for one in statement.names}


def _read(name: str, is_package: bool, body: list[ast.stmt]) -> Module:
    module = Module(name, is_package)

    def take(statements: Iterable[ast.stmt]) -> None:
        for one in statements:
            if isinstance(one, FUNCTION):
                module.functions[one.name] = one
            elif isinstance(one, ast.ClassDef):
                module.classes[one.name] = one
            elif isinstance(one, ast.Import | ast.ImportFrom):
                module.imports |= module.imported(one)
                module.exports += [name.name for name in one.names if name.asname == name.name]
            elif isinstance(one, ast.If | ast.Try | ast.With):
                take(one.body)
                take(getattr(one, "orelse", []))
                for handler in getattr(one, "handlers", []):
                    take(handler.body)
            else:
                named = _bound(one)
                for target in named:
                    module.values.setdefault(target, []).append(one)
                if not named:
                    module.statements.append(one)

    take(body)
    return module


def _bound(node: ast.AST) -> set[str]:
    """Names that a statement gives a value, also by an item or an attribute of theirs (``TABLE[1] = f``)."""
    found = set()
    for one in _walk(node):
        if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store):
            found.add(one.id)
        elif isinstance(one, ast.Subscript | ast.Attribute) and isinstance(one.ctx, ast.Store):
            base = one.value
            while isinstance(base, ast.Subscript | ast.Attribute):
                base = base.value
            if isinstance(base, ast.Name):
                found.add(base.id)
    return found


def _walk(node: ast.AST) -> Iterator[ast.AST]:
    """The node and what is in it, without the bodies of comprehensions' and lambdas' own names."""
    yield node
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, SCOPE | COMPREHENSION):
            yield from _walk(child)


def _keeps(decorator: FUNCTION) -> set[str]:
    """The tables that a decorator puts the function into: ``TABLE[key] = function``."""
    given = {one.arg for inner in ast.walk(decorator) if isinstance(inner, FUNCTION) for one in inner.args.args}
    return {
        target.value.id
        for one in ast.walk(decorator)
        if isinstance(one, ast.Assign) and isinstance(one.value, ast.Name) and one.value.id in given
        for target in one.targets
        if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name)
    }


@dataclass
class Mentions:
    """What a piece of code leads to."""

    names: set[str] = field(default_factory=set)
    """Functions, classes and variables of the package, by dotted name."""
    attributes: set[str] = field(default_factory=set)
    """Attributes of objects that the source does not tell the type of."""


class Package:
    """The sources of a package, and what each function, class or variable in them mentions."""

    def __init__(self, folder: Path = PACKAGE) -> None:
        self.name = folder.name
        self.modules: dict[str, Module] = {}
        for path in sorted(folder.rglob("*.py")):
            parts = path.relative_to(folder.parent).with_suffix("").parts
            is_package = parts[-1] == "__init__"
            name = ".".join(parts[:-1] if is_package else parts)
            body = ast.parse(path.read_text(encoding="utf-8")).body
            self.modules[name] = _read(name, is_package, body)
        self.kept = self._kept()
        """Table -> the functions that a decorator keeps in it by a key: who looks into the table finds them."""

    def _kept(self) -> dict[str, set[str]]:
        decorated: dict[str, set[str]] = {}
        for name, module in self.modules.items():
            for one, node in module.functions.items():
                for decorator in node.decorator_list:
                    called = decorator.func if isinstance(decorator, ast.Call) else decorator
                    maker = self.resolve(f"{name}.{ast.unparse(called)}")
                    if maker is not None:
                        decorated.setdefault(maker, set()).add(f"{name}.{one}")
        kept: dict[str, set[str]] = {}
        for maker, functions in decorated.items():
            home, _, name = maker.rpartition(".")
            node = self.modules[home].functions.get(name) if home in self.modules else None
            for table in _keeps(node) if node is not None else ():
                kept.setdefault(f"{home}.{table}", set()).update(functions)
        return kept

    def resolve(self, dotted: str, seen: frozenset[str] = frozenset()) -> str | None:
        """The dotted name under which a thing is defined, through the imports of others; None: not of this package."""
        home, _, name = dotted.rpartition(".")
        if dotted in seen or not home:
            return dotted if dotted in self.modules else None
        owner = home if home in self.modules else self.resolve(home, seen | {dotted})
        if owner is None:
            return None
        module = self.modules.get(owner)
        if module is None:  # an attribute of a class or a variable
            return f"{owner}.{name}" if self.class_of(owner) else owner
        if name in module.functions or name in module.classes or name in module.values:
            return f"{owner}.{name}"
        found = self.resolve(module.imports[name], seen | {dotted}) if name in module.imports else None
        return found or (f"{owner}.{name}" if f"{owner}.{name}" in self.modules else None)

    def class_of(self, dotted: str) -> ast.ClassDef | None:
        """The class of a dotted name, if it is one."""
        home, _, name = dotted.rpartition(".")
        return self.modules[home].classes.get(name) if home in self.modules else None

    def methods(self, owner: str) -> dict[str, FUNCTION]:
        """The functions in the body of a class."""
        found = self.class_of(owner)
        return {} if found is None else {one.name: one for one in found.body if isinstance(one, FUNCTION)}

    def mentioned(self, home: str, nodes: Iterable[ast.AST]) -> Mentions:
        """What code of a module leads to."""
        reader = _Reader(self, self.modules[home])
        for node in nodes:
            reader.visit(node)
        return reader.found


def _is_call(node: ast.AST, name: str) -> TypeGuard[ast.Call]:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name


class _Reader:
    """Follows the names in a piece of code, with the names that its functions bind themselves."""

    def __init__(self, package: Package, module: Module) -> None:
        self.package, self.module = package, module
        self.scopes: list[dict[str, str | None]] = []
        """Innermost last: local name -> what it was imported as, None for a local value."""
        self.found = Mentions()

    def visit(self, node: ast.AST) -> None:
        """Take in what a piece of code mentions."""
        if isinstance(node, ast.Name):
            self._take(node)
        elif isinstance(node, ast.Attribute):
            self._attribute(node)
        elif isinstance(node, SCOPE):
            self._function(node)
        elif isinstance(node, COMPREHENSION):
            self._comprehension(node)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and ENTRY.fullmatch(node.value):
            thing = self.package.resolve(node.value.replace(":", "."))
            self.found.names |= {thing} if thing else set()
        elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store) and isinstance(node.value, ast.Name):
            self.visit(node.slice)  # to put something into a table is not to read it
        else:
            if _is_call(node, "getattr"):
                name = node.args[1]  # the attribute of that name
                self.found.attributes |= {str(name.value)} if isinstance(name, ast.Constant) else set()
            for child in ast.iter_child_nodes(node):
                self.visit(child)

    def _dotted(self, node: ast.expr) -> str | None:
        """The dotted name of an expression of names only, as the module means it; None: a local value or no name."""
        if isinstance(node, ast.Name):
            for scope in reversed(self.scopes):
                if node.id in scope:
                    return scope[node.id]
            return f"{self.module.name}.{node.id}"
        if isinstance(node, ast.Attribute):
            base = self._dotted(node.value)
            return base and f"{base}.{node.attr}"
        if _is_call(node, "import_module"):
            named = node.args[0]
            return str(named.value) if isinstance(named, ast.Constant) else None
        return None

    def _thing(self, node: ast.expr) -> str | None:
        dotted = self._dotted(node)
        return self.package.resolve(dotted) if dotted else None

    def _take(self, node: ast.expr) -> str | None:
        """A name on its own; what it stands for, if that is of the package."""
        thing = self._thing(node)
        if thing in self.package.modules:  # handed on as a value: it may be asked for any function
            self.found.names |= {f"{thing}.{name}" for name in self.package.modules[thing].functions}
        elif thing:
            self.found.names.add(thing)
        return thing

    def _attribute(self, node: ast.Attribute) -> None:
        """An attribute: exact for those of modules, else of an object whose class nobody knows."""
        if self._thing(node.value) in self.package.modules:
            self._take(node)
            return
        self.found.attributes.add(node.attr)
        if self._take(node) is None:
            self.visit(node.value)

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> None:
        told = node.args
        every = [one for one in (*told.posonlyargs, *told.args, told.vararg, *told.kwonlyargs, told.kwarg) if one]
        outside = [*(one.annotation for one in every), *told.defaults, *told.kw_defaults]
        if isinstance(node, FUNCTION):
            outside += [*node.decorator_list, node.returns]
        for one in outside:
            if one is not None:
                self.visit(one)
        body = [node.body] if isinstance(node, ast.Lambda) else node.body
        local: dict[str, str | None] = dict.fromkeys(one.arg for one in every)
        for inner in _own(body):
            if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store):
                local[inner.id] = None
            elif isinstance(inner, FUNCTION | ast.ClassDef):
                local[inner.name] = None
            elif isinstance(inner, ast.Import | ast.ImportFrom):
                local |= self.module.imported(inner)
        self.scopes.append(local)
        for statement in body:
            self.visit(statement)
        self.scopes.pop()

    def _comprehension(self, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp) -> None:
        self.visit(node.generators[0].iter)  # read outside
        targets = [name for part in node.generators for name in ast.walk(part.target)]
        self.scopes.append(dict.fromkeys(one.id for one in targets if isinstance(one, ast.Name)))
        for child in ast.iter_child_nodes(node):
            for part in ast.iter_child_nodes(child) if isinstance(child, ast.comprehension) else [child]:
                self.visit(part)
        self.scopes.pop()


def _own(body: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """What belongs to a function's own scope: not the insides of functions and comprehensions within it."""
    waiting = [*body][::-1]
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, INSIDES):
            waiting += [*ast.iter_child_nodes(node)][::-1]


@dataclass
class Walk:
    """A walk along the mentions, from the roots on."""

    package: Package
    reached: set[str] = field(default_factory=set)
    """Dotted names of functions, methods, classes and variables."""
    attributes: set[str] = field(default_factory=set)
    waiting: list[str] = field(default_factory=list)
    owners: dict[str, list[str]] = field(default_factory=dict)
    """Method name -> methods of that name in classes that are reached."""

    def reach(self, things: Iterable[str]) -> None:
        """Reach these, and whatever they lead to."""
        self.waiting += things
        while self.waiting:
            thing = self.waiting.pop()
            if thing not in self.reached:
                self.reached.add(thing)
                self._follow(thing)

    def ask(self, names: Iterable[str]) -> None:
        """Use attributes of unknown objects: methods of these names in any class that is reached."""
        for name in set(names) - self.attributes:
            self.attributes.add(name)
            self.waiting += self.owners.get(name, ())

    def _found(self, mentions: Mentions) -> None:
        self.waiting += mentions.names
        self.ask(mentions.attributes)

    def _follow(self, thing: str) -> None:
        self.waiting += self.package.kept.get(thing, ())
        home, _, name = thing.rpartition(".")
        module = self.package.modules.get(home)
        if module is None:
            self.waiting.append(home)  # an attribute of a class leads to the class
            function = self.package.methods(home).get(name)
            outer = home.rpartition(".")[0]
            if function is not None:
                self._found(self.package.mentioned(outer, [function]))
            self.ask([name])
        elif name in module.functions:
            self._found(self.package.mentioned(home, [module.functions[name]]))
        elif name in module.classes:
            self._class(home, module.classes[name])
        elif name in module.values:
            self._found(self.package.mentioned(home, module.values[name]))

    def _class(self, home: str, node: ast.ClassDef) -> None:
        rest = [one for one in node.body if not isinstance(one, FUNCTION)]
        self._found(self.package.mentioned(home, [*node.bases, *node.decorator_list, *rest]))
        known = [
            self.package.resolve(ast.unparse(base)) or self.package.resolve(f"{home}.{ast.unparse(base)}")
            for base in node.bases
        ]
        foreign = any(base is None for base in known)  # a base class from elsewhere may call any of its methods
        for one in node.body:
            if isinstance(one, FUNCTION):
                method = f"{home}.{node.name}.{one.name}"
                self.owners.setdefault(one.name, []).append(method)
                if foreign or one.name.startswith("__") or one.name in self.attributes:
                    self.waiting.append(method)


def roots(package: Package) -> set[str]:
    """What users call: public names and their public methods, commands, questions."""
    found = set(_public(package, package.name))
    for name, module in package.modules.items():
        parts = name.split(".")[1:]
        if parts[:1] == ["cli"]:
            found |= {f"{name}.{one}" for one, node in module.functions.items() if _calls(node, "command", "callback")}
        if name == f"{package.name}.cli":
            found |= package.mentioned(name, module.statements).names
            for values in module.values.values():
                found |= package.mentioned(name, values).names
                found |= set(_loaded_by_name(package, name, values))
        if parts[:1] == ["companions"] and len(parts) == 2:
            shown = (package.resolve(f"{name}.{one}") for one in (*module.imports, *module.functions))
            found |= {one for one in shown if one and _is_question(package, one)}
    return found


def _loaded_by_name(package: Package, name: str, values: Iterable[ast.AST]) -> Iterator[str]:
    """Commands that the command line names as text, "module.function", and loads when they are asked for."""
    for node in (node for value in values for node in ast.walk(value)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            things = (package.resolve(f"{name}.{word}") for word in node.value.split() if word.count(".") == 1)
            yield from (thing for thing in things if thing)


def _public(package: Package, name: str) -> Iterator[str]:
    """What a package hands on or names in ``__all__``; of classes public methods, of modules what these hand on."""
    home = package.modules[name]
    nodes = (node for statement in home.values.get("__all__", ()) for node in ast.walk(statement))
    listed = [node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    for public in [*home.exports, *listed]:
        thing = package.resolve(f"{name}.{public}")
        if thing in package.modules:
            yield from _public(package, thing)
        elif thing:
            yield thing
            yield from (f"{thing}.{one}" for one in package.methods(thing) if not one.startswith("_"))


def _calls(node: FUNCTION, *names: str) -> bool:
    """Whether a decorator of the function is a call of an attribute of one of these names."""
    made = [one.func for one in node.decorator_list if isinstance(one, ast.Call)]
    return any(isinstance(one, ast.Attribute) and one.attr in names for one in made)


def _is_question(package: Package, thing: str) -> bool:
    home, _, name = thing.rpartition(".")
    function = package.modules[home].functions.get(name) if home in package.modules else None
    return function is not None and any(
        isinstance(one, ast.Call) and ast.unparse(one.func) == "question" for one in function.decorator_list
    )


def reached(folder: Path = PACKAGE) -> frozenset[str]:
    """Dotted names of all functions, methods, classes and variables that something a user can call leads to."""
    return _reached(folder)


@cache
def _reached(folder: Path) -> frozenset[str]:
    package = Package(folder)
    walk = Walk(package)
    walk.reach(roots(package))
    return frozenset(walk.reached)


def unreached(registry: Mapping[str, Iterable[str]], folder: Path = PACKAGE) -> dict[str, list[str]]:
    """Function -> the rules it carries, of those in a registry (rule ID -> functions) that nothing reaches."""
    found: dict[str, list[str]] = {}
    for rule_id, names in registry.items():
        for name in names:
            if name not in reached(folder):
                found.setdefault(name, []).append(rule_id)
    return found
