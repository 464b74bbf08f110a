"""Draws the pictures of the pages: ``python docs/images/draw.py results/006_what_every_unit_is_worth``."""

from __future__ import annotations

import sys
from pathlib import Path

from tigersim.pricing import Prices
from tigersim.show import plots

if __name__ == "__main__":
    prices = Prices.load(sys.argv[1])
    here = Path(__file__).resolve().parent
    plots.price_plot(prices, top=15).figure.savefig(here / "prices.png")
    plots.trait_plot(prices).figure.savefig(here / "traits.png")
