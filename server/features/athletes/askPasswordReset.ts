import { canSee } from '@/schema/project/access';
import { users } from '@/resources/users/users';
import { web_users, type WebUser } from '@/resources/web_users/web_users';
import { authNotices } from '../../database/authTables';
import { audits } from '../../database/tables';
import { columnsOf, type Column } from '../../kernel/columnsOf';
import { conflict, tooManyRequests } from '../../kernel/DomainError';
import { execute, selectAll, value } from '../../kernel/select';
import { sql, type SQL } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';

const l = columnsOf(audits);
const u = columnsOf(users);
const n = columnsOf(authNotices);
const w = columnsOf(web_users);
/** A value of the accounts that were merged into this one: their person may still sign in with it. */
const merged = (column: Column<string | null>, id: number): SQL =>
  sql`select ${column} from ${w} where ${w.merged_into_userid} = ${id} and ${w.status} = 'merged' and ${w.deleted_at} is null and ${column} is not null`;
const mostInHour = 3,
  hourSeconds = 3600;

/** Each letter is an action in the log, so the log counts them. */
const judgePace = async (tx: Transaction, id: number): Promise<void> => {
  const [asked = 0] = await selectAll(
    tx,
    value<number>(sql`count(*)`),
    sql`from ${l} where ${l.resource} = ${web_users.name} and ${l.recordid} = ${id} and ${l.action} = 'send_password_reset' and ${l.created} > now() - interval '1 hour'`,
  );
  if (asked >= mostInHour) throw tooManyRequests(hourSeconds);
};

/**
 * Queues the letter with which an athlete chooses another password, for the account of the athlete: the one with their id, else the one
 * with their e-mail, else that of an account that was merged into theirs. Who may not see contact data does not learn whether there is an account.
 */
export const askPasswordReset = (
  tx: Transaction,
  id: number,
  { asdeporteid, email }: Pick<WebUser, 'asdeporteid' | 'email'>,
): Promise<void> =>
  tx.asOwner(async () => {
    await judgePace(tx, id);
    const [userid] = await selectAll(
      tx,
      u.userid,
      sql`from ${u} where (${u.asdeporteid} = ${asdeporteid} or ${u.email} = ${email} or ${u.asdeporteid} in (${merged(w.asdeporteid, id)}) or ${u.email} in (${merged(w.email, id)})) and ${u.status} = 'active' and ${u.deleted_at} is null
         order by ${u.asdeporteid} = ${asdeporteid} desc nulls last, (${u.email} = ${email}) is true desc, ${u.userid} limit 1`,
    );
    if (userid !== undefined) await execute(tx, sql`insert into ${n} (${n.userid}, ${n.kind}) values (${userid}, 'reset')`);
    else if (canSee(tx.grants, web_users.fields.email)) throw conflict('NO_ACCOUNT');
  });
