import { expect } from 'vitest';
import { registry, resources } from '@/resources';
import { hasView, isWritable, type AnyField, type AnyResource } from '@/schema';
import type { FieldFixture } from '@/schema/fixture';
import { settle } from '@/schema/project/zod';
import { learnGateway } from '../../../server/features/settlements/gatewayName';
import type { Person, World } from '../../api/support/openWorld';
import { add, addPerson } from '../../api/support/world';
import { openExamples } from '../../support/exampleRows';

const fixtures = import.meta.glob<FieldFixture>('../../../src/fields/*/*.fixture.ts', { eager: true, import: 'default' });
const validOf = (type: string): readonly unknown[] => fixtures[`../../../src/fields/${type}/${type}.fixture.ts`]?.valid ?? [];
/** Texts for patterns, and numbers within narrow limits, that no fixture has. */
const more = [
  'PRUEBA-1',
  'prueba-1',
  'Prueba',
  'PR',
  '5550001234',
  'prueba@example.com',
  'https://example.com/',
  'example.com',
  '06600',
  1,
  2,
  5,
  18,
  60,
  1000,
  { es: 'Prueba', en: 'Trial' },
];

const made = new Map<string, number>();
/** Adds somebody who may do everything, and what the records of round trips refer to. */
export const furnish = async (world: World): Promise<Person> => {
  made.clear();
  learnGateway(registry, { name: 'local' });
  const org = await add.organization(world.pool, 'Casa', { is_platform: true });
  await addPerson(world.pool, 'root', [{ org, profile: 'super-admin', regions: ['national'] }]);
  made.set('organizations', org);
  const { rows } = await world.pool.query(
    `select (select min(countryid) from countries where code = 'MX') as countries, 9 as states, (select min(roleid) from roles) as roles, (select min(profileid) from profiles) as profiles, (select profileid from profiles where slug = 'timing') as "plain profile"`,
  );
  for (const [name, id] of Object.entries(rows[0] as Record<string, unknown>)) made.set(name, Number(id));
  made.set('events', await add.event(world.pool, org, 'base'));
  made.set('distances', await add.distance(world.pool, made.get('events')!, 'B1'));
  made.set(
    'signing',
    await add.inscription(world.pool, made.get('events')!, made.get('distances')!, await add.athlete(world.pool, 'Firmante')),
  );
  made.set('full', await add.distance(world.pool, made.get('events')!, 'B2', { capacity: 1 }));
  await add.inscription(world.pool, made.get('events')!, made.get('full')!, await add.athlete(world.pool, 'Formada'));
  made.set('users', await addPerson(world.pool, 'someone'));
  made.set('web_users', await add.athlete(world.pool, 'Base'));
  const here = openExamples(
    { client: world.pool, organizationid: org, slug: 'base' },
    { ...Object.fromEntries(made), inscriptions: made.get('signing')! },
  );
  made.set('waiver', await here('exonerations'));
  // A store is the only one of its organization, so the one that products point to is of another, with its products.
  const elsewhere = openExamples({ client: world.pool, organizationid: await add.organization(world.pool, 'Otra casa'), slug: 'ajena' });
  for (const name of ['stores', 'store_products']) made.set(name, await elsewhere(name));
  const needed = creatable.flatMap(({ all }) =>
    Object.values(all).flatMap(({ target, options }) => (target && options.required ? target : [])),
  );
  for (const target of new Set(['results', ...needed])) if (!made.has(target)) made.set(target, await here(target));
  return world.as('root', org);
};

