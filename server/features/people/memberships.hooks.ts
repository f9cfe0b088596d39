import { memberships } from '@/resources/memberships/memberships';
import { restrictingKey } from '@/schema';
import { mayGrant } from '@/schema/mayGrant';
import { defineHooks, type WriteCall } from '../../kernel/defineHooks';
import { conflict, DomainError, forbidden, invalid } from '../../kernel/DomainError';
import type { Row } from '../../kernel/Row';
import type { Transaction } from '../../kernel/transaction';
import { updateRow } from '../../api/write/columns';
import { answerableUntil } from '../../auth/answers';
import { keepsManager } from './keepsManager';
import { roleNames } from './roleNames';

interface RoleRow {
  readonly membership_roleid?: unknown;
  readonly roleid: number;
  readonly access: 'view' | 'edit';
  readonly source: 'profile' | 'direct';
}

const wider = (left: RoleRow, right: RoleRow | undefined): boolean => !right || (left.access === 'edit' && right.access === 'view');
const rowsOf = (row: Row | null): readonly RoleRow[] => (row?.['roles'] ?? []) as readonly RoleRow[];

const profileRows = async (tx: Transaction, profileid: unknown): Promise<readonly RoleRow[]> => {
  if (profileid == null) return [];
  const rows = await tx.run('select roleid, access from profile_roles where profileid = $1 and deleted_at is null', [profileid]);
  return rows.map(([roleid, access]) => ({ roleid: Number(roleid), access: access as RoleRow['access'], source: 'profile' }));
};

/** One row per role: what the profile brings, and what was granted directly where it goes further. */
const effectiveRoles = async (tx: Transaction, { before, values }: WriteCall): Promise<readonly RoleRow[]> => {
  const stored = new Map(rowsOf(before).map((row) => [row.membership_roleid, row]));
  const sent = (values['roles'] ?? before?.['roles'] ?? []) as readonly RoleRow[];
  const direct = sent.filter((row) => (stored.get(row.membership_roleid)?.source ?? 'direct') === 'direct');
  const profileid = values['profileid'] === undefined ? before?.['profileid'] : values['profileid'];
  const byRole = new Map<number, RoleRow>((await profileRows(tx, profileid)).map((row) => [row.roleid, row]));
  for (const row of direct) if (wider(row, byRole.get(row.roleid))) byRole.set(row.roleid, { ...row, source: 'direct' });
  const keys = new Map(rowsOf(before).map((row) => [row.roleid, row.membership_roleid]));
  return [...byRole.values()].map(({ roleid, access, source }) => ({
    ...(keys.has(roleid) && { membership_roleid: keys.get(roleid) }),
    roleid,
    access,
    source,
  }));
};

/** Where a role that was refused stands in what was sent; one that the profile brings stands on the profile. */
const pathOf = (sent: readonly RoleRow[], { roleid }: RoleRow): string => {
  const at = sent.findIndex((row) => row.roleid === roleid);
  return at < 0 ? 'profileid' : `roles.${at}.access`;
};

/** Nobody grants a key they do not hold, or more of it; whoever reads no contact data lets nobody else read it. */
const judgeGrant = async (tx: Transaction, { before, values }: WriteCall, roles: readonly RoleRow[]): Promise<void> => {
  const names = await roleNames(tx);
  const had = new Map(rowsOf(before).map((row) => [row.roleid, row]));
  const beyond = roles.filter((row) => wider(row, had.get(row.roleid)) && !mayGrant(tx.grants, names.get(row.roleid)!, row.access));
  const masked = (rows: readonly RoleRow[]) => rows.some((row) => names.get(row.roleid)?.slug === restrictingKey);
  const unmasks =
    tx.grants.keys[restrictingKey] !== undefined && roles.length > 0 && !masked(roles) && (before === null || masked(rowsOf(before)));
  if (beyond.length === 0 && !unmasks) return;
  const sent = (values['roles'] ?? []) as readonly RoleRow[];
  const told = (path: string, keys: string) => ({ path, code: 'BEYOND_OWN_KEYS' as const, params: { keys } });
  const errors =
    beyond.length > 0 ? beyond.map((row) => told(pathOf(sent, row), names.get(row.roleid)!.slug)) : [told('roles', restrictingKey)];
  throw new DomainError('BEYOND_OWN_KEYS', { params: { keys: errors.map(({ params }) => params.keys).join(', ') }, errors });
};

