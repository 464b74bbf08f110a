"""Rulings by name: an enumeration for every open question that has more than one answer.

Made by ``python -m tests.switches`` from catalogue/data/rulings.csv, which has the questions in full: do not edit it.
A battle carries the answers in fields of the same names: ``b[0].ruling.front_arc == FrontArc.HALF_PLANE_180``.
"""

from __future__ import annotations

import re
from enum import IntEnum

Edition = IntEnum("Edition", "SECOND FIRST", start=0)
"""The editions of the rulebook."""
DealOrder = IntEnum("DealOrder", "ALTERNATE_HIGH_FIRST BLOCK_HIGH_FIRST", start=0)
"""AMB-01: Order of dealing."""
DeckRunsOutMidDeal = IntEnum("DeckRunsOutMidDeal", "DEAL_WHAT_IS_LEFT RESHUFFLE_AND_CONTINUE EQUALISE", start=0)
"""AMB-02: Pile empty while dealing."""
GameEndTiming = IntEnum("GameEndTiming", "END_OF_TURN_PILE_EMPTY UNTIL_HANDS_EMPTY IMMEDIATE", start=0)
"""AMB-03: Moment of the end."""
SavedCardsOnReshuffle = IntEnum("SavedCardsOnReshuffle", "KEEP_SAVED COLLECT_ALL", start=0)
"""AMB-04: Saved cards and a new deck."""
ReshuffleMargin = IntEnum("ReshuffleMargin", "UP_TO_3_BOTH_AGREE UNDER_3_BOTH_AGREE TRAILING_PLAYER_DECIDES", start=0)
"""AMB-05: Who may prolong, and when."""
ReshuffleLimit = IntEnum("ReshuffleLimit", "THREE_DECKS_TOTAL THREE_RESHUFFLES ONLY_EQUALITY_ENDS", start=0)
"""AMB-06: Number of decks."""
SmallForceTest = IntEnum("SmallForceTest", "FIXED_AT_START_BOTH RECOUNT_EACH_TURN_BOTH PER_PLAYER", start=0)
"""AMB-07: Test for small forces."""
HighRollBasis = IntEnum("HighRollBasis", "CARDS_TAKEN SUM_2D6", start=0)
"""AMB-08: What counts as the higher draw."""
CardSecrecy = IntEnum("CardSecrecy", "BLIND_UNTIL_REVEALED LOOK_AFTER_ASSIGNMENT LOOK_AT_HAND", start=0)
"""AMB-09: Who may look at new cards."""
FirstAssigner = IntEnum("FirstAssigner", "ATTACKER HIGHER_DRAW_ROLL", start=0)
"""AMB-10: First to assign."""
AssignmentPass = IntEnum("AssignmentPass", "PASS_IS_FINAL PASS_REOPENS", start=0)
"""AMB-11: Passing while assigning."""
ActivationFirstPlayer = IntEnum("ActivationFirstPlayer", "CURRENT_TURN_ROLL FIRST_TURN_ROLL ATTACKER", start=0)
"""AMB-12: First to choose a unit."""
NominationMode = IntEnum("NominationMode", "ORDERED_CHOICE_JOINT_REVEAL SIMULTANEOUS_SECRET SEQUENTIAL_REVEAL", start=0)
"""AMB-13: How units are chosen."""
TwoCardInitiative = IntEnum("TwoCardInitiative", "PER_CARD SUM_OF_CARDS BEST_CARD_BLOCK", start=0)
"""AMB-14: Initiative with two cards."""
RenominateSameUnit = IntEnum("RenominateSameUnit", "OTHER_UNIT_IF_ANY ANY_UNIT_WITH_CARDS", start=0)
"""AMB-15: Choosing the same unit again."""
LeftoverCardsOrder = IntEnum(
    "LeftoverCardsOrder", "ALL_REVEALED_BY_INITIATIVE OWNER_ORDER_AFTER_REVEAL ONE_BY_ONE", start=0
)
"""AMB-16: Order of the remaining cards."""
ActionChoiceTiming = IntEnum("ActionChoiceTiming", "AT_RESOLUTION_MAY_WAIVE AT_REVEAL MUST_ACT", start=0)
"""AMB-17: When the order is chosen."""
RevealedCardLost = IntEnum("RevealedCardLost", "LOST REVEALED_CARD_STILL_ACTS", start=0)
"""AMB-18: Loss of a card already face up."""
OpenCardActivation = IntEnum("OpenCardActivation", "OPEN_UNTIL_NAMED OPEN_FIRST OPEN_LAST", start=0)
"""AMB-19: Playing an open saved card."""
HandLimit = IntEnum("HandLimit", "ALL_UNASSIGNED OLDEST_FIRST", start=0)
"""AMB-20: What counts towards six cards."""
RepeatAction = IntEnum("RepeatAction", "ALLOWED DISTINCT_ACTIONS", start=0)
"""AMB-21: Same action twice."""
IdenticalCards = IntEnum("IdenticalCards", "SAME_RANK_AND_SUIT SAME_RANK_AND_COLOUR", start=0)
"""AMB-22: Ties with several decks."""
EliminationEnd = IntEnum("EliminationEnd", "PLAY_TO_DECK_END END_AT_ONCE", start=0)
"""AMB-23: A side without units."""
DeploymentDepth = IntEnum("DeploymentDepth", "DEPTH_DIMENSION LONGEST_DIMENSION", start=0)
"""AMB-24: Depth of deployment."""
DistanceMetric = IntEnum("DistanceMetric", "EDGE_TO_EDGE CENTRE_TO_CENTRE", start=0)
"""AMB-25: Measuring ranges."""
MoveUpTo = IntEnum("MoveUpTo", "UP_TO EXACT", start=0)
"""AMB-26: Moving less than the roll."""
MoveMeasure = IntEnum("MoveMeasure", "PATH_OF_CENTRE PATH_OF_FRONT_EDGE", start=0)
"""AMB-27: Measuring a move."""
MoveTestValue = IntEnum("MoveTestValue", "KEPT_DICE_UNCAPPED ALL_DICE", start=0)
"""AMB-28: Which total is tested."""
DiceModifierOrder = IntEnum("DiceModifierOrder", "ADD_THEN_DROP DROP_THEN_ADD", start=0)
"""AMB-29: Adding and dropping dice."""
ZeroDicePool = IntEnum("ZeroDicePool", "NOT_ALLOWED MIN_ONE_DIE MIN_TWO_DICE", start=0)
"""AMB-30: No dice left."""
RoadDieInTest = IntEnum("RoadDieInTest", "COUNTS DISTANCE_ONLY", start=0)
"""AMB-31: Road die in the test."""
Facing = IntEnum("Facing", "FREE_ON_MOVE MOVEMENT_DIRECTION FREE_ANY_TIME", start=0)
"""AMB-32: Changing facing."""
FrontArc = IntEnum("FrontArc", "QUADRANT_90 HALF_PLANE_180 BASE_CORNERS", start=0)
"""AMB-33: Width of the front."""
PivotToFire = IntEnum("PivotToFire", "NO_PIVOT FREE_PIVOT", start=0)
"""AMB-34: Turning to fire."""
GunArc = IntEnum("GunArc", "ALL_ROUND FRONT_ONLY", start=0)
"""AMB-35: Arc of towed guns."""
LosTerrainRule = IntEnum("LosTerrainRule", "BLOCKS_UNLESS_CONTAINS_END TARGET_PIECE_ONLY HILLS_ELEVATE", start=0)
"""AMB-36: Terrain and lines of sight."""
LosUnitsBlock = IntEnum("LosUnitsBlock", "WRECKS_ONLY WRECKS_AND_VEHICLES NONE", start=0)
"""AMB-37: Units and lines of sight."""
WreckCover = IntEnum("WreckCover", "NO_DIE ADJACENT_INFANTRY_DIE", start=0)
"""AMB-38: Cover behind a wreck."""
LosDoubtRoll = IntEnum("LosDoubtRoll", "NEVER TOLERANCE_BAND", start=0)
"""AMB-39: Doubtful lines."""
TerrainStopScope = IntEnum("TerrainStopScope", "STOP_ON_ENTRY ROAD_EXEMPT INFANTRY_EXEMPT", start=0)
"""AMB-40: Stopping at terrain."""
TownBuilding = IntEnum("TownBuilding", "BUILDING_IS_TOWN TOWN_AREA GUNS_OUTSIDE", start=0)
"""AMB-41: Buildings and towns."""
PassingUnits = IntEnum("PassingUnits", "THROUGH_FRIENDS BLOCKED_BY_ALL FREE", start=0)
"""AMB-42: Moving past other units."""
SaveSuccessRule = IntEnum(
    "SaveSuccessRule", "EACH_SUCCESS_CANCELS_ONE ONE_SUCCESS_CANCELS_ALL ONE_SUCCESS_CANCELS_ONE_HIT_ONLY", start=0
)
"""AMB-43: What one save cancels."""
OneHitDestroys = IntEnum("OneHitDestroys", "AFTER_SAVES NO_SAVES PASSENGER_HIT_SAVED", start=0)
"""AMB-44: Fragile units and saves."""
SmallArmsVsArmor = IntEnum("SmallArmsVsArmor", "MAY_HIT CANNOT_HIT_ARMOR", start=0)
"""AMB-45: Rifles against armour."""
ArmorKeepBest = IntEnum("ArmorKeepBest", "KEEP_BEST_ONE TD_KEEP_RANDOM SIDE_NO_LOSS", start=0)
"""AMB-46: Keeping the best armour die."""
CoverDiePool = IntEnum("CoverDiePool", "SEPARATE_QUALITY SAME_QUALITY", start=0)
"""AMB-47: Cover dice beside armour dice."""
FindCoverEffect = IntEnum("FindCoverEffect", "ALWAYS_ONE_DIE INFANTRY_ONLY_IN_TERRAIN", start=0)
"""AMB-48: Found cover in the open."""
FindCoverLoss = IntEnum("FindCoverLoss", "LOST_ON_MOVE_START LITERAL_MOVE_ONLY END_OF_TURN", start=0)
"""AMB-49: How long found cover lasts."""
VehicleBaseCover = IntEnum("VehicleBaseCover", "INFANTRY_AND_GUNS UNARMORED_VEHICLES_TOO", start=0)
"""AMB-50: Vehicles in woods."""
SubclassInheritance = IntEnum("SubclassInheritance", "INHERIT EXPLICIT_ONLY", start=0)
"""AMB-51: What light and heavy types inherit."""
SpgBaseArmor = IntEnum("SpgBaseArmor", "TWO_DICE ONE_DIE THREE_DICE", start=0)
"""AMB-52: Armour of the plain SPG."""
SpgLowProfile = IntEnum("SpgLowProfile", "ALL_TABLE_FIRE FRONT_ONLY INCLUDE_SUPPORT THRESHOLD_HIT_ONLY", start=0)
"""AMB-53: Low profile."""
ClassModifierWeapon = IntEnum("ClassModifierWeapon", "ALL_FIRE MAIN_GUN_ONLY NOTE_FOR_GUN_ONLY", start=0)
"""AMB-54: Class dice and machine guns."""
UnarmedTransports = IntEnum("UnarmedTransports", "NEED_WEAPON_NOTE ALL_VEHICLES_FIRE", start=0)
"""AMB-55: Weapons of transports."""
HalftrackWeapon = IntEnum("HalftrackWeapon", "MG_ONLY GENERIC_MAIN_WEAPON", start=0)
"""AMB-56: Weapon of half-tracks."""
MgDefaultClasses = IntEnum("MgDefaultClasses", "LITERAL_LIST ALL_ARMORED EXCLUDE_TD", start=0)
"""AMB-57: Classes with machine guns."""
TwoMgs = IntEnum("TwoMgs", "NO_EXTRA ONE_DIE_EACH TWO_ATTACKS", start=0)
"""AMB-58: Two machine guns."""
MgOnlyReading = IntEnum("MgOnlyReading", "SOLE_ARMAMENT ONLY_IF_WORD_ONLY", start=0)
"""AMB-59: Machine gun as sole weapon."""
InfantryMgMode = IntEnum("InfantryMgMode", "CHOOSE_PER_ACTION ALWAYS_MG", start=0)
"""AMB-60: Rifles of a machine-gun squad."""
MgSplit = IntEnum("MgSplit", "PARTITION_AFTER_ROLL SURPLUS_ONLY NO_LETHAL_ON_SPLIT", start=0)
"""AMB-61: Sharing machine-gun dice."""
SuppressionEffect = IntEnum("SuppressionEffect", "CARDS_ONLY NO_ACTIONS_THIS_TURN", start=0)
"""AMB-62: What suppression does."""
SuppressionHalf = IntEnum("SuppressionHalf", "CEIL_HALF STRICTLY_MORE_THAN_HALF", start=0)
"""AMB-63: Half of the difficulty."""
SuppressionSave = IntEnum("SuppressionSave", "ONE_SUCCESS_FULL_DICE EITHER_NOT_BOTH", start=0)
"""AMB-64: Saving against suppression."""
ArmoredSuppression = IntEnum(
    "ArmoredSuppression", "MG_HIT_ONE_CARD_SUPPORT_ALL NEAR_MISS_ONE_CARD SUPPORT_LIKE_MG", start=0
)
"""AMB-65: Suppressing armour."""
MortarMode = IntEnum("MortarMode", "CHOOSE_PER_ACTION MORTAR_ALWAYS_BEYOND_6", start=0)
"""AMB-66: Rifles of a mortar squad."""
MortarSecondShot = IntEnum("MortarSecondShot", "ON_ATTACK_ROLL_ONCE ON_UNSAVED_HIT CHAIN", start=0)
"""AMB-67: Second mortar shot."""
IndirectSpotter = IntEnum("IndirectSpotter", "ANY_ON_TABLE NOT_SHOCKED RADIO", start=0)
"""AMB-68: Spotters."""
HowitzerIdentity = IntEnum("HowitzerIdentity", "DECLARED_AT_PICK HEAVY_NO_EXTRA_DIE SCENARIO_ONLY", start=0)
"""AMB-69: Which guns are howitzers."""
HowitzerSplash = IntEnum("HowitzerSplash", "UNARMORED_ENEMY_NO_SAVE SAVE_ALLOWED BARRAGE_ANY_UNIT", start=0)
"""AMB-70: Suppression beside a howitzer hit."""
SupportTargets = IntEnum("SupportTargets", "ENEMIES_REMAINING_LOST ANY_UNIT", start=0)
"""AMB-71: Targets of support."""
WheeledByClass = IntEnum("WheeledByClass", "BY_CLASS BY_NOTE_ONLY", start=0)
"""AMB-72: Wheels without a note."""
UnarmoredCarrier = IntEnum("UnarmoredCarrier", "ARMY_LIST_FLAG NONE_EXIST", start=0)
"""AMB-73: Unarmoured carriers."""
TwoGunsFire = IntEnum("TwoGunsFire", "ONE_GUN_PER_ACTION BOTH_GUNS", start=0)
"""AMB-74: Vehicles with two guns."""
ShockEffects = IntEnum("ShockEffects", "PASSIVE_ONLY NO_SPOT_NO_HOLD", start=0)
"""AMB-75: What a shocked unit still does."""
MeleeEachReach = IntEnum("MeleeEachReach", "EACH_WITHIN_6 LEADER_ONLY", start=0)
"""AMB-76: Reach of followers."""
MeleePath = IntEnum("MeleePath", "STRAIGHT_DISTANCE LEGAL_PATH_6 NO_VEHICLES_INTO_BUILDINGS", start=0)
"""AMB-77: Way to the enemy."""
MeleeAfterSuccess = IntEnum("MeleeAfterSuccess", "STAY_ADJACENT OCCUPY ALWAYS_RETURN", start=0)
"""AMB-78: Ground won."""
MeleeSupportersStrike = IntEnum(
    "MeleeSupportersStrike", "ALL_SURVIVORS_STRIKE ONLY_IF_TARGET_SURVIVES NAMED_AFTER_ATTACK", start=0
)
"""AMB-79: Helpers after the target falls."""
MeleeSecondaryTargets = IntEnum("MeleeSecondaryTargets", "ANY_WITHIN_3 HELPERS_ONLY", start=0)
"""AMB-80: Other enemies near the target."""
MeleeShockedDefender = IntEnum("MeleeShockedDefender", "TARGET_YES_HELPER_NO NEVER ALWAYS", start=0)
"""AMB-81: Shocked defenders."""
MeleeGunsHelp = IntEnum("MeleeGunsHelp", "ONLY_WHEN_ATTACKED MAY_HELP", start=0)
"""AMB-82: Guns as helpers."""
MeleePassengers = IntEnum("MeleePassengers", "HIT_AND_DISMOUNT DESTROYED_WITH_VEHICLE UNHURT_DISMOUNT", start=0)
"""AMB-83: Passengers in close combat."""
SuicideAssault = IntEnum("SuicideAssault", "OPTIONAL_ANY_MELEE_ROLL ATTACK_ONLY MANDATORY", start=0)
"""AMB-84: Suicide assault."""
FollowEligibility = IntEnum("FollowEligibility", "NEVER_ASSIGNED_THIS_TURN NO_CARDS_NOW", start=0)
"""AMB-85: Who may follow."""
FollowActions = IntEnum("FollowActions", "CARD_MENU MOVE_FIRE_MELEE_ONLY", start=0)
"""AMB-86: What can be followed."""
FollowTiming = IntEnum("FollowTiming", "BEFORE_LEADER_ACTS AFTER_LEADER_ACTS", start=0)
"""AMB-87: Naming followers."""
FollowIndependent = IntEnum("FollowIndependent", "INDEPENDENT LEADER_MUST_SUCCEED", start=0)
"""AMB-88: Following a failure."""
PassengerTargeting = IntEnum("PassengerTargeting", "NEITHER CANNOT_FIRE_ONLY", start=0)
"""AMB-89: Fire at passengers."""
PassengerHits = IntEnum("PassengerHits", "ONE_HIT_NO_SAVE SAME_HITS_AS_CARRIER MG_HITS_RIDERS ONLY_UNSAVED", start=0)
"""AMB-90: Hits on passengers."""
DismountPlacement = IntEnum("DismountPlacement", "EXACT_OWNER_DIRECTION UP_TO_DISTANCE AWAY_FROM_FIRER", start=0)
"""AMB-91: Place of a forced dismount."""
CarryCapacityClasses = IntEnum(
    "CarryCapacityClasses", "LISTED_ONLY SPG_TOO MEDIUM_TANK_ONLY NO_LIGHT_CARRIERS", start=0
)
"""AMB-92: Classes that carry."""
MountProcedure = IntEnum("MountProcedure", "PASSENGER_ACTION VEHICLE_STATIONARY", start=0)
"""AMB-93: Getting on and off."""
TowedGunLimits = IntEnum("TowedGunLimits", "JEEP_LIGHT_ONLY_EITHER_OR JEEP_ANY_GUN INFANTRY_AND_GUN", start=0)
"""AMB-94: Limits of towing."""
RecoveryCards = IntEnum("RecoveryCards", "ANY_UNASSIGNED SAVED_ONLY", start=0)
"""AMB-95: Cards for recovery."""
RecoveryOrder = IntEnum("RecoveryOrder", "ALTERNATE_ATTACKER_FIRST SIMULTANEOUS HIGHER_DRAW_ROLL_FIRST", start=0)
"""AMB-96: Order of recovery."""
RegroupDetails = IntEnum(
    "RegroupDetails", "UP_TO_6_NEAREST_ENEMY EXACTLY_6 ALL_ENEMIES BEFORE_REVEAL NO_CARD_NEEDED", start=0
)
"""AMB-97: Regrouping."""
RegroupLos = IntEnum("RegroupLos", "ADVISORY MANDATORY_IF_POSSIBLE", start=0)
"""AMB-98: Regrouping out of sight."""
ImprovedRerollExtent = IntEnum("ImprovedRerollExtent", "ONE_OR_ALL ANY_SUBSET", start=0)
"""AMB-99: Dice of one re-roll."""
ImprovedRerollScope = IntEnum("ImprovedRerollScope", "LISTED_ROLLS ALL_OWN_TESTS", start=0)
"""AMB-100: Rolls of improved units."""
AdvantageReroll = IntEnum("AdvantageReroll", "STACK_ON_OTHER_DICE AS_IMPROVED_NO_STACK WHOLE_ROLL_ONLY", start=0)
"""AMB-101: Re-rolls from two sources."""
RapidFire = IntEnum("RapidFire", "TWO_ROLLS_PER_FIRE_ACTION ONE_EXTRA_SHOT_PER_TURN MAIN_WEAPON_ONLY", start=0)
"""AMB-102: Rapid fire."""
Rivets = IntEnum("Rivets", "EXTRA_EVEN_IF_SAVED EXTRA_IF_UNSAVED COUNTS_AS_LETHAL", start=0)
"""AMB-103: Rivets."""
DeathTrap = IntEnum("DeathTrap", "ANY_DIE_FINAL ALL_DICE ARMOR_ROLL_WITH_NO_SUCCESS", start=0)
"""AMB-104: Death trap."""
UnreliableScope = IntEnum("UnreliableScope", "ANY_MOVE_ACTION VEHICLES_ONLY", start=0)
"""AMB-105: Unreliable."""
EngineFire = IntEnum("EngineFire", "FAILED_ATTEMPT_AFTER_ENGINE_HIT ANY_FAILED_RECOVERY NO_ATTEMPT_IS_FAILURE", start=0)
"""AMB-106: Engine fire."""
VulnerableArmorMin = IntEnum(
    "VulnerableArmorMin", "CUMULATIVE_MIN_ONE CUMULATIVE_MIN_ZERO NOT_CUMULATIVE_WITH_SIDE", start=0
)
"""AMB-107: Floor of vulnerable armour."""
SkirtArmorScope = IntEnum("SkirtArmorScope", "ALL_INFANTRY_ROLLS NO_SUPPORT_WEAPONS", start=0)
"""AMB-108: Skirt armour."""
NoRadioScope = IntEnum("NoRadioScope", "ONE_ACTION_ANY_MEANS CANNOT_FOLLOW", start=0)
"""AMB-109: No radio."""
WeakRunningGear = IntEnum("WeakRunningGear", "IMMOBILISED_MAY_TEST ONLY_IF_HIT", start=0)
"""AMB-110: Weak running gear."""
GunNoteOverride = IntEnum("GunNoteOverride", "REPLACE_FIRE_MODIFIER LIGHT_CLASSES_HAVE_LIGHT_GUN ADD_TO_CLASS", start=0)
"""AMB-111: Gun named in an entry."""
CompoundGunEntry = IntEnum("CompoundGunEntry", "ADVANTAGE_PLUS_NOTE NOTE_ONLY", start=0)
"""AMB-112: Improved gun of a named size."""
Kv2HeavyArmor = IntEnum("Kv2HeavyArmor", "NOTE_NO_EFFECT IMPROVED_ARMOR EXTRA_DIE", start=0)
"""AMB-113: Heavy armour of the KV-2."""
VpTankDestroyer = IntEnum("VpTankDestroyer", "TANK_5 ARMORED_3", start=0)
"""AMB-114: Worth of a tank destroyer."""
VpSpg = IntEnum("VpSpg", "ARMORED_3 TANK_5 HEAVY_5", start=0)
"""AMB-115: Worth of self-propelled guns."""
VpCraft = IntEnum("VpCraft", "UNARMORED_1 ZERO ARMORED_3", start=0)
"""AMB-116: Worth of craft."""
VpImproved = IntEnum("VpImproved", "PLUS_0 PLUS_1 PLUS_3", start=0)
"""AMB-117: Cost of improved units."""
VpSupportWeapons = IntEnum("VpSupportWeapons", "FREE PLUS_1_EACH", start=0)
"""AMB-118: Cost of support weapons."""
VpNotes = IntEnum("VpNotes", "FREE PLUS_1", start=0)
"""AMB-119: Cost of notes."""
VpMinClamp = IntEnum("VpMinClamp", "CLAMP_TOTAL SCORE_BASE_ONLY", start=0)
"""AMB-120: Floor of the cost."""
VpSelfInflicted = IntEnum("VpSelfInflicted", "OPPONENT_SCORES_ALL ONLY_ENEMY_CAUSED", start=0)
"""AMB-121: Units lost by their own fault."""
MarkerControl = IntEnum("MarkerControl", "ANY_UNIT_AT_END UNSHOCKED_ONLY EMBARKED_COUNT", start=0)
"""AMB-122: Holding a marker."""
ExtraForceCap = IntEnum("ExtraForceCap", "TOTAL_AT_MOST_DOUBLE EXTRAS_AT_MOST_DOUBLE UNCAPPED", start=0)
"""AMB-123: Cap on compensation."""
TargetScore = IntEnum("TargetScore", "DECK_END_ONLY_RESHUFFLE_UNTIL STOP_AT_ONCE MAX_THREE_DECKS", start=0)
"""AMB-124: Play to a score."""
LandingCraftStats = IntEnum("LandingCraftStats", "UNARMORED_UNARMED ARMORED_ONE_DIE MG", start=0)
"""AMB-125: Landing craft."""
GliderStats = IntEnum("GliderStats", "IMMOBILE_TRANSPORT REMOVED_AFTER_UNLOADING NOT_A_UNIT", start=0)
"""AMB-126: Gliders on the ground."""
WaterMovement = IntEnum("WaterMovement", "CAP_PER_ACTION BANK_STOPS", start=0)
"""AMB-127: Entering and leaving water."""
AirdropCard = IntEnum("AirdropCard", "ONE_PER_PLAYER_PER_TURN ONE_PER_UNIT", start=0)
"""AMB-128: Card of a landing."""
GliderSlide = IntEnum("GliderSlide", "OWNER_HEADING_BEFORE_ROLLING OPPONENT_HEADING DRIFT_DIRECTION", start=0)
"""AMB-129: Direction of the slide."""
AirdropHits = IntEnum(
    "AirdropHits", "LANDING_ROLL_NEVER_DESTROYS NORMAL_HITS LANDING_ROLL_ONLY ALL_CARGO_LOST", start=0
)
"""AMB-130: Hits on landing."""
SupportCall = IntEnum("SupportCall", "INSTEAD_OF_UNIT_ACTION FROM_HAND IN_ADDITION", start=0)
"""AMB-131: Calling support."""
BarrageArc = IntEnum("BarrageArc", "NON_FRONTAL FULL_DICE", start=0)
"""AMB-132: Direction of a barrage."""
AntiAir = IntEnum("AntiAir", "SCENARIO_TAG_ONLY MG_UNITS", start=0)
"""AMB-134: Anti-air ability."""
FortOccupancy = IntEnum("FortOccupancy", "ONE_UNIT_NO_VEHICLE_IN_HEAVY ANY_UNIT_ANY_NUMBER INFANTRY_GUNS_ONLY", start=0)
"""AMB-135: Who may use a position."""
FlameVehicles = IntEnum("FlameVehicles", "ANY_TANK_ANY_INFANTRY BY_AGREEMENT_LIST MEDIUM_TANKS_ONLY", start=0)
"""AMB-136: Who carries flamethrowers."""
FlameMode = IntEnum("FlameMode", "EXTRA_WEAPON REPLACES_ALL_FIRE THREE_DICE_FLAT", start=0)
"""AMB-137: How flamethrowers fire."""
PatrolColumn = IntEnum("PatrolColumn", "TOWARDS_OWN_EDGE ANY_DIRECTION", start=0)
"""AMB-138: Line of a patrol."""
PatrolReinforcements = IntEnum(
    "PatrolReinforcements", "AGREED_EXTRA_TURN_2 HELD_BACK_FROM_PATROL ANY_LATER_TURN", start=0
)
"""AMB-139: Reinforcements of a patrol."""
HillDetails = IntEnum("HillDetails", "HILL_CENTRE_UNITS HILL_EDGE POINTS", start=0)
"""AMB-140: Place of the hill."""
BridgeDeployment = IntEnum("BridgeDeployment", "ENEMY_BANK_TO_CENTRE ATTACKER_HALF OWN_EDGE_TO_CENTRE", start=0)
"""AMB-141: Deployment at the bridge."""
BridgeDemolition = IntEnum("BridgeDemolition", "BRIDGE_AS_UNIT AT_START_OF_TURN", start=0)
"""AMB-142: Blowing the bridge."""
BridgeCrossingVp = IntEnum("BridgeCrossingVp", "UNIT_COST ONE_EACH", start=0)
"""AMB-143: Points for crossing."""
BridgeCapture = IntEnum("BridgeCapture", "CONTROL_AFTER_EACH_ACTION CONTROL_AT_TURN_END", start=0)
"""AMB-144: Capture of the bridge."""
RecceBonus = IntEnum("RecceBonus", "ONCE_ALIVE_AT_END ONCE_WHEN_RETURNED", start=0)
"""AMB-145: Bonus of a reconnaissance."""
PincerDepth = IntEnum("PincerDepth", "THIRD_FROM_SIDE_EDGE TOUCHING_EDGE", start=0)
"""AMB-146: Depth on the flanks."""
FogAttacker = IntEnum("FogAttacker", "HIGHER_SETUP_ROLL RANDOM_EACH_TURN", start=0)
"""AMB-147: Attacker in the fog."""
FogArrivals = IntEnum(
    "FogArrivals",
    "ONE_CARD_PER_PLAYER_THIRD_OF_ORIGINAL ONE_CARD_PER_UNIT THIRD_OF_REMAINING FULL_THIRD_MANDATORY",
    start=0,
)
"""AMB-148: Arrivals in the fog."""
SoloOrder = IntEnum("SoloOrder", "FIRST_ASSIGNED_FIRST RANDOM_CARD", start=0)
"""AMB-149: Card order in solo play."""
MultiActivation = IntEnum("MultiActivation", "ONE_UNIT_PER_PLAYER SIDES_ALTERNATE NO_FOLLOW_ACROSS_PLAYERS", start=0)
"""AMB-150: Choosing among several players."""
Ed1Measure = IntEnum("Ed1Measure", "SCALED_CM LITERAL_CM INCHES", start=0)
"""AMB-152: Measures of the first edition."""
Ed1GunMove = IntEnum("Ed1GunMove", "AS_VEHICLES AS_EDITION_II", start=0)
"""AMB-153: Guns on the move in the first edition."""
Ed1Example = IntEnum("Ed1Example", "EQUAL_OR_MORE STRICTLY_MORE", start=0)
"""AMB-154: Example of the first edition."""
BridgeWreck = IntEnum("BridgeWreck", "PASSED_BY BARS_BRIDGE PUSHED_OFF", start=0)
"""AMB-155: Wrecks on the only bridge."""

SWITCHES: dict[str, type[IntEnum]] = {
    re.sub("(?<=.)[A-Z]", r"_\g<0>", name).lower(): each
    for name, each in list(globals().items())
    if isinstance(each, type) and issubclass(each, IntEnum) and each is not IntEnum
}
"""The enumerations by the names of their fields and switches, the edition first."""
