"""The question that puts exact figures to the test, by dice that kernels roll."""

from __future__ import annotations

from tigersim.catalogue.companions import Readings
from tigersim.companions.answer import Answer, Number, Table
from tigersim.companions.batalist.kernels.parts import parts, played
from tigersim.companions.batalist.questions.duels import Seed, Trials
from tigersim.companions.question import question


@question("BA-MC-03", "rolled")
def rolled(trials: Trials = 4_000, seed: Seed = 1, *, readings: Readings) -> Answer:
    """Do dice that are really rolled come to the exact figures?

    Every part of the game by compiled dice, under the rulings by default; z is the distance in standard errors.
    """
    rows = []
    for number, part in enumerate(parts()):
        found = played(part, trials, seed + number)
        for k, what, exact in part.exact:
            error = float(exact * (1 - exact) / trials) ** 0.5 if what.startswith("p(") else found.error(k)
            z = distance(found.mean(k), float(exact), error)
            rows.append({"part": part.name, "result": what, "exact": exact, "rolled": found.mean(k), "z": z})
    apart = [abs(row["z"]) for row in rows if isinstance(row["z"], float)]
    beyond = sum(z > 2 for z in apart)
    return Answer(
        f"{len(rows)} exact figures against {trials:,} rolls of each part",
        (
            Number("largest", "largest distance, in standard errors", max(apart)),
            Number("p_beyond_two", "share of distances beyond two standard errors", beyond / len(apart)),
        ),
        (Table("Figures", rows),),
        ("By chance alone one in twenty lies beyond two standard errors, and hardly any beyond four.",),
    )


def distance(mean: float, exact: float, error: float) -> float:
    """Standard errors between a mean and its exact value; 0 where both are certain and equal."""
    if error:
        return (mean - exact) / error
    return 0.0 if abs(mean - exact) < 1e-9 else float("inf")
