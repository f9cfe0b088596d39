import { editor, viewer } from '../fixture/races';
import { refusal } from '../memoryServer';
import { never, type Story } from '../story';

const at = '/races/1';

/** The generated page of a record in each of its states. */
export const showStories: readonly Story[] = [
  { id: 'show/record', at },
  { id: 'show/long name', at: '/races/2' },
  { id: 'show/every type', at: '/specimens/4' },
  { id: 'show/nearly empty', at: '/specimens/5' },
  {
    id: 'show/loading',
    at,
    prepare: ({ next }) => {
      next['getOne'] = never;
    },
    isBusy: true,
  },
  {
    id: 'show/related',
    at,
    play: async ({ press, find }) => {
      await press('[role="tab"]:nth-of-type(2), .asd-tabs-tab:nth-child(2) [role="tab"]');
      await find('tbody [data-row]');
    },
  },
  {
    id: 'show/menu',
    at,
    play: async ({ press, find }) => {
      await press('.show-tools [aria-haspopup]');
      await find('[role="menu"]');
    },
  },
  { id: 'show/masked', at, grants: { ...editor, keys: { ...editor.keys, 'reports-wo-contact-info': 'view' } } },
  { id: 'show/only looking', at, grants: viewer },
  { id: 'show/missing', at: '/races/404' },
  {
    id: 'show/refused',
    at,
    prepare: ({ next }) => {
      next['getOne'] = () => {
        throw refusal(403, 'No tienes permiso.');
      };
    },
  },
  {
    id: 'show/failed',
    at,
    prepare: ({ next }) => {
      next['getOne'] = () => {
        throw refusal(500, 'No pudimos leer el registro.');
      };
    },
  },
];
