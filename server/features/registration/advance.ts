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
  type Sequel,
  isAmong,
} from '@/domain/registration/lifecycle';
import { inscriptions, type Inscription } from '@/resources/inscriptions/inscriptions';
import { fieldOf } from '@/schema';
import { nth } from '@/schema/must';
import { conflict, type DomainError } from '../../kernel/DomainError';
import type { Group } from '../../kernel/group';
import { mayBeHidden } from '../../api/list/search';
import type { Transaction } from '../../kernel/transaction';
import { auditStep } from '../../api/audit/audit';
import { updateRows } from '../../api/write/columns';
import type { Details } from './Change';
import { settleBenefits } from '../benefits/grantBenefits';
import { settlePickups } from '../pickups/batches';
import { addLogs, isRecent, previousStatuses, type Entry } from '../log/log';
import { settleOrders } from './payments';
import { runAllEffects } from './runEffects';
import { judgeSeats } from './seats';
import { sequels, type Taken } from './sequels';

const word = (status: string) => ({ key: `inscriptions.choices.status.${status}` });

/** There is no transition between the two statuses, which nobody may override. */
export const noWay = (from: Lifecycle, to: InscriptionStatus): DomainError => {
  const params = moments[to].kind === 'lifecycle' ? { from: word(from), to: word(to) } : { state: word(from) };
  const code = moments[to].kind === 'lifecycle' ? 'TRANSITION_NOT_ALLOWED' : 'STATE_NOT_ALLOWED';
  return conflict(code, [{ path: 'status', code, params }], params);
};

/** A step for one inscription. */
export interface Step {
  readonly before: Inscription;
  readonly to: InscriptionStatus;
  readonly details?: Details;
}
/** An inscription after its step, or the reason for its refusal. */
export interface Advanced {
  readonly after: Inscription;
  readonly refusal: DomainError | null;
  /** Whether something of it was written before it was refused. */
  readonly hasWritten: boolean;
}

/** A step while it is done. */
interface Going extends Required<Step> {
  /** The status that it ends in, where it moves the inscription at all. */
  readonly target: Lifecycle | null;
  readonly isBack: boolean;
  after: Inscription;
  written: Partial<Inscription>;
  refusal: DomainError | null;
  hasWritten: boolean;
}

/** Whether a step follows one of the ways forward, or asks for a way back that may be open. */
const isWayBack = ({ before: { status }, to, details = {} }: Step): boolean =>
  isLifecycle(to) && (details.isBack === true || !ways[status].includes(to));
/** Whether the way back of an inscription is open to it. */
const isOpenBack = async (
  tx: Transaction,
  { before: { inscriptionid, status }, to, details = {} }: Step,
  previous: Lifecycle | undefined,
): Promise<boolean> => {
  const hours = returnHours[status];
  const isBack = isLifecycle(to) && details.isBack === true && returns[status]?.includes(to) === true && mayMove(status, to, previous);
  return isBack && (hours === undefined || (await isRecent(tx, inscriptionid, hours)));
};
/** Checks the ways of steps. */
const setOut = async (tx: Transaction, steps: readonly Step[]): Promise<readonly Going[]> => {
  const previous = await previousStatuses(
    tx,
    steps.filter((step) => isWayBack(step) && step.details?.isBack).map(({ before }) => before.inscriptionid),
  );
  const going: Going[] = [];
  for (const step of steps) {
    const { before, to, details = {} } = step,
      isBack = isWayBack(step);
    const isOpen = isBack
      ? await isOpenBack(tx, step, previous.get(before.inscriptionid))
      : isLifecycle(to) || (moments[to].from ?? []).includes(before.status);
    const refusal = isOpen ? null : noWay(before.status, to);
    going.push({
      before,
      to,
      details,
      target: isLifecycle(to) ? to : null,
      isBack,
      after: before,
      written: {},
      refusal,
      hasWritten: false,
    });
  }
  return going;
};

const open = (steps: readonly Going[]): readonly Going[] => steps.filter(({ refusal }) => refusal === null);

const judgeAllSeats = async (tx: Transaction, steps: readonly Going[]): Promise<void> => {
  const moves = open(steps).flatMap((step) => (step.target ? [{ before: step.before, to: step.target, step }] : []));
  for (const [{ step }, refusal] of await judgeSeats(tx, moves)) step.refusal = refusal;
};

