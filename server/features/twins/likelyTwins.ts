import { restrictingKey } from '@/schema';
import { web_users } from '@/resources/web_users/web_users';
import { columnsOf } from '../../kernel/columnsOf';
import { select, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';

const w = columnsOf(web_users);
const g = columnsOf(web_users, 'g');
const most = 5,
  leastLikeness = 0.5;

/** What is known of somebody before they are stored; texts as they were typed. */
export interface Typed {
  readonly first_name?: string | null | undefined;
  readonly last_name?: string | null | undefined;
  readonly second_last_name?: string | null | undefined;
  readonly birth_date?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly phone?: string | null | undefined;
  readonly curp?: string | null | undefined;
}

/** Athletes who may be the person that somebody is about to store: the same CURP, e-mail or phone, also of an account that was merged into theirs, or birth date with a similar name. */
export const likelyTwins = async (tx: Transaction, typed: Typed) => {
  const text = (some: string | null | undefined): string | null => some?.trim() || null;
  const name = [typed.first_name, typed.last_name, typed.second_last_name].flatMap((part) => text(part) ?? []).join(' ');
  // People who may not read contact data find nobody by it.
  const mayRead = tx.grants.keys[restrictingKey] === undefined;
  const contact = (some: string | null | undefined): string | null => (mayRead ? text(some) : null);
  const birth_date = text(typed.birth_date),
    email = contact(typed.email)?.toLowerCase() ?? null,
    curp = contact(typed.curp)?.toUpperCase() ?? null,
    phone = contact(typed.phone)?.replaceAll(/\D/g, '') || null;
  const likeness = sql`similarity(immutable_unaccent(lower(coalesce(${w.name}, ''))), immutable_unaccent(lower(${name})))`;
  const people = await select(
    tx,
    { web_userid: w.web_userid, name: w.name, birth_date: w.birth_date, likeness: value<number>(sql`${likeness}::float`) },
    sql`from ${w} where ${w.status} in ('active', 'blocked') and ${w.deleted_at} is null
        and (${w.web_userid} in (select ${g.merged_into_userid} from ${g} where ${g.status} = 'merged' and ${g.deleted_at} is null and (${g.email} = ${email} or ${g.phone} = ${phone}))
          or ${w.curp} = ${curp} or ${w.email} = ${email} or ${w.phone} = ${phone} or (${w.birth_date} = ${birth_date}::date and ${likeness} >= ${leastLikeness}))
        order by (${w.curp} = ${curp}) is true desc, (${w.email} = ${email}) is true desc, 4 desc, ${w.web_userid} limit ${most}`,
  );
  return { people: people.map(({ web_userid, name: called, birth_date: born }) => ({ web_userid, name: called, birth_date: born })) };
};
