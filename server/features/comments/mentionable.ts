import { memberships } from '@/resources/memberships/memberships';
import { users } from '@/resources/users/users';
import type { AnyResource } from '@/schema';
import { can } from '@/schema/project/access';
import { reaches } from '../../api/list/visible';
import { columnsOf } from '../../kernel/columnsOf';
import { loadMembers } from '../../kernel/grants';
import { membershipHolds } from '../../kernel/membershipHolds';
import { select, value } from '../../kernel/select';
import { likeText, sql, type SQL } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';

/** A member who may be mentioned about a record. */
export interface Mentionable {
  readonly userid: number;
  readonly name: string;
}
/** A record, and the organization that it belongs to, if any. */
export interface Subject {
  readonly resource: AnyResource;
  readonly id: number;
  readonly organizationid: number | null;
}
/** More people of one name are not looked at. */
const mostLookedAt = 200;
const m = columnsOf(memberships, 'm');
const u = columnsOf(users, 'u');
const fullName = sql`concat_ws(' ', ${u.first_name}, ${u.last_name}, ${u.second_last_name})`;
const found = { userid: u.userid, organizationid: m.organizationid, name: value<string>(fullName) };

/** Members of the organization of the person or of the record who may see the record, up to a number of them, by name. */
const seeing = async (tx: Transaction, subject: Subject, who: SQL, most: number): Promise<readonly Mentionable[]> => {
  const own = [tx.grants.organizationid, subject.organizationid].filter((each): each is number => each !== null);
  const candidates = await tx.asOwner(() =>
    select(
      tx,
      found,
      sql`from ${m} join ${u} on ${u.userid} = ${m.userid} and ${u.status} = 'active' and ${u.deleted_at} is null
           where ${m.organizationid} = any(${own}::bigint[]) and ${membershipHolds} and ${who} order by ${fullName}, ${u.userid} limit ${mostLookedAt}`,
    ),
  );
  const seen = new Map<number, Mentionable>();
  for (const organizationid of new Set(own)) {
    const asked = candidates.filter((each) => each.organizationid === organizationid);
    const members = await tx.asOwner(() =>
      loadMembers(
        tx,
        asked.map(({ userid }) => userid),
        organizationid,
      ),
    );
    for (const { userid, name } of asked) {
      if (seen.size >= most) break;
      const grants = members.find((each) => each.userid === userid)?.grants;
      if (!grants || seen.has(userid) || !can(grants, 'show', subject.resource)) continue;
      if (await reaches({ ...tx, grants }, subject.resource, subject.id, 'show')) seen.set(userid, { userid, name });
    }
  }
  return [...seen.values()];
};

/** The members that a text between `@` and the cursor may mean. */
export const mentionableNamed = (tx: Transaction, subject: Subject, text: string, most: number): Promise<readonly Mentionable[]> =>
  seeing(
    tx,
    subject,
    sql`immutable_unaccent(lower(${fullName})) like '%' || immutable_unaccent(lower(${likeText(text)}::text)) || '%' and ${u.userid} is distinct from ${tx.userid}`,
    most,
  );

/** Whether all of these people may be mentioned. Nobody learns why one may not, nor whether there is such a person. */
export const areMentionable = async (tx: Transaction, subject: Subject, userids: readonly number[]): Promise<boolean> => {
  const wanted = [...new Set(userids)];
  return (await seeing(tx, subject, sql`${u.userid} = any(${wanted}::bigint[])`, wanted.length)).length === wanted.length;
};
