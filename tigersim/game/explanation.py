"""Why a decision was taken: what was weighed at it, the best first.

What a player weighs is asked on copies, so a battle is the same to the last die whether it is explained or not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tigersim.core import enums, layout
from tigersim.core.asking import decider
from tigersim.core.compile.jit import as_written
from tigersim.core.decisions import actions
from tigersim.core.play import kernels
from tigersim.core.play.compiled_players import EXPLAINERS, PLAYERS, POLICIES
from tigersim.errors import InvalidValue
from tigersim.game.action import Action
from tigersim.game.records import policy_number

SHOWN = 3
"""So many of the best options stand in a log."""
NOTES = POLICIES.index(EXPLAINERS[0])
"""The player that weighs all units once a turn, when cards are assigned; the others that explain use its notes."""


@dataclass(frozen=True)
class Option:
    """One way to decide, in words, and what a player thinks it is worth, VP.

    ``chosen``: what was done, in an ``Explanation``; what the player would do, in ``Battle.explain``.
    """

    action: Action
    words: str
    worth: float
    chosen: bool


@dataclass(frozen=True)
class Explanation:
    """A decision that was taken, and what its options are worth to a player who weighs them.

    ``number``: decisions taken before it, so that ``Battle.play_to(number)`` leads there.  ``line``: it belongs before
    this line of ``Battle.log()``, the first being 0; if that is the length of the log, after the last.  ``player``: who
    decided, by name or class, "" if the action was pushed; ``by``: whose values these are.  ``options``: what ``by``
    would choose first, then the others from the best down.  ``chosen``: what was done, in words; where ``by`` did not
    weigh it, no option is marked as chosen.
    """

    number: int
    line: int
    turn: int
    side: str
    decision: str
    player: str
    by: str
    options: tuple[Option, ...]
    chosen: str

    @property
    def agreed(self) -> bool:
        """Whether what was done is what ``by`` would have done."""
        return self.options[0].chosen

    def to_dict(self) -> dict[str, Any]:
        """All of it as plain values; an option has action (its text), words, worth (VP) and chosen."""
        return {**asdict(self), "options": [{**vars(one), "action": str(one.action)} for one in self.options]}


def check_explain(explain: bool | str) -> None:
    """Raises ``PlayerNotFound``, and ``InvalidValue`` for a player that does not weigh."""
    if isinstance(explain, str):
        policy_number(explain)
        if explain not in EXPLAINERS:
            raise InvalidValue("player", explain, " or ".join(EXPLAINERS))
    elif not isinstance(explain, bool):
        raise InvalidValue("explain", explain, f"True, False, {' or '.join(EXPLAINERS)}")


def explainer(explain: bool | str, player: str) -> str:
    """Whose values explain what ``player`` decides: a named one's, its own, or the tactician's."""
    if isinstance(explain, str):
        return explain
    return player if player in EXPLAINERS else EXPLAINERS[0]


def kernel_for(player: str, kind: str) -> str:
    """The kernel that tells what a player weighs: the battle's if it plays it, else its own."""
    return kind if player in kernels.KINDS[kind].players else kernels.kind_of([player])


def kernels_wanted(explain: bool | str, players: Sequence[str]) -> list[str]:
    """The explainers of a battle of compiled players that need a kernel of their own."""
    if explain is False:
        return []
    kind = kernels.kind_of(players)
    return sorted({by for player in players if kernel_for(by := explainer(explain, player), kind) != kind})


def weighed(
    record: Any, table: Any, work: Any, kind: str, player: str, notes: Sequence[bool | None]
) -> tuple[int, dict[int, float]]:
    """What a player weighs at the decision of a battle that goes on.

    ``kind``: the kernel, see ``kernel_for``.  ``notes``: for each seat, whether the notes in its record are those of a
    tactician or a planner, which need them; None where nobody sits.  Returns the code that it would choose, and code ->
    worth, VP, of what it weighs and is legal: its choice, then the others from the best down.
    """
    b, w = layout.copied(record), layout.copied(work)
    decision, asked, subject, speaker = (int(b[0][name]) for name in ("ask", "asked", "subject", "speaker"))
    who = seat_of(b)
    for seat in b[0].player:
        seat.policy, seat.by_the_book = NOTES, PLAYERS[NOTES].by_the_book
    with as_written():
        for seat, kept in enumerate(notes):
            if kept is None:
                continue
            late = seat == who and b[0].player[seat].thought != b[0].turn
            if b[0].turn > 0 and (late or not kept):
                # another player's notes are in units of its own; who weighs writes its own when it assigns a card
                b[0].player[seat].thought = 0
                if seat == who and decision == enums.ASSIGN:
                    continue
                b[0].ask, b[0].asked, b[0].subject, b[0].speaker = enums.ASSIGN, seat & 1, enums.NOBODY, seat
                kernels.choose(kind, b, table, w)
        b[0].ask, b[0].asked, b[0].subject, b[0].speaker = decision, asked, subject, speaker
        for seat in b[0].player:
            seat.policy = POLICIES.index(player)
        w[0].explaining, w[0].options = 1, 0
        chosen = kernels.choose(kind, b, table, w)
        n = int(w[0].options)
        worths = dict(zip(w[0].option[:n].tolist(), w[0].option_worth[:n].tolist(), strict=True))
        legal = set(w[0].actions[: actions.legal_actions(b, table, w)].tolist()) if n else set()
    ranked = sorted((code for code in worths if code in legal), key=lambda code: (code != chosen, -worths[code]))
    return chosen, {code: worths[code] for code in ranked}


def seat_of(record: Any) -> int:
    """The seat of the player who decides in a battle (``core.commanders``)."""
    return int(getattr(decider, "py_func", decider)(record))


def add_reasons(lines: Sequence[str], explanations: Iterable[Explanation]) -> list[str]:
    """The lines of a log with every explanation in its place."""
    told: list[str] = []
    done = 0
    for one in explanations:
        told += [*lines[done : one.line], *in_lines(one)]
        done = max(done, one.line)
    return [*told, *lines[done:]]


def in_lines(one: Explanation) -> list[str]:
    """An explanation as lines of a log: the best options, and what was chosen."""
    whose = f"the {one.by}'s values" if one.by == one.player else f"the {one.by}'s opinion"
    heading = f"? decision {one.number}, side {one.side}, {one.decision}; {whose}:"
    ranked = list(enumerate(one.options, 1))
    shown = [(place, option) for place, option in ranked if place <= SHOWN or option.chosen]
    marks = {True: ">", False: " "}
    lines = [f"? {marks[one.chosen]} {place:2}. {_vp(one.worth)}  {one.words}" for place, one in shown]
    if not any(option.chosen for option in one.options):
        lines.append(f"? >  not weighed:  {one.chosen}")
    if len(shown) < len(ranked):
        lines.append(f"?       and {len(ranked) - len(shown)} more")
    return [heading, *lines]


def _vp(worth: float) -> str:
    """Victory points to the hundredth; never minus zero."""
    return f"{round(worth, 2) + 0.0:6.2f} VP"
