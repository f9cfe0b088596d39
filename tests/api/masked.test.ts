import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registry, resources } from '@/resources';
import { restrictingKey } from '@/schema/access';
import { maskedTable, opening, searchedMasked, writtenMasked, type Mask } from './maskedTable';
import { openWorld, type Person, type World } from './support/openWorld';
import { addSavedView } from './support/savedViewRows';
import { sayAnswers } from './support/sayAnswers';
import { add, addEvent, addHouse, addPerson } from './support/world';

/** The value of a masked field during the test; other fields keep the values of the test world. */
const samples: Readonly<Record<string, unknown>> = {
  email: 'secreto@mascara.test',
  filed: { place_overall: 7 },
  facts: { name: 'Ana Ríos' },
  phone: '5512345678',
  curp: 'HEGG560427MVZRRL04',
  postal_code: '06700',
  blood_type: 'O+',
  medical_notes: 'Alergia secreta',
  emergency_contact_name: 'Contacto Secreto',
  emergency_contact_phone: '5587654321',
  guardian_name: 'Tutora Secreta',
  guardian_phone: '5511112222',
  ip: '203.0.113.77',
  user_agent: 'Navegador Secreto',
  raw: JSON.stringify({ correo: 'crudo@mascara.test' }),
  fingerprint: 'f1a2',
  corrections: JSON.stringify({ correo: 'corregido@mascara.test' }),
  reasons: JSON.stringify([{ path: 'email', code: 'CELL_EMAIL' }]),
  changes: JSON.stringify([{ field: 'email', before: null, after: 'cambiado@mascara.test' }]),
  columns: JSON.stringify({ columns: [{ name: 'Correo', values: ['muestra@mascara.test'] }] }),
  file: JSON.stringify({ url: 'local/imports/secreto', name: 'inscritos.csv', size: 10, type: 'text/csv' }),
  taken: JSON.stringify({ 'distances 1 sold_count': 4 }),
  web_userid: 1,
  email_restricted: ['lista@mascara.test'],
  receiver_name: 'Receptora Secreta',
  receiver_id_last4: '4477',
  evidence_files: JSON.stringify([{ name: 'evidencia.png', url: '/v2/files/evidencia.png', size: 10 }]),
  id_file: JSON.stringify({ name: 'credencial.png', url: '/v2/files/credencial.png', size: 10 }),
  docs: JSON.stringify([{ type: 'curp', status: 'pending' }]),
  qr_token: 'secreto-de-la-entrada',
  clabe: '012345678901234567',
  fee_percent_bp: 777,
  refund_approval_cents: 123_457,
  revenue_cents: 765_431,
  discount_cents: 4_321,
  platform: 'EVENT',
  invoice_rfc: 'GODE561231GR8',
  invoice_name: 'Empresa Secreta',
  invoice_regime: '612',
  invoice_postal_code: '06700',
  invoice_use: 'G03',
  invoice_error: 'Falta el nombre secreto',
};
/** Another valid value of a field that people write. */
const others: Readonly<Record<string, unknown>> = {
  email: 'otra@mascara.test',
  phone: '5599990000',
  postal_code: '44100',
  blood_type: 'AB-',
  medical_notes: 'Otra alergia',
  emergency_contact_name: 'Otro Contacto',
  emergency_contact_phone: '5533334444',
  guardian_name: 'Otra Tutora',
  guardian_phone: '5566667777',
  email_restricted: ['otra@mascara.test'],
  clabe: '765432109876543210',
  fee_percent_bp: 888,
  refund_approval_cents: 7_654_321,
  platform: 'FMTRI',
  docs: [{ type: 'ine', status: 'pending' }],
  curp: 'MAAR790213HMNRLF03',
  fmtri_affiliation_typeids: [],
};
/** Only its owner sees it, so everybody has one. */
const personal = new Set(['saved_views', 'report_jobs', 'report_schedules']);

interface Viewer {
  readonly person: Person;
  readonly rows: Readonly<Record<string, number>>;
}
let world: World, rows: Record<string, number>;
const viewers = {} as Record<Mask | 'open', Viewer>;

