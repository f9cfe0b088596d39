import { activeSql } from '@/domain/registration/lifecycle';
import { events } from '@/resources/events/events';
import { inscription_letters } from '@/resources/inscription_letters/inscription_letters';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { letter_steps } from '@/resources/letter_steps/letter_steps';
import { result_sets } from '@/resources/result_sets/result_sets';
import { results } from '@/resources/results/results';
import type { StepKind } from '@/domain/letterTexts';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { columnsOf } from '../../kernel/columnsOf';
import { select, value, type Selected } from '../../kernel/select';
import { sql, type SQL } from '../../kernel/sql';
import { inSystemTransaction, type Transaction } from '../../kernel/transaction';
import { layAllDown } from './layDown';

const atOnce = 200;
const s = columnsOf(letter_steps, 's');
const e = columnsOf(events, 'e');
const i = columnsOf(inscriptions, 'i');
const l = columnsOf(inscription_letters, 'l');
const y = columnsOf(results, 'y');
const z = columnsOf(result_sets, 'z');
const { raw } = sql;

const stepShape = { letter_stepid: s.letter_stepid, eventid: s.eventid, kind: value<StepKind>(sql`${s.kind}`) };
type Step = Selected<typeof stepShape>;
/** Steps that are on, of events that go ahead. */
const readSteps = (tx: Transaction): Promise<readonly Step[]> =>
  select(
    tx,
    stepShape,
    sql`from ${s} join ${e} on ${e.eventid} = ${s.eventid} where ${s.status} = 'on' and ${s.deleted_at} is null and ${e.deleted_at} is null and ${e.status} not in ('draft', 'cancelled', 'postponed') order by ${s.letter_stepid}`,
  );

/** So many days after the day of a moment, at the hour of the step, by the clock of the event. */
const dayAt = (moment: SQL, sign: '+' | '-'): SQL =>
  sql`((((${moment} at time zone ${e.timezone})::date ${raw(sign)} ${s.days})::timestamp + make_interval(hours => ${s.hour})) at time zone ${e.timezone})`;
/** Without days, a step after something follows at once. */
const after = (moment: SQL): SQL => sql`(case when ${s.days} = 0 then ${moment} else ${dayAt(moment, '+')} end)`;

const beforeRace = (now: SQL): SQL => {
  const due = dayAt(sql`${e.start_at}`, '-');
  return sql`${due} <= ${now} and ${due} >= ${s.turned_on_at} and ${now} < ${e.start_at} and ${i.created} <= ${due}`;
};
const afterRegistration = (now: SQL): SQL => {
  const begun = sql`coalesce(${i.paid_at}, ${i.created})`;
  return sql`${begun} >= ${s.turned_on_at} and ${after(begun)} <= ${now} and ${now} < ${e.start_at}`;
};
const afterResults = (now: SQL): SQL =>
  sql`exists (select 1 from ${y} join ${z} on ${z.result_setid} = ${y.result_setid} where ${y.inscriptionid} = ${i.inscriptionid} and ${z.status} in ('provisional', 'official')
    and ${z.published_at} >= ${s.turned_on_at} and ${after(sql`${z.published_at}`)} <= ${now} and ${y.deleted_at} is null and ${z.deleted_at} is null)
  and not exists (select 1 from ${l} where ${l.inscriptionid} = ${i.inscriptionid} and ${l.kind} = 'result' and ${l.status} <> 'withdrawn' and ${l.deleted_at} is null)`;
const isDue: Readonly<Record<StepKind, (now: SQL) => SQL>> = {
  welcome: afterRegistration,
  reminder: beforeRace,
  race_week: beforeRace,
  result: afterResults,
};

/** Queues the letters of a step that are due, each registration once; answers how many. */
const layStep = async (tx: Transaction, { letter_stepid, kind }: Step, now: string): Promise<number> => {
  const found = await select(
    tx,
    { inscriptionid: i.inscriptionid, eventid: i.eventid, email: i.email },
    sql`from ${s} join ${e} on ${e.eventid} = ${s.eventid} join ${i} on ${i.eventid} = ${e.eventid}
     where ${s.letter_stepid} = ${letter_stepid} and ${s.status} = 'on' and i.${raw(activeSql)} and ${i.email} is not null and ${i.deleted_at} is null
       and not exists (select 1 from ${l} where ${l.letter_stepid} = ${letter_stepid} and ${l.inscriptionid} = ${i.inscriptionid})
       and ${isDue[kind](sql`${now}::timestamptz`)}
     order by ${i.inscriptionid} limit ${raw(String(atOnce))}`,
  );
  if (found.length > 0) await layAllDown(tx, found, kind, { letter_stepid });
  return found.length;
};

/**
 * Queues what the sequences of events send by themselves. A step whose day has passed before it was turned on, or before somebody
 * registered, is not sent to them.
 */
export const runSteps = async (
  deps: Pick<ApiDeps, 'pool' | 'registry'>,
  isOver: () => boolean = () => false,
  now: Date = new Date(),
): Promise<number> => {
  let laid = 0;
  for (const step of await inSystemTransaction(deps, readSteps))
    for (let found = atOnce; found === atOnce && !isOver(); laid += found)
      found = await inSystemTransaction(deps, (tx) => layStep(tx, step, now.toISOString()));
  return laid;
};
