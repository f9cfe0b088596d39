import { inscriptions, type Inscription } from '@/resources/inscriptions/inscriptions';
import { inscription_letters } from '@/resources/inscription_letters/inscription_letters';
import { coupons } from '@/resources/coupons/coupons';
import { events } from '@/resources/events/events';
import { web_users } from '@/resources/web_users/web_users';
import { isAmong } from '@/domain/registration/lifecycle';
import type { Registered } from '@/domain/registration/registering';
import { personInputs, type counterActions } from '@/resources/inscriptions/counterActions';
import type { InputOf } from '@/schema';
import { can } from '@/schema/project/access';
import { readStored } from '../../api/list/stored';
import { createRecord } from '../../api/write/write';
import { columnsOf } from '../../kernel/columnsOf';
import { explain } from '../../kernel/constraints';
import type { Hooks } from '../../kernel/defineHooks';
import { conflict, DomainError, forbidden, invalid, notFound, problemAt } from '../../kernel/DomainError';
import { alone, type GroupBody } from '../../kernel/group';
import { exists, selectAll } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { webUsersHooks } from '../athletes/web_users.hooks';
import { readPeople, saidIn } from '../imports/engine/people';
import { layDown } from '../letters/layDown';
import { applyCoupon, pay, requestPayment } from './actions/money';
import { athleteFound } from './foundAthletes';
import { queueLetters } from './queueLetters';
import { saveAnswers } from './saveAnswers';

type Input = InputOf<typeof counterActions.register.input>;
const c = columnsOf(coupons);
const l = columnsOf(inscription_letters);
const e = columnsOf(events);

/** What is said of the person, without what was left empty. */
const personOf = (input: Input): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    personInputs.flatMap((name) => {
      const value = input[name];
      return value === null || value === undefined ? [] : [[name, value]];
    }),
  );

/** Refusals of records, on the fields of the form. */
const onForm = async <T>(tx: Transaction, work: () => Promise<T>, paths: Readonly<Record<string, string>> = {}): Promise<T> => {
  try {
    return await work();
  } catch (cause) {
    const error = explain(tx, inscriptions, cause);
    if (!(error instanceof DomainError)) throw error;
    const errors = error.errors.map((problem) =>
      problem.path.startsWith('input.') ? problem : { ...problem, path: `input.${paths[problem.path] ?? problem.path}` },
    );
    const twice = errors.find(({ path, code }) => path === 'input.web_userid' && code === 'NOT_UNIQUE');
    if (twice) throw conflict('ALREADY_REGISTERED', [problemAt('input.web_userid', 'ALREADY_REGISTERED')]);
    const { code, rule, params } = error;
    throw new DomainError(code, { errors, params, ...(rule !== undefined && { rule }) });
  }
};

/**
 * The athlete: the one who was chosen, one who is found by CURP or by e-mail and birth date, or a new one. Somebody who only has the same
 * name and birth date is the same person when the form says so.
 */
const findOrMake = async (tx: Transaction, input: Input): Promise<{ readonly id: number; readonly isKnown: boolean }> => {
  if (input.web_userid) return { id: input.web_userid, isKnown: true };
  const person = personOf(input);
  const missing = (['first_name', 'last_name', 'gender'] as const).filter((name) => !input[name]);
  if (missing.length > 0) throw invalid(missing.map((name) => problemAt(`input.${name}`, 'REQUIRED')));
  const said = saidIn(person);
  const found = (await readPeople(tx, [said])).find(said);
  const isSame = found.is === 'known' || (found.is === 'proposed' && input.same_person === 'yes');
  if (found.is === 'proposed' && !input.same_person)
    throw conflict('ATHLETE_PROPOSED', [problemAt('input.same_person', 'ATHLETE_PROPOSED')]);
  if (isSame) {
    athleteFound(tx, found.id);
    return { id: found.id, isKnown: true };
  }
  const id = await tx.asOwner(() => createRecord(tx, web_users, webUsersHooks, person, { asServer: true, unseen: true }));
  athleteFound(tx, id);
  return { id, isKnown: false };
};

const create = async (tx: Transaction, hooks: Hooks, input: Input, web_userid: number): Promise<number> => {
  const { eventid, distanceid, tshirt_modelid, waveid, est_time_s, eligibility_reason, payment } = input;
  const { curp: _, ...copied } = personOf(input);
  const own = { tshirt_modelid, waveid, est_time_s, eligibility_reason };
  const given = Object.fromEntries(Object.entries(own).filter(([, value]) => value != null));
  const channel = payment === 'courtesy' ? 'courtesy' : 'backoffice';
  const values = { ...copied, ...given, eventid, distanceid, web_userid, channel };
  return createRecord(tx, inscriptions, hooks, values, { unseen: true, found: ['web_userid'] });
};

