import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { tshirt_models } from '@/resources/tshirt_models/tshirt_models';
import { conflict, invalid } from '../../../kernel/DomainError';
import type { Transaction } from '../../../kernel/transaction';
import { advance } from '../advance';
import { isHeld } from '../guards';
import { keyFor } from '../../log/log';
import { columnsOf } from '../../../kernel/columnsOf';
import { exists } from '../../../kernel/select';
import { sql } from '../../../kernel/sql';

interface ShirtInput {
  readonly tshirt_modelid?: number | null | undefined;
  readonly tshirt_size: NonNullable<Inscription['tshirt_size']>;
  readonly reason?: string | null | undefined;
}

const m = columnsOf(tshirt_models);
/** The model must belong to the event and serve the distance. */
export const judgeModel = async (
  tx: Transaction,
  { eventid, distanceid }: Pick<Inscription, 'eventid' | 'distanceid'>,
  tshirt_modelid: number,
  path: string,
): Promise<void> => {
  const model = await exists(
    tx,
    sql`from ${m} where ${m.tshirt_modelid} = ${tshirt_modelid} and ${m.eventid} = ${eventid} and ${m.active} and ${m.deleted_at} is null and (cardinality(coalesce(${m.distanceids}, '{}')) = 0 or ${distanceid} = any(${m.distanceids}))`,
  );
  if (!model) throw invalid([{ path, code: 'INVALID_REFERENCE' }]);
};

/** Update t-shirt: the old size goes back to the stock and the new one is taken from it, or neither. Before payment it is a step of the registration that is saved, afterwards a change of it. */
export const updateTshirt = async (
  tx: Transaction,
  row: Inscription,
  { tshirt_modelid, tshirt_size, reason }: ShirtInput,
): Promise<void> => {
  const model = tshirt_modelid ?? row.tshirt_modelid ?? null;
  if (model === (row.tshirt_modelid ?? null) && tshirt_size === row.tshirt_size) throw conflict('UNCHANGED');
  if (model) await judgeModel(tx, row, model, 'input.tshirt_modelid');
  await advance(tx, row, isHeld(row) ? 'tshirt_saved' : 'tshirt_updated', {
    set: { tshirt_modelid: model, tshirt_size },
    reason,
    permissionKey: keyFor(tx, 'tshirt_updated'),
  });
};
