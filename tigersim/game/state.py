"""What the record of a battle says, for people: phases, sides, names, views, words."""

from functools import cached_property
from typing import Any

import numpy as np

from tigersim.catalogue.rulesets import RuleSet
from tigersim.catalogue.units import Unit
from tigersim.core import enums
from tigersim.core.decisions import DECISION_NAMES
from tigersim.core.demolition import CHARGE
from tigersim.core.enums import SIDES
from tigersim.errors import InvalidValue
from tigersim.game.action import Action, in_words
from tigersim.game.explanation import seat_of
from tigersim.game.restrictions import Forbidden, names_of
from tigersim.game.seen import view_of
from tigersim.game.tabletop import Table
from tigersim.game.terms import Terms
from tigersim.game.view import View


class BattleState:
    """The side of ``Battle`` that only reads; its fields are described there."""

    record: Any
    ground: Table
    units: tuple[Unit, ...]
    terms: Terms
    commanders: tuple[int, int]

    @property
    def ruleset(self) -> RuleSet:
        """The reading of the rules that it is played by."""
        return self.terms.ruleset

    @property
    def is_over(self) -> bool:
        return bool(self.record[0].over)

    @property
    def turn(self) -> int:
        return int(self.record[0].turn)

    @property
    def decks_in_play(self) -> int:
        """1 deck for all players, or 2, one for each side (PT-MULTI-03)."""
        return 1 + int(self.record[0].own_decks)

    @property
    def decision(self) -> str:
        """What the battle waits for: "deploy", "assign", "nominate", "order", ... or "nothing"."""
        return DECISION_NAMES[int(self.record[0].ask)]

    @property
    def to_decide(self) -> str:
        """The side that decides, "a" or "b"."""
        return SIDES[self.record[0].asked]

    @property
    def commander(self) -> int:
        """Which of the players of that side decides: 1, or 2 where it has two."""
        return 1 + seat_of(self.record) // 2

    @property
    def forbidden(self) -> Forbidden:
        """What side a and side b never do."""
        first, second = (names_of(int(player.forbidden)) for player in self.record[0].player[:2])
        return first, second

    def unit_name(self, slot: int) -> str:
        """Name of the unit in a slot with its side and place in its army: "a1 M4 Sherman"."""
        return self._names[slot]

    @cached_property
    def _names(self) -> tuple[str, ...]:
        """Name of the unit in each slot, "" = none."""
        unit = self.record[0].unit
        places = (f"{side}{k}" for side in SIDES for k in range(1, enums.MAX_UNITS + 1))
        return tuple(
            f"{place} {self.units[kind].name}" if kind >= 0 else "the charge" if due == CHARGE else ""
            for place, kind, due in zip(places, unit["kind"].tolist(), unit["due"].tolist(), strict=True)
        )

    def view(self, side: str | None = None, commander: int | None = None) -> View:
        """What the player of a side, "a" or "b", may see now (default: of the side that decides).

        commander: which of its players, where it has two (default: the one who decides, else the first).
        Raises ``InvalidValue`` for any other side or player.
        """
        viewer = self.to_decide if side is None else side
        if viewer not in SIDES:
            raise InvalidValue("side", side, '"a" or "b"')
        if commander is None:
            commander = self.commander if viewer == self.to_decide else 1
        place = SIDES.index(viewer)
        if not 1 <= commander <= self.commanders[place]:
            raise InvalidValue("commander", commander, f"1 to {self.commanders[place]}, the players of side {viewer}")
        seat = place + 2 * (commander - 1)
        return view_of(self.record[0], self.ground, self._names, self.units, self.ruleset, seat)

    def describe(self, action: Action) -> str:
        """An action in words."""
        (phase, ask, flames), width = self._for_words, self.ground.width
        nominating, decision = bool(phase[0] == enums.PHASE_NOMINATE), DECISION_NAMES[ask[0]]
        return in_words(action, self.unit_name, width, nominating, flames.__getitem__, decision)

    @cached_property
    def _for_words(self) -> tuple[Any, Any, Any]:
        """Plain views of phase, decision and weapons: quicker than records, for many actions."""
        plain = np.asarray(self.record)
        return plain["phase"], plain["ask"], plain["unit"]["profile"]["flame"][0]

    def __str__(self) -> str:
        """A map: terrain, units (a1, b2, ...), and the score."""
        return str(self.view())

    def __repr__(self) -> str:
        """Turn, score and what the battle waits for."""
        return f"<{type(self).__name__}: {str(self).splitlines()[0]}>"
