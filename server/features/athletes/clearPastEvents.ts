import { event_questions } from '@/resources/event_questions/event_questions';
import { events } from '@/resources/events/events';
import { exoneration_signatures } from '@/resources/exoneration_signatures/exoneration_signatures';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { kit_deliveries } from '@/resources/kit_deliveries/kit_deliveries';
import { organizations } from '@/resources/organizations/organizations';
import { question_answers } from '@/resources/question_answers/question_answers';
import { updateAudited } from '../../api/write/audited';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { columnsOf } from '../../kernel/columnsOf';
import { selectAll } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import { inSystemTransaction, type Transaction } from '../../kernel/transaction';
import { copyOf, type PersonalCopy } from './personalCopies';
import { forgetChanges, replaceCopies } from './replaceCopies';

const e = columnsOf(events, 'e'),
  o = columnsOf(organizations, 'o'),
  i = columnsOf(inscriptions, 'i'),
  q = columnsOf(event_questions, 'q'),
  answer = columnsOf(question_answers, 't');
/** Registrations of one transaction. */
const portion = 200;
const delivery = columnsOf(kit_deliveries, 't'),
  signature = columnsOf(exoneration_signatures, 't'),
  registration = columnsOf(inscriptions, 't');
const gone = '—';

/** What an event needs until it is over: photographed identifications, sensitive answers and emergency contacts, where there are some. */
const passing: readonly PersonalCopy[] = [
  copyOf(kit_deliveries, {
    of: 'inscription',
    by: 'inscriptionid',
    where: sql`(${delivery.evidence_files} is not null or ${delivery.receiver_id_last4} is not null)`,
    set: () => ({ evidence_files: null, receiver_id_last4: null }),
  }),
  copyOf(exoneration_signatures, {
    of: 'inscription',
    by: 'inscriptionid',
    where: sql`${signature.id_file} is not null`,
    set: () => ({ id_file: null }),
  }),
  copyOf(question_answers, {
    of: 'inscription',
    by: 'inscriptionid',
    where: sql`${answer.value} <> to_jsonb(${gone}::text) and exists (select 1 from ${q} where ${q.questionid} = ${answer.questionid} and ${q.sensitive})`,
    set: () => ({ value: gone }),
  }),
  copyOf(inscriptions, {
    of: 'inscription',
    by: 'inscriptionid',
    where: sql`(${registration.emergency_contact_name} is not null or ${registration.emergency_contact_phone} is not null)`,
    set: () => ({ emergency_contact_name: null, emergency_contact_phone: null }),
  }),
];
const fields = passing.flatMap(({ set }) => Object.keys(set(0))).filter((name) => name !== 'value');

/** The event whose time is over for longest, if its organization keeps such data for a time only. */
const nextEvent = async (tx: Transaction, now: string): Promise<number | null> => {
  const [eventid = null] = await selectAll(
    tx,
    e.eventid,
    sql`from ${e} join ${o} on ${o.organizationid} = ${e.organizationid}
      where ${o.retention_months} is not null and ${e.sensitive_cleared_at} is null and ${e.deleted_at} is null
        and coalesce(${e.end_at}, ${e.start_at}) < ${now}::timestamptz - make_interval(months => ${o.retention_months}::int)
      order by ${e.start_at} limit 1`,
  );
  return eventid;
};

/** Clears the registrations after a key, and answers the last of them, or null after the last portion. */
const clearPortion = async (tx: Transaction, eventid: number, after: number): Promise<number | null> => {
  const ids = await selectAll(
    tx,
    i.inscriptionid,
    sql`from ${i} where ${i.eventid} = ${eventid} and ${i.inscriptionid} > ${after} order by 1 limit ${sql.raw(String(portion))} for no key update`,
  );
  if (ids.length > 0)
    await tx.asOwner(async () => {
      for (const copy of passing) await replaceCopies(tx, copy, ids, copy.set(0), []);
      await forgetChanges(tx, ids, fields);
    });
  return ids.length < portion ? null : (ids.at(-1) ?? null);
};

/**
 * Removes what past events no longer need, once as many months passed as their organization keeps it: photographed identifications,
 * sensitive answers and emergency contacts, in the log and the audits too. Names, numbers, money, waivers and results stay.
 *
 * A process that ends halfway starts its event again, since what is removed already is removed once more at no cost.
 */
export const clearPastEvents = async (
  deps: Pick<ApiDeps, 'pool' | 'registry'>,
  isOver: () => boolean = () => false,
  now: Date = new Date(),
): Promise<number> => {
  let cleared = 0;
  for (;;) {
    const eventid = await inSystemTransaction(deps, (tx) => nextEvent(tx, now.toISOString()));
    if (eventid === null) return cleared;
    for (let after: number | null = 0; after !== null;) {
      if (isOver()) return cleared;
      const from: number = after;
      after = await inSystemTransaction(deps, (tx) => clearPortion(tx, eventid, from));
    }
    await inSystemTransaction(deps, (tx) =>
      updateAudited(tx, events, (row) => sql`${row.eventid} = ${eventid}`, { sensitive_cleared_at: now.toISOString() }),
    );
    cleared += 1;
  }
};
