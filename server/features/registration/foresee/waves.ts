import { waves } from '@/resources/waves/waves';
import { columnsOf } from '../../../kernel/columnsOf';
import type { Forecast } from '../../../kernel/defineHooks';
import { conflict, invalid, type DomainError } from '../../../kernel/DomainError';
import { value } from '../../../kernel/select';
import { sql } from '../../../kernel/sql';
import { exceeded, factsOf, i } from './facts';
import { openLedger } from './ledger';

const v = columnsOf(waves, 'v');
/** What is left of the joined wave; an unpaid registration has a place too. */
export const placesLeft = value<number | null>(sql`${v.capacity} - ${v.assigned_count}`);
export const fullWave = exceeded('waveid', 'waves.assigned_within_capacity');
const unchanged = conflict('UNCHANGED');
const foreign = invalid([{ path: 'input.waveid', code: 'INVALID_REFERENCE' }]);
const otherDistance = invalid([{ path: 'input.waveid', code: 'WAVE_DISTANCE' }]);

/** Places of a wave. */
export const foreseeWave = ({ waveid }: { readonly waveid?: number | null | undefined }): Forecast => {
  const next = waveid ?? null,
    places = openLedger();
  const shape = {
    isSame: value<boolean>(sql`${i.waveid} is not distinct from ${next}::bigint`),
    isOfEvent: value<boolean>(sql`${v.waveid} is not null`),
    isServed: value<boolean>(
      sql`coalesce(cardinality(coalesce(${v.distanceids}, '{}')) = 0 or ${i.distanceid} = any(${v.distanceids}), false)`,
    ),
    places: placesLeft,
  };
  const joins = sql`left join ${v} on ${v.waveid} = ${next}::bigint and ${v.eventid} = ${i.eventid} and ${v.deleted_at} is null`;
  const refusalOf = ({ isSame, isOfEvent, isServed, places: free }: Fact): DomainError | null => {
    if (isSame) return unchanged;
    if (next === null) return null;
    if (!isOfEvent) return foreign;
    if (!isServed) return otherDistance;
    places.know(next, free);
    return places.has(next) ? null : fullWave;
  };
  return async ({ tx, ids }) => {
    const refused = new Map<number, DomainError>();
    for (const fact of await factsOf(tx, ids, shape, joins)) {
      const refusal = refusalOf(fact);
      if (refusal) refused.set(fact.id, refusal);
      else if (next !== null) places.take(next);
    }
    return refused;
  };
};
interface Fact {
  readonly isSame: boolean;
  readonly isOfEvent: boolean;
  readonly isServed: boolean;
  readonly places: number | null;
}
