import { describe, expect, test } from 'vitest';
import * as f from '@/fields';
import { createRegistry, defineResource, type AnyResource } from '@/schema';
import { checkResources } from '@/schema/checks/checkResources';

declare module '@/schema/resourceNames' {
  interface ResourceNames {
    readonly a: true;
    readonly ghosts: true;
    readonly owners: true;
  }
}

const owner = defineResource('owners', {
  service: 'event',
  singular: 'owner',
  key: 'ownerid',
  permission: 'events',
  tenancy: 'own',
  platform: 'EVENT',
  title: 'name',
  fields: { name: f.text({ required: true }) },
  list: { columns: ['name'] },
  form: { main: ['organizationid', 'name'] },
});
const organizations = defineResource('organizations', {
  service: 'organization',
  singular: 'organization',
  key: 'organizationid',
  permission: 'organizations',
  tenancy: 'self',
  platform: 'ASDEPORTE',
  title: 'name',
  fields: { name: f.text({ required: true }) },
  list: { columns: ['name'] },
  form: { main: ['name'] },
});
/** Declarations that types would refuse are built loosely: the checks must find them all the same. */
const broken = (over: object): AnyResource => {
  const spec = {
    service: 'event',
    singular: 'thing',
    key: 'thingid',
    permission: 'events',
    tenancy: 'own',
    platform: 'EVENT',
    title: 'name',
    fields: { name: f.text({ required: true }) },
    list: { columns: ['name'] },
    form: { main: ['organizationid', 'name'] },
    ...over,
  };
  return defineResource('things', spec as Parameters<typeof defineResource>[1]) as AnyResource;
};
const problemsOf = (over: object) =>
  checkResources(createRegistry([organizations, owner, broken(over)])).map(({ code, message }) => `${code} ${message}`);
const name = f.text({ required: true });

