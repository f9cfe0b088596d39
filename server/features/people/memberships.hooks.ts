import { memberships } from '@/resources/memberships/memberships';
import { restrictingKey, type InferRow } from '@/schema';
import { combineRoles } from '@/schema/combineRoles';
import { keysBeyond } from '@/schema/keysBeyond';
import { mayGrant, type RoleName } from '@/schema/mayGrant';
import { profile_roles } from '@/resources/profile_roles/profile_roles';
import { users } from '@/resources/users/users';
import { must } from '@/schema/must';
import { rowsIn } from '@/schema/unknown';
import { defineHooks, type WriteCall } from '../../kernel/defineHooks';
import { conflict, DomainError, forbidden, invalid, problemAt } from '../../kernel/DomainError';
import type { Row } from '../../kernel/Row';
import type { Transaction } from '../../kernel/transaction';
import { readStored } from '../../api/list/stored';
import { reaches } from '../../api/list/visible';
import { updateRow } from '../../api/write/columns';
import { saveEmbedded } from '../../api/write/embedded';
import { answerableUntil } from '../../auth/answers';
import { keepsManager } from './keepsManager';
import { roleNames } from './roleNames';
import { authApiKeys, authInvitations, authNotices, authSessions, authTickets } from '../../database/authTables';
import { columnsOf } from '../../kernel/columnsOf';
import { loadMembers } from '../../kernel/grants';
import { execute, exists, select, selectAll } from '../../kernel/select';
import { sql } from '../../kernel/sql';

type RoleRow = {
  readonly membership_roleid?: unknown;
  readonly roleid: number;
  readonly access: 'view' | 'edit';
  readonly source: 'profile' | 'direct';
};

const wider = (left: RoleRow, right: RoleRow | undefined): boolean => !right || (left.access === 'edit' && right.access === 'view');
const rowsOf = (row: Row | null): readonly RoleRow[] => (row?.['roles'] ?? []) as readonly RoleRow[];

const pr = columnsOf(profile_roles);
const m = columnsOf(memberships);
const u = columnsOf(users);
const t = columnsOf(authTickets);
const i = columnsOf(authInvitations);
const s = columnsOf(authSessions);
const n = columnsOf(authNotices);
const keys = columnsOf(authApiKeys);

const profileRows = async (tx: Transaction, profileid: number | null | undefined): Promise<readonly RoleRow[]> => {
  if (profileid == null) return [];
  const rows = await select(
    tx,
    { roleid: pr.roleid, access: pr.access },
    sql`from ${pr} where ${pr.profileid} = ${profileid} and ${pr.deleted_at} is null`,
  );
  return rows.map((row) => ({ ...row, source: 'profile' }));
};

/** Roles as rows of a membership: those that it has are kept, and the others are new. */
const rowsAmong = (before: Row | null, roles: readonly RoleRow[]): readonly RoleRow[] => {
  const keys = new Map(rowsOf(before).map((row) => [row.roleid, row.membership_roleid]));
  return roles.map(({ roleid, access, source }) => ({
    ...(keys.has(roleid) && { membership_roleid: keys.get(roleid) }),
    roleid,
    access,
    source,
  }));
};

/** One row per role: from the profile, and direct grants that go further. */
const effectiveRoles = async (tx: Transaction, { before, values }: WriteCall<typeof memberships>): Promise<readonly RoleRow[]> => {
  const stored = new Map(rowsOf(before).map((row) => [row.membership_roleid, row]));
  const sent = (values['roles'] ?? before?.['roles'] ?? []) as readonly RoleRow[];
  const direct = sent.filter((row) => (stored.get(row.membership_roleid)?.source ?? 'direct') === 'direct');
  const profileid = values.profileid === undefined ? before?.profileid : values.profileid;
  const roles = combineRoles<RoleRow>(
    await profileRows(tx, profileid),
    direct.map((row) => ({ ...row, source: 'direct' })),
  );
  return rowsAmong(before, roles);
};

/** The path of a refused role in the request; for a role of the profile, the path of the profile. */
const pathOf = (sent: readonly RoleRow[], { roleid }: RoleRow): string => {
  const at = sent.findIndex((row) => row.roleid === roleid);
  return at < 0 ? 'profileid' : `roles.${at}.access`;
};

