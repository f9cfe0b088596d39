import { randomUUID } from 'node:crypto';
import { memberships } from '@/resources/memberships/memberships';
import { users } from '@/resources/users/users';
import { defineHooks } from '../api/defineHooks';
import { DomainError, forbidden } from '../api/DomainError';
import type { Transaction } from '../api/transaction';
import { addBeside } from '../api/write/beside';

interface Known { readonly userid: number; readonly status: string }
const knownByEmail = async (tx: Transaction, email: unknown): Promise<Known | null> => {
  const [found] = await tx.asOwner(() => tx.run('select userid, status from users where lower(email) = $1 and deleted_at is null', [email]));
  return found ? { userid: Number(found[0]), status: String(found[1]) } : null;
};

/** Who belongs to other organisations too is not changed from inside one of them. */
const refuseShared = async (tx: Transaction, userid: unknown): Promise<void> => {
  const elsewhere = await tx.asOwner(() => tx.run('select 1 from memberships where userid = $1 and organizationid <> $2 and deleted_at is null limit 1', [userid, tx.grants.organizationid]));
  if (elsewhere.length > 0) throw new DomainError(403, 'errors.sharedUser');
};
/** Whoever changes the address or the state of an account decides who may enter: that takes the key of roles. */
const decidesEntry = ['email', 'status'];

/** What happens around a user that only the server knows: creating one means inviting a person into the organisation. */
export const usersHooks = defineHooks(users, {
  beforeWrite: async ({ tx, verb, before, values }) => {
    if (verb === 'create') { values['asdeporteid'] = randomUUID(); values['status'] = 'invited'; }
    if (verb !== 'edit' || before?.['userid'] === tx.userid) return;
    const touched = decidesEntry.filter((name) => values[name] !== undefined && values[name] !== before?.[name]);
    if (touched.length > 0 && tx.grants.keys['user-roles'] !== 'edit') throw forbidden(touched.map((path) => ({ path, message: 'validation.readOnly' })));
    if (!tx.grants.is_platform) await refuseShared(tx, before?.['userid']);
  },
  actions: {
    reset_second_factor: async ({ tx, id }) => {
      if (id === tx.userid) throw new DomainError(403, 'errors.ownSecondFactor');
      if (!tx.grants.is_platform) await refuseShared(tx, id);
      await tx.asOwner(async () => {
        await tx.run('delete from auth_recovery_codes where userid = $1', [id]);
        await tx.run('delete from auth_second_factors where userid = $1', [id]);
        await tx.run('update auth_sessions set revoked_at = now() where userid = $1 and revoked_at is null', [id]);
        await tx.run('update users set mfa_enabled = false, updated = now(), updated_by = $2, version = version + 1 where userid = $1', [id, tx.userid]);
        await tx.run(`insert into auth_notices (userid, kind) values ($1, 'factorReset')`, [id]);
      });
    },
  },
  create: async ({ tx, values }, insert) => {
    const known = await knownByEmail(tx, values['email']);
    const userid = known?.userid ?? (await insert(values));
    await addBeside(tx, memberships, { userid, organizationid: tx.grants.organizationid, status: known?.status === 'active' ? 'active' : 'invited' });
    return userid;
  },
});
