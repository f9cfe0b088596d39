import type { Effect, InscriptionStatus, Lifecycle } from '@/domain/registration/lifecycle';
import type { Inscription } from '@/resources/inscriptions/inscriptions';
import type { Transaction } from '../../kernel/transaction';
import type { Change, Details } from './Change';
import { effects } from './effects';
import { addLog } from '../log/log';

interface Step {
  readonly from: Lifecycle;
  readonly to: InscriptionStatus;
  readonly effects: readonly Effect[];
  readonly details?: Details;
}
/** Runs effects on an inscription and answers what it is then and which columns are still to be written. */
export const runEffects = async (
  tx: Transaction,
  before: Inscription,
  { from, to, effects: names, details = {} }: Step,
): Promise<{ readonly now: Inscription; readonly written: Partial<Inscription> }> => {
  let now: Inscription = before;
  const written: Partial<Inscription> = {};
  const write = (values: Partial<Inscription>): void => {
    now = { ...now, ...values };
    Object.assign(written, values);
  };
  const note: Change['note'] = (status, entry) => addLog(tx, before, { status, actor: details.actor, ...entry });
  const change: Change = {
    tx,
    id: before.inscriptionid,
    details,
    from,
    to,
    get now() {
      return now;
    },
    write,
    note,
  };
  if (details.set) write(details.set);
  for (const name of names) await effects[name](change);
  return { now, written };
};
