import { describe, expect, test } from 'vitest';
import { registry } from '@/resources';
import { accessOf } from '../../../scripts/lib/newResource/accessOf';
import { askedResource } from '../../../scripts/lib/newResource/askedResource';
import { declarationOf } from '../../../scripts/lib/newResource/declarationOf';
import { guessFields } from '../../../scripts/lib/newResource/guessFields';
import { nounNames, nounOf } from '../../../scripts/lib/newResource/nouns';
import { readField } from '../../../scripts/lib/newResource/readField';
import { readTable } from '../../../scripts/lib/newResource/readTable';
import { singularFor, wordsOf } from '../../../scripts/lib/newResource/wordsOf';
import { readCatalogues } from '../../../scripts/lib/readLocales';
import { undone } from '../../../scripts/lib/undone.mjs';

type Asked = Parameters<typeof askedResource>[1];
const problem = (positionals: readonly string[], values: Asked = { menu: 'events' }): string | undefined => {
  const asked = askedResource(positionals, values, registry);
  return 'problem' in asked ? asked.problem : undefined;
};
const asked = (positionals: readonly string[], values: Asked) => {
  const found = askedResource(positionals, values, registry);
  if ('problem' in found) throw new Error(found.problem);
  return found.resource;
};
const photos = (...more: string[]) =>
  asked(['race_photos', 'title:text!', 'taken_at:dateTime', 'kind:choice(start,finish)', 'distanceid:belongsTo(distances)', ...more], {
    within: 'events',
    tab: '55',
    menu: 'events',
  });

describe('a field of the command line', () => {
  test('has a name, a type, values, options and whether it is required', () => {
    expect(readField('kind:choice(start, finish){default:start,unique}!')).toMatchObject({
      name: 'kind',
      type: 'choice',
      args: ['start', 'finish'],
      required: true,
      options: { default: 'start', unique: true },
    });
    expect(readField("code:text{pattern:/^[A-Z]{2,4}$/,max:1_000,hint:'a, b'}").options).toEqual({
      pattern: /^[A-Z]{2,4}$/,
      max: 1000,
      hint: 'a, b',
    });
    expect(readField('photos:file{accept:[png,jpg]}?')).toMatchObject({ required: false, options: { accept: ['png', 'jpg'] } });
  });
  test.each([
    ['Name:text', 0, 'snake_case'],
    ['name', 4, '":" and a type'],
    ['name:', 5, 'the type was expected'],
    ['name:text(4', 11, '")" was expected'],
    ['name:text{max 4}', 14, '"}" was expected'],
    ['name:text{max:}', 14, 'a value was expected'],
    ['name:text{max:1,max:2}', 16, 'is given twice'],
    ['name:text!x', 10, 'nothing was expected here'],
  ])('%s is refused with an arrow at character %i', (text, at, says) => {
    let message = '';
    try {
      readField(text);
    } catch (error) {
      ({ message } = error as Error);
    }
    const [shown, arrow] = message.split('\n');
    expect(shown).toBe(text);
    expect(arrow!.indexOf('^')).toBe(at);
    expect(arrow).toContain(says);
  });
});

test.each([
  [['aid_stations', 'kind:choise(a,b)'], 'Did you mean "choice"?'],
  [['aid_stations', 'at:datetime'], 'Did you mean "dateTime"?'],
  [['aid_stations', 'name:text{maximum:120}'], 'a text has no option "maximum"'],
  [['aid_stations', 'name:text{max:long}'], '"max" takes a number'],
  [['aid_stations', 'kind:choice(a,b){default:c}'], '"c" is no value of this field'],
  [['aid_stations', 'kind:choice(a,a)'], 'the value "a" is given twice'],
  [['aid_stations', 'kind:choice'], 'a choice needs its values'],
  [['aid_stations', 'distanceid:belongsTo(distnces)'], 'Did you mean "distances"?'],
  [['aid_stations', 'distance:belongsTo(distances)'], 'ends in "id": distanceid'],
  [['aid_stations', 'name:text', 'name:date'], 'the field "name" is given twice'],
  [['aid_stations', 'created:dateTime'], 'every entity has "created" already'],
  [['aid_stations', 'stock:hasMany(kits)'], 'write it into the declaration'],
  [['aid_stations', 'at:dateTime'], 'a field that names a record'],
  [['events', 'name:text'], '"events" is taken'],
  [['sheep', 'name:text'], 'say what one is called with --singular'],
  [[], 'The name is missing'],
])('%j is refused in words', (positionals, says) => expect(problem(positionals)).toContain(says));

