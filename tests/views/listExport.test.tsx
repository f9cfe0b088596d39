import { screen, waitFor } from '@testing-library/react';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import * as files from '@/frame/saveFile';
import { createHttp } from '@/providers/http/createHttp';
import type { Services } from '@/providers/createServices';
import { editor, fakeServer, makeRows, mountList } from './listFixture';

const saveBlob = vi.spyOn(files, 'saveBlob');
afterAll(() => saveBlob.mockRestore());

const at = (params: Record<string, string>): string => `/entries?${new URLSearchParams(params).toString()}`;
const loaded = (count: number) => waitFor(() => expect(document.querySelectorAll('tr[data-row]')).toHaveLength(count));

interface Sent {
  readonly url: string;
  readonly body: unknown;
  readonly signal: AbortSignal | null | undefined;
}
/** A server of files that answers what a test says. */
const fileServer = (answer: (sent: Sent) => Promise<Response> | Response) => {
  const sent: Sent[] = [];
  const http = createHttp({
    tokens: { run: (work: (bearer: string) => unknown) => work('token') } as never,
    language: () => 'es',
    words: { network: 'sin red', report: (id) => id },
    fetch: async (url, init) => {
      const each = { url: String(url), body: JSON.parse(String(init?.body)), signal: init?.signal };
      sent.push(each);
      return answer(each);
    },
  });
  return { sent, services: { http, config: { host: 'https://host.test' } } as unknown as Services };
};
const file = (): Response =>
  new Response('contents', {
    status: 200,
    headers: { 'content-disposition': "attachment; filename*=UTF-8''Participaciones%202026-11-25.csv" },
  });
const open = async (user: { click: (element: Element) => Promise<void> }): Promise<void> => {
  await user.click(screen.getByRole('button', { name: 'Descargar' }));
  await screen.findByRole('group', { name: 'Formato' });
};
const start = () => screen.getAllByRole('button', { name: 'Descargar' }).at(-1)!;

beforeEach(() => {
  localStorage.clear();
  saveBlob.mockReset().mockReturnValue();
});

describe('a download', () => {
  test('is not offered to who only sees as somebody else', async () => {
    mountList({ server: fakeServer(makeRows(12)), grants: { ...editor, isLook: true } });
    await loaded(12);
    expect(screen.getByRole('button', { name: 'Columnas' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Descargar' })).toBeNull();
  });
  test('asks for exactly what is shown, in the format that was chosen, and saves it under the name that the server gives', async () => {
    const { sent, services } = fileServer(file);
    const filter = { field: 'bib', op: 'lte', value: 4 };
    const { user } = mountList({
      server: fakeServer(makeRows(12)),
      services,
      at: at({ columns: 'athlete,status,meetid,paid_cents', sort: '-bib', filter: JSON.stringify(filter) }),
    });
    await loaded(4);
    await open(user);
    await user.click(screen.getByRole('radio', { name: 'CSV' }));
    await user.click(start());
    await screen.findByText('Archivo listo: Participaciones 2026-11-25.csv');
    expect(sent).toHaveLength(1);
    expect(sent[0]!.url).toMatch(/^https:\/\/host\.test\/v2\/\w+\/entries\/download$/);
    expect(sent[0]!.body).toEqual({
      columns: ['athlete', 'status', 'meetid', 'paid_cents'],
      filter,
      search: null,
      sort: ['-bib'],
      format: 'csv',
    });
    expect(saveBlob.mock.calls[0]![0]).toBe('Participaciones 2026-11-25.csv');
  });
  test('of selected rows asks for these alone, or for all of them where that is wanted', async () => {
    const { sent, services } = fileServer(file);
    const { user } = mountList({ server: fakeServer(makeRows(12)), services });
    await loaded(12);
    const boxes = screen.getAllByRole('checkbox', { name: /^Seleccionar [A-Z]/ });
    await user.click(boxes[0]!);
    await user.click(boxes[1]!);
    await open(user);
    const only = screen.getByRole('checkbox', { name: 'Solo las 2 filas seleccionadas' });
    await user.click(start());
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]!.body).toMatchObject({ filter: { field: 'entryid', op: 'in', value: [expect.any(Number), expect.any(Number)] } });
    await screen.findByText(/Archivo listo/);
    await user.click(only);
    await user.click(start());
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(sent[1]!.body).toMatchObject({ filter: null });
  });
  test('of a long list leads to the download center', async () => {
    const { services } = fileServer(() => new Response('{"report_jobid":7}', { status: 202 }));
    const { user } = mountList({ server: fakeServer(makeRows(30)), services });
    await loaded(25);
    await open(user);
    await user.click(start());
    await screen.findByText(/Son muchas filas/);
    expect(saveBlob).not.toHaveBeenCalled();
  });
  test('that is refused says why, in the words of the server', async () => {
    const { services } = fileServer(() => new Response('{"statusCode":400,"message":"Son 20,000 filas.","errors":[]}', { status: 400 }));
    const { user } = mountList({ server: fakeServer(makeRows(30)), services });
    await loaded(25);
    await open(user);
    await user.click(screen.getByRole('radio', { name: 'PDF para imprimir' }));
    await user.click(start());
    expect(await screen.findByText(/No se pudo descargar\. Son 20,000 filas\./)).toBeInTheDocument();
  });
  test('can be cancelled and then saves nothing', async () => {
    let answer = (_response: Response): void => {};
    const { sent, services } = fileServer(() => new Promise<Response>((resolve) => (answer = resolve)));
    const { user } = mountList({ server: fakeServer(makeRows(30)), services });
    await loaded(25);
    await open(user);
    await user.click(start());
    await user.click(await screen.findByRole('button', { name: 'Cancelar' }));
    expect(sent[0]!.signal?.aborted).toBe(true);
    answer(file());
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancelar' })).not.toBeInTheDocument());
    expect(saveBlob).not.toHaveBeenCalled();
  });
});
