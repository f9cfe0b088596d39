import { entryEditor } from '../fixture/entries';
import { refusal } from '../memoryServer';
import { never, type Story } from '../story';

const at = '/entries';
const firstBox = 'tbody .list-check input',
  pageBox = 'thead .list-check input';
let answered = 0;

/** The generated list in each of its states. */
export const listStories: readonly Story[] = [
  { id: 'list/rows', at },
  { id: 'list/every type', at: '/specimens' },
  {
    id: 'list/loading',
    at,
    prepare: ({ next }) => {
      next['getList'] = never;
    },
    isBusy: true,
  },
  {
    id: 'list/empty',
    at,
    prepare: ({ tables }) => {
      tables['entries'] = [];
    },
  },
  {
    id: 'list/empty by filter',
    at: `${at}?${new URLSearchParams({ filter: JSON.stringify({ field: 'status', op: 'in', value: ['held'] }), q: 'nadie' }).toString()}`,
  },
  { id: 'list/broken address', at: `${at}?filter=nothing` },
  {
    id: 'list/error',
    at,
    prepare: ({ next }) => {
      next['getList'] = () => {
        throw refusal(500, 'No pudimos leer la lista.');
      };
    },
  },
  {
    id: 'list/stale',
    at,
    isBusy: true,
    prepare: ({ next, tables }) => {
      answered = 0;
      next['getList'] = () =>
        answered++ === 0 ? { data: tables['entries']?.slice(0, 25), total: 60, totals: { paid_cents: 2_500_000 } } : never();
    },
    play: async ({ find, press }) => {
      await find('tbody [data-row]');
      await press('.list-pager button:last-of-type');
    },
  },
  {
    id: 'list/filtered',
    at: `${at}?${new URLSearchParams({
      filter: JSON.stringify({
        and: [
          { field: 'status', op: 'in', value: ['paid', 'held'] },
          { field: 'paid_cents', op: 'between', value: [100, 900_000] },
        ],
      }),
      q: 'a',
    }).toString()}`,
  },
  {
    id: 'list/selected',
    at,
    play: async ({ press }) => {
      await press(firstBox);
    },
  },
  {
    id: 'list/page selected',
    at,
    play: async ({ press, find }) => {
      await find('tbody [data-row]');
      await press(pageBox);
    },
  },
  {
    id: 'list/record panel',
    at: `${at}?open=2`,
    play: async ({ find, press }) => {
      await find('.record-panel-body');
      await press('.record-panel-history summary');
    },
  },
  {
    id: 'list/record panel missing',
    at: `${at}?open=404`,
    play: async ({ find }) => {
      await find('.record-panel .record-problem');
    },
  },
  { id: 'list/dense', at, density: 'dense' },
  { id: 'list/roomy', at, density: 'roomy' },
  { id: 'list/masked', at, grants: { ...entryEditor, keys: { ...entryEditor.keys, 'reports-wo-contact-info': 'view' } } },
  { id: 'list/only looking', at, grants: { ...entryEditor, keys: { 'event-inscription': 'view', events: 'view' } } },
];
