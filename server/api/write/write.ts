import type { AnyResource } from '@/schema';
import { fixedBy } from '@/schema/project/fixed';
import { settle } from '@/schema/project/zod';
import type { Hooks } from '../../kernel/defineHooks';
import { conflict, forbidden } from '../../kernel/DomainError';
import type { Row } from '../../kernel/Row';
import { execute, exists } from '../../kernel/select';
import { quote, sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { accept, bodyOf } from './accept';
import { audit } from '../audit/audit';
import { removeRow, updateRow } from './columns';
import { explained, judgePeriods } from '../../kernel/constraints';
import { runFieldHooks } from './fieldHooks';
import { judgeReached } from './judgeReached';
import { saveEmbedded } from './embedded';
import { judgeRecord } from './judgeRecord';
import { checkReferences } from './references';
import { readStored } from '../list/stored';
import { settleUploads } from './uploaded';
import { checkVersion, reaches, rowFor } from '../list/visible';

const { raw } = sql;
type Values = Record<string, unknown>;
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
