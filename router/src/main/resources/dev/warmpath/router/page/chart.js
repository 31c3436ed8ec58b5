// The hit rate over time, a line per role. Each point is a ratio of sums over half a minute: the rate of single steps
// would jump between nothing and everything where few prompts come.

/* global uPlot */
import { byId, say } from './dom.js';
import { percent } from './words.js';

const WINDOW_STEPS = 6;
const HEIGHT = 180;
// Lines differ in their dashes too.
const DASHES = { prefill: [], decode: [8, 4], mixed: [2, 3] };

const place = byId('chart');
const dark = matchMedia('(prefers-color-scheme: dark)');
let plot = null;
let drawn = '';
let latest = null;

export function showHitRate(history) {
  latest = history;
  const roles = Object.keys(DASHES).filter(role => history[role]);
  const enough = roles.length > 0 && history.at_ms.length > 1;
  place.hidden = !enough;
  const window = roles.map(role => `${role} ${percent(...windowAt(history[role], history.at_ms.length - 1))}`);
  const seconds = (WINDOW_STEPS * history.step_ms) / 1000;
  say(
    byId('chart-text'),
    enough
      ? `In the last ${seconds} s: ${window.join(', ')} of the blocks that prompts had were held where they were sent.`
      : 'There have been no prompts with blocks yet.',
  );
  if (!enough) {
    return;
  }
  const data = [
    history.at_ms.map(at => at / 1000),
    ...roles.map(role => history.at_ms.map((at, i) => ratio(...windowAt(history[role], i)))),
  ];
  if (plot === null || drawn !== roles.join()) {
    plot?.destroy();
    drawn = roles.join();
    plot = new uPlot(options(roles), data, place);
  } else {
    plot.setData(data);
  }
}

const ratio = (part, whole) => (whole > 0 ? part / whole : null);

function windowAt(columns, last) {
  let overlap = 0;
  let request = 0;
  for (let i = Math.max(0, last - WINDOW_STEPS + 1); i <= last; i++) {
    overlap += columns.overlap_blocks[i];
    request += columns.request_blocks[i];
  }
  return [overlap, request];
}

function options(roles) {
  const style = getComputedStyle(document.documentElement);
  const colour = name => style.getPropertyValue(name).trim();
  const axis = { stroke: colour('--quiet'), grid: { stroke: colour('--line'), width: 1 }, ticks: { show: false } };
  return {
    width: place.clientWidth,
    height: HEIGHT,
    cursor: { show: false },
    legend: { live: false },
    scales: { y: { range: [0, 1] } },
    axes: [
      { ...axis, values: (self, splits) => splits.map(at => new Date(at * 1000).toLocaleTimeString('en-GB').slice(0, 5)) },
      { ...axis, size: 50, values: (self, splits) => splits.map(rate => `${Math.round(rate * 100)} %`) },
    ],
    series: [
      { label: 'time' },
      ...roles.map(role => ({
        label: role,
        stroke: colour(`--${role}`),
        width: 2,
        dash: DASHES[role],
        points: { show: false },
      })),
    ],
  };
}

/** Colours and width are the plot's own: it is drawn anew when the page's change. */
function redraw() {
  drawn = '';
  if (latest) {
    showHitRate(latest);
  }
}

dark.addEventListener('change', redraw);
new ResizeObserver(() => {
  if (plot !== null && place.clientWidth > 0 && place.clientWidth !== plot.width) {
    plot.setSize({ width: place.clientWidth, height: HEIGHT });
  }
}).observe(place);
