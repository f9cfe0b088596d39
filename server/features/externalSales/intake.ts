import { events } from '@/resources/events/events';
import { external_inscriptions } from '@/resources/external_inscriptions/external_inscriptions';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { isParts, textIn, type Parts } from '@/schema/unknown';
import { runRowAction } from '../../api/actions/actions';
import { accept } from '../../api/write/accept';
import { createRecord } from '../../api/write/createRecords';
import { columnsOf } from '../../kernel/columnsOf';
import { conflict, invalid, notFound, problemAt } from '../../kernel/DomainError';
import { select, selectOne, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { externalInscriptionsHooks } from './external_inscriptions.hooks';
import { fingerprintOf } from './fingerprint';
import { reportIn } from './reporting';

const e = columnsOf(events);
const x = columnsOf(external_inscriptions, 'x');
const i = columnsOf(inscriptions, 'i');
const unseen = { unseen: true, found: ['eventid'] } as const;
const obligatory = ['source', 'external_ref', 'event_code'] as const;

/** The names by which a sale is reported, which its program gets back. */
export const namesIn = (sent: unknown): { readonly source: string | null; readonly external_ref: string | null } => ({
  source: isParts(sent) ? textIn(sent['source']) : null,
  external_ref: isParts(sent) ? textIn(sent['external_ref']) : null,
});
const eventOf = async (tx: Transaction, code: string): Promise<{ readonly eventid: number; readonly organizationid: number | null }> => {
  const found = await selectOne(
    tx,
    { eventid: e.eventid, organizationid: e.organizationid },
    sql`from ${e} where ${e.slug} = ${code.trim().toLowerCase()} and ${e.deleted_at} is null`,
  );
  if (!found) throw invalid([problemAt('event_code', 'REFERENCE_UNKNOWN', { text: code })]);
  return found;
};
const partsOf = (sent: unknown, needed: readonly string[]): Parts => {
  if (!isParts(sent)) throw invalid([problemAt('', 'INVALID_VALUE')]);
  const missing = needed.filter((name) => !textIn(sent[name])?.trim());
  if (missing.length > 0) throw invalid(missing.map((name) => problemAt(name, 'REQUIRED')));
  return sent;
};

/** What a program is answered about a sale. */
const described = (tx: Transaction, id: number) =>
  selectOne(
    tx,
    {
      external_inscriptionid: x.external_inscriptionid,
      source: x.source,
      external_ref: x.external_ref,
      status: x.status,
      error_code: x.error_code,
      error: x.error,
      inscriptionid: x.inscriptionid,
      folio: value<string | null>(sql`${i.folio}`),
      prefix: value<string | null>(sql`${i.prefix}`),
      number: value<number | null>(sql`${i.number}`),
      duplicate_of_inscriptionid: x.duplicate_of_inscriptionid,
    },
    sql`from ${x} left join ${i} on ${i.inscriptionid} = ${x.inscriptionid} where ${x.external_inscriptionid} = ${id}`,
  );
/** The answer to one sale of a message. */
export type SaleAnswer = Parts & { readonly status_code: number };
const answered = async (tx: Transaction, id: number, status_code: 200 | 201): Promise<SaleAnswer> => {
  const sale = await described(tx, id);
  if (!sale) throw notFound();
  return { status_code, ...sale };
};

/** Takes in one sale. The same report again gets the same answer; one that says something else under the same reference is refused. */
export const takeSale = async (tx: Transaction, sent: unknown): Promise<SaleAnswer> => {
  const { event_code, ...rest } = partsOf(sent, obligatory);
  const { eventid, organizationid } = await eventOf(tx, String(event_code));
  const body = { ...rest, eventid };
  const values = accept(tx, external_inscriptions, 'create', body, {}, unseen);
  const known = await selectOne(
    tx,
    { id: x.external_inscriptionid, fingerprint: x.fingerprint },
    sql`from ${x} where ${x.organizationid} = ${organizationid} and ${x.source} = ${textIn(values['source'])} and ${x.external_ref} = ${textIn(values['external_ref'])} and ${x.deleted_at} is null`,
  );
  if (!known) {
    reportIn(tx, { ...rest, event_code });
    return answered(tx, await createRecord(tx, external_inscriptions, externalInscriptionsHooks, body, unseen), 201);
  }
  if (known.fingerprint !== null && known.fingerprint !== fingerprintOf(values))
    throw conflict('SALE_DIFFERS', [problemAt('external_ref', 'SALE_DIFFERS')], { id: known.id });
  return answered(tx, known.id, 200);
};

/** Takes a sale back. One that was taken back before is answered the same. */
export const takeBack = async (tx: Transaction, sent: unknown): Promise<SaleAnswer> => {
  const { source, external_ref, event_code, reason } = partsOf(sent, ['source', 'external_ref', 'reason']);
  const event = textIn(event_code) ? await eventOf(tx, String(event_code)) : null;
  const found = await select(
    tx,
    { id: x.external_inscriptionid, status: x.status },
    sql`from ${x} where ${x.source} = ${String(source)} and ${x.external_ref} = ${String(external_ref).trim()} and ${x.deleted_at} is null and ${event === null ? sql`true` : sql`${x.eventid} = ${event.eventid}`} limit 2`,
  );
  const [sale] = found;
  if (!sale) throw notFound();
  if (found.length > 1) throw conflict('ROW_UNCLEAR', [problemAt('event_code', 'REQUIRED')]);
  if (sale.status !== 'cancelled')
    await runRowAction(tx, external_inscriptions, externalInscriptionsHooks, 'cancel', sale.id, { input: { reason } });
  return answered(tx, sale.id, 200);
};
