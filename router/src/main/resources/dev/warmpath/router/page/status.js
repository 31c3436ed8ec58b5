// Looks at the router every two seconds while the page is seen, and says so when it does not answer: what is shown is
// either as it is now, or marked with the time that it is from.

import { allowChanges, onChange, showWeights } from './actions.js';
import { call, Refusal } from './calls.js';
import { showHitRate } from './chart.js';
import { showDecisions } from './decisions.js';
import { showDoctor } from './doctor.js';
import { byId, mark, say } from './dom.js';
import { showRoles } from './roles.js';
import { askForToken, doNotAsk, onToken } from './token.js';
import { clock, moodOf, number, signed, span } from './words.js';
import { showWorkers } from './workers.js';

const PERIOD_MS = 2000;
const fleet = byId('fleet-now');
const trouble = byId('trouble');
let answered = null;
let timer = 0;
let looks = 0;

async function look() {
  clearTimeout(timer);
  if (document.hidden) {
    return;
  }
  // Where two looks cross, the later one counts.
  const mine = ++looks;
  try {
    const status = await call('GET', '/admin/status');
    if (mine === looks) {
      show(status);
    }
  } catch (failure) {
    if (mine !== looks) {
      return;
    }
    if (failure instanceof Refusal && failure.status === 401) {
      locked();
      return;
    }
    silent(failure);
  }
  if (mine === looks) {
    timer = setTimeout(look, PERIOD_MS);
  }
}

function show(status) {
  answered = new Date();
  doNotAsk();
  trouble.hidden = true;
  fleet.hidden = false;
  mark(fleet, 'class', 'live');
  const mood = moodOf(status.doctor.status);
  mark(byId('overall'), 'class', `mood ${mood}`);
  say(byId('overall'), signed(mood, status.doctor.status));
  say(byId('moment'), `Live, as of ${clock(answered)}`);
  document.title = `${status.doctor.status} – Warmpath`;
  say(
    byId('traffic'),
    `${number(status.requests.in_flight)} requests in flight, ${number(status.requests.ended)} ended; the router is up for ${span(
      Date.parse(status.now) - Date.parse(status.started),
    )}.`,
  );
  showDoctor(status.doctor);
  showRoles(status.roles);
  showWeights(status.roles);
  showWorkers(status.workers);
  showHitRate(status.hit_rate);
  showDecisions(status.decisions);
  allowChanges(status.may_change);
}

/** What was shown is old: it is greyed, and nothing in it can be used to change anything. */
function old(why) {
  mark(fleet, 'class', 'old');
  mark(byId('overall'), 'class', 'mood out');
  say(byId('overall'), signed('out', 'not known'));
  say(byId('moment'), answered ? `${why}; what is below was so at ${clock(answered)}` : why);
  document.title = 'not known – Warmpath';
  allowChanges(false);
}

function silent(failure) {
  old('Not live');
  trouble.hidden = false;
  const why = failure instanceof Refusal ? ` It says: ${failure.message}` : '';
  say(
    trouble,
    answered ? `The router does not answer since ${clock(answered)}.${why}` : `The router has not answered yet.${why}`,
  );
}

function locked() {
  answered = null;
  old('A token is needed');
  fleet.hidden = true;
  trouble.hidden = true;
  byId('forget').hidden = true;
  askForToken();
}

onToken(look);
onChange(look);
document.addEventListener('visibilitychange', () => {
  if (document.hidden) {
    clearTimeout(timer);
    looks++;
    old('Paused');
  } else {
    look();
  }
});
look();