/** Nobody grants a key that they do not hold, or a higher level of it. People who cannot read contact data cannot let others read it. A refusal is about the path `at`, or about what was sent. */
const judgeGrant = async (tx: Transaction, { before, values }: WriteCall, roles: readonly RoleRow[], at?: string): Promise<void> => {
  const names = await roleNames(tx);
  const had = new Map(rowsOf(before).map((row) => [row.roleid, row]));
  const nameOf = ({ roleid }: RoleRow): RoleName => must(names.get(roleid), `role ${roleid}`);
  const beyond = roles.filter((row) => wider(row, had.get(row.roleid)) && !mayGrant(tx.grants, nameOf(row), row.access));
  const masked = (rows: readonly RoleRow[]) => rows.some((row) => names.get(row.roleid)?.slug === restrictingKey);
  const unmasks =
    tx.grants.keys[restrictingKey] !== undefined && roles.length > 0 && !masked(roles) && (before === null || masked(rowsOf(before)));
  if (beyond.length === 0 && !unmasks) return;
  const sent = (values['roles'] ?? []) as readonly RoleRow[];
  const refusal = (path: string, keys: string) => ({ path, code: 'BEYOND_OWN_KEYS' as const, params: { keys } });
  const errors =
    beyond.length > 0 ? beyond.map((row) => refusal(at ?? pathOf(sent, row), nameOf(row).slug)) : [refusal(at ?? 'roles', restrictingKey)];
  throw new DomainError('BEYOND_OWN_KEYS', { params: { keys: errors.map(({ params }) => params.keys).join(', ') }, errors });
};

/** A person limited to some events grants at most those events. */
const judgeEvents = ({ grants }: Transaction, { before, values }: WriteCall): void => {
  if (grants.event_scope !== 'selected') return;
  const scope = values['event_scope'] ?? before?.['event_scope'] ?? 'all';
  const events = rowsIn(values['events'] ?? before?.['events']).map((row) => Number(row['eventid']));
  if (scope !== 'selected' || events.some((event) => !grants.events.includes(event)))
    throw forbidden([{ path: 'events', code: 'INVALID_REFERENCE' }]);
};

const managed = async (tx: Transaction, before: Row): Promise<boolean> => {
  const names = await roleNames(tx);
  return (
    before['status'] === 'active' && rowsOf(before).some((row) => row.access === 'edit' && names.get(row.roleid)?.slug === 'user-roles')
  );
};

/** Whether a membership belongs to the person who asks, or is their invitation. */
const isOwn = async (tx: Transaction, { before, values }: WriteCall<typeof memberships>): Promise<boolean> => {
  if (before?.userid != null) return before.userid === tx.userid;
  const email = before?.email ?? values.email ?? null;
  return tx.asOwner(() => exists(tx, sql`from ${u} where ${u.userid} = ${tx.userid} and ${u.email} = ${email}`));
};

const refuseOwn = async (tx: Transaction, call: WriteCall<typeof memberships>): Promise<void> => {
  if (await isOwn(tx, call)) throw new DomainError('OWN_MEMBERSHIP');
};

/** Reads only the own organization, so the answer is the same whether or not somebody has an account elsewhere. */
const judgeInvited = async (tx: Transaction, values: WriteCall<typeof memberships>['values']): Promise<void> => {
  const [held] = await selectAll(
    tx,
    m.status,
    sql`from ${m} where ${m.organizationid} = ${values.organizationid ?? null} and ${m.email} = ${values.email ?? null} and ${m.status} in ('active', 'invited') and ${m.deleted_at} is null order by ${m.status} limit 1`,
  );
  if (held === undefined) return;
  const code = held === 'active' ? 'ALREADY_MEMBER' : 'ALREADY_INVITED';
  throw conflict(code, [{ path: 'email', code }]);
};

/** Makes the link of an invitation invalid. */
const useTickets = (tx: Transaction, membershipid: number): Promise<void> =>
  execute(
    tx,
    sql`update ${t} set ${t.used_at} = now() where ${t.purpose} = 'invitation' and ${t.membershipid} = ${membershipid} and ${t.used_at} is null`,
  );

/** Restoring a membership counts as granting it. */
const judgeReturn = async (tx: Transaction, row: Row): Promise<void> => {
  judgeEvents(tx, { tx, verb: 'create', before: null, values: row });
  await judgeGrant(tx, { tx, verb: 'create', before: null, values: row }, rowsOf(row));
};

