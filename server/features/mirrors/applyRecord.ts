import { wordsOf } from '@/schema/errorCodes';
import { createHash } from 'node:crypto';
import { fieldsSchema } from '@/schema/fieldsSchema';
import { must } from '@/schema/must';
import { parseInput, type Problem } from '@/schema/project/zod';
import { isParts } from '@/schema/unknown';
import { DomainError } from '../../kernel/DomainError';
import type { Row } from '../../kernel/Row';
import type { Transaction } from '../../kernel/transaction';
import { audit, difference } from '../../api/audit/audit';
import { insertRow, updateRow } from '../../api/write/columns';
import { readStored } from '../../api/list/stored';
import { attempt } from '../registration/attempt';
import { mirroredFields, type Mirror } from '../../adapters/recordService/Mirror';
import { placeRecord } from './placeRecord';
import { mirror_reports, mirror_troubles } from '../../database/tables';
import { columnsOf } from '../../kernel/columnsOf';
import { execute, exists, selectAll, value } from '../../kernel/select';
import { quote, sql } from '../../kernel/sql';

const longestRef = 60;
const r = columnsOf(mirror_reports);
const t = columnsOf(mirror_troubles);
const { raw } = sql;

const bodyOf = (record: unknown): Row => (isParts(record) ? record : {});
/** How a record is identified here, even without its reference. */
const refOf = ({ ref }: Mirror, body: Row): string => {
  const given = body[ref];
  return typeof given === 'string' && given.trim() !== ''
    ? given.trim().slice(0, longestRef)
    : createHash('sha256').update(JSON.stringify(body)).digest('hex').slice(0, longestRef);
};

/** The values of a record from the service, validated by the same declaration as everything else; a missing value is null. */
const valuesOf = (mirror: Mirror, body: Row): Row => {
  const names = mirroredFields(mirror),
    { fields } = mirror.resource;
  const parsed = parseInput(
    fieldsSchema(Object.fromEntries(names.map((name) => [name, must(fields[name], name)]))),
    Object.fromEntries(names.map((name) => [name, body[name] ?? undefined])),
  );
  if ('problems' in parsed) throw new DomainError('RECORD_UNPLACED', { errors: parsed.problems });
  return Object.fromEntries(names.map((name) => [name, parsed.value[name] ?? null]));
};

/** Staff reported something that the service has not received yet; until then the report of the staff applies. */
const withoutReported = async (tx: Transaction, { service, notes }: Mirror, ref: string, values: Row): Promise<Row> => {
  const isReporting = await exists(
    tx,
    sql`from ${r} where ${r.service} = ${service} and ${r.ref} = ${ref} and ${r.sent_at} is null and ${r.refused_at} is null limit 1`,
  );
  if (!isReporting) return values;
  return Object.fromEntries(Object.entries(values).filter(([name]) => name !== 'status' && name !== notes && !name.endsWith('_at')));
};

const write = async (tx: Transaction, mirror: Mirror, ref: string, body: Row): Promise<void> => {
  const { resource, service } = mirror;
  const received: Row = {
    ...valuesOf(mirror, body),
    ...(await placeRecord(tx, body, resource.fields['inscriptionid']?.options.required === true)),
  };
  const table = raw(quote(resource.name)),
    keyColumn = raw(quote(resource.key));
  const [key] = await selectAll(
    tx,
    value<number>(keyColumn),
    sql`from ${table} where ${raw(quote(mirror.ref))} = ${ref} and deleted_at is null`,
  );
  const before = key === undefined ? null : await readStored(tx, resource, key, { lock: true });
  const values = before ? await withoutReported(tx, mirror, ref, received) : received;
  const isNews = !before || Object.keys(difference(before, { ...before, ...values }).after).some((name) => name in before);
  const id = before ? Number(key) : await insertRow(tx, resource, values);
  if (before && isNews) await updateRow(tx, resource, id, values);
  if (isNews) await audit(tx, { resource, id, verb: before ? 'edit' : 'create', before, after: await readStored(tx, resource, id) });
  await execute(tx, sql`update ${table} set last_synced_at = now() where ${keyColumn} = ${id}`); // a repeated message of the service does not raise the version
  await execute(tx, sql`delete from ${t} where ${t.service} = ${service} and ${t.ref} = ${ref}`);
};

const keepAside = (tx: Transaction, { service }: Mirror, ref: string, body: Row, problem: Problem): Promise<void> => {
  const { path, params } = problem;
  const [said, message, reasons] = [JSON.stringify(body), wordsOf(problem), JSON.stringify(params ?? {})];
  return execute(
    tx,
    sql`insert into ${t} (${t.service}, ${t.ref}, ${t.body}, ${t.path}, ${t.message}, ${t.params}) values (${service}, ${ref}, ${said}::jsonb, ${path}, ${message}, ${reasons}::jsonb)
      on conflict (${t.service}, ${t.ref}) do update set ${t.body} = ${said}::jsonb, ${t.path} = ${path}, ${t.message} = ${message}, ${t.params} = ${reasons}::jsonb, ${t.attempts} = mirror_troubles.attempts + 1, ${t.updated} = now()`,
  );
};

/** Writes one record of the service, or puts it aside with the reason. The same record again changes nothing. Answers the reason. */
export const applyRecord = async (tx: Transaction, mirror: Mirror, record: unknown): Promise<Problem | null> => {
  const body = bodyOf(record),
    ref = refOf(mirror, body);
  const refusal = await attempt(tx, () => write(tx, mirror, ref, body));
  if (!refusal) return null;
  const problem: Problem = refusal.errors[0] ?? { path: '', code: refusal.code, rule: refusal.rule, params: refusal.params };
  await keepAside(tx, mirror, ref, body, problem);
  return problem;
};
