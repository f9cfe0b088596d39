import * as f from '@/fields';
import { defineResource, type InferInput, type InferRow } from '@/schema';

/** One event assigned to a membership. */
export const membership_events = defineResource('membership_events', {
  service: 'organization',
  singular: 'membership_event',
  key: 'membership_eventid',
  permission: 'users-organization',
  tenancy: { parent: 'membershipid' },
  platform: 'ASDEPORTE',
  access: { create: [], edit: [], delete: [] },
  scope: { region: 'organizationid.region' },
  title: 'eventid',
  fields: {
    membershipid: f.belongsTo('memberships', { required: true }),
    eventid: f.belongsTo('events', { required: true }),
  },
  list: { columns: ['membershipid', 'eventid'], filters: ['membershipid', 'eventid'] },
  form: { main: ['eventid'] },
  views: ['list', 'show'],
  indexes: [{ on: ['membershipid', 'eventid'], unique: true, where: 'deleted_at is null' }],
});

export type MembershipEvent = InferRow<typeof membership_events>;
export type MembershipEventInput = InferInput<typeof membership_events>;
