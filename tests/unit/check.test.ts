import { describe, expect, test } from 'vitest';
import * as f from '@/fields';
import { createRegistry, defineResource, type AnyResource } from '@/schema';
import { checkResources } from '@/schema/check';

const owner = defineResource('owners', {
  service: 'event', singular: 'owner', key: 'ownerid', permission: 'events', tenancy: 'own', platform: 'EVENT', title: 'name',
  fields: { name: f.text({ required: true }) }, list: { columns: ['name'] }, form: { main: ['organizationid', 'name'] },
});
const organizations = defineResource('organizations', {
  service: 'organization', singular: 'organization', key: 'organizationid', permission: 'organizations', tenancy: 'self', platform: 'ASDEPORTE', title: 'name',
  fields: { name: f.text({ required: true }) }, list: { columns: ['name'] }, form: { main: ['name'] },
});
/** Declarations that types would refuse are built loosely: the checks must find them all the same. */
const broken = (over: object): AnyResource => {
  const spec = {
    service: 'event', singular: 'thing', key: 'thingid', permission: 'events', tenancy: 'own', platform: 'EVENT', title: 'name',
    fields: { name: f.text({ required: true }) }, list: { columns: ['name'] }, form: { main: ['organizationid', 'name'] }, ...over,
  };
  return defineResource('things', spec as Parameters<typeof defineResource>[1]) as AnyResource;
};
const codes = (over: object) => checkResources(createRegistry([organizations, owner, broken(over)])).map(({ code }) => code);
const name = f.text({ required: true });

describe('every mistake has its permanent code', () => {
  const cases: readonly (readonly [string, object])[] = [
    ['R001', { fields: { name, ghostid: f.belongsTo('ghosts') } }],
    ['R002', { form: { main: ['organizationid'] } }],
    ['R003', { fields: { name, folio: f.text({ readOnly: true }) }, form: { main: ['organizationid', 'name', 'folio'] } }],
    ['R004', { fields: { name, owners: f.count('owners.thingid') } }],
    ['R005', { fields: { name, size: f.integer() }, list: { columns: ['name'], search: ['size'] } }],
    ['R035', { fields: { name, social: f.hasMany('owners.thingid') }, list: { columns: ['name'], exact: ['social'] } }],
    ['R006', { fields: { name, social: f.hasMany('owners.thingid') }, list: { columns: ['name'], filters: ['social'] } }],
    ['R006', { fields: { name, social: f.hasMany('owners.thingid') }, list: { columns: ['name'], filters: ['social.name'] } }],
    ['R006', { list: { columns: ['name'], filters: ['owners.thingid.name'] } }],
    ['R007', { fields: { name, yes: f.boolean() }, list: { columns: ['name'], sort: { yes: 'asc' } } }],
    ['R029', { fields: { name, state: f.choice(['on', 'off']) }, form: { main: ['organizationid', 'name', 'state'] }, actions: { toggle: { on: 'row', from: { state: ['gone'] } } } }],
    ['R008', { list: { columns: ['name'], totals: { name: 'sum' } } }],
    ['R036', { fields: { name, ownerid: f.belongsTo('owners', { required: true }), countryid: f.belongsTo('countries', { readOnly: true, ofParent: true }) }, tenancy: { parent: 'ownerid' }, form: { main: ['name', 'ownerid'] } }],
    ['R010', { fields: { name, ownerid: f.belongsTo('owners') }, tenancy: { parent: 'ownerid' }, form: { main: ['name', 'ownerid'] } }],
    ['R011', { fields: { name, owner: f.belongsTo('owners') } }],
    ['R011', { fields: { name, owners: f.manyToMany('owners') } }],
    ['R001', { fields: { name, ghostids: f.manyToMany('ghosts') } }],
    ['R012', { singular: 'owner' }],
    ['R014', { within: 'owners' }],
    ['R015', { title: 'notes', fields: { name, notes: f.longText() } }],
    ['R016', { related: ['owners.thingid'] }],
    ['R017', { appendOnly: true }],
    ['R018', { fields: { name, ownerid: f.belongsTo('owners', { match: { name: 'nobody' } }) } }],
    ['R019', { fields: { name, total: f.sum('owners.thingid', 'name') } }],
    ['R020', { indexes: [{ on: ['nowhere'] }] }],
    ['R021', { tenancy: { through: 'owners.thingid' } }],
    ['R022', { scope: { region: 'nowhere.region' } }],
    ['R022', { fields: { name, ownerids: f.manyToMany('owners') }, scope: { region: 'ownerids.name' } }],
    ['R023', { title: 'email', fields: { name, email: f.email({ hiddenBy: 'reports-wo-contact-info' }) } }],
    ['R024', { fields: { name, owners: f.hasMany('owners.thingid', { order: 'name' }) } }],
    ['R025', { form: { main: ['organizationid', 'name'], more: ['name'] } }],
    ['R026', { list: { columns: ['nothing'] } }],
    ['R027', { key: 'name' }],
    ['R018', { fields: { name, ownerids: f.manyToMany('owners', { match: { name: 'nobody' } }) } }],
    ['R028', { show: { main: ['nothing'] } }],
    ['R031', { fields: { name, value: f.integer({ unit: { from: 'kind', cents: ['amount'] } }) }, form: { main: ['organizationid', 'name', 'value'] } }],
    ['R032', { fields: { name, steps: f.rows({ ownerid: f.belongsTo('owners') }) } }],
    ['R032', { fields: { name, steps: f.rows({ code: f.text({ unique: true }) }) } }],
    ['R036', { fields: { name, ownerid: f.belongsTo('owners'), kind: f.choice(['one', 'two'], { from: 'ownerid.kind' }) }, form: { main: ['organizationid', 'name', 'ownerid', 'kind'] } }],
    ['R033', { menu: { group: 'main', icon: 'dot', letter: 'h' } }],
    ['R033', { menu: { group: 'main', icon: 'dot', letter: 'ñ' } }],
  ];
  test.each(cases)('%s', (code, over) => expect(codes(over)).toContain(code));
  test('and a sound declaration has none', () => expect(codes({})).toEqual([]));
});
