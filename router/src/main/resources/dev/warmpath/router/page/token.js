// Asks for the admin token where the router wants one.

import { token } from './calls.js';
import { byId, say } from './dom.js';

const form = byId('token');
const field = byId('token-text');
const why = byId('token-why');

/** @param given called when a token was typed in */
export function onToken(given) {
  form.addEventListener('submit', event => {
    event.preventDefault();
    // What a header cannot carry is no token.
    if (!/^[\x21-\x7e]+$/.test(field.value)) {
      say(why, 'A token has letters, digits and signs, and no spaces.');
      return;
    }
    token.keep(field.value);
    field.value = '';
    given();
  });
  byId('forget').addEventListener('click', () => {
    token.forget();
    given();
  });
}

/** Asks; says that the last one was wrong if there was one. */
export function askForToken() {
  say(why, token.known() ? 'The router does not know this token.' : 'The admin port needs its bearer token.');
  token.forget();
  if (form.hidden) {
    form.hidden = false;
    field.focus();
  }
}

export function doNotAsk() {
  form.hidden = true;
  byId('forget').hidden = !token.known();
}
