import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ActionDialog } from '@/views/action/ActionDialog';
import RunsNotice from '@/views/action/RunsNotice';
import * as files from '@/frame/saveFile';
import { race, races, registry } from './support/fixture';
import { fakeServer, mount, refusal, type FakeServer } from './support/mount';

const saveFile = vi.spyOn(files, 'saveFile');
afterAll(() => saveFile.mockRestore());

const total = 900;
const url = '/v2/event/races/actions/pause',
  at = `${url}/runs`;
const everything = { filter: null, count: total };
interface Stage {
  /** How many records the server has done. */
  done: number;
  state: 'running' | 'stopped' | 'failed';
  reason: string | null;
  failure: ReturnType<typeof refusal> | null;
  open: readonly object[];
}
let server: FakeServer, stage: Stage;
const closed = vi.fn();

/** A server that keeps one run as the real one does: every third record is left out. */
const keeping = () => {
  const state = () => {
    const { done } = stage;
    const skipped = Array.from({ length: done }, (_, index) => index + 1)
      .filter((id) => id % 3 === 0)
      .map((id) => ({ id, reason: id % 2 ? 'Ya está en pausa' : '=HYPERLINK("x")' }));
    const finished = done === total;
    return {
      runid: 'r1',
      action: 'pause',
      total,
      done,
      ok: done - skipped.length,
      left: { skipped: skipped.length, failed: 0 },
      reasons: finished
        ? [...new Set(skipped.map(({ reason }) => reason))].map((reason) => ({
            kind: 'skipped',
            reason,
            ids: skipped.filter((each) => each.reason === reason).map(({ id }) => id),
          }))
        : [],
      state: finished ? 'done' : stage.state,
      ...(stage.reason && { reason: { code: 'FORBIDDEN', message: stage.reason } }),
      finished,
    };
  };
  server.next['custom'] = async (call: any) => {
    if (call.values?.method === 'delete') {
      stage.open = [];
      return { data: null };
    }
    if (call.values?.dry_run) return { data: { ok: 600, skipped: [], failed: [] } };
    if (call.url === at && call.values?.method === 'get') return { data: { items: stage.open } };
    if (call.url === '/v2/event/races/actions/runs') return { data: { items: stage.open } };
    if (stage.failure && /(stop|resume)$/.test(call.url)) throw stage.failure;
    if (call.url === `${at}/r1/stop`) stage.state = 'stopped';
    if (call.url === `${at}/r1/resume`) stage = { ...stage, state: 'running', reason: null };
    return { data: state() };
  };
};
beforeEach(() => {
  closed.mockClear();
  saveFile.mockReset().mockReturnValue();
  stage = { done: 0, state: 'running', reason: null, failure: null, open: [] };
  server = fakeServer(registry, {
    races: Array.from({ length: total }, (_, index) => race({ raceid: index + 1, name: { es: `Carrera ${index + 1}`, en: null } })),
  });
  keeping();
});
/** What was asked of the run besides looking at it. */
const asked = () =>
  server
    .of('custom')
    .filter(({ url: path, values }) => path?.startsWith(`${at}/r1`) && values?.['method'] !== 'get')
    .map(({ url: path }) => path?.slice(at.length));
const button = (name: string) => screen.findByRole('button', { name });
const start = async () => {
  const shown = mount({
    at: ['/'],
    server,
    routes: [{ path: '', element: <ActionDialog resource={races} action="pause" target={everything} onClose={closed} /> }],
  });
  await screen.findByText('600 se cambian');
  await shown.user.click(await screen.findByRole('button', { name: /Pausar$/ }));
  return shown;
};

