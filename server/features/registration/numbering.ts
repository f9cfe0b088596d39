import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { events } from '@/resources/events/events';
import { nth } from '@/schema/must';
import type { DomainError } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import { openGroup, type Group } from '../../kernel/group';
import { importingOf } from '../../kernel/importing';
import { advanceGroup } from './advance';
import type { Details } from './Change';
import { columnsOf } from '../../kernel/columnsOf';
import { select } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const e = columnsOf(events);
const modesOf = async (tx: Transaction, eventids: readonly number[]): Promise<ReadonlyMap<number, string>> => {
  if (eventids.length === 0) return new Map();
  const found = await select(
    tx,
    { id: e.eventid, mode: e.numbering_mode },
    sql`from ${e} where ${e.eventid} = any(${[...new Set(eventids)]}::bigint[])`,
  );
  return new Map(found.map(({ id, mode }) => [id, mode]));
};
const isPoolEmpty = ({ code }: DomainError): boolean => code === 'POOL_EMPTY';
const hasNumber = ({ number }: Inscription): boolean => number !== null && number !== undefined;

/** An import gives the numbers of its file first; `finish` then draws for the others, if its person wants that. */
const waitsForFile = (tx: Transaction): boolean => {
  const importing = importingOf(tx);
  return importing !== undefined && (!importing.assign_numbers || importing.fills('number'));
};

/** Gives numbers to those of a group, which have just been paid, as their events number: at once, later by hand, or at the delivery of kits. A pool that ran empty leaves them without. */
export const numberGroup = async (paid: Group<Inscription>, details: Pick<Details, 'actor' | 'permissionKey'> = {}): Promise<void> => {
  const modes = waitsForFile(paid.tx)
    ? new Map<number, string>()
    : await modesOf(
        paid.tx,
        paid.members().flatMap(({ row }) => (hasNumber(row) ? [] : [row.eventid])),
      );
  const modeOf = (row: Inscription): string => (hasNumber(row) ? 'automatic' : (modes.get(row.eventid) ?? 'none'));
  const later = paid.part((row) => modeOf(row) !== 'manual' && modeOf(row) !== 'automatic'),
    atOnce = paid.part((row) => modeOf(row) === 'automatic');
  await advanceGroup(later, () => ({ to: 'no_assign_number', details }));
  const without = await advanceGroup(atOnce, () => ({ to: 'assign_number', details }), isPoolEmpty);
  await advanceGroup(
    atOnce.part((_row, id) => without.has(id)),
    () => ({ to: 'no_assign_number', details: { ...details, reason: 'pool_empty' } }),
  );
};

/** The same for one inscription, as it is then. */
export const numberAfterPayment = async (
  tx: Transaction,
  paid: Inscription,
  details: Pick<Details, 'actor' | 'permissionKey'> = {},
): Promise<Inscription> => {
  const { group, refusals } = openGroup(tx, [{ id: paid.inscriptionid, row: paid }]);
  await numberGroup(group, details);
  for (const refusal of refusals.values()) throw refusal;
  return nth(group.members(), 0).row;
};
