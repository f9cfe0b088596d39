import { web_users } from '@/resources/web_users/web_users';
import { columnsOf } from '../../../kernel/columnsOf';
import { sql, type SQL } from '../../../kernel/sql';

const person = columnsOf(web_users);

/** From which table, and which rows: the account of an athlete and those that were merged into it, also by way of another one, in the order of their keys. */
export const accountsOf = (id: number): SQL =>
  sql`from ${person} where ${person.web_userid} in (
        with recursive merged(id) as (select ${id}::bigint union select each.id from merged cross join lateral (
          select live.web_userid as id from web_users live where live.merged_into_userid = merged.id and live.deleted_at is null
          union all select gone.web_userid from web_users gone where gone.merged_into_userid = merged.id and gone.deleted_at is not null) each)
        select id from merged) order by 1`;
