"""The records of a battle: units, players, cards, rolls, and what is under way."""

from tigersim.core.enums import LUCK_BANDS, LUCK_KINDS, MAX_BLIND, MAX_DICE, PACK, SLOTS, WEAPONS
from tigersim.core.sizes import MAX_CELLS, MAX_GROUP, VERBS, WAVES, ZONES, record
from tigersim.rules.switches import SWITCHES
from tigersim.rules.unit_numbers import SCALARS, WEAPON_FIELDS

PROFILE = record(
    [(name, "i2") for name in SCALARS]
    + [(name, "i2", (WEAPONS,)) for name in WEAPON_FIELDS]
    + [("believed", "f8")]  # VP that the players take it to be worth: its cost, unless they are told
)
"""What a unit can do, as the catalogue fills it in, and what is thought of it."""

UNIT = record(
    [
        ("profile", PROFILE),
        ("kind", "i8"),  # the caller's number of this unit; the core only carries it
        ("alive", "i8"),
        ("placed", "i8"),  # stands on the table
        ("x", "i8"),  # cell, inches from the west edge
        ("y", "i8"),  # cell, inches from the south edge
        ("facing", "i8"),  # index into geometry.FACING_X / FACING_Y
        ("hits", "i8"),  # smoke markers (PT-GEN-07); a living unit with a hit is shocked
        ("engine_hit", "i8"),  # its hit came from its own failed move (PT-DIS-ENGINE_FIRE)
        ("immobilised", "i8"),  # weak running gear failed (PT-DIS-WEAK_RUNNING_GEAR)
        ("found_cover", "i8"),
        ("cards", "i8", (2,)),  # assigned cards not yet turned over, or NO_CARD
        ("opened", "i8", (2,)),  # 1 = that card lies face up (a saved card, PT-END-03)
        ("pending", "i8"),  # cards turned over and not yet resolved
        ("turning", "i8"),  # which of its cards it will turn over in this round of solo play (bits), see core.rounds
        ("actions", "i8"),  # actions made this turn
        ("given", "i8"),  # cards assigned to it this turn
        ("recovery_card", "i8"),
        ("recovery_open", "i8"),
        ("recovering", "i8"),  # what it has done about its recovery this turn (bits, see core.recovery)
        ("rolls", "i8"),  # dice this unit has rolled this turn: its place in the stream of chance
        ("commander", "i8"),  # which of the players commands it, see core.commanders
        ("hazard", "f8"),  # sum of the exact chances of being destroyed, roll by roll
        ("died", "i8"),
        ("acted", "i8"),  # orders carried out in the whole battle
        ("promise", "f8"),  # its player's own note of what a card is worth to it this turn
        ("planned", "i8"),  # 1 = a plan of its player has changed that note (core.players.strategist.card_plans)
        ("noted", "f8"),  # the note as it was before
        ("aims", "i8"),  # its player's note: 1 = it has a target where it stands
        ("beside", "i8"),  # its player's note: bit per friend of its side that follows it or that it follows
        ("danger", "f8"),  # the enemy player's note of what it may do to that player in an action, VP
        ("threat", "f8"),  # its player's note of what may be done to it where it stands, VP
        ("leader", "i8"),  # slot of the unit it has followed this turn, or NOBODY (PT-FOLLOW-07)
        ("done", "i8"),  # bit per verb it has carried out this turn (AMB-21)
        ("silenced", "i8"),  # suppressed this turn: may not follow under a ruling (AMB-62)
        ("doubled", "i8"),  # has fired its one extra shot of the turn (AMB-102)
        ("carrier", "i8"),  # slot of the unit that carries it, or NOBODY; then it is not ``placed`` and moves along
        ("aboard", "i8"),  # units that it carries
        ("leaving", "i8"),  # has to get off its carrier: 1 at once, 2 if its owner likes (PT-CARRY-06)
        ("drove", "i8"),  # moved this turn (AMB-93)
        ("ramp", "i8"),  # was boarded or left this turn (AMB-93)
        ("wreck_due", "i8"),  # destroyed just now: its owner has to say whether the wreck stays (PT-FIRE-08)
        ("role", "i8"),  # part in the close combat in hand, see core.assault
        ("struck", "i8"),  # has struck in it
        ("home_x", "i8"),  # where it stood before the close combat (PT-MELEE-13)
        ("home_y", "i8"),
        ("home_facing", "i8"),
        ("due", "i8"),  # turn from which on it may come on the table; 0 = it stands there from the start
        ("goal", "i8"),  # what it has done for its scenario, see core.goals
        ("by_air", "i8"),  # lands (or has landed) from the air: 0 no, 1 by parachute, 2 as a glider (rules.airdrop)
    ]
)

