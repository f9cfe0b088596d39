import { day, hour, iso, minute, type Calendar } from './calendar';
import { demoAccounts, demoUserOf } from '../server/demoAccounts';
import type { Row } from './insertRows';
import { giantOrganization, platformOrganization, secondOrganization } from './organizations';
import type { EventPlan, TableRows } from './plans';
import { createRandom, seedOf } from './random';

const chapter = 171,
  perPerson = 4,
  lifeDays = 7,
  ordinary = new Set(['organizer', 'kit-delivery', 'timing', 'sponsor-viewer']);
const templates = [
  { name: 'Inscritos por distancia', type: 'inscriptions', columns: ['folio', 'name', 'distanceid', 'status'] },
  { name: 'Pagos del mes', type: 'payments', columns: ['created', 'method', 'amount_cents', 'status'] },
  { name: 'Playeras por talla', type: 'tshirts', columns: ['tshirt_modelid', 'size', 'available'] },
] as const;

/** Downloads are named after the list that they are of. */
const lists = {
  inscriptions: 'Inscripciones',
  inscriptions_wo_contact: 'Inscripciones',
  payments: 'Pagos',
  coupons: 'Cupones',
  tshirts: 'Inventario de playeras',
};

const reportsOf = (events: readonly EventPlan[], { now }: Calendar): readonly TableRows[] => {
  const created = iso(now - 120 * day);
  const made = [platformOrganization, giantOrganization].flatMap((organizationid, house) =>
    templates.map(({ columns, ...template }, at): Row => ({
      report_templateid: house * templates.length + at + 1,
      organizationid,
      ...template,
      format: at === 1 ? 'xlsx' : 'csv',
      params: { columns },
      requested_by_userid: demoUserOf(house === 0 ? 'finance' : 'organizer'),
      created,
      updated: created,
    })),
  );
  const schedules = made
    .filter((_, at) => at % templates.length < 2)
    .map((template, at): Row => ({
      report_scheduleid: at + 1,
      organizationid: template['organizationid'],
      report_templateid: template['report_templateid'],
      cron: at % 2 ? '0 7 1 * *' : '0 8 * * 1',
      recipientids: [template['requested_by_userid']],
      requested_by_userid: template['requested_by_userid'],
      status: 'paused',
      last_run_at: null,
      next_run_at: null,
      created,
      updated: created,
    }));
  const jobs = demoAccounts.flatMap(({ userid, profile }) =>
    Array.from({ length: perPerson }, (_, at): Row => {
      const chance = createRandom(seedOf(chapter, userid, at));
      const organizationid = ordinary.has(profile) ? giantOrganization : platformOrganization;
      const event = chance.pick(events.filter((each) => !ordinary.has(profile) || each.organizationid === organizationid));
      // Older than files are kept: a file that is still there would have to be made by the server.
      const asked = now - chance.between(lifeDays + 1, 27) * day - chance.between(0, 20) * hour;
      const status = chance.chance(0.15) ? 'failed' : 'expired';
      const masked = ordinary.has(profile),
        rows = chance.between(20, 3000);
      const type = masked ? 'inscriptions_wo_contact' : chance.pick(['inscriptions', 'payments', 'coupons', 'tshirts'] as const);
      return {
        organizationid,
        name: lists[type],
        type,
        eventid: event.eventid,
        params: { filter: { field: 'eventid', op: 'eq', value: event.eventid } },
        masked,
        format: 'csv',
        status,
        progress: status === 'failed' ? 60 : 100,
        rows: status === 'failed' ? null : rows,
        size_bytes: status === 'failed' ? null : rows * 140,
        error: status === 'failed' ? 'Se agotó el tiempo. Vuelve a pedirlo con menos filas.' : null,
        requested_by_userid: userid,
        started_at: iso(asked + minute),
        finished_at: iso(asked + 2 * minute),
        expires_at: iso(asked + lifeDays * day),
        created: iso(asked),
        updated: iso(asked + 2 * minute),
      };
    }),
  );
  return [
    { table: 'report_templates', rows: made },
    { table: 'report_schedules', rows: schedules },
    { table: 'report_jobs', rows: jobs.sort((one, other) => String(one['created']).localeCompare(String(other['created']))) },
  ];
};

