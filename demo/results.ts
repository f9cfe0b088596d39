import type pg from 'pg';
import { must, nth } from '@/schema/must';
import { day, iso, minute, type Calendar } from './calendar';
import { demoUserOf } from '../server/demoAccounts';
import { fingerprintOf } from '../server/features/certificates/certificateContent';
import { readFacts } from '../server/features/certificates/readFacts';
import { runnerOf } from '../server/kernel/runnerOf';
import { versionsOf } from './versionsOf';
import { folioOf } from './folioOf';
import { insertRows, type Row } from './insertRows';
import { createRandom, seedOf, type Random } from './random';
import { familyNames, menNames, womenNames } from './words';

const chapter = 191,
  strangersEvery = 90,
  firstStrange = 90_001,
  claimsEach = 6,
  claimMinutes = 40,
  certificatesMade = 60;
/** Seconds per kilometre of the fastest, and the factor of the slowest. */
const paceOfRun = [196, 2.5] as const;
const paces: Readonly<Record<string, readonly [number, number]>> = {
  swim: [780, 2.6],
  bike: [92, 1.9],
  run: paceOfRun,
  trail: [290, 2.6],
  walk: [480, 1.8],
  obstacle: [330, 2.4],
};
const points: Readonly<Record<string, string>> = {
  swim: 'Natación',
  bike: 'Ciclismo',
  run: 'Carrera',
  trail: 'Trail',
  walk: 'Caminata',
  obstacle: 'Obstáculos',
};
const fates = [
  ['finished', 938],
  ['DNF', 25],
  ['DNS', 30],
  ['DQ', 4],
  ['OTL', 3],
] as const;
const faults = [
  'Recortó la ruta en el kilómetro 6.',
  'Drafting en el segmento de ciclismo.',
  'Corrió con el dorsal de otra persona.',
  'Recibió ayuda externa.',
] as const;
const claims = [
  ['time', 'Mi reloj marca dos minutos menos que el tiempo publicado.'],
  ['category', 'Aparezco en una categoría que no es la mía.'],
  ['name', 'Mi apellido está mal escrito.'],
  ['missing', 'Crucé la meta y no aparece mi tiempo de chip.'],
  ['number', 'El dorsal que aparece no es el que me dieron.'],
  ['dq', 'No recorté la ruta: tengo el registro del GPS.'],
] as const;

interface Segment {
  readonly sport: string;
  readonly km: number;
}
interface Course {
  readonly eventid: number;
  readonly organizationid: number;
  readonly distanceid: number;
  readonly sport: string;
  readonly distance_km: number | null;
  readonly segments: readonly Segment[] | null;
  readonly start_at: string;
  readonly claim_days: number;
}
interface Runner {
  readonly inscriptionid: number | null;
  readonly web_userid: number | null;
  readonly number: number;
  readonly name: string;
  readonly gender: string;
  readonly age_category: string | null;
  readonly chip_code: string | null;
}
/** The last race of the federation and the last running race: one is already official, the other still accepts claims. */
const coursesSql = `
  with last as (
    (select eventid from events where status = 'finished' and fmtri_required order by start_at desc, eventid limit 1) union
    (select eventid from events where status = 'finished' and sport = 'running' order by start_at desc, eventid limit 1))
  select e.eventid::int, e.organizationid::int, d.distanceid::int, e.sport, d.distance_km, d.segments, e.start_at::text, e.results_claim_days as claim_days
    from last join events e using (eventid) join distances d using (eventid) order by e.eventid, d.sort, d.distanceid`;
const runnersSql = `
  select i.inscriptionid::int, i.web_userid::int, i.number, i.name, i.gender, c.name as age_category, i.chip_code from inscriptions i left join age_categories c using (age_categoryid)
   where i.distanceid = $1 and i.status = 'assign_number' order by i.number`;

const legsOf = ({ segments, distance_km, sport }: Course): readonly Segment[] => {
  if (segments?.length) return segments;
  const km = distance_km ?? 10,
    kind = sport === 'trail' ? 'trail' : 'run';
  return [
    { sport: kind, km: km / 2 },
    { sport: kind, km: km / 2 },
  ];
};
interface Clock {
  readonly total: number;
  readonly splits: readonly Row[];
}
const clockOf = (legs: readonly Segment[], chance: Random): Clock => {
  const fitness = (chance.next() + chance.next() + chance.next()) / 3;
  let total = 0,
    km = 0;
  const splits = legs.map(({ sport, km: length }, at): Row => {
    const [best, most] = paces[sport] ?? paceOfRun;
    total +=
      Math.round(best * length * (1 + (most - 1) * Math.min(1, Math.max(0, fitness + (chance.next() - 0.5) * 0.12))) * 1000) +
      (at > 0 && sport !== nth(legs, at - 1).sport ? chance.between(45_000, 240_000) : 0);
    km += length;
    const isSame = legs.every((leg) => leg.sport === sport);
    return {
      point: isSame ? (at === legs.length - 1 ? 'Meta' : 'Mitad') : (points[sport] ?? sport),
      km: Math.round(km * 1000) / 1000,
      time_ms: total,
      rank: null,
    };
  });
  return { total, splits };
};

