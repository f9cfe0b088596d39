import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { importTypes } from '@/schema';
import { openScene, type Scene } from '../registration/support';
import { openImports } from './support';
import { longer } from '../../support/limits';

let scene: Scene;
let site: ReturnType<typeof openImports>;
beforeAll(async () => {
  scene = await openScene();
  site = openImports(scene.world);
}, longer.timeout);
afterAll(() => scene.close());

const declared = registry.all.filter(({ imports }) => imports);
const sql = async (text: string, values: readonly unknown[] = []): Promise<readonly any[]> =>
  (await scene.pool.query(text, values as unknown[])).rows;

/** A file of each type: two good rows and one that is refused, and what counts the records that it makes. */
interface Example {
  readonly needs?: () => Promise<void>;
  readonly text: () => string;
  readonly mode?: string;
  readonly match_key?: string;
  readonly counts: string;
  readonly good: number;
}
const examples: Readonly<Record<string, Example>> = {
  inscriptions: {
    text: () =>
      'Nombre,Apellido,Rama,Nacimiento,Correo,Distancia\nAna,Uno,F,1990-01-01,uno@example.com,10K\nEva,Dos,F,1991-01-01,dos@example.com,5K\nIda,Tres,F,1992-01-01,tres@example.com,99K',
    counts: 'inscriptions',
    good: 2,
  },
  athletes: {
    text: () =>
      'Nombre,Apellido,Rama,Nacimiento,Correo\nPía,Uno,F,1980-01-01,pia@example.com\nQuim,Dos,M,1981-01-01,quim@example.com\nRaúl,Tres,M,1850-01-01,raul@example.com',
    counts: 'web_users',
    good: 2,
  },
  bibs: {
    text: () => 'Número,Chip\n1001,AA1\n1002,AA2\n99,AA3',
    mode: 'update',
    match_key: 'number',
    counts: "bibs where chip_code like 'AA%' and deleted_at is null and true",
    good: 2,
  },
  results: {
    // Who did not finish has a word in place of a time and a place.
    text: () =>
      'Número,Nombre,Distancia,Tiempo oficial,Lugar,Estado\n1,Ana Uno,10K,1:02:03,1,\n2,Uma Dos,10K,dnf,DNF,DNF\nx,Ida Tres,10K,1:00:00,2,',
    counts: 'results',
    good: 2,
  },
  coupons: {
    text: () => 'Código,Tipo,Valor\nUNO10,percent,10\nDOS20,percent,20\nTRES,percent,200',
    counts: 'coupons',
    good: 2,
  },
  affiliates: {
    needs: async () => {
      const year = new Date().getFullYear();
      await sql(
        `insert into fmtri_affiliation_types (name, slug, audience, season, price_cents, status) values ('{"es": "Anual", "en": "Yearly"}', 'anual', 'atleta', $1, 50000, 'active')`,
        [year],
      );
      for (const [at, name] of ['Uno', 'Dos'].entries())
        await sql(
          `insert into fmtri_affiliate_users (first_name, last_name, gender, birth_date, stateid, fmtri_number) values ('Ana', $1, 'F', '1990-01-01', 9, $2)`,
          [name, `FM-${at}`],
        );
    },
    text: () => {
      const day = new Date().toISOString().slice(0, 10);
      return `Afiliado,Tipo,Desde\nAna Uno,anual,${day}\nAna Dos,anual,${day}\nAna Tres,anual,${day}`;
    },
    counts: 'fmtri_affiliations',
    good: 2,
  },
  register: {
    text: () =>
      'Número FMTRI,Nombre,Apellido,Rama,Nacimiento,Asociación estatal\nPAD-1,Ana,Uno,F,1990-01-01,Ciudad de México\nPAD-2,Eva,Dos,F,1991-01-01,Jalisco\nx,Ida,Tres,F,1992-01-01,Jalisco',
    counts: "fmtri_affiliate_users where fmtri_number like 'PAD-%' and deleted_at is null and true",
    good: 2,
  },
  inbody: {
    needs: async () => {
      for (const [name, mail] of [
        ['Uno', 'inbody1@example.com'],
        ['Dos', 'inbody2@example.com'],
      ])
        await sql(
          `insert into web_users (first_name, last_name, gender, birth_date, email, asdeporteid) values ('Zoe', $1, 'F', '1990-01-01', $2, $2)`,
          [name, mail],
        );
    },
    text: () =>
      'Correo,Fecha de nacimiento,Fecha de la prueba,Consentimiento,Sexo,Edad,Estatura,Peso\ninbody1@example.com,1990-01-01,2026-02-01T10:00,2026-02-01T09:00,F,36,165,60\ninbody2@example.com,1990-01-01,2026-02-01T10:00,2026-02-01T09:00,F,36,170,65\nnadie@example.com,1990-01-01,2026-02-01T10:00,2026-02-01T09:00,F,36,170,65',
    counts: 'inbody_measurements',
    good: 2,
  },
  external: {
    text: () =>
      'Origen,Referencia,Nombre,Apellido,Importe,Vendida\nbanco,B-1,Ana,Uno,600.00,2026-02-01\nbanco,B-2,Eva,Dos,600.00,2026-02-01\nbanco,,Ida,Tres,600.00,2026-02-01',
    counts: 'external_inscriptions',
    good: 2,
  },
  answers: {
    needs: async () => {
      await scene.signUp('responde-uno');
      await scene.signUp('responde-dos');
      await sql(
        `insert into event_questions (eventid, label, type) values ($1, '{"es": "¿Cómo te enteraste?", "en": "How did you hear?"}', 'text')`,
        [scene.eventid],
      );
    },
    text: () => 'to be written with the folios',
    counts: 'question_answers',
    good: 2,
  },
};

