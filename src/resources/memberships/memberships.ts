import * as f from '@/fields';
import { defineResource, inOrder, type InferInput, type InferRow } from '@/schema';

const roleKeys = { editableBy: ['user-roles'] } as const;

/** What one person may do in one organisation: a profile, keys beside it, and the events it is narrowed to. */
export const memberships = defineResource('memberships', {
  service: 'organization', singular: 'membership', key: 'membershipid', permission: 'users-organization', tenancy: 'own', platform: 'ASDEPORTE',
  scope: { region: 'organizationid.region' }, title: 'userid', menu: { group: 'people', icon: 'team', order: 20, letter: 'm' },
  fields: {
    userid: f.belongsTo('users', { required: true, createOnly: true }),
    profileid: f.belongsTo('profiles', { ...roleKeys }),
    status: f.status({
      invited: { tone: 'amber', icon: 'hourglass' },
      active: { tone: 'green', icon: 'check' },
      expired: { tone: 'grey', icon: 'clock', strike: true },
      revoked: { tone: 'red', icon: 'lock', outline: true },
    }, { default: 'active' }),
    event_scope: f.choice(['all', 'selected'], { default: 'all' }),
    starts_at: f.dateTime(),
    expires_at: f.dateTime(),
    roles: f.hasMany('membership_roles.membershipid', { max: 60, ...roleKeys }),
    events: f.hasMany('membership_events.membershipid', { max: 200 }),
  },
  list: {
    columns: ['userid', 'organizationid', 'profileid', 'status', 'event_scope', 'expires_at', 'created'],
    filters: ['status', 'profileid', 'roles.roleid', 'organizationid', 'organizationid.region', 'event_scope', 'expires_at'],
    sort: { created: 'desc' },
  },
  form: { person: ['organizationid', 'userid', 'status', 'starts_at', 'expires_at'], keys: ['profileid', 'roles'], events: ['event_scope', 'events'] },
  rules: {
    endsAfterStart: inOrder('starts_at', 'expires_at', { strict: true }),
    selectedNeedsEvents: { on: 'events', check: ({ event_scope, events }) => event_scope !== 'selected' || events === undefined || (events ?? []).length > 0 },
  },
  actions: { resend_invitation: { on: 'rows', icon: 'mail', confirm: true, from: { status: ['invited'] } } },
  indexes: [{ on: ['userid', 'organizationid'], unique: true, where: 'deleted_at is null' }],
});

export type Membership = InferRow<typeof memberships>;
export type MembershipInput = InferInput<typeof memberships>;
