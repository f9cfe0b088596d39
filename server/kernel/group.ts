import type { DomainError } from './DomainError';
import type { RowActionCall } from './defineHooks';
import type { Transaction } from './transaction';

/** One record of many, as it is now. */
export interface Member<Record> {
  readonly id: number;
  readonly row: Record;
}
/** Records that an action does together, in the order in which it would do them one by one. A refused record leaves alone. */
export interface Group<Record> {
  readonly tx: Transaction;
  /** Those that are still in it. */
  readonly members: () => readonly Member<Record>[];
  /** Removes a record with its refusal. `hasWritten` if something of it was written already. */
  readonly refuse: (id: number, error: DomainError, hasWritten?: boolean) => void;
  /** Removes every record for which there is a refusal. */
  readonly refuseWhere: (why: (row: Record, id: number) => DomainError | null | undefined) => void;
  /** Notes the new state of a record, of which something was written. */
  readonly become: (id: number, row: Record) => void;
  /** Notes the answer of the action for a record. */
  readonly answer: (id: number, result: unknown) => void;
  /** The members that match a condition now. A member that is refused there leaves both. */
  readonly part: (belongs: (row: Record, id: number) => boolean) => Group<Record>;
}
/** A group, and what came of it. */
export interface Outcome<Record> {
  readonly group: Group<Record>;
  readonly refusals: ReadonlyMap<number, DomainError>;
  readonly answers: ReadonlyMap<number, unknown>;
  /** Whether a record was refused after something of it was written: the results of those after it may then be wrong. */
  readonly isSpoiled: () => boolean;
}

/** The result of one record depends on what another one left behind: they have to be done one by one. */
export class Entangled extends Error {}

/** Brings records together. */
export const openGroup = <Record>(tx: Transaction, records: readonly Member<Record>[]): Outcome<Record> => {
  const now = new Map(records.map(({ id, row }) => [id, row])),
    refusals = new Map<number, DomainError>(),
    answers = new Map<number, unknown>(),
    changed = new Set<number>();
  let isSpoiled = false;
  const groupOf = (ids: readonly number[]): Group<Record> => {
    const members = (): readonly Member<Record>[] =>
      ids.flatMap((id) => {
        const row = now.get(id);
        return row === undefined || refusals.has(id) ? [] : [{ id, row }];
      });
    const refuse: Group<Record>['refuse'] = (id, error, hasWritten = false) => {
      refusals.set(id, error);
      if (hasWritten || changed.has(id)) isSpoiled = true;
    };
    return {
      tx,
      members,
      refuse,
      refuseWhere: (why) => {
        for (const { id, row } of members()) {
          const error = why(row, id);
          if (error) refuse(id, error);
        }
      },
      become: (id, row) => {
        now.set(id, row);
        changed.add(id);
      },
      answer: (id, result) => void answers.set(id, result),
      part: (belongs) =>
        groupOf(
          members()
            .filter(({ id, row }) => belongs(row, id))
            .map(({ id }) => id),
        ),
    };
  };
  return { group: groupOf(records.map(({ id }) => id)), refusals, answers, isSpoiled: () => isSpoiled };
};

/** What an action does to a group. If it throws a `DomainError` instead of calling `refuse`, the whole group is done one by one. */
export type GroupBody<Record, Input> = (group: Group<Record>, input: Input) => Promise<void>;
/** The same for one record, which brings the body for many along. */
export interface TogetherBody<Record, Input> {
  (call: RowActionCall<Record, Input>): Promise<unknown>;
  readonly together: GroupBody<Record, Input>;
}

/** Does to one record what is done to many, and throws its refusal. Answers what the body answers for it. */
export const alone = async <Record, Input>(
  body: GroupBody<Record, Input>,
  { tx, id, row, input }: RowActionCall<Record, Input>,
): Promise<unknown> => {
  const { group, refusals, answers } = openGroup(tx, [{ id, row }]);
  await body(group, input);
  const refusal = refusals.get(id);
  if (refusal) throw refusal;
  return answers.get(id);
};
/** The body of an action that takes many records at once; one record is a group of one. */
export const together = <Record, Input>(body: GroupBody<Record, Input>): TogetherBody<Record, Input> =>
  Object.assign((call: RowActionCall<Record, Input>): Promise<unknown> => alone(body, call), { together: body });
