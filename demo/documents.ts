import type pg from 'pg';
import type { DocumentKind } from '@/domain/registration/documentKinds';
import { registry } from '@/resources';
import { createRegistry } from '@/schema';
import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { wireTypes } from '../server/database/wireTypes';
import { localStorage } from '../server/adapters/objectStorage/localStorage';
import { documentKey } from '../server/features/documents/documentBytes';
import { contentHash, hashOf } from '../server/features/documents/issueDocument';
import { kinds } from '../server/features/documents/kinds';
import type { Reads } from '../server/features/documents/Reads';
import { iso, type Calendar } from './calendar';
import { demoUserOf } from '../server/demoAccounts';
import { insertRows, type Row } from './insertRows';
import { runnerOf } from '../server/kernel/runnerOf';

const minute = 60_000,
  count = 8;
/** The latest registrations of the nearest events, so that the first page of their lists has documents. */
const chosenSql = `
  select i.* from (select eventid from events where status in ('published', 'sold_out', 'closed', 'in_progress') and deleted_at is null and start_at > $1 order by start_at, eventid limit 2) e
    cross join lateral (select * from inscriptions i where i.eventid = e.eventid and i.status = 'assign_number' and i.paid_at < $1::timestamptz - interval '1 hour' order by i.created desc, i.inscriptionid limit ${count / 2}) i`;

/** The latest dispute, whose pack finance opens. */
const disputedSql = `
  select i.*, l.created as disputed_at from inscriptions i join inscription_log l on l.inscriptionid = i.inscriptionid and l.to_status = 'chargeback'
   where i.status = 'chargeback' and l.created < $1 order by l.created desc, i.inscriptionid limit 1`;

const staff = {
  actor_type: 'staff',
  actor_userid: demoUserOf('customer-support'),
  permission_key: 'event-inscription',
  source: 'ui',
} as const;
const system = { actor_type: 'system', actor_userid: null, permission_key: null, source: 'job' } as const;

/** Of its own: the links of a server that runs in this process are not part of the story. */
const ownRegistry = createRegistry(registry.all);
const readsOf = (client: pg.ClientBase): Reads => ({
  ...runnerOf(client),
  asOwner: (work) => work(),
  registry: ownRegistry,
});

interface Printing {
  readonly kind: DocumentKind;
  readonly created: string;
  readonly superseded_at?: string | null;
  readonly by?: Row;
}
/** Draws one document as it was at some moment and answers its rows; a later document has ended it. */
const print = async (
  client: pg.ClientBase,
  now: Inscription,
  { kind, created, superseded_at = null, by = staff }: Printing,
): Promise<{ readonly document: Row; readonly log: Row }> => {
  const { locale, file, facts, draw } = await kinds[kind](readsOf(client), now, 'es'),
    content_sha256 = contentHash(facts);
  const data = await draw(content_sha256),
    sha256 = hashOf(data);
  await localStorage(client).put({ key: documentKey(sha256), mime: 'application/pdf', data });
  const whose = { inscriptionid: now.inscriptionid, eventid: now.eventid, organizationid: now.organizationid, created };
  return {
    document: {
      ...whose,
      kind,
      prefix: now.prefix ?? null,
      number: now.number ?? null,
      locale,
      file,
      sha256,
      content_sha256,
      size_bytes: data.length,
      status: superseded_at ? 'superseded' : 'current',
      superseded_at,
      updated: superseded_at ?? created,
    },
    log: {
      ...whose,
      status: 'pdf_created',
      changes: [
        { field: 'file', new: file },
        { field: 'sha256', new: sha256 },
      ],
      ...by,
    },
  };
};

const rowsOf = async <T extends pg.QueryResultRow>(client: pg.ClientBase, text: string, now: number): Promise<readonly T[]> =>
  (await client.query<T>({ text, values: [iso(now)], types: wireTypes })).rows;

/** Printed documents: proofs (every second athlete had one before the number was known), some receipts, and the pack of a dispute. */
export const fillDocuments = async (client: pg.ClientBase, { now }: Calendar): Promise<void> => {
  const rows = await rowsOf<Inscription>(client, chosenSql, now);
  const made: Awaited<ReturnType<typeof print>>[] = [];
  for (const [at, row] of rows.entries()) {
    const paid = Date.parse(String(row.paid_at)),
      second = iso(paid + 20 * minute);
    if (at % 2 === 1)
      made.push(
        await print(
          client,
          { ...row, number: null, prefix: null },
          { kind: 'confirmation', created: iso(paid + 5 * minute), superseded_at: second },
        ),
      );
    made.push(await print(client, row, { kind: 'confirmation', created: second }));
    if (at % 3 === 0 && row.paid_cents > 0) made.push(await print(client, row, { kind: 'receipt', created: iso(paid + 30 * minute) }));
  }
  for (const row of await rowsOf<Inscription & { readonly disputed_at: string }>(client, disputedSql, now))
    made.push(await print(client, row, { kind: 'evidence', created: iso(Date.parse(row.disputed_at)), by: system }));
  await insertRows(
    client,
    'inscription_documents',
    made.map(({ document }) => document),
  );
  await insertRows(
    client,
    'inscription_log',
    made.map(({ log }) => log),
  );
};
