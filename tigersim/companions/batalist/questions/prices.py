"""What battalions are worth: prices by tigersim's own method, from battles of their own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from tigersim.catalogue.companions import Readings
from tigersim.companions.answer import Answer, Number, Table
from tigersim.companions.batalist.forces.army_book import Battalion, battalion, battalions
from tigersim.companions.batalist.odds.duel import RULINGS, duel_rulings, morale_of
from tigersim.companions.batalist.rules.readings import Reading
from tigersim.companions.question import question
from tigersim.errors import InvalidValue

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from tigersim.pricing.report.result import Prices

COST = 100.0
"""Points that every battalion costs before anything is known of it: the source has no points (BA-GAP-47)."""


def prices_of(
    keys: Sequence[str],
    army: npt.NDArray[np.int16],
    margin: npt.NDArray[np.float64],
    dead: npt.NDArray[np.uint8] | None = None,
) -> Prices:
    """The price list of battles, by margins and deaths (``pricing``)."""
    from tigersim.pricing import BattleTable, fit_prices

    units = [(key, COST) for key in keys]
    return fit_prices(BattleTable.from_slots(army, margin, units=units, dead=dead))


@question("BA-PRICE-01", "prices")
def prices(
    names: Annotated[str, "battalions, parted by ';'; empty = all examples that can attack"] = "",
    battles: Annotated[int, "battles that are played", (500, 1000000)] = 4_000,
    seed: Annotated[int, "seed of lines and dice", (0, 2**63 - 1)] = 1,
    *,
    readings: Readings,
) -> Answer:
    """What should a battalion cost?

    Lines of one to three battalions drawn at random fight one battalion after the other; who holds the field goes
    on as it is.  Points are such that the battalions cost a hundred on average.
    """
    from tigersim.companions.batalist.kernels.gauntlet import play

    listed = _listed(names)
    played = play(listed, battles, seed, Reading.of(readings), morale_of(readings), readings["duel_first"])
    found = prices_of([one.key for one in listed], played.army, played.margin(COST), played.dead)
    rows, numbers = [], []
    for k, (one, row) in enumerate(zip(listed, found.table.to_dict("records"), strict=True), start=1):
        price, low, high = row["price"], row["price_low"], row["price_high"]
        rows.append({"battalion": one.title, "price": price, "low": low, "high": high, "battles": int(row["n"])})
        name = f"price_{one.key.split()[0].replace('-', '_')}_{k}"
        numbers.append(Number(name, f"points for {one.title}", float(price), None, float(low), float(high), battles))
    strikes = [key for one in listed for other in listed for key in duel_rulings(one, other, readings)]
    return Answer(
        f"Prices of {len(listed)} battalions from {battles:,} battles",
        tuple(numbers),
        (Table("Points, with 95% intervals", rows),),
        ("The price is what a battalion takes from the enemy beyond what it gives away when it falls.",),
        (*dict.fromkeys((*strikes, *RULINGS)),),
    )


def _listed(names: str) -> list[Battalion]:
    """The battalions asked about, each once.  Raises ``InvalidValue``."""
    listed = [battalion(name) for name in names.split(";") if name.strip()]
    listed = listed or [one for one in battalions().values() if one.has("melee")]
    keys = [one.key for one in listed]
    if len(listed) < 2 or len(set(keys)) < len(keys):
        raise InvalidValue("names", names, "two battalions or more, each once")
    return listed
