// Workers by role, each with its ranks as a grid of tiles.

import { changeButton, drain } from './actions.js';
import { byId, element, keepRows, mark, say } from './dom.js';
import { number, signed, span } from './words.js';

const ROLES = ['prefill', 'decode', 'mixed'];

export function showWorkers(workers) {
  byId('nobody').hidden = workers.length > 0;
  const peers = ROLES.map(role => ({ role, workers: workers.filter(worker => worker.role === role) }));
  keepRows(byId('workers'), peers.filter(those => those.workers.length > 0), those => those.role, makeRole);
}

function makeRole({ role }) {
  const list = element('div', { class: 'workers' });
  return {
    node: element('div', {}, element('h3', {}, role), list),
    update(those) {
      const serving = those.workers.filter(worker => worker.state === 'active');
      const shown = those.workers.map(worker => ({ worker, alone: serving.length === 1 && serving[0] === worker }));
      keepRows(list, shown, one => one.worker.id, one => makeWorker(one.worker));
    },
  };
}

function makeWorker(first) {
  let latest = null;
  const state = element('span', { class: 'mood' });
  const about = element('p', { class: 'small' });
  const ranks = element('ul', { class: 'ranks', 'aria-label': `Ranks of ${first.id}` });
  const button = changeButton('Drain …');
  button.addEventListener('click', () => drain(latest.worker, latest.alone));
  const node = element(
    'article',
    { class: 'worker', 'aria-label': `Worker ${first.id}` },
    element('div', { class: 'head' }, element('h4', {}, first.id), state, button),
    about,
    ranks,
  );
  return {
    node,
    update(now) {
      latest = now;
      const worker = now.worker;
      const doubted = worker.ranks.some(rank => ['doubt', 'out'].includes(moodOfRank(rank)));
      const mood = worker.state !== 'active' ? 'out' : doubted ? 'doubt' : 'ok';
      mark(state, 'class', `mood ${mood}`);
      say(state, signed(mood, worker.state));
      const action = worker.draining ? 'Undrain' : 'Drain';
      say(button, `${action} …`);
      mark(button, 'aria-label', `${action} ${worker.id}`);
      const health = worker.health;
      say(
        about,
        [
          worker.engine ?? 'engine not known yet',
          worker.models.join(', '),
          `group ${worker.group}`,
          `health ${health.state}${health.detail ? ` (${health.reason}: ${health.detail})` : ''}`,
        ].join(' · '),
      );
      keepRows(ranks, worker.ranks, rank => rank.rank, makeRank);
    },
  };
}

/** A rank without events is nobody's fault: where it should have some, the doctor says so. */
function moodOfRank(rank) {
  if (rank.state !== 'active') {
    return 'out';
  }
  if (rank.stream.state === 'off') {
    return 'plain';
  }
  return rank.stream.state === 'live' && rank.trust >= 1 ? 'ok' : 'doubt';
}

function makeRank(first) {
  const state = element('strong');
  const trust = element('span');
  const level = element('meter', { min: '0', max: '1', low: '0.5', high: '0.99', optimum: '1', 'aria-label': 'trust' });
  const lines = Array.from({ length: 5 }, () => element('p'));
  const node = element(
    'li',
    {},
    element('p', { class: 'head' }, element('span', { class: 'rank' }, `rank ${first.rank}`), ' ', state),
    element('p', { class: 'trust' }, level, ' ', trust),
    ...lines,
  );
  return {
    node,
    update(rank) {
      const mood = moodOfRank(rank);
      mark(node, 'class', `tile ${mood}`);
      say(state, signed(mood, rank.state));
      level.value = rank.trust;
      say(trust, `trust ${rank.trust.toFixed(2)}`);
      const [stream, lag, blocks, load, engine] = lines;
      const live = rank.stream.state === 'live';
      say(stream, `stream ${rank.stream.state}${live ? '' : ` (${rank.stream.reason})`}`);
      say(lag, lagOf(rank.stream));
      say(blocks, `blocks ${number(rank.blocks.device)} device, ${number(rank.blocks.host)} host, ${number(rank.blocks.disk)} disk`);
      say(load, `load ${number(rank.load.requests)} requests, ${number(rank.load.inflight_blocks)} + ${number(rank.load.recent_blocks)} blocks`);
      engine.hidden = rank.engine_load === null;
      say(engine, engine.hidden ? '' : engineLoadOf(rank.engine_load));
    },
  };
}

/** What the engine itself says, beside the router's own count. */
function engineLoadOf(load) {
  if (load.state === 'unknown') {
    return 'engine has not told its load';
  }
  const cache = load.kv_usage === null ? '' : `, KV cache ${(100 * load.kv_usage).toFixed(0)} %`;
  const age = load.state === 'stale' ? `, ${span(load.age_ms)} ago` : '';
  return `engine ${number(load.running)} running, ${number(load.waiting)} waiting${cache}${age}`;
}

function lagOf(stream) {
  if (!(stream.last_event_age_ms >= 0)) {
    return stream.state === 'off' ? 'chosen by load alone' : 'no event yet';
  }
  return `lag ${span(stream.lag_ms)}, last event ${span(stream.last_event_age_ms)} ago`;
}
