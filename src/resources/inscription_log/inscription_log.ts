import * as f from '@/fields';
import { defineResource, type InferInput, type InferRow } from '@/schema';
import { inscriptionStatuses, type InscriptionStatus } from '@/domain/registration/lifecycle';
import type { StatusLook } from '@/fields/status/status';
import { contact, federated, readOnly } from '@/schema/presets';

const looks: Partial<Record<InscriptionStatus, StatusLook>> = {
  started: { tone: 'grey', icon: 'clock' },
  pending_payment: { tone: 'amber', icon: 'hourglass' },
  payment_declined: { tone: 'red', icon: 'alert', outline: true },
  paid: { tone: 'green', icon: 'check' },
  assign_number: { tone: 'ink', icon: 'bib' },
  no_assign_number: { tone: 'green', icon: 'dot', outline: true },
  chargeback: { tone: 'purple', icon: 'alert' },
  cancelled: { tone: 'grey', icon: 'cross', strike: true },
  wallet_refund: { tone: 'blue', icon: 'return' },
  change_event: { tone: 'grey', icon: 'arrow' },
  merged: { tone: 'grey', icon: 'arrow' },
};
const states = Object.fromEntries(inscriptionStatuses.map((value) => [value, looks[value] ?? { tone: 'grey', icon: 'pencil' }])) as Record<
  InscriptionStatus,
  StatusLook
>;

/** The history of an inscription, newest first. Rows are added and never changed. */
export const inscription_log = defineResource('inscription_log', {
  service: 'inscription',
  singular: 'inscription_log_entry',
  key: 'logid',
  permission: 'event-inscription',
  tenancy: { parent: 'inscriptionid' },
  platform: 'EVENT',
  access: { list: ['event-inscription', 'event-delivery', federated] },
  scope: { region: 'eventid.region', event: 'eventid' },
  title: 'status',
  fields: {
    inscriptionid: f.belongsTo('inscriptions', { required: true, ...readOnly }),
    eventid: f.belongsTo('events', { required: true, ...readOnly }),
    status: f.status(states, { required: true, ...readOnly }),
    action_label: f.choice(['Update comment', 'Update t-shirt', 'Update race', 'Update number'], { ...readOnly }),
    from_status: f.choice(inscriptionStatuses, { words: 'status', ...readOnly }),
    to_status: f.choice(inscriptionStatuses, { words: 'status', ...readOnly }),
    changes: f.json({ ...readOnly }),
    reason: f.longText({ max: 1000, ...readOnly }),
    actor_type: f.choice(['staff', 'athlete', 'system', 'gateway', 'import'], { required: true, ...readOnly }),
    actor_userid: f.belongsTo('users', { named: true, ...readOnly }),
    permission_key: f.text({ max: 60, ...readOnly }),
    source: f.choice(['ui', 'api', 'job', 'webhook'], { required: true, ...readOnly }),
    jobid: f.belongsTo('import_jobs', { ...readOnly }),
    ip: f.text({ max: 64, ...contact, ...readOnly }),
    user_agent: f.text({ max: 400, ...contact, ...readOnly }),
  },
  list: {
    columns: ['created', 'status', 'action_label', 'changes', 'reason', 'actor_type', 'actor_userid', 'source'],
    filters: ['inscriptionid', 'eventid', 'status', 'action_label', 'actor_type', 'actor_userid', 'created'],
    sort: { created: 'desc' },
    sortable: ['created'],
  },
  form: {},
  appendOnly: true,
  indexes: [{ on: ['inscriptionid', 'created'] }, { on: ['eventid', 'status', 'created'] }, { on: ['actor_userid', 'created'] }],
});

export type InscriptionLogEntry = InferRow<typeof inscription_log>;
export type InscriptionLogEntryInput = InferInput<typeof inscription_log>;
