"use strict";
// The words for a shot: one sentence for each step, with the IDs of its rules.
site.odds.why = (() => {
  const { shot } = site.data;
  const plural = new Intl.PluralRules(document.documentElement.lang);
  const dice = (count) => site.text(`odds.dice_${plural.select(count)}`, { count });
  const sources = (number) => shot.sources[number].map((rule) => shot.rules[rule]);
  const say = (key, rules, given) => [site.text(`odds.${key}`, given), rules];

  const throwing = (state, found, colour) => {
    const roll = found.throws[colour];
    const name = site.odds.COLOURS[colour];
    if (roll < 0) return [say(`forbidden_cards_${name}`, [shot.rules[-1 - roll]])];
    const thrown = shot.throws[roll].dice;
    const steps = [say(`why_${name}`, sources(found.sources.weapon), { dice: dice(thrown), distance: site.number(Number(state.distance), Number.isInteger(Number(state.distance)) ? 0 : 1) })];
    if (thrown !== found.firer[`${name}_dice`]) steps.push(say("why_skirt", ["PT-ADV-SKIRT_ARMOR"]));
    return steps;
  };

  const hitting = (state, found, one) => {
    const steps = [];
    const add = found.target.hit_add ?? 0;
    if (add) steps.push(say("why_low", ["PT-UNIT-SPG-02"], { add }));
    if (state.card) {
      const difficulty = shot.difficulties[site.odds.cardOf(state.card).k];
      steps.push(say("why_hit_card", ["PT-CARD-04", "PT-FIRE-06", "PT-FIRE-07"], { difficulty, needed: difficulty + add, lethal: 2 * (difficulty + (found.target.lethal_add ?? 0)) }));
    } else steps.push(say("why_hit", ["PT-CARD-04", "PT-FIRE-06", "PT-FIRE-07"]));
    if (one.all_lethal) steps.push(say("why_all_lethal", ["PT-FLAME-04"]));
    if (found.firer.rerolls) steps.push(say(`why_reroll_${found.firer.rerolls}`, ["PT-IMPROVED-02", "AMB-99", "AMB-101"]));
    if (found.firer.rolls > 1) steps.push(say("why_twice", ["PT-ADV-RAPID_FIRE", "AMB-102"], { rolls: found.firer.rolls }));
    return steps;
  };

  const saving = (state, found) => {
    const { firer, target } = found;
    if (firer.machine_gun && target.armored) return [say("why_mg_armor", ["PT-MG-07", "PT-MG-08"])];
    if (firer.flame && state.fort === "heavy") return [say("why_burns", ["PT-FLAME-03"])];
    const steps = [];
    if (target.armor_dice) {
      const given = { dice: dice(target.armor_dice), faces: site.text(`odds.faces_${target.armor_face}`) };
      steps.push(say(target.keep_best ? "why_armor_best" : "why_armor", sources(found.sources.armor), given));
      if (state.fort !== "none") steps.at(-1)[1] = [...steps.at(-1)[1], state.fort === "light" ? "PT-FORT-02" : "PT-FORT-03"];
      if (state.found === "yes") steps.at(-1)[1] = [...steps.at(-1)[1], "PT-COVER-06", "PT-COVER-08"];
      if ((target.armor_dice_lethal ?? 0) < target.armor_dice) steps.push(say("why_vulnerable", ["PT-DIS-VULNERABLE_ARMOR"]));
    }
    if (target.cover_dice) {
      const rules = [];
      if (["wood", "building"].includes(state.cover)) rules.push("PT-COVER-01", "PT-COVER-02");
      if (state.found === "yes") rules.push("PT-COVER-06", "PT-COVER-07");
      if (state.fort !== "none") rules.push(state.fort === "light" ? "PT-FORT-02" : "PT-FORT-03");
      steps.push(say("why_cover", rules, { dice: dice(target.cover_dice) }));
    }
    if (steps.length === 0) steps.push(say("why_no_saves", ["PT-ARMOR-01", "PT-COVER-01"]));
    else {
      steps.push(say(`why_${state[shot.on_dice] ?? shot.rulings[shot.on_dice][0]}`, ["AMB-43"]));
      if (target.rerolls) steps.push(say("why_save_reroll", ["PT-IMPROVED-02", "AMB-101"]));
    }
    return steps;
  };

  const ending = (found) => {
    const { firer, target } = found;
    const steps = [];
    const harmless = firer.machine_gun && target.armored;
    if (firer.suppresses && !target.armored && !found.hits) {
      const rules = ["PT-MG-04"];
      if (firer.mortar) rules.push("PT-MORTAR-05");
      if (firer.howitzer) rules.push("PT-HOW-02");
      steps.push(say("why_suppress", rules));
      if (target.suppression_cover_dice || target.suppression_armor_dice) steps.push(say("why_cancel", ["PT-MG-05"]));
    }
    if (harmless) return steps;
    if (target.rivets) steps.push(say("why_rivets", ["PT-DIS-RIVETS", "AMB-103"]));
    if (target.death_trap) steps.push(say("why_death_trap", ["PT-DIS-DEATH_TRAP", "AMB-104"]));
    if (found.hits) steps.push(say("why_before", ["PT-HIT-02"]));
    else steps.push(say(target.hits_to_destroy === 2 ? "why_two" : "why_one", sources(found.sources.hits)));
    if (firer.mortar) steps.push(say("why_second", ["PT-MORTAR-06", "AMB-67"]));
    if (firer.howitzer) steps.push(say("why_neighbour", ["PT-HOW-03", "AMB-70"]));
    return steps;
  };

  // Pairs of a sentence and the rules that it comes from
  return (state, found) => {
    const colours = state.card ? [site.odds.cardOf(state.card).colour] : [0, 1];
    const rolled = found.throws.find((roll) => roll >= 0);
    const steps = colours.flatMap((colour) => throwing(state, found, colour));
    if (found.picked) steps.push(say("why_picked", state.weapon === "flame" ? ["PT-FORT-04"] : state.weapon === "howitzer" ? ["PT-HOW-01", "AMB-69"] : [state.weapon === "mortar" ? "PT-MORTAR-01" : "PT-MG-01"]));
    steps.push(...hitting(state, found, shot.throws[rolled]), ...saving(state, found), ...ending(found));
    if (!state.card) steps.push(say("why_average", ["PT-CARD-04"]));
    return { steps, dice };
  };
})();
