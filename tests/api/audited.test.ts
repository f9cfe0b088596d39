import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { tracing, whole, type Trace } from '../support/traces';
import { openScene, type Scene } from './registration/support';
import type { Person } from './support/openWorld';
import { add, addPerson } from './support/world';

/** Ledgers are their own history, a wallet is the sum of its ledger, and personal settings leave no audit. */
const audited = registry.all
  .filter(({ appendOnly, scope, name }) => !appendOnly && !scope?.owner && !['audits', 'wallets', 'notification_deliveries'].includes(name))
  .map(({ name }) => name);
const season = new Date().getUTCFullYear() + 1;

let scene: Scene, organizer: Person;
beforeAll(async () => {
  scene = await openScene();
  organizer = scene.organizer;
  await addPerson(scene.pool, 'nadie');
});
afterAll(() => scene.close());

let serial = 0;
const next = (): number => {
  serial += 1;
  return serial;
};
const must = async (person: Person, path: string, body: object = {}): Promise<any> => {
  const answer = await person.post(`/v2/${path}`, body);
  expect([200, 201], `${path} ${JSON.stringify(answer.body)}`).toContain(answer.status);
  return answer.body;
};
const change = async (person: Person, path: string, body: object): Promise<void> => {
  const { version } = (await person.get(`/v2/${path}`)).body;
  const answer = await person.patch(`/v2/${path}`, { version, ...body });
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
};

/** A separate event with two races; one of them has a signed registration. */
const opened = async (): Promise<{ readonly eventid: number; readonly distances: readonly number[] }> => {
  const eventid = await add.event(scene.pool, scene.org, `oida-${next()}-2027`, { status: 'published', refund_policy: 'wallet' });
  const distance = async (code: string): Promise<number> =>
    (
      await must(scene.chief, 'event/distances', {
        eventid,
        name: code,
        code,
        capacity: 50,
        price_tiers: [
          {
            name: 'Única',
            starts_at: new Date(Date.now() - 86_400_000).toISOString(),
            ends_at: new Date(Date.now() + 130 * 86_400_000).toISOString(),
            price_cents: 40_000,
          },
        ],
        age_categories: [{ name: 'Libre', branch: 'F', age_min: 18, age_max: 39 }],
      })
    ).distanceid;
  return { eventid, distances: [await distance('10K'), await distance('5K')] };
};
const waiver = async (eventid: number, more: object = {}): Promise<number> =>
  (
    await must(scene.chief, 'event/exonerations', {
      eventid,
      title: 'Carta',
      body_html: { es: `<p>Asumo los riesgos ${next()}.</p>` },
      ...more,
    })
  ).exonerationid;
const inForce = async (eventid: number): Promise<number> => {
  const id = await waiver(eventid);
  await must(scene.chief, `event/exonerations/${id}/activate`);
  return id;
};
const signed = async (eventid: number, distanceid: number, exonerationid: number): Promise<number> => {
  const { inscriptionid } = await must(scene.support, 'inscription/inscriptions', {
    eventid,
    distanceid,
    web_userid: await add.athlete(scene.pool, `Firmante${next()}`),
  });
  await must(scene.chief, 'inscription/exoneration_signatures', { inscriptionid, exonerationid, signer_name: 'Ana García' });
  return inscriptionid;
};
const call = async (eventid: number): Promise<number> =>
  (
    await must(scene.chief, 'event/convocatories', {
      eventid,
      title: `Convocatoria ${next()}`,
      locale: 'es',
      change_note: 'Primera',
      sections: [{ key: 'generales', title: 'Generales', body_html: '<p>Texto</p>' }],
    })
  ).convocatoryid;
const published = async (eventid: number): Promise<number> => {
  const id = await call(eventid);
  await must(scene.chief, `event/convocatories/${id}/publish`);
  return id;
};
const affiliate = async (): Promise<number> =>
  (
    await must(scene.chief, 'fmtri/fmtri_affiliate_users', {
      fmtri_number: `FM-${next()}`,
      first_name: 'Eva',
      last_name: 'Luna',
      gender: 'F',
      birth_date: '1990-05-06',
      stateid: 9,
    })
  ).affiliate_userid;
const affiliation = async (person: number, more: object = {}): Promise<number> => {
  const { typeid } = await must(scene.chief, 'fmtri/fmtri_affiliation_types', {
    name: { es: `Tipo ${next()}` },
    slug: `tipo-${next()}`,
    audience: 'atleta',
    validity: 'calendar_year',
    season,
    price_cents: 95_000,
    status: 'active',
    ...more,
  });
  return (await must(scene.chief, 'fmtri/fmtri_affiliations', { affiliate_userid: person, typeid, starts_on: `${season}-01-01` }))
    .affiliationid;
};
const holding = async (person: number): Promise<number> => {
  const id = await affiliation(person);
  await must(scene.chief, `fmtri/fmtri_affiliations/${id}/pay`, { input: { method: 'cash' } });
  return id;
};