const strangerOf = (at: number, chance: Random): Runner => {
  const isWoman = chance.chance(0.45);
  return {
    inscriptionid: null,
    web_userid: null,
    number: firstStrange + at,
    name: `${chance.pick(isWoman ? womenNames : menNames)} ${chance.pick(familyNames)}`,
    gender: isWoman ? 'F' : 'M',
    age_category: null,
    chip_code: null,
  };
};
/** Numbers rows with a common value, in order. */
const placer = () => {
  const taken = new Map<unknown, number>();
  return (value: unknown): number | null => {
    if (value === null) return null;
    const place = (taken.get(value) ?? 0) + 1;
    taken.set(value, place);
    return place;
  };
};

const resultsOf = (course: Course, runners: readonly Runner[], result_setid: number): readonly Row[] => {
  const legs = legsOf(course),
    km = legs.reduce((sum, leg) => sum + leg.km, 0);
  const chanceOf = (number: number) => createRandom(seedOf(chapter, course.distanceid, number));
  const strangers = Array.from({ length: Math.floor(runners.length / strangersEvery) }, (_, at) =>
    strangerOf(at, chanceOf(firstStrange + at)),
  );
  const timed = [...runners, ...strangers]
    .map((runner) => {
      const chance = chanceOf(runner.number),
        status = runner.inscriptionid === null ? 'finished' : chance.weighted(fates);
      const { total, splits } = clockOf(legs, chance),
        isTimed = status === 'finished' || status === 'DQ' || status === 'OTL';
      return {
        runner,
        status,
        chip: isTimed ? total : null,
        gun: isTimed ? total + chance.between(0, 95_000) : null,
        splits: isTimed ? splits : status === 'DNF' ? splits.slice(0, -1) : [],
        fault: status === 'DQ' ? chance.pick(faults) : null,
      };
    })
    .sort((one, other) => (one.chip ?? Infinity) - (other.chip ?? Infinity) || one.runner.number - other.runner.number);
  const [overall, gender, category] = [placer(), placer(), placer()];
  return timed.map(
    ({ runner: { inscriptionid, number, name, gender: branch, age_category, chip_code }, status, chip, gun, splits, fault }): Row => {
      const isPlaced = status === 'finished',
        place_overall = isPlaced ? overall('all') : null;
      return {
        organizationid: course.organizationid,
        result_setid,
        eventid: course.eventid,
        distanceid: course.distanceid,
        inscriptionid,
        matched_by: inscriptionid === null ? 'none' : chip_code ? 'chip' : 'number',
        number,
        chip_code,
        name,
        gender: branch,
        age_category,
        status,
        chip_time_ms: chip,
        gun_time_ms: gun,
        pace_s: chip === null ? null : Math.round(chip / 1000 / km),
        splits,
        place_overall,
        place_gender: isPlaced ? gender(branch) : null,
        place_category: isPlaced ? category(age_category) : null,
        dq_reason: fault,
        award:
          place_overall === null
            ? null
            : (['Primer lugar absoluto', 'Segundo lugar absoluto', 'Tercer lugar absoluto'][place_overall - 1] ?? null),
      };
    },
  );
};

/** Athletes with a claim, some of which were answered. */
const claimsSql = `
  select r.resultid::int, r.result_setid::int, r.eventid::int, r.organizationid::int, i.web_userid::int, r.status from results r join inscriptions i using (inscriptionid)
   where r.result_setid = $1 and r.status in ('finished', 'DQ') order by (r.status = 'DQ') desc, md5(r.resultid::text) limit ${claimsEach}`;
interface Disputed {
  readonly resultid: number;
  readonly result_setid: number;
  readonly eventid: number;
  readonly organizationid: number;
  readonly web_userid: number;
  readonly status: string;
}
const claimOf = ({ status, ...disputed }: Disputed, at: number, published: number, dueDays: number, isOver: boolean, now: number): Row => {
  const [type, message] = status === 'DQ' ? claims[5] : nth(claims, at % 5);
  const made = Math.min(now, published + (at + 1) * claimMinutes * minute),
    state = isOver ? (at % 2 ? 'accepted' : 'rejected') : at % 3 === 1 ? 'in_review' : at % 3 === 2 ? 'accepted' : 'open';
  const isAnswered = state === 'accepted' || state === 'rejected',
    answered = isAnswered ? iso(Math.min(now, made + 5 * claimMinutes * minute)) : null;
  return {
    ...disputed,
    type,
    message,
    status: state,
    resolution:
      state === 'accepted'
        ? 'Se revisó con el video de meta y se corrige.'
        : state === 'rejected'
          ? 'Los jueces confirman lo publicado.'
          : null,
    resolved_by_userid: isAnswered ? demoUserOf('timing') : null,
    resolved_at: answered,
    due_at: iso(published + dueDays * day),
    created: iso(made),
    updated: answered ?? iso(made),
  };
};