PLAYER = record(
    [
        ("units", "i8"),  # units at the start
        ("standing", "i8"),  # units alive
        ("attacker", "i8"),
        ("north", "i8"),  # 1 = its table edge is the north one
        ("policy", "i8"),  # which compiled player decides for this side (core.play.compiled_players)
        ("by_the_book", "i8"),  # its re-rolls follow rules.rerolls, so exact hazards are known
        ("forbidden", "i8"),  # bit per thing that it may not do, whatever player decides (asking.is_forbidden)
        ("vp", "i8"),  # points, ``scale`` of them to a VP
        ("draw", "i8"),  # cards to take this turn
        ("blind", "i8", (MAX_BLIND,)),  # drawn this turn, face down
        ("n_blind", "i8"),
        ("saved", "u8"),  # bit per card: face-up cards in hand
        ("passed", "i8"),  # finished assigning
        ("last_unit", "i8"),  # nominated last (AMB-15)
        ("decisions", "u4"),  # place in this player's own stream of chance
        ("forfeited", "i8"),  # cards discarded over the hand limit
        ("waived", "i8"),  # cards turned over and waived
        ("idle_turns", "i8"),  # turns without any order carried out
        ("orders", "i8"),  # orders carried out this turn
        ("thought", "i8"),  # the turn in which its player last wrote its notes (damaged, unit.promise)
        ("damaged", "i8"),  # units that a recovery card could help
        ("marker_vp", "i8"),  # points: the markers it controlled when they were last counted (PT-VP-10)
        ("goal_vp", "i8"),  # points: its scenario's goals when they were last counted, see core.goals
        ("verbs", "i8", (VERBS,)),  # orders carried out in the whole battle, by verb
        ("followed", "i8"),  # actions made by following
        ("group", "i8"),  # units that it commands at the start, where a side has several players
        ("result", "i8"),  # its draw result of this turn, where a side has several players or a deck of its own
        ("scored", "i8"),  # VP for units that its own have destroyed, where a side has several players
    ]
)
"""A side, and its (first) player; records of second players hold what belongs to a player alone: cards and notes."""

ROLL = record(
    [
        ("dice", "i8", (MAX_DICE,)),
        ("fixed", "i8", (MAX_DICE,)),  # re-rolled already: may not be re-rolled again (PT-IMPROVED-04)
        ("kind", "i8", (MAX_DICE,)),  # 0 an armour (or ordinary) die, 1 a cover die, 2 the road die, 3 on top
        ("n", "i8"),
        ("permissions", "i8"),
        ("whole", "i8"),  # how many of the permissions are for the whole roll only (AMB-101)
        ("dealt", "i8", (MAX_DICE,)),  # slot of the target that a machine-gun die is dealt to (PT-MG-06)
    ]
)

SHOT = record(
    [
        ("unit", "i8"),
        ("target", "i8"),
        ("weapon", "i8"),
        ("card", "i8"),
        ("rolls_left", "i8"),
        ("stage", "i8"),  # of the Fire or Move action: see fire.py, movement.py
        ("difficulty", "i8"),
        ("hits", "i8"),  # hits that the save roll is made against
        ("high", "i8"),  # 1 = its dice would set off a death trap
        ("suppressing", "i8"),
        ("hazard", "f8"),
        ("shock_chance", "f8"),
        ("hits_before", "i8"),
        ("first_target", "i8"),  # the target of the order; ``target`` is the one in hand
        ("scored", "i8"),  # 1 = the attack roll in hand hit (for what a hit brings about)
        ("last_target", "i8"),  # target of the roll that a mortar's second shot belongs to
        ("extra", "i8"),  # 1 = a mortar's second shot or the other gun's, which brings no further one
        ("splitting", "i8"),  # 1 = dice may still be dealt to further targets
        ("shares", "i8"),  # targets that the dice were dealt to (PT-MG-06), the first target first
        ("share_at", "i8"),
        ("share_target", "i8", (MAX_DICE,)),
        ("share_total", "i8", (MAX_DICE,)),  # sum of the dice dealt to that target
        ("share_high", "i8", (MAX_DICE,)),  # fives and sixes among them
        ("share_dice", "i8", (MAX_DICE,)),
        ("hit_any", "i8"),  # 1 = some share of this roll hit
        ("exact", "i8"),  # 1 = ``hazard`` is the exact chance of what is being decided
        ("taken", "i8"),  # 1 = the target in hand has taken hits
    ]
)

