import * as f from '@/fields';
import { languages } from '@/domain/lists';
import { defineResource, type InferInput, type InferRow } from '@/schema';
import { readOnly } from '@/schema/presets';

/** A person who signs in to the back-office. An account starts when its owner accepts an invitation (`memberships`). */
export const users = defineResource('users', {
  service: 'user',
  singular: 'user',
  key: 'userid',
  permission: 'users-organization',
  tenancy: { through: 'memberships.userid' },
  platform: 'ASDEPORTE',
  title: 'name',
  header: { contact: ['email', 'phone'] },
  menu: { group: 'team', icon: 'user', order: 10, letter: 'u' },
  fields: {
    name: f.text({ joins: ['first_name', 'last_name', 'second_last_name'], max: 400, ...readOnly }),
    // Tokens of the authentication site identify a person by it. If another company runs that site, its id is entered here.
    asdeporteid: f.text({ unique: true, max: 64, pattern: /^[!-~]+$/, editableBy: ['user-roles'] }),
    email: f.email({ required: true, unique: true }),
    first_name: f.text({ required: true, max: 80 }),
    last_name: f.text({ required: true, max: 80 }),
    second_last_name: f.text({ max: 80 }),
    phone: f.phone(),
    phone_ext: f.text({ max: 6, pattern: /^\d{1,6}$/ }),
    img: f.image(),
    locale: f.choice(languages, { default: 'es' }),
    status: f.status(
      {
        invited: { tone: 'amber', icon: 'hourglass' },
        active: { tone: 'green', icon: 'check' },
        suspended: { tone: 'red', icon: 'lock', outline: true },
      },
      { default: 'invited' },
    ),
    mfa_enabled: f.boolean({ ...readOnly }),
    last_login_at: f.dateTime({ ...readOnly }),
    selected_organizationid: f.belongsTo('organizations', { ...readOnly }),
  },
  list: {
    columns: ['name', 'email', 'phone', 'locale', 'last_login_at', 'mfa_enabled', 'status', 'created'],
    filters: [
      'status',
      'memberships.userid.profileid',
      'memberships.userid.roles.roleid',
      'memberships.userid.organizationid',
      'memberships.userid.organizationid.region',
      'locale',
      'mfa_enabled',
      'last_login_at',
      'created',
    ],
    search: ['first_name', 'last_name', 'second_last_name', 'email'],
    exact: ['email'],
    sort: { name: 'asc' },
  },
  form: {
    identity: ['first_name', 'last_name', 'second_last_name', 'img'],
    contact: ['email', 'phone', 'phone_ext'],
    account: ['locale', 'status', 'asdeporteid'],
  },
  when: { phone_ext: (draft) => draft.phone != null },
  related: ['memberships.userid'],
  actions: {
    reset_second_factor: {
      on: 'row',
      icon: 'lock',
      confirm: true,
      danger: true,
      refuses: { secondFactorOff: ({ mfa_enabled }) => mfa_enabled !== true },
    },
  },
  access: { delete: [] },
  views: ['list', 'edit', 'show'],
  addedBy: 'memberships',
});

export type User = InferRow<typeof users>;
export type UserInput = InferInput<typeof users>;
