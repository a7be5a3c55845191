// Asking the server. Every answer is data; what went wrong is a Refusal with a sentence for people.

export class Refusal extends Error {
  constructor(sentence, status, told = {}) {
    super(sentence);
    this.status = status;
    this.told = told;
  }
}

/** The server was not reached. */
export class Unreachable extends Error {}

let onreach = () => {};

/** Hear with true or false, at each request, whether the server was reached. */
export function hearReach(listener) {
  onreach = listener;
}

export const get = (path, signal) => request(path, { signal }).then((reply) => reply.json());

export const post = (path, body, signal) => send(path, body, signal).then((reply) => reply.json());

export const file = (path, body, signal) => send(path, body, signal).then((reply) => reply.blob());

/** The lines of an answer that comes bit by bit, each as data. */
export async function* lines(path, body, signal) {
  const reply = await send(path, body, signal);
  const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const parts = (rest + value).split("\n");
      rest = parts.pop();
      for (const part of parts) if (part.trim()) yield JSON.parse(part);
    }
    if (rest.trim()) yield JSON.parse(rest);
  } finally {
    reader.cancel().catch(() => {});
  }
}

export const aborted = (error) => error.name === "AbortError";

function send(path, body, signal) {
  const headers = { "Content-Type": "application/json" };
  return request(path, { method: "POST", headers, body: JSON.stringify(body), signal });
}

async function request(path, options) {
  let reply;
  try {
    reply = await fetch(path, options);
  } catch (error) {
    if (aborted(error)) throw error;
    onreach(false);
    throw new Unreachable();
  }
  onreach(true);
  if (reply.ok) return reply;
  const told = await reply.json().catch(() => ({}));
  const sentence = typeof told.error === "string" ? told.error : `${reply.status} ${reply.statusText}`;
  throw new Refusal(sentence, reply.status, { ...told, retry: Number(reply.headers.get("Retry-After")) || 0 });
}

/** One question at a time: a new one ends the one before. */
export class Latest {
  #controller = null;

  next() {
    this.stop();
    this.#controller = new AbortController();
    return this.#controller.signal;
  }

  stop() {
    this.#controller?.abort();
    this.#controller = null;
  }
}