describe('every mistake is a sentence with its permanent code, the resource and the field', () => {
  const cases: readonly (readonly [string, object])[] = [
    ['R001 things.ghostid leads to "ghosts", and no resource is called "ghosts".', { fields: { name, ghostid: f.belongsTo('ghosts') } }],
    ['R002 things.name is required and is in no form section.', { form: { main: ['organizationid'] } }],
    [
      'R003 things.folio is in the form and is computed or written by the server alone.',
      { fields: { name, folio: f.text({ readOnly: true }) }, form: { main: ['organizationid', 'name', 'folio'] } },
    ],
    [
      'R004 things.owners reads the rows of owners by owners.thingid, which is not a link to things.',
      { fields: { name, owners: f.count('owners.thingid') } },
    ],
    [
      'R005 things.yes is searched by the list and is of a type that cannot be searched.',
      { fields: { name, yes: f.boolean() }, list: { columns: ['name'], search: ['yes'] } },
    ],
    [
      'R005 things.ownerid is searched by the list and is of a type that cannot be searched.',
      { fields: { name, ownerid: f.belongsTo('owners') }, list: { columns: ['name'], search: ['ownerid'] } },
    ],
    [
      'R035 things.social is looked up by its whole value and is of a type that cannot be.',
      { fields: { name, social: f.hasMany('owners.thingid') }, list: { columns: ['name'], exact: ['social'] } },
    ],
    [
      'R006 things.social is a filter of the list and offers no comparison to filter by.',
      { fields: { name, social: f.hasMany('owners.thingid') }, list: { columns: ['name'], filters: ['social'] } },
    ],
    [
      'R006 things.social.name is a filter of the list and leads to no field.',
      { fields: { name, social: f.hasMany('owners.thingid') }, list: { columns: ['name'], filters: ['social.name'] } },
    ],
    [
      'R006 things.owners.thingid.name is a filter of the list and leads to no field.',
      { list: { columns: ['name'], filters: ['owners.thingid.name'] } },
    ],
    [
      'R007 things.yes orders the list and is of a type that cannot order one.',
      { fields: { name, yes: f.boolean() }, list: { columns: ['name'], sort: { yes: 'asc' } } },
    ],
    [
      'R029 things.toggle starts from "state: gone", and things.state takes on, off.',
      {
        fields: { name, state: f.choice(['on', 'off']) },
        form: { main: ['organizationid', 'name', 'state'] },
        actions: { toggle: { on: 'row', from: { state: ['gone'] } } },
      },
    ],
    [
      'R045 things.edit is kept back in "state: gone", and things.state takes on, off.',
      {
        fields: { name, state: f.choice(['on', 'off']) },
        form: { main: ['organizationid', 'name', 'state'] },
        fixed: { edit: { in: { state: ['gone'] }, says: 'STATE_NOT_ALLOWED' } },
      },
    ],
    [
      'R008 things.name is a total of the list and is not a number that can be added up.',
      { list: { columns: ['name'], totals: { name: 'sum' } } },
    ],
    [
      'R036 things.countryid is copied from the parent, which has no such link, or may be typed: say readOnly.',
      {
        fields: {
          name,
          ownerid: f.belongsTo('owners', { required: true }),
          countryid: f.belongsTo('countries', { readOnly: true, ofParent: true }),
        },
        tenancy: { parent: 'ownerid' },
        form: { main: ['name', 'ownerid'] },
      },
    ],
    [
      'R010 things.ownerid names the owner of the rows in "tenancy" and is not a required reference.',
      { fields: { name, ownerid: f.belongsTo('owners') }, tenancy: { parent: 'ownerid' }, form: { main: ['name', 'ownerid'] } },
    ],
    [
      'R011 things.owner is a reference: it is named after the key that it holds and must end in "id".',
      { fields: { name, owner: f.belongsTo('owners') } },
    ],
    [
      'R011 things.owners is a set of references: it is named after the key that it holds and must end in "ids".',
      { fields: { name, owners: f.manyToMany('owners') } },
    ],
    ['R001 things.ghostids leads to "ghosts", and no resource is called "ghosts".', { fields: { name, ghostids: f.manyToMany('ghosts') } }],
    ['R012 things shares its name or its singular "owner" with another resource: "owners", "things".', { singular: 'owner' }],
    ['R014 things lives within owners and has no field that leads to owners.', { within: 'owners' }],
    [
      'R015 things.notes is the title and is of a type that cannot name a record.',
      { title: 'notes', fields: { name, notes: f.longText() } },
    ],
    ['R016 things has the related list owners.thingid, which is not a link to things.', { related: ['owners.thingid'] }],
    ['R017 things is append-only and has a form with "organizationid", "name": leave the form empty.', { appendOnly: true }],
    [
      'R018 things.ownerid narrows its choice where owners.name equals things.nobody, and one of them is no field.',
      { fields: { name, ownerid: f.belongsTo('owners', { match: { name: 'nobody' } }) } },
    ],
    [
      'R019 things.total adds up owners.name, which is not a number that can be added up.',
      { fields: { name, total: f.sum('owners.thingid', 'name') } },
    ],
    ['R020 things.nowhere is named by an index and has no column.', { indexes: [{ on: ['nowhere'] }] }],
    ['R021 things is owned through owners.thingid, which is not a link to things.', { tenancy: { through: 'owners.thingid' } }],
    [
      'R022 things.nowhere.region is read by the scope "region" and does not exist, or has more than one value.',
      { scope: { region: 'nowhere.region' } },
    ],
    [
      'R022 things.ownerids.name is read by the scope "region" and does not exist, or has more than one value.',
      { fields: { name, ownerids: f.manyToMany('owners') }, scope: { region: 'ownerids.name' } },
    ],
    [
      'R023 things.email is the title and may be masked, so it cannot name a record.',
      { title: 'email', fields: { name, email: f.email({ hiddenBy: 'reports-wo-contact-info' }) } },
    ],
    [
      'R024 things.owners keeps its order in owners.name, which is not an integer.',
      { fields: { name, owners: f.hasMany('owners.thingid', { order: 'name' }) } },
    ],
    ['R025 things.name is given twice in the form.', { form: { main: ['organizationid', 'name'], more: ['name'] } }],
    ['R026 things.nothing is a column of the list and is no field of things.', { list: { columns: ['nothing'] } }],
    ['R027 things.name is the key and also a field.', { key: 'name' }],
    [
      'R018 things.ownerids narrows its choice where owners.name equals things.nobody, and one of them is no field.',
      { fields: { name, ownerids: f.manyToMany('owners', { match: { name: 'nobody' } }) } },
    ],
    ['R028 things.nothing is shown on the record page and is no field of things.', { show: { main: ['nothing'] } }],
    [
      'R031 things.value is read with "kind", which is no field of things.',
      {
        fields: { name, value: f.integer({ unit: { from: 'kind', cents: ['amount'] } }) },
        form: { main: ['organizationid', 'name', 'value'] },
      },
    ],
    [
      'R032 things.steps.ownerid is a link, is computed or is unique, which a value inside a value cannot be.',
      { fields: { name, steps: f.rows({ ownerid: f.belongsTo('owners') }) } },
    ],
    [
      'R032 things.steps.code is a link, is computed or is unique, which a value inside a value cannot be.',
      { fields: { name, steps: f.rows({ code: f.text({ unique: true }) }) } },
    ],
    [
      'R036 things.kind is proposed from "ownerid.kind", which does not exist.',
      {
        fields: { name, ownerid: f.belongsTo('owners'), kind: f.choice(['one', 'two'], { from: 'ownerid.kind' }) },
        form: { main: ['organizationid', 'name', 'ownerid', 'kind'] },
      },
    ],
    [
      'R001 things.give.ghostid leads to "ghosts", and no resource is called "ghosts".',
      { actions: { give: { on: 'row', input: { ghostid: f.belongsTo('ghosts') } } } },
    ],
    ['R003 things.nothing is in the form and is no field of things.', { form: { main: ['organizationid', 'name', 'nothing'] } }],
    ['R005 things.nothing is searched by the list and is no field of things.', { list: { columns: ['name'], search: ['nothing'] } }],
    ['R006 things.nothing is a filter of the list and is no field of things.', { list: { columns: ['name'], filters: ['nothing'] } }],
    [
      'R006 things.ownerid.name narrows the key of "edit" and leads to no field.',
      { access: { edit: [{ key: 'events', when: { field: 'ownerid.name', op: 'eq', value: 'x' } }] } },
    ],
    ['R009 things does not say in "tenancy" who owns its rows.', { tenancy: undefined }],
    ['R015 things.nothing is the title and is no field of things.', { title: 'nothing' }],
    [
      'R020 things.nowhere is named by an exclusion and has no column.',
      { exclusions: [{ equal: ['nowhere'], range: ['created', 'updated'] }] },
    ],
    [
      'R029 things.toggle starts from "nothing: gone", and "nothing" is no field of things.',
      { actions: { toggle: { on: 'row', from: { nothing: ['gone'] } } } },
    ],
    [
      'R029 things.toggle starts from "name: gone", and things.name has no closed set of values.',
      { actions: { toggle: { on: 'row', from: { name: ['gone'] } } } },
    ],
    [
      'R034 things.ownerid names the person who owns a row and is no required, read-only reference to users of a resource with the tenancy "own".',
      { tenancy: 'own', scope: { owner: 'ownerid' }, fields: { name, ownerid: f.belongsTo('owners') } },
    ],
    ['R037 things.nothing is named by "logsReads" and is no field of things.', { logsReads: ['nothing'] }],
    [
      'R038 things.menu has the icon "helper", which nobody draws; there are athlete, bank, bib, bolt, box, calendar, chart, clock, device, dot, download, heart, home, inbox, key, language, merge, orders, payments, place, profile, repeat, rows, shop, star, tag, tags, team, upload, user, wallet.',
      { menu: { group: 'web', icon: 'helper' } },
    ],
    [
      'R039 things.menu is in the group "eventos", which does not exist; there are events, sales, organization, team, people, web, fmtri, apolo, reports, catalogs. Did you mean "events"?',
      { menu: { group: 'eventos', icon: 'dot' } },
    ],
    [
      'R040 things.name has the option "maximum", which the type text does not take; of its own it takes min, max, pattern, fold, cuts, look, braces, joins.',
      { fields: { name: f.text({ required: true, maximum: 120 } as object) } },
    ],
    [
      'R040 things.steps.code has the option "max", which the type email does not take; of its own it takes none.',
      { fields: { name, steps: f.rows({ code: f.email({ max: 3 } as object) }) } },
    ],
    [
      'R040 things.give.much has the option "maximum", which the type money does not take; of its own it takes min, max, equals.',
      { actions: { give: { on: 'row', input: { much: f.money({ maximum: 3 } as object) } } } },
    ],
    [
      'R041 things.sound shows its message on "nothing", which is no field of things.',
      { rules: { sound: { on: 'nothing', check: () => true } } },
    ],
    [
      'R041 things.odd shows its message on "nothing", which is no field of things.',
      { notices: { odd: { on: 'nothing', check: () => true } } },
    ],
    ['R041 things.nothing is named by "when" and is no field of things.', { when: { nothing: () => true } }],
    ['R042 things is opened by "event", which is no permission key.', { permission: 'event' }],
    ['R042 things.edit is opened by "event", which is no permission key.', { access: { edit: ['event'] } }],
    [
      'R042 things.mail is masked or opened by "nobody", which is no permission key.',
      { fields: { name, mail: f.email({ hiddenBy: 'nobody' } as object) } },
    ],
    [
      'R043 things.publish has keys in "access" and is neither an action of things nor one of list, show, create, edit, delete.',
      { access: { publish: ['events'] } },
    ],
    [
      'R033 things.menu has the letter "h", which is none from a to z or leads elsewhere already.',
      { menu: { group: 'web', icon: 'dot', letter: 'h' } },
    ],
    [
      'R033 things.menu has the letter "ñ", which is none from a to z or leads elsewhere already.',
      { menu: { group: 'web', icon: 'dot', letter: 'ñ' } },
    ],
  ];
  test.each(cases)('%s', (sentence, over) => expect(problemsOf(over)).toContain(sentence));
  test('and a sound declaration has none', () => expect(problemsOf({})).toEqual([]));
});

test('every field type says which options it takes, so that a misspelt one stops the start', () => {
  const made = [
    f.belongsTo('a'),
    f.boolean(),
    f.choice(['a']),
    f.choices(['a']),
    f.color(),
    f.count('a.b'),
    f.curp(),
    f.date(),
    f.dateTime(),
    f.decimal(),
    f.duration(),
    f.email(),
    f.file(),
    f.hasMany('a.b'),
    f.i18nText(),
    f.image(),
    f.integer(),
    f.json(),
    f.latest('a.b', 'c'),
    f.links({}),
    f.longText(),
    f.manyToMany('a'),
    f.money(),
    f.percent(),
    f.phone(),
    f.richText(),
    f.rows({}),
    f.slug(),
    f.status({}),
    f.sum('a.b', 'c'),
    f.tags(),
    f.text(),
    f.url(),
  ];
  expect(made.map(({ type }) => type).sort()).toEqual(Object.keys(f).sort());
  expect(made.filter(({ takes }) => !takes).map(({ type }) => type)).toEqual([]);
});