const colleague = 'input.from_membershipid';
/** The profile, the roles and the events of a colleague take the place of what a membership has, within what this person may give. */
const copyAccess = async (tx: Transaction, id: number, row: InferRow<typeof memberships>, from: number): Promise<void> => {
  const call = { tx, verb: 'edit' as const, before: row, values: {} };
  await refuseOwn(tx, call);
  const source = from !== id && (await reaches(tx, memberships, from, 'show')) ? await readStored(tx, memberships, from) : null;
  if (source?.status !== 'active' || source.organizationid !== row.organizationid)
    throw invalid([problemAt(colleague, 'INVALID_REFERENCE')]);
  const { profileid, event_scope } = source;
  const held = new Map(rowsIn(row.events).map((each) => [each['eventid'], each['membership_eventid']]));
  const events = rowsIn(source.events).map(({ eventid }) => ({
    ...(held.has(eventid) && { membership_eventid: held.get(eventid) }),
    eventid,
  }));
  const roles = rowsAmong(row, rowsOf(source));
  judgeEvents(tx, { ...call, values: { event_scope, events } });
  await judgeGrant(tx, call, roles, colleague);
  await saveEmbedded(tx, memberships, id, { roles, events, organizationid: row.organizationid }, row);
  await updateRow(tx, memberships, id, { profileid, event_scope });
  if (await managed(tx, row)) await keepsManager(tx, row.organizationid ?? null);
};

/** For how long somebody may look as somebody else, in minutes. */
const seenMinutes = 30;

/** Nobody looks as somebody who may more than themselves, or whose account asks for a second step. */
const judgeSeen = async (tx: Transaction, userid: number, organizationid: number): Promise<void> => {
  const isGuarded = await tx.asOwner(() => exists(tx, sql`from ${u} where ${u.userid} = ${userid} and ${u.mfa_enabled}`));
  if (isGuarded) throw new DomainError('SEEING_TWO_STEPS');
  const [seen] = await tx.asOwner(() => loadMembers(tx, [userid], organizationid));
  if (!seen) throw new DomainError('STATE_NOT_ALLOWED');
  const beyond = keysBeyond(tx.grants, seen.grants);
  if (beyond.length > 0) throw new DomainError('SEEING_BEYOND', { params: { more: beyond.join(', ') } });
};

interface Seen {
  readonly membershipid: number;
  readonly userid: number;
  readonly reason: string;
}
/** The session of the looker looks as the other person from the next token on, who gets a letter about it. A program has no session. */
const beginSeeing = async (tx: Transaction, { membershipid, userid, reason }: Seen): Promise<void> => {
  const begun = await select(
    tx,
    { sid: s.sid },
    (
      list,
    ) => sql`update ${s} set ${s.seen_userid} = ${userid}, ${s.seen_membershipid} = ${membershipid}, ${s.seen_until} = now() + make_interval(mins => ${seenMinutes})
      where ${s.sid} = ${tx.bearer.sid} and ${s.revoked_at} is null and not exists (select 1 from ${keys} where ${keys.sid} = ${tx.bearer.sid}) returning ${list}`,
  );
  if (begun.length === 0) throw new DomainError('SEEING_NO_SESSION');
  const says = JSON.stringify({ by: tx.userName, reason, minutes: seenMinutes });
  await execute(tx, sql`insert into ${n} (${n.userid}, ${n.kind}, ${n.says}) values (${userid}, 'seenAs', ${says}::jsonb)`);
};

/** The server's rules for a membership: who may give which keys to whom, and that nobody becomes a member without accepting. */
export const membershipsHooks = defineHooks(memberships, {
  beforeWrite: async (call) => {
    const { tx, verb, before, values } = call;
    await refuseOwn(tx, call);
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
        await useTickets(tx, id);
        await execute(
          tx,
          sql`insert into ${i} (${i.membershipid}) values (${id}) on conflict (${i.membershipid}) do update set ${i.sent_at} = null, ${i.next_at} = now(), ${i.attempts} = 0`,
        );
      });
    },
    withdraw_invitation: async ({ tx, id }) => {
      await tx.asOwner(() => useTickets(tx, id));
    },
    revoke: async ({ tx, row }) => {
      if (await managed(tx, row)) await keepsManager(tx, row.organizationid ?? null);
    },
    restore: ({ tx, row }) => judgeReturn(tx, row),
    copy_access: ({ tx, id, row, input: { from_membershipid } }) => copyAccess(tx, id, row, from_membershipid),
    see_as: async ({ tx, id, row, input: { reason } }) => {
      if (row.userid == null || row.organizationid == null) throw new DomainError('STATE_NOT_ALLOWED');
      await judgeSeen(tx, row.userid, row.organizationid);
      await tx.asOwner(() => beginSeeing(tx, { membershipid: id, userid: row.userid ?? 0, reason }));
      return { minutes: seenMinutes };
    },
  },
  afterWrite: async ({ tx, verb, before }) => {
    if (verb !== 'create' && before && (await managed(tx, before))) await keepsManager(tx, before.organizationid ?? null);
  },
});
