import type { AnyResource } from '../resource';
import { constraintName } from './constraintName';

const quote = (name: string): string => `"${name}"`;

/** Instants follow each other without a gap; calendar days include the last one. */
const periodOf = ({ all }: AnyResource, [from, to]: readonly [string, string]): string =>
  all[from]?.column === 'date' ? `daterange(${quote(from)}, ${quote(to)}, '[]')` : `tstzrange(${quote(from)}, ${quote(to)})`;

/** Constraints that drizzle cannot compare: their name, table and text. */
export interface Exclusion {
  readonly name: string;
  readonly table: string;
  readonly definition: string;
}

/** Periods that may not overlap, checked when a whole list is saved, so that two may be swapped. */
export const exclusionsOf = (resource: AnyResource): readonly Exclusion[] =>
  (resource.exclusions ?? []).map(({ equal, range, where }) => {
    const { name, appendOnly } = resource;
    const conditions = [...(appendOnly ? [] : ['deleted_at is null']), ...(where ? [`(${where})`] : [])];
    const equals = equal.map((field) => `${quote(field)} WITH =`).join(', ');
    const limited = conditions.length ? ` WHERE (${conditions.join(' and ')})` : '';
    return {
      name: constraintName(name, equal, 'excl'),
      table: name,
      definition: `EXCLUDE USING gist (${equals}, ${periodOf(resource, range)} WITH &&)${limited} DEFERRABLE INITIALLY DEFERRED`,
    };
  });
