import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Signals } from '../jobs/openSignals';
import type { ApiDeps } from '../kernel/ApiDeps';
import { callOf } from '../kernel/callOf';
import { inTransaction } from '../kernel/transaction';

/** How often an idle page gets an empty signal, and its right to listen is checked again. */
const beatMs = 20_000;
interface Page {
  readonly userid: number;
  readonly organizationid: number | null;
  readonly tell: (text: string) => void;
  readonly end: () => void;
}
const eventOf = (name: string, data: object): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

const begin = (reply: FastifyReply): void => {
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) reply.raw.setHeader(name, value);
  reply.raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no', // a proxy that buffers answers would keep them until the end
  });
  reply.raw.write(eventOf('ready', {}));
};

/**
 * `GET /live` of a service: changes of the rows that a person follows, as server-sent events. Each says only which row changed; the page
 * then reads it as usual.
 */
export const liveRoute = (scope: FastifyInstance, deps: ApiDeps, signals: Signals): void => {
  const pages = new Set<Page>();
  const off = signals.on((heard) => {
    if (heard.to === 'workers') return;
    for (const page of pages) {
      if (heard.to === 'everybody') page.tell(eventOf('moved', {}));
      else if (heard.userid === page.userid && heard.organizationid === page.organizationid)
        page.tell(eventOf('moved', { kind: heard.kind, id: heard.id }));
    }
  });
  scope.addHook('preClose', async () => {
    off();
    for (const page of pages) page.end();
  });
  scope.get('/live', { config: { staysOpen: true } }, async (request, reply) => {
    const who = (): Promise<Pick<Page, 'userid' | 'organizationid'>> =>
      inTransaction(deps, callOf(request), 'read', async ({ grants: { userid, organizationid } }) => ({ userid, organizationid }));
    const known = await who();
    begin(reply);
    const { raw } = reply;
    const page: Page = { ...known, tell: (text) => void raw.write(text), end: () => void raw.end() };
    const beat = setInterval(() => {
      who().then(
        () => page.tell(': still here\n\n'),
        () => page.end(),
      );
    }, beatMs);
    pages.add(page);
    raw.once('close', () => {
      clearInterval(beat);
      pages.delete(page);
    });
  });
};
