// Calls of the admin port, and the token that they carry.

const KEY = 'warmpath-admin-token';
const PATIENCE_MS = 3000;

/** The router answered, and refused. */
export class Refusal extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

/** The token is kept for this tab, and never in an address. */
export const token = {
  known: () => sessionStorage.getItem(KEY) !== null,
  keep: text => sessionStorage.setItem(KEY, text),
  forget: () => sessionStorage.removeItem(KEY),
};

/** Somebody else was quicker: what was to be changed is no longer as it was read. */
export const OVERTAKEN = 412;

/** The JSON that a call answers. Throws a {@link Refusal}, or what the browser says when nothing answers. */
export async function call(method, path, body, ifMatch) {
  const answer = await answerOf(method, path, body, ifMatch);
  return answer.json();
}

/** What a path answers, with the tag of its revision, to be given to the call that changes it. */
export async function revision(path) {
  const answer = await answerOf('GET', path);
  return { value: await answer.json(), tag: answer.headers.get('etag') };
}

async function answerOf(method, path, body, ifMatch) {
  const headers = { accept: 'application/json' };
  if (token.known()) {
    headers.authorization = `Bearer ${sessionStorage.getItem(KEY)}`;
  }
  if (body !== undefined) {
    headers['content-type'] = 'application/json';
  }
  if (ifMatch !== undefined) {
    headers['if-match'] = ifMatch;
  }
  const answer = await fetch(path, {
    method,
    headers,
    body: body === undefined ? undefined : JSON.stringify(body),
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  if (!answer.ok) {
    const told = await answer.json().catch(() => null);
    throw new Refusal(answer.status, told?.error?.message ?? `The router answers ${answer.status}.`);
  }
  return answer;
}
