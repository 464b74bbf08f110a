"""The command that says whether two armies make a fair match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from tigersim.cli.options import (
    Armies,
    ArmyA,
    ArmyB,
    BattlesUntilTarget,
    Players,
    Seed,
    Threads,
    UnitsFile,
    two_players,
)
from tigersim.cli.output import Output, print_rich, under_way
from tigersim.cli.terms import plays_battles
from tigersim.errors import InvalidValue

if TYPE_CHECKING:
    from tigersim.catalogue.army_rules import TwoRules
    from tigersim.catalogue.units import Unit
    from tigersim.game.terms import Terms


@plays_battles()
def fair(
    army_a: ArmyA,
    army_b: ArmyB,
    battles: BattlesUntilTarget = None,
    target: Annotated[
        float, typer.Option("--target", help="Stop when the chance to win is known to so much either way.")
    ] = 0.02,
    foretell: Annotated[
        bool,
        typer.Option("--foretell", help="Answer at once, by the model of armies, and say what one more unit adds."),
    ] = False,
    players: Players = "tactician",
    seed: Seed = 1,
    *,
    armies: Armies,
    terms: Terms,
    units: UnitsFile = None,
    threads: Threads = None,
    output: Output,
) -> None:
    """Is this match fair? Two armies, many tables, and how many VP the weaker one must be given.

    With --foretell the answer comes at once and without a battle, from a model of what armies are worth that was fitted
    to a million battles of tacticians, with what one more unit would add to army a. Without it, battles are played.

    Every battle is played from both sides of its table. The answer is the chance that army a wins, by how many VP it is
    ahead with known luck taken out, and the handicap: whole VP that are added to one army's score when the battle is
    over, so that both win half the time. A battle won by any margin counts 1, a draw 1/2. The players do not know of
    the handicap. All intervals are of 95%. The first of two --players leads army a wherever it stands.

    --nation, --year, --front and --army-rules check what both armies are made of.

    ```
    tigersim fair "5 x M4 Sherman" "2 x Tiger I, Panzer IV (mid)" --foretell
    tigersim fair "3 x T-34c, KV-1" "3 x Panzer IV (mid), Tiger I" --nation ussr,germany --year 1943
    tigersim fair "5 x M4 Sherman" "2 x Tiger I, Panzer IV (mid)" --family village --target 0.01
    tigersim fair "6 x Regulars [usa]" "6 x Regulars [japan]" --battles 4000 --players heuristic --json
    ```
    """
    from tigersim.catalogue.army_rules import check_fulfilled
    from tigersim.catalogue.units import all_units, parse_army
    from tigersim.game.options import check_family
    from tigersim.game.records import check_seed
    from tigersim.game.seats import check_army_size
    from tigersim.pricing.play.fair import check_match, fair_match

    among = all_units(units)
    meeting = parse_army(army_a, among), parse_army(army_b, among)
    for army in meeting:
        check_army_size(len(army))
    rules = armies.rules(among)
    check_fulfilled(rules, meeting)
    sides = two_players(players)
    if foretell and battles is not None:
        raise InvalidValue("--foretell --battles", "both", "one of the two: a forecast plays no battles")
    if foretell:
        _foretold(meeting, rules, among, terms, sides, output)
        return
    check_match(battles, target)  # before the user waits for the compiler
    check_seed(seed)
    check_family(terms.family)
    terms.check_flamethrowers(meeting)
    with under_way(sides) as progress:
        found = fair_match(
            *meeting,
            battles,
            seed,
            target=target,
            players=sides,
            units=among,
            terms=terms,
            threads=threads,
            progress=progress,
        )
    if not output.printed(found, found.table):
        from tigersim.show.tables.fair import armies_table, handicap_table

        print_rich(armies_table(found), *found.said, handicap_table(found))


def _foretold(
    armies: tuple[list[Unit], list[Unit]],
    rules: TwoRules | None,
    among: tuple[Unit, ...],
    terms: Terms,
    sides: tuple[str, str],
    output: Output,
) -> None:
    """Answer by the model of armies.

    Raises ``InvalidValue`` for battles that it knows nothing of.
    """
    from tigersim.core.play.compiled_players import DEFAULT_PLAYERS
    from tigersim.game.terms import Terms as AllTerms
    from tigersim.pricing.play.foretell import foretell as ask

    if terms != AllTerms() or sides != DEFAULT_PLAYERS:
        allowed = "left out: the model knows standard battles of tacticians on mixed tables; without it they are played"
        raise InvalidValue("--foretell", "other terms or players", allowed)
    found = ask(*armies, units=among, rules=None if rules is None else rules[0])
    if not output.printed(found, found.gains):
        from tigersim.show.tables.fair import gains_table

        print_rich(*found.said, gains_table(found))
