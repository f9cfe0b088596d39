import { parentOf, type AnyResource } from '@/schema';
import { fixedBy } from '@/schema/project/fixed';
import { can } from '@/schema/project/access';
import { brokenRules, settle } from '@/schema/project/zod';
import type { Hooks } from '../../kernel/defineHooks';
import { conflict, forbidden, invalid } from '../../kernel/DomainError';
import type { Row } from '../../kernel/Row';
import { execute, exists } from '../../kernel/select';
import { quote, sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { accept, bodyOf, type Trust } from './accept';
import { audit } from '../audit/audit';
import { insertRow, removeRow, updateRow } from './columns';
import { explain, judgePeriods } from '../../kernel/constraints';
import { runFieldHooks } from './fieldHooks';
import { judgeReached } from './judgeReached';
import { saveEmbedded, settleEmbedded } from './embedded';
import { proposeValues } from './propose';
import { checkReferences } from './references';
import { readStored } from '../list/stored';
import { settleUploads } from './uploaded';
import { checkVersion, reaches, rowFor } from '../list/visible';

const { raw } = sql;
type Values = Record<string, unknown>;
const explained = async <T>(tx: Transaction, resource: AnyResource, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw explain(tx, resource, error);
  }
};

/** Rows belong to the chosen organization; only the platform may name another. */
const ownerOf = ({ grants }: Transaction, { tenancy, scope }: AnyResource): Values => {
  if (grants.is_platform || scope?.owner || (tenancy !== 'own' && tenancy !== 'shared')) return {};
  if (grants.organizationid === null) throw forbidden();
  return { organizationid: grants.organizationid };
};

/** The person and the organization that own the row, if rows belong to one person. */
const personOf = ({ userid, grants }: Transaction, { scope }: AnyResource): Values =>
  scope?.owner ? { organizationid: grants.organizationid, [scope.owner]: userid } : {};

const judgeRecord = (tx: Transaction, resource: AnyResource, record: Row, values: Values): void => {
  const problems = [...settleEmbedded(tx, resource, values, record), ...brokenRules(resource, { ...record, ...values })];
  if (problems.length > 0) throw invalid(problems);
};

/** Fields that determine the owner of the row must name a parent that the person can see. */
const checkParent = (tx: Transaction, resource: AnyResource, values: Values): void => {
  const parent = parentOf(resource);
  if (parent && values[parent.field] == null) throw invalid([{ path: parent.field, code: 'REQUIRED' }]);
};

const without = (body: Values, given: Values): Values =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !Object.hasOwn(given, name)));

const insert =
  (tx: Transaction, resource: AnyResource) =>
  async (values: Readonly<Values>): Promise<number> => {
    const id = await insertRow(tx, resource, values);
    await saveEmbedded(tx, resource, id, values, null);
    return id;
  };

/** Creates a record with its embedded rows and answers its key. */
export const createRecord = (
  tx: Transaction,
  resource: AnyResource,
  hooks: Hooks | undefined,
  sent: unknown,
  trust: Trust = {},
): Promise<number> =>
  explained(tx, resource, async () => {
    const allowed = !trust.asServer && can(tx.grants, 'create', resource);
    if (!trust.asServer && !allowed && !(await hooks?.mayCreate?.(tx))) throw forbidden();
    const owner = ownerOf(tx, resource);
    const body = without(bodyOf(sent), owner);
    await proposeValues(tx, resource, body);
    await hooks?.beforeAccept?.({ tx, body });
    const values = settle(resource, accept(tx, resource, 'create', body, owner, trust));
    checkParent(tx, resource, values);
    judgeReached(tx, resource, body, null);
    const call = { tx, verb: 'create' as const, before: null, values };
    await hooks?.beforeWrite?.(call);
    await runFieldHooks(call, hooks);
    judgeRecord(tx, resource, {}, values);
    await checkReferences(tx, resource, without(values, Object.fromEntries((trust.found ?? []).map((name) => [name, true]))), values);
    Object.assign(values, await settleUploads(tx, resource.all, values, values), personOf(tx, resource));
    const id = hooks?.create ? await hooks.create(call, insert(tx, resource)) : await insert(tx, resource)(values);
    await hooks?.afterWrite?.({ ...call, id });
    await judgePeriods(tx, resource);
    if (allowed && !(await reaches(tx, resource, id, 'create'))) throw forbidden();
    await audit(tx, { resource, id, verb: 'create', before: null, after: await readStored(tx, resource, id) });
    return id;
  });

