import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { UndoBar } from '@/layout/UndoBar';
import { undoStore } from '@/state/undoStore';
import { ActionDialog } from '@/views/action/ActionDialog';
import { race, races, registry } from './support/fixture';
import { fakeServer, mount, type FakeServer } from './support/mount';

let server: FakeServer;
beforeEach(() => {
  undoStore.set(null);
  server = fakeServer(registry, { races: [race(), race({ raceid: 2 })] });
});
const sent = () => server.of('custom').map(({ url, values }) => ({ url, ...values }));
const open = () => {
  server.next['custom'] = ({ url }: { readonly url?: string }) => ({
    data: url?.endsWith('/undo') ? { ok: 1, skipped: [], failed: [] } : { ok: 1, skipped: [], failed: [], undo: [1] },
  });
  return mount({
    at: ['/'],
    server,
    routes: [
      {
        path: '',
        element: (
          <>
            <ActionDialog resource={races} action="rename" target={{ ids: [1] }} onClose={vi.fn()} />
            <UndoBar />
          </>
        ),
      },
    ],
  });
};
const rename = async (user: ReturnType<typeof open>['user']) => {
  const city = await screen.findByLabelText<HTMLInputElement>(/^Nueva ciudad/);
  await user.clear(city);
  await user.type(city, 'Mérida{Enter}');
  return screen.findByRole('region', { name: 'Se puede deshacer' });
};

describe('what was just done', () => {
  test('is offered to be taken back, and says whether that worked', async () => {
    const { user, opened } = open();
    const bar = await rename(user);
    expect(bar.textContent).toContain('Mudar');
    await user.click(screen.getByRole('button', { name: /^Deshacer/ }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Se puede deshacer' })).toBeNull());
    expect(sent().at(-1)).toEqual({ url: '/v2/event/races/actions/rename/undo', method: 'post', ids: [1] });
    expect(opened).toHaveBeenCalledWith(expect.objectContaining({ type: 'success', message: 'Deshecho', description: '1 cambiado' }));
  });
  test('that cannot be taken back any more says why', async () => {
    const { user, opened } = open();
    await rename(user);
    server.next['custom'] = () => ({ data: { ok: 0, skipped: [{ id: 1, reason: 'Alguien lo cambió después.' }], failed: [] } });
    await user.click(screen.getByRole('button', { name: /^Deshacer/ }));
    await waitFor(() =>
      expect(opened).toHaveBeenCalledWith(expect.objectContaining({ type: 'error', description: 'Alguien lo cambió después.' })),
    );
  });
  test('is no longer offered after ten seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      mount({ at: ['/'], server, routes: [{ path: '', element: <UndoBar /> }] });
      act(() => undoStore.set({ text: 'Mudar', take: async () => undefined }));
      act(() => vi.advanceTimersByTime(9_900));
      expect(undoStore.get()).not.toBeNull();
      act(() => vi.advanceTimersByTime(200));
      expect(undoStore.get()).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });
  test('is taken back by the keyboard, except while somebody types', async () => {
    const take = vi.fn(async () => undefined);
    const { user } = mount({
      at: ['/'],
      server,
      routes: [
        {
          path: '',
          element: (
            <>
              <input aria-label="Nota" />
              <UndoBar />
            </>
          ),
        },
      ],
    });
    act(() => undoStore.set({ text: 'Mudar', take }));
    await screen.findByRole('button', { name: /^Deshacer/ });
    await user.click(screen.getByLabelText('Nota'));
    await user.keyboard('{Control>}z{/Control}');
    expect(take).not.toHaveBeenCalled();
    act(() => (document.activeElement as HTMLElement).blur());
    await user.keyboard('{Control>}z{/Control}');
    expect(take).toHaveBeenCalledOnce();
  });
});
