import { activeSql, holdSql, seatedSql } from '@/domain/registration/lifecycle';

/** The indexes of registrations: what lists filter and sort by, and what may be there only once. */
export const inscriptionIndexes = [
  { on: ['organizationid', 'eventid', 'status', 'created', 'inscriptionid'] },
  { on: ['organizationid', 'eventid', 'distanceid', 'status'] },
  { on: ['organizationid', 'eventid', 'kit_status'] },
  { on: ['organizationid', 'status', 'created', 'inscriptionid'] },
  // the order of the list, followed by what people filter by across events: the index alone answers the count
  {
    on: [
      'organizationid',
      'created',
      'inscriptionid',
      'gender',
      'birth_date',
      'tshirt_size',
      'exoneration_status',
      'channel',
      'attention',
      'paid_at',
      'balance_cents',
      'city',
    ],
  },
  { on: ['organizationid', 'expires_at'], where: 'expires_at is not null' },
  { on: ['organizationid', 'source_ref'], where: 'source_ref is not null' },
  { on: ['created', 'inscriptionid'] }, // the platform lists every organization at once
  { on: ['organizationid', 'folio'] },
  { on: ['organizationid', 'name'] },
  { on: ['organizationid', 'number'] },
  { on: ['organizationid', 'paid_cents', 'created', 'inscriptionid'] },
  { on: ['promotion_binid'], where: 'promotion_binid is not null' },
  { on: ['email'] },
  { on: ['phone'] },
  { on: ['number'] },
  {
    on: ['eventid', 'prefix', 'number'],
    unique: true,
    nullsNotDistinct: true,
    where: `deleted_at is null and number is not null and not shares_number and ${seatedSql}`,
  },
  { on: ['bibid'], unique: true, where: 'deleted_at is null and bibid is not null' },
  { on: ['expires_at'], where: `deleted_at is null and ${holdSql}` },
  { on: ['distanceid', 'web_userid'], unique: true, where: `deleted_at is null and ${activeSql}` },
  { on: ['eventid', 'source', 'source_ref'], unique: true, where: 'deleted_at is null and source is not null' },
  // removed rows, which are looked for when a person is forgotten
  { on: ['web_userid'], removed: true },
  { on: ['created'], where: "status = 'chargeback'" }, // what waits is counted for everybody who opens a page
] as const;
