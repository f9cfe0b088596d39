import type pg from 'pg';
import { day, hour, iso, dateOf, type Calendar } from './calendar';
import { insertRows, type Row } from './insertRows';
import type { FileRef } from '@/fields/file/file';
import { keepPictures, type Picture } from './pictures';

interface Coming {
  readonly eventid: number;
  readonly name: { readonly es: string; readonly en?: string };
  readonly city: string;
  readonly start_at: Date | string;
}
interface Stage {
  readonly serialid: number;
  readonly event: Coming;
  readonly at: number;
}

const wide = { width: 1920, height: 600 } as const,
  tall = { width: 750, height: 900 } as const;
const themes = [
  { key: 'alba', sky: '#f7b267', land: '#6d2e46', mark: '#ffe8c7' },
  { key: 'costa', sky: '#8ecae6', land: '#02496b', mark: '#ffdd7a' },
  { key: 'desierto', sky: '#f2cc8f', land: '#81432b', mark: '#ffffff' },
] as const;
const scenes: readonly Picture[] = themes.flatMap(({ key, ...colours }): Picture[] => [
  { key: `${key}-desktop`, kind: 'scene', ...wide, ...colours },
  { key: `${key}-mobile`, kind: 'scene', ...tall, ...colours },
]);
const points = [100, 80, 65, 55, 50, 45, 40, 36, 32, 30];

const setKeys = async (client: pg.ClientBase, keys: Readonly<Record<string, string>>): Promise<void> => {
  for (const [table, key] of Object.entries(keys))
    await client.query(`select setval(pg_get_serial_sequence('${table}', '${key}'), max(${key})) from ${table}`);
};
const conflictSql = 'update promotion_bins set conflict_promotion_binids = array[3 - promotion_binid] where promotion_binid in (1, 2)';
const ofSerialSql = 'update events e set serialid = s.serialid, stageid = s.stageid from stages s where s.eventid = e.eventid';
const pointsSql = `
  update results r set points = round(((p->>'points')::numeric * d.weight::numeric), 2) from events e join serials s using (serialid) join serial_events d on d.serialid = s.serialid and d.eventid = e.eventid, jsonb_array_elements(s.points_table) p
    where r.eventid = e.eventid and r.status = 'finished' and (p->>'place')::int = r.place_overall`;
const comingSql =
  "select eventid, name, city, start_at from events where organizationid = $1 and status in ('published', 'sold_out', 'closed', 'finished') and start_at > $2 order by start_at limit 4";