const addViewer = async (name: string, organizationid: number, keys: readonly string[]): Promise<Viewer> => {
  const { pool } = world;
  const userid = await addPerson(pool, name, [{ org: organizationid, profile: 'none', regions: keys }]);
  const one = async (text: string, values: readonly unknown[]): Promise<number> =>
    Number(Object.values((await pool.query(text, values as unknown[])).rows[0])[0]);
  const report_jobs = await one(
    `insert into report_jobs (organizationid, type, status, requested_by_userid) values ($1, 'inscriptions', 'done', $2) returning report_jobid`,
    [organizationid, userid],
  );
  const report_schedules = await one(
    `insert into report_schedules (organizationid, report_templateid, cron, requested_by_userid)
     values ($1, $2, '0 8 * * 1', $3) returning report_scheduleid`,
    [organizationid, rows['report_templates'], userid],
  );
  return {
    person: world.as(name, organizationid),
    rows: { ...rows, ...(await addSavedView(pool, userid, organizationid)), report_jobs, report_schedules },
  };
};

/** Writes without rules and triggers, which no request can do. */
const fill = async (): Promise<void> => {
  const client = await world.pool.connect();
  try {
    await client.query(`set session_replication_role = 'replica'`);
    for (const [entity, fields] of Object.entries(maskedTable))
      for (const field of Object.keys(fields)) {
        if (!(field in samples) || personal.has(entity)) continue;
        await client.query(`update ${entity} set "${field}" = $1 where ${registry.get(entity).key} = $2`, [samples[field], rows[entity]]);
      }
    await client.query('update distances set fmtri_affiliation_typeids = array[$1::bigint] where distanceid = $2', [
      rows['fmtri_affiliation_types'],
      rows['distances'],
    ]);
    await client.query('update fmtri_affiliate_users set web_userid = $1 where affiliate_userid = $2', [
      rows['web_users'],
      rows['fmtri_affiliate_users'],
    ]);
    await client.query('update store_sales set couponid = $1 where saleid = $2', [rows['coupons'], rows['store_sales']]);
    await client.query(
      `update fmtri_affiliations set status = 'active', number = 'MASCARA-1', affiliate_userid = $1 where affiliationid = $2`,
      [rows['fmtri_affiliate_users'], rows['fmtri_affiliations']],
    );
  } finally {
    await client.query('reset session_replication_role');
    client.release();
  }
};

beforeAll(async () => {
  world = await openWorld();
  const { pool } = world;
  const company = await add.organization(pool, 'Plataforma', { is_platform: true });
  const own = await add.organization(pool, 'Propia');
  const event = await addEvent(pool, own, 'tapado', 'centro');
  rows = { ...event, ...(await addHouse(pool, own, 'tapado', event['events']!)) };
  await fill();
  const every = (await pool.query<{ slug: string }>('select slug from roles')).rows.map(({ slug }) => slug);
  const without = (keys: readonly string[]): readonly string[] => every.filter((key) => key !== restrictingKey && !keys.includes(key));
  viewers.open = await addViewer('abierta', company, without([]));
  viewers.contact = await addViewer('tapada', company, every);
  viewers.platform = await addViewer('inquilina', own, without([]));
  viewers['contact platform'] = viewers.platform;
  for (const mask of ['money', 'payout', 'ticket', 'price', 'affiliation', 'merge'] as const)
    viewers[mask] = await addViewer(`sin-${mask}`, company, without(opening[mask]!));
});
afterAll(() => {
  sayAnswers('mask matrix', world.answers);
  return world.close();
});

const cases = Object.entries(maskedTable).flatMap(([entity, fields]) =>
  Object.entries(fields).map(([field, mask]) => [entity, field, mask] as const),
);
const base = (entity: string): string => `/v2/${registry.get(entity).service}/${entity}`;

