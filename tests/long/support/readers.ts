import { setTimeout as pause } from 'node:timers/promises';
import { bearerOf } from './writers';

/** What many clients asked to read, and how it was answered. */
export interface Reading {
  readonly tried: () => number;
  readonly answered: () => number;
  /** Answers that were not good, by what was asked and what was said. */
  readonly others: ReadonlyMap<string, number>;
  readonly end: () => Promise<void>;
}
interface Options {
  readonly clients: number;
  readonly org: number;
  readonly url: () => string;
  /** Paths in addition to the usual ones. */
  readonly more?: readonly string[];
}
const renewMs = 120_000,
  pauseMs = 20,
  patienceMs = 30_000;
const document = JSON.stringify({
  query: '{ coupons(perpage: 25) { total items { couponid code type value created } } }',
});

/** Lets many clients read lists, searches, records and GraphQL, one after another each, until they are stopped. */
export const startReaders = ({ clients, org, url, more = [] }: Options): Reading => {
  const others = new Map<string, number>(),
    over = new AbortController();
  let tried = 0,
    answered = 0,
    bearer = bearerOf(org),
    mintedAt = performance.now();
  const fresh = (): Promise<string> => {
    if (performance.now() - mintedAt > renewMs) [bearer, mintedAt] = [bearerOf(org), performance.now()];
    return bearer;
  };
  const ask = async (path: string, ip: string): Promise<string | null> => {
    tried += 1;
    const headers = { authorization: await fresh(), 'content-type': 'application/json', 'x-forwarded-for': ip };
    const isGraphql = path.endsWith('/graphql');
    const kind = await fetch(`${url()}${path}`, {
      headers,
      ...(isGraphql && { method: 'POST', body: document }),
      signal: AbortSignal.timeout(patienceMs),
    }).then(
      async (answer) => {
        const said = await answer.text();
        const isGood = answer.status === 200 && !(isGraphql && said.includes('"errors"'));
        if (isGood) return { said };
        return { problem: `${answer.status} ${said.slice(0, 120)}` };
      },
      (error: Error) => ({ problem: `0 ${String(error.cause ?? error)}` }),
    );
    if ('said' in kind) {
      answered += 1;
      return kind.said;
    }
    const name = `${path.split('?')[0]!.replace(/\/\d+$/, '/1')}: ${kind.problem}`;
    others.set(name, (others.get(name) ?? 0) + 1);
    return null;
  };
  const client = async (_: unknown, at: number): Promise<void> => {
    const ip = `10.0.1.${at + 1}`;
    for (let turn = at; !over.signal.aborted; turn += 1) {
      const list = await ask(`/v2/event/coupons?page=${(turn % 4) + 1}&perpage=25`, ip);
      const [first] = (JSON.parse(list ?? '[]') ?? []) as readonly { readonly couponid: number }[];
      const paths = [
        ...(first ? [`/v2/event/coupons/${first.couponid}`] : []),
        `/v2/event/coupons?q=LONG${turn}`,
        '/v2/event/_/graphql',
        '/v2/inscription/inscriptions?page=1&perpage=25',
        ...more,
      ];
      for (const path of paths) {
        await ask(path, ip);
        await pause(pauseMs);
      }
    }
  };
  const all = Array.from({ length: clients }, client);
  return {
    tried: () => tried,
    answered: () => answered,
    others,
    end: async () => {
      over.abort();
      await Promise.all(all);
    },
  };
};
