import { bibs } from '@/resources/bibs/bibs';
import { columnsOf } from '../../../kernel/columnsOf';
import type { Forecast } from '../../../kernel/defineHooks';
import { conflict, type DomainError } from '../../../kernel/DomainError';
import { select, value } from '../../../kernel/select';
import { sql } from '../../../kernel/sql';
import type { Transaction } from '../../../kernel/transaction';
import { pool, servingPools } from '../effects/bibs';
import { factsOf, i } from './facts';
import { openLedger } from './ledger';

const b = columnsOf(bibs, 'b');
const wearer = { eventid: i.eventid, distanceid: i.distanceid, gender: i.gender };
interface Wearer {
  readonly eventid: number;
  readonly distanceid: number;
  readonly gender: string;
}
const shape = { ...wearer, isNumbered: value<boolean>(sql`${i.bibid} is not null or ${i.number} is not null`) };
const keyOf = ({ eventid, distanceid, gender }: Wearer): string => `${eventid} ${distanceid} ${gender}`;

const k = { eventid: value<number>(sql`k.eventid`), distanceid: value<number>(sql`k.distanceid`), gender: value<string>(sql`k.gender`) };
/** The pools for each of some wearers, in the order in which they are used. */
const readServing = (tx: Transaction, wearers: readonly Wearer[], only: number | null) =>
  select(
    tx,
    { ...k, pools: value<readonly number[]>(sql`array(select ${pool.bib_poolid} ${servingPools(k, only)})`) },
    sql`from unnest(${wearers.map((each) => each.eventid)}::bigint[], ${wearers.map((each) => each.distanceid)}::bigint[], ${wearers.map((each) => each.gender)}::text[]) as k (eventid, distanceid, gender)`,
  );
const readFree = (tx: Transaction, pools: readonly number[]) =>
  select(
    tx,
    { id: value<number>(sql`${b.bib_poolid}`), free: value<number>(sql`count(*)`) },
    sql`from ${b} where ${b.bib_poolid} = any(${pools}::bigint[]) and ${b.state} = 'free' and ${b.deleted_at} is null group by ${b.bib_poolid}`,
  );

const empty = conflict('POOL_EMPTY');
/** Numbers: each pool is used as the real action uses it, until it is empty. */
export const foreseeNumbers = ({ bib_poolid }: { readonly bib_poolid?: number | null | undefined }): Forecast => {
  const free = openLedger(),
    serving = new Map<string, readonly number[]>();
  /** Reads the data of unknown wearers. */
  const know = async (tx: Transaction, wearers: readonly Wearer[]): Promise<void> => {
    const missing = new Map(wearers.filter((each) => !serving.has(keyOf(each))).map((each) => [keyOf(each), each]));
    if (missing.size === 0) return;
    const found = await readServing(tx, [...missing.values()], bib_poolid ?? null);
    for (const { pools, ...who } of found) serving.set(keyOf(who), pools);
    const counts = await readFree(tx, [...new Set(found.flatMap(({ pools }) => pools))]);
    for (const each of counts) free.know(each.id, each.free);
  };
  return async ({ tx, ids }) => {
    const refused = new Map<number, DomainError>();
    const facts = (await factsOf(tx, ids, shape)).filter(({ isNumbered }) => !isNumbered);
    await know(tx, facts);
    for (const fact of facts) {
      const drawn = serving.get(keyOf(fact))?.find((each) => free.has(each));
      if (drawn === undefined) refused.set(fact.id, empty);
      else free.take(drawn);
    }
    return refused;
  };
};
