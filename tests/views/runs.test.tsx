import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { ActionDialog } from '@/views/action/ActionDialog';
import RunsNotice from '@/views/action/RunsNotice';
import * as files from '@/frame/saveFile';
import { race, races, registry } from './support/fixture';
import { fakeServer, mount, refusal, type FakeServer } from './support/mount';

const saveFile = vi.spyOn(files, 'saveFile');
afterAll(() => saveFile.mockRestore());

const total = 900,
  stepSize = 200;
const url = '/v2/event/races/actions/pause',
  at = `${url}/runs`;
const everything = { filter: null, count: total };
interface Stage {
  hold: Promise<void> | null;
  failure: ReturnType<typeof refusal> | null;
  open: readonly object[];
}
let server: FakeServer, stage: Stage;
const closed = vi.fn();

/** A server that keeps one run as the real one does: every third record is left out. */
const driving = () => {
  let done = 0;
  const state = () => {
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
      skipped: finished ? skipped : [],
      failed: [],
      finished,
    };
  };
  server.next['custom'] = async (call: any) => {
    if (call.values?.method === 'get') return { data: { items: stage.open } };
    if (call.values?.method === 'delete') {
      stage.open = [];
      return { data: null };
    }
    if (call.values?.dry_run) return { data: { ok: 600, skipped: [], failed: [] } };
    if (call.url === at) return { data: state() };
    await stage.hold;
    if (stage.failure) throw stage.failure;
    if (call.values.from === done) done = Math.min(done + stepSize, total);
    return { data: state() };
  };
};
const gate = () => {
  let open = () => {};
  const closedGate = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { wait: closedGate, open };
};
beforeEach(() => {
  closed.mockClear();
  saveFile.mockReset().mockReturnValue();
  stage = { hold: null, failure: null, open: [] };
  server = fakeServer(registry, {
    races: Array.from({ length: total }, (_, index) => race({ raceid: index + 1, name: { es: `Carrera ${index + 1}`, en: null } })),
  });
  driving();
});
const steps = () =>
  server
    .of('custom')
    .filter(({ url: asked }) => asked === `${at}/r1`)
    .map(({ values }) => values?.['from']);
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
  test('is frozen once and driven step by step to its end', async () => {
    const { user } = await start();
    expect(await screen.findByText('600 cambiados')).toBeTruthy();
    expect(
      server
        .of('custom')
        .filter(({ url: asked }) => asked === at)
        .map(({ values }) => values),
    ).toEqual([{ method: 'post', filter: null, input: {} }]);
    expect(steps()).toEqual([0, 200, 400, 600, 800]);
    expect(screen.getByText('300 omitidos')).toBeTruthy();
    await user.click(await button('Cerrar'));
    expect(closed.mock.calls).toEqual([[true]]);
  });
  test('shows how far it is, pauses after the step and goes on from there', async () => {
    const { wait, open } = gate();
    stage.hold = wait;
    const { user } = await start();
    expect((await screen.findByRole('progressbar', { name: 'Avance' })).getAttribute('value')).toBe('0');
    await user.click(await button('Pausar'));
    open();
    expect(await screen.findByText(/^En pausa/)).toBeTruthy();
    expect(screen.getByRole('progressbar').getAttribute('value')).toBe('200');
    expect(screen.getByText('200 de 900')).toBeTruthy();
    expect(steps()).toEqual([0]);
    await user.click(await button('Continuar'));
    expect(await screen.findByText('600 cambiados')).toBeTruthy();
    expect(steps()).toEqual([0, 200, 400, 600, 800]);
  });
  test('stops with the reason when the network fails, and goes on when asked', async () => {
    stage.failure = refusal(0, 'Sin conexión');
    const { user } = await start();
    expect(within(await screen.findByRole('alert')).getByText(/Sin conexión/)).toBeTruthy();
    stage.failure = null;
    await user.click(await button('Continuar'));
    expect(await screen.findByText('600 cambiados')).toBeTruthy();
  });
  test('is left only after it was said that it can be continued', async () => {
    stage.failure = refusal(0, 'Sin conexión');
    const { user } = await start();
    await screen.findByRole('alert');
    await user.click((await screen.findAllByRole('button', { name: 'Cerrar' })).at(-1)!);
    expect(await screen.findByText(/se puede continuar después/)).toBeTruthy();
    expect(closed).not.toHaveBeenCalled();
    await user.click(await button('Cerrar y continuar después'));
    expect(closed.mock.calls).toEqual([[false]]);
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
  test('is told by reason when it is much, and record by record as a file that runs nothing', async () => {
    const { user } = await start();
    expect(await screen.findByRole('row', { name: 'Ya está en pausa 150' })).toBeTruthy();
    expect(screen.getByRole('row', { name: '=HYPERLINK("x") 150' })).toBeTruthy();
    await user.click(await button('Descargar los omitidos (CSV)'));
    await waitFor(() => expect(saveFile).toHaveBeenCalledOnce());
    const [name, text] = saveFile.mock.calls[0]!;
    const lines = text.trim().split('\r\n');
    expect([name, lines.length]).toEqual(['Carreras.csv', 301]);
    expect(lines[1]).toBe('3,Carrera 3,Omitido,Ya está en pausa');
    expect(lines[2]).toBe(`6,Carrera 6,Omitido,"'=HYPERLINK(""x"")"`);
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
    skipped: [],
    failed: [],
    finished: false,
  };
  const open = () => mount({ at: ['/'], server, routes: [{ path: '', element: <RunsNotice resource={races} isBusy={false} /> }] });
  test('is offered by the list and goes on', async () => {
    stage.open = [left];
    const { user } = open();
    expect(await screen.findByText('«Pausar» quedó a medias: 0 de 900.')).toBeTruthy();
    await user.click(await button('Continuar'));
    stage.open = [];
    expect(await screen.findByText('600 cambiados')).toBeTruthy();
    await user.click(await button('Cerrar'));
    await waitFor(() => expect(screen.queryByText(/quedó a medias/)).toBeNull());
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
