"""One battle, with a face for people: ``Battle.start``, ``legal_actions``, ``push``, ``play``, ``log``, ``str``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import numpy.typing as npt

from tigersim.catalogue.rulesets import DEFAULT, RuleSet
from tigersim.catalogue.scenarios import STANDARD, Scenario
from tigersim.catalogue.units import Unit, all_units
from tigersim.core import actions, engine, enums, layout
from tigersim.core.compile.jit import as_written
from tigersim.core.decisions import DECISION_NAMES
from tigersim.core.demolition import CHARGE
from tigersim.core.enums import SIDES
from tigersim.core.muster import turn_unit_cards
from tigersim.core.play import kernels
from tigersim.core.play.compiled_players import EXPLAINERS, PLAYERS, POLICIES
from tigersim.errors import InvalidValue
from tigersim.game.action import Action, in_words
from tigersim.game.armies import check_somebody_lands, side_from_the_sea
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
from tigersim.game.ground import (
    agreed,
    check_armies,
    check_setting,
    compensated,
    scenario_of,
    scenario_table,
    set_scenario,
)
from tigersim.game.narration import narrate
from tigersim.game.outcome import Outcome
from tigersim.game.player import Player, answer, begin, is_player, player_name
from tigersim.game.records import (
    FAMILY,
    MARKERS,
    NO_FORTS,
    SEEDS,
    SUPPORT,
    Allowance,
    allowance,
    army_slots,
    battle_record,
    check_flamethrowers,
    check_forts,
    check_players,
    check_seed,
    check_victory,
    policy_number,
    profile_records,
    workbench,
)
from tigersim.game.restrictions import Forbidden, names_of
from tigersim.game.seats import MOST_COMMANDERS, PARTS, Shares, battlegroups, parts_of, seats_for
from tigersim.game.tabletop import Table
from tigersim.game.view import View, view_of

if TYPE_CHECKING:
    from tigersim.show.replay import Replay

Chooser = Callable[["Battle", Sequence[Action]], Action]
"""A function that is asked instead of a player; it has the whole battle before it, the hidden cards too."""
AnyPlayer = str | Player | Chooser
Side = AnyPlayer | Sequence[AnyPlayer]
"""Who plays a side: one, or where it has two players a pair of them (one alone then plays for both)."""
Seated = tuple[AnyPlayer | None, ...]
"""Who sits at each of the four seats (``core.commanders``), None = nobody."""


SHOWN = 6
"""So many legal actions are named where one is refused."""


class Battle:
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
        ruleset: RuleSet,
        players: tuple[Side, Side],
        work: Any,
        commanders: tuple[int, int] = (1, 1),
    ) -> None:
        self.record = record
        self.ground = ground
        self.table = ground.record
        self.units = units
        self.ruleset = ruleset
        self.players = players
        self.taken: list[int] = []
        self.explanations: list[Explanation] = []
        self.allowance: Allowance | None = None
        self._explain: bool | str = False
        self.commanders = commanders
        self.seated = _seats(players, commanders)
        self._begun: list[AnyPlayer | None] = [None] * len(self.seated)
        self._first = record
        self._kind = _kind_of(self.seated)
        self._work = work

    @classmethod
    def start(
        cls,
        scenario: str | Path | Scenario = STANDARD,
        armies: tuple[str, str] | tuple[Sequence[Unit], Sequence[Unit]] = ("", ""),
        ruleset: RuleSet | None = None,
        seed: int = 1,
        *,
        number: int = 0,
        table: int = 0,
        players: tuple[Side, Side] = ("heuristic", "heuristic"),
        units: Sequence[Unit] | None = None,
        family: str = FAMILY,
        markers: str = MARKERS[0],
        target_score: int = 0,
        support: str = SUPPORT[0],
        forts: tuple[int, int] = NO_FORTS,
        forbid: str | Iterable[str] = (),
        landing: Mapping[str, int] | None = None,
        logged: bool = True,
        explain: bool | str = False,
        commanders: tuple[int, int] | None = None,
        decks: int | None = None,
        solo: bool = False,
        dummies: Shares = 0,
        removed: Shares = 0,
    ) -> Battle:
        """Set up a battle and carry it to its first decision.

        scenario: one of ``ts.scenarios()``, a file of your own, or a ``Scenario``; where it has roles side a attacks.
        armies: two texts such as ``"3 x M4 Sherman, Jeep [usa]"``, or two lists of units.  number, table: which
        battle and table of the experiment ``seed``.  players: for each side the name of a compiled player, or one
        written in Python (see ``play``), or a pair of them where the side has two players.

        Several players a side (PT-MULTI-01): ``"3 x T-34c & KV-1"`` are two battlegroups, one for each of two players;
        or commanders: how many a side has, 1 or 2, who take the units of its army in turn; battles have no hands for
        more, though the rule sets no limit.  decks: 1 for all, or 2, one
        for each side; left out, four players have one a side and fewer share one (PT-MULTI-03).

        solo: cards are assigned and turned over as in solo play (PT-SOLO-02 to 04).  dummies, removed: the force that
        takes the field is drawn from unit cards, a card for each unit of the army: the share of all cards that are
        blank, and the share of them that is taken away unseen, up to 1/3 each, for both sides or for one and the other
        (PT-SOLO-05 to 07).  The cards are turned over before anybody sets up, so that this is a random force like any
        other; which one it is follows from seed and number.

        units: where names are looked up (default: the catalogue).  family: kind of
        table.  markers: "none", or "standard" for a table with markers worth VP (PT-VP-07).
        target_score: play to so many VP (PT-VP-17), 0 = not.  support: what aces call from off the table, "none",
        "barrages", "air strikes" or "both" (PT-SUPPORT-01).  forts: so many light and heavy positions of the defender
        (PT-FORT-01); whoever has flamethrowers then attacks (PT-FORT-04).  forbid: what the sides never do, whoever
        plays them, as "follow" (both) or "a:follow" (``game.restrictions.FORBIDDABLE``).  landing: as ``{"a": 2}`` the
        turn in which a side's airborne infantry and gliders land (PT-AIRDROP); without it they begin on the ground.  On
        the family "beach" one army has to come over the sea: the one that can attacks.  explain: keep in
        ``explanations`` what the options of every decision are worth, VP, in the eyes of the player who decides if he
        is a tactician or a planner and of a tactician if not; or name one of the two, for all decisions.
        Raises ``UnitNotFound``, ``PlayerNotFound``, ``UnknownName``, ``InvalidValue``, ``NotModelled`` and
        ``RuleForbids``.
        """
        plan = scenario_of(scenario)
        check_seed(seed)
        check_explain(explain)
        if not (0 <= number < SEEDS and 0 <= table < SEEDS):
            raise InvalidValue("number, table", (number, table), "whole numbers from 0 to 2^62 - 1")
        known = tuple(units) if units is not None else all_units()
        groups = [battlegroups(army, known) if isinstance(army, str) else [list(army)] for army in armies]
        if len(groups) != len(SIDES):
            raise InvalidValue("armies", len(groups), "two armies")
        rules = ruleset or DEFAULT
        blank, gone = parts_of(dummies, "dummies"), parts_of(removed, "removed")
        seats = seats_for(groups, commanders, decks, solo, any(blank + gone), rules)
        chosen = [[unit for group in side for unit in group] for side in groups]
        check_setting(plan, family, markers, rules)
        check_armies(plan, chosen, rules)
        kinds: list[Unit] = list(dict.fromkeys([*chosen[0], *chosen[1]]))
        slots = np.stack([army_slots([kinds.index(unit) for unit in army]) for army in chosen])
        if any(blank + gone):
            with as_written():
                turn_unit_cards(seed, number, np.array(blank), np.array(gone), PARTS, slots[np.newaxis])
        check_victory(markers, target_score, rules)
        check_forts(forts, rules)
        support, forts, landing = agreed(plan, support, forts, landing or {})
        check_forts(forts, rules)
        check_flamethrowers(chosen, forts[1], rules)
        _seats(players, seats.commanders)  # before a table is made
        ground = _ground(plan, seed, table, rules, family, markers, forts)
        record = battle_record((POLICIES[0], POLICIES[0]), rules, target_score, forbid, landing, support, seats)
        set_scenario(record, plan)
        check_somebody_lands(chosen, landing, rules)
        battle = cls(record, ground, tuple(kinds), rules, players, workbench(rules), seats.commanders)
        battle._seat(players)
        battle._explain = explain
        if marker_vp := compensated(plan):
            battle.allowance = allowance(marker_vp, chosen[0], chosen[1], rules)
        battle._work[0].logging = int(logged)
        forces = (profile_records(kinds, rules), slots)
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
    def is_over(self) -> bool:
        return bool(self.record[0].over)

    @property
    def decisions(self) -> int:
        """How many decisions have been taken."""
        return len(self.taken)

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
        """What side a and side b never do, whoever plays them."""
        first, second = (names_of(int(player.forbidden)) for player in self.record[0].player[:2])
        return first, second

    @property
    def outcome(self) -> Outcome | None:
        """The result, once the battle is over."""
        if not self.is_over:
            return None
        battle = self.record[0]
        vp_a, vp_b = (int(battle.player[side].vp) for side in range(2))
        marker_a, marker_b = (int(battle.player[side].marker_vp) for side in range(2))
        winner = "draw" if vp_a == vp_b else SIDES[vp_b > vp_a]
        ended_by = enums.ENDED_BY[battle.ended_by]
        scored = self._scored() if max(self.commanders) > 1 else None
        return Outcome(vp_a, vp_b, winner, int(battle.turn), int(battle.decks), ended_by, marker_a, marker_b, scored)

    def _scored(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """VP that the players of side a and of side b have scored by what their units destroyed."""
        vp = self.record[0].player["scored"].tolist()
        first, second = (tuple(vp[side::2][:n]) for side, n in enumerate(self.commanders))
        return first, second

    def unit_name(self, slot: int) -> str:
        """Name of the unit in a slot with its side and place in its army: "a1 M4 Sherman"."""
        return self._names[slot]

    @cached_property
    def _names(self) -> tuple[str, ...]:
        """Name of the unit in each slot, "" = none."""
        unit = self.record[0].unit
        names = [
            f"{_place_name(slot)} {self.units[kind].name}" if kind >= 0 else "the charge" if due == CHARGE else ""
            for slot, (kind, due) in enumerate(zip(unit["kind"].tolist(), unit["due"].tolist(), strict=True))
        ]
        return tuple(names)

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

    # --- playing -----------------------------------------------------------------------------------------------

    def legal_actions(self) -> list[Action]:
        """Everything that the player who is asked may do now."""
        return [self._action(code) for code in self.legal_codes().tolist()]

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

        action: Action, or its text, such as ``"a1 fire b3 mg"``.  Raises ``InvalidValue`` for any that is not legal.
        """
        self._perform(self._checked(self.parse_action(action) if isinstance(action, str) else action), "")

    def parse_action(self, text: str) -> Action:
        """The action of a text, legal or not.  Raises ``InvalidValue`` with what is allowed."""
        return self._action(Action.parse(text, self.ground.width).code)

    def _action(self, code: int) -> Action:
        """An action of this moment, so that its text is that of this table and these cards."""
        return Action(code, self.ground.width, bool(self.record[0].phase != enums.PHASE_NOMINATE))

    def _checked(self, action: Action) -> int:
        """The code of a legal action."""
        if not isinstance(action, Action) or action.code not in self.legal_codes():
            legal = [str(one) for one in self.legal_actions()]
            some = f": {', '.join(legal[:SHOWN])}" + (f" and {len(legal) - SHOWN} more" if len(legal) > SHOWN else "")
            raise InvalidValue("action", action, f"one of legal_actions() of the decision {self.decision}{some}")
        return action.code

    def _perform(self, code: int, player: str) -> None:
        """Take a decision; ``player``: who takes it, "" = nobody who sits here."""
        if self._explain is not False:
            self._keep_reasons(code, player)
        with as_written():
            kernels.step(self._kind, self.record, self.table, self._work, code)
        self.taken.append(code)

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
        """Play on, as ``play`` does, until so many decisions have been taken since the start, or to the end.

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
            asked = self.seated[seat_of(self.record)]
            assert asked is not None
            self._ask(asked)

    def _seat(self, players: tuple[Side, Side]) -> None:
        """Let these players decide; nobody knows by what book one written in Python re-rolls."""
        check_players(players)
        self.seated = _seats(players, self.commanders)
        self._kind = _kind_of(self.seated)
        for seat, player in zip(self.record[0].player, self.seated, strict=True):
            if isinstance(player, str):
                seat.policy = policy_number(player)
                seat.by_the_book = PLAYERS[seat.policy].by_the_book
            else:
                seat.by_the_book = 0

    def _ask(self, player: AnyPlayer) -> None:
        """Let a player decide once."""
        if isinstance(player, str):
            with as_written():
                code = kernels.choose(self._kind, self.record, self.table, self._work)
        elif is_player(player):
            code = answer(player, self.view(), tuple(self.legal_actions())).code
        else:
            code = self._checked(cast(Chooser, player)(self, self.legal_actions()))
        self._perform(code, player_name(player))

    # --- reasons -----------------------------------------------------------------------------------------------

    def explain(self, player: str = "tactician") -> list[Option]:
        """What a player weighs at this decision, the best option first.

        ``player``: tactician (orders, cards, names) or planner (these, and places: worth at the end of the turn, in
        VP).  A decision that is not weighed gives an empty list.  Raises ``PlayerNotFound``, and ``InvalidValue`` for a
        player who does not weigh.
        """
        check_explain(player)
        chosen, worths = self._weighed(player)
        return self._options(worths, chosen)

    def _weighed(self, player: str) -> tuple[int, dict[int, float]]:
        """(code that he would choose, code -> worth of all that he weighs, VP, the best first)."""
        if self.is_over:
            return 0, {}
        own = self.seated[seat_of(self.record)] == player  # then all is as he finds it
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
        rest = (self.players, layout.copied(self._work), self.commanders)
        again = Battle(layout.copied(self.record), self.ground, self.units, self.ruleset, *rest)
        again.seated, again._first, again.allowance = self.seated, self._first, self.allowance
        again.taken, again.explanations = self.taken.copy(), self.explanations.copy()
        return again

    def from_start(self) -> Battle:
        """The same battle at its first decision, logged and not explained: ``taken`` leads from there to here."""
        rest = (self.players, workbench(self.ruleset), self.commanders)
        fresh = Battle(layout.copied(self._first), self.ground, self.units, self.ruleset, *rest)
        fresh.seated, fresh._first, fresh.allowance = self.seated, self._first, self.allowance
        fresh._work[0].logging = 1
        return fresh

    def replay(self, path: str | Path | None = None) -> Replay:
        """The battle as one page to watch; ``path``: where to write it (HTML).  A notebook shows what is returned.

        It shows what has been played so far; of a battle that nobody has begun, all of it, played on a copy.
        Raises ``RunError`` for a page that cannot be written.
        """
        made: Replay = import_module("tigersim.show.replay").replay(self)  # pages are drawn above this layer
        if path is not None:
            made.save(path)
        return made

    # --- words -------------------------------------------------------------------------------------------------

    def describe(self, action: Action) -> str:
        """An action in words."""
        (phase, ask, flames), width = self._for_words, self.ground.width
        nominating, decision = bool(phase[0] == enums.PHASE_NOMINATE), DECISION_NAMES[ask[0]]
        return in_words(action, self.unit_name, width, nominating, flames.__getitem__, decision)

    @cached_property
    def _for_words(self) -> tuple[Any, Any, Any]:
        """Plain views of phase, decision and weapons: in records each is looked up anew, and there are many actions."""
        plain = np.asarray(self.record)
        return plain["phase"], plain["ask"], plain["unit"]["profile"]["flame"][0]

    def log(self, *, explained: bool = False) -> list[str]:
        """What happened so far, a line per event; ``explained``: and the reasons of each decision before it."""
        lines = narrate(self._work[0].log[: self._work[0].log_rows], self.unit_name)
        return add_reasons(lines, self.explanations) if explained else lines

    def __str__(self) -> str:
        """A map: terrain, units (a1, b2, ...), and the score."""
        return str(self.view())


@lru_cache(maxsize=8)
def _ground(
    plan: Scenario, seed: int, number: int, rules: RuleSet, family: str, markers: str, forts: tuple[int, int]
) -> Table:
    """Battles only read their table, so they share it."""
    return Table(scenario_table(plan, seed, number, rules, family=family, markers=markers, forts=forts), seed, number)


def _place_name(slot: int) -> str:
    """Side and place in its army: "a1"."""
    return f"{SIDES[slot // enums.MAX_UNITS]}{slot % enums.MAX_UNITS + 1}"


def _kind_of(players: Sequence[AnyPlayer | None]) -> str:
    """Which kernel plays for the compiled ones among the players; the smallest where there are none."""
    named = [player for player in players if isinstance(player, str)]
    return kernels.kind_of(named or ["heuristic"])


def _seats(players: tuple[Side, Side], commanders: Sequence[int]) -> Seated:
    """Who sits where.  Raises ``InvalidValue`` unless every side has its players, and ``PlayerNotFound``."""
    check_players(players)
    seats: list[AnyPlayer | None] = [None] * (MOST_COMMANDERS * len(SIDES))
    for side, (who, wanted) in enumerate(zip(players, commanders, strict=True)):
        pair = list(who) if isinstance(who, (tuple, list)) else [cast(AnyPlayer, who)] * wanted
        if len(pair) != wanted:
            raise InvalidValue("players", len(pair), f"{wanted} for side {SIDES[side]}, or one for all of it")
        for k, player in enumerate(pair):
            _check_player(player)
            seats[side + len(SIDES) * k] = player
    return tuple(seats)


def _check_player(player: object) -> None:
    """Raises ``PlayerNotFound``, and ``InvalidValue`` for what cannot choose."""
    if isinstance(player, str):
        policy_number(player)
    elif isinstance(player, type) or not (is_player(player) or callable(player)):
        allowed = "the name of a compiled player, an object with choose(view, legal_actions), or a function"
        raise InvalidValue("player", player, allowed)
