import { setTimeout } from 'node:timers/promises';
import { webhook_deliveries } from '@/resources/webhook_deliveries/webhook_deliveries';
import { webhooks } from '@/resources/webhooks/webhooks';
import { readOne } from '../../api/list/readOne';
import { wholeSelection } from '../../api/list/Selection';
import { noteReads } from '../../api/audit/noteReads';
import type { ApiDeps } from '../../kernel/ApiDeps';
import { columnsOf } from '../../kernel/columnsOf';
import { DomainError, forbidden } from '../../kernel/DomainError';
import { inMemberTransaction } from '../../kernel/memberTransaction';
import { execute, select, value, type Selected } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import { inSystemTransaction, type Transaction } from '../../kernel/transaction';
import { postMessage, type Answered } from './postMessage';
import { secretsOf, webhookInstallation } from './secretsOf';
import { signMessage } from './signMessage';

type Deps = Pick<ApiDeps, 'pool' | 'registry' | 'replica'>;

const second = 1,
  minute = 60 * second,
  hour = 60 * minute;
/** Seconds before each further attempt: about three days in all. */
export const pauses = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour] as const;
/** How long a receiver has for its answer. */
const answerMs = 10_000;
/** A message that a killed process had taken is sent again after this, under the same identifier. */
const lease = sql`interval '60 seconds'`;
/** Instants are stored in whole milliseconds, which may round them up: what is due now would not be found within that time. */
const rounding = sql`interval '1 millisecond'`;
/** How many messages are on their way at the same time, and how many of them to the same webhook. */
const atOnce = 20,
  ofOne = 4;
/** How often new messages are looked for while others are on their way. */
const lookMs = 1000;
const longestError = 500,
  gone = 410;

const d = columnsOf(webhook_deliveries, 'd');
const bare = columnsOf(webhook_deliveries);
const w = columnsOf(webhooks, 'w');
const hook = columnsOf(webhooks);
const { raw } = sql;

const due = {
  id: d.webhook_deliveryid,
  ref: value<string>(sql`${d.message_ref}`),
  webhookid: value<number>(sql`${d.webhookid}`),
  organizationid: value<number>(sql`${w.organizationid}`),
  userid: w.userid,
  url: value<string>(sql`${w.url}`),
  event: d.event,
  subject: d.subject,
  subject_key: d.subject_key,
  attempts: value<number>(sql`${d.attempts}`),
  at: value<string>(sql`${d.created}`),
};
type Due = Selected<typeof due>;

/** Takes messages that are due, of no webhook more than its share; each counts as an attempt from now on. */
const take = async (tx: Transaction, busy: readonly number[], most: number): Promise<readonly Due[]> => {
  const found = await select(
    tx,
    { id: d.webhook_deliveryid },
    sql`from ${w} cross join lateral (
          select ${d.webhook_deliveryid} from ${d} where ${d.webhookid} = ${w.webhookid} and ${d.status} = 'waiting' and ${d.next_at} <= now() + ${rounding} and ${d.deleted_at} is null
           order by ${d.next_at}, ${d.webhook_deliveryid} limit greatest(${raw(String(ofOne))} - (select count(*) from unnest(${busy}::bigint[]) b(id) where b.id = ${w.webhookid}), 0) for update skip locked) d
        where ${w.status} = 'on' and ${w.deleted_at} is null limit ${raw(String(most))}`,
  );
  const ids = found.map(({ id }) => id);
  if (ids.length === 0) return [];
  await execute(
    tx,
    sql`update ${bare} set ${bare.attempts} = ${bare.attempts} + 1, ${bare.next_at} = now() + ${lease}, ${bare.updated} = now() where ${bare.webhook_deliveryid} = any(${ids}::bigint[])`,
  );
  return select(
    tx,
    due,
    sql`from ${d} join ${w} on ${w.webhookid} = ${d.webhookid} where ${d.webhook_deliveryid} = any(${ids}::bigint[]) order by ${d.webhook_deliveryid}`,
  );
};

/** The record as the person of the webhook reads it now; nothing of it is stored, so nothing of it has to be forgotten. */
const dataOf = async (deps: Deps, { userid, organizationid, subject, subject_key, ref }: Due): Promise<unknown> => {
  if (subject === null || subject_key === null) return { message: 'This is a test.' };
  if (userid === null) throw forbidden();
  return inMemberTransaction(deps, { userid, organizationid, locale: 'es', requestId: ref }, async (tx) => {
    const resource = tx.registry.get(subject);
    const row = await readOne(tx, resource, subject_key, wholeSelection(resource, tx.registry));
    await noteReads(tx, resource, [row]);
    return row;
  });
};

type Outcome =
  | { readonly kind: 'answered'; readonly answer: Answered }
  | { readonly kind: 'failed'; readonly error: string }
  | { readonly kind: 'skipped'; readonly error: string };

