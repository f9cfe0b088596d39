import type { WaitingKind } from '@/domain/inbox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { inbox_letters, inbox_marks, inbox_silences } from '../../database/inboxTables';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { callOf } from '../../kernel/callOf';
import { columnsOf } from '../../kernel/columnsOf';
import { forbidden, invalid } from '../../kernel/DomainError';
import { execute, exists } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import { inTransaction, type Transaction } from '../../kernel/transaction';
import { countWaiting, readWaiting, unreadKeys } from './readInbox';

const mostMarked = 200;
const m = columnsOf(inbox_marks);
const s = columnsOf(inbox_silences);
const l = columnsOf(inbox_letters);
const item = z.strictObject({
  resource: z.string().max(60),
  wait: z.string().max(60),
  id: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
});
const marking = z.union([
  z.strictObject({ all: z.literal(true) }),
  z.strictObject({ items: z.array(item).min(1).max(mostMarked), read: z.boolean() }),
]);
const wish = z.strictObject({ on: z.boolean() });
type Key = readonly [resource: string, wait: string, id: number];

const parsed = <T>(shape: z.ZodType<T>, body: unknown): T => {
  const result = shape.safeParse(body);
  if (!result.success) throw invalid(result.error.issues.slice(0, 1).map(({ path }) => ({ path: path.join('.'), code: 'INVALID_VALUE' })));
  return result.data;
};
/** A program with a key of its own has no inbox. */
const personOf = ({ userid }: Transaction): number => {
  if (userid === null) throw forbidden();
  return userid;
};
const sumOf = (counted: readonly WaitingKind[]) => ({
  total: counted.reduce((sum, { total }) => sum + total, 0),
  unread: counted.reduce((sum, { unread }) => sum + unread, 0),
});

const markRead = (tx: Transaction, userid: number, keys: readonly Key[]): Promise<void> =>
  execute(
    tx,
    sql`insert into ${m} (${m.userid}, ${m.resource}, ${m.wait}, ${m.recordid})
         select ${userid}::bigint, k.resource, k.wait, k.id from unnest(${keys.map(([resource]) => resource)}::text[], ${keys.map(([, wait]) => wait)}::text[], ${keys.map(([, , id]) => id)}::bigint[]) k(resource, wait, id)
         on conflict (userid, resource, wait, recordid) do update set read_at = now()`,
  );
const markUnread = (tx: Transaction, userid: number, keys: readonly Key[]): Promise<void> =>
  execute(
    tx,
    sql`delete from ${m} where ${m.userid} = ${userid} and (${m.resource}, ${m.wait}, ${m.recordid}) in (
          select k.resource, k.wait, k.id from unnest(${keys.map(([resource]) => resource)}::text[], ${keys.map(([, wait]) => wait)}::text[], ${keys.map(([, , id]) => id)}::bigint[]) k(resource, wait, id))`,
  );

const read = async (tx: Transaction) => {
  const userid = personOf(tx);
  const kinds = await countWaiting(tx);
  return {
    ...sumOf(kinds),
    kinds,
    items: await readWaiting(tx, kinds),
    letters: !(await exists(tx, sql`from ${s} where ${s.userid} = ${userid}`)),
  };
};
const mark = async (tx: Transaction, body: unknown) => {
  const userid = personOf(tx),
    asked = parsed(marking, body);
  if ('all' in asked) {
    await markRead(tx, userid, await unreadKeys(tx));
    return sumOf(await countWaiting(tx));
  }
  const unknown = asked.items.findIndex(({ resource, wait }) => !Object.hasOwn(tx.registry.find(resource)?.waits ?? {}, wait));
  if (unknown >= 0) throw invalid([{ path: `items.${unknown}.wait`, code: 'INVALID_VALUE' }]);
  await (asked.read ? markRead : markUnread)(
    tx,
    userid,
    asked.items.map(({ resource, wait, id }) => [resource, wait, id] as const),
  );
  return sumOf(await countWaiting(tx));
};
const wishLetters = async (tx: Transaction, body: unknown) => {
  const userid = personOf(tx),
    { on } = parsed(wish, body);
  await execute(
    tx,
    on
      ? sql`delete from ${s} where ${s.userid} = ${userid}`
      : sql`insert into ${s} (${s.userid}) values (${userid}) on conflict (userid) do nothing`,
  );
  if (!on)
    await tx.asOwner(() =>
      execute(tx, sql`update ${l} set ${l.state} = 'nothing' where ${l.userid} = ${userid} and ${l.state} = 'waiting'`),
    );
  return { letters: on };
};

/** The inbox of the signed-in person in the chosen organization: what waits for them, what of it they have read, and whether they want a letter about it. */
export const inboxRoutes = (scope: FastifyInstance, deps: ApiDeps): void => {
  const look =
    <T>(work: (tx: Transaction) => Promise<T>) =>
    (request: FastifyRequest) =>
      inTransaction(deps, callOf(request), 'read', work);
  const write =
    <T>(work: (tx: Transaction, body: unknown) => Promise<T>) =>
    (request: FastifyRequest) =>
      inTransaction(deps, callOf(request), 'write', (tx) => work(tx, request.body));
  scope.get('/inbox', look(read));
  scope.get(
    '/inbox/count',
    look(async (tx) => {
      personOf(tx);
      return sumOf(await countWaiting(tx));
    }),
  );
  scope.post('/inbox/read', write(mark));
  scope.post('/inbox/letters', write(wishLetters));
};
