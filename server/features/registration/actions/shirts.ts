import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { tshirt_models } from '@/resources/tshirt_models/tshirt_models';
import { conflict, invalid, type DomainError } from '../../../kernel/DomainError';
import type { Transaction } from '../../../kernel/transaction';
import type { Group } from '../../../kernel/group';
import { advanceGroup } from '../advance';
import { isHeld } from '../guards';
import { keyFor } from '../../log/log';
import { columnsOf } from '../../../kernel/columnsOf';
import { select, value } from '../../../kernel/select';
import { sql } from '../../../kernel/sql';

interface ShirtInput {
  readonly tshirt_modelid?: number | null | undefined;
  readonly tshirt_size: NonNullable<Inscription['tshirt_size']>;
  readonly reason?: string | null | undefined;
}

const m = columnsOf(tshirt_models);
type Placed = Pick<Inscription, 'eventid' | 'distanceid'>;
/** Models that may be given, with the distances that they are for. */
const readModels = async (tx: Transaction, ids: readonly number[]) => {
  if (ids.length === 0) return [];
  return select(
    tx,
    { id: m.tshirt_modelid, eventid: m.eventid, distanceids: value<readonly number[]>(sql`coalesce(${m.distanceids}, '{}')`) },
    sql`from ${m} where ${m.tshirt_modelid} = any(${ids}::bigint[]) and ${m.active} and ${m.deleted_at} is null`,
  );
};
type Models = Awaited<ReturnType<typeof readModels>>;
const whyNotGiven = (models: Models, tshirt_modelid: number, { eventid, distanceid }: Placed, path: string): DomainError | null => {
  const model = models.find(({ id }) => id === tshirt_modelid);
  const isGiven = model?.eventid === eventid && (model.distanceids.length === 0 || model.distanceids.includes(distanceid));
  return isGiven ? null : invalid([{ path, code: 'INVALID_REFERENCE' }]);
};
/** The model must belong to the event and serve the distance. */
export const judgeModel = async (tx: Transaction, placed: Placed, tshirt_modelid: number, path: string): Promise<void> => {
  const refusal = whyNotGiven(await readModels(tx, [tshirt_modelid]), tshirt_modelid, placed, path);
  if (refusal) throw refusal;
};

/** Update t-shirt: the old sizes go back to the stock and the new one is taken from it, or neither. Before payment it is a step of the registration that is saved, afterwards a change of it. */
export const updateTshirt = async (group: Group<Inscription>, { tshirt_modelid, tshirt_size, reason }: ShirtInput): Promise<void> => {
  const modelOf = (row: Inscription): number | null => tshirt_modelid ?? row.tshirt_modelid ?? null;
  group.refuseWhere((row) =>
    modelOf(row) === (row.tshirt_modelid ?? null) && tshirt_size === row.tshirt_size ? conflict('UNCHANGED') : null,
  );
  const models = await readModels(group.tx, [...new Set(group.members().flatMap(({ row }) => modelOf(row) ?? []))]);
  group.refuseWhere((row) => {
    const model = modelOf(row);
    return model ? whyNotGiven(models, model, row, 'input.tshirt_modelid') : null;
  });
  const permissionKey = keyFor(group.tx, 'tshirt_updated');
  await advanceGroup(group, (row) => ({
    to: isHeld(row) ? 'tshirt_saved' : 'tshirt_updated',
    details: { set: { tshirt_modelid: modelOf(row), tshirt_size }, reason, permissionKey },
  }));
};
