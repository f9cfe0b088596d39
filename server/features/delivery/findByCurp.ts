import { inscriptions } from '@/resources/inscriptions/inscriptions';
import { web_users } from '@/resources/web_users/web_users';
import { fieldOf } from '@/schema';
import { can, canSee } from '@/schema/project/access';
import { scopeSql } from '../../api/list/scope';
import { columnsOf } from '../../kernel/columnsOf';
import { forbidden } from '../../kernel/DomainError';
import { selectAll } from '../../kernel/select';
import { every, sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';

const i = columnsOf(inscriptions, 'i');
const w = columnsOf(web_users, 'a');
const most = 10;

/** The registrations of an event whose athlete has this CURP, for who may read it: it is contact data. */
export const findByCurp = async (
  tx: Transaction,
  { eventid, curp }: { readonly eventid: number; readonly curp: string },
): Promise<{ readonly inscriptionids: readonly number[] }> => {
  const { grants, registry } = tx;
  const reads = grants.is_platform && can(grants, 'list', web_users) && canSee(grants, fieldOf(web_users, 'curp'));
  if (!reads || !can(grants, 'list', inscriptions)) throw forbidden(); // accounts of athletes belong to the platform
  const where = every([
    sql`${i.eventid} = ${eventid} and ${i.deleted_at} is null and ${w.curp} = ${curp} and ${w.deleted_at} is null`,
    scopeSql(registry, grants, inscriptions, 'list', 'i'),
    scopeSql(registry, grants, web_users, 'list', 'a'),
  ]);
  return {
    inscriptionids: await selectAll(
      tx,
      i.inscriptionid,
      sql`from ${i} join ${w} on ${w.web_userid} = ${i.web_userid} where ${where} order by ${i.inscriptionid} limit ${sql.raw(String(most))}`,
    ),
  };
};
