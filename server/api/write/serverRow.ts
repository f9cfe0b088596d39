import { fieldOf, isNeverNull, type AnyResource } from '@/schema';
import { isErrorCode } from '@/schema/errorCodes';
import { brokenRules, type Problem } from '@/schema/project/zod';
import { audit } from '../audit/audit';
import { readStored } from '../list/stored';
import { invalid } from '../../kernel/DomainError';
import type { Row } from '../../kernel/Row';
import type { Transaction } from '../../kernel/transaction';
import { insertRow, updateRow } from './columns';
import { checkReferences } from './references';

const problemOf = (resource: AnyResource, name: string, value: unknown): Problem | null => {
  const field = fieldOf(resource, name);
  if (value === null || value === undefined) return null;
  const read = field.zod.safeParse(value);
  if (read.success) return null;
  const message = read.error.issues[0]?.message ?? '';
  return { path: name, code: isErrorCode(message) ? message : 'INVALID_VALUE' };
};
/** Values of fields that no form writes, judged as a form would judge them. */
const judged = async (tx: Transaction, resource: AnyResource, before: Row, values: Row): Promise<Row> => {
  const record = { ...before, ...values };
  const missing = Object.entries(resource.fields).flatMap(([name, field]): readonly Problem[] =>
    field.options.required && field.options.default === undefined && record[name] == null ? [{ path: name, code: 'REQUIRED' }] : [],
  );
  const problems = [...missing, ...Object.entries(values).flatMap(([name, value]) => problemOf(resource, name, value) ?? [])];
  if (problems.length > 0) throw invalid(problems);
  const broken = brokenRules(resource, record);
  if (broken.length > 0) throw invalid(broken);
  await checkReferences(tx, resource, values, record);
  return values;
};

/** Creates a record whose fields only the server writes, with its audit. Answers its key. */
export const createServerRow = async (tx: Transaction, resource: AnyResource, values: Row): Promise<number> => {
  const present = Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value != null || !resource.all[name] || !isNeverNull(fieldOf(resource, name))),
  );
  const id = await insertRow<AnyResource>(tx, resource, await judged(tx, resource, {}, present));
  await audit(tx, { resource, id, verb: 'create', before: null, after: await readStored<AnyResource>(tx, resource, id) });
  return id;
};
/** Changes a record whose fields only the server writes, with its audit. */
export const editServerRow = async (tx: Transaction, resource: AnyResource, before: Row, changes: Row): Promise<void> => {
  const id = Number(before[resource.key]);
  await updateRow<AnyResource>(tx, resource, id, await judged(tx, resource, before, changes));
  await audit(tx, { resource, id, verb: 'edit', before, after: await readStored<AnyResource>(tx, resource, id) });
};