/** The value that a person reads: in the list and in the record, by REST and, if the service has it, by GraphQL. */
const reads = async ({ person, rows: mine }: Viewer, entity: string, field: string): Promise<readonly unknown[]> => {
  const { key, service, singular } = registry.get(entity),
    id = mine[entity]!;
  const only = new URLSearchParams({ filter: JSON.stringify({ field: key, op: 'eq', value: id }), columns: `${key},${field}` });
  const list = await person.get<Record<string, unknown>[]>(`${base(entity)}?${only}`),
    record = await person.get<Record<string, unknown>>(`${base(entity)}/${id}`);
  expect([list.status, list.body.length, record.status], `${entity} ${JSON.stringify(record.body)}`).toEqual([200, 1, 200]);
  if (service === 'kits') return [list.body[0]![field], record.body[field]];
  const { body } = await person.query<any>(
    service,
    `{ one: ${singular}(${key}: ${id}) { ${field} } many: ${entity}(filter: { field: "${key}", op: "eq", value: ${id} }) { items { ${field} } } }`,
  );
  expect(body.errors, entity).toBeUndefined();
  return [list.body[0]![field], record.body[field], body.data.one[field], body.data.many.items[0][field]];
};
const isClosed = async ({ person }: Viewer, entity: string): Promise<boolean> => (await person.get(base(entity))).status === 403;
/** Null for what is computed when it is read. */
const stored = async (entity: string, field: string): Promise<unknown> =>
  registry.get(entity).all[field]!.column === null
    ? null
    : (await world.pool.query(`select to_jsonb("${field}") as value from ${entity} where ${registry.get(entity).key} = $1`, [rows[entity]]))
        .rows[0].value;

test('the whole entity of a discount is closed without the keys of its mask', async () => {
  expect(await isClosed(viewers.money, 'coupon_uses')).toBe(true);
  expect(await isClosed(viewers.open, 'coupon_uses')).toBe(false);
});

describe.each(cases)('%s.%s (%s)', (entity, field, mask) => {
  const isOut = entity === 'coupon_uses' && mask === 'money';
  const of = (who: Viewer, more: Readonly<Record<string, string>>) => who.person.get(`${base(entity)}?${new URLSearchParams(more)}`);

  test('is read with the key, and null without it, in lists and records, by REST and GraphQL', async () => {
    const open = await reads(viewers.open, entity, field);
    for (const value of open) expect(value ?? 'nothing').not.toBe('nothing');
    if (!isOut) expect(await reads(viewers[mask], entity, field)).toEqual(open.map(() => null));
  });

  test('is not filtered or sorted without the key', async () => {
    for (const op of ['eq', 'null', 'contains', 'gte', 'has']) {
      const { status } = await of(viewers[mask], { filter: JSON.stringify({ not: { field, op, value: samples[field] ?? 1 } }) });
      expect([op, [400, 403].includes(status)]).toEqual([op, true]);
    }
    for (const _order of ['ASC', 'DESC']) expect([400, 403]).toContain((await of(viewers[mask], { _sort: field, _order })).status);
  });

  test('is not written without the key', async () => {
    const { person, rows: mine } = viewers[mask],
      before = await stored(entity, field),
      value = others[field] ?? before;
    const version = (await person.get<{ version?: number }>(`${base(entity)}/${mine[entity]}`)).body.version ?? 1;
    const answers = [
      await person.patch(`${base(entity)}/${mine[entity]}`, { [field]: value, version }),
      await person.post(base(entity), { [field]: value }),
    ];
    for (const { status } of answers) expect([400, 403]).toContain(status);
    expect(await stored(entity, field)).toEqual(before);
    if (writtenMasked[entity]?.includes(field)) expect(answers[0]).toMatchObject({ status: 403, body: { errors: [{ path: field }] } });
  });
});

describe.each(cases.filter(([entity, field]) => typeof samples[field] === 'string' && !personal.has(entity)))(
  '%s.%s (%s)',
  (entity, field, mask) => {
    test('is found by a search with the key where lists search it, and never without it', async () => {
      const { key } = registry.get(entity),
        q = String(samples[field]);
      const finds = async ({ person }: Viewer): Promise<boolean> => {
        const { status, body } = await person.get<Record<string, unknown>[]>(`${base(entity)}?${new URLSearchParams({ q, columns: key })}`);
        return status === 200 && body.some((row) => row[key] === rows[entity]);
      };
      expect(await finds(viewers.open)).toBe(searchedMasked.includes(`${entity}.${field}`));
      expect(await finds(viewers[mask])).toBe(false);
    });
  },
);

