import { screen, waitFor, within } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { expect, test } from 'vitest';
import { registry } from '@/resources';
import { PhonePreview } from '@/resources/notifications/PhonePreview';
import { WrittenSlides } from '@/resources/carousels/WrittenSlides';
import type { Grants } from '@/schema';
import { FormView } from '@/views/form/FormView';
import { fakeServer, mount } from './support/mount';

const grants: Grants = {
  organizationid: 1,
  userid: 9,
  is_platform: true,
  platforms: ['ASDEPORTE', 'EVENT'],
  regions: ['national'],
  event_scope: 'all',
  events: [],
  keys: { 'push-notifications': 'edit', 'web-carousels': 'edit', 'user-roles': 'edit' },
};
const show = (element: ReactNode) =>
  mount({ at: ['/'], server: fakeServer(registry, {}), registry, grants, routes: [{ path: '', element }] });
const slide = (itemid: number, es: string, more: object = {}) => ({
  itemid,
  title: { es },
  alt: { es },
  img_desktop: '/a.png',
  img_mobile: '/b.png',
  ...more,
});

test('a form shows next to it what its resource declares, updated as people type', async () => {
  const { user } = show(<FormView resource={registry.get('notifications')} />);
  const preview = await screen.findByRole('complementary', { name: 'Vista previa' });
  expect(within(preview).getByText('Título de la notificación')).toBeTruthy();
  await waitFor(() => expect(document.querySelector('[data-field="title"] input')).toBeTruthy());
  await user.type(document.querySelector('[data-field="title"] input')!, 'Kit');
  expect(within(preview).getByText('Kit')).toBeTruthy();
  expect(within(preview).queryByText('Título de la notificación')).toBeNull();
});
test('a field called title is named by its label, though the form has a title of its own', async () => {
  show(<FormView resource={registry.get('notifications')} />);
  const input = await screen.findByRole('textbox', { name: /^Título/ });
  expect(input).toBe(document.querySelector('[data-field="title"] input'));
  expect(screen.getByRole('form').getAttribute('aria-labelledby')).toBe(screen.getByRole('heading', { level: 1 }).id);
});
test('a form of a resource that declares none has nothing next to it', async () => {
  show(<FormView resource={registry.get('api_keys')} />);
  expect(await screen.findByRole('button', { name: 'Crear' })).toBeTruthy();
  expect(screen.queryByRole('complementary')).toBeNull();
});
test('a push message is drawn for the devices that it goes to, with its picture and what a tap opens', async () => {
  const { user } = show(
    <PhonePreview
      draft={{ title: 'Hoy', body: 'Salida a las 7', img: '/api/upload/x.png', app: 'APOLO', platform: 'all', deep_link: '/eventos/4' }}
    />,
  );
  expect(screen.getAllByRole('radio').map((each) => (each as HTMLInputElement).checked)).toEqual([true, false, false]);
  expect(screen.getByRole('img', { name: 'Imagen de la notificación' }).getAttribute('src')).toBe('/api/upload/x.png');
  expect(screen.getByText(/^Al tocarla abre .*eventos/)).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: 'Android' }));
  expect(document.querySelector('.phone')?.getAttribute('data-device')).toBe('android');
});
test('a message for one device offers no other', () => {
  show(<PhonePreview draft={{ title: 'Hoy', platform: 'web' }} />);
  expect(screen.queryByRole('radio')).toBeNull();
  expect(document.querySelector('.phone')?.getAttribute('data-device')).toBe('web');
});
test('the slide that is written is the one that is drawn, also before its dates', async () => {
  const first = slide(1, 'Uno'),
    second = slide(2, 'Dos', { starts_at: '2099-01-01T00:00:00Z' });
  const drawn = () => [...document.querySelectorAll('.slide strong')].map(({ textContent }) => textContent);
  const Stage = () => {
    const [items, setItems] = useState<readonly object[]>([first, second]);
    return (
      <>
        <button type="button" onClick={() => setItems([first, { ...second, title: { es: 'Dos bis' } }])}>
          escribe
        </button>
        <WrittenSlides draft={{ items } as never} />
      </>
    );
  };
  const { user } = show(<Stage />);
  expect(drawn()).toEqual(['Uno', 'Uno']);
  await user.click(screen.getByRole('button', { name: 'escribe' }));
  expect(drawn()).toEqual(['Dos bis', 'Dos bis']);
});
