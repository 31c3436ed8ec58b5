// What can be changed from the page: draining, undraining, weights. Each is confirmed first.

import { call, OVERTAKEN, Refusal, revision } from './calls.js';
import { byId, element, keepRows, say } from './dom.js';

const dialog = byId('confirm');
const outcome = byId('outcome');
let allowed = false;
let changed = () => {};
let roles = [];

/** @param then called after something was changed */
export function onChange(then) {
  changed = then;
}

/** Whether the caller may change anything, and the router answers. */
export function allowChanges(may) {
  allowed = may;
  for (const button of document.querySelectorAll('[data-changes]')) {
    hold(button);
  }
}

function hold(button) {
  // Still focusable, so that who uses a keyboard is not thrown out of the page when the router is away for a moment.
  button.setAttribute('aria-disabled', String(!allowed));
}

/** A button of this kind. */
export function changeButton(text) {
  const button = element('button', { type: 'button', 'data-changes': '' }, text);
  hold(button);
  return button;
}

/** Resolves to whether it was confirmed. */
function confirmed(title, text, yes) {
  say(byId('confirm-title'), title);
  say(byId('confirm-text'), text);
  say(byId('confirm-yes'), yes);
  return new Promise(resolve => {
    dialog.returnValue = '';
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'), { once: true });
    dialog.showModal();
  });
}

byId('confirm-yes').addEventListener('click', () => dialog.close('yes'));
byId('confirm-no').addEventListener('click', () => dialog.close('no'));

function mayChange() {
  if (!allowed) {
    tell('Nothing can be changed now: the router does not answer, or the token may look only.', 'fail');
  }
  return allowed;
}

/** @param tag of the revision that the question was about; without it whatever is in force is changed */
async function change(question, method, path, body, done, tag) {
  if (!mayChange() || !(await confirmed(question.title, question.text, question.yes))) {
    return;
  }
  try {
    await call(method, path, body, tag);
    tell(done, 'pass');
  } catch (failure) {
    tell(whyNot(failure), 'fail');
  }
  changed();
}

function whyNot(failure) {
  if (!(failure instanceof Refusal)) {
    return `Not known whether it was done: ${failure.message}`;
  }
  return failure.status === OVERTAKEN
    ? 'Not done: somebody else has changed this since you were asked. What is in force is shown; try again if you still want to.'
    : `Refused: ${failure.message}`;
}

function tell(text, kind) {
  outcome.className = `banner ${kind}`;
  outcome.hidden = false;
  say(outcome, text);
}

/** @param last whether nobody else of its role is in service */
export function drain(worker, last) {
  const on = !worker.draining;
  const question = on
    ? {
        title: 'Drain this worker?',
        text: `${worker.id} gets no new requests; those that run are finished.${
          last ? ` No other ${worker.role} worker is in service: requests will be refused.` : ''
        }`,
        yes: 'Drain',
      }
    : { title: 'Take this worker back?', text: `${worker.id} gets requests again.`, yes: 'Undrain' };
  const path = `/admin/workers/${encodeURIComponent(worker.id)}/${on ? 'drain' : 'undrain'}`;
  return change(question, 'POST', path, undefined, on ? `${worker.id} is draining.` : `${worker.id} is back.`);
}

/** Shows the weights that are in force, but for those that somebody is typing. */
export function showWeights(now) {
  roles = now.filter(role => role.overlap_weight !== null);
  keepRows(byId('weight-fields'), roles, role => role.role, role => {
    const id = `weight-${role.role}`;
    const field = element('input', { id, type: 'number', min: '0', step: 'any', required: '', inputmode: 'decimal' });
    return {
      node: element('div', { class: 'field' }, element('label', { for: id }, role.role), field),
      update(latest) {
        const inForce = String(latest.overlap_weight);
        if (field.value === (field.dataset.inForce ?? '')) {
          field.value = inForce;
        }
        field.dataset.inForce = inForce;
      },
    };
  });
}

const typed = role => byId(`weight-${role}`).value;

byId('weights').addEventListener('submit', async event => {
  event.preventDefault();
  if (!mayChange()) {
    return;
  }
  let inForce;
  try {
    inForce = await revision('/admin/weights');
  } catch (failure) {
    tell(`The weights in force are not known: ${failure.message}`, 'fail');
    return;
  }
  const old = role => inForce.value[role].overlap_weight;
  const different = roles.map(role => role.role).filter(role => Number(typed(role)) !== old(role));
  if (different.length === 0) {
    tell('These weights are in force already.', '');
    return;
  }
  const steps = different.map(role => `${role} from ${old(role)} to ${typed(role)}`);
  const body = Object.fromEntries(different.map(role => [role, { overlap_weight: Number(typed(role)) }]));
  await change(
    { title: 'Set these weights?', text: `${steps.join(', ')}. The next request is placed by them.`, yes: 'Set weights' },
    'PUT',
    '/admin/weights',
    body,
    `Set ${steps.join(', ')}.`,
    inForce.tag,
  );
});