/** A person narrowed to some events passes on those at most. */
const judgeEvents = ({ grants }: Transaction, { before, values }: WriteCall): void => {
  if (grants.event_scope !== 'selected') return;
  const scope = values['event_scope'] ?? before?.['event_scope'] ?? 'all';
  const events = ((values['events'] ?? before?.['events'] ?? []) as readonly Row[]).map((row) => Number(row['eventid']));
  if (scope !== 'selected' || events.some((event) => !grants.events.includes(event)))
    throw forbidden([{ path: 'events', code: 'INVALID_REFERENCE' }]);
};

const managed = async (tx: Transaction, before: Row): Promise<boolean> => {
  const names = await roleNames(tx);
  return (
    before['status'] === 'active' && rowsOf(before).some((row) => row.access === 'edit' && names.get(row.roleid)?.slug === 'user-roles')
  );
};

const ownEmailSql = 'select 1 from users where userid = $1 and email = $2';
/** Whether a membership is that of who asks, or their invitation. */
const isOwn = async (tx: Transaction, { before, values }: WriteCall): Promise<boolean> => {
  if (before?.['userid'] != null) return before['userid'] === tx.userid;
  return (await tx.asOwner(() => tx.run(ownEmailSql, [tx.userid, before?.['email'] ?? values['email']]))).length > 0;
};

const heldSql = `select status from memberships where organizationid = $1 and email = $2 and status in ('active', 'invited') and deleted_at is null order by status limit 1`;
/** Asks the own organisation alone, so that the answer is the same for those who have an account elsewhere and those who have none. */
const judgeInvited = async (tx: Transaction, values: WriteCall['values']): Promise<void> => {
  const [[held] = []] = await tx.run(heldSql, [values['organizationid'], values['email']]);
  if (held === undefined) return;
  const code = held === 'active' ? 'ALREADY_MEMBER' : 'ALREADY_INVITED';
  throw conflict(code, [{ path: 'email', code }]);
};

/** A membership that comes back is given anew. */
const judgeReturn = async (tx: Transaction, row: Row): Promise<void> => {
  judgeEvents(tx, { tx, verb: 'create', before: null, values: row });
  await judgeGrant(tx, { tx, verb: 'create', before: null, values: row }, rowsOf(row));
};

/** What happens around a membership that only the server knows: who may give which keys to whom, and that nobody becomes a member without saying yes. */
export const membershipsHooks = defineHooks(memberships, {
  beforeWrite: async (call) => {
    const { tx, verb, before, values } = call;
    if (await isOwn(tx, call)) throw new DomainError('OWN_MEMBERSHIP');
    if (verb === 'delete') return;
    judgeEvents(tx, call);
    if (verb === 'edit' && values['roles'] === undefined && values['profileid'] === undefined) return;
    const roles = await effectiveRoles(tx, call);
    await judgeGrant(tx, call, roles);
    values['roles'] = roles;
    if (verb === 'edit' || before) return;
    if (roles.length === 0) throw invalid([{ path: 'profileid', code: 'REQUIRED' }]);
    await judgeInvited(tx, values);
    Object.assign(values, { status: 'invited', answer_by: answerableUntil() });
  },
  actions: {
    resend_invitation: async ({ tx, id, row }) => {
      if (row.status === 'expired') await judgeReturn(tx, row);
      await updateRow(tx, memberships, id, { status: 'invited', answer_by: answerableUntil() });
      await tx.asOwner(async () => {
        await tx.run(`update auth_tickets set used_at = now() where purpose = 'invitation' and membershipid = $1 and used_at is null`, [
          id,
        ]);
        await tx.run(
          'insert into auth_invitations (membershipid) values ($1) on conflict (membershipid) do update set sent_at = null, next_at = now(), attempts = 0',
          [id],
        );
      });
    },
    withdraw_invitation: async ({ tx, id }) => {
      await tx.asOwner(() =>
        tx.run(`update auth_tickets set used_at = now() where purpose = 'invitation' and membershipid = $1 and used_at is null`, [id]),
      );
    },
    revoke: async ({ tx, row }) => {
      if (await managed(tx, row)) await keepsManager(tx, (row as Row)['organizationid']);
    },
    restore: ({ tx, row }) => judgeReturn(tx, row),
  },
  afterWrite: async ({ tx, verb, before }) => {
    if (verb !== 'create' && before && (await managed(tx, before))) await keepsManager(tx, before['organizationid']);
  },
});
