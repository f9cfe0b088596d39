import { bib_pools } from '@/resources/bib_pools/bib_pools';
import { distances } from '@/resources/distances/distances';
import { event_questions } from '@/resources/event_questions/event_questions';
import { events } from '@/resources/events/events';
import { states } from '@/resources/states/states';
import { tshirt_models } from '@/resources/tshirt_models/tshirt_models';
import type { AnyResource } from '@/schema';
import { can } from '@/schema/project/access';
import { createRecord } from '../../api/write/createRecords';
import { columnsOf } from '../../kernel/columnsOf';
import type { Hooks } from '../../kernel/defineHooks';
import { selectAll, value } from '../../kernel/select';
import { sql } from '../../kernel/sql';
import type { Transaction } from '../../kernel/transaction';
import { bibPoolsHooks } from '../bibs/bib_pools.hooks';
import { distancesHooks } from './distances.hooks';
import { eventQuestionsHooks } from './event_questions.hooks';

const e = columnsOf(events);
const s = columnsOf(states);
const dayMs = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * dayMs).toISOString();
const slugBase = 'carrera-de-ejemplo';

/** What a small race looks like: two distances with prices by date and ages, numbers for both. */
const races = [
  { name: '10 km', code: '10K', km: 10, capacity: 300, prices: [45_000, 52_000], numbers: [1, 300] },
  { name: '5 km', code: '5K', km: 5, capacity: 200, prices: [35_000, 42_000], numbers: [501, 700] },
] as const;
const ages = (['F', 'M'] as const).flatMap((branch) => [
  { name: 'Libre', branch, age_min: 18, age_max: 39 },
  { name: 'Máster', branch, age_min: 40, age_max: 99 },
]);
const shirts = ['XS', 'S', 'M', 'L', 'XL'] as const;
const stocked = 100;

/** The first address that no event has. */
const freeSlug = async (tx: Transaction): Promise<string> => {
  const taken = new Set(
    await tx.asOwner(() => selectAll(tx, value<string>(sql`${e.slug}`), sql`from ${e} where ${e.slug} like ${`${slugBase}%`}`)),
  );
  for (let at = 1; ; at += 1) {
    const slug = at === 1 ? slugBase : `${slugBase}-${at}`;
    if (!taken.has(slug)) return slug;
  }
};

/** A state of a region in which the person may create events. */
const placeOf = async (tx: Transaction): Promise<number | undefined> => {
  const everywhere = tx.grants.regions.length === 0 || tx.grants.regions.includes('national');
  const [stateid] = await selectAll(
    tx,
    value<number>(sql`${s.stateid}`),
    sql`from ${s} where ${everywhere} or ${s.region} = any(${[...tx.grants.regions]}::text[]) order by ${s.region} <> 'centro', ${s.stateid} limit 1`,
  );
  return stateid;
};

/**
 * Creates an event to learn with, as a draft: distances, prices, ages, numbers, shirts and a question, each written as the person's own
 * forms write it. What it still needs to be published is named on its page.
 */
export const createSample = async (tx: Transaction, eventsHooks: Hooks): Promise<{ readonly eventid: number }> => {
  const create = (resource: AnyResource, hooks: Hooks | undefined, values: object): Promise<number> =>
    createRecord(tx, resource, hooks, values);
  const [start, opening, closing, dearer] = [inDays(60), inDays(0), inDays(55), inDays(30)];
  const eventid = await create(events, eventsHooks, {
    name: { es: 'Carrera de ejemplo', en: 'Sample race' },
    slug: await freeSlug(tx),
    category: 'experiencias-retos',
    sport: 'running',
    start_at: start,
    registration_open_at: opening,
    registration_close_at: closing,
    stateid: await placeOf(tx),
    city: 'Ciudad de ejemplo',
    contact_email: 'hola@example.com',
    refund_policy: 'wallet',
  });
  for (const { name, code, km, capacity, prices, numbers } of races) {
    const distanceid = await create(distances, distancesHooks, {
      eventid,
      name,
      code,
      distance_km: km,
      capacity,
      price_tiers: [
        { name: 'Preventa', starts_at: opening, ends_at: dearer, price_cents: prices[0] },
        { name: 'Regular', starts_at: dearer, ends_at: closing, price_cents: prices[1] },
      ],
      age_categories: ages,
    });
    await create(bib_pools, bibPoolsHooks, { eventid, name, distanceids: [distanceid], start: numbers[0], end: numbers[1] });
  }
  if (can(tx.grants, 'create', tshirt_models))
    await create(tshirt_models, undefined, { eventid, name: 'Playera oficial', sizes: shirts.map((size) => ({ size, ordered: stocked })) });
  await create(event_questions, eventQuestionsHooks, {
    eventid,
    label: { es: '¿Cómo te enteraste de la carrera?', en: 'How did you hear about the race?' },
    type: 'select',
    options: [
      { value: 'redes', label: { es: 'Redes sociales', en: 'Social media' } },
      { value: 'amigos', label: { es: 'Amigos o club', en: 'Friends or club' } },
      { value: 'otro', label: { es: 'Otro', en: 'Other' } },
    ],
  });
  return { eventid };
};
