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
  skipped: [],
  failed: [],
  left: { skipped: 18, failed: 2 },
  finished: false,
};
const running = (from: RunState) => () => (
  <>
    <h1>pause</h1>
    <RunDialog resource={races} run={from} onClose={ignore} />
  </>
);

/** The dialog of an action, and of a run over many records, in each of their states. */
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
  { id: 'action/rehearsed over many', draw: dialog('pause', both), prepare: answers({ ...leftOut, tried: 200, total: 60_000 }) },
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
    draw: running({ ...run, done: run.total, finished: true, skipped: leftOut.skipped, failed: [{ id: 1, reason: 'No se pudo.' }] }),
  },
];