const people: readonly (readonly [first: string, last: string])[] = [
  ['Laura', 'Méndez'],
  ['Jorge', 'Salinas'],
  ['Teresa', 'Núñez'],
  ['Iván', 'Cordero'],
  ['Paola', 'Zúñiga'],
  ['Marco', 'Tapia'],
  ['Elisa', 'Barrón'],
  ['Hugo', 'Lira'],
];
/** Imports without new people: only their totals say what they would have created. */
const importsOf = (events: readonly EventPlan[], { now }: Calendar): readonly TableRows[] => {
  const jobs: Row[] = [],
    rows: Row[] = [];
  events
    .filter(({ organizationid, count }) => count >= 60 && (organizationid === giantOrganization || organizationid === secondOrganization))
    .slice(0, 8)
    .forEach(({ eventid, organizationid }, at) => {
      const chance = createRandom(seedOf(chapter + 1, eventid));
      const count = chance.between(3, people.length),
        made = iso(now - chance.between(10, 200) * day);
      const lines = people.slice(0, count).map(([first, last], line): Row => {
        const isWrong = chance.chance(0.3);
        return {
          organizationid,
          import_jobid: at + 1,
          row_no: line + 2,
          raw: { nombre: `${first} ${last}`, correo: isWrong ? 'sin correo' : `invitado${line}@example.com`, distancia: '10K' },
          action: isWrong ? 'error' : 'skip',
          errors: isWrong ? [{ path: 'email', message: 'El correo no es válido.' }] : [],
          created: made,
          updated: made,
        };
      });
      const errors_total = lines.filter(({ action }) => action === 'error').length;
      jobs.push({
        import_jobid: at + 1,
        organizationid,
        eventid,
        file_name: `invitados-${eventid}.csv`,
        type: 'inscriptions',
        encoding: 'utf-8',
        delimiter: ',',
        mapping: { nombre: 'first_name', correo: 'email', distancia: 'distanceid' },
        mode: 'add',
        match_key: 'email+dob',
        charge: 'courtesy',
        status: 'validated',
        rows_total: count,
        skipped_total: count - errors_total,
        errors_total,
        requested_by_userid: demoUserOf('organizer'),
        finished_at: made,
        created: made,
        updated: made,
      });
      rows.push(...lines);
    });
  return [
    { table: 'import_jobs', rows: jobs },
    { table: 'import_rows', rows },
  ];
};

const outcomes = [
  ['matched', 20],
  ['duplicate', 20],
  ['rejected', 40],
  ['cancelled', 20],
] as const;
const reasonOf: Readonly<Record<string, Row>> = {
  matched: {
    error_code: 'ATHLETE_PROPOSED',
    error: 'Puede ser alguien que ya existe con el mismo nombre; decide si es la misma persona.',
  },
  duplicate: { error_code: 'SALE_DUPLICATE', error: 'Este atleta ya está inscrito en el evento.' },
  rejected: { error_code: 'REFERENCE_UNKNOWN', error: 'Distancia: “100K” no existe.', distance_code: '100K' },
  cancelled: { cancel_reason: 'El cliente pidió su dinero en la tienda.' },
};
const externalOf = (events: readonly EventPlan[], { now }: Calendar): TableRows => {
  const open = events.filter(({ openAt, closeAt, count }) => count >= 60 && openAt < now && closeAt > now - 60 * day).slice(0, 6);
  return {
    table: 'external_inscriptions',
    rows: open.flatMap(({ eventid, organizationid, openAt, closeAt, distances }) =>
      Array.from({ length: 8 }, (_, at): Row => {
        const chance = createRandom(seedOf(chapter + 2, eventid, at));
        const [first_name, last_name] = chance.pick(people);
        const status = chance.weighted(outcomes);
        const sold = openAt + chance.next() * (Math.min(now, closeAt) - openAt);
        return {
          organizationid,
          source: chance.pick(['martí', 'innovasport', 'banco', 'club', 'sponsor']),
          external_ref: `${eventid}-${String(at + 1).padStart(4, '0')}`,
          eventid,
          distance_code: chance.pick(distances).name,
          first_name,
          last_name,
          gender: chance.pick(['F', 'M']),
          birth_date: `19${chance.between(70, 99)}-0${chance.between(1, 9)}-1${chance.between(0, 9)}`,
          email: `externo${eventid}.${at}@example.com`,
          amount_cents: chance.between(30, 90) * 1000,
          sold_at: iso(sold),
          status,
          channel: chance.pick(['api', 'file']),
          error_code: null,
          error: null,
          cancel_reason: null,
          cancelled_at: status === 'cancelled' ? iso(Math.min(now, sold + day)) : null,
          ...reasonOf[status],
          created: iso(sold + hour),
          updated: iso(sold + hour),
        };
      }),
    ),
  };
};

/** Requested files, uploaded files, and reports of partners. */
export const makeFiles = (events: readonly EventPlan[], calendar: Calendar): readonly TableRows[] => [
  ...reportsOf(events, calendar),
  ...importsOf(events, calendar),
  externalOf(events, calendar),
];