const promotions = (now: number, today: number): readonly Row[] => {
  const stamps = { created: iso(now - 40 * day), updated: iso(now - 12 * day) };
  const legal = (what: string) => ({
    es: `${what} Válido en compras en línea dentro de la vigencia. Consulta términos con tu banco.`,
    en: `${what} Valid for purchases online within the dates. Ask your bank for terms.`,
  });
  const base = {
    card_kind: 'credit',
    max_discount_cents: null,
    min_total_cents: 50_000,
    installments: null,
    scope: 'platform',
    region: null,
    budget_cents: null,
    max_uses: null,
    max_uses_per_user: 1,
    stackable_with_coupon: false,
    priority: 0,
    status: 'active',
    conflict_promotion_binids: null,
    ...stamps,
  };
  const period = (from: number, to: number) => ({ starts_at: iso(today + from * day), ends_at: iso(today + to * day) });
  return [
    {
      ...base,
      promotion_binid: 1,
      name: '10 % con Banco Horizonte',
      bank: 'Banco Horizonte',
      brand: 'visa',
      bins: ['415231', '455529'],
      discount_type: 'percent',
      value: 10,
      max_discount_cents: 20_000,
      ...period(-20, 60),
      legal_text: legal('10 % de descuento.'),
    },
    {
      ...base,
      promotion_binid: 2,
      name: '20 % Horizonte Platino',
      bank: 'Banco Horizonte',
      brand: 'visa',
      bins: ['415231', '41523177'],
      discount_type: 'percent',
      value: 20,
      max_discount_cents: 50_000,
      priority: 10,
      ...period(-5, 25),
      legal_text: legal('20 % de descuento.'),
    },
    {
      ...base,
      promotion_binid: 3,
      name: '6 y 12 meses Banca del Valle',
      bank: 'Banca del Valle',
      brand: 'mastercard',
      bins: ['547046', '52017880'],
      discount_type: 'installments',
      value: null,
      installments: ['6', '12'],
      min_total_cents: 100_000,
      ...period(-30, 90),
      legal_text: legal('Meses sin intereses.'),
    },
    {
      ...base,
      promotion_binid: 4,
      name: '$150 de regreso Banco del Sol',
      bank: 'Banco del Sol',
      brand: 'mastercard',
      card_kind: 'debit',
      bins: ['557910'],
      discount_type: 'amount',
      value: 15_000,
      budget_cents: 5_000_000,
      ...period(-90, -10),
      status: 'ended',
      legal_text: legal('$150 de descuento.'),
    },
    {
      ...base,
      promotion_binid: 5,
      name: 'Preventa Carnet',
      bank: 'Red Carnet',
      brand: 'carnet',
      card_kind: 'any',
      bins: ['506199'],
      discount_type: 'percent',
      value: 15,
      ...period(15, 45),
      status: 'draft',
      legal_text: legal('15 % de descuento.'),
    },
  ];
};

const slide = (
  carouselid: number,
  sort: number,
  theme: string,
  alt: readonly [string, string],
  more: Row,
  pictures: ReadonlyMap<string, FileRef>,
  created: string,
): Row => ({
  carouselid,
  title: null,
  alt: { es: alt[0], en: alt[1] },
  img_desktop: pictures.get(`${theme}-desktop`)?.url,
  img_mobile: pictures.get(`${theme}-mobile`)?.url,
  url: null,
  eventid: null,
  cta: null,
  region: null,
  starts_at: null,
  ends_at: null,
  sort,
  clicks: 0,
  impressions: 0,
  ...more,
  created,
  updated: created,
});

const seedCarousels = async (
  client: pg.ClientBase,
  { now, today }: Calendar,
  organizationid: number,
  coming: readonly Coming[],
): Promise<void> => {
  const pictures = await keepPictures(client, organizationid, scenes);
  const created = iso(now - 30 * day),
    stamps = { created, updated: iso(now - 2 * day) };
  const soon = coming.at(-1)!;
  await insertRows(client, 'carousels', [
    { carouselid: 1, name: 'Portada principal', placement: 'home_hero', locale: 'es', status: 'active', autoplay_s: 6, ...stamps },
    { carouselid: 2, name: 'Inicio de la app', placement: 'app_home', locale: 'es', status: 'active', autoplay_s: 0, ...stamps },
    { carouselid: 3, name: 'Campaña de verano', placement: 'home_secondary', locale: 'es', status: 'hidden', autoplay_s: 8, ...stamps },
  ]);
  await insertRows(client, 'carousel_items', [
    slide(
      1,
      0,
      'alba',
      ['Amanecer sobre la ruta de montaña', 'Dawn over the mountain course'],
      {
        title: { es: soon.name.es, en: soon.name.en ?? null },
        eventid: soon.eventid,
        cta: { es: 'Inscríbete', en: 'Sign up' },
        clicks: 1840,
        impressions: 52_300,
      },
      pictures,
      created,
    ),
    slide(
      1,
      1,
      'costa',
      ['Bahía y camino junto al mar', 'A bay and a road by the sea'],
      {
        title: { es: 'Serial del Caribe', en: 'Caribbean series' },
        url: 'https://seriales.example.com/',
        region: 'sureste',
        starts_at: iso(today - 10 * day),
        ends_at: iso(today + 40 * day),
        clicks: 615,
        impressions: 18_900,
      },
      pictures,
      created,
    ),
    slide(
      1,
      2,
      'desierto',
      ['Dunas al atardecer', 'Dunes at dusk'],
      {
        title: { es: 'Preventa del desierto', en: 'Desert presale' },
        url: 'https://desierto.example.com/',
        starts_at: iso(today + 15 * day),
        ends_at: iso(today + 45 * day),
      },
      pictures,
      created,
    ),
    slide(
      2,
      0,
      'costa',
      ['Bahía y camino junto al mar', 'A bay and a road by the sea'],
      {
        title: { es: 'Recoge tu kit', en: 'Pick up your kit' },
        cta: { es: 'Ver sedes', en: 'See places' },
        clicks: 402,
        impressions: 9_120,
      },
      pictures,
      created,
    ),
    slide(
      3,
      0,
      'desierto',
      ['Dunas al atardecer', 'Dunes at dusk'],
      { ends_at: iso(today - 5 * day), clicks: 77, impressions: 3_010 },
      pictures,
      created,
    ),
  ]);
};

