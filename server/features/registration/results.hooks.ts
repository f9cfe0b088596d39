import { distances } from '@/resources/distances/distances';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { result_sets } from '@/resources/result_sets/result_sets';
import { results } from '@/resources/results/results';
import { seatedSql } from '@/domain/registration/lifecycle';
import { numberIn, textIn } from '@/schema/unknown';
import { createServerRow } from '../../api/write/serverRow';
import { readStored } from '../../api/list/stored';
import { removeRow } from '../../api/write/columns';
import { audit } from '../../api/audit/audit';
import { columnsOf } from '../../kernel/columnsOf';
import { defineHooks } from '../../kernel/defineHooks';
import { invalid, problemAt } from '../../kernel/DomainError';
import type { ImportCall } from '../../kernel/ImportHooks';
import type { Row } from '../../kernel/Row';
import { exists, selectAll, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';

const d = columnsOf(distances);
const i = columnsOf(inscriptions);
const s = columnsOf(result_sets);
const r = columnsOf(results);

/** What names the sets of one file. */
const providerOf = ({ job }: ImportCall): string => `import ${job.import_jobid}`;

/** The set of this file for a distance: a new draft with its first row. */
const setFor = async (call: ImportCall, distanceid: number): Promise<number> => {
  const { tx, job } = call;
  const provider = providerOf(call);
  const [known] = await selectAll(
    tx,
    s.result_setid,
    sql`from ${s} where ${s.distanceid} = ${distanceid} and ${s.provider} = ${provider} and ${s.deleted_at} is null`,
  );
  if (known !== undefined) return known;
  const [last = 0] = await selectAll(
    tx,
    value<number>(sql`coalesce(max(${s.revision}), 0)`),
    sql`from ${s} where ${s.distanceid} = ${distanceid}`,
  );
  return createServerRow(tx, result_sets, {
    eventid: job.eventid,
    distanceid,
    revision: last + 1,
    status: 'draft',
    source: 'file',
    provider,
  });
};

const distanceOf = async ({ tx, job, values }: ImportCall): Promise<number> => {
  const said = numberIn(values['distanceid']);
  if (said !== null) return said;
  const all = await selectAll(tx, d.distanceid, sql`from ${d} where ${d.eventid} = ${job.eventid} and ${d.deleted_at} is null limit 2`);
  const [only] = all;
  if (only === undefined || all.length > 1) throw invalid([problemAt('distanceid', 'REQUIRED')]);
  return only;
};

/** Whose a result is: by number, then by chip. */
const ownerOf = async (tx: Transaction, distanceid: number, values: Row): Promise<Row> => {
  const seated = sql`from ${i} where ${i.distanceid} = ${distanceid} and ${i.deleted_at} is null and ${sql.raw(seatedSql)}`;
  const [byNumber] = await selectAll(tx, i.inscriptionid, sql`${seated} and ${i.number} = ${numberIn(values['number'])} limit 1`);
  if (byNumber !== undefined) return { inscriptionid: byNumber, matched_by: 'number' };
  const chip = textIn(values['chip_code']);
  const [byChip] = chip ? await selectAll(tx, i.inscriptionid, sql`${seated} and upper(${i.chip_code}) = upper(${chip}) limit 1`) : [];
  return byChip === undefined ? { inscriptionid: null, matched_by: 'none' } : { inscriptionid: byChip, matched_by: 'chip' };
};

/** Results come in files: each file makes a draft of its own for each distance. */
export const resultsHooks = defineHooks(results, {
  imports: {
    create: async (call, values) => {
      const { tx, job } = call;
      const distanceid = await distanceOf(call);
      const names = [textIn(call.values['first_name']), textIn(call.values['last_name'])].filter((each) => each !== null);
      return createServerRow(tx, results, {
        ...values,
        ...(values['name'] == null && names.length > 0 && { name: names.join(' ') }),
        ...(await ownerOf(tx, distanceid, values)),
        eventid: job.eventid,
        distanceid,
        result_setid: await setFor(call, distanceid),
      });
    },
    remove: async (tx, record) => {
      const id = Number(record['resultid']),
        set = Number(record['result_setid']);
      await removeRow(tx, results, id);
      await audit(tx, { resource: results, id, verb: 'delete', before: record, after: null });
      if (await exists(tx, sql`from ${r} where ${r.result_setid} = ${set} and ${r.deleted_at} is null limit 1`)) return;
      const before = await readStored(tx, result_sets, set);
      await removeRow(tx, result_sets, set);
      await audit(tx, { resource: result_sets, id: set, verb: 'delete', before, after: null });
    },
  },
});