const passEffects = async (tx: Transaction, steps: readonly Going[]): Promise<void> => {
  const some = open(steps);
  const passed = await runAllEffects(
    tx,
    some.map(({ before, to, target, isBack, details }) => {
      const isReopened = isBack && !isAmong('closed', to);
      return {
        before,
        from: before.status,
        to,
        effects: isBack && target ? effectsOfReturn(before.status, target) : effectsOf(before.status, to),
        details: isReopened ? { ...details, set: { cancelled_at: null, ...details.set } } : details,
      };
    }),
  );
  for (const [at, step] of some.entries()) {
    const { now, written, refusal, hasWritten } = nth(passed, at);
    step.after = step.target ? { ...now, status: step.target } : now;
    step.written = step.target ? { ...written, status: step.target } : written;
    step.refusal = refusal;
    step.hasWritten = hasWritten;
  }
};

/** The names of the changed fields, with values only of those that every reader of the log may see. */
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

const entryOf = ({ before, after, written, to, target, details }: Going): Entry => ({
  status: to,
  ...(target && { from_status: before.status, to_status: target }),
  changes: differences(before, after, Object.keys(written)),
  reason: details.reason,
  actor: details.actor,
  permissionKey: details.permissionKey,
});

const writeSteps = async (tx: Transaction, steps: readonly Going[]): Promise<void> => {
  await updateRows(
    tx,
    inscriptions,
    steps.map(({ before, written }) => ({ id: before.inscriptionid, values: written })),
  );
  for (const { before, after, to } of steps)
    await auditStep(tx, { resource: inscriptions, id: before.inscriptionid, verb: 'action', action: to, before, after });
  await settleOrders(
    tx,
    steps
      .filter(({ target }) => target)
      .map(({ before, after }) => ({ inscriptionid: before.inscriptionid, orderid: after.orderid ?? null, from: before.status })),
  );
  await addLogs(
    tx,
    steps.map((step) => [step.before, entryOf(step)]),
  );
};

const sequelsOf = ({ before, to, target, isBack }: Going): readonly Sequel[] =>
  isBack && target ? sequelsOfReturn(before.status, target) : (moments[to].sequels ?? []);
const follow = async (tx: Transaction, steps: readonly Going[]): Promise<void> => {
  for (const name of new Set(steps.flatMap(sequelsOf))) {
    const taken: readonly Taken[] = steps.filter((step) => sequelsOf(step).includes(name));
    await sequels[name](tx, taken);
  }
};

/** Steps that keep the status and may change for which benefits a registration is meant. */
const concerningBenefits: ReadonlySet<InscriptionStatus> = new Set(['distance_updated', 'data_updated']);

/**
 * Moves inscriptions one step further, each with its own step: checks the transitions, runs the effects, writes the rows and one line of
 * each log, and then runs what follows from free seats, all in the open transaction.
 *
 * Answers the new rows, or the refusals: a 409 on `status` when there is no transition, and every refusal of an effect.
 */
export const advanceAll = async (tx: Transaction, steps: readonly Step[]): Promise<readonly Advanced[]> => {
  const going = await setOut(tx, steps);
  await judgeAllSeats(tx, going);
  await passEffects(tx, going);
  const taken = open(going);
  if (taken.length > 0) {
    await writeSteps(tx, taken);
    await follow(tx, taken);
    await settleBenefits(
      tx,
      taken.filter(({ target, to }) => target !== null || concerningBenefits.has(to)).map(({ after }) => after),
    );
    await settlePickups(
      tx,
      taken.filter(({ target }) => target !== null).map(({ after }) => after),
    );
  }
  return going;
};

/** Moves one inscription one step further, and answers the new row. */
export const advance = async (tx: Transaction, before: Inscription, to: InscriptionStatus, details: Details = {}): Promise<Inscription> => {
  const { after, refusal } = nth(await advanceAll(tx, [{ before, to, details }]), 0);
  if (refusal) throw refusal;
  return after;
};

/** Moves a group one step further. Answers the members that stay as they are because `isFine` allows their refusal; other refused members leave. */
export const advanceGroup = async (
  group: Group<Inscription>,
  stepOf: (row: Inscription) => Omit<Step, 'before'>,
  isFine: (refusal: DomainError) => boolean = () => false,
): Promise<ReadonlySet<number>> => {
  const members = group.members(),
    stay = new Set<number>();
  const advanced = await advanceAll(
    group.tx,
    members.map(({ row }) => ({ before: row, ...stepOf(row) })),
  );
  for (const [at, { id }] of members.entries()) {
    const { after, refusal, hasWritten } = nth(advanced, at);
    if (!refusal) group.become(id, after);
    else if (isFine(refusal)) stay.add(id);
    else group.refuse(id, refusal, hasWritten);
  }
  return stay;
};
