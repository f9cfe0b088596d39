import { wordsOf } from '@/schema/errorCodes';
import { createHash } from 'node:crypto';
import { fieldsSchema } from '@/schema/fieldsSchema';
import { parseInput, type Problem } from '@/schema/project/zod';
import { DomainError } from '../../kernel/DomainError';
import type { Row } from '../../kernel/Row';
import type { Transaction } from '../../kernel/transaction';
import { audit, difference } from '../../api/audit/audit';
import { insertRow, updateRow } from '../../api/write/columns';
import { readStored } from '../../api/list/stored';
import { attempt } from '../registration/attempt';
import { toldBy, type Mirror } from '../../adapters/recordService/Mirror';
import { placeRecord } from './placeRecord';

const longestRef = 60;
const reportingSql = 'select 1 from mirror_reports where service = $1 and ref = $2 and sent_at is null and refused_at is null limit 1';
const troubleSql = `
  insert into mirror_troubles (service, ref, body, path, message, params) values ($1, $2, $3, $4, $5, $6)
  on conflict (service, ref) do update set body = excluded.body, path = excluded.path, message = excluded.message, params = excluded.params, attempts = mirror_troubles.attempts + 1, updated = now()`;
const settledSql = 'delete from mirror_troubles where service = $1 and ref = $2';

const bodyOf = (record: unknown): Row => (typeof record === 'object' && record !== null && !Array.isArray(record) ? (record as Row) : {});
/** How a record is known here, also one that does not say who it is. */
const refOf = ({ ref }: Mirror, body: Row): string => {
  const given = body[ref];
  return typeof given === 'string' && given.trim() !== ''
    ? given.trim().slice(0, longestRef)
    : createHash('sha256').update(JSON.stringify(body)).digest('hex').slice(0, longestRef);
};

/** What the service tells of its record, judged by the same declaration as everything else; nothing told is null. */
const valuesOf = (mirror: Mirror, body: Row): Row => {
  const names = toldBy(mirror),
    { fields } = mirror.resource;
  const parsed = parseInput(
    fieldsSchema(Object.fromEntries(names.map((name) => [name, fields[name]!]))),
    Object.fromEntries(names.map((name) => [name, body[name] ?? undefined])),
  );
  if ('problems' in parsed) throw new DomainError('RECORD_UNPLACED', { errors: parsed.problems });
  return Object.fromEntries(names.map((name) => [name, parsed.value[name] ?? null]));
};

/** Staff reported something that the service has not heard yet: until it has, what staff said stands. */
const withoutReported = async (tx: Transaction, { service, notes }: Mirror, ref: string, values: Row): Promise<Row> => {
  if ((await tx.run(reportingSql, [service, ref])).length === 0) return values;
  return Object.fromEntries(Object.entries(values).filter(([name]) => name !== 'status' && name !== notes && !name.endsWith('_at')));
};

const write = async (tx: Transaction, mirror: Mirror, ref: string, body: Row): Promise<void> => {
  const { resource, service } = mirror;
  const told: Row = {
    ...valuesOf(mirror, body),
    ...(await placeRecord(tx, body, resource.fields['inscriptionid']?.options.required === true)),
  };
  const [[key] = []] = await tx.run(`select ${resource.key} from ${resource.name} where ${mirror.ref} = $1 and deleted_at is null`, [ref]);
  const before = key === undefined ? null : await readStored(tx, resource, Number(key), { lock: true });
  const values = before ? await withoutReported(tx, mirror, ref, told) : told;
  const isNews = !before || Object.keys(difference(before, { ...before, ...values }).after).some((name) => name in before);
  const id = before ? Number(key) : await insertRow(tx, resource, values);
  if (before && isNews) await updateRow(tx, resource, id, values);
  if (isNews) await audit(tx, { resource, id, verb: before ? 'edit' : 'create', before, after: await readStored(tx, resource, id) });
  await tx.run(`update ${resource.name} set last_synced_at = now() where ${resource.key} = $1`, [id]); // nobody's version moves because a service repeated itself
  await tx.run(settledSql, [service, ref]);
};

/** Writes one record as its service tells it, or keeps it aside with the reason. The same record again changes nothing. Answers the reason. */
export const applyRecord = async (tx: Transaction, mirror: Mirror, record: unknown): Promise<Problem | null> => {
  const body = bodyOf(record),
    ref = refOf(mirror, body);
  const refusal = await attempt(tx, () => write(tx, mirror, ref, body));
  if (!refusal) return null;
  const problem: Problem = refusal.errors[0] ?? { path: '', code: refusal.code, rule: refusal.rule, params: refusal.params };
  await tx.run(troubleSql, [
    mirror.service,
    ref,
    JSON.stringify(body),
    problem.path,
    wordsOf(problem),
    JSON.stringify(problem.params ?? {}),
  ]);
  return problem;
};
