import type pg from 'pg';
import type { Arena } from './randomActions';

/** Every table that an action of a registration writes to: which rows belong to an arena, and how a row is distinguished from others of its kind that are made in another order. */
const tables: Readonly<Record<string, { readonly key: string; readonly rows: string; readonly by: string }>> = {
  inscriptions: { key: 'inscriptionid', rows: 'eventid = any($1)', by: 'distanceid, web_userid' },
  inscription_log: { key: 'logid', rows: 'eventid = any($1)', by: 'inscriptionid' },
  payments: { key: 'paymentid', rows: 'eventid = any($1)', by: 'inscriptionid' },
  orders: { key: 'orderid', rows: 'eventid = any($1)', by: 'web_userid' },
  coupon_uses: { key: 'coupon_useid', rows: 'eventid = any($1)', by: 'inscriptionid' },
  inscription_letters: { key: 'letterid', rows: 'eventid = any($1)', by: 'inscriptionid' },
  inscription_documents: { key: 'documentid', rows: 'eventid = any($1)', by: 'inscriptionid' },
  waitlist_entries: { key: 'waitlist_entryid', rows: 'eventid = any($1)', by: 'distanceid, web_userid' },
  exoneration_signatures: {
    key: 'signatureid',
    rows: 'inscriptionid in (select inscriptionid from inscriptions where eventid = any($1))',
    by: 'inscriptionid',
  },
  bibs: { key: 'bibid', rows: 'eventid = any($1)', by: 'number' },
  bib_pools: { key: 'bib_poolid', rows: 'eventid = any($1)', by: 'bib_poolid' },
  distances: { key: 'distanceid', rows: 'eventid = any($1)', by: 'distanceid' },
  events: { key: 'eventid', rows: 'eventid = any($1)', by: 'eventid' },
  price_tiers: {
    key: 'price_tierid',
    rows: 'distanceid in (select distanceid from distances where eventid = any($1))',
    by: 'price_tierid',
  },
  waves: { key: 'waveid', rows: 'eventid = any($1)', by: 'waveid' },
  coupon_batches: { key: 'coupon_batchid', rows: 'eventid = any($1)', by: 'coupon_batchid' },
  coupons: { key: 'couponid', rows: 'eventid = any($1)', by: 'couponid' },
  tshirt_stock: { key: 'tshirt_stockid', rows: 'eventid = any($1)', by: 'tshirt_stockid' },
  tshirt_movements: {
    key: 'movementid',
    rows: 'tshirt_stockid in (select tshirt_stockid from tshirt_stock where eventid = any($1))',
    by: 'inscriptionid',
  },
  wallets: { key: 'walletid', rows: 'web_userid = any($2)', by: 'web_userid' },
  wallet_movements: { key: 'movementid', rows: 'walletid in (select walletid from wallets where web_userid = any($2))', by: 'walletid' },
  audits: { key: 'auditid', rows: 'true', by: 'resource, recordid' },
};

type Found = Readonly<Record<string, readonly any[]>>;
/** The rows of an arena as they are, table by table. */
export interface Contents {
  readonly rows: Found;
  /** The last key of each table. */
  readonly last: Readonly<Record<string, number>>;
}

/** Moments differ by milliseconds, and codes that are drawn by chance by all of themselves. */
const settled = (text: string): string =>
  text
    .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.\d]*(?:Z|\+00:00)?/g, 'MOMENT')
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'UUID')
    .replaceAll(/\b[0-9a-f]{64}\b/g, 'HASH')
    .replaceAll(/"qr_token": ?"[^"]+"/g, '"qr_token":"CODE"')
    .replaceAll(/"(size_bytes|folio|code|search_text|idempotency_key)": ?("[^"]*"|\d+)/g, '"$1":"CHANCE"')
    .replaceAll(/[A-Z0-9-]+\.pdf/g, 'FILE.pdf');

/** New rows are named by what they belong to, and by their turn among those: their keys come in the order of the work. */
const namesOf = (rows: Found, last: Contents['last']): ReadonlyMap<string, string> => {
  const names = new Map<string, string>(),
    turns = new Map<string, number>();
  for (const [table, { key, by }] of Object.entries(tables)) {
    if (table === 'audits') continue;
    for (const row of rows[table] ?? []) {
      if (row[key] <= (last[table] ?? 0)) continue;
      const of = `${table} of ${by.split(', ').map((name) => names.get(`${name} ${row[name]}`) ?? row[name])}`,
        turn = (turns.get(of) ?? 0) + 1;
      turns.set(of, turn);
      names.set(`${key} ${row[key]}`, `${of}, ${turn}`);
    }
  }
  return names;
};

/** What is in the tables of an arena, in a form in which two ways to the same are the same; of audits those that came after \`before\`. Without it, the rows as they are. */
export async function contentsOf(client: Pick<pg.ClientBase, 'query'>, arena: Arena): Promise<Contents>;
export async function contentsOf(client: Pick<pg.ClientBase, 'query'>, arena: Arena, before: Contents): Promise<unknown>;
export async function contentsOf(
  client: Pick<pg.ClientBase, 'query'>,
  { eventid, other, athletes }: Arena,
  before?: Contents,
): Promise<unknown> {
  const rows: Record<string, any[]> = {},
    last: Record<string, number> = {};
  for (const [table, { key, rows: which }] of Object.entries(tables)) {
    const since = table === 'audits' ? (before?.last['audits'] ?? Number.MAX_SAFE_INTEGER) : 0;
    const found = await client.query<any>(
      `with given as (select $1::bigint[], $2::bigint[], $3::bigint) select to_jsonb(t) as row from ${table} t where ${which} and ($3::bigint = 0 or ${key} > $3) order by ${key}`,
      [[eventid, other.eventid], athletes, since],
    );
    rows[table] = found.rows.map(({ row }) => row);
    if (!before) last[table] = Number((await client.query<any>(`select coalesce(max(${key}), 0) as last from ${table}`)).rows[0].last);
  }
  if (!before) return { rows, last } satisfies Contents;
  const names = namesOf(rows, before.last);
  const named = (row: any): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries<any>(row).map(([name, value]) => {
        if (name === 'before' || name === 'after') return [name, value && named(value)];
        const key = name === 'recordid' ? tables[row.resource]?.key : name === 'parent_paymentid' ? 'paymentid' : name;
        return [name, names.get(`${key} ${String(value)}`) ?? value];
      }),
    );
  const plain = (table: string, row: any): string => {
    const { [tables[table]!.key]: own, ...rest } = named(row);
    return settled(JSON.stringify(table === 'audits' || table.endsWith('_log') || table.endsWith('movements') ? rest : { own, ...rest }));
  };
  return Object.fromEntries(
    Object.entries(rows).map(([table, list]) => {
      const groups: Record<string, string[]> = {};
      for (const row of list) {
        const of = tables[table]!.by.split(', ')
          .map((name) => names.get(`${name === 'recordid' ? tables[row.resource]?.key : name} ${row[name]}`) ?? row[name])
          .join(' ');
        (groups[of] ??= []).push(plain(table, row));
      }
      return [table, groups];
    }),
  );
}
