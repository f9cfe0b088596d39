import { seatedSql } from '@/domain/registration/lifecycle';
import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { result_claims, type ResultClaim } from '@/resources/result_claims/result_claims';
import { results } from '@/resources/results/results';
import { createAudited } from '../../api/write/audited';
import type { KeptFile } from '../../api/files/keepFile';
import { columnsOf } from '../../kernel/columnsOf';
import { pick, select, selectAll, selectOne, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import type { Claimable } from './readClaimable';

const r = columnsOf(results, 'r');
const i = columnsOf(inscriptions, 'i');
const q = columnsOf(result_claims);
const dayMs = 86_400_000;

/** What an athlete sent. */
export interface SentClaim {
  /** A number or a folio. */
  readonly who: string;
  readonly distanceid: number | null;
  readonly type: ResultClaim['type'];
  readonly message: string;
  readonly email: string;
  readonly locale: 'es' | 'en';
  readonly files: readonly KeptFile[];
}
/** Whose result a claim is about, as far as it is known. */
export interface Claimed {
  readonly result_setid: number;
  readonly resultid: number | null;
  readonly inscriptionid: number | null;
  readonly web_userid: number | null;
  readonly number: number | null;
  readonly name: string | null;
  readonly email: string | null;
}
const plainFolio = (text: string): string => text.toUpperCase().replace(/[\s-]/g, '');
const asNumber = (text: string): number | null => (/^\d{1,6}$/.test(text) ? Number(text) : null);

const registration = pick(i, 'inscriptionid', 'web_userid', 'distanceid', 'number', 'name', 'email');
/** Finds what a number or a folio means among the results that may be claimed. Two are found where a number is in two distances. */
export const findClaimed = async (
  tx: Transaction,
  { sets, eventid }: Claimable,
  who: string,
  distanceid: number | null,
): Promise<readonly Claimed[]> => {
  const open = sets.filter((set) => distanceid === null || set.distanceid === distanceid);
  const number = asNumber(who);
  const ids = open.map(({ result_setid }) => result_setid);
  const people = await select(
    tx,
    registration,
    sql`from ${i} where ${i.eventid} = ${eventid} and ${number === null ? sql`${i.folio} = ${plainFolio(who)}` : sql`${i.number} = ${number}`} and ${i.deleted_at} is null
         and ${sql.raw(seatedSql.replaceAll('status', 'i.status'))} limit 5`,
  );
  const found = await select(
    tx,
    {
      ...pick(r, 'resultid', 'result_setid', 'number', 'name', 'inscriptionid'),
      email: value<string | null>(sql`${i.email}`),
      web_userid: i.web_userid,
    },
    sql`from ${r} left join ${i} on ${i.inscriptionid} = ${r.inscriptionid} where ${r.result_setid} = any(${ids}::bigint[]) and ${r.deleted_at} is null
         and (${r.inscriptionid} = any(${people.map(({ inscriptionid }) => inscriptionid)}::bigint[]) or ${r.number} = ${number}) order by ${r.resultid} limit 5`,
  );
  if (found.length > 0) return found;
  return people.flatMap(({ distanceid: of, ...person }) => {
    const set = open.find((each) => each.distanceid === of);
    return set ? [{ ...person, resultid: null, result_setid: set.result_setid }] : [];
  });
};

/** Takes a claim, once: the same athlete asking the same again gets the answer to the first. Answers until when it is answered. */
export const takeClaim = async (
  tx: Transaction,
  event: Claimable,
  { type, message, email, locale, files }: SentClaim,
  about: Claimed,
): Promise<{ readonly due_at: string; readonly isNew: boolean }> => {
  const { result_setid, resultid, inscriptionid, web_userid, number, name } = about;
  await selectAll(tx, value<number>(sql`1`), sql`from result_sets where result_setid = ${result_setid} for no key update`);
  const known = await selectOne(
    tx,
    { due_at: q.due_at },
    sql`from ${q} where ${q.result_setid} = ${result_setid} and ${q.resultid} is not distinct from ${resultid}::bigint and ${q.inscriptionid} is not distinct from ${inscriptionid}::bigint
         and ${q.type} = ${type} and ${q.email} = ${email} and ${q.status} in ('open', 'in_review') and ${q.deleted_at} is null`,
  );
  if (known?.due_at) return { due_at: known.due_at, isNew: false };
  const due_at = new Date(Date.now() + event.days * dayMs).toISOString();
  const [owner = null] = await selectAll(tx, value<number>(sql`organizationid`), sql`from events where eventid = ${event.eventid}`);
  for (const file of files) await file.note({ ...tx, grants: { ...tx.grants, organizationid: owner } });
  await createAudited(tx, result_claims, {
    result_setid,
    resultid,
    inscriptionid,
    web_userid,
    eventid: event.eventid,
    number,
    name,
    email,
    locale,
    is_verified: about.email !== null && about.email.toLowerCase() === email,
    type,
    message,
    files: files.length === 0 ? null : files.map(({ url, name: file, size, type: mime }) => ({ url, name: file, size, type: mime })),
    status: 'open',
    due_at,
  });
  return { due_at, isNew: true };
};