const seedSerials = async (
  client: pg.ClientBase,
  { now }: Calendar,
  organizationids: readonly number[],
  held: readonly (readonly Coming[])[],
): Promise<void> => {
  const stamps = { created: iso(now - 60 * day), updated: iso(now - 20 * day) };
  const season = new Date(now).getUTCFullYear();
  const about = [
    'Carreras de 5 y 10 kilómetros por los parques de la ciudad. Cuentan las tres mejores fechas y hacen falta dos para entrar al ranking.',
    'Triatlones de distancia sprint y olímpica frente al mar. La última fecha vale la mitad más.',
  ];
  const lastWeight = 1.5;
  const names = [
    { es: 'Serial Ciudad en Movimiento', en: 'City in Motion Series' },
    { es: 'Serial Triatlón del Caribe', en: 'Caribbean Triathlon Series' },
  ];
  await insertRows(
    client,
    'serials',
    names.map((name, at): Row => ({
      serialid: at + 1,
      organizationid: organizationids[at],
      name,
      slug: `${['ciudad-en-movimiento', 'triatlon-del-caribe'][at]}-${season}`,
      category: 'seriales',
      season,
      description: about[at],
      points_table: points.map((each, place) => ({ place: place + 1, points: each })),
      best_n: 3,
      min_events: 2,
      status: 'published',
      ...stamps,
    })),
  );
  const dates = held.flatMap((events, at) => events.map((event, position): Stage => ({ serialid: at + 1, event, at: position })));
  await insertRows(
    client,
    'serial_events',
    dates.map(({ serialid, event, at }): Row => ({
      serialid,
      organizationid: organizationids[serialid - 1],
      eventid: event.eventid,
      weight: serialid === 2 && at === held[1]!.length - 1 ? lastWeight : 1,
      sort: at,
      ...stamps,
    })),
  );
  await insertRows(
    client,
    'stages',
    dates.map(({ serialid, event, at }): Row => ({
      serialid,
      eventid: event.eventid,
      name: { es: `Etapa ${at + 1}: ${event.city}`, en: `Stage ${at + 1}: ${event.city}` },
      number: at + 1,
      date: dateOf(new Date(event.start_at).getTime()),
      place: event.city,
      sort: at,
      url: `https://seriales.example.com/${serialid}/etapas/${at + 1}`,
      visible_from: iso(now - 60 * day),
      visible_to: iso(new Date(event.start_at).getTime() + 30 * day),
      status: 'published',
      ...stamps,
    })),
  );
  await client.query(ofSerialSql);
};

