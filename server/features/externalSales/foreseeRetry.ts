import { external_inscriptions } from '@/resources/external_inscriptions/external_inscriptions';
import { columnsOf } from '../../kernel/columnsOf';
import type { Forecast } from '../../kernel/defineHooks';
import { DomainError } from '../../kernel/DomainError';
import { pick, select } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import { openLedger } from '../registration/foresee/ledger';
import { whyClosed } from '../registration/guards';
import { noSeat } from '../registration/seats';
import { distancesOf, meantBy, type SaleDistance } from './saleDistance';

const x = columnsOf(external_inscriptions, 'x');
const shape = { id: x.external_inscriptionid, ...pick(x, 'eventid', 'distance_code') };

/** What sales that are tried again take: the places that their distances have left. */
export const foreseeRetry = (): Forecast => {
  const seats = openLedger(),
    full = noSeat();
  const take = (distance: SaleDistance | DomainError): DomainError | null => {
    if (distance instanceof DomainError) return distance;
    const { distanceid, status } = distance;
    const closed = whyClosed(status);
    if (closed) return closed;
    seats.know(distanceid, distance.seats);
    if (!seats.has(distanceid)) return full;
    seats.take(distanceid);
    return null;
  };
  return async ({ tx, ids }) => {
    const sales = await select(
      tx,
      shape,
      sql`from unnest(${ids}::bigint[]) with ordinality as asked (id, at) join ${x} on ${x.external_inscriptionid} = asked.id order by asked.at`,
    );
    const known = await distancesOf(
      tx,
      sales.map(({ eventid }) => eventid),
    );
    const refused = new Map<number, DomainError>();
    for (const sale of sales) {
      const refusal = take(meantBy(known, sale));
      if (refusal) refused.set(sale.id, refusal);
    }
    return refused;
  };
};
