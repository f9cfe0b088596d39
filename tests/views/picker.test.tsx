import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { registry } from '@/resources';
import type { Grants } from '@/schema';
import { FormView } from '@/views/form/FormView';
import { fakeServer, mount } from './support/mount';

const grants: Grants = {
  organizationid: 1,
  userid: 9,
  is_platform: true,
  platforms: ['ASDEPORTE'],
  regions: ['national'],
  event_scope: 'all',
  events: [],
  keys: { 'user-roles': 'edit', organizations: 'view' },
};

test('a picker never offers a record of an earlier search: it is busy, and shows what matches, until the server has answered', async () => {
  const server = fakeServer(registry, {
    organizations: ['Dorsal Deportes', 'Maratón del Golfo', 'Triatlón Cozumel'].map((name, at) => ({
      organizationid: at + 1,
      name,
      version: 1,
    })),
  });
  let answer = (): void => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const provider: typeof server.provider = {
    ...server.provider,
    getList: async (asked) => {
      if (asked.meta?.['search']) await answered;
      return server.provider.getList(asked);
    },
  };
  const { user } = mount({
    at: ['/profiles/create'],
    server: { ...server, provider },
    registry,
    grants,
    routes: [{ path: 'profiles/create', element: <FormView resource={registry.get('profiles')} /> }],
  });
  const box = await screen.findByRole('combobox');
  const shown = () => [...document.querySelectorAll('.asd-select-item-option')].map((each) => each.textContent);
  await user.click(box);
  await waitFor(() => expect(shown()).toContain('Dorsal Deportes'));
  await user.type(box, 'Maratón');
  expect(box.getAttribute('aria-busy')).toBe('true');
  expect(shown()).toEqual(['Maratón del Golfo']);
  answer();
  await waitFor(() => expect(box.getAttribute('aria-busy')).not.toBe('true'));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByTitle('Maratón del Golfo')).toBeTruthy());
});
