"""Figures of estimates in planted worlds, at any size: take it for an acceptance test.

Every function plays one of them at a given size and returns its figures by name.  The tests next to this file ask for
small sizes, ``tests/verification/planted_truth.py`` for the sizes at which the method was accepted.  Where there is a
wrong way to estimate, its figure stands beside, so that a test can show that it would notice.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import statsmodels.api as sm
from scipy import special, stats

from tests.pricing.planted_worlds import AdditiveWorld, Design, DuelWorld, KillWorld, projection
from tigersim.pricing import BattleTable, Guards, Prices, fit_prices
from tigersim.pricing.estimate.conditions import over_conditions
from tigersim.pricing.estimate.consistent import self_consistent
from tigersim.pricing.estimate.cycles import cyclic_share
from tigersim.pricing.estimate.holdout import hold_out, score
from tigersim.pricing.estimate.indifference import even_point, two_stages
from tigersim.pricing.estimate.margin import fit_margin, sandwich
from tigersim.pricing.estimate.mispricing import BAND, BARGAIN, OFF, TOO_DEAR, Mispricing, selected_half_width, verdicts
from tigersim.pricing.estimate.moments import Moments
from tigersim.pricing.estimate.roster import Roster
from tigersim.pricing.estimate.shrinkage import shrink
from tigersim.pricing.estimate.stopping import always_valid
from tigersim.pricing.estimate.wins import fit_wins, half_wins, win_covariance
from tigersim.pricing.play.study import PriceStudy
from tigersim.pricing.study.equilibrium import jackknife

LOOSE = Guards(min_appearances=20, max_scale_error=0.5)
"""Small samples on purpose: the scale is known less well than a price list would want."""

Figures = dict[str, float]


def inside(estimate: np.ndarray, truth: np.ndarray | float, half: np.ndarray) -> float:
    return float(np.mean(np.abs(np.asarray(estimate) - truth) <= half))


def deltas(found: Prices) -> tuple[np.ndarray, np.ndarray]:
    """delta and its half-width, VP."""
    table = found.table
    return table["delta"].to_numpy(), (0.5 * (table["delta_high"] - table["delta_low"])).to_numpy()


def planted_delta(world: AdditiveWorld) -> np.ndarray:
    """Mispricing by the worth that the world was built from; without interactions, the truth."""
    cost = world.roster.cost
    scale = world.theta @ cost / (cost @ cost)
    return (world.theta - scale * cost) / (scale + world.mortality)


def null_world(design: Design, worlds: int, battles: int) -> Figures:
    """Test 1: every unit is worth its cost."""
    z, clean, covered, real = [], 0, [], []
    for seed in range(worlds):
        found = fit_prices(AdditiveWorld.make(seed, design, off=0.0).battles(battles, seed), guards=LOOSE)
        delta, half = deltas(found)
        z.append(delta / np.sqrt(np.diagonal(found.covariance)))
        clean += found.verdicts.counts[BARGAIN] + found.verdicts.counts[TOO_DEAR] == 0
        covered.append(inside(delta, 0.0, half))
    for seed in range(max(worlds // 10, 2)):
        found = fit_prices(AdditiveWorld.make(seed, design).battles(battles, seed), guards=LOOSE)
        real.append(deltas(found)[0] / np.sqrt(np.diagonal(found.covariance)))

    def uniform(values: list[np.ndarray]) -> float:
        return float(stats.kstest(2 * stats.norm.sf(np.abs(np.concatenate(values))), "uniform").pvalue)

    return {
        "KS p": uniform(z),
        "worlds without a false alarm": clean / worlds,
        "coverage of cost": float(np.mean(covered)),
        "KS p of a world that is not null": uniform(real),
    }


def additive_world(design: Design, worlds: int, battles: int, sizes: Iterable[int]) -> Figures:
    """Test 2: coverage, error against its claim, width against battles; theta / lambda is the wrong way."""
    ratios, naive = [], []
    for seed in range(worlds):
        world = AdditiveWorld.make(seed, design)
        table = fit_prices(world.battles(battles, 100 + seed), guards=LOOSE).table
        delta, half = table["delta"].to_numpy(), (0.5 * (table["delta_high"] - table["delta_low"])).to_numpy()
        ratios.append((delta - planted_delta(world)) / half)
        theta, cost = table["theta"].to_numpy(), world.roster.cost
        scale = theta @ cost / (cost @ cost)
        naive.append(inside(theta / scale - cost, planted_delta(world), half))
    error = np.concatenate(ratios)
    world, many = AdditiveWorld.make(99, design), list(sizes)
    width = [np.median(deltas(fit_prices(world.battles(n, n), guards=LOOSE))[1]) for n in many]
    return {
        "coverage": float(np.mean(np.abs(error) <= 1)),
        "error / SE": float(1.96 * np.sqrt(np.mean(error**2))),
        "slope": float(np.polyfit(np.log(many), np.log(width), 1)[0]),
        "coverage of theta / lambda": float(np.mean(naive)),
    }


def interaction_world(design: Design, worlds: int, battles: int, many: int, truth: int) -> Figures:
    """Test 3: intervals are for the projection; the planted additive worth is another number."""
    right, wrong = [], []
    for seed in range(worlds):
        world = AdditiveWorld.make(seed, design, interaction=0.25)
        true = projection(world.means(truth, seed=7), world.mortality).delta
        right.append(inside(*_with(true, fit_prices(world.battles(battles, seed), guards=LOOSE))))
        if seed < max(worlds // 4, 1):
            found = fit_prices(world.battles(many, 50 + seed), guards=LOOSE)
            wrong.append(inside(*_with(planted_delta(world), found)))
    return {
        "coverage of the projection": float(np.mean(right)),
        "coverage of the additive worth": float(np.mean(wrong)),
    }


def _with(truth: np.ndarray, found: Prices) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    delta, half = deltas(found)
    return delta, truth, half


def tables_drawn_anew(design: Design, sets: int, battles: int, spread: float) -> Figures:
    """Test 20: units are worth something else on every table, and each set of battles draws tables of its own.

    ``spread``: VP, standard deviation over tables.  Errors that take the tables for all there are cover far less.
    """
    world = replace(AdditiveWorld.make(1, design), by_table=spread)
    found: dict[str, list[float]] = {}
    for seed in range(sets):
        played = world.battles(battles, seed)
        for errors, name in (("clustered", ""), ("HC2", ", tables taken for all")):
            prices = fit_prices(played, guards=LOOSE, errors=errors)
            delta, half = deltas(prices)
            quantile = half / np.sqrt(np.diagonal(prices.covariance))
            table = prices.table
            theta = inside(table["theta"], world.theta, (quantile * table["theta_se"]).to_numpy())
            found.setdefault(f"coverage of theta{name}", []).append(theta)
            found.setdefault(f"coverage of delta{name}", []).append(inside(delta, planted_delta(world), half))
    return {name: float(np.mean(shares)) for name, shares in found.items()}


def numbers(design: Design, battles: int) -> Figures:
    """Test 4: both regressions against statsmodels, greatest differences relative to the greatest entry."""
    played = AdditiveWorld.make(1, design).battles(battles, 1)
    z = np.column_stack([played.difference, played.attacker, np.eye(design.tables)[played.table]]).astype(float)
    units = design.units
    moments = Moments(played.roster, design.tables)
    moments.add(played, 0)
    margin = fit_margin(moments.total(), moments.columns, played.roster, luck="none")
    ols = sm.OLS(played.margin, z).fit(cov_type="HC2")
    wins = fit_wins([played], tables=design.tables, guards=LOOSE)
    glm = sm.GLM(half_wins(played), z, family=sm.families.Binomial())
    pair = np.arange(battles) // 2
    clustered = glm.fit(tol=1e-14, cov_type="cluster", cov_kwds={"groups": pair}).cov_params()[:units, :units]
    plain = glm.fit(tol=1e-14)

    def off(found: np.ndarray, expected: np.ndarray) -> float:
        return float(np.abs(found - expected).max() / np.abs(expected).max())

    return {
        "margin theta": off(np.append(margin.coef, margin.effects()), ols.params),
        "margin HC2": off(sandwich([played], margin).theta, ols.cov_params()[:units, :units]),
        "wins theta": off(np.append(wins.coef, wins.effects.value), plain.params),
        "wins model covariance": off(wins.inverse, plain.cov_params()[: units + 1, : units + 1]),
        "wins clustered": off(win_covariance([replace(played, pair=pair)], wins).theta, clustered),
    }


def side_bias(design: Design, battles: int, bias: float = 6.0) -> Figures:
    """Test 5: shift of theta, in standard errors, by a bias that goes with the dearer army: attackers, and tables."""
    world = AdditiveWorld.make(3, design)
    plain = world.battles(battles, 1)
    gap = plain.difference @ plain.roster.cost
    ahead = np.random.default_rng(2).random(battles) < special.expit(gap / 3)
    attacker = np.where(ahead, 1, -1).astype(np.int8)
    good = np.arange(design.tables) % 2 == 0
    table = (2 * np.random.default_rng(3).integers(0, design.tables // 2, battles) + ~ahead).astype(np.int32)
    of_table = replace(plain, table=table)
    mirrored = _mirrored(world, battles)

    def shift(fair: BattleTable, biased: BattleTable) -> float:
        one, other = (fit_prices(part, guards=LOOSE).table for part in (fair, biased))
        return float(np.abs((one["theta"] - other["theta"]) / one["theta_se"]).max())

    def attackers(size: float, known: bool) -> BattleTable:
        seen = attacker if known else np.zeros_like(attacker)
        return replace(plain, margin=plain.margin + size * attacker, attacker=seen)

    def tables(size: float, known: bool) -> BattleTable:
        seen = table if known else np.zeros_like(table)
        return replace(of_table, margin=plain.margin + size * np.where(good[table], 1, -1), table=seen)

    blind = replace(mirrored, attacker=np.zeros_like(mirrored.attacker))
    return {
        "attackers known": shift(attackers(0, True), attackers(bias, True)),
        "tables known": shift(tables(0, True), tables(bias, True)),
        "mirrored, attackers unknown": shift(blind, replace(blind, margin=blind.margin + bias * mirrored.attacker)),
        "attackers unknown": shift(attackers(0, True), attackers(bias, False)),
        "tables unknown": shift(tables(0, True), tables(bias, False)),
    }


def _mirrored(world: AdditiveWorld, battles: int) -> BattleTable:
    """Every two armies fight twice on one table, either attacking once."""
    half = world.battles(battles // 2, 4)
    noise = np.random.default_rng(5).normal(0, world.noise_of(half.army))
    other = replace(half, attacker=-half.attacker, margin=half.margin - 2 * world.side * half.attacker + noise)
    columns = {
        name: np.concatenate([getattr(half, name), getattr(other, name)])
        for name in ("army", "margin", "table", "attacker", "edge", "winner", "dead")
    }
    return replace(half, **columns, pair=np.tile(np.arange(battles // 2), 2))


def precise_scale(design: Design, battles: int) -> Figures:
    """Test 6: a budget gap of 2 VP."""
    about = fit_prices(AdditiveWorld.make(2, design).battles(battles, 1)).provenance
    return {"se(lambda) / lambda": about["vp_scale_se"] / about["vp_scale"], "gap": about["budget_gap_sd"]}


def luck(design: Design, battles: int) -> Figures:
    """Test 7: luck is 0 on average, moves no price and saves battles."""
    played = KillWorld.make(4, design).battles(battles, 9)
    price = np.append(played.roster.cost, 0.0)[played.army]
    beyond = (played.luck() * price).sum(axis=2) @ [-1.0, 1.0]
    by_unit = [(played.luck() * (played.army == unit)).sum(axis=(1, 2)) for unit in range(design.units)]

    def z(values: np.ndarray) -> float:
        return float(abs(values.mean()) / (values.std() / np.sqrt(len(values))))

    moments = Moments(played.roster, design.tables)
    moments.add(played, 0)
    total = moments.total()
    raw, adjusted = (fit_margin(total, moments.columns, played.roster, luck=how) for how in ("none", "fitted"))
    joint = np.sqrt(np.diagonal(sandwich([played], raw).theta))
    return {
        "z of the mean": z(beyond),
        "greatest z of a unit": max(z(of_unit) for of_unit in by_unit),
        "greatest shift / SE": float(np.abs((raw.theta - adjusted.theta) / joint).max()),
        "variance ratio": adjusted.variance / adjusted.raw_variance,
    }


def kill_engine(design: Design, worlds: int, battles: int, truth: int, blocks: int = 30) -> Figures:
    """Test 8: the self-consistent list is the Perron vector; its intervals by delta method and by jackknife cover."""
    by_delta, by_jackknife, apart, away = [], [], [], []
    for seed in range(worlds):
        world = KillWorld.make(seed, design)
        true = projection(world.means(truth, 7)).prices
        played = world.battles(battles, 100 + seed)
        moments = Moments(played.roster, design.tables)
        moments.add(played, 0)
        total, columns = moments.total(), moments.columns
        fit = fit_margin(total, columns, played.roster)
        found = self_consistent(fit)
        values, vectors = np.linalg.eig(fit.response[: design.units])
        top = vectors[:, values.real.argmax()].real
        level = top * (fit.cost @ fit.cost) / (top @ fit.cost)
        apart.append(np.abs(found.prices / level - 1).max())
        cov = found.covariance(sandwich([played], fit, prices=found.prices).theta)
        by_delta.append(inside(found.prices, true, 1.96 * np.sqrt(np.diagonal(cov))))
        study = PriceStudy(played.roster, tables=design.tables)
        study.add(played)
        se = np.sqrt((blocks - 1) * jackknife(study, blocks).var(axis=0))
        by_jackknife.append(inside(found.prices, true, stats.t.ppf(0.975, blocks - 1) * se))
        prices = fit.cost.copy()
        for _ in range(8):
            theta = fit.coef_at(prices)[: design.units]
            prices = theta / (prices @ theta / (prices @ prices))
            prices *= (fit.cost @ fit.cost) / (fit.cost @ prices)
        away.append(np.sqrt(np.mean((prices - level) ** 2)) / np.sqrt(np.mean((fit.cost - level) ** 2)))
    return {
        "list / Perron vector - 1": float(max(apart)),
        "coverage, delta method": float(np.mean(by_delta)),
        "coverage, jackknife": float(np.mean(by_jackknife)),
        "theta / lambda: error after 8 steps / before": float(np.median(away)),
    }


def closed_loop(design: Design, units: int, battles: int, truth: int) -> Figures:
    """Test 9: from the fixed point, one price at a time raised by 2 VP, found, mended by secant steps, played again."""
    world = KillWorld.make(3, design)
    fixed = projection(world.means(truth, 7)).prices
    first, covered, naive = [], [], []
    for unit in range(units):
        prices = fixed.copy()
        prices[unit] += 2
        delta, half = _played_at(world, prices, unit, battles, 10 * unit)
        first.append(delta)
        naive.append(abs(delta) <= half)
        before, prices[unit] = prices[unit], prices[unit] + delta
        again, _ = _played_at(world, prices, unit, battles, 10 * unit + 1)
        slope = (again - delta) / (prices[unit] - before)
        prices[unit] -= again / slope
        # far fewer battles than mended the price, so that its own error does not count
        delta, half = _played_at(world, prices, unit, battles // 10, 10 * unit + 2)
        covered.append(abs(delta) <= half)
    return {
        "mean delta": float(np.mean(first)),
        "greatest miss": float(np.abs(np.array(first) + 2).max()),
        "coverage of 0 after mending": float(np.mean(covered)),
        "coverage of 0 before": float(np.mean(naive)),
    }


def _played_at(world: KillWorld, prices: np.ndarray, unit: int, battles: int, seed: int) -> tuple[float, float]:
    """delta of a unit and its half-width, from new battles in which the dead concede these prices."""
    played = world.battles(battles, seed)
    lost = (np.append(prices, 0.0)[played.army] * played.dead).sum(axis=2)
    roster = Roster.of(list(zip(world.roster.keys, prices, strict=True)))
    delta, half = deltas(fit_prices(replace(played, roster=roster, margin=lost[:, 1] - lost[:, 0]), guards=LOOSE))
    return float(delta[unit]), float(half[unit])


def stopping(runs: int, looks: int = 100, step: int = 100) -> Figures:
    """Test 10: 100 looks at a mean.  Narrow intervals, always valid ones, and the naive rule that stops at 1.96 SE."""
    rng = np.random.default_rng(10)
    n = step * np.arange(1, looks + 1)
    aim = 1.96 / np.sqrt(n[looks // 2])
    alarms, valid, covered = 0, 0, []
    for _ in range(runs):
        batch = rng.normal(0, 1, (looks, step))
        mean = np.cumsum(batch.sum(axis=1)) / n
        sd = np.sqrt(np.maximum(np.cumsum((batch**2).sum(axis=1)) / n - mean**2, 0) * n / (n - 1))
        half = 1.96 * sd / np.sqrt(n)
        alarms += bool((np.abs(mean) > half).any())
        valid += bool((np.abs(mean) > always_valid(n, sd, best_at=float(n[-1] / 3))).any())
        stop = int(np.argmax(half <= aim))
        covered.append(abs(mean[stop]) <= half[stop])
    return {
        "coverage, stopped when narrow": float(np.mean(covered)),
        "false alarms, always valid": valid / runs,
        "false alarms, naive": alarms / runs,
        "width / 1.96 SE at best_at": float(always_valid(1e4, 1.0, 1e4) / (1.96 / 100)),
    }


def some_covariance(design: Design, battles: int) -> np.ndarray:
    """Covariance of the deltas of a fit: dependent, units of unequal errors."""
    return fit_prices(AdditiveWorld.make(1, design).battles(battles, 1), guards=LOOSE).covariance.to_numpy()


def multiplicity(cov: np.ndarray, worlds: int, se: float = 0.25) -> Figures:
    """Test 11: errors as dependent as those of a fit; four units of ten right on the edge of the band."""
    rng = np.random.default_rng(11)
    units = len(cov)
    cov = cov * (se**2 / np.mean(np.diagonal(cov)))
    root = np.linalg.cholesky(cov + 1e-10 * np.eye(units))
    false, point, power, unfair, selected, plain = [], [], [], [], [], []
    for _ in range(worlds):
        truth = np.where(rng.random(units) < 0.6, rng.choice([-0.5, 0.1, 0.5], units), rng.normal(0, 1.2, units))
        found = Mispricing(truth + root @ rng.normal(size=units), cov, 10_000)
        names = np.array(verdicts(found)[0])
        flagged, right = np.isin(names, OFF), np.abs(truth) <= 0.5
        false.append((flagged & right).sum() / max(flagged.sum(), 1))
        power.append(flagged[np.abs(truth) > 1.5].mean() if (np.abs(truth) > 1.5).any() else np.nan)
        zero = stats.false_discovery_control(2 * stats.norm.sf(np.abs(found.delta) / found.se)) <= 0.05
        point.append((zero & right).sum() / max(zero.sum(), 1))
        far = np.abs(truth) >= 1
        unfair.append(((names == "FAIR") & far).sum() / max(far.sum(), 1))
        told = np.abs(found.delta) > found.half_width()  # quoted because their intervals leave 0 out
        miss = np.abs(found.delta - truth)[told]
        selected.append(np.mean(miss > selected_half_width(found, told)[told]))
        plain.append(np.mean(miss > found.half_width()[told]))
    return {
        "FDR": float(np.mean(false)),
        "FDR, SE": float(np.std(false) / np.sqrt(worlds)),
        "power beyond 1.5 VP": float(np.nanmean(power)),
        "far units called FAIR": float(np.mean(unfair)),
        "misses of selected intervals": float(np.mean(selected)),
        "misses of plain intervals when selected": float(np.mean(plain)),
        "FDR of testing for 0": float(np.mean(point)),
    }


def shrinkage(design: Design, worlds: int, battles: Iterable[int], off: float = 0.57) -> Figures:
    """Test 12: root mean square errors of raw and shrunk worths, and the spread of the residual."""
    figures: Figures = {}
    for n in battles:
        raw, drawn, size, covered = [], [], [], []
        for seed in range(worlds):
            world = AdditiveWorld.make(seed, design, off=off)
            cost = world.roster.cost
            found = fit_prices(world.battles(n, seed), guards=Guards(20, 10.0))
            worth = cost + found.table["delta"].to_numpy()
            truth = cost + planted_delta(world)
            calm = shrink(np.column_stack([np.ones(len(cost)), cost]), worth, found.covariance.to_numpy())
            raw.append(np.mean((worth - truth) ** 2))
            drawn.append(np.mean((calm.worth - truth) ** 2))
            covered.append(inside(calm.worth, truth, 1.96 * calm.se))
            size.append(calm.residual_sd)
        figures |= {
            f"{n}: rmse raw": float(np.sqrt(np.mean(raw))),
            f"{n}: rmse shrunk": float(np.sqrt(np.mean(drawn))),
            f"{n}: residual sd": float(np.mean(size)),
            f"{n}: coverage shrunk": float(np.mean(covered)),
        }
    return figures


def circles(worlds: int, games: int, runs: int) -> Figures:
    """Test 13: cyclic shares without and with circles, and the top singular value of noise."""
    none = [
        cyclic_share(DuelWorld.make(seed, cyclic=0.0).halves(games, k)) for seed in range(worlds) for k in range(runs)
    ]
    off, raw, covered = [], [], []
    for seed in range(worlds):
        world = DuelWorld.make(seed, cyclic=0.35)
        found = [cyclic_share(world.halves(games, 100 + k)) for k in range(runs)]
        off.append(np.mean([one.share for one in found]) - world.share)
        raw.append(np.mean([one.raw for one in found]) - world.share)
        covered += [one.interval.low <= world.share <= one.interval.high for one in found]
    return {
        "share without circles": float(np.mean([one.share for one in none])),
        "greatest top / edge of noise": max(one.top / one.edge for one in none),
        "greatest error of the share": float(np.abs(off).max()),
        "coverage": float(np.mean(covered)),
        "raw share without circles": float(np.mean([one.raw for one in none])),
        "mean error of the raw share": float(np.mean(raw)),
    }


def hold_outs(design: Design, battles: int) -> Figures:
    """Test 14: log losses on armies that were not fitted, calibration, and wins that tell nothing."""
    world = AdditiveWorld.make(14, design, interaction=0.2)
    fair = world.means(battles, 3)
    played = world.battles(battles, 3)
    found = hold_out(played, tables=design.tables, truth=world.chance(fair))
    mixed = np.random.default_rng(1).choice([-1, 1], battles).astype(np.int8)
    empty = hold_out(replace(played, winner=mixed), tables=design.tables)
    few = played.rows(slice(0, max(battles // 40, 12 * design.units)))
    fit = fit_wins([few], tables=design.tables, guards=LOOSE)
    return {
        "coin": found.coin,
        "cost": found.cost.log_loss,
        "additive": found.additive.log_loss,
        "truth": found.truth.log_loss,
        "slope": found.additive.slope,
        "intercept": found.additive.intercept,
        "attained by cost": found.attained["cost"],
        "attained by worths": found.attained["additive"],
        "wins by coin": empty.additive.log_loss,
        "slope on the battles fitted, few": score(fit.chance(few), half_wins(few)).slope,
        "slope on fresh battles, few": score(
            fit.chance(played.rows(slice(len(few), None))), half_wins(played)[len(few) :]
        ).slope,
    }


def adaptive(design: Design, worlds: int, battles: int, truth: int, more: float = 3.0, stages: int = 4) -> Figures:
    """Test 15: after each stage the third of the units whose verdict is least clear is drawn ``more`` times as often,
    in one slot of an army or in all of them."""
    found: dict[str, list[np.ndarray]] = {"one slot": [], "all slots": []}
    for seed in range(worlds):
        world = AdditiveWorld.make(seed, design, interaction=0.25)
        true = projection(world.means(truth, 7), world.mortality).delta
        for name, focal in (("one slot", 1), ("all slots", design.sizes[1])):
            delta, half = deltas(_staged(world, focal, stages, battles // stages, more, seed))
            found[name].append((delta - true) / half)
    return {
        f"{what}, {name} adapted": value
        for name, parts in found.items()
        for what, value in (
            ("coverage", float(np.mean(np.abs(np.concatenate(parts)) <= 1))),
            ("error / SE", float(1.96 * np.sqrt(np.mean(np.concatenate(parts) ** 2)))),
        )
    }


def _staged(world: AdditiveWorld, focal: int, stages: int, each: int, more: float, seed: int) -> Prices:
    rng = np.random.default_rng([seed, 15])
    weight, armies = np.ones(len(world.roster)), []
    for stage in range(stages):
        armies.append(world.design.armies(rng, world.roster.cost, each, weight if stage else None, focal))
        found = fit_prices(world.battles(each * (stage + 1), seed, army=np.concatenate(armies)), guards=LOOSE)
        unclear = np.abs(np.abs(deltas(found)[0]) - BAND) / deltas(found)[1]
        weight = np.where(unclear <= np.quantile(unclear, 1 / 3), more, 1.0)
    return found


def conditions(units: int, number: int, worlds: int, spread: float = 0.3, se: float = 0.25) -> Figures:
    """Test 16, first half: the spread over conditions, found with and without its errors taken off."""
    rng = np.random.default_rng(16)
    found, covered, naive = [], [], []
    for _ in range(worlds):
        truth = rng.normal(3, 1.5, (units, 1)) + rng.normal(0, spread, (units, number))
        seen = truth + rng.normal(0, se, truth.shape)
        one = over_conditions(seen, np.full(seen.shape, se))
        found.append(one.spread)
        covered.append(one.spread_interval.low <= spread <= one.spread_interval.high)
        naive.append(np.sqrt(seen.var(axis=1, ddof=1).mean()))
    return {
        "mean s_u": float(np.mean(found)),
        "greatest error of s_u": float(np.abs(np.array(found) - spread).max()),
        "coverage of its interval": float(np.mean(covered)),
        "s_u with the errors in it": float(np.mean(naive)),
    }


def common_dice(design: Design, battles: int) -> Figures:
    """Test 16, second half: a difference of two conditions that share armies and dice, and of two that do not."""
    one = AdditiveWorld.make(16, design)
    rng = np.random.default_rng(17)
    other = replace(one, theta=one.theta + rng.normal(0, 0.1, design.units))

    def spread(played: BattleTable) -> tuple[np.ndarray, np.ndarray]:
        moments = Moments(played.roster, design.tables)
        moments.add(played, 0)
        fit = fit_margin(moments.total(), moments.columns, played.roster, deaths=False)
        return fit.theta, np.diagonal(sandwich([played], fit).theta)

    # half of the noise is the dice, which both share; the rest is what the players make of it
    first, second = one.battles(battles, 1, deaths=False), other.battles(battles, 1, deaths=False)
    second = replace(second, margin=second.margin + rng.normal(0, 2.0, battles))
    difference, shared = spread(replace(first, margin=second.margin - first.margin))
    fresh = other.battles(battles, 2, deaths=False)
    apart = spread(first)[1] + spread(fresh)[1]
    truth = other.theta - one.theta
    return {
        "variance, shared / independent": float(np.median(shared / apart)),
        "coverage": inside(difference, truth, 1.96 * np.sqrt(shared)),
    }


COUNTS = np.arange(1, 13)
ROOT, SLOPE = 5.4, 0.8


def _duels(rng: np.random.Generator, slope: float):
    def play(counts: np.ndarray, games: np.ndarray) -> np.ndarray:
        return rng.binomial(games, special.expit(slope * (counts - ROOT))).astype(float)

    return play


def indifference(runs: int, games: int) -> Figures:
    """Test 17: the even number of X, by two stages and by duels spread evenly; slopes that are hardly there."""
    rng = np.random.default_rng(17)
    play = _duels(rng, SLOPE)
    two = [two_stages(play, COUNTS, games) for _ in range(runs)]
    even = np.full(len(COUNTS), games // len(COUNTS))
    one = [even_point(COUNTS, play(COUNTS, even), even) for _ in range(runs)]
    flat = _duels(rng, 0.04)
    few = np.full(len(COUNTS), 10)
    weak = [even_point(COUNTS, flat(COUNTS, few), few) for _ in range(runs)]

    def rmse(found: list) -> float:
        return float(np.sqrt(np.mean([(each.root.value - ROOT) ** 2 for each in found])))

    return {
        "mean root": float(np.mean([found.root.value for found in two])),
        "coverage": float(np.mean([found.root.covers(ROOT) for found in two])),
        "rmse, two stages": rmse(two),
        "rmse, spread evenly": rmse(one),
        "weak slope: coverage": float(np.mean([found.root.covers(ROOT) for found in weak])),
        "weak slope: unbounded": float(np.mean([not found.root.bounded for found in weak])),
        "weak slope: coverage, ends taken for an interval": float(
            np.mean([found.root.low <= ROOT <= found.root.high for found in weak if found.root.kind == "outside"])
        ),
    }
