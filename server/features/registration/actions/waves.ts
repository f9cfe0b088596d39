import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { waves } from '@/resources/waves/waves';
import { conflict, invalid, type DomainError } from '../../../kernel/DomainError';
import type { Transaction } from '../../../kernel/transaction';
import type { Group } from '../../../kernel/group';
import { advanceGroup } from '../advance';
import { columnsOf } from '../../../kernel/columnsOf';
import { selectOne, value } from '../../../kernel/select';
import { sql } from '../../../kernel/sql';

const w = columnsOf(waves);
type Placed = Pick<Inscription, 'eventid' | 'distanceid'>;
/** A wave, as far as it says whom it starts. */
const readWave = (tx: Transaction, waveid: number) =>
  selectOne(
    tx,
    { eventid: w.eventid, distanceids: value<readonly number[]>(sql`coalesce(${w.distanceids}, '{}')`) },
    sql`from ${w} where ${w.waveid} = ${waveid} and ${w.deleted_at} is null`,
  );
type Wave = Awaited<ReturnType<typeof readWave>>;
/** Whether a wave serves a distance; nothing where the event has no such wave. */
const serves = (wave: Wave, { eventid, distanceid }: Placed): boolean | undefined =>
  wave?.eventid === eventid ? wave.distanceids.length === 0 || wave.distanceids.includes(distanceid) : undefined;
const whyNotIn = (wave: Wave, placed: Placed, path: string): DomainError | null => {
  const isServed = serves(wave, placed);
  if (isServed === undefined) return invalid([{ path, code: 'INVALID_REFERENCE' }]);
  return isServed ? null : invalid([{ path, code: 'WAVE_DISTANCE' }]);
};

/** The wave must belong to the event and serve the distance. */
export const judgeWave = async (tx: Transaction, placed: Placed, waveid: number, path: string): Promise<void> => {
  const refusal = whyNotIn(await readWave(tx, waveid), placed, path);
  if (refusal) throw refusal;
};

/** Puts inscriptions into another wave, or into none. */
export const updateWave = async (
  group: Group<Inscription>,
  { waveid, reason }: { readonly waveid?: number | null | undefined; readonly reason?: string | null | undefined },
): Promise<void> => {
  const next = waveid ?? null;
  group.refuseWhere((row) => (next === (row.waveid ?? null) ? conflict('UNCHANGED') : null));
  if (next) {
    const wave = await readWave(group.tx, next);
    group.refuseWhere((row) => whyNotIn(wave, row, 'input.waveid'));
  }
  await advanceGroup(group, () => ({ to: 'category_updated', details: { set: { waveid: next }, reason } }));
};

/** Whether the waves of inscriptions are also for the other distance. */
export const keptWaves = async (
  tx: Transaction,
  rows: readonly Inscription[],
  distanceid: number,
): Promise<(row: Inscription) => boolean> => {
  const known = new Map<number, Wave>();
  for (const id of new Set(rows.flatMap(({ waveid }) => waveid ?? []))) known.set(id, await readWave(tx, id));
  return ({ eventid, waveid }) => !waveid || serves(known.get(waveid), { eventid, distanceid }) === true;
};
