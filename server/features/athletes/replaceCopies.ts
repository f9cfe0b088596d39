import type { AnyResource } from '@/schema';
import { inscription_log } from '@/resources/inscription_log/inscription_log';
import { updateAudited } from '../../api/write/audited';
import { audits } from '../../database/tables';
import { columnsOf } from '../../kernel/columnsOf';
import { rowsNaming } from '../../kernel/rowsNaming';
import { execute } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { dropFiles } from './dropFiles';
import type { PersonalCopy, Values } from './personalCopies';

const a = columnsOf(audits);
const l = columnsOf(inscription_log);
/** What of an audit names a person besides the replaced values. */
const naming = ['name', 'reason'] as const;

const writeAudits = (tx: Transaction, name: string, ids: readonly number[], gone: readonly string[]): Promise<void> =>
  execute(
    tx,
    sql`update ${a} set ${a.before} = ${a.before} - ${gone}::text[], ${a.after} = ${a.after} - ${gone}::text[] where ${a.resource} = ${name} and ${a.recordid} = any(${ids}::bigint[])`,
  );
/** Removes the recorded values from the audits; that something changed, when and by whom, stays. */
export const forgetAudits = (
  tx: Transaction,
  { name }: AnyResource,
  ids: readonly number[],
  set: Values,
  also: readonly string[] = naming,
): Promise<unknown> => writeAudits(tx, name, ids, [...Object.keys(set), ...also]);

/** Replaces values of copies of personal data, in their audits too; files that they name are removed. */
export const replaceCopies = async (
  tx: Transaction,
  copy: PersonalCopy,
  ids: readonly number[],
  set: Values,
  also?: readonly string[],
): Promise<void> => {
  const { resource, by, where = sql`true` } = copy;
  await dropFiles(tx, copy, ids, set);
  await forgetAudits(
    tx,
    resource,
    await updateAudited(tx, resource, () => sql`${rowsNaming(resource, by, ids)} and ${where}`, set),
    set,
    also,
  );
};

/** Removes the values of fields from the log of registrations; that they changed and when stays. */
export const forgetChanges = (tx: Transaction, inscriptionids: readonly number[], fields: readonly string[]): Promise<void> =>
  execute(
    tx,
    sql`update ${l} set ${l.changes} = (select jsonb_agg(c) from jsonb_array_elements(${l.changes}) c where not (c->>'field' = any(${fields})))
         where ${l.inscriptionid} = any(${inscriptionids}::bigint[]) and jsonb_typeof(coalesce(${l.changes}, '[]')) = 'array'`,
  );
