import * as f from '@/fields';
import { defineResource, given, inOrder, me, now, type Asker, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

const roleKeys = { editableBy: ['user-roles'] } as const;

const own = ({ userid }: { readonly userid?: unknown }, asker: Asker): boolean => userid !== null && userid === asker.userid;

/**
 * What one person may do in one organization: a profile, additional keys, and the events it is limited to. It starts as an invitation that
 * contains only what was typed, and refers to its person from the moment they accept.
 */
export const memberships = defineResource('memberships', {
  service: 'organization',
  singular: 'membership',
  key: 'membershipid',
  permission: 'users-organization',
  tenancy: 'own',
  platform: 'ASDEPORTE',
  access: { create: ['user-roles'], copy_access: ['user-roles'], see_as: ['user-roles'] },
  scope: { region: 'organizationid.region' },
  title: 'name',
  header: { facts: ['profileid', 'organizationid'], contact: ['email'] },
  menu: { group: 'team', icon: 'team', order: 5, letter: 'm' },
  fields: {
    email: f.email({ required: true, createOnly: true }),
    name: f.text({ required: true, createOnly: true, min: 2, max: 250 }),
    userid: f.belongsTo('users', { ...readOnly }),
    profileid: f.belongsTo('profiles', { ...roleKeys }),
    status: f.status(
      {
        invited: { tone: 'amber', icon: 'hourglass' },
        active: { tone: 'green', icon: 'check' },
        declined: { tone: 'grey', icon: 'cross' },
        withdrawn: { tone: 'grey', icon: 'return', strike: true },
        expired: { tone: 'grey', icon: 'clock', strike: true },
        revoked: { tone: 'red', icon: 'lock', outline: true },
      },
      { default: 'active', ...readOnly },
    ),
    answer_by: f.dateTime({ ...readOnly }),
    event_scope: f.choice(['all', 'selected'], { default: 'all' }),
    starts_at: f.dateTime(),
    expires_at: f.dateTime(),
    roles: f.hasMany('membership_roles.membershipid', { max: 60, ...roleKeys }),
    events: f.hasMany('membership_events.membershipid', { max: 200 }),
    seen_at: f.dateTime({ ...readOnly }),
    seen_by_userid: f.belongsTo('users', { named: true, ...readOnly }),
    seen_reason: f.text({ max: 300, ...readOnly }),
  },
  list: {
    columns: ['name', 'email', 'organizationid', 'profileid', 'status', 'answer_by', 'event_scope', 'expires_at', 'created'],
    filters: ['status', 'profileid', 'roles.roleid', 'organizationid', 'organizationid.region', 'event_scope', 'expires_at'],
    search: ['name', 'email'],
    sort: { created: 'desc' },
  },
  form: {
    person: ['organizationid', 'email', 'name', 'starts_at', 'expires_at'],
    keys: ['profileid', 'roles'],
    events: ['event_scope', 'events'],
  },
  show: { standing: ['status', 'userid', 'answer_by'], seen: ['seen_at', 'seen_by_userid', 'seen_reason'] },
  rules: {
    endsAfterStart: inOrder('starts_at', 'expires_at', { strict: true }),
    selectedNeedsEvents: {
      on: 'events',
      check: ({ event_scope, events }) => event_scope !== 'selected' || events === undefined || (events ?? []).length > 0,
    },
  },
  actions: {
    resend_invitation: {
      on: 'rows',
      icon: 'mail',
      confirm: true,
      from: { status: ['invited', 'expired'] },
      refuses: { accepted: ({ userid }) => userid !== null },
    },
    withdraw_invitation: {
      on: 'rows',
      icon: 'return',
      confirm: true,
      danger: true,
      from: { status: ['invited'] },
      set: { status: 'withdrawn' },
    },
    revoke: {
      on: 'rows',
      icon: 'lock',
      confirm: true,
      danger: true,
      from: { status: ['active'] },
      refuses: { own },
      set: { status: 'revoked' },
    },
    restore: {
      on: 'row',
      icon: 'check',
      confirm: true,
      from: { status: ['revoked', 'expired'] },
      refuses: {
        own,
        neverAccepted: ({ userid }) => userid === null,
        over: ({ expires_at }) => expires_at !== null && Date.parse(expires_at) <= Date.now(),
      },
      set: { status: 'active' },
    },
    copy_access: {
      on: 'rows',
      icon: 'people',
      inMenu: true,
      confirm: true,
      input: { from_membershipid: f.belongsTo('memberships', { required: true }) },
      from: { status: ['invited', 'active'] },
      refuses: { own },
    },
    see_as: {
      on: 'row',
      icon: 'user',
      confirm: true,
      input: { reason: f.text({ required: true, min: 5, max: 300 }) },
      from: { status: ['active'] },
      refuses: { oneself: own },
      set: { seen_at: now, seen_by_userid: me, seen_reason: given('reason') },
    },
  },
  waits: {
    unanswered: {
      when: { field: 'status', op: 'eq', value: 'invited' },
      for: 'resend_invitation',
      says: ['email', 'profileid', 'answer_by'],
    },
    joined: {
      when: { field: 'status', op: 'eq', value: 'active' },
      for: 'revoke',
      notFor: 'userid',
      untilRead: true,
      days: 14,
      says: ['email', 'profileid'],
    },
  },
  indexes: [
    { on: ['organizationid', 'created'], where: "status = 'active' and deleted_at is null" },
    { on: ['userid', 'organizationid'], unique: true, where: "status = 'active' and deleted_at is null" },
    { on: ['organizationid', 'email'], unique: true, where: "status = 'invited' and deleted_at is null" },
    { on: ['email'], where: "status = 'invited' and deleted_at is null" },
  ],
  checks: {
    activeIsSomebody: "status <> 'active' or userid is not null",
    invitedIsNobody: "status not in ('invited', 'declined', 'withdrawn') or userid is null",
  },
});

export type Membership = InferRow<typeof memberships>;
export type MembershipInput = InferInput<typeof memberships>;
