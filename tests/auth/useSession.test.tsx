// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { createSessionClient } from '@/providers/session/sessionClient';
import { SessionContext, useSession } from '@/providers/session/useSession';

const Status = () => <p>{useSession().status}</p>;

test('a component follows the session', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const client = createSessionClient({ auth: '/api/auth', fetch: () => Promise.reject(new TypeError('fetch failed')) });
  render(
    <SessionContext value={client}>
      <Status />
    </SessionContext>,
  );
  expect(screen.getByText('loading')).toBeTruthy();
  await act(async () => {
    await client.getSession();
  });
  expect(screen.getByText('unauthenticated')).toBeTruthy();
});

test('a component outside the app gets an error that says so', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect(() => render(<Status />)).toThrow('SessionContext has no client');
});
