import type { AnyResource } from '@/schema';
import { quote } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { asParameter, storable } from './columns';

type Values = Readonly<Record<string, unknown>>;
type Verb = 'create' | 'edit' | 'delete';

/** Parameters of the audit come first; those of a statement begin after them. */
const given = 6;
const actorOf = (tx: Transaction, resource: AnyResource): readonly unknown[] => [
  resource.name,
  tx.grants.organizationid,
  tx.userid,
  tx.userName,
  tx.call.requestId,
  tx.userid === null ? 'job' : 'api',
];
const partOf = (one: string, other: string): string =>
  `(select coalesce(jsonb_object_agg(e.key, e.value), '{}') from jsonb_each(w.${one}) e where e.value is distinct from w.${other} -> e.key)`;
const parts: Readonly<Record<Verb, readonly [before: string, after: string]>> = {
  create: ['null', 'w.after'],
  edit: [partOf('before', 'after'), partOf('after', 'before')],
  delete: ['w.before', 'null'],
};

/**
 * Audits what one statement does to rows beside the record of a call, in the same exchange with the database. Answers their keys.
 *
 * `written` are common table expressions, the last one of that name with `id`, `owner`, `before` and `after`; its parameters begin at `$7`, and `$3` is the person.
 */
export const auditWritten = async (
  tx: Transaction,
  resource: AnyResource,
  verb: Verb,
  written: string,
  values: readonly unknown[],
): Promise<readonly number[]> => {
  const [before, after] = parts[verb];
  const rows = await tx.run(
    `
    with ${written}
    insert into audits (resource, recordid, organizationid, verb, actor_userid, actor_name, requestid, source, before, after)
    select $1, w.id, coalesce(w.owner, $2::bigint), '${verb}', $3::bigint, $4, $5, $6, ${before}, ${after} from written w where w.before is distinct from w.after order by w.id returning recordid`,
    [...actorOf(tx, resource), ...values],
  );
  return rows.map(([id]) => Number(id));
};

const told = (alias: string, names: readonly string[]): string =>
  `jsonb_strip_nulls(jsonb_build_object(${names.map((name) => `'${name}', ${alias}.${quote(name)}`).join(', ')}))`;
const ownerOf = (alias: string, resource: AnyResource): string =>
  resource.all['organizationid'] ? `${alias}.organizationid` : 'null::bigint';
const parameters = (resource: AnyResource, names: readonly string[], values: Values): readonly unknown[] =>
  names.map((name) => asParameter(resource, name, values[name]));

/** Inserts one row beside the record of a call and leaves its audit. Answers its key. */
export const addBeside = async (tx: Transaction, resource: AnyResource, values: Values): Promise<number> => {
  const names = storable(resource, values);
  const [id] = await auditWritten(
    tx,
    resource,
    'create',
    `
    written as (
      insert into ${quote(resource.name)} as n (${[...names, 'created_by'].map(quote).join(', ')}) values (${[...names.map((_, index) => `$${given + 1 + index}`), '$3::bigint'].join(', ')})
      returning n.${quote(resource.key)} as id, ${ownerOf('n', resource)} as owner, null::jsonb as before, ${told('n', names)} as after)`,
    parameters(resource, names, values),
  );
  return id!;
};

const stamps = ['updated = now()', 'updated_by = $3::bigint', 'version = n.version + 1'];
/** Changes rows beside the record of a call and leaves an audit for each. `where` is SQL over the table `t` whose parameters begin at `$7`. Answers their keys. */
export const changeBeside = (
  tx: Transaction,
  resource: AnyResource,
  where: string,
  values: readonly unknown[],
  set: Values,
): Promise<readonly number[]> => {
  const names = storable(resource, set);
  const [table, key] = [quote(resource.name), quote(resource.key)];
  const sets = names.map((name, index) => `${quote(name)} = $${given + 1 + values.length + index}`);
  return auditWritten(
    tx,
    resource,
    'edit',
    `
    old as materialized (select * from ${table} t where ${where} order by ${key} for no key update),
    changed as (update ${table} n set ${[...sets, ...(resource.appendOnly ? [] : stamps)].join(', ')} from old where n.${key} = old.${key} returning n.*),
    written as (select n.${key} as id, ${ownerOf('n', resource)} as owner, ${told('o', names)} as before, ${told('n', names)} as after from changed n join old o on o.${key} = n.${key})`,
    [...values, ...parameters(resource, names, set)],
  );
};