/** The call, after its preparation, and the kinds of records that change because of it. */
interface Case {
  readonly from: () => Promise<() => Promise<unknown>>;
  readonly kinds: string;
}
const cases: Readonly<Record<string, Case>> = {
  'a person who is invited': {
    from: async () => {
      const {
        rows: [{ profileid }],
      } = await scene.pool.query(`select profileid from profiles where slug = 'kit-delivery' and is_system`);
      return () => must(organizer, 'organization/memberships', { email: `nueva${next()}@prueba.test`, name: 'Nueva Persona', profileid });
    },
    kinds: 'memberships membership_roles',
  },
  'a membership whose keys change': {
    from: async () => {
      const { rows } = await scene.pool.query<{ slug: string; profileid: number }>(
        `select slug, profileid from profiles where slug in ('kit-delivery', 'sponsor-viewer') and is_system`,
      );
      const [profileid, other] = ['kit-delivery', 'sponsor-viewer'].map((slug) => rows.find((row) => row.slug === slug)!.profileid);
      const { membershipid } = await must(organizer, 'organization/memberships', {
        email: `otra${next()}@prueba.test`,
        name: 'Otra Persona',
        profileid: other,
      });
      return () => change(organizer, `organization/memberships/${membershipid}`, { profileid });
    },
    kinds: 'memberships membership_roles',
  },
  'somebody who founds an organization and administers it': {
    from: async () => () =>
      must(scene.world.as('nadie'), 'organization/organizations', {
        name: 'Fundación',
        slug: 'fundacion',
        email: 'fundacion@prueba.test',
        stateid: 9,
      }),
    kinds: 'organizations memberships membership_roles users',
  },
  'a waiver that comes into force on its races': {
    from: async () => {
      const { eventid } = await opened(),
        id = await waiver(eventid);
      return () => must(scene.chief, `event/exonerations/${id}/activate`);
    },
    kinds: 'exonerations distances',
  },
  'a waiver that replaces one that was signed': {
    from: async () => {
      const { eventid, distances } = await opened(),
        first = await inForce(eventid);
      for (const distanceid of distances) await signed(eventid, distanceid, first);
      const id = await waiver(eventid, { resign: true });
      return () => must(scene.chief, `event/exonerations/${id}/activate`);
    },
    kinds: 'exonerations distances exoneration_signatures inscriptions',
  },
  'a waiver that is withdrawn from its races': {
    from: async () => {
      const { eventid } = await opened(),
        id = await inForce(eventid);
      return () => must(scene.chief, `event/exonerations/${id}/retire`);
    },
    kinds: 'exonerations distances',
  },
  'a race call that replaces the one before': {
    from: async () => {
      const { eventid } = await opened();
      await published(eventid);
      const id = await call(eventid);
      return () => must(scene.chief, `event/convocatories/${id}/publish`);
    },
    kinds: 'convocatories',
  },
  'a race call that is revised': {
    from: async () => {
      const { eventid } = await opened(),
        id = await published(eventid);
      return () => must(scene.chief, `event/convocatories/${id}/revise`, { input: { change_note: 'Ruta' } });
    },
    kinds: 'convocatories',
  },
  'an event that is duplicated with everything that it holds': {
    from: async () => {
      const { eventid, distances } = await opened();
      await published(eventid);
      await must(scene.chief, 'event/waves', { eventid, name: 'A', start_at: '2027-05-01T13:00:00Z', distanceids: distances });
      const asked = await must(scene.chief, 'event/event_questions', { eventid, label: { es: '¿Primera vez?' }, type: 'boolean' });
      await must(scene.chief, 'event/event_questions', {
        eventid,
        label: { es: '¿Cuál?' },
        visible_if_questionid: asked.questionid,
        visible_if_op: 'answered',
      });
      await must(scene.chief, 'event/tshirt_models', { eventid, name: 'Oficial', sizes: [{ size: 'M', ordered: 5 }] });
      return () => must(scene.chief, `event/events/${eventid}/duplicate`);
    },
    kinds: 'events distances price_tiers age_categories waves event_questions convocatories tshirt_models tshirt_stock',
  },
  'the coupons of a batch': {
    from: async () => {
      const { coupon_batchid } = await must(scene.chief, 'event/coupon_batches', {
        organizationid: scene.org,
        eventid: scene.eventid,
        name: 'Club',
        owner_type: 'club',
        qty: 40,
      });
      return () => must(scene.chief, `event/coupon_batches/${coupon_batchid}/generate`, { input: { type: 'percent', value: 10 } });
    },
    kinds: 'coupon_batches coupons',
  },
  'the bibs of a pool': {
    from: async () => {
      const { eventid } = await opened();
      return () => must(scene.chief, 'event/bib_pools', { eventid, name: 'Serie', start: 1, end: 30 });
    },
    kinds: 'bib_pools bibs',
  },
  'a pool that grows and takes in a loose bib': {
    from: async () => {
      const { eventid } = await opened(),
        { bib_poolid } = await must(scene.chief, 'event/bib_pools', { eventid, name: 'Serie', start: 1, end: 9 });
      await scene.pool.query('insert into bibs (eventid, organizationid, number) values ($1, $2, 12)', [eventid, scene.org]);
      return async () => {
        await change(scene.chief, `event/bib_pools/${bib_poolid}`, { end: 15 });
        expect((await scene.pool.query('select count(*)::int as bibs from bibs where bib_poolid = $1', [bib_poolid])).rows).toEqual([
          { bibs: 15 },
        ]);
      };
    },
    kinds: 'bib_pools bibs',
  },
  'a pool that shrinks': {
    from: async () => {
      const { eventid } = await opened(),
        { bib_poolid } = await must(scene.chief, 'event/bib_pools', { eventid, name: 'Serie', start: 1, end: 9 });
      return () => change(scene.chief, `event/bib_pools/${bib_poolid}`, { end: 5 });
    },
    kinds: 'bib_pools bibs',
  },
  'an affiliate whose name is corrected on their affiliations': {
    from: async () => {
      const person = await affiliate();
      await holding(person);
      return () => change(scene.chief, `fmtri/fmtri_affiliate_users/${person}`, { last_name: 'Sol' });
    },
    kinds: 'fmtri_affiliate_users fmtri_affiliations',
  },
  'an affiliate who is suspended with what they hold': {
    from: async () => {
      const person = await affiliate();
      await holding(person);
      return () => must(scene.chief, `fmtri/fmtri_affiliate_users/${person}/suspend`, { input: { reason: 'Adeudo' } });
    },
    kinds: 'fmtri_affiliate_users fmtri_affiliations',
  },
  'an affiliate who comes back with it': {
    from: async () => {
      const person = await affiliate();
      await holding(person);
      await must(scene.chief, `fmtri/fmtri_affiliate_users/${person}/suspend`, { input: { reason: 'Adeudo' } });
      return () => must(scene.chief, `fmtri/fmtri_affiliate_users/${person}/reinstate`);
    },
    kinds: 'fmtri_affiliate_users fmtri_affiliations',
  },
  'an affiliate who has died, with what they hold and what they asked for': {
    from: async () => {
      const person = await affiliate();
      await holding(person);
      await affiliation(person, { audience: 'entrenador' });
      return () => must(scene.chief, `fmtri/fmtri_affiliate_users/${person}/mark_deceased`, { input: { reason: 'Aviso de la familia' } });
    },
    kinds: 'fmtri_affiliate_users fmtri_affiliations',
  },
  'an affiliation that its payment puts in force': {
    from: async () => {
      const id = await affiliation(await affiliate());
      return () => must(scene.chief, `fmtri/fmtri_affiliations/${id}/pay`, { input: { method: 'cash' } });
    },
    kinds: 'fmtri_affiliations',
  },
  'an affiliation that costs nothing and is in force at once': {
    from: async () => {
      const person = await affiliate();
      const before = await affiliation(person);
      await must(scene.chief, `fmtri/fmtri_affiliations/${before}/cancel`, { input: { reason: 'x' } });
      return () => affiliation(person, { price_cents: 0 });
    },
    kinds: 'fmtri_affiliation_types fmtri_affiliations',
  },
};

describe('whatever is written next to a record leaves an audit', () => {
  test.each(Object.entries(cases))('%s', async (_, { from, kinds }) => {
    const action = await from();
    const trace: Trace = await tracing(scene.pool, audited, { mayCopy: true }).traced(action);
    expect(trace).toEqual(whole(kinds));
  });

  test('and the person is in each of them', async () => {
    const { rows } = await scene.pool.query(
      `select distinct resource from audits where resource in ('coupons', 'bibs', 'memberships', 'exoneration_signatures', 'distances') and source = 'api' and actor_userid is null`,
    );
    expect(rows).toEqual([]);
  });
});