const deliverSql = `
  insert into notification_deliveries (notificationid, web_userid, provider, status, sent_at, opened_at, is_test, attempts, created, updated)
  select 1, web_userid, 'local', case when web_userid % 5 = 0 then 'opened' when web_userid % 17 = 0 then 'failed' else 'delivered' end, $1::timestamptz, case when web_userid % 5 = 0 then $1::timestamptz + interval '10 minutes' end, false, 1, $1, $1
    from (select distinct web_userid from inscriptions where eventid = $2 and status in ('paid', 'assign_number') and deleted_at is null order by 1 limit 60) reached`;

/** One message is for people by name. */
const listSql = `
  update notifications set audience_list = (select string_agg(web_userid::text, chr(10) order by web_userid)
    from (select distinct w.web_userid from inscriptions i join web_users w using (web_userid) where i.eventid = $1 and i.status in ('paid', 'assign_number') and w.status = 'active' order by 1 limit 24) named) where notificationid = 4`;

const seedNotifications = async (client: pg.ClientBase, { now, today }: Calendar, event: Coming): Promise<void> => {
  const stamps = (days: number) => ({ created: iso(now - days * day), updated: iso(now - days * day) });
  const base = {
    platform: 'all',
    app: 'ASDEPORTE',
    eventids: null,
    audience_statuses: null,
    audience_regions: null,
    kit_pending: false,
    audience_count: null,
    scheduled_at: null,
    deep_link: null,
  };
  const sent = iso(now - 4 * day - 2 * hour);
  await insertRows(client, 'notifications', [
    {
      ...base,
      notificationid: 1,
      title: 'Tu kit te espera',
      body: 'Recoge tu kit el viernes y sábado de 10:00 a 19:00. Lleva identificación y tu folio.',
      eventids: [event.eventid],
      audience_statuses: ['paid', 'assign_number'],
      kit_pending: true,
      audience_count: 60,
      deep_link: `/eventos/${event.eventid}`,
      status: 'sent',
      ...stamps(5),
    },
    {
      ...base,
      notificationid: 2,
      title: 'Cambio de hora de salida',
      body: 'Por obras en la ruta, la salida del 10K se mueve a las 7:30. Llega con tiempo.',
      eventids: [event.eventid],
      status: 'draft',
      ...stamps(1),
    },
    {
      ...base,
      notificationid: 4,
      title: 'Gracias, voluntarios',
      body: 'Su playera y su constancia los esperan en la mesa 3 el sábado desde las 9:00.',
      eventids: [event.eventid],
      status: 'draft',
      ...stamps(2),
    },
    {
      ...base,
      notificationid: 3,
      title: 'Últimos lugares',
      body: 'Quedan pocos lugares para el serial del Caribe. Inscríbete antes del domingo.',
      audience_regions: ['sureste'],
      scheduled_at: iso(today - 8 * day),
      status: 'cancelled',
      ...stamps(9),
    },
  ]);
  await client.query(deliverSql, [sent, event.eventid]);
  await client.query(listSql, [event.eventid]);
};

/** The public site and the app: carousels with their slides, serials with their stages, promotions of cards and push messages. */
export const seedWeb = async (
  client: pg.ClientBase,
  calendar: Calendar,
  organizationids: readonly [platform: number, ...owners: number[]],
): Promise<void> => {
  const [platform, ...owners] = organizationids;
  const held: Coming[][] = [];
  for (const owner of owners) held.push((await client.query<Coming>(comingSql, [owner, iso(calendar.today - 120 * day)])).rows);
  const coming = held[0]!;
  await seedCarousels(client, calendar, platform, coming);
  await seedSerials(client, calendar, owners, held);
  await insertRows(client, 'promotion_bins', promotions(calendar.now, calendar.today));
  await client.query(conflictSql);
  await seedNotifications(client, calendar, coming[0]!);
  await setKeys(client, {
    carousels: 'carouselid',
    serials: 'serialid',
    promotion_bins: 'promotion_binid',
    notifications: 'notificationid',
  });
};

/** What the places of a race were worth, once its results are known. */
export const countPoints = (client: pg.ClientBase): Promise<unknown> => client.query(pointsSql);
