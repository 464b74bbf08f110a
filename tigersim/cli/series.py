"""The command that plays a series of battles for campaign points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from tigersim.cli import completion
from tigersim.cli.army_files import FROM_FILE, armies_asked
from tigersim.cli.options import Players, Seed, UnitsFile
from tigersim.cli.output import Output, counted, make_ready, print_lines
from tigersim.cli.terms import plays_battles
from tigersim.core.play.compiled_players import DEFAULT_PLAYER

if TYPE_CHECKING:
    from tigersim.game.terms import Terms


@plays_battles()
def series(
    armies: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[ARMY...]",
            help=f"Those of two contenders or more; without any, random ones for every battle. {FROM_FILE}.",
            callback=armies_asked,
            autocompletion=completion.armies,
        ),
    ] = None,
    rounds: Annotated[
        int, typer.Option("--rounds", metavar="N", min=1, help="In each, every pair of contenders fights once.")
    ] = 10,
    players: Players = DEFAULT_PLAYER,
    seed: Seed = 1,
    *,
    terms: Terms,
    units: UnitsFile = None,
    output: Output,
) -> None:
    """Play a series of battles and add up the campaign points.

    A victory (3 VP or more ahead) brings three points, a minor one two, a draw one; the most points in total lead. So
    the first edition counts (PT1-VP-05); the second one's battles end in the same victories. Each round has a table of
    its own, and who had side a has side b in the next; with more than two contenders all fight on that table, each
    against each. --players names one for all, or one for each contender with commas. With --csv every battle is a line.

    ```
    tigersim series "3 x T-34c, KV-1" "3 x Panzer IV (mid), Tiger I"
    tigersim series --players tactician,heuristic --rounds 20
    tigersim series "4 x T-34c" "4 x Panzer IV (mid)" "5 x M4 Sherman" --ruleset paper_tigers_1
    ```
    """
    from tigersim.catalogue.units import all_units, parse_army
    from tigersim.game.records import check_seed
    from tigersim.game.seats import check_army_size
    from tigersim.lab.series import series as play
    from tigersim.lab.series import who_plays

    among = all_units(units)
    fielded = [parse_army(army, among) for army in armies] if armies else None
    for army in fielded or ():
        check_army_size(len(army))
    names = [name.strip() for name in players.split(",")]
    named = names if len(names) > 1 else names[0]  # one name is for all contenders, two where none brings an army
    who = who_plays(named, len(fielded) if fielded else None)
    contenders = len(who)
    check_seed(seed)  # before the user waits for the compiler
    make_ready(*names)
    with counted("battles", rounds * contenders * (contenders - 1) // 2) as tell:
        found = play(fielded, rounds, seed, players=named, terms=terms, units=among, progress=tell)
    asked = {"seed": seed, "rounds": rounds, "players": names, "ruleset": terms.ruleset}
    asked |= {name: getattr(terms, name) for name in ("family", "markers", "target_score", "support")}
    asked |= {"scenario": terms.scenario.name}
    if not output.printed({**asked, **found.to_dict()}, found.rows()):
        print_lines(str(found))
