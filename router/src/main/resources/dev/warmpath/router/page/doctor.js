// What the doctor has to say, the worst first.

import { byId, element, keepRows, mark, say, sayProse } from './dom.js';
import { moodOf, number, signed } from './words.js';

export function showDoctor(doctor) {
  const wrong = doctor.findings;
  say(
    byId('verdict'),
    wrong.length === 0
      ? signed('ok', `All ${number(doctor.checks)} checks pass.`)
      : `${number(wrong.length)} ${wrong.length === 1 ? 'finding' : 'findings'}.`,
  );
  keepRows(byId('complaints'), wrong, complaint => `${complaint.name} ${complaint.target}`, () => {
    const status = element('strong');
    const name = element('code');
    const target = element('span', { class: 'target' });
    const seen = element('p');
    const remedy = element('p', { class: 'remedy' });
    const node = element('li', {}, element('p', { class: 'head' }, status, ' ', name, ' ', target), seen, remedy);
    return {
      node,
      update(complaint) {
        mark(node, 'class', `complaint ${moodOf(complaint.status)}`);
        say(status, signed(moodOf(complaint.status), complaint.status));
        say(name, complaint.name);
        say(target, complaint.target ?? 'the whole fleet');
        say(seen, complaint.seen);
        sayProse(remedy, `What to do: ${complaint.remedy}`);
      },
    };
  });
}
