import * as f from '@/fields';
import { defineResource, type InferInput, type InferRow } from '@/schema';
import { contact, readOnly } from '@/schema/presets';

const byPerson = { in: { kind: ['unsubscribed', 'complained'] }, says: 'UNSUBSCRIBED_THEMSELVES' } as const;

/** An address to which an organization sends no bulk mail: its person does not want it, or mail to it came back. Letters about a registration go out all the same. */
export const mail_blocks = defineResource('mail_blocks', {
  service: 'inscription',
  singular: 'mail_block',
  key: 'mail_blockid',
  permission: 'event-inscription',
  tenancy: 'own',
  platform: 'EVENT',
  scope: { region: 'organizationid.region' },
  title: 'kind',
  menu: { group: 'events', icon: 'inbox', order: 72 },
  fields: {
    email: f.email({ createOnly: true, ...contact }),
    kind: f.choice(['requested', 'unsubscribed', 'bounced', 'complained'], { required: true, default: 'requested', ...readOnly }),
    inscriptionid: f.belongsTo('inscriptions', { ...readOnly }),
    error: f.text({ max: 500, ...readOnly }),
    note: f.text({ max: 200 }),
  },
  list: {
    columns: ['email', 'kind', 'inscriptionid', 'error', 'note', 'created'],
    filters: ['kind', 'created'],
    sort: { created: 'desc' },
    sortable: ['created'],
  },
  form: { address: ['organizationid', 'email', 'note'] },
  rules: { emailNeeded: { on: 'email', check: ({ email }) => Boolean(email) } },
  fixed: { delete: byPerson },
  indexes: [
    { on: ['organizationid', 'email'], unique: true, where: 'deleted_at is null' },
    { on: ['organizationid', 'created'] },
    { on: ['inscriptionid'], removed: true },
  ],
});

export type MailBlock = InferRow<typeof mail_blocks>;
export type MailBlockInput = InferInput<typeof mail_blocks>;
