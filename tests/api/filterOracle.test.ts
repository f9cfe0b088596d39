import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as f from '@/fields';
import { defineResource, matches, type AnyField, type Filter, type Operator } from '@/schema';
import { operators } from '@/schema/filter';
import { effort } from '../support/effort';
import { known, satisfies, type Held } from './support/filterOracle';
import { openLoft } from './support/openLoft';
import type { Person, World } from './support/openWorld';
import { add, addPerson } from './support/world';

declare module '@/schema/resourceNames' {
  interface ResourceNames {
    readonly probes: true;
  }
}

const laps = defineResource('laps', {
  service: 'event',
  singular: 'lap',
  key: 'lapid',
  permission: 'events',
  tenancy: { parent: 'probeid' },
  platform: 'EVENT',
  title: 'name',
  fields: {
    name: f.text({ required: true }),
    probeid: f.belongsTo('probes', { required: true, createOnly: true }),
    cents: f.money({ required: true }),
  },
  list: { columns: ['name'] },
  form: { main: ['name', 'probeid', 'cents'] },
});
const days = { open: { tone: 'green', icon: 'check' }, closed: { tone: 'ink', icon: 'lock' } } as const;
const probes = defineResource('probes', {
  service: 'event',
  singular: 'probe',
  key: 'probeid',
  permission: 'events',
  tenancy: 'own',
  platform: 'EVENT',
  title: 'name',
  fields: {
    name: f.text({ required: true }),
    word: f.text(),
    note: f.longText(),
    page: f.richText(),
    label: f.i18nText(),
    code: f.slug(),
    mail: f.email(),
    dial: f.phone(),
    person: f.curp(),
    site: f.url(),
    tint: f.color(),
    amount: f.integer({ min: -100, max: 100 }),
    cents: f.money(),
    share: f.percent(),
    height: f.decimal({ min: -90, max: 90, scale: 2 }),
    took: f.duration(),
    day: f.date(),
    moment: f.dateTime(),
    flag: f.boolean(),
    kind: f.choice(['run', 'swim', 'bike']),
    state: f.status(days),
    week: f.choices(['mon', 'tue', 'wed']),
    words: f.tags({ max: 4 }),
    parentid: f.belongsTo('probes'),
    pairids: f.manyToMany('probes'),
    children: f.count('laps.probeid', { stored: true }),
    total: f.sum('laps.probeid', 'cents', { stored: true }),
    paper: f.file({ accept: ['pdf'] }),
    photo: f.image(),
    extra: f.json(),
    pages: f.links({ web: f.url(), instagram: f.url() }),
    steps: f.rows({ km: f.decimal({ required: true }) }),
  },
  list: {
    columns: ['name'],
    search: ['name', 'word'],
    filters: [
      'name',
      'word',
      'note',
      'page',
      'label',
      'code',
      'mail',
      'dial',
      'person',
      'site',
      'tint',
      'amount',
      'cents',
      'share',
      'height',
      'took',
      'day',
      'moment',
      'flag',
      'kind',
      'state',
      'week',
      'words',
      'children',
      'total',
      'paper',
      'photo',
      'extra',
      'pages',
      'steps',
      'created',
      'version',
    ],
  },
  form: { main: ['organizationid', 'name'] },
});

