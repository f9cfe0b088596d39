import { parentOf, type AnyResource } from '@/schema';
import { can } from '@/schema/project/access';
import { settle } from '@/schema/project/zod';
import { nth } from '@/schema/must';
import type { Hooks, NewRecord } from '../../kernel/defineHooks';
import { explained, judgePeriods } from '../../kernel/constraints';
import { DomainError, forbidden, invalid } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import { auditAll } from '../audit/audit';
import { auditNew, isAuditedThere } from '../audit/auditNew';
import { readAllStored, type Stored } from '../list/stored';
import { reachesAll } from '../list/visible';
import { accept, bodyOf, type Trust } from './accept';
import { insertRow, insertRows, nextKeys } from './columns';
import { saveEmbedded } from './embedded';
import { runFieldHooks } from './fieldHooks';
import { judgeReached } from './judgeReached';
import { judgeRecord } from './judgeRecord';
import { proposeValues } from './propose';
import { checkReferences, type Asked } from './references';
import { settleUploads } from './uploaded';

type Values = Record<string, unknown>;

/** Rows belong to the chosen organization; only the platform may name another. */
const ownerOf = ({ grants }: Transaction, { tenancy, scope }: AnyResource): Values => {
  if (grants.is_platform || scope?.owner || (tenancy !== 'own' && tenancy !== 'shared')) return {};
  if (grants.organizationid === null) throw forbidden();
  return { organizationid: grants.organizationid };
};

/** The person and the organization that own the row, if rows belong to one person. */
const personOf = ({ userid, grants }: Transaction, { scope }: AnyResource): Values =>
  scope?.owner ? { organizationid: grants.organizationid, [scope.owner]: userid } : {};

/** Fields that determine the owner of the row must name a parent that the person can see. */
const checkParent = (resource: AnyResource, values: Values): void => {
  const parent = parentOf(resource);
  if (parent && values[parent.field] == null) throw invalid([{ path: parent.field, code: 'REQUIRED' }]);
};

const without = (body: Values, given: Values): Values =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !Object.hasOwn(given, name)));

/** A record on its way. */
interface Going {
  readonly sent: unknown;
  body: Values;
  values: Values;
  id: number | null;
  refusal: DomainError | null;
}
const isOpen = ({ refusal }: Going): boolean => refusal === null;
/** Does something to each record that is not refused yet; a refusal concerns that record alone. */
const each = async (records: readonly Going[], work: (record: Going) => Promise<void>): Promise<void> => {
  for (const record of records.filter(isOpen)) {
    try {
      await work(record);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      record.refusal = error;
    }
  }
};
const handed = (records: readonly Going[], pick: (record: Going) => Values): readonly NewRecord[] =>
  records.map((record) => ({
    values: pick(record),
    refuse: (error) => {
      record.refusal = error;
    },
  }));

const insertAll =
  (tx: Transaction, resource: AnyResource) =>
  async (rows: readonly Readonly<Values>[]): Promise<readonly number[]> => {
    const ids: number[] = [];
    if (rows.length === 1) ids.push(await insertRow(tx, resource, nth(rows, 0)));
    else {
      const keys = await nextKeys(tx, resource, rows.filter((row) => !row[resource.key]).length);
      let next = 0;
      for (const row of rows) ids.push(Number(row[resource.key] || nth(keys, next++)));
      await insertRows(
        tx,
        resource,
        rows.map((row, at) => ({ ...row, [resource.key]: nth(ids, at) })),
      );
    }
    for (const [at, row] of rows.entries()) await saveEmbedded(tx, resource, nth(ids, at), row, null);
    return ids;
  };

/** Completes and judges records, in the order in which one would be. */
const judgeAll = async (
  tx: Transaction,
  resource: AnyResource,
  hooks: Hooks | undefined,
  records: readonly Going[],
  trust: Trust,
): Promise<void> => {
  const owner = ownerOf(tx, resource);
  await each(records, async (record) => {
    record.body = without(bodyOf(record.sent), owner);
    await proposeValues(tx, resource, record.body);
    await hooks?.beforeAccept?.({ tx, body: record.body });
  });
  await hooks?.beforeAcceptAll?.(
    tx,
    handed(records.filter(isOpen), ({ body }) => body),
  );
  await each(records, async (record) => {
    record.values = settle(resource, accept(tx, resource, 'create', record.body, owner, trust));
    checkParent(resource, record.values);
    judgeReached(tx, resource, record.body, null);
  });
  await hooks?.beforeCreateAll?.(
    tx,
    handed(records.filter(isOpen), ({ values }) => values),
  );
  const found = Object.fromEntries((trust.found ?? []).map((name) => [name, true]));
  const asked: Asked = new Map();
  await each(records, async ({ values }) => {
    const call = { tx, verb: 'create' as const, before: null, values };
    await hooks?.beforeWrite?.(call);
    await runFieldHooks(call, hooks);
    judgeRecord(tx, resource, {}, values);
    await checkReferences(tx, resource, without(values, found), values, '', {}, asked);
    Object.assign(values, await settleUploads(tx, resource.all, values, values), personOf(tx, resource));
  });
};