const fieldsFor: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  affiliates: { Afiliado: 'affiliate_userid', Tipo: 'typeid', Desde: 'starts_on' },
  register: { 'Número FMTRI': 'fmtri_number', 'Asociación estatal': 'stateid' },
  inbody: { 'Fecha de la prueba': 'test_at', Consentimiento: 'consent_at', Edad: 'age' },
  external: { Origen: 'source', Referencia: 'external_ref', Importe: 'amount_cents', Vendida: 'sold_at' },
  answers: { Folio: 'inscriptionid', Pregunta: 'questionid', Respuesta: 'value' },
};

test('every type of file fills one entity, and every entity has an example here', () => {
  expect(declared.map(({ imports }) => imports!.type).sort()).toEqual([...importTypes].sort());
  expect(Object.keys(examples).sort()).toEqual([...importTypes].sort());
});

describe.each(declared.map((resource) => [resource.imports!.type, resource] as const))('%s', (type, resource) => {
  const example = examples[type]!;
  const count = async (): Promise<number> =>
    (await sql(`select count(*)::int as n from ${example.counts}${example.counts.includes('where') ? '' : ' where deleted_at is null'}`))[0]
      .n;

  test('offers fields with words, and a file to fill in', async () => {
    const { items } = (await scene.chief.get('/v2/inscription/imports')).body;
    const offered = items.find((each: any) => each.type === type);
    expect(offered.resource).toBe(resource.name);
    for (const { name, label } of offered.fields) expect([name, label]).not.toEqual([name, expect.stringContaining('.fields.')]);
    const template = await scene.chief.get(`/v2/inscription/imports/types/${type}/template.csv`);
    expect(template.status).toBe(200);
    expect(String(template.body).split(',').length).toBeGreaterThan(1);
  });

  test('is closed to who does not hold its key', async () => {
    const refused = await site.bring(scene.desk, 'a,b\n1,2', { type, eventid: scene.eventid });
    expect(refused.status).toBe(403);
    expect((await scene.desk.get(`/v2/inscription/imports/types/${type}/template.csv`)).status).toBe(403);
  });

  test('goes from a file to records and back', async () => {
    await example.needs?.();
    const folios =
      type === 'answers'
        ? (await sql('select folio from inscriptions where deleted_at is null order by inscriptionid desc limit 2')).map(
            ({ folio }) => folio,
          )
        : [];
    const question = '¿Cómo te enteraste?';
    const text =
      type === 'answers'
        ? `Folio,Pregunta,Respuesta\n${folios[0]},${question},Amigos\n${folios[1]},${question},Redes\nNADIE,${question},Radio`
        : example.text();
    const before = await count();
    const brought = await site.bring(scene.chief, text, {
      type,
      eventid: resource.imports!.event ? scene.eventid : null,
      mode: example.mode ?? 'add',
    });
    expect(brought.status, JSON.stringify(brought.body)).toBe(201);
    const id = brought.body.import_jobid;
    const wanted = fieldsFor[type] ?? {};
    const mapping = {
      ...brought.body.mapping,
      columns: brought.body.mapping.columns.map((each: any) =>
        wanted[each.column] ? { column: each.column, field: wanted[each.column] } : each,
      ),
    };
    const changed = await site.change(scene.chief, id, { mapping, ...(example.match_key && { match_key: example.match_key }) });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    const checked = await site.finish(scene.chief, id, 'rehearse');
    const rows = await site.rows(scene.chief, id);
    expect(checked.status, JSON.stringify([checked.reason, site.errors.at(-1)])).toBe('validated');
    expect({ ...checked.totals }, JSON.stringify(rows.map(({ state, reasons }) => [state, reasons]))).toMatchObject({
      rows: 3,
      refused: 1,
    });
    expect(rows[2].reasons.length).toBeGreaterThan(0);
    expect(await count()).toBe(before);
    const done = await site.finish(scene.chief, id, 'run');
    expect(done, JSON.stringify(await site.rows(scene.chief, id))).toMatchObject({ status: 'done_with_errors', totals: { refused: 1 } });
    expect(await count()).toBe(before + example.good);
    const undone = await site.finish(scene.chief, id, 'undo');
    expect(undone, JSON.stringify(await site.rows(scene.chief, id, '&state=stayed'))).toMatchObject({
      status: 'rolled_back',
      totals: { undone: 2, stayed: 0 },
    });
    expect(await count()).toBe(before);
  });
});
