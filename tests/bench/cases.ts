import type pg from 'pg';
import { registry } from '@/resources';
import { allOf, fieldAt, wayOf, type AnyField, type Filter, type Operator } from '@/schema';
import type { Asked } from './capture';
import { askers, type AskerName, type Case } from './servers';

const inscriptions = registry.get('inscriptions');
const words = [
  ['one word', 'garcia'],
  ['two words', 'maria lopez'],
  ['an accent', 'Pérez'],
] as const;
/** The inscriptions of the organization, joined with what a path leads over, and the column at its end. */
const valuesOf = (path: string): { readonly mine: string; readonly value: string } => {
  const { steps, name } = wayOf(registry, inscriptions, path)!;
  const aliasOf = (at: number): string => `t${at}`;
  const froms = [inscriptions, ...steps.map(({ to }) => to)];
  const joins = steps.map(({ to, link, via }, at) => {
    const [outer, inner] = [aliasOf(at), aliasOf(at + 1)];
    return `join "${to.name}" ${inner} on ${link === 'children' ? `${inner}."${via}" = ${outer}."${froms[at]!.key}"` : `${inner}."${to.key}" = ${outer}."${via}"`}`;
  });
  return {
    mine: `from inscriptions t0 ${joins.join(' ')} where t0.deleted_at is null and t0.organizationid = $1`,
    value: `${aliasOf(steps.length)}."${name}"`,
  };
};
const leadsTo = (path: string): AnyField => fieldAt(registry, inscriptions, path)!;

type Value = string | number | boolean;
const one = async <T>(pool: pg.Pool, text: string): Promise<T | undefined> =>
  (await pool.query<{ value: T }>(text, [askers.tenant.organizationid])).rows[0]?.value;
const commonest = (pool: pg.Pool, path: string): Promise<Value | undefined> => {
  const { mine, value } = valuesOf(path);
  return one(pool, `select ${value} as value ${mine} and ${value} is not null group by 1 order by count(*) desc, 1 limit 1`);
};
const commonestElement = (pool: pg.Pool, path: string): Promise<Value | undefined> => {
  const { mine, value } = valuesOf(path);
  return one(
    pool,
    `select element as value from (select unnest(${value}) as element ${mine}) e group by 1 order by count(*) desc, 1 limit 1`,
  );
};
/** A fifth of the values, in the middle. */
const middle = (pool: pg.Pool, path: string): Promise<readonly Value[] | undefined> => {
  const { mine, value } = valuesOf(path);
  return one(
    pool,
    `select to_json(percentile_disc(array[0.4, 0.6]) within group (order by ${value})) as value ${mine} and ${value} is not null`,
  );
};

/** How people filter by a field: a span of what can be ordered, a piece of a text and the whole of it, the commonest of everything else. */
const comparisonsOf = async (pool: pg.Pool, name: string): Promise<readonly (readonly [Operator, unknown])[]> => {
  const { operators, column } = leadsTo(name);
  if (operators.includes('between')) {
    const span = await middle(pool, name);
    return span?.[0] == null ? [] : [['between', span]];
  }
  if (operators.includes('has')) return [['has', [(await commonestElement(pool, name)) ?? 'nobody']]];
  const value = await commonest(pool, name);
  if (value === undefined) return [[operators.includes('eq') ? 'eq' : 'contains', column === 'text' ? 'nobody' : 1]];
  const piece = String(value).slice(0, 6);
  return [
    ...(operators.includes('eq') ? [['eq', value] as const] : []),
    ...(operators.includes('contains') ? [['contains', piece] as const] : []),
  ];
};

const askerOf = (name: string): AskerName => (leadsTo(name).options.hiddenBy ? 'platform' : 'tenant');

/** Every declared filter and sort, and some searches: in the event with the most inscriptions, and across everything that the person sees. */
export const queryCases = async (pool: pg.Pool): Promise<readonly Case[]> => {
  const event: Filter = { field: 'eventid', op: 'eq', value: (await commonest(pool, 'eventid')) as number };
  const inPlaces = (name: string, asked: Asked, as: AskerName = 'tenant'): readonly Case[] =>
    (
      [
        ['event', event],
        [as === 'tenant' ? 'organization' : 'platform', null],
      ] as const
    ).map(([place, within]) => {
      const filter = allOf(within, asked.filter);
      return { name: `${name}, ${place}`, as, asked: { ...asked, ...(filter && { filter }) } };
    });
  const filters: Case[] = [...inPlaces('no filter', {}), ...inPlaces('no filter', {}, 'platform').slice(1)];
  for (const field of inscriptions.list.filters as readonly string[])
    for (const [op, value] of await comparisonsOf(pool, field)) {
      const made = inPlaces(`filter ${field} ${op}`, { filter: { field, op, value } }, askerOf(field));
      filters.push(...(field === 'eventid' ? made.slice(1) : made));
    }
  const sorts = (inscriptions.list.sortable as readonly string[]).flatMap((name) =>
    inPlaces(`sort ${name}`, { sort: [name === 'created' ? '-created' : name] }, askerOf(name)),
  );
  const searches = words.flatMap(([what, search]) => [
    ...inPlaces(`search ${what}`, { search }),
    ...inPlaces(`search ${what}, contacts too`, { search }, 'platform'),
  ]);
  return [...filters, ...sorts, ...searches];
};
