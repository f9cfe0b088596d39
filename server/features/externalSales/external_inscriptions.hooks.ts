import { events } from '@/resources/events/events';
import { external_inscriptions } from '@/resources/external_inscriptions/external_inscriptions';
import { textIn } from '@/schema/unknown';
import { audit } from '../../api/audit/audit';
import { removeRow } from '../../api/write/columns';
import { createServerRow, editServerRow } from '../../api/write/serverRow';
import { defineHooks } from '../../kernel/defineHooks';
import { columnsOf } from '../../kernel/columnsOf';
import { conflict, problemAt } from '../../kernel/DomainError';
import type { ImportHooks, ImportNote } from '../../kernel/ImportHooks';
import { selectOne } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import { importInscriptions } from '../registration/importInscriptions';
import { storedInscription } from '../registration/enrol';
import type { SaleOutcome } from './acceptSale';
import { cancelSale } from './cancelSale';
import { decideSale, readSale, tryAgain } from './decideSale';
import { foreseeRetry } from './foreseeRetry';
import { fingerprintOf } from './fingerprint';
import { arrivalOf } from './reporting';
import { isSettled } from './settlements';

const x = columnsOf(external_inscriptions);
const e = columnsOf(events);
const decided: ReadonlySet<unknown> = new Set(['created', 'cancelled']);

/** A sale that is kept and not registered says so in its row, with the reason. A likely person is no question of the file: it is answered at the sale. */
const notesOn = (outcome: SaleOutcome): readonly ImportNote[] => {
  if (outcome.status === 'created') return [];
  const status = { key: `external_inscriptions.choices.status.${outcome.status}` };
  const [first] = outcome.refusal.errors;
  const { code, rule, params } = first ?? outcome.refusal;
  const why: ImportNote = { path: first?.path ?? '', code, ...(rule !== undefined && { rule }), params: params ?? {} };
  return [{ path: '', code: 'SALE_KEPT', params: { status } }, ...(outcome.status === 'matched' ? [] : [why])];
};

/** Rows of a file are sales like those that a program reports: each is kept, and registered where nothing speaks against it. */
const imports: ImportHooks = {
  find: async ({ tx, values }) => {
    const known = await selectOne(
      tx,
      { id: x.external_inscriptionid, fingerprint: x.fingerprint },
      sql`from ${x} where ${x.organizationid} = (select ${e.organizationid} from ${e} where ${e.eventid} = ${Number(values['eventid'] ?? 0)}) and ${x.source} = ${textIn(values['source'])} and ${x.external_ref} = ${textIn(values['external_ref'])} and ${x.deleted_at} is null`,
    );
    if (known && known.fingerprint !== fingerprintOf(values)) throw conflict('SALE_DIFFERS', [problemAt('external_ref', 'SALE_DIFFERS')]);
    return known?.id ?? null;
  },
  create: async ({ tx, values, note }, given) => {
    const id = await createServerRow(tx, external_inscriptions, {
      ...given,
      status: 'received',
      channel: 'file',
      fingerprint: fingerprintOf(given),
      raw: values,
    });
    note(notesOn(await decideSale(tx, id, { audited: false })));
    return id;
  },
  edit: async ({ tx, note }, before, changes) => {
    const isDecided = decided.has(before['status']);
    if (isDecided && Object.keys(changes).some((name) => name !== 'settlement_batch')) throw conflict('SALE_FIXED');
    await editServerRow(tx, external_inscriptions, before, changes);
    if (!isDecided) note(notesOn(await decideSale(tx, Number(before['external_inscriptionid']), { audited: false })));
  },
  remove: async (tx, record) => {
    const id = Number(record['external_inscriptionid']);
    if (await isSettled(tx, id)) throw conflict('SALE_SETTLED');
    const { inscriptionid } = await readSale(tx, id);
    if (inscriptionid !== null) await importInscriptions.remove?.(tx, await storedInscription(tx, inscriptionid));
    await removeRow(tx, external_inscriptions, id);
    await audit(tx, { resource: external_inscriptions, id, verb: 'delete', before: record, after: null });
  },
};

/** The server's rules for what somebody else sold: a sale is judged when it comes, when it is corrected, and when somebody tries it again. */
export const externalInscriptionsHooks = defineHooks(external_inscriptions, {
  imports,
  beforeWrite: async ({ tx, verb, values }) => {
    if (verb === 'create') Object.assign(values, { ...arrivalOf(tx), fingerprint: fingerprintOf(values) });
  },
  afterWrite: async ({ tx, verb, id }) => {
    if (verb !== 'delete') await decideSale(tx, id, { audited: true });
  },
  foresee: { retry: foreseeRetry },
  actions: {
    retry: async ({ tx, row }) => ({ inscriptionid: await tryAgain(tx, row) }),
    match: async ({ tx, row, input }) => ({ inscriptionid: await tryAgain(tx, row, input) }),
    cancel: ({ tx, row, input }) => cancelSale(tx, row, input),
  },
});
