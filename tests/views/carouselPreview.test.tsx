import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { registry } from '@/resources';
import { CarouselPreview, type Slide } from '@/resources/carousels/CarouselPreview';
import { showingAt } from '@/domain/web/slides';
import { fakeServer, mount } from './support/mount';

const slides: readonly Slide[] = [
  {
    itemid: 1,
    title: { es: 'Siempre', en: 'Always on' },
    alt: { es: 'Amanecer', en: 'Dawn' },
    cta: { es: 'Inscríbete', en: 'Sign up' },
    img_desktop: '/ancha.png',
    img_mobile: '/alta.png',
    starts_at: null,
    ends_at: null,
  },
  {
    itemid: 2,
    title: { es: 'En marzo' },
    alt: { es: 'Bahía' },
    img_desktop: '/mar.png',
    img_mobile: '/mar-alta.png',
    region: 'sureste',
    starts_at: '2027-03-01T06:00:00Z',
    ends_at: '2027-04-01T06:00:00Z',
  },
];
const open = (all = slides, language: 'es' | 'en' = 'es') =>
  mount({
    at: ['/'],
    server: fakeServer(registry, {}),
    registry,
    routes: [{ path: '', element: <CarouselPreview slides={all} language={language} /> }],
  });
const pictures = () => screen.getAllByRole<HTMLImageElement>('img').map((image) => [image.getAttribute('src'), image.alt]);
const schedule = () =>
  within(screen.getByRole('list', { name: 'Calendario de láminas' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
beforeEach(() => {
  vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2027-02-01T12:00:00Z'));
});
afterEach(() => vi.restoreAllMocks());

test('a period begins with its start and is over at its end', () => {
  expect(
    ['2027-03-01T05:59:59Z', '2027-03-01T06:00:00Z', '2027-04-01T05:59:59Z', '2027-04-01T06:00:00Z'].map((at) =>
      showingAt(slides[1]!, Date.parse(at)),
    ),
  ).toEqual(['early', 'shown', 'shown', 'over']);
});
test('only what is shown now is drawn, wide and on a phone, with its words; the schedule names every slide', async () => {
  open();
  expect(pictures()).toEqual([
    ['/ancha.png', 'Amanecer'],
    ['/alta.png', 'Amanecer'],
  ]);
  expect(screen.getAllByText('Inscríbete')).toHaveLength(2);
  expect(screen.queryByRole('button')).toBeNull();
  expect(schedule()).toEqual(['SiempreSiempreSe muestra', 'En marzo01/03/2027 00:00 – 01/04/2027 00:00 · SuresteTodavía no']);
});
test('another instant, by the clock of Mexico City, shows what is shown then, in order', async () => {
  const { user } = open();
  fireEvent.change(screen.getByLabelText('Cómo se ve el'), { target: { value: '2027-03-01T00:00' } });
  expect(screen.getByText('1 de 2')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Lámina siguiente' }));
  expect(pictures()).toEqual([
    ['/mar.png', 'Bahía'],
    ['/mar-alta.png', 'Bahía'],
  ]);
  await user.click(screen.getByRole('button', { name: 'Lámina siguiente' }));
  expect(pictures()[0]).toEqual(['/ancha.png', 'Amanecer']);
  fireEvent.change(screen.getByLabelText('Cómo se ve el'), { target: { value: '2027-04-01T00:00' } });
  expect(schedule()[1]).toContain('Ya terminó');
});
test('an English carousel speaks English', () => {
  open(slides, 'en');
  expect(screen.getAllByText('Sign up')).toHaveLength(2);
  expect(pictures()[0]![1]).toBe('Dawn');
});
test('says so when nothing is shown', () => {
  open(slides.slice(1));
  expect(screen.getByText('En ese momento no se muestra ninguna lámina.')).toBeTruthy();
  expect(screen.queryByRole('img')).toBeNull();
});
