import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Heard, Signals } from '../../jobs/openSignals';
import { notFound, tooManyRequests } from '../../kernel/DomainError';

/** What the figures of a link are counted from. */
const counted: ReadonlySet<string> = new Set(['inscriptions', 'events', 'distances', 'results', 'result_sets']);
const beatMs = 5000,
  checkEvery = 6,
  calmMs = 1000;
/** Visitors have no account, so their streams are limited by address, and altogether. */
const mostOfAddress = 20,
  mostAtAll = 500;

interface Visitor {
  readonly eventid: number;
  readonly ip: string;
  readonly move: () => void;
  readonly beat: () => void;
  readonly end: () => void;
}

/**
 * `POST /api/followup/live`: says to an admitted visitor that the figures of the event have changed, at most once in a second, and nothing
 * else. `admit` answers the event of a link that is still open.
 */
export const followupStream = (
  app: FastifyInstance,
  signals: Signals,
  admit: (request: FastifyRequest) => Promise<number | null>,
): void => {
  const visitors = new Set<Visitor>();
  const waiting = new Set<number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (): void => {
    timer = undefined;
    for (const visitor of visitors) if (waiting.has(visitor.eventid)) visitor.move();
    waiting.clear();
  };
  const hear = (heard: Heard): void => {
    const isAny = heard.to === 'everybody' || (heard.to === 'rows' && counted.has(heard.resource) && heard.eventids === null);
    const moved = isAny
      ? [...visitors].map(({ eventid }) => eventid)
      : heard.to === 'rows' && counted.has(heard.resource)
        ? heard.eventids
        : [];
    for (const eventid of moved ?? []) waiting.add(eventid);
    if (visitors.size > 0 && waiting.size > 0) timer ??= setTimeout(flush, calmMs);
    else waiting.clear();
  };
  const off = signals.on(hear);
  const beat = setInterval(() => {
    for (const visitor of visitors) visitor.beat();
  }, beatMs);
  app.addHook('preClose', async () => {
    off();
    clearInterval(beat);
    clearTimeout(timer);
    for (const visitor of visitors) visitor.end();
  });
  app.post('/api/followup/live', { config: { staysOpen: true } }, async (request, reply) => {
    const eventid = await admit(request);
    if (eventid === null) throw notFound();
    const { ip } = request;
    if (visitors.size >= mostAtAll || [...visitors].filter((each) => each.ip === ip).length >= mostOfAddress) throw tooManyRequests(60);
    reply.hijack();
    const { raw } = reply;
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
    raw.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' });
    raw.write('event: ready\ndata: {}\n\n');
    let beats = 0;
    const end = (): void => void raw.end();
    const visitor: Visitor = {
      eventid,
      ip,
      move: () => void raw.write('event: moved\ndata: {}\n\n'),
      beat: () => {
        raw.write(': still here\n\n');
        beats += 1;
        if (beats % checkEvery === 0) admit(request).then((still) => still === eventid || end(), end); // the link may be revoked
      },
      end,
    };
    visitors.add(visitor);
    raw.once('close', () => visitors.delete(visitor));
  });
};
