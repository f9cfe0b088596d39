import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import FileLinks from '@/fields/file/FileLinks';
import type { FileRef } from '@/fields/file/file';
import { fakeServer, mount } from './support/mount';
import { registry } from './support/fixture';

test('a file that is stored in another form is left out, and the page stays', async () => {
  const stored: readonly unknown[] = [
    '/api/upload/old.png',
    null,
    { url: '/api/upload/a.png', name: 'bici.png', size: 1200, type: 'image/png' },
  ];
  mount({
    at: ['/'],
    server: fakeServer(registry, {}),
    routes: [{ path: '', element: <FileLinks files={stored as readonly FileRef[]} /> }],
  });
  expect((await screen.findAllByRole('listitem')).map((each) => each.textContent)).toEqual([expect.stringContaining('bici.png')]);
});
