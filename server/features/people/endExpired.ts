import { api_keys } from '@/resources/api_keys/api_keys';
import { memberships } from '@/resources/memberships/memberships';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { updateAudited } from '../../api/write/audited';
import { columnsOf, type Column } from '../../kernel/columnsOf';
import { sql, type PlainText, type SQL } from '../../kernel/sql';
import { inSystemTransaction, type Transaction } from '../../kernel/transaction';

const batchSize = 100;
const m = columnsOf(memberships, 'm'),
  k = columnsOf(api_keys, 'k');

interface Dated extends PlainText {
  readonly status: Column<string>;
  readonly expires_at: Column<string | null>;
  readonly deleted_at: Column<string | null>;
}
/** The keys of a batch of rows that are active and whose time is over. */
const over = (row: Dated, key: Column<number>, moment: SQL): SQL =>
  sql`array(select ${key} from ${row} where ${row.status} = 'active' and ${row.expires_at} <= ${moment} and ${row.deleted_at} is null
             order by ${key} limit ${sql.raw(String(batchSize))} for no key update skip locked)`;

/** What opens something until a moment. */
const kinds = [
  (tx: Transaction, moment: SQL) =>
    updateAudited(tx, memberships, (row) => sql`${row.membershipid} = any(${over(m, m.membershipid, moment)})`, { status: 'expired' }),
  (tx: Transaction, moment: SQL) =>
    updateAudited(tx, api_keys, (row) => sql`${row.api_keyid} = any(${over(k, k.api_keyid, moment)})`, { status: 'expired' }),
];

interface Clocked extends Pick<ApiDeps, 'pool' | 'registry'> {
  /** Moved by tests. */
  readonly clock?: () => Date;
}
/**
 * Ends memberships and API keys whose time is over, so that what they say is what they open. Answers how many. Stops early when asked to.
 */
export const endExpired = async (deps: Clocked, isOver: () => boolean = () => false): Promise<number> => {
  const moment = deps.clock ? sql`${deps.clock().toISOString()}::timestamptz` : sql`now()`;
  let ended = 0;
  for (const end of kinds) {
    let found = batchSize;
    while (found === batchSize && !isOver()) ended += found = (await inSystemTransaction(deps, (tx) => end(tx, moment))).length;
  }
  return ended;
};
