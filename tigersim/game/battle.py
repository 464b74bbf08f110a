"""One battle, decision by decision: its start, its play, its log, its position."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack, cast

import numpy as np
import numpy.typing as npt

from tigersim.catalogue.army_text import ArmyGiven
from tigersim.catalogue.price_lists import check_units
from tigersim.catalogue.scenarios import Scenario
from tigersim.catalogue.units import Unit, UnitsGiven, listed_units
from tigersim.core import enums, layout
from tigersim.core.compile.jit import as_written
from tigersim.core.decisions import actions
from tigersim.core.enums import SIDES
from tigersim.core.muster import turn_unit_cards
from tigersim.core.play import engine, kernels
from tigersim.core.play.compiled_players import DEFAULT_PLAYERS, EXPLAINERS, PLAYERS, POLICIES
from tigersim.errors import InvalidValue
from tigersim.game import position
from tigersim.game.action import Action
from tigersim.game.armies import (
    Allowance,
    DrawnArmies,
    allowance,
    check_armies,
    check_landing_units,
    side_from_the_sea,
)
from tigersim.game.explanation import (
    Explanation,
    Option,
    add_reasons,
    check_explain,
    explainer,
    kernel_for,
    seat_of,
    weighed,
)
from tigersim.game.narration import narrate
from tigersim.game.outcome import Outcome, outcome_of
from tigersim.game.player import AnyPlayer, Chooser, Side, answer, begin, is_player, kind_of, player_name, seated
from tigersim.game.position import Beginning, Decision, History
from tigersim.game.records import (
    SEEDS,
    army_slots,
    check_players,
    check_seed,
    policy_number,
    profile_records,
    workbench,
)
from tigersim.game.scenario import compensated
from tigersim.game.seats import PARTS, groups_of, parts_of, seats_for
from tigersim.game.state import BattleState
from tigersim.game.tabletop import Table
from tigersim.game.terms import TermOptions, Terms
from tigersim.given import is_whole, truth_value
from tigersim.registry import draw

if TYPE_CHECKING:
    from tigersim.show.replay import Replay


class StartOptions(TermOptions, total=False):
    """The options of ``Terms``, and ``units``: where names are looked up."""

    units: UnitsGiven | None


SHOWN = 6
"""So many legal actions are named where one is refused."""


class Battle(BattleState):
    """A battle at one of its decisions, or at its end.

    ``record`` is the core's BATTLE record (length 1), ``table`` its TABLE record, ``ground`` the same for people.
    ``taken``: the codes of the decisions so far; ``explanations`` are those of a battle that is explained, in order.
    ``allowance``: in a scenario in which the defender begins with a marker, how much more the attacker's army may cost.
    Battles with the same arguments are the same to the last die.
    """

    def __init__(
        self,
        record: Any,
        ground: Table,
        units: tuple[Unit, ...],
        terms: Terms,
        players: tuple[Side, Side],
        work: Any,
        commanders: tuple[int, int] = (1, 1),
    ) -> None:
        self.record = record
        self.ground = ground
        self.table = ground.record
        self.units = units
        self.terms = terms
        self.players = players
        self.history = History(players)
        self.explanations: list[Explanation] = []
        self.allowance: Allowance | None = None
        self._began = Beginning((), 0, 0, 0)
        self._explain: bool | str = False
        self.commanders = commanders
        self.seated = seated(players, commanders)
        self._begun: list[AnyPlayer | None] = [None] * len(self.seated)
        self._first = record
        self._kind = kind_of(self.seated)
        self._work = work

    @classmethod
    def start(
        cls,
        armies: Sequence[ArmyGiven],
        terms: Terms | None = None,
        *,
        seed: int = 1,
        number: int = 0,
        table: int = 0,
        players: tuple[Side, Side] = DEFAULT_PLAYERS,
        logged: bool = True,
        explain: bool | str = False,
        **options: Unpack[StartOptions],
    ) -> Battle:
        """Set up a battle and carry it to its first decision.

        armies: two texts such as "3 x M4 Sherman, Jeep [usa]", or two lists of units or of their names.  "3 x T-34c &
        KV-1" are two battlegroups, one for each of two players (PT-MULTI-01); with ``commanders`` they take the units
        in turn.
        terms: what it is played by, ``Terms``; its options may be given here by name instead, or laid over it.
        seed: the experiment, from which all chance follows.
        number: which battle of the experiment.
        table: which table of the experiment.
        players: for each side the name of a compiled player, or one written in Python (see ``play``), or a pair of them
        where the side has two.
        logged: whether events are kept for ``log``.
        explain: whether ``explanations`` keeps what the options of every decision are worth, VP, in the eyes of the
        player that decides if it is a tactician or a planner, else of a tactician; or the name of one of the two.
        units (an option): where names are looked up, by default the catalogue; or a CSV file of your own units.

        The side with flamethrowers attacks (PT-FORT-04).  On the family "beach" one army has to come over the sea, and
        the one that can attacks.  Where forces are drawn from unit cards (``dummies``, ``removed``), which one it is
        follows from seed and number.  Raises ``UnitNotFound``, ``PlayerNotFound`` and what ``Terms`` raises.
        """
        check_armies_first(armies)
        known = options.pop("units", None)
        terms = Terms.of(terms, **options)  # type: ignore[misc]
        plan, rules = terms.scenario, terms.ruleset
        check_seed(seed)
        check_explain(explain)
        truth_value("logged", logged)
        if not (is_whole(number, 0, SEEDS - 1) and is_whole(table, 0, SEEDS - 1)):
            raise InvalidValue("number, table", (number, table), "whole numbers from 0 to 2^62 - 1")
        seed, number, table = int(seed), int(number), int(table)
        known = listed_units(known)
        groups = groups_of(armies, known)
        check_units(terms.price_list, known)
        blank, gone = parts_of(terms.dummies, "dummies"), parts_of(terms.removed, "removed")
        seats = seats_for(groups, terms.commanders, terms.decks, terms.solo, any(blank + gone), rules)
        chosen = [[unit for group in side for unit in group] for side in groups]
        check_armies(plan, chosen, rules)
        kinds: list[Unit] = list(dict.fromkeys([*chosen[0], *chosen[1]]))
        slots = np.stack([army_slots([kinds.index(unit) for unit in army]) for army in chosen])
        if any(blank + gone):
            with as_written():
                turn_unit_cards(seed, number, np.array(blank), np.array(gone), PARTS, slots[np.newaxis])
        terms.check_flamethrowers(chosen)
        seated(players, seats.commanders)  # before a table is made
        record = terms.record((POLICIES[0], POLICIES[0]), seats)
        if not isinstance(armies, DrawnArmies):  # drawn ones may have nothing to land
            check_landing_units(chosen, terms.landing, rules)
        ground = _ground(terms.of_table, seed, table)
        battle = cls(record, ground, tuple(kinds), terms, players, workbench(rules), seats.commanders)
        battle._began = Beginning(groups, seed, number, table)
        battle._seat(players)
        battle._explain = explain
        if marker_vp := compensated(plan):
            battle.allowance = allowance(marker_vp, chosen[0], chosen[1], rules, terms.price_list)
        battle._work[0].logging = int(logged)
        forces = (profile_records(kinds, rules, terms.price_list), slots)
        with as_written():
            engine.set_up(battle.record, battle.table, battle._work, seed, number, *forces)
            if ground.record[0].sea:
                battle.record[0].scenario.attacker = side_from_the_sea(battle.record, chosen)
                engine.set_up(battle.record, battle.table, battle._work, seed, number, *forces)
            kernels.carry_on(battle._kind, battle.record, battle.table, battle._work)
        battle._first = layout.copied(battle.record)
        return battle

    # --- the state ---------------------------------------------------------------------------------------------

    @property
    def decisions(self) -> int:
        """How many decisions have been taken."""
        return len(self.history.decisions)

    @property
    def taken(self) -> list[int]:
        """Codes of the decisions so far."""
        return [one.code for one in self.history.decisions]

    @property
    def outcome(self) -> Outcome | None:
        """The result, once the battle is over."""
        return outcome_of(self.record, self.commanders) if self.is_over else None

    # --- playing -----------------------------------------------------------------------------------------------

    def legal_actions(self) -> list[Action]:
        """Everything that the player who is asked may do now."""
        moment = self._moment()
        return [Action(code, *moment) for code in self.legal_codes().tolist()]

    def legal_codes(self) -> npt.NDArray[np.int64]:
        """The ``code`` of every legal action, in the order of ``legal_actions``."""
        if self.is_over:
            return np.empty(0, dtype=np.int64)
        with as_written():
            n = actions.legal_actions(self.record, self.table, self._work)
        codes: npt.NDArray[np.int64] = self._work[0].actions[:n].copy()
        return codes

    def push(self, action: Action | str) -> None:
        """Perform a legal action and go on to the next decision.

        action: Action, or its text, such as ``"a1 fire b3 mg"``.  Raises ``InvalidValue`` for any that is not legal,
        as each is once the battle is over.
        """
        if self.is_over:
            raise InvalidValue("action", action, "none, for the battle is over; outcome says how it ended")
        self._perform(self._checked(self.parse_action(action) if isinstance(action, str) else action), None)

    def parse_action(self, text: str) -> Action:
        """The action of a text, legal or not.  Raises ``InvalidValue`` with what is allowed."""
        return self._action(Action.parse(text, self.ground.width).code)

    def _action(self, code: int) -> Action:
        """An action of this moment, so that its text is that of this table and these cards."""
        return Action(code, *self._moment())

    def _moment(self) -> tuple[int, bool]:
        """What the texts of this moment's actions go by: the width of the table, and whether cards are named."""
        return self.ground.width, bool(self.record[0].phase != enums.PHASE_NOMINATE)

    def _checked(self, action: Action) -> int:
        """The code of a legal action."""
        if not isinstance(action, Action) or action.code not in self.legal_codes():
            legal = [str(one) for one in self.legal_actions()]
            some = f": {', '.join(legal[:SHOWN])}" + (f" and {len(legal) - SHOWN} more" if len(legal) > SHOWN else "")
            raise InvalidValue("action", action, f"one of legal_actions() of the decision {self.decision}{some}")
        return action.code

    def _perform(self, code: int, player: AnyPlayer | None) -> None:
        """Take a decision; ``player``: who takes it, None = pushed from outside."""
        if self._explain is not False:
            self._keep_reasons(code, "" if player is None else player_name(player))
        text = "" if isinstance(player, str) else str(self._action(code))
        with as_written():
            kernels.step(self._kind, self.record, self.table, self._work, code)
        self.history.decisions.append(Decision(code, text))

    def play(self, players: tuple[Side, Side] | None = None) -> Outcome:
        """Play to the end and return the outcome.

        ``players`` (default: those of ``start``): for each side the name of a compiled player, or an object with
        ``choose(view, legal_actions)`` that returns one of them (see ``game.player``), or a function of (battle,
        legal actions), which sees everything.  Raises ``PlayerNotFound``, ``PlayerError`` for a player that fails or
        chooses an action that is not legal, and ``InvalidValue`` for a function that does.
        """
        self._play_on(players)
        found = self.outcome
        assert found is not None
        return found

    def play_to(self, decision: int, players: tuple[Side, Side] | None = None) -> None:
        """Play on until so many decisions have been taken since the start, or to the end.

        There ``legal_actions``, ``explain`` and ``view`` tell about decision number ``decision``; the first is 0.
        Raises what ``play`` raises, and ``InvalidValue`` for a decision that has been taken already.
        """
        if decision < self.decisions:
            raise InvalidValue("decision", decision, f"{self.decisions} or more, for the others have been taken")
        self._play_on(players, decision)

    def _play_on(self, players: tuple[Side, Side] | None, stop: int | None = None) -> None:
        self._seat(players or self.players)
        for seat, player in enumerate(self.seated):
            if is_player(player) and self._begun[seat] is not player:
                if seat < len(SIDES) or player is not self.seated[seat - 2]:  # one alone for both begins once
                    begin(player, int(self.record[0].key), seat)
                self._begun[seat] = player
        while not self.is_over and self.decisions != stop:
            self._decide()

    def _seat(self, players: tuple[Side, Side]) -> None:
        """Let these players decide; how one written in Python re-rolls is not known."""
        check_players(players)
        self.seated = seated(players, self.commanders)
        self.history.seat(players)
        self._kind = kind_of(self.seated)
        for seat, player in zip(self.record[0].player, self.seated, strict=True):
            if isinstance(player, str):
                seat.policy = policy_number(player)
                seat.by_the_book = PLAYERS[seat.policy].by_the_book
            else:
                seat.by_the_book = 0

    def _decide(self) -> None:
        """Let the player whose turn it is decide once."""
        player = None if self.is_over else self.seated[seat_of(self.record)]
        if player is None:
            raise InvalidValue("decision", self.decisions, "none, for the battle is over")
        if isinstance(player, str):
            with as_written():
                code = kernels.choose(self._kind, self.record, self.table, self._work)
        elif is_player(player):
            code = answer(player, self.view(), tuple(self.legal_actions())).code
        else:
            code = self._checked(cast(Chooser, player)(self, self.legal_actions()))
        self._perform(code, player)

    # --- reasons -----------------------------------------------------------------------------------------------

    def explain(self, player: str = "tactician") -> list[Option]:
        """What a player weighs at this decision, the best option first.

        ``player``: tactician (orders, cards, names) or planner (these, and places: worth at the end of the turn, in
        VP).  A decision that is not weighed gives an empty list.  Raises ``PlayerNotFound``, and ``InvalidValue`` for a
        player that does not weigh.
        """
        check_explain(player)
        chosen, worths = self._weighed(player)
        return self._options(worths, chosen)

    def _weighed(self, player: str) -> tuple[int, dict[int, float]]:
        """(code that it would choose, code -> worth of all that it weighs, VP, the best first)."""
        if self.is_over:
            return 0, {}
        own = self.seated[seat_of(self.record)] == player  # then all is as it finds it
        notes = [None if one is None else own or one in EXPLAINERS for one in self.seated]
        return weighed(self.record, self.table, self._work, kernel_for(player, self._kind), player, notes)

    def _options(self, worths: dict[int, float], chosen: int) -> list[Option]:
        told = ((self._action(code), worth) for code, worth in worths.items())
        return [Option(action, self.describe(action), worth, action.code == chosen) for action, worth in told]

    def _keep_reasons(self, code: int, player: str) -> None:
        """Keep what the options of a decision are worth, if there are several and they are weighed."""
        by = explainer(self._explain, player)
        _, worths = self._weighed(by)
        if len(worths) > 1:
            options = tuple(self._options(worths, code))
            line, chosen = int(self._work[0].log_rows), self.describe(self._action(code))
            where = (self.decisions, line, self.turn, self.to_decide, self.decision)
            self.explanations.append(Explanation(*where, player, by, options, chosen))

    def copy(self) -> Battle:
        """An independent copy, to look ahead from; what is decided in it is not explained."""
        other = self._like(self.record, layout.copied(self._work))
        other.history, other.explanations = self.history.copy(), self.explanations.copy()
        return other

    def from_start(self) -> Battle:
        """The battle at its first decision, logged; ``taken`` leads from there to here."""
        fresh = self._like(self._first, workbench(self.terms.ruleset))
        fresh._work[0].logging = 1
        return fresh

    def _like(self, record: Any, work: Any) -> Battle:
        """A battle that began as this one did, at a copy of ``record``."""
        rest = (self.units, self.terms, self.players, work, self.commanders)
        other = Battle(layout.copied(record), self.ground, *rest)
        other.seated, other._first = self.seated, self._first
        other.allowance, other._began = self.allowance, self._began
        return other

    def log(self, *, explained: bool = False) -> list[str]:
        """What happened so far, a line per event; ``explained``: with reasons of the decisions."""
        lines = narrate(self._work[0].log[: self._work[0].log_rows], self.unit_name, self.terms.counted_in)
        return add_reasons(lines, self.explanations) if explained else lines

    # --- positions ---------------------------------------------------------------------------------------------

    @property
    def position(self) -> str:
        """The position as one line of text (``game.position``), which ``from_position`` reads back."""
        return position.to_text(self.terms, self._began, self.history)

    @classmethod
    def from_position(
        cls,
        text: str,
        *,
        players: tuple[Side, Side] | None = None,
        units: UnitsGiven | None = None,
        logged: bool = True,
    ) -> Battle:
        """The battle at the position that a line of text describes, to be played on.

        text: as ``position`` gives it.
        players: who plays on; None = those of the text, in which players written in Python have no name.
        units: where names of units are looked up, by default the catalogue.
        logged: whether events are kept for ``log``.
        Raises ``InvalidValue`` for text that is no position, and for one that other rules or players have led to.
        """
        asked = position.from_text(text)
        armies = DrawnArmies(*cast(Any, asked.armies))  # they fought already
        begun: dict[str, Any] = {name: getattr(asked, name) for name in ("terms", "seed", "number", "table", "players")}
        battle = cls.start(armies, **begun, logged=logged, units=units)
        position.play_again(asked.history, battle._seat, battle._decide, battle.push)
        position.check_history(asked.history, battle.history)
        if players is not None:
            battle._seat(players)
            battle.players = players
        return battle

    def replay(self, path: str | Path | None = None) -> Replay:
        """The battle as one page to watch; a notebook shows it.

        path: HTML file to write; None = none.
        It shows what has been played so far; of a battle that has not begun, all of it, played on a copy.
        Raises ``RunError`` for a page that cannot be written.
        """
        made: Replay = draw("replay", self)
        if path is not None:
            made.save(path)
        return made


@lru_cache(maxsize=8)
def _ground(terms: Terms, seed: int, number: int) -> Table:
    """Battles only read their table, so they share it."""
    return Table(terms.table(seed, number), seed, number)


def check_armies_first(armies: object) -> None:
    """Raises ``InvalidValue`` for a scenario in place of the armies, where it once stood."""
    if isinstance(armies, (str, Path, Scenario)):
        named = armies.name if isinstance(armies, Scenario) else armies
        allowed = f"two armies; a scenario goes by name: Battle.start(armies, scenario={str(named)!r})"
        raise InvalidValue("armies", named, allowed)
