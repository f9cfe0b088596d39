import { editor, race, viewer } from '../fixture/races';
import { refusal } from '../memoryServer';
import { never, type Story } from '../story';

const at = '/races/1/edit';
const city = '[data-field="city"] input',
  save = '.form-bar button[type="submit"]';

/** The generated form in each of its states. */
export const formStories: readonly Story[] = [
  { id: 'form/create', at: '/races/create' },
  { id: 'form/edit', at },
  { id: 'form/every type', at: '/specimens/4/edit' },
  {
    id: 'form/loading',
    at,
    prepare: ({ next }) => {
      next['getOne'] = never;
    },
    isBusy: true,
  },
  {
    id: 'form/changed',
    at,
    play: async ({ type }) => {
      await type(city, 'Saltillo');
    },
  },
  {
    id: 'form/problems',
    at: '/races/create',
    play: async ({ press, find }) => {
      await press(save);
      await find('.form-summary');
    },
  },
  {
    id: 'form/refused by the server',
    at,
    prepare: ({ next }) => {
      next['update'] = () => {
        throw refusal(422, 'Revisa los datos', [
          { path: 'legs.1.price_cents', message: 'Precio fuera de rango' },
          { path: 'city', message: 'Ciudad desconocida' },
        ]);
      };
    },
    play: async ({ type, press, find }) => {
      await type(city, 'Atlantis');
      await press(save);
      await find('.form-summary');
    },
  },
  {
    id: 'form/saving',
    at,
    isBusy: true,
    prepare: ({ next }) => {
      next['update'] = never;
    },
    play: async ({ type, press }) => {
      await type(city, 'Saltillo');
      await press(save);
    },
  },
  {
    id: 'form/conflict',
    at,
    prepare: ({ next, tables }) => {
      next['update'] = () => {
        tables['races'] = [race({ version: 2, city: 'Tampico', slug: 'su-slug' }), ...(tables['races'] ?? []).slice(1)];
        next['update'] = undefined;
        throw refusal(409, 'Alguien lo cambió');
      };
    },
    play: async ({ type, press, find }) => {
      await type(city, 'Saltillo');
      await press(save);
      await find('.conflict-field');
    },
  },
  {
    id: 'form/leaving',
    at,
    play: async ({ type, press, find }) => {
      await type(city, 'Saltillo');
      await press('.form-bar button:nth-last-of-type(2)');
      await find('[role="dialog"]');
    },
  },
  { id: 'form/masked and locked', at, grants: { ...editor, keys: { ...editor.keys, 'reports-wo-contact-info': 'view' } } },
  { id: 'form/refused', at, grants: viewer },
  { id: 'form/missing', at: '/races/404/edit' },
  {
    id: 'form/failed',
    at,
    prepare: ({ next }) => {
      next['getOne'] = () => {
        throw refusal(500, 'No pudimos leer el registro.');
      };
    },
  },
];
