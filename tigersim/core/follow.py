"""Follow me!: who may act on the card of a unit beside it (chapter 1.11)."""

from tigersim.core import log
from tigersim.core.aim import may_fire
from tigersim.core.asking import ask_owner, is_forbidden
from tigersim.core.assault import finds_victim
from tigersim.core.carrying import riders_can_get_off
from tigersim.core.compile.jit import jit_inner
from tigersim.core.cover import cover_roll_dice
from tigersim.core.enums import ASSAULT, FIND_COVER, FOLLOW, FOLLOWING, MOVE, NOBODY, WEAPONS
from tigersim.core.geometry import gap_squared
from tigersim.core.log import note
from tigersim.core.movement import move_dice
from tigersim.core.reach import reach, reach_from
from tigersim.core.sides import side_of, slots_of
from tigersim.core.units import cards_held, in_play
from tigersim.registry import rule
from tigersim.rules.follow import (
    Follower,
    can_be_followed,
    follows,
    keeps_leader,
    keeps_together,
    may_follow,
    near_enough_to_follow,
    room_in_group,
)
from tigersim.rules.multiplayer import follows_player
from tigersim.rules.switches import RepeatAction


@jit_inner
@rule("PT-FOLLOW-01", "PT-FOLLOW-06", "PT-FOLLOW-07", "PT-FOLLOW-08", "PT-DIS-NO_RADIO", "PT1-FOLLOW-01")
def may_join(b, t, w, unit):
    """Whether the unit may join the order in hand next."""
    g, u, ruling = b[0].group, b[0].unit[unit], b[0].ruling
    leader = g.member[0]
    previous = b[0].unit[leader if g.verb == ASSAULT else g.member[g.members - 1]]
    if not near_enough_to_follow(gap_squared(u.x, u.y, previous.x, previous.y)):
        return False
    if not in_play(b, unit) or (u.placed == 0 and g.verb != MOVE) or is_forbidden(b, side_of(unit), FOLLOWING):
        return False
    if b[0].allies != 0 and not follows_player(u.commander, b[0].unit[leader].commander, ruling.multi_activation):
        return False
    follower = Follower(u.given, cards_held(b, unit), u.hits > 0, u.actions, u.profile.max_actions, u.silenced != 0)
    if not may_follow(
        follower, ruling.follow_eligibility, ruling.no_radio_scope, ruling.suppression_effect, ruling.edition
    ):
        return False
    if not keeps_leader(leader, u.leader, NOBODY, ruling.edition) or is_member(b, unit):
        return False
    return can_do(b, t, w, unit, g.verb, g.card)


@jit_inner
def is_member(b, unit):
    """Whether the unit belongs to the group already."""
    for k in range(b[0].group.members):
        if b[0].group.member[k] == unit:
            return True
    return False


@jit_inner
def may_repeat(b, unit, verb):
    """Whether the unit, and its side at all, may do this kind of action (again) this turn."""
    if is_forbidden(b, side_of(unit), verb):
        return False
    return b[0].ruling.repeat_action == RepeatAction.ALLOWED or (b[0].unit[unit].done >> verb) & 1 == 0


@jit_inner
@rule("PT-FOLLOW-03", "PT-FOLLOW-09", "PT-FOLLOW-10")
def can_do(b, t, w, unit, verb, card):
    """The unit itself could do that action with this card."""
    if not may_repeat(b, unit, verb):
        return False
    if verb == MOVE:
        return move_dice(b, t, unit, card) > 0
    if verb == FIND_COVER:
        return cover_roll_dice(b, t, unit, card) > 0
    if verb == ASSAULT:
        return finds_victim(b, t, w, unit)
    return riders_can_get_off(b, t, w, unit) and has_a_shot(b, t, unit, card)


@jit_inner
def has_a_shot(b, t, unit, card):
    """Whether the unit could fire at anything with this card."""
    for target in slots_of(b, 1 - side_of(unit)):
        for weapon in range(WEAPONS):
            if may_fire(b, t, unit, target, weapon, card):
                return True
    return False


@jit_inner
@rule("PT-FOLLOW-04", "PT-FOLLOW-05", "PT1-FOLLOW-02")
def someone_may_join(b, t, w):
    """Whether the group has room and a unit beside it that may follow its leader."""
    g = b[0].group
    if g.at > 0 and not follows(g.success != 0, b[0].ruling.follow_independent):
        return False
    if not room_in_group(g.members) or not can_be_followed(g.verb == FIND_COVER, b[0].ruling.follow_actions):
        return False
    for unit in slots_of(b, side_of(g.member[0])):
        if may_join(b, t, w, unit):
            return True
    return False


@jit_inner
def ask_follow(b):
    """Ask the owner for the next follower."""
    ask_owner(b, FOLLOW, b[0].group.member[0])


@jit_inner
@rule("PT-FOLLOW-05", "PT-FOLLOW-07")
def join(b, w, unit):
    """The unit is the next of the group, and follows this leader all turn."""
    g = b[0].group
    g.member[g.members] = unit
    g.members += 1
    b[0].unit[unit].leader = g.member[0]
    note(b, w, log.FOLLOWS, unit, g.member[0])


@jit_inner
@rule("PT-FOLLOW-02", "PT-CARRY-02")
def may_board_with_group(b, unit, vehicle, can_stay):
    """A follower that can end its move with the group gets on no carrier elsewhere."""
    v = b[0].unit[vehicle]
    return not can_stay or stays_with_group(b, unit, v.x, v.y)


@jit_inner
@rule("PT-FOLLOW-02")
def stays_with_group(b, unit, x, y):
    """A cell within 3 inches of another unit of the group."""
    for k in range(b[0].group.members):
        other = b[0].group.member[k]
        v = b[0].unit[other]
        if other != unit and v.alive != 0 and keeps_together(gap_squared(x, y, v.x, v.y)):
            return True
    return False


@jit_inner
@rule("PT-FOLLOW-02", "PT-CARRY-02")
def destination_cells(b, t, w, unit):
    """Where the move may end, for a follower beside its group, into ``w.cells``; how many."""
    u = b[0].unit[unit]
    if u.carrier != NOBODY:
        n = reach_from(b, t, w, unit, u.x, u.y, b[0].allowance)
    else:
        n = reach(b, t, w, unit, b[0].allowance, b[0].road_bonus, NOBODY)
    if b[0].group.at <= 1:
        return n
    together = 0
    for k in range(n):
        cell = w[0].cells[k]
        if stays_with_group(b, unit, cell % t[0].width, cell // t[0].width):
            w[0].cells[together] = cell
            together += 1
    return together if together > 0 else n
