import { distances } from '@/resources/distances/distances';
import { import_rows } from '@/resources/import_rows/import_rows';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { result_sets } from '@/resources/result_sets/result_sets';
import { mostListed } from '@/resources/result_versions/result_versions';
import { results } from '@/resources/results/results';
import { isParts, numberIn, textIn } from '@/schema/unknown';
import { audit } from '../../api/audit/audit';
import { readStored } from '../../api/list/stored';
import { removeRow } from '../../api/write/columns';
import { createServerRow, editServerRow } from '../../api/write/serverRow';
import { columnsOf } from '../../kernel/columnsOf';
import { invalid, problemAt } from '../../kernel/DomainError';
import type { ImportCall, ImportedBy, ImportHooks } from '../../kernel/ImportHooks';
import type { Row } from '../../kernel/Row';
import { exists, pick, select, selectAll, selectOne, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { findOwner } from './findOwner';
import { openSet, presentSet, setFor, touchSet } from './sets';
import { noteChange, plainValue, type ResultChange } from './versions';

const d = columnsOf(distances);
const i = columnsOf(inscriptions);
const r = columnsOf(results);
const s = columnsOf(result_sets);
const w = columnsOf(import_rows);
const times = ['gun_time_ms', 'chip_time_ms'] as const;

const distanceOf = async ({ tx, job, values }: ImportCall): Promise<number> => {
  const said = numberIn(values['distanceid']);
  if (said !== null) return said;
  const all = await selectAll(tx, d.distanceid, sql`from ${d} where ${d.eventid} = ${job.eventid} and ${d.deleted_at} is null limit 2`);
  const [only] = all;
  if (only === undefined || all.length > 1) throw invalid([problemAt('distanceid', 'REQUIRED')]);
  return only;
};

const nameOf = (values: Readonly<Row>): string | null => {
  const parts = [textIn(values['first_name']), textIn(values['last_name'])].filter((each) => each !== null);
  return textIn(values['name']) ?? (parts.length > 0 ? parts.join(' ') : null);
};

const agrees = (one: unknown, other: unknown): boolean => one == null || other == null || one === other;
/** Whether a row may be a result without a number: nothing that both say contradicts. Another time is another person of the same name. */
const mayBe = (known: Readonly<Row>, values: Readonly<Row>): boolean =>
  [...times, 'gender', 'age_category', 'birth_date', 'source_ref'].every((name) => agrees(known[name], values[name]));
const agreement = (known: Readonly<Row>, values: Readonly<Row>): number =>
  times.filter((name) => known[name] != null && known[name] === values[name]).length;

/** A result without a number is known by its name and by what else its row says. Results that this import wrote are those of other rows. */
const findByName = async (call: ImportCall, result_setid: number): Promise<number | null> => {
  const { tx, job, values } = call;
  const name = nameOf(values);
  if (name === null) return null;
  const found = await select(
    tx,
    pick(r, 'resultid', 'gun_time_ms', 'chip_time_ms', 'gender', 'age_category', 'birth_date', 'source_ref', 'import_ref'),
    sql`from ${r} where ${r.result_setid} = ${result_setid} and ${r.number} is null and ${r.name} = ${name} and ${r.deleted_at} is null
         and ${r.import_ref} is distinct from ${job.import_jobid} order by ${r.resultid} limit 50`,
  );
  const fitting = found.filter((known) => mayBe(known, values)).sort((one, other) => agreement(other, values) - agreement(one, values));
  return fitting[0]?.resultid ?? null;
};

/** The result that a row is about: by its number, by its chip, or by its name. */
const find = async (call: ImportCall): Promise<number | null> => {
  const { tx, values } = call;
  const set = await presentSet(tx, await distanceOf(call));
  if (!set) return null;
  const of = sql`from ${r} where ${r.result_setid} = ${set.result_setid} and ${r.deleted_at} is null`;
  const [number, chip] = [numberIn(values['number']), textIn(values['chip_code'])];
  const [byNumber] = number === null ? [] : await selectAll(tx, r.resultid, sql`${of} and ${r.number} = ${number} limit 1`);
  if (byNumber !== undefined) return byNumber;
  const [byChip] = chip === null ? [] : await selectAll(tx, r.resultid, sql`${of} and upper(${r.chip_code}) = upper(${chip}) limit 1`);
  return byChip ?? (number === null ? findByName(call, set.result_setid) : null);
};

const unfiled = new Set(['eventid', 'distanceid', 'name_parts']);
/** What the file said, so that loading it again changes only what is new in it. */
const filedOf = (values: Readonly<Row>): Row =>
  Object.fromEntries(
    Object.entries(values).filter(([name, said]) => said !== null && Object.hasOwn(results.all, name) && !unfiled.has(name)),
  );

/** Files write 0 for no place. */
const isNoPlace = (field: string, given: unknown): boolean => field.startsWith('file_place_') && given === 0;
const placed = (values: Row): Row => Object.fromEntries(Object.entries(values).filter(([field, given]) => !isNoPlace(field, given)));

const create = async (call: ImportCall, said: Row): Promise<number> => {
  const { tx, job } = call;
  const values = placed(said);
  const distanceid = await distanceOf(call);
  const result_setid = await setFor(tx, { eventid: job.eventid, distanceid }, 'file');
  const owner = await findOwner(tx, distanceid, { ...values, name: nameOf(call.values) });
  const athlete =
    owner.inscriptionid === null
      ? undefined
      : await selectOne(tx, pick(i, 'first_name', 'last_name', 'gender'), sql`from ${i} where ${i.inscriptionid} = ${owner.inscriptionid}`);
  const name = nameOf(call.values) ?? (athlete ? [athlete.first_name, athlete.last_name].filter(Boolean).join(' ') : null);
  return createServerRow(tx, results, {
    ...values,
    name,
    gender: values['gender'] ?? athlete?.gender ?? null,
    ...owner,
    eventid: job.eventid,
    distanceid,
    result_setid,
    filed: filedOf(values),
    import_ref: job.import_jobid,
  });
};

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
/** A file changes what it says otherwise than before, and never what a person corrected. */
const differs = (before: Row, field: string, given: unknown): boolean => {
  const filed = isParts(before['filed']) ? before['filed'] : {};
  const isByHand = before['edited_by_userid'] !== null && !same(before[field], filed[field]);
  return !isNoPlace(field, given) && !same(filed[field], given) && !same(before[field], given) && !isByHand;
};

const edit = async ({ tx, job, values }: ImportCall, before: Row, changes: Row): Promise<void> => {
  await openSet(tx, Number(before['result_setid']), 'distanceid');
  const filed = { ...(isParts(before['filed']) ? before['filed'] : {}), ...filedOf(changes) };
  const isOut = changes['status'] !== undefined && changes['status'] !== 'finished';
  const owner =
    before['matched_by'] === 'none' ? await findOwner(tx, Number(before['distanceid']), { ...before, ...values, ...changes }) : {};
  await editServerRow(tx, results, before, {
    ...changes,
    ...(isOut && { place_overall: null, place_gender: null, place_category: null }),
    ...owner,
    filed,
    import_ref: job.import_jobid,
  });
};

/** The sets in which an import wrote something. */
const setsOf = (tx: Transaction, { import_jobid, eventid }: ImportedBy): Promise<readonly number[]> =>
  selectAll(
    tx,
    s.result_setid,
    sql`from ${s} where ${s.eventid} = ${eventid} and ${s.status} <> 'withdrawn' and ${s.deleted_at} is null
         and exists (select 1 from ${sql.raw('results')} r where r.result_setid = ${s.result_setid} and r.import_ref = ${import_jobid})`,
  );

/** What an import changed of published results. */
const changesBy = async (tx: Transaction, job: ImportedBy, set: number) => {
  const written = sql`from ${w} join ${sql.raw('results r')} on r.resultid = ${w.recordid} where ${w.import_jobid} = ${job.import_jobid} and ${w.fate} = 'written' and r.result_setid = ${set}`;
  const [total = 0] = await selectAll(tx, value<number>(sql`count(*)::int`), written);
  const rows = await select(
    tx,
    {
      resultid: value<number>(sql`r.resultid`),
      number: value<number | null>(sql`r.number`),
      name: value<string>(sql`r.name`),
      place: value<number | null>(sql`r.place_overall`),
      action: value<string>(sql`${w.action}`),
      changes: value<readonly { field: string; before: unknown; after: unknown }[] | null>(sql`${w.changes}`),
    },
    sql`${written} order by ${w.row_no} limit ${mostListed}`,
  );
  const changes = rows.flatMap(({ resultid, number, name, place, action, changes: of }): readonly ResultChange[] => {
    const about = { resultid, number, name: name.slice(0, 400), place_before: place, place_after: null };
    if (action === 'create') return [{ ...about, field: 'resultid', before: null, after: plainValue(name) }];
    return (of ?? []).map(({ field, before, after }) => ({ ...about, field, before: plainValue(before), after: plainValue(after) }));
  });
  return { changes, total };
};

const follow = async (tx: Transaction, job: ImportedBy, isUndone: boolean): Promise<void> => {
  const sets = isUndone
    ? await selectAll(
        tx,
        s.result_setid,
        sql`from ${s} where ${s.eventid} = ${job.eventid} and ${s.status} in ('draft', 'provisional') and ${s.deleted_at} is null`,
      )
    : await setsOf(tx, job);
  for (const id of sets) {
    const set = await readStored(tx, result_sets, id);
    if (!set) continue;
    const { changes, total } = isUndone ? { changes: [], total: 1 } : await tx.asOwner(() => changesBy(tx, job, id));
    if (total > 0) await noteChange(tx, set, { kind: 'file', changes, total });
    await touchSet(tx, id);
  }
};

const remove = async (tx: Transaction, record: Row): Promise<void> => {
  const id = Number(record['resultid']),
    set = Number(record['result_setid']);
  await removeRow(tx, results, id);
  await audit(tx, { resource: results, id, verb: 'delete', before: record, after: null });
  if (await exists(tx, sql`from ${r} where ${r.result_setid} = ${set} and ${r.deleted_at} is null limit 1`)) return;
  const before = await readStored(tx, result_sets, set);
  if (before?.status !== 'draft' || before.source !== 'file') return;
  await removeRow(tx, result_sets, set);
  await audit(tx, { resource: result_sets, id: set, verb: 'delete', before, after: null });
};

/** Results come in files: each row goes to the set of its distance, and what the file said is remembered. */
export const resultImports: ImportHooks = {
  find,
  create,
  differs,
  edit,
  finish: async (tx, job) => {
    await follow(tx, job, false);
    return { changed: [], looked: 0, after: 0 };
  },
  undone: (tx, job) => follow(tx, job, true),
  remove,
};