test.each(Object.entries(writtenMasked).flatMap(([entity, fields]) => fields.map((field) => [entity, field] as const)))(
  '%s.%s is written with the key, and its history tells the value to nobody without it',
  async (entity, field) => {
    const path = `${base(entity)}/${rows[entity]}`,
      { person } = viewers.open,
      shut = viewers[maskedTable[entity]![field]!].person;
    const { version } = (await person.get<{ version: number }>(path)).body;
    const written = await person.patch(path, { [field]: others[field], version });
    expect({ status: written.status, errors: written.body.errors ?? [] }).toEqual({ status: 200, errors: [] });
    const answerTo = async (who: Person): Promise<readonly string[]> => {
      const { status, body } = await who.get<{ items: readonly { changes: readonly { field: string }[] }[] }>(`${path}/history`);
      expect(status).toBe(200);
      return body.items.flatMap(({ changes }) => changes.map((change) => change.field));
    };
    if (JSON.stringify(others[field]) !== JSON.stringify(samples[field])) expect(await answerTo(person)).toContain(field);
    expect(await answerTo(shut)).not.toContain(field);
  },
);

test.each([
  ['distances', 'price_tiers'],
  ['distances', 'age_categories'],
  ['memberships', 'roles'],
  ['memberships', 'events'],
  ['profiles', 'roles'],
  ['tshirt_models', 'sizes'],
  ['serials', 'events'],
  ['kits', 'items'],
] as const)('the rows inside %s.%s keep their masks', async (entity, list) => {
  const inside = async ({ person }: Viewer): Promise<readonly unknown[]> => {
    const { status, body } = await person.get<Record<string, readonly Record<string, unknown>[]>>(`${base(entity)}/${rows[entity]}`);
    expect(status).toBe(200);
    return body[list]!.map((row) => row['organizationid'] ?? null);
  };
  const seen = await inside(viewers.open);
  expect(seen.length).toBeGreaterThan(0);
  expect(await inside(viewers.platform)).toEqual(seen.map(() => null));
});

/** Every reference to an entity with contact data: a filter could look through it. */
const ways = resources.flatMap(({ name, all }) =>
  Object.entries(all).flatMap(([reference, { target }]) =>
    Object.entries((target && maskedTable[target]) || {})
      .filter(([, mask]) => mask === 'contact')
      .map(([field]) => [name, `${reference}.${field}`] as const),
  ),
);

test('no filter reaches contact data through a reference', async () => {
  expect(ways.map(([name, path]) => `${name} ${path}`)).toContain('inscriptions web_userid.email');
  for (const [name, field] of ways) {
    const { status } = await viewers.contact.person.get(
      `${base(name)}?${new URLSearchParams({ filter: JSON.stringify({ field, op: 'null' }) })}`,
    );
    expect([name, field, [400, 403].includes(status)]).toEqual([name, field, true]);
  }
});

test('a joined record answers its key and its title, and nothing that could be masked', async () => {
  const ask = (inner: string) =>
    viewers.open.person.query<any>('inscription', `{ inscription(inscriptionid: ${rows['inscriptions']}) { web_user { ${inner} } } }`);
  expect((await ask('web_userid title')).body.data.inscription.web_user).toEqual({
    web_userid: rows['web_users'],
    title: expect.any(String),
  });
  for (const field of Object.keys(maskedTable['web_users']!)) expect((await ask(field)).body.errors).toHaveLength(1);
});

test('no total adds up what is masked', async () => {
  const totals = async ({ person }: Viewer): Promise<unknown> =>
    (await person.query<any>('event', '{ events { totals } }')).body.data.events.totals.revenue_cents;
  expect([await totals(viewers.open), await totals(viewers.money)]).toEqual([765_431, null]);
});