const count = 24;
/** The values of the rows: null, empty, a value, the ones just below and above it, and its spellings. */
const pools: Readonly<Record<string, readonly unknown[]>> = {
  word: [null, '', 'Árbol', 'arbol', 'ARBOL', 'Bajo el árbol', 'árbol 100%', 'arbo', 'a_bol', 'ñandú', '\\'],
  note: [null, '', 'Lleva agua', 'lleva AGUÁ', 'agua', 'vaso'],
  page: [null, '<p>Salida <strong>Única</strong></p>', '<p>unica</p>', '<p>nada</p>'],
  label: [{ es: 'Maratón', en: 'Marathon' }, { es: 'maraton' }, { es: 'Carrera', en: null }, null],
  code: ['aa', 'a1', 'a10', 'arbol-1', 'b-a1'],
  mail: [null, 'ana@uno.mx', 'ana@uno.mxx', 'juana@uno.mx', 'bob@dos.mx'],
  dial: [null, '8112345678', '8112345679', '+528112345678'],
  person: [null, 'HEGG560427MVZRRL04', 'MAAR790213HMNRLF03'],
  site: [null, 'https://uno.mx/', 'https://uno.mx/ruta'],
  tint: [null, '#14213d', '#14213e'],
  amount: [null, 0, -1, 1, 9, 10, 11],
  cents: [null, 0, 99, 100, 101],
  share: [null, 1249, 1250, 1251],
  height: [null, 1.24, 1.25, 1.26, -1.25],
  took: [null, 3599, 3600, 3601],
  day: [null, '2026-02-28', '2026-03-01', '2026-03-02'],
  moment: [null, '2026-03-01T12:59:59.000Z', '2026-03-01T13:00:00.000Z', '2026-03-01T13:00:01.000Z'],
  flag: [true, false],
  kind: [null, 'run', 'swim', 'bike'],
  state: [null, 'open', 'closed'],
  week: [null, [], ['mon'], ['mon', 'tue'], ['tue', 'wed']],
  words: [null, [], ['vip'], ['vip', 'prensa'], ['vi']],
  parentid: [null, 1, 2, 3],
  pairids: [null, [], [1], [1, 2], [2, 3]],
  paper: [null, '{"url":"/api/upload/a.pdf"}'],
  photo: [null, '/api/upload/a.webp'],
  extra: [null, '{"a":1}'],
  pages: [null, '{"web":"https://uno.mx/"}', '{"instagram":"https://instagram.com/uno"}'],
  steps: [null, '[{"km":1}]'],
};
/** Further values to compare with: spellings and limits that no row has. */
const asides: Readonly<Record<string, readonly unknown[]>> = {
  name: ['Fila 1', 'fila 10', 'FILA 24', 'Fila'],
  word: ['ÁRBOL', 'rbol', '%', '_', 'a', 'nandu', 'n', 'Arbol 1', 'otro'],
  note: ['AGUA', 'a'],
  page: ['única', 'strong', 'p'],
  label: ['MARATÓN', 'carrera', 'thon'],
  code: ['a', '1'],
  mail: ['@UNO', 'una'],
  dial: ['811', '528', '9'],
  person: ['HEGG', '04'],
  site: ['RUTA', 'uno'],
  amount: [-2, 2, 100],
  cents: [1, 50, 102],
  share: [0, 9999],
  height: [0, 1.255],
  took: [0],
  day: ['2025-12-31', '2026-12-31'],
  moment: ['2026-03-01T12:59:59.999Z', '2026-03-01T07:00:00.000-06:00'],
  words: ['prensa', 'nadie'],
  week: ['mon', 'tue', 'wed'],
  parentid: [24],
  pairids: [1, 2, 3, 24],
  children: [0, 1, 2, 3, 4],
  total: [0, 99, 100, 101, 200, 300, 301],
  created: ['2020-01-01T00:00:00Z'],
  version: [1, 2],
};

let world: World,
  olga: Person,
  rows: readonly Held[] = [];

beforeAll(async () => {
  world = await openLoft(probes, laps);
  const { pool } = world;
  const alfa = await add.organization(pool, 'Alfa');
  await addPerson(pool, 'olga', [{ org: alfa, profile: 'organizer' }]);
  olga = world.as('olga', alfa);
  const names = Object.keys(pools);
  for (let at = 0; at < count; at += 1) {
    const values = names.map((name, shift) => pools[name]![(at + shift) % pools[name]!.length]);
    const early = names.map((name, index) =>
      (['parentid', 'pairids'].includes(name) && at < 3) || (name === 'label' && values[index] === null) ? null : values[index],
    );
    const columns = names.map((name) => `"${name}"`),
      marks = names.map((_, index) => `$${index + 3}`);
    await pool.query(`insert into probes (organizationid, name, ${columns.join(', ')}) values ($1, $2, ${marks.join(', ')})`, [
      alfa,
      `Fila ${at + 1}`,
      ...early,
    ]);
  }
  for (const [probeid, cents] of [
    [2, 100],
    [3, 99],
    [4, 101],
    [5, 100],
    [5, 100],
    [6, 100],
    [6, 100],
    [6, 100],
    [7, 0],
  ])
    await pool.query(`insert into laps (name, probeid, cents) values ('Vuelta', $1, $2)`, [probeid, cents]);
  rows = (await pool.query<{ row: Held }>('select to_jsonb(p) as row from probes p order by probeid')).rows.map(({ row }) => row);
});
afterAll(() => world.close());

const fields = Object.entries(probes.all as Readonly<Record<string, AnyField>>).filter(
  ([name, { operators: offered, column }]) => offered.length > 0 && column !== null && !['organizationid', 'updated'].includes(name),
);
/** Every value with which a field is compared: values of its rows, and some that no row has. */
const askedOf = (name: string): readonly unknown[] => [
  ...(pools[name] ?? []).flat().filter((value) => value !== null && typeof value !== 'object'),
  ...(asides[name] ?? []),
];
const elementsOf = (name: string): readonly unknown[] => [
  ...new Set([...(pools[name] ?? []).flat().filter((value) => value !== null), ...(asides[name] ?? [])]),
];
const pairs = (values: readonly unknown[]): readonly (readonly [unknown, unknown])[] =>
  values.flatMap((low, at) => [
    [low, low] as const,
    [low, values[(at + 1) % values.length]] as const,
    [values[(at + 1) % values.length], low] as const,
  ]);

