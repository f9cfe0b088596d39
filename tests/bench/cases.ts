import type pg from 'pg';
import { registry } from '@/resources';
import { allOf, type Filter, type Operator } from '@/schema';
import type { Asked } from './capture';
import { askers, type AskerName, type Case } from './servers';

const inscriptions = registry.get('inscriptions');
const words = [['one word', 'garcia'], ['two words', 'maria lopez'], ['an accent', 'Pérez']] as const;
const mine = 'from inscriptions where deleted_at is null and organizationid = $1';

type Value = string | number | boolean;
const one = async <T>(pool: pg.Pool, text: string): Promise<T | undefined> => (await pool.query<{ value: T }>(text, [askers.tenant.organizationid])).rows[0]?.value;
const commonest = (pool: pg.Pool, name: string): Promise<Value | undefined> =>
  one(pool, `select "${name}" as value ${mine} and "${name}" is not null group by 1 order by count(*) desc, 1 limit 1`);
/** A fifth of the values, in the middle. */
const middle = (pool: pg.Pool, name: string): Promise<readonly Value[] | undefined> =>
  one(pool, `select to_json(percentile_disc(array[0.4, 0.6]) within group (order by "${name}")) as value ${mine} and "${name}" is not null`);

/** How people filter by a field: a span of what can be ordered, a piece of a text and the whole of it, the commonest of everything else. */
const comparisonsOf = async (pool: pg.Pool, name: string): Promise<readonly (readonly [Operator, unknown])[]> => {
  const { operators } = inscriptions.all[name]!;
  if (operators.includes('between')) {
    const span = await middle(pool, name);
    return span?.[0] == null ? [] : [['between', span]];
  }
  const value = await commonest(pool, name);
  if (value === undefined) return [[operators.includes('eq') ? 'eq' : 'contains', 'nobody']];
  const piece = String(value).slice(0, 6);
  return [...(operators.includes('eq') ? [['eq', value] as const] : []), ...(operators.includes('contains') ? [['contains', piece] as const] : [])];
};

const askerOf = (name: string): AskerName => (inscriptions.all[name]!.options.hiddenBy ? 'platform' : 'tenant');

/** Every declared filter and sort, and some searches: in the event with the most inscriptions, and across everything that the person sees. */
export const queryCases = async (pool: pg.Pool): Promise<readonly Case[]> => {
  const event: Filter = { field: 'eventid', op: 'eq', value: (await commonest(pool, 'eventid')) as number };
  const inPlaces = (name: string, asked: Asked, as: AskerName = 'tenant'): readonly Case[] =>
    ([['event', event], [as === 'tenant' ? 'organisation' : 'platform', null]] as const).map(([place, within]) => {
      const filter = allOf(within, asked.filter);
      return { name: `${name}, ${place}`, as, asked: { ...asked, ...(filter && { filter }) } };
    });
  const filters: Case[] = [...inPlaces('no filter', {}), ...inPlaces('no filter', {}, 'platform').slice(1)];
  for (const field of inscriptions.list.filters as readonly string[])
    for (const [op, value] of await comparisonsOf(pool, field)) {
      const made = inPlaces(`filter ${field} ${op}`, { filter: { field, op, value } }, askerOf(field));
      filters.push(...(field === 'eventid' ? made.slice(1) : made));
    }
  const sorts = (inscriptions.list.sortable as readonly string[]).flatMap((name) => inPlaces(`sort ${name}`, { sort: [name === 'created' ? '-created' : name] }, askerOf(name)));
  const searches = words.flatMap(([what, search]) => [...inPlaces(`search ${what}`, { search }), ...inPlaces(`search ${what}, contacts too`, { search }, 'platform')]);
  return [...filters, ...sorts, ...searches];
};
