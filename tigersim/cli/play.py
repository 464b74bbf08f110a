"""Commands that roll dice: one shot a million times, one battle from beginning to end."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tigersim.cli.commands import help_if_bare
from tigersim.cli.groups import takes_options
from tigersim.cli.odds import Attacker, Card, Circumstances, Target
from tigersim.cli.options import (
    ArmyA,
    ArmyB,
    Players,
    RulesAndUnits,
    Seed,
    Threads,
    UnitsFile,
    two_players,
)
from tigersim.cli.output import Output, make_ready, print_lines, print_rich, progress_bar, ready_for_replays
from tigersim.cli.terms import plays_battles
from tigersim.core.play.compiled_players import DEFAULT_PLAYER

if TYPE_CHECKING:
    from tigersim.game.battle import Battle
    from tigersim.game.terms import Terms

simulate_app = typer.Typer(rich_markup_mode="markdown")


@simulate_app.callback(invoke_without_command=True)
def simulate(ctx: typer.Context) -> None:
    """Questions of the odds with every die rolled, as a check.

    ```
    tigersim simulate shot "Tiger I" "M4 Sherman" --card QH --trials 1000000
    ```
    """
    help_if_bare(ctx)


@simulate_app.command()
@takes_options
def shot(
    attacker: Attacker,
    target: Target,
    circumstances: Circumstances,
    card: Card = None,
    trials: Annotated[int, typer.Option("--trials", help="How many Fire actions to play.")] = 10_000_000,
    method: Annotated[
        str, typer.Option("--method", help="dice: roll every die; table: draw from the exact outcomes.")
    ] = "dice",
    seed: Seed = 1,
    threads: Threads = None,
    *,
    rules: RulesAndUnits,
    output: Output,
) -> None:
    """Play one Fire action millions of times and set the counts next to the exact odds.

    Every share comes with its 95% interval (Wilson).

    ```
    tigersim simulate shot "Tiger I" "M4 Sherman" --card QH
    tigersim simulate shot "Tiger I" "M4 Sherman" --trials 1000000 --seed 7 --json
    ```
    """
    from tigersim.simulate import shots

    firer, victim = rules.named(attacker, target)
    how: dict[str, Any] = {"trials": trials, "method": method, "seed": seed, "threads": threads}
    with progress_bar("shots") as progress:
        sample = shots(firer, victim, card, ruleset=rules.chosen, **vars(circumstances), **how, progress=progress)
    if not output.printed({"title": sample.title, **sample.to_dict()}, sample.table()):
        print_lines(sample.show())


@plays_battles()
def battle(
    army_a: ArmyA,
    army_b: ArmyB,
    seed: Seed = 1,
    table: Annotated[int, typer.Option("--table", help="Number of the random table of this seed.")] = 0,
    players: Players = DEFAULT_PLAYER,
    log: Annotated[bool, typer.Option("--log", help="Tell everything that happens, roll by roll.")] = False,
    explain: Annotated[
        bool,
        typer.Option("--explain", help="The log, and before each decision what its best options are worth, in VP."),
    ] = False,
    explain_by: Annotated[
        str | None,
        typer.Option(
            "--explain-by",
            metavar="PLAYER",
            help="The same, all by the values of one player: tactician or planner.",
            show_default="of the player who decides, or of a tactician if that player has none",
        ),
    ] = None,
    replay: Annotated[
        Path | None,
        typer.Option("--replay", metavar="FILE.html", help="Also write the battle as a page to watch in a browser."),
    ] = None,
    number: Annotated[
        int, typer.Option("--number", min=0, help="Number of the battle of this seed, as runs of many battles count.")
    ] = 0,
    luck: Annotated[
        bool,
        typer.Option(
            "--luck", help="Who was lucky: what every unit's chances were (also with --csv), and what chance brought."
        ),
    ] = False,
    *,
    terms: Terms,
    units: UnitsFile = None,
    output: Output,
) -> None:
    """Play one battle between two armies on a random table and show how it ends.

    The same armies, seed, table and players give the same battle to the last die. In the map `.` is open ground, `♣` a
    wood, `^` a hill, `▒` a building, `=` a road, `~` water, `%` a wreck, `o` a light and `O` a heavy position, a1 the
    first unit of side a. Positions are the defender's; for the heavy ones the attacker may have flamethrowers.

    ```
    tigersim battle "3 x M4 Sherman, Jeep [usa]" "2 x Tiger I, Panzer IV (mid)" --seed 7
    tigersim battle "4 x T-34c" "4 x Panzer IV (mid)" --log
    tigersim battle "4 x T-34c" "4 x Panzer IV (mid)" --replay battle.html
    tigersim battle "4 x T-34c" "4 x Panzer IV (mid)" --luck
    tigersim battle "4 x T-34c" "4 x Panzer IV (mid)" --players tactician --explain
    tigersim battle "4 x T-34c" "4 x Panzer IV (mid)" --markers standard --to-score 20
    tigersim battle "4 x T-34c" "4 x Panzer IV (mid)" --support both
    tigersim battle "4 x T-34c" "4 x Panzer IV (mid)" --players heuristic,uniform --json
    tigersim battle "4 x T-34c" "4 x Panzer IV (mid)" --forbid regroup --forbid a:follow
    tigersim battle "3 x Paratroopers [britain], Horsa Glider, Jeep [britain]" "4 x Conscripts [italy]" --landing a:2
    tigersim battle "2 x LCVP, LCM, 4 x Regulars [usa], M4 Sherman" "4 x Regulars [germany]" --family beach
    tigersim battle "4 x T-34c" "3 x Tiger I" --scenario "caught in a vice"
    tigersim battle "4 x T-34c, KV-1 + flamethrower" "4 x Panzer IV (mid)" --forts 2,1
    tigersim battle "3 x T-34c & 2 x KV-1" "4 x Panzer IV (mid)" --players heuristic+tactician,heuristic
    tigersim battle "4 x T-34c" "6 x Panzer IV (mid)" --solo --dummies 0,1/3 --removed 0,1/3
    ```

    An `&` stands between the battlegroups of two players of one side; a `+` between the players. Two a side are
    the most: the rules set no limit (PT-MULTI-01), but a battle has hands of cards for four players.

    In a scenario in which the defender begins with a marker, the attacker may have units for its VP more (PT-VP-11);
    the answer says how many, and what both armies cost.
    """
    from tigersim.catalogue.units import all_units, format_army
    from tigersim.files.atomic import check_writable
    from tigersim.game.battle import Battle
    from tigersim.game.explanation import check_explain, kernels_wanted
    from tigersim.game.records import check_seed
    from tigersim.game.seats import BETWEEN_PLAYERS, groups_of, seats_for
    from tigersim.lab.battle_luck import luck_by_kind, luck_by_unit

    among = all_units(units)
    groups = groups_of((army_a, army_b), among)
    sides = tuple(tuple(names.split("+")) for names in two_players(players))
    seated = [name for side in sides for name in side]
    explained = explain if explain_by is None else explain_by
    check_explain(explained)
    check_seed(seed)  # before the user waits for the compiler
    armies = [[one for group in side for one in group] for side in groups]
    terms.check_flamethrowers(armies)
    drawn = any(terms.dummies + terms.removed)
    seats_for(groups, terms.commanders, terms.decks, terms.solo, drawn, terms.ruleset)
    if replay is not None:
        check_writable(replay)
    make_ready(*seated)
    for player in kernels_wanted(explained, seated):
        make_ready(player)
    one = Battle.start(
        (army_a, army_b),
        terms,
        units=among,
        seed=seed,
        number=number,
        table=table,
        players=(_player(sides[0]), _player(sides[1])),
        logged=log or explained is not False,
        explain=explained,
    )
    start = str(one)
    outcome = one.play()
    page = None if replay is None else _write_replay(one, replay)
    written = [f" {BETWEEN_PLAYERS} ".join(format_army(group, among) for group in side) for side in groups]
    names = {f"army_{side}": army for side, army in zip("ab", written, strict=True)}
    ended = {**asdict(outcome), "margin": outcome.margin, "victory": outcome.victory}
    scored = ended.pop("scored")
    several = {} if scored is None else {"scored": scored, "praise": outcome.praise}
    common = {"seed": seed, "number": number, "table": table}
    if output.csv:
        who = {f"player_{side}": "+".join(seats) for side, seats in zip("ab", sides, strict=True)}
        rules = {"ruleset": terms.ruleset.name, "family": terms.family, "markers": terms.markers}
        output.printed(luck_by_unit(one) if luck else [{**names, **who, **common, **rules, **ended}])
        return
    if output.json:
        asked: dict[str, Any] = {"players": ["+".join(side) for side in sides], **common, "ruleset": terms.ruleset}
        asked |= {name: getattr(terms, name) for name in ("family", "markers", "target_score", "support")}
        asked |= {"forbid": one.forbidden}
        asked |= {"scenario": terms.scenario.name} if not terms.scenario.is_standard else {}
        asked |= {"allowance": asdict(one.allowance)} if one.allowance is not None else {}
        asked |= {"forts": terms.forts} if any(terms.forts) else {}
        told: dict[str, object] = {"log": one.log()} if log or explained is not False else {}
        told |= {} if page is None else {"replay": page}
        if explained is not False:
            told["explanations"] = one.explanations
        if luck:
            told |= {"fates": luck_by_unit(one), "fortune": luck_by_kind(one)}
        asked |= {"decks_in_play": one.decks_in_play} if several or terms.decks else {}
        asked |= {name: value for name, value in terms.changed().items() if name in ("solo", "dummies", "removed")}
        output.printed({**names, **asked, **ended, **several, **told})
        return
    if log or explained is not False:
        typer.echo(f"{start}\n")
        print_lines("\n".join(one.log(explained=True)))
    else:
        typer.echo(str(one))
    print_lines(f"\n{outcome}.")
    if one.allowance is not None:
        print_lines(str(one.allowance))
    if outcome.praise:
        print_lines(f"Special praise for {outcome.praise} (PT-MULTI-05).")
    if luck:
        from tigersim.show.tables.fitted import PlainTable

        by_unit = luck_by_unit(one).rename(columns={} if outcome.scale == 1 else {"cost": outcome.counted_in})
        fates = PlainTable(by_unit, "fates", "what --csv prints")
        print_rich(fates, PlainTable(luck_by_kind(one), "fortune"))
    if page is not None:
        typer.echo(f"{page} ({page.stat().st_size / 1024:,.0f} kB)")


def _player(names: tuple[str, ...]) -> str | tuple[str, ...]:
    """Who plays a side: one for all of it, or one for each of its battlegroups."""
    return names[0] if len(names) == 1 else names


def _write_replay(one: Battle, path: Path) -> Path:
    """Make the page of a battle that is over, with a bar while its futures are played."""
    from tigersim.show.replay import replay

    ready_for_replays()
    with progress_bar("futures") as progress:
        made = replay(one, progress=progress)
    return made.save(path)
