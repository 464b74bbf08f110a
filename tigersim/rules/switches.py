"""Rulings by name: an enumeration for every open question that has more than one answer.

Made by ``python -m tests.switches`` from catalogue/data/rulings.csv, which has the rulings in this order:
do not edit it.
A battle carries the answers in fields of the same names: ``b[0].ruling.front_arc == FrontArc.HALF_PLANE_180``.
"""

import re
from enum import IntEnum

Edition = IntEnum("Edition", "SECOND FIRST", start=0)
"""The editions of the rulebook."""
DealOrder = IntEnum("DealOrder", "ALTERNATE_HIGH_FIRST BLOCK_HIGH_FIRST", start=0)
DeckRunsOutMidDeal = IntEnum("DeckRunsOutMidDeal", "DEAL_WHAT_IS_LEFT RESHUFFLE_AND_CONTINUE EQUALISE", start=0)
GameEndTiming = IntEnum("GameEndTiming", "END_OF_TURN_PILE_EMPTY UNTIL_HANDS_EMPTY IMMEDIATE", start=0)
SavedCardsOnReshuffle = IntEnum("SavedCardsOnReshuffle", "KEEP_SAVED COLLECT_ALL", start=0)
ReshuffleMargin = IntEnum("ReshuffleMargin", "UP_TO_3_BOTH_AGREE UNDER_3_BOTH_AGREE TRAILING_PLAYER_DECIDES", start=0)
ReshuffleLimit = IntEnum("ReshuffleLimit", "THREE_DECKS_TOTAL THREE_RESHUFFLES ONLY_EQUALITY_ENDS", start=0)
SmallForceTest = IntEnum("SmallForceTest", "FIXED_AT_START_BOTH RECOUNT_EACH_TURN_BOTH PER_PLAYER", start=0)
HighRollBasis = IntEnum("HighRollBasis", "CARDS_TAKEN SUM_2D6", start=0)
CardSecrecy = IntEnum("CardSecrecy", "BLIND_UNTIL_REVEALED LOOK_AFTER_ASSIGNMENT LOOK_AT_HAND", start=0)
FirstAssigner = IntEnum("FirstAssigner", "ATTACKER HIGHER_DRAW_ROLL", start=0)
AssignmentPass = IntEnum("AssignmentPass", "PASS_IS_FINAL PASS_REOPENS", start=0)
ActivationFirstPlayer = IntEnum("ActivationFirstPlayer", "CURRENT_TURN_ROLL FIRST_TURN_ROLL ATTACKER", start=0)
NominationMode = IntEnum("NominationMode", "ORDERED_CHOICE_JOINT_REVEAL SIMULTANEOUS_SECRET SEQUENTIAL_REVEAL", start=0)
TwoCardInitiative = IntEnum("TwoCardInitiative", "PER_CARD SUM_OF_CARDS BEST_CARD_BLOCK", start=0)
RenominateSameUnit = IntEnum("RenominateSameUnit", "OTHER_UNIT_IF_ANY ANY_UNIT_WITH_CARDS", start=0)
LeftoverCardsOrder = IntEnum(
    "LeftoverCardsOrder", "ALL_REVEALED_BY_INITIATIVE OWNER_ORDER_AFTER_REVEAL ONE_BY_ONE", start=0
)
ActionChoiceTiming = IntEnum("ActionChoiceTiming", "AT_RESOLUTION_MAY_WAIVE AT_REVEAL MUST_ACT", start=0)
RevealedCardLost = IntEnum("RevealedCardLost", "LOST REVEALED_CARD_STILL_ACTS", start=0)
OpenCardActivation = IntEnum("OpenCardActivation", "OPEN_UNTIL_NAMED OPEN_FIRST OPEN_LAST", start=0)
HandLimit = IntEnum("HandLimit", "ALL_UNASSIGNED OLDEST_FIRST", start=0)
RepeatAction = IntEnum("RepeatAction", "ALLOWED DISTINCT_ACTIONS", start=0)
IdenticalCards = IntEnum("IdenticalCards", "SAME_RANK_AND_SUIT SAME_RANK_AND_COLOUR", start=0)
EliminationEnd = IntEnum("EliminationEnd", "PLAY_TO_DECK_END END_AT_ONCE", start=0)
DeploymentDepth = IntEnum("DeploymentDepth", "DEPTH_DIMENSION LONGEST_DIMENSION", start=0)
DistanceMetric = IntEnum("DistanceMetric", "EDGE_TO_EDGE CENTRE_TO_CENTRE", start=0)
MoveUpTo = IntEnum("MoveUpTo", "UP_TO EXACT", start=0)
MoveMeasure = IntEnum("MoveMeasure", "PATH_OF_CENTRE PATH_OF_FRONT_EDGE", start=0)
MoveTestValue = IntEnum("MoveTestValue", "KEPT_DICE_UNCAPPED ALL_DICE", start=0)
DiceModifierOrder = IntEnum("DiceModifierOrder", "ADD_THEN_DROP DROP_THEN_ADD", start=0)
ZeroDicePool = IntEnum("ZeroDicePool", "NOT_ALLOWED MIN_ONE_DIE MIN_TWO_DICE", start=0)
RoadDieInTest = IntEnum("RoadDieInTest", "COUNTS DISTANCE_ONLY", start=0)
Facing = IntEnum("Facing", "FREE_ON_MOVE MOVEMENT_DIRECTION FREE_ANY_TIME", start=0)
FrontArc = IntEnum("FrontArc", "QUADRANT_90 HALF_PLANE_180 BASE_CORNERS", start=0)
PivotToFire = IntEnum("PivotToFire", "NO_PIVOT FREE_PIVOT", start=0)
GunArc = IntEnum("GunArc", "ALL_ROUND FRONT_ONLY", start=0)
LosTerrainRule = IntEnum("LosTerrainRule", "BLOCKS_UNLESS_CONTAINS_END TARGET_PIECE_ONLY HILLS_ELEVATE", start=0)
LosUnitsBlock = IntEnum("LosUnitsBlock", "WRECKS_ONLY WRECKS_AND_VEHICLES NONE", start=0)
WreckCover = IntEnum("WreckCover", "NO_DIE ADJACENT_INFANTRY_DIE", start=0)
LosDoubtRoll = IntEnum("LosDoubtRoll", "NEVER TOLERANCE_BAND", start=0)
TerrainStopScope = IntEnum("TerrainStopScope", "STOP_ON_ENTRY ROAD_EXEMPT INFANTRY_EXEMPT", start=0)
TownBuilding = IntEnum("TownBuilding", "BUILDING_IS_TOWN TOWN_AREA GUNS_OUTSIDE", start=0)
PassingUnits = IntEnum("PassingUnits", "THROUGH_FRIENDS BLOCKED_BY_ALL FREE", start=0)
SaveSuccessRule = IntEnum(
    "SaveSuccessRule", "EACH_SUCCESS_CANCELS_ONE ONE_SUCCESS_CANCELS_ALL ONE_SUCCESS_CANCELS_ONE_HIT_ONLY", start=0
)
OneHitDestroys = IntEnum("OneHitDestroys", "AFTER_SAVES NO_SAVES PASSENGER_HIT_SAVED", start=0)
SmallArmsVsArmor = IntEnum("SmallArmsVsArmor", "MAY_HIT CANNOT_HIT_ARMOR", start=0)
ArmorKeepBest = IntEnum("ArmorKeepBest", "KEEP_BEST_ONE TD_KEEP_RANDOM SIDE_NO_LOSS", start=0)
CoverDiePool = IntEnum("CoverDiePool", "SEPARATE_QUALITY SAME_QUALITY", start=0)
FindCoverEffect = IntEnum("FindCoverEffect", "ALWAYS_ONE_DIE INFANTRY_ONLY_IN_TERRAIN", start=0)
FindCoverLoss = IntEnum("FindCoverLoss", "LOST_ON_MOVE_START LITERAL_MOVE_ONLY END_OF_TURN", start=0)
VehicleBaseCover = IntEnum("VehicleBaseCover", "INFANTRY_AND_GUNS UNARMORED_VEHICLES_TOO", start=0)
SubclassInheritance = IntEnum("SubclassInheritance", "INHERIT EXPLICIT_ONLY", start=0)
SpgBaseArmor = IntEnum("SpgBaseArmor", "TWO_DICE ONE_DIE THREE_DICE", start=0)
SpgLowProfile = IntEnum("SpgLowProfile", "ALL_TABLE_FIRE FRONT_ONLY INCLUDE_SUPPORT THRESHOLD_HIT_ONLY", start=0)
ClassModifierWeapon = IntEnum("ClassModifierWeapon", "ALL_FIRE MAIN_GUN_ONLY NOTE_FOR_GUN_ONLY", start=0)
UnarmedTransports = IntEnum("UnarmedTransports", "NEED_WEAPON_NOTE ALL_VEHICLES_FIRE", start=0)
HalftrackWeapon = IntEnum("HalftrackWeapon", "MG_ONLY GENERIC_MAIN_WEAPON", start=0)
MgDefaultClasses = IntEnum("MgDefaultClasses", "LITERAL_LIST ALL_ARMORED EXCLUDE_TD", start=0)
TwoMgs = IntEnum("TwoMgs", "NO_EXTRA ONE_DIE_EACH TWO_ATTACKS", start=0)
MgOnlyReading = IntEnum("MgOnlyReading", "SOLE_ARMAMENT ONLY_IF_WORD_ONLY", start=0)
InfantryMgMode = IntEnum("InfantryMgMode", "CHOOSE_PER_ACTION ALWAYS_MG", start=0)
MgSplit = IntEnum("MgSplit", "PARTITION_AFTER_ROLL SURPLUS_ONLY NO_LETHAL_ON_SPLIT", start=0)
SuppressionEffect = IntEnum("SuppressionEffect", "CARDS_ONLY NO_ACTIONS_THIS_TURN", start=0)
SuppressionHalf = IntEnum("SuppressionHalf", "CEIL_HALF STRICTLY_MORE_THAN_HALF", start=0)
SuppressionSave = IntEnum("SuppressionSave", "ONE_SUCCESS_FULL_DICE EITHER_NOT_BOTH", start=0)
ArmoredSuppression = IntEnum(
    "ArmoredSuppression", "MG_HIT_ONE_CARD_SUPPORT_ALL NEAR_MISS_ONE_CARD SUPPORT_LIKE_MG", start=0
)
MortarMode = IntEnum("MortarMode", "CHOOSE_PER_ACTION MORTAR_ALWAYS_BEYOND_6", start=0)
MortarSecondShot = IntEnum("MortarSecondShot", "ON_ATTACK_ROLL_ONCE ON_UNSAVED_HIT CHAIN", start=0)
IndirectSpotter = IntEnum("IndirectSpotter", "ANY_ON_TABLE NOT_SHOCKED RADIO", start=0)
HowitzerIdentity = IntEnum("HowitzerIdentity", "DECLARED_AT_PICK HEAVY_NO_EXTRA_DIE SCENARIO_ONLY", start=0)
HowitzerSplash = IntEnum("HowitzerSplash", "UNARMORED_ENEMY_NO_SAVE SAVE_ALLOWED BARRAGE_ANY_UNIT", start=0)
SupportTargets = IntEnum("SupportTargets", "ENEMIES_REMAINING_LOST ANY_UNIT", start=0)
WheeledByClass = IntEnum("WheeledByClass", "BY_CLASS BY_NOTE_ONLY", start=0)
UnarmoredCarrier = IntEnum("UnarmoredCarrier", "ARMY_LIST_FLAG NONE_EXIST", start=0)
TwoGunsFire = IntEnum("TwoGunsFire", "ONE_GUN_PER_ACTION BOTH_GUNS", start=0)
ShockEffects = IntEnum("ShockEffects", "PASSIVE_ONLY NO_SPOT_NO_HOLD", start=0)
MeleeEachReach = IntEnum("MeleeEachReach", "EACH_WITHIN_6 LEADER_ONLY", start=0)
MeleePath = IntEnum("MeleePath", "STRAIGHT_DISTANCE LEGAL_PATH_6 NO_VEHICLES_INTO_BUILDINGS", start=0)
MeleeAfterSuccess = IntEnum("MeleeAfterSuccess", "STAY_ADJACENT OCCUPY ALWAYS_RETURN", start=0)
MeleeSupportersStrike = IntEnum(
    "MeleeSupportersStrike", "ALL_SURVIVORS_STRIKE ONLY_IF_TARGET_SURVIVES NAMED_AFTER_ATTACK", start=0
)
MeleeSecondaryTargets = IntEnum("MeleeSecondaryTargets", "ANY_WITHIN_3 HELPERS_ONLY", start=0)
MeleeShockedDefender = IntEnum("MeleeShockedDefender", "TARGET_YES_HELPER_NO NEVER ALWAYS", start=0)
MeleeGunsHelp = IntEnum("MeleeGunsHelp", "ONLY_WHEN_ATTACKED MAY_HELP", start=0)
MeleePassengers = IntEnum("MeleePassengers", "HIT_AND_DISMOUNT DESTROYED_WITH_VEHICLE UNHURT_DISMOUNT", start=0)
SuicideAssault = IntEnum("SuicideAssault", "OPTIONAL_ANY_MELEE_ROLL ATTACK_ONLY MANDATORY", start=0)
FollowEligibility = IntEnum("FollowEligibility", "NEVER_ASSIGNED_THIS_TURN NO_CARDS_NOW", start=0)
FollowActions = IntEnum("FollowActions", "CARD_MENU MOVE_FIRE_MELEE_ONLY", start=0)
FollowTiming = IntEnum("FollowTiming", "BEFORE_LEADER_ACTS AFTER_LEADER_ACTS", start=0)
FollowIndependent = IntEnum("FollowIndependent", "INDEPENDENT LEADER_MUST_SUCCEED", start=0)
PassengerTargeting = IntEnum("PassengerTargeting", "NEITHER CANNOT_FIRE_ONLY", start=0)
PassengerHits = IntEnum("PassengerHits", "ONE_HIT_NO_SAVE SAME_HITS_AS_CARRIER MG_HITS_RIDERS ONLY_UNSAVED", start=0)
DismountPlacement = IntEnum("DismountPlacement", "EXACT_OWNER_DIRECTION UP_TO_DISTANCE AWAY_FROM_FIRER", start=0)
CarryCapacityClasses = IntEnum(
    "CarryCapacityClasses", "LISTED_ONLY SPG_TOO MEDIUM_TANK_ONLY NO_LIGHT_CARRIERS", start=0
)
MountProcedure = IntEnum("MountProcedure", "PASSENGER_ACTION VEHICLE_STATIONARY", start=0)
TowedGunLimits = IntEnum("TowedGunLimits", "JEEP_LIGHT_ONLY_EITHER_OR JEEP_ANY_GUN INFANTRY_AND_GUN", start=0)
RecoveryCards = IntEnum("RecoveryCards", "ANY_UNASSIGNED SAVED_ONLY", start=0)
RecoveryOrder = IntEnum("RecoveryOrder", "ALTERNATE_ATTACKER_FIRST SIMULTANEOUS HIGHER_DRAW_ROLL_FIRST", start=0)
RegroupDetails = IntEnum(
    "RegroupDetails", "UP_TO_6_NEAREST_ENEMY EXACTLY_6 ALL_ENEMIES BEFORE_REVEAL NO_CARD_NEEDED", start=0
)
RegroupLos = IntEnum("RegroupLos", "ADVISORY MANDATORY_IF_POSSIBLE", start=0)
ImprovedRerollExtent = IntEnum("ImprovedRerollExtent", "ONE_OR_ALL ANY_SUBSET", start=0)
ImprovedRerollScope = IntEnum("ImprovedRerollScope", "LISTED_ROLLS ALL_OWN_TESTS", start=0)
AdvantageReroll = IntEnum("AdvantageReroll", "STACK_ON_OTHER_DICE AS_IMPROVED_NO_STACK WHOLE_ROLL_ONLY", start=0)
RapidFire = IntEnum("RapidFire", "TWO_ROLLS_PER_FIRE_ACTION ONE_EXTRA_SHOT_PER_TURN MAIN_WEAPON_ONLY", start=0)
Rivets = IntEnum("Rivets", "EXTRA_EVEN_IF_SAVED EXTRA_IF_UNSAVED COUNTS_AS_LETHAL", start=0)
DeathTrap = IntEnum("DeathTrap", "ANY_DIE_FINAL ALL_DICE ARMOR_ROLL_WITH_NO_SUCCESS", start=0)
UnreliableScope = IntEnum("UnreliableScope", "ANY_MOVE_ACTION VEHICLES_ONLY", start=0)
EngineFire = IntEnum("EngineFire", "FAILED_ATTEMPT_AFTER_ENGINE_HIT ANY_FAILED_RECOVERY NO_ATTEMPT_IS_FAILURE", start=0)
VulnerableArmorMin = IntEnum(
    "VulnerableArmorMin", "CUMULATIVE_MIN_ONE CUMULATIVE_MIN_ZERO NOT_CUMULATIVE_WITH_SIDE", start=0
)
SkirtArmorScope = IntEnum("SkirtArmorScope", "ALL_INFANTRY_ROLLS NO_SUPPORT_WEAPONS", start=0)
NoRadioScope = IntEnum("NoRadioScope", "ONE_ACTION_ANY_MEANS CANNOT_FOLLOW", start=0)
WeakRunningGear = IntEnum("WeakRunningGear", "IMMOBILISED_MAY_TEST ONLY_IF_HIT", start=0)
GunNoteOverride = IntEnum("GunNoteOverride", "REPLACE_FIRE_MODIFIER LIGHT_CLASSES_HAVE_LIGHT_GUN ADD_TO_CLASS", start=0)
CompoundGunEntry = IntEnum("CompoundGunEntry", "ADVANTAGE_PLUS_NOTE NOTE_ONLY", start=0)
Kv2HeavyArmor = IntEnum("Kv2HeavyArmor", "NOTE_NO_EFFECT IMPROVED_ARMOR EXTRA_DIE", start=0)
VpTankDestroyer = IntEnum("VpTankDestroyer", "TANK_5 ARMORED_3", start=0)
VpSpg = IntEnum("VpSpg", "ARMORED_3 TANK_5 HEAVY_5", start=0)
VpCraft = IntEnum("VpCraft", "UNARMORED_1 ZERO ARMORED_3", start=0)
VpImproved = IntEnum("VpImproved", "PLUS_0 PLUS_1 PLUS_3", start=0)
VpSupportWeapons = IntEnum("VpSupportWeapons", "FREE PLUS_1_EACH", start=0)
VpNotes = IntEnum("VpNotes", "FREE PLUS_1", start=0)
VpMinClamp = IntEnum("VpMinClamp", "CLAMP_TOTAL SCORE_BASE_ONLY", start=0)
VpSelfInflicted = IntEnum("VpSelfInflicted", "OPPONENT_SCORES_ALL ONLY_ENEMY_CAUSED", start=0)
MarkerControl = IntEnum("MarkerControl", "ANY_UNIT_AT_END UNSHOCKED_ONLY EMBARKED_COUNT", start=0)
ExtraForceCap = IntEnum("ExtraForceCap", "TOTAL_AT_MOST_DOUBLE EXTRAS_AT_MOST_DOUBLE UNCAPPED", start=0)
TargetScore = IntEnum("TargetScore", "DECK_END_ONLY_RESHUFFLE_UNTIL STOP_AT_ONCE MAX_THREE_DECKS", start=0)
LandingCraftStats = IntEnum("LandingCraftStats", "UNARMORED_UNARMED ARMORED_ONE_DIE MG", start=0)
GliderStats = IntEnum("GliderStats", "IMMOBILE_TRANSPORT REMOVED_AFTER_UNLOADING NOT_A_UNIT", start=0)
WaterMovement = IntEnum("WaterMovement", "CAP_PER_ACTION BANK_STOPS", start=0)
AirdropCard = IntEnum("AirdropCard", "ONE_PER_PLAYER_PER_TURN ONE_PER_UNIT", start=0)
GliderSlide = IntEnum("GliderSlide", "OWNER_HEADING_BEFORE_ROLLING OPPONENT_HEADING DRIFT_DIRECTION", start=0)
AirdropHits = IntEnum(
    "AirdropHits", "LANDING_ROLL_NEVER_DESTROYS NORMAL_HITS LANDING_ROLL_ONLY ALL_CARGO_LOST", start=0
)
SupportCall = IntEnum("SupportCall", "INSTEAD_OF_UNIT_ACTION FROM_HAND IN_ADDITION", start=0)
BarrageArc = IntEnum("BarrageArc", "NON_FRONTAL FULL_DICE", start=0)
AntiAir = IntEnum("AntiAir", "SCENARIO_TAG_ONLY MG_UNITS", start=0)
FortOccupancy = IntEnum("FortOccupancy", "ONE_UNIT_NO_VEHICLE_IN_HEAVY ANY_UNIT_ANY_NUMBER INFANTRY_GUNS_ONLY", start=0)
FlameVehicles = IntEnum("FlameVehicles", "ANY_TANK_ANY_INFANTRY BY_AGREEMENT_LIST MEDIUM_TANKS_ONLY", start=0)
FlameMode = IntEnum("FlameMode", "EXTRA_WEAPON REPLACES_ALL_FIRE THREE_DICE_FLAT", start=0)
PatrolColumn = IntEnum("PatrolColumn", "TOWARDS_OWN_EDGE ANY_DIRECTION", start=0)
PatrolReinforcements = IntEnum(
    "PatrolReinforcements", "AGREED_EXTRA_TURN_2 HELD_BACK_FROM_PATROL ANY_LATER_TURN", start=0
)
HillDetails = IntEnum("HillDetails", "HILL_CENTRE_UNITS HILL_EDGE POINTS", start=0)
BridgeDeployment = IntEnum("BridgeDeployment", "ENEMY_BANK_TO_CENTRE ATTACKER_HALF OWN_EDGE_TO_CENTRE", start=0)
BridgeDemolition = IntEnum("BridgeDemolition", "BRIDGE_AS_UNIT AT_START_OF_TURN", start=0)
BridgeCrossingVp = IntEnum("BridgeCrossingVp", "UNIT_COST ONE_EACH", start=0)
BridgeCapture = IntEnum("BridgeCapture", "CONTROL_AFTER_EACH_ACTION CONTROL_AT_TURN_END", start=0)
RecceBonus = IntEnum("RecceBonus", "ONCE_ALIVE_AT_END ONCE_WHEN_RETURNED", start=0)
PincerDepth = IntEnum("PincerDepth", "THIRD_FROM_SIDE_EDGE TOUCHING_EDGE", start=0)
FogAttacker = IntEnum("FogAttacker", "HIGHER_SETUP_ROLL RANDOM_EACH_TURN", start=0)
FogArrivals = IntEnum(
    "FogArrivals",
    "ONE_CARD_PER_PLAYER_THIRD_OF_ORIGINAL ONE_CARD_PER_UNIT THIRD_OF_REMAINING FULL_THIRD_MANDATORY",
    start=0,
)
SoloOrder = IntEnum("SoloOrder", "FIRST_ASSIGNED_FIRST RANDOM_CARD", start=0)
MultiActivation = IntEnum("MultiActivation", "ONE_UNIT_PER_PLAYER SIDES_ALTERNATE NO_FOLLOW_ACROSS_PLAYERS", start=0)
Ed1Measure = IntEnum("Ed1Measure", "SCALED_CM LITERAL_CM INCHES", start=0)
Ed1GunMove = IntEnum("Ed1GunMove", "AS_VEHICLES AS_EDITION_II", start=0)
Ed1Example = IntEnum("Ed1Example", "EQUAL_OR_MORE STRICTLY_MORE", start=0)
BridgeWreck = IntEnum("BridgeWreck", "PASSED_BY BARS_BRIDGE PUSHED_OFF", start=0)

SWITCHES: dict[str, type[IntEnum]] = {
    re.sub("(?<=.)[A-Z]", r"_\g<0>", name).lower(): each
    for name, each in list(globals().items())
    if isinstance(each, type) and issubclass(each, IntEnum) and each is not IntEnum
}
"""The enumerations by the names of their fields and switches, the edition first."""