GROUP = record(
    [
        ("verb", "i8"),  # what all of them do
        ("members", "i8"),  # 1 to 3, the leader first (PT-FOLLOW-05)
        ("member", "i8", (MAX_GROUP,)),
        ("at", "i8"),  # which of them acts
        ("target", "i8"),  # of the leader's order
        ("weapon", "i8"),
        ("card", "i8"),
        ("closed", "i8"),  # 1 = no further followers are asked for
        ("success", "i8"),  # 1 = the leader's roll succeeded (AMB-88)
    ]
)

MELEE = record(
    [
        ("stage", "i8"),  # see core.close_combat
        ("target", "i8"),  # the declared target
        ("target_x", "i8"),  # where it stood
        ("target_y", "i8"),
        ("striker", "i8"),
        ("victim", "i8"),
        ("difficulty", "i8"),
        ("helpers", "i8"),
        ("exact", "i8"),  # 1 = ``hazard`` is the exact chance of the strike in hand
        ("daring", "i8"),  # 1 = the striker has taken the extra die of a suicide assault
        ("hazard", "f8"),
    ]
)

SUPPORT = record(
    [
        ("kind", "i8"),  # what is under way: 0 nothing, 1 a barrage, 2 an air strike (rules.off_table)
        ("attacks", "i8"),  # made so far
        ("last", "i8"),  # the target of the last one, or NOBODY
        ("once", "i8"),  # bit per slot that has been attacked
        ("twice", "i8"),  # bit per slot that has been attacked twice
        ("called", "i8"),  # 1 = the ace that has come up has called support and its unit may still act (AMB-131)
        ("declined", "i8"),  # bit per side that plays no ace from its hand before this pair of units (AMB-131)
        ("lent", "i8"),  # permissions to look at the attack dice before they count, for replays
    ]
)

SCENARIO = record(
    [
        ("attacker", "i8"),  # 0 = as the dice fall, 1 = side a, 2 = side b
        ("off_table", "i8"),  # what aces may call (PT-SUPPORT-01), see core.off_table
        ("most", "i8", (2 * ZONES,)),  # how many units a deployment zone takes, see core.zones
        ("keep_apart", "i8"),  # inches that the attacker keeps from the defender when setting up
        ("column", "i8"),  # 1 = both sides set up as a patrol's column
        ("late", "i8", (2, WAVES)),  # the last units of side a and side b are reinforcements, so many in each wave,
        ("late_turn", "i8", (2, WAVES)),  # which come from these turns on
        ("patrol", "i8", (2, 2)),  # the fewest and the most infantry units of a side that are there at the start; its
        ("relief", "i8", (2,)),  # others come from this turn on: none where the most are 0
        ("fog", "i8"),  # 1 = all units wait off the table, and cards say where they come on
        ("there_and_back", "i8"),  # VP of the attacker for a unit that was at the enemy's edge and came back
        ("crossing", "i8"),  # 1 = units across the bridge score for the defender, others for the attacker
        ("capture_ends", "i8"),  # 1 = the battle ends with the capture of the first marker
        ("demolition", "i8"),  # 1 = the defender may blow the bridge
        ("charge", PROFILE),  # with this as a unit that takes a card a turn
        ("landing", "i8", (2,)),  # turn in which a side's airborne units land (PT-AIRDROP-01), 0 = they have landed
        ("solo", "i8"),  # 1 = cards are assigned and turned over as in solo play (PT-SOLO-02 to 04)
    ]
)
"""What a scenario adds to a battle; all 0 is the standard battle.  Given before a battle and not changed by it."""

ARRIVAL = record(
    [
        ("step", "i8"),  # 0 the first side brings units on, 1 the other
        ("edge", "i8"),  # table edge that the card has named, or -1
        ("came", "i8"),  # units that it has brought on this turn
        ("here", "i8"),  # units that waited when it began
        ("named", "i8"),  # slot of the unit that comes on next, or NOBODY
    ]
)

LANDING = record(
    [
        ("stage", "i8"),  # of the landing in hand, see core.landing
        ("unit", "i8"),  # which unit lands
        ("card", "i8", (2,)),  # each side's landing card of this turn, or NO_CARD
        ("x", "i8"),  # the point, then where it comes down
        ("y", "i8"),
        ("heading", "i8"),  # facing along which a glider slides
        ("drifted", "i8"),  # 1 = it missed its point
        ("direction", "i8"),  # in which it drifted
        ("ones", "i8"),  # ones of the landing roll
        ("lost", "i8"),  # bit per slot: a squad that has lost its machine gun or mortar in landing
    ]
)

UNSEEN = record(
    [
        ("n", "i8"),  # cards whose place no player knows
        ("power", "f8"),  # their sum of WORK.card_power
        ("ranks", "i8"),  # their sum of ranks
    ]
)

