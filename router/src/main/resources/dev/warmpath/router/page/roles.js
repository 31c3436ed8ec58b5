// One row per role that has workers.

import { byId, element, keepRows, mark, say } from './dom.js';
import { number, percent, signed } from './words.js';

export function showRoles(roles) {
  keepRows(byId('roles'), roles.filter(role => role.workers > 0), role => role.role, role => {
    const cells = Array.from({ length: 4 }, () => element('td'));
    return {
      node: element('tr', {}, element('th', { scope: 'row' }, role.role), ...cells),
      update(now) {
        const [workers, ranks, rate, weight] = cells;
        const mood = now.eligible_ranks === 0 ? 'out' : now.eligible_ranks < now.ranks ? 'doubt' : 'ok';
        say(workers, number(now.workers));
        mark(ranks, 'class', `mood ${mood}`);
        say(ranks, signed(mood, `${number(now.eligible_ranks)} of ${number(now.ranks)}`));
        say(rate, percent(now.overlap_blocks, now.request_blocks));
        say(weight, now.overlap_weight === null ? '–' : String(now.overlap_weight));
      },
    };
  });
}
