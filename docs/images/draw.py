"""Draws the pictures of the pages: ``python docs/images/draw.py results/006_what_every_unit_is_worth``.

The picture of traits is of that run, that of prices of the list that has settled; the others are odds and battles of
two armies.
"""

from __future__ import annotations

import sys
from pathlib import Path

import tigersim as ts
from tigersim.catalogue.lists import SETTLED
from tigersim.lab.survival import survival
from tigersim.pricing import Prices
from tigersim.pricing.report.findings import Findings
from tigersim.show import plots

PANEL = ("M4 Sherman", "T-34c", "Panzer IV (mid)", "Panther A", "Tiger I", "M8 Greyhound", "Regulars [usa]")
ARMIES = ("3 x T-34c, KV-1", "3 x Panzer IV (mid), Tiger I")

if __name__ == "__main__":
    prices = Prices.load(sys.argv[1])
    here = Path(__file__).resolve().parent
    drawn = {
        "prices": plots.list_plot(Findings.load(SETTLED), top=15),
        "traits": plots.trait_plot(prices),
        "panel": plots.shot_matrix(ts.odds.shot_matrix(PANEL, PANEL)),
        "survival": plots.survival_plot(survival(ARMIES, players=("tactician", "tactician"))),
    }
    for name, ax in drawn.items():
        ax.get_figure(root=True).savefig(here / f"{name}.png")