test.each([
  [{}, 'Say where people find it'],
  [{ menu: 'evnts' }, 'Did you mean "events"?'],
  [{ menu: 'events:photo' }, 'It takes athlete'],
  [{ within: 'nothing' }, '--within: there is no "nothing"'],
  [{ menu: 'events', tab: '3' }, 'say which with --within'],
  [{ within: 'events', tab: 'x' }, '--tab takes a number'],
  [{ menu: 'events', service: 'evnt' }, 'Did you mean "event"?'],
  [{ menu: 'events', permission: 'event' }, 'there is no "event"'],
  [{ menu: 'events', title: 'other' }, 'there is no field "other"'],
  [{ menu: 'events', from: 'nowhere.csv' }, 'nowhere.csv is not there'],
])('the options %j are refused in words', (values, says) => expect(problem(['aid_stations', 'name:text'], values)).toContain(says));

describe('a new entity', () => {
  test('has its place, its fields and a list, a form and indexes that fit them', () => {
    const text = declarationOf(photos('status:status(draft,published)', 'notes:longText'));
    for (const line of [
      'tab: 55,',
      "scope: { region: 'eventid.region', event: 'eventid' },",
      "eventid: f.belongsTo('events', { required: true, createOnly: true }),",
      "distanceid: f.belongsTo('distances', { match: { eventid: 'eventid' } }),",
      "status: f.status({ draft: { tone: 'grey', icon: 'pencil' }, published: { tone: 'green', icon: 'check' } }, { default: 'draft' }),",
      "columns: ['title', 'taken_at', 'kind', 'distanceid', 'status'],",
      "sort: { taken_at: 'desc' },",
      "internal: ['notes'],",
      "indexes: [{ on: ['organizationid', 'eventid', 'taken_at'] }, { on: ['organizationid', 'eventid', 'status', 'taken_at'] }],",
    ])
      expect(text).toContain(line);
  });
  test('keeps two moments in order', () => {
    const shifts = asked(['staff_shifts', 'name:text!', 'starts_at:dateTime', 'ends_at:dateTime'], { menu: 'people' });
    expect(declarationOf(shifts)).toContain("rules: { endsAtAfterStartsAt: inOrder('starts_at', 'ends_at') },");
    expect(wordsOf(shifts, readCatalogues()).es.rules).toEqual({ endsAtAfterStartsAt: 'El fin debe ser posterior al inicio.' });
  });
  test('is called in the words of both languages', () => {
    const { es, en, menu } = wordsOf(photos(), readCatalogues());
    expect(es).toMatchObject({
      race_photos: 'Fotos de carrera',
      titles: { create: 'Nueva foto de carrera', edit: 'Editar foto de carrera' },
      fields: { eventid: 'Evento', title: 'Título', taken_at: 'Tomada el', kind: 'Tipo', distanceid: 'Distancia' },
      choices: { kind: { start: 'Salida', finish: 'Meta' } },
    });
    expect(en).toMatchObject({ race_photos: 'Race photos', fields: { taken_at: 'Taken at' }, choices: { kind: { finish: 'Finish' } } });
    expect(menu).toEqual({ es: 'Fotos de carrera', en: 'Race photos' });
  });
  test('has its help, in the words of both languages', () => {
    const { help } = wordsOf(photos(), readCatalogues());
    expect(help.es).toEqual({
      what: 'Las fotos de carrera de cada evento.',
      how: expect.stringMatching(/^Agrega una con “Nueva foto de carrera”\.\n/),
    });
    expect(help.en).toEqual({ what: 'The race photos of each event.', how: expect.stringMatching(/^Add one with “New race photo”\.\n/) });
    const apart = wordsOf(asked(['awards', 'name:text!'], { menu: 'events' }), readCatalogues()).help;
    expect([apart.es.what, apart.en.what]).toEqual(['Los premios de la organización.', 'The awards of the organization.']);
  });
  test('leaves its help to a person when nobody knows what it is called', () => {
    const { help } = wordsOf(asked(['bokehs', 'name:text!'], { menu: 'events' }), readCatalogues());
    for (const text of [help.es.what, help.es.how, help.en.what, help.en.how]) expect(text).toMatch(new RegExp(`^${undone} .*bokehs`));
  });
  test('marks the words that nobody knows, in both languages', () => {
    const { es, en } = wordsOf(photos('bokeh:decimal'), readCatalogues());
    expect([es.fields['bokeh'], en.fields['bokeh']]).toEqual([`${undone} bokeh`, `${undone} bokeh`]);
  });
  test('opens to nobody until somebody decides, and has an example row with what it must have', () => {
    const text = accessOf(photos());
    expect(text).toContain('decided: false,');
    expect(text).not.toMatch(/'[y-]*y[y-]*'/);
    expect(text).toContain("eventid: await the('events'),\n    title: 'Uno',\n");
  });
});

