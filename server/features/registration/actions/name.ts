import { isAmong } from '@/domain/registration/lifecycle';
import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { events } from '@/resources/events/events';
import { conflict, forbidden, invalid } from '../../../kernel/DomainError';
import type { Transaction } from '../../../kernel/transaction';
import { advance } from '../advance';
import type { PaymentMethod } from '../Change';
import { takeSurcharge } from '../surcharges';
import { revokeSignatures } from '../../waivers/waivers';
import { columnsOf } from '../../../kernel/columnsOf';
import { selectOne, value } from '../../../kernel/select';
import { sql } from '../../../kernel/sql';

type Name = Pick<Inscription, 'first_name' | 'last_name'>;
type NameChange = { readonly [K in keyof Name]?: Name[K] | undefined };
const e = columnsOf(events);
const termsOf = (tx: Transaction, eventid: number) =>
  selectOne(
    tx,
    { fee: e.name_change_fee_cents, isFrozen: value<boolean | null>(sql`${e.changes_close_at} < now()`) },
    sql`from ${e} where ${e.eventid} = ${eventid}`,
  );

/** The cost of a change of name: the fee of the event if the inscription is paid, nothing for a second surname. */
export const nameFee = async (tx: Transaction, row: Inscription, name: NameChange): Promise<number> => {
  const isSame = (['first_name', 'last_name'] as const).every((part) => name[part] === undefined || name[part] === row[part]);
  if (isSame || !isAmong('active', row.status)) return 0;
  return (await termsOf(tx, row.eventid))?.fee ?? 0;
};

/** A form never changes a name when that costs something; the action shows the fee and takes it. */
export const judgeNameEdit = async (tx: Transaction, row: Inscription, name: NameChange): Promise<void> => {
  const fee = await nameFee(tx, row, name);
  if (fee === 0) return;
  const path = name.first_name !== undefined && name.first_name !== row.first_name ? 'first_name' : 'last_name';
  throw conflict('NAME_FEE', [{ path, code: 'NAME_FEE', params: { amount: fee / 100 } }], { amount: fee / 100 });
};

interface NameInput extends Name {
  readonly second_last_name?: string | null | undefined;
  readonly fee?: 'policy' | 'waive' | null | undefined;
  readonly method?: PaymentMethod | null | undefined;
  readonly reference?: string | null | undefined;
  readonly reason?: string | null | undefined;
}

/** Update name: takes the fee of the event with the change, or an administrator waives it with a reason. */
export const updateName = async (
  tx: Transaction,
  row: Inscription,
  { first_name, last_name, second_last_name, fee, method, reference, reason }: NameInput,
): Promise<{ readonly fee_cents: number }> => {
  const name = { first_name, last_name, second_last_name: second_last_name ?? null };
  if (first_name === row.first_name && last_name === row.last_name && name.second_last_name === (row.second_last_name ?? null))
    throw conflict('UNCHANGED');
  const isAdmin = tx.grants.keys['event-admin-inscription'] === 'edit';
  const terms = await termsOf(tx, row.eventid);
  if (terms?.isFrozen && !isAdmin) throw forbidden([{ path: 'first_name', code: 'FROZEN' }]);
  if (fee === 'waive' && !isAdmin) throw forbidden([{ path: 'input.fee', code: 'FORBIDDEN' }]);
  if (fee === 'waive' && !reason) throw invalid([{ path: 'input.reason', code: 'REQUIRED' }]);
  const due = fee === 'waive' ? 0 : await nameFee(tx, row, name);
  const money =
    due === 0
      ? {}
      : {
          ...(await takeSurcharge(tx, row, { amount_cents: due, method, reference, reason })),
          extra_cents: row.extra_cents + due,
          total_cents: row.total_cents + due,
        };
  const signature = row.exoneration_status === 'signed' ? { exoneration_status: 'pending' as const } : {}; // somebody else signed the waiver
  if (signature.exoneration_status) await revokeSignatures(tx, row.inscriptionid, 'data_updated');
  await advance(tx, row, 'data_updated', { set: { ...name, ...signature, ...money }, reason });
  return { fee_cents: due };
};
