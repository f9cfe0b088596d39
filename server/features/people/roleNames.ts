import type { RoleName } from '@/schema/mayGrant';
import { roles } from '@/resources/roles/roles';
import type { Transaction } from '../../kernel/transaction';
import { columnsOf } from '../../kernel/columnsOf';
import { pick, select } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const r = columnsOf(roles);
/** The roles by key, for rules that name them. */
export const roleNames = async (tx: Transaction): Promise<ReadonlyMap<number, RoleName>> => {
  const found = await select(tx, pick(r, 'roleid', 'slug', 'category'), sql`from ${r}`);
  return new Map(found.map(({ roleid, ...role }) => [roleid, role]));
};