describe('an action over more records than one request takes', () => {
  test('is handed to the server once, which does it while the dialog follows', async () => {
    const { user } = await start();
    expect((await screen.findByRole('progressbar', { name: 'Avance' })).getAttribute('value')).toBe('0');
    expect(screen.getByText(/sigue en el servidor/)).toBeTruthy();
    stage.done = 200;
    await waitFor(() => expect(screen.getByText('200 de 900')).toBeTruthy());
    stage.done = total;
    expect(await screen.findByText('600 cambiados')).toBeTruthy();
    expect(
      server
        .of('custom')
        .filter(({ url: path, values }) => path === at && values?.['method'] === 'post')
        .map(({ values }) => values),
    ).toEqual([{ method: 'post', filter: null, input: {} }]);
    expect(asked()).toEqual([]);
    expect(screen.getByText('300 omitidos')).toBeTruthy();
    await user.click(await button('Cerrar'));
    expect(closed.mock.calls).toEqual([[true]]);
  });
  test('is stopped and gone on with', async () => {
    stage.done = 200;
    const { user } = await start();
    await user.click(await button('Pausar'));
    expect(await screen.findByText(/^En pausa/)).toBeTruthy();
    expect(screen.getByRole('progressbar').getAttribute('value')).toBe('200');
    await user.click(await button('Continuar'));
    expect(await button('Pausar')).toBeTruthy();
    expect(asked()).toEqual(['/r1/stop', '/r1/resume']);
  });
  test('says why it ended before its end, and why it does not go on', async () => {
    stage = { ...stage, state: 'failed', reason: 'No tienes permiso.' };
    const { user } = await start();
    expect(within(await screen.findByRole('alert')).getByText(/No tienes permiso/)).toBeTruthy();
    stage.failure = refusal(0, 'Sin conexión');
    await user.click(await button('Continuar'));
    expect(await screen.findByText(/Sin conexión/)).toBeTruthy();
    stage.failure = null;
    await user.click(await button('Continuar'));
    expect(await button('Pausar')).toBeTruthy();
  });
  test('is left without stopping it', async () => {
    const { user } = await start();
    await user.click(await button('Cerrar'));
    expect(closed.mock.calls).toEqual([[false]]);
    expect(asked()).toEqual([]);
  });
  test('says a refusal of the input on its field before anything begins', async () => {
    server.next['custom'] = (call: any) => {
      if (call.url === at) throw refusal(400, 'Son más de 30000 registros.');
      return { data: { ok: 600, skipped: [], failed: [] } };
    };
    await start();
    expect(within(await screen.findByRole('alert')).getByText('Son más de 30000 registros.')).toBeTruthy();
    expect(screen.queryByRole('progressbar')).toBeNull();
  });
});

describe('what was left out', () => {
  test('is grouped by reason when there are many, and listed record by record in a file without formulas', async () => {
    stage.done = total;
    const { user } = await start();
    expect(await screen.findByRole('row', { name: 'Ya está en pausa 150' })).toBeTruthy();
    expect(screen.getByRole('row', { name: '=HYPERLINK("x") 150' })).toBeTruthy();
    await user.click(await button('Descargar los omitidos (CSV)'));
    await waitFor(() => expect(saveFile).toHaveBeenCalledOnce());
    const [name, text] = saveFile.mock.calls[0]!;
    const lines = text.trim().split('\r\n');
    expect([name, lines.length]).toEqual(['Carreras.csv', 301]);
    expect(lines).toContain('3,Carrera 3,Omitido,Ya está en pausa');
    expect(lines).toContain(`6,Carrera 6,Omitido,"'=HYPERLINK(""x"")"`);
  });
});