PILE = record(
    [
        ("deck", "i8", (PACK,)),
        ("next_card", "i8"),
        ("deck_size", "i8"),
        ("discards", "u8"),
        ("shown", "u8"),  # bit per card that all players have seen since it was last shuffled
        ("shuffles", "i8"),  # how often it has been shuffled
        ("ran_out", "i8"),  # 1 = the deck ran out in the middle of a deal and was shuffled anew (AMB-02)
        ("kept", "i8", (PACK,)),  # turn in which a saved card was kept (AMB-20)
        ("revealed", "u8"),  # bit per card turned over and not yet resolved
        ("holder", "i8", (PACK,)),  # slot of the unit that turned that card over
        ("unseen", UNSEEN),
    ]
)
"""A pack of 52 cards, wherever they lie: what is known of each."""

RULING = record([(name, "i8") for name in SWITCHES])
"""How the rules are read: the edition and every ruling, each one of its enumeration in ``rules.switches``."""

BATTLE = record(
    [
        ("number", "i8"),
        ("allies", "i8"),  # 1 = a side has two players, see core.commanders
        ("split", "i8", (2,)),  # how they share its units: 0 one player, -1 in turn, n the first n are the first one's
        ("own_decks", "i8"),  # 1 = each side has a deck of its own (PT-MULTI-03)
        ("scale", "i8"),  # points that make a VP: what units cost and score is counted in points
        ("target_score", "i8"),  # VP that end the battle at the end of a deck (PT-VP-17), 0 = not played
        ("scenario", SCENARIO),
        ("ruling", RULING),
        ("key", "u8"),  # hash of (seed, battle number): every stream of chance starts here
        ("phase", "i8"),
        ("ask", "i8"),  # the decision the battle waits for (enums)
        ("asked", "i8"),  # the side that decides
        ("subject", "i8"),  # the unit it is about
        ("card", "i8"),  # the card it is about
        ("card_pile", "i8"),  # of which pile
        ("turn", "i8"),
        ("decks", "i8"),
        ("over", "i8"),
        ("ended_by", "i8"),
        ("small_forces", "i8"),
        ("draw_winner", "i8"),  # the side that rolled highest at this turn's draw
        ("first", "i8"),  # the side that nominates first this turn
        ("nominated", "i8", (4,)),  # slot named by each player in this round
        ("chosen", "i8", (4,)),  # which cards it turns over (bits)
        ("step", "i8"),  # place within the phase
        ("allowance", "i8"),  # inches a successful move may use
        ("road_bonus", "i8"),  # inches of the road die
        ("speaker", "i8"),  # the player that is asked, where no unit says which
        ("order", "i8", (4,)),  # the players by their draw; then as they name units, where a side has several
        ("named_last", "i8", (2,)),  # which of its players has named a unit last this turn (AMB-150)
        ("ahead", "i8"),  # the deck whose cards come up next, where there are two
        ("tie_rolls", "i8"),  # how often dice have said which of two decks comes first
        ("held", "i8"),  # cards in all hands at the start of a turn without drawing, PACK if there was a draw (AMB-03)
        ("roll", ROLL),
        ("shot", SHOT),
        ("group", GROUP),
        ("melee", MELEE),
        ("support", SUPPORT),
        ("leaving", "i8"),  # units that have to get off a carrier before anything else happens
        ("wrecks_due", "i8"),  # vehicles whose owner has to say whether the wreck stays
        ("thrown", "i8"),  # inches of the forced dismount that is asked for
        ("firer", "i8"),  # the unit that caused it (AMB-91)
        ("wrecks", "i8"),
        ("wreck_x", "i8", (SLOTS,)),
        ("wreck_y", "i8", (SLOTS,)),
        ("first_result", "i8", (4,)),  # draw results of turn 1 (AMB-12)
        ("luck", "f8", (LUCK_KINDS, LUCK_BANDS)),  # of side a minus side b, see core.luck
        ("reserves", "i8"),  # units that wait off the table
        ("arrived", "i8"),  # the last turn whose arrivals are done with
        ("arrival", ARRIVAL),
        ("blown", "i8"),  # 1 = the bridge is blown
        ("landing", LANDING),
        ("pile", PILE, (2,)),  # see deck.pile_of
        ("player", PLAYER, (4,)),
        ("occupant", "i1", (MAX_CELLS,)),  # slot + 1 of the unit in a cell, 0 = free, WRECKED a wreck
        ("unit", UNIT, (SLOTS,)),
    ]
)
"""A battle under way.  First what lasts as long as it does, at the end what is largest, see core.play.copies."""
