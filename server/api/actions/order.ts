import { actionOf, type AnyResource } from '@/schema';
import { refusalOf } from '@/schema/project/refusal';
import type { Hooks } from '../../kernel/defineHooks';
import { refusedBy, type DomainError } from '../../kernel/DomainError';
import type { Locale, Translate } from '../../kernel/messages';
import { inWords, type WireReason } from '../../kernel/presentError';
import type { Row } from '../../kernel/Row';
import type { Transaction } from '../../kernel/transaction';
import { auditAll } from '../audit/audit';
import { readAllStored } from '../list/stored';

/** An action with its validated input, over any records. */
export interface Order {
  readonly resource: AnyResource;
  readonly hooks: Hooks;
  readonly name: string;
  readonly input: Row;
}
/** A record that was left out, and why. */
export interface Refused extends Omit<WireReason, 'message'> {
  readonly id: number;
  readonly reason: string;
}
/** The outcome of the first `done` records of a call. */
export interface Performed {
  readonly done: number;
  readonly ok: number;
  readonly skipped: readonly Refused[];
  readonly failed: readonly Refused[];
}

/** Throws when the declaration refuses the action for a record in its present state. */
export const judgeState = (tx: Transaction, { resource, name }: Order, row: Row): void => {
  const refusal = refusalOf(resource, actionOf(resource, name), row, tx);
  if (refusal) throw refusedBy(refusal);
};

/** The reason why a record was left out, in the language of the person. */
export const leftOut = (id: number, error: DomainError, translate: Translate, locale: Locale): Refused => {
  const { message, ...reason } = inWords(error.errors[0] ?? error, translate, locale);
  return { id, reason: message, ...reason };
};

/** Writes the outcome of the records of a slice. */
export const writeDown = async (
  tx: Transaction,
  { resource, name }: Order,
  changed: readonly { readonly id: number; readonly before: Row }[],
): Promise<void> => {
  const after = await readAllStored(
    tx,
    resource,
    changed.map(({ id }) => id),
  );
  await auditAll(
    tx,
    { resource, verb: 'action', action: name, forgets: actionOf(resource, name).forgets },
    changed.map(({ id, before }) => ({ id, before, after: after.get(id)?.row ?? null })),
  );
};
