import type pg from 'pg';
import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { wireTypes } from '../database/wireTypes';
import { localStorage } from '../adapters/objectStorage/localStorage';
import { documentKey } from '../documents/documentBytes';
import { drawProof } from '../documents/drawProof';
import { contentHash, fileName, hashOf } from '../documents/issueProof';
import { readProof, type Reads } from '../documents/readProof';
import { iso, type Calendar } from './calendar';
import { demoUserOf } from './demoAccounts';
import { insertRows, type Row } from './insertRows';

const minute = 60_000, count = 8;
/** Those of the nearest events who registered last: the first page of their lists has something to open. */
const chosenSql = `
  select i.* from (select eventid from events where status in ('published', 'sold_out', 'closed', 'in_progress') and deleted_at is null and start_at > $1 order by start_at, eventid limit 2) e
    cross join lateral (select * from inscriptions i where i.eventid = e.eventid and i.status = 'assign_number' and i.paid_at < $1::timestamptz - interval '1 hour' order by i.created desc, i.inscriptionid limit ${count / 2}) i`;

const readsOf = (client: pg.ClientBase): Reads => ({
  run: async (text, values = []) => (await client.query<unknown[]>({ text, values: values as unknown[], rowMode: 'array', types: wireTypes } as pg.QueryArrayConfig)).rows,
  asOwner: (work) => work(),
});

/** Draws one proof as it was at some moment and answers its rows; what came after it ended it. */
const print = async (client: pg.ClientBase, now: Inscription, created: string, superseded_at: string | null): Promise<{ readonly document: Row; readonly log: Row }> => {
  const proof = await readProof(readsOf(client), now);
  const data = await drawProof(proof), sha256 = hashOf(data), file = fileName(proof);
  await localStorage(client).put({ key: documentKey(sha256), mime: 'application/pdf', data });
  const whose = { inscriptionid: now.inscriptionid, eventid: now.eventid, organizationid: now.organizationid, created };
  return {
    document: {
      ...whose, kind: 'confirmation', prefix: now.prefix ?? null, number: now.number ?? null, locale: proof.locale, file, sha256, content_sha256: contentHash(proof), size_bytes: data.length,
      status: superseded_at ? 'superseded' : 'current', superseded_at, updated: superseded_at ?? created,
    },
    log: { ...whose, status: 'pdf_created', changes: [{ field: 'file', new: file }, { field: 'sha256', new: sha256 }], actor_type: 'staff', actor_userid: demoUserOf('customer-support'), permission_key: 'event-inscription', source: 'ui' },
  };
};

/** Proofs of registration that somebody printed; every other athlete had one before the number was known. */
export const fillDocuments = async (client: pg.ClientBase, { now }: Calendar): Promise<void> => {
  const { rows } = await client.query<Inscription>({ text: chosenSql, values: [iso(now)], types: wireTypes } as pg.QueryConfig);
  const made: Awaited<ReturnType<typeof print>>[] = [];
  for (const [at, row] of rows.entries()) {
    const paid = Date.parse(String(row.paid_at)), second = iso(paid + 20 * minute);
    if (at % 2 === 1) made.push(await print(client, { ...row, number: null, prefix: null }, iso(paid + 5 * minute), second));
    made.push(await print(client, row, second, null));
  }
  await insertRows(client, 'inscription_documents', made.map(({ document }) => document));
  await insertRows(client, 'inscription_log', made.map(({ log }) => log));
};
