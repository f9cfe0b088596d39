import { distances } from '@/resources/distances/distances';
import type { ExternalInscription } from '@/resources/external_inscriptions/external_inscriptions';
import { columnsOf } from '../../kernel/columnsOf';
import { DomainError, invalid, problemAt } from '../../kernel/DomainError';
import { pick, select, value, type Selected } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';

const d = columnsOf(distances);
const shape = {
  ...pick(d, 'distanceid', 'eventid', 'code', 'name', 'status'),
  seats: value<number | null>(sql`${d.capacity} - ${d.sold_count} - ${d.held_count}`),
};
/** A distance that a sale may mean, and how many places it has left; null without a limit. */
export type SaleDistance = Selected<typeof shape>;

/** The distances of events. */
export const distancesOf = (tx: Transaction, eventids: readonly number[]): Promise<readonly SaleDistance[]> =>
  select(tx, shape, sql`from ${d} where ${d.eventid} = any(${[...new Set(eventids)]}::bigint[]) and ${d.deleted_at} is null`);

type Sold = Pick<ExternalInscription, 'eventid' | 'distance_code'>;
/** The distance that a partner means by its code, or by its name; an event with one distance needs neither. */
export const meantBy = (known: readonly SaleDistance[], { eventid, distance_code }: Sold): SaleDistance | DomainError => {
  const all = known.filter((each) => each.eventid === eventid),
    asked = distance_code?.trim().toUpperCase() ?? '';
  const fitting = asked === '' ? all : all.filter(({ code, name }) => code === asked || name.trim().toUpperCase() === asked);
  const found = fitting.find(({ code }) => code === asked) ?? (fitting.length === 1 ? fitting[0] : undefined);
  if (found) return found;
  if (asked === '') return invalid([problemAt('distance_code', 'REQUIRED')]);
  return invalid([problemAt('distance_code', 'REFERENCE_UNKNOWN', { text: distance_code })]);
};
/** The same, or the one that somebody chose. */
export const distanceOf = async (tx: Transaction, sale: Sold, chosen: number | null): Promise<number> => {
  const all = await distancesOf(tx, [sale.eventid]);
  const found = chosen === null ? meantBy(all, sale) : all.find(({ distanceid }) => distanceid === chosen);
  if (!found) throw invalid([problemAt('distanceid', 'INVALID_REFERENCE')]);
  if (found instanceof DomainError) throw found;
  return found.distanceid;
};
