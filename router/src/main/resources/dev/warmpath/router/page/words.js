// Numbers and states as people read them. A state is a sign and a word as well as a colour.

const SIGNS = { ok: '●', plain: '○', doubt: '▲', out: '✕' };
const count = new Intl.NumberFormat('en');

export const number = value => count.format(Math.round(value));

/** A ratio of sums; nothing was asked where there is no sum. */
export const percent = (part, whole) => (whole > 0 ? `${Math.round((100 * part) / whole)} %` : '–');

/** A state with its sign, such as "● active". */
export const signed = (mood, text) => `${SIGNS[mood]} ${text}`;

/** The mood of the doctor's pass, warn and fail. */
export const moodOf = status => ({ pass: 'ok', warn: 'doubt', fail: 'out' })[status] ?? 'out';

/** Milliseconds, in the unit that suits them. */
export function span(millis) {
  if (millis < 1000) {
    return `${Math.round(millis)} ms`;
  }
  const seconds = Math.round(millis / 1000);
  if (seconds < 120) {
    return `${seconds} s`;
  }
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

export const clock = date => date.toLocaleTimeString('en-GB');
