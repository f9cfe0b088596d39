import type pg from 'pg';

/** The tables that a file of registrations writes to: their keys, which rows are of the event, and what names a new row whatever its key. */
const tables = {
  web_users: { key: 'web_userid', rows: 'false', name: ['first_name', 'last_name', 'birth_date', 'email', 'source_ref'] },
  orders: { key: 'orderid', rows: 'eventid = $1', name: ['web_userid'] },
  inscriptions: { key: 'inscriptionid', rows: 'eventid = $1', name: ['distanceid', 'web_userid', 'source_ref'] },
  inscription_log: { key: 'logid', rows: 'eventid = $1', name: ['inscriptionid'] },
  payments: { key: 'paymentid', rows: 'eventid = $1', name: ['inscriptionid'] },
  inscription_letters: { key: 'letterid', rows: 'eventid = $1', name: ['inscriptionid', 'kind'] },
  bibs: { key: 'bibid', rows: 'eventid = $1', name: ['number'] },
  bib_pools: { key: 'bib_poolid', rows: 'eventid = $1', name: ['name'] },
  distances: { key: 'distanceid', rows: 'eventid = $1', name: ['code'] },
  events: { key: 'eventid', rows: 'eventid = $1', name: ['slug'] },
  tshirt_stock: { key: 'tshirt_stockid', rows: 'eventid = $1', name: ['size'] },
  tshirt_movements: { key: 'movementid', rows: 'false', name: ['inscriptionid'] },
  audits: { key: 'auditid', rows: 'false', name: ['resource', 'recordid'] },
} as const;
const names = Object.entries(tables);
type Client = Pick<pg.ClientBase, 'query'>;

/** The last key of each table. */
export const lastKeys = async (client: Client): Promise<ReadonlyMap<string, number>> => {
  const last = new Map<string, number>();
  for (const [table, { key }] of names)
    last.set(table, Number((await client.query<any>(`select coalesce(max(${key}), 0) as last from ${table}`)).rows[0].last));
  return last;
};

/** Moments differ, and so does what is drawn by chance. */
const settled = (text: string): string =>
  text
    .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.\d]*(?:Z|\+00:00)?/g, 'MOMENT')
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'UUID')
    .replaceAll(/"(qr_token|folio|code|search_text|idempotency_key)": ?"[^"]*"/g, '"$1":"CHANCE"');

const mapped = (row: object, to: (value: unknown) => unknown): object =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, to(value)]));

/** What rows of a file left in the tables of an event since some keys, in a form in which two ways to the same are the same. */
export const leftBehind = async (client: Client, eventid: number, since: ReadonlyMap<string, number>) => {
  const known = new Map<string, string>();
  const nameOf = (table: string, id: unknown): unknown => known.get(`${table} ${String(id)}`) ?? id;
  const byKey = new Map<string, string>(names.map(([table, { key }]) => [key, table]));
  const named = (row: any): any =>
    Object.fromEntries(
      Object.entries<any>(row).map(([name, value]) => {
        if ((name === 'before' || name === 'after') && value && !Array.isArray(value)) return [name, named(value)];
        if (name === 'changes' && Array.isArray(value))
          return [name, value.map(({ field, ...was }) => ({ field, ...mapped(was, (each) => nameOf(byKey.get(field) ?? '', each)) }))];
        const table = name === 'recordid' ? row.resource : (byKey.get(name) ?? '');
        return [name, nameOf(table, value)];
      }),
    );
  const found = new Map<string, any[]>();
  for (const [table, { key, rows, name }] of names) {
    const { rows: some } = await client.query<any>(
      `select to_jsonb(t) as row from ${table} t where (${rows} and $1::bigint > 0) or ${key} > $2 order by ${key}`,
      [eventid, since.get(table) ?? 0],
    );
    const turns = new Map<string, number>();
    found.set(
      table,
      some.map(({ row }) => row),
    );
    for (const { row } of some.filter((each) => each.row[key] > (since.get(table) ?? 0))) {
      const shown = named(row),
        of = name.map((each) => String(shown[each])).join(' / ');
      turns.set(of, (turns.get(of) ?? 0) + 1);
      known.set(`${table} ${row[key]}`, `${table} of ${of}, ${turns.get(of)}`);
    }
  }
  const left: Record<string, Record<string, string[]>> = {};
  for (const [table, { key, name }] of names) {
    const groups: Record<string, string[]> = (left[table] = {});
    for (const row of found.get(table) ?? []) {
      const { [key]: _, ...shown } = named(row);
      (groups[name.map((each) => String(shown[each])).join(' / ')] ??= []).push(settled(JSON.stringify(shown)));
    }
  }
  return { tables: left, nameOf };
};
