import type pg from 'pg';
import { registry } from '@/resources';

const housekeeping = ['created', 'created_by', 'updated', 'updated_by', 'version', 'search_text'];

/** What the database counts follows from other rows, and nobody wrote it. */
const counted = (name: string): readonly string[] =>
  Object.entries(registry.get(name).all).flatMap(([field, { computed, generated }]) => (computed || generated ? [field] : []));
/** The records that a list is embedded in: an audit of one tells its rows too. */
const parents = new Map(
  registry.all.flatMap(({ name, all }) =>
    Object.values(all).flatMap(({ embeds }) => (embeds ? [[embeds.target, { name, via: embeds.via }] as const] : [])),
  ),
);

interface State {
  readonly row: string;
  readonly parent: string | null;
}
/** The kinds of records that an action changes; changed records without an audit; and records with an audit that did not change. */
export interface Trace {
  readonly kinds: readonly string[];
  readonly missing: readonly string[];
  readonly invented: readonly string[];
}
const kindOf = (record: string): string => record.split(' ')[0]!;

/** Compares what an action changes in some tables with the audits that it leaves, both ways. With `mayCopy`, an action may be in the history of a record that it copies and does not change. */
export const tracing = (
  pool: Pick<pg.Pool, 'query'>,
  names: readonly string[],
  { mayCopy = false }: { readonly mayCopy?: boolean } = {},
) => {
  const states = async (): Promise<ReadonlyMap<string, State>> => {
    const found = new Map<string, State>();
    for (const name of names) {
      const parent = parents.get(name);
      const { rows } = await pool.query(
        `select ${registry.get(name).key} as id, (to_jsonb(t) - $1::text[])::text as row, ${parent ? parent.via : 'null'} as parent from ${name} t`,
        [[...housekeeping, ...counted(name)]],
      );
      for (const { id, row, parent: key } of rows)
        found.set(`${name} ${id}`, { row, parent: parent && key !== null ? `${parent.name} ${key}` : null });
    }
    return found;
  };
  const lastAudit = async (): Promise<number> =>
    Number((await pool.query('select coalesce(max(auditid), 0) as id from audits')).rows[0].id);
  return {
    lastAudit,
    traced: async (action: () => Promise<unknown>): Promise<Trace> => {
      const [before, from] = [await states(), await lastAudit()];
      await action();
      const after = await states();
      const { rows } = await pool.query<{ record: string; acts: boolean }>(
        `select resource || ' ' || recordid as record, bool_and(verb = 'action') as acts from audits where auditid > $1 group by 1`,
        [from],
      );
      const audited = new Set(rows.map(({ record }) => record));
      const changed = [...after].filter(([record, { row }]) => before.get(record)?.row !== row);
      const known = new Set(changed.flatMap(([record, { parent }]) => [record, parent]));
      return {
        kinds: [...new Set(changed.map(([record]) => kindOf(record)))].sort(),
        missing: changed
          .filter(([record, { parent }]) => !audited.has(record) && !(parent && audited.has(parent)))
          .map(([record]) => record),
        invented: rows
          .filter(({ record, acts }) => names.includes(kindOf(record)) && !known.has(record) && !(mayCopy && acts))
          .map(({ record }) => record),
      };
    },
  };
};
/** Exactly these kinds of records changed, and each change has its audit. */
export const whole = (kinds: string): Trace => ({ kinds: kinds.split(' ').sort(), missing: [], invented: [] });
