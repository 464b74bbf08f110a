"""Rows, marks and texts read off pictures, and small made-up studies: take it for what is drawn."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd

from tigersim.pricing.report.findings import Findings

ABOUT = {"battles": 5000, "players": ["tactician", "heuristic"], "ruleset": {"name": "paper_tigers_2"}, "seed": 77}


def rows(ax: Any) -> list[str]:
    """Names of the rows, the lowest first."""
    return [tick.get_text() for tick in ax.get_yticklabels()]


def marks(ax: Any) -> dict[str, list[tuple[float, float]]]:
    """Label of marks with intervals -> where they stand."""
    return {str(bars.get_label()): [tuple(xy) for xy in bars.lines[0].get_xydata()] for bars in ax.containers}


def spans(ax: Any, label: str) -> list[list[list[float]]]:
    """The intervals of the marks of this label, each from one end to the other."""
    (bars,) = [bars for bars in ax.containers if bars.get_label() == label]
    return [segment.tolist() for segment in bars.lines[2][0].get_segments()]


def texts(ax: Any) -> list[str]:
    return [text.get_text() for text in ax.texts]


def below(ax: Any) -> str:
    """The label below as one line."""
    return " ".join(ax.get_xlabel().split())


def prices() -> Any:
    """Three units with known deltas: 1.5 too cheap, fair, 0.8 too dear; with prices and ranges."""
    table = pd.DataFrame(
        {
            "nation": ["usa", "ussr", "japan"],
            "name": ["Stuart", "KV", "Marines"],
            "cost": [5, 4, 1],
            "delta": [0.1, -0.8, 1.5],
            "delta_low": [-0.1, -1.1, 1.2],
            "delta_high": [0.3, -0.5, 1.8],
            "price": [5.4, 3.2, 2.6],
            "price_low": [5.2, 3.0, 2.5],
            "price_high": [5.6, 3.4, 2.7],
            "range_low": [5.0, 2.0, 2.5],
            "range_high": [6.5, 3.5, 3.0],
            "verdict": ["FAIR", "UNDETERMINED", "BARGAIN"],
        }
    )
    traits = pd.DataFrame(
        {
            "trait": ["fast", "rivets"],
            "printed": [1, -1],
            "worth": [0.4, -2.0],
            "low": [0.2, -2.5],
            "high": [0.6, -1.5],
            "units": [6, 18],
        }
    )
    about = {"conditions_in_range": ["the list itself", "rivers", "villages"]}
    summary = "300 battles, players tactician against heuristic, ruleset paper_tigers_2, seed 77"
    detail = pd.DataFrame({"key": ["Stuart [usa]", "KV [ussr]", "Marines [japan]"]})
    more = {"detail": detail, "replays": pd.DataFrame()}
    return SimpleNamespace(table=table, traits=traits, provenance=about, summary=summary, **more)


def ladder() -> Any:
    """Three players with known strengths; the heuristic fixes the scale, and the two others have not met."""
    elo = pd.DataFrame(
        {
            "player": ["tactician", "heuristic", "uniform"],
            "elo": [1200.0, 1000.0, 310.4],
            "low": [1150.0, 1000.0, 250.0],
            "high": [1250.0, 1000.0, 370.0],
            "battles": [800, 8800, 8000],
        }
    )
    matches = pd.DataFrame(
        {
            "first": ["heuristic", "tactician"],
            "second": ["uniform", "heuristic"],
            "score": [0.99, 0.7],
            "score_low": [0.985, 0.66],
            "score_high": [0.996, 0.74],
        }
    )
    families = pd.concat([matches.assign(family="open"), matches.assign(family="river", score=[0.5, 1.0])])
    summary = "8,800 battles in mirrored pairs, players uniform, heuristic, ruleset paper_tigers_2, seed 77"
    return SimpleNamespace(elo=elo, matches=matches, families=families, summary=summary)


def tuning() -> Any:
    """A search of two generations that moved one weight up and one down."""
    return SimpleNamespace(
        player="heuristic",
        search=pd.DataFrame({"generation": [1, 2], "mean_score": [0.45, 0.5], "best_score": [0.5, 0.6]}),
        changes=lambda: pd.DataFrame(
            {"weight": ["seen_by", "far_off"], "start": [0.15, 0.08], "found": [0.3, 0.02], "steps": [3.3, -2.0]}
        ),
        summary="2 generations of 14 candidates, 300 battles each, ruleset paper_tigers_2, seed 77",
        verdict="The new weights beat the start weights: 55.0% [53.0, 57.0].",
    )


def findings(kind: str) -> Findings:
    """A small study of a kind."""
    tables, about = STUDIES[kind]
    return Findings(
        kind, ("What was found.", "5,000 battles, ruleset paper_tigers_2, seed 77"), tables, (), {**ABOUT, **about}
    )


STUDIES: dict[str, tuple[dict[str, pd.DataFrame], dict[str, Any]]] = {
    "traits": (
        {
            "traits": prices().traits.assign(classes=[2, 1]),
            "cells": pd.DataFrame({"trait": ["rivets", "fast", "fast"], "worth": [-2.0, 0.1, 0.7]}),
        },
        {},
    ),
    "equilibrium": (
        {
            "list": prices().table[["nation", "name", "cost", "price", "price_low", "price_high"]],
            "rounds": pd.DataFrame({"round": [0, 1], "battles": [2000, 1000]}),
        },
        {},
    ),
    "list": (
        {
            "proofs": pd.DataFrame(
                {
                    "scale": [1, 1, 10, 10],
                    "army_rules": ["three_of_a_kind"] * 4,
                    "budget": [27.0, 54.0] * 2,
                    "p_win": [0.64, 0.66, 0.54, 0.55],
                    "p_low": [0.62, 0.64, 0.52, 0.53],
                    "p_high": [0.66, 0.68, 0.56, 0.57],
                }
            ),
        },
        {},
    ),
    "armies": (
        {
            "tenths": pd.DataFrame(
                {
                    "kind": ["all", "all", "one class"],
                    "tenth": [1, 2, 1],
                    "pairs": [40, 40, 10],
                    "forecast": [30.0, 70.0, 40.0],
                    "came": [31.0, 68.0, 44.0],
                    "bias": [-1.0, 2.0, -4.0],
                    "low": [-3.0, 0.0, -8.0],
                    "high": [1.0, 4.0, 0.0],
                }
            ),
        },
        {},
    ),
    "validation": (
        {
            "calibration": pd.DataFrame(
                {
                    "forecast": [0.2, 0.8, 0.5],
                    "came": [0.25, 0.75, 0.5],
                    "battles": [400, 400, 400],
                    "forecast_by": ["the worths", "the worths", "the printed costs"],
                }
            ),
            "forecasts": pd.DataFrame(
                {"forecast": ["the worths", "the printed costs", "a perfect one"], "brier": [0.2, 0.25, 0.2]}
            ),
            "matched": pd.DataFrame(
                {
                    "list": ["printed", "revised"],
                    "points": [20.0, 3.0],
                    "points_low": [19.0, 2.5],
                    "points_high": [21.0, 3.5],
                    "pairs": [500, 500],
                }
            ),
            "counters": pd.DataFrame(
                {"first": ["light_spg"], "against": ["spg"], "logits": [1.0], "p_first_wins": [0.75]}
            ),
        },
        {
            "replicates": {"pairs": 30, "battles": 40},
            "circles": {"price": 30.0, "battles": 400},
            "pairs": {"matches": 200},
        },
    ),
    "exploit": (
        {
            "exploits": pd.DataFrame(
                {
                    "list": ["printed", "printed", "results/007_settled"],
                    "copies": [3, 3, 3],
                    "p_win": [0.97, 0.99, 0.58],
                    "p_low": [0.96, 0.98, 0.55],
                    "p_high": [0.98, 0.995, 0.61],
                    "battles": [2000, 2000, 2000],
                    "army": ["2 x KV-1", "3 x M7 Priest", "KV-1, Jeep"],
                }
            )
        },
        {"market": {"budget": 27}, "patch": {"bar": 0.55}},
    ),
    "rulings": (
        {
            "moved": pd.DataFrame(
                {
                    "id": ["AMB-52", "AMB-999"],
                    "switch": ["spg_base_armor", "of_another_version"],
                    "option": ["one_die", "other_way"],
                    "unit": ["KV [ussr]", "Jeep [usa]"],
                    "effect": [1.0, -4.0],
                    "low": [0.6, -5.0],
                    "high": [1.4, -3.0],
                }
            )
        },
        {},
    ),
    "duels": (
        {
            "duels": pd.DataFrame(
                {
                    "x": ["Sherman", "Sherman", "Jeep", "KV"],
                    "y": ["Tiger", "Tiger", "KV", "Jeep"],
                    "against": [1, 1, 2, 1],
                    "distance": [10, 20, 10, 10],
                    "cover": ["none", "none", "wood", "none"],
                    "in_cover": ["", "", "y", ""],
                    "even": [2.0, 2.0, np.nan, np.nan],
                    "low": [1.9, 1.9, 8.0, 0.0],
                    "high": [2.1, 2.1, np.inf, 1.0],
                    "vp_x": [10.0, 10.0, np.nan, np.nan],
                    "vp_x_low": [9.5, 9.5, 16.0, 0.0],
                    "vp_x_high": [10.5, 10.5, np.inf, 4.0],
                    "vp_y": [4, 4, 8, 2],
                    "games": [1000, 1000, 1000, 1000],
                }
            )
        },
        {"counts": [1, 2, 3, 4, 5, 6, 7, 8], "skirmishes": [ABOUT]},
    ),
}
"""Kind of study -> tables, and what its provenance has besides ``ABOUT``."""
