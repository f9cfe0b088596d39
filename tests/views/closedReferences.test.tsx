import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { noGrants, type Grants } from '@/schema';
import { canSee } from '@/schema/project/access';
import { FormView } from '@/views/form/FormView';
import { planList } from '@/views/list/model/listPlan';
import { ShowView } from '@/views/show/ShowView';
import { grantsOf, profileSlugs, type ProfileSlug } from '../../server/reference/profiles';
import { accessTable } from '../api/accessTable';
import { fakeServer, mount, WithId } from './support/mount';

const inPlatform = new Set<ProfileSlug>(['super-admin', 'national-admin', 'finance', 'customer-support', 'web-editor', 'fmtri-admin']);
const grantsFor = (profile: ProfileSlug): Grants => ({
  ...noGrants(7),
  organizationid: 1,
  is_platform: inPlatform.has(profile),
  platforms: ['ASDEPORTE', 'EVENT', 'FMTRI'],
  regions: ['national'],
  keys: Object.fromEntries(grantsOf(profile).map(({ role, access }) => [role, access])),
});
const inscriptions = registry.get('inscriptions');
const fieldNamed = (name: string): Promise<HTMLElement> =>
  waitFor(() => {
    const found = document.querySelector<HTMLElement>(`[data-field="${name}"]`);
    expect(found).not.toBeNull();
    return found!;
  });

/** A registration as the server answers it to the delivery of kits: what it may not list has no title, unless the reference is named. */
const registration = {
  inscriptionid: 5,
  version: 1,
  folio: 'R-0005',
  name: 'Ana Peña',
  status: 'paid',
  eventid: 41,
  event: { eventid: 41, title: 'Carrera del Río' },
  web_userid: 33_981,
  web_user: { web_userid: 33_981, title: null },
  orderid: 32_619,
  order: { orderid: 32_619, title: 'ORD-2026-1' },
  couponid: 7,
  coupon: { couponid: 7, title: 'VERANO' },
  promotion_binid: 12,
  promotion_bin: { promotion_binid: 12, title: null },
  fmtri_affiliationid: 13,
  fmtri_affiliation: { affiliationid: 13, title: null },
  import_jobid: 14,
  import_job: { import_jobid: 14, title: null },
};

describe('a reference that the person may not list', () => {
  test('is left out of a record, or reads as its title where that is no secret: never as a number', async () => {
    const server = fakeServer(registry, { inscriptions: [registration] });
    mount({
      at: ['/inscriptions/5'],
      server,
      registry,
      grants: grantsFor('kit-delivery'),
      routes: [{ path: 'inscriptions/:id', element: <WithId>{(id) => <ShowView resource={inscriptions} id={id} />}</WithId> }],
    });
    expect(await screen.findByText('VERANO')).toBeTruthy();
    expect(screen.getByText('ORD-2026-1')).toBeTruthy();
    expect(document.body.textContent).not.toMatch(/#\d/);
  });

  test.each(profileSlugs)('is no column of what %s lists, unless it is named', (profile) => {
    const place = profileSlugs.indexOf(profile),
      grants = grantsFor(profile);
    const isClosed = (target: string | undefined): boolean => target !== undefined && accessTable[target]?.read[place] === '-';
    const bare = registry.all.flatMap((resource) =>
      planList(resource, registry, grants)
        .columns.filter(({ field }) => isClosed(field.target ?? field.targets) && !('named' in field.options && field.options.named))
        .map(({ name }) => `${resource.name}.${name}`),
    );
    expect(bare).toEqual([]);
  });

  test('stays a column for anyone who may list it, and where it is named', () => {
    const names = (profile: ProfileSlug, of: string) =>
      planList(registry.get(of), registry, grantsFor(profile)).columns.map(({ name }) => name);
    expect(names('kit-delivery', 'inscriptions')).toEqual(expect.arrayContaining(['orderid', 'couponid']));
    expect(names('organizer', 'orders')).not.toContain('web_userid');
    expect(names('finance', 'orders')).toContain('web_userid');
  });

  test('is left out of a new record and shown, not chosen, in one that is there', async () => {
    const benefits = registry.get('benefits');
    const grants: Grants = { ...grantsFor('organizer'), keys: { events: 'edit', 'event-benefits': 'edit' } };
    const server = fakeServer(registry, {
      benefits: [
        {
          benefitid: 1,
          version: 1,
          name: { es: 'Café', en: null },
          eventid: 41,
          sponsorid: 3,
          sponsor: { sponsorid: 3, title: 'Agua Fresca' },
        },
      ],
      events: [{ eventid: 41, name: { es: 'Carrera del Río', en: null } }],
    });
    const routes = [
      { path: 'create', element: <FormView resource={benefits} /> },
      { path: 'edit', element: <FormView resource={benefits} id={1} /> },
    ];
    expect(canSee(grants, benefits.all['sponsorid']!)).toBe(true);
    const first = mount({ at: ['/create'], server, registry, grants, routes });
    await fieldNamed('kind');
    expect(document.querySelector('[data-field="sponsorid"]')).toBeNull();
    first.unmount();
    mount({ at: ['/edit'], server, registry, grants, routes });
    const field = await fieldNamed('sponsorid');
    expect(await within(field).findByText('Agua Fresca')).toBeTruthy();
    expect(within(field).queryByRole('combobox')).toBeNull();
  });
});

describe('what a new record belongs to', () => {
  test('reads as the name of its event, and not as a number while that is read', async () => {
    const server = fakeServer(registry, { events: [{ eventid: 41, name: { es: 'Carrera del Río', en: null } }] });
    let answer = (): void => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    server.next['getOne'] = async () => {
      await asked;
      return { data: server.tables['events']![0] };
    };
    mount({
      at: ['/'],
      server,
      registry,
      grants: grantsFor('organizer'),
      routes: [
        { path: '', element: <FormView resource={registry.get('distances')} parent={{ resource: 'events', field: 'eventid', id: 41 }} /> },
      ],
    });
    const field = await fieldNamed('eventid');
    expect(field.textContent).not.toMatch(/#\d/);
    answer();
    expect(await within(field).findByText('Carrera del Río')).toBeTruthy();
  });

  test('reads as the name of the organization on a new profile, whose slug follows its name', async () => {
    const server = fakeServer(registry, { organizations: [{ organizationid: 1, name: 'Alfa Deportes' }] });
    let answer = (): void => {};
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    server.next['getMany'] = async () => {
      await asked;
      return { data: server.tables['organizations']! };
    };
    const { user } = mount({
      at: [{ pathname: '/', state: { draft: { organizationid: 1 } } }],
      server,
      registry,
      grants: grantsFor('super-admin'),
      routes: [{ path: '', element: <FormView resource={registry.get('profiles')} /> }],
    });
    const field = await fieldNamed('organizationid');
    expect(await within(field).findByText('Buscando…')).toBeTruthy();
    expect(field.textContent).not.toMatch(/#\d/);
    answer();
    expect(await within(field).findByText('Alfa Deportes')).toBeTruthy();
    await user.type(await screen.findByLabelText('Español'), 'Mesa de kits');
    await waitFor(() => expect(document.querySelector<HTMLInputElement>('[data-field="slug"] input')?.value).toBe('mesa-de-kits'));
  });
});
