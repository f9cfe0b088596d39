import * as f from '@/fields';
import { languages } from '@/domain/lists';
import { defineResource, type InferInput, type InferRow } from '@/schema';
import { federated, readOnly } from '@/schema/presets';
import { documentKindNames, ofAthlete, ofDispute } from '@/domain/registration/documentKinds';

/**
 * A printed document of an inscription, with the number at that time. A document is never overwritten: a new one replaces it. Only people
 * who handle disputes see that there is an evidence pack.
 */
export const inscription_documents = defineResource('inscription_documents', {
  service: 'inscription',
  singular: 'inscription_document',
  key: 'documentid',
  permission: 'event-inscription',
  tenancy: { parent: 'inscriptionid' },
  platform: 'EVENT',
  access: {
    list: [
      { key: 'event-inscription', when: ofAthlete },
      { key: 'asdeporte-admin-wallet', when: ofDispute },
      { ...federated, when: { and: [federated.when, ofAthlete] } },
    ],
    create: [],
    edit: [],
    delete: [],
  },
  scope: { region: 'eventid.region', event: 'eventid' },
  title: 'inscriptionid',
  fields: {
    inscriptionid: f.belongsTo('inscriptions', { required: true, ...readOnly }),
    eventid: f.belongsTo('events', { required: true, ...readOnly }),
    kind: f.choice(documentKindNames, { required: true, ...readOnly }),
    prefix: f.text({ max: 6, ...readOnly }),
    number: f.integer({ min: 0, max: 999_999, look: 'bib', ...readOnly }),
    locale: f.choice(languages, { required: true, ...readOnly }),
    file: f.text({ max: 120, ...readOnly }), // only a name: `mayOpen` decides who may open the file
    sha256: f.text({ required: true, max: 64, pattern: /^[0-9a-f]{64}$/, ...readOnly }),
    content_sha256: f.text({ required: true, max: 64, pattern: /^[0-9a-f]{64}$/, ...readOnly }),
    size_bytes: f.integer({ required: true, min: 0, ...readOnly }),
    status: f.status(
      {
        current: { tone: 'green', icon: 'check' },
        superseded: { tone: 'grey', icon: 'archive', strike: true },
      },
      { default: 'current', ...readOnly },
    ),
    superseded_at: f.dateTime({ ...readOnly }),
  },
  list: {
    columns: ['kind', 'number', 'status', 'file', 'locale', 'sha256', 'created', 'superseded_at'],
    filters: ['eventid', 'inscriptionid', 'kind', 'status', 'number', 'locale', 'created'],
    sort: { created: 'desc' },
    sortable: ['number', 'created', 'superseded_at'],
  },
  show: {
    document: ['kind', 'file', 'status', 'superseded_at'],
    printed: ['inscriptionid', 'eventid', 'prefix', 'number', 'locale'],
    proof: ['sha256', 'content_sha256', 'size_bytes', 'created'],
  },
  form: {},
  views: ['list', 'show'],
  checks: { superseded_when: "(status = 'superseded') = (superseded_at is not null)" },
  indexes: [
    { on: ['inscriptionid', 'kind'], unique: true, where: "deleted_at is null and status = 'current'" },
    { on: ['inscriptionid', 'created'] },
    { on: ['organizationid', 'eventid', 'created'] },
    { on: ['created', 'documentid'] },
    { on: ['inscriptionid'], removed: true },
  ],
});

export type InscriptionDocument = InferRow<typeof inscription_documents>;
export type InscriptionDocumentInput = InferInput<typeof inscription_documents>;