describe('a rehearsal over more records than one request answers', () => {
  const many = 120_000;
  /** A server that keeps one rehearsal, which becomes a run when it is to be done. */
  const rehearsing = () => {
    const held: { state: string; isRun: boolean; phase: string; done: number } = {
      state: 'running',
      isRun: false,
      phase: 'judging',
      done: 0,
    };
    server.next['custom'] = async (call: any) => {
      if (call.url === `${at}/r1/perform`) Object.assign(held, { state: 'running', isRun: true, done: 0 });
      const finished = held.state === 'done';
      const { isRun, phase, done, state } = held;
      return {
        data: {
          runid: 'r1',
          action: 'pause',
          total: many,
          done,
          state,
          finished,
          ok: finished ? 90_000 : 0,
          left: { skipped: finished ? 30_000 : 0, failed: 0 },
          reasons: finished
            ? [{ kind: 'skipped', reason: 'Ya está en pausa', ids: Array.from({ length: 30_000 }, (_, at) => at + 1) }]
            : [],
          ...(!isRun && {
            rehearsal: { phase, done: phase === 'trying' ? 200 : done, total: phase === 'trying' ? 200 : many, surprised: 0 },
          }),
        },
      };
    };
    return held;
  };
  const sent = () =>
    server
      .of('custom')
      .filter(({ values }) => values?.['method'] === 'post')
      .map(({ url: path, values }) => [path?.slice(url.length), values?.['dry_run'] ?? false]);

  test('is a job whose dialog says how many they are and what it is at, and then offers to do it', async () => {
    const held = rehearsing();
    const { user } = mount({
      at: ['/'],
      server,
      routes: [
        { path: '', element: <ActionDialog resource={races} action="pause" target={{ filter: null, count: many }} onClose={closed} /> },
      ],
    });
    expect(await screen.findByText('120,000 registros')).toBeTruthy();
    expect(screen.getByText(/^Revisando el estado de cada registro/)).toBeTruthy();
    expect(screen.getByText(/Todavía no cambia nada/)).toBeTruthy();
    Object.assign(held, { state: 'done', phase: 'trying', done: many });
    expect(await screen.findByText('90,000 se cambian')).toBeTruthy();
    expect(screen.getByText(/Probado por completo en 200 de 120,000/)).toBeTruthy();
    expect(screen.getByRole('row', { name: 'Ya está en pausa 30,000' })).toBeTruthy();
    expect(sent()).toEqual([['/runs', true]]);
    await user.click(await button('Pausar'));
    expect(await screen.findByText('0 de 120,000')).toBeTruthy();
    expect(sent()).toEqual([
      ['/runs', true],
      ['/runs/r1/perform', false],
    ]);
    held.state = 'done';
    expect(await screen.findByText('90,000 cambiados')).toBeTruthy();
    await user.click(await button('Cerrar'));
    expect(closed.mock.calls).toEqual([[true]]);
  });
  test('is closed without anything having changed', async () => {
    rehearsing();
    const { user } = mount({
      at: ['/'],
      server,
      routes: [
        { path: '', element: <ActionDialog resource={races} action="pause" target={{ filter: null, count: many }} onClose={closed} /> },
      ],
    });
    await screen.findByText('120,000 registros');
    await user.click(await button('Cerrar'));
    expect(closed.mock.calls).toEqual([[false]]);
    expect(sent()).toEqual([['/runs', true]]);
  });
});

describe('a run that was left unfinished', () => {
  const left = {
    runid: 'r1',
    action: 'pause',
    total,
    done: 0,
    ok: 0,
    left: { skipped: 0, failed: 0 },
    reasons: [],
    state: 'stopped',
    finished: false,
  };
  const open = () => mount({ at: ['/'], server, routes: [{ path: '', element: <RunsNotice resource={races} isBusy={false} /> }] });
  test('is offered by the list and goes on', async () => {
    stage.open = [left];
    const { user } = open();
    expect(await screen.findByText('«Pausar» quedó a medias: 0 de 900.')).toBeTruthy();
    stage.done = total;
    await user.click(await button('Continuar'));
    stage.open = [];
    expect(await screen.findByText('600 cambiados')).toBeTruthy();
    await user.click(await button('Cerrar'));
    await waitFor(() => expect(screen.queryByText(/quedó a medias/)).toBeNull());
    expect(asked()).toEqual(['/r1/resume']);
  });
  test('is shown while it goes on', async () => {
    stage.open = [{ ...left, state: 'running', done: 300 }];
    const { user } = open();
    expect(await screen.findByText('«Pausar» en curso: 300 de 900.')).toBeTruthy();
    await user.click(await button('Ver avance'));
    expect(await screen.findByRole('progressbar', { name: 'Avance' })).toBeTruthy();
  });
  test('is offered by the list when a rehearsal is ready', async () => {
    stage.open = [
      { ...left, done: total, ok: 600, state: 'done', finished: true, rehearsal: { phase: 'trying', done: 200, total: 200, surprised: 0 } },
    ];
    open();
    expect(await screen.findByText('La revisión de «Pausar» está lista: 600 de 900 se pueden cambiar.')).toBeTruthy();
    expect(await button('Ver resultado')).toBeTruthy();
    expect(await button('Descartar')).toBeTruthy();
  });
  test('can be given up', async () => {
    stage.open = [left];
    const { user } = open();
    await user.click(await button('Descartar lo que falta'));
    await waitFor(() => expect(screen.queryByText(/quedó a medias/)).toBeNull());
    expect(
      server
        .of('custom')
        .filter(({ values }) => values?.['method'] === 'delete')
        .map(({ url: asked }) => asked),
    ).toEqual([`${at}/r1`]);
  });
  test('is no news where there is none', async () => {
    open();
    await waitFor(() => expect(server.of('custom')).toHaveLength(1));
    expect(screen.queryByRole('status')).toBeNull();
  });
});