const hour = 3_600_000;
/** What rules over several fields ask for, which no field knows alone. */
const related: Readonly<Record<string, () => Record<string, unknown>>> = {
  api_keys: () => ({ expires_at: new Date(Date.now() + 30 * 24 * hour).toISOString() }),
  asenters: () => ({ waveids: [] }),
  bib_pools: () => ({ prefix: 'PR' }),
  certificate_templates: () => ({
    background_img: 'https://example.com/fondo.png',
    elements: [{ kind: 'field', source: 'name', x: 10, y: 20.5, size: 24, color: '#14213d' }],
    preview_resultid: made.get('results'),
  }),
  comments: () => ({ resource: 'organizations', recordid: made.get('organizations'), mentioned_userids: [] }),
  convocatories: () => ({ pdf_url: 'https://example.com/' }),
  exoneration_signatures: () => ({ inscriptionid: made.get('signing'), exonerationid: made.get('waiver') }),
  coupon_batches: () => ({ prefix: 'PRUEBA', code_length: 12 }),
  events: () => ({
    timezone: 'America/Tijuana',
    registration_open_at: '2031-01-01T06:00:00.000Z',
    registration_close_at: '2031-02-01T06:00:00.000Z',
    changes_close_at: '2031-02-01T06:00:00.000Z',
    start_at: '2031-03-01T12:00:00.000Z',
    end_at: '2031-03-01T20:00:00.000Z',
  }),
  fmtri_affiliate_users: () => ({ birth_date: '1990-02-03', docs: [{ type: 'curp', status: 'pending' }] }),
  fmtri_affiliation_types: () => ({ validity: 'months', months: 6, late_price_cents: 5000, age_min: 5, age_max: 60 }),
  fmtri_affiliations: () => ({ starts_on: '2031-03-01' }),
  gateway_settlements: () => ({ day: '2026-01-02' }),
  inbody_measurements: () => ({
    test_at: '2031-01-02T15:00:00.000Z',
    consent_at: '2031-01-02T14:50:00.000Z',
    height_cm: 165,
    weight_kg: 60,
    bmi: 22,
  }),
  result_sets: () => ({ distanceid: made.get('full') }),
  memberships: () => ({ profileid: made.get('plain profile') }),
  notifications: () => ({ audience_list: String(made.get('web_users')) }),
  saved_views: () => ({ resource: 'events', state: { q: 'prueba', sort: ['-created'] } }),
  report_schedules: () => ({ cron: '0 7 * * 1', timezone: 'America/Tijuana' }),
  promotion_bins: () => ({ bins: ['415231', '41523100'] }),
  serials: () => ({ season: 2031, min_events: 1 }),
  sponsors: () => ({ logo: 'https://example.com/logo.png', viewer_membershipids: [] }),
  waitlist_entries: () => ({ distanceid: made.get('full') }),
  web_users: () => ({ birth_date: '1990-02-03' }),
  webhooks: () => ({ url: 'https://example.com/' }),
};
/** One acceptable value of a field; instants grow from field to field, so that what ends does so after it starts. */
const sample = (field: AnyField, position: number): unknown => {
  if (field.target) return made.get(field.target);
  if (field.embeds ?? field.uploads) return undefined;
  if (field.targets) return [made.get(field.targets)];
  if (field.members) {
    const whole = Object.fromEntries(Object.entries(field.members).map(([name, member], at) => [name, sample(member, position + at)]));
    return field.type === 'rows' ? [whole] : whole;
  }
  if (field.type === 'dateTime') return new Date(Date.UTC(2031, 0, 1) + position * 24 * hour).toISOString();
  const candidates = [...(field.values ?? []), ...more, ...validOf(field.type)];
  return candidates.find((value) => field.zod.safeParse(value).success);
};
/** A whole record, as a person would fill the form. */
const record = (resource: AnyResource): Record<string, unknown> => {
  const entries = Object.entries(resource.all).filter(([, field]) => isWritable(field));
  const own = related[resource.name]?.() ?? {};
  const filled = entries
    .map(([name, field], position) => [name, name in own ? own[name] : sample(field, position)] as const)
    .filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    Object.entries(settle(resource, Object.fromEntries(filled))).filter(([name, value]) => value !== null && name in resource.all),
  );
};

/** Declared without a key that deletes. */
const refusesRemoval = new Set(['inscriptions', 'users', 'fmtri_affiliations', 'external_inscriptions']);
/** Every resource that people create. */
export const creatable = resources.filter((resource) => hasView(resource, 'create'));
/** How a record answers at the end of its round trip: gone, unless nobody may delete it. */
export const lastStatus = (resource: AnyResource): number => (refusesRemoval.has(resource.name) || !hasView(resource, 'edit') ? 200 : 404);
/** Creates a record through the API, reads it, changes it, is refused with a stale version, deletes it, and answers how it then reads. */
export const roundTrip = async (person: Person, resource: AnyResource): Promise<number> => {
  const { name } = resource,
    base = `/v2/${resource.service}/${name}`;
  const sent = record(resource);
  const created = await person.post(base, sent);
  expect({ status: created.status, errors: created.body?.errors ?? [] }).toEqual({ status: 201, errors: [] });
  const id = created.body[resource.key] as number,
    version = created.body.version as number; // what follows from a creation may have changed the record again
  const read = await person.get(`${base}/${id}`);
  expect(read.body).toMatchObject({ ...sent, version });
  if (!hasView(resource, 'edit')) return read.status;
  const [changing] =
    Object.entries(resource.fields as AnyResource['all']).find(
      ([, field]) => isWritable(field) && field.type === 'longText' && !field.options.createOnly,
    ) ?? [];
  const change = changing ? { [changing]: 'Cambió' } : {};
  const changed = await person.patch(`${base}/${id}`, { ...change, version });
  expect(changed.status).toBe(200);
  if (changing) {
    expect((await person.patch(`${base}/${id}`, { [changing]: 'Otra vez', version })).status).toBe(409);
    expect((await person.get(`${base}/${id}/history`)).body.items[0]).toMatchObject({
      verb: 'edit',
      changes: [{ field: changing, new: 'Cambió' }],
    });
  }
  expect((await person.patch(`${base}/${id}`, { no_such_field: 1, version: changed.body.version })).status).toBe(400);
  const removed = await person.remove(`${base}/${id}`, { version: changed.body.version });
  expect(refusesRemoval.has(name) ? 403 : 200).toBe(removed.status === 204 ? 200 : removed.status);
  return (await person.get(`${base}/${id}`)).status;
};