/** Every useful comparison of a field with an operator. */
const comparisonsOf = (field: string, op: Operator): readonly Filter[] => {
  const values = askedOf(field),
    elements = elementsOf(field);
  const asked: Readonly<Record<Operator, readonly unknown[]>> = {
    eq: values,
    lt: values,
    lte: values,
    gt: values,
    gte: values,
    null: [null],
    between: pairs(values),
    in: [[], ...values.map((each) => [each]), values.slice(0, 3)],
    contains: values.filter((each) => each !== ''),
    startswith: values.filter((each) => each !== ''),
    has: [...elements.map((each) => [each]), elements.slice(0, 2)],
  };
  return asked[op].map((value) => ({ field, op, value }));
};

const rowsOf = (filter: Filter): readonly unknown[] => rows.filter((row) => satisfies(filter, row)).map(({ probeid }) => probeid);
/** The answers of the server to several filters in one request. */
const answersOf = async (filters: readonly Filter[]): Promise<readonly (readonly unknown[])[]> => {
  const variables = Object.fromEntries(filters.map((filter, at) => [`f${at}`, filter]));
  const lists = filters.map((_, at) => `a${at}: probes(filter: $f${at}, perpage: 100, sort: ["probeid"]) { items { probeid } }`);
  const document = `query (${filters.map((_, at) => `$f${at}: Filter`).join(', ')}) { ${lists.join(' ')} }`;
  const { body } = await olga.query<any>('event', document, variables);
  expect(body.errors ?? [], JSON.stringify(filters)).toEqual([]);
  return filters.map((_, at) => body.data[`a${at}`].items.map(({ probeid }: { probeid: number }) => probeid));
};

test('every operator of the filter language is known to the oracle, and every field type that offers any has rows here', () => {
  expect([...known].sort()).toEqual([...operators].sort());
  const kinds = new Set(fields.map(([, { type }]) => type)),
    offering = Object.keys(f).filter((type) => type !== 'hasMany' && type !== 'latest');
  expect(offering.filter((type) => !kinds.has(type))).toEqual([]);
  for (const op of operators) expect([op, fields.some(([, field]) => field.operators.includes(op))]).toEqual([op, true]);
});

describe.each(fields.flatMap(([name, field]) => field.operators.map((op) => [name, op, field.type] as const)))(
  '%s %s (%s)',
  (name, op, type) => {
    test('lists what the oracle lists, and the rest when it is negated', async () => {
      const asked = comparisonsOf(name, op).flatMap((filter) => [filter, { not: filter }]);
      expect(asked.length).toBeGreaterThan(0);
      for (let from = 0; from < asked.length; from += 10) {
        const some = asked.slice(from, from + 10),
          answers = await answersOf(some);
        some.forEach((filter, at) => expect([filter, answers[at]]).toEqual([filter, rowsOf(filter)]));
      }
      if (!['i18nText', 'richText', 'dateTime'].includes(type))
        for (const filter of asked)
          expect([filter, rows.filter((row) => matches(filter, row)).map(({ probeid }) => probeid)]).toEqual([filter, rowsOf(filter)]);
    });
  },
);

test('an e-mail is found whole in any case', async () => {
  const asked = { field: 'mail', op: 'eq', value: 'Ana@UNO.mx' } as const;
  expect(await answersOf([asked, { field: 'mail', op: 'in', value: ['ANA@uno.mx'] }])).toEqual([
    rowsOf({ ...asked, value: 'ana@uno.mx' }),
    rowsOf({ ...asked, value: 'ana@uno.mx' }),
  ]);
});

test('any tree of conditions lists what the oracle lists', async () => {
  const all = fields.flatMap(([name, field]) => field.operators.flatMap((op) => comparisonsOf(name, op)));
  const { tree } = fc.letrec<{ tree: Filter }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom(...all),
      fc.record({ and: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }) }),
      fc.record({ or: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }) }),
      fc.record({ not: tie('tree') }),
    ),
  }));
  await fc.assert(
    fc.asyncProperty(fc.array(tree, { minLength: 1, maxLength: 8 }), async (filters) => {
      expect(await answersOf(filters)).toEqual(filters.map(rowsOf));
    }),
    { numRuns: effort(25, 600) },
  );
});
