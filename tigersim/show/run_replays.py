"""Battles of a price list to watch on its page, played again from its provenance."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tigersim.catalogue.rulesets import RuleSet
from tigersim.catalogue.units import all_units
from tigersim.errors import InvalidValue, RunError, UnitNotFound
from tigersim.show.tables.cells import whole_percent
from tigersim.version import RULES_VERSION

if TYPE_CHECKING:
    from tigersim.lab import Design
    from tigersim.pricing import Prices
    from tigersim.replay import Story

MOST = 24
"""Replays on one page; each adds some hundred kB to it."""

NEEDED = (
    *("rules_version", "seed", "scenario", "family", "markers", "target_score", "players", "ruleset", "edition"),
    *("switches", "sizes", "jitter", "tables", "profiles", "battles"),
)
"""What a provenance must say for its battles to be played again (``Design.of_provenance``)."""
Progress = Callable[[int, int], None]
"""Called with futures played and futures in all."""


@dataclass(frozen=True)
class Watched:
    """A battle on the page."""

    said: str
    """How it ended and what decided it."""
    title: str
    html: str
    """The page that plays it."""


def design_of(prices: Prices, title: str) -> Design:
    """The design whose battles a price list rests on.

    Raises ``RunError``, naming the list ``title``, where this version cannot play those battles again.
    """
    from tigersim.lab.design import Design  # loads the engine, which pages without battles do without

    about = prices.provenance
    refused = f"{title}: its battles cannot be shown"
    if "seeds" in about:
        raise RunError(f"{refused}: it was merged from several runs; report one of those")
    missing = [name for name in NEEDED if name not in about]
    if missing:
        raise RunError(f"{refused}: its provenance does not say {missing[0]}, as that of lists of this version does")
    if about.get("repriced"):
        raise RunError(f"{refused}: they were paid by prices of their own, and single battles by the printed costs")
    if about.get("believed"):
        raise RunError(f"{refused}: their players went by a list of their own, and in single battles by printed costs")
    if about.get("readings"):
        raise RunError(f"{refused}: their readings of the rules were drawn at random")
    if about["rules_version"] != RULES_VERSION:
        played = about["rules_version"]
        raise RunError(f"{refused}: they were of rules version {played}, this is {RULES_VERSION}; play the list anew")
    rules = {"name": about["ruleset"], "edition": about["edition"], "switches": about["switches"]}
    settings = {**about, "ruleset": rules, "units": prices.detail["key"].tolist()}
    try:
        design = Design.of_provenance(settings, all_units(ruleset=RuleSet.from_dict(rules)))
    except UnitNotFound as error:
        raise RunError(f"{refused}: the catalogue does not have all of its units: {error}") from None
    today = design.provenance()
    if today.get("ahead_version", 1) != about.get("ahead_version", 1):
        raise RunError(f"{refused}: players that look ahead decide otherwise today; play the list anew")
    if today["profiles"] != about["profiles"]:
        raise RunError(f"{refused}: the catalogue has other numbers for its units; play the list anew")
    return design


def check(prices: Prices, title: str, replays: int) -> Design:
    """The design of so many battles.

    Raises ``InvalidValue`` for a number of replays, and what ``design_of`` raises.
    """
    from tigersim.lab.single import check_single

    design = design_of(prices, title)
    check_single(design)
    most = min(MOST, int(prices.provenance["battles"]))
    if not 1 <= replays <= most:
        raise InvalidValue("replays", replays, f"1 to {most}")
    return design


def watched(
    prices: Prices, title: str, replays: int, futures: int | None = None, progress: Progress | None = None
) -> tuple[Watched, ...]:
    """The first battles of a price list; ``futures`` as in ``show.replay.replay``.

    Raises what ``check`` raises.
    """
    return tuple(_watched(check(prices, title, replays), replays, futures, progress))


def _watched(design: Design, replays: int, futures: int | None, progress: Progress | None) -> Iterator[Watched]:
    from tigersim.lab.single import single_battle
    from tigersim.replay import FUTURES
    from tigersim.show.replay import replay

    played = FUTURES if futures is None else futures
    for number in range(replays):

        def report_done(done: int, total: int, before: int = number) -> None:
            """Battles differ in turns and so in futures: each counts alike."""
            if progress is not None:
                progress(before * played + done * played // total, replays * played)

        made = replay(single_battle(design, number), played, report_done)
        yield Watched(sentence(made.story), f"Replay of battle {number}", made.html)


def sentence(story: Story) -> str:
    """Who won, and the turn that decided it, if one did."""
    from tigersim.replay.futures import LEAST_RISE

    end = story.outcome
    assert end is not None, "the battle is over"
    turns = f"{end.turns} turn{'s' if end.turns != 1 else ''}"
    head = f"Battle {story.number}: "
    if end.winner == "draw":
        head += f"a draw, {end.vp_a} to {end.vp_b} {end.counted_in} after {turns}"
    else:
        most, least = max(end.vp_a, end.vp_b), min(end.vp_a, end.vp_b)
        head += f"side {end.winner} won by {most} to {least} {end.counted_in} after {turns}"
    whose = "the chance of side a" if end.winner == "draw" else "its chance"
    chances = [one.win if end.winner != "b" else 1 - one.win for one in story.prospects]
    if story.decided is None:
        start, least_rise = whole_percent(chances[0]), whole_percent(LEAST_RISE)
        moved = "moved" if end.winner == "draw" else "rose"
        chance = f"{whose} to win was {start}% at the start and never {moved} by {least_rise}% in a turn"
        return f"{head}; no turn decided it: {chance}."
    turn = next(k for k, one in enumerate(story.prospects) if one.turn == story.decided)
    when = "the deployment" if story.decided == 0 else f"turn {story.decided}"
    rise = f"from {whole_percent(chances[turn])}% to {whole_percent(chances[turn + 1])}%"
    return f"{head}; {when} decided, when {whose} to win went {rise}."
