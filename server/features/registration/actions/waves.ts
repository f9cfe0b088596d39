import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { waves } from '@/resources/waves/waves';
import { conflict, invalid } from '../../../kernel/DomainError';
import type { Transaction } from '../../../kernel/transaction';
import { advance } from '../advance';
import { columnsOf } from '../../../kernel/columnsOf';
import { selectAll, value } from '../../../kernel/select';
import { sql } from '../../../kernel/sql';

const w = columnsOf(waves);
/** Whether a wave of an event serves a distance; nothing where there is no such wave. */
const servesDistance = async (tx: Transaction, waveid: number, eventid: number, distanceid: number): Promise<boolean | undefined> => {
  const [serves] = await selectAll(
    tx,
    value<boolean>(sql`cardinality(coalesce(${w.distanceids}, '{}')) = 0 or ${distanceid} = any(${w.distanceids})`),
    sql`from ${w} where ${w.waveid} = ${waveid} and ${w.eventid} = ${eventid} and ${w.deleted_at} is null`,
  );
  return serves;
};

/** The wave must belong to the event and serve the distance. */
export const judgeWave = async (
  tx: Transaction,
  { eventid, distanceid }: Pick<Inscription, 'eventid' | 'distanceid'>,
  waveid: number,
  path: string,
): Promise<void> => {
  const serves = await servesDistance(tx, waveid, eventid, distanceid);
  if (serves === undefined) throw invalid([{ path, code: 'INVALID_REFERENCE' }]);
  if (!serves) throw invalid([{ path, code: 'WAVE_DISTANCE' }]);
};

/** Puts an inscription into another wave, or into none. */
export const updateWave = async (
  tx: Transaction,
  row: Inscription,
  { waveid, reason }: { readonly waveid?: number | null | undefined; readonly reason?: string | null | undefined },
): Promise<void> => {
  const next = waveid ?? null;
  if (next === (row.waveid ?? null)) throw conflict('UNCHANGED');
  if (next) await judgeWave(tx, row, next, 'input.waveid');
  await advance(tx, row, 'category_updated', { set: { waveid: next }, reason });
};

/** Whether the wave of an inscription also starts the other distance. */
export const keepsWave = async (tx: Transaction, { eventid, waveid }: Inscription, distanceid: number): Promise<boolean> => {
  if (!waveid) return true;
  return (await servesDistance(tx, waveid, eventid, distanceid)) === true;
};
