import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { bearerOf } from './writers';

const lookMs = 200,
  patienceMs = 1_800_000;

/** What a person does with a server that runs: JSON answers, and a file of results that is brought. */
export interface Site {
  readonly get: (path: string) => Promise<any>;
  readonly post: (path: string, body: unknown) => Promise<any>;
  /** Brings a file, and answers its address. */
  readonly upload: (data: Buffer, name: string) => Promise<string>;
  readonly file: (path: string) => Promise<Buffer>;
  readonly bring: (file: string, eventid: number, distance: string) => Promise<any>;
}
/** Requests of the timing company of an organization. */
export const siteOf = (url: string, org: number): Site => {
  const answered = async (answer: Response, path: string): Promise<any> => {
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const headers = async (): Promise<Record<string, string>> => ({ authorization: await bearerOf(org, 'cronos') });
  const post = async (path: string, body: unknown): Promise<any> =>
    answered(
      await fetch(`${url}${path}`, {
        method: 'POST',
        headers: { ...(await headers()), 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
      path,
    );
  return {
    get: async (path) => answered(await fetch(`${url}${path}`, { headers: await headers() }), path),
    post,
    upload: async (data, name) => {
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(data)], { type: 'image/png' }), name);
      return (await answered(await fetch(`${url}/api/upload`, { method: 'POST', headers: await headers(), body: form }), 'upload')).url;
    },
    file: async (path) => {
      const answer = await fetch(`${url}${path}`, { headers: await headers() });
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
      return Buffer.from(await answer.arrayBuffer());
    },
    bring: async (file, eventid, distance) => {
      const form = new FormData();
      form.append('data', JSON.stringify({ type: 'results', eventid, live: true }));
      const [head = '', ...lines] = readFileSync(file, 'utf8').trimEnd().split(/\r?\n/);
      const text = [`${head}\tDistancia`, ...lines.map((line) => `${line}\t${distance}`)].join('\n');
      form.append('file', new Blob([text]), 'resultados.tsv');
      return answered(await fetch(`${url}/v2/inscription/imports`, { method: 'POST', headers: await headers(), body: form }), 'imports');
    },
  };
};

/** Asks again and again until there is an answer. */
export const until = async <T>(read: () => Promise<T | undefined>, everyMs = lookMs): Promise<T> => {
  const end = performance.now() + patienceMs;
  for (;;) {
    const found = await read();
    if (found !== undefined) return found;
    if (performance.now() > end) throw new Error('nothing came of it in time');
    await pause(everyMs);
  }
};
