import { inscription_letters } from '@/resources/inscription_letters/inscription_letters';
import { inscriptions, type Inscription } from '@/resources/inscriptions/inscriptions';
import { web_users } from '@/resources/web_users/web_users';
import type { ErrorCode } from '@/schema/errorCodes';
import type { Problem } from '@/schema/project/zod';
import { readStored } from '../../api/list/stored';
import { createRecord } from '../../api/write/createRecords';
import { columnsOf } from '../../kernel/columnsOf';
import { explain } from '../../kernel/constraints';
import { conflict, DomainError, invalid, notFound, problemAt } from '../../kernel/DomainError';
import { alone, type GroupBody } from '../../kernel/group';
import { exists } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { webUsersHooks } from '../athletes/web_users.hooks';
import { readPeople, saidIn } from '../imports/engine/people';
import { athleteFound } from './foundAthletes';
import { queueLetters } from './queueLetters';

const l = columnsOf(inscription_letters);

/** Where a refusal of a registration is shown: on which field of a form, or of a message of a partner. */
export type PathOf = (name: string) => string;

/** Refusals of records, on the fields from which the registration is made. */
export const onFields = async <T>(tx: Transaction, at: PathOf, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (cause) {
    const error = explain(tx, inscriptions, cause);
    if (!(error instanceof DomainError)) throw error;
    const errors = error.errors.map((problem): Problem => ({ ...problem, path: at(problem.path) }));
    const twice = errors.find(({ path, code }) => path === at('web_userid') && code === 'NOT_UNIQUE');
    if (twice) throw conflict('ALREADY_REGISTERED', [problemAt(at('web_userid'), 'ALREADY_REGISTERED')]);
    const { code, rule, params } = error;
    throw new DomainError(code, { errors, params, ...(rule !== undefined && { rule }) });
  }
};

/** What is said of the athlete of a registration. */
export interface SaidAthlete {
  /** The athlete who was chosen. */
  readonly web_userid?: number | null | undefined;
  /** Whether somebody of the same name and birth date is the same person, where somebody decided. */
  readonly same_person?: 'yes' | 'no' | null | undefined;
  /** Their data, without what is not said. */
  readonly person: Readonly<Record<string, unknown>>;
}
const obligatory = ['first_name', 'last_name', 'gender'] as const;
const missing = (person: SaidAthlete['person'], at: PathOf): DomainError | null => {
  const errors = obligatory.filter((name) => !person[name]).map((name) => problemAt(at(name), 'REQUIRED' satisfies ErrorCode));
  return errors.length > 0 ? invalid(errors) : null;
};

/**
 * The athlete: the one who was chosen, one who is found by CURP or by e-mail and birth date, or a new one. Somebody who only has the same
 * name and birth date is the same person when somebody says so.
 */
export const findOrMake = async (
  tx: Transaction,
  { web_userid, same_person, person }: SaidAthlete,
  at: PathOf,
): Promise<{ readonly id: number; readonly isKnown: boolean }> => {
  if (web_userid) return { id: web_userid, isKnown: true };
  const refusal = missing(person, at);
  if (refusal) throw refusal;
  const said = saidIn(person);
  const found = (await readPeople(tx, [said])).find(said);
  const isSame = found.is === 'known' || (found.is === 'proposed' && same_person === 'yes');
  if (found.is === 'proposed' && !same_person) throw conflict('ATHLETE_PROPOSED', [problemAt(at('same_person'), 'ATHLETE_PROPOSED')]);
  if (isSame) {
    athleteFound(tx, found.id);
    return { id: found.id, isKnown: true };
  }
  const id = await tx.asOwner(() => createRecord(tx, web_users, webUsersHooks, person, { asServer: true, unseen: true }));
  athleteFound(tx, id);
  return { id, isKnown: false };
};

/** A registration as it is stored now. */
export const storedInscription = async (tx: Transaction, id: number): Promise<Inscription> => {
  const row = await readStored(tx, inscriptions, id);
  if (!row) throw notFound();
  return row;
};
/** Does to a registration what an action does to many. */
export const step = async <I>(tx: Transaction, id: number, body: GroupBody<Inscription, I>, input: I): Promise<void> => {
  await alone(body, { tx, id, row: await storedInscription(tx, id), input });
};

/** Sends the proof to somebody who is registered, unless a letter that brings it waits already. */
export const sendProof = async (tx: Transaction, id: number): Promise<void> => {
  const isWritten = await exists(
    tx,
    sql`from ${l} where ${l.inscriptionid} = ${id} and ${l.kind} = 'proof' and ${l.status} in ('queued', 'sending') and ${l.deleted_at} is null`,
  );
  if (!isWritten) await step(tx, id, queueLetters, undefined);
};
