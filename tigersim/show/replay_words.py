"""What the page of a battle says in words."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tigersim.catalogue.rulebook import rule_entry
from tigersim.catalogue.words import book, rule_words
from tigersim.replay import Luck, Roll, Story
from tigersim.replay.futures import LEAST_RISE
from tigersim.replay.luck import SHOCK

NATIONS = {
    "usa": "US",
    "britain": "GB",
    "ussr": "SU",
    "france": "FR",
    "germany": "DE",
    "italy": "IT",
    "japan": "JP",
    "generic": "–",
}
"""Letters that tell a unit's nation in a list."""
COUNTRIES = {
    "usa": "USA",
    "britain": "Britain",
    "ussr": "USSR",
    "france": "France",
    "germany": "Germany",
    "italy": "Italy",
    "japan": "Japan",
    "generic": "no nation",
}
"""A unit's nation in full."""
ENDINGS = {
    "PT-VP-13": "the deck had run out",
    "PT-VP-16": "the last deck had run out",
    "AMB-23": "{lost} left",
    "PT-VP-17": "the score that was played to had been reached",
    "PT-SCEN-BRIDGE-10": "the fate of the bridge was settled",
}
"""Rule that ended a battle -> why it was over, in words."""
VERBS = {
    "fire": "fires",
    "support": "has support fire",
    "save": "saves",
    "move": "moves",
    "find cover": "looks for cover",
    "close combat": "strikes",
    "recovery": "tests recovery",
    "landing": "lands",
}


def titles(story: Story) -> tuple[str, str]:
    """What the page is called, and how the battle ended."""
    head = f"{story.armies[0]} against {story.armies[1]}"
    if story.outcome is None:
        return head, f"The battle goes on in turn {story.frames[-1].turn}."
    end = story.outcome
    who = "A draw" if end.winner == "draw" else f"A {end.victory} of side {end.winner}"
    turns = f"{end.turns} turn{'s' if end.turns != 1 else ''}"
    return head, f"{who}, {end.vp_a} to {end.vp_b} {end.counted_in} after {turns}: {ending(story)}."


def ending(story: Story) -> str:
    """Why the battle was over, "" while it goes on."""
    if story.outcome is None:
        return ""
    there = {one.side for one in story.frames[-1].view.units if one.alive}
    gone = [side for side in "ab" if side not in there]
    lost = (
        "neither side had a unit" if len(gone) == 2 else f"side {gone[0]} had no unit" if gone else "a side had no unit"
    )
    return ENDINGS[story.outcome.ended_by].format(lost=lost)


def rule_of_ending(story: Story) -> tuple[str, str]:
    """The rule that ended the battle: its ID, and what it says; two empty texts while it goes on."""
    if story.outcome is None:
        return "", ""
    name = story.outcome.ended_by
    return name, rule_words(name) if name in book("rules") else rule_entry(name).title


def roll_words(story: Story, roll: Roll) -> list[str]:
    """A roll in a few lines: who, what was needed and fell, and the chances."""
    names = {one.slot: one.name for one in story.frames[0].view.units}
    at = f" at {names[roll.target]}" if roll.target is not None else ""
    lines = [f"{names[roll.unit]} {VERBS[roll.purpose]}{at}"]
    again = f", with {roll.rerolls} re-roll{'s' if roll.rerolls > 1 else ''}" if roll.rerolls else ""
    chance = f"{percent(roll.chance)} ({roll.chance}){again}"
    if roll.purpose == "save":
        what = "the suppression" if roll.needed == 0 else f"{roll.needed} hit{'s' if roll.needed > 1 else ''}"
        fell = f"{roll.total} success{'es' if roll.total != 1 else ''}"
        lines.append(f"{fell} against {what}: {'stopped' if roll.passed else 'not all stopped'}")
        lines.append(f"Exact chance to stop {what}: {chance}")
    else:
        lines.append(f"{roll.total} against {roll.needed}: {'success' if roll.passed else 'failure'}")
        alone = " (this roll alone)" if roll.purpose in ("fire", "support") else ""
        lines.append(f"Exact chance of {roll.needed} or more{alone}: {chance}")
    if roll.destroys is not None and roll.purpose in ("fire", "support", "save", "close combat"):
        shot = "The whole shot, save included"
        whole = {"fire": shot, "support": shot, "save": "This save", "close combat": "This strike"}
        shocks = f", shocks {100 * (roll.shocks or 0):.2f}%" if roll.purpose != "close combat" else ""
        lines.append(f"{whole[roll.purpose]}: destroys {100 * roll.destroys:.2f}%{shocks}")
    if not roll.dice:
        lines.append("Re-rolled; of these dice only the sum was kept.")
    return lines


