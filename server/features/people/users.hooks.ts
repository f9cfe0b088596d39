import { randomUUID } from 'node:crypto';
import { memberships } from '@/resources/memberships/memberships';
import { users } from '@/resources/users/users';
import { defineHooks, type WriteCall } from '../../kernel/defineHooks';
import { DomainError, forbidden } from '../../kernel/DomainError';
import type { Transaction } from '../../kernel/transaction';
import { updateAudited } from '../../api/write/audited';
import { authNotices, authRecoveryCodes, authSecondFactors, authSessions } from '../../database/authTables';
import { columnsOf } from '../../kernel/columnsOf';
import { execute, exists } from '../../kernel/select';
import { sql } from '../../kernel/sql';

const m = columnsOf(memberships);
const u = columnsOf(users);
const codes = columnsOf(authRecoveryCodes);
const factors = columnsOf(authSecondFactors);
const sessions = columnsOf(authSessions);
const notices = columnsOf(authNotices);

/** People who also belong to other organizations cannot be changed from inside one of them. */
const refuseShared = async (tx: Transaction, userid: number): Promise<void> => {
  const isElsewhere = await tx.asOwner(() =>
    exists(
      tx,
      sql`from ${m} where ${m.userid} = ${userid} and ${m.organizationid} <> ${tx.grants.organizationid} and ${m.deleted_at} is null limit 1`,
    ),
  );
  if (isElsewhere) throw new DomainError('SHARED_USER');
};
/** The identity of a person: only the platform changes it, with the key of roles. */
const namesPeople = ({ grants }: Transaction): boolean => grants.is_platform && grants.keys['user-roles'] === 'edit';
/**
 * The address proves the identity of a person, invitations are for the person who has it, and tokens of another company's site name
 * people by its id.
 */
const proofs = ['email', 'asdeporteid'] as const;
const changes = (name: 'email' | 'asdeporteid' | 'status', { before, values }: WriteCall<typeof users>): boolean =>
  values[name] !== undefined && values[name] !== before?.[name];

/** The server's rules for a user. */
export const usersHooks = defineHooks(users, {
  beforeWrite: async (call) => {
    const { tx, verb, before, values } = call;
    if (verb === 'create') values['asdeporteid'] ??= randomUUID();
    const touched = proofs.filter((name) => changes(name, call));
    if (touched.length > 0 && !namesPeople(tx)) throw forbidden(touched.map((path) => ({ path, code: 'READ_ONLY' })));
    if (verb === 'create') return;
    if (before?.['userid'] === tx.userid) return;
    if (changes('status', call) && tx.grants.keys['user-roles'] !== 'edit') throw forbidden([{ path: 'status', code: 'READ_ONLY' }]);
    if (before && !tx.grants.is_platform) await refuseShared(tx, before.userid);
  },
  // If another company runs the authentication site, its people are created with the ids that it uses. Everybody else starts with an
  // invitation.
  mayCreate: async (tx) => namesPeople(tx),
  afterWrite: async ({ tx, id, before, values }) => {
    const { first_name, last_name, second_last_name, email = null } = { ...before, ...values };
    const name = [first_name, last_name, second_last_name].filter(Boolean).join(' ');
    await tx.asOwner(() =>
      updateAudited(
        tx,
        memberships,
        (row) => sql`${row.userid} = ${id} and ${row.deleted_at} is null and (${row.name} <> ${name} or ${row.email} <> ${email})`,
        { name, ...(email !== null && { email }) },
      ),
    );
  },
  actions: {
    reset_second_factor: async ({ tx, id }) => {
      if (id === tx.userid) throw new DomainError('OWN_SECOND_FACTOR');
      if (!tx.grants.is_platform) await refuseShared(tx, id);
      await tx.asOwner(async () => {
        await execute(tx, sql`delete from ${codes} where ${codes.userid} = ${id}`);
        await execute(tx, sql`delete from ${factors} where ${factors.userid} = ${id}`);
        await execute(
          tx,
          sql`update ${sessions} set ${sessions.revoked_at} = now() where ${sessions.userid} = ${id} and ${sessions.revoked_at} is null`,
        );
        await execute(
          tx,
          sql`update ${u} set ${u.mfa_enabled} = false, ${u.updated} = now(), ${u.updated_by} = ${tx.userid}, ${u.version} = ${u.version} + 1 where ${u.userid} = ${id}`,
        );
        await execute(tx, sql`insert into ${notices} (${notices.userid}, ${notices.kind}) values (${id}, 'factorReset')`);
      });
    },
  },
});
