import { ActionDialog } from '@/views/action/ActionDialog';
import { RunDialog } from '@/views/action/RunDialog';
import type { RunState } from '@/views/action/runAction';
import type { ActionTarget } from '@/fields/kit/contracts';
import { races } from '../fixture/races';
import { refusal, type MemoryServer } from '../memoryServer';
import { never, type Story } from '../story';

const ignore = (): void => undefined;
const dialog = (action: string, target: ActionTarget) => () => (
  <>
    <h1>{action}</h1>
    <ActionDialog resource={races} action={action} target={target} onClose={ignore} />
  </>
);
const both = { ids: [1, 2] };
const leftOut = { ok: 1, skipped: [{ id: 2, reason: 'Ya está en pausa.' }], failed: [] };
const estimate = {
  ok: 58_490,
  total: 60_000,
  tried: 50,
  surprised: 2,
  left: [
    { kind: 'skipped', reason: 'Ya está en pausa.', ids: Array.from({ length: 1508 }, (_, at) => at + 1) },
    { kind: 'failed', reason: 'Falta la sede.', ids: [2001, 2002] },
  ],
};
const answers =
  (data: unknown) =>
  ({ next }: MemoryServer): void => {
    next['custom'] = () => ({ data });
  };
const submit = '[role="dialog"] button[type="submit"]';
const run: RunState = {
  runid: 'r1',
  action: 'pause',
  total: 12_000,
  done: 4500,
  ok: 4480,
  reasons: [],
  left: { skipped: 18, failed: 2 },
  state: 'running',
  finished: false,
};
const running = (from: RunState) => () => (
  <>
    <h1>pause</h1>
    <RunDialog resource={races} run={from} onClose={ignore} />
  </>
);

/** The dialog of an action, and of a run over many records, in each state. */
export const actionStories: readonly Story[] = [
  { id: 'action/asking', draw: dialog('rename', { ids: [1] }) },
  {
    id: 'action/asking with a problem',
    draw: dialog('adopt', { ids: [] }),
    play: async ({ press, find }) => {
      await press(submit);
      await find('.form-field-error');
    },
  },
  {
    id: 'action/rehearsing',
    draw: dialog('pause', both),
    prepare: ({ next }) => {
      next['custom'] = never;
    },
    isBusy: true,
    play: async ({ find }) => {
      await find('.outcome-wait');
    },
  },
  { id: 'action/rehearsed', draw: dialog('pause', both), prepare: answers(leftOut) },
  { id: 'action/rehearsed over many', draw: dialog('pause', both), prepare: answers(estimate) },
  {
    id: 'action/nothing to change',
    draw: dialog('pause', both),
    prepare: answers({ ok: 0, skipped: [...leftOut.skipped, { id: 1, reason: 'Ya está en pausa.' }], failed: [] }),
  },
  {
    id: 'action/outcome',
    draw: dialog('pause', both),
    prepare: answers(leftOut),
    play: async ({ press, find }) => {
      await press(`${submit}:not([aria-busy="true"])`);
      await find('[role="dialog"] .asd-btn-primary[type="button"]');
    },
  },
  {
    id: 'action/refused',
    draw: dialog('rename', { ids: [1] }),
    prepare: ({ next }) => {
      next['custom'] = () => {
        throw refusal(409, 'La carrera ya terminó.');
      };
    },
    play: async ({ press, find }) => {
      await press(submit);
      await find('.form-summary');
    },
  },
  {
    id: 'action/running over many',
    draw: running(run),
    prepare: ({ next }) => {
      next['custom'] = never;
    },
  },
  {
    id: 'action/run interrupted',
    draw: running(run),
    prepare: ({ next }) => {
      next['custom'] = () => {
        throw refusal(0, 'No hay conexión.');
      };
    },
    play: async ({ find }) => {
      await find('.form-summary');
    },
  },
  {
    id: 'action/run finished',
    draw: running({
      ...run,
      done: run.total,
      state: 'done',
      finished: true,
      reasons: [
        { kind: 'skipped', reason: 'Ya está en pausa.', ids: [2] },
        { kind: 'failed', reason: 'No se pudo.', ids: [1] },
      ],
    }),
    prepare: ({ next }) => {
      next['custom'] = never;
    },
  },
  {
    id: 'action/rehearsal as a job',
    draw: running({
      ...run,
      total: 120_000,
      done: 84_000,
      ok: 0,
      rehearsal: { phase: 'judging', done: 84_000, total: 120_000, surprised: 0 },
    }),
    prepare: ({ next }) => {
      next['custom'] = never;
    },
  },
  {
    id: 'action/rehearsal as a job, ready',
    draw: running({
      ...run,
      total: 120_000,
      done: 120_000,
      ok: 118_490,
      left: { skipped: 1508, failed: 2 },
      reasons: [
        { kind: 'skipped', reason: 'Ya está en pausa.', ids: Array.from({ length: 1508 }, (_, at) => at + 1) },
        { kind: 'failed', reason: 'Falta la sede.', ids: [2001, 2002] },
      ],
      rehearsal: { phase: 'trying', done: 200, total: 200, surprised: 2 },
      state: 'done',
      finished: true,
    }),
    prepare: ({ next }) => {
      next['custom'] = never;
    },
  },
];
