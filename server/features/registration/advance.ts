import {
  effectsOf,
  effectsOfReturn,
  isLifecycle,
  mayMove,
  moments,
  returnHours,
  returns,
  sequelsOfReturn,
  ways,
  type InscriptionStatus,
  type Lifecycle,
  isAmong,
} from '@/domain/registration/lifecycle';
import { inscriptions, type Inscription } from '@/resources/inscriptions/inscriptions';
import { fieldOf } from '@/schema';
import { conflict, type DomainError } from '../../kernel/DomainError';
import { mayBeHidden } from '../../api/list/search';
import type { Transaction } from '../../kernel/transaction';
import { auditStep } from '../../api/audit/audit';
import { updateRow } from '../../api/write/columns';
import type { Details } from './Change';
import { addLog, isRecent, previousStatus } from '../log/log';
import { settleOrder } from './payments';
import { runEffects } from './runEffects';
import { judgeSeat } from './seats';
import { sequels } from './sequels';

const word = (status: string) => ({ key: `inscriptions.choices.status.${status}` });

/** No way leads from a status to another: nobody may override that. */
export const noWay = (from: Lifecycle, to: InscriptionStatus): DomainError => {
  const params = moments[to].kind === 'lifecycle' ? { from: word(from), to: word(to) } : { state: word(from) };
  const code = moments[to].kind === 'lifecycle' ? 'TRANSITION_NOT_ALLOWED' : 'STATE_NOT_ALLOWED';
  return conflict(code, [{ path: 'status', code, params }], params);
};

const judgeWay = async (
  tx: Transaction,
  { inscriptionid, status }: Inscription,
  to: InscriptionStatus,
  isReturn: boolean,
): Promise<boolean> => {
  const from = status;
  if (!isLifecycle(to)) {
    if (!(moments[to].from ?? []).includes(from)) throw noWay(from, to);
    return false;
  }
  if (!isReturn && ways[from].includes(to)) return false;
  const isBack = isReturn && returns[from]?.includes(to) === true && mayMove(from, to, await previousStatus(tx, inscriptionid));
  const hours = returnHours[from];
  if (!isBack || (hours !== undefined && !(await isRecent(tx, inscriptionid, hours)))) throw noWay(from, to);
  return true;
};

/** What changed, named field by field; values only of those that every reader of the log may see. */
const differences = (before: Inscription, after: Inscription, names: readonly string[]) =>
  names
    .filter(
      (name) =>
        name !== 'status' &&
        JSON.stringify(before[name as keyof Inscription] ?? null) !== JSON.stringify(after[name as keyof Inscription] ?? null),
    )
    .map((field) => {
      const at = field as keyof Inscription;
      return mayBeHidden(fieldOf(inscriptions, field)) ? { field } : { field, old: before[at] ?? null, new: after[at] ?? null };
    });

/**
 * Takes an inscription one step further: judges the way, runs the effects of the step, writes the row and one line of its log, and then what follows from a seat that is free, all in the open transaction.
 *
 * Answers the row as it is then. Throws a 409 on `status` where no way leads, and whatever an effect refuses.
 */
export const advance = async (tx: Transaction, before: Inscription, to: InscriptionStatus, details: Details = {}): Promise<Inscription> => {
  const from = before.status;
  const isBack = await judgeWay(tx, before, to, details.isBack === true);
  const target = isLifecycle(to) ? to : null;
  if (target) await judgeSeat(tx, before, target);
  const effectsOfStep = isBack && target ? effectsOfReturn(from, target) : effectsOf(from, to);
  const isOpen = isBack && !isAmong('closed', to);
  const { now, written } = await runEffects(tx, before, {
    from,
    to,
    effects: effectsOfStep,
    details: isOpen ? { ...details, set: { cancelled_at: null, ...details.set } } : details,
  });
  const after: Inscription = target ? { ...now, status: target } : now;
  await updateRow(tx, inscriptions, before.inscriptionid, target ? { ...written, status: target } : written);
  await auditStep(tx, {
    resource: inscriptions,
    id: before.inscriptionid,
    verb: 'action',
    action: to,
    before,
    after,
  });
  if (target) await settleOrder(tx, now.orderid ?? null);
  const ends = target ? { from_status: from, to_status: target } : {};
  await addLog(tx, before, {
    status: to,
    ...ends,
    changes: differences(before, after, Object.keys(written)),
    reason: details.reason,
    actor: details.actor,
    permissionKey: details.permissionKey,
  });
  for (const name of isBack && target ? sequelsOfReturn(from, target) : (moments[to].sequels ?? []))
    await sequels[name]({ tx, before, after, to });
  return after;
};