const writeAll = async (tx: Transaction, resource: AnyResource, hooks: Hooks | undefined, records: readonly Going[]): Promise<void> => {
  const insert = insertAll(tx, resource);
  const open = records.filter(isOpen);
  const values = open.map((record) => record.values);
  if (open.length === 0) return;
  if (hooks?.createAll) {
    const ids = await hooks.createAll(
      tx,
      handed(open, (record) => record.values),
      insert,
    );
    for (const [at, record] of open.entries()) record.id = nth(ids, at);
  } else if (hooks?.create) {
    const one = async (row: Values): Promise<number> => nth(await insert([row]), 0);
    for (const record of open) record.id = await hooks.create({ tx, verb: 'create', before: null, values: record.values }, one);
  } else {
    const ids = await insert(values);
    for (const [at, record] of open.entries()) record.id = nth(ids, at);
  }
};

/** Judges records that were written, and writes their audits. Answers their versions by their keys. */
const auditMade = async (
  tx: Transaction,
  resource: AnyResource,
  ids: readonly number[],
  allowed: boolean,
): Promise<ReadonlyMap<number, number>> => {
  if (ids.length === 0) return new Map();
  const isThere = ids.length > 1 && isAuditedThere(resource);
  const stored = isThere ? new Map<number, Stored>() : await readAllStored(tx, resource, ids);
  await judgePeriods(tx, resource);
  if (allowed && !(await reachesAll(tx, resource, ids, 'create'))) throw forbidden();
  if (isThere) return auditNew(tx, resource, ids);
  await auditAll(
    tx,
    { resource, verb: 'create' },
    ids.map((id) => ({ id, before: null, after: stored.get(id)?.row ?? null })),
  );
  return new Map([...stored].map(([id, { row }]) => [id, Number(row['version'] ?? 0)]));
};

/** What came of a new record: its key and its version, if it has any, or why there is none. */
export type Created = { readonly id: number; readonly version: number | null } | { readonly refusal: DomainError };

/**
 * Creates records together, with their embedded rows, and answers their keys in the same order. A record that is refused before anything
 * of it is written leaves alone. What is thrown concerns all of them, and leaves traces where nothing undoes them.
 *
 * No rule of a record may look at another one of them, but for constraints of the database.
 */
export const createRecords = (
  tx: Transaction,
  resource: AnyResource,
  hooks: Hooks | undefined,
  sent: readonly unknown[],
  trust: Trust = {},
): Promise<readonly Created[]> =>
  explained(tx, resource, async () => {
    const allowed = !trust.asServer && can(tx.grants, 'create', resource);
    if (!trust.asServer && !allowed && !(await hooks?.mayCreate?.(tx))) throw forbidden();
    const records = sent.map((each): Going => ({ sent: each, body: {}, values: {}, id: null, refusal: null }));
    await judgeAll(tx, resource, hooks, records, trust);
    await writeAll(tx, resource, hooks, records);
    const made = records.flatMap(({ id, values }) => (id === null ? [] : [{ id, values }]));
    for (const { id, values } of made) await hooks?.afterWrite?.({ tx, verb: 'create', before: null, values, id });
    const versions = await auditMade(
      tx,
      resource,
      made.map(({ id }) => id),
      allowed,
    );
    return records.map(({ id, refusal }): Created => {
      if (id !== null) return { id, version: versions.get(id) || null };
      if (refusal) return { refusal };
      throw new Error(`nothing came of a new record of ${resource.name}`);
    });
  });

/** Creates a record with its embedded rows and answers its key. */
export const createRecord = async (
  tx: Transaction,
  resource: AnyResource,
  hooks: Hooks | undefined,
  sent: unknown,
  trust?: Trust,
): Promise<number> => {
  const created = nth(await createRecords(tx, resource, hooks, [sent], trust), 0);
  if ('refusal' in created) throw created.refusal;
  return created.id;
};
