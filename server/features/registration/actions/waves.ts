import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { conflict, invalid } from '../../../kernel/DomainError';
import type { Transaction } from '../../../kernel/transaction';
import { advance } from '../advance';

const waveSql = `select cardinality(coalesce(distanceids, '{}')) = 0 or $3 = any(distanceids) from waves where waveid = $1 and eventid = $2 and deleted_at is null`;

/** The wave must belong to the event and serve the distance. */
export const judgeWave = async (
  tx: Transaction,
  { eventid, distanceid }: Pick<Inscription, 'eventid' | 'distanceid'>,
  waveid: number,
  path: string,
): Promise<void> => {
  const [[serves] = []] = await tx.run(waveSql, [waveid, eventid, distanceid]);
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
  const [[serves] = []] = await tx.run(waveSql, [waveid, eventid, distanceid]);
  return serves === true;
};