/** The results of two finished events, the claims of athletes, and the draft of their certificate. */
export const seedResults = async (client: pg.ClientBase, { now }: Calendar): Promise<void> => {
  const { rows: courses } = await client.query<Course>(coursesSql);
  for (const [at, course] of courses.entries()) {
    const { rows: runners } = await client.query<Runner>(runnersSql, [course.distanceid]);
    const result_setid = at + 1,
      isOfficial = course.eventid === courses[0]?.eventid;
    const published = Math.min(now, Date.parse(course.start_at) + day / 4),
      claim_until = iso(published + course.claim_days * day),
      created = iso(published),
      distance = { eventid: course.eventid, organizationid: course.organizationid, distanceid: course.distanceid };
    await insertRows(client, 'result_sets', [
      {
        result_setid,
        ...distance,
        revision: isOfficial ? 2 : 1,
        status: isOfficial ? 'official' : 'provisional',
        source: 'file',
        provider: 'Cronos Deportivo',
        column_map: { Dorsal: 'number', Nombre: 'name', Chip: 'chip_time_ms', Oficial: 'gun_time_ms' },
        published_at: created,
        claim_until,
        created,
        updated: created,
      },
    ]);
    const rows = resultsOf(course, runners, result_setid).map((row) => ({ ...row, created, updated: created }));
    await insertRows(client, 'results', rows);
    await insertRows(client, 'result_versions', versionsOf({ result_setid, ...distance }, isOfficial, rows.length, created));
    const { rows: disputed } = await client.query<Disputed>(claimsSql, [result_setid]);
    await insertRows(
      client,
      'result_claims',
      disputed.map((each, order) => claimOf(each, order, published, course.claim_days, isOfficial, now)),
    );
  }
  await client.query(
    `select setval(pg_get_serial_sequence('result_sets', 'result_setid'), max(result_setid)) from result_sets having max(result_setid) is not null`,
  );
  await client.query(
    `
    insert into certificate_templates (organizationid, eventid, name, kind, page, orientation, background_img, elements, locale, given_to, status, created, updated)
    select e.organizationid, e.eventid, 'Finalista', 'finisher', 'letter', 'landscape', e.img_cover, $1::jsonb, 'es', array['finished'], 'draft', e.created, e.created from events e
     where e.img_cover is not null and e.eventid = any($2::bigint[]) order by e.eventid`,
    [JSON.stringify(elements), [...new Set(courses.map(({ eventid }) => eventid))]],
  );
  if (courses[0]) await seedCertificates(client, courses[0].eventid);
};

const runnersUpSql = `
  select t.templateid::int, r.organizationid::int, r.eventid::int, r.resultid::int, r.inscriptionid::int, s.published_at::text as published
    from certificate_templates t join results r using (eventid) join result_sets s using (result_setid)
   where t.eventid = $1 and s.status = 'official' and r.status = 'finished' and r.inscriptionid is not null order by r.result_setid, r.place_overall limit ${certificatesMade}`;
interface Finisher {
  readonly templateid: number;
  readonly organizationid: number;
  readonly eventid: number;
  readonly resultid: number;
  readonly inscriptionid: number;
  readonly published: string;
}
/** The first certificates of the race with official results, with a published template. */
const seedCertificates = async (client: pg.ClientBase, eventid: number): Promise<void> => {
  await client.query(`update certificate_templates set status = 'published' where eventid = $1`, [eventid]);
  const { rows } = await client.query<Finisher>(runnersUpSql, [eventid]);
  const certified = await readFacts(
    runnerOf(client),
    rows.map(({ resultid }) => resultid),
  );
  await insertRows(
    client,
    'certificates',
    rows.map(({ published, ...finisher }, at): Row => {
      const serial = folioOf(chapter * 100_000 + finisher.resultid),
        facts = must(certified.get(finisher.resultid), 'the facts of a finisher').facts,
        made = iso(Date.parse(published) + (at + 1) * minute);
      return {
        ...finisher,
        serial,
        facts,
        sha256: fingerprintOf(serial, finisher.templateid, facts),
        url: `http://127.0.0.1:3000/verify/${serial}`,
        generated_at: made,
        downloads: at % 4,
        created: made,
        updated: made,
      };
    }),
  );
};
const elements = [
  { kind: 'text', text: 'Certificado de finalista', x: 30, y: 40, w: 220, font: 'serif', size: 30, color: '#14213d', align: 'center' },
  { kind: 'field', source: 'name', x: 30, y: 80, w: 220, font: 'serif', size: 40, color: '#14213d', align: 'center' },
  { kind: 'field', source: 'distance', x: 30, y: 110, w: 220, font: 'sans', size: 18, color: '#444444', align: 'center' },
  { kind: 'field', source: 'chip_time', x: 30, y: 130, w: 220, font: 'mono', size: 28, color: '#14213d', align: 'center' },
  { kind: 'qr', x: 240, y: 175, w: 25 },
];
