import { randomUUID } from 'node:crypto';
import { memberships } from '@/resources/memberships/memberships';
import { users } from '@/resources/users/users';
import { defineHooks, type WriteCall } from '../../kernel/defineHooks';
import { DomainError, forbidden } from '../../kernel/DomainError';
import type { Row } from '../../kernel/Row';
import type { Transaction } from '../../kernel/transaction';
import { changeBeside } from '../../api/write/beside';

/** Who belongs to other organisations too is not changed from inside one of them. */
const refuseShared = async (tx: Transaction, userid: unknown): Promise<void> => {
  const elsewhere = await tx.asOwner(() =>
    tx.run('select 1 from memberships where userid = $1 and organizationid <> $2 and deleted_at is null limit 1', [
      userid,
      tx.grants.organizationid,
    ]),
  );
  if (elsewhere.length > 0) throw new DomainError('SHARED_USER');
};
/** Who says who somebody is: the platform alone, with the key of roles. */
const namesPeople = ({ grants }: Transaction): boolean => grants.is_platform && grants.keys['user-roles'] === 'edit';
/** The address proves who somebody is, invitations are for whoever has it, and tokens of another company's site name them by its id. */
const proofs = ['email', 'asdeporteid'];
const changes = (name: string, { before, values }: WriteCall): boolean => values[name] !== undefined && values[name] !== before?.[name];

/** What happens around a user that only the server knows. */
export const usersHooks = defineHooks(users, {
  beforeWrite: async (call) => {
    const { tx, verb, before, values } = call;
    if (verb === 'create') values['asdeporteid'] ??= randomUUID();
    const touched = proofs.filter((name) => changes(name, call));
    if (touched.length > 0 && !namesPeople(tx)) throw forbidden(touched.map((path) => ({ path, code: 'READ_ONLY' })));
    if (verb === 'create') return;
    if (before?.['userid'] === tx.userid) return;
    if (changes('status', call) && tx.grants.keys['user-roles'] !== 'edit') throw forbidden([{ path: 'status', code: 'READ_ONLY' }]);
    if (!tx.grants.is_platform) await refuseShared(tx, before?.['userid']);
  },
  // Where another company keeps the authentication site, its people are made with the ids that it knows them by; everybody else begins with an invitation.
  mayCreate: async (tx) => namesPeople(tx),
  afterWrite: async ({ tx, id, before, values }) => {
    const { first_name, last_name, second_last_name, email } = { ...before, ...values } as Row;
    const name = [first_name, last_name, second_last_name].filter(Boolean).join(' ');
    await tx.asOwner(() =>
      changeBeside(tx, memberships, 't.userid = $7 and t.deleted_at is null and (t.name <> $8 or t.email <> $9)', [id, name, email], {
        name,
        email,
      }),
    );
  },
  actions: {
    reset_second_factor: async ({ tx, id }) => {
      if (id === tx.userid) throw new DomainError('OWN_SECOND_FACTOR');
      if (!tx.grants.is_platform) await refuseShared(tx, id);
      await tx.asOwner(async () => {
        await tx.run('delete from auth_recovery_codes where userid = $1', [id]);
        await tx.run('delete from auth_second_factors where userid = $1', [id]);
        await tx.run('update auth_sessions set revoked_at = now() where userid = $1 and revoked_at is null', [id]);
        await tx.run('update users set mfa_enabled = false, updated = now(), updated_by = $2, version = version + 1 where userid = $1', [
          id,
          tx.userid,
        ]);
        await tx.run(`insert into auth_notices (userid, kind) values ($1, 'factorReset')`, [id]);
      });
    },
  },
});
