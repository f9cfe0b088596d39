import { membership_roles } from '@/resources/membership_roles/membership_roles';
import { memberships } from '@/resources/memberships/memberships';
import { roles } from '@/resources/roles/roles';
import { conflict } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import { columnsOf } from '../../kernel/columnsOf';
import { exists } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const m = columnsOf(memberships, 'm');
const mr = columnsOf(membership_roles, 'mr');
const r = columnsOf(roles, 'r');

/** Refuses changes that would leave an organization without anybody who manages its permissions. */
export const keepsManager = async (tx: Transaction, organizationid: number | null): Promise<void> => {
  const isManaged = await exists(
    tx,
    sql`from ${m} join ${mr} on ${mr.membershipid} = ${m.membershipid} and ${mr.deleted_at} is null join ${r} on ${r.roleid} = ${mr.roleid} and ${r.slug} = 'user-roles'
     where ${m.organizationid} = ${organizationid} and ${m.status} = 'active' and ${m.deleted_at} is null and ${mr.access} = 'edit' and (${m.expires_at} is null or ${m.expires_at} > now()) limit 1`,
  );
  if (!isManaged) throw conflict('LAST_MANAGER', [{ path: 'roles', code: 'LAST_MANAGER' }]);
};
