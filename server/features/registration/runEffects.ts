import type { Effect, InscriptionStatus, Lifecycle } from '@/domain/registration/lifecycle';
import type { Inscription } from '@/resources/inscriptions/inscriptions';
import { nth } from '@/schema/must';
import type { DomainError } from '../../kernel/DomainError';
import { Entangled } from '../../kernel/group';
import type { Transaction } from '../../kernel/transaction';
import type { Change, Details } from './Change';
import { effects } from './effects';
import { addLogs, type Entry } from '../log/log';

interface Step {
  readonly from: Lifecycle;
  readonly to: InscriptionStatus;
  readonly effects: readonly Effect[];
  readonly details?: Details;
}
/** The effects that an inscription is to go through. */
export interface Passage extends Step {
  readonly before: Inscription;
}
/** What an inscription is after its effects, and which columns are still to be written; or why it went no further. */
export interface Passed {
  readonly now: Inscription;
  readonly written: Partial<Inscription>;
  readonly refusal: DomainError | null;
  /** Whether something of it was written before it was refused. */
  readonly hasWritten: boolean;
}

/** These change nothing but the inscription itself. */
const inward: ReadonlySet<Effect> = new Set(['clear_expiry', 'kill_qr', 'renew_qr', 'recategorize']);

/** An inscription on its way through its effects. */
interface Walk {
  readonly change: Change;
  readonly passed: () => Passed;
  readonly notes: (readonly [inscription: Inscription, entry: Entry])[];
  readonly todo: Effect[];
  readonly isOpen: () => boolean;
  readonly hasPassed: (effect: Effect) => void;
}
const begin = ({ before, from, to, effects: names, details = {} }: Passage): Walk => {
  let now: Inscription = before,
    refusal: DomainError | null = null,
    hasWritten = false;
  const written: Partial<Inscription> = {},
    notes: Walk['notes'] = [];
  const write = (values: Partial<Inscription>): void => {
    now = { ...now, ...values };
    Object.assign(written, values);
  };
  if (details.set) write(details.set);
  return {
    change: {
      id: before.inscriptionid,
      details,
      from,
      to,
      get now() {
        return now;
      },
      write,
      note: (status, entry) => void notes.push([before, { status, actor: details.actor, ...entry }]),
      refuse: (error) => {
        refusal = error;
      },
    },
    passed: () => ({ now, written, refusal, hasWritten }),
    notes,
    todo: [...names],
    isOpen: () => refusal === null,
    hasPassed: (effect) => {
      if (refusal === null && !inward.has(effect)) hasWritten = true;
    },
  };
};

/** Runs effects on inscriptions, each effect on all that come to it, in their order. */
export const runAllEffects = async (tx: Transaction, passages: readonly Passage[]): Promise<readonly Passed[]> => {
  const walks = passages.map(begin),
    done = new Set<Effect>();
  for (;;) {
    const next = walks.find(({ todo, isOpen }) => isOpen() && todo.length > 0)?.todo[0];
    if (next === undefined) break;
    const some = walks.filter(({ todo, isOpen }) => isOpen() && todo[0] === next);
    // Somebody came to it by another way: what it takes would go to them out of their turn.
    if (done.has(next) && !inward.has(next) && passages.length > 1) throw new Entangled();
    done.add(next);
    await effects[next](
      tx,
      some.map(({ change }) => change),
    );
    for (const { todo, hasPassed } of some) {
      todo.shift();
      hasPassed(next);
    }
  }
  const notes = walks.filter(({ isOpen }) => isOpen()).flatMap((walk) => walk.notes);
  if (notes.length > 0) await addLogs(tx, notes);
  return walks.map(({ passed }) => passed());
};

/** Runs effects on an inscription and answers what it is then and which columns are still to be written. */
export const runEffects = async (tx: Transaction, before: Inscription, step: Step): Promise<Pick<Passed, 'now' | 'written'>> => {
  const { refusal, ...passed } = nth(await runAllEffects(tx, [{ ...step, before }]), 0);
  if (refusal) throw refusal;
  return passed;
};
