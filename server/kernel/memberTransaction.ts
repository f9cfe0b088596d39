import type pg from 'pg';
import type { Registry } from '@/schema';
import { users } from '@/resources/users/users';
import { timeLimits } from '../database/timeLimits';
import { withOwner } from '../database/transaction';
import type { ApiDeps } from './ApiDeps';
import { columnsOf } from './columnsOf';
import { forbidden } from './DomainError';
import { loadMember, type Member } from './grants';
import type { Locale } from './messages';
import { runnerOf } from './runnerOf';
import { selectAll } from './select';
import { sql } from './sql';
import { roleSql } from './opening';
import { repeated } from './repeated';
import { doParts, noteWriteSql, transactionOf, type Part, type Transaction } from './transaction';

/** The person for whom a job works. */
export interface AskedBy {
  readonly userid: number;
  readonly organizationid: number | null;
  readonly locale: Locale;
  readonly requestId: string;
}
const u = columnsOf(users, 'u');

const memberOf = async (client: pg.ClientBase, { userid, organizationid }: AskedBy): Promise<Member & { readonly asdeporteId: string }> => {
  const [asdeporteId] = await selectAll(runnerOf(client), u.asdeporteid, sql`from ${u} where ${u.userid} = ${userid}`);
  const member = asdeporteId == null ? null : await loadMember(client, asdeporteId, organizationid);
  if (asdeporteId == null || !member || member.grants.organizationid !== organizationid) throw forbidden();
  return { ...member, asdeporteId };
};

/** The transaction of the owner continues as the member; no token is needed. */
const goOnAs = async (
  client: pg.ClientBase,
  registry: Registry,
  { organizationid, locale, requestId }: AskedBy,
  { asdeporteId, ...member }: Member & { readonly asdeporteId: string },
  parts: Part[],
): Promise<Transaction> => {
  const role = roleSql(member);
  await client.query(role);
  return transactionOf(client, registry, {
    call: { authorization: undefined, locale, ip: '', userAgent: '', requestId },
    bearer: { asdeporteId, sid: null, org: organizationid },
    member,
    role,
    ending: 'write',
    parts,
  });
};

/**
 * Runs work as the person who asked for it, signed in or not, with their present permissions, and commits it. A person who may no longer
 * enter the organization is refused.
 *
 * It may run more than once, so it must have no effect outside the transaction.
 */
export const inMemberTransaction = async <T>(
  { pool, registry, replica }: Pick<ApiDeps, 'pool' | 'registry' | 'replica'>,
  asked: AskedBy,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> => {
  const parts: Part[] = [];
  const within = <R>(each: (tx: Transaction) => Promise<R>): Promise<R> =>
    repeated(() => {
      parts.length = 0; // of an attempt that was rolled back
      return withOwner(
        pool,
        async (client) => {
          const result = await each(await goOnAs(client, registry, asked, await memberOf(client, asked), parts));
          if (replica) await client.query({ text: noteWriteSql, values: [asked.userid] });
          return result;
        },
        timeLimits(pool, 'job'),
      );
    });
  const result = await within(work);
  await doParts(parts, within);
  return result;
};
