// The last choices, the latest first, each with its reason.

import { byId, element, keepRows, say } from './dom.js';
import { clock, number } from './words.js';

const REASONS = {
  scored: 'cheapest by overlap and load',
  tied: 'as cheap as others, less busy',
  'only-one': 'the only candidate',
  unhashed: 'by load alone',
  'prefill-skipped': 'lacked little; decode alone',
  'last-resort': 'nobody else was left',
};

export function showDecisions(decisions) {
  byId('no-decisions').hidden = decisions.length > 0;
  byId('decisions-table').hidden = decisions.length === 0;
  keepRows(byId('decisions'), decisions, decision => decision.number, decision => {
    const cells = Array.from({ length: 5 }, () => element('td'));
    const [at, model, prompt, targets, why] = cells;
    say(at, clock(new Date(decision.at)));
    say(model, decision.model);
    say(prompt, decision.unhashed === null ? `${number(decision.tokens)} tokens` : `not hashed: ${decision.unhashed}`);
    for (const leg of decision.legs) {
      targets.append(element('div', {}, `${leg.role} ${leg.target}`));
      why.append(
        element('div', {}, `${REASONS[leg.kind] ?? leg.kind}; ${number(leg.overlap)} of ${number(leg.blocks)} blocks held`),
      );
    }
    if (decision.attempt > 1) {
      why.append(element('div', {}, `attempt ${decision.attempt}`));
    }
    // A decision does not change any more.
    return { node: element('tr', { title: `request ${decision.request_id}` }, ...cells), update() {} };
  });
}
