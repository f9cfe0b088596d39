import { act, waitFor } from '@testing-library/react';
import { useLayoutEffect, useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { useRecord, type RecordModel, type RecordOptions } from '@/views/useRecord';
import { race, races, registry } from './support/fixture';
import { fakeServer, mount, refusal, type FakeServer } from './support/mount';

let server: FakeServer;
beforeEach(() => {
  server = fakeServer(registry, { races: [race(), race({ raceid: 2, name: { es: 'Otra carrera', en: null } })] });
});
/** Holds the model of a record and draws nothing. */
const open = (id: number, options: RecordOptions = {}) => {
  const seen = vi.fn<(model: RecordModel) => void>();
  const ways = vi.fn<(go: (id: number) => void) => void>();
  const Holder = () => {
    const [shown, go] = useState(id);
    const model = useRecord(races, shown, options);
    useLayoutEffect(() => seen(model));
    useLayoutEffect(() => ways(go), [go]);
    return null;
  };
  mount({ at: ['/'], server, routes: [{ path: '', element: <Holder /> }] });
  return { record: (): RecordModel => seen.mock.lastCall![0], go: (to: number) => act(() => ways.mock.lastCall![0](to)) };
};

describe('the model of a record', () => {
  test('reads it and names it', async () => {
    const { record } = open(1, { parent: { resource: 'sponsors', field: 'sponsorid', id: 2 } });
    expect([record().row, record().title, record().isReading]).toEqual([undefined, undefined, true]);
    await waitFor(() => expect(record().title).toBe('Carrera del Río'));
    expect([record().isReading, record().hidden]).toEqual([false, ['sponsorid']]);
  });
  test('says why it is not there, and reads it again on demand', async () => {
    server.next['getOne'] = () => {
      throw refusal(503, 'Fuera de servicio');
    };
    const { record } = open(1);
    await waitFor(() => expect(record().error?.message).toBe('Fuera de servicio'));
    delete server.next['getOne'];
    act(() => record().retry());
    await waitFor(() => expect(record().row).toMatchObject({ raceid: 1 }));
    expect(record().error).toBeNull();
  });
  test('stays when it cannot be read again, and says why', async () => {
    const { record } = open(1);
    await waitFor(() => expect(record().row).toBeDefined());
    server.next['getOne'] = () => {
      throw refusal(403, 'Ya no');
    };
    act(() => record().retry());
    await waitFor(() => expect(record().error?.message).toBe('Ya no'));
    expect(record().row).toMatchObject({ raceid: 1 });
  });
  test('goes on saying why while it is asked for again', async () => {
    server.next['getOne'] = () => {
      throw refusal(404, 'No existe');
    };
    const { record } = open(1);
    await waitFor(() => expect(record().error?.message).toBe('No existe'));
    let answer = (): void => undefined;
    server.next['getOne'] = () =>
      new Promise((resolve) => {
        answer = () => resolve({ data: race() });
      });
    act(() => record().retry());
    await waitFor(() => expect(record().isReading).toBe(true));
    expect(record().error?.message).toBe('No existe');
    act(() => answer());
    await waitFor(() => expect(record().row).toBeDefined());
    expect(record().error).toBeNull();
  });
  test('of a page shows nothing of the record before', async () => {
    const { record, go } = open(1);
    await waitFor(() => expect(record().row).toBeDefined());
    go(2);
    expect([record().row, record().isOther, record().isReading]).toEqual([undefined, false, true]);
    await waitFor(() => expect(record().title).toBe('Otra carrera'));
  });
  test('of a panel keeps the record before, marked as another, and reads none that is only passed over', async () => {
    const { record, go } = open(1, { follows: true });
    await waitFor(() => expect(record().row).toBeDefined());
    server.calls.length = 0;
    go(7);
    go(2);
    expect([record().title, record().isOther, record().isReading]).toEqual(['Carrera del Río', true, true]);
    await waitFor(() => expect(record().title).toBe('Otra carrera'));
    expect([record().isOther, server.of('getOne').map(({ id }) => id)]).toEqual([false, [2]]);
  });
  test('is read again for a form, which learns what others changed', async () => {
    const { record } = open(1, { isFresh: true });
    await waitFor(() => expect(record().row).toBeDefined());
    server.tables['races']![0]!['city'] = 'Puebla';
    let fresh: RecordModel['row'];
    await act(async () => {
      fresh = await record().reread();
    });
    expect(fresh?.['city']).toBe('Puebla');
    await waitFor(() => expect(record().row?.['city']).toBe('Puebla'));
  });
});
