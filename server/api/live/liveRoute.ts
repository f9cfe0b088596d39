import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { can } from '@/schema/project/access';
import type { Heard, Signals } from '../../jobs/openSignals';
import { tellPlaces, type Place } from '../../jobs/signals';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { callOf } from '../../kernel/callOf';
import { invalid, notFound } from '../../kernel/DomainError';
import { inTransaction, type Transaction } from '../../kernel/transaction';
import { reaches } from '../list/visible';
import { createFanOut } from './fanOut';
import { openLivePage } from './LivePage';
import { createLivePages, readListener } from './livePages';
import { createPresence } from './presence';

/** How often each stream shows that it works, sessions are checked and places are repeated. */
const beatMs = 5000;
const placeBody = z.strictObject({
  page: z.uuid(),
  record: z.strictObject({ resource: z.string().max(63), id: z.int().min(1), isEditing: z.boolean() }).nullable(),
});
type Sent = z.infer<typeof placeBody>;

/** Where a page is: a record that its person may see. */
const placeOf = async (tx: Transaction, { page, record }: Sent): Promise<Place> => {
  const { userid, userName, grants } = tx;
  const resource = record && tx.registry.find(record.resource);
  if (record && (!resource || !can(grants, 'show', resource) || !(await reaches(tx, resource, record.id, 'show')))) throw notFound();
  return { page, userid: userid ?? 0, organizationid: grants.organizationid, name: userName.slice(0, 120), record };
};

/** Counts what was heard of each organization, for pages that cannot keep a stream open and compare. */
const createMarks = () => {
  const process = randomUUID().slice(0, 8);
  const counts = new Map<number | null, number>();
  let everything = 0;
  return {
    note: (organizationid: number | null): void => {
      everything += 1;
      counts.set(organizationid, (counts.get(organizationid) ?? 0) + 1);
    },
    of: ({ organizationid, is_platform }: Transaction['grants']): string =>
      `${process}.${is_platform ? everything : (counts.get(organizationid) ?? 0) + (counts.get(null) ?? 0)}`,
  };
};

/**
 * `GET /live` of a service: what changed, as server-sent events to the people who may see it. An event names rows and never contains them;
 * the page reads them as usual. `POST /live/place` says which record a page has open, and `GET /live/mark` is compared by pages whose
 * proxy keeps streams back.
 */
export const liveRoute = (scope: FastifyInstance, deps: ApiDeps, signals: Signals): void => {
  const pages = createLivePages(deps);
  const fanOut = createFanOut(deps, pages);
  const presence = createPresence(deps.pool, pages);
  const marks = createMarks();
  const hear = (heard: Heard): void => {
    if (heard.to === 'rows') {
      marks.note(heard.organizationid);
      fanOut.note(heard);
    } else if (heard.to === 'rights') void pages.check();
    else if (heard.to === 'places') presence.hear(heard.places);
    else if (heard.to === 'everybody') {
      marks.note(null);
      for (const page of pages.all()) page.tell('moved', {});
    } else if (heard.to === 'person') {
      marks.note(heard.organizationid);
      for (const page of pages.all()) {
        const { userid, grants } = page.who();
        if (heard.userid === userid && heard.organizationid === grants.organizationid)
          page.tell('moved', { kind: heard.kind, id: heard.id });
      }
    }
  };
  const off = signals.on(hear);
  const beat = setInterval(() => {
    void pages.check();
    for (const page of pages.all()) page.beat();
    presence.beat().catch(() => {}); // the database is away; the next beat repeats it
  }, beatMs);
  scope.addHook('preClose', async () => {
    off();
    clearInterval(beat);
    fanOut.stop();
    for (const page of pages.all()) page.end();
  });
  scope.get('/live', { config: { staysOpen: true } }, async (request, reply) => {
    const call = callOf(request);
    const page = openLivePage(reply, randomUUID(), call, await readListener(deps, call));
    pages.add(page);
    reply.raw.once('close', () => {
      presence.leave(page.id);
      pages.remove(page);
    });
    page.tell('ready', { page: page.id });
  });
  scope.get('/live/mark', (request) => inTransaction(deps, callOf(request), 'read', async ({ grants }) => ({ mark: marks.of(grants) })));
  scope.post('/live/place', async (request: FastifyRequest, reply) => {
    const sent = placeBody.safeParse(request.body);
    if (!sent.success) throw invalid(sent.error.issues.map(({ path }) => ({ path: path.join('.'), code: 'INVALID_VALUE' })));
    await inTransaction(deps, callOf(request), 'read', async (tx) => {
      await tellPlaces(tx, [await placeOf(tx, sent.data)]);
      tx.keep();
    });
    return reply.code(204).send();
  });
};