const couponOf = async (tx: Transaction, { eventid, coupon }: Input): Promise<number | null> => {
  const code = coupon?.trim();
  if (!code) return null;
  const [couponid] = await selectAll(
    tx,
    c.couponid,
    sql`from ${c} where upper(${c.code}) = upper(${code}) and (${c.eventid} = ${eventid} or (${c.eventid} is null and ${c.organizationid} = (select ${e.organizationid} from ${e} where ${e.eventid} = ${eventid}))) and ${c.deleted_at} is null order by ${c.eventid} nulls last limit 1`,
  );
  if (!couponid) throw conflict('COUPON_UNKNOWN', [problemAt('input.coupon', 'COUPON_UNKNOWN')]);
  return couponid;
};

const stored = async (tx: Transaction, id: number): Promise<Inscription> => {
  const row = await readStored(tx, inscriptions, id);
  if (!row) throw notFound();
  return row;
};
const step = async <I>(tx: Transaction, id: number, body: GroupBody<Inscription, I>, input: I): Promise<void> => {
  await alone(body, { tx, id, row: await stored(tx, id), input });
};

/** Money at the counter takes the key of the action that takes it. */
const judgeKeys = (tx: Transaction, { payment, coupon }: Input): void => {
  const needed = payment === 'later' ? null : payment === 'link' ? 'request_payment' : 'pay';
  if (needed && !can(tx.grants, needed, inscriptions)) throw forbidden([problemAt('input.payment', 'FORBIDDEN')]);
  if (coupon?.trim() && !can(tx.grants, 'apply_coupon', inscriptions)) throw forbidden([problemAt('input.coupon', 'FORBIDDEN')]);
};

const settle = async (tx: Transaction, id: number, { payment, reference, reason, bin }: Input): Promise<void> => {
  if (bin && payment !== 'link' && payment !== 'pos') throw invalid([problemAt('input.bin', 'PROMOTION_METHOD')]);
  if (payment === 'later') return;
  if (payment === 'courtesy' && !reason) throw invalid([problemAt('input.reason', 'REQUIRED')]);
  const isFree = (await stored(tx, id)).total_cents === 0; // nothing to take is settled by the server itself
  if (payment === 'link' || isFree) await step(tx, id, requestPayment, { method: 'card', bin: isFree ? null : bin });
  else await step(tx, id, pay, { method: payment, reference, reason, bin });
};

/** Who is registered gets the proof; who still has to pay gets the way to do it. */
const tell = async (tx: Transaction, id: number, { payment, send_mail }: Input): Promise<boolean> => {
  const row = await stored(tx, id);
  if (!row.email || !(send_mail || payment === 'link')) return false;
  if (isAmong('active', row.status)) {
    const isWritten = await exists(
      tx,
      sql`from ${l} where ${l.inscriptionid} = ${id} and ${l.kind} = 'proof' and ${l.status} in ('queued', 'sending') and ${l.deleted_at} is null`,
    );
    if (!isWritten) await step(tx, id, queueLetters, undefined);
  } else await layDown(tx, row, 'payment_due');
  return true;
};

/** Registers somebody at the counter: athlete, registration, answers, coupon, payment and letter, all of it or nothing. */
export const register = async (tx: Transaction, input: Input, hooks: Hooks): Promise<Registered> => {
  judgeKeys(tx, input);
  return onForm(
    tx,
    async () => {
      const { id: web_userid, isKnown } = await findOrMake(tx, input);
      const id = await create(tx, hooks, input, web_userid);
      await saveAnswers(tx, await stored(tx, id), input.answers ?? [], { isNew: true });
      const couponid = await couponOf(tx, input);
      if (couponid !== null) await step(tx, id, applyCoupon, { couponid });
      await settle(tx, id, input);
      const isWritten = await tell(tx, id, input);
      const { folio, name, status, number, prefix, total_cents, balance_cents, expires_at, exoneration_status } = await stored(tx, id);
      return {
        inscriptionid: id,
        folio: folio ?? '',
        name: name ?? '',
        status,
        number,
        prefix,
        total_cents,
        balance_cents: balance_cents ?? 0,
        expires_at,
        exoneration_status,
        is_known: isKnown,
        is_written: isWritten,
      };
    },
    { couponid: 'coupon' },
  );
};