const refusals = 500;
const textOf = (error: unknown): string => (error instanceof Error ? error.message || error.name : String(error)).slice(0, longestError);
/** Sends one message, outside any transaction that others wait for. */
const attempt = async (deps: Deps, message: Due): Promise<Outcome> => {
  try {
    const data = await dataOf(deps, message);
    const secrets = await inSystemTransaction(deps, (tx) => secretsOf(tx, message.webhookid));
    if (secrets.length === 0) return { kind: 'failed', error: 'NO_SECRET' };
    const body = JSON.stringify({ type: message.event ?? 'test', timestamp: new Date(message.at).toISOString(), data });
    const seconds = Math.floor(Date.now() / 1000);
    const headers = signMessage(secrets, { id: message.ref, seconds, body });
    const { development } = webhookInstallation(deps);
    return { kind: 'answered', answer: await postMessage({ url: message.url, headers, body, development, answerMs }) };
  } catch (error) {
    if (error instanceof DomainError && error.statusCode < refusals) return { kind: 'skipped', error: error.code };
    return { kind: 'failed', error: textOf(error) };
  }
};

/** Switches a webhook off that did not accept a message in all its attempts, or that is gone; its person gets a letter. */
const switchOff = (tx: Transaction, webhookid: number, error: string): Promise<void> =>
  execute(
    tx,
    sql`update ${hook} set ${hook.status} = 'failed', ${hook.failed_at} = now(), ${hook.error} = ${error}, ${hook.letter} = 'waiting', ${hook.updated} = now(), ${hook.version} = ${hook.version} + 1
         where ${hook.webhookid} = ${webhookid} and ${hook.status} = 'on'`,
  );

/** Addresses that a receiver repeats are not kept. */
const withoutAddresses = (text: string): string => text.replaceAll(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, '…').replaceAll('\0', '');
const settle = async (tx: Transaction, { id, webhookid, attempts }: Due, outcome: Outcome): Promise<void> => {
  const answer = outcome.kind === 'answered' ? outcome.answer : null;
  const isAccepted = answer !== null && answer.status >= 200 && answer.status < 300;
  const error = outcome.kind === 'answered' ? (isAccepted ? null : `HTTP ${outcome.answer.status}`) : outcome.error;
  const pause = answer?.status === gone ? undefined : pauses[attempts - 1];
  const status = isAccepted ? 'sent' : outcome.kind === 'skipped' ? 'skipped' : pause === undefined ? 'failed' : 'waiting';
  await execute(
    tx,
    sql`update ${bare} set ${bare.status} = ${status}, ${bare.answer_status} = ${answer?.status ?? null}, ${bare.answer} = ${answer && withoutAddresses(answer.text)}, ${bare.error} = ${error},
          ${bare.next_at} = ${status === 'waiting' ? sql`now() + make_interval(secs => ${pause ?? 0})` : sql`null`}, ${bare.sent_at} = ${isAccepted ? sql`now()` : sql`${bare.sent_at}`}, ${bare.updated} = now(), ${bare.version} = ${bare.version} + 1
         where ${bare.webhook_deliveryid} = ${id} and ${bare.attempts} = ${attempts} and ${bare.status} = 'waiting'`,
  );
  if (isAccepted)
    await execute(
      tx,
      sql`update ${hook} set ${hook.last_sent_at} = now() where ${hook.webhookid} = ${webhookid} and coalesce(${hook.last_sent_at}, '-infinity') < now() - interval '1 minute'`,
    );
  if (status === 'failed') await switchOff(tx, webhookid, error ?? '');
};

/**
 * Sends the messages that are due. A slow receiver holds only its own places, and this work has a place of its own among the jobs. If a
 * process ends between sending and storing the outcome, the message is sent again under the same identifier.
 */
export const sendWebhooks = async (deps: Deps, isOver: () => boolean = () => false): Promise<void> => {
  const onTheWay = new Map<number, { readonly webhookid: number; readonly ended: Promise<void> }>();
  const begin = (message: Due): void => {
    const send = async (): Promise<void> => {
      const outcome = await attempt(deps, message);
      await inSystemTransaction(deps, (tx) => settle(tx, message, outcome));
    };
    const ended = send().finally(() => onTheWay.delete(message.id));
    ended.catch(() => {}); // thrown below, where all are waited for
    onTheWay.set(message.id, { webhookid: message.webhookid, ended });
  };
  for (;;) {
    const places = atOnce - onTheWay.size;
    const busy = [...onTheWay.values()].map(({ webhookid }) => webhookid);
    const taken = isOver() || places === 0 ? [] : await inSystemTransaction(deps, (tx) => take(tx, busy, places));
    for (const message of taken) begin(message);
    if (onTheWay.size === 0) return;
    await Promise.race([...[...onTheWay.values()].map(({ ended }) => ended), setTimeout(lookMs)]);
  }
};

const keptDays = 30;
/** Removes messages that were settled a month ago. */
export const forgetMessages = (tx: Transaction): Promise<void> =>
  execute(tx, sql`delete from ${bare} where ${bare.status} <> 'waiting' and ${bare.updated} < now() - make_interval(days => ${keptDays})`);
