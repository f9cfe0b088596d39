import { setImmediate } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { isStored, type AnyResource, actionOf } from '@/schema';
import { actionLimits } from '@/schema/actionLimits';
import { can } from '@/schema/project/access';
import { refusalOf, refusalReads } from '@/schema/project/refusal';
import { arranged, inputOf, type ActionAnswer, type ActionBody } from './actions';
import type { ApiDeps } from '../../kernel/ApiDeps';
import type { Hooks } from '../../kernel/defineHooks';
import { conflict, forbidden, notFound, refusedBy, type DomainError } from '../../kernel/DomainError';
import { aliveText } from '../list/alive';
import { scopeSql } from '../list/scope';
import { leftOut, type Order, type Refused } from './order';
import { performRows } from './performRows';
import { bind, column, every, quote } from '../../kernel/sql';
import { inTransaction, type Call, type Transaction } from '../../kernel/transaction';

/** What a rehearsal says; `tried` of `total` records ran the whole code where that was not all of them. */
export interface Rehearsal extends ActionAnswer {
  readonly tried?: number;
  readonly total?: number;
}
interface Asked {
  readonly deps: ApiDeps;
  readonly call: Call;
  readonly resource: AnyResource;
  readonly hooks: Hooks;
  readonly name: string;
  readonly body: ActionBody;
  /** Whether nobody waits for the answer any more. */
  readonly isGone: () => boolean;
}

/** Most records whose state one statement reads, and most on which the whole code is tried. */
const statesAtOnce = 2500,
  mostTried = 200;
/** How long one transaction tries records at most and at least, since nobody else reaches the embedded database meanwhile, and when no other one begins. */
const portionMs = 400,
  leastMs = 150,
  lastMs = 1500;

/** One read that judges every record by what the declaration refuses; the records that may pass are absent from the answer. */
const judgeStates = async (
  tx: Transaction,
  { resource, name }: Order,
  ids: readonly number[],
): Promise<ReadonlyMap<number, DomainError>> => {
  const action = actionOf(resource, name);
  const names = refusalReads(action).filter((each) => each === resource.key || (resource.all[each] && isStored(resource.all[each])));
  const scope = (verb: string) => scopeSql(tx.registry, tx.grants, resource, verb, 't');
  const condition = every([
    sql`${column('t', resource.key)} = any(${bind(ids)}::bigint[])`,
    sql.raw(aliveText(resource, 't')),
    scope('show'),
  ]);
  const found = await tx.rows(
    sql`select ${column('t', resource.key)}, ${scope(name) ?? sql`true`}${sql.raw(names.map((each) => `, "t".${quote(each)}`).join(''))} from ${sql.raw(`${quote(resource.name)} "t"`)} where ${condition}`,
  );
  const refused = new Map<number, DomainError>(ids.map((id) => [id, notFound()]));
  for (const [id, isOpen, ...values] of found) {
    const refusal = refusalOf(resource, action, Object.fromEntries(names.map((each, at) => [each, values[at]])), tx);
    if (isOpen !== true) refused.set(Number(id), forbidden());
    else if (refusal) refused.set(Number(id), refusedBy(refusal));
    else refused.delete(Number(id));
  }
  return refused;
};

/** So many of the records, from the first to the last at equal distances. */
const spread = (ids: readonly number[], most: number): readonly number[] =>
  ids.length <= most ? ids : Array.from({ length: most }, (_, at) => ids[Math.floor((at * ids.length) / most)]!);

/**
 * Says what an action would do to many records without holding the database from anybody: each step is a short transaction that is undone.
 *
 * The whole code runs on as many records as there is time for. The others are judged by their state, and by whether what they would take is left (`foresee`).
 */
export const rehearseRows = async ({ deps, call, resource, hooks, name, body, isGone }: Asked): Promise<Rehearsal> => {
  const begun = performance.now();
  const elapsed = (): number => performance.now() - begun;
  const within = async <T>(work: (tx: Transaction) => Promise<T>): Promise<T> => {
    await setImmediate(); // the embedded database answers within the turn, and nobody else's request would be read before the end
    if (isGone()) throw conflict('BUSY');
    return inTransaction(deps, call, 'rehearse', work);
  };
  const { order, ids } = await within(async (tx) => {
    if (!can(tx.grants, name, resource)) throw forbidden();
    const asked: Order = { resource, hooks, name, input: await inputOf(tx, resource, name, body.input) };
    return { order: asked, ids: await arranged(tx, asked, body, actionLimits.run) };
  });
  const skipped: Refused[] = [],
    failed: Refused[] = [];
  const refuse = (id: number, error: DomainError): void => {
    (error.statusCode === 400 ? failed : skipped).push(leftOut(id, error, deps.translate, call.locale));
  };
  /** Tries records in their order until the time of one transaction is over, and answers how many. */
  const tryOn = async (some: readonly number[]): Promise<number> => {
    const over = performance.now() + Math.max(leastMs, Math.min(portionMs, lastMs - elapsed()));
    const done = await within((tx) => performRows(tx, order, some, deps.translate, () => isGone() || performance.now() > over));
    skipped.push(...done.skipped);
    failed.push(...done.failed);
    return done.done;
  };

  let tried = ids.length <= mostTried ? await tryOn(ids) : 0;
  if (tried === ids.length) return { ok: ids.length - skipped.length - failed.length, skipped, failed };

  const known = new Set([...skipped, ...failed].map(({ id }) => id));
  const first = ids.slice(0, tried).filter((id) => !known.has(id));
  const open: number[] = [];
  for (let at = tried; at < ids.length; at += statesAtOnce) {
    const some = ids.slice(at, at + statesAtOnce);
    const refused = await within((tx) => judgeStates(tx, order, some));
    for (const id of some) {
      const error = refused.get(id);
      if (error) refuse(id, error);
      else open.push(id);
    }
  }
  const short = new Set<number>();
  const foresee = hooks.foresee[name];
  for (const { ids: without, refusal } of foresee
    ? await within((tx) => foresee({ tx, ids: [...first, ...open], input: order.input }))
    : []) {
    for (const id of without) {
      if (short.has(id) || first.includes(id)) continue;
      short.add(id);
      refuse(id, refusal);
    }
  }
  const sample = spread(
    open.filter((id) => !short.has(id)),
    mostTried - tried,
  );
  let done = 0;
  do done += sample.length > done ? await tryOn(sample.slice(done)) : 0;
  while (done < sample.length && elapsed() < lastMs);
  tried += done;
  return { ok: ids.length - skipped.length - failed.length, skipped, failed, tried, total: ids.length };
};
