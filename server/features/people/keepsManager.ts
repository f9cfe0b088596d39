import { conflict } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';

const managersSql = `
  select 1 from memberships m join membership_roles mr on mr.membershipid = m.membershipid and mr.deleted_at is null join roles r on r.roleid = mr.roleid and r.slug = 'user-roles'
   where m.organizationid = $1 and m.status = 'active' and m.deleted_at is null and mr.access = 'edit' and (m.expires_at is null or m.expires_at > now()) limit 1`;

/** Refuses what would leave an organisation without anybody who manages its permissions. */
export const keepsManager = async (tx: Transaction, organizationid: unknown): Promise<void> => {
  if ((await tx.run(managersSql, [organizationid])).length === 0) throw conflict('LAST_MANAGER', [{ path: 'roles', code: 'LAST_MANAGER' }]);
};
