import { act, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { useShrunk } from '@/layout/useShrunk';

const Header = () => {
  const header = useRef<HTMLDivElement>(null);
  const full = useShrunk(header);
  return (
    <div ref={header} data-testid="header" data-shrunk={full !== undefined || undefined}>
      {full ?? 'whole'}
    </div>
  );
};
let height = 68;
const scrolled = (to: number): void =>
  act(() => {
    vi.stubGlobal('scrollY', to);
    window.dispatchEvent(new Event('scroll'));
  });
vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(() => DOMRect.fromRect({ height }));
afterEach(() => {
  vi.unstubAllGlobals();
  height = 68;
});

test('the header of a workspace shrinks once the page scrolls, and is whole again at the top', () => {
  render(<Header />);
  const header = screen.getByTestId('header');
  expect(header.textContent).toBe('whole');
  scrolled(10);
  expect(header.textContent).toBe('whole');
  scrolled(200);
  expect(header.textContent).toBe('68');
  scrolled(0);
  expect(header.textContent).toBe('whole');
});
test('the room it leaves is that of the whole header, however often the page moves while it is small', () => {
  render(<Header />);
  scrolled(200);
  height = 44;
  scrolled(210);
  scrolled(900);
  expect(screen.getByTestId('header').textContent).toBe('68');
});
