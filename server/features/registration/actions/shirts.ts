import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { conflict, invalid } from '../../../kernel/DomainError';
import type { Transaction } from '../../../kernel/transaction';
import { advance } from '../advance';
import { isHeld } from '../guards';
import { keyFor } from '../../log/log';

interface ShirtInput {
  readonly tshirt_modelid?: number | null | undefined;
  readonly tshirt_size: NonNullable<Inscription['tshirt_size']>;
  readonly reason?: string | null | undefined;
}

/** The model must belong to the event and serve the distance. */
export const judgeModel = async (
  tx: Transaction,
  { eventid, distanceid }: Pick<Inscription, 'eventid' | 'distanceid'>,
  tshirt_modelid: number,
  path: string,
): Promise<void> => {
  const [model] = await tx.run(
    `select 1 from tshirt_models where tshirt_modelid = $1 and eventid = $2 and active and deleted_at is null and (cardinality(coalesce(distanceids, '{}')) = 0 or $3 = any(distanceids))`,
    [tshirt_modelid, eventid, distanceid],
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
