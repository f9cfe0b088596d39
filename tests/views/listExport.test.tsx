import { act, screen, waitFor } from '@testing-library/react';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import * as files from '@/frame/saveFile';
import { fakeServer, makeRows, mountList } from './listFixture';

const saveFile = vi.spyOn(files, 'saveFile');
afterAll(() => saveFile.mockRestore());

const at = (params: Record<string, string>): string => `/entries?${new URLSearchParams(params).toString()}`;
const loaded = (count: number) => waitFor(() => expect(document.querySelectorAll('tr[data-row]')).toHaveLength(count));

beforeEach(() => {
  localStorage.clear();
  saveFile.mockReset().mockReturnValue();
});

describe('the export', () => {
  test('is exactly what is shown, in words, with formulas defused', async () => {
    const server = fakeServer(makeRows(12));
    const { user } = mountList({
      server,
      at: at({ columns: 'athlete,status,meetid,paid_cents', sort: '-bib', filter: JSON.stringify({ field: 'bib', op: 'lte', value: 4 }) }),
    });
    await loaded(4);
    await user.click(screen.getByRole('button', { name: 'Exportar a CSV' }));
    await user.click(await screen.findByRole('button', { name: 'Descargar CSV' }));
    await screen.findByText('Archivo listo. Filas: 4.');
    const [name, text] = saveFile.mock.calls[0]!;
    expect(name).toMatch(/^Participaciones \d{4}-\d{2}-\d{2}\.csv$/);
    expect(text).toBe(
      '\uFEFF' +
        [
          'Atleta,Competencia,Estado,Pagado',
          '"Celia ""la Flecha"", S.",Copa Sur,Apartada,',
          "'=1+1,Copa Norte,Cancelada,",
          'Benito Ruiz,Copa Sur,Pagada,"$1,250.00"',
          'Ana Peña,Copa Norte,Apartada,',
          '',
        ].join('\r\n'),
    );
  });
  test('stops at five thousand rows and says so beforehand', async () => {
    const server = fakeServer(makeRows(5_600));
    const { user } = mountList({ server });
    await loaded(25);
    await user.click(screen.getByRole('button', { name: 'Exportar a CSV' }));
    expect(await screen.findByText(/La vista tiene 5,600 filas\. Se exportan las primeras 5,000/)).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Descargar CSV' }));
    await screen.findByText('Archivo listo. Filas: 5,000.');
    expect(saveFile.mock.calls[0]![1].trim().split('\r\n')).toHaveLength(5_001);
  });
  test('can be cancelled and then saves nothing', async () => {
    const server = fakeServer(makeRows(30));
    const { user } = mountList({ server });
    await loaded(25);
    await user.click(screen.getByRole('button', { name: 'Exportar a CSV' }));
    let open = (): void => {};
    server.state.gate = new Promise((resolve) => {
      open = resolve;
    });
    await user.click(await screen.findByRole('button', { name: 'Descargar CSV' }));
    await user.click(await screen.findByRole('button', { name: 'Cancelar' }));
    await act(async () => open());
    await screen.findByRole('button', { name: 'Descargar CSV' });
    expect(saveFile).not.toHaveBeenCalled();
    expect(server.aborted.at(-1)).toBe(true);
  });
});