test('a spreadsheet says names, types, choices, limits and what must be there', () => {
  const sheet = [
    '\ufeffNombre;Correo;Celular;Fecha de nacimiento;Talla de playera;Llegada;Costo;¿Confirmado?;Notas;Folio interno',
    '"Pérez; Ana";ana@x.mx;5512345678;01/05/1990;M;2027-05-01 06:30;$1,250.00;Sí;"Trae ""coche""";A-1',
    'Luis;luis@x.mx;5512345679;12/01/1988;XL;2027-05-01 07:30;$90.50;No;;B-2',
    'Eva;eva@x.mx;5512345670;30/07/1991;M;2027-05-02 06:30;$90.50;Sí;;C-3',
    'Raúl;raul@x.mx;5512345671;02/03/1979;XL;2027-05-02 06:30;$90.50;No;;D-4',
  ].join('\r\n');
  expect(guessFields(readTable(sheet)).map(({ text }) => text)).toEqual([
    'name:text{max:20}!',
    'email:email!',
    'mobile:phone!',
    'birth_date:date!',
    'tshirt_size:choice(M,XL)!',
    'arrival:dateTime!',
    'cost_cents:money!',
    'confirmed:boolean',
    'notes:text{max:20}',
    'folio_interno:text{max:20}!',
  ]);
});

test('numbers with fractions are numbers, however few of them there are, and a heading is known in both genders', () => {
  const sheet = ['Tomada el,Altura', '30/07/2026,5', '31/07/2026,21.1', '01/08/2026,5', '02/08/2026,21.1'].join('\n');
  expect(guessFields(readTable(sheet)).map(({ text }) => text)).toEqual(['taken_on:date!', 'height:decimal!']);
  expect(guessFields(readTable('Tomada el\n2026-07-30 06:30')).map(({ text }) => text)).toEqual(['taken_at:dateTime!']);
});

test('columns of the same name get names of their own', () =>
  expect(guessFields(readTable('a,A,2nd\nx,y,1\n')).map(({ name }) => name)).toEqual(['a', 'a_2', 'column_2nd']));

test('the words of the dictionary are singular names, each once', () => {
  expect(new Set(nounNames.map(([name]) => name)).size).toBe(nounNames.length);
  expect([nounOf('entries')?.noun.many, nounOf('photo')?.noun.many, nounOf('judges')?.noun.many]).toEqual([
    'inscripciones',
    'fotos',
    'jueces',
  ]);
  expect(['race_photos', 'entries', 'boxes', 'buses', 'statuses'].map(singularFor)).toEqual([
    'race_photo',
    'entry',
    'box',
    'bus',
    'status',
  ]);
});