def luck_words(luck: Luck, counted: str = "VP") -> str:
    """The side that it favoured, and by how much."""
    if abs(luck.vp) < 0.005:
        return "Luck: as was to be expected"
    return f"Luck: {abs(luck.vp):.2f} {counted} for side {'a' if luck.vp > 0 else 'b'}"


def percent(chance: Fraction) -> str:
    """An exact chance in percent; one that is not sure never reads as if it were."""
    if chance in (0, 1):
        return f"{100 * chance}%"
    return f"{min(max(float(100 * chance), 0.01), 99.99):.2f}%"


def items(story: Story) -> list[dict[str, Any]]:
    """The log, a list of lines for every picture, and what kind of event it is."""
    log = []
    for place, frame in enumerate(story.frames):
        lines = list(frame.lines) or ["The table, before anybody deploys."]
        luck = "" if frame.luck is None or abs(frame.luck.vp) < 0.005 else f"{frame.luck.vp:+.2f}"
        log.append({"frame": place, "lines": lines, "turn": any("--- turn" in line for line in lines), "luck": luck})
    return log


def turns(story: Story) -> list[dict[str, Any]]:
    """A row for each turn: score and prospects at its start, luck in it."""
    rows = []
    for now, then in zip(story.prospects, [*story.prospects[1:], None], strict=True):
        view = story.frames[now.frame].view
        end = len(story.frames) if then is None else then.frame
        luck = sum(one.luck.vp for one in story.frames[now.frame : end] if one.luck is not None)
        rows.append(
            {
                "name": "end" if now.futures == 0 else "deployment" if now.turn == 0 else f"turn {now.turn}",
                "frame": now.frame,
                "decided": now.futures > 0 and now.turn == story.decided,
                "score": f"{view.sides[0].vp} : {view.sides[1].vp}",
                "win": f"{100 * now.win:.0f}%",
                "range": "" if now.futures == 0 else f"{100 * now.low:.1f}–{100 * now.high:.1f}",
                "margin": f"{now.margin:+.1f}",
                "luck": "" if now.futures == 0 else f"{luck:+.2f}",
            }
        )
    return rows


def played_by(story: Story) -> list[str]:
    """Who plays side a and side b, and whether two players share the side."""
    sides = zip(story.players, story.frames[0].view.sides, strict=True)
    return [f"played by {who}{', two players' if side.others else ''}" for who, side in sides]


def facts(story: Story) -> list[tuple[str, str]]:
    """What the battle was, and what the page rests on."""
    table = story.table
    sides = zip("ab", story.armies, played_by(story), strict=True)
    seats = [f"side {side}: {army}, {who}" for side, army, who in sides]
    read = ", ".join(f"{switch}={option}" for switch, option in story.rulings.items())
    futures = story.prospects[0].futures
    rule, says = rule_of_ending(story)
    ended = [("The end", f"{ending(story)}; the rule is {rule}: {says}")] if rule else []
    return [
        *ended,
        ("Armies", "; ".join(seats)),
        ("Table", f"{table.family} table {table.number} of seed {table.seed}, {table.width} x {table.depth} inches"),
        ("Battle", f"number {story.number} of seed {table.seed}, {story.ruleset}{f' ({read})' if read else ''}"),
        (
            "Chance to win",
            f"from the start of every turn {futures:,} futures were played, the face-down cards dealt anew and other "
            f"dice thrown, by {story.play_on[0]} (side a) and {story.play_on[1]} (side b); a draw counts half; the "
            "intervals are 95%",
        ),
        (
            "The turn that decided",
            "the one in which the winner's chance to win rose most (of a draw, changed most), if that was by "
            f"{100 * LEAST_RISE:.0f} points of 100 at least; a battle that goes one way little by little has none",
        ),
        (
            "Luck",
            "what a shot with its save, a strike or a recovery test brought minus what the exact chances promised, in "
            f"{story.counted_in} for side a; a shock counts {SHOCK} of the unit's cost; how many cards were drawn, "
            "and which, is not in it",
        ),
        (
            "Line of sight",
            "from centre to centre past terrain and wrecks, as the rules of this battle say; spotters are not counted",
        ),
    ]