const changedOnly = (values: Values, before: Row): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => JSON.stringify(value ?? null) !== JSON.stringify(before[name] ?? null)),
  );

/** A status in which the record cannot be changed. */
const judgeFixed = (resource: AnyResource, verb: 'edit' | 'delete', before: Row): void => {
  const fixed = fixedBy(resource, verb, before);
  if (fixed) throw conflict(fixed.code, [fixed]);
};

/** Changes a record: the rules validate the stored row with the patch applied, dependent fields follow, and the version is raised. */
export const editRecord = (tx: Transaction, resource: AnyResource, hooks: Hooks | undefined, id: number, sent: unknown): Promise<void> =>
  explained(tx, resource, async () => {
    const body = bodyOf(sent);
    const before = await rowFor(tx, resource, id, 'edit');
    checkVersion(body, before);
    const patch = accept(tx, resource, 'patch', body);
    judgeFixed(resource, 'edit', before);
    judgeReached(tx, resource, patch, before);
    const settled = settle(resource, { ...before, ...patch });
    const values: Values = { ...patch, ...changedOnly(settled, before) };
    const call = { tx, verb: 'edit' as const, before, values };
    await hooks?.beforeWrite?.(call);
    await runFieldHooks(call, hooks);
    judgeRecord(tx, resource, before, values);
    await checkReferences(tx, resource, changedOnly(values, before), { ...before, ...values }, '', before);
    Object.assign(values, await settleUploads(tx, resource.all, changedOnly(values, before), { ...before, ...values }));
    await saveEmbedded(tx, resource, id, values, before);
    await updateRow(tx, resource, id, values);
    await hooks?.afterWrite?.({ ...call, id });
    await judgePeriods(tx, resource);
    if (!(await reaches(tx, resource, id, 'edit'))) throw forbidden();
    await audit(tx, { resource, id, verb: 'edit', before, after: await readStored(tx, resource, id) });
  });

/** A record that others refer to stays. Its own embedded rows are removed with it, and whatever its hooks remove. */
const refuseWhenUsed = async (tx: Transaction, resource: AnyResource, id: number, takes: readonly string[] = []): Promise<void> => {
  const embedded = new Set([
    ...Object.values(resource.all).flatMap(({ embeds }) => (embeds ? [`${embeds.target}.${embeds.via}`] : [])),
    ...takes,
  ]);
  for (const other of tx.registry.all)
    for (const [name, field] of Object.entries(other.all)) {
      if ((field.target ?? field.targets) !== resource.name || field.column === null || embedded.has(`${other.name}.${name}`)) continue;
      const alive = other.appendOnly ? '' : 'and deleted_at is null';
      const names = field.targets ? sql`@> array[${id}::bigint]` : sql`= ${id}`;
      if (await exists(tx, sql`from ${raw(quote(other.name))} where ${raw(quote(name))} ${names} ${raw(alive)} limit 1`))
        throw conflict('IN_USE', [], { resource: other.name });
    }
};

/** Removes a record with its embedded rows. */
export const deleteRecord = (tx: Transaction, resource: AnyResource, hooks: Hooks | undefined, id: number, sent: unknown): Promise<void> =>
  explained(tx, resource, async () => {
    const body = bodyOf(sent ?? {});
    const before = await rowFor(tx, resource, id, 'delete');
    checkVersion(body, before);
    judgeFixed(resource, 'delete', before);
    const call = { tx, verb: 'delete' as const, before, values: {} };
    await hooks?.beforeWrite?.(call);
    await refuseWhenUsed(tx, resource, id, hooks?.takes);
    for (const { embeds } of Object.values(resource.all)) {
      if (!embeds) continue;
      const [table, via] = [raw(quote(embeds.target)), raw(quote(embeds.via))];
      await execute(tx, sql`update ${table} set deleted_at = now(), updated_by = ${tx.userid} where ${via} = ${id} and deleted_at is null`);
    }
    await removeRow(tx, resource, id);
    await hooks?.afterWrite?.({ ...call, id });
    await audit(tx, { resource, id, verb: 'delete', before, after: null });
  });
