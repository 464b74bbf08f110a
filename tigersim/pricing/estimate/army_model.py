"""What an army is worth against another: more, or less, than the sum of its units.

An army's units share its cards, a third howitzer finds fewer targets, a monster without company is outnumbered; and a
kind of army that beats one kind may lose to the next.  So the margin that is foretold is

    worth(A) - worth(B) + f(A, B) - f(B, A)

with ``worth`` a sum over units, and ``f`` a small network of what the units of both armies add up to.  Exchanged armies
change the sign, and an army against itself is even, whatever the numbers are.  The spread of the margin and the chance
to win come from the same network; how they are fitted is told in ``army_fit``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from scipy import special

from tigersim.errors import DataError, InvalidValue, UnitNotFound
from tigersim.files.atomic import write_whole
from tigersim.files.documents import json_of
from tigersim.pricing.estimate.arrays import Floats, Integers

TRAITS = 24
"""Numbers that a unit adds to what its army is."""
LAYER = 48
"""Numbers in each of the two layers that look at both armies."""
HEADS = ("margin", "spread", "steepness")
"""What the network says of a battle: VP, the logarithm of its spread, and of how far a win follows from both."""
FULL = 3.0
"""Where an army has enough of something: sums are bent so that they stay below it."""
VP = 10.0
"""VP that a number of the network counts for: so its numbers are of the order of 1."""
FORMAT = 1
DIGITS = 6
"""Digits that are written of every number."""

Weights = Mapping[str, npt.NDArray[np.float32]]


def shapes(units: int) -> dict[str, tuple[int, ...]]:
    """Shapes of the fitted numbers, for so many units."""
    return {
        "worth": (units,),
        "traits": (units, TRAITS),
        "first": (2 * TRAITS, LAYER),
        "first_bias": (LAYER,),
        "second": (LAYER, LAYER),
        "second_bias": (LAYER,),
        "last": (LAYER, len(HEADS)),
        "last_bias": (len(HEADS),),
    }


class Foretold(NamedTuple):
    """What is foretold of battles between armies a and b, arrays of one length.

    margin: VP of a minus VP of b, expected.  sd: VP, of one battle around it.  p_win: of a, a draw counting half.
    """

    margin: Floats
    sd: Floats
    p_win: Floats


class Pass(NamedTuple):
    """What ``army_fit`` needs of a pass through the network, seen from a and from b."""

    sums: tuple[Any, Any]
    bent: tuple[Any, Any]
    inputs: tuple[Any, Any]
    first: tuple[Any, Any]
    second: tuple[Any, Any]


def counts_of(armies: Integers, units: int, dtype: npt.DTypeLike = np.float32) -> Any:
    """How many of each unit: (n, units) for armies in slots (n, S), -1 = empty."""
    given = np.asarray(armies)
    found = np.zeros((len(given), units), dtype=dtype)
    there = given >= 0
    np.add.at(found.reshape(-1), (units * np.arange(len(given))[:, None] + given)[there], 1)
    return found


def foretell(weights: Weights, a: Any, b: Any) -> tuple[tuple[Any, Any, Any], Pass]:
    """What the network says of armies as counts, (n, units) each, and what the slopes need.

    First the margin and the logarithms of spread and steepness, then the ``Pass``.
    """
    sums = a @ weights["traits"], b @ weights["traits"]
    bent = FULL * np.tanh(sums[0] / FULL), FULL * np.tanh(sums[1] / FULL)
    inputs = np.concatenate(bent, axis=1), np.concatenate(bent[::-1], axis=1)
    first, second, heads = [], [], []
    for seen in inputs:
        first.append(np.maximum(seen @ weights["first"] + weights["first_bias"], 0))
        second.append(np.maximum(first[-1] @ weights["second"] + weights["second_bias"], 0))
        heads.append(second[-1] @ weights["last"] + weights["last_bias"])
    of_a, of_b = heads
    margin = (a - b) @ weights["worth"] + of_a[:, 0] - of_b[:, 0]
    spread, steepness = ((of_a[:, k] + of_b[:, k]) / 2 for k in (1, 2))
    kept = Pass(sums, bent, inputs, (first[0], first[1]), (second[0], second[1]))
    return (margin, spread, steepness), kept


@dataclass(frozen=True, eq=False)
class ArmyModel:
    """Who wins between any two armies, by how much, how sure: foretold without a battle.

    units: their keys, in the order of their numbers.
    weights: the fitted numbers (``shapes``).
    provenance: the battles that they were fitted to, and how they did in others.
    """

    units: tuple[str, ...]
    weights: Weights
    provenance: Mapping[str, Any] = field(default_factory=dict)

    def foretell(self, armies: Integers) -> Foretold:
        """Of battles between ``armies``, (n, 2, S) unit numbers, -1 = empty slot."""
        side_a, side_b = (counts_of(np.asarray(armies)[:, side], len(self.units)) for side in range(2))
        return self.foretell_counts(side_a, side_b)

    def foretell_counts(self, side_a: Any, side_b: Any) -> Foretold:
        """What is foretold of armies as counts, (n, units) each."""
        (margin, spread, steepness), _ = foretell(self.weights, side_a, side_b)
        likely = special.ndtr(margin * np.exp(steepness - spread))
        return Foretold(VP * margin.astype(float), VP * np.exp(spread, dtype=float), likely.astype(float))

    def each_against(self, armies: Any, field: Any) -> Floats:
        """Chance of each of ``armies`` to win against each of ``field``, (n, m), counts (n, units) and (m, units).

        The same as ``foretell_counts`` of all pairs, but what an army adds up to is worked out once.
        """
        w = self.weights
        ours, theirs = (FULL * np.tanh(side @ w["traits"] / FULL) for side in (armies, field))
        own, other = w["first"][:TRAITS], w["first"][TRAITS:]
        said = []
        for one in (
            (ours @ own)[:, None] + (theirs @ other)[None],
            (ours @ other)[:, None] + (theirs @ own)[None],
        ):
            first = np.maximum(one + w["first_bias"], 0)
            second = np.maximum(first.reshape(-1, LAYER) @ w["second"] + w["second_bias"], 0)
            said.append((second @ w["last"] + w["last_bias"]).reshape(len(armies), len(field), len(HEADS)))
        of_a, of_b = said
        margin = (armies @ w["worth"])[:, None] - (field @ w["worth"])[None] + of_a[..., 0] - of_b[..., 0]
        steeper = (of_a[..., 2] + of_b[..., 2] - of_a[..., 1] - of_b[..., 1]) / 2
        return np.asarray(special.ndtr(margin * np.exp(steeper)), dtype=np.float64)

    def with_stand_ins(self, keys: Sequence[str], of: Sequence[int]) -> ArmyModel:
        """The model with units more, each taken for the unit that it stands in for (``of``, by number)."""
        there = np.asarray(of, dtype=np.int64)
        more = {name: np.concatenate([self.weights[name], self.weights[name][there]]) for name in ("worth", "traits")}
        return ArmyModel((*self.units, *keys), {**self.weights, **more}, self.provenance)

    def numbers_of(self, army: Sequence[str]) -> list[int]:
        """Numbers of units by their keys.

        Raises ``UnitNotFound`` for a unit that no battle was fitted to.
        """
        known = {key: number for number, key in enumerate(self.units)}
        for key in army:
            if key not in known:
                raise UnitNotFound(key, known, where="the model of armies")
        return [known[key] for key in army]

    def gains(self, army: Sequence[str], enemy: Sequence[str]) -> Foretold:
        """What one more of each unit changes for ``army`` against ``enemy``.

        In the order of ``units``.  margin: VP more.  sd: of the battle with it.  p_win: more.  Raises ``UnitNotFound``,
        ``InvalidValue`` for an enemy without units.
        """
        if not len(enemy):
            raise InvalidValue("enemy", "no units", "one unit or more")
        side_a, side_b = (
            np.bincount(self.numbers_of(side), minlength=len(self.units))[None, :].astype(np.float32)
            for side in (army, enemy)
        )
        before = self.foretell_counts(side_a, side_b)
        more = side_a + np.eye(len(self.units), dtype=np.float32)
        after = self.foretell_counts(more, np.repeat(side_b, len(more), axis=0))
        return Foretold(after.margin - before.margin, after.sd, after.p_win - before.p_win)

    def save(self, path: str | Path) -> Path:
        """Write everything into a JSON file.  Raises ``RunError`` where it cannot be written."""
        place = Path(path)
        about = {"format": FORMAT, "provenance": dict(self.provenance), "units": list(self.units)}
        lines = [f'"{name}": {json.dumps(_rounded(values))}' for name, values in self.weights.items()]
        text = json.dumps(about, indent=1)[:-2] + ',\n "weights": {\n' + ",\n".join(lines) + "\n}\n}\n"
        write_whole(place, lambda file: file.write_text(text, encoding="utf-8"))
        return place

    @classmethod
    def load(cls, path: str | Path) -> ArmyModel:
        """What ``save`` wrote.

        Raises ``DataError`` for a file of another format or that is not whole.
        """
        place = Path(path)
        about = json_of(place)
        if about.get("format") != FORMAT:
            said = f"is {about.get('format')}, and this version reads {FORMAT}; fit the model of armies anew"
            raise DataError(str(place), None, "format", said)
        units = about.get("units")
        if not isinstance(units, list) or not all(isinstance(key, str) for key in units) or not units:
            raise DataError(str(place), None, "units", "is no list of unit keys; fit the model of armies anew")
        weights = {}
        for name, shape in shapes(len(units)).items():
            try:
                values = np.asarray(about.get("weights", {}).get(name, ()), dtype=np.float32)
            except (TypeError, ValueError):
                values = np.zeros(0, dtype=np.float32)
            if values.shape != shape or not np.isfinite(values).all():
                said = f"is not {' x '.join(map(str, shape))} finite numbers; fit the model of armies anew"
                raise DataError(str(place), None, f"weights.{name}", said)
            weights[name] = values
        return cls(tuple(units), weights, about.get("provenance", {}))


def _rounded(values: Any) -> Any:
    return np.vectorize(lambda x: float(f"{x:.{DIGITS}g}"))(np.asarray(values, dtype=np.float64)).tolist()
